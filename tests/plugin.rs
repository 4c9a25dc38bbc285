//! The plugin enters the same hook as `init`, but for the program's place.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::process::Command;

use serde_json::{Value as Json, json};

const HOOKS: &str = include_str!("../plugin/hooks/hooks.json");
const MANIFEST: &str = include_str!("../plugin/.claude-plugin/plugin.json");
const README: &str = include_str!("../plugin/README.md");

#[test]
fn its_hooks_are_those_of_init() {
    let home = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_answerback"))
        .args(["init", "--print"])
        .env("HOME", home.path())
        .output()
        .unwrap();
    let mut printed: Json = serde_json::from_slice(&output.stdout).unwrap();
    for event in ["Elicitation", "ElicitationResult"] {
        let command = &mut printed["hooks"][event][0]["hooks"][0]["command"];
        // From the PATH: where it isn't, the client finds nothing to run, and goes on as if there were no hook.
        *command = json!("answerback");
    }
    let plugin: Json = serde_json::from_str(HOOKS).unwrap();
    assert_eq!(plugin["hooks"], printed["hooks"]);
}

#[test]
fn it_is_as_old_as_the_program_and_says_enough() {
    let manifest: Json = serde_json::from_str(MANIFEST).unwrap();
    assert_eq!(manifest["name"], "answerback");
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(manifest["license"], env!("CARGO_PKG_LICENSE"));
    // The plugin directory refuses fewer.
    assert!(README.split_whitespace().count() >= 40);
}
