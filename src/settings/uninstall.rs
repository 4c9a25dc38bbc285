//! What taking the hook out changes in a settings file: removes what is ours, and what is left empty and was made for it.

use jsonc_parser::ast::{Array, Object, Value};

use super::document::{Document, is, text};
use super::error::SettingsError;
use super::own::{hooks_of, own};
use super::splice::Edits;

/// The document's text without our hooks and without these denied permissions.
///
/// # Errors
/// A place to edit has the wrong type or stands there twice.
pub(super) fn apply(document: &Document, deny: &[String]) -> Result<String, SettingsError> {
    let Some(root) = document.root()? else {
        return Ok(document.text.to_owned());
    };
    let mut edits = Edits::default();
    let hooks_gone = match document.object(root, "hooks", "")? {
        Some(hooks) => remove_hooks(document, hooks, &mut edits),
        None => false,
    };
    let permissions_gone = !deny.is_empty() && remove_denied(document, root, deny, &mut edits)?;
    let gone = root.properties.iter().map(|member| {
        is(member, "hooks") && hooks_gone || is(member, "permissions") && permissions_gone
    });
    let gone: Vec<_> = gone.collect();
    let nothing_left = document.remove(&root.into(), &gone, &mut edits);
    Ok(if nothing_left {
        document.without_root(root)
    } else {
        edits.apply(document.text)
    })
}

/// True if nothing is left of `hooks`, which then is to be removed itself.
fn remove_hooks(document: &Document, hooks: &Object, edits: &mut Edits) -> bool {
    let mut gone = Vec::new();
    for event in &hooks.properties {
        gone.push(match &event.value {
            Value::Array(groups) => remove_groups(document, groups, edits),
            _ => false,
        });
    }
    document.remove(&hooks.into(), &gone, edits)
}

/// The same for the groups of an event.
fn remove_groups(document: &Document, groups: &Array, edits: &mut Edits) -> bool {
    let mut gone = Vec::new();
    for group in &groups.elements {
        let Some(hooks) = hooks_of(group) else {
            gone.push(false);
            continue;
        };
        let ours: Vec<_> = hooks
            .elements
            .iter()
            .map(|hook| own(hook).is_some())
            .collect();
        // a group without hooks does nothing, so it leaves with its last one
        let all = !ours.is_empty() && ours.iter().all(|ours| *ours);
        if !all {
            document.remove(&hooks.into(), &ours, edits);
        }
        gone.push(all);
    }
    document.remove(&groups.into(), &gone, edits)
}

/// The same for `permissions`.
fn remove_denied(
    document: &Document,
    root: &Object,
    deny: &[String],
    edits: &mut Edits,
) -> Result<bool, SettingsError> {
    let Some(permissions) = document.object(root, "permissions", "")? else {
        return Ok(false);
    };
    let Some(denied) = document.array(permissions, "deny", "permissions")? else {
        return Ok(false);
    };
    let is_ours = |rule: &Value| deny.iter().any(|ours| text(rule) == Some(ours));
    let gone: Vec<_> = denied.elements.iter().map(is_ours).collect();
    let all = document.remove(&denied.into(), &gone, edits);
    let members = permissions.properties.iter();
    let gone: Vec<_> = members.map(|member| all && is(member, "deny")).collect();
    Ok(document.remove(&permissions.into(), &gone, edits))
}
