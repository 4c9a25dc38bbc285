//! Everything that can be wrong with a profile or config: one list, each with its sentence and its help.

use std::fmt;

use super::{Span, TemplateError};

/// A fault and where it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// What is wrong.
    pub fault: Fault,
    /// Where.
    pub span: Span,
}

/// What is wrong. Each makes its file unusable.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// The file isn't UTF-8.
    NotUtf8,
    /// The file isn't TOML; the parser's own words.
    Syntax(String),
    /// A key that doesn't exist where it stands.
    UnknownKey {
        /// The key.
        key: String,
        /// The table it stands in, as people write it.
        place: &'static str,
        /// Where it belongs, or what was meant.
        help: Option<String>,
    },
    /// A value of another type.
    WrongType {
        /// The key.
        key: String,
        /// What it takes.
        expected: &'static str,
        /// How it is written, where what was meant is plain.
        help: Option<String>,
    },
    /// A list without entries where it would decide nothing.
    EmptyList {
        /// The key.
        key: String,
    },
    /// No `server`.
    NoServer {
        /// It stands below a table's header, which swallowed it.
        swallowed: bool,
    },
    /// A rule without anything to do.
    RuleSaysNothing,
    /// A `[[result]]` without anything to do.
    ResultSaysNothing,
    /// An `action` that doesn't exist.
    UnknownAction(String),
    /// Values beside an action that sends none.
    ValuesUnused {
        /// The key with the values.
        key: &'static str,
        /// The action.
        action: &'static str,
    },
    /// A rule for URLs with values, which a URL doesn't take.
    UrlTakesNoValues,
    /// The same field in `answers` and `prefer`.
    AnsweredTwice(String),
    /// A pattern that isn't one; the reason in words.
    Pattern {
        /// The key.
        key: String,
        /// What is wrong with it.
        why: String,
    },
    /// A pattern that is nearly all wildcard, in a rule that accepts.
    NamesNothing {
        /// The key.
        key: &'static str,
    },
    /// A group that `message_regex` doesn't have.
    NoSuchGroup(String),
    /// A group whose text would be sent, with no list of what it may be.
    GroupIsOpen(String),
    /// `${message.X}` where no rule's `message_regex` can give it.
    NoMessageHere(String),
    /// `${…}` that can't be read.
    Template(TemplateError),
    /// An integer beyond 64 bits.
    TooLarge,
    /// `nan` or `inf`.
    NotFinite,
    /// A table as an answer.
    NestedAnswer {
        /// The field as it would have to be quoted.
        quoted: String,
    },
    /// A list within a list.
    NestedList,
    /// A policy word that doesn't exist.
    UnknownWord {
        /// The key.
        key: &'static str,
        /// The words there are.
        words: &'static str,
    },
    /// An environment variable that profiles may never read.
    ForbiddenVariable(String),
    /// A value that looks like a credential of this kind.
    Credential(&'static str),
    /// `allow_secret` for a field that isn't answered by one environment variable.
    SecretNotFromEnv(String),
    /// `allow_secret` in a rule that doesn't name its question.
    SecretNeedsQuestion,
}

impl Fault {
    /// A stable name for it.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotUtf8 => "not_utf8",
            Self::Syntax(_) => "syntax",
            Self::UnknownKey { .. } => "unknown_key",
            Self::WrongType { .. } => "wrong_type",
            Self::EmptyList { .. } => "empty_list",
            Self::NoServer { .. } => "no_server",
            Self::RuleSaysNothing => "rule_says_nothing",
            Self::ResultSaysNothing => "result_says_nothing",
            Self::UnknownAction(_) => "unknown_action",
            Self::ValuesUnused { .. } => "values_unused",
            Self::UrlTakesNoValues => "url_takes_no_values",
            Self::AnsweredTwice(_) => "answered_twice",
            Self::Pattern { .. } => "bad_pattern",
            Self::NamesNothing { .. } => "names_nothing",
            Self::NoSuchGroup(_) => "no_such_group",
            Self::GroupIsOpen(_) => "group_is_open",
            Self::NoMessageHere(_) => "no_message_here",
            Self::Template(_) => "bad_template",
            Self::TooLarge => "too_large",
            Self::NotFinite => "not_finite",
            Self::NestedAnswer { .. } => "nested_answer",
            Self::NestedList => "nested_list",
            Self::UnknownWord { .. } => "unknown_word",
            Self::ForbiddenVariable(_) => "forbidden_variable",
            Self::Credential(_) => "credential",
            Self::SecretNotFromEnv(_) => "secret_not_from_env",
            Self::SecretNeedsQuestion => "secret_needs_question",
        }
    }

    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        let help = match self {
            Self::NotUtf8 => "save the file as UTF-8".to_owned(),
            Self::UnknownKey { help, .. } | Self::WrongType { help, .. } => return help.clone(),
            Self::EmptyList { key } => format!("name at least one, or take `{key}` out"),
            Self::NoServer { swallowed: true } => {
                "it stands below a table, which swallowed it: move it to the top of the file".to_owned()
            }
            Self::NoServer { swallowed: false } => {
                "write `server = \"name\"`, the server's name as the client shows it, at the top of the file".to_owned()
            }
            Self::RuleSaysNothing => {
                "give it `answers`, `prefer`, `use_defaults` or an `action`".to_owned()
            }
            Self::ResultSaysNothing => {
                "give it `action = \"decline\"`, or values under `set`".to_owned()
            }
            Self::UnknownAction(word) => match word.as_str() {
                "allow" | "approve" | "yes" | "answer" => "write `accept`".to_owned(),
                "deny" | "reject" | "block" | "refuse" | "no" => "write `decline`".to_owned(),
                "dismiss" | "abort" => "write `cancel`".to_owned(),
                "prompt" | "skip" | "none" | "pass" => "write `ask`".to_owned(),
                _ => "there are `accept`, `decline`, `cancel` and `ask`".to_owned(),
            },
            Self::ValuesUnused { key, action } => {
                format!("take `{key}` out, or the `action = \"{action}\"`")
            }
            Self::UrlTakesNoValues => {
                "take the values out; to accept a URL, write `action = \"accept\"`".to_owned()
            }
            Self::AnsweredTwice(_) => {
                "keep `answers` for a fixed value, or `prefer` for the first on offer".to_owned()
            }
            Self::NamesNothing { .. } => {
                "write out the words that only this question has".to_owned()
            }
            Self::NoSuchGroup(group) => {
                format!("name it in `when.message_regex`: `(?<{group}>…)`")
            }
            Self::GroupIsOpen(group) => {
                format!("list what it may be: `when.one_of.{group} = [\"…\"]`")
            }
            Self::NoMessageHere(_) => {
                "use it in the `answers` of a rule with `when.message_regex`".to_owned()
            }
            Self::Template(TemplateError::Mustache(inside)) => format!("write `${{{inside}}}`"),
            Self::Template(_) => {
                "there are `vars.X`, `env.X`, `env.X:-fallback`, `project.name`, `project.dir`, `cwd.name`, `cwd.dir`, `server`, `today` and `message.X`; `$${` is a literal".to_owned()
            }
            Self::TooLarge => "put it in quotes if the form asks a text".to_owned(),
            Self::NestedAnswer { quoted } => {
                format!("a field whose name holds a dot is quoted: `{quoted}`")
            }
            Self::UnknownWord { words, .. } => format!("there are {words}"),
            Self::ForbiddenVariable(_) => {
                "the client's own variables are never read".to_owned()
            }
            Self::Credential(_) => {
                "keep it in an environment variable that the config lists under `env`, and name the field in the rule's `allow_secret`".to_owned()
            }
            Self::SecretNotFromEnv(field) => {
                format!("write `answers.{field} = \"${{env.NAME}}\"`, with nothing around it")
            }
            Self::SecretNeedsQuestion => {
                "give it `when.message` without `**`, `when.question` or `when.message_regex`".to_owned()
            }
            Self::Syntax(message) => return syntax_help(message).map(str::to_owned),
            Self::Pattern { .. } | Self::NotFinite | Self::NestedList => return None,
        };
        Some(help)
    }
}

/// What people mostly meant where the parser gave up; by its words, so an unknown one has no help.
fn syntax_help(message: &str) -> Option<&'static str> {
    let helps = [
        (
            "escaped value",
            r#"a backslash in `"…"` begins an escape: write patterns in `'…'`"#,
        ),
        (
            "key with no value",
            r#"a name that holds a space is quoted: `answers."the name"`"#,
        ),
        (
            "duplicate key",
            r#"a key stands once; for several values write a list: `["…", "…"]`"#,
        ),
        (
            "invalid basic string",
            r#"a text ends with `"` on the same line"#,
        ),
    ];
    helps
        .into_iter()
        .find_map(|(words, help)| message.contains(words).then_some(help))
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8 => f.write_str("the file is not UTF-8"),
            Self::Syntax(message) => f.write_str(message.trim()),
            Self::UnknownKey { key, place, .. } => write!(f, "unknown key `{key}` in {place}"),
            Self::WrongType { key, expected, .. } => write!(f, "`{key}` takes {expected}"),
            Self::EmptyList { key } => write!(f, "`{key}` is an empty list"),
            Self::NoServer { .. } => f.write_str("`server` is missing"),
            Self::RuleSaysNothing => f.write_str("this rule says nothing"),
            Self::ResultSaysNothing => f.write_str("this result says nothing"),
            Self::UnknownAction(word) => write!(f, "unknown action `{word}`"),
            Self::ValuesUnused { key, action } => {
                write!(
                    f,
                    "`{key}` beside `action = \"{action}\"`, which sends no values"
                )
            }
            Self::UrlTakesNoValues => f.write_str("a rule for URLs has no values to send"),
            Self::AnsweredTwice(field) => {
                write!(f, "`{field}` stands in `answers` and in `prefer`")
            }
            Self::Pattern { key, why } => write!(f, "`{key}`: {why}"),
            Self::NamesNothing { key } => write!(f, "`{key}` names nothing"),
            Self::NoSuchGroup(group) => {
                write!(f, "`when.message_regex` has no group `{group}`")
            }
            Self::GroupIsOpen(group) => {
                write!(
                    f,
                    "`${{message.{group}}}` would let the server choose the answer"
                )
            }
            Self::NoMessageHere(group) => write!(f, "`${{message.{group}}}` has no message here"),
            Self::Template(TemplateError::Unclosed) => f.write_str("`${` without its `}`"),
            Self::Template(TemplateError::Unknown(inside)) => {
                write!(f, "there is no variable `${{{inside}}}`")
            }
            Self::Template(TemplateError::Mustache(inside)) => {
                write!(
                    f,
                    "`{{{{ {inside} }}}}` is not how variables are written here"
                )
            }
            Self::TooLarge => f.write_str("the number is beyond 64 bits"),
            Self::NotFinite => f.write_str("`nan` and `inf` can't be sent"),
            Self::NestedAnswer { .. } => f.write_str("an answer can't be a table"),
            Self::NestedList => f.write_str("a list can't hold a list"),
            Self::UnknownWord { key, .. } => write!(f, "unknown word for `{key}`"),
            Self::ForbiddenVariable(name) => write!(f, "`{name}` can't be allowed"),
            Self::Credential(kind) => write!(f, "this looks like a credential: {kind}"),
            Self::SecretNotFromEnv(field) => {
                write!(
                    f,
                    "the secret `{field}` has to come from one environment variable"
                )
            }
            Self::SecretNeedsQuestion => {
                f.write_str("`allow_secret` in a rule that doesn't name its question")
            }
        }
    }
}
