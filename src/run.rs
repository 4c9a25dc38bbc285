//! The process: what comes in from outside, which subcommand runs, and the exit status.

use std::any::Any;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::{cli, cmd};

/// Exit statuses. 2 isn't among them: the client reads it as a decline.
pub(crate) mod status {
    /// Yes; and whatever happens in the hook.
    pub(crate) const OK: u8 = 0;
    /// No.
    pub(crate) const NO: u8 = 1;
    /// The command line is wrong (`EX_USAGE`).
    pub(crate) const USAGE: u8 = 64;
    /// The input is wrong (`EX_DATAERR`).
    pub(crate) const DATA: u8 = 65;
    /// A fault of our own (`EX_SOFTWARE`).
    pub(crate) const INTERNAL: u8 = 70;
}

/// What a command may know of the process.
pub struct World<'w> {
    /// The environment.
    pub env: &'w dyn Fn(&str) -> Option<OsString>,
    /// The working folder.
    pub cwd: Option<PathBuf>,
    /// This program's file. Asked only where it is needed, which isn't in the hook.
    pub program: &'w dyn Fn() -> Option<PathBuf>,
}

/// Where a command reads and writes.
pub struct Streams<'s> {
    /// Standard input.
    pub stdin: &'s mut dyn Read,
    /// Standard output.
    pub stdout: &'s mut dyn Write,
    /// Standard error.
    pub stderr: &'s mut dyn Write,
    /// Whether a client could be at the other end of standard input: it is no terminal and not empty by
    /// nature.
    pub piped: bool,
    /// Whether standard output is a terminal.
    pub terminal: bool,
    /// Whether standard input is a terminal.
    pub typed: bool,
}

impl Streams<'_> {
    /// Whether there is a person to ask: standard input and output are both terminals.
    pub(crate) fn interactive(&self) -> bool {
        self.typed && self.terminal
    }
}

impl World<'_> {
    /// An environment variable that is Unicode and not empty.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        (self.env)(name)?
            .into_string()
            .ok()
            .filter(|value| !value.is_empty())
    }

    /// A path as it stands in the arguments, from the working folder.
    pub(crate) fn absolute(&self, path: &Path) -> PathBuf {
        self.cwd()
            .map_or_else(|| path.to_owned(), |cwd| cwd.join(path))
    }

    /// The working folder.
    pub(crate) fn cwd(&self) -> Option<&Path> {
        self.cwd.as_deref()
    }
}

/// The process.
pub fn main() -> ExitCode {
    // One line, and never a backtrace, which costs 55 ms; nor the payload, which could hold a value.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map(ToString::to_string)
            .unwrap_or_default();
        let _ = writeln!(io::stderr(), "answerback: internal error at {place}");
    }));
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let world = World {
        env: &|name| std::env::var_os(name),
        cwd: std::env::current_dir().ok(),
        program: &|| std::env::current_exe().ok(),
    };
    let stdin = io::stdin();
    let mut streams = Streams {
        piped: is_piped(&stdin),
        typed: stdin.is_terminal(),
        stdin: &mut stdin.lock(),
        stdout: &mut io::stdout().lock(),
        stderr: &mut io::stderr().lock(),
        terminal: io::stdout().is_terminal(),
    };
    ExitCode::from(run(&args, &world, &mut streams))
}

/// Runs one command and gives its exit status.
pub fn run(args: &[OsString], world: &World<'_>, streams: &mut Streams<'_>) -> u8 {
    // The hook is recognised before anything is parsed: its exit status has to hold whatever its arguments are.
    let (first, rest) = match args.split_first() {
        Some((first, rest)) => (first.to_str(), rest),
        None => (None, args),
    };
    if first == Some("hook") && !asks_for_help(rest) {
        let outcome = catch_unwind(AssertUnwindSafe(|| cmd::hook::run(rest, world, streams)));
        caught(outcome, status::OK);
        return status::OK;
    }
    let outcome = catch_unwind(AssertUnwindSafe(|| cli::run(args, world, streams)));
    caught(outcome, status::INTERNAL)
}

fn asks_for_help(args: &[OsString]) -> bool {
    args.iter().any(|arg| arg == "--help" || arg == "-h")
}

fn caught(outcome: Result<u8, Box<dyn Any + Send>>, otherwise: u8) -> u8 {
    outcome.unwrap_or(otherwise)
}

/// A pipe, a socket or a file: what a client gives its hooks. A terminal or `/dev/null` is neither.
#[cfg(unix)]
fn is_piped(stdin: &io::Stdin) -> bool {
    use rustix::fs::FileType;
    rustix::fs::fstat(stdin)
        .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) != FileType::CharacterDevice)
}

/// Not a terminal. Elsewhere than on Unix an empty device can't be told from a pipe.
#[cfg(not(unix))]
fn is_piped(stdin: &io::Stdin) -> bool {
    !stdin.is_terminal()
}
