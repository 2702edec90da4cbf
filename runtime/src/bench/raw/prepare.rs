//! The task's page is there, and at rest, before its first step.

use std::time::Duration;

use aite_compiler::ir::{OpKind, ProtocolOp};
use serde::Deserialize;
use serde_json::json;
use tokio::time::Instant;

use super::super::judge::Trouble;
use super::Work;
use super::open::Opened;
use super::talk::Talk;
use super::traffic::Traffic;

/// How long a page may take to load and come to rest; then its task begins anyway.
const AT_REST_WITHIN: Duration = Duration::from_millis(3_200);
/// Domains and commands that tell of requests, or of their consequences.
const SEE_REQUESTS: [&str; 7] = [
    "Network.",
    "Fetch.",
    "Log.",
    "Audits.",
    "Security.",
    "Tracing.",
    "Page.setLifecycleEventsEnabled",
];
/// How long an engine may take to be on the page that it said it goes to.
const THERE_WITHIN: Duration = Duration::from_millis(200);
/// For engines that answer before they are there and do not tell when they are.
const LOOK_AGAIN_AFTER: Duration = Duration::from_millis(20);

/// Resolves when the page has loaded and two frames have passed since: its load handlers have run then, and what they
/// changed is on the screen. Where no frames are drawn, a fifth of a second stands for them. It resolves with the page's
/// address and with the milliseconds since it has loaded.
const AT_REST: &str = include_str!("at_rest.js");
const BLANK: &str = "about:blank";

/// Loads the task's page and waits until it is at rest. A refusal ends this, and is for the task's own steps to notice.
pub(super) async fn prepare(work: &Work<'_>, opened: &mut Opened) -> Result<(), Trouble> {
    if work.fixture_url.is_none() && !evaluates(work) {
        return Ok(());
    }
    match load(work, opened).await {
        Err(Trouble::Refused { .. }) => Ok(()),
        other => other,
    }
}

/// Whether any step speaks to the page's JavaScript.
fn evaluates(work: &Work<'_>) -> bool {
    work.program.ops().any(|op| {
        matches!(&op.kind, OpKind::Protocol(ProtocolOp::Command(command)) if command.method.starts_with("Runtime."))
    })
}

/// Whether any step could see a request that its page still has under way.
fn sees_requests(work: &Work<'_>) -> bool {
    let mut names = work.program.ops().filter_map(|op| match &op.kind {
        OpKind::Protocol(ProtocolOp::Command(command)) => Some(&command.method),
        OpKind::Protocol(ProtocolOp::Await(awaited)) => Some(&awaited.event),
        _ => None,
    });
    names.any(|name| SEE_REQUESTS.iter().any(|part| name.starts_with(part)))
}

async fn load(work: &Work<'_>, opened: &mut Opened) -> Result<(), Trouble> {
    let page = opened.page.clone();
    let talk = &mut opened.talk;
    let page = page.as_deref();
    talk.call("Page.enable", None, page).await?;
    let url = work.fixture_url.unwrap_or(BLANK);
    let mut traffic = match work.asks_for_icons && url != BLANK && sees_requests(work) {
        true => Some(Traffic::watch(talk, page).await?),
        false => None,
    };
    talk.call("Page.navigate", Some(&json!({"url": url})), page)
        .await?;
    talk.set_patience(AT_REST_WITHIN);
    let mut rested = rest(talk, page, url).await;
    if let (Ok(()), Some(traffic)) = (&rested, &mut traffic) {
        rested = traffic.ends(talk).await;
    }
    talk.set_patience(work.patience);
    if let Some(traffic) = traffic {
        traffic.forget(talk, page).await?;
    }
    match rested {
        Err(Trouble::Silent { .. }) => Ok(()),
        other => other,
    }
}

/// Waits until the page is at rest, and is the one that was asked for.
async fn rest(talk: &mut Talk, page: Option<&str>, url: &str) -> Result<(), Trouble> {
    let question = json!({"expression": AT_REST, "awaitPromise": true, "returnByValue": true});
    let until = Instant::now() + THERE_WITHIN;
    loop {
        match talk.call("Runtime.evaluate", Some(&question), page).await {
            Ok(answer) => {
                let at_rest = AtRest::read(answer.get());
                talk.waited.answer_was_rest(at_rest.rested);
                if url == BLANK
                    || at_rest.address.is_none_or(|there| there != BLANK)
                    || Instant::now() >= until
                {
                    return Ok(());
                }
            }
            // Some refuse while one page gives way to the other.
            Err(Trouble::Refused { .. }) if Instant::now() < until => {}
            Err(trouble) => return Err(trouble),
        }
        let _ = talk
            .find_later(LOOK_AGAIN_AFTER, |event| event.method == "Page.loadEventFired")
            .await?;
    }
}

/// What the page says when it is at rest.
#[derive(Default)]
struct AtRest {
    address: Option<String>,
    /// How long it was loaded by then.
    rested: Duration,
}

impl AtRest {
    /// Nothing is known of a page that answers otherwise.
    fn read(answer: &str) -> Self {
        #[derive(Deserialize)]
        struct Evaluated {
            result: Remote,
        }
        #[derive(Deserialize)]
        struct Remote {
            value: (String, f64),
        }
        let Ok(evaluated) = serde_json::from_str::<Evaluated>(answer) else {
            return Self::default();
        };
        let (address, milliseconds) = evaluated.result.value;
        Self {
            address: Some(address),
            rested: Duration::try_from_secs_f64(milliseconds / 1e3).unwrap_or_default(),
        }
    }
}
