//! What is on the page instead of what was looked for: help for a person, never a part of the verdict.

use std::time::Duration;

use super::agent::{self, ExactText, Match, Query, Target, TextMode, Want};
use super::ask::ask;
use super::attempt::Attempt;
use super::sight::{Sight, shortened};
use super::target::quoted;

/// How long the page is asked.
const PATIENCE: Duration = Duration::from_millis(500);

/// More than this is not told.
const MOST: usize = 5;

/// Texts of a page longer than this are cut.
const LONGEST: usize = 200;

/// What comes nearest to a query that nothing matches, as a person would say it.
pub(super) async fn nearest(attempt: &Attempt<'_>, sight: &Sight, query: &Query) -> Option<String> {
    let search = async {
        for (looser, say) in looser(query) {
            let mut there: Vec<String> = Vec::new();
            for seen in &sight.frames {
                let asked = ask(
                    attempt.tab.picture().connection(),
                    &seen.world,
                    &agent::look(&looser),
                );
                for found in asked.await.map(|answer| answer.matches).unwrap_or_default() {
                    there.extend(say(&found).filter(|said| !there.contains(said)));
                }
            }
            if let Some(said) = joined(&there) {
                return Some(said);
            }
        }
        None
    };
    tokio::time::timeout(PATIENCE, search).await.ok().flatten()
}

type Say = fn(&Match) -> Option<String>;

/// The same query with one thing less strict, nearest first, and how to tell of what it finds.
fn looser(query: &Query) -> Vec<(Query, Say)> {
    let mut list: Vec<(Query, Say)> = Vec::new();
    if let Some(text) = &query.exact_text {
        let modes: &[TextMode] = match text.mode {
            TextMode::Exact => &[TextMode::IgnoreCase, TextMode::ContainsIgnoreCase],
            TextMode::IgnoreCase => &[TextMode::ContainsIgnoreCase],
            TextMode::ContainsIgnoreCase => &[],
        };
        for mode in modes {
            let text = ExactText {
                mode: *mode,
                ..text.clone()
            };
            let query = Query {
                exact_text: Some(text),
                ..plain(query)
            };
            list.push((query, its_text));
        }
    }
    for (target, say) in query.target.iter().flat_map(looser_targets) {
        let query = Query {
            target: Some(target),
            ..plain(query)
        };
        list.push((query, say));
    }
    list
}

/// The query's box and nothing else of it.
fn plain(query: &Query) -> Query {
    Query {
        within: query.within.clone(),
        want: vec![Want::Descriptor],
        ..Query::default()
    }
}

fn looser_targets(target: &Target) -> Vec<(Target, Say)> {
    let mut list: Vec<(Target, Say)> = Vec::new();
    if let Some(text) = target.text.clone().filter(|_| target.text_contains.is_none()) {
        let contains = Target {
            text: None,
            text_contains: Some(text),
            ..target.clone()
        };
        list.push((contains, its_text));
    }
    if target.name.is_some() {
        let role = Target {
            name: None,
            ..target.clone()
        };
        let name = Target {
            role: None,
            ..target.clone()
        };
        if target.role.is_some() {
            list.push((name, its_name));
        }
        if role != Target::default() {
            list.push((role, its_name));
        }
    }
    if let Some(label) = &target.label {
        let label = Target {
            text_contains: Some(label.clone()),
            ..Target::default()
        };
        list.push((label, its_text));
    }
    list
}

fn its_text(found: &Match) -> Option<String> {
    let text = found.text.as_deref().filter(|text| !text.is_empty())?;
    Some(shortened(text, LONGEST))
}

fn its_name(found: &Match) -> Option<String> {
    let name = found.name.as_deref().filter(|name| !name.is_empty())?;
    let role = found.role.as_deref().filter(|role| !role.is_empty());
    Some(format!(
        "role:{} name:{}",
        role.unwrap_or("none"),
        quoted(&shortened(name, LONGEST))
    ))
}

fn joined(there: &[String]) -> Option<String> {
    match there {
        [] => None,
        [one] => Some(one.clone()),
        many => {
            let more = if many.len() > MOST { ", …" } else { "" };
            let some: Vec<&str> = many.iter().take(MOST).map(String::as_str).collect();
            Some(some.join(", ") + more)
        }
    }
}
