//! What people answered by hand, kept for a week where the user's config says `record = true`, to learn from.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value as Json};

use super::append::Now;
use super::kept::{Kept, make_room, name_of};
use crate::answer::typed_secrets;
use crate::ask::fingerprint;
use crate::files::{self, Place, Problem};
use crate::wire::claude_code::{Elicitation, Event};

/// How long a recording is kept, in milliseconds.
const WEEK: i64 = 7 * 24 * 60 * 60 * 1000;
/// How many are kept.
const MOST: usize = 200;

/// What a person answered to a form.
#[derive(Serialize, Deserialize)]
pub struct Recording {
    /// When, milliseconds since 1970.
    pub millis: i64,
    /// The project it was asked in.
    pub project: Option<PathBuf>,
    /// Whether a person sat at the client.
    pub attended: Option<bool>,
    /// What was accepted, without what asks for a secret or looks like one.
    pub content: Map<String, Json>,
    /// The fields whose values were left out for that.
    pub left_out: Vec<String>,
    /// The request, as the event came.
    event: Box<RawValue>,
    /// Where it is kept.
    #[serde(skip)]
    path: PathBuf,
}

fn folder(state: &Path) -> PathBuf {
    state.join("recordings")
}

/// Records what was accepted. The same question in the same project has one recording, the newest.
pub fn record(state: &Path, kept: &Kept, content: &Map<String, Json>, now: Now) {
    let Some(asked) = kept.asked() else {
        return;
    };
    let Some(form) = asked.request.form() else {
        return;
    };
    let left_out = typed_secrets(form, &asked.request.message, content);
    let mut content = content.clone();
    content.retain(|name, _| !left_out.contains(name));
    let Ok(event) = serde_json::from_slice(kept.event()) else {
        return;
    };
    let recording = Recording {
        millis: now.millis,
        project: kept.project().map(Path::to_owned),
        attended: kept.attended(),
        content,
        left_out,
        event,
        path: PathBuf::new(),
    };
    let project = kept.project().map(Path::to_string_lossy);
    let name = name_of(&[
        &asked.request.server,
        project.as_deref().unwrap_or_default(),
        &asked.request.message,
        &fingerprint(form),
    ]);
    if let Ok(bytes) = serde_json::to_vec(&recording) {
        let _ = files::write_private_quickly(&folder(state).join(name + ".json"), &bytes);
    }
}

/// Removes what is older than a week, and the oldest where there are very many.
pub fn purge(state: &Path, now: Now) {
    make_room(&folder(state), MOST, WEEK, now);
}

/// All recordings, the newest last.
pub fn list(state: &Path) -> Vec<Recording> {
    let entries = fs::read_dir(folder(state)).into_iter().flatten().flatten();
    let mut recordings: Vec<Recording> = entries
        .filter_map(|entry| {
            let path = entry.path();
            let bytes = files::read(&path, Place::Ours).ok()?;
            let recording: Recording = serde_json::from_slice(&bytes).ok()?;
            Some(Recording { path, ..recording })
        })
        .collect();
    recordings.sort_by_key(|recording| recording.millis);
    recordings
}

impl Recording {
    /// The request, as the hook read it.
    pub fn asked(&self) -> Option<Elicitation<'_>> {
        match Event::parse(self.event.get().as_bytes()) {
            Ok(Event::Elicitation(asked)) => Some(asked),
            _ => None,
        }
    }

    /// Forgets it.
    ///
    /// # Errors
    /// What the system refused.
    pub fn forget(&self) -> Result<(), Problem> {
        fs::remove_file(&self.path).map_err(|error| Problem::Unwritable(error.kind()))
    }

    /// Who asked; nothing where the request can't be read any more.
    pub fn server(&self) -> Cow<'_, str> {
        self.asked()
            .map_or(Cow::Borrowed(""), |asked| asked.request.server.into())
    }
}
