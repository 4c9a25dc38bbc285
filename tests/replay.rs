//! `replay` and `list`: the requests of the example profiles, as a team would keep theirs, and what is shown of files.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};

struct Ran {
    status: Option<i32>,
    out: String,
    error: String,
}

/// Runs the program in a project named `shop`, with a user who has the variables of the examples.
fn run(folder: &Path, args: &[&str]) -> Ran {
    let (project, home) = (folder.join("shop"), folder.join("home"));
    for made in [&project, &home] {
        fs::create_dir_all(made).unwrap();
    }
    fs::write(home.join("config.toml"), "vars.author = \"Ada Example\"\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_answerback"))
        .args(args)
        .arg("--home")
        .arg(&home)
        .current_dir(&project)
        .env_clear()
        .env("HOME", folder)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran {
        status: output.status.code(),
        out: text(output.stdout),
        error: text(output.stderr),
    }
}

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/profiles");
const REQUESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/replay/examples.jsonl");

#[test]
fn the_examples_answer_what_their_comments_say() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run(folder.path(), &["replay", "--profiles", EXAMPLES, REQUESTS]);
    assert_eq!(ran.status, Some(0), "{}{}", ran.out, ran.error);
    assert_eq!(
        ran.error,
        "14 replayed: 14 as expected, 0 not, 0 without an expectation\n"
    );
    assert_eq!(
        ran.out
            .lines()
            .filter(|line| line.starts_with("ok "))
            .count(),
        14
    );

    // In an unattended run the settings form of the deployment server is answered, too.
    let request = folder.path().join("settings.jsonl");
    let fields = json!({"type": "object", "properties": {"region": {"type": "string"}}});
    let line = json!({"server": "deploy-tools", "requestedSchema": fields,
        "message": "Please provide the deployment settings for this environment"});
    fs::write(&request, line.to_string()).unwrap();
    for (attended, action) in [("true", "none"), ("false", "accept")] {
        let args = [
            "replay",
            "--json",
            "--attended",
            attended,
            "--profiles",
            EXAMPLES,
            request.to_str().unwrap(),
        ];
        let ran = run(folder.path(), &args);
        let replayed: Json = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(
            (&replayed["action"], &replayed["as_expected"]),
            (&json!(action), &Json::Null)
        );
        assert_eq!(ran.status, Some(0));
    }
}

#[test]
fn what_is_not_as_expected_is_shown_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    let requests = folder.path().join("requests.jsonl");
    let line = |expect: Json| {
        json!({"server": "project-scaffolder", "message": "Initialise a git repository?",
            "requestedSchema": {"type": "object", "properties": {}}, "expect": expect})
    };
    let lines = [
        line(json!("accept")),
        line(json!("decline")),
        line(json!({"reason": "no_rule"})),
    ];
    fs::write(&requests, lines.map(|line| line.to_string()).join("\n")).unwrap();
    let ran = run(
        folder.path(),
        &["replay", "--profiles", EXAMPLES, requests.to_str().unwrap()],
    );
    assert_eq!(ran.status, Some(1));
    let expected = "ok   FILE:1  project-scaffolder: accept (rule `git`)\n\
        FAIL FILE:2  project-scaffolder: accept (rule `git`)\n     \
        expected  {\"action\":\"decline\"}\n     \
        got       {\"action\":\"accept\",\"reason\":\"rule\",\"content\":{},\"rule\":\"git\"}\n\
        FAIL FILE:3  project-scaffolder: accept (rule `git`)\n     \
        expected  {\"reason\":\"no_rule\"}\n     \
        got       {\"action\":\"accept\",\"reason\":\"rule\",\"content\":{},\"rule\":\"git\"}\n";
    assert_eq!(
        ran.out.replace(requests.to_str().unwrap(), "FILE"),
        expected
    );
    assert_eq!(
        ran.error,
        "3 replayed: 1 as expected, 2 not, 0 without an expectation\n"
    );
}

#[test]
fn a_folder_for_profiles_has_to_be_there() {
    let folder = tempfile::tempdir().unwrap();
    for (named, why) in [
        ("profiles", "`--profiles` needs an absolute path"),
        (
            "/nowhere/at\u{1b}all",
            "`--profiles /nowhere/at\\u{1b}all`: there is no such folder",
        ),
    ] {
        for command in ["replay", "explain"] {
            let request = folder.path().join("request.json");
            fs::write(&request, r#"{"server":"x","message":"y"}"#).unwrap();
            let ran = run(
                folder.path(),
                &[command, "--profiles", named, request.to_str().unwrap()],
            );
            assert_eq!(ran.status, Some(64), "{command}");
            assert!(ran.error.contains(why), "{command}: {}", ran.error);
        }
    }
}

#[test]
fn a_line_that_asks_nothing_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let requests = folder.path().join("requests.jsonl");
    for (line, why) in [
        ("{", "not JSON"),
        (
            r#"{"server":"x","message":"y","expect":"allow"}"#,
            "unknown action `allow`",
        ),
        (
            r#"{"server":"x","message":"y","expect":{"akshun":"accept"}}"#,
            "unknown key `akshun`",
        ),
        (
            r#"{"server":"x","message":"y","expect":7}"#,
            "`expect`: an action, or an object",
        ),
        (r#"{"message":"y"}"#, "--server NAME"),
    ] {
        fs::write(&requests, format!("\n{line}\n")).unwrap();
        let ran = run(folder.path(), &["replay", requests.to_str().unwrap()]);
        assert!(
            matches!(ran.status, Some(64 | 65)),
            "{line}: {:?}",
            ran.status
        );
        assert!(
            ran.error.contains("requests.jsonl:2: ") && ran.error.contains(why),
            "{}",
            ran.error
        );
    }
}

#[test]
fn a_list_shows_what_is_in_force_here() {
    let folder = tempfile::tempdir().unwrap();
    let (own, project) = (
        folder.path().join("home/profiles"),
        folder.path().join("shop/.answerback"),
    );
    for made in [&own, &project] {
        fs::create_dir_all(made).unwrap();
    }
    let rule = "\n[[rule]]\nid = \"first\"\naction = \"decline\"\n\n[[rule]]\naction = \"ask\"\n";
    fs::write(own.join("db.toml"), format!("server = \"db\"\n{rule}")).unwrap();
    fs::write(own.join("broken.toml"), "server = ").unwrap();
    fs::write(
        own.join("values.toml"),
        "server = \"values\"\n[answers]\nname = \"x\"\n",
    )
    .unwrap();
    fs::write(own.join("misnamed.toml"), "server = \"other\"\n").unwrap();
    fs::write(project.join("db.toml"), format!("server = \"db\"\n{rule}")).unwrap();
    let ran = run(folder.path(), &["list"]);
    let shown = ran
        .out
        .replace(folder.path().canonicalize().unwrap().to_str().unwrap(), "");
    let expected = "broken\n  \
          user          /home/profiles/broken.toml\n                \
                        broken: see `answerback check`\n\
        db\n  \
          project       /shop/.answerback/db.toml\n                \
                        this profile came with the project and isn't trusted; to read\n                \
                        and trust it, run `answerback trust`\n  \
          user          /home/profiles/db.toml\n                \
                        not reached, as one above it can't be used\n\
        other\n  \
          user          a file names this server, but isn't named after it: see\n                \
                        `answerback check`\n\
        values\n  \
          user          /home/profiles/values.toml\n                \
                        no rules; its [answers] are drawn on by others\n";
    assert_eq!(
        (shown.as_str(), ran.status),
        (expected, Some(0)),
        "{}",
        ran.error
    );

    run(folder.path(), &["trust", "--yes"]);
    let ran = run(folder.path(), &["list", "--json"]);
    let listed: Json = serde_json::from_str(&ran.out).unwrap();
    let db = &listed["servers"][1];
    assert_eq!(db["server"], "db");
    assert_eq!(db["profiles"][0]["state"], "in_force");
    assert_eq!(db["profiles"][0]["rules"], json!(["first", "2"]));
    assert_eq!(db["profiles"][1]["scope"], "user");
}

#[test]
fn without_profiles_a_list_is_empty_and_says_where_they_belong() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run(folder.path(), &["list"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), ""));
    assert!(
        ran.error
            .contains("there are no profiles; yours belong into"),
        "{}",
        ran.error
    );
}

#[test]
fn the_readme_shows_the_screen_of_replay() {
    let readme = include_str!("../README.md");
    let (_, block) = readme.split_once("```text\n$ answerback replay").unwrap();
    let (_, block) = block.split_once('\n').unwrap();
    let screen = block.split_once("```").unwrap().0;
    let folder = tempfile::tempdir().unwrap();
    let requests = folder.path().join("requests.jsonl");
    let line = |server: &str, message: &str| {
        json!({"server": server, "message": message, "expect": "accept",
            "requestedSchema": {"type": "object", "properties": {}}})
    };
    let lines = [
        line("project-scaffolder", "Initialise a git repository?"),
        line("deploy-tools", "Deploy to production?"),
    ];
    fs::write(&requests, lines.map(|line| line.to_string()).join("\n")).unwrap();
    let ran = run(
        folder.path(),
        &["replay", "--profiles", EXAMPLES, requests.to_str().unwrap()],
    );
    assert_eq!(
        ran.out
            .replace(requests.to_str().unwrap(), "requests.jsonl"),
        screen
    );
}
