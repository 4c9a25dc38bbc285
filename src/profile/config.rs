//! The user's `config.toml`: policy, what profiles may read of the environment, and `[vars]`.

use std::collections::BTreeMap;

use toml::de::DeValue;

use super::read::{
    Faults, Table, boolean, document, meant, number, scalar_text, text, texts, unquoted,
};
use super::{Diagnostic, Fault};
use crate::words::looks_like_credential;

/// What the user's config says. A missing file says the default of everything.
#[derive(Debug, Default)]
pub struct Config {
    /// What follows where no rule decides.
    pub unanswered: Unanswered,
    /// The same where nobody sits at the client; `None`: as `unanswered`.
    pub unattended: Option<Unanswered>,
    /// What a form that asks for a secret gets.
    pub secrets: Option<Secrets>,
    /// Equal requests that are answered within one prompt.
    pub repeats: Repeats,
    /// What the journal takes down.
    pub journal: Journal,
    /// Whether what a person accepts is kept for `learn`.
    pub record: bool,
    /// What becomes of a form into which a person typed what looks like a credential.
    pub secrets_typed: SecretsTyped,
    /// Environment variables that profiles may read.
    pub env: Vec<String>,
    /// `[vars]`, as text.
    pub vars: BTreeMap<String, String>,
}

/// What follows where no rule decides. It can't accept.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Unanswered {
    /// No decision: the client goes on as if we weren't there.
    #[default]
    Ask,
    /// Decline.
    Decline,
    /// Cancel.
    Cancel,
}

/// What a form that asks for a secret gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrets {
    /// No decision.
    Ask,
    /// Decline.
    Decline,
}

/// What the journal takes down.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Journal {
    /// Nothing.
    Off,
    /// All but messages.
    WithoutMessages,
    /// Everything.
    #[default]
    Full,
}

/// What becomes of a form into which a person typed what looks like a credential.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum SecretsTyped {
    /// It is sent: the person meant it.
    #[default]
    Pass,
    /// It is declined.
    Decline,
}

/// How many equal requests are answered within one prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeats(pub u32);

impl Default for Repeats {
    fn default() -> Self {
        Self(25)
    }
}

impl Unanswered {
    /// The policy of this name.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "ask" => Some(Self::Ask),
            "decline" => Some(Self::Decline),
            "cancel" => Some(Self::Cancel),
            _ => None,
        }
    }
}

const KEYS: [&str; 9] = [
    "unanswered",
    "unattended",
    "secrets",
    "secrets_typed",
    "repeats",
    "journal",
    "record",
    "env",
    "vars",
];

impl Config {
    /// Reads a config.
    ///
    /// # Errors
    /// Everything that is wrong with it; never empty.
    pub fn read(bytes: &[u8]) -> Result<Self, Vec<Diagnostic>> {
        document(bytes, |top, faults| {
            for (key, _) in top.entries() {
                let name = key.get_ref().as_ref();
                if !KEYS.contains(&name) {
                    let help = meant(name, &KEYS);
                    faults.push(
                        Fault::UnknownKey {
                            key: name.to_owned(),
                            place: "the config",
                            help,
                        },
                        key.span(),
                    );
                }
            }
            Self {
                unanswered: unanswered(top, "unanswered", faults).unwrap_or_default(),
                unattended: unattended(top, faults),
                secrets: secrets(top, faults),
                repeats: repeats(top, faults),
                journal: journal(top, faults),
                record: top
                    .get("record")
                    .and_then(|(_, value)| boolean(value, "record", faults))
                    .unwrap_or_default(),
                secrets_typed: secrets_typed(top, faults),
                env: env(top, faults),
                vars: vars(top, faults),
            }
        })
    }

    /// Puts another policy in place of the config's, attended or not.
    pub fn set_unanswered(&mut self, policy: Unanswered) {
        self.unanswered = policy;
        self.unattended = None;
    }

    /// Whether profiles may read this environment variable.
    pub fn allows_env(&self, name: &str) -> bool {
        self.env.iter().any(|allowed| same_variable(allowed, name))
    }
}

/// Names of environment variables are compared as the platform does.
fn same_variable(left: &str, right: &str) -> bool {
    if cfg!(windows) {
        left.eq_ignore_ascii_case(right)
    } else {
        left == right
    }
}

fn unanswered(table: Table<'_, '_>, key: &'static str, faults: &mut Faults) -> Option<Unanswered> {
    let (_, value) = table.get(key)?;
    let word = text(value, key, faults)?;
    let policy = Unanswered::parse(&word.it);
    if policy.is_none() {
        let words = "`ask`, `decline` and `cancel`; no policy accepts";
        faults.push(Fault::UnknownWord { key, words }, value.span());
    }
    policy
}

fn unattended(top: Table<'_, '_>, faults: &mut Faults) -> Option<Unanswered> {
    let (_, value) = top.get("unattended")?;
    let Some(table) = Table::of(value) else {
        faults.wrong_type(
            "unattended",
            "a table: write `unattended.unanswered = \"decline\"`",
            value.span(),
        );
        return None;
    };
    for (key, _) in table.entries() {
        let name = key.get_ref().as_ref();
        if name != "unanswered" {
            let fault = Fault::UnknownKey {
                key: name.to_owned(),
                place: "`unattended`",
                help: Some("there is `unanswered`".to_owned()),
            };
            faults.push(fault, key.span());
        }
    }
    unanswered(table, "unanswered", faults)
}

fn secrets(top: Table<'_, '_>, faults: &mut Faults) -> Option<Secrets> {
    let (_, value) = top.get("secrets")?;
    match text(value, "secrets", faults)?.it.as_str() {
        "ask" => Some(Secrets::Ask),
        "decline" => Some(Secrets::Decline),
        _ => {
            let words = "`ask` and `decline`";
            faults.push(
                Fault::UnknownWord {
                    key: "secrets",
                    words,
                },
                value.span(),
            );
            None
        }
    }
}

fn repeats(top: Table<'_, '_>, faults: &mut Faults) -> Repeats {
    let Some((_, value)) = top.get("repeats") else {
        return Repeats::default();
    };
    let count = match value.get_ref() {
        DeValue::Integer(_) => number(value, faults)
            .and_then(|number| number.as_u64())
            .and_then(|count| u32::try_from(count).ok()),
        _ => None,
    };
    count.map_or_else(
        || {
            faults.wrong_type(
                "repeats",
                "a whole number that is not negative",
                value.span(),
            );
            Repeats::default()
        },
        Repeats,
    )
}

fn journal(top: Table<'_, '_>, faults: &mut Faults) -> Journal {
    let Some((_, value)) = top.get("journal") else {
        return Journal::default();
    };
    if let DeValue::Boolean(on) = value.get_ref() {
        return if *on { Journal::Full } else { Journal::Off };
    }
    let Some(table) = Table::of(value) else {
        let expected = "`true` or `false`, or write `journal.messages = false`";
        faults.wrongly_written("journal", expected, unquoted(value), value.span());
        return Journal::default();
    };
    let mut messages = true;
    for (key, value) in table.entries() {
        let name = key.get_ref().as_ref();
        if name == "messages" {
            messages = boolean(value, "journal.messages", faults).unwrap_or(true);
        } else {
            let fault = Fault::UnknownKey {
                key: name.to_owned(),
                place: "`journal`",
                help: Some("there is `messages`".to_owned()),
            };
            faults.push(fault, key.span());
        }
    }
    if messages {
        Journal::Full
    } else {
        Journal::WithoutMessages
    }
}

fn secrets_typed(top: Table<'_, '_>, faults: &mut Faults) -> SecretsTyped {
    let key = "secrets_typed";
    let written = top.get(key).and_then(|(_, value)| text(value, key, faults));
    match written.as_ref().map(|word| word.it.as_str()) {
        None | Some("pass") => SecretsTyped::Pass,
        Some("decline") => SecretsTyped::Decline,
        Some(_) => {
            let span = written.map(|word| word.span.range()).unwrap_or_default();
            let words = "`pass` and `decline`";
            faults.push(Fault::UnknownWord { key, words }, span);
            SecretsTyped::Pass
        }
    }
}

fn env(top: Table<'_, '_>, faults: &mut Faults) -> Vec<String> {
    let Some((_, value)) = top.get("env") else {
        return Vec::new();
    };
    // An empty list allows none, which is the default written out.
    if matches!(value.get_ref(), DeValue::Array(items) if items.is_empty()) {
        return Vec::new();
    }
    let names = texts(value, "env", faults);
    for name in &names {
        let upper = name.it.to_ascii_uppercase();
        if upper.starts_with("ANTHROPIC_") || upper.starts_with("CLAUDE") {
            faults.push(Fault::ForbiddenVariable(name.it.clone()), name.span.range());
        }
    }
    names.into_iter().map(|name| name.it).collect()
}

fn vars(top: Table<'_, '_>, faults: &mut Faults) -> BTreeMap<String, String> {
    let Some((_, value)) = top.get("vars") else {
        return BTreeMap::new();
    };
    let Some(table) = Table::of(value) else {
        faults.wrong_type("vars", "a table: write `[vars]`", value.span());
        return BTreeMap::new();
    };
    let vars = table.entries().filter_map(|(name, value)| {
        let text = scalar_text(value, name.get_ref(), faults)?;
        if let Some(kind) = looks_like_credential(&text) {
            faults.push(Fault::Credential(kind), value.span());
        }
        Some((name.get_ref().to_string(), text))
    });
    vars.collect()
}
