//! The secret guard: which field of a form must not be filled, and when a rule may fill it all the same.
//!
//! Which texts ask for a secret is found by the survey; here stands what follows.

use crate::ask::{Field, Form};
use crate::profile::{Accept, Rule, Scope, Source};
use crate::words::{Sign, looks_like_credential};

use serde_json::{Map, Value as Json};

use super::survey::Survey;

/// Why a field counts as asking for a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secret {
    /// One of its own texts says so.
    Says(Sign),
    /// Its schema says so: `format: password` or `writeOnly`.
    Schema,
    /// The message asks for one, and any free field may be meant.
    Message(&'static str),
}

/// The first free field that asks for a secret, but for those that `allowed` lets through. `named` is whether
/// a rule names the message, which then counts no more: the rule knows what it answers.
pub(super) fn secret_field(
    form: &Form,
    survey: &Survey,
    named: bool,
    allowed: impl Fn(&Field) -> bool,
) -> Option<(usize, Secret)> {
    let message = if named { None } else { survey.message_secret() };
    if survey.secrets.is_empty() && message.is_none() {
        return None;
    }
    form.fields.iter().enumerate().find_map(|(place, field)| {
        let own = survey.secrets.iter().find(|(at, _)| *at == place);
        let secret = own
            .map(|(_, secret)| *secret)
            .or(message.map(Secret::Message))?;
        (field.is_free() && !allowed(field)).then_some((place, secret))
    })
}

/// The fields whose values must not be kept: they ask for a secret, or what stands in them looks like one.
pub fn typed_secrets(form: &Form, message: &str, content: &Map<String, Json>) -> Vec<String> {
    let survey = Survey::of(form, message);
    let asked = form.names();
    let secret = |name: &str, value: &Json| {
        let Some(place) = asked.place(name) else {
            return true;
        };
        let field = form.fields.get(place);
        let message = survey.message_secret().is_some() && field.is_some_and(Field::is_free);
        message || survey.secrets.iter().any(|(at, _)| *at == place) || looks_secret(value)
    };
    let found = content.iter().filter(|(name, value)| secret(name, value));
    found.map(|(name, _)| name.clone()).collect()
}

/// Whether a value looks like a credential.
pub(super) fn looks_secret(value: &Json) -> bool {
    let looks = |value: &Json| {
        value
            .as_str()
            .is_some_and(|text| looks_like_credential(text).is_some())
    };
    looks(value)
        || value
            .as_array()
            .is_some_and(|items| items.iter().any(looks))
}

/// Whether a rule may fill a field that asks for a secret: it stands in a file of the user's own, names its
/// question, lists the field, and answers with exactly one environment variable.
pub(super) fn is_allowed(source: &Source, rule: &Rule, accept: &Accept, field: &Field) -> bool {
    source.scope != Scope::Project
        && accept.allow_secret.iter().any(|name| name.it == field.name)
        && rule.names_question()
        && accept
            .answers
            .iter()
            .any(|named| named.field.it == field.name && named.answer.it.is_one_variable())
}
