//! `answerback check`: reads profiles and the config, and says all that is wrong with them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::json;

use super::settings_file;
use crate::cli::{CheckArgs, CheckFormat, Failure};
use crate::files::{self, Place, Problem};
use crate::journal::{self, Event, Filter};
use crate::profile::lint::{Surroundings, in_surroundings, lint, overruled, unfound};
use crate::profile::trust::{self, Subject};
use crate::profile::{Config, Folders, Profile, Remark, Scope, Warning, file_name, identity, read};
use crate::report::{Finding, Severity, render_findings};
use crate::run::{Streams, World, status};

/// Checks the files. The status says whether they can be used, and with `--deny warnings` whether nothing was found.
pub(crate) fn run(
    args: &CheckArgs,
    color: bool,
    world: &World<'_>,
    streams: &mut Streams<'_>,
) -> Result<u8, Failure> {
    let folders = super::folders_at(args.home.as_deref())?;
    let around = Around::new(&folders, world);
    let files = if args.paths.is_empty() {
        around.all_files()
    } else {
        given_files(&args.paths)?
    };
    let reports: Vec<Report> = files.iter().map(|file| around.check(file)).collect();
    let count = |severity| {
        let findings = reports.iter().flat_map(|report| &report.findings);
        findings
            .filter(|finding| finding.severity == severity)
            .count()
    };
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let out = match args.format {
        CheckFormat::Text => reports
            .iter()
            .map(|report| render_findings(&report.path, &report.bytes, &report.findings, color))
            .collect(),
        CheckFormat::Json => json(&reports, errors, warnings)?,
    };
    let _ = streams.stdout.write_all(out.as_bytes());
    let _ = writeln!(
        streams.stderr,
        "{} checked: {}, {}",
        counted(reports.len(), "file"),
        counted(errors, "error"),
        counted(warnings, "warning"),
    );
    Ok(if errors > 0 || (warnings > 0 && args.deny.is_some()) {
        status::NO
    } else {
        status::OK
    })
}

fn counted(count: usize, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}

/// What was found in one file.
struct Report {
    path: String,
    bytes: Vec<u8>,
    findings: Vec<Finding>,
}

fn json(reports: &[Report], errors: usize, warnings: usize) -> Result<String, Failure> {
    let mut findings = Vec::new();
    for report in reports {
        let text = String::from_utf8_lossy(&report.bytes);
        for finding in &report.findings {
            let mut json = serde_json::to_value(finding).unwrap_or_default();
            if let Some(json) = json.as_object_mut() {
                json.insert("path".to_owned(), report.path.clone().into());
                if let Some(span) = finding.span {
                    let (line, column) = span.position(&text);
                    json.insert("line".to_owned(), line.into());
                    json.insert("column".to_owned(), column.into());
                }
            }
            findings.push(json);
        }
    }
    let files: Vec<&str> = reports.iter().map(|report| report.path.as_str()).collect();
    let all = json!({"files": files, "findings": findings, "errors": errors, "warnings": warnings});
    super::json(&all)
}

/// The files that the arguments name; a folder stands for the profiles in it.
fn given_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(super::profiles_in(path));
        } else if path.symlink_metadata().is_ok() {
            files.push(path.clone());
        } else {
            return Err(Failure::usage(super::no_such_file(path)));
        }
    }
    Ok(files)
}

/// What files are looked at with.
struct Around<'w> {
    folders: &'w Folders,
    project: Option<PathBuf>,
    config: Config,
    /// The fields that each server has asked, as the journal knows.
    asked: BTreeMap<String, BTreeSet<String>>,
    world: &'w World<'w>,
}

/// What the journal's requests asked for, by server; nothing where it can't be read.
fn asked(folders: &Folders) -> BTreeMap<String, BTreeSet<String>> {
    let mut asked: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
    let lines = journal::read(&folders.state, &Filter::default()).unwrap_or_default();
    let requests = lines
        .into_iter()
        .filter(|line| line.event == Event::Request);
    for line in requests {
        let names = line.fields.0.into_iter().map(|(name, _)| name.into_owned());
        asked
            .entry(line.server.into_owned())
            .or_default()
            .extend(names);
    }
    asked
}

impl<'w> Around<'w> {
    fn new(folders: &'w Folders, world: &'w World<'w>) -> Self {
        let config = files::read(&folders.config(), Place::Ours).unwrap_or_default();
        Self {
            folders,
            project: settings_file::project(world),
            // A broken one is reported for itself.
            config: Config::read(&config).unwrap_or_default(),
            asked: asked(folders),
            world,
        }
    }

    /// Everything that could answer a request here.
    fn all_files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        if self.folders.config().symlink_metadata().is_ok() {
            files.push(self.folders.config());
        }
        files.extend(super::profiles_in(&self.folders.profiles()));
        let project = self.project.iter();
        files.extend(project.flat_map(|project| super::profiles_in(&project.join(".answerback"))));
        files
    }

    fn check(&self, path: &Path) -> Report {
        let scope = self.scope(path);
        let place = match (scope, &self.project) {
            (Some(Scope::Project), Some(root)) => Place::Project { root },
            (Some(_), _) => Place::Ours,
            _ if self.is_config(path) => Place::Ours,
            _ => Place::Input,
        };
        let (bytes, mut findings) = match files::read(&self.world.absolute(path), place) {
            Ok(bytes) if self.is_config(path) => {
                let faults = Config::read(&bytes).err().unwrap_or_default();
                (bytes, faults.iter().map(Finding::from).collect())
            }
            Ok(bytes) => {
                let mut findings = self.profile(path, scope, &bytes);
                // Wherever it is meant to lie, its rights go with it.
                let problem = files::read(&self.world.absolute(path), Place::Ours).err();
                if let (Place::Input, Some(problem @ Problem::WritableByOthers)) = (place, problem)
                {
                    findings.push(Finding::refused(problem, path));
                }
                (bytes, findings)
            }
            Err(problem) => (Vec::new(), vec![Finding::refused(problem, path)]),
        };
        findings.sort_by_key(|finding| finding.span.map_or(0, |span| span.start));
        Report {
            path: path.display().to_string(),
            bytes,
            findings,
        }
    }

    /// The config, and one in the place of a config: in a folder with `profiles` beside it.
    fn is_config(&self, path: &Path) -> bool {
        let path = self.world.absolute(path);
        path == self.folders.config()
            || (path.ends_with("config.toml") && path.with_file_name("profiles").is_dir())
    }

    fn scope(&self, path: &Path) -> Option<Scope> {
        let path = self.world.absolute(path);
        let folder = path.parent()?;
        let is = |other: &Path| {
            folder == other
                || matches!((folder.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
        };
        if is(&self.folders.profiles()) {
            return Some(Scope::User);
        }
        let project = self.project.as_ref()?;
        is(&project.join(".answerback")).then_some(Scope::Project)
    }

    fn profile(&self, path: &Path, scope: Option<Scope>, bytes: &[u8]) -> Vec<Finding> {
        let profile = match read(bytes) {
            Ok(profile) => profile,
            Err(faults) => return faults.iter().map(Finding::from).collect(),
        };
        let mut remarks = lint(bytes, &profile);
        let servers = profile.servers.iter();
        let asked = servers.filter_map(|server| self.asked.get(&server.it));
        let asked: Vec<String> = asked.flatten().cloned().collect();
        remarks.extend(in_surroundings(
            &profile,
            &Surroundings {
                config: &self.config,
                scope,
                is_set: &|name| self.world.text(name).is_some(),
                asked: &asked,
            },
        ));
        if let Some(name) = path.file_name().and_then(|name| name.to_str()) {
            let exists = |other: &str| self.world.absolute(path).with_file_name(other).exists();
            remarks.extend(unfound(&profile, name, exists));
        }
        if scope == Some(Scope::Project) {
            remarks.extend(self.trust(path, bytes));
            remarks.extend(self.overruled(&profile));
        }
        remarks.iter().map(Finding::from).collect()
    }

    /// Whether the user trusted a project's profile as it is now.
    fn trust(&self, path: &Path, bytes: &[u8]) -> Option<Remark> {
        let project = self.project.as_deref()?;
        let identity = identity::identity(project)?;
        let place = Path::new(".answerback").join(path.file_name()?);
        let subject = Subject::Profile {
            path: &place,
            bytes,
        };
        let store = self.folders.trust();
        if trust::is_trusted(&store, &identity, &subject) {
            return None;
        }
        let warning = if trust::was_trusted(&store, &identity, &subject) {
            Warning::EditedSinceTrust
        } else {
            Warning::NotTrusted
        };
        Some(Remark {
            warning,
            span: None,
        })
    }

    /// Where a project's profile says yes before the user's own says no.
    fn overruled(&self, profile: &Profile) -> Vec<Remark> {
        let mut remarks = Vec::new();
        for server in &profile.servers {
            let own = self.folders.profiles().join(file_name(&server.it));
            let own = files::read(&own, Place::Ours)
                .ok()
                .and_then(|bytes| read(&bytes).ok());
            let own = own.filter(|own| own.servers.iter().any(|name| name.it == server.it));
            remarks.extend(
                own.iter()
                    .flat_map(|own| overruled(profile, Scope::Project, own)),
            );
        }
        remarks
    }
}
