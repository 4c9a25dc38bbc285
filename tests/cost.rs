//! The guard over what the hook costs: instructions of the whole process, as callgrind counts them.
//!
//! They repeat to a tenth of a percent, so three percent are a change of ours, or of the compiler or the C
//! library: the figures are for those that stand below, and not compared under others. Skipped, with a line that
//! says so, where valgrind is missing or the release program can't be built.
//!
//! `ANSWERBACK_COST=print cargo test --test cost -- --nocapture` prints the table anew.

#![cfg(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

#[path = "../benches/support/mod.rs"]
mod support;

use std::path::Path;
use std::process::Command;

use support::cases::{CASES, played};
use support::executed::Executed;
use support::{Stage, release_program, sized, within};

/// What the figures are for.
const RUSTC: &str = "1.95.0";
const GLIBC: &str = "2.36";

/// Instructions of one run, by case.
const FIGURES: [(&str, u64); CASES.len()] = [
    ("standard", 960_171),
    ("unmatched server", 491_027),
    ("1000 fields", 50_692_769),
    ("url", 698_698),
    ("untrusted project profile", 919_457),
    ("regular expression", 785_332),
    ("journal off", 926_151),
    ("no rule", 871_439),
    ("answered by a person", 690_643),
];

/// In how many pieces of 64 KiB the code lies that the standard case executes; it was 75 before the linker was told
/// what to put side by side. More of them: `cargo bench --bench layout -- write`.
const MOST_PIECES: usize = 22;

#[test]
fn a_run_costs_what_it_did() {
    if let Err(why) = Command::new("valgrind").arg("--version").output() {
        eprintln!("skipped: no valgrind: {why}");
        return;
    }
    let program = match release_program() {
        Ok(program) => program,
        Err(why) => {
            eprintln!("skipped: no release program:\n{why}");
            return;
        }
    };
    let counted: Vec<(&str, u64)> = played(&program)
        .map(|(case, stage)| {
            let counted = stage.count(&mut stage.hook(), "event.json");
            (case, counted.expect("callgrind counts"))
        })
        .collect();

    let print = std::env::var_os("ANSWERBACK_COST").is_some();
    if print {
        for (case, counted) in &counted {
            println!("    ({case:?}, {}),", grouped(*counted));
        }
    }

    let of = |case: &str| {
        let found = counted.iter().find(|(name, _)| *name == case);
        found.expect("it is counted").1
    };
    let (standard, off) = (of("standard"), of("journal off"));
    assert!(
        within(5.0, standard, off),
        "with a journal {standard} instructions, without {off}"
    );
    flat(&Stage::new(&program), standard);
    linear(&Stage::new(&program), of("1000 fields"));
    linear_in_choices(&Stage::new(&program));

    if print {
        return;
    }
    if let Some(other) = other_tools() {
        eprintln!("not compared: the figures are for rustc {RUSTC} and glibc {GLIBC}, not {other}");
        return;
    }
    let changed: Vec<String> = (counted.iter().zip(FIGURES))
        .filter(|((_, counted), (_, figure))| !within(3.0, *counted, *figure))
        .map(|((case, counted), (_, figure))| {
            let percent = (*counted as f64 / figure as f64 - 1.0) * 100.0;
            format!("{case}: {counted} instructions, {percent:+.1} % from {figure}")
        })
        .collect();
    assert!(changed.is_empty(), "{}", changed.join("\n"));

    if !is_laid_out(&program) {
        eprintln!("not compared: the linker doesn't take the layout");
        return;
    }
    let stage = Stage::new(&program);
    let executed = Executed::by(&stage, &mut stage.hook()).expect("callgrind runs it");
    assert!(
        (1..=MOST_PIECES).contains(&executed.pieces),
        "what the standard case executes lies in {} pieces",
        executed.pieces
    );
}

/// Whether the program has the section of `link/hook.ld`.
fn is_laid_out(program: &Path) -> bool {
    const SECTION: &[u8] = b".text.hook";
    let bytes = std::fs::read(program).expect("the program is there");
    bytes.windows(SECTION.len()).any(|name| name == SECTION)
}

/// Neither other profiles nor what the journal holds cost anything.
fn flat(stage: &Stage, standard: u64) {
    for number in 0..1000 {
        stage.put_profile(&format!("server-{number}"), sized::PROFILE);
    }
    let run = |stage: &Stage| stage.count(&mut stage.hook(), "event.json");
    let counted = run(stage).expect("callgrind counts");
    assert!(
        within(3.0, counted, standard),
        "with 1000 profiles {counted} instructions, with one {standard}"
    );

    let state = std::fs::read_dir(stage.path("home/state")).expect("the hook's own files");
    let journal = (state.flatten())
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .expect("a journal");
    let lines = std::fs::read_to_string(&journal).expect("its lines");
    std::fs::write(&journal, lines.repeat(10_000)).expect("a file of the folder");
    let counted = run(stage).expect("callgrind counts");
    assert!(
        within(3.0, counted, standard),
        "with a long journal {counted} instructions, with a short one {standard}"
    );
}

/// So do twice as many choices, chosen all.
fn linear_in_choices(stage: &Stage) {
    let [less, more] = [1000, 2000].map(|many| {
        stage.put("event.json", &sized::choices(many));
        stage.put_profile(
            "deploy-tools",
            "server = \"deploy-tools\"\n\n[[rule]]\nuse_defaults = [\"all\"]\n",
        );
        assert_ne!(stage.run(stage.hook(), "event.json"), "");
        let counted = stage.count(&mut stage.hook(), "event.json");
        counted.expect("callgrind counts")
    });
    assert!(
        (less..less * 21 / 10).contains(&more),
        "1000 choices cost {less} instructions, 2000 {more}"
    );
}

/// Twice as many fields cost twice as much: what looks through all fields for each shows here.
fn linear(stage: &Stage, thousand: u64) {
    stage.put("event.json", &sized::event(2000));
    stage.put_profile("deploy-tools", &sized::profile(2000));
    assert_ne!(stage.run(stage.hook(), "event.json"), "");
    let counted = stage.count(&mut stage.hook(), "event.json");
    let counted = counted.expect("callgrind counts");
    assert!(
        within(5.0, counted, 2 * thousand),
        "2000 fields cost {counted} instructions, 1000 fields {thousand}"
    );
}

/// The compiler and C library that are here, if they aren't those of the figures.
fn other_tools() -> Option<String> {
    let says = |program: &str, argument: &str| {
        let output = Command::new(program).arg(argument).output().ok();
        let bytes = output.map(|output| output.stdout).unwrap_or_default();
        String::from_utf8_lossy(&bytes).trim().to_owned()
    };
    let (rustc, glibc) = (
        says("rustc", "--version"),
        says("getconf", "GNU_LIBC_VERSION"),
    );
    let same = rustc.split(' ').nth(1) == Some(RUSTC) && glibc.split(' ').nth(1) == Some(GLIBC);
    (!same).then(|| format!("`{rustc}` and `{glibc}`"))
}

/// A number as it is written in Rust.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = (digits.as_bytes().rchunks(3).rev())
        .filter_map(|group| std::str::from_utf8(group).ok())
        .collect();
    groups.join("_")
}
