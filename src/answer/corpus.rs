//! The survey, measured on real requests of public servers (`tests/data/requests.jsonl`).

use serde_json::{Value as Json, json};

use super::guard::secret_field;
use super::survey::Survey;
use crate::ask::Form;

struct Row {
    id: String,
    category: String,
    asks_secret: bool,
    message: String,
    schema: Option<Json>,
}

/// The requests in form mode.
fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/requests.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text
        .lines()
        .map(|line| serde_json::from_str::<Json>(line).unwrap());
    rows.filter(|row| row["mode"] != "url")
        .map(|row| Row {
            id: row["id"].as_str().unwrap().to_owned(),
            category: row["category"].as_str().unwrap().to_owned(),
            asks_secret: row["asks_secret"].as_bool().unwrap(),
            message: row["message"].as_str().unwrap().to_owned(),
            schema: row.get("requested_schema").cloned(),
        })
        .collect()
}

fn asks_secret(row: &Row) -> bool {
    let form = Form::from_schema(row.schema.clone());
    secret_field(&form, &Survey::of(&form, &row.message), false, |_| false).is_some()
}

#[test]
fn every_request_for_a_secret_is_recognised_and_no_other() {
    let ids = |rows: &[&Row]| rows.iter().map(|row| row.id.clone()).collect::<Vec<_>>();
    let rows = rows();
    let (secret, other): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.asks_secret);
    let missed: Vec<&Row> = secret
        .iter()
        .copied()
        .filter(|row| !asks_secret(row))
        .collect();
    let alarms: Vec<&Row> = other
        .iter()
        .copied()
        .filter(|row| asks_secret(row))
        .collect();
    println!(
        "secrets: {} of {} found",
        secret.len() - missed.len(),
        secret.len()
    );
    println!("false alarms: {} of {}", alarms.len(), other.len());
    assert!(secret.len() >= 10);
    assert_eq!(ids(&missed), Vec::<String>::new(), "missed");
    assert_eq!(ids(&alarms), Vec::<String>::new(), "false alarms");
}

#[test]
fn every_destructive_form_asks_consent_with_a_decoy_field_too() {
    let dangerous = ["confirm-destructive", "oauth"];
    let rows = rows();
    let (confirm, other): (Vec<&Row>, Vec<&Row>) = rows
        .iter()
        .partition(|row| dangerous.contains(&row.category.as_str()));
    let asks = |row: &Row, decoy: Option<Json>| {
        let mut schema = row
            .schema
            .clone()
            .unwrap_or_else(|| json!({ "properties": {} }));
        if let Some(decoy) = decoy {
            schema["properties"]["zz_note"] = decoy;
        }
        Survey::of(&Form::from_schema(Some(schema)), &row.message)
            .consent
            .is_some()
    };
    assert!(confirm.len() > 30);
    let decoys = [
        json!({ "type": "string" }),
        json!({ "type": "integer", "default": 1 }),
        json!({ "type": "boolean", "default": true }),
    ];
    for row in &confirm {
        assert!(asks(row, None), "{}", row.id);
        let with_fields = row
            .schema
            .as_ref()
            .is_some_and(|schema| schema["properties"] != json!({}));
        for decoy in decoys.iter().filter(|_| with_fields) {
            assert!(asks(row, Some(decoy.clone())), "{} with {decoy}", row.id);
        }
    }
    let also = other.iter().filter(|row| asks(row, None)).count();
    println!("other forms that ask consent: {also} of {}", other.len());
}
