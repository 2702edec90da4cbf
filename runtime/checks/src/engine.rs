//! QuickJS around one check.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use aite_runtime::checks::wire::{Finish, FromCheck, Given, WireTarget};
use rquickjs::loader::{ImportAttributes, Loader, Resolver};
use rquickjs::module::Declared;
use rquickjs::{
    CatchResultExt, Context, Ctx, Error, Exception, Function, Module, Object, Promise, Runtime, Value,
};

use crate::channel::Channel;
use crate::location;
use crate::strip::{HELPERS, cannot_import};

/// What a check may hold.
const MEMORY: usize = 64 << 20;
/// What its calls may take of the process's stack, which is larger.
const STACK: usize = 1 << 20;

const PRELUDE: &str = include_str!("js/prelude.js");
const HELPER_MODULE: &str = include_str!("js/aite.js");

/// Runs a check's JavaScript; says how it ended.
pub(crate) fn run(
    file: &str,
    script: &str,
    given: &Given,
    channel: &Rc<RefCell<Channel>>,
    deadline: Instant,
) -> Finish {
    let late = Rc::new(Cell::new(false));
    let check = Check {
        file,
        late: Rc::clone(&late),
        deadline,
    };
    let prepared = Runtime::new().and_then(|runtime| {
        runtime.set_memory_limit(MEMORY);
        runtime.set_max_stack_size(STACK);
        runtime.set_loader(OnlyHelpers, OnlyHelpers);
        runtime.set_interrupt_handler(Some(Box::new(move || {
            let passed = Instant::now() >= deadline;
            if passed {
                late.set(true);
            }
            passed
        })));
        let context = Context::full(&runtime)?;
        Ok((runtime, context))
    });
    match prepared {
        // The runtime must outlive its context.
        Ok((_runtime, context)) => context.with(|ctx| check.run(&ctx, script, given, channel)),
        Err(error) => Finish::Crashed {
            message: format!("the engine cannot be started: {error}"),
            at: None,
        },
    }
}

struct Check<'a> {
    file: &'a str,
    late: Rc<Cell<bool>>,
    deadline: Instant,
}

/// What waiting for a promise can end with.
enum Settled<'js> {
    With(rquickjs::Result<Value<'js>>),
    /// Nothing will ever settle it.
    Never,
    Late,
}

impl Check<'_> {
    fn run(&self, ctx: &Ctx<'_>, script: &str, given: &Given, channel: &Rc<RefCell<Channel>>) -> Finish {
        let prelude = match prelude(ctx, channel) {
            Ok(prelude) => prelude,
            Err(error) => return self.broken(ctx, &error),
        };
        match self.call(ctx, &prelude, script, given) {
            Ok(finish) => finish,
            Err(error) => self.escaped(ctx, &prelude, &error),
        }
    }

    fn call<'js>(
        &self,
        ctx: &Ctx<'js>,
        prelude: &Object<'js>,
        script: &str,
        given: &Given,
    ) -> rquickjs::Result<Finish> {
        let module = Module::declare(ctx.clone(), self.file, script)?;
        let (module, loaded) = module.eval()?;
        match self.settle(ctx, prelude, &loaded) {
            Settled::With(loaded) => drop(loaded?),
            Settled::Never => return Ok(self.never()),
            Settled::Late => return Ok(self.stopped(None)),
        }
        let Some(check) = module
            .get::<_, Value<'_>>("default")
            .ok()
            .and_then(Value::into_function)
        else {
            return Ok(Finish::Crashed {
                message: "it has no default export that is a function".to_owned(),
                at: Some(format!("{}:1:1", self.file)),
            });
        };
        let given = serde_json::to_string(given).map_err(|error| {
            Exception::throw_message(ctx, &format!("the values that are given cannot be told: {error}"))
        })?;
        let given = ctx.json_parse(given)?;
        let run: Function<'_> = prelude.get("run")?;
        let ended: Promise<'_> = run.call((check, given))?;
        match self.settle(ctx, prelude, &ended) {
            Settled::With(ended) => {
                let told = ended?.get::<String>()?;
                Ok(self.finish(&told))
            }
            Settled::Never => Ok(self.never()),
            Settled::Late => Ok(self.stopped(None)),
        }
    }

    /// Does what is to be done until a promise is settled.
    fn settle<'js>(&self, ctx: &Ctx<'js>, prelude: &Object<'js>, promise: &Promise<'js>) -> Settled<'js> {
        loop {
            if self.late.get() || Instant::now() >= self.deadline {
                return Settled::Late;
            }
            if let Some(result) = promise.result::<Value<'js>>() {
                return Settled::With(result);
            }
            if ctx.execute_pending_job() {
                continue;
            }
            match self.timer(prelude) {
                Ok(true) => {}
                Ok(false) => return Settled::Never,
                Err(error) => return Settled::With(Err(error)),
            }
        }
    }

    /// Waits for the next timer and runs it; false when there is none.
    fn timer(&self, prelude: &Object<'_>) -> rquickjs::Result<bool> {
        let wait: f64 = prelude.get::<_, Function<'_>>("wait")?.call(())?;
        if wait < 0.0 {
            return Ok(false);
        }
        let left = self.deadline.saturating_duration_since(Instant::now());
        let wait = Duration::try_from_secs_f64(wait / 1000.0).unwrap_or(left);
        thread::sleep(wait.min(left));
        if wait < left {
            prelude.get::<_, Function<'_>>("fire")?.call::<_, ()>(())?;
        }
        Ok(true)
    }

    /// What the prelude tells of the end, which is JSON of ours.
    fn finish(&self, told: &str) -> Finish {
        let stack = serde_json::from_str::<serde_json::Value>(told)
            .ok()
            .and_then(|told| Some(told.get("stack")?.as_str()?.to_owned()));
        match serde_json::from_str(told) {
            Ok(Finish::Crashed { message, .. }) => {
                let at = stack.and_then(|stack| location::first_in(self.file, &stack));
                crashed(message, at)
            }
            Ok(finish) => finish,
            Err(error) => crashed(error.to_string(), None),
        }
    }

    /// Something was thrown past everything that catches.
    fn escaped<'js>(&self, ctx: &Ctx<'js>, prelude: &Object<'js>, error: &Error) -> Finish {
        let thrown = if error.is_exception() {
            ctx.catch()
        } else {
            Value::new_undefined(ctx.clone())
        };
        if self.late.get() {
            let at = thrown
                .as_exception()
                .and_then(Exception::stack)
                .and_then(|stack| location::first_in(self.file, &stack));
            return self.stopped(at);
        }
        let told = prelude
            .get::<_, Function<'_>>("thrown")
            .and_then(|tell| tell.call::<_, String>((thrown,)));
        match (error.is_exception(), told) {
            (true, Ok(told)) => self.finish(&told),
            _ => self.broken(ctx, error),
        }
    }

    fn broken(&self, ctx: &Ctx<'_>, error: &Error) -> Finish {
        let detail = Err::<(), _>(Error::Exception).catch(ctx).err();
        crashed(
            detail.map_or(error.to_string(), |detail| detail.to_string()),
            None,
        )
    }

    fn never(&self) -> Finish {
        Finish::Stopped {
            message: "it waits for a promise that nothing will ever settle".to_owned(),
            at: None,
        }
    }

    fn stopped(&self, at: Option<String>) -> Finish {
        Finish::Stopped {
            message: "its time was over before it ended".to_owned(),
            at,
        }
    }
}

/// A crash, with what a person needs to know about limits that were met.
fn crashed(message: String, at: Option<String>) -> Finish {
    let missing = [
        "fetch",
        "XMLHttpRequest",
        "WebSocket",
        "require",
        "process",
        "Deno",
        "document",
        "window",
    ];
    let hint = if message.contains("out of memory") {
        Some(format!("a check may use {} MB", MEMORY >> 20))
    } else if message == "it threw null" {
        // The engine does, when not even its error fits.
        Some(format!(
            "the engine does so when it is out of memory: a check may use {} MB",
            MEMORY >> 20
        ))
    } else if missing
        .iter()
        .any(|name| message.contains(&format!("{name} is not defined")))
    {
        Some("a check reaches nothing but read() and url()".to_owned())
    } else {
        None
    };
    Finish::Crashed {
        message: match hint {
            Some(hint) => format!("{message} ({hint})"),
            None => message,
        },
        at,
    }
}

/// Makes what surrounds a check.
fn prelude<'js>(ctx: &Ctx<'js>, channel: &Rc<RefCell<Channel>>) -> rquickjs::Result<Object<'js>> {
    let native = Object::new(ctx.clone())?;
    let (reads, urls, logs) = (Rc::clone(channel), Rc::clone(channel), Rc::clone(channel));
    native.set(
        "read",
        Function::new(ctx.clone(), move |ctx: Ctx<'js>, target: String, blocks: bool| {
            let target = serde_json::from_str::<WireTarget>(&target).map_err(|_| {
                Exception::throw_type(&ctx, "read needs a target, for example { css: \"body\" }")
            })?;
            let answer = reads.borrow_mut().ask(&FromCheck::Read { target, blocks });
            answer.map_err(|message| Exception::throw_message(&ctx, &message))
        })?,
    )?;
    native.set(
        "url",
        Function::new(ctx.clone(), move |ctx: Ctx<'js>| {
            let answer = urls.borrow_mut().ask(&FromCheck::Url);
            answer.map_err(|message| Exception::throw_message(&ctx, &message))
        })?,
    )?;
    native.set(
        "log",
        Function::new(ctx.clone(), move |line: String| logs.borrow_mut().log(&line))?,
    )?;
    ctx.eval::<Function<'js>, _>(PRELUDE)?.call((native,))
}

/// Finds the helper module and nothing else.
struct OnlyHelpers;

impl Resolver for OnlyHelpers {
    fn resolve<'js>(
        &mut self,
        ctx: &Ctx<'js>,
        _base: &str,
        name: &str,
        _attributes: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<String> {
        match name {
            HELPERS => Ok(name.to_owned()),
            name => Err(Exception::throw_message(ctx, &cannot_import(name))),
        }
    }
}

impl Loader for OnlyHelpers {
    fn load<'js>(
        &mut self,
        ctx: &Ctx<'js>,
        name: &str,
        _attributes: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<Module<'js, Declared>> {
        Module::declare(ctx.clone(), name, HELPER_MODULE)
    }
}
