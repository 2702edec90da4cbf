//! Every word of the language has its text, and the documentation agrees.

use std::fs;
use std::path::Path;

use aite_compiler::ide::words;
use aite_compiler::syntax::Verb;
use aite_compiler::syntax::ast::Key;

fn docs(page: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(page)).unwrap()
}

/// The cells of the tables of a page.
fn rows(page: &str) -> Vec<Vec<String>> {
    let text = docs(page);
    let rows = text.lines().filter(|line| line.starts_with('|'));
    rows.map(|row| {
        row.trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect()
    })
    .collect()
}

#[test]
fn every_verb_has_forms_that_parse() {
    for verb in Verb::ALL {
        let known = words::verb(verb);
        assert!(known.does.ends_with('.'), "{verb:?}");
        for form in known.forms {
            assert!(form.label.starts_with(verb.as_str()), "{}", form.label);
            let mut from = 0;
            for part in form.parts {
                let found = form.label[from..].find(part.name);
                from +=
                    found.unwrap_or_else(|| panic!("{} has no {}", form.label, part.name)) + part.name.len();
            }
            let line = filled(form.snippet);
            let text = format!("test \"t\"\n  step \"s\"\n    set before \"1\"\n    {line}\n");
            let errors = aite_compiler::parse(&text).errors;
            assert!(
                errors.is_empty() || line.contains(":\"\"") || verb == Verb::Call,
                "{line}: {errors:?}"
            );
        }
        for reason in known.reasons {
            assert!(words::reason(reason).is_some(), "{reason}");
        }
    }
}

/// A snippet with its placeholders filled in.
fn filled(snippet: &str) -> String {
    let mut line = String::new();
    let mut rest = snippet;
    while let Some(at) = rest.find('$') {
        line.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(inner) = rest.strip_prefix('{') {
            let (inner, after) = inner.split_once('}').unwrap();
            let value = inner.split_once(':').map_or_else(
                || {
                    inner
                        .split_once('|')
                        .map_or("", |(_, list)| list.split([',', '|']).next().unwrap_or(""))
                },
                |(_, value)| value,
            );
            line.push_str(value);
            rest = after;
        } else {
            rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
            line.push('x');
        }
    }
    line + rest
}

#[test]
fn the_language_reference_has_every_word() {
    let reference = docs("language.md");
    for verb in Verb::ALL {
        assert!(reference.contains(&format!("| `{}", verb.as_str())), "{verb:?}");
    }
    for key in Key::ALL {
        assert!(reference.contains(&format!("| `{}:", key.as_str())), "{key:?}");
        let known = words::key(key);
        assert!(known.snippet.starts_with(&format!("{}:", key.as_str())));
        assert!(known.caveat.ends_with('.'));
    }
    for header in words::HEADERS {
        assert!(
            reference.contains(&format!("| `{}", header.word)),
            "{}",
            header.word
        );
    }
    for modifier in words::MODIFIERS {
        assert!(
            reference.contains(&format!("| `{}:", modifier.word)),
            "{}",
            modifier.word
        );
    }
    for word in words::CHECK_KEYS {
        assert!(reference.contains(word.word), "{}", word.word);
    }
    for word in words::STATES {
        assert!(reference.contains(word.word), "{}", word.word);
    }
}

#[test]
fn reasons_read_as_in_the_documentation() {
    let rows = rows("how-it-decides.md");
    for (reason, means) in words::REASONS {
        let row = rows.iter().find(|row| row[0] == format!("`{reason}`"));
        assert_eq!(row.map(|row| row[1].as_str()), Some(means), "{reason}");
    }
    let listed = rows
        .iter()
        .filter(|row| row.len() == 2 && row[0].starts_with('`'))
        .count();
    assert_eq!(listed, words::REASONS.len(), "a reason is missing");
}

#[test]
fn keys_that_can_be_pressed_have_a_text() {
    let text = "test \"t\"\nstep \"s\"\npress Nothing\n";
    let error = aite_compiler::parse(text).errors.remove(0);
    let list = error.message.split_once('(').unwrap().1;
    let keys: Vec<&str> = list.split(", ").filter(|key| !key.contains(' ')).collect();
    assert_eq!(keys.len(), 14);
    for key in keys {
        assert!(words::key_name(key).is_some(), "{key}");
    }
    for key in ["Control", "Shift", "Alt", "Meta"] {
        assert!(words::held(key).is_some(), "{key}");
    }
}

/// The runtime has the roles as one list; those of books and graphics need no words.
#[test]
fn every_role_that_is_found_has_a_text() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/src/page/js/roles.js");
    let text = fs::read_to_string(path).unwrap();
    let list = text
        .split_once("const ROLES = new Set(")
        .unwrap()
        .1
        .split_once(".split")
        .unwrap()
        .0;
    let roles = list
        .split(['"', ' ', '+', '(', ')', '\n'])
        .filter(|word| !word.is_empty());
    let mut count = 0;
    for role in roles.filter(|role| !role.starts_with("doc-") && !role.starts_with("graphics-")) {
        assert!(words::role(role).is_some(), "{role}");
        count += 1;
    }
    assert_eq!(count, words::ROLES.len(), "a role that the runtime does not know");
}
