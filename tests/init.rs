//! `init` and `uninstall` on real files: which file, how it is written, and what is left alone.
//! The shapes of settings files are in `settings.rs`.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

mod support;
use support::{Person, copy_program, texts, write};

#[test]
fn an_empty_home_gets_the_hook_a_folder_and_a_config_that_says_nothing() {
    let person = Person::new();
    let (out, error) = person.succeeds(&["init"]);
    assert!(
        error.contains("; the client sees it from its next session on\n"),
        "{error}"
    );
    let settings: serde_json::Value =
        serde_json::from_slice(&fs::read(person.settings()).unwrap()).unwrap();
    let program = person.program();
    let hook = serde_json::json!([{"hooks": [{
        "type": "command", "command": program, "args": ["hook"], "timeout": 5
    }]}]);
    assert_eq!(
        settings,
        serde_json::json!({"hooks": {"Elicitation": hook, "ElicitationResult": hook}})
    );
    assert!(
        out.contains("+++ ") && out.contains("\n+  \"hooks\": {\n"),
        "{out}"
    );
    assert!(person.path("home/.config/answerback/profiles").is_dir());
    let config = fs::read(person.path("home/.config/answerback/config.toml")).unwrap();
    let config = String::from_utf8(config).unwrap();
    assert!(answerback::profile::Config::read(config.as_bytes()).is_ok());
    // With its comments taken off it is a config, too: nobody is led into a mistake.
    let bare: Vec<&str> = config
        .lines()
        .filter_map(|line| line.strip_prefix("# "))
        .filter(|line| line.contains(" = ") || line.starts_with('['))
        .collect();
    assert!(
        answerback::profile::Config::read(bare.join("\n").as_bytes()).is_ok(),
        "{bare:?}"
    );

    let before = fs::read(person.settings()).unwrap();
    let (out, error) = person.succeeds(&["init"]);
    assert_eq!(fs::read(person.settings()).unwrap(), before);
    assert!(
        out.is_empty() && error.contains("has the hook already"),
        "{error}"
    );

    let (_, error) = person.succeeds(&["uninstall"]);
    assert!(
        error.ends_with("removed the untouched config.toml\n"),
        "{error}"
    );
    assert!(!person.settings().exists());
    assert!(!person.path("home/.config/answerback").exists());
}

#[test]
fn what_a_person_wrote_stays() {
    let person = Person::new();
    person.succeeds(&["init"]);
    let profile = person.path("home/.config/answerback/profiles/x.toml");
    write(&profile, "server = \"x\"\n");
    write(
        &person.path("home/.config/answerback/config.toml"),
        "secrets = \"decline\"\n",
    );
    person.succeeds(&["init"]);
    let (_, error) = person.succeeds(&["uninstall"]);
    assert!(!error.contains("removed"), "{error}");
    assert!(profile.exists());
    let config = fs::read_to_string(person.path("home/.config/answerback/config.toml")).unwrap();
    assert_eq!(config, "secrets = \"decline\"\n");
}

#[test]
fn each_level_has_its_file() {
    let person = Person::new();
    for (args, file) in [
        (["init", "--user"], "home/.claude/settings.json"),
        (["init", "--project"], "project/.claude/settings.json"),
        (["init", "--local"], "project/.claude/settings.local.json"),
    ] {
        person.succeeds(&args);
        assert!(person.path(file).exists(), "{file}");
        person.succeeds(&["uninstall", args[1]]);
        assert!(!person.path(file).exists(), "{file}");
    }
    let output = person
        .command(&["init"])
        .env("CLAUDE_CONFIG_DIR", person.path("elsewhere"))
        .output();
    assert!(output.unwrap().status.success());
    assert!(person.path("elsewhere/settings.json").exists() && !person.settings().exists());
}

#[test]
fn nothing_is_written_that_was_not_asked_for() {
    let person = Person::new();
    let (out, _) = person.succeeds(&["init", "--dry-run", "--tell-agent"]);
    assert!(out.contains("PostToolUseFailure"), "{out}");
    let (printed, error) = person.succeeds(&["init", "--print"]);
    assert!(
        serde_json::from_str::<serde_json::Value>(&printed).is_ok() && error.is_empty(),
        "{error}"
    );
    assert!(!person.path("home/.claude").exists() && !person.path("home/.config").exists());
}

/// `P028`: the names of the events and the form of the hook are the client's.
#[test]
fn p028_the_printed_settings_have_the_clients_names() {
    let person = Person::new();
    let (printed, _) = person.succeeds(&["init", "--print", "--tell-agent", "--deny"]);
    let printed: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let events: Vec<&String> = printed["hooks"].as_object().unwrap().keys().collect();
    assert_eq!(
        events,
        [
            "Elicitation",
            "ElicitationResult",
            "PostToolUse",
            "PostToolUseFailure"
        ]
    );
    for event in events {
        let hook = &printed["hooks"][event][0]["hooks"][0];
        assert!(hook["args"].is_array() && hook["command"].as_str().unwrap().starts_with('/'));
    }
    let home = person.path("home/.config/answerback");
    assert_eq!(
        printed["permissions"]["deny"],
        serde_json::json!([
            "Bash(*answerback trust*)",
            format!("Edit(/{}/**)", home.display())
        ])
    );
}

#[test]
fn denied_permissions_come_and_go_with_the_hook() {
    let person = Person::new();
    let before = "{\n  \"permissions\": {\n    \"deny\": [\"Read(.env)\"]\n  }\n}\n";
    write(&person.settings(), before);
    person.succeeds(&["init", "--deny"]);
    let after = fs::read_to_string(person.settings()).unwrap();
    assert!(
        after.contains("Bash(*answerback trust*)") && after.contains("Read(.env)"),
        "{after}"
    );
    person.succeeds(&["uninstall"]);
    assert_eq!(fs::read_to_string(person.settings()).unwrap(), before);
}

#[test]
fn uninstall_finds_the_folder_that_init_was_given() {
    let person = Person::new();
    let home = person.path("own");
    person.succeeds(&["init", "--deny", "--home", home.to_str().unwrap()]);
    let entered = fs::read_to_string(person.settings()).unwrap();
    assert!(
        entered.contains(&format!("Edit(/{}/**)", home.display())),
        "{entered}"
    );
    person.succeeds(&["uninstall"]);
    assert!(!person.settings().exists());
}

#[test]
fn a_linked_file_is_changed_where_it_is_and_keeps_its_mode() {
    let person = Person::new();
    let target = person.path("dotfiles/settings.json");
    for before in ["{\"model\": \"opus\"}\n", ""] {
        write(&target, before);
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        fs::create_dir_all(person.path("home/.claude")).unwrap();
        let _ = fs::remove_file(person.settings());
        symlink("../../dotfiles/settings.json", person.settings()).unwrap();
        person.succeeds(&["init"]);
        assert!(person.settings().is_symlink());
        assert!(fs::read_to_string(&target).unwrap().contains("Elicitation"));
        assert_eq!(
            fs::metadata(&target).unwrap().permissions().mode() & 0o777,
            0o640
        );
        person.succeeds(&["uninstall"]);
        assert!(person.settings().is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), before);
    }
}

#[test]
fn what_can_not_be_edited_is_refused_and_left() {
    let person = Person::new();
    let settings = person.settings();
    fs::create_dir_all(settings.parent().unwrap()).unwrap();

    write(&settings, "{\n  \"hooks\": {\n}\n");
    let output = person.run(&["init"]);
    let (_, error) = texts(&output);
    assert_eq!(output.status.code(), Some(65), "{error}");
    assert!(
        error.contains("settings.json: line ") && error.contains(", column "),
        "{error}"
    );
    assert_eq!(
        fs::read_to_string(&settings).unwrap(),
        "{\n  \"hooks\": {\n}\n"
    );

    write(&settings, "{}");
    fs::set_permissions(&settings, fs::Permissions::from_mode(0o444)).unwrap();
    let output = person.run(&["init"]);
    let (_, error) = texts(&output);
    assert_eq!(output.status.code(), Some(65));
    assert!(
        error.contains("is read-only") && error.contains("init --print"),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&settings).unwrap(), "{}");

    for (what, make) in [
        (
            "a link that is not followed",
            (|path| symlink("nowhere", path).unwrap()) as fn(&Path),
        ),
        ("not a regular file", |path| fs::create_dir(path).unwrap()),
    ] {
        let _ = fs::remove_file(&settings);
        make(&settings);
        let output = person.run(&["init"]);
        let (_, error) = texts(&output);
        assert_eq!(output.status.code(), Some(65), "{error}");
        assert!(error.contains(what), "{error}");
    }
    assert!(
        !person.path("home/.config").exists(),
        "nothing is laid out beside a failure"
    );
}

#[test]
fn a_program_that_an_agent_can_replace_is_warned_of() {
    let person = Person::new();
    let inside = person.path("project/answerback");
    copy_program(&inside);
    let output = Command::new(&inside)
        .args(["init", "--dry-run"])
        .env_clear()
        .env("HOME", person.path("home"))
        .current_dir(person.path("project"))
        .output()
        .unwrap();
    let (_, error) = texts(&output);
    assert!(
        // The tests themselves may run from a temporary folder.
        error.contains("an agent can replace it"),
        "{error}"
    );
}

#[test]
fn a_program_of_another_name_or_a_relative_folder_is_refused() {
    let person = Person::new();
    let renamed = person.path("home/bin/answers");
    copy_program(&renamed);
    let output = Command::new(&renamed)
        .arg("init")
        .env_clear()
        .env("HOME", person.path("home"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(64));
    for args in [["init", "--profiles", "here"], ["init", "--home", "here"]] {
        assert_eq!(person.run(&args).status.code(), Some(64), "{args:?}");
    }
    for command in [
        "doctor", "list", "log", "stats", "learn", "new", "trust", "untrust",
    ] {
        let (_, error) = texts(&person.run(&[command, "--profiles", "here"]));
        assert_eq!(
            error, "answerback: `--profiles` needs an absolute path\n",
            "{command}"
        );
    }
}

#[test]
fn the_hook_is_called_with_the_folders_that_were_given() {
    let person = Person::new();
    let home = person.path("own");
    let (printed, _) = person.succeeds(&[
        "init",
        "--print",
        "--home",
        home.to_str().unwrap(),
        "--profiles",
        "/team",
    ]);
    let printed: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(
        printed["hooks"]["Elicitation"][0]["hooks"][0]["args"],
        serde_json::json!(["hook", "--profiles", "/team", "--home", home])
    );
}
