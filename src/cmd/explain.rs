//! `answerback explain`: what would be decided for a request, and why. Writes no state.

use super::{asking, input};
use crate::cli::{ExplainArgs, Failure};
use crate::report::{Explanation, render_text};
use crate::run::{Streams, World, status};

/// Explains one request. The status says whether it was answered.
pub(crate) fn run(
    args: &ExplainArgs,
    color: bool,
    world: &World<'_>,
    streams: &mut Streams<'_>,
) -> Result<u8, Failure> {
    let bytes = input::read(args.file.as_deref(), streams)?;
    let explanation = asking::resolved(&bytes, &args.stand_in, world, Explanation::new)
        .map_err(|failure| input::named(failure, args.file.as_deref()))?;
    let out = if args.json {
        super::json(&explanation)?
    } else {
        super::styled(render_text(&explanation), color)
    };
    let _ = streams.stdout.write_all(out.as_bytes());
    Ok(if explanation.is_answered() {
        status::OK
    } else {
        status::NO
    })
}
