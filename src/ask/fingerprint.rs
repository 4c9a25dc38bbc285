//! The fingerprint that `when.form` names.

use sha2::{Digest, Sha256};

use super::{Choice, FieldKind, Form};

/// What a form asks, as 32 hexadecimal digits: names, kinds, choices, titles and descriptions of its
/// fields in their order, and the root's own title and description. Limits, defaults and what is required
/// are left out: they change without changing the question.
pub fn fingerprint(form: &Form) -> String {
    let mut hash = Sha256::new();
    let mut text = |part: Option<&str>| match part {
        None => hash.update([0]),
        Some(part) => {
            // The length keeps parts apart, whatever they hold.
            hash.update([1]);
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
    };
    text(form.title.as_deref());
    text(form.description.as_deref());
    for field in &form.fields {
        text(Some(&field.name));
        text(Some(kind_word(&field.kind)));
        text(field.title.as_deref());
        text(field.description.as_deref());
        for choice in choices(&field.kind) {
            text(Some(&choice.value.clone().into_json().to_string()));
            text(choice.title.as_deref());
        }
    }
    hash.finalize()
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// One word for a kind of field, for people and for the fingerprint.
pub(crate) fn kind_word(kind: &FieldKind) -> &'static str {
    match kind {
        FieldKind::Text(_) => "text",
        FieldKind::Number(limits) if limits.integer => "integer",
        FieldKind::Number(_) => "number",
        FieldKind::Boolean => "boolean",
        FieldKind::Choice(_) => "choice",
        FieldKind::Choices { .. } => "choices",
        FieldKind::Texts { .. } => "texts",
        FieldKind::Unsupported(_) => "unsupported",
    }
}

fn choices(kind: &FieldKind) -> &[Choice] {
    match kind {
        FieldKind::Choice(offered) | FieldKind::Choices { offered, .. } => offered,
        _ => &[],
    }
}
