//! What the server knows of the world: open documents, and the projects on disk around them.
//!
//! Everything here belongs to the session's thread. Questions are answered on a [`View`], which never changes.

mod disk;
mod project;
mod runs;
#[cfg(test)]
mod tests;
mod uri;
mod view;
mod watch;

pub(crate) use runs::{Runs, read_runs};
pub(crate) use uri::{from_path, to_path};
pub(crate) use view::View;
pub(crate) use watch::Watch;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aite_compiler::ide::{FileKey, FileKind, Host, ProjectId};
use aite_compiler::project::{CONFIG_FILE, CheckFolder};
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use crate::document::{Encoding, Impossible, Text, apply};
use project::Project;

/// A document that the client has open.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    /// As the client writes it.
    pub(crate) uri: Uri,
    pub(crate) key: FileKey,
    /// `None` for documents that mean nothing here.
    pub(crate) kind: Option<FileKind>,
    /// The client's count.
    pub(crate) version: i32,
    /// `None` from a change that did not fit until the next full text.
    pub(crate) text: Option<Text>,
    /// Another one with every text, also when the client counts anew.
    pub(crate) revision: u64,
    language: String,
}

impl Document {
    /// The text, where it is known and means something.
    pub(crate) fn readable(&self) -> Option<&Text> {
        self.kind.and(self.text.as_ref())
    }

    /// What the document is with the text that it has now; the same as before when that is not known.
    fn kind_now(&self) -> Option<FileKind> {
        match &self.text {
            Some(text) => kind_of(&self.key, &self.language, text.content()),
            None => self.kind,
        }
    }
}

/// Open documents by the client's name for them.
pub(crate) type Documents = HashMap<String, Document>;

/// All that is known.
pub(crate) struct World {
    host: Host,
    encoding: Encoding,
    documents: Arc<Documents>,
    closed: Arc<HashSet<Uri>>,
    folders: Vec<PathBuf>,
    projects: BTreeMap<PathBuf, Project>,
    roots: Arc<BTreeMap<ProjectId, PathBuf>>,
    read_checks: ReadChecks,
    last_revision: u64,
}

/// Reads the folder of the checks of the project with this root.
pub(crate) type ReadChecks = fn(&Path) -> CheckFolder;

impl World {
    pub(crate) fn new(encoding: Encoding, folders: Vec<PathBuf>, read_checks: ReadChecks) -> Self {
        let mut world = Self {
            host: Host::new(),
            encoding,
            documents: Arc::default(),
            closed: Arc::default(),
            folders,
            projects: BTreeMap::new(),
            roots: Arc::default(),
            read_checks,
            last_revision: 0,
        };
        world.load_folders();
        world
    }

    pub(crate) fn documents(&self) -> &Documents {
        &self.documents
    }

    /// Everything as it is now, for a thread that answers a question.
    pub(crate) fn view(&self) -> View {
        View {
            analysis: self.host.snapshot(),
            encoding: self.encoding,
            documents: Arc::clone(&self.documents),
            closed: Arc::clone(&self.closed),
            roots: Arc::clone(&self.roots),
        }
    }

    /// A document was opened; whether it is the first of a project that nobody knew.
    pub(crate) fn open(&mut self, item: TextDocumentItem) -> bool {
        let known = self.projects.len();
        let name = item.uri.as_str().to_owned();
        let key = self.key_of(&item.uri);
        self.last_revision += 1;
        Arc::make_mut(&mut self.closed).remove(&item.uri);
        let document = Document {
            kind: kind_of(&key, &item.language_id, &item.text),
            uri: item.uri,
            key,
            version: item.version,
            text: Some(Text::new(item.text)),
            revision: self.last_revision,
            language: item.language_id,
        };
        tell(&mut self.host, &document);
        Arc::make_mut(&mut self.documents).insert(name, document);
        self.projects.len() != known
    }

    /// A document was edited. `None` when it is not open.
    pub(crate) fn change(
        &mut self,
        uri: &str,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> Option<Result<(), Impossible>> {
        let document = Arc::make_mut(&mut self.documents).get_mut(uri)?;
        document.version = version;
        self.last_revision += 1;
        document.revision = self.last_revision;
        if changes.is_empty() {
            return Some(Ok(()));
        }
        let changed = apply(document.text.as_ref(), changes, self.encoding);
        document.text = changed.as_ref().ok().cloned();
        document.kind = document.kind_now();
        tell(&mut self.host, document);
        Some(changed.map(drop))
    }

    /// A document has a text that nobody here knows. `false` when it is not open.
    pub(crate) fn lose(&mut self, uri: &str) -> bool {
        let document = Arc::make_mut(&mut self.documents).get_mut(uri);
        if let Some(document) = document {
            document.text = None;
            self.last_revision += 1;
            document.revision = self.last_revision;
            tell(&mut self.host, document);
            return true;
        }
        false
    }

    /// A document was closed: what is on disk counts again.
    pub(crate) fn close(&mut self, uri: &str) -> Option<Document> {
        let document = Arc::make_mut(&mut self.documents).remove(uri)?;
        Arc::make_mut(&mut self.closed).insert(document.uri.clone());
        self.host.close(&document.key);
        if let Some((root, project)) = project_of(&mut self.projects, document.key.project) {
            project.reread(&mut self.host, root, &document.key.path);
        }
        Some(document)
    }

    /// Files were created, changed or deleted. Whatever happened to them, what is on disk now is what counts.
    pub(crate) fn files_changed(&mut self, paths: &[PathBuf]) {
        if paths.iter().any(|path| self.moves_a_root(path)) {
            self.reload();
            return;
        }
        if paths.iter().any(|path| self.root_of(path).is_none()) {
            self.load_folders();
        }
        self.refresh(|root| {
            let inside = paths.iter().filter_map(|path| path.strip_prefix(root).ok());
            Some(inside.collect()).filter(|inside: &Vec<_>| !inside.is_empty())
        });
    }

    /// Looks at all files again, for clients that do not tell when one changes.
    pub(crate) fn look_again(&mut self) {
        let gone =
            |(root, project): (&PathBuf, &Project)| project.configured && !root.join(CONFIG_FILE).is_file();
        let open = self
            .documents
            .values()
            .filter_map(|document| uri::to_path(&document.uri));
        let begun = open.filter_map(|path| configured_root(path.parent()?));
        if self.projects.iter().any(gone) || begun.into_iter().any(|root| !self.projects.contains_key(&root))
        {
            self.reload();
            return;
        }
        self.refresh(|_| Some(Vec::new()));
    }

    /// Looks again at the projects for which `changed` says which paths certainly changed.
    fn refresh<'p>(&mut self, changed: impl Fn(&Path) -> Option<Vec<&'p Path>>) {
        let mut inner = Vec::new();
        for (root, project) in &mut self.projects {
            if let Some(changed) = changed(root) {
                inner.extend(project.refresh(&mut self.host, root, &changed));
            }
        }
        if inner.iter().any(|root| !self.projects.contains_key(root)) {
            self.reload();
        }
    }

    /// The folders that the client has open are others now. Some clients say it of those that they began with, too.
    pub(crate) fn folders_changed(&mut self, added: Vec<PathBuf>, removed: &[PathBuf]) {
        let before = self.folders.clone();
        self.folders.retain(|folder| !removed.contains(folder));
        for folder in added {
            if !self.folders.contains(&folder) {
                self.folders.push(folder);
            }
        }
        if self.folders != before {
            self.reload();
        }
    }

    /// Where the projects keep their results.
    pub(crate) fn results(&self) -> Vec<(ProjectId, PathBuf)> {
        let projects = self.projects.iter();
        projects
            .map(|(root, project)| (project.id, root.join(project.results())))
            .collect()
    }

    /// The folders of projects in which something can change that counts: of all, or where the client watches what it has
    /// open, of those that lie elsewhere.
    pub(crate) fn folders_to_watch(&self, client_watches: bool) -> Vec<PathBuf> {
        let is_watched =
            |root: &Path| client_watches && self.folders.iter().any(|folder| root.starts_with(folder));
        let projects = self.projects.iter().filter(|(root, _)| !is_watched(root));
        projects
            .flat_map(|(root, project)| disk::folders(root, &root.join(project.results())))
            .collect()
    }

    /// The last runs of a project were read.
    pub(crate) fn set_runs(&mut self, project: ProjectId, runs: Runs) {
        if let Some((_, known)) = project_of(&mut self.projects, project) {
            known.set_runs(&mut self.host, runs);
        }
    }

    /// The project that a path is in, and its root.
    pub(crate) fn root_of(&self, path: &Path) -> Option<&Path> {
        let roots = self.projects.keys().filter(|root| path.starts_with(root));
        roots
            .map(PathBuf::as_path)
            .max_by_key(|root| root.as_os_str().len())
    }

    /// A configuration appeared or went, so that files belong elsewhere.
    fn moves_a_root(&self, path: &Path) -> bool {
        let is_config = path.file_name().is_some_and(|name| name == CONFIG_FILE);
        let Some(folder) = path.parent().filter(|_| is_config) else {
            return false;
        };
        let is_root = self
            .projects
            .get(folder)
            .is_some_and(|project| project.configured);
        is_root != path.is_file()
    }

    /// Begins anew with the same documents.
    fn reload(&mut self) {
        let documents = Arc::clone(&self.documents);
        self.host = Host::new();
        self.projects.clear();
        self.roots = Arc::default();
        self.load_folders();
        let mut moved = Documents::new();
        for (name, document) in documents.iter() {
            let key = self.key_of(&document.uri);
            let mut document = Document {
                key,
                ..document.clone()
            };
            document.kind = document.kind_now();
            tell(&mut self.host, &document);
            moved.insert(name.clone(), document);
        }
        self.documents = Arc::new(moved);
    }

    /// The projects in the folders of the client, so that their symbols are known before a file of them is opened.
    fn load_folders(&mut self) {
        for folder in self.folders.clone() {
            match configured_root(&folder) {
                Some(root) => self.load(root),
                None => {
                    self.load(folder.clone());
                    self.unload_empty(&folder);
                }
            }
        }
    }

    /// Loads the project with this root, and those inside it.
    fn load(&mut self, root: PathBuf) {
        let mut open = vec![root];
        while let Some(root) = open.pop() {
            if self.projects.contains_key(&root) {
                continue;
            }
            let mut project = Project::new(self.host.add_project(), &root, self.read_checks);
            open.extend(project.refresh(&mut self.host, &root, &[]));
            Arc::make_mut(&mut self.roots).insert(project.id, root.clone());
            self.projects.insert(root, project);
        }
    }

    /// Forgets a folder in which nothing is that means anything, unless something is open there.
    fn unload_empty(&mut self, folder: &Path) {
        let Some(project) = self.projects.get(folder).filter(|project| project.is_empty()) else {
            return;
        };
        let id = project.id;
        if !self.documents.values().any(|document| document.key.project == id) {
            self.host.remove_project(id);
            Arc::make_mut(&mut self.roots).remove(&id);
            self.projects.remove(folder);
        }
    }

    /// What a document is called here; its project is loaded if it has one.
    fn key_of(&mut self, uri: &Uri) -> FileKey {
        let outside = || FileKey::new(ProjectId::NONE, uri.as_str());
        let Some(path) = uri::to_path(uri) else {
            return outside();
        };
        let root = path.parent().and_then(configured_root).or_else(|| {
            let folders = self.folders.iter().filter(|folder| path.starts_with(folder));
            folders.max_by_key(|folder| folder.as_os_str().len()).cloned()
        });
        let Some(root) = root else { return outside() };
        self.load(root.clone());
        let name = path.strip_prefix(&root).ok().and_then(disk::name);
        match (self.projects.get(&root), name) {
            (Some(project), Some(name)) => FileKey::new(project.id, name),
            _ => outside(),
        }
    }
}

fn project_of(projects: &mut BTreeMap<PathBuf, Project>, id: ProjectId) -> Option<(&Path, &mut Project)> {
    let (root, project) = projects.iter_mut().find(|(_, project)| project.id == id)?;
    Some((root, project))
}

/// Tells the host what a document says now; one that is not known says nothing.
fn tell(host: &mut Host, document: &Document) {
    match (document.kind, &document.text) {
        (Some(kind), Some(text)) => host.open(&document.key, kind, Arc::clone(text.content())),
        _ => host.close(&document.key),
    }
}

/// The nearest folder upwards with a configuration.
fn configured_root(folder: &Path) -> Option<PathBuf> {
    let mut folders = folder.ancestors();
    let root = folders.find(|folder| folder.join(CONFIG_FILE).is_file())?;
    Some(root.to_owned())
}

/// What a document is, by its name and text, or by what the client calls its language when these do not tell.
fn kind_of(key: &FileKey, language: &str, text: &str) -> Option<FileKind> {
    FileKind::of_file(&key.path, text).or_else(|| (language == "aite").then_some(FileKind::Script))
}
