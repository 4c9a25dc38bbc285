//! The Unix side of `files`: few system calls, and every judgement made on the open handle.

use super::{BLOCK, LIMIT, Place, Problem};
use rustix::{
    buffer::spare_capacity,
    fs::{FileType, Mode, OFlags, Stat},
    io::Errno,
};
use std::{
    fs, io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::Path,
};

/// A pipe or a device does not make us wait, and a terminal does not become ours.
const QUIET: OFlags = OFlags::NONBLOCK
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

/// `open`, `fstat`, one `read` for a file that stays as long as `fstat` says, `close`.
pub(super) fn read(path: &Path, place: Place<'_>) -> Result<Vec<u8>, Problem> {
    let links = if place == Place::Input {
        OFlags::empty()
    } else {
        OFlags::NOFOLLOW
    };
    let file = rustix::fs::open(path, OFlags::RDONLY | QUIET | links, Mode::empty())
        .map_err(|error| refused(error, Problem::Unreadable))?;
    let unreadable = |error: Errno| Problem::Unreadable(error.kind());
    let facts = rustix::fs::fstat(&file).map_err(unreadable)?;
    check_file(&facts, place)?;
    let size = usize::try_from(facts.st_size).map_err(|_| Problem::TooLarge)?;
    if size > LIMIT {
        return Err(Problem::TooLarge);
    }
    // One byte more than there should be, so that a short read shows the end.
    let mut bytes = Vec::with_capacity(size + 1);
    while rustix::io::read(&file, spare_capacity(&mut bytes)).map_err(unreadable)? != 0
        && bytes.len() != size
    {
        if bytes.len() > LIMIT {
            return Err(Problem::TooLarge);
        }
        bytes.reserve(1);
    }
    Ok(bytes)
}

/// `open`, `fstat`.
pub(super) fn open(path: &Path, place: Place<'_>) -> Result<fs::File, Problem> {
    let how = OFlags::RDONLY | OFlags::NOFOLLOW | QUIET;
    let file = rustix::fs::open(path, how, Mode::empty())
        .map_err(|error| refused(error, Problem::Unreadable))?;
    let facts = rustix::fs::fstat(&file).map_err(|error| Problem::Unreadable(error.kind()))?;
    check_file(&facts, place)?;
    Ok(file.into())
}

/// `open`, `fstat`, `write`, `close`.
pub(super) fn append(path: &Path, line: &[u8]) -> Result<(), Problem> {
    let how = OFlags::WRONLY | OFlags::APPEND | OFlags::CREATE | OFlags::NOFOLLOW | QUIET;
    let file = rustix::fs::open(path, how, Mode::RUSR | Mode::WUSR)
        .map_err(|error| refused(error, Problem::Unwritable))?;
    let unwritable = |error: Errno| Problem::Unwritable(error.kind());
    check_file(&rustix::fs::fstat(&file).map_err(unwritable)?, Place::Ours)?;
    if rustix::io::write(&file, line).map_err(unwritable)? == line.len() {
        Ok(())
    } else {
        Err(Problem::Unwritable(io::ErrorKind::WriteZero))
    }
}

/// `open`, `fstat`. The file is made if it is missing.
pub(super) fn open_to_change(path: &Path) -> Result<fs::File, Problem> {
    let how = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | QUIET;
    let file = rustix::fs::open(path, how, Mode::RUSR | Mode::WUSR)
        .map_err(|error| refused(error, Problem::Unwritable))?;
    let facts = rustix::fs::fstat(&file).map_err(|error| Problem::Unwritable(error.kind()))?;
    check_file(&facts, Place::Ours)?;
    Ok(file.into())
}

/// `open`, `fstat`, `pread`, `pwrite`, `close`.
pub(super) fn change_block(
    path: &Path,
    at: u64,
    change: &mut dyn FnMut(&mut [u8; BLOCK]) -> bool,
) -> Result<(), Problem> {
    let file = open_to_change(path)?;
    let unwritable = |error: Errno| Problem::Unwritable(error.kind());
    let mut block = [0; BLOCK];
    // A short read is the end of the file, and what it lacks is zeros.
    rustix::io::pread(&file, &mut block[..], at)
        .map_err(|error| Problem::Unreadable(error.kind()))?;
    if change(&mut block) {
        rustix::io::pwrite(&file, &block, at).map_err(unwritable)?;
    }
    Ok(())
}

/// That a project's folder is one, not a link, and nobody else's. One `lstat`.
pub(super) fn check_folder(path: &Path) -> Result<(), Problem> {
    let facts = rustix::fs::lstat(path).map_err(|error| refused(error, Problem::Unreadable))?;
    match FileType::from_raw_mode(facts.st_mode) {
        FileType::Directory if !is_users_or_roots(&facts) => Err(Problem::FolderOtherOwner),
        FileType::Directory if is_writable_by(&facts, Mode::WOTH) => {
            Err(Problem::FolderWritableByOthers)
        }
        FileType::Directory => Ok(()),
        FileType::Symlink => Err(Problem::Link),
        _ => Err(Problem::Missing),
    }
}

pub(super) fn is_own(path: &Path) -> bool {
    rustix::fs::lstat(path).is_ok_and(|facts| facts.st_uid == rustix::process::geteuid().as_raw())
}

pub(super) fn create_new(path: &Path) -> io::Result<fs::File> {
    fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
}

pub(super) fn create_folders(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
}

fn check_file(facts: &Stat, place: Place<'_>) -> Result<(), Problem> {
    let refused_writers = match place {
        Place::Ours => Mode::WGRP | Mode::WOTH,
        // Shared checkouts are writable by a group; what stands in the file is trusted by its content anyway.
        Place::Project { .. } => Mode::WOTH,
        Place::Input => Mode::empty(),
    };
    if FileType::from_raw_mode(facts.st_mode) != FileType::RegularFile {
        Err(Problem::NotRegular)
    } else if place != Place::Input && !is_users_or_roots(facts) {
        Err(Problem::OtherOwner)
    } else if is_writable_by(facts, refused_writers)
        && !(place == Place::Ours && is_private_groups(facts))
    {
        Err(Problem::WritableByOthers)
    } else {
        Ok(())
    }
}

fn is_users_or_roots(facts: &Stat) -> bool {
    facts.st_uid == 0 || facts.st_uid == rustix::process::geteuid().as_raw()
}

/// Whether only the file's group may write beside its owner, and that group is a person's own: where each has one,
/// named and numbered like them, a file is made writable for it (umask 002), and nobody else is in it.
fn is_private_groups(facts: &Stat) -> bool {
    const FIRST_PERSON: u32 = 1000;
    facts.st_uid >= FIRST_PERSON
        && facts.st_gid == facts.st_uid
        && !is_writable_by(facts, Mode::WOTH)
}

fn is_writable_by(facts: &Stat, whom: Mode) -> bool {
    Mode::from_raw_mode(facts.st_mode).intersects(whom)
}

/// What a failed `open` or `lstat` says about the file.
fn refused(error: Errno, other: fn(io::ErrorKind) -> Problem) -> Problem {
    match error {
        Errno::NOENT | Errno::NOTDIR | Errno::NAMETOOLONG => Problem::Missing,
        // `O_NOFOLLOW` met a link; FreeBSD says `EMLINK`.
        Errno::LOOP | Errno::MLINK => Problem::Link,
        // A socket, a device without a driver, a pipe without a reader, a folder to be written.
        Errno::NXIO | Errno::NODEV | Errno::ISDIR => Problem::NotRegular,
        error => other(error.kind()),
    }
}
