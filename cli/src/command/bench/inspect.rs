//! `aite bench inspect`: one attempt, for people.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use aite_runtime::bench::canonical;
use aite_runtime::bench::evidence::{self, Evidence, seen};
use aite_runtime::bench::recorded::Recorded;
use clap::Args;
use serde_json::{Value, json};

use super::super::stdout;
use super::report::warn;
use crate::exit::{Exit, Outcome, Stop};
use crate::render::{ColorChoice, Paint, Style, safe};

/// As many characters of what engines and pages say as are shown.
const SAID: usize = 400;
/// How wide the names on the left are.
const NAMES: usize = 14;

#[derive(Debug, Args)]
pub(super) struct InspectArgs {
    /// The run's folder
    #[arg(long, value_name = "DIR")]
    run: PathBuf,
    /// The task
    #[arg(long, value_name = "ID")]
    task: String,
    /// The engine
    #[arg(long, value_name = "NAME")]
    engine: String,
    /// Which attempt, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    attempt: u64,
    /// As JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &InspectArgs, color: ColorChoice) -> Outcome {
    let run = Recorded::read(&args.run).map_err(|error| Stop::could_not_run(error.to_string()))?;
    warn(&run.notices);
    let Some(row) = run.attempt(&args.task, &args.engine, args.attempt) else {
        return Err(missing(args, &run.rows));
    };
    let attempt = Attempt {
        folder: &args.run,
        row,
        evidence: Evidence::read(&args.run, row),
    };
    let mut out = stdout();
    match args.json {
        true => out.write_all(canonical::pretty(&attempt.json()).as_bytes())?,
        false => attempt.write(&mut Page {
            out: &mut out,
            style: Style::of(color, &io::stdout()),
        })?,
    }
    out.flush()?;
    Ok(Exit::Success)
}

fn missing(args: &InspectArgs, rows: &[Value]) -> Stop {
    let (task, engine) = (safe::line(&args.task, 200), safe::line(&args.engine, 100));
    let stop = Stop::failed(format!(
        "the run has no attempt {} of {task} on {engine}",
        args.attempt
    ));
    let mut there: BTreeMap<&str, u64> = BTreeMap::new();
    for row in rows.iter().filter(|row| row["task_id"] == args.task.as_str()) {
        *there
            .entry(row["engine"].as_str().unwrap_or_default())
            .or_default() += 1;
    }
    let there: Vec<_> = there
        .iter()
        .map(|(engine, attempts)| format!("{} ({attempts})", safe::line(engine, 100)))
        .collect();
    match there.is_empty() {
        true => stop.with_help("scorecard.md lists what did not pass, results.jsonl everything"),
        false => stop.with_help(format!("its attempts of {task} are on {}", there.join(", "))),
    }
}

/// What is shown of an attempt.
struct Attempt<'a> {
    /// The run's.
    folder: &'a Path,
    row: &'a Value,
    evidence: Evidence,
}

impl Attempt<'_> {
    fn json(&self) -> Value {
        json!({
            "run": self.row,
            "grader": self.evidence.grade,
            "last_cdp_error": self.evidence.last_refusal,
            "files": self.evidence.files,
            "notices": self.evidence.notices,
        })
    }

    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        self.verdict(page)?;
        self.failure(page)?;
        self.checks(page)?;
        page.said("answer", &self.row["answer"])?;
        if let Some(refused) = &self.evidence.last_refusal {
            let refusal = format!("{}: {}", text(&refused["method"]), text(&refused["error"]));
            page.line("last refusal", &refusal)?;
        }
        self.work(page)?;
        for notice in &self.evidence.notices {
            let notice = page.style.paint(Paint::Yellow, &safe::line(notice, SAID));
            page.line("damaged", &notice)?;
        }
        self.files(page)
    }

    fn verdict(&self, page: &mut Page<'_>) -> io::Result<()> {
        let status = text(&self.row["status"]);
        let paint = match status.as_str() {
            "pass" => Paint::Green,
            "unsupported" => Paint::Yellow,
            _ => Paint::Red,
        };
        let status = page.style.paint(paint, &status);
        let (task, engine) = (text(&self.row["task_id"]), text(&self.row["engine"]));
        let task = page.style.paint(Paint::Bold, &task);
        writeln!(
            page.out,
            "{status} {task} on {engine}, attempt {}",
            self.row["attempt"]
        )
    }

    fn failure(&self, page: &mut Page<'_>) -> io::Result<()> {
        let failure = &self.row["failure"];
        if failure.is_null() {
            return Ok(());
        }
        let class = text(&failure["class"]);
        page.line("failure", &format!("{class}: {}", text(&failure["detail"])))?;
        page.said("origin", &failure["origin"])?;
        if failure["process"].is_object() {
            page.line("process", &process(&failure["process"]))?;
        }
        page.said("before that", &failure["secondary_status"])?;
        page.said("because", &failure["secondary_failure"]["detail"])
    }

    fn checks(&self, page: &mut Page<'_>) -> io::Result<()> {
        for check in self.evidence.failed_checks() {
            let name = page.style.paint(Paint::Red, &text(&check["name"]));
            let saw = seen(check).map_or_else(String::new, |saw| format!(": {}", safe::line(&saw, SAID)));
            page.line("check", &format!("{name} {}{saw}", text(&check["status"])))?;
        }
        let checks = self.evidence.grade["checks"].as_array().into_iter().flatten();
        let held: Vec<_> = checks.filter(|check| check["status"] == "pass").collect();
        match held.is_empty() {
            true => Ok(()),
            false => {
                let names: Vec<_> = held.iter().map(|check| text(&check["name"])).collect();
                page.line("checks held", &names.join(", "))
            }
        }
    }

    /// How much the attempt was, and what it came after.
    fn work(&self, page: &mut Page<'_>) -> io::Result<()> {
        let row = self.row;
        if let Some(took) = row["duration_ms"].as_u64() {
            // An attempt that a refusal ended has counted nothing.
            let counted = match row["cdp_call_count"].as_u64() {
                None | Some(0) => String::new(),
                Some(calls) => format!(", {calls} commands, {} of them refused", row["cdp_error_count"]),
            };
            page.line("took", &format!("{took} ms{counted}"))?;
        }
        page.said("task before", &row["run_context"]["prev_task_id"])?;
        page.said("seed", &row["seed"])
    }

    fn files(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Some(place) = evidence::place(self.row) else {
            return Ok(());
        };
        let folder = self.folder.join(place).display().to_string();
        page.line("files in", &safe::line(&folder, 2 * SAID))?;
        match self.evidence.files.is_empty() {
            true => Ok(()),
            false => page.line("", &safe::line(&self.evidence.files.join(" "), SAID)),
        }
    }
}

/// What became of a process, in words.
fn process(process: &Value) -> String {
    let (kind, state) = (text(&process["kind"]), text(&process["state"]).replace('_', " "));
    let signal = match (process["signal_name"].as_str(), process["signal"].as_i64()) {
        (Some(name), _) => format!(", by {}", safe::line(name, 40)),
        (None, Some(number)) => format!(", by signal {number}"),
        (None, None) => match process["returncode"].as_i64() {
            Some(code) => format!(", with exit code {code}"),
            None => String::new(),
        },
    };
    let core = match process["core_dumped"].as_bool() {
        Some(true) => ", core dumped",
        _ => "",
    };
    format!("the {kind} has {state}{signal}{core}").replace("has running", "is running")
}

/// A value on one line: texts bare, anything else as JSON.
fn text(value: &Value) -> String {
    match value.as_str() {
        Some(text) => safe::line(text, SAID).into_owned(),
        None => safe::line(&value.to_string(), SAID).into_owned(),
    }
}

/// Names on the left, what is said on the right.
struct Page<'a> {
    out: &'a mut dyn Write,
    style: Style,
}

impl Page<'_> {
    fn line(&mut self, name: &str, said: &str) -> io::Result<()> {
        let name = self.style.paint(Paint::Dim, &format!("{name:NAMES$}"));
        writeln!(self.out, "  {name}{said}")
    }

    fn said(&mut self, name: &str, value: &Value) -> io::Result<()> {
        match value {
            Value::Null => Ok(()),
            value => self.line(name, &text(value)),
        }
    }
}
