//! Facts as sentences: one function a kind of fact.

use crate::answer::{Consent, LeftOut, Miss, Reason, Secret, Unclean, Unmade};
use crate::ask::{
    Field, FieldKind, Form, NumberLimits, TextLimits, Unreadable, Unsupported, Value,
};
use crate::files::Problem;
use crate::profile::{Refusal, RegexMiss, Standing};
use crate::words::{Part, Sign};

use super::clean::{escape, escape_cut, toml_string};

/// The command in the project's own folder.
pub(super) const TRUST: &str = "answerback trust";

/// Most options that a sentence names.
const MOST_OPTIONS: usize = 12;

/// Why there is no decision.
pub fn reason(reason: Reason) -> String {
    let text = match reason {
        Reason::NoProfile => "no profile answers this server",
        Reason::NoRule => "no rule applies",
        Reason::AskRule => "the rule leaves it to the person",
        Reason::Incomplete => "the rule applies, but can't be completed",
        Reason::Invalid => "the form forbids what the rule answers",
        Reason::AcceptNotWritten => {
            "the rule fills no field; to accept all the same it has to write `action = \"accept\"`"
        }
        Reason::ConsentNeedsQuestion => {
            "the form asks consent, and the rule doesn't name its question: it needs `when.message` without `**`, `when.question` or `when.message_regex`"
        }
        Reason::ConsentUnclear => {
            "the answers say yes and no at once; write `action = \"accept\"` to send them as they are"
        }
        Reason::SecretField => "the form asks for a secret",
        Reason::RepeatLimit => {
            "the rule has answered as often within this prompt as `repeats` in the user's config allows"
        }
        Reason::UnsupportedSchema(Unsupported(keyword)) => {
            return format!("the form's schema isn't understood: `{keyword}`");
        }
        Reason::UrlNotAcceptable(refusal) => {
            return format!("the URL can't be accepted: {refusal}");
        }
        Reason::ProjectUrl => "a project's profile can't accept URLs",
        Reason::BrokenProfile => "a profile of this server is broken",
        Reason::RefusedProfile(refused) => return refusal(refused, TRUST),
        Reason::BrokenConfig => "the user's config can't be used",
        Reason::Unreadable(Unreadable::UnknownMode) => "the request's mode is neither form nor url",
        Reason::Unreadable(Unreadable::NoUrl) => "the request has the mode url and no URL",
    };
    text.to_owned()
}

/// Why a file is not read, or not believed. `trust` is the command that shows and trusts it.
pub fn refusal(refusal: Refusal, trust: &str) -> String {
    match refusal {
        Refusal::Untrusted => {
            format!(
                "this profile came with the project and isn't trusted; to read and trust it, run `{trust}`"
            )
        }
        Refusal::Edited => {
            format!(
                "this profile came with the project and was edited since you trusted it; to read and trust it as it is now, run `{trust}`"
            )
        }
        Refusal::EditedServer => {
            format!(
                "the project's `.mcp.json` says what this server is, and that was edited since you trusted it; to read and trust it as it is now, run `{trust}`"
            )
        }
        Refusal::UntrustedServer => {
            format!(
                "the project's `.mcp.json` says what this server is, and that isn't trusted; to read and trust it, run `{trust}`"
            )
        }
        Refusal::DoubtfulServer => "a `.mcp.json` of the project can't be read".to_owned(),
        Refusal::File(problem @ (Problem::WritableByOthers | Problem::FolderWritableByOthers)) => {
            format!("{problem}; `chmod go-w` takes that away")
        }
        Refusal::File(problem) => problem.to_string(),
    }
}

/// What became of something that was trusted.
pub fn standing(standing: Standing) -> String {
    let text = match standing {
        Standing::Same => "as it was trusted",
        Standing::Changed => "changed since, and not trusted as it is now",
        Standing::Earlier => "an earlier content; what is there now is trusted too",
        Standing::Gone => "gone",
        Standing::ProjectGone => "its project is gone, or was moved",
        Standing::Refused(problem) => return format!("not read: {problem}"),
        Standing::Doubtful => "a `.mcp.json` there can't be understood",
    };
    text.to_owned()
}

pub(super) fn miss(miss: &Miss) -> String {
    let text = match miss {
        Miss::OtherMode => "it is for the other mode: URLs need `when.url`, forms have none",
        Miss::Unclean(Unclean::Hides(char)) => {
            return format!("the text hides something: `{}`", char.escape_unicode());
        }
        Miss::Unclean(Unclean::TooLong) => "the message is longer than 64 KiB",
        Miss::Attended(None) => "whether a person is there isn't known",
        Miss::Attended(Some(true)) => "a person is there",
        Miss::Attended(Some(false)) => "nobody is there",
        Miss::EnvDiffers => "the variable is unset or has another value",
        Miss::EnvNotAllowed => "the variable isn't listed under `env` in the user's config",
        Miss::EnvInProject => "a project's profile can't read the environment",
        Miss::FieldMissing(name) => return format!("the form doesn't ask `{}`", escape(name)),
        Miss::ProjectDiffers => "the project is another one",
        Miss::TextDiffers => "no text matches",
        Miss::MessageNotNamed => {
            "a field matches, but the message says more: name it with `when.message`"
        }
        Miss::FieldNotNamed(name) => {
            return format!(
                "a field matches, but the rule answers `{}` beside it, which it doesn't name",
                escape(name)
            );
        }
        Miss::Regex(RegexMiss::Message) => "the message doesn't match",
        Miss::Regex(RegexMiss::Group(group)) => {
            return format!("the group `{group}` isn't what it has to be");
        }
        Miss::Regex(RegexMiss::TooLarge) => "the expression is too large to be compiled",
        Miss::UrlDiffers => "the URL is another one",
        Miss::FormDiffers(is) => return format!("the form is another one: {is}"),
    };
    text.to_owned()
}

pub(super) fn consent(consent: Consent, form: &Form) -> String {
    let name = |place: usize| {
        form.fields
            .get(place)
            .map_or(String::new(), |field| escape(&field.name).into_owned())
    };
    match consent {
        Consent::NoFields => "it has no fields: to accept is the yes".to_owned(),
        Consent::YesNo => "all it asks is yes or no".to_owned(),
        Consent::GenericName(place) => format!("the name `{}` says nothing", name(place)),
        Consent::Word(word) => format!("it says `{word}`"),
        Consent::FieldWord(place, word) => format!("`{}` says `{word}`", name(place)),
    }
}

pub(super) fn secret(field: &str, secret: Secret) -> String {
    let field = escape(field);
    match secret {
        Secret::Says(Sign { part, word }) => {
            let part = match part {
                Part::Name => "name",
                Part::Title => "title",
                Part::Description => "description",
            };
            format!("`{field}` asks for a secret: its {part} says `{word}`")
        }
        Secret::Schema => format!("`{field}` asks for a secret: its schema says so"),
        Secret::Message(word) => {
            format!("`{field}` may be meant for a secret: the message asks for `{word}`")
        }
    }
}

pub(super) fn left_out(why: LeftOut) -> String {
    match why {
        LeftOut::NoAnswer => "optional, and nothing answers it".to_owned(),
        LeftOut::Unsupported(Unsupported(keyword)) => {
            format!("optional, and not understood: `{keyword}`")
        }
        LeftOut::InvalidDefault => "optional, and its default breaks its own limits".to_owned(),
    }
}

pub(super) fn open(field: &Field) -> String {
    match &field.kind {
        FieldKind::Unsupported(Unsupported(keyword)) => {
            format!("required, and not understood: `{keyword}`")
        }
        kind => format!("required, and nothing answers it; it takes {}", takes(kind)),
    }
}

pub(super) fn unmade(why: Unmade) -> String {
    let text = match why {
        Unmade::VariableUnset => "a variable in it has no value",
        Unmade::EnvNotAllowed => {
            "it reads a variable that the user's config doesn't list under `env`"
        }
        Unmade::EnvInProject => "a project's profile can't read the environment",
        Unmade::HiddenCharacters => "a variable brought characters that hide something",
        Unmade::LooksSecret => "it comes to something that looks like a secret",
        Unmade::NoneOnOffer => "none of the preferred values is on offer",
        Unmade::WrongShape => {
            "it has the wrong shape: `prefer` is for one choice, a list in `answers` for several"
        }
    };
    text.to_owned()
}

/// What would have been right.
pub(super) fn violation(field: &Field, keyword: &str, value: Option<&Value>) -> String {
    let name = escape(&field.name);
    let written = match (&field.kind, value) {
        (FieldKind::Choices { .. } | FieldKind::Texts { .. }, Some(Value::Text(text))) => {
            return format!("`{name}` is a list: write `[{}]`", toml_string(text));
        }
        (FieldKind::Choice(_), Some(Value::Texts(_))) => {
            return format!(
                "`{name}` takes one of its options: write `prefer.{name}` for the first on offer"
            );
        }
        (FieldKind::Number(_) | FieldKind::Boolean, Some(Value::Text(text)))
            if keyword == "type"
                && text.parse::<serde_json::Number>().is_ok()
                    | matches!(text.as_str(), "true" | "false") =>
        {
            format!("; write `{}` without quotes", escape(text))
        }
        _ => String::new(),
    };
    format!("`{name}` takes {}{written}", takes(&field.kind))
}

/// What a field takes, in a few words.
pub(super) fn takes(kind: &FieldKind) -> String {
    match kind {
        FieldKind::Text(limits) => text(limits),
        FieldKind::Number(limits) => number(limits),
        FieldKind::Boolean => "`true` or `false`".to_owned(),
        FieldKind::Choice(offered) => format!("one of {}", options(offered)),
        FieldKind::Choices { offered, min, max } => {
            format!(
                "a list{} out of {}",
                counted(*min, *max, "of ", "choices"),
                options(offered)
            )
        }
        FieldKind::Texts { item, min, max, .. } => {
            format!(
                "a list{}, each {}",
                counted(*min, *max, "of ", "texts"),
                text(item)
            )
        }
        FieldKind::Unsupported(Unsupported(keyword)) => {
            format!("something that isn't understood (`{keyword}`)")
        }
    }
}

fn text(limits: &TextLimits) -> String {
    let mut out = "a text".to_owned();
    if let Some(format) = &limits.format {
        out.push_str(&format!(" in the format `{}`", escape_cut(format, 40)));
    }
    out.push_str(&counted(
        limits.min_length,
        limits.max_length,
        "of ",
        "characters",
    ));
    if let Some(pattern) = &limits.pattern {
        out.push_str(&format!(" that matches `{}`", escape_cut(pattern, 120)));
    }
    out
}

fn counted(min: Option<u64>, max: Option<u64>, of: &str, unit: &str) -> String {
    match (min, max) {
        (None | Some(0), None) => String::new(),
        (Some(min), None) => format!(" {of}at least {min} {unit}"),
        (None | Some(0), Some(max)) => format!(" {of}at most {max} {unit}"),
        (Some(min), Some(max)) if min == max => format!(" {of}{min} {unit}"),
        (Some(min), Some(max)) => format!(" {of}{min} to {max} {unit}"),
    }
}

fn number(limits: &NumberLimits) -> String {
    let mut out = if limits.integer {
        "a whole number"
    } else {
        "a number"
    }
    .to_owned();
    let bounds = [
        ("at least", &limits.minimum),
        ("more than", &limits.exclusive_minimum),
        ("at most", &limits.maximum),
        ("less than", &limits.exclusive_maximum),
        ("a multiple of", &limits.multiple_of),
    ];
    for (at, (word, limit)) in bounds
        .into_iter()
        .filter_map(|(word, limit)| Some((word, limit.as_ref()?)))
        .enumerate()
    {
        out.push_str(if at == 0 { ", " } else { " and " });
        out.push_str(&format!("{word} {limit}"));
    }
    out
}

fn options(offered: &[crate::ask::Choice]) -> String {
    if offered.is_empty() {
        return "nothing: there are no options".to_owned();
    }
    let shown: Vec<String> = offered
        .iter()
        .take(MOST_OPTIONS)
        .map(|choice| {
            let value = match &choice.value {
                Value::Text(text) => toml_string(text),
                other => other.clone().into_json().to_string(),
            };
            match &choice.title {
                Some(title) if toml_string(title) != value => {
                    format!("{value} ({})", escape_cut(title, 60))
                }
                _ => value,
            }
        })
        .collect();
    let more = offered.len().saturating_sub(MOST_OPTIONS);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!("{}{more}", shown.join(", "))
}
