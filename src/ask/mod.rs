//! What is asked: a request and its form, as facts. Pure; knows no client and no profile.

mod fingerprint;
mod form;
mod request;
pub(crate) mod schema;
mod value;

pub use fingerprint::fingerprint;
pub(crate) use fingerprint::kind_word;
pub use form::{
    Choice, Field, FieldKind, Form, MAX_FIELDS, Names, NumberLimits, TextLimits, Unsupported,
};
pub use request::{Ask, Request, Unreadable};
pub use schema::{Candidate, Rejected, Valid, Violation, check};
pub use value::Value;
