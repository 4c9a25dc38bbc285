//! What answerback enters in the settings, as values: one hook for each event, and the permissions to deny.

use super::draft::Draft;

/// What to enter in the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Absolute path of the program.
    pub command: String,
    /// `hook` and its options.
    pub args: Vec<String>,
    /// Seconds after which the client stops waiting.
    pub timeout: u32,
    /// Also enter it for the events after a tool call, where the agent can be told why.
    pub tell_agent: bool,
    /// Permissions to deny, such as `Bash(answerback trust*)`; may be empty.
    pub deny: Vec<String>,
}

/// An event of the client, and which of its occasions reach the hook.
pub(super) struct Event {
    pub name: &'static str,
    matcher: Option<&'static str>,
}

const FORM_EVENTS: [Event; 2] = [
    Event {
        name: "Elicitation",
        matcher: None,
    },
    Event {
        name: "ElicitationResult",
        matcher: None,
    },
];

const TOOL_EVENTS: [Event; 2] = [
    Event {
        name: "PostToolUse",
        matcher: Some("mcp__.*"),
    },
    Event {
        name: "PostToolUseFailure",
        matcher: Some("mcp__.*"),
    },
];

impl Entry {
    pub(super) fn events(&self) -> impl Iterator<Item = &'static Event> {
        FORM_EVENTS
            .iter()
            .chain(TOOL_EVENTS.iter().filter(|_| self.tell_agent))
    }

    /// What a file that has nothing yet has to hold.
    pub(super) fn settings(&self) -> Draft {
        let mut members = vec![("hooks", self.hooks())];
        if !self.deny.is_empty() {
            members.push(("permissions", self.permissions()));
        }
        Draft::Map(members)
    }

    pub(super) fn hooks(&self) -> Draft {
        let groups = |event: &'static Event| (event.name, Draft::List(vec![self.group(event)]));
        Draft::Map(self.events().map(groups).collect())
    }

    pub(super) fn group(&self, event: &Event) -> Draft {
        let hook = Draft::Map(vec![
            ("type", Draft::text("command")),
            ("command", Draft::text(&self.command)),
            ("args", Draft::texts(&self.args)),
            ("timeout", self.timeout()),
        ]);
        let matcher = event
            .matcher
            .map(|matcher| ("matcher", Draft::text(matcher)));
        let hooks = ("hooks", Draft::List(vec![hook]));
        Draft::Map(matcher.into_iter().chain([hooks]).collect())
    }

    pub(super) fn permissions(&self) -> Draft {
        Draft::Map(vec![("deny", Draft::texts(&self.deny))])
    }

    pub(super) fn timeout(&self) -> Draft {
        Draft::Plain(self.timeout.to_string())
    }

    /// The arguments for a hook that had `old` ones: a person's own options stay unless others are asked for.
    pub(super) fn args_after(&self, old: Vec<&str>) -> Vec<String> {
        if old.first() == Some(&"hook") && self.args.len() <= 1 {
            old.into_iter().map(str::to_owned).collect()
        } else {
            self.args.clone()
        }
    }
}
