//! What is probably not meant in a profile that can be used: one list, each with its sentence and its help.

use std::fmt;

use super::Span;

/// A warning and where it is; without a place it is about the whole file.
#[derive(Debug, Clone, PartialEq)]
pub struct Remark {
    /// What is probably not meant.
    pub warning: Warning,
    /// Where.
    pub span: Option<Span>,
}

/// What is probably not meant.
#[derive(Debug, Clone, PartialEq)]
pub enum Warning {
    /// A rule that accepts, below one that decides whatever it could.
    Unreachable {
        /// The rule above.
        by: String,
        /// Both accept under the same conditions.
        alike: bool,
    },
    /// A rule that accepts and names no question, so that it answers no form that asks consent.
    NoQuestion,
    /// A pattern of a rule that accepts, with wildcards and little else.
    FewFixed,
    /// A pattern of a rule that accepts, that begins with a wildcard.
    LooseStart,
    /// `**text**`, as Markdown writes bold.
    Markdown,
    /// An escape in `"…"` that makes another character of what a pattern means.
    Escape {
        /// The letter behind the backslash.
        letter: char,
        /// The character that it stands for.
        stands_for: &'static str,
    },
    /// A value of `[answers]` that is never drawn on.
    NeverActs {
        /// The field.
        field: String,
    },
    /// An answer that settles later questions too.
    Lasting {
        /// The value.
        value: String,
    },
    /// `~` in a path.
    Tilde,
    /// The `id` of an earlier rule.
    IdTwice {
        /// The id.
        id: String,
        /// The line of the first.
        line: usize,
    },
    /// A field that the server has never asked, and one that it has.
    NearMiss {
        /// The field.
        field: String,
        /// The one that was asked.
        asked: String,
    },
    /// A file name that is not looked up for this server.
    FileName {
        /// The server.
        server: String,
        /// The name that is.
        name: String,
        /// A file of that name lies beside it.
        taken: bool,
    },
    /// An answer for a field that asks for a secret.
    Secret {
        /// The field.
        field: String,
    },
    /// `$X` in an answer, which is no variable here.
    BareVariable {
        /// As it was written.
        written: String,
        /// The variable that was probably meant.
        meant: String,
    },
    /// `${vars.X}` that the config doesn't have.
    VarUnset {
        /// The name.
        name: String,
    },
    /// `env.X` that the config doesn't allow.
    EnvNotAllowed {
        /// The name.
        name: String,
    },
    /// `${env.X}` that isn't set here and now.
    EnvUnset {
        /// The name.
        name: String,
    },
    /// What only the user's own profiles may do.
    NotInProject {
        /// It.
        what: &'static str,
    },
    /// A rule that accepts before the user's own no is reached.
    Overrules {
        /// The user's rule.
        id: String,
        /// What it does.
        action: &'static str,
    },
    /// A project's profile that the user never trusted.
    NotTrusted,
    /// One that was changed since.
    EditedSinceTrust,
}

impl Warning {
    /// A stable name for it.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreachable { .. } => "unreachable_rule",
            Self::NoQuestion => "no_question",
            Self::FewFixed => "broad_pattern",
            Self::LooseStart => "loose_start",
            Self::Markdown => "markdown_stars",
            Self::Escape { .. } => "escape_in_pattern",
            Self::NeverActs { .. } => "answer_never_acts",
            Self::Lasting { .. } => "lasting_answer",
            Self::Tilde => "tilde",
            Self::IdTwice { .. } => "id_twice",
            Self::NearMiss { .. } => "near_miss",
            Self::FileName { .. } => "file_name",
            Self::Secret { .. } => "secret_field",
            Self::BareVariable { .. } => "bare_variable",
            Self::VarUnset { .. } => "var_unset",
            Self::EnvNotAllowed { .. } => "env_not_allowed",
            Self::EnvUnset { .. } => "env_unset",
            Self::NotInProject { .. } => "not_in_project",
            Self::Overrules { .. } => "overrules_user",
            Self::NotTrusted => "not_trusted",
            Self::EditedSinceTrust => "edited_since_trust",
        }
    }

    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::Unreachable { alike: true, .. } => "put both into one".to_owned(),
            Self::Unreachable { .. } => {
                "the first rule that applies decides: move this one above it".to_owned()
            }
            Self::NoQuestion => {
                "give it `when.message` without `**`, `when.question` or `when.message_regex`"
                    .to_owned()
            }
            Self::FewFixed => "write out more of the words that only this question has".to_owned(),
            Self::LooseStart => {
                "write out how the message begins: what stands there may change what is asked"
                    .to_owned()
            }
            Self::Markdown => {
                r"`**` is any text here; for the stars themselves write `\*\*` in `'…'`".to_owned()
            }
            Self::Escape { letter, .. } => {
                format!(r"write the pattern in `'…'`, where `\{letter}` stays what it is")
            }
            Self::NeverActs { field } => {
                format!("answer it in a rule that names the question: `answers.{field} = …`")
            }
            Self::Lasting { .. } => {
                "answer this one question only, if the form lets you".to_owned()
            }
            Self::Tilde => "write the path out, or begin it with `**/`".to_owned(),
            Self::IdTwice { .. } => {
                "give it another: the journal tells rules apart by their `id`".to_owned()
            }
            Self::NearMiss { asked, .. } => format!("did you mean `{asked}`?"),
            Self::FileName {
                name, taken: true, ..
            } => {
                format!("`{name}` lies beside it: put both into that one")
            }
            Self::FileName { name, .. } => format!("name the file `{name}`"),
            Self::Secret { field } => format!(
                "if it has to be: `answers.{field} = \"${{env.NAME}}\"` and `allow_secret = [\"{field}\"]` in a rule of your own that names its question"
            ),
            Self::BareVariable { meant, .. } => format!("write `{meant}`"),
            Self::VarUnset { name } => {
                format!("set it under `[vars]` in your `config.toml`: `{name} = \"…\"`")
            }
            Self::EnvNotAllowed { name } => {
                format!("list it in your `config.toml`: `env = [\"{name}\"]`")
            }
            Self::EnvUnset { name } => {
                format!("set it where the client runs, or give a fallback: `${{env.{name}:-…}}`")
            }
            Self::NotInProject { .. } => {
                "put it into a profile of your own; a project can't do this".to_owned()
            }
            Self::Overrules { .. } => {
                "to keep your no, name the message, the question or the URL in its `when`"
                    .to_owned()
            }
            Self::NotTrusted | Self::EditedSinceTrust => {
                "read it, then run `answerback trust`".to_owned()
            }
        })
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable { by, .. } => {
                write!(
                    f,
                    "this rule is never reached: rule `{by}` decides before it"
                )
            }
            Self::NoQuestion => {
                f.write_str("this rule names no question, so it answers no form that asks consent")
            }
            Self::FewFixed => f.write_str("this pattern is nearly all wildcard"),
            Self::LooseStart => f.write_str("this pattern lets the message begin with anything"),
            Self::Markdown => f.write_str("`**` around words, as Markdown writes bold"),
            Self::Escape { letter, stands_for } => {
                write!(f, r#"`\{letter}` in `"…"` is {stands_for}"#)
            }
            Self::NeverActs { field } => write!(
                f,
                "`{field}` in `[answers]` never acts: a form with such a field asks consent"
            ),
            Self::Lasting { value } => {
                write!(
                    f,
                    "`{value}` answers later questions too, which nobody will see"
                )
            }
            Self::Tilde => f.write_str("`~` is not your home folder here"),
            Self::IdTwice { id, line } => {
                write!(f, "the id `{id}` is used already, in line {line}")
            }
            Self::NearMiss { field, .. } => {
                write!(f, "no request in the journal asks for `{field}`")
            }
            Self::FileName { server, .. } => {
                write!(f, "this file is not looked up for the server `{server}`")
            }
            Self::Secret { field } => {
                write!(f, "`{field}` asks for a secret, so it is not answered")
            }
            Self::BareVariable { written, .. } => {
                write!(f, "`{written}` is sent as it stands: it is no variable")
            }
            Self::VarUnset { name } => write!(f, "`${{vars.{name}}}` is not set"),
            Self::EnvNotAllowed { name } => {
                write!(f, "the config doesn't let profiles read `{name}`")
            }
            Self::EnvUnset { name } => write!(f, "`${{env.{name}}}` is not set here"),
            Self::NotInProject { what } => write!(f, "{what} has no effect in a project's profile"),
            Self::Overrules { id, action } => {
                write!(
                    f,
                    "this rule accepts before your own rule `{id}` could {action}"
                )
            }
            Self::NotTrusted => f.write_str("you never trusted this profile, so it is not used"),
            Self::EditedSinceTrust => {
                f.write_str("this profile was edited since you trusted it, so it is not used")
            }
        }
    }
}
