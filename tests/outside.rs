//! What the hook does to the world: it opens no connection, starts no process, and no file in its way makes it
//! wait, whoever put it there.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr
)]

mod support;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use support::{
    Hostile, Ran, accepted, copy, copy_program, form, hostile_event, put, required, url,
};

/// A trusted project in a work tree of git, so that every file that the hook can read is there.
fn trusted() -> (Hostile, PathBuf) {
    let clone = Hostile::new();
    let (main, tree) = (clone.home.project(), clone.beside("tree"));
    copy(&main, &tree);
    let admin = main.canonicalize().unwrap().join(".git/worktrees/tree");
    put(&admin.join("commondir"), "../..\n");
    put(
        &admin.join("gitdir"),
        &format!("{}\n", tree.canonicalize().unwrap().join(".git").display()),
    );
    put(
        &tree.join(".git"),
        &format!("gitdir: {}\n", admin.display()),
    );
    put(
        &clone.home.home().join("config.toml"),
        "unanswered = 'ask'\nrepeats = 100000\n",
    );
    put(&clone.beside("named").join("db.toml"), "server = 'db'\n");
    put(&tree.with_file_name(".mcp.json"), r#"{"mcpServers": {}}"#);
    clone.trust();
    (clone, tree)
}

fn hook(clone: &Hostile, tree: &Path) -> Ran {
    let named = clone.beside("named");
    clone.hook_at(
        tree,
        clone.home.project().parent().unwrap(),
        &["--profiles", named.to_str().unwrap()],
    )
}

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn make_sparse(path: &Path) {
    fs::File::create(path).unwrap().set_len(10 << 30).unwrap();
}

type Make = fn(&Path);
const KINDS: [(&str, Make); 6] = [
    ("a pipe", make_pipe),
    ("an endless file", |path| {
        symlink("/dev/zero", path).unwrap()
    }),
    ("a link to a pipe", |path| {
        let pipe = path.with_file_name("pipe");
        make_pipe(&pipe);
        symlink(&pipe, path).unwrap();
    }),
    ("a terminal", |path| symlink("/dev/tty", path).unwrap()),
    ("a folder", |path| fs::create_dir(path).unwrap()),
    ("10 GiB", make_sparse),
];

#[test]
fn no_file_in_the_place_of_one_that_it_reads_makes_it_wait() {
    let (clone, tree) = trusted();
    assert_eq!(hook(&clone, &tree).stdout, accepted());
    let admin = clone.home.project().join(".git/worktrees/tree");
    let mut places = vec![
        clone.home.home().join("config.toml"),
        clone.beside("named/db.toml"),
        tree.join(".answerback/db.toml"),
        tree.join(".mcp.json"),
        tree.with_file_name(".mcp.json"),
        tree.join(".git"),
        admin.join("gitdir"),
        admin.join("commondir"),
    ];
    places.extend(
        fs::read_dir(clone.home.home().join("trust"))
            .unwrap()
            .map(|entry| entry.unwrap().path()),
    );
    assert_eq!(places.len(), 10);

    for place in &places {
        let aside = place.with_file_name("aside");
        fs::rename(place, &aside).unwrap();
        for (kind, make) in KINDS {
            make(place);
            // It ends (the builder kills and fails what doesn't), and not one of these is taken for the file.
            let ran = hook(&clone, &tree);
            assert_eq!(
                (ran.status, ran.stdout.as_str()),
                (Some(0), ""),
                "{kind} at {}",
                place.display()
            );
            let _ = fs::remove_file(place.with_file_name("pipe"));
            fs::remove_file(place)
                .or_else(|_| fs::remove_dir(place))
                .unwrap();
        }
        fs::rename(&aside, place).unwrap();
        assert_eq!(
            hook(&clone, &tree).stdout,
            accepted(),
            "{}",
            place.display()
        );
    }
}

/// All files and folders below a folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(below(&path));
        }
        all.push(path);
    }
    all
}

#[test]
fn no_file_in_the_place_of_one_that_it_writes_stops_an_answer() {
    let (clone, tree) = trusted();
    let state = clone.home.home().join("state");
    assert_eq!(hook(&clone, &tree).stdout, accepted());
    // What is left to the person is kept for its answer.
    let asked = form(
        "db",
        "Which one?",
        &required(json!({ "which": { "type": "string" } })),
    )
    .to_string();
    assert_eq!(clone.ask_in(&tree, &asked).stdout, "");
    let written = below(&state);
    assert!(written.len() > 2, "{written:?}");
    for place in written {
        let aside = clone.beside("aside");
        fs::rename(&place, &aside).unwrap();
        for (kind, make) in KINDS {
            make(&place);
            let at = place.display();
            assert_eq!(hook(&clone, &tree).stdout, accepted(), "{kind} at {at}");
            assert_eq!(clone.ask_in(&tree, &asked).stdout, "", "{kind} at {at}");
            let _ = fs::remove_file(place.with_file_name("pipe"));
            let _ = fs::remove_file(&place).or_else(|_| fs::remove_dir_all(&place));
        }
        fs::rename(&aside, &place).unwrap();
    }
    // Nor does a file in the place of the whole folder.
    let _ = fs::remove_dir_all(&state);
    make_pipe(&state);
    assert_eq!(hook(&clone, &tree).stdout, accepted());
}

#[test]
fn a_users_profile_that_is_a_pipe_is_not_passed_over_for_a_projects() {
    // The project's rule comes first and would accept; what the user says to it can't be read.
    let (clone, tree) = trusted();
    let place = clone.home.profile_path("db");
    fs::remove_file(&place).unwrap();
    assert_eq!(hook(&clone, &tree).stdout, accepted());
    make_pipe(&place);
    assert_eq!(hook(&clone, &tree).stdout, "");
}

/// The system calls of the hook, one a line; nothing where strace is missing or may not watch.
fn calls(clone: &Hostile, tree: &Path, event: &str) -> Option<String> {
    let log = clone.beside("calls");
    let program = clone.home.hook_command();
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "-o"]).arg(&log).args([
        "-e",
        "trace=network,process,execve,execveat,fsync,fdatasync",
    ]);
    command
        .arg(program.get_program())
        .args(program.get_args())
        .current_dir(tree);
    command
        .env_clear()
        .env("CLAUDE_PROJECT_DIR", tree)
        .env("BROWSER", "/bin/false");
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    if Command::new("strace").arg("-V").output().is_err() {
        eprintln!("skipped: no strace");
        return None;
    }
    let ran = support::run(command, event.as_bytes());
    let calls = fs::read_to_string(&log).unwrap_or_default();
    if calls.is_empty() {
        eprintln!("skipped: strace may not watch: {}", ran.stderr);
        return None;
    }
    assert_eq!(ran.status, Some(0));
    assert!(!ran.stdout.is_empty(), "it decided: {}", ran.stderr);
    Some(calls)
}

#[test]
fn it_opens_no_connection_starts_no_process_and_waits_for_no_disk() {
    let (clone, tree) = trusted();
    put(
        &clone.home.profile_path("auth"),
        "server = 'auth'\n[[rule]]\nwhen.url = 'https://app.example.com/oauth/*'\naction = 'accept'\n",
    );
    put(
        &clone.home.home().join("config.toml"),
        "unanswered = 'decline'\n",
    );
    for event in [
        hostile_event(&tree),
        url("auth", "Log in", "https://app.example.com/oauth/start").to_string(),
        url("auth", "Log in", "https://elsewhere.example.com/").to_string(),
    ] {
        let Some(calls) = calls(&clone, &tree, &event) else {
            return;
        };
        // The program itself is started, and ends.
        let others: Vec<&str> = calls
            .lines()
            .filter(|line| !line.contains(" exit_group(") && !line.contains(" +++ exited"))
            .collect();
        let [only] = others.as_slice() else {
            panic!("{calls}")
        };
        assert!(only.contains(" execve(\""), "{calls}");
    }
}

// ---- A file that the group may write.

/// Where each person has a group of their own, editors leave files that it may write (umask 002).
#[test]
fn a_profile_that_only_a_persons_own_group_may_write_is_read() {
    for (group, answered) in [("1234", true), ("4321", false)] {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("profiles")).unwrap();
        fs::write(
            at("profiles/rig.toml"),
            "server = 'rig'\n[[rule]]\nanswers.name = 'Ada'\n",
        )
        .unwrap();
        copy_program(&at("answerback"));
        let prepared = Command::new("sh")
            .arg("-c")
            .arg(format!(
                "chown -R 1234:{group} . && chmod 755 . answerback && chmod 664 profiles/rig.toml"
            ))
            .current_dir(folder.path())
            .status();
        if !prepared.is_ok_and(|status| status.success()) {
            eprintln!("skipped: only root can give files away");
            return;
        }
        let event = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/data/stdin/Elicitation-simple.json"
        );
        let ran = Command::new("setpriv")
            .args(["--reuid=1234", "--regid=1234", "--clear-groups"])
            .arg(at("answerback"))
            .args(["hook", "--home"])
            .arg(folder.path())
            .env_clear()
            .stdin(fs::File::open(event).unwrap())
            .output();
        let Ok(ran) = ran else {
            eprintln!("skipped: no setpriv");
            return;
        };
        assert_eq!(
            !ran.stdout.is_empty(),
            answered,
            "{group}: {}",
            String::from_utf8_lossy(&ran.stderr)
        );
    }
}
