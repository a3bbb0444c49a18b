//! Bodies: attributes and blocks of a configuration, read by a schema.
//!
//! A body is arguments and blocks, in whichever syntax, of one file or of several. JSON
//! does not tell arguments from blocks, so that who wants values asks with a [`Schema`]
//! that says which names are what; [`Body::content`] tells of everything that the schema does not know,
//! and [`Body::partial_content`] leaves the rest in a body of its own. Who reads what others
//! wrote asks without one: [`Body::items`], [`Body::at`], [`Body::variables_within`].
//!
//! - `native`, `json`, `merged`: where bodies come from
//! - `items`: what stands in one without a schema; `cursor`: what stands at a place;
//!   `references`: the variables and functions that all of it needs
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

pub use cursor::AtPlace;
pub use dynamic::MAX_GENERATED;
pub use items::Item;
pub use references::Reference;

use crate::eval::{Expr, Findings};
use crate::syntax::json::{JsonExpression, parse_json_within};
use crate::syntax::{self, BodyId, Tree};
use items::Braces;
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Position, Range, Source, SourceName, in_source};
use polycty_core::text::Quoted;
use polycty_core::types::{KeyedSet, Str};
use polycty_core::values::MarkSet;
use std::sync::Arc;

/// Which arguments and blocks a body may have.
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
    /// Its name.
    pub name: Str,
    /// Whether it must be there.
    pub required: bool,
}

/// A type of blocks that a body may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockSchema {
    /// The type.
    pub block_type: Str,
    /// What its labels are called; a block must have as many.
    pub labels: Vec<Str>,
}

/// What a body contains, by a schema.
#[derive(Clone, Debug)]
pub struct Content {
    /// The arguments, in the order of the schema, or of the text where there is none.
    pub attributes: Vec<Attribute>,
    /// The blocks in the order of the text.
    pub blocks: Vec<Block>,
    /// The place to point at when something is missing.
    pub missing_item: Range,
}

impl Content {
    /// The argument of a name.
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
    /// Its name.
    pub name: Str,
    /// Its value.
    pub expr: Expr,
    /// Where all of it stands.
    pub range: Range,
    /// Where the name stands.
    pub name_range: Range,
    /// The text that it stands in.
    pub source: Source,
}

/// A block.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Block {
    /// Its type.
    pub block_type: Str,
    /// Its labels.
    pub labels: Vec<Str>,
    /// What it contains.
    pub body: Body,
    /// Where it is defined: its header.
    pub def_range: Range,
    /// Where the type stands.
    pub type_range: Range,
    /// Where each label stands.
    pub label_ranges: Vec<Range>,
    /// The text that it stands in.
    pub source: Source,
    braces: Braces,
}

/// A body: cheap to clone.
#[derive(Clone, Debug)]
pub struct Body(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Native(Arc<native::NativeBody>),
    Json(Arc<json::JsonBody>),
    Merged(Arc<[Body]>),
    /// A body and those that override it, the last of which counts.
    Overridden(Arc<[Body]>),
    Dynamic(Arc<dynamic::DynamicBody>),
    Unknown(Arc<dynamic::UnknownBody>),
}

/// The names that an earlier request has taken out of a body.
#[derive(Clone, Debug, Default)]
struct Hidden {
    attributes: KeyedSet<Str>,
    blocks: KeyedSet<Str>,
}

/// What a body contains and what is wrong with that.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Found<T> {
    /// What was found, as far as it could be.
    pub content: T,
    /// What is wrong, in the order it was found.
    pub diagnostics: Vec<Diagnostic>,
}

impl Found<Content> {
    /// What was found, unless the operation is over.
    fn of(findings: Findings<'_>, mut content: Content) -> Found<Content> {
        if findings.ended() {
            content.attributes.clear();
            content.blocks.clear();
        }
        Found {
            content,
            diagnostics: findings.into_vec(),
        }
    }
}

impl Found<Vec<Attribute>> {
    /// What was found, unless the operation is over.
    fn of_attributes(findings: Findings<'_>, mut content: Vec<Attribute>) -> Self {
        if findings.ended() {
            content.clear();
        }
        Found {
            content,
            diagnostics: findings.into_vec(),
        }
    }
}

/// The bytes of an argument that was found in a body.
const ARGUMENT: usize = size_of::<Attribute>();

/// The bytes of a block that was found in a body, and of what its own body is at first.
const BLOCK: usize = size_of::<Block>() + 200;

/// The bytes of a label of a block, and its place.
const LABEL: usize = size_of::<Str>() + size_of::<Range>();

/// A body as it was read from a text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ParsedBody {
    /// The body, partial where there are errors.
    pub body: Body,
    /// What is wrong, in the order it was found.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a configuration file in native syntax, out of a standard budget.
#[must_use]
pub fn parse_config(text: &[u8], name: &str) -> ParsedBody {
    parse_config_within(text, name, Position::START, &Budget::standard())
}

/// Reads a configuration in native syntax, whose first byte stands at `start`, within an
/// operation, out of its budget. Nothing, where that is not enough, and a diagnostic that says so.
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

/// Reads a configuration file in JSON syntax, out of a standard budget.
#[must_use]
pub fn parse_json_config(text: &[u8], name: &str) -> ParsedBody {
    parse_json_config_within(text, name, Position::START, &Budget::standard())
}

/// Reads a configuration in JSON syntax, whose first byte stands at `start`, within an operation,
/// as [`parse_config_within`].
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
    /// A body of a tree in native syntax.
    #[must_use]
    pub fn native(tree: Arc<Tree>, id: BodyId) -> Body {
        Body(Kind::Native(Arc::new(native::NativeBody {
            tree,
            id,
            hidden: Hidden::default(),
        })))
    }

    /// A value in JSON syntax as a body.
    #[must_use]
    pub fn json(value: JsonExpression) -> Body {
        Body(Kind::Json(Arc::new(json::JsonBody::new(value))))
    }

    /// Several bodies as one: the arguments of all of them, of which each may be set
    /// once, and the blocks one after the other.
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

    /// A body and bodies that override it, in their order. An argument is the one of the last body
    /// that has it, and blocks of a type are those of the last body that has some. What the schema
    /// does not know is no error.
    #[must_use]
    pub fn overridden(base: Body, by: impl IntoIterator<Item = Body>) -> Body {
        let bodies: Vec<Body> = std::iter::once(base).chain(by).collect();
        match <[Body; 1]>::try_from(bodies) {
            Ok([base]) => base,
            Err(bodies) => Body(Kind::Overridden(bodies.into())),
        }
    }

    /// What the body contains, by a schema that says all that it may, out of a standard budget.
    #[must_use]
    pub fn content(&self, schema: &Schema) -> Found<Content> {
        self.content_within(schema, &Budget::standard())
    }

    /// What the body contains, as [`Body::content`] says it within an operation, out of its
    /// budget. Nothing, where that is not enough, and a diagnostic that says so.
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

    /// What the body contains, by a schema that says some of what it may, and a body
    /// of the rest.
    #[must_use]
    pub fn partial_content(&self, schema: &Schema) -> (Found<Content>, Body) {
        self.partial_content_within(schema, &Budget::standard())
    }

    /// What the body contains and the rest, as [`Body::partial_content`] says it within an
    /// operation, out of its budget, as [`Body::content_within`].
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

    /// The arguments of a body that may have any, and no blocks.
    #[must_use]
    pub fn just_attributes(&self) -> Found<Vec<Attribute>> {
        self.just_attributes_within(&Budget::standard())
    }

    /// The arguments, as [`Body::just_attributes`] says them within an operation, out of its
    /// budget, as [`Body::content_within`].
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

    /// The place to point at when something is missing in the body.
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
            Kind::Unknown(body) => body.shape().missing_item_range(),
        }
    }

    /// Whether nothing is known of the body but its shape, nor how many blocks like
    /// its own there are: what a `dynamic` block over an unknown collection gives.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self.0, Kind::Unknown(_))
    }

    /// The marks that whatever is made of the body takes on: those of the collection
    /// that its `dynamic` block iterates over.
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

    /// The text that the body, or its first part, stands in.
    #[must_use]
    pub fn source(&self) -> Option<&Source> {
        match &self.0 {
            Kind::Native(body) => Some(body.tree.source()),
            Kind::Json(body) => Some(body.source()),
            Kind::Merged(bodies) | Kind::Overridden(bodies) => bodies.first()?.source(),
            Kind::Dynamic(body) => body.original().source(),
            Kind::Unknown(body) => body.shape().source(),
        }
    }

    /// What was found, with every diagnostic knowing which text it is about.
    fn placed<T>(&self, mut found: Found<T>) -> Found<T> {
        if let Some(source) = self.source() {
            in_source(&mut found.diagnostics, source);
        }
        found
    }
}

/// A range with the name of its file, as HCL's messages write it.
pub(crate) fn place(source: &Source, range: Range) -> String {
    format!("{}:{range}", source.name)
}

/// That an argument is not there which its schema demands, in either syntax.
fn missing_argument(name: &str, at: Range) -> Diagnostic {
    Diagnostic::error(
        "Missing required argument",
        format!(
            "The argument {} is required, but no definition was found.",
            Quoted(name)
        ),
    )
    .with_subject(at)
}
