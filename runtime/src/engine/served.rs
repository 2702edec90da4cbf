//! An engine that is reached by a port: started for a benchmark or joined, used for many attempts, stopped in order.

use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use aite_cdp::Exchange;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::error::StartError;
use super::http;
use super::process::Process;
use super::scratch::Scratch;
use super::start::connect;
use super::table::{Engine, Launch, REMOTE};

const READY_WITHIN: Duration = Duration::from_secs(10);
const ONE_QUESTION: Duration = Duration::from_secs(1);
/// Between two questions: an engine that is not up yet refuses the connection at once.
const ASK_AGAIN_AFTER: Duration = Duration::from_millis(20);
const WARM_WITHIN: Duration = Duration::from_secs(5);
const STOPS_WITHIN: Duration = Duration::from_secs(5);
/// How often another port is tried, when somebody took the one that was free a moment ago.
const PORTS: usize = 3;
/// Words that an engine says when its port is taken.
const TAKEN: [&str; 3] = ["already in use", "AddressInUse", "Address in use"];

/// Variables that would send an engine's requests elsewhere, in both cases.
const PROXIES: [&str; 4] = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "WS_PROXY"];

/// A running engine. Dropping it kills it, unless somebody else has started it.
#[derive(Debug)]
pub struct Served {
    engine: &'static Engine,
    ours: Option<Ours>,
    /// `HOST:PORT`.
    authority: String,
    port: u16,
    added: Vec<&'static str>,
    identity: Identity,
    ready_after: Duration,
}

/// What there is of an engine that we have started.
#[derive(Debug)]
struct Ours {
    program: PathBuf,
    // Before the scratch folder: it must be dead before that is removed.
    process: Process,
    scratch: Scratch,
    arguments: Vec<String>,
}

/// What an engine says that it is, over HTTP.
#[derive(Debug, Clone, PartialEq)]
pub struct Identity(pub Value);

impl Identity {
    /// The address of its websocket.
    pub fn websocket(&self) -> Option<&str> {
        self.0.get("webSocketDebuggerUrl")?.as_str()
    }

    /// Name and version.
    pub fn product(&self) -> &str {
        self.text("Browser")
    }

    /// What it tells servers that it is.
    pub fn user_agent(&self) -> &str {
        self.text("User-Agent")
    }

    /// Name and version, as exact as the engine says it anywhere: some name themselves shortly and have a member
    /// `NAME-Version` with the rest.
    pub fn exact_product(&self) -> String {
        let product = self.product();
        let (name, _) = product.split_once('/').unwrap_or((product, ""));
        match self.text(&format!("{name}-Version")) {
            "" => product.to_owned(),
            version => format!("{name}/{version}"),
        }
    }

    /// The version of the protocol.
    pub fn protocol_version(&self) -> &str {
        self.text("Protocol-Version")
    }

    fn text(&self, member: &str) -> &str {
        self.0.get(member).and_then(Value::as_str).unwrap_or_default()
    }
}

impl Served {
    /// Starts a program as this engine in one of its ways, on a port and in a folder of its own, and waits until it
    /// answers. Nothing of it is left when this fails or is dropped half-way.
    ///
    /// # Errors
    /// When it does not come up, with what it said.
    pub async fn launch(
        engine: &'static Engine,
        program: &Path,
        launch: Launch<'_>,
    ) -> Result<Self, StartError> {
        let mut tries = 1;
        loop {
            match Self::launch_once(engine, program, launch).await {
                Err(error) if tries < PORTS && port_was_taken(&error) => tries += 1,
                result => return result,
            }
        }
    }

    async fn launch_once(
        engine: &'static Engine,
        program: &Path,
        launch: Launch<'_>,
    ) -> Result<Self, StartError> {
        let scratch = Scratch::create().map_err(StartError::Scratch)?;
        let port = free_port().map_err(StartError::Scratch)?;
        let arguments = engine.arguments(port, launch, &scratch.profile());
        let mut command = Command::new(program);
        command.args(&arguments).env("TMPDIR", scratch.temporary());
        for name in PROXIES {
            command.env_remove(name).env_remove(name.to_lowercase());
        }
        command.envs(engine.environment.iter().copied());
        let began = Instant::now();
        let process = Process::start(command, scratch.path()).map_err(|error| StartError::Spawn {
            path: program.into(),
            error,
        })?;
        let authority = format!("127.0.0.1:{port}");
        let identity = until_ready(&process, &authority, program).await?;
        let served = Self {
            engine,
            ours: Some(Ours {
                program: program.into(),
                process,
                scratch,
                arguments: arguments
                    .iter()
                    .map(|it| it.to_string_lossy().into_owned())
                    .collect(),
            }),
            authority,
            port,
            added: engine.launch_arguments(launch),
            identity,
            ready_after: began.elapsed(),
        };
        // What it does first takes longer than what it does later; no task should pay for it.
        let _ = timeout(WARM_WITHIN, served.warm_up()).await;
        Ok(served)
    }

    /// Joins an engine that runs already and listens at a `ws://` address. It stays as it is, and is left running. An
    /// address without a path is completed by what its host says over HTTP.
    ///
    /// # Errors
    /// When nobody who speaks the protocol answers there.
    pub async fn join(address: &str) -> Result<Self, StartError> {
        let began = Instant::now();
        let Some((authority, port)) = http::authority(address) else {
            return Err(StartError::Unreachable {
                address: address.into(),
                detail: "it is not of the form ws://HOST:PORT/PATH".into(),
            });
        };
        let said = timeout(ONE_QUESTION, http::ask(&authority, "GET", "/json/version")).await;
        let said = said.ok().and_then(Result::ok);
        let said: Option<Value> = said.and_then(|body| serde_json::from_slice(&body).ok());
        let mut identity = Identity(said.filter(Value::is_object).unwrap_or_else(|| json!({})));
        let has_path = address
            .split_once(&authority)
            .is_some_and(|(_, path)| path.len() > 1);
        let websocket = match identity.websocket() {
            Some(websocket) if !has_path => websocket.to_owned(),
            _ => address.to_owned(),
        };
        let live = connect(&websocket, READY_WITHIN).await?;
        let version = live.version.clone();
        live.close().await;
        for (member, value) in [
            ("Browser", &version.product),
            ("User-Agent", &version.user_agent),
            ("Protocol-Version", &version.protocol_version),
        ] {
            if identity.text(member).is_empty() {
                identity.0[member] = json!(value);
            }
        }
        identity.0["webSocketDebuggerUrl"] = json!(websocket);
        Ok(Self {
            engine: &REMOTE,
            ours: None,
            authority,
            port,
            added: Vec::new(),
            identity,
            ready_after: began.elapsed(),
        })
    }

    /// Its row of data.
    pub fn engine(&self) -> &'static Engine {
        self.engine
    }

    /// The program that runs; `None` when somebody else has started it, as everywhere here.
    pub fn program(&self) -> Option<&Path> {
        self.ours.as_ref().map(|ours| &*ours.program)
    }

    /// What stands on its command line behind the program.
    pub fn arguments(&self) -> &[String] {
        self.ours.as_ref().map_or(&[], |ours| &ours.arguments)
    }

    /// The folder of its profile and temporary files, which goes with it.
    pub fn scratch(&self) -> Option<&Path> {
        self.ours.as_ref().map(|ours| ours.scratch.path())
    }

    /// Its main process.
    pub fn process_id(&self) -> Option<u32> {
        self.ours.as_ref().map(|ours| ours.process.id())
    }

    /// How long it took from its start until it answered.
    pub fn ready_after(&self) -> Duration {
        self.ready_after
    }

    /// Where it listens, `HOST:PORT`.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// Whether it asks for the icon of every page, some time after the page has loaded.
    pub fn asks_for_icons(&self) -> bool {
        let is_chrome = self.identity.product().contains("Chrome/");
        self.engine.asks_for_icons() || (self.engine.is_remote() && is_chrome)
    }

    /// The port where it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// What it said when it was ready.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Whether a task that wants it started so can use it as it runs.
    pub fn serves(&self, launch: Launch<'_>) -> bool {
        self.added == self.engine.launch_arguments(launch)
    }

    /// What the way in which it was started added to the command line.
    pub fn serve_arguments(&self) -> &[&'static str] {
        &self.added
    }

    /// How it ended, if it has.
    pub fn exited(&self) -> Option<ExitStatus> {
        self.ours.as_ref()?.process.exited()
    }

    /// How it ended, for one whose connection is gone: a process that dies loses its connections a moment before its
    /// end is known.
    pub async fn exited_within(&self, patience: Duration) -> Option<ExitStatus> {
        timeout(patience, self.ours.as_ref()?.process.ended()).await.ok()
    }

    /// Whether it runs and takes connections.
    pub async fn answers(&self) -> bool {
        let connect = tokio::net::TcpStream::connect(&self.authority);
        self.exited().is_none() && matches!(timeout(ONE_QUESTION, connect).await, Ok(Ok(_)))
    }

    /// Its last lines on stderr.
    pub fn stderr(&self) -> Vec<String> {
        self.ours
            .as_ref()
            .map(|ours| ours.process.stderr())
            .unwrap_or_default()
    }

    /// Its process and its folder, for whoever ends it from now on.
    pub(super) fn into_parts(self) -> Option<(Process, Scratch)> {
        self.ours.map(|ours| (ours.process, ours.scratch))
    }

    /// Asks it to end, and kills it if it does not. Everything that it started is dead and its folder is gone when this
    /// resolves. One that somebody else has started is left alone.
    pub async fn stop(self) {
        let Some(ours) = self.ours else {
            return;
        };
        ours.process.terminate();
        if timeout(STOPS_WITHIN, ours.process.ended()).await.is_err() {
            ours.process.kill();
            let _ = timeout(STOPS_WITHIN, ours.process.ended()).await;
        }
        // Removes some hundred files.
        let _ = tokio::task::spawn_blocking(move || drop(ours)).await;
    }

    /// The address of a page's own websocket: a new page, else the first that there is, else the browser.
    pub async fn page_websocket(&self) -> Option<String> {
        for method in ["PUT", "GET"] {
            let new = timeout(
                Duration::from_secs(2),
                http::ask(&self.authority, method, "/json/new?about:blank"),
            )
            .await;
            if let Ok(Ok(body)) = new
                && let Some(address) = websocket_of(&serde_json::from_slice(&body).unwrap_or_default())
            {
                return Some(address);
            }
        }
        let list = timeout(
            Duration::from_secs(2),
            http::ask(&self.authority, "GET", "/json/list"),
        )
        .await;
        let list = list.ok().and_then(Result::ok);
        let pages: Vec<Value> = list
            .and_then(|body| serde_json::from_slice(&body).ok())
            .unwrap_or_default();
        let page = pages
            .iter()
            .find(|page| page.get("type").is_none_or(|kind| kind == "page"));
        let page = page.and_then(websocket_of);
        page.or_else(|| self.identity.websocket().map(Into::into))
    }

    /// The page stays open: closing it could be the closing of the last one.
    async fn warm_up(&self) -> io::Result<()> {
        let Some(address) = self.page_websocket().await else {
            return Ok(());
        };
        let mut exchange = Exchange::connect(&address).await?;
        let evaluate = exchange
            .send("Runtime.evaluate", Some(&json!({"expression": "1"})), None)
            .await?;
        while let Some(frame) = exchange.next().await? {
            if frame.id == Some(evaluate) {
                break;
            }
        }
        exchange.close().await;
        Ok(())
    }
}

fn websocket_of(target: &Value) -> Option<String> {
    target.get("webSocketDebuggerUrl")?.as_str().map(Into::into)
}

async fn until_ready(process: &Process, authority: &str, program: &Path) -> Result<Identity, StartError> {
    let deadline = Instant::now() + READY_WITHIN;
    let answer = async {
        loop {
            let question = timeout(ONE_QUESTION, http::ask(authority, "GET", "/json/version"));
            if let Ok(Ok(body)) = question.await
                && let Ok(version) = serde_json::from_slice::<Value>(&body)
            {
                return Identity(version);
            }
            sleep(ASK_AGAIN_AFTER).await;
        }
    };
    let answered = tokio::select! {
        answered = timeout_at(deadline, answer) => answered,
        status = process.ended() => return Err(StartError::Ended {
            path: program.into(),
            status: Some(status),
            stderr: process.last_stderr().await,
            help: None,
        }),
    };
    answered.map_err(|_| StartError::Silent {
        path: program.into(),
        waited: READY_WITHIN,
        stderr: process.stderr(),
    })
}

fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

fn port_was_taken(error: &StartError) -> bool {
    let said = |line: &String| TAKEN.iter().any(|word| line.contains(word));
    matches!(error, StartError::Ended { .. }) && error.stderr().iter().any(said)
}
