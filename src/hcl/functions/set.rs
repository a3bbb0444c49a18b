//! Set algebra: union, intersection, difference.
//!
//! Sets of several types become sets of the type that these convert to. Where an
//! element is not known, a union still has all that there are; every other
//! operation may turn out to have more, or fewer.

use super::define::{DYNAMIC, any, collection, convert, never_null, refused};
use crate::functions::{Function, ReturnType};
use crate::rules::unify;
use polycty_core::calls::{Call, Parameter, Signature};
use polycty_core::dialect::Safety;
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::{Value, total_cmp};
use std::cmp::Ordering;

standard! {
    /// Tells whether a set has an element.
    SETHASELEMENT: sethaselement(set, elem) = |about| Function::new(
        never_null(
            about
                .parameter(set("set", "The set."))
                .parameter(any("elem", "The element to look for.").allow(DYNAMIC)),
        ),
        Type::bool().clone(),
        |args, _| args[0].has_element(args[1]),
    );
    /// Gives the set of all elements of one or more sets.
    SETUNION: setunion(first_set; other_sets) = |about| operation(
        variadic(about),
        Unknowns::Stay,
        |_, _| true,
        |_, _| true,
    );
    /// Gives the set of the elements that all of one or more sets have.
    SETINTERSECTION: setintersection(first_set; other_sets) = |about| operation(
        variadic(about),
        Unknowns::Decide,
        |_, in_second| in_second,
        |_, _| false,
    );
    /// Gives the set of the elements that are in one set and not in another one.
    SETSUBTRACT: setsubtract(a, b) = |about| operation(
        about
            .parameter(set("a", "The set to take from."))
            .parameter(set("b", "The elements to leave out.")),
        Unknowns::Decide,
        |_, in_second| !in_second,
        |_, _| false,
    );
    /// Gives the set of the elements that are in only one of two sets; of more sets, those
    /// that are in an odd number of them.
    SETSYMMETRICDIFFERENCE: setsymmetricdifference(first_set; other_sets) = |about| operation(
        variadic(about),
        Unknowns::Decide,
        |_, in_second| !in_second,
        |_, in_first| !in_first,
    );
}

/// What unknown elements mean for a result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unknowns {
    /// They are elements of it.
    Stay,
    /// It is unknown as a whole.
    Decide,
}

/// Whether an element of one set stays, given whether the other set has it.
type Stays = fn(&Value, bool) -> bool;

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

/// An operation on sets, two at a time from the left.
fn operation(about: Signature, unknowns: Unknowns, first: Stays, second: Stays) -> Function {
    Function::new(
        never_null(about),
        ReturnType::found(common_type),
        move |args: &[&Value], &Call { returns: ty, .. }| {
            let mut result: Option<Vec<Value>> = None;
            for (at, arg) in args.iter().enumerate() {
                let arg = convert(arg, ty).map_err(|error| error.with_argument(at))?;
                if unknowns == Unknowns::Decide && !arg.is_wholly_known() {
                    return Ok(Value::unknown(ty.clone()));
                }
                let Some(parts) = arg.parts() else {
                    return Ok(Value::unknown(ty.clone()));
                };
                result = Some(match result {
                    None => parts.to_vec(),
                    Some(have) => combined(have, parts, first, second),
                });
            }
            Value::set_with_type(ty.clone(), result.unwrap_or_default())
        },
    )
}

/// The element type that those of all sets convert to. An empty set of elements of
/// no known type fits every one.
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
        None => Err(refused("given sets must all have compatible element types")),
    }
}

/// Goes through both sorted sequences at once.
fn combined(have: Vec<Value>, other: &[Value], first: Stays, second: Stays) -> Vec<Value> {
    let mut result = Vec::with_capacity(have.len().max(other.len()));
    let mut other = other.iter().peekable();
    for value in have {
        let mut in_other = false;
        while let Some(next) = other.peek() {
            match total_cmp(next, &value) {
                Ordering::Less => {
                    if second(next, false) {
                        result.push((*next).clone());
                    }
                }
                Ordering::Equal => in_other = true,
                Ordering::Greater => break,
            }
            other.next();
        }
        if first(&value, in_other) {
            result.push(value);
        }
    }
    result.extend(other.filter(|value| second(value, false)).cloned());
    result
}
