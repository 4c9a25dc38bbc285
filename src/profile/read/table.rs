//! Spanned TOML, with the faults that reading it finds.

use std::ops::Range;

use serde_json::Number;
use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeString, DeTable, DeValue};

use crate::profile::{At, Diagnostic, Fault};

/// The faults found so far.
#[derive(Default)]
pub(crate) struct Faults(Vec<Diagnostic>);

impl Faults {
    pub(crate) fn push(&mut self, fault: Fault, span: Range<usize>) {
        self.0.push(Diagnostic {
            fault,
            span: span.into(),
        });
    }

    pub(crate) fn wrong_type(&mut self, key: &str, expected: &'static str, span: Range<usize>) {
        self.wrongly_written(key, expected, None, span);
    }

    /// A value of another type, with how it is written.
    pub(crate) fn wrongly_written(
        &mut self,
        key: &str,
        expected: &'static str,
        help: Option<String>,
        span: Range<usize>,
    ) {
        let key = key.to_owned();
        let fault = Fault::WrongType {
            key,
            expected,
            help,
        };
        self.push(fault, span);
    }
}

/// Reads a TOML document with `reader`, and gives what it made if nothing was wrong.
pub(crate) fn document<T>(
    bytes: &[u8],
    reader: impl FnOnce(Table<'_, '_>, &mut Faults) -> T,
) -> Result<T, Vec<Diagnostic>> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(vec![Diagnostic {
            fault: Fault::NotUtf8,
            span: (0..0).into(),
        }]);
    };
    let (root, errors) = DeTable::parse_recoverable(text);
    let mut faults = Faults::default();
    for error in errors {
        faults.push(
            Fault::Syntax(error.message().to_owned()),
            error.span().unwrap_or(0..0),
        );
    }
    // What a file with broken syntax says can't be told; only the syntax is reported then.
    if faults.0.is_empty() {
        let made = reader(Table(root.get_ref()), &mut faults);
        if faults.0.is_empty() {
            return Ok(made);
        }
    }
    faults.0.sort_by_key(|diagnostic| diagnostic.span.start);
    Err(faults.0)
}

pub(crate) type Key<'i> = Spanned<DeString<'i>>;
pub(crate) type Value<'i> = Spanned<DeValue<'i>>;

/// A table, its entries to be had by name or in the order of the file.
#[derive(Clone, Copy)]
pub(crate) struct Table<'t, 'i>(&'t DeTable<'i>);

impl<'t, 'i> Table<'t, 'i> {
    pub(crate) fn of(value: &'t Value<'i>) -> Option<Self> {
        match value.get_ref() {
            DeValue::Table(table) => Some(Self(table)),
            _ => None,
        }
    }

    pub(crate) fn get(self, name: &str) -> Option<(&'t Key<'i>, &'t Value<'i>)> {
        self.0.iter().find(|(key, _)| key.get_ref() == name)
    }

    /// Entries by their names.
    pub(crate) fn entries(self) -> impl Iterator<Item = (&'t Key<'i>, &'t Value<'i>)> {
        self.0.iter()
    }

    /// Entries in the order of the file.
    pub(crate) fn in_order(self) -> Vec<(&'t Key<'i>, &'t Value<'i>)> {
        let mut entries: Vec<_> = self.0.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        entries
    }

    /// Whether a table of this name, or one in a list of them, holds the key.
    pub(crate) fn holds_below(self, table: &str, key: &str) -> bool {
        let holds =
            |value: &'t Value<'i>| Table::of(value).is_some_and(|table| table.get(key).is_some());
        self.get(table)
            .is_some_and(|(_, value)| match value.get_ref() {
                DeValue::Array(items) => items.iter().any(holds),
                _ => holds(value),
            })
    }
}

/// The tables of a list, with their numbers from 1. `form` is how such a list is written.
pub(crate) fn tables<'t, 'i>(
    top: Table<'t, 'i>,
    key: &str,
    form: &'static str,
    faults: &mut Faults,
) -> impl Iterator<Item = (usize, &'t Value<'i>, Table<'t, 'i>)> + use<'t, 'i> {
    let mut tables = Vec::new();
    if let Some((name, value)) = top.get(key) {
        if let DeValue::Array(items) = value.get_ref() {
            for (index, item) in items.iter().enumerate() {
                match Table::of(item) {
                    Some(table) => tables.push((index + 1, item, table)),
                    None => faults.wrong_type(key, form, item.span()),
                }
            }
        } else {
            faults.wrong_type(key, form, name.span());
        }
    }
    tables.into_iter()
}

/// One text.
pub(crate) fn text(value: &Value<'_>, key: &str, faults: &mut Faults) -> Option<At<String>> {
    match value.get_ref() {
        DeValue::String(text) => Some(At::new(text.to_string(), value.span())),
        _ => {
            faults.wrong_type(key, "a text", value.span());
            None
        }
    }
}

/// Yes or no.
pub(crate) fn boolean(value: &Value<'_>, key: &str, faults: &mut Faults) -> Option<bool> {
    match value.get_ref() {
        DeValue::Boolean(yes) => Some(*yes),
        _ => {
            faults.wrongly_written(key, "`true` or `false`", unquoted(value), value.span());
            None
        }
    }
}

/// What to do about a yes or no that was written as a text.
pub(crate) fn unquoted(value: &Value<'_>) -> Option<String> {
    let DeValue::String(text) = value.get_ref() else {
        return None;
    };
    matches!(text.as_ref(), "true" | "false").then(|| format!("write `{text}`, without quotes"))
}

/// A text or a list of them. An empty list is a fault.
pub(crate) fn texts(value: &Value<'_>, key: &str, faults: &mut Faults) -> Vec<At<String>> {
    match value.get_ref() {
        DeValue::String(text) => vec![At::new(text.to_string(), value.span())],
        DeValue::Array(items) => {
            if items.is_empty() {
                faults.push(
                    Fault::EmptyList {
                        key: key.to_owned(),
                    },
                    value.span(),
                );
            }
            let texts = items.iter().filter_map(|item| match item.get_ref() {
                DeValue::String(text) => Some(At::new(text.to_string(), item.span())),
                _ => {
                    faults.wrong_type(key, "a text or a list of texts", item.span());
                    None
                }
            });
            texts.collect()
        }
        _ => {
            faults.wrong_type(key, "a text or a list of texts", value.span());
            Vec::new()
        }
    }
}

/// A number with all its digits.
pub(crate) fn number(value: &Value<'_>, faults: &mut Faults) -> Option<Number> {
    let (number, fault) = match value.get_ref() {
        DeValue::Integer(integer) => (integer_of(integer), Fault::TooLarge),
        DeValue::Float(float) => (float_of(float), Fault::NotFinite),
        _ => return None,
    };
    if number.is_none() {
        faults.push(fault, value.span());
    }
    number
}

fn integer_of(integer: &DeInteger<'_>) -> Option<Number> {
    let (digits, radix) = (integer.as_str(), integer.radix());
    i64::from_str_radix(digits, radix)
        .map(Number::from)
        .or_else(|_| u64::from_str_radix(digits, radix).map(Number::from))
        .ok()
}

fn float_of(float: &DeFloat<'_>) -> Option<Number> {
    float.as_str().parse().ok().and_then(Number::from_f64)
}

/// A scalar as text, for places where only its text counts.
pub(crate) fn scalar_text(value: &Value<'_>, key: &str, faults: &mut Faults) -> Option<String> {
    match value.get_ref() {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Boolean(yes) => Some(yes.to_string()),
        DeValue::Datetime(date) => Some(date.to_string()),
        DeValue::Integer(_) | DeValue::Float(_) => {
            number(value, faults).map(|number| number.to_string())
        }
        DeValue::Array(_) | DeValue::Table(_) => {
            faults.wrong_type(key, "a text, number, boolean or date", value.span());
            None
        }
    }
}

/// The key that was probably meant.
pub(crate) fn meant(name: &str, keys: &[&str]) -> Option<String> {
    crate::nearest::nearest(name, keys.iter().copied()).map(|key| format!("did you mean `{key}`?"))
}
