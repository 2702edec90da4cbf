//! What can be opened: addresses, scripts and checks.

use super::answer::{Link, LinkTarget};
use super::file::File;
use super::line::lines;
use super::navigate::run_file;
use super::piece::{What, holes, pieces};
use super::project::Project;
use super::summary::inside;

/// The links of a script, in the order of the text.
pub(super) fn links(project: &Project, file: &File) -> Vec<Link> {
    let mut links = Vec::new();
    for line in lines(&file.text) {
        for piece in pieces(&line) {
            let span = inside(&file.text, piece.span);
            let written = line.slice(span);
            let target = match piece.what {
                // What `${…}` will be is known when the test runs.
                What::Address if holes(&file.text, piece).next().is_none() => address(written),
                What::Path => run_file(project, written).map(|script| LinkTarget::File(script.key.clone())),
                What::Check => project.check_file(written).map(LinkTarget::File),
                _ => None,
            };
            links.extend(target.map(|target| Link { span, target }));
        }
    }
    links
}

fn address(written: &str) -> Option<LinkTarget> {
    let is_web = ["http://", "https://"].iter().any(|scheme| {
        let beginning = written.get(..scheme.len());
        beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(scheme))
            && written.len() > scheme.len()
    });
    is_web.then(|| LinkTarget::Address(written.to_owned()))
}
