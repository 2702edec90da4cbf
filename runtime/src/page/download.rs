//! `verify download`: what the run's download folder holds.

use std::path::Path;
use std::time::Duration;

use super::attempt::Attempt;
use super::target::quoted;
use super::trouble::{Mismatch, Trouble};

/// How the browser names a file that it is still writing.
const UNFINISHED: &str = ".crdownload";

/// The browser tells when a download ends; a file that something else moves is found by looking.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// More files than this are not listed.
const MOST_LISTED: usize = 20;

/// The file that is wanted.
#[derive(Debug)]
pub(crate) struct WantedFile<'a> {
    pub(crate) name: &'a str,
    /// Whether `name` is a part of the file's.
    pub(crate) contains: bool,
    pub(crate) size_min: u64,
}

#[derive(Debug, PartialEq, Eq)]
struct File {
    name: String,
    size: u64,
    finished: bool,
}

impl WantedFile<'_> {
    fn is_named(&self, file: &File) -> bool {
        if self.contains {
            file.name.contains(self.name)
        } else {
            file.name == self.name
        }
    }

    fn fits(&self, file: &File) -> bool {
        file.finished && self.is_named(file) && file.size >= self.size_min
    }
}

/// Waits until the file is there.
///
/// # Errors
/// A mismatch that says what is there, at the deadline.
pub(crate) async fn until(attempt: &Attempt<'_>, wanted: &WantedFile<'_>) -> Result<(), Trouble> {
    loop {
        let version = attempt.tab.picture().version();
        let files = list(attempt.downloads);
        if files.iter().any(|file| wanted.fits(file)) {
            return Ok(());
        }
        let news = async {
            tokio::select! {
                () = tokio::time::sleep(LOOK_AGAIN) => {}
                () = attempt.tab.picture().newer_than(version) => {}
            }
        };
        if let Err(ended) = attempt.deadline.within(news).await {
            return Err(match Trouble::from(ended) {
                Trouble::OutOfTime => not_there(wanted, &files),
                trouble => trouble,
            });
        }
    }
}

fn list(folder: &Path) -> Vec<File> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<File> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let data = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let finished = name.strip_suffix(UNFINISHED);
            Some(File {
                name: finished.unwrap_or(&name).to_owned(),
                size: data.len(),
                finished: finished.is_none(),
            })
        })
        .collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

fn not_there(wanted: &WantedFile<'_>, files: &[File]) -> Trouble {
    let part = if wanted.contains {
        "with a name that contains "
    } else {
        ""
    };
    let least = if wanted.size_min > 1 {
        format!(" of at least {} bytes", wanted.size_min)
    } else {
        String::new()
    };
    Trouble::Mismatch(Mismatch {
        what: "the download".into(),
        expected: format!("a file {part}{}{least}", quoted(wanted.name)),
        found: found(wanted, files),
    })
}

fn found(wanted: &WantedFile<'_>, files: &[File]) -> String {
    let named = files.iter().find(|file| wanted.is_named(file));
    match named {
        _ if files.is_empty() => "no file was downloaded".into(),
        Some(file) if !file.finished => format!("{} is still arriving", file.name),
        Some(file) => {
            format!(
                "{} has {} bytes, smaller than the {} bytes wanted",
                file.name, file.size, wanted.size_min
            )
        }
        None => {
            let listed: Vec<String> = files
                .iter()
                .take(MOST_LISTED)
                .map(|file| format!("{} ({} bytes)", file.name, file.size))
                .collect();
            format!("no such file; the download folder holds {}", listed.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{WantedFile, found, list};

    #[test]
    fn a_failure_says_what_the_folder_holds() {
        let folder = tempfile::tempdir().unwrap();
        let wanted = |name| WantedFile {
            name,
            contains: false,
            size_min: 1000,
        };
        assert_eq!(
            found(&wanted("a.txt"), &list(folder.path())),
            "no file was downloaded"
        );
        std::fs::write(folder.path().join("a.txt"), "four").unwrap();
        std::fs::write(folder.path().join("b.zip.crdownload"), "").unwrap();
        let files = list(folder.path());
        assert_eq!(
            found(&wanted("a.txt"), &files),
            "a.txt has 4 bytes, smaller than the 1000 bytes wanted"
        );
        assert_eq!(found(&wanted("b.zip"), &files), "b.zip is still arriving");
        assert!(
            found(&wanted("c"), &files)
                .starts_with("no such file; the download folder holds a.txt (4 bytes)")
        );
        let part = WantedFile {
            name: "a.",
            contains: true,
            size_min: 1,
        };
        assert!(files.iter().any(|file| part.fits(file)));
    }
}
