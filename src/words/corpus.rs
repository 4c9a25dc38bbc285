//! The consent and secret words measured on real requests.
#![allow(clippy::print_stdout)]

use super::{
    consent::{consent_word, generic_name, says_no, says_yes},
    guard::{asks_secret, message_asks_secret},
};
use serde_json::{Map, Value, json};
use std::{fs, path::PathBuf};

struct Row {
    id: String,
    category: String,
    asks_secret: bool,
    message: String,
    schema: Option<Value>,
}

fn rows() -> Vec<Row> {
    let path = std::env::var_os("REQUESTS").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/requests.jsonl"),
        PathBuf::from,
    );
    let text = fs::read_to_string(path).unwrap();
    let row = |line| {
        let row: Value = serde_json::from_str(line).unwrap();
        Row {
            id: row["id"].as_str().unwrap().into(),
            category: row["category"].as_str().unwrap().into(),
            asks_secret: row["asks_secret"].as_bool().unwrap(),
            message: row["message"].as_str().unwrap().into(),
            schema: row
                .get("requested_schema")
                .filter(|schema| schema.is_object())
                .cloned(),
        }
    };
    text.lines().map(row).collect()
}

fn fields(schema: &Value) -> impl Iterator<Item = (&str, &Map<String, Value>)> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties.map(|(name, field)| (name.as_str(), field.as_object().unwrap()))
}

fn text<'a>(field: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    field.get(key).and_then(Value::as_str)
}

fn options(field: &Map<String, Value>) -> Vec<&str> {
    let listed = |key| {
        field
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
    };
    let plain = listed("enum")
        .chain(listed("enumNames"))
        .filter_map(Value::as_str);
    let titled = listed("oneOf").flat_map(|option| [&option["const"], &option["title"]]);
    plain.chain(titled.filter_map(Value::as_str)).collect()
}

fn is_free(field: &Map<String, Value>) -> bool {
    matches!(text(field, "type"), Some("string" | "integer" | "number"))
        && options(field).is_empty()
}

fn is_yes_no(field: &Map<String, Value>) -> bool {
    let options = options(field);
    let only_one = field
        .get("enum")
        .or(field.get("oneOf"))
        .is_some_and(|all| all.as_array().unwrap().len() == 1);
    text(field, "type") == Some("boolean")
        || only_one
        || options.iter().any(|text| says_yes(text) || says_no(text))
}

/// The design's rule, for these tests.
fn asks_consent(message: &str, schema: &Value) -> bool {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let mut asked =
        fields(schema).filter(|(name, _)| required.is_empty() || required.contains(&json!(name)));
    asked.all(|(_, field)| is_yes_no(field))
        || fields(schema).any(|(name, _)| generic_name(name))
        || consent_word(message).is_some()
        || fields(schema).any(|(name, field)| {
            [Some(name), text(field, "title"), text(field, "description")]
                .into_iter()
                .flatten()
                .any(|text| consent_word(text).is_some())
        })
}

fn secret_of(row: &Row) -> Option<String> {
    let schema = row.schema.as_ref()?;
    let by_message =
        || message_asks_secret(&row.message).filter(|_| fields(schema).any(|(_, f)| is_free(f)));
    let by_field = fields(schema)
        .filter(|(_, field)| is_free(field))
        .find_map(|(name, field)| {
            let numeric = text(field, "type") != Some("string");
            asks_secret(
                name,
                text(field, "title"),
                text(field, "description"),
                numeric,
            )
        });
    by_field
        .map(|sign| format!("{sign:?}"))
        .or_else(|| by_message().map(str::to_owned))
}

#[test]
fn every_request_for_a_secret_is_recognised_and_no_other() {
    let rows = rows();
    let (asking, other): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.asks_secret);
    let asking: Vec<_> = asking
        .into_iter()
        .filter(|row| row.schema.is_some())
        .collect();
    let missed: Vec<_> = asking
        .iter()
        .filter(|row| secret_of(row).is_none())
        .map(|row| &row.id)
        .collect();
    let alarms: Vec<_> = other
        .iter()
        .filter_map(|row| Some((&row.id, secret_of(row)?)))
        .collect();
    let by_message: Vec<_> = other
        .iter()
        .filter_map(|row| Some((&row.id, message_asks_secret(&row.message)?)))
        .collect();
    let heard = asking
        .iter()
        .filter(|row| message_asks_secret(&row.message).is_some())
        .count();
    println!(
        "secrets: {} of {}, false alarms: {}",
        asking.len() - missed.len(),
        asking.len(),
        alarms.len()
    );
    println!(
        "messages that ask: {heard} of {}, false alarms: {}",
        asking.len(),
        by_message.len()
    );
    assert!(missed.is_empty(), "{missed:?}");
    assert!(alarms.is_empty(), "{alarms:?}");
    assert!(by_message.is_empty(), "{by_message:?}");
}

fn must_consent(row: &Row) -> bool {
    matches!(row.category.as_str(), "confirm-destructive" | "oauth")
}

#[test]
fn every_destructive_form_asks_consent() {
    let rows = rows();
    let forms: Vec<_> = rows
        .iter()
        .filter_map(|row| Some((row, row.schema.as_ref()?)))
        .collect();
    let missed: Vec<_> = forms
        .iter()
        .filter(|(row, schema)| must_consent(row) && !asks_consent(&row.message, schema))
        .map(|(row, _)| &row.id)
        .collect();
    let also: Vec<_> = forms
        .iter()
        .filter(|(row, schema)| {
            !row.category.starts_with("confirm")
                && row.category != "oauth"
                && asks_consent(&row.message, schema)
        })
        .map(|(row, schema)| {
            let words: Vec<_> = std::iter::once(row.message.as_str())
                .chain(fields(schema).flat_map(|(name, f)| {
                    [Some(name), text(f, "title"), text(f, "description")]
                        .into_iter()
                        .flatten()
                }))
                .filter_map(consent_word)
                .collect();
            format!("{} {} {words:?}", row.id, row.category)
        })
        .collect();
    let total = forms.iter().filter(|(row, _)| must_consent(row)).count();
    println!(
        "consent: {} of {total}; other forms too: {} of {}",
        total - missed.len(),
        also.len(),
        forms.len() - total
    );
    println!("{}", also.join("\n"));
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn a_decoy_field_changes_no_verdict() {
    for row in rows().into_iter().filter(must_consent) {
        let Some(mut schema) = row.schema else {
            continue;
        };
        let decoys = [
            ("note", json!({"type": "string", "title": "Note"})),
            ("color", json!({"type": "string", "enum": ["red", "blue"]})),
            ("count", json!({"type": "integer"})),
        ];
        for (name, decoy) in decoys {
            schema["properties"][name] = decoy;
            assert!(asks_consent(&row.message, &schema), "{} {name}", row.id);
        }
    }
}
