//! The image of a value in PCL, as an instance of a type.
//!
//! The type determines the image part by part. The only conversions are between the kinds in which
//! PCL represents the same data. A value of a union becomes an instance of the member that is its
//! own type, or of the first member that it fits. Deferred types are treated as their resolved
//! types. Doubles are provisional numbers.

use super::cty;
use polycty_core::calls::Budget;
use polycty_core::number::Number;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{IdMap, IdSet, Kind, Scalar, Type, Visit};
use polycty_core::values::{Value, sort_entries};
use polycty_pcl::{PclType, shape};

/// The maximum nesting of values, and of types that refer to others without consuming a part of the
/// value.
const DEPTH_MAX: usize = 512;

/// Converts a provisional value to an instance of a type.
pub(super) fn shaped(provisional: &Value, ty: &Type, budget: &Budget) -> Result<Value> {
    let mut shaping = Shaping {
        budget,
        members: IdMap::default(),
        unfolded: IdMap::default(),
        depth: 0,
    };
    shaping.shaped(provisional, ty)
}

/// Returns whether the elements of a set differ in more than their kinds.
pub(super) fn is_set_in_one_kind(set: &Value) -> Result<bool> {
    let parts = set.parts().unwrap_or_default();
    let numbers = parts.iter().map(of_one_kind).collect::<Result<Vec<_>>>()?;
    let distinct = Value::set_with_type(Type::set(Type::any().clone())?, numbers)?;
    Ok(distinct.part_count() == Some(parts.len()))
}

/// Converts a value to one with a single kind of numbers, of null and of containers.
fn of_one_kind(value: &Value) -> Result<Value> {
    if value.is_null() {
        return Ok(Value::null(Type::none().clone()));
    }
    if let Some(integer) = value.as_integer() {
        return Ok(Value::from_number(Number::from_integer(&integer)));
    }
    if let Some(entries) = value.entries() {
        let entries = entries.iter();
        let entries = entries.map(|entry| Ok((entry.key().clone(), of_one_kind(entry.value())?)));
        return cty::object(entries.collect::<Result<_>>()?);
    }
    let Some(parts) = value.parts() else {
        return Ok(value.clone());
    };
    let parts = parts.iter().map(of_one_kind).collect::<Result<Vec<_>>>()?;
    if value.ty().is_object() {
        let names = value.ty().fields().iter();
        Value::object(names.map(|field| field.shared_name().clone()).zip(parts))
    } else {
        Value::tuple(parts)
    }
}

/// Returns the final value of a provisional value if no type is required: doubles become numbers.
pub(super) fn settle(provisional: &Value) -> Result<Value> {
    if provisional.is_marked() {
        return Ok(settle(provisional.unmarked())?.with_marks(&provisional.marks()));
    }
    if let Some(double) = provisional.as_double() {
        return cty::number(double);
    }
    let Some(parts) = provisional
        .parts()
        .filter(|_| holds_double(provisional.ty()))
    else {
        return Ok(provisional.clone());
    };
    let parts = parts.iter().map(settle).collect::<Result<Vec<_>>>()?;
    if provisional.ty().is_object() {
        let names = provisional.ty().fields().iter();
        Value::object(names.map(|field| field.shared_name().clone()).zip(parts))
    } else {
        Value::tuple(parts)
    }
}

fn holds_double(ty: &Type) -> bool {
    let mut found = false;
    ty.walk(&mut |_, part| match part.kind() {
        Kind::Float(_) => {
            found = true;
            Visit::Stop
        }
        _ => Visit::Into,
    });
    found
}

/// The steps charged for a member of a union, whose error is created and dropped if the value does
/// not fit.
const MEMBER: u64 = 4;

/// The conversion of results of [`Pcl::value`] to a type.
struct Shaping<'b> {
    budget: &'b Budget,
    /// The results for parts of the value with union types, by the addresses of both, so each pair
    /// is visited once. The value and the types outlive the table.
    members: IdMap<(usize, usize), Option<Value>>,
    /// The definitions of recursive types, which are the same each time.
    unfolded: IdMap<(u64, u32), Type>,
    depth: usize,
}

impl Shaping<'_> {
    fn shaped(&mut self, value: &Value, ty: &Type) -> Result<Value> {
        if value.is_marked() {
            let plain = self.shaped(value.unmarked(), ty)?;
            return Ok(plain.with_marks(&value.marks()));
        }
        if matches!(
            shape(ty),
            PclType::Recursive(_) | PclType::Promise(_) | PclType::Output(_)
        ) {
            let head = self.head(ty)?;
            return self.within(value, &head);
        }
        self.within(value, ty)
    }

    /// The type that a deferred or recursive type refers to.
    fn head(&mut self, ty: &Type) -> Result<Type> {
        let mut head = ty.clone();
        for _ in 0..DEPTH_MAX {
            let next = match shape(&head) {
                PclType::Promise(inner) | PclType::Output(inner) => inner.clone(),
                PclType::Recursive(reference) => match self.unfolded.get(&reference.key()) {
                    Some(known) => known.clone(),
                    None => {
                        let definition = reference.unfold()?;
                        (self.unfolded).insert(reference.key(), definition.clone());
                        definition
                    }
                },
                _ => return Ok(head),
            };
            head = next;
        }
        Err(too_deep())
    }

    fn within(&mut self, value: &Value, ty: &Type) -> Result<Value> {
        if self.depth >= DEPTH_MAX {
            return Err(too_deep());
        }
        self.depth += 1;
        let shaped = match shape(ty) {
            PclType::Dynamic => settle(value),
            PclType::Union(members) => self.member(value, ty, members),
            _ if value.is_null() => {
                if holds_null(ty) {
                    Ok(value.clone())
                } else {
                    Err(mismatch(value, ty))
                }
            }
            PclType::Tuple(_)
            | PclType::List(_)
            | PclType::Set(_)
            | PclType::Object(_)
            | PclType::Map(_) => self.container(value, ty),
            _ => flat(value, ty).ok_or_else(|| mismatch(value, ty)),
        };
        self.depth -= 1;
        shaped
    }

    /// Converts a value to a member of a union: to the one that is its own type, or to the first
    /// that it fits.
    fn member(&mut self, value: &Value, ty: &Type, members: &[Type]) -> Result<Value> {
        let pair = (std::ptr::from_ref(value).addr(), ty.address());
        if let Some(known) = self.members.get(&pair) {
            return known.clone().ok_or_else(|| mismatch(value, ty));
        }
        // A pair that refers to itself fits no member for that reason.
        self.members.insert(pair, None);
        let own = members.iter().filter(|member| *member == value.ty());
        let others = members.iter().filter(|member| *member != value.ty());
        let mut found = None;
        for member in own.chain(others) {
            self.budget.charge(MEMBER)?;
            match self.shaped(value, member) {
                Ok(shaped) => {
                    found = Some(shaped);
                    break;
                }
                Err(error) if error.code() == Code::Conversion => {}
                Err(error) => return Err(error),
            }
        }
        self.members.insert(pair, found.clone());
        found.ok_or_else(|| mismatch(value, ty))
    }

    fn container(&mut self, value: &Value, ty: &Type) -> Result<Value> {
        let fields = value.ty().fields();
        let parts = value.parts().unwrap_or_default();
        let (sequence, entries) = (value.ty().is_tuple(), value.ty().is_object());
        match shape(ty) {
            PclType::List(element) if sequence => {
                let types = std::iter::repeat(element);
                Value::sequence(ty.clone(), self.elements(parts, types)?)
            }
            PclType::Set(element) if sequence => {
                let elements = self.elements(parts, std::iter::repeat(element))?;
                let set = Value::set_with_type(ty.clone(), elements)?;
                if set.unmarked().part_count() == Some(parts.len()) {
                    Ok(set)
                } else {
                    Err(Error::new(
                        Code::Conversion,
                        "a set contains an element twice",
                    ))
                }
            }
            PclType::Tuple(elements) if sequence && elements.len() == parts.len() => {
                Value::sequence(ty.clone(), self.elements(parts, elements.iter())?)
            }
            PclType::Map(element) if entries => {
                let mut entries = Vec::with_capacity(parts.len());
                for (field, part) in fields.iter().zip(parts) {
                    let part = self.shaped(part, element);
                    let part = part.map_err(|error| error.in_index(field.shared_name().clone()))?;
                    entries.push((Value::text(field.name(), true), part));
                }
                Value::map_with_type(ty.clone(), sort_entries(entries)?.into_iter())
            }
            PclType::Object(object) if entries => {
                if let Some(field) = fields
                    .iter()
                    .find(|field| object.get(field.name()).is_none())
                {
                    return Err(
                        Error::new(Code::Conversion, "the type has no such attribute")
                            .in_attribute(field.name())
                            .with_expected(ty)
                            .with_found(value.ty()),
                    );
                }
                let mut parts = Vec::with_capacity(object.len());
                for field in object.fields() {
                    let part = match value.attribute(field.name()) {
                        Some(part) => self.shaped(part, field.ty()),
                        None if holds_null(field.ty()) => Ok(Value::null(Type::none().clone())),
                        None => Err(Error::new(Code::Conversion, "attribute is required")
                            .with_expected(field.ty())),
                    };
                    parts.push(part.map_err(|error| error.in_attribute(field.name()))?);
                }
                Value::object_with_type(ty.clone(), parts)
            }
            _ => Err(mismatch(value, ty)),
        }
    }

    fn elements<'a>(
        &mut self,
        parts: &[Value],
        types: impl Iterator<Item = &'a Type>,
    ) -> Result<Vec<Value>> {
        let parts = parts.iter().zip(types).enumerate();
        parts
            .map(|(at, (part, ty))| self.shaped(part, ty).map_err(|error| error.in_index(at)))
            .collect()
    }
}

/// Converts a value to a type without parts.
fn flat(value: &Value, ty: &Type) -> Option<Value> {
    match shape(ty) {
        PclType::Bool => value.as_bool().map(Value::bool),
        PclType::String | PclType::Id => value.as_str_bytes().map(|_| value.clone()),
        PclType::Int => {
            let whole = || value.as_number()?.to_integer();
            value.as_integer().or_else(whole).map(Value::from_integer)
        }
        PclType::Number => match value.as_double() {
            Some(double) => cty::number(double).ok(),
            None => numeric(value).map(Value::from_number),
        },
        PclType::Const(_, wanted) => named(value, wanted?),
        PclType::Enum { values, .. } => values.iter().find_map(|wanted| named(value, wanted)),
        _ => None,
    }
}

fn numeric(value: &Value) -> Option<Number> {
    let integer = || Some(Number::from_integer(&value.as_integer()?));
    value.as_number().or_else(integer)
}

/// The value of a constant type, if the value is equal.
fn named(value: &Value, wanted: &Scalar) -> Option<Value> {
    match wanted {
        Scalar::Bool(wanted) => (value.as_bool()? == *wanted).then(|| value.clone()),
        Scalar::String(wanted) => (value.as_str()? == &**wanted).then(|| value.clone()),
        Scalar::Integer(wanted) => (numeric(value)? == Number::from_integer(wanted))
            .then(|| Value::from_integer(wanted.clone())),
        Scalar::Number(wanted) => {
            let number = match value.as_double().filter(|double| double.fract() != 0.0) {
                Some(double) => cty::number(double).ok()?.as_number()?,
                None => numeric(value)?,
            };
            (number == *wanted).then(|| Value::from_number(wanted.clone()))
        }
        Scalar::Double(_) => None,
    }
}

#[cold]
fn too_deep() -> Error {
    Error::new(
        Code::Limit,
        format!("the value or its type is nested more than {DEPTH_MAX} levels deep"),
    )
}

/// Reports only the outermost level, because members of unions fail often.
#[cold]
fn mismatch(value: &Value, ty: &Type) -> Error {
    let why = match shape(ty) {
        PclType::None => "null required",
        PclType::Bool => "bool required",
        PclType::Int => "int required",
        PclType::Number => "number required",
        PclType::String | PclType::Id => "string required",
        PclType::List(_) => "list required",
        PclType::Set(_) => "set required",
        PclType::Map(_) => "map required",
        PclType::Tuple(_) => "tuple of this length required",
        PclType::Object(_) => "object required",
        PclType::Union(_) => "a value of a member of the union required",
        PclType::Const(..) => "the constant required",
        PclType::Enum { .. } => "a value of the enumeration required",
        _ => "no value of another language is of this type",
    };
    Error::new(Code::Conversion, why)
        .with_expected(ty)
        .with_found(value.ty())
}

/// Returns whether null is a value of a type.
pub(super) fn holds_null(ty: &Type) -> bool {
    let mut seen: IdSet<(u64, u32)> = IdSet::default();
    let mut waiting = vec![ty.clone()];
    while let Some(next) = waiting.pop() {
        match shape(&next) {
            PclType::Dynamic | PclType::None => return true,
            PclType::Const(ty, None) if ty == Type::none() => return true,
            PclType::Union(members) => waiting.extend(members.iter().cloned()),
            PclType::Promise(inner) | PclType::Output(inner) => waiting.push(inner.clone()),
            PclType::Recursive(reference) if seen.insert(reference.key()) => {
                waiting.extend(reference.with_definition(Type::clone));
            }
            _ => {}
        }
    }
    false
}
