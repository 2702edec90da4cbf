//! `aite bench inspect`: one attempt, for people.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use aite_runtime::bench::artifacts::read_rows;
use aite_runtime::bench::canonical;
use clap::Args;
use serde_json::{Value, json};

use super::super::stdout;
use crate::exit::{Exit, Outcome, Stop};
use crate::render::{ColorChoice, Paint, Style, safe};

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

/// What is shown of an attempt.
struct Attempt {
    row: Value,
    grade: Value,
    /// The last refusal that its conversation has.
    last_error: Option<Value>,
}

pub(super) fn run(args: &InspectArgs, color: ColorChoice) -> Outcome {
    let rows = read_rows(&args.run).map_err(|error| Stop::could_not_run(error.to_string()))?;
    let wanted = |row: &Value| {
        row["task_id"] == args.task.as_str()
            && row["engine"] == args.engine.as_str()
            && row["attempt"] == args.attempt
    };
    let Some(row) = rows.into_iter().find(wanted) else {
        return missing(args);
    };
    let folder = args.run.join(row["artifact_dir"].as_str().unwrap_or_default());
    let attempt = Attempt {
        grade: read_json(&folder.join("grader.json")),
        last_error: last_error(&folder.join("cdp.jsonl")),
        row,
    };
    let mut out = stdout();
    match args.json {
        true => out.write_all(canonical::pretty(&attempt.json()).as_bytes())?,
        false => attempt.write(&mut out, Style::of(color, &io::stdout()))?,
    }
    out.flush()?;
    Ok(Exit::Success)
}

fn missing(args: &InspectArgs) -> Outcome {
    let mut out = io::stderr().lock();
    // Standard error that cannot be written to leaves nobody to tell.
    drop(writeln!(
        out,
        "the run has no attempt {} of {} on {}",
        args.attempt,
        safe::line(&args.task, 200),
        safe::line(&args.engine, 100)
    ));
    Ok(Exit::Failure)
}

fn read_json(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

fn last_error(path: &Path) -> Option<Value> {
    let text = fs::read_to_string(path).ok()?;
    let refused = |line: &&str| line.contains("\"error\":");
    let parsed = text
        .lines()
        .rev()
        .filter(refused)
        .map(serde_json::from_str::<Value>);
    parsed.flatten().find(|line| line.get("error").is_some())
}

impl Attempt {
    fn json(&self) -> Value {
        json!({"run": self.row, "grader": self.grade, "last_cdp_error": self.last_error})
    }

    fn write(&self, out: &mut dyn Write, style: Style) -> io::Result<()> {
        let text = |value: &Value| match value.as_str() {
            Some(text) => safe::line(text, 400).into_owned(),
            None => safe::line(&value.to_string(), 400).into_owned(),
        };
        let status = text(&self.row["status"]);
        let paint = match status.as_str() {
            "pass" => Paint::Green,
            "unsupported" => Paint::Yellow,
            _ => Paint::Red,
        };
        let (task, engine, attempt) = (
            text(&self.row["task_id"]),
            text(&self.row["engine"]),
            &self.row["attempt"],
        );
        writeln!(
            out,
            "{} {task} on {engine}, attempt {attempt}",
            style.paint(paint, &status)
        )?;
        let failure = &self.row["failure"];
        for member in [
            "class",
            "origin",
            "detail",
            "process",
            "secondary_status",
            "secondary_failure",
        ] {
            if !failure[member].is_null() {
                writeln!(out, "  {member}: {}", text(&failure[member]))?;
            }
        }
        writeln!(out, "  answer: {}", text(&self.row["answer"]))?;
        for check in self.grade["checks"].as_array().into_iter().flatten() {
            let (name, status) = (text(&check["name"]), text(&check["status"]));
            writeln!(out, "  check {name}: {status}  {}", text(&check["evidence"]))?;
        }
        if let Some(refused) = &self.last_error {
            writeln!(
                out,
                "  last refusal: {} {}",
                text(&refused["method"]),
                text(&refused["error"])
            )?;
        }
        writeln!(out, "  files: {}", text(&self.row["artifact_dir"]))
    }
}
