//! What has to hold for any input: the bodies of the fuzz targets, which `tests/fuzz.rs` runs over the corpus too.

use std::path::Path;

use answerback::ask::{Ask, Form, Request, fingerprint};
use answerback::profile::lint::{Surroundings, in_surroundings, lint, overruled};
use answerback::profile::{
    self, Book, Config, ConfigSource, Diagnostic, Scope, Source, State, Template, UrlPattern,
};
use answerback::report::{Explanation, Finding, escape_json, render_findings, render_text};
use answerback::wire::claude_code::{self, Event};
use answerback::wire::first_value::read_first_value;
use answerback::{Context, Decision, Outside, resolve};
use serde_json::{Value as Json, json};

/// Stands in the environment under a name that no config lists.
const MARK: &str = "MARK-OF-THE-ENVIRONMENT";

struct World;

impl Outside for World {
    fn env(&self, name: &str) -> Option<String> {
        Some(match name {
            "MARK" => MARK.to_owned(),
            _ => "${env.MARK} true".to_owned(),
        })
    }

    fn today(&self) -> Option<String> {
        Some("2026-11-30".to_owned())
    }
}

/// A book of one profile of the user's, which has to be right, and a config.
fn book(profile: &str, config: &str) -> Option<Book> {
    Some(Book {
        sources: vec![Source {
            scope: Scope::User,
            path: "profile.toml".into(),
            bytes: profile.as_bytes().to_vec(),
            state: State::Loaded(profile::read(profile.as_bytes()).ok()?),
        }],
        config: ConfigSource {
            path: "config.toml".into(),
            bytes: config.as_bytes().to_vec(),
            state: Ok(Config::read(config.as_bytes()).ok()?),
        },
    })
}

/// Resolves, and checks all that holds for every resolution. Gives the content, if it accepts.
fn decide(request: &Request, book: &Book) -> Option<serde_json::Map<String, Json>> {
    let context = Context {
        attended: Some(true),
        project: Some(Path::new("/home/ada/${env.MARK}")),
        cwd: Some(Path::new("/home/ada/true")),
        outside: &World,
    };
    let resolution = resolve(request, book, &context);
    if let Some(line) = claude_code::line(&resolution.decision) {
        let (end, text) = line.split_last().expect("a line is not empty");
        assert!(*end == b'\n' && !text.contains(&b'\n'), "one line");
        let json: Json = serde_json::from_slice(text).expect("a line of JSON");
        let keys: Vec<&String> = json.as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["hookSpecificOutput"]);
    }
    let explanation = Explanation::new(request, book, &resolution);
    let text = render_text(&explanation);
    assert!(is_harmless(&without_styles(&text)), "{text:?}");
    let json = serde_json::to_string(&explanation).expect("an explanation is JSON");
    assert!(is_harmless(&escape_json(&json)));
    match &resolution.decision {
        Decision::AcceptForm(valid) => {
            let form = request.form().expect("a form was accepted");
            let asked: Vec<&String> = form.fields.iter().map(|field| &field.name).collect();
            let sent: Vec<&String> = valid.as_json().keys().collect();
            let in_order: Vec<&String> = asked
                .into_iter()
                .filter(|name| sent.contains(name))
                .collect();
            assert_eq!(sent, in_order, "only what was asked, in its order");
            Some(valid.as_json().clone())
        }
        _ => None,
    }
}

fn is_harmless(text: &str) -> bool {
    text.chars()
        .all(|char| char == '\n' || !(char.is_control() || answerback::answer::hides(char)))
}

fn without_styles(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        out.push_str(before);
        rest = after.split_once('m').map_or("", |(_, after)| after);
    }
    out + rest
}

fn toml(text: &str) -> String {
    Json::from(text).to_string().replace('\u{7f}', r"\u007f")
}

fn check_faults(data: &[u8], faults: &[Diagnostic]) {
    assert!(!faults.is_empty(), "what is refused has a reason");
    for fault in faults {
        assert!(!fault.fault.to_string().is_empty() && !fault.fault.code().is_empty());
        let _ = fault.fault.help();
    }
    let findings: Vec<Finding> = faults.iter().map(Finding::from).collect();
    let text = render_findings("profile.toml", data, &findings, false);
    assert!(is_harmless(&text), "{text:?}");
}

/// Bytes as the hook's standard input.
pub fn event(data: &[u8]) {
    let bytes = read_first_value(&mut &*data).expect("short enough");
    let Ok(Event::Elicitation(asked)) = Event::parse(&bytes) else {
        return;
    };
    let request = asked.request;
    for profile in [
        "[[rule]]\naction = 'decline'\n",
        "[[rule]]\nuse_defaults = true\naction = 'accept'\n",
        "[[rule]]\nwhen.message = 'Deploy to *?'\naction = 'accept'\n",
    ] {
        let profile = format!("server = {}\n{profile}", toml(&request.server));
        if let Some(book) = book(&profile, "unanswered = 'decline'") {
            decide(&request, &book);
        }
    }
}

/// Bytes as a profile and as a config.
pub fn profile(data: &[u8]) {
    if let Err(faults) = Config::read(data) {
        check_faults(data, &faults);
    }
    let read = match profile::read(data) {
        Ok(read) => read,
        Err(faults) => return check_faults(data, &faults),
    };
    let remarks = lint(data, &read);
    let around = Surroundings {
        config: &Config::default(),
        scope: Some(Scope::Project),
        is_set: &|_| false,
        asked: &["name".to_owned(), "region".to_owned()],
    };
    let remarks = remarks.into_iter().chain(in_surroundings(&read, &around));
    let remarks = remarks.chain(overruled(&read, Scope::Project, &read));
    let findings: Vec<Finding> = remarks.map(|remark| Finding::from(&remark)).collect();
    let text = render_findings("profile.toml", data, &findings, false);
    assert!(is_harmless(&text), "{text:?}");
    let server = read.servers.first().map(|server| server.it.clone());
    let text = std::str::from_utf8(data).expect("a profile is UTF-8");
    let book = book(text, "[vars]\nx = 'y'").expect("it was read before");
    let schema = json!({
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": { "type": "string", "default": "x" },
            "size": { "type": "integer" },
            "features": { "type": "array", "items": { "type": "string", "enum": ["a", "b"] } },
        },
    });
    let server = server.expect("a profile names a server");
    for ask in [
        Ask::Form(Form::from_schema(Some(schema))),
        Ask::Url("https://auth.example.com/device/1".to_owned()),
    ] {
        let message = "Create a new service in eu?".to_owned();
        decide(
            &Request {
                server: server.clone(),
                message,
                ask,
            },
            &book,
        );
    }
}

/// A text as an answer.
pub fn template(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let parsed = Template::parse(text);
    if !text.contains("${") && !text.contains("{{") {
        assert_eq!(
            parsed.as_ref().ok().and_then(Template::as_literal),
            Some(text)
        );
    }
    let profile = format!(
        "server = 'db'\n[[rule]]\nwhen.message = 'Settings'\nanswers.note = {0}\nanswers.flag = {0}\n",
        toml(text)
    );
    let Some(book) = book(
        &profile,
        "env = ['X']\n[vars]\nx = '${env.MARK}'\ny = 'true'",
    ) else {
        return;
    };
    let asked = |field: &str, kind: &str| Request {
        server: "db".to_owned(),
        message: "Settings".to_owned(),
        ask: Ask::Form(Form::from_schema(Some(json!({
            "type": "object",
            "required": [field],
            "properties": { field: { "type": kind } },
        })))),
    };
    if let Some(content) = decide(&asked("note", "string"), &book) {
        let sent = content.get("note").and_then(Json::as_str).expect("a text");
        assert!(text.contains(MARK) || !sent.contains(MARK), "put in once");
    }
    let only_typed = |template: &Template| template.is_typed();
    if decide(&asked("flag", "boolean"), &book).is_some() {
        assert!(parsed.as_ref().is_ok_and(only_typed), "text became a yes");
    }
}

/// A pattern on the first line, and a URL on the others.
pub fn url(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let (pattern, address) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(parsed) = UrlPattern::parse(pattern) else {
        return;
    };
    let matches = parsed.matches(address);
    if parsed.acceptable(address).is_err() {
        return;
    }
    assert!(matches, "what is accepted matches");
    assert!(
        address.bytes().all(|byte| byte.is_ascii_graphic()),
        "no white space, no controls"
    );
    let (scheme, rest) = address.split_once("://").expect("a URL with a host");
    assert!(matches!(scheme, "https" | "http"));
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    assert!(!authority.contains(['@', '\\', '%']) && !authority.is_empty());
    let host = authority.split(':').next().unwrap_or_default();
    let loopback =
        host == "localhost" || host.starts_with("127.") || authority.starts_with("[::1]");
    assert!(scheme == "https" || loopback, "plain http to {host}");
    let path = path.split(['?', '#']).next().unwrap_or_default();
    assert!(!path.contains("//") && !path.contains(['\\', ';']));
    assert!(
        path.split('/')
            .all(|segment| !matches!(segment, "." | ".."))
    );
}

/// Whether another validator, given the schema as it came, finds nothing wrong; true if it can't read it, or reads it
/// otherwise than we and ECMA-262 do: multiples by floats, look-around with Unicode's digits and words.
fn is_valid(schema: &Json, content: &serde_json::Map<String, Json>) -> bool {
    let text = schema.to_string();
    if text.contains("multipleOf") || text.contains("(?") {
        return true;
    }
    let validator = jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true)
        .offline()
        .build(schema);
    validator.map_or(true, |validator| {
        validator.is_valid(&Json::Object(content.clone()))
    })
}

/// Bytes as a form's schema.
pub fn form(data: &[u8]) {
    let Ok(schema) = serde_json::from_slice::<Json>(data) else {
        return;
    };
    let form = Form::from_schema(Some(schema.clone()));
    assert_eq!(
        fingerprint(&form),
        fingerprint(&Form::from_schema(Some(schema.clone())))
    );
    let names: Vec<String> = form
        .fields
        .iter()
        .take(64)
        .map(|field| toml(&field.name))
        .collect();
    let values = |value: &str| -> String {
        let line = |name: &String| format!("answers.{name} = {value}\n");
        names.iter().map(line).collect()
    };
    for value in ["'yes'", "true", "7", "['a', 'b']", "''"] {
        let greedy = format!(
            "server = 'db'\n[[rule]]\nuse_defaults = true\naction = 'accept'\n{}",
            values(value)
        );
        let Some(book) = book(&greedy, "") else {
            return;
        };
        let asked = |message: &str| Request {
            server: "db".to_owned(),
            message: message.to_owned(),
            ask: Ask::Form(Form::from_schema(Some(schema.clone()))),
        };
        if let Some(content) = decide(&asked("Settings"), &book) {
            assert!(is_valid(&schema, &content), "{content:?} for {schema}");
        }
        let consented = decide(&asked("Delete everything?"), &book);
        assert_eq!(consented, None, "consent without naming the question");
    }
}
