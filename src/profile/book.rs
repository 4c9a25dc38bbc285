//! All that a request is answered from: what was found, the missing and the refused included. Made by the
//! store; `answer` decides what it means.

use std::path::PathBuf;

use super::{Config, Diagnostic, Profile, Span, Unanswered};
use crate::files::Problem;

/// What the user wrote down for one server.
#[derive(Debug)]
pub struct Book {
    /// The files looked at, highest scope first.
    pub sources: Vec<Source>,
    /// The user's config, and where it lies.
    pub config: ConfigSource,
}

/// A profile's file.
#[derive(Debug)]
pub struct Source {
    /// Where it comes from.
    pub scope: Scope,
    /// Its path.
    pub path: PathBuf,
    /// Its bytes, to show places in them; empty where there is nothing or it may not be shown.
    pub bytes: Vec<u8>,
    /// What was found there.
    pub state: State,
}

/// The config's file.
#[derive(Debug)]
pub struct ConfigSource {
    /// Its path.
    pub path: PathBuf,
    /// Its bytes, to show places in them.
    pub bytes: Vec<u8>,
    /// What it says; a missing one says nothing.
    pub state: Result<Config, Unusable>,
}

/// Where a profile comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// A folder named in the hook's arguments.
    CommandLine,
    /// The project's `.answerback`.
    Project,
    /// The user's own folder.
    User,
}

/// What was found at a profile's path.
#[derive(Debug)]
pub enum State {
    /// Nothing.
    Missing,
    /// A profile.
    Loaded(Profile),
    /// Something that can't be used. It stops the scopes below it.
    Unusable(Unusable),
}

/// Why a file can't be used.
#[derive(Debug)]
pub enum Unusable {
    /// It is wrong in itself; never empty.
    Broken(Vec<Diagnostic>),
    /// It can't be read, or must not be.
    Refused(Refusal),
}

/// Why a file is not read, or not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The user never trusted this content of a project's profile.
    Untrusted,
    /// The user trusted another content of this profile of a project, not this one.
    Edited,
    /// The project's `.mcp.json` defines the asking server, and the user never trusted this definition.
    UntrustedServer,
    /// The user trusted another definition of the asking server in the project's `.mcp.json`, not this one.
    EditedServer,
    /// The project's `.mcp.json` can't be read, so whom it makes the asking server can't be told.
    DoubtfulServer,
    /// The file is not one that may be read.
    File(Problem),
}

impl Book {
    /// Puts a policy from the arguments over the config's. A config that can't be used stays one: no policy
    /// applies then.
    pub fn set_unanswered(&mut self, policy: Option<Unanswered>) {
        if let (Some(policy), Ok(config)) = (policy, &mut self.config.state) {
            config.set_unanswered(policy);
        }
    }
}

impl Refusal {
    /// Its stable word.
    pub fn code(self) -> &'static str {
        match self {
            Self::Untrusted | Self::Edited => "untrusted",
            Self::UntrustedServer | Self::EditedServer => "untrusted_server",
            Self::DoubtfulServer => "doubtful_server",
            Self::File(problem) => problem.code(),
        }
    }
}

impl Scope {
    /// A stable word for it.
    pub fn code(self) -> &'static str {
        match self {
            Self::CommandLine => "command_line",
            Self::Project => "project",
            Self::User => "user",
        }
    }
}

impl Source {
    /// The line, from 1, that a span of its bytes begins on.
    pub fn line(&self, span: Span) -> usize {
        span.position(&String::from_utf8_lossy(&self.bytes)).0
    }

    /// The profile, if it is one that answers this server. A file of the same name for another server is
    /// none: two names may map to one file.
    pub fn profile_for(&self, server: &str) -> Option<&Profile> {
        match &self.state {
            State::Loaded(profile) if profile.servers.iter().any(|name| name.it == server) => {
                Some(profile)
            }
            _ => None,
        }
    }
}
