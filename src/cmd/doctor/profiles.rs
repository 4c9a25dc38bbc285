//! The user's folder, the config, and the profiles in force here.

use super::Patient;
use crate::cmd::list;
use crate::files::Problem;
use crate::profile::{Diagnostic, Places, Refusal, State, Unusable, open};
use crate::report::{Check, PROFILES, Section, Weight, refusal};

/// The section, and the servers that have a profile; with `--server`, that one alone.
pub(super) fn section(patient: &Patient<'_>) -> (Section, Vec<String>) {
    let places = Places {
        tells_edits: true,
        profiles: &patient.args.places.profiles,
        folders: &patient.folders,
        project: patient.project.as_deref(),
    };
    let mut checks = Vec::new();
    if let Some(project) = &patient.project {
        let message = format!("the project is {}", project.display());
        checks.push(Check::new(Weight::Note, "project", &message));
    }
    config(patient, &mut checks);
    let servers: Vec<String> = match &patient.args.server {
        Some(server) => vec![server.clone()],
        None => list::servers(&places).into_iter().collect(),
    };
    if servers.is_empty() {
        let message = format!(
            "there is no profile in {}",
            patient.folders.profiles().display()
        );
        let help = "`answerback new` makes one from a request";
        checks.push(Check::new(Weight::Warning, "no_profiles", &message).help(help));
    }
    for server in &servers {
        of_server(server, &places, &mut checks);
    }
    let about = PROFILES;
    (Section { about, checks }, servers)
}

fn config(patient: &Patient<'_>, checks: &mut Vec<Check>) {
    let config = crate::profile::config(&patient.folders);
    let path = config.path.display().to_string();
    match &config.state {
        Ok(_) if config.bytes.is_empty() => {
            let message = format!("{path} isn't there, or says nothing: defaults hold");
            checks.push(Check::new(Weight::Note, "no_config", &message));
        }
        Ok(_) => checks.push(Check::new(
            Weight::Good,
            "config",
            &format!("{path} can be used"),
        )),
        Err(unusable) => checks.push(self::unusable(
            &path,
            &config.bytes,
            unusable,
            "nothing is answered",
        )),
    }
}

fn of_server(server: &str, places: &Places<'_>, checks: &mut Vec<Check>) {
    let book = open(server, places);
    let before = checks.len();
    let (mut found, mut stopped) = (Vec::new(), false);
    for source in &book.sources {
        let path = source.path.display().to_string();
        match &source.state {
            State::Unusable(unusable) => {
                stopped = true;
                checks.push(self::unusable(
                    &path,
                    &source.bytes,
                    unusable,
                    &format!("`{server}` gets no answer"),
                ));
            }
            State::Loaded(_) if !stopped && source.profile_for(server).is_some() => {
                found.push(format!("{} {path}", source.scope.code().replace('_', " ")));
            }
            State::Loaded(_) | State::Missing => {}
        }
    }
    if found.is_empty() && checks.len() == before {
        let message = format!("no profile is found for `{server}`");
        let help = "`answerback new` makes one; if there is one, `answerback check` says why it isn't found";
        checks.push(Check::new(Weight::Warning, "no_profile", &message).help(help));
    } else if !found.is_empty() {
        let message = format!("`{server}`: {}", found.join(", then "));
        checks.push(Check::new(Weight::Good, "profile", &message));
    }
}

/// A file that can't be used, with the place of its first fault.
fn unusable(path: &str, bytes: &[u8], unusable: &Unusable, so: &str) -> Check {
    match unusable {
        Unusable::Broken(faults) => {
            let text = String::from_utf8_lossy(bytes);
            let first = faults.first().map(|first| place(first, &text));
            let message = format!("{path}:{}; {so}", first.unwrap_or_default());
            Check::new(Weight::Problem, "broken", &message)
                .help("`answerback check` shows all of it")
        }
        Unusable::Refused(refused) => {
            let what = refusal(*refused, "answerback trust");
            // Not to trust what came with a project is a choice.
            let weight = match refused {
                Refusal::File(Problem::Missing)
                | Refusal::Untrusted
                | Refusal::Edited
                | Refusal::UntrustedServer
                | Refusal::EditedServer => Weight::Warning,
                Refusal::File(_) | Refusal::DoubtfulServer => Weight::Problem,
            };
            Check::new(weight, refused.code(), &format!("{path}: {what}; {so}"))
        }
    }
}

fn place(fault: &Diagnostic, text: &str) -> String {
    let (line, column) = fault.span.position(text);
    format!("{line}:{column}: {}", fault.fault)
}
