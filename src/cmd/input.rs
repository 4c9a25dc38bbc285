//! Reads what a command is given: a file, or standard input.

use std::io::{self, Read};
use std::path::Path;

use crate::cli::Failure;
use crate::files::{self, Place, Problem};
use crate::report::escape;
use crate::run::{Streams, status};
use crate::wire::first_value::{Unread, read_first_value};

/// The bytes of a file of lines; of standard input to its end where it is `-`.
pub(super) fn read_lines(file: &Path, streams: &mut Streams<'_>) -> Result<Vec<u8>, Failure> {
    /// Bytes that are read from standard input.
    const LIMIT: u64 = 64 << 20;
    if file.as_os_str() != "-" {
        return std::fs::read(file).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Failure::data(super::no_such_file(file)),
            kind => Failure::data(format!("{}: {kind}", escape(&file.to_string_lossy()))),
        });
    }
    let mut bytes = Vec::new();
    streams
        .stdin
        .take(LIMIT)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::data(format!("standard input can't be read: {error}")))?;
    Ok(bytes)
}

/// The bytes of a file; of standard input where there is none or it is `-`.
pub(super) fn read(file: Option<&Path>, streams: &mut Streams<'_>) -> Result<Vec<u8>, Failure> {
    match file.filter(|file| file.as_os_str() != "-") {
        Some(file) => files::read(file, Place::Input).map_err(|problem| {
            let path = escape(&file.to_string_lossy()).into_owned();
            match problem {
                Problem::Missing => Failure::data(super::no_such_file(file)),
                problem => Failure::data(format!("{path}: {problem}")),
            }
        }),
        None => {
            if streams.typed {
                let _ = writeln!(
                    streams.stderr,
                    "answerback: reading a request from the terminal; Ctrl-D ends it"
                );
            }
            read_first_value(streams.stdin).map_err(|unread| match unread {
                Unread::TooLarge => Failure::data("the input is larger than 8 MiB"),
                Unread::Io(error) => {
                    Failure::data(format!("standard input can't be read: {error}"))
                }
            })
        }
    }
}

/// What is wrong with an input, led by the name of the file it came from.
pub(super) fn named(failure: Failure, file: Option<&Path>) -> Failure {
    match file.filter(|file| file.as_os_str() != "-") {
        Some(file) if failure.status == status::DATA => Failure::data(format!(
            "{}: {}",
            escape(&file.to_string_lossy()),
            failure.message
        )),
        _ => failure,
    }
}
