//! **answerback** answers the forms that MCP servers put in front of a person, from profiles that the
//! person stored.
//!
//! The heart is [`resolve`]: a pure function from a [`Request`] and a [`Book`] to a [`Resolution`]. Around it
//! stand, each in its own folder, what is asked ([`ask`]), how it is answered ([`answer`]), where answers
//! come from ([`profile`]), how it is spoken ([`wire`]), what happened ([`journal`]), and the subcommands.

pub mod answer;
pub mod ask;
mod cli;
mod cmd;
pub mod files;
pub mod journal;
mod nearest;
pub mod profile;
pub mod report;
mod run;
pub mod settings;
pub mod wire;
pub mod words;

pub use answer::{Context, Decision, Outside, Resolution, resolve};
pub use ask::Request;
pub use profile::{Book, Profile};
pub use run::{Streams, World, main, run};
