//! `pattern`: which are worth it, and whether a text has one.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fancy_regex::RegexBuilder;
use regex_automata::nfa::thompson::{NFA, WhichCaptures, pikevm::PikeVM};

use super::pattern_cost::{MAX_COST, translate_within};

/// What a pattern costs beside what stands in it, in thousands of instructions.
const EACH: u64 = 100;
/// Steps that the patterns of one request may take on all of its values: states times bytes, ways back times bytes.
/// A step takes up to 30 ns.
const MAX_STEPS: u64 = 1 << 23;
/// Ways back that a pattern which looks around may take on one value; each may lead through all of it.
const BACKTRACK_LIMIT: u32 = 10_000;
/// Bytes that one compiled pattern may take.
const SIZE_LIMIT: usize = 1 << 20;

/// What the patterns of one request may still take. A server chooses them, and for how many values; a default is
/// checked before it is taken, and again with all the rest.
pub(crate) struct Budget {
    /// Thousands of instructions for compiling.
    compiling: Cell<u64>,
    steps: Cell<u64>,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            compiling: Cell::new(2 * MAX_COST),
            steps: Cell::new(MAX_STEPS),
        }
    }
}

fn spend(left: &Cell<u64>, amount: u64) -> Option<()> {
    left.set(left.get().checked_sub(amount)?);
    Some(())
}

/// A pattern, compiled.
pub(super) enum Pattern {
    /// One that a simulation of its automaton decides, which is made faster than any other engine.
    Plain(PikeVM),
    /// One that looks around.
    Around(fancy_regex::Regex),
}

impl Pattern {
    /// `None` for what isn't understood or costs too much.
    pub(super) fn new(source: &str, budget: &Budget) -> Option<Self> {
        let (translated, cost) = translate_within(source)?;
        spend(&budget.compiling, EACH + cost)?;
        if translated.looks_around {
            let built = RegexBuilder::new(&translated.text)
                .backtrack_limit(BACKTRACK_LIMIT as usize)
                .delegate_size_limit(SIZE_LIMIT)
                .build();
            return built.ok().map(Self::Around);
        }
        let config = NFA::config()
            .nfa_size_limit(Some(SIZE_LIMIT))
            .which_captures(WhichCaptures::None);
        let nfa = NFA::compiler()
            .configure(config)
            .build(&translated.text)
            .ok()?;
        PikeVM::new_from_nfa(nfa).ok().map(Self::Plain)
    }

    /// Whether it is somewhere in the text; `None` if that would take too long to tell.
    pub(super) fn is_in(&self, text: &str, budget: &Budget) -> Option<bool> {
        let ways = match self {
            Self::Plain(vm) => vm.get_nfa().states().len() as u64,
            Self::Around(_) => u64::from(BACKTRACK_LIMIT),
        };
        spend(&budget.steps, ways.checked_mul(text.len() as u64 + 1)?)?;
        match self {
            Self::Plain(vm) => Some(vm.is_match(&mut vm.create_cache(), text)),
            // Its inner engine panics on some patterns (rust-lang/regex#1344).
            Self::Around(regex) => catch_unwind(AssertUnwindSafe(|| regex.is_match(text)))
                .ok()?
                .ok(),
        }
    }
}
