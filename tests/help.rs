//! The command line explains itself: help with an example, and what was meant where a word is wrong.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::process::{Command, Stdio};

fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_answerback"))
        .args(args)
        .stdin(Stdio::null())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn subcommands() -> Vec<String> {
    let (_, help, _) = run(&["--help"]);
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    list.lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(|line| line.split_whitespace().next().unwrap().to_owned())
        .filter(|name| name != "help")
        .collect()
}

#[test]
fn every_subcommand_shows_an_example() {
    let all = subcommands();
    assert!(all.len() >= 8, "{all:?}");
    for name in all {
        for args in [[name.as_str(), "--help"], ["help", name.as_str()]] {
            let (status, help, error) = run(&args);
            assert_eq!((status, error.as_str()), (Some(0), ""), "{args:?}");
            assert!(help.contains("Example"), "{name}: {help}");
            let example = if name == "hook" {
                "\"args\": [\"hook\"]".to_owned()
            } else {
                format!("  answerback {name}")
            };
            assert!(help.contains(&example), "{name}: {help}");
        }
    }
}

#[test]
fn a_slip_says_what_was_meant() {
    for (args, status, meant) in [
        (&["explian"][..], 64, "'explain'"),
        (&["init", "--usr"], 64, "'--user'"),
        (&["completions", "bsh"], 64, "'bash'"),
        (
            &["explain", "profiles/bilings.toml"],
            65,
            "did you mean `profiles/billing.toml`?",
        ),
        (
            &["check", "profiles/bilings.toml"],
            64,
            "did you mean `profiles/billing.toml`?",
        ),
    ] {
        let (code, out, error) = run(args);
        assert_eq!((code, out.as_str()), (Some(status), ""), "{args:?}");
        assert!(error.contains(meant), "{args:?}: {error}");
    }
}

#[test]
fn each_shell_gets_its_completions() {
    for (shell, sign) in [
        ("bash", "complete -F _answerback"),
        ("zsh", "#compdef answerback"),
        ("fish", "complete -c answerback"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let (status, script, error) = run(&["completions", shell]);
        assert_eq!((status, error.as_str()), (Some(0), ""), "{shell}");
        assert!(
            script.contains(sign) && script.contains("uninstall"),
            "{shell}"
        );
    }
}

#[test]
fn colour_is_for_those_who_see_it() {
    let check = ["check", "tests/check/tilde/profile.toml"];
    for (args, env, styled) in [
        (&[][..], None, false),
        (&["--color", "always"], None, true),
        (&["--color", "always"], Some("1"), true),
        (&["--color", "never"], None, false),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_answerback"));
        if let Some(value) = env {
            command.env("NO_COLOR", value);
        }
        let output = command
            .args(check)
            .args(args)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        assert_eq!(output.stdout.contains(&0x1b), styled, "{args:?}");
    }
}
