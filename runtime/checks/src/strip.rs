//! TypeScript to JavaScript by leaving the types out. What TypeScript turns into code (`enum`, say) is refused.

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType, Span};

use crate::blank::{Blank, is_line_end, range};

/// The only module that a check can import.
pub(crate) const HELPERS: &str = "aite";

/// Names that the helper module has for types only, which need not be imported with `type`.
const HELPER_TYPES: [&str; 4] = ["Check", "CheckContext", "CheckResult", "Target"];

/// More levels of brackets than any check needs, and fewer than a parser's stack holds.
const DEEPEST: usize = 500;

/// Why a text is no check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) message: String,
    /// Line and column, from 1.
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// The JavaScript of a check; lines and columns are those of the TypeScript.
///
/// # Errors
/// It does not parse, imports something, or has what cannot be left out.
pub(crate) fn strip(file: &str, source: &str) -> Result<String, Refusal> {
    if let Some(at) = too_deep(source) {
        return Err(refusal(source, at, "brackets are nested too deep".to_owned()));
    }
    let allocator = Allocator::default();
    let is_script = file.ends_with(".js");
    let kind = if is_script {
        SourceType::mjs()
    } else {
        SourceType::ts()
    };
    let parsed = Parser::new(&allocator, source, kind).parse();
    if let Some(error) = parsed.diagnostics.iter().next() {
        let at = error.labels.first().map_or(0, |label| label.offset() as usize);
        return Err(refusal(source, at, error.message.to_string()));
    }
    let mut stripper = Stripper {
        blank: Blank::new(source),
        refused: None,
    };
    stripper.visit_program(&parsed.program);
    match stripper.refused {
        Some((at, message)) => Err(refusal(source, at, message)),
        None => Ok(stripper.blank.text()),
    }
}

/// Where brackets are nested deeper than a parser's stack holds; brackets in texts count, which does no harm.
fn too_deep(source: &str) -> Option<usize> {
    let mut depth = 0usize;
    source.bytes().position(|byte| {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEEPEST
    })
}

fn refusal(source: &str, at: usize, message: String) -> Refusal {
    let before = source.get(..at).unwrap_or(source);
    let line = before.rsplit('\n').next().unwrap_or_default();
    let count = |number: usize| u32::try_from(number + 1).unwrap_or(u32::MAX);
    Refusal {
        message,
        line: count(before.matches('\n').count()),
        column: count(line.chars().count()),
    }
}

struct Stripper<'s> {
    blank: Blank<'s>,
    /// The first thing that cannot be.
    refused: Option<(usize, String)>,
}

impl Stripper<'_> {
    fn refuse(&mut self, span: Span, message: impl Into<String>) {
        self.refused
            .get_or_insert_with(|| (span.start as usize, message.into()));
    }

    fn not_erasable(&mut self, span: Span, what: &str) {
        self.refuse(
            span,
            format!(
                "{what} cannot be used in a check: TypeScript makes code of it, and only types are left out"
            ),
        );
    }

    fn import_from(&mut self, source: &StringLiteral<'_>) {
        if source.value != HELPERS {
            self.refuse(source.span, cannot_import(&source.value));
        }
    }

    /// Whether a declaration is gone without its types.
    fn is_type_only(&mut self, declaration: &Declaration<'_>) -> bool {
        match declaration {
            Declaration::TSTypeAliasDeclaration(_)
            | Declaration::TSInterfaceDeclaration(_)
            | Declaration::TSExternalModuleDeclaration(_)
            | Declaration::TSGlobalDeclaration(_) => true,
            Declaration::VariableDeclaration(it) => it.declare,
            Declaration::FunctionDeclaration(it) => it.declare || it.body.is_none(),
            Declaration::ClassDeclaration(it) => it.declare,
            Declaration::TSEnumDeclaration(it) => {
                if !it.declare {
                    self.not_erasable(it.span, "enum");
                }
                true
            }
            Declaration::TSNamespaceDeclaration(it) => {
                if !it.declare {
                    self.not_erasable(it.span, "namespace");
                }
                true
            }
            Declaration::TSImportEqualsDeclaration(it) => {
                self.not_erasable(it.span, "import =");
                true
            }
        }
    }

    fn is_type_only_statement(&mut self, statement: &Statement<'_>) -> bool {
        if let Some(declaration) = statement.as_declaration() {
            return self.is_type_only(declaration);
        }
        match statement {
            Statement::ImportDeclaration(it) => it.import_kind.is_type(),
            Statement::ExportNamedDeclaration(it) => it.export_kind.is_type(),
            Statement::ExportFromDeclaration(it) => it.export_kind.is_type(),
            Statement::ExportAllDeclaration(it) => it.export_kind.is_type(),
            Statement::ExportDeclaration(it) => self.is_type_only(&it.declaration),
            Statement::ExportDefaultDeclaration(it) => match &it.declaration {
                ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => true,
                ExportDefaultDeclarationKind::FunctionDeclaration(it) => it.body.is_none(),
                _ => false,
            },
            Statement::TSExportAssignment(it) => {
                self.not_erasable(it.span, "export =");
                true
            }
            Statement::TSNamespaceExportDeclaration(_) => true,
            _ => false,
        }
    }

    /// Blanks one of several in braces, with the comma after it.
    fn specifier(&mut self, span: Span, end: u32) {
        let mut range = range(span);
        if let Some(comma) = self.blank.find(range.end..end as usize, b',') {
            let between = self.blank.source().get(range.end..comma).unwrap_or_default();
            if between.trim().is_empty() {
                range.end = comma + 1;
            }
        }
        self.blank.range(range);
    }

    /// Blanks the modifiers of a class member that are TypeScript's own, and the mark after its key.
    fn member(&mut self, span: Span, decorators: &[Decorator<'_>], key: Span, after: u32) {
        let start = decorators.last().map_or(span.start, |last| last.span.end);
        const OWN: [&str; 7] = [
            "public",
            "private",
            "protected",
            "readonly",
            "override",
            "abstract",
            "declare",
        ];
        self.blank.words(start as usize..key.start as usize, &OWN);
        self.mark(key.end, after);
    }

    /// Blanks a `?` or `!` between two places.
    fn mark(&mut self, from: u32, to: u32) {
        for mark in [b'?', b'!'] {
            if let Some(at) = self.blank.find(from as usize..to as usize, mark) {
                self.blank.range(at..at + 1);
            }
        }
    }
}

/// What is said about any import but that of the helpers.
pub(crate) fn cannot_import(name: &str) -> String {
    format!("\"{name}\" cannot be imported: a check can import only the module \"{HELPERS}\"")
}

impl<'a> Visit<'a> for Stripper<'_> {
    fn visit_statement(&mut self, it: &Statement<'a>) {
        if self.is_type_only_statement(it) {
            return self.blank.statement(it.span());
        }
        walk::walk_statement(self, it);
        self.blank.end_of_statement(it.span());
    }

    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        self.import_from(&it.source);
        for specifier in it.specifiers.iter().flatten() {
            let ImportDeclarationSpecifier::ImportSpecifier(specifier) = specifier else {
                continue;
            };
            let name = specifier.imported.name();
            if specifier.import_kind.is_type() || HELPER_TYPES.contains(&name.as_str()) {
                self.specifier(specifier.span, it.source.span.start);
            }
        }
    }

    fn visit_export_named_declaration(&mut self, it: &ExportNamedDeclaration<'a>) {
        for specifier in &it.specifiers {
            if specifier.export_kind.is_type() {
                self.specifier(specifier.span, it.span.end);
            }
        }
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        self.import_from(&it.source);
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        self.import_from(&it.source);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if it.definite {
            let to = it
                .type_annotation
                .as_ref()
                .map_or(it.span.end, |it| it.span.start);
            self.mark(it.id.span().end, to);
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if it.accessibility.is_some() || it.readonly || it.r#override {
            self.not_erasable(it.span, "a parameter that declares a property");
        }
        if it.optional {
            let to = it
                .type_annotation
                .as_ref()
                .map_or(it.span.end, |it| it.span.start);
            self.mark(it.pattern.span().end, to.max(it.pattern.span().end + 1));
        }
        walk::walk_formal_parameter(self, it);
    }

    fn visit_ts_this_parameter(&mut self, it: &TSThisParameter<'a>) {
        let end = self.blank.source().len();
        self.specifier(it.span, u32::try_from(end).unwrap_or(u32::MAX));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        walk::walk_arrow_function_expression(self, it);
        // `=>` must stand on the line of the bracket before it.
        let Some(returns) = &it.return_type else { return };
        let written = self.blank.source().get(range(returns.span)).unwrap_or_default();
        if written.contains(is_line_end) {
            let bracket = it.params.span.end.saturating_sub(1) as usize;
            self.blank.range(bracket..bracket + 1);
            self.blank.put(returns.span.end.saturating_sub(1) as usize, ')');
        }
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        let head = it.decorators.last().map_or(it.span.start, |last| last.span.end);
        let name = it.id.as_ref().map_or(it.body.span.start, |id| id.span.start);
        if it.r#abstract {
            self.blank.words(head as usize..name as usize, &["abstract"]);
        }
        if let Some(last) = it.implements.last() {
            let ends = [
                it.id.as_ref().map(|it| it.span.end),
                it.type_parameters.as_ref().map(|it| it.span.end),
                it.heritage.as_ref().map(|it| it.expression.span().end),
                it.heritage
                    .as_ref()
                    .and_then(|it| it.type_arguments.as_ref())
                    .map(|it| it.span.end),
            ];
            let before = ends.into_iter().flatten().max().unwrap_or(head + 5);
            self.blank.words(
                before as usize..it.implements.first().unwrap_or(last).span.start as usize,
                &["implements"],
            );
            let first = it.implements.first().unwrap_or(last).span.start;
            self.blank.range(first as usize..last.span.end as usize);
        }
        walk::walk_class(self, it);
    }

    fn visit_ts_class_implements(&mut self, _: &TSClassImplements<'a>) {}

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        if it.value.body.is_none() {
            return self.blank.statement(it.span);
        }
        self.member(it.span, &it.decorators, it.key.span(), it.value.params.span.start);
        walk::walk_method_definition(self, it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        if it.declare || it.r#type == PropertyDefinitionType::TSAbstractPropertyDefinition {
            return self.blank.statement(it.span);
        }
        let after = [
            it.type_annotation.as_ref().map(|it| it.span.start),
            it.value.as_ref().map(|it| it.span().start),
            Some(it.span.end),
        ];
        let after = after.into_iter().flatten().min().unwrap_or(it.span.end);
        self.member(it.span, &it.decorators, it.key.span(), after);
        walk::walk_property_definition(self, it);
        self.blank.end_of_statement(it.span);
    }

    fn visit_accessor_property(&mut self, it: &AccessorProperty<'a>) {
        self.not_erasable(it.span, "accessor");
    }

    fn visit_decorator(&mut self, it: &Decorator<'a>) {
        self.not_erasable(it.span, "a decorator");
    }

    fn visit_ts_index_signature(&mut self, it: &TSIndexSignature<'a>) {
        self.blank.statement(it.span);
    }

    fn visit_ts_type_annotation(&mut self, it: &TSTypeAnnotation<'a>) {
        self.blank.span(it.span);
    }

    fn visit_ts_type_parameter_declaration(&mut self, it: &TSTypeParameterDeclaration<'a>) {
        self.blank.span(it.span);
    }

    fn visit_ts_type_parameter_instantiation(&mut self, it: &TSTypeParameterInstantiation<'a>) {
        self.blank.span(it.span);
    }

    fn visit_ts_as_expression(&mut self, it: &TSAsExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank.span(Span::new(it.expression.span().end, it.span.end));
    }

    fn visit_ts_satisfies_expression(&mut self, it: &TSSatisfiesExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank.span(Span::new(it.expression.span().end, it.span.end));
    }

    fn visit_ts_non_null_expression(&mut self, it: &TSNonNullExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank.span(Span::new(it.expression.span().end, it.span.end));
    }

    fn visit_ts_type_assertion(&mut self, it: &TSTypeAssertion<'a>) {
        let before = Span::new(it.span.start, it.expression.span().start);
        let written = self.blank.source().get(range(before)).unwrap_or_default();
        if written.contains(is_line_end) {
            self.refuse(it.span, "write this type with `as`, behind the value");
        }
        self.blank.span(before);
        self.visit_expression(&it.expression);
    }
}
