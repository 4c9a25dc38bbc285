//! How the parts of a URL can be spelled: percent-encoding, and what lenient servers take for the same path.
//!
//! Parsing is the `url` crate's part; what to make of a spelling is decided by `url_pattern` and `url_refusal`.
use std::borrow::Cow;

/// How often an attacker's encoding is taken off. Servers that decode twice are known, more often is nobody's honest work.
pub(super) const DECODE_ROUNDS: usize = 3;

/// Takes off one layer of percent-encoding, but leaves the bytes in `keep` encoded; what isn't UTF-8 becomes U+FFFD.
/// Borrowed if nothing was encoded.
pub(super) fn decode<'t>(text: &'t str, keep: &[u8]) -> Cow<'t, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    let mut changed = false;
    while let [byte, tail @ ..] = rest {
        rest = tail;
        let encoded = match (byte, tail) {
            (b'%', [high, low, tail @ ..]) => hex(*high)
                .zip(hex(*low))
                .map(|(high, low)| (high << 4 | low, tail)),
            _ => None,
        };
        match encoded {
            Some((decoded, tail)) if !keep.contains(&decoded) => {
                (rest, changed) = (tail, true);
                out.push(decoded);
            }
            _ => out.push(*byte),
        }
    }
    if changed {
        Cow::Owned(String::from_utf8_lossy(&out).into_owned())
    } else {
        Cow::Borrowed(text)
    }
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit)
        .to_digit(16)
        .and_then(|value| u8::try_from(value).ok())
}

/// Encodes what the parser encodes too, and leaves a pattern's stars alone.
pub(super) fn encode_non_ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            out.extend(
                c.encode_utf8(&mut [0; 4])
                    .bytes()
                    .map(|byte| format!("%{byte:02X}")),
            );
        }
    }
    out
}

/// What remains of a text whoever decodes it, however often, in lower case.
pub(super) fn decode_all(text: &str, keep: &[u8]) -> String {
    let mut text = Cow::Borrowed(text);
    for _ in 0..DECODE_ROUNDS {
        match decode(&text, keep) {
            Cow::Borrowed(_) => break,
            Cow::Owned(decoded) => text = Cow::Owned(decoded),
        }
    }
    text.to_lowercase()
}

/// What the most lenient server makes of a path: decoded, `\` for `/`, without parameters, empty and dot segments, and control characters.
pub(super) fn canonical_path(path: &str, keep: &[u8]) -> String {
    let mut decoded = decode_all(path, keep);
    decoded.retain(|c| !c.is_control());
    let mut segments = Vec::new();
    let mut ends_open = false;
    for segment in decoded.split(['/', '\\']) {
        let name = segment.split(';').next().unwrap_or_default();
        ends_open = matches!(name, "" | "." | "..");
        match name {
            "" | "." => {}
            ".." => _ = segments.pop(),
            name => segments.push(name),
        }
    }
    if ends_open || segments.is_empty() {
        segments.push("");
    }
    segments.iter().flat_map(|segment| ["/", segment]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_one_layer() {
        for (text, keep, expected) in [
            ("plain", "", "plain"),
            ("%41%7e%C3%A9", "", "A~é"),
            ("%2541", "", "%41"),
            ("%2f%2F%41", "/", "%2f%2FA"),
            ("%", "", "%"),
            ("%4", "", "%4"),
            ("%%41", "", "%A"),
            ("%+1%g0", "", "%+1%g0"),
            ("%ff", "", "\u{fffd}"),
        ] {
            assert_eq!(decode(text, keep.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn a_path_has_one_canonical_spelling() {
        for (path, expected) in [
            ("/", "/"),
            ("", "/"),
            ("/a/b", "/a/b"),
            ("/a/b/", "/a/b/"),
            ("//a///b", "/a/b"),
            (r"\a\b", "/a/b"),
            ("/a/./b/.", "/a/b/"),
            ("/a/../../b", "/b"),
            ("/a/..", "/"),
            ("/a;x=1/..;/b;y", "/b"),
            ("/%41%2Fb%5cc", "/a/b/c"),
            ("/%25252e./x%00", "/x"),
        ] {
            assert_eq!(canonical_path(path, b""), expected, "{path}");
        }
        assert_eq!(canonical_path("/a%2Fb//c%252fd", b"/"), "/a%2fb/c%2fd");
    }
}
