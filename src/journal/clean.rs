//! Texts of others, made fit for a line: on one line, nothing in them that a terminal obeys, of bounded length, and
//! without the values that were sent.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::Value as Json;

use crate::answer::MAX_MESSAGE;
use crate::profile::fold_white_space;
use crate::report::escape;

/// What stands for a value.
const BLOT: &str = "•••";
/// How much of a value is looked for: more than is ever shown.
const MOST_OF_A_VALUE: usize = 1024;
/// Shorter values are blotted only as words of their own; else an `a` would take every text apart.
const SHORT: usize = 4;

/// The values that were sent, as they have to be looked for.
#[derive(Default)]
pub struct Sent(Vec<Needle>);

struct Needle {
    text: String,
    word: bool,
}

impl Sent {
    /// Adds a value; each text of a list.
    pub fn add(&mut self, value: &Json) {
        match value {
            Json::String(text) => {
                let text = start(&fold_white_space(text), MOST_OF_A_VALUE).to_ascii_lowercase();
                let word = text.chars().nth(SHORT - 1).is_none();
                self.push(text, word);
            }
            Json::Array(items) => items.iter().for_each(|item| self.add(item)),
            Json::Number(number) => self.push(number.to_string(), true),
            Json::Bool(_) | Json::Null | Json::Object(_) => {}
        }
    }

    fn push(&mut self, text: String, word: bool) {
        if !text.is_empty() {
            self.0.push(Needle { text, word });
        }
    }

    /// Where values stand in `text`, sorted.
    fn find(&self, text: &str) -> Vec<Range<usize>> {
        let mut fitting = (self.0.iter())
            .filter(|needle| needle.text.len() <= text.len())
            .peekable();
        if fitting.peek().is_none() {
            return Vec::new();
        }
        let text = text.to_ascii_lowercase();
        let mut found = Vec::new();
        for needle in fitting {
            // Most are told apart by a byte; to prepare a search costs more than that.
            let first = needle.text.as_bytes().first();
            if !first.is_some_and(|first| text.as_bytes().contains(first)) {
                continue;
            }
            let places = text
                .match_indices(&needle.text)
                .map(|(at, _)| at..at + needle.text.len());
            found.extend(places.filter(|place| !needle.word || is_word(&text, place)));
        }
        found.sort_by_key(|place| place.start);
        found
    }
}

fn is_word(text: &str, place: &Range<usize>) -> bool {
    let before = text
        .get(..place.start)
        .and_then(|text| text.chars().next_back());
    let after = text.get(place.end..).and_then(|text| text.chars().next());
    !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
}

/// A text of the server's: at most `limit` bytes of JSON, white space folded, what was `sent` blotted out.
pub fn clean<'t>(text: &'t str, limit: usize, sent: &Sent) -> Cow<'t, str> {
    // No rule answers a longer message, so nothing was sent that could stand beyond.
    let heard = start(text, MAX_MESSAGE);
    let more = heard.len() < text.len();
    match fold_white_space(heard) {
        Cow::Borrowed(folded) => blotted(folded, limit, more, sent),
        Cow::Owned(folded) => Cow::Owned(blotted(&folded, limit, more, sent).into_owned()),
    }
}

fn blotted<'t>(text: &'t str, limit: usize, more: bool, sent: &Sent) -> Cow<'t, str> {
    let shown = start(text, limit).len();
    // A value that begins within what is shown lies within the window, as far as it is looked for.
    let places = sent.find(start(text, limit + MOST_OF_A_VALUE));
    let mut out = Cow::Borrowed("");
    let mut at = 0;
    for place in places.iter().take_while(|place| place.start < shown) {
        if place.start >= at {
            let out = out.to_mut();
            out.push_str(text.get(at..place.start).unwrap_or_default());
            out.push_str(BLOT);
        }
        at = at.max(place.end);
    }
    let rest = text.get(at..shown.max(at)).unwrap_or_default();
    let more = more || at + rest.len() < text.len();
    if at == 0 {
        return cut(escape(rest), limit, more);
    }
    out.to_mut().push_str(rest);
    Cow::Owned(cut(escape(&out), limit, more).into_owned())
}

/// Any other text, escaped, at most `limit` bytes of JSON.
pub fn short(text: &str, limit: usize) -> Cow<'_, str> {
    let window = start(text, limit);
    cut(escape(window), limit, window.len() < text.len())
}

/// At most `limit` bytes of JSON; an ellipsis where there was more.
fn cut(text: Cow<'_, str>, limit: usize, more: bool) -> Cow<'_, str> {
    const ELLIPSIS: char = '…';
    // JSON makes a byte of quiet text two at most.
    if !more && text.len() * 2 <= limit {
        return text;
    }
    let room = limit.saturating_sub(ELLIPSIS.len_utf8());
    let mut bytes = 0;
    let mut end = 0;
    for char in text.chars() {
        bytes += char.len_utf8() + usize::from(matches!(char, '"' | '\\'));
        if bytes <= room {
            end += char.len_utf8();
        }
    }
    if bytes <= limit && !more {
        return text;
    }
    let mut short = text.get(..end).unwrap_or_default().to_owned();
    short.push(ELLIPSIS);
    Cow::Owned(short)
}

/// The first `limit` bytes, or a little less, so that no character is cut in two.
fn start(text: &str, limit: usize) -> &str {
    text.get(..text.floor_char_boundary(limit)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sent(values: &[Json]) -> Sent {
        let mut sent = Sent::default();
        values.iter().for_each(|value| sent.add(value));
        sent
    }

    #[test]
    fn what_was_sent_is_blotted_out() {
        for (message, value, shown) in [
            ("Deploy shop-api now?", json!("shop-api"), "Deploy ••• now?"),
            ("Deploy SHOP-API now?", json!("shop-api"), "Deploy ••• now?"),
            ("Deploy a shop", json!("a"), "Deploy ••• shop"),
            ("Costs 5 of 50", json!(5), "Costs ••• of 50"),
            ("x  two\n words", json!("two words"), "x •••"),
            ("ab and cdef", json!(["ab", "cdef"]), "••• and •••"),
            ("nothing of it", json!("else"), "nothing of it"),
            ("größe größer", json!("größe"), "••• •••r"),
            ("is it true", json!(true), "is it true"),
        ] {
            assert_eq!(clean(message, 100, &sent(&[value])), shown, "{message}");
        }
    }

    #[test]
    fn no_part_of_a_value_is_left_at_the_cut() {
        let secret = "0123456789".repeat(300);
        for before in [0, 5, 90, 99, 100] {
            let message = format!("{}{secret}", "x".repeat(before));
            let shown = clean(&message, 100, &sent(&[json!(secret)]));
            assert!(!shown.contains("012"), "{shown}");
        }
        // Nor where the server pulls it apart.
        let apart = format!("one{}two three", " ".repeat(5000));
        let shown = clean(&apart, 100, &sent(&[json!("one two")]));
        assert_eq!(shown, "••• three");
        // Nor where one blot brings a later place into view.
        let message = format!("{} {}", "a".repeat(900), "b".repeat(3000));
        let shown = clean(
            &message,
            100,
            &sent(&[json!("a".repeat(900)), json!("b".repeat(3000))]),
        );
        assert!(!shown.contains("bbb"), "{shown}");
    }

    #[test]
    fn texts_are_bounded_and_quiet() {
        let json = |text: &str| serde_json::to_string(text).unwrap().len() - 2;
        for text in [
            "plain".repeat(100),
            "\"\\".repeat(200),
            "\u{1b}[31m\u{202e}".repeat(100),
            "😀ö".repeat(100),
            " \n".repeat(500),
        ] {
            for limit in [3, 64, 200] {
                for shown in [clean(&text, limit, &Sent::default()), short(&text, limit)] {
                    assert!(json(&shown) <= limit, "{limit}: {shown}");
                    assert!(!shown.contains(char::is_control));
                }
            }
        }
        assert_eq!(clean("short", 100, &Sent::default()), "short");
        assert_eq!(clean(" a\n b ", 100, &Sent::default()), "a b");
    }
}
