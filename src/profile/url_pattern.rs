//! The `url` of a rule: which URLs it is about, and whether one of them is safe to accept.
//!
//! Two questions, because a mistake costs differently. [`UrlPattern::matches`] is for rules that decline or ask: it sees through
//! every spelling, so nobody writes himself past such a rule. [`UrlPattern::acceptable`] is for rules that accept:
//! the text itself has to match, and `url_refusal` must have nothing against it.
use super::glob::{Glob, GlobError, Mode};
use super::url_refusal::{UrlRefusal, check};
use super::url_spelling::{canonical_path, decode, decode_all, encode_non_ascii};
use std::fmt;
use url::Url;

/// Bytes of the longest URL that a browser opens: a longer one leads nowhere, and isn't worth the time of each rule.
const MAX_OPENED: usize = 2 << 20;

/// `scheme://host[:port]/path[?query][#fragment]`: scheme, host and port as they are, the rest globs.
///
/// `*` stops at `/` in the path, and at `&` in query and fragment, so that it never brings in a parameter. Without a path,
/// the path is `/`. A host is compared in its ASCII form. To accept, the globs are compared with the URL as it is written,
/// percent-encoding included; characters outside ASCII may stand in the pattern as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UrlPattern {
    scheme: String,
    host: String,
    port: Option<u16>,
    path: Part,
    query: Option<Part>,
    fragment: Option<Part>,
}

/// One pattern for the two questions.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    exact: Glob,
    /// Decoded, in lower case, without a slash at the end.
    loose: Glob,
}

/// Why a text is no URL pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UrlPatternError {
    /// No `://`.
    NoScheme,
    /// A scheme that no URL is accepted with, nor opened by the client.
    Scheme(String),
    /// No host, or no valid one, or no valid port.
    Host,
    /// A `*` in the scheme, host or port; the field says which.
    Wildcard(&'static str),
    /// `user@` before the host.
    UserInfo,
    /// White space or a control character.
    Character(char),
    /// A path with `//`, `;`, a `.` or `..` segment, a backslash, or one of them percent-encoded: no normal URL has it.
    Path,
    /// A mistake in the wildcards.
    Glob(GlobError),
}

impl fmt::Display for UrlPatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoScheme => f.write_str("a URL pattern is written in full: `https://host/path`"),
            Self::Scheme(scheme) => write!(f, "the scheme is `https` or `http`, not `{}`", scheme.escape_debug()),
            Self::Host => f.write_str("the host or port is missing or not valid"),
            Self::Wildcard(part) => write!(f, "the {part} has no wildcards: write it out; a list means any of its URLs"),
            Self::UserInfo => f.write_str("a URL pattern has no user name or password"),
            Self::Character(c) => write!(f, "a URL has no `{}`: write it percent-encoded", c.escape_debug()),
            Self::Path => f.write_str(
                "the path has `//`, `;`, `\\`, a `.` or `..` segment, or an encoded `/`, `\\` or `%`: \
                 servers read them in different ways",
            ),
            Self::Glob(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for UrlPatternError {}

impl From<GlobError> for UrlPatternError {
    fn from(error: GlobError) -> Self {
        Self::Glob(error)
    }
}

impl UrlPattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// See `UrlPatternError`.
    pub fn parse(pattern: &str) -> Result<Self, UrlPatternError> {
        if let Some(c) = pattern
            .chars()
            .find(|c| c.is_whitespace() || c.is_control())
        {
            return Err(UrlPatternError::Character(c));
        }
        let (scheme, rest) = pattern.split_once("://").ok_or(UrlPatternError::NoScheme)?;
        let (authority, rest) = rest
            .split_at_checked(rest.find(['/', '?', '#']).unwrap_or(rest.len()))
            .unwrap_or((rest, ""));
        let (rest, fragment) = split_off(rest, '#');
        let (path, query) = split_off(rest, '?');

        let scheme = scheme.to_ascii_lowercase();
        if scheme.contains('*') {
            return Err(UrlPatternError::Wildcard("scheme"));
        }
        if scheme != "https" && scheme != "http" {
            return Err(UrlPatternError::Scheme(scheme));
        }
        if authority.contains('@') {
            return Err(UrlPatternError::UserInfo);
        }
        if authority.contains('*') {
            let port = authority
                .rsplit_once(':')
                .filter(|(host, _)| !host.contains('*'));
            return Err(UrlPatternError::Wildcard(if port.is_some() {
                "port"
            } else {
                "host"
            }));
        }
        // A backslash would begin the path; an empty authority would take it from what follows.
        if authority.is_empty() || authority.contains('\\') {
            return Err(UrlPatternError::Host);
        }
        let origin =
            Url::parse(&format!("{scheme}://{authority}/")).map_err(|_| UrlPatternError::Host)?;
        let host = host(&origin)
            .filter(|host| !host.is_empty())
            .ok_or(UrlPatternError::Host)?;

        let path = if path.is_empty() { "/" } else { path };
        let plain = path.replace(r"\*", "*");
        let plain = decode(&plain, b"/\\");
        if plain.contains(['\\', ';', '%'])
            || plain.contains("//")
            || plain
                .split('/')
                .any(|segment| matches!(segment, "." | ".."))
        {
            return Err(UrlPatternError::Path);
        }
        Ok(Self {
            host: host.to_owned(),
            port: origin.port_or_known_default(),
            path: Part::parse(path, Mode::Path)?,
            query: query
                .map(|query| Part::parse(query, Mode::Query))
                .transpose()?,
            fragment: fragment
                .map(|fragment| Part::parse(fragment, Mode::Query))
                .transpose()?,
            scheme,
        })
    }

    /// Whether the pattern is about this URL, however it is spelled: for rules that decline or ask.
    ///
    /// Query and fragment are looked at only if the pattern names them. Case, percent-encoding, dot segments, `\`, path parameters,
    /// repeated slashes and one at the end make no difference; nor do user info and a dot after the host.
    #[must_use]
    pub fn matches(&self, url: &str) -> bool {
        url.len() <= MAX_OPENED && Url::parse(url).is_ok_and(|url| self.covers(&url))
    }

    /// Whether a rule with this pattern may accept this URL: it matches as it is written, and nothing speaks against it.
    ///
    /// # Errors
    /// [`UrlRefusal::NoMatch`] if the pattern is not about it; else the first reason against it.
    pub fn acceptable(&self, url: &str) -> Result<(), UrlRefusal> {
        if url.len() > MAX_OPENED {
            return Err(UrlRefusal::TooLong);
        }
        let parsed = Url::parse(url).map_err(|_| UrlRefusal::NotParsable)?;
        if !matches!(parsed.scheme(), "https" | "http") {
            return Err(UrlRefusal::Scheme);
        }
        if !self.covers(&parsed) {
            return Err(UrlRefusal::NoMatch);
        }
        check(url, &parsed)?;
        let named = |part: &Option<Part>, text: Option<&str>, refusal| match (part, text) {
            (None, None) => Ok(()),
            (None, Some(_)) => Err(refusal),
            (Some(part), text) if part.exact.matches(text.unwrap_or_default()) => Ok(()),
            (Some(_), _) => Err(UrlRefusal::NoMatch),
        };
        named(&self.query, parsed.query(), UrlRefusal::QueryNotNamed)?;
        named(
            &self.fragment,
            parsed.fragment(),
            UrlRefusal::FragmentNotNamed,
        )?;
        if self.path.exact.matches(parsed.path()) {
            Ok(())
        } else {
            Err(UrlRefusal::NoMatch)
        }
    }

    fn covers(&self, url: &Url) -> bool {
        let covers = |part: &Option<Part>, text: Option<&str>| {
            part.as_ref()
                .is_none_or(|part| part.covers_value(text.unwrap_or_default()))
        };
        self.scheme == url.scheme()
            && host(url) == Some(self.host.as_str())
            && self.port == url.port_or_known_default()
            && self.path.covers_path(url.path())
            && covers(&self.query, url.query())
            && covers(&self.fragment, url.fragment())
    }
}

impl Part {
    fn parse(pattern: &str, mode: Mode) -> Result<Self, GlobError> {
        // Decoded, a star or backslash must not become a wildcard or an escape, nor an `&` the end of a parameter.
        let keep: &[u8] = if mode == Mode::Path { b"*\\" } else { b"*\\&" };
        let loose = decode(pattern, keep)
            .to_lowercase()
            .replace("%2a", r"\*")
            .replace("%5c", r"\\");
        let loose = if mode == Mode::Path {
            loose.trim_end_matches('/')
        } else {
            &loose
        };
        Ok(Self {
            exact: Glob::parse(&encode_non_ascii(pattern), mode)?,
            loose: Glob::parse(loose, mode)?,
        })
    }

    fn covers_path(&self, path: &str) -> bool {
        self.exact.matches(path)
            // Some servers see an encoded separator as one, others as a part of the name.
            || [b"".as_slice(), b"/\\"].into_iter().any(|keep| {
                let path = canonical_path(path, keep);
                self.loose.matches(&path) || self.loose.matches(path.trim_end_matches('/'))
            })
    }

    fn covers_value(&self, value: &str) -> bool {
        self.exact.matches(value) || self.loose.matches(&decode_all(value, b"&"))
    }
}

/// The host without the dot that makes it fully qualified.
fn host(url: &Url) -> Option<&str> {
    url.host_str().map(|host| host.trim_end_matches('.'))
}

fn split_off(text: &str, mark: char) -> (&str, Option<&str>) {
    text.split_once(mark)
        .map_or((text, None), |(before, after)| (before, Some(after)))
}

/// The scheme of a URL, in small letters; `None` for what is no URL.
#[must_use]
pub fn scheme_of(url: &str) -> Option<String> {
    Url::parse(url).ok().map(|url| url.scheme().to_owned())
}

/// Scheme, host and port, for showing where a URL leads: `https://example.com`, in ASCII, without the user info that
/// could be taken for a host. Nothing if it has no host.
#[must_use]
pub fn origin_for_people(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let host = url.host_str().filter(|host| !host.is_empty())?;
    let port = url
        .port()
        .map(|port| format!(":{port}"))
        .unwrap_or_default();
    Some(format!("{}://{host}{port}", url.scheme()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> UrlPattern {
        UrlPattern::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn code(text: &str, url: &str) -> &'static str {
        pattern(text)
            .acceptable(url)
            .map_or_else(UrlRefusal::code, |()| "accepted")
    }

    #[test]
    fn a_pattern_that_could_mean_every_site_is_none() {
        use UrlPatternError::*;
        for (text, expected) in [
            ("", NoScheme),
            ("*", NoScheme),
            ("**", NoScheme),
            ("example.com/*", NoScheme),
            ("https:example.com/", NoScheme),
            ("https:/example.com/", NoScheme),
            (r"https:\\example.com\", NoScheme),
            ("javascript:alert(1)", NoScheme),
            ("://example.com/", Scheme(String::new())),
            (
                "javascript://example.com/%0aalert(1)",
                Scheme("javascript".into()),
            ),
            ("FILE:///etc/*", Scheme("file".into())),
            ("wss://example.com/", Scheme("wss".into())),
            ("*://example.com/", Wildcard("scheme")),
            ("http*://example.com/", Wildcard("scheme")),
            ("https://*", Wildcard("host")),
            ("https://**/device", Wildcard("host")),
            ("https://*.example.com/", Wildcard("host")),
            ("https://*.example.com:*/", Wildcard("host")),
            ("https://example.com:*/", Wildcard("port")),
            ("http://[::1]:*/", Wildcard("port")),
            ("https://example.com*/", Wildcard("host")),
            ("https://", Host),
            ("https:///", Host),
            ("https:///example.com/", Host),
            ("https://./", Host),
            ("https://:443/", Host),
            ("https://?x", Host),
            ("https://example.com:99999/", Host),
            ("https://example.com:x/", Host),
            ("https://exa<mple.com/", Host),
            ("https://[::1/", Host),
            (r"https://example.com\@evil.com/", UserInfo),
            (r"https://example.com\evil/", Host),
            ("https://user@example.com/", UserInfo),
            ("https://example.com@evil.com/", UserInfo),
            (" https://example.com/", Character(' ')),
            ("https://example.com/a b", Character(' ')),
            ("https://example.com/\n", Character('\n')),
            ("https://example.com/\u{2028}", Character('\u{2028}')),
            ("https://example.com/a/../b", Path),
            ("https://example.com/a/%2e%2E/b", Path),
            ("https://example.com/./", Path),
            ("https://example.com//a", Path),
            ("https://example.com/a;b/*", Path),
            ("https://example.com/a%2fb", Path),
            ("https://example.com/a%5Cb", Path),
            ("https://example.com/a%252fb", Path),
            (r"https://example.com/a\\b", Path),
            ("https://example.com/***", Glob(GlobError::Stars)),
            (r"https://example.com/?\d", Glob(GlobError::Escape)),
        ] {
            assert_eq!(UrlPattern::parse(text), Err(expected), "{text}");
        }
    }

    #[test]
    fn accepts_what_the_rule_names() {
        for (text, url) in [
            (
                "https://auth.example.com/device/*",
                "https://auth.example.com/device/ABCD-1234",
            ),
            (
                "https://auth.example.com/device/*",
                "https://auth.example.com/device/",
            ),
            (
                "https://auth.example.com/elevate/**",
                "https://auth.example.com/elevate/a/b",
            ),
            (
                "HTTPS://Auth.Example.COM:443/elevate/*",
                "https://auth.example.com/elevate/elv_123",
            ),
            ("https://auth.example.com./x", "https://auth.example.com/x"),
            ("https://example.com", "https://example.com/"),
            ("https://example.com:8443/x", "https://example.com:8443/x"),
            (
                "http://localhost:8080/elicit/*",
                "http://localhost:8080/elicit/3f2a",
            ),
            (
                "http://127.0.0.1:8765/verify/*",
                "http://127.0.0.1:8765/verify/0f9b",
            ),
            ("http://127.9.9.9/", "http://127.9.9.9/"),
            ("http://[::1]:3000/*", "http://[::1]:3000/x"),
            (
                "https://github.com/login/oauth/authorize?client_id=example",
                "https://github.com/login/oauth/authorize?client_id=example",
            ),
            (
                "https://github.com/login?client_id=*&scope=*",
                "https://github.com/login?client_id=Iv1.x&scope=read:user%20user:email",
            ),
            (
                "https://example.com/oauth?**",
                "https://example.com/oauth?return=https%3A%2F%2Fexample.com%2Fdone&to=/home",
            ),
            ("https://example.com/oauth?**", "https://example.com/oauth"),
            (
                "https://example.com/app#/settings",
                "https://example.com/app#/settings",
            ),
            (
                "https://example.com/größe/*",
                "https://example.com/gr%C3%B6%C3%9Fe/1",
            ),
            (
                "https://bücher.example/*",
                "https://xn--bcher-kva.example/1",
            ),
            (r"https://example.com/\**", "https://example.com/*x"),
            (
                "https://example.com/@me/~a/b%20c",
                "https://example.com/@me/~a/b%20c",
            ),
        ] {
            assert_eq!(code(text, url), "accepted", "{text} / {url}");
            assert!(pattern(text).matches(url), "{text} / {url}");
        }
    }

    /// Each of these would get past a comparison that is less careful.
    #[test]
    fn accepts_nothing_else() {
        let long = format!("https://h.example/oauth/{}", "a".repeat(8 << 10));
        for (url, expected) in [
            // other places
            ("https://evil.example/oauth/x", "no_match"),
            ("https://h.example.evil.example/oauth/x", "no_match"),
            ("https://sub.h.example/oauth/x", "no_match"),
            ("https://h.example:8443/oauth/x", "no_match"),
            ("http://h.example/oauth/x", "no_match"),
            ("https://h.example/", "no_match"),
            ("https://h.example/oauth", "no_match"),
            ("https://h.example/oauth/x/y", "no_match"),
            ("https://h.example/OAuth/x", "no_match"),
            ("https://h.example/o%61uth/x", "no_match"),
            ("https://h.example/oauth/../admin", "no_match"),
            ("https://h.example/oauth/%2e%2e/admin", "no_match"),
            (r"https://h.example/oauth/..\admin", "no_match"),
            (r"https://h.example/oauth\..\admin", "no_match"),
            ("https://h.example@evil.example/oauth/x", "no_match"),
            (r"https://evil.example\@h.example/oauth/x", "no_match"),
            (r"https://evil.example\.h.example/oauth/x", "no_match"),
            ("https://evil.example#@h.example/oauth/x", "no_match"),
            ("https://evil.example?@h.example/oauth/x", "no_match"),
            ("https://\u{4bb}.example/oauth/x", "no_match"), // Cyrillic
            // no place at all
            ("", "not_parsable"),
            ("//h.example/oauth/x", "not_parsable"),
            ("/oauth/x", "not_parsable"),
            ("https://", "not_parsable"),
            ("https://h.example:99999/oauth/x", "not_parsable"),
            ("https://h%2eexample:x/oauth/x", "not_parsable"),
            ("javascript:alert(1)", "scheme"),
            ("javascript://h.example/oauth/x", "scheme"),
            ("file:///oauth/x", "scheme"),
            ("data:text/html,x", "scheme"),
            ("blob:https://h.example/oauth/x", "scheme"),
            ("view-source:https://h.example/oauth/x", "scheme"),
            ("ftp://h.example/oauth/x", "scheme"),
            ("h.example:443/oauth/x", "scheme"),
            // the right place, in a spelling that others may read as another
            ("HTTPS://h.example/oauth/x", "not_as_written"),
            ("https://H.example/oauth/x", "not_as_written"),
            ("https://h.example:443/oauth/x", "not_as_written"),
            ("https://h.example:/oauth/x", "not_as_written"),
            ("https:h.example/oauth/x", "not_as_written"),
            ("https:/h.example/oauth/x", "not_as_written"),
            ("https:///h.example/oauth/x", "not_as_written"),
            (r"https:\\h.example\oauth\x", "not_as_written"),
            ("https://h%2eexample/oauth/x", "not_as_written"),
            ("https://@h.example/oauth/x", "not_as_written"),
            ("https://h.example/oauth/./x", "not_as_written"),
            ("https://h.example/a/../oauth/x", "not_as_written"),
            ("https://h.example/a/%2e%2E/oauth/x", "not_as_written"),
            ("https://h.example/oauth/%2e/x", "not_as_written"),
            ("https://h.example/oauth/x\"y", "not_as_written"),
            ("https://user@h.example/oauth/x", "user_info"),
            ("https://evil.example:x@h.example/oauth/x", "user_info"),
            ("https://evil.example%2f@h.example/oauth/x", "user_info"),
            ("https://h.example./oauth/x", "trailing_dot"),
            (" https://h.example/oauth/x", "control_character"),
            ("https://h.example/oauth/x\n", "control_character"),
            ("https://h.ex\tample/oauth/x", "control_character"),
            ("ht\ntps://h.example/oauth/x", "control_character"),
            ("https://h.example/oauth/x y", "control_character"),
            ("https://h.example/oauth/x\u{7f}", "control_character"),
            ("https://h.example/oauth/%00", "control_character"),
            ("https://h.example/oauth/x%0d%0aHost:x", "control_character"),
            ("https://h\u{3002}example/oauth/x", "non_ascii"),
            ("https://h\u{ad}.example/oauth/x", "non_ascii"),
            ("https://\u{ff48}.example/oauth/x", "non_ascii"),
            ("https://h.example/oauth/\u{202e}x", "non_ascii"),
            ("https://h.example/oauth/é", "non_ascii"),
            ("https://h.example//oauth/x", "double_slash"),
            ("https://h.example/oauth//x", "double_slash"),
            ("https://h.example/oauth/..;/x", "no_match"),
            ("https://h.example/oauth/x;y", "semicolon"),
            ("https://h.example/oauth/x%3by", "encoded_separator"),
            ("https://h.example/oauth/..%2fadmin", "encoded_separator"),
            ("https://h.example/oauth/a%2fb", "encoded_separator"),
            ("https://h.example/oauth/a%5cb", "encoded_separator"),
            ("https://h.example/oauth/a%2eb", "encoded_separator"),
            ("https://h.example/oauth/%c0%af", "encoded_separator"),
            ("https://h.example/oauth/a%3fb", "encoded_separator"),
            ("https://h.example/oauth/%", "encoded_separator"),
            ("https://h.example/oauth/a%252eb", "nested_encoding"),
            ("https://h.example/oauth/%2561", "nested_encoding"),
            ("https://h.example/oauth/https:evil.example", "foreign_url"),
            ("https://h.example/oauth/x?", "query_not_named"),
            ("https://h.example/oauth/x?y=1", "query_not_named"),
            ("https://h.example/oauth/x#", "fragment_not_named"),
            ("https://h.example/oauth/x#y", "fragment_not_named"),
            (
                "https://h.example/oauth/x?redirect_uri=https://evil.example",
                "foreign_url",
            ),
            (&long, "too_long"),
        ] {
            assert_eq!(code("https://h.example/oauth/*", url), expected, "{url}");
        }
    }

    /// Whatever is put wherever: what is accepted is still one segment below the rule's folder.
    #[test]
    fn no_insertion_leads_elsewhere() {
        let (rule, base) = (
            pattern("https://h.example/oauth/*"),
            "https://h.example/oauth/abc",
        );
        let inserted = [
            "/",
            "\\",
            "//",
            "..",
            "/../",
            "/..;/",
            "%2f",
            "%5c",
            "%2e%2e",
            "%252f",
            "%00",
            "%0a",
            "@",
            "evil.example",
            "@evil.example/",
            ":",
            ":443",
            ":80",
            "?",
            "#",
            "?x",
            "#x",
            "&",
            ";",
            ".",
            " ",
            "\t",
            "\n",
            "\u{ad}",
            "\u{200b}",
            "\u{3002}",
            "\u{2044}",
            "https:",
            "https://evil.example/",
            "javascript:",
            "[",
            "]",
            "%",
            "*",
            "a",
            "A",
        ];
        let mut accepted = 0;
        for (at, text) in (0..=base.len()).flat_map(|at| inserted.map(|text| (at, text))) {
            let mut url = base.to_owned();
            url.insert_str(at, text);
            if rule.acceptable(&url).is_ok() {
                accepted += 1;
                let name = url
                    .strip_prefix("https://h.example/oauth/")
                    .unwrap_or_else(|| panic!("{url}"));
                assert!(
                    !name.contains(['/', '\\', '?', '#', ';', '%', ' ', '\t', '\n'])
                        && name.is_ascii(),
                    "{url}"
                );
                assert!(rule.matches(&url), "{url}");
            }
        }
        assert!(accepted > 20, "{accepted}");
    }

    #[test]
    fn plain_http_stays_on_this_machine() {
        for (text, expected) in [
            ("http://localhost/", "accepted"),
            ("http://127.1.2.3/", "accepted"),
            ("http://[::1]/", "accepted"),
            ("http://example.com/", "plain_http"),
            ("http://localhost.example.com/", "plain_http"),
            ("http://foo.localhost/", "plain_http"),
            ("http://0.0.0.0/", "plain_http"),
            ("http://10.0.0.1/", "plain_http"),
            ("http://[::]/", "plain_http"),
            ("http://[::ffff:7f00:1]/", "plain_http"),
        ] {
            assert_eq!(code(text, text), expected, "{text}");
        }
        for url in [
            "http://127.1/",
            "http://0x7f000001/",
            "http://2130706433/",
            "http://127.0.0.1./",
        ] {
            assert_eq!(code("http://127.0.0.1/", url), "not_as_written", "{url}");
        }
    }

    #[test]
    fn a_star_in_a_query_brings_no_parameter() {
        let text = "https://h.example/authorize?client_id=app&state=*";
        for (url, expected) in [
            (
                "https://h.example/authorize?client_id=app&state=a/b",
                "accepted",
            ),
            (
                "https://h.example/authorize?client_id=app&state=a%26scope=admin",
                "accepted",
            ),
            (
                "https://h.example/authorize?client_id=app&state=a&scope=admin",
                "no_match",
            ),
            (
                "https://h.example/authorize?client_id=app&state=a;scope=admin",
                "semicolon",
            ),
            (
                "https://h.example/authorize?client_id=app&client_id=evil&state=a",
                "no_match",
            ),
            (
                "https://h.example/authorize?client_id%3Dapp&state=a",
                "no_match",
            ),
            (
                "https://h.example/authorize?client_id=App&state=a",
                "no_match",
            ),
            (
                "https://h.example/authorize?state=a&client_id=app",
                "no_match",
            ),
            ("https://h.example/authorize", "no_match"),
            (
                "https://h.example/authorize?client_id=app&state=a#x",
                "fragment_not_named",
            ),
            (
                "https://h.example/authorize?client_id=app&state=https%3A%2F%2Fevil.example",
                "foreign_url",
            ),
        ] {
            assert_eq!(code(text, url), expected, "{url}");
        }
    }

    #[test]
    fn no_spelling_gets_past_a_rule_that_declines() {
        for (text, url) in [
            "https://h.example/device/*|HTTPS://H.EXAMPLE:443/device/x",
            "https://h.example/device/*|https://h.example./device/x",
            "https://h.example/device/*|https://h.example../device/x",
            "https://h.example/device/*| \thttps://h.ex\nample/dev\tice/x",
            "https://h.example/device/*|https:h.example/device/x",
            r"https://h.example/device/*|https:\\h.example\device\x",
            "https://h.example/device/*|https://good.example@h.example/device/x",
            r"https://h.example/device/*|https://h.example\@good.example/../device/x",
            "https://h.example/device/*|https://h\u{3002}example/device/x",
            "https://h.example/device/*|https://h\u{ad}.example/device/x",
            "https://h.example/device/*|https://%48.example/device/x",
            "https://h.example/device/*|https://h.example/%64evice/x",
            "https://h.example/device/*|https://h.example/%2564evice/x",
            "https://h.example/device/*|https://h.example/DEVICE/x",
            "https://h.example/device/*|https://h.example//device//x",
            "https://h.example/device/*|https://h.example/a/../device/./x",
            "https://h.example/device/*|https://h.example/a/%2e%2e/device/x",
            "https://h.example/device/*|https://h.example/a%2f..%2fdevice%2fx",
            "https://h.example/device/*|https://h.example/a/..;/device/x",
            "https://h.example/device/*|https://h.example/%64evice;v=1/a%2fb",
            "https://h.example/device/*|https://h.example/%64evice/a%2fb",
            "https://h.example/device/*|https://h.example/device/x/",
            "https://h.example/device/*|https://h.example/device%00/x",
            "https://h.example/device/*|https://h.example/device/x?any=1#thing",
            "https://h.example/admin|https://h.example/admin/",
            "https://h.example/admin/|https://h.example/admin",
            "https://h.example|https://h.example//",
            "https://h.example/%7Ea/größe|https://h.example/~a/GR%C3%96%c3%9fE",
            r"https://h.example/a\*b|https://h.example/a%2Ab",
            "https://h.example/a%2Ab|https://h.example/a*b",
            "https://h.example/a%26b|https://h.example/a&b",
            "https://h.example/x?grant=**|https://h.example/x?gr%61nt=all&x=1",
            "https://h.example/x?grant=*|https://h.example/x?grant=a%26b",
            "http://127.0.0.1:80/*|http://0x7f.1/x",
            "https://bücher.example/*|https://XN--BCHER-KVA.example/x",
        ]
        .map(|case| case.split_once('|').unwrap())
        {
            assert!(pattern(text).matches(url), "{text} / {url}");
        }
        for (text, url) in [
            (
                "https://h.example/device/*",
                "https://evil.example/device/x",
            ),
            ("https://h.example/device/*", "http://h.example/device/x"),
            (
                "https://h.example/device/*",
                "https://h.example:444/device/x",
            ),
            ("https://h.example/device/*", "https://h.example/device/x/y"),
            ("https://h.example/device/*", "https://h.example/devices/x"),
            ("https://h.example/device/*", "https://h.example/device"),
            (
                "https://h.example/device/*",
                "https://h.example/device/../x",
            ),
            (r"https://h.example/a%2Ab", "https://h.example/axb"),
            ("https://h.example", "https://h.example/x"),
            ("https://h.example/x?a=*", "https://h.example/x?a=1&b=2"),
            ("https://h.example/x?a=1", "https://h.example/x"),
            ("https://h.example/*", "no URL"),
        ] {
            assert!(!pattern(text).matches(url), "{text} / {url}");
        }
    }

    #[test]
    fn hostile_urls_come_to_an_end() {
        let rules = [
            "https://h.example/**a*a*a**b?**a*b&c**",
            "https://h.example/**",
        ]
        .map(pattern);
        for part in [
            "a",
            "/a",
            "/..",
            "%2561",
            "/%2e%2e/",
            "?a&",
            "https:",
            "https://h.example/",
            ":/",
            "//",
            "é",
            ";",
            "@",
        ] {
            let url = format!("https://h.example/{}", part.repeat((64 << 10) / part.len()));
            let short = format!(
                "https://h.example/?{}",
                part.repeat((8 << 10) / part.len() - 4)
            );
            for rule in &rules {
                _ = rule.matches(&url);
                assert_ne!(rule.acceptable(&url), Ok(()));
                _ = rule.acceptable(&short);
            }
        }
    }

    #[test]
    fn people_see_where_it_leads() {
        for (url, expected) in [
            ("https://example.com:443/x?y", Some("https://example.com")),
            (
                "https://example.com@evil.example:8443/x",
                Some("https://evil.example:8443"),
            ),
            ("http://[::1]:80/", Some("http://[::1]")),
            (
                "https://bücher.example/",
                Some("https://xn--bcher-kva.example"),
            ),
            ("javascript:alert(1)", None),
            ("file:///etc/passwd", None),
            ("no URL", None),
        ] {
            assert_eq!(origin_for_people(url).as_deref(), expected, "{url}");
        }
    }
}
