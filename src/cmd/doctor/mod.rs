//! `answerback doctor`: why a person was asked after all. Looks at everything between a request and its answer, and
//! runs nothing that a project could have put there.

mod client;
mod journal;
mod profiles;
mod selftest;
mod settings;

use std::fs;
use std::path::{Path, PathBuf};

use super::settings_file;
use crate::cli::{DoctorArgs, Failure};
use crate::profile::Folders;
use crate::report::{Checkup, render_checkup};
use crate::run::{Streams, World, status};
use crate::wire::claude_code;

/// What all of the checkup looks at.
struct Patient<'p> {
    args: &'p DoctorArgs,
    world: &'p World<'p>,
    folders: Folders,
    project: Option<PathBuf>,
}

/// Examines. The status says whether anything keeps answerback from working.
pub(crate) fn run(
    args: &DoctorArgs,
    color: bool,
    world: &World<'_>,
    streams: &mut Streams<'_>,
) -> Result<u8, Failure> {
    let patient = Patient {
        args,
        world,
        folders: super::folders(&args.places)?,
        project: settings_file::project(world),
    };
    let (profiles, servers) = profiles::section(&patient);
    let (settings, calls) = settings::section(&patient, &servers);
    let checkup = Checkup::new(vec![
        settings,
        client::section(&patient),
        profiles,
        journal::section(&patient),
        selftest::section(&patient, &calls),
    ]);
    let out = if args.json {
        super::json(&checkup)?
    } else {
        super::styled(render_checkup(&checkup), color)
    };
    let _ = streams.stdout.write_all(out.as_bytes());
    Ok(if checkup.works {
        status::OK
    } else {
        status::NO
    })
}

impl Patient<'_> {
    /// Whether hooks that start in this environment keep silent.
    fn is_disabled(&self) -> bool {
        (self.world.env)(claude_code::DISABLE).is_some_and(|value| value == "1")
    }

    /// Whether a program there is none that the project could have put in the way. A person's own folder isn't the
    /// project's, where the project is what holds it: `doctor` may be run at home.
    fn may_run(&self, program: &Path) -> bool {
        let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let home = settings_file::user_home();
        let is_own = |project: &Path| {
            home.as_deref()
                .is_some_and(|home| home.starts_with(project) && program.starts_with(home))
        };
        let in_project = self.project.as_deref().is_some_and(|project| {
            let inside = program.starts_with(project) || real(program).starts_with(real(project));
            inside && !is_own(project)
        });
        program.is_absolute() && !in_project
    }

    /// The first program of this name on the `PATH`, outside the project.
    fn on_path(&self, name: &str) -> Option<PathBuf> {
        let path = (self.world.env)("PATH")?;
        std::env::split_paths(&path)
            .map(|folder| folder.join(name))
            .find(|program| program.is_file() && self.may_run(program))
    }
}
