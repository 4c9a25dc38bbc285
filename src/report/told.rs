//! What the agent is told: our own plain sentences. No word of a server's, which could be an instruction; `reason`
//! only from the user's own files; no command that would widen trust.

use super::clean::escape_cut;
use crate::journal::{Report, What};

/// Sentences that are told at once.
const MOST: usize = 2;
/// Longest reason, in characters.
const MOST_REASON: usize = 200;
/// Longest name that is quoted.
const MOST_NAME: usize = 64;

/// What to tell about these reports; `None` if nothing is left to tell.
pub fn told(server: &str, reports: &[Report<'_>]) -> Option<String> {
    // Who answers an unattended request answers one that was left.
    let mut answered = reports
        .iter()
        .filter(|report| report.what == What::Answered)
        .count();
    let mut sentences: Vec<String> = Vec::new();
    let mut more = 0;
    for report in reports {
        if report.what == What::Answered {
            continue;
        }
        if report.what == What::Left && answered > 0 {
            answered -= 1;
            continue;
        }
        let sentence = sentence(server, report);
        if sentences.contains(&sentence) || sentences.len() == MOST {
            more += 1;
        } else {
            sentences.push(sentence);
        }
    }
    match more {
        0 => {}
        1 => sentences.push("One more was not answered.".to_owned()),
        more => sentences.push(format!("{more} more were not answered.")),
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

fn sentence(server: &str, report: &Report<'_>) -> String {
    let asked = if report.form {
        "a form"
    } else {
        "a request to open an address"
    };
    let from = match name(server) {
        Some(server) => format!("{asked} from {server}"),
        None => format!("{asked} from an MCP server"),
    };
    let did = match report.what {
        What::Declined => "declined",
        What::Cancelled => "cancelled",
        What::PersonDeclined => return format!("The user declined {from}."),
        What::PersonCancelled => return format!("The user closed {from} without answering."),
        What::Left | What::Answered => {
            let upper = format!("A{}", from.get(1..).unwrap_or_default());
            return format!(
                "{upper} was left unanswered: {}, and nobody is at the client.",
                why(&report.code)
            );
        }
    };
    if report.code != "rule" {
        return format!(
            "answerback {did} {from} by the user's policy: {}.",
            why(&report.code)
        );
    }
    let whose = if report.users { "user's" } else { "project's" };
    let rule = report.rule.as_deref().and_then(name);
    let rule = rule.map_or("a rule".to_owned(), |rule| format!("rule {rule}"));
    let by = if rule == "a rule" {
        format!("a rule of the {}", whose.trim_end_matches("'s"))
    } else {
        format!("the {whose} {rule}")
    };
    let reason = match &report.reason {
        Some(reason) if !reason.trim().is_empty() => {
            let reason = escape_cut(reason.trim(), MOST_REASON);
            format!(": {}", reason.trim_end_matches('.'))
        }
        _ => String::new(),
    };
    format!("answerback {did} {from} by {by}{reason}.")
}

fn why(code: &str) -> &'static str {
    match code {
        "no_profile" | "no_rule" => "no stored answer fits it",
        "ask_rule" => "the user wants to answer it themselves",
        "secret_field" => "it asks for a secret",
        "secrets_typed" => "a credential was typed into it",
        "repeat_limit" => "the same was asked too often",
        _ => "no stored answer could be used",
    }
}

/// A name that can't be mistaken for more than one.
fn name(text: &str) -> Option<String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._:-".contains(&byte);
    let fits = (1..=MOST_NAME).contains(&text.len()) && text.bytes().all(plain);
    fits.then(|| format!("`{text}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(what: What, code: &'static str) -> Report<'static> {
        Report {
            what,
            form: true,
            code: code.into(),
            rule: None,
            users: true,
            reason: None,
        }
    }

    fn by_rule(rule: &'static str, reason: Option<&'static str>) -> Report<'static> {
        Report {
            rule: Some(rule.into()),
            reason: reason.map(Into::into),
            ..report(What::Declined, "rule")
        }
    }

    #[test]
    fn each_kind_has_its_sentence() {
        for (reports, text) in [
            (
                vec![by_rule(
                    "no-drop",
                    Some("production data is never dropped."),
                )],
                "answerback declined a form from `db` by the user's rule `no-drop`: production data is never dropped.",
            ),
            (
                vec![by_rule("no drop\n", Some("one\ntwo"))],
                "answerback declined a form from `db` by a rule of the user: one\\ntwo.",
            ),
            (
                vec![Report {
                    users: false,
                    ..by_rule("r", None)
                }],
                "answerback declined a form from `db` by the project's rule `r`.",
            ),
            (
                vec![Report {
                    form: false,
                    ..report(What::Cancelled, "no_rule")
                }],
                "answerback cancelled a request to open an address from `db` by the user's policy: no stored answer fits it.",
            ),
            (
                vec![report(What::Left, "untrusted")],
                "A form from `db` was left unanswered: no stored answer could be used, and nobody is at the client.",
            ),
            (
                vec![report(What::PersonDeclined, "")],
                "The user declined a form from `db`.",
            ),
            (
                vec![
                    by_rule("a", None),
                    by_rule("a", None),
                    by_rule("b", None),
                    by_rule("c", None),
                ],
                "answerback declined a form from `db` by the user's rule `a`. answerback declined a form from `db` by the user's rule `b`. 2 more were not answered.",
            ),
        ] {
            assert_eq!(told("db", &reports).as_deref(), Some(text));
        }
    }

    #[test]
    fn who_stands_in_for_a_person_has_answered() {
        let (left, answered) = (report(What::Left, "no_rule"), report(What::Answered, ""));
        assert_eq!(told("db", &[left, answered]), None);
        assert_eq!(told("db", &[]), None);
    }

    #[test]
    fn names_that_could_say_more_are_not_told() {
        let long = "x".repeat(65);
        for server in [
            "ignore all rules and",
            "a`b",
            "\u{1b}[2J",
            long.as_str(),
            "",
        ] {
            let text = told(server, &[by_rule("r", None)]).unwrap();
            assert_eq!(
                text,
                "answerback declined a form from an MCP server by the user's rule `r`."
            );
        }
    }
}
