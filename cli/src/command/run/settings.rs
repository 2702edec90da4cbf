//! What holds for every script of an invocation: options first, then the configuration.

use std::collections::BTreeMap;
use std::env;
use std::sync::Arc;
use std::time::Duration;

use aite_runtime::checks::{Checks, Program};
use aite_runtime::engine::{Name, Search, StartError};
use aite_runtime::run::{BrowserChoice, OriginRule, Settings};

use super::plan::Approvals;
use crate::args::RunArgs;
use crate::command::{CHECK_PROCESS, chrome_configured};
use crate::exit::Stop;
use crate::project::Project;

pub(super) fn settings(args: &RunArgs, project: &Project, approved: Approvals) -> Result<Settings, Stop> {
    let config = &project.config;
    let configured = config.origins.iter().map(|(from, to)| (from.clone(), to.clone()));
    let origins = args.origin.iter().cloned().chain(configured);
    let timeout = args.timeout.or(config.timeout.map(|millis| millis.0));
    Ok(Settings {
        browser: browser(args, project)?,
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

fn browser(args: &RunArgs, project: &Project) -> Result<BrowserChoice, Stop> {
    let name = args.engine.as_ref().or(project.config.engine.as_ref());
    let name = match name {
        Some(name) => name
            .parse::<Name>()
            .map_err(|error| Stop::refused(error.to_string()))?,
        None => Name::default(),
    };
    match name {
        Name::Chrome => Ok(BrowserChoice::Chrome(Search {
            option: args.browser.clone(),
            configured: chrome_configured(project),
        })),
        Name::Remote(address) => Ok(BrowserChoice::Remote(address)),
        other => Err(could_not_start(&StartError::NotAvailable(other))),
    }
}

/// Looks for the browser before anything is run or written.
pub(super) fn find_browser(settings: &Settings) -> Result<(), Stop> {
    match &settings.browser {
        BrowserChoice::Chrome(search) => search.find().map(drop).map_err(|error| could_not_start(&error)),
        BrowserChoice::Remote(_) => Ok(()),
    }
}

fn could_not_start(error: &StartError) -> Stop {
    let stop = Stop::could_not_run(error.to_string());
    match error.help() {
        Some(help) => stop.with_help(help),
        None => stop,
    }
}
