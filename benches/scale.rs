//! How the cost grows: `cargo bench --bench scale`. With the form, linearly; with the profiles in the folder and
//! the journal's length, not at all; `log` with its journal, linearly.
//!
//! Instructions are callgrind's, of the whole process, where valgrind is installed; times are medians.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a bench that can't run says so"
)]

mod support;

use std::fs;
use std::io;
use std::process::{Command, Stdio};
use std::time::Instant;

use support::{Stage, instructions, median, release_program, sized};
use wait4::Wait4;

const RUNS: usize = 11;

fn main() -> io::Result<()> {
    let program = release_program().map_err(io::Error::other)?;
    println!("| case | instructions | of them each | time | memory |");
    println!("| --- | ---: | ---: | ---: | ---: |");

    for fields in [1, 10, 100, 1000, 10_000] {
        let stage = Stage::new(&program);
        stage.put("event.json", &sized::event(fields));
        stage.put_profile("deploy-tools", &sized::profile(fields));
        row(&format!("{fields} fields"), fields, &stage, "hook")?;
    }

    let stage = Stage::new(&program);
    let event = sized::EVENT.replace("deploy-tools", "other-tools");
    let mut written = 1;
    for profiles in [1, 1000, 100_000] {
        for number in written..profiles {
            stage.put_profile(&format!("server-{number}"), sized::PROFILE);
        }
        written = profiles;
        stage.put("event.json", sized::EVENT);
        row(&format!("{profiles} profiles"), 0, &stage, "hook")?;
        stage.put("event.json", &event);
        row(
            &format!("{profiles} profiles, none for the server"),
            0,
            &stage,
            "hook",
        )?;
    }

    for lines in [1000, 10_000, 100_000] {
        let stage = Stage::new(&program);
        stage.run(stage.hook(), "event.json");
        let journal = fs::read_dir(stage.path("home/state"))?
            .flatten()
            .map(|entry| entry.path())
            .find(|path| path.extension().is_some_and(|end| end == "jsonl"))
            .expect("the hook writes a journal");
        let line = fs::read_to_string(&journal)?;
        fs::write(&journal, line.repeat(lines))?;
        row(
            &format!("hook, journal of {lines} lines"),
            0,
            &stage,
            "hook",
        )?;
        fs::write(&journal, line.repeat(lines))?;
        row(
            &format!("log, journal of {lines} lines"),
            lines,
            &stage,
            "log",
        )?;
    }
    Ok(())
}

/// Measures one case, and prints it.
fn row(case: &str, things: usize, stage: &Stage, subcommand: &str) -> io::Result<()> {
    let command = || -> Command {
        let mut command = stage.command(&[subcommand]);
        command
            .stdin(stage.open("event.json"))
            .stdout(Stdio::null());
        stage.forget();
        command
    };
    command().status()?;
    let counted = instructions(&command(), stage.open("event.json"));
    let (mut times, mut memory) = (Vec::new(), 0);
    for _ in 0..RUNS {
        let mut command = command();
        let start = Instant::now();
        let used = command.spawn()?.wait4()?.rusage;
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        memory = memory.max(used.maxrss);
    }
    let number = |figure: Option<u64>| figure.map_or("–".to_owned(), |figure| figure.to_string());
    let each = counted
        .filter(|_| things > 0)
        .map(|all| all / things as u64);
    println!(
        "| {case} | {} | {} | {:.2} ms | {:.1} MB |",
        number(counted),
        number(each),
        median(&mut times),
        memory as f64 / 1e6,
    );
    Ok(())
}
