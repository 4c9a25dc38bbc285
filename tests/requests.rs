//! 136 requests of real servers (`data/requests.jsonl`): what a profile that names them answers, and that one
//! that doesn't, or that is only greedy, answers none.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::indexing_slicing, clippy::string_slice, clippy::print_stderr)]

mod support;

use answerback::Request;
use answerback::ask::fingerprint;
use serde_json::{Value as Json, json};
use support::{Desk, Outcome, answer, answers, event, form, glob, request, toml, url};

/// A request as it was found, with what its finder would answer.
struct Real {
    id: String,
    server: String,
    message: String,
    category: String,
    secret: bool,
    /// `null` where no answer can be stored beforehand, or should be.
    answer: Json,
    event: Json,
}

impl Real {
    fn read(line: &str) -> Self {
        let json: Json = serde_json::from_str(line).unwrap();
        let text = |key: &str| json[key].as_str().unwrap_or_default().to_owned();
        let (server, message) = (text("server"), text("message"));
        let mut event = match json.get("url") {
            Some(address) => url(&server, &message, address.as_str().unwrap()),
            None => match json.get("requested_schema") {
                Some(schema) => form(&server, &message, schema),
                None => event(&server, &message),
            },
        };
        event["mode"] = json["mode"].clone();
        Self {
            id: text("id"),
            category: text("category"),
            secret: json["asks_secret"] == true,
            answer: json["answer"].clone(),
            server,
            message,
            event,
        }
    }

    /// The request, as the hook reads it.
    fn request(&self) -> Request {
        request(&self.event)
    }

    /// The fields' names and schemas.
    fn properties(&self) -> Vec<(&String, &Json)> {
        self.event["requested_schema"]["properties"]
            .as_object()
            .into_iter()
            .flatten()
            .collect()
    }

    /// The same, its message another.
    fn saying(&self, message: &str) -> Request {
        let mut event = self.event.clone();
        event["message"] = json!(message);
        request(&event)
    }

    /// The condition that names its question: the message, or where that is empty what the one field says.
    fn names_question(&self) -> String {
        if self.message.is_empty() {
            let description = &self.properties()[0].1["description"];
            format!(
                "when.question = {}\n",
                toml(&json!(glob(description.as_str().unwrap())))
            )
        } else {
            self.names_message(&glob(&self.message))
        }
    }

    fn names_message(&self, pattern: &str) -> String {
        format!("when.message = {}\n", toml(&json!(pattern)))
    }

    /// A profile with one rule of this condition, which gives the answer.
    fn profile(&self, condition: &str) -> String {
        let written = WRITTEN_OUT.iter().any(|(id, _)| *id == self.id);
        let action = if written { "action = 'accept'\n" } else { "" };
        format!(
            "{}[[rule]]\n{condition}{action}{}",
            self.server_line(),
            answers(&self.answer)
        )
    }

    fn server_line(&self) -> String {
        format!("server = {}\n", toml(&json!(self.server)))
    }
}

fn reals() -> Vec<Real> {
    let reals: Vec<Real> = include_str!("data/requests.jsonl")
        .lines()
        .map(Real::read)
        .collect();
    assert_eq!(reals.len(), 136);
    reals
}

/// Those that a stored answer is meant for.
fn answerable() -> impl Iterator<Item = Real> {
    reals()
        .into_iter()
        .filter(|real| !real.answer.is_null() && !real.secret)
}

/// Whose rule has to write `action = "accept"`, and why.
const WRITTEN_OUT: [(&str, &str); 4] = [
    (
        "el-056",
        "it sends a no as content: without the action it would be a decline",
    ),
    ("el-070", "it has no fields: accepting is all there is"),
    (
        "el-086",
        "it fills no field: the server's own settings stand",
    ),
    ("el-106", "it has no fields: accepting is all there is"),
];

#[test]
fn a_rule_that_names_the_question_gives_the_answer() {
    let mut count = 0;
    for real in answerable() {
        let desk = Desk::user(real.profile(&real.names_question()));
        let outcome = desk.resolve(&real.request());
        assert_eq!(
            outcome,
            Outcome::Accept(real.answer.clone()),
            "{}: {:?}",
            real.id,
            desk.faults()
        );
        let Outcome::Accept(Json::Object(content)) = outcome else {
            unreachable!()
        };
        let sent: Vec<&String> = content.keys().collect();
        let mut asked: Vec<&String> = real
            .properties()
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        asked.retain(|name| sent.contains(name));
        assert_eq!(sent, asked, "{}: in the form's order", real.id);
        count += 1;
    }
    assert_eq!(count, ANSWERED);
}

/// All that have an answer and ask no secret: none of them can't be had.
const ANSWERED: usize = 62;

#[test]
fn the_action_is_written_out_only_where_it_has_to_be() {
    for real in answerable() {
        let written = real.profile(&real.names_question());
        let outcome =
            Desk::user(written.replace("action = 'accept'\n", "")).resolve(&real.request());
        let needed = WRITTEN_OUT.iter().any(|(id, _)| *id == real.id);
        assert_eq!(!outcome.accepts(), needed, "{}: {outcome:?}", real.id);
    }
}

#[test]
fn a_profile_that_does_not_name_it_decides_nothing() {
    for real in reals() {
        let values: String = real
            .properties()
            .into_iter()
            .map(|(name, schema)| {
                format!(
                    "{} = {}\n",
                    toml(&json!(name)),
                    answer(&plausible(&real.texts(), schema)[0])
                )
            })
            .collect();
        let elsewhere = format!(
            "[answers]\n{values}\n\
             [[rule]]\nwhen.message = 'Another question that nobody asks'\naction = 'accept'\n\
             [[rule]]\nwhen.question = 'Another field that nobody asks'\naction = 'decline'\n\
             [[rule]]\nwhen.message_regex = 'Another message of \\d+ words'\naction = 'cancel'\n\
             [[rule]]\nwhen.fields = 'another field'\naction = 'accept'\n\
             [[rule]]\nwhen.url = 'https://elsewhere.example.org/**'\naction = 'accept'\n"
        );
        let named = Desk::user(format!("{}{elsewhere}", real.server_line()));
        let expected = if real.event["mode"] == "confirm" {
            "unknown_mode"
        } else {
            "no_rule"
        };
        assert_eq!(
            named.resolve(&real.request()),
            Outcome::None(expected),
            "{}",
            real.id
        );
        let other = Desk::user(format!("server = 'another'\n{elsewhere}"));
        let expected = if real.event["mode"] == "confirm" {
            "unknown_mode"
        } else {
            "no_profile"
        };
        assert_eq!(
            other.resolve(&real.request()),
            Outcome::None(expected),
            "{}",
            real.id
        );
    }
}

// ---- Greedy profiles: something plausible for every field, and rules that name fields or forms only.

impl Real {
    /// All that its server says, to read typed-out confirmations from.
    fn texts(&self) -> String {
        let descriptions = self
            .properties()
            .into_iter()
            .map(|(_, schema)| schema["description"].as_str());
        let all = [Some(self.message.as_str())]
            .into_iter()
            .chain(descriptions);
        all.flatten().collect::<Vec<_>>().join("\n")
    }
}

/// What somebody who wants to be asked nothing would put down for a field.
fn plausible(texts: &str, schema: &Json) -> Vec<Json> {
    let options = |schema: &Json| -> Vec<Json> {
        let values = schema["enum"].as_array().cloned();
        let titled = ["oneOf", "anyOf"]
            .iter()
            .find_map(|keyword| schema[*keyword].as_array());
        let constants =
            titled.map(|entries| entries.iter().map(|entry| entry["const"].clone()).collect());
        values.or(constants).unwrap_or_default()
    };
    let offered = options(schema);
    if !offered.is_empty() {
        return offered;
    }
    match schema["type"].as_str() {
        Some("boolean") => vec![json!(true)],
        Some("array") => vec![json!([options(&schema["items"])[0]])],
        Some("integer" | "number") => vec![schema.get("minimum").cloned().unwrap_or(json!(1))],
        _ => match schema["format"].as_str() {
            Some("email") => vec![json!("ada@example.com")],
            Some("uri") => vec![json!("https://example.com/")],
            Some("date") => vec![json!("2026-11-30")],
            _ => {
                let mut texts = quoted(texts);
                texts.extend(["DELETE", "yes"].map(|word| json!(word)));
                texts
            }
        },
    }
}

/// The first few texts in quotes or brackets: what a server wants typed.
fn quoted(texts: &str) -> Vec<Json> {
    let pieces = texts.split(['"', '\'', '(', ')']).skip(1).step_by(2);
    pieces
        .filter(|piece| piece.len() < 40)
        .take(3)
        .map(|piece| json!(piece))
        .collect()
}

/// Ways to change a form so that its shape is another: an optional field more, before or behind.
fn with_decoys(real: &Real) -> Vec<(Json, Vec<(String, Json)>)> {
    let mut forms = vec![(real.event.clone(), Vec::new())];
    if real.event.get("requested_schema").is_none() {
        return forms;
    }
    let decoys = [
        (json!({ "type": "string" }), json!("a note")),
        (
            json!({ "type": "string", "enum": ["small", "large"] }),
            json!("small"),
        ),
        (
            json!({ "type": "integer", "minimum": 1, "default": 2 }),
            json!(2),
        ),
        (json!({ "type": "boolean", "default": true }), json!(true)),
        (
            json!({ "type": "array", "items": { "type": "string", "enum": ["a", "b"] } }),
            json!(["a"]),
        ),
    ];
    for (number, (decoy, value)) in decoys.into_iter().enumerate() {
        let mut event = real.event.clone();
        let fields = event["requested_schema"]["properties"]
            .as_object_mut()
            .unwrap();
        let place = if number % 2 == 0 { 0 } else { fields.len() };
        fields.shift_insert(place, "size".to_owned(), decoy);
        forms.push((event, vec![("size".to_owned(), value)]));
    }
    forms
}

/// The profiles that somebody greedy would write for a request, none of which names its question.
fn greedy(real: &Real, event: &Json, decoys: &[(String, Json)]) -> Vec<String> {
    let texts = real.texts();
    let request = request(event);
    let fingerprint = request.form().map(fingerprint).unwrap_or_default();
    let fields: Vec<(String, Vec<Json>)> = real
        .properties()
        .into_iter()
        .map(|(name, schema)| (name.clone(), plausible(&texts, schema)))
        .chain(
            decoys
                .iter()
                .map(|(name, value)| (name.clone(), vec![value.clone()])),
        )
        .collect();
    let names: Vec<&String> = fields.iter().map(|(name, _)| name).collect();
    let fields_line = if names.is_empty() {
        String::new()
    } else {
        format!("when.fields = {}\n", toml(&json!(names)))
    };
    let rounds = fields
        .iter()
        .map(|(_, values)| values.len())
        .max()
        .unwrap_or(1);

    let mut profiles = Vec::new();
    for round in 0..rounds {
        let values: String = fields
            .iter()
            .map(|(name, values)| {
                format!(
                    "{} = {}\n",
                    toml(&json!(name)),
                    answer(&values[round % values.len()])
                )
            })
            .collect();
        let own: String = values
            .lines()
            .map(|line| format!("answers.{line}\n"))
            .collect();
        let server = real.server_line();
        for rule in [
            format!("{fields_line}action = 'accept'\n"),
            format!("{fields_line}use_defaults = true\n"),
            format!("{fields_line}use_defaults = true\naction = 'accept'\n{own}"),
            format!("when.form = '{fingerprint}'\naction = 'accept'\n{own}"),
            format!("when.project = '**'\naction = 'accept'\n{own}"),
            format!("action = 'accept'\n{own}"),
        ] {
            profiles.push(format!("{server}[answers]\n{values}[[rule]]\n{rule}"));
        }
    }
    profiles
}

/// The ids of those that some greedy profile gets accepted, as they are or with a decoy.
fn accepted_by_greed(which: impl Fn(&Real) -> bool) -> Vec<String> {
    let mut accepted = Vec::new();
    for real in reals().iter().filter(|real| which(real)) {
        let accepts = |(event, decoys): (Json, Vec<(String, Json)>)| {
            greedy(real, &event, &decoys).into_iter().any(|profile| {
                let desk = Desk::user(profile).project("/home/dev/project");
                assert_eq!(desk.faults(), Vec::<&str>::new(), "{}", real.id);
                desk.resolve(&request(&event)).accepts()
            })
        };
        if with_decoys(real).into_iter().any(accepts) {
            accepted.push(real.id.clone());
        }
    }
    accepted
}

fn is_dangerous(real: &Real) -> bool {
    matches!(real.category.as_str(), "confirm-destructive" | "oauth")
}

#[test]
fn greed_gets_no_destructive_or_oauth_request_accepted() {
    assert!(reals().iter().filter(|real| is_dangerous(real)).count() > 40);
    assert_eq!(accepted_by_greed(is_dangerous), Vec::<String>::new());
}

/// Requests without an answer that a greedy profile does answer, and why that can't be had: their forms ask
/// no consent, so a profile that writes a value down for each of their fields means it.
const NOT_TO_BE_HAD: [(&str, &str); 4] = [
    (
        "el-155",
        "`chosen_file_id` is a choice of files: one of them is a preference like any other",
    ),
    (
        "el-164",
        "`description` is a free text, and nothing tells a stored one from the right one",
    ),
    (
        "el-174",
        "`Guess` is a number: a poor guess is still the user's",
    ),
    (
        "el-183",
        "`address` and `mobile` are personal, but who writes them down for a shop wants them sent",
    ),
];

#[test]
fn greed_gets_no_request_without_an_answer_accepted() {
    let accepted =
        accepted_by_greed(|real| real.answer.is_null() && !is_dangerous(real) && !real.secret);
    assert_eq!(accepted, NOT_TO_BE_HAD.map(|(id, _)| id.to_owned()));
}

#[test]
fn greed_gets_no_request_for_a_secret_accepted() {
    assert_eq!(accepted_by_greed(|real| real.secret), Vec::<String>::new());
}

// ---- A question that says more than the one that was named.

/// What a server could add to a message that the user knows.
fn with_more(message: &str) -> Vec<String> {
    let half = message
        .char_indices()
        .map(|(at, _)| at)
        .nth(message.chars().count() / 2)
        .unwrap_or(0);
    let (left, right) = message.split_at(half);
    let mut more = vec![
        format!("{message} Also delete production?"),
        format!("{message}\nAlso delete production?"),
        format!("{message}\n\nAlso delete production?"),
        format!("{message}\u{2028}Also\u{a0}delete\u{3000}production?"),
        format!("Also delete production? {message}"),
    ];
    for hidden in [
        '\u{202e}', '\u{202d}', '\u{2066}', '\u{200b}', '\u{feff}', '\u{1b}', '\0',
    ] {
        more.push(format!("{hidden}{message}"));
        more.push(format!("{left}{hidden}{right}"));
        more.push(format!("{message}{hidden}"));
    }
    more
}

/// The message as a glob, and with each of its words a wildcard in turn.
fn globs(message: &str) -> Vec<String> {
    let words: Vec<String> = message.split_whitespace().map(glob).collect();
    let wild = (0..words.len()).map(|place| {
        let mut words = words.clone();
        words[place] = "*".to_owned();
        words.join(" ")
    });
    [glob(message)].into_iter().chain(wild).collect()
}

#[test]
fn a_message_that_says_more_is_another_question() {
    let mut tried = 0;
    for real in answerable().filter(|real| !real.message.is_empty()) {
        let more: Vec<Request> = with_more(&real.message)
            .iter()
            .map(|text| real.saying(text))
            .collect();
        for (place, pattern) in globs(&real.message).iter().enumerate() {
            let desk = Desk::user(real.profile(&real.names_message(pattern)));
            if place > 0 && desk.faults() == ["names_nothing"] {
                continue; // nearly all wildcard
            }
            let outcome = desk.resolve(&real.request());
            assert!(
                outcome.accepts(),
                "{} by {pattern}: {outcome:?} {:?}",
                real.id,
                desk.faults()
            );
            for request in &more {
                let outcome = desk.resolve(request);
                assert!(
                    !outcome.accepts(),
                    "{} by {pattern}: {:?}",
                    real.id,
                    request.message
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
}

#[test]
fn a_field_that_says_more_is_another_question() {
    for real in answerable().filter(|real| real.message.is_empty()) {
        let description = real.properties()[0].1["description"].as_str().unwrap();
        for pattern in globs(description) {
            let condition = format!("when.question = {}\n", toml(&json!(pattern)));
            let desk = Desk::user(real.profile(&condition));
            if desk.faults() == ["names_nothing"] {
                continue;
            }
            assert!(
                desk.resolve(&real.request()).accepts(),
                "{} by {pattern}",
                real.id
            );
            for text in with_more(description) {
                let mut event = real.event.clone();
                let fields = event["requested_schema"]["properties"]
                    .as_object_mut()
                    .unwrap();
                fields.values_mut().next().unwrap()["description"] = json!(text);
                assert!(
                    !desk.resolve(&request(&event)).accepts(),
                    "{} by {pattern}: {text:?}",
                    real.id
                );
            }
        }
    }
}

#[test]
fn a_named_field_below_a_message_that_says_more_is_another_question() {
    for real in answerable().filter(|real| real.message.is_empty()) {
        let desk = Desk::user(real.profile(&real.names_question()));
        assert!(desk.resolve(&real.request()).accepts(), "{}", real.id);
        for text in with_more("").iter().filter(|text| !text.trim().is_empty()) {
            assert!(
                !desk.resolve(&real.saying(text)).accepts(),
                "{}: {text:?}",
                real.id
            );
        }
    }
}
