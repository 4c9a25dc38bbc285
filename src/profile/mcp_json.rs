//! Whether the project brings its own definition of a server, and which: `.mcp.json` of the project and above.
//!
//! A name alone does not say who asks: a clone can call its own program `github`. So a definition found here counts
//! only as far as the user trusted it (`trust`), and a file that cannot be read as one leaves that in doubt.
//!
//! Observed in Claude Code 2.1.332: the client reads `.mcp.json` in the folder it was started in (which is
//! `CLAUDE_PROJECT_DIR`, links resolved) and in every folder above, past the root of a git repository; the nearest
//! definition of a name wins, and a broken file is passed over. Other versions were reported to let the farthest win
//! (anthropics/claude-code#42465), so all definitions of the name count together here.
//!
//! Not seen from here: `--mcp-config`, plugins, the variables a definition expands, the program behind it.

use crate::{
    files::{self, Place, Problem},
    profile::identity::PATH_LIMIT,
};
use serde_json::{Map, Value};
use std::{
    collections::BTreeSet,
    fmt, io,
    path::{Path, PathBuf},
};

/// What the client calls the file.
const NAME: &str = ".mcp.json";

/// What the project and the folders above say about one server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The files that define it, nearest first; never empty.
    pub files: Vec<PathBuf>,
    /// Their definitions in that order, as one JSON array without white space, all keys sorted.
    pub json: String,
}

/// A file that may define the server, and why that is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a `.mcp.json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It cannot be read.
    File(Problem),
    /// It is not JSON, or nested too deeply. Its text is never quoted: it may be anybody's.
    NotJson,
    /// It holds no object `mcpServers`.
    NoServers,
}

impl Fault {
    /// The stable word for it.
    pub fn code(self) -> &'static str {
        match self {
            Self::File(problem) => problem.code(),
            Self::NotJson => "not_json",
            Self::NoServers => "no_servers",
        }
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: ", self.file.display())?;
        match self.fault {
            Fault::File(problem) => problem.fmt(f),
            Fault::NotJson => f.write_str("not valid JSON"),
            Fault::NoServers => f.write_str("no object `mcpServers`"),
        }
    }
}

impl std::error::Error for Doubt {}

/// The definitions of `server` in `.mcp.json` of `project` and of every folder above it; `None` if there is none.
/// Costs one failing `open` a folder where there is no such file. Links in `project` are not resolved.
///
/// Each file is only [`Place::Input`]: whoever wrote it, the client starts what it says.
///
/// # Errors
/// The first file that cannot be understood: the server then has to be taken as defined, and not trusted.
pub fn entry(project: &Path, server: &str) -> Result<Option<Entry>, Doubt> {
    check_length(project)?;
    let mut files = Vec::new();
    let mut definitions = Vec::new();
    for folder in project.ancestors() {
        let file = folder.join(NAME);
        match definition(&file, server) {
            Ok(None) => {}
            Ok(Some(definition)) => {
                files.push(file);
                definitions.push(definition);
            }
            Err(fault) => return Err(Doubt { file, fault }),
        }
    }
    if files.is_empty() {
        return Ok(None);
    }
    let mut definitions = Value::Array(definitions);
    definitions.sort_all_objects();
    Ok(Some(Entry {
        files,
        json: definitions.to_string(),
    }))
}

/// The names of all servers that these files define, sorted.
///
/// # Errors
/// As [`entry`].
pub fn servers(project: &Path) -> Result<BTreeSet<String>, Doubt> {
    check_length(project)?;
    let mut names = BTreeSet::new();
    for folder in project.ancestors() {
        let file = folder.join(NAME);
        match definitions(&file) {
            Ok(found) => names.extend(found.into_iter().flatten().map(|(name, _)| name)),
            Err(fault) => return Err(Doubt { file, fault }),
        }
    }
    Ok(names)
}

fn check_length(project: &Path) -> Result<(), Doubt> {
    if project.as_os_str().len() <= PATH_LIMIT {
        return Ok(());
    }
    // Too long to be opened by this name, though it may be there.
    let fault = Fault::File(Problem::Unreadable(io::ErrorKind::InvalidFilename));
    Err(Doubt {
        file: project.join(NAME),
        fault,
    })
}

/// What one file says about `server`. A name given twice means its last value, as to the client.
fn definition(file: &Path, server: &str) -> Result<Option<Value>, Fault> {
    Ok(definitions(file)?.and_then(|mut servers| servers.get_mut(server).map(Value::take)))
}

/// All that one file defines; `None` if there is no such file.
fn definitions(file: &Path) -> Result<Option<Map<String, Value>>, Fault> {
    let bytes = match files::read(file, Place::Input) {
        Err(Problem::Missing) => return Ok(None),
        read => read.map_err(Fault::File)?,
    };
    // The client passes over a byte order mark.
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let mut root: Value = serde_json::from_slice(text).map_err(|_| Fault::NotJson)?;
    match root.get_mut("mcpServers") {
        Some(Value::Object(servers)) => Ok(Some(std::mem::take(servers))),
        _ => Err(Fault::NoServers),
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::symlink, process::Command};

    fn project() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("outer/project")).unwrap();
        folder
    }

    fn look(folder: &tempfile::TempDir) -> Result<Option<Entry>, Fault> {
        entry(&folder.path().join("outer/project"), "db").map_err(|doubt| doubt.fault)
    }

    #[test]
    fn no_file_or_another_name_is_no_definition() {
        let folder = project();
        assert_eq!(look(&folder), Ok(None));
        for text in [
            r#"{"mcpServers": {}}"#,
            r#"{"mcpServers": {"DB": {"command": "x"}, "bad": 5}}"#,
        ] {
            fs::write(folder.path().join("outer/project/.mcp.json"), text).unwrap();
            assert_eq!(look(&folder), Ok(None), "{text}");
        }
    }

    #[test]
    fn a_definition_is_the_same_text_however_it_is_written() {
        let folder = project();
        let expected = r#"[{"args":["b","a"],"command":"x","env":{"A":"1","B":"2"}}]"#;
        for text in [
            r#"{"mcpServers": {"db": {"command": "x", "args": ["b", "a"], "env": {"B": "2", "A": "1"}}}}"#,
            "\u{feff}{\"mcpServers\":{\"db\":{\"env\":{\"A\":\"1\",\"B\":\"2\"},\"args\":[\"b\",\"a\"],\"command\":\"\\u0078\"}}}",
            r#"{"mcpServers": {"db": 1, "db": {"command": "x", "args": ["b", "a"], "env": {"B": "2", "A": "1"}}}, "other": []}"#,
        ] {
            fs::write(folder.path().join("outer/project/.mcp.json"), text).unwrap();
            assert_eq!(look(&folder).unwrap().unwrap().json, expected, "{text}");
        }
    }

    #[test]
    fn a_definition_that_is_no_object_counts_too() {
        let folder = project();
        fs::write(
            folder.path().join("outer/project/.mcp.json"),
            r#"{"mcpServers": {"db": null}}"#,
        )
        .unwrap();
        assert_eq!(look(&folder).unwrap().unwrap().json, "[null]");
    }

    #[test]
    fn folders_above_count_past_a_git_repository() {
        let folder = project();
        let [near, far] =
            ["outer/project/.mcp.json", "outer/.mcp.json"].map(|file| folder.path().join(file));
        fs::create_dir(folder.path().join("outer/project/.git")).unwrap();
        fs::write(&far, r#"{"mcpServers": {"db": {"command": "far"}}}"#).unwrap();
        let found = look(&folder).unwrap().unwrap();
        assert_eq!(
            (found.files, found.json.as_str()),
            (vec![far.clone()], r#"[{"command":"far"}]"#)
        );
        fs::write(&near, r#"{"mcpServers": {"db": {"command": "near"}}}"#).unwrap();
        let found = look(&folder).unwrap().unwrap();
        assert_eq!(
            (found.files, found.json.as_str()),
            (vec![near, far], r#"[{"command":"near"},{"command":"far"}]"#)
        );
    }

    #[test]
    fn what_cannot_be_understood_is_in_doubt() {
        for (text, fault) in [
            ("", Fault::NotJson),
            ("{", Fault::NotJson),
            ("// comment\n{\"mcpServers\": {}}", Fault::NotJson),
            ("[]", Fault::NoServers),
            ("{}", Fault::NoServers),
            (r#"{"db": {"command": "x"}}"#, Fault::NoServers),
            (r#"{"mcpServers": ["db"]}"#, Fault::NoServers),
        ] {
            let folder = project();
            fs::write(folder.path().join("outer/.mcp.json"), text).unwrap();
            assert_eq!(look(&folder), Err(fault), "{text}");
        }
        let folder = project();
        fs::write(folder.path().join("outer/.mcp.json"), "[".repeat(100_000)).unwrap();
        assert_eq!(look(&folder), Err(Fault::NotJson));
    }

    #[test]
    fn what_is_no_file_is_in_doubt_and_does_not_block() {
        let folder = project();
        let file = folder.path().join("outer/project/.mcp.json");
        assert!(
            Command::new("mkfifo")
                .arg(&file)
                .status()
                .unwrap()
                .success()
        );
        assert_eq!(look(&folder), Err(Fault::File(Problem::NotRegular)));
        fs::remove_file(&file).unwrap();
        symlink("/dev/zero", &file).unwrap();
        assert_eq!(look(&folder), Err(Fault::File(Problem::NotRegular)));
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        assert_eq!(look(&folder), Err(Fault::File(Problem::NotRegular)));
    }

    #[test]
    fn a_path_too_long_to_open_is_in_doubt() {
        assert!(entry(&PathBuf::from("/a".repeat(1_000_000)), "db").is_err());
    }

    #[test]
    fn the_text_of_a_doubt_quotes_nothing_of_the_file() {
        let folder = project();
        fs::write(
            folder.path().join("outer/project/.mcp.json"),
            "machine secret",
        )
        .unwrap();
        let doubt = entry(&folder.path().join("outer/project"), "db").unwrap_err();
        assert_eq!(
            doubt.to_string(),
            format!("`{}`: not valid JSON", doubt.file.display())
        );
    }
}
