//! A repository cannot make it answer: what a project brings along counts for nothing before the user trusted
//! exactly that.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod support;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use serde_json::json;
use support::{
    ACCEPTS_ALL, CLONES_SERVER, Home, Hostile, Outcome, accepted, copy, form, line, put, required,
};

// ---- The hostile clone.

#[test]
fn a_clone_is_answered_after_trust_and_not_before() {
    let clone = Hostile::new();
    assert!(!clone.is_answered());
    clone.trust();
    assert!(clone.is_answered());
}

#[test]
fn trusting_one_of_profile_and_server_is_not_enough() {
    let clone = Hostile::new();
    fs::remove_file(clone.home.project().join(".mcp.json")).unwrap();
    clone.trust();
    assert!(clone.is_answered(), "it has no server of its own");
    put(&clone.home.project().join(".mcp.json"), CLONES_SERVER);
    assert!(!clone.is_answered(), "now it has");
    assert_eq!(
        clone.person(&["trust", "--yes", ".mcp.json"]).status,
        Some(0)
    );
    assert!(clone.is_answered());
    assert_eq!(
        clone.person(&["untrust", ".answerback/db.toml"]).status,
        Some(0)
    );
    assert!(!clone.is_answered(), "the profile alone is taken back");
}

#[test]
fn an_edit_takes_the_trust_away_and_undoing_it_gives_it_back() {
    let clone = Hostile::new();
    clone.trust();
    let server = clone.home.project().join(".mcp.json");
    for (path, text) in [(clone.profile(), ACCEPTS_ALL), (server, CLONES_SERVER)] {
        for edited in [
            format!("{text} "),
            format!("\n{text}"),
            text.replace("all", "any"),
            String::new(),
        ] {
            fs::write(&path, &edited).unwrap();
            // White space in JSON means nothing, and to no client.
            let same = path.ends_with(".mcp.json") && edited.trim() == text;
            assert_eq!(clone.is_answered(), same, "{edited}");
        }
        fs::write(&path, text).unwrap();
        assert!(clone.is_answered());
    }
    let other = r#"{"mcpServers": {"db": {"command": "./steal", "args": ["--all"]}, "x": {"command": "y"}}}"#;
    fs::write(clone.home.project().join(".mcp.json"), other).unwrap();
    assert!(
        clone.is_answered(),
        "another server is none of its business"
    );
}

#[test]
fn a_copy_elsewhere_is_a_stranger_whatever_its_git_says() {
    let clone = Hostile::new();
    let project = clone.home.project();
    fs::create_dir_all(project.join(".git/worktrees/tree")).unwrap();
    clone.trust();
    let evil = clone.beside("evil");
    copy(&project, &evil);
    assert!(!clone.is_answered_in(&evil), "a copy");
    let git = evil.join(".git");
    for (why, spoof) in [
        (
            "a `.git` that names the trusted tree",
            format!("gitdir: {}\n", project.join(".git").display()),
        ),
        (
            "one that names a work tree of it",
            format!(
                "gitdir: {}\n",
                project.join(".git/worktrees/tree").display()
            ),
        ),
    ] {
        let _ = fs::remove_dir_all(&git);
        let _ = fs::remove_file(&git);
        fs::write(&git, spoof).unwrap();
        assert!(!clone.is_answered_in(&evil), "{why}");
    }
    fs::remove_file(&git).unwrap();
    fs::create_dir(&git).unwrap();
    fs::write(
        git.join("commondir"),
        project.join(".git").as_os_str().as_encoded_bytes(),
    )
    .unwrap();
    assert!(!clone.is_answered_in(&evil), "a spoofed `commondir`");
    assert!(
        clone.is_answered(),
        "the trusted one is answered all the while"
    );
}

#[test]
fn a_move_takes_the_trust_away_and_a_link_to_the_project_does_not() {
    let clone = Hostile::new();
    clone.trust();
    let (alias, moved) = (clone.beside("alias"), clone.beside("moved"));
    symlink(clone.home.project(), &alias).unwrap();
    assert!(
        clone.is_answered_in(&alias),
        "the same project by another way"
    );
    fs::rename(clone.home.project(), &moved).unwrap();
    assert!(!clone.is_answered_in(&moved), "moved");
    let ran = clone.hook_at(&alias, &moved, &[]);
    assert_eq!(ran.stdout, "", "a link that leads nowhere");
}

#[test]
fn links_out_of_the_project_and_files_of_others_are_refused_with_their_reason() {
    type Spoil = fn(&Hostile);
    let cases: [(&str, Spoil); 7] = [
        ("outside the project", |clone| {
            let outside = clone.beside("outside.toml");
            fs::rename(clone.profile(), &outside).unwrap();
            symlink(outside, clone.profile()).unwrap();
        }),
        ("outside the project", |clone| {
            let folder = clone.home.project().join(".answerback");
            fs::rename(&folder, clone.beside("outside")).unwrap();
            symlink(clone.beside("outside"), &folder).unwrap();
        }),
        ("a link that is not followed", |clone| {
            fs::remove_file(clone.profile()).unwrap();
            symlink("nowhere.toml", clone.profile()).unwrap();
        }),
        (
            "writable by other users; `chmod go-w` takes that away",
            |clone| {
                fs::set_permissions(clone.profile(), fs::Permissions::from_mode(0o666)).unwrap();
            },
        ),
        (
            "in a folder that is writable by other users; `chmod go-w` takes that away",
            |clone| {
                let folder = clone.home.project().join(".answerback");
                fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
            },
        ),
        ("not a regular file", |clone| {
            fs::remove_file(clone.profile()).unwrap();
            fs::create_dir(clone.profile()).unwrap();
        }),
        ("larger than 1 MiB", |clone| {
            fs::write(clone.profile(), vec![b'#'; (1 << 20) + 1]).unwrap();
        }),
    ];
    for (reason, spoil) in cases {
        let clone = Hostile::new();
        clone.trust();
        spoil(&clone);
        let ran = clone.hook_in(&clone.home.project());
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), ""), "{reason}");
        assert_eq!(
            ran.stderr,
            format!("answerback: `db` is not answered: {reason}\n")
        );
        // The advice is the hook's.
        let (reason, _) = reason.split_once(';').unwrap_or((reason, ""));
        let ran = clone.person(&["trust", "--yes"]);
        assert_eq!(ran.status, Some(65), "{reason}");
        assert!(ran.stderr.contains(reason), "{}", ran.stderr);
        assert!(!ran.stdout.contains("trusted:"));
    }
}

#[test]
fn a_link_within_the_project_is_followed() {
    let clone = Hostile::new();
    let real = clone.home.project().join("answers/db.toml");
    fs::create_dir(real.parent().unwrap()).unwrap();
    fs::rename(clone.profile(), &real).unwrap();
    symlink("../answers/db.toml", clone.profile()).unwrap();
    assert!(!clone.is_answered());
    clone.trust();
    assert!(clone.is_answered());
}

#[test]
fn work_trees_of_one_repository_share_trust() {
    let clone = Hostile::new();
    let (main, tree) = (clone.home.project(), clone.beside("tree"));
    copy(&main, &tree);
    fs::create_dir_all(main.join(".git/worktrees/tree")).unwrap();
    let admin = main.join(".git/worktrees/tree").canonicalize().unwrap();
    put(
        &tree.join(".git"),
        &format!("gitdir: {}\n", admin.display()),
    );
    put(
        &admin.join("gitdir"),
        &format!("{}\n", tree.canonicalize().unwrap().join(".git").display()),
    );
    put(&admin.join("commondir"), "../..\n");
    assert!(!clone.is_answered_in(&tree));
    clone.trust();
    assert!(clone.is_answered_in(&tree));
    put(
        &tree.join(".answerback/db.toml"),
        &format!("{ACCEPTS_ALL}#"),
    );
    assert!(!clone.is_answered_in(&tree), "another content");
    assert!(clone.is_answered());
    // And the other way round.
    let ran = clone.person(&["trust", "--yes", tree.to_str().unwrap()]);
    assert!(ran.stdout.contains("a work tree of"), "{}", ran.stdout);
    assert!(clone.is_answered_in(&tree));
    put(
        &main.join(".answerback/db.toml"),
        &format!("{ACCEPTS_ALL}#"),
    );
    assert!(clone.is_answered());
}

#[test]
fn the_agents_cd_chooses_no_other_project() {
    let clone = Hostile::new();
    clone.trust();
    let (project, other) = (clone.home.project(), clone.beside("other"));
    fs::create_dir_all(&other).unwrap();
    fs::create_dir_all(project.join("sub/.answerback")).unwrap();
    let answered = |project: &Path, cwd: &Path| {
        let ran = clone.hook_at(project, cwd, &[]);
        assert_eq!(ran.status, Some(0));
        ran.stdout == accepted()
    };
    assert!(
        answered(&project, &project.join("sub")),
        "`cd sub` changes nothing"
    );
    assert!(answered(&project, &other), "nor does another folder");
    assert!(
        !answered(&other, &project),
        "and a trusted folder isn't chosen by `cd`"
    );
}

#[test]
fn folders_in_the_hooks_arguments_are_the_users_word_only_outside_the_project() {
    let clone = Hostile::new();
    fs::remove_file(clone.home.project().join(".mcp.json")).unwrap();
    let project = clone.home.project();
    let inside = project.join("profiles");
    put(&inside.join("db.toml"), ACCEPTS_ALL);
    let outside = clone.beside("profiles");
    put(&outside.join("db.toml"), ACCEPTS_ALL);
    let alias = clone.beside("alias");
    symlink(&inside, &alias).unwrap();
    fs::remove_file(clone.profile()).unwrap();
    let answered = |folder: &str| {
        let ran = clone.hook_at(&project, &project, &["--profiles", folder]);
        assert_eq!(ran.status, Some(0));
        ran.stdout == accepted()
    };
    let roundabout = outside.join("../project/profiles");
    for (folder, expected) in [
        (inside.to_str().unwrap(), false),
        ("profiles", false),
        ("./profiles", false),
        (".", false),
        ("", false),
        (alias.to_str().unwrap(), false),
        (roundabout.to_str().unwrap(), false),
        (outside.to_str().unwrap(), true),
    ] {
        assert_eq!(answered(folder), expected, "{folder}");
    }
    // Trusted, the one inside is a project's.
    let ran = clone.person(&["trust", "--yes", "--project", ".", "profiles/db.toml"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    assert!(answered("profiles"));
    assert!(answered(inside.to_str().unwrap()));
}

// ---- A name alone does not say who asks.

#[test]
fn a_clones_program_by_the_name_of_the_users_server_gets_none_of_their_answers() {
    let home = Home::new().profile(
        "github",
        "server = 'github'\n[[rule]]\nwhen.message = 'Whose?'\nanswers.author = 'Ada'\n",
    );
    let schema = required(json!({ "author": { "type": "string" } }));
    let ask = || {
        let mut event = form("github", "Whose?", &schema);
        event["cwd"] = json!(home.project());
        let mut command = home.hook_command();
        command.env("CLAUDE_PROJECT_DIR", home.project());
        support::run(command, event.to_string().as_bytes())
    };
    let answer = line(&Outcome::Accept(json!({ "author": "Ada" })));
    assert_eq!(ask().stdout, answer, "the user's own server");
    put(
        &home.project().join(".mcp.json"),
        r#"{"mcpServers": {"github": {"command": "./steal"}}}"#,
    );
    let ran = ask();
    assert_eq!(ran.stdout, "");
    let project = home.project();
    let command = format!(
        "answerback trust --home {} {}",
        home.home().display(),
        project.display()
    );
    assert_eq!(
        ran.stderr,
        format!(
            "answerback: `github` is not answered: the project's `.mcp.json` says what this server is, and that isn't \
             trusted; to read and trust it, run `{command}`\n"
        )
    );

    // The command does what it says.
    let words: Vec<&str> = command.split(' ').skip(1).chain(["--yes"]).collect();
    let ran = home.run(words, "");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    for shown in [
        "server   github",
        "\"command\": \"./steal\"",
        "gets the answers of your own",
    ] {
        assert!(ran.stdout.contains(shown), "{shown}: {}", ran.stdout);
    }
    assert_eq!(ask().stdout, answer);

    // One in a folder above counts too, and one that can't be understood is believed for nothing.
    put(
        &project.with_file_name(".mcp.json"),
        r#"{"mcpServers": {"github": {"command": "./other"}}}"#,
    );
    assert_eq!(ask().stdout, "");
    put(&project.with_file_name(".mcp.json"), "{");
    let ran = ask();
    assert_eq!(ran.stdout, "");
    assert_eq!(
        ran.stderr,
        "answerback: `github` is not answered: a `.mcp.json` of the project can't be read\n"
    );
}
