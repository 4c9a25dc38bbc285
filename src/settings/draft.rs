//! JSON that is about to be written: keys in the order given, on lines of its own or all on one.
//! Where it goes, and on how many lines, is decided in `document`.

use serde_json::Value;

/// A list of plain values stays on one line up to this many characters.
const SHORT: usize = 60;

/// A value to write. Only as deep as an entry is, so writing may recurse.
#[derive(Debug, Clone)]
pub(super) enum Draft {
    /// Anything without members, already as JSON text.
    Plain(String),
    List(Vec<Draft>),
    Map(Vec<(&'static str, Draft)>),
}

/// A line a member. Without it a value is written on one line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lines<'a> {
    /// Of the line on which the value begins.
    pub indent: &'a str,
    /// One step more.
    pub unit: &'a str,
    pub newline: &'a str,
}

impl Draft {
    /// A JSON string.
    pub(super) fn text(text: &str) -> Self {
        Self::Plain(Value::from(text).to_string())
    }

    /// A list of JSON strings.
    pub(super) fn texts(texts: &[String]) -> Self {
        Self::List(texts.iter().map(|text| Self::text(text)).collect())
    }

    /// The value as JSON text.
    pub(super) fn write(&self, lines: Option<Lines<'_>>) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::List(items) => {
                let lines = lines.filter(|_| !self.is_short());
                spread('[', ']', items, lines, Self::write)
            }
            Self::Map(members) => spread('{', '}', members, lines, |(key, value), lines| {
                write_member(key, value, lines)
            }),
        }
    }

    fn is_short(&self) -> bool {
        matches!(self, Self::List(items) if items.iter().all(|item| matches!(item, Self::Plain(_))))
            && self.write(None).chars().count() <= SHORT
    }
}

/// `"key": value`, as JSON text.
pub(super) fn write_member(key: &str, value: &Draft, lines: Option<Lines<'_>>) -> String {
    format!("{}: {}", Value::from(key), value.write(lines))
}

fn spread<T>(
    open: char,
    close: char,
    members: &[T],
    lines: Option<Lines<'_>>,
    write: impl Fn(&T, Option<Lines<'_>>) -> String,
) -> String {
    let Some(lines) = lines else {
        let members: Vec<_> = members.iter().map(|item| write(item, None)).collect();
        return format!("{open}{}{close}", members.join(", "));
    };
    let start = format!("{}{}{}", lines.newline, lines.indent, lines.unit);
    let inner = format!("{}{}", lines.indent, lines.unit);
    let members: Vec<_> = members
        .iter()
        .map(|item| {
            let text = write(
                item,
                Some(Lines {
                    indent: &inner,
                    ..lines
                }),
            );
            format!("{start}{text}")
        })
        .collect();
    format!(
        "{open}{}{}{}{close}",
        members.join(","),
        lines.newline,
        lines.indent
    )
}
