//! Unification: the common type of several types.
//!
//! The types are joined from the left, two at a time, in two passes: one for safe conversions and
//! one for all conversions. If one of two types converts better to the other, the other is the
//! result. If both convert equally well, the result is built from their shapes. If they do not
//! convert, or not safely enough, the result is their union. Properties are visited in the order of
//! their names, where Pulumi's order is random.

use crate::rules::conversion::{Convertibility, Joined, PAIR_BYTES, Relation, Rules};
use crate::types::normal_form;
use crate::types::view::{PclType, shape};
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{Flags, IdSet, KeyedMap, Kind, ObjectType, Str, Type, TypeError};
use std::mem::discriminant;

/// The two common types of several types.
#[derive(Clone, Debug, PartialEq)]
pub struct UnifiedTypes {
    /// The type that all safely convert to.
    pub safe: Type,
    /// The type that all convert to.
    pub any: Type,
}

/// Returns the common types of several types; `none` if there are no types.
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
/// Errors of the limits of types, and `Code::Limit` if the budget is exceeded.
pub fn unify(types: &[&Type], budget: &Budget) -> Result<UnifiedTypes> {
    let mut relation = Relation::new(Rules::Unification(joined_kind), budget);
    let safe = fold(&mut relation, types, Convertibility::Safe)?;
    let any = fold(&mut relation, types, Convertibility::Unsafe)?;
    relation.answer(UnifiedTypes { safe, any })
}

/// Returns the type that all types safely convert to.
///
/// # Errors
/// Errors of the limits of types, and `Code::Limit` if the budget is exceeded.
pub fn unify_safe(types: &[&Type], budget: &Budget) -> Result<Type> {
    let mut relation = Relation::new(Rules::Unification(joined_kind), budget);
    let safe = fold(&mut relation, types, Convertibility::Safe)?;
    relation.answer(safe)
}

/// Returns the convertibility of each type to a common one. It is [`Convertibility::None`] if
/// Pulumi joins a type to one that it does not convert to.
///
/// # Errors
/// `Code::Limit` if the budget is exceeded.
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
    let mut common = Common::One((*first).clone());
    for next in rest {
        if common.gather(relation, next)? {
            continue;
        }
        let so_far = common.into_type()?;
        let (both, kind) = join(relation, &so_far, next)?;
        common = Common::One(if kind >= least {
            both
        } else {
            normal_form::union([so_far, (*next).clone()])?
        });
        // The common type so far is joined with the next type only.
        relation.forget();
    }
    common.into_type()
}

/// The common type so far.
enum Common {
    One(Type),
    Gathered(Gathered),
}

/// Accumulated objects, or collections of objects. The properties with the same name must safely
/// convert to their common type. The result is an object with the properties of all; properties
/// that some objects lack are optional. It is built once at the end, so that many objects cost
/// linear time.
struct Gathered {
    collections: Vec<Collection>,
    properties: KeyedMap<Str, Property>,
    /// The number of objects.
    count: usize,
    /// The number of properties that all objects have.
    in_all: usize,
    /// The bytes that are held for the accumulation.
    bytes: u64,
    /// The types that were added without a change since the last change; adding them again has no
    /// effect.
    settled: IdSet<Type>,
}

/// A property of accumulated objects.
struct Property {
    ty: Type,
    /// The number of objects before the first one without the property, or 0 if the property is
    /// already optional.
    count: usize,
}

impl Property {
    /// Returns the type of the property in the object of `count` accumulated objects.
    fn among(&self, count: usize) -> Made<Type> {
        match self.count {
            0 => Ok(self.ty.clone()),
            own if own == count => Ok(self.ty.clone()),
            _ => normal_form::optional(self.ty.clone()),
        }
    }
}

/// A collection that is joined by its element type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Collection {
    List,
    Set,
    Map,
}

impl Common {
    /// Adds a type to the accumulation if possible.
    fn gather(&mut self, relation: &mut Relation<'_>, next: &Type) -> Made<bool> {
        let Some((collections, object)) = opened(next) else {
            return Ok(false);
        };
        match self {
            Common::Gathered(gathered) => {
                if gathered.has_settled(relation, next) {
                    return Ok(true);
                }
                Ok(gathered.collections == collections && gathered.add(relation, next, object)?)
            }
            Common::One(ty) if ty.is_same_node(next) || relation.equal(ty, next) => Ok(true),
            Common::One(ty) => {
                let Some((_, first)) = opened(ty).filter(|(same, _)| *same == collections) else {
                    return Ok(false);
                };
                let mut gathered = Gathered {
                    collections,
                    properties: KeyedMap::default(),
                    count: 0,
                    in_all: 0,
                    bytes: 0,
                    settled: IdSet::default(),
                };
                relation.take(PAIR_BYTES);
                gathered.bytes += PAIR_BYTES;
                let both =
                    gathered.add(relation, ty, first)? && gathered.add(relation, next, object)?;
                if both {
                    *self = Common::Gathered(gathered);
                }
                Ok(both)
            }
        }
    }

    fn into_type(self) -> Made<Type> {
        match self {
            Common::One(ty) => Ok(ty),
            Common::Gathered(gathered) => {
                let mut properties = Vec::with_capacity(gathered.properties.len());
                for (name, property) in gathered.properties {
                    properties.push((name, property.among(gathered.count)?));
                }
                let object = normal_form::object(properties)?;
                let collections = gathered.collections.iter().rev();
                collections
                    .into_iter()
                    .try_fold(object, |inner, collection| match collection {
                        Collection::List => Type::list(inner),
                        Collection::Set => Type::set(inner),
                        Collection::Map => Type::map(inner),
                    })
            }
        }
    }
}

impl Gathered {
    /// Returns whether a type was already added without a change.
    fn has_settled(&self, relation: &mut Relation<'_>, next: &Type) -> bool {
        let known = self.settled.get(next);
        // Different nodes are compared part by part.
        if known.is_some_and(|known| !known.is_same_node(next)) {
            relation.work(u64::from(next.size()) / PARTS_A_STEP);
        }
        relation.take(0);
        known.is_some()
    }

    /// Adds an object. Returns `false` and adds nothing if the result would not be one that all
    /// safely convert to.
    fn add(&mut self, relation: &mut Relation<'_>, ty: &Type, object: &ObjectType) -> Made<bool> {
        // The cached results of previous objects are not useful for the next ones.
        if relation.forget() {
            relation.take(self.bytes);
        }
        let mut joined = Vec::with_capacity(object.len());
        for field in object.fields() {
            relation.take(0);
            let ty = field.ty();
            joined.push(match self.properties.get(field.shared_name()) {
                Some(known) => match join(relation, &known.among(self.count)?, ty)? {
                    (both, Convertibility::Safe) => both,
                    _ => return Ok(false),
                },
                None if self.count > 0 => normal_form::optional(ty.clone())?,
                None => ty.clone(),
            });
        }
        let (before, known) = (self.count, self.properties.len());
        self.count += 1;
        let (mut changes, mut in_all) = (false, 0);
        for (field, ty) in object.fields().iter().zip(joined) {
            let name = field.shared_name();
            let known = self.properties.get(name);
            changes |= known.is_none_or(|known| known.ty != ty);
            let count = if known.map_or(before == 0, |known| known.count == before) {
                self.count
            } else {
                0
            };
            in_all += usize::from(count > 0);
            self.properties.insert(name.clone(), Property { ty, count });
        }
        // Properties that some objects lack become optional.
        changes |= in_all != self.in_all;
        self.in_all = in_all;
        let mut bytes = (self.properties.len() - known) as u64 * PART_BYTES;
        if changes {
            self.bytes -= self.settled.len() as u64 * SETTLED_BYTES;
            self.settled.clear();
        } else if self.settled.insert(ty.clone()) {
            bytes += SETTLED_BYTES;
        }
        if bytes > 0 {
            self.bytes += bytes;
            relation.take(bytes);
        }
        Ok(true)
    }
}

/// Returns an object and the collections around it; `None` for other types and for types with
/// annotations, which need a join.
fn opened(mut ty: &Type) -> Option<(Vec<Collection>, &ObjectType)> {
    let mut collections = Vec::new();
    loop {
        let (collection, inner) = match shape(ty) {
            _ if !ty.annotations().is_empty() => return None,
            PclType::Object(object) => return Some((collections, object)),
            PclType::List(inner) => (Collection::List, inner),
            PclType::Set(inner) => (Collection::Set, inner),
            PclType::Map(inner) => (Collection::Map, inner),
            _ => return None,
        };
        collections.push(collection);
        ty = inner;
    }
}

/// The result of an operation that only the limits of types can prevent.
type Made<T> = std::result::Result<T, TypeError>;

/// The bytes of a part of a new type.
const PART_BYTES: u64 = 32;

/// The bytes of an entry of `settled`.
const SETTLED_BYTES: u64 = 16;

/// The parts of types that one step pays for.
const PARTS_A_STEP: u64 = 2;

fn breadth(ty: &Type) -> usize {
    match shape(ty) {
        PclType::Object(object) => object.len(),
        PclType::Tuple(parts) | PclType::Union(parts) => parts.len(),
        _ => 1,
    }
}

/// Returns the convertibility of two types to their unified type. The conversions of their parts
/// use it.
fn joined_kind(relation: &mut Relation<'_>, a: &Type, b: &Type) -> Convertibility {
    join(relation, a, b).map_or(Convertibility::None, |(_, kind)| kind)
}

/// Returns the unified type of two types.
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
    // Two recursive types that occur again in their own unification become a union, and also pairs
    // that are too deeply nested or exceed the maximum number.
    if !relation.enter(&pair) {
        return Ok((normal_form::union([pair.0, pair.1])?, Convertibility::Safe));
    }
    // All properties or members of both types are visited.
    relation.work((breadth(a) + breadth(b)) as u64 / PARTS_A_STEP);
    let answer = join_apart(relation, a, b);
    relation.leave(&pair);
    let answer = answer?;
    // The result has as many parts as both types.
    let parts = breadth(&answer.0) as u64;
    if relation.take(PAIR_BYTES + parts * PART_BYTES) {
        relation.joined.insert(pair, answer.clone());
    }
    Ok(answer)
}

/// Joins two types that are not equal and not `dynamic`.
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
        (_, PclType::Union(_)) => by_shape(relation, &unfolded_b, &unfolded_a, to_a)?,
        _ => by_shape(relation, &unfolded_a, &unfolded_b, to_a)?,
    };
    // If the result has the same kind as a source, it has the annotations of that source.
    for part in [&unfolded_a, &unfolded_b] {
        if discriminant(part.kind()) == discriminant(both.kind()) {
            both = both.annotated_as(part);
        }
    }
    Ok((both, kind))
}

/// Joins two types that convert to each other equally well.
fn by_shape(relation: &mut Relation<'_>, a: &Type, b: &Type, kind: Convertibility) -> Made<Joined> {
    let one = |relation: &mut Relation<'_>, a: &Type, b: &Type, make: fn(Type) -> Made<Type>| {
        let (inner, kind) = join(relation, a, b)?;
        Ok((make(inner)?, kind))
    };
    match (shape(a), shape(b)) {
        (PclType::Union(members), PclType::Union(others)) => {
            let all = members.iter().chain(others).cloned();
            Ok((normal_form::union(all)?, Convertibility::Safe))
        }
        (PclType::Union(members), _) => {
            let mut worst = Convertibility::Safe;
            let mut unified = Vec::with_capacity(members.len());
            for member in members {
                let (both, kind) = join(relation, member, b)?;
                worst = worst.min(kind);
                unified.push(both);
            }
            Ok((normal_form::union(unified)?, worst))
        }
        (PclType::List(a), PclType::List(b) | PclType::Set(b))
        | (PclType::Set(a), PclType::List(b)) => one(relation, a, b, Type::list),
        (PclType::Set(a), PclType::Set(b)) => one(relation, a, b, Type::set),
        (PclType::Map(a), PclType::Map(b)) => one(relation, a, b, Type::map),
        (PclType::Promise(a), PclType::Promise(b)) => {
            eventual(relation, a, b, normal_form::promise)
        }
        (PclType::Output(a), PclType::Output(b) | PclType::Promise(b))
        | (PclType::Promise(a), PclType::Output(b)) => {
            eventual(relation, a, b, normal_form::output)
        }
        (PclType::List(element), PclType::Tuple(parts))
        | (PclType::Tuple(parts), PclType::List(element)) => {
            let (element, kind) = all_into(relation, element, parts.iter())?;
            Ok((Type::list(element)?, kind))
        }
        (PclType::Set(element), PclType::Tuple(parts))
        | (PclType::Tuple(parts), PclType::Set(element)) => {
            let (element, kind) = all_into(relation, element, parts.iter())?;
            Ok((Type::set(element)?, kind.min(Convertibility::Unsafe)))
        }
        (PclType::Map(element), PclType::Object(object))
        | (PclType::Object(object), PclType::Map(element)) => {
            let parts = object.sorted_fields().map(|field| field.ty());
            let (element, kind) = all_into(relation, element, parts)?;
            Ok((Type::map(element)?, kind))
        }
        (PclType::Object(a), PclType::Object(b)) => objects(relation, a, b),
        (PclType::Tuple(a), PclType::Tuple(b)) => tuples(relation, a, b),
        (
            PclType::String | PclType::Number | PclType::Int | PclType::Bool | PclType::Id,
            PclType::String | PclType::Number | PclType::Int | PclType::Bool | PclType::Id,
        ) => {
            let preferred = if rank(a) <= rank(b) { a } else { b };
            Ok((preferred.clone(), kind))
        }
        _ => Ok((a.clone(), kind)),
    }
}

/// Joins the inner types of two deferred types. If the inner result contains a recursive type, the
/// constructor resolves deferred types in its unfolded part, but the recursive type itself keeps
/// them; therefore the conversions to the result are checked again.
fn eventual(
    relation: &mut Relation<'_>,
    a: &Type,
    b: &Type,
    make: fn(Type) -> Made<Type>,
) -> Made<Joined> {
    let (inner, mut kind) = join(relation, a, b)?;
    let resolves = inner.has(Flags::EVENTUAL) && inner.has(Flags::REFERENCE);
    let made = make(inner)?;
    if resolves && let PclType::Promise(plain) | PclType::Output(plain) = shape(&made) {
        for part in [a, b] {
            kind = kind.min(relation.conversion(part, plain));
        }
    }
    Ok((made, kind))
}

/// Returns the rank of a primitive type; the lower rank is preferred.
fn rank(ty: &Type) -> u8 {
    match ty.kind() {
        Kind::String(_) => 0,
        Kind::Number => 1,
        Kind::Integer(_) => 2,
        Kind::Bool(_) => 3,
        _ => 4,
    }
}

/// Joins an element type with the types of all parts.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::parse::parse_type;

    /// In an output, an unfolded list has no outputs, but the recursive list inside keeps its own.
    #[test]
    fn the_safe_type_of_recursive_outputs_accepts_each() {
        let own = |leaf: &str| format!("rec(list(union(..., {leaf})))");
        let around = format!("output({})", own(&format!("output({})", own("bool"))));
        for leaf in ["bool", "type(pkg:index:Thing)"] {
            let inner = format!("output({})", own(leaf));
            let types = [&around, &inner].map(|text| parse_type(text).unwrap());
            let budget = Budget::standard();
            for pair in [[&types[0], &types[1]], [&types[1], &types[0]]] {
                let common = unify(&pair, &budget).unwrap().safe;
                let kinds = input_conversions(&pair, &common, &budget).unwrap();
                assert_eq!(kinds, [Convertibility::Safe; 2], "{pair:?} {common:?}");
            }
        }
    }

    #[test]
    fn gathered_types_equal_types_joined_pairwise() {
        let texts = [
            "object({a = int})",
            "object({b = string, c = bool})",
            "object({})",
            "object({d = union(none, int)})",
            "object({a = string})",
            "object({a = union(none, int), d = string})",
            "object({a = string, b = object({a = int})})",
            "object({a = list(int), b = object({c = int})})",
            "object({a = list(int), b = map(bool)})",
            "list(object({e = int}))",
            "list(object({f = int}))",
            "set(object({g = int}))",
            "map(set(object({h = int})))",
            "map(set(object({i = int})))",
            "int",
        ];
        let types: Vec<Type> = texts.map(|text| parse_type(text).unwrap()).into();
        let budget = Budget::standard();
        for first in 0..types.len() {
            for count in 1..=types.len() {
                for step in [1, 3, 4] {
                    let some = (0..count).map(|at| &types[(first + at * step) % types.len()]);
                    let some: Vec<&Type> = some.collect();
                    for least in [Convertibility::Safe, Convertibility::Unsafe] {
                        let rules = Rules::Unification(joined_kind);
                        let mut relation = Relation::new(rules, &budget);
                        let gathered = fold(&mut relation, &some, least).unwrap();
                        let mut common = some[0].clone();
                        for next in &some[1..] {
                            let (both, kind) = join(&mut relation, &common, next).unwrap();
                            common = if kind >= least {
                                both
                            } else {
                                normal_form::union([common, (*next).clone()]).unwrap()
                            };
                        }
                        assert_eq!(gathered, common, "{some:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn repeated_types_have_a_low_cost() {
        let object = |first: usize, also: &str| {
            let names = (first..first + 1_000).map(|at| format!("a{at:04} = number"));
            let names: Vec<String> = names.collect();
            parse_type(&format!("object({{{}{also}}})", names.join(", "))).unwrap()
        };
        let narrow = [object(0, ""), object(0, "")];
        let wide = [
            object(0, ", x = object({y = int})"),
            object(500, ", x = object({z = string})"),
        ];
        for (types, most) in [
            ([&narrow[0], &narrow[0]], 30_000),
            ([&narrow[0], &narrow[1]], 30_000),
            ([&wide[0], &wide[1]], 60_000),
        ] {
            let few = unify(&types.repeat(3), &Budget::standard()).unwrap();
            let budget = Budget::standard().limit_bytes(1 << 20);
            assert_eq!(unify(&types.repeat(5_000), &budget).unwrap(), few);
            assert!(budget.steps() < most, "{}", budget.steps());
        }
        // Properties that many objects have are held once.
        let others: Vec<Type> = (0..300)
            .map(|at| object(0, &format!(", b{at} = bool")))
            .collect();
        let budget = Budget::standard().limit_bytes(1 << 20);
        assert!(unify(&others.iter().collect::<Vec<_>>(), &budget).is_ok());
    }

    #[test]
    fn many_objects_with_a_common_property_are_joined_at_once() {
        let steps = |count: usize, around: fn(String) -> String| {
            let object = |at: usize| around(format!("object({{a{at} = number, x = string}})"));
            let types: Vec<Type> = (0..count)
                .map(|at| parse_type(&object(at)).unwrap())
                .collect();
            let lent: Vec<&Type> = types.iter().collect();
            let budget = Budget::new();
            let unified = unify(&lent, &budget).unwrap();
            assert_eq!(unified.safe, unified.any);
            budget.steps()
        };
        for around in [(|object| object) as fn(String) -> String, |object| {
            format!("map({object})")
        }] {
            assert!(steps(800, around) < 9 * steps(100, around));
        }
    }
}
