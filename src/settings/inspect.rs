//! What a settings file says about hooks for forms: ours, those of others, and what keeps them from running.
//! Facts only; what they mean for the person is for the report.

use jsonc_parser::{ParseOptions, parse_to_serde_value};
use serde_json::Value;

use super::document::Document;
use super::error::SettingsError;
use super::is_ours;
use super::matcher::Matcher;

/// What a settings file says.
#[derive(Debug, Default, PartialEq)]
pub struct Inspected {
    /// The hooks of the form events, in their order.
    pub hooks: Vec<FoundHook>,
    /// `disableAllHooks`.
    pub disables_all: bool,
    /// `allowManagedHooksOnly`, which counts in managed settings.
    pub managed_only: bool,
    /// `env` sets `ANSWERBACK_DISABLE` to `1`.
    pub disables_us: bool,
    /// A plugin called `answerback` is switched on.
    pub has_plugin: bool,
}

/// A hook.
#[derive(Debug, PartialEq)]
pub struct FoundHook {
    /// `Elicitation` or `ElicitationResult`.
    pub event: &'static str,
    /// Whose requests reach it.
    pub matcher: Matcher,
    /// Whether it is answerback's.
    pub ours: bool,
    /// Its `command`, `url` or `tool`, to show.
    pub command: String,
    /// `args`, where there are any: then `command` is a program, else a line for the shell.
    pub args: Option<Vec<String>>,
    /// What keeps it from answering.
    pub flaws: Vec<Flaw>,
}

/// What keeps a hook from answering (observed with client 2.1.332).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// `if`: it never runs for these events.
    If,
    /// `async`: it runs, and its answer is ignored.
    Async,
    /// A `timeout` that is no number above 0: the entry is ignored.
    Timeout,
    /// Arguments that don't begin with `hook`.
    NotHook,
}

/// The events of forms.
pub const EVENTS: [&str; 2] = ["Elicitation", "ElicitationResult"];

/// Reads a settings file.
///
/// # Errors
/// Where it isn't JSON with comments.
pub fn inspect(text: &str) -> Result<Inspected, SettingsError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // For the place of an error, and no looser than it.
    Document::parse(text)?;
    let json = parse_to_serde_value::<Value>(text, &ParseOptions::default()).unwrap_or_default();
    let is_true = |key: &str| json.get(key) == Some(&Value::Bool(true));
    let plugins = json.get("enabledPlugins").and_then(Value::as_object);
    let hooks = EVENTS.iter().flat_map(|event| hooks(&json, event));
    Ok(Inspected {
        hooks: hooks.collect(),
        disables_all: is_true("disableAllHooks"),
        managed_only: is_true("allowManagedHooksOnly"),
        disables_us: json
            .pointer("/env/ANSWERBACK_DISABLE")
            .is_some_and(|value| value.as_str() == Some("1") || value.as_u64() == Some(1)),
        has_plugin: plugins.into_iter().flatten().any(|(name, on)| {
            *on == Value::Bool(true) && name.split('@').next() == Some("answerback")
        }),
    })
}

fn hooks(json: &Value, event: &'static str) -> Vec<FoundHook> {
    let groups = json.get("hooks").and_then(|hooks| hooks.get(event));
    let groups = groups.and_then(Value::as_array).into_iter().flatten();
    let hooks = groups.flat_map(|group| {
        let matcher = Matcher::of(group.get("matcher"));
        let hooks = group.get("hooks").and_then(Value::as_array);
        hooks
            .into_iter()
            .flatten()
            .map(move |hook| found(hook, event, matcher.clone()))
    });
    hooks.collect()
}

fn found(hook: &Value, event: &'static str, matcher: Matcher) -> FoundHook {
    let text = |key: &str| hook.get(key).and_then(Value::as_str);
    let args = hook.get("args").and_then(Value::as_array).map(|args| {
        let texts = args.iter().filter_map(Value::as_str);
        texts.map(str::to_owned).collect::<Vec<String>>()
    });
    let ours = is_ours(hook);
    let mut flaws = Vec::new();
    if hook.get("if").is_some() {
        flaws.push(Flaw::If);
    }
    if hook.get("async") == Some(&Value::Bool(true)) {
        flaws.push(Flaw::Async);
    }
    let timeout = hook.get("timeout");
    if timeout.is_some_and(|timeout| !timeout.as_f64().is_some_and(|seconds| seconds > 0.0)) {
        flaws.push(Flaw::Timeout);
    }
    let begins = args
        .as_ref()
        .is_none_or(|args| args.first().is_some_and(|arg| arg == "hook"));
    if ours && !begins {
        flaws.push(Flaw::NotHook);
    }
    let command = ["command", "url", "tool"].into_iter().find_map(text);
    FoundHook {
        event,
        matcher,
        ours,
        command: command
            .or_else(|| text("type"))
            .unwrap_or_default()
            .to_owned(),
        args,
        flaws,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hooks_are_found_with_what_keeps_them_from_running() {
        let text = r#"{
            // a comment
            "disableAllHooks": true,
            "env": {"ANSWERBACK_DISABLE": "1"},
            "enabledPlugins": {"answerback@somewhere": true},
            "hooks": {
                "Elicitation": [
                    {"matcher": "github", "hooks": [
                        {"type": "command", "command": "/bin/answerback", "args": ["hook"], "if": "x", "async": true, "timeout": "5"},
                        {"type": "http", "url": "http://localhost:1/"},
                    ]},
                    "strange",
                ],
                "ElicitationResult": [{"hooks": [{"type": "command", "command": "answerback", "args": []}]}],
                "Stop": [{"hooks": [{"type": "command", "command": "true"}]}],
            },
        }"#;
        let inspected = inspect(text).unwrap();
        assert!(inspected.disables_all && inspected.disables_us && inspected.has_plugin);
        let summary: Vec<_> = inspected
            .hooks
            .iter()
            .map(|hook| {
                (
                    hook.event,
                    hook.ours,
                    hook.command.as_str(),
                    hook.flaws.as_slice(),
                )
            })
            .collect();
        assert_eq!(
            summary,
            [
                (
                    "Elicitation",
                    true,
                    "/bin/answerback",
                    &[Flaw::If, Flaw::Async, Flaw::Timeout][..]
                ),
                ("Elicitation", false, "http://localhost:1/", &[]),
                ("ElicitationResult", true, "answerback", &[Flaw::NotHook]),
            ]
        );
        assert_eq!(inspect("").unwrap(), Inspected::default());
        assert!(inspect("{").is_err());
        assert_eq!(
            inspect("{\"hooks\": [1], \"enabledPlugins\": 2}").unwrap(),
            Inspected::default()
        );
    }
}
