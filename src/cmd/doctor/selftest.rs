//! The self-test: the hook as the user's own settings call it, on a sample request with a sample profile. Never a
//! command that a project could have written.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::Patient;
use super::settings::Call;
use crate::cmd::settings_file;
use crate::files;
use crate::report::{Check, Section, Weight};

const PROFILE: &str = "server = \"answerback-doctor\"\n\n[[rule]]\nwhen.message = \"Is this answered?\"\nanswers.answer = \"yes, it is\"\n";
const EVENT: &str = r#"{"hook_event_name":"Elicitation","mcp_server_name":"answerback-doctor","message":"Is this answered?","mode":"form","requested_schema":{"type":"object","properties":{"answer":{"type":"string"}},"required":["answer"]}}"#;
const ANSWER: &str = "{\"hookSpecificOutput\":{\"hookEventName\":\"Elicitation\",\"action\":\"accept\",\"content\":{\"answer\":\"yes, it is\"}}}\n";

/// What the client waits at most, as `init` enters it.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) fn section(patient: &Patient<'_>, calls: &[Call]) -> Section {
    let about = "self-test";
    let checks = match calls {
        _ if patient.is_disabled() => {
            let message = "`ANSWERBACK_DISABLE` is set here, so there is nothing to test";
            vec![Check::new(Weight::Note, "not_tested", message)]
        }
        [] => (patient.world.program)()
            .map(|program| {
                (
                    program.display().to_string(),
                    exec(&program, &["hook".to_owned()]),
                )
            })
            .map(|(name, command)| test(patient, &name, command))
            .into_iter()
            .collect(),
        calls => calls.iter().map(|call| of_call(patient, call)).collect(),
    };
    Section { about, checks }
}

fn of_call(patient: &Patient<'_>, call: &Call) -> Check {
    let Some(args) = &call.args else {
        let mut command = Command::new("/bin/sh");
        // The arguments that the test adds stand behind the line's own.
        command.args(["-c", &format!("{} \"$@\"", call.command), "sh"]);
        return test(patient, &call.command, command);
    };
    let program = PathBuf::from(&call.command);
    let program = if program.is_absolute() {
        Some(program)
    } else {
        patient.on_path(&call.command)
    };
    match program.filter(|program| patient.may_run(program)) {
        Some(program) => test(patient, &call.command, exec(&program, args)),
        None => {
            let message = format!(
                "`{}` lies in the project, so it isn't run here",
                call.command
            );
            Check::new(Weight::Warning, "not_tested", &message)
                .help("run `answerback doctor` from another folder")
        }
    }
}

fn exec(program: &Path, args: &[String]) -> Command {
    let mut command = Command::new(program);
    command.args(args);
    command
}

/// Runs it in a folder of its own, so that the test leaves nothing in the user's journal.
fn test(patient: &Patient<'_>, name: &str, mut command: Command) -> Check {
    let home = patient
        .folders
        .state
        .join(format!("doctor-{}", std::process::id()));
    let profile = home.join("profiles/answerback-doctor.toml");
    let problem = |code, message: String| Check::new(Weight::Problem, code, &message);
    if let Err(refused) = files::write_private(&profile, PROFILE.as_bytes()) {
        return problem("state", format!("{}: {refused}", profile.display()));
    }
    command.arg("--home").arg(&home);
    if let Some(folder) = settings_file::user_home() {
        command.current_dir(folder);
    }
    let started = Instant::now();
    let ran = output(command, EVENT.as_bytes(), PATIENCE);
    let millis = started.elapsed().as_millis();
    // It is ours alone, and holds nothing but the sample.
    let _ = fs::remove_dir_all(&home);
    match ran {
        Err(error) => problem("self_test", format!("`{name}` can't be run: {error}"))
            .help("run `answerback init`"),
        Ok(ran) if ran.status.success() && ran.stdout == ANSWER.as_bytes() => {
            let message = format!("`{name}` answers a sample request, in {millis} ms");
            Check::new(Weight::Good, "self_test", &message)
        }
        Ok(ran) => {
            let said = String::from_utf8_lossy(&ran.stderr);
            let said = said.lines().next().unwrap_or("nothing");
            let message = format!(
                "`{name}` doesn't answer a sample request ({}): {said}",
                ran.status
            );
            problem("self_test", message).help("run `answerback init`")
        }
    }
}

/// What a program printed.
pub(super) struct Ran {
    status: ExitStatus,
    pub(super) stdout: Vec<u8>,
    stderr: Vec<u8>,
}

/// Runs a program with this input; kills it where it takes too long.
pub(super) fn output(mut command: Command, input: &[u8], most: Duration) -> io::Result<Ran> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // One that doesn't read its input is none of ours, and is told by what it prints.
        let _ = stdin.write_all(input);
    }
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let status = wait(&mut child, most)?;
    // A child of its own may hold the pipe open for ever.
    let read = |stream: Receiver<Vec<u8>>| stream.recv_timeout(most).unwrap_or_default();
    Ok(Ran {
        status,
        stdout: read(stdout),
        stderr: read(stderr),
    })
}

fn collect(stream: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    /// More than any answer to the sample.
    const MOST: u64 = 64 << 10;
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(stream) = stream {
            let _ = stream.take(MOST).read_to_end(&mut bytes);
        }
        let _ = sender.send(bytes);
    });
    receiver
}

fn wait(child: &mut Child, most: Duration) -> io::Result<ExitStatus> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if started.elapsed() > most {
            child.kill()?;
            child.wait()?;
            return Err(io::ErrorKind::TimedOut.into());
        }
        thread::sleep(Duration::from_millis(5));
    }
}
