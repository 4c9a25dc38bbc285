//! What `doctor` found, as data that owns itself and as text.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use super::clean::escape;
use super::wrap::wrap;

const HEAD: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const WARN: Style = AnsiColor::Yellow.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// The section about profiles, whose warnings each leave a server without an answer.
pub const PROFILES: &str = "profiles";

/// How much it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// As it should be.
    Good,
    /// Worth knowing.
    Note,
    /// It may surprise.
    Warning,
    /// It keeps answerback from working.
    Problem,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Check {
    /// How much it matters.
    pub weight: Weight,
    /// Its stable word.
    pub code: &'static str,
    /// What was found, safe to show.
    pub message: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// Findings about one thing.
#[derive(Debug, Serialize)]
pub struct Section {
    /// The thing.
    pub about: &'static str,
    /// In the order in which they were looked for.
    pub checks: Vec<Check>,
}

/// A whole checkup. Its JSON is `doctor --json`.
#[derive(Debug, Serialize)]
pub struct Checkup {
    /// Whether nothing keeps answerback from working.
    pub works: bool,
    /// Whether a server gets no answer although it works: a warning about profiles.
    pub leaves_unanswered: bool,
    /// What was looked at.
    pub sections: Vec<Section>,
}

impl Check {
    /// A finding; what others wrote into it can't do anything to a terminal.
    pub fn new(weight: Weight, code: &'static str, message: &str) -> Self {
        Self {
            weight,
            code,
            message: escape(message).into_owned(),
            help: None,
        }
    }

    /// The same, with what to do.
    #[must_use]
    pub fn help(mut self, help: &str) -> Self {
        self.help = Some(escape(help).into_owned());
        self
    }
}

impl Checkup {
    /// Of these sections.
    pub fn new(sections: Vec<Section>) -> Self {
        let mut checks = sections.iter().flat_map(|section| &section.checks);
        let warns = |section: &Section| {
            let mut checks = section.checks.iter();
            checks.any(|check| check.weight == Weight::Warning)
        };
        Self {
            works: checks.all(|check| check.weight != Weight::Problem),
            leaves_unanswered: (sections.iter())
                .any(|section| section.about == PROFILES && warns(section)),
            sections,
        }
    }
}

/// The checkup as text with styles.
pub fn render(checkup: &Checkup) -> String {
    let mut out = String::new();
    for section in &checkup.sections {
        let _ = writeln!(out, "{HEAD}{}{HEAD:#}", section.about);
        for check in &section.checks {
            let (style, sign) = match check.weight {
                Weight::Good => (GOOD, "✓"),
                Weight::Note => (DIM, "·"),
                Weight::Warning => (WARN, "!"),
                Weight::Problem => (BAD, "✗"),
            };
            let message = wrap(&check.message, 4, 4);
            let _ = writeln!(out, "  {style}{sign}{style:#} {message}");
            if let Some(help) = &check.help {
                let _ = writeln!(out, "    {DIM}help:{DIM:#} {}", wrap(help, 10, 10));
            }
        }
    }
    let verdict = if !checkup.works {
        format!("{BAD}something keeps answerback from working{BAD:#}, see ✗")
    } else if checkup.leaves_unanswered {
        format!("{WARN}answerback works{WARN:#}, but see !")
    } else {
        format!("{GOOD}nothing keeps answerback from working{GOOD:#}")
    };
    let _ = writeln!(out, "\n{verdict}");
    out
}
