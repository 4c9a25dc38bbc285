//! Whether a form asks consent, and whether its values say no.
//!
//! Which texts say so is found by the survey; here stands what the fields and values say.

use crate::ask::{Candidate, Choice, Field, FieldKind, Form, Value};

use crate::words::{says_no, says_yes};

use super::survey::Signs;

/// A choice of more options than this is no yes or no.
const MOST_OPTIONS: usize = 6;

/// Why a form counts as asking consent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    /// It has no fields: accepting is the yes.
    NoFields,
    /// All it requires, or all it asks, is yes or no.
    YesNo,
    /// The field at this place has a name that says nothing (`value`, `answer`).
    GenericName(usize),
    /// A word of consent or danger stands in the message or the form's own texts.
    Word(&'static str),
    /// Such a word stands in a text of the field at this place.
    FieldWord(usize, &'static str),
}

/// Whether all that a form requires, or with nothing required all it asks, is yes or no.
pub(super) fn asks_yes_or_no(form: &Form) -> bool {
    let any_required = form.fields.iter().any(|field| field.required);
    form.fields
        .iter()
        .filter(|field| field.required || !any_required)
        .all(is_yes_or_no)
}

/// A boolean, or a choice with a word for yes or no, or with only one option.
fn is_yes_or_no(field: &Field) -> bool {
    match &field.kind {
        FieldKind::Boolean => true,
        FieldKind::Choice(offered) => {
            offered.len() <= 1
                || offered
                    .iter()
                    .any(|choice| says(choice, says_no) || says(choice, says_yes))
        }
        _ => false,
    }
}

fn says(choice: &Choice, word: fn(&str) -> bool) -> bool {
    let value = match &choice.value {
        Value::Text(text) => word(text),
        Value::Bool(yes) => word(if *yes { "true" } else { "false" }),
        Value::Number(_) | Value::Texts(_) => false,
    };
    value || choice.title.as_deref().is_some_and(word)
}

/// Whether a field is yes/no, generic or has a word of consent: what `use_defaults = true` never fills.
pub(super) fn speaks_of_consent(field: &Field, signs: &Signs) -> bool {
    is_yes_or_no(field) || signs.generic || signs.consent.is_some()
}

/// What the values of a form that asks consent say.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// Nothing in them says no.
    Yes,
    /// No.
    No,
    /// Yes and no at once, and the form doesn't tell which counts.
    Both,
}

/// What values say in a form that asks consent. Required fields come first: an optional *no* beside a required
/// *yes* is part of the yes.
pub(super) fn says_in(form: &Form, content: &Candidate) -> Says {
    let only = form.fields.iter().filter(|field| field.required).count() <= 1;
    let verdicts: Vec<(bool, bool)> = content
        .iter()
        .filter_map(|(place, value)| {
            let field = form.fields.get(place)?;
            Some((field.required, verdict(field, value, only)?))
        })
        .collect();
    let required = verdicts.iter().any(|(required, _)| *required);
    let says = |yes: bool| verdicts.iter().any(|(r, y)| *y == yes && (*r || !required));
    match (says(true), says(false)) {
        (true, true) => Says::Both,
        (false, true) => Says::No,
        (_, false) => Says::Yes,
    }
}

/// Whether a value says yes (`true`) or no, where its field is of the kind that says either. A text does where its
/// field speaks of consent, or is the `only` one that is required.
fn verdict(field: &Field, value: &Value, only: bool) -> Option<bool> {
    match (&field.kind, value) {
        (_, Value::Bool(yes)) => Some(*yes),
        // Among many options, `no` is more likely a country or a language than a refusal.
        (FieldKind::Choice(offered), value)
            if offered.len() <= MOST_OPTIONS && is_yes_or_no(field) =>
        {
            let chosen = offered.iter().find(|choice| choice.value.equals(value))?;
            Some(!says(chosen, says_no))
        }
        (FieldKind::Choices { offered, .. }, Value::Texts(texts))
            if offered.len() <= MOST_OPTIONS =>
        {
            let is_no = |text: &String| {
                let value = Value::Text(text.clone());
                let chosen = offered.iter().find(|choice| choice.value == value);
                chosen.is_some_and(|choice| says(choice, says_no))
            };
            (!texts.is_empty()).then(|| !texts.iter().all(is_no))
        }
        (FieldKind::Text(_), Value::Text(text))
            if (field.required && only) || speaks_of_consent(field, &Signs::of(field, true)) =>
        {
            if says_no(text) {
                Some(false)
            } else {
                says_yes(text).then_some(true)
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    fn says_of(properties: Json, required: &[&str], values: &[(&str, Value)]) -> Says {
        let form = Form::from_schema(Some(
            json!({ "properties": properties, "required": required }),
        ));
        let mut content = Candidate::default();
        for (name, value) in values {
            let place = form
                .fields
                .iter()
                .position(|field| field.name == *name)
                .unwrap();
            content.push(place, value.clone());
        }
        says_in(&form, &content)
    }

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    #[test]
    fn a_no_is_heard_where_it_is_the_answer() {
        let flag = json!({ "type": "boolean" });
        let choice = json!({ "enum": ["approve", "reject"] });
        let free = json!({ "type": "string" });
        for (properties, required, values, says) in [
            (
                json!({ "ok": flag }),
                vec!["ok"],
                vec![("ok", Value::Bool(false))],
                Says::No,
            ),
            (
                json!({ "ok": flag }),
                vec![],
                vec![("ok", Value::Bool(false))],
                Says::No,
            ),
            (
                json!({ "ok": flag }),
                vec!["ok"],
                vec![("ok", Value::Bool(true))],
                Says::Yes,
            ),
            (
                json!({ "decision": choice }),
                vec!["decision"],
                vec![("decision", text("reject"))],
                Says::No,
            ),
            (
                json!({ "value": free }),
                vec!["value"],
                vec![("value", text("No"))],
                Says::No,
            ),
            (
                json!({ "value": free }),
                vec!["value"],
                vec![("value", text("my-app"))],
                Says::Yes,
            ),
            (
                json!({ "ok": flag, "country": free }),
                vec!["ok", "country"],
                vec![("ok", Value::Bool(true)), ("country", text("no"))],
                Says::Yes,
            ),
            (
                json!({ "ok": flag, "remember": flag }),
                vec!["ok"],
                vec![("ok", Value::Bool(true)), ("remember", Value::Bool(false))],
                Says::Yes,
            ),
            (
                json!({ "ok": flag, "remember": flag }),
                vec!["ok"],
                vec![("ok", Value::Bool(false)), ("remember", Value::Bool(true))],
                Says::No,
            ),
            (
                json!({ "ok": flag, "travel": flag }),
                vec!["ok", "travel"],
                vec![("ok", Value::Bool(true)), ("travel", Value::Bool(false))],
                Says::Both,
            ),
            (
                json!({ "a": flag, "b": flag }),
                vec![],
                vec![("a", Value::Bool(true)), ("b", Value::Bool(false))],
                Says::Both,
            ),
            (
                json!({ "language": { "enum": ["de", "en", "fr", "ja", "no", "pl", "sv"] } }),
                vec!["language"],
                vec![("language", text("no"))],
                Says::Yes,
            ),
            (json!({}), vec![], vec![], Says::Yes),
        ] {
            assert_eq!(
                says_of(properties.clone(), &required, &values),
                says,
                "{properties} {required:?}"
            );
        }
    }
}
