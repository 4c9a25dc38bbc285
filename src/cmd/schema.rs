//! `answerback schema`: the JSON Schema of profiles, for editors.

use crate::run::{Streams, status};

/// It is a file of the examples, so that they can name it; `tests/schema.rs` keeps it true to the code.
const SCHEMA: &str = include_str!("../../profiles/schema.json");

/// Prints the schema.
pub(crate) fn run(streams: &mut Streams<'_>) -> u8 {
    let _ = streams.stdout.write_all(SCHEMA.as_bytes());
    status::OK
}
