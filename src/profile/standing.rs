//! What became of something that was trusted.

use std::path::Path;

use super::mcp_json;
use super::trust::{Kind, Record, content_hash};
use crate::files::{self, Place, Problem};

/// How something stands now to what was trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It is as it was trusted.
    Same,
    /// It has another content, which isn't trusted.
    Changed,
    /// It has another content, which is trusted too.
    Earlier,
    /// It isn't there any more.
    Gone,
    /// Its project isn't there any more.
    ProjectGone,
    /// It may not be read.
    Refused(Problem),
    /// A `.mcp.json` of the project can't be understood.
    Doubtful,
}

impl Standing {
    /// How what a record is about stands now; `all` are all records.
    pub fn of(record: &Record, all: &[Record]) -> Self {
        let project = Path::new(&record.project);
        if !project.is_dir() {
            return Self::ProjectGone;
        }
        let content = match record.kind {
            Kind::Profile => {
                match files::read(
                    &project.join(&record.place),
                    Place::Project { root: project },
                ) {
                    Ok(bytes) => content_hash(&bytes),
                    Err(Problem::Missing) => return Self::Gone,
                    Err(problem) => return Self::Refused(problem),
                }
            }
            Kind::McpEntry => match mcp_json::entry(project, &record.place) {
                Ok(Some(entry)) => content_hash(entry.json.as_bytes()),
                Ok(None) => return Self::Gone,
                Err(_) => return Self::Doubtful,
            },
        };
        let trusted = |other: &Record| {
            (&other.project, other.kind, &other.place)
                == (&record.project, record.kind, &record.place)
                && other.content == content
        };
        if trusted(record) {
            Self::Same
        } else if all.iter().any(trusted) {
            Self::Earlier
        } else {
            Self::Changed
        }
    }
}
