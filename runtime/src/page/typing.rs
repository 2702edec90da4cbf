//! `type`: clicks the field, selects what it holds and types over it, then reads it back.

use std::time::Duration;

use aite_cdp::browser::input::{DispatchKeyEventReturns, InsertTextParams, InsertTextReturns};
use aite_cdp::{CallError, Gone, Pending};

use super::agent::{
    self, Action, ActionKind, Ask, Field, FieldSet, FieldValue, Focus, Outcome, PressedField, ReadyToType,
    normalise,
};
use super::approach::{How, Ready, approach};
use super::ask::{AskError, ask};
use super::attempt::{Attempt, Remark};
use super::click::{missed_it, press_field};
use super::keyboard::{self, Key, Modifier};
use super::sight::Found;
use super::target::Wanted;
use super::trouble::{Mismatch, Trouble};
use super::{navigate, observe, press};

/// So many keys are sent before their answers are awaited.
const KEYS_AT_ONCE: usize = 200;

/// A page that puts the value in order itself gets so long for it.
const SECOND_LOOK: Duration = Duration::from_millis(100);

/// Replaces what a field holds by a text.
///
/// # Errors
/// What stood in the way, or a mismatch when the field did not take the text.
pub(crate) async fn type_text(attempt: &mut Attempt<'_>, wanted: &Wanted, text: &str) -> Result<(), Trouble> {
    let Clicked { found, field, ready } = click_field(attempt, wanted).await?;
    if let Some(Field::Value { .. }) = &field {
        return set_value(attempt, &found, text).await;
    }
    let before = focus(attempt, &found, ready).await?;
    type_over(attempt, text, field.as_ref()).await?;
    read_back(attempt, &found, text, before).await?;
    navigate::settle(attempt.tab, attempt.deadline).await
}

/// A field that was clicked.
struct Clicked {
    found: Found,
    field: Option<Field>,
    /// Whether keys arrive in it; `None` when it was not clicked, or its document is gone.
    ready: Option<ReadyToType>,
}

/// Clicks the field; one that takes its value whole needs no click, which would only open its picker.
async fn click_field(attempt: &mut Attempt<'_>, wanted: &Wanted) -> Result<Clicked, Trouble> {
    let mut last = None;
    loop {
        let action = Action::new(ActionKind::Type).armed(1);
        let ready = match approach(attempt, wanted, action).await {
            Ok(ready) => ready,
            Err(ended) => return Err(observe::or_last(attempt, ended, last).await),
        };
        let Ready {
            found,
            how: How::At { point, field },
        } = ready
        else {
            return Err(Trouble::Internal {
                detail: "a field that needs nothing".into(),
            });
        };
        if let Some(Field::Value { .. }) = field {
            return Ok(Clicked {
                found,
                field,
                ready: None,
            });
        }
        let PressedField { met, ready } = press_field(attempt, &found, point).await?;
        match met {
            Outcome::Hit => return Ok(Clicked { found, field, ready }),
            missed => last = Some(missed_it(attempt, &found, missed).await?),
        }
    }
}

/// Sees to it that keys arrive in the field, with all of it selected. What it held before, when the page says.
async fn focus(
    attempt: &Attempt<'_>,
    found: &Found,
    mut ready: Option<ReadyToType>,
) -> Result<Option<String>, Trouble> {
    let node = found.element.node;
    if let Some(ReadyToType::Elsewhere { .. }) = ready {
        put::<Focus>(attempt, found, &agent::focus(node)).await?;
        ready = put(attempt, found, &agent::ready_to_type(node)).await?;
    }
    match ready {
        Some(ReadyToType::Focused { value, .. }) => Ok(value),
        // The page moved the focus on purpose, as fields for one digit each do; keys go where it wants them.
        Some(ReadyToType::Elsewhere { .. }) => Ok(None),
        Some(ReadyToType::Detached) | None => Ok(None),
    }
}

/// Asks about a field; `None` when its document is gone.
async fn put<A: serde::de::DeserializeOwned>(
    attempt: &Attempt<'_>,
    found: &Found,
    question: &Ask<A>,
) -> Result<Option<A>, Trouble> {
    let asked = ask(attempt.tab.picture().connection(), &found.world, question);
    match attempt.deadline.within(asked).await? {
        Ok(answer) => Ok(Some(answer)),
        Err(AskError::Moved) => Ok(None),
        Err(error) => Err(error.in_frame(found.url.is_none())),
    }
}

/// Types over what is selected.
pub(super) async fn type_over(
    attempt: &Attempt<'_>,
    text: &str,
    field: Option<&Field>,
) -> Result<(), Trouble> {
    if text.is_empty() {
        return press::chord(attempt, "Backspace").await;
    }
    // Enter in a field of one line would send its form.
    let one_line = matches!(field, Some(Field::Input { .. }));
    let strokes = strokes(text, one_line);
    for some in strokes.chunks(KEYS_AT_ONCE) {
        attempt.deadline.within(send(attempt, some)).await??;
    }
    Ok(())
}

/// One thing that the keyboard does.
#[derive(Debug, PartialEq, Eq)]
enum Stroke {
    Key(Key),
    /// Text that no key has.
    Insert(String),
}

/// Keys for what a keyboard has, and the rest in pieces as long as possible.
fn strokes(text: &str, one_line: bool) -> Vec<Stroke> {
    let mut strokes: Vec<Stroke> = Vec::new();
    let text = text.replace("\r\n", "\n");
    for c in text.chars().filter(|c| !(one_line && matches!(c, '\n' | '\r'))) {
        match (keyboard::of_char(c), strokes.last_mut()) {
            (Some(key), _) => strokes.push(Stroke::Key(key)),
            (None, Some(Stroke::Insert(piece))) => piece.push(c),
            (None, _) => strokes.push(Stroke::Insert(c.into())),
        }
    }
    strokes
}

async fn send(attempt: &Attempt<'_>, strokes: &[Stroke]) -> Result<(), Trouble> {
    enum Sent {
        Key(Pending<DispatchKeyEventReturns>),
        Text(Pending<InsertTextReturns>),
    }
    let session = attempt.tab.session();
    let mut sent = Vec::with_capacity(strokes.len() * 2);
    for stroke in strokes {
        match stroke {
            Stroke::Key(key) => {
                let bits = if key.shift { Modifier::Shift.bit() } else { 0 };
                sent.push(Sent::Key(session.call(keyboard::down(key, bits))));
                sent.push(Sent::Key(session.call(keyboard::up(key, bits))));
            }
            Stroke::Insert(text) => sent.push(Sent::Text(session.call(InsertTextParams::new(text.as_str())))),
        }
    }
    for answer in sent {
        let answer = match answer {
            Sent::Key(pending) => pending.await.map(drop),
            Sent::Text(pending) => pending.await.map(drop),
        };
        match answer {
            Ok(()) | Err(CallError::Gone(Gone::Detached)) => {}
            Err(error) => return Err(Trouble::of_call(error)),
        }
    }
    Ok(())
}

async fn set_value(attempt: &mut Attempt<'_>, found: &Found, text: &str) -> Result<(), Trouble> {
    let node = found.element.node;
    put::<Focus>(attempt, found, &agent::focus(node)).await?;
    match put::<FieldSet>(attempt, found, &agent::set_field_value(node, text)).await? {
        Some(FieldSet::Malformed { form, .. }) => Err(Trouble::BadValue { expected: form }),
        Some(FieldSet::Set { value }) => {
            if value != text.trim() {
                attempt.notes.remark(Remark::ValueDiffers {
                    typed: text.to_owned(),
                    shows: value,
                });
            }
            navigate::settle(attempt.tab, attempt.deadline).await
        }
        Some(FieldSet::Unsupported) => Err(Trouble::NotEditable {
            element: found.people(),
        }),
        Some(FieldSet::Detached) | None => Ok(()),
    }
}

async fn read_back(
    attempt: &mut Attempt<'_>,
    found: &Found,
    typed: &str,
    before: Option<String>,
) -> Result<(), Trouble> {
    let Some(mut shows) = value(attempt, found).await? else {
        return Ok(());
    };
    if is_old(typed, before.as_deref(), &shows) {
        match attempt.deadline.sleep(SECOND_LOOK).await.map_err(Trouble::from) {
            Err(Trouble::OutOfTime) | Ok(()) => {}
            Err(trouble) => return Err(trouble),
        }
        let Some(later) = value(attempt, found).await? else {
            return Ok(());
        };
        shows = later;
    }
    if is_old(typed, before.as_deref(), &shows) {
        let (expected, found) = (typed.to_owned(), shows);
        return Err(Trouble::Mismatch(Mismatch {
            what: "the value after typing".into(),
            expected,
            found,
        }));
    }
    if !same(typed, &shows) {
        attempt.notes.remark(Remark::ValueDiffers {
            typed: typed.to_owned(),
            shows,
        });
    }
    Ok(())
}

async fn value(attempt: &Attempt<'_>, found: &Found) -> Result<Option<String>, Trouble> {
    Ok(
        match put(attempt, found, &agent::field_value(found.element.node)).await? {
            Some(FieldValue::Ok { value }) => value,
            Some(FieldValue::Detached) | None => None,
        },
    )
}

fn is_old(typed: &str, before: Option<&str>, shows: &str) -> bool {
    before == Some(shows) && !same(typed, shows)
}

/// Line ends and, in editable content, spaces are the browser's own.
fn same(typed: &str, shows: &str) -> bool {
    typed == shows || normalise(typed) == normalise(shows)
}

#[cfg(test)]
mod tests {
    use super::{Stroke, strokes};

    #[test]
    fn what_has_no_key_is_inserted_in_one_piece() {
        let kinds = |text, one_line| -> Vec<String> {
            let name = |stroke: Stroke| match stroke {
                Stroke::Key(key) => key.key,
                Stroke::Insert(text) => format!("+{text}"),
            };
            strokes(text, one_line).into_iter().map(name).collect()
        };
        assert_eq!(kinds("aé日b", false), ["a", "+é日", "b"]);
        assert_eq!(kinds("a\r\nb", false), ["a", "Enter", "b"]);
        assert_eq!(kinds("a\nb", true), ["a", "b"]);
    }
}
