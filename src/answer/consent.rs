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

/// What values say in a form that asks consent. Required fields come first: where they say no, that is the
/// answer, and where they say yes, an optional *no* beside them is part of it.
pub(super) fn says_in(form: &Form, content: &Candidate) -> Says {
    let verdicts: Vec<(bool, bool)> = content
        .iter()
        .filter_map(|(place, value)| {
            let field = form.fields.get(place)?;
            Some((field.required, verdict(field, value)?))
        })
        .collect();
    let any =
        |required: bool, yes: bool| verdicts.iter().any(|(r, y)| *y == yes && (*r || !required));
    if any(true, false) {
        Says::No
    } else if any(true, true) || !any(false, false) {
        Says::Yes
    } else if any(false, true) {
        Says::Both
    } else {
        Says::No
    }
}

/// Whether a value says yes (`true`) or no, where its field is of the kind that says either.
fn verdict(field: &Field, value: &Value) -> Option<bool> {
    match (&field.kind, value) {
        (_, Value::Bool(yes)) => Some(*yes),
        // Among many options, `no` is more likely a country or a language than a refusal.
        (FieldKind::Choice(offered), value)
            if offered.len() <= MOST_OPTIONS && is_yes_or_no(field) =>
        {
            let chosen = offered.iter().find(|choice| choice.value.equals(value))?;
            Some(!says(chosen, says_no))
        }
        (FieldKind::Text(_), Value::Text(text))
            if field.required || speaks_of_consent(field, &Signs::of(field, true)) =>
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
