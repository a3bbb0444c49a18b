//! Results of calls: checks against the return type, and refinements.

use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Quotes, Result};
use polycty_core::types::Type;
use polycty_core::values::{
    Bound, BoundKind, Detail, MarkSet, Refinement, RefinementBuilder, Value, path_into,
};

/// Returns the first part of a value whose type does not conform to a type, as an error with the
/// path to it.
pub(super) fn nonconformity(value: &Value, ty: &Type) -> Option<Error> {
    let found = value.ty();
    if found.conforms_to(ty) {
        return None;
    }
    let first = found.nonconformities(ty).into_iter().next();
    let error = match first {
        Some(first) => {
            Error::new(Code::Type, first.message).with_path(path_into(found, &first.path))
        }
        None => Error::new(Code::Type, "unsuitable type"),
    };
    Some(error.with_expected(ty).with_found(found))
}

/// Returns the error of a function about its arguments without text that quotes marked ones.
#[cold]
pub(super) fn discreet(error: Error, arguments: &[&Value], budget: &Budget) -> Error {
    let quoted = match error.quotes() {
        Some(Quotes::Argument(at)) => arguments.get(at..=at).unwrap_or_default(),
        _ => arguments,
    };
    let marked = quoted.iter().filter(|argument| argument.contains_marked());
    // An exceeded budget is reported when the operation ends.
    let _ = budget.charge(marked.map(|argument| u64::from(argument.size())).sum());
    let marks = quoted.iter().map(|argument| argument.unmark_deep().1);
    let marks = marks.collect();
    error.withheld(MarkSet::union_of(marks).as_slice())
}

/// Checks that a result conforms to the return type for the arguments.
pub(super) fn check_conformance(result: &Value, ty: &Type) -> Result<()> {
    match nonconformity(result, ty) {
        None => Ok(()),
        Some(error) => Err(misbehaved(
            "the function returned a value that does not conform to its return type",
            &error,
        )),
    }
}

/// Adds the refinements of the signature to a result. An unknown value of type `any` cannot be
/// refined.
pub(super) fn refine(result: Value, promise: &Refinement) -> Result<Value> {
    if promise.is_none() || !result.is_known() && result.ty().is_any() {
        return Ok(result);
    }
    if matches!(promise.detail, Detail::Nothing) {
        // Fast path: nearly all signatures promise only that results are not null.
        if result.is_known() && !result.is_null() {
            return Ok(result);
        }
        if !result.is_marked() && result.refinement().is_some_and(Refinement::is_none) {
            return Ok(Value::refined(result.ty().clone(), promise.clone()));
        }
    }
    narrow(&result, promise).map_err(|error| {
        misbehaved(
            "the function returned a value that contradicts its refinement",
            &error,
        )
    })
}

/// Returns a value with refinements.
fn narrow(value: &Value, promise: &Refinement) -> Result<Value> {
    let bound = |builder: RefinementBuilder, bound: &Bound, end: End| {
        let kind = if bound.inclusive {
            BoundKind::Inclusive
        } else {
            BoundKind::Exclusive
        };
        let number = Value::from_number(bound.value.clone());
        end(builder, &number, kind)
    };
    let mut builder = value.refine();
    if promise.not_null {
        builder = builder.not_null();
    }
    builder = match &promise.detail {
        Detail::Nothing => builder,
        Detail::Prefix(prefix) => builder.prefix_full(prefix),
        Detail::Number { min, max } => {
            if let Some(min) = min {
                builder = bound(builder, min, RefinementBuilder::at_least);
            }
            if let Some(max) = max {
                builder = bound(builder, max, RefinementBuilder::at_most);
            }
            builder
        }
        Detail::Length { min, max } => {
            builder = builder.length_at_least(*min);
            match max {
                Some(max) => builder.length_at_most(*max),
                None => builder,
            }
        }
    };
    builder.build()
}

/// Sets one bound of a range.
type End = fn(RefinementBuilder, &Value, BoundKind) -> RefinementBuilder;

#[cold]
fn misbehaved(how: &str, error: &Error) -> Error {
    let message = format!("{how}: {}", error.message());
    error
        .clone()
        .with_message(message)
        .with_code(Code::Misbehaved)
}
