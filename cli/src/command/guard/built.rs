//! A script of one side, compiled together with what it runs.

use std::sync::Arc;

use aite_compiler::diagnostic::Severity;
use aite_compiler::guard::Version;
use aite_compiler::lower::{Compiled, lower};

use super::tree::{InProject, Project, Script, Tree, missing, script, shown};
use crate::git::{Answer, Entry, GitError};

/// A script of one side with everything that it runs.
pub(super) struct Built {
    pub(super) file: String,
    pub(super) project: Project,
    pub(super) compiled: Compiled,
    pub(super) health: Health,
}

/// Whether a script can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Health {
    Runs,
    /// It parses, and something around it is missing: a variable or a profile that the script that runs it has,
    /// or a script that it runs itself.
    Incomplete,
    /// It does not parse.
    Broken,
}

impl Tree {
    /// A script and what it runs; `None` when there is no file.
    pub(super) fn compiled(&self, entry: &Entry, answer: Option<Answer>) -> Result<Option<Built>, GitError> {
        let project = self.project(&entry.path)?;
        self.compiled_in(project, entry, answer)
    }

    /// A script as one of a project that need not be the nearest one.
    pub(super) fn compiled_in(
        &self,
        project: Project,
        entry: &Entry,
        answer: Option<Answer>,
    ) -> Result<Option<Built>, GitError> {
        let read = match answer {
            Some(Answer::Missing) => return Err(missing(&entry.path)),
            Some(answer) => script(&entry.path, answer)?,
            None => self.read(&entry.path)?,
        };
        let Some(read) = read else { return Ok(None) };
        let path = shown(
            entry
                .path
                .strip_prefix(project.root.as_slice())
                .unwrap_or(&entry.path),
        );
        let compiled = self.build(&path, &project, read);
        match self.take_failure() {
            Some(error) => Err(error),
            None => Ok(Some(Built {
                file: shown(&entry.path),
                health: compiled.1,
                compiled: compiled.0,
                project,
            })),
        }
    }

    fn build(&self, path: &str, project: &Project, read: Script) -> (Compiled, Health) {
        let parse = aite_compiler::parse(&read.text);
        let parses = parse.errors.is_empty() && read.is_utf8;
        let around = InProject {
            tree: self,
            root: &project.root,
        };
        let compiled = lower(path, Arc::clone(&read.text), parse, &around);
        let health = match (parses, compiled.has_errors()) {
            (false, _) => Health::Broken,
            (true, true) => Health::Incomplete,
            (true, false) => Health::Runs,
        };
        (compiled, health)
    }
}

impl Built {
    pub(super) fn version(&self) -> Version<'_> {
        Version {
            program: &self.compiled.program,
            default_timeout: self.project.timeout,
        }
    }

    /// `file:line: message` of the first error.
    pub(super) fn first_error(&self) -> String {
        let errors = &mut self.compiled.diagnostics.iter();
        let Some(found) = errors.find(|found| found.diagnostic.severity == Severity::Error) else {
            return "it is not UTF-8 text".to_owned();
        };
        let file = self
            .compiled
            .origins
            .files
            .get(found.file)
            .map_or("", String::as_str);
        let text = self.compiled.texts.get(found.file).map_or("", |text| &**text);
        let before = text.get(..found.diagnostic.span.start).unwrap_or_default();
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        format!(
            "{}{file}:{line}: {}",
            shown(&self.project.root),
            found.diagnostic.message
        )
    }
}
