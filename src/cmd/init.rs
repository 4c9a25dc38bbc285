//! `answerback init`: enters the hook in the client's settings, and lays out the user's folder.

use std::path::Path;

use super::settings_file::{self, SettingsFile, failure};
use crate::cli::{Failure, InitArgs};
use crate::files;
use crate::profile::Folders;
use crate::run::{Streams, World, status};
use crate::settings::place::{Level, deny_rules};
use crate::settings::{Entry, install, snippet};

/// The config of a new user: it says what there is, and changes nothing.
pub(super) const CONFIG: &str = include_str!("config.toml");

/// Seconds that the client waits for the hook. It takes milliseconds.
const TIMEOUT: u32 = 5;

/// Enters the hook. The status is 0 if it stands there afterwards.
pub(crate) fn run(
    args: &InitArgs,
    color: bool,
    world: &World<'_>,
    streams: &mut Streams<'_>,
) -> Result<u8, Failure> {
    let folders = super::folders(&args.places)?;
    let program = settings_file::program(world)?;
    let mut entry = Entry {
        command: text(&program)?,
        args: hook_args(args)?,
        timeout: TIMEOUT,
        tell_agent: args.tell_agent,
        deny: if args.deny {
            deny_rules(&folders.home)
        } else {
            Vec::new()
        },
    };
    if args.print {
        let _ = streams.stdout.write_all(snippet(&entry).as_bytes());
        return Ok(status::OK);
    }
    let (level, path) = settings_file::locate(&args.level, world)?;
    if let Some(risk) = settings_file::program_risk(&program, world) {
        let _ = writeln!(
            streams.stderr,
            "warning: {risk}\nhelp: install it for yourself (`cargo install --path .`) and run `init` again from there"
        );
    }
    let file = SettingsFile::read(path)?;
    let asks = streams.interactive() && !args.yes && !args.dry_run;
    if asks && !args.deny && !args.no_deny && !holds(&file.text, &deny_rules(&folders.home)) {
        let question = "Also deny agents `answerback trust` and edits of your profiles?";
        if super::confirm(question, streams) {
            entry.deny = deny_rules(&folders.home);
        }
    }
    let broken = |error| Failure::data(format!("{}: {error}", file.path.display()));
    let new = install(&file.text, &entry).map_err(broken)?;
    let shown = file.path.display();
    if new == file.text {
        let _ = writeln!(streams.stderr, "{shown} has the hook already");
    } else {
        settings_file::show(&file, &new, color, streams);
        if args.dry_run {
            return Ok(status::OK);
        }
        if asks && !super::confirm(&format!("Write this to {shown}?"), streams) {
            let _ = writeln!(streams.stderr, "nothing was changed");
            return Ok(status::NO);
        }
        file.write(&new)?;
        let _ = writeln!(
            streams.stderr,
            "the hook is entered in {shown}; the client sees it from its next session on"
        );
        if level == Level::Project {
            let _ = writeln!(
                streams.stderr,
                "note: others who use this file need the program at the same place; `--local` is for you alone"
            );
        }
    }
    if !args.dry_run {
        lay_out(&folders, streams)?;
    }
    Ok(status::OK)
}

/// Makes the folder for profiles and a commented config, where there are none.
fn lay_out(folders: &Folders, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let profiles = folders.profiles();
    files::create_folder(&profiles).map_err(|problem| failure(&profiles, problem))?;
    let config = folders.config();
    // A link that leads nowhere is something, too.
    if config.symlink_metadata().is_err() {
        files::write_private(&config, CONFIG.as_bytes())
            .map_err(|problem| failure(&config, problem))?;
    }
    let _ = writeln!(
        streams.stderr,
        "your profiles: {}\n\
         your policy:   {}\n\
         next: `answerback new` makes a profile from a request,\n      \
         `answerback doctor` looks whether all is well",
        profiles.display(),
        config.display()
    );
    Ok(())
}

/// What the client gives the hook: only what was asked for, in absolute paths, as it runs in any folder.
fn hook_args(args: &InitArgs) -> Result<Vec<String>, Failure> {
    let mut hook = vec!["hook".to_owned()];
    for folder in &args.places.profiles {
        hook.extend(["--profiles".to_owned(), text(folder)?]);
    }
    if let Some(home) = &args.places.home {
        hook.extend(["--home".to_owned(), text(home)?]);
    }
    Ok(hook)
}

fn text(path: &Path) -> Result<String, Failure> {
    path.to_str().map(str::to_owned).ok_or_else(|| {
        Failure::usage(format!(
            "{} is not Unicode, so it can't stand in the settings",
            path.display()
        ))
    })
}

/// Whether the settings deny all of these already, as far as a look at the text tells; it only spares a question.
fn holds(text: &str, deny: &[String]) -> bool {
    deny.iter().all(|rule| text.contains(rule.as_str()))
}
