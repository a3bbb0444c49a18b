//! Conversion of values: how does one become a value of another type?
//!
//! By the rules of types, part by part, with what only a value can tell: whether a text
//! is a number, a list as long as a tuple, a value one of an enumeration. A value of a
//! union is a value of the member that it was converted to ([`choose_member`]); null is
//! of the type `none`; a plain value is accepted as an eventual one and stays plain.
//! Marks stay where they are.

use crate::rules::conversion::{Convertibility, conversion};
use crate::rules::explain::why_not;
use crate::rules::infer::own_type;
use crate::rules::instance::{is_constant, is_one_of};
use crate::rules::unknown;
use crate::types::display::display_type;
use crate::types::equal::equal;
use crate::types::normal_form;
use crate::types::shape::{Shape, shape, unfolded};
use crate::values::{Eventual, MAX_DEPTH, too_deep};
use polycty_core::calls::Budget;
use polycty_core::number::{Integer, Number};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;

/// The value as one of a type.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_pcl as pcl;
/// use polycty_core::types::Type;
/// use polycty_core::values::Value;
/// let ports = Value::tuple(vec![Value::string("80"), Value::from_i64(443)])?;
/// let wanted = Type::list(pcl::int().clone())?;
/// let ints = pcl::convert_value(&ports, &wanted, &Budget::standard())?;
/// assert_eq!(ints.parts().unwrap()[0].as_integer(), Some(80i64.into()));
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
///
/// # Errors
/// [`Code::Conversion`] with the path to the part that does not convert;
/// [`Code::Limit`] for a text that would be too long; what is spent.
pub fn convert_value(value: &Value, target: &Type, budget: &Budget) -> Result<Value> {
    converted(value, target, 0, budget)
}

/// Which member of a union a value is converted to, and what it becomes: the first
/// member that is the value's type, else the first that its type converts to safely,
/// else the first that it converts to. An unknown value is taken by its type, so where no
/// member is safe it may turn out to be of another one: [`convert_value`] leaves it of the
/// union then.
///
/// # Errors
/// [`Code::Conversion`] when there is none.
pub fn choose_member(value: &Value, members: &[Type], budget: &Budget) -> Result<(usize, Value)> {
    chosen(value, members, 0, budget)
}

/// The bytes of a part that a conversion makes.
const PART_BYTES: u64 = 32;

/// Whether an error says that there is no answer, and not what the answer is.
pub(crate) fn is_limit(error: &Error) -> bool {
    matches!(error.code(), Code::Limit | Code::Cancelled)
}

fn refused(value: &Value, target: &Type, budget: &Budget) -> Error {
    let found = own_type(value);
    let reason = match why_not(&found, target, budget) {
        Ok(obstacle) => obstacle.and_then(|obstacle| obstacle.summary),
        Err(limit) => return limit,
    };
    let message = reason.unwrap_or_else(|| {
        format!(
            "cannot convert a value of type {} to type {}",
            display_type(&found),
            display_type(target)
        )
    });
    Error::new(Code::Conversion, message)
        .with_wanted(target)
        .with_found(&found)
}

fn converted(value: &Value, target: &Type, depth: usize, budget: &Budget) -> Result<Value> {
    if target.is_any() {
        return Ok(value.clone());
    }
    if depth >= MAX_DEPTH {
        return Err(too_deep());
    }
    budget.charge(1)?;
    if value.is_marked() {
        let (plain, marks) = value.unmark();
        return Ok(converted(&plain, target, depth, budget)?.with_marks(&marks));
    }
    let Some(unfolded) = unfolded(target) else {
        return Err(refused(value, target, budget));
    };
    let own = own_type(value);
    if value.is_null() {
        return match conversion(&own, target, budget)? {
            Convertibility::None => Err(refused(value, target, budget)),
            _ => Ok(Value::null(own)),
        };
    }
    if !value.is_known() || Eventual::of(value).is_some() {
        return undecided(value, target, &unfolded, depth, budget);
    }
    match shape(&unfolded) {
        Shape::Union(members) => Ok(chosen(value, members, depth, budget)?.1),
        Shape::Promise(inner) | Shape::Output(inner) => converted(value, inner, depth + 1, budget),
        Shape::Const(inner, wanted) => {
            let plain = converted(value, inner, depth + 1, budget)?;
            match is_constant(&plain, wanted) {
                true => Ok(plain),
                false => Err(refused(value, target, budget)),
            }
        }
        Shape::Enum { ty, values, .. } => {
            let plain = converted(value, ty, depth + 1, budget)?;
            match is_one_of(&plain, values) {
                true => Ok(plain),
                false => Err(refused(value, target, budget)),
            }
        }
        Shape::String | Shape::Id | Shape::Int | Shape::Number | Shape::Bool => {
            primitive(value, &unfolded)?.ok_or_else(|| refused(value, target, budget))
        }
        _ => container(value, target, &unfolded, depth, budget),
    }
}

/// What is not known yet is converted by its type.
fn undecided(
    value: &Value,
    target: &Type,
    unfolded: &Type,
    depth: usize,
    budget: &Budget,
) -> Result<Value> {
    if equal(value.ty(), target) {
        return Ok(value.clone());
    }
    if conversion(value.ty(), target, budget)? == Convertibility::None {
        return Err(refused(value, target, budget));
    }
    match (Eventual::of(value), shape(unfolded)) {
        (Some(eventual), Shape::Promise(_) | Shape::Output(_)) => Ok(eventual.with_type(target)),
        (Some(_), Shape::Union(members)) => Ok(chosen(value, members, depth, budget)?.1),
        (Some(_), _) => Err(refused(value, target, budget)),
        (None, _) => unknown::converted(value, target, budget),
    }
}

fn chosen(
    value: &Value,
    members: &[Type],
    depth: usize,
    budget: &Budget,
) -> Result<(usize, Value)> {
    let own = own_type(value);
    if let Some(at) = members.iter().position(|member| equal(member, &own)) {
        let same = match value.is_null() {
            true => Value::null(own).with_marks(&value.marks()),
            false => value.clone(),
        };
        return Ok((at, same));
    }
    // Two passes over the members: what is safe is preferred.
    for safety in [Convertibility::Safe, Convertibility::Unsafe] {
        for (at, member) in members.iter().enumerate() {
            if conversion(&own, member, budget)? != safety {
                continue;
            }
            match converted(value, member, depth + 1, budget) {
                Ok(converted) => return Ok((at, converted)),
                Err(error) if is_limit(&error) => return Err(error),
                Err(_) => {}
            }
        }
    }
    let union = normal_form::union(members.iter().cloned())?;
    Err(refused(value, &union, budget))
}

/// A known primitive value as another one; bools and numbers become each other by way
/// of text.
fn primitive(value: &Value, target: &Type) -> Result<Option<Value>> {
    let number = |number: Number| -> Value {
        match shape(target) {
            Shape::Int => number
                .to_integer()
                .map_or(Value::dynamic(), Value::from_integer),
            _ => Value::from_number(number),
        }
    };
    let text = match text(value)? {
        Some(text) => text,
        None => return Ok(None),
    };
    let made = match shape(target) {
        Shape::String | Shape::Id => Some(Value::nfc_string(&text)),
        Shape::Bool => match value.as_bool() {
            Some(_) => Some(value.clone()),
            None => polycty_hcl::convert(&Value::string(&text), Type::bool()).ok(),
        },
        Shape::Int if value.as_integer().is_some() => Some(value.clone()),
        Shape::Int | Shape::Number => match (value.as_integer(), value.as_number()) {
            (Some(integer), _) => Some(Value::from_number(Number::from_integer(&integer))),
            (None, Some(own)) => Some(number(own)),
            (None, None) => polycty_hcl::convert(&Value::string(&text), Type::number())
                .ok()
                .and_then(|parsed| parsed.as_number())
                .map(number),
        },
        _ => None,
    };
    // A fraction is no int.
    Ok(made.filter(Value::is_known))
}

/// A known primitive value as text.
fn text(value: &Value) -> Result<Option<String>> {
    if let Some(text) = value.as_str() {
        return Ok(Some(text.to_owned()));
    }
    if let Some(value) = value.as_bool() {
        return Ok(Some(value.to_string()));
    }
    if let Some(integer) = value.as_integer() {
        return Ok(Some(Integer::to_string(&integer)));
    }
    match value.as_number() {
        Some(number) => Ok(Some(number.to_text()?)),
        None => Ok(None),
    }
}

fn container(
    value: &Value,
    target: &Type,
    unfolded: &Type,
    depth: usize,
    budget: &Budget,
) -> Result<Value> {
    let found = value.ty();
    let at_index = |at: usize, part: &Value, ty: &Type| {
        converted(part, ty, depth + 1, budget).map_err(|error| error.in_index(at))
    };
    let sequence = found.is_list() || found.is_tuple() || found.is_set();
    let parts = value.parts().unwrap_or_default();
    budget.hold(value.part_count().unwrap_or_default() as u64 * PART_BYTES)?;
    match shape(unfolded) {
        Shape::List(element) if sequence => {
            let parts: Result<Vec<Value>> = parts
                .iter()
                .enumerate()
                .map(|(at, part)| at_index(at, part, element))
                .collect();
            Value::sequence(unfolded.clone(), parts?)
        }
        Shape::Set(element) if sequence => {
            let parts: Result<Vec<Value>> = parts
                .iter()
                .enumerate()
                .map(|(at, part)| at_index(at, part, element))
                .collect();
            Value::set_with_type(unfolded.clone(), parts?)
        }
        Shape::Tuple(elements) if sequence => {
            if elements.len() != parts.len() {
                let message = format!(
                    "{} elements are required, and there are {}",
                    elements.len(),
                    parts.len()
                );
                return Err(Error::new(Code::Conversion, message)
                    .with_wanted(target)
                    .with_found(found));
            }
            let parts: Result<Vec<Value>> = parts
                .iter()
                .zip(elements)
                .enumerate()
                .map(|(at, (part, ty))| at_index(at, part, ty))
                .collect();
            Value::sequence(unfolded.clone(), parts?)
        }
        Shape::Map(element) if found.is_map() => {
            let mut entries = Vec::new();
            for entry in value.entries().unwrap_or_default() {
                let part = converted(entry.value(), element, depth + 1, budget)
                    .map_err(|error| error.in_index(entry.key_str()))?;
                entries.push((entry.key().clone(), part));
            }
            Value::map_with_type(unfolded.clone(), entries.into_iter())
        }
        Shape::Map(element) if found.is_object() => {
            let mut entries = Vec::with_capacity(parts.len());
            for field in found.fields() {
                let Some(part) = value.attribute(field.name()) else {
                    continue;
                };
                let part = converted(part, element, depth + 1, budget)
                    .map_err(|error| error.in_attribute(field.name()))?;
                entries.push((Value::string(field.name()), part));
            }
            let entries = polycty_core::values::sort_entries(entries)?;
            Value::map_with_type(unfolded.clone(), entries.into_iter())
        }
        Shape::Object(object) if found.is_object() || found.is_map() => {
            let null = Value::null(Type::none().clone());
            let mut parts = Vec::with_capacity(object.len());
            for field in object.fields() {
                let name = field.name();
                let part = value.attribute(name).or_else(|| value.element(name));
                parts.push(
                    converted(part.unwrap_or(&null), field.ty(), depth + 1, budget)
                        .map_err(|error| error.in_attribute(name))?,
                );
            }
            Value::object_with_type(unfolded.clone(), parts)
        }
        _ if equal(target, found) => Ok(value.clone()),
        _ => Err(refused(value, target, budget)),
    }
}
