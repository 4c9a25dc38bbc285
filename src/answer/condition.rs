//! Whether a rule applies.

use std::borrow::Cow;
use std::path::Path;

use crate::ask::{Ask, Request, fingerprint};
use crate::profile::{
    Act, At, Book, Condition, Glob, Groups, RegexMiss, Rule, Scope, Source, UrlRefusal, fold,
};

use super::Context;
use super::heard::{Heard, unclean};
use super::trace::Miss;

/// The request and its surroundings, as conditions look at them.
pub(super) struct Scene<'a, 'c> {
    pub(super) request: &'a Request,
    pub(super) heard: Heard<'a>,
    pub(super) book: &'a Book,
    pub(super) context: &'c Context<'c>,
}

/// A condition that failed, and how.
pub(super) type Failed<'a> = (Option<&'a At<Condition>>, Miss);

impl<'a> Scene<'a, '_> {
    /// Whether all conditions of a rule hold; then with the texts of its message's groups.
    pub(super) fn applies(&self, source: &Source, rule: &'a Rule) -> Result<Groups, Failed<'a>> {
        let url = matches!(self.request.ask, Ask::Url(_));
        if rule.is_for_urls() != url && (url || self.request.form().is_some()) {
            return Err((None, Miss::OtherMode));
        }
        if let (true, Some(unclean)) = (rule.accepts(), self.heard.unclean) {
            return Err((None, Miss::Unclean(unclean)));
        }
        let mut groups = Groups::new();
        for condition in &rule.when {
            self.holds(source, rule, &condition.it, &mut groups)
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
        rule: &Rule,
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
            Condition::Question(globs) => self.asks(globs, rule),
            Condition::Url(patterns) => {
                // Saying no may be generous. What an accept can't take is judged once the rule is taken.
                let matches = match &self.request.ask {
                    Ask::Url(url) if rule.accepts() => patterns
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
    fn asks(&self, globs: &[Glob], rule: &Rule) -> Result<(), Miss> {
        if any(globs, &self.heard.folded) {
            return Ok(());
        }
        let fields = self.request.form().map_or(&[][..], |form| &form.fields);
        let texts = fields
            .iter()
            .flat_map(|field| [&field.title, &field.description]);
        let asked = texts.flatten().find(|text| any(globs, &fold(text)));
        let text = asked.ok_or(Miss::TextDiffers)?;
        if !rule.accepts() {
            return Ok(());
        }
        match unclean(text) {
            Some(unclean) => Err(Miss::Unclean(unclean)),
            None if rule.names_message() => Ok(()),
            None if !self.heard.folded.is_empty() => Err(Miss::MessageNotNamed),
            None => self.answers_named_fields(globs, rule),
        }
    }

    /// Where nothing but a field's text is named, the rule may answer no other question beside it: a server could
    /// put the named text on a field of its own and ask something else in the one that is answered.
    fn answers_named_fields(&self, globs: &[Glob], rule: &Rule) -> Result<(), Miss> {
        let Act::Accept(accept) = &rule.act else {
            return Ok(());
        };
        for answer in accept.values() {
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
