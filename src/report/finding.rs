//! A fault or a warning about a file, as data that owns itself: what `check` shows, as text and as JSON.

use serde::Serialize;

use super::clean::escape;
use crate::files::Problem;
use crate::profile::{Diagnostic, Remark, Span};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file can't be used.
    Error,
    /// It can, and does something else than it looks.
    Warning,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Its stable word.
    pub code: &'static str,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Where; none if it is about the whole file.
    #[serde(skip)]
    pub span: Option<Span>,
}

impl From<&Diagnostic> for Finding {
    fn from(diagnostic: &Diagnostic) -> Self {
        Self {
            severity: Severity::Error,
            code: diagnostic.fault.code(),
            message: escape(&diagnostic.fault.to_string()).into_owned(),
            help: diagnostic
                .fault
                .help()
                .map(|help| escape(&help).into_owned()),
            span: Some(diagnostic.span),
        }
    }
}

impl From<&Remark> for Finding {
    fn from(remark: &Remark) -> Self {
        Self {
            severity: Severity::Warning,
            code: remark.warning.code(),
            message: escape(&remark.warning.to_string()).into_owned(),
            help: remark.warning.help().map(|help| escape(&help).into_owned()),
            span: remark.span,
        }
    }
}

impl Finding {
    /// A file that must not be read.
    pub fn refused(problem: Problem) -> Self {
        let help = match problem {
            Problem::WritableByOthers => Some("take the right from the others: `chmod go-w`"),
            Problem::FolderWritableByOthers => {
                Some("take the right on its folder from the others: `chmod o-w`")
            }
            Problem::Link => Some("put the file itself there"),
            _ => None,
        };
        Self {
            severity: Severity::Error,
            code: problem.code(),
            message: format!("this file is not read: {problem}"),
            help: help.map(str::to_owned),
            span: None,
        }
    }
}
