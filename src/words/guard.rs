//! The secret guard: does a field or a message ask for a credential.
//!
//! Judges single texts, each alone. Which fields are judged (text and numbers, choices filled by a template), that
//! `format: password` and `writeOnly` settle it without a look at words, and which fields a message counts for is
//! left to its user. Whether a *value* is a credential is `credential`'s business.
//! A name asks if a secret's word stands in it. Prose may also mention a secret or refuse one (“do not enter your
//! PIN”), and a message has to ask for one. Doubt asks for a secret.

mod tables;

use super::{
    consent::consent_word,
    fold::{Folded, Starts, Table, phrase_at, places, stem_at, words},
};
use tables::{
    ASK_PARTS, ASKS, DENIED_ACTS, GLUED, HARDWARE_PINS, MENTION_ENDS, MENTIONS, NEEDED, NOT,
    NOT_PARTS, OTHER_WORDS, PARTS, PLAIN_KEYS, SECRET_STEMS, SECRETS, WHOLE_LABELS,
};

/// Where a field asks for a secret, and by which word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sign {
    /// The text that asks.
    pub part: Part,
    /// The entry of the word list, or what [`Folded::suspicious`] says; never the field's own text.
    pub word: &'static str,
}

/// A text of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Part {
    Name,
    Title,
    Description,
}

/// How a text is read: a name is taken by the word, prose may also mention or refuse a secret.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    Name,
    Prose,
    Message,
}

/// The secret that a text of a field asks for.
///
/// `numeric` is whether the field's type is a number: then what counts tokens or measures passwords is none
/// (`password_length`). In a text field only what plainly counts is exempt, and only in the text that says so:
/// `max_tokens` with the title “GitHub token” asks.
pub fn secret_word(text: &Folded, part: Part, numeric: bool) -> Option<&'static str> {
    let style = if part == Part::Name {
        Style::Name
    } else {
        Style::Prose
    };
    secret_in(text, style, numeric)
}

/// The secret that a message asks for; one that is only mentioned is none.
pub fn message_asks_secret(message: &Folded) -> Option<&'static str> {
    const PROMPT_WORDS: usize = 7;
    if let Some(word) = secret_in(message, Style::Message, false) {
        return Some(word);
    }
    // A prompt of a few words, such as `Password:`, asks without a verb; “delete the secret?” doesn't.
    let is_prompt = message.words().nth(PROMPT_WORDS).is_none();
    let word = is_prompt.then(|| secret_in(message, Style::Prose, false))??;
    (message.ends_in_colon() || consent_word(message).is_none()).then_some(word)
}

fn secret_in(folded: &Folded, style: Style, numeric: bool) -> Option<&'static str> {
    const LABEL_WORDS: usize = 4;
    if let Some(worst) = folded.suspicious() {
        return Some(worst);
    }
    let is_label = match style {
        Style::Name => true,
        Style::Prose => folded.words().nth(LABEL_WORDS).is_none(),
        Style::Message => false,
    };
    // `maxTokens` is settled by its two words; read as one it must not count again.
    let mut settled = Vec::new();
    for (round, reading) in folded.readings().enumerate() {
        for (before, rest) in places(reading) {
            let Some((word, after)) = secret_at(rest) else {
                continue;
            };
            let sentence = sentence_end(before);
            let is_none = is_glued(word) && counts(before, rest, after, numeric)
                || style == Style::Message && !is_asked(sentence, after)
                || style != Style::Name
                    && (is_refused(sentence, after) || mentions(sentence, after));
            let is_known = settled.contains(&word);
            if is_none {
                settled.extend((!is_known).then_some(word));
            } else if round == 0 || !is_known {
                return Some(word);
            }
        }
        if is_label && let Some(word) = secret_label(reading) {
            return Some(word);
        }
    }
    folded.parts(PARTS).find_map(|(before, word, after)| {
        let denied = style != Style::Name && is_denied_part(before);
        let idle = style == Style::Message && !asks_in_sentence(before, after);
        (!denied && !idle).then_some(word)
    })
}

/// The secret whose name `rest` starts with, and what follows that name.
fn secret_at(rest: &str) -> Option<(&'static str, &str)> {
    const BEGIN: Starts = Starts::of(&[SECRETS, SECRET_STEMS]);
    const GLUE: Starts = Starts::of(&[GLUED]);
    if BEGIN.may_begin(rest)
        && let Some(phrase) = phrase_at(SECRETS, rest).or_else(|| stem_at(SECRET_STEMS, rest))
    {
        return Some((phrase, rest.get(phrase.len()..)?));
    }
    let (word, after) = rest.split_at_checked(rest.find(' ')?)?;
    let found = word.char_indices().find_map(|(at, c)| {
        let tail = c.is_ascii_lowercase().then(|| word.get(at..))??;
        let part = GLUE.may_begin(tail).then(|| stem_at(GLUED, tail))??;
        let ending = tail.get(part.len()..)?;
        OTHER_WORDS.binary_search(&ending).is_err().then_some(part)
    });
    found.map(|part| (part, after))
}

fn is_glued(word: &str) -> bool {
    GLUED.binary_search(&word).is_ok()
}

/// What names a secret only in a name or a short title: `pin` at its end, a `key` that opens something.
fn secret_label(reading: &str) -> Option<&'static str> {
    let line = reading.trim_matches([' ', '.', '?']);
    let bare = line
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .trim_end();
    if let Ok(at) = WHOLE_LABELS.binary_search(&bare) {
        return WHOLE_LABELS.get(at).copied();
    }
    let mut back = words(bare).rev();
    let last = back.next()?;
    let before = back.next()?;
    match last {
        "pin" if HARDWARE_PINS.binary_search(&before).is_err() => Some("pin"),
        "key" | "keys" if PLAIN_KEYS.binary_search(&before).is_err() => Some("key"),
        _ => None,
    }
}

/// Whether a secret's word is part of a count or a measure: `max_tokens`, `token_count`, `tokens per minute`.
fn counts(before: &str, rest: &str, after: &str, numeric: bool) -> bool {
    #[rustfmt::skip]
    const MEASURES: Table = &[
        "max", "maximum", "min", "minimum", "num", "total", "avg", "average", "estimated",
    ];
    #[rustfmt::skip]
    const COUNTED: Table = &["amount", "budget", "count", "limit", "many", "number", "total"];
    #[rustfmt::skip]
    const FILLERS: Table = &["completion", "context", "generated", "new", "output", "prompt"];
    #[rustfmt::skip]
    const COUNTS: Table = &[
        "budget", "cap", "count", "counter", "counts", "length", "limit", "limits", "quota", "size", "usage",
        "window",
    ];
    #[rustfmt::skip]
    const NUMERIC_COUNTS: Table = &[
        "age", "attempts", "cost", "days", "expiration", "expiry", "hours", "len", "lifetime", "minutes",
        "price", "rate", "retries", "seconds", "threshold", "timeout", "ttl", "validity",
    ];
    let is_token = rest.starts_with("token");
    if !numeric && !is_token {
        return false;
    }
    let is_plural = rest.starts_with("tokens ");
    let mut back = words(before)
        .rev()
        .skip_while(|word| FILLERS.contains(word));
    let is_measured = match back.next() {
        Some("of") => back.next().is_some_and(|word| COUNTED.contains(&word)),
        Some("many") => true,
        Some(word) => MEASURES.contains(&word),
        None => false,
    };
    let next = words(sentence_start(after))
        .find(|word| !MEASURES.contains(word))
        .unwrap_or_default();
    is_measured
        || COUNTS.contains(&next)
        || is_plural && (next == "per" || numeric)
        || numeric && NUMERIC_COUNTS.contains(&next)
}

/// Whether the sentence says that this is not wanted: “do not give us your pin”, “no password needed”. A verb that
/// asks, after the refusal, takes that back: “don't worry, enter your password”.
fn is_refused(sentence: &str, after: &str) -> bool {
    const NEAR: usize = 2;
    if words(near_start(after))
        .any(|word| ASKS.binary_search(&word).is_ok() && word != "needed" && word != "required")
    {
        return false;
    }
    let mut between = 0;
    let mut asks = false;
    let mut act = "";
    let mut back = words(sentence).rev();
    while let Some(word) = back.next() {
        if NOT.binary_search(&word).is_ok() {
            let is_act = DENIED_ACTS.binary_search(&act).is_ok();
            // Portuguese `no` is “in the”: “cole no campo a senha”.
            let is_asked = back
                .next()
                .is_some_and(|word| ASKS.binary_search(&word).is_ok());
            // The act itself may be one of the verbs that ask.
            return !asks && !is_asked && (is_act || between <= NEAR);
        }
        if word == "t" {
            continue;
        }
        asks |= ASKS.binary_search(&act).is_ok();
        act = word;
        between += 1;
    }
    is_not_needed(after)
}

/// “… is not required”.
fn is_not_needed(after: &str) -> bool {
    let mut next = words(sentence_start(after)).skip_while(|word| matches!(*word, "is" | "are"));
    next.next() == Some("not") && matches!(next.next(), Some("needed" | "required" | "necessary"))
}

/// Whether the text is about a secret's name, place or manager.
fn mentions(sentence: &str, after: &str) -> bool {
    if words(sentence_start(after))
        .next()
        .is_some_and(|word| MENTION_ENDS.binary_search(&word).is_ok())
    {
        return true;
    }
    let about = places(sentence)
        .filter_map(|(_, rest)| Some((phrase_at(MENTIONS, rest)?, rest)))
        .last();
    about.is_some_and(|(phrase, rest)| {
        let between = rest.get(phrase.len()..).unwrap_or_default();
        !words(between).any(|word| {
            matches!(
                word,
                "and" | "or" | "with" | "plus" | "then" | "und" | "et" | "y" | "e"
            )
        })
    })
}

/// Whether a verb that asks stands shortly before the secret, or a word of need shortly after it.
fn is_asked(sentence: &str, after: &str) -> bool {
    const BEFORE: usize = 8;
    const AFTER: usize = 6;
    /// These ask only for what is close: “which permissions should this token have” asks for none.
    const CLOSE: usize = 3;
    const CLOSE_ASKS: Table = &["choose", "pick", "send", "set", "share", "what", "which"];
    let rest = sentence_start(after);
    let asks_before = words(sentence)
        .rev()
        .take(BEFORE)
        .enumerate()
        .any(|(distance, word)| {
            ASKS.binary_search(&word).is_ok() && (distance < CLOSE || !CLOSE_ASKS.contains(&word))
        });
    asks_before
        || words(rest)
            .take(AFTER)
            .any(|word| NEEDED.binary_search(&word).is_ok())
        || is_asked_as_it(after)
}

/// “No token found. Paste it here:”
fn is_asked_as_it(after: &str) -> bool {
    let after = near_start(after);
    let asked = words(after).zip(words(after).skip(1));
    let mut asked = asked.filter(|(verb, _)| ASKS.binary_search(verb).is_ok());
    asked.any(|(_, it)| matches!(it, "it" | "them" | "one"))
}

/// Whether a part that denies stands directly before, in the same run of text or the two words before.
fn is_denied_part(before: &str) -> bool {
    const LETTERS_BETWEEN: usize = 3;
    const WORDS_BETWEEN: usize = 2;
    let sentence = sentence_end(before);
    let run = sentence.rsplit(' ').next().unwrap_or(sentence);
    let in_run = run.char_indices().any(|(at, _)| {
        let rest = run.get(at..).unwrap_or_default();
        stem_at(NOT_PARTS, rest).is_some_and(|part| {
            let between = rest.get(part.len()..).unwrap_or_default();
            between.chars().count() <= LETTERS_BETWEEN && !between.contains(['请', '請'])
        })
    });
    in_run
        || words(sentence)
            .rev()
            .take(WORDS_BETWEEN)
            .any(|word| word.chars().count() > 1 && NOT_PARTS.binary_search(&word).is_ok())
}

/// Whether a part that asks stands in the same sentence, or a Latin word that does.
fn asks_in_sentence(before: &str, after: &str) -> bool {
    let (before, after) = (sentence_end(before), sentence_start(after));
    [before, after].into_iter().any(|side| {
        let mut starts = side.char_indices().filter(|(_, c)| *c >= '\u{400}');
        starts.any(|(at, _)| {
            side.get(at..)
                .is_some_and(|rest| stem_at(ASK_PARTS, rest).is_some())
        })
    }) || is_asked(before, after)
}

/// How far around a secret's word is read, in bytes: keeps the work linear, whatever a text repeats.
const WINDOW: usize = 160;

fn near_start(after: &str) -> &str {
    let end = (0..=WINDOW).rev().find(|at| after.is_char_boundary(*at));
    if after.len() <= WINDOW {
        after
    } else {
        end.and_then(|end| after.get(..end)).unwrap_or_default()
    }
}

/// The sentence that `after` goes on with.
fn sentence_start(after: &str) -> &str {
    near_start(after)
        .split(['.', '?'])
        .next()
        .unwrap_or_default()
}

/// The sentence that `before` breaks off in.
fn sentence_end(before: &str) -> &str {
    let from = before.len().saturating_sub(WINDOW);
    let near = (from..=before.len())
        .find_map(|at| before.get(at..))
        .unwrap_or_default();
    near.rsplit(['.', '?']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::fold::{MAX_TEXT, MIXED_SCRIPTS, OVERLONG};

    /// The first of a field's texts that asks for a secret.
    fn asks_secret(
        name: &str,
        title: Option<&str>,
        description: Option<&str>,
        numeric: bool,
    ) -> Option<Sign> {
        let parts = [
            (Part::Name, Some(name)),
            (Part::Title, title),
            (Part::Description, description),
        ];
        parts.into_iter().find_map(|(part, text)| {
            let word = secret_word(&Folded::new(text?), part, numeric)?;
            Some(Sign { part, word })
        })
    }

    #[test]
    fn tables_are_sorted_and_folded() {
        for table in [
            SECRETS,
            SECRET_STEMS,
            WHOLE_LABELS,
            GLUED,
            OTHER_WORDS,
            PLAIN_KEYS,
            HARDWARE_PINS,
            PARTS,
            ASKS,
            NEEDED,
            ASK_PARTS,
            NOT,
            DENIED_ACTS,
            NOT_PARTS,
            MENTIONS,
            MENTION_ENDS,
        ] {
            for pair in table.windows(2) {
                assert!(pair[0] < pair[1], "{pair:?}");
            }
            for entry in table {
                let folded = Folded::new(entry);
                assert_eq!(
                    words(folded.readings().next().unwrap())
                        .collect::<Vec<_>>()
                        .join(" "),
                    *entry
                );
            }
        }
    }

    #[test]
    fn names_that_ask_for_a_secret() {
        #[rustfmt::skip]
        const NAMES: &[&str] = &[
            "password", "Password", "PASSWORD", "passwd", "db_password", "dbpassword", "userPassword", "passWord",
            "new-password", "password2", "sudo_password", "passphrase", "key_passphrase", "passcode", "pwd", "user_pwd",
            "pass", "smtp_pass", "pw", "secret", "client_secret", "clientSecret", "CLIENT_SECRET", "app-secret",
            "secretKey", "webhookSecret", "shared_secret", "token", "access-token", "accessToken", "GITHUB_TOKEN",
            "apitoken", "bot_token", "refresh_token", "id_token", "auth_token", "bearerToken", "jwt", "jwt_token",
            "tokens", "tOkEn", "apiKey", "API-Key", "APIKey", "api_key", "api.key", "apikey", "openai_api_key",
            "OPENAI_APIKEY", "anthropic_key", "stripeKey", "vendor_key", "private_key", "privateKey", "access_key",
            "aws_access_key_id", "accesskey", "aws_secret_access_key", "signing_key", "encryption_key", "ssh_key",
            "license_key", "storage_account_key", "subscription-key", "credential", "credentials", "creds",
            "service_account_json", "auth_code", "authCode", "authorization_code", "verification_code", "mfa_code",
            "mfaCode", "mfa", "otp", "totp", "otp_code", "2fa_code", "twoFactorCode", "one_time_code", "oneTimePassword",
            "sms_code", "security_code", "backup_code", "recovery_code", "confirmation_code", "pin", "PIN", "pin_code",
            "card_pin", "user_pin", "cvv", "cvc", "card_number", "cardNumber", "creditCard", "credit_card_number",
            "card_expiry", "iban", "IBAN", "bank_account", "routing_number", "sort_code", "ssn", "seed_phrase",
            "recoveryPhrase", "mnemonic", "connection_string", "connectionString", "database_url", "dsn",
            "redirect_url", "redirectUri", "oauth_callback", "session_cookie", "cookie", "authorization", "auth_header",
            "github_pat", "your_pat", "tailscale_authkey", "ccv", "two_factor", "psk", "community_string", "magic_link", "security_answer", "passkey",
            "mot_de_passe", "contraseña", "contrasena", "clave", "clave_api", "senha", "Passwort", "datenbankpasswort",
            "kennwort", "zugangsdaten", "API-Schlüssel", "clé_api", "jeton", "chiave_api", "credenziali", "пароль",
            "токен", "密码", "api密钥", "验证码", "パスワード", "비밀번호", "كلمة_المرور", "wachtwoord", "şifre", "hasło",
            "ｐａｓｓｗｏｒｄ", "pass\u{AD}word", "to\u{200B}ken", "раssword", "tοken", "p\u{332}assword", "𝗉𝖺𝗌𝗌𝗐𝗈𝗋𝖽",
        ];
        for name in NAMES {
            let sign = asks_secret(name, None, None, false);
            assert_eq!(sign.map(|sign| sign.part), Some(Part::Name), "{name}");
        }
    }

    #[test]
    fn names_that_ask_for_no_secret() {
        #[rustfmt::skip]
        const NAMES: &[&str] = &[
            "max_tokens", "maxTokens", "token_count", "tokenCount", "tokenizer", "tokenize", "secretary_name",
            "secretary", "passwordless", "num_tokens", "total_tokens", "max_output_tokens", "max_new_tokens",
            "token_limit", "tokens_per_minute", "tokenBudget", "name", "username", "email", "account", "region",
            "key", "issue_key", "projectKey", "primary_key", "sort_key", "partitionKey", "public_key", "cacheKey",
            "keyword", "keyboard", "monkey", "pinned", "pinterest_url", "spinner", "gpio_pin", "opinion", "passport",
            "passenger", "compass", "bypass", "boarding_pass", "code", "zip_code", "country_code", "source_code",
            "promo_code", "language", "client_id", "tenant_id", "author", "authors", "authority", "auth_type",
            "cookie_policy", "card_title", "discard", "scorecard", "ping", "mapping", "shipping", "hotplug", "otpornost",
            "message", "note", "url", "homepage", "redirects", "database", "database_name", "seed", "random_seed",
            "phrase", "address", "mobile", "birthdate", "pat", "path", "nombre", "projet", "projeto", "сервис", "项目名称", "名前",
            "اسم المشروع", "clavecin", "senhor", "tan_color", "value", "q0", "passage", "Pass Approved", "bearing",
        ];
        for name in NAMES {
            assert_eq!(asks_secret(name, None, None, false), None, "{name}");
        }
    }

    #[test]
    fn in_a_number_what_counts_or_measures_is_no_secret() {
        #[rustfmt::skip]
        let names = [
            "max_tokens", "tokens", "output_tokens", "password_min_length", "password_expiry_days", "token_ttl",
            "credential_lifetime", "tokenCost", "password_length",
        ];
        for name in names {
            assert_eq!(asks_secret(name, None, None, true), None, "{name}");
        }
        #[rustfmt::skip]
        let names = [
            "pin", "otp", "cvv", "card_number", "verification_code", "token", "password", "passcode", "ssn",
        ];
        for name in names {
            assert!(asks_secret(name, None, None, true).is_some(), "{name}");
        }
        for name in ["tokens", "password_length"] {
            assert!(asks_secret(name, None, None, false).is_some(), "{name}");
        }
    }

    #[test]
    fn each_text_of_a_field_is_judged_alone() {
        let sign = |name, title, description| {
            asks_secret(name, title, description, false).map(|sign| (sign.part, sign.word))
        };
        assert_eq!(
            sign("max_tokens", Some("GitHub token"), None),
            Some((Part::Title, "token"))
        );
        assert_eq!(
            sign("max_tokens", Some("Limit"), Some("Your GitHub token")),
            Some((Part::Description, "token"))
        );
        assert_eq!(
            sign("api_key", Some("Name"), None),
            Some((Part::Name, "api key"))
        );
        assert_eq!(
            sign("x", Some("сard"), None),
            Some((Part::Title, MIXED_SCRIPTS))
        );
        assert_eq!(sign("note", Some("Note"), Some("Anything")), None);
        let long = "a ".repeat(MAX_TEXT);
        assert_eq!(
            sign("note", None, Some(&long)),
            Some((Part::Description, OVERLONG))
        );
    }

    #[test]
    fn titles_and_descriptions_that_ask_for_a_secret() {
        #[rustfmt::skip]
        const TEXTS: &[&str] = &[
            "Personal access token", "Your GitHub token", "The user's password.", "API Key", "Your Huntress API secret key",
            "one-time code", "One-Time Code", "PIN", "Device PIN", "Your 4-digit PIN", "Card number", "CVV", "IBAN",
            "Recovery phrase", "12-word phrase", "Enter the code we sent to your phone",
            "6-digit code from your authenticator app", "The code shown in your browser after signing in: code on the page",
            "Paste the full URL from the browser's address bar after signing in.", "The URL you were redirected to",
            "OAuth2 Client Secret", "JWT (Bearer token)", "Monarch Money MFA code", "Connection string of the database",
            "Session cookie copied from DevTools", "Value of the Authorization header", "Stripe secret key (starts with sk_)",
            "Your Datadog key", "Private key in PEM format", "Don't worry, just enter your password",
            "We never store it. Enter your password", "Never share your password with anyone. Enter it here.",
            "GitHub token. Type it below", "Value of the environment variable GITHUB_TOKEN", "Token (type: bearer)",
            "Cole no campo a senha", "Password. Names are case-sensitive",
            "Credentials for the registry", "Password for user admin", "Passphrase for ~/.ssh/id_rsa",
            "Bank account for the payout", "Answer to your security question", "Verification code sent by SMS",
            "Dein Passwort", "Bitte geben Sie Ihr Kennwort ein", "Geheimer Schlüssel", "Bestätigungscode aus der E-Mail",
            "Zugangsdaten", "Kreditkartennummer", "Votre mot de passe", "Clé d'API", "Code de vérification", "Numéro de carte",
            "Identifiants de connexion", "Su contraseña", "Clave de acceso", "Código de verificación", "Número de tarjeta",
            "Sua senha", "Chave de API", "Código de segurança", "Número do cartão", "La tua password", "Chiave segreta",
            "Codice di verifica", "Введите пароль", "Секретный ключ", "Код подтверждения из SMS", "Номер карты", "API-ключ",
            "Токен доступа", "كلمة المرور", "رمز التحقق", "أدخل الرقم السري", "مفتاح API", "密码", "请输入密码", "API 密钥",
            "短信验证码", "銀行卡號 卡號", "助记词", "访问令牌", "パスワードを入力", "APIキー", "認証コード", "暗証番号", "비밀번호를 입력하세요",
            "인증번호", "API 키", "סיסמה", "รหัสผ่าน",
        ];
        for text in TEXTS {
            assert!(
                asks_secret("x", Some(text), None, false).is_some(),
                "title {text}"
            );
            assert!(
                asks_secret("x", None, Some(text), false).is_some(),
                "description {text}"
            );
        }
    }

    #[test]
    fn titles_and_descriptions_that_ask_for_no_secret() {
        #[rustfmt::skip]
        const TEXTS: &[&str] = &[
            "Your favorite integer (do not give us your phone number, pin, or other sensitive info)",
            "Notes. Do not include passwords or API keys.", "Never enter your password here", "No password needed",
            "Avoid secrets in this text", "Login without a token", "A token is not required", "Name of the secret to create",
            "Path to the private key file", "Name of the environment variable that holds the API key",
            "Password manager", "Secret store", "Maximum number of tokens to generate", "Token limit per request",
            "How many tokens to generate", "Max tokens", "Name for the new token", "Token name", "Keine Passwörter eintragen",
            "وصف موجز غير سري", "اسم عرض غير سري", "不要输入密码", "无需密码", "请勿输入密码", "Без пароля", "не вводите пароль",
            "Country code", "Zip code", "Postal code of the city", "Source code to review", "The code to run", "Discount code",
            "Issue key", "Jira project key", "Primary key column", "Pin the message to the top", "GPIO pin", "Press any key",
            "Your full, legal name", "Your email address (will be verified, and never shared with anyone else)",
            "Secretary of the board", "Tokenizer to use", "Passwordless login", "Favorite first line of a story",
            "Enter the exact name of the index to delete", "Type the service ID e6ue9697jf to confirm",
            "Enter '75.00' to confirm this payment", "Callback URL of the webhook", "Redirects to follow", "名称", "项目密度",
            "快递收货地址", "手机电话号码", "Palabra clave", "Parola chiave", "Clave primaria", "Passport number", "Scale in °C",
            "Length in µm", "Resolution (kΩ)", "Keywords, comma separated", "GitHub username", "Tenant ID", "Author's name",
        ];
        for text in TEXTS {
            assert_eq!(
                asks_secret("x", Some(text), None, false),
                None,
                "title {text}"
            );
            assert_eq!(
                asks_secret("x", None, Some(text), false),
                None,
                "description {text}"
            );
        }
    }

    #[test]
    fn messages_that_ask_for_a_secret() {
        #[rustfmt::skip]
        const MESSAGES: &[&str] = &[
            "Authentication token required for github. Please provide your github API token. It will be used once.",
            "Please provide your Apple ID credentials:", "Credentials needed for database 'reporting', alias 'r'",
            "Please enter your password:", "Enter your XOne API key to continue. Create one in the console.",
            "Huntress API credentials are required. Generate them at your portal.", "Please enter your login details:",
            "Provide either a JWT token OR OAuth2 Client ID + Client Secret.", "Enter your Monarch Money MFA code.",
            "Paste your Monarch Money session token.", "Enter 6-digit verification code from your Apple device:",
            "Enter verification code:", "Paste the bearer token for this API", "Value for header \"X-API-Key\"",
            "Enter the Postgres password to connect", "What is your API key?", "Which API key should be used?",
            "We have sent a code to your phone. Enter the code we sent you.", "Password:", "GitHub token", "PIN?",
            "[sudo] password for dev:", "Enter passphrase for key '/home/dev/.ssh/id_rsa':", "OTP required",
            "Process `ssh` is waiting for input:\n> dev@host's password:", "Your session expired, type your password again",
            "The API token is missing. Please supply it.", "Copy the full URL from the browser's address bar and paste it below.",
            "A personal access token is required to access private repositories", "Choose a password for the new account",
            "Please provide your card number and CVV to pay", "Enter the recovery phrase of your wallet",
            "Bitte geben Sie Ihr Passwort ein", "API-Schlüssel erforderlich", "Veuillez saisir votre mot de passe",
            "Entrez votre clé API", "Ingrese su contraseña", "Se requiere la clave de API", "Introduzca el código de verificación",
            "Digite sua senha", "Informe a chave de API", "Inserisci la tua password", "Inserisci il codice di verifica",
            "Введите пароль", "Укажите API-ключ", "Нужен токен доступа", "أدخل كلمة المرور", "يرجى إدخال رمز التحقق",
            "请输入密码", "请提供您的 API 密钥", "需要访问令牌才能继续", "请输入收到的验证码", "パスワードを入力してください", "APIキーが必要です",
            "비밀번호를 입력하세요", "API 키가 필요합니다", "Enter your раssword", "Enter the value of the environment variable GITHUB_TOKEN", "Cole no campo abaixo a senha",
            "We couldn't find GITHUB_TOKEN. Paste it here:", "Two-factor authentication is required. Enter your code:",
            "Upload the file containing your credentials", "Don't worry, it is safe: enter your password",
        ];
        for message in MESSAGES {
            assert!(
                message_asks_secret(&Folded::new(message)).is_some(),
                "{message}"
            );
        }
    }

    #[test]
    fn messages_that_only_mention_a_secret_or_none() {
        #[rustfmt::skip]
        const MESSAGES: &[&str] = &[
            "", "This may expose secrets or sensitive information.\n\nIt could reveal data such as passwords, API keys, or certificates.\n\nDo you want to continue?",
            "You are about to create a database user.\n\n**Password**: (Auto-generated secure password)\n\nDo you confirm the execution of the action?",
            "Which permissions should we grant this token?", "Rotate the API key of prod?", "Delete secret 'db-main'?",
            "Revoke 3 access tokens?", "Grant access to a file protected by policy: /srv/app/.env", "Please provide your information",
            "To sign in, use a web browser to open the page https://microsoft.com/devicelogin and enter the code ABC123XYZ to authenticate.",
            "Please provide inputs for the following fields:", "What is your name?", "Enter full-text query (Whoosh syntax ok):",
            "Type \"octo-org/old-demo\" to confirm permanent deletion of this repository.", "Select the issue severity:",
            "Please provide a name for the new token", "Never paste passwords here. Describe the problem:",
            "Please describe the bug. Do not include any passwords.", "Guess a number between 1 and 10", "请提供您的快递收货地址和手机电话号码",
            "أدخل بيانات المشروع", "请登录后继续（上次登录失败，请重试）", "是否允许执行场景 smoke.yaml？", "Which country code?",
            "Process `npm init` is waiting for input:\n> package name: (project)", "Enter the zip code of the store",
            "Please provide the deployment settings for this environment", "How many tokens should be generated?",
        ];
        for message in MESSAGES {
            assert_eq!(
                message_asks_secret(&Folded::new(message)),
                None,
                "{message}"
            );
        }
    }

    #[test]
    fn repeated_exemptions_cost_no_more_than_their_length() {
        #[rustfmt::skip]
        let pieces = [
            "no password ", "max tokens ", "不要密码 ", "name of secret ", "password ", "密码",
        ];
        for piece in pieces {
            let text = piece.repeat(MAX_TEXT / 8 / piece.len());
            message_asks_secret(&Folded::new(&text));
            asks_secret("x", None, Some(&text), true);
        }
    }

    #[test]
    fn odd_text_is_judged_without_panic() {
        #[rustfmt::skip]
        let odd = [
            "\u{301}", "\u{0}", "\u{202E}", "ǅ", "İ", "ﷺ", "🇩🇪", "👨‍👩‍👧", "\u{FFFD}", "ẞ", "가", "ก็", "\u{10FFFF}",
            " ", "?", ".",
        ];
        for first in odd {
            for second in odd {
                for word in ["", "token", "密码", "пароль", "pin", "do not"] {
                    let text = format!("{first}{word}{second}{word}{first}");
                    asks_secret(&text, Some(&text), Some(&text), false);
                    message_asks_secret(&Folded::new(&text));
                    consent_word(&Folded::new(&text));
                }
            }
        }
    }
}
