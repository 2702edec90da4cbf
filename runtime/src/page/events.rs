//! The events that the picture is made of, with only the members that it needs: a browser may add, leave out or
//! rename everything else.

use serde::Deserialize;

/// `Target.attachedToTarget`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Attached {
    pub(super) session_id: String,
    pub(super) target_info: TargetInfo,
    #[serde(default)]
    pub(super) waiting_for_debugger: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TargetInfo {
    pub(super) target_id: String,
    pub(super) r#type: String,
    #[serde(default)]
    pub(super) url: String,
    pub(super) browser_context_id: Option<String>,
}

/// `Target.detachedFromTarget`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Detached {
    pub(super) session_id: String,
}

/// `Page.frameAttached`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameAttached {
    pub(super) frame_id: String,
    pub(super) parent_frame_id: String,
}

/// `Page.frameDetached`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameDetached {
    pub(super) frame_id: String,
    pub(super) reason: Option<String>,
}

/// `Page.frameNavigated`
#[derive(Debug, Deserialize)]
pub(super) struct FrameNavigated {
    pub(super) frame: FrameInfo,
    pub(super) r#type: Option<String>,
}

impl FrameNavigated {
    /// A document comes back as it was left, and nothing of it loads again.
    pub(super) fn is_restored(&self) -> bool {
        self.r#type.as_deref() == Some("BackForwardCacheRestore")
    }
}

/// A frame as `Page.frameNavigated` and `Page.getFrameTree` tell it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameInfo {
    pub(super) id: String,
    pub(super) parent_id: Option<String>,
    #[serde(default)]
    pub(super) loader_id: String,
    #[serde(default)]
    pub(super) url: String,
    #[serde(default)]
    pub(super) url_fragment: String,
    pub(super) unreachable_url: Option<String>,
}

/// The answer of `Page.getFrameTree`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameTreeAnswer {
    pub(super) frame_tree: FrameTree,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameTree {
    pub(super) frame: FrameInfo,
    #[serde(default)]
    pub(super) child_frames: Vec<FrameTree>,
}

/// `Page.navigatedWithinDocument`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NavigatedWithin {
    pub(super) frame_id: String,
    pub(super) url: String,
}

/// Events that name a frame and nothing else that matters.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfFrame {
    pub(super) frame_id: String,
}

/// `Page.frameRequestedNavigation`, `Page.frameScheduledNavigation`, `Page.frameStartedNavigating`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Requested {
    pub(super) frame_id: String,
    #[serde(default)]
    pub(super) url: String,
    /// Seconds until a scheduled navigation.
    #[serde(default)]
    pub(super) delay: f64,
    /// Where a requested navigation goes: `currentTab`, `newTab` …
    pub(super) disposition: Option<String>,
}

/// `Page.lifecycleEvent`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Lifecycle {
    pub(super) frame_id: String,
    pub(super) loader_id: String,
    pub(super) name: String,
}

/// `Page.javascriptDialogOpening`
#[derive(Debug, Deserialize)]
pub(super) struct DialogOpening {
    #[serde(default)]
    pub(super) message: String,
    pub(super) r#type: String,
}

/// `Runtime.executionContextCreated`
#[derive(Debug, Deserialize)]
pub(super) struct ContextCreated {
    pub(super) context: ContextInfo,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContextInfo {
    pub(super) id: i64,
    #[serde(default)]
    pub(super) name: String,
    pub(super) aux_data: Option<ContextOwner>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContextOwner {
    pub(super) frame_id: Option<String>,
    #[serde(default)]
    pub(super) is_default: bool,
}

/// `Runtime.executionContextDestroyed`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContextDestroyed {
    pub(super) execution_context_id: i64,
}

/// `Network.requestWillBeSent`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RequestSent {
    pub(super) request_id: String,
    #[serde(default)]
    pub(super) loader_id: String,
    pub(super) frame_id: Option<String>,
    pub(super) r#type: Option<String>,
    pub(super) request: RequestInfo,
}

#[derive(Debug, Deserialize)]
pub(super) struct RequestInfo {
    #[serde(default)]
    pub(super) url: String,
}

/// `Network.loadingFinished`, `Network.loadingFailed`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RequestEnded {
    pub(super) request_id: String,
}

/// `Browser.downloadWillBegin`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DownloadBegins {
    pub(super) frame_id: String,
    pub(super) guid: String,
}

/// `Browser.downloadProgress`
#[derive(Debug, Deserialize)]
pub(super) struct DownloadProgress {
    pub(super) guid: String,
    pub(super) state: String,
}
