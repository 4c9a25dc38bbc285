//! How people see it: one owned [`Explanation`], as text and as JSON. Pure.

mod checkup;
mod clean;
mod diagnostics;
mod explanation;
mod finding;
mod listing;
mod log;
mod offer;
mod quote;
mod sentence;
mod stats;
mod suggestion;
mod text;
mod told;
mod wrap;

pub use checkup::{Check, Checkup, PROFILES, Section, Weight, render as render_checkup};
pub use clean::{escape, escape_json, shell_word, toml_string};
pub use diagnostics::render as render_findings;
pub use explanation::Explanation;
pub use finding::{Finding, Severity};
pub use listing::{ListedProfile, ListedServer, Listing, render as render_listing};
pub use log::{answered, lines as log_lines, whole as log_whole};
pub use offer::render as render_offer;
pub use quote::{comment, key, pattern, value};
pub(crate) use quote::{glob, literal};
pub use sentence::{reason, refusal, standing};
pub use stats::render as render_stats;
pub use suggestion::{describe_field, profile_to_fill_in};
pub use text::render as render_text;
pub use told::told;
