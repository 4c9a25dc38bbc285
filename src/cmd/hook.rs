//! `answerback hook`: one event in, one line out, or nothing.
//!
//! Whatever goes wrong here ends in no decision: nothing on standard output, a line on standard error, and the
//! exit status 0 (the caller sees to that).

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use crate::answer::{Context, Decision, Reason, Step, resolve};
use crate::profile::{Folders, Places, Refusal, Unanswered, identity, open};
use crate::report;
use crate::run::{Streams, World, status};
use crate::wire::claude_code::{self, Elicitation, Event};
use crate::wire::first_value::{Unread, read_first_value};

/// Handles one event. The status is always 0.
pub(crate) fn run(args: &[OsString], world: &World<'_>, streams: &mut Streams<'_>) -> u8 {
    if (world.env)(claude_code::DISABLE).is_some_and(|value| value == "1") {
        return status::OK;
    }
    if let Err(problem) = handle(args, world, streams) {
        // Standard error may be closed; there is nobody else to tell.
        let _ = writeln!(streams.stderr, "answerback: {problem}");
    }
    status::OK
}

fn handle(args: &[OsString], world: &World<'_>, streams: &mut Streams<'_>) -> Result<(), String> {
    let options = Options::parse(args)?;
    let bytes = read_first_value(streams.stdin).map_err(|unread| match unread {
        Unread::TooLarge => "the input is larger than 8 MiB".to_owned(),
        Unread::Io(error) => format!("standard input can't be read: {error}"),
    })?;
    // The process ends with this event: giving memory back piece by piece would be the largest part of it.
    let event = ManuallyDrop::new(Event::parse(&bytes).map_err(text)?);
    match &*event {
        Event::Elicitation(asked) => answer(asked, &options, world, streams),
        Event::ElicitationResult => Ok(()),
    }
}

fn answer(
    asked: &Elicitation<'_>,
    options: &Options,
    world: &World<'_>,
    streams: &mut Streams<'_>,
) -> Result<(), String> {
    let folders = Folders::find(options.home.as_deref()).ok_or("there is no home folder")?;
    let project_dir = (world.env)(claude_code::PROJECT_DIR);
    let cwd = asked.cwd.as_deref();
    let project = identity::project_of(project_dir.as_deref(), cwd);
    let places = Places {
        profiles: &options.profiles,
        folders: &folders,
        project: project.as_deref(),
    };
    let mut book = ManuallyDrop::new(open(&asked.request.server, &places));
    book.set_unanswered(options.unanswered);
    let context = Context {
        attended: claude_code::attended(world.text(claude_code::ATTENDED).as_deref()),
        project: project.as_deref(),
        cwd,
        outside: world,
    };
    let resolution = ManuallyDrop::new(resolve(&asked.request, &book, &context));
    if let Some(line) = claude_code::line(&resolution.decision) {
        // A closed pipe is the client's word that it no longer wants to know.
        let _ = streams
            .stdout
            .write_all(&line)
            .and_then(|()| streams.stdout.flush());
    }
    match &resolution.decision {
        &Decision::None(Reason::RefusedProfile(refusal)) => {
            let path = resolution.trace.iter().rev().find_map(|step| match step {
                Step::Looked(source) => Some(source.path.as_path()),
                _ => None,
            });
            let command = trust_command(refusal, path, options, project.as_deref());
            Err(format!(
                "`{}` is not answered: {}",
                report::escape(&asked.request.server),
                report::refusal(refusal, &command)
            ))
        }
        _ => Ok(()),
    }
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
        (Refusal::Untrusted, Some(path), Some(project)) => {
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

fn text(problem: impl Display) -> String {
    problem.to_string()
}

/// The hook's arguments. Not by clap: parsing them costs a hundred times less by hand, and a fault in them
/// must not end in clap's exit status.
#[derive(Debug, Default)]
struct Options {
    profiles: Vec<PathBuf>,
    home: Option<PathBuf>,
    unanswered: Option<Unanswered>,
}

impl Options {
    fn parse(args: &[OsString]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let Some(text) = arg.to_str() else {
                return Err("an argument is not Unicode".to_owned());
            };
            let (flag, inline) = match text.split_once('=') {
                Some((flag, value)) => (flag, Some(value)),
                None => (text, None),
            };
            let value = inline
                .map(Path::new)
                .or_else(|| args.next().map(Path::new))
                .filter(|value| !value.as_os_str().is_empty());
            let value = value
                .map(Path::to_owned)
                .ok_or_else(|| format!("`{flag}` needs a value"));
            match flag {
                "--profiles" => options.profiles.push(value?),
                "--home" => {
                    let home = value?;
                    if !home.is_absolute() {
                        return Err("`--home` needs an absolute path".to_owned());
                    }
                    options.home = Some(home);
                }
                "--unanswered" => {
                    let policy = value?.to_str().and_then(Unanswered::parse);
                    let no = || "`--unanswered` is `ask`, `decline` or `cancel`".to_owned();
                    options.unanswered = Some(policy.ok_or_else(no)?);
                }
                _ => return Err(format!("unknown argument `{flag}`")),
            }
        }
        Ok(options)
    }
}
