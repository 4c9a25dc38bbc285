//! How a request is answered. Pure: what the outside knows comes in through [`Context`].

mod amend;
mod condition;
mod consent;
mod context;
#[cfg(test)]
mod corpus;
mod fill;
mod guard;
mod heard;
mod resolve;
mod survey;
mod trace;
mod value;

pub use amend::{Amended, Given, TakenResult, amend};
pub use consent::Consent;
pub use context::{Context, Outside};
pub use guard::{Secret, typed_secrets};
pub use heard::{MAX_MESSAGE, Unclean, hides, unclean};
pub use resolve::resolve;
pub use survey::asks_consent;
pub use trace::{
    By, Decision, LeftOut, Miss, Origin, Outcome, Reason, Resolution, Step, Taken, Unmade,
};
