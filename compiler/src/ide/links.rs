//! What can be opened: addresses, scripts and checks.

use super::answer::{Link, LinkTarget};
use super::file::File;
use super::navigate::run_file;
use super::project::Project;
use super::summary::{NameRole, Occurrence};

/// The links of a script, in the order of the text.
pub(super) fn links(project: &Project, file: &File) -> Vec<Link> {
    let link = |(written, found): (&str, Occurrence)| {
        let target = match found.role {
            NameRole::Address => address(written),
            NameRole::Runs => run_file(project, written).map(|script| LinkTarget::File(script.key.clone())),
            NameRole::Check => project.check_file(written).map(LinkTarget::File),
            _ => None,
        };
        let span = found.span;
        target.map(|target| Link { span, target })
    };
    file.names_where(|_| true).filter_map(link).collect()
}

fn address(written: &str) -> Option<LinkTarget> {
    let is_web = ["http://", "https://"].iter().any(|scheme| {
        let beginning = written.get(..scheme.len());
        beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(scheme))
            && written.len() > scheme.len()
    });
    is_web.then(|| LinkTarget::Address(written.to_owned()))
}
