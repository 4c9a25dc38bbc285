//! What entering the hook changes in a settings file: renews what is ours, adds what is missing, removes nothing.

use jsonc_parser::ast::{Object, Value};

use super::document::{Document, is_positive, span, text, texts};
use super::draft::Draft;
use super::entry::Entry;
use super::error::SettingsError;
use super::own::{Call, own_hooks};
use super::splice::{Addition, Edits};

/// The document's text with the entry in it.
///
/// # Errors
/// A place to edit has the wrong type or stands there twice.
pub(super) fn apply(document: &Document, entry: &Entry) -> Result<String, SettingsError> {
    let Some(root) = document.root()? else {
        return Ok(document.with_root(&entry.settings()));
    };
    let mut edits = Edits::default();
    let mut missing = Vec::new();
    match document.object(root, "hooks", "")? {
        Some(hooks) => add_hooks(document, hooks, entry, &mut edits)?,
        None => missing.push(Addition::Member("hooks", entry.hooks())),
    }
    if !entry.deny.is_empty() {
        match document.object(root, "permissions", "")? {
            Some(permissions) => add_denied(document, permissions, entry, &mut edits)?,
            None => missing.push(Addition::Member("permissions", entry.permissions())),
        }
    }
    document.append(&root.into(), &missing, &mut edits);
    Ok(edits.apply(document.text))
}

fn add_hooks(
    document: &Document,
    hooks: &Object,
    entry: &Entry,
    edits: &mut Edits,
) -> Result<(), SettingsError> {
    for event in &hooks.properties {
        if let Value::Array(groups) = &event.value {
            for (hook, call) in own_hooks(groups) {
                renew(document, hook, &call, entry, edits)?;
            }
        }
    }
    let mut missing = Vec::new();
    for event in entry.events() {
        match document.array(hooks, event.name, "hooks")? {
            None => {
                let groups = Draft::List(vec![entry.group(event)]);
                missing.push(Addition::Member(event.name, groups));
            }
            Some(groups) => {
                if own_hooks(groups).next().is_none() {
                    let group = [Addition::Element(entry.group(event))];
                    document.append(&groups.into(), &group, edits);
                }
            }
        }
    }
    document.append(&hooks.into(), &missing, edits);
    Ok(())
}

/// Brings an older hook of ours up to date.
fn renew(
    document: &Document,
    hook: &Object,
    call: &Call,
    entry: &Entry,
    edits: &mut Edits,
) -> Result<(), SettingsError> {
    let command = document.member(hook, "command", "")?;
    let args = document.member(hook, "args", "")?;
    let timeout = document.member(hook, "timeout", "")?;
    let new_args = match call {
        Call::ShellOnly => return Ok(()),
        Call::Shell(words) => entry.args_after(words.iter().map(String::as_str).collect()),
        Call::Exec => entry.args_after(args.and_then(texts).unwrap_or_default()),
    };
    let mut missing = Vec::new();
    let mut set = |key, value: Option<&Value>, is_right: bool, new: Draft| match value {
        Some(_) if is_right => {}
        Some(value) => edits.replace(span(value), new.write(None)),
        None => missing.push(Addition::Member(key, new)),
    };
    let same = command.and_then(text) == Some(&entry.command);
    set("command", command, same, Draft::text(&entry.command));
    let same = args.and_then(texts).is_some_and(|args| args == new_args);
    set("args", args, same, Draft::texts(&new_args));
    let counts = timeout.is_some_and(is_positive);
    set("timeout", timeout, counts, entry.timeout());
    document.append(&hook.into(), &missing, edits);
    Ok(())
}

fn add_denied(
    document: &Document,
    permissions: &Object,
    entry: &Entry,
    edits: &mut Edits,
) -> Result<(), SettingsError> {
    match document.array(permissions, "deny", "permissions")? {
        None => {
            let deny = [Addition::Member("deny", Draft::texts(&entry.deny))];
            document.append(&permissions.into(), &deny, edits);
        }
        Some(denied) => {
            let is_there =
                |rule: &&String| denied.elements.iter().any(|old| text(old) == Some(rule));
            let missing: Vec<_> = entry
                .deny
                .iter()
                .filter(|rule| !is_there(rule))
                .map(|rule| Addition::Element(Draft::text(rule)))
                .collect();
            document.append(&denied.into(), &missing, edits);
        }
    }
    Ok(())
}
