//! `answerback log`: what happened. `--last` explains the last request in full.

use std::path::Path;

use jiff::{Timestamp, ZonedDateTime, civil, tz::TimeZone};
use serde_json::json;

use crate::answer::{Context, resolve};
use crate::cli::{Failure, LogArgs, PlaceArgs};
use crate::journal::{self, Event, Filter, Kept, Line, Now};
use crate::profile::{Folders, Places, open};
use crate::report::{self, Explanation, escape_json};
use crate::run::{Streams, World, status};

/// Shows the journal. The status says whether there was anything to show.
pub(crate) fn run(
    args: &LogArgs,
    color: bool,
    world: &World<'_>,
    streams: &mut Streams<'_>,
) -> Result<u8, Failure> {
    let folders = super::folders(&args.places)?;
    journal::purge(&folders.state, Now::read());
    let filter = args.filter.filter(world)?;
    let mut lines = read(&folders, &filter)?;
    let out = if args.last {
        last(args, &lines, &folders, color, world)?
    } else {
        let shown = lines.split_off(lines.len().saturating_sub(args.limit));
        if args.filter.json {
            shown.iter().map(json_line).collect::<Result<_, _>>()?
        } else {
            super::styled(report::log_lines(&shown, local), color)
        }
    };
    let _ = streams.stdout.write_all(out.as_bytes());
    if out.is_empty() {
        return Err(nothing(&filter));
    }
    Ok(status::OK)
}

/// That there is nothing to show.
pub(super) fn nothing(filter: &Filter) -> Failure {
    Failure::no(if *filter == Filter::default() {
        "nothing was asked yet; `answerback doctor` says whether the hook is in force"
    } else {
        "nothing fits"
    })
}

/// Lines of the journal, or what is wrong with it.
pub(super) fn read(folders: &Folders, filter: &Filter) -> Result<Vec<Line<'static>>, Failure> {
    journal::read(&folders.state, filter)
        .map_err(|(path, problem)| Failure::data(format!("{}: {problem}", path.display())))
}

fn json_line(line: &Line<'_>) -> Result<String, Failure> {
    let json = serde_json::to_string(line).map_err(|error| Failure::internal(error.to_string()))?;
    Ok(escape_json(&json) + "\n")
}

/// A line's time, as clocks here show it.
pub(super) fn local(time: &str) -> String {
    match time.parse::<Timestamp>() {
        Ok(time) => (time
            .to_zoned_datetime(TimeZone::system())
            .strftime("%Y-%m-%d %H:%M:%S"))
        .to_string(),
        Err(_) => time.to_owned(),
    }
}

fn last(
    args: &LogArgs,
    lines: &[Line<'_>],
    folders: &Folders,
    color: bool,
    world: &World<'_>,
) -> Result<String, Failure> {
    let place = lines.iter().rposition(|line| line.event == Event::Request);
    let Some((line, after)) = place.and_then(|place| lines.get(place..)?.split_first()) else {
        return Ok(String::new());
    };
    let answer = after.iter().find(|later| {
        later.event == Event::Result
            && later.session == line.session
            && later.prompt == line.prompt
            && later.server == line.server
    });
    let kept = journal::kept(&folders.state, Now::read());
    let explanation = (kept.iter())
        .rfind(|kept| is_of(kept, line))
        .and_then(|kept| explain(kept, &args.places, folders, world));
    if args.filter.json {
        let json = json!({ "line": line, "answer": answer, "explanation": explanation });
        return Ok(escape_json(&format!("{json:#}")) + "\n");
    }
    let mut out = report::log_whole(line, local);
    if let Some(answer) = answer {
        out.push_str(&format!("answered {}\n", report::answered(answer)));
    }
    if let Some(explanation) = explanation {
        out.push_str("\nasked again now:\n\n");
        out.push_str(&report::render_text(&explanation));
    }
    Ok(super::styled(out, color))
}

/// Whether a kept request is the one that a line is about.
fn is_of(kept: &Kept, line: &Line<'_>) -> bool {
    let now = Now {
        millis: kept.millis,
    };
    now.text() == line.time
        && kept
            .asked()
            .is_some_and(|asked| asked.request.server == line.server)
}

/// What would be decided for a kept request now, in the surroundings that it came from.
fn explain(
    kept: &Kept,
    places: &PlaceArgs,
    folders: &Folders,
    world: &World<'_>,
) -> Option<Explanation> {
    let asked = kept.asked()?;
    let book = open(
        &asked.request.server,
        &Places {
            tells_edits: true,
            profiles: &places.profiles,
            folders,
            project: kept.project(),
        },
    );
    let context = Context {
        attended: kept.attended(),
        project: kept.project(),
        cwd: asked.from.cwd.as_deref(),
        outside: world,
    };
    let resolution = resolve(&asked.request, &book, &context);
    Some(Explanation::new(&asked.request, &book, &resolution))
}

impl crate::cli::FilterArgs {
    /// What the arguments want of the journal.
    ///
    /// # Errors
    /// `--since` is no time.
    pub(super) fn filter(&self, world: &World<'_>) -> Result<Filter, Failure> {
        let absolute = |dir: &Path| {
            let path = world
                .cwd()
                .map_or_else(|| dir.to_owned(), |cwd| cwd.join(dir));
            path.canonicalize().unwrap_or(path)
        };
        Ok(Filter {
            server: self.server.clone(),
            decision: self.decision.clone(),
            since: self.since.as_deref().map(since).transpose()?,
            session: self.session.clone(),
            project: self.project.as_deref().map(absolute),
        })
    }
}

/// A time, a date (its local midnight) or a span back from now (`2h`, `3 days`), as lines have it.
fn since(text: &str) -> Result<String, Failure> {
    let time = text
        .parse::<Timestamp>()
        .ok()
        .or_else(|| {
            let date = text.parse::<civil::Date>().ok()?;
            Some(date.to_zoned_datetime(TimeZone::system()).ok()?.timestamp())
        })
        .or_else(|| {
            let span = text.parse::<jiff::Span>().ok()?;
            Some(
                ZonedDateTime::now()
                    .checked_sub(span.abs())
                    .ok()?
                    .timestamp(),
            )
        });
    time.map(|time| format!("{time:.3}")).ok_or_else(|| {
        Failure::usage(format!(
            "`--since {text}` is no time: write `2h`, `3d` or `2026-11-30`"
        ))
    })
}
