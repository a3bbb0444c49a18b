//! Translation of a type through the mappings of two dialects.
//!
//! The translation works from the innermost parts outward: the source's mapping returns the
//! semantic type of a node, its parts are translated, and the target's mapping returns the nearest
//! type to the semantic type of the translated parts.

use super::fit::{Fit, Note, Translation};
use super::losses::{self, Reasons};
use super::semantic::{
    Mapping, Nearest, Null, NullMismatch, PartPosition, Parts, SemanticType, View,
};
use polycty_core::calls::Budget;
use polycty_core::source::{PathStep, Result};
use polycty_core::types::{IdMap, MAX_DEPTH, Reference, Type, TypeError};

const RECURSIVE: &str = "the type is recursive: the recursive part may be any data";
const LOST: &str = "a part has values that the other language does not have";
const LIMIT: &str = "the type would be too deep or too large: the part may be any data";

/// The bytes charged for a part: the part with its reasons, its index among the others, and its
/// translation.
const PART: u64 = 256;

/// Translates a type of one dialect to a different one.
pub(super) fn translated(
    ty: &Type,
    source: &dyn Mapping,
    target: &dyn Mapping,
    budget: &Budget,
) -> Result<Translation> {
    let mut walk = Walk {
        source,
        target,
        budget,
        known: IdMap::default(),
        aliases: IdMap::default(),
        depth: 0,
    };
    let part = walk.part(ty)?.settled(null_reason);
    let fit = match (part.loose, part.lost) {
        (false, false) => Fit::Exact,
        (true, _) => Fit::Wider,
        (false, true) => Fit::Narrower,
    };
    let notes = match &part.reasons {
        Some(reasons) => reasons.notes(budget, |message, path| Note { path, message })?,
        None => Vec::new(),
    };
    Ok(Translation {
        ty: part.ty,
        fit,
        notes,
    })
}

struct Walk<'a> {
    source: &'a dyn Mapping,
    target: &'a dyn Mapping,
    budget: &'a Budget,
    /// The translated parts by the addresses of their nodes, which the map keeps alive.
    known: IdMap<usize, (Type, Part)>,
    /// The translated named types by their references, or `None` while one is being translated.
    aliases: IdMap<(u64, u32), Option<Part>>,
    depth: u32,
}

/// A translated part.
type Part = losses::Part<&'static str>;

/// The reason of a mismatch of null.
fn null_reason(mismatch: NullMismatch) -> &'static str {
    match mismatch {
        NullMismatch::Added(why) | NullMismatch::Lacking(why) => why,
    }
}

/// A translated part with its position.
struct Child {
    step: Option<PathStep>,
    part: Part,
}

impl Walk<'_> {
    fn part(&mut self, ty: &Type) -> Result<Part> {
        // A known part is also charged: its parent has an entry for it.
        self.budget.parts(1, PART)?;
        if let Some((_, part)) = self.known.get(&ty.address()) {
            return Ok(part.clone());
        }
        // A chain of aliases is limited to the depth of types.
        if self.depth > MAX_DEPTH {
            return self.top(LIMIT);
        }
        self.depth += 1;
        let part = self.node(ty);
        self.depth -= 1;
        let part = part?;
        self.known.insert(ty.address(), (ty.clone(), part.clone()));
        Ok(part)
    }

    fn node(&mut self, ty: &Type) -> Result<Part> {
        let (meaning, null, beyond) = match self.source.view(ty)? {
            View::SemanticType {
                meaning,
                null,
                beyond,
            } => (meaning, null, beyond),
            View::With(inner, null) => {
                let part = self.part(&inner)?;
                return self.with_null(part, null);
            }
            View::Besides(inner, why) => {
                let part = self.part(&inner)?;
                return Ok(Part {
                    lost: true,
                    reasons: Reasons::of([why], part.reasons.map(|below| (None, below))),
                    ..part
                });
            }
            View::Alias(reference) => return self.alias(&reference),
        };
        let mut children: Vec<Child> = Vec::new();
        let mut is_null = matches!(meaning, SemanticType::Null);
        let mut null = null;
        let meaning = self.children(meaning, &mut children)?;
        if matches!(meaning, SemanticType::Union(_)) {
            is_null = children.iter().all(|child| child.part.is_null);
            if (children.iter()).any(|child| child.part.null == Null::Admitted) {
                null = Null::Admitted;
            }
        }
        let meaning = meaning.map(&mut |_, at| Ok(children[at].part.target_part()))?;
        let nearest = match self.target.nearest(meaning) {
            Ok(nearest) => nearest,
            Err(error) => return self.over_limit(error),
        };
        let kept = nearest.parts == Parts::Kept;
        let children_lost = children.iter().any(|child| child.part.lost);
        let loose = !nearest.loose.is_empty()
            || beyond.is_some_and(|beyond| beyond.loose)
            || (kept && children.iter().any(|child| child.part.loose));
        let lost = !nearest.lost.is_empty() || beyond.is_some_and(|beyond| beyond.lost);
        let own = (beyond.map(|beyond| beyond.why).into_iter())
            .chain(nearest.loose)
            .chain(nearest.lost)
            .chain((!kept && children_lost).then_some(LOST));
        let below = children
            .into_iter()
            .filter(|_| kept)
            .filter_map(|child| Some((child.step, child.part.reasons?)));
        let part = Part {
            ty: nearest.ty.clone(),
            bare: nearest.ty,
            null,
            null_misfit: None,
            is_null,
            loose,
            lost: lost || children_lost,
            reasons: Reasons::of(own, below),
        };
        self.with_null(part, null)
    }

    /// Adds or removes null.
    fn with_null(&mut self, part: Part, null: Null) -> Result<Part> {
        part.with_null(self.target, null)
            .or_else(|error| self.over_limit(error))
    }

    fn alias(&mut self, reference: &Reference) -> Result<Part> {
        match self.aliases.get(&reference.key()) {
            Some(Some(part)) => return Ok(part.clone()),
            Some(None) => return self.top(RECURSIVE),
            None => {}
        }
        self.aliases.insert(reference.key(), None);
        let definition = reference
            .with_definition(Type::clone)
            .ok_or(TypeError::ReleasedGroup)?;
        let part = self.part(&definition)?;
        self.aliases.insert(reference.key(), Some(part.clone()));
        Ok(part)
    }

    /// Returns the top type if the type would be too large. All other errors are returned.
    fn over_limit(&mut self, error: TypeError) -> Result<Part> {
        match error {
            TypeError::TooDeep | TypeError::TooLarge => self.top(LIMIT),
            error => Err(error.into()),
        }
    }

    /// Returns the top type with a reason. Its null does not mean that null is a value of the
    /// source type.
    fn top(&mut self, why: &'static str) -> Result<Part> {
        let meaning = if self.source.has_other_keys() {
            SemanticType::Anything
        } else {
            SemanticType::Top
        };
        let Nearest { ty, .. } = self.target.nearest(meaning)?;
        let (ty, _) = self.target.with_null(&ty, Null::Admitted)?;
        Ok(Part {
            bare: ty.clone(),
            ty,
            null: Null::Excluded,
            null_misfit: None,
            is_null: false,
            loose: true,
            lost: false,
            reasons: Reasons::of([why], []),
        })
    }

    /// Translates the parts of a semantic type, which are then identified by their indices.
    fn children(
        &mut self,
        meaning: SemanticType<Type>,
        children: &mut Vec<Child>,
    ) -> Result<SemanticType<usize>> {
        meaning.map(&mut |place, ty| {
            let step = place.step();
            let part = match self.part(&ty) {
                Ok(part) if place == PartPosition::Member => part,
                Ok(part) => part.settled(null_reason),
                Err(error) => {
                    return Err(match step {
                        Some(step) => error.in_step(step),
                        None => error,
                    });
                }
            };
            children.push(Child { step, part });
            Ok(children.len() - 1)
        })
    }
}
