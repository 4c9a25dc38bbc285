//! What a project brings along, for the person who is to trust it. Nothing that decides is cut, and nothing
//! of it reaches the terminal as it is.

use std::collections::BTreeSet;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use serde_json::Value as Json;

use super::clean::{escape, escape_json};
use super::explanation::error;
use super::finding::Finding;
use super::text::faults;
use crate::profile::lint::{Surroundings, in_surroundings, overruled};
use crate::profile::{
    Config, ConfigSource, Offer, OfferedProfile, OfferedServer, Profile, Rule, Scope, Source,
    State, Variable, Warning,
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
    warnings(out, profile, &offered.bytes, offer, config);
}

fn title(out: &mut String, kind: &str, name: &str, trusted: bool) {
    let already = if trusted { "  (trusted already)" } else { "" };
    let _ = writeln!(out, "\n{HEAD}{kind:<7}{HEAD:#}  {}{already}", escape(name));
}

/// What stands for the user's own variables now. Those of the environment, which a project names in vain, are warned of.
fn variables(out: &mut String, profile: &Profile, config: &ConfigSource) {
    let variables = profile
        .values()
        .flat_map(|named| named.answer.it.variables());
    let vars: BTreeSet<&str> = variables
        .filter_map(|variable| match variable {
            Variable::Vars(name) => Some(name.as_str()),
            _ => None,
        })
        .collect();
    for name in vars {
        let value = match &config.state {
            Err(_) => "not known: your config can't be used".to_owned(),
            // Those that aren't set are warned of.
            Ok(config) => match config.vars.get(name) {
                Some(value) => format!("`{}`, from your config", escape(value)),
                None => continue,
            },
        };
        let _ = writeln!(out, "  ${{vars.{name}}} is {value}");
    }
}

/// What in a profile doesn't do what it seems to, and where it goes over the head of the user's own files.
fn warnings(
    out: &mut String,
    profile: &Profile,
    bytes: &[u8],
    offer: &Offer,
    config: &ConfigSource,
) {
    let known = config.state.as_ref().ok();
    let unknown = Config::default();
    let around = Surroundings {
        config: known.unwrap_or(&unknown),
        scope: Some(Scope::Project),
        is_set: &|_| true,
        asked: &[],
    };
    let mut remarks = in_surroundings(profile, &around);
    // Without the config it isn't known which variables there are.
    remarks.retain(|remark| known.is_some() || !matches!(remark.warning, Warning::VarUnset { .. }));
    let own = own_profiles(profile, offer);
    remarks.extend(
        own.iter()
            .flat_map(|(_, own)| overruled(profile, Scope::Project, own)),
    );
    let text = String::from_utf8_lossy(bytes);
    for remark in &remarks {
        let line = remark.span.map_or(0, |span| span.position(&text).0);
        let finding = Finding::from(remark);
        let _ = writeln!(
            out,
            "  {WARN}warning{WARN:#}: line {line}: {}",
            finding.message
        );
        if let Some(help) = finding.help {
            let _ = writeln!(out, "    help: {help}");
        }
    }
    for (path, own) in own {
        for warning in before_own(profile, &path, own) {
            let _ = writeln!(out, "  {WARN}warning{WARN:#}: {warning}");
        }
    }
}

/// The user's own profiles for the servers of this one.
fn own_profiles<'o>(profile: &Profile, offer: &'o Offer) -> Vec<(String, &'o Profile)> {
    let own = offer.own.iter().filter_map(|source| {
        let own = profile
            .servers
            .iter()
            .find_map(|server| source.profile_for(&server.it))?;
        Some((escape(&source.path.to_string_lossy()).into_owned(), own))
    });
    own.collect()
}

/// What this profile decides before one of the user's own is looked at.
fn before_own(profile: &Profile, path: &str, own: &Profile) -> Vec<String> {
    let accepting: Vec<&String> = (profile.rules.iter())
        .filter(|rule| rule.accepts())
        .map(|rule| &rule.id)
        .collect();
    let fields = listed(profile.answers.iter().map(|named| &named.field.it));
    let mut warnings = Vec::new();
    if !accepting.is_empty() {
        let (rules, answer) = match accepting.len() {
            1 => ("rule", "answers"),
            _ => ("rules", "answer"),
        };
        let ids = listed(accepting.into_iter());
        warnings.push(format!(
            "{rules} {ids} of the project {answer} before your own `{path}` is looked at"
        ));
    }
    if !fields.is_empty() && own.rules.iter().any(Rule::accepts) {
        warnings.push(format!(
            "[answers] fills {fields} in what your own `{path}` accepts, but where a form asks consent"
        ));
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
