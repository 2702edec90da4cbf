//! What a `storageState` file has that no browser is given: databases, and members that only other tools know.

use std::collections::BTreeMap;

use serde_json::Value;

const FILE: [&str; 2] = ["cookies", "origins"];
const COOKIE: [&str; 10] = [
    "name",
    "value",
    "domain",
    "path",
    "expires",
    "httpOnly",
    "secure",
    "sameSite",
    "partitionKey",
    "_crHasCrossSiteAncestor",
];
const ORIGIN: [&str; 2] = ["origin", "localStorage"];
const ITEM: [&str; 2] = ["name", "value"];

/// A member that is ignored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    /// Its name: `indexedDB`.
    pub member: String,
    /// What it is a member of: `origin`.
    pub of: &'static str,
    /// How many of them have it.
    pub times: usize,
}

/// The ignored members of a file, each name once. What is empty is nothing to miss.
pub(super) fn ignored(file: &Value) -> Vec<Ignored> {
    let mut found = Found::default();
    found.beside(file, "file", &FILE);
    for cookie in list(file, "cookies") {
        found.beside(cookie, "cookie", &COOKIE);
    }
    for origin in list(file, "origins") {
        found.beside(origin, "origin", &ORIGIN);
        for item in list(origin, "localStorage") {
            found.beside(item, "localStorage item", &ITEM);
        }
    }
    let found = found.0.into_iter();
    found
        .map(|((of, member), times)| Ignored {
            member: member.to_owned(),
            of,
            times,
        })
        .collect()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value
        .get(key)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

#[derive(Default)]
struct Found<'a>(BTreeMap<(&'static str, &'a str), usize>);

impl<'a> Found<'a> {
    /// Counts the members beside the known ones.
    fn beside(&mut self, value: &'a Value, of: &'static str, known: &[&str]) {
        let members = value.as_object().into_iter().flatten();
        for (member, value) in members {
            if !known.contains(&member.as_str()) && !is_empty(value) {
                *self.0.entry((of, member)).or_default() += 1;
            }
        }
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::ignored;

    #[test]
    fn what_no_browser_is_given_is_named_once_and_counted() {
        let cookie = json!({"name": "a", "value": "b", "domain": "x", "path": "/", "priority": "High"});
        let file = json!({
            "cookies": [cookie.clone(), cookie],
            "origins": [
                {"origin": "https://x", "localStorage": [{"name": "a", "value": "b", "ttl": 5}], "indexedDB": [{"name": "db"}]},
                {"origin": "https://y", "localStorage": [], "indexedDB": []},
            ],
            "exportedAt": "2026-11-30",
        });
        let found: Vec<String> = ignored(&file)
            .iter()
            .map(|it| format!("{} of {} {}", it.member, it.times, it.of))
            .collect();
        assert_eq!(
            found,
            [
                "priority of 2 cookie",
                "exportedAt of 1 file",
                "ttl of 1 localStorage item",
                "indexedDB of 1 origin"
            ]
        );
        assert_eq!(ignored(&json!({"cookies": [], "origins": []})), []);
    }
}
