//! Places in a file.

use std::ops::Range;

/// A range of bytes in the text of a profile or config.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// Something with the place where it is written.
#[derive(Debug, Clone, PartialEq)]
pub struct At<T> {
    /// What is written there.
    pub it: T,
    /// Where.
    pub span: Span,
}

impl Span {
    /// The line and column, both from 1, the column in characters, of the span's start in `text`.
    pub fn position(self, text: &str) -> (usize, usize) {
        let before = text.get(..self.start as usize).unwrap_or(text);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .map_or(0, |line| line.chars().count())
            + 1;
        (line, column)
    }

    /// As a range of `usize`.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        // Files over 1 MiB aren't read, so the conversions never saturate.
        let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self {
            start: byte(range.start),
            end: byte(range.end),
        }
    }
}

impl<T> At<T> {
    /// `it`, written at `span`.
    pub fn new(it: T, span: impl Into<Span>) -> Self {
        Self {
            it,
            span: span.into(),
        }
    }
}
