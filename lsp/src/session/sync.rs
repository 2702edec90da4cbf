//! What the client tells of documents, files and folders.

use serde_json::Value;
use tower_lsp::ls_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, MessageType, WorkspaceFolder,
};

use super::{Event, Session, document_of};
use crate::workspace::{Watch, to_path};

impl Session {
    pub(super) fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let uri = params.text_document.uri.as_str().to_owned();
        self.pending.edited(&uri);
        if self.world.open(params.text_document) {
            self.disk_changed();
        }
        if !self.client.watches_files && self.watch.is_none() {
            self.disk_news = true;
        }
        self.diagnoser.edited(&uri);
        self.diagnoser.others_due();
    }

    /// A change that cannot be understood is a change all the same: the text is unknown from then on.
    pub(super) fn changed(&mut self, params: Value) {
        let Some(uri) = document_of(&params).map(str::to_owned) else {
            return;
        };
        let changed = match serde_json::from_value::<DidChangeTextDocumentParams>(params) {
            Ok(params) => {
                let version = params.text_document.version;
                self.world
                    .change(&uri, version, params.content_changes)
                    .map(|changed| changed.map_err(|impossible| impossible.to_string()))
            }
            Err(error) => self.world.lose(&uri).then(|| Err(error.to_string())),
        };
        let Some(changed) = changed else { return };
        if let Err(why) = changed {
            let message = format!("{uri}: {why}; waiting for the full text");
            self.outbox.log(MessageType::WARNING, message);
        }
        self.pending.edited(&uri);
        self.diagnoser.edited(&uri);
        self.diagnoser.others_due();
    }

    pub(super) fn closed(&mut self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        self.pending.edited(uri.as_str());
        if self.world.close(uri.as_str()).is_some() {
            self.forget_diagnostics(uri);
            self.diagnoser.others_due();
        }
    }

    pub(super) fn saved(&mut self) {
        if !self.client.watches_files {
            self.disk_news = true;
        }
    }

    pub(super) fn files_changed(&mut self, params: DidChangeWatchedFilesParams) {
        let paths: Vec<_> = params
            .changes
            .iter()
            .filter_map(|change| to_path(&change.uri))
            .collect();
        let (runs, files): (Vec<_>, Vec<_>) = paths
            .into_iter()
            .partition(|path| path.file_name().is_some_and(|name| name == "run.json"));
        if !runs.is_empty() {
            self.runs_due = true;
        }
        if !files.is_empty() {
            self.world.files_changed(&files);
            self.disk_changed();
        }
    }

    pub(super) fn folders_changed(&mut self, params: DidChangeWorkspaceFoldersParams) {
        let paths = |folders: &[WorkspaceFolder]| folders.iter().filter_map(|it| to_path(&it.uri)).collect();
        let (added, removed): (_, Vec<_>) = (paths(&params.event.added), paths(&params.event.removed));
        self.world.folders_changed(added, &removed);
        self.disk_changed();
    }

    /// Watches the folders that there are now and that the client does not watch.
    pub(super) fn watch_folders(&mut self) {
        let folders = self.world.folders_to_watch(self.client.watches_files);
        if folders.is_empty() {
            return;
        }
        if self.watch.is_none() {
            let inbox = self.inbox.clone();
            self.watch = Watch::start(move || inbox.put(Event::Disk));
        }
        if let Some(watch) = &self.watch {
            watch.add(folders);
        }
    }

    /// Something that was not typed changed what is known.
    pub(super) fn disk_changed(&mut self) {
        self.watch_folders();
        self.runs_due = true;
        self.diagnoser.others_due();
        if self.client.pulls_diagnostics && self.client.refreshes.diagnostics {
            self.outbox.refresh("workspace/diagnostic/refresh");
        }
        if self.client.refreshes.hints {
            self.outbox.refresh("workspace/inlayHint/refresh");
        }
        if self.client.refreshes.tokens {
            self.outbox.refresh("workspace/semanticTokens/refresh");
        }
        self.refresh_lenses();
    }

    pub(super) fn refresh_lenses(&mut self) {
        if self.client.refreshes.lenses {
            self.outbox.refresh("workspace/codeLens/refresh");
        }
    }
}
