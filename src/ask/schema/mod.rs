//! The one validator. Every content passes here, whatever its source, or isn't sent.
//!
//! The server's schema is never validated against: the typed form says all that is checked, so that no reference,
//! applicator or keyword outside the allow-list can be hostile. Formats are judged by the `jsonschema` crate,
//! patterns by regular expression engines; the rest is compared here, and tested against what that crate says.

mod ecma;
mod format;
mod limits;
mod pattern;
pub(super) mod pattern_cost;

use std::collections::HashSet;

use serde_json::{Map, Number, Value as Json};

pub(super) use self::limits::compare;
pub(crate) use self::pattern::Budget;
use self::pattern::Pattern;
use super::{FieldKind, Form, TextLimits, Value};

/// Filled but unchecked: fields by their place in the form. No `Debug` or `Serialize`, so that no journal
/// line can be made from it by accident.
#[derive(Default)]
pub struct Candidate(Vec<(usize, Value)>);

impl Candidate {
    /// Adds the value of the field at this place.
    pub fn push(&mut self, place: usize, value: Value) {
        self.0.push((place, value));
    }

    /// The values with the places of their fields.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Value)> {
        self.0.iter().map(|(place, value)| (*place, value))
    }
}

/// Content that passed. `check` is its only maker.
pub struct Valid(Map<String, Json>);

impl Valid {
    /// The content of an `accept`: values by field name, in the form's order.
    pub fn as_json(&self) -> &Map<String, Json> {
        &self.0
    }
}

/// One thing that a form forbids. Never holds the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The field's place in the form; `None` if the content as a whole is at fault.
    pub place: Option<usize>,
    /// The keyword of JSON Schema that failed.
    pub keyword: &'static str,
}

/// Why content didn't pass.
#[derive(Debug, PartialEq, Eq)]
pub enum Rejected {
    /// The form forbids it, and this is all that is wrong.
    Invalid(Vec<Violation>),
    /// The form's own limits can't be checked; a pattern that doesn't compile, above all.
    NotUnderstood(&'static str),
}

/// Checks content against its form.
///
/// # Errors
/// The content, and why it didn't pass.
pub fn check(form: &Form, content: Candidate) -> Result<Valid, (Candidate, Rejected)> {
    check_within(form, content, &Budget::default())
}

/// The same, with what is left of a budget.
pub(crate) fn check_within(
    form: &Form,
    content: Candidate,
    budget: &Budget,
) -> Result<Valid, (Candidate, Rejected)> {
    let given: HashSet<usize> = content.iter().map(|(place, _)| place).collect();
    let missing = (form.fields.iter().enumerate())
        .any(|(place, field)| field.required && !given.contains(&place));
    match violations(form, &content, budget) {
        Ok(mut found) => {
            if missing {
                found.push(Violation {
                    place: None,
                    keyword: "required",
                });
            }
            if found.is_empty() {
                Ok(valid(form, content))
            } else {
                Err((content, Rejected::Invalid(found)))
            }
        }
        Err(keyword) => Err((content, Rejected::NotUnderstood(keyword))),
    }
}

/// Whether one value would do for one field, as [`check`] would say.
pub(crate) fn accepts(form: &Form, place: usize, value: &Value, budget: &Budget) -> bool {
    let content = Candidate(vec![(place, value.clone())]);
    violations(form, &content, budget).is_ok_and(|found| found.is_empty())
}

fn valid(form: &Form, content: Candidate) -> Valid {
    let named = content.0.into_iter().filter_map(|(place, value)| {
        Some((form.fields.get(place)?.name.clone(), value.into_json()))
    });
    Valid(named.collect())
}

/// What is wrong with the values that are there.
fn violations(
    form: &Form,
    content: &Candidate,
    budget: &Budget,
) -> Result<Vec<Violation>, &'static str> {
    let mut found = Vec::new();
    for (place, value) in content.iter() {
        let field = form.fields.get(place).ok_or("properties")?;
        let broken = broken(&field.kind, value, budget)?;
        found.extend(broken.into_iter().map(|keyword| Violation {
            place: Some(place),
            keyword,
        }));
    }
    Ok(found)
}

/// The keywords of a field that a value breaks.
fn broken(
    kind: &FieldKind,
    value: &Value,
    budget: &Budget,
) -> Result<Vec<&'static str>, &'static str> {
    let mut found = Vec::new();
    match (kind, value) {
        (FieldKind::Unsupported(keyword), _) => return Err(keyword.0),
        (FieldKind::Text(limits), Value::Text(text)) => {
            texts(limits, std::slice::from_ref(text), budget, &mut found)?;
        }
        (FieldKind::Number(limits), Value::Number(number)) => {
            found = limits::number(limits, number)?;
            found.extend((limits.integer && is_rounded(number)).then_some("type"));
        }
        (FieldKind::Choice(offered), _) => {
            found.extend((!limits::offers(offered, value)).then_some("enum"));
        }
        (FieldKind::Choices { offered, min, max }, Value::Texts(given)) => {
            found.extend(limits::list(*min, *max, true, given));
            found.extend((!limits::offers_all(offered, given)).then_some("enum"));
        }
        (
            FieldKind::Texts {
                item,
                unique,
                min,
                max,
            },
            Value::Texts(given),
        ) => {
            found.extend(limits::list(*min, *max, *unique, given));
            texts(item, given, budget, &mut found)?;
        }
        (FieldKind::Boolean, Value::Bool(_)) => {}
        _ => found.push("type"),
    }
    Ok(found)
}

/// Checks texts against the same limits. The pattern is compiled once.
fn texts(
    limits: &TextLimits,
    texts: &[String],
    budget: &Budget,
    found: &mut Vec<&'static str>,
) -> Result<(), &'static str> {
    let pattern = match &limits.pattern {
        Some(source) => Some(Pattern::new(source, budget).ok_or("pattern")?),
        None => None,
    };
    for text in texts {
        found.extend(limits::length(limits, text));
        if let Some(format) = &limits.format
            && (!format::holds(format, text).ok_or("format")? || is_script(format, text))
        {
            found.push("format");
        }
        if let Some(pattern) = &pattern
            && !pattern.is_in(text, budget).ok_or("pattern")?
        {
            found.push("pattern");
        }
    }
    Ok(())
}

/// Beyond 2^53 a float no longer holds every digit, so the integer that was written may be another one.
fn is_rounded(number: &Number) -> bool {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    number.is_f64() && number.as_f64().is_some_and(|float| float.abs() >= EXACT)
}

/// `format: uri` lets scripts through; no server has a use for a person's `javascript:`.
fn is_script(format: &str, address: &str) -> bool {
    const ADDRESSES: [&str; 4] = ["uri", "uri-reference", "iri", "iri-reference"];
    const SCRIPTS: [&str; 3] = ["javascript", "vbscript", "data"];
    let is_script = |scheme: &str| {
        SCRIPTS
            .iter()
            .any(|script| scheme.eq_ignore_ascii_case(script))
    };
    ADDRESSES.contains(&format)
        && (address.split_once(':')).is_some_and(|(scheme, _)| is_script(scheme))
}

#[cfg(test)]
mod tests;
