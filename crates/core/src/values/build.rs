//! Constructors of values.
//!
//! Constructors of containers check the rules of all dialects: parts of one type, unique names,
//! bounded depth. Names and keys are kept as given; the HCL dialect normalizes them before the
//! call.

use super::order::total_cmp;
use super::set_order::{set_cmp, sort_distinct};
use super::text::{LongText, ShortText, SortKey};
use super::{CapsuleValue, Entry, Facts, LEAF, MarkSet, Refined, Refinement, Repr, Value, nfc};
use crate::number::{Integer, Number, Repr as NumberRepr};
use crate::source::{Code, Error, Result};
use crate::types::{CapsuleData, CapsuleType, Field, Str, Type};
use std::cmp::Ordering;
use triomphe::{Arc, ThinArc};

/// Scalars.
impl Value {
    /// The null value of a type.
    #[must_use]
    pub fn null(ty: Type) -> Value {
        Value(Repr::Null(ty))
    }

    /// The unknown value of a type, without a refinement.
    #[must_use]
    pub fn unknown(ty: Type) -> Value {
        Value(Repr::Unknown(ty))
    }

    /// The unknown value of an unknown type (cty `DynamicVal`).
    #[must_use]
    pub fn dynamic() -> Value {
        Value::unknown(Type::any().clone())
    }

    /// An unknown value with a refinement that fits its type. [`Value::refine`] has the rules for
    /// collapsing to a known value; this constructor keeps the refinement unchanged.
    pub fn refined(ty: Type, refinement: Refinement) -> Value {
        if refinement.is_none() {
            return Value::unknown(ty);
        }
        Value(Repr::Refined(Arc::new(Refined { ty, refinement })))
    }

    /// A boolean.
    #[must_use]
    pub const fn bool(value: bool) -> Value {
        Value(Repr::Bool(value))
    }

    /// A number.
    #[must_use]
    #[inline]
    pub fn from_number(number: Number) -> Value {
        match number.0 {
            NumberRepr::Small { precision, int } => Value(Repr::SmallNumber { precision, int }),
            NumberRepr::Big(big) => Value(Repr::BigNumber(big)),
        }
    }

    /// A number with 64 bits of precision.
    #[must_use]
    pub fn from_i64(value: i64) -> Value {
        Value::from_number(Number::from_i64(value))
    }

    /// A number with 64 bits of precision.
    #[must_use]
    pub fn from_u64(value: u64) -> Value {
        Value::from_number(Number::from_u64(value))
    }

    /// An exact integer.
    #[must_use]
    pub fn from_integer(integer: Integer) -> Value {
        match integer.to_i64() {
            Some(small) => Value(Repr::SmallInteger(small)),
            None => Value(Repr::BigInteger(Arc::new(integer))),
        }
    }

    /// A double.
    #[must_use]
    pub const fn from_double(double: f64) -> Value {
        Value(Repr::Double(double))
    }

    /// A string, not normalized.
    #[must_use]
    pub fn string(text: &str) -> Value {
        Value::text(text, text.is_ascii())
    }

    /// A string in Unicode normal form C, as HCL and PCL require.
    #[must_use]
    #[inline]
    pub fn nfc_string(text: &str) -> Value {
        Value::text(&nfc(text), true)
    }

    /// A string; `nfc` specifies whether it is in normal form C.
    #[inline(always)]
    pub fn text(text: &str, nfc: bool) -> Value {
        match ShortText::new(text, nfc) {
            Some(short) => Value(Repr::Short(short)),
            None => Value(Repr::Long(LongText::shared(text, nfc))),
        }
    }

    /// A string of ASCII bytes that is stored inline; `None` for other bytes.
    #[inline]
    pub(crate) fn short_ascii(bytes: &[u8]) -> Option<Value> {
        ShortText::ascii(bytes).map(|text| Value(Repr::Short(text)))
    }

    /// A capsule with the host's data.
    #[must_use]
    pub fn capsule(ty: std::sync::Arc<CapsuleType>, data: CapsuleData) -> Value {
        Value(Repr::Capsule(Arc::new(CapsuleValue {
            ty: Type::capsule(ty),
            data,
        })))
    }
}

/// Containers.
impl Value {
    /// A list of at least one element. All elements have one type, except that an element of the
    /// type `any` (null or unknown) takes the type of the others.
    ///
    /// # Errors
    /// [`Code::Type`] with the index of the first element of a different type.
    pub fn list(elements: Vec<Value>) -> Result<Value> {
        let (element, mut elements) = one_type(elements, "list")?;
        Value::sequence_of(Type::list(element)?, &mut elements)
    }

    /// A list with an element type, possibly empty. Elements of the type `any` take the element
    /// type.
    ///
    /// # Errors
    /// [`Code::Type`] with the index of the first element of a different type.
    pub fn list_of(element: &Type, elements: Vec<Value>) -> Result<Value> {
        let mut elements = all_of(element, elements)?;
        Value::sequence_of(Type::list(element.clone())?, &mut elements)
    }

    /// A tuple; the elements determine its type.
    ///
    /// # Errors
    /// [`Code::Limit`] if it is nested too deep.
    pub fn tuple(elements: Vec<Value>) -> Result<Value> {
        let types: Box<[Type]> = elements.iter().map(|e| e.ty().clone()).collect();
        Value::sequence(Type::tuple(types)?, elements)
    }

    /// A set of at least one element. Equal elements are merged, and the marks of the elements, at
    /// any depth, are moved to the set.
    ///
    /// # Errors
    /// [`Code::Type`] with the index of the first element of a different type.
    pub fn set(elements: Vec<Value>) -> Result<Value> {
        let (element, elements) = one_type(elements, "set")?;
        Value::set_with_type(Type::set(element)?, elements)
    }

    /// A set with an element type, possibly empty.
    ///
    /// # Errors
    /// [`Code::Type`] with the index of the first element of a different type.
    pub fn set_of(element: &Type, elements: Vec<Value>) -> Result<Value> {
        let elements = all_of(element, elements)?;
        Value::set_with_type(Type::set(element.clone())?, elements)
    }

    /// A map of at least one entry; all elements have one type as in [`Value::list`]. A repeated
    /// key replaces the earlier entry.
    ///
    /// # Errors
    /// [`Code::Type`] with the key of the first element of a different type.
    pub fn map(entries: impl IntoIterator<Item = (Value, Value)>) -> Result<Value> {
        let entries = sort_entries(entries)?;
        let (keys, values): (Vec<Value>, Vec<Value>) = entries.into_iter().unzip();
        let (element, values) = one_type(values, "map").map_err(|error| in_key(error, &keys))?;
        Value::map_with_type(Type::map(element)?, keys.into_iter().zip(values))
    }

    /// A map with an element type, possibly empty.
    ///
    /// # Errors
    /// [`Code::Type`] with the key of the first element of a different type.
    pub fn map_of(
        element: &Type,
        entries: impl IntoIterator<Item = (Value, Value)>,
    ) -> Result<Value> {
        let entries = sort_entries(entries)?;
        let (keys, values): (Vec<Value>, Vec<Value>) = entries.into_iter().unzip();
        let values = all_of(element, values).map_err(|error| in_key(error, &keys))?;
        Value::map_with_type(Type::map(element.clone())?, keys.into_iter().zip(values))
    }

    /// An object with its attributes in ascending order of their names, which determine its type. A
    /// repeated attribute replaces the earlier one.
    ///
    /// # Errors
    /// [`Code::Limit`] if it is nested too deep.
    pub fn object(attributes: impl IntoIterator<Item = (Str, Value)>) -> Result<Value> {
        object_of(attributes.into_iter().collect())
    }
}

/// The non-generic part of [`Value::object`].
fn object_of(mut attributes: Vec<(Str, Value)>) -> Result<Value> {
    attributes.sort_by(|a, b| a.0.cmp(&b.0));
    keep_last(&mut attributes, |a, b| a.0 == b.0);
    let fields: Box<[Field]> = attributes
        .iter()
        .map(|(name, value)| Field::new(name.clone(), value.ty().clone()))
        .collect();
    let values: Vec<Value> = attributes.into_iter().map(|(_, value)| value).collect();
    Value::object_with_type(Type::object(fields)?, values)
}

/// Containers of a given type whose parts must fit the type. Codecs and converters use these
/// constructors.
impl Value {
    /// A list or tuple of exactly this type. The parts are moved directly into the value's
    /// allocation, so a drained stack is as fast as a vector.
    pub fn sequence(
        ty: Type,
        parts: impl IntoIterator<Item = Value, IntoIter: ExactSizeIterator>,
    ) -> Result<Value> {
        let (facts, parts) = gather(ty, parts.into_iter())?;
        Ok(Value(Repr::Sequence(facts, parts)))
    }

    /// A list or tuple of exactly this type. The parts are moved out of the slice.
    pub fn sequence_of(ty: Type, parts: &mut [Value]) -> Result<Value> {
        let (facts, parts) = taken(ty, parts.iter_mut())?;
        Ok(Value(Repr::Sequence(facts, parts)))
    }

    /// A list or tuple of exactly this type, with all parts of several slices.
    pub fn joined(ty: Type, runs: &[&[Value]]) -> Result<Value> {
        let mut facts = LEAF;
        let count = runs.iter().map(|run| run.len()).sum();
        let parts = filled(ty, count, |mut room| {
            for run in runs {
                let (here, rest) = room.split_at_mut(run.len());
                room = rest;
                for (slot, part) in here.iter_mut().zip(*run) {
                    facts.gather(part.facts());
                    *slot = part.clone();
                }
            }
        });
        Ok(Value(Repr::Sequence(facts.bounded()?, parts)))
    }

    /// An object of exactly this type, with its values in the order of the fields.
    pub fn object_with_type(
        ty: Type,
        parts: impl IntoIterator<Item = Value, IntoIter: ExactSizeIterator>,
    ) -> Result<Value> {
        let (facts, parts) = gather(ty, parts.into_iter())?;
        Ok(Value(Repr::Object(facts, parts)))
    }

    /// An object of exactly this type. For each field, `places` has the index of its value in the
    /// slice; the values are moved out.
    pub(crate) fn object_of(ty: Type, values: &mut [Value], places: &[u32]) -> Result<Value> {
        let mut facts = LEAF;
        let parts = filled(ty, places.len(), |room| {
            for (slot, place) in room.iter_mut().zip(places) {
                if let Some(value) = values.get_mut(*place as usize) {
                    std::mem::swap(slot, value);
                }
                facts.gather(slot.facts());
            }
        });
        Ok(Value(Repr::Object(facts.bounded()?, parts)))
    }

    /// A map of exactly this type, with entries in strictly ascending order of their keys.
    pub fn map_with_type(
        ty: Type,
        entries: impl ExactSizeIterator<Item = (Value, Value)>,
    ) -> Result<Value> {
        let mut facts = LEAF;
        let parts = ThinArc::from_header_and_iter(
            ty,
            entries.map(|(key, value)| {
                facts.gather(key.facts());
                facts.gather(value.facts());
                Entry::new(key, value)
            }),
        );
        Ok(Value(Repr::Map(facts.bounded()?, parts)))
    }

    /// A list of exactly this type, with these parts in their total order.
    pub fn sorted(ty: Type, parts: &[Value]) -> Result<Value> {
        if let Some(mut keys) = sort_keys(parts) {
            keys.sort_unstable();
            return Value::sequence(ty, keys.into_iter().map(Value::of_key));
        }
        let mut parts = parts.to_vec();
        parts.sort_by(total_cmp);
        Value::sequence(ty, parts)
    }

    #[inline]
    fn of_key(key: SortKey) -> Value {
        Value(Repr::Short(key.text()))
    }

    /// A set of exactly this type. Orders the elements, drops duplicates, and moves marks to the
    /// set.
    pub fn set_with_type(ty: Type, mut parts: Vec<Value>) -> Result<Value> {
        let mut marks = Vec::new();
        for part in &mut parts {
            if part.contains_marked() {
                *part = part.strip(&mut marks);
            }
        }
        let (facts, parts) = if parts.is_sorted_by(|a, b| set_cmp(a, b) == Ordering::Less) {
            gather(ty, parts.into_iter())?
        } else if let Some(mut keys) = sort_keys(&parts) {
            // The parts are often two sets, and the stable sort merges ascending parts.
            keys.sort();
            keys.dedup_by(|a, b| a.same_text(*b));
            gather(ty, keys.into_iter().map(Value::of_key))?
        } else {
            sort_distinct(&mut parts);
            gather(ty, parts.into_iter())?
        };
        Ok(Value(Repr::Set(facts, parts)).with_marks(&MarkSet::union_of(marks)))
    }

    /// Returns a container with each part replaced by a part of the same type and order; other
    /// values are returned unchanged. The marks of the container are dropped.
    pub(crate) fn map_parts(&self, with: &mut dyn FnMut(&Value) -> Value) -> Value {
        let mut facts = LEAF;
        let mut part = |value: &Value| {
            let value = with(value);
            facts.gather(value.facts());
            value
        };
        match &self.unmarked().0 {
            Repr::Sequence(_, parts) => {
                let parts = ThinArc::from_header_and_iter(
                    parts.header.header.clone(),
                    parts.slice.iter().map(&mut part),
                );
                Value(Repr::Sequence(facts.around(), parts))
            }
            Repr::Row(at, table) => {
                let parts = ThinArc::from_header_and_iter(
                    table.ty().clone(),
                    table.row(*at).iter().map(&mut part),
                );
                Value(if table.ty().is_tuple() {
                    Repr::Sequence(facts.around(), parts)
                } else {
                    Repr::Object(facts.around(), parts)
                })
            }
            Repr::Set(_, parts) => {
                let parts = ThinArc::from_header_and_iter(
                    parts.header.header.clone(),
                    parts.slice.iter().map(&mut part),
                );
                Value(Repr::Set(facts.around(), parts))
            }
            Repr::Object(_, parts) => {
                let parts = ThinArc::from_header_and_iter(
                    parts.header.header.clone(),
                    parts.slice.iter().map(&mut part),
                );
                Value(Repr::Object(facts.around(), parts))
            }
            Repr::Map(..) | Repr::MapRow(..) => {
                let entries = self.entries().unwrap_or_default().iter();
                let entries = ThinArc::from_header_and_iter(
                    self.ty().clone(),
                    entries.map(|entry| Entry::new(entry.key.clone(), part(&entry.value))),
                );
                for entry in &entries.slice {
                    facts.gather(entry.key.facts());
                }
                Value(Repr::Map(facts.around(), entries))
            }
            _ => self.clone(),
        }
    }
}

/// The sort keys of the values, if all of them are short strings.
fn sort_keys(values: &[Value]) -> Option<Vec<SortKey>> {
    let key = |value: &Value| match &value.0 {
        Repr::Short(text) => Some(text.sort_key()),
        _ => None,
    };
    let mut keys = Vec::with_capacity(values.len());
    for value in values {
        keys.push(key(value)?);
    }
    Some(keys)
}

/// Moves the parts into an allocation after their type, and collects the facts of the container.
#[inline]
fn gather(
    ty: Type,
    parts: impl ExactSizeIterator<Item = Value>,
) -> Result<(Facts, ThinArc<Type, Value>)> {
    let mut facts = LEAF;
    let parts = ThinArc::from_header_and_iter(ty, parts.inspect(|part| facts.gather(part.facts())));
    Ok((facts.bounded()?, parts))
}

/// Does the same as [`gather`] with parts that are moved out of a slice.
fn taken<'p>(
    ty: Type,
    parts: impl ExactSizeIterator<Item = &'p mut Value>,
) -> Result<(Facts, ThinArc<Type, Value>)> {
    let mut facts = LEAF;
    let parts = filled(ty, parts.len(), |room| {
        for (slot, part) in room.iter_mut().zip(parts) {
            facts.gather(part.facts());
            std::mem::swap(slot, part);
        }
    });
    Ok((facts.bounded()?, parts))
}

/// Allocates `count` parts after a header, and fills them one by one over placeholders. For many
/// parts this is faster than an iterator, which moves each part twice.
pub(super) fn filled<H>(
    head: H,
    count: usize,
    fill: impl FnOnce(&mut [Value]),
) -> ThinArc<H, Value> {
    let blank = (0..count).map(|_| Value::bool(false));
    let mut parts = ThinArc::from_header_and_iter(head, blank);
    parts.with_arc_mut(|parts| {
        if let Some(parts) = Arc::get_mut(parts) {
            fill(parts.slice_mut());
        }
    });
    parts
}

/// Determines the one type of all values, and returns the values with that type.
fn one_type(values: Vec<Value>, container: &str) -> Result<(Type, Vec<Value>)> {
    let typed = values.iter().find(|value| !value.ty().is_any());
    let Some(first) = values.first() else {
        return Err(Error::new(
            Code::InvalidArgument,
            format!("an empty {container} needs an element type"),
        ));
    };
    let element = typed.unwrap_or(first).ty().clone();
    let values = all_of(&element, values)?;
    Ok((element, values))
}

/// Returns the values with this type; those of the type `any` take it.
fn all_of(element: &Type, mut values: Vec<Value>) -> Result<Vec<Value>> {
    if element.is_any() {
        return Ok(values);
    }
    // The representation of a scalar determines its type, so most values need no comparison of
    // types.
    let common = values.first().and_then(scalar_kind);
    let common = common.filter(|_| values[0].ty() == element);
    for (at, value) in values.iter_mut().enumerate() {
        if common.is_some() && scalar_kind(value) == common {
            continue;
        }
        if value.ty().is_any() {
            *value = value.with_known_type(element);
        } else if value.ty() != element {
            return Err(Error::new(
                Code::Type,
                "all elements of a collection must have the same type",
            )
            .in_index(at)
            .with_expected(element)
            .with_found(value.ty()));
        }
    }
    Ok(values)
}

/// The scalar kinds of cty, each with one type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ScalarKind {
    Bool,
    Number,
    String,
}

#[inline]
fn scalar_kind(value: &Value) -> Option<ScalarKind> {
    match &value.0 {
        Repr::Bool(_) => Some(ScalarKind::Bool),
        Repr::SmallNumber { .. } | Repr::BigNumber(_) => Some(ScalarKind::Number),
        Repr::Short(_) | Repr::Long(_) => Some(ScalarKind::String),
        _ => None,
    }
}

impl Value {
    /// Returns a null or unknown of the type `any` with a different type.
    fn with_known_type(&self, ty: &Type) -> Value {
        let value = if self.is_null() {
            Value::null(ty.clone())
        } else {
            Value::unknown(ty.clone())
        };
        value.with_marks(&self.marks())
    }
}

fn in_key(error: Error, keys: &[Value]) -> Error {
    let key = match error.path().get(0) {
        Some(crate::source::PathStep::Index(crate::source::Key::Number(at))) => {
            at.to_i64().and_then(|at| keys.get(at as usize))
        }
        _ => None,
    };
    match key {
        Some(key) => {
            let key = key.to_key();
            error.with_path(crate::source::Path::new()).in_index(key)
        }
        None => error,
    }
}

/// Sorts entries by ascending keys; of equal keys the last one is kept.
pub fn sort_entries(
    entries: impl IntoIterator<Item = (Value, Value)>,
) -> Result<Vec<(Value, Value)>> {
    sorted_entries(entries.into_iter().collect())
}

/// The non-generic part of [`sort_entries`].
fn sorted_entries(mut entries: Vec<(Value, Value)>) -> Result<Vec<(Value, Value)>> {
    for (key, _) in &entries {
        if key.as_str_bytes().is_none() || key.is_marked() {
            return Err(Error::new(
                Code::Type,
                "the key of a map must be a known string without marks",
            )
            .with_expected(Type::string())
            .with_found(key.ty()));
        }
    }
    let order = |a: &(Value, Value), b: &(Value, Value)| key_order(&a.0, &b.0);
    if !entries.is_sorted_by(|a, b| order(a, b) == Ordering::Less) {
        entries.sort_by(order);
        keep_last(&mut entries, |a, b| order(a, b) == Ordering::Equal);
    }
    Ok(entries)
}

/// Compares two keys, which are strings without marks. Most are short and compared as numbers.
#[inline]
fn key_order(a: &Value, b: &Value) -> Ordering {
    match (&a.0, &b.0) {
        (Repr::Short(a), Repr::Short(b)) => a.cmp_text(b),
        _ => a.as_str_bytes().cmp(&b.as_str_bytes()),
    }
}

/// Keeps the last of each run of equal items.
fn keep_last<T>(items: &mut Vec<T>, same: impl Fn(&T, &T) -> bool) {
    items.reverse();
    items.dedup_by(|a, b| same(a, b));
    items.reverse();
}
