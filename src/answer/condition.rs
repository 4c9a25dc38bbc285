//! Whether a rule applies.

use std::borrow::Cow;
use std::path::Path;

use crate::ask::schema::Budget;
use crate::ask::{Ask, Request, fingerprint};
use crate::profile::{
    Accept, Act, At, Book, Condition, Glob, Groups, RegexMiss, Rule, Scope, Source, UrlRefusal,
    fold,
};

use crate::words::{Folded, consent_word};

use super::Context;
use super::heard::{Heard, unclean};
use super::trace::Miss;

/// The request and its surroundings, as conditions look at them.
pub(super) struct Scene<'a, 'c> {
    pub(super) request: &'a Request,
    pub(super) heard: Heard<'a>,
    pub(super) book: &'a Book,
    pub(super) context: &'c Context<'c>,
    /// What patterns may still take.
    pub(super) budget: Budget,
}

/// The conditions of one rule, and whether it has the server hear a yes, which makes them stricter.
#[derive(Clone, Copy)]
pub(super) struct When<'a> {
    pub(super) conditions: &'a [At<Condition>],
    pub(super) accepts: bool,
    /// How the rule fills the form, if it does.
    pub(super) fills: Option<&'a Accept>,
}

impl When<'_> {
    /// Whether some condition says which message is meant.
    fn names_message(self) -> bool {
        self.conditions
            .iter()
            .any(|condition| condition.it.is_message() && condition.it.names_question())
    }

    /// Whether they are for URLs.
    fn is_for_urls(self) -> bool {
        self.conditions
            .iter()
            .any(|condition| condition.it.is_url())
    }
}

/// A condition that failed, and how.
pub(super) type Failed<'a> = (Option<&'a At<Condition>>, Miss);

impl<'a> Scene<'a, '_> {
    /// Whether all conditions of a rule hold; then with the texts of its message's groups.
    pub(super) fn applies(&self, source: &Source, rule: &'a Rule) -> Result<Groups, Failed<'a>> {
        let when = When {
            conditions: &rule.when,
            accepts: rule.accepts(),
            fills: match &rule.act {
                Act::Accept(accept) => Some(accept),
                Act::Decline | Act::Cancel | Act::Ask => None,
            },
        };
        self.all_hold(source, when)
    }

    /// Whether all these conditions hold; then with the texts of the message's groups.
    pub(super) fn all_hold(&self, source: &Source, when: When<'a>) -> Result<Groups, Failed<'a>> {
        let url = matches!(self.request.ask, Ask::Url(_));
        if when.is_for_urls() != url && (url || self.request.form().is_some()) {
            return Err((None, Miss::OtherMode));
        }
        if let (true, Some(unclean)) = (when.accepts, self.heard.unclean) {
            return Err((None, Miss::Unclean(unclean)));
        }
        let mut groups = Groups::new();
        for condition in when.conditions {
            self.holds(source, when, &condition.it, &mut groups)
                .map_err(|miss| (Some(condition), miss))?;
        }
        Ok(groups)
    }

    /// Whether a rule that applies knows what the message says: some condition of it names the message.
    pub(super) fn names_message(&self, rule: &Rule) -> bool {
        rule.when
            .iter()
            .any(|condition| match &condition.it {
                Condition::Question(globs) => any(globs, &self.heard.folded),
                Condition::Message(_) | Condition::MessageRegex(_) => true,
                _ => false,
            } && condition.it.names_question())
    }

    fn holds(
        &self,
        source: &Source,
        when: When<'_>,
        condition: &Condition,
        groups: &mut Groups,
    ) -> Result<(), Miss> {
        match condition {
            Condition::Attended(wanted) => {
                let attended = self.context.attended;
                met(attended == Some(*wanted), || Miss::Attended(attended))
            }
            Condition::Env { name, any } => self.env_is(source, name, any),
            Condition::Fields(names) => names.iter().try_for_each(|name| {
                let asked = self
                    .request
                    .form()
                    .is_some_and(|form| form.field(name).is_some());
                met(asked, || Miss::FieldMissing(name.clone()))
            }),
            Condition::Project(globs) => {
                let path = self.context.project.and_then(path_text);
                let inside = path.is_some_and(|path| any(globs, &path));
                met(inside, || Miss::ProjectDiffers)
            }
            Condition::Message(globs) => met(any(globs, &self.heard.folded), || Miss::TextDiffers),
            Condition::Question(globs) => self.asks(globs, when),
            Condition::Url(patterns) => {
                // Saying no may be generous. What an accept can't take is judged once the rule is taken.
                let matches = match &self.request.ask {
                    Ask::Url(url) if when.accepts => patterns
                        .iter()
                        .any(|pattern| pattern.acceptable(url) != Err(UrlRefusal::NoMatch)),
                    Ask::Url(url) => patterns.iter().any(|pattern| pattern.matches(url)),
                    Ask::Form(_) | Ask::Unreadable(_) => false,
                };
                met(matches, || Miss::UrlDiffers)
            }
            Condition::MessageRegex(regexes) => {
                let mut miss = RegexMiss::Message;
                for regex in regexes {
                    match regex.captures(&self.heard.spaced) {
                        Ok(found) => {
                            groups.extend(found);
                            return Ok(());
                        }
                        // A group that differs says more than a message that does.
                        Err(RegexMiss::Message) => {}
                        Err(other) => miss = other,
                    }
                }
                Err(Miss::Regex(miss))
            }
            Condition::Form(wanted) => {
                let is = self.request.form().map(fingerprint).unwrap_or_default();
                met(wanted.contains(&is), || Miss::FormDiffers(is.clone()))
            }
        }
    }

    fn env_is(&self, source: &Source, name: &str, any: &[String]) -> Result<(), Miss> {
        if source.scope == Scope::Project {
            return Err(Miss::EnvInProject);
        }
        let allowed = self
            .book
            .config
            .state
            .as_ref()
            .is_ok_and(|config| config.allows_env(name));
        if !allowed {
            return Err(Miss::EnvNotAllowed);
        }
        let value = self.context.outside.env(name);
        met(value.is_some_and(|value| any.contains(&value)), || {
            Miss::EnvDiffers
        })
    }

    /// `question`: the message, or a title or description of a field. For a rule that accepts, the field's text
    /// must hide nothing, and the message must not say what the rule doesn't name: it may be the true question.
    fn asks(&self, globs: &[Glob], when: When<'_>) -> Result<(), Miss> {
        if any(globs, &self.heard.folded) {
            return Ok(());
        }
        let fields = self.request.form().map_or(&[][..], |form| &form.fields);
        let texts = fields
            .iter()
            .flat_map(|field| [&field.title, &field.description]);
        let asked = texts.flatten().find(|text| any(globs, &fold(text)));
        let text = asked.ok_or(Miss::TextDiffers)?;
        if !when.accepts {
            return Ok(());
        }
        match unclean(text) {
            Some(unclean) => Err(Miss::Unclean(unclean)),
            None if when.names_message() => Ok(()),
            None if !self.heard.folded.is_empty() => Err(Miss::MessageNotNamed),
            None => self.answers_named_fields(globs, when),
        }
    }

    /// Where nothing but a field's text is named, the rule may answer no other question beside it: a server could
    /// put the named text on a field of its own and ask something else in the one that is answered.
    fn answers_named_fields(&self, globs: &[Glob], when: When<'_>) -> Result<(), Miss> {
        let form = self.request.form();
        let root = form
            .into_iter()
            .flat_map(|form| [&form.title, &form.description]);
        for text in root.flatten() {
            if consent_word(&Folded::new(text)).is_some() && !any(globs, &fold(text)) {
                return Err(Miss::MessageNotNamed);
            }
        }
        for answer in when.fills.into_iter().flat_map(Accept::values) {
            let field = self
                .request
                .form()
                .and_then(|form| form.field(&answer.field.it));
            let mut texts = field
                .into_iter()
                .flat_map(|field| [&field.title, &field.description])
                .flatten()
                .peekable();
            if texts.peek().is_some() && !texts.any(|text| any(globs, &fold(text))) {
                return Err(Miss::FieldNotNamed(answer.field.it.clone()));
            }
        }
        Ok(())
    }
}

fn met(holds: bool, miss: impl FnOnce() -> Miss) -> Result<(), Miss> {
    if holds { Ok(()) } else { Err(miss()) }
}

fn any(globs: &[Glob], text: &str) -> bool {
    globs.iter().any(|glob| glob.matches(text))
}

/// A path as globs see it: `/` between its parts on every platform.
fn path_text(path: &Path) -> Option<Cow<'_, str>> {
    let text = path.to_str()?;
    Some(if cfg!(windows) {
        Cow::Owned(text.replace('\\', "/"))
    } else {
        Cow::Borrowed(text)
    })
}
