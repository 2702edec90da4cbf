//! What drivers are told instead of `{seed}`, `{artifact_dir}` and the like.

use aite_compiler::ir::{Piece, Scene, Text};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::Work;
use crate::bench::judge::Trouble;

/// What stands as it is in a part of an address.
const PART_OF_ADDRESS: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The values of an attempt. Those that are about its page are filled in by the program, which knows the page.
#[derive(Debug)]
pub(super) struct Holes {
    /// The page of the task.
    pub(super) task_url: String,
    /// The attempt's folder.
    pub(super) folder: String,
    seed: String,
    session: String,
    base_url: String,
}

impl Holes {
    /// The values of this attempt.
    ///
    /// # Errors
    /// When the task has a page and nothing serves it.
    pub(super) fn of(work: &Work<'_>) -> Result<Self, Trouble> {
        let base_url = work.fixtures.map(|fixtures| fixtures.base_url());
        let task_url = match &work.task.scene {
            Scene::AboutBlank => "about:blank".to_owned(),
            Scene::Fixture { url, .. } => page(url, work, base_url.as_deref())?,
        };
        let folder = std::path::absolute(work.folder).map_err(Trouble::Io)?;
        Ok(Self {
            task_url,
            folder: folder.to_string_lossy().into_owned(),
            seed: work.seed.to_owned(),
            session: work.session.to_owned(),
            base_url: base_url.unwrap_or_default(),
        })
    }

    /// A text with everything filled in, what is about the page too.
    pub(super) fn text(&self, text: &Text) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Literal(text) => text.to_string(),
            Piece::Variable(name) => self.any(name).unwrap_or_else(|| format!("{{{name}}}")),
        };
        text.pieces().iter().map(piece).collect()
    }

    /// The same for a text in which holes are still written out.
    pub(super) fn filled(&self, text: &str) -> String {
        const NAMES: [&str; 4] = ["fixture_url", "fixture_origin", "fixture_host", "artifact_dir"];
        NAMES.iter().fold(text.to_owned(), |text, name| {
            text.replace(&format!("{{{name}}}"), &self.any(name).unwrap_or_default())
        })
    }

    fn any(&self, name: &str) -> Option<String> {
        let after_scheme = self.task_url.find("://").map_or(0, |at| at + 3);
        let host = self.task_url[after_scheme..]
            .split(['/', '?', '#'])
            .next()
            .unwrap_or_default();
        match name {
            "fixture_url" => Some(self.task_url.clone()),
            "fixture_origin" => Some(self.task_url[..after_scheme + host.len()].to_owned()),
            "fixture_host" => Some(host.to_owned()),
            name => self.value(name),
        }
    }

    /// The value of a name, if it is known here.
    pub(super) fn value(&self, name: &str) -> Option<String> {
        let value = match name {
            "seed" => &self.seed,
            "session" => &self.session,
            "fixture_base_url" => &self.base_url,
            "artifact_dir" => &self.folder,
            _ => return None,
        };
        Some(value.clone())
    }
}

/// The address of the task's page.
fn page(url: &Text, work: &Work<'_>, base_url: Option<&str>) -> Result<String, Trouble> {
    let pieces = url.pieces().iter().map(|piece| match piece {
        Piece::Literal(text) => text.to_string(),
        Piece::Variable(name) => {
            let value = if name == "seed" { work.seed } else { work.session };
            utf8_percent_encode(value, PART_OF_ADDRESS).to_string()
        }
    });
    let path: String = pieces.collect();
    if path.contains("://") {
        return Ok(path);
    }
    match base_url {
        Some(base_url) => Ok(format!("{base_url}{path}")),
        None => Err(Trouble::Other(format!("nothing serves the task's page {path}"))),
    }
}
