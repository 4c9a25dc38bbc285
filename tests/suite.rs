//! JSON Schema's own tests (`JSON-Schema-Test-Suite`, draft 2020-12), each as the one field of a form: what the
//! suite calls invalid is never accepted.
//!
//! The files are read where they lie beside the project, and the test passes without them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::indexing_slicing, clippy::string_slice, clippy::print_stderr)]

mod support;

use std::fs;
use std::path::Path;

use serde_json::{Value as Json, json};
use support::{Desk, Outcome, answer, form, request};

/// What became of the cases.
#[derive(Default, Debug)]
struct Tally {
    invalid: usize,
    valid: usize,
    /// Valid, and accepted: the rest is valid to JSON Schema and not understood here.
    accepted: usize,
    /// `null` and objects, lists of anything but texts: no profile can hold them, no client can be sent them.
    unsayable: usize,
}

#[test]
fn nothing_that_the_suite_calls_invalid_is_accepted() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/suite"));
    let Ok(entries) = fs::read_dir(folder) else {
        eprintln!("skipped: the suite isn't there");
        return;
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "json")
    });
    paths.sort();
    let mut tally = Tally::default();
    for path in paths {
        let groups: Json = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        for group in groups.as_array().unwrap() {
            for case in group["tests"].as_array().unwrap() {
                let name = format!(
                    "{}: {}: {}",
                    path.file_name().unwrap().display(),
                    group["description"],
                    case["description"]
                );
                try_case(&name, &group["schema"], case, &mut tally);
                if let Some(schema) = typed(&group["schema"], &case["data"]) {
                    try_case(&name, &schema, case, &mut tally);
                }
            }
        }
    }
    eprintln!("{tally:?}");
    assert!(tally.invalid > 500 && tally.accepted > 200, "{tally:?}");
}

/// A schema that doesn't say of what type, with the type of the data: what else it says holds or fails as before.
/// (A field without a type is not understood, so without this its keyword would never be asked.)
fn typed(schema: &Json, data: &Json) -> Option<Json> {
    let mut schema = schema.as_object()?.clone();
    let kind = match data {
        Json::String(_) => "string",
        Json::Bool(_) => "boolean",
        Json::Number(_) => "number",
        Json::Array(_) => "array",
        Json::Null | Json::Object(_) => return None,
    };
    (!schema.contains_key("type")).then(|| {
        schema.insert("type".to_owned(), json!(kind));
        Json::Object(schema)
    })
}

fn try_case(name: &str, schema: &Json, case: &Json, tally: &mut Tally) {
    let (data, valid) = (&case["data"], case["valid"] == true);
    if !is_sayable(data) {
        tally.unsayable += 1;
        return;
    }
    tally.invalid += usize::from(!valid);
    tally.valid += usize::from(valid);
    let schema = json!({ "type": "object", "properties": { "v": schema }, "required": ["v"] });
    // Written out, so that a no is sent too.
    let profile = format!(
        "server = 'suite'\n[[rule]]\nwhen.message = 'Enter the value'\naction = 'accept'\nanswers.v = {}\n",
        answer(data)
    );
    let desk = Desk::user(profile);
    if desk.faults() == ["too_large"] {
        return; // an integer beyond 64 bits
    }
    assert_eq!(desk.faults(), Vec::<&str>::new(), "{name}: {data}");
    match desk.resolve(&request(&form("suite", "Enter the value", &schema))) {
        Outcome::Accept(content) => {
            assert!(valid, "{name}: accepted {data} for {schema}");
            assert_eq!(
                content,
                json!({ "v": data }),
                "{name}: sent as it was written"
            );
            tally.accepted += 1;
        }
        Outcome::None(_) => {}
        other => panic!("{name}: {other:?}"),
    }
}

fn is_sayable(data: &Json) -> bool {
    match data {
        Json::Null | Json::Object(_) => false,
        Json::Array(items) => items
            .iter()
            .all(|item| !matches!(item, Json::Null | Json::Object(_) | Json::Array(_))),
        Json::Bool(_) | Json::Number(_) | Json::String(_) => true,
    }
}
