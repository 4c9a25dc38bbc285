//! Counts that outlive a process, in one file of fixed size: how many lines a server wrote this minute, and how
//! often a rule answered within a prompt.
//!
//! Nothing depends on a count being there: a lost or unreadable one is zero, so it stops nothing. Two hooks at once
//! may lose a count; that lets a limit be passed by a few.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::files::{self, BLOCK};

/// Blocks in the file, which is 32 KiB.
const BLOCKS: u64 = 512;
/// Bytes of one slot: key, minute, count.
const SLOT: usize = 16;

/// The file of counts.
pub struct Counters(PathBuf);

/// What is counted.
pub struct Key(u64);

/// One count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// The minute of the last change, counted from 1970.
    pub minute: u32,
    /// How many.
    pub many: u32,
}

impl Key {
    /// The key of what these texts name together, of a kind of its own. Stable for one build of the program; after
    /// an update counts may begin anew.
    pub fn new(kind: u8, parts: &[&[u8]]) -> Self {
        let mut hash = DefaultHasher::new();
        kind.hash(&mut hash);
        for part in parts {
            part.hash(&mut hash);
        }
        // Zero is an empty slot.
        Self(hash.finish().max(1))
    }
}

impl Counters {
    /// The counts in the state folder.
    pub fn new(state: &Path) -> Self {
        Self(state.join("counters"))
    }

    /// The count of `key`.
    pub fn get(&self, key: &Key) -> Count {
        self.look(key, None)
    }

    /// Replaces the count of `key` by what `change` makes of it, and gives it as it was before.
    pub fn change(&self, key: &Key, change: impl Fn(Count) -> Count) -> Count {
        self.look(key, Some(&change))
    }

    fn look(&self, key: &Key, change: Option<&dyn Fn(Count) -> Count>) -> Count {
        let block = key.0 % BLOCKS;
        let mut before = Count::default();
        let mut look = |bytes: &mut [u8; BLOCK]| {
            let (slots, _) = bytes.as_chunks_mut::<SLOT>();
            let own = slots.iter().position(|slot| read(slot).0 == key.0);
            if let Some(slot) = own.and_then(|place| slots.get(place)) {
                before = read(slot).1;
            }
            let Some(change) = change else {
                return false;
            };
            let place = own.or_else(|| {
                let last_used = |place: &usize| slots.get(*place).map(|slot| read(slot).1.minute);
                (0..slots.len()).min_by_key(last_used)
            });
            if let Some(slot) = place.and_then(|place| slots.get_mut(place)) {
                *slot = write(key.0, change(before));
            }
            true
        };
        // See above: without the file, nothing was counted.
        let _ = files::change_block(&self.0, block * BLOCK as u64, &mut look);
        before
    }
}

fn read(slot: &[u8; SLOT]) -> (u64, Count) {
    let number = u128::from_le_bytes(*slot);
    let low = |number: u128| (number & u128::from(u32::MAX)) as u32;
    let count = Count {
        minute: low(number >> 64),
        many: low(number >> 96),
    };
    ((number & u128::from(u64::MAX)) as u64, count)
}

fn write(key: u64, count: Count) -> [u8; SLOT] {
    let number = u128::from(key) | u128::from(count.minute) << 64 | u128::from(count.many) << 96;
    number.to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_more(minute: u32) -> impl Fn(Count) -> Count {
        move |count| Count {
            minute,
            many: count.many + 1,
        }
    }

    #[test]
    fn counts_are_kept_apart_and_the_file_stays_small() {
        let folder = tempfile::tempdir().unwrap();
        let counters = Counters::new(&folder.path().join("state"));
        for server in 0..200_u32 {
            let key = Key::new(1, &[&server.to_le_bytes()]);
            for seen in 0..3 {
                assert_eq!(counters.change(&key, one_more(7)).many, seen, "{server}");
            }
            assert_eq!(counters.get(&key), Count { minute: 7, many: 3 });
        }
        for other in 0..5_000_u32 {
            counters.change(&Key::new(2, &[&other.to_le_bytes()]), one_more(8));
        }
        let size = folder.path().join("state/counters").metadata().unwrap();
        assert!(size.len() <= BLOCKS * BLOCK as u64);
    }

    #[test]
    fn the_oldest_makes_room() {
        let slots = [(11, 5), (12, 3), (13, 9), (14, 4)];
        let folder = tempfile::tempdir().unwrap();
        let counters = Counters::new(folder.path());
        for (key, minute) in slots {
            counters.change(&Key(key * BLOCKS), one_more(minute));
        }
        counters.change(&Key(15 * BLOCKS), one_more(10));
        assert_eq!(counters.get(&Key(12 * BLOCKS)), Count::default());
        assert_eq!(counters.get(&Key(14 * BLOCKS)).many, 1);
    }

    #[test]
    fn parts_are_not_run_together() {
        let key = |parts: &[&[u8]]| Key::new(1, parts).0;
        assert_ne!(key(&[b"ab", b"c"]), key(&[b"a", b"bc"]));
    }

    #[test]
    #[cfg(unix)]
    fn what_is_no_file_counts_nothing() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("counters")).unwrap();
        let counters = Counters::new(folder.path());
        let key = Key::new(1, &[b"db"]);
        counters.change(&key, one_more(1));
        assert_eq!(counters.get(&key), Count::default());
    }
}
