//! The regular expressions of rules: what they name, and whether a message matches.

use std::sync::OnceLock;

use regex_automata::nfa::thompson::{NFA, WhichCaptures, pikevm::PikeVM};
use regex_automata::{Anchored, Input};
use regex_syntax::hir::{Class, Hir, HirKind, Look};

use super::glob;

/// A regular expression over the whole message. Its syntax is checked when it is read; it is compiled when
/// its turn comes, which costs far more.
#[derive(Debug)]
pub struct MessageRegex {
    /// As written.
    pub source: String,
    /// The conditions on its named groups.
    pub conditions: Vec<GroupCondition>,
    /// What a message has to have for it to match, at least.
    pub names_something: bool,
    names: Vec<String>,
    hir: Hir,
    compiled: OnceLock<Option<PikeVM>>,
}

/// What a named group has to be.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupCondition {
    /// The group's name.
    pub group: String,
    /// What it may be.
    pub may_be: MayBe,
}

/// The values of a group.
#[derive(Debug, Clone, PartialEq)]
pub enum MayBe {
    /// `one_of.GROUP`: one of these, exactly.
    OneOf(Vec<String>),
    /// `at_most.GROUP`: a plain decimal, no more than this.
    AtMost(f64),
}

/// The texts of a message's named groups.
pub type Groups = Vec<(String, String)>;

/// How an expression failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RegexMiss {
    /// The message doesn't match.
    Message,
    /// A group isn't what it has to be.
    Group(String),
    /// It takes too much memory to be compiled.
    TooLarge,
}

/// Bytes that a compiled expression may take.
const SIZE_LIMIT: usize = 1 << 20;
/// Longest expression, in bytes.
const MAX_LENGTH: usize = 2048;
/// Letters and digits that a pattern with wildcards has to have; the same as for globs.
const LEAST_WEIGHT: usize = 4;

#[derive(Default)]
struct Weight {
    /// Letters and digits that every match has.
    fixed: usize,
    /// Whether something in it can be this or that.
    wild: bool,
}

/// The depth of `hir` is limited by the parser (250).
fn weigh(hir: &Hir, groups: &mut Vec<String>) -> Weight {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => Weight::default(),
        HirKind::Literal(literal) => Weight {
            fixed: String::from_utf8_lossy(&literal.0)
                .chars()
                .map(glob::weight)
                .sum(),
            wild: false,
        },
        // A letter in either case, as `(?i)` makes it, is as good as fixed.
        HirKind::Class(class) => {
            let few = class.minimum_len().is_some() && class_size(class) <= 3;
            Weight {
                fixed: usize::from(few),
                wild: !few,
            }
        }
        HirKind::Repetition(repetition) => {
            let inner = weigh(&repetition.sub, groups);
            let times = repetition.min as usize;
            Weight {
                fixed: inner.fixed.saturating_mul(times.min(LEAST_WEIGHT)),
                wild: inner.wild || repetition.max != Some(repetition.min),
            }
        }
        HirKind::Capture(capture) => {
            groups.extend(capture.name.as_deref().map(str::to_owned));
            weigh(&capture.sub, groups)
        }
        HirKind::Concat(parts) => parts.iter().fold(Weight::default(), |sum, part| {
            let part = weigh(part, groups);
            Weight {
                fixed: sum.fixed.saturating_add(part.fixed),
                wild: sum.wild || part.wild,
            }
        }),
        HirKind::Alternation(branches) => {
            let weights: Vec<Weight> = branches
                .iter()
                .map(|branch| weigh(branch, groups))
                .collect();
            Weight {
                fixed: weights.iter().map(|weight| weight.fixed).min().unwrap_or(0),
                wild: weights.iter().any(|weight| weight.wild),
            }
        }
    }
}

fn class_size(class: &Class) -> usize {
    match class {
        Class::Unicode(class) => class
            .ranges()
            .iter()
            .map(|range| range.len())
            .fold(0, usize::saturating_add),
        Class::Bytes(class) => class
            .ranges()
            .iter()
            .map(|range| range.len())
            .fold(0, usize::saturating_add),
    }
}

impl MessageRegex {
    /// Checks the syntax of an expression. It is read alone and compiled from what was read, so nothing that
    /// it holds can undo the rule that it matches the whole message.
    ///
    /// # Errors
    /// The reason, in a few words.
    pub fn parse(source: &str) -> Result<Self, String> {
        if source.len() > MAX_LENGTH {
            return Err(format!(
                "a regular expression has at most {MAX_LENGTH} bytes"
            ));
        }
        let hir = regex_syntax::parse(source).map_err(|error| match error {
            regex_syntax::Error::Parse(error) => error.kind().to_string(),
            regex_syntax::Error::Translate(error) => error.kind().to_string(),
            _ => "not a regular expression".to_owned(),
        })?;
        let mut names = Vec::new();
        let weight = weigh(&hir, &mut names);
        Ok(Self {
            source: source.to_owned(),
            conditions: Vec::new(),
            names_something: weight.fixed >= LEAST_WEIGHT || (!weight.wild && weight.fixed > 0),
            names,
            hir,
            compiled: OnceLock::new(),
        })
    }

    /// Whether it has a group of this name.
    pub fn has_group(&self, group: &str) -> bool {
        self.names.iter().any(|name| name == group)
    }

    /// Whether it lists what the group may be.
    pub fn limits_group(&self, group: &str) -> bool {
        self.conditions.iter().any(|condition| {
            condition.group == group && matches!(condition.may_be, MayBe::OneOf(_))
        })
    }

    /// Matches a whole message, white space folded, and gives the texts of the named groups.
    ///
    /// # Errors
    /// What kept it from matching.
    pub fn captures(&self, message: &str) -> Result<Groups, RegexMiss> {
        let vm = self.compiled.get_or_init(|| compile(&self.hir)).as_ref();
        let vm = vm.ok_or(RegexMiss::TooLarge)?;
        let mut captures = vm.create_captures();
        let input = Input::new(message).anchored(Anchored::Yes);
        vm.captures(&mut vm.create_cache(), input, &mut captures);
        if !captures.is_match() {
            return Err(RegexMiss::Message);
        }
        let text = |group: &str| {
            let span = captures.get_group_by_name(group)?;
            message.get(span.range())
        };
        for condition in &self.conditions {
            if !text(&condition.group).is_some_and(|text| condition.may_be.allows(text)) {
                return Err(RegexMiss::Group(condition.group.clone()));
            }
        }
        let groups = self
            .names
            .iter()
            .filter_map(|name| Some((name.clone(), text(name)?.to_owned())));
        Ok(groups.collect())
    }
}

fn compile(hir: &Hir) -> Option<PikeVM> {
    let whole = Hir::concat(vec![
        Hir::look(Look::Start),
        hir.clone(),
        Hir::look(Look::End),
    ]);
    let config = NFA::config()
        .nfa_size_limit(Some(SIZE_LIMIT))
        .which_captures(WhichCaptures::All);
    let nfa = NFA::compiler()
        .configure(config)
        .build_from_hir(&whole)
        .ok()?;
    PikeVM::new_from_nfa(nfa).ok()
}

impl MayBe {
    fn allows(&self, text: &str) -> bool {
        match self {
            Self::OneOf(any) => any.iter().any(|one| one == text),
            Self::AtMost(limit) => plain_decimal(text).is_some_and(|number| number <= *limit),
        }
    }
}

/// A number as people write an amount: digits and at most one point. No sign, exponent, separator, `inf`.
fn plain_decimal(text: &str) -> Option<f64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (digits(whole) && digits(part))
        .then(|| text.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_match_whole_messages_only() {
        for (source, message, matches) in [
            (r"Deploy to staging\?", "Deploy to staging?", true),
            (
                r"^Deploy to staging\?$",
                "Deploy to staging? and production?",
                false,
            ),
            (
                r"Deploy to staging\?",
                "Deploy to staging? and production?",
                false,
            ),
            (r"staging|production", "production", true),
            (r"staging|production", "production!", false),
            (r"(?x) Deploy # a comment", "Deploy", true),
            (r"(?x) Deploy # a comment", "Deploy production", false),
            (r"(?m)^Deploy$", "Deploy\nproduction", false),
        ] {
            let regex = MessageRegex::parse(source).unwrap();
            assert_eq!(
                regex.captures(message).is_ok(),
                matches,
                "{source} on {message}"
            );
        }
    }

    #[test]
    fn what_undoes_the_wrapping_is_no_expression() {
        for source in [
            r"Deploy\?)|(?:.*",
            "(",
            "[",
            "(?<a>x)(?<a>y)",
            &"x".repeat(3000),
        ] {
            assert!(MessageRegex::parse(source).is_err(), "{source}");
        }
    }

    #[test]
    fn an_expression_has_to_name_something() {
        for (source, names) in [
            (r"Estimated cost: \$(?<cost>[\d.]+)\. Continue\?", true),
            (r"(?i)deploy", true),
            ("Go", true),
            (r"确认\w+", true),
            ("", false),
            (".*", false),
            ("(?s).+", false),
            (r"[\s\S]*e.*", false),
            (r"Create x|[\s\S]*", false),
            ("(?:Create)?.*", false),
            ("(?:Create){0,3}.*", false),
        ] {
            assert_eq!(
                MessageRegex::parse(source).unwrap().names_something,
                names,
                "{source}"
            );
        }
    }

    #[test]
    fn amounts_are_plain_decimals() {
        for (text, amount) in [
            ("0.25", Some(0.25)),
            ("12", Some(12.0)),
            ("1e9", None),
            ("-1", None),
            ("1,000", None),
            (".5", None),
            ("5.", None),
            ("inf", None),
            ("", None),
            ("1.2.3", None),
        ] {
            assert_eq!(plain_decimal(text), amount, "{text}");
        }
    }
}
