//! `answerback stats`: what the journal comes to, server by server.

use super::log;
use crate::cli::{Failure, StatsArgs};
use crate::journal::stats;
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
    let servers = stats(&log::read(&folders, &args.filter.filter(world)?)?);
    let out = if args.filter.json {
        let json = serde_json::to_string_pretty(&servers)
            .map_err(|error| Failure::internal(error.to_string()))?;
        escape_json(&json) + "\n"
    } else if servers.is_empty() {
        return Err(Failure::no("the journal has no such line"));
    } else {
        super::styled(report::render_stats(&servers, streams.terminal), color)
    };
    let _ = streams.stdout.write_all(out.as_bytes());
    Ok(status::OK)
}
