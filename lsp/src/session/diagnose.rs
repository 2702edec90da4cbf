//! Diagnostics for clients that do not ask for them: at once for what is edited, never for a text that is gone.

use std::collections::{BTreeMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use aite_compiler::ide::{FileKey, ProjectId};
use aite_compiler::project::CONFIG_FILE;
use tower_lsp::ls_types::notification::PublishDiagnostics;
use tower_lsp::ls_types::{Diagnostic, MessageType, PublishDiagnosticsParams, Uri};

use super::pool::Urgency;
use super::{Event, Session};
use crate::query::{Ask, diagnostics};
use crate::workspace::Document;

/// The diagnostics of one file.
pub(crate) struct Report {
    uri: Uri,
    /// The text that was looked at; `None` of a file that is not open.
    state: Option<State>,
    diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    version: i32,
    revision: u64,
}

/// What a thread found.
pub(crate) enum Diagnosed {
    /// State a document that was edited.
    One(Report),
    /// State everything that others may have changed.
    All(Vec<Report>),
    /// Nothing, by a mistake of ours.
    Nothing { all: bool },
}

/// What is due, what was found, and what the client was told.
#[derive(Default)]
pub(super) struct Diagnoser {
    /// How often something changed that diagnostics may depend on.
    changes: u64,
    edited: Vec<String>,
    others_due: bool,
    /// A round over all files is on its way.
    sweeping: bool,
    found: Vec<Diagnosed>,
    said: BTreeMap<Uri, Vec<Diagnostic>>,
}

impl Diagnoser {
    /// The text of a document is another one.
    pub(super) fn edited(&mut self, uri: &str) {
        self.changes += 1;
        if !self.edited.iter().any(|edited| edited == uri) {
            self.edited.push(uri.to_owned());
        }
    }

    /// What was edited may have changed what there is to say about other files.
    pub(super) fn others_due(&mut self) {
        self.changes += 1;
        self.others_due = true;
    }

    pub(super) fn changes(&self) -> u64 {
        self.changes
    }

    pub(super) fn finished(&mut self, diagnosed: Diagnosed) {
        self.found.push(diagnosed);
    }
}

impl Session {
    /// Publishes what was found if it still holds, and looks again where it is due.
    pub(super) fn diagnose(&mut self) {
        for diagnosed in std::mem::take(&mut self.diagnoser.found) {
            match diagnosed {
                Diagnosed::One(report) => self.publish_edited(report),
                Diagnosed::All(reports) => self.publish_all(reports),
                Diagnosed::Nothing { all } => {
                    self.diagnoser.sweeping &= !all;
                    let message = "a mistake of aite: diagnostics could not be made";
                    self.outbox.log(MessageType::ERROR, message);
                }
            }
        }
        if self.client.pulls_diagnostics {
            self.diagnoser.edited.clear();
            self.diagnoser.others_due = false;
            return;
        }
        for uri in std::mem::take(&mut self.diagnoser.edited) {
            self.look_at(&uri);
        }
        if self.diagnoser.others_due && !self.diagnoser.sweeping {
            self.diagnoser.others_due = false;
            self.diagnoser.sweeping = true;
            self.find(Urgency::Later, true, |ask| Diagnosed::All(sweep(ask)));
        }
    }

    /// A document that was closed has no diagnostics.
    pub(super) fn forget_diagnostics(&mut self, uri: Uri) {
        if self
            .diagnoser
            .said
            .remove(&uri)
            .is_some_and(|said| !said.is_empty())
        {
            let nothing = PublishDiagnosticsParams::new(uri, Vec::new(), None);
            self.outbox.notify::<PublishDiagnostics>(nothing);
        }
    }

    fn look_at(&mut self, uri: &str) {
        let Some(document) = self.world.documents().get(uri) else {
            return;
        };
        if document.readable().is_some() {
            let uri = document.uri.clone();
            self.find(Urgency::Now, false, move |ask| match one(ask, &uri) {
                Some(report) => Diagnosed::One(report),
                None => Diagnosed::Nothing { all: false },
            });
        } else if document.kind.is_some() {
            // State a text that nobody knows there is nothing to say.
            let report = Report {
                uri: document.uri.clone(),
                state: Some(State::of(document)),
                diagnostics: Vec::new(),
            };
            self.publish(report);
        } else {
            // A text that means nothing here any more, as JSON that was a task.
            let uri = document.uri.clone();
            self.forget_diagnostics(uri);
        }
    }

    fn find(&self, urgency: Urgency, all: bool, look: impl FnOnce(&Ask) -> Diagnosed + Send + 'static) {
        let ask = self.ask();
        let inbox = self.inbox.clone();
        let job = move || {
            let found = catch_unwind(AssertUnwindSafe(|| look(&ask)));
            // The moment must not outlive its answer: what is shared with it is copied when it changes.
            drop(ask);
            inbox.put(Event::Diagnosed(found.unwrap_or(Diagnosed::Nothing { all })));
        };
        self.pool.put(urgency, Box::new(job));
    }

    fn publish_edited(&mut self, report: Report) {
        if self.holds(&report) {
            self.publish(report);
        }
    }

    fn publish_all(&mut self, reports: Vec<Report>) {
        self.diagnoser.sweeping = false;
        let covered: HashSet<&Uri> = reports.iter().map(|report| &report.uri).collect();
        let is_gone =
            |uri: &&Uri| !covered.contains(uri) && !self.world.documents().contains_key(uri.as_str());
        let gone: Vec<Uri> = self.diagnoser.said.keys().filter(is_gone).cloned().collect();
        for uri in gone {
            self.forget_diagnostics(uri);
        }
        for report in reports {
            let known = self.diagnoser.said.get(&report.uri);
            let is_news = known.map_or(!report.diagnostics.is_empty(), |known| {
                *known != report.diagnostics
            });
            if is_news && self.holds(&report) {
                self.publish(report);
            }
        }
    }

    /// Whether the text that was looked at is still the text.
    fn holds(&self, report: &Report) -> bool {
        let document = self.world.documents().get(report.uri.as_str());
        document.map(State::of) == report.state
    }

    fn publish(&mut self, report: Report) {
        let Report {
            uri,
            state,
            diagnostics,
        } = report;
        self.diagnoser.said.insert(uri.clone(), diagnostics.clone());
        let version = state.map(|state| state.version);
        self.outbox
            .notify::<PublishDiagnostics>(PublishDiagnosticsParams::new(uri, diagnostics, version));
    }
}

impl State {
    fn of(document: &Document) -> Self {
        Self {
            version: document.version,
            revision: document.revision,
        }
    }
}

fn one(ask: &Ask, uri: &Uri) -> Option<Report> {
    let (document, text) = ask.view.document(uri)?;
    Some(Report {
        uri: document.uri.clone(),
        state: Some(State::of(document)),
        diagnostics: diagnostics::of_file(ask, &document.key, text),
    })
}

/// Every open document, and the configuration of every project.
fn sweep(ask: &Ask) -> Vec<Report> {
    let documents = ask.view.documents().values();
    let mut reports: Vec<Report> = documents.filter_map(|document| one(ask, &document.uri)).collect();
    let configurations = ask.view.projects().map(|project| configuration(ask, project));
    reports.extend(configurations.flatten());
    reports
}

/// A configuration that is not open: its mistakes are why scripts have some.
fn configuration(ask: &Ask, project: ProjectId) -> Option<Report> {
    let file = FileKey::new(project, Arc::from(CONFIG_FILE));
    if ask.view.open(&file).is_some() {
        return None;
    }
    let text = ask.view.text(&file)?;
    Some(Report {
        uri: ask.view.uri(&file)?,
        state: None,
        diagnostics: diagnostics::of_file(ask, &file, &text),
    })
}
