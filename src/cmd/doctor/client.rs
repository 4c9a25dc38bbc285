//! The client: whether its version can do what the hook needs.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::{Patient, selftest};
use crate::cmd::settings_file;
use crate::report::{Check, Section, Weight};
use crate::wire::claude_code::PROGRAM;
use crate::wire::claude_versions::{Lack, Version};

const UPDATE: &str = "update the client";

pub(super) fn section(patient: &Patient<'_>) -> Section {
    let about = "client";
    let names: &[&str] = if cfg!(windows) {
        &["claude.exe", "claude.cmd"]
    } else {
        &[PROGRAM]
    };
    let Some(program) = names.iter().find_map(|name| patient.on_path(name)) else {
        let message =
            "there is no `claude` on the PATH outside the project, so its version isn't known";
        let checks = vec![Check::new(Weight::Note, "no_client", message)];
        return Section { about, checks };
    };
    let shown = program.display();
    let Some(version) = version(&program) else {
        let message = format!("{shown} doesn't say its version");
        let checks = vec![Check::new(Weight::Note, "client_version", &message)];
        return Section { about, checks };
    };
    let mut checks = vec![Check::new(
        Weight::Good,
        "client",
        &format!("{shown} is version {version}"),
    )];
    checks.extend(version.lacks().into_iter().map(lack));
    Section { about, checks }
}

fn version(program: &Path) -> Option<Version> {
    let mut command = Command::new(program);
    command.arg("--version");
    if let Some(home) = settings_file::user_home() {
        command.current_dir(home);
    }
    let ran = selftest::output(command, b"", Duration::from_secs(10)).ok()?;
    Version::parse(&String::from_utf8_lossy(&ran.stdout))
}

fn lack(lack: Lack) -> Check {
    match lack {
        Lack::Forms => {
            let message =
                "before 2.1.84 no server can ask for a form, so there is nothing to answer";
            Check::new(Weight::Problem, "client_forms", message).help(UPDATE)
        }
        Lack::ExecForm => {
            let message =
                "before 2.1.87 `args` of a hook are ignored: answerback is called without `hook`";
            Check::new(Weight::Problem, "client_exec_form", message).help(UPDATE)
        }
        Lack::Urls => {
            let message = "from 2.1.87 to 2.1.250 servers can't ask to open a URL";
            Check::new(Weight::Note, "client_urls", message)
        }
        Lack::PromptId => {
            let message =
                "up to 2.1.150 requests don't say their prompt: `repeats` counts by session";
            Check::new(Weight::Note, "client_prompt", message)
        }
        Lack::Untried => {
            let message =
                "nobody has tried whether versions from 2.1.87 to 2.1.149 heed a hook's `args`";
            Check::new(Weight::Warning, "client_untried", message).help(UPDATE)
        }
    }
}
