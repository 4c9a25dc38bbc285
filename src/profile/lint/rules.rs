//! Rules and answers that don't do what they look like.

use crate::profile::{
    Accept, Act, Answer, Answers, At, Condition, Profile, Remark, Rule, Template, UseDefaults,
    Warning,
};
use crate::words::{Folded, Part, consent_word, generic_name, says_no, says_yes, secret_word};

/// What the rules and `[answers]` of a profile show.
pub(super) fn remarks(profile: &Profile) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for named in profile.values() {
        for (template, answer) in templates(&named.answer) {
            let written = template.as_literal().unwrap_or_default();
            remarks.extend(variable(written).map(|meant| Remark {
                warning: Warning::BareVariable {
                    written: written.to_owned(),
                    meant,
                },
                span: Some(answer.span),
            }));
        }
    }
    for named in &profile.answers {
        let field = named.field.it.clone();
        let name = Folded::new(&field);
        if generic_name(&name) || consent_word(&name).is_some() {
            let span = Some(named.field.span);
            remarks.push(Remark {
                warning: Warning::NeverActs { field },
                span,
            });
        }
    }
    secrets(&profile.answers, &[], &mut remarks);
    for rule in &profile.rules {
        let Act::Accept(accept) = &rule.act else {
            continue;
        };
        if needs_question(rule, accept) && !rule.names_question() {
            let (warning, span) = (Warning::NoQuestion, Some(rule.span));
            remarks.push(Remark { warning, span });
        }
        for answers in [&accept.answers, &accept.prefer] {
            secrets(answers, &accept.allow_secret, &mut remarks);
            lasting(answers, &mut remarks);
        }
    }
    remarks
}

/// The variable that was meant by `$vars.x`, or by `$USER` as shells write it.
fn variable(text: &str) -> Option<String> {
    let name = text.strip_prefix('$')?;
    let ours = format!("${{{name}}}");
    let is_one = |text: &str| {
        Template::parse(text).is_ok_and(|read| read.0.len() == 1 && read.variables().count() == 1)
    };
    if is_one(&ours) {
        return Some(ours);
    }
    let of_shells = !name.starts_with(|char: char| char.is_ascii_digit())
        && (name.bytes())
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    let env = format!("${{env.{name}}}");
    (of_shells && is_one(&env)).then_some(env)
}

/// Whether a rule looks as if it were to answer a form that asks consent. One that names a form by its fields, and
/// has no yes or no to give, is for another kind of form.
fn needs_question(rule: &Rule, accept: &Accept) -> bool {
    if rule.is_for_urls() {
        return false;
    }
    let names_form = rule
        .when
        .iter()
        .any(|at| matches!(at.it, Condition::Fields(_) | Condition::Form(_)));
    let fills = !accept.answers.is_empty()
        || !accept.prefer.is_empty()
        || !matches!(accept.use_defaults, UseDefaults::No);
    let consents =
        accept.answers.iter().chain(&accept.prefer).any(|named| {
            generic_name(&Folded::new(&named.field.it)) || is_yes_or_no(&named.answer.it)
        });
    !(names_form && fills) || consents
}

fn is_yes_or_no(answer: &Answer) -> bool {
    match answer {
        Answer::Bool(_) => true,
        Answer::Text(template) => template
            .as_literal()
            .is_some_and(|text| says_yes(text) || says_no(text)),
        Answer::Number(_) => false,
        Answer::List(items) => items.iter().any(|item| match &item.it {
            Answer::Text(template) => template
                .as_literal()
                .is_some_and(|text| says_yes(text) || says_no(text)),
            _ => false,
        }),
    }
}

/// Answers for fields that ask for a secret and are not `allowed`.
fn secrets(answers: &Answers, allowed: &[At<String>], remarks: &mut Vec<Remark>) {
    for named in answers {
        let field = &named.field;
        let numeric = matches!(named.answer.it, Answer::Number(_));
        let is_secret = !matches!(named.answer.it, Answer::Bool(_))
            && secret_word(&Folded::new(&field.it), Part::Name, numeric).is_some();
        if is_secret && !allowed.iter().any(|allowed| allowed.it == field.it) {
            let warning = Warning::Secret {
                field: field.it.clone(),
            };
            remarks.push(Remark {
                warning,
                span: Some(field.span),
            });
        }
    }
}

/// Values that settle more than the question at hand.
fn lasting(answers: &Answers, remarks: &mut Vec<Remark>) {
    let mut look = |answer: &At<Answer>| {
        if let Answer::Text(template) = &answer.it
            && let Some(text) = template.as_literal().filter(|text| lasts(text))
        {
            let warning = Warning::Lasting {
                value: text.to_owned(),
            };
            remarks.push(Remark {
                warning,
                span: Some(answer.span),
            });
        }
    };
    for named in answers {
        match &named.answer.it {
            Answer::List(items) => items.iter().for_each(&mut look),
            _ => look(&named.answer),
        }
    }
}

/// Whether an option says that it holds from now on. Long texts are no options.
fn lasts(text: &str) -> bool {
    const LONGEST: usize = 80;
    const WORDS: [&str; 6] = [
        "always",
        "forever",
        "permanently",
        "immer",
        "toujours",
        "siempre",
    ];
    const PHRASES: [&str; 6] = [
        "this session",
        "whole session",
        "entire session",
        "ask again",
        "all future",
        "from now on",
    ];
    if text.len() > LONGEST {
        return false;
    }
    let text = text.to_lowercase();
    let words: Vec<&str> = text
        .split(|char: char| !char.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let joined = words.join(" ");
    words.iter().any(|word| WORDS.contains(word))
        || PHRASES.iter().any(|phrase| joined.contains(phrase))
}

/// The templates of an answer.
pub(super) fn templates(answer: &At<Answer>) -> Vec<(&Template, &At<Answer>)> {
    match &answer.it {
        Answer::Text(template) => vec![(template, answer)],
        Answer::List(items) => items
            .iter()
            .filter_map(|item| match &item.it {
                Answer::Text(template) => Some((template, item)),
                _ => None,
            })
            .collect(),
        Answer::Number(_) | Answer::Bool(_) => Vec::new(),
    }
}
