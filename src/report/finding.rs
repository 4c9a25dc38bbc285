//! A fault or a warning about a file, as data that owns itself: what `check` shows, as text and as JSON.

use std::path::Path;

use serde::Serialize;

use super::clean::{escape, shell_word};
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
    /// A file at `path` that must not be read.
    pub fn refused(problem: Problem, path: &Path) -> Self {
        let help = match problem {
            Problem::WritableByOthers => {
                let path = path.to_string_lossy();
                let chmod = format!("chmod go-w {}", shell_word(&path));
                Some(format!("take the right from the others: `{chmod}`"))
            }
            Problem::FolderWritableByOthers => {
                Some("take the right on its folder from the others: `chmod o-w`".to_owned())
            }
            Problem::Link => Some("put the file itself there".to_owned()),
            _ => None,
        };
        Self {
            severity: Severity::Error,
            code: problem.code(),
            message: format!("this file is not read: {problem}"),
            help,
            span: None,
        }
    }
}
