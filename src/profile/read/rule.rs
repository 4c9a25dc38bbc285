//! Reads rules.

use toml::de::DeValue;

use super::table::{self, Faults, Table, Value};
use super::{answer, condition};
use crate::profile::{Accept, Act, Answers, Fault, MessageRegex, Rule, UseDefaults};

/// Keys of a rule.
pub(super) const RULE_KEYS: [&str; 8] = [
    "id",
    "when",
    "answers",
    "prefer",
    "use_defaults",
    "allow_secret",
    "action",
    "reason",
];

/// Keys that hold values to send.
const VALUE_KEYS: [&str; 4] = ["answers", "prefer", "use_defaults", "allow_secret"];

pub(super) fn rules(top: &Table<'_, '_>, faults: &mut Faults) -> Vec<Rule> {
    let form = "a list of tables: write `[[rule]]`";
    table::tables(*top, "rule", form, faults)
        .map(|(number, item, table)| rule(table, item, number, faults))
        .collect()
}

fn rule(table: Table<'_, '_>, item: &Value<'_>, number: usize, faults: &mut Faults) -> Rule {
    for (key, _) in table.entries() {
        if !RULE_KEYS.contains(&key.get_ref().as_ref()) {
            faults.push(unknown_key(key.get_ref()), key.span());
        }
    }
    let id = optional_text(table, "id", faults).unwrap_or_else(|| number.to_string());
    let action = table.get("action").and_then(|(_, value)| {
        let word = table::text(value, "action", faults)?;
        let known = matches!(word.it.as_str(), "accept" | "decline" | "cancel" | "ask");
        if !known {
            faults.push(Fault::UnknownAction(word.it.clone()), value.span());
        }
        known.then_some(word.it)
    });
    let accepts = matches!(action.as_deref(), None | Some("accept"));
    let when = table.get("when").map_or_else(Vec::new, |(_, value)| {
        condition::conditions(value, accepts, faults)
    });

    let says =
        table.get("action").is_some() || VALUE_KEYS.iter().any(|key| table.get(key).is_some());
    if !says {
        faults.push(Fault::RuleSaysNothing, item.span());
    }
    let act = match action.as_deref() {
        Some("decline") => no_values(table, Act::Decline, "decline", faults),
        Some("cancel") => no_values(table, Act::Cancel, "cancel", faults),
        Some("ask") => no_values(table, Act::Ask, "ask", faults),
        written => {
            let regexes = condition::message_regexes(&when);
            Act::Accept(accept(table, written.is_some(), &regexes, faults))
        }
    };
    let rule = Rule {
        id,
        span: item.span().into(),
        when,
        act,
        reason: optional_text(table, "reason", faults),
    };
    if let Act::Accept(accept) = &rule.act
        && let Some(first) = accept.allow_secret.first()
        && !rule.names_question()
    {
        faults.push(Fault::SecretNeedsQuestion, first.span.range());
    }
    if let Act::Accept(accept) = &rule.act
        && rule.is_for_urls()
        && !(accept.written && VALUE_KEYS.iter().all(|key| table.get(key).is_none()))
    {
        faults.push(Fault::UrlTakesNoValues, item.span());
    }
    rule
}

fn accept(
    table: Table<'_, '_>,
    written: bool,
    regexes: &[&MessageRegex],
    faults: &mut Faults,
) -> Accept {
    let accept = Accept {
        written,
        answers: table
            .get("answers")
            .map_or_else(Answers::default, |(_, value)| {
                answer::answers(value, "answers", Some(regexes), faults)
            }),
        prefer: table
            .get("prefer")
            .map_or_else(Answers::default, |(_, value)| {
                answer::prefer(value, Some(regexes), faults)
            }),
        use_defaults: table
            .get("use_defaults")
            .map_or(UseDefaults::No, |(_, value)| use_defaults(value, faults)),
        allow_secret: table
            .get("allow_secret")
            .map_or_else(Vec::new, |(_, value)| {
                table::texts(value, "allow_secret", faults)
            }),
    };
    for allowed in &accept.allow_secret {
        let answer = accept
            .answers
            .iter()
            .find(|answer| answer.field.it == allowed.it);
        if !answer.is_some_and(|answer| answer.answer.it.is_one_variable()) {
            faults.push(
                Fault::SecretNotFromEnv(allowed.it.clone()),
                allowed.span.range(),
            );
        }
    }
    for preferred in &accept.prefer {
        let field = &preferred.field;
        if accept
            .answers
            .iter()
            .any(|answer| answer.field.it == field.it)
        {
            faults.push(Fault::AnsweredTwice(field.it.clone()), field.span.range());
        }
    }
    accept
}

fn no_values(table: Table<'_, '_>, act: Act, action: &'static str, faults: &mut Faults) -> Act {
    for key in VALUE_KEYS {
        if let Some((written, _)) = table.get(key) {
            faults.push(Fault::ValuesUnused { key, action }, written.span());
        }
    }
    act
}

fn use_defaults(value: &Value<'_>, faults: &mut Faults) -> UseDefaults {
    match value.get_ref() {
        DeValue::Boolean(true) => UseDefaults::All,
        DeValue::Boolean(false) => UseDefaults::No,
        DeValue::Array(_) | DeValue::String(_) => {
            UseDefaults::Fields(table::texts(value, "use_defaults", faults))
        }
        _ => {
            faults.wrong_type(
                "use_defaults",
                "a list of field names, or `true`",
                value.span(),
            );
            UseDefaults::No
        }
    }
}

pub(super) fn optional_text(
    table: Table<'_, '_>,
    key: &str,
    faults: &mut Faults,
) -> Option<String> {
    let (_, value) = table.get(key)?;
    table::text(value, key, faults).map(|text| text.it)
}

fn unknown_key(name: &str) -> Fault {
    let help = match name {
        "answer" | "content" | "fill" | "set" => Some("write `answers`".to_owned()),
        "match" | "matcher" | "if" => Some("write `when`".to_owned()),
        "allow" | "accept" | "approve" => Some("write `action = \"accept\"`".to_owned()),
        "deny" | "decline" | "reject" | "block" => Some("write `action = \"decline\"`".to_owned()),
        "server" => Some(
            "it stands below `[[rule]]`, which swallowed it: move it to the top of the file"
                .to_owned(),
        ),
        _ if condition::WHEN_KEYS.contains(&name) => Some(format!("write `when.{name}`")),
        _ => table::meant(name, &RULE_KEYS)
            .or_else(|| Some("a field's value is written `answers.NAME`".to_owned())),
    };
    Fault::UnknownKey {
        key: name.to_owned(),
        place: "a rule",
        help,
    }
}
