//! What the measurements and the guard stand on: requests of any size, and the release program in a folder of its
//! own.

#![allow(dead_code, unused_imports, reason = "each measurement uses a part")]
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

pub mod cases;
pub mod executed;
pub mod sized;
mod stage;

pub use stage::{
    PROGRAM, Stage, callgrind, instructions, median, program_with_names, release_program, within,
};
