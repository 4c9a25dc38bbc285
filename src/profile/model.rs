//! A profile as it was written: what `read` makes and `resolve` follows.

use std::ops::Deref;

use serde_json::Number;

use super::{At, Glob, MessageRegex, Part, Span, Template, UrlPattern, Variable};

/// What a user answers to one server, or to servers that are the same to them.
#[derive(Debug)]
pub struct Profile {
    /// The exact names it answers; never empty.
    pub servers: Vec<At<String>>,
    /// `[answers]`: values to draw on.
    pub answers: Answers,
    /// The rules in the order of the file.
    pub rules: Vec<Rule>,
    /// What becomes of answers that people gave; nothing in a project's profile.
    pub results: Vec<ResultRule>,
}

/// Values by field name, in the order of the file.
#[derive(Debug, Default)]
pub struct Answers {
    answers: Vec<NamedAnswer>,
    /// The places of many answers, by their names; empty where there are few.
    by_name: Vec<usize>,
}

/// The value of one field.
#[derive(Debug)]
pub struct NamedAnswer {
    /// The field's name.
    pub field: At<String>,
    /// Its value.
    pub answer: At<Answer>,
}

/// A value as it was written.
#[derive(Debug)]
pub enum Answer {
    /// A text, with or without variables. TOML dates are here too, as ISO text.
    Text(Template),
    /// A number.
    Number(Number),
    /// Yes or no.
    Bool(bool),
    /// The values of a multiple choice, scalars all.
    List(Vec<At<Answer>>),
}

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// `id`, else the rule's number from 1.
    pub id: String,
    /// The header, `[[rule]]`.
    pub span: Span,
    /// The conditions, cheapest first; all must hold.
    pub when: Vec<At<Condition>>,
    /// What it does.
    pub act: Act,
    /// `reason`: for the journal and the agent.
    pub reason: Option<String>,
}

/// What a rule does.
#[derive(Debug)]
pub enum Act {
    /// Declines.
    Decline,
    /// Cancels.
    Cancel,
    /// Leaves it to the person, whatever stands below.
    Ask,
    /// Accepts, with content.
    Accept(Accept),
}

/// One `[[result]]`.
#[derive(Debug)]
pub struct ResultRule {
    /// `id`, else its number from 1.
    pub id: String,
    /// The header, `[[result]]`.
    pub span: Span,
    /// The conditions, about the request, cheapest first; all must hold.
    pub when: Vec<At<Condition>>,
    /// `when.action`: what the person did; empty for anything.
    pub actions: Vec<Action>,
    /// What it does.
    pub act: ResultAct,
    /// `reason`: for the journal and the agent.
    pub reason: Option<String>,
}

/// What a `[[result]]` does.
#[derive(Debug)]
pub enum ResultAct {
    /// Declines.
    Decline,
    /// `set`: puts these values over the person's.
    Set(Answers),
}

/// What a person did with a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Accepted it.
    Accept,
    /// Declined it.
    Decline,
    /// Closed it without saying either.
    Cancel,
}

impl Action {
    /// The action of this name.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "accept" => Some(Self::Accept),
            "decline" => Some(Self::Decline),
            "cancel" => Some(Self::Cancel),
            _ => None,
        }
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Decline => "decline",
            Self::Cancel => "cancel",
        }
    }
}

/// How a rule fills a form.
#[derive(Debug, Default)]
pub struct Accept {
    /// `action = "accept"` is written out.
    pub written: bool,
    /// `answers.FIELD`.
    pub answers: Answers,
    /// `prefer.FIELD`; each a list.
    pub prefer: Answers,
    /// `use_defaults`.
    pub use_defaults: UseDefaults,
    /// `allow_secret`: fields that ask for a secret and are filled all the same.
    pub allow_secret: Vec<At<String>>,
}

/// Which fields take the schema's default.
#[derive(Debug, Default)]
pub enum UseDefaults {
    /// None.
    #[default]
    No,
    /// All but yes/no, consent and secret fields.
    All,
    /// These.
    Fields(Vec<At<String>>),
}

/// One condition of `when`. A list means any of.
#[derive(Debug)]
pub enum Condition {
    /// `attended`.
    Attended(bool),
    /// `env.NAME`: the variable is one of these.
    Env {
        /// The variable's name.
        name: String,
        /// What it may be.
        any: Vec<String>,
    },
    /// `fields`: the form asks all of these.
    Fields(Vec<String>),
    /// `project`: a glob over the project's path.
    Project(Vec<Glob>),
    /// `message`: a glob over the whole message.
    Message(Vec<Glob>),
    /// `question`: a glob over the message, or a title or description of a field.
    Question(Vec<Glob>),
    /// `url`.
    Url(Vec<UrlPattern>),
    /// `message_regex`, with what its groups have to be.
    MessageRegex(Vec<MessageRegex>),
    /// `form`: the form's fingerprint.
    Form(Vec<String>),
}

impl Answers {
    /// As many are found as fast one by one.
    const FEW: usize = 16;

    /// The value of the field of this name.
    pub fn named(&self, name: &str) -> Option<&NamedAnswer> {
        if self.by_name.is_empty() {
            return self.answers.iter().find(|answer| answer.field.it == name);
        }
        let place = (self.by_name)
            .binary_search_by_key(&Some(name), |place| self.name_at(*place))
            .ok()?;
        self.answers.get(*self.by_name.get(place)?)
    }

    fn name_at(&self, place: usize) -> Option<&str> {
        self.answers
            .get(place)
            .map(|answer| answer.field.it.as_str())
    }
}

impl From<Vec<NamedAnswer>> for Answers {
    fn from(answers: Vec<NamedAnswer>) -> Self {
        let mut all = Self {
            answers,
            by_name: Vec::new(),
        };
        if all.answers.len() > Self::FEW {
            let mut by_name: Vec<usize> = (0..all.answers.len()).collect();
            by_name.sort_unstable_by_key(|place| all.name_at(*place));
            all.by_name = by_name;
        }
        all
    }
}

impl Deref for Answers {
    type Target = [NamedAnswer];

    fn deref(&self) -> &[NamedAnswer] {
        &self.answers
    }
}

impl<'a> IntoIterator for &'a Answers {
    type Item = &'a NamedAnswer;
    type IntoIter = std::slice::Iter<'a, NamedAnswer>;

    fn into_iter(self) -> Self::IntoIter {
        self.answers.iter()
    }
}

impl Accept {
    /// The rule's own values.
    pub fn values(&self) -> impl Iterator<Item = &NamedAnswer> {
        self.answers.iter().chain(&self.prefer)
    }
}

impl Profile {
    /// All values of the file: of `[answers]` and of its rules.
    pub fn values(&self) -> impl Iterator<Item = &NamedAnswer> {
        let of_rules = self.rules.iter().filter_map(|rule| match &rule.act {
            Act::Accept(accept) => Some(accept.values()),
            Act::Decline | Act::Cancel | Act::Ask => None,
        });
        self.answers.iter().chain(of_rules.flatten())
    }
}

impl Answer {
    /// The variables that its texts name.
    pub fn variables(&self) -> impl Iterator<Item = &Variable> {
        let (own, items) = match self {
            Self::Text(template) => (Some(template), &[][..]),
            Self::List(items) => (None, items.as_slice()),
            Self::Number(_) | Self::Bool(_) => (None, &[][..]),
        };
        // Lists hold no lists.
        let of_items = items.iter().filter_map(|item| match &item.it {
            Self::Text(template) => Some(template),
            _ => None,
        });
        own.into_iter()
            .chain(of_items)
            .flat_map(Template::variables)
    }

    /// Whether it is exactly `"${env.X}"`, as a field that asks for a secret has to be answered.
    pub fn is_one_variable(&self) -> bool {
        matches!(self, Self::Text(Template(parts))
            if matches!(parts.as_slice(), [Part::Variable(Variable::Env { fallback: None, .. })]))
    }
}

impl Condition {
    /// Whether it says which question is meant, which consent needs: the message or a text of the form
    /// without `**`, or a regular expression.
    pub fn names_question(&self) -> bool {
        match self {
            Self::Message(globs) | Self::Question(globs) => !globs.iter().any(Glob::has_any_text),
            Self::MessageRegex(_) => true,
            _ => false,
        }
    }

    /// Whether it is about the message itself.
    pub fn is_message(&self) -> bool {
        matches!(self, Self::Message(_) | Self::MessageRegex(_))
    }

    /// Whether it is about a URL.
    pub fn is_url(&self) -> bool {
        matches!(self, Self::Url(_))
    }

    /// The key under `when`.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Attended(_) => "attended",
            Self::Env { .. } => "env",
            Self::Fields(_) => "fields",
            Self::Project(_) => "project",
            Self::Message(_) => "message",
            Self::Question(_) => "question",
            Self::Url(_) => "url",
            Self::MessageRegex(_) => "message_regex",
            Self::Form(_) => "form",
        }
    }

    /// Cheapest first, so that a rule that doesn't apply costs little.
    pub(crate) fn cost(&self) -> u8 {
        match self {
            Self::Attended(_) => 0,
            Self::Fields(_) => 1,
            Self::Env { .. } => 2,
            Self::Project(_) => 3,
            Self::Message(_) => 4,
            Self::Question(_) => 5,
            Self::Url(_) => 6,
            Self::MessageRegex(_) => 7,
            Self::Form(_) => 8,
        }
    }
}

impl Rule {
    /// Whether it accepts.
    pub fn accepts(&self) -> bool {
        matches!(self.act, Act::Accept(_))
    }

    /// Whether some condition is about the message itself.
    pub fn names_message(&self) -> bool {
        self.when.iter().any(|condition| condition.it.is_message())
    }

    /// Whether some condition names the question.
    pub fn names_question(&self) -> bool {
        self.when
            .iter()
            .any(|condition| condition.it.names_question())
    }

    /// Whether it names a message, a question or a URL, if only roughly: what makes a user's *no* specific.
    pub fn is_specific(&self) -> bool {
        self.when.iter().any(|condition| {
            matches!(
                condition.it,
                Condition::Message(_)
                    | Condition::MessageRegex(_)
                    | Condition::Question(_)
                    | Condition::Url(_)
            )
        })
    }

    /// Whether it is one for URLs.
    pub fn is_for_urls(&self) -> bool {
        self.when.iter().any(|condition| condition.it.is_url())
    }
}

#[cfg(test)]
mod tests {
    use crate::profile::read;

    #[test]
    fn answers_are_found_by_name_few_or_many() {
        for many in [1, 16, 17, 100] {
            // Neither the order of the names nor that of their digits.
            let names: Vec<String> = (0..many).map(|n| format!("f{}", n * 37 % 101)).collect();
            let lines: String = (names.iter())
                .map(|name| format!("{name} = \"{name}\"\n"))
                .collect();
            let text = format!("server = \"s\"\n[answers]\n{lines}");
            let answers = read(text.as_bytes()).unwrap().answers;
            assert!(answers.iter().map(|a| &a.field.it).eq(&names));
            for name in &names {
                assert_eq!(answers.named(name).unwrap().field.it, *name);
            }
            assert!(answers.named("f").is_none() && answers.named("g").is_none());
        }
    }
}
