//! Claude Code's hook events in, `hookSpecificOutput` out (<https://code.claude.com/docs/en/hooks>).

use std::borrow::Cow;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::answer::{Amended, Decision};
use crate::ask::{Ask, Form, Request, Unreadable};
use crate::profile::Action;

/// This wire's name in the journal.
pub const NAME: &str = "claude_code";
/// The client's program.
pub const PROGRAM: &str = "claude";
/// The event of a request.
pub const ELICITATION: &str = "Elicitation";
/// The project's folder, set by the client.
pub const PROJECT_DIR: &str = "CLAUDE_PROJECT_DIR";
/// `0` where nobody sits at the client, set by the client.
pub const ATTENDED: &str = "CLAUDE_CODE_SESSION_ATTENDED";
/// The client's own folder, in place of `~/.claude`.
pub const CONFIG_DIR: &str = "CLAUDE_CONFIG_DIR";
/// Turns every hook off. A project's settings can set it; all that it does is to leave requests unanswered.
pub const DISABLE: &str = "ANSWERBACK_DISABLE";

/// Set, to whatever, for all that the client's agent runs.
pub const AGENT: &str = "CLAUDECODE";

/// An event that the hook handles.
pub enum Event<'e> {
    /// A server asks.
    Elicitation(Elicitation<'e>),
    /// A person, or the client in their place, answered.
    ElicitationResult(Answered<'e>),
    /// A tool of an MCP server was called.
    ToolUsed(ToolUsed<'e>),
    /// A tool that no MCP server is known for was called.
    OtherToolUsed,
}

/// A request, and what came with it.
pub struct Elicitation<'e> {
    /// What is asked.
    pub request: Request,
    /// Where it comes from.
    pub from: From<'e>,
    /// The key that the schema came under, where it isn't the documented one.
    pub schema_alias: Option<&'static str>,
}

/// A tool call that is over.
pub struct ToolUsed<'e> {
    /// The event's name.
    pub event: &'static str,
    /// Whose tool it is.
    pub server: String,
    /// Where it comes from.
    pub from: From<'e>,
}

/// An answer that a person gave, or the client in their place.
pub struct Answered<'e> {
    /// Who asked.
    pub server: String,
    /// `form` or `url`.
    pub mode: Cow<'e, str>,
    /// What was done.
    pub action: Action,
    /// What was sent: an accepted form's values.
    pub content: Option<Map<String, Json>>,
    /// Where it comes from.
    pub from: From<'e>,
}

/// Where an event comes from.
pub struct From<'e> {
    /// The client's session.
    pub session: Option<Cow<'e, str>>,
    /// The prompt within the session; older clients don't say it.
    pub prompt: Option<Cow<'e, str>>,
    /// The server's own id of the request (URL mode).
    pub elicitation_id: Option<Cow<'e, str>>,
    /// The working folder.
    pub cwd: Option<Cow<'e, Path>>,
}

/// Why an event isn't handled.
#[derive(Debug, PartialEq, Eq)]
pub enum NoEvent {
    /// It isn't JSON, or not an event's.
    NotAnEvent(String),
    /// It is an event of another name.
    OtherEvent(String),
    /// It doesn't say which server asks.
    NoServer,
    /// It doesn't say what was answered.
    NoAction,
}

impl std::fmt::Display for NoEvent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotAnEvent(error) => write!(f, "the input is not a hook event: {error}"),
            Self::OtherEvent(name) => write!(f, "unsupported event `{name}`"),
            Self::NoServer => f.write_str("the event has no `mcp_server_name`"),
            Self::NoAction => {
                f.write_str("the event's `action` is not `accept`, `decline` or `cancel`")
            }
        }
    }
}

#[derive(Deserialize)]
struct Raw<'e> {
    #[serde(borrow)]
    hook_event_name: Option<Cow<'e, str>>,
    mcp_server_name: Option<String>,
    #[serde(borrow)]
    session_id: Option<Cow<'e, str>>,
    #[serde(borrow)]
    prompt_id: Option<Cow<'e, str>>,
    #[serde(borrow)]
    elicitation_id: Option<Cow<'e, str>>,
    #[serde(borrow)]
    cwd: Option<Cow<'e, str>>,
    message: Option<String>,
    #[serde(borrow)]
    mode: Option<Cow<'e, str>>,
    url: Option<String>,
    requested_schema: Option<Json>,
    #[serde(rename = "requestedSchema")]
    camel_schema: Option<Json>,
    schema: Option<Json>,
    #[serde(borrow)]
    action: Option<Cow<'e, str>>,
    content: Option<Json>,
    mcp_server: Option<McpServer>,
}

#[derive(Deserialize)]
struct McpServer {
    name: String,
}

impl<'e> Event<'e> {
    /// Reads an event.
    ///
    /// # Errors
    /// Why it isn't one that the hook handles.
    pub fn parse(bytes: &'e [u8]) -> Result<Self, NoEvent> {
        let bytes = without_mark(bytes);
        let raw: Raw<'_> = serde_json::from_slice(bytes).map_err(|error| {
            NoEvent::NotAnEvent(format!("line {} column {}", error.line(), error.column()))
        })?;
        match raw.hook_event_name.as_deref() {
            Some("Elicitation") => raw.into_elicitation().map(Self::Elicitation),
            Some("ElicitationResult") => raw.into_answered().map(Self::ElicitationResult),
            Some("PostToolUse") => Ok(raw.into_tool_used("PostToolUse")),
            Some("PostToolUseFailure") => Ok(raw.into_tool_used("PostToolUseFailure")),
            Some(other) => Err(NoEvent::OtherEvent(other.chars().take(80).collect())),
            None => Err(NoEvent::NotAnEvent("no `hook_event_name`".to_owned())),
        }
    }
}

impl<'e> Raw<'e> {
    fn server(&mut self) -> Result<String, NoEvent> {
        let server = self.mcp_server_name.take();
        server
            .filter(|name| !name.is_empty())
            .ok_or(NoEvent::NoServer)
    }

    fn from(&mut self) -> From<'e> {
        From {
            session: self.session_id.take(),
            prompt: self.prompt_id.take(),
            elicitation_id: self.elicitation_id.take(),
            cwd: self.cwd.take().map(|cwd| match cwd {
                Cow::Borrowed(text) => Cow::Borrowed(Path::new(text)),
                Cow::Owned(text) => Cow::Owned(text.into()),
            }),
        }
    }

    fn into_tool_used(mut self, event: &'static str) -> Event<'e> {
        match self.mcp_server.take() {
            Some(server) => Event::ToolUsed(ToolUsed {
                event,
                server: server.name,
                from: self.from(),
            }),
            None => Event::OtherToolUsed,
        }
    }

    fn into_answered(mut self) -> Result<Answered<'e>, NoEvent> {
        let action = self.action.take();
        Ok(Answered {
            server: self.server()?,
            action: (action.as_deref().and_then(Action::parse)).ok_or(NoEvent::NoAction)?,
            from: self.from(),
            mode: self.mode.unwrap_or(Cow::Borrowed("form")),
            content: match self.content {
                Some(Json::Object(content)) => Some(content),
                _ => None,
            },
        })
    }

    fn into_elicitation(mut self) -> Result<Elicitation<'e>, NoEvent> {
        let server = self.server()?;
        let from = self.from();
        let (schema, schema_alias) = match (self.requested_schema, self.camel_schema, self.schema) {
            (Some(schema), _, _) => (Some(schema), None),
            (None, Some(schema), _) => (Some(schema), Some("requestedSchema")),
            (None, None, Some(schema)) => (Some(schema), Some("schema")),
            (None, None, None) => (None, None),
        };
        Ok(Elicitation {
            request: Request {
                server,
                message: self.message.unwrap_or_default(),
                ask: ask(self.mode.as_deref(), self.url, schema),
            },
            from,
            schema_alias,
        })
    }
}

/// JSON without a byte order mark, which the client's own parser passes over.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// What is asked, by the names that the protocol and the client share. Without a `mode` it is a form.
pub(crate) fn ask(mode: Option<&str>, url: Option<String>, schema: Option<Json>) -> Ask {
    match mode {
        None | Some("form") => Ask::Form(Form::from_schema(schema)),
        Some("url") => url.map_or(Ask::Unreadable(Unreadable::NoUrl), Ask::Url),
        Some(_) => Ask::Unreadable(Unreadable::UnknownMode),
    }
}

/// Whether a person sits at the client, by [`ATTENDED`]. Clients that don't say so have one.
pub fn attended(value: Option<&str>) -> Option<bool> {
    Some(value != Some("0"))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Output<'o> {
    hook_specific_output: Specific<'o>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Specific<'o> {
    hook_event_name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'o Map<String, Json>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    additional_context: Option<&'o str>,
}

/// The line to print for a decision on an `Elicitation`; `None` where nothing is printed.
pub fn line(decision: &Decision<'_>) -> Option<Vec<u8>> {
    let content = match decision {
        Decision::AcceptForm(content) => Some(content.as_json()),
        Decision::AcceptUrl | Decision::Decline(_) | Decision::Cancel(_) => None,
        Decision::None(_) => return None,
    };
    answer("Elicitation", decision.word(), content)
}

/// The line to print for what becomes of an `ElicitationResult`; `None` where nothing is printed.
pub fn result_line(amended: &Amended<'_>) -> Option<Vec<u8>> {
    match amended {
        Amended::Unchanged => None,
        Amended::TypedSecret | Amended::Declined(_) => answer("ElicitationResult", "decline", None),
        Amended::Changed(_, content) => {
            answer("ElicitationResult", "accept", Some(content.as_json()))
        }
    }
}

/// The line that puts a text in front of the agent, behind the tool's result.
pub fn context_line(event: &'static str, text: &str) -> Option<Vec<u8>> {
    print(Specific {
        hook_event_name: event,
        action: None,
        content: None,
        additional_context: Some(text),
    })
}

fn answer(
    hook_event_name: &'static str,
    action: &'static str,
    content: Option<&Map<String, Json>>,
) -> Option<Vec<u8>> {
    print(Specific {
        hook_event_name,
        action: Some(action),
        content,
        additional_context: None,
    })
}

fn print(hook_specific_output: Specific<'_>) -> Option<Vec<u8>> {
    let output = Output {
        hook_specific_output,
    };
    let mut line = serde_json::to_vec(&output).ok()?;
    line.push(b'\n');
    Some(line)
}
