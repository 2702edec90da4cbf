//! `aite session open`: a browser on a profile's folder, in which a person signs in.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aite_compiler::diagnostic::nearest;
use aite_compiler::lower::compile;
use aite_compiler::project::Profile;
use aite_runtime::engine::{Search, StartError, profile_user};
use aite_runtime::run::{OriginRule, rewrite};
use aite_runtime::session::{SignIn, SignedIn, sign_in};
use clap::{Args, Subcommand};

use super::{chrome_configured, run::signals, stdout};
use crate::exit::{Exit, Outcome, Stop};
use crate::project::{Project, ProjectSources};
use crate::render::{ColorChoice, Style, safe};

/// Opens it without a window, for tests.
const HEADLESS: &str = "AITE_SESSION_HEADLESS";
/// A page when no script says one.
const BLANK: &str = "about:blank";

#[derive(Debug, Args)]
pub(crate) struct SessionArgs {
    #[command(subcommand)]
    command: SessionCommand,
}

#[derive(Debug, Subcommand)]
enum SessionCommand {
    /// Open a browser on a profile's folder, to sign in
    Open(OpenArgs),
}

#[derive(Debug, Args)]
struct OpenArgs {
    /// The profile, as in aite.config.json
    #[arg(value_name = "NAME")]
    name: String,
    /// The browser's program
    #[arg(long, value_name = "PATH")]
    browser: Option<PathBuf>,
}

pub(super) fn run(args: &SessionArgs, color: ColorChoice) -> Outcome {
    let SessionCommand::Open(args) = &args.command;
    let project = Project::find(Style::of(color, &io::stderr()))?;
    let profile = profile(&project, &args.name)?;
    let folder = folder(&project, &args.name, profile)?;
    let search = Search {
        option: args.browser.clone(),
        configured: chrome_configured(&project),
    };
    let found = search.find().map_err(|error| could_not_start(&error))?;
    let headed = env::var_os(HEADLESS).is_none();
    if headed && !has_display() {
        return Err(
            Stop::could_not_run("a browser with a window needs a display, and there is none here")
                .with_help("sign in on a machine with a screen, or run under xvfb-run with a remote desktop"),
        );
    }
    let wanted = SignIn {
        url: first_page(&project, &args.name),
        folder,
        headed,
    };
    tell(&args.name, profile, &wanted)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Stop::could_not_run(format!("the runtime cannot be started: {error}")))?;
    let ended = runtime.block_on(async {
        let cancellation = signals::listen()
            .map_err(|error| Stop::could_not_run(format!("signals cannot be listened to: {error}")))?;
        sign_in(&found, &wanted, &cancellation)
            .await
            .map_err(|error| could_not_start(&error))
    })?;
    let how = match ended {
        SignedIn::Closed => "closed",
        SignedIn::Cancelled => "ended",
    };
    let mut out = stdout();
    let kept = profile.user_data_dir.as_deref().unwrap_or_default();
    writeln!(
        out,
        "the browser was {how}; who is signed in there is kept in {}, which aite run uses",
        safe::line(kept, 500)
    )?;
    out.flush()?;
    Ok(Exit::Success)
}

fn profile<'a>(project: &'a Project, name: &str) -> Result<&'a Profile, Stop> {
    let profiles = &project.config.profiles;
    profiles.get(name).ok_or_else(|| {
        let stop = Stop::refused(format!("no profile \"{name}\" is configured"));
        match nearest(name, profiles.keys().map(String::as_str)) {
            Some(meant) => stop.with_help(format!("did you mean \"{meant}\"?")),
            None => stop.with_help(format!(
                "add it to aite.config.json: {{\"profiles\": {{\"{name}\": {{\"userDataDir\": \"profiles/{name}\"}}}}}}"
            )),
        }
    })
}

/// The profile's folder, made for this user alone when it is missing, and free.
fn folder(project: &Project, name: &str, profile: &Profile) -> Result<PathBuf, Stop> {
    let Some(written) = &profile.user_data_dir else {
        return Err(
            Stop::refused(format!("the profile {name} has no folder to keep a session in")).with_help(
                format!("give it one in aite.config.json: \"userDataDir\": \"profiles/{name}\""),
            ),
        );
    };
    let folder = project.root.join(written);
    make(&folder)
        .map_err(|error| Stop::could_not_run(format!("the folder {written} cannot be made: {error}")))?;
    match profile_user(&folder) {
        Some(process) => Err(in_use(name, written, process)),
        None => Ok(folder),
    }
}

fn make(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::DirBuilder::new().mode(0o700).create(folder)
}

/// Another browser has the profile's folder.
pub(super) fn in_use(name: &str, folder: &str, process: i32) -> Stop {
    Stop::could_not_run(format!(
        "the profile {name} is in use: a browser (process {process}) has its folder {folder} open"
    ))
    .with_help("close that browser first; one folder serves one browser at a time")
}

fn has_display() -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// The start page of the first script that needs the profile.
fn first_page(project: &Project, name: &str) -> String {
    let sources = ProjectSources::new(project.root.clone());
    let scripts = project.scripts(&[]).unwrap_or_default();
    let mut pages = scripts.iter().filter_map(|script| {
        let text = fs::read_to_string(&script.path).ok()?;
        let program = compile(&script.name, Arc::from(text), &sources).program;
        let needs = program.sessions.iter().any(|session| session == name);
        program.start.filter(|_| needs)?.as_literal().map(str::to_owned)
    });
    let origins = project.config.origins.iter().map(|(from, to)| OriginRule {
        from: from.clone(),
        to: to.clone(),
    });
    let origins: Vec<OriginRule> = origins.collect();
    pages
        .next()
        .map_or_else(|| BLANK.to_owned(), |page| rewrite(&page, &origins))
}

fn tell(name: &str, profile: &Profile, wanted: &SignIn) -> Result<(), Stop> {
    let account = profile.account.as_deref().unwrap_or("the account of the tests");
    let mut out = stdout();
    writeln!(
        out,
        "{name}: sign in as {} in the browser that opens ({}), then close its window",
        safe::line(account, 200),
        safe::line(&wanted.url, 500)
    )?;
    Ok(out.flush()?)
}

fn could_not_start(error: &StartError) -> Stop {
    let stop = Stop::could_not_run(error.to_string());
    match error.help() {
        Some(help) => stop.with_help(help),
        None => stop,
    }
}
