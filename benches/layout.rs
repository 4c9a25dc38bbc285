//! How the hook's code lies in the program: `cargo bench --bench layout`. The kernel maps a program in pieces of
//! 64 KiB, as they are first executed, and each costs about a microsecond, as much as some thousand instructions.
//!
//! `cargo bench --bench layout -- write` renews `link/hook.ld`, by which the linker puts what a hook executes side
//! by side. Needs valgrind.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a bench that can't run says so"
)]

mod support;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io;
use std::path::Path;

use support::cases::played;
use support::executed::Executed;
use support::{program_with_names, release_program};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/link/hook.ld");

fn main() -> io::Result<()> {
    if env::args().any(|argument| argument == "write") {
        return write(&program_with_names().map_err(io::Error::other)?);
    }
    println!("| case | pieces of 64 KiB |");
    println!("| --- | ---: |");
    for (case, stage) in played(&release_program().map_err(io::Error::other)?) {
        let executed = Executed::by(&stage, &mut stage.hook()).expect("callgrind runs it");
        println!("| {case} | {} |", executed.pieces);
    }
    Ok(())
}

/// Writes the linker script: the functions of the first case, then what each further one adds.
fn write(program: &Path) -> io::Result<()> {
    let mut script = "\
/* Written by `cargo bench --bench layout -- write`: what a hook executes, side by side. The rest of a name, by which
   one build differs from another, is left open; what isn't there any more does no harm. */
SECTIONS {
  .text.hook : {
"
    .to_owned();
    let mut written = BTreeSet::new();
    for (case, stage) in played(program) {
        let executed = Executed::by(&stage, &mut stage.hook()).expect("callgrind runs it");
        script += &format!("    /* {case} */\n");
        for function in &executed.functions {
            if let Some(name) = open_name(function)
                && written.insert(name.clone())
            {
                script += &format!("    *(.text*.{name})\n");
            }
        }
    }
    script += "  }\n}\nINSERT BEFORE .text;\n";
    fs::write(SCRIPT, script)
}

/// A Rust function's name as a pattern: without the hash of what it was compiled with. `None` for what isn't Rust.
fn open_name(function: &str) -> Option<String> {
    const HASH: usize = "17h0123456789abcdef".len();
    if let Some(legacy) = function.strip_prefix("_ZN") {
        let end = legacy
            .rfind("17h")
            .filter(|end| legacy.len() >= end + HASH)?;
        let name = legacy.get(..end)?.replace('$', "?");
        return Some(format!("_ZN{name}17h*"));
    }
    // What follows a point was added when the program was linked.
    let name = function.strip_prefix("_R")?;
    let (mut rest, end) = name
        .split_once('.')
        .map_or((name, ""), |(name, _)| (name, "*"));
    let mut open = "_R".to_owned();
    // A crate is named `Cs`, its hash in base 62, and `_`.
    while let Some((before, after)) = rest.split_once("Cs") {
        open += before;
        open += "Cs*_";
        rest = after.split_once('_')?.1;
    }
    open += rest;
    open += end;
    Some(open)
}
