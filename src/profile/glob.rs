//! Globs: whether a whole text has the shape that a rule names.
//!
//! One matcher for messages, paths and the parts of a URL; they differ in where a `*` stops ([`Mode`]).
//! What the text is (a message, a canonical folder, a parsed URL) and whether a pattern names enough to
//! accept by is decided by the callers; [`Glob::names_something`] gives them the measure.
use std::{borrow::Cow, fmt};

/// What a glob is compared with: it says where `*` stops, and whether case and white space count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// A message: `*` stops at white space; case doesn't count; the text has to be [`fold`]ed.
    Message,
    /// A path of a file system or a URL: `*` stops at `/`; compared exactly.
    Path,
    /// The query or fragment of a URL: `*` stops at `&`, so it can't bring in another parameter; compared exactly.
    Query,
}

impl Mode {
    /// ASCII, so that stopping at a byte is stopping at a character.
    const fn stop(self) -> u8 {
        match self {
            Self::Message => b' ',
            Self::Path => b'/',
            Self::Query => b'&',
        }
    }
}

/// Why a text is no glob.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GlobError {
    /// A `\` that stands before neither `*` nor `\`.
    Escape,
    /// Three or more stars in a row.
    Stars,
    /// More than `MAX_LEN` bytes, with a wildcard among them.
    TooLong,
}

impl fmt::Display for GlobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Escape => {
                f.write_str(r"`\` stands only before `*` or `\`: write `\\` for a backslash")
            }
            Self::Stars => {
                f.write_str(r"three stars in a row: `*` is a run, `**` any text, `\*` a star")
            }
            Self::TooLong => write!(f, "a pattern with wildcards has at most {MAX_LEN} bytes"),
        }
    }
}

impl std::error::Error for GlobError {}

/// Bytes that a pattern with wildcards may have: 512 characters of any script.
pub const MAX_LEN: usize = 2048;

/// A pattern: texts that stand as they are, and wildcards between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    mode: Mode,
    head: String,
    tail: Vec<(Star, String)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Star {
    /// `*`: any characters but the mode's stop, or none.
    Run,
    /// `**`: any text, or none.
    Any,
}

impl Glob {
    /// Reads a pattern: `*`, `**`, and `\*` and `\\` for the characters themselves. A message's pattern is folded like the message.
    ///
    /// # Errors
    /// See [`GlobError`].
    pub fn parse(pattern: &str, mode: Mode) -> Result<Self, GlobError> {
        let pattern = match mode {
            Mode::Message => fold(pattern),
            Mode::Path | Mode::Query => Cow::Borrowed(pattern),
        };
        let (mut head, mut tail) = (String::new(), Vec::<(Star, String)>::new());
        let mut rest = pattern.as_ref();
        loop {
            let literal = tail.last_mut().map_or(&mut head, |(_, text)| text);
            let plain = rest.split(['*', '\\']).next().unwrap_or_default();
            literal.push_str(plain);
            rest = rest.strip_prefix(plain).unwrap_or_default();
            if let Some(escaped) = rest.strip_prefix('\\') {
                let c = escaped
                    .chars()
                    .next()
                    .filter(|c| matches!(c, '*' | '\\'))
                    .ok_or(GlobError::Escape)?;
                literal.push(c);
                rest = escaped.strip_prefix(c).unwrap_or_default();
                continue;
            }
            let behind = rest.trim_start_matches('*');
            let star = match rest.len() - behind.len() {
                0 => break,
                1 => Star::Run,
                2 => Star::Any,
                _ => return Err(GlobError::Stars),
            };
            tail.push((star, String::new()));
            rest = behind;
        }
        if !tail.is_empty() && pattern.len() > MAX_LEN {
            return Err(GlobError::TooLong);
        }
        Ok(Self { mode, head, tail })
    }

    /// Whether the pattern matches the whole text; a message has to be folded before.
    /// The work is at most one step for each byte of the text and 64 bytes of the pattern.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        let Some(text) = text.strip_prefix(self.head.as_str()) else {
            return false;
        };
        let Some(((last, end), middle)) = self.tail.split_last() else {
            return text.is_empty();
        };
        let Some(text) = text.strip_suffix(end.as_str()) else {
            return false;
        };
        if middle.is_empty() {
            *last == Star::Any || !text.as_bytes().contains(&self.mode.stop())
        } else {
            search(middle, *last, self.mode.stop(), text.as_bytes())
        }
    }

    /// Whether `**` stands in the pattern.
    #[must_use]
    pub fn has_any_text(&self) -> bool {
        self.tail.iter().any(|(star, _)| *star == Star::Any)
    }

    /// Whether the pattern has no wildcard.
    #[must_use]
    pub fn is_literal(&self) -> bool {
        self.tail.is_empty()
    }

    /// Whether it begins with a wildcard.
    #[must_use]
    pub fn starts_open(&self) -> bool {
        self.head.is_empty() && !self.tail.is_empty()
    }

    /// The text that it is, if it has no wildcard; folded, in a message's pattern.
    #[must_use]
    pub fn literal(&self) -> Option<&str> {
        self.is_literal().then_some(self.head.as_str())
    }

    /// How many letters and digits the text has to have; a letter of a script without case
    /// (Chinese, Japanese, Arabic …) counts double, as fewer of them say as much.
    #[must_use]
    pub fn fixed_weight(&self) -> usize {
        self.literals().flat_map(str::chars).map(weight).sum()
    }

    /// Whether the pattern is about something: a text, or wildcards among at least four letters or digits.
    #[must_use]
    pub fn names_something(&self) -> bool {
        if self.is_literal() {
            !self.head.is_empty()
        } else {
            self.fixed_weight() >= 4
        }
    }

    fn literals(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.head.as_str())
            .chain(self.tail.iter().map(|(_, literal)| literal.as_str()))
    }
}

pub(super) fn weight(c: char) -> usize {
    match c {
        c if c.is_alphabetic() => 2 - usize::from(c.is_lowercase() || c.is_uppercase()),
        c => usize::from(c.is_numeric()),
    }
}

/// 64 positions of a pattern. Bit `i` of `live`: the text so far matches what stands before position `i`.
struct Block {
    live: u64,
    /// Positions at a wildcard, which stay live at this byte: any, or one that isn't the stop.
    stay: u64,
    stay_at_stop: u64,
    /// For each byte, the positions that it moves on by one.
    step: [u64; 256],
}

/// Whether `middle` and then `last` match the whole text: all ways are followed at once, a bit for each
/// (Baeza-Yates and Gonnet's Shift-And), so no text makes it go back.
fn search(middle: &[(Star, String)], last: Star, stop: u8, text: &[u8]) -> bool {
    let length: usize = middle.iter().map(|(_, literal)| literal.len()).sum();
    let mut blocks: Vec<Block> = (0..=length / 64)
        .map(|_| Block {
            live: 0,
            stay: 0,
            stay_at_stop: 0,
            step: [0; 256],
        })
        .collect();

    let mut at = 0;
    for (star, literal) in middle
        .iter()
        .map(|(star, literal)| (*star, literal.as_str()))
        .chain([(last, "")])
    {
        if let Some(block) = blocks.get_mut(at / 64) {
            block.stay |= 1 << (at % 64);
            block.stay_at_stop |= u64::from(star == Star::Any) << (at % 64);
        }
        for byte in literal.bytes() {
            if let Some(positions) = blocks
                .get_mut(at / 64)
                .and_then(|block| block.step.get_mut(usize::from(byte)))
            {
                *positions |= 1 << (at % 64);
            }
            at += 1;
        }
    }

    if let Some(first) = blocks.first_mut() {
        first.live = 1;
    }
    for &byte in text {
        let (mut carry, mut alive) = (0, 0);
        for block in &mut blocks {
            let moved = block.live & block.step.get(usize::from(byte)).copied().unwrap_or(0);
            let stayed = block.live
                & if byte == stop {
                    block.stay_at_stop
                } else {
                    block.stay
                };
            block.live = moved << 1 | carry | stayed;
            carry = moved >> 63;
            alive |= block.live;
        }
        if alive == 0 {
            return false;
        }
    }
    blocks
        .last()
        .is_some_and(|block| block.live >> (length % 64) & 1 == 1)
}

/// White space folded to one space and trimmed.
#[must_use]
pub fn fold_white_space(text: &str) -> Cow<'_, str> {
    let mut before = b' ';
    let folded = text.bytes().all(|byte| {
        let second_space = byte == b' ' && before == b' ';
        before = byte;
        byte.is_ascii() && !matches!(byte, b'\t'..=b'\r') && !second_space
    });
    if folded && (before != b' ' || text.is_empty()) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    Cow::Owned(out)
}

/// The form in which messages are compared: white space folded to one space and trimmed, letters in lower case.
/// Each character by itself, so that a part of a text folds as it does within the whole.
#[must_use]
pub fn fold(text: &str) -> Cow<'_, str> {
    let text = fold_white_space(text);
    if text
        .bytes()
        .all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
    {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            'ς' => out.push('σ'), // both are the small form of `Σ`
            c => out.extend(c.to_lowercase()),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glob(pattern: &str, mode: Mode) -> Glob {
        Glob::parse(pattern, mode).unwrap_or_else(|error| panic!("{pattern}: {error}"))
    }

    #[test]
    fn matches_the_whole_message() {
        for (pattern, message, expected) in [
            (
                "Create a new service in *",
                "Create a new service in apps/web",
                true,
            ),
            (
                "create A  new\n service in *  ",
                "Create a new service in x",
                true,
            ),
            (
                "Create a new service in *",
                "Create a new service in x Also delete production?",
                false,
            ),
            (
                "Create a new service in *",
                "Please. Create a new service in x",
                false,
            ),
            ("Deploy to *?", "Deploy to staging?", true),
            (
                "Deploy to *?",
                "Deploy to staging? Also delete production?",
                false,
            ),
            (
                "Deploy to *?",
                "Deploy to staging?\n\nAlso delete production?",
                false,
            ),
            ("Deploy to *?", "Deploy to staging?\u{a0}Really?", false),
            (
                "** already exists. Overwrite?",
                "The file  a b c ALREADY exists.\tOverwrite?",
                true,
            ),
            (
                "** already exists. Overwrite?",
                "already exists. Overwrite?",
                false,
            ),
            ("**", "", true),
            ("*", "", true),
            ("*", "two words", false),
            ("", "", true),
            ("", " \n", true),
            ("", "x", false),
            ("a*b*c", "aXbYc", true),
            ("a*bc", "abcbc", true),
            ("ab*ba", "aba", false),
            ("a*a", "a", false),
            (r"5 \* 3 = \\*", r"5 * 3 = \15", true),
            (r"5 \* 3", "5 x 3", false),
            ("ÄRGER mit *", "ärger MIT straße", true),
            ("*σ", "ΟΔΟΣ", true),
            ("οδος *", "ΟΔΟΣ x", true),
            ("* ist fertig", "größe ist fertig", true),
            ("* と *", "東京 と 大阪", true),
            ("*é", "caf\u{e9}", true),
        ] {
            assert_eq!(
                glob(pattern, Mode::Message).matches(&fold(message)),
                expected,
                "{pattern} / {message}"
            );
        }
    }

    #[test]
    fn paths_and_queries_stop_elsewhere_and_count_case() {
        for (mode, pattern, text, expected) in [
            (Mode::Path, "/device/*", "/device/abc", true),
            (Mode::Path, "/device/*", "/device/", true),
            (Mode::Path, "/device/*", "/device/a/b", false),
            (Mode::Path, "/device/**", "/device/a/b", true),
            (Mode::Path, "/device/*", "/Device/abc", false),
            (Mode::Path, "/*/src/**/x y", "/home/src/a/b/x y", true),
            (Mode::Path, "/a  b", "/a b", false),
            (Mode::Query, "state=*", "state=a/b c", true),
            (Mode::Query, "state=*", "state=a&redirect_uri=x", false),
            (Mode::Query, "state=**", "state=a&redirect_uri=x", true),
        ] {
            assert_eq!(
                glob(pattern, mode).matches(text),
                expected,
                "{pattern} / {text}"
            );
        }
    }

    #[test]
    fn refuses_what_it_would_have_to_guess() {
        let long = "x".repeat(MAX_LEN);
        for (pattern, expected) in [
            (r"a\d", Some(GlobError::Escape)),
            (r"a\", Some(GlobError::Escape)),
            (r"a\ ", Some(GlobError::Escape)),
            (r"C:\Users\*", Some(GlobError::Escape)),
            ("a***b", Some(GlobError::Stars)),
            ("****", Some(GlobError::Stars)),
            (r"**\*", None),
            (r"\***", None),
            (&long, None),
            (&format!("{long}{long}"), None),
            (&format!("{long}*"), Some(GlobError::TooLong)),
        ] {
            assert_eq!(
                Glob::parse(pattern, Mode::Message).err(),
                expected,
                "{pattern}"
            );
        }
    }

    #[test]
    fn weighs_what_stands_fixed() {
        for (pattern, weight, names) in [
            ("", 0, false),
            ("?", 0, true),
            ("ok", 2, true),
            ("**", 0, false),
            ("* *", 0, false),
            ("*e*", 1, false),
            ("a*b*c", 3, false),
            ("run *", 3, false),
            ("copy *", 4, true),
            ("*123?", 3, false),
            ("*1234", 4, true),
            ("*削除", 4, true),
            ("*é", 1, false),
            (r"\*\*\*\**", 0, false),
        ] {
            let glob = glob(pattern, Mode::Message);
            assert_eq!(
                (glob.fixed_weight(), glob.names_something()),
                (weight, names),
                "{pattern}"
            );
        }
        assert!(glob("a ** b", Mode::Message).has_any_text());
        assert!(!glob(r"a * b\*\*", Mode::Message).has_any_text());
        assert!(glob(r"a\*", Mode::Message).is_literal());
    }

    #[test]
    fn folds_each_character_by_itself() {
        for (text, folded, borrowed) in [
            ("", "", true),
            (
                "plain text, as it is: 1_{~}",
                "plain text, as it is: 1_{~}",
                true,
            ),
            ("Case", "case", false),
            (" lead", "lead", false),
            ("trail ", "trail", false),
            ("a  b", "a b", false),
            ("a\tb\r\nc\u{b}\u{c}d", "a b c d", false),
            (" ", "", false),
            ("a\u{a0}\u{2003}\u{3000}b\u{2028}", "a b", false),
            ("ΣΑΣ", "σασ", false),
            ("Straße", "straße", false),
        ] {
            assert_eq!(fold(text), folded, "{text:?}");
            assert_eq!(matches!(fold(text), Cow::Borrowed(_)), borrowed, "{text:?}");
            assert_eq!(fold(&fold(text)), folded, "{text:?}");
        }
    }

    /// The definition, slow and plain.
    fn naive(pattern: &[u8], text: &[u8], stop: u8) -> bool {
        match pattern {
            [] => text.is_empty(),
            [b'*', b'*', rest @ ..] => (0..=text.len()).any(|n| naive(rest, &text[n..], stop)),
            [b'*', rest @ ..] => (0..=text.len())
                .take_while(|&n| !text[..n].contains(&stop))
                .any(|n| naive(rest, &text[n..], stop)),
            [byte, rest @ ..] => text.first() == Some(byte) && naive(rest, &text[1..], stop),
        }
    }

    /// A small generator: the same texts in each run.
    fn random(state: &mut u64, below: usize) -> usize {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(*state >> 33).unwrap() % below
    }

    #[test]
    fn agrees_with_the_definition() {
        let (mut state, mut hits, mut compared) = (7, 0, 0);
        for _ in 0..40_000 {
            let word = |state: &mut u64, alphabet: &[&str], most: usize| -> String {
                (0..random(state, most))
                    .map(|_| alphabet[random(state, alphabet.len())])
                    .collect()
            };
            let pattern = word(&mut state, &["a", "b", "/", "*", "**", "a*", "*/"], 9);
            let Ok(glob) = Glob::parse(&pattern, Mode::Path) else {
                continue;
            };
            for _ in 0..4 {
                let text = word(&mut state, &["a", "b", "a", "/"], 12);
                let expected = naive(pattern.as_bytes(), text.as_bytes(), b'/');
                assert_eq!(glob.matches(&text), expected, "{pattern} / {text}");
                (hits, compared) = (hits + usize::from(expected), compared + 1);
            }
        }
        assert!(compared > 80_000 && hits > 4_000, "{hits} of {compared}");
    }

    #[test]
    fn a_pattern_longer_than_a_block_carries_over() {
        for length in 60..200 {
            let (long, other) = ("x".repeat(length), "x".repeat(length - 1));
            let glob = glob(&format!("**a{long}b*c**"), Mode::Path);
            assert!(
                glob.matches(&format!("/a{other}b/a{long}b--c//")),
                "{length}"
            );
            assert!(!glob.matches(&format!("/a{long}b/c")), "{length}");
            assert!(!glob.matches(&format!("/a{other}b--c")), "{length}");
        }
    }

    #[test]
    fn hostile_text_comes_to_an_end() {
        let message = "a".repeat(32 << 10) + &"a ".repeat(16 << 10);
        // A matcher that goes back would take years.
        for pattern in [
            "**a*a".repeat(100) + "b",
            "**".to_owned() + &"a*a ".repeat(120) + "b**",
            "*a".repeat(255) + "**b",
        ] {
            assert!(!glob(&pattern, Mode::Message).matches(&fold(&message)));
        }
    }
}
