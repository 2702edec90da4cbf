//! Commands: one operation each.

use std::borrow::Cow;

use super::target::target;
use super::text::text;
use super::within::within;
use super::{Lowering, Writing, tab, verify, wait};
use crate::ir::{
    Condition, Millis, Observation, Op, OpKind, OpOrigin, Outcome, PageOp, Polarity, TabOp, VariableName,
};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{self, Command, Form, Modifiers, Tab};

impl Lowering<'_> {
    /// Lowers one command behind the operations of its step.
    pub(super) fn command(&mut self, command: Command, writing: &mut Writing<'_>, ops: &mut Vec<Op>) {
        let (target, expectation) = spans(&command.form);
        // An include comes before what it includes, so the place is noted before the command is lowered.
        self.origins.ops.push(OpOrigin {
            place: writing.place(command.span),
            verb: Cow::Borrowed(command.form.verb()),
            target,
            expectation,
        });
        let Modifiers {
            timeout,
            alias,
            on,
            within,
        } = command.modifiers.map(|written| *written).unwrap_or_default();
        let Some(kind) = self.kind(command.form, within, writing) else {
            self.origins.ops.pop();
            return;
        };
        ops.push(Op {
            kind,
            profile: on
                .map(|on| on.value)
                .filter(|on| self.sessions.first() != Some(on)),
            alias: alias.map(|alias| alias.value),
            timeout: timeout.map(|time| Millis(time.value)),
            outcome: Outcome::Required,
        });
    }

    /// What the command does; `None` when it could not be read, which is then reported.
    fn kind(&mut self, form: Form, place: Option<Spanned<String>>, writing: &Writing<'_>) -> Option<OpKind> {
        Some(match form {
            Form::Start(url) => OpKind::Page(PageOp::Start { url: text(url.value) }),
            Form::Goto(url) => OpKind::Page(PageOp::Goto { url: text(url.value) }),
            Form::Click(element) => click(element, 1),
            Form::DoubleClick(element) => click(element, 2),
            Form::Type(element, value) => OpKind::Page(PageOp::Type {
                target: target(element),
                text: text(value.value),
            }),
            Form::Press(key) => OpKind::Page(PageOp::Press {
                key: text(key.value),
                target: None,
            }),
            Form::Select(element, option) => OpKind::Page(PageOp::Select {
                target: target(element),
                option: text(option.value),
            }),
            Form::Check(element) => set_checked(element, true),
            Form::Uncheck(element) => set_checked(element, false),
            Form::Verify(condition) => self.verify(Polarity::Verify, condition, place, writing)?,
            Form::VerifyNot(condition) => self.verify(Polarity::VerifyNot, condition, place, writing)?,
            Form::Wait(condition) => observe(Polarity::Wait, wait::condition(condition), place),
            Form::Sleep(time) => OpKind::Sleep {
                time: Millis(time.value),
            },
            Form::Capture(name, element) => OpKind::Capture {
                name: self.define(name.value),
                target: target(element),
            },
            Form::Set(name, value) => OpKind::Set {
                name: self.define(name.value),
                value: text(value.value),
            },
            Form::SwitchTab(tab) => OpKind::Tab(tab::switch(tab)),
            Form::CloseTab => OpKind::Tab(TabOp::Close),
            Form::Drag(element, to) => OpKind::Page(PageOp::Drag {
                target: target(element),
                to: Box::new(target(to)),
            }),
            Form::Screenshot(name) => OpKind::Screenshot {
                name: text(name.value),
            },
            Form::Call(check, args) => OpKind::Call {
                check: check.value,
                args: args.into_iter().map(|arg| text(arg.value)).collect(),
            },
            Form::Run(path) => OpKind::Include(self.run(&path, writing.file)),
            Form::Error => return None,
        })
    }

    fn verify(
        &mut self,
        polarity: Polarity,
        condition: ast::Condition,
        place: Option<Spanned<String>>,
        writing: &Writing<'_>,
    ) -> Option<OpKind> {
        match verify::condition(condition) {
            Ok(condition) => Some(observe(polarity, condition, place)),
            Err(problem) => {
                self.report(writing.file, [*problem]);
                None
            }
        }
    }

    /// Notes that a variable is set from here on, when an include may have to know.
    fn define(&mut self, name: String) -> VariableName {
        if self.includes && self.variables.insert(name.clone()) {
            self.defined.push(name.clone());
        }
        name
    }
}

fn click(element: ast::Target, times: u32) -> OpKind {
    OpKind::Page(PageOp::Click {
        target: target(element),
        times,
    })
}

fn set_checked(element: ast::Target, checked: bool) -> OpKind {
    OpKind::Page(PageOp::SetChecked {
        target: target(element),
        checked,
    })
}

fn observe(polarity: Polarity, condition: Condition, place: Option<Spanned<String>>) -> OpKind {
    OpKind::Observe(Observation {
        polarity,
        condition,
        within: place.map(|place| within(place.value)),
    })
}

/// The spans of the first target and of what is expected or entered.
fn spans(form: &Form) -> (Option<Span>, Option<Span>) {
    match form {
        Form::Click(element)
        | Form::DoubleClick(element)
        | Form::Check(element)
        | Form::Uncheck(element)
        | Form::Capture(_, element)
        | Form::Drag(element, _) => (Some(element.span), None),
        Form::Type(element, value) | Form::Select(element, value) => (Some(element.span), Some(value.span)),
        Form::Verify(condition) | Form::VerifyNot(condition) => verify::spans(condition),
        Form::Wait(condition) => wait::spans(condition),
        Form::SwitchTab(Tab::Url(value))
        | Form::Start(value)
        | Form::Goto(value)
        | Form::Press(value)
        | Form::Set(_, value)
        | Form::Screenshot(value)
        | Form::Run(value) => (None, Some(value.span)),
        Form::Sleep(_) | Form::SwitchTab(Tab::New) | Form::CloseTab | Form::Call(..) | Form::Error => {
            (None, None)
        }
    }
}
