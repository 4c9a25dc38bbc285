//! Which of a program's code a run executes, as callgrind sees it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Stage, callgrind};

/// What one run executed.
#[derive(Default)]
pub struct Executed {
    /// The functions' names as they are linked, of all objects; empty of what was stripped.
    pub functions: BTreeSet<String>,
    /// How many 64 KiB pieces of the program's own code: what the kernel maps at one page fault.
    pub pieces: usize,
}

impl Executed {
    /// Runs the hook on the stage's event; `None` without valgrind.
    pub fn by(stage: &Stage, hook: &mut Command) -> Option<Self> {
        let out = stage.path("callgrind.out");
        stage.forget();
        hook.stdin(stage.open("event.json"));
        hook.output().expect("it starts");
        stage.forget();
        let option = format!("--callgrind-out-file={}", out.display());
        let options = [
            option.as_str(),
            "--demangle=no",
            "--dump-instr=yes",
            "--dump-line=no",
            "--compress-pos=no",
            "--compress-strings=no",
        ];
        callgrind(hook, stage.open("event.json"), &options)?;
        let profile = fs::read_to_string(out).ok()?;
        Some(Self::read(&profile, &stage.program()))
    }

    /// Reads callgrind's file: a line names the object or the function that the following lines' costs are of.
    fn read(profile: &str, program: &Path) -> Self {
        let mut executed = Self::default();
        let mut pieces = BTreeSet::new();
        let mut own = false;
        for line in profile.lines() {
            if let Some(object) = line.strip_prefix("ob=") {
                // Of what isn't in a section named `.text`, valgrind doesn't know the object.
                own = object == "???" || Path::new(object) == program;
            } else if let Some(function) = line.strip_prefix("fn=") {
                // A recursive call's name ends in its depth.
                let name = function.split('\'').next().unwrap_or_default();
                executed.functions.insert(name.to_owned());
            } else if let (true, Some(cost)) = (own, line.strip_prefix("0x"))
                && let Some(address) = cost.split(' ').next()
                && let Ok(address) = u64::from_str_radix(address, 16)
            {
                pieces.insert(address >> 16);
            }
        }
        executed.pieces = pieces.len();
        executed
    }
}
