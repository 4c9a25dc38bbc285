//! What to write for a request that nothing answered: a rule to paste, or, where a rule applied, what that one lacks.
//! It names the question and says what each field takes; the answers are for the person to write.

use std::fmt::Write;

use serde::Serialize;

use crate::answer::{Decision, Outcome, Reason, Resolution, Step, Taken, unclean};
use crate::ask::{Ask, Field, FieldKind, Form, Request, fingerprint};
use crate::profile::{Book, Source, State, scheme_of};

use super::clean::{escape_cut, toml_string};
use super::quote::{comment, key, pattern};
use super::sentence::takes;

/// What to write, and where.
#[derive(Debug, Serialize)]
pub struct Suggestion {
    /// The file it belongs into.
    pub path: String,
    /// The rule that it completes; none where it is a rule of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// That rule's line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Its text.
    pub text: String,
}

impl Suggestion {
    /// What would help; `None` where nothing that could be pasted would.
    pub(super) fn new(request: &Request, book: &Book, resolution: &Resolution<'_>) -> Option<Self> {
        let Decision::None(reason) = resolution.decision else {
            return None;
        };
        match reason {
            Reason::NoProfile | Reason::NoRule => Self::new_rule(request, book.sources.last()?),
            // A rule below the one that applied would never be reached.
            _ => Self::completed(request, reason, resolution),
        }
    }

    fn new_rule(request: &Request, source: &Source) -> Option<Self> {
        let mut text = String::new();
        if matches!(source.state, State::Missing) {
            let _ = writeln!(text, "server = {}\n", toml_string(&request.server));
        }
        text.push_str(&rule_for(request).ok()?);
        if let Some(actions) = actions(&request.ask) {
            let _ = writeln!(text, "# {actions}");
        }
        Some(Self {
            path: source.path.display().to_string(),
            rule: None,
            line: None,
            text,
        })
    }

    fn completed(request: &Request, reason: Reason, resolution: &Resolution<'_>) -> Option<Self> {
        let taken = resolution.applied()?;
        let form = request.form()?;
        let text = match reason {
            Reason::Incomplete => open_fields(form, &resolution.trace),
            Reason::ConsentNeedsQuestion => condition_on_question(taken, request, form),
            Reason::AcceptNotWritten => "action = \"accept\"\n".to_owned(),
            _ => return None,
        };
        (!text.is_empty()).then(|| Self {
            path: taken.source.path.display().to_string(),
            rule: Some(taken.rule.id.clone()),
            line: Some(taken.source.line(taken.rule.span)),
            text,
        })
    }
}

/// A line for each field that is open; none if one of them is so that no answer can fill it.
fn open_fields(form: &Form, trace: &[Step<'_>]) -> String {
    let mut lines = String::new();
    for step in trace {
        let Step::Field(place, Outcome::Open) = step else {
            continue;
        };
        let Some(field) = form.fields.get(*place) else {
            continue;
        };
        if matches!(field.kind, FieldKind::Unsupported(_)) {
            return String::new();
        }
        let _ = writeln!(lines, "{}", answer_line(field));
    }
    lines
}

/// The condition that names the question, and which one of the rule's it replaces.
fn condition_on_question(taken: Taken<'_>, request: &Request, form: &Form) -> String {
    let (key, text) = question(request, form);
    let has = taken.rule.when.iter().find(|has| has.it.key() == key);
    let replaced = has.map_or(String::new(), |has| {
        format!("   # in place of line {}", taken.source.line(has.span))
    });
    format!("when.{key} = {}{replaced}\n", pattern(text))
}

/// A whole profile for a request, and the rule in it. As it stands it leaves the question to the person.
///
/// # Errors
/// Why there can be none, in words.
pub fn profile_to_fill_in(request: &Request) -> Result<(String, String), String> {
    let mut rule = rule_for(request)?;
    rule.push_str("action = \"ask\"   ");
    rule.push_str(match &request.ask {
        Ask::Form(form) if !form.fields.is_empty() => {
            "# take this line out once the answers are in\n"
        }
        Ask::Form(_) => "# or \"accept\", \"decline\", \"cancel\"\n",
        _ => "# or \"decline\", or \"accept\", which tells the server that you opened it\n",
    });
    let head = format!(
        "{}\n# Take the `#` from a line and write your answer. `answerback check` says whether all is well.\nserver = {}\n",
        comment(&format!("What you answer to {}.", request.server)),
        toml_string(&request.server)
    );
    Ok((format!("{head}\n{rule}"), rule))
}

/// Why no rule can be written for a request, whatever its answer; `None` if one can.
pub(super) fn no_rule(request: &Request) -> Option<String> {
    let url = match &request.ask {
        Ask::Form(_) => return None,
        Ask::Unreadable(_) => return Some("the request is neither a form nor a URL".to_owned()),
        Ask::Url(url) => url,
    };
    match scheme_of(url).as_deref() {
        Some("https" | "http") => None,
        Some(scheme) => Some(format!(
            "no rule can be written for a `{}:` URL",
            escape_cut(scheme, 40)
        )),
        None => Some("no rule can be written for what isn't a URL".to_owned()),
    }
}

fn rule_for(request: &Request) -> Result<String, String> {
    if let Some(why) = no_rule(request) {
        return Err(why);
    }
    let mut rule = String::from("[[rule]]\n");
    match &request.ask {
        Ask::Form(form) => form_rule(&mut rule, request, form),
        Ask::Url(url) => {
            let url = url.split(['?', '#']).next().unwrap_or_default();
            let _ = writeln!(rule, "when.url = {}", pattern(url));
        }
        Ask::Unreadable(_) => {}
    }
    Ok(rule)
}

/// The line for a request whose whole answer is an action.
fn actions(ask: &Ask) -> Option<&'static str> {
    match ask {
        Ask::Form(form) if form.fields.is_empty() => {
            Some("action = \"accept\"   # or \"decline\", \"cancel\", \"ask\"")
        }
        Ask::Url(_) => Some(
            "action = \"decline\"   # or \"accept\", which tells the server that you opened it",
        ),
        Ask::Form(_) | Ask::Unreadable(_) => None,
    }
}

fn form_rule(rule: &mut String, request: &Request, form: &Form) {
    if unclean(&request.message).is_some() {
        rule.push_str("# The message hides something: no rule that accepts will match it.\n");
    }
    let (condition, text) = question(request, form);
    let _ = writeln!(rule, "when.{condition} = {}", pattern(text));
    let _ = writeln!(
        rule,
        "# when.form = \"{}\"   # only this very form",
        fingerprint(form)
    );
    for field in &form.fields {
        let _ = writeln!(rule, "# {}", answer_line(field));
    }
}

/// The condition that names what is asked, and the text it names.
fn question<'r>(request: &'r Request, form: &'r Form) -> (&'static str, &'r str) {
    let message = request.message.trim();
    let asked = form.fields.iter().find_map(|field| {
        [&field.description, &field.title]
            .into_iter()
            .flatten()
            .find(|text| !text.trim().is_empty())
    });
    match asked {
        Some(asked) if message.is_empty() => ("question", asked),
        _ => ("message", message),
    }
}

fn answer_line(field: &Field) -> String {
    format!("answers.{} = …   # {}", key(&field.name), about(field))
}

fn about(field: &Field) -> String {
    let required = if field.required { "required: " } else { "" };
    format!("{required}{}", escape_cut(&takes(&field.kind), 400))
}

/// What a field is, in one line.
pub fn describe_field(field: &Field) -> String {
    let texts = [&field.title, &field.description].into_iter().flatten();
    let texts: Vec<&str> = texts
        .map(|text| text.trim())
        .filter(|text| !text.is_empty())
        .collect();
    match texts.as_slice() {
        [] => about(field),
        texts => format!("{}: {}", texts.join(": "), about(field)),
    }
}
