//! Why a settings file is left as it is: where, and what stands there. Which file it was is for the caller to say.

use std::fmt;

use jsonc_parser::ast::Value;

/// A settings file that cannot be edited safely. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsError {
    /// Line of the finding, from 1.
    pub line: usize,
    /// Column of the finding in characters, from 1.
    pub column: usize,
    /// What it is.
    pub problem: Problem,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// Not JSON with comments; the parser's words.
    Syntax(String),
    /// A character below U+0020 inside a text, which JSON forbids.
    ControlCharacter,
    /// The value at `path` (keys joined by dots, empty for the whole file) has the wrong type.
    Type {
        /// Where it stands.
        path: String,
        /// What has to stand there.
        wanted: Kind,
        /// What stands there.
        found: Kind,
    },
    /// The key at `path` stands twice in its object, so an edit might reach the one that does not count.
    DuplicateKey {
        /// Where it stands.
        path: String,
    },
    /// Taking the change out again would not give this file back.
    Irreversible,
}

/// The types of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `{…}`
    Object,
    /// `[…]`
    Array,
    /// `"…"`
    String,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// `null`
    Null,
}

impl Kind {
    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Object(_) => Self::Object,
            Value::Array(_) => Self::Array,
            Value::StringLit(_) => Self::String,
            Value::NumberLit(_) => Self::Number,
            Value::BooleanLit(_) => Self::Boolean,
            Value::NullKeyword(_) => Self::Null,
        }
    }
}

impl SettingsError {
    /// The error at a byte offset of `text`; lines end as in the parser, with `\n`, `\r\n` or a lone `\r`.
    pub(super) fn at(text: &str, offset: usize, problem: Problem) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let (mut line, mut column) = (1, 1);
        let mut after_return = false;
        for c in before.chars() {
            match c {
                '\n' if after_return => {}
                '\n' | '\r' => (line, column) = (line + 1, 1),
                _ => column += 1,
            }
            after_return = c == '\r';
        }
        Self {
            line,
            column,
            problem,
        }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.problem
        )
    }
}

impl std::error::Error for SettingsError {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(words) => {
                let mut rest = words.chars();
                match rest.next() {
                    Some(first) => write!(f, "{}{}", first.to_lowercase(), rest.as_str()),
                    None => f.write_str("not valid json"),
                }
            }
            Self::ControlCharacter => f.write_str("a control character inside a string"),
            Self::Type {
                path,
                wanted,
                found,
            } if path.is_empty() => {
                write!(f, "the file holds {found}, not {wanted}")
            }
            Self::Type {
                path,
                wanted,
                found,
            } => write!(f, "`{path}` is {found}, not {wanted}"),
            Self::DuplicateKey { path } => write!(f, "`{path}` stands here a second time"),
            Self::Irreversible => f.write_str("the change could not be taken out again exactly"),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Object => "an object",
            Self::Array => "an array",
            Self::String => "a string",
            Self::Number => "a number",
            Self::Boolean => "a boolean",
            Self::Null => "null",
        })
    }
}
