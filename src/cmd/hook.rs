//! `answerback hook`: one event in, one line out, or nothing.
//!
//! Whatever goes wrong here ends in no decision: nothing on standard output, a line on standard error, and the
//! exit status 0 (the caller sees to that).

mod elicitation;
mod result;
mod tool;

use std::ffi::OsString;
use std::fmt::Display;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::journal::{self, Now, Place};
use crate::profile::{Book, Config, Folders, Journal, Places, Unanswered, identity, open};
use crate::run::{Streams, World, status};
use crate::wire::claude_code::{self, Event, From};
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
    let start = Instant::now();
    let options = Options::parse(args)?;
    let bytes = read_first_value(streams.stdin).map_err(|unread| match unread {
        Unread::TooLarge => "the input is larger than 8 MiB".to_owned(),
        Unread::Io(error) => format!("standard input can't be read: {error}"),
    })?;
    let folders = Folders::find(options.home.as_deref()).ok_or("there is no home folder")?;
    let hook = Hook {
        start,
        options: &options,
        folders: &folders,
        world,
    };
    // The process ends with this event: giving memory back piece by piece would be the largest part of it.
    let event = ManuallyDrop::new(Event::parse(&bytes).map_err(text)?);
    match &*event {
        Event::Elicitation(asked) => elicitation::handle(asked, &bytes, &hook, streams),
        Event::ElicitationResult(answered) => result::handle(answered, &hook, streams),
        Event::ToolUsed(used) => tool::handle(used, &hook, streams),
        Event::OtherToolUsed => Ok(()),
    }
}

/// What every event is handled with.
struct Hook<'h> {
    start: Instant,
    options: &'h Options,
    folders: &'h Folders,
    world: &'h World<'h>,
}

impl Hook<'_> {
    fn project(&self, from: &From<'_>) -> Option<PathBuf> {
        let dir = (self.world.env)(claude_code::PROJECT_DIR);
        identity::project_of(dir.as_deref(), from.cwd.as_deref())
    }

    fn place<'p>(
        &self,
        server: &'p str,
        from: &'p From<'_>,
        project: Option<&'p Path>,
    ) -> Place<'p> {
        Place {
            session: from.session.as_deref(),
            prompt: from.prompt.as_deref(),
            project,
            server,
            elicitation_id: from.elicitation_id.as_deref(),
            attended: claude_code::attended(self.world.text(claude_code::ATTENDED).as_deref()),
            wire: claude_code::NAME,
        }
    }

    fn book(&self, server: &str, project: Option<&Path>) -> Book {
        let mut book = open(
            server,
            &Places {
                tells_edits: false,
                profiles: &self.options.profiles,
                folders: self.folders,
                project,
            },
        );
        book.set_unanswered(self.options.unanswered);
        book
    }

    /// Appends the line that `line` makes, if the user wants one. It is told whether messages are to be in it.
    fn note<'l>(
        &self,
        book: &Book,
        now: Now,
        micros: u128,
        line: impl FnOnce(bool) -> journal::Line<'l>,
    ) {
        // A config that can't be read may have said that messages are not to be kept.
        let config: Result<&Config, _> = book.config.state.as_ref();
        let journal = config.map_or(Journal::WithoutMessages, |config| config.journal);
        if journal != Journal::Off {
            let mut line = line(journal == Journal::Full);
            line.micros = usize::try_from(micros).unwrap_or(usize::MAX);
            journal::append(&self.folders.state, line, now);
        }
    }
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
