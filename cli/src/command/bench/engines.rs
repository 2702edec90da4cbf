//! Which engines, and where their programs are.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use aite_runtime::bench::plan::{EnginePlan, Origin, Pin};
use aite_runtime::engine::{ENGINES, Engine, Name, REMOTE, Search, digest};
use serde::Deserialize;

use super::super::engine_configured;
use crate::exit::Stop;
use crate::project::Project;

/// What a data set says about the engines that it brings along.
const ACTIVE_SET: &str = "build_artifacts/active-set.json";

#[derive(Debug, Default, Deserialize)]
struct ActiveSet {
    #[serde(default)]
    engines: HashMap<String, Pin>,
}

/// An engine that is named.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) engine: &'static Engine,
    /// Where it runs already.
    address: Option<String>,
}

/// The engines that are named, in the one order of engines, each once; one that runs already comes last.
pub(super) fn named(names: &[String]) -> Result<Vec<Named>, Stop> {
    let mut addresses = Vec::new();
    for name in names {
        match name.parse() {
            Ok(Name::Remote(address)) => addresses.push(address),
            Ok(_) => {}
            Err(_) => {
                let all: Vec<_> = ENGINES.iter().map(|engine| engine.name).collect();
                return Err(Stop::refused(format!("no engine is called {name}"))
                    .with_help(format!("there are {}, and ws:// addresses", all.join(", "))));
            }
        }
    }
    addresses.dedup();
    if addresses.len() > 1 {
        return Err(
            Stop::refused("a run has one engine that runs already, and there are two addresses")
                .with_help("make a run for each"),
        );
    }
    let asked = |engine: &&Engine| {
        names
            .iter()
            .filter_map(|name| Engine::named(name))
            .any(|it| it.name == engine.name)
    };
    let started = ENGINES.iter().filter(asked).map(|engine| Named {
        engine,
        address: None,
    });
    let joined = addresses.into_iter().map(|address| Named {
        engine: &REMOTE,
        address: Some(address),
    });
    Ok(started.chain(joined).collect())
}

/// Finds the programs. `browsers` are `--browser` options: `ENGINE=PATH`, or a path where there is one engine.
pub(super) fn find(
    engines: &[Named],
    browsers: &[String],
    root: &Path,
    project: &Project,
) -> Result<Vec<EnginePlan>, Stop> {
    let pins = active_set(root)?;
    let options = options(engines, browsers)?;
    let find = |named: &Named| {
        let engine = named.engine;
        if let Some(address) = &named.address {
            return Ok(EnginePlan {
                engine,
                origin: Origin::Address(address.clone()),
                pin: Pin::default(),
                layout: true,
            });
        }
        let pin = pins.engines.get(engine.name).cloned().unwrap_or_default();
        let search = Search {
            option: options.get(engine.name).cloned(),
            configured: engine_configured(project, engine.name),
        };
        let first: Vec<PathBuf> = pin
            .binary
            .iter()
            .map(String::as_str)
            .chain([engine.built])
            .map(|path| root.join(path))
            .collect();
        let found = search.find_engine(engine, &first).map_err(|error| {
            let stop = Stop::could_not_run(error.to_string());
            match error.help() {
                Some(help) => stop.with_help(help),
                None => stop,
            }
        })?;
        let sha256 = digest(&found.path)
            .map_err(|error| Stop::could_not_run(format!("{}: {error}", found.path.display())))?;
        Ok(EnginePlan {
            engine,
            origin: Origin::Program {
                path: found.path,
                sha256,
            },
            pin,
            layout: true,
        })
    };
    engines.iter().map(find).collect()
}

/// The `--browser` options that are about this engine.
pub(super) fn only(engine: &Engine, browsers: &[String]) -> Vec<String> {
    let is_about = |written: &&String| match written.split_once('=') {
        Some((name, _)) => Engine::named(name).is_none_or(|named| named.name == engine.name),
        None => true,
    };
    browsers.iter().filter(is_about).cloned().collect()
}

fn options(engines: &[Named], browsers: &[String]) -> Result<HashMap<&'static str, PathBuf>, Stop> {
    let mut options = HashMap::new();
    for written in browsers {
        let (engine, path) = match (written.split_once('='), engines) {
            (Some((name, path)), _) if Engine::named(name).is_some() => (Engine::named(name), path),
            (_, [only]) if only.address.is_none() => (Some(only.engine), written.as_str()),
            _ => (None, written.as_str()),
        };
        let Some(engine) = engine else {
            return Err(
                Stop::refused(format!("--browser {written} does not say which engine it is"))
                    .with_help("write --browser ENGINE=PATH, once for each engine"),
            );
        };
        options.insert(engine.name, PathBuf::from(path));
    }
    Ok(options)
}

fn active_set(root: &Path) -> Result<ActiveSet, Stop> {
    let path = root.join(ACTIVE_SET);
    if !path.exists() {
        return Ok(ActiveSet::default());
    }
    let text = fs::read_to_string(&path).map_err(|error| Stop::file(ACTIVE_SET, &error))?;
    serde_json::from_str(&text).map_err(|error| Stop::refused(format!("{ACTIVE_SET}: {error}")))
}
