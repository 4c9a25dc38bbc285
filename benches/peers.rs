//! The whole process beside what else could answer: `cargo bench --bench peers`, or with the number of rounds
//! behind `--`.
//!
//! All answer the same form in turns, so that a machine whose speed drifts drifts for all: the shortest C
//! program, this one (and its static build where that lies in the target folder), and scripts for `sh` with
//! `jq`, `python3` and `node`, which check nothing. Where a program is missing its row is.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench that can't run says so"
)]

mod support;

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use support::{PROGRAM, Stage, median, release_program};
use wait4::Wait4;

const ROUNDS: usize = 101;
/// What the run that measures has in its environment.
const KEPT: [&str; 3] = ["PATH", "HOME", PROGRAM];

fn main() -> io::Result<()> {
    let program = release_program().map_err(io::Error::other)?;
    if env::vars_os().any(|(name, _)| KEPT.iter().all(|kept| name != *kept)) {
        return again_in_a_clear_environment(&program);
    }
    let rounds = env::args().find_map(|argument| argument.parse().ok());
    let stage = Stage::new(&program);
    let mut peers = peers(&stage);
    let answer = peers[1].answer(&stage)?;
    peers.retain(|peer| peer.name == LINE || peer.answer(&stage).is_ok_and(|said| said == answer));

    let rounds: usize = rounds.unwrap_or(ROUNDS);
    for round in 0..rounds + 2 {
        for turn in 0..peers.len() {
            let place = (turn + round) % peers.len();
            let cost = peers[place].run(&stage)?;
            // The first rounds find nothing in the caches.
            if round >= 2 {
                peers[place].costs.push(cost);
            }
        }
    }
    println!("{}, {rounds} rounds\n", machine());
    println!("| program | median | 90 % within | to C | processor | memory |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    let base = peers[0].row(None);
    for peer in &mut peers[1..] {
        peer.row(Some(base));
    }
    Ok(())
}

/// What the environment holds is part of what a start costs, and a process that needn't change it starts its
/// children faster.
fn again_in_a_clear_environment(program: &Path) -> io::Result<()> {
    let kept = KEPT.map(|name| (name, env::var_os(name)));
    let kept = kept
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    Command::new(env::current_exe()?)
        .args(env::args_os().skip(1))
        .env_clear()
        .envs(kept)
        .env(PROGRAM, program)
        .status()?;
    Ok(())
}

/// The name of the C program.
const LINE: &str = "C, prints a line";

struct Peer {
    name: &'static str,
    words: Vec<PathBuf>,
    costs: Vec<Cost>,
}

struct Cost {
    wall: Duration,
    processor: Duration,
    memory: u64,
}

/// All whose programs are here: first the C program (without one, `true`), then ours.
fn peers(stage: &Stage) -> Vec<Peer> {
    let peer = |name, words: Vec<PathBuf>| Peer {
        name,
        words,
        costs: Vec::new(),
    };
    let script = |name: &str| {
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("benches/peers")
            .join(name)
    };
    let hook = |program: PathBuf| vec![program, "hook".into(), "--home".into(), stage.path("home")];

    let mut peers = Vec::new();
    if let Some(line) = stage.line() {
        peers.push(peer(LINE, vec![line]));
    } else {
        eprintln!("no C compiler: ratios are to `true`");
        peers.push(peer("true", vec!["true".into()]));
    }
    peers.push(peer("answerback", hook(stage.program())));
    if let Some(copy) = stage.static_program() {
        peers.push(peer("answerback, static", hook(copy)));
    }
    peers.push(peer("sh + jq", vec!["sh".into(), script("answer.sh")]));
    // Not a launcher that looks for a version first: the interpreter itself.
    if let Some(python) = interpreter("python3", "import sys; print(sys.executable)", "-c") {
        peers.push(peer("python3", vec![python, script("answer.py")]));
    }
    if let Some(node) = interpreter("node", "process.execPath", "-p") {
        peers.push(peer("node", vec![node, script("answer.mjs")]));
    }
    peers
}

/// The file of an interpreter, as it says itself.
fn interpreter(name: &str, program: &str, flag: &str) -> Option<PathBuf> {
    let output = Command::new(name).args([flag, program]).output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim().into())
}

impl Peer {
    fn command(&self, stage: &Stage) -> Command {
        let mut command = Command::new(&self.words[0]);
        command
            .args(&self.words[1..])
            .stdin(stage.open("event.json"));
        command
    }

    fn answer(&self, stage: &Stage) -> io::Result<Json> {
        let output = self.command(stage).output()?;
        Ok(serde_json::from_slice(&output.stdout)?)
    }

    fn run(&self, stage: &Stage) -> io::Result<Cost> {
        stage.forget();
        let mut command = self.command(stage);
        command.stdout(Stdio::null());
        let start = Instant::now();
        let used = command.spawn()?.wait4()?.rusage;
        Ok(Cost {
            wall: start.elapsed(),
            processor: used.utime + used.stime,
            memory: used.maxrss,
        })
    }

    /// Prints a row, and gives the median time.
    fn row(&mut self, base: Option<Duration>) -> Duration {
        let mut walls: Vec<Duration> = self.costs.iter().map(|cost| cost.wall).collect();
        let mut processor: Vec<Duration> = self.costs.iter().map(|cost| cost.processor).collect();
        let wall = median(&mut walls);
        let most = walls[walls.len() * 9 / 10];
        let memory = self.costs.iter().map(|cost| cost.memory).max();
        println!(
            "| {} | {:.2} ms | {:.2} ms | {:.2} | {:.2} ms | {:.1} MB |",
            self.name,
            millis(wall),
            millis(most),
            millis(wall) / millis(base.unwrap_or(wall)),
            millis(median(&mut processor)),
            memory.unwrap_or_default() as f64 / 1e6,
        );
        wall
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// What is known of the machine.
fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(env::consts::ARCH, |(_, model)| model);
    let many = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {many} processors, {}", env::consts::OS)
}
