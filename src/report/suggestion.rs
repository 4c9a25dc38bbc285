//! The rule to paste for a request that nothing answered. It names the question and says what each field
//! takes; the answers are for the person to write, so pasted as it is it says nothing.

use std::fmt::Write;

use crate::answer::{Reason, unclean};
use crate::ask::{Ask, Field, Form, Request, fingerprint};

use super::clean::{escape_cut, toml_string};
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
    rule.push_str("[[rule]]\n");
    match &request.ask {
        Ask::Form(form) => form_rule(&mut rule, request, form),
        Ask::Url(url) => {
            let url = url.split(['?', '#']).next().unwrap_or_default();
            let _ = writeln!(rule, "when.url = {}", toml_string(&glob_text(url)));
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
            let _ = writeln!(
                rule,
                "when.question = {}",
                toml_string(&glob_text(question))
            );
        }
        _ => {
            let _ = writeln!(rule, "when.message = {}", toml_string(&glob_text(message)));
        }
    }
    let _ = writeln!(
        rule,
        "# when.form = \"{}\"   # only this very form",
        fingerprint(form)
    );
    for field in &form.fields {
        let _ = writeln!(rule, "# {} = …   # {}", key(field), about(field));
    }
    if form.fields.is_empty() {
        rule.push_str("# action = \"accept\"   # or \"decline\", \"cancel\", \"ask\"\n");
    }
}

fn about(field: &Field) -> String {
    let required = if field.required { "required: " } else { "" };
    format!("{required}{}", escape_cut(&takes(&field.kind), 400))
}

/// `answers.NAME`, the name quoted where TOML needs it.
fn key(field: &Field) -> String {
    let bare = !field.name.is_empty()
        && field
            .name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if bare {
        format!("answers.{}", field.name)
    } else {
        format!("answers.{}", toml_string(&field.name))
    }
}

/// A text as a glob that matches it and nothing else: no star of the server's is live.
pub(crate) fn glob_text(text: &str) -> String {
    let mut glob = String::with_capacity(text.len());
    for char in text.chars() {
        if matches!(char, '*' | '\\') {
            glob.push('\\');
        }
        glob.push(char);
    }
    glob
}
