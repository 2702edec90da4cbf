//! What the events of a run come to, in one sentence.

use aite_compiler::ide::tame;
use serde::Deserialize;

/// What was heard of a command so far.
pub(super) struct Verdict {
    title: String,
    test: Option<String>,
    steps: usize,
    failure: Option<Failure>,
    milliseconds: Option<u64>,
    interrupted: bool,
}

/// The members of the events that matter here; docs/schema/events.schema.json has them all.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", tag = "event")]
enum Heard {
    RunStarted {
        name: String,
        steps: Vec<serde::de::IgnoredAny>,
    },
    StepStarted {
        step: usize,
        name: String,
    },
    CommandFinished {
        failure: Option<Failure>,
    },
    #[serde(rename_all = "camelCase")]
    RunFinished {
        status: String,
        duration_ms: u64,
        failure: Option<Failure>,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Failure {
    message: String,
    file: Option<String>,
    line: Option<u32>,
}

impl Verdict {
    pub(super) fn of(title: String) -> Self {
        Self {
            title,
            test: None,
            steps: 0,
            failure: None,
            milliseconds: None,
            interrupted: false,
        }
    }

    pub(super) fn title(&self) -> &str {
        &self.title
    }

    /// Hears a line; a step that begins is worth saying.
    pub(super) fn hear(&mut self, line: &str) -> Option<String> {
        match serde_json::from_str(line).ok()? {
            Heard::RunStarted { name, steps } => {
                self.test = Some(name);
                self.steps = steps.len();
            }
            Heard::StepStarted { step, name } => {
                let number = (step + 1).min(self.steps);
                return Some(tame(&format!("{number}/{} {name}", self.steps)));
            }
            Heard::CommandFinished {
                failure: Some(failure),
            } => self.failure = Some(failure),
            Heard::RunFinished {
                status,
                duration_ms,
                failure,
            } => {
                self.milliseconds = Some(duration_ms);
                self.interrupted = status == "interrupted";
                if failure.is_some() {
                    self.failure = failure;
                }
            }
            Heard::CommandFinished { failure: None } | Heard::Other => {}
        }
        None
    }

    /// Whether it went well, and how to say it.
    pub(super) fn sentence(&self, code: Option<i32>, errors: &str) -> (bool, String) {
        let what = self.test.as_deref().unwrap_or(&self.title);
        let good = code == Some(0);
        let how = match (good, &self.failure) {
            (true, _) => match self.milliseconds {
                Some(time) => format!("passed in {}.{} s", time / 1_000, time % 1_000 / 100),
                None => "done".to_owned(),
            },
            (false, Some(failure)) => failure.sentence(),
            (false, None) if self.interrupted || matches!(code, None | Some(130)) => "stopped".to_owned(),
            (false, None) => {
                first_line(errors).unwrap_or_else(|| format!("ended with {}", code.unwrap_or(-1)))
            }
        };
        (good, tame(&format!("{what}: {how}")))
    }
}

impl Failure {
    fn sentence(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("failed at {file}:{line}: {}", self.message),
            _ => format!("failed: {}", self.message),
        }
    }
}

fn first_line(errors: &str) -> Option<String> {
    let line = errors.lines().find(|line| !line.trim().is_empty())?;
    Some(line.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(lines: &[&str]) -> (Verdict, Vec<String>) {
        let mut verdict = Verdict::of("aite run a.aite".to_owned());
        let said = lines.iter().filter_map(|line| verdict.hear(line)).collect();
        (verdict, said)
    }

    const START: &str = r#"{"event":"runStarted","runId":"x","name":"pay","steps":[{},{}]}"#;

    #[test]
    fn a_run_is_told_step_by_step_and_in_the_end() {
        let (verdict, said) = heard(&[
            START,
            r#"{"event":"stepStarted","step":0,"name":"open"}"#,
            r#"{"event":"commandFinished","step":0,"command":0,"status":"passed"}"#,
            r#"{"event":"stepStarted","step":1,"name":"send \u001b[2J\u202e"}"#,
            r#"{"event":"runFinished","status":"passed","durationMs":3271}"#,
            "no event at all",
        ]);
        assert_eq!(said, ["1/2 open", "2/2 send  [2J"]);
        assert_eq!(
            verdict.sentence(Some(0), ""),
            (true, "pay: passed in 3.2 s".to_owned())
        );
    }

    #[test]
    fn a_failure_says_where_and_why() {
        let failure = r#"{"event":"commandFinished","failure":{"reason":"timeout","message":"no button","file":"a.aite","line":7}}"#;
        let (verdict, _) = heard(&[
            START,
            failure,
            r#"{"event":"runFinished","status":"failed","durationMs":1}"#,
        ]);
        let sentence = "pay: failed at a.aite:7: no button".to_owned();
        assert_eq!(verdict.sentence(Some(1), ""), (false, sentence));
    }

    #[test]
    fn what_did_not_begin_says_its_reason() {
        let (verdict, _) = heard(&[]);
        let errors = "\nerror: no browser was found\n  help: install one\n";
        let sentence = "aite run a.aite: error: no browser was found".to_owned();
        assert_eq!(verdict.sentence(Some(3), errors), (false, sentence));
        assert_eq!(verdict.sentence(None, "").1, "aite run a.aite: stopped");
    }
}
