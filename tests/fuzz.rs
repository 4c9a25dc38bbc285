//! The fuzz targets over their corpus (`fuzz/corpus/TARGET`), on any toolchain.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

#[path = "../fuzz/checks.rs"]
mod checks;

use std::fs;
use std::path::Path;

/// Runs a target over all of its corpus.
fn over(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/corpus")
        .join(target);
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        check(&fs::read(entry.unwrap().path()).unwrap());
        count += 1;
    }
    assert!(count > 5, "the corpus of `{target}` is there");
}

#[test]
fn events() {
    over("event", checks::event);
}

#[test]
fn profiles_and_configs() {
    over("profile", checks::profile);
}

#[test]
fn templates() {
    over("template", checks::template);
}

#[test]
fn url_patterns() {
    over("url", checks::url);
}

#[test]
fn forms() {
    over("form", checks::form);
}
