//! What the compiler accepts the tree-sitter grammar accepts, and what the compiler refuses as a matter of grammar the
//! tree-sitter grammar marks.

mod corpus;

use aite_compiler::diagnostic::{Code, Diagnostic};
use aite_compiler::lexer::{TokenKind, tokens};
use tree_sitter::{Parser, Tree};

/// How many mutants are read.
const MUTANTS: usize = 20_000;

#[test]
fn the_grammar_accepts_what_the_compiler_accepts() {
    let texts = corpus::written().into_iter().chain(corpus::mutants(MUTANTS));
    let mut counts = [0_usize; 3];
    let mut faults = Vec::new();
    let mut parser = parser();
    for (name, text) in texts {
        let (_, errors) = aite_compiler::check(&text);
        let verdict = match errors.as_slice() {
            [] => Some(true),
            errors if errors.iter().any(|error| is_grammar(&text, error)) => Some(false),
            // The compiler stops reading a line at its first error, so there may be more than it says.
            _ => None,
        };
        counts[verdict.map_or(2, usize::from)] += 1;
        let tree = parser.parse(&text, None).unwrap();
        let accepted = !tree.root_node().has_error();
        if verdict.is_some_and(|verdict| verdict != accepted) {
            let said: Vec<_> = errors.iter().map(|error| error.message.to_string()).collect();
            faults.push(format!(
                "── {name}: {said:?}\n{text}\n{}",
                tree.root_node().to_sexp()
            ));
        }
    }
    assert!(
        counts[0] > 3_000 && counts[1] > 3_000,
        "the corpus is lopsided: {counts:?}"
    );
    let shown = faults.iter().take(12).cloned().collect::<Vec<_>>().join("\n");
    assert!(faults.is_empty(), "{} texts ({counts:?}):\n{shown}", faults.len());
}

/// Whether an error is about what `aite.ebnf` says. What it does not say is listed in `grammar/README.md`.
fn is_grammar(text: &str, error: &Diagnostic) -> bool {
    let message = error.message.to_string();
    let says = |parts: &[&str]| parts.iter().any(|part| message.contains(part));
    let names = matches!(error.code, Code::E006 | Code::E007 | Code::E011) || is_undeclared(&message);
    let twice = says(&[
        "is written twice",
        "is needed twice",
        "only one start",
        "only one timeout",
    ]);
    let huge = says(&["too long"]) || is_huge(text, error);
    !(names || twice || huge || is_about_quoted(text, error) || is_blank_name(text, &message))
}

fn is_undeclared(message: &str) -> bool {
    message.starts_with("on:") && message.contains("needs session")
}

/// A string where only some texts fit: an address, a key, a number, a name.
fn is_about_quoted(text: &str, error: &Diagnostic) -> bool {
    let of_grammar = ["unexpected", "unknown escape", "needs must be", "covers needs"];
    let message = error.message.to_string();
    let inside = tokens(text).any(|token| {
        token.kind == TokenKind::String
            && token.span.start <= error.span.start
            && error.span.end <= token.span.end
    });
    inside && !error.span.is_empty() && !of_grammar.iter().any(|part| message.starts_with(part))
}

/// A test whose name is blank is said to be none, on the first line.
fn is_blank_name(text: &str, message: &str) -> bool {
    let mut words = tokens(text).filter(|token| !token.kind.is_trivia());
    let mut next = || {
        words
            .next()
            .map_or("", |token| &text[token.span.start..token.span.end])
    };
    let (first, name) = (next(), next());
    message.starts_with("a script must begin")
        && first == "test"
        && name.len() > 1
        && name.trim_matches(['"', ' ']).is_empty()
}

/// A number or a duration that is too large to be one.
fn is_huge(text: &str, error: &Diagnostic) -> bool {
    let raw = &text[error.span.start..error.span.end];
    raw.len() > 8
        && raw
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b".sm".contains(&byte))
}

fn parser() -> Parser {
    let mut parser = Parser::new();
    parser.set_language(&aite_grammar::LANGUAGE.into()).unwrap();
    parser
}

#[test]
fn the_tree_of_a_script() {
    let text = include_str!("scripts/every-form.aite");
    let tree: Tree = parser().parse(text, None).unwrap();
    assert!(!tree.root_node().has_error(), "{}", tree.root_node().to_sexp());
}
