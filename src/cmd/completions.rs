//! `answerback completions`: what a shell needs to complete the command line.

use clap_complete::Shell;

use crate::cli;
use crate::run::{Streams, status};

/// Prints the script.
pub(crate) fn run(shell: Shell, streams: &mut Streams<'_>) -> u8 {
    // The generator panics on a closed pipe, so it writes into memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli::command(), "answerback", &mut script);
    let _ = streams.stdout.write_all(&script);
    status::OK
}
