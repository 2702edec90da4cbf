//! A run from outside: cancelled, with a browser or a page that dies, with profiles, includes and other origins.

#[path = "e2e/site.rs"]
mod site;

use std::collections::BTreeMap;
use std::sync::Arc;

use aite_compiler::lower::{SourceError, Sources, compile};
use aite_runtime::deadline::{Cancellation, Canceller};
use aite_runtime::report::{CommandEnd, CommandStart, Event, RunStore};
use aite_runtime::run::{Browsers, Job, OriginRule, Settings, execute};
use aite_runtime::session::ProfileSource;
use aite_runtime::verdict::{Reason, Status};

/// One test kills whatever browser there is.
static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// Scripts that can be included.
struct Project(BTreeMap<&'static str, &'static str>);

impl Sources for Project {
    fn read(&self, path: &str) -> Result<Arc<str>, SourceError> {
        self.0
            .get(path)
            .map(|text| Arc::from(*text))
            .ok_or(SourceError::NotFound)
    }
}

async fn run(
    script: &str,
    settings: Settings,
    includes: Project,
    told: &mut dyn FnMut(&Event),
    stop: &Cancellation,
) -> (Status, Vec<Event>) {
    let _alone = ALONE.lock().await;
    let compiled = compile("scripts/x.aite", Arc::from(script), &includes);
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
    let results = tempfile::tempdir().expect("a folder");
    let store = RunStore::create(results.path(), "x.aite").expect("a results folder");
    let job = Job {
        program: &compiled.program,
        origins: &compiled.origins,
        sources: &compiled.texts,
        store: &store,
    };
    let mut browsers = Browsers::new(settings);
    let mut events = Vec::new();
    let mut keep = |event: Event| {
        told(&event);
        events.push(event);
    };
    let status = execute(job, &mut browsers, &mut keep, stop).await;
    browsers.close().await;
    (status, events)
}

fn no_includes() -> Project {
    Project(BTreeMap::new())
}

fn serve(pages: &[(&str, &str)]) -> u16 {
    let (listener, port) = site::listen();
    site::serve(
        pages
            .iter()
            .map(|(name, text)| ((*name).into(), (*text).into()))
            .collect(),
        listener,
    );
    port
}

fn ends(events: &[Event]) -> impl Iterator<Item = &CommandEnd> {
    events.iter().filter_map(|event| match event {
        Event::CommandFinished(end) => Some(&**end),
        _ => None,
    })
}

fn starts(events: &[Event]) -> impl Iterator<Item = &CommandStart> {
    events.iter().filter_map(|event| match event {
        Event::CommandStarted(start) => Some(start),
        _ => None,
    })
}

fn waiting(event: &Event) -> bool {
    matches!(event, Event::CommandStarted(start) if start.verb == "verifyNot")
}

/// Waits a minute for what does not come, then would verify.
fn patient(port: u16) -> String {
    format!(
        "test \"t\"\n  start http://localhost:{port}/\n  step \"s\"\n    verifyNot text:\"never\" timeout:1m\n    verify text:\"x\"\n  step \"later\"\n    verify text:\"x\"\n"
    )
}

/// The processes that our browsers are, with this on their command line.
fn processes(with: &str) -> Vec<i32> {
    let ours = format!("aite-{}-", std::process::id());
    let all = std::fs::read_dir("/proc").expect("Linux").flatten();
    let fits = |line: &str| line.contains(&ours) && line.contains(with);
    all.filter_map(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).ok()?;
        let id = entry.file_name().to_str()?.parse().ok()?;
        fits(&String::from_utf8_lossy(&line)).then_some(id)
    })
    .collect()
}

fn kill(process: i32) {
    if let Some(process) = rustix::process::Pid::from_raw(process) {
        let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
    }
}

#[tokio::test]
async fn a_cancelled_run_ends_in_order() {
    let port = serve(&[("index.html", "<p>x</p>")]);
    let (canceller, stop) = Canceller::new();
    let mut cancel = |event: &Event| {
        if waiting(event) {
            canceller.cancel();
        }
    };
    let (status, events) = run(
        &patient(port),
        Settings::default(),
        no_includes(),
        &mut cancel,
        &stop,
    )
    .await;
    assert_eq!(status, Status::Interrupted);
    let statuses: Vec<Status> = ends(&events).map(|end| end.status).collect();
    assert_eq!(statuses, [Status::Passed, Status::Interrupted, Status::Skipped]);
    assert!(matches!(events.last(), Some(Event::RunFinished(end)) if end.failure.is_none()));
}

#[tokio::test]
async fn a_browser_that_is_killed_ends_the_command_at_once() {
    let port = serve(&[("index.html", "<p>x</p>")]);
    let (_canceller, stop) = Canceller::new();
    let mut murder = |event: &Event| {
        if waiting(event) {
            processes("--remote-debugging-pipe").into_iter().for_each(kill);
        }
    };
    let (status, events) = run(
        &patient(port),
        Settings::default(),
        no_includes(),
        &mut murder,
        &stop,
    )
    .await;
    assert_eq!(status, Status::Failed);
    let failure = ends(&events)
        .find_map(|end| end.failure.as_ref())
        .expect("a failure");
    assert_eq!(
        (failure.reason, failure.line),
        (Reason::ConnectionLost, 4),
        "{failure:?}"
    );
}

/// The page's process dies; a browser may keep a spare one, so all of them.
fn kill_pages() {
    processes("--type=renderer").into_iter().for_each(kill);
}

#[tokio::test]
async fn a_page_whose_process_dies_ends_the_command_at_once() {
    let port = serve(&[("index.html", "<p>x</p>")]);
    let (_canceller, stop) = Canceller::new();
    let mut murder = |event: &Event| {
        if waiting(event) {
            kill_pages();
        }
    };
    let (_, events) = run(
        &patient(port),
        Settings::default(),
        no_includes(),
        &mut murder,
        &stop,
    )
    .await;
    assert_eq!(first_failure(&events), (Reason::ConnectionLost, 4));
}

#[tokio::test]
async fn a_page_whose_process_dies_while_another_is_loaded_ends_the_command_at_once() {
    let port = serve(&[("index.html", "<p>x</p>")]);
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let never = silent.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        // Accepts, so that the browser waits for the page, and lets the connection stand.
        let asked = silent.accept();
        kill_pages();
        std::thread::park();
        drop(asked);
    });
    let script = format!(
        "test \"t\"\n  start http://localhost:{port}/\n  step \"s\"\n    goto http://127.0.0.1:{never}/ timeout:1m\n"
    );
    let (_canceller, stop) = Canceller::new();
    let (_, events) = run(&script, Settings::default(), no_includes(), &mut |_| {}, &stop).await;
    assert_eq!(first_failure(&events), (Reason::ConnectionLost, 4));
}

fn first_failure(events: &[Event]) -> (Reason, u32) {
    let failure = ends(events).find_map(|end| end.failure.as_ref());
    let failure = failure.expect("a failure");
    (failure.reason, failure.line)
}

#[tokio::test]
async fn two_profiles_do_not_share_what_they_know() {
    let port = serve(&[(
        "index.html",
        "<p id=p></p><script>p.textContent = 'was ' + localStorage.x; localStorage.x = 'here'</script>",
    )]);
    let script = format!(
        "test \"t\"\n  needs session a\n  needs session b\n  start http://localhost:{port}/\n  step \"s\"\n    goto http://localhost:{port}/\n    verify text:\"was here\"\n    goto http://localhost:{port}/ on:b\n    verify text:\"was undefined\" on:b\n"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let profiles = [
        (
            "a".to_owned(),
            ProfileSource {
                folder: Some(folder.path().join("a")),
                storage_state: None,
            },
        ),
        ("b".to_owned(), ProfileSource::default()),
    ];
    let settings = Settings {
        profiles: profiles.into(),
        ..Settings::default()
    };
    let (_canceller, stop) = Canceller::new();
    let (status, events) = run(&script, settings, no_includes(), &mut |_| {}, &stop).await;
    assert_eq!(status, Status::Passed, "{events:?}");
    let by: Vec<&str> = starts(&events)
        .filter_map(|start| start.profile.as_deref())
        .collect();
    assert_eq!(by, ["a", "a", "a", "b", "b"]);
    assert!(folder.path().join("a").is_dir());
}

#[tokio::test]
async fn includes_have_their_own_variables_and_lines_and_origins_are_replaced() {
    let port = serve(&[("index.html", "<p>one</p>")]);
    let included =
        "test \"inner\"\n  step \"s\"\n    set b \"${a}\"\n    set a \"two\"\n    verify text:\"${b}\"\n";
    let script = "test \"t\"\n  start https://shop.test/\n  step \"s\"\n    set a \"one\"\n    run scripts/inner.aite\n    verify text:\"${a}\"\n";
    let rule = OriginRule {
        from: "https://shop.test".into(),
        to: format!("http://localhost:{port}"),
    };
    let settings = Settings {
        origins: vec![rule],
        ..Settings::default()
    };
    let (_canceller, stop) = Canceller::new();
    let includes = Project(BTreeMap::from([("scripts/inner.aite", included)]));
    let (status, events) = run(script, settings, includes, &mut |_| {}, &stop).await;
    assert_eq!(status, Status::Passed, "{events:?}");
    let places: Vec<(&str, u32)> = starts(&events)
        .map(|start| (start.file.as_str(), start.line))
        .collect();
    let (outer, inner) = ("scripts/x.aite", "scripts/inner.aite");
    assert_eq!(
        places,
        [
            (outer, 2),
            (outer, 4),
            (inner, 3),
            (inner, 4),
            (inner, 5),
            (outer, 6)
        ]
    );
    assert!(starts(&events).any(|start| start.source == "set b \"${a}\""));
}
