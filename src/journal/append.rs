//! Writes lines: one append each, a file a month, at most a hundred lines a minute from one server.
//!
//! What keeps a line from being written costs that line and nothing else.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::counters::{Count, Counters, Key};
use super::line::{Event, Line};
use crate::files;

/// Lines that one server may write in a minute.
pub const LINES_A_MINUTE: u32 = 100;

/// The kind of [`Key`] for lines.
const LINES: u8 = 1;

/// A moment, as the journal needs it.
#[derive(Debug, Clone, Copy)]
pub struct Now {
    /// Milliseconds since 1970.
    pub millis: i64,
}

impl Now {
    /// This moment.
    pub fn read() -> Self {
        Self::at(SystemTime::now())
    }

    /// That moment.
    pub fn at(time: SystemTime) -> Self {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            millis: i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
        }
    }

    /// Whole minutes since 1970.
    pub fn minute(self) -> u32 {
        u32::try_from(self.millis / 60_000).unwrap_or_default()
    }

    /// UTC, RFC 3339, milliseconds.
    pub fn text(self) -> String {
        jiff::Timestamp::from_millisecond(self.millis)
            .map(|time| format!("{time:.3}"))
            .unwrap_or_default()
    }
}

/// The file that lines of this time (RFC 3339) belong to.
pub fn file(state: &Path, time: &str) -> PathBuf {
    state.join(format!(
        "journal-{}.jsonl",
        time.get(..7).unwrap_or("0000-00")
    ))
}

/// Appends a line, its time being `now`, if its server has not written too many.
pub fn append(state: &Path, mut line: Line<'_>, now: Now) {
    let minute = now.minute();
    let key = Key::new(LINES, &[line.server.as_bytes()]);
    let before = Counters::new(state).change(&key, |count| Count {
        minute,
        many: if count.minute == minute {
            count.many.saturating_add(1)
        } else {
            1
        },
    });
    line.time = now.text().into();
    if before.minute != minute {
        if before.many > LINES_A_MINUTE {
            write(
                state,
                &counting(&line, before, before.many - LINES_A_MINUTE),
            );
        }
        write(state, &line);
    } else if before.many < LINES_A_MINUTE {
        write(state, &line);
    } else if before.many == LINES_A_MINUTE {
        // The first that is left out says so; how many there were says the first line of a later minute.
        write(state, &counting(&line, before, 1));
    }
}

/// The line that stands for those that were not written: it bears the time of their minute.
fn counting<'l>(line: &Line<'l>, count: Count, dropped: u32) -> Line<'l> {
    let minute = Now {
        millis: i64::from(count.minute) * 60_000,
    };
    Line {
        time: minute.text().into(),
        event: Event::Dropped,
        server: line.server.clone(),
        dropped: dropped as usize,
        wire: line.wire.clone(),
        ..Line::default()
    }
}

fn write(state: &Path, line: &Line<'_>) {
    if let Some(bytes) = line.to_bytes() {
        // Full disk, read-only folder, a link or a pipe in its place: the line is lost.
        let _ = files::append_line(&file(state, &line.time), &bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(state: &Path) -> Vec<(Event, usize)> {
        let mut found = Vec::new();
        for month in ["2026-11", "2026-12"] {
            let bytes =
                std::fs::read(state.join(format!("journal-{month}.jsonl"))).unwrap_or_default();
            for line in bytes.split_inclusive(|byte| *byte == b'\n') {
                let line: Line<'_> = serde_json::from_slice(line).unwrap();
                found.push((line.event, line.dropped));
            }
        }
        found
    }

    fn from(server: &'static str) -> Line<'static> {
        Line {
            server: server.into(),
            ..Line::default()
        }
    }

    /// A minute before December 2026.
    const NOVEMBER: Now = Now {
        millis: 1_796_083_140_000,
    };
    const DECEMBER: Now = Now {
        millis: NOVEMBER.millis + 60_000,
    };

    #[test]
    fn a_hundred_lines_a_minute_and_then_a_counting_line() {
        let state = tempfile::tempdir().unwrap();
        for _ in 0..250 {
            append(state.path(), from("flood"), NOVEMBER);
        }
        append(state.path(), from("quiet"), NOVEMBER);
        let found = lines(state.path());
        assert_eq!(found.len(), 102);
        assert_eq!(found[100], (Event::Dropped, 1));
        append(state.path(), from("flood"), DECEMBER);
        assert_eq!(
            lines(state.path())[102..],
            [(Event::Dropped, 150), (Event::Request, 0)]
        );
    }

    #[test]
    fn times_are_utc_with_milliseconds() {
        assert_eq!(NOVEMBER.text(), "2026-11-30T23:59:00.000Z");
        assert_eq!(
            file(Path::new("s"), &DECEMBER.text()),
            Path::new("s/journal-2026-12.jsonl")
        );
    }
}
