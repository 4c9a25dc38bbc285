//! A book in memory, and what it makes of a request.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;

use answerback::profile::{self, Config, ConfigSource, Scope, Source, State, Unusable};
use answerback::{Book, Context, Decision, Outside, Request, Resolution, resolve};
use serde_json::Value as Json;

/// What came of a request; no decision with its code.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    Accept(Json),
    AcceptUrl,
    Decline,
    Cancel,
    None(&'static str),
}

impl Outcome {
    /// Whether the server hears a yes.
    pub fn accepts(&self) -> bool {
        matches!(self, Self::Accept(_) | Self::AcceptUrl)
    }

    fn of(decision: &Decision<'_>) -> Self {
        match decision {
            Decision::AcceptForm(content) => Self::Accept(Json::Object(content.as_json().clone())),
            Decision::AcceptUrl => Self::AcceptUrl,
            Decision::Decline(_) => Self::Decline,
            Decision::Cancel(_) => Self::Cancel,
            Decision::None(reason) => Self::None(reason.code()),
        }
    }
}

/// Profiles, a config and surroundings.
#[derive(Default)]
pub struct Desk {
    profiles: Vec<(Scope, String)>,
    config: String,
    env: BTreeMap<String, String>,
    attended: Option<bool>,
    project: Option<PathBuf>,
    book: OnceLock<Book>,
}

impl Desk {
    /// One profile of the user's.
    pub fn user(profile: impl Into<String>) -> Self {
        Self::default().with(Scope::User, profile)
    }

    /// Adds a profile below those that are there.
    pub fn with(mut self, scope: Scope, profile: impl Into<String>) -> Self {
        self.profiles.push((scope, profile.into()));
        self
    }

    pub fn config(mut self, config: &str) -> Self {
        config.clone_into(&mut self.config);
        self
    }

    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.env.insert(name.to_owned(), value.to_owned());
        self
    }

    pub fn attended(mut self, attended: bool) -> Self {
        self.attended = Some(attended);
        self
    }

    pub fn project(mut self, project: &str) -> Self {
        self.project = Some(project.into());
        self
    }

    /// The book, broken files included. Read once: whoever looks at it is done building.
    pub fn book(&self) -> &Book {
        self.book.get_or_init(|| self.read())
    }

    fn read(&self) -> Book {
        let source = |(number, (scope, text)): (usize, &(Scope, String))| Source {
            scope: *scope,
            path: format!("profile-{number}.toml").into(),
            bytes: text.clone().into_bytes(),
            state: match profile::read(text.as_bytes()) {
                Ok(profile) => State::Loaded(profile),
                Err(diagnostics) => State::Unusable(Unusable::Broken(diagnostics)),
            },
        };
        Book {
            sources: self.profiles.iter().enumerate().map(source).collect(),
            config: ConfigSource {
                path: "config.toml".into(),
                bytes: self.config.clone().into_bytes(),
                state: Config::read(self.config.as_bytes()).map_err(Unusable::Broken),
            },
        }
    }

    /// Resolves a request and looks at how.
    pub fn look<T>(&self, request: &Request, look: impl FnOnce(&Resolution<'_>) -> T) -> T {
        let context = Context {
            attended: self.attended,
            project: self.project.as_deref(),
            cwd: self.project.as_deref(),
            outside: self,
        };
        look(&resolve(request, self.book(), &context))
    }

    pub fn resolve(&self, request: &Request) -> Outcome {
        self.look(request, |resolution| Outcome::of(&resolution.decision))
    }

    /// The codes of what is wrong with the profiles and the config, in their order.
    pub fn faults(&self) -> Vec<&'static str> {
        let book = self.book();
        let profiles = book
            .sources
            .iter()
            .filter_map(|source| match &source.state {
                State::Unusable(unusable) => Some(unusable),
                State::Missing | State::Loaded(_) => None,
            });
        let all = profiles.chain(book.config.state.as_ref().err());
        let diagnostics = all.flat_map(|unusable| match unusable {
            Unusable::Broken(diagnostics) => diagnostics.as_slice(),
            Unusable::Refused(_) => &[],
        });
        diagnostics
            .map(|diagnostic| diagnostic.fault.code())
            .collect()
    }
}

impl Outside for Desk {
    fn env(&self, name: &str) -> Option<String> {
        self.env.get(name).cloned()
    }

    fn today(&self) -> Option<String> {
        Some("2026-11-30".to_owned())
    }
}
