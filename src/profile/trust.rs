//! What the user trusted: one small file a decision, found by its name.
//!
//! The name is a SHA-256 over what was trusted, where, and for which project, so any change makes it another name, and
//! a look is one `open`. Whether to trust is for a person to say elsewhere. The records protect from what a project
//! brings along, not from programs that run as the user.

use crate::files::{self, Place, Problem};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

/// What can be trusted in a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject<'a> {
    /// A profile in the project.
    Profile {
        /// Its path below the project.
        path: &'a Path,
        /// The very bytes that are parsed.
        bytes: &'a [u8],
    },
    /// The project's own definition of a server.
    McpEntry {
        /// The name it defines.
        server: &'a str,
        /// Its canonical text (`mcp_json::Entry`).
        json: &'a str,
    },
}

impl<'a> Subject<'a> {
    fn kind(&self) -> Kind {
        match self {
            Self::Profile { .. } => Kind::Profile,
            Self::McpEntry { .. } => Kind::McpEntry,
        }
    }

    fn place(&self) -> &'a OsStr {
        match self {
            Self::Profile { path, .. } => path.as_os_str(),
            Self::McpEntry { server, .. } => OsStr::new(*server),
        }
    }

    fn content(&self) -> &'a [u8] {
        match self {
            Self::Profile { bytes, .. } => bytes,
            Self::McpEntry { json, .. } => json.as_bytes(),
        }
    }
}

/// The kinds of [`Subject`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A profile; its place is its path below the project.
    Profile,
    /// A server's definition; its place is the server's name.
    McpEntry,
}

impl Kind {
    /// The stable word for it: hashed, and written in records.
    pub fn code(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::McpEntry => "mcp_entry",
        }
    }
}

/// One decision of the user, as the store keeps it. Its texts are for reading: what counts is the key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Record {
    /// The project's identity.
    pub project: String,
    /// What kind of thing was trusted.
    pub kind: Kind,
    /// Where it stands: see [`Kind`].
    pub place: String,
    /// When, as [`record`] was told.
    pub when: String,
    /// [`content_hash`] of what was trusted; another one now means that it changed since.
    pub content: String,
    /// The [`key`], which is the record's name.
    pub key: String,
}

impl Record {
    fn to_json(&self) -> String {
        let fields = json!({
            "project": self.project, "kind": self.kind.code(), "place": self.place,
            "when": self.when, "content": self.content, "key": self.key,
        });
        format!("{fields:#}\n")
    }

    fn from_json(bytes: &[u8]) -> Option<Self> {
        let fields: Value = serde_json::from_slice(bytes).ok()?;
        let text = |name: &str| fields.get(name)?.as_str().map(str::to_owned);
        let kind = text("kind")?;
        Some(Self {
            project: text("project")?,
            kind: [Kind::Profile, Kind::McpEntry]
                .into_iter()
                .find(|known| known.code() == kind)?,
            place: text("place")?,
            when: text("when")?,
            content: text("content")?,
            key: text("key")?,
        })
    }
}

/// The name of a record: a SHA-256 in 64 hex digits over kind, identity, place and content, each led by its length,
/// so that no two different subjects are the same bytes. Paths count by their bytes, not as text.
pub fn key(identity: &Path, subject: &Subject<'_>) -> String {
    let mut hash = Sha256::new();
    for part in [
        subject.kind().code().as_bytes(),
        identity.as_os_str().as_encoded_bytes(),
        subject.place().as_encoded_bytes(),
        subject.content(),
    ] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hex(&hash.finalize())
}

/// The SHA-256 of `content` in 64 hex digits.
pub fn content_hash(content: &[u8]) -> String {
    hex(&Sha256::digest(content))
}

fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| {
        char::from(if value < 10 {
            b'0' + value
        } else {
            b'a' + value - 10
        })
    };
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect()
}

/// Whether the user trusted exactly this for the project of that `identity`. `store` is the folder of the records.
///
/// A record counts if it is a file of ours ([`Place::Ours`]) that [`list`] would show; a file of that name alone is
/// not enough. All else, errors included, is a no.
pub fn is_trusted(store: &Path, identity: &Path, subject: &Subject<'_>) -> bool {
    load(store, &key(identity, subject)).is_some()
}

/// Whether the user trusted some content of this, for what people are told: nothing is believed for it.
pub fn was_trusted(store: &Path, identity: &Path, subject: &Subject<'_>) -> bool {
    list(store).unwrap_or_default().iter().any(|record| {
        record.kind == subject.kind()
            && Path::new(&record.project) == identity
            && OsStr::new(&record.place) == subject.place()
    })
}

/// Keeps that the user trusted this; `when` is a text for people. Records of earlier contents stay until removed.
///
/// # Errors
/// What kept the record from being written.
pub fn record(
    store: &Path,
    identity: &Path,
    subject: &Subject<'_>,
    when: &str,
) -> Result<Record, Problem> {
    let record = Record {
        project: identity.to_string_lossy().into_owned(),
        kind: subject.kind(),
        place: subject.place().to_string_lossy().into_owned(),
        when: when.to_owned(),
        content: content_hash(subject.content()),
        key: key(identity, subject),
    };
    files::write_private(&file_of(store, &record.key), record.to_json().as_bytes())?;
    Ok(record)
}

/// Takes back what the record of this key says. Whether there was one.
///
/// # Errors
/// What kept it from being removed.
pub fn remove(store: &Path, key: &str) -> Result<bool, Problem> {
    if !is_key(key) {
        return Ok(false);
    }
    match fs::remove_file(file_of(store, key)) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Problem::Unwritable(error.kind())),
    }
}

/// All that is trusted, by project, kind and place. What is no record, or a broken one, counts for nothing and is left out.
///
/// # Errors
/// What kept the store from being read; a missing one is empty.
pub fn list(store: &Path) -> Result<Vec<Record>, Problem> {
    let unreadable = |error: io::Error| Problem::Unreadable(error.kind());
    let entries = match fs::read_dir(store) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(unreadable)?,
    };
    let mut records = Vec::new();
    for entry in entries {
        let name = entry.map_err(unreadable)?.file_name();
        let key = name
            .to_str()
            .and_then(|name| name.strip_suffix(".json"))
            .filter(|key| is_key(key));
        records.extend(key.and_then(|key| load(store, key)));
    }
    records.sort();
    Ok(records)
}

fn load(store: &Path, key: &str) -> Option<Record> {
    let bytes = files::read(&file_of(store, key), Place::Ours).ok()?;
    Record::from_json(&bytes).filter(|record| record.key == key)
}

fn file_of(store: &Path, key: &str) -> PathBuf {
    store.join(format!("{key}.json"))
}

fn is_key(text: &str) -> bool {
    text.len() == 64
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::profile::identity::identity;
    use std::{
        ffi::OsString,
        os::unix::{
            ffi::OsStringExt,
            fs::{PermissionsExt, symlink},
        },
    };

    fn profile(bytes: &[u8]) -> Subject<'_> {
        Subject::Profile {
            path: Path::new(".answerback/db.toml"),
            bytes,
        }
    }

    fn entry<'a>(server: &'a str, json: &'a str) -> Subject<'a> {
        Subject::McpEntry { server, json }
    }

    const WHEN: &str = "2026-01-02T03:04:05Z";

    #[test]
    fn exactly_what_was_recorded_is_trusted() {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("new/trust");
        let project = Path::new("/home/dev/project");
        assert!(!is_trusted(&store, project, &profile(b"a")));
        record(&store, project, &profile(b"a"), WHEN).unwrap();
        record(&store, project, &entry("db", "[1]"), WHEN).unwrap();
        for (trusted, identity, subject, why) in [
            (true, "/home/dev/project", profile(b"a"), "the profile"),
            (true, "/home/dev/project", entry("db", "[1]"), "the entry"),
            (false, "/home/dev/project", profile(b"a "), "edited"),
            (false, "/home/dev/project", profile(b""), "emptied"),
            (false, "/home/dev/copy", profile(b"a"), "a copy elsewhere"),
            (
                false,
                "/home/dev/project",
                Subject::Profile {
                    path: Path::new("other.toml"),
                    bytes: b"a",
                },
                "renamed",
            ),
            (
                false,
                "/home/dev/project",
                entry("db", "[2]"),
                "another program",
            ),
            (
                false,
                "/home/dev/project",
                entry("github", "[1]"),
                "another name",
            ),
            (
                false,
                "/home/dev/project",
                entry(".answerback/db.toml", "a"),
                "another kind",
            ),
        ] {
            assert_eq!(
                is_trusted(&store, Path::new(identity), &subject),
                trusted,
                "{why}"
            );
        }
    }

    #[test]
    fn an_edit_revokes_and_undoing_it_restores() {
        let folder = tempfile::tempdir().unwrap();
        let (store, project) = (folder.path(), Path::new("/p"));
        record(store, project, &profile(b"one"), WHEN).unwrap();
        record(store, project, &profile(b"two"), WHEN).unwrap();
        assert!(
            is_trusted(store, project, &profile(b"one"))
                && is_trusted(store, project, &profile(b"two"))
        );
    }

    #[test]
    fn no_part_of_a_key_runs_into_the_next() {
        let at = |project: &str, path: &str, bytes: &str| {
            key(
                Path::new(project),
                &Subject::Profile {
                    path: Path::new(path),
                    bytes: bytes.as_bytes(),
                },
            )
        };
        let keys = [
            at("/a", "b", "c"),
            at("/ab", "", "c"),
            at("/a", "bc", ""),
            at("/a", "", "bc"),
            at("", "/ab", "c"),
        ];
        for (index, one) in keys.iter().enumerate() {
            assert!(is_key(one) && keys.iter().skip(index + 1).all(|other| other != one));
        }
    }

    #[test]
    fn a_key_stays_what_it_is() {
        // printf '\7\0\0\0\0\0\0\0profile\2\0\0\0\0\0\0\0/p\3\0\0\0\0\0\0\0a.t\1\0\0\0\0\0\0\0x' | sha256sum
        let subject = Subject::Profile {
            path: Path::new("a.t"),
            bytes: b"x",
        };
        assert_eq!(
            key(Path::new("/p"), &subject),
            "47d894a55219691e53528a42d46059744b99188d2476400bf40291f254c3dba6"
        );
        assert_eq!(
            content_hash(b""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }

    #[test]
    fn paths_that_are_no_text_count_by_their_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = [b"/p\xFE".to_vec(), b"/p\xFF".to_vec()]
            .map(|path| PathBuf::from(OsString::from_vec(path)));
        assert_eq!(one.to_string_lossy(), other.to_string_lossy());
        record(folder.path(), &one, &profile(b"a"), WHEN).unwrap();
        assert!(is_trusted(folder.path(), &one, &profile(b"a")));
        assert!(!is_trusted(folder.path(), &other, &profile(b"a")));
    }

    #[test]
    fn a_record_has_to_be_ours_whole_and_of_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let (store, project) = (folder.path(), Path::new("/p"));
        let made = record(store, project, &profile(b"a"), WHEN).unwrap();
        let file = file_of(store, &made.key);
        let mode = |mode| fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let trusted = || is_trusted(store, project, &profile(b"a"));
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o7777,
            0o600
        );
        for (bits, expected) in [
            (0o600, true),
            (0o644, true),
            (0o620, false),
            (0o602, false),
            (0o666, false),
        ] {
            mode(bits);
            assert_eq!(trusted(), expected, "{bits:o}");
        }
        mode(0o600);

        let whole = fs::read(&file).unwrap();
        fs::write(&file, &whole[..whole.len() / 2]).unwrap();
        assert!(!trusted(), "half a record");
        fs::write(&file, b"").unwrap();
        assert!(!trusted(), "an empty one");
        fs::write(
            &file,
            record(store, project, &profile(b"b"), WHEN)
                .unwrap()
                .to_json(),
        )
        .unwrap();
        assert!(!trusted(), "another one's content");

        fs::write(store.join("kept"), whole).unwrap();
        fs::remove_file(&file).unwrap();
        symlink(store.join("kept"), &file).unwrap();
        assert!(!trusted(), "a link to a true one");
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        assert!(!trusted(), "a folder");
    }

    #[test]
    fn a_list_shows_what_is_trusted_and_remove_takes_it_back() {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("trust");
        assert_eq!(list(&store), Ok(vec![]));
        let b = record(&store, Path::new("/b"), &profile(b"x"), WHEN).unwrap();
        let a2 = record(&store, Path::new("/a"), &entry("db", "[]"), WHEN).unwrap();
        let a1 = record(&store, Path::new("/a"), &profile(b"x"), WHEN).unwrap();
        fs::write(store.join("notes.txt"), "x").unwrap();
        fs::write(store.join(format!("{}.json", "0".repeat(64))), "{}").unwrap();
        assert_eq!(list(&store), Ok(vec![a1.clone(), a2.clone(), b.clone()]));
        assert_eq!(
            (a1.kind, a1.place.as_str(), a1.when.as_str()),
            (Kind::Profile, ".answerback/db.toml", WHEN)
        );
        assert_eq!(a1.content, content_hash(b"x"));

        assert_eq!(remove(&store, &a1.key), Ok(true));
        assert_eq!(remove(&store, &a1.key), Ok(false));
        assert!(!is_trusted(&store, Path::new("/a"), &profile(b"x")));
        assert_eq!(list(&store), Ok(vec![a2, b]));
        fs::write(folder.path().join("other.json"), "x").unwrap();
        assert_eq!(remove(&store, "../other"), Ok(false));
        assert!(folder.path().join("other.json").exists());
    }

    #[test]
    fn a_record_is_easy_to_read() {
        let folder = tempfile::tempdir().unwrap();
        let made = record(
            folder.path(),
            Path::new("/p"),
            &entry("db\n\u{202e}", "[]"),
            WHEN,
        )
        .unwrap();
        let text = fs::read_to_string(file_of(folder.path(), &made.key)).unwrap();
        let expected = format!(
            "{{\n  \"project\": \"/p\",\n  \"kind\": \"mcp_entry\",\n  \"place\": \"db\\n\u{202e}\",\n  \"when\": \"{WHEN}\",\n  \
             \"content\": \"{}\",\n  \"key\": \"{}\"\n}}\n",
            made.content, made.key
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn a_copy_with_a_spoofed_git_file_is_not_trusted() {
        let folder = tempfile::tempdir().unwrap();
        let [trusted, copy, store] =
            ["trusted", "copy", "store"].map(|name| folder.path().join(name));
        fs::create_dir_all(trusted.join(".git")).unwrap();
        fs::create_dir(&copy).unwrap();
        record(&store, &identity(&trusted).unwrap(), &profile(b"a"), WHEN).unwrap();
        fs::write(
            copy.join(".git"),
            format!("gitdir: {}\n", trusted.join(".git").display()),
        )
        .unwrap();
        assert!(!is_trusted(
            &store,
            &identity(&copy).unwrap(),
            &profile(b"a")
        ));
        let alias = folder.path().join("alias");
        symlink(&trusted, &alias).unwrap();
        assert!(
            is_trusted(&store, &identity(&alias).unwrap(), &profile(b"a")),
            "the same project by another way"
        );
    }
}
