//! The Cartesian product of collections.
//!
//! The last collection varies fastest. The result is a set if any of the collections is one. The
//! elements of a tuple are converted to one type first.

use super::define::{MAX_ELEMENTS, any, convert, makes_elements, never_null, refused, too_many};
use crate::functions::{Function, ReturnType};
use crate::rules::unify;
use polycty_core::calls::{Allow, Call};
use polycty_core::dialect::Safety;
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::{MarkSet, Value};
use std::borrow::Cow;

standard! {
    /// Returns all tuples with one element from each of several lists, tuples or sets.
    SETPRODUCT: setproduct(; sets) [Elements] = |about| Function::new(
        never_null(about.variadic(
            any("sets", "The lists, tuples and sets to combine; at least two.")
                .allow(Allow::UNKNOWN | Allow::MARKED),
        )),
        ReturnType::found(product_type),
        |args, call| {
            let marks = MarkSet::union_of(args.iter().map(|arg| arg.marks()).collect());
            Ok(product(args, call)?.with_marks(&marks))
        },
    );
}

/// The maximum length of a collection and the maximum number of combinations for which the length
/// of an unknown result is computed, as in cty.
const COUNTED_LENGTH: u64 = 1024;
const COUNTED_TOTAL: u64 = 2048;

fn product_type(args: &[&Value]) -> Result<Type> {
    if args.len() < 2 {
        return Err(refused("at least two arguments are required"));
    }
    let mut elements = Vec::with_capacity(args.len());
    let mut is_set = false;
    for (at, arg) in args.iter().enumerate() {
        let ty = arg.ty();
        is_set |= ty.is_set();
        elements.push(match (ty.elements(), ty.element()) {
            (Some([]), _) => Type::any().clone(),
            (Some(types), _) => match unify(types, Safety::Unsafe) {
                Some(unified) => unified.ty,
                None => {
                    let message = "all elements must be of the same type";
                    return Err(refused(message).with_argument(at));
                }
            },
            (None, Some(element)) if !ty.is_map() => element.clone(),
            _ => return Err(refused("a set or a list is required").with_argument(at)),
        });
    }
    let tuple = Type::tuple(elements)?;
    Ok(if is_set {
        Type::set(tuple)?
    } else {
        Type::list(tuple)?
    })
}

fn product(args: &[&Value], call: &Call<'_>) -> Result<Value> {
    let ty = call.returns;
    if args.iter().any(|arg| !has_certain_length(arg.unmarked())) {
        return unknown_product(args, ty);
    }
    let tuple = ty.element().unwrap_or(Type::any());
    let types = tuple.elements().unwrap_or_default();
    let mut total = 1usize;
    for arg in args {
        let length = arg.unmarked().part_count().unwrap_or(0);
        total = total.saturating_mul(length);
    }
    if total.saturating_mul(args.len()) > MAX_ELEMENTS {
        return Err(too_many());
    }
    makes_elements(total.saturating_mul(1 + args.len()), call)?;
    let mut columns = Vec::with_capacity(args.len());
    for ((at, arg), ty) in args.iter().enumerate().zip(types) {
        let column = column(arg.unmarked(), ty, call).map_err(|error| error.with_argument(at))?;
        columns.push(column);
    }
    let columns: Vec<&[Value]> = columns.iter().map(|column| &**column).collect();
    Value::product(ty.clone(), tuple, &columns)
}

fn has_certain_length(value: &Value) -> bool {
    match value.part_count() {
        Some(count) => !value.ty().is_set() || count == 1 || value.is_wholly_known(),
        None => false,
    }
}

/// Returns the elements, all of one type.
fn column<'a>(value: &'a Value, ty: &Type, call: &Call<'_>) -> Result<Cow<'a, [Value]>> {
    let parts = value.parts().unwrap_or_default();
    if value.ty().is_tuple() && parts.iter().any(|part| part.ty() != ty) {
        let each = parts.iter().map(|part| convert(part, ty, call.budget));
        return each.collect();
    }
    Ok(Cow::Borrowed(parts))
}

/// Returns the refinements of the number of combinations if a length is unknown.
fn unknown_product(args: &[&Value], ty: &Type) -> Result<Value> {
    let unknown = Value::unknown(ty.clone());
    let mut most = 1;
    for arg in args {
        let length = match arg.ty().elements() {
            Some(types) => Some(types.len() as u64),
            None => arg.unmarked().range()?.length_max(),
        };
        match length {
            Some(length) if length <= COUNTED_LENGTH => most *= length,
            _ => return Ok(unknown),
        }
        if most > COUNTED_TOTAL {
            return Ok(unknown);
        }
    }
    // If a combination is possible at all, at least one remains after equal ones are merged.
    unknown
        .refine()
        .not_null()
        .length_at_least(most.min(1))
        .length_at_most(most)
        .build()
}
