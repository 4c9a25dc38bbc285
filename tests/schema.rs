//! The JSON Schema of profiles says what the reader says: every profile of this repository that can be read fits it,
//! and what has a shape that the reader refuses doesn't.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use answerback::profile::{Config, Fault, read};
use serde_json::{Value as Json, json};

const SCHEMA: &str = include_str!("../profiles/schema.json");

fn schema() -> Json {
    serde_json::from_str(SCHEMA).unwrap()
}

fn json(value: &toml::Value) -> Json {
    match value {
        toml::Value::String(text) => json!(text),
        toml::Value::Integer(number) => json!(number),
        toml::Value::Float(number) => json!(number),
        toml::Value::Boolean(yes) => json!(yes),
        // As editors see dates.
        toml::Value::Datetime(date) => json!(date.to_string()),
        toml::Value::Array(items) => items.iter().map(json).collect(),
        toml::Value::Table(table) => table
            .iter()
            .map(|(key, value)| (key.clone(), json(value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
    }
}

fn toml_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            toml_files(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            files.push(path);
        }
    }
}

/// Whether the schema can see a fault: it is about keys and types, not about what texts mean.
fn is_of_shape(fault: &Fault) -> bool {
    matches!(
        fault,
        Fault::WrongType { .. }
            | Fault::EmptyList { .. }
            | Fault::NoServer { .. }
            | Fault::RuleSaysNothing
            | Fault::UnknownAction(_)
            | Fault::ValuesUnused { .. }
            | Fault::NestedAnswer { .. }
            | Fault::NestedList
            | Fault::UnknownKey { .. }
    )
}

#[test]
fn profiles_that_can_be_read_fit_and_those_of_another_shape_do_not() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["profiles", "tests"] {
        toml_files(&root.join(folder), &mut files);
    }
    let (mut fitting, mut refused) = (0, 0);
    for file in files {
        let bytes = fs::read(&file).unwrap();
        let is_config = file.ends_with("config.toml") || Config::read(&bytes).is_ok();
        let Ok(value) = toml::from_str::<toml::Table>(&String::from_utf8_lossy(&bytes)) else {
            continue;
        };
        if is_config || bytes.is_empty() {
            continue;
        }
        let value = json(&toml::Value::Table(value));
        let errors: Vec<String> = validator
            .iter_errors(&value)
            .map(|error| error.to_string())
            .collect();
        match read(&bytes) {
            Ok(_) => {
                assert!(errors.is_empty(), "{}: {errors:?}", file.display());
                fitting += 1;
            }
            Err(faults) if faults.iter().any(|fault| is_of_shape(&fault.fault)) => {
                assert!(!errors.is_empty(), "{}: {faults:?}", file.display());
                refused += 1;
            }
            Err(_) => {}
        }
    }
    assert!(
        fitting > 20 && refused > 10,
        "{fitting} fit, {refused} don't"
    );
}

fn keys(of: &Json) -> BTreeSet<&str> {
    of["properties"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

/// Each key of the schema is known where it stands, and each key that is known stands in the schema: the reader names
/// the nearest of its keys for a slip, so every one of them can be asked for.
#[test]
fn the_keys_are_the_readers() {
    let schema = schema();
    let known = |text: String| {
        let unknown = |fault: &Fault| matches!(fault, Fault::UnknownKey { .. });
        !read(text.as_bytes())
            .err()
            .unwrap_or_default()
            .iter()
            .any(|found| unknown(&found.fault))
    };
    for key in keys(&schema) {
        assert!(known(format!("{key} = 1\n")), "{key}");
    }
    for key in keys(&schema["definitions"]["rule"]) {
        assert!(known(format!("[[rule]]\n{key} = 1\n")), "rule.{key}");
    }
    for key in keys(&schema["definitions"]["when"]) {
        assert!(known(format!("[[rule]]\nwhen.{key} = 1\n")), "when.{key}");
    }
    let source = concat!(
        include_str!("../src/profile/read/mod.rs"),
        include_str!("../src/profile/read/rule.rs"),
        include_str!("../src/profile/read/condition.rs")
    );
    for (list, of) in [
        ("TOP_KEYS", &schema),
        ("RULE_KEYS", &schema["definitions"]["rule"]),
        ("WHEN_KEYS", &schema["definitions"]["when"]),
    ] {
        let (_, rest) = source.split_once(&format!("const {list}: [&str;")).unwrap();
        let (list, _) = rest.split_once("];").unwrap();
        let read: BTreeSet<&str> = list.split('"').skip(1).step_by(2).collect();
        assert_eq!(read, keys(of));
    }
}

#[test]
fn the_command_prints_the_file() {
    let output = Command::new(env!("CARGO_BIN_EXE_answerback"))
        .arg("schema")
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), SCHEMA);
}

#[test]
fn the_examples_name_the_schema() {
    let mut files = Vec::new();
    toml_files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles"),
        &mut files,
    );
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        assert!(
            text.starts_with("#:schema ./schema.json\n"),
            "{}",
            file.display()
        );
    }
}
