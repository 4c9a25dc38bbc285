//! The secret guard: which field of a form must not be filled, and when a rule may fill it all the same.
//!
//! Which texts ask for a secret is found by the survey; here stands what follows.

use crate::ask::{Field, Form};
use crate::profile::{Accept, Rule, Scope, Source};
use crate::words::Sign;

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
    let message = survey.message_secret.filter(|_| !named);
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
