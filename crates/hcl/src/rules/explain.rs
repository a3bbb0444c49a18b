//! Mismatches: the reason why a type does not convert to another.
//!
//! The reason is one sentence, in the wording of cty's `MismatchMessage`, about the first part that
//! prevents the conversion. In addition to cty, it has the path to that part and the two types
//! there. If several attributes prevent the conversion, the first one by name is reported.

use super::planner::Planner;
use crate::types::CtyType;
use polycty_core::dialect::Safety;
use polycty_core::sort::sort_by;
use polycty_core::source::{Code, Error};
use polycty_core::text::Quoted;
use polycty_core::types::{ObjectType, PartStep, Type};
use polycty_core::values::path_into;

/// Returns the reason why no value of one type converts to another type: the sentence, the path
/// into the found type, and the two types there. `None` if values convert.
///
/// ```
/// use polycty_hcl::{TypeNotation, mismatch, parse_type};
/// let ty = |text| parse_type(text, TypeNotation::Constraint).unwrap();
/// let why = mismatch(&ty("object({a=tuple([bool])})"), &ty("object({a=list(number)})")).unwrap();
/// assert_eq!(why.path().to_string(), ".a[0]");
/// assert_eq!(why.expected(), Some(&ty("number")));
/// assert_eq!(why.message(), "attribute \"a\": element 0: number required, but have bool");
/// ```
#[must_use]
pub fn mismatch(found: &Type, wanted: &Type) -> Option<Error> {
    let mut planner = Planner::new();
    if planner.link(found, wanted, Safety::Unsafe).is_some() {
        return None;
    }
    let why = explain(&mut planner, found, wanted);
    let path = path_into(found, &why.steps());
    let (found, wanted) = (why.found.clone(), why.wanted.clone());
    Some(
        why.into_error()
            .with_path(path)
            .with_expected(&wanted)
            .with_found(&found),
    )
}

/// Returns the error for a value of one type that must have another, without a path.
pub(super) fn mismatch_error(found: &Type, wanted: &Type) -> Error {
    explain(&mut Planner::new(), found, wanted)
        .into_error()
        .with_expected(wanted)
        .with_found(found)
}

/// Returns a sentence that describes the wanted type to the user of a value with the found type. If
/// the types convert, the sentence contains only the wanted type.
#[must_use]
pub fn mismatch_message(found: &Type, wanted: &Type) -> String {
    explain(&mut Planner::new(), found, wanted).sentence
}

/// The reason why a type does not convert.
struct Why {
    sentence: String,
    /// Whether the sentence contains the name of an attribute that only the found type has.
    names_parts: bool,
    /// The path steps to the part that does not convert, the last one first.
    reversed: Vec<PartStep>,
    found: Type,
    wanted: Type,
}

impl Why {
    fn here(sentence: impl Into<String>, found: &Type, wanted: &Type) -> Why {
        Why {
            sentence: sentence.into(),
            names_parts: false,
            reversed: Vec::new(),
            found: found.clone(),
            wanted: wanted.clone(),
        }
    }

    /// Returns the same reason for the enclosing type.
    fn inside(mut self, step: PartStep, place: &str) -> Why {
        self.sentence.insert_str(0, ": ");
        self.sentence.insert_str(0, place);
        self.reversed.push(step);
        self
    }

    fn into_error(self) -> Error {
        let error = Error::new(Code::Conversion, self.sentence);
        if self.names_parts {
            error.naming_parts()
        } else {
            error
        }
    }

    fn steps(&self) -> Vec<PartStep> {
        self.reversed.iter().rev().cloned().collect()
    }
}

fn explain(planner: &mut Planner, found: &Type, wanted: &Type) -> Why {
    use CtyType::{List, Map, Object, Set, Tuple};
    let here = |sentence: &str| Why::here(sentence, found, wanted);
    match (CtyType::of(found), CtyType::of(wanted)) {
        (Object(have), Object(want)) => {
            explain_objects(planner, have, want).unwrap_or_else(|sentence| here(&sentence))
        }
        (Tuple(_), List(element)) if element.is_any() => {
            here("all list elements must have the same type")
        }
        (Tuple(_), Set(element)) if element.is_any() => {
            here("all set elements must have the same type")
        }
        (Object(_), Map(element)) if element.is_any() => {
            here("all map elements must have the same type")
        }
        (Tuple(parts), List(element) | Set(element)) => {
            let parts = parts.iter().enumerate();
            let parts = parts.map(|(at, ty)| (PartStep::Position(at), at.to_string(), ty));
            explain_elements(planner, parts, element).unwrap_or_else(|sentence| here(&sentence))
        }
        (Object(object), Map(element)) => {
            let parts = object.fields().iter();
            let parts = parts.map(|field| {
                let step = PartStep::Field(field.shared_name().clone());
                (step, Quoted(field.name()).to_string(), field.ty())
            });
            explain_elements(planner, parts, element).unwrap_or_else(|sentence| here(&sentence))
        }
        (Tuple(_) | Object(_), List(_) | Set(_) | Map(_)) => here(&required(wanted)),
        (List(have) | Set(have), List(want)) => {
            explain(planner, have, want).inside(PartStep::Element, "incorrect list element type")
        }
        (List(have) | Set(have), Set(want)) => {
            explain(planner, have, want).inside(PartStep::Element, "incorrect set element type")
        }
        (Map(have), Map(want)) => {
            explain(planner, have, want).inside(PartStep::Element, "incorrect map element type")
        }
        (List(_) | Set(_) | Map(_), List(_) | Set(_) | Map(_)) => here(&required(wanted)),
        _ if is_plain(found, wanted) => here(&format!(
            "{} required, but have {}",
            wanted.friendly_name(),
            found.friendly_name()
        )),
        _ => here(&required(wanted)),
    }
}

fn required(wanted: &Type) -> String {
    format!("{} required", wanted.friendly_name_for_constraint())
}

/// Whether the sentence should name both types: only if their difference is the reason.
fn is_plain(found: &Type, wanted: &Type) -> bool {
    use CtyType::{Bool, Number, Object, String, Tuple};
    let (from, to) = (CtyType::of(found), CtyType::of(wanted));
    if from.is_primitive() != to.is_primitive() {
        return true;
    }
    matches!(
        (from, to),
        (_, String) | (Number, Bool) | (Bool, Number) | (Tuple(_), Object(_))
    )
}

/// Returns the reason inside an object, or otherwise the sentence about the whole object.
fn explain_objects(
    planner: &mut Planner,
    found: &ObjectType,
    wanted: &ObjectType,
) -> Result<Why, String> {
    let mut missing = Vec::new();
    // An attribute that does not convert at all is reported before one that converts only unsafely.
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
        let parts = (field, have.ty());
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
    sort_by(&mut missing, Ord::cmp);
    match &missing[..] {
        [] => {}
        [name] => return Err(format!("attribute {} is required", Quoted(name))),
        [first, second] => {
            return Err(format!(
                "attributes {} and {} are required",
                Quoted(first),
                Quoted(second)
            ));
        }
        [names @ .., last] => {
            let names: String = names
                .iter()
                .map(|name| format!("{}, ", Quoted(name)))
                .collect();
            return Err(format!(
                "attributes {names}and {} are required",
                Quoted(last)
            ));
        }
    }
    match never.or(not_safely) {
        Some((field, found)) => {
            let step = PartStep::Field(field.shared_name().clone());
            let place = format!("attribute {}", Quoted(field.name()));
            Ok(explain(planner, found, field.ty()).inside(step, &place))
        }
        None => Err("incorrect object attributes".into()),
    }
}

/// Returns the reason of the first element that does not convert, or otherwise the sentence about
/// the whole.
fn explain_elements<'a>(
    planner: &mut Planner,
    parts: impl Iterator<Item = (PartStep, String, &'a Type)>,
    wanted: &Type,
) -> Result<Why, String> {
    for (step, name, found) in parts {
        if planner.link(found, wanted, Safety::Unsafe).is_none() {
            let mut why = explain(planner, found, wanted);
            why.names_parts |= matches!(step, PartStep::Field(_));
            return Ok(why.inside(step, &format!("element {name}")));
        }
    }
    Err(format!(
        "all elements must be {}",
        wanted.friendly_name_for_constraint()
    ))
}
