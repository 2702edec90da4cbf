//! Rules between the files of a data set.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::capabilities::{Capabilities, Role};
use super::expand::difference;
use super::manifest::{Subset, Suite};
use super::registry::{Answers, EXPECTED_ANSWER};
use super::scenario::Scenario;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{DriverKind, Grader, Kind, Origins, Place, Program, Task};
use crate::source::Span;

/// Everything that is needed to tell whether the files fit together.
#[derive(Debug, Clone, Copy)]
pub struct DataSet<'a> {
    /// The path of the manifest and what it says.
    pub suite: (&'a str, &'a Suite),
    /// The tasks, in order.
    pub members: &'a [Member<'a>],
    /// All registries together.
    pub answers: &'a Answers,
    /// The path of the capability map and what it says.
    pub capabilities: Option<(&'a str, &'a Capabilities)>,
    /// The scenarios.
    pub scenarios: &'a [Scenario],
}

/// A task of a data set.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    /// Its subset.
    pub subset: &'a Subset,
    /// Its file, or that of its scenario.
    pub path: &'a str,
    /// What it does.
    pub program: &'a Program,
    /// Where it says so.
    pub origins: &'a Origins,
    /// It was expanded just now and has no file of its own.
    pub is_expanded: bool,
}

/// What is wrong, and in which file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The path of the file.
    pub file: String,
    /// What is wrong.
    pub diagnostic: Diagnostic,
}

impl DataSet<'_> {
    /// Everything that is wrong between the files.
    pub fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        self.empty_subsets(&mut problems);
        self.twice(&mut problems);
        self.unanswered(&mut problems);
        self.unmapped(&mut problems);
        self.unbound(&mut problems);
        self.generated(&mut problems);
        problems
    }

    fn empty_subsets(&self, problems: &mut Vec<Problem>) {
        let (file, suite) = self.suite;
        let full: HashSet<&str> = self
            .members
            .iter()
            .map(|member| member.subset.id.as_str())
            .collect();
        let is_empty = |subset: &&Subset| !full.contains(subset.id.as_str());
        let needs_tasks = |subset: &&Subset| subset.enabled && !subset.allow_empty;
        for subset in suite.subsets().filter(needs_tasks).filter(is_empty) {
            let message = format!(
                "the subset {} has no task: nothing matches {}",
                subset.id, subset.glob
            );
            let problem = Diagnostic::error(Code::T022, subset.place.span, message)
                .with_help("correct task_glob, or say \"allow_empty\": true");
            problems.push(at(file, problem, subset.place.pointer.clone()));
        }
    }

    fn twice(&self, problems: &mut Vec<Problem>) {
        let mut first: HashMap<&str, &str> = HashMap::with_capacity(self.members.len());
        for member in self.members {
            let name = member.program.name.as_str();
            let Some(other) = first.get(name) else {
                first.insert(name, member.path);
                continue;
            };
            let message = format!("the task {name} is there twice: also in {other}");
            problems.push(member.problem(Code::T025, member.origins.name.as_ref(), message));
        }
    }

    fn unanswered(&self, problems: &mut Vec<Problem>) {
        for member in self.members {
            let Some(Grader::Server { endpoint, .. }) = member.task().map(|task| &task.grader) else {
                continue;
            };
            let name = &member.program.name;
            if endpoint.0 == EXPECTED_ANSWER && self.answers.get(name).is_none() {
                let message = format!("there is no expected answer for {name}");
                let mut problem = member.problem(Code::T020, member.origins.grader.as_ref(), message);
                problem.diagnostic.help = Some(
                    "add it to fixtures/expected_answers.json or to an expected_answers.fragment.json below fixtures"
                        .into(),
                );
                problems.push(problem);
            }
        }
    }

    /// The capability map has every task of its layer, once, in a role that it can fill.
    fn unmapped(&self, problems: &mut Vec<Problem>) {
        let Some((file, map)) = self.capabilities else {
            return;
        };
        let (_, suite) = self.suite;
        let mapped = |layer: &&super::Layer| layer.capabilities.is_some();
        let layers: HashSet<&str> = suite
            .layers
            .iter()
            .filter(mapped)
            .map(|layer| layer.id.as_str())
            .collect();
        let active: BTreeMap<&str, &Member<'_>> = self
            .members
            .iter()
            .filter(|member| member.subset.enabled && layers.contains(member.subset.layer.as_str()))
            .map(|member| (member.program.name.as_str(), member))
            .collect();
        let mut seen: HashSet<&str> = HashSet::new();
        for (capability, probe) in map.probes() {
            let mut report = |message: String| {
                let problem = Diagnostic::error(Code::T021, probe.span, message);
                problems.push(at(file, problem, Some(probe.pointer.as_str().into())));
            };
            let Some(member) = active.get(probe.task.as_str()) else {
                report(format!("{} is no active task of the layer", probe.task));
                continue;
            };
            if !seen.insert(&probe.task) {
                report(format!(
                    "{} is mapped twice: a task is evidence for one capability",
                    probe.task
                ));
            }
            let Some(task) = member.task() else { continue };
            if task.is_diagnostic() && probe.role != Role::Diagnostic {
                report(format!(
                    "{} has the tag purpose.diagnostic and may only be mapped as diagnostic",
                    probe.task
                ));
            }
            if probe.role != Role::Diagnostic && !matches!(task.grader, Grader::Server { .. }) {
                let role = probe.role.name();
                report(format!(
                    "{} is a {role} and must be graded by a server_side grader",
                    probe.task
                ));
            }
            let has_semantic = capability.probes.iter().any(|other| other.role == Role::Semantic);
            if probe.role == Role::CrossCheck && !has_semantic {
                report(format!(
                    "{} checks another driver, and {} has no canonical semantic_probe to check against",
                    probe.task, capability.id
                ));
            }
        }
        for (name, member) in active.iter().filter(|(name, _)| !seen.contains(**name)) {
            let message = format!("the task {name} is in no capability of {file}");
            problems.push(member.problem(Code::T021, member.origins.name.as_ref(), message));
        }
    }

    /// Every driver that the data set has a subset for performs the scenario or says why it cannot.
    fn unbound(&self, problems: &mut Vec<Problem>) {
        let (_, suite) = self.suite;
        for scenario in self.scenarios {
            let subsets = suite.subsets().filter(|subset| subset.layer == scenario.layer);
            let drivers: BTreeSet<&str> = subsets
                .filter_map(|subset| subset.driver)
                .filter(|kind| !scenario.drivers.contains(kind))
                .filter(|kind| scenario.skips.iter().all(|(skipped, _)| skipped != kind))
                .filter_map(DriverKind::key)
                .collect();
            let file = scenario.origins.files.first().map_or("", String::as_str);
            for key in drivers {
                let message = format!("{key} is not in drivers, and driver_skips gives no reason");
                problems.push(problem_at(
                    file,
                    Code::T023,
                    Some(&scenario.drivers_place),
                    message,
                ));
            }
        }
    }

    /// Generated tasks are what their scenarios say. A scenario without any generated file is expanded when it is
    /// needed.
    fn generated(&self, problems: &mut Vec<Problem>) {
        let written: HashMap<&str, &Member<'_>> = self
            .members
            .iter()
            .filter(|member| !member.is_expanded)
            .map(|member| (member.program.name.as_str(), member))
            .collect();
        let mut bound: HashSet<String> = HashSet::new();
        for scenario in self.scenarios {
            let ids = scenario
                .drivers
                .iter()
                .map(|driver| (*driver, scenario.task_id(*driver)));
            let ids: Vec<(DriverKind, String)> = ids.collect();
            let is_on_disk = ids.iter().any(|(_, id)| written.contains_key(id.as_str()));
            for (driver, id) in ids.iter().filter(|_| is_on_disk) {
                match written.get(id.as_str()) {
                    Some(member) => self.compare(scenario, *driver, member, problems),
                    None => {
                        let file = scenario.origins.files.first().map_or("", String::as_str);
                        let message = format!("the generated task {id} is missing");
                        let place = scenario.origins.name.as_ref();
                        problems.push(problem_at(file, Code::T024, place, message));
                    }
                }
            }
            bound.extend(ids.into_iter().map(|(_, id)| id));
        }
        for member in self.members.iter().filter(|member| !member.is_expanded) {
            let Some(scenario) = &member.origins.generated_from else {
                continue;
            };
            if !bound.contains(&member.program.name) {
                let message =
                    format!("the task says that it was generated from {scenario}, which has no such task");
                problems.push(member.problem(Code::T024, member.origins.name.as_ref(), message));
            }
        }
    }

    fn compare(
        &self,
        scenario: &Scenario,
        driver: DriverKind,
        member: &Member<'_>,
        problems: &mut Vec<Problem>,
    ) {
        let expanded = scenario.expand(driver, &member.subset.id);
        let file = scenario.origins.files.first().map_or("", String::as_str);
        if let Some(part) = difference(member.program, &expanded) {
            let message = format!("the generated task is not what {file} says: another {part}");
            problems.push(member.problem(Code::T024, member.origins.name.as_ref(), message));
        }
        let answer = self.answers.get(&expanded.name).map(|answer| &answer.expected);
        if answer.is_some() && answer != scenario.expected.as_ref() {
            let message = format!("the registry expects another answer than {file} says");
            problems.push(member.problem(Code::T024, member.origins.grader.as_ref(), message));
        }
    }
}

impl Member<'_> {
    fn task(&self) -> Option<&Task> {
        match &self.program.kind {
            Kind::Task(task) => Some(task),
            Kind::Script => None,
        }
    }

    fn problem(&self, code: Code, place: Option<&Place>, message: String) -> Problem {
        problem_at(self.path, code, place, message)
    }
}

fn problem_at(file: &str, code: Code, place: Option<&Place>, message: String) -> Problem {
    let span = place.map_or(Span::at(0), |place| place.span);
    let diagnostic = Diagnostic::error(code, span, message);
    at(file, diagnostic, place.and_then(|place| place.pointer.clone()))
}

fn at(file: &str, mut diagnostic: Diagnostic, pointer: Option<Box<str>>) -> Problem {
    diagnostic.pointer = pointer;
    Problem {
        file: file.to_owned(),
        diagnostic,
    }
}
