//! The command line of every subcommand. `hook` is here for its help alone: `run` takes it before clap does.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::cmd;
use crate::profile::Unanswered;
use crate::run::{Streams, World, status};

#[derive(Parser)]
#[command(
    name = "answerback",
    version,
    about = "Answers the forms of MCP servers from profiles you stored",
    long_about = "Answers the forms that MCP servers put in front of you, from profiles you stored. Claude Code \
                  runs it as a hook; the other commands are for you.",
    arg_required_else_help = true
)]
struct Cli {
    /// When to colour the output.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand)]
enum Command {
    /// Answer one event of the client (what the client runs).
    #[command(after_help = "Example, in the client's settings:\n  \
        {\"type\": \"command\", \"command\": \"/path/answerback\", \"args\": [\"hook\"], \"timeout\": 5}\n\n\
        Whatever happens, the exit status is 0: on any other the client would decline or complain.")]
    Hook(HookArgs),
    /// Show what would be decided for a request, and why.
    #[command(after_help = "Examples:\n  answerback explain event.json\n  \
        answerback explain --server github --attended false params.json\n\n\
        Exit status: 0 answered, 1 no decision, 64 bad usage, 65 bad input.")]
    Explain(ExplainArgs),
    /// Show which profiles are in force here, by server.
    #[command(
        after_help = "Examples:\n  answerback list\n  answerback list --project ~/shop --json\n\n\
        Exit status: 0, also where there are none; 64 bad usage."
    )]
    List(ListArgs),
    /// Show what captured requests would get now, and fail where it isn't what was expected.
    #[command(
        after_help = "Each line is a request, as `explain` takes it. Its key `expect`, if there is one, is an action\n\
        (\"accept\", \"decline\", \"cancel\", \"none\"), or {\"action\", \"content\", \"reason\", \"rule\"}, each optional.\n\n\
        Examples:\n  answerback replay requests.jsonl\n  answerback replay --attended false --profiles \"$PWD/profiles\" requests.jsonl\n\n\
        Exit status: 0 all as expected, 1 some not, 64 bad usage, 65 a line is no request."
    )]
    Replay(ReplayArgs),
    /// Show what a project brings along, and trust it.
    #[command(
        after_help = "Without a path it is the project of the working folder: its `.answerback/*.toml`, and what its\n\
        `.mcp.json` says about the servers that these or your own profiles answer.\n\n\
        Examples:\n  answerback trust\n  answerback trust ~/shop/.answerback/db.toml\n  answerback trust --list\n\n\
        Exit status: 0 trusted, 1 not, 64 bad usage or nobody to ask, 65 a file can't be read or is broken."
    )]
    Trust(TrustArgs),
    /// Take back what was trusted of a project.
    #[command(
        after_help = "Examples:\n  answerback untrust\n  answerback untrust ~/shop/.answerback/db.toml\n\n\
        Exit status: 0 taken back, 1 nothing of it was trusted."
    )]
    Untrust(TrustPlaceArgs),
    /// Read profiles and the config, and say all that is wrong with them.
    #[command(
        after_help = "Examples:\n  answerback check\n  answerback check --deny warnings .answerback\n  \
        answerback check --format json my-server.toml\n\n\
        Without a path: your config, your profiles, and those of the project you are in.\n\n\
        Exit status: 0 all can be used, 1 some can't (or a warning was denied), 64 bad usage."
    )]
    Check(CheckArgs),
    /// Say why you were asked: what stands between a request and its answer.
    #[command(
        after_help = "Examples:\n  answerback doctor\n  answerback doctor --server github\n\n\
        Looks at the client's settings at every level, at its version, at your profiles and the journal, and runs\n\
        the hook once on a sample, as your own settings call it. It runs nothing that lies in a project.\n\n\
        Exit status: 0 nothing keeps it from working, 1 something does, 64 bad usage."
    )]
    Doctor(DoctorArgs),
    /// Enter the hook in the client's settings.
    #[command(
        after_help = "Examples:\n  answerback init\n  answerback init --local --tell-agent --dry-run\n\n\
        Shows the change; at a terminal it asks before it writes. Twice is once, and\n\
        `answerback uninstall` takes exactly that out again.\n\n\
        Exit status: 0 the hook is there, 1 not written, 64 bad usage, 65 a settings file that can't be edited."
    )]
    Init(InitArgs),
    /// Take out of the client's settings what `init` entered.
    #[command(
        after_help = "Examples:\n  answerback uninstall\n  answerback uninstall --project --dry-run\n\n\
        Your profiles stay."
    )]
    Uninstall(UninstallArgs),
    /// Print the JSON Schema of profiles, for your editor.
    #[command(after_help = "Example:\n  answerback schema > schema.json\n\n\
        An editor with taplo takes it from a first line `#:schema ./schema.json`.")]
    Schema,
    /// Print completions for a shell.
    #[command(
        after_help = "Examples:\n  answerback completions bash > ~/.local/share/bash-completion/completions/answerback\n  \
        answerback completions zsh > ~/.zfunc/_answerback\n  \
        answerback completions fish > ~/.config/fish/completions/answerback.fish\n  \
        answerback completions powershell >> $PROFILE"
    )]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Show what happened.
    #[command(
        after_help = "Examples:\n  answerback log --since 2h\n  answerback log --server github --decision none\n  \
        answerback log --last\n\n\
        Exit status: 0 something is shown, 1 nothing is there, 64 bad usage, 65 the journal can't be read."
    )]
    Log(LogArgs),
    /// Count what happened, server by server, and say what to do about it.
    #[command(
        after_help = "Examples:\n  answerback stats --since 7d\n  answerback stats --json\n\n\
        Exit status: 0 something is shown, 1 nothing is there, 64 bad usage, 65 the journal can't be read."
    )]
    Stats(StatsArgs),
    /// Make rules of what you answered by hand.
    #[command(
        after_help = "With `record = true` in your config, what you accept is kept for a week.\n\n\
        Examples:\n  answerback learn\n  answerback learn github\n  answerback learn github --project\n\n\
        Exit status: 0 listed or learned, 1 nothing to learn, 64 bad usage, 65 a profile that can't be written."
    )]
    Learn(LearnArgs),
    /// Write a profile to fill in, from a request.
    #[command(
        after_help = "Examples:\n  answerback new\n  answerback new --last --server github\n  answerback new --from event.json\n  \
        answerback new --from params.json --server github --print\n\n\
        Exit status: 0 written, 1 a profile is there or no request is, 64 bad usage, 65 bad input."
    )]
    New(NewArgs),
}

/// Where profiles are.
#[derive(Args)]
pub(crate) struct PlaceArgs {
    /// A folder with profiles that come before all others; absolute. Can be given several times.
    #[arg(long, value_name = "DIR")]
    pub(crate) profiles: Vec<PathBuf>,
    /// The user's folder, in place of the platform's; absolute.
    #[arg(long, value_name = "DIR")]
    pub(crate) home: Option<PathBuf>,
}

#[derive(Args)]
struct HookArgs {
    #[command(flatten)]
    places: PlaceArgs,
    /// What follows where no rule decides, over the config.
    #[arg(long, value_name = "POLICY", value_parser = policy())]
    unanswered: Option<Unanswered>,
}

/// The policies by their words.
fn policy() -> impl TypedValueParser<Value = Unanswered> {
    PossibleValuesParser::new(["ask", "decline", "cancel"])
        .map(|word| Unanswered::parse(&word).unwrap_or_default())
}

/// What `check` takes.
#[derive(Args)]
pub(crate) struct CheckArgs {
    /// Files, or folders with profiles.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// How to print what was found.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: CheckFormat,
    /// Fail on warnings, too.
    #[arg(long, value_name = "WHAT")]
    pub(crate) deny: Option<Denied>,
    /// The user's folder, in place of the platform's; absolute.
    #[arg(long, value_name = "DIR")]
    pub(crate) home: Option<PathBuf>,
}

/// How findings are printed.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum CheckFormat {
    Text,
    Json,
}

/// What fails a check besides errors.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Denied {
    Warnings,
}

/// Which settings file.
#[derive(Args)]
pub(crate) struct LevelArgs {
    /// Yours, for all projects (the default): `~/.claude/settings.json`, or in `CLAUDE_CONFIG_DIR`.
    #[arg(long, conflicts_with_all = ["project", "local"])]
    pub(crate) user: bool,
    /// The project's, for all who work on it: `.claude/settings.json`.
    #[arg(long, conflicts_with = "local")]
    pub(crate) project: bool,
    /// Yours in this project: `.claude/settings.local.json`.
    #[arg(long)]
    pub(crate) local: bool,
}

/// What `init` takes.
#[derive(Args)]
pub(crate) struct InitArgs {
    #[command(flatten)]
    pub(crate) level: LevelArgs,
    /// Also tell the agent why a form was declined (after each call of an MCP tool).
    #[arg(long)]
    pub(crate) tell_agent: bool,
    /// Also deny agents `answerback trust` and edits of your profiles.
    #[arg(long, conflicts_with = "no_deny")]
    pub(crate) deny: bool,
    /// Don't ask about that.
    #[arg(long)]
    pub(crate) no_deny: bool,
    /// Show the change, and write nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print what to enter by hand, and write nothing.
    #[arg(long)]
    pub(crate) print: bool,
    /// Don't ask.
    #[arg(long, short)]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) places: PlaceArgs,
}

/// What `uninstall` takes.
#[derive(Args)]
pub(crate) struct UninstallArgs {
    #[command(flatten)]
    pub(crate) level: LevelArgs,
    /// Show the change, and write nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Don't ask.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// The user's folder, in place of the platform's; absolute.
    #[arg(long, value_name = "DIR")]
    pub(crate) home: Option<PathBuf>,
}

/// What `explain` takes.
#[derive(Args)]
pub(crate) struct ExplainArgs {
    /// A hook event, the params of `elicitation/create`, or the whole JSON-RPC message; `-` or nothing is
    /// standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) stand_in: StandInArgs,
}

/// What stands in for the surroundings of a request.
#[derive(Args)]
pub(crate) struct StandInArgs {
    /// The server that asks, where the input doesn't say.
    #[arg(long, value_name = "NAME")]
    pub(crate) server: Option<String>,
    /// The project's folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Whether a person sits at the client.
    #[arg(long, value_name = "BOOL", default_value_t = true, action = clap::ArgAction::Set)]
    pub(crate) attended: bool,
    /// An environment variable, in place of the real one. Can be given several times.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) env: Vec<String>,
    /// What follows where no rule decides, over the config.
    #[arg(long, value_name = "POLICY", value_parser = policy())]
    pub(crate) unanswered: Option<Unanswered>,
    #[command(flatten)]
    pub(crate) places: PlaceArgs,
}

/// What `replay` takes.
#[derive(Args)]
pub(crate) struct ReplayArgs {
    /// A request in each line, as `explain` takes it, with or without `expect`; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Print a line of JSON for each request.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) stand_in: StandInArgs,
}

/// What `doctor` takes.
#[derive(Args)]
pub(crate) struct DoctorArgs {
    /// Look at what concerns this server alone.
    #[arg(long, value_name = "NAME")]
    pub(crate) server: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) places: PlaceArgs,
}

/// What `list` takes.
#[derive(Args)]
pub(crate) struct ListArgs {
    /// The project's folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) places: PlaceArgs,
}

/// What `trust` and `untrust` are about.
#[derive(Args)]
pub(crate) struct TrustPlaceArgs {
    /// A project's folder, or a profile or `.mcp.json` in it.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// The project's folder, where it isn't the nearest one with `.answerback` or `.git`.
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) places: PlaceArgs,
}

/// What `trust` takes.
#[derive(Args)]
pub(crate) struct TrustArgs {
    #[command(flatten)]
    pub(crate) places: TrustPlaceArgs,
    /// Show what is trusted, and what of it changed since.
    #[arg(long, conflicts_with_all = ["paths", "yes"])]
    pub(crate) list: bool,
    /// Don't ask. Without a terminal there is no other way.
    #[arg(long)]
    pub(crate) yes: bool,
}

/// Which lines of the journal.
#[derive(Args)]
pub(crate) struct FilterArgs {
    /// Of this server.
    #[arg(long, value_name = "NAME")]
    pub(crate) server: Option<String>,
    /// Requests with this decision.
    #[arg(long, value_name = "WORD", value_parser = ["accept", "decline", "cancel", "none"])]
    pub(crate) decision: Option<String>,
    /// Not before: `2h`, `3d`, `2026-11-30`, or a time with its zone.
    #[arg(long, value_name = "WHEN")]
    pub(crate) since: Option<String>,
    /// Of the session whose id begins so.
    #[arg(long, value_name = "ID")]
    pub(crate) session: Option<String>,
    /// Of this project.
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What `log` takes.
#[derive(Args)]
pub(crate) struct LogArgs {
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    /// Explain the last request in full.
    #[arg(long, conflicts_with = "limit")]
    pub(crate) last: bool,
    /// How many lines are shown at most.
    #[arg(short = 'n', long, value_name = "NUMBER", default_value_t = 100)]
    pub(crate) limit: usize,
    #[command(flatten)]
    pub(crate) places: PlaceArgs,
}

/// What `stats` takes.
#[derive(Args)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[command(flatten)]
    pub(crate) places: PlaceArgs,
}

/// What `learn` takes.
#[derive(Args)]
pub(crate) struct LearnArgs {
    /// The server whose profile learns; without it, what there is to learn is listed.
    #[arg(value_name = "SERVER")]
    pub(crate) server: Option<String>,
    /// Write into the project's `.answerback`, from what was answered in it.
    #[arg(long, requires = "server")]
    pub(crate) project: bool,
    #[command(flatten)]
    pub(crate) places: PlaceArgs,
}

/// What `new` takes.
#[derive(Args)]
pub(crate) struct NewArgs {
    /// From the last request that was left open; so it is without `--from`, too.
    #[arg(long, conflicts_with = "from")]
    pub(crate) last: bool,
    /// From this file: a hook event, the params of `elicitation/create`, or the whole message; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// The server that asks, or whose last request is meant.
    #[arg(long, value_name = "NAME")]
    pub(crate) server: Option<String>,
    /// Write into the project's `.answerback`.
    #[arg(long, conflicts_with = "print")]
    pub(crate) project: bool,
    /// Print it and write nothing.
    #[arg(long)]
    pub(crate) print: bool,
    #[command(flatten)]
    pub(crate) places: PlaceArgs,
}

/// Parses the arguments and runs the subcommand; gives the exit status.
pub(crate) fn run(args: &[OsString], world: &World<'_>, streams: &mut Streams<'_>) -> u8 {
    let program = OsString::from("answerback");
    let cli = match Cli::try_parse_from(std::iter::once(&program).chain(args)) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, args, streams),
    };
    let color = match cli.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => streams.terminal && world.text("NO_COLOR").is_none(),
    };
    let outcome = match cli.command {
        // `run` has taken it already, unless it stands behind a global flag.
        Command::Hook(_) => {
            let place = args
                .iter()
                .position(|arg| arg == "hook")
                .map_or(0, |place| place + 1);
            return cmd::hook::run(args.get(place..).unwrap_or_default(), world, streams);
        }
        Command::Explain(args) => cmd::explain::run(&args, color, world, streams),
        Command::Doctor(args) => cmd::doctor::run(&args, color, world, streams),
        Command::List(args) => cmd::list::run(&args, color, world, streams),
        Command::Replay(args) => cmd::replay::run(&args, color, world, streams),
        Command::Trust(args) => cmd::trust::run(&args, color, world, streams),
        Command::Untrust(args) => cmd::untrust::run(&args, world, streams),
        Command::Check(args) => cmd::check::run(&args, color, world, streams),
        Command::Init(args) => cmd::init::run(&args, color, world, streams),
        Command::Schema => Ok(cmd::schema::run(streams)),
        Command::Completions { shell } => Ok(cmd::completions::run(shell, streams)),
        Command::Uninstall(args) => cmd::uninstall::run(&args, color, world, streams),
        Command::Log(args) => cmd::log::run(&args, color, world, streams),
        Command::Stats(args) => cmd::stats::run(&args, color, world, streams),
        Command::Learn(args) => cmd::learn::run(&args, world, streams),
        Command::New(args) => cmd::new::run(&args, world, streams),
    };
    outcome.unwrap_or_else(|failure| {
        let _ = writeln!(streams.stderr, "answerback: {}", failure.message);
        failure.status
    })
}

/// The whole command line, for those who describe it.
pub(crate) fn command() -> clap::Command {
    Cli::command()
}

/// Why a command failed.
pub(crate) struct Failure {
    /// The exit status.
    pub(crate) status: u8,
    /// What to tell the person: what is wrong and what to do.
    pub(crate) message: String,
}

impl Failure {
    /// The command line is wrong.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self {
            status: status::USAGE,
            message: message.into(),
        }
    }

    /// The answer is no.
    pub(crate) fn no(message: impl Into<String>) -> Self {
        Self {
            status: status::NO,
            message: message.into(),
        }
    }

    /// A fault of our own.
    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self {
            status: status::INTERNAL,
            message: message.into(),
        }
    }

    /// The input is wrong.
    pub(crate) fn data(message: impl Into<String>) -> Self {
        Self {
            status: status::DATA,
            message: message.into(),
        }
    }
}

/// Help, or a fault of the command line. What could be a client's broken call of the hook ends in 0: on any
/// other status than 0 the client would do more than go on without us.
fn usage(error: &clap::Error, args: &[OsString], streams: &mut Streams<'_>) -> u8 {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    ) {
        let _ = write!(streams.stdout, "{error}");
        return status::OK;
    }
    let _ = write!(streams.stderr, "{error}");
    if streams.piped && !is_another_command(args) {
        status::OK
    } else {
        status::USAGE
    }
}

/// Whether the first argument is a subcommand other than `hook`, so that no client can have meant us.
fn is_another_command(args: &[OsString]) -> bool {
    let first = args.first().and_then(|arg| arg.to_str());
    first.is_some_and(|first| {
        first != "hook"
            && Cli::command()
                .get_subcommands()
                .any(|command| command.get_name() == first)
    })
}
