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

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use support::{Stage, instructions, median, release_program, sized};
use wait4::Wait4;

const RUNS: usize = 11;
/// Asks for nothing but a request's files. A child's memory counts as no less than its parent's, so this process
/// stays small and has another write what is large.
const WRITE: &str = "write";

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().collect();
    if let [_, write, fields, event, profile] = arguments.as_slice()
        && write == WRITE
    {
        let fields = fields.parse().map_err(io::Error::other)?;
        fs::write(event, sized::event(fields))?;
        return fs::write(profile, sized::profile(fields));
    }
    let program = release_program().map_err(io::Error::other)?;
    println!("| case | instructions | of them each | time | memory |");
    println!("| --- | ---: | ---: | ---: | ---: |");

    for fields in [1, 10, 100, 1000, 10_000] {
        let stage = Stage::new(&program);
        Command::new(env::current_exe()?)
            .args([WRITE, &fields.to_string()])
            .arg(stage.path("event.json"))
            .arg(stage.path("home/profiles/deploy-tools.toml"))
            .status()?;
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

    for lines in [100, 1000, 10_000] {
        let stage = Stage::new(&program);
        stage.run(stage.hook(), "event.json");
        let journal = fs::read_dir(stage.path("home/state"))?
            .flatten()
            .map(|entry| entry.path())
            .find(|path| path.extension().is_some_and(|end| end == "jsonl"))
            .expect("the hook writes a journal");
        let line = fs::read_to_string(&journal)?;
        fill(&journal, &line, lines)?;
        row(
            &format!("hook, journal of {lines} lines"),
            0,
            &stage,
            "hook",
        )?;
        fill(&journal, &line, lines)?;
        row(
            &format!("log, journal of {lines} lines"),
            lines,
            &stage,
            "log",
        )?;
    }
    Ok(())
}

/// Makes a file of one line, many times.
fn fill(journal: &Path, line: &str, lines: usize) -> io::Result<()> {
    let mut file = io::BufWriter::new(File::create(journal)?);
    for _ in 0..lines {
        file.write_all(line.as_bytes())?;
    }
    file.flush()
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
