//! A real Chromium comes up, answers, and leaves nothing behind.

use std::path::Path;
use std::time::Duration;

use aite_runtime::engine::{Browser, Chromium, Options, Search, StartError};

async fn launch() -> Browser {
    launch_with(&Options::default()).await.expect("Chromium starts")
}

async fn launch_with(options: &Options) -> Result<Browser, StartError> {
    let found = Search::default().find().expect("these tests need Chromium");
    Chromium::launch(&found, options).await
}

/// The processes with this folder on their command line.
fn processes_of(folder: &Path) -> Vec<String> {
    let folder = folder.to_str().expect("a readable path");
    let processes = std::fs::read_dir("/proc").expect("Linux").flatten();
    let lines = processes.filter_map(|it| std::fs::read(it.path().join("cmdline")).ok());
    lines
        .map(|line| String::from_utf8_lossy(&line).into_owned())
        .filter(|line| line.contains(folder))
        .collect()
}

#[tokio::test]
async fn it_answers_and_leaves_nothing() {
    let browser = launch().await;
    let folder = browser.scratch().expect("ours").to_owned();
    assert!(browser.product().contains("Chrome/"), "{}", browser.product());
    assert_eq!(browser.connection().transport(), "pipe");
    assert!(!processes_of(&folder).is_empty());
    browser.close().await;
    assert_eq!(processes_of(&folder), Vec::<String>::new());
    assert!(!folder.exists());
}

#[tokio::test]
async fn dropping_it_leaves_nothing() {
    let browser = launch().await;
    let folder = browser.scratch().expect("ours").to_owned();
    drop(browser);
    assert_eq!(processes_of(&folder), Vec::<String>::new());
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
