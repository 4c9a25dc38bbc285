//! One look at the texts of a request: what in them asks consent, and what asks for a secret. Each text is
//! folded once for both.

use crate::ask::{Field, FieldKind, Form, TextLimits};
use crate::words::{
    Folded, Part, Sign, consent_word, generic_name, message_asks_secret, secret_word,
};

use super::consent::{Consent, asks_yes_or_no};
use super::guard::Secret;

/// What a form's texts and its message say.
pub(super) struct Survey {
    /// Why it asks consent, if it does.
    pub(super) consent: Option<Consent>,
    /// The fields, by place, whose own texts or schema ask for a secret.
    pub(super) secrets: Vec<(usize, Secret)>,
    message: Folded,
}

impl Survey {
    /// Looks at a form and the message above it.
    pub(super) fn of(form: &Form, message: &str) -> Self {
        let message = Folded::new(message);
        let mut generic = None;
        let mut word = own_word(form, &message).map(Consent::Word);
        let mut secrets = Vec::new();
        for (place, field) in form.fields.iter().enumerate() {
            let signs = Signs::of(field, word.is_none());
            generic = generic.or(signs.generic.then_some(Consent::GenericName(place)));
            word = word.or(signs.consent.map(|word| Consent::FieldWord(place, word)));
            secrets.extend(signs.secret.map(|secret| (place, secret)));
        }
        let structure = if form.fields.is_empty() {
            Some(Consent::NoFields)
        } else {
            asks_yes_or_no(form).then_some(Consent::YesNo)
        };
        Self {
            consent: structure.or(generic).or(word),
            secrets,
            message,
        }
    }

    /// The secret that the message asks for. Looked for only where it is asked: a rule that names the message
    /// knows what it answers.
    pub(super) fn message_secret(&self) -> Option<&'static str> {
        message_asks_secret(&self.message)
    }
}

/// Whether a form asks consent.
pub fn asks_consent(form: &Form, message: &str) -> bool {
    Survey::of(form, message).consent.is_some()
}

/// What a field's texts and schema say.
pub(super) struct Signs {
    pub(super) generic: bool,
    pub(super) consent: Option<&'static str>,
    pub(super) secret: Option<Secret>,
}

impl Signs {
    /// Looks at a field; for words of consent only where `consent` says so.
    pub(super) fn of(field: &Field, consent: bool) -> Self {
        let texts = [
            (Part::Name, Some(field.name.as_str())),
            (Part::Title, field.title.as_deref()),
            (Part::Description, field.description.as_deref()),
        ];
        let numeric = matches!(field.kind, FieldKind::Number(_));
        let mut signs = Self {
            generic: false,
            consent: None,
            secret: says_schema(field).then_some(Secret::Schema),
        };
        for (part, text) in texts {
            let Some(text) = text else { continue };
            let folded = Folded::new(text);
            signs.generic |= part == Part::Name && generic_name(&folded);
            if consent && signs.consent.is_none() {
                signs.consent = consent_word(&folded);
            }
            if signs.secret.is_none() {
                let word = secret_word(&folded, part, numeric);
                signs.secret = word.map(|word| Secret::Says(Sign { part, word }));
            }
        }
        signs
    }
}

fn own_word(form: &Form, message: &Folded) -> Option<&'static str> {
    let own = [&form.title, &form.description].into_iter().flatten();
    consent_word(message).or_else(|| {
        own.map(|text| Folded::new(text))
            .find_map(|text| consent_word(&text))
    })
}

/// The schema's own words for a secret.
fn says_schema(field: &Field) -> bool {
    let password = match &field.kind {
        FieldKind::Text(TextLimits { format, .. }) => format.as_deref() == Some("password"),
        _ => false,
    };
    password || field.write_only
}
