//! Reads the conditions of a rule.

use toml::de::DeValue;

use super::rule::RULE_KEYS;
use super::table::{self, Faults, Table, Value};
use crate::profile::{
    At, Condition, Fault, Glob, GroupCondition, MayBe, MessageRegex, Mode, Span, UrlPattern,
};

/// Keys of `when`.
pub(super) const WHEN_KEYS: [&str; 11] = [
    "message",
    "message_regex",
    "question",
    "one_of",
    "at_most",
    "fields",
    "form",
    "url",
    "attended",
    "project",
    "env",
];

/// Reads `when`, sorted cheapest first. In a rule that accepts, a pattern has to name something.
pub(super) fn conditions(
    value: &Value<'_>,
    accepts: bool,
    faults: &mut Faults,
) -> Vec<At<Condition>> {
    conditions_beside(value, accepts, &[], faults)
}

/// The same, where `when` may hold `others` too, which are left to the caller.
pub(super) fn conditions_beside(
    value: &Value<'_>,
    accepts: bool,
    others: &[&str],
    faults: &mut Faults,
) -> Vec<At<Condition>> {
    let Some(when) = Table::of(value) else {
        faults.wrong_type(
            "when",
            "conditions: write `when.message = \"…\"`",
            value.span(),
        );
        return Vec::new();
    };
    let mut conditions = Vec::new();
    for (key, value) in when.in_order() {
        let at = |condition| At::new(condition, key.span().start..value.span().end);
        let name = key.get_ref().as_ref();
        let condition = match name {
            _ if others.contains(&name) => None,
            "message" => {
                globs(value, "when.message", accepts, Mode::Message, faults).map(Condition::Message)
            }
            "question" => globs(value, "when.question", accepts, Mode::Message, faults)
                .map(Condition::Question),
            "project" => {
                globs(value, "when.project", false, Mode::Path, faults).map(Condition::Project)
            }
            "message_regex" => {
                let groups = group_conditions(when, faults);
                regexes(value, accepts, groups, faults).map(Condition::MessageRegex)
            }
            "one_of" | "at_most" => {
                if when.get("message_regex").is_none() {
                    for (group, _) in Table::of(value).into_iter().flat_map(Table::in_order) {
                        faults.push(
                            Fault::NoSuchGroup(group.get_ref().to_string()),
                            group.span(),
                        );
                    }
                }
                None
            }
            "fields" => some(table::texts(value, "when.fields", faults)).map(Condition::Fields),
            "form" => some(table::texts(value, "when.form", faults)).map(Condition::Form),
            "url" => urls(value, faults).map(Condition::Url),
            "attended" => table::boolean(value, "when.attended", faults).map(Condition::Attended),
            "env" => {
                let Some(table) = Table::of(value) else {
                    faults.wrong_type(
                        "when.env",
                        "a variable: write `when.env.NAME = \"…\"`",
                        value.span(),
                    );
                    continue;
                };
                for (name, value) in table.in_order() {
                    let any = table::texts(value, "when.env", faults);
                    let name = name.get_ref().to_string();
                    conditions.extend(some(any).map(|any| at(Condition::Env { name, any })));
                }
                continue;
            }
            _ => {
                faults.push(unknown_key(name), key.span());
                None
            }
        };
        conditions.extend(condition.map(at));
    }
    conditions.sort_by_key(|condition| condition.it.cost());
    conditions
}

/// The expressions among conditions, whose groups the values beside them may use.
pub(super) fn message_regexes(when: &[At<Condition>]) -> Vec<&MessageRegex> {
    let regexes = when.iter().filter_map(|at| match &at.it {
        Condition::MessageRegex(regexes) => Some(regexes),
        _ => None,
    });
    regexes.flatten().collect()
}

fn some(texts: Vec<At<String>>) -> Option<Vec<String>> {
    (!texts.is_empty()).then(|| texts.into_iter().map(|text| text.it).collect())
}

fn globs(
    value: &Value<'_>,
    key: &'static str,
    must_name: bool,
    mode: Mode,
    faults: &mut Faults,
) -> Option<Vec<Glob>> {
    let mut globs = Vec::new();
    for text in table::texts(value, key, faults) {
        match Glob::parse(&text.it, mode) {
            Ok(glob) if must_name && !glob.names_something() => {
                faults.push(Fault::NamesNothing { key }, text.span.range());
            }
            Ok(glob) => globs.push(glob),
            Err(error) => bad_pattern(key, &error, text.span, faults),
        }
    }
    (!globs.is_empty()).then_some(globs)
}

fn urls(value: &Value<'_>, faults: &mut Faults) -> Option<Vec<UrlPattern>> {
    let mut patterns = Vec::new();
    for text in table::texts(value, "when.url", faults) {
        match UrlPattern::parse(&text.it) {
            Ok(pattern) => patterns.push(pattern),
            Err(error) => bad_pattern("when.url", &error, text.span, faults),
        }
    }
    (!patterns.is_empty()).then_some(patterns)
}

fn regexes(
    value: &Value<'_>,
    must_name: bool,
    groups: Vec<At<GroupCondition>>,
    faults: &mut Faults,
) -> Option<Vec<MessageRegex>> {
    const KEY: &str = "when.message_regex";
    let mut regexes = Vec::new();
    for text in table::texts(value, KEY, faults) {
        let mut regex = match MessageRegex::parse(&text.it) {
            Ok(regex) => regex,
            Err(error) => {
                bad_pattern(KEY, &error, text.span, faults);
                continue;
            }
        };
        if must_name && !regex.names_something {
            faults.push(Fault::NamesNothing { key: KEY }, text.span.range());
        }
        for group in &groups {
            if !regex.has_group(&group.it.group) {
                faults.push(
                    Fault::NoSuchGroup(group.it.group.clone()),
                    group.span.range(),
                );
            }
        }
        regex.conditions = groups.iter().map(|group| group.it.clone()).collect();
        regexes.push(regex);
    }
    (!regexes.is_empty()).then_some(regexes)
}

fn group_conditions(when: Table<'_, '_>, faults: &mut Faults) -> Vec<At<GroupCondition>> {
    let mut conditions = Vec::new();
    for key in ["one_of", "at_most"] {
        let Some((_, value)) = when.get(key) else {
            continue;
        };
        let Some(table) = Table::of(value) else {
            faults.wrong_type(
                &format!("when.{key}"),
                "a group: write `when.one_of.GROUP`",
                value.span(),
            );
            continue;
        };
        for (group, value) in table.in_order() {
            let may_be = if key == "one_of" {
                some(table::texts(value, "when.one_of", faults)).map(MayBe::OneOf)
            } else {
                at_most(value, faults)
            };
            let group_name = group.get_ref().to_string();
            conditions.extend(may_be.map(|may_be| {
                At::new(
                    GroupCondition {
                        group: group_name,
                        may_be,
                    },
                    group.span(),
                )
            }));
        }
    }
    conditions
}

fn at_most(value: &Value<'_>, faults: &mut Faults) -> Option<MayBe> {
    if !matches!(value.get_ref(), DeValue::Integer(_) | DeValue::Float(_)) {
        faults.wrong_type("when.at_most", "a number", value.span());
    }
    table::number(value, faults)
        .and_then(|limit| limit.as_f64())
        .map(MayBe::AtMost)
}

fn bad_pattern(key: &str, why: &impl ToString, span: Span, faults: &mut Faults) {
    faults.push(
        Fault::Pattern {
            key: key.to_owned(),
            why: why.to_string(),
        },
        span.range(),
    );
}

fn unknown_key(name: &str) -> Fault {
    let help = match name {
        "server" => Some("a profile's `server` says which server it answers".to_owned()),
        "regex" | "pattern" | "matches" => Some("did you mean `message_regex`?".to_owned()),
        "field" => Some("did you mean `fields`?".to_owned()),
        _ if RULE_KEYS.contains(&name) => Some(format!(
            "`{name}` belongs to the rule: write it above `[rule.when]`, or the conditions as `when.…`"
        )),
        _ => table::meant(name, &WHEN_KEYS),
    };
    Fault::UnknownKey {
        key: name.to_owned(),
        place: "`when`",
        help,
    }
}
