//! Finds the profiles and the config of a request. By name, never by reading a folder, so it costs the same
//! with one profile or a hundred thousand.

use std::path::{Path, PathBuf};

use super::trust::{self, Subject};
use super::{
    Book, Config, ConfigSource, Refusal, Scope, Source, State, Unusable, identity, mcp_json, read,
};
use crate::files::{self, Place, Problem};

/// The user's own folders.
#[derive(Debug, Clone)]
pub struct Folders {
    /// Holds `config.toml`, `profiles/` and `trust/`.
    pub home: PathBuf,
    /// Journal and state.
    pub state: PathBuf,
}

/// Where the profiles of a request may lie.
#[derive(Debug)]
pub struct Places<'p> {
    /// `--profiles`, in their order.
    pub profiles: &'p [PathBuf],
    /// The user's own.
    pub folders: &'p Folders,
    /// The project.
    pub project: Option<&'p Path>,
    /// Whether what the user doesn't trust is told apart: never trusted, or edited since. Only people want to know,
    /// and it takes a look through all that was ever trusted.
    pub tells_edits: bool,
}

impl Folders {
    /// The folders under `home`, else where the platform wants them (`directories`); `None` if it doesn't say.
    pub fn find(home: Option<&Path>) -> Option<Self> {
        if let Some(home) = home {
            return Some(Self {
                home: home.to_owned(),
                state: home.join("state"),
            });
        }
        let dirs = directories::ProjectDirs::from("", "", "answerback")?;
        Some(Self {
            home: dirs.config_dir().to_owned(),
            state: dirs.data_local_dir().join("state"),
        })
    }

    /// The user's config.
    pub fn config(&self) -> PathBuf {
        self.home.join("config.toml")
    }

    /// The user's profiles.
    pub fn profiles(&self) -> PathBuf {
        self.home.join("profiles")
    }

    /// The records of what the user trusted.
    pub fn trust(&self) -> PathBuf {
        self.home.join("trust")
    }
}

/// The name of the file that answers a server: every character outside `[A-Za-z0-9._-]` becomes `_`, and a
/// stem that Windows reserves gets one more. Two names may map to one file; the file says which it is for.
pub fn file_name(server: &str) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || matches!(char, '.' | '_' | '-');
    let mut name: String = server
        .chars()
        .map(|char| if plain(char) { char } else { '_' })
        .collect();
    let stem = name.split('.').next().unwrap_or_default();
    if is_reserved(stem) {
        name.insert(stem.len(), '_');
    }
    name.push_str(".toml");
    name
}

/// Names of devices, in every folder of Windows and with every extension.
fn is_reserved(stem: &str) -> bool {
    let is = |device: &str| stem.eq_ignore_ascii_case(device);
    let numbered = |device: &str| {
        stem.split_at_checked(3).is_some_and(|(name, number)| {
            name.eq_ignore_ascii_case(device) && matches!(number.as_bytes(), [b'0'..=b'9'])
        })
    };
    ["con", "prn", "aux", "nul"].into_iter().any(is) || ["com", "lpt"].into_iter().any(numbered)
}

/// All that a server's requests are answered from.
pub fn open(server: &str, places: &Places<'_>) -> Book {
    let mut sources = sources(server, places);
    // Whom the project makes this server only matters where something would answer it.
    let found = sources
        .iter()
        .any(|source| !matches!(source.state, State::Missing));
    if let Some(refusal) = places
        .project
        .filter(|_| found)
        .and_then(|project| untrusted_server(project, server, places))
    {
        for source in &mut sources {
            if !matches!(source.state, State::Missing) {
                source.state = State::Unusable(Unusable::Refused(refusal));
            }
        }
    }
    Book {
        sources,
        config: config(places.folders),
    }
}

/// The user's own files for a server, the missing left out, whatever a project makes of its name.
pub(crate) fn own_sources(server: &str, places: &Places<'_>) -> Vec<Source> {
    let mut sources = sources(server, places);
    sources
        .retain(|source| source.scope != Scope::Project && !matches!(source.state, State::Missing));
    sources
}

fn sources(server: &str, places: &Places<'_>) -> Vec<Source> {
    let name = file_name(server);
    let mut sources: Vec<Source> = places
        .profiles
        .iter()
        .map(|folder| named_folder(folder, &name, places))
        .collect();
    if let Some(project) = places.project {
        let path = project.join(".answerback").join(&name);
        sources.push(in_project(path, project, places));
    }
    let path = places.folders.profiles().join(&name);
    sources.push(source(Scope::User, path, Place::Ours, |_| None));
    sources
}

/// A folder named in the arguments. Only an absolute one outside the project is the user's own word; what
/// lies in the project came with it.
fn named_folder(folder: &Path, name: &str, places: &Places<'_>) -> Source {
    let own = folder.is_absolute()
        && !places
            .project
            .is_some_and(|project| is_inside(folder, project));
    match places.project {
        Some(project) if !own => in_project(project.join(folder).join(name), project, places),
        None if !own => Source {
            scope: Scope::Project,
            path: folder.join(name),
            bytes: Vec::new(),
            state: State::Unusable(Unusable::Refused(Refusal::Untrusted)),
        },
        _ => source(Scope::CommandLine, folder.join(name), Place::Ours, |_| None),
    }
}

fn is_inside(folder: &Path, project: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    real(folder).starts_with(real(project))
}

/// A profile that came with the project: believed only if the user trusted exactly these bytes. Others are
/// hashed, never parsed.
fn in_project(path: PathBuf, project: &Path, places: &Places<'_>) -> Source {
    let place = path.strip_prefix(project).unwrap_or(&path).to_owned();
    source(
        Scope::Project,
        path,
        Place::Project { root: project },
        |bytes| {
            let subject = Subject::Profile {
                path: &place,
                bytes,
            };
            doubt(project, places, &subject).map(|doubt| match doubt {
                Doubt::Never => Refusal::Untrusted,
                Doubt::Edited => Refusal::Edited,
            })
        },
    )
}

/// Why the project's own definition of the server isn't believed; `None` if it has none or it is.
fn untrusted_server(project: &Path, server: &str, places: &Places<'_>) -> Option<Refusal> {
    let entry = match mcp_json::entry(project, server) {
        Ok(entry) => entry?,
        Err(_) => return Some(Refusal::DoubtfulServer),
    };
    let subject = Subject::McpEntry {
        server,
        json: &entry.json,
    };
    doubt(project, places, &subject).map(|doubt| match doubt {
        Doubt::Never => Refusal::UntrustedServer,
        Doubt::Edited => Refusal::EditedServer,
    })
}

/// Why something that came with a project isn't believed.
enum Doubt {
    /// The user never trusted it, whatever it said.
    Never,
    /// The user trusted it when it said something else.
    Edited,
}

/// Why the user doesn't trust exactly this; `None` if they do.
fn doubt(project: &Path, places: &Places<'_>, subject: &Subject<'_>) -> Option<Doubt> {
    let Some(identity) = identity::identity(project) else {
        return Some(Doubt::Never);
    };
    let store = places.folders.trust();
    if trust::is_trusted(&store, &identity, subject) {
        return None;
    }
    Some(
        if places.tells_edits && trust::was_trusted(&store, &identity, subject) {
            Doubt::Edited
        } else {
            Doubt::Never
        },
    )
}

/// Reads one profile, and parses it if nothing is said against its bytes.
fn source(
    scope: Scope,
    path: PathBuf,
    place: Place<'_>,
    against: impl FnOnce(&[u8]) -> Option<Refusal>,
) -> Source {
    let refused = |refusal| State::Unusable(Unusable::Refused(refusal));
    let (bytes, state) = match files::read(&path, place) {
        Ok(bytes) => match against(&bytes) {
            Some(refusal) => (Vec::new(), refused(refusal)),
            None => {
                let state = match read(&bytes) {
                    Ok(profile) => State::Loaded(profile),
                    Err(diagnostics) => State::Unusable(Unusable::Broken(diagnostics)),
                };
                (bytes, state)
            }
        },
        Err(Problem::Missing) => (Vec::new(), State::Missing),
        Err(problem) => (Vec::new(), refused(Refusal::File(problem))),
    };
    Source {
        scope,
        path,
        bytes,
        state,
    }
}

/// The user's config.
pub(crate) fn config(folders: &Folders) -> ConfigSource {
    let path = folders.config();
    let (bytes, state) = match files::read(&path, Place::Ours) {
        Ok(bytes) => {
            let state = Config::read(&bytes).map_err(Unusable::Broken);
            (bytes, state)
        }
        Err(Problem::Missing) => (Vec::new(), Ok(Config::default())),
        Err(problem) => (Vec::new(), Err(Unusable::Refused(Refusal::File(problem)))),
    };
    ConfigSource { path, bytes, state }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_map_to_file_names() {
        for (server, name) in [
            ("github", "github.toml"),
            ("plugin:acme:db", "plugin_acme_db.toml"),
            ("my server", "my_server.toml"),
            ("../../etc/passwd", ".._.._etc_passwd.toml"),
            ("Ünï", "_n_.toml"),
            ("con", "con_.toml"),
            ("COM1.x", "COM1_.x.toml"),
            ("COM¹", "COM_.toml"),
            ("com10", "com10.toml"),
            ("Aux.tar.gz", "Aux_.tar.gz.toml"),
            ("", ".toml"),
        ] {
            assert_eq!(file_name(server), name, "{server}");
        }
    }
}
