//! From syntax to meaning: a script, and the scripts that it runs, become one program.
//!
//! ```text
//! ast ─ headers ─ steps ─ commands ─ targets, conditions, texts ─ ir::Program
//!                           └─ run: the other script, read through Sources, in a scope of its own
//! ```
//! A part that could not be read was reported by the parser and has no operation here. What this stage reports
//! itself is what needs more than one line or one file: includes, profiles across includes, and the warnings.
//!
//! One file a production, with the parser's names.

mod command;
mod headers;
mod path;
mod run;
pub(crate) mod section;
mod sources;
mod tab;
mod target;
mod text;
mod verify;
mod wait;
mod warnings;
mod within;

pub use path::project_path;
pub use run::{MAX_INCLUDED_LINES, MAX_LEVELS};
pub use sources::{NoSources, SourceError, Sources};

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::ir::{Origins, Place, Program, Step};
use crate::source::{LineCursor, Span};
use crate::syntax::names::{Definition, Given};
use crate::syntax::{Parse, ast};

/// A script and everything that it runs, ready to execute if there are no errors.
#[derive(Debug)]
pub struct Compiled {
    /// What happens.
    pub program: Program,
    /// Where it was written.
    pub origins: Origins,
    /// The texts of [`Origins::files`], in the same order.
    pub texts: Vec<Arc<str>>,
    /// Everything to tell, sorted by file and place; no errors means that the program can run.
    pub diagnostics: Vec<Located>,
}

impl Compiled {
    /// Whether there is any error, in whichever file.
    pub fn has_errors(&self) -> bool {
        let is_error = |found: &Located| found.diagnostic.severity == Severity::Error;
        self.diagnostics.iter().any(is_error)
    }
}

/// A diagnostic and the file that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// Index into [`Origins::files`].
    pub file: usize,
    /// What is wrong there; its spans are in that file.
    pub diagnostic: Diagnostic,
}

impl Located {
    fn order(&self) -> (usize, usize, Code, &str) {
        let found = &self.diagnostic;
        (self.file, found.span.start, found.code, &found.message)
    }
}

/// Compiles one script: parses it, checks its names and lowers it, together with the scripts that it runs.
///
/// `path` is the script's own path from the project's root where there is one; it names the file in messages and
/// is how a loop of includes is seen.
pub fn compile(path: &str, text: Arc<str>, sources: &dyn Sources) -> Compiled {
    let parse = crate::parse(&text);
    lower(path, text, parse, sources)
}

/// Lowers a script that is already parsed.
pub fn lower(path: &str, text: Arc<str>, parse: Parse, sources: &dyn Sources) -> Compiled {
    lower_tree(path, text, Cow::Owned(parse), sources)
}

/// Lowers a script whose tree is kept: what the program needs of it is copied.
pub fn lower_kept(path: &str, text: Arc<str>, parse: &Parse, sources: &dyn Sources) -> Compiled {
    lower_tree(path, text, Cow::Borrowed(parse), sources)
}

fn lower_tree(path: &str, text: Arc<str>, parse: Cow<'_, Parse>, sources: &dyn Sources) -> Compiled {
    let mut lowering = Lowering::new(sources);
    let file = lowering.add_file(path, text);
    lowering.report(file, parse.errors.iter().cloned());
    let script = &parse.ast;
    let definitions = lowering.check_names(file, script);
    let warnings = warnings::in_script(script);
    let is_complete = warnings::is_complete(script);
    let test = script.test.as_ref().map(|test| test.keyword);
    let program = lowering.program(file, parse);
    lowering.report(file, warnings);
    if is_complete {
        let included = lowering.texts.get(1..).unwrap_or_default();
        let warnings = warnings::in_program(&program, test, &definitions, included);
        lowering.report(file, warnings);
        for (file, warning) in warnings::unannounced_posts(&program, &lowering.origins) {
            lowering.report(file, vec![warning]);
        }
    }
    lowering.finish(program)
}

/// What is known while one script is lowered.
struct Lowering<'a> {
    sources: &'a dyn Sources,
    origins: Origins,
    texts: Vec<Arc<str>>,
    diagnostics: Vec<Located>,
    /// The declared profiles of the outermost script, the default one first.
    sessions: Vec<String>,
    /// The variables that are set at this point of the execution.
    variables: BTreeSet<String>,
    /// The same in the order of setting, so that an include can take its own back.
    defined: Vec<String>,
    /// The files that are being lowered, the outermost first.
    chain: Vec<usize>,
    /// Whether any script runs another one.
    includes: bool,
    /// Scripts that were included before, by path.
    included: HashMap<String, Result<Rc<run::Included>, SourceError>>,
    /// Lines that includes have brought so far.
    included_lines: usize,
    /// More than [`MAX_INCLUDED_LINES`]; said once.
    full: bool,
    posts: bool,
    spends: bool,
}

impl<'a> Lowering<'a> {
    fn new(sources: &'a dyn Sources) -> Self {
        Self {
            sources,
            origins: Origins::default(),
            texts: Vec::new(),
            diagnostics: Vec::new(),
            sessions: Vec::new(),
            variables: BTreeSet::new(),
            defined: Vec::new(),
            chain: Vec::new(),
            includes: false,
            included: HashMap::new(),
            included_lines: 0,
            full: false,
            posts: false,
            spends: false,
        }
    }

    fn add_file(&mut self, path: &str, text: Arc<str>) -> usize {
        self.origins.files.push(path.to_owned());
        self.texts.push(text);
        self.origins.files.len() - 1
    }

    fn report(&mut self, file: usize, found: impl IntoIterator<Item = Diagnostic>) {
        let located = found.into_iter().map(|diagnostic| Located { file, diagnostic });
        self.diagnostics.extend(located);
    }

    /// Looks at the names of a script as they are known here, and answers what it sets.
    fn check_names(&mut self, file: usize, script: &ast::Script) -> Vec<Definition> {
        let text = self.texts.get(file).cloned().unwrap_or_default();
        let given = Given {
            variables: Some(&self.variables),
            sessions: (!self.chain.is_empty()).then_some(&self.sessions),
        };
        let names = crate::check_names(&text, script, given);
        self.report(file, names.errors);
        names.definitions
    }

    fn program(&mut self, file: usize, parse: Cow<'_, Parse>) -> Program {
        let text = self.texts.get(file).cloned().unwrap_or_default();
        let mut cursor = Writing::new(file, &text);
        let mut program = self.headers(&parse.ast, &mut cursor);
        self.chain.push(file);
        self.includes = includes(&parse.ast);
        let commands = parse.ast.steps.iter().map(|step| step.commands.len()).sum();
        self.origins.ops.reserve(commands);
        program.steps = match parse {
            Cow::Owned(parse) => self.own_steps(parse.ast.steps.into_iter(), &mut cursor),
            // One step after the other, so that a copy is used up while it is in the cache.
            Cow::Borrowed(parse) => self.own_steps(parse.ast.steps.iter().cloned(), &mut cursor),
        };
        program.posts |= self.posts;
        program.spends |= self.spends;
        program
    }

    /// The steps of the outermost script, whose places are kept.
    fn own_steps(
        &mut self,
        written: impl ExactSizeIterator<Item = ast::Step>,
        writing: &mut Writing<'_>,
    ) -> Vec<Step> {
        let mut steps = Vec::with_capacity(written.len());
        self.origins.steps.reserve(written.len());
        for step in written {
            self.origins.steps.push(writing.place(step.keyword));
            steps.push(self.step(step, writing));
        }
        steps
    }

    fn step(&mut self, step: ast::Step, writing: &mut Writing<'_>) -> Step {
        let mut ops = Vec::with_capacity(step.commands.len());
        for command in step.commands {
            self.command(command, writing, &mut ops);
        }
        Step {
            intent: step.name.map_or_else(String::new, |name| name.value),
            ops,
        }
    }

    fn finish(mut self, program: Program) -> Compiled {
        // A script that is run twice has the same errors twice.
        self.diagnostics.sort_by(|a, b| a.order().cmp(&b.order()));
        self.diagnostics.dedup();
        Compiled {
            program,
            origins: self.origins,
            texts: self.texts,
            diagnostics: self.diagnostics,
        }
    }
}

fn includes(script: &ast::Script) -> bool {
    let mut commands = script.steps.iter().flat_map(|step| &step.commands);
    commands.any(|command| matches!(command.form, ast::Form::Run(_)))
}

/// The file that is being lowered, and how far its lines have been counted.
struct Writing<'t> {
    file: usize,
    lines: LineCursor<'t>,
}

impl<'t> Writing<'t> {
    fn new(file: usize, text: &'t str) -> Self {
        Self {
            file,
            lines: LineCursor::new(text),
        }
    }

    fn place(&mut self, span: Span) -> Place {
        Place {
            file: self.file,
            line: self.lines.line(span.start),
            span,
            pointer: None,
        }
    }
}

#[cfg(test)]
mod tests;
