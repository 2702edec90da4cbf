//! Types are left out, and every place stays.

use crate::strip::{Refusal, strip};

fn stripped(source: &str) -> Result<String, String> {
    strip("x.ts", source).map_err(
        |Refusal {
             message,
             line,
             column,
         }| format!("{line}:{column}: {message}"),
    )
}

/// White space is not compared, apart from line ends.
fn squeezed(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn types_are_left_out() {
    let cases = [
        ("const x: number = 1;", "const x = 1;"),
        ("let x!: string\nx = '';", "let x ;\nx = '';"),
        (
            "function f<T>(this: A, a?: T, ...b: T[]): asserts a is T {}",
            "function f ( a , ...b ) {}",
        ),
        ("const f = (a: number):\n  number => a;", "const f = (a\n) => a;"),
        ("const f = async <T,>(a: T) => a!;", "const f = async (a ) => a ;"),
        ("f<number>(x as any as string, y satisfies Z);", "f (x , y );"),
        ("const y = <number>x;", "const y = x;"),
        ("type A = {\n b: C }\n(1)", ";\n\n(1)"),
        ("let a = x as T\n(b)", "let a = x ;\n(b)"),
        ("interface A { b: C }", ";"),
        ("declare const z: string;\ndeclare function q(): void;", ";\n;"),
        (
            "export type { A } from './a';\nimport type { B } from './b';",
            ";\n;",
        ),
        (
            "import { equal, type Check } from 'aite';",
            "import { equal, } from 'aite';",
        ),
        (
            "import { Check, equal } from 'aite';",
            "import { equal } from 'aite';",
        ),
        (
            "export default async ({ read }: Check): Promise<void> => {}",
            "export default async ({ read } ) => {}",
        ),
        (
            "function g(a: string): void;\nfunction g(a: any) {}",
            ";\nfunction g(a ) {}",
        ),
        (
            "abstract class A<T> extends B<T> implements C, D<T> {\n  private readonly x?: number = 1;\n  declare y: string;\n  [key: string]: unknown;\n  abstract z(): void;\n  static override m?(a: T): void {}\n  constructor();\n  constructor() { super(); }\n}",
            "class A extends B {\nx = 1;\n;\n;\n;\nstatic m (a ) {}\n;\nconstructor() { super(); }\n}",
        ),
        ("class A { x: T\n ['y'] = 1 }", "class A { x ;\n['y'] = 1 }"),
        ("for (const x of y as Z[]) {}", "for (const x of y ) {}"),
        ("try {} catch (e: unknown) {}", "try {} catch (e ) {}"),
        (
            "/* private */ class A { /* readonly */ public /* x */ y = 'ü' }",
            "/* private */ class A { /* readonly */ /* x */ y = 'ü' }",
        ),
        ("const a = b as 'ü';", "const a = b ;"),
    ];
    let wrong: Vec<String> = cases
        .into_iter()
        .filter_map(|(source, script)| {
            let found = stripped(source).map(|text| squeezed(&text));
            (found.as_deref() != Ok(script)).then(|| format!("{source}\n  {found:?}\n  {script:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_line_and_column_stays() {
    let source = "interface A {\n  ü: 1;\n}\nconst x: 'ü' = f as any; y();\n";
    let script = strip("x.ts", source).unwrap();
    let places = |text: &str| text.lines().map(|line| line.chars().count()).collect::<Vec<_>>();
    assert_eq!(places(source), places(&script));
    let column = |text: &str| {
        let line = text.lines().nth(3).unwrap();
        line.find("y();").map(|at| line[..at].chars().count())
    };
    assert_eq!(column(source), column(&script));
}

#[test]
fn javascript_needs_nothing() {
    let source = "export default () => a < b > (c);\n";
    assert_eq!(strip("x.js", source).unwrap(), source);
}

#[test]
fn what_cannot_be_left_out_is_refused_where_it_stands() {
    for (source, refusal) in [
        ("\nenum A { B }", "2:1: enum cannot be used"),
        (
            "namespace A { export const b = 1 }",
            "1:1: namespace cannot be used",
        ),
        ("import fs = require('fs');", "1:1: import = cannot be used"),
        (
            "class A { constructor(private x: string) {} }",
            "1:23: a parameter that declares",
        ),
        ("@a class B {}", "1:1: a decorator cannot be used"),
        (
            "import fs from 'fs';",
            "1:16: \"fs\" cannot be imported: a check can import only the module \"aite\"",
        ),
        ("import './other';", "1:8: \"./other\" cannot be imported"),
        (
            "export * from 'node:net';",
            "1:15: \"node:net\" cannot be imported",
        ),
        ("export { a } from './a';", "1:19: \"./a\" cannot be imported"),
        ("const x = ;", "1:11: Unexpected token"),
        ("const x = <\nT>y;", "1:11: write this type with `as`"),
    ] {
        let found = stripped(source).unwrap_err();
        assert!(found.starts_with(refusal), "{source}: {found}");
    }
}

#[test]
fn a_text_that_is_nested_too_deep_is_refused() {
    let source = "[".repeat(100_000);
    assert!(stripped(&source).unwrap_err().contains("nested too deep"));
}
