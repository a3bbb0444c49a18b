//! Index and attribute access, `value.name` and `value[key]`, and its errors.
//!
//! The rules are those of HCL's traversals, which are more permissive than cty's: a map key can be
//! written as an attribute, and an index can have any type that converts. The error texts are those
//! of HCL.

use crate::functions::define::looks_at_name;
use crate::rules::converted;
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Range, Reporter};
use polycty_core::text::Quoted;
use polycty_core::types::{Kind, Type};
use polycty_core::values::Value;

/// Returns the value of an attribute.
///
/// # Errors
/// The diagnostic of HCL, at the position of the step.
pub fn get_attribute(value: &Value, name: &str, at: Range) -> Result<Value, Box<Diagnostic>> {
    get_attribute_at(value, name, at)
}

/// [`get_attribute`] with a range that is computed only if it is needed.
pub(super) fn get_attribute_at(
    value: &Value,
    name: &str,
    at: impl Into<Range> + Copy,
) -> Result<Value, Box<Diagnostic>> {
    let bare = value.unmarked();
    let ty = bare.ty();
    if bare.is_null() {
        return Err(diagnostic(
            "Attempt to get attribute from null value",
            "This value is null, so it does not have any attributes.",
            at,
        ));
    }
    match ty.kind() {
        Kind::Any => Ok(Value::dynamic().with_marks(&value.marks())),
        Kind::Object(object) => match value.get_attribute(name) {
            Ok(attribute) => Ok(attribute),
            Err(_) if object.position(name).is_none() => Err(unsupported(
                format!(
                    "This object does not have an attribute named {}.",
                    Quoted(name)
                ),
                at,
            )),
            Err(error) => Err(unsupported(error.message(), at)),
        },
        Kind::Map { element, .. } => {
            if !bare.is_known() {
                return Ok(Value::unknown(element.clone()).with_marks(&value.marks()));
            }
            match bare.element(&polycty_core::values::nfc(name)) {
                Some(found) => Ok(found.with_marks(&value.marks())),
                None => Err(diagnostic(
                    "Missing map element",
                    format!(
                        "This map does not have an element with the key {}.",
                        Quoted(name)
                    ),
                    at,
                )),
            }
        }
        Kind::List { element, .. } if element.is_object() => Err(unsupported(
            if has_attribute(element, name) {
                format!(
                    "Can't access attributes on a list of objects. Did you mean to access attribute {} for a specific element of the list, or across all elements of the list?",
                    Quoted(name)
                )
            } else {
                "Can't access attributes on a list of objects. Did you mean to access an attribute for a specific element of the list, or across all elements of the list?".to_owned()
            },
            at,
        )),
        Kind::Set(element) if element.is_object() => Err(unsupported(
            if has_attribute(element, name) {
                format!(
                    "Can't access attributes on a set of objects. Did you mean to access attribute {} across all elements of the set?",
                    Quoted(name)
                )
            } else {
                "Can't access attributes on a set of objects. Did you mean to access an attribute across all elements of the set?".to_owned()
            },
            at,
        )),
        _ if ty.is_bool() || ty.is_number() || ty.is_string() => Err(unsupported(
            format!(
                "Can't access attributes on a primitive-typed value ({}).",
                ty.friendly_name()
            ),
            at,
        )),
        _ => Err(unsupported("This value does not have any attributes.", at)),
    }
}

/// Returns the element of a key.
///
/// # Errors
/// The diagnostic of HCL, at the position of the brackets.
pub fn index(collection: &Value, key: &Value, at: Range) -> Result<Value, Box<Diagnostic>> {
    index_at(collection, key, at, &Budget::standard())
}

/// [`index`] with a range that is computed only if it is needed.
pub(super) fn index_at(
    collection: &Value,
    key: &Value,
    at: impl Into<Range> + Copy,
    budget: &Budget,
) -> Result<Value, Box<Diagnostic>> {
    let ty = collection.ty();
    if collection.unmarked().is_null() {
        return Err(diagnostic(
            "Attempt to index null value",
            "This value is null, so it does not have any indices.",
            at,
        ));
    }
    if key.unmarked().is_null() {
        return Err(invalid("Can't use a null value as an indexing key.", at));
    }
    if ty.is_any() || key.ty().is_any() {
        return Ok(Value::dynamic()
            .with_marks(&collection.marks())
            .with_marks(&key.marks()));
    }
    match ty.kind() {
        Kind::List { .. } | Kind::Tuple { .. } => index_sequence(collection, key, at, budget),
        Kind::Map { element, .. } => {
            let key = key_as(key, Type::string(), at, budget)?;
            let marks = collection.marks().union(&key.marks());
            let (bare, key) = (collection.unmarked(), key.unmarked());
            match key.as_str() {
                Some(name) if bare.is_known() => {
                    looked_up(name, at, budget)?;
                    match bare.element(name) {
                        Some(found) => Ok(found.with_marks(&marks)),
                        None => Err(no_element("", at)),
                    }
                }
                _ => Ok(Value::unknown(element.clone()).with_marks(&marks)),
            }
        }
        Kind::Object(object) => {
            let by_number = key.ty().is_number();
            let key = key_as(key, Type::string(), at, budget)?;
            let marks = collection.marks().union(&key.marks());
            let Some(name) = key.unmarked().as_str() else {
                return Ok(Value::dynamic().with_marks(&marks));
            };
            looked_up(name, at, budget)?;
            if let Some(found) = collection.attribute(name) {
                return Ok(found.with_marks(&marks));
            }
            match object.position(name) {
                Some(_) => collection
                    .get_attribute(name)
                    .map(|found| found.with_marks(&marks))
                    .map_err(|error| invalid(error.message(), at)),
                None if by_number => Err(no_element(
                    ". An object only supports looking up attributes by name, not by numeric index",
                    at,
                )),
                None => Err(no_element("", at)),
            }
        }
        Kind::Set(_) => Err(invalid(
            "Elements of a set are identified only by their value and don't have any separate index or key to select with, so it's only possible to perform operations across all elements of the set.",
            at,
        )),
        _ => Err(invalid("This value does not have any indices.", at)),
    }
}

/// Charges the comparison of a long key with other keys.
fn looked_up(
    name: &str,
    at: impl Into<Range> + Copy,
    budget: &Budget,
) -> Result<(), Box<Diagnostic>> {
    looks_at_name(name, budget).map_err(|error| no_element(&format!(": {}", error.message()), at))
}

/// Borrows the element of a known list or tuple at a whole number.
#[inline]
pub(super) fn element_at<'v>(sequence: &'v Value, key: &Value) -> Option<&'v Value> {
    let parts = match sequence.ty().kind() {
        Kind::List { .. } | Kind::Tuple { .. } => sequence.parts()?,
        _ => return None,
    };
    parts.get(usize::try_from(key.as_small_whole()?).ok()?)
}

fn index_sequence(
    collection: &Value,
    key: &Value,
    at: impl Into<Range> + Copy,
    budget: &Budget,
) -> Result<Value, Box<Diagnostic>> {
    let key = key_as(key, Type::number(), at, budget)?;
    let has = collection
        .unmarked()
        .has_index(key.unmarked())
        .map_err(|error| invalid(error.message(), at))?;
    match has.as_bool() {
        None => {
            let unknown = match collection.ty().kind() {
                Kind::List { element, .. } => Value::unknown(element.clone()),
                _ => Value::dynamic(),
            };
            Ok(unknown
                .with_marks(&collection.marks())
                .with_marks(&key.marks()))
        }
        Some(true) => collection
            .index(&key)
            .map_err(|error| invalid(error.message(), at)),
        Some(false) => Err(no_element(why_no_element(collection, key.unmarked()), at)),
    }
}

/// Returns HCL's explanation for a number that is not an index of a sequence. It contains neither
/// the number nor the length of a marked collection, because marks may mean secrets.
fn why_no_element(collection: &Value, key: &Value) -> &'static str {
    let Some(number) = key.as_number() else {
        return "";
    };
    if !number.is_integer() {
        return ": indexing a sequence requires a whole number, but the given index has a fractional part";
    }
    if number.signum() < 0 {
        return ": a negative number is not a valid index for a sequence";
    }
    match (collection.length_int(), number.to_u64()) {
        (Ok(0), Some(0)) => ": the collection has no elements",
        (Ok(length), Some(at)) if at == length as u64 => {
            ": the given index is greater than or equal to the length of the collection"
        }
        _ => "",
    }
}

fn key_as(
    key: &Value,
    wanted: &Type,
    at: impl Into<Range> + Copy,
    budget: &Budget,
) -> Result<Value, Box<Diagnostic>> {
    converted(key, wanted, budget)
        .map_err(|error| no_element(&format!(": {}", error.message()), at))
}

fn has_attribute(ty: &Type, name: &str) -> bool {
    ty.as_object()
        .is_some_and(|object| object.position(name).is_some())
}

fn no_element(why: &str, at: impl Into<Range> + Copy) -> Box<Diagnostic> {
    invalid(
        format!("The given key does not identify an element in this collection value{why}."),
        at,
    )
}

fn invalid(detail: impl Into<String>, at: impl Into<Range> + Copy) -> Box<Diagnostic> {
    diagnostic("Invalid index", detail, at)
}

fn unsupported(detail: impl Into<String>, at: impl Into<Range> + Copy) -> Box<Diagnostic> {
    diagnostic("Unsupported attribute", detail, at)
}

fn diagnostic(
    summary: &str,
    detail: impl Into<String>,
    at: impl Into<Range> + Copy,
) -> Box<Diagnostic> {
    Box::new(Reporter::Hcl.error(summary, detail).with_subject(at.into()))
}
