//! What went wrong for others, from public bug reports (`P054` …), about secrets, URLs, trust and running without a
//! person: a test for each, named by its id.
//!
//! Where a case asks for something else than the design does, its intent is tested:
//!
//! | case | what it asks | what is so here, and why |
//! | --- | --- | --- |
//! | P054 | recording a secret as a reference | recording is its own part; here, a reference that leads nowhere |
//! | P064 | a lint for a literal | what looks like a credential makes the profile broken; any other literal is never sent to such a field |
//! | P069 | `redirect_uri` reported | it is refused, and `explain` says why and where the URL leads |
//! | P072 | the log caps length | the log is its own part |
//! | P077 | `trust --repo` | no flag: work trees of one repository always share trust, with git's back link |
//! | P079 | a log line | a line on standard error |
//! | P086 | `when.permission_mode` | these events don't have it (observed); `when.attended` and `when.env` say what is meant |

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod support;

use std::fs;

use answerback::profile::Scope;
use serde_json::{Value as Json, json};
use support::{
    ACCEPTS_ALL, Desk, Home, Hostile, Outcome, copy, event, event_and_keep_open, form,
    hostile_event, optional, put, request, required, url,
};

/// What a rule of the user's with these lines makes of a URL.
fn by(rule: &str, address: &str) -> Outcome {
    let desk = Desk::user(format!("server = 'auth'\n[[rule]]\n{rule}\n"));
    assert_eq!(desk.faults(), Vec::<&str>::new(), "{rule}");
    desk.resolve(&request(&url("auth", "Please log in", address)))
}

/// What is refused to a rule that accepts `https://app.example.com/oauth/*`.
fn refused(address: &str) -> bool {
    by(
        "when.url = 'https://app.example.com/oauth/*'\naction = 'accept'",
        address,
    ) != Outcome::AcceptUrl
}

#[test]
fn p054_a_secret_whose_variable_is_gone_is_no_answer_and_no_crash() {
    let asked = request(&form(
        "db",
        "Setup",
        &required(json!({ "token": { "type": "string" } })),
    ));
    let profile = "server = 'db'\n[[rule]]\nwhen.message = 'Setup'\nanswers.token = '${env.TOKEN}'\nallow_secret = ['token']\n";
    let desk = || Desk::user(profile).config("env = ['TOKEN']");
    assert_eq!(desk().resolve(&asked), Outcome::None("incomplete"));
    assert_eq!(
        desk().env("TOKEN", "").resolve(&asked),
        Outcome::None("incomplete")
    );
    let found = Outcome::Accept(json!({ "token": "x" }));
    assert_eq!(desk().env("TOKEN", "x").resolve(&asked), found);
}

#[test]
fn p063_harmless_names_do_not_trip_the_guard() {
    for (name, outcome) in [
        ("max_tokens", "x"),
        ("token_count", "x"),
        ("tokenizer", "x"),
        ("secretary_name", "x"),
        ("passwordless", "x"),
        ("token", ""),
        ("access-token", ""),
        ("GITHUB_TOKEN", ""),
        ("accessToken", ""),
    ] {
        let asked = request(&form(
            "db",
            "Setup",
            &required(json!({ name: { "type": "string" } })),
        ));
        let profile =
            format!("server = 'db'\n[[rule]]\nwhen.message = 'Setup'\nanswers.{name} = 'x'\n");
        let expected = match outcome {
            "" => Outcome::None("secret_field"),
            value => Outcome::Accept(json!({ name: value })),
        };
        assert_eq!(Desk::user(profile).resolve(&asked), expected, "{name}");
    }
}

#[test]
fn p064_a_key_in_a_profile_is_an_error_and_is_never_sent() {
    let asked = form(
        "db",
        "Setup",
        &required(json!({ "api_key": { "type": "string" } })),
    );
    let rule = "server = 'db'\n[[rule]]\nwhen.message = 'Setup'\n";
    let key = format!("sk-{}", "0123456789abcdef".repeat(3));
    let literal = Desk::user(format!("{rule}answers.api_key = '{key}'\n"));
    assert_eq!(literal.faults(), ["credential"]);
    assert_eq!(
        literal.resolve(&request(&asked)),
        Outcome::None("broken_profile")
    );

    // Opted in, it is sent, and shown to nobody else.
    let home = Home::new()
        .profile(
            "db",
            &format!("{rule}answers.api_key = '${{env.DB_KEY}}'\nallow_secret = ['api_key']\n"),
        )
        .config("env = ['DB_KEY']")
        .env("DB_KEY", &key);
    assert!(home.hook(asked.to_string()).stdout.contains(&key));
    for json in [false, true] {
        let mut command = home.command(["explain", "--home"]);
        command.arg(home.home()).args(json.then_some("--json"));
        let ran = support::run(command, asked.to_string().as_bytes());
        assert_eq!(ran.status, Some(0));
        assert!(
            ran.stdout.contains("•••") && !ran.stdout.contains(&key),
            "{}",
            ran.stdout
        );
    }
}

#[test]
fn p066_a_pattern_that_could_mean_every_site_is_an_error() {
    for pattern in [
        "",
        "*",
        "**",
        "https://",
        "https://*/",
        "https://**",
        "http:",
        "//x/",
        "example.com/*",
        "%%",
    ] {
        let desk = Desk::user(format!(
            "server = 'auth'\n[[rule]]\nwhen.url = '{pattern}'\naction = 'accept'\n"
        ));
        assert_eq!(desk.faults(), ["bad_pattern"], "{pattern}");
        let asked = request(&url(
            "auth",
            "Please log in",
            "https://app.example.com/oauth/1",
        ));
        assert_eq!(
            desk.resolve(&asked),
            Outcome::None("broken_profile"),
            "{pattern}"
        );
    }
}

#[test]
fn p069_a_url_is_compared_as_it_is_read_and_accepted_as_it_is_written() {
    assert!(!refused("https://app.example.com/oauth/start"));
    for address in [
        "https://app.example.com/oauth/../admin",
        "https://app.example.com/oauth/%2e%2e/admin",
        "https://app.example.com/oauth/..%2fadmin",
        "https://app.example.com/oauth/..;/admin",
        "https://app.example.com/oauth/%252e%252e",
        "https://app.example.com/oauth/..\\admin",
        "https:\\\\app.example.com\\oauth\\start",
        "https://app.example.com@evil.com/oauth/start",
        "https://ada@app.example.com/oauth/start",
        "https://app.example.com.evil.com/oauth/start",
        "https://app.example.com./oauth/start",
        "https://APP.example.com/oauth/start",
        "https://app.example.com:8443/oauth/start",
        "https://app.example.com:443/oauth/start",
        "https://app.example.com/oauth/start/more",
        "https://app.example.com/oauth//start",
        "https://app.example.com/oauth/start?redirect_uri=https://evil.com/",
        "https://app.example.com/oauth/start?x=1",
        "https://app.example.com/oauth/start#x",
        "https://app.example.com/oauth/start\n",
        " https://app.example.com/oauth/start",
        "https://app.example.com/oauth/st\u{ad}art",
        "http://app.example.com/oauth/start",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "",
    ] {
        assert!(refused(address), "{address:?}");
    }
    let home = Home::new().profile(
        "auth",
        "server = 'auth'\n[[rule]]\nwhen.url = 'https://app.example.com/oauth/*?redirect_uri=**'\naction = 'accept'\n",
    );
    let address = "https://app.example.com/oauth/start?redirect_uri=https%3A%2F%2Fevil.com%2F";
    let mut command = home.command(["explain", "--home"]);
    command.arg(home.home());
    let ran = support::run(
        command,
        url("auth", "Please log in", address).to_string().as_bytes(),
    );
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.stdout.contains("leads to https://app.example.com\n"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("[url_not_acceptable]") && ran.stdout.contains("another"),
        "{}",
        ran.stdout
    );
}

#[test]
fn p070_a_url_without_a_rule_is_nobodys_and_nothing_is_opened() {
    let address = "https://app.example.com/oauth/start";
    for rule in [
        "action = 'accept'",
        "when.message = 'Please log in'\naction = 'accept'",
        "when.fields = ['x']\nanswers.x = 1",
    ] {
        assert_eq!(by(rule, address), Outcome::None("no_rule"), "{rule}");
    }
    let rule = "when.url = 'https://app.example.com/oauth/*'";
    assert_eq!(
        by(&format!("{rule}\naction = 'accept'"), address),
        Outcome::AcceptUrl
    );
    assert_eq!(
        by(&format!("{rule}\naction = 'decline'"), address),
        Outcome::Decline
    );
    let desk = Desk::user(format!("server = 'auth'\n[[rule]]\n{rule}\n"));
    assert_eq!(
        desk.faults().first(),
        Some(&"rule_says_nothing"),
        "to accept it has to be written"
    );
}

#[test]
fn p071_an_accepted_url_has_an_action_and_nothing_else() {
    let home = Home::new()
        .profile("auth", "server = 'auth'\n[[rule]]\nwhen.url = 'https://app.example.com/oauth/*'\naction = 'accept'\n")
        .env("BROWSER", "/bin/false");
    let ran = home.hook(
        url(
            "auth",
            "Please log in",
            "https://app.example.com/oauth/start",
        )
        .to_string(),
    );
    let json: Json = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        json,
        json!({ "hookSpecificOutput": { "hookEventName": "Elicitation", "action": "accept" } })
    );
    assert_eq!(ran.stderr, "");
}

#[test]
fn p072_long_urls_and_messages_are_read_and_shown_short() {
    let long = format!("https://app.example.com/oauth/{}", "a".repeat(10_000));
    let message = "m".repeat(100_000);
    let home = Home::new().profile(
        "auth",
        "server = 'auth'\n[[rule]]\nwhen.url = 'https://app.example.com/**'\naction = 'decline'\n",
    );
    let asked = url("auth", &message, &long).to_string();
    assert_eq!(home.hook(&asked).stdout, support::line(&Outcome::Decline));
    let mut command = home.command(["explain", "--home"]);
    command.arg(home.home());
    let ran = support::run(command, asked.as_bytes());
    assert_eq!(ran.status, Some(0));
    assert!(
        ran.stdout.len() < 3000 && ran.stdout.matches('…').count() == 2,
        "{}",
        ran.stdout.len()
    );
}

#[test]
fn p076_a_copy_of_a_trusted_project_is_not_trusted() {
    let clone = Hostile::new();
    clone.trust();
    let copied = clone.beside("copied");
    copy(&clone.home.project(), &copied);
    assert!(clone.is_answered() && !clone.is_answered_in(&copied));
}

#[test]
fn p077_another_content_in_a_work_tree_is_not_trusted() {
    // That work trees share trust stands in `trust.rs`, with all that git's files may claim.
    let clone = Hostile::new();
    let tree = clone.beside("tree");
    copy(&clone.home.project(), &tree);
    let main = clone.home.project().canonicalize().unwrap();
    let admin = main.join(".git/worktrees/tree");
    put(&admin.join("commondir"), "../..\n");
    put(
        &admin.join("gitdir"),
        &format!("{}\n", tree.canonicalize().unwrap().join(".git").display()),
    );
    put(
        &tree.join(".git"),
        &format!("gitdir: {}\n", admin.display()),
    );
    clone.trust();
    assert!(clone.is_answered_in(&tree));
    put(
        &tree.join(".answerback/db.toml"),
        &ACCEPTS_ALL.replace("Share all", "Delete all"),
    );
    assert!(!clone.is_answered_in(&tree));
}

#[test]
fn p079_the_hook_never_asks_whether_to_trust() {
    let clone = Hostile::new();
    let mut command = clone.home.hook_command();
    command.env("CLAUDE_PROJECT_DIR", clone.home.project());
    // Its input stays open, as a terminal's would: whoever asked would wait for ever.
    let ran = event_and_keep_open(command, hostile_event(&clone.home.project()).as_bytes());
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""));
    assert_eq!(ran.stderr.lines().count(), 1);
    assert!(
        ran.stderr.contains("run `answerback trust "),
        "{}",
        ran.stderr
    );
}

#[test]
fn p080_a_cloned_repository_gets_nothing_shared() {
    let clone = Hostile::new();
    put(
        &clone.home.project().join(".claude/settings.json"),
        r#"{"hooks": {"Elicitation": [{"hooks": [{"type": "command", "command": "answerback hook"}]}]}}"#,
    );
    assert!(!clone.is_answered());
}

#[test]
fn p086_a_rule_can_be_for_runs_without_a_person() {
    let asked = request(&form(
        "db",
        "Proceed with the copy?",
        &required(json!({ "ok": { "type": "boolean" } })),
    ));
    let rule = |when: &str| {
        format!(
            "server = 'db'\n[[rule]]\nwhen.message = 'Proceed with the copy?'\n{when}\nanswers.ok = true\n"
        )
    };
    let accepted = Outcome::Accept(json!({ "ok": true }));
    let no = Outcome::None("no_rule");
    for (attended, outcome) in [(false, &accepted), (true, &no)] {
        let desk = Desk::user(rule("when.attended = false")).attended(attended);
        assert_eq!(&desk.resolve(&asked), outcome, "attended: {attended}");
    }
    // Where it isn't known, no rule that asks for it applies.
    assert_eq!(
        Desk::user(rule("when.attended = false")).resolve(&asked),
        no
    );
    for (config, value, outcome) in [
        ("env = ['CI']", "true", &accepted),
        ("env = ['CI']", "false", &no),
        ("", "true", &no),
    ] {
        let desk = Desk::user(rule("when.env.CI = 'true'"))
            .config(config)
            .env("CI", value);
        assert_eq!(&desk.resolve(&asked), outcome, "{config} {value}");
    }
}

#[test]
fn p099_a_project_can_not_switch_on_its_own_trust() {
    for (keys, fault) in [
        ("trust = true", "unknown_key"),
        ("trusted = true", "unknown_key"),
        ("trusted_paths = ['.']", "unknown_key"),
        ("allow_secret = true", "unknown_key"),
        ("override_declines = true", "unknown_key"),
        ("log_path = '/tmp/x'", "unknown_key"),
        ("unanswered = 'decline'", "unknown_key"),
        ("unattended.unanswered = 'decline'", "unknown_key"),
        ("secrets = 'decline'", "unknown_key"),
        ("env = ['DATABASE_URL']", "unknown_key"),
        ("repeats = 1000000", "unknown_key"),
        ("vars.x = 'y'", "unknown_key"),
        ("scope = 'user'", "unknown_key"),
    ] {
        let profile = ACCEPTS_ALL.replacen('\n', &format!("\n{keys}\n"), 1);
        let desk = Desk::default().with(Scope::Project, &profile);
        assert_eq!(desk.faults(), [fault], "{keys}");
        let clone = Hostile::new();
        put(&clone.profile(), &profile);
        assert_eq!(clone.person(&["trust", "--yes"]).status, Some(65), "{keys}");
        assert!(!clone.is_answered());
    }
    // A config of its own is read by nobody, wherever it lies.
    let clone = Hostile::new();
    for place in [
        "config.toml",
        ".answerback/config.toml",
        ".answerback/profiles/db.toml",
    ] {
        put(
            &clone.home.project().join(place),
            "unanswered = 'decline'\nenv = ['HOME']\n",
        );
    }
    fs::remove_file(clone.profile()).unwrap();
    fs::remove_file(clone.home.project().join(".mcp.json")).unwrap();
    assert!(!clone.is_answered());
}

#[test]
fn headless_policies_are_the_users_and_never_accept() {
    let asked = form(
        "db",
        "Setup",
        &optional(json!({ "note": { "type": "string" } })),
    )
    .to_string();
    let unattended = |home: &Home, args: &[&str]| {
        let mut command = home.hook_command();
        command.args(args).env("CLAUDE_CODE_SESSION_ATTENDED", "0");
        support::run(command, asked.as_bytes())
    };
    let attended = |home: &Home, args: &[&str]| {
        let mut command = home.hook_command();
        command.args(args);
        support::run(command, asked.as_bytes())
    };
    let line = |outcome: &Outcome| support::line(outcome);
    let (decline, cancel, none) = (
        line(&Outcome::Decline),
        line(&Outcome::Cancel),
        String::new(),
    );
    for (config, args, with, without) in [
        ("", &[][..], &none, &none),
        ("unanswered = 'decline'", &[], &decline, &decline),
        ("unattended.unanswered = 'decline'", &[], &none, &decline),
        (
            "unanswered = 'cancel'\nunattended.unanswered = 'ask'",
            &[],
            &cancel,
            &none,
        ),
        (
            "unanswered = 'decline'\nunattended.unanswered = 'cancel'",
            &["--unanswered", "ask"],
            &none,
            &none,
        ),
        ("", &["--unanswered=cancel"], &cancel, &cancel),
        // What isn't a policy is no reason to decide anything.
        (
            "unanswered = 'decline'",
            &["--unanswered", "accept"],
            &none,
            &none,
        ),
        ("unanswered = 'decline'", &["--unanswered"], &none, &none),
        (
            "unanswered = 'accept'",
            &["--unanswered", "decline"],
            &none,
            &none,
        ),
        ("unanswered = ", &["--unanswered", "decline"], &none, &none),
    ] {
        let home = Home::new().config(config);
        let (here, away) = (attended(&home, args), unattended(&home, args));
        assert_eq!((here.status, away.status), (Some(0), Some(0)));
        assert_eq!(
            (&here.stdout, &away.stdout),
            (with, without),
            "{config:?} {args:?}"
        );
    }
}

#[test]
fn one_variable_turns_every_hook_off_whatever_is_broken() {
    for config in ["unanswered = 'decline'", "unanswered = "] {
        let home = Home::new()
            .config(config)
            .profile("db", "server = ")
            .env("ANSWERBACK_DISABLE", "1");
        for args in [&[][..], &["--unanswered", "decline"], &["--no-such-flag"]] {
            let mut command = home.hook_command();
            command.args(args);
            let ran = support::run(command, event("db", "Setup").to_string().as_bytes());
            assert_eq!(
                (ran.status, ran.stdout, ran.stderr),
                (Some(0), String::new(), String::new())
            );
        }
    }
}
