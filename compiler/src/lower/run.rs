//! `run`: another script's steps, in a scope of their own (specification, "What the runner does").

use std::rc::Rc;
use std::sync::Arc;

use super::{Lowering, Writing, project_path};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Scope, Step};
use crate::source::Spanned;
use crate::syntax::ast::{self, HeaderKind, Script};

/// How deep scripts may run scripts.
pub const MAX_LEVELS: usize = 8;

/// How many lines of headers, steps and commands all includes of a script may bring together, so that a few short
/// files that run each other many times cannot fill the memory.
pub const MAX_INCLUDED_LINES: usize = 100_000;

/// A script that something runs, parsed once however often it is run.
pub(super) struct Included {
    file: usize,
    script: Script,
    lines: usize,
}

impl Lowering<'_> {
    /// The scope of a `run`; empty when the script cannot be included, which is then reported.
    pub(super) fn run(&mut self, written: &Spanned<String>, file: usize) -> Scope {
        let steps = match self.include(&written.value) {
            Ok(Some(included)) => self.expand(&included),
            Ok(None) => Vec::new(),
            Err(message) => {
                self.report(file, [Diagnostic::error(Code::E003, written.span, message)]);
                Vec::new()
            }
        };
        Scope {
            path: project_path(&written.value).unwrap_or_else(|_| written.value.clone()),
            steps,
        }
    }

    /// The script behind a path, or why it cannot be run here; nothing when that was said before.
    fn include(&mut self, written: &str) -> Result<Option<Rc<Included>>, String> {
        let path = project_path(written)?;
        self.refuse_loop(written, &path)?;
        self.refuse_depth(written)?;
        let included = self.read(written, &path)?;
        if self.full {
            return Ok(None);
        }
        self.included_lines += included.lines;
        self.full = self.included_lines > MAX_INCLUDED_LINES;
        match self.full {
            true => Err(format!(
                "run {written}: the scripts that this test runs have more than {MAX_INCLUDED_LINES} lines together ({})",
                self.chain_to(&path)
            )),
            false => Ok(Some(included)),
        }
    }

    fn refuse_loop(&self, written: &str, path: &str) -> Result<(), String> {
        let is_open = |file: &&str| project_path(file).is_ok_and(|open| open == path);
        match self.open_files().find(is_open) {
            Some(_) => Err(format!(
                "run {written} makes a loop: {} (a script cannot run itself)",
                self.chain_to(path)
            )),
            None => Ok(()),
        }
    }

    fn refuse_depth(&self, written: &str) -> Result<(), String> {
        if self.chain.len() <= MAX_LEVELS {
            return Ok(());
        }
        Err(format!(
            "run {written} is more than {MAX_LEVELS} levels deep: {}",
            self.chain_to(written)
        ))
    }

    fn open_files(&self) -> impl Iterator<Item = &str> {
        let name = |file: &usize| self.origins.files.get(*file).map(String::as_str);
        self.chain.iter().filter_map(name)
    }

    /// `a.aite > b.aite > c.aite`
    fn chain_to(&self, path: &str) -> String {
        self.open_files().chain([path]).collect::<Vec<_>>().join(" > ")
    }

    /// Reads and parses a script, the first time that it is run.
    fn read(&mut self, written: &str, path: &str) -> Result<Rc<Included>, String> {
        if !self.included.contains_key(path) {
            let answer = self.sources.read(path).map(|text| self.parse(path, text));
            self.included.insert(path.to_owned(), answer);
        }
        match self.included.get(path) {
            Some(Ok(included)) => Ok(Rc::clone(included)),
            Some(Err(error)) => Err(format!(
                "run {written}: {error} (the path starts at the project's root)"
            )),
            None => Err(format!("run {written}: it is not there")),
        }
    }

    fn parse(&mut self, path: &str, text: Arc<str>) -> Rc<Included> {
        let parse = crate::parse(&text);
        let file = self.add_file(path, text);
        self.report(file, parse.errors);
        let ast::Script { headers, steps, .. } = &parse.ast;
        let commands: usize = steps.iter().map(|step| step.commands.len()).sum();
        let lines = headers.len() + steps.len() + commands;
        Rc::new(Included {
            file,
            script: parse.ast,
            lines,
        })
    }

    /// The steps of an included script. Of its headers only `posts` and `spends` count, for the script that runs it.
    fn expand(&mut self, included: &Included) -> Vec<Step> {
        let script = &included.script;
        self.posts |= says(script, &HeaderKind::Posts);
        self.spends |= says(script, &HeaderKind::Spends);
        self.check_names(included.file, script);

        let text = self.texts.get(included.file).cloned().unwrap_or_default();
        let mut writing = Writing::new(included.file, &text);
        let outer = self.defined.len();
        self.chain.push(included.file);
        let steps = script
            .steps
            .iter()
            .map(|step| self.step(step.clone(), &mut writing))
            .collect();
        self.chain.pop();
        for name in self.defined.drain(outer..) {
            self.variables.remove(&name);
        }
        steps
    }
}

fn says(script: &Script, kind: &HeaderKind) -> bool {
    script.headers.iter().any(|header| header.kind == *kind)
}
