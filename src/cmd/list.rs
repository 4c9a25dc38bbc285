//! `answerback list`: which profiles are in force here, by server.

use std::collections::BTreeSet;
use std::path::Path;

use super::settings_file;
use crate::cli::{Failure, ListArgs};
use crate::journal::{self, Event, Filter, Line};
use crate::profile::{Places, open, read};
use crate::report::{Listing, render_listing};
use crate::run::{Streams, World, status};

/// Lists them.
pub(crate) fn run(
    args: &ListArgs,
    color: bool,
    world: &World<'_>,
    streams: &mut Streams<'_>,
) -> Result<u8, Failure> {
    let folders = super::folders(&args.places)?;
    let given = args.project.as_deref().map(|dir| world.absolute(dir));
    let project = given.or_else(|| settings_file::project(world));
    let places = Places {
        tells_edits: true,
        profiles: &args.places.profiles,
        folders: &folders,
        project: project.as_deref(),
    };
    let mut listing = Listing::default();
    let lines = journal::read(&folders.state, &Filter::default()).unwrap_or_default();
    for server in servers(&places) {
        let last_use = |path: &Path| {
            let path = path.to_string_lossy();
            let used = |line: &&Line<'_>| {
                line.event == Event::Request && line.server == server && line.file == path
            };
            lines.iter().rfind(used).map(|line| line.time.to_string())
        };
        listing.add(&server, &open(&server, &places), last_use);
    }
    let out = if args.json {
        super::json(&listing)?
    } else {
        super::styled(render_listing(&listing), color)
    };
    let _ = streams.stdout.write_all(out.as_bytes());
    if listing.servers.is_empty() {
        let _ = writeln!(
            streams.stderr,
            "there are no profiles; yours belong into {}",
            folders.profiles().display()
        );
    }
    Ok(status::OK)
}

/// Every server that a file here is for, or seems to be: of one that can't be read only its name tells.
pub(super) fn servers(places: &Places<'_>) -> BTreeSet<String> {
    let project = places.project.map(|project| project.join(".answerback"));
    let own = places.folders.profiles();
    let named = places.profiles.iter().map(|folder| {
        // As the hook takes them: from the project, if they aren't absolute.
        places
            .project
            .map_or_else(|| folder.clone(), |project| project.join(folder))
    });
    let folders = named.chain(project).chain([own]);
    folders
        .flat_map(|folder| super::profiles_in(&folder))
        .flat_map(|file| names(&file))
        .collect()
}

fn names(file: &Path) -> Vec<String> {
    // Only names are taken from it; whether it counts is for `open` to say.
    let profile = crate::files::read(file, crate::files::Place::Input)
        .ok()
        .and_then(|bytes| read(&bytes).ok());
    match profile {
        Some(profile) => profile.servers.into_iter().map(|name| name.it).collect(),
        None => {
            let stem = file.file_stem().and_then(|stem| stem.to_str());
            stem.map(str::to_owned).into_iter().collect()
        }
    }
}
