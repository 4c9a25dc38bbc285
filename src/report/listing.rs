//! The profiles of each server, as data that owns itself and as text.

use std::fmt::Write;
use std::path::Path;

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use super::clean::escape;
use super::sentence;
use super::wrap::wrap;
use crate::profile::{Book, Source, State, Unusable};

const HEAD: Style = Style::new().bold();
const WARN: Style = AnsiColor::Yellow.on_default();

/// All servers that have a profile here. Its JSON is `list --json`.
#[derive(Debug, Default, Serialize)]
pub struct Listing {
    /// By name.
    pub servers: Vec<ListedServer>,
}

/// A server.
#[derive(Debug, Serialize)]
pub struct ListedServer {
    /// Its name.
    pub server: String,
    /// Its profiles, in the order in which they are looked at.
    pub profiles: Vec<ListedProfile>,
}

/// A profile.
#[derive(Debug, Serialize)]
pub struct ListedProfile {
    /// `command_line`, `project` or `user`.
    pub scope: &'static str,
    /// Its path.
    pub path: String,
    /// `in_force`; `stopped` by an unusable one above it; `broken`, `other_server`, or why it is refused.
    pub state: &'static str,
    /// The same in words, where there is more to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The ids of its rules.
    pub rules: Vec<String>,
    /// When it last decided, as the journal says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_use: Option<String>,
}

impl Listing {
    /// Adds what a server is answered from.
    ///
    /// `last_use` says when a profile last decided a request of this server.
    pub fn add(&mut self, server: &str, book: &Book, last_use: impl Fn(&Path) -> Option<String>) {
        let mut stopped = false;
        let mut profiles = Vec::new();
        for source in &book.sources {
            let Some(mut listed) = listed(server, source) else {
                continue;
            };
            if matches!(source.state, State::Unusable(_)) {
                stopped = true;
            } else if stopped && listed.state == "in_force" {
                listed.state = "stopped";
                listed.note = Some("not reached, as one above it can't be used".to_owned());
            }
            listed.last_use = last_use(&source.path);
            profiles.push(listed);
        }
        let server = server.to_owned();
        if profiles.is_empty() {
            profiles.push(ListedProfile {
                scope: "user",
                path: String::new(),
                state: "not_found",
                note: Some(
                    "a file names this server, but isn't named after it: see `answerback check`"
                        .to_owned(),
                ),
                rules: Vec::new(),
                last_use: None,
            });
        }
        self.servers.push(ListedServer { server, profiles });
    }
}

/// A source as it is listed; a missing one isn't.
fn listed(server: &str, source: &Source) -> Option<ListedProfile> {
    let mut rules = Vec::new();
    let (state, note) = match &source.state {
        State::Missing => return None,
        State::Loaded(profile) if source.profile_for(server).is_none() => {
            let names: Vec<&str> = profile
                .servers
                .iter()
                .map(|name| name.it.as_str())
                .collect();
            (
                "other_server",
                Some(format!("it answers `{}`", names.join("`, `"))),
            )
        }
        State::Loaded(profile) => {
            rules = profile.rules.iter().map(|rule| rule.id.clone()).collect();
            ("in_force", None)
        }
        State::Unusable(Unusable::Broken(_)) => {
            ("broken", Some("broken: see `answerback check`".to_owned()))
        }
        State::Unusable(Unusable::Refused(refusal)) => (
            refusal.code(),
            Some(sentence::refusal(*refusal, sentence::TRUST)),
        ),
    };
    Some(ListedProfile {
        scope: source.scope.code(),
        path: source.path.to_string_lossy().into_owned(),
        state,
        note,
        rules,
        last_use: None,
    })
}

/// The listing as text with styles.
pub fn render(listing: &Listing) -> String {
    let mut out = String::new();
    for server in &listing.servers {
        let _ = writeln!(out, "{HEAD}{}{HEAD:#}", escape(&server.server));
        for profile in &server.profiles {
            let scope = profile.scope.replace('_', " ");
            let _ = write!(out, "  {scope:<12}  ");
            if !profile.path.is_empty() {
                let _ = writeln!(out, "{}", escape(&profile.path));
                let _ = write!(out, "                ");
            }
            match &profile.note {
                Some(note) => {
                    let note = wrap(&escape(note), 16, 16);
                    let _ = writeln!(out, "{WARN}{note}{WARN:#}");
                }
                None if profile.rules.is_empty() => {
                    let _ = writeln!(out, "no rules; its [answers] are drawn on by others");
                }
                None => {
                    let ids: Vec<String> = profile
                        .rules
                        .iter()
                        .map(|id| escape(id).into_owned())
                        .collect();
                    let ids = wrap(&ids.join(", "), 23, 23);
                    let _ = writeln!(out, "rules: {ids}");
                }
            }
            if let Some(time) = &profile.last_use {
                let _ = writeln!(out, "                last used {}", escape(time));
            }
        }
    }
    out
}
