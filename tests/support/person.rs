//! A person with a home, a project and an installed program, for the commands that look at all of them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Writes a file that can be executed, by a process of its own: one that this process had open for writing could
/// still be so in a child that another test is just starting, and isn't executed as long (`ETXTBSY`).
#[cfg(unix)]
pub fn executable(path: &Path, bytes: &[u8]) {
    let mut shell = Command::new("sh")
        .args([
            "-c",
            r#"mkdir -p "${0%/*}" && cat > "$0" && chmod 755 "$0""#,
        ])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    shell.stdin.take().unwrap().write_all(bytes).unwrap();
    assert!(shell.wait().unwrap().success());
}

/// Copies the program under test.
#[cfg(unix)]
pub fn copy_program(to: &Path) {
    executable(to, &fs::read(env!("CARGO_BIN_EXE_answerback")).unwrap());
}

/// A user with an installed program, a home and a project.
pub struct Person {
    folder: tempfile::TempDir,
}

#[cfg(unix)]
impl Person {
    /// Nothing is entered, and nothing written.
    pub fn new() -> Self {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        for name in ["home", "project/.git", "home/bin"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        let program = folder.path().join("home/bin/answerback");
        if fs::hard_link(env!("CARGO_BIN_EXE_answerback"), &program).is_err() {
            copy_program(&program);
        }
        Self { folder }
    }

    /// A path in the person's world.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The installed program.
    pub fn program(&self) -> PathBuf {
        self.path("home/bin/answerback")
    }

    /// The user's settings.
    pub fn settings(&self) -> PathBuf {
        self.path("home/.claude/settings.json")
    }

    /// The program with these arguments, in the project, with nothing else in its environment.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(self.program());
        command
            .args(args)
            .env_clear()
            .env("HOME", self.path("home"))
            .current_dir(self.path("project"))
            .stdin(std::process::Stdio::null());
        command
    }

    /// What it printed.
    pub fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// The same, which has to end in 0.
    pub fn succeeds(&self, args: &[&str]) -> (String, String) {
        let output = self.run(args);
        let (out, error) = texts(&output);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {out}{error}");
        (out, error)
    }
}

/// Standard output and standard error.
pub fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// Writes a file, with its folders.
pub fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}
