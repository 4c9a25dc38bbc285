//! A recording as a rule: what it says, as text and as data, and its place in a profile. Pure.
//!
//! The text is put in at one place and nothing else of the file is touched, so comments, order and formatting stay.
//! Then all is parsed again and compared with what was meant: whatever a server wrote, it can have become nothing
//! but a comment, a pattern or a value.

use std::fmt::Write;

use serde_json::{Map, Value as Json};
use toml::{Table, Value};

use super::kept::name_of;
use crate::answer::asks_consent;
use crate::ask::{Form, Request, fingerprint};
use crate::report::{comment, describe_field, glob, key, literal, pattern, toml_string, value};

/// A rule to be written.
pub struct Lesson {
    text: String,
    meant: Table,
}

/// Why a rule isn't written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unwritten {
    /// A value that no profile can hold.
    Value,
    /// The file isn't TOML, or has its rules in another form.
    File,
    /// What came out isn't what was meant.
    OtherThanMeant,
}

impl std::fmt::Display for Unwritten {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Value => "a value is one that no profile can hold",
            Self::File => "the profile isn't written in `[[rule]]` blocks",
            Self::OtherThanMeant => "it would have come to something else than what was meant",
        })
    }
}

impl Lesson {
    /// The rule that gives `content` to this question. It names the question; where the form asks consent or has
    /// no text to be named by, its fingerprint too.
    ///
    /// # Errors
    /// [`Unwritten::Value`].
    pub fn new(
        request: &Request,
        form: &Form,
        content: &Map<String, Json>,
        when: &str,
    ) -> Result<Self, Unwritten> {
        let mut rule = Draft::default();
        let print = fingerprint(form);
        let id = name_of(&[&request.message, &print]);
        let id = format!("learned-{}", id.get(..8).unwrap_or(&id));
        rule.line(&comment(&format!(
            "Learned on {when} from an answer given by hand."
        )));
        rule.entry(&["id"], &toml_string(&id), Value::String(id));

        let message = request.message.trim();
        let question = form.fields.iter().find_map(|field| {
            let texts = [&field.description, &field.title].into_iter().flatten();
            texts.into_iter().find(|text| !text.trim().is_empty())
        });
        let consent = asks_consent(form, message);
        match (message, question) {
            ("", Some(question)) => rule.pattern("question", question.trim()),
            ("", None) => {
                let names: Vec<Json> = (form.fields.iter())
                    .map(|field| field.name.clone().into())
                    .collect();
                let meant = names
                    .iter()
                    .filter_map(Json::as_str)
                    .map(Value::from)
                    .collect();
                let text = names.iter().filter_map(Json::as_str).map(toml_string);
                let text = format!("[{}]", text.collect::<Vec<_>>().join(", "));
                rule.entry(&["when", "fields"], &text, Value::Array(meant));
            }
            (message, _) => rule.pattern("message", message),
        }
        if consent || (message.is_empty() && question.is_none()) {
            rule.entry(
                &["when", "form"],
                &toml_string(&print),
                Value::String(print),
            );
        }
        if consent || content.is_empty() {
            rule.entry(&["action"], "\"accept\"", Value::from("accept"));
        }
        for field in &form.fields {
            let Some(given) = content.get(&field.name) else {
                continue;
            };
            rule.line(&comment(&describe_field(field)));
            let (text, meant) = value(given).zip(meant(given)).ok_or(Unwritten::Value)?;
            rule.entry(&["answers", &field.name], &text, meant);
        }
        Ok(Self {
            text: format!("[[rule]]\n{}", rule.text),
            meant: rule.meant,
        })
    }

    /// The rule as it will stand there.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A profile with this rule in it, before the rule number `before` or behind all, which begins at the byte `at`.
    ///
    /// # Errors
    /// Why it can't be put in.
    pub fn put_in(&self, old: &str, before: Option<(usize, usize)>) -> Result<String, Unwritten> {
        let had: Table = toml::from_str(old).map_err(|_| Unwritten::File)?;
        let rules = match had.get("rule") {
            None => 0,
            Some(Value::Array(rules)) => rules.len(),
            Some(_) => return Err(Unwritten::File),
        };
        let (place, new) = match before {
            Some((place, at)) => {
                let at = above_comments(old, at);
                let (head, tail) = old.split_at_checked(at).ok_or(Unwritten::File)?;
                (place, format!("{head}{}\n{tail}", self.text))
            }
            None => {
                let gap = match old {
                    "" => "",
                    old if old.ends_with("\n\n") => "",
                    old if old.ends_with('\n') => "\n",
                    _ => "\n\n",
                };
                (rules, format!("{old}{gap}{}", self.text))
            }
        };
        let is: Table = toml::from_str(&new).map_err(|_| Unwritten::File)?;
        if is == self.meant_in(had, place) {
            Ok(new)
        } else {
            Err(Unwritten::OtherThanMeant)
        }
    }

    /// What a file comes to with the rule in it.
    fn meant_in(&self, mut had: Table, place: usize) -> Table {
        let rules = had
            .entry("rule")
            .or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(rules) = rules {
            rules.insert(place.min(rules.len()), Value::Table(self.meant.clone()));
        }
        had
    }
}

/// The head of a profile that isn't there yet.
pub fn new_profile(server: &str) -> String {
    format!(
        "{}\n# `answerback explain` shows what is answered and why; `answerback check` whether all is well.\nserver = {}\n",
        comment(&format!("What you answer to {server}.")),
        toml_string(server)
    )
}

#[derive(Default)]
struct Draft {
    text: String,
    meant: Table,
}

impl Draft {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn pattern(&mut self, name: &str, text: &str) {
        self.entry(&["when", name], &pattern(text), Value::String(glob(text)));
    }

    /// An entry under a dotted key, of at most two parts.
    fn entry(&mut self, path: &[&str], text: &str, meant: Value) {
        let dotted: Vec<String> = path.iter().map(|part| key(part)).collect();
        let _ = writeln!(self.text, "{} = {text}", dotted.join("."));
        match path {
            [outer, inner] => {
                let outer =
                    (self.meant.entry(*outer)).or_insert_with(|| Value::Table(Table::new()));
                if let Value::Table(outer) = outer {
                    outer.insert((*inner).to_owned(), meant);
                }
            }
            [name] => {
                self.meant.insert((*name).to_owned(), meant);
            }
            _ => {}
        }
    }
}

/// A value as TOML data.
fn meant(json: &Json) -> Option<Value> {
    Some(match json {
        Json::String(text) => Value::String(literal(text)),
        Json::Bool(yes) => Value::Boolean(*yes),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Value::Integer(whole),
            None => Value::Float(number.as_f64()?),
        },
        Json::Array(items) => {
            let texts = items
                .iter()
                .map(|item| Some(Value::String(literal(item.as_str()?))));
            Value::Array(texts.collect::<Option<_>>()?)
        }
        Json::Null | Json::Object(_) => return None,
    })
}

/// The start of the comment lines that stand right above a place, which belong to what stands there.
fn above_comments(text: &str, at: usize) -> usize {
    let mut start = at;
    while let Some(head) = text.get(..start).and_then(|head| head.strip_suffix('\n')) {
        let line = head.rfind('\n').map_or(0, |end| end + 1);
        let is_comment = head
            .get(line..)
            .is_some_and(|line| line.trim_start().starts_with('#'));
        if !is_comment {
            break;
        }
        start = line;
    }
    start
}
