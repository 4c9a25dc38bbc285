//! Which `pattern`s are worth compiling. A server chooses the pattern, and compiling a hostile one costs
//! up to 190 ms only to find it too large; so its cost is estimated first.

use super::ecma::{Translated, translate};

/// Longest pattern that is looked at, in bytes.
const MAX_LENGTH: usize = 512;
/// What one pattern may cost, in thousands of instructions: a few times an ordinary request. All together may cost twice
/// as much.
pub(super) const MAX_COST: u64 = 6_000;

/// What compiling each thing costs at most, measured in thousands of instructions.
mod cost {
    /// A letter.
    pub(super) const LITERAL: u64 = 4;
    /// A class of a few ASCII ranges, a letter beyond ASCII.
    pub(super) const CLASS: u64 = 10;
    /// Everything but something: `.`, `[^a]`, `\s`, `\W`.
    pub(super) const BROAD: u64 = 80;
    /// A class of Unicode: `\p{L}`.
    pub(super) const UNICODE: u64 = 1_700;
}

/// What a pattern costs to compile, in thousands of instructions; `None` if that is too much, or if it isn't one that
/// is understood. Once its counted repetitions are written out, that is: every `{m,n}` multiplies what stands before it.
pub(in crate::ask) fn cost_of(source: &str) -> Option<u64> {
    translate_within(source).map(|(_, cost)| cost)
}

/// The pattern as the engines read it, with its [`cost_of`].
pub(super) fn translate_within(source: &str) -> Option<(Translated, u64)> {
    if source.len() > MAX_LENGTH {
        return None;
    }
    let translated = translate(source)?;
    let cost = estimate(source);
    (cost <= MAX_COST).then_some((translated, cost))
}

/// An upper estimate that needs no parser.
fn estimate(source: &str) -> u64 {
    #[derive(Default)]
    struct Group {
        total: u64,
        last: u64,
    }
    impl Group {
        fn atom(&mut self, cost: u64) {
            self.total = self.total.saturating_add(cost);
            self.last = cost;
        }
        fn repeat(&mut self, times: u64) {
            let more = self.last.saturating_mul(times.saturating_sub(1));
            self.total = self.total.saturating_add(more);
            self.last = self.last.saturating_add(more);
        }
    }

    let mut outer = Vec::new();
    let mut group = Group::default();
    let mut chars = source.chars();
    while let Some(char) = chars.next() {
        match char {
            '(' => outer.push(std::mem::take(&mut group)),
            ')' => {
                let inner = group.total;
                group = outer.pop().unwrap_or_default();
                group.atom(inner);
            }
            '\\' => group.atom(escape(&mut chars)),
            '[' => group.atom(class(&mut chars)),
            '{' => {
                if let Some(times) = repetition(&mut chars) {
                    group.repeat(times);
                }
            }
            '.' => group.atom(cost::BROAD),
            char if !char.is_ascii() => group.atom(cost::CLASS),
            _ => group.atom(cost::LITERAL),
        }
    }
    // Groups that never close don't compile; what is in them still counts.
    outer
        .iter()
        .fold(group.total, |sum, group| sum.saturating_add(group.total))
}

/// Reads what stands behind a backslash.
fn escape(chars: &mut std::str::Chars<'_>) -> u64 {
    match chars.next() {
        Some('p' | 'P') => {
            // Its name is no part of what follows: `\p{L}{1,50}` repeats the class.
            if chars.next() == Some('{') {
                chars.by_ref().find(|char| *char == '}');
            }
            cost::UNICODE
        }
        Some('w' | 'd') => cost::CLASS,
        Some('W' | 'D' | 's' | 'S') => cost::BROAD,
        _ => cost::LITERAL,
    }
}

/// Reads up to the end of a class.
fn class(chars: &mut std::str::Chars<'_>) -> u64 {
    let mut total: u64 = cost::CLASS;
    while let Some(char) = chars.next() {
        match char {
            '\\' => total = total.saturating_add(escape(chars)),
            '^' => total = total.saturating_add(cost::BROAD),
            ']' => break,
            _ => {}
        }
    }
    total
}

/// The upper number of `{n}`, `{m,}` or `{m,n}`; `None` for braces that are something else.
fn repetition(chars: &mut std::str::Chars<'_>) -> Option<u64> {
    let (inside, _) = chars.as_str().split_once('}')?;
    let (least, most) = inside.split_once(',').unwrap_or((inside, inside));
    let least: u64 = least.trim().parse().ok()?;
    Some(most.trim().parse().unwrap_or(least).max(least))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_patterns_are_compiled() {
        for source in [
            "^[a-z][a-z0-9-]*$",
            r"^(?!-)[\p{L}\p{N}-]+$",
            r"^[a-z]{1,63}(\.[a-z]{1,63}){0,8}$",
            "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
            "^[A-Za-z0-9_]{1,255}$",
            r"^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$",
            r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|([+-]\d{2}:?\d{2}))$",
            r"^\w{1,60}$",
        ] {
            assert!(cost_of(source).is_some(), "{source}");
        }
    }

    #[test]
    fn patterns_that_grow_are_not() {
        for source in [
            r"(?:(?:\p{L}{1,50}){1,50}){1,50}",
            "((a{1,100}){1,100}){1,100}",
            "[a-z]{99999}",
            "[^a]{1,1000}",
            r"^\p{L}{1,60}$",
            r"^(?!x)\p{L}{50}$",
            r"(((\w{9}){9}){9}){9}",
            &"a".repeat(513),
            "((((((((((x{9}){9}){9}){9}){9}",
        ] {
            assert_eq!(cost_of(source), None, "{source}");
        }
    }
}
