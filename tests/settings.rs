//! Settings files of many shapes, as data: `tests/settings/<name>/` holds `before.json` (none: the file is missing) and
//! `after.json`, what `init` makes of it, or `error.txt`, why it refuses. `entry.json` changes what is entered, and
//! `uninstalled.json` is what `uninstall` leaves, where that is not `before.json`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::fs;
use std::path::{Path, PathBuf};

use answerback::settings::{Entry, install, uninstall};
use serde_json::Value;

struct Case {
    name: String,
    entry: Entry,
    before: String,
    after: Result<String, String>,
    uninstalled: Option<String>,
}

#[test]
fn init_gives_what_the_case_says() {
    for case in cases() {
        let after = install(&case.before, &case.entry).map_err(|error| format!("{error}\n"));
        assert_eq!(after, case.after, "{}", case.name);
    }
}

#[test]
fn init_twice_is_init_once() {
    for case in cases() {
        if let Ok(after) = &case.after {
            assert_eq!(
                install(after, &case.entry).as_ref(),
                Ok(after),
                "{}",
                case.name
            );
        }
    }
}

#[test]
fn uninstall_takes_exactly_that_out_again() {
    for case in cases() {
        let before = case.uninstalled.as_ref().unwrap_or(&case.before);
        if let Ok(after) = &case.after {
            let deny = &case.entry.deny;
            assert_eq!(uninstall(after, deny).as_ref(), Ok(before), "{}", case.name);
            assert_eq!(
                uninstall(&case.before, deny).as_ref(),
                Ok(before),
                "{}",
                case.name
            );
        }
    }
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/settings");
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut folders: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    folders.sort();
    assert!(folders.len() >= 25, "cases are missing");
    folders.iter().map(|folder| case(folder)).collect()
}

fn case(folder: &Path) -> Case {
    let read = |name| fs::read_to_string(folder.join(name)).ok();
    let after = match (read("after.json"), read("error.txt")) {
        (Some(after), None) => Ok(after),
        (None, Some(error)) => Err(error),
        _ => panic!("{}: one of `after.json` and `error.txt`", folder.display()),
    };
    Case {
        name: folder.display().to_string(),
        entry: entry(read("entry.json").as_deref().unwrap_or("{}")),
        before: read("before.json").unwrap_or_default(),
        after,
        uninstalled: read("uninstalled.json"),
    }
}

fn entry(text: &str) -> Entry {
    let given: Value = serde_json::from_str(text).unwrap();
    let texts = |key: &str| {
        let texts = given[key].as_array()?.iter();
        Some(
            texts
                .map(|text| text.as_str().unwrap().to_owned())
                .collect(),
        )
    };
    let command = given["command"].as_str();
    Entry {
        command: command.unwrap_or("/opt/answerback/answerback").to_owned(),
        args: texts("args").unwrap_or_else(|| vec!["hook".to_owned()]),
        timeout: 5,
        tell_agent: given["tell_agent"] == true,
        deny: texts("deny").unwrap_or_default(),
    }
}
