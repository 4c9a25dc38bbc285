//! A message as rules hear it: white space folded, and searched for what hides something.

use std::borrow::Cow;

use crate::profile::{fold, fold_white_space};

/// Longest message that an accepting rule matches, in bytes.
pub const MAX_MESSAGE: usize = 64 * 1024;

/// What keeps an accepting rule from matching a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unclean {
    /// It holds a character that a person doesn't see, or that changes what they see.
    Hides(char),
    /// It is longer than [`MAX_MESSAGE`].
    TooLong,
}

/// A text, prepared once for every rule.
pub struct Heard<'t> {
    /// White space folded and trimmed.
    pub spaced: Cow<'t, str>,
    /// The same in lower case, as globs compare it.
    pub folded: Cow<'t, str>,
    /// Why no accepting rule may match it.
    pub unclean: Option<Unclean>,
}

impl<'t> Heard<'t> {
    /// Prepares a text.
    pub fn new(text: &'t str) -> Self {
        Self {
            spaced: fold_white_space(text),
            folded: fold(text),
            unclean: unclean(text),
        }
    }
}

/// What in a text hides something, if anything does.
pub fn unclean(text: &str) -> Option<Unclean> {
    if text.len() > MAX_MESSAGE {
        return Some(Unclean::TooLong);
    }
    if text
        .bytes()
        .all(|byte| matches!(byte, b' '..=b'~' | b'\t'..=b'\r'))
    {
        return None;
    }
    text.chars().find(|char| hides(*char)).map(Unclean::Hides)
}

/// Characters that hide something: controls other than white space; direction overrides, embeddings and
/// isolates; characters without width or without ink (Unicode's `Default_Ignorable_Code_Point`, the braille
/// blank, interlinear annotations). Joiners, direction marks and variation selectors are fine: real text
/// needs them.
pub fn hides(char: char) -> bool {
    match char {
        '\u{200c}' | '\u{200d}' | '\u{200e}' | '\u{200f}' | '\u{61c}' => false,
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => false,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' => true,
        '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{202a}'..='\u{202e}' => true,
        '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' => true,
        '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' => true,
        '\u{e0000}'..='\u{e0fff}' => true,
        _ => char.is_control() && !char.is_whitespace(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn real_texts_are_clean() {
        for text in [
            "Deploy to staging?\r\n\tReally?",
            "⚠️ WARNING",
            "می‌خواهم",
            "👩‍💻",
            "أدخل بيانات المشروع",
            "Straße\u{a0}5\u{85}\u{2028}",
        ] {
            assert_eq!(unclean(text), None, "{text}");
        }
    }

    #[test]
    fn what_hides_something_is_found() {
        for char in [
            '\0',
            '\u{1b}',
            '\u{7f}',
            '\u{9b}',
            '\u{ad}',
            '\u{200b}',
            '\u{202e}',
            '\u{2066}',
            '\u{2060}',
            '\u{feff}',
            '\u{2800}',
            '\u{3164}',
            '\u{e0041}',
            '\u{180e}',
        ] {
            let text = format!("Deploy{char} to staging?");
            assert_eq!(
                unclean(&text),
                Some(Unclean::Hides(char)),
                "{}",
                char.escape_unicode()
            );
        }
        assert_eq!(
            unclean(&"x".repeat(MAX_MESSAGE + 1)),
            Some(Unclean::TooLong)
        );
    }
}
