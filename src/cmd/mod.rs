//! One file a subcommand: it reads, calls the pure part, and writes.

pub(crate) mod explain;
pub(crate) mod hook;
mod input;
mod outside;
pub(crate) mod trust;
pub(crate) mod untrust;

use crate::cli::{Failure, PlaceArgs};
use crate::profile::Folders;

/// The user's folders, as the arguments or the platform say.
fn folders(places: &PlaceArgs) -> Result<Folders, Failure> {
    if places
        .home
        .as_deref()
        .is_some_and(|home| !home.is_absolute())
    {
        return Err(Failure::usage("`--home` needs an absolute path"));
    }
    Folders::find(places.home.as_deref())
        .ok_or_else(|| Failure::usage("there is no home folder: give `--home DIR`"))
}

/// Text with styles as it is, or without them.
fn styled(text: String, color: bool) -> String {
    if color {
        text
    } else {
        anstream::adapter::strip_str(&text).to_string()
    }
}
