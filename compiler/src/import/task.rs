//! A task file.

use std::sync::Arc;

use super::document::{self, Source};
use super::driver::Steps;
use super::manifest::Subset;
use super::reader::{Fields, Reader};
use super::{driver, grader, paths, scene, tags};
use crate::diagnostic::Code;
use crate::ir::{
    ArtifactProfile, Baseline, Driver, DriverKind, Grader, Kind, LaunchProfile, Millis, Origins, Program,
    Scene, Setup, Step, Task,
};
use crate::json::{Json, Value};
use crate::lower::{Compiled, Located};

/// What is known around a task.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// The subset whose glob found the task; `None` is a file on its own.
    pub subset: Option<&'a Subset>,
    /// Whether the data set has a file, by its path from the data set's root; `None` when nobody can tell.
    pub has_file: Option<&'a dyn Fn(&str) -> bool>,
}

impl Around<'_> {
    /// A file on its own.
    pub const NOTHING: Self = Self {
        subset: None,
        has_file: None,
    };
}

/// Every field of a task.
const FIELDS: [&str; 17] = [
    "task_id",
    "task_version",
    "title",
    "description",
    "layer",
    "subset_id",
    "features",
    "tags",
    "scene",
    "driver",
    "grader",
    "timeouts",
    "artifact_profile",
    "launch_profile",
    "chrome_gate",
    "human_query",
    "seed_policy",
];

/// Fields that tasks no longer have, with what to do instead.
const OBSOLETE: [(&str, &str); 6] = [
    ("score_lane", "every task of a subset is scored alike"),
    ("score_policy", "every task of a subset is scored alike"),
    (
        "status",
        "a task that should not run does not belong into the subset",
    ),
    ("source_reference", "say it in the description"),
    ("migration_notes", "say it in the history of the repository"),
    ("expected_status_claim", "Chrome's own result is the yardstick"),
];

/// The time for an answer that a protocol task waits for when the task says none.
const PROTOCOL_TIME: u64 = 10_000;
/// The time of an attempt by a driver program when the task says none.
const PROGRAM_TIME: u64 = 30_000;
/// An attempt is not killed before this.
const LEAST_HARD_KILL: u64 = 45_000;

/// Whether a text may be a task: an object with the fields that only tasks have. Cheap, so that it can be asked of
/// any file.
pub fn is_task(text: &str) -> bool {
    ["\"task_id\"", "\"driver\"", "\"grader\""]
        .iter()
        .all(|key| text.contains(key))
}

/// Reads a task. There always is a program; it can run when no diagnostic is an error.
pub fn task(path: &str, text: Arc<str>, around: &Around<'_>) -> Compiled {
    let (read, problems) = document::read("a task", &text, |reader, fields, source| {
        let mut reading = Reading {
            reader,
            source,
            around,
            origins: Origins::default(),
        };
        let program = reading.program(fields);
        (program, reading.origins)
    });
    let (program, mut origins) = read.unwrap_or_else(|| (nothing(), Origins::default()));
    origins.files.push(path.to_owned());
    let located = problems
        .into_iter()
        .map(|diagnostic| Located { file: 0, diagnostic });
    Compiled {
        program,
        origins,
        texts: vec![text],
        diagnostics: located.collect(),
    }
}

struct Reading<'a, 'j> {
    reader: &'a mut Reader,
    source: &'a Source<'j>,
    around: &'a Around<'a>,
    origins: Origins,
}

impl Reading<'_, '_> {
    fn program(&mut self, fields: Fields<'_, '_>) -> Program {
        let name = self.reader.required_name(fields, "task_id");
        self.origins.name = fields.get("task_id").map(|json| self.source.place(json.span));
        let driver = driver::driver(self.reader, fields, self.around, self.source, &mut self.origins);
        let (task_time, hard_kill) = self.timeouts(fields, driver.driver.kind);
        let Steps { ops, place } = driver.steps;
        self.origins.steps.extend(place);
        let task = Task {
            version: self.version(fields),
            layer: self.belongs(fields, "layer", |subset| &subset.layer),
            subset: self.belongs(fields, "subset_id", |subset| &subset.id),
            title: self.reader.optional_text(fields, "title").unwrap_or_default(),
            description: self.description(fields),
            features: tags::features(self.reader, fields),
            tags: tags::tags(self.reader, fields),
            scene: scene::scene(self.reader, fields, driver.driver.kind),
            grader: Grader::Inline { checks: Vec::new() },
            declared: Vec::new(),
            driver: driver.driver,
            baseline: self.baseline(fields),
            launch_profile: launch_profile(self.reader, fields),
            artifact_profile: self.artifact_profile(fields),
            task_time,
            hard_kill,
        };
        let (grader, declared) = grader::grader(
            self.reader,
            fields,
            task.driver.kind,
            driver.checks,
            self.source,
            &mut self.origins,
        );
        let task = Task {
            grader,
            declared,
            ..task
        };
        self.origins.generated_from = fields.text("_generated_from").map(str::to_owned);
        self.origins.tags = fields.get("tags").map(|json| self.source.place(json.span));
        self.obsolete(fields);
        paths::outside(self.reader, fields);
        Program {
            name,
            steps: vec![Step {
                intent: task.title.clone(),
                ops,
            }],
            kind: Kind::Task(Box::new(task)),
            ..nothing()
        }
    }

    fn version(&mut self, fields: Fields<'_, '_>) -> u64 {
        self.reader.required(fields, "task_version");
        self.reader
            .optional_count(fields, "task_version")
            .unwrap_or_default()
    }

    /// `layer` and `subset_id`, which the manifest decides.
    fn belongs(&mut self, fields: Fields<'_, '_>, key: &'static str, of: fn(&Subset) -> &String) -> String {
        let written = self.reader.required_text(fields, key);
        let expected = self.around.subset.map(of);
        let (Some(expected), Some(json)) = (expected, fields.get(key)) else {
            return written;
        };
        if !written.is_empty() && written != *expected {
            let message =
                format!("{key} mismatch: the manifest has the task in {expected}, the task says {written}");
            self.reader.error(Code::T004, json.span, message);
        }
        written
    }

    fn description(&mut self, fields: Fields<'_, '_>) -> String {
        let Some(json) = self.reader.required(fields, "description") else {
            return String::new();
        };
        match json.text() {
            Some(text) if !text.trim().is_empty() => return text.to_owned(),
            Some(_) => self
                .reader
                .error(Code::T005, json.span, "description must be non-empty"),
            None => {
                let message = format!("description must be non-empty text, found {}", json.value.kind());
                self.reader.error(Code::T005, json.span, message);
            }
        }
        String::new()
    }

    fn baseline(&mut self, fields: Fields<'_, '_>) -> Option<Baseline> {
        baseline(self.reader, fields.get("chrome_gate")?)
    }

    fn artifact_profile(&mut self, fields: Fields<'_, '_>) -> ArtifactProfile {
        let json = self.reader.required(fields, "artifact_profile");
        match json.map(Json::text) {
            Some(Some("l2_standard")) => ArtifactProfile::L2Standard,
            Some(Some("l1_standard")) | None => ArtifactProfile::L1Standard,
            Some(_) => {
                let json = fields.get("artifact_profile");
                let found = json.map_or_else(String::new, shown);
                let message = format!("artifact_profile is l1_standard or l2_standard, found {found}");
                let span = json.map_or(fields.opening, |json| json.span);
                self.reader.error(Code::T016, span, message);
                ArtifactProfile::L1Standard
            }
        }
    }

    fn timeouts(&mut self, fields: Fields<'_, '_>, driver: DriverKind) -> (Millis, Millis) {
        let given = self.reader.required_object(fields, "timeouts");
        let mut time = |key| given.and_then(|given| self.reader.optional_count(given, key));
        let usual = match driver {
            DriverKind::RawCdp => PROTOCOL_TIME,
            _ => PROGRAM_TIME,
        };
        let task = time("task_ms").unwrap_or(usual);
        let kill = time("hard_kill_ms").unwrap_or(task.max(LEAST_HARD_KILL));
        if let Some(given) = given {
            self.reader.known(given, "timeouts", &["task_ms", "hard_kill_ms"]);
            let place = given.get("task_ms").map(|json| self.source.place(json.span));
            self.origins.timeout = place;
        }
        (Millis(task), Millis(kill))
    }

    fn obsolete(&mut self, fields: Fields<'_, '_>) {
        for (name, instead) in OBSOLETE {
            if let Some(member) = fields.member(name) {
                let message = format!("the field {name} is obsolete");
                let problem = crate::diagnostic::Diagnostic::error(Code::T008, member.key_span, message);
                self.reader
                    .push(problem.with_help(format!("leave it out: {instead}")));
            }
        }
        let known: Vec<&'static str> = FIELDS.into_iter().chain(OBSOLETE.map(|(name, _)| name)).collect();
        self.reader.known(fields, "a task", &known);
    }
}

/// A Chrome baseline policy, of a task or of a subset.
pub(super) fn baseline(reader: &mut Reader, json: &Json<'_>) -> Option<Baseline> {
    match json.text() {
        Some("required") => Some(Baseline::Required),
        Some("best_effort") => Some(Baseline::BestEffort),
        Some("off") => Some(Baseline::Off),
        _ => {
            let found = shown(json);
            let message = format!(
                "invalid chrome_gate {found}: a valid Chrome baseline policy is required, best_effort or off"
            );
            reader.error(Code::T009, json.span, message);
            None
        }
    }
}

/// How engines are started for a task or a scenario.
pub(super) fn launch_profile(reader: &mut Reader, fields: Fields<'_, '_>) -> LaunchProfile {
    let Some(json) = fields.get("launch_profile") else {
        return LaunchProfile::Default;
    };
    match json.text() {
        Some("default") => LaunchProfile::Default,
        Some("all_resources") => LaunchProfile::AllResources,
        _ => {
            let message = format!(
                "launch_profile is default or all_resources, found {}",
                shown(json)
            );
            reader.error(Code::T016, json.span, message);
            LaunchProfile::Default
        }
    }
}

/// A value in a message.
pub(super) fn shown(json: &Json<'_>) -> String {
    match &json.value {
        Value::String(text) => format!("\"{}\"", text.chars().take(60).collect::<String>()),
        Value::Number(digits) => (*digits).to_owned(),
        Value::Bool(value) => value.to_string(),
        other => other.kind().to_owned(),
    }
}

/// A program that does nothing.
pub(super) fn nothing() -> Program {
    Program {
        name: String::new(),
        kind: Kind::Task(Box::new(Task {
            version: 0,
            layer: String::new(),
            subset: String::new(),
            title: String::new(),
            description: String::new(),
            features: Vec::new(),
            tags: Vec::new(),
            scene: Scene::AboutBlank,
            driver: Driver {
                kind: DriverKind::RawCdp,
                setup: Setup::Nothing,
            },
            grader: Grader::Inline { checks: Vec::new() },
            declared: Vec::new(),
            baseline: None,
            launch_profile: LaunchProfile::Default,
            artifact_profile: ArtifactProfile::L1Standard,
            task_time: Millis(PROTOCOL_TIME),
            hard_kill: Millis(LEAST_HARD_KILL),
        })),
        covers: Vec::new(),
        start: None,
        sessions: Vec::new(),
        timeout: None,
        posts: false,
        spends: false,
        steps: Vec::new(),
    }
}
