//! cli
use crate::run::{Streams, World};
use std::ffi::OsString;
pub(crate) fn run(_args: &[OsString], _world: &World<'_>, _streams: &mut Streams<'_>) -> u8 { 0 }
