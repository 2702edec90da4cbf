//! `cdp.jsonl`: every message of an attempt, one JSON object a line, members in alphabetical order.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::SystemTime;

use aite_cdp::Frame;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::talk::Event;
use crate::report::rfc3339;

const BUFFER: usize = 32 * 1024;

/// Where messages are written. The first error of writing is kept and said at the end, because a conversation goes on
/// without its record.
pub(super) struct Trace {
    out: BufWriter<File>,
    broken: Option<io::Error>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    direction: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<Params<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<Option<&'a str>>,
    ts: String,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Params<'a> {
    Written(&'a Value),
    Raw(&'a RawValue),
}

impl Line<'_> {
    fn new(direction: &'static str) -> Self {
        Self {
            direction,
            error: None,
            id: None,
            method: None,
            params: None,
            result: None,
            session_id: None,
            ts: whole_seconds(SystemTime::now()),
        }
    }
}

impl Trace {
    /// Begins the file.
    pub(super) fn create(folder: &Path) -> io::Result<Self> {
        let file = File::create(folder.join("cdp.jsonl"))?;
        Ok(Self {
            out: BufWriter::with_capacity(BUFFER, file),
            broken: None,
        })
    }

    pub(super) fn sent(&mut self, id: u64, method: &str, params: Option<&Value>, session: Option<&str>) {
        let none = json!({});
        self.write(&Line {
            id: Some(id),
            method: Some(method),
            params: Some(Params::Written(params.unwrap_or(&none))),
            session_id: Some(session),
            ..Line::new("send")
        });
    }

    pub(super) fn answered(&mut self, method: &str, frame: &Frame) {
        self.write(&Line {
            id: frame.id,
            method: Some(method),
            error: frame.error.as_deref(),
            result: frame.result.as_deref(),
            ..Line::new("recv")
        });
    }

    pub(super) fn told(&mut self, event: &Event) {
        self.write(&Line {
            method: Some(&event.method),
            params: Some(Params::Raw(&event.params)),
            session_id: Some(event.session.as_deref()),
            ..Line::new("event")
        });
    }

    /// An answer that nobody waits for any more.
    pub(super) fn stray(&mut self, frame: &Frame) {
        self.write(&Line {
            id: frame.id,
            error: frame.error.as_deref(),
            result: frame.result.as_deref(),
            ..Line::new("note")
        });
    }

    /// Writes what is left.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        match self.broken {
            Some(error) => Err(error),
            None => flushed,
        }
    }

    fn write(&mut self, line: &Line<'_>) {
        if self.broken.is_some() {
            return;
        }
        let written = serde_json::to_writer(&mut self.out, line).map_err(io::Error::from);
        self.broken = written.and_then(|()| self.out.write_all(b"\n")).err();
    }
}

fn whole_seconds(time: SystemTime) -> String {
    let mut text = rfc3339(time);
    text.truncate("2026-11-30T20:15:00".len());
    text.push('Z');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::judge::{EngineAfter, Trouble, judge};
    use crate::bench::outcome::{Class, Status};

    #[test]
    fn a_full_disk_is_said_at_the_end_and_is_no_finding_about_the_engine() {
        let folder = tempfile::tempdir().unwrap();
        // Takes everything until it has to be written.
        std::os::unix::fs::symlink("/dev/full", folder.path().join("cdp.jsonl")).unwrap();
        let mut trace = Trace::create(folder.path()).unwrap();
        trace.sent(1, "Page.enable", None, None);
        let error = trace.finish().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        let alive = EngineAfter {
            is_moli: false,
            exit: None,
        };
        let outcome = judge(Err(Trouble::Io(error)), &alive);
        let failure = outcome.failure.unwrap();
        assert_eq!(
            (outcome.status, failure.class, failure.origin),
            (Status::Infra, Class::Infra, None)
        );
    }

    #[test]
    fn lines_have_their_members_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let mut trace = Trace::create(folder.path()).unwrap();
        trace.sent(1, "A.b", None, Some("S"));
        trace.told(&Event {
            method: "A.c".into(),
            session: None,
            params: RawValue::from_string("{\"x\":1}".into()).unwrap(),
        });
        trace.finish().unwrap();
        let text = std::fs::read_to_string(folder.path().join("cdp.jsonl")).unwrap();
        let lines: Vec<_> = text
            .lines()
            .map(|line| line.split(",\"ts\"").next().unwrap())
            .collect();
        let expected = [
            r#"{"direction":"send","id":1,"method":"A.b","params":{},"sessionId":"S""#,
            r#"{"direction":"event","method":"A.c","params":{"x":1},"sessionId":null"#,
        ];
        assert_eq!(lines, expected);
    }
}
