//! The beginning and the end of a session.

use std::path::PathBuf;

use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, ErrorCode};
use tower_lsp::ls_types::{InitializeResult, ServerInfo, Uri};

use super::outbox::{Asked, value};
use super::{Event, Session};
use crate::client::Client;
use crate::workspace::{World, to_path};
use crate::{End, capabilities, parent};

/// How far the session is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    New,
    Running,
    ShutDown,
}

impl Stage {
    /// Why a request is not served now.
    pub(super) fn refuses(self, method: &str) -> Option<Error> {
        match (self, method) {
            (Self::New, "initialize") => None,
            (Self::New, _) => Some(Error {
                code: ErrorCode::ServerError(-32002),
                message: "the session has not begun: initialize comes first".into(),
                data: None,
            }),
            (Self::Running, "initialize") | (Self::ShutDown, _) => Some(Error::invalid_request()),
            (Self::Running, _) => None,
        }
    }

    /// What an end means at this stage.
    pub(super) fn end(self) -> End {
        match self {
            Self::ShutDown => End::Orderly,
            Self::New | Self::Running => End::Abrupt,
        }
    }
}

impl Session {
    pub(super) fn initialize(&mut self, params: Value) -> Result<Value, Error> {
        #[cfg(test)]
        assert!(params.get("panic").is_none(), "as the test wants");
        let client = Client::read(&params);
        self.world = World::new(client.encoding, folders(&params), self.settings.read_checks);
        self.runs_due = true;
        if let Some(process) = client.process {
            let inbox = self.inbox.clone();
            parent::watch(process, move || inbox.put(Event::Closed));
        }
        let capabilities = capabilities::server(&client);
        self.client = client.into();
        self.stage = Stage::Running;
        Ok(value(InitializeResult {
            capabilities,
            server_info: Some(ServerInfo {
                name: "aite".to_owned(),
                version: Some(self.settings.version.to_owned()),
            }),
            offset_encoding: None,
        }))
    }

    pub(super) fn shut_down(&mut self) -> Value {
        self.stage = Stage::ShutDown;
        self.commands.stop_all();
        self.let_go();
        Value::Null
    }

    pub(super) fn initialized(&mut self) {
        self.watch_folders();
        // A configuration has mistakes before anything is open.
        self.diagnoser.others_due();
        if !self.client.watches_files {
            return;
        }
        // Results can be kept anywhere, so their reports are known by name alone.
        let globs = [
            "**/*.aite",
            "**/aite.config.json",
            "**/scripts/checks/*",
            "**/run.json",
            "**/manifest.json",
            "**/tasks/**/*.json",
        ];
        let watchers = globs.map(|glob| json!({"globPattern": glob}));
        let registration = json!({
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": {"watchers": watchers},
        });
        self.outbox.ask(
            "client/registerCapability",
            Some(json!({"registrations": [registration]})),
            Asked::Nothing,
        );
    }
}

/// The folders that the client has open.
fn folders(params: &Value) -> Vec<PathBuf> {
    let path = |uri: &str| to_path(&uri.parse::<Uri>().ok()?);
    let listed = params.get("workspaceFolders").and_then(Value::as_array);
    let uris = listed
        .into_iter()
        .flatten()
        .filter_map(|folder| folder.get("uri")?.as_str());
    let folders: Vec<PathBuf> = uris.filter_map(path).collect();
    if !folders.is_empty() {
        return folders;
    }
    // What clients of older versions of the protocol say.
    let root = params.get("rootUri").and_then(Value::as_str).and_then(path);
    let root = root.or_else(|| Some(PathBuf::from(params.get("rootPath")?.as_str()?)));
    root.into_iter().filter(|root| root.is_absolute()).collect()
}
