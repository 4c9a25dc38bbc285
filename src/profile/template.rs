//! Texts with variables, `${…}`. Reading one is all that happens here; its values come from `answer`.

/// A text, in pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template(pub Vec<Part>);

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Text as written, `$${` already a `${`.
    Literal(String),
    /// A variable.
    Variable(Variable),
}

/// What a template may name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Variable {
    /// `vars.NAME`: `[vars]` of the user's config.
    Vars(String),
    /// `env.NAME`, `env.NAME:-FALLBACK`: an environment variable that the user's config allows.
    Env {
        /// The variable's name.
        name: String,
        /// What stands for it where it is unset or empty.
        fallback: Option<String>,
    },
    /// `message.GROUP`: a named group of the rule's `message_regex`.
    Message(String),
    /// `project.name`: the last part of the project's path.
    ProjectName,
    /// `project.dir`: the project's path.
    ProjectDir,
    /// `cwd.name`: the last part of the working folder's path.
    CwdName,
    /// `cwd.dir`: the working folder's path.
    CwdDir,
    /// `server`: the name of the server that asks.
    Server,
    /// `today`: the local date, ISO.
    Today,
}

/// Why a text isn't a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplateError {
    /// A `${` without its `}`.
    Unclosed,
    /// A variable that doesn't exist, as written.
    Unknown(String),
    /// `{{ vars.x }}`, as other tools write it.
    Mustache(String),
}

impl Template {
    /// Reads a text. One pass: what a variable brings later is never looked at again.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        // Most answers are plain, and looking for one byte costs far less than looking for two.
        if !text.contains(['$', '{']) {
            return Ok(Self::literal(text.to_owned()));
        }
        if let Some(inside) = mustache(text) {
            return Err(TemplateError::Mustache(inside.to_owned()));
        }
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${") {
            if let Some(before) = before.strip_suffix('$') {
                literal.push_str(before);
                literal.push_str("${");
                rest = after;
                continue;
            }
            literal.push_str(before);
            let (inside, after) = after.split_once('}').ok_or(TemplateError::Unclosed)?;
            if !literal.is_empty() {
                parts.push(Part::Literal(std::mem::take(&mut literal)));
            }
            parts.push(Part::Variable(Variable::parse(inside)?));
            rest = after;
        }
        literal.push_str(rest);
        if !literal.is_empty() || parts.is_empty() {
            parts.push(Part::Literal(literal));
        }
        Ok(Self(parts))
    }

    /// A text without variables, whatever it holds.
    pub fn literal(text: String) -> Self {
        Self(vec![Part::Literal(text)])
    }

    /// The text, if there is no variable in it.
    pub fn as_literal(&self) -> Option<&str> {
        match self.0.as_slice() {
            [Part::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// Whether it holds nothing but `vars` and `env`, which alone may stand for a number or a yes/no.
    pub fn is_typed(&self) -> bool {
        self.0.iter().all(|part| {
            matches!(
                part,
                Part::Variable(Variable::Vars(_) | Variable::Env { .. })
            )
        })
    }

    /// The variables in it.
    pub fn variables(&self) -> impl Iterator<Item = &Variable> {
        self.0.iter().filter_map(|part| match part {
            Part::Variable(variable) => Some(variable),
            Part::Literal(_) => None,
        })
    }
}

impl Variable {
    fn parse(inside: &str) -> Result<Self, TemplateError> {
        let unknown = || TemplateError::Unknown(inside.to_owned());
        let named = |name: &str| is_name(name).then(|| name.to_owned()).ok_or_else(unknown);
        match inside {
            "server" => return Ok(Self::Server),
            "today" => return Ok(Self::Today),
            "project.name" => return Ok(Self::ProjectName),
            "project.dir" => return Ok(Self::ProjectDir),
            "cwd.name" => return Ok(Self::CwdName),
            "cwd.dir" => return Ok(Self::CwdDir),
            _ => {}
        }
        match inside.split_once('.') {
            Some(("vars", name)) => Ok(Self::Vars(named(name)?)),
            Some(("message", group)) => Ok(Self::Message(named(group)?)),
            Some(("env", rest)) => {
                let (name, fallback) = match rest.split_once(":-") {
                    Some((name, fallback)) => (name, Some(fallback.to_owned())),
                    None => (rest, None),
                };
                Ok(Self::Env {
                    name: named(name)?,
                    fallback,
                })
            }
            _ => Err(unknown()),
        }
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|char| char.is_alphanumeric() || matches!(char, '_' | '-'))
}

/// What stands between `{{` and `}}` if it looks like one of our variables.
fn mustache(text: &str) -> Option<&str> {
    let (_, after) = text.split_once("{{")?;
    let (inside, _) = after.split_once("}}")?;
    let inside = inside.trim();
    let ours = ["vars.", "env.", "message.", "project.", "cwd."]
        .iter()
        .any(|family| inside.starts_with(family));
    (ours || matches!(inside, "server" | "today")).then_some(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(text: &str) -> Part {
        Part::Literal(text.to_owned())
    }

    #[test]
    fn texts_are_split_into_literals_and_variables() {
        let vars = |name: &str| Part::Variable(Variable::Vars(name.to_owned()));
        for (text, parts) in [
            ("", vec![literal("")]),
            ("plain $5 {x}", vec![literal("plain $5 {x}")]),
            ("$${vars.x}", vec![literal("${vars.x}")]),
            ("a$$${b", vec![literal("a$${b")]),
            ("${vars.x}", vec![vars("x")]),
            (
                "a ${vars.x} b",
                vec![literal("a "), vars("x"), literal(" b")],
            ),
            (
                "${env.A:-b:c}",
                vec![Part::Variable(Variable::Env {
                    name: "A".into(),
                    fallback: Some("b:c".into()),
                })],
            ),
            ("{{ handlebars }}", vec![literal("{{ handlebars }}")]),
        ] {
            assert_eq!(Template::parse(text), Ok(Template(parts)), "{text}");
        }
    }

    #[test]
    fn what_names_nothing_is_an_error() {
        for (text, error) in [
            ("${vars.x", TemplateError::Unclosed),
            ("${}", TemplateError::Unknown(String::new())),
            ("${vars.}", TemplateError::Unknown("vars.".into())),
            ("${ vars.x }", TemplateError::Unknown(" vars.x ".into())),
            ("${HOME}", TemplateError::Unknown("HOME".into())),
            (
                "${project.path}",
                TemplateError::Unknown("project.path".into()),
            ),
            ("{{ vars.x }}", TemplateError::Mustache("vars.x".into())),
        ] {
            assert_eq!(Template::parse(text), Err(error), "{text}");
        }
    }
}
