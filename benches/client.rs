//! The hook in the real client: `cargo bench --bench client`, or with the number of rounds behind `--`.
//!
//! How long an answer takes as the asking server sees it, with this program as the hook (and its static build, where
//! that lies in the target folder), and with a C program that prints the same answer, in turns. Needs the test rig
//! beside the project (`../shared/rig`) or where `ANSWERBACK_RIG` says; says so where there is none.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench that can't run says so"
)]

mod support;

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value as Json, json};
use support::{Stage, median, release_program};

/// Requests in one run of the client. The first is left out: everything is cold.
const REQUESTS: usize = 40;
const LINE: &str = r#"{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept","content":{"name":"Ada"}}}"#;
const PROFILE: &str =
    "server = \"rig\"\n\n[[rule]]\nwhen.message = \"What is your name?\"\nanswers.name = \"Ada\"\n";

struct Hook {
    name: &'static str,
    program: PathBuf,
    arguments: Json,
    times: Vec<f64>,
}

fn main() -> io::Result<()> {
    let rig = env::var_os("ANSWERBACK_RIG").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/rig"),
        PathBuf::from,
    );
    if !rig.join("run.sh").is_file() {
        println!("skipped: there is no rig in {}", rig.display());
        return Ok(());
    }
    let rounds = env::args()
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(10);
    let stage = Stage::new(&release_program().map_err(io::Error::other)?);
    stage.put_profile("rig", PROFILE);
    stage.put("home/config.toml", "repeats = 1000\n");

    let line = stage.line().expect("a C compiler is needed");
    let hook = |name, program, arguments| Hook {
        name,
        program,
        arguments,
        times: Vec::new(),
    };
    let ours = json!(["hook", "--home", stage.path("home")]);
    let mut hooks = vec![
        hook("C, prints the answer", line, json!([LINE])),
        hook("answerback", stage.program(), ours.clone()),
    ];
    if let Some(copy) = stage.static_program() {
        hooks.push(hook("answerback, static", copy, ours));
    }

    for _ in 0..rounds {
        for hook in &mut hooks {
            stage.forget();
            hook.times.extend(hook.run(&rig)?);
        }
    }
    println!("{rounds} rounds of {REQUESTS} requests\n");
    println!("| hook | median | to C |");
    println!("| --- | ---: | ---: |");
    let base = median(&mut hooks[0].times);
    for hook in &mut hooks {
        let median = median(&mut hook.times);
        println!("| {} | {median:.2} ms | {:.3} |", hook.name, median / base);
    }
    Ok(())
}

impl Hook {
    /// One run of the client: how long each answer took, in milliseconds.
    fn run(&self, rig: &Path) -> io::Result<Vec<f64>> {
        let output = Command::new(rig.join("run.sh"))
            .args([
                "simple",
                "--n",
                &REQUESTS.to_string(),
                "--name",
                "answerback-bench",
                "--hook",
            ])
            .arg(&self.program)
            .args(["--hook-args", &self.arguments.to_string()])
            .output()?;
        let said: Json = serde_json::from_slice(&output.stdout).map_err(|error| {
            eprintln!("{}", String::from_utf8_lossy(&output.stderr));
            io::Error::other(error)
        })?;
        let answers = said["elicitations"].as_array().expect("the rig lists them");
        assert_eq!(answers.len(), REQUESTS);
        for answer in answers {
            assert_eq!(
                answer["result"]["content"],
                json!({ "name": "Ada" }),
                "{answer}"
            );
        }
        Ok((answers.iter().skip(1))
            .filter_map(|answer| answer["ms"].as_f64())
            .collect())
    }
}
