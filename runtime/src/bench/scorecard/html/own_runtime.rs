//! What our own runtime did with the steps of tasks, apart from what the drivers did that tasks name.

use maud::{Markup, html};
use serde_json::Value;

use super::super::Card;
use super::{engines, subsets};

pub(super) fn section(card: &Card<'_>, rows: &[&Value]) -> Markup {
    html! {
        section aria-labelledby="own-runtime" {
            h2 #own-runtime { "Driver aite" }
            p { "The steps were performed by what runs scripts, not by the drivers that the tasks name. It is part of no score." }
            (engines::cards(card, rows))
            (subsets::matrix(card, rows))
        }
    }
}
