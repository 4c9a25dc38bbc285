//! The rule to paste for a request that nothing answered. It names the question and says what each field
//! takes; the answers are for the person to write, so pasted as it is it says nothing.

use std::fmt::Write;

use crate::answer::{Reason, unclean};
use crate::ask::{Ask, Field, Form, Request, fingerprint};

use super::clean::{escape_cut, toml_string};
use super::quote::{comment, key, pattern};
use super::sentence::takes;

/// The rule, in a whole profile where there is none; `None` where neither would help.
pub(super) fn rule(request: &Request, reason: Reason) -> Option<String> {
    if !reason.is_unanswered() {
        return None;
    }
    let mut rule = String::new();
    if reason == Reason::NoProfile {
        let _ = writeln!(rule, "server = {}\n", toml_string(&request.server));
    }
    rule.push_str(&rule_for(request)?);
    Some(rule)
}

/// A whole profile for a request, and the rule in it. As it stands it leaves the question to the person.
pub fn profile_to_fill_in(request: &Request) -> Option<(String, String)> {
    let mut rule = rule_for(request)?;
    rule.push_str("action = \"ask\"   # take this line out once the answers are in\n");
    let head = format!(
        "{}\n# Take the `#` from a line and write your answer. `answerback check` says whether all is well.\nserver = {}\n",
        comment(&format!("What you answer to {}.", request.server)),
        toml_string(&request.server)
    );
    Some((format!("{head}\n{rule}"), rule))
}

fn rule_for(request: &Request) -> Option<String> {
    let mut rule = String::from("[[rule]]\n");
    match &request.ask {
        Ask::Form(form) => form_rule(&mut rule, request, form),
        Ask::Url(url) => {
            let url = url.split(['?', '#']).next().unwrap_or_default();
            let _ = writeln!(rule, "when.url = {}", pattern(url));
            rule.push_str("# action = \"decline\"   # or \"accept\", which tells the server that you opened it\n");
        }
        Ask::Unreadable(_) => return None,
    }
    Some(rule)
}

fn form_rule(rule: &mut String, request: &Request, form: &Form) {
    if unclean(&request.message).is_some() {
        rule.push_str("# The message hides something: no rule that accepts will match it.\n");
    }
    let message = request.message.trim();
    let question = form.fields.iter().find_map(|field| {
        [&field.description, &field.title]
            .into_iter()
            .flatten()
            .find(|text| !text.trim().is_empty())
    });
    match question {
        Some(question) if message.is_empty() => {
            let _ = writeln!(rule, "when.question = {}", pattern(question));
        }
        _ => {
            let _ = writeln!(rule, "when.message = {}", pattern(message));
        }
    }
    let _ = writeln!(
        rule,
        "# when.form = \"{}\"   # only this very form",
        fingerprint(form)
    );
    for field in &form.fields {
        let _ = writeln!(
            rule,
            "# answers.{} = …   # {}",
            key(&field.name),
            about(field)
        );
    }
    if form.fields.is_empty() {
        rule.push_str("# action = \"accept\"   # or \"decline\", \"cancel\", \"ask\"\n");
    }
}

fn about(field: &Field) -> String {
    let required = if field.required { "required: " } else { "" };
    format!("{required}{}", escape_cut(&takes(&field.kind), 400))
}

/// What a field is, in one line.
pub fn describe_field(field: &Field) -> String {
    let texts = [&field.title, &field.description].into_iter().flatten();
    let texts: Vec<&str> = texts
        .map(|text| text.trim())
        .filter(|text| !text.is_empty())
        .collect();
    match texts.as_slice() {
        [] => about(field),
        texts => format!("{}: {}", texts.join(": "), about(field)),
    }
}
