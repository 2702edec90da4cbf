//! The texts of a script and of those it runs, for carets under the right words.

use std::collections::HashMap;
use std::sync::Arc;

use aite_compiler::ir::OpOrigin;
use aite_compiler::lower::Compiled;
use aite_compiler::source::Span;
use aite_runtime::verdict::Reason;

/// Texts and the places of commands in them. Empty, it still lets a report show the lines that events bring along.
#[derive(Default)]
pub(crate) struct ScriptTexts {
    texts: HashMap<String, Arc<str>>,
    /// By file and line.
    commands: HashMap<(String, u32), OpOrigin>,
}

impl ScriptTexts {
    /// Those of a compiled script.
    pub(crate) fn new(compiled: &Compiled) -> Self {
        let files = &compiled.origins.files;
        let texts = files
            .iter()
            .cloned()
            .zip(compiled.texts.iter().cloned())
            .collect();
        let commands = compiled.origins.ops.iter().filter_map(|origin| {
            let file = files.get(origin.place.file)?;
            Some(((file.clone(), origin.place.line), origin.clone()))
        });
        Self {
            texts,
            commands: commands.collect(),
        }
    }

    /// The text of a file.
    pub(super) fn text(&self, file: &str) -> Option<&str> {
        self.texts.get(file).map(AsRef::as_ref)
    }

    /// What of a command's line the reason is about.
    pub(super) fn span(&self, file: &str, line: u32, reason: Reason) -> Option<Span> {
        let origin = self.commands.get(&(file.to_owned(), line))?;
        let part = match reason {
            Reason::NotFound | Reason::NotVisible | Reason::NotEnabled | Reason::Ambiguous => origin.target,
            Reason::Mismatch => origin.expectation.or(origin.target),
            _ => None,
        };
        part.or(Some(origin.place.span))
    }
}
