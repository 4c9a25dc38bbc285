//! Reads `[[result]]`: what becomes of an answer that a person gave.

use super::rule::optional_text;
use super::table::{self, Faults, Table, Value};
use super::{answer, condition};
use crate::profile::{Action, Answer, At, Condition, Fault, ResultAct, ResultRule};

/// Keys of a `[[result]]`.
const RESULT_KEYS: [&str; 5] = ["id", "when", "action", "set", "reason"];

pub(super) fn results(top: &Table<'_, '_>, faults: &mut Faults) -> Vec<ResultRule> {
    let form = "a list of tables: write `[[result]]`";
    table::tables(*top, "result", form, faults)
        .filter_map(|(number, item, table)| result(table, item, number, faults))
        .collect()
}

fn result(
    table: Table<'_, '_>,
    item: &Value<'_>,
    number: usize,
    faults: &mut Faults,
) -> Option<ResultRule> {
    for (key, _) in table.entries() {
        let name = key.get_ref().as_ref();
        if !RESULT_KEYS.contains(&name) {
            let help = match name {
                "answers" => Some("write `set`".to_owned()),
                _ => table::meant(name, &RESULT_KEYS),
            };
            let key_name = name.to_owned();
            let place = "a result";
            faults.push(
                Fault::UnknownKey {
                    key: key_name,
                    place,
                    help,
                },
                key.span(),
            );
        }
    }
    let sets = table.get("set");
    let (when, actions) = match table.get("when") {
        None => (Vec::new(), Vec::new()),
        Some((_, value)) => (
            condition::conditions_beside(value, sets.is_some(), &["action"], faults),
            actions(value, faults),
        ),
    };
    Some(ResultRule {
        id: optional_text(table, "id", faults).unwrap_or_else(|| number.to_string()),
        span: item.span().into(),
        act: act(table, item, &when, faults)?,
        when,
        actions,
        reason: optional_text(table, "reason", faults),
    })
}

fn act(
    table: Table<'_, '_>,
    item: &Value<'_>,
    when: &[At<Condition>],
    faults: &mut Faults,
) -> Option<ResultAct> {
    let declines = table.get("action").map(|(_, value)| {
        let word = table::text(value, "action", faults)?;
        let known = word.it == "decline";
        if !known {
            let key = "action";
            let words = "`decline`; nobody's answer is turned into a yes";
            faults.push(Fault::UnknownWord { key, words }, value.span());
        }
        known.then_some(())
    });
    match (declines, table.get("set")) {
        (None, None) => {
            faults.push(Fault::ResultSaysNothing, item.span());
            None
        }
        // What was meant isn't known.
        (Some(None), _) => None,
        (Some(Some(())), None) => Some(ResultAct::Decline),
        (Some(Some(())), Some((key, _))) => {
            let (written, action) = ("set", "decline");
            faults.push(
                Fault::ValuesUnused {
                    key: written,
                    action,
                },
                key.span(),
            );
            None
        }
        (None, Some((_, value))) => {
            let regexes = condition::message_regexes(when);
            let set = answer::answers(value, "set", Some(&regexes), faults);
            for named in &set {
                if matches!(named.answer.it, Answer::Bool(_) | Answer::List(_)) {
                    let key = format!("set.{}", named.field.it);
                    let expected = "a text or a number; a yes or no of yours, or a choice, stays";
                    faults.wrong_type(&key, expected, named.answer.span.range());
                }
            }
            Some(ResultAct::Set(set))
        }
    }
}

/// `when.action`.
fn actions(when: &Value<'_>, faults: &mut Faults) -> Vec<Action> {
    let Some((_, value)) = Table::of(when).and_then(|when| when.get("action")) else {
        return Vec::new();
    };
    let words = table::texts(value, "when.action", faults);
    let actions = words.into_iter().filter_map(|word| {
        let action = Action::parse(&word.it);
        if action.is_none() {
            let key = "when.action";
            let words = "`accept`, `decline` and `cancel`";
            faults.push(Fault::UnknownWord { key, words }, word.span.range());
        }
        action
    });
    actions.collect()
}
