//! A real Chromium comes up, answers, and leaves nothing behind.

mod support;

use std::future::poll_fn;
use std::os::fd::{AsFd, AsRawFd};
use std::task::Poll;
use std::time::Duration;

use aite_cdp::Session;
use aite_runtime::engine::{Chromium, Options, StartError};
use serde_json::{Value, json};
use support::{Processes, chromium, launch, launch_with, open_page, soon};

async fn evaluate(page: &Session, expression: &str) -> Value {
    let params = json!({"expression": expression, "returnByValue": true});
    let answer: Value = soon(page.call_as("Runtime.evaluate", &params))
        .await
        .expect("an answer");
    answer["result"]["value"].clone()
}

#[tokio::test]
async fn it_answers_and_leaves_nothing() {
    let browser = launch().await;
    let folder = browser.scratch().expect("ours").to_owned();
    assert!(browser.product().contains("Chrome/"), "{}", browser.product());
    assert!(browser.user_agent().contains("Mozilla/5.0"));
    assert_eq!(browser.connection().transport(), "pipe");
    let group = browser.process_id().expect("ours");
    let processes = Processes::of(&folder);
    assert!(processes.count() > 1);
    let outside = processes.outside(group);
    assert!(
        outside.iter().all(|line| line.contains("crashpad")),
        "only crash handlers leave the group: {outside:?}"
    );
    browser.close().await;
    assert_eq!(Processes::of(&folder).count(), 0);
    assert!(!folder.exists());
}

#[tokio::test]
async fn dropping_it_leaves_nothing() {
    let browser = launch().await;
    let folder = browser.scratch().expect("ours").to_owned();
    open_page(&browser).await;
    drop(browser);
    assert_eq!(Processes::of(&folder).count(), 0);
    assert!(!folder.exists());
}

#[tokio::test]
async fn a_panic_leaves_nothing() {
    let browser = launch().await;
    let folder = browser.scratch().expect("ours").to_owned();
    let task = tokio::spawn(async move {
        let _browser = browser;
        panic!("on purpose");
    });
    assert!(task.await.is_err());
    assert_eq!(Processes::of(&folder).count(), 0);
    assert!(!folder.exists());
}

#[tokio::test]
async fn a_start_given_up_half_way_leaves_nothing() {
    let options = Options {
        ready_within: Duration::ZERO,
        ..Options::default()
    };
    let error = launch_with(&options).await.expect_err("no browser is that fast");
    assert!(matches!(error, StartError::Silent { .. }), "{error}");
}

#[tokio::test]
async fn a_start_that_is_dropped_leaves_nothing() {
    let profile = tempfile::tempdir().expect("a folder");
    let options = Options {
        user_data_dir: Some(profile.path().into()),
        ..Options::default()
    };
    let mut start = Box::pin(launch_with(&options));
    let pending = poll_fn(|context| Poll::Ready(start.as_mut().poll(context).is_pending())).await;
    assert!(pending);
    let processes = Processes::of(profile.path());
    assert!(processes.count() > 0);
    drop(start);
    assert_eq!(Processes::of(profile.path()).count(), 0);
}

#[tokio::test]
async fn a_profile_that_cannot_be_made_is_named() {
    let options = Options {
        user_data_dir: Some("/proc/no/profile".into()),
        ..Options::default()
    };
    let error = launch_with(&options).await.expect_err("no folder");
    assert!(
        error.to_string().contains("/proc/no/profile cannot be used"),
        "{error}"
    );
}

#[tokio::test]
async fn pages_are_as_a_person_sees_them() {
    let browser = launch().await;
    let page = open_page(&browser).await;
    assert_eq!(
        evaluate(&page, "[innerWidth, innerHeight]").await,
        json!([1280, 720])
    );
    assert_eq!(
        evaluate(&page, "document.title = 'a\\ud83d'").await,
        json!("a\u{fffd}"),
        "half a character"
    );
    assert_eq!(evaluate(&page, "'x'.repeat(5e7).length").await, json!(50_000_000));
    let text = evaluate(&page, "'\\u00e9'.repeat(2e6)").await;
    assert_eq!(text.as_str().map(|text| text.chars().count()), Some(2_000_000));
    browser.close().await;
}

#[tokio::test]
async fn two_at_once_know_nothing_of_each_other() {
    let (first, second) = tokio::join!(launch(), launch());
    assert_ne!(first.scratch(), second.scratch());
    let folder = first.scratch().expect("ours").to_owned();
    second.close().await;
    assert!(folder.exists());
    open_page(&first).await;
    first.close().await;
    assert!(!folder.exists());
}

#[tokio::test]
async fn a_persons_profile_stays_and_is_used_by_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let profile = folder.path().join("person");
    let options = Options {
        user_data_dir: Some(profile.clone()),
        ..Options::default()
    };
    let first = launch_with(&options).await.expect("Chromium starts");
    let error = launch_with(&options).await.expect_err("the folder is in use");
    assert!(
        error.help().is_some_and(|help| help.contains("another browser")),
        "{error:?}"
    );
    let scratch = first.scratch().expect("ours").to_owned();
    first.close().await;
    assert!(!scratch.exists());
    assert!(profile.join("Local State").exists());
    assert_eq!(Processes::of(&profile).count(), 0);
    launch_with(&options)
        .await
        .expect("it can be used again")
        .close()
        .await;
}

#[tokio::test]
async fn nothing_that_we_inherited_is_handed_on() {
    let leaked = rustix::pipe::pipe().expect("a pipe").0;
    assert!(
        !rustix::io::fcntl_getfd(leaked.as_fd())
            .expect("open")
            .contains(rustix::io::FdFlags::CLOEXEC)
    );
    let link = std::fs::read_link(format!("/proc/self/fd/{}", leaked.as_raw_fd())).expect("open");
    let browser = launch().await;
    let process = browser.process_id().expect("ours");
    let open = std::fs::read_dir(format!("/proc/{process}/fd"))
        .expect("it runs")
        .flatten();
    let links: Vec<_> = open.filter_map(|it| std::fs::read_link(it.path()).ok()).collect();
    assert!(
        !links.is_empty() && !links.contains(&link),
        "{link:?} in {links:?}"
    );
    browser.close().await;
}

#[tokio::test]
async fn the_configured_version_is_the_one_that_runs() {
    let browser = launch().await;
    let version = browser
        .product()
        .rsplit('/')
        .next()
        .expect("a version")
        .to_owned();
    browser.close().await;
    let major = version.split('.').next().expect("a number");
    for (wanted, fits) in [
        (version.as_str(), true),
        (major, true),
        (&major[1..], false),
        ("1", false),
    ] {
        let mut found = chromium();
        found.version = Some(wanted.into());
        match Chromium::launch(&found, &Options::default()).await {
            Ok(browser) => {
                assert!(fits, "{wanted}");
                browser.close().await;
            }
            Err(error) => assert!(
                !fits && matches!(error, StartError::WrongProgram { .. }),
                "{wanted}: {error}"
            ),
        }
    }
}
