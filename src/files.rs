//! Files that somebody else may have prepared: opened without waiting, judged by their open handle, bounded.
//!
//! Decides whether a file is one we may read, replace or append to. What its bytes mean, and whether the user
//! trusted them, is left to others. On Unix the owner and the write bits count; elsewhere they are not looked at
//! (see `files/other.rs`).

use std::{
    ffi::OsStr,
    fmt, fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

#[cfg_attr(unix, path = "files/unix.rs")]
#[cfg_attr(not(unix), path = "files/other.rs")]
mod system;

/// The largest file that is read, in bytes.
pub const LIMIT: usize = 1 << 20;

/// The longest line that is appended, in bytes, its line feed included.
pub const LINE_LIMIT: usize = 4096;

/// What is changed at once in a file that is changed in place, in bytes.
pub const BLOCK: usize = 64;

/// Whose a file is, and so what it has to be besides a regular file of at most [`LIMIT`] bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place<'a> {
    /// In the user's folder. Not a link; owned by this user or by root; not writable by others, nor by a group that
    /// isn't a person's own.
    /// Its folder is not looked at: what another user puts there is refused by its owner.
    Ours,
    /// In a project. Owned by this user or by root and not writable by others, and the same of its folder.
    /// Links are followed as long as they end below `root`.
    Project {
        /// The project's folder; a link in the root's own path is no matter.
        root: &'a Path,
    },
    /// Read for what it says, believed for nothing. Links are followed, no owner is asked for.
    Input,
}

/// Why a file was not read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// There is no such file, or no file can have this name (a part of it is no folder, or it is too long).
    Missing,
    /// A folder, a pipe, a device, a socket.
    NotRegular,
    /// A link where none is followed, or one that leads nowhere.
    Link,
    /// More than [`LIMIT`] bytes.
    TooLarge,
    /// The file may be written by somebody else.
    WritableByOthers,
    /// The file belongs neither to this user nor to root.
    OtherOwner,
    /// The file's folder may be written by somebody else.
    FolderWritableByOthers,
    /// The file's folder belongs neither to this user nor to root.
    FolderOtherOwner,
    /// The way to the file leads out of the project.
    OutsideProject,
    /// What should be appended is not one line of at most [`LINE_LIMIT`] bytes.
    NotALine,
    /// The system refused to open or read it.
    Unreadable(io::ErrorKind),
    /// The system refused to create or write it.
    Unwritable(io::ErrorKind),
}

impl Problem {
    /// The stable word for it.
    pub fn code(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::NotRegular => "not_regular",
            Self::Link => "link",
            Self::TooLarge => "too_large",
            Self::WritableByOthers => "writable_by_others",
            Self::OtherOwner => "other_owner",
            Self::FolderWritableByOthers => "folder_writable_by_others",
            Self::FolderOtherOwner => "folder_other_owner",
            Self::OutsideProject => "outside_project",
            Self::NotALine => "not_a_line",
            Self::Unreadable(_) => "unreadable",
            Self::Unwritable(_) => "unwritable",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "no such file",
            Self::NotRegular => "not a regular file",
            Self::Link => "a link that is not followed",
            Self::TooLarge => "larger than 1 MiB",
            Self::WritableByOthers => "writable by other users",
            Self::OtherOwner => "owned by another user",
            Self::FolderWritableByOthers => "in a folder that is writable by other users",
            Self::FolderOtherOwner => "in a folder that is owned by another user",
            Self::OutsideProject => "outside the project",
            Self::NotALine => "not one line of at most 4 KiB",
            Self::Unreadable(kind) => return write!(f, "not readable: {kind}"),
            Self::Unwritable(kind) => return write!(f, "not writable: {kind}"),
        })
    }
}

impl std::error::Error for Problem {}

/// The whole content of the file at `path`, if it is what `place` asks for.
///
/// Never waits for a pipe or a device, and stops reading soon after [`LIMIT`].
/// Only a regular file on a hanging file system can still block.
///
/// # Errors
/// What is wrong with the file; [`Problem::Missing`] if there is none.
pub fn read(path: &Path, place: Place<'_>) -> Result<Vec<u8>, Problem> {
    let Place::Project { root } = place else {
        return system::read(path, place);
    };
    match read_direct(path, root, place) {
        Err(Problem::Link) => {
            let real = inside(path, root)?;
            let folder = real.parent().ok_or(Problem::OutsideProject)?;
            system::check_folder(folder)?;
            system::read(&real, place)
        }
        other => other,
    }
}

/// The file at `path`, open to be read, however large, if it is what [`Place::Ours`] asks for.
///
/// # Errors
/// As [`read`].
pub fn open_ours(path: &Path) -> Result<fs::File, Problem> {
    system::open(path, Place::Ours)
}

/// Reads `<root>/<folder>/<name>`, where two looks are enough to know that no link is on the way.
/// [`Problem::Link`] where one is, or where it could be.
fn read_direct(path: &Path, root: &Path, place: Place<'_>) -> Result<Vec<u8>, Problem> {
    let folder = path.parent().filter(|_| is_two_below(path, root));
    system::check_folder(folder.ok_or(Problem::Link)?)?;
    system::read(path, place)
}

/// Whether `path` is `root` and two plain names, by its bytes: `Path` would take thousands of instructions for it.
fn is_two_below(path: &Path, root: &Path) -> bool {
    let [path, root] = [path, root].map(|path| path.as_os_str().as_encoded_bytes());
    let is_plain = |name: &[u8]| !matches!(name, b"" | b"." | b"..");
    let mut names = path
        .strip_prefix(root)
        .unwrap_or_default()
        .split(|&byte| std::path::is_separator(char::from(byte)));
    names.next() == Some(b"")
        && names.next().is_some_and(is_plain)
        && names.next().is_some_and(is_plain)
        && names.next().is_none()
}

/// Where `path` really is, all links resolved, if that is below `root`.
fn inside(path: &Path, root: &Path) -> Result<PathBuf, Problem> {
    let real = fs::canonicalize(path).map_err(|error| {
        if leads_nowhere(path) {
            Problem::Link
        } else {
            missing_or_unreadable(&error)
        }
    })?;
    let root = fs::canonicalize(root).map_err(|error| missing_or_unreadable(&error))?;
    if real.starts_with(root) {
        Ok(real)
    } else {
        Err(Problem::OutsideProject)
    }
}

/// Whether a path that can't be resolved is a link, or lies in one without a target: something is meant to be there, which is
/// not the same as nothing. (What a link to a pipe leads to exists and has no path.)
fn leads_nowhere(path: &Path) -> bool {
    let dangles = |path: &Path| path.is_symlink() && !path.exists();
    path.is_symlink() || path.parent().is_some_and(dangles)
}

fn missing_or_unreadable(error: &io::Error) -> Problem {
    use io::ErrorKind::{InvalidFilename, NotADirectory, NotFound};
    match error.kind() {
        NotFound | NotADirectory | InvalidFilename => Problem::Missing,
        kind => Problem::Unreadable(kind),
    }
}

fn unwritable(error: io::Error) -> Problem {
    Problem::Unwritable(error.kind())
}

/// Whether something lies at `path` and belongs to this user, links not followed. Root's things are not the user's
/// here, unless the user is root. Without Unix: whether something lies there.
pub fn is_own(path: &Path) -> bool {
    system::is_own(path)
}

/// Replaces the file at `path` by a private one (0600) with these bytes, all or nothing.
/// Missing parent folders are made (0700); a link at `path` is replaced, not followed.
///
/// # Errors
/// What the system refused. The old file is then as it was, and nothing new lies beside it.
pub fn write_private(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    create_parents(path)?;
    replace(path, bytes, None, Lasting::Synced)
}

/// As [`write_private`], but not synced: for what may be lost with the power, and is not worth the wait.
///
/// # Errors
/// As [`write_private`].
pub fn write_private_quickly(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    create_parents(path)?;
    replace(path, bytes, None, Lasting::Unsynced)
}

/// As [`write_private`], for a file that is not ours alone (a client's settings): stays behind a link that leads to
/// it, and keeps the permissions it has. Its owner and its access lists are not kept.
///
/// # Errors
/// As [`write_private`]; [`Problem::Link`] for a link that leads nowhere, [`Problem::NotRegular`] for a folder.
pub fn rewrite(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let real = match fs::canonicalize(path) {
        Ok(real) => real,
        Err(_) if leads_nowhere(path) => return Err(Problem::Link),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return write_private(path, bytes),
        Err(error) => return Err(unwritable(error)),
    };
    let facts = fs::metadata(&real).map_err(unwritable)?;
    if !facts.is_file() {
        return Err(Problem::NotRegular);
    }
    replace(&real, bytes, Some(facts.permissions()), Lasting::Synced)
}

/// Makes a private folder (0700), and those above it; one that is there stays as it is.
///
/// # Errors
/// What the system refused.
pub fn create_folder(path: &Path) -> Result<(), Problem> {
    system::create_folders(path).map_err(unwritable)
}

/// Whether a file has to outlive a loss of power.
#[derive(Clone, Copy, PartialEq)]
enum Lasting {
    Synced,
    Unsynced,
}

fn replace(
    path: &Path,
    bytes: &[u8],
    permissions: Option<fs::Permissions>,
    lasting: Lasting,
) -> Result<(), Problem> {
    let (new, file) = create_beside(path).map_err(unwritable)?;
    let done = fill(file, bytes, permissions, lasting).and_then(|()| fs::rename(&new, path));
    if done.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&new);
    }
    done.map_err(unwritable)
}

/// A new private file in the folder of `path`. Its name is free at the first or second try, unless earlier runs were killed.
fn create_beside(path: &Path) -> io::Result<(PathBuf, fs::File)> {
    if path.file_name().is_none() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    for attempt in 0..100_u8 {
        let new = path.with_file_name(format!(".answerback-{}-{attempt}", std::process::id()));
        match system::create_new(&new) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (new, file)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

fn fill(
    mut file: fs::File,
    bytes: &[u8],
    permissions: Option<fs::Permissions>,
    lasting: Lasting,
) -> io::Result<()> {
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    match lasting {
        Lasting::Synced => file.sync_all(),
        Lasting::Unsynced => Ok(()),
    }
}

fn create_parents(path: &Path) -> Result<(), Problem> {
    match path.parent() {
        Some(folder) if folder.as_os_str() != OsStr::new("") => create_folder(folder),
        _ => Ok(()),
    }
}

/// Appends one line to a file of ours, in one write, so that lines of several processes do not mix.
/// The file is made (0600), with its folders (0700), if it is missing. Not synced: a line is not worth the wait.
///
/// # Errors
/// As [`read`] for [`Place::Ours`], and [`Problem::NotALine`] unless `line` is at most [`LINE_LIMIT`] bytes with
/// one line feed, at its end. After [`Problem::Unwritable`] a part of the line may stand in the file.
pub fn append_line(path: &Path, line: &[u8]) -> Result<(), Problem> {
    match line.split_last() {
        Some((b'\n', text)) if line.len() <= LINE_LIMIT && !text.contains(&b'\n') => {}
        _ => return Err(Problem::NotALine),
    }
    match system::append(path, line) {
        Err(Problem::Missing) => {
            create_parents(path)?;
            system::append(path, line)
        }
        done => done,
    }
}

/// Holds the file at `path` for this process alone until it is dropped, and waits for who has it: never on the hook's
/// path. The file is made (0600), with its folders (0700), if it is missing.
///
/// # Errors
/// As [`read`] for [`Place::Ours`], and what the system refused.
pub fn lock(path: &Path) -> Result<fs::File, Problem> {
    let file = match system::open_to_change(path) {
        Err(Problem::Missing) => {
            create_parents(path)?;
            system::open_to_change(path)
        }
        opened => opened,
    }?;
    file.lock().map_err(unwritable)?;
    Ok(file)
}

/// Lets `change` look at the [`BLOCK`] bytes at `at` of a file of ours, and puts them back if it says so. What the file
/// does not hold yet is zeros. The file is made (0600), with its folders (0700), if it is missing. Two processes at once
/// can undo each other's change, never mix them. Not synced.
///
/// # Errors
/// As [`read`] for [`Place::Ours`], and what the system refused.
pub fn change_block(
    path: &Path,
    at: u64,
    change: &mut dyn FnMut(&mut [u8; BLOCK]) -> bool,
) -> Result<(), Problem> {
    match system::change_block(path, at, change) {
        Err(Problem::Missing) => {
            create_parents(path)?;
            system::change_block(path, at, change)
        }
        done => done,
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
