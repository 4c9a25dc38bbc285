//! What the real client sent (2.1.86 to 2.1.332), byte for byte, and what the hook makes of it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::indexing_slicing, clippy::string_slice, clippy::print_stderr)]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use answerback::wire::claude_code::Event;
use serde_json::json;
use support::{Desk, Home, Outcome, line};

/// What the hook does with an event.
enum Does {
    /// It decides, or not.
    Decides(Outcome),
    /// It reads the event and lets it pass.
    LetsPass,
    /// It says that the event is none of its own.
    Names(&'static str),
}

use Does::{Decides, LetsPass, Names};
use Outcome::{Accept, AcceptUrl, Decline, None};

const NAME: &str = r#"
[[rule]]
when.message = "What is your name?"
answers.name = "Ada"
"#;

const ENUMS: &str = r#"
[[rule]]
when.message = "All enum kinds"
answers.named = "Beta"             # by its title
prefer.titled = ["b", "g", "r"]
answers.multi = ["z", "x"]
answers.multiTitled = ["Pee"]
use_defaults = ["plain"]
"#;

const TYPES: &str = r#"
[answers]
email = "ada@example.com"
uri = "https://example.com/"
date = 2026-11-30
dt = 2026-11-30T12:00:00Z
i = 7

[[rule]]
when.message = "All primitive types"
answers.s = "text"
answers.n = 2.5
answers.b = false
"#;

const URL: &str = r#"
[[rule]]
when.url = "http://127.0.0.1:9/authorize?x=1&y=*"
action = "accept"
"#;

const URL_NO: &str = r#"
[[rule]]
when.url = "http://127.0.0.1:9/authorize?x=1&y=*"
action = "decline"
"#;

/// File, the rules of the asking server's profile, and what comes of them.
fn captured() -> Vec<(&'static str, &'static str, Does)> {
    let ada = || Decides(Accept(json!({ "name": "Ada" })));
    let enums = || {
        Decides(Accept(json!({
            "plain": "b", "named": "b", "titled": "g", "multi": ["z", "x"], "multiTitled": ["p"]
        })))
    };
    let types = || {
        Decides(Accept(json!({
            "s": "text", "email": "ada@example.com", "uri": "https://example.com/",
            "date": "2026-11-30", "dt": "2026-11-30T12:00:00Z", "n": 2.5, "i": 7, "b": false
        })))
    };
    let any_url = "[[rule]]\nwhen.url = 'https://example.com/**'\naction = 'accept'";
    let raw = "url_not_acceptable";
    vec![
        (
            "Elicitation-bad-url-scheme.json",
            any_url,
            Decides(None(raw)),
        ),
        (
            "Elicitation-confirm.json",
            "[[rule]]\nwhen.message = 'Really delete?'\naction = 'accept'",
            Decides(Accept(json!({}))),
        ),
        (
            "Elicitation-confirm.json",
            "[[rule]]\nwhen.fields = 'x'\naction = 'accept'\n[[rule]]\naction = 'accept'",
            Decides(None("consent_needs_question")),
        ),
        (
            "Elicitation-confirm.json",
            "[[rule]]\nwhen.message = '**delete**'\naction = 'decline'",
            Decides(Decline),
        ),
        ("Elicitation-enums-protocol-2026-07-28.json", ENUMS, enums()),
        ("Elicitation-enums.json", ENUMS, enums()),
        (
            "Elicitation-meta.json",
            "[[rule]]\nwhen.message = 'with _meta'\nanswers.a = 'x'",
            Decides(Accept(json!({ "a": "x" }))),
        ),
        (
            "Elicitation-nomode.json",
            "[[rule]]\nwhen.message = 'No mode key (*-*-* style)'\nanswers.ok = true",
            Decides(Accept(json!({ "ok": true }))),
        ),
        (
            "Elicitation-nomode.json",
            "[[rule]]\nwhen.message = 'No mode key (*-*-* style)'\nanswers.ok = false",
            Decides(Decline),
        ),
        (
            "Elicitation-nomode.json",
            "[answers]\nok = true",
            Decides(None("no_rule")),
        ),
        ("Elicitation-plugin-server.json", NAME, ada()),
        (
            "Elicitation-python-sdk-1.x.json",
            "[[rule]]\nwhen.message = 'typed'\nanswers = { name = 'Ada', count = 5, confirm = true }",
            Decides(Accept(
                json!({ "name": "Ada", "count": 5, "confirm": true }),
            )),
        ),
        (
            "Elicitation-python-sdk-1.x.json",
            "[[rule]]\nwhen.message = 'typed'\nanswers = { name = 'Ada', count = 11 }",
            Decides(None("invalid")),
        ),
        ("Elicitation-simple-cc-2.1.150.json", NAME, ada()),
        ("Elicitation-simple-cc-2.1.250.json", NAME, ada()),
        ("Elicitation-simple-cc-2.1.86.json", NAME, ada()),
        ("Elicitation-simple.json", NAME, ada()),
        ("Elicitation-simple.json", "", Decides(None("no_rule"))),
        ("Elicitation-subagent.json", NAME, ada()),
        ("Elicitation-tui.json", NAME, ada()),
        ("Elicitation-types-protocol-2026-07-28.json", TYPES, types()),
        ("Elicitation-types.json", TYPES, types()),
        (
            // The message holds a direction override and controls: no accepting rule hears it.
            "Elicitation-unicode.json",
            "[[rule]]\nwhen.message = '**second line'\nanswers.'ключ' = 'x'",
            Decides(None("no_rule")),
        ),
        (
            "Elicitation-unicode.json",
            "[[rule]]\nwhen.message = '**second line'\naction = 'decline'",
            Decides(Decline),
        ),
        (
            "Elicitation-unknown.json",
            "[[rule]]\nwhen.message = 'Unknown keys'\nanswers.a = 'x'",
            Decides(Accept(json!({ "a": "x" }))),
        ),
        ("Elicitation-url-cc-2.1.86.json", URL, Decides(AcceptUrl)),
        // Sent unencoded, a URL isn't what the parser writes.
        (
            "Elicitation-url-from-error-32042.json",
            URL,
            Decides(None(raw)),
        ),
        (
            "Elicitation-url-protocol-2026-07-28.json",
            URL,
            Decides(None(raw)),
        ),
        ("Elicitation-url.json", URL, Decides(None(raw))),
        ("Elicitation-url.json", URL_NO, Decides(Decline)),
        ("ElicitationResult-confirm-accept-tui.json", NAME, LetsPass),
        (
            "ElicitationResult-form-accept-all-types-tui.json",
            NAME,
            LetsPass,
        ),
        ("ElicitationResult-form-accept-tui.json", NAME, LetsPass),
        (
            "ElicitationResult-form-cancel-headless.json",
            NAME,
            LetsPass,
        ),
        ("ElicitationResult-form-cancel-tui.json", NAME, LetsPass),
        ("ElicitationResult-form-decline-tui.json", NAME, LetsPass),
        ("ElicitationResult-url-accept-tui.json", NAME, LetsPass),
        ("ElicitationResult-url-cancel-headless.json", NAME, LetsPass),
        ("ElicitationResult-url-cc-2.1.86.json", NAME, LetsPass),
        (
            "ElicitationResult-url-protocol-2026-07-28.json",
            NAME,
            LetsPass,
        ),
        (
            "Notification-elicitation_dialog.json",
            NAME,
            Names("Notification"),
        ),
        (
            "Notification-elicitation_response.json",
            NAME,
            Names("Notification"),
        ),
    ]
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/stdin"))
}

fn server_of(bytes: &[u8]) -> String {
    let event: serde_json::Value = serde_json::from_slice(bytes).unwrap();
    event["mcp_server_name"]
        .as_str()
        .unwrap_or("rig")
        .to_owned()
}

fn profile(server: &str, rules: &str) -> String {
    format!("server = '{server}'\n{rules}")
}

#[test]
fn the_program_answers_each() {
    for (file, rules, does) in captured() {
        let bytes = fs::read(folder().join(file)).unwrap();
        let server = server_of(&bytes);
        let ran = Home::new()
            .profile(&server, &profile(&server, rules))
            .hook(&bytes);
        let expected = match &does {
            Decides(outcome) => line(outcome),
            LetsPass | Names(_) => String::new(),
        };
        assert_eq!(ran.stdout, expected, "{file} with {rules}: {ran:?}");
        assert_eq!(ran.status, Some(0), "{file}");
        match does {
            Names(event) => assert_eq!(
                ran.stderr,
                format!("answerback: unsupported event `{event}`\n")
            ),
            LetsPass => assert_eq!(ran.stderr, "", "{file}"),
            Decides(_) => {}
        }
    }
}

#[test]
fn the_library_says_why() {
    for (file, rules, does) in captured() {
        let bytes = fs::read(folder().join(file)).unwrap();
        let desk = Desk::user(profile(&server_of(&bytes), rules));
        match (Event::parse(&bytes), does) {
            (Ok(Event::Elicitation(asked)), Decides(outcome)) => {
                assert_eq!(
                    desk.resolve(&asked.request),
                    outcome,
                    "{file} with {rules}: {:?}",
                    desk.faults()
                );
            }
            (Ok(Event::ElicitationResult(_)), LetsPass) | (Err(_), Names(_)) => {}
            _ => panic!("{file} is another kind of event"),
        }
    }
}

#[test]
fn without_a_profile_none_is_answered() {
    let home = Home::new();
    for (file, ..) in captured() {
        let ran = home.hook(fs::read(folder().join(file)).unwrap());
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""), "{file}");
    }
}

#[test]
fn every_file_is_in_the_table() {
    let files: BTreeSet<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let listed = captured()
        .into_iter()
        .map(|(file, ..)| file.to_owned())
        .collect();
    assert_eq!(files, listed);
}
