//! The event `Elicitation`: a server asks.

use std::ffi::OsStr;
use std::mem::ManuallyDrop;
use std::path::Path;

use super::{Hook, Options};
use crate::answer::{Context, Decision, Outside, Reason, Step, Taken, resolve};
use crate::journal::{self, Counters, Now, Repeats, Report};
use crate::profile::{Book, Journal, Refusal};
use crate::report;
use crate::run::{Streams, World};
use crate::wire::claude_code::{self, Elicitation};

/// Answers a request, and notes what came of it.
pub(super) fn handle(
    asked: &Elicitation<'_>,
    bytes: &[u8],
    hook: &Hook<'_>,
    streams: &mut Streams<'_>,
) -> Result<(), String> {
    let server = asked.request.server.as_str();
    let project = hook.project(&asked.from);
    let project = project.as_deref();
    let place = hook.place(server, &asked.from, project);
    let book = ManuallyDrop::new(hook.book(server, project));
    let counters = Counters::new(&hook.folders.state);
    let counted = Counted {
        world: hook.world,
        repeats: Repeats::new(&counters, &place),
    };
    let context = Context {
        attended: place.attended,
        project,
        cwd: asked.from.cwd.as_deref(),
        outside: &counted,
    };
    let resolution = ManuallyDrop::new(resolve(&asked.request, &book, &context));
    if let Some(line) = claude_code::line(&resolution.decision) {
        // A closed pipe is the client's word that it no longer wants to know.
        let _ = streams
            .stdout
            .write_all(&line)
            .and_then(|()| streams.stdout.flush());
    }

    let micros = hook.start.elapsed().as_micros();
    let now = Now::read();
    let repeat = match (&resolution.decision, resolution.applied()) {
        (Decision::AcceptForm(_) | Decision::AcceptUrl, Some(taken)) => {
            counted.repeats.add(&taken, now)
        }
        _ => 0,
    };
    hook.note(&book, now, micros, |messages| journal::Line {
        repeat,
        ..journal::request(&place, &asked.request, &resolution, messages)
    });
    if let Some(report) = Report::of(&place, asked.request.mode(), &resolution) {
        journal::leave_report(&hook.folders.state, &place, &report, now);
    }
    if matches!(resolution.decision, Decision::None(_)) && keeps(&book, server) {
        journal::keep(&hook.folders.state, &place, bytes, now);
        journal::purge(&hook.folders.state, now);
    } else {
        journal::purge_recordings(&hook.folders.state, now);
    }
    match resolution.decision {
        Decision::None(Reason::RefusedProfile(refusal)) => {
            let path = resolution.trace.iter().rev().find_map(|step| match step {
                Step::Looked(source) => Some(source.path.as_path()),
                _ => None,
            });
            let command = trust_command(refusal, path, hook.options, project);
            Err(format!(
                "`{}` is not answered: {}",
                report::escape(server),
                report::refusal(refusal, &command)
            ))
        }
        Decision::None(reason @ (Reason::BrokenProfile | Reason::BrokenConfig)) => Err(format!(
            "`{}` is not answered: {}; `answerback check` says why",
            report::escape(server),
            report::reason(reason)
        )),
        _ => Ok(()),
    }
}

/// Whether a request that is left open is kept: not where its message must not be, unless something needs it.
fn keeps(book: &Book, server: &str) -> bool {
    let config = book.config.state.as_ref();
    config.is_ok_and(|config| config.journal == Journal::Full || config.record)
        || (book.sources.iter())
            .filter_map(|source| source.profile_for(server))
            .any(|profile| !profile.results.is_empty())
}

/// The command with which the person looks at what was refused and trusts it.
fn trust_command(
    refusal: Refusal,
    path: Option<&Path>,
    options: &Options,
    project: Option<&Path>,
) -> String {
    let mut words: Vec<&OsStr> = vec!["answerback".as_ref(), "trust".as_ref()];
    if let Some(home) = &options.home {
        words.extend([OsStr::new("--home"), home.as_os_str()]);
    }
    for folder in options.profiles.iter().filter(|path| path.is_absolute()) {
        words.extend([OsStr::new("--profiles"), folder.as_os_str()]);
    }
    match (refusal, path, project) {
        (Refusal::Untrusted | Refusal::Edited, Some(path), Some(project)) => {
            if path.parent() != Some(&project.join(".answerback")) {
                words.extend([OsStr::new("--project"), project.as_os_str()]);
            }
            words.push(path.as_os_str());
        }
        _ => words.extend(project.map(Path::as_os_str)),
    }
    let words: Vec<String> = words
        .into_iter()
        .map(|word| report::shell_word(&word.to_string_lossy()).into_owned())
        .collect();
    words.join(" ")
}

/// The outside world, and how often a rule has answered in it.
struct Counted<'c> {
    world: &'c World<'c>,
    repeats: Repeats<'c>,
}

impl Outside for Counted<'_> {
    fn env(&self, name: &str) -> Option<String> {
        self.world.env(name)
    }

    fn today(&self) -> Option<String> {
        self.world.today()
    }

    fn accepted_before(&self, taken: &Taken<'_>) -> u32 {
        self.repeats.get(taken)
    }
}
