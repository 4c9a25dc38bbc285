//! What a project still can't do once it is trusted, and what stands before it and above it.

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
use serde_json::json;
use support::{ACCEPTS_ALL, Desk, Hostile, Outcome, form, line, put, request, required, url};

// ---- What a trusted project still can't do.

#[test]
fn a_project_accepts_no_url() {
    let asked = url("db", "Log in", "https://auth.example.com/device/1");
    let profile = "server = 'db'\n[[rule]]\nwhen.url = 'https://auth.example.com/device/*'\naction = 'accept'\n";
    for (scope, outcome) in [
        (Scope::Project, Outcome::None("project_url")),
        (Scope::User, Outcome::AcceptUrl),
        (Scope::CommandLine, Outcome::AcceptUrl),
    ] {
        let desk = Desk::default().with(scope, profile);
        assert_eq!(desk.resolve(&request(&asked)), outcome, "{scope:?}");
    }
}

#[test]
fn the_users_specific_no_stands_before_a_projects_yes() {
    let asked = request(&form(
        "db",
        "Deploy to production?",
        &required(json!({ "ok": { "type": "boolean" } })),
    ));
    let yes = "server = 'db'\n[[rule]]\nwhen.message = 'Deploy to production?'\naction = 'accept'\nanswers.ok = true\n";
    let accepted = Outcome::Accept(json!({ "ok": true }));
    for (no, outcome) in [
        (
            "when.message = 'Deploy to production?'\naction = 'decline'",
            Outcome::Decline,
        ),
        (
            "when.message = 'Deploy **'\naction = 'cancel'",
            Outcome::Cancel,
        ),
        (
            "when.message_regex = 'Deploy to prod.*'\naction = 'ask'",
            Outcome::None("ask_rule"),
        ),
        (
            "when.question = '**production**'\naction = 'decline'",
            Outcome::Decline,
        ),
        (
            "when.message = 'Delete **'\naction = 'decline'",
            accepted.clone(),
        ),
        ("when.fields = ['ok']\naction = 'decline'", accepted.clone()),
        ("action = 'ask'", accepted.clone()),
        (
            "when.message = 'Deploy **'\nwhen.attended = true\naction = 'decline'",
            accepted.clone(),
        ),
    ] {
        let user = format!(
            "server = 'db'\n[[rule]]\nwhen.fields = ['other']\nanswers.other = 1\n[[rule]]\n{no}\n"
        );
        let desk = Desk::default()
            .attended(false)
            .with(Scope::Project, yes)
            .with(Scope::User, user);
        assert_eq!(desk.resolve(&asked), outcome, "{no}: {:?}", desk.faults());
    }
    // Above the project any no stands, for it comes first.
    let no = "server = 'db'\n[[rule]]\naction = 'decline'\n";
    let desk = Desk::default()
        .with(Scope::CommandLine, no)
        .with(Scope::Project, yes);
    assert_eq!(desk.resolve(&asked), Outcome::Decline);
    // What the user said can't be told: nothing is accepted.
    let desk = Desk::default()
        .with(Scope::Project, yes)
        .with(Scope::User, "server = ");
    assert_eq!(desk.resolve(&asked), Outcome::None("broken_profile"));
    // A no of the project needs no leave.
    let desk = Desk::default()
        .with(Scope::Project, no)
        .with(Scope::User, yes);
    assert_eq!(desk.resolve(&asked), Outcome::Decline);
}

#[test]
fn a_users_no_for_a_url_stands_too() {
    let asked = request(&url("db", "Log in", "https://auth.example.com/device/1"));
    let no =
        "server = 'db'\n[[rule]]\nwhen.url = 'https://auth.example.com/**'\naction = 'decline'\n";
    let yes = "server = 'db'\n[[rule]]\nwhen.url = 'https://auth.example.com/device/*'\naction = 'accept'\n";
    let desk = Desk::default()
        .with(Scope::Project, yes)
        .with(Scope::User, no);
    assert_eq!(desk.resolve(&asked), Outcome::Decline);
}

#[test]
fn an_untrusted_or_broken_profile_stops_the_scopes_below_and_every_policy() {
    let clone = Hostile::new();
    fs::remove_file(clone.home.project().join(".mcp.json")).unwrap();
    put(
        &clone.home.profile_path("db"),
        &ACCEPTS_ALL.replace(
            "action = \"accept\"\nanswers.ok = true",
            "answers.ok = false",
        ),
    );
    put(
        &clone.home.home().join("config.toml"),
        "unanswered = 'decline'\nsecrets = 'decline'\n",
    );
    let project = clone.home.project();
    for text in [ACCEPTS_ALL, "server = "] {
        put(&clone.profile(), text);
        let ran = clone.hook_at(&project, &project, &["--unanswered", "cancel"]);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""), "{text}");
    }
    fs::remove_file(clone.profile()).unwrap();
    assert_eq!(
        clone.hook_in(&project).stdout,
        line(&Outcome::Decline),
        "the user's own no"
    );
}
