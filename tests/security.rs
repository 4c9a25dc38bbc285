//! SECURITY.md names tests that exist, and every finding.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::fs;
use std::path::Path;

#[test]
fn every_test_it_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("SECURITY.md")).unwrap();
    let mut count = 0;
    for name in text.split('`').skip(1).step_by(2) {
        let Some((file, function)) = name.split_once("::") else {
            continue;
        };
        if matches!((file, function), ("file", _) | ("src/…", _)) {
            continue;
        }
        let path = if file.starts_with("src/") {
            file.to_owned()
        } else {
            format!("tests/{file}.rs")
        };
        let source = fs::read_to_string(root.join(&path)).unwrap_or_else(|_| panic!("no {path}"));
        assert!(source.contains(&format!("fn {function}(")), "no {name}");
        count += 1;
    }
    assert!(count > 50);
}

#[test]
fn every_finding_has_its_row() {
    let text = include_str!("../SECURITY.md");
    let rows: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" |").next())
        .flat_map(|row| row.split(", "))
        .collect();
    let findings = (1..=6)
        .map(|number| format!("C{number}"))
        .chain((1..=17).map(|number| format!("H{number}")))
        .chain((1..=30).map(|number| format!("M{number}")));
    for finding in findings {
        assert_eq!(
            rows.iter().filter(|row| **row == finding).count(),
            1,
            "{finding}"
        );
    }
}
