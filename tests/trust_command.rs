//! `trust` and `untrust`: what the person is shown, who may say yes, what is recorded, and what became of it.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod support;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;

use answerback::{Streams, World};
use serde_json::{Value as Json, json};
use support::{ACCEPTS_ALL, CLONES_SERVER, Home, Hostile, copy, hostile_event as event, put};

// ---- What it says.

#[test]
fn an_untrusted_profile_is_named_once_with_the_command_to_run() {
    let clone = Hostile::new();
    fs::remove_file(clone.home.project().join(".mcp.json")).unwrap();
    let ran = clone.hook_in(&clone.home.project());
    let command = format!(
        "answerback trust --home {} {}",
        clone.home.home().display(),
        clone.profile().display()
    );
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr),
        (
            "",
            format!(
                "answerback: `db` is not answered: this profile came with the project and isn't trusted; to read and \
                 trust it, run `{command}`\n"
            )
        )
    );
    let words: Vec<&str> = command.split(' ').skip(1).chain(["--yes"]).collect();
    assert_eq!(clone.home.run(words, "").status, Some(0));
    assert!(clone.is_answered());
}

#[test]
fn a_folder_with_a_name_that_a_shell_would_read_is_quoted() {
    let clone = Hostile::new();
    let odd = clone.beside("a b $(x) it's\u{1b}[31m\n");
    copy(&clone.home.project(), &odd);
    fs::remove_file(odd.join(".mcp.json")).unwrap();
    let ran = clone.hook_in(&odd);
    assert!(
        ran.stderr
            .ends_with("/a b $(x) it'\\''s\\u{1b}[31m\\n/.answerback/db.toml'`\n"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.stderr.lines().count(), 1);
}

#[test]
fn explain_says_that_it_is_untrusted() {
    let clone = Hostile::new();
    fs::remove_file(clone.home.project().join(".mcp.json")).unwrap();
    let mut command = clone.home.command(["explain", "--json", "--home"]);
    command
        .arg(clone.home.home())
        .arg("--project")
        .arg(clone.home.project());
    let ran = support::run(command, event(&clone.home.project()).as_bytes());
    let json: Json = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        (ran.status, &json["decision"]["reason"]),
        (Some(1), &json!("untrusted"))
    );
    assert_eq!(json["files"][0]["state"], "untrusted");
    // What it says isn't shown: nobody vouched for it.
    assert!(
        !ran.stdout.contains("[[rule]]\\nwhen.message = \"Share"),
        "{}",
        ran.stdout
    );
}

#[test]
fn everything_that_decides_is_shown_uncut_and_harmless() {
    let home = Home::new()
        .config("[vars]\nauthor = 'Ada Example'\n")
        .profile("db", "server = 'db'\n[[rule]]\nid = 'never'\naction = 'ask'\n[[rule]]\nid = 'no-prod'\nwhen.message = 'Deploy to production?'\naction = 'decline'\n[[rule]]\nid = 'mine'\nwhen.fields = ['x']\nanswers.x = 1\n");
    let long = "x".repeat(2000);
    let profile = format!(
        "# {long} the end\nserver = 'db'\n# \u{202e}\u{200b}\u{2028}\n[answers]\nauthor = '${{vars.author}}'\n\
         other = '${{vars.unset}}'\n[[rule]]\nid = 'yes'\nwhen.message = 'Deploy to production?'\nwhen.env.CI = 'x'\n\
         answers.a = '${{env.DATABASE_URL}}'\n[[rule]]\nid = 'site'\nwhen.url = 'https://example.com/'\naction = 'accept'\n"
    );
    put(&home.project().join(".answerback/db.toml"), &profile);
    let server =
        json!({ "mcpServers": { "db": { "command": "run", "args": [long, "\u{202e}last"] } } });
    put(&home.project().join(".mcp.json"), &server.to_string());
    let ran = home.run(["trust", "--home", home.home().to_str().unwrap()], "");
    let path = home.profile_path("db");
    let path = path.display();
    for shown in [
        format!("# {long} the end"),
        "# \\u{202e}\\u{200b}\\u{2028}".to_owned(),
        "${vars.author} is `Ada Example`, from your config".to_owned(),
        "warning: line 6: `${vars.unset}` is not set".to_owned(),
        "warning: line 10: `when.env` has no effect in a project's profile".to_owned(),
        "warning: line 11: `${env.…}` has no effect in a project's profile".to_owned(),
        "warning: line 12: accepting a URL has no effect in a project's profile".to_owned(),
        "warning: line 7: this rule accepts before your own rule `never` could ask".to_owned(),
        format!("rules `yes`, `site` of the project answer before your own `{path}` is looked at"),
        format!("[answers] fills `author`, `other` in what your own `{path}` accepts"),
        "\"command\": \"run\"".to_owned(),
        format!("\"{long}\""),
        "\"\\u202elast\"".to_owned(),
        format!(
            "as {} defines it",
            home.project()
                .canonicalize()
                .unwrap()
                .join(".mcp.json")
                .display()
        ),
    ] {
        assert!(ran.stdout.contains(&shown), "{shown}: {}", ran.stdout);
    }
    assert_eq!(
        ran.stdout.matches("`${env.…}`").count(),
        1,
        "once: {}",
        ran.stdout
    );
    assert!(
        !ran.stdout.contains("no-prod"),
        "it stands whatever the project says: {}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .chars()
            .all(|char| char == '\n' || (' '..='~').contains(&char) || char == '…'),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.status, Some(64));
}

// ---- Who may say so.

#[test]
fn without_a_terminal_it_takes_yes_and_in_an_agents_session_it_takes_nothing() {
    let clone = Hostile::new();
    let ran = clone.person(&["trust"]);
    assert_eq!(ran.status, Some(64));
    assert!(
        ran.stdout.contains("Share all files?") && ran.stderr.contains("`--yes`"),
        "{ran:?}"
    );
    for (value, args) in [
        ("1", ["trust", "--yes"]),
        ("", ["trust", "--yes"]),
        ("1", ["trust", "--project=."]),
    ] {
        let mut command = clone.home.command(args);
        command
            .arg("--home")
            .arg(clone.home.home())
            .env("CLAUDECODE", value);
        let ran = support::run(command, b"");
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""));
        assert!(
            ran.stderr.contains("inside an agent's session"),
            "{}",
            ran.stderr
        );
        // What an agent reads names no command that would widen trust.
        assert!(!ran.stderr.contains("answerback trust"), "{}", ran.stderr);
    }
    assert!(!clone.home.home().join("trust").exists());
    assert!(!clone.is_answered());
}

/// A person at a terminal who says this; before they do, `meanwhile` happens.
struct Person<'p> {
    says: &'p [u8],
    meanwhile: &'p dyn Fn(),
}

impl Read for Person<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        (self.meanwhile)();
        self.says.read(room)
    }
}

fn trust_at_a_terminal(home: &Home, says: &str, meanwhile: &dyn Fn()) -> (u8, String) {
    let args: Vec<OsString> = [
        "trust".into(),
        "--home".into(),
        home.home().into_os_string(),
    ]
    .into();
    let world = World {
        program: &|| None,
        env: &|_| None,
        cwd: Some(home.project()),
    };
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut streams = Streams {
        stdin: &mut Person {
            says: says.as_bytes(),
            meanwhile,
        },
        stdout: &mut stdout,
        stderr: &mut stderr,
        piped: false,
        terminal: true,
        typed: true,
    };
    let status = answerback::run(&args, &world, &mut streams);
    (status, String::from_utf8(stdout).unwrap())
}

#[test]
fn the_readme_shows_what_is_shown() {
    let readme = include_str!("../README.md");
    let (_, screen) = readme.split_once("```text\n$ answerback trust\n").unwrap();
    let (screen, _) = screen.split_once("\n```\n").unwrap();
    let home = Home::new();
    let shown_file: String = screen
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| line.starts_with(|char: char| char.is_ascii_digit()))
        .filter_map(|line| line.split_once("  "))
        .map(|(_, line)| format!("{line}\n"))
        .collect();
    put(&home.project().join(".answerback/db.toml"), &shown_file);
    let server = json!({ "mcpServers": { "db": { "command": "./bin/db-server" } } });
    put(&home.project().join(".mcp.json"), &server.to_string());
    let (status, stdout) = trust_at_a_terminal(&home, "n\n", &|| ());
    let project = home.project().canonicalize().unwrap();
    let stdout = without_styles(&stdout).replace(project.to_str().unwrap(), "/home/ada/shop");
    assert_eq!((status, stdout.trim_end()), (1, screen));
}

/// What is left of a text for a terminal without its colours.
fn without_styles(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.filter_map(|part| part.split_once('m'));
    rest.fold(first, |all, (_, part)| all + part)
}

#[test]
fn on_a_terminal_only_yes_is_yes() {
    let (long, pasted) = ("y".repeat(200), "\ny\n");
    for (says, yes) in [
        ("y\n", true),
        ("Y\n", true),
        (" yes \n", true),
        ("y", true),
        ("\n", false),
        ("", false),
        ("n\n", false),
        ("ye\n", false),
        ("yes!\n", false),
        (long.as_str(), false),
        (pasted, false),
    ] {
        let clone = Hostile::new();
        let (status, stdout) = trust_at_a_terminal(&clone.home, says, &|| ());
        assert!(
            stdout.contains("Trust this? It holds until any of it changes. [y/N] "),
            "{stdout}"
        );
        assert_eq!(
            (status, clone.is_answered()),
            if yes { (0, true) } else { (1, false) },
            "{says:?}"
        );
    }
}

#[test]
fn what_is_recorded_is_what_was_shown() {
    let clone = Hostile::new();
    let (profile, server) = (clone.profile(), clone.home.project().join(".mcp.json"));
    let swap = || {
        put(
            &profile,
            &ACCEPTS_ALL.replace("Share all files?", "Delete all files?"),
        );
        put(&server, &CLONES_SERVER.replace("steal", "other"));
    };
    let (status, stdout) = trust_at_a_terminal(&clone.home, "y\n", &swap);
    assert_eq!(status, 0);
    assert!(
        stdout.contains("Share all files?") && stdout.contains("./steal"),
        "{stdout}"
    );
    assert!(
        !clone.is_answered(),
        "what came in its place is not trusted"
    );
    put(&profile, ACCEPTS_ALL);
    assert!(!clone.is_answered(), "the server is still another one");
    put(&server, CLONES_SERVER);
    assert!(clone.is_answered(), "what was shown is");
}

#[test]
fn a_broken_profile_or_server_file_is_shown_and_not_trusted() {
    let clone = Hostile::new();
    put(&clone.profile(), "server = 'db'\n\u{1b}[2J = 1\n");
    let ran = clone.person(&["trust", "--yes"]);
    assert_eq!(ran.status, Some(65));
    assert!(
        ran.stdout.contains("2:1: ") && !ran.stdout.contains('\u{1b}'),
        "{}",
        ran.stdout
    );
    put(&clone.profile(), ACCEPTS_ALL);
    put(&clone.home.project().join(".mcp.json"), "[]");
    let ran = clone.person(&["trust", "--yes"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(65), ""));
    assert!(
        ran.stderr.contains("no object `mcpServers`"),
        "{}",
        ran.stderr
    );
    assert!(!clone.home.home().join("trust").exists());
}

#[test]
fn where_there_is_nothing_to_trust_it_says_so() {
    let home = Home::new();
    put(&home.project().join(".mcp.json"), CLONES_SERVER);
    let ran = home.run(
        ["trust", "--yes", "--home", home.home().to_str().unwrap()],
        "",
    );
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""));
    assert!(
        ran.stderr.contains("there is nothing to trust"),
        "{}",
        ran.stderr
    );
    let ran = home.run(["trust", "--yes", "no/such/folder"], "");
    assert_eq!(ran.status, Some(65), "{}", ran.stderr);
}

// ---- What became of it.

#[test]
fn the_list_says_what_changed_since_and_untrust_takes_back_earlier_contents_too() {
    let clone = Hostile::new();
    let list = || {
        let ran = clone.person(&["trust", "--list"]);
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
        let lines = ran.stdout.lines();
        // Without the times.
        lines
            .map(|line| {
                line.split_once("Z  ")
                    .map_or(line, |(_, rest)| rest)
                    .to_owned()
            })
            .collect::<Vec<_>>()
    };
    let project = clone
        .home
        .project()
        .canonicalize()
        .unwrap()
        .display()
        .to_string();
    let of = |profile: &[&str], server: &str| {
        let mut lines = vec![project.clone()];
        lines.extend(
            profile
                .iter()
                .map(|state| format!("profile .answerback/db.toml: {state}")),
        );
        lines.push(format!("server db: {server}"));
        lines
    };
    assert_eq!(list(), ["no project is trusted"]);
    clone.trust();
    let same = "as it was trusted";
    let changed = "changed since, and not trusted as it is now";
    assert_eq!(list(), of(&[same], same));
    let second = ACCEPTS_ALL.replace("Share", "Give");
    put(&clone.profile(), &second);
    assert_eq!(list(), of(&[changed], same));
    clone.trust();
    let both = list();
    assert!(
        both.contains(&format!("profile .answerback/db.toml: {same}")),
        "{both:?}"
    );
    assert!(
        both.iter().any(|line| line.contains("an earlier content")),
        "{both:?}"
    );
    put(
        &clone.home.project().join(".mcp.json"),
        r#"{"mcpServers": {}}"#,
    );
    fs::remove_file(clone.profile()).unwrap();
    assert_eq!(list(), of(&["gone", "gone"], "gone"));
    put(&clone.home.project().join(".mcp.json"), "{");
    assert_eq!(
        list(),
        of(&["gone", "gone"], "a `.mcp.json` there can't be understood")
    );

    // Its name is enough, though the file is gone; both contents go.
    let ran = clone.person(&["untrust", ".answerback/db.toml"]);
    assert_eq!(
        (ran.status, ran.stdout.lines().count()),
        (Some(0), 2),
        "{}",
        ran.stdout
    );
    put(&clone.home.project().join(".mcp.json"), CLONES_SERVER);
    assert_eq!(list(), of(&[], same));
    for text in [ACCEPTS_ALL, &second] {
        put(&clone.profile(), text);
        assert!(!clone.is_answered());
    }
    assert_eq!(
        clone.person(&["untrust", ".answerback/db.toml"]).status,
        Some(1)
    );
    fs::rename(clone.home.project(), clone.beside("moved")).unwrap();
    fs::create_dir(clone.beside("here")).unwrap();
    let gone = Home::command(&clone.home, ["trust", "--list", "--home"]);
    let ran = {
        let mut command = gone;
        command
            .arg(clone.home.home())
            .current_dir(clone.beside("here"));
        support::run(command, b"")
    };
    assert!(
        ran.stdout.contains("its project is gone, or was moved"),
        "{}",
        ran.stdout
    );
    let mut command = clone.home.command(["untrust", "--home"]);
    command
        .arg(clone.home.home())
        .arg(&project)
        .current_dir(clone.beside("here"));
    assert_eq!(
        support::run(command, b"").status,
        Some(0),
        "a project that is gone can be taken back"
    );
}

#[test]
fn a_record_that_others_may_write_or_that_is_a_link_counts_for_nothing() {
    let clone = Hostile::new();
    clone.trust();
    let store = clone.home.home().join("trust");
    let records: Vec<PathBuf> = fs::read_dir(&store)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(records.len(), 2);
    for record in records {
        assert_eq!(
            fs::metadata(&record).unwrap().permissions().mode() & 0o777,
            0o600
        );
        fs::set_permissions(&record, fs::Permissions::from_mode(0o622)).unwrap();
        assert!(!clone.is_answered());
        fs::set_permissions(&record, fs::Permissions::from_mode(0o600)).unwrap();
        let aside = clone.beside("record");
        fs::rename(&record, &aside).unwrap();
        symlink(&aside, &record).unwrap();
        assert!(!clone.is_answered());
        fs::remove_file(&record).unwrap();
        fs::rename(&aside, &record).unwrap();
        assert!(clone.is_answered());
    }
}
