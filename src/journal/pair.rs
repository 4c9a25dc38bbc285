//! Which request an answer belongs to. Two that fit are none: nothing is guessed.

use std::path::Path;

use super::append::Now;
use super::describe::Place;
use super::kept::{Kept, group, list_group};
use crate::ask::Ask;

/// The one open request that an answer fits: of the same session, prompt and server, with the same id or none, of
/// the same mode, and asking every field that was sent. It is marked, so that no other answer is taken for its.
pub fn pair<'n>(
    state: &Path,
    place: &Place<'_>,
    mode: &str,
    sent: impl Iterator<Item = &'n str> + Clone,
    now: Now,
) -> Option<Kept> {
    place.prompt?;
    let fits = |kept: &Kept| {
        let Some(asked) = kept.asked().filter(|_| !kept.answered) else {
            return false;
        };
        let asks_all = match &asked.request.ask {
            Ask::Form(form) => {
                let names = form.names();
                sent.clone().all(|name| names.place(name).is_some())
            }
            Ask::Url(_) | Ask::Unreadable(_) => sent.clone().next().is_none(),
        };
        asked.request.mode() == mode
            && asked.from.elicitation_id.as_deref() == place.elicitation_id
            && asks_all
    };
    let mut fitting = list_group(state, &group(place)?, now);
    fitting.retain(fits);
    let only = fitting.pop().filter(|_| fitting.is_empty())?;
    only.mark_answered().ok().map(|()| only)
}
