//! `answerback uninstall`: takes out of the client's settings what `init` entered. Profiles, trust and journal stay.

use std::path::PathBuf;

use super::init;
use super::settings_file::{self, SettingsFile};
use crate::cli::{Failure, UninstallArgs};
use crate::files::{self, Place};
use crate::profile::Folders;
use crate::run::{Streams, World, status};
use crate::settings::place::deny_rules;
use crate::settings::{Inspected, inspect, uninstall};

/// Takes the hook out. The status is 0 if none stands there afterwards.
pub(crate) fn run(
    args: &UninstallArgs,
    color: bool,
    world: &World<'_>,
    streams: &mut Streams<'_>,
) -> Result<u8, Failure> {
    let folders = super::folders_at(args.home.as_deref())?;
    let (_, path) = settings_file::locate(&args.level, world)?;
    let file = SettingsFile::read(path)?;
    let broken = |error| Failure::data(format!("{}: {error}", file.path.display()));
    let mut deny = deny_rules(&folders.home);
    for home in homes(&inspect(&file.text).map_err(broken)?) {
        deny.extend(deny_rules(&home));
    }
    let new = uninstall(&file.text, &deny).map_err(broken)?;
    let shown = file.path.display();
    if new == file.text {
        let _ = writeln!(streams.stderr, "{shown} has no hook of answerback");
    } else {
        settings_file::show(&file, &new, color, streams);
        if args.dry_run {
            return Ok(status::OK);
        }
        let asks = streams.interactive() && !args.yes;
        if asks && !super::confirm(&format!("Write this to {shown}?"), streams) {
            let _ = writeln!(streams.stderr, "nothing was changed");
            return Ok(status::NO);
        }
        file.write(&new)?;
        let _ = writeln!(streams.stderr, "the hook is out of {shown}");
    }
    if !args.dry_run {
        clear(&folders, streams);
    }
    Ok(status::OK)
}

/// The folders that our hooks are called with, which `init` denied to agents if it was asked to.
fn homes(settings: &Inspected) -> Vec<PathBuf> {
    let args = settings.hooks.iter().filter(|hook| hook.ours);
    args.filter_map(|hook| {
        let args = hook.args.as_deref()?;
        let home = args.iter().position(|arg| arg == "--home")?;
        args.get(home + 1).map(PathBuf::from)
    })
    .collect()
}

/// Removes what `init` laid out, if nothing was added; what a person wrote stays.
fn clear(folders: &Folders, streams: &mut Streams<'_>) {
    let config = folders.config();
    if files::read(&config, Place::Ours).is_ok_and(|bytes| bytes == init::CONFIG.as_bytes()) {
        // If it stays, it says nothing.
        if std::fs::remove_file(&config).is_ok() {
            let _ = writeln!(streams.stderr, "removed the untouched config.toml");
        }
    }
    // These fail for folders that hold something, as they should.
    let _ = std::fs::remove_dir(folders.profiles());
    let _ = std::fs::remove_dir(&folders.home);
    if folders.home.exists() {
        let _ = writeln!(
            streams.stderr,
            "your profiles stay in {}",
            folders.home.display()
        );
    }
}
