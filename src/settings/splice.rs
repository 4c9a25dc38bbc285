//! Adds members to a document and removes them, each the exact opposite of the other.
//!
//! A syntax tree that prints itself again cannot promise that taking out gives back what was there before putting in.
//! So only text is cut and filled, everything outside of an edit stays byte for byte, and each place has its own form:
//!
//! - beside other members: what is added stands behind the last of them and its comments; the comma it needed goes with it.
//! - in a container that was there but empty (`"hooks": {}`): an empty line stands before what is added, which tells it
//!   from a container that was made for the purpose and leaves together with its last member.
//! - in an empty root object, which is never removed: no empty line, unless the text would look like the next.
//! - in a text without any value: an object on top of it, with a line end.

use std::ops::Range;

use jsonc_parser::ast::{Array, Object};
use jsonc_parser::common::Ranged;
use jsonc_parser::tokens::Token;

use super::document::{Document, NEWLINES, is_comment, span};
use super::draft::{Draft, Lines, write_member};

/// The brackets of an object or array, and where its members stand.
pub(super) struct Container {
    open: usize,
    close: usize,
    members: Vec<Range<usize>>,
}

/// Something to add to a container.
pub(super) enum Addition {
    Member(&'static str, Draft),
    Element(Draft),
}

/// Replacements that do not overlap.
#[derive(Default)]
pub(super) struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    pub(super) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.0.push((range, text.into()));
    }

    fn insert(&mut self, offset: usize, text: impl Into<String>) {
        self.replace(offset..offset, text);
    }

    /// The text with all replacements made; those at one place in the order they were given.
    pub(super) fn apply(mut self, text: &str) -> String {
        self.0.sort_by_key(|(range, _)| range.start);
        let mut result = String::with_capacity(text.len() + 1024);
        let mut done = 0;
        for (range, new) in &self.0 {
            result.push_str(text.get(done..range.start).unwrap_or_default());
            result.push_str(new);
            done = range.end;
        }
        result.push_str(text.get(done..).unwrap_or_default());
        result
    }
}

impl From<&Object<'_>> for Container {
    fn from(object: &Object) -> Self {
        Self::new(object, object.properties.iter().map(span).collect())
    }
}

impl From<&Array<'_>> for Container {
    fn from(array: &Array) -> Self {
        Self::new(array, array.elements.iter().map(span).collect())
    }
}

impl Container {
    fn new(node: &impl Ranged, members: Vec<Range<usize>>) -> Self {
        Self {
            open: node.start(),
            close: node.end().saturating_sub(1),
            members,
        }
    }
}

/// Adding.
impl Document<'_> {
    /// A text without a value, with `value` in it.
    pub(super) fn with_root(&self, value: &Draft) -> String {
        let value = value.write(Some(self.lines("")));
        format!("{value}{}{}", self.newline, self.text)
    }

    /// Adds at the end of the container, in its style.
    pub(super) fn append(&self, to: &Container, additions: &[Addition], edits: &mut Edits) {
        if additions.is_empty() {
            return;
        }
        let (last_end, last_token) = self.before(to.close);
        if matches!(last_token, Some(Token::OpenBrace | Token::OpenBracket)) {
            let outer = self.indent_at(to.open);
            let indent = format!("{outer}{}", self.unit);
            let lead = format!("{}{indent}", self.newline);
            let added = join(additions, &lead, Some(self.lines(&indent)));
            if self.needs_mark(to) {
                edits.insert(to.close, self.newline);
            }
            return edits.insert(to.close, format!("{added}{}{outer}", self.newline));
        }
        let last = to.members.last();
        let indent = last.and_then(|last| self.own_line(last.start).map(str::to_owned));
        // behind such a comment, a line of its own is needed
        let needs_line = last.is_none() || matches!(last_token, Some(Token::CommentLine(_)));
        let one_deeper = || format!("{}{}", self.indent_at(to.open), self.unit);
        let indent = indent.or_else(|| needs_line.then(one_deeper));
        let mut added = match &indent {
            Some(indent) => {
                let lead = format!("{}{indent}", self.newline);
                join(additions, &lead, Some(self.lines(indent)))
            }
            None => join(additions, " ", None),
        };
        if let Some(last) = last {
            match self.comma_after(last.end) {
                Some(_) => added.push(','),
                None => edits.insert(last.end, ","),
            }
        }
        edits.insert(last_end, added);
    }

    /// Whether an empty container has to be told from one made by us.
    fn needs_mark(&self, container: &Container) -> bool {
        let is_root = self.start() == container.open;
        let looks_made = container.open == 0 && self.line_end_at(container.close + 1).is_some();
        let is_bare = container.open + 1 == container.close;
        !is_root || looks_made || !is_bare
    }
}

/// Removing: what `append` and `with_root` add, and no comment that stands outside of it.
impl Document<'_> {
    /// Removes the members for which `gone` says so, in the order of the members. True, without an edit, if nothing is
    /// left of a container that was made for what it held: it is to be removed itself.
    pub(super) fn remove(&self, from: &Container, gone: &[bool], edits: &mut Edits) -> bool {
        let of = |wanted: bool| {
            let members = from.members.iter().zip(gone);
            members.filter_map(move |(member, gone)| (*gone == wanted).then_some(member))
        };
        let Some(first) = of(true).next() else {
            return false;
        };
        let last_kept = of(false).next_back();
        if last_kept.is_none() && !self.has_comment(from) {
            let mark = self.mark(from, first);
            if let Some(end) = mark {
                edits.replace(end..from.close, "");
            }
            return mark.is_none();
        }
        // from the last to the first, as what follows a member in the end may stand behind the next ones
        let mut next: Option<(usize, usize)> = None;
        for member in of(true).rev() {
            let comma = self.comma_after(member.end);
            let end = match &comma {
                Some(comma) if comma.start == member.end => comma.end,
                _ => member.end,
            };
            let follows = match next {
                Some((start, follows)) if start == end => follows,
                _ => end,
            };
            let start = self.removal_start(member.start, follows);
            next = Some((start, follows));
            edits.replace(start..member.end, "");
            if let Some(comma) = comma {
                edits.replace(comma, "");
            }
        }
        let last_is_gone = gone.last() == Some(&true);
        let last_comma = from
            .members
            .last()
            .and_then(|last| self.comma_after(last.end));
        if let (true, None, Some(kept)) = (last_is_gone, last_comma, last_kept)
            && let Some(comma) = self.comma_after(kept.end)
        {
            edits.replace(comma, "");
        }
        false
    }

    /// The text without its root object, if that was made by us, else with an empty one.
    pub(super) fn without_root(&self, root: &Object) -> String {
        let container = Container::from(root);
        let before = self.slice(0, container.open);
        let after = self.slice(container.close + 1, self.text.len());
        match self.line_end_at(container.close + 1) {
            Some(newline) if container.open == 0 => {
                after.strip_prefix(newline).unwrap_or(after).to_owned()
            }
            _ => format!("{before}{{}}{after}"),
        }
    }

    /// Where the white space ends that stood in the container before `append` filled it.
    fn mark(&self, container: &Container, first: &Range<usize>) -> Option<usize> {
        let space = self.slice(container.open + 1, first.start);
        let space = space.trim_end_matches([' ', '\t']);
        let space = strip_newline(strip_newline(space)?)?;
        Some(container.open + 1 + space.len())
    }

    /// Removal takes the white space before a member, unless that would draw what follows into a comment.
    fn removal_start(&self, start: usize, follows: usize) -> usize {
        let (before, token) = self.before(start);
        let rest = self.slice(follows, self.text.len());
        let ends_line = rest
            .trim_start_matches([' ', '\t'])
            .starts_with(['\n', '\r']);
        match token {
            Some(Token::CommentLine(_)) if !ends_line => start,
            _ => before,
        }
    }

    /// Whether a comment stands in the container, outside of its members.
    fn has_comment(&self, container: &Container) -> bool {
        let first = self
            .tokens
            .partition_point(|token| token.start() <= container.open);
        let tokens = self.tokens.iter().skip(first);
        let members = &container.members;
        tokens
            .take_while(|token| token.start() < container.close)
            .filter(|token| is_comment(&token.token))
            .any(|comment| {
                let next = members.partition_point(|member| member.end <= comment.start());
                let member = members.get(next);
                member.is_none_or(|member| comment.start() < member.start)
            })
    }
}

fn strip_newline(text: &str) -> Option<&str> {
    NEWLINES
        .into_iter()
        .find_map(|newline| text.strip_suffix(newline))
}

fn join(additions: &[Addition], lead: &str, lines: Option<Lines<'_>>) -> String {
    let texts: Vec<_> = additions
        .iter()
        .map(|addition| match addition {
            Addition::Member(key, value) => write_member(key, value, lines),
            Addition::Element(value) => value.write(lines),
        })
        .map(|text| format!("{lead}{text}"))
        .collect();
    texts.join(",")
}
