//! What the agent is to be told once its tool call is over: each refusal once, by session, prompt and server.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::append::Now;
use super::clean::short;
use super::describe::Place;
use super::kept::{group, make_room};
use crate::answer::{Amended, By, Decision, Given, Resolution, Taken};
use crate::files::{self, Place as Whose};
use crate::profile::{Action, Scope, Source};

/// How long what nobody asked for is kept, in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;
/// Prompts with something to tell.
const MOST: usize = 256;
/// No more is added to a file of this size: whoever asks so often is told about enough.
const LARGEST: u64 = 16 << 10;

/// One thing to tell. No word of the server's is in it.
#[derive(Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct Report<'r> {
    /// What happened.
    pub what: What,
    /// Whether a form was asked, or a URL.
    pub form: bool,
    /// The stable word for why.
    pub code: Cow<'r, str>,
    /// The rule that decided.
    pub rule: Option<Cow<'r, str>>,
    /// Whether it is the user's own, not the project's.
    pub users: bool,
    /// The user's own reason.
    pub reason: Option<Cow<'r, str>>,
}

/// What happened to a request.
#[derive(Debug, Serialize, Deserialize, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A rule or the policy declined it.
    Declined,
    /// A rule or the policy cancelled it.
    Cancelled,
    /// It was left to a person, and nobody sits at the client.
    Left,
    /// Somebody answered it after all, though nobody sits at the client: a program may stand in.
    Answered,
    /// A person declined it.
    PersonDeclined,
    /// A person closed it.
    PersonCancelled,
}

impl<'r> Report<'r> {
    /// What is to be told about a decision, if anything is.
    pub fn of(place: &Place<'_>, mode: &str, resolution: &'r Resolution<'_>) -> Option<Self> {
        let (what, by) = match &resolution.decision {
            Decision::Decline(by) => (What::Declined, by),
            Decision::Cancel(by) => (What::Cancelled, by),
            Decision::None(reason) if place.attended == Some(false) => {
                return Some(Self::by_nobody(What::Left, mode, reason.code()));
            }
            Decision::None(_) | Decision::AcceptForm(_) | Decision::AcceptUrl => return None,
        };
        Some(match by {
            By::Rule(Taken { source, rule }) => {
                Self::by_rule(what, mode, source, &rule.id, rule.reason.as_deref())
            }
            By::Policy(reason) => Self::by_nobody(what, mode, reason.code()),
        })
    }

    /// What is to be told about a person's answer, if anything is.
    pub fn of_answer(
        place: &Place<'_>,
        mode: &str,
        given: Given<'_>,
        amended: &'r Amended<'_>,
    ) -> Option<Self> {
        let unattended = place.attended == Some(false);
        let what = match amended {
            Amended::TypedSecret => {
                return Some(Self::by_nobody(What::Declined, mode, "secrets_typed"));
            }
            Amended::Declined(taken) => {
                let (rule, reason) = (taken.rule, taken.rule.reason.as_deref());
                return Some(Self::by_rule(
                    What::Declined,
                    mode,
                    taken.source,
                    &rule.id,
                    reason,
                ));
            }
            Amended::Unchanged | Amended::Changed(..) => match given.action {
                // The request itself has told that it was left.
                Action::Cancel if unattended => return None,
                _ if unattended => What::Answered,
                Action::Accept => return None,
                Action::Decline => What::PersonDeclined,
                Action::Cancel => What::PersonCancelled,
            },
        };
        Some(Self::by_nobody(what, mode, ""))
    }

    fn by_nobody(what: What, mode: &str, code: &'r str) -> Self {
        Self {
            what,
            form: mode == "form",
            code: code.into(),
            rule: None,
            users: true,
            reason: None,
        }
    }

    fn by_rule(
        what: What,
        mode: &str,
        source: &Source,
        id: &'r str,
        reason: Option<&'r str>,
    ) -> Self {
        let users = source.scope != Scope::Project;
        Self {
            what,
            form: mode == "form",
            code: "rule".into(),
            rule: Some(short(id, 200)),
            users,
            reason: reason.filter(|_| users).map(|reason| short(reason, 800)),
        }
    }
}

fn folder(state: &Path) -> PathBuf {
    state.join("told")
}

/// Keeps something to tell. What keeps it from being kept costs only that.
pub fn leave(state: &Path, place: &Place<'_>, report: &Report<'_>, now: Now) {
    let (Some(group), Ok(mut line)) = (group(place), serde_json::to_vec(report)) else {
        return;
    };
    line.push(b'\n');
    let path = folder(state).join(group);
    match fs::symlink_metadata(&path) {
        Ok(facts) if facts.len() > LARGEST => return,
        Ok(_) => {}
        Err(_) => make_room(&folder(state), MOST, DAY, now),
    }
    let _ = files::append_line(&path, &line);
}

/// Removes what is older than a day.
pub(super) fn purge(state: &Path, now: Now) {
    make_room(&folder(state), MOST, DAY, now);
}

/// All there is to tell, and then no more: of two that ask at once, one is told.
pub fn take(state: &Path, place: &Place<'_>) -> Vec<Report<'static>> {
    let Some(group) = group(place) else {
        return Vec::new();
    };
    let folder = folder(state);
    let taken = folder.join(format!(".{group}-{}", std::process::id()));
    if fs::rename(folder.join(group), &taken).is_err() {
        return Vec::new();
    }
    let bytes = files::read(&taken, Whose::Ours).unwrap_or_default();
    let _ = fs::remove_file(&taken);
    let lines = bytes.split(|byte| *byte == b'\n');
    lines
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect()
}
