//! `pattern`, as ECMA-262 reads it: compiled by the engines of the `regex` crates, which the `jsonschema` crate uses
//! too, and translated as there.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fancy_regex::RegexBuilder;
use jsonschema_regex::to_rust_regex;
use regex_automata::nfa::thompson::{NFA, WhichCaptures, pikevm::PikeVM};

use super::pattern_cost::looks_around;

/// Steps that a pattern may take on one value: states times characters, or ways back.
const MAX_STEPS: usize = 1 << 24;
/// Steps back that a pattern which looks around may take on one value.
const BACKTRACK_LIMIT: usize = 100_000;
/// Bytes that one compiled pattern may take.
const SIZE_LIMIT: usize = 1 << 20;

/// A pattern, compiled.
pub(super) enum Pattern {
    /// One that a simulation of its automaton decides, which is made faster than any other engine.
    Plain(PikeVM),
    /// One that looks around or refers back.
    Around(fancy_regex::Regex),
}

impl Pattern {
    /// `None` for what doesn't compile.
    pub(super) fn new(source: &str) -> Option<Self> {
        let translated = to_rust_regex(source).ok()?;
        if looks_around(source) {
            let built = RegexBuilder::new(&translated)
                .backtrack_limit(BACKTRACK_LIMIT)
                .delegate_size_limit(SIZE_LIMIT)
                .build();
            return built.ok().map(Self::Around);
        }
        let config = NFA::config()
            .nfa_size_limit(Some(SIZE_LIMIT))
            .which_captures(WhichCaptures::None);
        let nfa = NFA::compiler().configure(config).build(&translated).ok()?;
        PikeVM::new_from_nfa(nfa).ok().map(Self::Plain)
    }

    /// Whether it is somewhere in the text; `None` if that takes too long to tell.
    pub(super) fn is_in(&self, text: &str) -> Option<bool> {
        match self {
            Self::Plain(vm) => {
                let steps = text.len().saturating_mul(vm.get_nfa().states().len());
                (steps <= MAX_STEPS).then(|| vm.is_match(&mut vm.create_cache(), text))
            }
            // Its inner engine panics on some patterns (rust-lang/regex#1344).
            Self::Around(regex) => catch_unwind(AssertUnwindSafe(|| regex.is_match(text)))
                .ok()?
                .ok(),
        }
    }
}
