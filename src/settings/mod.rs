//! Enters answerback's hook in the client's settings, and takes it out again: text in, text out.
//!
//! What init adds, uninstall removes exactly, and everything else in the file stays byte for byte: comments, order,
//! indentation, line ends. Which file it is, reading and writing it, and asking the person are left to the commands.

mod document;
mod draft;
mod entry;
mod error;
mod inspect;
mod install;
mod matcher;
mod own;
pub mod place;
mod splice;
mod uninstall;

use document::Document;
use draft::Lines;
pub use entry::Entry;
pub use error::{Kind, Problem, SettingsError};
pub use inspect::{EVENTS, Flaw, FoundHook, Inspected, inspect};
pub use matcher::Matcher;
pub use own::is_ours;

/// The settings with the entry in them; the same text where it is there already.
///
/// A text of white space and comments (also that of a missing file: none at all) becomes an object of its own. An older
/// hook of ours is renewed where it stands, on any event: its program always, its arguments unless they begin with
/// `hook` and the entry has no option to set, its timeout only if it has none that counts. Its other keys, its group and
/// its matcher stay, and its event gets no second one. Nothing is taken away, not even what an earlier `tell_agent` added.
///
/// # Errors
/// Where the text is not JSON with comments, where a place to edit has another type or stands there twice, and where
/// [`uninstall()`] would not give back what was there before.
pub fn install(text: &str, entry: &Entry) -> Result<String, SettingsError> {
    let (mark, body) = split_mark(text);
    let document = Document::parse(body)?;
    let installed = format!("{mark}{}", install::apply(&document, entry)?);
    if uninstall(&installed, &entry.deny)? == uninstall(text, &entry.deny)? {
        Ok(installed)
    } else {
        Err(document.error(Problem::Irreversible))
    }
}

/// The settings without our hooks and without these denied permissions; the same text where there are none.
///
/// After [`install()`] in a text that had none of them, that is the text from before, byte for byte: none at all where the
/// file was empty or missing. Comments outside of our hooks stay, and what holds one.
///
/// # Errors
/// As [`install()`], for `hooks` and `permissions.deny`.
pub fn uninstall(text: &str, deny: &[String]) -> Result<String, SettingsError> {
    let (mark, body) = split_mark(text);
    let document = Document::parse(body)?;
    Ok(format!("{mark}{}", uninstall::apply(&document, deny)?))
}

/// The entry as settings of its own, to be copied by hand. Ends with a line end.
pub fn snippet(entry: &Entry) -> String {
    let lines = Lines {
        indent: "",
        unit: "  ",
        newline: "\n",
    };
    format!("{}\n", entry.settings().write(Some(lines)))
}

/// The change as a unified diff under the name `path`; empty where there is none. Holds the texts as they are, also
/// characters that a terminal would obey.
pub fn diff(old: &str, new: &str, path: &str) -> String {
    similar::TextDiff::from_lines(old, new)
        .unified_diff()
        .header(path, path)
        .to_string()
}

/// The byte order mark, which stays in front whatever happens behind it, and the rest.
fn split_mark(text: &str) -> (&str, &str) {
    match text.strip_prefix('\u{feff}') {
        Some(body) => ("\u{feff}", body),
        None => ("", text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> [Entry; 2] {
        let entry = Entry {
            command: "/opt/answerback".to_owned(),
            args: vec!["hook".to_owned()],
            timeout: 5,
            tell_agent: false,
            deny: Vec::new(),
        };
        let more = Entry {
            tell_agent: true,
            deny: vec![
                "Bash(answerback trust*)".to_owned(),
                "Edit(//a/**)".to_owned(),
            ],
            ..entry.clone()
        };
        [entry, more]
    }

    /// Texts that hold the members in every style: on one line, on lines, commented, with trailing commas.
    fn written(open: &str, members: &[&str], close: &str) -> Vec<String> {
        if members.is_empty() {
            let inner = [
                "",
                " ",
                "\n",
                " \n\t",
                "\n\n",
                "/* c */",
                " // c\n",
                "\n  // c\n  /* d */",
            ];
            return inner.map(|inner| format!("{open}{inner}{close}")).to_vec();
        }
        vec![
            format!("{open}{}{close}", members.join(",")),
            format!("{open} {} , {close}", members.join(" , ")),
            format!("{open}\n  {}\n{close}", members.join(",\n  ")),
            format!("{open}\n\t{},\n{close}", members.join(",\n\t")),
            format!("{open}\n\n{}{close}", members.join("\n,")),
            format!(
                "{open} // c\n  {} // e\n{close}",
                members.join(", // d\n  ")
            ),
            format!(
                "{open}/* c */{}/* e */,/* f */{close}",
                members.join(",/* d */")
            ),
        ]
    }

    fn shapes() -> Vec<String> {
        let other = r#"{"hooks": [{"type": "command", "command": "other"}]}"#;
        let mut lists = written("[", &[], "]");
        lists.extend(written("[", &[other], "]"));
        lists.extend(written("[", &[other, "7"], "]"));
        let mut hooks = written("{", &[], "}");
        for list in &lists {
            let event = format!("\"Elicitation\": {list}");
            hooks.extend(written("{", &[&event], "}"));
            hooks.extend(written("{", &["\"Stop\": []", &event], "}"));
        }
        let mut permissions = written("{", &[], "}");
        for list in written("[", &[], "]")
            .iter()
            .chain(&written("[", &["\"x\""], "]"))
        {
            let deny = format!("\"deny\": {list}");
            permissions.extend(written("{", &[&deny], "}"));
            permissions.extend(written("{", &[&deny, "\"allow\": []"], "}"));
        }
        let mut members = vec![vec![], vec!["\"model\": \"opus\"".to_owned()]];
        members.extend(
            hooks
                .iter()
                .map(|hooks| vec![format!("\"hooks\": {hooks}")]),
        );
        for permissions in &permissions {
            let permissions = format!("\"permissions\": {permissions}");
            members.push(vec![permissions.clone()]);
            members.push(vec!["\"hooks\": {}".to_owned(), permissions]);
        }
        let members = members.iter().flat_map(|members| {
            let members: Vec<_> = members.iter().map(String::as_str).collect();
            written("{", &members, "}")
        });
        let blank = ["", " ", "\n", "\n\n", "// c", "/* c */", "// c\n"].map(str::to_owned);
        members.chain(blank).collect()
    }

    #[test]
    fn init_then_uninstall_gives_back_every_shape() {
        let around = [
            ("", ""),
            ("", "\n"),
            ("\u{feff}", "\n\n"),
            ("\n", "\n"),
            ("// a\n", " // b\n"),
        ];
        let newlines = ["\n", "\r\n", "\r"];
        let surroundings = around.iter().cycle().zip(newlines.iter().cycle());
        let shapes = shapes();
        assert!(shapes.len() > 1000, "{}", shapes.len());
        for (shape, ((before, after), newline)) in shapes.iter().zip(surroundings) {
            let text = format!("{before}{shape}{after}").replace('\n', newline);
            for entry in entries() {
                let installed = install(&text, &entry);
                let Ok(installed) = installed else {
                    panic!("{text:?}: {installed:?}");
                };
                let hooks = if entry.tell_agent { 4 } else { 2 };
                assert_eq!(installed.matches(&entry.command).count(), hooks, "{text:?}");
                assert_eq!(
                    install(&installed, &entry).as_ref(),
                    Ok(&installed),
                    "{text:?}"
                );
                assert_eq!(
                    uninstall(&installed, &entry.deny).as_ref(),
                    Ok(&text),
                    "{text:?}"
                );
            }
        }
    }

    #[test]
    fn any_text_is_edited_reversibly_or_refused() {
        let pieces = [
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"hooks\"",
            "\"Elicitation\"",
            "\"permissions\"",
            "\"deny\"",
            "\"type\"",
            "\"command\"",
            "\"args\"",
            "\"answerback\"",
            "\"\\u00\"",
            "5",
            "-",
            "null",
            "// c",
            "/* c */",
            "/*",
            "\n",
            "\r",
            " ",
            "\u{feff}",
            "\u{2028}",
            "é",
            "'",
            "\\",
        ];
        let mut state = 7_u64;
        let mut next = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            usize::try_from(state >> 33).unwrap_or(0) % below
        };
        for _ in 0..5_000 {
            let length = next(24);
            let text: String = (0..length)
                .filter_map(|_| pieces.get(next(pieces.len())))
                .copied()
                .collect();
            for entry in entries() {
                if let Ok(installed) = install(&text, &entry) {
                    assert_eq!(
                        install(&installed, &entry).as_ref(),
                        Ok(&installed),
                        "{text:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn deep_nesting_is_refused_not_followed() {
        let text = format!("{{\"a\": {}", "[".repeat(100_000));
        assert!(install(&text, &entries()[0]).is_err());
    }

    #[test]
    fn snippet_is_what_a_missing_file_becomes() {
        for entry in entries() {
            assert_eq!(install("", &entry), Ok(snippet(&entry)));
        }
    }

    #[test]
    fn diff_shows_the_change_under_its_name() {
        assert_eq!(
            diff("a\nb\n", "a\nc\n", "x.json"),
            "--- x.json\n+++ x.json\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"
        );
        assert_eq!(diff("a", "a", "x.json"), "");
    }
}
