//! Values that look like a credential, by the prefixes and shapes that issuers document.
//!
//! Decides about a stored value, also where a credential stands inside a longer text; whether a *field* asks for one
//! is `guard`'s business. A credential without a shape of its own (a plain password) cannot be seen. What is returned
//! is the kind's name, never the value.

/// The kind of credential that `text` is or holds. Linear in its length.
pub fn looks_like_credential(text: &str) -> Option<&'static str> {
    // Most answers are plain words: without a long run, and nothing is assigned.
    let (mut run, mut dashes) = (0, 0);
    let plain = text.bytes().all(|byte| {
        run = if byte == b' ' { 0 } else { run + 1 };
        dashes = if byte == b'-' { dashes + 1 } else { 0 };
        run < SHORTEST_RUN && dashes < 5 && !matches!(byte, b':' | b'=' | b'\n')
    });
    if plain {
        return None;
    }
    starts(text)
        .find_map(|rest| known_prefix(rest).or_else(|| shape(rest)))
        .or_else(|| private_key(text))
        .or_else(|| bearer(text))
        .or_else(|| url_with_password(text))
        .or_else(|| assigned(text))
        .or_else(|| telegram_token(text))
}

/// The shortest token of [`PREFIXES`] and [`shape`], in bytes.
const SHORTEST: usize = 20;
/// The shortest run without a space that any credential has, [`bearer`]'s value included.
const SHORTEST_RUN: usize = 16;

/// What a token's tail has to be after its prefix.
enum Tail {
    /// So many ASCII letters and digits, at least.
    Run(usize),
    /// Exactly so many of them, then something else.
    Exactly(usize),
    /// So many of them, `-`, `_` and `.`, with a digit, and a run of at least ten without a break.
    Mixed(usize),
    /// Anything.
    Any,
}

/// Prefixes by issuer, and what follows them. Public identifiers (`pk_live_`, Twilio's `AC…`) are left out.
#[rustfmt::skip]
const PREFIXES: &[(&str, Tail, &str)] = &[
    ("AGE-SECRET-KEY-1", Tail::Run(40), "age key"),
    ("AIza", Tail::Mixed(35), "Google API key"),
    ("AKIA", Tail::Exactly(16), "AWS access key"),
    ("ASIA", Tail::Exactly(16), "AWS access key"),
    ("ATATT3", Tail::Mixed(40), "Atlassian token"),
    ("ATCTT3", Tail::Mixed(40), "Atlassian token"),
    ("GOCSPX-", Tail::Mixed(20), "Google client secret"),
    ("PMAK-", Tail::Mixed(40), "Postman key"),
    ("SG.", Tail::Mixed(40), "SendGrid key"),
    ("dckr_pat_", Tail::Mixed(20), "Docker token"),
    ("dop_v1_", Tail::Run(40), "DigitalOcean token"),
    ("doo_v1_", Tail::Run(40), "DigitalOcean token"),
    ("dor_v1_", Tail::Run(40), "DigitalOcean token"),
    ("figd_", Tail::Mixed(20), "Figma token"),
    ("ghp_", Tail::Run(30), "GitHub token"),
    ("gho_", Tail::Run(30), "GitHub token"),
    ("ghu_", Tail::Run(30), "GitHub token"),
    ("ghs_", Tail::Run(30), "GitHub token"),
    ("ghr_", Tail::Run(30), "GitHub token"),
    ("github_pat_", Tail::Mixed(22), "GitHub token"),
    ("glpat-", Tail::Mixed(20), "GitLab token"),
    ("glptt-", Tail::Mixed(20), "GitLab token"),
    ("glrt-", Tail::Mixed(20), "GitLab token"),
    ("glsa_", Tail::Run(30), "Grafana token"),
    ("gsk_", Tail::Run(40), "Groq key"),
    ("hf_", Tail::Run(30), "Hugging Face token"),
    ("hvb.", Tail::Mixed(40), "Vault token"),
    ("hvs.", Tail::Mixed(24), "Vault token"),
    ("https://hooks.slack.com/services/", Tail::Any, "Slack webhook"),
    ("https://discord.com/api/webhooks/", Tail::Any, "Discord webhook"),
    ("https://discordapp.com/api/webhooks/", Tail::Any, "Discord webhook"),
    ("lin_api_", Tail::Run(30), "Linear key"),
    ("npm_", Tail::Run(30), "npm token"),
    ("nsec1", Tail::Run(50), "Nostr key"),
    ("ntn_", Tail::Run(30), "Notion token"),
    ("nvapi-", Tail::Mixed(40), "NVIDIA key"),
    ("pplx-", Tail::Run(40), "Perplexity key"),
    ("pypi-AgE", Tail::Mixed(40), "PyPI token"),
    ("r8_", Tail::Run(30), "Replicate token"),
    ("rk_live_", Tail::Run(16), "Stripe key"),
    ("rk_test_", Tail::Run(16), "Stripe key"),
    ("rubygems_", Tail::Run(40), "RubyGems key"),
    ("sbp_", Tail::Run(30), "Supabase token"),
    ("sb_secret_", Tail::Mixed(20), "Supabase key"),
    ("secret_", Tail::Run(40), "Notion token"),
    ("shpat_", Tail::Run(30), "Shopify token"),
    ("shpss_", Tail::Run(30), "Shopify secret"),
    ("sk-", Tail::Mixed(20), "API key"),
    ("sk-ant-", Tail::Mixed(20), "Anthropic key"),
    ("sk_live_", Tail::Run(16), "Stripe key"),
    ("sk_test_", Tail::Run(16), "Stripe key"),
    ("sntrys_", Tail::Run(40), "Sentry token"),
    ("tskey-", Tail::Mixed(20), "Tailscale key"),
    ("tvly-", Tail::Mixed(20), "Tavily key"),
    ("whsec_", Tail::Run(20), "webhook secret"),
    ("xai-", Tail::Run(40), "xAI key"),
    ("xapp-", Tail::Mixed(20), "Slack token"),
    ("xoxa-", Tail::Mixed(16), "Slack token"),
    ("xoxb-", Tail::Mixed(16), "Slack token"),
    ("xoxe-", Tail::Mixed(16), "Slack token"),
    ("xoxp-", Tail::Mixed(16), "Slack token"),
    ("xoxr-", Tail::Mixed(16), "Slack token"),
    ("xoxs-", Tail::Mixed(16), "Slack token"),
    ("ya29.", Tail::Mixed(20), "Google access token"),
    ("key-", Tail::Exactly(32), "Mailgun key"),
    ("SK", Tail::Exactly(32), "Twilio key"),
];

/// Longer than any token that has to be told from a slug: keeps the work linear.
const LOOK_AHEAD: usize = 512;

/// Each place where a token may begin: after something that is no part of one.
fn starts(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.char_indices().filter_map(move |(at, c)| {
        let part = c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let starts = part && !inside;
        inside = part;
        text.get(at..).filter(|rest| starts && is_long(rest))
    })
}

/// Whether so many bytes follow without a space as the shortest token has.
fn is_long(rest: &str) -> bool {
    rest.as_bytes()
        .get(..SHORTEST)
        .is_some_and(|start| !start.contains(&b' '))
}

fn known_prefix(rest: &str) -> Option<&'static str> {
    let first = rest.as_bytes().first();
    let known = PREFIXES
        .iter()
        .filter(|(prefix, ..)| prefix.as_bytes().first() == first);
    let fitting = known.filter(|(prefix, tail, _)| {
        rest.strip_prefix(prefix)
            .is_some_and(|after| fits(after, tail))
    });
    let longest = fitting.max_by_key(|(prefix, ..)| prefix.len());
    longest.map(|(_, _, kind)| *kind)
}

fn fits(after: &str, tail: &Tail) -> bool {
    let run = after
        .bytes()
        .take(LOOK_AHEAD)
        .take_while(u8::is_ascii_alphanumeric)
        .count();
    match tail {
        Tail::Run(least) => run >= *least,
        Tail::Exactly(length) => {
            run == *length
                && !after
                    .as_bytes()
                    .get(run)
                    .is_some_and(|b| matches!(b, b'_' | b'-'))
        }
        Tail::Mixed(least) => is_mixed(token(after), *least),
        Tail::Any => true,
    }
}

/// The token that `rest` starts with: letters, digits, `-`, `_` and `.`.
fn token(rest: &str) -> &str {
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    let length = rest.bytes().take(LOOK_AHEAD).take_while(is_part).count();
    rest.get(..length).unwrap_or_default()
}

/// Random text has long runs and digits; words joined by hyphens have neither.
fn is_mixed(token: &str, least: usize) -> bool {
    const RUN: usize = 10;
    token.len() >= least
        && token.bytes().any(|b| b.is_ascii_digit())
        && token
            .split(['-', '_', '.'])
            .any(|run| run.len() >= RUN && is_random(run))
}

/// Letters and digits mixed, as no word or number is.
fn is_random(run: &str) -> bool {
    run.bytes().any(|b| b.is_ascii_digit()) && run.bytes().any(|b| b.is_ascii_alphabetic())
}

/// Credentials known by their build: a JSON Web Token is two base64 texts of JSON objects and a signature (RFC 7519).
fn shape(rest: &str) -> Option<&'static str> {
    const LEAST: usize = 10;
    const LONGEST: usize = 4096;
    if !rest.starts_with("eyJ") {
        return None;
    }
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    let length = rest.bytes().take(LONGEST).take_while(is_part).count();
    let mut parts = rest.get(..length)?.split('.');
    let [header, payload, _signature] = [parts.next()?, parts.next()?, parts.next()?];
    (header.len() >= LEAST && payload.len() >= LEAST).then_some("JSON Web Token")
}

/// A private key in text form, of any algorithm (RFC 7468; OpenPGP, RFC 9580).
fn private_key(text: &str) -> Option<&'static str> {
    const LABEL: usize = 40;
    text.match_indices("-----BEGIN ").find_map(|(at, mark)| {
        let label = text.as_bytes().get(at + mark.len()..)?.iter().take(LABEL);
        let label = label
            .take_while(|b| **b != b'-')
            .copied()
            .collect::<Vec<_>>();
        let is_private = label.windows(11).any(|piece| piece == b"PRIVATE KEY");
        is_private.then_some("private key")
    })
}

/// `Bearer` or `Basic` and a token of some length (RFC 6750, RFC 7617).
fn bearer(text: &str) -> Option<&'static str> {
    const LEAST: usize = 16;
    let words = || {
        let pieces = text.split(|c: char| !(c.is_ascii_alphanumeric() || "-._~+/=".contains(c)));
        pieces.filter(|word| !word.is_empty())
    };
    words().zip(words().skip(1)).find_map(|(scheme, value)| {
        let is_scheme =
            scheme.eq_ignore_ascii_case("bearer") || scheme.eq_ignore_ascii_case("basic");
        let mut runs = value.split(['-', '.', '/']);
        let is_value =
            value.len() >= LEAST && runs.any(|run| run.len() >= LEAST / 2 && is_random(run));
        (is_scheme && is_value).then_some("authorization header")
    })
}

/// A URL with `user:password@` (RFC 3986, 3.2.1). A variable in place of the password is none.
fn url_with_password(text: &str) -> Option<&'static str> {
    text.match_indices("://").find_map(|(at, mark)| {
        let rest = text.get(at + mark.len()..)?;
        let end = rest
            .find(|c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '"' | '\''))
            .unwrap_or(rest.len());
        let (user, _) = rest.get(..end)?.rsplit_once('@')?;
        let (_, password) = user.split_once(':')?;
        is_literal(password).then_some("URL with a password")
    })
}

/// `password=…`, `AccountKey=…`, `"private_key": "…"`: connection strings, query texts and key files.
fn assigned(text: &str) -> Option<&'static str> {
    #[rustfmt::skip]
    const NAMES: [&str; 19] = [
        "access_token", "accountkey", "api_key", "api-key", "apikey", "auth_token", "aws_secret_access_key",
        "client_secret", "id_token", "passwd", "password", "private_key", "pwd", "refresh_token", "secret",
        "secret_key", "sharedaccesskey", "sig", "token",
    ];
    const LEAST: usize = 6;
    text.match_indices(['=', ':']).find_map(|(at, mark)| {
        let before = text.get(..at)?.trim_end_matches([' ', '"', '\'']);
        let name = before
            .rsplit(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')))
            .next()?;
        if !NAMES.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            return None;
        }
        let after = text
            .get(at + mark.len()..)?
            .trim_start_matches([' ', '"', '\'']);
        let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ';' | '&' | ',');
        let end = after
            .char_indices()
            .take(LOOK_AHEAD)
            .find(|(_, c)| ends(*c));
        let value = after.get(..end.map_or(after.len(), |(end, _)| end))?;
        // Prose has colons too (“password: required”): there only what no word is counts.
        let is_value =
            is_literal(value) && value.len() >= LEAST && (mark == "=" || is_random(value));
        is_value.then_some("assigned secret")
    })
}

/// Digits, a colon, and thirty-five characters.
fn telegram_token(text: &str) -> Option<&'static str> {
    text.match_indices(':').find_map(|(at, _)| {
        let digits = text
            .get(..at)?
            .bytes()
            .rev()
            .take(LOOK_AHEAD)
            .take_while(u8::is_ascii_digit)
            .count();
        let secret = token(text.get(at + 1..)?);
        ((8..=10).contains(&digits) && secret.len() == 35 && is_random(secret))
            .then_some("Telegram token")
    })
}

/// Whether a value stands there itself, not a variable or a placeholder.
fn is_literal(value: &str) -> bool {
    !value.is_empty()
        && !value.starts_with(['$', '<', '{', '*', '[', '%'])
        && !value.starts_with("...")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts that look real must not stand in a repository as such: scanners would report them.
    fn joined(parts: &[&str]) -> String {
        parts.concat()
    }

    const RUN: &str = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2dE3fG4hJ5kL6mN7pQ8rS9";

    #[test]
    fn credentials_of_known_shape_are_seen() {
        let run = |length| RUN.get(..length).unwrap();
        let cases = [
            (joined(&["AK", "IA", "IOSFODNN7EXAMPLE"]), "AWS access key"),
            (joined(&["AS", "IA", "IOSFODNN7EXAMPLE"]), "AWS access key"),
            (joined(&["ghp", "_", run(36)]), "GitHub token"),
            (joined(&["gho", "_", run(36)]), "GitHub token"),
            (joined(&["ghs", "_", run(36)]), "GitHub token"),
            (
                joined(&["github", "_pat_", run(22), "_", run(50)]),
                "GitHub token",
            ),
            (joined(&["glpat", "-", run(20)]), "GitLab token"),
            (joined(&["sk", "-", run(48)]), "API key"),
            (joined(&["sk", "-proj-", run(40)]), "API key"),
            (
                joined(&["sk", "-ant-api03-", run(40), "-", run(20)]),
                "Anthropic key",
            ),
            (joined(&["sk", "_live_", run(24)]), "Stripe key"),
            (joined(&["rk", "_live_", run(24)]), "Stripe key"),
            (
                joined(&["xox", "b-123456789012-1234567890123-", run(24)]),
                "Slack token",
            ),
            (joined(&["xox", "p-123456789012-", run(24)]), "Slack token"),
            (joined(&["xapp", "-1-A012-123-", run(40)]), "Slack token"),
            (joined(&["AI", "za", run(35)]), "Google API key"),
            (joined(&["ya29", ".", run(40)]), "Google access token"),
            (joined(&["npm", "_", run(36)]), "npm token"),
            (joined(&["pypi", "-AgEIcHlwaS5vcmc", run(40)]), "PyPI token"),
            (joined(&["hf", "_", run(34)]), "Hugging Face token"),
            (joined(&["dop", "_v1_", run(57)]), "DigitalOcean token"),
            (joined(&["SG", ".", run(22), ".", run(43)]), "SendGrid key"),
            (
                joined(&["-----BEGIN ", "PRIVATE KEY-----\nMIIE"]),
                "private key",
            ),
            (
                joined(&["-----BEGIN RSA ", "PRIVATE KEY-----\nMIIE"]),
                "private key",
            ),
            (
                joined(&["-----BEGIN OPENSSH ", "PRIVATE KEY-----"]),
                "private key",
            ),
            (
                joined(&[
                    "ey",
                    "JhbGciOiJIUzI1NiJ9",
                    ".ey",
                    "JzdWIiOiIxMjM0In0.",
                    run(40),
                ]),
                "JSON Web Token",
            ),
            (joined(&["Bearer ", run(30)]), "authorization header"),
            (
                joined(&["Authorization: Basic ", "dXNlcjpodW50ZXIyMjI0"]),
                "authorization header",
            ),
            (
                joined(&["https://", "ada:hunter2", "@example.com/x"]),
                "URL with a password",
            ),
            (
                joined(&["postgres://", "app:s3cr3t", "@db:5432/shop"]),
                "URL with a password",
            ),
            (
                joined(&["https://hooks.slack.com", "/services/T0/B0/", run(24)]),
                "Slack webhook",
            ),
            (
                joined(&["https://discord.com/api", "/webhooks/123/", run(50)]),
                "Discord webhook",
            ),
            (
                joined(&["Server=db;User=app;", "Password=hunter2!;"]),
                "assigned secret",
            ),
            (
                joined(&["AccountName=x;", "AccountKey=", run(50), "=="]),
                "assigned secret",
            ),
            (
                joined(&["https://example.com/cb?", "access_token=", run(20)]),
                "assigned secret",
            ),
            (
                joined(&[
                    "{\"type\": \"service_account\", \"private_key\": \"",
                    "-----BEGIN ",
                    "PRIVATE KEY-----\\n\"}",
                ]),
                "private key",
            ),
            (joined(&["123456789", ":AAF", run(32)]), "Telegram token"),
        ];
        for (text, kind) in cases {
            assert_eq!(looks_like_credential(&text), Some(kind), "{kind}");
            let within = format!("use „{text}“ for this, please");
            assert!(
                looks_like_credential(&within).is_some(),
                "{kind} inside a text"
            );
        }
    }

    #[test]
    fn ordinary_values_are_no_credentials() {
        #[rustfmt::skip]
        let texts = [
            "", "sk-learn", "sk-SK", "scikit-learn", "sk-bratislava-region-2024-annual-report-final", "sk-", "AKIA",
            "npm_config_registry_url_setting", "hf_transfer", "ghp_", "xoxb-", "glpat-docs",
            "risk-averse-strategy-2024", "3f3ff5ca-7cab-437d-8c0c-fee7d934b803",
            "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "user@example.com",
            "https://example.com/a/b?page=2&sort=asc", "https://example.com:8443/x", "http://user@example.com/",
            "git@github.com:octo-org/demo.git", "ssh://git@github.com/octo-org/demo", "eyJhbGci", "SG.1",
            "key-value", "task-force-one", "my-app", "acme_portal_v2", "eu-central-1", "2026-12-24T10:00:00Z",
            "1.2.3", "/home/dev/x", "bearer of bad news", "Bearer token",
            "Basic authentication with internationalization", "password: required",
            "https://user:${vars.x}@example.com", "password=${env.DB}", "token=<your token>",
            "The secret: patience", "max_tokens=4096000", "12:30:45", "C:\\Users\\dev",
            "data:image/png;base64,iVBORw0KGgo", "ASIAN cuisine", "ask-me-anything-2024-questions",
            "disk-usage-report-20240101", "SKU12345", "pk_live_0123456789abcdef01234567",
            "-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----", "Größe: 12 µm", "版本：1.2",
        ];
        for text in texts {
            assert_eq!(looks_like_credential(text), None, "{text}");
        }
    }

    #[test]
    fn odd_text_is_looked_at_without_panic() {
        #[rustfmt::skip]
        let pieces = [
            "é=", "：:", "://", "://a:b", "=", ":", "eyJ.", "\u{10FFFF}=x", "password=", "Bearer ", "sk-", "é:é@",
            "ÿ\"=\"",
        ];
        for piece in pieces {
            for times in [1, 2, 40, 20_000] {
                looks_like_credential(&piece.repeat(times));
                looks_like_credential(&format!("é{}é", piece.repeat(times)));
            }
        }
    }
}
