//! `doctor`: each thing that can stand between a request and its answer is found and said, and nothing of a project
//! is run for it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]
#![cfg(unix)]

mod support;

use std::fs;
use std::path::Path;

use serde_json::{Value as Json, json};
use support::{Person, copy_program, executable, texts, write};

/// A script that can be run.
fn script(path: &Path, text: &str) {
    executable(path, format!("#!/bin/sh\n{text}\n").as_bytes());
}

/// A person whose hook is entered, who has a profile, and a client of this version.
fn healthy() -> Person {
    let person = Person::new();
    person.succeeds(&["init"]);
    let rule = "[[rule]]\nwhen.message = \"Name of the table?\"\nanswers.name = \"users\"\n";
    write(
        &person.path("home/.config/answerback/profiles/db.toml"),
        &format!("server = \"db\"\n\n{rule}"),
    );
    script(
        &person.path("home/bin/claude"),
        "echo '2.1.332 (Claude Code)'",
    );
    person
}

/// The lines as they were before they were wrapped.
fn unwrapped(out: &str) -> String {
    if out.starts_with('{') {
        return out.to_owned();
    }
    let mut lines: Vec<String> = Vec::new();
    for line in out.lines() {
        let goes_on = line.starts_with("    ") && !line.starts_with("    help:");
        match lines.last_mut().filter(|_| goes_on) {
            Some(last) => *last += &format!(" {}", line.trim_start()),
            None => lines.push(line.to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

fn doctor(person: &Person, args: &[&str], env: &[(&str, &str)]) -> (Option<i32>, String) {
    let mut command = person.command(&["doctor"]);
    let path = format!("{}:/usr/bin:/bin", person.path("home/bin").display());
    let output = command
        .args(args)
        .env("PATH", path)
        .envs(env.iter().copied())
        .output()
        .unwrap();
    let (out, error) = texts(&output);
    assert_eq!(error, "");
    let here = person.path("").canonicalize().unwrap();
    (
        output.status.code(),
        unwrapped(&out).replace(&format!("{}/", here.display()), "/"),
    )
}

/// The findings by weight and code, those that are good left out.
fn found(person: &Person, args: &[&str], env: &[(&str, &str)]) -> Vec<(String, String)> {
    let (status, out) = doctor(person, &[&["--json"], args].concat(), env);
    let checkup: Json = serde_json::from_str(&out).unwrap();
    let checks = checkup["sections"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|section| section["checks"].as_array().unwrap());
    let text = |check: &Json, key: &str| check[key].as_str().unwrap().to_owned();
    let found: Vec<_> = checks
        .map(|check| (text(check, "weight"), text(check, "code")))
        .filter(|(weight, code)| weight != "good" && code != "project" && code != "never_ran")
        .collect();
    let problems = found.iter().any(|(weight, _)| weight == "problem");
    assert_eq!(
        (status, checkup["works"].as_bool()),
        (Some(i32::from(problems)), Some(!problems))
    );
    found
}

fn has(found: &[(String, String)], weight: &str, code: &str) -> bool {
    found.contains(&(weight.to_owned(), code.to_owned()))
}

#[test]
fn where_all_is_well_it_says_so_and_what_it_looked_at() {
    let person = healthy();
    let (status, out) = doctor(&person, &[], &[]);
    let (start, rest) = out
        .split_once("in ")
        .map(|_| out.rsplit_once(", in ").unwrap())
        .unwrap();
    let expected = "settings\n  \
          ✓ /home/.claude/settings.json holds the hook, for every server\n\
        client\n  \
          ✓ /home/bin/claude is version 2.1.332\n\
        profiles\n  \
          · the project is /project\n  \
          ✓ /home/.config/answerback/config.toml can be used\n  \
          ✓ `db`: user /home/.config/answerback/profiles/db.toml\n\
        journal\n  \
          · the hook has never run for a request\n    \
            help: if a server has asked since it was entered, begin a new session of the client\n\
        self-test\n  \
          ✓ `/home/bin/answerback` answers a sample request";
    assert_eq!((status, start), (Some(0), expected));
    assert!(
        rest.ends_with(" ms\n\nnothing keeps answerback from working\n"),
        "{rest}"
    );
    assert!(
        !person
            .path("home/.local/share/answerback/state")
            .read_dir()
            .is_ok_and(|mut left| left.next().is_some()),
        "the test leaves nothing"
    );
}

/// A hook as `init` enters it, with some keys changed.
fn hook(person: &Person, changes: Json) -> Json {
    let mut hook =
        json!({"type": "command", "command": person.program(), "args": ["hook"], "timeout": 5});
    for (key, value) in changes.as_object().unwrap() {
        hook[key] = value.clone();
        if value.is_null() {
            hook.as_object_mut().unwrap().remove(key);
        }
    }
    hook
}

#[test]
fn whatever_keeps_the_hook_from_being_heard_is_found() {
    let person = healthy();
    let group = |hook: Json| json!({"hooks": [hook]});
    let ours = || hook(&person, json!({}));
    let entered = |elicitation: Json| json!({"hooks": {"Elicitation": elicitation, "ElicitationResult": [group(ours())]}});
    let changed = |changes: Json| entered(json!([group(hook(&person, changes))]));
    let line = format!("{} hook", person.program().display());
    let missing = person.path("home/gone/answerback");
    let other = person.path("home/answerback");
    copy_program(&other);
    script(&person.path("home/mute/answerback"), "exit 3");
    let mute = person.path("home/mute/answerback");
    let http = json!({"type": "http", "url": "http://localhost:9/"});
    for (settings, weight, code) in [
        (json!({}), "problem", "no_hook"),
        (
            json!({"hooks": {"Elicitation": [group(ours())]}}),
            "note",
            "no_result_hook",
        ),
        (
            json!({"disableAllHooks": true}),
            "problem",
            "hooks_disabled",
        ),
        (
            json!({"env": {"ANSWERBACK_DISABLE": "1"}}),
            "problem",
            "disabled",
        ),
        (changed(json!({"if": "Bash(*)"})), "problem", "hook_if"),
        (changed(json!({"async": true})), "problem", "hook_async"),
        (changed(json!({"timeout": "5"})), "problem", "hook_timeout"),
        (changed(json!({"timeout": 0})), "problem", "hook_timeout"),
        (changed(json!({"args": []})), "problem", "hook_args"),
        (
            changed(json!({"args": null, "command": line})),
            "warning",
            "shell_form",
        ),
        (
            changed(json!({"command": "answerback"})),
            "warning",
            "program_on_path",
        ),
        (
            changed(json!({"command": missing})),
            "problem",
            "program_missing",
        ),
        (
            changed(json!({"command": other})),
            "warning",
            "other_program",
        ),
        (changed(json!({"command": mute})), "problem", "self_test"),
        (changed(json!({"command": missing})), "problem", "self_test"),
        (
            entered(json!([{"matcher": "github", "hooks": [ours()]}])),
            "problem",
            "matcher",
        ),
        (
            entered(json!([{"matcher": null, "hooks": [ours()]}])),
            "problem",
            "matcher",
        ),
        (
            entered(json!([group(ours()), group(http)])),
            "warning",
            "other_hook",
        ),
        (
            entered(json!([
                group(ours()),
                group(hook(&person, json!({"args": ["hook", "--home", "/x"]})))
            ])),
            "warning",
            "entered_twice",
        ),
    ] {
        write(&person.settings(), &settings.to_string());
        let found = found(&person, &[], &[]);
        assert!(has(&found, weight, code), "{settings}: {found:?}");
    }
    write(
        &person.settings(),
        &entered(json!([{"matcher": "db|x", "hooks": [ours()]}])).to_string(),
    );
    assert_eq!(found(&person, &[], &[]), []);
    assert!(has(
        &found(&person, &["--server", "github"], &[]),
        "problem",
        "matcher"
    ));

    write(&person.settings(), "{\n  \"hooks\": [,\n}\n");
    let (status, out) = doctor(&person, &[], &[]);
    assert_eq!(status, Some(1));
    assert!(
        out.contains("✗ /home/.claude/settings.json: line 2, column 13: "),
        "{out}"
    );
}

#[test]
fn the_other_levels_and_the_surroundings_count_too() {
    let person = healthy();
    assert!(has(
        &found(&person, &[], &[("ANSWERBACK_DISABLE", "1")]),
        "problem",
        "disabled"
    ));
    let local = person.path("project/.claude/settings.local.json");
    write(&local, "{\"disableAllHooks\": true}");
    assert!(has(&found(&person, &[], &[]), "problem", "hooks_disabled"));
    let theirs = json!({"hooks": {"Elicitation": [{"hooks": [{"type": "command", "command": "accept-all\u{1b}[2J"}]}]}});
    write(&local, &theirs.to_string());
    let (_, out) = doctor(&person, &[], &[]);
    let warning = "! /project/.claude/settings.local.json: another hook answers forms too, `accept-all\\u{1b}[2J`";
    assert!(out.contains(warning) && !out.contains('\u{1b}'), "{out}");
    fs::remove_file(local).unwrap();
    write(
        &person.settings(),
        "{\"enabledPlugins\": {\"answerback@tools\": true}}",
    );
    assert_eq!(found(&person, &[], &[]), []);
}

#[test]
fn the_version_of_the_client_says_what_it_lacks() {
    let person = healthy();
    for (version, expected) in [
        ("2.1.83", &[("problem", "client_forms")][..]),
        (
            "2.1.86",
            &[("problem", "client_exec_form"), ("note", "client_prompt")],
        ),
        (
            "2.1.110",
            &[
                ("warning", "client_untried"),
                ("note", "client_urls"),
                ("note", "client_prompt"),
            ],
        ),
        ("2.1.250", &[("note", "client_urls")]),
        ("2.1.332", &[]),
        ("who knows", &[("note", "client_version")]),
    ] {
        script(
            &person.path("home/bin/claude"),
            &format!("echo '{version} (Claude Code)'"),
        );
        let expected: Vec<_> = expected
            .iter()
            .map(|(weight, code)| (weight.to_string(), code.to_string()))
            .collect();
        assert_eq!(found(&person, &[], &[]), expected, "{version}");
    }
    fs::remove_file(person.path("home/bin/claude")).unwrap();
    assert!(has(&found(&person, &[], &[]), "note", "no_client"));
}

#[test]
fn nothing_that_a_project_brought_is_run() {
    let person = healthy();
    let ran = person.path("ran");
    let bait = format!("touch '{}'", ran.display());
    for name in ["claude", "answerback"] {
        script(&person.path(&format!("project/bin/{name}")), &bait);
    }
    let in_project = person.path("project/bin/answerback");
    let of = |command: Json| json!({"hooks": {"Elicitation": [{"hooks": [{"type": "command", "command": command, "args": ["hook"]}]}]}});
    let path = format!(
        "{}:.:bin:/usr/bin:/bin",
        person.path("project/bin").display()
    );

    write(
        &person.path("project/.claude/settings.json"),
        &of(json!(in_project)).to_string(),
    );
    write(
        &person.path("project/.claude/settings.local.json"),
        &of(json!("answerback")).to_string(),
    );
    let output = person
        .command(&["doctor"])
        .env("PATH", &path)
        .output()
        .unwrap();
    let out = unwrapped(&texts(&output).0);
    assert!(
        out.contains("there is no `claude` on the PATH outside the project"),
        "{out}"
    );
    assert!(!ran.exists(), "{out}");

    // Not even if the user's own settings call it there.
    for command in [json!(in_project), json!("answerback")] {
        write(&person.settings(), &of(command.clone()).to_string());
        let output = person
            .command(&["doctor"])
            .env("PATH", &path)
            .output()
            .unwrap();
        let out = unwrapped(&texts(&output).0);
        assert!(out.contains("so it isn't run here"), "{command}: {out}");
        assert!(!ran.exists(), "{command}: {out}");
    }
}

#[test]
fn a_program_that_hangs_is_given_up() {
    let person = healthy();
    script(
        &person.path("home/slow/answerback"),
        "sleep 30 & exec sleep 30",
    );
    let settings = json!({"hooks": {"Elicitation": [{"hooks": [
        {"type": "command", "command": person.path("home/slow/answerback"), "args": ["hook"]}]}]}});
    write(&person.settings(), &settings.to_string());
    let started = std::time::Instant::now();
    assert!(has(&found(&person, &[], &[]), "problem", "self_test"));
    assert!(started.elapsed().as_secs() < 60);
}

#[test]
fn at_home_the_persons_own_programs_are_not_a_projects() {
    let person = healthy();
    let output = person
        .command(&["doctor"])
        .env("PATH", person.path("home/bin"))
        .current_dir(person.path("home"))
        .output()
        .unwrap();
    let out = unwrapped(&texts(&output).0);
    assert!(
        out.contains("is version 2.1.332") && out.contains("answers a sample request"),
        "{out}"
    );
}

/// `P021`: a profile or config that can't be used is named with file, line and column, and fails.
#[test]
fn p021_a_corrupt_file_fails_with_its_place() {
    let person = healthy();
    let profile = person.path("home/.config/answerback/profiles/db.toml");
    let config = person.path("home/.config/answerback/config.toml");
    for (file, text, expected) in [
        (
            &profile,
            "server = \"db\"\nrules = 1\n",
            "✗ /home/.config/answerback/profiles/db.toml:2:1: unknown key `rules` in a profile; `db` gets no answer",
        ),
        (
            &config,
            "secrets = 1\n",
            "✗ /home/.config/answerback/config.toml:1:11: `secrets` takes a text; nothing is answered",
        ),
    ] {
        let before = fs::read_to_string(file).unwrap();
        write(file, text);
        let (status, out) = doctor(&person, &[], &[]);
        assert_eq!(status, Some(1));
        assert!(out.contains(expected), "{out}");
        write(file, &before);
    }
    fs::remove_dir_all(person.path("home/.config/answerback/profiles")).unwrap();
    assert_eq!(
        found(&person, &[], &[]),
        [("warning".to_owned(), "no_profiles".to_owned())]
    );
}

/// `P028`: settings as `init` writes them are valid, whatever an editor's schema knows.
#[test]
fn p028_settings_with_events_that_are_new_are_fine() {
    let person = healthy();
    let mut settings: Json = serde_json::from_slice(&fs::read(person.settings()).unwrap()).unwrap();
    settings["$schema"] = json!("https://json.schemastore.org/claude-code-settings.json");
    settings["hooks"]["SomethingNew"] = json!([{"hooks": []}]);
    write(&person.settings(), &settings.to_string());
    assert_eq!(found(&person, &[], &[]), []);
}

/// `P008` and `P107`: whether the hook was never run, or ran and had no answer, is told by its own journal. (No surface
/// of the client that runs no hooks is known any more, and no server is started: `doctor` runs nothing of a project.)
#[test]
fn p008_p107_never_run_is_told_from_no_answer() {
    let person = healthy();
    let (_, out) = doctor(&person, &[], &[]);
    assert!(
        out.contains("· the hook has never run for a request"),
        "{out}"
    );
    let ask = |message: &str| {
        let event = json!({"hook_event_name": "Elicitation", "mcp_server_name": "db", "mode": "form", "message": message,
            "session_id": "s", "cwd": person.path("project"),
            "requested_schema": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}});
        let event_file = person.path("event.json");
        write(&event_file, &event.to_string());
        let stdin = fs::File::open(event_file).unwrap();
        assert!(
            person
                .command(&["hook"])
                .stdin(stdin)
                .status()
                .unwrap()
                .success()
        );
    };
    ask("Drop everything?");
    let (_, out) = doctor(&person, &[], &[]);
    assert!(out.contains("`db` asked, no decision (no_rule)"), "{out}");
    ask("Name of the table?");
    let (_, out) = doctor(&person, &["--server", "db"], &[]);
    assert!(out.contains("`db` asked, accept (rule)"), "{out}");
    let (_, out) = doctor(&person, &["--server", "other"], &[]);
    assert!(out.contains("the hook has never run for `other`"), "{out}");
}

/// What the journal knows is told by the other commands, too: a slip in a field's name, and when a profile was used.
#[test]
fn the_journal_tells_slips_and_last_use() {
    let person = healthy();
    let event = json!({"hook_event_name": "Elicitation", "mcp_server_name": "db", "mode": "form", "session_id": "s",
        "message": "Name of the table?", "cwd": person.path("project"),
        "requested_schema": {"type": "object", "properties": {"name": {"type": "string"}, "region": {"type": "string"}}}});
    write(&person.path("event.json"), &event.to_string());
    let (out, _) = texts(&person.run(&["list"]));
    assert!(!out.contains("last used"), "{out}");
    let stdin = fs::File::open(person.path("event.json")).unwrap();
    let output = person.command(&["hook"]).stdin(stdin).output().unwrap();
    assert!(!output.stdout.is_empty());
    let (out, _) = texts(&person.run(&["list"]));
    assert!(
        out.contains("rules: 1\n                last used 2"),
        "{out}"
    );

    let profile = person.path("home/.config/answerback/profiles/db.toml");
    let text = fs::read_to_string(&profile).unwrap();
    write(
        &profile,
        &format!("{text}answers.regoin = \"eu\"\nanswers.anything = \"else\"\n"),
    );
    let (out, _) = texts(&person.run(&["check"]));
    assert!(
        out.starts_with("warning[near_miss]: no request in the journal asks for `regoin`\n"),
        "{out}"
    );
    assert!(out.contains("= help: did you mean `region`?"), "{out}");
    assert_eq!(out.matches("warning[").count(), 1, "{out}");
}

/// The text block of the README that begins with a command.
fn screen(command: &str) -> &'static str {
    let readme = include_str!("../README.md");
    let (_, block) = readme.split_once(&format!("```text\n$ {command}")).unwrap();
    let (_, block) = block.split_once('\n').unwrap();
    block.split_once("```").unwrap().0
}

#[test]
fn the_readme_shows_the_screen_of_doctor() {
    let person = healthy();
    // The person of the screen lives in `/home/ada`, so that lines break where they do there.
    let (home, project) = ("/home/ada", "/home/ada/shop");
    let theirs = json!({"hooks": {"Elicitation": [{"hooks": [{"type": "command", "command": "accept-all"}]}]}});
    write(
        &person.path("project/.claude/settings.json"),
        &theirs.to_string(),
    );
    write(
        &person.path("home/.config/answerback/profiles/rig.toml"),
        "server = \"rig\"\nrules = 1\n",
    );
    script(
        &person.path("home/bin/claude"),
        "echo '2.1.250 (Claude Code)'",
    );
    let (status, out) = doctor(&person, &[], &[]);
    assert_eq!(status, Some(1));
    let out = out
        .replace("/project", project)
        .replace("/home/.", &format!("{home}/."));
    let out = out.replace("/home/bin", &format!("{home}/bin"));
    let without_time = |text: &str| {
        let (start, end) = text.split_once("request, in ").unwrap();
        format!("{start}{}", end.split_once(" ms").unwrap().1)
    };
    assert_eq!(
        without_time(&unwrapped(&out)),
        without_time(&unwrapped(screen("answerback doctor")))
    );
}

/// Green is for those whose servers are all answered.
#[test]
fn the_last_line_says_whether_a_server_is_left_unanswered() {
    let person = healthy();
    let last = |args: &[&str]| {
        let (status, out) = doctor(&person, args, &[]);
        (status, out.lines().last().unwrap_or_default().to_owned())
    };
    let good = "nothing keeps answerback from working".to_owned();
    let but = "answerback works, but see !".to_owned();
    assert_eq!(last(&[]), (Some(0), good.clone()));
    assert_eq!(last(&["--server", "nope"]), (Some(0), but.clone()));
    write(
        &person.path("project/.answerback/shop.toml"),
        "server = \"shop\"\n",
    );
    assert_eq!(last(&[]), (Some(0), but));
    assert_eq!(last(&["--server", "db"]), (Some(0), good));
}

/// A hook that is switched off answers no sample; to enter it again wouldn't help.
#[test]
fn what_is_switched_off_is_not_tested() {
    let person = healthy();
    let (status, out) = doctor(&person, &[], &[("ANSWERBACK_DISABLE", "1")]);
    assert_eq!(status, Some(1));
    assert!(
        out.contains(
            "self-test\n  · `ANSWERBACK_DISABLE` is set here, so there is nothing to test\n"
        ) && !out.contains("init"),
        "{out}"
    );
}
