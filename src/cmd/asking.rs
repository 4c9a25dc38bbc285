//! Asks for a person what the hook is asked by a client: a request as it was captured, and what stands in for the
//! surroundings that it lacks.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::answer::{Context, Outside, Resolution, resolve};
use crate::ask::Request;
use crate::cli::{Failure, StandInArgs};
use crate::profile::{Book, Places, identity, open};
use crate::report::escape;
use crate::run::World;
use crate::wire::claude_code::{Event, PROJECT_DIR, without_mark};
use crate::wire::mcp;

/// Resolves one request, and hands over what came of it.
pub(super) fn resolved<T>(
    bytes: &[u8],
    args: &StandInArgs,
    world: &World<'_>,
    report: impl FnOnce(&Request, &Book, &Resolution<'_>) -> T,
) -> Result<T, Failure> {
    let (request, cwd) = request(bytes, args.server.as_deref())?;
    let cwd = cwd.or_else(|| world.cwd().map(Path::to_owned));
    let given = args.project.as_deref().map(|dir| world.absolute(dir));
    let project_dir = given.or_else(|| (world.env)(PROJECT_DIR).map(PathBuf::from));
    let project = identity::project_of(project_dir.as_deref().map(Path::as_os_str), cwd.as_deref());
    let folders = super::folders(&args.places)?;
    if let Some(missing) = args.places.profiles.iter().find(|folder| !folder.is_dir()) {
        let shown = escape(&missing.to_string_lossy()).into_owned();
        return Err(Failure::usage(format!(
            "`--profiles {shown}`: there is no such folder"
        )));
    }
    let places = Places {
        tells_edits: true,
        profiles: &args.places.profiles,
        folders: &folders,
        project: project.as_deref(),
    };
    let mut book = open(&request.server, &places);
    book.set_unanswered(args.unanswered);
    let outside = StandIn {
        env: variables(&args.env)?,
        world,
    };
    let context = Context {
        attended: Some(args.attended),
        project: project.as_deref(),
        cwd: cwd.as_deref(),
        outside: &outside,
    };
    let resolution = resolve(&request, &book, &context);
    Ok(report(&request, &book, &resolution))
}

/// The request in the input, and the folder it was asked in, where the input says so.
pub(super) fn request(
    bytes: &[u8],
    server: Option<&str>,
) -> Result<(Request, Option<PathBuf>), Failure> {
    let bytes = without_mark(bytes);
    if bytes.trim_ascii().is_empty() {
        return Err(Failure::data("the input is empty"));
    }
    let json: Json = serde_json::from_slice(bytes)
        .map_err(|error| Failure::data(format!("the input is not JSON: {error}")))?;
    if json.get("hook_event_name").is_some() {
        return match Event::parse(bytes).map_err(|error| Failure::data(error.to_string()))? {
            Event::Elicitation(asked) => {
                let mut request = asked.request;
                if let Some(server) = server {
                    server.clone_into(&mut request.server);
                }
                Ok((request, asked.from.cwd.map(|cwd| cwd.into_owned())))
            }
            Event::ElicitationResult(_) | Event::ToolUsed(_) | Event::OtherToolUsed => Err(
                Failure::data("this event asks nothing; give the `Elicitation`"),
            ),
        };
    }
    let named = || json.get("server").and_then(Json::as_str).map(str::to_owned);
    let server = server.map(str::to_owned).or_else(named).ok_or_else(|| {
        Failure::usage("the input doesn't say which server asks: give `--server NAME`")
    })?;
    let request = mcp::parse(json, server).map_err(|error| Failure::data(error.to_string()))?;
    Ok((request, None))
}

fn variables(given: &[String]) -> Result<HashMap<&str, &str>, Failure> {
    let pairs = given.iter().map(|pair| {
        pair.split_once('=').ok_or_else(|| {
            Failure::usage(format!(
                "`--env {pair}` has no value: write `--env NAME=VALUE`"
            ))
        })
    });
    pairs.collect()
}

/// The outside world with the variables that were given in place of the real ones.
struct StandIn<'s> {
    env: HashMap<&'s str, &'s str>,
    world: &'s World<'s>,
}

impl Outside for StandIn<'_> {
    fn env(&self, name: &str) -> Option<String> {
        match self.env.get(name) {
            Some(value) => Some((*value).to_owned()),
            None => (self.world.env)(OsStr::new(name).to_str()?)?
                .into_string()
                .ok(),
        }
    }

    fn today(&self) -> Option<String> {
        self.world.today()
    }
}
