//! Requests as MCP has them: the params of `elicitation/create`, alone or in their JSON-RPC message.

use serde_json::{Map, Value as Json};

use super::claude_code::ask;
use crate::ask::Request;

/// Why a message isn't a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoRequest {
    /// It isn't a JSON object.
    NotAnObject,
    /// It is a JSON-RPC message of another method.
    OtherMethod,
    /// Nothing in it asks anything.
    NothingAsked,
}

impl std::fmt::Display for NoRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NotAnObject => "the input is not a JSON object",
            Self::OtherMethod => "the message's method is not `elicitation/create`",
            Self::NothingAsked => {
                "the input is neither a hook event nor params of `elicitation/create`: it has no `message`, `requestedSchema` or `url`"
            }
        })
    }
}

/// Reads params or a whole message. `server` is who asks: MCP doesn't say it.
///
/// # Errors
/// See [`NoRequest`].
pub fn parse(json: Json, server: String) -> Result<Request, NoRequest> {
    let Json::Object(mut object) = json else {
        return Err(NoRequest::NotAnObject);
    };
    if let Some(method) = object.get("method") {
        if method != "elicitation/create" {
            return Err(NoRequest::OtherMethod);
        }
        let Some(Json::Object(params)) = object.remove("params") else {
            return Err(NoRequest::NothingAsked);
        };
        object = params;
    }
    params(object, server)
}

fn params(mut params: Map<String, Json>, server: String) -> Result<Request, NoRequest> {
    let mut text = |key: &str| match params.remove(key) {
        Some(Json::String(text)) => Some(text),
        _ => None,
    };
    let (message, mode, url) = (text("message"), text("mode"), text("url"));
    let schema = ["requestedSchema", "requested_schema", "schema"]
        .into_iter()
        .find_map(|key| params.remove(key));
    if message.is_none() && url.is_none() && schema.is_none() {
        return Err(NoRequest::NothingAsked);
    }
    Ok(Request {
        server,
        message: message.unwrap_or_default(),
        ask: ask(mode.as_deref(), url, schema),
    })
}
