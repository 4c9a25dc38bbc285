//! Which hooks are answerback's own. A hook that only mentions the program, or pipes it, is somebody else's.

use jsonc_parser::ast;

use super::document::{text, value_of};

/// How a hook of ours calls the program.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Call {
    /// `command` is the program, `args` are its arguments.
    Exec,
    /// `command` is a line for the shell, with these arguments.
    Shell(Vec<String>),
    /// The same, with arguments that only a shell can read, such as `"$HOME/x"`.
    ShellOnly,
}

/// Whether a hook, as it stands in the settings, is answerback's own: of type `command`, and the file name of the
/// program is `answerback` or `answerback.exe`. An entry without `args` is a shell's line (observed with client
/// 2.1.332), so there the first word counts, and the second has to be `hook`.
pub fn is_ours(hook: &serde_json::Value) -> bool {
    let text = |key| hook.get(key).and_then(serde_json::Value::as_str);
    call(text("type"), text("command"), hook.get("args").is_some()).is_some()
}

/// How the hook with this `type` and `command` calls answerback; none if it does not.
pub(super) fn call(kind: Option<&str>, command: Option<&str>, has_args: bool) -> Option<Call> {
    let command = command.filter(|_| kind == Some("command"))?;
    if has_args {
        return is_program(command).then_some(Call::Exec);
    }
    let words = words(command)?;
    let (program, args) = words.split_first()?;
    let is_hook = args.first().is_none_or(|word| word.text == "hook");
    if !is_hook || !is_program(&program.text) {
        return None;
    }
    // the program's own path may hold `~` or `$HOME`: it is replaced anyway
    if args.iter().any(|word| !word.is_plain) {
        return Some(Call::ShellOnly);
    }
    let args = args.iter().map(|word| word.text.clone()).collect();
    Some(Call::Shell(args))
}

/// The hooks of a group, in whatever place a group may stand.
pub(super) fn hooks_of<'v, 'a>(group: &'v ast::Value<'a>) -> Option<&'v ast::Array<'a>> {
    group
        .as_object()
        .and_then(|group| value_of(group, "hooks"))?
        .as_array()
}

/// All of an event's hooks that are ours.
pub(super) fn own_hooks<'v, 'a>(
    groups: &'v ast::Array<'a>,
) -> impl Iterator<Item = (&'v ast::Object<'a>, Call)> {
    let hooks = groups.elements.iter().filter_map(hooks_of);
    hooks.flat_map(|hooks| &hooks.elements).filter_map(own)
}

/// The hook as an object and how it calls us, if it is ours.
pub(super) fn own<'v, 'a>(hook: &'v ast::Value<'a>) -> Option<(&'v ast::Object<'a>, Call)> {
    let hook = hook.as_object()?;
    let member = |key| value_of(hook, key).and_then(text);
    let has_args = value_of(hook, "args").is_some();
    let call = call(member("type"), member("command"), has_args)?;
    Some((hook, call))
}

fn is_program(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next();
    matches!(name, Some("answerback" | "answerback.exe"))
}

struct Word {
    text: String,
    /// The shell takes it as it stands.
    is_plain: bool,
}

/// The words of a simple command; none if it is more than that. A backslash counts as itself, as in Windows paths,
/// except where it would join two words.
fn words(line: &str) -> Option<Vec<Word>> {
    let mut words = Vec::new();
    let mut word: Option<Word> = None;
    let mut quote: Option<char> = None;
    let mut chars = line.trim().chars().peekable();
    while let Some(c) = chars.next() {
        if quote.is_none() && matches!(c, ' ' | '\t') {
            words.extend(word.take());
            continue;
        }
        let word = word.get_or_insert_with(|| Word {
            text: String::new(),
            is_plain: true,
        });
        match (quote, c) {
            (_, '\n' | '\r') => return None,
            (Some(open), _) if c == open => quote = None,
            (Some('\''), _) => word.text.push(c),
            (_, '`') => return None,
            (_, '$') if chars.peek() == Some(&'(') => return None,
            (None, '\'' | '"') => quote = Some(c),
            (None, '|' | '&' | ';' | '<' | '>' | '(' | ')' | '#') => return None,
            (None, '\\') if chars.peek().is_some_and(char::is_ascii_whitespace) => return None,
            _ => {
                let expands = match quote {
                    Some(_) => matches!(c, '$' | '\\'),
                    None => matches!(c, '$' | '\\' | '~' | '*' | '?' | '[' | '{' | '!' | '%'),
                };
                word.is_plain &= !expands;
                word.text.push(c);
            }
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn own_hooks_and_others() {
        let exec = |command: &str| json!({"type": "command", "command": command, "args": ["hook"]});
        let shell = |command: &str| json!({"type": "command", "command": command});
        let table = [
            (exec("/usr/bin/answerback"), true),
            (exec("answerback"), true),
            (exec(r"C:\Program Files\answerback.exe"), true),
            (exec("/my tools/answerback"), true),
            (exec("/opt/answerback/run"), false),
            (exec("/usr/bin/answerback-old"), false),
            (exec("/usr/bin/answerback hook"), false),
            (exec("/usr/bin/Answerback"), false),
            (exec(""), false),
            (shell("answerback hook"), true),
            (shell("answerback"), true),
            (shell("/usr/bin/answerback  hook --home /x"), true),
            (shell("'/my tools/answerback' hook"), true),
            (shell("\"$HOME/bin/answerback\" hook"), true),
            (shell("~/bin/answerback hook --home ~/x"), true),
            (shell(r"C:\bin\answerback.exe hook"), true),
            (shell("/my tools/answerback hook"), false),
            (shell("answerback explain"), false),
            (shell("answerback hook | tee log"), false),
            (shell("answerback hook; true"), false),
            (shell("answerback hook &"), false),
            (shell("answerback hook \"`id`\""), false),
            (shell("answerback hook \"$(id)\""), false),
            (shell("\"$(which x)/answerback\" hook"), false),
            (shell("answerback hook \"unfinished"), false),
            (shell("answerback hook\nrm x"), false),
            (shell("rm -f /usr/bin/answerback"), false),
            (shell("echo answerback hook"), false),
            (shell("X=1 answerback hook"), false),
            (shell("sh -c 'answerback hook'"), false),
            (shell(""), false),
            (shell("''"), false),
            (json!({"type": "http", "url": "http://x/answerback"}), false),
            (json!({"command": "answerback", "args": ["hook"]}), false),
            (json!({"type": "command", "command": ["answerback"]}), false),
            (json!("answerback hook"), false),
            (json!(null), false),
        ];
        for (hook, ours) in table {
            assert_eq!(is_ours(&hook), ours, "{hook}");
        }
    }

    #[test]
    fn arguments_of_a_shell_line() {
        let call = |line: &str| call(Some("command"), Some(line), false);
        let shell = |args: &[&str]| {
            let args = args.iter().map(|&arg| arg.to_owned()).collect();
            Some(Call::Shell(args))
        };
        assert_eq!(call("answerback"), shell(&[]));
        assert_eq!(
            call("\"/a b/answerback\" hook --profiles '/x y' \"\""),
            shell(&["hook", "--profiles", "/x y", ""])
        );
        for line in [
            "$HOME/x",
            "\"$HOME\"",
            "~/x",
            "*.toml",
            r"a\b",
            "{a,b}",
            "%A%",
        ] {
            let line = format!("answerback hook --home {line}");
            assert_eq!(call(&line), Some(Call::ShellOnly), "{line}");
        }
        assert_eq!(
            call("answerback hook '$x'"),
            shell(&["hook", "$x"]),
            "single quotes keep everything"
        );
    }
}
