//! Compiles the committed parser.

fn main() {
    let source = "tree-sitter-aite/src";
    println!("cargo::rerun-if-changed={source}");
    cc::Build::new()
        .std("c11")
        .include(source)
        .files(["parser.c", "scanner.c"].map(|file| format!("{source}/{file}")))
        // Of the generated lexer.
        .flag_if_supported("-Wno-unused-parameter")
        .compile("tree-sitter-aite");
}
