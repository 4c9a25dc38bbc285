//! `answerback trust`: shows what a project brings along, and records what the person trusts of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::cli::{Failure, TrustArgs, TrustPlaceArgs};
use crate::profile::trust::{self, Kind, Record, Subject};
use crate::profile::{Folders, Offer, Standing, Target, config, identity};
use crate::report::{escape, render_offer, standing};
use crate::run::{Streams, World, status};
use crate::wire::claude_code;

/// Shows, asks and records; or lists what is recorded.
pub(crate) fn run(
    args: &TrustArgs,
    color: bool,
    world: &World<'_>,
    streams: &mut Streams<'_>,
) -> Result<u8, Failure> {
    let folders = super::folders(&args.places.places)?;
    if args.list {
        return list(&folders, streams);
    }
    if (world.env)(claude_code::AGENT).is_some() {
        return Err(Failure::no(format!(
            "nothing was trusted: `{}` is set, so this runs inside an agent's session; what a project may \
             answer is for the person to say, in a terminal of their own",
            claude_code::AGENT
        )));
    }
    let mut offers = Vec::new();
    for target in targets(&args.places, world)? {
        let offer = Offer::gather(&target, &args.places.places.profiles, &folders)
            .map_err(|no| Failure::data(escape(&no.to_string())))?;
        if offer.is_empty() {
            return Err(Failure::no(format!(
                "there is nothing to trust in `{}`: no `.answerback/*.toml`, and no `.mcp.json` that defines \
                 a server which a profile of yours answers",
                escape(&target.project.to_string_lossy())
            )));
        }
        offers.push(offer);
    }
    let config = config(&folders);
    for offer in &offers {
        let text = super::styled(render_offer(offer, &config), color) + "\n";
        // What couldn't be shown isn't trusted either.
        streams
            .stdout
            .write_all(text.as_bytes())
            .map_err(|error| Failure::no(format!("nothing was trusted: {error}")))?;
    }
    if broken(&offers) {
        return Err(Failure::data("nothing was trusted: a profile is broken"));
    }
    if offers.iter().all(|offer| offer.subjects().is_empty()) {
        let _ = writeln!(streams.stdout, "all of this is trusted already");
        return Ok(status::OK);
    }
    if !args.yes {
        ask(streams)?;
    }
    let when = jiff::Timestamp::now()
        .strftime("%Y-%m-%dT%H:%M:%SZ")
        .to_string();
    for offer in &offers {
        for subject in offer.subjects() {
            record(&folders, offer, &subject, &when, streams)?;
        }
    }
    Ok(status::OK)
}

/// The paths given, or the project of the working folder.
pub(super) fn targets(args: &TrustPlaceArgs, world: &World<'_>) -> Result<Vec<Target>, Failure> {
    let absolute = |path: &Path| match world.cwd() {
        _ if path.is_absolute() => Ok(path.to_owned()),
        Some(cwd) => Ok(cwd.join(path)),
        None => Err(Failure::usage(
            "there is no working folder: give absolute paths",
        )),
    };
    let project: Option<PathBuf> = args.project.as_deref().map(absolute).transpose()?;
    if args.paths.is_empty() {
        let here = match project {
            Some(project) => project,
            None => identity::project_of(None, world.cwd())
                .ok_or_else(|| Failure::usage("there is no working folder: give a path"))?,
        };
        return Ok(vec![Target::of(&here, None)]);
    }
    args.paths
        .iter()
        .map(|path| Ok(Target::of(&absolute(path)?, project.as_deref())))
        .collect()
}

fn broken(offers: &[Offer]) -> bool {
    offers
        .iter()
        .flat_map(|offer| &offer.profiles)
        .any(|profile| profile.read.is_err())
}

/// Asks the person; an error unless they say yes.
fn ask(streams: &mut Streams<'_>) -> Result<(), Failure> {
    if !streams.interactive() {
        return Err(Failure::usage(
            "nothing was trusted: there is no terminal to ask on; if you have read all of this, give `--yes`",
        ));
    }
    if super::confirm("Trust this? It holds until any of it changes.", streams) {
        Ok(())
    } else {
        Err(Failure::no("nothing was trusted"))
    }
}

fn record(
    folders: &Folders,
    offer: &Offer,
    subject: &Subject<'_>,
    when: &str,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let record =
        trust::record(&folders.trust(), &offer.identity, subject, when).map_err(|problem| {
            Failure::no(format!(
                "`{}` can't hold what you trust: {problem}",
                escape(&folders.trust().to_string_lossy())
            ))
        })?;
    let _ = writeln!(streams.stdout, "trusted: {}", named(&record));
    Ok(())
}

/// What a record is about, in words.
pub(super) fn named(record: &Record) -> String {
    let kind = match record.kind {
        Kind::Profile => "profile",
        Kind::McpEntry => "server",
    };
    format!("{kind} {}", escape(&record.place))
}

/// Shows all records and how what they are about stands now.
fn list(folders: &Folders, streams: &mut Streams<'_>) -> Result<u8, Failure> {
    let records = records(folders)?;
    let mut projects: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for record in &records {
        projects.entry(&record.project).or_default().push(record);
    }
    let mut out = String::new();
    for (project, of_project) in projects {
        out.push_str(&format!("{}\n", escape(project)));
        for record in of_project {
            out.push_str(&format!(
                "  {}  {}: {}\n",
                escape(&record.when),
                named(record),
                standing(Standing::of(record, &records))
            ));
        }
    }
    if out.is_empty() {
        out.push_str("no project is trusted\n");
    }
    let _ = streams.stdout.write_all(out.as_bytes());
    Ok(status::OK)
}

/// All records.
pub(super) fn records(folders: &Folders) -> Result<Vec<Record>, Failure> {
    trust::list(&folders.trust()).map_err(|problem| {
        Failure::data(format!(
            "`{}`: {problem}",
            escape(&folders.trust().to_string_lossy())
        ))
    })
}
