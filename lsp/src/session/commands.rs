//! `workspace/executeCommand`: running a script and allowing checks, for clients that cannot do it themselves.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Id};
use tower_lsp::ls_types::notification::Progress;
use tower_lsp::ls_types::{
    MessageType, NumberOrString, ProgressParams, ProgressParamsValue, Uri, WorkDoneProgress,
    WorkDoneProgressBegin, WorkDoneProgressEnd, WorkDoneProgressReport,
};

use super::child::{Child, ChildEvent, News};
use super::news::Verdict;
use super::outbox::{Asked, value};
use super::{Inbox, Session};
use crate::capabilities::command;
use crate::workspace::to_path;

/// The commands that run.
pub(super) struct Commands {
    inbox: Inbox,
    program: Option<PathBuf>,
    running: BTreeMap<u64, Running>,
    last: u64,
}

struct Running {
    child: Child,
    /// The request that started it.
    request: Id,
    what: What,
    /// Where its progress is shown, once the client agreed.
    token: Option<NumberOrString>,
    agreed: bool,
    verdict: Verdict,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Run,
    Allow,
}

/// What `aite.run` is given. `script` is an address or a path.
#[derive(Debug, Deserialize)]
struct RunArguments {
    script: String,
    line: Option<u32>,
    #[serde(default)]
    headed: bool,
}

/// What `aite.allowCheck` is given: any file of the project, or its folder.
#[derive(Debug, Deserialize)]
struct AllowArguments {
    project: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Execute {
    command: String,
    #[serde(default)]
    arguments: Vec<Value>,
    work_done_token: Option<NumberOrString>,
}

impl Commands {
    pub(super) fn new(inbox: Inbox, program: Option<PathBuf>) -> Self {
        Self {
            inbox,
            program,
            running: BTreeMap::new(),
            last: 0,
        }
    }

    /// Asks every command to end.
    pub(super) fn stop_all(&mut self) {
        for running in self.running.values() {
            running.child.stop();
        }
    }

    /// The request that started a command is cancelled.
    pub(super) fn cancel_request(&self, id: &Id) {
        for running in self.running.values().filter(|running| running.request == *id) {
            running.child.stop();
        }
    }

    /// The person stops a command where its progress is shown.
    pub(super) fn cancel_token(&self, token: Option<&Value>) {
        let is_it = |running: &&Running| running.token.as_ref().map(value).as_ref() == token;
        for running in self.running.values().filter(is_it) {
            running.child.stop();
        }
    }
}

impl Session {
    /// Starts a command; the request is answered when it ends.
    pub(super) fn execute(&mut self, id: &Id, params: Value) -> Result<(), Error> {
        let execute: Execute = arguments(params)?;
        let given = execute.arguments.into_iter().next().unwrap_or_default();
        let (what, folder, arguments, title) = match execute.command.as_str() {
            command::RUN => {
                let given: RunArguments = arguments(given)?;
                let script = path_of(&given.script)?;
                let folder = self.folder_of(&script);
                let title = format!("aite run {}", shown(&script, &folder));
                (What::Run, folder, run_arguments(&script, &given), title)
            }
            command::ALLOW_CHECK => {
                let given: AllowArguments = arguments(given)?;
                let folder = self.folder_of(&path_of(&given.project)?);
                let arguments = ["checks", "allow"].map(str::to_owned).to_vec();
                (What::Allow, folder, arguments, "aite checks allow".to_owned())
            }
            other => return Err(Error::invalid_params(format!("there is no command {other}"))),
        };
        let program = self.commands.program.clone();
        let program = program.ok_or_else(|| Error::invalid_params("this server starts no programs"))?;
        self.commands.last += 1;
        let number = self.commands.last;
        let child = Child::start(&program, &folder, &arguments, number, self.commands.inbox.clone())
            .map_err(|error| failed(format!("{title}: {error}")))?;
        let running = Running {
            child,
            request: id.clone(),
            what,
            agreed: execute.work_done_token.is_some(),
            token: execute.work_done_token,
            verdict: Verdict::of(title),
        };
        self.commands.running.insert(number, running);
        self.begin_progress(number);
        Ok(())
    }

    /// A command has news.
    pub(super) fn child(&mut self, event: ChildEvent) {
        let ChildEvent { number, news } = event;
        match news {
            News::Line(line) => {
                let running = self.commands.running.get_mut(&number);
                if let Some(message) = running.and_then(|running| running.verdict.hear(&line)) {
                    let report = WorkDoneProgressReport {
                        cancellable: Some(true),
                        message: Some(message),
                        percentage: None,
                    };
                    self.progress(number, WorkDoneProgress::Report(report));
                }
            }
            News::Ended { code, errors } => self.ended(number, code, &errors),
        }
    }

    /// The client was asked whether it shows the progress of a command.
    pub(super) fn token_answered(&mut self, number: u64, accepted: bool) {
        let Some(running) = self.commands.running.get_mut(&number) else {
            return;
        };
        running.agreed = accepted;
        if accepted {
            self.say_begin(number);
        }
    }

    fn ended(&mut self, number: u64, code: Option<i32>, errors: &str) {
        self.progress(
            number,
            WorkDoneProgress::End(WorkDoneProgressEnd { message: None }),
        );
        let Some(running) = self.commands.running.remove(&number) else {
            return;
        };
        match running.what {
            What::Run => self.runs_due = true,
            What::Allow => self.world.look_again(),
        }
        let (good, sentence) = running.verdict.sentence(code, errors);
        let kind = if good {
            MessageType::INFO
        } else {
            MessageType::ERROR
        };
        self.outbox.show(kind, &sentence);
        let answer = json!({"exitCode": code, "message": sentence});
        self.pending.finish(&running.request, Ok(answer));
        if running.what == What::Allow {
            self.disk_changed();
        }
    }

    fn begin_progress(&mut self, number: u64) {
        let Some(running) = self.commands.running.get_mut(&number) else {
            return;
        };
        if running.agreed {
            self.say_begin(number);
        } else if self.client.progress {
            let token = NumberOrString::String(format!("aite/{number}"));
            running.token = Some(token.clone());
            self.outbox.ask(
                "window/workDoneProgress/create",
                Some(json!({"token": token})),
                Asked::Progress(number),
            );
        }
    }

    fn say_begin(&self, number: u64) {
        let title = self
            .commands
            .running
            .get(&number)
            .map(|running| running.verdict.title());
        let begin = WorkDoneProgressBegin {
            title: title.unwrap_or_default().to_owned(),
            cancellable: Some(true),
            message: None,
            percentage: None,
        };
        self.progress(number, WorkDoneProgress::Begin(begin));
    }

    fn progress(&self, number: u64, progress: WorkDoneProgress) {
        let running = self
            .commands
            .running
            .get(&number)
            .filter(|running| running.agreed);
        if let Some(token) = running.and_then(|running| running.token.clone()) {
            self.outbox.notify::<Progress>(ProgressParams {
                token,
                value: ProgressParamsValue::WorkDone(progress),
            });
        }
    }

    /// The root of the project that a file is in, else its own folder.
    fn folder_of(&self, path: &Path) -> PathBuf {
        match self.world.root_of(path) {
            Some(root) => root.to_owned(),
            None if path.is_dir() => path.to_owned(),
            None => path.parent().unwrap_or(path).to_owned(),
        }
    }
}

fn run_arguments(script: &Path, given: &RunArguments) -> Vec<String> {
    let script = script.to_string_lossy();
    let place = match given.line {
        Some(line) => format!("{script}:{line}"),
        None => script.into_owned(),
    };
    let mut arguments = vec!["run".to_owned(), "--format".to_owned(), "json".to_owned()];
    arguments.extend(given.headed.then(|| "--headed".to_owned()));
    // What follows is no option, whatever it begins with.
    arguments.extend(["--".to_owned(), place]);
    arguments
}

/// An address of a file, or an absolute path.
fn path_of(written: &str) -> Result<PathBuf, Error> {
    let path = PathBuf::from(written);
    let path = match path.is_absolute() {
        true => Some(path),
        false => written.parse::<Uri>().ok().as_ref().and_then(to_path),
    };
    path.ok_or_else(|| Error::invalid_params(format!("\"{written}\" is neither a file: address nor a path")))
}

fn shown(script: &Path, folder: &Path) -> String {
    let short = script.strip_prefix(folder).unwrap_or(script);
    short.display().to_string()
}

fn arguments<P: serde::de::DeserializeOwned>(of: Value) -> Result<P, Error> {
    serde_json::from_value(of).map_err(|error| Error::invalid_params(error.to_string()))
}

fn failed(message: String) -> Error {
    Error {
        message: message.into(),
        ..Error::internal_error()
    }
}
