//! `aite init`: a project whose first run is green.

use std::fs::{self, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;

use super::stdout;
use crate::args::InitArgs;
use crate::exit::{Exit, Outcome, Stop};

/// What a new project has: paths and contents.
const FILES: [(&str, &str); 6] = [
    ("aite.config.json", include_str!("init/aite.config.json")),
    (
        "scripts/fixtures/greeting.aite",
        include_str!("init/greeting.aite"),
    ),
    (
        "scripts/fixtures/greeting.html",
        include_str!("init/greeting.html"),
    ),
    ("ci/github.yml", include_str!("init/github.yml")),
    ("ci/gitlab.yml", include_str!("init/gitlab.yml")),
    (".gitignore", "results/\n"),
];

/// Where the example page is served stands in the script as this.
const PORT: &str = "{PORT}";

pub(super) fn run(args: &InitArgs) -> Outcome {
    let mut out = stdout();
    let port = free_port().to_string();
    for (name, content) in FILES {
        let path = args.dir.join(name);
        let content = content.replace(PORT, &port);
        let made = create(&path, &content)
            .map_err(|error| Stop::could_not_run(format!("{}: {error}", path.display())))?;
        writeln!(out, "{} {name}", if made { "made   " } else { "exists " })?;
    }
    let shown = args.dir.display();
    let there = if args.dir == Path::new(".") {
        String::new()
    } else {
        format!("cd {shown} && ")
    };
    writeln!(out, "\nNow try: {there}aite run")?;
    out.flush()?;
    Ok(Exit::Success)
}

/// A port below those that systems hand out by themselves, so that it stays free; projects rarely draw the same one.
fn free_port() -> u16 {
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    let drawn =
        || u16::try_from(RandomState::new().hash_one(0) % 10_000).map_or(20_000, |port| 20_000 + port);
    std::iter::repeat_with(drawn)
        .take(100)
        .find(is_free)
        .unwrap_or(20_000)
}

/// Whether the file was made; one that exists is left alone.
fn create(path: &Path, content: &str) -> io::Result<bool> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => file.write_all(content.as_bytes()).map(|()| true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}
