//! Rules that accept and can't be reached. Only what is certain is said: every request that such a rule could answer
//! is decided by one rule above it.

use crate::profile::{At, Condition, Glob, MessageRegex, Profile, Remark, Rule, Warning};

pub(super) fn remarks(profile: &Profile) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for (place, rule) in profile.rules.iter().enumerate() {
        if !rule.accepts() {
            continue;
        }
        let above = profile.rules.iter().take(place);
        if let Some(by) = above.into_iter().find(|above| covers(above, rule)) {
            let warning = Warning::Unreachable {
                by: by.id.clone(),
                alike: by.accepts() && covers(rule, by),
            };
            remarks.push(Remark {
                warning,
                span: Some(rule.span),
            });
        }
    }
    remarks
}

/// Whether `above` holds wherever `below` does, which accepts.
fn covers(above: &Rule, below: &Rule) -> bool {
    above.is_for_urls() == below.is_for_urls()
        && above.when.iter().all(|condition| {
            below
                .when
                .iter()
                .any(|given| follows(&condition.it, given, above))
        })
}

/// Whether a condition of `above` holds if `given` does.
fn follows(condition: &Condition, given: &At<Condition>, above: &Rule) -> bool {
    match (condition, &given.it) {
        (Condition::Attended(one), Condition::Attended(other)) => one == other,
        (
            Condition::Env { name, any },
            Condition::Env {
                name: other,
                any: given,
            },
        ) => name == other && all_in(given, any),
        (Condition::Fields(asked), Condition::Fields(given)) => all_in(asked, given),
        (Condition::Form(any), Condition::Form(given)) => all_in(given, any),
        (Condition::Project(any), Condition::Project(given)) => {
            given.iter().all(|glob| any.contains(glob))
        }
        (Condition::Message(any), Condition::Message(given)) => all_covered(given, any),
        (Condition::Question(any), Condition::Message(given)) => all_covered(given, any),
        // A question that accepts by a field's text asks more of the message than one that doesn't accept.
        (Condition::Question(any), Condition::Question(given)) => {
            (!above.accepts() || above.names_message()) && all_covered(given, any)
        }
        (Condition::Url(any), Condition::Url(given)) => {
            given.iter().all(|pattern| any.contains(pattern))
        }
        (Condition::MessageRegex(any), Condition::MessageRegex(given)) => given
            .iter()
            .all(|regex| any.iter().any(|above| is_wider(above, regex))),
        _ => false,
    }
}

fn all_in(some: &[String], all: &[String]) -> bool {
    some.iter().all(|one| all.contains(one))
}

/// Whether each given pattern is one of these, or a text that one of these matches.
fn all_covered(given: &[Glob], any: &[Glob]) -> bool {
    given.iter().all(|given| {
        any.contains(given)
            || given
                .literal()
                .is_some_and(|text| any.iter().any(|glob| glob.matches(text)))
    })
}

fn is_wider(above: &MessageRegex, regex: &MessageRegex) -> bool {
    above.source == regex.source
        && above
            .conditions
            .iter()
            .all(|condition| regex.conditions.contains(condition))
}
