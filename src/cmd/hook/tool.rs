//! The events `PostToolUse` and `PostToolUseFailure`: a tool call is over, and the agent learns what became of the
//! forms that it asked. Nothing else that a hook prints can reach it.

use super::Hook;
use crate::journal::{self, Event, Now};
use crate::report;
use crate::run::Streams;
use crate::wire::claude_code::{self, ToolUsed};

/// Tells what there is to tell; mostly nothing.
pub(super) fn handle(
    used: &ToolUsed<'_>,
    hook: &Hook<'_>,
    streams: &mut Streams<'_>,
) -> Result<(), String> {
    let place = hook.place(&used.server, &used.from, None);
    let reports = journal::take_reports(&hook.folders.state, &place);
    if reports.is_empty() {
        return Ok(());
    }
    let Some(text) = report::told(&used.server, &reports) else {
        return Ok(());
    };
    if let Some(line) = claude_code::context_line(used.event, &text) {
        let _ = streams
            .stdout
            .write_all(&line)
            .and_then(|()| streams.stdout.flush());
    }
    let micros = hook.start.elapsed().as_micros();
    let project = hook.project(&used.from);
    let place = hook.place(&used.server, &used.from, project.as_deref());
    let book = hook.book(&used.server, project.as_deref());
    hook.note(&book, Now::read(), micros, |_| place.line(Event::Told));
    Ok(())
}
