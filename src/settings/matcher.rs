//! Which servers a group's `matcher` lets through to its hooks. As observed with client 2.1.332; the documentation says
//! no more than that it is a pattern.

use regex_automata::nfa::thompson::pikevm::PikeVM;
use serde_json::Value;

/// A group's `matcher`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matcher {
    /// None, `""` or `"*"`.
    All,
    /// Plain names, with `|` or `,` between them: exactly these.
    Names(Vec<String>),
    /// Anything else: an expression that is found anywhere in the name.
    Pattern(String),
    /// No text at all: matches nothing.
    Unusable,
}

impl Matcher {
    /// Reads it as it stands in the settings.
    pub fn of(value: Option<&Value>) -> Self {
        let text = match value {
            None => return Self::All,
            Some(Value::String(text)) => text,
            Some(_) => return Self::Unusable,
        };
        let plain = |char: char| char.is_ascii_alphanumeric() || "_- |,".contains(char);
        match text.as_str() {
            "" | "*" => Self::All,
            _ if text.chars().all(plain) => Self::Names(
                text.split(['|', ','])
                    .map(|name| name.trim().to_owned())
                    .collect(),
            ),
            _ => Self::Pattern(text.clone()),
        }
    }

    /// Whether a request of this server reaches the group's hooks.
    pub fn lets_through(&self, server: &str) -> bool {
        match self {
            Self::All => true,
            Self::Names(names) => names.iter().any(|name| name == server),
            Self::Pattern(pattern) => PikeVM::new(pattern)
                .is_ok_and(|regex| regex.is_match(&mut regex.create_cache(), server)),
            Self::Unusable => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn servers_are_let_through_as_the_client_does() {
        for (matcher, server, through) in [
            (json!(""), "rig", true),
            (json!("*"), "rig", true),
            (json!("rig"), "rig", true),
            (json!("rig"), "rigs", false),
            (json!("Rig"), "rig", false),
            (json!("a | rig"), "rig", true),
            (json!("a,rig"), "rig", true),
            (json!("i."), "rig", true),
            (json!("^ri"), "rig", true),
            (json!("rig*"), "ri", true),
            (json!("["), "rig", false),
            (json!("mcp__rig"), "rig", false),
            (json!("psrv"), "plugin:answerer:psrv", false),
            (json!(".*psrv"), "plugin:answerer:psrv", true),
            (json!("plugin:answerer:psrv"), "plugin:answerer:psrv", true),
            (json!(null), "rig", false),
        ] {
            assert_eq!(
                Matcher::of(Some(&matcher)).lets_through(server),
                through,
                "{matcher} {server}"
            );
        }
        assert_eq!(Matcher::of(None), Matcher::All);
    }
}
