//! `aite run`: scripts become verdicts.
//!
//! ```text
//! plan: compile all, refuse ─ for each script: serve ─ execute ─ events ─ redact ─┬─ record
//!                                                                                 └─ report
//! ```

mod plan;
mod posts;
mod profiles;
mod serving;
mod settings;
pub(super) mod signals;
mod web_server;

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use aite_runtime::deadline::Cancellation;
use aite_runtime::report::{Recorder, Redactor, RunStore, Suite, SuiteRun};
use aite_runtime::run::{Browsers, Job, OriginRule, execute};
use aite_runtime::verdict::Status;

use crate::args::RunArgs;
use crate::exit::{Exit, Outcome, Stop, reason};
use crate::project::Project;
use crate::render::{ColorChoice, Style, safe};
use crate::report::{Reporter, ScriptTexts};
use plan::{Plan, Planned, plan};
use serving::Serving;
use web_server::WebServer;

pub(super) fn run(args: RunArgs, color: ColorChoice) -> Outcome {
    if let Some(option) = args.later.first() {
        return Err(Stop::refused(format!("{option} is not available yet")));
    }
    let errors = Style::of(color, &io::stderr());
    let project = Project::find(errors)?;
    let serve = args.serve.as_deref().map(served_folder).transpose()?;
    let Plan { planned, approved } = plan(&project, &args.paths, args.unattended, errors)?;
    let mut settings = settings::settings(&args, &project, approved)?;
    settings.profiles = profiles::load(&project, &planned, &settings.engine)?;
    let secrets = secrets(&project).chain(profiles::secrets(&project, &settings.profiles));
    let redactor = Redactor::new(secrets);
    settings::find_engine(&settings)?;
    let results = args
        .results
        .unwrap_or_else(|| project.root.join(&project.config.results));
    let suite = Suite::create(&results, args.label).map_err(|error| {
        Stop::could_not_run(format!(
            "the results folder {} cannot be made: {}",
            results.display(),
            cannot_be_made(&results, &error)
        ))
    })?;
    let mut invocation = Invocation {
        serve,
        post_cap: args.post_cap,
        origins: settings.origins.clone(),
        results,
        suite,
        reporter: Reporter::new(args.format, Style::of(color, &io::stdout())),
        redactor,
        serving: Serving::default(),
        trouble: false,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Stop::could_not_run(format!("the runtime cannot be started: {error}")))?;
    runtime.block_on(async {
        let cancellation = signals::listen()
            .map_err(|error| Stop::could_not_run(format!("signals cannot be listened to: {error}")))?;
        let _web_server = match &project.config.web_server {
            Some(server) => {
                WebServer::start(server, &project.root, &invocation.results, &cancellation).await?
            }
            None => None,
        };
        invocation
            .run(planned, Browsers::new(settings), &cancellation)
            .await
    })
}

/// A name that is taken by something else says no more than that it is there.
fn cannot_be_made(results: &Path, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AlreadyExists if !results.exists() => "it is a link that leads nowhere".to_owned(),
        io::ErrorKind::AlreadyExists => "it is there and not a folder".to_owned(),
        _ => reason(error),
    }
}

fn served_folder(dir: &Path) -> Result<PathBuf, Stop> {
    match dir.canonicalize() {
        Ok(dir) if dir.is_dir() => Ok(dir),
        Ok(_) => Err(Stop::refused(format!(
            "--serve {}: this is not a folder",
            dir.display()
        ))),
        Err(error) => Err(Stop::refused(format!(
            "--serve {}: {}",
            dir.display(),
            reason(&error)
        ))),
    }
}

/// The values of the declared secrets, as the environment has them.
fn secrets(project: &Project) -> impl Iterator<Item = String> {
    let variables = project.config.secrets.values().map(|secret| &secret.env);
    variables
        .filter_map(env::var_os)
        .map(|value| value.to_string_lossy().into_owned())
}

/// One call of `aite run`.
struct Invocation {
    serve: Option<PathBuf>,
    /// Runs of scripts with `posts` in a day.
    post_cap: Option<u64>,
    origins: Vec<OriginRule>,
    results: PathBuf,
    suite: Suite,
    reporter: Reporter,
    redactor: Redactor,
    serving: Serving,
    /// Whether it was said that something cannot be written.
    trouble: bool,
}

impl Invocation {
    async fn run(
        &mut self,
        planned: Vec<Planned>,
        mut browsers: Browsers,
        cancellation: &Cancellation,
    ) -> Outcome {
        let began = Instant::now();
        let mut stopped = None;
        for one in planned {
            if cancellation.is_cancelled() {
                break;
            }
            match self.script(one, &mut browsers, cancellation).await {
                Ok(()) => {}
                Err(stop) => {
                    stopped = Some(stop);
                    break;
                }
            }
        }
        browsers.close().await;
        let end = match &stopped {
            Some(_) => Some(Status::Error),
            None => cancellation.is_cancelled().then_some(Status::Interrupted),
        };
        let finished = self.suite.finish(end);
        self.note(finished);
        self.reporter.finish(
            self.suite.json().counts,
            began.elapsed(),
            &shown(self.suite.path()),
        );
        match stopped {
            Some(stop) => Err(stop),
            None if cancellation.is_cancelled() => Ok(Exit::Interrupted),
            None => Ok(exit(self.suite.json().counts.worst())),
        }
    }

    /// Runs one script.
    async fn script(
        &mut self,
        one: Planned,
        browsers: &mut Browsers,
        cancellation: &Cancellation,
    ) -> Result<(), Stop> {
        let Planned { script, compiled } = one;
        if compiled.program.posts && !self.may_post()? {
            let why = posts::over(self.post_cap.unwrap_or_default());
            self.skip(script.name, compiled.program.name, &why);
            return Ok(());
        }
        let wanted = serving::wanted(
            self.serve.as_deref(),
            &script.path,
            &compiled.program,
            &self.origins,
        );
        if self.serve.is_some() && wanted.is_none() {
            warn(&format!(
                "--serve: {} opens no page of this machine first, so nothing is served for it",
                script.name
            ));
        }
        self.serving.ensure(wanted)?;
        let store = self.store(&script.name)?;
        self.reporter
            .script(ScriptTexts::new(&compiled), &shown(store.dir()));
        let mut recorder = Recorder::new(store.dir());
        let job = Job {
            program: &compiled.program,
            origins: &compiled.origins,
            sources: &compiled.texts,
            store: &store,
        };
        let (reporter, redactor) = (&mut self.reporter, &self.redactor);
        let mut sink = |event| {
            let event = redactor.event(event);
            recorder.event(&event);
            reporter.event(&event);
        };
        execute(job, browsers, &mut sink, cancellation).await;
        if let Some(trouble) = recorder.trouble() {
            self.note(Err(io::Error::other(trouble.to_owned())));
        }
        if let Some(run) = recorder.run() {
            let added = self.suite.add(SuiteRun::from(run));
            self.note(added);
        }
        Ok(())
    }

    /// The run's folder; somewhere else when the results have no room any more, so that the verdict survives.
    fn store(&mut self, script: &str) -> Result<RunStore, Stop> {
        let error = match RunStore::create(&self.results, script) {
            Ok(store) => return Ok(store),
            Err(error) => error,
        };
        let elsewhere = env::temp_dir().join("aite-results");
        let store = RunStore::create(&elsewhere, script)
            .map_err(|_| Stop::could_not_run(format!("the run's folder cannot be made: {error}")))?;
        warn(&format!(
            "{script}: its results are in {}: {error}",
            store.dir().display()
        ));
        Ok(store)
    }

    /// Counts the run of a script with `posts`; whether the cap lets it run.
    fn may_post(&mut self) -> Result<bool, Stop> {
        match posts::admit(&self.results, self.post_cap, SystemTime::now()) {
            Ok(admitted) => Ok(admitted),
            Err(error) if self.post_cap.is_none() => {
                self.note(Err(error));
                Ok(true)
            }
            Err(error) => Err(Stop::could_not_run(format!(
                "the posts of today cannot be counted: {error}"
            ))),
        }
    }

    fn skip(&mut self, file: String, name: String, why: &str) {
        self.reporter.skipped(&file, why);
        let added = self.suite.add(SuiteRun {
            run_id: None,
            file,
            name,
            status: Status::Skipped,
            duration_ms: 0,
            failure: None,
        });
        self.note(added);
    }

    /// Says once that something could not be written. It changes no verdict.
    fn note(&mut self, written: io::Result<()>) {
        if let Err(error) = written
            && !std::mem::replace(&mut self.trouble, true)
        {
            drop(writeln!(
                io::stderr(),
                "warning: the results are not complete: {error}"
            ));
        }
    }
}

/// Says something on standard error; when that cannot be written to, there is nobody to tell.
fn warn(text: &str) {
    drop(writeln!(io::stderr(), "warning: {}", safe::line(text, 4_000)));
}

/// A path as a person would type it here.
fn shown(path: &Path) -> PathBuf {
    let here = env::current_dir().unwrap_or_default();
    path.strip_prefix(&here).unwrap_or(path).to_owned()
}

fn exit(worst: Status) -> Exit {
    match worst {
        Status::Passed | Status::PassedAfterRetry | Status::Skipped => Exit::Success,
        Status::Failed => Exit::Failure,
        Status::Interrupted => Exit::Interrupted,
        Status::Error => Exit::CouldNotRun,
    }
}
