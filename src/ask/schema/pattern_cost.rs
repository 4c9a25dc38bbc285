//! Which `pattern`s are worth compiling. A server chooses the pattern, and compiling a hostile one costs
//! up to 190 ms only to find it too large; so its cost is estimated first.

/// Longest pattern that is looked at, in bytes.
const MAX_LENGTH: usize = 512;
/// What all patterns of one content may cost, in thousands of instructions: a few times an ordinary request.
pub(super) const MAX_COST: u64 = 6_000;

/// What compiling each thing costs at most, measured in thousands of instructions.
mod cost {
    /// A letter.
    pub(super) const LITERAL: u64 = 4;
    /// A class of a few ASCII ranges, a letter beyond ASCII.
    pub(super) const CLASS: u64 = 10;
    /// Everything but something: `.`, `[^a]`, `\s`, `\W`.
    pub(super) const BROAD: u64 = 80;
    /// A class of Unicode: `\p{L}`; where the pattern looks around also `\w`.
    pub(super) const UNICODE: u64 = 1_700;
}

/// What a regular expression costs to compile, in thousands of instructions; `None` if that is too much. Once its
/// counted repetitions are written out, that is: every `{m,n}` multiplies what stands before it.
pub(in crate::ask) fn cost_of(source: &str) -> Option<u64> {
    (source.len() <= MAX_LENGTH && is_ecma(source))
        .then(|| estimate(source))
        .filter(|cost| *cost <= MAX_COST)
}

/// Whether a pattern means here what ECMA-262 makes of it, as JSON Schema wants (2020-12 core, 6.4): what only this
/// engine has, or reads otherwise, is told by its first characters. Doubt says no.
fn is_ecma(source: &str) -> bool {
    let mut rest = source;
    while let Some(at) = rest.find(['\\', '(', '[']) {
        let Some(tail) = rest.get(at..) else {
            return false;
        };
        let mut chars = tail.chars();
        let ok = match (chars.next(), chars.next(), chars.next()) {
            // Flags, names in `P<…>`, comments, atomic groups.
            (Some('('), Some('?'), next) => matches!(next, Some(':' | '=' | '!' | '<')),
            // An empty class, and what other engines take for one that holds `]`.
            (Some('['), Some(']'), _) => false,
            (Some('\\'), Some('p' | 'P' | 'k'), next) => matches!(next, Some('{' | '<')),
            (Some('\\'), Some('x' | 'u'), Some('{')) => false,
            (Some('\\'), Some(escaped), _) => {
                !matches!(escaped, '<' | '>')
                    && (!escaped.is_alphabetic() || "dDwWsSbBfnrtvcxu".contains(escaped))
            }
            (Some('\\'), None, _) => false,
            _ => true,
        };
        if !ok {
            return false;
        }
        // What stands behind a backslash starts nothing.
        let skip = if tail.starts_with('\\') { 2 } else { 1 };
        rest = tail
            .char_indices()
            .nth(skip)
            .and_then(|(at, _)| tail.get(at..))
            .unwrap_or_default();
    }
    true
}

/// Whether a pattern may have a look-around, a back reference or another thing that takes going back. Doubt says
/// yes.
pub(super) fn looks_around(pattern: &str) -> bool {
    let bytes = pattern.as_bytes();
    let group = bytes
        .windows(3)
        .any(|three| three.starts_with(b"(?") && three != b"(?:");
    let reference = bytes
        .windows(2)
        .any(|two| matches!(two, [b'\\', b'1'..=b'9' | b'k' | b'K' | b'G']));
    group || reference
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

    // The engine that looks around reads `\w` as Unicode has it.
    let word = if looks_around(source) {
        cost::UNICODE
    } else {
        cost::CLASS
    };
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
            '\\' => group.atom(escape(&mut chars, word)),
            '[' => group.atom(class(&mut chars, word)),
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
fn escape(chars: &mut std::str::Chars<'_>, word: u64) -> u64 {
    match chars.next() {
        Some('p' | 'P') => {
            // Its name is no part of what follows: `\p{L}{1,50}` repeats the class.
            if chars.next() == Some('{') {
                chars.by_ref().find(|char| *char == '}');
            }
            cost::UNICODE
        }
        Some('w' | 'd') => word,
        Some('W' | 'D' | 's' | 'S') => word.max(cost::BROAD),
        _ => cost::LITERAL,
    }
}

/// Reads up to the end of a class.
fn class(chars: &mut std::str::Chars<'_>, word: u64) -> u64 {
    let mut total: u64 = cost::CLASS;
    while let Some(char) = chars.next() {
        match char {
            '\\' => total = total.saturating_add(escape(chars, word)),
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
            "{not a count}",
        ] {
            assert!(cost_of(source).is_some(), "{source}");
        }
    }

    #[test]
    fn what_another_engine_reads_otherwise_is_not() {
        for source in [
            r"^a\z",
            r"\<a",
            "^[]a]$",
            r"^\x{61}$",
            r"^\pL$",
            "(?x)a b",
            "(?s).",
            "(?P<n>a)",
            "(?i:a)",
            r"\Aa",
            "a\\",
        ] {
            assert_eq!(cost_of(source), None, "{source}");
        }
        for source in [
            r"\(\[\]",
            r"[\]a]",
            r"(?<n>a)\k<n>",
            r"(?<!a)b",
            r"\u00e9\x41",
            r"\\z",
            r"[^\]]",
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
            r"^(?!x)\w{50}$",
            r"(((\w{9}){9}){9}){9}",
            &"a".repeat(513),
            "((((((((((x{9}){9}){9}){9}){9}",
        ] {
            assert_eq!(cost_of(source), None, "{source}");
        }
    }
}
