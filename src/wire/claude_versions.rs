//! What a version of Claude Code can't do for us. Observed, each with its first and last version seen; see the README.

/// A version of the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u32, pub u32, pub u32);

/// What a version can't do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lack {
    /// Servers can't ask at all.
    Forms,
    /// `args` of a hook are ignored.
    ExecForm,
    /// URL mode is refused.
    Urls,
    /// The event doesn't say which prompt it belongs to.
    PromptId,
    /// Nobody has tried it; it lies between one that can't and one that can.
    Untried,
}

impl Version {
    /// Reads what `claude --version` prints: `2.1.332 (Claude Code)`.
    pub fn parse(text: &str) -> Option<Self> {
        let first = text.split_whitespace().next()?;
        let mut numbers = first.split(['.', '-', '+']).map(str::parse);
        let mut number = || numbers.next()?.ok();
        Some(Self(number()?, number()?, number()?))
    }

    /// What this version can't do.
    pub fn lacks(self) -> Vec<Lack> {
        let older = |patch| self < Self(2, 1, patch);
        let mut lacks = Vec::new();
        if older(84) {
            return vec![Lack::Forms];
        }
        if older(87) {
            lacks.push(Lack::ExecForm);
        } else if older(150) {
            lacks.push(Lack::Untried);
        }
        // 2.1.84 to 86 took URLs, and 2.1.290 does again.
        if !older(87) && older(251) {
            lacks.push(Lack::Urls);
        }
        if older(151) {
            lacks.push(Lack::PromptId);
        }
        lacks
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(major, minor, patch) = self;
        write!(f, "{major}.{minor}.{patch}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_lack_what_was_observed() {
        for (text, lacks) in [
            ("2.0.9 (Claude Code)", Some(vec![Lack::Forms])),
            ("2.1.83 (Claude Code)\n", Some(vec![Lack::Forms])),
            ("2.1.86", Some(vec![Lack::ExecForm, Lack::PromptId])),
            (
                "2.1.110",
                Some(vec![Lack::Untried, Lack::Urls, Lack::PromptId]),
            ),
            ("2.1.150", Some(vec![Lack::Urls, Lack::PromptId])),
            ("2.1.250", Some(vec![Lack::Urls])),
            ("2.1.290", Some(vec![])),
            ("2.1.332 (Claude Code)", Some(vec![])),
            ("3.0.0-beta", Some(vec![])),
            ("claude", None),
            ("", None),
        ] {
            assert_eq!(Version::parse(text).map(Version::lacks), lacks, "{text}");
        }
    }
}
