//! A program: the nodes of a text, with their positions.

use super::{
    Attribute, Branch, Call, CaseOption, Collector, Definition, DefinitionKind, Entry, Expr,
    ExprId, ExprKind, Exprs, Lambda, MethodCall, Name, NameId, Operation, Parameter, Resource,
    ResourceBody, ResourceSettings,
};
use crate::syntax::diagnostic::SyntaxDiagnostic;
use crate::syntax::notation::Notation;
use polycty_core::source::{Columns, Position, Range, Source, SourceText, Span};
use polycty_core::syntax::{Arena, Id, List};
use polycty_core::values::Value;
use std::ops::Index;
use std::sync::OnceLock;

/// The parameters that a template declares: `<% | $a, $b | %>`.
pub type TemplateParameters = Option<List<Parameter>>;

/// A parsed text. [`Index`] returns the nodes: `program[id]`, `program[list]`.
#[derive(Debug)]
pub struct Program {
    pub(in crate::syntax) source: SourceText,
    /// The same text, with columns counted as Puppet counts them.
    pub(in crate::syntax) characters: OnceLock<SourceText>,
    pub(in crate::syntax) nodes: Nodes,
    pub(in crate::syntax) body: Exprs,
    pub(in crate::syntax) notation: Notation,
    pub(in crate::syntax) template: TemplateParameters,
    /// The scanner's warnings.
    pub(in crate::syntax) warnings: Vec<SyntaxDiagnostic>,
}

/// The arenas of a program.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    pub(crate) names: Arena<Name>,
    pub(crate) values: Arena<Value>,
    pub(crate) exprs: Arena<Expr>,
    pub(crate) lists: Arena<ExprId>,
    pub(crate) operations: Arena<Operation>,
    pub(crate) entries: Arena<Entry>,
    pub(crate) branches: Arena<Branch>,
    pub(crate) options: Arena<CaseOption>,
    pub(crate) calls: Arena<Call>,
    pub(crate) method_calls: Arena<MethodCall>,
    pub(crate) lambdas: Arena<Lambda>,
    pub(crate) parameters: Arena<Parameter>,
    pub(crate) resources: Arena<Resource>,
    pub(crate) bodies: Arena<ResourceBody>,
    pub(crate) attributes: Arena<Attribute>,
    pub(crate) settings: Arena<ResourceSettings>,
    pub(crate) collectors: Arena<Collector>,
    pub(crate) definitions: Arena<Definition>,
}

impl Nodes {
    fn memory(&self) -> usize {
        self.names.memory()
            + self.values.memory()
            + self.exprs.memory()
            + self.lists.memory()
            + self.operations.memory()
            + self.entries.memory()
            + self.branches.memory()
            + self.options.memory()
            + self.calls.memory()
            + self.method_calls.memory()
            + self.lambdas.memory()
            + self.parameters.memory()
            + self.resources.memory()
            + self.bodies.memory()
            + self.attributes.memory()
            + self.settings.memory()
            + self.collectors.memory()
            + self.definitions.memory()
    }
}

impl Program {
    /// The statements.
    #[must_use]
    #[inline]
    pub fn body(&self) -> Exprs {
        self.body
    }

    /// The notation of the text.
    #[must_use]
    #[inline]
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// The parameters that a template declares.
    #[must_use]
    #[inline]
    pub fn template_parameters(&self) -> TemplateParameters {
        self.template
    }

    /// The text and its name.
    #[must_use]
    #[inline]
    pub fn source(&self) -> &Source {
        self.source.source()
    }

    /// Returns the text of a span.
    #[must_use]
    #[inline]
    pub fn slice(&self, span: Span) -> &str {
        self.source.slice(span)
    }

    /// Returns the lines, columns and bytes of a span, counted as in the rest of the library.
    #[must_use]
    pub fn range(&self, span: Span) -> Range {
        self.source.range(span)
    }

    /// The text of a name.
    #[must_use]
    #[inline]
    pub fn name(&self, name: NameId) -> &str {
        self.nodes.names[name].of(&self.source().text)
    }

    /// The names in the order of their indices.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        let text = &self.source().text;
        self.nodes.names.iter().map(move |name| name.of(text))
    }

    /// The number of names.
    #[must_use]
    #[inline]
    pub fn name_count(&self) -> usize {
        self.nodes.names.len()
    }

    /// The number of expressions.
    #[must_use]
    #[inline]
    pub fn expression_count(&self) -> usize {
        self.nodes.exprs.len()
    }

    /// The definitions; nested definitions precede the enclosing one.
    #[inline]
    pub fn definitions(&self) -> impl ExactSizeIterator<Item = &Definition> {
        self.nodes.definitions.iter()
    }

    /// Returns the byte that Puppet reports as the position of an expression: the last operator of
    /// an operation, the parenthesis or dot of a call by `.`, and the first byte of most others.
    #[must_use]
    pub fn at(&self, id: ExprId) -> u32 {
        at(&self.nodes, id)
    }

    /// The text with its line index.
    #[must_use]
    pub fn text(&self) -> &SourceText {
        &self.source
    }

    /// Returns the line and the column in characters of a byte, as Puppet reports them. The first
    /// call counts the lines of the whole text.
    #[must_use]
    pub fn place(&self, byte: u32) -> Position {
        let count = || {
            let source = self.source().clone();
            SourceText::new(source, Vec::new()).counting(Columns::Characters)
        };
        self.characters.get_or_init(count).position(byte)
    }

    /// The bytes of memory of the tree, including the text and excluding the values of long
    /// strings.
    #[must_use]
    pub fn memory(&self) -> usize {
        size_of::<Program>()
            + self.source.memory()
            + self.characters.get().map_or(0, SourceText::lines_memory)
            + self.nodes.memory()
    }

    /// Returns the line, the column in grapheme clusters, and the offset of a byte. The first call
    /// counts the lines of the whole text.
    #[must_use]
    pub fn position(&self, byte: u32) -> Position {
        self.source.position(byte)
    }
}

/// Returns the byte that Puppet reports as the position of an expression, which for operators and
/// some others is not the first byte.
pub(in crate::syntax) fn at(nodes: &Nodes, id: ExprId) -> u32 {
    let Expr { span, kind } = nodes.exprs[id];
    match kind {
        ExprKind::Operations { rest, .. } => match nodes.operations[rest] {
            [.., Operation { at, .. }] => at,
            [] => span.start,
        },
        ExprKind::Assignment { at, .. } => at,
        ExprKind::MethodCall(call) => nodes.method_calls[call].at,
        ExprKind::Definition(definition) => {
            let definition = &nodes.definitions[definition];
            match definition.kind {
                DefinitionKind::TypeAlias { .. } | DefinitionKind::TypeMapping { .. } => {
                    definition.name_span.start
                }
                _ => span.start,
            }
        }
        _ => span.start,
    }
}

macro_rules! index {
    ($($arena:ident: $node:ty,)*) => {$(
        impl Index<Id<$node>> for Program {
            type Output = $node;

            #[inline]
            fn index(&self, id: Id<$node>) -> &$node {
                &self.nodes.$arena[id]
            }
        }

        impl Index<List<$node>> for Program {
            type Output = [$node];

            #[inline]
            fn index(&self, list: List<$node>) -> &[$node] {
                &self.nodes.$arena[list]
            }
        }
    )*};
}

index! {
    values: Value,
    exprs: Expr,
    lists: ExprId,
    operations: Operation,
    entries: Entry,
    branches: Branch,
    options: CaseOption,
    calls: Call,
    method_calls: MethodCall,
    lambdas: Lambda,
    parameters: Parameter,
    resources: Resource,
    bodies: ResourceBody,
    attributes: Attribute,
    settings: ResourceSettings,
    collectors: Collector,
    definitions: Definition,
}
