//! Requests that we left open, kept whole for a day: to be explained, to be paired with what was answered, and to
//! learn from. They hold no value, for nobody had given one.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use super::append::Now;
use super::describe::Place;
use crate::files::{self, Problem};
use crate::wire::claude_code::{Elicitation, Event};

/// How long a request is kept.
const DAY: i64 = 24 * 60 * 60 * 1000;
/// How many are kept, so that no server fills the disk: the oldest make room.
const MOST: usize = 64;
/// Larger events aren't kept.
const LARGEST: usize = 256 << 10;

/// What the name of a request that has been answered ends in.
const ANSWERED: &str = ".answered.json";

/// A request that was left open.
pub struct Kept {
    /// When it was asked, milliseconds since 1970.
    pub millis: i64,
    /// Whether its answer has been seen.
    pub answered: bool,
    /// Where it is kept.
    path: PathBuf,
    /// What was known beside the event.
    around: Around<'static>,
    /// The event as it came.
    event: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
struct Around<'a> {
    project: Option<std::borrow::Cow<'a, Path>>,
    attended: Option<bool>,
}

#[derive(Serialize, Deserialize)]
struct File<'a> {
    #[serde(flatten)]
    around: Around<'a>,
    #[serde(borrow)]
    event: &'a RawValue,
}

/// A name out of texts that others chose: what they are can't be read from it, and no two lists of them share one.
pub(super) fn name_of(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let digits = hash.finalize();
    digits
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The name that the requests of one session, prompt and server share; `None` without a session.
pub(super) fn group(place: &Place<'_>) -> Option<String> {
    let prompt = place.prompt.map_or(["none", ""], |prompt| ["some", prompt]);
    let [is_some, prompt] = prompt;
    Some(name_of(&[place.session?, is_some, prompt, place.server]))
}

fn folder(state: &Path) -> PathBuf {
    state.join("kept")
}

/// Keeps a request; `purge` is to follow, which makes room. What keeps it from being kept costs only that.
pub fn keep(state: &Path, place: &Place<'_>, event: &[u8], now: Now) {
    let Some(group) = group(place).filter(|_| event.len() <= LARGEST) else {
        return;
    };
    let Ok(raw) = serde_json::from_slice(event) else {
        return;
    };
    let file = File {
        around: Around {
            project: place.project.map(Into::into),
            attended: place.attended,
        },
        event: raw,
    };
    let Ok(bytes) = serde_json::to_vec(&file) else {
        return;
    };
    let folder = folder(state);
    let name = format!("{group}-{:013}-{}.json", now.millis, std::process::id());
    let _ = files::write_private_quickly(&folder.join(name), &bytes);
}

/// Removes what is older than a day.
pub(super) fn purge(state: &Path, now: Now) {
    make_room(&folder(state), MOST, DAY, now);
}

/// Removes what is older than `age` (milliseconds), and the oldest beyond `most`. What a killed process left behind
/// goes the same way.
pub(super) fn make_room(folder: &Path, most: usize, age: i64, now: Now) {
    let mut names = names(folder);
    names.sort_unstable();
    let too_many = names.len().saturating_sub(most);
    for (place, (millis, name)) in names.into_iter().enumerate() {
        if place < too_many || millis.saturating_add(age) < now.millis {
            let _ = fs::remove_file(folder.join(name));
        }
    }
}

/// The files of a folder with the time in their names, or of their last change.
fn names(folder: &Path) -> Vec<(i64, String)> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let entries = entries.filter_map(|entry| {
        let entry: fs::DirEntry = entry.ok()?;
        let name = entry.file_name().into_string().ok()?;
        let millis = match name.split('-').nth(1).map(str::parse) {
            Some(Ok(millis)) if !name.starts_with('.') => millis,
            _ => changed(&entry).ok()?,
        };
        Some((millis, name))
    });
    entries.collect()
}

fn changed(entry: &fs::DirEntry) -> io::Result<i64> {
    let changed = entry.metadata()?.modified()?;
    Ok(Now::at(changed).millis)
}

/// All that is kept, the newest last.
pub fn list(state: &Path, now: Now) -> Vec<Kept> {
    list_some(state, now, |_| true)
}

/// What is kept of one session, prompt and server.
pub(super) fn list_group(state: &Path, group: &str, now: Now) -> Vec<Kept> {
    list_some(state, now, |name| name.starts_with(group))
}

fn list_some(state: &Path, now: Now, wanted: impl Fn(&str) -> bool) -> Vec<Kept> {
    let folder = folder(state);
    let mut names = names(&folder);
    names.retain(|(millis, name)| {
        !name.starts_with('.') && wanted(name) && millis.saturating_add(DAY) >= now.millis
    });
    names.sort_unstable();
    let read = names
        .into_iter()
        .filter_map(|(millis, name)| Kept::read(&folder, &name, millis));
    read.collect()
}

impl Kept {
    fn read(folder: &Path, name: &str, millis: i64) -> Option<Self> {
        let path = folder.join(name);
        let bytes = files::read(&path, files::Place::Ours).ok()?;
        let file: File<'_> = serde_json::from_slice(&bytes).ok()?;
        Some(Self {
            millis,
            answered: name.ends_with(ANSWERED),
            around: Around {
                project: file.around.project.map(|path| path.into_owned().into()),
                attended: file.around.attended,
            },
            event: file.event.get().as_bytes().to_owned(),
            path,
        })
    }

    /// The request, as the hook read it.
    pub fn asked(&self) -> Option<Elicitation<'_>> {
        match Event::parse(&self.event) {
            Ok(Event::Elicitation(asked)) => Some(asked),
            _ => None,
        }
    }

    /// The event as it came, JSON.
    pub fn event(&self) -> &[u8] {
        &self.event
    }

    /// The project it was asked in.
    pub fn project(&self) -> Option<&Path> {
        self.around.project.as_deref()
    }

    /// Whether a person sat at the client.
    pub fn attended(&self) -> Option<bool> {
        self.around.attended
    }

    /// Marks it as answered, so that no other answer is taken for its. Of two that try, one can.
    ///
    /// # Errors
    /// It is marked already, or can't be.
    pub(super) fn mark_answered(&self) -> Result<(), Problem> {
        let name = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let marked = self.path.with_file_name(format!("{name}{ANSWERED}"));
        fs::rename(&self.path, marked).map_err(|error| Problem::Unwritable(error.kind()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Now = Now {
        millis: 1_796_000_000_000,
    };

    fn later(millis: i64) -> Now {
        Now {
            millis: NOON.millis + millis,
        }
    }

    fn ask(state: &Path, message: &str, now: Now) {
        let place = Place {
            session: Some("s"),
            prompt: Some("p"),
            server: "db",
            ..Place::default()
        };
        let event = serde_json::json!({
            "hook_event_name": "Elicitation", "mcp_server_name": "db", "message": message,
        });
        keep(state, &place, event.to_string().as_bytes(), now);
    }

    fn messages(state: &Path, now: Now) -> Vec<String> {
        let message = |kept: &Kept| kept.asked().unwrap().request.message;
        list(state, now).iter().map(message).collect()
    }

    #[test]
    fn the_newest_are_kept_and_the_newest_comes_last() {
        let state = tempfile::tempdir().unwrap();
        for number in 0..MOST + 6 {
            ask(state.path(), &number.to_string(), later(number as i64));
        }
        purge(state.path(), later(100));
        let kept = messages(state.path(), later(100));
        let wanted: Vec<String> = (6..MOST + 6).map(|number| number.to_string()).collect();
        assert_eq!(kept, wanted);
    }

    #[test]
    fn after_a_day_it_is_gone() {
        let state = tempfile::tempdir().unwrap();
        ask(state.path(), "old", NOON);
        ask(state.path(), "new", later(60_000));
        assert_eq!(messages(state.path(), later(DAY)), ["old", "new"]);
        assert_eq!(messages(state.path(), later(DAY + 1)), ["new"]);
        purge(state.path(), later(DAY + 1));
        assert_eq!(messages(state.path(), NOON), ["new"]);
    }

    #[test]
    fn too_large_an_event_is_not_kept() {
        let state = tempfile::tempdir().unwrap();
        ask(state.path(), &"x".repeat(LARGEST), NOON);
        assert!(messages(state.path(), NOON).is_empty());
    }
}
