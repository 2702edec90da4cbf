//! Words and signs that the report uses in several places.

use aite_runtime::report::Counts;
use aite_runtime::verdict::{Reason, Status};

use crate::render::{Paint, Style};

/// `340ms`, `1.2s`, `2m 03s`.
pub(super) fn duration(millis: u64) -> String {
    match millis {
        0..1_000 => format!("{millis}ms"),
        1_000..60_000 => format!("{}.{}s", millis / 1_000, millis % 1_000 / 100),
        _ => format!("{}m {:02}s", millis / 60_000, millis / 1_000 % 60),
    }
}

/// What stands behind a step whose commands had to be sent again.
pub(super) fn retries(retries: u32) -> String {
    match retries {
        0 => String::new(),
        1 => "  after 1 retry".to_owned(),
        more => format!("  after {more} retries"),
    }
}

/// The sign in front of a step.
pub(crate) fn sign(status: Status, style: Style) -> String {
    let (unicode, ascii, paint) = match status {
        Status::Passed => ("✓", "ok", Paint::Green),
        Status::PassedAfterRetry => ("✓", "ok", Paint::Yellow),
        Status::Failed | Status::Error => ("✗", "x", Paint::Red),
        Status::Interrupted => ("!", "!", Paint::Yellow),
        Status::Skipped => ("-", "-", Paint::Dim),
    };
    style.paint(paint, if style.unicode { unicode } else { ascii })
}

/// A reason as files and screens write it.
pub(super) fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::NotFound => "not-found",
        Reason::NotVisible => "not-visible",
        Reason::NotEnabled => "not-enabled",
        Reason::Ambiguous => "ambiguous",
        Reason::Mismatch => "mismatch",
        Reason::Timeout => "timeout",
        Reason::LoadFailed => "load-failed",
        Reason::TabClosed => "tab-closed",
        Reason::ConnectionLost => "connection-lost",
        Reason::WrongSession => "wrong-session",
        Reason::PreState => "pre-state",
        Reason::Refused => "refused",
        Reason::Internal => "internal",
    }
}

/// `1 failed, 2 passed`, in the colours of what it says.
pub(super) fn counts(counts: Counts, style: Style) -> String {
    let parts = [
        (counts.failed, "failed", Paint::Red),
        (counts.error, "could not run", Paint::Red),
        (counts.interrupted, "interrupted", Paint::Yellow),
        (counts.passed_after_retry, "passed after a retry", Paint::Yellow),
        (counts.passed, "passed", Paint::Green),
        (counts.skipped, "skipped", Paint::Dim),
    ];
    let shown: Vec<String> = parts
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, word, paint)| style.paint(paint, &format!("{count} {word}")))
        .collect();
    if shown.is_empty() {
        "nothing ran".to_owned()
    } else {
        shown.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_short() {
        for (millis, shown) in [
            (0, "0ms"),
            (999, "999ms"),
            (1_250, "1.2s"),
            (59_999, "59.9s"),
            (123_456, "2m 03s"),
        ] {
            assert_eq!(duration(millis), shown);
        }
    }

    #[test]
    fn reasons_are_written_as_files_write_them() {
        for one in [
            Reason::NotFound,
            Reason::ConnectionLost,
            Reason::PreState,
            Reason::Internal,
            Reason::TabClosed,
        ] {
            assert_eq!(serde_json::to_value(one).unwrap(), reason(one));
        }
    }
}
