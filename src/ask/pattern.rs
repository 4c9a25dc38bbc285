//! Which `pattern`s are worth compiling. A server chooses the pattern, and compiling a hostile one costs
//! up to 190 ms only to find it too large; so its size is estimated first.

/// Longest pattern that is looked at, in bytes.
const MAX_LENGTH: usize = 512;
/// Largest estimated program, in states of an automaton, roughly.
const MAX_STATES: u64 = 20_000;
/// What a class of Unicode (`\p{L}`, `\w`) comes to.
const CLASS_STATES: u64 = 300;

/// Whether a regular expression is short, and small once its counted repetitions are written out.
pub(super) fn is_bounded(source: &str) -> bool {
    source.len() <= MAX_LENGTH && states(source) <= MAX_STATES
}

/// An upper estimate that needs no parser: every `{m,n}` multiplies what stands before it.
fn states(source: &str) -> u64 {
    #[derive(Default)]
    struct Group {
        total: u64,
        last: u64,
    }
    impl Group {
        fn atom(&mut self, states: u64) {
            self.total = self.total.saturating_add(states);
            self.last = states;
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
            '\\' => match chars.next() {
                Some('p' | 'P' | 'w' | 'W' | 'd' | 'D' | 's' | 'S') => group.atom(CLASS_STATES),
                _ => group.atom(1),
            },
            '[' => group.atom(class(&mut chars)),
            '{' => {
                if let Some(times) = repetition(&mut chars) {
                    group.repeat(times);
                }
            }
            _ => group.atom(1),
        }
    }
    // Groups that never close don't compile; what is in them still counts.
    outer
        .iter()
        .fold(group.total, |sum, group| sum.saturating_add(group.total))
}

/// Reads up to the end of a class.
fn class(chars: &mut std::str::Chars<'_>) -> u64 {
    let mut states = 1;
    while let Some(char) = chars.next() {
        match char {
            '\\' => {
                if matches!(
                    chars.next(),
                    Some('p' | 'P' | 'w' | 'W' | 'd' | 'D' | 's' | 'S')
                ) {
                    states = CLASS_STATES;
                }
            }
            '^' => states = states.max(10),
            ']' => break,
            _ => {}
        }
    }
    states
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
            r"^[a-z]{1,63}(\.[a-z]{1,63}){0,20}$",
            "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
            "^[A-Za-z0-9_]{1,1000}$",
            r"^\w{1,60}$",
            "{not a count}",
        ] {
            assert!(is_bounded(source), "{source}");
        }
    }

    #[test]
    fn patterns_that_grow_are_not() {
        for source in [
            r"(?:(?:\p{L}{1,50}){1,50}){1,50}",
            "((a{1,100}){1,100}){1,100}",
            "[a-z]{99999}",
            r"(((\w{9}){9}){9}){9}",
            &"a".repeat(513),
            "((((((((((x{9}){9}){9}){9}){9}",
        ] {
            assert!(!is_bounded(source), "{source}");
        }
    }
}
