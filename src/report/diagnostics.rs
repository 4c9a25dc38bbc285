//! Findings as compilers show them: the line, the place, one sentence, and what to do.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use super::clean::{blot, escape};
use super::finding::{Finding, Severity};
use crate::profile::Span;

/// All findings about one file, each with an empty line behind it.
pub fn render(path: &str, bytes: &[u8], findings: &[Finding], color: bool) -> String {
    let text = String::from_utf8_lossy(bytes);
    // What takes one byte the renderer shows as a picture of itself.
    let text = blot(&text);
    let path = escape(path);
    let renderer = if color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let mut out = String::new();
    for finding in findings {
        let level = match finding.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level
            .primary_title(finding.message.as_str())
            .id(finding.code);
        let mut group = match finding.span {
            Some(span) => title.element(
                Snippet::source(text.as_ref())
                    .path(path.as_ref())
                    .annotation(AnnotationKind::Primary.span(span_in(&text, span))),
            ),
            None => title.element(Origin::path(path.as_ref())),
        };
        if let Some(help) = &finding.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        out.push_str(&renderer.render(&[group]));
        out.push_str("\n\n");
    }
    out
}

/// The place, moved so that it can be shown: within the text, between characters, and on one line, which is enough to
/// see what is meant.
fn span_in(text: &str, span: Span) -> Range<usize> {
    let floor = |at: usize| text.floor_char_boundary(at.min(text.len()));
    let range = span.range();
    let (start, end) = (floor(range.start), floor(range.end));
    let line = text
        .get(start..end)
        .and_then(|text| text.find('\n'))
        .map_or(end, |line| start + line);
    start..line.max(start)
}
