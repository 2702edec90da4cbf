//! The commands.

use crate::syntax::Verb;

/// What is to be known of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerbWords {
    /// What it does, as Markdown.
    pub does: &'static str,
    /// How it is written.
    pub forms: &'static [Form],
    /// The reasons for which it fails itself, besides those for which every command can.
    pub reasons: &'static [&'static str],
}

/// One way of writing a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// `type TARGET "text"`
    pub label: &'static str,
    /// What to write, as a snippet.
    pub snippet: &'static str,
    /// What this form does, where the command has several.
    pub does: &'static str,
    /// The parts of the label that are filled in, in order.
    pub parts: &'static [Part],
}

/// A part of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// As the label has it.
    pub name: &'static str,
    /// What goes there.
    pub docs: &'static str,
}

const fn part(name: &'static str, docs: &'static str) -> Part {
    Part { name, docs }
}

const fn form(
    label: &'static str,
    snippet: &'static str,
    does: &'static str,
    parts: &'static [Part],
) -> Form {
    Form {
        label,
        snippet,
        does,
        parts,
    }
}

const TARGET: Part = part(
    "TARGET",
    "Keys that describe one visible element; all must fit: `role:button name:\"Send\"`.",
);
const ADDRESS: Part = part(
    "ADDRESS",
    "An http or https address. To use a variable, write it as a string.",
);
const FOUND: &[&str] = &["not-found", "not-visible", "not-enabled", "ambiguous"];
const CHANGED: &[&str] = &["not-found", "not-visible", "not-enabled", "ambiguous", "mismatch"];
const LOADED: &[&str] = &["load-failed", "timeout"];
const JUDGED: &[&str] = &["not-found", "not-visible", "ambiguous", "mismatch"];

/// The words of a command.
pub const fn verb(verb: Verb) -> VerbWords {
    match verb {
        Verb::Start => START,
        Verb::Goto => GOTO,
        Verb::Click => CLICK,
        Verb::DoubleClick => DOUBLE_CLICK,
        Verb::Type => TYPE,
        Verb::Press => PRESS,
        Verb::Select => SELECT,
        Verb::Check => CHECK,
        Verb::Uncheck => UNCHECK,
        Verb::Verify => VERIFY,
        Verb::VerifyNot => VERIFY_NOT,
        Verb::Wait => WAIT,
        Verb::Sleep => SLEEP,
        Verb::Capture => CAPTURE,
        Verb::Set => SET,
        Verb::SwitchTab => SWITCH_TAB,
        Verb::CloseTab => CLOSE_TAB,
        Verb::Drag => DRAG,
        Verb::Screenshot => SCREENSHOT,
        Verb::Call => CALL,
        Verb::Run => RUN,
    }
}

const START: VerbWords = VerbWords {
    does: "Goes to the tab that the run's start opened, or opens one, and loads the address. It has at least 10 s.",
    forms: &[form(
        "start ADDRESS",
        "start ${1:https://example.com/}",
        "",
        &[ADDRESS],
    )],
    reasons: LOADED,
};

const GOTO: VerbWords = VerbWords {
    does: "Loads the address in the current tab. It has at least 10 s.",
    forms: &[form(
        "goto ADDRESS",
        "goto ${1:https://example.com/}",
        "",
        &[ADDRESS],
    )],
    reasons: LOADED,
};

const CLICK: VerbWords = VerbWords {
    does: "Scrolls to the element, checks that a person could click it, and clicks. What covers it is never clicked.",
    forms: &[form("click TARGET", "click ${1:text}:\"$2\"", "", &[TARGET])],
    reasons: FOUND,
};

const DOUBLE_CLICK: VerbWords = VerbWords {
    does: "Clicks twice, where a person could.",
    forms: &[form(
        "doubleClick TARGET",
        "doubleClick ${1:text}:\"$2\"",
        "",
        &[TARGET],
    )],
    reasons: FOUND,
};

const TYPE: VerbWords = VerbWords {
    does: "Clicks the field and replaces what is in it, key by key; `\"\"` empties it. Dates, times and colours are \
           written as HTML has them: `2026-11-30`. `change` fires when the field loses focus (`press Tab`).",
    forms: &[form(
        "type TARGET \"text\"",
        "type ${1:label}:\"$2\"  \"$3\"",
        "",
        &[
            TARGET,
            part("\"text\"", "What is typed. `\\n` in a text area is Enter."),
        ],
    )],
    reasons: CHANGED,
};

const PRESS: VerbWords = VerbWords {
    does: "Presses a key on the focused element, alone or in a chord.",
    forms: &[form(
        "press KEY",
        "press ${1:Enter}",
        "",
        &[part(
            "KEY",
            "A key's name or one character; `Control+`, `Shift+`, `Alt+`, `Meta+` hold a key down.",
        )],
    )],
    reasons: &[],
};

const SELECT: VerbWords = VerbWords {
    does: "Chooses an option by its text or value, also in an ARIA combobox or listbox. An option that is not there is \
           `not-found`, and the failure lists the options.",
    forms: &[form(
        "select TARGET \"option\"",
        "select ${1:label}:\"$2\"  \"$3\"",
        "",
        &[
            TARGET,
            part("\"option\"", "The text of the option, or its value."),
        ],
    )],
    reasons: CHANGED,
};

const CHECK: VerbWords = VerbWords {
    does: "Ticks a box or radio button, unless it is. A click that changes nothing is a `mismatch`.",
    forms: &[form("check TARGET", "check ${1:label}:\"$2\"", "", &[TARGET])],
    reasons: CHANGED,
};

const UNCHECK: VerbWords = VerbWords {
    does: "Clears a box, unless it is clear. A radio button cannot be cleared.",
    forms: &[form("uncheck TARGET", "uncheck ${1:label}:\"$2\"", "", &[TARGET])],
    reasons: CHANGED,
};

const VERIFY: VerbWords = VerbWords {
    does: "Passes when the condition comes to hold in time. Running out of time is a failure, never a pass.",
    forms: CHECKS,
    reasons: JUDGED,
};

const VERIFY_NOT: VerbWords = VerbWords {
    does: "Passes when the condition does not hold at any moment of the whole time, so a short `timeout:` is often \
           right. It fails at once when the condition holds. Something hidden does not count as there.",
    forms: CHECKS_NOT,
    reasons: &["mismatch"],
};

const WAIT: VerbWords = VerbWords {
    does: "Waits until the condition holds, then goes on; it checks nothing. A script seldom needs it: every command \
           waits for its own target.",
    forms: WAITS,
    reasons: &["timeout", "ambiguous"],
};

const SLEEP: VerbWords = VerbWords {
    does: "Does nothing for a while, and warns (W001): a pause hides a race.",
    forms: &[form(
        "sleep DURATION",
        "sleep ${1:2s}",
        "",
        &[part("DURATION", "`500ms`, `2s`, `1m`")],
    )],
    reasons: &[],
};

const CAPTURE: VerbWords = VerbWords {
    does: "Keeps the text of an element, or the value of a field, in a variable for `${NAME}` and `from:NAME`.",
    forms: &[form(
        "capture NAME TARGET",
        "capture ${1:name}  ${2:css}:\"$3\"",
        "",
        &[
            part("NAME", "The variable: letters, digits, `-` and `_`."),
            TARGET,
        ],
    )],
    reasons: &["not-found", "not-visible", "ambiguous"],
};

const SET: VerbWords = VerbWords {
    does: "Sets a variable; `${NAME}` in any later string stands for its value.",
    forms: &[form(
        "set NAME \"value\"",
        "set ${1:name}  \"$2\"",
        "",
        &[
            part("NAME", "The variable: letters, digits, `-` and `_`."),
            part("\"value\"", "Its value; it may read other variables."),
        ],
    )],
    reasons: &[],
};

const SWITCH_TAB: VerbWords = VerbWords {
    does: "Goes to another tab or window, and waits for one. Without it, commands stay in the tab they are in.",
    forms: &[
        form(
            "switchTab url~:\"part\"",
            "switchTab url~:\"$1\"",
            "The tab whose address contains this.",
            &[part("\"part\"", "A part of the address.")],
        ),
        form(
            "switchTab new",
            "switchTab new",
            "The newest tab that opened by itself.",
            &[],
        ),
    ],
    reasons: &["timeout", "ambiguous"],
};

const CLOSE_TAB: VerbWords = VerbWords {
    does: "Closes the tab and goes back to the one before. A tab that had already closed itself is a warning.",
    forms: &[form("closeTab", "closeTab", "", &[])],
    reasons: &[],
};

const DRAG: VerbWords = VerbWords {
    does: "Presses on the first element, moves to the second in small steps, and releases. It sends mouse events; HTML \
           drag and drop is not claimed.",
    forms: &[form(
        "drag TARGET to:KEY:VALUE",
        "drag ${1:text}:\"$2\"  to:${3:text}:\"$4\"",
        "",
        &[
            TARGET,
            part(
                "KEY:VALUE",
                "The destination, as one key and value straight behind `to:`.",
            ),
        ],
    )],
    reasons: FOUND,
};

const SCREENSHOT: VerbWords = VerbWords {
    does: "Keeps a picture in the run's folder. A picture that cannot be taken is a warning.",
    forms: &[form(
        "screenshot \"name\"",
        "screenshot \"$1\"",
        "",
        &[part("\"name\"", "The picture's name.")],
    )],
    reasons: &[],
};

const CALL: VerbWords = VerbWords {
    does: "Runs a check: a built-in one, or your own `scripts/checks/NAME.ts`, when the allowlist has it as it is.",
    forms: &[form(
        "call NAME arg*",
        "call $1",
        "",
        &[
            part("NAME", "The check."),
            part("arg*", "What it is given: strings, numbers and names."),
        ],
    )],
    reasons: &[
        "mismatch",
        "wrong-session",
        "pre-state",
        "not-found",
        "timeout",
        "refused",
        "internal",
    ],
};

const RUN: VerbWords = VerbWords {
    does: "Puts the steps of another script here. It sees the variables that are set before; those it sets itself stay \
           inside. Its own `start`, `covers`, `needs` and `timeout` are ignored.",
    forms: &[form(
        "run PATH",
        "run ${1:scripts/}",
        "",
        &[part(
            "PATH",
            "From the project's root: `scripts/shop/fill-basket.aite`.",
        )],
    )],
    reasons: &[],
};

/// The forms of a check, each under the verb that it is written with.
macro_rules! conditions {
    ($verb:literal) => {
        &[
            form(
                concat!($verb, " TARGET"),
                concat!($verb, " ${1:role:button} name:\"$2\""),
                "The element is there and visible.",
                &[TARGET],
            ),
            form(
                concat!($verb, " text:\"text\""),
                concat!($verb, " text:\"$1\""),
                "Something visible has exactly this text: case counts.",
                &[part("\"text\"", "The whole text.")],
            ),
            form(
                concat!($verb, " text-i:\"text\""),
                concat!($verb, " text-i:\"$1\""),
                "Something visible has this text, ignoring case.",
                &[part("\"text\"", "The whole text.")],
            ),
            form(
                concat!($verb, " text~i:\"part\""),
                concat!($verb, " text~i:\"$1\""),
                "The text of the page contains this, ignoring case.",
                &[part("\"part\"", "A part of the text.")],
            ),
            form(
                concat!($verb, " TARGET text:\"text\""),
                concat!($verb, " ${1:css}:\"$2\"  text:\"$3\""),
                "The element's text is this, exactly. `text-i:` ignores case, `text~i:` looks for a part.",
                &[TARGET, part("\"text\"", "The whole text.")],
            ),
            form(
                concat!($verb, " TARGET value:\"value\""),
                concat!($verb, " ${1:label}:\"$2\"  value:\"$3\""),
                "The field's value is this, exactly.",
                &[TARGET, part("\"value\"", "The whole value.")],
            ),
            form(
                concat!($verb, " TARGET enabled"),
                concat!($verb, " ${1:role:button} name:\"$2\"  ${3|enabled,disabled,checked|}"),
                "The element is enabled; or `disabled`, or `checked`.",
                &[TARGET, part("enabled", "`enabled`, `disabled` or `checked`")],
            ),
            form(
                concat!($verb, " TARGET count:N"),
                concat!($verb, " ${1:css}:\"$2\"  count:${3:3}"),
                "So many visible elements match.",
                &[TARGET, part("N", "A whole number.")],
            ),
            form(
                concat!($verb, " TARGET attr:NAME equals:\"value\""),
                concat!($verb, " ${1:role:link} name:\"$2\"  attr:${3:href} ${4|equals,contains|}:\"$5\""),
                "An attribute is this; with `contains:` it contains this.",
                &[
                    TARGET,
                    part("NAME", "The attribute."),
                    part("\"value\"", "As written in the page, or, for `href` and `src`, as the browser resolves it."),
                ],
            ),
            form(
                concat!($verb, " TARGET number:changed-by from:NAME equals:N"),
                concat!($verb, " ${1:css}:\"$2\"  number:changed-by  from:${3:before}  equals:${4:-1}"),
                "The first number of the text differs from a captured one by exactly so much.",
                &[
                    TARGET,
                    part("NAME", "The variable with the earlier text."),
                    part("N", "The change, with its sign."),
                ],
            ),
            form(
                concat!($verb, " url~:\"part\""),
                concat!($verb, " url~:\"$1\""),
                "The address contains this.",
                &[part("\"part\"", "A part of the address.")],
            ),
            form(
                concat!($verb, " title:\"title\""),
                concat!($verb, " title:\"$1\""),
                "The title of the page is this, exactly.",
                &[part("\"title\"", "The whole title.")],
            ),
            form(
                concat!($verb, " download name:\"file\" size-min:N"),
                concat!($verb, " download name:\"$1\" size-min:${2:1}"),
                "A finished file with this name, of at least so many bytes, has arrived. `name~:` is a part of the name.",
                &[part("\"file\"", "The name of the file."), part("N", "Bytes; 1 when it is not written.")],
            ),
        ]
    };
}

const CHECKS: &[Form] = conditions!("verify");
const CHECKS_NOT: &[Form] = conditions!("verifyNot");

const WAITS: &[Form] = &[
    form(
        "wait TARGET",
        "wait ${1:text}:\"$2\"",
        "Until the element is visible.",
        &[TARGET],
    ),
    form(
        "wait TARGET gone",
        "wait ${1:text}:\"$2\"  gone",
        "Until nothing visible matches.",
        &[TARGET],
    ),
    form(
        "wait TARGET text-changes",
        "wait ${1:css}:\"$2\"  text-changes",
        "Until its text is another than when the wait began.",
        &[TARGET],
    ),
    form(
        "wait url~:\"part\"",
        "wait url~:\"$1\"",
        "Until the address contains this.",
        &[part("\"part\"", "A part of the address.")],
    ),
    form(
        "wait network-idle",
        "wait network-idle",
        "Until no request has been in flight for 500 ms.",
        &[],
    ),
];
