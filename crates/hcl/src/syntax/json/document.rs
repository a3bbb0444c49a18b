//! The tree of a JSON text.
//!
//! A [`Document`] keeps its nodes in arenas, as the trees of native syntax do: it is
//! dropped in a few deallocations, and a part of it is a number. Strings that hold
//! templates are parsed when they are first asked for, once.

use crate::syntax::{self, ExprId, Parsed, Tree};
use polycty_core::calls::Budget;
use polycty_core::number::Number;
use polycty_core::source::{BOM, Diagnostic, Fault, Range, Reporter, Source, SourceText, Span};
use polycty_core::syntax::{Arena, Id};
use polycty_core::types::Str;
use std::ops::Index;
use std::sync::{Arc, OnceLock};

/// The number of a node within its [`Document`].
pub(crate) type NodeId = Id<Node>;

/// A value of the text.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) kind: NodeKind,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(crate) enum NodeKind {
    Null,
    Bool(bool),
    Number(Number),
    /// The text without quotes and escapes.
    String(Text),
    Array(Box<[NodeId]>),
    /// The properties in the order of the text.
    Object(Box<[Property]>),
    /// What could not be read, which a diagnostic tells of.
    Invalid,
}

/// A string, and where sequences begin in it what it is as a template, once somebody asked.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) text: Str,
    template: Option<Arc<OnceLock<Parsed<ExprId>>>>,
}

/// A property of an object.
#[derive(Clone, Debug)]
pub(crate) struct Property {
    pub(crate) name: Text,
    /// The name with its quotes.
    pub(crate) name_span: Span,
    pub(crate) value: NodeId,
}

/// A parsed JSON text.
#[derive(Debug)]
pub struct Document {
    pub(super) source: SourceText,
    pub(super) nodes: Arena<Node>,
}

impl Text {
    pub(super) fn new(text: &str) -> Text {
        let begins = |pair: &[u8]| matches!(pair, [b'$' | b'%', b'{']);
        let sequences = text.as_bytes().windows(2).any(begins);
        // A template does without the mark of an encoding.
        let template = sequences || text.starts_with(BOM);
        Text {
            text: text.into(),
            template: template.then(Arc::default),
        }
    }

    /// Whether it is as a template what it is as a string.
    pub(crate) fn is_literal(&self) -> bool {
        self.template.is_none()
    }

    /// The bytes that it takes besides those of the node or property that it stands in, with those
    /// of its template, as if somebody had asked for it.
    pub(super) fn memory(&self) -> u64 {
        let len = self.text.len() as u64;
        let template = match self.template {
            Some(_) => TEMPLATE_BYTES + len * SEQUENCE_BYTES,
            None => 0,
        };
        STRING_BYTES + len + template
    }
}

/// The bytes of a string's allocation, besides those of its text.
const STRING_BYTES: u64 = 32;

/// The bytes of a template, besides what comes of its text.
const TEMPLATE_BYTES: u64 = size_of::<Tree>() as u64 + 128;

/// The bytes of tree that come of one byte of a template at the most: of a number with a fraction.
const SEQUENCE_BYTES: u64 = 48;

impl Document {
    /// The text and its name.
    #[must_use]
    pub fn source(&self) -> &Source {
        self.source.source()
    }

    /// The lines, columns and bytes of a span.
    #[must_use]
    pub fn range(&self, span: Span) -> Range {
        self.source.range(span)
    }

    /// A fault with the lines and columns of the text.
    pub(crate) fn diagnose(&self, fault: Fault) -> Diagnostic {
        fault.reported_by(Reporter::Hcl).diagnose(&self.source)
    }

    /// The stretch of the text that a span stands for.
    pub(crate) fn slice(&self, span: Span) -> &str {
        self.source.slice(span)
    }

    /// The byte at a line and column: [`SourceText::byte_at`].
    pub(crate) fn byte_at(&self, line: u32, column: u32) -> usize {
        self.source.byte_at(line, column)
    }

    /// Where a value begins: a bracket or brace, or all of what has no parts.
    pub(crate) fn start_span(&self, id: NodeId) -> Span {
        let node = &self[id];
        match node.kind {
            NodeKind::Array(_) | NodeKind::Object(_) => Span {
                start: node.span.start,
                end: node.span.start + 1,
            },
            _ => node.span,
        }
    }

    /// The template that a string with sequences is; none for another string, which is its text.
    /// Places in it are those of the document where the string has no escapes, nor bytes that are
    /// no UTF-8, and near them where it has.
    pub(crate) fn template<'a>(&self, text: &'a Text, at: Span) -> Option<&'a Parsed<ExprId>> {
        let template = text.template.as_ref()?;
        Some(template.get_or_init(|| {
            let start = self.range(at).start;
            let inside = start.after(1);
            let name = &self.source().name;
            // It was counted when the document was read.
            let budget = Budget::new();
            syntax::parse_template_within(text.text.as_bytes(), name, inside, &budget)
        }))
    }

    /// The bytes of memory that the document takes, roughly: the text and the nodes,
    /// and not the templates that were asked for.
    #[must_use]
    pub fn memory(&self) -> usize {
        let parts: usize = self
            .nodes
            .iter()
            .map(|node| match &node.kind {
                NodeKind::Array(parts) => size_of_val(&**parts),
                NodeKind::Object(properties) => size_of_val(&**properties),
                NodeKind::String(text) => text.text.len(),
                _ => 0,
            })
            .sum();
        size_of::<Document>() + self.source.memory() + self.nodes.memory() + parts
    }
}

impl Index<NodeId> for Document {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }
}
