//! The built program, in a temporary folder that holds its home, a project and nothing else of this machine.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use answerback::profile::file_name;
use tempfile::TempDir;

/// A run that takes longer hangs. Far above what any takes, for machines under load.
const DEADLINE: Duration = Duration::from_secs(20);

/// A folder for a user's home and a project.
pub struct Home {
    dir: TempDir,
    env: Vec<(String, String)>,
}

/// What a run left behind.
#[derive(Debug)]
pub struct Ran {
    /// `None` if a signal ended it.
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Home {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let home = Self {
            dir,
            env: Vec::new(),
        };
        fs::create_dir_all(home.home().join("profiles")).expect("its profiles");
        fs::create_dir_all(home.project()).expect("its project");
        home
    }

    /// The user's profile for a server.
    pub fn profile(self, server: &str, text: &str) -> Self {
        put(&self.profile_path(server), text);
        self
    }

    pub fn config(self, text: &str) -> Self {
        put(&self.home().join("config.toml"), text);
        self
    }

    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.env.push((name.to_owned(), value.to_owned()));
        self
    }

    /// What `--home` names.
    pub fn home(&self) -> PathBuf {
        self.dir.path().join("home")
    }

    pub fn project(&self) -> PathBuf {
        self.dir.path().join("project")
    }

    pub fn profile_path(&self, server: &str) -> PathBuf {
        self.home().join("profiles").join(file_name(server))
    }

    /// The program with these arguments in the project, its environment cleared but for what was given. The
    /// platform's own places lie in the temporary folder too, so that nothing of this machine is found.
    pub fn command<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_answerback"));
        command.args(args).current_dir(self.project()).env_clear();
        command.env("HOME", self.dir.path().join("elsewhere"));
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        command
    }

    /// The hook's command with this home.
    pub fn hook_command(&self) -> Command {
        let mut command = self.command(["hook", "--home"]);
        command.arg(self.home());
        command
    }

    /// Runs the hook on these bytes.
    pub fn hook(&self, stdin: impl AsRef<[u8]>) -> Ran {
        run(self.hook_command(), stdin.as_ref())
    }

    /// Runs the program with these arguments on these bytes.
    pub fn run<A: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = A>,
        stdin: impl AsRef<[u8]>,
    ) -> Ran {
        run(self.command(args), stdin.as_ref())
    }
}

/// Writes a private file, and the folders it lies in.
pub fn put(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("its folder");
    fs::write(path, text).expect("a file of the test");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).expect("its mode");
    }
}

/// Runs a command on these bytes, its input closed behind them.
pub fn run(mut command: Command, stdin: &[u8]) -> Ran {
    command.stdin(Stdio::piped());
    let (child, mut input) = start(command);
    thread::scope(|scope| {
        // Who stops reading early closes the pipe.
        scope.spawn(move || input.write_all(stdin));
        wait(child)
    })
}

/// Runs a command on these bytes, and closes its input only when it has ended.
pub fn event_and_keep_open(command: Command, stdin: &[u8]) -> Ran {
    let (child, mut input) = start(command);
    input.write_all(stdin).expect("it reads its input");
    let ran = wait(child);
    drop(input);
    ran
}

fn start(mut command: Command) -> (Child, ChildStdin) {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let input = child.stdin.take().expect("its input is a pipe");
    (child, input)
}

/// Waits for a child, not beyond the deadline.
pub fn wait(mut child: Child) -> Ran {
    let start = Instant::now();
    let stdout = child.stdout.take().map(drain);
    let stderr = child.stderr.take().map(drain);
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child of ours") {
            break status;
        }
        if start.elapsed() > DEADLINE {
            child.kill().expect("a child of ours");
            panic!("it hangs");
        }
        thread::sleep(Duration::from_millis(1));
    };
    let text = |reader: Option<thread::JoinHandle<Vec<u8>>>| {
        let bytes = reader.map_or_else(Vec::new, |reader| reader.join().expect("it only reads"));
        String::from_utf8(bytes).expect("what it prints is UTF-8")
    };
    Ran {
        status: status.code(),
        stdout: text(stdout),
        stderr: text(stderr),
    }
}

fn drain(mut stream: impl Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What came before an error is what there is.
        let _ = stream.read_to_end(&mut bytes);
        bytes
    })
}
