//! Which words say what: consent, yes and no, secrets, credentials. Judges single texts; what they come to in a
//! form is decided in `answer`.

mod consent;
mod credential;
mod fold;
mod guard;

pub use consent::{consent_word, generic_name, says_no, says_yes};
pub use credential::looks_like_credential;
pub use fold::Folded;
pub use guard::{Part, Sign, message_asks_secret, secret_word};
