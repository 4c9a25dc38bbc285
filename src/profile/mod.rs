//! Where answers come from: the format of profiles and of the config (pure), and where they lie.

mod book;
mod config;
mod fault;
mod glob;
pub(crate) mod identity;
pub mod lint;
pub(crate) mod mcp_json;
mod message_regex;
mod model;
mod offer;
mod read;
mod span;
mod standing;
mod store;
mod template;
pub(crate) mod trust;
mod url_pattern;
mod url_refusal;
mod url_spelling;
mod warning;

pub use book::{Book, ConfigSource, Refusal, Scope, Source, State, Unusable};
pub use config::{Config, Journal, Repeats, Secrets, SecretsTyped, Unanswered};
pub use fault::{Diagnostic, Fault};
pub use glob::{Glob, GlobError, Mode, fold, fold_white_space};
pub use message_regex::{GroupCondition, Groups, MayBe, MessageRegex, RegexMiss};
pub use model::{
    Accept, Act, Action, Answer, Answers, Condition, NamedAnswer, Profile, ResultAct, ResultRule,
    Rule, UseDefaults,
};
pub use offer::{NoOffer, Offer, OfferedProfile, OfferedServer, Target};
pub use read::read;
pub use span::{At, Span};
pub use standing::Standing;
pub(crate) use store::config;
pub use store::{Folders, Places, file_name, open};
pub use template::{Part, Template, TemplateError, Variable};
pub use url_pattern::{UrlPattern, origin_for_people, scheme_of};
pub use url_refusal::UrlRefusal;
pub use warning::{Remark, Warning};
