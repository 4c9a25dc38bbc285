//! What went wrong for others who answered elicitations, from public bug reports (`P001` …): a test for each that
//! belongs here, named by its id.
//!
//! Where a case asks for something else than the design does, its intent is tested:
//!
//! | case | what it asks | what is so here, and why |
//! | --- | --- | --- |
//! | P002, P087 | a line in a log | a line on standard error |
//! | P015 | `fill = "unambiguous"` fills single options | nothing is filled that no rule names: a choice with one option is a yes |
//! | P019 | two rules that match are *ambiguous* | the first in the file decides, as documented |
//! | P032 | `coerce = true` | only text from `vars` and `env` is read as the field's type |
//! | P045, P102 | `allow_empty = true` | a rule that names the question and writes `action = "accept"` |
//! | P051 | `strict = true` | what isn't asked is never sent; `explain` names it, with the nearest field |
//! | P052 | a warning for an unknown key below `[answers]` | those are field names: any is fine; elsewhere it is an error |
//! | P092 | `accept_any_empty_form` | there is no such thing: a question is named or not accepted |
//! | P096 | an option's title is refused | a title names its option, if it is one option's alone and no option's value |
//! | P109 | look-ahead is not supported | it is: patterns are compiled with a limit on steps back |
//!
//! These are not here:
//!
//! | case | why |
//! | --- | --- |
//! | P046 | there is no command line that sets values, so none can turn into the text `true` |
//! | P022 | cost, which is measured in its own place |
//! | P054, P063, P064, P066, P069, P070, P071, P072, P076, P077, P079, P080, P086, P099 | in `cases_guard.rs` |
//! | P004, P010, P036, P055, P056, P089, P091 | about the journal, replay and recording |
//! | P008, P028, P107 | about `doctor` and `init` |

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::indexing_slicing, clippy::string_slice, clippy::print_stderr)]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use answerback::answer::{Origin, Outcome as Became, Step};
use answerback::profile::Scope;
use serde_json::{Value as Json, json};
use support::{Desk, Home, Outcome, event, form, line, optional, request, required, url};

use Outcome::{Accept, Cancel, Decline, None};

/// What a rule with these lines, for the message `Settings`, makes of a form.
fn by(rule: &str, schema: &Json) -> Outcome {
    by_desk(&desk(rule), schema)
}

fn desk(rule: &str) -> Desk {
    Desk::user(format!(
        "server = 'db'\n[[rule]]\nwhen.message = 'Settings'\n{rule}"
    ))
}

fn by_desk(desk: &Desk, schema: &Json) -> Outcome {
    assert_eq!(desk.faults(), Vec::<&str>::new());
    desk.resolve(&request(&form("db", "Settings", schema)))
}

/// What a rule with this answer for the field `v` makes of a form that requires it.
fn one(value: &str, schema: &Json) -> Outcome {
    by(
        &format!("answers.v = {value}"),
        &required(json!({ "v": schema })),
    )
}

fn v(value: &Json) -> Outcome {
    Accept(json!({ "v": value }))
}

fn text() -> Json {
    json!({ "type": "string" })
}

/// A home whose user answers `db`'s question for a name.
fn home() -> Home {
    Home::new().profile(
        "db",
        "server = 'db'\n[[rule]]\nwhen.message = 'Name?'\nanswers.name = 'Ada'\n",
    )
}

fn asks_name() -> Json {
    form("db", "Name?", &required(json!({ "name": text() })))
}

fn ada() -> String {
    line(&Accept(json!({ "name": "Ada" })))
}

// ---- hook-io

#[test]
fn p001_the_output_has_one_key() {
    let home = Home::new().profile(
        "db",
        "server = 'db'\n\
         [[rule]]\nwhen.message = 'Name?'\nanswers.name = 'Ada'\n\
         [[rule]]\nwhen.message = 'Address?'\naction = 'decline'\n\
         [[rule]]\nwhen.message = 'Age?'\naction = 'cancel'\n\
         [[rule]]\nwhen.url = 'https://example.com/'\naction = 'accept'\n",
    );
    let schema = required(json!({ "name": text() }));
    for (event, action, keys) in [
        (
            form("db", "Name?", &schema),
            "accept",
            ["hookEventName", "action", "content"].as_slice(),
        ),
        (
            form("db", "Address?", &schema),
            "decline",
            &["hookEventName", "action"],
        ),
        (
            form("db", "Age?", &schema),
            "cancel",
            &["hookEventName", "action"],
        ),
        (
            url("db", "Open", "https://example.com/"),
            "accept",
            &["hookEventName", "action"],
        ),
    ] {
        let ran = home.hook(event.to_string());
        let printed: Json = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(keys_of(&printed), ["hookSpecificOutput"]);
        assert_eq!(keys_of(&printed["hookSpecificOutput"]), keys);
        assert_eq!(printed["hookSpecificOutput"]["action"], action);
        assert_eq!(ran.stdout.matches('\n').count(), 1, "one line");
    }
}

fn keys_of(json: &Json) -> Vec<&str> {
    json.as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[test]
fn p002_the_documented_payloads_are_read_and_invented_ones_named() {
    let documented = r#"{
  "session_id": "abc123",
  "transcript_path": "/home/dev/.claude/projects/00893aaf.jsonl",
  "cwd": "/home/dev",
  "permission_mode": "default",
  "hook_event_name": "Elicitation",
  "mcp_server_name": "my-mcp-server",
  "message": "Please provide your credentials",
  "mode": "form",
  "requested_schema": {
    "type": "object",
    "properties": {
      "username": { "type": "string", "title": "Username" }
    }
  }
}"#;
    let for_url = r#"{
  "session_id": "abc123",
  "cwd": "/home/dev",
  "permission_mode": "default",
  "hook_event_name": "Elicitation",
  "mcp_server_name": "my-mcp-server",
  "message": "Please authenticate",
  "mode": "url",
  "url": "https://auth.example.com/login"
}"#;
    let home = Home::new().profile(
        "my-mcp-server",
        "server = 'my-mcp-server'\n\
         [[rule]]\nwhen.message = 'Please provide your credentials'\nanswers.username = 'ada'\n\
         [[rule]]\nwhen.url = 'https://auth.example.com/login'\naction = 'decline'\n",
    );
    assert_eq!(
        home.hook(documented).stdout,
        line(&Accept(json!({ "username": "ada" })))
    );
    assert_eq!(home.hook(for_url).stdout, line(&Decline));
    let invented = documented
        .replace("mcp_server_name", "server_name")
        .replace("requested_schema", "form_schema");
    let ran = home.hook(invented);
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str()),
        ("", "answerback: the event has no `mcp_server_name`\n")
    );
}

#[test]
fn p003_without_a_mode_it_is_a_form() {
    let mut event = asks_name();
    event.as_object_mut().unwrap().remove("mode");
    assert_eq!(home().hook(event.to_string()).stdout, ada());
}

#[test]
fn p005_a_form_for_a_secret_is_declined_by_the_action() {
    let home = home().config("secrets = 'decline'");
    let event = form("db", "Log in", &required(json!({ "password": text() })));
    let ran = home.hook(event.to_string());
    assert_eq!((ran.status, ran.stdout), (Some(0), line(&Decline)));
}

#[test]
fn p006_diagnostics_never_reach_standard_output() {
    let home = Home::new()
        .profile("db", "server = 'db'\n[[rule]\n")
        .env("RUST_LOG", "trace")
        .env("RUST_BACKTRACE", "full");
    let ran = home.hook(asks_name().to_string());
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""));
}

#[test]
fn p038_an_accepted_form_always_has_content() {
    for (schema, content) in [
        (json!({ "type": "object", "properties": {} }), json!({})),
        (
            optional(json!({ "note": text(), "count": { "type": "integer" } })),
            json!({}),
        ),
    ] {
        let desk = desk("action = 'accept'");
        assert_eq!(by_desk(&desk, &schema), Accept(content));
    }
    let home = Home::new().profile(
        "db",
        "server = 'db'\n[[rule]]\nwhen.message = 'Go on?'\naction = 'accept'\n",
    );
    let ran = home.hook(form("db", "Go on?", &optional(json!({}))).to_string());
    assert_eq!(ran.stdout, line(&Accept(json!({}))));
}

#[test]
fn p087_other_events_are_named_and_not_answered() {
    for (name, more) in [
        (
            "PreToolUse",
            json!({ "tool_name": "AskUserQuestion", "tool_input": { "questions": [] } }),
        ),
        ("PermissionRequest", json!({ "tool_name": "Bash" })),
        (
            "Notification",
            json!({ "message": "Claude Code needs your input" }),
        ),
        ("elicitation", json!({})),
    ] {
        let mut event = asks_name();
        event["hook_event_name"] = json!(name);
        event
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let ran = home().hook(event.to_string());
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""), "{name}");
        assert_eq!(
            ran.stderr,
            format!("answerback: unsupported event `{name}`\n")
        );
    }
}

#[test]
fn p094_unknown_keys_are_ignored_wherever_they_stand() {
    let mut event = event("db", "Name?");
    event["permission_mode"] = json!("plan");
    event["x-client"] = json!({ "deep": [1, { "mode": "url" }] });
    event["requested_schema"] = json!({
        "type": "object",
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$defs": { "x": { "not": {} } },
        "x-order": ["name"],
        "additionalProperties": false,
        "properties": { "name": { "type": "string", "x-hint": 1, "examples": ["Bob"], "readOnly": false } },
        "required": ["name"],
    });
    assert_eq!(home().hook(event.to_string()).stdout, ada());
}

#[test]
fn p100_the_output_is_one_document() {
    let ran = home().hook(asks_name().to_string());
    serde_json::from_slice::<Json>(ran.stdout.as_bytes()).unwrap();
    // The same parser notices two.
    serde_json::from_slice::<Json>(b"{}{}").unwrap_err();
}

#[test]
fn p101_the_output_names_the_event_it_answers() {
    for (action, outcome) in [
        ("accept", Accept(json!({}))),
        ("decline", Decline),
        ("cancel", Cancel),
    ] {
        let home = Home::new().profile(
            "db",
            &format!("server = 'db'\n[[rule]]\nwhen.message = 'Name?'\naction = '{action}'"),
        );
        let ran = home.hook(form("db", "Name?", &optional(json!({ "name": text() }))).to_string());
        assert_eq!(ran.stdout, line(&outcome));
        assert!(
            ran.stdout
                .starts_with(r#"{"hookSpecificOutput":{"hookEventName":"Elicitation","#)
        );
    }
}

#[test]
fn p108_other_names_of_the_schema_stand_in_for_the_documented_one() {
    let other = required(json!({ "other": text() }));
    let named = required(json!({ "name": text() }));
    for alias in ["requestedSchema", "schema"] {
        let mut event = event("db", "Name?");
        event[alias] = named.clone();
        assert_eq!(home().hook(event.to_string()).stdout, ada(), "{alias}");
        event[alias] = other.clone();
        event["requested_schema"] = named.clone();
        assert_eq!(
            home().hook(event.to_string()).stdout,
            ada(),
            "{alias} beside the documented one"
        );
    }
}

// ---- matching

#[test]
fn p019_an_expression_matches_the_whole_message() {
    let rule = |lines: &str| Desk::user(format!("server = 'db'\n{lines}"));
    let asked = |message: &str| {
        request(&form(
            "db",
            message,
            &required(json!({ "ok": { "type": "boolean" } })),
        ))
    };
    let desk = rule("[[rule]]\nwhen.message_regex = '^Deploy to staging\\?$'\nanswers.ok = true");
    assert_eq!(
        desk.resolve(&asked("Deploy to staging?")),
        Accept(json!({ "ok": true }))
    );
    for other in [
        "Deploy to staging? and production?",
        "Please deploy to staging?",
        "deploy to staging?",
        "Deploy to staging?\nDeploy to production?",
    ] {
        assert_eq!(desk.resolve(&asked(other)), None("no_rule"), "{other}");
    }
    // Lines of a message are one text: `$` is its end alone, whatever the flags say.
    let flags =
        rule("[[rule]]\nwhen.message_regex = '(?m)^Deploy to staging\\?$'\nanswers.ok = true");
    assert_eq!(
        flags.resolve(&asked("Deploy to staging?\nand production?")),
        None("no_rule")
    );

    let first = "[[rule]]\nwhen.message = 'Deploy to *?'\nanswers.ok = true\n";
    let second = "[[rule]]\nwhen.message = 'Deploy to staging?'\naction = 'decline'\n";
    for (rules, outcome) in [
        (format!("{first}{second}"), Accept(json!({ "ok": true }))),
        (format!("{second}{first}"), Decline),
    ] {
        assert_eq!(
            rule(&rules).resolve(&asked("Deploy to staging?")),
            outcome,
            "the first decides"
        );
    }
}

#[test]
fn p029_a_plugins_server_has_its_whole_name() {
    let asked = request(&form(
        "plugin:acme:db",
        "Name?",
        &required(json!({ "name": text() })),
    ));
    let rule = "[[rule]]\nwhen.message = 'Name?'\nanswers.name = 'Ada'";
    for (server, outcome) in [
        ("plugin:acme:db", Accept(json!({ "name": "Ada" }))),
        ("db", None("no_profile")),
        ("acme:db", None("no_profile")),
        ("plugin_acme_db", None("no_profile")),
        ("plugin:acme:*", None("no_profile")),
    ] {
        assert_eq!(
            Desk::user(format!("server = '{server}'\n{rule}")).resolve(&asked),
            outcome,
            "{server}"
        );
    }
}

#[test]
fn p030_a_server_is_not_found_by_a_part_of_its_name() {
    let profile = "server = 'my-db'\n[[rule]]\nwhen.message = 'Name?'\nanswers.name = 'Ada'";
    let home = Home::new()
        .profile("my-db", profile)
        .profile("not-my-db-2", profile);
    let schema = required(json!({ "name": text() }));
    for (server, stdout) in [
        ("my-db", ada()),
        ("not-my-db-2", String::new()),
        ("MY-DB", String::new()),
    ] {
        assert_eq!(
            home.hook(form(server, "Name?", &schema).to_string()).stdout,
            stdout,
            "{server}"
        );
    }
}

#[test]
fn p092_what_one_server_is_answered_is_no_other_servers() {
    let rule = "[[rule]]\nwhen.message = 'Go on?'\naction = 'accept'";
    // Two names that map to one file: it is the profile of the one it names.
    let home = Home::new().profile("a:b", &format!("server = 'a:b'\n{rule}"));
    let asks = |server: &str| form(server, "Go on?", &optional(json!({}))).to_string();
    assert_eq!(home.hook(asks("a:b")).stdout, line(&Accept(json!({}))));
    for other in ["a_b", "a b", "a/b", "A:B"] {
        assert_eq!(home.hook(asks(other)).stdout, "", "{other}");
    }
    let both = Home::new().profile("a:b", &format!("server = ['a:b', 'a_b']\n{rule}"));
    assert_eq!(both.hook(asks("a_b")).stdout, line(&Accept(json!({}))));
}

#[test]
fn p097_a_named_group_says_which_database() {
    let desk = Desk::user(
        r"
        server = 'powerbi'
        [[rule]]
        when.message_regex = 'Allow writes to database (?<db>[\w-]+)\?'
        when.one_of.db = ['Sales-Dev', 'Sales-Test']
        answers.confirm = true
        ",
    );
    let asks = |db: &str| {
        let message = format!("Allow writes to database {db}?");
        request(&form(
            "powerbi",
            &message,
            &required(json!({ "confirm": { "type": "boolean" } })),
        ))
    };
    assert_eq!(
        desk.resolve(&asks("Sales-Dev")),
        Accept(json!({ "confirm": true }))
    );
    for other in ["Sales-Prod", "sales-dev", "Sales-Dev2", ""] {
        assert_eq!(desk.resolve(&asks(other)), None("no_rule"), "{other}");
    }
}

#[test]
fn p103_an_answer_that_is_not_asked_does_no_harm() {
    let rule = "answers.name = 'shop'\nanswers.region = 'eu'";
    assert_eq!(
        by(rule, &required(json!({ "name": text() }))),
        Accept(json!({ "name": "shop" }))
    );
    assert_eq!(
        by(rule, &required(json!({ "region": text(), "name": text() }))),
        Accept(json!({ "region": "eu", "name": "shop" }))
    );
}

// ---- schema

#[test]
fn p012_a_missing_required_field_is_named() {
    let schema = required(json!({ "region": text() }));
    assert_eq!(by("action = 'accept'", &schema), None("incomplete"));
    let home = Home::new().profile(
        "db",
        "server = 'db'\n[[rule]]\nwhen.message = 'Settings'\naction = 'accept'",
    );
    let event = form("db", "Settings", &schema).to_string();
    assert_eq!(home.hook(&event).stdout, "");
    let explained = explain(&home, &event);
    assert_eq!(explained["decision"]["reason"], "incomplete");
    assert_eq!(explained["fields"][0]["name"], "region");
    assert_eq!(explained["fields"][0]["outcome"], "open");
}

/// What `explain --json` says.
fn explain(home: &Home, event: &str) -> Json {
    let mut command = home.command(["explain", "--json", "--home"]);
    command.arg(home.home());
    let ran = support::run(command, event.as_bytes());
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
}

#[test]
fn p020_fields_may_be_called_like_the_hooks_own_words() {
    let names = [
        "action",
        "content",
        "hookEventName",
        "hookSpecificOutput",
        "__proto__",
        "description",
        "required",
    ];
    let properties: serde_json::Map<String, Json> = names
        .iter()
        .map(|name| ((*name).to_owned(), text()))
        .collect();
    let values: String = names
        .iter()
        .map(|name| format!("answers.{name} = 'decline'\n"))
        .collect();
    let content: serde_json::Map<String, Json> = names
        .iter()
        .map(|name| ((*name).to_owned(), json!("decline")))
        .collect();
    let outcome = by(&values, &required(Json::Object(properties)));
    assert_eq!(outcome, Accept(Json::Object(content)));
}

#[test]
fn p032_whole_numbers_are_integers_however_they_are_written() {
    let integer = json!({ "type": "integer" });
    assert_eq!(one("1", &integer), v(&json!(1)));
    assert_eq!(one("1.0", &integer), v(&json!(1.0)));
    for wrong in ["1.5", "'1'", "'1.0'", "true", "[1]"] {
        assert!(!one(wrong, &integer).accepts(), "{wrong}");
    }
    // Only text that a variable brings is read as the field's type.
    let schema = required(json!({ "v": integer }));
    for (value, outcome) in [
        ("'1'", v(&json!(1))),
        ("1", v(&json!(1))),
        ("'1.5'", None("invalid")),
        ("'1 '", None("invalid")),
        ("'0x1'", None("invalid")),
        ("''", None("invalid")),
    ] {
        let desk = desk("answers.v = '${vars.n}'").config(&format!("[vars]\nn = {value}"));
        assert_eq!(by_desk(&desk, &schema), outcome, "{value}");
    }
}

#[test]
fn p033_numbers_keep_their_digits_or_are_refused() {
    let number = json!({ "type": "number" });
    for (value, sent) in [
        ("0.5", json!(0.5)),
        ("9007199254740993", json!(9_007_199_254_740_993_u64)),
        ("9223372036854775807", json!(i64::MAX)),
        ("-9223372036854775808", json!(i64::MIN)),
        ("18446744073709551615", json!(u64::MAX)),
        ("1_000", json!(1000)),
        ("-0.0", json!(-0.0)),
        ("1e300", json!(1e300)),
    ] {
        assert_eq!(one(value, &number), v(&sent), "{value}");
        let Accept(content) = one(value, &number) else {
            unreachable!()
        };
        assert_eq!(content["v"].to_string(), sent.to_string(), "{value}");
    }
    for (value, fault) in [
        ("nan", "not_finite"),
        ("inf", "not_finite"),
        ("-inf", "not_finite"),
        ("1e400", "not_finite"),
        ("18446744073709551616", "too_large"),
        ("99999999999999999999999", "too_large"),
    ] {
        assert_eq!(
            desk(&format!("answers.v = {value}")).faults(),
            [fault],
            "{value}"
        );
    }
}

#[test]
fn p043_text_that_is_no_number_never_reaches_an_integer() {
    let schema = required(json!({ "v": { "type": "integer" } }));
    for text in ["2o", "", "two", "1e2x", "٢"] {
        assert_eq!(
            by(&format!("answers.v = '{text}'"), &schema),
            None("invalid"),
            "{text}"
        );
        let desk = desk("answers.v = '${vars.n}'").config(&format!("[vars]\nn = '{text}'"));
        assert_eq!(
            by_desk(&desk, &schema),
            None("invalid"),
            "{text} by a variable"
        );
    }
}

#[test]
fn p044_what_is_not_understood_is_not_guessed() {
    let strange = [
        json!({ "$ref": "#/$defs/x" }),
        json!({ "type": "object", "properties": { "x": text() } }),
        json!({ "allOf": [{ "type": "string" }] }),
        json!({ "type": "string", "not": { "const": "x" } }),
        json!({ "type": "colour" }),
        json!({ "type": ["string", "number"] }),
        json!({ "anyOf": [{ "type": "string" }, { "type": "number" }] }),
        json!({ "type": "array", "items": { "type": "array" } }),
        json!({ "type": "array", "items": { "type": "object" } }),
        json!(true),
        json!("string"),
        json!({}),
    ];
    for schema in strange {
        assert_eq!(one("'x'", &schema), None("unsupported_schema"), "{schema}");
        // Where it is optional, the rest is answered.
        let beside = json!({ "type": "object", "required": ["name"], "properties": { "name": text(), "v": schema } });
        let rule = "answers.v = 'x'\nanswers.name = 'Ada'";
        assert_eq!(
            by(rule, &beside),
            Accept(json!({ "name": "Ada" })),
            "{schema}"
        );
    }
    for (keyword, value) in [
        ("allOf", json!([{ "required": ["w"] }])),
        ("patternProperties", json!({ "^v": { "const": 1 } })),
        ("if", json!({})),
        ("dependentRequired", json!({ "v": ["w"] })),
        ("minProperties", json!(2)),
        ("$ref", json!("#/$defs/x")),
        ("type", json!("array")),
    ] {
        let mut schema = required(json!({ "v": text() }));
        schema[keyword] = value;
        assert_eq!(
            by("answers.v = 'x'", &schema),
            None("unsupported_schema"),
            "at the root: {keyword}"
        );
    }
}

#[test]
fn p044_large_and_deep_schemas_end_in_time() {
    let many = |count: usize| {
        let fields = (0..count).map(|number| (format!("f{number}"), text()));
        let mut properties: serde_json::Map<String, Json> = fields.collect();
        properties.insert("v".to_owned(), text());
        json!({ "type": "object", "properties": properties, "required": ["v"] })
    };
    let mut deep = text();
    for _ in 0..60 {
        deep = json!({ "type": "object", "properties": { "x": deep } });
    }
    let mut doubling = json!({ "v": text() });
    for level in 0..60 {
        let next = format!("#/$defs/d{}", level + 1);
        doubling[format!("d{level}")] = json!({ "allOf": [{ "$ref": next }, { "$ref": next }] });
    }
    let bomb = json!({ "type": "object", "properties": { "v": text() }, "$defs": doubling, "allOf": [{ "$ref": "#/$defs/d0" }] });
    let long = json!({ "type": "object", "required": ["v"], "properties": {
        "v": { "type": "string", "title": "x".repeat(1 << 20) }
    } });
    for (what, schema, outcome) in [
        ("9 999 fields", many(9_998), v(&json!("x"))),
        ("10 001 fields", many(10_000), None("unsupported_schema")),
        (
            "a deep field",
            required(json!({ "v": deep })),
            None("unsupported_schema"),
        ),
        ("doubling references", bomb, None("unsupported_schema")),
        ("a title of 1 MiB", long, None("secret_field")),
    ] {
        assert_eq!(by("answers.v = 'x'", &schema), outcome, "{what}");
    }
    // 200 levels are more than the JSON reader follows: in the schema it is no event, elsewhere it is passed over.
    let event = asks_name().to_string();
    let nested = format!("\"x\":{}1{},", "[".repeat(200), "]".repeat(200));
    for (behind, stdout) in [
        ("\"requested_schema\":{", String::new()),
        ("{\"session_id\"", ada()),
    ] {
        let at = event.find(behind).unwrap() + behind.find('{').unwrap() + 1;
        let ran = home().hook(format!("{}{nested}{}", &event[..at], &event[at..]));
        assert_eq!((ran.status, ran.stdout), (Some(0), stdout), "{behind}");
    }
}

#[test]
fn p045_a_form_without_fields_is_answered_only_on_purpose() {
    let mut bare = event("db", "Settings");
    bare["mode"] = json!("form");
    let mut events = vec![bare.clone()];
    for schema in [
        json!(null),
        json!({}),
        json!({ "type": "object" }),
        json!({ "type": "object", "properties": null }),
    ] {
        let mut event = bare.clone();
        event["requested_schema"] = schema;
        events.push(event);
    }
    for event in events {
        let asked = request(&event);
        assert_eq!(
            desk("action = 'accept'").resolve(&asked),
            Accept(json!({})),
            "{event}"
        );
        assert_eq!(
            desk("use_defaults = true").resolve(&asked),
            None("accept_not_written"),
            "{event}"
        );
        let unnamed = Desk::user("server = 'db'\n[[rule]]\naction = 'accept'");
        assert_eq!(
            unnamed.resolve(&asked),
            None("consent_needs_question"),
            "{event}"
        );
    }
    for schema in [
        json!([]),
        json!("x"),
        json!({ "type": "object", "properties": [] }),
    ] {
        let mut event = bare.clone();
        event["requested_schema"] = schema;
        assert_eq!(
            desk("action = 'accept'").resolve(&request(&event)),
            None("unsupported_schema"),
            "{event}"
        );
    }
}

#[test]
fn p047_p048_every_way_to_a_value_passes_the_same_validator() {
    let field = json!({ "type": "string", "pattern": "^[a-z]+$", "maxLength": 5, "default": "NO" });
    let schema = required(json!({ "v": field }));
    let config = "env = ['ANSWER']\n[vars]\nanswer = 'NO'";
    let all = |value: &str| -> Vec<(&str, Desk)> {
        let named = |rule: &str| {
            desk(rule)
                .config(&config.replace("NO", value))
                .env("ANSWER", value)
        };
        let profile = |text: String| {
            Desk::user(text)
                .config(&config.replace("NO", value))
                .env("ANSWER", value)
        };
        let rule = "[[rule]]\nwhen.message = 'Settings'\nuse_defaults = true";
        vec![
            (
                "the rule's answer",
                named(&format!("answers.v = '{value}'")),
            ),
            (
                "the file's answers",
                profile(format!("server = 'db'\n[answers]\nv = '{value}'\n{rule}")),
            ),
            (
                "a higher scope's answers",
                Desk::default()
                    .with(
                        Scope::CommandLine,
                        format!("server = 'db'\n[answers]\nv = '{value}'"),
                    )
                    .with(Scope::User, format!("server = 'db'\n{rule}")),
            ),
            ("a variable", named("answers.v = '${vars.answer}'")),
            ("the environment", named("answers.v = '${env.ANSWER}'")),
            (
                "a fallback",
                named(&format!("answers.v = '${{env.UNSET:-{value}}}'").replace("UNSET", "ANSWER"))
                    .env("ANSWER", ""),
            ),
            (
                "a group of the message",
                profile(format!(
                    "server = 'db'\n[[rule]]\nwhen.message_regex = '(?<x>Settings)'\nwhen.one_of.x = 'Settings'\nanswers.v = '{value}'"
                )),
            ),
        ]
    };
    for (way, desk) in all("NO") {
        assert_eq!(by_desk(&desk, &schema), None("invalid"), "by {way}");
    }
    for (way, desk) in all("toolong") {
        assert_eq!(by_desk(&desk, &schema), None("invalid"), "by {way}");
    }
    for (way, desk) in all("yesno") {
        assert_eq!(by_desk(&desk, &schema), v(&json!("yesno")), "by {way}");
    }
    // A default is checked too; its own fault is the field's.
    assert_eq!(by("use_defaults = ['v']", &schema), None("incomplete"));
    let group = Desk::user(
        "server = 'db'\n[[rule]]\nwhen.message_regex = '(?<x>Settings)'\nwhen.one_of.x = 'Settings'\nanswers.v = '${message.x}'",
    );
    assert_eq!(by_desk(&group, &schema), None("invalid"), "a group's text");
}

#[test]
fn p102_nothing_is_smuggled_into_an_empty_form() {
    let rule = "action = 'accept'\nanswers.decision = 'approved'";
    assert_eq!(
        by(rule, &json!({ "type": "object", "properties": {} })),
        Accept(json!({}))
    );
}

#[test]
fn p109_patterns_are_kept_or_give_no_answer() {
    let pattern = |source: &str| json!({ "type": "string", "pattern": source });
    let name = pattern("^[a-z][a-z0-9-]{1,30}$");
    assert_eq!(one("'my-app'", &name), v(&json!("my-app")));
    assert_eq!(one("'My App'", &name), None("invalid"));
    // As servers send them: not anchored means anywhere; look-ahead and classes of ECMA 262 are understood.
    assert_eq!(one("'my app'", &pattern("app")), v(&json!("my app")));
    let ahead = pattern(r"^(?!-)[\p{L}\p{N}-]+$");
    assert_eq!(one("'día'", &ahead), v(&json!("día")));
    assert_eq!(one("'-a'", &ahead), None("invalid"));
    for broken in ["(", "[z-a]", "a{2,1}", r"\p{Nothing}", "(?<n"] {
        assert_eq!(
            one("'a'", &pattern(broken)),
            None("unsupported_schema"),
            "{broken}"
        );
    }
    // Catastrophic ones end; without the limit this test would not.
    let value = format!("'{}!'", "a".repeat(40));
    for hostile in [
        "^(a+)+$",
        "^(a|a)*$",
        "^(a|aa)+$",
        "^([a-z]+)*$",
        "^(.*a){20}$",
        r"^(?=(a+))\1+$",
    ] {
        assert!(!one(&value, &pattern(hostile)).accepts(), "{hostile}");
    }
}

// ---- defaults

#[test]
fn p015_nothing_is_filled_because_it_is_the_only_way() {
    let schema = json!({
        "only": { "type": "string", "enum": ["eu"] },
        "titled": { "type": "string", "oneOf": [{ "const": "p", "title": "Plan" }] },
        "size": { "type": "integer", "default": 3 },
        "name": text(),
    });
    for name in ["only", "titled", "size", "name"] {
        let alone = required(json!({ name: schema[name] }));
        assert!(!by("action = 'accept'", &alone).accepts(), "{name}");
    }
    let rule = "answers.only = 'eu'\nanswers.titled = 'Plan'\nuse_defaults = ['size']\n";
    let asked = required(schema);
    assert_eq!(
        by(rule, &asked),
        None("incomplete"),
        "a free text is never filled"
    );
    assert_eq!(
        by(
            &format!("{rule}answers.name = 'x'"),
            &without_default(&asked, "size")
        ),
        None("incomplete"),
        "`use_defaults` has nothing to take"
    );
}

fn without_default(schema: &Json, field: &str) -> Json {
    let mut schema = schema.clone();
    schema["properties"][field]
        .as_object_mut()
        .unwrap()
        .remove("default");
    schema
}

#[test]
fn p034_empty_and_false_are_values() {
    let schema = required(json!({
        "name": { "type": "string" },
        "flag": { "type": "boolean", "default": false },
        "count": { "type": "integer", "default": 0 },
        "note": { "type": "string", "default": "" },
        "tags": { "type": "array", "items": { "type": "string", "enum": ["a"] }, "default": [] },
    }));
    let content = json!({ "name": "x", "flag": false, "count": 0, "note": "", "tags": [] });
    let defaults = "answers.name = 'x'\nuse_defaults = ['flag', 'count', 'note', 'tags']";
    assert_eq!(by(defaults, &schema), Accept(content.clone()));
    let answers = "answers = { name = 'x', flag = false, count = 0, note = '', tags = [] }";
    assert_eq!(by(answers, &schema), Accept(content));
    let yes = required(json!({ "name": text(), "flag": { "type": "boolean", "default": true } }));
    let overruled = "answers = { name = 'x', flag = false }\nuse_defaults = ['flag']";
    assert_eq!(
        by(overruled, &yes),
        Accept(json!({ "name": "x", "flag": false }))
    );
}

#[test]
fn p049_defaults_are_taken_when_asked_for_and_valid() {
    let schema = required(json!({
        "region": { "type": "string", "enum": ["eu", "us"], "default": "eu" },
        "size": { "type": "integer", "minimum": 1, "default": 2 },
    }));
    let content = json!({ "region": "eu", "size": 2 });
    assert_eq!(by("use_defaults = true", &schema), Accept(content.clone()));
    assert_eq!(
        by("use_defaults = ['region', 'size']", &schema),
        Accept(content)
    );
    assert_eq!(
        by("use_defaults = false\naction = 'accept'", &schema),
        None("incomplete")
    );
    assert_eq!(by("use_defaults = ['region']", &schema), None("incomplete"));
    let origins = desk("use_defaults = true").look(
        &request(&form("db", "Settings", &schema)),
        |resolution| {
            resolution
                .trace
                .iter()
                .filter(|step| matches!(step, Step::Field(_, Became::Filled(Origin::Default))))
                .count()
        },
    );
    assert_eq!(origins, 2, "the trace says where they came from");
    for invalid in [
        json!({ "type": "string", "enum": ["eu"], "default": "us" }),
        json!({ "type": "integer", "default": 1.5 }),
        json!({ "type": "integer", "maximum": 1, "default": 2 }),
        json!({ "type": "string", "format": "email", "default": "" }),
        json!({ "type": "string", "default": null }),
        json!({ "type": "string", "default": { "a": 1 } }),
        json!({ "type": "array", "items": { "type": "string", "enum": ["a"] }, "default": ["a", "a"] }),
    ] {
        let rule = "use_defaults = ['v']\nanswers.name = 'x'";
        let needed = required(json!({ "name": text(), "v": invalid }));
        assert_eq!(by(rule, &needed), None("incomplete"), "{invalid}");
        let mut left_out = needed;
        left_out["required"] = json!(["name"]);
        assert_eq!(
            by(rule, &left_out),
            Accept(json!({ "name": "x" })),
            "{invalid}: left out where optional"
        );
    }
    // `true` takes no yes: who wants one lists it.
    let consents = required(json!({
        "size": { "type": "integer", "default": 2 },
        "share_data": { "type": "boolean", "default": true },
    }));
    assert_eq!(by("use_defaults = true", &consents), None("incomplete"));
}

#[test]
fn p050_an_empty_text_is_an_answer() {
    assert_eq!(
        one("''", &json!({ "type": "string", "minLength": 1 })),
        None("invalid")
    );
    assert_eq!(one("''", &text()), v(&json!("")));
    assert_eq!(
        by("action = 'accept'", &required(json!({ "v": text() }))),
        None("incomplete"),
        "none is none"
    );
}

// ---- enum

#[test]
fn p041_a_multiple_choice_is_taken_as_it_is_written() {
    let schema = json!({ "type": "array", "items": { "type": "string", "enum": ["a", "b", "c"] }, "minItems": 1, "maxItems": 2 });
    assert_eq!(
        one("['c', 'a']", &schema),
        v(&json!(["c", "a"])),
        "in this order"
    );
    for wrong in [
        "[]",
        "['a', 'a']",
        "['a', 'z']",
        "['a', 'b', 'c']",
        "'a'",
        "[1]",
        "[true]",
    ] {
        assert!(!one(wrong, &schema).accepts(), "{wrong}");
    }
    assert_eq!(
        one(
            "[]",
            &json!({ "type": "array", "items": { "type": "string", "enum": ["a"] } })
        ),
        v(&json!([]))
    );
}

#[test]
fn p096_the_five_shapes_of_a_choice() {
    let titled = json!([{ "const": "r", "title": "Red" }, { "const": "g", "title": "Green" }]);
    for schema in [
        json!({ "type": "string", "enum": ["r", "g"] }),
        json!({ "type": "string", "oneOf": titled }),
        json!({ "type": "string", "enum": ["r", "g"], "enumNames": ["Red", "Green"] }),
        json!({ "oneOf": titled }),
        json!({ "enum": ["r", "g"] }),
        json!({ "type": ["string", "null"], "enum": ["r", "g", null], "default": null }),
        json!({ "anyOf": [{ "type": "string", "enum": ["r", "g"] }, { "type": "null" }] }),
    ] {
        assert_eq!(one("'g'", &schema), v(&json!("g")), "{schema}");
        assert_eq!(one("'x'", &schema), None("invalid"), "{schema}");
        let has_titles = schema.to_string().contains("Green");
        assert_eq!(
            one("'Green'", &schema).accepts(),
            has_titles,
            "by its title: {schema}"
        );
        assert_eq!(one("'green'", &schema), None("invalid"), "{schema}");
    }
    for items in [
        json!({ "type": "string", "enum": ["r", "g"] }),
        json!({ "enum": ["r", "g"] }),
        json!({ "anyOf": titled }),
        json!({ "oneOf": titled }),
    ] {
        let schema = json!({ "type": "array", "items": items });
        assert_eq!(one("['g']", &schema), v(&json!(["g"])), "{schema}");
        assert_eq!(one("['x']", &schema), None("invalid"), "{schema}");
    }
    let numbers = json!({ "type": "number", "enum": [1, 2.5] });
    assert_eq!(one("2.5", &numbers), v(&json!(2.5)));
    assert_eq!(one("'2.5'", &numbers), None("invalid"));
    // A title that is another option's value, or two options', names nothing but a value.
    let twisted = json!({ "type": "string", "oneOf": [
        { "const": "staging", "title": "production" },
        { "const": "production", "title": "staging" },
        { "const": "a", "title": "same" },
        { "const": "b", "title": "same" },
    ] });
    assert_eq!(one("'production'", &twisted), v(&json!("production")));
    assert_eq!(one("'same'", &twisted), None("invalid"));
}

#[test]
fn p104_the_first_preference_on_offer_is_taken() {
    let choice =
        |options: &[&str]| required(json!({ "decision": { "type": "string", "enum": options } }));
    let rule = "prefer.decision = ['allow_once', 'approve']";
    for (options, sent) in [
        (
            ["approve", "allow_once", "deny"].as_slice(),
            Some("allow_once"),
        ),
        (&["deny", "approve"], Some("approve")),
        (&["deny", "allow_always"], Option::None),
    ] {
        let outcome = sent.map_or(None("incomplete"), |sent| {
            Accept(json!({ "decision": sent }))
        });
        assert_eq!(by(rule, &choice(options)), outcome, "{options:?}");
    }
    // A preference is no list of answers, whatever the server makes of the field.
    let many = required(
        json!({ "decision": { "type": "array", "items": { "type": "string", "enum": ["allow_once", "approve"] } } }),
    );
    assert_eq!(by(rule, &many), None("incomplete"));
    assert!(
        !by(
            "answers.decision = ['allow_once', 'approve']",
            &choice(&["allow_once", "approve"])
        )
        .accepts()
    );
}

// ---- config

#[test]
fn p021_a_broken_profile_is_no_answer_and_a_missing_one_no_error() {
    let broken = Home::new().profile(
        "db",
        "server = 'db'\n[[rule]]\nwhen.massage = 'Name?'\nanswers.name = 'Ada'",
    );
    let event = asks_name().to_string();
    let ran = broken.hook(&event);
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""));
    let mut command = broken.command(["explain", "--home"]);
    command.arg(broken.home());
    let ran = support::run(command, event.as_bytes());
    assert_eq!(ran.status, Some(1));
    let said = format!("{}{}", ran.stdout, ran.stderr);
    for part in [
        "db.toml",
        "3:6: ",
        "massage",
        "did you mean `message`?",
        "broken_profile",
    ] {
        assert!(said.contains(part), "`{part}` in {said}");
    }

    let empty = Home::new();
    fs::remove_dir_all(empty.home()).unwrap();
    let ran = empty.hook(&event);
    assert_eq!(
        (ran.status, ran.stdout.as_str(), ran.stderr.as_str()),
        (Some(0), "", "")
    );
    assert_eq!(explain(&empty, &event)["decision"]["reason"], "no_profile");
}

#[test]
fn p025_the_project_is_where_the_client_says_else_where_the_event_says() {
    let profile = "server = 'db'\n[[rule]]\nwhen.message = 'Name?'\nanswers.name = '${project.name} ${cwd.name}'";
    for (variable, name) in [
        (Some("/srv/repo"), "repo x"),
        (Some(""), "x x"),
        (Some("relative/repo"), "x x"),
        (Option::None, "x x"),
    ] {
        let home = Home::new().profile("db", profile);
        let home = match variable {
            Some(value) => home.env("CLAUDE_PROJECT_DIR", value),
            Option::None => home,
        };
        let mut event = asks_name();
        event["cwd"] = json!("/srv/repo/.worktrees/x");
        let ran = home.hook(event.to_string());
        assert_eq!(
            ran.stdout,
            line(&Accept(json!({ "name": name }))),
            "{variable:?}"
        );
    }
}

#[test]
fn p051_an_answer_with_a_typo_is_named_with_what_was_meant() {
    let home = Home::new().profile(
        "db",
        "server = 'db'\n[[rule]]\nwhen.message = 'Settings'\nanswers.regoin = 'eu'\nanswers.size = 1",
    );
    let schema = json!({ "type": "object", "properties": { "region": text(), "size": { "type": "integer" } }, "required": ["size"] });
    let event = form("db", "Settings", &schema).to_string();
    assert_eq!(
        home.hook(&event).stdout,
        line(&Accept(json!({ "size": 1 })))
    );
    let explained = explain(&home, &event);
    assert_eq!(explained["not_asked"][0]["name"], "regoin");
    assert_eq!(explained["not_asked"][0]["nearest"], "region");
}

#[test]
fn p052_an_unknown_key_is_an_error_with_its_place() {
    for (profile, code) in [
        ("server = 'db'\nversion = 2", "unknown_key"),
        ("server = 'db'\nserver_name = 'db'", "unknown_key"),
        ("server = 'db'\n[[rules]]\naction = 'ask'", "unknown_key"),
        (
            "server = 'db'\n[[rule]]\nanswer.x = 1\naction = 'ask'",
            "unknown_key",
        ),
        (
            "server = 'db'\n[[rule]]\nwhen.massage = 'x'\naction = 'ask'",
            "unknown_key",
        ),
        ("[answers]\nserver = 'db'", "no_server"),
    ] {
        let desk = Desk::user(profile);
        assert_eq!(desk.faults(), [code], "{profile}");
        assert_eq!(
            desk.resolve(&request(&asks_name())),
            None("broken_profile"),
            "{profile}"
        );
    }
    assert_eq!(
        Desk::user("server = 'db'\n[answers]\nanything = 1").faults(),
        Vec::<&str>::new()
    );
    assert_eq!(
        Desk::user("server = 'db'")
            .config("unmatched = 'ask'")
            .faults(),
        ["unknown_key"]
    );
}

#[test]
fn p053_a_profile_for_two_servers_may_know_more_than_one_asks() {
    let profile = "server = ['a', 'b']\n[[rule]]\nwhen.message = 'Settings'\nanswers = { region = 'eu', size = 1 }";
    let desk = Desk::user(profile);
    let asks = |server: &str, schema: Json| request(&form(server, "Settings", &required(schema)));
    let both = asks(
        "a",
        json!({ "region": text(), "size": { "type": "integer" } }),
    );
    assert_eq!(
        desk.resolve(&both),
        Accept(json!({ "region": "eu", "size": 1 }))
    );
    assert_eq!(
        desk.resolve(&asks("b", json!({ "region": text() }))),
        Accept(json!({ "region": "eu" }))
    );
    assert_eq!(
        desk.resolve(&asks("c", json!({ "region": text() }))),
        None("no_profile")
    );
}

#[test]
fn p061_every_place_is_shown_in_order_and_nothing_is_kept_between_runs() {
    let rule = |name: &str| {
        format!("server = 'db'\n[[rule]]\nwhen.message = 'Name?'\nanswers.name = '{name}'")
    };
    let home = Home::new().profile("db", &rule("user"));
    let named = tempfile::tempdir().unwrap();
    let event = asks_name().to_string();
    let ask = |command: &str| {
        let mut command = home.command([command, "--home"]);
        command.arg(home.home()).arg("--profiles").arg(named.path());
        support::run(command, event.as_bytes())
    };
    let name = |name: &str| line(&Accept(json!({ "name": name })));
    assert_eq!(ask("hook").stdout, name("user"));
    support::put(&named.path().join("db.toml"), &rule("named"));
    assert_eq!(
        ask("hook").stdout,
        name("named"),
        "the higher scope, from the next run on"
    );
    let shown = ask("explain").stdout;
    let places = [named.path().join("db.toml"), home.profile_path("db")];
    let found: Vec<usize> = places
        .iter()
        .map(|path| {
            shown
                .find(path.to_str().unwrap())
                .unwrap_or_else(|| panic!("{path:?} in {shown}"))
        })
        .collect();
    assert!(found.is_sorted(), "{shown}");
    support::put(&named.path().join("db.toml"), &rule("edited"));
    assert_eq!(ask("hook").stdout, name("edited"));
    fs::remove_file(named.path().join("db.toml")).unwrap();
    assert_eq!(ask("hook").stdout, name("user"));
}

// ---- fallthrough

#[test]
fn p059_one_variable_turns_every_hook_off() {
    let event = asks_name().to_string();
    for (value, stdout) in [("1", String::new()), ("", ada()), ("0", ada())] {
        let ran = home().env("ANSWERBACK_DISABLE", value).hook(&event);
        assert_eq!(
            (ran.status, ran.stdout, ran.stderr.as_str()),
            (Some(0), stdout, ""),
            "{value}"
        );
    }
    let broken = home()
        .config("unanswered = 'accept'")
        .env("ANSWERBACK_DISABLE", "1");
    for stdin in [
        event.as_str(),
        "",
        "not JSON",
        r#"{"hook_event_name":"ElicitationResult"}"#,
    ] {
        let ran = broken.hook(stdin);
        assert_eq!(
            (ran.status, ran.stdout.as_str(), ran.stderr.as_str()),
            (Some(0), "", ""),
            "{stdin}"
        );
    }
}

#[test]
fn p081_without_a_rule_the_client_decides() {
    let schema = required(json!({ "name": text() }));
    let asks = |message: &str| form("db", message, &schema).to_string();
    assert_eq!(home().hook(asks("Another question")).stdout, "");
    assert_eq!(Home::new().hook(asks("Name?")).stdout, "");
    for (action, outcome) in [
        ("decline", Decline),
        ("cancel", Cancel),
        ("ask", None("ask_rule")),
    ] {
        let desk = Desk::user(format!(
            "server = 'db'\n[[rule]]\nwhen.message = 'Name?'\naction = '{action}'"
        ));
        assert_eq!(
            desk.resolve(&request(&form("db", "Name?", &schema))),
            outcome
        );
    }
}

#[test]
fn p098_what_is_missing_is_named_with_its_type_and_place() {
    let home = home();
    let event = form(
        "db",
        "Name?",
        &required(json!({ "name": text(), "size": { "type": "integer", "minimum": 1 } })),
    );
    let explained = explain(&home, &event.to_string());
    assert_eq!(explained["server"], "db");
    assert_eq!(explained["decision"]["reason"], "incomplete");
    let field = &explained["fields"][1];
    assert_eq!(
        (&field["name"], &field["kind"]),
        (&json!("size"), &json!("integer"))
    );
    let suggestion = &explained["suggestion"];
    assert_eq!(
        suggestion["path"],
        home.profile_path("db").to_str().unwrap()
    );
    let text = suggestion["text"].as_str().unwrap();
    assert!(text.contains("answers.size"), "{text}");
}

// ---- consent

#[test]
fn p014_nothing_is_invented() {
    let schema = required(json!({
        "name": text(),
        "count": { "type": "integer", "minimum": 0 },
        "kind": { "type": "string", "enum": ["a", "b"] },
        "ok": { "type": "boolean" },
    }));
    for rule in [
        "action = 'accept'",
        "use_defaults = true",
        "action = 'accept'\nuse_defaults = true",
    ] {
        assert_eq!(by(rule, &schema), None("incomplete"), "{rule}");
    }
    let empty = Desk::user("server = 'db'");
    assert_eq!(by_desk(&empty, &schema), None("no_rule"));
}

#[test]
fn p016_a_grant_is_as_wide_as_it_was_written() {
    let schema = required(
        json!({ "decision": { "type": "string", "enum": ["allow_once", "allow_session", "deny"] } }),
    );
    for wanted in ["allow_once", "allow_session"] {
        let outcome = by(&format!("answers.decision = '{wanted}'"), &schema);
        assert_eq!(outcome, Accept(json!({ "decision": wanted })));
    }
    assert_eq!(by("answers.decision = 'always'", &schema), None("invalid"));
    let home = Home::new().profile(
        "db",
        "server = 'db'\n[[rule]]\nwhen.message = 'Settings'\nanswers.decision = 'always'",
    );
    let violations =
        explain(&home, &form("db", "Settings", &schema).to_string())["violations"].to_string();
    for option in ["allow_once", "allow_session", "deny"] {
        assert!(violations.contains(option), "{option} in {violations}");
    }
}

#[test]
fn p083_no_policy_and_no_refusal_ever_accepts() {
    let forms = [
        json!({ "type": "object", "properties": {} }),
        required(json!({ "ok": { "type": "boolean", "default": true } })),
        optional(json!({ "name": { "type": "string", "default": "x" } })),
    ];
    for schema in &forms {
        for action in ["decline", "cancel", "ask"] {
            assert!(
                !by(&format!("action = '{action}'"), schema).accepts(),
                "{action}: {schema}"
            );
        }
        for (policy, outcome) in [
            ("ask", None("no_rule")),
            ("decline", Decline),
            ("cancel", Cancel),
        ] {
            for config in [
                format!("unanswered = '{policy}'"),
                format!("unattended.unanswered = '{policy}'"),
            ] {
                let desk = Desk::user("server = 'db'").config(&config).attended(false);
                assert_eq!(by_desk(&desk, schema), outcome, "{config}: {schema}");
            }
        }
    }
    for word in ["accept", "allow", "yes", "approve"] {
        let desk = Desk::user("server = 'db'").config(&format!("unanswered = '{word}'"));
        assert_eq!(desk.faults(), ["unknown_word"], "{word}");
        assert_eq!(
            desk.resolve(&request(&asks_name())),
            None("broken_config"),
            "{word}"
        );
    }
}

#[test]
fn p084_nothing_that_could_call_a_network_is_built_in() {
    let lock = include_str!("../Cargo.lock");
    for package in [
        "reqwest",
        "hyper",
        "ureq",
        "curl",
        "isahc",
        "attohttpc",
        "minreq",
        "tokio",
        "async-std",
        "mio",
        "socket2",
        "rustls",
        "native-tls",
        "openssl",
        "h2",
        "tungstenite",
        "hickory-resolver",
    ] {
        assert!(
            !lock.contains(&format!("name = \"{package}\"\n")),
            "{package}"
        );
    }
}

// ---- This file itself.

/// Every case of these areas is tested or listed, where the list of cases lies beside the project.
#[test]
fn every_case_is_tested_or_listed() {
    let path = Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../shared/requests/cases.jsonl"
    ));
    let Ok(cases) = fs::read_to_string(path) else {
        eprintln!("skipped: the list of cases isn't there");
        return;
    };
    let here = include_str!("cases.rs").to_ascii_lowercase();
    let unknown: BTreeSet<String> = cases
        .lines()
        .map(|line| {
            serde_json::from_str::<Json>(line).unwrap()["id"]
                .as_str()
                .unwrap()
                .to_lowercase()
        })
        .filter(|id| {
            !here.contains(&format!("fn {id}_"))
                && !here.contains(&format!("_{id}_"))
                && !listed(&here, id)
        })
        .collect();
    assert_eq!(unknown, BTreeSet::new());
}

/// Whether an id stands in the first column of the second table.
fn listed(here: &str, id: &str) -> bool {
    let table = here.split("these are not here").nth(1).unwrap_or_default();
    let rows = table
        .lines()
        .take_while(|line| line.starts_with("//!") || line.starts_with(':'));
    rows.filter_map(|row| row.split('|').nth(1))
        .any(|ids| ids.split(',').any(|listed| listed.trim() == id))
}
