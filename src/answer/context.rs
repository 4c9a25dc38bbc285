//! What the wire knows beside the request.

use std::path::Path;

use super::trace::Taken;

/// Where and under what circumstances a request is answered. Made by the wire: only it knows what the
/// client's environment says. What it can't tell is `None`, and then no condition on it holds.
pub struct Context<'c> {
    /// Whether a person sits at the client.
    pub attended: Option<bool>,
    /// The project's folder.
    pub project: Option<&'c Path>,
    /// The working folder.
    pub cwd: Option<&'c Path>,
    /// What is asked for only when something needs it.
    pub outside: &'c dyn Outside,
}

/// The outside world, asked only when a rule does.
pub trait Outside {
    /// An environment variable; `None` if unset or not Unicode.
    fn env(&self, name: &str) -> Option<String>;
    /// The local date, `2026-11-30`.
    fn today(&self) -> Option<String>;
    /// How often this rule has accepted within this prompt; zero where nobody counts.
    fn accepted_before(&self, _rule: &Taken<'_>) -> u32 {
        0
    }
}
