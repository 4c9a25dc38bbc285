//! The event `ElicitationResult`: a person answered what was left to them, or the client did in their place.

use super::Hook;
use crate::answer::{Amended, Context, Given, amend};
use crate::journal::{self, Now, Report};
use crate::profile::Action;
use crate::run::Streams;
use crate::wire::claude_code::{self, Answered};

/// Pairs an answer with its request, lets `[[result]]` change it, and notes what came of it.
pub(super) fn handle(
    answered: &Answered<'_>,
    hook: &Hook<'_>,
    streams: &mut Streams<'_>,
) -> Result<(), String> {
    let project = hook.project(&answered.from);
    let project = project.as_deref();
    let place = hook.place(&answered.server, &answered.from, project);
    let book = hook.book(&answered.server, project);
    let now = Now::read();
    let sent = answered.content.iter().flat_map(|content| content.keys());
    let names = sent.map(String::as_str);
    let kept = journal::pair(&hook.folders.state, &place, &answered.mode, names, now);
    let asked = kept.as_ref().and_then(|kept| kept.asked());
    let request = asked.as_ref().map(|asked| &asked.request);
    let given = Given {
        action: answered.action,
        content: answered.content.as_ref(),
    };
    let context = Context {
        attended: place.attended,
        project,
        cwd: answered.from.cwd.as_deref(),
        outside: hook.world,
    };
    let amended = amend(request, given, &book, &context);
    if let Some(line) = claude_code::result_line(&amended) {
        // A closed pipe is the client's word that it no longer wants to know.
        let _ = streams
            .stdout
            .write_all(&line)
            .and_then(|()| streams.stdout.flush());
    }

    let micros = hook.start.elapsed().as_micros();
    hook.note(&book, now, micros, |_| {
        journal::result(&place, &answered.mode, given, &amended, request.is_some())
    });
    if let Some(report) = Report::of_answer(&place, &answered.mode, given, &amended) {
        journal::leave_report(&hook.folders.state, &place, &report, now);
    }
    let recorded = (book.config.state.as_ref()).is_ok_and(|config| config.record);
    let kept = kept
        .as_ref()
        .filter(|_| recorded && accepts(&amended, given));
    if let Some((kept, content)) = kept.zip(given.content) {
        journal::record(&hook.folders.state, kept, content, now);
    }
    journal::purge(&hook.folders.state, now);
    Ok(())
}

/// Whether a person's yes goes to the server.
fn accepts(amended: &Amended<'_>, given: Given<'_>) -> bool {
    given.action == Action::Accept && matches!(amended, Amended::Unchanged | Amended::Changed(..))
}
