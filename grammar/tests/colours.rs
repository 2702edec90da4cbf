//! A word has the same class to the compiler and to the tree-sitter grammar, in every text that the compiler accepts.

mod classes;
mod corpus;

use std::fs;
use std::path::Path;

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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut queries = 0;
    for folder in QUERIES {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "scm") {
                let text = fs::read_to_string(&path).unwrap();
                let query = Query::new(&aite_grammar::LANGUAGE.into(), &text)
                    .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                assert!(query.pattern_count() > 0, "{} says nothing", path.display());
                queries += 1;
            }
        }
    }
    assert!(queries > 10, "only {queries} queries were found");
}

/// Where the queries of the editors lie.
const QUERIES: [&str; 3] = [
    "grammar/tree-sitter-aite/queries",
    "editors/helix/queries/aite",
    "editors/zed/languages/aite",
];

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
