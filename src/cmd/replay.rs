//! `answerback replay`: what captured requests would get now, and whether that is what was expected.

use anstyle::{AnsiColor, Style};
use serde_json::{Map, Value as Json, json};

use super::{asking, input};
use crate::answer::Decision;
use crate::cli::{Failure, ReplayArgs};
use crate::report::{Explanation, escape, escape_json};
use crate::run::{Streams, World, status};

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// Replays the files. The status says whether all went as expected.
pub(crate) fn run(
    args: &ReplayArgs,
    color: bool,
    world: &World<'_>,
    streams: &mut Streams<'_>,
) -> Result<u8, Failure> {
    let (mut as_expected, mut otherwise, mut open) = (0, 0, 0);
    for file in &args.files {
        let name = file.to_string_lossy();
        let bytes = input::read_lines(file, streams)?;
        for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
            if line.trim_ascii().is_empty() {
                continue;
            }
            let place = format!("{}:{number}", escape(&name));
            let replayed = Replayed::of(line, args, world).map_err(|failure| Failure {
                message: format!("{place}: {}", failure.message),
                ..failure
            })?;
            match replayed.is_expected() {
                Some(true) => as_expected += 1,
                Some(false) => otherwise += 1,
                None => open += 1,
            }
            let out = if args.json {
                escape_json(&replayed.json(&name, number).to_string()) + "\n"
            } else {
                super::styled(replayed.text(&place), color)
            };
            let _ = streams.stdout.write_all(out.as_bytes());
        }
    }
    let _ = writeln!(
        streams.stderr,
        "{} replayed: {as_expected} as expected, {otherwise} not, {open} without an expectation",
        as_expected + otherwise + open
    );
    Ok(if otherwise > 0 {
        status::NO
    } else {
        status::OK
    })
}

/// A request and what it gets.
struct Replayed {
    explanation: Explanation,
    /// The content as it would be sent; the explanation's is masked.
    content: Option<Map<String, Json>>,
    rule: Option<String>,
    expected: Option<Expected>,
}

/// What a request should get. What isn't said may be anything.
#[derive(Default)]
struct Expected {
    action: Option<String>,
    content: Option<Json>,
    reason: Option<String>,
    rule: Option<String>,
}

impl Replayed {
    fn of(line: &[u8], args: &ReplayArgs, world: &World<'_>) -> Result<Self, Failure> {
        let expected = Expected::in_line(line)?;
        asking::resolved(line, &args.stand_in, world, |request, book, resolution| {
            let explanation = Explanation::new(request, book, resolution);
            let content = match &resolution.decision {
                Decision::AcceptForm(valid) => Some(valid.as_json().clone()),
                _ => None,
            };
            let rule = explanation
                .rules
                .iter()
                .find(|rule| rule.outcome != "skipped")
                .map(|rule| rule.id.clone());
            Self {
                explanation,
                content,
                rule,
                expected,
            }
        })
    }

    fn action(&self) -> &'static str {
        self.explanation.decision.action.unwrap_or("none")
    }

    fn is_expected(&self) -> Option<bool> {
        let expected = self.expected.as_ref()?;
        let content = || self.content.clone().map(Json::Object);
        Some(
            expected
                .action
                .as_deref()
                .is_none_or(|action| action == self.action())
                && (expected.content.is_none() || expected.content == content())
                && expected
                    .reason
                    .as_deref()
                    .is_none_or(|reason| reason == self.explanation.decision.reason)
                && (expected.rule.is_none() || expected.rule == self.rule),
        )
    }

    fn text(&self, place: &str) -> String {
        let mark = match self.is_expected() {
            Some(true) => format!("{GOOD}ok{GOOD:#}  "),
            Some(false) => format!("{BAD}FAIL{BAD:#}"),
            None => format!("{DIM}-{DIM:#}   "),
        };
        let decision = &self.explanation.decision;
        let why = match &self.rule {
            Some(rule) => format!("rule `{}`", escape(rule)),
            None => decision.note.clone(),
        };
        let server = escape(&self.explanation.server);
        let mut out = format!("{mark} {place}  {server}: {} ({why})\n", self.action());
        if self.is_expected() == Some(false) {
            let expected = self
                .expected
                .as_ref()
                .map(Expected::json)
                .unwrap_or_default();
            let got = self.decision_json();
            for (name, json) in [("expected", expected), ("got", got)] {
                out.push_str(&format!(
                    "     {name:<8}  {}\n",
                    escape_json(&json.to_string())
                ));
            }
        }
        out
    }

    fn decision_json(&self) -> Json {
        let decision = &self.explanation.decision;
        let mut json = json!({"action": self.action(), "reason": decision.reason});
        if let Some(json) = json.as_object_mut() {
            json.extend(
                decision
                    .content
                    .clone()
                    .map(|content| ("content".to_owned(), content.into())),
            );
            json.extend(
                self.rule
                    .clone()
                    .map(|rule| ("rule".to_owned(), rule.into())),
            );
        }
        json
    }

    fn json(&self, file: &str, line: usize) -> Json {
        let mut json = self.decision_json();
        if let Some(json) = json.as_object_mut() {
            json.insert("file".to_owned(), file.into());
            json.insert("line".to_owned(), line.into());
            json.insert("server".to_owned(), self.explanation.server.clone().into());
            json.insert("as_expected".to_owned(), self.is_expected().into());
        }
        json
    }
}

impl Expected {
    /// The `expect` of a line; none where it has none.
    fn in_line(line: &[u8]) -> Result<Option<Self>, Failure> {
        let json: Json = serde_json::from_slice(line)
            .map_err(|error| Failure::data(format!("not JSON: {error}")))?;
        let bad = |what: &str| Err(Failure::data(format!("`expect`: {what}")));
        let mut expected = Self::default();
        match json.get("expect") {
            None => return Ok(None),
            Some(Json::String(action)) => expected.action = Some(action.clone()),
            Some(Json::Object(keys)) => {
                for (key, value) in keys {
                    let text = value.as_str().map(str::to_owned);
                    match key.as_str() {
                        "content" => expected.content = Some(value.clone()),
                        "action" | "reason" | "rule" if text.is_none() => {
                            return bad(&format!("`{key}` takes a text"));
                        }
                        "action" => expected.action = text,
                        "reason" => expected.reason = text,
                        "rule" => expected.rule = text,
                        _ => {
                            return bad(&format!(
                                "unknown key `{key}`: there are `action`, `content`, `reason`, `rule`"
                            ));
                        }
                    }
                }
            }
            Some(_) => {
                return bad("an action, or an object with `action`, `content`, `reason`, `rule`");
            }
        }
        match expected.action.as_deref() {
            None | Some("accept" | "decline" | "cancel" | "none") => Ok(Some(expected)),
            Some(other) => bad(&format!(
                "unknown action `{other}`: there are `accept`, `decline`, `cancel`, `none`"
            )),
        }
    }

    fn json(&self) -> Json {
        let texts = [
            ("action", &self.action),
            ("reason", &self.reason),
            ("rule", &self.rule),
        ];
        let texts = texts
            .into_iter()
            .filter_map(|(key, text)| Some((key.to_owned(), Json::String(text.clone()?))));
        let content = self
            .content
            .clone()
            .map(|content| ("content".to_owned(), content));
        Json::Object(texts.chain(content).collect())
    }
}
