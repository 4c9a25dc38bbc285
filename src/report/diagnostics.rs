//! Faults of a file as compilers show them: the line, the place, one sentence, and what to do.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::profile::Diagnostic;

/// All faults of one file.
pub fn render(path: &str, bytes: &[u8], diagnostics: &[Diagnostic], color: bool) -> String {
    let text = String::from_utf8_lossy(bytes);
    let renderer = if color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let mut out = String::new();
    for diagnostic in diagnostics {
        let title = diagnostic.fault.to_string();
        let help = diagnostic.fault.help();
        let span = span_in(&text, diagnostic);
        let mut group = Level::ERROR.primary_title(title.as_str()).element(
            Snippet::source(text.as_ref())
                .path(path)
                .annotation(AnnotationKind::Primary.span(span)),
        );
        if let Some(help) = &help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        out.push_str(&renderer.render(&[group]));
        out.push_str("\n\n");
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// The diagnostic's place, moved so that it can be shown: within the text and between characters.
fn span_in(text: &str, diagnostic: &Diagnostic) -> std::ops::Range<usize> {
    let floor = |at: usize| {
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let range = diagnostic.span.range();
    let (start, end) = (floor(range.start), floor(range.end));
    // One line is enough to see what is meant.
    let line = text
        .get(start..end)
        .and_then(|text| text.find('\n'))
        .map_or(end, |line| start + line);
    start..line.max(start)
}
