//! What the tests stand on: events as the client sends them, a book in memory ([`Desk`]), and the built
//! program in a folder of its own ([`Home`]).

#![allow(dead_code, unused_imports, reason = "each file of tests uses a part")]

mod desk;
mod home;
#[cfg(unix)]
mod hostile;
mod person;

pub use desk::{Desk, Outcome};
pub use home::{Home, Ran, event_and_keep_open, put, run, wait};
#[cfg(unix)]
pub use hostile::{ACCEPTS_ALL, CLONES_SERVER, Hostile, accepted, copy, event as hostile_event};
pub use person::{Person, texts, write};
#[cfg(unix)]
pub use person::{copy_program, executable};

use answerback::Request;
use answerback::wire::claude_code::Event;
use serde_json::{Value as Json, json};

/// An event of a form, as the client sends it.
pub fn form(server: &str, message: &str, schema: &Json) -> Json {
    let mut event = event(server, message);
    event["mode"] = json!("form");
    event["requested_schema"] = schema.clone();
    event
}

/// An event of a URL.
pub fn url(server: &str, message: &str, url: &str) -> Json {
    let mut event = event(server, message);
    event["mode"] = json!("url");
    event["url"] = json!(url);
    event
}

/// What is the same in both; without `mode`.
pub fn event(server: &str, message: &str) -> Json {
    json!({
        "session_id": "42f4c04f-f593-4047-bce7-370ffdf5fad8",
        "transcript_path": "/home/dev/.claude/projects/-home-dev-project/42f4c04f.jsonl",
        "cwd": "/home/dev/project",
        "prompt_id": "5104c2ae-6505-4945-b03c-6d61d38f5a27",
        "hook_event_name": "Elicitation",
        "mcp_server_name": server,
        "message": message,
    })
}

/// A form's schema whose fields are all required.
pub fn required(properties: Json) -> Json {
    let names: Vec<&String> = properties
        .as_object()
        .expect("properties are an object")
        .keys()
        .collect();
    json!({ "type": "object", "required": names, "properties": properties })
}

/// A form's schema whose fields are all optional.
pub fn optional(properties: Json) -> Json {
    json!({ "type": "object", "properties": properties })
}

/// The request of an event, read as the hook reads it.
pub fn request(event: &Json) -> Request {
    match Event::parse(event.to_string().as_bytes()) {
        Ok(Event::Elicitation(asked)) => asked.request,
        Ok(_) => panic!("not a request: {event}"),
        Err(error) => panic!("{error}: {event}"),
    }
}

/// A scalar or a list of them, or a key, as TOML: for these JSON is TOML too, but for one character.
pub fn toml(value: &Json) -> String {
    value.to_string().replace('\u{7f}', r"\u007f")
}

/// A value as an answer that holds exactly it: no variables.
pub fn answer(value: &Json) -> String {
    let literal = |value: &Json| match value {
        Json::String(text) => Json::String(text.replace("${", "$${")),
        other => other.clone(),
    };
    toml(&match value {
        Json::Array(items) => items.iter().map(literal).collect(),
        other => literal(other),
    })
}

/// A text as a glob that matches it alone.
pub fn glob(text: &str) -> String {
    text.replace('\\', r"\\").replace('*', r"\*")
}

/// A rule's lines `answers.NAME = VALUE`.
pub fn answers(values: &Json) -> String {
    let values = values.as_object().expect("answers are an object");
    let line = |(name, value)| format!("answers.{} = {}\n", toml(&json!(name)), answer(value));
    values.iter().map(line).collect()
}

/// The line that the hook prints for an outcome; nothing for no decision.
pub fn line(outcome: &Outcome) -> String {
    let (action, content) = match outcome {
        Outcome::Accept(content) => ("accept", Some(content)),
        Outcome::AcceptUrl => ("accept", None),
        Outcome::Decline => ("decline", None),
        Outcome::Cancel => ("cancel", None),
        Outcome::None(_) => return String::new(),
    };
    let mut inner = json!({ "hookEventName": "Elicitation", "action": action });
    if let Some(content) = content {
        inner["content"] = content.clone();
    }
    format!("{}\n", json!({ "hookSpecificOutput": inner }))
}
