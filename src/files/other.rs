//! The side of `files` for systems without Unix owners and modes, in terms of the standard library.
//!
//! Checked here: regular (on the open handle), size, links at the last step. Not checked: owners and access lists
//! (the user's profile folder is private by the system's defaults), and the link check can be raced.
//! New files and folders inherit the access lists of their folder instead of 0600 and 0700.

use super::{BLOCK, LIMIT, Place, Problem, missing_or_unreadable, unwritable};
use std::{
    fs,
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
};

pub(super) fn open(path: &Path, place: Place<'_>) -> Result<fs::File, Problem> {
    if place != Place::Input {
        check_no_link(path)?;
    }
    // A folder cannot be opened as a file on Windows; the error would not say so.
    if path.is_dir() {
        return Err(Problem::NotRegular);
    }
    let file = fs::File::open(path).map_err(|error| missing_or_unreadable(&error))?;
    let facts = file
        .metadata()
        .map_err(|error| missing_or_unreadable(&error))?;
    if !facts.is_file() {
        return Err(Problem::NotRegular);
    }
    Ok(file)
}

pub(super) fn read(path: &Path, place: Place<'_>) -> Result<Vec<u8>, Problem> {
    let file = open(path, place)?;
    let mut bytes = Vec::new();
    file.take(LIMIT as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| missing_or_unreadable(&error))?;
    if bytes.len() > LIMIT {
        Err(Problem::TooLarge)
    } else {
        Ok(bytes)
    }
}

pub(super) fn append(path: &Path, line: &[u8]) -> Result<(), Problem> {
    match check_no_link(path) {
        Ok(()) | Err(Problem::Missing) => {}
        Err(problem) => return Err(problem),
    }
    let mut file = fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .map_err(|error| match missing_or_unreadable(&error) {
            Problem::Missing => Problem::Missing,
            _ => unwritable(error),
        })?;
    if !file.metadata().map_err(unwritable)?.is_file() {
        return Err(Problem::NotRegular);
    }
    match file.write(line).map_err(unwritable)? {
        written if written == line.len() => Ok(()),
        _ => Err(Problem::Unwritable(io::ErrorKind::WriteZero)),
    }
}

pub(super) fn open_to_change(path: &Path) -> Result<fs::File, Problem> {
    match check_no_link(path) {
        Ok(()) | Err(Problem::Missing) => {}
        Err(problem) => return Err(problem),
    }
    let file = fs::OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(|error| match missing_or_unreadable(&error) {
            Problem::Missing => Problem::Missing,
            _ => unwritable(error),
        })?;
    if !file.metadata().map_err(unwritable)?.is_file() {
        return Err(Problem::NotRegular);
    }
    Ok(file)
}

pub(super) fn change_block(
    path: &Path,
    at: u64,
    change: &mut dyn FnMut(&mut [u8; BLOCK]) -> bool,
) -> Result<(), Problem> {
    let mut file = open_to_change(path)?;
    let mut found = Vec::with_capacity(BLOCK);
    file.seek(SeekFrom::Start(at)).map_err(unwritable)?;
    (&mut file)
        .take(BLOCK as u64)
        .read_to_end(&mut found)
        .map_err(unwritable)?;
    found.resize(BLOCK, 0);
    let mut block = [0; BLOCK];
    block.copy_from_slice(&found);
    if change(&mut block) {
        file.seek(SeekFrom::Start(at)).map_err(unwritable)?;
        file.write_all(&block).map_err(unwritable)?;
    }
    Ok(())
}

pub(super) fn check_folder(path: &Path) -> Result<(), Problem> {
    check_no_link(path)?;
    if path.is_dir() {
        Ok(())
    } else {
        Err(Problem::Missing)
    }
}

pub(super) fn is_own(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

pub(super) fn create_new(path: &Path) -> io::Result<fs::File> {
    fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
}

pub(super) fn create_folders(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

fn check_no_link(path: &Path) -> Result<(), Problem> {
    let facts = path
        .symlink_metadata()
        .map_err(|error| missing_or_unreadable(&error))?;
    if facts.is_symlink() {
        Err(Problem::Link)
    } else {
        Ok(())
    }
}
