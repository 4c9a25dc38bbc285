//! Reads what a command is given: a file, or standard input.

use std::path::Path;

use crate::cli::Failure;
use crate::files::{self, Place, Problem};
use crate::report::escape;
use crate::run::Streams;
use crate::wire::first_value::{Unread, read_first_value};

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
        None => read_first_value(streams.stdin).map_err(|unread| match unread {
            Unread::TooLarge => Failure::data("the input is larger than 8 MiB"),
            Unread::Io(error) => Failure::data(format!("standard input can't be read: {error}")),
        }),
    }
}
