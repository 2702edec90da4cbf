//! What a browser needs of a machine besides its own program.

use std::fs;
use std::path::{Path, PathBuf};

use super::chromium::sandbox;
use super::scratch::{shared_memory, shared_memory_is_roomy};

/// Something about this machine that matters to a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Whether it is as it should be; if not, tests still run.
    pub well: bool,
    /// One sentence.
    pub text: String,
    /// What to do about it.
    pub help: Option<&'static str>,
}

/// Looks at what every Chromium needs: its sandbox, shared memory, fonts. Quick; starts nothing.
pub fn examine() -> Vec<Finding> {
    let home = std::env::home_dir().unwrap_or_default();
    vec![sandboxing(sandbox()), memory(), fonts(&font_folders(&home))]
}

fn sandboxing(on: bool) -> Finding {
    match on {
        true => Finding {
            well: true,
            text: "sandbox: on".into(),
            help: None,
        },
        false => Finding {
            well: false,
            text: "sandbox: off, so a page that breaks out of the browser has your rights".into(),
            help: Some("run as another user than root, without AITE_NO_SANDBOX"),
        },
    }
}

fn memory() -> Finding {
    let well = shared_memory_is_roomy() || shared_memory().is_none();
    let text = match shared_memory() {
        None => "shared memory: as the system gives it".into(),
        Some(bytes) => format!("shared memory: {} MB free", bytes >> 20),
    };
    let help = "1 GB makes browsers faster; in a container: docker run --shm-size=1g";
    Finding {
        well,
        text,
        help: (!well).then_some(help),
    }
}

fn fonts(folders: &[PathBuf]) -> Finding {
    let well = cfg!(target_os = "macos") || folders.iter().any(|folder| holds_font(folder, 4));
    let text = if well {
        "fonts: there are some"
    } else {
        "fonts: none, so pages show boxes instead of text"
    };
    let help = "install some: apt-get install fonts-dejavu-core fonts-liberation";
    Finding {
        well,
        text: text.into(),
        help: (!well).then_some(help),
    }
}

fn font_folders(home: &Path) -> Vec<PathBuf> {
    let shared = ["/usr/share/fonts", "/usr/local/share/fonts"].map(PathBuf::from);
    let own = [".fonts", ".local/share/fonts"].map(|folder| home.join(folder));
    shared.into_iter().chain(own).collect()
}

/// Looks this many folders deep.
fn holds_font(folder: &Path, depth: usize) -> bool {
    let Ok(entries) = fs::read_dir(folder) else {
        return false;
    };
    entries.flatten().any(|entry| {
        let path = entry.path();
        let is_font = path
            .extension()
            .is_some_and(|it| ["ttf", "otf", "ttc"].iter().any(|font| it == *font));
        is_font || (depth > 0 && path.is_dir() && holds_font(&path, depth - 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_well_has_help() {
        for finding in [sandboxing(true), sandboxing(false), fonts(&[]), memory()] {
            assert_eq!(finding.well, finding.help.is_none(), "{finding:?}");
        }
    }

    #[cfg(not(target_os = "macos"))]
    #[test]
    fn fonts_are_found_in_folders_of_folders() {
        let folder = tempfile::tempdir().unwrap();
        let folders = [folder.path().join("missing"), folder.path().to_owned()];
        assert!(!fonts(&folders).well);
        fs::create_dir_all(folder.path().join("truetype/x")).unwrap();
        fs::write(folder.path().join("truetype/x/a.ttf"), "").unwrap();
        assert!(fonts(&folders).well);
    }
}
