//! The command line: what can be said, and the help that says it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::command::{BenchArgs, ChecksArgs, GuardArgs, SessionArgs, Shell};
use crate::render::{ColorChoice, Format};

/// Runs .aite browser tests on a real browser and says why one is red
#[derive(Debug, Parser)]
#[command(
    name = "aite",
    version,
    propagate_version = true,
    disable_help_subcommand = true
)]
#[command(after_help = "Run `aite COMMAND --help` for the options of a command and examples.")]
pub(crate) struct Cli {
    /// When to use colour
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true
    )]
    pub(crate) color: ColorChoice,

    /// End when the process with this id does; it must be the one that started this one
    #[arg(long, hide = true, value_name = "PID")]
    pub(crate) end_with: Option<u32>,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make a project that runs
    #[command(after_long_help = INIT_EXAMPLES)]
    Init(InitArgs),
    /// Run scripts on a browser
    #[command(after_long_help = RUN_EXAMPLES)]
    Run(Box<RunArgs>),
    /// Find errors in scripts without running them
    #[command(after_long_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Format scripts
    #[command(after_long_help = FMT_EXAMPLES)]
    Fmt(FmtArgs),
    /// Find verifies that a merge request removed or weakened
    #[command(after_long_help = GUARD_EXAMPLES)]
    Guard(GuardArgs),
    /// Say which custom checks may run, and guard their folder
    #[command(after_long_help = CHECKS_EXAMPLES)]
    Checks(ChecksArgs),
    /// Explain an error code
    Explain(ExplainArgs),
    /// Print the parsed tree of a script as JSON
    Parse(FileArg),
    /// Print the typed program of a script or a benchmark task as JSON
    Ir(FileArg),
    /// Open a browser in which a person signs in
    #[command(after_long_help = SESSION_EXAMPLES)]
    Session(SessionArgs),
    /// Attempt benchmark tasks on browser engines, score them, and look into their data set
    Bench(BenchArgs),
    /// Speak with an editor: the language server
    #[command(after_long_help = LSP_HELP)]
    Lsp(LspArgs),
    /// Serve a folder on 127.0.0.1 and ::1
    Serve(ServeArgs),
    /// Tell what is installed, what is missing and how to get it
    Doctor,
    /// Print the completions of a shell
    #[command(after_long_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
}

/// Commands that are known and not there yet: refused by name, and out of the help.
pub(crate) const LATER_COMMANDS: [&str; 1] = ["suite"];

#[derive(Debug, Args)]
pub(crate) struct InitArgs {
    /// The project's folder; made when it is not there
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) dir: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct FileArg {
    /// The script, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Scripts, folders of scripts and JSON files of a benchmark [default: the project's scripts folder]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "fancy")]
    pub(crate) format: Format,
    /// End with 1 on warnings too
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// Make the changes that need no thought
    #[arg(long)]
    pub(crate) fix: bool,
}

#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Scripts and folders of scripts, or `-` for standard input [default: the project's scripts folder]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Change nothing; list what would change and end with 1
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// The code, as in E005; without one, all codes are listed
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// The folder
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// The port; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub(crate) port: u16,
}

#[derive(Debug, Args)]
pub(crate) struct LspArgs {
    /// Speak on standard input and output, as it does anyway: many editors add this
    #[arg(long)]
    pub(crate) stdio: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// Scripts and folders of scripts; `file.aite:12` runs the test that line 12 belongs to
    /// [default: the project's scripts folder]
    #[arg(value_name = "PATH[:LINE]")]
    pub(crate) paths: Vec<String>,
    /// Serve this folder on the port of each script's start page
    #[arg(long, value_name = "DIR")]
    pub(crate) serve: Option<PathBuf>,
    /// The folder of the results [default: `results` in aite.config.json, else results]
    #[arg(long, value_name = "DIR")]
    pub(crate) results: Option<PathBuf>,
    /// The engine: chrome, lightpanda, moli, obscura or a ws:// address
    #[arg(long, value_name = "ENGINE")]
    pub(crate) engine: Option<String>,
    /// The engine's program
    #[arg(long, value_name = "PATH")]
    pub(crate) browser: Option<PathBuf>,
    /// Send a script's addresses from one origin to another
    #[arg(long, value_name = "FROM=TO", value_parser = parse_origin)]
    pub(crate) origin: Vec<(String, String)>,
    /// Show the browser
    #[arg(long)]
    pub(crate) headed: bool,
    /// The time of a command that neither it nor its script says [default: 10s]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    pub(crate) timeout: Option<u64>,
    /// Run at most N scripts with `posts` in a day (UTC), skip the rest [default: no cap]
    #[arg(long, value_name = "N")]
    pub(crate) post_cap: Option<u64>,
    /// Run where nobody watches: judge who is signed in on the start page too, and refuse a script that clicks
    /// something that reads like publishing and does not say `posts`
    #[arg(long)]
    pub(crate) unattended: bool,
    /// A name for this invocation, kept in the results
    #[arg(long, value_name = "NAME")]
    pub(crate) label: Option<String>,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "auto")]
    pub(crate) format: RunFormat,

    #[command(flatten)]
    pub(crate) later: LaterOptions,
}

/// `aite run --format`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RunFormat {
    /// `list`, live on a terminal
    Auto,
    /// A line a step
    List,
    /// The events, one JSON object a line
    Json,
}

/// Options that are known and not there yet: refused by name, and out of the help.
#[derive(Debug, Args)]
pub(crate) struct LaterOptions {
    #[arg(short = 'j', long, hide = true, num_args = 0..=1, default_missing_value = "")]
    workers: Option<String>,
    #[arg(long, hide = true, num_args = 0..=1, default_missing_value = "")]
    shard: Option<String>,
    #[arg(long, hide = true, num_args = 0..=1, default_missing_value = "")]
    grep: Option<String>,
    #[arg(long, hide = true, num_args = 0..=1, default_missing_value = "")]
    tag: Option<String>,
    #[arg(long, hide = true, num_args = 0..=1, default_missing_value = "")]
    retries: Option<String>,
    #[arg(long, hide = true)]
    fail_on_flaky: bool,
    #[arg(short = 'x', hide = true)]
    fail_fast: bool,
    #[arg(long, hide = true, num_args = 0..=1, default_missing_value = "")]
    max_failures: Option<String>,
    #[arg(long, hide = true, num_args = 0..=1, default_missing_value = "")]
    global_timeout: Option<String>,
    #[arg(long, hide = true, num_args = 0..=1, default_missing_value = "")]
    report: Option<String>,
    #[arg(long, hide = true, num_args = 0..=1, default_missing_value = "")]
    trace: Option<String>,
    #[arg(long, hide = true)]
    debug: bool,
    #[arg(long, hide = true)]
    list: bool,
    #[arg(long, hide = true)]
    last_failed: bool,
}

impl LaterOptions {
    /// The first of them that was written.
    pub(crate) fn first(&self) -> Option<&'static str> {
        [
            (self.workers.is_some(), "--workers"),
            (self.shard.is_some(), "--shard"),
            (self.grep.is_some(), "--grep"),
            (self.tag.is_some(), "--tag"),
            (self.retries.is_some(), "--retries"),
            (self.fail_on_flaky, "--fail-on-flaky"),
            (self.fail_fast, "-x"),
            (self.max_failures.is_some(), "--max-failures"),
            (self.global_timeout.is_some(), "--global-timeout"),
            (self.report.is_some(), "--report"),
            (self.trace.is_some(), "--trace"),
            (self.debug, "--debug"),
            (self.list, "--list"),
            (self.last_failed, "--last-failed"),
        ]
        .into_iter()
        .find(|(written, _)| *written)
        .map(|(_, name)| name)
    }
}

fn parse_duration(text: &str) -> Result<u64, String> {
    aite_compiler::project::duration(text)
        .filter(|millis| *millis > 0)
        .ok_or_else(|| "a duration is written 10s, 500ms or 1m".to_owned())
}

fn parse_origin(text: &str) -> Result<(String, String), String> {
    let (from, to) = text
        .split_once('=')
        .ok_or("it is written FROM=TO, for example https://shop.test=http://localhost:3000")?;
    let origin = |written: &str| {
        aite_compiler::project::origin(written)
            .ok_or_else(|| format!("\"{written}\" is no origin such as http://localhost:3000"))
    };
    Ok((origin(from)?, origin(to)?))
}

const INIT_EXAMPLES: &str = "\
Examples:
  aite init shop        make the project in shop/
  cd shop && aite run   its first test is green

Files that are there already are left alone and named.";

const RUN_EXAMPLES: &str = "\
Examples:
  aite run                                     all scripts of the project
  aite run scripts/pay/send.aite               one script
  aite run scripts/pay --serve site            a folder of them, on pages from site/
  aite run --origin https://shop.test=http://localhost:3000

Exit codes: 0 all passed, 1 a test failed, 2 refused before a browser started, 3 could not run, 130 interrupted.";

const CHECK_EXAMPLES: &str = "\
Examples:
  aite check                          all scripts of the project
  aite check scripts/pay --fix        make the changes that need no thought
  aite check --format github          annotations on a pull request
  aite check --deny-warnings          warnings count too

Exit codes: 0 no errors, 1 errors, 2 wrong usage.";

const FMT_EXAMPLES: &str = "\
Examples:
  aite fmt                    format all scripts of the project
  aite fmt --check            only list what would change
  aite fmt - < a.aite         from standard input to standard output";

const GUARD_EXAMPLES: &str = "\
Examples:
  aite guard --base origin/main                what HEAD weakens against its merge base
  aite guard --base main --worktree            the same for the files on disk
  aite guard --base origin/main --format github

Exit codes: 0 nothing weakened or allowed by the label, 1 weakened, 2 wrong usage, 3 could not run.";

const CHECKS_EXAMPLES: &str = "\
Examples:
  aite checks allow                      list the checks as they are now
  aite checks guard --base origin/main   fail when any of them changed and nobody reviewed it
  aite checks types                      types for editors

Exit codes of guard: 0 nothing changed or allowed by the label, 1 changed, 2 wrong usage, 3 could not run.";

const SESSION_EXAMPLES: &str = "\
Examples:
  aite session open test-qian      sign in, then close the window

Exit codes: 0 the browser was closed, 2 no such profile, 3 no browser, no display, or a folder that is in use.";

const LSP_HELP: &str = "\
Editors start it; docs/language-server.md tells how, and what it can do.

Exit codes: 0 the editor ended the session, 1 it left without a word, 3 the server could not start.";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  aite completions bash > ~/.local/share/bash-completion/completions/aite
  aite completions zsh > ~/.zfunc/_aite
  aite completions fish > ~/.config/fish/completions/aite.fish";
