//! Texts of others in TOML that we write: as a comment, as a pattern, as a value. Each through its one function
//! here, so that no line break, star or variable of theirs is ever live.

use std::fmt::Write;

use serde_json::Value as Json;

use super::clean::{escape_cut, toml_string};

/// Longest comment, in characters.
const MOST_COMMENT: usize = 400;

/// A text as a comment: one line, cut.
pub fn comment(text: &str) -> String {
    format!("# {}", escape_cut(text, MOST_COMMENT))
}

/// A text as a glob that matches it and nothing else, as a TOML string.
pub fn pattern(text: &str) -> String {
    toml_string(&glob(text))
}

/// A text as a glob that matches it and nothing else: no star of the server's is live.
pub(crate) fn glob(text: &str) -> String {
    let mut glob = String::with_capacity(text.len());
    for char in text.chars() {
        if matches!(char, '*' | '\\') {
            glob.push('\\');
        }
        glob.push(char);
    }
    glob
}

/// A value as an answer that is it and nothing else, in TOML; `None` for what no answer can be.
pub fn value(json: &Json) -> Option<String> {
    match json {
        Json::String(text) => Some(toml_string(&literal(text))),
        Json::Bool(yes) => Some(yes.to_string()),
        // JSON's numbers are TOML's too; an integer beyond 64 bits with a sign isn't.
        Json::Number(number) if number.is_u64() && !number.is_i64() => None,
        Json::Number(number) => Some(number.to_string()),
        Json::Array(items) => {
            let mut list = String::from("[");
            for (place, item) in items.iter().enumerate() {
                let comma = if place == 0 { "" } else { ", " };
                let _ = write!(list, "{comma}{}", toml_string(&literal(item.as_str()?)));
            }
            list.push(']');
            Some(list)
        }
        Json::Null | Json::Object(_) => None,
    }
}

/// A text as a template that says it and nothing else: no variable in it is live.
pub(crate) fn literal(text: &str) -> String {
    text.replace("${", "$${")
}

/// A name as a key.
pub fn key(name: &str) -> String {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if !name.is_empty() && name.bytes().all(bare) {
        name.to_owned()
    } else {
        toml_string(name)
    }
}
