//! Conditions that are answered outside the page: the address, downloads, the network.

use std::time::Duration;

use tokio::time::Instant;

use super::attempt::Attempt;
use super::question::Question;
use super::trouble::{Mismatch, Trouble};

/// A network without requests for so long is idle (specification, "wait forms").
const IDLE: Duration = Duration::from_millis(500);

/// Waits until the condition holds.
///
/// # Errors
/// Why it does not, at the deadline.
pub(crate) async fn until(attempt: &mut Attempt<'_>, question: &Question) -> Result<(), Trouble> {
    match question {
        Question::Url(contains) => url(attempt, contains).await,
        Question::NetworkIdle => network_idle(attempt).await,
        Question::Download {
            name,
            contains,
            size_min,
        } => {
            super::download::until(
                attempt,
                &super::download::WantedFile {
                    name,
                    contains: *contains,
                    size_min: *size_min,
                },
            )
            .await
        }
        _ => Err(Trouble::Internal {
            detail: "a condition that the page must answer".into(),
        }),
    }
}

async fn url(attempt: &Attempt<'_>, contains: &str) -> Result<(), Trouble> {
    let there = attempt
        .tab
        .until(attempt.deadline, |tab| tab.url().contains(contains).then_some(()));
    match there.await {
        Err(Trouble::OutOfTime) => Err(Trouble::Mismatch(Mismatch {
            what: "the address".into(),
            expected: format!("something with \"{contains}\" in it"),
            found: attempt.tab.url(),
        })),
        ended => ended,
    }
}

/// Not polled: asleep until a request begins or ends, or until the quiet has lasted.
async fn network_idle(attempt: &Attempt<'_>) -> Result<(), Trouble> {
    let begun = Instant::now();
    loop {
        let version = attempt.tab.picture().version();
        let (quiet_since, running) = attempt
            .tab
            .read(|tab| (tab.requests.idle_since(), tab.requests.in_flight()))?;
        let quiet = quiet_since.map(|since| since.max(begun - IDLE).elapsed());
        let rest = match quiet {
            Some(quiet) if quiet >= IDLE => return Ok(()),
            Some(quiet) => IDLE - quiet,
            None => Duration::from_secs(60 * 60),
        };
        let news = async {
            tokio::select! {
                () = tokio::time::sleep(rest) => {}
                () = attempt.tab.picture().newer_than(version) => {}
            }
        };
        if let Err(ended) = attempt.deadline.within(news).await {
            return Err(match Trouble::from(ended) {
                Trouble::OutOfTime => Trouble::TimedOut {
                    saw: still_running(&running),
                },
                trouble => trouble,
            });
        }
    }
}

fn still_running(urls: &[String]) -> String {
    match urls {
        [] => "requests kept coming".into(),
        urls => format!(
            "still in flight: {}",
            urls.iter()
                .take(5)
                .map(|url| super::shortened(url, 200))
                .collect::<Vec<_>>()
                .join(", ")
        ),
    }
}
