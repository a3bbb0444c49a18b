//! The tree of a JSON text.
//!
//! A [`Document`] stores its nodes in arenas, as the trees of native syntax do: it is freed in a
//! few deallocations, and its nodes are referred to by number. Strings that contain templates are
//! parsed once, at first use.

use crate::syntax::{self, ExprId, Parsed, Tree};
use polycty_core::calls::Budget;
use polycty_core::number::Number;
use polycty_core::source::{
    BOM, Diagnostic, Range, Reporter, Source, SourceError, SourceText, Span,
};
use polycty_core::syntax::{Arena, Id};
use polycty_core::types::Str;
use std::ops::Index;
use std::sync::{Arc, OnceLock};

/// The number of a node in its [`Document`].
pub(crate) type NodeId = Id<Node>;

/// A value of the text.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) kind: NodeKind,
}

/// The kind of a value.
#[derive(Clone, Debug)]
pub(crate) enum NodeKind {
    Null,
    Bool(bool),
    Number(Number),
    /// A string, without quotes and escapes.
    String(Text),
    Array(Box<[NodeId]>),
    /// The properties in source order.
    Object(Box<[Property]>),
    /// A syntax error, which a diagnostic reports.
    Invalid,
}

/// A string. If it contains sequences, its template is parsed at first use.
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
        // Templates do not contain the byte order mark.
        let template = sequences || text.starts_with(BOM);
        Text {
            text: text.into(),
            template: template.then(Arc::default),
        }
    }

    /// Whether the string has the same value as a template and as a string.
    pub(crate) fn is_literal(&self) -> bool {
        self.template.is_none()
    }

    /// The memory in bytes in addition to the node or property that contains the string, including
    /// its template, whether or not it has been parsed.
    pub(super) fn memory(&self) -> u64 {
        let len = self.text.len() as u64;
        let template = match self.template {
            Some(_) => TEMPLATE_BYTES + len * SEQUENCE_BYTES,
            None => 0,
        };
        STRING_BYTES + len + template
    }
}

/// The allocation size of a string, in addition to its text.
const STRING_BYTES: u64 = 32;

/// The size of a template, in addition to the nodes of its text.
const TEMPLATE_BYTES: u64 = size_of::<Tree>() as u64 + 128;

/// The maximum size in the tree of one byte of a template, reached by a number with a fraction.
const SEQUENCE_BYTES: u64 = 48;

impl Document {
    /// The source text and its name.
    #[must_use]
    pub fn source(&self) -> &Source {
        self.source.source()
    }

    /// The lines, columns and bytes of a span.
    #[must_use]
    pub fn range(&self, span: Span) -> Range {
        self.source.range(span)
    }

    /// Converts an error to a diagnostic with the lines and columns of the text.
    pub(crate) fn diagnose(&self, error: SourceError) -> Diagnostic {
        error.reported_by(Reporter::Hcl).diagnose(&self.source)
    }

    /// The text of a span.
    pub(crate) fn slice(&self, span: Span) -> &str {
        self.source.slice(span)
    }

    /// The byte at a line and a column. See [`SourceText::byte_at`].
    pub(crate) fn byte_at(&self, line: u32, column: u32) -> usize {
        self.source.byte_at(line, column)
    }

    /// The start of a value: its bracket or brace, or the whole value if it has no parts.
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

    /// Returns the template of a string with sequences, or `None` for a string without any.
    /// Positions in the template are those of the document if the string has neither escapes nor
    /// invalid UTF-8, and approximate otherwise.
    pub(crate) fn template<'a>(&self, text: &'a Text, at: Span) -> Option<&'a Parsed<ExprId>> {
        let template = text.template.as_ref()?;
        Some(template.get_or_init(|| {
            let start = self.range(at).start;
            let inside = start.after(1);
            let name = &self.source().name;
            // The template was charged when the document was parsed.
            let budget = Budget::new();
            syntax::parse_template_within(text.text.as_bytes(), name, inside, &budget)
        }))
    }

    /// The approximate memory of the document in bytes: the text and the nodes, without the
    /// templates that have been parsed.
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
