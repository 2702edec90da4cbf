//! The warnings of all runs, kept for the end: each is said once, with the places that it came from.

use aite_runtime::verdict::Warning;

use crate::render::{Paint, Style, safe};

/// The most of a warning that is shown, in characters.
const MESSAGE: usize = 1_000;
/// More places of one warning are counted, not listed.
const PLACES: usize = 3;

/// Warnings in the order in which they first came.
#[derive(Default)]
pub(super) struct Warnings {
    said: Vec<Said>,
}

struct Said {
    message: String,
    /// `file:line`, each once.
    places: Vec<String>,
    times: usize,
}

impl Warnings {
    pub(super) fn add(&mut self, warning: &Warning) {
        let place = format!("{}:{}", safe::line(&warning.file, MESSAGE), warning.line);
        let Some(said) = self.said.iter_mut().find(|said| said.message == warning.message) else {
            self.said.push(Said {
                message: warning.message.clone(),
                places: vec![place],
                times: 1,
            });
            return;
        };
        said.times += 1;
        if !said.places.contains(&place) {
            said.places.push(place);
        }
    }

    /// What there is to write; nothing when there were none.
    pub(super) fn lines(self, style: Style) -> Vec<String> {
        if self.said.is_empty() {
            return Vec::new();
        }
        let mut lines = vec![style.paint(Paint::Yellow, "warnings:")];
        for said in self.said {
            let message = safe::line(&said.message, MESSAGE);
            let places = &said.places;
            let shown = places.iter().take(PLACES).cloned().collect::<Vec<_>>().join(", ");
            let more = match places.len().saturating_sub(PLACES) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let times = if said.times > places.len() {
                format!(" ({} times)", said.times)
            } else {
                String::new()
            };
            lines.push(format!("  {message}{times}"));
            lines.push(format!(
                "    {}",
                style.paint(Paint::Dim, &format!("{shown}{more}"))
            ));
        }
        lines.push(String::new());
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_of_many_scripts_is_said_once() {
        let mut warnings = Warnings::default();
        for line in [1, 1, 2, 3, 4, 5] {
            warnings.add(&Warning {
                file: "a.aite".into(),
                line,
                message: "no sandbox".into(),
            });
        }
        let plain = Style {
            color: false,
            unicode: true,
            live: false,
        };
        let lines = warnings.lines(plain);
        assert_eq!(
            lines,
            [
                "warnings:",
                "  no sandbox (6 times)",
                "    a.aite:1, a.aite:2, a.aite:3 and 2 more",
                ""
            ]
        );
    }
}
