//! The formats of JSON Schema, by the `jsonschema` crate. Its validators are made by the compiler, one a format:
//! making one while a person waits costs more than all the rest of a check.

use serde_json::Value as Json;

/// Whether a text is what the format says; `None` for the two that can't be judged here. A word that is no format of
/// draft 2020-12 says nothing (validation, 7.1).
pub(super) fn holds(format: &str, text: &str) -> Option<bool> {
    if matches!(format, "idn-email" | "idn-hostname") {
        return None;
    }
    let text = Json::String(text.to_owned());
    Some(formats::of(format).is_none_or(|is_valid| is_valid(&text)))
}

/// Makes a validator a format, and the table that finds it.
macro_rules! formats {
    ($($name:ident $word:literal $schema:literal)*) => {
        mod formats {
            use serde_json::Value as Json;

            $(
                #[jsonschema::validator(
                    schema = $schema,
                    draft = jsonschema::Draft::Draft202012,
                    validate_formats = true,
                    email_options = { allow_display_text = false },
                    methods = { validate = false, iter_errors = false },
                )]
                struct $name;
            )*

            pub(super) fn of(word: &str) -> Option<fn(&Json) -> bool> {
                match word {
                    $($word => Some($name::is_valid),)*
                    _ => None,
                }
            }
        }
    };
}

formats! {
    Date "date" r#"{"format":"date"}"#
    DateTime "date-time" r#"{"format":"date-time"}"#
    Duration "duration" r#"{"format":"duration"}"#
    Email "email" r#"{"format":"email"}"#
    Hostname "hostname" r#"{"format":"hostname"}"#
    Ipv4 "ipv4" r#"{"format":"ipv4"}"#
    Ipv6 "ipv6" r#"{"format":"ipv6"}"#
    Iri "iri" r#"{"format":"iri"}"#
    IriReference "iri-reference" r#"{"format":"iri-reference"}"#
    JsonPointer "json-pointer" r#"{"format":"json-pointer"}"#
    Regex "regex" r#"{"format":"regex"}"#
    RelativeJsonPointer "relative-json-pointer" r#"{"format":"relative-json-pointer"}"#
    Time "time" r#"{"format":"time"}"#
    Uri "uri" r#"{"format":"uri"}"#
    UriReference "uri-reference" r#"{"format":"uri-reference"}"#
    UriTemplate "uri-template" r#"{"format":"uri-template"}"#
    Uuid "uuid" r#"{"format":"uuid"}"#
}
