//! The promises as properties, over requests, profiles and bytes that nobody would think of.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::indexing_slicing, clippy::string_slice, clippy::print_stderr)]

mod support;

use std::ffi::OsString;
use std::io;

use answerback::profile::Scope;
use answerback::{Streams, World, run};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value as Json, json};
use support::{Desk, Home, Outcome, answer, form, request, toml};

// ---- Forms and profiles out of few words, so that they meet.

const NAMES: [&str; 6] = ["name", "region", "confirm", "value", "tags", "a b"];
const MESSAGES: [&str; 5] = [
    "Settings",
    "Delete everything?",
    "Type (dev) to confirm",
    "  settings\n",
    "Settings Also delete production?",
];
const WORDS: [&str; 8] = [
    "eu",
    "us",
    "yes",
    "no",
    "dev",
    "Europe",
    "",
    "ada@example.com",
];

/// What a server may offer beside them; no profile writes it of itself.
const OFFERED: [&str; 6] = ["server", "eu", "us", "yes", "no", "dev"];

fn offered(least: usize) -> impl Strategy<Value = Vec<&'static str>> {
    subsequence(OFFERED.to_vec(), least..=4)
}

/// A default: what a profile has no word for, or what it may have.
fn default() -> impl Strategy<Value = Json> {
    prop_oneof![
        3 => Just(json!("server")),
        2 => Just(json!(-7)),
        1 => any::<bool>().prop_map(Json::from),
        1 => Just(json!(["server"])),
        1 => Just(json!("2001-01-01")),
        1 => value(),
    ]
}

fn words(least: usize) -> impl Strategy<Value = Vec<&'static str>> {
    subsequence(WORDS.to_vec(), least..=4)
}

fn scalar() -> impl Strategy<Value = Json> {
    prop_oneof![
        4 => select(WORDS.as_slice()).prop_map(Json::from),
        2 => any::<bool>().prop_map(Json::from),
        2 => (-3_i64..4).prop_map(Json::from),
        1 => select([0.5, 1.0, -2.5, 1e300].as_slice()).prop_map(Json::from),
    ]
}

fn value() -> impl Strategy<Value = Json> {
    prop_oneof![
        4 => scalar(),
        1 => words(0).prop_map(Json::from),
        1 => vec(scalar(), 0..3).prop_map(Json::from),
    ]
}

/// The schema of a field, of every kind and some that are none.
fn field() -> impl Strategy<Value = Json> {
    let text = (
        option::of(0_u64..4),
        option::of(0_u64..4),
        option::of(select(["email", "uri", "date", "date-time", "colour"].as_slice())),
        option::of(select(["^[a-z]+$", "(", r"^(?!x)\w*$", "^(a+)+$"].as_slice())),
    )
        .prop_map(|(min, max, format, pattern)| {
            json!({ "type": "string", "minLength": min, "maxLength": max, "format": format, "pattern": pattern })
        });
    let number = (
        select(["integer", "number"].as_slice()),
        option::of(-2_i64..3),
        option::of(-2.5..3.0_f64),
        option::of(select([1.0, 2.0, 0.5].as_slice())),
    )
        .prop_map(|(kind, min, max, step)| {
            json!({ "type": kind, "minimum": min, "exclusiveMaximum": max, "multipleOf": step })
        });
    let titled = |words: Vec<&str>| -> Json {
        words
            .iter()
            .zip(WORDS)
            .map(|(value, title)| json!({ "const": value, "title": title }))
            .collect()
    };
    let list = (offered(1), option::of(0_u64..3), option::of(1_u64..4)).prop_map(|(words, min, max)| {
        json!({ "type": "array", "items": { "enum": words }, "minItems": min, "maxItems": max })
    });
    let plain = prop_oneof![
        4 => text,
        3 => number,
        2 => Just(json!({ "type": "boolean" })),
        2 => offered(0).prop_map(|words| json!({ "type": "string", "enum": words })),
        2 => offered(1).prop_map(move |words| json!({ "type": "string", "oneOf": titled(words) })),
        1 => offered(1).prop_map(|words| json!({ "type": "string", "enum": words, "enumNames": ["eu", "Europe", "no"] })),
        2 => list,
        1 => vec(scalar(), 1..4).prop_map(|values| json!({ "enum": values })),
        1 => Just(json!({ "type": "array", "items": { "type": "string", "maxLength": 3 }, "uniqueItems": true })),
        1 => Just(json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] })),
        1 => Just(json!({ "type": "object", "properties": {} })),
        1 => Just(json!({ "$ref": "#/properties/name" })),
    ];
    let text = || {
        option::of(select(
            ["Region", "Delete?", "Your password", "Note"].as_slice(),
        ))
    };
    (plain, text(), text(), option::of(default())).prop_map(
        |(mut schema, title, description, default)| {
            let more = json!({ "title": title, "description": description, "default": default });
            schema
                .as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            without_nulls(schema)
        },
    )
}

/// A keyword that wasn't drawn isn't there.
fn without_nulls(mut schema: Json) -> Json {
    schema
        .as_object_mut()
        .unwrap()
        .retain(|_, value| !value.is_null());
    schema
}

fn schema() -> impl Strategy<Value = Json> {
    let fields = btree_map(
        select(NAMES.as_slice()).prop_map(str::to_owned),
        field(),
        0..5,
    );
    (
        fields,
        subsequence(NAMES.to_vec(), 0..3),
        option::weighted(0.1, Just(json!([{}]))),
    )
        .prop_map(|(fields, required, all_of)| {
            let properties: Map<String, Json> = fields.into_iter().collect();
            let required: Vec<&str> = required
                .into_iter()
                .filter(|name| properties.contains_key(*name))
                .collect();
            without_nulls(json!({
                "type": "object", "properties": properties, "required": required, "allOf": all_of
            }))
        })
}

/// An answer as it is written: a value, or a text that variables have a part in.
fn written() -> impl Strategy<Value = String> {
    prop_oneof![
        5 => value().prop_map(|value| answer(&value)),
        1 => select([
            "'${vars.word}'", "'${vars.number}'", "'${vars.yes}'", "'${env.CI}'", "'${env.HOME}'",
            "'${project.name}'", "'${server}'", "'${today}'", "'pre-${vars.word}'", "'${env.CI:-no}'",
        ].as_slice()).prop_map(str::to_owned),
    ]
}

/// What the variables above may come to, and no more.
const BROUGHT: [&str; 9] = [
    "Europe",
    "2",
    "true",
    "1",
    "${vars.word}",
    "db",
    "2026-11-30",
    "pre-Europe",
    "no",
];
const CONFIG: &str = "env = ['CI']\n[vars]\nword = 'Europe'\nnumber = 2\nyes = true";

/// A value that a field might take.
fn plausible(field: &Json, pick: usize) -> Json {
    let options = |of: &Json| -> Vec<Json> {
        let values = of["enum"].as_array().into_iter().flatten().cloned();
        let entries = of["oneOf"].as_array().into_iter().flatten();
        // By its value or by its title.
        let titled = entries.flat_map(|entry| [entry["const"].clone(), entry["title"].clone()]);
        values.chain(titled).collect()
    };
    let offered = options(field);
    if !offered.is_empty() {
        return offered[pick % offered.len()].clone();
    }
    match field["type"].as_str() {
        Some("boolean") => json!(!pick.is_multiple_of(4)),
        Some("integer" | "number") => json!(pick % 5),
        Some("array") => options(&field["items"])
            .into_iter()
            .skip(pick % 2)
            .take(1 + pick % 2)
            .collect(),
        _ => json!(match field["format"].as_str() {
            Some("email") => "ada@example.com",
            Some("uri") => "https://example.com/",
            Some("date") => "2026-11-30",
            Some("date-time") => "2026-11-30T12:00:00Z",
            _ => ["eu", "dev", "Europe"][pick % 3],
        }),
    }
}

/// Answers by field name, mostly to what the form asks.
fn answers(schema: &Json) -> impl Strategy<Value = Vec<(String, String)>> + use<> {
    let fields = schema["properties"]
        .as_object()
        .cloned()
        .unwrap_or_default();
    let asked: Vec<_> = fields
        .into_iter()
        .map(|(name, field)| {
            let value = prop_oneof![
                6 => any::<u8>().prop_map(move |pick| answer(&plausible(&field, usize::from(pick)))),
                1 => written(),
            ];
            option::weighted(0.85, (Just(name), value))
        })
        .collect();
    let others = btree_map(
        select(NAMES.as_slice()).prop_map(str::to_owned),
        written(),
        0..2,
    );
    (asked, others).prop_map(|(asked, mut others)| {
        others.extend(asked.into_iter().flatten());
        others.into_iter().collect()
    })
}

fn lines(key: &str, answers: &[(String, String)]) -> String {
    let line =
        |(name, value): &(String, String)| format!("{key}{} = {value}\n", toml(&json!(name)));
    answers.iter().map(line).collect()
}

#[derive(Debug, Clone)]
struct Rule {
    text: String,
    /// The fields that it takes from the schema.
    defaults: Vec<&'static str>,
}

fn rule(schema: &Json) -> impl Strategy<Value = Rule> + use<> {
    let when = prop_oneof![
        4 => Just("when.message = 'Settings'\n"),
        2 => Just("when.message = 'Delete *?'\n"),
        2 => Just("when.question = ['Settings', 'Region', 'Delete?']\n"),
        2 => Just("when.message_regex = 'Type \\((?<w>\\w+)\\) to confirm'\nwhen.one_of.w = 'dev'\n"),
        1 => Just("when.fields = 'name'\n"),
        1 => Just(""),
    ];
    let action = prop_oneof![
        12 => Just("action = 'accept'\n"),
        6 => Just(""),
        1 => Just("action = 'decline'\n"),
        1 => Just("action = 'ask'\n"),
    ];
    let prefer = option::weighted(0.3, (select(NAMES.as_slice()), words(1)));
    let defaults = prop_oneof![
        2 => Just(("", Vec::new())),
        1 => Just(("use_defaults = true\n", NAMES.to_vec())),
        1 => subsequence(NAMES.to_vec(), 1..4).prop_map(|names| ("", names)),
    ];
    (when, action, answers(schema), prefer, defaults).prop_map(
        |(when, action, mut answers, prefer, (all, defaults))| {
            if action.contains("decline") || action.contains("ask") {
                let text = format!("[[rule]]\n{when}{action}");
                return Rule {
                    text,
                    defaults: Vec::new(),
                };
            }
            let prefer = prefer.map_or_else(String::new, |(name, words)| {
                answers.retain(|(answered, _)| answered != name);
                format!("prefer.{} = {}\n", toml(&json!(name)), toml(&json!(words)))
            });
            let listed = if all.is_empty() && !defaults.is_empty() {
                format!("use_defaults = {}\n", toml(&json!(defaults)))
            } else {
                all.to_owned()
            };
            let answers = lines("answers.", &answers);
            let text = format!("[[rule]]\n{when}{action}{answers}{prefer}{listed}");
            Rule { text, defaults }
        },
    )
}

/// A profile's text, and its rules.
#[derive(Debug, Clone)]
struct Profile {
    text: String,
    rules: Vec<Rule>,
}

fn profile(schema: &Json) -> impl Strategy<Value = Profile> + use<> {
    (answers(schema), vec(rule(schema), 1..4)).prop_map(|(answers, rules)| {
        let all: String = rules.iter().map(|rule| rule.text.as_str()).collect();
        let text = format!("server = 'db'\n[answers]\n{}{all}", lines("", &answers));
        Profile { text, rules }
    })
}

/// A form, with a profile of the user's and perhaps one above it.
fn asked() -> impl Strategy<Value = (Json, Profile, Option<Profile>)> {
    schema().prop_flat_map(|schema| {
        let (user, above) = (profile(&schema), option::weighted(0.3, profile(&schema)));
        (Just(schema), user, above)
    })
}

fn message() -> impl Strategy<Value = &'static str> {
    prop_oneof![2 => Just("Settings"), 3 => select(MESSAGES.as_slice())]
}

/// Whether a value stands in the profiles, is brought by a variable, or is the value of an option whose title does.
fn is_written(value: &Json, schema: &Json, texts: &[&str]) -> bool {
    if let Json::Array(items) = value {
        return items.iter().all(|item| is_written(item, schema, texts));
    }
    let stands = |value: &Json| {
        let written = toml(value);
        texts.iter().any(|text| {
            text.match_indices(&written).any(|(at, _)| {
                // Whole: `1` doesn't stand in `12` or `0.1`.
                let inside = |char: char| char.is_alphanumeric() || matches!(char, '.' | '-' | '"');
                !text[..at].ends_with(inside) && !text[at + written.len()..].starts_with(inside)
            })
        })
    };
    let plain = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    stands(value)
        || BROUGHT.contains(&plain.as_str())
        || titles_of(value, schema)
            .iter()
            .any(|title| stands(title) || BROUGHT.contains(&title.as_str().unwrap()))
}

fn titles_of(value: &Json, schema: &Json) -> Vec<Json> {
    let mut titles = Vec::new();
    for entry in schema["oneOf"].as_array().into_iter().flatten() {
        if entry["const"] == *value {
            titles.push(entry["title"].clone());
        }
    }
    let values = schema["enum"].as_array().into_iter().flatten();
    for (option, title) in values.zip(schema["enumNames"].as_array().into_iter().flatten()) {
        if option == value {
            titles.push(title.clone());
        }
    }
    titles
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    /// Promises 1 and 2. The schema that judges is the server's own, and not the one rebuilt from the form.
    #[test]
    fn what_leaves_was_written_and_is_valid(
        (schema, user, above) in asked(),
        message in message(),
    ) {
        let mut desk = Desk::default();
        if let Some(above) = &above {
            desk = desk.with(Scope::CommandLine, above.text.clone());
        }
        let desk = desk
            .with(Scope::User, user.text.clone())
            .config(CONFIG)
            .env("CI", "1")
            .env("HOME", "/home/never")
            .project("/srv/${vars.word}");
        let Outcome::Accept(Json::Object(content)) = desk.resolve(&request(&form("db", message, &schema))) else {
            return Ok(());
        };

        let profiles: Vec<&Profile> = above.iter().chain([&user]).collect();
        let texts: Vec<&str> = profiles.iter().map(|profile| profile.text.as_str()).collect();
        let rules = profiles.iter().flat_map(|profile| &profile.rules);
        for (name, value) in &content {
            let field = &schema["properties"][name];
            prop_assert!(!field.is_null(), "{name} isn't asked");
            let is_default = *value == field["default"]
                && rules.clone().any(|rule| rule.defaults.contains(&name.as_str()));
            prop_assert!(is_default || is_written(value, field, &texts), "{name} = {value} is invented");
            let scalar = |value: &Json| value.is_string() || value.is_number() || value.is_boolean();
            let texts = |value: &Json| value.as_array().is_some_and(|items| items.iter().all(Json::is_string));
            prop_assert!(scalar(value) || texts(value), "{name} = {value} can't be sent");
        }
        let mut judge = schema.clone();
        judge["additionalProperties"] = json!(false);
        // What isn't sent may be as broken as it likes.
        judge["properties"].as_object_mut().unwrap().retain(|name, _| content.contains_key(name));
        let validator = jsonschema::options()
            .with_draft(jsonschema::Draft::Draft202012)
            .should_validate_formats(true)
            .offline()
            .build(&judge)
            .unwrap();
        let content = Json::Object(content);
        prop_assert!(validator.is_valid(&content), "{content} for {schema}");
    }
}

/// Bytes that are nearly an event.
fn input() -> impl Strategy<Value = Vec<u8>> {
    let event = (schema(), message())
        .prop_map(|(schema, message)| form("db", message, &schema).to_string().into_bytes());
    let cut = (
        event,
        any::<prop::sample::Index>(),
        vec(any::<u8>(), 0..4),
        any::<bool>(),
    )
        .prop_map(|(mut bytes, at, more, cut)| {
            let at = at.index(bytes.len());
            if cut {
                bytes.truncate(at);
            }
            let at = at.min(bytes.len());
            bytes.splice(at..at, more);
            bytes
        });
    prop_oneof![
        1 => vec(any::<u8>(), 0..200),
        1 => "\\PC{0,100}".prop_map(String::into_bytes),
        1 => r#"[{}\[\]",:a-z0-9\\ ]{0,60}"#.prop_map(String::into_bytes),
        4 => cut,
    ]
}

/// Runs the hook in this process; its status and what it printed.
fn hook(home: &Home, arguments: &[OsString], stdin: &[u8]) -> (u8, Vec<u8>) {
    let mut args = vec!["hook".into(), "--home".into(), home.home().into_os_string()];
    args.extend_from_slice(arguments);
    let mut stdout = Vec::new();
    let mut stdin = stdin;
    let world = World {
        program: &|| None,
        env: &|_| None,
        cwd: None,
    };
    let mut streams = Streams {
        stdin: &mut stdin,
        stdout: &mut stdout,
        stderr: &mut io::sink(),
        piped: true,
        terminal: false,
        typed: false,
    };
    let status = run(&args, &world, &mut streams);
    (status, stdout)
}

/// Empty, or one line with the one key.
fn is_contract(stdout: &[u8]) -> bool {
    let Some((b'\n', line)) = stdout.split_last() else {
        return stdout.is_empty();
    };
    let Ok(Json::Object(printed)) = serde_json::from_slice(line) else {
        return false;
    };
    printed.len() == 1 && printed.contains_key("hookSpecificOutput") && !line.contains(&b'\n')
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Promise 4, whatever stands in the profile, the config and on standard input.
    #[test]
    fn whatever_comes_in_the_hook_keeps_its_contract(
        profile in prop_oneof![
            4 => schema().prop_flat_map(|schema| profile(&schema)).prop_map(|profile| profile.text),
            1 => "\\PC{0,80}",
            1 => "(server = 'db'\n|\\[\\[rule\\]\\]\n|answers\\.[a-z]{1,4} = |'\\$\\{[a-z.]{0,9}\\}'|\n|[a-z.' =]{0,9}){0,12}",
        ],
        config in prop_oneof![4 => Just(CONFIG.to_owned()), 1 => "\\PC{0,40}"],
        arguments in vec(prop_oneof![
            Just("--profiles".to_owned()), Just("--home".to_owned()), Just("/tmp".to_owned()), "\\PC{0,8}"
        ], 0..3),
        stdin in input(),
    ) {
        let home = Home::new().profile("db", &profile).config(&config);
        let (status, stdout) = hook(&home, &[], &stdin);
        prop_assert_eq!(status, 0);
        prop_assert!(is_contract(&stdout), "{}", String::from_utf8_lossy(&stdout));

        // With more arguments too. (Another home only if it lies nowhere: the last one counts.)
        let mut arguments: Vec<OsString> = arguments.into_iter().map(OsString::from).collect();
        arguments.extend(["--home".into(), home.home().into_os_string()]);
        let (status, stdout) = hook(&home, &arguments, &stdin);
        prop_assert_eq!(status, 0);
        prop_assert!(is_contract(&stdout), "{}", String::from_utf8_lossy(&stdout));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// The same for the whole program and arguments that are no command: never 2, and 0 where a client might call.
    #[test]
    fn whatever_the_arguments_the_status_is_no_decline(
        first in prop_oneof!["ho[a-z]{0,3}k?", "--[a-z]{0,6}", "\\PC{0,6}", "HOOK", "-h.k"],
        more in vec(prop_oneof![Just("hook".to_owned()), Just("--home".to_owned()), "\\PC{0,6}"], 0..3),
    ) {
        prop_assume!(!first.contains('\0') && more.iter().all(|arg| !arg.contains('\0')));
        let args: Vec<&String> = [&first].into_iter().chain(&more).collect();
        let ran = Home::new().run(&args, form("db", "Settings", &json!({})).to_string());
        prop_assert_eq!(ran.status, Some(0), "{:?}: {:?}", args, ran);
    }
}

#[test]
fn the_forms_and_profiles_meet() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let strategy = (asked(), message());
    let accepted = (0..500)
        .filter(|_| {
            let ((schema, user, _), message) = strategy.new_tree(&mut runner).unwrap().current();
            let desk = Desk::user(user.text).config(CONFIG);
            let outcome = desk.resolve(&request(&form("db", message, &schema)));
            matches!(outcome, Outcome::Accept(content) if content != json!({}))
        })
        .count();
    assert!(
        accepted > 25,
        "only {accepted} of 500 are accepted with values: the properties above show little"
    );
}
