//! Access to the parts of a value: attributes, elements, length.
//!
//! A part of a marked value carries its marks. A part of an unknown value is unknown, and has the
//! type of the part if the key determines it.

use super::equality::set_has;
use super::operands::{unknown_bool, with_marks_of};
use super::range::length_interval;
use super::{BoundKind, Entry, Repr, SHORT_MAX, Value, nfc};
use crate::number::Number;
use crate::source::{Code, Error, Key, Path, PathStep, Result};
use crate::text::Quoted;
use crate::types::{Field, Kind, Type};

impl Value {
    /// Returns the value of an attribute.
    ///
    /// # Errors
    /// [`Code::Type`] if the value is not an object, [`Code::NotFound`] for a name that its type
    /// does not have, [`Code::Null`] for a null.
    pub fn get_attribute(&self, name: &str) -> Result<Value> {
        let marks = self.marks();
        let bare = self.unmarked();
        let ty = bare.ty();
        if ty.is_any() {
            return Ok(Value::dynamic().with_marks(&marks));
        }
        let Some(object) = ty.as_object() else {
            return Err(Error::new(Code::Type, "value is not an object").with_found(ty));
        };
        let name = nfc(name);
        let Some(at) = object.position(&name) else {
            return Err(Error::new(
                Code::NotFound,
                "value has no attribute of that name",
            ));
        };
        let attribute = match &bare.0 {
            Repr::Object(_, parts) => parts.slice[at].clone(),
            Repr::Row(row, table) => table.row(*row)[at].clone(),
            Repr::Null(_) => return Err(null("cannot access attributes on a null value")),
            _ => Value::unknown(object.fields()[at].ty().clone()),
        };
        Ok(attribute.with_marks(&marks))
    }

    /// Returns the element of a list or tuple at an index, or of a map under a key; null if a map
    /// does not have the key.
    ///
    /// # Errors
    /// [`Code::Type`] for a value without elements by key and for a key of a wrong type,
    /// [`Code::NotFound`] for an index out of range, [`Code::Null`] for a null.
    #[inline]
    pub fn index(&self, key: &Value) -> Result<Value> {
        with_marks_of(self, key, index)
    }

    /// Returns whether there is an element at an index or under a key: a bool, unknown if the
    /// operands do not determine it.
    ///
    /// # Errors
    /// [`Code::Type`] if the value is not a list, map or tuple, [`Code::Null`] for a null.
    #[inline]
    pub fn has_index(&self, key: &Value) -> Result<Value> {
        with_marks_of(self, key, has_index)
    }

    /// Returns whether a set has an element: a bool, unknown if the operands do not determine it.
    ///
    /// # Errors
    /// [`Code::Type`] if the value is not a set, [`Code::Null`] for a null set, [`Code::Marked`]
    /// for an element with marks inside.
    #[inline]
    pub fn has_element(&self, element: &Value) -> Result<Value> {
        with_marks_of(self, element, has_element)
    }

    /// Returns the length of a list, set, map, tuple or object: a number, unknown with bounds if
    /// the elements are not known.
    ///
    /// # Errors
    /// [`Code::Type`] for a value without a length, [`Code::Null`] for a null collection.
    pub fn length(&self) -> Result<Value> {
        let bare = self.unmarked();
        let ty = bare.ty();
        let length = if let Kind::Tuple { elements, .. } = ty.kind() {
            Value::from_u64(elements.len() as u64)
        } else if ty.is_any() && !bare.is_known() {
            unknown_length(0, None)?
        } else if ty.is_collection() {
            match length_interval(bare) {
                Some((min, Some(max))) if min == max => Value::from_u64(min),
                Some((min, max)) => unknown_length(min, max)?,
                None => return Err(null("value is null")),
            }
        } else if bare.is_known() {
            Value::from_u64(bare.length_int()? as u64)
        } else {
            return Err(no_length(ty));
        };
        Ok(length.with_marks(&self.marks()))
    }

    /// Returns the number of elements; for a set with unknown elements, the current number of its
    /// elements.
    ///
    /// # Errors
    /// [`Code::Marked`], [`Code::Unknown`] and [`Code::Null`] for such values (but tuples and
    /// objects have the length of their type), and [`Code::Type`] for a value without a length.
    pub fn length_int(&self) -> Result<usize> {
        self.assert_unmarked()?;
        match self.ty().kind() {
            Kind::Tuple { elements, .. } => return Ok(elements.len()),
            Kind::Object(object) => return Ok(object.len()),
            _ => {}
        }
        if !self.is_known() {
            return Err(Error::new(Code::Unknown, "value is not known"));
        }
        if self.is_null() {
            return Err(null("value is null"));
        }
        self.part_count().ok_or_else(|| no_length(self.ty()))
    }

    /// Whether the type has elements and the value has no marks. Nulls and unknowns still cannot be
    /// iterated.
    #[must_use]
    #[inline]
    pub fn can_iterate_elements(&self) -> bool {
        let ty = self.ty();
        !self.is_marked() && (ty.is_collection() || ty.is_tuple() || ty.is_object())
    }

    /// Returns the elements in order, each with its key.
    ///
    /// # Errors
    /// [`Code::Marked`], [`Code::Unknown`], [`Code::Null`] for such values, [`Code::Type`] for a
    /// value without elements.
    pub fn elements(&self) -> Result<Elements<'_>> {
        self.assert_unmarked()?;
        if !self.is_known() {
            return Err(Error::new(
                Code::Unknown,
                "can't use ElementIterator on unknown value",
            ));
        }
        if self.is_null() {
            return Err(null("can't use ElementIterator on null value"));
        }
        Elements::of(self).ok_or_else(|| {
            Error::new(
                Code::Type,
                "attempt to iterate on non-collection, non-tuple type",
            )
            .with_found(self.ty())
        })
    }

    /// Returns the part at a path.
    ///
    /// # Errors
    /// The error of the first step that cannot be taken, with its number. The path of the error
    /// ends before this step.
    pub fn path_apply(&self, path: &Path) -> Result<Value> {
        let mut value = self.clone();
        for (at, step) in path.steps().enumerate() {
            value = apply_step(&value, step).map_err(|error| {
                let message = format!("at step {at}: {}", error.message());
                let taken = path.steps().take(at).cloned().collect();
                error.with_message(message).with_path(taken)
            })?;
        }
        Ok(value)
    }

    pub(super) fn assert_unmarked(&self) -> Result<()> {
        if self.is_marked() {
            return Err(Error::new(
                Code::Marked,
                "value is marked, so must be unmarked first",
            ));
        }
        Ok(())
    }
}

/// The key of an element, borrowed from the container.
#[derive(Clone, Copy, Debug)]
pub enum ElementKey<'a> {
    /// The index in a list or tuple.
    Index(usize),
    /// The key in a map.
    Key(&'a Value),
    /// The name of an attribute.
    Attribute(&'a Field),
    /// The element of a set, which is its own key.
    Element(&'a Value),
}

impl ElementKey<'_> {
    /// The key as a value.
    #[must_use]
    pub fn to_value(self) -> Value {
        match self {
            ElementKey::Index(at) => Value::from_u64(at as u64),
            ElementKey::Key(key) | ElementKey::Element(key) => key.clone(),
            ElementKey::Attribute(field) => Value::string(field.name()),
        }
    }

    /// The number of bytes that are copied to convert the key to a value: those of a long name.
    /// Keys that are values already are shared.
    #[must_use]
    #[inline]
    pub fn copied_bytes(self) -> usize {
        match self {
            ElementKey::Attribute(field) if field.name().len() > SHORT_MAX => field.name().len(),
            _ => 0,
        }
    }

    /// The key as a step of a path.
    #[must_use]
    pub fn to_step(self) -> PathStep {
        match self {
            ElementKey::Index(at) => PathStep::Index(at.into()),
            ElementKey::Key(key) | ElementKey::Element(key) => PathStep::Index(key.to_key()),
            ElementKey::Attribute(field) => PathStep::Attr(field.shared_name().clone()),
        }
    }
}

/// An iterator over the elements of a value with their keys, without copies.
#[derive(Clone)]
pub struct Elements<'a> {
    keys: Keys<'a>,
    at: usize,
}

#[derive(Clone, Copy)]
enum Keys<'a> {
    Positions(&'a [Value]),
    Entries(&'a [Entry]),
    Attributes(&'a [Field], &'a [Value]),
    Elements(&'a [Value]),
}

impl<'a> Elements<'a> {
    /// Creates the iterator of a known container, whatever its marks.
    pub(super) fn of(value: &'a Value) -> Option<Elements<'a>> {
        let keys = match &value.unmarked().0 {
            Repr::Sequence(_, parts) => Keys::Positions(&parts.slice),
            Repr::Row(at, table) => match table.ty().fields() {
                [] => Keys::Positions(table.row(*at)),
                fields => Keys::Attributes(fields, table.row(*at)),
            },
            Repr::Set(_, parts) => Keys::Elements(&parts.slice),
            Repr::Map(_, entries) => Keys::Entries(&entries.slice),
            Repr::MapRow(at, table) => Keys::Entries(table.row(*at)),
            Repr::Object(_, parts) => Keys::Attributes(parts.header.header.fields(), &parts.slice),
            _ => return None,
        };
        Some(Elements { keys, at: 0 })
    }
}

impl<'a> Iterator for Elements<'a> {
    type Item = (ElementKey<'a>, &'a Value);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let at = self.at;
        let next = match self.keys {
            Keys::Positions(parts) => (ElementKey::Index(at), parts.get(at)?),
            Keys::Entries(entries) => {
                let entry = entries.get(at)?;
                (ElementKey::Key(entry.key()), entry.value())
            }
            Keys::Attributes(fields, parts) => {
                (ElementKey::Attribute(fields.get(at)?), parts.get(at)?)
            }
            Keys::Elements(parts) => {
                let part = parts.get(at)?;
                (ElementKey::Element(part), part)
            }
        };
        self.at += 1;
        Some(next)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = match self.keys {
            Keys::Positions(parts) | Keys::Elements(parts) | Keys::Attributes(_, parts) => {
                parts.len()
            }
            Keys::Entries(entries) => entries.len(),
        };
        (length - self.at, Some(length - self.at))
    }
}

impl ExactSizeIterator for Elements<'_> {}

/// The result of converting a key to an index.
enum KeyIndex {
    /// The key is unknown.
    Unknown,
    At(usize),
    /// A number that is not a valid index.
    Invalid,
    /// A key of a wrong type.
    WrongType,
}

/// Converts an unmarked key to an index.
fn key_index(key: &Value) -> Result<KeyIndex> {
    if key.ty().is_any() {
        return Ok(KeyIndex::Unknown);
    }
    if !key.ty().is_number() {
        return Ok(KeyIndex::WrongType);
    }
    if !key.is_known() {
        return Ok(KeyIndex::Unknown);
    }
    let number = key.as_number().ok_or_else(|| null("the key is null"))?;
    let at = number.to_i64().and_then(|at| usize::try_from(at).ok());
    Ok(at.map_or(KeyIndex::Invalid, KeyIndex::At))
}

fn index(value: &Value, key: &Value) -> Result<Value> {
    let ty = value.ty();
    let wrong_key = |what| Err(Error::new(Code::Type, what).with_found(key.ty()));
    match ty.kind() {
        Kind::Any => Ok(Value::dynamic()),
        Kind::List { element, .. } => {
            let typed = key.ty().is_any() || key.ty().is_number();
            if typed && !value.is_known() {
                return Ok(Value::unknown(element.clone()));
            }
            match key_index(key)? {
                KeyIndex::WrongType => wrong_key("element key for list must be number"),
                KeyIndex::Unknown => Ok(Value::unknown(element.clone())),
                KeyIndex::Invalid => Err(not_an_index()),
                KeyIndex::At(at) => part_at(value, at),
            }
        }
        Kind::Map { element, .. } => {
            if key.ty().is_any() {
                return Ok(Value::unknown(element.clone()));
            }
            if !key.ty().is_string() {
                return wrong_key("element key for map must be string");
            }
            if !key.is_known() || !value.is_known() {
                return Ok(Value::unknown(element.clone()));
            }
            Ok(find(value, key)?
                .cloned()
                .unwrap_or_else(|| Value::null(element.clone())))
        }
        Kind::Tuple { elements, .. } => match key_index(key)? {
            KeyIndex::WrongType => wrong_key("element key for tuple must be number"),
            KeyIndex::Unknown => Ok(Value::dynamic()),
            KeyIndex::Invalid => Err(not_an_index()),
            KeyIndex::At(at) if !value.is_known() => elements
                .get(at)
                .map(|ty| Value::unknown(ty.clone()))
                .ok_or_else(|| out_of_range(at)),
            KeyIndex::At(at) => part_at(value, at),
        },
        _ => Err(not_indexable(ty)),
    }
}

fn has_index(value: &Value, key: &Value) -> Result<Value> {
    let ty = value.ty();
    match ty.kind() {
        Kind::Any => Ok(unknown_bool()),
        Kind::List { .. } => {
            let typed = key.ty().is_any() || key.ty().is_number();
            if typed && !value.is_known() {
                return Ok(unknown_bool());
            }
            match key_index(key)? {
                KeyIndex::Unknown => Ok(unknown_bool()),
                KeyIndex::WrongType | KeyIndex::Invalid => Ok(Value::bool(false)),
                KeyIndex::At(at) => {
                    let parts = value.parts().ok_or_else(|| null("value is null"))?;
                    Ok(Value::bool(at < parts.len()))
                }
            }
        }
        Kind::Map { .. } => {
            if key.ty().is_any() {
                return Ok(unknown_bool());
            }
            if !key.ty().is_string() {
                return Ok(Value::bool(false));
            }
            if !key.is_known() || !value.is_known() {
                return Ok(unknown_bool());
            }
            Ok(Value::bool(find(value, key)?.is_some()))
        }
        Kind::Tuple { elements, .. } => Ok(match key_index(key)? {
            KeyIndex::Unknown => unknown_bool(),
            KeyIndex::WrongType | KeyIndex::Invalid => Value::bool(false),
            KeyIndex::At(at) => Value::bool(at < elements.len()),
        }),
        _ => Err(not_indexable(ty)),
    }
}

fn has_element(set: &Value, element: &Value) -> Result<Value> {
    if set.is_null() {
        return Err(null("cannot HasElement on null value"));
    }
    let Some(elements) = set.parts().filter(|_| set.ty().is_set()) else {
        return if set.is_known() {
            Err(Error::new(Code::Type, "not a set type").with_found(set.ty()))
        } else {
            Ok(unknown_bool())
        };
    };
    let element_type = set.ty().element().unwrap_or_else(|| Type::any());
    let same_type = element.ty() == element_type;
    if !same_type && !element.ty().is_any() && !element_type.is_any() {
        return Ok(Value::bool(false));
    }
    if !element.is_known() {
        return Ok(unknown_bool());
    }
    if !same_type {
        return Ok(Value::bool(false));
    }
    if element.contains_marked() {
        return Err(Error::new(
            Code::Marked,
            "the element must not contain marks",
        ));
    }
    Ok(if set_has(elements, element) {
        Value::bool(true)
    } else if set.is_wholly_known() {
        Value::bool(false)
    } else {
        // An unknown element may be equal to this one.
        unknown_bool()
    })
}

fn unknown_length(min: u64, max: Option<u64>) -> Result<Value> {
    let max = Number::from_u64(max.unwrap_or(i64::MAX as u64));
    Value::unknown(Type::number().clone())
        .refine()
        .not_null()
        .at_least(&Value::from_u64(min), BoundKind::Inclusive)
        .at_most(&Value::from_number(max), BoundKind::Inclusive)
        .build()
}

fn part_at(value: &Value, at: usize) -> Result<Value> {
    let parts = value
        .parts()
        .ok_or_else(|| null("cannot index a null value"))?;
    parts.get(at).cloned().ok_or_else(|| out_of_range(at))
}

/// Returns the element of a map; the map and the key are known and unmarked.
fn find<'a>(map: &'a Value, key: &Value) -> Result<Option<&'a Value>> {
    let entries = map
        .entries()
        .ok_or_else(|| null("cannot index a null value"))?;
    let key = key.as_str_bytes().ok_or_else(|| null("the key is null"))?;
    let at = entries.binary_search_by(|entry| entry.key_bytes().cmp(key));
    Ok(at.ok().map(|at| entries[at].value()))
}

fn apply_step(value: &Value, step: &PathStep) -> Result<Value> {
    let ty = value.ty();
    let fail = |code, message: String| Err(Error::new(code, message).with_found(ty));
    match step {
        PathStep::Attr(name) => {
            if value.is_null() {
                return Err(null("cannot access attributes on a null value"));
            }
            if !ty.is_object() {
                return fail(Code::Type, "not an object type".into());
            }
            if ty.field(&nfc(name)).is_none() {
                let name = Quoted(name);
                return fail(Code::NotFound, format!("object has no attribute {name}"));
            }
            value.get_attribute(name)
        }
        PathStep::Index(key) => {
            if value.is_null() {
                return Err(null("cannot index a null value"));
            }
            let key = match key {
                Key::String(text) => Value::nfc_string(text),
                other => Value::from_key(other),
            };
            if key.ty().is_number() {
                if !ty.is_list() && !ty.is_tuple() {
                    return fail(Code::Type, "not a list type".into());
                }
            } else if key.ty().is_string() {
                if !ty.is_map() {
                    return fail(Code::Type, "not a map type".into());
                }
            } else {
                return fail(Code::Type, "key value not number or string".into());
            }
            let has = value.has_index(&key)?;
            match has.as_bool() {
                None => {
                    let element = ty.element().ok_or_else(not_an_index)?;
                    Ok(Value::unknown(element.clone()).with_marks(&has.marks()))
                }
                Some(true) => value.index(&key),
                Some(false) => fail(Code::NotFound, "value does not have given index key".into()),
            }
        }
    }
}

#[cold]
fn null(message: &str) -> Error {
    Error::new(Code::Null, message)
}

#[cold]
fn not_an_index() -> Error {
    Error::new(
        Code::Value,
        "element key for list must be non-negative integer",
    )
}

#[cold]
fn out_of_range(at: usize) -> Error {
    Error::new(Code::NotFound, format!("index {at} is out of range"))
}

#[cold]
fn not_indexable(ty: &Type) -> Error {
    Error::new(Code::Type, "not a list, map, or tuple type").with_found(ty)
}

#[cold]
fn no_length(ty: &Type) -> Error {
    Error::new(Code::Type, "value is not a collection").with_found(ty)
}
