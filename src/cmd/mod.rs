//! One file a subcommand: it reads, calls the pure part, and writes.

mod asking;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod doctor;
pub(crate) mod explain;
pub(crate) mod hook;
pub(crate) mod init;
mod input;
pub(crate) mod learn;
pub(crate) mod list;
pub(crate) mod log;
pub(crate) mod new;
mod outside;
pub(crate) mod replay;
pub(crate) mod schema;
mod settings_file;
pub(crate) mod stats;
pub(crate) mod trust;
pub(crate) mod uninstall;
pub(crate) mod untrust;

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::{Failure, PlaceArgs};
use crate::nearest::nearest;
use crate::profile::Folders;
use crate::report::{escape, escape_json};
use crate::run::{Streams, status};

/// The user's folders, as the arguments or the platform say. A relative `--profiles` would mean a project's own folder,
/// which only the hook may be told.
fn folders(places: &PlaceArgs) -> Result<Folders, Failure> {
    if places.profiles.iter().any(|folder| !folder.is_absolute()) {
        return Err(Failure::usage("`--profiles` needs an absolute path"));
    }
    folders_at(places.home.as_deref())
}

/// The same, for a command that takes `--home` alone.
fn folders_at(home: Option<&Path>) -> Result<Folders, Failure> {
    if home.is_some_and(|home| !home.is_absolute()) {
        return Err(Failure::usage("`--home` needs an absolute path"));
    }
    Folders::find(home).ok_or_else(|| Failure::usage("there is no home folder: give `--home DIR`"))
}

/// The profiles of a folder, by name; none if it can't be read.
fn profiles_in(folder: &Path) -> Vec<PathBuf> {
    files_in(folder, "toml")
}

/// The JSON files of a folder, by name; none if it can't be read.
fn json_files(folder: &Path) -> Vec<PathBuf> {
    files_in(folder, "json")
}

fn files_in(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

/// That a file isn't there, and which one was probably meant.
fn no_such_file(path: &Path) -> String {
    let shown = escape(&path.to_string_lossy()).into_owned();
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new(".")))
        .into_iter()
        .flatten();
    let names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    match nearest(name, names.iter().map(String::as_str)) {
        Some(meant) => {
            let meant = folder.map_or_else(|| meant.into(), |folder| folder.join(meant));
            let meant = escape(&meant.to_string_lossy()).into_owned();
            format!("{shown}: there is no such file; did you mean `{meant}`?")
        }
        None => format!("{shown}: there is no such file"),
    }
}

/// A report as JSON, for people and programs.
fn json(report: &impl Serialize) -> Result<String, Failure> {
    let json = serde_json::to_string_pretty(report).map_err(|error| Failure {
        status: status::INTERNAL,
        message: error.to_string(),
    })?;
    Ok(escape_json(&json) + "\n")
}

/// Text with styles as it is, or without them.
fn styled(text: String, color: bool) -> String {
    if color {
        text
    } else {
        anstream::adapter::strip_str(&text).to_string()
    }
}

/// Asks a person who sits at a terminal. Only a clear yes is one.
fn confirm(question: &str, streams: &mut Streams<'_>) -> bool {
    let _ = write!(streams.stdout, "{question} [y/N] ").and_then(|()| streams.stdout.flush());
    let answer = line(streams.stdin);
    matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}

/// One line; what goes beyond a short one is no answer to a question.
fn line(stdin: &mut dyn Read) -> String {
    const LONGEST: u64 = 80;
    let mut line = Vec::new();
    let _ = BufReader::with_capacity(1, stdin.take(LONGEST)).read_until(b'\n', &mut line);
    String::from_utf8(line).unwrap_or_default()
}

/// A unified diff, safe to show.
fn diff(diff: &str, color: bool) -> String {
    let mut out = String::with_capacity(diff.len());
    for line in diff.lines() {
        let style = match line.as_bytes() {
            [b'+', b'+', b'+', ..] | [b'-', b'-', b'-', ..] => anstyle::Style::new().bold(),
            [b'+', ..] => anstyle::AnsiColor::Green.on_default(),
            [b'-', ..] => anstyle::AnsiColor::Red.on_default(),
            _ => anstyle::Style::new(),
        };
        // Tabs indent settings, and a terminal does no harm with them.
        let line = line.split('\t').map(escape).collect::<Vec<_>>().join("\t");
        out.push_str(&format!("{style}{line}{style:#}\n"));
    }
    styled(out, color)
}
