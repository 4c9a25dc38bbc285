//! The standard request, and requests like it with one field to ten thousand.

use std::fmt::Write;

use serde_json::{Map, Value as Json, json};

/// The standard request: six fields.
pub const EVENT: &str = include_str!("../peers/event.json");
/// The profile that answers it: 1.7 KB, the fifth of seven rules.
pub const PROFILE: &str = include_str!("../peers/deploy-tools.toml");

/// The standard fields in their order, and what they are answered with, as TOML and JSON alike.
const ANSWERS: [(&str, &str); 6] = [
    ("project_name", r#""shop-api""#),
    ("contact", r#""ops@example.com""#),
    ("region", r#""eu-central-1""#),
    ("replicas", "3"),
    ("dry_run", "false"),
    ("features", r#"["metrics", "backup"]"#),
];

/// The standard request with this many fields: its own again and again, under new names.
pub fn event(fields: usize) -> String {
    let mut event: Json = serde_json::from_str(EVENT).expect("it is JSON");
    let schema = event["requested_schema"].take();
    let mut properties = Map::new();
    let mut required = Vec::new();
    for place in 0..fields {
        let standard = ANSWERS[place % ANSWERS.len()].0;
        let mut field = schema["properties"][standard].clone();
        if place >= ANSWERS.len()
            && let Some(field) = field.as_object_mut()
        {
            // Only so many of them are compiled for one form.
            field.remove("pattern");
        }
        if place % ANSWERS.len() < 3 {
            required.push(Json::String(name(place)));
        }
        properties.insert(name(place), field);
    }
    event["requested_schema"] =
        json!({ "type": "object", "properties": properties, "required": required });
    event.to_string()
}

/// A request of one field: a multiple choice of this many, its default all of them.
pub fn choices(many: usize) -> String {
    let mut event: Json = serde_json::from_str(EVENT).expect("it is JSON");
    let all: Vec<String> = (0..many).map(name).collect();
    event["requested_schema"] = json!({ "type": "object", "properties": { "all": {
        "type": "array", "items": { "type": "string", "enum": all }, "default": all,
    } } });
    event.to_string()
}

/// A profile whose one rule answers [`event`] in full.
pub fn profile(fields: usize) -> String {
    answering(0..fields)
}

/// The same, but for the first field, which is required: the rule fills all others, and nothing is checked.
pub fn profile_without_first(fields: usize) -> String {
    answering(1..fields)
}

fn answering(places: std::ops::Range<usize>) -> String {
    let mut profile = "server = \"deploy-tools\"\n\n[[rule]]\n\
        when.message = \"Please provide the deployment settings for this *\"\n\
        action = \"accept\"\n"
        .to_owned();
    for place in places {
        let (name, answer) = (name(place), ANSWERS[place % ANSWERS.len()].1);
        writeln!(profile, "answers.{name} = {answer}").expect("texts grow");
    }
    profile
}

fn name(place: usize) -> String {
    let standard = ANSWERS[place % ANSWERS.len()].0;
    match place / ANSWERS.len() {
        0 => standard.to_owned(),
        round => format!("{standard}_{round}"),
    }
}
