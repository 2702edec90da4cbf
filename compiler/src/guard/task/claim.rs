//! What a task demands, one by one.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Value, json};

use super::{Side, say};
use crate::guard::At;
use crate::ir::{Await, Check, Comparison, Grader, Millis, Op, OpKind, Outcome, ProtocolOp, Save, SaveFrom};

/// One demand, by value: nothing in it depends on numbers of steps or on names of saved values.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Claim {
    /// Where it stands.
    pub(super) at: At,
    pub(super) demand: Demand,
    /// For people.
    pub(super) text: String,
}

/// What is demanded.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Demand {
    /// A check of the grader or of the driver.
    Check {
        kind: String,
        /// What it looks at: a path, a protocol method.
        about: Value,
        /// The step whose value or outcome it looks at.
        source: Source,
        comparison: Comparison,
    },
    /// The server grades what this step read.
    Answer(Source),
    /// An event that must come.
    Event {
        event: String,
        matching: Value,
        session: Value,
        time: Millis,
    },
    /// A command that must be answered without an error.
    Command(String),
}

/// A step by what it does, without its outcome, its time and the names that it gives.
pub(super) type Source = Option<Value>;

impl Claim {
    /// Whether it is one that the task writes as a check.
    pub(super) fn is_check(&self) -> bool {
        matches!(self.demand, Demand::Check { .. })
    }
}

/// Everything that a task demands, in order.
pub(super) fn claims(side: Side<'_>) -> Vec<Claim> {
    let ops: Vec<&Op> = side.program.ops().collect();
    let sources = Sources::of(&ops);
    let mut claims: Vec<Claim> = ops
        .iter()
        .enumerate()
        .filter_map(|(at, op)| required(at, op, &sources))
        .collect();
    let checks = match &side.task.grader {
        Grader::Inline { checks } => checks,
        Grader::Server { checks, .. } => {
            claims.extend(answer(&sources));
            checks
        }
    };
    claims.extend(checks.iter().enumerate().map(|(at, check)| Claim {
        at: At::Check(at),
        demand: demand(check, &sources),
        text: say::check(check),
    }));
    claims
}

fn required(at: usize, op: &Op, sources: &Sources<'_>) -> Option<Claim> {
    if op.outcome != Outcome::Required {
        return None;
    }
    let OpKind::Protocol(protocol) = &op.kind else {
        return None;
    };
    let (demand, text) = match protocol {
        ProtocolOp::Command(command) => (Demand::Command(command.method.clone()), command.method.clone()),
        ProtocolOp::Await(awaited) => (event(awaited, sources), say::event(awaited)),
    };
    Some(Claim {
        at: At::Op(at),
        demand,
        text,
    })
}

fn event(awaited: &Await, sources: &Sources<'_>) -> Demand {
    Demand::Event {
        event: awaited.event.clone(),
        matching: resolved(awaited.matching.clone().unwrap_or_default(), &sources.saved),
        // The name of a saved session says nothing about which one it is.
        session: json!(awaited.session.as_ref().map(|session| match session {
            crate::ir::SessionRef::Saved(_) => json!("saved"),
            fixed => json!(fixed),
        })),
        time: awaited.timeout,
    }
}

/// The value that is called `answer` is the answer of a task; of protocol tasks it is the last one that was saved.
fn answer(sources: &Sources<'_>) -> Option<Claim> {
    let (at, source) = sources.saved.get("answer").cloned()?;
    Some(Claim {
        at: At::Op(at),
        text: format!("the answer, which {} reads", say::source(&source)),
        demand: Demand::Answer(Some(source)),
    })
}

fn demand(check: &Check, sources: &Sources<'_>) -> Demand {
    let subject = check.subject.as_deref().or(sources.usual(check));
    let saved = subject
        .and_then(|name| sources.saved.get(name))
        .map(|(_, source)| source.clone());
    let of_step = check
        .step
        .and_then(|step| usize::try_from(step).ok())
        .map(|step| sources.step(step));
    Demand::Check {
        kind: check.kind.clone(),
        about: json!([check.path, check.method]),
        source: of_step.or(saved),
        comparison: sources.any_of(&check.comparison),
    }
}

/// Where saved values come from.
struct Sources<'a> {
    ops: &'a [&'a Op],
    /// The last step that saves under a name.
    saved: HashMap<&'a str, (usize, Value)>,
}

impl<'a> Sources<'a> {
    fn of(ops: &'a [&'a Op]) -> Self {
        let mut saved = HashMap::new();
        for (at, op) in ops.iter().enumerate() {
            let own = op.alias.as_deref().into_iter();
            let of_protocol = saves(op).iter().map(|save| save.name.as_str());
            for name in own.chain(of_protocol) {
                let value = resolved(source(op), &saved);
                saved.insert(name, (at, value));
            }
        }
        Self { ops, saved }
    }

    /// The name that a check means when it says none.
    fn usual(&self, check: &Check) -> Option<&'static str> {
        let is_about_all = check.kind == "no_error" || check.kind.starts_with("eval_");
        let needs_value = !is_about_all && check.step.is_none() && check.method.is_none();
        (needs_value && self.saved.contains_key("value")).then_some("value")
    }

    fn step(&self, at: usize) -> Value {
        self.ops
            .get(at)
            .map_or(Value::Null, |op| resolved(source(op), &self.saved))
    }

    /// Alternatives refer to steps and names like any check.
    fn any_of(&self, comparison: &Comparison) -> Comparison {
        let Comparison::AnyOf(checks) = comparison else {
            return comparison.clone();
        };
        let resolved = checks.iter().map(|check| Check {
            label: None,
            subject: None,
            step: None,
            path: check.path.clone(),
            method: check.method.clone(),
            kind: check.kind.clone(),
            comparison: Comparison::Fields(json!([format!("{:?}", demand(check, self)),])),
        });
        Comparison::AnyOf(resolved.collect())
    }
}

fn saves(op: &Op) -> &[Save] {
    match &op.kind {
        OpKind::Protocol(ProtocolOp::Command(command)) => &command.save,
        OpKind::Protocol(ProtocolOp::Await(awaited)) => &awaited.save,
        _ => &[],
    }
}

/// What a step does, without what it is called and how long it may take.
pub(super) fn source(op: &Op) -> Value {
    let mut kind = op.kind.clone();
    match &mut kind {
        OpKind::Protocol(ProtocolOp::Command(command)) => unnamed(&mut command.save),
        OpKind::Protocol(ProtocolOp::Await(awaited)) => {
            unnamed(&mut awaited.save);
            awaited.timeout = Millis(0);
        }
        _ => {}
    }
    serde_json::to_value(&kind).unwrap_or_default()
}

/// `{saved:NAME.path}` stands for the step that saved the name, in a few digits so that long chains stay small.
fn resolved(value: Value, saved: &HashMap<&str, (usize, Value)>) -> Value {
    match value {
        Value::String(text) => {
            let inside = text
                .strip_prefix("{saved:")
                .and_then(|rest| rest.strip_suffix('}'));
            let (name, path) =
                inside.map_or(("", ""), |inside| inside.split_once('.').unwrap_or((inside, "")));
            let Some((_, source)) = saved.get(name) else {
                return Value::String(text);
            };
            let mut digits = DefaultHasher::new();
            source.to_string().hash(&mut digits);
            json!({ "saved": digits.finish(), "path": path })
        }
        Value::Array(items) => items.into_iter().map(|item| resolved(item, saved)).collect(),
        Value::Object(fields) => {
            let fields = fields
                .into_iter()
                .map(|(key, value)| (key, resolved(value, saved)));
            Value::Object(fields.collect())
        }
        value => value,
    }
}

/// What is kept of an answer counts, its name does not.
fn unnamed(saves: &mut Vec<Save>) {
    saves.retain(|save| save.from != SaveFrom::Session);
    for save in saves {
        save.name = String::new();
    }
}
