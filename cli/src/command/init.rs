//! `aite init`: a project whose first run is green.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
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

pub(super) fn run(args: &InitArgs) -> Outcome {
    let mut out = stdout();
    for (name, content) in FILES {
        let path = args.dir.join(name);
        let made = create(&path, content)
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
