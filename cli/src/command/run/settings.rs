//! What holds for every script of an invocation: options first, then the configuration.

use std::collections::BTreeMap;
use std::env;
use std::sync::Arc;
use std::time::Duration;

use aite_runtime::checks::{Checks, Program};
use aite_runtime::engine::{Name, Search, StartError, UnknownName, look_for};
use aite_runtime::run::{OriginRule, Settings};

use super::plan::Approvals;
use crate::args::RunArgs;
use crate::command::{CHECK_PROCESS, engine_configured};
use crate::exit::Stop;
use crate::project::Project;

pub(super) fn settings(args: &RunArgs, project: &Project, approved: Approvals) -> Result<Settings, Stop> {
    let config = &project.config;
    let configured = config.origins.iter().map(|(from, to)| (from.clone(), to.clone()));
    let origins = args.origin.iter().cloned().chain(configured);
    let timeout = args.timeout.or(config.timeout.map(|millis| millis.0));
    let engine = engine(args, project)?;
    if args.headed && engine != Name::Chrome {
        return Err(Stop::refused(format!("{engine} has no window to show"))
            .with_help("leave --headed out, or use --engine chrome"));
    }
    let search = Search {
        option: args.browser.clone(),
        configured: engine_configured(project, engine.as_str()),
    };
    Ok(Settings {
        engine,
        search,
        headed: args.headed,
        origins: origins.map(|(from, to)| OriginRule { from, to }).collect(),
        timeout: timeout.map(Duration::from_millis),
        profiles: BTreeMap::new(),
        judge_sessions: args.unattended,
        checks: Arc::new(checks(project, approved)),
    })
}

fn checks(project: &Project, approved: Approvals) -> Checks {
    let profiles = project.config.profiles.iter();
    let accounts = profiles.filter_map(|(name, profile)| Some((name.clone(), profile.account.clone()?)));
    Checks {
        approved,
        program: env::current_exe().ok().map(|path| Program {
            path,
            args: vec![CHECK_PROCESS.into()],
            allow_unconfined: project.config.allow_unsandboxed_checks,
        }),
        accounts: accounts.collect(),
    }
}

fn engine(args: &RunArgs, project: &Project) -> Result<Name, Stop> {
    match args.engine.as_ref().or(project.config.engine.as_ref()) {
        Some(name) => name
            .parse()
            .map_err(|error: UnknownName| Stop::refused(error.to_string())),
        None => Ok(Name::default()),
    }
}

/// Looks for the engine before anything is run or written.
pub(super) fn find_engine(settings: &Settings) -> Result<(), Stop> {
    look_for(&settings.engine, &settings.search).map_err(|error| could_not_start(&error))
}

fn could_not_start(error: &StartError) -> Stop {
    let stop = Stop::could_not_run(error.to_string());
    match error.help() {
        Some(help) => stop.with_help(help),
        None => stop,
    }
}
