//! `aite doctor`: what is there, what is missing and how to get it.

use std::fs;
use std::io::{self, Write};

use aite_runtime::engine::{Chromium, ENGINES, Engine, Options, Search, StartError, examine};
use aite_runtime::verdict::Status;

use super::{chrome_configured, engine_configured, stdout};
use crate::exit::{Exit, Outcome, Stop};
use crate::project::Project;
use crate::render::{ColorChoice, Paint, Style, count, safe};
use crate::report::sign;

pub(super) fn run(color: ColorChoice) -> Outcome {
    let project = Project::find(Style::of(color, &io::stderr()))?;
    let style = Style::of(color, &io::stdout());
    let mut page = Page {
        out: stdout(),
        style,
        well: true,
    };
    page.line(
        Status::Passed,
        &format!("aite {}", env!("CARGO_PKG_VERSION")),
        None,
    )?;
    page.project(&project)?;
    page.results(&project)?;
    page.chrome(&project)?;
    page.machine()?;
    for engine in ENGINES.iter().filter(|engine| !engine.is_baseline()) {
        page.engine(&project, engine)?;
    }
    page.out.flush()?;
    Ok(if page.well { Exit::Success } else { Exit::Failure })
}

struct Page<W> {
    out: W,
    style: Style,
    well: bool,
}

impl<W: Write> Page<W> {
    fn line(&mut self, status: Status, text: &str, help: Option<&str>) -> io::Result<()> {
        self.well &= status != Status::Failed;
        writeln!(
            self.out,
            "{} {}",
            sign(status, self.style),
            safe::line(text, 2_000)
        )?;
        match help {
            Some(help) => writeln!(self.out, "  {}: {help}", self.style.paint(Paint::Cyan, "help")),
            None => Ok(()),
        }
    }

    fn project(&mut self, project: &Project) -> io::Result<()> {
        let root = project.root.display();
        if !project.configured {
            let help = "make one with: aite init";
            return self.line(
                Status::Skipped,
                &format!("project: no aite.config.json at or above {root}"),
                Some(help),
            );
        }
        let scripts = match project.scripts(&[]) {
            Ok(scripts) => count(scripts.len(), "script"),
            Err(stop) => stop.message,
        };
        self.line(Status::Passed, &format!("project: {root}, {scripts}"), None)
    }

    fn results(&mut self, project: &Project) -> io::Result<()> {
        let folder = project.root.join(&project.config.results);
        let nearest = folder.ancestors().find(|folder| folder.exists());
        let writable = nearest
            .is_some_and(|folder| fs::metadata(folder).is_ok_and(|meta| !meta.permissions().readonly()));
        let status = if writable { Status::Passed } else { Status::Failed };
        let help =
            (!writable).then_some("aite run needs to write there, or somewhere else with --results DIR");
        self.line(status, &format!("results: {}", folder.display()), help)
    }

    fn chrome(&mut self, project: &Project) -> Result<(), Stop> {
        let search = Search {
            option: None,
            configured: chrome_configured(project),
        };
        match answer(&search) {
            Ok(text) => self.line(Status::Passed, &text, None)?,
            Err(error) => {
                self.line(
                    Status::Failed,
                    &format!("chrome: {error}"),
                    error.help().as_deref(),
                )?;
                for line in error.stderr() {
                    writeln!(self.out, "  {}", safe::line(line, 400))?;
                }
            }
        }
        Ok(())
    }

    /// An engine that scripts can be run on besides Chrome; it is no fault that there is none.
    fn engine(&mut self, project: &Project, engine: &Engine) -> io::Result<()> {
        let search = Search {
            option: None,
            configured: engine_configured(project, engine.name),
        };
        match search.find_engine(engine, &[]) {
            Ok(found) => {
                let text = format!("{}: {}", engine.name, found.path.display());
                self.line(Status::Passed, &text, None)
            }
            Err(error @ StartError::NotFound { .. }) => {
                self.line(Status::Skipped, &format!("{}: {error}", engine.name), None)
            }
            Err(error) => self.line(
                Status::Failed,
                &format!("{}: {error}", engine.name),
                error.help().as_deref(),
            ),
        }
    }

    /// What a browser needs besides itself; tests run without it, less well.
    fn machine(&mut self) -> io::Result<()> {
        for finding in examine() {
            let status = if finding.well {
                Status::Passed
            } else {
                Status::Interrupted
            };
            self.line(status, &finding.text, finding.help)?;
        }
        Ok(())
    }
}

/// Starts the browser and asks it who it is.
fn answer(search: &Search) -> Result<String, StartError> {
    let found = search.find()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(StartError::Scratch)?;
    runtime.block_on(async {
        let browser = Chromium::launch(&found, &Options::default()).await?;
        let text = format!("chrome: {} at {}", browser.product(), found.path.display());
        browser.close().await;
        Ok(text)
    })
}
