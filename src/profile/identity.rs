//! Which project this is: where its folder lies, and under what name it is trusted.
//!
//! A work tree of git goes by the name of its main tree, so that trust given once holds in all of them. Its `.git`
//! file is written by whoever made the folder, so it is believed only where the main tree says the same: a copy that
//! points at a trusted tree stays a stranger. No git process is started, and git's own settings are not read.

use crate::files::{self, Place};
use std::{
    ffi::{OsStr, OsString},
    path::{Component, Path, PathBuf, Prefix},
};

/// The longest path that is walked upwards, in bytes: Linux's `PATH_MAX`, which no call can exceed anyway.
pub(crate) const PATH_LIMIT: usize = 4096;

/// The name under which `project` is trusted: its canonical path, or for a work tree (`git worktree add`) that of its
/// main tree, or that of the repository if it is bare. `None` if the folder cannot be found: nothing in it is trusted.
///
/// Submodules and copies are projects of their own.
pub fn identity(project: &Path) -> Option<PathBuf> {
    let project = project.canonicalize().ok()?;
    Some(main_tree(&project).unwrap_or(project))
}

/// The main tree of the work tree at `project` (canonical); `None` if it is no work tree, or if one of git's three
/// files (gitrepository-layout: `.git`, `worktrees/<id>/gitdir`, `worktrees/<id>/commondir`) says otherwise.
fn main_tree(project: &Path) -> Option<PathBuf> {
    let link = one_path(&project.join(".git"), b"gitdir: ")?;
    let admin = resolve(project, &link)?;
    let worktrees = admin
        .parent()
        .filter(|folder| folder.file_name() == Some(OsStr::new("worktrees")))?;
    let common = worktrees.parent()?;

    let back = one_path(&admin.join("gitdir"), b"")?;
    // Compared by the folder: `.git` itself may be a link to the `.git` of a true work tree.
    let named = resolve(
        &admin,
        back.parent()
            .filter(|_| back.file_name() == Some(OsStr::new(".git")))?,
    )?;
    if named != project || resolve(&admin, &one_path(&admin.join("commondir"), b"")?)? != common {
        return None;
    }
    match common.parent() {
        Some(main) if common.file_name() == Some(OsStr::new(".git")) => Some(main.to_path_buf()),
        _ => Some(common.to_path_buf()),
    }
}

/// The path that a small file of git consists of, after `prefix`.
fn one_path(file: &Path, prefix: &[u8]) -> Option<PathBuf> {
    let mut bytes = files::read(file, Place::Input).ok()?;
    let end = bytes
        .iter()
        .rposition(|byte| !matches!(byte, b'\n' | b'\r'))?
        + 1;
    bytes.truncate(end);
    let path = bytes.strip_prefix(prefix)?;
    (!path.is_empty() && path.len() <= PATH_LIMIT).then(|| os_string(path).map(PathBuf::from))?
}

/// `path`, as seen from `base`, with all links resolved. `None` for what is not there, or not on this machine.
fn resolve(base: &Path, path: &Path) -> Option<PathBuf> {
    match path.components().next() {
        // A share of another machine: looking would be a connection.
        Some(Component::Prefix(prefix))
            if !matches!(prefix.kind(), Prefix::Disk(_) | Prefix::VerbatimDisk(_)) =>
        {
            None
        }
        _ => base.join(path).canonicalize().ok(),
    }
}

#[cfg(unix)]
fn os_string(bytes: &[u8]) -> Option<OsString> {
    use std::os::unix::ffi::OsStrExt;
    Some(OsStr::from_bytes(bytes).to_os_string())
}

#[cfg(not(unix))]
fn os_string(bytes: &[u8]) -> Option<OsString> {
    std::str::from_utf8(bytes).ok().map(OsString::from)
}

/// The project's folder: `claude_project_dir` (the variable `CLAUDE_PROJECT_DIR`) if it is absolute; else the nearest
/// folder at or above `cwd` that holds `.answerback` or `.git`; else `cwd`. `None` without an absolute path.
///
/// A folder counts only if it and its marker are the user's own: in `/tmp` anybody can leave one (as git found out,
/// CVE-2022-24765). Nothing is resolved here, and the folder need not exist.
pub fn project_of(claude_project_dir: Option<&OsStr>, cwd: Option<&Path>) -> Option<PathBuf> {
    if let Some(named) = claude_project_dir
        .map(Path::new)
        .filter(|path| path.is_absolute())
    {
        return Some(named.to_path_buf());
    }
    let cwd = cwd.filter(|path| path.is_absolute())?;
    let found = if cwd.as_os_str().len() <= PATH_LIMIT {
        cwd.ancestors().find(|folder| is_marked(folder))
    } else {
        None
    };
    Some(found.unwrap_or(cwd).to_path_buf())
}

fn is_marked(folder: &Path) -> bool {
    [".answerback", ".git"]
        .iter()
        .any(|marker| files::is_own(&folder.join(marker)))
        && files::is_own(folder)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::symlink, process::Command};

    /// A temporary folder with a main tree `main` and its work tree `tree`, written as git 2.47 does.
    fn work_tree() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().canonicalize().unwrap();
        fs::create_dir_all(at.join("main/.git/worktrees/tree")).unwrap();
        fs::create_dir(at.join("tree")).unwrap();
        fs::write(
            at.join("tree/.git"),
            format!(
                "gitdir: {}\n",
                at.join("main/.git/worktrees/tree").display()
            ),
        )
        .unwrap();
        fs::write(
            at.join("main/.git/worktrees/tree/gitdir"),
            format!("{}\n", at.join("tree/.git").display()),
        )
        .unwrap();
        fs::write(at.join("main/.git/worktrees/tree/commondir"), "../..\n").unwrap();
        (folder, at)
    }

    #[test]
    fn a_work_tree_goes_by_its_main_tree() {
        let (_folder, at) = work_tree();
        assert_eq!(identity(&at.join("tree")), Some(at.join("main")));
        assert_eq!(identity(&at.join("main")), Some(at.join("main")));
        assert_eq!(identity(&at.join("main/../tree")), Some(at.join("main")));
        assert_eq!(identity(&at.join("gone")), None);
    }

    #[test]
    fn a_work_tree_with_relative_paths_too() {
        let (_folder, at) = work_tree();
        fs::write(
            at.join("tree/.git"),
            "gitdir: ../main/.git/worktrees/tree\n",
        )
        .unwrap();
        fs::write(
            at.join("main/.git/worktrees/tree/gitdir"),
            "../../../../tree/.git\n",
        )
        .unwrap();
        assert_eq!(identity(&at.join("tree")), Some(at.join("main")));
    }

    #[test]
    fn real_work_trees_of_a_main_tree_and_of_a_bare_repository() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().canonicalize().unwrap();
        let git = |arguments: &str| {
            let mut git = Command::new("git");
            git.current_dir(&at)
                .args(["-c", "user.name=a", "-c", "user.email=a@example.com"]);
            git.env("GIT_CONFIG_GLOBAL", "/dev/null")
                .env_remove("GIT_DIR");
            git.args(arguments.split(' '))
                .output()
                .is_ok_and(|output| output.status.success())
        };
        if !git("--version") {
            eprintln!("skipped: no git");
            return;
        }
        assert!(git("init -q main") && git("-C main commit -q --allow-empty -m first"));
        assert!(git("-C main worktree add -q ../tree") && git("clone -q --bare main bare"));
        assert!(git("-C bare worktree add -q ../of-bare"));
        for (tree, expected) in [
            ("main", "main"),
            ("tree", "main"),
            ("bare", "bare"),
            ("of-bare", "bare"),
        ] {
            assert_eq!(identity(&at.join(tree)), Some(at.join(expected)), "{tree}");
        }
    }

    #[test]
    fn what_the_main_tree_does_not_confirm_is_not_believed() {
        type Spoof = fn(&Path);
        let cases: [(&str, Spoof); 10] = [
            ("a `.git` that names the main tree", |at| {
                fs::write(
                    at.join("evil/.git"),
                    format!("gitdir: {}\n", at.join("main/.git").display()),
                )
                .unwrap();
            }),
            ("a copy of a true `.git`", |at| {
                fs::copy(at.join("tree/.git"), at.join("evil/.git")).unwrap();
            }),
            ("a link to a true `.git`", |at| {
                symlink(at.join("tree/.git"), at.join("evil/.git")).unwrap()
            }),
            ("a folder with a spoofed `commondir`", |at| {
                fs::create_dir(at.join("evil/.git")).unwrap();
                fs::write(
                    at.join("evil/.git/commondir"),
                    at.join("main/.git").as_os_str().as_encoded_bytes(),
                )
                .unwrap();
            }),
            ("its own records with a spoofed `commondir`", |at| {
                let own = at.join("evil/x/worktrees/w");
                fs::create_dir_all(&own).unwrap();
                fs::write(at.join("evil/.git"), "gitdir: x/worktrees/w\n").unwrap();
                fs::write(
                    own.join("gitdir"),
                    at.join("evil/.git").as_os_str().as_encoded_bytes(),
                )
                .unwrap();
                fs::write(
                    own.join("commondir"),
                    at.join("main/.git").as_os_str().as_encoded_bytes(),
                )
                .unwrap();
            }),
            ("records of another folder's name", |at| {
                let own = at.join("main/.git/other/w");
                fs::create_dir_all(&own).unwrap();
                fs::write(at.join("evil/.git"), format!("gitdir: {}\n", own.display())).unwrap();
                fs::write(
                    own.join("gitdir"),
                    at.join("evil/.git").as_os_str().as_encoded_bytes(),
                )
                .unwrap();
                fs::write(own.join("commondir"), "../..").unwrap();
            }),
            ("a back link to another file beside `.git`", |at| {
                fs::copy(at.join("tree/.git"), at.join("evil/.git")).unwrap();
                let back = at.join("evil/git");
                fs::write(
                    at.join("main/.git/worktrees/tree/gitdir"),
                    back.as_os_str().as_encoded_bytes(),
                )
                .unwrap();
            }),
            ("an empty `.git`", |at| {
                fs::write(at.join("evil/.git"), "").unwrap()
            }),
            ("no path", |at| {
                fs::write(at.join("evil/.git"), "gitdir: \n").unwrap()
            }),
            ("a path with a zero byte", |at| {
                fs::write(at.join("evil/.git"), "gitdir: /a\0b\n").unwrap()
            }),
        ];
        for (name, spoof) in cases {
            let (_folder, at) = work_tree();
            fs::create_dir(at.join("evil")).unwrap();
            spoof(&at);
            assert_eq!(identity(&at.join("evil")), Some(at.join("evil")), "{name}");
        }
    }

    #[test]
    fn pipes_in_the_place_of_gits_files_do_not_block() {
        for pipe in [
            "tree/.git",
            "main/.git/worktrees/tree/gitdir",
            "main/.git/worktrees/tree/commondir",
        ] {
            let (_folder, at) = work_tree();
            fs::remove_file(at.join(pipe)).unwrap();
            assert!(
                Command::new("mkfifo")
                    .arg(at.join(pipe))
                    .status()
                    .unwrap()
                    .success()
            );
            assert_eq!(identity(&at.join("tree")), Some(at.join("tree")), "{pipe}");
        }
    }

    #[test]
    fn a_work_tree_that_was_moved_away_is_a_stranger() {
        let (_folder, at) = work_tree();
        fs::rename(at.join("tree"), at.join("moved")).unwrap();
        assert_eq!(identity(&at.join("moved")), Some(at.join("moved")));
    }

    #[test]
    fn the_variable_comes_first_if_it_is_absolute() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        fs::create_dir_all(at.join("repo/.answerback")).unwrap();
        fs::create_dir_all(at.join("repo/sub/deep")).unwrap();
        fs::create_dir_all(at.join("plain/sub")).unwrap();
        for (variable, cwd, expected) in [
            (Some("/named"), Some("repo/sub"), Some("/named")),
            (Some("relative"), Some("repo/sub/deep"), Some("repo")),
            (Some(""), Some("repo"), Some("repo")),
            (None, Some("plain/sub"), Some("plain/sub")),
            (None, None, None),
            (Some("."), None, None),
        ] {
            let found = project_of(
                variable.map(OsStr::new),
                cwd.map(|cwd| at.join(cwd)).as_deref(),
            );
            // `join` keeps an absolute path as it is.
            assert_eq!(
                found,
                expected.map(|path| at.join(path)),
                "{variable:?} {cwd:?}"
            );
        }
        assert_eq!(project_of(None, Some(Path::new("relative"))), None);
    }

    #[test]
    fn a_marker_of_somebody_else_is_passed_over() {
        if !rustix::process::geteuid().is_root() {
            eprintln!("skipped: only root can give files away");
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        fs::create_dir_all(at.join(".git")).unwrap();
        fs::create_dir_all(at.join("shared/.answerback")).unwrap();
        fs::create_dir_all(at.join("shared/work")).unwrap();
        let theirs =
            |path: &str| std::os::unix::fs::chown(at.join(path), Some(12345), None).unwrap();
        theirs("shared/.answerback");
        assert_eq!(
            project_of(None, Some(&at.join("shared/work"))),
            Some(at.to_path_buf())
        );
        // The user's own marker in a folder of somebody else, who may move it.
        fs::create_dir_all(at.join("shared/.git")).unwrap();
        theirs("shared");
        assert_eq!(
            project_of(None, Some(&at.join("shared/work"))),
            Some(at.to_path_buf())
        );
    }

    #[test]
    fn a_path_of_a_million_folders_is_not_walked() {
        let cwd = PathBuf::from("/a".repeat(1_000_000));
        assert_eq!(project_of(None, Some(&cwd)), Some(cwd.clone()));
    }
}
