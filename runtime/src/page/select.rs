//! `select`: an option of a native select, or of an ARIA combobox or listbox.

use std::time::Duration;

use super::agent::{
    self, Action, ActionKind, AriaOption, Ask, Chosen, Field, FieldKind, Listbox, Outcome, ReadyToType,
    TextMode, text_matches,
};
use super::approach::{How, approach, prepare};
use super::ask::ask;
use super::attempt::Attempt;
use super::click::{missed_it, press_at};
use super::sight::Found;
use super::target::Wanted;
use super::trouble::{Mismatch, Trouble};
use super::typing::type_over;
use super::{explain, navigate, observe};

/// Options that come later are looked for again after so long.
const AGAIN: Duration = Duration::from_millis(100);

/// So long a list may take to come, or to show what was typed.
const OFFERING: Duration = Duration::from_secs(2);

/// Chooses the option with this text, or value.
///
/// # Errors
/// What stood in the way; [`Trouble::NoOption`] with the options that there are.
pub(crate) async fn select(attempt: &mut Attempt<'_>, wanted: &Wanted, option: &str) -> Result<(), Trouble> {
    let mut last = None;
    loop {
        let chosen = match approach(attempt, wanted, Action::new(ActionKind::Select)).await {
            Ok(ready) => choose(attempt, &ready.found, option).await,
            Err(trouble) => return Err(observe::or_last(attempt, trouble, last).await),
        };
        let trouble = match chosen {
            Ok(()) => return navigate::settle(attempt.tab, attempt.deadline).await,
            Err(Trouble::OutOfTime) => return Err(observe::or_last(attempt, Trouble::OutOfTime, last).await),
            Err(trouble) => trouble,
        };
        attempt.notes.tried(explain::in_short(&trouble));
        if trouble.is_final() || matches!(trouble, Trouble::WrongKind { .. }) {
            return Err(trouble);
        }
        match attempt.deadline.sleep(AGAIN).await.map_err(Trouble::from) {
            Ok(()) => last = Some(trouble),
            Err(Trouble::OutOfTime) => return Err(trouble),
            Err(ended) => return Err(ended),
        }
    }
}

async fn choose(attempt: &mut Attempt<'_>, found: &Found, option: &str) -> Result<(), Trouble> {
    match put(attempt, found, &agent::choose_text(found.element.node, option)).await? {
        Chosen::Chosen { .. } => Ok(()),
        Chosen::Refused { value } => Err(Trouble::Mismatch(Mismatch {
            what: "the value after choosing".into(),
            expected: option.to_owned(),
            found: value,
        })),
        Chosen::Disabled { .. } => Err(Trouble::OptionDisabled {
            option: option.to_owned(),
        }),
        Chosen::Absent { options } => Err(Trouble::NoOption {
            options: options.into_iter().map(|option| option.text).collect(),
        }),
        Chosen::NotSelect => from_list(attempt, found, option).await,
        Chosen::Detached => Err(Trouble::NotFound),
    }
}

/// Opens the list if it is closed, and clicks the option as a person would.
async fn from_list(attempt: &mut Attempt<'_>, found: &Found, option: &str) -> Result<(), Trouble> {
    let mut list = put(attempt, found, &agent::listbox_of(found.element.node)).await?;
    if let Listbox::Closed { .. } = list {
        click(attempt, found, found.element.node).await?;
        list = opened(attempt, found).await?;
    }
    match list {
        Listbox::Ok { options, .. } => match pick(&options, option) {
            Ok(node) => click(attempt, found, node).await,
            Err(none) => from_narrowed_list(attempt, found, option, none).await,
        },
        Listbox::Closed { .. } => {
            let none = Trouble::NoOption { options: Vec::new() };
            from_narrowed_list(attempt, found, option, none).await
        }
        Listbox::Detached => Err(Trouble::NotFound),
        Listbox::Native | Listbox::None => Err(Trouble::WrongKind {
            element: found.people(),
            wanted: "a select, a combobox or a listbox",
        }),
    }
}

/// A field that offers only what fits what is typed in it: types the option, and takes it when it is offered.
async fn from_narrowed_list(
    attempt: &mut Attempt<'_>,
    found: &Found,
    option: &str,
    none: Trouble,
) -> Result<(), Trouble> {
    let node = found.element.node;
    let FieldKind::Ok {
        field: Some(field @ (Field::Input { .. } | Field::Editable)),
    } = put(attempt, found, &agent::field_kind(node)).await?
    else {
        return Err(none);
    };
    let ReadyToType::Focused { .. } = put(attempt, found, &agent::ready_to_type(node)).await? else {
        return Err(none);
    };
    type_over(attempt, option, Some(&field)).await?;
    let most = attempt.deadline.at_most(OFFERING);
    loop {
        if let Listbox::Ok { options, .. } = put(attempt, found, &agent::listbox_of(node)).await?
            && let Ok(node) = pick(&options, option)
        {
            return click(attempt, found, node).await;
        }
        match most.sleep(AGAIN / 4).await.map_err(Trouble::from) {
            Ok(()) => {}
            Err(Trouble::OutOfTime) => return Err(none),
            Err(ended) => return Err(ended),
        }
    }
}

/// A list may come with an animation or from a server.
async fn opened(attempt: &Attempt<'_>, found: &Found) -> Result<Listbox, Trouble> {
    let most = attempt.deadline.at_most(OFFERING);
    loop {
        let list = put(attempt, found, &agent::listbox_of(found.element.node)).await?;
        let empty = matches!(&list, Listbox::Ok { options, .. } if options.is_empty());
        if !empty && !matches!(list, Listbox::Closed { .. }) {
            return Ok(list);
        }
        match most.sleep(AGAIN / 4).await.map_err(Trouble::from) {
            Ok(()) => {}
            Err(Trouble::OutOfTime) => return Ok(list),
            Err(ended) => return Err(ended),
        }
    }
}

fn pick(options: &[AriaOption], wanted: &str) -> Result<agent::Node, Trouble> {
    let by = |mode| {
        options
            .iter()
            .find(move |option| text_matches(&option.text, wanted, mode))
    };
    match by(TextMode::Exact).or_else(|| by(TextMode::IgnoreCase)) {
        Some(option) if option.disabled => Err(Trouble::OptionDisabled {
            option: option.text.clone(),
        }),
        Some(option) => Ok(option.node),
        None => Err(Trouble::NoOption {
            options: options.iter().map(|option| option.text.clone()).collect(),
        }),
    }
}

async fn click(attempt: &mut Attempt<'_>, found: &Found, node: agent::Node) -> Result<(), Trouble> {
    let mut at = found.clone();
    at.element.node = node;
    let ready = prepare(attempt, at, Action::new(ActionKind::Click).armed(1)).await?;
    let How::At { point, .. } = ready.how else {
        return Ok(());
    };
    match press_at(attempt, &ready.found, point, 1).await? {
        Outcome::Hit => Ok(()),
        missed => {
            missed_it(attempt, &ready.found, missed).await?;
            Err(Trouble::Moving {
                element: found.people(),
            })
        }
    }
}

async fn put<A: serde::de::DeserializeOwned>(
    attempt: &Attempt<'_>,
    found: &Found,
    question: &Ask<A>,
) -> Result<A, Trouble> {
    let asked = ask(attempt.tab.picture().connection(), &found.world, question);
    attempt
        .deadline
        .within(asked)
        .await?
        .map_err(|error| error.in_frame(found.url.is_none()))
}
