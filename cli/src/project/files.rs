//! Which scripts there are.

use std::fs;
use std::path::{Path, PathBuf};

use super::Project;
use crate::exit::Stop;

/// One script.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Script {
    /// As output names it.
    pub(crate) name: String,
    /// Where it is.
    pub(crate) path: PathBuf,
    /// Its size in bytes when it was found.
    pub(crate) size: u64,
}

/// Files as they are, folders as every `.aite` in them; sorted by name, each once.
pub(crate) fn find_scripts(project: &Project, paths: &[PathBuf]) -> Result<Vec<Script>, Stop> {
    let mut scripts = Vec::new();
    for path in paths {
        let given = path.display();
        let real = path
            .canonicalize()
            .map_err(|error| Stop::file(given.to_string(), &error))?;
        let found_before = scripts.len();
        if real.is_dir() {
            walk(project, &real, &mut scripts)?;
            if scripts.len() == found_before {
                return Err(Stop::refused(format!(
                    "{given}: there is no .aite file in this folder"
                )));
            }
        } else if real.extension().is_some_and(|extension| extension == "aite") {
            scripts.push(script(project, real)?);
        } else {
            return Err(Stop::refused(format!("{given}: this is not a .aite file")));
        }
    }
    scripts.sort();
    scripts.dedup();
    Ok(scripts)
}

/// Hidden folders and the packages of other tools hold no scripts of this project; hidden files are what editors leave
/// beside the script that they have open.
fn is_skipped(name: &str) -> bool {
    name.starts_with('.') || name == "node_modules"
}

fn walk(project: &Project, folder: &Path, scripts: &mut Vec<Script>) -> Result<(), Stop> {
    let unreadable = |error: std::io::Error| Stop::file(folder.display(), &error);
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let kind = entry.file_type().map_err(unreadable)?;
        let path = entry.path();
        if is_skipped(&entry.file_name().to_string_lossy()) {
            continue;
        }
        if kind.is_dir() {
            walk(project, &path, scripts)?;
        } else if path.extension().is_some_and(|extension| extension == "aite") && !is_special(&path) {
            // A link to a file is a script; a link to a folder could be a loop and was not entered.
            scripts.push(script(project, path)?);
        }
    }
    Ok(())
}

/// Reading what is there and no file could wait for ever, as a pipe does.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|it| !it.is_file())
}

fn script(project: &Project, path: PathBuf) -> Result<Script, Stop> {
    let name = project.name(&path)?;
    let size = fs::metadata(&path)
        .map_err(|error| Stop::file(&name, &error))?
        .len();
    Ok(Script { name, path, size })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use aite_compiler::project::Config;

    use super::*;

    #[test]
    fn a_folder_is_its_scripts_and_nothing_that_only_looks_like_one() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("s/deep")).unwrap();
        fs::create_dir_all(root.join("s/folder.aite")).unwrap();
        fs::write(root.join("s/deep/a.aite"), "").unwrap();
        fs::write(root.join("s/._a.aite"), "").unwrap();
        symlink("deep/a.aite", root.join("s/link.aite")).unwrap();
        symlink("somebody@machine.1234", root.join("s/.#a.aite")).unwrap();
        symlink("deep", root.join("s/up.aite")).unwrap();
        let _socket = UnixListener::bind(root.join("s/socket.aite")).unwrap();
        let project = Project {
            root: root.clone(),
            config: Config::default(),
            configured: false,
        };
        let found = find_scripts(&project, &[root.join("s")]).unwrap();
        let names: Vec<&str> = found.iter().map(|script| script.name.as_str()).collect();
        assert_eq!(names, ["s/deep/a.aite", "s/link.aite"]);
    }
}
