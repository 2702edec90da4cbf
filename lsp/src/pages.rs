//! The pages of the codes, as files that a client can open.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;

use aite_compiler::diagnostic::{Code, REGISTRY};
use aite_compiler::explain;
use tower_lsp::ls_types::Uri;

use crate::client::Client;
use crate::workspace::from_path;

/// The address of the page of a code: in the documentation that the client has, else in a folder of this user.
pub(crate) fn address(client: &Client, code: Code, page: &str) -> Option<Uri> {
    match &client.docs {
        Some(base) => format!("{base}{page}").parse().ok(),
        None => from_path(&folder()?.join(format!("{}.md", code.name()))),
    }
}

/// The folder with the pages; they are written when the first one is needed.
fn folder() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER
        .get_or_init(|| {
            let folder = cache()?.join("aite").join("errors");
            write_all(&folder).ok().map(|()| folder)
        })
        .as_deref()
}

fn cache() -> Option<PathBuf> {
    let absolute = |name| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))
}

fn write_all(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for row in REGISTRY {
        let page = explain::explain(row.code);
        let path = folder.join(format!("{}.md", row.code.name()));
        if fs::read_to_string(&path).is_ok_and(|there| there == page) {
            continue;
        }
        // Several servers may do the same at once, and each page is whole at any moment.
        let beside = folder.join(format!(".{}.{}", row.code.name(), process::id()));
        fs::write(&beside, page)?;
        fs::rename(&beside, &path)?;
    }
    Ok(())
}
