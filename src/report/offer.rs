//! What a project brings along, for the person who is to trust it. Nothing that decides is cut, and nothing
//! of it reaches the terminal as it is.

use std::collections::BTreeSet;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use serde_json::Value as Json;

use super::clean::{escape, escape_json};
use super::explanation::error;
use super::text::faults;
use crate::profile::{
    Act, Condition, Config, ConfigSource, Offer, OfferedProfile, OfferedServer, Profile, Source,
    State, Variable,
};

const HEAD: Style = Style::new().bold();
const WARN: Style = AnsiColor::Yellow.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// The offer as text with styles.
pub fn render(offer: &Offer, config: &ConfigSource) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{HEAD}project{HEAD:#}  {}",
        escape(&offer.project.to_string_lossy())
    );
    if offer.identity != offer.project {
        let _ = writeln!(
            out,
            "         a work tree of {}: what is trusted here is trusted in all of them",
            escape(&offer.identity.to_string_lossy())
        );
    }
    for profile in &offer.profiles {
        offered_profile(&mut out, profile, offer, config);
    }
    for server in &offer.servers {
        offered_server(&mut out, server, offer);
    }
    unusable(&mut out, &offer.own);
    out
}

fn offered_profile(
    out: &mut String,
    offered: &OfferedProfile,
    offer: &Offer,
    config: &ConfigSource,
) {
    title(
        out,
        "profile",
        &offered.place.to_string_lossy(),
        offered.trusted,
    );
    if offered.trusted {
        return;
    }
    let text = String::from_utf8_lossy(&offered.bytes);
    let width = text.lines().count().to_string().len();
    for (number, line) in (1..).zip(text.lines()) {
        let _ = writeln!(out, "  {DIM}{number:>width$}{DIM:#}  {}", escape(line));
    }
    let profile = match &offered.read {
        Ok(profile) => profile,
        Err(diagnostics) => {
            let errors: Vec<_> = diagnostics
                .iter()
                .map(|diagnostic| error(diagnostic, &offered.bytes))
                .collect();
            faults(out, &errors);
            return;
        }
    };
    variables(out, profile, config);
    for warning in without_effect(profile).chain(overruled(profile, offer)) {
        let _ = writeln!(out, "  {WARN}warning{WARN:#}: {warning}");
    }
}

fn title(out: &mut String, kind: &str, name: &str, trusted: bool) {
    let already = if trusted { "  (trusted already)" } else { "" };
    let _ = writeln!(out, "\n{HEAD}{kind:<7}{HEAD:#}  {}{already}", escape(name));
}

/// What stands for the user's own variables now.
fn variables(out: &mut String, profile: &Profile, config: &ConfigSource) {
    let names: BTreeSet<&str> = profile
        .values()
        .flat_map(|named| named.answer.it.variables())
        .filter_map(|variable| match variable {
            Variable::Vars(name) => Some(name.as_str()),
            _ => None,
        })
        .collect();
    for name in names {
        let value = match &config.state {
            Err(_) => "not known: your config can't be used".to_owned(),
            Ok(Config { vars, .. }) => vars.get(name).map_or_else(
                || "not set in your config".to_owned(),
                |value| format!("`{}`, from your config", escape(value)),
            ),
        };
        let _ = writeln!(out, "  ${{vars.{name}}} is {value}");
    }
}

/// What a project's profile asks for and never gets.
fn without_effect(profile: &Profile) -> impl Iterator<Item = String> {
    let in_values = profile
        .values()
        .flat_map(|named| named.answer.it.variables())
        .filter_map(|variable| match variable {
            Variable::Env { name, .. } => Some(name.as_str()),
            _ => None,
        });
    let in_conditions = profile
        .rules
        .iter()
        .flat_map(|rule| &rule.when)
        .filter_map(|condition| match &condition.it {
            Condition::Env { name, .. } => Some(name.as_str()),
            _ => None,
        });
    let env: BTreeSet<&str> = in_values.chain(in_conditions).collect();
    let env = env.into_iter().map(|name| {
        format!(
            "it asks for the environment variable `{}`, which a project's profile never gets",
            escape(name)
        )
    });
    let of_rules = profile.rules.iter().flat_map(|rule| {
        let id = escape(&rule.id);
        let secret = matches!(&rule.act, Act::Accept(accept) if !accept.allow_secret.is_empty());
        let url = rule.accepts() && rule.is_for_urls();
        [
            secret.then(|| {
                format!("`allow_secret` of the rule `{id}` counts for nothing in a project")
            }),
            url.then(|| {
                format!("the rule `{id}` accepts a URL, which a project's profile never does")
            }),
        ]
    });
    env.chain(of_rules.flatten())
        .collect::<Vec<_>>()
        .into_iter()
}

/// Where an accept of this profile comes before what the user's own files say.
fn overruled(profile: &Profile, offer: &Offer) -> Vec<String> {
    let mut warnings = Vec::new();
    for source in &offer.own {
        let path = escape(&source.path.to_string_lossy()).into_owned();
        let Some(own) = profile
            .servers
            .iter()
            .find_map(|server| source.profile_for(&server.it))
        else {
            continue;
        };
        let accepting = listed(
            profile
                .rules
                .iter()
                .filter(|rule| rule.accepts())
                .map(|rule| &rule.id),
        );
        if !accepting.is_empty() {
            warnings.push(format!(
                "what {accepting} accepts is not asked of your own `{path}` any more"
            ));
            let weak = listed(
                own.rules
                    .iter()
                    .filter(|rule| !rule.accepts() && !rule.is_specific())
                    .map(|rule| &rule.id),
            );
            if !weak.is_empty() {
                warnings.push(format!(
                    "your {weak} there doesn't stand before it: it names no message, question or URL"
                ));
            }
        }
        let fields = listed(profile.answers.iter().map(|named| &named.field.it));
        if !fields.is_empty() && own.rules.iter().any(|rule| rule.accepts()) {
            warnings.push(format!(
                "[answers] fills {fields} in what your own `{path}` accepts, but where a form asks consent"
            ));
        }
    }
    warnings
}

fn listed<'n>(names: impl Iterator<Item = &'n String>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{}`", escape(name))).collect();
    names.join(", ")
}

fn offered_server(out: &mut String, server: &OfferedServer, offer: &Offer) {
    title(out, "server", &server.name, server.trusted);
    if server.trusted {
        return;
    }
    let definitions: Vec<Json> = serde_json::from_str(&server.entry.json).unwrap_or_default();
    for (file, definition) in server.entry.files.iter().zip(&definitions) {
        let _ = writeln!(out, "  as {} defines it:", escape(&file.to_string_lossy()));
        for line in escape_json(&format!("{definition:#}")).lines() {
            let _ = writeln!(out, "    {line}");
        }
    }
    for source in &offer.own {
        let path = escape(&source.path.to_string_lossy()).into_owned();
        if source.profile_for(&server.name).is_some() {
            let _ = writeln!(
                out,
                "  {WARN}warning{WARN:#}: this program then gets the answers of your own `{path}`"
            );
        }
    }
}

/// Files of the user's own that keep everything from being answered.
fn unusable(out: &mut String, own: &[Source]) {
    for source in own {
        if let State::Unusable(_) = source.state {
            let _ = writeln!(
                out,
                "  {WARN}warning{WARN:#}: your own `{}` can't be used, and until it can nothing is answered",
                escape(&source.path.to_string_lossy())
            );
        }
    }
}
