//! Encoding of values as MessagePack (go-cty `msgpack.Marshal`).
//!
//! The value must already conform to the type. A value of the type `any` is an array of its own
//! type as JSON and the value. Unknown values are extensions.

use super::extension::write_unknown;
use super::writer::{write_bool, write_head, write_map_head, write_number, write_text};
use crate::calls::Budget;
use crate::codec::meter::Meter;
use crate::codec::type_json::type_to_json;
use crate::codec::{attribute, nonconforming, other_attributes, unwritable_type};
use crate::source::{Code, Error, PathStep, Result};
use crate::types::{Kind, ObjectType, StringConstraint, Type};
use crate::values::{Detail, Value};
use rmp::Marker;

/// Encodes a value that conforms to a type.
///
/// # Errors
/// With the path to the invalid part: [`Code::Type`] if the value does not conform,
/// [`Code::Marked`], [`Code::Unsupported`] for a value without a MessagePack form, and
/// [`Code::Limit`] for numbers with too many digits.
///
/// ```
/// use polycty_core::codec::msgpack;
/// use polycty_core::types::Type;
/// use polycty_core::values::Value;
/// let value = Value::tuple(vec![Value::string("a"), Value::from_i64(300)])?;
/// let bytes = msgpack::encode(&value, value.ty())?;
/// assert_eq!(bytes, [0x92, 0xa1, b'a', 0xcd, 0x01, 0x2c]);
/// assert_eq!(msgpack::decode(&bytes, value.ty())?, value);
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
pub fn encode(value: &Value, ty: &Type) -> Result<Vec<u8>> {
    encode_within(value, ty, &Budget::new())
}

/// Encodes a value as [`encode`] does, and charges a budget.
///
/// # Errors
/// As [`encode`]; [`Code::Limit`] if the budget is exceeded.
pub fn encode_within(value: &Value, ty: &Type, budget: &Budget) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut meter = Meter::of_bytes(budget);
    write(value, ty, &mut out, &mut meter)?;
    meter.finish(out.len())?;
    Ok(out)
}

fn write(value: &Value, ty: &Type, out: &mut Vec<u8>, meter: &mut Meter<'_>) -> Result<()> {
    meter.reached(out.len())?;
    if !value.is_present() {
        return write_absent(value, ty, out, meter);
    }
    match ty.kind() {
        Kind::Any if !value.ty().is_any() => return write_dynamic(value, out, meter),
        Kind::String(StringConstraint::Plain) => {
            if let Some(text) = value.as_str_bytes() {
                meter.check_memory(text.len())?;
                write_text(text, out);
                return Ok(());
            }
        }
        Kind::Number => {
            if let Some(number) = value.as_number() {
                meter.writes(&number)?;
                return write_number(&number, out);
            }
        }
        Kind::Bool(None) => {
            if let Some(value) = value.as_bool() {
                write_bool(value, out);
                return Ok(());
            }
        }
        Kind::Object(object) => {
            if let (Some(parts), Some(given)) = (value.parts(), value.ty().as_object()) {
                return write_object(parts, given, object, out, meter);
            }
        }
        Kind::Map {
            key,
            element,
            size: None,
        } if key == Type::string() => {
            if let Some(entries) = value.entries() {
                write_map_head(entries.len(), out);
                for entry in entries {
                    write_text(entry.key_bytes(), out);
                    write(entry.value(), element, out, meter)
                        .map_err(|error| error.in_index(entry.key().to_key()))?;
                }
                return Ok(());
            }
        }
        Kind::List {
            element,
            size: None,
        } => {
            if let Some(parts) = value.parts().filter(|_| value.ty().is_list()) {
                let step = |at: usize, _: &Value| PathStep::Index(at.into());
                return write_sequence(parts, |_| element, step, out, meter);
            }
        }
        Kind::Set(element) => {
            if let Some(parts) = value.parts().filter(|_| value.ty().is_set()) {
                let step = |_, part: &Value| PathStep::Index(part.to_key());
                return write_sequence(parts, |_| element, step, out, meter);
            }
        }
        Kind::Tuple {
            elements,
            size: None,
        } => {
            if let Some(parts) = value.parts()
                && value.ty().is_tuple()
                && parts.len() == elements.len()
            {
                let step = |at: usize, _: &Value| PathStep::Index(at.into());
                return write_sequence(parts, |at| &elements[at], step, out, meter);
            }
        }
        Kind::Capsule(_) => {
            return Err(Error::new(
                Code::Unsupported,
                "capsule types not supported for msgpack encoding",
            ));
        }
        _ => {
            return Err(Error::new(
                Code::Unsupported,
                format!("cannot msgpack-serialize {}", ty.friendly_name()),
            ));
        }
    }
    Err(nonconforming(value, ty))
}

/// Writes a null or unknown value. Marked values are errors.
fn write_absent(value: &Value, ty: &Type, out: &mut Vec<u8>, meter: &mut Meter<'_>) -> Result<()> {
    if value.is_marked() {
        return Err(Error::new(
            Code::Marked,
            "value has marks, so it cannot be serialized",
        ));
    }
    if ty.is_any() && !value.ty().is_any() {
        return write_dynamic(value, out, meter);
    }
    if let Some(refinement) = value.refinement() {
        if let Detail::Number { min, max } = &refinement.detail {
            let bounds = [min, max].into_iter().flatten();
            bounds
                .map(|bound| &bound.value)
                .try_for_each(|bound| meter.writes(bound))?;
        }
        return write_unknown(refinement, out);
    }
    out.push(Marker::Null.to_u8());
    Ok(())
}

fn write_dynamic(value: &Value, out: &mut Vec<u8>, meter: &mut Meter<'_>) -> Result<()> {
    let ty = type_to_json(value.ty()).map_err(unwritable_type)?;
    out.push(Marker::FixArray(2).to_u8());
    let markers = [Marker::Bin8, Marker::Bin16, Marker::Bin32].map(Some);
    write_head(ty.len(), |_| None, markers, out);
    out.extend_from_slice(ty.as_bytes());
    write(value, value.ty(), out, meter)
}

fn write_sequence<'t>(
    parts: &[Value],
    ty: impl Fn(usize) -> &'t Type,
    step: impl Fn(usize, &Value) -> PathStep,
    out: &mut Vec<u8>,
    meter: &mut Meter<'_>,
) -> Result<()> {
    write_head(
        parts.len(),
        |length| (length < 16).then_some(Marker::FixArray(length as u8)),
        [None, Some(Marker::Array16), Some(Marker::Array32)],
        out,
    );
    for (at, part) in parts.iter().enumerate() {
        write(part, ty(at), out, meter).map_err(|error| error.in_step(step(at, part)))?;
    }
    Ok(())
}

fn write_object(
    parts: &[Value],
    given: &ObjectType,
    wanted: &ObjectType,
    out: &mut Vec<u8>,
    meter: &mut Meter<'_>,
) -> Result<()> {
    if parts.len() != wanted.len() {
        return Err(other_attributes());
    }
    write_map_head(parts.len(), out);
    for (turn, field) in wanted.sorted_fields().enumerate() {
        write_text(field.name().as_bytes(), out);
        let part = attribute(parts, given, field, turn).ok_or_else(other_attributes)?;
        write(part, field.ty(), out, meter).map_err(|error| error.in_attribute(field.name()))?;
    }
    Ok(())
}
