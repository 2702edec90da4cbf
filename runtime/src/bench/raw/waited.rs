//! Where the time of an attempt goes that is not the driver's own.

use std::time::Duration;

use serde_json::{Value, json};

/// What is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum For {
    /// The engine, which was asked something.
    Answer,
    /// An event that the task awaits.
    Event,
    /// A pause that the task asks for.
    Pause,
    /// The page, which has loaded and comes to rest; downloads, which end.
    Rest,
}

/// How long an attempt waited, by reason. What is left of its time is the driver's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Waited {
    answers: Duration,
    events: Duration,
    pauses: Duration,
    rest: Duration,
}

impl Waited {
    pub(super) fn add(&mut self, reason: For, time: Duration) {
        let sum = match reason {
            For::Answer => &mut self.answers,
            For::Event => &mut self.events,
            For::Pause => &mut self.pauses,
            For::Rest => &mut self.rest,
        };
        *sum += time;
    }

    /// Of what was taken for an answer, a part was rest.
    pub(super) fn answer_was_rest(&mut self, time: Duration) {
        let time = time.min(self.answers);
        self.answers -= time;
        self.rest += time;
    }

    /// In milliseconds, as rows have it.
    pub fn milliseconds(&self) -> Value {
        json!({
            "answers": milliseconds(self.answers),
            "events": milliseconds(self.events),
            "pauses": milliseconds(self.pauses),
            "rest": milliseconds(self.rest),
        })
    }
}

/// To the microsecond.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_counted_once_and_under_its_reason() {
        let mut waited = Waited::default();
        waited.add(For::Answer, Duration::from_micros(5_500));
        waited.add(For::Event, Duration::from_millis(7));
        waited.add(For::Pause, Duration::from_millis(11));
        waited.add(For::Rest, Duration::from_millis(13));
        waited.answer_was_rest(Duration::from_millis(2));
        let expected = json!({"answers": 3.5, "events": 7.0, "pauses": 11.0, "rest": 15.0});
        assert_eq!(waited.milliseconds(), expected);
        waited.answer_was_rest(Duration::from_secs(1));
        assert_eq!(
            waited.milliseconds()["answers"],
            0.0,
            "a page's clock may be wrong"
        );
    }
}
