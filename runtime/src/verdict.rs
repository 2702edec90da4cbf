//! How things end: statuses, and failures with a reason from a closed list.

use serde::{Deserialize, Serialize};

/// How a run, a step or a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Everything held.
    Passed,
    /// Everything held, after a command had to be sent to the page again.
    PassedAfterRetry,
    /// Something did not hold.
    Failed,
    /// Not reached, or left out on purpose.
    Skipped,
    /// Ended from outside before there was a verdict.
    Interrupted,
    /// Could not be run at all.
    Error,
}

/// Why something failed. `internal` means a bug of aite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Nothing matches.
    NotFound,
    /// Something matches but a person cannot see or reach it.
    NotVisible,
    /// A person sees it but cannot use it.
    NotEnabled,
    /// Several match and nothing says which.
    Ambiguous,
    /// It is there and different.
    Mismatch,
    /// The time ran out.
    Timeout,
    /// The page could not be loaded.
    LoadFailed,
    /// The tab is gone.
    TabClosed,
    /// The browser or its page process is gone.
    ConnectionLost,
    /// The page shows another account than the profile's.
    WrongSession,
    /// What the test needs beforehand is not so.
    PreState,
    /// aite or the engine does not do this.
    Refused,
    /// A bug of aite.
    Internal,
}

/// A failure: what, where, what was expected and found, and what was tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// From the closed list.
    pub reason: Reason,
    /// One sentence for people.
    pub message: String,
    /// The script, from the project's root.
    pub file: String,
    /// Line in it, from 1.
    pub line: u32,
    /// What should have been.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// The elements between which the target does not choose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
    /// The element that lies over the one wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub covered_by: Option<String>,
    /// A picture of the moment, relative to the run's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<String>,
    /// What was tried, in order, repetitions counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<String>,
}

/// One of several matching elements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The element for people: `<button#pay> "Pay"`.
    pub element: String,
    /// A target that means this one alone, as it would be written in the script.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rewrite: Option<String>,
}

/// The full description of the element that a target was first resolved to.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resolved {
    /// Address of the frame, when it is not the main one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// ARIA role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Accessible name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Visible text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// `data-testid`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub testid: Option<String>,
    /// A selector that finds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub css: Option<String>,
    /// Its box in CSS pixels of the main frame's viewport.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#box: Option<Box2>,
}

/// A rectangle in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Box2 {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// Who a page says is signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JudgedSession {
    /// The account that should be.
    pub account: String,
    /// What the page says of it.
    pub verdict: SessionVerdict,
    /// The account that the page shows instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
}

/// What a page says of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SessionVerdict {
    /// It is signed in.
    Right,
    /// Somebody else is.
    Wrong,
    /// Nobody is.
    SignedOut,
    /// Nothing.
    Unknown,
}

/// Something worth knowing that is not a failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// The script, from the project's root.
    pub file: String,
    /// Line in it, from 1.
    pub line: u32,
    /// One sentence.
    pub message: String,
}
