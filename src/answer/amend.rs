//! What becomes of an answer that a person gave. A no of theirs is never turned into a yes, and what isn't known to
//! belong to one request is left as it is.

use serde_json::{Map, Value as Json};

use crate::ask::schema::Budget;
use crate::ask::{Candidate, Field, Request, Valid, Value, schema};
use crate::profile::{
    Action, Answers, Book, Groups, ResultAct, ResultRule, Scope, SecretsTyped, Source, State,
};

use super::Context;
use super::condition::{Scene, When};
use super::guard::looks_secret;
use super::heard::Heard;
use super::survey::Survey;
use super::value::Maker;

/// An answer that a person gave, or the client in their place.
#[derive(Clone, Copy)]
pub struct Given<'g> {
    /// What they did.
    pub action: Action,
    /// What they sent.
    pub content: Option<&'g Map<String, Json>>,
}

/// What becomes of it.
pub enum Amended<'a> {
    /// It stays as it is.
    Unchanged,
    /// It is declined, for a credential was typed into it.
    TypedSecret,
    /// It is declined by a rule.
    Declined(TakenResult<'a>),
    /// It is accepted with other values.
    Changed(TakenResult<'a>, Valid),
}

/// A `[[result]]` with the file it stands in.
#[derive(Clone, Copy)]
pub struct TakenResult<'a> {
    /// The file.
    pub source: &'a Source,
    /// The rule.
    pub rule: &'a ResultRule,
}

/// Looks at an answer. `request` is what it answers, where that is known.
pub fn amend<'a>(
    request: Option<&'a Request>,
    given: Given<'_>,
    book: &'a Book,
    context: &Context<'_>,
) -> Amended<'a> {
    let Ok(config) = &book.config.state else {
        return Amended::Unchanged;
    };
    if config.secrets_typed == SecretsTyped::Decline && types_credential(given) {
        return Amended::TypedSecret;
    }
    let Some(request) = request else {
        return Amended::Unchanged;
    };
    let scene = Scene {
        request,
        heard: Heard::new(&request.message),
        book,
        context,
        budget: Budget::default(),
    };
    // A project has no say in what a person answered.
    for source in (book.sources.iter()).filter(|source| source.scope != Scope::Project) {
        if let State::Unusable(_) = source.state {
            return Amended::Unchanged;
        }
        let Some(profile) = source.profile_for(&request.server) else {
            continue;
        };
        for rule in &profile.results {
            let sets = matches!(rule.act, ResultAct::Set(_));
            let fits = rule.actions.is_empty() || rule.actions.contains(&given.action);
            if !fits || (sets && given.action != Action::Accept) {
                continue;
            }
            let when = When {
                conditions: &rule.when,
                accepts: sets,
                fills: None,
            };
            let Ok(groups) = scene.all_hold(source, when) else {
                continue;
            };
            let taken = TakenResult { source, rule };
            return match &rule.act {
                ResultAct::Decline if given.action == Action::Decline => Amended::Unchanged,
                ResultAct::Decline => Amended::Declined(taken),
                ResultAct::Set(set) => changed(&scene, source, set, given, &groups)
                    .map_or(Amended::Unchanged, |valid| Amended::Changed(taken, valid)),
            };
        }
    }
    Amended::Unchanged
}

fn types_credential(given: Given<'_>) -> bool {
    given.action == Action::Accept
        && (given.content).is_some_and(|content| content.values().any(looks_secret))
}

/// The person's content with other values in it, if all of it passes.
fn changed(
    scene: &Scene<'_, '_>,
    source: &Source,
    set: &Answers,
    given: Given<'_>,
    groups: &Groups,
) -> Option<Valid> {
    let form = scene.request.form()?;
    let content = given.content?;
    let survey = Survey::of(form, &scene.request.message);
    let asked = form.names();
    // In a form that asks consent every field may be the yes.
    if survey.consent.is_some()
        || form.unsupported.is_some()
        || content.keys().any(|name| asked.place(name).is_none())
    {
        return None;
    }
    let maker = Maker {
        book: scene.book,
        context: scene.context,
        server: &scene.request.server,
        groups,
    };
    let mut made = Candidate::default();
    let mut changes = false;
    for (place, field) in form.fields.iter().enumerate() {
        let answer = set.named(&field.name);
        let value = match answer {
            Some(named) => {
                changes = true;
                let value = maker.value(source, &named.answer.it, field).ok()?;
                may_be_set(&survey, place, field, &value).then_some(value)?
            }
            None => match content.get(&field.name) {
                Some(given) => Value::from_json(given)?,
                None => continue,
            },
        };
        made.push(place, value);
    }
    if !changes {
        return None;
    }
    schema::check_within(form, made, &scene.budget).ok()
}

/// Never a yes/no or a choice, nor where a secret is asked for, nor what looks like one.
fn may_be_set(survey: &Survey, place: usize, field: &Field, value: &Value) -> bool {
    let secret =
        survey.message_secret().is_some() || survey.secrets.iter().any(|(at, _)| *at == place);
    field.is_free() && !secret && !looks_secret(&value.clone().into_json())
}
