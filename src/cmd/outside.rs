//! The outside world, for rules that ask for it.

use crate::answer::Outside;
use crate::run::World;

impl Outside for World<'_> {
    fn env(&self, name: &str) -> Option<String> {
        (self.env)(name)?.into_string().ok()
    }

    fn today(&self) -> Option<String> {
        Some(jiff::ZonedDateTime::now().date().to_string())
    }
}
