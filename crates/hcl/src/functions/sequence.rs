//! Functions that create sequences from sequences and numbers.

use super::define::{
    any, collection, convert, makes_elements, never_null, number, numeric, refused,
};
use crate::functions::{Function, ReturnType};
use crate::rules::unify;
use polycty_core::calls::{Allow, Budget, Call, cost};
use polycty_core::dialect::Safety;
use polycty_core::number::Number;
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::{MarkSet, Value};

standard! {
    /// Returns a list or tuple of all elements of several lists and tuples, in their order. The
    /// result is a list if all arguments are lists whose elements have a common type.
    CONCAT: concat(; seqs) [Own] = |about| Function::new(
        never_null(about.variadic(
            any("seqs", "The lists and tuples to concatenate.").allow(Allow::MARKED),
        )),
        ReturnType::found(concatenated_type),
        concatenated,
    );
    /// Returns a list of numbers: up to a limit; from a start up to a limit; or from a start up to
    /// a limit with a step. The limit itself is excluded. The list has at most 1024 numbers.
    RANGE: range(; params) [Own] = |about| Function::new(
        never_null(about.variadic(number(
            "params",
            "The limit; or the start and the limit; or the start, the limit and the step.",
        ))),
        collection(Type::list, Type::number()),
        |args, call| {
            let numbers: Vec<Number> =
                args.iter().map(|arg| numeric(arg)).collect::<Result<_>>()?;
            let counted = counted(&numbers, call.budget)?;
            makes_elements(counted.len(), call)?;
            Value::sequence(call.returns.clone(), counted.into_iter().map(Value::from_number))
        },
    );
}

/// The maximum number of elements of `range`.
const MAX_RANGE: usize = 1024;

fn concatenated_type(args: &[&Value]) -> Result<Type> {
    if args.is_empty() {
        return Err(refused("at least one argument is required"));
    }
    if args.iter().all(|arg| arg.ty().is_list())
        && let Some(unified) = unify(args.iter().map(|arg| arg.ty()), Safety::Unsafe)
    {
        return Ok(unified.ty);
    }
    let mut types = Vec::new();
    for (at, arg) in args.iter().enumerate() {
        let ty = arg.ty();
        if let Some(elements) = ty.elements() {
            types.extend_from_slice(elements);
        } else if let (true, Some(element)) = (ty.is_list(), ty.element()) {
            // The number of element types is unknown.
            let Some(count) = arg.unmarked().part_count() else {
                return Ok(Type::any().clone());
            };
            types.extend(std::iter::repeat_n(element.clone(), count));
        } else {
            let found = ty.friendly_name();
            let message = format!("all arguments must be lists or tuples; got {found}");
            return Err(refused(message).with_argument(at));
        }
    }
    Ok(Type::tuple(types)?)
}

fn concatenated(args: &[&Value], call: &Call<'_>) -> Result<Value> {
    let ty = call.returns;
    let mut parts = Vec::new();
    let mut marks = Vec::new();
    let mut known = true;
    for (at, arg) in args.iter().enumerate() {
        let converted;
        let arg = if ty.is_list() && arg.ty() != ty {
            converted = convert(arg, ty, call.budget).map_err(|error| error.with_argument(at))?;
            &converted
        } else {
            *arg
        };
        marks.push(arg.marks());
        match arg.unmarked().parts() {
            Some(more) => {
                makes_elements(more.len(), call)?;
                parts.extend_from_slice(more);
            }
            None => known = false,
        }
    }
    if !known {
        return Ok(Value::unknown(ty.clone()).with_marks(&MarkSet::union_of(marks)));
    }
    let is_open = ty.is_list() && ty.element().is_some_and(Type::is_any) && !parts.is_empty();
    // Lists without a known element type, which are empty or contain nulls, get the type of the
    // others.
    let joined = if is_open {
        Value::list(parts).map_err(|_| refused("all list elements must have the same type"))?
    } else {
        Value::sequence(ty.clone(), parts)?
    };
    Ok(joined.with_marks(&MarkSet::union_of(marks)))
}

fn counted(numbers: &[Number], budget: &Budget) -> Result<Vec<Number>> {
    let one = |negative: bool| Number::from_i64(if negative { -1 } else { 1 });
    let (start, end, step) = match numbers {
        [end] => (Number::ZERO, end.clone(), one(*end < Number::ZERO)),
        [start, end] => (start.clone(), end.clone(), one(end < start)),
        [start, end, step] => (start.clone(), end.clone(), step.clone()),
        _ => return Err(refused("must have one, two, or three arguments")),
    };
    let down = step < Number::ZERO;
    if down && end > start {
        let message = "end must be less than start when step is negative";
        return Err(refused(message).with_argument(1));
    }
    if !down && end < start {
        let message = "end must be greater than start when step is positive";
        return Err(refused(message).with_argument(1));
    }
    let mut numbers = Vec::new();
    let mut next = start;
    while if down { next > end } else { next < end } {
        if numbers.len() >= MAX_RANGE {
            return Err(refused(format!(
                "more than {MAX_RANGE} values were generated; either decrease the difference \
                 between start and end or use a smaller step"
            )));
        }
        budget.charge(1)?;
        cost::compute(&next, &step, budget)?;
        let after = next.add(&step)?;
        numbers.push(std::mem::replace(&mut next, after));
    }
    Ok(numbers)
}
