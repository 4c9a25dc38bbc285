//! What a project brings along that counts only once the user trusted it, gathered for a person to read.
//!
//! Every file is read once, so that what is recorded is what was shown. Whether to trust is for the person.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use super::mcp_json::{self, Doubt, Entry};
use super::store::own_sources;
use super::trust::{self, Kind, Subject};
use super::{Diagnostic, Folders, Places, Profile, Source, identity, read};
use crate::files::{self, Place, Problem};

/// The folder of a project's profiles.
const FOLDER: &str = ".answerback";
/// Where a project defines servers.
const SERVERS: &str = ".mcp.json";

/// What a person means by a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The project's folder, links resolved if it is there.
    pub project: PathBuf,
    /// The part of it.
    pub part: Part,
}

/// A part of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    All,
    /// The profile at this path below the project, and the servers that it answers.
    Profile(PathBuf),
    /// The servers that it defines.
    Servers,
}

/// What there is to trust.
#[derive(Debug)]
pub struct Offer {
    /// The project's folder.
    pub project: PathBuf,
    /// The name under which it is trusted.
    pub identity: PathBuf,
    /// Its profiles.
    pub profiles: Vec<OfferedProfile>,
    /// Its own definitions of servers that these profiles or the user's own answer.
    pub servers: Vec<OfferedServer>,
    /// The user's own files for all these servers.
    pub own: Vec<Source>,
}

/// A profile of a project.
#[derive(Debug)]
pub struct OfferedProfile {
    /// Its path below the project.
    pub place: PathBuf,
    /// Its content.
    pub bytes: Vec<u8>,
    /// What it says, or what is wrong with it.
    pub read: Result<Profile, Vec<Diagnostic>>,
    /// Whether exactly this is trusted already.
    pub trusted: bool,
}

/// A project's definition of a server.
#[derive(Debug)]
pub struct OfferedServer {
    /// The server's name.
    pub name: String,
    /// Its definitions.
    pub entry: Entry,
    /// Whether exactly this is trusted already.
    pub trusted: bool,
}

/// Why there is nothing to show.
#[derive(Debug)]
pub enum NoOffer {
    /// The project's folder isn't there.
    NoProject(PathBuf),
    /// A file that may not be read.
    File(PathBuf, Problem),
    /// A `.mcp.json` that can't be understood: whom the project makes a server can't be told.
    Doubt(Doubt),
}

impl fmt::Display for NoOffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoProject(path) => write!(f, "`{}`: no such folder", path.display()),
            Self::File(path, problem) => write!(f, "`{}`: {problem}", path.display()),
            Self::Doubt(doubt) => doubt.fmt(f),
        }
    }
}

impl Target {
    /// What an absolute path means: a project's folder, its `.answerback`, its `.mcp.json`, or one profile in
    /// it. `project` is the project where the path doesn't say it.
    pub fn of(path: &Path, project: Option<&Path>) -> Self {
        let parent = path.parent().unwrap_or(path);
        let is = |path: &Path, name: &str| path.file_name() == Some(OsStr::new(name));
        let whole = |folder: &Path| Self {
            project: real(folder),
            part: Part::All,
        };
        if is(path, FOLDER) {
            return whole(parent);
        }
        if is(path, SERVERS) {
            return Self {
                project: real(parent),
                part: Part::Servers,
            };
        }
        let file =
            path.is_file() || (!path.is_dir() && path.extension() == Some(OsStr::new("toml")));
        let Some(name) = path.file_name().filter(|_| file) else {
            return whole(path);
        };
        // A profile's place is how it is reached from the project, which a link to its folder doesn't change.
        let (project, folder) = match (is(parent, FOLDER), parent.parent()) {
            (true, Some(project)) => (real(project), FOLDER.into()),
            _ => {
                let folder = real(parent);
                let project = match project {
                    Some(project) => real(project),
                    None => identity::project_of(None, Some(&folder)).unwrap_or(folder.clone()),
                };
                let below = folder.strip_prefix(&project).unwrap_or(&folder).to_owned();
                (project, below)
            }
        };
        Self {
            project,
            part: Part::Profile(folder.join(name)),
        }
    }

    /// Whether a record is about this.
    pub fn covers(&self, record: &trust::Record) -> bool {
        let project = identity::identity(&self.project).unwrap_or_else(|| self.project.clone());
        project.to_string_lossy() == record.project
            && match &self.part {
                Part::All => true,
                Part::Profile(place) => {
                    record.kind == Kind::Profile && place.to_string_lossy() == record.place
                }
                Part::Servers => record.kind == Kind::McpEntry,
            }
    }
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

impl Offer {
    /// Gathers what there is. `profiles` are the folders named in the arguments.
    ///
    /// # Errors
    /// The first thing that can't be read, and so not be shown.
    pub fn gather(
        target: &Target,
        profiles: &[PathBuf],
        folders: &Folders,
    ) -> Result<Self, NoOffer> {
        let project = &target.project;
        let identity = identity::identity(project)
            .filter(|_| project.is_dir())
            .ok_or_else(|| NoOffer::NoProject(project.clone()))?;
        let mut offer = Self {
            project: project.clone(),
            identity,
            profiles: Vec::new(),
            servers: Vec::new(),
            own: Vec::new(),
        };
        let places = match &target.part {
            Part::All => profiles_of(project)?,
            Part::Profile(place) => vec![place.clone()],
            Part::Servers => Vec::new(),
        };
        for place in places {
            offer.add_profile(place, folders)?;
        }
        let mut names: BTreeSet<String> = offer
            .profiles
            .iter()
            .filter_map(|profile| profile.read.as_ref().ok())
            .flat_map(|profile| profile.servers.iter().map(|name| name.it.clone()))
            .collect();
        let defined = mcp_json::servers(project).map_err(NoOffer::Doubt)?;
        let named = names.clone();
        if !matches!(target.part, Part::Profile(_)) {
            // A server of the user's own profiles, by its name alone.
            names.extend(defined.iter().cloned());
        }
        let places = Places {
            tells_edits: true,
            profiles,
            folders,
            project: Some(project),
        };
        for name in names {
            let own = own_sources(&name, &places);
            let answered = named.contains(&name) || !own.is_empty();
            if answered && defined.contains(&name) {
                offer.add_server(&name, folders)?;
            }
            offer.own.extend(own);
        }
        Ok(offer)
    }

    fn add_profile(&mut self, place: PathBuf, folders: &Folders) -> Result<(), NoOffer> {
        let path = self.project.join(&place);
        let root = Place::Project {
            root: &self.project,
        };
        let bytes = files::read(&path, root).map_err(|problem| NoOffer::File(path, problem))?;
        let subject = Subject::Profile {
            path: &place,
            bytes: &bytes,
        };
        let trusted = trust::is_trusted(&folders.trust(), &self.identity, &subject);
        self.profiles.push(OfferedProfile {
            read: read(&bytes),
            place,
            bytes,
            trusted,
        });
        Ok(())
    }

    fn add_server(&mut self, name: &str, folders: &Folders) -> Result<(), NoOffer> {
        let Some(entry) = mcp_json::entry(&self.project, name).map_err(NoOffer::Doubt)? else {
            return Ok(());
        };
        let subject = Subject::McpEntry {
            server: name,
            json: &entry.json,
        };
        let trusted = trust::is_trusted(&folders.trust(), &self.identity, &subject);
        self.servers.push(OfferedServer {
            name: name.to_owned(),
            entry,
            trusted,
        });
        Ok(())
    }

    /// Whether there is nothing at all.
    pub fn is_empty(&self) -> bool {
        self.profiles.is_empty() && self.servers.is_empty()
    }

    /// What isn't trusted yet.
    pub fn subjects(&self) -> Vec<Subject<'_>> {
        let profiles = self
            .profiles
            .iter()
            .filter(|profile| !profile.trusted)
            .map(|profile| Subject::Profile {
                path: &profile.place,
                bytes: &profile.bytes,
            });
        let servers = self
            .servers
            .iter()
            .filter(|server| !server.trusted)
            .map(|server| Subject::McpEntry {
                server: &server.name,
                json: &server.entry.json,
            });
        profiles.chain(servers).collect()
    }
}

/// The profiles in a project's own folder, by their paths below the project.
fn profiles_of(project: &Path) -> Result<Vec<PathBuf>, NoOffer> {
    let folder = project.join(FOLDER);
    let unreadable =
        |error: io::Error| NoOffer::File(folder.clone(), Problem::Unreadable(error.kind()));
    let entries = match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(unreadable)?,
    };
    let mut places = Vec::new();
    for entry in entries {
        let place = Path::new(FOLDER).join(entry.map_err(unreadable)?.file_name());
        if place.extension() == Some(OsStr::new("toml")) {
            places.push(place);
        }
    }
    places.sort();
    Ok(places)
}
