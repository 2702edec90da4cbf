//! The project around the scripts: its root, its configuration and its files.

mod files;
mod sources;
mod write;

pub(crate) use files::{Script, find_scripts};
pub(crate) use sources::ProjectSources;
pub(crate) use write::replace;

use std::collections::HashSet;
use std::env;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use aite_compiler::diagnostic::Severity;
use aite_compiler::project::{CONFIG_FILE, Config, read_config};

use crate::exit::{Exit, Stop};
use crate::render::{Message, SourceText, Style, safe, write_fancy};

/// The nearest folder upwards that has an `aite.config.json`; without one, the current folder.
#[derive(Debug)]
pub(crate) struct Project {
    /// Canonical.
    pub(crate) root: PathBuf,
    pub(crate) config: Config,
    /// Whether there is a configuration.
    pub(crate) configured: bool,
}

impl Project {
    /// Finds the project of the current folder. A configuration with errors is shown on standard error.
    pub(crate) fn find(style: Style) -> Result<Self, Stop> {
        let here = env::current_dir()
            .and_then(|here| here.canonicalize())
            .map_err(|error| Stop::refused(format!("the current folder cannot be read: {error}")))?;
        let Some(root) = here.ancestors().find(|folder| folder.join(CONFIG_FILE).is_file()) else {
            return Ok(Self {
                root: here,
                config: Config::default(),
                configured: false,
            });
        };
        let config = load_config(root, style)?;
        Ok(Self {
            root: root.to_owned(),
            config,
            configured: true,
        })
    }

    /// A path as output names it: from the project's root where it is inside, with `/`.
    ///
    /// # Errors
    /// Paths that are not UTF-8 cannot be named.
    pub(crate) fn name(&self, path: &Path) -> Result<String, Stop> {
        let shown = path.strip_prefix(&self.root).unwrap_or(path);
        match shown.to_str() {
            Some(name) => Ok(name.replace(std::path::MAIN_SEPARATOR, "/")),
            None => Err(Stop::refused(format!(
                "{}: the file's name is not UTF-8",
                shown.display()
            ))),
        }
    }

    /// The scripts that were asked for, or those of the project's scripts folder.
    pub(crate) fn scripts(&self, paths: &[PathBuf]) -> Result<Vec<Script>, Stop> {
        if !paths.is_empty() {
            return find_scripts(self, paths);
        }
        let folder = self.root.join(&self.config.scripts);
        if !folder.is_dir() {
            let name = &self.config.scripts;
            return Err(
                Stop::refused(format!("no scripts: there is no folder {name} here"))
                    .with_help("name a script or a folder, or make a project with: aite init"),
            );
        }
        find_scripts(self, &[folder])
    }

    /// [`Self::scripts`], and a word on standard error about the first that belongs to a nearer project: there, with
    /// another configuration and other checks, it means what the guard and the editors say of it.
    pub(crate) fn own_scripts(&self, paths: &[PathBuf]) -> Result<Vec<Script>, Stop> {
        let scripts = self.scripts(paths)?;
        let mut seen = HashSet::new();
        for script in &scripts {
            let folders = script.path.ancestors().skip(1);
            let inside = folders.take_while(|folder| *folder != self.root && folder.starts_with(&self.root));
            for folder in inside {
                if seen.insert(folder) && folder.join(CONFIG_FILE).is_file() {
                    let nearer = self.name(folder)?;
                    let text = format!(
                        "{} is taken as a script of this project, and belongs to {nearer}/{CONFIG_FILE}; go there first: cd {nearer}",
                        script.name
                    );
                    drop(writeln!(io::stderr(), "warning: {}", safe::line(&text, 4_000)));
                    return Ok(scripts);
                }
            }
        }
        Ok(scripts)
    }
}

fn load_config(root: &Path, style: Style) -> Result<Config, Stop> {
    let path = root.join(CONFIG_FILE);
    let text = fs::read_to_string(&path).map_err(|error| Stop::file(CONFIG_FILE, &error))?;
    let (config, problems) = read_config(&text);
    let source = SourceText::new(CONFIG_FILE, &text);
    let mut out = io::stderr().lock();
    for problem in &problems {
        // Standard error that cannot be written to leaves nobody to tell.
        drop(write_fancy(&mut out, style, &Message::of(problem, &source)));
    }
    if problems.iter().any(|problem| problem.severity == Severity::Error) {
        return Err(Stop::silent(Exit::Refused));
    }
    Ok(config)
}

/// The bytes of a file, or of standard input for `-`, and the name to show.
pub(crate) fn read_input(file: &Path) -> Result<(String, Vec<u8>), Stop> {
    if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(|error| Stop::file("standard input", &error))?;
        return Ok(("-".to_owned(), bytes));
    }
    let name = file
        .to_str()
        .ok_or_else(|| Stop::refused(format!("{}: the file's name is not UTF-8", file.display())))?;
    let bytes = fs::read(file).map_err(|error| Stop::file(name, &error))?;
    Ok((name.to_owned(), bytes))
}
