//! From what was decided to its line. Pure.

use std::borrow::Cow;
use std::path::Path;

use super::clean::{Sent, clean, short};
use super::line::{Event, Fields, Line, Text};
use crate::answer::{Amended, By, Decision, Given, Origin, Outcome, Resolution, Step, Taken};
use crate::ask::{Form, Request};
use crate::profile::{Action, Source, Span};

/// Most bytes of JSON for each text, so that the whole line stays within 4 KiB.
mod most {
    pub(super) const ID: usize = 80;
    pub(super) const SERVER: usize = 150;
    pub(super) const PATH: usize = 300;
    pub(super) const RULE: usize = 100;
    pub(super) const RULE_REASON: usize = 300;
    pub(super) const MESSAGE: usize = 900;
    pub(super) const FIELD: usize = 64;
    pub(super) const FIELDS: usize = 1200;
}

/// Who asked, and from where: what the lines of a session have in common.
#[derive(Debug, Default, Clone, Copy)]
pub struct Place<'p> {
    /// The client's session.
    pub session: Option<&'p str>,
    /// The prompt within it.
    pub prompt: Option<&'p str>,
    /// The project's folder.
    pub project: Option<&'p Path>,
    /// The server.
    pub server: &'p str,
    /// The server's own id of the request.
    pub elicitation_id: Option<&'p str>,
    /// Whether a person sits at the client.
    pub attended: Option<bool>,
    /// The wire's name.
    pub wire: &'static str,
}

impl<'p> Place<'p> {
    /// A line about this place, with nothing else in it yet.
    pub fn line(&self, event: Event) -> Line<'p> {
        let text = |text: Option<&'p str>, limit| {
            text.map_or(Cow::Borrowed(""), |text| short(text, limit))
        };
        Line {
            event,
            session: text(self.session, most::ID),
            prompt: text(self.prompt, most::ID),
            project: self.project.map_or(Cow::Borrowed(""), path_text),
            server: short(self.server, most::SERVER),
            elicitation_id: text(self.elicitation_id, most::ID),
            attended: self.attended,
            wire: self.wire.into(),
            ..Line::default()
        }
    }
}

/// The line of a request. `messages` is whether the user wants messages in it.
pub fn request<'l>(
    place: &Place<'l>,
    request: &'l Request,
    resolution: &'l Resolution<'_>,
    messages: bool,
) -> Line<'l> {
    let sent = sent(resolution);
    let mut line = place.line(Event::Request);
    line.mode = request.mode().into();
    if messages {
        line.message = clean(&request.message, most::MESSAGE, &sent);
    }
    if let Some(form) = request.form() {
        let words = words(form, resolution);
        let named = form.fields.iter().map(|field| field.name.as_str());
        (line.fields, line.more_fields) = fields(named.zip(words), &sent);
    }
    line.decision = resolution.decision.word().into();
    let (reason, decider) = match &resolution.decision {
        Decision::AcceptForm(_) | Decision::AcceptUrl => ("rule", resolution.applied()),
        Decision::Decline(By::Rule(taken)) | Decision::Cancel(By::Rule(taken)) => {
            ("rule", Some(*taken))
        }
        Decision::Decline(By::Policy(reason))
        | Decision::Cancel(By::Policy(reason))
        | Decision::None(reason) => (reason.code(), resolution.applied()),
    };
    line.reason = reason.into();
    if let Some(Taken { source, rule }) = decider {
        by_rule(&mut line, source, &rule.id, rule.span);
    }
    let why = resolution.said_no();
    if let Some(why) = why.and_then(|taken| taken.rule.reason.as_deref()) {
        line.rule_reason = clean(why, most::RULE_REASON, &sent);
    }
    line
}

/// The line of an answer that a person gave, or the client in their place.
pub fn result<'l>(
    place: &Place<'l>,
    mode: &'l str,
    given: Given<'l>,
    amended: &Amended<'l>,
    paired: bool,
) -> Line<'l> {
    let mut line = place.line(Event::Result);
    line.mode = short(mode, most::ID);
    line.action = given.action.word().into();
    line.paired = Some(paired);
    let nobody = place.attended == Some(false) && given.action == Action::Cancel;
    let (by, decision, reason) = match amended {
        Amended::Unchanged if nobody => ("nobody", "none", ""),
        Amended::Unchanged => ("person", "none", ""),
        Amended::TypedSecret => ("rule", "decline", "secrets_typed"),
        Amended::Declined(_) => ("rule", "decline", "rule"),
        Amended::Changed(..) => ("rule", "accept", "rule"),
    };
    line.by = by.into();
    line.decision = decision.into();
    line.reason = reason.into();
    let mut sent = Sent::default();
    let mut changed = None;
    match amended {
        Amended::Declined(taken) => {
            by_rule(&mut line, taken.source, &taken.rule.id, taken.rule.span)
        }
        Amended::Changed(taken, valid) => {
            by_rule(&mut line, taken.source, &taken.rule.id, taken.rule.span);
            valid.as_json().values().for_each(|value| sent.add(value));
            changed = Some(valid.as_json());
        }
        Amended::Unchanged | Amended::TypedSecret => {}
    }
    let content = given.content.into_iter().flatten();
    content.clone().for_each(|(_, value)| sent.add(value));
    let named = content.map(|(name, value)| {
        let kept = changed.is_none_or(|changed| changed.get(name) == Some(value));
        (name.as_str(), if kept { "person" } else { "rule" })
    });
    (line.fields, line.more_fields) = fields(named, &sent);
    line
}

/// Notes which rule a line is about.
fn by_rule<'l>(line: &mut Line<'l>, source: &'l Source, id: &'l str, span: Span) {
    line.scope = source.scope.code().into();
    line.file = path_text(&source.path);
    line.rule = short(id, most::RULE);
    // By hand, as only line feeds count here.
    let before = source.bytes.get(..span.start as usize).unwrap_or_default();
    line.rule_line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
}

fn path_text(path: &Path) -> Text<'_> {
    match path.to_string_lossy() {
        Cow::Borrowed(text) => short(text, most::PATH),
        Cow::Owned(text) => Cow::Owned(short(&text, most::PATH).into_owned()),
    }
}

/// All that was filled, whether it passed or not.
fn sent(resolution: &Resolution<'_>) -> Sent {
    let mut sent = Sent::default();
    if let Decision::AcceptForm(valid) = &resolution.decision {
        valid.as_json().values().for_each(|value| sent.add(value));
    }
    for step in &resolution.trace {
        if let Step::Rejected { content, .. } = step {
            for (_, value) in content.iter() {
                sent.add(&value.clone().into_json());
            }
        }
    }
    sent
}

/// What became of each field.
fn words(form: &Form, resolution: &Resolution<'_>) -> Vec<&'static str> {
    let mut words = vec!["asked"; form.fields.len()];
    let own = resolution.applied().map(|taken| taken.source);
    for step in &resolution.trace {
        if let Step::Field(place, outcome) = step
            && let Some(word) = words.get_mut(*place)
        {
            *word = match outcome {
                Outcome::Filled(origin) => origin_word(origin, own),
                Outcome::LeftOut(_) => "left_out",
                Outcome::Open => "missing",
                Outcome::Unmade(..) => "unmade",
            };
        }
    }
    words
}

fn origin_word(origin: &Origin<'_>, own: Option<&Source>) -> &'static str {
    use crate::profile::Scope;
    match origin {
        Origin::Default => "default",
        Origin::Answer { rule: Some(_), .. } => "rule",
        Origin::Answer { source, .. } if own.is_some_and(|own| std::ptr::eq(own, *source)) => {
            "answers"
        }
        Origin::Answer { source, .. } => match source.scope {
            Scope::CommandLine => "answers:command_line",
            Scope::Project => "answers:project",
            Scope::User => "answers:user",
        },
    }
}

/// As many fields as there is room for, and how many there isn't.
fn fields<'l>(
    named: impl Iterator<Item = (&'l str, &'static str)>,
    sent: &Sent,
) -> (Fields<'l>, usize) {
    let mut fields = Vec::new();
    let mut room = most::FIELDS;
    let mut more = 0;
    for (name, word) in named {
        if more > 0 {
            more += 1;
            continue;
        }
        let name = clean(name, most::FIELD, sent);
        // Each entry has quotes, a colon and a comma beside its texts; a quote in a name takes two bytes.
        let size = name.len() + name.matches(['"', '\\']).count() + word.len() + 6;
        match room.checked_sub(size) {
            Some(left) => {
                room = left;
                fields.push((name, Cow::Borrowed(word)));
            }
            None => more = 1,
        }
    }
    (Fields(fields), more)
}
