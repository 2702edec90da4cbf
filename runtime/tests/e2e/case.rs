//! Cases as data: `fixtures/e2e/TOPIC.cases`.
//!
//! ```text
//! ##### name of a case
//! === index.html
//! <p>a page</p>
//! === script
//!     click text:"Send"
//! === expect
//! fails not-visible 1
//! says veil
//! ```
//! The script is what stands in its one step; one that begins with `test` is whole. Its lines are counted from 1. Of a
//! page only the body is written; `{PORT}` is the site's port, `{DOWN}` one where nobody listens.
//!
//! Expectations: `passes`, `fails REASON LINE`, `status WORD`, `says TEXT` (somewhere in the failure), `expected TEXT`,
//! `found TEXT`, `candidate TEXT` (an element or its rewrite), `covered TEXT`, `warns TEXT`, `no-warning`, `logs TEXT`,
//! `resolved KEY TEXT`, `retries`, `at-least MS`, `at-most MS`.

use std::collections::BTreeMap;

/// One case.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) pages: BTreeMap<String, String>,
    pub(crate) script: String,
    /// Lines of the script before the first written one.
    pub(crate) offset: u32,
    pub(crate) expect: Vec<String>,
}

/// Reads all cases of a file.
pub(crate) fn read(text: &str) -> Vec<Case> {
    text.split("\n##### ").skip(1).map(one).collect()
}

fn one(text: &str) -> Case {
    let (name, rest) = text.split_once('\n').expect("a name, then sections");
    let mut case = Case {
        name: name.trim().to_owned(),
        pages: BTreeMap::new(),
        script: String::new(),
        offset: 0,
        expect: Vec::new(),
    };
    for section in format!("\n{rest}").split("\n=== ").skip(1) {
        let (title, body) = section.split_once('\n').unwrap_or((section, ""));
        match title.trim() {
            "script" => (case.script, case.offset) = script(body),
            "expect" => {
                case.expect = body
                    .lines()
                    .map(str::trim)
                    .filter(|line| !line.is_empty())
                    .map(str::to_owned)
                    .collect()
            }
            page => drop(case.pages.insert(page.to_owned(), document(page, body))),
        }
    }
    case
}

fn script(body: &str) -> (String, u32) {
    if body.trim_start().starts_with("test ") {
        return (body.to_owned(), 0);
    }
    (
        format!("test \"t\"\n  start http://localhost:{{PORT}}/\n  step \"s\"\n{body}\n"),
        3,
    )
}

fn document(name: &str, body: &str) -> String {
    if !name.ends_with(".html") || body.trim_start().starts_with("<!doctype") {
        return body.to_owned();
    }
    format!(
        "<!doctype html><html><head><meta charset=\"utf-8\"><title>T</title></head><body><p id=log>log:</p>\
         <script>const log = (text) => {{ document.querySelector('#log').textContent += ' ' + text; }};</script>\
         {body}</body></html>"
    )
}
