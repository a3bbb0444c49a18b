//! Import: types of schemas.
//!
//! The import works from the innermost parts outward, as translation does. [`view`](self::view)
//! determines the semantic type of a part of the schema, its parts are imported, and the language's
//! mapping returns the nearest type. A part is the conjunction of several subschemas. Alternatives
//! are expanded one keyword after the other and become a union. If the language or this import
//! cannot represent a constraint, the type is wider or narrower, and a note names the position in
//! both.
//!
//! A recursive part becomes the type of any data, because the part has no type name.

mod members;
mod parts;
mod view;

use crate::document::Document;
use crate::evaluate::Validity;
use crate::fits::Question;
use crate::model::{NodeId, Schema};
use crate::notes::{Mismatch, Note};
use crate::relation::{Relation, Side, judge};
use parts::Part;
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::source::{PathStep, Result};
use polycty_core::types::{Flags, KeyedMap, KeyedSet, Type, TypeError};
use polycty_translate::losses::{self, Reasons};
use polycty_translate::mapping;
use polycty_translate::semantic::{
    Mapping, Nearest, Null, NullMismatch, PartPosition, Parts, SemanticType,
};

const RECURSIVE: &str = "the schema is recursive: the recursive part may be any data";
const LIMIT: &str = "the type would be too deep or too large: the part may be any data";
const NO_NULL: &str = "mcl has no null and no data that contain null";
const LOST: &str = "a part accepts values that the type does not have";
const TWICE: &str = "elements that differ in a document may be equal in a set";

/// The maximum nesting of an imported type.
const MAX_DEPTH: u32 = 48;

/// The bytes charged for a part while it is being imported.
const PART: u64 = 512;

/// The treatment of objects that permit members in addition to the named ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum OpenObjects {
    /// An object with only the named members, which is narrower.
    Closed = 1,
    /// A map, which has no separate types for the named members and is wider.
    Maps = 2,
}

/// The type of a schema.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Imported {
    /// The nearest type.
    pub ty: Type,
    /// The positions where its documents differ from those of the schema, with reasons.
    pub notes: Vec<Note>,
}

/// Returns the nearest type of a language to a schema. Its values are written as the documents that
/// the schema accepts, except at the positions of the notes.
///
/// # Errors
/// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub fn import(
    schema: &Schema,
    language: DialectId,
    open: OpenObjects,
    budget: &Budget,
) -> Result<Imported> {
    let mut walk = Walk {
        schema,
        language,
        mapping: mapping(language)?,
        open,
        budget,
        known: KeyedMap::default(),
        current: KeyedSet::default(),
        depth: 0,
        alternatives: 1,
    };
    let done = walk.part(&Part::of(schema.root()))?.settled().part;
    let notes = match &done.reasons {
        Some(reasons) => reasons.notes(budget, |reason, path| Note {
            place: schema.node(reason.node).place.clone(),
            path,
            message: reason.why,
            mismatch: reason.mismatch,
            node: Some(reason.node),
            hints: reason.hints.clone(),
        })?,
        None => Vec::new(),
    };
    Ok(Imported { ty: done.ty, notes })
}

impl Imported {
    /// Compares the type with its schema.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn relation(
        &self,
        schema: &Schema,
        language: DialectId,
        budget: &Budget,
    ) -> Result<Relation> {
        let second = Side::Type(&self.ty, language, Question::IsValue);
        judge(Side::Schema(schema), second, schema, &self.notes, budget)
    }
}

/// An imported part, with the subschema that represents it.
#[derive(Clone)]
struct Done {
    part: losses::Part<Reason>,
    node: NodeId,
}

impl Done {
    /// Settles whether null is a value, in a position where no other part adds null.
    fn settled(self) -> Done {
        let node = self.node;
        let part = self.part.settled(|mismatch| {
            let (why, mismatch) = match mismatch {
                NullMismatch::Added(why) => (why, Mismatch::Wider),
                NullMismatch::Lacking(why) => (why, Mismatch::Narrower),
            };
            Reason {
                node,
                why,
                mismatch,
                hints: vec![Document::Null],
            }
        });
        Done { part, node }
    }
}

/// The reason why a part is not exact.
#[derive(Clone)]
struct Reason {
    node: NodeId,
    why: &'static str,
    mismatch: Mismatch,
    hints: Vec<Document>,
}

struct Walk<'a> {
    schema: &'a Schema,
    language: DialectId,
    mapping: &'static dyn Mapping,
    open: OpenObjects,
    budget: &'a Budget,
    known: KeyedMap<Part, Done>,
    /// The parts that are being imported.
    current: KeyedSet<Part>,
    depth: u32,
    /// The number of alternatives of the part, including those around it.
    alternatives: usize,
}

/// A part that is passed to the mapping.
struct Child {
    step: Option<PathStep>,
    done: Done,
}

impl Walk<'_> {
    fn part(&mut self, part: &Part) -> Result<Done> {
        self.budget.charge(4)?;
        if let Some(done) = self.known.get(part) {
            return Ok(done.clone());
        }
        self.budget.hold(PART)?;
        let node = self.primary(part);
        if self.depth > MAX_DEPTH {
            return self.top(node, LIMIT);
        }
        if !self.current.insert(part.clone()) {
            return self.top(node, RECURSIVE);
        }
        self.depth += 1;
        let done = self.made(part, node);
        self.depth -= 1;
        self.current.remove(part);
        let done = done?;
        self.known.insert(part.clone(), done.clone());
        Ok(done)
    }

    fn made(&mut self, part: &Part, node: NodeId) -> Result<Done> {
        let mut own: Vec<Reason> = Vec::new();
        let seen = self.view(part, node, &mut own)?;
        let (mut null, mut is_null) = (seen.null, matches!(seen.meaning, SemanticType::Null));
        let (top, numbers) = (
            matches!(seen.meaning, SemanticType::Top),
            matches!(seen.meaning, SemanticType::Number(_)),
        );
        let set = matches!(seen.meaning, SemanticType::Set { .. });
        let union = matches!(seen.meaning, SemanticType::Union(_));
        let before = self.alternatives;
        if let SemanticType::Union(members) = &seen.meaning {
            self.alternatives = before.saturating_mul(members.len().max(1));
        }
        let mut children: Vec<Child> = Vec::new();
        let meaning = seen.meaning.map(&mut |place, part| {
            let step = place.step();
            let done = match self.part(&part)? {
                done if place == PartPosition::Member => done,
                done => done.settled(),
            };
            children.push(Child { step, done });
            Ok(children.len() - 1)
        });
        self.alternatives = before;
        let meaning = meaning?;
        if union {
            is_null = children.iter().all(|child| child.done.part.is_null);
            if (children.iter()).any(|child| child.done.part.null == Null::Admitted) {
                null = Null::Admitted;
            }
        }
        let meaning = meaning.map(&mut |_, at| Ok(children[at].done.part.target_part()))?;
        let nearest = match self.mapping.nearest(meaning) {
            Ok(nearest) => nearest,
            Err(error) => return self.over_limit(error, node),
        };
        let kept = nearest.parts == Parts::Kept;
        let reason = |why, mismatch| Reason {
            node,
            why,
            mismatch,
            hints: Vec::new(),
        };
        if top {
            // All documents are data.
            if self.language == DialectId::Mcl {
                own.push(Reason {
                    hints: vec![Document::Null, Document::Array(vec![Document::Null])],
                    ..reason(NO_NULL, Mismatch::Narrower)
                });
            }
        } else {
            own.extend(
                nearest
                    .loose
                    .iter()
                    .map(|why| reason(*why, Mismatch::Wider)),
            );
            // A number that is not a double is not readable by mcl.
            let lost = nearest.lost.iter().filter(|_| !numbers);
            own.extend(lost.map(|why| reason(*why, Mismatch::Narrower)));
        }
        if set && nearest.ty.is_set() && nearest.ty.has(Flags::SET.union(Flags::OPTIONAL_FIELD)) {
            let simple = nearest.ty.element().is_some_and(Type::is_primitive);
            if !simple {
                own.push(reason(TWICE, Mismatch::Narrower));
            }
        }
        // A type of all data includes the values of all parts.
        let all = nearest.ty.is_any() && self.language != DialectId::Mcl;
        let parts_lost = (kept || !all) && children.iter().any(|child| child.done.part.lost);
        if parts_lost && !kept {
            own.push(reason(LOST, Mismatch::Narrower));
        }
        let lost = parts_lost || own.iter().any(|reason| reason.mismatch != Mismatch::Wider);
        let loose = own
            .iter()
            .any(|reason| reason.mismatch != Mismatch::Narrower)
            || kept && children.iter().any(|child| child.done.part.loose);
        let below = children.into_iter().filter(|_| kept);
        let below = below.filter_map(|child| Some((child.step, child.done.part.reasons?)));
        let part = losses::Part {
            ty: nearest.ty.clone(),
            bare: nearest.ty,
            null,
            null_misfit: None,
            is_null,
            loose,
            lost,
            reasons: Reasons::of(own, below),
        };
        match part.with_null(self.mapping, null) {
            Ok(mut part) => {
                // The reason for the top type already covers null.
                if top && null == Null::Admitted {
                    part.null_misfit = None;
                }
                Ok(Done { part, node })
            }
            Err(error) => self.over_limit(error, node),
        }
    }

    /// Returns the top type if the type would be too large. All other errors are returned.
    fn over_limit(&mut self, error: TypeError, node: NodeId) -> Result<Done> {
        match error {
            TypeError::TooDeep | TypeError::TooLarge => self.top(node, LIMIT),
            error => Err(error.into()),
        }
    }

    /// Returns the top type with a reason. Its null does not mean that the part accepts null.
    fn top(&mut self, node: NodeId, why: &'static str) -> Result<Done> {
        let Nearest { ty, .. } = self.mapping.nearest(SemanticType::Top)?;
        let (ty, _) = self.mapping.with_null(&ty, Null::Admitted)?;
        let mismatch = match self.language {
            DialectId::Mcl => Mismatch::Either,
            _ => Mismatch::Wider,
        };
        let own = Reason {
            node,
            why,
            mismatch,
            hints: Vec::new(),
        };
        let part = losses::Part {
            bare: ty.clone(),
            ty,
            null: Null::Excluded,
            null_misfit: None,
            is_null: false,
            loose: true,
            lost: mismatch != Mismatch::Wider,
            reasons: Reasons::of([own], []),
        };
        Ok(Done { part, node })
    }

    /// Returns whether all of the subschemas accept a document.
    fn takes(&self, nodes: &[NodeId], document: &Document) -> Result<Validity> {
        let mut all = Validity::Valid;
        for node in nodes {
            all = all.and(self.schema.validate_at(*node, document, self.budget)?);
        }
        Ok(all)
    }
}
