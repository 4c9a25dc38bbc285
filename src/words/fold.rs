//! Text as folded words: the one tokeniser behind the consent and the secret tables.
//!
//! It decides what is a word and which spellings are the same one; what a word means is left to the tables.
//! Folding is NFKC without invisible characters, in lower case, without accents (`clé` is `cle`), with one spelling
//! for the letters that Arabic and Russian writers use freely. Words are then set between single spaces, the ends of
//! sentences as `.` or `?`, so that a phrase is found by comparing text.

use std::iter::Peekable;
use unicode_normalization::{
    UnicodeNormalization,
    char::{decompose_canonical, is_combining_mark},
};

/// A sorted list of folded words, phrases or word parts.
pub type Table = &'static [&'static str];

/// What the tables answer for a word that mixes Latin with letters that only look like it.
pub const MIXED_SCRIPTS: &str = "mixed scripts";

/// What the tables answer for a text above [`MAX_TEXT`].
pub const OVERLONG: &str = "overlong text";

/// The longest text that is read, in bytes. A longer one is treated as the worst it could be.
pub const MAX_TEXT: usize = 64 * 1024;

/// A text in folded words. `apiKey`, `API-Key`, `APIKey` and `api_key` all read ` api key `.
#[derive(Debug)]
pub struct Folded {
    split: String,
    /// The same without breaks at capitals, if there were any: `passWord` is a password too.
    joined: Option<String>,
    mixed: bool,
    ascii: bool,
    overlong: bool,
    ends_in_colon: bool,
    warning_sign: Option<&'static str>,
}

impl Folded {
    /// Folds `text`. Linear in its length; of one above `MAX_TEXT` nothing is read.
    pub fn new(text: &str) -> Self {
        let overlong = text.len() > MAX_TEXT;
        let text = if overlong { "" } else { text };
        let ascii = text.is_ascii();
        let read = |at_capitals| {
            let shown = |c: &char| !is_hidden(*c);
            if ascii {
                let chars = text.bytes().map(char::from).filter(shown);
                Spacer::read(chars.peekable(), text.len(), at_capitals)
            } else {
                let chars = text.chars().filter(shown).nfkc();
                Spacer::read(chars.peekable(), text.len(), at_capitals)
            }
        };
        let split = read(true);
        let joined = split.broke_at_capital.then(|| read(false).out);
        Folded {
            split: split.out,
            joined,
            mixed: split.mixed,
            ascii,
            overlong,
            ends_in_colon: text.trim_end().ends_with([':', '：']),
            warning_sign: if ascii { None } else { warning_sign(text) },
        }
    }

    /// What every list answers for this text, whatever it says: it is too long to be read, or hides behind
    /// lookalike letters.
    pub fn suspicious(&self) -> Option<&'static str> {
        if self.overlong {
            Some(OVERLONG)
        } else {
            self.mixed.then_some(MIXED_SCRIPTS)
        }
    }

    /// A sign of danger, which is no word.
    pub fn warning_sign(&self) -> Option<&'static str> {
        self.warning_sign
    }

    /// Whether the text ends in a colon, as prompts do.
    pub fn ends_in_colon(&self) -> bool {
        self.ends_in_colon
    }

    /// The words, broken at capitals, without the marks between sentences.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        words(&self.split)
    }

    /// The folded text, and if that differs the text read without breaks at capitals.
    pub fn readings(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.split.as_str()).chain(self.joined.as_deref())
    }

    /// Each place where an entry of `table` stands inside a text of a script whose words have no clear borders
    /// (Chinese, Japanese, Thai) or carry other words on them (Arabic, Korean, Russian endings): what stands
    /// before it, the entry, and what follows.
    pub fn parts(&self, table: Table) -> impl Iterator<Item = (&str, &'static str, &str)> {
        let text = if self.ascii {
            ""
        } else {
            self.joined.as_deref().unwrap_or(&self.split)
        };
        text.char_indices()
            .filter(|(_, c)| *c >= '\u{400}')
            .filter_map(move |(at, _)| {
                let (before, rest) = text.split_at_checked(at)?;
                let entry = longest(table, rest, |_| true)?;
                Some((before, entry, rest.get(entry.len()..)?))
            })
    }
}

fn warning_sign(text: &str) -> Option<&'static str> {
    const SIGNS: [&str; 4] = ["⚠", "🚨", "☠", "💸"];
    SIGNS.into_iter().find(|sign| text.contains(sign))
}

/// By which two bytes the entries of some tables start: most words of a text are no entry, and two bits say so.
pub struct Starts([u32; 26]);

impl Starts {
    /// Of all entries that start with an ASCII letter.
    #[allow(clippy::indexing_slicing, reason = "at compile time")]
    pub const fn of(tables: &[Table]) -> Self {
        let mut starts = [0; 26];
        let mut table = 0;
        while table < tables.len() {
            let mut at = 0;
            while at < tables[table].len() {
                let entry = tables[table][at].as_bytes();
                if entry[0].is_ascii_lowercase() {
                    starts[(entry[0] - b'a') as usize] |= Self::bit(entry[1]);
                }
                at += 1;
            }
            table += 1;
        }
        Self(starts)
    }

    /// Whether an entry may start like `rest`. Doubt says yes.
    pub fn may_begin(&self, rest: &str) -> bool {
        match rest.as_bytes() {
            [first @ b'a'..=b'z', second, ..] => {
                let seconds = self
                    .0
                    .get(usize::from(first - b'a'))
                    .copied()
                    .unwrap_or(u32::MAX);
                seconds & Self::bit(*second) != 0
            }
            _ => true,
        }
    }

    const fn bit(byte: u8) -> u32 {
        1 << if byte.is_ascii_lowercase() {
            byte - b'a'
        } else {
            26
        }
    }
}

/// Each word of a folded text with what stands before it: `(before, from the word on)`.
pub fn places(reading: &str) -> impl Iterator<Item = (&str, &str)> {
    reading
        .match_indices(' ')
        .filter_map(|(at, _)| reading.split_at_checked(at + 1))
        .filter(|(_, rest)| !rest.is_empty())
}

/// The words of a piece of folded text, without the marks between sentences.
pub fn words(piece: &str) -> impl DoubleEndedIterator<Item = &str> {
    piece
        .split(' ')
        .filter(|word| !matches!(*word, "" | "." | "?"))
}

/// The longest entry of `table` that `rest` starts with, ending where a word ends.
pub fn phrase_at(table: Table, rest: &str) -> Option<&'static str> {
    longest(table, rest, |entry| {
        rest.as_bytes().get(entry.len()) == Some(&b' ')
    })
}

/// The longest entry of `table` that `rest` starts with, whatever follows.
pub fn stem_at(table: Table, rest: &str) -> Option<&'static str> {
    longest(table, rest, |_| true)
}

/// Every start of `rest` sorts before it, and an entry between the two starts with the shorter one: so the entries
/// just below `rest` are the only candidates, the longest first. An entry has two bytes at least.
fn longest(table: Table, rest: &str, fits: impl Fn(&str) -> bool) -> Option<&'static str> {
    let start = *rest.as_bytes().first_chunk::<2>()?;
    let below = table.partition_point(|entry| match entry.as_bytes().first_chunk::<2>() {
        // Two bytes settle most comparisons.
        Some(other) if *other != start => *other < start,
        _ => *entry <= rest,
    });
    table
        .get(..below)?
        .iter()
        .rev()
        .take_while(|entry| entry.as_bytes().starts_with(&start))
        .find(|entry| rest.starts_with(**entry) && fits(entry))
        .copied()
}

#[derive(Default)]
struct Spacer {
    out: String,
    previous: Option<char>,
    letters: bool,
    latin: bool,
    lookalike: bool,
    newline: bool,
    mixed: bool,
    broke_at_capital: bool,
}

impl Spacer {
    fn read(
        mut chars: Peekable<impl Iterator<Item = char>>,
        length: usize,
        at_capitals: bool,
    ) -> Self {
        let mut spacer = Spacer {
            out: String::with_capacity(length + length / 4 + 8),
            ..Spacer::default()
        };
        while let Some(c) = chars.next() {
            if is_dropped(c) {
                continue;
            }
            let next = chars.peek().copied();
            if c.is_alphanumeric() || is_combining_mark(c) {
                spacer.letter(c, next, at_capitals);
            } else {
                spacer.border(c, next);
            }
        }
        spacer.end_run();
        spacer.out.push(' ');
        spacer
    }

    fn letter(&mut self, c: char, next: Option<char>, at_capitals: bool) {
        let mut starts = self.previous.is_none();
        if let Some(previous) = self.previous {
            if is_spaced_script(previous) != is_spaced_script(c) {
                self.end_run();
                starts = true;
            } else if c.is_uppercase()
                && (previous.is_lowercase()
                    || previous.is_numeric() && self.letters
                    || previous.is_uppercase() && next.is_some_and(char::is_lowercase))
            {
                self.broke_at_capital = true;
                starts = at_capitals;
            }
        }
        if starts {
            self.out.push(' ');
        }
        push_folded(&mut self.out, c);
        self.letters |= c.is_alphabetic();
        self.latin |= c.is_ascii_alphabetic();
        self.lookalike |= is_lookalike(c);
        self.newline = false;
        self.previous = Some(c);
    }

    fn border(&mut self, c: char, next: Option<char>) {
        self.end_run();
        let mark = match c {
            '?' | '？' | '؟' => '?',
            '!' | ';' | '。' | '！' | '；' | '…' => '.',
            '.' if next.is_none_or(char::is_whitespace) => '.',
            '\n' if self.newline => '.',
            _ => {
                self.newline |= c == '\n';
                return;
            }
        };
        if !self.out.is_empty() && !self.out.ends_with(['.', '?']) {
            self.out.push(' ');
            self.out.push(mark);
        }
    }

    fn end_run(&mut self) {
        self.mixed |= self.latin && self.lookalike;
        (self.latin, self.lookalike, self.letters) = (false, false, false);
        self.previous = None;
    }
}

fn push_folded(out: &mut String, c: char) {
    if c.is_ascii() {
        out.push(c.to_ascii_lowercase());
        return;
    }
    for lower in c.to_lowercase().filter(|c| !is_dropped(*c)) {
        match lower {
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'ø' => out.push('o'),
            'ł' => out.push('l'),
            'đ' => out.push('d'),
            'ı' => out.push('i'),
            'ё' => out.push('е'),
            'أ' | 'إ' | 'آ' | 'ٱ' => out.push('ا'),
            'ة' => out.push('ه'),
            'ى' | 'ی' => out.push('ي'),
            'ک' => out.push('ك'),
            _ => {
                let mut base = None;
                decompose_canonical(lower, |part| {
                    base.get_or_insert(part);
                });
                out.push(base.filter(char::is_ascii_alphabetic).unwrap_or(lower));
            }
        }
    }
}

/// Default-ignorable code points (Unicode, `DerivedCoreProperties`) and controls that are no white space.
fn is_hidden(c: char) -> bool {
    if (' '..='~').contains(&c) {
        return false;
    }
    c.is_control() && !c.is_whitespace()
        || matches!(c,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}')
}

/// Marks that a writer may leave out: accents, Hebrew and Arabic vowel points, the Arabic stretcher.
fn is_dropped(c: char) -> bool {
    !c.is_ascii()
        && matches!(c,
        '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}'..='\u{5C2}' | '\u{5C4}'..='\u{5C5}'
        | '\u{5C7}' | '\u{640}' | '\u{64B}'..='\u{65F}' | '\u{670}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}')
}

/// Latin, Greek, Cyrillic, Armenian and Cherokee: a change to another script is a border between words.
fn is_spaced_script(c: char) -> bool {
    c.is_ascii()
        || matches!(c,
        ..'\u{590}' | '\u{13A0}'..='\u{13FF}' | '\u{1C80}'..='\u{1C8F}' | '\u{1D00}'..='\u{1FFF}'
        | '\u{2C60}'..='\u{2C7F}' | '\u{2DE0}'..='\u{2DFF}' | '\u{A640}'..='\u{A69F}' | '\u{A720}'..='\u{A7FF}'
        | '\u{AB30}'..='\u{ABBF}')
}

/// Letters of other scripts that pass for Latin ones. Small Greek letters that stand in units and formulas don't.
fn is_lookalike(c: char) -> bool {
    !c.is_ascii()
        && matches!(c,
        '\u{250}'..='\u{2AF}' | '\u{370}'..='\u{3A8}' | '\u{3AC}'..='\u{3B1}' | 'ε' | 'ι' | 'κ' | 'ν' | 'ο' | 'ρ'
        | 'τ' | 'υ' | 'χ' | '\u{3CA}'..='\u{3FF}' | '\u{400}'..='\u{58F}' | '\u{13A0}'..='\u{13FF}'
        | '\u{1C80}'..='\u{1C8F}' | '\u{1D00}'..='\u{1DBF}' | '\u{1F00}'..='\u{1FFF}' | '\u{2DE0}'..='\u{2DFF}'
        | '\u{A640}'..='\u{A69F}' | '\u{AB30}'..='\u{ABBF}')
        && !matches!(c, 'Γ' | 'Δ' | 'Θ' | 'Λ' | 'Π' | 'Σ' | 'Φ' | 'Ψ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_has_one_reading_in_every_spelling() {
        for (text, folded) in [
            ("apiKey", " api key "),
            ("APIKey", " api key "),
            ("API-Key", " api key "),
            ("api_key", " api key "),
            ("api.key", " api key "),
            ("  API   KEY ", " api key "),
            ("ＡＰＩ＿Ｋｅｙ", " api key "),
            ("GITHUB_TOKEN", " github token "),
            ("OAuth2Token", " o auth2 token "),
            ("2FA code", " 2fa code "),
            ("base64Data", " base64 data "),
            ("to\u{200B}k\u{AD}en", " token "),
            ("to\u{7}ken", " token "),
            ("p\u{336}in", " pin "),
            ("𝐭𝐨𝐤𝐞𝐧", " token "),
            ("Clé d'accès", " cle d acces "),
            ("cle\u{301}", " cle "),
            ("Schlüssel STRASSE ß", " schlussel strasse ss "),
            ("Учётные", " учетные "),
            ("أَدْخِل كلمة المرور", " ادخل كلمه المرور "),
            ("请输入API密钥", " 请输入 api 密钥 "),
            ("ﾊﾟｽﾜｰﾄﾞ", " パスワード "),
            ("รหัสผ่าน", " รหัสผ่าน "),
            ("Why? No. 5 at a.b! Done", " why ? no . 5 at a b . done "),
            ("one\ntwo\n\nthree", " one two . three "),
            ("是否执行？", " 是否执行 ? "),
            ("", " "),
            ("...", " "),
        ] {
            assert_eq!(Folded::new(text).split, folded, "{text}");
        }
    }

    #[test]
    fn a_text_with_inner_capitals_is_also_read_without_breaks() {
        for (text, joined) in [
            ("passWord", Some(" password ")),
            ("tOkEn", Some(" token ")),
            ("OAuth2", Some(" oauth2 ")),
            ("API key", None),
            ("GITHUB_TOKEN", None),
        ] {
            assert_eq!(Folded::new(text).joined.as_deref(), joined, "{text}");
        }
    }

    #[test]
    fn a_word_that_mixes_latin_with_lookalikes_is_seen() {
        for text in [
            "раssword",
            "раSSword",
            "tοken",
            "ΤOKEN",
            "ΜY",
            "seᎡial",
            "tɑken",
            "cоnfirm it",
            "APΙ",
        ] {
            assert!(Folded::new(text).suspicious().is_some(), "{text}");
        }
        for text in [
            "password",
            "пароль",
            "API-ключ",
            "API ключ",
            "5 µm",
            "μs",
            "kΩ",
            "Δt",
            "Größe",
            "请输入API密钥",
            "مفتاحAPI",
            "κωδικός",
            "Հայ",
            "café",
            "5кг",
        ] {
            assert!(Folded::new(text).suspicious().is_none(), "{text}");
        }
    }

    #[test]
    fn the_longest_entry_is_found_and_only_at_word_ends() {
        const TABLE: Table = &["api", "api key", "api key id", "apikey", "token"];
        for (rest, found) in [
            ("api key id ", Some("api key id")),
            ("api key ids ", Some("api key")),
            ("api keys ", Some("api")),
            ("apikeys ", None),
            ("token ", Some("token")),
            ("tokens ", None),
            ("", None),
        ] {
            assert_eq!(phrase_at(TABLE, rest), found, "{rest}");
        }
        assert_eq!(stem_at(TABLE, "tokens "), Some("token"));
        assert_eq!(stem_at(TABLE, "apikeys "), Some("apikey"));
    }

    #[test]
    fn odd_text_is_folded_without_panic() {
        let mut text = String::new();
        for code in (0..0x11_0000).step_by(7) {
            text.extend(char::from_u32(code));
            if text.len() > 300 {
                let folded = Folded::new(&text);
                for reading in folded.readings() {
                    assert!(
                        reading.ends_with(' ') && !reading.contains("  "),
                        "{reading:?}"
                    );
                    assert!(places(reading).all(|(before, _)| before.ends_with(' ')));
                }
                text.clear();
            }
        }
    }
}
