//! Scripts run on a real Chromium. The cases are data in `fixtures/e2e`, one test for each topic.

mod case;
mod judge;
mod site;

use std::path::Path;
use std::sync::Arc;

use aite_compiler::lower::{NoSources, compile};
use aite_runtime::deadline::Canceller;
use aite_runtime::report::{Event, RunStore};
use aite_runtime::run::{Browsers, Job, Settings, execute};

use case::Case;

/// What a run said.
pub(crate) struct Told {
    pub(crate) events: Vec<Event>,
    pub(crate) took_ms: u64,
    /// What was expected, with the ports filled in.
    pub(crate) expect: Vec<String>,
}

async fn run(case: &Case, browsers: &mut Browsers, results: &Path) -> Told {
    let (listener, port) = site::listen();
    // Nobody listens there any more.
    let down = site::listen().1.to_string();
    let fill = |text: &str| text.replace("{PORT}", &port.to_string()).replace("{DOWN}", &down);
    site::serve(
        case.pages
            .iter()
            .map(|(name, text)| (name.clone(), fill(text)))
            .collect(),
        listener,
    );
    let compiled = compile("scripts/x.aite", Arc::from(fill(&case.script)), &NoSources);
    assert!(
        !compiled.has_errors(),
        "{}: {:?}",
        case.name,
        compiled.diagnostics
    );
    let store = RunStore::create(results, "x.aite").expect("a results folder");
    let job = Job {
        program: &compiled.program,
        origins: &compiled.origins,
        sources: &compiled.texts,
        store: &store,
    };
    let (_canceller, cancellation) = Canceller::new();
    let mut events = Vec::new();
    let status = execute(job, browsers, &mut |event| events.push(event), &cancellation).await;
    let Some(Event::RunFinished(end)) = events.last() else {
        panic!("{}: no end", case.name)
    };
    assert_eq!(end.status, status, "{}", case.name);
    let took_ms = end.duration_ms;
    let expect = case.expect.iter().map(|line| fill(line)).collect();
    Told {
        events,
        took_ms,
        expect,
    }
}

/// Runs all cases of a topic, all of them before the first failure is told. `AITE_CASE` picks by a part of the name.
#[tokio::main(flavor = "current_thread")]
async fn topic(name: &str) {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/e2e");
    let text = std::fs::read_to_string(fixtures.join(format!("{name}.cases"))).expect("a file of cases");
    let cases = case::read(&text);
    assert!(!cases.is_empty(), "{name} has no cases");
    let only = std::env::var("AITE_CASE").unwrap_or_default();
    let results = tempfile::tempdir().expect("a folder");
    let mut browsers = Browsers::new(Settings::default());
    let mut wrong = Vec::new();
    for case in cases.iter().filter(|case| case.name.contains(&only)) {
        let told = run(case, &mut browsers, results.path()).await;
        wrong.extend(
            judge::judge(case, &told)
                .into_iter()
                .map(|what| format!("{}: {what}", case.name)),
        );
    }
    browsers.close().await;
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

macro_rules! topics {
    ($($name:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            topic(stringify!($name));
        })*
    };
}

topics! {
    click, verify, verify_not, type_text, press, check, select, drag, wait, navigate, tabs, download, dialog, frame, shadow, run_whole,
}
