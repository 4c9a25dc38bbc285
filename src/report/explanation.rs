//! What would be decided for a request, and why, as data that owns itself.

use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::sentence;
use super::suggestion::{Suggestion, no_rule};
use crate::answer::{By, Decision, Origin, Outcome, Reason, Resolution, Step, Taken};
use crate::ask::{Ask, Candidate, Form, Request, Value, fingerprint, kind_word};
use crate::nearest::nearest;
use crate::profile::{Book, Diagnostic, Source, State, Unusable, origin_for_people};

/// What stands for a value that came from the environment.
const MASK: &str = "•••";

/// A whole explanation. Its JSON is `explain --json`.
#[derive(Debug, Serialize)]
pub struct Explanation {
    /// The server that asks.
    pub server: String,
    /// `form`, `url` or `unreadable`.
    pub mode: &'static str,
    /// The message as sent.
    pub message: String,
    /// The URL as sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Where the URL leads: scheme, host and port, in ASCII, without the user info that could be taken for a host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// The form's fingerprint, for `when.form`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// Why the form asks consent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent: Option<String>,
    /// Which field asks for a secret, and by what it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// The files looked at, in order.
    pub files: Vec<FileReport>,
    /// The rules looked at, in order.
    pub rules: Vec<RuleReport>,
    /// What became of each field.
    pub fields: Vec<FieldReport>,
    /// What the form forbids.
    pub violations: Vec<ViolationReport>,
    /// Answers that no field asks for.
    pub not_asked: Vec<NotAskedReport>,
    /// What is decided.
    pub decision: DecisionReport,
    /// What to write, where nothing was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<Suggestion>,
    /// Why no rule could answer it, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_rule: Option<String>,
}

/// A file.
#[derive(Debug, Serialize)]
pub struct FileReport {
    /// `command_line`, `project`, `user`, or `config`.
    pub scope: &'static str,
    /// Its path.
    pub path: String,
    /// `found`, `missing`, `broken`, `other_server`, `not_reached`, or why it is refused.
    pub state: &'static str,
    /// The same in words, where there is more to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<ErrorReport>,
}

/// A fault of a file.
#[derive(Debug, Serialize)]
pub struct ErrorReport {
    /// Its stable word.
    pub code: &'static str,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// A rule.
#[derive(Debug, Serialize)]
pub struct RuleReport {
    /// Its id.
    pub id: String,
    /// Its scope.
    pub scope: &'static str,
    /// Its file.
    pub path: String,
    /// Its line.
    pub line: usize,
    /// `skipped`, `applied`, or `user_no`.
    pub outcome: &'static str,
    /// The one condition that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
    /// How, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A field.
#[derive(Debug, Serialize)]
pub struct FieldReport {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: &'static str,
    /// Whether the form requires it.
    pub required: bool,
    /// `filled`, `left_out`, `open`, or `unmade`.
    pub outcome: &'static str,
    /// Its value; masked where the environment has a part in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Json>,
    /// Where the value comes from, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Why there is none, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Something the form forbids.
#[derive(Debug, Serialize)]
pub struct ViolationReport {
    /// The field.
    pub field: String,
    /// The keyword of JSON Schema that failed.
    pub keyword: String,
    /// What would have been right.
    pub help: String,
}

/// An answer that no field asks for.
#[derive(Debug, Serialize)]
pub struct NotAskedReport {
    /// The field's name as written.
    pub name: String,
    /// The field of the form that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// Its line.
    pub line: usize,
}

/// The decision.
#[derive(Debug, Serialize)]
pub struct DecisionReport {
    /// `accept`, `decline`, `cancel`, or none.
    pub action: Option<&'static str>,
    /// The stable word for why.
    pub reason: &'static str,
    /// The same in words.
    pub note: String,
    /// What the rule that declined, cancelled or left it to the person gives as its `reason`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_reason: Option<String>,
    /// The content of an accepted form; masked like the fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Map<String, Json>>,
}

impl Explanation {
    /// Explains a resolution.
    pub fn new(request: &Request, book: &Book, resolution: &Resolution<'_>) -> Self {
        let form = request.form();
        let mut explanation = Self {
            server: request.server.clone(),
            mode: request.mode(),
            message: request.message.clone(),
            url: match &request.ask {
                Ask::Url(url) => Some(url.clone()),
                _ => None,
            },
            origin: match &request.ask {
                Ask::Url(url) => origin_for_people(url),
                _ => None,
            },
            form: form.map(fingerprint),
            consent: None,
            secret: None,
            files: files(request, book, &resolution.trace),
            rules: Vec::new(),
            fields: Vec::new(),
            violations: Vec::new(),
            not_asked: Vec::new(),
            decision: decision(resolution),
            suggestion: None,
            no_rule: None,
        };
        let values = Values::of(resolution);
        for step in &resolution.trace {
            explanation.add(step, form, &values);
        }
        explanation.mask();
        explanation.suggestion = Suggestion::new(request, book, resolution);
        if matches!(
            resolution.decision,
            Decision::None(Reason::NoProfile | Reason::NoRule)
        ) {
            explanation.no_rule = no_rule(request);
        }
        explanation
    }

    /// Whether anything was decided.
    pub fn is_answered(&self) -> bool {
        self.decision.action.is_some()
    }

    fn add(&mut self, step: &Step<'_>, form: Option<&Form>, values: &Values<'_>) {
        match step {
            Step::Looked(_) => {}
            Step::Skipped { rule, failed, miss } => self.rules.push(RuleReport {
                failed: failed.map(|condition| format!("when.{}", condition.it.key())),
                note: Some(sentence::miss(miss)),
                ..rule_report(*rule, "skipped")
            }),
            Step::Applied(rule) => self.rules.push(rule_report(*rule, "applied")),
            Step::UserNo(rule) => self.rules.push(RuleReport {
                note: Some("the user's own no stands before a project's yes".to_owned()),
                ..rule_report(*rule, "user_no")
            }),
            Step::Consent(consent) => {
                self.consent = form.map(|form| sentence::consent(*consent, form));
            }
            Step::Secret(place, secret) => {
                let field = form.and_then(|form| form.fields.get(*place));
                self.secret = field.map(|field| sentence::secret(&field.name, *secret));
            }
            Step::Field(place, outcome) => {
                self.fields
                    .extend(form.and_then(|form| field_report(form, *place, outcome, values)));
            }
            Step::NotAsked { name, source } => self.not_asked.push(NotAskedReport {
                name: name.it.clone(),
                nearest: form
                    .and_then(|form| {
                        nearest(
                            &name.it,
                            form.fields.iter().map(|field| field.name.as_str()),
                        )
                    })
                    .map(str::to_owned),
                line: source.line(name.span),
            }),
            Step::Rejected {
                content,
                violations,
            } => {
                let Some(form) = form else { return };
                for violation in violations {
                    let Some((place, field)) = violation
                        .place
                        .and_then(|place| Some((place, form.fields.get(place)?)))
                    else {
                        continue;
                    };
                    let value = content
                        .iter()
                        .find(|(at, _)| *at == place)
                        .map(|(_, value)| value);
                    self.violations.push(ViolationReport {
                        field: field.name.clone(),
                        keyword: violation.keyword.to_owned(),
                        help: sentence::violation(field, violation.keyword, value),
                    });
                }
            }
        }
    }

    /// Takes out of the content what the environment brought.
    fn mask(&mut self) {
        let Some(content) = &mut self.decision.content else {
            return;
        };
        for field in &self.fields {
            if field.value.as_ref().is_some_and(|value| value == MASK) {
                content.insert(field.name.clone(), MASK.into());
            }
        }
    }
}

/// The values that were filled, whether they passed or not.
enum Values<'v> {
    Passed(&'v Map<String, Json>),
    Rejected(&'v Candidate),
    Unknown,
}

impl<'v> Values<'v> {
    fn of(resolution: &'v Resolution<'_>) -> Self {
        if let Decision::AcceptForm(valid) = &resolution.decision {
            return Self::Passed(valid.as_json());
        }
        let rejected = resolution.trace.iter().find_map(|step| match step {
            Step::Rejected { content, .. } => Some(content),
            _ => None,
        });
        rejected.map_or(Self::Unknown, Self::Rejected)
    }

    fn get(&self, place: usize, name: &str) -> Option<Json> {
        match self {
            Self::Passed(content) => content.get(name).cloned(),
            Self::Rejected(content) => content
                .iter()
                .find(|(at, _)| *at == place)
                .map(|(_, value)| Value::clone(value).into_json()),
            Self::Unknown => None,
        }
    }
}

fn field_report(
    form: &Form,
    place: usize,
    outcome: &Outcome<'_>,
    values: &Values<'_>,
) -> Option<FieldReport> {
    let field = form.fields.get(place)?;
    let mut report = FieldReport {
        name: field.name.clone(),
        kind: kind_word(&field.kind),
        required: field.required,
        outcome: "filled",
        value: None,
        from: None,
        note: None,
    };
    match outcome {
        Outcome::Filled(origin) => {
            let masked = matches!(origin, Origin::Answer { from_env: true, .. });
            report.value = if masked {
                Some(MASK.into())
            } else {
                values.get(place, &field.name)
            };
            report.from = Some(origin_text(origin));
        }
        Outcome::LeftOut(why) => {
            report.outcome = "left_out";
            report.note = Some(sentence::left_out(*why));
        }
        Outcome::Open => {
            report.outcome = "open";
            report.note = Some(sentence::open(field));
        }
        Outcome::Unmade(origin, why) => {
            report.outcome = "unmade";
            report.from = Some(origin_text(origin));
            report.note = Some(sentence::unmade(*why));
        }
    }
    Some(report)
}

fn origin_text(origin: &Origin<'_>) -> String {
    match origin {
        Origin::Default => "the schema's default".to_owned(),
        Origin::Answer {
            source,
            rule: Some(rule),
            span,
            ..
        } => {
            format!("rule `{}`, line {}", rule.id, source.line(*span))
        }
        Origin::Answer {
            source,
            rule: None,
            span,
            ..
        } => {
            format!(
                "[answers] of {}, line {}",
                source.path.display(),
                source.line(*span)
            )
        }
    }
}

fn rule_report(taken: Taken<'_>, outcome: &'static str) -> RuleReport {
    RuleReport {
        id: taken.rule.id.clone(),
        scope: taken.source.scope.code(),
        path: path_text(&taken.source.path),
        line: taken.source.line(taken.rule.span),
        outcome,
        failed: None,
        note: None,
    }
}

fn files(request: &Request, book: &Book, trace: &[Step<'_>]) -> Vec<FileReport> {
    let looked = |source: &Source| {
        trace
            .iter()
            .any(|step| matches!(step, Step::Looked(looked) if std::ptr::eq(*looked, source)))
    };
    let mut files: Vec<FileReport> = book
        .sources
        .iter()
        .map(|source| {
            let mut report = FileReport {
                scope: source.scope.code(),
                path: path_text(&source.path),
                state: "found",
                note: None,
                errors: Vec::new(),
            };
            match &source.state {
                State::Missing => report.state = "missing",
                State::Unusable(unusable) => unusable_report(&mut report, unusable, &source.bytes),
                State::Loaded(profile) if source.profile_for(&request.server).is_none() => {
                    report.state = "other_server";
                    let names: Vec<&str> = profile
                        .servers
                        .iter()
                        .map(|name| name.it.as_str())
                        .collect();
                    report.note = Some(format!("it answers `{}`", names.join("`, `")));
                }
                State::Loaded(_) if !looked(source) => report.state = "not_reached",
                State::Loaded(_) => {}
            }
            report
        })
        .collect();
    if let Err(unusable) = &book.config.state {
        let mut report = FileReport {
            scope: "config",
            path: path_text(&book.config.path),
            state: "broken",
            note: None,
            errors: Vec::new(),
        };
        unusable_report(&mut report, unusable, &book.config.bytes);
        files.push(report);
    }
    files
}

fn unusable_report(report: &mut FileReport, unusable: &Unusable, bytes: &[u8]) {
    match unusable {
        Unusable::Broken(diagnostics) => {
            report.state = "broken";
            report.errors = diagnostics
                .iter()
                .map(|diagnostic| error(diagnostic, bytes))
                .collect();
        }
        Unusable::Refused(refusal) => {
            report.state = refusal.code();
            report.note = Some(sentence::refusal(*refusal, sentence::TRUST));
        }
    }
}

pub(super) fn error(diagnostic: &Diagnostic, bytes: &[u8]) -> ErrorReport {
    let (line, column) = diagnostic.span.position(&String::from_utf8_lossy(bytes));
    ErrorReport {
        code: diagnostic.fault.code(),
        line,
        column,
        message: diagnostic.fault.to_string(),
        help: diagnostic.fault.help(),
    }
}

fn decision(resolution: &Resolution<'_>) -> DecisionReport {
    let by = |by: &By<'_>| match by {
        By::Rule(taken) => ("rule", format!("by rule `{}`", taken.rule.id)),
        By::Policy(reason) => (
            reason.code(),
            format!("by the user's policy: {}", sentence::reason(*reason)),
        ),
    };
    let (action, (reason, note), content) = match &resolution.decision {
        Decision::AcceptForm(valid) => (
            Some("accept"),
            applied(resolution),
            Some(valid.as_json().clone()),
        ),
        Decision::AcceptUrl => (Some("accept"), applied(resolution), None),
        Decision::Decline(who) => (Some("decline"), by(who), None),
        Decision::Cancel(who) => (Some("cancel"), by(who), None),
        Decision::None(reason) => (None, (reason.code(), sentence::reason(*reason)), None),
    };
    DecisionReport {
        action,
        reason,
        note,
        rule_reason: resolution
            .said_no()
            .and_then(|taken| taken.rule.reason.clone()),
        content,
    }
}

fn applied(resolution: &Resolution<'_>) -> (&'static str, String) {
    let rule = resolution.applied().map(|taken| taken.rule.id.as_str());
    ("rule", format!("by rule `{}`", rule.unwrap_or_default()))
}

fn path_text(path: &Path) -> String {
    path.display().to_string()
}
