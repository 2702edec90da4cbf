//! The keys of targets and of checks.

use super::{Word, find, word};
use crate::syntax::ast::Key;

/// A key of a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyWords {
    /// What to write, as a snippet.
    pub snippet: &'static str,
    /// What it finds.
    pub finds: &'static str,
    /// How it is compared.
    pub compared: &'static str,
    /// What to know before relying on it.
    pub caveat: &'static str,
}

/// The words of a target's key.
pub const fn key(key: Key) -> KeyWords {
    match key {
        Key::Text => KeyWords {
            snippet: "text:\"$1\"",
            finds: "the element whose visible text is this",
            compared: "the whole text, trimmed, white space collapsed, case ignored",
            caveat: "The innermost element that has the whole text matches. `verify text:` alone is exact: there, case \
                     counts.",
        },
        Key::TextContains => KeyWords {
            snippet: "text~:\"$1\"",
            finds: "the element whose visible text contains this",
            compared: "a part of the text, white space collapsed, case ignored",
            caveat: "A short part soon fits several elements, and two are `ambiguous`.",
        },
        Key::Role => KeyWords {
            snippet: "role:${1:button} name:\"$2\"",
            finds: "elements by ARIA role, written or implied",
            compared: "the role, exactly",
            caveat: "It sees only what the accessibility tree has: what is hidden from it is not found. Beside `name:` it is \
                     the best choice for buttons and links.",
        },
        Key::Name => KeyWords {
            snippet: "name:\"$1\"",
            finds: "elements by accessible name",
            compared: "the whole name, case ignored",
            caveat: "The name is what a screen reader says: an `aria-label` comes before the text. It is usually written \
                     beside `role:`.",
        },
        Key::Label => KeyWords {
            snippet: "label:\"$1\"",
            finds: "the form control with this label",
            compared: "the whole label, case ignored",
            caveat: "A label is a `<label>`, `aria-labelledby` or `aria-label`. A placeholder is none.",
        },
        Key::Placeholder => KeyWords {
            snippet: "placeholder:\"$1\"",
            finds: "the field with this placeholder",
            compared: "the whole attribute, case ignored",
            caveat: "A field that has a label is better found by it: placeholders change with the wording.",
        },
        Key::TestId => KeyWords {
            snippet: "testid:\"$1\"",
            finds: "the element with this `data-testid`",
            compared: "exactly, case counts",
            caveat: "The steadiest key; ask for it where texts change.",
        },
        Key::Css => KeyWords {
            snippet: "css:\"$1\"",
            finds: "elements by a CSS selector, in every document and shadow root of the tab",
            compared: "by the browser",
            caveat: "A last resort: a selector knows how the page is built, not what a person sees, and breaks when it is \
                     built another way.",
        },
        Key::XPath => KeyWords {
            snippet: "xpath:\"$1\"",
            finds: "elements by an XPath, in every document and shadow root of the tab",
            compared: "by the browser",
            caveat: "A last resort: it knows how the page is built, not what a person sees.",
        },
        Key::Index => KeyWords {
            snippet: "index:${1:2}",
            finds: "the nth of several matches, from 1",
            compared: "in the order of the page",
            caveat: "Every use is a warning (W002): an order is easily changed. It needs another key beside it.",
        },
    }
}

/// The keys that `verify` and `verifyNot` have besides those of targets.
pub const CHECK_KEYS: [Word; 14] = [
    word(
        "text-i",
        "text-i:\"$1\"",
        "The text is this, ignoring case: the whole text of the target, or of anything visible when there is no target.",
    ),
    word(
        "text~i",
        "text~i:\"$1\"",
        "The text contains this, ignoring case. An empty text is in every page (W005).",
    ),
    word("value", "value:\"$1\"", "The value of a field is this, exactly."),
    word(
        "count",
        "count:${1:3}",
        "So many visible elements match the target.",
    ),
    word(
        "attr",
        "attr:${1:href}  equals:\"$2\"",
        "An attribute of the one visible element, compared by `equals:` or `contains:`. `href` and `src` may be written as \
         in the page or as the browser resolves them.",
    ),
    word(
        "equals",
        "equals:\"$1\"",
        "The whole attribute after `attr:`, or the change after `number:changed-by`, a number such as `-1`.",
    ),
    word(
        "contains",
        "contains:\"$1\"",
        "A part of the attribute after `attr:`.",
    ),
    word(
        "number",
        "number:changed-by  from:${1:before}  equals:${2:-1}",
        "The first number of the text, compared with the first number of a captured text. Thousands commas and a unit \
         behind it are fine; decimals are exact.",
    ),
    word(
        "from",
        "from:$1",
        "The variable that holds the earlier text, for `number:changed-by`.",
    ),
    word("title", "title:\"$1\"", "The title of the page is this, exactly."),
    word(
        "url~",
        "url~:\"$1\"",
        "The address contains this. Every address contains the empty text (W005).",
    ),
    word(
        "name",
        "name:\"$1\"",
        "After `download`: the name of the file. Elsewhere: the accessible name of an element.",
    ),
    word(
        "name~",
        "name~:\"$1\"",
        "After `download`: a part of the name of the file.",
    ),
    word(
        "size-min",
        "size-min:${1:1000}",
        "After `download`: the least size in bytes; 1 when it is not written, as an empty file is no download.",
    ),
];

/// A key of `verify`.
pub fn check_key(written: &str) -> Option<&'static Word> {
    find(&CHECK_KEYS, written)
}

/// The words without a colon that say what is checked, waited for or gone to.
pub const STATES: [Word; 9] = [
    word(
        "enabled",
        "enabled",
        "The element can be used: nothing disables it.",
    ),
    word(
        "disabled",
        "disabled",
        "The element cannot be used: disabled itself, by a fieldset, or by `aria-disabled`.",
    ),
    word(
        "checked",
        "checked",
        "The box is ticked, or the radio button chosen.",
    ),
    word(
        "download",
        "download  name:\"$1\"",
        "A finished file with this name lies in the run's download folder.",
    ),
    word("gone", "gone", "Nothing visible matches any more."),
    word(
        "text-changes",
        "text-changes",
        "The text is another than when the wait began.",
    ),
    word(
        "network-idle",
        "network-idle",
        "No request has been in flight for 500 ms. Event streams and pings do not count.",
    ),
    word(
        "new",
        "new",
        "The newest tab that opened by itself; waits for one.",
    ),
    word(
        "changed-by",
        "changed-by",
        "The number differs from the captured one by exactly so much.",
    ),
];
