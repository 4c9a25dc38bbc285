//! From an answer as written to the value that a field takes. What comes out is still to be checked.

use serde_json::Number;

use crate::ask::{Choice, Field, FieldKind, Value};
use crate::profile::{Answer, At, Book, Groups, Part, Scope, Source, Template, Variable};

use super::Context;
use super::heard::hides;
use super::trace::Unmade;

/// What templates draw on.
pub(super) struct Maker<'m> {
    pub(super) book: &'m Book,
    pub(super) context: &'m Context<'m>,
    pub(super) server: &'m str,
    pub(super) groups: &'m Groups,
}

impl Maker<'_> {
    /// The value of an answer for a field.
    pub(super) fn value(
        &self,
        source: &Source,
        answer: &Answer,
        field: &Field,
    ) -> Result<Value, Unmade> {
        match answer {
            Answer::List(items) => {
                let offered = match &field.kind {
                    FieldKind::Choices { offered, .. } => offered.as_slice(),
                    _ => &[],
                };
                let texts = items.iter().map(|item| {
                    match chosen(offered, self.scalar(source, &item.it, None)?) {
                        Value::Text(text) => Ok(text),
                        _ => Err(Unmade::WrongShape),
                    }
                });
                texts.collect::<Result<_, _>>().map(Value::Texts)
            }
            scalar => {
                let value = self.scalar(source, scalar, Some(&field.kind))?;
                Ok(match &field.kind {
                    FieldKind::Choice(offered) => chosen(offered, value),
                    _ => value,
                })
            }
        }
    }

    /// The first preferred value that is on offer.
    pub(super) fn preferred(
        &self,
        source: &Source,
        items: &[At<Answer>],
        field: &Field,
    ) -> Result<Value, Unmade> {
        let FieldKind::Choice(offered) = &field.kind else {
            return Err(Unmade::WrongShape);
        };
        for item in items {
            let value = chosen(offered, self.scalar(source, &item.it, Some(&field.kind))?);
            if offered.iter().any(|choice| choice.value.equals(&value)) {
                return Ok(value);
            }
        }
        Err(Unmade::NoneOnOffer)
    }

    fn scalar(
        &self,
        source: &Source,
        answer: &Answer,
        kind: Option<&FieldKind>,
    ) -> Result<Value, Unmade> {
        match answer {
            Answer::Number(number) => Ok(Value::Number(number.clone())),
            Answer::Bool(yes) => Ok(Value::Bool(*yes)),
            Answer::List(_) => Err(Unmade::WrongShape),
            Answer::Text(template) => {
                let text = self.render(source, template)?;
                let typed = kind
                    .filter(|_| template.is_typed())
                    .and_then(|kind| read_as(kind, &text));
                Ok(typed.unwrap_or(Value::Text(text)))
            }
        }
    }

    /// A template's text. One pass: what a variable brings is never looked at again.
    pub(super) fn render(&self, source: &Source, template: &Template) -> Result<String, Unmade> {
        let mut text = String::new();
        for part in &template.0 {
            match part {
                Part::Literal(literal) => text.push_str(literal),
                Part::Variable(variable) => {
                    let value = self.variable(source, variable)?;
                    if value
                        .chars()
                        .any(|char| hides(char) || (char.is_control() && char != '\t'))
                    {
                        return Err(Unmade::HiddenCharacters);
                    }
                    text.push_str(&value);
                }
            }
        }
        Ok(text)
    }

    fn variable(&self, source: &Source, variable: &Variable) -> Result<String, Unmade> {
        let config = self.book.config.state.as_ref().ok();
        let value = match variable {
            Variable::Vars(name) => config.and_then(|config| config.vars.get(name)).cloned(),
            Variable::Env { name, fallback } => {
                if source.scope == Scope::Project {
                    return Err(Unmade::EnvInProject);
                }
                if !config.is_some_and(|config| config.allows_env(name)) {
                    return Err(Unmade::EnvNotAllowed);
                }
                let value = self
                    .context
                    .outside
                    .env(name)
                    .filter(|value| !value.is_empty());
                value.or_else(|| fallback.clone())
            }
            Variable::Message(group) => {
                let found = self.groups.iter().find(|(name, _)| name == group);
                found.map(|(_, text)| text.clone())
            }
            Variable::ProjectName => last_part(self.context.project),
            Variable::ProjectDir => self
                .context
                .project
                .and_then(|path| path.to_str())
                .map(str::to_owned),
            Variable::CwdName => last_part(self.context.cwd),
            Variable::CwdDir => self
                .context
                .cwd
                .and_then(|path| path.to_str())
                .map(str::to_owned),
            Variable::Server => Some(self.server.to_owned()),
            Variable::Today => self.context.outside.today(),
        };
        value.ok_or(Unmade::VariableUnset)
    }
}

fn last_part(path: Option<&std::path::Path>) -> Option<String> {
    path?.file_name()?.to_str().map(str::to_owned)
}

/// The option that a value names: by its own value, or by its title if that is one option's alone and no
/// option's value. What names none stays as it is, for the validator to refuse.
fn chosen(offered: &[Choice], value: Value) -> Value {
    if offered.iter().any(|choice| choice.value.equals(&value)) {
        return value;
    }
    let Value::Text(text) = &value else {
        return value;
    };
    let mut titled = offered
        .iter()
        .filter(|choice| choice.title.as_deref() == Some(text));
    match (titled.next(), titled.next()) {
        (Some(only), None) => only.value.clone(),
        _ => value,
    }
}

/// Text as the type of a field, if it is exactly one.
fn read_as(kind: &FieldKind, text: &str) -> Option<Value> {
    // Digits alone that don't fit an integer would become a float without some of them.
    let digits = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'-');
    let whole = |number: &Number| !digits || !number.is_f64();
    let number = || text.parse().ok().filter(whole).map(Value::Number);
    let boolean = || text.parse().ok().map(Value::Bool);
    match kind {
        FieldKind::Number(_) => number(),
        FieldKind::Boolean => boolean(),
        FieldKind::Choice(offered) => {
            let typed = [number(), boolean()].into_iter().flatten();
            typed
                .into_iter()
                .find(|value| offered.iter().any(|choice| choice.value.equals(value)))
        }
        _ => None,
    }
}
