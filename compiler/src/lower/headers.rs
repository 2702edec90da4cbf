//! Headers.

use super::text::text;
use super::{Lowering, Writing};
use crate::ir::{Kind, Millis, Place, Program};
use crate::syntax::ast::{Header, HeaderKind, Script};

impl Lowering<'_> {
    /// The program without its steps.
    pub(super) fn headers(&mut self, script: &Script, writing: &mut Writing<'_>) -> Program {
        let mut program = Program {
            name: String::new(),
            kind: Kind::Script,
            covers: Vec::new(),
            start: None,
            sessions: Vec::new(),
            timeout: None,
            posts: false,
            spends: false,
            steps: Vec::new(),
        };
        if let Some(test) = &script.test {
            self.origins.name = Some(writing.place(test.keyword));
            program.name = test
                .name
                .as_ref()
                .map_or_else(String::new, |name| name.value.clone());
        }
        for header in &script.headers {
            self.header(header, writing, &mut program);
        }
        self.sessions.clone_from(&program.sessions);
        program
    }

    fn header(&mut self, header: &Header, writing: &mut Writing<'_>, program: &mut Program) {
        let line = writing.place(header.keyword);
        let at = |span| Place { span, ..line };
        match &header.kind {
            HeaderKind::Covers(ids) => {
                program.covers.extend(ids.iter().map(|id| id.value.clone()));
            }
            HeaderKind::Start(url) => {
                program.start = Some(text(url.value.clone()));
                self.origins.start = Some(at(url.span));
            }
            HeaderKind::Needs(name) => {
                program.sessions.push(name.value.clone());
                self.origins.sessions.push(at(name.span));
            }
            HeaderKind::Timeout(time) => {
                program.timeout = Some(Millis(time.value));
                self.origins.timeout = Some(at(time.span));
            }
            HeaderKind::Posts => program.posts = true,
            HeaderKind::Spends => program.spends = true,
            HeaderKind::Error => {}
        }
    }
}
