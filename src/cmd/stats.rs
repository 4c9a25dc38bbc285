//! `answerback stats`: what the journal comes to, server by server.

use std::path::Path;

use super::log;
use crate::cli::{Failure, StatsArgs};
use crate::journal::stats;
use crate::profile::{Places, open};
use crate::report::{self, escape_json};
use crate::run::{Streams, World, status};

/// Shows the numbers. The status says whether there were any.
pub(crate) fn run(
    args: &StatsArgs,
    color: bool,
    world: &World<'_>,
    streams: &mut Streams<'_>,
) -> Result<u8, Failure> {
    let folders = super::folders(&args.places)?;
    let filter = args.filter.filter(world)?;
    let lines = log::read(&folders, &filter)?;
    let servers = stats(&lines);
    let out = if args.filter.json {
        let json = serde_json::to_string_pretty(&servers)
            .map_err(|error| Failure::internal(error.to_string()))?;
        escape_json(&json) + "\n"
    } else if servers.is_empty() {
        return Err(log::nothing(&filter));
    } else {
        let books = servers.iter().map(|stats| {
            let server = &stats.server;
            // Where it asked last, which is what can be mended.
            let project = lines
                .iter()
                .rfind(|line| line.server == *server && !line.project.is_empty())
                .map(|line| Path::new(&*line.project));
            let places = Places {
                tells_edits: true,
                profiles: &args.places.profiles,
                folders: &folders,
                project,
            };
            (server.clone(), open(server, &places))
        });
        let text = report::render_stats(&servers, &books.collect(), streams.terminal);
        super::styled(text, color)
    };
    let _ = streams.stdout.write_all(out.as_bytes());
    Ok(status::OK)
}
