use super::*;
use std::{
    os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink},
    process::Command,
};

/// A folder with `project/.answerback/`, for the places that a file can be in.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("project/.answerback")).unwrap();
    let at = folder.path().to_path_buf();
    (folder, at)
}

fn mkfifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

fn is_root() -> bool {
    let root = rustix::process::geteuid().is_root();
    if !root {
        eprintln!("skipped: only root can give files away");
    }
    root
}

/// What each place says to the same thing at `project/.answerback/db.toml`.
fn read_all(at: &Path) -> [Result<Vec<u8>, Problem>; 3] {
    let file = at.join("project/.answerback/db.toml");
    let root = at.join("project");
    [Place::Ours, Place::Project { root: &root }, Place::Input].map(|place| read(&file, place))
}

#[test]
fn a_plain_file_is_read_whole() {
    for size in [0, 1, 4095, 4096, LIMIT] {
        let (_folder, at) = folder();
        let bytes = vec![b'x'; size];
        fs::write(at.join("project/.answerback/db.toml"), &bytes).unwrap();
        assert!(
            read_all(&at)
                .into_iter()
                .all(|read| read.as_ref() == Ok(&bytes)),
            "{size}"
        );
    }
}

#[test]
fn nothing_is_missing_not_wrong() {
    let (_folder, at) = folder();
    let missing = || [Problem::Missing; 3].map(Err);
    assert_eq!(read_all(&at), missing());
    let root = at.join("project");
    for name in [
        "x".repeat(300),
        format!("{}y", "x/".repeat(3000)),
        "gone/x".into(),
        "gone/deep/x".into(),
    ] {
        for place in [Place::Ours, Place::Project { root: &root }, Place::Input] {
            assert_eq!(
                read(&root.join(".answerback").join(&name), place),
                Err(Problem::Missing),
                "{name:.9}"
            );
        }
    }
    // A file, then nothing, in the place of the folder.
    fs::remove_dir(root.join(".answerback")).unwrap();
    fs::write(root.join(".answerback"), "").unwrap();
    assert_eq!(read_all(&at), missing());
    fs::remove_file(root.join(".answerback")).unwrap();
    assert_eq!(read_all(&at), missing());
}

#[test]
fn what_is_no_file_or_too_large_is_refused_without_waiting() {
    type Make = fn(&Path);
    let cases: [(&str, Make, [Problem; 3]); 7] = [
        ("a pipe", mkfifo, [Problem::NotRegular; 3]),
        (
            "a folder",
            |path| fs::create_dir(path).unwrap(),
            [Problem::NotRegular; 3],
        ),
        (
            "a socket",
            |path| drop(std::os::unix::net::UnixListener::bind(path).unwrap()),
            [Problem::NotRegular; 3],
        ),
        (
            "10 GB of nothing",
            |path| {
                fs::File::create(path)
                    .unwrap()
                    .set_len(10_000_000_000)
                    .unwrap()
            },
            [Problem::TooLarge; 3],
        ),
        (
            "one byte too many",
            |path| {
                fs::File::create(path)
                    .unwrap()
                    .set_len(LIMIT as u64 + 1)
                    .unwrap()
            },
            [Problem::TooLarge; 3],
        ),
        (
            "a link to an endless device",
            |path| symlink("/dev/zero", path).unwrap(),
            [Problem::Link, Problem::OutsideProject, Problem::NotRegular],
        ),
        (
            "a link to itself",
            |path| symlink(path, path).unwrap(),
            [Problem::Link, Problem::Link, Problem::Link],
        ),
    ];
    for (name, make, expected) in cases {
        let (_folder, at) = folder();
        make(&at.join("project/.answerback/db.toml"));
        assert_eq!(read_all(&at), expected.map(Err), "{name}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_longer_than_it_says_is_still_bounded() {
    // Says it has no bytes.
    let read = read(Path::new("/proc/self/status"), Place::Input).unwrap();
    assert!(read.starts_with(b"Name:") && read.ends_with(b"\n"));
    assert_eq!(
        super::read(Path::new("/proc/kallsyms"), Place::Input)
            .unwrap_err()
            .code(),
        "too_large"
    );
}

#[test]
fn write_bits_count_by_place() {
    let ok = Ok(b"x".to_vec());
    let no = Err(Problem::WritableByOthers);
    for (bits, expected) in [
        (0o600, [&ok, &ok, &ok]),
        (0o644, [&ok, &ok, &ok]),
        (0o620, [&no, &ok, &ok]),
        (0o664, [&no, &ok, &ok]),
        (0o602, [&no, &no, &ok]),
        (0o666, [&no, &no, &ok]),
    ] {
        let (_folder, at) = folder();
        let file = at.join("project/.answerback/db.toml");
        fs::write(&file, "x").unwrap();
        chmod(&file, bits);
        assert_eq!(read_all(&at).each_ref(), expected, "{bits:o}");
    }
}

#[test]
fn the_folder_of_a_projects_file_counts_too() {
    for (bits, expected) in [
        (0o755, None),
        (0o775, None),
        (0o757, Some(Problem::FolderWritableByOthers)),
    ] {
        let (_folder, at) = folder();
        let file = at.join("project/.answerback/db.toml");
        fs::write(&file, "x").unwrap();
        chmod(&at.join("project/.answerback"), bits);
        assert_eq!(
            read(
                &file,
                Place::Project {
                    root: &at.join("project")
                }
            )
            .err(),
            expected,
            "{bits:o}"
        );
    }
}

#[test]
fn owners_count_by_place() {
    if !is_root() {
        return;
    }
    let (_folder, at) = folder();
    let file = at.join("project/.answerback/db.toml");
    fs::write(&file, "x").unwrap();
    chown(&file, Some(12345), None).unwrap();
    assert_eq!(
        read_all(&at),
        [
            Err(Problem::OtherOwner),
            Err(Problem::OtherOwner),
            Ok(b"x".to_vec())
        ]
    );
    assert_eq!(append_line(&file, b"y\n"), Err(Problem::OtherOwner));
    chown(&file, Some(0), None).unwrap();
    chown(at.join("project/.answerback"), Some(12345), None).unwrap();
    assert_eq!(
        read_all(&at),
        [
            Ok(b"x".to_vec()),
            Err(Problem::FolderOtherOwner),
            Ok(b"x".to_vec())
        ]
    );
    assert!(is_own(&file) && !is_own(&at.join("project/.answerback")) && !is_own(&at.join("gone")));
}

#[test]
fn a_projects_links_are_followed_inside_it_only() {
    let ok = Ok(b"x".to_vec());
    for (name, target, expected) in [
        ("beside it", "other.toml", ok.clone()),
        ("in another folder of the project", "../shared/x.toml", ok),
        (
            "out of the project",
            "../../secret",
            Err(Problem::OutsideProject),
        ),
        (
            "out and on to a neighbour of a similar name",
            "../../project-2/x",
            Err(Problem::OutsideProject),
        ),
        (
            "to a link that leads out",
            "out",
            Err(Problem::OutsideProject),
        ),
        ("to nowhere", "gone", Err(Problem::Link)),
        (
            "into a folder that all may write to",
            "../open/x.toml",
            Err(Problem::FolderWritableByOthers),
        ),
        (
            "to a file that all may write to",
            "../shared/open.toml",
            Err(Problem::WritableByOthers),
        ),
        ("to a pipe", "../shared/pipe", Err(Problem::NotRegular)),
    ] {
        let (_folder, at) = folder();
        let root = at.join("project");
        for folder in ["project-2", "project/shared", "project/open"] {
            fs::create_dir(at.join(folder)).unwrap();
        }
        let files = [
            "secret",
            "project-2/x",
            "project/.answerback/other.toml",
            "project/shared/x.toml",
        ];
        for file in files
            .iter()
            .chain(&["project/open/x.toml", "project/shared/open.toml"])
        {
            fs::write(at.join(file), "x").unwrap();
        }
        mkfifo(&root.join("shared/pipe"));
        symlink("../../secret", root.join(".answerback/out")).unwrap();
        chmod(&root.join("open"), 0o777);
        chmod(&root.join("shared/open.toml"), 0o666);
        symlink(target, root.join(".answerback/db.toml")).unwrap();
        assert_eq!(
            read(
                &root.join(".answerback/db.toml"),
                Place::Project { root: &root }
            ),
            expected,
            "{name}"
        );
        assert_eq!(
            read(&root.join(".answerback/db.toml"), Place::Ours),
            Err(Problem::Link),
            "{name}"
        );
    }
}

#[test]
fn a_projects_folder_may_be_a_link_inside_it_only() {
    for (target, expected) in [
        ("shared", Ok(b"x".to_vec())),
        ("../elsewhere", Err(Problem::OutsideProject)),
        ("gone", Err(Problem::Link)),
        ("empty", Err(Problem::Missing)),
    ] {
        let (_folder, at) = folder();
        let root = at.join("project");
        for folder in ["elsewhere", "project/shared"] {
            fs::create_dir(at.join(folder)).unwrap();
            fs::write(at.join(folder).join("db.toml"), "x").unwrap();
        }
        fs::create_dir(root.join("empty")).unwrap();
        fs::remove_dir(root.join(".answerback")).unwrap();
        symlink(target, root.join(".answerback")).unwrap();
        assert_eq!(
            read(
                &root.join(".answerback/db.toml"),
                Place::Project { root: &root }
            ),
            expected,
            "{target}"
        );
    }
}

#[test]
fn a_projects_file_may_lie_deeper_and_its_root_be_a_link() {
    let (_folder, at) = folder();
    let root = at.join("alias");
    symlink("project", &root).unwrap();
    fs::create_dir_all(root.join("ci/profiles")).unwrap();
    fs::write(root.join("ci/profiles/db.toml"), "x").unwrap();
    fs::write(at.join("db.toml"), "x").unwrap();
    fs::create_dir(at.join("elsewhere")).unwrap();
    fs::write(at.join("elsewhere/db.toml"), "x").unwrap();
    symlink("../elsewhere", root.join("out")).unwrap();
    fs::create_dir(at.join("elsewhere/deep")).unwrap();
    fs::write(at.join("elsewhere/deep/db.toml"), "x").unwrap();
    for (path, expected) in [
        ("alias/ci/profiles/db.toml", Ok(b"x".to_vec())),
        ("project/ci/profiles/db.toml", Ok(b"x".to_vec())),
        ("alias/ci/gone/db.toml", Err(Problem::Missing)),
        ("alias/../db.toml", Err(Problem::OutsideProject)),
        ("alias/out/deep/db.toml", Err(Problem::OutsideProject)),
        ("elsewhere/db.toml", Err(Problem::OutsideProject)),
    ] {
        assert_eq!(
            read(&at.join(path), Place::Project { root: &root }),
            expected,
            "{path}"
        );
    }
}

#[test]
fn a_private_file_is_written_whole_into_new_folders() {
    let (_folder, at) = folder();
    let file = at.join("a/b/file");
    for text in ["one", "two"] {
        write_private(&file, text.as_bytes()).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        chmod(&file, 0o666); // and is private again
    }
    write_private(&file, b"three").unwrap();
    assert_eq!(
        (mode(&file), mode(&at.join("a")), mode(&at.join("a/b"))),
        (0o600, 0o700, 0o700)
    );
    assert_eq!(fs::read_dir(at.join("a/b")).unwrap().count(), 1);
}

#[test]
fn a_private_file_replaces_a_link_and_leaves_its_target() {
    let (_folder, at) = folder();
    fs::write(at.join("target"), "old").unwrap();
    symlink("target", at.join("file")).unwrap();
    write_private(&at.join("file"), b"new").unwrap();
    assert_eq!(fs::read_to_string(at.join("target")).unwrap(), "old");
    assert!(!at.join("file").is_symlink());
}

#[test]
fn a_failed_write_leaves_everything_as_it_was() {
    let (_folder, at) = folder();
    fs::create_dir_all(at.join("taken/inner")).unwrap();
    let before = fs::read_dir(&at).unwrap().count();
    for write in [write_private, rewrite] {
        assert!(write(&at.join("taken"), b"x").is_err());
        assert!(write(&at.join("x".repeat(300)), b"x").is_err());
        assert!(write(Path::new("/"), b"x").is_err());
        assert!(write(Path::new(""), b"x").is_err());
    }
    assert_eq!(fs::read_dir(&at).unwrap().count(), before);
}

#[test]
fn leftovers_of_killed_runs_do_not_stop_a_write() {
    let (_folder, at) = folder();
    fs::write(
        at.join(format!(".answerback-{}-0", std::process::id())),
        "half",
    )
    .unwrap();
    write_private(&at.join("file"), b"x").unwrap();
    assert_eq!(fs::read_to_string(at.join("file")).unwrap(), "x");
}

#[test]
fn a_rewrite_keeps_mode_and_link() {
    let (_folder, at) = folder();
    fs::write(at.join("settings"), "old").unwrap();
    chmod(&at.join("settings"), 0o664);
    symlink("settings", at.join("link")).unwrap();
    rewrite(&at.join("link"), b"new").unwrap();
    assert!(at.join("link").is_symlink());
    assert_eq!(
        (
            fs::read_to_string(at.join("settings")).unwrap().as_str(),
            mode(&at.join("settings"))
        ),
        ("new", 0o664)
    );
    rewrite(&at.join("deep/new"), b"x").unwrap();
    assert_eq!(mode(&at.join("deep/new")), 0o600);
    symlink("gone", at.join("dangling")).unwrap();
    assert_eq!(rewrite(&at.join("dangling"), b"x"), Err(Problem::Link));
}

#[test]
fn lines_are_appended_to_a_private_file() {
    let (_folder, at) = folder();
    let file = at.join("state/journal");
    append_line(&file, b"one\n").unwrap();
    append_line(&file, b"\n").unwrap();
    let longest = [vec![b'x'; LINE_LIMIT - 1], vec![b'\n']].concat();
    append_line(&file, &longest).unwrap();
    assert_eq!(
        fs::read(&file).unwrap(),
        [b"one\n\n", longest.as_slice()].concat()
    );
    assert_eq!((mode(&file), mode(&at.join("state"))), (0o600, 0o700));
    let too_long = [vec![b'x'; LINE_LIMIT], vec![b'\n']].concat();
    for line in [
        b"".as_slice(),
        b"one",
        b"one\ntwo",
        b"one\ntwo\n",
        &too_long,
    ] {
        assert_eq!(append_line(&file, line), Err(Problem::NotALine));
    }
}

#[test]
fn lines_are_not_appended_to_what_somebody_prepared() {
    type Make = fn(&Path);
    let cases: [(&str, Make, Problem); 5] = [
        (
            "a link",
            |path| symlink("target", path).unwrap(),
            Problem::Link,
        ),
        (
            "a link to nowhere",
            |path| symlink("gone", path).unwrap(),
            Problem::Link,
        ),
        ("a pipe that nobody reads", mkfifo, Problem::NotRegular),
        (
            "a folder",
            |path| fs::create_dir(path).unwrap(),
            Problem::NotRegular,
        ),
        (
            "a file that others may write to",
            |path| {
                fs::write(path, "").unwrap();
                chmod(path, 0o622);
            },
            Problem::WritableByOthers,
        ),
    ];
    for (name, make, expected) in cases {
        let (_folder, at) = folder();
        fs::write(at.join("target"), "old").unwrap();
        make(&at.join("journal"));
        assert_eq!(
            append_line(&at.join("journal"), b"line\n"),
            Err(expected),
            "{name}"
        );
        assert_eq!(
            fs::read_to_string(at.join("target")).unwrap(),
            "old",
            "{name}"
        );
        assert!(!at.join("gone").exists(), "{name}");
    }
}

#[test]
fn a_pipe_that_somebody_reads_gets_nothing() {
    let (_folder, at) = folder();
    mkfifo(&at.join("journal"));
    let reader = fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open(at.join("journal"))
        .unwrap();
    assert_eq!(
        append_line(&at.join("journal"), b"line\n"),
        Err(Problem::NotRegular)
    );
    drop(reader);
}

#[test]
fn processes_that_append_at_once_do_not_mix_lines() {
    let (_folder, at) = folder();
    let file = &at.join("journal");
    std::thread::scope(|scope| {
        for writer in b'a'..b'e' {
            scope.spawn(move || {
                let line = [vec![writer; 1000], vec![b'\n']].concat();
                (0..100).for_each(|_| append_line(file, &line).unwrap());
            });
        }
    });
    let text = fs::read_to_string(file).unwrap();
    assert_eq!(text.lines().count(), 400);
    assert!(text.lines().all(
        |line| line.len() == 1000 && line.bytes().all(|byte| Some(byte) == line.bytes().next())
    ));
}

#[test]
fn what_is_wrong_is_said_in_lower_case_with_a_code() {
    for problem in [
        Problem::Missing,
        Problem::NotRegular,
        Problem::Link,
        Problem::TooLarge,
        Problem::WritableByOthers,
        Problem::OtherOwner,
        Problem::FolderWritableByOthers,
        Problem::FolderOtherOwner,
        Problem::OutsideProject,
        Problem::NotALine,
        Problem::Unreadable(io::ErrorKind::PermissionDenied),
        Problem::Unwritable(io::ErrorKind::StorageFull),
    ] {
        let (text, code) = (problem.to_string(), problem.code());
        assert!(
            !text.ends_with('.') && !text.starts_with(char::is_uppercase),
            "{text}"
        );
        assert!(
            code.bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'_'),
            "{code}"
        );
    }
}
