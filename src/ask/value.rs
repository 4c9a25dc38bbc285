//! The values that an answer can hold.

use std::cmp::Ordering;

use serde_json::{Number, Value as Json};

use super::schema::compare;

/// All that a client may be sent for one field (MCP 2025-11-25, `ElicitResult.content`): null, objects
/// and lists of anything but texts can't be written down.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A text, or the value of a choice that is one.
    Text(String),
    /// A number, with all its digits.
    Number(Number),
    /// Yes or no.
    Bool(bool),
    /// The values of a multiple choice.
    Texts(Vec<String>),
}

impl Value {
    /// The scalar that `json` is; `None` for null, lists and objects.
    pub fn scalar(json: Json) -> Option<Self> {
        match json {
            Json::String(text) => Some(Self::Text(text)),
            Json::Number(number) => Some(Self::Number(number)),
            Json::Bool(yes) => Some(Self::Bool(yes)),
            Json::Null | Json::Array(_) | Json::Object(_) => None,
        }
    }

    /// The value that `json` is, a list of texts included; `None` for what can't be sent.
    pub fn from_json(json: &Json) -> Option<Self> {
        match json {
            Json::Array(items) => items
                .iter()
                .map(|item| item.as_str().map(str::to_owned))
                .collect::<Option<_>>()
                .map(Self::Texts),
            other => Self::scalar(other.clone()),
        }
    }

    /// The same value as JSON.
    pub fn into_json(self) -> Json {
        match self {
            Self::Text(text) => Json::String(text),
            Self::Number(number) => Json::Number(number),
            Self::Bool(yes) => Json::Bool(yes),
            Self::Texts(texts) => Json::Array(texts.into_iter().map(Json::String).collect()),
        }
    }

    /// Equality of JSON Schema (2020-12 core, 4.2.2): numbers are compared by value, `1` equals `1.0`.
    pub fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(left), Self::Number(right)) => {
                compare(left, right).is_some_and(Ordering::is_eq)
            }
            _ => self == other,
        }
    }
}
