//! Secrets do not travel through forms: which fields ask for one, who may answer them all the same, and what
//! a profile may hold.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout
)]

mod support;

use answerback::profile::Scope;
use serde_json::{Value as Json, json};
use support::{Desk, Outcome, form, optional, request, required, url};

/// Whether the program takes a request for one that asks for a secret: its policy for those declines it.
fn asks_for_a_secret(event: &Json) -> bool {
    let desk = Desk::default().config("secrets = 'decline'");
    match desk.resolve(&request(event)) {
        Outcome::Decline => true,
        Outcome::None("no_profile") => false,
        outcome => panic!("{outcome:?}: {event}"),
    }
}

fn of(message: &str, properties: Json) -> Json {
    form("db", message, &required(properties))
}

/// Two ask for their secret by a URL, as the protocol wants it: on a page, not through a form. There is no field
/// to fill, so there is nothing to guard.
const BY_URL: [&str; 2] = ["el-133", "el-134"];

#[test]
fn of_136_real_requests_all_for_a_secret_are_found_and_no_other() {
    let (mut found, mut missed, mut false_alarms, mut others) = (0, Vec::new(), Vec::new(), 0);
    for line in include_str!("data/requests.jsonl").lines() {
        let json: Json = serde_json::from_str(line).unwrap();
        let message = json["message"].as_str().unwrap();
        let event = match json.get("url").and_then(Json::as_str) {
            Some(address) => url("x", message, address),
            None => form("x", message, &json["requested_schema"]),
        };
        let id = json["id"].as_str().unwrap().to_owned();
        match (json["asks_secret"] == true, asks_for_a_secret(&event)) {
            (true, true) => found += 1,
            (true, false) if BY_URL.contains(&id.as_str()) => others += 1,
            (true, false) => missed.push(id),
            (false, true) => false_alarms.push(id),
            (false, false) => others += 1,
        }
    }
    println!(
        "{found} found, {} missed; {} false alarms, {others} others",
        missed.len(),
        false_alarms.len()
    );
    assert_eq!((missed, false_alarms), (vec![], vec![]));
    assert_eq!((found, others), (11, 125));
}

#[test]
fn any_text_of_a_field_counts_in_any_spelling() {
    let names = [
        "apiKey",
        "API-Key",
        "api key",
        "GITHUB_TOKEN",
        "access-token",
        "accessToken",
        "secret",
        "clientSecret",
        "client_secret",
        "password",
        "passwd",
        "PASSWORD2",
        "credential",
        "credentials",
        "privateKey",
        "auth_code",
        "authCode",
        "access_key",
        "otp",
        "pin",
        "cvv",
        "iban",
        "recoveryPhrase",
    ];
    for name in names {
        assert!(
            asks_for_a_secret(&of("Setup", json!({ name: { "type": "string" } }))),
            "{name}"
        );
    }
    let texts = [
        "Personal access token",
        "one-time code",
        "Your PIN",
        "Card number",
        "CVV",
        "IBAN",
        "Recovery phrase",
        "Passwort",
        "Contraseña",
        "Senha",
        "Пароль",
        "密码",
        "كلمة المرور",
        "ｐａｓｓｗｏｒｄ",
        "pass\u{ad}word",
        "pass\u{200b}word",
        "p\u{0430}ssword",
        "Paste the code shown on the page",
        "Paste the redirect URL",
    ];
    for text in texts {
        for key in ["title", "description"] {
            let event = of("Setup", json!({ "x": { "type": "string", key: text } }));
            assert!(asks_for_a_secret(&event), "{key}: {text}");
        }
    }
    for kind in [
        json!({ "type": "integer", "title": "PIN" }),
        json!({ "type": "number", "title": "One-time code" }),
        json!({ "type": "string", "format": "password" }),
        json!({ "type": "string", "writeOnly": true }),
        json!({ "type": "array", "items": { "type": "string" }, "title": "API keys" }),
    ] {
        assert!(
            asks_for_a_secret(&of("Setup", json!({ "x": kind }))),
            "{kind}"
        );
    }
}

#[test]
fn what_only_sounds_like_one_is_none() {
    for name in [
        "max_tokens",
        "token_count",
        "tokenizer",
        "secretary_name",
        "passwordless",
        "author",
        "keyboard",
        "passenger",
        "spinner",
        "keyword",
    ] {
        let event = of("Setup", json!({ name: { "type": "string" } }));
        assert!(!asks_for_a_secret(&event), "{name}");
    }
    for kind in [
        json!({ "type": "boolean", "title": "Show the password?" }),
        json!({ "type": "integer", "title": "Tokens" }),
        json!({ "type": "string", "title": "Token", "enum": ["access", "refresh"] }),
    ] {
        assert!(
            !asks_for_a_secret(&of("Setup", json!({ "x": kind }))),
            "{kind}"
        );
    }
}

const KEY: &str = "server = 'db'\n[[rule]]\n";
const SETUP: &str = "when.message = 'Setup of the database'\n";
const FROM_ENV: &str = "answers.token = '${env.DB_TOKEN}'\nallow_secret = ['token']\n";

fn desk(scope: Scope, profile: &str) -> Desk {
    Desk::default()
        .with(scope, profile)
        .config("env = ['DB_TOKEN']")
        .env("DB_TOKEN", "from the environment")
        .env("HOME", "/home/ada")
}

fn setup() -> Json {
    of(
        "Setup of the database",
        json!({ "token": { "type": "string" } }),
    )
}

#[test]
fn a_secret_is_filled_only_by_the_users_own_rule_that_names_all_of_it() {
    let accepted = Outcome::Accept(json!({ "token": "from the environment" }));
    let allowed = format!("{KEY}{SETUP}{FROM_ENV}");
    for scope in [Scope::User, Scope::CommandLine] {
        assert_eq!(desk(scope, &allowed).resolve(&request(&setup())), accepted);
    }
    for (why, scope, profile) in [
        ("a project's", Scope::Project, allowed.clone()),
        (
            "not listed",
            Scope::User,
            format!("{KEY}{SETUP}answers.token = '${{env.DB_TOKEN}}'\n"),
        ),
        (
            "a literal",
            Scope::User,
            format!("{KEY}{SETUP}answers.token = 'abc'\n"),
        ),
        (
            "[answers]",
            Scope::User,
            format!(
                "server = 'db'\n[answers]\ntoken = 'abc'\n[[rule]]\n{SETUP}action = 'accept'\n"
            ),
        ),
        (
            "a preference",
            Scope::User,
            format!("{KEY}{SETUP}prefer.token = ['abc']\n"),
        ),
    ] {
        let outcome = desk(scope, &profile).resolve(&request(&setup()));
        assert_eq!(outcome, Outcome::None("secret_field"), "{why}");
    }
    for (why, profile, fault) in [
        (
            "no question",
            format!("{KEY}when.fields = ['token']\n{FROM_ENV}"),
            "secret_needs_question",
        ),
        (
            "any text",
            format!("{KEY}when.message = 'Setup **'\n{FROM_ENV}"),
            "secret_needs_question",
        ),
        (
            "more than a variable",
            format!("{KEY}{SETUP}answers.token = 'x${{env.DB_TOKEN}}'\nallow_secret = ['token']\n"),
            "secret_not_from_env",
        ),
        (
            "a fallback",
            format!(
                "{KEY}{SETUP}answers.token = '${{env.DB_TOKEN:-x}}'\nallow_secret = ['token']\n"
            ),
            "secret_not_from_env",
        ),
        (
            "[vars]",
            format!("{KEY}{SETUP}answers.token = '${{vars.x}}'\nallow_secret = ['token']\n"),
            "secret_not_from_env",
        ),
        (
            "another field",
            format!("{KEY}{SETUP}answers.token = '${{env.DB_TOKEN}}'\nallow_secret = ['other']\n"),
            "secret_not_from_env",
        ),
        (
            "all of them",
            format!("{KEY}{SETUP}answers.token = '${{env.DB_TOKEN}}'\nallow_secret = true\n"),
            "wrong_type",
        ),
    ] {
        assert_eq!(desk(Scope::User, &profile).faults(), [fault], "{why}");
    }
}

#[test]
fn no_file_above_puts_its_own_value_in_the_place_of_an_allowed_secret() {
    let allowed = format!("{KEY}{SETUP}{FROM_ENV}");
    for scope in [Scope::Project, Scope::CommandLine] {
        let desk = Desk::default()
            .with(scope, "server = 'db'\n[answers]\ntoken = 'mallory'\n")
            .with(Scope::User, allowed.clone())
            .config("env = ['DB_TOKEN']")
            .env("DB_TOKEN", "from the environment");
        let accepted = Outcome::Accept(json!({ "token": "from the environment" }));
        assert_eq!(desk.resolve(&request(&setup())), accepted);
    }
}

#[test]
fn the_message_counts_for_every_free_field_but_where_a_rule_names_it() {
    let message = "Enter your API key";
    let fields = json!({ "note": { "type": "string" } });
    let event = of(message, fields);
    assert!(asks_for_a_secret(&event));
    for (when, outcome) in [
        (
            "when.message = 'Enter your API key'",
            Outcome::Accept(json!({ "note": "x" })),
        ),
        (
            "when.message_regex = 'Enter your API key'",
            Outcome::Accept(json!({ "note": "x" })),
        ),
        (
            "when.question = 'Enter your API key'",
            Outcome::Accept(json!({ "note": "x" })),
        ),
        (
            "when.message = 'Enter your **'",
            Outcome::None("secret_field"),
        ),
        ("when.fields = ['note']", Outcome::None("secret_field")),
    ] {
        let desk = Desk::user(format!("{KEY}{when}\nanswers.note = 'x'\n"));
        assert_eq!(
            desk.resolve(&request(&event)),
            outcome,
            "{when}: {:?}",
            desk.faults()
        );
    }
    // Naming a field's text and any message doesn't name this one.
    let event = of(
        message,
        json!({ "note": { "type": "string", "title": "What comes next" } }),
    );
    let desk = Desk::user(format!(
        "{KEY}when.message = 'Enter your **'\nwhen.question = 'What comes next'\nanswers.note = 'x'\n"
    ));
    assert_eq!(desk.resolve(&request(&event)), Outcome::None("no_rule"));
}

/// What looks like a credential of each kind; put together here, so that nothing that looks for them finds any.
fn credentials() -> Vec<String> {
    let body = "0123456789abcdefABCDEF0123456789abcdef";
    let upper = "ABCDEFGHIJKLMNOP";
    vec![
        format!("AKIA{upper}"),
        format!("ghp_{body}"),
        format!("github_pat_{body}{body}ABCDEF"),
        format!("sk-{body}{body}"),
        format!("xoxb-{body}"),
        format!("AIza{}", "0123456789abcdefABCDEF0123456789abc"),
        format!(
            "-----BEGIN {} KEY-----\nMIIEow\n-----END {} KEY-----",
            "PRIVATE", "PRIVATE"
        ),
        format!("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.{body}"),
    ]
}

#[test]
fn a_profile_or_config_that_holds_a_credential_is_broken() {
    for credential in credentials() {
        let value = json!(credential);
        for profile in [
            format!("server = 'db'\n[answers]\nx = {value}\n"),
            format!("{KEY}{SETUP}answers.x = {value}\n"),
            format!("{KEY}{SETUP}answers.x = [{value}]\n"),
            format!("{KEY}{SETUP}prefer.x = [{value}]\n"),
        ] {
            assert_eq!(Desk::user(profile).faults(), ["credential"], "{credential}");
        }
        let config = Desk::default()
            .config(&format!("[vars]\nx = {value}\n"))
            .faults();
        assert_eq!(config, ["credential"], "{credential}");
    }
}

#[test]
fn a_credential_is_not_sent_through_a_template_either() {
    let event = of("Setup", json!({ "note": { "type": "string" } }));
    let rule = format!("{KEY}when.message = 'Setup'\n");
    for credential in credentials() {
        let value = credential.replace('\n', " ");
        let split = value.len() / 2;
        let (left, right) = value.split_at(split);
        let desk = Desk::user(format!("{rule}answers.note = '${{env.X}}'\n")).config("env = ['X']");
        let whole = desk.env("X", &value).resolve(&request(&event));
        let desk =
            Desk::user(format!("{rule}answers.note = '{left}${{env.X}}'\n")).config("env = ['X']");
        let joined = desk.env("X", right).resolve(&request(&event));
        assert_eq!(whole, Outcome::None("incomplete"), "{value}");
        // Half a credential may be known for one already, where it is written.
        assert!(
            matches!(joined, Outcome::None("incomplete" | "broken_profile")),
            "{value}"
        );
    }
}

#[test]
fn a_choice_of_all_pins_reads_none_out() {
    let pins: Vec<String> = (0..10_000).map(|pin| format!("{pin:04}")).collect();
    let event = of(
        "Setup",
        json!({ "pin": { "type": "string", "enum": pins } }),
    );
    let desk = Desk::user(format!(
        "{KEY}when.message = 'Setup'\nanswers.pin = '${{vars.pin}}'\n"
    ))
    .config("[vars]\npin = '4711'");
    assert_eq!(desk.resolve(&request(&event)), Outcome::None("incomplete"));
}

#[test]
fn the_environment_is_read_only_by_the_names_that_the_config_lists() {
    let event = of("Setup", json!({ "note": { "type": "string" } }));
    let rule = format!("{KEY}when.message = 'Setup'\n");
    let of_scope = |scope, profile: String| {
        Desk::default()
            .with(scope, profile)
            .config("env = ['CI']")
            .env("CI", "yes")
            .env("HOME", "/home/ada")
    };
    let accepted = |note: &str| Outcome::Accept(json!({ "note": note }));
    for (scope, answer, outcome) in [
        (Scope::User, "${env.CI}", accepted("yes")),
        (Scope::CommandLine, "${env.CI}", accepted("yes")),
        (Scope::User, "${env.HOME}", Outcome::None("incomplete")),
        (Scope::User, "${env.HOME:-x}", Outcome::None("incomplete")),
        (Scope::User, "${env.ci}", Outcome::None("incomplete")),
        (Scope::Project, "${env.CI}", Outcome::None("incomplete")),
        (Scope::Project, "${env.CI:-x}", Outcome::None("incomplete")),
    ] {
        let desk = of_scope(scope, format!("{rule}answers.note = '{answer}'\n"));
        assert_eq!(
            desk.resolve(&request(&event)),
            outcome,
            "{scope:?} {answer}"
        );
    }
    for (scope, condition, outcome) in [
        (Scope::User, "when.env.CI = 'yes'", accepted("x")),
        (
            Scope::User,
            "when.env.HOME = '/home/ada'",
            Outcome::None("no_rule"),
        ),
        (
            Scope::Project,
            "when.env.CI = 'yes'",
            Outcome::None("no_rule"),
        ),
    ] {
        let desk = of_scope(scope, format!("{rule}{condition}\nanswers.note = 'x'\n"));
        assert_eq!(
            desk.resolve(&request(&event)),
            outcome,
            "{scope:?} {condition}"
        );
    }
    for name in [
        "ANTHROPIC_API_KEY",
        "anthropic_api_key",
        "CLAUDE_CODE_OAUTH_TOKEN",
        "CLAUDECODE",
    ] {
        let faults = Desk::default()
            .config(&format!("env = ['{name}']"))
            .faults();
        assert_eq!(faults, ["forbidden_variable"], "{name}");
    }
}

#[test]
fn the_policy_for_secrets_declines_them_and_nothing_else() {
    let secret = setup();
    let harmless = form(
        "db",
        "Setup",
        &optional(json!({ "author": { "type": "string" } })),
    );
    let profiles = [
        "",
        "server = 'db'\n",
        "server = 'db'\n[[rule]]\naction = 'ask'\n",
        "server = ",
    ];
    for (place, profile) in profiles.into_iter().enumerate() {
        let desk = match profile {
            "" => Desk::default(),
            profile => Desk::user(profile),
        };
        let desk = desk.config("secrets = 'decline'");
        // Never after `ask`, nor where a file is broken.
        let declined = desk.resolve(&request(&secret)) == Outcome::Decline;
        assert_eq!(declined, place < 2, "{profile:?}");
        assert!(
            matches!(desk.resolve(&request(&harmless)), Outcome::None(_)),
            "{profile:?}"
        );
    }
    // What is written for secrets stands over what is written for all that is unanswered.
    let desk = Desk::default().config("secrets = 'ask'\nunanswered = 'cancel'");
    assert_eq!(desk.resolve(&request(&secret)), Outcome::None("no_profile"));
    let desk = Desk::default().config("unanswered = 'cancel'");
    assert_eq!(desk.resolve(&request(&secret)), Outcome::Cancel);
}
