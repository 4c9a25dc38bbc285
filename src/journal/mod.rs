//! What happened: the journal and the small state beside it, all in the state folder.
//!
//! Nothing here decides anything about a request, and nothing that fails here changes a decision.

mod append;
mod clean;
mod counters;
mod describe;
mod kept;
mod lesson;
mod line;
mod pair;
mod read;
mod recordings;
mod repeats;
mod reports;
mod stats;

pub use append::{LINES_A_MINUTE, Now, append, file};
pub use counters::{Count, Counters, Key};
pub use describe::{Place, request, result};
pub use kept::{Kept, keep, list as kept};
pub use lesson::{Lesson, Unwritten, new_profile};
pub use line::{Event, Fields, Line, Text};
pub use pair::pair;
pub use read::{Filter, read};
pub use recordings::{Recording, list as recordings, purge as purge_recordings, record};
pub use repeats::Repeats;
pub use reports::{Report, What, leave as leave_report, take as take_reports};
pub use stats::{Counted, ServerStats, stats};

use std::path::Path;

/// Removes what has been kept long enough, at every event that leaves something behind: nobody else runs to do it.
pub fn purge(state: &Path, now: Now) {
    kept::purge(state, now);
    recordings::purge(state, now);
    reports::purge(state, now);
}
