//! The release program in a folder of its own, and what a run of it costs.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::sized;

/// A user's home, with a copy of the program. The folder's name is always equally long: a path's length counts.
pub struct Stage {
    dir: TempDir,
}

impl Stage {
    /// The program, the standard request as `event.json`, and its profile.
    pub fn new(program: &Path) -> Self {
        let parent = if cfg!(unix) {
            PathBuf::from("/tmp")
        } else {
            std::env::temp_dir()
        };
        let dir = tempfile::Builder::new()
            .prefix("answerback-")
            .tempdir_in(parent)
            .expect("a temporary folder");
        let stage = Self { dir };
        fs::create_dir(stage.path("project")).expect("its project");
        fs::copy(program, stage.program()).expect("a copy of the program");
        stage.put("event.json", sized::EVENT);
        stage.put_profile("deploy-tools", sized::PROFILE);
        stage
    }

    /// A path in the folder.
    pub fn path(&self, place: &str) -> PathBuf {
        self.dir.path().join(place)
    }

    pub fn program(&self) -> PathBuf {
        self.path("answerback")
    }

    /// A C program that prints what it is given; `None` without a C compiler.
    pub fn line(&self) -> Option<PathBuf> {
        let line = self.path("line");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peers/line.c");
        let compiled = Command::new("cc")
            .args(["-O2", source, "-o"])
            .arg(&line)
            .status();
        compiled
            .is_ok_and(|status| status.success())
            .then_some(line)
    }

    /// A copy of the static build, where there is one.
    pub fn static_program(&self) -> Option<PathBuf> {
        let built = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("../x86_64-unknown-linux-gnu/release/answerback");
        let copy = self.path("answerback-static");
        fs::copy(built, &copy).is_ok().then_some(copy)
    }

    /// Writes a private file and the folders above it.
    pub fn put(&self, place: &str, text: &str) {
        let path = self.path(place);
        fs::create_dir_all(path.parent().expect("a folder")).expect("its folder");
        fs::write(&path, text).expect("a file");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("its mode");
        }
    }

    /// Writes the user's profile for a server.
    pub fn put_profile(&self, server: &str, text: &str) {
        self.put(&format!("home/profiles/{server}.toml"), text);
    }

    /// The program with nothing in its environment.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.program());
        command
            .args(arguments)
            .arg("--home")
            .arg(self.path("home"))
            .current_dir(self.path("project"))
            .env_clear();
        command
    }

    /// The hook.
    pub fn hook(&self) -> Command {
        self.command(&["hook"])
    }

    /// Runs a command on a file of the folder, and gives what it prints.
    pub fn run(&self, mut command: Command, stdin: &str) -> String {
        let output = command
            .stdin(self.open(stdin))
            .output()
            .expect("the program starts");
        String::from_utf8(output.stdout).expect("it prints UTF-8")
    }

    pub fn open(&self, place: &str) -> File {
        File::open(self.path(place)).expect("a file of the folder")
    }

    /// What the hook counted and kept is forgotten, but its files stay: else it would stop answering after 25
    /// equal requests, stop writing its journal after 100 lines in a minute, and look through up to 64 requests
    /// that it left open.
    pub fn forget(&self) {
        for kept in fs::read_dir(self.path("home/state/kept"))
            .into_iter()
            .flatten()
            .flatten()
        {
            fs::remove_file(kept.path()).expect("a file of the folder");
        }
        let counters = self.path("home/state/counters");
        if let Ok(length) = fs::metadata(&counters).map(|file| file.len()) {
            fs::write(counters, vec![0; length as usize]).expect("a file of the folder");
        }
    }

    /// The instructions of a hook's run on a file of the folder. It is run before, so that its own files are there.
    pub fn count(&self, hook: &mut Command, stdin: &str) -> Option<u64> {
        self.forget();
        hook.stdin(self.open(stdin)).output().expect("it starts");
        self.forget();
        instructions(hook, self.open(stdin))
    }
}

/// Names a program to measure in place of the release program: another build.
pub const PROGRAM: &str = "ANSWERBACK_PROGRAM";

/// Builds the release program as a user would, and says where it lies.
///
/// # Errors
/// What cargo says where it can't be built without the network.
pub fn release_program() -> Result<PathBuf, String> {
    if let Some(other) = std::env::var_os(PROGRAM) {
        return Ok(other.into());
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .expect("the folder lies in the target folder");
    build(target, &[])
}

/// The release program with the names of its functions in it.
///
/// # Errors
/// What cargo says where it can't be built without the network.
pub fn program_with_names() -> Result<PathBuf, String> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    build(target, &["--config", "profile.release.strip=false"])
}

fn build(target: &Path, options: &[&str]) -> Result<PathBuf, String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["build", "--release", "--offline", "--bin", "answerback"])
        .args(options)
        .arg("--target-dir")
        .arg(target)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    // What would make it another program than a user gets.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.contains("RUSTFLAGS")
            || text == "CARGO_BUILD_TARGET"
            || text.starts_with("CARGO_PROFILE_")
        {
            cargo.env_remove(&name);
        }
    }
    let output = cargo.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let name = format!("answerback{}", std::env::consts::EXE_SUFFIX);
    Ok(target.join("release").join(name))
}

/// The instructions of a whole process, as callgrind counts them; `None` without valgrind.
pub fn instructions(command: &Command, stdin: impl Into<Stdio>) -> Option<u64> {
    let said = callgrind(command, stdin, &["--callgrind-out-file=/dev/null"])?;
    let (_, after) = said.split_once("Collected :")?;
    after.split_whitespace().next()?.parse().ok()
}

/// Runs a program under callgrind, and gives what that says; `None` without valgrind.
pub fn callgrind(command: &Command, stdin: impl Into<Stdio>, options: &[&str]) -> Option<String> {
    let mut counted = Command::new("valgrind");
    counted
        .arg("--tool=callgrind")
        .args(options)
        .arg(command.get_program())
        .args(command.get_args())
        .env_clear()
        .envs(
            command
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        );
    if let Some(folder) = command.get_current_dir() {
        counted.current_dir(folder);
    }
    let output = counted.stdin(stdin).output().ok()?;
    Some(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The middle one.
pub fn median<T: Copy + PartialOrd>(values: &mut [T]) -> T {
    values.sort_by(|left, right| left.partial_cmp(right).expect("they are numbers"));
    values[values.len() / 2]
}

/// Whether a figure lies within so many percent of another.
pub fn within(percent: f64, figure: u64, of: u64) -> bool {
    (figure as f64 / of as f64 - 1.0).abs() * 100.0 <= percent
}
