//! Every field and value here is also given to the `jsonschema` crate, whole, as the schema that the field was read
//! from: what it forbids is forbidden, what it allows is allowed.

use jsonschema::{Draft, EmailOptions, PatternOptions};
use proptest::prelude::*;
use serde_json::{Value as Json, json};

use super::{Budget, FieldKind, Value, broken, is_rounded, is_script};
use crate::ask::Form;

/// What `jsonschema` says of a value; `None` if the schema can't be compiled.
fn oracle(schema: &Json, value: &Json) -> Option<bool> {
    let options = jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .with_email_options(EmailOptions::default().without_display_text());
    let looks_around = schema["pattern"]
        .as_str()
        .is_some_and(|pattern| pattern.contains("(?"));
    let options = if looks_around {
        options.with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(100_000))
    } else {
        options.with_pattern_options(PatternOptions::regex())
    };
    Some(options.build(schema).ok()?.is_valid(value))
}

/// What we say: `None` if we don't understand it.
fn ours(schema: &Json, value: &Value) -> Option<bool> {
    let form = json!({ "type": "object", "properties": { "field": schema } });
    let form = Form::from_schema(Some(form));
    let field = form.fields.into_iter().next()?;
    if let FieldKind::Unsupported(_) = field.kind {
        return None;
    }
    Some(
        broken(&field.kind, value, &Budget::default())
            .ok()?
            .is_empty(),
    )
}

/// Compares the two. Where we don't understand what the other does, there is no decision, and nothing to compare;
/// gives whether there was something.
fn compare(schema: &Json, value: &Json) -> bool {
    let Some(given) = Value::from_json(value) else {
        return false;
    };
    // Two rules of our own: no scripts as addresses, no integers that a float would round.
    let script = matches!(&given, Value::Text(text) if schema["format"]
        .as_str()
        .is_some_and(|format| is_script(format, text)));
    let rounded = schema["type"] == "integer"
        && matches!(&given, Value::Number(number) if is_rounded(number));
    let Some(ours) = ours(schema, &given) else {
        return false;
    };
    let theirs = oracle(schema, value).map(|valid| valid && !script && !rounded);
    assert_eq!(Some(ours), theirs, "{value} for {schema}");
    true
}

fn compare_all(schemas: &[Json], values: &[Json]) -> usize {
    schemas
        .iter()
        .map(|schema| values.iter().filter(|value| compare(schema, value)).count())
        .sum()
}

fn texts() -> Vec<Json> {
    let long = "a".repeat(254);
    [
        "",
        " ",
        "a",
        "ab",
        "abc",
        "abcdefghijk",
        "\u{e9}\u{301}",
        "👩‍👩‍👧",
        "日本",
        "a\nb",
        "\n",
        "42",
        "-1",
        "1e3",
        "staging",
        "prod-1",
        "-x",
        "x-",
        "foo.bar",
        "a_b",
        "A1",
        "2026-11-30",
        "2026-02-29",
        "2024-02-29",
        "2026-13-01",
        "26-11-30",
        "2026-11-30T10:00:00Z",
        "2026-11-30t10:00:00.5+01:00",
        "2026-11-30T24:00:00Z",
        "2026-11-30 10:00:00Z",
        "1998-12-31T23:59:60Z",
        "10:00:00Z",
        "10:00:00",
        "P1D",
        "P",
        "PT36H",
        "ops@example.com",
        "Ada <ada@example.com>",
        "a@b",
        "@b",
        "a@",
        "\"a b\"@example.com",
        "é@example.com",
        "a@[127.0.0.1]",
        "https://example.com/a?b#c",
        "http://",
        "//example.com",
        "/a/b",
        "javascript:alert(1)",
        "mailto:a@b.c",
        "https://exa mple.com",
        "HTTPS://EXAMPLE.COM",
        "ftp://é",
        "example.com",
        "-a.com",
        "xn--nxasmq6b",
        "127.0.0.1",
        "256.0.0.1",
        "::1",
        "1::2::3",
        "550e8400-e29b-41d4-a716-446655440000",
        "550e8400e29b41d4a716446655440000",
        "/a~0b",
        "/a~2",
        "0/a",
        "[a-z",
        "^a$",
        "{id}",
        "{",
        long.as_str(),
    ]
    .into_iter()
    .map(Json::from)
    .collect()
}

#[test]
fn lengths_are_judged_alike() {
    let schemas: Vec<Json> = [0, 1, 2, 3, 11, 254]
        .into_iter()
        .flat_map(|limit| {
            [
                json!({ "type": "string", "minLength": limit }),
                json!({ "type": "string", "maxLength": limit }),
                json!({ "type": "string", "minLength": 2, "maxLength": limit }),
            ]
        })
        .collect();
    let mut values = texts();
    values.extend([json!(true), json!(2), json!(["a"])]);
    assert!(compare_all(&schemas, &values) > 1000);
}

#[test]
fn formats_are_judged_alike() {
    let schemas: Vec<Json> = [
        "date",
        "date-time",
        "time",
        "duration",
        "email",
        "idn-email",
        "hostname",
        "idn-hostname",
        "ipv4",
        "ipv6",
        "uri",
        "uri-reference",
        "iri",
        "iri-reference",
        "uri-template",
        "uuid",
        "json-pointer",
        "relative-json-pointer",
        "regex",
        "password",
        "color",
        "Email",
        "",
    ]
    .map(|format| json!({ "type": "string", "format": format }))
    .to_vec();
    assert!(compare_all(&schemas, &texts()) > 1000);
}

#[test]
fn patterns_are_judged_alike() {
    let schemas: Vec<Json> = [
        "",
        "a",
        "^a",
        "a$",
        "^$",
        "^[a-z]+$",
        "^[a-z][a-z0-9-]*$",
        "^[A-Z]",
        r"^\d+$",
        r"\D",
        r"^\w+$",
        r"\W",
        r"^\S*$",
        r"^\s*$",
        r"\bprod\b",
        r"\Bb",
        "^.$",
        "^..$",
        "^.*$",
        "[^a]",
        "^(a|b|abc)$",
        "^(staging|prod-1)$",
        "a{2}",
        "^a{1,3}$",
        "^(?:foo\\.)?bar",
        r"^\u0061",
        r"^\x61",
        r"\p{L}",
        r"^\p{Lu}",
        r"^[\p{L}\p{N}-]+$",
        "(?=.*[0-9])",
        "^(?!prod)",
        "(?<=a)b",
        r"^(?<x>a)\k<x>?",
        r"(.)\1",
        "[a-z",
        "(",
        "a**",
        r"^[\w--z]$",
        "[[a]]",
        r"^\cJ$",
        r"\/",
        r"^[\]a]$",
        "^foo/bar$",
        r"^prod\-1$",
        "[a&&b]",
        "日本",
        "^(?:)$",
        "a|b|",
        r"^[^\s@]+@[^\s@]+$",
        r"\$",
        "^-",
        "x*?",
    ]
    .map(|pattern| json!({ "type": "string", "pattern": pattern }))
    .to_vec();
    assert!(compare_all(&schemas, &texts()) > 2000);
}

fn numbers() -> Vec<Json> {
    let exact = 9_007_199_254_740_993_i64;
    let mut numbers: Vec<Json> = [
        0.0,
        -0.0,
        0.1,
        0.2,
        0.3,
        0.5,
        1.0,
        1.5,
        2.0,
        2.5,
        -1.0,
        -0.5,
        19.99,
        0.0075,
        0.0001,
        1e-7,
        1.5e-7,
        3e21,
        1e300,
        1e308,
        -1e308,
        5e-324,
        9_007_199_254_740_992.0,
        9_007_199_254_740_994.0,
        9.223_372_036_854_776e18,
        1.844_674_407_370_955_2e19,
    ]
    .into_iter()
    .map(Json::from)
    .collect();
    numbers.extend(
        [
            0,
            1,
            2,
            3,
            5,
            10,
            100,
            -1,
            -3,
            exact,
            exact - 1,
            i64::MAX,
            i64::MIN,
        ]
        .map(Json::from),
    );
    numbers.extend([u64::MAX, u64::MAX - 1].map(Json::from));
    numbers
}

#[test]
fn bounds_are_judged_alike() {
    let mut schemas = vec![json!({ "type": "integer" }), json!({ "type": "number" })];
    for limit in numbers() {
        for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
            schemas.push(json!({ "type": "number", keyword: limit }));
            schemas.push(json!({ "type": "integer", keyword: limit }));
        }
    }
    let mut values = numbers();
    values.extend([json!("1"), json!(true), json!(["1"])]);
    assert!(compare_all(&schemas, &values) > 10_000);
}

#[test]
fn multiples_are_judged_alike() {
    let schemas: Vec<Json> = (numbers().into_iter())
        .filter(|of| {
            of.as_f64()
                .is_some_and(|of| of > 0.0 && (1e-9..1e15).contains(&of))
        })
        .map(|of| json!({ "type": "number", "multipleOf": of }))
        .collect();
    let values: Vec<Json> = (numbers().into_iter())
        .filter(|value| value.as_f64().is_some_and(|value| value.abs() < 1e15))
        .collect();
    assert!(compare_all(&schemas, &values) > 300);
}

#[test]
fn a_divisor_that_none_may_be_is_not_understood() {
    for of in [json!(0), json!(-1), json!(0.0), json!(-0.5)] {
        let schema = json!({ "type": "number", "multipleOf": of });
        assert_eq!(ours(&schema, &Value::Number(2.into())), None, "{of}");
    }
}

#[test]
fn choices_are_judged_alike() {
    let schemas = [
        json!({ "type": "string", "enum": ["a", "b", "staging"] }),
        json!({ "type": "integer", "enum": [1, 2, 9_007_199_254_740_993_i64] }),
        json!({ "type": "number", "enum": [1.0, 2.5, 9_007_199_254_740_992.0] }),
        json!({ "type": "string", "oneOf": [{ "const": "a", "title": "A" }, { "const": "ab", "title": "B" }] }),
        json!({ "type": "boolean" }),
    ];
    let mut values = texts();
    values.extend(numbers());
    values.extend([json!(true), json!(false), json!(["a"])]);
    assert!(compare_all(&schemas, &values) > 400);
}

#[test]
fn lists_are_judged_alike() {
    let offered = json!({ "type": "string", "enum": ["a", "b", "c"] });
    let mut schemas = Vec::new();
    for (min, max) in [(0, 3), (1, 1), (2, 2), (0, 0)] {
        for items in [
            json!({ "type": "string" }),
            json!({ "type": "string", "minLength": 2, "pattern": "^[a-z]+$" }),
            json!({ "type": "string", "format": "email" }),
        ] {
            schemas
                .push(json!({ "type": "array", "items": items, "minItems": min, "maxItems": max }));
            schemas.push(
                json!({ "type": "array", "items": items, "uniqueItems": true, "minItems": min }),
            );
        }
        schemas.push(
            json!({ "type": "array", "items": offered, "uniqueItems": true, "minItems": min, "maxItems": max }),
        );
    }
    let values = [
        json!([]),
        json!(["a"]),
        json!(["a", "b"]),
        json!(["a", "a"]),
        json!(["a", "b", "c"]),
        json!(["d"]),
        json!(["ab", "cd"]),
        json!(["AB"]),
        json!(["ops@example.com"]),
        json!(["a", "b", "c", "d"]),
        json!("a"),
        json!(1),
        json!(true),
    ];
    assert!(compare_all(&schemas, &values) > 200);
}

/// A server chooses how long its defaults are, and how many.
#[test]
fn all_values_of_a_request_share_what_patterns_may_take() {
    let long = "a".repeat(8000);
    let plain = json!({ "type": "string", "pattern": "(a|aa?){60}b?" });
    let around = json!({ "type": "string", "pattern": "(?=[^b]*)a(?!.*c)b?" });
    for (schema, value, understood) in [
        (plain.clone(), json!("a".repeat(80)), true),
        (plain.clone(), json!(long), true),
        (
            json!({ "type": "array", "items": plain }),
            json!(vec![long.as_str(); 100]),
            false,
        ),
        (around.clone(), json!("a".repeat(80)), true),
        (around.clone(), json!(long), false),
        (
            json!({ "type": "array", "items": around }),
            json!(vec!["a".repeat(80); 100]),
            false,
        ),
    ] {
        let value = Value::from_json(&value).unwrap();
        let said = ours(&schema, &value);
        assert_eq!(said.is_some(), understood, "{schema}");
    }
}

/// A default is checked before it is taken, and compiles what it needs.
#[test]
fn all_patterns_of_a_request_share_what_compiling_may_take() {
    let budget = Budget::default();
    let schema = json!({ "type": "string", "pattern": "^[a-z]{1,60}$" });
    let form = json!({ "type": "object", "properties": { "field": schema } });
    let form = Form::from_schema(Some(form));
    let given = Value::Text("abc".to_owned());
    let accepted = (0..1000).take_while(|_| super::accepts(&form, 0, &given, &budget));
    let accepted = accepted.count();
    assert!((10..100).contains(&accepted), "{accepted}");
}

proptest! {
    #[test]
    fn any_number_is_judged_alike(value in any_number(), limit in any_number(), keyword in 0_usize..4) {
        let keyword = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"][keyword];
        compare(&json!({ "type": "number", keyword: limit }), &value);
        compare(&json!({ "type": "integer", keyword: limit }), &value);
    }

    #[test]
    fn any_decimal_is_a_multiple_alike(times in -1000_i64..1000, of in 1_i64..1000, rest in 0_i64..3, places in 0_i32..6) {
        let scale = 10_f64.powi(places);
        let value = (times * of + rest) as f64 / scale;
        compare(&json!({ "type": "number", "multipleOf": of as f64 / scale }), &json!(value));
    }

    #[test]
    fn any_text_is_judged_alike(text in "\\PC{0,12}", min in 0_u64..8, max in 0_u64..8) {
        compare(&json!({ "type": "string", "minLength": min, "maxLength": max }), &json!(text));
        compare(&json!({ "type": "string", "pattern": "^[a-z\\d ]*[^x]\\w?$" }), &json!(text));
    }
}

fn any_number() -> impl Strategy<Value = Json> {
    prop_oneof![
        any::<i64>().prop_map(Json::from),
        any::<u64>().prop_map(Json::from),
        proptest::num::f64::NORMAL.prop_map(Json::from),
        (-4_i64..4).prop_map(Json::from),
        (-8_i64..8).prop_map(|half| Json::from(half as f64 / 2.0)),
        (0_i64..4).prop_map(|more| Json::from(9_007_199_254_740_990_i64 + more)),
        (0_i64..4).prop_map(|more| Json::from((9_007_199_254_740_990_i64 + more) as f64)),
    ]
}
