//! What was decided and why: facts with references only. Sentences are made in `report`.

use crate::ask::{Candidate, Unreadable, Unsupported, Valid, Violation};
use crate::profile::{At, Condition, Refusal, RegexMiss, Rule, Source, Span, UrlRefusal};

use super::consent::Consent;
use super::guard::Secret;
use super::heard::Unclean;

/// The answer to a request, and how it came about.
pub struct Resolution<'a> {
    /// What to do.
    pub decision: Decision<'a>,
    /// Every step that led there.
    pub trace: Vec<Step<'a>>,
}

impl<'a> Resolution<'a> {
    /// The rule that decided, or the last that applied.
    pub fn applied(&self) -> Option<Taken<'a>> {
        self.trace.iter().rev().find_map(|step| match step {
            Step::Applied(taken) => Some(*taken),
            _ => None,
        })
    }

    /// The rule that declined, cancelled or left it to the person.
    pub fn said_no(&self) -> Option<Taken<'a>> {
        match &self.decision {
            Decision::Decline(By::Rule(taken)) | Decision::Cancel(By::Rule(taken)) => Some(*taken),
            Decision::None(Reason::AskRule) => self.applied(),
            _ => None,
        }
    }
}

/// What to do.
pub enum Decision<'a> {
    /// Accept the form with this content.
    AcceptForm(Valid),
    /// Accept the URL.
    AcceptUrl,
    /// Decline.
    Decline(By<'a>),
    /// Cancel.
    Cancel(By<'a>),
    /// Nothing: the client goes on as if we weren't there.
    None(Reason),
}

impl Decision<'_> {
    /// `accept`, `decline`, `cancel` or `none`.
    pub fn word(&self) -> &'static str {
        match self {
            Self::AcceptForm(_) | Self::AcceptUrl => "accept",
            Self::Decline(_) => "decline",
            Self::Cancel(_) => "cancel",
            Self::None(_) => "none",
        }
    }
}

/// Who declined or cancelled.
#[derive(Clone, Copy)]
pub enum By<'a> {
    /// A rule.
    Rule(Taken<'a>),
    /// The user's policy, after this.
    Policy(Reason),
}

/// A rule with the file it stands in.
#[derive(Clone, Copy)]
pub struct Taken<'a> {
    /// The file.
    pub source: &'a Source,
    /// The rule.
    pub rule: &'a Rule,
}

/// A step towards the decision.
pub enum Step<'a> {
    /// A file was looked at.
    Looked(&'a Source),
    /// A rule didn't apply: the one thing that failed.
    Skipped {
        /// The rule.
        rule: Taken<'a>,
        /// The condition, if one failed and not the kind of the request.
        failed: Option<&'a At<Condition>>,
        /// How.
        miss: Miss,
    },
    /// A rule applied.
    Applied(Taken<'a>),
    /// A rule of the user's that says no stands before the project's rule that would accept.
    UserNo(Taken<'a>),
    /// The form asks consent.
    Consent(Consent),
    /// The field at this place asks for a secret.
    Secret(usize, Secret),
    /// A field of the form, by its place, and what became of it.
    Field(usize, Outcome<'a>),
    /// A value that no field of the form asks for.
    NotAsked {
        /// The field's name as written.
        name: &'a At<String>,
        /// Its file.
        source: &'a Source,
    },
    /// What was filled doesn't pass.
    Rejected {
        /// The values.
        content: Candidate,
        /// All that is wrong with them.
        violations: Vec<Violation>,
    },
}

/// What became of a field.
#[derive(Clone, Copy)]
pub enum Outcome<'a> {
    /// It has a value.
    Filled(Origin<'a>),
    /// Optional and without a value.
    LeftOut(LeftOut),
    /// Required and without a value.
    Open,
    /// There is an answer that can't be made into a value.
    Unmade(Origin<'a>, Unmade),
}

/// Where a value comes from.
#[derive(Clone, Copy)]
pub enum Origin<'a> {
    /// An answer.
    Answer {
        /// Its file.
        source: &'a Source,
        /// Its rule; `None` if it stands in the file's `[answers]`.
        rule: Option<&'a Rule>,
        /// Its place.
        span: Span,
        /// Whether the environment has a part in it, so that it is masked.
        from_env: bool,
    },
    /// The schema's default.
    Default,
}

/// Why an optional field has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftOut {
    /// Nothing answers it.
    NoAnswer,
    /// It isn't understood.
    Unsupported(Unsupported),
    /// Its default breaks its own limits.
    InvalidDefault,
}

/// Why an answer can't be made into a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unmade {
    /// A variable has no value.
    VariableUnset,
    /// The user's config doesn't list the environment variable.
    EnvNotAllowed,
    /// A project's profile can't read the environment.
    EnvInProject,
    /// What a variable brought holds control or hidden characters.
    HiddenCharacters,
    /// None of the preferred values is on offer.
    NoneOnOffer,
    /// What it comes to looks like a credential.
    LooksSecret,
    /// A list where one value is asked, or values that no list of texts can hold.
    WrongShape,
}

/// How a rule failed to apply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Miss {
    /// It has `when.url`, and the request is a form; or the other way round.
    OtherMode,
    /// The message can't be matched by an accepting rule.
    Unclean(Unclean),
    /// `attended` is otherwise, or not known.
    Attended(Option<bool>),
    /// The variable is unset or something else.
    EnvDiffers,
    /// The user's config doesn't list the variable.
    EnvNotAllowed,
    /// A project's rule can't read the environment.
    EnvInProject,
    /// The form doesn't ask this field.
    FieldMissing(String),
    /// There is no project, or it lies elsewhere.
    ProjectDiffers,
    /// No text matches.
    TextDiffers,
    /// A field's text matches, and the message says something that the rule doesn't name.
    MessageNotNamed,
    /// The rule names the question by a field's text alone, and answers this field beside it.
    FieldNotNamed(String),
    /// The expression doesn't match.
    Regex(RegexMiss),
    /// The URL is another one.
    UrlDiffers,
    /// The form is another one; this is its fingerprint.
    FormDiffers(String),
}

/// Why there is no decision. The one list of stable codes: `explain`, tests and documentation use
/// [`Reason::code`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// No profile answers this server.
    NoProfile,
    /// No rule applies.
    NoRule,
    /// A rule leaves it to the person.
    AskRule,
    /// A required field has no value, or an answer can't be made.
    Incomplete,
    /// The form forbids a value.
    Invalid,
    /// Nothing was filled, and the rule doesn't write `action = "accept"`.
    AcceptNotWritten,
    /// The form asks consent, and the rule doesn't name its question.
    ConsentNeedsQuestion,
    /// The values say yes and no at once.
    ConsentUnclear,
    /// A field asks for a secret.
    SecretField,
    /// The rule answered as often within this prompt as the user's config allows.
    RepeatLimit,
    /// The form's schema isn't understood where it would have to be.
    UnsupportedSchema(Unsupported),
    /// The URL can't be accepted.
    UrlNotAcceptable(UrlRefusal),
    /// A project's profile can't accept URLs.
    ProjectUrl,
    /// A file is broken.
    BrokenProfile,
    /// A file was not read, or not believed.
    RefusedProfile(Refusal),
    /// The user's config can't be used.
    BrokenConfig,
    /// The request can't be read.
    Unreadable(Unreadable),
}

impl Reason {
    /// All stable words.
    pub const CODES: &[&str] = &[
        "no_profile",
        "no_rule",
        "ask_rule",
        "incomplete",
        "invalid",
        "accept_not_written",
        "consent_needs_question",
        "consent_unclear",
        "secret_field",
        "repeat_limit",
        "unsupported_schema",
        "url_not_acceptable",
        "project_url",
        "broken_profile",
        "unreadable_profile",
        "untrusted",
        "untrusted_server",
        "doubtful_server",
        "broken_config",
        "unknown_mode",
        "no_url",
    ];

    /// Its stable word, one of [`Self::CODES`].
    pub fn code(self) -> &'static str {
        match self {
            Self::NoProfile => "no_profile",
            Self::NoRule => "no_rule",
            Self::AskRule => "ask_rule",
            Self::Incomplete => "incomplete",
            Self::Invalid => "invalid",
            Self::AcceptNotWritten => "accept_not_written",
            Self::ConsentNeedsQuestion => "consent_needs_question",
            Self::ConsentUnclear => "consent_unclear",
            Self::SecretField => "secret_field",
            Self::RepeatLimit => "repeat_limit",
            Self::UnsupportedSchema(_) => "unsupported_schema",
            Self::UrlNotAcceptable(_) => "url_not_acceptable",
            Self::ProjectUrl => "project_url",
            Self::BrokenProfile => "broken_profile",
            Self::RefusedProfile(Refusal::File(_)) => "unreadable_profile",
            Self::RefusedProfile(refusal) => refusal.code(),
            Self::BrokenConfig => "broken_config",
            Self::Unreadable(Unreadable::UnknownMode) => "unknown_mode",
            Self::Unreadable(Unreadable::NoUrl) => "no_url",
        }
    }

    /// Whether the user's policy for what is unanswered applies: never after `ask`, nor where a file was
    /// broken or not believed, nor where the request can't be read.
    pub fn is_unanswered(self) -> bool {
        match self {
            Self::NoProfile
            | Self::NoRule
            | Self::Incomplete
            | Self::Invalid
            | Self::AcceptNotWritten
            | Self::ConsentNeedsQuestion
            | Self::ConsentUnclear
            | Self::SecretField
            | Self::RepeatLimit
            | Self::UnsupportedSchema(_)
            | Self::UrlNotAcceptable(_)
            | Self::ProjectUrl => true,
            Self::AskRule
            | Self::BrokenProfile
            | Self::RefusedProfile(_)
            | Self::BrokenConfig
            | Self::Unreadable(_) => false,
        }
    }
}
