//! Export: schemas of types.
//!
//! There is one schema for each [`Question`]: the documents that *are* values of the type, and the
//! documents that *convert* to it. The first follows from the semantic type in the language's
//! mapping and is the same for every language, except that `special` contains types for which a
//! schema is more exact than the mapping, or that have no documents. The second depends on the
//! language (`converting`). `joined` contains unions, `scalars` types without parts, and `module`
//! the variables of a Terraform module as one schema.
//!
//! A named type becomes a definition, so recursive types are exact. If a schema cannot describe the
//! type, it accepts more documents, and a note names the position.

mod converting;
mod joined;
#[cfg(feature = "mcl")]
mod mcl;
#[cfg(feature = "terraform")]
mod module;
#[cfg(feature = "pcl")]
mod pcl;
#[cfg(feature = "puppet")]
mod puppet;
#[cfg(feature = "terraform")]
mod rules;
mod scalars;
mod special;
mod unlike;

pub use converting::details_of;
#[cfg(feature = "terraform")]
pub use module::export_module;

use crate::document::{Document, pointer_step};
use crate::fits::Question;
use crate::model::{Node, NodeId, Schema, Types};
use crate::notes::{MAX_NOTES, Mismatch, Note};
use polycty_core::calls::{Budget, cost};
use polycty_core::dialect::DialectId;
use polycty_core::source::{Code, Error, Path, PathStep, Result};
use polycty_core::types::{
    Flags, IdMap, KeyedMap, Kind, Reference, SizeRange, Str, Type, TypeError,
};
use polycty_translate::mapping;
use polycty_translate::semantic::{Alike, Mapping, Null, PartPosition, Presence, SemanticType};
#[cfg(feature = "terraform")]
use rules::Constraints;
use scalars::{floats, integers, of_values};
use std::collections::{BTreeMap, VecDeque};

/// The bytes charged for a subschema.
const NODE: u64 = 1024;

/// The schema of a type.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Exported {
    /// The schema.
    pub schema: Schema,
    /// The positions where its documents differ from those of the type, with reasons.
    pub notes: Vec<Note>,
}

/// Annotations of a schema for the parts of a type. They do not affect validation.
#[derive(Clone, Debug, Default)]
pub struct Details {
    /// The title.
    pub title: Option<Str>,
    /// The description.
    pub description: Option<Str>,
    /// The default.
    pub default: Option<Document>,
    /// The annotations of members by name.
    pub members: BTreeMap<Str, Details>,
    /// The annotations of each element of a list, set or map.
    pub element: Option<Box<Details>>,
}

/// Returns the schema of the documents that satisfy a question about a type.
///
/// # Errors
/// - [`Code::Unsupported`] with the path to a part that is not a type of the language.
/// - [`Code::InvalidArgument`] for a named type whose definitions were released.
/// - [`Code::Limit`] if the budget is exceeded.
pub fn export(
    ty: &Type,
    language: DialectId,
    question: Question,
    details: &Details,
    budget: &Budget,
) -> Result<Exported> {
    cost::look_at_types([ty], budget)?;
    let mut export = Export::new(language, question, budget)?;
    let root = export.part(ty, None, String::new(), details)?;
    export.finished(root)
}

struct Export<'a> {
    language: DialectId,
    mapping: &'static dyn Mapping,
    question: Question,
    budget: &'a Budget,
    nodes: Vec<Node>,
    notes: Vec<Note>,
    /// The definitions of named types by their references.
    aliases: IdMap<(u64, u32), NodeId>,
    definitions: Vec<(Str, NodeId)>,
    /// Parts that are not exported yet. The queue replaces recursion over the type.
    waiting: VecDeque<Waiting<'a>>,
    /// The path of the current part in values of the type.
    path: Vec<PathStep>,
    /// The definition of the values of mcl's `variant`.
    #[cfg(feature = "mcl")]
    variant: Option<NodeId>,
}

/// A part whose node is reserved.
struct Waiting<'a> {
    ty: Type,
    /// Whether null is accepted, if the type does not determine it.
    null: Option<Null>,
    node: NodeId,
    path: Vec<PathStep>,
    details: &'a Details,
    /// The constraints of the rules of a variable.
    #[cfg(feature = "terraform")]
    constraints: Option<Constraints>,
}

/// The annotations of a part without annotations.
static NO_DETAILS: Details = Details {
    title: None,
    description: None,
    default: None,
    members: BTreeMap::new(),
    element: None,
};

impl<'a> Export<'a> {
    fn new(language: DialectId, question: Question, budget: &'a Budget) -> Result<Export<'a>> {
        Ok(Export {
            language,
            mapping: mapping(language)?,
            question,
            budget,
            nodes: Vec::new(),
            notes: Vec::new(),
            aliases: IdMap::default(),
            definitions: Vec::new(),
            waiting: VecDeque::new(),
            path: Vec::new(),
            #[cfg(feature = "mcl")]
            variant: None,
        })
    }

    /// Exports the queued parts, and the parts that they add.
    fn finished(mut self, root: NodeId) -> Result<Exported> {
        while let Some(next) = self.waiting.pop_front() {
            self.path = next.path;
            let place = self.nodes[next.node.0 as usize].place.clone();
            let filled = self.filled(next.ty, next.null, &place, next.details);
            let node = filled.map_err(|error| {
                let steps = self.path.iter().rev();
                steps.fold(error, |error, step| error.in_step(step.clone()))
            })?;
            #[cfg(feature = "terraform")]
            let node = match next.constraints {
                Some(constraints) => constraints.applied_to(node),
                None => node,
            };
            self.nodes[next.node.0 as usize] = Node {
                place,
                title: next.details.title.clone(),
                description: next.details.description.clone(),
                default: next.details.default.clone(),
                ..node
            };
        }
        let places: KeyedMap<Str, NodeId> = (self.nodes.iter().zip(0..))
            .map(|(node, at)| (node.place.clone(), NodeId(at)))
            .collect();
        for note in &mut self.notes {
            note.node = places.get(&note.place).copied();
        }
        Ok(Exported {
            schema: Schema::new(self.nodes, root, self.definitions),
            notes: self.notes,
        })
    }

    fn reserve(&mut self) -> Result<NodeId> {
        self.budget.parts(4, NODE / 4)?;
        if self.nodes.len() >= crate::model::MAX_NODES {
            return Err(Error::new(
                Code::Limit,
                "the schema would have too many parts",
            ));
        }
        self.nodes.push(Node::open("".into()));
        Ok(NodeId(self.nodes.len() as u32 - 1))
    }

    fn put(&mut self, id: NodeId, node: Node, place: String) {
        self.nodes[id.0 as usize] = Node {
            place: place.into(),
            ..node
        };
    }

    fn add(&mut self, node: Node, place: String) -> Result<NodeId> {
        let id = self.reserve()?;
        self.put(id, node, place);
        Ok(id)
    }

    /// Exports a part of a type, one step further into its values.
    fn part(
        &mut self,
        ty: &Type,
        step: Option<PathStep>,
        place: String,
        details: &'a Details,
    ) -> Result<NodeId> {
        let node = self.reserve()?;
        self.nodes[node.0 as usize].place = place.into();
        self.budget
            .hold((self.path.len() * size_of::<PathStep>()) as u64)?;
        let mut path = self.path.clone();
        path.extend(step);
        self.waiting.push_back(Waiting {
            ty: ty.clone(),
            null: None,
            node,
            path,
            details,
            #[cfg(feature = "terraform")]
            constraints: None,
        });
        Ok(node)
    }

    fn note(
        &mut self,
        place: &str,
        mismatch: Mismatch,
        message: &'static str,
        hints: Vec<Document>,
    ) {
        if self.notes.len() >= MAX_NOTES {
            return;
        }
        self.notes.push(Note {
            place: place.into(),
            path: self.path.iter().cloned().collect::<Path>(),
            message,
            mismatch,
            node: None,
            hints,
        });
    }

    fn meaning(
        &mut self,
        ty: &Type,
        meaning: SemanticType<Type>,
        place: &str,
        details: &'a Details,
    ) -> Result<Node> {
        let none = &NO_DETAILS;
        let element_details = details.element.as_deref().unwrap_or(none);
        Ok(match meaning {
            SemanticType::Top | SemanticType::Anything => Node::of(Types::ALL),
            SemanticType::Null => Node::of(Types::NULL),
            SemanticType::Bool(None) => Node::of(Types::BOOL),
            SemanticType::Bool(Some(value)) => of_values(vec![Document::Bool(value)]),
            SemanticType::Number(_) => Node::of(Types::NUMBER),
            SemanticType::Integer(range) => integers(&range),
            SemanticType::Float(range) => floats(range),
            SemanticType::String(constraint) => self.strings(&constraint, place)?,
            SemanticType::Text(text) => of_values(vec![Document::String(text)]),
            SemanticType::List {
                element,
                size,
                alike,
            } => {
                self.alike(alike, &element, place);
                Node {
                    items: self.items(&element, place, element_details)?,
                    count: size.unwrap_or(SizeRange::UNLIMITED),
                    ..Node::of(Types::ARRAY)
                }
            }
            SemanticType::Set { element, alike } => {
                self.alike(alike, &element, place);
                if element.has(Flags::SET.union(Flags::OPTIONAL_FIELD)) || has_either(&element) {
                    let why = "elements that are equal in the set may differ in a document";
                    self.note(place, Mismatch::Wider, why, Vec::new());
                }
                Node {
                    items: self.items(&element, place, element_details)?,
                    unique: true,
                    ..Node::of(Types::ARRAY)
                }
            }
            SemanticType::Map {
                keys,
                element,
                size,
                alike,
            } => {
                self.alike(alike, &element, place);
                let names = match ty.kind() {
                    Kind::Map { key, .. } if !keys.all_strings => {
                        let place = format!("{place}/propertyNames");
                        Some(self.part(key, None, place, none)?)
                    }
                    _ => None,
                };
                let step = PartPosition::Entry.step();
                let below = format!("{place}/additionalProperties");
                Node {
                    additional: if self.is_everything(&element) {
                        None
                    } else {
                        Some(self.part(&element, step, below, element_details)?)
                    },
                    names,
                    size: size.unwrap_or(SizeRange::UNLIMITED),
                    ..Node::of(Types::OBJECT)
                }
            }
            // A table is a document only if it has no entries.
            SemanticType::Table { size, .. } => match size {
                Some(size) if size.min > 0 => Node::of(Types::NONE),
                _ => Node {
                    size: SizeRange::exactly(0),
                    ..Node::of(Types::OBJECT)
                },
            },
            SemanticType::Tuple(elements) => {
                let size = SizeRange::exactly(elements.len() as u64);
                self.tuple(&elements, size, place)?
            }
            SemanticType::Object(attributes) => {
                let mut node = Node::of(Types::OBJECT);
                for attribute in attributes {
                    let name = attribute.name;
                    let below = format!("{place}/properties{}", pointer_step(&name));
                    let step = PartPosition::Attribute(&name).step();
                    let details = details.members.get(&name).unwrap_or(none);
                    let part = self.part(&attribute.part, step, below, details)?;
                    if attribute.presence == Presence::Required {
                        node.required.push(name.clone());
                    }
                    node.properties.push((name, part));
                }
                let below = format!("{place}/additionalProperties");
                node.additional = Some(self.add(Node::of(Types::NONE), below)?);
                node
            }
            // The members of a union are joined in `filled`.
            SemanticType::Union(_) => Node::of(Types::ALL),
        })
    }

    /// Returns whether the type accepts every document, including null. No type of mcl does.
    fn is_everything(&self, ty: &Type) -> bool {
        ty.is_any() && self.language != DialectId::Mcl
    }

    /// Exports the type of elements. Returns `None` if every document is an element.
    fn items(
        &mut self,
        element: &Type,
        place: &str,
        details: &'a Details,
    ) -> Result<Option<NodeId>> {
        if self.is_everything(element) {
            return Ok(None);
        }
        let below = format!("{place}/items");
        self.part(element, PartPosition::Element.step(), below, details)
            .map(Some)
    }

    fn alike(&mut self, alike: Alike, element: &Type, place: &str) {
        if alike == Alike::Required {
            let unlike = [Document::Bool(true), Document::string("a")];
            let mut hints = vec![Document::Array(unlike.to_vec())];
            let [a, b] = unlike;
            hints.push(crate::document::object([("a", a), ("b", b)]));
            // If only a part of the element is open, the elements differ in that part.
            let wrap = |part: Document| match element.kind() {
                Kind::List { .. } | Kind::Set(_) => Document::Array(vec![part]),
                _ => crate::document::object([("a", part)]),
            };
            hints.push(Document::Array(vec![
                wrap(Document::Bool(true)),
                wrap(Document::string("a")),
            ]));
            hints.extend(unlike::unlike(element));
            let why = "all elements must have the same type, whatever it is";
            self.note(place, Mismatch::Wider, why, hints);
        }
    }

    /// Exports the elements of a tuple. The last type also applies to all further elements.
    fn tuple(&mut self, elements: &[Type], size: SizeRange, place: &str) -> Result<Node> {
        let mut node = Node {
            count: size,
            ..Node::of(Types::ARRAY)
        };
        for (at, element) in elements.iter().enumerate() {
            let step = PartPosition::Position(at).step();
            let below = format!("{place}/prefixItems/{at}");
            node.prefix
                .push(self.part(element, step, below, &NO_DETAILS)?);
        }
        if size.max.is_none_or(|max| max > elements.len() as u64) {
            if let Some(last) = elements.last() {
                node.items = self.items(last, place, &NO_DETAILS)?;
            }
        } else {
            let below = format!("{place}/items");
            node.items = Some(self.add(Node::of(Types::NONE), below)?);
        }
        Ok(node)
    }

    fn alias(&mut self, reference: &Reference) -> Result<Node> {
        let id = match self.aliases.get(&reference.key()) {
            Some(known) => *known,
            None => {
                let definition = reference.unfold()?;
                let name = reference.name().ok_or(TypeError::ReleasedGroup)?;
                let id = self.define(&name)?;
                self.aliases.insert(reference.key(), id);
                self.waiting.push_back(Waiting {
                    ty: definition,
                    null: None,
                    node: id,
                    path: self.path.clone(),
                    details: &NO_DETAILS,
                    #[cfg(feature = "terraform")]
                    constraints: None,
                });
                id
            }
        };
        Ok(Node {
            reference: Some(id),
            ..Node::of(Types::ALL)
        })
    }

    /// Reserves a definition under a unique name.
    fn define(&mut self, name: &str) -> Result<NodeId> {
        let id = self.reserve()?;
        let mut free = name.to_owned();
        let mut turn = 1;
        loop {
            self.budget.charge(1 + self.definitions.len() as u64 / 8)?;
            if self.definitions.iter().all(|(known, _)| **known != *free) {
                break;
            }
            turn += 1;
            free = format!("{name}_{turn}");
        }
        self.nodes[id.0 as usize].place = format!("/$defs{}", pointer_step(&free)).into();
        self.definitions.push((free.into(), id));
        Ok(id)
    }
}

/// Adds or removes null.
fn with_null(mut node: Node, null: Option<Null>) -> Node {
    match null {
        Some(Null::Admitted) => {
            if let Some(values) = node.values.first_mut()
                && !values.contains(&Document::Null)
            {
                values.push(Document::Null);
            }
            node.types = node.types | Types::NULL;
        }
        Some(Null::Excluded) => {
            for values in &mut node.values {
                values.retain(|value| *value != Document::Null);
            }
            node.types = node.types - Types::NULL;
        }
        None => {}
    }
    node
}

/// Returns whether a type contains a union, an optional or a named type, for which two members may
/// mean the same value.
fn has_either(ty: &Type) -> bool {
    let mut found = false;
    ty.walk(&mut |_, part| match part.kind() {
        Kind::Union(_) | Kind::Reference(_) | Kind::Optional(_) => {
            found = true;
            polycty_core::types::Visit::Stop
        }
        _ => polycty_core::types::Visit::Into,
    });
    found
}
