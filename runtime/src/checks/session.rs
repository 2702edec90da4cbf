//! `session-check`: whether the page shows the account that a profile is signed in as.

use crate::verdict::SessionVerdict;

/// What a page says about who is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Session {
    /// The account that is wanted.
    Wanted,
    /// Nobody: the page asks to sign in.
    SignedOut,
    /// Somebody else.
    Other(String),
    /// Nothing.
    Unknown,
}

impl Session {
    pub(crate) fn verdict(&self) -> SessionVerdict {
        match self {
            Self::Wanted => SessionVerdict::Right,
            Self::SignedOut => SessionVerdict::SignedOut,
            Self::Other(_) => SessionVerdict::Wrong,
            Self::Unknown => SessionVerdict::Unknown,
        }
    }

    /// The account that the page shows instead.
    pub(crate) fn found(&self) -> Option<&str> {
        match self {
            Self::Other(other) => Some(other),
            Self::Wanted | Self::SignedOut | Self::Unknown => None,
        }
    }
}

/// Phrases of a page that nobody is signed in on, and of one that somebody is.
const SIGN_IN: [&str; 5] = ["sign in", "log in", "login", "signin", "session expired"];
const SIGN_OUT: [&str; 4] = ["sign out", "log out", "logout", "signout"];
/// Phrases before the name of who is signed in.
const SIGNED_IN_AS: [&str; 2] = ["signed in as", "logged in as"];

/// A line that is longer is prose about signing in, not a button.
const LONGEST_BUTTON: usize = 60;

/// Judges the text of a page, one block a line.
pub(crate) fn judge(page: &str, account: &str) -> Session {
    let signed_out = !page.lines().any(|line| has_any(line, &SIGN_OUT));
    let only_sign_in = |line: &str| {
        let line = line.trim().to_lowercase();
        SIGN_IN.contains(&line.as_str())
    };
    if page.lines().any(|line| shows(line, account)) {
        return match signed_out && page.lines().any(only_sign_in) {
            true => Session::SignedOut,
            false => Session::Wanted,
        };
    }
    if let Some(other) = named(page) {
        return Session::Other(other);
    }
    let asks = |line: &str| line.chars().count() <= LONGEST_BUTTON && has_any(line, &SIGN_IN);
    if signed_out && page.lines().any(asks) {
        return Session::SignedOut;
    }
    match only_handle(page) {
        Some(other) => Session::Other(other),
        None => Session::Unknown,
    }
}

/// Whether a line has the account in it as a word of its own, with or without `@` before it.
fn shows(line: &str, account: &str) -> bool {
    let (line, account) = (line.to_lowercase(), plain(account));
    if account.is_empty() {
        return false;
    }
    line.match_indices(&account).any(|(at, found)| {
        let before = line.get(..at).unwrap_or_default();
        let before = before.strip_suffix('@').unwrap_or(before);
        let after = line.get(at + found.len()..).unwrap_or_default();
        !before.ends_with(continues) && !goes_on(after)
    })
}

fn plain(account: &str) -> String {
    account.trim().trim_start_matches('@').to_lowercase()
}

fn continues(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-' | '.' | '@')
}

/// Whether a name goes on: a full stop that ends a sentence does not continue it.
fn goes_on(after: &str) -> bool {
    let mut characters = after.chars();
    match characters.next() {
        Some('.' | '-' | '@') => characters.next().is_some_and(char::is_alphanumeric),
        Some(character) => character.is_alphanumeric() || character == '_',
        None => false,
    }
}

fn has_any(line: &str, phrases: &[&str]) -> bool {
    let line = line.to_lowercase();
    phrases.iter().any(|phrase| {
        line.match_indices(phrase).any(|(at, found)| {
            let before = line.get(..at).unwrap_or_default();
            let after = line.get(at + found.len()..).unwrap_or_default();
            !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
        })
    })
}

/// The name after "signed in as".
fn named(page: &str) -> Option<String> {
    page.lines().find_map(|line| {
        // Lower case may have another length; then the phrase is not looked for.
        let lower = line.to_lowercase();
        let (at, phrase) = SIGNED_IN_AS
            .iter()
            .find_map(|phrase| Some((lower.find(phrase)?, phrase)))?;
        let rest = line.get(at + phrase.len()..)?;
        let name = rest.trim_start_matches([':', ' ']).split_whitespace().next()?;
        let name = name.trim_matches(|character: char| !character.is_alphanumeric());
        (!name.is_empty()).then(|| name.to_owned())
    })
}

/// The one handle or address that the page has, if it has one alone.
fn only_handle(page: &str) -> Option<String> {
    let mut found: Option<&str> = None;
    for word in page.split_whitespace() {
        let word = word.trim_matches(|character: char| !character.is_alphanumeric() && character != '@');
        let is_handle = word.split_once('@').is_some_and(|(before, after)| {
            after.chars().count() > 1 && (before.is_empty() || after.contains('.'))
        });
        if is_handle && found.is_none_or(|found| !found.eq_ignore_ascii_case(word)) {
            if found.is_some() {
                return None;
            }
            found = Some(word);
        }
    }
    found.map(|word| word.trim_start_matches('@').to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Session, judge};

    #[test]
    fn a_page_says_who_is_signed_in() {
        let other = |name: &str| Session::Other(name.into());
        for (page, account, session) in [
            ("Feed\nqian\nSign out", "qian", Session::Wanted),
            ("Feed\n@Qian\nsome text", "qian", Session::Wanted),
            ("Signed in as qian.", "@qian", Session::Wanted),
            ("Feed Home Profile qian Log out", "qian", Session::Wanted),
            ("Sign in", "qian", Session::SignedOut),
            ("Home Pricing Sign in", "qian", Session::SignedOut),
            ("qian\nSign in", "qian", Session::SignedOut),
            ("qian\nWe sign in every letter by hand", "qian", Session::Wanted),
            ("Your session expired", "qian", Session::SignedOut),
            ("Signed in as buster", "qian", other("buster")),
            ("Feed\n@buster.social\nSign out", "qian", other("buster.social")),
            ("qian@mail.test", "qi", other("qian@mail.test")),
            ("@qian.social", "qian", other("qian.social")),
            ("@a1 wrote to @b2", "qian", Session::Unknown),
            ("Feed", "qian", Session::Unknown),
            ("", "qian", Session::Unknown),
            ("qiang", "qian", Session::Unknown),
        ] {
            assert_eq!(judge(page, account), session, "{page:?} for {account}");
        }
    }
}
