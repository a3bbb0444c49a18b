//! Unification: the single type that all of several types convert to.
//!
//! The rules are those of cty's `unify`, in its order. Types of one structural kind unify part by
//! part into a type that need not be among them. Objects combined with maps are treated as maps,
//! and tuples combined with lists as lists. Otherwise one of the types themselves is chosen, in the
//! order of [`super::preference`].
//!
//! Equal types count once, and results are remembered within the operation.

use super::convert::linked;
use super::plan::Link;
use super::planner::{Planner, Unification};
use super::preference::preference;
use crate::types::CtyType;
use polycty_core::dialect::{Converter, Safety, Unified};
use polycty_core::types::{Field, Flags, IdMap, ObjectType, Type, TypeError};
use std::rc::Rc;

/// Returns the type that all given types convert to, and the conversions. `None` if there is no
/// such type or no types are given.
///
/// If one of several types of a structural kind is unknown ([`Type::any`]), the result is `any`,
/// and the converters create unknown values.
#[must_use]
pub fn unify<'a>(types: impl IntoIterator<Item = &'a Type>, safety: Safety) -> Option<Unified> {
    let mut planner = Planner::new();
    let Distinct { types: each, class } = Distinct::of(types);
    let answer = planner.unify_distinct(&each, safety)?;
    let converters: Vec<Option<Converter>> = each
        .iter()
        .zip(&answer.links)
        .map(|(from, link)| {
            let link = link.as_ref()?.clone();
            Some(linked(from, &answer.ty, link))
        })
        .collect();
    Some(Unified {
        ty: answer.ty.clone(),
        converters: class
            .into_iter()
            .map(|at| converters[at as usize].clone())
            .collect(),
    })
}

/// Types without duplicates.
struct Distinct {
    /// Each type once, in the order of first occurrence.
    types: Vec<Type>,
    /// For each of the original types, its index in `types`.
    class: Vec<u32>,
}

impl Distinct {
    fn of<'a>(types: impl IntoIterator<Item = &'a Type>) -> Distinct {
        /// The maximum number of types that are compared linearly.
        const FEW: usize = 8;
        let mut each: Vec<Type> = Vec::new();
        let mut class = Vec::new();
        let mut last = 0u32;
        let mut by_address: IdMap<usize, u32> = IdMap::default();
        let mut by_hash: IdMap<u64, Vec<u32>> = IdMap::default();
        for ty in types {
            if each.get(last as usize).is_some_and(|l| l.is_same_node(ty)) {
                class.push(last);
                continue;
            }
            let found = if each.len() <= FEW {
                each.iter()
                    .position(|have| have.is_same_node(ty))
                    .or_else(|| each.iter().position(|have| have == ty))
                    .map(|at| at as u32)
            } else {
                by_address.get(&ty.address()).copied().or_else(|| {
                    let same_hash = by_hash.get(&ty.structural_hash())?;
                    same_hash
                        .iter()
                        .copied()
                        .find(|at| each[*at as usize] == *ty)
                })
            };
            last = found.unwrap_or_else(|| {
                each.push(ty.clone());
                each.len() as u32 - 1
            });
            class.push(last);
            if each.len() > FEW {
                if by_hash.is_empty() {
                    for (at, have) in each.iter().enumerate() {
                        by_hash
                            .entry(have.structural_hash())
                            .or_default()
                            .push(at as u32);
                    }
                } else if found.is_none() {
                    by_hash.entry(ty.structural_hash()).or_default().push(last);
                }
                by_address.insert(ty.address(), last);
            }
        }
        Distinct { types: each, class }
    }
}

/// The number of types of each kind.
#[derive(Default)]
struct KindCounts {
    maps: usize,
    lists: usize,
    sets: usize,
    objects: usize,
    tuples: usize,
    anys: usize,
}

impl KindCounts {
    fn of(types: &[Type]) -> KindCounts {
        let mut counts = KindCounts::default();
        for ty in types {
            match CtyType::of(ty) {
                CtyType::Map(_) => counts.maps += 1,
                CtyType::List(_) => counts.lists += 1,
                CtyType::Set(_) => counts.sets += 1,
                CtyType::Object(_) => counts.objects += 1,
                CtyType::Tuple(_) => counts.tuples += 1,
                CtyType::Any => counts.anys += 1,
                _ => {}
            }
        }
        counts
    }
}

impl Planner {
    /// Returns the type that all types convert to.
    pub(super) fn unify(&mut self, types: &[Type], safety: Safety) -> Option<Type> {
        let each = Distinct::of(types).types;
        Some(self.unify_distinct(&each, safety)?.ty.clone())
    }

    fn unify_distinct(&mut self, types: &[Type], safety: Safety) -> Option<Rc<Unification>> {
        match types {
            [] => return None,
            [one] if !one.has(Flags::OPTIONAL_FIELD) => {
                return Some(Rc::new(Unification {
                    ty: one.clone(),
                    links: vec![None],
                }));
            }
            _ => {}
        }
        if types.iter().all(|ty| CtyType::of(ty).is_primitive()) {
            return self.choose(types, safety).map(Rc::new);
        }
        self.remembered_unification(types, safety, |planner| {
            planner.unify_by_kind(types, safety)
        })
    }

    fn unify_by_kind(&mut self, types: &[Type], safety: Safety) -> Option<Unification> {
        let count = types.len();
        let KindCounts {
            maps,
            lists,
            sets,
            objects,
            tuples,
            anys,
        } = KindCounts::of(types);
        if maps > 0 && maps + anys == count {
            return self.unify_collections(Type::map, types, anys, safety);
        } else if maps > 0 && maps + objects + anys == count {
            if let Some(answer) = self.unify_through(types, safety, &OBJECTS_AS_MAPS) {
                return Some(answer);
            }
        } else if lists > 0 && lists + anys == count {
            return self.unify_collections(Type::list, types, anys, safety);
        } else if lists > 0 && lists + tuples + anys == count {
            if let Some(answer) = self.unify_through(types, safety, &TUPLES_AS_LISTS) {
                return Some(answer);
            }
        } else if sets > 0 && sets + anys == count {
            return self.unify_collections(Type::set, types, anys, safety);
        } else if objects > 0 && objects + anys == count {
            return self.unify_objects(types, anys, safety);
        } else if tuples > 0 && tuples + anys == count {
            return self.unify_tuples(types, anys, safety);
        } else if objects > 0 && tuples > 0 {
            return None;
        }
        self.choose(types, safety)
    }

    /// Unifies the element types of lists, sets or maps.
    fn unify_collections(
        &mut self,
        make: fn(Type) -> Result<Type, TypeError>,
        types: &[Type],
        anys: usize,
        safety: Safety,
    ) -> Option<Unification> {
        if anys > 0 {
            return Some(forget_all(types));
        }
        let elements = Distinct::of(types.iter().filter_map(Type::element)).types;
        let element = self.unify_distinct(&elements, safety)?.ty.clone();
        self.all_to(types, make(element).ok()?, safety)
    }

    /// Unifies objects with the same attributes attribute by attribute; other objects become maps.
    /// Whether safe or unsafe, no attribute is lost.
    fn unify_objects(
        &mut self,
        types: &[Type],
        anys: usize,
        safety: Safety,
    ) -> Option<Unification> {
        if anys > 0 {
            return Some(forget_all(types));
        }
        let objects: Vec<&ObjectType> = types.iter().filter_map(Type::as_object).collect();
        let names = objects.first()?.fields();
        let has_same_names = |object: &&ObjectType| {
            object.fields().len() == names.len()
                && object
                    .fields()
                    .iter()
                    .zip(names)
                    .all(|(a, b)| same_name(a, b) || object.get(b.name()).is_some())
        };
        if !objects.iter().all(has_same_names) {
            return self.unify_to(&OBJECTS_AS_MAPS, types, safety);
        }
        let mut fields = Vec::with_capacity(names.len());
        for (at, name) in names.iter().enumerate() {
            let column = objects.iter().filter_map(|object| {
                let field = object
                    .fields()
                    .get(at)
                    .filter(|field| same_name(field, name))
                    .or_else(|| object.get(name.name()))?;
                Some(field.ty())
            });
            let column = Distinct::of(column).types;
            let ty = self.unify_distinct(&column, safety)?.ty.clone();
            fields.push(Field::new(name.shared_name().clone(), ty));
        }
        let ty = Type::object(fields).ok()?;
        self.all_to(types, ty, safety)
            .or_else(|| self.unify_to(&OBJECTS_AS_MAPS, types, safety))
    }

    /// Unifies tuples of the same length position by position; other tuples become lists.
    fn unify_tuples(&mut self, types: &[Type], anys: usize, safety: Safety) -> Option<Unification> {
        if anys > 0 {
            return Some(forget_all(types));
        }
        let tuples: Vec<&[Type]> = types.iter().filter_map(Type::elements).collect();
        let length = tuples.first()?.len();
        if tuples.iter().any(|tuple| tuple.len() != length) {
            return self.unify_to(&TUPLES_AS_LISTS, types, safety);
        }
        let mut elements = Vec::with_capacity(length);
        for at in 0..length {
            let column = Distinct::of(tuples.iter().map(|tuple| &tuple[at])).types;
            elements.push(self.unify_distinct(&column, safety)?.ty.clone());
        }
        let ty = Type::tuple(elements).ok()?;
        self.all_to(types, ty, safety)
            .or_else(|| self.unify_to(&TUPLES_AS_LISTS, types, safety))
    }

    /// Unifies all parts of all types to the element type of one collection.
    fn unify_to(&mut self, as_: &TakenAs, types: &[Type], safety: Safety) -> Option<Unification> {
        let parts = Distinct::of(types.iter().flat_map(as_.parts)).types;
        let element = self.unify_distinct(&parts, safety)?.ty.clone();
        self.all_to(types, (as_.collection)(element).ok()?, safety)
    }

    /// Unifies structural types among collections, which are first converted to such a collection.
    fn unify_through(
        &mut self,
        types: &[Type],
        safety: Safety,
        as_: &TakenAs,
    ) -> Option<Unification> {
        let (structural, others): (Vec<Type>, Vec<Type>) =
            types.iter().cloned().partition(as_.is_structural);
        let first = self.unify_to(as_, &structural, safety)?;
        // The result is inserted at the position of the first structural type, because the order
        // may matter.
        let before = types
            .iter()
            .take_while(|ty| !(as_.is_structural)(ty))
            .count();
        let mut all = others;
        all.insert(before, first.ty.clone());
        let Distinct { types: all, class } = Distinct::of(&all);
        let then = self.unify_distinct(&all, safety)?;
        if !(as_.is_collection)(&then.ty) {
            return None;
        }
        let way = |at: usize| then.links[class[at] as usize].clone();
        let mut firsts = first.links.into_iter();
        let mut rest = (0..class.len()).filter(|at| *at != before);
        let mut links = Vec::with_capacity(types.len());
        for ty in types {
            links.push(if (as_.is_structural)(ty) {
                let first = firsts.next().flatten()?;
                Some(match way(before) {
                    None | Some(Link::Keep) => first,
                    Some(then_) => Link::chain(ty, self.bare(&then.ty)?, first, then_),
                })
            } else {
                way(rest.next()?)
            });
        }
        Some(Unification {
            ty: then.ty.clone(),
            links,
        })
    }

    /// Chooses the preferred one of the types that all others convert to.
    fn choose(&mut self, types: &[Type], safety: Safety) -> Option<Unification> {
        let mut candidates = vec![false; types.len()];
        // A type that does not convert to one candidate is checked first for the next candidate.
        let mut obstacle = 0;
        for (at, wanted) in types.iter().enumerate() {
            let converts = |planner: &mut Planner, other: usize| {
                other == at || planner.link(&types[other], wanted, safety).is_some()
            };
            if !converts(self, obstacle) {
                continue;
            }
            match (0..types.len()).find(|other| !converts(self, *other)) {
                Some(other) => obstacle = other,
                None => candidates[at] = true,
            }
        }
        let mut found = (0..types.len()).filter(|at| candidates[*at]);
        let chosen = match (found.next()?, found.next()) {
            (only, None) => only,
            _ => preference(types).into_iter().find(|at| candidates[*at])?,
        };
        self.all_to(types, types[chosen].clone(), safety)
    }

    /// Returns the links from all types to one type, if each has one.
    fn all_to(&mut self, types: &[Type], ty: Type, safety: Safety) -> Option<Unification> {
        let links: Option<Vec<Option<Link>>> = types
            .iter()
            .map(|from| {
                if *from == ty {
                    Some(None)
                } else {
                    self.link(from, &ty, safety).map(Some)
                }
            })
            .collect();
        Some(Unification { ty, links: links? })
    }
}

/// A structural kind that is treated as a collection.
struct TakenAs {
    is_structural: fn(&Type) -> bool,
    is_collection: fn(&Type) -> bool,
    collection: fn(Type) -> Result<Type, TypeError>,
    parts: fn(&Type) -> Vec<&Type>,
}

const OBJECTS_AS_MAPS: TakenAs = TakenAs {
    is_structural: |ty| matches!(CtyType::of(ty), CtyType::Object(_)),
    is_collection: |ty| matches!(CtyType::of(ty), CtyType::Map(_)),
    collection: Type::map,
    parts: |ty| ty.fields().iter().map(Field::ty).collect(),
};

const TUPLES_AS_LISTS: TakenAs = TakenAs {
    is_structural: |ty| matches!(CtyType::of(ty), CtyType::Tuple(_)),
    is_collection: |ty| matches!(CtyType::of(ty), CtyType::List(_)),
    collection: Type::list,
    parts: |ty| ty.elements().unwrap_or_default().iter().collect(),
};

/// Returns the unification of types if one of them is unknown: the result is unknown.
fn forget_all(types: &[Type]) -> Unification {
    Unification {
        ty: Type::any().clone(),
        links: types.iter().map(|ty| Some(Link::forget(ty))).collect(),
    }
}

fn same_name(a: &Field, b: &Field) -> bool {
    std::sync::Arc::ptr_eq(a.shared_name(), b.shared_name()) || a.name() == b.name()
}
