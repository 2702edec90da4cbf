//! What steps save, and the strings that read it.

use std::collections::HashMap;

use serde_json::Value;

use super::Work;

/// A saved value and what it was a part of.
#[derive(Debug, Default, Clone)]
pub(super) struct Entry {
    pub(super) value: Value,
    /// What the protocol calls its type.
    pub(super) kind: Option<String>,
    /// The whole result; paths begin here.
    pub(super) raw: Value,
}

/// Everything that the steps saved, by name.
#[derive(Debug, Default)]
pub(super) struct Saved(HashMap<String, Entry>);

impl Saved {
    /// Keeps a whole result, or an event's parameters.
    pub(super) fn keep(&mut self, name: &str, result: Value) {
        let entry = Entry {
            value: result.clone(),
            kind: None,
            raw: result,
        };
        self.0.insert(name.into(), entry);
    }

    /// Keeps the value inside a result, and returns it.
    pub(super) fn keep_value(&mut self, name: &str, result: Value) -> Value {
        let object = result.get("result");
        let value = object.and_then(|it| it.get("value")).cloned().unwrap_or_default();
        let kind = object.and_then(|it| it.get("type")).and_then(Value::as_str);
        let entry = Entry {
            value: value.clone(),
            kind: kind.map(Into::into),
            raw: result,
        };
        self.0.insert(name.into(), entry);
        value
    }

    /// What was saved under a name.
    pub(super) fn get(&self, name: &str) -> Option<&Entry> {
        self.0.get(name)
    }

    /// `name.key.0.key`; what is not there is null.
    pub(super) fn at(&self, path: &str) -> Value {
        let (name, rest) = path.split_once('.').unwrap_or((path, ""));
        let start = self.0.get(name).map(|entry| &entry.raw);
        let mut keys = rest.split('.').filter(|_| !rest.is_empty());
        let found = start.and_then(|start| keys.try_fold(start, inside));
        found.cloned().unwrap_or_default()
    }
}

/// The member or item with this name or number.
pub(super) fn inside<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Object(members) => members.get(key),
        Value::Array(items) => items.get(key.parse::<usize>().ok()?),
        _ => None,
    }
}

/// What `{fixture_url}` and the like stand for.
#[derive(Debug)]
pub(super) struct Places([(&'static str, String); 3]);

impl Places {
    pub(super) fn of(work: &Work<'_>) -> Self {
        let without_page = || match work.base_url {
            Some(base) => format!("{base}/l1/core"),
            None => "about:blank".into(),
        };
        let page = work.fixture_url.map_or_else(without_page, Into::into);
        Self([
            ("{fixture_url}", page),
            ("{fixture_path}", work.fixtures.to_string_lossy().into_owned()),
            ("{artifact_dir}", work.folder.to_string_lossy().into_owned()),
        ])
    }

    /// The value with its strings filled in, those inside objects and arrays too; names of members stay.
    pub(super) fn fill(&self, value: &Value, saved: &Saved) -> Value {
        match value {
            Value::String(text) => match saved_path(text) {
                Some(path) => saved.at(path),
                None => Value::String(self.fill_text(text)),
            },
            Value::Array(items) => items.iter().map(|item| self.fill(item, saved)).collect(),
            Value::Object(members) => {
                let filled = members
                    .iter()
                    .map(|(key, value)| (key.clone(), self.fill(value, saved)));
                Value::Object(filled.collect())
            }
            plain => plain.clone(),
        }
    }

    fn fill_text(&self, text: &str) -> String {
        let mut filled = text.to_owned();
        for (hole, value) in &self.0 {
            if filled.contains(hole) {
                filled = filled.replace(hole, value);
            }
        }
        filled
    }
}

/// `{saved:…}`, when the string is nothing else.
fn saved_path(text: &str) -> Option<&str> {
    text.strip_prefix("{saved:")?.strip_suffix('}')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn saved() -> Saved {
        let mut saved = Saved::default();
        saved.keep("doc", json!({"root": {"nodeId": 7, "children": [{"nodeId": 8}]}}));
        saved.keep_value("value", json!({"result": {"type": "number", "value": 3}}));
        saved
    }

    #[test]
    fn paths_lead_into_whole_results() {
        let saved = saved();
        for (path, expected) in [
            ("doc.root.nodeId", json!(7)),
            ("doc.root.children.0.nodeId", json!(8)),
            ("doc.root.children.1.nodeId", json!(null)),
            ("doc.root.children.x", json!(null)),
            ("doc.root.nodeId.deeper", json!(null)),
            ("nothing", json!(null)),
            ("value.result.value", json!(3)),
            ("value", json!({"result": {"type": "number", "value": 3}})),
        ] {
            assert_eq!(saved.at(path), expected, "{path}");
        }
        assert_eq!(saved.get("value").unwrap().kind.as_deref(), Some("number"));
    }

    #[test]
    fn a_result_without_a_value_saves_nothing() {
        let mut saved = Saved::default();
        assert_eq!(saved.keep_value("v", json!({"result": "text"})), json!(null));
        assert_eq!(saved.get("v").unwrap().kind, None);
    }

    #[test]
    fn strings_are_filled_and_whole_ones_keep_their_type() {
        let places = Places([
            ("{fixture_url}", "http://h/p".into()),
            ("{fixture_path}", "/f".into()),
            ("{artifact_dir}", "/a".into()),
        ]);
        let filled = places.fill(
            &json!({"{fixture_url}": ["{saved:doc.root.nodeId}", {"x": "{fixture_url}?a={fixture_url}"}], "n": 1,
                "inner": "id {saved:doc}", "files": ["{fixture_path}/a", "{artifact_dir}/b"], "seed": "{seed}"}),
            &saved(),
        );
        let expected = json!({"{fixture_url}": [7, {"x": "http://h/p?a=http://h/p"}], "n": 1,
            "inner": "id {saved:doc}", "files": ["/f/a", "/a/b"], "seed": "{seed}"});
        assert_eq!(filled, expected);
    }
}
