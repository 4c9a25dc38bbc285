//! The one validator. Every content passes here, whatever its source, or isn't sent.
//!
//! The server's schema never reaches the validator: a flat one is rebuilt from the typed form, so that no
//! reference, applicator or keyword outside the allow-list can be hostile. This is the only file that knows
//! the `jsonschema` crate.

use jsonschema::{Draft, EmailOptions, PatternOptions};
use serde_json::{Map, Value as Json};

use super::pattern::{MAX_COST, cost_of, looks_around};
use super::{Choice, Field, FieldKind, Form, NumberLimits, TextLimits, Value};

/// More patterns than this aren't compiled for one form.
const MAX_PATTERNS: usize = 32;
/// Steps back that a pattern may take on one value.
const BACKTRACK_LIMIT: usize = 100_000;
/// Bytes that one compiled pattern may take.
const SIZE_LIMIT: usize = 1 << 20;

/// Filled but unchecked: fields by their place in the form. No `Debug` or `Serialize`, so that no journal
/// line can be made from it by accident.
#[derive(Default)]
pub struct Candidate(Vec<(usize, Value)>);

impl Candidate {
    /// Adds the value of the field at this place.
    pub(crate) fn push(&mut self, place: usize, value: Value) {
        self.0.push((place, value));
    }

    /// The values with the places of their fields.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Value)> {
        self.0.iter().map(|(place, value)| (*place, value))
    }
}

/// Content that passed. `check` is its only maker.
pub struct Valid(Map<String, Json>);

impl Valid {
    /// The content of an `accept`: values by field name, in the form's order.
    pub fn as_json(&self) -> &Map<String, Json> {
        &self.0
    }
}

/// One thing that a form forbids. Never holds the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The field's place in the form; `None` if the content as a whole is at fault.
    pub place: Option<usize>,
    /// The keyword of JSON Schema that failed.
    pub keyword: String,
}

/// Why content didn't pass.
#[derive(Debug, PartialEq, Eq)]
pub enum Rejected {
    /// The form forbids it, and this is all that is wrong.
    Invalid(Vec<Violation>),
    /// The form's own limits can't be checked; a pattern that doesn't compile, above all.
    NotUnderstood(&'static str),
}

/// What a check was made with. It is handed on rather than dropped, so that a process which ends with its one
/// request need not take it apart.
#[derive(Default)]
pub(crate) struct Workings(Option<(jsonschema::Validator, Json)>);

/// Checks content against its form.
pub(crate) fn check(
    form: &Form,
    content: Candidate,
    workings: &mut Workings,
) -> Result<Valid, (Candidate, Rejected)> {
    let required: Vec<usize> = (form.fields.iter().enumerate())
        .filter(|(_, field)| field.required)
        .map(|(place, _)| place)
        .collect();
    match violations(form, &content, &required, workings) {
        Ok(found) if found.is_empty() => Ok(valid(form, content)),
        Ok(found) => Err((content, Rejected::Invalid(found))),
        Err(keyword) => Err((content, Rejected::NotUnderstood(keyword))),
    }
}

/// Whether one value would do for one field, as [`check`] would say.
pub(crate) fn accepts(form: &Form, place: usize, value: &Value) -> bool {
    let content = Candidate(vec![(place, value.clone())]);
    violations(form, &content, &[], &mut Workings::default())
        .is_ok_and(|found| found.iter().all(|v| v.place != Some(place)))
}

fn valid(form: &Form, content: Candidate) -> Valid {
    let named = content.0.into_iter().filter_map(|(place, value)| {
        Some((form.fields.get(place)?.name.clone(), value.into_json()))
    });
    Valid(named.collect())
}

fn violations(
    form: &Form,
    content: &Candidate,
    required: &[usize],
    workings: &mut Workings,
) -> Result<Vec<Violation>, &'static str> {
    // Properties go by their place: a server's names can't mean anything to the validator.
    let mut properties = Map::with_capacity(content.0.len());
    let mut instance = Map::with_capacity(content.0.len());
    let mut patterns = Vec::new();
    for (place, value) in &content.0 {
        let field = form.fields.get(*place).ok_or("properties")?;
        patterns.extend(pattern_of(&field.kind));
        properties.insert(place.to_string(), schema_of(field)?);
        instance.insert(place.to_string(), value.clone().into_json());
    }
    let cost = patterns
        .iter()
        .try_fold(0_u64, |sum, pattern| sum.checked_add(cost_of(pattern)?));
    if patterns.len() > MAX_PATTERNS || cost.is_none_or(|cost| cost > MAX_COST) {
        return Err("pattern");
    }
    let required: Vec<Json> = (required.iter())
        .map(|place| Json::String(place.to_string()))
        .collect();
    let mut schema = Map::with_capacity(4);
    put(&mut schema, "type", Some("object"));
    put(&mut schema, "properties", Some(properties));
    put(&mut schema, "required", Some(required));
    put(&mut schema, "additionalProperties", Some(false));
    let schema = Json::Object(schema);

    let options = jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .with_email_options(EmailOptions::default().without_display_text())
        .offline();
    // Both engines read the same patterns; the one that can look around costs twice as much to set up.
    let options = if patterns.iter().any(|pattern| looks_around(pattern)) {
        options.with_pattern_options(
            PatternOptions::fancy_regex()
                .backtrack_limit(BACKTRACK_LIMIT)
                .size_limit(SIZE_LIMIT),
        )
    } else {
        options.with_pattern_options(PatternOptions::regex().size_limit(SIZE_LIMIT))
    };
    // The rest of the schema is ours, so what doesn't build is a pattern.
    let validator = options.build(&schema).map_err(|_| "pattern")?;

    let instance = Json::Object(instance);
    let mut found: Vec<Violation> = Some(&validator)
        .filter(|validator| !validator.is_valid(&instance))
        .into_iter()
        .flat_map(|validator| validator.iter_errors(&instance))
        .map(|error| Violation {
            place: error
                .instance_path()
                .segments()
                .next()
                .and_then(|segment| segment.to_string().parse().ok()),
            keyword: error.kind().keyword().to_owned(),
        })
        .collect();
    found.extend(unsafe_addresses(form, content));
    found.extend(rounded_integers(form, content));
    workings.0 = Some((validator, schema));
    Ok(found)
}

/// Beyond 2^53 a float no longer holds every digit, so the integer that was written may be another one.
fn rounded_integers<'c>(
    form: &'c Form,
    content: &'c Candidate,
) -> impl Iterator<Item = Violation> + 'c {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    content.0.iter().filter_map(|(place, value)| {
        let integer = match &form.fields.get(*place)?.kind {
            FieldKind::Number(limits) => limits.integer,
            _ => false,
        };
        let Value::Number(number) = value else {
            return None;
        };
        let rounded =
            integer && number.is_f64() && number.as_f64().is_some_and(|float| float.abs() >= EXACT);
        rounded.then(|| Violation {
            place: Some(*place),
            keyword: "type".to_owned(),
        })
    })
}

/// `format: uri` lets scripts through; no server has a use for a person's `javascript:`.
fn unsafe_addresses<'c>(
    form: &'c Form,
    content: &'c Candidate,
) -> impl Iterator<Item = Violation> + 'c {
    const SCRIPTS: [&str; 3] = ["javascript", "vbscript", "data"];
    content.0.iter().filter_map(|(place, value)| {
        let FieldKind::Text(TextLimits {
            format: Some(format),
            ..
        }) = &form.fields.get(*place)?.kind
        else {
            return None;
        };
        let Value::Text(text) = value else {
            return None;
        };
        let (scheme, _) = text.split_once(':')?;
        let script = SCRIPTS
            .iter()
            .any(|script| scheme.eq_ignore_ascii_case(script));
        (script && format.starts_with("uri")).then(|| Violation {
            place: Some(*place),
            keyword: "format".to_owned(),
        })
    })
}

fn pattern_of(kind: &FieldKind) -> Option<&str> {
    match kind {
        FieldKind::Text(limits) | FieldKind::Texts { item: limits, .. } => {
            limits.pattern.as_deref()
        }
        _ => None,
    }
}

/// The schema of one field, out of nothing but the keywords listed here.
fn schema_of(field: &Field) -> Result<Json, &'static str> {
    let mut schema = Map::new();
    match &field.kind {
        FieldKind::Text(limits) => text(&mut schema, limits),
        FieldKind::Number(limits) => number(&mut schema, limits),
        FieldKind::Boolean => put(&mut schema, "type", Some("boolean")),
        FieldKind::Choice(offered) => put(&mut schema, "enum", Some(values(offered))),
        FieldKind::Choices { offered, min, max } => {
            list(
                &mut schema,
                Json::Object(Map::from_iter([(
                    "enum".to_owned(),
                    Json::Array(values(offered)),
                )])),
                *min,
                *max,
                true,
            );
        }
        FieldKind::Texts {
            item,
            unique,
            min,
            max,
        } => {
            let mut items = Map::new();
            text(&mut items, item);
            list(&mut schema, Json::Object(items), *min, *max, *unique);
        }
        FieldKind::Unsupported(keyword) => return Err(keyword.0),
    }
    Ok(Json::Object(schema))
}

fn values(offered: &[Choice]) -> Vec<Json> {
    offered
        .iter()
        .map(|choice| choice.value.clone().into_json())
        .collect()
}

fn put<T: Into<Json>>(schema: &mut Map<String, Json>, keyword: &str, value: Option<T>) {
    if let Some(value) = value {
        schema.insert(keyword.to_owned(), value.into());
    }
}

fn text(schema: &mut Map<String, Json>, limits: &TextLimits) {
    put(schema, "type", Some("string"));
    put(schema, "minLength", limits.min_length);
    put(schema, "maxLength", limits.max_length);
    put(schema, "format", limits.format.as_deref());
    put(schema, "pattern", limits.pattern.as_deref());
}

fn number(schema: &mut Map<String, Json>, limits: &NumberLimits) {
    put(
        schema,
        "type",
        Some(if limits.integer { "integer" } else { "number" }),
    );
    put(schema, "minimum", limits.minimum.clone());
    put(schema, "maximum", limits.maximum.clone());
    put(schema, "exclusiveMinimum", limits.exclusive_minimum.clone());
    put(schema, "exclusiveMaximum", limits.exclusive_maximum.clone());
    put(schema, "multipleOf", limits.multiple_of.clone());
}

fn list(
    schema: &mut Map<String, Json>,
    items: Json,
    min: Option<u64>,
    max: Option<u64>,
    unique: bool,
) {
    put(schema, "type", Some("array"));
    put(schema, "items", Some(items));
    put(schema, "minItems", min);
    put(schema, "maxItems", max);
    put(schema, "uniqueItems", unique.then_some(true));
}
