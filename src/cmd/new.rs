//! `answerback new`: writes a profile to fill in, from a request alone.

use std::path::Path;

use super::{asking, input};
use crate::ask::Request;
use crate::cli::{Failure, NewArgs};
use crate::files::{self, Place, Problem};
use crate::journal::{self, Now};
use crate::profile::{Folders, file_name, identity, read};
use crate::report::{escape, profile_to_fill_in};
use crate::run::{Streams, World, status};

/// Writes the profile. One that is there is left as it is, and what to put into it is shown.
pub(crate) fn run(
    args: &NewArgs,
    world: &World<'_>,
    streams: &mut Streams<'_>,
) -> Result<u8, Failure> {
    let folders = super::folders(&args.places)?;
    let request = match &args.from {
        Some(file) => {
            let bytes = input::read(Some(file), streams)?;
            asking::request(&bytes, args.server.as_deref())
                .map_err(|failure| input::named(failure, Some(file)))?
                .0
        }
        None => last(&folders, args.server.as_deref())?,
    };
    let (whole, rule) = profile_to_fill_in(&request).map_err(Failure::data)?;
    // What a server wrote stands in it: it must have become one rule that leaves all to the person, and no more.
    let meant = read(whole.as_bytes()).is_ok_and(|profile| {
        matches!(profile.servers.as_slice(), [server] if server.it == request.server)
            && matches!(profile.rules.as_slice(), [rule] if !rule.accepts())
            && profile.answers.is_empty()
            && profile.results.is_empty()
    });
    if !meant {
        return Err(Failure::data(
            "no profile was written: it would have come to something else than what was meant",
        ));
    }
    if args.print {
        let _ = streams.stdout.write_all(whole.as_bytes());
        return Ok(status::OK);
    }
    let (folder, next) = if args.project {
        let project = identity::project_of(None, world.cwd())
            .ok_or_else(|| Failure::usage("there is no project here"))?;
        let next = format!(
            "next: fill it in, then run `answerback trust`; until then `{}` gets no answer in this project, \
             not from your own profile either",
            escape(&request.server)
        );
        (project.join(".answerback"), next)
    } else {
        let next = "It leaves the question to you until you fill it in.".to_owned();
        (folders.profiles(), next)
    };
    let path = folder.join(file_name(&request.server));
    write(&path, &whole, &rule, &next, streams)
}

/// The last request that was left open.
fn last(folders: &Folders, server: Option<&str>) -> Result<Request, Failure> {
    let now = Now::read();
    journal::purge(&folders.state, now);
    let kept = journal::kept(&folders.state, now);
    let asked = kept.iter().rev().find_map(|kept| {
        let request = kept.asked()?.request;
        server
            .is_none_or(|server| request.server == server)
            .then_some(request)
    });
    asked.ok_or_else(|| {
        Failure::no(
            "no request of the last day was left open: begin a new session of the client, let the server ask \
             once, then run this again, or give one with `--from FILE`",
        )
    })
}

fn write(
    path: &Path,
    whole: &str,
    rule: &str,
    next: &str,
    streams: &mut Streams<'_>,
) -> Result<u8, Failure> {
    let shown = escape(&path.to_string_lossy()).into_owned();
    match files::read(path, Place::Input) {
        Err(Problem::Missing) => {}
        _ => {
            let _ = writeln!(
                streams.stdout,
                "{shown} is there already; put this into it:\n\n{rule}"
            );
            return Ok(status::NO);
        }
    }
    files::write_private(path, whole.as_bytes())
        .map_err(|problem| Failure::data(format!("{shown}: {problem}")))?;
    let _ = writeln!(streams.stdout, "written to {shown}\n{next}");
    Ok(status::OK)
}
