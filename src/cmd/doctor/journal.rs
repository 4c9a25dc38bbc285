//! The journal: when the hook last ran, and for what. It tells a hook that never runs from one that has no answer.

use super::Patient;
use crate::journal::{self, Event, Filter};
use crate::report::{Check, Section, Weight};

pub(super) fn section(patient: &Patient<'_>) -> Section {
    let about = "journal";
    let filter = Filter {
        server: patient.args.server.clone(),
        ..Filter::default()
    };
    let check = match journal::read(&patient.folders.state, &filter) {
        Err((path, problem)) => {
            let message = format!("{}: {problem}; what happens isn't recorded", path.display());
            Check::new(Weight::Warning, "journal", &message)
        }
        Ok(lines) => match lines.iter().rfind(|line| line.event == Event::Request) {
            None => {
                let message = match &patient.args.server {
                    Some(server) => format!("the hook has never run for `{server}`"),
                    None => "the hook has never run for a request".to_owned(),
                };
                Check::new(Weight::Note, "never_ran", &message).help(
                    "if a server has asked since it was entered, begin a new session of the client",
                )
            }
            Some(line) => {
                let decision = match &*line.decision {
                    "none" => "no decision",
                    decided => decided,
                };
                let message = format!(
                    "the hook last ran at {}: `{}` asked, {decision} ({})",
                    line.time, line.server, line.reason
                );
                Check::new(Weight::Good, "last_run", &message)
                    .help("`answerback log --last` shows it")
            }
        },
    };
    let checks = vec![check];
    Section { about, checks }
}
