//! Reads the journal back, the newest line last.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::line::{Event, Line};
use crate::files::{self, LINE_LIMIT, Problem};

/// Which lines are wanted; what isn't given excludes nothing.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Filter {
    /// Of exactly this server.
    pub server: Option<String>,
    /// With this decision: requests only.
    pub decision: Option<String>,
    /// Not before this time (UTC, RFC 3339, as lines have it).
    pub since: Option<String>,
    /// Of a session that begins so.
    pub session: Option<String>,
    /// Of this project or one below it.
    pub project: Option<PathBuf>,
}

impl Filter {
    /// Whether a line is wanted.
    pub fn wants(&self, line: &Line<'_>) -> bool {
        let all = |wanted: &Option<String>, holds: &dyn Fn(&str) -> bool| {
            wanted.as_deref().is_none_or(holds)
        };
        all(&self.server, &|server| line.server == server)
            && all(&self.decision, &|decision| {
                line.event == Event::Request && line.decision == decision
            })
            && all(&self.since, &|since| *line.time >= *since)
            && all(&self.session, &|session| line.session.starts_with(session))
            && (self.project.as_deref())
                .is_none_or(|project| Path::new(&*line.project).starts_with(project))
    }
}

/// The lines that the filter wants. Lines that can't be read are passed over: a killed process or a full disk may
/// have left half of one.
///
/// # Errors
/// The path of a month's file that isn't one of ours, and what is wrong with it.
pub fn read(state: &Path, filter: &Filter) -> Result<Vec<Line<'static>>, (PathBuf, Problem)> {
    let mut lines = Vec::new();
    for (month, path) in months(state) {
        let month_is_over = |since: &str| since.get(..7).is_some_and(|since| *month < *since);
        if filter.since.as_deref().is_some_and(month_is_over) {
            continue;
        }
        let file = files::open_ours(&path).map_err(|problem| (path, problem))?;
        let mut file = BufReader::new(file);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            // No line of ours is longer, so what is can't be one; its rest is read as lines of their own.
            let read = file
                .by_ref()
                .take(LINE_LIMIT as u64)
                .read_until(b'\n', &mut bytes);
            if !read.is_ok_and(|read| read > 0) {
                break;
            }
            if let Ok(line) = serde_json::from_slice::<Line<'_>>(&bytes)
                && filter.wants(&line)
            {
                lines.push(line);
            }
        }
    }
    Ok(lines)
}

/// The months there are (`2026-11`) with their files, in order.
fn months(state: &Path) -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(state).into_iter().flatten().flatten();
    let mut months: Vec<(String, PathBuf)> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let month = name.strip_prefix("journal-")?.strip_suffix(".jsonl")?;
            Some((month.to_owned(), entry.path()))
        })
        .collect();
    months.sort_unstable();
    months
}
