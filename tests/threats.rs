//! What a hostile server can do with the schema, the form, the message and its own name: nothing that a profile
//! does not say.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod support;

use std::path::PathBuf;

use answerback::ask::fingerprint;
use answerback::profile::{Scope, file_name};
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use support::{Desk, Home, Outcome, form, line, put, request, required, toml};

// ---- Schemas.

#[test]
fn what_a_schema_could_make_expensive_is_refused_or_left_out_before_it_is_tried() {
    let text = || json!({ "type": "string" });
    let with = |key: &str, value: Json| {
        let mut schema = required(json!({ "v": text() }));
        schema[key] = value;
        schema
    };
    let patterned = |count: usize, pattern: &str, required: &[&str]| {
        let mut fields = json!({ "v": text() });
        for number in 0..count {
            fields[format!("p{number}")] = json!({ "type": "string", "pattern": pattern });
        }
        json!({ "type": "object", "properties": fields, "required": required })
    };
    let busting = r"(?:(?:\p{L}{1,50}){1,50}){1,50}";
    let answer = Outcome::Accept(json!({ "v": "x" }));
    let all = "use_defaults = true\nanswers.v = 'x'";
    let both = "answers.v = 'x'\nanswers.p0 = 'x'";
    let none = Outcome::None("unsupported_schema");
    for (what, schema, rule, outcome) in [
        (
            "root patternProperties",
            with("patternProperties", json!({ "^v": { "maxLength": 0 } })),
            all,
            &none,
        ),
        (
            "root propertyNames",
            with("propertyNames", json!({ "maxLength": 0 })),
            all,
            &none,
        ),
        ("root not", with("not", json!({})), all, &none),
        ("root anyOf", with("anyOf", json!([false])), all, &none),
        ("root if", with("if", json!(true)), all, &none),
        (
            "root $ref",
            with("$ref", json!("https://evil.example/schema")),
            all,
            &none,
        ),
        (
            "root $dynamicRef",
            with("$dynamicRef", json!("#x")),
            all,
            &none,
        ),
        (
            "$defs alone constrain nothing",
            with("$defs", json!({ "x": { "$ref": "#/$defs/x" } })),
            all,
            &answer,
        ),
        (
            "a thousand patterns that nothing fills",
            patterned(1000, busting, &["v"]),
            all,
            &answer,
        ),
        (
            "a pattern that is too large",
            patterned(1, busting, &["v", "p0"]),
            both,
            &none,
        ),
        (
            "the same, optional",
            patterned(1, busting, &["v"]),
            both,
            &answer,
        ),
        (
            "a pattern of 513 characters",
            patterned(1, &"a".repeat(513), &["v", "p0"]),
            both,
            &none,
        ),
        (
            "the same, optional",
            patterned(1, &"a".repeat(513), &["v"]),
            both,
            &answer,
        ),
    ] {
        let profile = format!("server = 'db'\n[[rule]]\nwhen.message = 'Settings'\n{rule}\n");
        let asked = request(&form("db", "Settings", &schema));
        assert_eq!(&Desk::user(profile).resolve(&asked), outcome, "{what}");
    }
    // Patterns that go back and forth end in no answer, not in a long wait.
    let schema = required(json!({ "v": { "type": "string", "pattern": "^(a+)+(?=b)$" } }));
    let profile = format!(
        "server = 'db'\n[[rule]]\nwhen.message = 'Settings'\nanswers.v = '{}c'\n",
        "a".repeat(40)
    );
    let asked = request(&form("db", "Settings", &schema));
    assert!(matches!(
        Desk::user(profile).resolve(&asked),
        Outcome::None(_)
    ));
}

// ---- The same message above another form.

#[test]
fn a_rule_that_names_the_form_answers_no_other() {
    let base = json!({
        "target": {
            "type": "string",
            "title": "Target",
            "description": "Where to keep backups",
            "oneOf": [{ "const": "staging", "title": "Staging" }, { "const": "prod", "title": "Production" }],
        },
        "keep": { "type": "boolean", "title": "Keep backups", "description": "Keep the old ones" },
    });
    let event = |fields: &Json| form("db", "Please confirm", &required(fields.clone()));
    let shape = request(&event(&base)).form().map(fingerprint).unwrap();
    let desk = Desk::user(format!(
        "server = 'db'\n[[rule]]\nwhen.message = 'Please confirm'\nwhen.form = '{shape}'\nuse_defaults = true\n\
         answers.target = 'staging'\nanswers.keep = true\n"
    ));
    assert!(desk.resolve(&request(&event(&base))).accepts());

    type Change = fn(&mut Json);
    let changes: [(&str, Change); 12] = [
        ("titles swapped", |fields| {
            fields["target"]["oneOf"][0]["title"] = json!("Production");
            fields["target"]["oneOf"][1]["title"] = json!("Staging");
        }),
        ("values swapped", |fields| {
            fields["target"]["oneOf"][0]["const"] = json!("prod");
            fields["target"]["oneOf"][1]["const"] = json!("staging");
        }),
        ("an option more", |fields| {
            fields["target"]["oneOf"]
                .as_array_mut()
                .unwrap()
                .push(json!({ "const": "all" }));
        }),
        ("polarity of a title", |fields| {
            fields["keep"]["title"] = json!("Do NOT keep backups")
        }),
        ("polarity of a description", |fields| {
            fields["keep"]["description"] = json!("Delete the old ones")
        }),
        ("no description", |fields| {
            fields["keep"]
                .as_object_mut()
                .unwrap()
                .remove("description");
        }),
        ("yes/no becomes a choice", |fields| {
            fields["keep"] =
                json!({ "type": "string", "enum": ["true", "false"], "title": "Keep backups" });
        }),
        ("a choice becomes several", |fields| {
            fields["target"] = json!({ "type": "array", "items": { "type": "string", "enum": ["staging", "prod"] } });
        }),
        ("a choice becomes text", |fields| {
            fields["target"] = json!({ "type": "string", "title": "Target", "description": "Where to keep backups" });
        }),
        ("a field more, true by default", |fields| {
            fields["share_data"] = json!({ "type": "boolean", "default": true });
        }),
        ("a field less", |fields| {
            fields.as_object_mut().unwrap().remove("keep");
        }),
        ("another name", |fields| {
            let keep = fields.as_object_mut().unwrap().remove("keep").unwrap();
            fields["drop"] = keep;
        }),
    ];
    for (what, change) in changes {
        let mut fields = base.clone();
        change(&mut fields);
        assert_eq!(
            desk.resolve(&request(&event(&fields))),
            Outcome::None("no_rule"),
            "{what}"
        );
    }
}

#[test]
fn a_question_is_named_by_all_that_asks_it() {
    let logs = |title: &str| json!({ "k": { "type": "boolean", "title": title } });
    let rule = |when: &str| {
        Desk::user(format!(
            "server = 's'\n[[rule]]\n{when}\nanswers.k = true\n"
        ))
    };
    // Any text names no message, so it lets no field's text stand for it.
    let desk = rule("when.message = 'Deploy **'\nwhen.question = 'Keep logs'");
    let event = form(
        "s",
        "Deploy and drop the production database?",
        &required(logs("Keep logs")),
    );
    assert_eq!(desk.resolve(&request(&event)), Outcome::None("no_rule"));
    // The form's own title asks, too.
    let desk = rule("when.question = 'Keep the logs?'");
    let mut schema = required(logs("Keep the logs?"));
    assert!(desk.resolve(&request(&form("s", "", &schema))).accepts());
    schema["title"] = json!("Delete the production database?");
    assert_eq!(
        desk.resolve(&request(&form("s", "", &schema))),
        Outcome::None("no_rule")
    );
}

#[test]
fn no_integer_leaves_that_lost_a_digit() {
    let asks = |default: Json| {
        let field = json!({ "type": "integer", "default": default });
        request(&form("s", "Name it", &required(json!({ "f": field }))))
    };
    for (answer, vars, outcome) in [
        (
            "answers.f = '${vars.id}'",
            "100000000000000000001",
            Outcome::None("invalid"),
        ),
        (
            "answers.f = '${vars.id}'",
            "9007199254740993",
            Outcome::Accept(json!({ "f": 9007199254740993_u64 })),
        ),
        (
            "answers.f = 9007199254740993.0",
            "0",
            Outcome::None("invalid"),
        ),
    ] {
        let desk = Desk::user(format!(
            "server = 's'\n[[rule]]\nwhen.message = 'Name it'\n{answer}\n"
        ))
        .config(&format!("vars.id = '{vars}'"));
        assert_eq!(desk.resolve(&asks(json!(1))), outcome, "{answer} {vars}");
    }
    let desk =
        Desk::user("server = 's'\n[[rule]]\nwhen.message = 'Name it'\nuse_defaults = ['f']\n");
    let rounded: Json = serde_json::from_str("99999999999999999999").unwrap();
    assert_eq!(desk.resolve(&asks(rounded)), Outcome::None("incomplete"));
}

#[test]
fn a_no_among_several_is_a_no() {
    let items = json!({ "type": "array", "items": { "enum": ["yes", "no"] } });
    let asks = request(&form(
        "s",
        "Deploy to staging?",
        &required(json!({ "confirm": items })),
    ));
    let desk = Desk::user(
        "server = 's'\n[[rule]]\nwhen.message = 'Deploy to staging?'\nanswers.confirm = ['no']\n",
    );
    assert_eq!(desk.resolve(&asks), Outcome::Decline);
}

#[test]
fn a_question_moved_to_a_decoy_field_answers_no_other() {
    let named = "Are you sure you want to create this user story?";
    let desk = Desk::user(format!(
        "server = 'stories'\n[[rule]]\nwhen.question = '{named}'\nanswers.confirmation = 'Yes'\n"
    ));
    let choice =
        |text: &str| json!({ "type": "string", "enum": ["Yes", "No"], "description": text });
    let ask = |fields: &Json| {
        let schema =
            json!({ "type": "object", "required": ["confirmation"], "properties": fields });
        desk.resolve(&request(&form("stories", "", &schema)))
    };
    assert!(ask(&json!({ "confirmation": choice(named) })).accepts());
    assert_eq!(
        ask(&json!({
            "confirmation": choice("Drop the production database?"),
            "note": { "type": "string", "title": named },
        })),
        Outcome::None("no_rule")
    );
}

#[test]
fn defaults_of_the_server_fill_nothing_that_a_yes_could_hide_in() {
    let asked = json!({
        "edition": { "type": "string", "default": "2024" },
        "share_data": { "type": "boolean", "default": true },
        "approval": { "type": "string", "enum": ["yes"], "default": "yes" },
        "delete_old": { "type": "string", "default": "all" },
        "api_key_id": { "type": "integer", "default": 7 },
    });
    let schema = json!({ "type": "object", "properties": asked, "required": ["edition"] });
    let desk =
        Desk::user("server = 'db'\n[[rule]]\nwhen.fields = ['edition']\nuse_defaults = true\n");
    let outcome = desk.resolve(&request(&form("db", "Settings", &schema)));
    // Such words make the whole form one that asks consent.
    assert_eq!(outcome, Outcome::None("consent_needs_question"));
    let desk =
        Desk::user("server = 'db'\n[[rule]]\nwhen.message = 'Settings'\nuse_defaults = true\n");
    let outcome = desk.resolve(&request(&form("db", "Settings", &schema)));
    assert!(!outcome.accepts(), "{outcome:?}");
}

#[test]
fn a_no_that_was_written_down_is_a_decline() {
    // Many servers read only the action: an accept with a no in its content would be a yes.
    let choice = json!({ "type": "string", "oneOf": [{ "const": "accept", "title": "Approve" }, { "const": "reject", "title": "Reject" }] });
    for (field, kind, no, yes) in [
        ("confirm", json!({ "type": "boolean" }), "false", "true"),
        ("decision", choice, "'reject'", "'accept'"),
        (
            "decision",
            json!({ "type": "string", "enum": ["Allow", "Deny"] }),
            "'Deny'",
            "'Allow'",
        ),
        ("answer", json!({ "type": "string" }), "'no'", "'yes'"),
    ] {
        let asked = request(&form("db", "Delete it?", &required(json!({ field: kind }))));
        let by = |lines: &str| {
            let desk = Desk::user(format!(
                "server = 'db'\n[[rule]]\nwhen.message = 'Delete it?'\n{lines}\n"
            ));
            desk.resolve(&asked)
        };
        assert_eq!(
            by(&format!("answers.{field} = {no}")),
            Outcome::Decline,
            "{kind}"
        );
        assert!(by(&format!("answers.{field} = {yes}")).accepts(), "{kind}");
        // Who writes the action means it.
        assert!(
            by(&format!("action = 'accept'\nanswers.{field} = {no}")).accepts(),
            "{kind}"
        );
    }
    let both = required(json!({ "first": { "type": "boolean" }, "second": { "type": "boolean" } }));
    let desk = Desk::user(
        "server = 'db'\n[[rule]]\nwhen.message = 'Delete it?'\nanswers.first = true\nanswers.second = false\n",
    );
    assert!(
        !desk
            .resolve(&request(&form("db", "Delete it?", &both)))
            .accepts()
    );
}

// ---- What a variable brings is text.

/// Texts that would be something else if they were read again.
fn tricky() -> impl Strategy<Value = String> {
    let fixed = [
        "true",
        "false",
        "5",
        "-1.5",
        "null",
        "${env.MARK}",
        "$${env.MARK}",
        "${vars.mark}",
        "{{env.MARK}}",
        "\"",
        "'",
        "$(id)",
        "${",
        "}",
        "${server}",
        "[1]",
        "{}",
    ];
    prop_oneof![
        proptest::sample::select(fixed.to_vec()).prop_map(str::to_owned),
        "[ -~]{1,12}",
        "\\PC{1,8}"
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_variable_is_put_in_once_and_a_folder_or_message_stays_text(brought in tricky()) {
        const MARK: &str = "MARK-OF-THE-ENVIRONMENT";
        let folder = brought.replace(['/', '\0'], "-");
        prop_assume!(!matches!(folder.as_str(), "." | ".."));
        for (template, text) in [("${project.name}", folder.clone()), ("${vars.x}", brought.clone()), ("${env.X}", brought.clone())] {
            let desk = Desk::user(format!(
                "server = 'db'\n[[rule]]\nwhen.message = 'Settings'\nanswers.note = '{template}'\nanswers.flag = '{template}'\nanswers.size = '{template}'\n"
            ))
            .project(PathBuf::from("/home/ada").join(&folder).to_str().unwrap())
            .config(&format!("env = ['X']\n[vars]\nx = {}\n", toml(&json!(brought))))
            .env("X", &brought)
            .env("MARK", MARK);
            let of_kind = |name: &str, kind: &str| {
                let schema = required(json!({ name: { "type": kind } }));
                desk.resolve(&request(&form("db", "Settings", &schema)))
            };
            match of_kind("note", "string") {
                Outcome::Accept(content) => prop_assert_eq!(content, json!({ "note": text })),
                outcome => prop_assert!(matches!(outcome, Outcome::None(_))),
            }
            for (name, kind) in [("flag", "boolean"), ("size", "number")] {
                let outcome = of_kind(name, kind);
                if template == "${project.name}" {
                    prop_assert!(!outcome.accepts(), "{} is no {}: {:?}", text, kind, outcome);
                } else if let Outcome::Accept(content) = outcome {
                    prop_assert_eq!(content[name].to_string(), text.clone());
                }
            }
        }
    }
}

// ---- Names.

#[test]
fn a_file_answers_the_exact_names_it_says_and_no_other_that_maps_to_it() {
    let long = "n".repeat(300);
    let asks = [
        "github",
        "GITHUB",
        "GitHub",
        "github ",
        " github",
        "a:b",
        "a_b",
        "a b",
        "con",
        "con_",
        "CON",
        "COM1.x",
        "caf\u{e9}",
        "cafe\u{301}",
        "caf_",
        "..",
        "../github",
        "./github",
        "github.toml",
        "github\0",
        "git\u{200b}hub",
        "g\u{131}thub",
        long.as_str(),
    ];
    let schema = required(json!({ "author": { "type": "string" } }));
    for named in ["github", "a:b", "a_b", "con", "caf\u{e9}", ".."] {
        let home = Home::new();
        let profile = format!(
            "server = {}\n[[rule]]\nwhen.message = 'Whose?'\nanswers.author = 'Ada'\n",
            toml(&json!(named))
        );
        // As a file system would that ignores case, give every name this file.
        for asking in asks {
            let path = home.profile_path(asking);
            if path.file_name().unwrap().len() <= 255 {
                put(&path, &profile);
            }
        }
        for asking in asks {
            let ran = home.hook(form(asking, "Whose?", &schema).to_string());
            let expected = if asking == named {
                line(&Outcome::Accept(json!({ "author": "Ada" })))
            } else {
                String::new()
            };
            assert_eq!(
                (ran.status, ran.stdout),
                (Some(0), expected),
                "{asking:?} by the file of {named:?}"
            );
        }
    }
    assert_eq!(
        (file_name("a:b"), file_name("con")),
        ("a_b.toml".to_owned(), "con_.toml".to_owned())
    );
}

#[test]
fn a_value_of_a_project_flows_into_the_users_rule_but_not_into_consent() {
    let user = "server = 'db'\n[[rule]]\nwhen.message = 'Settings'\nanswers.author = 'Ada'\n[[rule]]\nwhen.message = 'Delete it?'\nanswers.how = 'softly'\n";
    let project = "server = 'db'\n[answers]\nauthor = 'Grace'\nhow = 'wholly'\n";
    let desk = Desk::default()
        .with(Scope::Project, project)
        .with(Scope::User, user);
    let asked = |message: &str, field: &str| {
        desk.resolve(&request(&form(
            "db",
            message,
            &required(json!({ field: { "type": "string" } })),
        )))
    };
    assert_eq!(
        asked("Settings", "author"),
        Outcome::Accept(json!({ "author": "Grace" }))
    );
    assert_eq!(
        asked("Delete it?", "how"),
        Outcome::Accept(json!({ "how": "softly" }))
    );
}
