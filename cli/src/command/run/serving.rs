//! Which folder is served for a script, and on which port.

use std::path::{Path, PathBuf};

use aite_compiler::ir::{OpKind, PageOp, Program, Text};
use aite_runtime::run::{OriginRule, rewrite};
use aite_runtime::site::Site;

use crate::exit::Stop;

/// The site of the script under way; kept for the next one where that asks for the same.
#[derive(Default)]
pub(super) struct Serving {
    running: Option<(PathBuf, Site)>,
}

/// What a script needs served.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    dir: PathBuf,
    port: u16,
}

impl Serving {
    /// Serves what a script needs, and nothing else.
    pub(super) fn ensure(&mut self, wanted: Option<Wanted>) -> Result<(), Stop> {
        let Some(Wanted { dir, port }) = wanted else {
            self.running = None;
            return Ok(());
        };
        if self
            .running
            .as_ref()
            .is_some_and(|(served, site)| *served == dir && site.port() == port)
        {
            return Ok(());
        }
        // The old one goes first: it may hold the port.
        self.running = None;
        let site = Site::start(&dir, port).map_err(|error| {
            Stop::could_not_run(error.to_string())
                .with_help("end what uses the port, or give the script's start page another one")
        })?;
        self.running = Some((dir, site));
        Ok(())
    }
}

/// `--serve DIR`, or the folder called `fixtures` that the script is in, on the port of the page that it opens first
/// when that is on this machine.
pub(super) fn wanted(
    serve: Option<&Path>,
    script: &Path,
    program: &Program,
    origins: &[OriginRule],
) -> Option<Wanted> {
    let dir = serve.or_else(|| fixtures_folder(script))?.to_owned();
    let port = loopback_port(&rewrite(first_address(program)?, origins))?;
    Some(Wanted { dir, port })
}

fn fixtures_folder(script: &Path) -> Option<&Path> {
    let mut folders = script.ancestors().skip(1);
    folders.find(|folder| folder.file_name().is_some_and(|name| name == "fixtures"))
}

/// The start page, else the first address that a command opens.
fn first_address(program: &Program) -> Option<&str> {
    let opened = || {
        program.ops().find_map(|op| match &op.kind {
            OpKind::Page(PageOp::Start { url } | PageOp::Goto { url }) => Some(url),
            _ => None,
        })
    };
    program.start.as_ref().or_else(opened).and_then(Text::as_literal)
}

/// The port of an address on this machine; `None` for any other.
fn loopback_port(address: &str) -> Option<u16> {
    let (scheme, rest) = address.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("http") {
        return None;
    }
    let authority = rest.split(['/', '?', '#']).next()?;
    let host_and_port = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let (host, port) = match host_and_port.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port.parse().ok()?),
        _ => (host_and_port, 80),
    };
    ["localhost", "127.0.0.1", "[::1]"]
        .iter()
        .any(|name| host.eq_ignore_ascii_case(name))
        .then_some(port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_machine_are_served() {
        for (address, port) in [
            ("http://localhost:8080/a", Some(8080)),
            ("HTTP://LOCALHOST:8080", Some(8080)),
            ("http://127.0.0.1/", Some(80)),
            ("http://[::1]:9000?x", Some(9000)),
            ("http://[::1]", Some(80)),
            ("http://user@localhost:1/", Some(1)),
            ("https://localhost:8443/", None),
            ("http://shop.test:8080/", None),
            ("http://localhost.evil.test:8080/", None),
            ("http://localhost:99999/", None),
            ("about:blank", None),
        ] {
            assert_eq!(loopback_port(address), port, "{address}");
        }
    }

    #[test]
    fn the_nearest_fixtures_folder_counts() {
        let script = Path::new("/p/fixtures/a/fixtures/b/x.aite");
        assert_eq!(fixtures_folder(script), Some(Path::new("/p/fixtures/a/fixtures")));
        assert_eq!(fixtures_folder(Path::new("/p/fixtures.aite")), None);
    }
}
