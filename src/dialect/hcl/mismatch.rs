//! Why does a type not convert to another?
//!
//! One sentence, in the wording of cty's `MismatchMessage`, about the first part
//! that stands in the way. Where several attributes do, the one that comes first
//! by name is reported.

use super::Safety;
use super::plan::Planner;
use super::shape::Shape;
use crate::types::{ObjectType, Quoted, Type};

/// Why no value of one type converts to another type; `None` when values do.
#[must_use]
pub fn mismatch(found: &Type, wanted: &Type) -> Option<String> {
    let mut planner = Planner::new();
    match planner.link(found, wanted, Safety::Unsafe) {
        Some(_) => None,
        None => Some(explain(&mut planner, found, wanted)),
    }
}

/// What a type has to be, said to someone who has another one. Where the types
/// do convert, the sentence says no more than what was wanted.
#[must_use]
pub fn mismatch_message(found: &Type, wanted: &Type) -> String {
    explain(&mut Planner::new(), found, wanted)
}

fn explain(planner: &mut Planner, found: &Type, wanted: &Type) -> String {
    use Shape::{List, Map, Object, Set, Tuple};
    match (Shape::of(found), Shape::of(wanted)) {
        (Object(found), Object(wanted)) => explain_objects(planner, found, wanted),
        (Tuple(_), List(element)) if element.is_any() => {
            "all list elements must have the same type".into()
        }
        (Tuple(_), Set(element)) if element.is_any() => {
            "all set elements must have the same type".into()
        }
        (Object(_), Map(element)) if element.is_any() => {
            "all map elements must have the same type".into()
        }
        (Tuple(parts), List(element) | Set(element)) => {
            let parts = parts.iter().enumerate();
            explain_elements(planner, parts.map(|(at, ty)| (at.to_string(), ty)), element)
        }
        (Object(object), Map(element)) => {
            let parts = object.fields().iter();
            let parts = parts.map(|field| (Quoted(field.name()).to_string(), field.ty()));
            explain_elements(planner, parts, element)
        }
        (Tuple(_) | Object(_), List(_) | Set(_) | Map(_)) => required(wanted),
        (List(found) | Set(found), List(wanted)) => {
            let why = explain(planner, found, wanted);
            format!("incorrect list element type: {why}")
        }
        (List(found) | Set(found), Set(wanted)) => {
            let why = explain(planner, found, wanted);
            format!("incorrect set element type: {why}")
        }
        (Map(found), Map(wanted)) => {
            let why = explain(planner, found, wanted);
            format!("incorrect map element type: {why}")
        }
        (List(_) | Set(_) | Map(_), List(_) | Set(_) | Map(_)) => required(wanted),
        _ if is_plain(found, wanted) => format!(
            "{} required, but have {}",
            wanted.friendly_name(),
            found.friendly_name()
        ),
        _ => required(wanted),
    }
}

fn required(wanted: &Type) -> String {
    format!("{} required", wanted.friendly_name_for_constraint())
}

/// Whether naming both types helps, and does not draw the eye to the wrong one.
fn is_plain(found: &Type, wanted: &Type) -> bool {
    use Shape::{Bool, Number, Object, String, Tuple};
    let (from, to) = (Shape::of(found), Shape::of(wanted));
    if from.is_primitive() != to.is_primitive() {
        return true;
    }
    matches!(
        (from, to),
        (_, String) | (Number, Bool) | (Bool, Number) | (Tuple(_), Object(_))
    )
}

fn explain_objects(planner: &mut Planner, found: &ObjectType, wanted: &ObjectType) -> String {
    let mut missing = Vec::new();
    // What converts in no way is reported before what only converts unsafely.
    let mut never = None;
    let mut not_safely = None;
    for field in wanted.fields() {
        let Some(have) = found.get(field.name()) else {
            if !field.is_optional() {
                missing.push(field.name());
            }
            continue;
        };
        if never.is_some() || have.ty() == field.ty() {
            continue;
        }
        let parts = (field.name(), have.ty(), field.ty());
        if planner
            .link(have.ty(), field.ty(), Safety::Unsafe)
            .is_none()
        {
            never = Some(parts);
        } else if not_safely.is_none()
            && planner.link(have.ty(), field.ty(), Safety::Safe).is_none()
        {
            not_safely = Some(parts);
        }
    }
    missing.sort_unstable();
    match &missing[..] {
        [] => {}
        [name] => return format!("attribute {} is required", Quoted(name)),
        [first, second] => {
            return format!(
                "attributes {} and {} are required",
                Quoted(first),
                Quoted(second)
            );
        }
        [names @ .., last] => {
            let names: String = names
                .iter()
                .map(|name| format!("{}, ", Quoted(name)))
                .collect();
            return format!("attributes {names}and {} are required", Quoted(last));
        }
    }
    match never.or(not_safely) {
        Some((name, found, wanted)) => {
            format!(
                "attribute {}: {}",
                Quoted(name),
                explain(planner, found, wanted)
            )
        }
        None => "incorrect object attributes".into(),
    }
}

fn explain_elements<'a>(
    planner: &mut Planner,
    parts: impl Iterator<Item = (String, &'a Type)>,
    wanted: &Type,
) -> String {
    for (name, found) in parts {
        if planner.link(found, wanted, Safety::Unsafe).is_none() {
            return format!("element {name}: {}", explain(planner, found, wanted));
        }
    }
    format!(
        "all elements must be {}",
        wanted.friendly_name_for_constraint()
    )
}
