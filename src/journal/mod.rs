//! What happened: the journal and the small state beside it, all in the state folder.
//!
//! Nothing here decides anything about a request, and nothing that fails here changes a decision.

mod append;
mod clean;
mod counters;
mod describe;
mod line;
mod repeats;

pub use append::{LINES_A_MINUTE, Now, append, file};
pub use counters::{Count, Counters, Key};
pub use describe::{Place, by_rule, request};
pub use line::{Event, Fields, Line, Text};
pub use repeats::Repeats;
