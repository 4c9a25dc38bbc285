//! Reads a profile's text. Strict: whatever isn't known is an error with its place, and one error spoils
//! the file. All errors are found at once.

mod answer;
mod condition;
mod result;
mod rule;
mod table;

use super::{Answers, At, Diagnostic, Fault, Profile};

pub(crate) use table::{
    Faults, Table, Value, boolean, document, meant, number, scalar_text, text, texts, unquoted,
};

/// Keys of the file's top level.
const TOP_KEYS: [&str; 4] = ["server", "answers", "rule", "result"];

/// Reads the bytes of a profile.
///
/// # Errors
/// Everything that is wrong with it, in the order of the file; never empty.
pub fn read(bytes: &[u8]) -> Result<Profile, Vec<Diagnostic>> {
    document(bytes, |top, faults| {
        let profile = Profile {
            servers: servers(&top, faults),
            answers: top
                .get("answers")
                .map_or_else(Answers::default, |(_, value)| {
                    answer::answers(value, "answers", None, faults)
                }),
            rules: rule::rules(&top, faults),
            results: result::results(&top, faults),
        };
        for (key, _) in top.entries() {
            let name = key.get_ref().as_ref();
            if !TOP_KEYS.contains(&name) {
                faults.push(unknown_top_key(name), key.span());
            }
        }
        profile
    })
}

fn servers(top: &Table<'_, '_>, faults: &mut Faults) -> Vec<At<String>> {
    let Some((_, value)) = top.get("server") else {
        let swallowed = ["answers", "rule", "result"]
            .iter()
            .any(|table| top.holds_below(table, "server"));
        faults.push(Fault::NoServer { swallowed }, 0..0);
        return Vec::new();
    };
    let servers = table::texts(value, "server", faults);
    if servers.iter().any(|server| server.it.is_empty()) {
        faults.wrong_type("server", "a server's name", value.span());
    }
    servers
}

fn unknown_top_key(name: &str) -> Fault {
    let help = match name {
        "rules" => Some("write `[[rule]]`".to_owned()),
        "results" => Some("write `[[result]]`".to_owned()),
        "servers" => Some("write `server`; it takes a list too".to_owned()),
        "answer" => Some("write `[answers]`".to_owned()),
        "vars" | "env" | "unanswered" | "unattended" | "secrets" | "secrets_typed" | "repeats"
        | "journal" | "record" | "policy" => {
            Some(format!("`{name}` belongs into the user's `config.toml`"))
        }
        "version" | "format" => Some(
            "profiles have no version; what this answerback doesn't know, it doesn't guess"
                .to_owned(),
        ),
        _ if rule::RULE_KEYS.contains(&name) => Some(format!(
            "`{name}` belongs to a rule: put it below a `[[rule]]`"
        )),
        _ => table::meant(name, &TOP_KEYS),
    };
    Fault::UnknownKey {
        key: name.to_owned(),
        place: "a profile",
        help,
    }
}
