//! The engines by name.

use std::fmt;
use std::str::FromStr;

/// An engine, as `--engine` names it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Name {
    /// Any Chrome or Chromium.
    #[default]
    Chrome,
    /// Lightpanda.
    Lightpanda,
    /// Moli.
    Moli,
    /// Obscura.
    Obscura,
    /// An engine that already runs and listens at this `ws://` address.
    Remote(String),
}

/// A name that no engine has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName(pub String);

impl Name {
    /// The names, in the order in which help shows them; a `ws://` address is the other choice.
    pub const ALL: [&'static str; 4] = ["chrome", "lightpanda", "moli", "obscura"];

    /// As reports write it; every remote engine is `remote`.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Chrome => "chrome",
            Self::Lightpanda => "lightpanda",
            Self::Moli => "moli",
            Self::Obscura => "obscura",
            Self::Remote(_) => "remote",
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Remote(address) => f.write_str(address),
            named => f.write_str(named.as_str()),
        }
    }
}

impl FromStr for Name {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        match text {
            "chrome" | "chromium" => Ok(Self::Chrome),
            "lightpanda" => Ok(Self::Lightpanda),
            "moli" => Ok(Self::Moli),
            "obscura" => Ok(Self::Obscura),
            address if address.strip_prefix("ws://").is_some_and(|rest| !rest.is_empty()) => {
                Ok(Self::Remote(address.to_owned()))
            }
            other => Err(UnknownName(other.to_owned())),
        }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Name::ALL.join(", ");
        write!(f, "unknown engine \"{}\" ({names}, or a ws:// address)", self.0)
    }
}

impl std::error::Error for UnknownName {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_a_closed_list() {
        for name in Name::ALL {
            assert_eq!(
                name.parse::<Name>().map(|name| name.to_string()).as_deref(),
                Ok(name)
            );
        }
        assert_eq!("chromium".parse(), Ok(Name::Chrome));
        let remote = "ws://127.0.0.1:9222/devtools".parse::<Name>();
        assert_eq!(remote, Ok(Name::Remote("ws://127.0.0.1:9222/devtools".into())));
        for wrong in ["", "Chrome", "firefox", "ws://", "wss://x", "http://x"] {
            assert_eq!(wrong.parse::<Name>(), Err(UnknownName(wrong.into())));
        }
    }
}
