//! The README says nothing that isn't so: its commands run, its files parse, its lists are whole.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use answerback::answer::Reason;
use answerback::profile::{Config, read};

const README: &str = include_str!("../README.md");

/// The fenced blocks of a language.
fn blocks(language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    README
        .split(&fence)
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap().to_owned())
        .collect()
}

/// The codes in the first column of the table that follows a text.
fn table_after(text: &str) -> BTreeSet<&'static str> {
    let (_, rest) = README
        .split_once(text)
        .unwrap_or_else(|| panic!("no {text}"));
    rest.trim_start_matches(|char| char != '|')
        .lines()
        .take_while(|line| line.starts_with('|'))
        .filter_map(|line| line.split('`').nth(1))
        .collect()
}

#[test]
#[cfg(unix)]
fn every_console_command_prints_what_the_readme_shows() {
    let home = tempfile::tempdir().unwrap();
    let bin = Path::new(env!("CARGO_BIN_EXE_answerback"))
        .parent()
        .unwrap();
    let path = format!("{}:/usr/bin:/bin", bin.display());
    let mut commands = 0;
    for block in blocks("console") {
        for command in block.split("$ ").filter(|command| !command.is_empty()) {
            let (command, expected) = split(command);
            let ran = Command::new("sh")
                .args(["-c", &command])
                .current_dir(env!("CARGO_MANIFEST_DIR"))
                .env_clear()
                .envs([("HOME", home.path().to_str().unwrap()), ("PATH", &path)])
                .output()
                .unwrap();
            let printed = String::from_utf8(ran.stdout).unwrap();
            // The platform's folder, as on Linux.
            let printed = printed.replace(home.path().to_str().unwrap(), "~").replace(
                "~/Library/Application Support/answerback",
                "~/.config/answerback",
            );
            if cfg!(target_os = "linux") {
                assert_eq!(printed, expected, "$ {command}");
            }
            commands += 1;
        }
    }
    assert!(commands >= 4, "{commands}");
}

/// A command, with its here-document if it has one, and what is shown below it.
fn split(command: &str) -> (String, String) {
    let end = command
        .find("<<'END'")
        .map_or(0, |_| command.find("\nEND\n").unwrap() + 4);
    let line = command[end..]
        .find('\n')
        .map_or(command.len(), |at| end + at + 1);
    (command[..line].to_owned(), command[line..].to_owned())
}

#[test]
fn the_checkout_commands_answer_and_test() {
    let [commands] = &blocks("sh")[..1] else {
        panic!()
    };
    let lines: Vec<&str> = commands.lines().collect();
    let [main, test] = lines[..] else {
        panic!("{lines:?}")
    };
    assert!(test.starts_with("cargo test"));
    let (arguments, input) = main.split_once("-- ").unwrap().1.split_once(" < ").unwrap();
    let root = env!("CARGO_MANIFEST_DIR");
    let arguments = arguments.replace("$PWD", root).replace('"', "");
    let ran = Command::new(env!("CARGO_BIN_EXE_answerback"))
        .args(arguments.split(' '))
        .current_dir(root)
        .env("HOME", "/nonexistent")
        .stdin(std::fs::File::open(Path::new(root).join(input)).unwrap())
        .output()
        .unwrap();
    let printed = String::from_utf8(ran.stdout).unwrap();
    assert!(
        printed.contains(r#""action":"accept","content":{"email":"ada@example.com""#),
        "{printed}"
    );
}

#[test]
fn every_toml_block_is_a_profile_or_a_config() {
    let blocks = blocks("toml");
    assert_eq!(blocks.len(), 3);
    for block in blocks {
        let fault = if block.starts_with("server") {
            read(block.as_bytes()).err()
        } else {
            Config::read(block.as_bytes()).err()
        };
        assert_eq!(fault, None, "{block}");
    }
}

#[test]
fn every_json_block_is_json() {
    for block in blocks("json") {
        serde_json::from_str::<serde_json::Value>(&block).unwrap();
    }
}

#[test]
fn every_reason_code_is_listed() {
    let codes: BTreeSet<&str> = Reason::CODES.iter().copied().collect();
    assert_eq!(table_after("**Reason codes**"), codes);
}
