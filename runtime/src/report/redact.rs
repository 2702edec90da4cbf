//! What pages and scripts say, made fit for every sink: declared secrets masked, lengths bounded.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC};
use serde_json::Value;

use super::Event;

/// What stands where a secret stood.
const MASK: &str = "***";
/// The longest text of an event, in characters.
const TEXT: usize = 10_000;
/// The longest list in an event: candidates, call log.
const LIST: usize = 100;

/// Cleans events before any sink sees them.
#[derive(Debug, Clone, Default)]
pub struct Redactor {
    /// Longest first, so that a secret that holds another one goes whole.
    secrets: Vec<String>,
}

impl Redactor {
    /// Masks these values, also as they look in an address.
    pub fn new(secrets: impl IntoIterator<Item = String>) -> Self {
        let mut all = Vec::new();
        for secret in secrets.into_iter().filter(|secret| !secret.is_empty()) {
            let encoded = percent_encoded(&secret);
            if encoded != secret {
                all.push(encoded);
            }
            all.push(secret);
        }
        all.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        all.dedup();
        Self { secrets: all }
    }

    /// The event as it may be shown and kept.
    pub fn event(&self, event: Event) -> Event {
        let Ok(mut value) = serde_json::to_value(&event) else {
            return event;
        };
        self.clean(&mut value);
        serde_json::from_value(value).unwrap_or(event)
    }

    /// The text as it may be shown and kept.
    pub fn text(&self, text: &str) -> String {
        let mut masked = text.to_owned();
        for secret in &self.secrets {
            if masked.contains(secret.as_str()) {
                masked = masked.replace(secret.as_str(), MASK);
            }
        }
        if let Some((end, _)) = masked.char_indices().nth(TEXT) {
            masked.truncate(end);
            masked.push('…');
        }
        masked
    }

    fn clean(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.text(text),
            Value::Array(items) => {
                items.iter_mut().for_each(|item| self.clean(item));
            }
            Value::Object(fields) => {
                for (name, field) in fields.iter_mut().filter(|(name, _)| !is_closed(name)) {
                    if let (true, Value::Array(items)) = (is_page_made(name), &mut *field) {
                        items.truncate(LIST);
                    }
                    self.clean(field);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// Fields with words from a closed list of ours. A mask there would make an event that nothing can read.
fn is_closed(field: &str) -> bool {
    matches!(field, "event" | "status" | "reason" | "verdict")
}

/// Lists whose length a page decides.
fn is_page_made(field: &str) -> bool {
    matches!(field, "candidates" | "log")
}

/// What addresses encode: all but letters, digits and `-._~`.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

fn percent_encoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, RESERVED).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Warning;

    fn warned(message: &str) -> Event {
        Event::Warned(Warning {
            file: "a.aite".into(),
            line: 1,
            message: message.into(),
        })
    }

    #[test]
    fn secrets_are_masked_wherever_they_stand_and_however_they_are_encoded() {
        let redactor = Redactor::new(["pa ss".into(), "pa ss word".into(), String::new()]);
        let seen = redactor.event(warned("typed pa ss word, opened ?p=pa%20ss, pa ss"));
        assert_eq!(seen, warned("typed ***, opened ?p=***, ***"));
    }

    #[test]
    fn a_secret_that_is_a_word_of_ours_hides_no_other() {
        let redactor = Redactor::new(["warned".into(), "hush".into(), "e".into()]);
        assert_eq!(
            redactor.event(warned("warned: hush")),
            Event::Warned(Warning {
                file: "a.ait***".into(),
                line: 1,
                message: "***: ***".into(),
            })
        );
    }

    #[test]
    fn a_page_cannot_flood_the_files() {
        let Event::Warned(seen) = Redactor::default().event(warned(&"ü".repeat(1_000_000))) else {
            panic!("another event");
        };
        assert_eq!(seen.message.chars().count(), TEXT + 1);
    }
}
