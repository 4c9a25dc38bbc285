//! What happened: the journal and the small state beside it, all in the state folder.
//!
//! Nothing here decides anything about a request, and nothing that fails here changes a decision.

mod append;
mod clean;
mod counters;
mod describe;
mod kept;
mod line;
mod pair;
mod read;
mod repeats;
mod reports;
mod stats;

pub use append::{LINES_A_MINUTE, Now, append, file};
pub use counters::{Count, Counters, Key};
pub use describe::{Place, request, result};
pub use kept::{Kept, keep, list as kept};
pub use line::{Event, Fields, Line, Text};
pub use pair::pair;
pub use read::{Filter, read};
pub use repeats::Repeats;
pub use reports::{Report, What, leave as leave_report, take as take_reports};
pub use stats::{Counted, ServerStats, stats};
