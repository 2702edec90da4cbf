//! `<invocation id>.suite.json`: what one call of `aite run` did, over its runs.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use serde::Serialize;

use super::store::{beside, random_suffix, write_whole};
use super::{RunJson, clock};
use crate::verdict::{Failure, Status};

/// The runs of one invocation. Valid on disk from the first moment, like the runs themselves.
#[derive(Debug)]
pub struct Suite {
    path: PathBuf,
    began: Instant,
    json: SuiteJson,
}

/// The file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SuiteJson {
    /// Version of the format.
    pub format: u32,
    /// Sorts by time and never repeats.
    pub invocation_id: String,
    /// `--label`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// RFC 3339, UTC, milliseconds.
    pub started_at: String,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// The worst of the runs; `interrupted` until the end.
    pub status: Status,
    /// How many runs ended how.
    pub counts: Counts,
    /// The runs, in order.
    pub runs: Vec<SuiteRun>,
}

/// How many runs ended how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// `passed`
    pub passed: usize,
    /// `passed-after-retry`
    pub passed_after_retry: usize,
    /// `failed`
    pub failed: usize,
    /// `skipped`
    pub skipped: usize,
    /// `interrupted`
    pub interrupted: usize,
    /// `error`
    pub error: usize,
}

/// One run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SuiteRun {
    /// The run's folder beside this file; absent when it never began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// The script, from the project's root.
    pub file: String,
    /// The test's name.
    pub name: String,
    /// How it ended.
    pub status: Status,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

impl From<&RunJson> for SuiteRun {
    fn from(run: &RunJson) -> Self {
        Self {
            run_id: Some(run.run_id.clone()),
            file: run.file.clone(),
            name: run.name.clone(),
            status: run.status,
            duration_ms: run.duration_ms,
            failure: run.failure.clone(),
        }
    }
}

impl Suite {
    /// Makes the results folder and reserves a name in it.
    ///
    /// # Errors
    /// When the folder or a file in it cannot be made.
    pub fn create(results: &Path, label: Option<String>) -> io::Result<Self> {
        fs::create_dir_all(results)?;
        let now = SystemTime::now();
        let (invocation_id, path) = reserve(results, now)?;
        let mut suite = Self {
            path,
            began: Instant::now(),
            json: SuiteJson {
                format: 1,
                invocation_id,
                label,
                started_at: clock::rfc3339(now),
                duration_ms: 0,
                status: Status::Interrupted,
                counts: Counts::default(),
                runs: Vec::new(),
            },
        };
        // A disk that is full already is told when there is something to keep.
        drop(suite.write());
        Ok(suite)
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it says.
    pub fn json(&self) -> &SuiteJson {
        &self.json
    }

    /// Adds a run that ended.
    ///
    /// # Errors
    /// When the file cannot be written; the state in memory is right all the same.
    pub fn add(&mut self, run: SuiteRun) -> io::Result<()> {
        self.json.counts.add(run.status);
        self.json.runs.push(run);
        self.write()
    }

    /// Says how all of it ended. `end` is what ended it before the last run, if anything did.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn finish(&mut self, end: Option<Status>) -> io::Result<()> {
        self.json.status = end.unwrap_or_else(|| self.json.counts.worst());
        self.write()
    }

    fn write(&mut self) -> io::Result<()> {
        self.json.duration_ms = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let mut bytes = serde_json::to_vec_pretty(&self.json)?;
        bytes.push(b'\n');
        write_whole(&self.path, &bytes).map_err(|error| {
            let message = format!("{} could not be written: {error}", self.path.display());
            io::Error::new(error.kind(), message)
        })
    }
}

impl Counts {
    fn add(&mut self, status: Status) {
        match status {
            Status::Passed => self.passed += 1,
            Status::PassedAfterRetry => self.passed_after_retry += 1,
            Status::Failed => self.failed += 1,
            Status::Skipped => self.skipped += 1,
            Status::Interrupted => self.interrupted += 1,
            Status::Error => self.error += 1,
        }
    }

    /// The status of all together.
    pub fn worst(self) -> Status {
        [
            (self.interrupted, Status::Interrupted),
            (self.error, Status::Error),
            (self.failed, Status::Failed),
            (self.passed_after_retry, Status::PassedAfterRetry),
            (self.passed, Status::Passed),
        ]
        .into_iter()
        .find(|(count, _)| *count > 0)
        .map_or(Status::Skipped, |(_, status)| status)
    }
}

/// Takes a name that no other invocation has, as the file beside the one that will be there.
fn reserve(results: &Path, now: SystemTime) -> io::Result<(String, PathBuf)> {
    loop {
        let id = format!("{}-{}", clock::compact(now), random_suffix());
        let path = results.join(format!("{id}.suite.json"));
        match File::create_new(beside(&path)) {
            Ok(_) if !path.exists() => return Ok((id, path)),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}
