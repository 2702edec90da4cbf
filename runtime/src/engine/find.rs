//! Where the browser is.

use std::env;
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::error::StartError;
use super::table::{ENGINES, Engine};

pub(super) const HOW_TO_INSTALL: &str = "install Chromium (Debian and Ubuntu: apt-get install chromium; Fedora: dnf \
    install chromium; macOS: brew install --cask chromium) or Google Chrome, or name one with --browser PATH, \
    AITE_CHROME or engines.chrome.path in aite.config.json";

/// Programs proper come before scripts that start them: `/usr/bin/chromium` of Debian spends time on finding flags for
/// a desktop.
#[cfg(not(target_os = "macos"))]
const USUAL_PLACES: [&str; 6] = [
    "/usr/lib/chromium/chromium",
    "/usr/lib64/chromium-browser/chromium-browser",
    "/usr/lib/chromium-browser/chromium-browser",
    "/opt/google/chrome/chrome",
    "/opt/chromium.org/chromium/chrome",
    "/usr/lib/chromium/chromium-headless-shell",
];

#[cfg(target_os = "macos")]
const USUAL_PLACES: [&str; 3] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
];

const USUAL_NAMES: [&str; 8] = [
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "chromium-headless-shell",
    "chrome-headless-shell",
    "headless_shell",
];

/// Where to look, besides the usual places.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// `--browser PATH`.
    pub option: Option<PathBuf>,
    /// `engines.NAME` of the configuration.
    pub configured: Option<Configured>,
}

/// A program that a configuration names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Configured {
    /// The program; without it the usual places are searched.
    pub path: Option<PathBuf>,
    /// The version that it must have, or the beginning of it: `156`, `156.0.8078.114`.
    pub version: Option<String>,
    /// The digest that the program's file must have, in hexadecimal.
    pub sha256: Option<String>,
}

/// A program that is there and can be executed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Where.
    pub path: PathBuf,
    /// Who named it.
    pub source: Source,
    /// The version that it must have.
    pub version: Option<String>,
}

/// Who named a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// `--browser`.
    Option,
    /// `AITE_CHROME` and the like.
    Environment,
    /// `aite.config.json`.
    Configuration,
    /// The usual places.
    Usual,
}

impl Source {
    /// As messages name it.
    fn of(self, engine: &Engine) -> &'static str {
        match self {
            Self::Option => "--browser",
            Self::Environment => engine.variable,
            Self::Configuration => engine.configured_at,
            Self::Usual => "the search for a browser",
        }
    }
}

impl Search {
    /// The program to start: what the option names, else the environment, else the configuration, else the first in the
    /// usual places. The configured version and digest hold for the configured program and for one in the usual places.
    ///
    /// # Errors
    /// [`StartError::NotFound`], [`StartError::Unusable`], [`StartError::WrongProgram`].
    pub fn find(&self) -> Result<Found, StartError> {
        let [chrome, ..] = &ENGINES;
        self.find_engine(chrome, &[])
    }

    /// The same for any engine. `first` are places that come before the usual ones.
    ///
    /// # Errors
    /// As [`Search::find`].
    pub fn find_engine(&self, engine: &Engine, first: &[PathBuf]) -> Result<Found, StartError> {
        let mut usual = first.to_vec();
        usual.extend(usual_places(engine));
        self.find_in(engine, env::var_os(engine.variable), &usual)
    }

    fn find_in(
        &self,
        engine: &Engine,
        variable: Option<OsString>,
        usual: &[PathBuf],
    ) -> Result<Found, StartError> {
        let variable = variable.filter(|value| !value.is_empty()).map(PathBuf::from);
        let unconfigured = Configured::default();
        let configured = self.configured.as_ref().unwrap_or(&unconfigured);
        let named = [
            (&self.option, Source::Option),
            (&variable, Source::Environment),
            (&configured.path, Source::Configuration),
        ];
        let named = named
            .into_iter()
            .find_map(|(path, source)| path.as_ref().map(|path| (path, source)));
        let Some((path, source)) = named else {
            let path = usual.iter().find(|path| unusable(path).is_none());
            let path = path.ok_or(StartError::NotFound {
                name: engine.product,
                help: engine.how_to_install,
            })?;
            return configured.check(engine, path.clone(), Source::Usual);
        };
        if let Some(detail) = unusable(path) {
            return Err(StartError::Unusable {
                path: path.clone(),
                named_by: source.of(engine),
                detail,
            });
        }
        match source {
            Source::Configuration => configured.check(engine, path.clone(), source),
            _ => Ok(Found {
                path: path.clone(),
                source,
                version: None,
            }),
        }
    }
}

impl Configured {
    fn check(&self, engine: &Engine, path: PathBuf, source: Source) -> Result<Found, StartError> {
        if let Some(expected) = self.sha256.clone() {
            let unreadable = |error: std::io::Error| StartError::Unusable {
                path: path.clone(),
                named_by: source.of(engine),
                detail: format!("which cannot be read: {error}"),
            };
            let found = digest(&path).map_err(unreadable)?;
            if !found.eq_ignore_ascii_case(expected.trim()) {
                return Err(StartError::WrongProgram {
                    path,
                    what: "sha256",
                    expected,
                    found,
                });
            }
        }
        Ok(Found {
            path,
            source,
            version: self.version.clone(),
        })
    }
}

/// The SHA-256 of a file, in hexadecimal.
///
/// # Errors
/// When it cannot be read.
pub fn digest(path: &Path) -> std::io::Result<String> {
    use sha2::{Digest, Sha256};
    let mut hasher = Sha256::new();
    let mut file = std::fs::File::open(path)?;
    let mut buffer = vec![0; 1 << 20];
    loop {
        let read = std::io::Read::read(&mut file, &mut buffer)?;
        if read == 0 {
            return Ok(hasher
                .finalize()
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect());
        }
        hasher.update(&buffer[..read]);
    }
}

fn usual_places(engine: &Engine) -> Vec<PathBuf> {
    let (places, names): (&[&str], &[&str]) = match engine.is_baseline() {
        true => (&USUAL_PLACES, &USUAL_NAMES),
        false => (&[], engine.programs),
    };
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let by_name = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.iter().map(PathBuf::from).chain(by_name).collect()
}

/// Why it cannot be executed, if so.
fn unusable(path: &Path) -> Option<String> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Some("which does not exist".into()),
        Err(error) => Some(format!("which cannot be read: {error}")),
        Ok(it) if it.is_dir() => Some("which is a folder".into()),
        Ok(it) if it.permissions().mode() & 0o111 == 0 => Some("which is not executable".into()),
        Ok(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(folder: &Path, name: &str) -> PathBuf {
        let path = folder.join(name);
        std::fs::write(&path, "#!/bin/sh\n").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[test]
    fn the_first_who_names_one_decides() {
        let folder = tempfile::tempdir().unwrap();
        let [option, variable, configured, usual] =
            ["o", "v", "c", "u"].map(|name| program(folder.path(), name));
        let mut search = Search {
            option: Some(option.clone()),
            configured: Some(Configured {
                path: Some(configured.clone()),
                ..Configured::default()
            }),
        };
        let usual = [folder.path().join("missing"), usual];
        let find = |search: &Search, variable: Option<&PathBuf>| {
            search
                .find_in(&ENGINES[0], variable.map(OsString::from), &usual)
                .map(|found| (found.path, found.source))
                .unwrap()
        };
        assert_eq!(find(&search, Some(&variable)), (option, Source::Option));
        search.option = None;
        assert_eq!(find(&search, Some(&variable)), (variable, Source::Environment));
        assert_eq!(find(&search, None), (configured, Source::Configuration));
        search.configured = None;
        assert_eq!(find(&search, None), (usual[1].clone(), Source::Usual));
        assert_eq!(
            find(&search, Some(&PathBuf::new())),
            (usual[1].clone(), Source::Usual)
        );
        let nowhere = search.find_in(&ENGINES[0], None, &usual[..1]);
        assert!(matches!(nowhere, Err(StartError::NotFound { .. })));
    }

    #[test]
    fn what_is_named_must_be_a_program() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("text"), "").unwrap();
        for (name, expected) in [
            ("nothing", "does not exist"),
            ("text", "not executable"),
            (".", "a folder"),
        ] {
            let search = Search {
                option: Some(folder.path().join(name)),
                configured: None,
            };
            let error = search.find_in(&ENGINES[0], None, &[]).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            assert!(error.to_string().starts_with("--browser names "), "{error}");
        }
    }

    #[test]
    fn the_digest_is_checked() {
        let folder = tempfile::tempdir().unwrap();
        let usual = [program(folder.path(), "u")];
        let with = |sha256: &str| Search {
            option: None,
            configured: Some(Configured {
                sha256: Some(sha256.into()),
                ..Configured::default()
            }),
        };
        let right = "8AF3F0BE5BDB9DB0AAC5DD3FFB7A4B2F5E8A2B4C52F4E8A0A6D8D4B26DF6E2D6";
        let error = with(right).find_in(&ENGINES[0], None, &usual).unwrap_err();
        let StartError::WrongProgram {
            what: "sha256",
            found,
            ..
        } = error
        else {
            panic!("{error}")
        };
        assert!(
            with(&found.to_uppercase())
                .find_in(&ENGINES[0], None, &usual)
                .is_ok()
        );
    }
}
