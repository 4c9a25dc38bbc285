//! Every diagnostic, word for word: `tests/check/<name>/` holds the files of a case and `expected.txt`, what
//! `answerback check` prints for them. The name is the code that the case shows, and perhaps more behind a `-`.
//! `args` holds the arguments, else all files beside it are checked; `home/` is the user's folder.
//! `BLESS=1 cargo test --test check` writes what is printed now.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check");
    let mut cases: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    cases.sort();
    cases
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::write(&to, fs::read(path).unwrap()).unwrap();
            // A checkout may leave it to the group, too.
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                fs::set_permissions(to, fs::Permissions::from_mode(0o600)).unwrap();
            }
        }
    }
}

/// Runs `check` in a copy of a case.
fn check(case: &Path, more: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("case");
    copy(case, &place);
    let args = fs::read_to_string(case.join("args")).ok();
    let args: Vec<String> = match args {
        Some(args) => args.split_whitespace().map(str::to_owned).collect(),
        None => {
            let names = fs::read_dir(case)
                .unwrap()
                .map(|entry| entry.unwrap().file_name());
            let names = names.map(|name| name.into_string().unwrap());
            names.filter(|name| name.ends_with(".toml")).collect()
        }
    };
    Command::new(env!("CARGO_BIN_EXE_answerback"))
        .arg("check")
        .args(args)
        .args(more)
        .arg("--home")
        .arg(place.join("home"))
        .current_dir(&place)
        .env_clear()
        .env("HOME", folder.path())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn every_case_prints_exactly_what_it_says() {
    for case in cases() {
        let output = check(&case, &[]);
        let printed = text(&output.stdout);
        let file = case.join("expected.txt");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&file, &printed).unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(printed, expected, "{}", case.display());
        let status = i32::from(expected.contains("error["));
        assert_eq!(output.status.code(), Some(status), "{}", case.display());
        let denied = check(&case, &["--deny", "warnings"]);
        let status = i32::from(!expected.is_empty());
        assert_eq!(denied.status.code(), Some(status), "{}", case.display());
    }
}

/// The codes in `fn code` of a source file.
fn codes(source: &str) -> BTreeSet<String> {
    let (_, body) = source.split_once("pub fn code(").unwrap();
    let (body, _) = body.split_once("\n    }\n").unwrap();
    body.split("=> \"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect()
}

fn all_codes() -> BTreeSet<String> {
    let mut all = codes(include_str!("../src/profile/fault.rs"));
    all.extend(codes(include_str!("../src/profile/warning.rs")));
    assert!(all.len() > 40, "{all:?}");
    all
}

#[test]
fn every_diagnostic_has_a_case() {
    // They need more than files: `edited_since_trust` a record, `near_miss` a journal. They have tests of their own.
    const ELSEWHERE: [&str; 2] = ["edited_since_trust", "near_miss"];
    let shown: BTreeSet<String> = cases()
        .iter()
        .filter_map(|case| {
            let name = case.file_name()?.to_str()?;
            let code = name.split('-').next()?.to_owned();
            let expected = fs::read_to_string(case.join("expected.txt")).ok()?;
            expected.contains(&format!("[{code}]")).then_some(code)
        })
        .collect();
    let missing: Vec<String> = all_codes()
        .into_iter()
        .filter(|code| !shown.contains(code) && !ELSEWHERE.contains(&code.as_str()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn json_says_the_same() {
    for case in cases() {
        let output = check(&case, &["--format", "json"]);
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let expected = fs::read_to_string(case.join("expected.txt")).unwrap();
        let findings = json["findings"].as_array().unwrap();
        let count = |what: &str| {
            expected
                .lines()
                .filter(|line| line.starts_with(what))
                .count()
        };
        assert_eq!(json["errors"], count("error["), "{}", case.display());
        assert_eq!(json["warnings"], count("warning["), "{}", case.display());
        for finding in findings {
            let (path, code) = (
                finding["path"].as_str().unwrap(),
                finding["code"].as_str().unwrap(),
            );
            assert!(
                expected.contains(&format!("[{code}]")),
                "{}",
                case.display()
            );
            if let Some(line) = finding["line"].as_u64() {
                let place = format!("{path}:{line}:{}", finding["column"]);
                assert!(expected.contains(&place), "{place} in {}", case.display());
            }
        }
    }
}

/// `P021`: a folder that isn't there holds no profiles, which is no error; a corrupt file is one, with its place.
#[test]
fn p021_no_profiles_are_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_answerback"))
        .args(["check", "--home"])
        .arg(folder.path().join("nowhere"))
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        text(&output.stderr),
        "0 files checked: 0 errors, 0 warnings\n"
    );
}

#[test]
fn a_path_that_is_not_there_is_bad_usage() {
    let output = Command::new(env!("CARGO_BIN_EXE_answerback"))
        .args(["check", "nowhere.toml"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(64));
    assert!(text(&output.stderr).contains("nowhere.toml: there is no such file"));
}

#[test]
#[cfg(unix)]
fn a_file_that_may_not_be_read_is_an_error_with_its_reason() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let profiles = folder.path().join("home/profiles");
    fs::create_dir_all(&profiles).unwrap();
    let open = profiles.join("open.toml");
    fs::write(&open, "server = \"open\"\n").unwrap();
    fs::set_permissions(&open, fs::Permissions::from_mode(0o666)).unwrap();
    symlink("open.toml", profiles.join("linked.toml")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_answerback"))
        .args(["check", "--home"])
        .arg(folder.path().join("home"))
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output.stdout);
    assert!(
        printed.contains("error[link]: this file is not read: a link that is not followed"),
        "{printed}"
    );
    assert!(
        printed.contains("error[writable_by_others]: this file is not read"),
        "{printed}"
    );
    assert!(
        printed.contains(&format!(
            "help: take the right from the others: `chmod go-w {}`",
            open.display()
        )),
        "{printed}"
    );
    // Given by its path, from wherever, it is the same, beside what else is wrong with it.
    let given = folder.path().join("of a team.toml");
    fs::write(&given, "server = \"other\"\n").unwrap();
    fs::set_permissions(&given, fs::Permissions::from_mode(0o666)).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_answerback"))
        .args(["check", "of a team.toml"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output.stdout);
    assert!(
        printed.contains("error[writable_by_others]: this file is not read")
            && printed.contains("`chmod go-w 'of a team.toml'`")
            && printed.contains("warning[file_name]"),
        "{printed}"
    );
}

/// The README's list of diagnostics is whole, and says of each whether it is an error.
#[test]
fn the_readme_lists_every_diagnostic() {
    let readme = include_str!("../README.md");
    let (_, section) = readme.split_once("\n## Diagnostics\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let listed: BTreeSet<String> = section
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split('`').nth(1).unwrap().to_owned())
        .collect();
    // Whether a file may be read at all isn't said of profiles alone; this is the one that people meet.
    let refused = "writable_by_others";
    assert!(codes(include_str!("../src/files.rs")).contains(refused));
    let mut all = all_codes();
    all.insert(refused.to_owned());
    assert_eq!(listed, all);
    let (errors, warnings) = section.split_once("Warnings").unwrap();
    for (part, source) in [
        (errors, include_str!("../src/profile/fault.rs")),
        (warnings, include_str!("../src/profile/warning.rs")),
    ] {
        for code in codes(source) {
            assert!(part.contains(&format!("| `{code}` |")), "{code}");
        }
    }
}

/// A project's profile says whether the user trusted it as it is.
#[test]
#[cfg(unix)]
fn an_edit_after_trust_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("project/.answerback/db.toml");
    fs::create_dir_all(profile.parent().unwrap()).unwrap();
    let run = |command: &str, more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_answerback"))
            .arg(command)
            .args(more)
            .current_dir(folder.path().join("project"))
            .env_clear()
            .env("HOME", folder.path())
            .output()
            .unwrap();
        text(&output.stdout)
    };
    let write = |name: &str| {
        let rule = "when.message = \"Name of the table?\"";
        fs::write(
            &profile,
            format!("server = \"db\"\n\n[[rule]]\n{rule}\nanswers.name = \"{name}\"\n"),
        )
        .unwrap();
    };
    write("users");
    assert!(run("check", &[]).contains("warning[not_trusted]"));
    run("trust", &["--yes"]);
    assert_eq!(run("check", &[]), "");
    write("orders");
    assert!(run("check", &[]).contains(
        "warning[edited_since_trust]: this profile was edited since you trusted it, so it is not used"
    ));
}

/// Whatever stands in a file, halves of files and slips included, is shown without a panic.
#[test]
fn any_half_and_any_slip_is_shown() {
    use answerback::profile::{lint::lint, read};
    use answerback::report::{Finding, render_findings};
    for case in cases() {
        let files = fs::read_dir(&case)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        for file in files.filter(|file| {
            file.extension()
                .is_some_and(|extension| extension == "toml")
        }) {
            let whole = fs::read(&file).unwrap();
            for at in 0..=whole.len() {
                let mut slip = whole.clone();
                if let Some(byte) = slip.get_mut(at) {
                    *byte = b"\"'\n[=\xc3"[at % 6];
                }
                for bytes in [&whole[..at], &slip] {
                    let findings: Vec<Finding> = match read(bytes) {
                        Ok(profile) => lint(bytes, &profile).iter().map(Finding::from).collect(),
                        Err(faults) => faults.iter().map(Finding::from).collect(),
                    };
                    let text = render_findings("profile.toml", bytes, &findings, false);
                    assert_eq!(text.is_empty(), findings.is_empty());
                }
            }
        }
    }
}
