//! Colour and character set of an output stream.

use std::env;
use std::io::IsTerminal;

use clap::ValueEnum;

/// `--color`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set; elsewhere when `CLICOLOR_FORCE` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What a stream can show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) color: bool,
    pub(crate) unicode: bool,
    /// Whether lines may be rewritten in place.
    pub(crate) live: bool,
}

/// The colours that reports use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Bold,
    Dim,
    Red,
    Green,
    Yellow,
    Cyan,
}

impl Style {
    /// Asks the environment once.
    pub(crate) fn of(choice: ColorChoice, stream: &impl IsTerminal) -> Self {
        let terminal = stream.is_terminal();
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        let color = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto if is_set("NO_COLOR") => false,
            ColorChoice::Auto if is_set("CLICOLOR_FORCE") => true,
            ColorChoice::Auto => terminal && !dumb,
        };
        Self {
            color,
            unicode: locale_is_utf8(),
            live: terminal && !dumb && !is_set("CI"),
        }
    }

    /// A text in a colour, when the stream has colours.
    pub(crate) fn paint(self, paint: Paint, text: &str) -> String {
        if !self.color {
            return text.to_owned();
        }
        let code = match paint {
            Paint::Bold => "1",
            Paint::Dim => "2",
            Paint::Red => "31",
            Paint::Green => "32",
            Paint::Yellow => "33",
            Paint::Cyan => "36",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

/// Set, and neither empty nor `0`.
fn is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0")
}

/// A locale that is named and is not UTF-8 gets ASCII; one that is not named (containers, CI) is taken for UTF-8.
fn locale_is_utf8() -> bool {
    ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()))
        .is_none_or(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        })
}
