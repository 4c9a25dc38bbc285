//! `answerback learn`: lists what was answered by hand, and makes rules of it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json};

use super::log::local;
use crate::answer::{Context, Decision, resolve};
use crate::ask::Request;
use crate::cli::{Failure, LearnArgs};
use crate::files::{self, Place, Problem};
use crate::journal::{self, Lesson, Now, Recording, new_profile};
use crate::profile::{Book, Folders, Places, Profile, State, file_name, identity, open, read};
use crate::report::escape;
use crate::run::{Streams, World, status};
use crate::wire::claude_code;

/// Lists recordings, or learns those of one server. The status says whether anything was listed or learned.
pub(crate) fn run(
    args: &LearnArgs,
    world: &World<'_>,
    streams: &mut Streams<'_>,
) -> Result<u8, Failure> {
    let folders = super::folders(&args.places)?;
    journal::purge(&folders.state, Now::read());
    let recordings = journal::recordings(&folders.state);
    let Some(server) = &args.server else {
        return list(&recordings, streams);
    };
    if (world.env)(claude_code::AGENT).is_some() {
        return Err(Failure::no(format!(
            "nothing was learned: `{}` is set, so this runs inside an agent's session; what is answered from now \
             on is for the person to say, in a terminal of their own",
            claude_code::AGENT
        )));
    }
    let project = args
        .project
        .then(|| identity::project_of(None, world.cwd()))
        .flatten();
    let path = match &project {
        Some(project) => project.join(".answerback").join(file_name(server)),
        None if args.project => return Err(Failure::usage("there is no project here")),
        None => folders.profiles().join(file_name(server)),
    };
    let wanted = recordings.iter().filter(|recording| {
        recording.server() == **server && (!args.project || recording.project == project)
    });
    let pupil = Pupil {
        path: &path,
        server,
        folders: &folders,
        profiles: &args.places.profiles,
        world,
    };
    pupil.learn(&wanted.collect::<Vec<_>>(), args.project, streams)
}

fn list(recordings: &[Recording], streams: &mut Streams<'_>) -> Result<u8, Failure> {
    if recordings.is_empty() {
        return Err(Failure::no(
            "nothing is recorded: write `record = true` into your `config.toml`, and answer a form by hand",
        ));
    }
    for recording in recordings {
        let Some(asked) = recording.asked() else {
            continue;
        };
        let time = Now {
            millis: recording.millis,
        };
        let names: Vec<_> = recording.content.keys().map(|name| escape(name)).collect();
        let _ = writeln!(
            streams.stdout,
            "{}  {}  {}  [{}]",
            local(&time.text()),
            escape(&asked.request.server),
            escape(asked.request.message.trim()),
            names.join(", ")
        );
        left_out(recording, streams);
    }
    Ok(status::OK)
}

fn left_out(recording: &Recording, streams: &mut Streams<'_>) {
    for name in &recording.left_out {
        let _ = writeln!(
            streams.stdout,
            "  `{}` is left out: it asks for a secret, or what was typed looks like one",
            escape(name)
        );
    }
}

/// The profile that learns.
struct Pupil<'p> {
    path: &'p Path,
    server: &'p str,
    folders: &'p Folders,
    profiles: &'p [PathBuf],
    world: &'p World<'p>,
}

/// Why a recording isn't learned, in words.
type Why = String;

impl Pupil<'_> {
    fn learn(
        &self,
        recordings: &[&Recording],
        in_project: bool,
        streams: &mut Streams<'_>,
    ) -> Result<u8, Failure> {
        // Two at once would lose one's rules; the second waits.
        let _lock = self.lock()?;
        let old = self.old()?;
        let mut text = old.clone().unwrap_or_else(|| new_profile(self.server));
        let mut learned: Vec<&Recording> = Vec::new();
        for recording in recordings {
            let Some(asked) = recording.asked() else {
                continue;
            };
            let message = escape(asked.request.message.trim()).into_owned();
            match self.with(&text, recording, &asked.request, &learned) {
                Ok(Some((new, lesson))) => {
                    text = new;
                    learned.push(recording);
                    let _ = writeln!(streams.stdout, "learned \"{message}\":\n");
                    for line in lesson.text().lines() {
                        let _ = writeln!(streams.stdout, "  {}", escape(line));
                    }
                    let _ = writeln!(streams.stdout);
                }
                Ok(None) => {
                    let _ = writeln!(streams.stdout, "\"{message}\" is answered so already");
                }
                Err(why) => {
                    let _ = writeln!(streams.stdout, "not learned: \"{message}\": {why}");
                }
            }
            left_out(recording, streams);
        }
        if learned.is_empty() {
            return Err(Failure::no(format!(
                "nothing was learned for `{}`",
                escape(self.server)
            )));
        }
        self.write(old.as_deref(), &text)?;
        for recording in &learned {
            // What stays is only listed once more.
            let _ = recording.forget();
        }
        let path = escape(&self.path.to_string_lossy()).into_owned();
        let _ = writeln!(streams.stdout, "written to {path}");
        if in_project {
            let _ = writeln!(
                streams.stdout,
                "these are answers of yours, and whoever has the project can read them; here they count once you \
                 run `answerback trust`"
            );
        }
        Ok(status::OK)
    }

    fn lock(&self) -> Result<File, Failure> {
        let path = self.folders.state.join("learn.lock");
        files::lock(&path).map_err(|problem| {
            Failure::data(format!("{}: {problem}", escape(&path.to_string_lossy())))
        })
    }

    /// The profile as it is; `None` where there is none.
    fn old(&self) -> Result<Option<String>, Failure> {
        let shown = escape(&self.path.to_string_lossy()).into_owned();
        let bytes = match files::read(self.path, Place::Input) {
            Ok(bytes) => bytes,
            Err(Problem::Missing) => return Ok(None),
            Err(problem) => return Err(Failure::data(format!("{shown}: {problem}"))),
        };
        let profile = read(&bytes).map_err(|_| {
            Failure::data(format!(
                "{shown}: it is broken; `answerback check` shows where"
            ))
        })?;
        if !answers(&profile, self.server) {
            return Err(Failure::data(format!(
                "{shown}: it is another server's profile; put `{}` into its `server` if it is to answer both",
                escape(self.server)
            )));
        }
        Ok(String::from_utf8(bytes).ok())
    }

    fn write(&self, old: Option<&str>, new: &str) -> Result<(), Failure> {
        let shown = escape(&self.path.to_string_lossy()).into_owned();
        let now = fs::read_to_string(self.path).ok();
        if now.as_deref() != old {
            return Err(Failure::data(format!(
                "{shown}: it was changed meanwhile; nothing was written"
            )));
        }
        files::rewrite(self.path, new.as_bytes())
            .map_err(|problem| Failure::data(format!("{shown}: {problem}")))
    }

    /// The profile's text with one more rule, if all that was learned is then answered as it was by hand. `None` if
    /// it is already.
    fn with(
        &self,
        text: &str,
        recording: &Recording,
        request: &Request,
        learned: &[&Recording],
    ) -> Result<Option<(String, Lesson)>, Why> {
        let form = request.form().ok_or("it isn't a form")?;
        let book = self.book(text, recording)?;
        let before = match self.answer(&book, recording, request) {
            Ok(content) if content == recording.content => return Ok(None),
            Ok(_) => return Err("a rule answers it, and otherwise".to_owned()),
            Err(In { way: Some(way), .. }) if way.in_file && way.stops => {
                return Err(format!("your rule `{}` decides it", escape(&way.id)));
            }
            Err(In { way, .. }) => way
                .filter(|way| way.in_file)
                .map(|way| (way.number, way.at)),
        };
        let time = Now {
            millis: recording.millis,
        };
        let day = local(&time.text()).get(..10).unwrap_or_default().to_owned();
        let lesson = Lesson::new(request, form, &recording.content, &day)
            .map_err(|unwritten| unwritten.to_string())?;
        let new = lesson
            .put_in(text, before)
            .map_err(|unwritten| unwritten.to_string())?;
        for earlier in learned.iter().copied().chain([recording]) {
            let Some(asked) = earlier.asked() else {
                continue;
            };
            let book = self.book(&new, earlier)?;
            match self.answer(&book, earlier, &asked.request) {
                Ok(content) if content == earlier.content => {}
                Ok(_) => return Err("it would then be answered otherwise".to_owned()),
                Err(In { reason, .. }) => {
                    return Err(format!("it would still not be answered ({reason})"));
                }
            }
        }
        Ok(Some((new, lesson)))
    }

    /// All that answers the server, with this text in the profile's place.
    fn book(&self, text: &str, recording: &Recording) -> Result<Book, Why> {
        let mut book = open(
            self.server,
            &Places {
                tells_edits: true,
                profiles: self.profiles,
                folders: self.folders,
                project: recording.project.as_deref(),
            },
        );
        let profile = read(text.as_bytes()).map_err(|diagnostics| {
            let first = diagnostics.first();
            let why = first
                .map(|found| found.fault.to_string())
                .unwrap_or_default();
            format!("the profile would be broken: {why}")
        })?;
        let source = book
            .sources
            .iter_mut()
            .find(|source| source.path == self.path)
            .ok_or("it was asked in another project")?;
        source.bytes = text.as_bytes().to_owned();
        source.state = State::Loaded(profile);
        Ok(book)
    }

    /// What a book answers to a recorded request.
    fn answer(
        &self,
        book: &Book,
        recording: &Recording,
        request: &Request,
    ) -> Result<Map<String, Json>, In> {
        let asked = recording.asked();
        let context = Context {
            attended: recording.attended,
            project: recording.project.as_deref(),
            cwd: asked.as_ref().and_then(|asked| asked.from.cwd.as_deref()),
            outside: self.world,
        };
        let resolution = resolve(request, book, &context);
        let reason = match &resolution.decision {
            Decision::AcceptForm(valid) => return Ok(valid.as_json().clone()),
            Decision::None(reason) => reason.code(),
            _ => "rule",
        };
        let way = resolution.applied().map(|taken| Way {
            id: taken.rule.id.clone(),
            in_file: taken.source.path == self.path,
            stops: !taken.rule.accepts() && taken.rule.is_specific(),
            at: taken.rule.span.range().start,
            number: (taken.source.profile_for(self.server))
                .and_then(|profile| {
                    (profile.rules.iter()).position(|rule| std::ptr::eq(rule, taken.rule))
                })
                .unwrap_or_default(),
        });
        Err(In { reason, way })
    }
}

/// Why a request isn't accepted: the reason's word, and the rule that was in the way.
struct In {
    reason: &'static str,
    way: Option<Way>,
}

struct Way {
    id: String,
    /// It stands in the profile that learns.
    in_file: bool,
    /// It says no, and means this question.
    stops: bool,
    at: usize,
    number: usize,
}

fn answers(profile: &Profile, server: &str) -> bool {
    profile.servers.iter().any(|name| name.it == server)
}
