//! Between the addresses of the protocol and paths.

use std::path::{Path, PathBuf};

use tower_lsp::ls_types::Uri;

/// The path of a `file:` address on this machine; `None` for everything else.
pub(crate) fn to_path(uri: &Uri) -> Option<PathBuf> {
    if !uri.scheme().as_str().eq_ignore_ascii_case("file") {
        return None;
    }
    let path = uri.to_file_path()?.into_owned();
    path.is_absolute().then_some(path)
}

/// The address of an absolute path.
pub(crate) fn from_path(path: &Path) -> Option<Uri> {
    Uri::from_file_path(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_have_paths() {
        let path = |uri: &str| to_path(&uri.parse().unwrap());
        assert_eq!(
            path("file:///a%20b/%C3%A4.aite"),
            Some(PathBuf::from("/a b/ä.aite"))
        );
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(path("git:/a.aite?HEAD"), None);
        assert_eq!(path("vscode-vfs://github/x/a.aite"), None);
    }
}
