//! A word has the same class to the compiler and to the tree-sitter grammar, in every text that the compiler accepts.

mod classes;
mod corpus;

use tree_sitter::{Node, Parser, Query, QueryCursor, StreamingIterator};

/// How many mutants are read.
const MUTANTS: usize = 4_000;

#[test]
fn words_have_the_classes_of_the_compiler() {
    let language = aite_grammar::LANGUAGE.into();
    let mut parser = Parser::new();
    parser.set_language(&language).unwrap();
    let query = Query::new(&language, aite_grammar::HIGHLIGHTS).unwrap();
    let mut faults = Vec::new();
    let mut words = 0;
    for (name, text) in corpus::written().into_iter().chain(corpus::mutants(MUTANTS)) {
        let Some(expected) = classes::of_compiler(&text) else {
            continue;
        };
        words += expected.len();
        let tree = parser.parse(&text, None).unwrap();
        let found = painted(&query, tree.root_node(), &text);
        faults.extend(
            classes::differences(&text, &expected, &found)
                .iter()
                .map(|fault| format!("{name}: {fault}")),
        );
    }
    assert!(words > 10_000, "only {words} words");
    let shown = faults.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(faults.is_empty(), "{} words:\n{shown}", faults.len());
}

#[test]
fn every_class_has_a_capture() {
    for class in aite_compiler::ide::TokenClass::ALL {
        let known = CAPTURES
            .iter()
            .any(|(_, classes)| classes.contains(&class.name()));
        assert!(known, "no capture means {}", class.name());
    }
}

#[test]
fn every_query_fits_the_grammar() {
    let language = aite_grammar::LANGUAGE.into();
    for query in [
        aite_grammar::HIGHLIGHTS,
        aite_grammar::FOLDS,
        aite_grammar::INDENTS,
        aite_grammar::INJECTIONS,
        aite_grammar::LOCALS,
        aite_grammar::TAGS,
    ] {
        let query = Query::new(&language, query).unwrap_or_else(|error| panic!("{error}\n{query}"));
        assert!(query.pattern_count() > 0);
    }
}

/// Which classes a capture is the colour of.
const CAPTURES: [(&str, &[&str]); 17] = [
    ("comment", &["comment"]),
    ("keyword", &["keyword"]),
    ("function.builtin", &["verb"]),
    ("property", &["key"]),
    ("attribute", &["modifier"]),
    ("constant.builtin", &["word"]),
    ("string", &["string"]),
    ("string.escape", &["escape"]),
    ("variable", &["variable"]),
    ("number", &["number", "duration"]),
    ("type", &["role"]),
    ("constant", &["keyName"]),
    ("module", &["profile"]),
    ("function", &["check"]),
    ("label", &["journey"]),
    ("string.special.path", &["path"]),
    ("string.special.url", &["address"]),
];

/// The classes of every byte, as an editor would paint them: what is further in, or later in the query, wins.
fn painted(query: &Query, root: Node<'_>, text: &str) -> Vec<&'static [&'static str]> {
    let mut classes: Vec<&[&str]> = vec![&[]; text.len()];
    let mut cursor = QueryCursor::new();
    let mut captures = cursor.captures(query, root, text.as_bytes());
    while let Some((found, index)) = captures.next() {
        let capture = found.captures()[*index];
        let name = query.capture_names()[capture.index as usize];
        let known = CAPTURES.iter().find(|(capture, _)| *capture == name);
        let (_, meant) = known.unwrap_or_else(|| panic!("the capture {name} has no class"));
        classes[capture.node.byte_range()].fill(meant);
    }
    classes
}
