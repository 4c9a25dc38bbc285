//! Finds what is probably not meant in a profile that can be used. Pure: what lies around the file comes in as data.

mod outside;
mod reach;
mod rules;
mod written;

pub use outside::{Surroundings, in_surroundings, overruled, unfound};

use super::{Profile, Remark};

/// What the profile alone shows; `bytes` are what it was read from.
pub fn lint(bytes: &[u8], profile: &Profile) -> Vec<Remark> {
    let mut remarks = written::remarks(bytes);
    remarks.extend(rules::remarks(profile));
    remarks.extend(reach::remarks(profile));
    remarks
}
