//! One file a subcommand: it reads, calls the pure part, and writes.

pub(crate) mod explain;
pub(crate) mod hook;
mod outside;
