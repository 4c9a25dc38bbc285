//! An explanation for people.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use serde_json::Value as Json;

use super::Explanation;
use super::clean::{escape, escape_cut, escape_json};
use super::explanation::{ErrorReport, FieldReport, FileReport, RuleReport};

const HEAD: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// Longest message that is shown, in characters.
const MOST_MESSAGE: usize = 600;

/// The explanation as text with styles; the caller takes them off where there is no terminal.
pub fn render(explanation: &Explanation) -> String {
    let mut out = String::new();
    head(&mut out, explanation);
    section(&mut out, "files", &explanation.files, file);
    section(&mut out, "rules", &explanation.rules, rule);
    let not_shown = match explanation.decision.reason {
        "incomplete" | "unsupported_schema" => "(not shown: the rule isn't complete)",
        _ => "(not shown: it isn't sent)",
    };
    section(&mut out, "fields", &explanation.fields, |out, report| {
        field(out, report, not_shown);
    });
    section(
        &mut out,
        "not valid",
        &explanation.violations,
        |out, violation| {
            let _ = writeln!(out, "  {BAD}✗{BAD:#} {}", violation.help);
        },
    );
    section(
        &mut out,
        "not asked",
        &explanation.not_asked,
        |out, answer| {
            let meant = answer.nearest.as_deref().map_or(String::new(), |name| {
                format!("; did you mean `{}`?", escape(name))
            });
            let _ = writeln!(
                out,
                "  {} (line {}){meant}",
                escape(&answer.name),
                answer.line
            );
        },
    );
    decision(&mut out, explanation);
    if let Some(why) = &explanation.no_rule {
        let _ = writeln!(out, "\n{}", escape(why));
    }
    if let Some(suggestion) = &explanation.suggestion {
        let path = escape(&suggestion.path);
        let _ = match (&suggestion.rule, suggestion.line) {
            (Some(rule), Some(line)) => writeln!(
                out,
                "\n{HEAD}to answer it{HEAD:#}, change rule `{}` ({path}, line {line}):",
                escape(rule)
            ),
            _ => writeln!(
                out,
                "\n{HEAD}to answer it{HEAD:#}, put this into {path} and fill it in:"
            ),
        };
        for line in suggestion.text.lines() {
            let _ = writeln!(out, "  {}", escape(line));
        }
    }
    out
}

fn head(out: &mut String, explanation: &Explanation) {
    let _ = writeln!(
        out,
        "{HEAD}server{HEAD:#}   {}",
        escape(&explanation.server)
    );
    let _ = writeln!(
        out,
        "{HEAD}message{HEAD:#}  {}",
        escape_cut(&explanation.message, MOST_MESSAGE)
    );
    if let Some(url) = &explanation.url {
        let _ = writeln!(
            out,
            "{HEAD}url{HEAD:#}      {}",
            escape_cut(url, MOST_MESSAGE)
        );
    }
    if let Some(origin) = &explanation.origin {
        let _ = writeln!(out, "{HEAD}leads to{HEAD:#} {}", escape(origin));
    }
    if let Some(form) = &explanation.form {
        let _ = writeln!(out, "{HEAD}form{HEAD:#}     {form}");
    }
    if let Some(consent) = &explanation.consent {
        let _ = writeln!(out, "{HEAD}consent{HEAD:#}  it asks consent: {consent}");
    }
    if let Some(secret) = &explanation.secret {
        let _ = writeln!(out, "{HEAD}secret{HEAD:#}   {secret}");
    }
}

fn section<T>(out: &mut String, title: &str, items: &[T], line: impl Fn(&mut String, &T)) {
    if items.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{HEAD}{title}{HEAD:#}");
    for item in items {
        line(out, item);
    }
}

fn file(out: &mut String, file: &FileReport) {
    let style = match file.state {
        "found" => GOOD,
        "missing" | "not_reached" | "other_server" => DIM,
        _ => BAD,
    };
    let state = file.state.replace('_', " ");
    let note = file
        .note
        .as_deref()
        .map_or(String::new(), |note| format!(": {}", escape(note)));
    let scope = file.scope.replace('_', " ");
    let _ = writeln!(
        out,
        "  {scope:<12}  {}  {style}{state}{style:#}{note}",
        escape(&file.path)
    );
    faults(out, &file.errors);
}

/// What is wrong with a file, one a line.
pub(super) fn faults(out: &mut String, errors: &[ErrorReport]) {
    for error in errors {
        let _ = writeln!(
            out,
            "    {}:{}: {}",
            error.line,
            error.column,
            escape(&error.message)
        );
        if let Some(help) = &error.help {
            let _ = writeln!(out, "    help: {}", escape(help));
        }
    }
}

fn rule(out: &mut String, rule: &RuleReport) {
    let (mark, style) = if rule.outcome == "skipped" {
        ("–", DIM)
    } else {
        ("✓", GOOD)
    };
    let failed = rule
        .failed
        .as_deref()
        .map_or(String::new(), |failed| format!("{failed}: "));
    let note = rule.note.as_deref().map_or("applies".into(), escape);
    let _ = writeln!(
        out,
        "  {style}{mark} {}{style:#} ({}, line {})  {failed}{note}",
        escape(&rule.id),
        rule.scope.replace('_', " "),
        rule.line
    );
}

fn field(out: &mut String, field: &FieldReport, not_shown: &str) {
    let name = escape(&field.name);
    let from = field.from.as_deref().map(escape).unwrap_or_default();
    let note = field.note.as_deref().unwrap_or_default();
    let _ = match field.outcome {
        "filled" => {
            let value = field.value.as_ref().map_or(not_shown.to_owned(), value);
            writeln!(
                out,
                "  {GOOD}✓{GOOD:#} {name} = {value}  {DIM}{from}{DIM:#}"
            )
        }
        "left_out" => writeln!(out, "  {DIM}– {name}{DIM:#}  {note}"),
        _ if from.is_empty() => writeln!(out, "  {BAD}✗{BAD:#} {name}  {note}"),
        _ => writeln!(out, "  {BAD}✗{BAD:#} {name}  {from}: {note}"),
    };
}

fn value(value: &Json) -> String {
    escape_json(&value.to_string())
}

fn decision(out: &mut String, explanation: &Explanation) {
    let decision = &explanation.decision;
    let (word, style) = match decision.action {
        Some("accept") => ("accept", GOOD),
        Some(action) => (action, BAD),
        None => ("no decision", BAD),
    };
    let code = if decision.action.is_none() {
        format!("  {DIM}[{}]{DIM:#}", decision.reason)
    } else {
        String::new()
    };
    let why = decision
        .rule_reason
        .as_deref()
        .map_or(String::new(), |why| format!(": {}", escape(why)));
    let _ = writeln!(
        out,
        "\n{HEAD}decision{HEAD:#}  {style}{word}{style:#}: {}{why}{code}",
        escape(&decision.note)
    );
    if let Some(content) = &decision.content {
        let _ = writeln!(out, "  {}", value(&Json::Object(content.clone())));
    }
    if explanation.url.is_some() && decision.action == Some("accept") {
        out.push_str("  the server is told that you opened this address; nothing is opened\n");
    }
}
