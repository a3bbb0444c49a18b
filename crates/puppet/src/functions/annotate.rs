//! Annotations of values: `annotate`.

use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry, Takes};
use crate::eval::host_text::inspected_value;
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, raised};
use crate::rules::convert::{class_of, object_from_hash};
use crate::types::format::short_name;
use crate::types::object;
use crate::values::param::value_of;
use crate::values::special::undef;
use polycty_core::types::Type;
use polycty_core::values::Value;

pub(super) const TABLE: &[Entry] = &[Entry {
    name: "annotate",
    cost: Cost::Linear,
    makes: Makes::Own,
    takes: Takes::Signatures(
        &[("Pcore::MemberName", r"Pattern[/\A[a-z_]\w*\z/]")],
        &[
            "Type[Annotation] type, Any value, Callable[0, 0] block?",
            "Type[Annotation] type, Any value, Variant[Enum['clear'], Hash[Pcore::MemberName, Any]] annotation_hash",
            "Type[Pcore] type, Any value, Hash[Type[Annotation], Hash[Pcore::MemberName, Any]] annotations",
        ],
    ),
    run: annotate,
}];

fn annotate(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let [ty, value, rest @ ..] = arguments.values else {
        return Ok(undef());
    };
    let ty = ty.as_type().unwrap_or(Type::any());
    match (arguments.which, rest) {
        (1, [given]) => renewed(interpreter, ty, value, given),
        (2, [all]) => {
            let entries = all.as_ordered_map().map_or(&[][..], |map| map.entries());
            for (ty, given) in entries {
                let ty = ty.as_type().unwrap_or(Type::any());
                if found(interpreter, ty, value)?.is_none() {
                    made(interpreter, ty, value, given)?;
                }
            }
            Ok(value.clone())
        }
        _ => {
            if let Some(found) = found(interpreter, ty, value)? {
                return Ok(found);
            }
            let given = match arguments.block {
                Some(block) => interpreter.call_block(block, &[])?,
                None => undef(),
            };
            if given.is_null() {
                Ok(given)
            } else {
                made(interpreter, ty, value, &given)
            }
        }
    }
}

/// Returns the annotation that the definition of an object type itself declares.
fn declared(value: &Value, ty: &Type) -> Eval<Option<Value>> {
    let given = value
        .as_type()
        .and_then(|annotated| object::annotation(annotated, ty));
    Ok(given.map(|given| value_of(&given)).transpose()?)
}

/// Returns the annotation of a value.
fn found(interpreter: &mut Interpreter<'_>, ty: &Type, value: &Value) -> Eval<Option<Value>> {
    if let Some(kept) = interpreter.annotations.get(value, ty) {
        return Ok(Some(kept.clone()));
    }
    match declared(value, ty)? {
        Some(given) => made(interpreter, ty, value, &given).map(Some),
        None => Ok(None),
    }
}

/// Annotates a value.
fn made(interpreter: &mut Interpreter<'_>, ty: &Type, value: &Value, given: &Value) -> Eval<Value> {
    let annotation = object_from_hash(ty, given, interpreter.budget)?;
    // The annotated value, the annotation, and the key.
    let mark = interpreter.mark();
    interpreter.hold_elements(8)?;
    interpreter.hold_whole(value)?;
    interpreter.hold_whole(&annotation)?;
    interpreter.retain(mark);
    if interpreter.annotations.keep(value, ty, annotation.clone()) {
        return Ok(annotation);
    }
    let shown = inspected_value(value, interpreter.budget)?;
    Err(raised(format!(
        "can't modify frozen {}: {}",
        class_of(value),
        &*shown
    )))
}

/// Replaces or removes the annotation of a value.
fn renewed(
    interpreter: &mut Interpreter<'_>,
    ty: &Type,
    value: &Value,
    given: &Value,
) -> Eval<Value> {
    let clears = given.as_str().is_some();
    if declared(value, ty)?.is_some() {
        let action = if clears { "clear" } else { "redefine" };
        let of = value.as_type().map(short_name).unwrap_or_default();
        return Err(raised(format!(
            "attempt to {action} {} annotation declared on {of}",
            short_name(ty)
        )));
    }
    if !clears {
        return made(interpreter, ty, value, given);
    }
    let taken = interpreter.annotations.take(value, ty);
    Ok(taken.unwrap_or_else(undef))
}
