//! One line of the journal. This is its whole schema; `log --json` prints these lines as they stand.
//!
//! No value that was or would have been sent is ever in a line: texts of the server are blotted (see `clean`), and
//! values have no place in the type.

use std::borrow::Cow;
use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A text that is borrowed where a line is written and owned where it is read.
pub type Text<'l> = Cow<'l, str>;

/// What happened, once. What doesn't apply is left out.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(default)]
pub struct Line<'l> {
    /// UTC, RFC 3339, milliseconds.
    pub time: Text<'l>,
    /// What kind of line it is.
    pub event: Event,
    /// The client's session.
    #[serde(skip_serializing_if = "is_empty")]
    pub session: Text<'l>,
    /// The prompt within the session, where the client says so.
    #[serde(skip_serializing_if = "is_empty")]
    pub prompt: Text<'l>,
    /// The project's folder.
    #[serde(skip_serializing_if = "is_empty")]
    pub project: Text<'l>,
    /// Which server.
    pub server: Text<'l>,
    /// `form`, `url` or `unreadable`.
    #[serde(skip_serializing_if = "is_empty")]
    pub mode: Text<'l>,
    /// The server's own id of the request (URL mode).
    #[serde(skip_serializing_if = "is_empty")]
    pub elicitation_id: Text<'l>,
    /// The message: cleaned, cut, and each value that was sent blotted out.
    #[serde(skip_serializing_if = "is_empty")]
    pub message: Text<'l>,
    /// The fields and what became of each: `asked` (no rule got that far), `rule`, `answers` (of the rule's file),
    /// `answers:SCOPE` (of another), `default`, `left_out`, `missing`, `unmade`. In a result: `person` or `rule`.
    #[serde(skip_serializing_if = "Fields::is_empty")]
    pub fields: Fields<'l>,
    /// How many fields had no room in the line.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_fields: usize,
    /// What we said: `accept`, `decline`, `cancel` or `none`.
    #[serde(skip_serializing_if = "is_empty")]
    pub decision: Text<'l>,
    /// The stable word for why: `rule` or a reason's code.
    #[serde(skip_serializing_if = "is_empty")]
    pub reason: Text<'l>,
    /// The scope of the rule that decided or was the last to apply.
    #[serde(skip_serializing_if = "is_empty")]
    pub scope: Text<'l>,
    /// Its file.
    #[serde(skip_serializing_if = "is_empty")]
    pub file: Text<'l>,
    /// Its id.
    #[serde(skip_serializing_if = "is_empty")]
    pub rule: Text<'l>,
    /// Its line in the file.
    #[serde(skip_serializing_if = "is_zero")]
    pub rule_line: usize,
    /// What it gives as its `reason`, where it declined, cancelled or left the request to the person.
    #[serde(skip_serializing_if = "is_empty")]
    pub rule_reason: Text<'l>,
    /// How often this rule has answered in this prompt, this time included, from the second time on.
    #[serde(skip_serializing_if = "is_zero")]
    pub repeat: usize,
    /// Whether a person sat at the client.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attended: Option<bool>,
    /// In a result: what was answered, `accept`, `decline` or `cancel`.
    #[serde(skip_serializing_if = "is_empty")]
    pub action: Text<'l>,
    /// In a result: who answered, `person`, `nobody` (the client's own cancel without a person) or `rule` (a
    /// `[[result]]` or the policy for typed secrets).
    #[serde(skip_serializing_if = "is_empty")]
    pub by: Text<'l>,
    /// In a result: whether it is known which request it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paired: Option<bool>,
    /// In a `dropped` line: how many lines of this server's minute were not written.
    #[serde(skip_serializing_if = "is_zero")]
    pub dropped: usize,
    /// Microseconds from the start of the program to the decision.
    #[serde(skip_serializing_if = "is_zero")]
    pub micros: usize,
    /// The wire it came through.
    #[serde(skip_serializing_if = "is_empty")]
    pub wire: Text<'l>,
}

/// The kinds of line.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A server asked.
    #[default]
    Request,
    /// Somebody, or the client in their place, answered what we left open.
    Result,
    /// The agent was told why.
    Told,
    /// Too many lines within a minute.
    Dropped,
}

/// Field names with a word each, in the form's order.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Fields<'l>(pub Vec<(Text<'l>, Text<'l>)>);

impl Fields<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, word) in &self.0 {
            map.serialize_entry(name, word)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Fields<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Vec<(Text<'static>, Text<'static>)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("field names with a word each")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some((name, word)) = map.next_entry::<String, String>()? {
                    entries.push((name.into(), word.into()));
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_map(Entries).map(Fields)
    }
}

impl Line<'_> {
    /// The line's bytes, its line feed included; `None` if it can't be written or is too long for the journal.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let mut bytes = Vec::with_capacity(1024);
        serde_json::to_writer(&mut bytes, self).ok()?;
        bytes.push(b'\n');
        (bytes.len() <= crate::files::LINE_LIMIT).then_some(bytes)
    }
}

fn is_empty(text: &Text<'_>) -> bool {
    text.is_empty()
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}
