//! A settings file as read: where everything stands, and in which style it is written.
//! Refuses what is not JSON with comments. What is changed, and how, is decided elsewhere.

use std::ops::Range;

use jsonc_parser::ast::{Array, Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::tokens::{Token, TokenAndRange};
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};

use super::draft::Lines;
use super::error::{Kind, Problem, SettingsError};

/// A parsed text and how it is laid out.
pub(super) struct Document<'a> {
    pub text: &'a str,
    value: Option<Value<'a>>,
    /// All tokens and comments, in order.
    pub tokens: Vec<TokenAndRange<'a>>,
    /// The first line end of the text.
    pub newline: &'static str,
    /// One step of indentation, as the root's first member shows it.
    pub unit: &'a str,
}

impl<'a> Document<'a> {
    /// Reads JSON with comments and trailing commas; nothing looser.
    ///
    /// # Errors
    /// Anything else, and a text nested deeper than 512 levels.
    pub(super) fn parse(text: &'a str) -> Result<Self, SettingsError> {
        let collect = CollectOptions {
            comments: CommentCollectionStrategy::AsTokens,
            tokens: true,
        };
        let options = ParseOptions {
            allow_comments: true,
            allow_trailing_commas: true,
            allow_loose_object_property_names: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        let parsed = parse_to_ast(text, &collect, &options).map_err(|error| {
            let problem = Problem::Syntax(error.kind().to_string());
            SettingsError::at(text, error.range().start, problem)
        })?;
        let mut document = Self {
            text,
            value: parsed.value,
            tokens: parsed.tokens.unwrap_or_default(),
            newline: newline_of(text),
            unit: "  ",
        };
        document.refuse_control_characters()?;
        if let Some(Value::Object(root)) = &document.value {
            document.unit = document.unit_of(root);
        }
        Ok(document)
    }

    /// The root object; none in a text of white space and comments.
    ///
    /// # Errors
    /// Any other root.
    pub(super) fn root(&self) -> Result<Option<&Object<'a>>, SettingsError> {
        match &self.value {
            None => Ok(None),
            Some(Value::Object(root)) => Ok(Some(root)),
            Some(other) => Err(self.wrong_type(other, String::new(), Kind::Object)),
        }
    }

    /// The value of `key` in the object at the path `parent`, which only errors name.
    ///
    /// # Errors
    /// The key stands there twice.
    pub(super) fn member<'o>(
        &self,
        object: &'o Object<'a>,
        key: &str,
        parent: &str,
    ) -> Result<Option<&'o Value<'a>>, SettingsError> {
        let mut found = object.properties.iter().filter(|member| is(member, key));
        let first = found.next();
        match found.next() {
            Some(second) => {
                let path = join_path(parent, key);
                let problem = Problem::DuplicateKey { path };
                Err(SettingsError::at(self.text, second.start(), problem))
            }
            None => Ok(first.map(|member| &member.value)),
        }
    }

    /// As `member`, for an object.
    ///
    /// # Errors
    /// The key stands there twice, or its value is no object.
    pub(super) fn object<'o>(
        &self,
        object: &'o Object<'a>,
        key: &str,
        parent: &str,
    ) -> Result<Option<&'o Object<'a>>, SettingsError> {
        match self.member(object, key, parent)? {
            None => Ok(None),
            Some(Value::Object(object)) => Ok(Some(object)),
            Some(other) => Err(self.wrong_type(other, join_path(parent, key), Kind::Object)),
        }
    }

    /// As `member`, for an array.
    ///
    /// # Errors
    /// The key stands there twice, or its value is no array.
    pub(super) fn array<'o>(
        &self,
        object: &'o Object<'a>,
        key: &str,
        parent: &str,
    ) -> Result<Option<&'o Array<'a>>, SettingsError> {
        match self.member(object, key, parent)? {
            None => Ok(None),
            Some(Value::Array(array)) => Ok(Some(array)),
            Some(other) => Err(self.wrong_type(other, join_path(parent, key), Kind::Array)),
        }
    }

    /// Where the root begins.
    pub(super) fn start(&self) -> usize {
        self.value.as_ref().map_or(0, Ranged::start)
    }

    /// An error at the root, for what concerns the whole text.
    pub(super) fn error(&self, problem: Problem) -> SettingsError {
        SettingsError::at(self.text, self.start(), problem)
    }

    fn wrong_type(&self, value: &Value, path: String, wanted: Kind) -> SettingsError {
        let problem = Problem::Type {
            path,
            wanted,
            found: Kind::of(value),
        };
        SettingsError::at(self.text, value.start(), problem)
    }

    /// The parser lets them through; JSON does not.
    fn refuse_control_characters(&self) -> Result<(), SettingsError> {
        for token in &self.tokens {
            if matches!(token.token, Token::String(_)) {
                let text = self.slice(token.start(), token.end());
                if let Some(at) = text.bytes().position(|byte| byte < b' ') {
                    let offset = token.start() + at;
                    let problem = Problem::ControlCharacter;
                    return Err(SettingsError::at(self.text, offset, problem));
                }
            }
        }
        Ok(())
    }
}

/// Looking around.
impl<'a> Document<'a> {
    pub(super) fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    pub(super) fn lines<'l>(&'l self, indent: &'l str) -> Lines<'l> {
        Lines {
            indent,
            unit: self.unit,
            newline: self.newline,
        }
    }

    /// The last token or comment that ends at or before `offset`.
    pub(super) fn before(&self, offset: usize) -> (usize, Option<&Token<'a>>) {
        let count = self.tokens.partition_point(|token| token.end() <= offset);
        match count
            .checked_sub(1)
            .and_then(|index| self.tokens.get(index))
        {
            Some(token) => (token.end(), Some(&token.token)),
            None => (0, None),
        }
    }

    /// The comma behind a member that ends at `offset`.
    pub(super) fn comma_after(&self, offset: usize) -> Option<Range<usize>> {
        let first = self.tokens.partition_point(|token| token.start() < offset);
        let mut tokens = self.tokens.iter().skip(first);
        let next = tokens.find(|token| !is_comment(&token.token))?;
        matches!(next.token, Token::Comma).then(|| span(next))
    }

    /// The line end that begins at `offset`.
    pub(super) fn line_end_at(&self, offset: usize) -> Option<&'static str> {
        let rest = self.slice(offset, self.text.len());
        NEWLINES
            .into_iter()
            .find(|newline| rest.starts_with(newline))
    }

    /// The white space that the line around `offset` begins with. Reads the whole line.
    pub(super) fn indent_at(&self, offset: usize) -> &'a str {
        let before = self.slice(0, offset);
        let line = before.rsplit(['\n', '\r']).next().unwrap_or(before);
        let length = line.len() - line.trim_start_matches([' ', '\t']).len();
        line.get(..length).unwrap_or_default()
    }

    /// The indentation of what stands at `offset`, if it begins a line, but not the first.
    pub(super) fn own_line(&self, offset: usize) -> Option<&'a str> {
        let before = self.slice(0, offset).trim_end_matches([' ', '\t']);
        let begins = before.ends_with(['\n', '\r']);
        begins.then(|| self.slice(before.len(), offset))
    }

    fn unit_of(&self, root: &Object) -> &'a str {
        let first = root.properties.first();
        let indent = first.and_then(|first| self.own_line(first.start()));
        let unit = indent.and_then(|indent| indent.strip_prefix(self.indent_at(root.start())));
        unit.filter(|unit| !unit.is_empty()).unwrap_or("  ")
    }
}

/// Longest first, so that the first that fits is the whole line end.
pub(super) const NEWLINES: [&str; 3] = ["\r\n", "\n", "\r"];

fn newline_of(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text.get(..at).is_some_and(|line| line.ends_with('\r')) => "\r\n",
        None if text.contains('\r') => "\r",
        _ => "\n",
    }
}

fn join_path(parent: &str, key: &str) -> String {
    match parent {
        "" => key.to_owned(),
        _ => format!("{parent}.{key}"),
    }
}

/// Whether the member has this key, however it is escaped.
pub(super) fn is(member: &ObjectProp, key: &str) -> bool {
    member.name.as_str() == key
}

/// The value that counts: of two with one key the last, as in JavaScript.
pub(super) fn value_of<'o, 'a>(object: &'o Object<'a>, key: &str) -> Option<&'o Value<'a>> {
    let mut members = object.properties.iter().rev();
    members
        .find(|member| is(member, key))
        .map(|member| &member.value)
}

pub(super) fn text<'v>(value: &'v Value) -> Option<&'v str> {
    value.as_string_lit().map(|text| text.value.as_ref())
}

pub(super) fn texts<'v>(value: &'v Value) -> Option<Vec<&'v str>> {
    value.as_array()?.elements.iter().map(text).collect()
}

pub(super) fn is_positive(value: &Value) -> bool {
    let number = value
        .as_number_lit()
        .and_then(|number| number.value.parse().ok());
    number.is_some_and(|number: f64| number > 0.0)
}

/// Where a node stands in the text.
pub(super) fn span(node: &impl Ranged) -> Range<usize> {
    node.start()..node.end()
}

pub(super) fn is_comment(token: &Token) -> bool {
    matches!(token, Token::CommentLine(_) | Token::CommentBlock(_))
}
