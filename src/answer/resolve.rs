//! The heart: which rule decides, and what it comes to. Nothing else decides anything.

use crate::ask::schema::Budget;
use crate::ask::{Ask, Field, Form, Request, Unsupported, schema};
use crate::profile::{
    Accept, Act, Book, Condition, Groups, Rule, Scope, Secrets, State, Unanswered, Unusable,
};

use super::Context;
use super::condition::Scene;
use super::consent::{Says, says_in};
use super::fill::fill;
use super::guard::{is_allowed, secret_field};
use super::heard::Heard;
use super::survey::Survey;
use super::trace::{By, Decision, Reason, Resolution, Step, Taken};

/// Answers a request from a book.
///
/// Scopes in order, in a scope the rules in the order of the file: the first rule that applies decides.
/// If it can't be completed, there is no decision. One exception protects the user: a rule of theirs that
/// declines, cancels or asks, and names the message, question or URL, comes before any rule of a project
/// that accepts.
pub fn resolve<'a>(request: &'a Request, book: &'a Book, context: &Context<'_>) -> Resolution<'a> {
    let mut trace = Vec::with_capacity(32);
    let decision = match decide(request, book, context, &mut trace) {
        Decision::None(reason) => unanswered(reason, request, book, context),
        decided => decided,
    };
    Resolution { decision, trace }
}

fn decide<'a>(
    request: &'a Request,
    book: &'a Book,
    context: &Context<'_>,
    trace: &mut Vec<Step<'a>>,
) -> Decision<'a> {
    if book.config.state.is_err() {
        return Decision::None(Reason::BrokenConfig);
    }
    if let Ask::Unreadable(why) = request.ask {
        return Decision::None(Reason::Unreadable(why));
    }
    let scene = Scene {
        request,
        heard: Heard::new(&request.message),
        book,
        context,
        budget: Budget::default(),
    };
    let mut known = false;
    for source in &book.sources {
        trace.push(Step::Looked(source));
        if let State::Unusable(unusable) = &source.state {
            return Decision::None(match unusable {
                Unusable::Broken(_) => Reason::BrokenProfile,
                Unusable::Refused(refusal) => Reason::RefusedProfile(*refusal),
            });
        }
        let Some(profile) = source.profile_for(&request.server) else {
            continue;
        };
        known = true;
        for rule in &profile.rules {
            let taken = Taken { source, rule };
            match scene.applies(source, rule) {
                Ok(groups) => return decide_by(&scene, taken, &groups, trace),
                Err((failed, miss)) => trace.push(Step::Skipped {
                    rule: taken,
                    failed,
                    miss,
                }),
            }
        }
    }
    Decision::None(if known {
        Reason::NoRule
    } else {
        Reason::NoProfile
    })
}

fn decide_by<'a>(
    scene: &Scene<'a, '_>,
    taken: Taken<'a>,
    groups: &Groups,
    trace: &mut Vec<Step<'a>>,
) -> Decision<'a> {
    trace.push(Step::Applied(taken));
    let accept = match &taken.rule.act {
        Act::Decline => return Decision::Decline(By::Rule(taken)),
        Act::Cancel => return Decision::Cancel(By::Rule(taken)),
        Act::Ask => return Decision::None(Reason::AskRule),
        Act::Accept(accept) => accept,
    };
    if taken.source.scope == Scope::Project {
        match user_no(scene) {
            Ok(None) => {}
            Ok(Some(no)) => {
                trace.push(Step::UserNo(no));
                return decide_by(scene, no, groups, trace);
            }
            Err(reason) => return Decision::None(reason),
        }
    }
    match &scene.request.ask {
        Ask::Form(form) => accept_form(scene, form, taken, accept, groups, trace),
        Ask::Url(url) => accept_url(scene, taken, url),
        Ask::Unreadable(why) => Decision::None(Reason::Unreadable(*why)),
    }
}

/// The user's own rule that says no to this request, looked for where a project would accept it.
fn user_no<'a>(scene: &Scene<'a, '_>) -> Result<Option<Taken<'a>>, Reason> {
    for source in scene
        .book
        .sources
        .iter()
        .filter(|source| source.scope == Scope::User)
    {
        if let State::Unusable(_) = source.state {
            // What the user said there can't be told.
            return Err(Reason::BrokenProfile);
        }
        let Some(profile) = source.profile_for(&scene.request.server) else {
            continue;
        };
        let says_no = |rule: &&Rule| {
            !rule.accepts() && rule.is_specific() && scene.applies(source, rule).is_ok()
        };
        if let Some(rule) = profile.rules.iter().find(says_no) {
            return Ok(Some(Taken { source, rule }));
        }
    }
    Ok(None)
}

fn accept_form<'a>(
    scene: &Scene<'a, '_>,
    form: &'a Form,
    taken: Taken<'a>,
    accept: &'a Accept,
    groups: &Groups,
    trace: &mut Vec<Step<'a>>,
) -> Decision<'a> {
    if let Some(keyword) = form.unsupported {
        return Decision::None(Reason::UnsupportedSchema(keyword));
    }
    let survey = Survey::of(form, &scene.request.message);
    let consent = survey.consent;
    trace.extend(consent.map(Step::Consent));
    if consent.is_some() && !taken.rule.names_question() {
        return Decision::None(Reason::ConsentNeedsQuestion);
    }
    let named = scene.names_message(taken.rule);
    let allowed = |field: &Field| is_allowed(taken.source, taken.rule, accept, field);
    if let Some((place, secret)) = secret_field(form, &survey, named, allowed) {
        trace.push(Step::Secret(place, secret));
        return Decision::None(Reason::SecretField);
    }
    let content = match fill(scene, form, taken, accept, groups, consent.is_some(), trace) {
        Ok(content) => content,
        Err(reason) => return Decision::None(reason),
    };
    if content.iter().next().is_none() && !accept.written {
        return Decision::None(Reason::AcceptNotWritten);
    }
    let says = consent.map(|_| says_in(form, &content));
    let valid = match schema::check_within(form, content, &scene.budget) {
        Ok(valid) => valid,
        Err((_, schema::Rejected::NotUnderstood(keyword))) => {
            return Decision::None(Reason::UnsupportedSchema(Unsupported(keyword)));
        }
        Err((content, schema::Rejected::Invalid(violations))) => {
            trace.push(Step::Rejected {
                content,
                violations,
            });
            return Decision::None(Reason::Invalid);
        }
    };
    // Many servers read only the action: a written-down no has to be one. Who writes the action means it.
    match says {
        Some(Says::No) if !accept.written => Decision::Decline(By::Rule(taken)),
        Some(Says::Both) if !accept.written => Decision::None(Reason::ConsentUnclear),
        _ if is_repeated(scene, &taken) => Decision::None(Reason::RepeatLimit),
        _ => Decision::AcceptForm(valid),
    }
}

/// Whether a rule has accepted as often within this prompt as the user allows.
fn is_repeated(scene: &Scene<'_, '_>, taken: &Taken<'_>) -> bool {
    let config = scene.book.config.state.as_ref();
    config.is_ok_and(|config| scene.context.outside.accepted_before(taken) >= config.repeats.0)
}

fn accept_url<'a>(scene: &Scene<'_, '_>, taken: Taken<'a>, url: &str) -> Decision<'a> {
    if taken.source.scope == Scope::Project {
        return Decision::None(Reason::ProjectUrl);
    }
    let patterns = taken
        .rule
        .when
        .iter()
        .filter_map(|condition| match &condition.it {
            Condition::Url(patterns) => Some(patterns),
            _ => None,
        });
    let mut refusal = None;
    for pattern in patterns.flatten() {
        match pattern.acceptable(url) {
            Ok(()) if is_repeated(scene, &taken) => return Decision::None(Reason::RepeatLimit),
            Ok(()) => return Decision::AcceptUrl,
            Err(why) => refusal = refusal.or(Some(why)),
        }
    }
    Decision::None(refusal.map_or(Reason::NoRule, Reason::UrlNotAcceptable))
}

/// What the user's policy makes of a request without a decision.
fn unanswered<'a>(
    reason: Reason,
    request: &Request,
    book: &Book,
    context: &Context<'_>,
) -> Decision<'a> {
    let none = Decision::None(reason);
    let Ok(config) = &book.config.state else {
        return none;
    };
    if !reason.is_unanswered() {
        return none;
    }
    // What is written for secrets stands over what is written for all that is unanswered.
    if let Some(secrets) = config.secrets.filter(|_| asks_secret(reason, request)) {
        return match secrets {
            Secrets::Ask => none,
            Secrets::Decline => Decision::Decline(By::Policy(Reason::SecretField)),
        };
    }
    let policy = match (config.unattended, context.attended) {
        (Some(unattended), Some(false)) => unattended,
        _ => config.unanswered,
    };
    match policy {
        Unanswered::Ask => none,
        Unanswered::Decline => Decision::Decline(By::Policy(reason)),
        Unanswered::Cancel => Decision::Cancel(By::Policy(reason)),
    }
}

/// Whether a request without a decision asks for a secret, by whatever it came to have none.
fn asks_secret(reason: Reason, request: &Request) -> bool {
    reason == Reason::SecretField
        || request.form().is_some_and(|form| {
            let survey = Survey::of(form, &request.message);
            secret_field(form, &survey, false, |_| false).is_some()
        })
}
