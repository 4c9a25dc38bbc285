//! Patterns of ECMA-262 in the words of the regex crates. JSON Schema wants patterns to mean what they mean there
//! (2020-12 core, 6.4), and those crates read some of it otherwise: `.`, `\d`, `\w` and `\s`, what may stand in a
//! class, which quantifiers there are. Read with the flag `u`, as validators set it; what is an error with it and not
//! without, as without it (Annex B).

use std::iter::Peekable;
use std::str::Chars;

/// What `.` doesn't match (`LineTerminator`).
const LINE_ENDS: &str = r"\n\r\x{2028}\x{2029}";
/// What `\s` matches (`WhiteSpace` and `LineTerminator`).
const SPACES: &str =
    r"\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}";
const DIGITS: &str = "0-9";
const WORD: &str = "0-9A-Za-z_";

/// A pattern as the regex crates read it.
pub(super) struct Translated {
    /// Its text.
    pub text: String,
    /// Whether it looks around, for which there is another engine.
    pub looks_around: bool,
}

/// Translates a pattern. `None` for what ECMA-262 doesn't know, and for what the engines can't be told: references
/// back, which they resolve otherwise, and a few rarities.
pub(super) fn translate(source: &str) -> Option<Translated> {
    let mut chars = source.chars().peekable();
    let mut to = Translated {
        text: String::with_capacity(source.len() + 16),
        looks_around: false,
    };
    // For each open group, whether it is one that looks around: that can't be repeated.
    let mut groups = Vec::new();
    let mut has_boundary = false;
    let mut repeatable = false;
    while let Some(char) = chars.next() {
        let before = std::mem::replace(&mut repeatable, true);
        match char {
            '^' | '$' => {
                to.text.push(char);
                repeatable = false;
            }
            '|' => {
                to.text.push('|');
                repeatable = false;
            }
            '.' => to.text.push_str(&format!("[^{LINE_ENDS}]")),
            '(' => {
                let around = group(&mut chars, &mut to)?;
                groups.push(around);
                repeatable = false;
            }
            ')' => {
                to.text.push(')');
                repeatable = !groups.pop()?;
            }
            '[' => class(&mut chars, &mut to.text)?,
            '*' | '+' | '?' => {
                to.text.push(char);
                repeats(before, &mut chars, &mut to.text)?;
                repeatable = false;
            }
            '{' => match counts(&chars) {
                Some((counts, rest)) => {
                    to.text += &counts;
                    chars = rest;
                    repeats(before, &mut chars, &mut to.text)?;
                    repeatable = false;
                }
                None => literal('{', &mut to.text),
            },
            '\\' => match chars.next()? {
                'b' => {
                    to.text.push_str(r"(?-u:\b)");
                    has_boundary = true;
                    repeatable = false;
                }
                escaped => match escape(escaped, &mut chars)? {
                    Atom::Char(char) => literal(char, &mut to.text),
                    Atom::Set(set) => to.text.push_str(&format!("[{set}]")),
                },
            },
            char => literal(char, &mut to.text),
        }
    }
    // The engine that looks around has Unicode's words.
    (groups.is_empty() && !(to.looks_around && has_boundary)).then_some(to)
}

/// Reads what stands behind `(`; gives whether the group looks around.
fn group(chars: &mut Peekable<Chars<'_>>, to: &mut Translated) -> Option<bool> {
    to.text.push('(');
    if chars.next_if_eq(&'?').is_none() {
        return Some(false);
    }
    to.text.push('?');
    let kind = chars.next()?;
    to.text.push(kind);
    let around = match kind {
        ':' => false,
        '=' | '!' => true,
        '<' => {
            let next = chars.next()?;
            to.text.push(next);
            if next.is_ascii_alphabetic() || next == '_' {
                // The rest of a name.
                loop {
                    let char = chars.next()?;
                    to.text.push(char);
                    match char {
                        '>' => break,
                        char if char.is_ascii_alphanumeric() || char == '_' => {}
                        _ => return None,
                    }
                }
                false
            } else if matches!(next, '=' | '!') {
                true
            } else {
                return None;
            }
        }
        _ => return None,
    };
    to.looks_around |= around;
    Some(around)
}

/// Reads what may stand behind a quantifier. There has to be something that it repeats.
fn repeats(something: bool, chars: &mut Peekable<Chars<'_>>, to: &mut String) -> Option<()> {
    to.extend(chars.next_if_eq(&'?'));
    something.then_some(())
}

/// Reads `n}`, `n,}` or `n,m}`, and gives what follows; `None` where the brace stands for itself.
fn counts<'p>(chars: &Peekable<Chars<'p>>) -> Option<(String, Peekable<Chars<'p>>)> {
    let mut rest = chars.clone();
    let mut counts = "{".to_owned();
    loop {
        let char = rest.next()?;
        let is_first = counts.len() == 1;
        counts.push(char);
        match char {
            '0'..='9' => {}
            ',' if !is_first && !counts.ends_with(",,") && counts.matches(',').count() == 1 => {}
            '}' if !is_first => return Some((counts, rest)),
            _ => return None,
        }
    }
}

/// One thing that a pattern can name.
enum Atom {
    Char(char),
    /// What stands in a class for it.
    Set(String),
}

/// Reads what stands behind a backslash. In a class and outside the same, but for `\b`.
fn escape(escaped: char, chars: &mut Peekable<Chars<'_>>) -> Option<Atom> {
    let code = |digits: usize, chars: &mut Peekable<Chars<'_>>| {
        let mut code = 0;
        for _ in 0..digits {
            code = code * 16 + chars.next()?.to_digit(16)?;
        }
        char::from_u32(code).map(Atom::Char)
    };
    Some(match escaped {
        'd' => Atom::Set(DIGITS.to_owned()),
        'D' => Atom::Set(format!("^{DIGITS}")),
        'w' => Atom::Set(WORD.to_owned()),
        'W' => Atom::Set(format!("^{WORD}")),
        's' => Atom::Set(SPACES.to_owned()),
        'S' => Atom::Set(format!("^{SPACES}")),
        'f' => Atom::Char('\u{c}'),
        'n' => Atom::Char('\n'),
        'r' => Atom::Char('\r'),
        't' => Atom::Char('\t'),
        'v' => Atom::Char('\u{b}'),
        'c' => {
            let letter = chars.next().filter(char::is_ascii_alphabetic)?;
            Atom::Char(char::from(letter as u8 % 32))
        }
        'x' => code(2, chars)?,
        'u' => code(4, chars)?,
        'p' | 'P' => {
            chars.next_if_eq(&'{')?;
            let mut set = format!("\\{escaped}{{");
            loop {
                let char = chars.next()?;
                set.push(char);
                match char {
                    '}' => break,
                    char if char.is_ascii_alphanumeric() || matches!(char, '_' | '=') => {}
                    _ => return None,
                }
            }
            Atom::Set(set)
        }
        // `SyntaxCharacter`, `/`, and in a class `-`; validators take other marks too.
        mark if mark.is_ascii_punctuation() && !matches!(mark, '<' | '>') => Atom::Char(mark),
        _ => return None,
    })
}

/// Reads a class up to its end.
fn class(chars: &mut Peekable<Chars<'_>>, to: &mut String) -> Option<()> {
    to.push('[');
    to.extend(chars.next_if_eq(&'^'));
    // An empty class is no class to the engines.
    if chars.peek() == Some(&']') {
        return None;
    }
    loop {
        let from = match chars.next()? {
            ']' => break,
            char => class_atom(char, chars)?,
        };
        let mut ahead = chars.clone();
        let is_range = ahead.next() == Some('-') && ahead.next().is_some_and(|char| char != ']');
        match from {
            Atom::Char(from) if is_range => {
                chars.next();
                let last = chars.next()?;
                literal(from, to);
                match class_atom(last, chars)? {
                    Atom::Char(last) => {
                        to.push('-');
                        literal(last, to);
                    }
                    // There is no range to a set: the hyphen is one.
                    Atom::Set(set) => to.push_str(&format!(r"\-[{set}]")),
                }
            }
            Atom::Char(char) => literal(char, to),
            Atom::Set(set) => {
                to.push_str(&format!("[{set}]"));
                // Nor is there one from a set.
                if is_range {
                    chars.next();
                    literal('-', to);
                }
            }
        }
    }
    to.push(']');
    Some(())
}

fn class_atom(char: char, chars: &mut Peekable<Chars<'_>>) -> Option<Atom> {
    match char {
        '\\' => match chars.next()? {
            'b' => Some(Atom::Char('\u{8}')),
            escaped => escape(escaped, chars),
        },
        char => Some(Atom::Char(char)),
    }
}

/// Writes a character that stands for itself.
fn literal(char: char, to: &mut String) {
    if char.is_ascii_punctuation() && !matches!(char, '<' | '>') {
        to.push('\\');
    }
    to.push(char);
}

#[cfg(test)]
mod tests {
    use crate::ask::schema::pattern::{Budget, Pattern};

    /// What ECMA-262 says of a pattern with the flag `u`, as node has it, where the engines would say otherwise.
    #[test]
    fn patterns_mean_what_ecma_262_makes_of_them() {
        for (pattern, text, matches) in [
            (r"^(?!0)\d{1}$", "٣", false),
            (r"^\d$", "٣", false),
            (r"^(?!x)\w+$", "é", false),
            (r"^(?!-)[\w-]+$", "日本", false),
            (r"^(?!-)[\w-]+$", "a-b", true),
            (r"^(?!x)[^\W\d]$", "é", false),
            (r"^(?!x)[^\W\d]$", "a", true),
            (r"^(?!\W)", "é", false),
            (r"^(?!.*\s).+$", "a\u{feff}b", false),
            (r"^prod(?!\w)", "prodé", true),
            (r"^\s$", "\u{feff}", true),
            (r"^\s$", "\u{85}", false),
            (r"^\S$", "\u{85}", true),
            (r"^[\s\S]$", "\n", true),
            ("^.$", "\r", false),
            ("^.$", "\u{2028}", false),
            ("^.$", "é", true),
            (r"^a.b$", "a\u{2028}b", false),
            (r"\bb", "éb", true),
            ("a$", "a\n", false),
            ("^[a&&b]$", "&", true),
            ("^[[a]$", "[", true),
            ("^[a-]$", "-", true),
            ("^[-a]$", "-", true),
            (r"^[+--]$", ",", true),
            (r"^[\]\\]$", "\\", true),
            (r"^[\b]$", "\u{8}", true),
            (r"^\cJ$", "\n", true),
            (r"^\u00e9$", "é", true),
            (r"^\x41$", "A", true),
            (r"^\.\/\-$", "./-", true),
            (r"^\p{Lu}$", "É", true),
            (r"^[\p{L}\d]+$", "é1", true),
            (r"^\P{L}$", "1", true),
            ("^a{2,3}?$", "aaa", true),
            ("^a#b c$", "a#b c", true),
            ("^<>$", "<>", true),
            (r"^(?<year>\d{4})$", "2026", true),
            // Only without the flag; with it these are errors.
            ("^a{,3}$", "a{,3}", true),
            ("^a{,3}$", "aaa", false),
            ("^{a}$", "{a}", true),
            ("^a]$", "a]", true),
            (r"^[\w-.]+$", "a-.", true),
            (r"^[\w-.]$", "+", false),
            (r"^[a-\d]$", "-", true),
            (r"^[a-\d]$", "b", false),
            (r"(?<=a)b", "ab", true),
            (r"(?<!a)b", "ab", false),
        ] {
            let compiled = Pattern::new(pattern, &Budget::default()).expect(pattern);
            let found = compiled.is_in(text, &Budget::default());
            assert_eq!(found, Some(matches), "{pattern} in {text:?}");
        }
    }

    #[test]
    fn what_ecma_262_does_not_know_is_not_understood() {
        for pattern in [
            "a++",
            "a{2}+",
            "a**",
            "(*FAIL)",
            "*a",
            "^*",
            "(?=a)*",
            "a|*",
            "{2}",
            "[]",
            "[^]",
            "[a",
            "(a",
            "a)",
            "[b-a]",
            r"\Bb",
            r"^(?!x)\b",
            r"(.)\1",
            r"(?<x>a)\k<x>",
            r"\0",
            r"\A",
            r"\z",
            r"\x{61}",
            r"\u{61}",
            r"\pL",
            r"\<a",
            "(?i)a",
            "(?i:a)",
            "(?>a)",
            "(?P<n>a)",
            "(?#a)",
            r"\Q",
            r"\_é\é",
            "a\\",
            r"\cé",
            r"\ud83d",
        ] {
            assert!(
                Pattern::new(pattern, &Budget::default()).is_none(),
                "{pattern}"
            );
        }
    }
}
