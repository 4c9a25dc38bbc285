//! `answerback untrust`: takes back what was trusted.

use super::trust::{named, records, targets};
use crate::cli::{Failure, TrustPlaceArgs};
use crate::profile::trust;
use crate::report::escape;
use crate::run::{Streams, World, status};

/// Removes every record about the paths, those of earlier contents too. The status says whether there was one.
pub(crate) fn run(
    args: &TrustPlaceArgs,
    world: &World<'_>,
    streams: &mut Streams<'_>,
) -> Result<u8, Failure> {
    let folders = super::folders(&args.places)?;
    let targets = targets(args, world)?;
    let mut any = false;
    for record in records(&folders)? {
        if !targets.iter().any(|target| target.covers(&record)) {
            continue;
        }
        trust::remove(&folders.trust(), &record.key)
            .map_err(|problem| Failure::no(format!("{}: {problem}", named(&record))))?;
        any = true;
        let _ = writeln!(
            streams.stdout,
            "no longer trusted: {} of {}",
            named(&record),
            escape(&record.project)
        );
    }
    if any {
        Ok(status::OK)
    } else {
        Err(Failure::no("nothing of it was trusted"))
    }
}
