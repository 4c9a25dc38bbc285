//! What a URL must not have to be accepted, whatever the rule says.
//!
//! A URL that two programs read differently, or that hands the person on to somebody else's site, is not the one the
//! rule's author had in mind. Each doubt is a [`UrlRefusal`]; which URLs a rule is about is `url_pattern`'s part.
use super::url_spelling::{DECODE_ROUNDS, decode};
use std::{borrow::Cow, fmt};
use url::{Host, Url};

/// Bytes that an accepted URL may have.
pub const MAX_URL_LEN: usize = 8 << 10;

/// Why a URL is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UrlRefusal {
    /// The parser of the URL Standard makes nothing of it.
    NotParsable,
    /// Neither `https` nor `http`: `javascript:`, `file:` …
    Scheme,
    /// The rule is about other URLs.
    NoMatch,
    /// Longer than `MAX_URL_LEN`.
    TooLong,
    /// A control character or white space, as it is or percent-encoded.
    ControlCharacter,
    /// A character outside ASCII, which the client would show and send in another form.
    NonAscii,
    /// A user name or password before the host.
    UserInfo,
    /// The host ends in a dot: the same machine, another origin.
    TrailingDot,
    /// The parser writes it differently.
    NotAsWritten,
    /// `http` to another machine.
    PlainHttp,
    /// `//` in the path.
    DoubleSlash,
    /// A `;`, at which some servers end a path segment or a parameter.
    Semicolon,
    /// The path has a percent-encoded `/`, `\`, `.`, `;`, `?` or `#`, or bytes that are no text.
    EncodedSeparator,
    /// The percent-encoding of a percent-encoding.
    NestedEncoding,
    /// There is a query, but not in the rule.
    QueryNotNamed,
    /// There is a fragment, but not in the rule.
    FragmentNotNamed,
    /// It carries a URL of another origin, such as a `redirect_uri`.
    ForeignUrl,
}

impl UrlRefusal {
    /// The stable name of this reason.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotParsable => "not_parsable",
            Self::Scheme => "scheme",
            Self::NoMatch => "no_match",
            Self::TooLong => "too_long",
            Self::ControlCharacter => "control_character",
            Self::NonAscii => "non_ascii",
            Self::UserInfo => "user_info",
            Self::TrailingDot => "trailing_dot",
            Self::NotAsWritten => "not_as_written",
            Self::PlainHttp => "plain_http",
            Self::DoubleSlash => "double_slash",
            Self::Semicolon => "semicolon",
            Self::EncodedSeparator => "encoded_separator",
            Self::NestedEncoding => "nested_encoding",
            Self::QueryNotNamed => "query_not_named",
            Self::FragmentNotNamed => "fragment_not_named",
            Self::ForeignUrl => "foreign_url",
        }
    }
}

impl fmt::Display for UrlRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotParsable => "it is not a URL",
            Self::Scheme => "its scheme is neither `https` nor `http`",
            Self::NoMatch => "the rule's `url` doesn't match it",
            Self::TooLong => "it is longer than 8 KiB",
            Self::ControlCharacter => "it has a control character or white space",
            Self::NonAscii => "it has a character outside ASCII",
            Self::UserInfo => "it has a user name or password before the host",
            Self::TrailingDot => "its host ends in a dot",
            Self::NotAsWritten => "it is not written the way a browser would write it",
            Self::PlainHttp => "it is plain `http` to another machine",
            Self::DoubleSlash => "its path has `//`",
            Self::Semicolon => "it has a `;`, which servers read in different ways",
            Self::EncodedSeparator => "its path has a percent-encoded separator",
            Self::NestedEncoding => "it is percent-encoded more than once",
            Self::QueryNotNamed => "it has a query, which the rule's `url` doesn't name",
            Self::FragmentNotNamed => "it has a fragment, which the rule's `url` doesn't name",
            Self::ForeignUrl => "it carries a URL of another origin",
        })
    }
}

impl std::error::Error for UrlRefusal {}

/// Checks what has to hold of each accepted URL. `url` is `text`, parsed.
///
/// # Errors
/// The first reason found against it.
pub(super) fn check(text: &str, url: &Url) -> Result<(), UrlRefusal> {
    let loopback = match url.host() {
        Some(Host::Domain(domain)) => domain == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    let (path, query, fragment) = (url.path(), url.query(), url.fragment());
    let refused = [
        (text.len() > MAX_URL_LEN, UrlRefusal::TooLong),
        (
            text.bytes().any(|byte| byte <= b' ' || byte == 0x7f),
            UrlRefusal::ControlCharacter,
        ),
        (!text.is_ascii(), UrlRefusal::NonAscii),
        (
            !url.username().is_empty() || url.password().is_some(),
            UrlRefusal::UserInfo,
        ),
        (
            url.domain().is_some_and(|domain| domain.ends_with('.')),
            UrlRefusal::TrailingDot,
        ),
        (url.as_str() != text, UrlRefusal::NotAsWritten),
        (url.scheme() != "https" && !loopback, UrlRefusal::PlainHttp),
        (path.contains("//"), UrlRefusal::DoubleSlash),
        (text.contains(';'), UrlRefusal::Semicolon),
    ];
    if let Some((_, refusal)) = refused.into_iter().find(|(holds, _)| *holds) {
        return Err(refusal);
    }
    check_path_encoding(path)?;
    [Some(path), query, fragment]
        .into_iter()
        .flatten()
        .flat_map(|part| part.split('&'))
        .try_for_each(|part| check_carried(url, part))
}

/// In a path a server finds its handler by, nothing that divides it may be hidden.
fn check_path_encoding(path: &str) -> Result<(), UrlRefusal> {
    let decoded = decode(path, b"/\\.;?#%");
    if decoded.contains(char::REPLACEMENT_CHARACTER) {
        return Err(UrlRefusal::EncodedSeparator);
    }
    match decoded.split_once('%') {
        None => Ok(()),
        Some((_, rest)) if rest.starts_with("25") => Err(UrlRefusal::NestedEncoding),
        Some(_) => Err(UrlRefusal::EncodedSeparator),
    }
}

/// One parameter (or the path), as it is and with its percent-encoding taken off.
fn check_carried(own: &Url, part: &str) -> Result<(), UrlRefusal> {
    let mut text = Cow::Borrowed(part);
    for _ in 0..=DECODE_ROUNDS {
        if text.contains(char::is_control) {
            return Err(UrlRefusal::ControlCharacter);
        }
        if carries_foreign_url(own, &text) {
            return Err(UrlRefusal::ForeignUrl);
        }
        match decode(&text, b"") {
            Cow::Borrowed(_) => return Ok(()),
            Cow::Owned(decoded) => text = Cow::Owned(decoded),
        }
    }
    Err(UrlRefusal::NestedEncoding)
}

/// Schemes that make a URL of any text behind them; others need a `/`, as `user:email` is none.
const BARE_SCHEMES: [&str; 11] = [
    "http",
    "https",
    "ws",
    "wss",
    "ftp",
    "file",
    "blob",
    "data",
    "javascript",
    "vbscript",
    "intent",
];

/// Whether a URL or `//host` of another origin starts anywhere in the text. Browsers take `\` for `/`, and `https:host` for `https://host`.
fn carries_foreign_url(own: &Url, text: &str) -> bool {
    const SLASHES: [char; 2] = ['/', '\\'];
    let mut rest = text;
    while let Some((before, found)) = rest
        .find([':', '/', '\\'])
        .and_then(|at| rest.split_at_checked(at))
    {
        let behind = found.strip_prefix(':').unwrap_or(found);
        rest = behind.trim_start_matches(SLASHES);
        let slashes = behind.len() - rest.len();
        let scheme = if behind.len() < found.len() {
            scheme_at_end(before)
        } else {
            ""
        };
        let starts_url = slashes >= 2
            || !scheme.is_empty()
                && (slashes == 1
                    || BARE_SCHEMES
                        .iter()
                        .any(|bare| bare.eq_ignore_ascii_case(scheme)));
        if starts_url {
            let scheme = if scheme.is_empty() {
                own.scheme()
            } else {
                scheme
            };
            let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
            // One with user info is none of ours, and would have to be read again for each `:` in it.
            if authority.contains('@')
                || !Url::parse(&format!("{scheme}://{authority}"))
                    .is_ok_and(|url| same_origin(&url, own))
            {
                return true;
            }
        }
    }
    false
}

fn scheme_at_end(text: &str) -> &str {
    let kept =
        text.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    let scheme = text.strip_prefix(kept).unwrap_or_default();
    if scheme.starts_with(|c: char| c.is_ascii_alphabetic()) {
        scheme
    } else {
        ""
    }
}

fn same_origin(a: &Url, b: &Url) -> bool {
    a.scheme() == b.scheme()
        && a.host() == b.host()
        && a.port_or_known_default() == b.port_or_known_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_carried_along_is_found_in_any_spelling() {
        for (part, expected) in [
            ("to=https://evil.example", true),
            ("to=https%3A%2F%2Fevil.example%2Fx", true),
            ("to=https%253A%252F%252Fevil.example", true),
            ("to=HtTpS:evil.example", true),
            ("to=https:/evil.example", true),
            ("to=//evil.example", true),
            ("to=%2f%2Fevil.example", true),
            ("to=/%5Cevil.example", true),
            (r"to=\\evil.example", true),
            ("to=///evil.example", true),
            ("to=/x?next=//evil.example", true),
            ("https://evil.example", true),
            ("//evil.example=1", true),
            ("to=http://h.example", true),
            ("to=https://h.example:8443/", true),
            ("to=https://sub.h.example/", true),
            ("to=https://h.example.evil.example/", true),
            ("to=https://h.example%26.evil.example/", true),
            ("to=https://h.example@evil.example/", true),
            ("to=https://user@h.example/", true),
            (r"to=https://evil.example\@h.example/", true),
            ("to=https://h.example/,https://evil.example/", true),
            ("redirect_uri=http%3A%2F%2Flocalhost%3A8765%2F", true),
            (
                "redirect_uri=http%3A%2F%2F127.0.0.1%3A53123%2Fcallback",
                true,
            ),
            ("redirect_uri=com.example.app:/callback", true),
            ("redirect_uri=com.example.app://callback", true),
            ("to=javascript:alert(1)", true),
            ("to=javascript%3Aalert(1)", true),
            ("to=data:text/html,x", true),
            ("to=https://", true),
            ("to=https://h.example/x", false),
            ("to=https%3A%2F%2FH.example:443%2Fx", false),
            ("to=https%253A%252F%252Fh.example%252Fx", false),
            ("to=//h.example/x", false),
            ("to=/home/x", false),
            ("to=https", false),
            ("scope=read:user user:email", false),
            ("redirect_uri=urn:ietf:wg:oauth:2.0:oob", false),
            ("at=12:30", false),
            ("state=aGVsbG8/d29ybGQ=", false),
            ("100%", false),
            ("", false),
        ] {
            let own = Url::parse("https://h.example/").unwrap();
            let found = check_carried(&own, part);
            assert_eq!(
                found,
                if expected {
                    Err(UrlRefusal::ForeignUrl)
                } else {
                    Ok(())
                },
                "{part}"
            );
        }
    }

    #[test]
    fn encoding_ends_somewhere() {
        let own = Url::parse("https://h.example/").unwrap();
        for (part, expected) in [
            ("a%20b", Ok(())),
            ("a%25252520b", Err(UrlRefusal::NestedEncoding)),
            ("a%00", Err(UrlRefusal::ControlCharacter)),
            ("a%250a", Err(UrlRefusal::ControlCharacter)),
            ("/%09/evil.example", Err(UrlRefusal::ControlCharacter)),
            ("%C2%85", Err(UrlRefusal::ControlCharacter)),
        ] {
            assert_eq!(check_carried(&own, part), expected, "{part}");
        }
    }
}
