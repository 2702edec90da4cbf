//! A case of a golden: files, a place in one of them, and a host that knows them.
//!
//! ```text
//! ######## what the case shows
//! ---- scripts/a.aite          the files; `crlf` behind the path gives them other line ends
//! text with a ‸ where the cursor is, or ⟦a range⟧
//! ---- run scripts/a.aite      the text of a run.json of that script
//! >>>>
//! the answer
//! ```

use std::sync::Arc;

use aite_compiler::ide::{Analysis, FileKey, FileKind, Host, ProjectId};
use aite_compiler::project::{Allowlist, CheckFolder, Entry, check_name};
use aite_compiler::source::Span;

pub(crate) const CURSOR: char = '‸';
const RANGE: [char; 2] = ['⟦', '⟧'];

/// One case as it is written.
pub(crate) struct Case {
    pub(crate) title: String,
    /// Everything before the answer, so that it can be written again.
    pub(crate) source: String,
    pub(crate) answer: String,
}

/// The cases of a file.
pub(crate) fn cases(text: &str) -> Vec<Case> {
    let parts = text.split("######## ").skip(1);
    parts
        .map(|part| {
            let (source, answer) = part.split_once(">>>>\n").unwrap_or((part, ""));
            Case {
                title: source.lines().next().unwrap_or_default().to_owned(),
                source: source.to_owned(),
                answer: answer.to_owned(),
            }
        })
        .collect()
}

/// What a case is about.
pub(crate) struct World {
    pub(crate) analysis: Analysis,
    pub(crate) file: FileKey,
    pub(crate) text: String,
    pub(crate) range: Span,
}

impl World {
    pub(crate) fn of(case: &Case) -> Self {
        let mut host = Host::new();
        let project = host.add_project();
        let mut checks = CheckFolder::default();
        let mut asked: Option<(FileKey, String, Span)> = None;
        let mut marked = false;
        for part in case.source.split("---- ").skip(1) {
            let (header, body) = part.split_once('\n').unwrap_or((part, ""));
            let mut words = header.split(' ');
            let path = words.next().unwrap_or_default();
            let options: Vec<&str> = words.collect();
            if path == "run" {
                let key = FileKey::new(project, options[0]);
                host.set_runs(&key, vec![Arc::from(body)]);
                continue;
            }
            if let Some(name) = path.strip_prefix("scripts/checks/") {
                assert!(check_name(name).is_some(), "{name} is no check");
                checks
                    .files
                    .insert(name.to_owned(), Entry::File(body.as_bytes().into()));
                if options.contains(&"listed") {
                    let list = Allowlist::of(&checks).unwrap().to_json();
                    checks.list = Some(Entry::File(list.as_bytes().into()));
                }
                continue;
            }
            let body = match options.contains(&"crlf") {
                true => body.replace('\n', "\r\n"),
                false => body.to_owned(),
            };
            let (text, range, has_mark) = unmarked(&body);
            let project = if options.contains(&"loose") {
                ProjectId::NONE
            } else {
                project
            };
            let key = FileKey::new(project, path);
            let kind = FileKind::of_file(path, &text).unwrap();
            host.open(&key, kind, Arc::from(text.as_str()));
            let is_first = asked.is_none() && path.ends_with(".aite");
            if has_mark || (is_first && !marked) {
                assert!(!(marked && has_mark), "{}: two marks", case.title);
                marked |= has_mark;
                asked = Some((key, text, range));
            }
        }
        host.set_checks(project, &checks);
        let (file, text, range) = asked.unwrap_or_else(|| panic!("{}: nothing is asked about", case.title));
        Self {
            analysis: host.snapshot(),
            file,
            text,
            range,
        }
    }

    pub(crate) fn cursor(&self) -> usize {
        self.range.start
    }

    /// The text of a file.
    pub(crate) fn text_of(&self, file: &FileKey) -> String {
        self.analysis
            .text(file)
            .map_or_else(String::new, |text| text.to_string())
    }
}

/// A text without its marks, and what they marked.
fn unmarked(body: &str) -> (String, Span, bool) {
    let mut text = String::new();
    let mut marks = Vec::new();
    for letter in body.chars() {
        match letter {
            CURSOR => marks.push(text.len()),
            letter if RANGE.contains(&letter) => marks.push(text.len()),
            letter => text.push(letter),
        }
    }
    let range = match marks.as_slice() {
        [] => Span::at(0),
        [at] => Span::at(*at),
        [start, end, ..] => Span::new(*start, *end),
    };
    (text, range, !marks.is_empty())
}
