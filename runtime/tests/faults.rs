//! Browsers that die, hang or do not come up, and owners that die.

mod support;

use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use aite_cdp::browser::page::NavigateParams;
use aite_cdp::testing::{Peer, Script, answer};
use aite_cdp::{CallError, Closed, Gone, Pending, Session};
use aite_runtime::engine::{Chromium, Options, Search, StartError, connect, sweep_stale};
use rustix::process::Signal;
use serde_json::{Value, json};
use support::{Processes, chromium, launch, open_page, signal, soon};

fn never(page: &Session) -> Pending<Value> {
    let params = json!({"expression": "new Promise(() => {})", "awaitPromise": true});
    page.call_as("Runtime.evaluate", &params)
}

/// Starts a program made of these shell lines as if it were a browser.
async fn launch_script(lines: &str, ready_within: Duration) -> (StartError, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("browser");
    // Says where its scratch folder is.
    let lines = format!(
        "#!/bin/sh\necho \"$TMPDIR\" >{}\n{lines}\n",
        folder.path().join("scratch").display()
    );
    std::fs::write(&program, lines).expect("written");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("executable");
    let search = Search {
        option: Some(program),
        configured: None,
    };
    let options = Options {
        ready_within,
        ..Options::default()
    };
    let error = soon(Chromium::launch(&search.find().expect("it is there"), &options))
        .await
        .expect_err("no browser");
    let scratch = std::fs::read_to_string(folder.path().join("scratch")).expect("it ran");
    (
        error,
        Path::new(scratch.trim())
            .parent()
            .expect("inside the scratch folder")
            .to_owned(),
    )
}

#[tokio::test]
async fn programs_that_do_not_come_up_say_why() {
    let chromium = chromium().path.display().to_string();
    let killed = format!("{chromium} \"$@\" & sleep 0.05; kill -9 $!; wait $!");
    let cases = [
        (
            "echo 'x: error while loading shared libraries: libnss3.so' >&2; exit 127",
            "exit status: 127",
            "a library",
        ),
        (
            "echo 'Missing X server or $DISPLAY' >&2; exit 1",
            "exit status: 1",
            "--headed",
        ),
        ("kill -9 $$", "signal: 9", ""),
        ("exit 0", "exit status: 0", ""),
        ("exec 3<&- 4>&-; sleep 1000", "closed its debugging pipe", ""),
        (
            "printf 'no protocol\\000' >&4; sleep 1000",
            "closed its debugging pipe",
            "",
        ),
        (&killed, "exit status: 137", ""),
    ];
    for (lines, words, help) in cases {
        let (error, scratch) = launch_script(lines, Duration::from_secs(30)).await;
        assert!(matches!(error, StartError::Ended { .. }), "{lines}: {error:?}");
        assert!(error.to_string().contains(words), "{lines}: {error}");
        assert!(
            error.help().unwrap_or_default().contains(help),
            "{lines}: {error:?}"
        );
        assert_eq!(Processes::of(&scratch).count(), 0, "{lines}");
        assert!(!scratch.exists(), "{lines}");
    }
}

#[tokio::test]
async fn a_program_that_says_nothing_is_given_up() {
    let lines = "echo 'waiting for nothing' >&2; sleep 1000 & sleep 1000";
    let (error, scratch) = launch_script(lines, Duration::from_secs(1)).await;
    assert!(matches!(error, StartError::Silent { .. }), "{error:?}");
    assert_eq!(error.stderr(), ["waiting for nothing"]);
    assert!(!scratch.exists());
}

#[tokio::test]
async fn a_program_that_talks_without_end_is_heard_in_part() {
    let lines = "seq 1 100000 >&2; head -c 3000000 /dev/zero | tr '\\0' x >&2; exit 3";
    let (error, _) = launch_script(lines, Duration::from_secs(30)).await;
    assert_eq!(error.stderr().len(), 40);
    assert!(error.stderr().iter().all(|line| line.len() <= 400));
    assert_eq!(error.stderr().last().map(String::len), Some(400));
}

#[tokio::test]
async fn a_file_that_is_no_program_cannot_be_started() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("browser");
    std::fs::write(&program, "#!/nowhere/sh\n").expect("written");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("executable");
    let search = Search {
        option: Some(program),
        configured: None,
    };
    let error = Chromium::launch(&search.find().expect("executable"), &Options::default())
        .await
        .expect_err("no program");
    assert!(matches!(error, StartError::Spawn { .. }), "{error:?}");
}

#[tokio::test]
async fn killed_while_idle() {
    let browser = launch().await;
    let processes = Processes::of(browser.scratch().expect("ours"));
    signal(browser.process_id().expect("ours"), Signal::KILL);
    assert_eq!(soon(browser.connection().until_closed()).await, Closed::ByPeer);
    let obituary = soon(browser.obituary()).await.expect("ours");
    assert_eq!(obituary.status.signal(), Some(9));
    processes.wait();
}

#[tokio::test]
async fn killed_in_a_call() {
    let browser = launch().await;
    let page = open_page(&browser).await;
    let waiting = never(&page);
    signal(browser.process_id().expect("ours"), Signal::KILL);
    assert_eq!(
        soon(waiting).await,
        Err(CallError::Gone(Gone::Closed(Closed::ByPeer)))
    );
    assert_eq!(soon(page.until_gone()).await, Gone::Closed(Closed::ByPeer));
    soon(browser.close()).await;
}

#[tokio::test]
async fn cutting_the_pipe_ends_the_browser() {
    let browser = launch().await;
    let processes = Processes::of(browser.scratch().expect("ours"));
    let waiting = never(&open_page(&browser).await);
    browser.connection().close();
    assert_eq!(
        soon(waiting).await,
        Err(CallError::Gone(Gone::Closed(Closed::ByUs)))
    );
    soon(async { while browser.obituary().await.is_none() {} }).await;
    processes.wait();
}

#[tokio::test]
async fn a_browser_that_hangs_is_ended() {
    let browser = launch().await;
    let folder = browser.scratch().expect("ours").to_owned();
    signal(browser.process_id().expect("ours"), Signal::STOP);
    soon(browser.close()).await;
    assert_eq!(Processes::of(&folder).count(), 0);
    assert!(!folder.exists());
}

#[tokio::test]
async fn a_page_whose_process_crashes() {
    let browser = launch().await;
    let (page, other) = (open_page(&browser).await, open_page(&browser).await);
    let waiting = never(&page);
    page.post(NavigateParams::new("chrome://crash"));
    assert_eq!(soon(waiting).await, Err(CallError::Gone(Gone::Crashed)));
    assert_eq!(soon(page.until_gone()).await, Gone::Crashed);
    let alive: Value = soon(other.call_as("Runtime.evaluate", &json!({"expression": "1"})))
        .await
        .expect("alive");
    assert_eq!(alive["result"]["value"], json!(1));
    soon(browser.close()).await;
}

/// Not a test: the process that the next one kills.
#[tokio::test]
#[ignore = "run by an_owner_that_dies_leaves_no_process"]
async fn owner() {
    let browser = launch().await;
    open_page(&browser).await;
    let folder = browser.scratch().expect("ours").display();
    writeln!(std::io::stdout(), "\nscratch {folder}").expect("the test reads");
    std::future::pending::<()>().await;
}

#[tokio::test]
async fn an_owner_that_dies_leaves_no_process() {
    let home = tempfile::tempdir().expect("a folder");
    for way in [Signal::KILL, Signal::TERM, Signal::ABORT] {
        let mut owner = Command::new(std::env::current_exe().expect("a test program"))
            .args(["--ignored", "--exact", "owner", "--nocapture"])
            .env("HOME", home.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let lines = BufReader::new(owner.stdout.take().expect("piped"))
            .lines()
            .map_while(Result::ok);
        let mut folders = lines.filter_map(|line| line.strip_prefix("scratch ").map(PathBuf::from));
        let folder = folders.next().expect("it launches a browser");
        let processes = Processes::of(&folder);
        assert!(processes.count() > 1);
        signal(owner.id(), way);
        owner.wait().expect("it ended");
        processes.wait();
        // Nobody was left to remove it.
        sweep_stale();
        assert!(!folder.exists());
    }
    let written: Vec<_> = std::fs::read_dir(home.path()).expect("ours").flatten().collect();
    assert!(
        written.is_empty(),
        "a browser leaves nothing in the home folder: {written:?}"
    );
}

#[tokio::test]
async fn an_engine_elsewhere_is_reached_by_its_address() {
    let listening = Peer::listen().await.expect("a port");
    let address = listening.address.clone();
    let version = json!({"product": "Other/1.0", "protocolVersion": "1.3", "userAgent": "Other"});
    let script = Script::new().on("Browser.getVersion", [answer(version)]);
    let peer = tokio::spawn(async move { listening.accept().await.expect("a client").play(script).await });
    let browser = soon(connect(&address, Duration::from_secs(20)))
        .await
        .expect("it answers");
    assert_eq!(
        (browser.name(), browser.product(), browser.sandboxed()),
        ("remote", "Other/1.0", None)
    );
    browser.close().await;
    let seen = soon(peer).await.expect("no panic");
    assert_eq!(
        seen.iter()
            .map(|request| request.method.as_str())
            .collect::<Vec<_>>(),
        ["Browser.getVersion"]
    );
}

#[tokio::test]
async fn an_engine_elsewhere_that_does_not_answer() {
    let listening = Peer::listen().await.expect("a port");
    let address = listening.address.clone();
    let _silent = tokio::spawn(async move {
        listening
            .accept()
            .await
            .expect("a client")
            .play(Script::new())
            .await
    });
    for address in [address.as_str(), "ws://127.0.0.1:1/"] {
        let error = soon(connect(address, Duration::from_millis(300)))
            .await
            .expect_err("nobody answers");
        assert!(
            error
                .to_string()
                .starts_with(&format!("no engine answers at {address}: ")),
            "{error}"
        );
    }
}
