//! A requested schema as ordered, typed fields.
//!
//! Reading is total: what isn't understood becomes an [`Unsupported`] field or root, and the answering
//! side leaves it out or gives no decision. The shapes are those of MCP 2025-11-25 (`PrimitiveSchemaDefinition`)
//! and what SDKs send beyond it: optional fields as `anyOf` with null or as a list of types, `const`, enums
//! of numbers, `items` without a type, plain lists of texts.

use serde_json::{Map, Number, Value as Json};

use super::Value;
use super::schema::pattern_cost;

/// More fields than this aren't read.
pub const MAX_FIELDS: usize = 10_000;

/// What a form asks, in its own order.
#[derive(Debug, Default)]
pub struct Form {
    /// `title` of the schema's root.
    pub title: Option<String>,
    /// `description` of the schema's root.
    pub description: Option<String>,
    /// The fields in the order of `properties`; a name that `required` alone knows comes last.
    pub fields: Vec<Field>,
    /// What of the root isn't understood. Such a form is never answered.
    pub unsupported: Option<Unsupported>,
}

/// One field of a form.
#[derive(Debug)]
pub struct Field {
    /// The property's name.
    pub name: String,
    /// `title`, as sent.
    pub title: Option<String>,
    /// `description`, as sent.
    pub description: Option<String>,
    /// Whether the form requires it.
    pub required: bool,
    /// The schema's `default`; a null one counts as none.
    pub default: Option<Json>,
    /// `writeOnly`: the schema's own word for a secret.
    pub write_only: bool,
    /// What it takes.
    pub kind: FieldKind,
}

/// The kinds of field.
#[derive(Debug)]
pub enum FieldKind {
    /// A text.
    Text(TextLimits),
    /// A number.
    Number(NumberLimits),
    /// Yes or no.
    Boolean,
    /// One of these.
    Choice(Vec<Choice>),
    /// Any of these.
    Choices {
        /// What is on offer, texts all.
        offered: Vec<Choice>,
        /// `minItems`.
        min: Option<u64>,
        /// `maxItems`.
        max: Option<u64>,
    },
    /// A list of free texts.
    Texts {
        /// Limits of each text.
        item: TextLimits,
        /// `uniqueItems`.
        unique: bool,
        /// `minItems`.
        min: Option<u64>,
        /// `maxItems`.
        max: Option<u64>,
    },
    /// Something else: left out if optional, else there is no decision.
    Unsupported(Unsupported),
}

/// Limits of a text.
#[derive(Debug, Default, PartialEq)]
pub struct TextLimits {
    /// `format`, whatever its word.
    pub format: Option<String>,
    /// `minLength` in code points.
    pub min_length: Option<u64>,
    /// `maxLength` in code points.
    pub max_length: Option<u64>,
    /// `pattern`, not yet compiled.
    pub pattern: Option<String>,
}

/// Limits of a number.
#[derive(Debug, Default, PartialEq)]
pub struct NumberLimits {
    /// Whether the type is `integer`.
    pub integer: bool,
    /// `minimum`.
    pub minimum: Option<Number>,
    /// `maximum`.
    pub maximum: Option<Number>,
    /// `exclusiveMinimum`.
    pub exclusive_minimum: Option<Number>,
    /// `exclusiveMaximum`.
    pub exclusive_maximum: Option<Number>,
    /// `multipleOf`.
    pub multiple_of: Option<Number>,
}

/// One option of a choice.
#[derive(Debug, PartialEq)]
pub struct Choice {
    /// What is sent.
    pub value: Value,
    /// What a person is shown instead.
    pub title: Option<String>,
}

/// The keyword, or the lack of one, that keeps something from being understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsupported(pub &'static str);

type Parsed<T> = Result<T, Unsupported>;

/// Keywords that constrain any value and that no form of MCP has (JSON Schema 2020-12).
const APPLICATORS: [&str; 9] = [
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
    "allOf",
    "not",
    "if",
    "then",
    "else",
    "extends",
];

/// Keywords of a root object that constrain its content beyond its fields.
const ROOT_CONSTRAINTS: [&str; 12] = [
    "anyOf",
    "oneOf",
    "enum",
    "const",
    "patternProperties",
    "propertyNames",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "minProperties",
    "maxProperties",
    "unevaluatedProperties",
];

/// Keywords of a list that say more than how many of what.
const LIST_CONSTRAINTS: [&str; 6] = [
    "prefixItems",
    "additionalItems",
    "unevaluatedItems",
    "contains",
    "minContains",
    "maxContains",
];

/// The names of a form's fields with their places, sorted.
pub struct Names<'f>(Vec<(&'f str, usize)>);

impl Names<'_> {
    /// The place of the field of this name.
    pub fn place(&self, name: &str) -> Option<usize> {
        let found = self.0.binary_search_by_key(&name, |(name, _)| name).ok()?;
        self.0.get(found).map(|(_, place)| *place)
    }
}

impl Form {
    /// Reads a requested schema. `None` and `null` are a form without fields: some servers send no schema
    /// with a bare question.
    pub fn from_schema(schema: Option<Json>) -> Self {
        match schema {
            None | Some(Json::Null) => Self::default(),
            Some(Json::Object(root)) => Self::from_root(root),
            Some(_) => Self::not_understood("requested_schema"),
        }
    }

    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Its fields' names, for whoever looks up many.
    pub fn names(&self) -> Names<'_> {
        let mut names: Vec<(&str, usize)> = (self.fields.iter().enumerate())
            .map(|(place, field)| (field.name.as_str(), place))
            .collect();
        names.sort_unstable();
        Names(names)
    }

    fn not_understood(keyword: &'static str) -> Self {
        Self {
            unsupported: Some(Unsupported(keyword)),
            ..Self::default()
        }
    }

    fn from_root(mut root: Map<String, Json>) -> Self {
        let properties = match root.remove("properties") {
            None | Some(Json::Null) => Map::new(),
            Some(Json::Object(properties)) => properties,
            Some(_) => return Self::not_understood("properties"),
        };
        if properties.len() > MAX_FIELDS {
            return Self::not_understood("properties");
        }
        let Ok(mut required) = names(root.remove("required")) else {
            return Self::not_understood("required");
        };
        required.sort_unstable();
        required.dedup();
        let mut described = vec![false; required.len()];

        let mut fields = Vec::with_capacity(properties.len());
        for (name, schema) in properties {
            let place = required.binary_search(&name).ok();
            if let Some(seen) = place.and_then(|place| described.get_mut(place)) {
                *seen = true;
            }
            fields.push(Field::new(name, schema, place.is_some()));
        }
        // A server that requires what it never describes can't be satisfied knowingly.
        let undescribed = required
            .into_iter()
            .zip(described)
            .filter(|(_, seen)| !seen);
        fields.extend(undescribed.map(|(name, _)| Field {
            kind: FieldKind::Unsupported(Unsupported("properties")),
            ..Field::bare(name, true)
        }));

        Self {
            title: text(&mut root, "title"),
            description: text(&mut root, "description"),
            fields,
            unsupported: root_problem(&root),
        }
    }
}

fn root_problem(root: &Map<String, Json>) -> Option<Unsupported> {
    let typed = match root.get("type") {
        None => true,
        Some(kind) => kind == "object",
    };
    if !typed {
        return Some(Unsupported("type"));
    }
    first_of(root, &APPLICATORS).or_else(|| first_of(root, &ROOT_CONSTRAINTS))
}

impl Field {
    fn bare(name: String, required: bool) -> Self {
        Self {
            name,
            title: None,
            description: None,
            required,
            default: None,
            write_only: false,
            kind: FieldKind::Boolean,
        }
    }

    fn new(name: String, schema: Json, required: bool) -> Self {
        let mut field = Self::bare(name, required);
        let Json::Object(mut schema) = schema else {
            field.kind = FieldKind::Unsupported(Unsupported("properties"));
            return field;
        };
        field.title = text(&mut schema, "title");
        field.description = text(&mut schema, "description");
        field.default = schema.remove("default").filter(|value| !value.is_null());
        field.write_only = schema.get("writeOnly") == Some(&Json::Bool(true));
        field.kind = optional(&mut schema)
            .and_then(|()| kind(&mut schema))
            .unwrap_or_else(FieldKind::Unsupported);
        field
    }

    /// Whether it takes free text or numbers, which no list of options limits.
    pub fn is_free(&self) -> bool {
        matches!(
            self.kind,
            FieldKind::Text(_) | FieldKind::Number(_) | FieldKind::Texts { .. }
        )
    }
}

/// Unfolds what SDKs make of an optional field, `anyOf` of one schema and null, into that schema.
/// (A list of types is unfolded where the type is read.)
fn optional(schema: &mut Map<String, Json>) -> Parsed<()> {
    let Some(Json::Array(branches)) = schema.get_mut("anyOf") else {
        return Ok(());
    };
    let before = branches.len();
    branches.retain(|branch| branch.get("type").is_none_or(|kind| kind != "null"));
    if branches.len() == before || branches.len() != 1 {
        return Ok(());
    }
    let Some(Json::Object(inner)) = branches.pop() else {
        return Err(Unsupported("anyOf"));
    };
    schema.remove("anyOf");
    for (keyword, value) in inner {
        if is_annotation(&keyword) {
            continue;
        }
        if schema.insert(keyword, value).is_some() {
            return Err(Unsupported("anyOf"));
        }
    }
    Ok(())
}

fn is_annotation(keyword: &str) -> bool {
    matches!(
        keyword,
        "title" | "description" | "default" | "examples" | "$comment"
    )
}

fn kind(schema: &mut Map<String, Json>) -> Parsed<FieldKind> {
    if let Some(found) = first_of(schema, &APPLICATORS) {
        return Err(found);
    }
    let kind = one_type(schema.remove("type"))?;
    if kind.as_deref() == Some("array") {
        return list(schema);
    }
    let options = options(schema)?;
    match (kind.as_deref(), options) {
        (Some("string"), None) => Ok(FieldKind::Text(text_limits(schema)?)),
        (Some("number"), None) => Ok(FieldKind::Number(number_limits(schema, false)?)),
        (Some("integer"), None) => Ok(FieldKind::Number(number_limits(schema, true)?)),
        (Some("boolean"), None) => Ok(FieldKind::Boolean),
        (kind, Some(mut offered)) => {
            if text_limits(schema)? != TextLimits::default()
                || number_limits(schema, false)? != NumberLimits::default()
            {
                return Err(Unsupported("enum"));
            }
            offered.retain(|choice| has_type(&choice.value, kind));
            let both = |yes| {
                offered
                    .iter()
                    .any(|c| c.value == Value::Bool(yes) && c.title.is_none())
            };
            if kind == Some("boolean") && both(true) && both(false) {
                return Ok(FieldKind::Boolean);
            }
            Ok(FieldKind::Choice(offered))
        }
        _ => Err(Unsupported("type")),
    }
}

/// The one type that isn't null.
fn one_type(kind: Option<Json>) -> Parsed<Option<String>> {
    match kind {
        None => Ok(None),
        Some(Json::String(kind)) => Ok(Some(kind)),
        Some(Json::Array(mut kinds)) => {
            kinds.retain(|kind| kind != "null");
            match (kinds.pop(), kinds.is_empty()) {
                (Some(Json::String(kind)), true) => Ok(Some(kind)),
                _ => Err(Unsupported("type")),
            }
        }
        Some(_) => Err(Unsupported("type")),
    }
}

fn has_type(value: &Value, kind: Option<&str>) -> bool {
    match kind {
        None => true,
        Some("string") => matches!(value, Value::Text(_)),
        Some("boolean") => matches!(value, Value::Bool(_)),
        Some("number") => matches!(value, Value::Number(_)),
        Some("integer") => {
            matches!(value, Value::Number(number) if number.as_f64().is_some_and(|n| n.fract() == 0.0))
        }
        Some(_) => false,
    }
}

fn list(schema: &mut Map<String, Json>) -> Parsed<FieldKind> {
    if let Some(found) = first_of(schema, &LIST_CONSTRAINTS) {
        return Err(found);
    }
    if let Some(found) = first_of(schema, &["enum", "const", "oneOf", "anyOf"]) {
        return Err(found);
    }
    let min = count(schema, "minItems")?;
    let max = count(schema, "maxItems")?;
    let unique = match schema.remove("uniqueItems") {
        None => false,
        Some(Json::Bool(unique)) => unique,
        Some(_) => return Err(Unsupported("uniqueItems")),
    };
    let mut items = match schema.remove("items") {
        None => {
            return Ok(FieldKind::Texts {
                item: TextLimits::default(),
                unique,
                min,
                max,
            });
        }
        Some(Json::Object(items)) => items,
        Some(_) => return Err(Unsupported("items")),
    };
    match kind_of_items(&mut items)? {
        FieldKind::Text(item) => Ok(FieldKind::Texts {
            item,
            unique,
            min,
            max,
        }),
        FieldKind::Choice(offered)
            if offered
                .iter()
                .all(|choice| matches!(choice.value, Value::Text(_))) =>
        {
            Ok(FieldKind::Choices { offered, min, max })
        }
        _ => Err(Unsupported("items")),
    }
}

fn kind_of_items(items: &mut Map<String, Json>) -> Parsed<FieldKind> {
    if items.get("type").is_some_and(|kind| kind == "array") {
        return Err(Unsupported("items"));
    }
    kind(items)
}

/// The options of a choice, in whichever of the shapes it is written (MCP 2025-11-25, `EnumSchema`).
fn options(schema: &mut Map<String, Json>) -> Parsed<Option<Vec<Choice>>> {
    if first_of(schema, &["enum", "const", "oneOf", "anyOf"]).is_none() {
        return Ok(None);
    }
    let mut offered: Option<Vec<Choice>> = None;
    if let Some(values) = schema.remove("enum") {
        let Json::Array(values) = values else {
            return Err(Unsupported("enum"));
        };
        let mut titles = match schema.remove("enumNames") {
            Some(Json::Array(titles)) => titles,
            _ => Vec::new(),
        }
        .into_iter();
        let choices = values.into_iter().filter_map(|value| {
            let title = titles.next().and_then(into_text);
            Value::scalar(value).map(|value| Choice { value, title })
        });
        offered = Some(choices.collect());
    }
    if let Some(value) = schema.remove("const") {
        // Older pydantic writes a one-option enum as `const` and `enum` at once.
        let value = Value::scalar(value).ok_or(Unsupported("const"))?;
        offered = Some(match offered {
            None => vec![Choice { value, title: None }],
            Some(choices) => choices
                .into_iter()
                .filter(|choice| choice.value.equals(&value))
                .collect(),
        });
    }
    for keyword in ["oneOf", "anyOf"] {
        if let Some(entries) = schema.remove(keyword) {
            let titled = titled(entries).ok_or(Unsupported(keyword))?;
            // `oneOf` wants exactly one match, so a value that is there twice matches none.
            if offered.is_some() || (keyword == "oneOf" && any_doubled(&titled)) {
                return Err(Unsupported(keyword));
            }
            offered = Some(titled);
        }
    }
    Ok(offered)
}

/// `[{const, title}, …]`; `None` where an entry constrains by anything else.
fn titled(entries: Json) -> Option<Vec<Choice>> {
    let Json::Array(entries) = entries else {
        return None;
    };
    let choices = entries.into_iter().map(|entry| {
        let Json::Object(mut entry) = entry else {
            return None;
        };
        let value = Value::scalar(entry.remove("const")?)?;
        let title = text(&mut entry, "title");
        let typed = entry.get("type").is_none_or(|kind| {
            kind.as_str()
                .is_some_and(|kind| has_type(&value, Some(kind)))
        });
        let plain = entry.keys().all(|key| {
            matches!(key.as_str(), "type" | "deprecated")
                || is_annotation(key)
                || key.starts_with("x-")
        });
        (typed && plain).then_some(Choice { value, title })
    });
    choices.collect()
}

fn any_doubled(choices: &[Choice]) -> bool {
    // Large integers that are one float fall together here, which errs on the safe side.
    let mut keys: Vec<(u8, &str, u64)> = choices
        .iter()
        .map(|choice| match &choice.value {
            Value::Text(text) => (0, text.as_str(), 0),
            Value::Number(number) => (1, "", number.as_f64().map_or(0, f64::to_bits)),
            Value::Bool(yes) => (2, "", u64::from(*yes)),
            Value::Texts(_) => (3, "", 0),
        })
        .collect();
    keys.sort_unstable();
    keys.windows(2)
        .any(|pair| matches!(pair, [left, right] if left == right))
}

fn text_limits(schema: &mut Map<String, Json>) -> Parsed<TextLimits> {
    if first_of(schema, &["pattern", "format", "minLength", "maxLength"]).is_none() {
        return Ok(TextLimits::default());
    }
    let pattern = match schema.remove("pattern") {
        None => None,
        Some(Json::String(source)) if pattern_cost::cost_of(&source).is_some() => Some(source),
        Some(_) => return Err(Unsupported("pattern")),
    };
    let format = match schema.remove("format") {
        None => None,
        Some(Json::String(format)) => Some(format),
        Some(_) => return Err(Unsupported("format")),
    };
    Ok(TextLimits {
        format,
        min_length: count(schema, "minLength")?,
        max_length: count(schema, "maxLength")?,
        pattern,
    })
}

fn number_limits(schema: &mut Map<String, Json>, integer: bool) -> Parsed<NumberLimits> {
    let mut limit = |keyword: &'static str| match schema.remove(keyword) {
        None => Ok(None),
        Some(Json::Number(number)) => Ok(Some(number)),
        Some(_) => Err(Unsupported(keyword)),
    };
    let limits = NumberLimits {
        integer,
        minimum: limit("minimum")?,
        maximum: limit("maximum")?,
        exclusive_minimum: limit("exclusiveMinimum")?,
        exclusive_maximum: limit("exclusiveMaximum")?,
        multiple_of: limit("multipleOf")?,
    };
    let step = limits.multiple_of.as_ref().and_then(Number::as_f64);
    if step.is_some_and(|step| step <= 0.0) {
        return Err(Unsupported("multipleOf"));
    }
    Ok(limits)
}

/// A count that JSON Schema allows: whole and not negative, `2.0` included.
fn count(schema: &mut Map<String, Json>, keyword: &'static str) -> Parsed<Option<u64>> {
    /// Whole numbers up to here are exact as floats.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let Some(value) = schema.remove(keyword) else {
        return Ok(None);
    };
    let whole = |number: f64| {
        (number.fract() == 0.0 && (0.0..=EXACT).contains(&number)).then_some(number as u64)
    };
    value
        .as_u64()
        .or_else(|| value.as_f64().and_then(whole))
        .map(Some)
        .ok_or(Unsupported(keyword))
}

fn first_of(schema: &Map<String, Json>, keywords: &[&'static str]) -> Option<Unsupported> {
    // Most schemas have a handful of keywords: comparing those costs less than hashing all that are looked for.
    let found = |key: &String| keywords.iter().copied().find(|keyword| keyword == key);
    schema.keys().find_map(found).map(Unsupported)
}

fn names(list: Option<Json>) -> Result<Vec<String>, ()> {
    match list {
        None | Some(Json::Null) => Ok(Vec::new()),
        Some(Json::Array(items)) => items
            .into_iter()
            .map(|item| into_text(item).ok_or(()))
            .collect(),
        Some(_) => Err(()),
    }
}

fn text(schema: &mut Map<String, Json>, keyword: &str) -> Option<String> {
    schema.remove(keyword).and_then(into_text)
}

fn into_text(json: Json) -> Option<String> {
    match json {
        Json::String(text) => Some(text),
        _ => None,
    }
}
