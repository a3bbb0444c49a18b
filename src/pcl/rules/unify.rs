//! Unification: which type do several types convert to?
//!
//! The types are joined from the left, two at a time, twice: once where that is safe, once
//! where it is possible. Of two types the one is preferred that the other converts to
//! better; where neither is, a type is made of both from their shapes; and where nothing
//! converts, or not surely enough, the answer is the union of both. Properties are
//! visited by name, where the reference has no order.

use crate::rules::conversion::{Convertibility, Joined, PAIR_BYTES, Relation, Rules};
use crate::types::normal_form;
use crate::types::shape::{Shape, shape};
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{Kind, ObjectType, Str, Type, TypeError};
use std::mem::discriminant;

/// The two common types of several types.
#[derive(Clone, Debug, PartialEq)]
pub struct UnifiedTypes {
    /// What all convert to safely.
    pub safe: Type,
    /// What all convert to.
    pub any: Type,
}

/// The common types of several types; of none, `none`.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_core::types::Type;
/// use polycty_pcl as pcl;
/// let unified = pcl::unify(&[pcl::int(), Type::bool()], &Budget::standard())?;
/// assert_eq!(pcl::line(&unified.safe), "union(bool, int)");
/// assert_eq!(&unified.any, pcl::int());
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
///
/// # Errors
/// The limits of types; what is spent.
pub fn unify(types: &[&Type], budget: &Budget) -> Result<UnifiedTypes> {
    let mut relation = Relation::new(Rules::Unification(joined_kind), budget);
    let safe = fold(&mut relation, types, Convertibility::Safe)?;
    let any = fold(&mut relation, types, Convertibility::Unsafe)?;
    relation.answer(UnifiedTypes { safe, any })
}

/// The type that all of these convert to safely.
///
/// # Errors
/// The limits of types; what is spent.
pub fn unify_safe(types: &[&Type], budget: &Budget) -> Result<Type> {
    let mut relation = Relation::new(Rules::Unification(joined_kind), budget);
    let safe = fold(&mut relation, types, Convertibility::Safe)?;
    relation.answer(safe)
}

/// How surely each type converts to a common one: [`Convertibility::None`] for what the
/// reference joins to a type that it does not convert to.
///
/// # Errors
/// What is spent.
pub fn input_conversions(
    types: &[&Type],
    common: &Type,
    budget: &Budget,
) -> Result<Vec<Convertibility>> {
    let mut relation = Relation::new(Rules::Values, budget);
    let mut kinds = Vec::with_capacity(types.len());
    for ty in types {
        kinds.push(relation.conversion(ty, common));
        relation.forget();
    }
    relation.answer(kinds)
}

fn fold(relation: &mut Relation<'_>, types: &[&Type], least: Convertibility) -> Made<Type> {
    let Some((first, rest)) = types.split_first() else {
        return Ok(Type::none().clone());
    };
    let mut common = (*first).clone();
    for next in rest {
        let (both, kind) = join(relation, &common, next)?;
        common = match kind >= least {
            true => both,
            false => normal_form::union([common, (*next).clone()])?,
        };
        // What is common so far is compared with the next one alone.
        relation.forget();
    }
    Ok(common)
}

/// An answer that only the limits of types keep from being one.
type Made<T> = std::result::Result<T, TypeError>;

/// The bytes of a part of a type that was made.
const PART_BYTES: u64 = 32;

fn breadth(ty: &Type) -> usize {
    match shape(ty) {
        Shape::Object(object) => object.len(),
        Shape::Tuple(parts) | Shape::Union(parts) => parts.len(),
        _ => 1,
    }
}

/// How surely two types convert to what is made of both: what the conversions of their
/// parts ask.
fn joined_kind(relation: &mut Relation<'_>, a: &Type, b: &Type) -> Convertibility {
    join(relation, a, b).map_or(Convertibility::None, |(_, kind)| kind)
}

/// What is made of two types.
fn join(relation: &mut Relation<'_>, a: &Type, b: &Type) -> Made<Joined> {
    let (a, b) = if a.is_any() { (b, a) } else { (a, b) };
    if a.is_same_node(b) || relation.equal(a, b) {
        return Ok((a.clone(), Convertibility::Safe));
    }
    if b.is_any() {
        return Ok((a.clone(), Convertibility::Unsafe));
    }
    let pair = (a.clone(), b.clone());
    if let Some(known) = relation.joined.get(&pair) {
        return Ok(known.clone());
    }
    // Two recursive types that are met again on the way stay side by side, as do those
    // that lead too far, and those past a number of them.
    if !relation.enter(&pair) {
        return Ok((normal_form::union([pair.0, pair.1])?, Convertibility::Safe));
    }
    let answer = join_apart(relation, a, b);
    relation.leave(&pair);
    let answer = answer?;
    // What was made is as broad as both.
    let parts = breadth(&answer.0) as u64;
    if relation.take(PAIR_BYTES + parts * PART_BYTES) {
        relation.joined.insert(pair, answer.clone());
    }
    Ok(answer)
}

/// What is made of two types that are not equal, of which neither is `dynamic`.
fn join_apart(relation: &mut Relation<'_>, a: &Type, b: &Type) -> Made<Joined> {
    let to_a = relation.conversion(b, a);
    let to_b = relation.conversion(a, b);
    if to_a < to_b {
        return Ok((b.clone(), to_b));
    }
    if to_a > to_b {
        return Ok((a.clone(), to_a));
    }
    if to_a == Convertibility::None {
        return Ok((
            normal_form::union([a.clone(), b.clone()])?,
            Convertibility::Safe,
        ));
    }
    let (Some(unfolded_a), Some(unfolded_b)) = (relation.unfold(a), relation.unfold(b)) else {
        return Ok((
            normal_form::union([a.clone(), b.clone()])?,
            Convertibility::Safe,
        ));
    };
    let (mut both, kind) = match (shape(&unfolded_a), shape(&unfolded_b)) {
        (_, Shape::Union(_)) => by_shape(relation, &unfolded_b, &unfolded_a, to_a)?,
        _ => by_shape(relation, &unfolded_a, &unfolded_b, to_a)?,
    };
    // What is made of two types of its kind has the annotations of both.
    for part in [&unfolded_a, &unfolded_b] {
        if discriminant(part.kind()) == discriminant(both.kind()) {
            both = both.annotated_as(part);
        }
    }
    Ok((both, kind))
}

/// What is made of two types of which neither is preferred: both convert to each other
/// as surely.
fn by_shape(relation: &mut Relation<'_>, a: &Type, b: &Type, kind: Convertibility) -> Made<Joined> {
    let one = |relation: &mut Relation<'_>, a: &Type, b: &Type, make: fn(Type) -> Made<Type>| {
        let (inner, kind) = join(relation, a, b)?;
        Ok((make(inner)?, kind))
    };
    match (shape(a), shape(b)) {
        (Shape::Union(members), Shape::Union(others)) => {
            let all = members.iter().chain(others).cloned();
            Ok((normal_form::union(all)?, Convertibility::Safe))
        }
        (Shape::Union(members), _) => {
            let mut worst = Convertibility::Safe;
            let mut unified = Vec::with_capacity(members.len());
            for member in members {
                let (both, kind) = join(relation, member, b)?;
                worst = worst.min(kind);
                unified.push(both);
            }
            Ok((normal_form::union(unified)?, worst))
        }
        (Shape::List(a), Shape::List(b) | Shape::Set(b)) | (Shape::Set(a), Shape::List(b)) => {
            one(relation, a, b, Type::list)
        }
        (Shape::Set(a), Shape::Set(b)) => one(relation, a, b, Type::set),
        (Shape::Map(a), Shape::Map(b)) => one(relation, a, b, Type::map),
        (Shape::Promise(a), Shape::Promise(b)) => one(relation, a, b, normal_form::promise),
        (Shape::Output(a), Shape::Output(b) | Shape::Promise(b))
        | (Shape::Promise(a), Shape::Output(b)) => one(relation, a, b, normal_form::output),
        (Shape::List(element), Shape::Tuple(parts))
        | (Shape::Tuple(parts), Shape::List(element)) => {
            let (element, kind) = all_into(relation, element, parts.iter())?;
            Ok((Type::list(element)?, kind))
        }
        (Shape::Set(element), Shape::Tuple(parts)) | (Shape::Tuple(parts), Shape::Set(element)) => {
            let (element, kind) = all_into(relation, element, parts.iter())?;
            Ok((Type::set(element)?, kind.min(Convertibility::Unsafe)))
        }
        (Shape::Map(element), Shape::Object(object))
        | (Shape::Object(object), Shape::Map(element)) => {
            let parts = object.sorted_fields().map(|field| field.ty());
            let (element, kind) = all_into(relation, element, parts)?;
            Ok((Type::map(element)?, kind))
        }
        (Shape::Object(a), Shape::Object(b)) => objects(relation, a, b),
        (Shape::Tuple(a), Shape::Tuple(b)) => tuples(relation, a, b),
        (
            Shape::String | Shape::Number | Shape::Int | Shape::Bool | Shape::Id,
            Shape::String | Shape::Number | Shape::Int | Shape::Bool | Shape::Id,
        ) => {
            let preferred = if rank(a) <= rank(b) { a } else { b };
            Ok((preferred.clone(), kind))
        }
        _ => Ok((a.clone(), kind)),
    }
}

/// Which primitive type is preferred: the lower, the more.
fn rank(ty: &Type) -> u8 {
    match ty.kind() {
        Kind::String(_) => 0,
        Kind::Number => 1,
        Kind::Integer(_) => 2,
        Kind::Bool(_) => 3,
        _ => 4,
    }
}

/// The element type of a collection with that of each part folded in.
fn all_into<'a>(
    relation: &mut Relation<'_>,
    element: &Type,
    parts: impl Iterator<Item = &'a Type>,
) -> Made<Joined> {
    let mut common = element.clone();
    let mut worst = Convertibility::Safe;
    for part in parts {
        let (both, kind) = join(relation, &common, part)?;
        worst = worst.min(kind);
        common = both;
    }
    Ok((common, worst))
}

fn objects(relation: &mut Relation<'_>, a: &ObjectType, b: &ObjectType) -> Made<Joined> {
    let mut worst = Convertibility::Safe;
    let mut properties: Vec<(Str, Type)> = Vec::with_capacity(a.len().max(b.len()));
    for field in a.sorted_fields() {
        let ty = match b.get(field.name()) {
            Some(other) => {
                let (both, kind) = join(relation, field.ty(), other.ty())?;
                worst = worst.min(kind);
                both
            }
            None => normal_form::optional(field.ty().clone())?,
        };
        properties.push((field.shared_name().clone(), ty));
    }
    for field in b.sorted_fields() {
        if a.get(field.name()).is_none() {
            let ty = normal_form::optional(field.ty().clone())?;
            properties.push((field.shared_name().clone(), ty));
        }
    }
    Ok((normal_form::object(properties)?, worst))
}

fn tuples(relation: &mut Relation<'_>, a: &[Type], b: &[Type]) -> Made<Joined> {
    let mut worst = Convertibility::Safe;
    let mut parts = Vec::with_capacity(a.len().max(b.len()));
    for (a, b) in a.iter().zip(b) {
        let (both, kind) = join(relation, a, b)?;
        worst = worst.min(kind);
        parts.push(both);
    }
    let longer = if a.len() > b.len() { a } else { b };
    for rest in &longer[parts.len()..] {
        parts.push(normal_form::optional(rest.clone())?);
    }
    Ok((Type::tuple(parts)?, worst))
}
