//! Bodies: attributes and blocks of a configuration, read by a schema.
//!
//! A body consists of arguments and blocks, in either syntax, from one file or from several. In
//! JSON, arguments can be distinguished from blocks only by a [`Schema`], which lists the names of
//! both. [`Body::content`] reports everything that the schema does not contain;
//! [`Body::partial_content`] returns the rest as a body. Tools that inspect a configuration need no
//! schema: [`Body::items`], [`Body::at`], [`Body::variables_within`].
//!
//! - `native`, `json`, `merged`: the sources of bodies
//! - `items`: the items of a body without a schema; `cursor`: the syntax at a position;
//!   `references`: the variables and functions that a body uses
//! - `dynamic`: bodies that generate blocks

mod cursor;
pub(super) mod dynamic;
mod items;
mod json;
mod merged;
mod native;
mod references;
#[cfg(test)]
mod tests;

pub use cursor::SyntaxAtPosition;
pub use dynamic::MAX_GENERATED;
pub use items::Item;
pub use references::Reference;

use crate::eval::{DiagnosticSink, Expr};
use crate::syntax::json::{JsonExpression, parse_json_within};
use crate::syntax::{self, BodyId, Tree};
use items::Braces;
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Position, Range, Reporter, Source, SourceName, in_source};
use polycty_core::text::Quoted;
use polycty_core::types::{KeyedSet, Str};
use polycty_core::values::MarkSet;
use std::sync::Arc;

/// The arguments and blocks that a body may contain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    /// The arguments.
    pub attributes: Vec<AttributeSchema>,
    /// The blocks.
    pub blocks: Vec<BlockSchema>,
}

/// An argument that a body may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeSchema {
    /// The name.
    pub name: Str,
    /// Whether the argument is required.
    pub required: bool,
}

/// A type of blocks that a body may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockSchema {
    /// The type.
    pub block_type: Str,
    /// The names of the labels. A block must have exactly these.
    pub labels: Vec<Str>,
}

/// The content of a body according to a schema.
#[derive(Clone, Debug)]
pub struct Content {
    /// The arguments in the order of the schema, or in source order without a schema.
    pub attributes: Vec<Attribute>,
    /// The blocks in source order.
    pub blocks: Vec<Block>,
    /// The range at which a missing item is reported.
    pub missing_item: Range,
}

impl Content {
    /// Returns the argument of a name.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes
            .iter()
            .find(|attribute| &*attribute.name == name)
    }
}

/// An argument.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The name.
    pub name: Str,
    /// The value.
    pub expr: Expr,
    /// The source range of the whole argument.
    pub range: Range,
    /// The source range of the name.
    pub name_range: Range,
    /// The text that contains the argument.
    pub source: Source,
}

/// A block.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Block {
    /// The type.
    pub block_type: Str,
    /// The labels.
    pub labels: Vec<Str>,
    /// The body of the block.
    pub body: Body,
    /// The source range of the header.
    pub def_range: Range,
    /// The source range of the type.
    pub type_range: Range,
    /// The source range of each label.
    pub label_ranges: Vec<Range>,
    /// The text that contains the block.
    pub source: Source,
    braces: Braces,
}

/// A body. It is cheap to clone.
#[derive(Clone, Debug)]
pub struct Body(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Native(Arc<native::NativeBody>),
    Json(Arc<json::JsonBody>),
    Merged(Arc<[Body]>),
    /// A body and its overrides; the last one has precedence.
    Overridden(Arc<[Body]>),
    Dynamic(Arc<dynamic::DynamicBody>),
    Unknown(Arc<dynamic::UnknownBody>),
}

/// The names that earlier requests have taken from a body.
#[derive(Clone, Debug, Default)]
struct Hidden {
    attributes: KeyedSet<Str>,
    blocks: KeyedSet<Str>,
}

/// The content of a body and the diagnostics.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Found<T> {
    /// The content, as far as it could be read.
    pub content: T,
    /// The diagnostics in order of detection.
    pub diagnostics: Vec<Diagnostic>,
}

impl Found<Content> {
    /// Returns the content and the diagnostics. The content is empty if the operation has ended.
    fn of(sink: DiagnosticSink<'_>, mut content: Content) -> Found<Content> {
        if sink.ended() {
            content.attributes.clear();
            content.blocks.clear();
        }
        Found {
            content,
            diagnostics: sink.into_vec(),
        }
    }
}

impl Found<Vec<Attribute>> {
    /// Returns the arguments and the diagnostics. There are no arguments if the operation has
    /// ended.
    fn of_attributes(sink: DiagnosticSink<'_>, mut content: Vec<Attribute>) -> Self {
        if sink.ended() {
            content.clear();
        }
        Found {
            content,
            diagnostics: sink.into_vec(),
        }
    }
}

/// The size of an argument of a body.
const ARGUMENT: usize = size_of::<Attribute>();

/// The size of a block of a body, with the initial size of its own body.
const BLOCK: usize = size_of::<Block>() + 200;

/// The size of a label of a block with its range.
const LABEL: usize = size_of::<Str>() + size_of::<Range>();

/// A body parsed from a text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ParsedBody {
    /// The body, which is partial if there are errors.
    pub body: Body,
    /// The diagnostics in order of detection.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a configuration file in native syntax with the standard budget.
#[must_use]
pub fn parse_config(text: &[u8], name: &str) -> ParsedBody {
    parse_config_within(text, name, Position::START, &Budget::standard())
}

/// Parses a configuration in native syntax, whose first byte is at `start`, with the budget of an
/// operation. If the budget is exceeded, the result is empty and has a diagnostic that reports it.
#[must_use]
pub fn parse_config_within<'n>(
    text: &[u8],
    name: impl Into<SourceName<'n>>,
    start: Position,
    budget: &Budget,
) -> ParsedBody {
    let parsed = syntax::parse_config_within(text, name, start, budget);
    ParsedBody {
        body: Body::native(parsed.tree, parsed.root),
        diagnostics: parsed.diagnostics,
    }
}

/// Parses a configuration file in JSON syntax with the standard budget.
#[must_use]
pub fn parse_json_config(text: &[u8], name: &str) -> ParsedBody {
    parse_json_config_within(text, name, Position::START, &Budget::standard())
}

/// Parses a configuration in JSON syntax, whose first byte is at `start`, with the budget of an
/// operation as in [`parse_config_within`].
#[must_use]
pub fn parse_json_config_within<'n>(
    text: &[u8],
    name: impl Into<SourceName<'n>>,
    start: Position,
    budget: &Budget,
) -> ParsedBody {
    let parsed = parse_json_within(text, name, start, budget);
    let mut diagnostics = parsed.diagnostics;
    let body = json::JsonBody::root(parsed.expression, &mut diagnostics);
    ParsedBody {
        body: Body(Kind::Json(Arc::new(body))),
        diagnostics,
    }
}

impl Body {
    /// Creates a body from a tree in native syntax.
    #[must_use]
    pub fn native(tree: Arc<Tree>, id: BodyId) -> Body {
        Body(Kind::Native(Arc::new(native::NativeBody {
            tree,
            id,
            hidden: Hidden::default(),
        })))
    }

    /// Creates a body from a value in JSON syntax.
    #[must_use]
    pub fn json(value: JsonExpression) -> Body {
        Body(Kind::Json(Arc::new(json::JsonBody::new(value))))
    }

    /// Merges several bodies: the arguments of all of them, each of which may be set only once, and
    /// the blocks in sequence.
    #[must_use]
    pub fn merged(bodies: impl IntoIterator<Item = Body>) -> Body {
        let mut parts = Vec::new();
        for body in bodies {
            match body.0 {
                Kind::Merged(inner) => parts.extend(inner.iter().cloned()),
                other => parts.push(Body(other)),
            }
        }
        Body(Kind::Merged(parts.into()))
    }

    /// Combines a body with bodies that override it, in order. An argument is taken from the last
    /// body that sets it, and blocks of a type from the last body that has blocks of it. Items that
    /// the schema does not contain are not errors.
    #[must_use]
    pub fn overridden(base: Body, by: impl IntoIterator<Item = Body>) -> Body {
        let bodies: Vec<Body> = std::iter::once(base).chain(by).collect();
        match <[Body; 1]>::try_from(bodies) {
            Ok([base]) => base,
            Err(bodies) => Body(Kind::Overridden(bodies.into())),
        }
    }

    /// Returns the content of the body according to a complete schema, with the standard budget.
    /// Items that the schema does not contain are errors.
    #[must_use]
    pub fn content(&self, schema: &Schema) -> Found<Content> {
        self.content_within(schema, &Budget::standard())
    }

    /// Returns the content as [`Body::content`] does, with the budget of an operation. If the
    /// budget is exceeded, the result is empty and has a diagnostic that reports it.
    #[must_use]
    pub fn content_within(&self, schema: &Schema, budget: &Budget) -> Found<Content> {
        self.placed(match &self.0 {
            Kind::Native(body) => body.content(schema, budget),
            Kind::Json(body) => body.content(schema, budget),
            Kind::Merged(bodies) => merged::content(bodies, schema, budget),
            Kind::Overridden(bodies) => merged::overridden(bodies, schema, budget).0,
            Kind::Dynamic(body) => body.content(schema, budget),
            Kind::Unknown(body) => body.content(schema, budget),
        })
    }

    /// Returns the content of the body according to a partial schema, and a body with the rest.
    #[must_use]
    pub fn partial_content(&self, schema: &Schema) -> (Found<Content>, Body) {
        self.partial_content_within(schema, &Budget::standard())
    }

    /// Returns the content and the rest as [`Body::partial_content`] does, with the budget of an
    /// operation as in [`Body::content_within`].
    #[must_use]
    pub fn partial_content_within(
        &self,
        schema: &Schema,
        budget: &Budget,
    ) -> (Found<Content>, Body) {
        let (found, rest) = match &self.0 {
            Kind::Native(body) => {
                let (found, rest) = body.partial_content(schema, budget);
                (found, Kind::Native(Arc::new(rest)))
            }
            Kind::Json(body) => {
                let (found, rest) = body.partial_content(schema, budget);
                (found, Kind::Json(Arc::new(rest)))
            }
            Kind::Merged(bodies) => {
                let (found, rest) = merged::partial_content(bodies, schema, budget);
                (found, Kind::Merged(rest.into()))
            }
            Kind::Overridden(bodies) => {
                let (found, rest) = merged::overridden(bodies, schema, budget);
                (found, Kind::Overridden(rest.into()))
            }
            Kind::Dynamic(body) => {
                let (found, rest) = body.partial_content(schema, budget);
                (found, Kind::Dynamic(Arc::new(rest)))
            }
            Kind::Unknown(body) => {
                let (found, rest) = body.partial_content(schema, budget);
                (found, Kind::Unknown(Arc::new(rest)))
            }
        };
        (self.placed(found), Body(rest))
    }

    /// Returns the arguments of a body that may have any arguments and no blocks.
    #[must_use]
    pub fn just_attributes(&self) -> Found<Vec<Attribute>> {
        self.just_attributes_within(&Budget::standard())
    }

    /// Returns the arguments as [`Body::just_attributes`] does, with the budget of an operation as
    /// in [`Body::content_within`].
    #[must_use]
    pub fn just_attributes_within(&self, budget: &Budget) -> Found<Vec<Attribute>> {
        self.placed(match &self.0 {
            Kind::Native(body) => body.just_attributes(budget),
            Kind::Json(body) => body.just_attributes(budget),
            Kind::Merged(bodies) => merged::just_attributes(bodies, budget),
            Kind::Overridden(bodies) => merged::just_overridden(bodies, budget),
            Kind::Dynamic(body) => body.just_attributes(budget),
            Kind::Unknown(body) => body.just_attributes(budget),
        })
    }

    /// The range at which a missing item of the body is reported.
    #[must_use]
    pub fn missing_item_range(&self) -> Range {
        match &self.0 {
            Kind::Native(body) => body.missing_item_range(),
            Kind::Json(body) => body.missing_item_range(),
            Kind::Merged(bodies) | Kind::Overridden(bodies) => bodies.first().map_or(
                Range {
                    start: Position::START,
                    end: Position::START,
                },
                Body::missing_item_range,
            ),
            Kind::Dynamic(body) => body.original().missing_item_range(),
            Kind::Unknown(body) => body.structure().missing_item_range(),
        }
    }

    /// Whether only the structure of the body is known, and the number of blocks like its own is
    /// unknown: the result of a `dynamic` block over an unknown collection.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self.0, Kind::Unknown(_))
    }

    /// The marks to add to all values created from the body: those of the collection that its
    /// `dynamic` block iterates over.
    #[must_use]
    pub fn marks(&self) -> MarkSet {
        match &self.0 {
            Kind::Dynamic(body) => body.marks().clone(),
            Kind::Unknown(body) => body.marks().clone(),
            Kind::Native(_) | Kind::Json(_) | Kind::Merged(_) | Kind::Overridden(_) => {
                MarkSet::EMPTY
            }
        }
    }

    /// The text that contains the body or its first part.
    #[must_use]
    pub fn source(&self) -> Option<&Source> {
        match &self.0 {
            Kind::Native(body) => Some(body.tree.source()),
            Kind::Json(body) => Some(body.source()),
            Kind::Merged(bodies) | Kind::Overridden(bodies) => bodies.first()?.source(),
            Kind::Dynamic(body) => body.original().source(),
            Kind::Unknown(body) => body.structure().source(),
        }
    }

    /// Adds the source to the diagnostics.
    fn placed<T>(&self, mut found: Found<T>) -> Found<T> {
        if let Some(source) = self.source() {
            in_source(&mut found.diagnostics, source);
        }
        found
    }
}

/// Returns a range with the name of its file, as HCL's messages write it.
pub(crate) fn range_text(source: &Source, range: Range) -> String {
    format!("{}:{range}", source.name)
}

/// Returns the diagnostic for a missing required argument, in either syntax.
fn missing_argument(name: &str, at: Range) -> Diagnostic {
    Reporter::Hcl
        .error(
            "Missing required argument",
            format!(
                "The argument {} is required, but no definition was found.",
                Quoted(name)
            ),
        )
        .with_subject(at)
}
