//! What the hook is made of, from one field to ten thousand, and the whole process around it.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a bench that can't run says so"
)]

mod support;

use std::fs::File;
use std::process::Stdio;
use std::sync::LazyLock;

use answerback::ask::{Ask, Candidate, Value, check};
use answerback::profile::{self, Config, ConfigSource, Scope, Source, State};
use answerback::wire::claude_code::Event;
use answerback::{Book, Context, Decision, Outside, Request};
use divan::Bencher;
use support::{Stage, release_program, sized};

const FIELDS: [usize; 5] = [1, 10, 100, 1000, 10_000];

fn main() {
    divan::main();
}

/// The client's event: its JSON, and the form in it.
#[divan::bench(args = FIELDS)]
fn read_event(bencher: Bencher<'_, '_>, fields: usize) {
    let event = sized::event(fields);
    bencher.bench_local(|| request(&event));
}

#[divan::bench(args = FIELDS)]
fn read_profile(bencher: Bencher<'_, '_>, fields: usize) {
    let text = sized::profile(fields);
    bencher.bench_local(|| profile::read(text.as_bytes()));
}

/// All that `resolve` does but for the check: one required field stays open.
#[divan::bench(args = FIELDS)]
fn fill(bencher: Bencher<'_, '_>, fields: usize) {
    let (request, book) = (
        request(&sized::event(fields)),
        book(&sized::profile_without_first(fields)),
    );
    let decides = |decision: &Decision<'_>| matches!(decision, Decision::None(reason) if reason.code() == "incomplete");
    resolve(bencher, &request, &book, decides);
}

#[divan::bench(args = FIELDS, name = "resolve")]
fn fill_and_check(bencher: Bencher<'_, '_>, fields: usize) {
    let (request, book) = (
        request(&sized::event(fields)),
        book(&sized::profile(fields)),
    );
    resolve(bencher, &request, &book, |decision| {
        matches!(decision, Decision::AcceptForm(_))
    });
}

/// The check alone.
#[divan::bench(args = FIELDS)]
fn validate(bencher: Bencher<'_, '_>, fields: usize) {
    let (request, book) = (
        request(&sized::event(fields)),
        book(&sized::profile(fields)),
    );
    let Ask::Form(form) = &request.ask else {
        panic!("it asks for a form");
    };
    let Decision::AcceptForm(valid) = answerback::resolve(&request, &book, &CONTEXT).decision
    else {
        panic!("it is accepted");
    };
    let names = form.names();
    let filled = || {
        let mut content = Candidate::default();
        for (name, value) in valid.as_json() {
            let place = names.place(name).expect("it is a field");
            content.push(place, Value::from_json(value).expect("it can be sent"));
        }
        content
    };
    bencher
        .with_inputs(filled)
        .bench_local_values(|content| check(form, content).is_ok());
}

/// The release program, from its start to its end.
#[divan::bench(args = FIELDS, sample_size = 1, sample_count = 30)]
fn whole_process(bencher: Bencher<'_, '_>, fields: usize) {
    static PROGRAM: LazyLock<std::path::PathBuf> =
        LazyLock::new(|| release_program().expect("cargo builds it"));
    let stage = Stage::new(&PROGRAM);
    stage.put("event.json", &sized::event(fields));
    stage.put_profile("deploy-tools", &sized::profile(fields));
    assert_ne!(stage.run(stage.hook(), "event.json"), "");
    let hook = || {
        stage.forget();
        let mut hook = stage.hook();
        let event: File = stage.open("event.json");
        hook.stdin(event).stdout(Stdio::null());
        hook
    };
    bencher
        .with_inputs(hook)
        .bench_local_values(|mut hook| hook.status());
}

fn resolve(
    bencher: Bencher<'_, '_>,
    request: &Request,
    book: &Book,
    decides: impl Fn(&Decision<'_>) -> bool,
) {
    assert!(decides(
        &answerback::resolve(request, book, &CONTEXT).decision
    ));
    bencher.bench_local(|| answerback::resolve(request, book, &CONTEXT));
}

const CONTEXT: Context<'_> = Context {
    attended: Some(true),
    project: None,
    cwd: None,
    outside: &Nothing,
};

/// An outside that says nothing.
struct Nothing;

impl Outside for Nothing {
    fn env(&self, _: &str) -> Option<String> {
        None
    }

    fn today(&self) -> Option<String> {
        None
    }
}

fn request(event: &str) -> Request {
    match Event::parse(event.as_bytes()) {
        Ok(Event::Elicitation(asked)) => asked.request,
        _ => panic!("it is a request"),
    }
}

fn book(text: &str) -> Book {
    let Ok(profile) = profile::read(text.as_bytes()) else {
        panic!("the profile is sound");
    };
    Book {
        sources: vec![Source {
            scope: Scope::User,
            path: "deploy-tools.toml".into(),
            bytes: Vec::new(),
            state: State::Loaded(profile),
        }],
        config: ConfigSource {
            path: "config.toml".into(),
            bytes: Vec::new(),
            state: Ok(Config::default()),
        },
    }
}
