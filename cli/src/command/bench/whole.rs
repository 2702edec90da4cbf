//! Every file of a data set, read once and understood.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use aite_compiler::diagnostic::{Code, Diagnostic};
use aite_compiler::import::{
    self, Answers, Around, Capabilities, Member, Problem, SCENARIO_END, Scenario, Subset, Suite,
};
use aite_compiler::ir::{Origins, Program};
use aite_compiler::source::decode;

use crate::exit::Stop;

/// Where a data set keeps its scenarios and what its server needs, from the manifest.
const SCENARIOS: &str = "tasks/scenarios";
const FIXTURES: &str = "fixtures";
const REGISTRY: &str = "fixtures/expected_answers.json";

/// More threads than this gain nothing: the files are small.
const MAX_THREADS: usize = 4;

/// A data set with all its files.
pub(super) struct Whole {
    /// The name of the manifest's file.
    pub(super) manifest: String,
    pub(super) suite: Suite,
    /// By subset in the order of the manifest, and by path in each.
    pub(super) tasks: Vec<Task>,
    answers: Answers,
    capabilities: Option<(String, Capabilities)>,
    scenarios: Vec<Scenario>,
    /// The texts of files that are not tasks.
    texts: BTreeMap<String, Arc<str>>,
    /// What is wrong with files that are not tasks.
    problems: Vec<Problem>,
}

/// A task of the data set.
pub(super) struct Task {
    /// The number of its subset, over all layers.
    pub(super) subset: usize,
    /// From the manifest.
    pub(super) path: String,
    pub(super) program: Program,
    origins: Origins,
    text: Arc<str>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// It was expanded from a scenario, whose path it has.
    is_expanded: bool,
}

/// A task file that is still to be read.
struct Found {
    subset: usize,
    path: String,
}

impl Whole {
    /// Reads a data set.
    ///
    /// # Errors
    /// The manifest cannot be read, or is none.
    pub(super) fn read(manifest: &Path) -> Result<Self, Stop> {
        let shown = manifest.display();
        let bytes = fs::read(manifest).map_err(|error| missing(manifest, &error))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| Stop::failed(format!("{shown}: a manifest must be UTF-8 text")))?;
        let (suite, found) = import::manifest(&text);
        let root = manifest.parent().map(Path::to_path_buf).unwrap_or_default();
        let name = manifest
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let mut set = Self {
            manifest: name.clone(),
            suite,
            tasks: Vec::new(),
            answers: Answers::default(),
            capabilities: None,
            scenarios: Vec::new(),
            texts: BTreeMap::new(),
            problems: Vec::new(),
        };
        set.keep(&name, text, found);
        set.tasks = read_tasks(&root, &set.suite)?;
        set.read_answers(&root)?;
        set.read_capabilities(&root);
        set.read_scenarios(&root)?;
        set.expand();
        Ok(set)
    }

    fn keep(&mut self, path: &str, text: String, found: Vec<Diagnostic>) {
        self.problems.extend(found.into_iter().map(|diagnostic| Problem {
            file: path.to_owned(),
            diagnostic,
        }));
        self.texts.insert(path.to_owned(), text.into());
    }

    fn read_answers(&mut self, root: &Path) -> Result<(), Stop> {
        let mut paths = Vec::new();
        walk(root, FIXTURES, &mut |path| {
            if import::is_registry(&path) && path != REGISTRY && path.ends_with(".fragment.json") {
                paths.push(path);
            }
        })?;
        paths.sort();
        paths.insert(0, REGISTRY.to_owned());
        for path in paths {
            let Some(text) = read_text(&root.join(&path)) else {
                continue;
            };
            let (answers, found) = import::answers(&text);
            self.answers.extend(answers);
            self.keep(&path, text, found);
        }
        Ok(())
    }

    fn read_capabilities(&mut self, root: &Path) {
        let Some((path, place)) = self.suite.layers.iter().find_map(|layer| {
            let path = layer.capabilities.clone()?;
            Some((
                path,
                layer
                    .subsets
                    .first()
                    .map(|subset| subset.place.clone())
                    .unwrap_or_default(),
            ))
        }) else {
            return;
        };
        let Some(text) = read_text(&root.join(&path)) else {
            let message = format!("the capability map {path} cannot be read");
            let problem = Diagnostic::error(Code::T021, place.span, message);
            self.problems.push(Problem {
                file: self.manifest.clone(),
                diagnostic: problem,
            });
            return;
        };
        let (map, found) = import::capabilities(&text);
        self.keep(&path, text, found);
        self.capabilities = Some((path, map));
    }

    fn read_scenarios(&mut self, root: &Path) -> Result<(), Stop> {
        let mut paths = Vec::new();
        walk(root, SCENARIOS, &mut |path| {
            if path.ends_with(SCENARIO_END) {
                paths.push(path);
            }
        })?;
        paths.sort();
        for path in paths {
            let Some(text) = read_text(&root.join(&path)) else {
                continue;
            };
            let (scenario, found) = import::scenario(&path, &text);
            self.scenarios.extend(scenario);
            self.keep(&path, text, found);
        }
        Ok(())
    }

    /// The tasks of scenarios that have no generated file: one for each driver that a subset is there for.
    fn expand(&mut self) {
        let written: HashSet<&str> = self.tasks.iter().map(|task| task.program.name.as_str()).collect();
        let subsets: Vec<&Subset> = self.suite.subsets().collect();
        let mut expanded = Vec::new();
        for scenario in &self.scenarios {
            let drivers = scenario.drivers.iter().copied();
            if drivers
                .clone()
                .any(|driver| written.contains(scenario.task_id(driver).as_str()))
            {
                continue;
            }
            for driver in drivers {
                let fits = |subset: &&Subset| subset.layer == scenario.layer && subset.driver == Some(driver);
                let Some(at) = subsets.iter().position(fits) else {
                    continue;
                };
                let program = scenario.expand(driver, &subsets[at].id);
                if let Some(expected) = &scenario.expected {
                    self.answers.add(&program.name, expected.clone());
                }
                let path = scenario.origins.files.first().cloned().unwrap_or_default();
                expanded.push(Task {
                    subset: at,
                    text: self.texts.get(&path).cloned().unwrap_or_default(),
                    path,
                    program,
                    origins: scenario.origins.clone(),
                    diagnostics: Vec::new(),
                    is_expanded: true,
                });
            }
        }
        self.tasks.extend(expanded);
        self.tasks.sort_by_key(|task| task.subset);
    }

    /// The subset of a task.
    pub(super) fn subset(&self, task: &Task) -> Option<&Subset> {
        self.suite.subsets().nth(task.subset)
    }

    /// Everything that is wrong between the files, and with those that are not tasks.
    pub(super) fn problems(&self) -> Vec<Problem> {
        let subsets: Vec<&Subset> = self.suite.subsets().collect();
        let members = self.tasks.iter().filter_map(|task| {
            Some(Member {
                subset: subsets.get(task.subset)?,
                path: &task.path,
                program: &task.program,
                origins: &task.origins,
                is_expanded: task.is_expanded,
            })
        });
        let members: Vec<Member<'_>> = members.collect();
        let set = import::DataSet {
            suite: (&self.manifest, &self.suite),
            members: &members,
            answers: &self.answers,
            capabilities: self.capabilities.as_ref().map(|(path, map)| (path.as_str(), map)),
            scenarios: &self.scenarios,
        };
        let mut problems = self.problems.clone();
        problems.extend(set.problems());
        problems
    }

    /// The text of a file that something was said about.
    pub(super) fn text(&self, path: &str) -> Option<&str> {
        let other = self.texts.get(path).map(|text| &**text);
        other.or_else(|| {
            self.tasks
                .iter()
                .find(|task| task.path == path)
                .map(|task| &*task.text)
        })
    }
}

fn missing(manifest: &Path, error: &io::Error) -> Stop {
    let reason = crate::exit::reason(error);
    Stop::could_not_run(format!("{}: {reason}", manifest.display()))
        .with_help("name the manifest of a data set with --manifest PATH")
}

/// Reads all tasks on a few threads; the results are in the order of the files.
fn read_tasks(root: &Path, suite: &Suite) -> Result<Vec<Task>, Stop> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for (at, subset) in suite.subsets().enumerate() {
        let mut paths = Vec::new();
        walk(root, subset.folder(), &mut |path| {
            if subset.holds(&path) {
                paths.push(path);
            }
        })?;
        paths.sort();
        let fresh = paths.into_iter().filter(|path| seen.insert(path.clone()));
        found.extend(fresh.map(|path| Found { subset: at, path }));
    }
    let threads = thread::available_parallelism().map_or(1, |cores| cores.get().min(MAX_THREADS));
    let share = found.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let workers: Vec<_> = found
            .chunks(share)
            .map(|share| {
                scope.spawn(move || share.iter().map(|found| read_task(root, suite, found)).collect())
            })
            .collect();
        let mut tasks = Vec::with_capacity(found.len());
        for worker in workers {
            let read: Result<Vec<Task>, Stop> = worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            tasks.extend(read?);
        }
        Ok(tasks)
    })
}

fn read_task(root: &Path, suite: &Suite, found: &Found) -> Result<Task, Stop> {
    let bytes = fs::read(root.join(&found.path)).map_err(|error| Stop::file(&found.path, &error))?;
    let decoded = decode(bytes);
    let text: Arc<str> = decoded.text.into();
    let has_file = |path: &str| root.join(path).is_file();
    let around = Around {
        subset: suite.subsets().nth(found.subset),
        has_file: Some(&has_file),
    };
    let compiled = import::task(&found.path, Arc::clone(&text), &around);
    let mut diagnostics: Vec<Diagnostic> = decoded
        .invalid
        .iter()
        .map(|span| Diagnostic::error(Code::T001, *span, "a task must be UTF-8 text"))
        .collect();
    diagnostics.extend(compiled.diagnostics.into_iter().map(|found| found.diagnostic));
    Ok(Task {
        subset: found.subset,
        path: found.path.clone(),
        program: compiled.program,
        origins: compiled.origins,
        text,
        diagnostics,
        is_expanded: false,
    })
}

/// The text of a file that may be missing.
fn read_text(path: &Path) -> Option<String> {
    fs::read(path).ok().map(|bytes| decode(bytes).text)
}

/// Tells every file below a folder by its path from the root. A folder that is not there has none.
fn walk(root: &Path, folder: &str, tell: &mut dyn FnMut(String)) -> Result<(), Stop> {
    let unreadable = |error: io::Error| Stop::file(folder, &error);
    let entries = match fs::read_dir(root.join(folder)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(unreadable(error)),
    };
    for entry in entries {
        let entry = entry.map_err(unreadable)?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let path = match folder {
            "" => name,
            folder => format!("{folder}/{name}"),
        };
        match entry.file_type().map_err(unreadable)? {
            kind if kind.is_dir() => walk(root, &path, tell)?,
            kind if kind.is_file() => tell(path),
            _ => {}
        }
    }
    Ok(())
}
