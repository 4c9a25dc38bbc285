//! What the journal comes to, for people: how much was answered, and what to do about the rest.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::clean::{escape, shell_word};
use crate::journal::{Counted, ServerStats};

const HEAD: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const OPEN: Style = AnsiColor::Yellow.on_default();
const DIM: Style = Style::new().dimmed();

/// Columns of a full bar.
const BAR: usize = 40;
/// Rules, reasons and fields that are named.
const MOST: usize = 5;

/// All servers, the busiest first; with `bars`, drawn too.
pub fn render(servers: &[ServerStats], bars: bool) -> String {
    let mut order: Vec<&ServerStats> = servers.iter().collect();
    order.sort_by_key(|stats| std::cmp::Reverse(stats.requests));
    let most = order.first().map_or(0, |stats| stats.requests);
    let mut out = String::new();
    for stats in order {
        server(&mut out, stats, most, bars);
    }
    out
}

fn server(out: &mut String, stats: &ServerStats, most: usize, bars: bool) {
    let _ = writeln!(out, "{HEAD}{}{HEAD:#}", escape(&stats.server));
    if bars {
        let bar = |count: usize| "█".repeat((count * BAR).div_ceil(most.max(1)));
        let _ = writeln!(
            out,
            "  {GOOD}{}{GOOD:#}{BAD}{}{BAD:#}{OPEN}{}{OPEN:#}",
            bar(stats.answered),
            bar(stats.declined),
            bar(stats.left)
        );
    }
    let _ = writeln!(
        out,
        "  {} requests: {GOOD}{} answered{GOOD:#}, {BAD}{} declined{BAD:#}, {OPEN}{} left to the person{OPEN:#}",
        stats.requests, stats.answered, stats.declined, stats.left
    );
    if stats.dropped > 0 {
        let _ = writeln!(
            out,
            "  {} more came too fast to be written down",
            stats.dropped
        );
    }
    named(out, "by rule", &stats.rules);
    named(out, "left because", &stats.reasons);
    let people: Vec<String> = (stats.people.iter())
        .map(|(how, count)| format!("{} {count}", escape(how)))
        .collect();
    if !people.is_empty() {
        let _ = writeln!(out, "  {DIM}people{DIM:#}  {}", people.join(", "));
    }
    named(out, "missing", &stats.missing);
    for advice in advice(stats) {
        let _ = writeln!(out, "  → {advice}");
    }
}

fn named(out: &mut String, title: &str, counted: &[Counted]) {
    if counted.is_empty() {
        return;
    }
    let shown: Vec<String> = (counted.iter().take(MOST))
        .map(|counted| format!("{} {}", escape(&counted.name), counted.count))
        .collect();
    let more = counted.len().saturating_sub(MOST);
    let more = if more > 0 {
        format!(", and {more} more")
    } else {
        String::new()
    };
    let _ = writeln!(out, "  {DIM}{title}{DIM:#}  {}{more}", shown.join(", "));
}

/// What to do about what was left, the commonest reason first.
fn advice(stats: &ServerStats) -> Vec<String> {
    let server = shell_word(&stats.server);
    let advice = stats.reasons.iter().take(MOST).filter_map(|reason| {
        Some(match reason.name.as_str() {
            "no_profile" => format!("no profile answers it: `answerback new --last --server {server}` writes one"),
            "no_rule" => format!("no rule fits: `answerback log --last --server {server}` shows the last request and a rule for it"),
            "incomplete" => match stats.missing.first() {
                Some(field) => format!("the rule has no answer for `{}`", escape(&field.name)),
                None => "the rule has no answer for some field".to_owned(),
            },
            "invalid" => format!("the form forbids an answer: `answerback log --last --server {server}` says which"),
            "consent_needs_question" => "it asks consent: the rule has to name the question".to_owned(),
            "consent_unclear" => "the answers say yes and no at once: write the action".to_owned(),
            "accept_not_written" => "the rule fills no field: write the action".to_owned(),
            "secret_field" => "it asks for a secret: `allow_secret` lets one come from the environment".to_owned(),
            "repeat_limit" => "it asks the same very often: `repeats` in the config is the limit".to_owned(),
            "untrusted" | "untrusted_server" => "it came with the project: read it, then `answerback trust`".to_owned(),
            "broken_profile" | "broken_config" | "unreadable_profile" => "a file is broken: `answerback check` shows where".to_owned(),
            _ => return None,
        })
    });
    advice.collect()
}
