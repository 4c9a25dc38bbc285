//! The secret guard: which field of a form asks for a secret, and when a rule may fill it all the same.
//!
//! Which words ask for one is in `words`; here stands how they count in a form.

use crate::ask::{Field, FieldKind, Form, TextLimits};
use crate::profile::{Accept, Rule, Scope, Source};

use crate::words::{Sign, asks_secret, message_asks_secret};

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

/// The first field that asks for a secret, but for those that `allowed` lets through. `named` is whether a
/// rule names the message, which then counts no more: the rule knows what it answers.
pub(super) fn secret_field(
    form: &Form,
    message: &str,
    named: bool,
    allowed: impl Fn(&Field) -> bool,
) -> Option<(usize, Secret)> {
    let message = if named {
        None
    } else {
        message_asks_secret(message)
    };
    form.fields.iter().enumerate().find_map(|(place, field)| {
        let secret = secret(field).or(message.filter(|_| field.is_free()).map(Secret::Message))?;
        (field.is_free() && !allowed(field)).then_some((place, secret))
    })
}

/// Whether a field asks for a secret, whatever its kind.
pub(super) fn secret(field: &Field) -> Option<Secret> {
    let password = match &field.kind {
        FieldKind::Text(TextLimits { format, .. }) => format.as_deref() == Some("password"),
        _ => false,
    };
    if password || field.write_only {
        return Some(Secret::Schema);
    }
    let numeric = matches!(field.kind, FieldKind::Number(_));
    asks_secret(
        &field.name,
        field.title.as_deref(),
        field.description.as_deref(),
        numeric,
    )
    .map(Secret::Says)
}

/// Whether a rule may fill a field that asks for a secret: it stands in a file of the user's own, names its
/// question, lists the field, and answers with exactly one environment variable.
pub(super) fn is_allowed(source: &Source, rule: &Rule, accept: &Accept, field: &Field) -> bool {
    source.scope != Scope::Project
        && rule.names_question()
        && accept.allow_secret.iter().any(|name| name.it == field.name)
        && accept
            .answers
            .iter()
            .any(|named| named.field.it == field.name && named.answer.it.is_one_variable())
}
