//! A hook that cannot hurt: whatever happens, the exit status is one that the client does not read as a decline
//! (2), standard output is empty or one line, and nothing waits.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::indexing_slicing, clippy::string_slice, clippy::print_stderr)]

mod support;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use answerback::{Streams, World, run};
use serde_json::json;
use support::{Home, Outcome, event_and_keep_open, form, line, required, wait};

const PROFILE: &str = r#"
server = "rig"
[[rule]]
when.message = "What is your name?"
answers.name = "Ada"
"#;

fn event() -> String {
    let schema = required(json!({ "name": { "type": "string" } }));
    form("rig", "What is your name?", &schema).to_string()
}

fn answered() -> String {
    line(&Outcome::Accept(json!({ "name": "Ada" })))
}

/// A home whose profile answers [`event`].
fn home() -> Home {
    Home::new().profile("rig", PROFILE)
}

#[test]
fn the_event_is_answered_where_nothing_is_wrong() {
    let ran = home().hook(event());
    assert_eq!(
        (ran.status, ran.stdout, ran.stderr.as_str()),
        (Some(0), answered(), "")
    );
}

#[test]
fn whatever_a_client_calls_ends_in_0_and_prints_nothing() {
    let home = home();
    let folder = home.home().join("profiles").into_os_string();
    let folder = folder.to_str().unwrap();
    let relative = "--profiles=relative";
    for (args, says) in [
        (vec![], ""),
        (vec!["hok"], ""),
        (vec!["Hook"], ""),
        (vec!["hooks"], ""),
        (
            vec!["hook", "--profile", folder],
            "unknown argument `--profile`",
        ),
        (vec!["hook", "--verbose"], "`--verbose`"),
        (vec!["hook", "--verbose=3"], "unknown argument `--verbose`"),
        (vec!["hook", "hook"], "`hook`"),
        (vec!["hook", "--profiles"], "`--profiles` needs a value"),
        (vec!["hook", "--profiles="], "`--profiles` needs a value"),
        (vec!["hook", "--profiles", ""], "`--profiles` needs a value"),
        (vec!["hook", "--home"], "`--home` needs a value"),
        (
            vec!["hook", "--home", "relative"],
            "`--home` needs an absolute path",
        ),
        (vec!["hook", relative], ""),
        (vec!["--profiles", folder], ""),
        (vec!["--home", folder, "hook"], ""),
        (vec!["-x"], ""),
        (vec![""], ""),
    ] {
        let ran = home.run(&args, event());
        assert_eq!(
            (ran.status, ran.stdout.as_str()),
            (Some(0), ""),
            "{args:?}: {ran:?}"
        );
        assert!(ran.stderr.contains(says), "{args:?}: {ran:?}");
    }
}

#[test]
fn the_other_commands_say_how_it_went() {
    let home = home();
    let folder = home.home().into_os_string().into_string().unwrap();
    let unanswered = event().replace("What is", "What was");
    for (args, stdin, status) in [
        (vec!["explain"], event(), 0),
        (vec!["explain"], unanswered, 1),
        (vec!["explain"], String::new(), 65),
        (vec!["explain"], "not JSON".to_owned(), 65),
        (vec!["explain"], r#"{"message":"no server"}"#.to_owned(), 64),
        (vec!["explain", "--attended", "perhaps"], event(), 64),
        (vec!["explain", "--unknown"], event(), 64),
        (vec!["explain", "/nowhere/at/all"], event(), 65),
        (vec!["--help"], event(), 0),
        (vec!["--version"], event(), 0),
        (vec!["hook", "--help"], event(), 0),
        (vec!["explain", "--help"], event(), 0),
    ] {
        let mut given = args.clone();
        if args.contains(&"explain") {
            given.extend(["--home", &folder]);
        }
        let ran = home.run(&given, &stdin);
        assert_eq!(ran.status, Some(status), "{args:?} on {stdin}: {ran:?}");
    }
}

#[cfg(unix)]
#[test]
fn without_data_a_broken_call_is_a_persons() {
    for args in [vec![], vec!["hok"], vec!["--verbose"]] {
        let home = Home::new();
        let mut command = home.command(&args);
        command.stdin(fs::File::open("/dev/null").unwrap());
        assert_eq!(
            command.output().unwrap().status.code(),
            Some(64),
            "{args:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_unicode_too() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let bad = OsStr::from_bytes(b"\xff\xfe");
    for args in [
        vec![bad],
        vec!["hook".as_ref(), bad],
        vec!["hook".as_ref(), "--home".as_ref(), bad],
        vec!["hook".as_ref(), "--profiles".as_ref(), bad],
        vec![bad, "hook".as_ref()],
    ] {
        let ran = home().run(&args, event());
        assert_eq!(
            (ran.status, ran.stdout.as_str()),
            (Some(0), ""),
            "{args:?}: {ran:?}"
        );
    }
}

#[test]
fn input_that_is_no_event_is_named_and_passed_over() {
    let whole = event();
    let half = &whole[..whole.len() / 2];
    let twice = format!("{whole}{whole}");
    let deep = "[".repeat(200_000);
    let nested = format!(
        r#"{{"requested_schema":{}"#,
        r#"{"properties":"#.repeat(100_000)
    );
    let large = format!(r#"{{"message":"{}"}}"#, "x".repeat(9 << 20));
    for (stdin, stdout) in [
        (b"".as_slice(), false),
        (b" \n\t", false),
        (b"null", false),
        (b"[]", false),
        (b"{}", false),
        (b"\"hook\"", false),
        (b"\xff\xfe\x00", false),
        (half.as_bytes(), false),
        (deep.as_bytes(), false),
        (nested.as_bytes(), false),
        (large.as_bytes(), false),
        (br#"{"hook_event_name":"Elicitation"}"#, false),
        (
            br#"{"hook_event_name":"Elicitation","mcp_server_name":""}"#,
            false,
        ),
        (
            br#"{"hook_event_name":"PreToolUse","tool_name":"mcp__rig__ask"}"#,
            false,
        ),
        // Only the first value counts.
        (twice.as_bytes(), true),
    ] {
        let ran = home().hook(stdin);
        let shown = String::from_utf8_lossy(&stdin[..stdin.len().min(60)]).into_owned();
        assert_eq!(ran.status, Some(0), "{shown}: {ran:?}");
        if stdout {
            assert_eq!(ran.stdout, answered(), "{shown}");
        } else {
            assert_eq!(ran.stdout, "", "{shown}");
            assert_eq!(ran.stderr.lines().count(), 1, "{shown}: {ran:?}");
            assert!(ran.stderr.len() < 300, "{shown}: {ran:?}");
        }
    }
}

#[test]
fn an_input_that_stays_open_is_answered() {
    for after in ["", "\n", "{\"another\":"] {
        let ran = event_and_keep_open(
            home().hook_command(),
            format!("{}{after}", event()).as_bytes(),
        );
        assert_eq!((ran.status, ran.stdout), (Some(0), answered()));
    }
}

#[cfg(unix)]
#[test]
fn an_input_without_an_end_is_given_up() {
    let home = home();
    let mut command = home.hook_command();
    command.stdin(fs::File::open("/dev/zero").unwrap());
    let output = command.output().unwrap();
    assert_eq!(
        (output.status.code(), output.stdout.as_slice()),
        (Some(0), b"".as_slice())
    );
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "answerback: the input is larger than 8 MiB\n"
    );
}

#[test]
fn a_closed_output_is_no_error() {
    for close in [close_stdout, close_stderr, close_both] {
        let home = home();
        let mut command = home.hook_command();
        let (input, mut event_end) = io::pipe().unwrap();
        event_end.write_all(event().as_bytes()).unwrap();
        drop(event_end);
        command.stdin(input);
        close(&mut command);
        let ran = wait(command.spawn().unwrap());
        assert_eq!(ran.status, Some(0), "{ran:?}");
        // A fault has to be told to a closed standard error, too.
        let mut command = home.command(["hook", "--unknown=x"]);
        close(&mut command);
        assert_eq!(wait(command.spawn().unwrap()).status, Some(0));
    }
}

/// A pipe that nobody reads.
fn closed() -> io::PipeWriter {
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    writer
}

fn close_stdout(command: &mut std::process::Command) {
    command
        .stdout(closed())
        .stderr(std::process::Stdio::piped());
}

fn close_stderr(command: &mut std::process::Command) {
    command
        .stderr(closed())
        .stdout(std::process::Stdio::piped());
}

fn close_both(command: &mut std::process::Command) {
    command.stdout(closed()).stderr(closed());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_or_missing_output_is_no_error() {
    let full = || {
        fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap()
    };
    let home = home();
    let (input, mut event_end) = io::pipe().unwrap();
    event_end.write_all(event().as_bytes()).unwrap();
    drop(event_end);
    let mut command = home.hook_command();
    command.stdin(input).stdout(full()).stderr(full());
    assert_eq!(wait(command.spawn().unwrap()).status, Some(0));
    // Without any of the three at all.
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args([
        "-c",
        "exec \"$0\" hook <&- >&- 2>&-",
        env!("CARGO_BIN_EXE_answerback"),
    ]);
    shell.env_clear().env("HOME", home.home());
    assert_eq!(wait(shell.spawn().unwrap()).status, Some(0));
}

/// Puts something else in the place of a file.
type Put = fn(&Path);

fn directory(path: &Path) {
    fs::create_dir(path).unwrap();
}

fn too_large(path: &Path) {
    fs::write(path, " ".repeat((1 << 20) + 1)).unwrap();
}

fn not_text(path: &Path) {
    fs::write(path, b"server = \"\xff\"").unwrap();
}

fn malformed(path: &Path) {
    fs::write(path, "server = \"rig\"\n[[rule]\nanswers.name = \"Ada\"").unwrap();
}

fn one_broken_rule(path: &Path) {
    fs::write(path, format!("{PROFILE}\n[[rule]]\naction = 'allow'")).unwrap();
}

#[cfg(unix)]
fn fifo(path: &Path) {
    use rustix::fs::{CWD, Mode, mkfifoat};
    mkfifoat(CWD, path, Mode::RUSR | Mode::WUSR).unwrap();
}

#[cfg(unix)]
fn link_to(target: &str, path: &Path) {
    std::os::unix::fs::symlink(target, path).unwrap();
}

#[cfg(unix)]
fn writable_by_others(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, PROFILE).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o666)).unwrap();
}

#[cfg(unix)]
fn unreadable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, PROFILE).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o000)).unwrap();
}

fn in_a_files_place() -> Vec<(&'static str, Put)> {
    let mut all: Vec<(&'static str, Put)> = vec![
        ("a directory", directory),
        ("a large file", too_large),
        ("bytes that are no text", not_text),
        ("broken syntax", malformed),
        ("a broken rule", one_broken_rule),
    ];
    #[cfg(unix)]
    {
        all.extend::<[(&'static str, Put); 7]>([
            ("a FIFO", fifo),
            ("a file that others can write", writable_by_others),
            ("a link to nothing", |path| link_to("/nowhere/at/all", path)),
            ("a link to itself", |path| {
                link_to(path.to_str().unwrap(), path)
            }),
            ("a link to /dev/zero", |path| link_to("/dev/zero", path)),
            ("a link to /dev/stdin", |path| link_to("/dev/stdin", path)),
            ("a link to a terminal", |path| link_to("/dev/tty", path)),
        ]);
        // Nothing is unreadable to root.
        if !rustix::process::geteuid().is_root() {
            all.push(("a file that may not be read", unreadable));
        }
    }
    all
}

#[test]
fn whatever_stands_in_a_profiles_place_is_no_answer() {
    for (what, put) in in_a_files_place() {
        let home = Home::new();
        put(&home.profile_path("rig"));
        let ran = home.hook(event());
        assert_eq!(
            (ran.status, ran.stdout.as_str()),
            (Some(0), ""),
            "{what}: {ran:?}"
        );
    }
}

#[test]
fn whatever_stands_in_the_configs_place_is_no_answer() {
    for (what, put) in in_a_files_place() {
        let home = home();
        put(&home.home().join("config.toml"));
        let ran = home.hook(event());
        assert_eq!(
            (ran.status, ran.stdout.as_str()),
            (Some(0), ""),
            "{what}: {ran:?}"
        );
    }
}

#[test]
fn whatever_stands_in_a_named_folders_profile_stops_the_users_own() {
    for (what, put) in in_a_files_place() {
        let home = home();
        let named = tempfile::tempdir().unwrap();
        put(&named.path().join("rig.toml"));
        let mut command = home.hook_command();
        command.arg("--profiles").arg(named.path());
        let ran = support::run(command, event().as_bytes());
        assert_eq!(
            (ran.status, ran.stdout.as_str()),
            (Some(0), ""),
            "{what}: {ran:?}"
        );
    }
}

#[test]
fn a_file_in_a_folders_place_holds_no_profile() {
    let home = Home::new();
    fs::remove_dir(home.home().join("profiles")).unwrap();
    fs::write(home.home().join("profiles"), PROFILE).unwrap();
    let ran = home.hook(event());
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_entered_is_no_answer() {
    use std::os::unix::fs::PermissionsExt;
    if rustix::process::geteuid().is_root() {
        eprintln!("skipped: root may enter any folder");
        return;
    }
    let home = home();
    let folder = home.home().join("profiles");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o000)).unwrap();
    let ran = home.hook(event());
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn whatever_stands_in_a_projects_places_keeps_nobody_waiting() {
    for place in [".answerback", ".git", ".mcp.json", ".answerback/rig.toml"] {
        for (what, put) in in_a_files_place() {
            let home = home();
            let home = {
                let project = home.project();
                home.env("CLAUDE_PROJECT_DIR", project.to_str().unwrap())
            };
            let path = home.project().join(place);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            put(&path);
            let ran = home.hook(event());
            assert_eq!(ran.status, Some(0), "{what} for {place}: {ran:?}");
            assert!(
                ran.stdout.is_empty() || ran.stdout == answered(),
                "{what} for {place}: {ran:?}"
            );
            if place.ends_with(".toml") {
                assert_eq!(
                    ran.stdout, "",
                    "{what} for {place}: a doubt above the user's own profile"
                );
            }
        }
    }
}

#[test]
fn no_home_at_all_is_no_answer() {
    let ran = Home::new().run(["hook", "--home", "/nowhere/at/all"], event());
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""), "{ran:?}");
    let ran = Home::new().run(["hook"], event());
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""), "{ran:?}");
}

// A panic can't be brought about from outside the process, as none is known. The library's own entry, which the
// program does nothing but call, is given streams and an environment that panic instead.

/// Panics when it is read from or written to.
struct Panics;

impl Read for Panics {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        panic!("read")
    }
}

impl Write for Panics {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        panic!("written to")
    }

    fn flush(&mut self) -> io::Result<()> {
        panic!("flushed")
    }
}

/// Runs the hook in this process; what it printed, if it printed to `stdout`.
fn run_here(
    home: &Home,
    env: &dyn Fn(&str) -> Option<OsString>,
    stdin: &mut dyn Read,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> u8 {
    let args = ["hook".into(), "--home".into(), home.home().into_os_string()];
    let world = World {
        env,
        cwd: None,
        program: &|| None,
    };
    run(
        &args,
        &world,
        &mut Streams {
            stdin,
            stdout,
            stderr,
            piped: true,
            terminal: false,
            typed: false,
        },
    )
}

#[test]
fn a_panic_ends_in_0_and_prints_nothing() {
    let home = home();
    let none = |_: &str| None;
    let mut stdout = Vec::new();
    assert_eq!(
        run_here(&home, &none, &mut Panics, &mut stdout, &mut io::sink()),
        0
    );
    assert_eq!(stdout, b"");
    let env = |name: &str| {
        if name == "ANSWERBACK_DISABLE" {
            None
        } else {
            panic!("asked for `{name}`")
        }
    };
    assert_eq!(
        run_here(
            &home,
            &env,
            &mut event().as_bytes(),
            &mut stdout,
            &mut io::sink()
        ),
        0
    );
    assert_eq!(stdout, b"");
    assert_eq!(
        run_here(
            &home,
            &none,
            &mut event().as_bytes(),
            &mut Panics,
            &mut io::sink()
        ),
        0
    );
    assert_eq!(
        run_here(&home, &none, &mut "{}".as_bytes(), &mut stdout, &mut Panics),
        0
    );
    assert_eq!(stdout, b"");
    assert_eq!(
        run_here(
            &home,
            &none,
            &mut event().as_bytes(),
            &mut stdout,
            &mut Panics
        ),
        0
    );
    assert_eq!(
        String::from_utf8(stdout).unwrap(),
        answered(),
        "without anything to panic at"
    );
}
