//! JSON as the benchmark's files have it: members in alphabetical order, nothing but ASCII, so that equal values are
//! equal bytes everywhere.

use serde_json::Value;

/// One line, without its end.
pub fn line(value: &Value) -> String {
    ascii(&sorted(value).to_string())
}

/// Indented by two, with an end of line.
pub fn pretty(value: &Value) -> String {
    format!("{}\n", ascii(&format!("{:#}", sorted(value))))
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(key, _)| *key);
            Value::Object(
                members
                    .into_iter()
                    .map(|(key, value)| (key.clone(), sorted(value)))
                    .collect(),
            )
        }
        plain => plain.clone(),
    }
}

/// Characters outside ASCII stand in strings only, where they can be escaped.
fn ascii(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    let mut escaped = String::with_capacity(text.len() * 2);
    for character in text.chars() {
        if character.is_ascii() {
            escaped.push(character);
        } else {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                escaped.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn members_are_sorted_at_every_depth_and_text_is_ascii() {
        let value = json!({"b": [{"z": 1, "a": "é😀"}], "a": null});
        assert_eq!(
            line(&value),
            r#"{"a":null,"b":[{"a":"\u00e9\ud83d\ude00","z":1}]}"#
        );
        assert_eq!(serde_json::from_str::<Value>(&line(&value)).unwrap(), value);
        assert_eq!(
            pretty(&json!({"b": 1, "a": []})),
            "{\n  \"a\": [],\n  \"b\": 1\n}\n"
        );
    }
}
