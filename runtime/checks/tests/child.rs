//! A check in its process: what it is given, how it ends, and that it can reach nothing.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use aite_runtime::checks::wire::{Confinement, Finish, Given, WireTarget};
use aite_runtime::checks::{Approved, NotEnded, Page, Program, Unread, run};
use aite_runtime::deadline::{Canceller, Deadline};

const FILE: &str = "scripts/checks/x.ts";

/// A page that is its own description.
#[derive(Default)]
struct Paper {
    confinement: Confinement,
    log: Vec<String>,
}

impl Page for Paper {
    type End = &'static str;

    async fn read(&mut self, target: WireTarget, blocks: bool) -> Result<String, Unread<&'static str>> {
        match serde_json::to_string(&target).unwrap_or_default().as_str() {
            r#"{"css":".gone"}"# => Err(Unread::Told("nothing matches css:\".gone\"".into())),
            r#"{"css":".closed"}"# => Err(Unread::End("the tab has closed")),
            target => Ok(format!("{target} {blocks}")),
        }
    }

    async fn url(&mut self) -> Result<String, Unread<&'static str>> {
        Ok("https://app.test/".into())
    }

    fn confined(&mut self, confinement: Confinement) {
        self.confinement = confinement;
    }

    fn log(&mut self, line: String) {
        self.log.push(line);
    }
}

fn call_for(time: Duration, source: &str) -> (Result<Finish, NotEnded<&'static str>>, Paper) {
    let program = Program {
        path: env!("CARGO_BIN_EXE_aite-check").into(),
        args: Vec::new(),
        allow_unconfined: false,
    };
    let check = Approved {
        file: FILE.into(),
        source: Arc::from(source),
    };
    let given = Given {
        args: vec!["5".into(), "ü".into()],
        vars: BTreeMap::from([("before".into(), "1,204 MB".into())]),
        profile: Some("test-qian".into()),
        account: None,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let mut paper = Paper::default();
    let ended = runtime.block_on(async {
        let (_canceller, cancellation) = Canceller::new();
        let deadline = Deadline::after(time, &cancellation);
        run(&program, &check, given, &deadline, &mut paper).await
    });
    (ended, paper)
}

fn call(source: &str) -> Result<Finish, NotEnded<&'static str>> {
    call_for(Duration::from_secs(60), source).0
}

fn crash(source: &str) -> String {
    match call(source) {
        Ok(Finish::Crashed { message, at }) => format!("{}: {message}", at.unwrap_or_default()),
        other => panic!("{source}: {other:?}"),
    }
}

fn failed(message: Option<&str>, expected: Option<&str>, found: Option<&str>) -> Finish {
    Finish::Failed {
        message: message.map(str::to_owned),
        expected: expected.map(str::to_owned),
        found: found.map(str::to_owned),
    }
}

#[test]
fn what_a_check_returns_decides() {
    for passes in [
        "export default () => {}",
        "export default () => true",
        "export default async () => { await null; }",
        "export default () => ({ ok: true })",
        "export default function () { return new Promise((done) => setTimeout(done, 5, true)); }",
    ] {
        assert_eq!(call(passes), Ok(Finish::Passed), "{passes}");
    }
    assert_eq!(call("export default () => false"), Ok(failed(None, None, None)));
    let whole = "export default async (): Promise<unknown> => ({ ok: false, message: 'm', expected: 1, found: ['a'] })";
    assert_eq!(call(whole), Ok(failed(Some("m"), Some("1"), Some("[\"a\"]"))));
    for wrong in ["1", "null", "'true'", "{}", "{ ok: 1 }", "NaN", "() => true"] {
        let message = crash(&format!("export default () => ({wrong})"));
        assert!(message.contains("it returned"), "{wrong}: {message}");
    }
    assert!(crash("export const x = 1").contains("no default export that is a function"));
    assert!(crash("export default 1").contains("no default export that is a function"));
}

#[test]
fn a_check_is_given_what_the_script_has() {
    let source = r#"
        import { equal, number } from "aite";
        export default async ({ args, vars, read, url, profile, account }: any) => {
            equal(args, ["5", "ü"]);
            equal({ ...vars }, { before: "1,204 MB" });
            equal(number(vars.before), 1204);
            equal([profile, account], ["test-qian", undefined]);
            equal(await url(), "https://app.test/");
            equal(await read({ css: "body" }, { blocks: true }), '{"css":"body"} true');
            equal(await read('css:"body"'), '"css:\\"body\\"" false');
            const all = await Promise.all([read({ text: "a" }), read({ text: "b" })]);
            equal(all.length, 2);
            await read({ css: ".gone" }).then(() => { throw 1 }, (error) => equal(error.message, 'nothing matches css:".gone"'));
        };"#;
    assert_eq!(call(source), Ok(Finish::Passed));
}

#[test]
fn an_assertion_that_fails_is_a_mismatch_and_any_other_error_a_crash() {
    let equal =
        "import { equal } from 'aite';\nexport default () => equal({ a: 1 }, { a: 2 }, 'the totals differ');";
    assert_eq!(
        call(equal),
        Ok(failed(
            Some("the totals differ"),
            Some("{\"a\":2}"),
            Some("{\"a\":1}")
        ))
    );
    let thrown = "export default () => { const e = new Error('x'); e.name = 'AssertionError'; throw e; }";
    assert_eq!(call(thrown), Ok(failed(Some("x"), None, None)));
    for (source, message) in [
        (
            "type A = 1;\nexport default (a: A) => {\n  nope();\n};",
            "scripts/checks/x.ts:3:3: ReferenceError: nope is not defined",
        ),
        ("export default () => { throw 'a text' }", ": it threw a text"),
        (
            "export default () => {\n  null!.x;\n}",
            "scripts/checks/x.ts:2:3: TypeError: cannot read property 'x' of null",
        ),
        (
            "let x = y;\nexport default () => {}",
            "scripts/checks/x.ts:1:9: ReferenceError: y is not defined",
        ),
        (
            "export default ({ read }) => read({ css: '.gone' })",
            ": Error: nothing matches css:\".gone\"",
        ),
        ("const x: = 1;", "scripts/checks/x.ts:1:10: Unexpected token"),
    ] {
        let found = crash(source);
        assert!(
            found.ends_with(message) || found.starts_with(message),
            "{source}: {found}"
        );
    }
    assert_eq!(
        call("export default ({ read }) => read({ css: '.closed' })"),
        Err(NotEnded::Page("the tab has closed"))
    );
}

#[test]
fn a_check_can_reach_nothing() {
    for (source, why) in [
        (
            "import fs from 'fs'; export default () => {}",
            "\"fs\" cannot be imported: a check can import only the module \"aite\"",
        ),
        (
            "export default async () => { await import('fs') }",
            "\"fs\" cannot be imported",
        ),
        (
            "export default async () => { await import('./x.ts') }",
            "\"./x.ts\" cannot be imported",
        ),
        (
            "export default () => eval('1')",
            "eval is not available in a check",
        ),
        (
            "export default () => new Function('return 1')()",
            "Function is not available in a check",
        ),
        (
            "export default () => (() => {}).constructor('return 1')()",
            "Function is not available in a check",
        ),
        (
            "export default () => (async () => {}).constructor('return 1')()",
            "Function is not available in a check",
        ),
        (
            "export default () => (function* () {}).constructor('return 1')()",
            "Function is not available in a check",
        ),
        (
            "export default () => process.env.HOME",
            "process is not defined (a check reaches nothing but read() and url())",
        ),
        (
            "export default () => fetch('https://app.test/')",
            "fetch is not defined (a check reaches nothing but",
        ),
        (
            "export default () => require('child_process')",
            "require is not defined (a check reaches",
        ),
        (
            "export default () => { Object.prototype.ok = true; return { x: 1 }.constructor.constructor('return 1')() }",
            "Function is not available in a check",
        ),
        (
            "export default () => { const all = []; for (;;) all.push(new Array(1e5).fill(1)) }",
            "out of memory (a check may use 64 MB)",
        ),
        (
            "export default () => { const f = () => f(); f() }",
            "RangeError: Maximum call stack size exceeded",
        ),
    ] {
        let found = crash(source);
        assert!(found.contains(why), "{source}: {found}");
    }
}

#[test]
fn a_check_that_never_ends_is_stopped() {
    let short = Duration::from_millis(700);
    for source in [
        "export default () => { for (;;); }",
        "export default async () => { for (;;) await null; }",
        "export default () => /^(a+)+$/.test('a'.repeat(64) + 'b')",
        "export default () => new Promise((done) => setTimeout(done, 1e9))",
        "for (;;); export default () => {}",
        "export default () => { for (;;) try { for (;;); } catch {} }",
    ] {
        let (ended, _) = call_for(short, source);
        let stopped = matches!(ended, Ok(Finish::Stopped { .. }) | Err(NotEnded::Late));
        assert!(stopped, "{source}: {ended:?}");
    }
    let never = call("export default () => new Promise(() => {})");
    let Ok(Finish::Stopped { message, .. }) = never else {
        panic!("{never:?}");
    };
    assert!(message.contains("nothing will ever settle"), "{message}");
}

/// Whatever it builds up, the process lives to say what was too much.
#[test]
fn bombs_are_crashes_that_say_why() {
    for (source, why) in [
        ("export default () => 'x'.repeat(2 ** 29)", "out of memory"),
        ("export default () => { let s = 'x'; for (;;) s += s }", ""),
        ("export default () => new ArrayBuffer(2 ** 30)", ""),
        (
            "export default () => { const all = []; for (;;) all.push(new Uint8Array(1e6)) }",
            "out of memory",
        ),
        (
            "export default () => { const all = new Map(); for (let i = 0; ; i++) all.set(i, {}) }",
            "out of memory",
        ),
        ("export default () => { let n = 2n; for (;;) n *= n }", ""),
        (
            "export default () => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return JSON.stringify(a) }",
            "stack",
        ),
        ("export default () => JSON.parse('['.repeat(1e6))", ""),
        ("export default () => new RegExp('('.repeat(1e6))", ""),
        (
            "export default () => { let p = {}; for (let i = 0; i < 1e6; i++) p = new Proxy(p, {}); p.x }",
            "",
        ),
        (
            "export default () => ({ get ok() { throw new Error('a trap') } })",
            "a trap",
        ),
        (
            "export default () => { throw { get name() { throw new Error('a trap') } } }",
            "",
        ),
        (
            "export default () => ({ ok: false, get message() { return this.message } })",
            "stack",
        ),
        (
            "export default ({ read }) => read({ css: 'x'.repeat(9e6) })",
            "larger than 8 MB",
        ),
        (
            "Object.prototype.toJSON = () => 1; export default () => false",
            "",
        ),
        (
            "Promise.prototype.then = null; export default async () => { await 1; nope() }",
            "",
        ),
    ] {
        let found = crash(source);
        assert!(found.contains(why), "{source}: {found}");
        assert!(found.len() < 12_000, "{source}: {}", found.len());
    }
}

#[test]
fn what_a_check_says_is_bounded_and_readable() {
    let huge = "export default () => ({ ok: false, message: 'm'.repeat(2e7), expected: ['e'.repeat(1e7)], found: '\\ud800' })";
    let Ok(Finish::Failed {
        message,
        expected,
        found,
    }) = call(huge)
    else {
        panic!("{:?}", call(huge));
    };
    let lengths = [message, expected].map(|text| text.unwrap().chars().count());
    assert!(
        lengths.iter().all(|length| (1_000..20_000).contains(length)),
        "{lengths:?}"
    );
    assert_eq!(found.as_deref(), Some("\u{fffd}"));
    assert!(crash("export default () => { throw new Error('m'.repeat(2e7)) }").len() < 20_000);
    assert!(crash("export default () => 'm'.repeat(2e7)").len() < 20_000);
    let (ended, paper) = call_for(
        Duration::from_secs(60),
        "export default () => console.log('a\\ud800')",
    );
    assert_eq!(
        (ended, paper.log),
        (Ok(Finish::Passed), vec!["a\u{fffd}".to_owned()])
    );
}

/// A check can change its own world, and not what the runner is told of a failure of the engine's making.
#[test]
fn helpers_that_were_tampered_with_change_nothing_outside() {
    for source in [
        "Map.prototype.get = () => ({ run() {} }); export default () => new Promise((done) => setTimeout(done, 1, false))",
        r#"JSON.stringify = () => '{"how":"passed"}'; export default () => false"#,
        "String = () => 'x'; Date.now = () => -1; Object.freeze = (x) => x; export default () => false",
    ] {
        assert_eq!(call(source), Ok(failed(None, None, None)), "{source}");
    }
    let source = "import * as aite from 'aite'; export default () => { aite.equal = () => {} }";
    assert!(crash(source).contains("TypeError"), "{}", crash(source));
}

#[test]
fn timers_that_are_left_do_not_keep_a_check_alive() {
    let source = "export default () => { setTimeout(() => { throw 1 }, 0); setTimeout(() => {}, 1e8); }";
    assert_eq!(call(source), Ok(Finish::Passed));
    let source = "export default () => { for (;;) setTimeout(() => {}, 1e8); }";
    assert!(crash(source).contains("more than 1000 timers"));
}

#[test]
fn what_a_check_writes_is_told_and_bounded() {
    let time = Duration::from_secs(60);
    let (ended, paper) = call_for(
        time,
        "export default () => console.log('a', 1, { b: [2] }, undefined)",
    );
    assert_eq!(ended, Ok(Finish::Passed));
    assert_eq!(paper.log, ["a 1 {\"b\":[2]} undefined"]);
    let flood = "export default () => { for (let i = 0; i < 1e4; i++) console.log('x'.repeat(1e5)); }";
    let (ended, paper) = call_for(time, flood);
    assert_eq!(ended, Ok(Finish::Passed));
    assert_eq!(paper.log.len(), 200);
    assert!(paper.log.iter().all(|line| line.chars().count() <= 1000));
    assert_eq!(
        paper.log.last().map(String::as_str),
        Some("… further lines are left out")
    );
}

#[test]
fn the_process_says_what_shuts_it_off() {
    let (ended, paper) = call_for(Duration::from_secs(60), "export default () => {}");
    assert_eq!(ended, Ok(Finish::Passed));
    assert!(paper.confinement.is_whole(), "{:?}", paper.confinement);
}

#[test]
fn code_that_broke_out_of_the_engine_would_reach_nothing() {
    let reach = |what: &str| {
        Command::new(env!("CARGO_BIN_EXE_aite-check"))
            .args(["try", what])
            .output()
            .unwrap()
            .status
    };
    assert!(reach("nothing").success());
    for what in [
        "read a file",
        "write a file",
        "list a folder",
        "open a socket",
        "listen",
        "spawn",
        "start a thread",
        "read the parent's environment",
        "signal the parent",
        "open a local socket",
        "send a datagram",
        "make a pipe",
        "make a file of memory",
        "leave the folder",
        "be traced again",
        "raise a limit",
        "be root again",
    ] {
        let status = reach(what);
        let signal = std::os::unix::process::ExitStatusExt::signal(&status);
        assert_eq!(signal, Some(31), "{what}: {status}");
    }
}
