//! Export: the schema of a type.
//!
//! Two questions, two schemas ([`Question`]): the documents that *are* values of the type, and
//! those that *convert* to it. The first goes by what a type means in its language's mapping,
//! the same for every language; `special` has what a mapping only approximates and a schema says
//! exactly, or that a type has no documents at all. The second is the language's own
//! (`converting`). `joined` has unions, `scalars` has what has no parts. `module` has the variables of a module of Terraform as one schema.
//!
//! A named type becomes a definition, so that recursive types are exact. Where a schema cannot
//! say what the type does it says less, and a note names the place.

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
mod scalars;
mod special;
mod unlike;

pub use converting::details_of;
#[cfg(feature = "terraform")]
pub use module::export_module;

use crate::document::{Document, pointer_step};
use crate::fits::Question;
use crate::model::{Node, NodeId, Schema, Types};
use crate::notes::{MAX_NOTES, Misfit, Note};
use polycty_core::calls::{Budget, cost};
use polycty_core::dialect::DialectId;
use polycty_core::source::{Code, Error, Path, PathStep, Result};
use polycty_core::types::{
    Flags, IdMap, KeyedMap, Kind, Reference, SizeRange, Str, Type, TypeError,
};
use polycty_translate::mapping;
use polycty_translate::meaning::{Alike, Mapping, Meaning, Null, Place, Presence};
use scalars::{floats, integers, of_values};
use std::collections::{BTreeMap, VecDeque};

/// The bytes of a subschema.
const NODE: u64 = 1024;

/// A schema for a type.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Exported {
    /// The schema.
    pub schema: Schema,
    /// Where and why it has other documents than the type.
    pub notes: Vec<Note>,
}

/// What a schema tells people of a type's parts; nothing follows from it.
#[derive(Clone, Debug, Default)]
pub struct Details {
    /// A name for people.
    pub title: Option<Str>,
    /// What people are told.
    pub description: Option<Str>,
    /// What stands where nothing is given.
    pub default: Option<Document>,
    /// The same of what stands under names.
    pub members: BTreeMap<Str, Details>,
    /// The same of every element of a list, set or map.
    pub element: Option<Box<Details>>,
}

/// The schema of the documents that answer a question about a type.
///
/// # Errors
/// [`Code::Unsupported`] with the path to what is no type of the language;
/// [`Code::InvalidArgument`] for a named type whose definitions were released; what is spent.
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
    /// Parts that are still to be written, so that nothing recurses over a type.
    waiting: VecDeque<Waiting<'a>>,
    /// Where in the type's values it is.
    path: Vec<PathStep>,
    /// The definition of what mcl's `variant` has.
    #[cfg(feature = "mcl")]
    variant: Option<NodeId>,
}

/// A part that has its place already.
struct Waiting<'a> {
    ty: Type,
    /// Whether null is let through, where the type does not say it.
    null: Option<Null>,
    node: NodeId,
    path: Vec<PathStep>,
    details: &'a Details,
}

/// What is told of a part of which nothing is.
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

    /// Writes the parts that wait, and those that they have.
    fn finished(mut self, root: NodeId) -> Result<Exported> {
        while let Some(next) = self.waiting.pop_front() {
            self.path = next.path;
            let place = self.nodes[next.node.0 as usize].place.clone();
            let filled = self.filled(next.ty, next.null, &place, next.details);
            let node = filled.map_err(|error| {
                let steps = self.path.iter().rev();
                steps.fold(error, |error, step| error.in_step(step.clone()))
            })?;
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
        self.budget.charge(4)?;
        self.budget.hold(NODE)?;
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

    /// A part of a type, one step further into its values.
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
        });
        Ok(node)
    }

    fn note(&mut self, place: &str, misfit: Misfit, message: &'static str, hints: Vec<Document>) {
        if self.notes.len() >= MAX_NOTES {
            return;
        }
        self.notes.push(Note {
            place: place.into(),
            path: self.path.iter().cloned().collect::<Path>(),
            message,
            misfit,
            node: None,
            hints,
        });
    }

    fn meaning(
        &mut self,
        ty: &Type,
        meaning: Meaning<Type>,
        place: &str,
        details: &'a Details,
    ) -> Result<Node> {
        let none = &NO_DETAILS;
        let element_details = details.element.as_deref().unwrap_or(none);
        Ok(match meaning {
            Meaning::Top | Meaning::Anything => Node::of(Types::ALL),
            Meaning::Null => Node::of(Types::NULL),
            Meaning::Bool(None) => Node::of(Types::BOOL),
            Meaning::Bool(Some(value)) => of_values(vec![Document::Bool(value)]),
            Meaning::Number(_) => Node::of(Types::NUMBER),
            Meaning::Integer(range) => integers(&range),
            Meaning::Float(range) => floats(range),
            Meaning::String(constraint) => self.strings(&constraint, place)?,
            Meaning::Text(text) => of_values(vec![Document::String(text)]),
            Meaning::List {
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
            Meaning::Set { element, alike } => {
                self.alike(alike, &element, place);
                if element.has(Flags::SET.union(Flags::OPTIONAL_FIELD)) || has_either(&element) {
                    let why = "elements that are one in the set may be two in a document";
                    self.note(place, Misfit::Wider, why, Vec::new());
                }
                Node {
                    items: self.items(&element, place, element_details)?,
                    unique: true,
                    ..Node::of(Types::ARRAY)
                }
            }
            Meaning::Map {
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
                let step = Place::Entry.step();
                let below = format!("{place}/additionalProperties");
                Node {
                    additional: match self.is_everything(&element) {
                        true => None,
                        false => Some(self.part(&element, step, below, element_details)?),
                    },
                    names,
                    size: size.unwrap_or(SizeRange::UNLIMITED),
                    ..Node::of(Types::OBJECT)
                }
            }
            // Only what has no entries at all is a document.
            Meaning::Table { size, .. } => match size {
                Some(size) if size.min > 0 => Node::of(Types::NONE),
                _ => Node {
                    size: SizeRange::exactly(0),
                    ..Node::of(Types::OBJECT)
                },
            },
            Meaning::Tuple(elements) => {
                let size = SizeRange::exactly(elements.len() as u64);
                self.tuple(&elements, size, place)?
            }
            Meaning::Object(attributes) => {
                let mut node = Node::of(Types::OBJECT);
                for attribute in attributes {
                    let name = attribute.name;
                    let below = format!("{place}/properties{}", pointer_step(&name));
                    let step = Place::Attribute(&name).step();
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
            // `filled` joins the members of a union.
            Meaning::Union(_) => Node::of(Types::ALL),
        })
    }

    /// Whether there may be anything in a place, null included, which mcl has not.
    fn is_everything(&self, ty: &Type) -> bool {
        ty.is_any() && self.language != DialectId::Mcl
    }

    /// What every element is; nothing where they may be whatever they like.
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
        self.part(element, Place::Element.step(), below, details)
            .map(Some)
    }

    fn alike(&mut self, alike: Alike, element: &Type, place: &str) {
        if alike == Alike::Required {
            let unlike = [Document::Bool(true), Document::string("a")];
            let mut hints = vec![Document::Array(unlike.to_vec())];
            let [a, b] = unlike;
            hints.push(crate::document::object([("a", a), ("b", b)]));
            // Where only a part of the element is open, the parts differ.
            let wrap = |part: Document| match element.kind() {
                Kind::List { .. } | Kind::Set(_) => Document::Array(vec![part]),
                _ => crate::document::object([("a", part)]),
            };
            hints.push(Document::Array(vec![
                wrap(Document::Bool(true)),
                wrap(Document::string("a")),
            ]));
            hints.extend(unlike::unlike(element));
            let why = "the elements share one type, whichever it is";
            self.note(place, Misfit::Wider, why, hints);
        }
    }

    /// The elements in their places, of which the last one's type is that of all behind.
    fn tuple(&mut self, elements: &[Type], size: SizeRange, place: &str) -> Result<Node> {
        let mut node = Node {
            count: size,
            ..Node::of(Types::ARRAY)
        };
        for (at, element) in elements.iter().enumerate() {
            let step = Place::Position(at).step();
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
                });
                id
            }
        };
        Ok(Node {
            reference: Some(id),
            ..Node::of(Types::ALL)
        })
    }

    /// A definition that is not written yet, under a name that no other has.
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

/// A node with null let through, or not.
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

/// Whether a type has a union or a name in it, whose members may mean one value twice.
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
