//! JSON pointers (RFC 6901).

use super::{Json, Value};
use crate::source::Span;

impl Json<'_> {
    /// The pointer of the innermost value that holds a span; the key of a member belongs to its value.
    pub(crate) fn pointer(&self, span: Span) -> String {
        let mut pointer = String::new();
        let mut here = self;
        while let Some((name, inner)) = here.part(span) {
            pointer.push('/');
            pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
            here = inner;
        }
        pointer
    }

    fn part(&self, span: Span) -> Option<(String, &Self)> {
        let holds = |outer: Span| outer.start <= span.start && span.end <= outer.end;
        match &self.value {
            Value::Array(items) => {
                let mut numbered = items.iter().enumerate();
                let (at, item) = numbered.find(|(_, item)| holds(item.span))?;
                Some((at.to_string(), item))
            }
            Value::Object(members) => {
                let whole = |key: Span, value: Span| holds(key.join(value));
                let member = members
                    .iter()
                    .find(|member| whole(member.key_span, member.value.span))?;
                Some((member.key.to_string(), &member.value))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::json::parse;
    use crate::source::Span;

    #[test]
    fn a_place_has_a_pointer() {
        let text = r#"{"a": [{"b/c": 1}, 2], "d~": {}}"#;
        let root = parse(text).unwrap();
        for (part, pointer) in [
            ("{\"a", ""),
            ("\"a\"", "/a"),
            ("[{", "/a"),
            ("1", "/a/0/b~1c"),
            ("2", "/a/1"),
            ("{}", "/d~0"),
        ] {
            let start = text.find(part).unwrap();
            assert_eq!(root.pointer(Span::new(start, start + 1)), pointer, "{part}");
        }
    }
}
