//! How things are written: ids, patterns, and what TOML makes of them.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::de::DeValue;

use crate::profile::read::{Table, Value, document};
use crate::profile::{Glob, Mode, Remark, Span, Warning};

/// Letters and digits that a pattern with wildcards should have: twice what it must.
const ENOUGH: usize = 8;

/// What the text of a profile shows.
pub(super) fn remarks(bytes: &[u8]) -> Vec<Remark> {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    let mut remarks = Remarks {
        text,
        list: Vec::new(),
    };
    // Only what could be read as a profile is looked at, so there is nothing wrong with it here.
    let _ = document(bytes, |top, _| {
        for kind in ["rule", "result"] {
            let mut ids = BTreeMap::new();
            let rules = top.get(kind).into_iter();
            for rule in rules.flat_map(|(_, rules)| tables(rules)) {
                remarks.id(rule, &mut ids);
                remarks.patterns(rule);
            }
        }
    });
    remarks.list
}

fn tables<'t, 'i>(value: &'t Value<'i>) -> impl Iterator<Item = Table<'t, 'i>> {
    let items = match value.get_ref() {
        DeValue::Array(items) => Some(items.iter()),
        _ => None,
    };
    items.into_iter().flatten().filter_map(Table::of)
}

/// The texts of a value that is one, or a list of them, with their places.
fn texts<'t>(value: &'t Value<'_>) -> Vec<(&'t str, Range<usize>)> {
    let text = |value: &'t Value<'_>| match value.get_ref() {
        DeValue::String(text) => Some((text.as_ref(), value.span())),
        _ => None,
    };
    match value.get_ref() {
        DeValue::Array(items) => items.iter().filter_map(text).collect(),
        _ => text(value).into_iter().collect(),
    }
}

struct Remarks<'t> {
    text: &'t str,
    list: Vec<Remark>,
}

impl Remarks<'_> {
    fn push(&mut self, warning: Warning, span: Range<usize>) {
        let span = Some(span.into());
        self.list.push(Remark { warning, span });
    }

    fn id(&mut self, rule: Table<'_, '_>, ids: &mut BTreeMap<String, usize>) {
        let id = rule.get("id").map(|(_, id)| texts(id)).unwrap_or_default();
        for (id, span) in id {
            let here = Span::from(span.clone()).position(self.text).0;
            match ids.get(id) {
                Some(&line) => {
                    let id = id.to_owned();
                    self.push(Warning::IdTwice { id, line }, span);
                }
                None => {
                    ids.insert(id.to_owned(), here);
                }
            }
        }
    }

    fn patterns(&mut self, rule: Table<'_, '_>) {
        let action = rule.get("action").map(|(_, action)| texts(action));
        let accepts = action.is_none_or(|action| action.iter().all(|(word, _)| *word == "accept"));
        let Some(when) = rule.get("when").and_then(|(_, when)| Table::of(when)) else {
            return;
        };
        for (key, value) in when.in_order() {
            let key = key.get_ref().as_ref();
            for (pattern, span) in texts(value) {
                match key {
                    "message" | "question" => self.glob(pattern, accepts, &span),
                    "message_regex" if accepts && opens_loosely(pattern) => {
                        self.push(Warning::LooseStart, span.clone());
                    }
                    "project" if pattern.starts_with('~') => {
                        self.push(Warning::Tilde, span.clone());
                    }
                    _ => {}
                }
                match key {
                    // White space of any kind is folded, in these patterns and in messages.
                    "message" | "question" => self.escape(span, "be"),
                    "message_regex" | "url" => self.escape(span, "befnrt"),
                    _ => {}
                }
            }
        }
    }

    fn glob(&mut self, pattern: &str, accepts: bool, span: &Range<usize>) {
        if is_markdown(pattern) {
            return self.push(Warning::Markdown, span.clone());
        }
        let Ok(glob) = Glob::parse(pattern, Mode::Message) else {
            return;
        };
        if !accepts || glob.literal().is_some() {
            return;
        }
        if glob.starts_open() {
            self.push(Warning::LooseStart, span.clone());
        } else if glob.fixed_weight() < ENOUGH {
            self.push(Warning::FewFixed, span.clone());
        }
    }

    /// In a basic string, an escape that TOML takes for a character where a pattern means something else.
    fn escape(&mut self, span: Range<usize>, letters: &str) {
        let raw = self.text.get(span.clone()).unwrap_or_default();
        if !raw.starts_with('"') {
            return;
        }
        let mut chars = raw.char_indices();
        while let Some((at, char)) = chars.next() {
            let escaped = if char == '\\' { chars.next() } else { continue };
            let Some((_, letter)) = escaped else { return };
            if !letters.contains(letter) {
                continue;
            }
            let stands_for = match letter {
                'b' => "a backspace",
                'e' => "an escape character",
                'f' => "a form feed",
                'n' => "a line feed",
                'r' => "a carriage return",
                't' => "a tab",
                _ => continue,
            };
            let start = span.start + at;
            return self.push(Warning::Escape { letter, stands_for }, start..start + 2);
        }
    }
}

/// `**words**`: stars that touch a word on the inside, first before it and then behind it.
fn is_markdown(pattern: &str) -> bool {
    let touches =
        |char: Option<char>| char.is_some_and(|char| !char.is_whitespace() && char != '*');
    let Some((_, rest)) = pattern.split_once("**") else {
        return false;
    };
    touches(rest.chars().next())
        && rest.split_once("**").is_some_and(|(inside, after)| {
            touches(inside.chars().next_back())
                // `**approve**` alone is a pattern: the word, wherever it stands.
                && !(after.is_empty() && pattern.starts_with("**"))
        })
}

/// Whether an expression begins with a run of anything.
fn opens_loosely(regex: &str) -> bool {
    let regex = regex.strip_prefix('^').unwrap_or(regex);
    let flags = regex
        .strip_prefix("(?")
        .and_then(|rest| rest.split_once(')'))
        .filter(|(flags, _)| flags.chars().all(|flag| flag.is_ascii_alphabetic()));
    let regex = flags.map_or(regex, |(_, rest)| rest);
    [".*", ".+", r"[\s\S]*", r"[\s\S]+", r"(?:.|\n)*"]
        .iter()
        .any(|run| regex.starts_with(run))
}
