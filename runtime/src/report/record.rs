//! Keeps the events of one run: `events.jsonl` as they come, `run.json` folded from them.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::store::write_whole;
use super::{Event, RunJson};

/// Writes the two files of a run. A disk that fills up never changes a verdict: the first trouble is kept as a
/// sentence to show, and the state lives on in memory.
#[derive(Debug)]
pub struct Recorder {
    dir: PathBuf,
    log: Log,
    run: Option<RunJson>,
    trouble: Option<String>,
}

#[derive(Debug)]
enum Log {
    /// Made with the first event.
    NotYet,
    /// The file and the bytes of its whole lines.
    Open(File, u64),
    /// Not written to any more.
    Broken,
}

impl Recorder {
    /// Will write into the folder of a run.
    pub fn new(dir: &Path) -> Self {
        Self {
            dir: dir.to_owned(),
            log: Log::NotYet,
            run: None,
            trouble: None,
        }
    }

    /// Keeps one event.
    pub fn event(&mut self, event: &Event) {
        if let Err(error) = self.append(event) {
            self.log = Log::Broken;
            self.note("events.jsonl", &error);
        }
        match (&mut self.run, event) {
            (Some(run), _) => run.apply(event),
            (None, Event::RunStarted(start)) => self.run = Some(RunJson::new(start)),
            (None, _) => {}
        }
        // Between these the file on disk is a little behind; it is valid and says `interrupted` all the while.
        if matches!(
            event,
            Event::RunStarted(_) | Event::StepFinished(_) | Event::RunFinished(_)
        ) {
            self.write_run();
        }
    }

    /// What is known of the run.
    pub fn run(&self) -> Option<&RunJson> {
        self.run.as_ref()
    }

    /// The first thing that could not be written, as a sentence.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    fn append(&mut self, event: &Event) -> io::Result<()> {
        let mut line = serde_json::to_vec(event)?;
        line.push(b'\n');
        if matches!(self.log, Log::NotYet) {
            self.log = Log::Open(File::create(self.dir.join("events.jsonl"))?, 0);
        }
        if let Log::Open(file, length) = &mut self.log {
            if let Err(error) = file.write_all(&line) {
                // Half a line would make the file unreadable; where even this fails, readers stop at the last whole line.
                drop(file.set_len(*length));
                return Err(error);
            }
            *length += line.len() as u64;
        }
        Ok(())
    }

    fn write_run(&mut self) {
        let Some(run) = &self.run else {
            return;
        };
        if let Err(error) = write_whole(&self.dir.join("run.json"), &run.to_bytes()) {
            self.note("run.json", &error);
        }
    }

    fn note(&mut self, file: &str, error: &io::Error) {
        let path = self.dir.join(file);
        self.trouble.get_or_insert_with(|| {
            format!(
                "{} could not be written: {error}; the verdict stands",
                path.display()
            )
        });
    }
}
