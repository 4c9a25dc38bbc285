//! Whether a form asks consent, and whether its values say no.
//!
//! Which words say so is in `words`; here stands how they count in a form.

use crate::ask::{Candidate, Choice, Field, FieldKind, Form, Value};

use crate::words::{consent_word, generic_name, says_no, says_yes};

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

/// Whether a form asks consent.
pub(super) fn consent(form: &Form, message: &str) -> Option<Consent> {
    if form.fields.is_empty() {
        return Some(Consent::NoFields);
    }
    if asks_yes_or_no(form) {
        return Some(Consent::YesNo);
    }
    if let Some(place) = form
        .fields
        .iter()
        .position(|field| generic_name(&field.name))
    {
        return Some(Consent::GenericName(place));
    }
    let own = [
        Some(message),
        form.title.as_deref(),
        form.description.as_deref(),
    ];
    if let Some(word) = own.into_iter().flatten().find_map(consent_word) {
        return Some(Consent::Word(word));
    }
    let mut fields = form.fields.iter().enumerate();
    fields.find_map(|(place, field)| Some(Consent::FieldWord(place, field_word(field)?)))
}

fn asks_yes_or_no(form: &Form) -> bool {
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

fn field_word(field: &Field) -> Option<&'static str> {
    let texts = [
        Some(field.name.as_str()),
        field.title.as_deref(),
        field.description.as_deref(),
    ];
    texts.into_iter().flatten().find_map(consent_word)
}

/// Whether a field is yes/no, generic or has a word of consent: what `use_defaults = true` never fills.
pub(super) fn speaks_of_consent(field: &Field) -> bool {
    is_yes_or_no(field) || generic_name(&field.name) || field_word(field).is_some()
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
        (FieldKind::Choice(offered), value) if is_yes_or_no(field) => {
            let chosen = offered.iter().find(|choice| choice.value.equals(value))?;
            Some(!says(chosen, says_no))
        }
        (FieldKind::Text(_), Value::Text(text)) if speaks_of_consent(field) || field.required => {
            if says_no(text) {
                Some(false)
            } else {
                says_yes(text).then_some(true)
            }
        }
        _ => None,
    }
}
