//! How often each rule has accepted within one prompt of one session.

use super::append::Now;
use super::counters::{Count, Counters, Key};
use super::describe::Place;
use crate::answer::Taken;

/// The kind of [`Key`] for repeats.
const REPEATS: u8 = 2;

/// The counts of one prompt.
pub struct Repeats<'r> {
    counters: &'r Counters,
    /// Nothing is counted where the client doesn't say which prompt it is: a session may be long.
    prompt: Option<[&'r str; 3]>,
}

impl<'r> Repeats<'r> {
    /// The counts for this session, prompt and server.
    pub fn new(counters: &'r Counters, place: &Place<'r>) -> Self {
        let prompt = place.session.zip(place.prompt);
        Self {
            counters,
            prompt: prompt.map(|(session, prompt)| [session, prompt, place.server]),
        }
    }

    /// How often the rule has accepted.
    pub fn get(&self, taken: &Taken<'_>) -> u32 {
        self.key(taken)
            .map_or(0, |key| self.counters.get(&key).many)
    }

    /// Counts that the rule accepts. Gives how often it has, this time included, from the second time on.
    pub fn add(&self, taken: &Taken<'_>, now: Now) -> usize {
        let Some(key) = self.key(taken) else {
            return 0;
        };
        let before = self.counters.change(&key, |count| Count {
            minute: now.minute(),
            many: count.many.saturating_add(1),
        });
        match before.many {
            0 => 0,
            many => many as usize + 1,
        }
    }

    fn key(&self, taken: &Taken<'_>) -> Option<Key> {
        let [session, prompt, server] = self.prompt?;
        Some(Key::new(
            REPEATS,
            &[
                session.as_bytes(),
                prompt.as_bytes(),
                server.as_bytes(),
                taken.source.path.as_os_str().as_encoded_bytes(),
                // Two rules may bear one id.
                &taken.rule.span.start.to_le_bytes(),
            ],
        ))
    }
}
