//! Set algebra: union, intersection, difference.
//!
//! Sets of several types become sets of the type to which these convert. If an element is unknown,
//! a union still contains all elements; the number of elements of every other result is unknown.

use super::define::{
    DYNAMIC, any, collection, convert, looks_at_all, makes_elements, never_null, refused,
};
use crate::functions::{Function, ReturnType};
use crate::rules::unify;
use polycty_core::calls::{Call, Parameter, Signature};
use polycty_core::dialect::Safety;
use polycty_core::sort::sort_by;
use polycty_core::source::Result;
use polycty_core::types::{KeyedMap, Type};
use polycty_core::values::{Value, set_cmp};
use std::cmp::Ordering;

standard! {
    /// Returns whether a value is an element of a set.
    SETHASELEMENT: sethaselement(set, elem) [Key] = |about| Function::new(
        never_null(
            about
                .parameter(set("set", "The set."))
                .parameter(any("elem", "The element to look for.").allow(DYNAMIC)),
        ),
        Type::bool().clone(),
        |args, _| args[0].has_element(args[1]),
    );
    /// Returns the set of all elements of one or more sets.
    SETUNION: setunion(first_set; other_sets) [Own] = |about| operation(
        variadic(about),
        Unknowns::Stay,
        |sets| sets.concat(),
    );
    /// Returns the set of the elements that are in all of one or more sets.
    SETINTERSECTION: setintersection(first_set; other_sets) [Own] = |about| operation(
        variadic(about),
        Unknowns::Decide,
        |sets| {
            let in_all = |owners: &[usize]| owners.len() == sets.len();
            chosen(sets, in_all)
        },
    );
    /// Returns the set of the elements that are in the first set and not in the second.
    SETSUBTRACT: setsubtract(a, b) [Own] = |about| operation(
        about
            .parameter(set("a", "The set to take from."))
            .parameter(set("b", "The elements to leave out.")),
        Unknowns::Decide,
        |sets| chosen(sets, |owners| owners == [0]),
    );
    /// Returns the set of the elements that are in only one of two sets; for more sets, of those
    /// that are in an odd number of them.
    SETSYMMETRICDIFFERENCE: setsymmetricdifference(first_set; other_sets) [Own] = |about| operation(
        variadic(about),
        Unknowns::Decide,
        |sets| chosen(sets, |owners| owners.len() % 2 == 1),
    );
}

const INCOMPATIBLE: &str = "given sets must all have compatible element types";

/// The effect of unknown elements on a result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unknowns {
    /// They are elements of the result.
    Stay,
    /// The result is unknown as a whole.
    Decide,
}

/// Computes the elements of the result from those of the sets, which all have one type.
type Combine = fn(&[&[Value]]) -> Vec<Value>;

fn set(name: &str, description: &str) -> Parameter {
    Parameter::new(name, collection(Type::set, Type::any()))
        .describe(description)
        .allow(DYNAMIC)
}

fn variadic(about: Signature) -> Signature {
    about
        .parameter(set("first_set", "The first set."))
        .variadic(set("other_sets", "The other sets."))
}

/// Creates the function of an operation on all sets.
fn operation(about: Signature, unknowns: Unknowns, combine: Combine) -> Function {
    Function::new(
        never_null(about),
        ReturnType::found(common_type),
        move |args: &[&Value], call: &Call<'_>| {
            let ty = call.returns;
            let mut sets = Vec::with_capacity(args.len());
            for (at, arg) in args.iter().enumerate() {
                let arg = convert(arg, ty, call.budget).map_err(|error| error.with_argument(at))?;
                if unknowns == Unknowns::Decide && !arg.is_wholly_known() || !arg.is_known() {
                    return Ok(Value::unknown(ty.clone()));
                }
                looks_at_all(&arg, call)?;
                makes_elements(arg.part_count().unwrap_or_default(), call)?;
                sets.push(arg);
            }
            // If the element type of the result is unknown, each set converts to itself.
            let ty = sets.first().map_or(ty, Value::ty);
            if sets.iter().any(|set| set.ty() != ty) {
                return Err(refused(INCOMPATIBLE));
            }
            let parts = sets.iter().map(|set| set.parts().unwrap_or_default());
            Value::set_with_type(ty.clone(), combine(&parts.collect::<Vec<_>>()))
        },
    )
}

/// The element type to which those of all sets convert. An empty set with an unknown element type
/// fits every other set.
fn common_type(args: &[&Value]) -> Result<Type> {
    let mut types = Vec::with_capacity(args.len());
    for (at, arg) in args.iter().enumerate() {
        let Some(element) = arg.ty().element() else {
            return Err(refused("a set is required").with_argument(at));
        };
        if !(element.is_any() && arg.part_count() == Some(0)) {
            types.push(element);
        }
    }
    if types.is_empty() {
        return Ok(collection(Type::set, Type::any()));
    }
    match unify(types, Safety::Unsafe) {
        Some(unified) => Ok(Type::set(unified.ty)?),
        None => Err(refused(INCOMPATIBLE)),
    }
}

/// Selects elements by the indexes of the sets that contain them, counted from 0.
fn chosen(sets: &[&[Value]], choose: impl Fn(&[usize]) -> bool) -> Vec<Value> {
    let numbered = sets.iter().enumerate();
    let mut all: Vec<(usize, &Value)> = numbered
        .flat_map(|(at, set)| set.iter().map(move |value| (at, value)))
        .collect();
    // The sort is stable, so the indexes of the sets of each element ascend.
    sort_by(&mut all, |(_, a), (_, b)| set_cmp(a, b));
    let mut chosen = Vec::new();
    for run in all.chunk_by(|(_, a), (_, b)| set_cmp(a, b) == Ordering::Equal) {
        // Elements of one run may differ; they stay in the order of the sets.
        let mut places: KeyedMap<&Value, usize> = KeyedMap::default();
        let mut elements: Vec<(&Value, Vec<usize>)> = Vec::new();
        for (at, value) in run {
            match elements.first() {
                Some((first, _)) if first == value => elements[0].1.push(*at),
                _ => {
                    let place = *places.entry(*value).or_insert(elements.len());
                    match elements.get_mut(place) {
                        Some((_, owners)) => owners.push(*at),
                        None => elements.push((*value, vec![*at])),
                    }
                }
            }
        }
        let of_run = elements.iter().filter(|(_, owners)| choose(owners));
        chosen.extend(of_run.map(|(value, _)| (*value).clone()));
    }
    chosen
}
