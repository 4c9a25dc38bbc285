//! How a request is answered. Pure: what the outside knows comes in through [`Context`].

mod condition;
mod consent;
mod context;
mod fill;
mod heard;
mod resolve;
mod trace;
mod value;
mod words;

pub use consent::Consent;
pub use context::{Context, Outside};
pub use heard::{MAX_MESSAGE, Unclean, hides};
pub use resolve::resolve;
pub use trace::{By, Decision, LeftOut, Miss, Origin, Outcome, Reason, Resolution, Step, Taken, Unmade};
