//! Sessions on a real Chromium: storage that is there before the first page, profiles that die alone, a person's browser.

#[path = "e2e/site.rs"]
mod site;
mod support;

use std::sync::Arc;

use aite_compiler::lower::{NoSources, compile};
use aite_runtime::checks::Checks;
use aite_runtime::deadline::Canceller;
use aite_runtime::engine::{Chromium, Options, Search, profile_user};
use aite_runtime::report::{CommandEnd, Event, RunStore};
use aite_runtime::run::{Browsers, Job, Settings, execute};
use aite_runtime::session::{ProfileSource, SignIn, SignedIn, StorageState, sign_in};
use aite_runtime::verdict::{Reason, SessionVerdict, Status};

async fn run(browsers: &mut Browsers, script: &str, told: &mut dyn FnMut(&Event)) -> (Status, Vec<Event>) {
    let compiled = compile("x.aite", Arc::from(script), &NoSources);
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
    let results = tempfile::tempdir().expect("a folder");
    let store = RunStore::create(results.path(), "x.aite").expect("a results folder");
    let job = Job {
        program: &compiled.program,
        origins: &compiled.origins,
        sources: &compiled.texts,
        store: &store,
    };
    let mut events = Vec::new();
    let mut keep = |event: Event| {
        told(&event);
        events.push(event);
    };
    let (_canceller, stop) = Canceller::new();
    let status = support::soon(execute(job, browsers, &mut keep, &stop)).await;
    (status, events)
}

fn serve(page: &str) -> u16 {
    let (listener, port) = site::listen();
    site::serve([("index.html".to_owned(), page.to_owned())].into(), listener);
    port
}

fn settings(profiles: impl IntoIterator<Item = (&'static str, ProfileSource)>) -> Settings {
    Settings {
        profiles: profiles
            .into_iter()
            .map(|(name, source)| (name.to_owned(), source))
            .collect(),
        ..Settings::default()
    }
}

fn failures(events: &[Event]) -> Vec<&CommandEnd> {
    let ends = events.iter().filter_map(|event| match event {
        Event::CommandFinished(end) => Some(&**end),
        _ => None,
    });
    ends.filter(|end| end.status == Status::Failed).collect()
}

#[tokio::test]
async fn a_storage_state_is_there_before_the_first_page_and_anew_for_every_script() {
    let port = serve(
        "<p id=p></p><script>p.textContent = document.cookie + ' ' + localStorage.who + ' ' + localStorage.length;\
         document.cookie = 'sid=gone'; localStorage.clear();</script>",
    );
    let state = format!(
        r#"{{"cookies": [{{"name": "sid", "value": "secret-1", "domain": "localhost", "path": "/", "expires": -1}},
            {{"name": "other", "value": "secret-2", "domain": "elsewhere.test", "path": "/", "secure": true}}],
           "origins": [{{"origin": "http://localhost:{port}", "localStorage": [{{"name": "who", "value": "anna"}}]}},
            {{"origin": "https://elsewhere.test", "localStorage": [{{"name": "who", "value": "ben"}}]}}]}}"#
    );
    let source = ProfileSource {
        folder: None,
        storage_state: Some(Arc::new(StorageState::parse(&state).expect("a state"))),
    };
    let mut browsers = Browsers::new(settings([("anna", source)]));
    let script = format!(
        "test \"t\"\n  needs session anna\n  start http://localhost:{port}/\n  step \"s\"\n    verify text:\"sid=secret-1 anna 1\" timeout:5s\n    goto http://localhost:{port}/\n    verify text:\"sid=gone undefined 0\" timeout:5s\n"
    );
    for _ in 0..2 {
        let (status, events) = run(&mut browsers, &script, &mut |_| {}).await;
        assert_eq!(status, Status::Passed, "{events:#?}");
    }
    browsers.close().await;
}

#[tokio::test]
async fn a_start_page_that_does_not_say_who_is_signed_in_is_let_go_on_and_one_that_says_another_is_not() {
    let accounts = [("anna".to_owned(), "@anna".to_owned())];
    let checks = Checks {
        accounts: accounts.into(),
        ..Checks::default()
    };
    let mut browsers = Browsers::new(Settings {
        judge_sessions: true,
        checks: Arc::new(checks),
        ..settings([])
    });
    for (page, verdict, status) in [
        ("<p>here</p>", SessionVerdict::Unknown, Status::Passed),
        ("", SessionVerdict::Unknown, Status::Failed),
        ("<p>here</p><p>@ben</p>", SessionVerdict::Wrong, Status::Failed),
        ("<p>here</p><p>anna</p>", SessionVerdict::Right, Status::Passed),
    ] {
        let port = serve(page);
        let script = format!(
            "test \"t\"\n  needs session anna\n  start http://localhost:{port}/\n  step \"s\"\n    verify text:\"here\" timeout:100ms\n"
        );
        let (ended, events) = run(&mut browsers, &script, &mut |_| {}).await;
        let judged = events.iter().filter_map(|event| match event {
            Event::SessionJudged(judged) => Some(judged.verdict),
            _ => None,
        });
        assert_eq!(judged.collect::<Vec<_>>(), [verdict], "{page}: {events:#?}");
        assert_eq!(ended, status, "{page}: {events:#?}");
        let on_start = failures(&events).iter().any(|end| end.step.is_none());
        assert_eq!(on_start, verdict == SessionVerdict::Wrong, "{page}");
    }
    browsers.close().await;
}

#[tokio::test]
async fn a_profile_whose_browser_dies_fails_only_its_own_commands() {
    let port = serve("<p>here</p>");
    let folder = tempfile::tempdir().expect("a folder");
    let source = ProfileSource {
        folder: Some(folder.path().join("dies")),
        storage_state: None,
    };
    let mut browsers = Browsers::new(settings([("lives", ProfileSource::default()), ("dies", source)]));
    let script = format!(
        "test \"t\"\n  needs session lives\n  needs session dies\n  start http://localhost:{port}/\n  step \"s\"\n    goto http://localhost:{port}/ on:dies\n    screenshot \"now\"\n    verify text:\"here\"\n    verify text:\"here\" on:dies\n"
    );
    let mut kill = |event: &Event| {
        if matches!(event, Event::CommandStarted(start) if start.verb == "screenshot") {
            let process = profile_user(&folder.path().join("dies")).expect("its browser runs");
            support::signal(process.unsigned_abs(), rustix::process::Signal::KILL);
        }
    };
    let (status, events) = run(&mut browsers, &script, &mut kill).await;
    browsers.close().await;
    assert_eq!(status, Status::Failed, "{events:#?}");
    let failed = failures(&events);
    let failure = failed
        .first()
        .and_then(|end| end.failure.as_ref())
        .expect("a failure");
    assert_eq!(
        (failed.len(), failure.reason, failure.line),
        (1, Reason::ConnectionLost, 9)
    );
}

#[tokio::test]
async fn the_browser_of_a_person_ends_with_its_last_window_and_keeps_the_folder() {
    let port = serve("<script>localStorage.x = 'kept'; setTimeout(close)</script>");
    let folder = tempfile::tempdir().expect("a folder");
    let wanted = SignIn {
        folder: folder.path().join("profile"),
        url: format!("http://localhost:{port}/"),
        headed: false,
    };
    let found = Search::default().find().expect("Chromium");
    let (_canceller, stop) = Canceller::new();
    let ended = support::soon(sign_in(&found, &wanted, &stop))
        .await
        .expect("it starts");
    assert_eq!(ended, SignedIn::Closed);
    assert!(wanted.folder.join("Default").is_dir());
    assert_eq!(profile_user(&wanted.folder), None);
}

#[tokio::test]
async fn a_folder_that_a_browser_has_open_is_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = Options {
        user_data_dir: Some(folder.path().to_owned()),
        ..Options::default()
    };
    let browser = Chromium::launch(&support::chromium(), &options)
        .await
        .expect("it starts");
    assert_eq!(
        profile_user(folder.path()).map(i32::unsigned_abs),
        browser.process_id()
    );
    support::soon(browser.close()).await;
    assert_eq!(profile_user(folder.path()), None);
}
