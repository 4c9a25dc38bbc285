//! The client's settings: whether each file holds the hook, and what keeps it from being heard.

use std::fs;
use std::path::{Path, PathBuf};

use super::Patient;
use crate::cmd::settings_file::{self, SettingsFile};
use crate::report::{Check, Section, Weight};
use crate::settings::place::{Level, managed_files};
use crate::settings::{EVENTS, Flaw, FoundHook, Inspected, Matcher, inspect};
use crate::wire::claude_code;

/// A settings file and what it says.
struct File {
    /// Nothing of it came with the project.
    own: bool,
    managed: bool,
    path: PathBuf,
    says: Inspected,
}

/// How the user's own settings call the hook.
pub(super) struct Call {
    pub(super) command: String,
    pub(super) args: Option<Vec<String>>,
}

const INIT: &str = "run `answerback init`";

/// Looks at all levels. Gives the calls that the user's own settings make, too. `servers` have profiles.
pub(super) fn section(patient: &Patient<'_>, servers: &[String]) -> (Section, Vec<Call>) {
    let mut checks = Vec::new();
    let files = files(patient, &mut checks);
    if patient.is_disabled() {
        let message = "`ANSWERBACK_DISABLE` is set here: a client that starts here gets no answers";
        checks.push(Check::new(Weight::Problem, "disabled", message).help("unset it"));
    }
    let managed_only = files
        .iter()
        .any(|file| file.managed && file.says.managed_only);
    for file in &files {
        switches(file, &mut checks);
        let counts = file.managed || !managed_only;
        for hook in &file.says.hooks {
            if hook.ours {
                ours(patient, file, hook, servers, &mut checks);
                if !counts {
                    let message = format!(
                        "{}: the hook isn't run: only managed settings may hold hooks",
                        file.path.display()
                    );
                    checks.push(
                        Check::new(Weight::Problem, "managed_only", &message)
                            .help("ask who manages this machine"),
                    );
                }
            } else if hook.event == claude_code::ELICITATION && counts {
                let message = format!(
                    "{}: another hook answers forms too, `{}`: its decline wins, and its accept may stand beside our silence",
                    file.path.display(),
                    hook.command
                );
                checks.push(
                    Check::new(Weight::Warning, "other_hook", &message)
                        .help("know what it does, or take it out"),
                );
            }
        }
    }
    presence(&files, &mut checks);
    let calls = files
        .iter()
        .filter(|file| file.own)
        .flat_map(|file| &file.says.hooks);
    let calls = calls
        .filter(|hook| hook.ours && hook.event == claude_code::ELICITATION)
        .map(|hook| Call {
            command: hook.command.clone(),
            args: hook.args.clone(),
        })
        .collect();
    let about = "settings";
    (Section { about, checks }, calls)
}

/// All that can be read; what can't is found.
fn files(patient: &Patient<'_>, checks: &mut Vec<Check>) -> Vec<File> {
    let project = patient.project.clone().unwrap_or_default();
    let config = settings_file::config_dir(patient.world).unwrap_or_default();
    let managed = managed_files(&|folder| super::super::json_files(folder));
    let levels =
        Level::ALL.map(|level| (level == Level::User, false, level.file(&config, &project)));
    let all = managed
        .into_iter()
        .map(|path| (true, true, path))
        .chain(levels);
    let mut files = Vec::new();
    for (own, managed, path) in all {
        let read = SettingsFile::read(path.clone()).map_err(|failure| failure.message);
        let text = read.map(|file| file.text);
        let says = text.and_then(|text| {
            inspect(&text).map_err(|error| format!("{}: {error}", path.display()))
        });
        match says {
            Ok(says) => files.push(File {
                own,
                managed,
                path,
                says,
            }),
            Err(message) => checks.push(
                Check::new(Weight::Problem, "settings_broken", &message)
                    .help("mend the file: the client can't read it either"),
            ),
        }
    }
    files
}

fn switches(file: &File, checks: &mut Vec<Check>) {
    let path = file.path.display();
    if file.says.disables_all {
        let message = format!("{path}: `disableAllHooks` switches every hook off");
        checks.push(Check::new(Weight::Problem, "hooks_disabled", &message).help("take it out"));
    }
    if file.says.disables_us {
        let message = format!("{path}: `env` sets `ANSWERBACK_DISABLE`, so nothing is answered");
        checks.push(Check::new(Weight::Problem, "disabled", &message).help("take it out"));
    }
}

/// Whether the hook stands anywhere, for both events, and not in two ways.
fn presence(files: &[File], checks: &mut Vec<Check>) {
    let ours = |event: &str| -> Vec<(&File, &FoundHook)> {
        let hooks = files
            .iter()
            .flat_map(|file| file.says.hooks.iter().map(move |hook| (file, hook)));
        hooks
            .filter(|(_, hook)| hook.ours && hook.event == event)
            .collect()
    };
    let plugin = files.iter().any(|file| file.says.has_plugin);
    if plugin {
        let message = "the plugin `answerback` is switched on, and brings the hook along";
        checks.push(Check::new(Weight::Good, "plugin", message));
    }
    let [forms, results] = EVENTS.map(ours);
    if forms.is_empty() && !plugin {
        let message = "no settings file holds the hook, so the client never asks answerback";
        checks.push(Check::new(Weight::Problem, "no_hook", message).help(INIT));
    } else if results.is_empty() && !plugin {
        let message = "no hook for `ElicitationResult`: what you answer yourself isn't recorded";
        checks.push(Check::new(Weight::Note, "no_result_hook", message).help(INIT));
    }
    let calls = |(_, hook): &(&File, &FoundHook)| (hook.command.clone(), hook.args.clone());
    let first = forms.first().map(calls);
    if forms.iter().any(|hook| Some(calls(hook)) != first) || (plugin && !forms.is_empty()) {
        let message =
            "the hook is entered more than once, and not in the same way: all of them run";
        checks.push(
            Check::new(Weight::Warning, "entered_twice", message)
                .help("keep one: `answerback uninstall` takes it out of a level"),
        );
    }
}

/// A hook of ours: whether it runs, and runs this program for every server.
fn ours(
    patient: &Patient<'_>,
    file: &File,
    hook: &FoundHook,
    servers: &[String],
    checks: &mut Vec<Check>,
) {
    let path = file.path.display();
    let before = checks.len();
    let mut found = |weight, code, message: String, help: &str| {
        checks.push(Check::new(weight, code, &format!("{path}: {message}")).help(help));
    };
    for flaw in &hook.flaws {
        let (code, message) = match flaw {
            Flaw::If => ("hook_if", "`if` keeps the hook from ever running for forms"),
            Flaw::Async => (
                "hook_async",
                "`async` makes the client ignore what the hook says",
            ),
            Flaw::Timeout => (
                "hook_timeout",
                "a `timeout` that is no number above 0: the entry is ignored",
            ),
            Flaw::NotHook => ("hook_args", "`args` doesn't begin with `hook`"),
        };
        found(
            Weight::Problem,
            code,
            format!("{}: {message}", hook.event),
            INIT,
        );
    }
    if hook.event != claude_code::ELICITATION {
        return;
    }
    if hook.args.is_none() {
        let message = "the hook is called through a shell, which declines by itself (exit status 2) where it stumbles";
        found(Weight::Warning, "shell_form", message.to_owned(), INIT);
    } else {
        program(patient, &hook.command, &mut found);
    }
    let kept_out: Vec<&str> = servers
        .iter()
        .map(String::as_str)
        .filter(|server| !hook.matcher.lets_through(server))
        .collect();
    if !kept_out.is_empty() {
        let message = format!("its `matcher` keeps out `{}`", kept_out.join("`, `"));
        let help = "take the `matcher` out: servers without a profile get no answer anyway";
        found(Weight::Problem, "matcher", message, help);
    }
    if checks.len() == before {
        let whom = match hook.matcher {
            Matcher::All => "every server",
            _ => "the servers that its `matcher` names",
        };
        let message = format!("{path} holds the hook, for {whom}");
        checks.push(Check::new(Weight::Good, "hook", &message));
    }
}

/// Whether the program that the settings call is there, is this one, and stays it.
fn program(
    patient: &Patient<'_>,
    command: &str,
    found: &mut impl FnMut(Weight, &'static str, String, &str),
) {
    let called = Path::new(command);
    if !called.is_absolute() {
        let message =
            format!("`{command}` is looked up on the PATH, which a project's settings can set");
        return found(Weight::Warning, "program_on_path", message, INIT);
    }
    let Ok(real) = fs::canonicalize(called) else {
        let message = format!("there is no `{command}`, so the hook does nothing");
        return found(Weight::Problem, "program_missing", message, INIT);
    };
    let this = (patient.world.program)().and_then(|program| fs::canonicalize(program).ok());
    if let Some(this) = this.filter(|this| *this != real) {
        let message = format!("it calls `{command}`, and this is `{}`", this.display());
        let help = "run `answerback init` with the one you want";
        found(Weight::Warning, "other_program", message, help);
    }
    if let Some(risk) = settings_file::program_risk(called, patient.world) {
        let help = "install it for yourself, and run `answerback init` from there";
        found(Weight::Warning, "program_place", risk.to_string(), help);
    }
}
