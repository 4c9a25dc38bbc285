//! What the journal comes to, for people: how much was answered, and what to do about the rest.

use std::collections::BTreeMap;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::clean::{escape, shell_word};
use crate::journal::{Counted, ServerStats};
use crate::profile::{Book, Refusal, Source, State, Unusable};

const HEAD: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const OPEN: Style = AnsiColor::Yellow.on_default();
const DIM: Style = Style::new().dimmed();

/// Columns of a full bar.
const BAR: usize = 40;
/// Rules, reasons and fields that are named.
const MOST: usize = 5;

/// All servers, the busiest first; with `bars`, drawn too. `books` are what would answer each now: advice that no longer
/// holds isn't given.
pub fn render(servers: &[ServerStats], books: &BTreeMap<String, Book>, bars: bool) -> String {
    let mut order: Vec<&ServerStats> = servers.iter().collect();
    order.sort_by_key(|stats| std::cmp::Reverse(stats.requests));
    let most = order.first().map_or(0, |stats| stats.requests);
    let mut out = String::new();
    for stats in order {
        server(&mut out, stats, books.get(&stats.server), most, bars);
    }
    out
}

fn server(out: &mut String, stats: &ServerStats, book: Option<&Book>, most: usize, bars: bool) {
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
        "  {} {}: {GOOD}{} answered{GOOD:#}, {BAD}{} declined{BAD:#}, {OPEN}{} left to the person{OPEN:#}",
        stats.requests,
        if stats.requests == 1 {
            "request"
        } else {
            "requests"
        },
        stats.answered,
        stats.declined,
        stats.left
    );
    if stats.dropped > 0 {
        let _ = writeln!(
            out,
            "  {} more came too fast to be written down",
            stats.dropped
        );
    }
    named(out, "by rule", &stats.rules, "`");
    named(out, "left because", &stats.reasons, "");
    let people: Vec<String> = (stats.people.iter())
        .map(|(how, count)| format!("{} ×{count}", escape(how)))
        .collect();
    if !people.is_empty() {
        let _ = writeln!(out, "  {DIM}people{DIM:#}  {}", people.join(", "));
    }
    named(out, "missing", &stats.missing, "`");
    for advice in advice(stats, book) {
        let _ = writeln!(out, "  → {advice}");
    }
}

/// What was counted, in the quotes that its kind of name has.
fn named(out: &mut String, title: &str, counted: &[Counted], quote: &str) {
    if counted.is_empty() {
        return;
    }
    let shown: Vec<String> = (counted.iter().take(MOST))
        .map(|counted| format!("{quote}{}{quote} ×{}", escape(&counted.name), counted.count))
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
fn advice(stats: &ServerStats, book: Option<&Book>) -> Vec<String> {
    let (name, word) = (escape(&stats.server), shell_word(&stats.server));
    let sources = book.map_or(&[][..], |book| &book.sources);
    let advice = stats.reasons.iter().take(MOST).filter_map(|reason| {
        Some(match reason.name.as_str() {
            "no_profile" if sources.iter().all(|source| is_for_others(source, &stats.server)) => {
                format!("no profile answers `{name}`: `answerback new --last --server {word}` writes one")
            }
            "no_rule" => format!("no rule fits: `answerback log --last --server {word}` shows the last request and a rule for it"),
            "incomplete" => match stats.missing.first() {
                Some(field) => format!("a rule for `{name}` has no answer for `{}`", escape(&field.name)),
                None => format!("a rule for `{name}` has no answer for some field"),
            },
            "invalid" => format!("the form forbids an answer: `answerback log --last --server {word}` says which"),
            "consent_needs_question" => format!("`{name}` asks consent: the rule has to name the question"),
            "consent_unclear" => format!("the answers for `{name}` say yes and no at once: write the action"),
            "accept_not_written" => format!("a rule for `{name}` fills no field: write the action"),
            "secret_field" => format!("`{name}` asks for a secret: `allow_secret` lets one come from the environment"),
            "repeat_limit" => format!("`{name}` asks the same very often: `repeats` in the config is the limit"),
            "untrusted_server" => {
                first(sources, |unusable| matches!(unusable, Unusable::Refused(Refusal::UntrustedServer)))?;
                format!("the project itself defines `{name}`: read how, then `answerback trust`")
            }
            "untrusted" => {
                let file = first(sources, |unusable| matches!(unusable, Unusable::Refused(Refusal::Untrusted)))?;
                format!("`{file}` came with the project: read it, then `answerback trust`")
            }
            "broken_profile" => {
                let file = first(sources, |unusable| matches!(unusable, Unusable::Broken(_)))?;
                format!("`{file}` is broken: `answerback check` shows where")
            }
            "unreadable_profile" => {
                let file = first(sources, |unusable| matches!(unusable, Unusable::Refused(Refusal::File(_))))?;
                format!("`{file}` can't be read: `answerback check` says why")
            }
            "broken_config" => {
                let config = &book.filter(|book| book.config.state.is_err())?.config;
                format!("`{}` is broken: `answerback check` shows where", escape(&config.path.to_string_lossy()))
            }
            _ => return None,
        })
    });
    advice.collect()
}

/// Whether a file is no answer to this server, and doesn't keep it from one.
fn is_for_others(source: &Source, server: &str) -> bool {
    !matches!(source.state, State::Unusable(_)) && source.profile_for(server).is_none()
}

/// The first file that can't be used for such a reason, as it is shown.
fn first(sources: &[Source], is_why: impl Fn(&Unusable) -> bool) -> Option<String> {
    let source = sources
        .iter()
        .find(|source| matches!(&source.state, State::Unusable(unusable) if is_why(unusable)))?;
    Some(escape(&source.path.to_string_lossy()).into_owned())
}
