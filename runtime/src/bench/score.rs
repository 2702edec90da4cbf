//! Which attempts count: the baseline, the eligibility of a run, the inclusion of a row.

use aite_compiler::ir::Baseline;

use super::outcome::Status;
use crate::engine::{ENGINES, Engine};

/// How engines are scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Chrome is the yardstick; the candidates are scored.
    #[default]
    BaselineChecked,
    /// Every engine is scored for itself.
    Independent,
}

impl Mode {
    /// As options and files write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BaselineChecked => "baseline_checked",
            Self::Independent => "independent",
        }
    }

    /// Whether an engine's rows are scored.
    pub fn scores(self, engine: &Engine) -> bool {
        !engine.is_remote() && (self == Self::Independent || !engine.is_baseline())
    }
}

/// As files write it.
pub fn baseline_name(baseline: Baseline) -> &'static str {
    match baseline {
        Baseline::Required => "required",
        Baseline::BestEffort => "best_effort",
        Baseline::Off => "off",
    }
}

/// The baseline of a task: what the command line says, else the task, else its subset, else the suite, else none.
pub fn baseline(
    option: Option<Baseline>,
    task: Option<Baseline>,
    subset: Option<Baseline>,
    suite: Option<Baseline>,
) -> Baseline {
    option.or(task).or(subset).or(suite).unwrap_or(Baseline::Off)
}

/// Why a run as a whole is not scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ineligible {
    /// The suite lets one engine stand in for another.
    Fallback,
    /// `--debug`.
    Debug,
    /// Our own runtime performs what tasks say of another driver.
    OwnDriver,
    /// Neither all engines, nor all candidates with every baseline off.
    PartialEngines,
}

impl Ineligible {
    /// As files write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fallback => "suite fallback",
            Self::Debug => "debug",
            Self::OwnDriver => "driver aite",
            Self::PartialEngines => "partial engine set",
        }
    }
}

/// What decides whether a run is scored.
#[derive(Debug, Clone, Copy)]
pub struct RunFacts<'a> {
    /// The suite's own word.
    pub fallback_allowed: bool,
    /// `--debug`.
    pub debug: bool,
    /// `--driver aite`.
    pub by_aite: bool,
    /// How engines are scored.
    pub mode: Mode,
    /// The engines that run.
    pub engines: &'a [&'static Engine],
    /// The baseline of every selected task.
    pub baselines: &'a [Baseline],
}

/// Why a run is not scored; nothing, when it is.
pub fn ineligible(run: &RunFacts<'_>) -> Vec<Ineligible> {
    let runs = |engine: &Engine| run.engines.iter().any(|it| it.name == engine.name);
    let all = ENGINES.iter().all(runs);
    let only_candidates = ENGINES.iter().all(|engine| runs(engine) != engine.is_baseline());
    let off = run.baselines.iter().all(|baseline| *baseline == Baseline::Off);
    let complete = all || (run.mode == Mode::BaselineChecked && only_candidates && off);
    let reasons = [
        (run.fallback_allowed, Ineligible::Fallback),
        (run.debug, Ineligible::Debug),
        (run.by_aite, Ineligible::OwnDriver),
        (!run.baselines.is_empty() && !complete, Ineligible::PartialEngines),
    ];
    let given = reasons.into_iter().filter(|(is_so, _)| *is_so);
    given.map(|(_, reason)| reason).collect()
}

/// What decides whether a row is scored, besides its run.
#[derive(Debug, Clone, Copy)]
pub struct RowFacts<'a> {
    /// How engines are scored.
    pub mode: Mode,
    /// The row's engine.
    pub engine: &'a Engine,
    /// What became of the attempt.
    pub status: Status,
    /// Another engine stood in.
    pub fallback: bool,
    /// Its task is evidence of a capability, or of none; cross-checks and diagnostics are no evidence.
    pub is_evidence: bool,
}

/// Whether a row is scored, in a run that is.
pub fn included(eligible: bool, row: &RowFacts<'_>) -> bool {
    eligible
        && row.mode.scores(row.engine)
        && !row.status.is_no_evidence()
        && !row.fallback
        && row.is_evidence
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engines(names: &[&str]) -> Vec<&'static Engine> {
        names.iter().map(|name| Engine::named(name).unwrap()).collect()
    }

    const ALL: [&str; 4] = ["chrome", "moli", "lightpanda", "obscura"];
    const CANDIDATES: [&str; 3] = ["moli", "lightpanda", "obscura"];

    #[test]
    fn the_nearest_word_on_the_baseline_counts() {
        use Baseline::{BestEffort, Off, Required};
        let all = (Some(Off), Some(Required), Some(BestEffort), Some(Required));
        assert_eq!(baseline(all.0, all.1, all.2, all.3), Off);
        assert_eq!(baseline(None, all.1, all.2, all.3), Required);
        assert_eq!(baseline(None, None, all.2, all.3), BestEffort);
        assert_eq!(baseline(None, None, None, all.3), Required);
        assert_eq!(baseline(None, None, None, None), Off);
    }

    #[test]
    fn each_reason_against_scoring_alone() {
        let reasons = |mode, names: &[&str], baselines: &[Baseline], fallback_allowed, debug| {
            ineligible(&RunFacts {
                fallback_allowed,
                debug,
                by_aite: false,
                mode,
                engines: &engines(names),
                baselines,
            })
        };
        let (checked, alone) = (Mode::BaselineChecked, Mode::Independent);
        let (required, off) = ([Baseline::Required], [Baseline::Off, Baseline::Off]);
        assert_eq!(reasons(checked, &ALL, &required, false, false), []);
        assert_eq!(reasons(alone, &ALL, &required, false, false), []);
        assert_eq!(
            reasons(checked, &ALL, &required, true, false),
            [Ineligible::Fallback]
        );
        assert_eq!(
            reasons(checked, &ALL, &required, false, true),
            [Ineligible::Debug]
        );
        assert_eq!(
            reasons(checked, &ALL[..2], &required, false, false),
            [Ineligible::PartialEngines]
        );
        assert_eq!(
            reasons(checked, &CANDIDATES, &required, false, false),
            [Ineligible::PartialEngines]
        );
        let mixed = [Baseline::Off, Baseline::BestEffort];
        assert_eq!(
            reasons(checked, &CANDIDATES, &mixed, false, false),
            [Ineligible::PartialEngines]
        );
        assert_eq!(reasons(checked, &CANDIDATES, &off, false, false), []);
        assert_eq!(
            reasons(alone, &CANDIDATES, &off, false, false),
            [Ineligible::PartialEngines]
        );
        assert_eq!(
            reasons(checked, &ALL[..1], &[], false, false),
            [],
            "no task, nothing partial"
        );
        assert_eq!(
            reasons(alone, &ALL[..1], &off, true, true),
            [
                Ineligible::Fallback,
                Ineligible::Debug,
                Ineligible::PartialEngines
            ]
        );
        let ours = ineligible(&RunFacts {
            fallback_allowed: false,
            debug: false,
            by_aite: true,
            mode: checked,
            engines: &engines(&ALL),
            baselines: &off,
        });
        assert_eq!(ours, [Ineligible::OwnDriver]);
    }

    #[test]
    fn genuine_failures_count_and_what_was_not_tried_does_not() {
        let row = |mode, engine: &str, status| RowFacts {
            mode,
            engine: Engine::named(engine).unwrap(),
            status,
            fallback: false,
            is_evidence: true,
        };
        for status in [
            Status::Pass,
            Status::Fail,
            Status::Unsupported,
            Status::Timeout,
            Status::Crash,
        ] {
            assert!(included(true, &row(Mode::BaselineChecked, "moli", status)));
            assert!(!included(true, &row(Mode::BaselineChecked, "chrome", status)));
            assert!(included(true, &row(Mode::Independent, "chrome", status)));
            assert!(!included(false, &row(Mode::Independent, "chrome", status)));
        }
        for status in [Status::Infra, Status::ChromeGateFail] {
            assert!(!included(true, &row(Mode::BaselineChecked, "obscura", status)));
            assert!(!included(true, &row(Mode::Independent, "obscura", status)));
        }
        let pass = row(Mode::Independent, "lightpanda", Status::Pass);
        assert!(!included(
            true,
            &RowFacts {
                fallback: true,
                ..pass
            }
        ));
        assert!(!included(
            true,
            &RowFacts {
                is_evidence: false,
                ..pass
            }
        ));
    }

    #[test]
    fn files_have_the_names_of_the_specification() {
        let modes = [Mode::BaselineChecked, Mode::Independent].map(Mode::as_str);
        assert_eq!(modes, ["baseline_checked", "independent"]);
        let baselines = [Baseline::Required, Baseline::BestEffort, Baseline::Off].map(baseline_name);
        assert_eq!(baselines, ["required", "best_effort", "off"]);
        let reasons = [
            Ineligible::Fallback,
            Ineligible::Debug,
            Ineligible::PartialEngines,
        ]
        .map(Ineligible::as_str);
        assert_eq!(reasons, ["suite fallback", "debug", "partial engine set"]);
    }
}
