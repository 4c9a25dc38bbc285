//! Lines of the journal for people.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::clean::escape;
use crate::journal::{Event, Line};

const HEAD: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const OPEN: Style = AnsiColor::Yellow.on_default();
const DIM: Style = Style::new().dimmed();

/// One line each, the server's name padded to the longest. `time` makes local time of a line's own.
pub fn lines(lines: &[Line<'_>], time: impl Fn(&str) -> String) -> String {
    let width = lines
        .iter()
        .map(|line| line.server.chars().count())
        .max()
        .unwrap_or_default();
    let mut out = String::new();
    for line in lines {
        let _ = writeln!(
            out,
            "{DIM}{}{DIM:#}  {:<width$}  {}",
            time(&line.time),
            escape(&line.server),
            what(line)
        );
    }
    out
}

/// What a line says, in a few words.
fn what(line: &Line<'_>) -> String {
    match line.event {
        Event::Request => {
            let message = escape(&line.message);
            format!("{}  {message}", decided(line))
                .trim_end()
                .to_owned()
        }
        Event::Result => {
            let unpaired = if line.paired == Some(false) {
                format!("  {DIM}(not known to which request){DIM:#}")
            } else {
                String::new()
            };
            format!("  ↳ {}{unpaired}", answered(line))
        }
        Event::Told => format!("  ↳ {DIM}the agent was told why{DIM:#}"),
        Event::Dropped => format!(
            "{DIM}{} more in this minute, not written{DIM:#}",
            line.dropped
        ),
    }
}

/// The decision on a request and by what.
pub fn decided(line: &Line<'_>) -> String {
    let (word, style) = match &*line.decision {
        "accept" => ("accept ", GOOD),
        "decline" => ("decline", BAD),
        "cancel" => ("cancel ", BAD),
        _ => ("left   ", OPEN),
    };
    let by = if line.reason == "rule" {
        format!("by rule `{}`", escape(&line.rule))
    } else {
        format!("[{}]", escape(&line.reason))
    };
    let repeat = if line.repeat > 1 {
        format!(" ({}. time)", line.repeat)
    } else {
        String::new()
    };
    format!("{style}{word}{style:#}  {by}{repeat}")
}

/// Who answered what was left, and how.
pub fn answered(line: &Line<'_>) -> String {
    let action = escape(&line.action);
    match &*line.by {
        "nobody" => format!("{BAD}{action}{BAD:#}: nobody was there"),
        "rule" if line.decision == "decline" => {
            let why = if line.rule.is_empty() {
                "a credential was typed".to_owned()
            } else {
                format!("rule `{}`", escape(&line.rule))
            };
            format!("{action} by a person, made {BAD}decline{BAD:#}: {why}")
        }
        "rule" => format!(
            "{action} by a person, changed by rule `{}`",
            escape(&line.rule)
        ),
        _ => format!("{HEAD}{action}{HEAD:#} by a person"),
    }
}

/// All that one line holds.
pub fn whole(line: &Line<'_>, time: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut row = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(out, "{HEAD}{name:<9}{HEAD:#}{}", escape(value));
        }
    };
    row("time", &time(&line.time));
    row("server", &line.server);
    row("message", &line.message);
    row("project", &line.project);
    row("session", &line.session);
    row("prompt", &line.prompt);
    row("file", &line.file);
    let why = match &*line.rule_reason {
        "" => String::new(),
        why => format!(": {}", escape(why)),
    };
    let _ = writeln!(out, "{HEAD}decided{HEAD:#}  {}{why}", decided(line));
    for (field, word) in &line.fields.0 {
        let _ = writeln!(
            out,
            "  {} {DIM}{}{DIM:#}",
            escape(field),
            word.replace('_', " ")
        );
    }
    if line.more_fields > 0 {
        let _ = writeln!(out, "  and {} more", line.more_fields);
    }
    out
}
