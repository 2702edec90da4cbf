//! A script as lines of words, easy to change in one place.

use std::collections::BTreeMap;
use std::sync::Arc;

use aite_compiler::lower::{Compiled, SourceError, Sources, compile};

/// `verify`, `css:".a"`, `text:"1"`: the words of a line, strings whole.
pub(crate) type Line = Vec<String>;

/// A script and the scripts that it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Script {
    pub(crate) test: String,
    pub(crate) headers: Vec<Line>,
    pub(crate) steps: Vec<Step>,
    /// What stands between words, before a command and behind a line.
    pub(crate) layout: [&'static str; 3],
    /// The scripts that are run, by path.
    pub(crate) files: BTreeMap<String, String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) name: String,
    pub(crate) commands: Vec<Line>,
}

/// A place of a command: step and command.
pub(crate) type At = (usize, usize);

impl Script {
    /// Reads a script that parses; what it runs is read through `files`.
    pub(crate) fn read(text: &str, files: BTreeMap<String, String>) -> Self {
        let mut script = Self {
            test: String::new(),
            headers: Vec::new(),
            steps: Vec::new(),
            layout: [" ", "    ", "\n"],
            files,
        };
        for line in text.lines().map(words).filter(|line| !line.is_empty()) {
            match (line[0].as_str(), script.steps.last_mut()) {
                ("test", None) => script.test = line[1].clone(),
                ("step", _) => script.steps.push(Step {
                    name: line[1].clone(),
                    commands: Vec::new(),
                }),
                (_, Some(step)) => step.commands.push(line),
                (_, None) => script.headers.push(line),
            }
        }
        script
    }

    pub(crate) fn text(&self) -> String {
        let [between, before, behind] = self.layout;
        let mut lines = vec![format!("test {}", self.test)];
        lines.extend(self.headers.iter().map(|line| line.join(between)));
        for step in &self.steps {
            lines.push(format!("step {}", step.name));
            lines.extend(
                step.commands
                    .iter()
                    .map(|line| format!("{before}{}", line.join(between))),
            );
            if step.commands.iter().all(|line| line[0] == "#") {
                lines.push("press Tab".to_owned());
            }
        }
        lines.join(behind) + behind
    }

    pub(crate) fn compiled(&self) -> Compiled {
        compile("changed.aite", self.text().into(), self)
    }

    /// Every command with its place.
    pub(crate) fn commands(&self) -> impl Iterator<Item = (At, &Line)> {
        let places = |(at, step): (usize, &'_ Step)| {
            step.commands
                .iter()
                .enumerate()
                .map(move |(nth, _)| (at, nth))
                .collect::<Vec<_>>()
        };
        let all: Vec<At> = self.steps.iter().enumerate().flat_map(places).collect();
        all.into_iter().map(|at| (at, self.at(at)))
    }

    pub(crate) fn at(&self, (step, command): At) -> &Line {
        &self.steps[step].commands[command]
    }

    /// The script with another line at a place.
    pub(crate) fn with(&self, (step, command): At, line: Line) -> Self {
        let mut script = self.clone();
        script.steps[step].commands[command] = line;
        script
    }

    /// The script with a line more before a place.
    pub(crate) fn with_before(&self, (step, command): At, line: &str) -> Self {
        let mut script = self.clone();
        script.steps[step].commands.insert(command, words(line));
        script
    }

    pub(crate) fn without(&self, (step, command): At) -> Self {
        let mut script = self.clone();
        script.steps[step].commands.remove(command);
        script
    }

    pub(crate) fn with_headers(&self, headers: Vec<Line>) -> Self {
        let mut script = self.clone();
        script.headers = headers;
        script
    }

    /// The script once for each command that `change` changes.
    pub(crate) fn each(&self, change: impl Fn(&Line) -> Option<Line>) -> Vec<Self> {
        let changed = self.commands().filter_map(|(at, line)| Some((at, change(line)?)));
        changed.map(|(at, line)| self.with(at, line)).collect()
    }

    /// [`Self::each`] for verify alone, or for verifyNot alone.
    pub(crate) fn each_of(&self, verb: &str, change: impl Fn(&Line) -> Option<Line>) -> Vec<Self> {
        self.each(|line| if line[0] == verb { change(line) } else { None })
    }

    /// The places of both kinds of verify.
    pub(crate) fn verifies(&self) -> Vec<At> {
        self.commands()
            .filter(|(_, line)| is_verify(line))
            .map(|(at, _)| at)
            .collect()
    }

    /// The names of the needed profiles.
    pub(crate) fn sessions(&self) -> Vec<&str> {
        self.headers
            .iter()
            .filter(|line| line[0] == "needs")
            .map(|line| line[2].as_str())
            .collect()
    }

    /// The `timeout` header in milliseconds, else the default.
    pub(crate) fn time(&self) -> u64 {
        let header = self.headers.iter().find(|line| line[0] == "timeout");
        header.map_or(10_000, |line| millis(&line[1]))
    }

    /// The headers with this `timeout`.
    pub(crate) fn with_time(&self, time: &str) -> Self {
        let mut headers: Vec<Line> = self
            .headers
            .iter()
            .filter(|line| line[0] != "timeout")
            .cloned()
            .collect();
        headers.push(words(&format!("timeout {time}")));
        self.with_headers(headers)
    }
}

impl Sources for Script {
    fn read(&self, path: &str) -> Result<Arc<str>, SourceError> {
        self.files
            .get(path)
            .map(|text| text.as_str().into())
            .ok_or(SourceError::NotFound)
    }
}

pub(crate) fn is_verify(line: &Line) -> bool {
    matches!(line[0].as_str(), "verify" | "verifyNot")
}

/// The words of a line up to its comment.
pub(crate) fn words(line: &str) -> Line {
    let mut words = vec![String::new()];
    let (mut quoted, mut escaped) = (false, false);
    for c in line.trim().chars() {
        match c {
            '#' if !quoted && words.last().is_some_and(String::is_empty) && words.len() > 1 => break,
            '#' if !quoted && words[0].is_empty() => break,
            c if c.is_whitespace() && !quoted => words.push(String::new()),
            c => {
                quoted ^= c == '"' && !escaped;
                escaped = c == '\\' && quoted && !escaped;
                words.last_mut().unwrap().push(c);
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// `500ms`, `10s`, `1m` in milliseconds.
pub(crate) fn millis(duration: &str) -> u64 {
    let (number, unit) = duration.split_at(duration.find(|c: char| c.is_alphabetic()).unwrap());
    number.parse::<u64>().unwrap()
        * [("ms", 1), ("s", 1000), ("m", 60_000)]
            .into_iter()
            .find(|(name, _)| *name == unit)
            .unwrap()
            .1
}

/// `css:".a"` is the key `css` with the value `".a"`.
pub(crate) fn key_value(word: &str) -> Option<(&str, &str)> {
    word.split_once(':').filter(|(key, _)| !key.contains('"'))
}

/// Where the word with this key is.
pub(crate) fn position(line: &Line, key: &str) -> Option<usize> {
    line.iter()
        .skip(1)
        .position(|word| key_value(word).is_some_and(|(found, _)| found == key))
        .map(|at| at + 1)
}

/// The value behind a key.
pub(crate) fn value<'a>(line: &'a Line, key: &str) -> Option<&'a str> {
    key_value(&line[position(line, key)?]).map(|(_, value)| value)
}

/// The line with another word at a place.
pub(crate) fn replaced(line: &Line, at: usize, word: impl Into<String>) -> Line {
    let mut line = line.clone();
    line[at] = word.into();
    line
}

/// The line without the word at a place.
pub(crate) fn removed(line: &Line, at: usize) -> Line {
    let mut line = line.clone();
    line.remove(at);
    line
}

/// The line with a word more at its end.
pub(crate) fn added(line: &Line, word: impl Into<String>) -> Line {
    let mut line = line.clone();
    line.push(word.into());
    line
}

/// The line with another key at a place.
pub(crate) fn rekeyed(line: &Line, at: usize, key: &str) -> Line {
    let (_, value) = key_value(&line[at]).unwrap();
    replaced(line, at, format!("{key}:{value}"))
}

/// The line with something else behind the key at a place.
pub(crate) fn other_value(line: &Line, at: usize) -> Line {
    let (key, value) = key_value(&line[at]).unwrap();
    let other = match value.strip_suffix('"') {
        Some(open) => format!("{open}-x\""),
        None => format!("{value}-x"),
    };
    replaced(line, at, format!("{key}:{other}"))
}

/// Where the text is that the line checks, and not one that only says which element is meant.
pub(crate) fn checked_text(line: &Line) -> Option<usize> {
    let other = ["value", "count", "attr", "number", "title", "url~"];
    let is_other = |word: &String| {
        matches!(
            word.as_str(),
            "enabled" | "disabled" | "checked" | "gone" | "download"
        ) || key_value(word).is_some_and(|(key, _)| other.contains(&key))
    };
    if !is_verify(line) || line.iter().any(is_other) {
        return None;
    }
    ["text", "text-i", "text~i"]
        .into_iter()
        .find_map(|key| position(line, key))
}

/// Where the keys are that say which element is meant.
pub(crate) fn target_keys(line: &Line) -> Vec<usize> {
    const KEYS: [&str; 10] = [
        "text",
        "text~",
        "role",
        "name",
        "label",
        "placeholder",
        "testid",
        "css",
        "xpath",
        "index",
    ];
    let checked = checked_text(line);
    let is_key = |at: &usize| key_value(&line[*at]).is_some_and(|(key, _)| KEYS.contains(&key));
    match is_verify(line) && !line.contains(&"download".to_owned()) {
        true => (1..line.len())
            .filter(is_key)
            .filter(|at| Some(*at) != checked)
            .collect(),
        false => Vec::new(),
    }
}

/// The variables that a line reads.
pub(crate) fn reads(line: &Line, name: &str) -> bool {
    let hole = format!("${{{name}}}");
    line.iter().any(|word| word.contains(&hole)) || value(line, "from") == Some(name)
}

/// Whether a line reads any variable.
pub(crate) fn reads_any(line: &Line) -> bool {
    line.iter().any(|word| word.contains("${")) || position(line, "from").is_some()
}
