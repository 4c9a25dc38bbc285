//! Reads answers: `[answers]`, a rule's `answers` and its `prefer`.

use toml::de::DeValue;

use super::table::{Faults, Table, Value, number};
use crate::profile::{Answer, Answers, At, Fault, MessageRegex, NamedAnswer, Template, Variable};
use crate::words::looks_like_credential;

/// Reads a table of answers. `regexes` are those of the rule they stand in, whose groups they may use.
pub(super) fn answers(
    table: &Value<'_>,
    key: &str,
    regexes: Option<&[&MessageRegex]>,
    faults: &mut Faults,
) -> Answers {
    named(table, key, regexes, faults).into()
}

fn named(
    table: &Value<'_>,
    key: &str,
    regexes: Option<&[&MessageRegex]>,
    faults: &mut Faults,
) -> Vec<NamedAnswer> {
    let Some(table) = Table::of(table) else {
        faults.wrong_type(key, "a table of values by field name", table.span());
        return Vec::new();
    };
    let mut answers = Vec::new();
    for (field, value) in table.in_order() {
        if let DeValue::Table(inner) = value.get_ref() {
            let (outer, inner) = (field.get_ref(), inner.keys().next());
            let inner = inner.map_or("…", |inner| inner.get_ref().as_ref());
            let quoted = format!("{key}.\"{outer}.{inner}\"");
            faults.push(Fault::NestedAnswer { quoted }, field.span());
            continue;
        }
        if let Some(answer) = answer(value, field.get_ref(), regexes, faults) {
            answers.push(NamedAnswer {
                field: At::new(field.get_ref().to_string(), field.span()),
                answer: At::new(answer, value.span()),
            });
        }
    }
    answers
}

/// Reads a table of lists, each in the order of preference.
pub(super) fn prefer(
    table: &Value<'_>,
    regexes: Option<&[&MessageRegex]>,
    faults: &mut Faults,
) -> Answers {
    let mut preferred = named(table, "prefer", regexes, faults);
    preferred.retain(|named| match &named.answer.it {
        Answer::List(items) if !items.is_empty() => true,
        Answer::List(_) => {
            let key = format!("prefer.{}", named.field.it);
            faults.push(Fault::EmptyList { key }, named.answer.span.range());
            false
        }
        _ => {
            let key = format!("prefer.{}", named.field.it);
            let help = match &named.answer.it {
                Answer::Text(template) => template
                    .as_literal()
                    .map(|text| format!("write `[{text:?}]`")),
                _ => None,
            };
            let span = named.answer.span.range();
            faults.wrongly_written(&key, "a list, best first", help, span);
            false
        }
    });
    preferred.into()
}

fn answer(
    value: &Value<'_>,
    field: &str,
    regexes: Option<&[&MessageRegex]>,
    faults: &mut Faults,
) -> Option<Answer> {
    match value.get_ref() {
        DeValue::String(text) => match Template::parse(text) {
            Ok(template) => {
                check_groups(&template, regexes, value, faults);
                if let Some(kind) = looks_like_credential(text) {
                    faults.push(Fault::Credential(kind), value.span());
                }
                Some(Answer::Text(template))
            }
            Err(error) => {
                faults.push(Fault::Template(error), value.span());
                None
            }
        },
        DeValue::Integer(_) | DeValue::Float(_) => number(value, faults).map(Answer::Number),
        DeValue::Boolean(yes) => Some(Answer::Bool(*yes)),
        DeValue::Datetime(date) => Some(Answer::Text(Template::literal(date.to_string()))),
        DeValue::Array(items) => {
            let mut read = Vec::with_capacity(items.len());
            for item in items.iter() {
                match item.get_ref() {
                    DeValue::Array(_) => faults.push(Fault::NestedList, item.span()),
                    DeValue::Table(_) => faults.wrong_type(field, "a list of values", item.span()),
                    _ => {
                        let answer = answer(item, field, regexes, faults)?;
                        read.push(At::new(answer, item.span()));
                    }
                }
            }
            Some(Answer::List(read))
        }
        DeValue::Table(_) => None,
    }
}

/// A group's text may be sent only if the profile says what it may be: else the server chooses the answer.
fn check_groups(
    template: &Template,
    regexes: Option<&[&MessageRegex]>,
    value: &Value<'_>,
    faults: &mut Faults,
) {
    for variable in template.variables() {
        let Variable::Message(group) = variable else {
            continue;
        };
        let fault = match regexes {
            None | Some([]) => Fault::NoMessageHere(group.clone()),
            Some(regexes) if !regexes.iter().all(|regex| regex.has_group(group)) => {
                Fault::NoSuchGroup(group.clone())
            }
            Some(regexes) if !regexes.iter().all(|regex| regex.limits_group(group)) => {
                Fault::GroupIsOpen(group.clone())
            }
            Some(_) => continue,
        };
        faults.push(fault, value.span());
    }
}
