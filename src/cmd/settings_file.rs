//! The client's settings files on the disk: where they are, read once, written only if nobody else did meanwhile.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::{Failure, LevelArgs};
use crate::files::{self, Place, Problem};
use crate::profile::identity;
use crate::run::{Streams, World, status};
use crate::settings::place::{Level, Risk, risk};
use crate::wire::claude_code;

/// A settings file as it was read; a missing one has no text.
pub(super) struct SettingsFile {
    pub(super) path: PathBuf,
    pub(super) text: String,
}

impl SettingsFile {
    /// Reads the file.
    pub(super) fn read(path: PathBuf) -> Result<Self, Failure> {
        let text = read(&path)?;
        Ok(Self { path, text })
    }

    /// Replaces the text, if the file still holds the one that was read. An empty text takes a plain file away.
    pub(super) fn write(&self, text: &str) -> Result<(), Failure> {
        let shown = self.path.display();
        let is_read_only =
            fs::metadata(&self.path).is_ok_and(|facts| facts.permissions().readonly());
        if is_read_only {
            return Err(Failure::data(format!(
                "{shown} is read-only: make it writable, or enter by hand what `answerback init --print` shows"
            )));
        }
        if read(&self.path)? != self.text {
            return Err(Failure::data(format!(
                "{shown} was changed meanwhile: run the command again"
            )));
        }
        if text.is_empty() && !self.path.is_symlink() {
            return fs::remove_file(&self.path)
                .map_err(|error| failure(&self.path, Problem::Unwritable(error.kind())));
        }
        files::rewrite(&self.path, text.as_bytes()).map_err(|problem| failure(&self.path, problem))
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    match files::read(path, Place::Input) {
        Ok(bytes) => String::from_utf8(bytes)
            .map_err(|_| Failure::data(format!("{}: not UTF-8", path.display()))),
        Err(Problem::Missing) if path.is_symlink() => Err(failure(path, Problem::Link)),
        Err(Problem::Missing) => Ok(String::new()),
        Err(problem) => Err(failure(path, problem)),
    }
}

/// A file that could not be read or written.
pub(super) fn failure(path: &Path, problem: Problem) -> Failure {
    Failure {
        status: match problem {
            Problem::Unwritable(_) => status::NO,
            _ => status::DATA,
        },
        message: format!("{}: {problem}", path.display()),
    }
}

/// The settings file of the level that the arguments name.
pub(super) fn locate(args: &LevelArgs, world: &World<'_>) -> Result<(Level, PathBuf), Failure> {
    let level = match (args.project, args.local) {
        (true, _) => Level::Project,
        (_, true) => Level::Local,
        _ => Level::User,
    };
    let config = config_dir(world);
    let project = project(world);
    match (level, config, project) {
        (Level::User, Some(config), _) => Ok((level, level.file(&config, Path::new("")))),
        (Level::User, None, _) => Err(Failure::usage(
            "there is no home folder: set `CLAUDE_CONFIG_DIR`",
        )),
        (_, _, Some(project)) => Ok((level, level.file(Path::new(""), &project))),
        (_, _, None) => Err(Failure::usage("there is no working folder")),
    }
}

/// The client's own folder.
pub(super) fn config_dir(world: &World<'_>) -> Option<PathBuf> {
    match (world.env)(claude_code::CONFIG_DIR).filter(|dir| !dir.is_empty()) {
        Some(dir) => Some(world.absolute(Path::new(&dir))),
        None => user_home().map(|home| home.join(".claude")),
    }
}

/// The user's home.
pub(super) fn user_home() -> Option<PathBuf> {
    directories::BaseDirs::new().map(|dirs| dirs.home_dir().to_owned())
}

/// The project that the command runs in.
pub(super) fn project(world: &World<'_>) -> Option<PathBuf> {
    let named = (world.env)(claude_code::PROJECT_DIR);
    identity::project_of(named.as_deref(), world.cwd())
}

/// This program, as the settings should call it: by its place on the `PATH`, which outlives an upgrade, where a link
/// there leads to it.
pub(super) fn program(world: &World<'_>) -> Result<PathBuf, Failure> {
    let program = (world.program)().ok_or_else(|| Failure {
        status: status::INTERNAL,
        message: "the system doesn't say where this program is".to_owned(),
    })?;
    let real = fs::canonicalize(&program).unwrap_or_else(|_| program.clone());
    let name = program.file_name().unwrap_or_default();
    let is_same = |path: &PathBuf| {
        path.is_absolute() && fs::canonicalize(path).is_ok_and(|path| path == real)
    };
    let on_path = (world.env)("PATH").and_then(|path| {
        std::env::split_paths(&path)
            .map(|folder| folder.join(name))
            .find(is_same)
    });
    let program = on_path.unwrap_or(program);
    match program.file_name().and_then(|name| name.to_str()) {
        Some("answerback" | "answerback.exe") => Ok(program),
        _ => Err(Failure::usage(format!(
            "the program has to be called `answerback`, or its hook can't be told from others: {} isn't",
            program.display()
        ))),
    }
}

/// Whether an agent could replace the program.
pub(super) fn program_risk(program: &Path, world: &World<'_>) -> Option<Risk> {
    let named = (world.env)(claude_code::PROJECT_DIR).map(PathBuf::from);
    let is_project = |folder: &Path| {
        // Homebrew keeps its own folder under version control.
        let marked = [".git", ".answerback", ".mcp.json"]
            .iter()
            .any(|marker| folder.join(marker).exists());
        named.as_deref() == Some(folder) || (marked && !folder.join("Cellar").exists())
    };
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut temporary = vec![real(&std::env::temp_dir())];
    temporary.extend(["/tmp", "/var/tmp", "/dev/shm"].map(PathBuf::from));
    let home = user_home();
    [program.to_owned(), real(program)]
        .iter()
        .find_map(|path| risk(path, &temporary, home.as_deref(), is_project))
}

/// Shows the change.
pub(super) fn show(file: &SettingsFile, new: &str, color: bool, streams: &mut Streams<'_>) {
    let path = file.path.to_string_lossy();
    let shown = super::diff(&crate::settings::diff(&file.text, new, &path), color);
    let _ = streams.stdout.write_all(shown.as_bytes());
    let _ = streams.stdout.flush();
}
