//! `press`: one key or chord for whatever has the focus.

use aite_cdp::{CallError, Gone};

use super::attempt::Attempt;
use super::keyboard::{self, Chord};
use super::navigate;
use super::trouble::Trouble;

/// Presses a key or chord.
///
/// # Errors
/// When there is no such key, or what becomes of the tab.
pub(crate) async fn press(attempt: &Attempt<'_>, key: &str) -> Result<(), Trouble> {
    chord(attempt, key).await?;
    navigate::settle(attempt.tab, attempt.deadline).await
}

/// Presses and releases, modifiers around the key.
pub(super) async fn chord(attempt: &Attempt<'_>, text: &str) -> Result<(), Trouble> {
    let Some(chord) = Chord::parse(text) else {
        return Err(Trouble::BadKey { key: text.to_owned() });
    };
    let session = attempt.tab.session();
    let mut held = 0;
    let mut sent = Vec::new();
    for modifier in &chord.modifiers {
        held |= modifier.bit();
        sent.push(session.call(keyboard::down(&modifier.key(), held)));
    }
    sent.push(session.call(keyboard::down(&chord.key, chord.bits())));
    sent.push(session.call(keyboard::up(&chord.key, chord.bits())));
    for modifier in chord.modifiers.iter().rev() {
        held &= !modifier.bit();
        sent.push(session.call(keyboard::up(&modifier.key(), held)));
    }
    for answer in sent {
        match attempt.deadline.within(answer).await? {
            // A key may close the tab.
            Ok(_) | Err(CallError::Gone(Gone::Detached)) => {}
            Err(error) => return Err(Trouble::of_call(error)),
        }
    }
    Ok(())
}
