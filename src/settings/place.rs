//! Where the client keeps its settings, whether the program may be named in them, and which permissions keep an agent
//! from what the user alone decides. Paths in, paths out; looking at the files is left to the commands.

use std::path::{Path, PathBuf};

/// A settings file that people edit (<https://code.claude.com/docs/en/settings>).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Of the user, for all projects.
    User,
    /// Of a project, for all who work on it.
    Project,
    /// Of a project, for this user.
    Local,
}

impl Level {
    /// All of them, in the order in which the client runs their hooks.
    pub const ALL: [Self; 3] = [Self::User, Self::Project, Self::Local];

    /// Its word, as in `init --user`.
    pub fn code(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
        }
    }

    /// The file. `config_dir` is `CLAUDE_CONFIG_DIR`, else `~/.claude`.
    pub fn file(self, config_dir: &Path, project: &Path) -> PathBuf {
        match self {
            Self::User => config_dir.join("settings.json"),
            Self::Project => project.join(".claude/settings.json"),
            Self::Local => project.join(".claude/settings.local.json"),
        }
    }
}

/// Settings that the machine's administrator set, in the order in which the client reads them; `json_files` lists a
/// folder (<https://code.claude.com/docs/en/settings>).
pub fn managed_files(json_files: &dyn Fn(&Path) -> Vec<PathBuf>) -> Vec<PathBuf> {
    let folder = Path::new(if cfg!(target_os = "macos") {
        "/Library/Application Support/ClaudeCode"
    } else if cfg!(windows) {
        r"C:\Program Files\ClaudeCode"
    } else {
        "/etc/claude-code"
    });
    let mut files = vec![folder.join("managed-settings.json")];
    files.extend(json_files(&folder.join("managed-settings.d")));
    files
}

/// Why the place of the program is a bad one: what an agent may write there runs with the user's answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Risk {
    /// It lies in this project.
    Project(PathBuf),
    /// It lies in this folder for temporary files.
    Temporary(PathBuf),
}

/// Whether an agent could replace the program: it lies in a folder for `temporary` files, or in one that `is_project`
/// says is a project. The user's `home` is neither, wherever it lies and whatever it holds, and nor is what is above it.
pub fn risk(
    program: &Path,
    temporary: &[PathBuf],
    home: Option<&Path>,
    is_project: impl Fn(&Path) -> bool,
) -> Option<Risk> {
    let home = home.filter(|home| program.starts_with(home));
    let is_above_home = |folder: &Path| home.is_some_and(|home| home.starts_with(folder));
    let holds = |folder: &&PathBuf| program.starts_with(folder) && !is_above_home(folder);
    if let Some(folder) = temporary.iter().find(holds) {
        return Some(Risk::Temporary(folder.clone()));
    }
    program
        .ancestors()
        .skip(1)
        .filter(|folder| folder.parent().is_some() && !is_above_home(folder))
        .find(|folder| is_project(folder))
        .map(|folder| Risk::Project(folder.to_owned()))
}

impl std::fmt::Display for Risk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (what, folder) = match self {
            Self::Project(folder) => ("a project", folder),
            Self::Temporary(folder) => ("a temporary folder", folder),
        };
        write!(
            f,
            "the program lies in {what}, {}, where an agent can replace it",
            folder.display()
        )
    }
}

/// Permissions that keep an agent's tools from `answerback trust` and from the user's folder
/// (<https://code.claude.com/docs/en/permissions>). A command of the agent can still reach the folder by other ways.
pub fn deny_rules(home: &Path) -> Vec<String> {
    vec![
        "Bash(*answerback trust*)".to_owned(),
        format!("Edit({}/**)", absolute_pattern(home)),
    ]
}

/// As the client writes absolute paths in its rules: `//home/x`, and `//c/Users/x` for `C:\Users\x`.
fn absolute_pattern(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let text = text.trim_end_matches('/');
    match text.split_once(":/") {
        Some((drive, rest)) if drive.len() == 1 => {
            format!("//{}/{rest}", drive.to_ascii_lowercase())
        }
        _ => format!("//{}", text.trim_start_matches('/')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_an_agent_can_replace() {
        let temporary = [PathBuf::from("/tmp")];
        for (program, expected) in [
            ("/usr/bin/answerback", None),
            (
                "/tmp/home/u/bin/answerback",
                Some(Risk::Temporary("/tmp".into())),
            ),
            ("/home/u/.cargo/bin/answerback", None),
            ("/tmp/x/answerback", Some(Risk::Temporary("/tmp".into()))),
            (
                "/home/u/app/bin/answerback",
                Some(Risk::Project("/home/u/app".into())),
            ),
            (
                "/home/u/other/target/release/answerback",
                Some(Risk::Project("/home/u/other".into())),
            ),
        ] {
            let found = risk(
                Path::new(program),
                &temporary,
                Some(Path::new("/home/u")),
                |folder| {
                    ["/home/u", "/home/u/app", "/home/u/other"]
                        .map(Path::new)
                        .contains(&folder)
                },
            );
            assert_eq!(found, expected, "{program}");
        }
    }

    #[test]
    fn a_home_is_safe_wherever_it_lies() {
        let home = Path::new("/tmp/repository/home");
        let found = risk(
            &home.join("bin/answerback"),
            &[PathBuf::from("/tmp")],
            Some(home),
            |folder| folder == Path::new("/tmp/repository"),
        );
        assert_eq!(found, None);
    }

    #[test]
    fn denied_paths_are_absolute_as_the_client_writes_them() {
        for (home, rule) in [
            (
                "/home/u/.config/answerback",
                "Edit(//home/u/.config/answerback/**)",
            ),
            (r"C:\Users\u\answerback", "Edit(//c/Users/u/answerback/**)"),
        ] {
            assert_eq!(
                deny_rules(Path::new(home)).last().map(String::as_str),
                Some(rule)
            );
        }
    }
}
