//! One corpus for every grammar: the cases of the language, every script of the repository, and mutants of both.
#![allow(dead_code, reason = "each test uses a part")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Where scripts lie.
const FOLDERS: [&str; 4] = [
    "scripts",
    "fixtures",
    "cli/src/command/init",
    "grammar/tests/scripts",
];

/// Every text, by a name that says where it comes from.
pub(crate) fn written() -> BTreeMap<String, String> {
    let root = root();
    let mut all = BTreeMap::new();
    for folder in FOLDERS {
        scripts(&root.join(folder), &mut |path, text| {
            let name = path.strip_prefix(&root).unwrap().display().to_string();
            all.insert(name, text);
        });
    }
    for file in ["cases", "more"] {
        let text = fs::read_to_string(root.join(format!("fixtures/language/{file}.json"))).unwrap();
        for case in serde_json::from_str::<Vec<Value>>(&text).unwrap() {
            let (name, input) = (case["name"].as_str().unwrap(), case["input"].as_str().unwrap());
            all.insert(format!("{file}.json: {name}"), input.to_owned());
        }
    }
    assert!(all.len() > 200, "only {} texts were found", all.len());
    all
}

/// The texts of [`written`] with lines, words and characters changed: the same ones on every machine.
pub(crate) fn mutants(count: usize) -> impl Iterator<Item = (String, String)> {
    let mut sources: Vec<(String, String)> = written().into_iter().collect();
    // What is right already stays right more often.
    let right = |(_, text): &&(String, String)| aite_compiler::check(text).1.is_empty();
    let again: Vec<_> = sources.iter().filter(right).cloned().collect();
    sources.extend(again.iter().chain(&again).cloned().collect::<Vec<_>>());
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    (0..count).map(move |number| {
        let (name, text) = &sources[random.below(sources.len())];
        (
            format!("mutant {number} of {name}"),
            random.mutant(text, &sources),
        )
    })
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn scripts(folder: &Path, found: &mut impl FnMut(&Path, String)) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "aite") {
            // One of them is not UTF-8 on purpose; it is no text for a grammar.
            if let Ok(text) = String::from_utf8(fs::read(&path).unwrap()) {
                found(&path, text);
            }
        }
    }
}

/// Xorshift: enough to choose, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn mutant(&mut self, text: &str, others: &[(String, String)]) -> String {
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        for _ in 0..=self.below(2) {
            let at = self.below(lines.len());
            let (_, other) = &others[self.below(others.len())];
            let other: Vec<&str> = other.split('\n').collect();
            let other = self.one_of(&other);
            match self.below(8) {
                0 => other.clone_into(&mut lines[at]),
                1 => lines.insert(at, other.to_owned()),
                2 => drop(lines.remove(at)),
                3 => lines[at] = self.line(),
                4 | 5 => lines[at] = self.words_changed(&lines[at], other),
                6 => lines[at].push_str(&self.line()),
                _ => lines[at] = self.character_changed(&lines[at]),
            }
            if lines.is_empty() {
                lines.push(String::new());
            }
        }
        lines.join("\n")
    }

    fn line(&mut self) -> String {
        let words = (0..self.below(6)).map(|_| self.one_of(&WORDS));
        words.collect::<Vec<_>>().join(" ")
    }

    fn words_changed(&mut self, line: &str, other: &str) -> String {
        let mut words: Vec<&str> = line.split(' ').collect();
        let others: Vec<&str> = other.split(' ').collect();
        let at = self.below(words.len());
        match self.below(5) {
            0 => words[at] = self.one_of(&others),
            1 => words.insert(at, self.one_of(&others)),
            2 => words.insert(at, self.one_of(&WORDS)),
            3 => drop(words.remove(at)),
            _ => {
                let to = self.below(words.len());
                words.swap(at, to);
            }
        }
        words.join(" ")
    }

    fn character_changed(&mut self, line: &str) -> String {
        let mut letters: Vec<char> = line.chars().collect();
        let at = self.below(letters.len() + 1);
        let odd = self.one_of(&[
            '"', '\\', '#', ':', '$', '+', '-', '.', '/', 'é', '\r', '\t', ' ', '5', 's',
        ]);
        match self.below(3) {
            0 if at < letters.len() => drop(letters.remove(at)),
            1 if at < letters.len() => letters[at] = odd,
            _ => letters.insert(at, odd),
        }
        letters.into_iter().collect()
    }
}

const WORDS: [&str; 72] = [
    "test",
    "step",
    "covers",
    "start",
    "needs",
    "session",
    "timeout",
    "posts",
    "spends",
    "goto",
    "click",
    "type",
    "press",
    "select",
    "check",
    "verify",
    "verifyNot",
    "wait",
    "sleep",
    "capture",
    "set",
    "switchTab",
    "closeTab",
    "drag",
    "screenshot",
    "call",
    "run",
    "\"u\"",
    "\"\"",
    "\"${x}\"",
    "\"\\${x}\\n\"",
    "\"a\\\"\"",
    "\"open",
    "# c",
    "x",
    "J-09",
    "5s",
    "3",
    "-1",
    "+2.5",
    "https://a.test/#x",
    "${x}",
    "localhost:${port}/",
    "Enter",
    "Control+A",
    "Control++",
    "new",
    "gone",
    "text-changes",
    "enabled",
    "download",
    "network-idle",
    "text:\"A\"",
    "text~:a",
    "text-i:\"a\"",
    "role:button",
    "css:",
    "index:0",
    "index:2",
    "to:text:\"B\"",
    "url~:\"/\"",
    "value:1",
    "attr:href",
    "equals:1",
    "contains:x",
    "number:changed-by",
    "from:x",
    "within:\"W\"",
    "timeout:2s",
    "on:bob",
    "size-min:10",
    "é🙂",
];
