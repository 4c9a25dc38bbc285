//! The first minute: from an empty home to a request that is answered by the command line that the settings hold.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]
#![cfg(unix)]

mod support;

use std::fs;
use std::process::{Command, Output};

use serde_json::{Value as Json, json};
use support::{Person, texts};

const REQUEST: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/data/stdin/Elicitation-types.json"
);

/// Runs what the settings file says for the event, as the client does: the program with its arguments, no shell.
fn as_the_client(person: &Person, request: &str) -> Output {
    let settings: Json = serde_json::from_slice(&fs::read(person.settings()).unwrap()).unwrap();
    let hook = &settings["hooks"]["Elicitation"][0]["hooks"][0];
    assert_eq!(hook["type"], "command");
    let args = hook["args"]
        .as_array()
        .unwrap()
        .iter()
        .map(|arg| arg.as_str().unwrap());
    Command::new(hook["command"].as_str().unwrap())
        .args(args)
        .stdin(fs::File::open(request).unwrap())
        .current_dir(person.path("project"))
        .env_clear()
        .env("HOME", person.path("home"))
        .env("CLAUDE_PROJECT_DIR", person.path("project"))
        .env("CLAUDE_CODE_SESSION_ATTENDED", "0")
        .output()
        .unwrap()
}

#[test]
fn from_an_empty_home_to_an_answer() {
    let person = Person::new();
    let (_, said) = person.succeeds(&["init"]);
    assert!(said.contains("next: `answerback new`"), "{said}");

    // Asked, and nothing known yet: the person sees the dialog, and finds out what would have answered.
    let output = as_the_client(&person, REQUEST);
    assert_eq!(
        (output.status.code(), output.stdout.as_slice()),
        (Some(0), &b""[..])
    );
    assert_eq!(person.run(&["explain", REQUEST]).status.code(), Some(1));

    person.succeeds(&["new", "--from", REQUEST]);
    let profile = person.path("home/.config/answerback/profiles/rig.toml");
    // As it is made, it is no mistake and answers nothing.
    let (found, _) = person.succeeds(&["check", "--deny", "warnings"]);
    assert_eq!(found, "");
    assert_eq!(as_the_client(&person, REQUEST).stdout, b"");

    // Filled in as its comments say.
    let text = fs::read_to_string(&profile).unwrap();
    let mut filled = String::new();
    for line in text.lines() {
        let value = match line
            .strip_prefix("# answers.")
            .and_then(|line| line.split_once(' '))
        {
            Some(("email", _)) => Some("answers.email = \"ada@example.com\""),
            Some(("i", _)) => Some("answers.i = 3"),
            _ if line.starts_with("action = \"ask\"") => continue,
            _ => None,
        };
        filled.push_str(value.unwrap_or(line));
        filled.push('\n');
    }
    fs::write(&profile, filled).unwrap();
    let (found, _) = person.succeeds(&["check", "--deny", "warnings"]);
    assert_eq!(found, "");
    let (explained, _) = person.succeeds(&["explain", REQUEST]);
    assert!(explained.contains("accept"), "{explained}");

    let output = as_the_client(&person, REQUEST);
    let (out, error) = texts(&output);
    let expected = json!({"hookSpecificOutput": {"hookEventName": "Elicitation", "action": "accept",
        "content": {"email": "ada@example.com", "i": 3}}});
    assert_eq!((out, error.as_str()), (format!("{expected}\n"), ""));

    let (checkup, _) = person.succeeds(&["doctor"]);
    assert!(checkup.contains("`rig` asked, accept (rule)"), "{checkup}");
    person.succeeds(&["uninstall"]);
    assert!(!person.settings().exists() && profile.exists());
}
