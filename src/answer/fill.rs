//! Fills a form by a rule that applies.

use crate::ask::{Candidate, Field, FieldKind, Form, Value, schema};
use crate::profile::{Accept, Answer, At, Groups, NamedAnswer, Source, UseDefaults, Variable};

use super::condition::Scene;
use super::consent::speaks_of_consent;
use super::guard::is_allowed;
use super::survey::Signs;
use super::trace::{LeftOut, Origin, Outcome, Reason, Step, Taken, Unmade};
use super::value::Maker;
use crate::words::looks_like_credential;

/// Fills what can be filled, in the form's order; the trace says what became of each field.
///
/// # Errors
/// Why it can't be completed.
pub(super) fn fill<'a>(
    scene: &Scene<'a, '_>,
    form: &'a Form,
    taken: Taken<'a>,
    accept: &'a Accept,
    groups: &Groups,
    consent: bool,
    trace: &mut Vec<Step<'a>>,
) -> Result<Candidate, Reason> {
    let maker = Maker {
        book: scene.book,
        context: scene.context,
        server: &scene.request.server,
        groups,
    };
    let drawn = Drawn {
        scene,
        taken,
        accept,
        consent,
    };
    let mut content = Candidate::default();
    let mut failed = None;
    for (place, field) in form.fields.iter().enumerate() {
        let outcome = match field_value(&drawn, &maker, form, place, field) {
            Ok((value, origin)) => {
                content.push(place, value);
                Outcome::Filled(origin)
            }
            Err(Outcome::LeftOut(LeftOut::Unsupported(keyword))) if field.required => {
                failed = failed.or(Some(Reason::UnsupportedSchema(keyword)));
                Outcome::Open
            }
            Err(Outcome::LeftOut(_)) if field.required => {
                failed = failed.or(Some(Reason::Incomplete));
                Outcome::Open
            }
            Err(outcome @ Outcome::Unmade(..)) => {
                failed = failed.or(Some(Reason::Incomplete));
                outcome
            }
            Err(outcome) => outcome,
        };
        trace.push(Step::Field(place, outcome));
    }
    note_not_asked(form, taken, accept, trace);
    failed.map_or(Ok(content), Err)
}

/// What a rule draws its values from.
struct Drawn<'d, 'a, 'c> {
    scene: &'d Scene<'a, 'c>,
    taken: Taken<'a>,
    accept: &'a Accept,
    consent: bool,
}

enum Found<'a> {
    Answer(&'a NamedAnswer),
    Preferred(&'a NamedAnswer, &'a [At<Answer>]),
}

fn field_value<'a>(
    drawn: &Drawn<'_, 'a, '_>,
    maker: &Maker<'_>,
    form: &Form,
    place: usize,
    field: &Field,
) -> Result<(Value, Origin<'a>), Outcome<'a>> {
    if let FieldKind::Unsupported(keyword) = field.kind {
        return Err(Outcome::LeftOut(LeftOut::Unsupported(keyword)));
    }
    let Some((source, in_rule, found)) = drawn.find(&field.name) else {
        return drawn.default(form, place, field).map_err(Outcome::LeftOut);
    };
    let (named, made) = match found {
        Found::Answer(named) => (named, maker.value(source, &named.answer.it, field)),
        Found::Preferred(named, items) => (named, maker.preferred(source, items, field)),
    };
    let origin = Origin::Answer {
        source,
        rule: in_rule.then_some(drawn.taken.rule),
        span: named.answer.span,
        from_env: reads_env(&named.answer.it),
    };
    let checked = made.and_then(|value| {
        let secret = drawn.is_secret(source, field, &named.answer.it, &value);
        if secret {
            Err(Unmade::LooksSecret)
        } else {
            Ok(value)
        }
    });
    checked
        .map(|value| (value, origin))
        .map_err(|unmade| Outcome::Unmade(origin, unmade))
}

impl<'a> Drawn<'_, 'a, '_> {
    /// The answer to a field: `[answers]` of the scopes above, the rule's own, `[answers]` of its file; in a
    /// form that asks consent, and for a secret that the rule allows, the rule's own alone.
    fn find(&self, name: &str) -> Option<(&'a Source, bool, Found<'a>)> {
        let own = self.taken.source;
        let allowed = &self.accept.allow_secret;
        let own_alone = self.consent || allowed.iter().any(|field| field.it == name);
        if !own_alone {
            let above = self
                .scene
                .book
                .sources
                .iter()
                .take_while(|source| !std::ptr::eq(*source, own));
            for source in above {
                if let Some(found) = self.in_file(source, name) {
                    return Some((source, false, Found::Answer(found)));
                }
            }
        }
        if let Some(found) = self.accept.answers.named(name) {
            return Some((own, true, Found::Answer(found)));
        }
        if let Some(found) = self.accept.prefer.named(name)
            && let Answer::List(items) = &found.answer.it
        {
            return Some((own, true, Found::Preferred(found, items)));
        }
        if own_alone {
            return None;
        }
        self.in_file(own, name)
            .map(|found| (own, false, Found::Answer(found)))
    }

    /// Whether a value is one that must not be sent: it looks like a credential, or it comes by a template
    /// into a choice that asks for a secret (a choice of all PINs would read one out).
    fn is_secret(&self, source: &Source, field: &Field, answer: &Answer, value: &Value) -> bool {
        if is_allowed(source, self.taken.rule, self.accept, field) {
            return false;
        }
        let looks = match value {
            Value::Text(text) => looks_like_credential(text).is_some(),
            Value::Texts(texts) => texts
                .iter()
                .any(|text| looks_like_credential(text).is_some()),
            Value::Number(_) | Value::Bool(_) => false,
        };
        looks
            || (!field.is_free()
                && answer.variables().next().is_some()
                && Signs::of(field, false).secret.is_some())
    }

    fn in_file(&self, source: &'a Source, name: &str) -> Option<&'a NamedAnswer> {
        let profile = source.profile_for(&self.scene.request.server)?;
        profile.answers.named(name)
    }

    /// The schema's default, where the rule asks for it.
    fn default(
        &self,
        form: &Form,
        place: usize,
        field: &Field,
    ) -> Result<(Value, Origin<'a>), LeftOut> {
        let wanted = !self.consent
            && match &self.accept.use_defaults {
                UseDefaults::No => false,
                UseDefaults::All => {
                    let signs = Signs::of(field, true);
                    !speaks_of_consent(field, &signs) && signs.secret.is_none()
                }
                UseDefaults::Fields(names) => names.iter().any(|name| name.it == field.name),
            };
        let Some(default) = field.default.as_ref().filter(|_| wanted) else {
            return Err(LeftOut::NoAnswer);
        };
        Value::from_json(default)
            .filter(|value| schema::accepts(form, place, value, &self.scene.budget))
            .map(|value| (value, Origin::Default))
            .ok_or(LeftOut::InvalidDefault)
    }
}

fn reads_env(answer: &Answer) -> bool {
    answer
        .variables()
        .any(|variable| matches!(variable, Variable::Env { .. }))
}

fn note_not_asked<'a>(
    form: &Form,
    taken: Taken<'a>,
    accept: &'a Accept,
    trace: &mut Vec<Step<'a>>,
) {
    let values = accept
        .answers
        .iter()
        .chain(&accept.prefer)
        .map(|named| &named.field);
    let defaults = match &accept.use_defaults {
        UseDefaults::Fields(names) => names.as_slice(),
        UseDefaults::No | UseDefaults::All => &[],
    };
    let asked = form.names();
    for name in values.chain(defaults) {
        if asked.place(&name.it).is_none() {
            trace.push(Step::NotAsked {
                name,
                source: taken.source,
            });
        }
    }
}
