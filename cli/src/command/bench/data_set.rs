//! A data set: every file of it, read once and understood. All commands see the same one.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aite_compiler::diagnostic::{Code, Diagnostic};
use aite_compiler::import::{
    self, Answers, Capabilities, Member, Problem, SCENARIO_END, Scenario, Subset, Suite,
};
use aite_compiler::ir::{ExpectedAnswer, Origins, Program};

use super::read;
use crate::exit::Stop;

/// Where a data set keeps its scenarios unless a subset names them, and what its server needs, from the manifest.
const SCENARIOS: &str = "tasks/scenarios";
const FIXTURES: &str = "fixtures";
const REGISTRY: &str = "fixtures/expected_answers.json";

/// A data set with all its files.
pub(super) struct DataSet {
    /// Its folder, canonical.
    pub(super) root: PathBuf,
    /// The name of the manifest's file, and its text.
    pub(super) manifest: String,
    pub(super) manifest_text: Arc<str>,
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
    /// From the manifest; of an expanded task, that of its scenario.
    pub(super) path: String,
    pub(super) program: Program,
    pub(super) origins: Origins,
    /// The text of that file.
    pub(super) text: Arc<str>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// It was expanded from a scenario and has no file of its own.
    pub(super) is_expanded: bool,
    /// What its scenario expects, when it was expanded from one.
    pub(super) expected: Option<ExpectedAnswer>,
}

/// The folder of a data set, canonical, from the path of its manifest.
///
/// # Errors
/// There is no such manifest.
pub(super) fn root(manifest: &Path) -> Result<PathBuf, Stop> {
    let path = manifest
        .canonicalize()
        .map_err(|error| missing(manifest, &error))?;
    Ok(path.parent().unwrap_or(Path::new("/")).to_owned())
}

fn missing(manifest: &Path, error: &io::Error) -> Stop {
    let reason = crate::exit::reason(error);
    Stop::could_not_run(format!("{}: {reason}", manifest.display()))
        .with_help("name the manifest of a data set with --manifest FILE")
}

impl DataSet {
    /// Reads a data set.
    ///
    /// # Errors
    /// The manifest cannot be read, or is none.
    pub(super) fn read(manifest: &Path) -> Result<Self, Stop> {
        let root = root(manifest)?;
        let bytes = fs::read(manifest).map_err(|error| missing(manifest, &error))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| Stop::failed(format!("{}: a manifest must be UTF-8 text", manifest.display())))?;
        let text: Arc<str> = text.into();
        let (suite, found) = import::manifest(&text);
        let name = manifest
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let mut set = Self {
            tasks: read::tasks(&root, &suite)?,
            root,
            manifest: name.clone(),
            manifest_text: Arc::clone(&text),
            suite,
            answers: Answers::default(),
            capabilities: None,
            scenarios: Vec::new(),
            texts: BTreeMap::new(),
            problems: Vec::new(),
        };
        set.keep(&name, text, found);
        set.read_answers()?;
        set.read_capabilities();
        set.read_scenarios()?;
        set.expand();
        Ok(set)
    }

    fn keep(&mut self, path: &str, text: Arc<str>, found: Vec<Diagnostic>) {
        self.problems.extend(found.into_iter().map(|diagnostic| Problem {
            file: path.to_owned(),
            diagnostic,
        }));
        self.texts.insert(path.to_owned(), text);
    }

    fn read_answers(&mut self) -> Result<(), Stop> {
        let mut paths = Vec::new();
        read::walk(&self.root, FIXTURES, &mut |path| {
            if import::is_registry(&path) && path != REGISTRY && path.ends_with(".fragment.json") {
                paths.push(path);
            }
        })?;
        paths.sort();
        paths.insert(0, REGISTRY.to_owned());
        for path in paths {
            let Some(text) = read::text(&self.root.join(&path)) else {
                continue;
            };
            let (answers, found) = import::answers(&text);
            self.answers.extend(answers);
            self.keep(&path, text, found);
        }
        Ok(())
    }

    fn read_capabilities(&mut self) {
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
        let Some(text) = read::text(&self.root.join(&path)) else {
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

    fn read_scenarios(&mut self) -> Result<(), Stop> {
        let named = self.suite.subsets().filter(|subset| is_of_scenarios(subset));
        let folders: BTreeSet<&str> = named.map(Subset::folder).chain([SCENARIOS]).collect();
        let mut paths = BTreeSet::new();
        for folder in folders {
            read::walk(&self.root, folder, &mut |path| {
                if path.ends_with(SCENARIO_END) {
                    paths.insert(path);
                }
            })?;
        }
        for path in paths {
            let Some(text) = read::text(&self.root.join(&path)) else {
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
            let path = scenario.origins.files.first().cloned().unwrap_or_default();
            for driver in drivers {
                let fits = |subset: &&Subset| {
                    let is_for_driver = subset.layer == scenario.layer && subset.driver == Some(driver);
                    is_for_driver && (!is_of_scenarios(subset) || subset.holds(&path))
                };
                let Some(at) = subsets.iter().position(fits) else {
                    continue;
                };
                let program = scenario.expand(driver, &subsets[at].id);
                if let Some(expected) = &scenario.expected {
                    self.answers.add(&program.name, expected.clone());
                }
                expanded.push(Task {
                    subset: at,
                    text: self.texts.get(&path).cloned().unwrap_or_default(),
                    path: path.clone(),
                    program,
                    origins: scenario.origins.clone(),
                    diagnostics: Vec::new(),
                    is_expanded: true,
                    expected: scenario.expected.clone(),
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

    /// What tasks are evidence for, when the data set says it.
    pub(super) fn capabilities(&self) -> Option<&Capabilities> {
        self.capabilities.as_ref().map(|(_, map)| map)
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

/// Whether the files of a subset are scenarios, which become its tasks.
fn is_of_scenarios(subset: &Subset) -> bool {
    subset.glob.ends_with(SCENARIO_END)
}
