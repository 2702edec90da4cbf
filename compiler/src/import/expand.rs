//! One task for each driver of a scenario.

use super::registry::EXPECTED_ANSWER;
use super::scenario::Scenario;
use super::task::nothing;
use crate::ir::{
    ArtifactProfile, Baseline, DIAGNOSTIC_TAG, Driver, DriverKind, Endpoint, Grader, Kind, Millis, Program,
    Setup, Step, Task,
};

/// The version of the data set in which scenarios came.
const VERSION_TAG: &str = "version.v0_4";
/// The time of an attempt, and when what is left of it is killed.
const TASK_TIME: Millis = Millis(30_000);
const HARD_KILL: Millis = Millis(45_000);
/// What the server's check is called.
const DECLARED: &str = "answer_matches_expected";
/// WebDriver tasks are of the second version, the one that reaches engines by their own WebDriver.
const SELENIUM_VERSION: u64 = 2;
const SELENIUM_TRANSPORT: &str = "engine_native";

impl Scenario {
    /// The id of the task of a driver.
    pub fn task_id(&self, driver: DriverKind) -> String {
        format!("sc_{}__{}", self.id, suffix(driver))
    }

    /// The task of a driver, in a subset.
    pub fn expand(&self, driver: DriverKind, subset: &str) -> Program {
        let key = driver.key().unwrap_or_default();
        let (grader, declared) = self.grader();
        let task = Task {
            version: self.version.unwrap_or(match driver {
                DriverKind::Selenium => SELENIUM_VERSION,
                _ => 1,
            }),
            layer: self.layer.clone(),
            subset: subset.to_owned(),
            title: format!("{} ({key})", self.title),
            description: self.description.clone(),
            features: self.features(key),
            tags: self.tags(),
            scene: self.scene.clone(),
            driver: Driver {
                kind: driver,
                setup: match driver {
                    DriverKind::Selenium => Setup::Transport(SELENIUM_TRANSPORT.to_owned()),
                    _ => Setup::Nothing,
                },
            },
            grader,
            declared,
            baseline: Some(match self.diagnostic {
                true => Baseline::BestEffort,
                false => Baseline::Required,
            }),
            launch_profile: self.launch_profile,
            artifact_profile: match self.layer.as_str() {
                "L2" => ArtifactProfile::L2Standard,
                _ => ArtifactProfile::L1Standard,
            },
            task_time: TASK_TIME,
            hard_kill: HARD_KILL,
        };
        Program {
            name: self.task_id(driver),
            steps: vec![Step {
                intent: task.title.clone(),
                ops: self.ops.clone(),
            }],
            kind: Kind::Task(Box::new(task)),
            ..nothing()
        }
    }

    fn grader(&self) -> (Grader, Vec<String>) {
        let checks = self.checks.clone();
        match &self.expected {
            Some(_) => {
                let endpoint = Endpoint(EXPECTED_ANSWER.to_owned());
                (Grader::Server { endpoint, checks }, vec![DECLARED.to_owned()])
            }
            None => (Grader::Inline { checks }, Vec::new()),
        }
    }

    /// Each operation once, in order, then what the scenario names itself.
    fn features(&self, key: &str) -> Vec<String> {
        let mut features: Vec<String> = Vec::new();
        let ops = self.names.iter().map(|name| format!("fw.{key}.op.{name}"));
        for feature in ops {
            if !features.contains(&feature) {
                features.push(feature);
            }
        }
        features.extend(self.anchors.iter().cloned());
        features
    }

    fn tags(&self) -> Vec<String> {
        let mut tags = vec![format!("family.{}", self.family), VERSION_TAG.to_owned()];
        tags.extend(self.extra_tags.iter().cloned());
        if self.diagnostic {
            tags.push(DIAGNOSTIC_TAG.to_owned());
        }
        tags
    }
}

/// What a scenario's task is called when our own runtime performs it: no file may name that driver, so it has no
/// [`DriverKind`].
pub fn own_task_id(task_id: &str) -> String {
    let scenario = task_id
        .rsplit_once("__")
        .map_or(task_id, |(scenario, _)| scenario);
    format!("{scenario}__aite")
}

/// The end of a task's id.
const fn suffix(driver: DriverKind) -> &'static str {
    match driver {
        DriverKind::RawCdp => "raw",
        DriverKind::NodeProbe => "node",
        DriverKind::Playwright => "pw",
        DriverKind::Puppeteer => "pp",
        DriverKind::ChromeRemoteInterface => "cri",
        DriverKind::CdpUse => "cdpu",
        DriverKind::Pydoll => "pyd",
        DriverKind::Stagehand => "sh",
        DriverKind::ChromeDevtoolsMcp => "mcp",
        DriverKind::Chromedp => "chromedp",
        DriverKind::Rod => "rod",
        DriverKind::Chromiumoxide => "oxide",
        DriverKind::Ferrum => "fr",
        DriverKind::AgentBrowser => "ab",
        DriverKind::Selenium => "se",
    }
}

/// The first part in which a generated task is not what its scenario says.
pub(super) fn difference(generated: &Program, expanded: &Program) -> Option<String> {
    if generated == expanded {
        return None;
    }
    let (Kind::Task(found), Kind::Task(wanted)) = (&generated.kind, &expanded.kind) else {
        return Some("kind".to_owned());
    };
    let parts = [
        ("task_id", generated.name == expanded.name),
        ("task_version", found.version == wanted.version),
        ("layer", found.layer == wanted.layer),
        ("subset_id", found.subset == wanted.subset),
        ("title", found.title == wanted.title),
        ("description", found.description == wanted.description),
        ("features", found.features == wanted.features),
        ("tags", found.tags == wanted.tags),
        ("scene", found.scene == wanted.scene),
        ("driver", found.driver == wanted.driver),
        (
            "grader",
            found.grader == wanted.grader && found.declared == wanted.declared,
        ),
        ("chrome_gate", found.baseline == wanted.baseline),
        ("launch_profile", found.launch_profile == wanted.launch_profile),
        (
            "artifact_profile",
            found.artifact_profile == wanted.artifact_profile,
        ),
        (
            "timeouts",
            found.task_time == wanted.task_time && found.hard_kill == wanted.hard_kill,
        ),
    ];
    let other = parts
        .into_iter()
        .find(|(_, same)| !same)
        .map(|(name, _)| name.to_owned());
    Some(
        other.unwrap_or_else(|| match differing_step(generated, expanded) {
            Some(step) => format!("step {step}"),
            None => "number of steps".to_owned(),
        }),
    )
}

/// The number of the first differing step, from 0 as in the file.
fn differing_step(generated: &Program, expanded: &Program) -> Option<usize> {
    generated
        .ops()
        .zip(expanded.ops())
        .position(|(found, wanted)| found != wanted)
}
