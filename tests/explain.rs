//! What `explain` advises: a rule to paste where none applied, what the rule lacks where one did, and nothing where
//! nothing that could be pasted would help.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod support;

use std::ffi::OsString;
use std::fs;

use answerback::{Streams, World};

use serde_json::{Value as Json, json};
use support::{Home, Ran, form, optional, put, required, url};

fn run(home: &Home, args: &[&str], stdin: &str) -> Ran {
    let mut command = home.command([args[0], "--home"]);
    command.arg(home.home()).args(&args[1..]);
    support::run(command, stdin.as_bytes())
}

fn explain(home: &Home, event: &Json) -> String {
    run(home, &["explain"], &event.to_string()).stdout
}

fn explain_json(home: &Home, event: &Json) -> Json {
    let ran = run(home, &["explain", "--json"], &event.to_string());
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
}

/// The advice in a text: from its heading to the end.
fn advice(explained: &str) -> Option<&str> {
    explained
        .split_once(
            "

",
        )
        .and(explained.rfind("to answer it"))
        .and_then(|at| explained.get(at..))
}

fn text() -> Json {
    json!({ "type": "string" })
}

fn two_fields() -> Json {
    required(json!({ "i": { "type": "integer", "minimum": 1 }, "name": text() }))
}

/// A rule, a form, why it isn't completed, and the lines of what it lacks.
fn rules_that_applied() -> Vec<(&'static str, Json, &'static str, &'static [&'static str])> {
    let agree = json!({ "ok": { "type": "boolean" } });
    let form = |message: &str, schema: &Json| form("db", message, schema);
    vec![
        (
            "when.message = 'Size?'\nanswers.name = 'x'",
            form("Size?", &two_fields()),
            "incomplete",
            &["answers.i = …   # required: a whole number, at least 1"],
        ),
        (
            "when.message = 'Size?'\nanswers.i = 1\nanswers.name = '${vars.unset}'",
            form("Size?", &two_fields()),
            "incomplete",
            &[],
        ),
        (
            "when.message = 'Size?'\nanswers.a = 'x'",
            form(
                "Size?",
                &required(json!({ "a": text(), "\"b\n": text(), "odd": { "type": "object" } })),
            ),
            "incomplete",
            &[],
        ),
        (
            "when.message = 'Size?'\nanswers.i = 0\nanswers.name = 'x'",
            form("Size?", &two_fields()),
            "invalid",
            &[],
        ),
        (
            "when.message = 'Size?'\nuse_defaults = true",
            form("Size?", &optional(json!({ "name": text() }))),
            "accept_not_written",
            &["action = \"accept\""],
        ),
        (
            "when.fields = ['ok']\nanswers.ok = true",
            form("Really drop *?", &required(agree.clone())),
            "consent_needs_question",
            &[r#"when.message = "Really drop \\*?""#],
        ),
        (
            "when.message = 'Really **'\nanswers.ok = true",
            form("Really drop?", &required(agree)),
            "consent_needs_question",
            &[r#"when.message = "Really drop?"   # in place of line 4"#],
        ),
        (
            "when.fields = ['ok']\nanswers.ok = true",
            form(
                "",
                &required(json!({ "ok": { "type": "boolean", "description": "Drop it?" } })),
            ),
            "consent_needs_question",
            &[r#"when.question = "Drop it?""#],
        ),
        (
            "when.message = 'Key?'\nanswers.name = 'x'",
            form(
                "Key?",
                &required(json!({ "name": { "type": "string", "description": "Your API key" } })),
            ),
            "secret_field",
            &[],
        ),
        (
            "when.message = 'Drop?'\nanswers.drop = true\nanswers.how = 'deny'",
            form(
                "Drop?",
                &required(json!({
                    "drop": { "type": "boolean" },
                    "how": { "type": "string", "enum": ["allow", "deny"] },
                })),
            ),
            "consent_unclear",
            &[],
        ),
        (
            "when.url = 'https://example.com/**'\naction = 'accept'",
            url("db", "Open it", "https://example.com/a;b"),
            "url_not_acceptable",
            &[],
        ),
        (
            "when.message = 'Size?'\naction = 'ask'",
            form("Size?", &two_fields()),
            "ask_rule",
            &[],
        ),
    ]
}

#[test]
fn a_rule_that_applied_is_completed_not_repeated() {
    for (rule, event, reason, lines) in rules_that_applied() {
        let head = format!("server = 'db'\n[[rule]]\nid = 'r'\n{rule}\n");
        let home = Home::new().profile("db", &head);
        let explained = explain(&home, &event);
        assert!(
            explained.contains(&format!("[{reason}]")),
            "{rule}: {explained}"
        );
        let path = home.profile_path("db");
        let expected = (!lines.is_empty()).then(|| {
            let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
            format!(
                "to answer it, change rule `r` ({}, line 2):\n{lines}",
                path.display()
            )
        });
        assert_eq!(advice(&explained), expected.as_deref(), "{rule}");
        let json = explain_json(&home, &event);
        assert_eq!(json["decision"]["reason"], reason, "{rule}");
        match expected {
            None => assert!(json.get("suggestion").is_none(), "{rule}: {json}"),
            Some(_) => assert_eq!(
                json["suggestion"],
                json!({
                    "path": path,
                    "rule": "r",
                    "line": 2,
                    "text": lines.iter().map(|line| format!("{line}\n")).collect::<String>(),
                }),
                "{rule}"
            ),
        }
    }
}

#[test]
fn what_the_advice_says_helps() {
    for (rule, event, reason, lines) in rules_that_applied() {
        let mut kept: Vec<&str> = rule.lines().collect();
        for line in lines {
            let key = line.split(" = ").next().unwrap();
            kept.retain(|has| !has.starts_with(key));
        }
        let added = lines.join("\n").replace('…', "2");
        let text = format!("server = 'db'\n[[rule]]\n{}\n{added}\n", kept.join("\n"));
        let decision = explain_json(&Home::new().profile("db", &text), &event)["decision"].clone();
        if lines.is_empty() {
            assert_eq!(decision["reason"], reason, "{text}");
        } else {
            assert_eq!(decision["action"], "accept", "{text}: {decision}");
        }
    }
}

/// A project whose profile the user trusted.
fn trusting(profile: &str) -> Home {
    let home = Home::new();
    put(&home.project().join(".answerback/db.toml"), profile);
    trust(&home);
    home
}

fn trust(home: &Home) {
    let ran = run(home, &["trust", "--yes"], "");
    assert_eq!(ran.status, Some(0), "{ran:?}");
}

/// An event of the project of this home.
fn in_project(home: &Home, mut event: Json) -> Json {
    event["cwd"] = json!(home.project());
    event
}

#[test]
fn the_file_of_the_rule_that_applied_is_named() {
    let home = trusting("server = 'db'\n\n[[rule]]\nwhen.message = 'Size?'\nanswers.name = 'x'\n")
        .profile("db", "server = 'db'\n");
    let event = in_project(&home, form("db", "Size?", &two_fields()));
    let suggestion = &explain_json(&home, &event)["suggestion"];
    let path = suggestion["path"].as_str().unwrap();
    assert!(path.ends_with("project/.answerback/db.toml"), "{path}");
    assert_eq!(
        (&suggestion["rule"], &suggestion["line"]),
        (&json!("1"), &json!(3))
    );
}

#[test]
fn a_new_file_names_its_server_and_one_that_is_there_does_not_again() {
    let event = form("db", "Size?", &two_fields());
    let other = "server = 'other'\n";
    let own = "server = 'db'\n";
    for (user, project, reason, named) in [
        (None, None, "no_profile", true),
        (Some(other), None, "no_profile", false),
        (Some(own), None, "no_rule", false),
        (None, Some(own), "no_rule", true),
        (Some(own), Some(own), "no_rule", false),
    ] {
        let mut home = project.map_or_else(Home::new, trusting);
        if let Some(text) = user {
            home = home.profile("db", text);
        }
        let explained = explain_json(&home, &in_project(&home, event.clone()));
        assert_eq!(explained["decision"]["reason"], reason);
        let suggestion = &explained["suggestion"];
        assert_eq!(suggestion["path"], json!(home.profile_path("db")));
        let text = suggestion["text"].as_str().unwrap();
        assert_eq!(
            text.starts_with("server = \"db\"\n\n[[rule]]\n"),
            named,
            "{user:?} {project:?}: {text}"
        );
        // Pasted, it is a profile that can be read.
        let before = fs::read_to_string(home.profile_path("db")).unwrap_or_default();
        put(
            &home.profile_path("db"),
            &format!("{before}{text}action = 'ask'\n"),
        );
        let after = explain_json(&home, &in_project(&home, event.clone()));
        assert_ne!(after["decision"]["reason"], "broken_profile", "{text}");
    }
}

#[test]
fn a_rules_reason_is_shown_where_it_says_no() {
    let long = "y".repeat(2000);
    for (rule, reason, decision, logged) in [
        (
            "action = 'decline'",
            "never delete",
            "decline: by rule `1`: never delete\n",
            "by rule `1`: never delete\n",
        ),
        (
            "action = 'cancel'",
            "later",
            "cancel: by rule `1`: later\n",
            "by rule `1`: later\n",
        ),
        (
            "action = 'ask'",
            "mine",
            "no decision: the rule leaves it to the person: mine  [ask_rule]\n",
            "[ask_rule]: mine\n",
        ),
        (
            "action = 'decline'",
            r"a\nb\u001b[31m\u202e",
            "decline: by rule `1`: a\\nb\\u{1b}[31m\\u{202e}\n",
            "by rule `1`: a b\\u{1b}[31m\\u{202e}\n",
        ),
        ("action = 'decline'", &long, &format!("{long}\n"), "yyy…\n"),
    ] {
        let home = Home::new().profile(
            "db",
            &format!(
                "server = 'db'\n[[rule]]\nwhen.message = 'Size?'\n{rule}\nreason = \"{reason}\"\n"
            ),
        );
        let event = form("db", "Size?", &two_fields());
        let explained = explain(&home, &event);
        assert!(explained.contains(decision), "{explained}");
        let json = explain_json(&home, &event);
        let reason: String = serde_json::from_str(&format!("\"{reason}\"")).unwrap();
        assert_eq!(json["decision"]["rule_reason"], json!(reason));
        home.hook(event.to_string());
        let log = run(&home, &["log", "--last"], "").stdout;
        assert!(log.contains(logged), "{log}");
        assert!(!log.contains('\u{1b}'), "{log}");
    }
}

#[test]
fn a_reason_is_shown_of_no_other_rule() {
    for (rule, words) in [
        ("answers.i = 1\nanswers.name = 'x'", "accept: by rule `1`\n"),
        ("answers.i = 1", "[incomplete]\n"),
    ] {
        let rule =
            format!("server = 'db'\n[[rule]]\nwhen.message = 'Size?'\nreason = 'why'\n{rule}\n");
        let home = Home::new().profile("db", &rule);
        let event = form("db", "Size?", &two_fields());
        let explained = explain(&home, &event);
        assert!(explained.contains(words), "{explained}");
        assert!(
            explain_json(&home, &event)["decision"]
                .get("rule_reason")
                .is_none()
        );
    }
}

#[test]
fn a_value_that_is_not_shown_says_why() {
    let size = two_fields();
    let agree = required(json!({
        "drop": { "type": "boolean" },
        "how": { "type": "string", "enum": ["allow", "deny"] },
    }));
    for (rule, schema, line) in [
        (
            "answers.i = 1",
            &size,
            "i = (not shown: the rule isn't complete)",
        ),
        (
            "answers.drop = true\nanswers.how = 'deny'",
            &agree,
            "drop = (not shown: it isn't sent)",
        ),
        ("answers.i = 1\nanswers.name = 'x'", &size, "i = 1 "),
    ] {
        let home = Home::new().profile(
            "db",
            &format!("server = 'db'\n[[rule]]\nwhen.message = 'Drop?'\n{rule}\n"),
        );
        let explained = explain(&home, &form("db", "Drop?", schema));
        assert!(explained.contains(line), "{explained}");
    }
}

#[test]
fn where_no_rule_can_be_written_words_say_so() {
    let home = Home::new();
    for (asked, why) in [
        (
            "file:///etc/passwd",
            "no rule can be written for a `file:` URL",
        ),
        (
            "JavaScript:alert(1)",
            "no rule can be written for a `javascript:` URL",
        ),
        ("not a URL", "no rule can be written for what isn't a URL"),
    ] {
        let event = url("db", "Open it", asked);
        let explained = explain(&home, &event);
        assert!(explained.ends_with(&format!("\n\n{why}\n")), "{explained}");
        assert_eq!(advice(&explained), None, "{explained}");
        let json = explain_json(&home, &event);
        assert_eq!(
            (&json["no_rule"], json.get("suggestion")),
            (&json!(why), None)
        );
        let ran = run(&home, &["new", "--from", "-"], &event.to_string());
        assert_eq!(
            (ran.status, ran.stderr),
            (Some(65), format!("answerback: {why}\n")),
        );
    }
    let event = url("db", "Open it", "https://example.com/a?b=c");
    let json = explain_json(&home, &event);
    assert_eq!(json.get("no_rule"), None);
    assert_eq!(
        json["suggestion"]["text"],
        "server = \"db\"\n\n[[rule]]\nwhen.url = \"https://example.com/a\"\n\
         # action = \"decline\"   # or \"accept\", which tells the server that you opened it\n"
    );
}

#[test]
fn a_new_profile_has_one_action_at_most() {
    let no_fields = json!({ "type": "object", "properties": {} });
    for (event, last) in [
        (
            form("db", "Go on?", &no_fields),
            "action = \"ask\"   # or \"accept\", \"decline\", \"cancel\"",
        ),
        (
            url("db", "Open it", "https://example.com/a"),
            "action = \"ask\"   # or \"decline\", or \"accept\", which tells the server that you opened it",
        ),
        (
            form("db", "Size?", &two_fields()),
            "action = \"ask\"   # take this line out once the answers are in",
        ),
    ] {
        let ran = run(
            &Home::new(),
            &["new", "--print", "--from", "-"],
            &event.to_string(),
        );
        assert_eq!(ran.stdout.lines().last(), Some(last), "{ran:?}");
        assert_eq!(ran.stdout.matches("action =").count(), 1, "{ran:?}");
    }
}

#[cfg(unix)]
#[test]
fn what_was_edited_since_it_was_trusted_is_told_from_what_never_was() {
    let profile = "server = 'db'\n[[rule]]\naction = 'decline'\n";
    let server = r#"{"mcpServers":{"db":{"command":"run"}}}"#;
    let never = "this profile came with the project and isn't trusted; to read and trust it, run `answerback trust`";
    let edited = "this profile came with the project and was edited since you trusted it; to read and trust it as it is \
                  now, run `answerback trust`";
    let other_server = "the project's `.mcp.json` says what this server is, and that was edited since you trusted it; to \
                        read and trust it as it is now, run `answerback trust`";
    for (file, text, trusted, state, note) in [
        (
            ".answerback/db.toml",
            profile,
            false,
            "untrusted",
            Some(never),
        ),
        (".answerback/db.toml", profile, true, "found", None),
        (
            ".answerback/db.toml",
            "server = 'db'\n",
            true,
            "untrusted",
            Some(edited),
        ),
        (
            ".mcp.json",
            r#"{"mcpServers":{"db":{"command":"other"}}}"#,
            true,
            "untrusted_server",
            Some(other_server),
        ),
    ] {
        let home = Home::new();
        put(&home.project().join(".answerback/db.toml"), profile);
        put(&home.project().join(".mcp.json"), server);
        if trusted {
            trust(&home);
        } else {
            fs::remove_file(home.project().join(".mcp.json")).unwrap();
        }
        put(&home.project().join(file), text);
        let event = in_project(&home, form("db", "Size?", &two_fields()));
        let explained = explain_json(&home, &event);
        assert_eq!(explained["files"][0]["state"], state, "{explained}");
        assert_eq!(
            explained["files"][0].get("note"),
            note.map(|note| json!(note)).as_ref()
        );
        if let Some(note) = note {
            let decision = &explained["decision"];
            assert_eq!(
                (&decision["reason"], &decision["note"]),
                (&json!(state), &json!(note))
            );
            assert_eq!(home.hook(event.to_string()).stdout, "");
        }
    }
}

#[test]
fn an_input_that_is_none_is_named() {
    let home = Home::new();
    let file = |text: &str| {
        put(&home.project().join("asked.json"), text);
        "asked.json"
    };
    for (text, said) in [
        ("", "the input is empty"),
        (" \n", "the input is empty"),
        (
            "nothing",
            "the input is not JSON: expected ident at line 1 column 2",
        ),
    ] {
        for args in [&["explain"][..], &["new", "--from"]] {
            for (name, stdin, prefix) in [("-", text, ""), (file(text), "", "asked.json: ")] {
                let ran = run(&home, &[args, &[name]].concat(), stdin);
                assert_eq!(
                    (ran.status, ran.stderr),
                    (Some(65), format!("answerback: {prefix}{said}\n")),
                    "{args:?}"
                );
            }
        }
    }
}

#[test]
fn at_a_terminal_it_says_that_it_reads() {
    for (typed, file, said) in [
        (
            true,
            None,
            "answerback: reading a request from the terminal; Ctrl-D ends it\n",
        ),
        (false, None, ""),
        (true, Some("asked.json"), ""),
    ] {
        let home = Home::new();
        let event = form("db", "Size?", &two_fields()).to_string();
        let asked = home.project().join("asked.json");
        put(&asked, &event);
        let mut args: Vec<OsString> = vec![
            "explain".into(),
            "--home".into(),
            home.home().into_os_string(),
        ];
        args.extend(file.map(|_| asked.into_os_string()));
        let (mut stdin, mut stdout, mut stderr) = (event.as_bytes(), Vec::new(), Vec::new());
        let world = World {
            program: &|| None,
            env: &|_| None,
            cwd: Some(home.project()),
        };
        let mut streams = Streams {
            stdin: &mut stdin,
            stdout: &mut stdout,
            stderr: &mut stderr,
            piped: !typed,
            terminal: false,
            typed,
        };
        assert_eq!(answerback::run(&args, &world, &mut streams), 1);
        assert_eq!(String::from_utf8(stderr).unwrap(), said);
        assert!(String::from_utf8(stdout).unwrap().contains("[no_profile]"));
    }
}

#[test]
fn a_reason_leaves_the_line_of_the_longest_request_short_enough() {
    let long = r"\".repeat(3000);
    let fields: serde_json::Map<_, _> = (0..200)
        .map(|at| (format!("{at}{}", "\"".repeat(60)), text()))
        .collect();
    let server = "s".repeat(200);
    let home = Home::new().profile(
        &server,
        &format!(
            "server = '{server}'\n[[rule]]\nid = '{long}'\naction = 'decline'\nreason = '{long}'\n"
        ),
    );
    let mut event = form(&server, &long, &required(fields.into()));
    for key in ["session_id", "prompt_id", "elicitation_id"] {
        event[key] = json!(long);
    }
    event["cwd"] = json!(format!("/{}", "p\"".repeat(400)));
    home.hook(event.to_string());
    let ran = run(&home, &["log", "--json"], "");
    let line: Json =
        serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
    assert!(
        line["rule_reason"].as_str().unwrap().ends_with('…'),
        "{line}"
    );
}
