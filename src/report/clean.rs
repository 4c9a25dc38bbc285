//! Text that others chose, made safe to show: a terminal must not obey it, nor a person be misled by it.

use std::borrow::Cow;
use std::fmt::Write;

use crate::answer::hides;

/// A text on one line, with every character that hides something or moves the cursor written as `\u{…}`.
pub fn escape(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for char in text.chars() {
        match char {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if must_escape(char) => {
                let _ = write!(out, "{}", char.escape_unicode());
            }
            _ => out.push(char),
        }
    }
    Cow::Owned(out)
}

/// A text of several lines in which a mark of as many bytes stands for each character of more than one byte that
/// [`escape`] would escape, so that places in it stay where they are. Those of one byte are left to who shows it.
pub(super) fn blot(text: &str) -> Cow<'_, str> {
    if !text
        .chars()
        .any(|char| !char.is_ascii() && must_escape(char))
    {
        return Cow::Borrowed(text);
    }
    let mark = |char: char| match char.len_utf8() {
        _ if char.is_ascii() || !must_escape(char) => char,
        2 => '¤',
        3 => '\u{fffd}',
        _ => '🛇',
    };
    Cow::Owned(text.chars().map(mark).collect())
}

/// A text as one word of a shell's command line, to be pasted.
pub fn shell_word(text: &str) -> Cow<'_, str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+:@%".contains(&byte);
    if !text.is_empty() && text.bytes().all(plain) {
        return Cow::Borrowed(text);
    }
    // What would have to be escaped is shown so; the command is then not one to paste.
    Cow::Owned(escape(&format!("'{}'", text.replace('\'', r"'\''"))).into_owned())
}

/// [`escape`] of at most `limit` characters of the text, and an ellipsis where more was there.
pub(super) fn escape_cut(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", escape(text.get(..end).unwrap_or_default())),
        None => escape(text).into_owned(),
    }
}

/// JSON text in which the same characters stand as `\uXXXX`: the data is the same, a terminal shows it safely.
pub fn escape_json(json: &str) -> String {
    escape_with(json, |out, char| {
        let mut units = [0; 2];
        for unit in char.encode_utf16(&mut units) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    })
}

/// A text as a TOML string on one line.
pub fn toml_string(text: &str) -> String {
    // The escapes of a JSON string are all TOML's too; what JSON leaves bare is escaped after it.
    let json = serde_json::Value::from(text).to_string();
    escape_with(&json, |out, char| {
        let _ = write!(out, "\\U{:08x}", u32::from(char));
    })
}

fn escape_with(text: &str, write: impl Fn(&mut String, char)) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        if must_escape(char) && char != '\n' {
            write(&mut out, char)
        } else {
            out.push(char)
        }
    }
    out
}

/// What hides something, any control, line breaks of other alphabets, and the direction marks and joiners
/// that real text may hold but that a reader of a report should see.
fn must_escape(char: char) -> bool {
    hides(char)
        || char.is_control()
        || matches!(
            char,
            '\u{200c}'..='\u{200f}' | '\u{61c}' | '\u{2028}' | '\u{2029}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_a_terminal_that_it_would_obey() {
        for (text, shown) in [
            ("plain", "plain"),
            ("größe 日本 😀", "größe 日本 😀"),
            ("a\nb\r\tc", "a\\nb\\r\\tc"),
            ("\u{1b}[31mred", "\\u{1b}[31mred"),
            (
                "x\u{202e}y\u{200b}z\u{200f}",
                "x\\u{202e}y\\u{200b}z\\u{200f}",
            ),
            ("\u{9b}0m\u{2028}", "\\u{9b}0m\\u{2028}"),
        ] {
            assert_eq!(escape(text), shown);
        }
        assert_eq!(escape_cut("äöü", 2), "äö…");
        assert_eq!(
            escape_json("{\"a\":\"\u{202e}\u{e0041}\"}"),
            r#"{"a":"\u202e\udb40\udc41"}"#
        );
    }

    #[test]
    fn a_blotted_text_keeps_its_places() {
        let text = "a\u{9b}2J é\u{202e}日\u{e0041}😀\n\u{ad}\u{2028}\u{1b}";
        let blotted = blot(text);
        assert_eq!(blotted, "a¤2J é\u{fffd}日🛇😀\n¤\u{fffd}\u{1b}");
        let places = |text: &str| text.char_indices().map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!(places(&blotted), places(text));
        assert!(matches!(blot("größe\t\u{1b}"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_word_of_a_shell_is_one_word() {
        for (text, word) in [
            ("/home/ada/shop-2", "/home/ada/shop-2"),
            ("", "''"),
            ("/a b/$(x)", "'/a b/$(x)'"),
            ("it's", r"'it'\''s'"),
            ("~", "'~'"),
            ("x\ny", "'x\\ny'"),
        ] {
            assert_eq!(shell_word(text), word);
        }
    }

    #[test]
    fn any_text_is_itself_as_a_toml_string() {
        for text in [
            "",
            "a \"b\" \\ c",
            "x\ny\u{7f}\0",
            "\u{202e}\u{e0041}",
            "${vars.x} '''",
        ] {
            let line = format!("x = {}", toml_string(text));
            assert!(!line.contains('\n'), "{line}");
            let table = toml::de::DeTable::parse(&line).unwrap();
            assert_eq!(
                table.get_ref()["x"].get_ref().as_str(),
                Some(text),
                "{line}"
            );
        }
    }
}
