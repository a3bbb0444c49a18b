//! HCL's mapping: semantic types and values of HCL, and the nearest HCL type to a semantic type.
//!
//! Every type of HCL accepts null, so a type that excludes null becomes wider. The elements of a
//! collection have one type: `any` as an element type means one unknown type for all elements, and
//! the only type of a collection with different elements is `any`. Strings are in normal form C.
//! Capsules belong to their host and are not counted as values of HCL.

use super::cty;
use super::semantic::{
    Alike, Attribute, Beyond, Keys, Mapping, Nearest, Null, NullMismatch, Parts, Presence,
    SemanticType, SemanticValue, TargetPart, View, Wholes,
};
use polycty_core::calls::Budget;
use polycty_core::number::Number;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{
    Field, Flags, FloatRange, IntegerRange, KeyedMap, Kind, SizeRange, Str, StringConstraint, Type,
    TypeError,
};
use polycty_core::values::Value;
use std::collections::BTreeMap;

/// HCL's mapping.
pub(super) struct Hcl;

const UNLIKE: &str = "the elements of a collection must have one type: replaced by any";

impl Mapping for Hcl {
    fn view(&self, ty: &Type) -> Result<View> {
        let alike = |element: &Type| {
            if element.has(Flags::ANY) {
                Alike::Required
            } else {
                Alike::Free
            }
        };
        let meaning = match ty.kind() {
            Kind::Any => SemanticType::Top,
            Kind::Bool(None) => SemanticType::Bool(None),
            Kind::Number => SemanticType::Number(Wholes::Numbers),
            Kind::String(StringConstraint::Plain) => SemanticType::String(StringConstraint::Plain),
            Kind::List {
                element,
                size: None,
            } => SemanticType::List {
                element: element.clone(),
                size: None,
                alike: alike(element),
            },
            Kind::Set(element) => SemanticType::Set {
                element: element.clone(),
                alike: alike(element),
            },
            Kind::Map {
                key,
                element,
                size: None,
            } if key == Type::string() => SemanticType::Map {
                keys: Keys::STRINGS,
                element: element.clone(),
                size: None,
                alike: alike(element),
            },
            Kind::Tuple {
                elements,
                size: None,
            } => SemanticType::Tuple(elements.to_vec()),
            Kind::Object(object) => SemanticType::Object(
                (object.sorted_fields())
                    .map(|field| Attribute {
                        name: field.shared_name().clone(),
                        part: field.ty().clone(),
                        presence: if field.is_optional() {
                            Presence::OptionalAsNull
                        } else {
                            Presence::Required
                        },
                    })
                    .collect(),
            ),
            Kind::Capsule(_) => {
                return Ok(View::SemanticType {
                    meaning: SemanticType::Top,
                    null: Null::Admitted,
                    beyond: Some(Beyond {
                        why: "only the host can interpret a capsule",
                        loose: true,
                        lost: true,
                    }),
                });
            }
            _ => {
                let message = format!("{} is not a type of HCL", ty.friendly_name());
                return Err(Error::new(Code::Unsupported, message).with_found(ty));
            }
        };
        Ok(View::data(meaning, Null::Admitted))
    }

    fn nearest(&self, meaning: SemanticType<TargetPart<'_>>) -> Result<Nearest, TypeError> {
        Ok(match meaning {
            SemanticType::Top | SemanticType::Anything => Nearest::exact(Type::any().clone()),
            SemanticType::Null => Nearest::loose(
                Type::any().clone(),
                "HCL has no type for null: replaced by any",
            ),
            SemanticType::Bool(None) => Nearest::exact(Type::bool().clone()),
            SemanticType::Bool(Some(_)) => {
                Nearest::loose(Type::bool().clone(), "bool includes both values")
            }
            SemanticType::Number(_) => Nearest::exact(Type::number().clone()),
            SemanticType::Integer(range) => Nearest::loose(
                Type::number().clone(),
                if range == IntegerRange::default() {
                    "number includes fractions"
                } else {
                    "number has no bounds and includes fractions"
                },
            ),
            SemanticType::Float(range) => Nearest::loose(
                Type::number().clone(),
                if range == FloatRange::default() {
                    "number includes whole numbers"
                } else {
                    "number has no bounds and includes whole numbers"
                },
            ),
            SemanticType::String(constraint) => nearest_string(&constraint),
            SemanticType::Text(_) => {
                Nearest::loose(Type::string().clone(), "string includes all strings")
            }
            SemanticType::List {
                element,
                size,
                alike,
            } => nearest_list(element, size, alike)?,
            SemanticType::Set { element, alike } => {
                if unlike(element, alike) {
                    Nearest::dropped(Type::any().clone(), UNLIKE)
                } else {
                    Nearest::exact(Type::set(element.ty.clone())?)
                }
            }
            SemanticType::Map {
                keys,
                element,
                size,
                alike,
            } => nearest_map(keys, element, size, alike)?,
            SemanticType::Table { .. } => Nearest {
                lost: vec!["the keys of a map must be strings"],
                ..Nearest::dropped(
                    Type::any().clone(),
                    "a map with other keys is replaced by any",
                )
            },
            SemanticType::Tuple(elements) => {
                let elements: Vec<Type> = elements.iter().map(|part| part.ty.clone()).collect();
                Nearest::exact(Type::tuple(elements)?)
            }
            SemanticType::Object(attributes) => nearest_object(&attributes)?,
            SemanticType::Union(members) => nearest_union(&members)?,
        })
    }

    fn with_null(&self, ty: &Type, null: Null) -> Result<(Type, Option<NullMismatch>), TypeError> {
        let added = match null {
            Null::Admitted => None,
            Null::Excluded => Some(NullMismatch::Added("every type of HCL includes null")),
        };
        Ok((ty.clone(), added))
    }

    fn datum<'a>(&self, value: &'a Value) -> Result<SemanticValue<&'a Value>> {
        cty::datum(value)
    }

    fn has_marks(&self) -> bool {
        true
    }

    fn has_other_keys(&self) -> bool {
        false
    }

    fn value(&self, datum: SemanticValue<Value>) -> Result<Value> {
        match datum {
            SemanticValue::Null => Ok(Value::null(Type::any().clone())),
            SemanticValue::Bool(bool) => Ok(Value::bool(bool)),
            SemanticValue::Number(number) => Ok(Value::from_number(number)),
            SemanticValue::Integer(integer) => {
                Ok(Value::from_number(Number::from_integer(&integer)))
            }
            SemanticValue::Float(double) => cty::number(double),
            SemanticValue::Text(text) => cty::normal(&text),
            SemanticValue::Sequence(parts) => Value::tuple(parts),
            SemanticValue::Entries(entries) => cty::object(entries),
        }
    }

    fn instance_of(&self, value: &Value, ty: &Type, _: &Budget) -> Result<Value> {
        shaped(value, ty, &ty.without_optional_fields()?)
    }
}

fn nearest_string(constraint: &StringConstraint) -> Nearest {
    let string = Type::string().clone();
    match constraint {
        StringConstraint::Plain => Nearest::exact(string),
        StringConstraint::Length(size) if *size == SizeRange::UNLIMITED => Nearest::exact(string),
        StringConstraint::Length(_) => Nearest::loose(string, "string has no range of lengths"),
        StringConstraint::Enumeration { .. } => {
            Nearest::loose(string, "string includes all strings")
        }
        StringConstraint::Patterns(patterns) if patterns.is_empty() => Nearest::exact(string),
        StringConstraint::Patterns(_) => Nearest::loose(string, "string has no patterns"),
    }
}

/// Returns whether HCL has no single type for the elements of a collection.
fn unlike(element: TargetPart<'_>, alike: Alike) -> bool {
    alike == Alike::Free && element.ty.has(Flags::ANY)
}

fn nearest_list(
    element: TargetPart<'_>,
    size: Option<SizeRange>,
    alike: Alike,
) -> Result<Nearest, TypeError> {
    if alike == Alike::Free
        && let Some(elements) = cty::positions(element.ty, size)
    {
        return Ok(Nearest::exact(Type::tuple(elements)?));
    }
    if unlike(element, alike) {
        return Ok(Nearest::dropped(Type::any().clone(), UNLIKE));
    }
    let mut nearest = Nearest::exact(Type::list(element.ty.clone())?);
    if size.is_some_and(|size| size != SizeRange::UNLIMITED) {
        nearest.loose.push("list has no range of sizes");
    }
    Ok(nearest)
}

fn nearest_map(
    keys: Keys,
    element: TargetPart<'_>,
    size: Option<SizeRange>,
    alike: Alike,
) -> Result<Nearest, TypeError> {
    let mut nearest = if unlike(element, alike) {
        Nearest::dropped(Type::any().clone(), UNLIKE)
    } else {
        Nearest::exact(Type::map(element.ty.clone())?)
    };
    if size.is_some_and(|size| size != SizeRange::UNLIMITED) {
        nearest.loose.push("map has no range of sizes");
    }
    if !keys.all_strings {
        nearest.loose.push("any string may be a key of a map");
    }
    if keys.others {
        nearest.lost.push("the keys of a map must be strings");
    }
    Ok(nearest)
}

fn nearest_object(attributes: &[Attribute<TargetPart<'_>>]) -> Result<Nearest, TypeError> {
    if !(attributes.iter()).all(|attribute| cty::is_normal(&attribute.name)) {
        return Ok(Nearest::dropped(
            Type::any().clone(),
            "attribute names must be in normal form C: replaced by any",
        ));
    }
    let mut fields: Vec<Field> = (attributes.iter())
        .map(|attribute| attribute.field(attribute.part.ty.clone()))
        .collect();
    Field::sort_by_name(&mut fields);
    Ok(Nearest::exact(Type::object(fields)?))
}

/// The nearest single type of all members, without null.
fn nearest_union(members: &[TargetPart<'_>]) -> Result<Nearest, TypeError> {
    let mut members = members.iter().filter(|member| !member.is_null);
    let types: Vec<&Type> = members.clone().map(|member| member.bare).collect();
    let Some(first) = types.first().copied() else {
        return Ok(Nearest::dropped(
            Type::any().clone(),
            "HCL has no type for null: replaced by any",
        ));
    };
    let ty = Joining::default().joined(&types)?;
    // A member with exactly this type includes all others.
    if members.any(|member| *member.bare == ty && !member.loose) {
        return Ok(Nearest {
            parts: Parts::Dropped,
            ..Nearest::exact(ty)
        });
    }
    let why = if ty.is_any() {
        "HCL has no unions: replaced by any"
    } else {
        "HCL has no unions: the members are merged into one type"
    };
    Ok(if !ty.is_any() && types.iter().all(|ty| *ty == first) {
        Nearest::exact(ty)
    } else {
        Nearest::dropped(ty, why)
    })
}

/// The unified types of different types, by the addresses of their nodes. Shared nodes are unified
/// once and remain shared.
#[derive(Default)]
struct Joining(KeyedMap<Box<[usize]>, Type>);

impl Joining {
    /// Returns the nearest type that includes the values of all types. Tuples and objects are
    /// unified part by part, and an attribute that some lack becomes optional. All other different
    /// types become `any`, which in a collection means one type, so elements with parts become
    /// `any` as a whole.
    fn joined(&mut self, types: &[&Type]) -> Result<Type, TypeError> {
        let Some((&first, rest)) = types.split_first() else {
            return Ok(Type::any().clone());
        };
        if rest.iter().all(|ty| *ty == first) {
            return Ok(first.clone());
        }
        let nodes: Box<[usize]> = types.iter().map(|ty| ty.address()).collect();
        if let Some(known) = self.0.get(&nodes) {
            return Ok(known.clone());
        }
        let joined = self.unlike(types)?;
        self.0.insert(nodes, joined.clone());
        Ok(joined)
    }

    fn unlike(&mut self, types: &[&Type]) -> Result<Type, TypeError> {
        let any = || Ok(Type::any().clone());
        let all = |holds: fn(&Type) -> bool| types.iter().all(|ty| holds(ty));
        if all(Type::is_tuple) {
            let rows: Vec<&[Type]> = types.iter().filter_map(|ty| ty.elements()).collect();
            let length = rows.first().map_or(0, |row| row.len());
            if rows.iter().any(|row| row.len() != length) {
                return any();
            }
            let positions = (0..length).map(|at| {
                let column: Vec<&Type> = rows.iter().map(|row| &row[at]).collect();
                self.joined(&column)
            });
            return Type::tuple(positions.collect::<Result<Vec<_>, _>>()?);
        }
        if all(Type::is_object) {
            let mut attributes: BTreeMap<&Str, (Vec<&Type>, bool)> = BTreeMap::new();
            for field in types.iter().flat_map(|ty| ty.fields()) {
                let (parts, optional) = attributes.entry(field.shared_name()).or_default();
                parts.push(field.ty());
                *optional |= field.is_optional();
            }
            let fields = attributes.into_iter().map(|(name, (parts, optional))| {
                let ty = self.joined(&parts)?;
                Ok(if optional || parts.len() < types.len() {
                    Field::optional(name.clone(), ty)
                } else {
                    Field::new(name.clone(), ty)
                })
            });
            return Type::object(fields.collect::<Result<Vec<_>, TypeError>>()?);
        }
        let make: fn(Type) -> Result<Type, TypeError> = match () {
            () if all(Type::is_list) => Type::list,
            () if all(Type::is_set) => Type::set,
            () if all(Type::is_map) => Type::map,
            () => return any(),
        };
        let elements: Vec<&Type> = types.iter().filter_map(|ty| ty.element()).collect();
        let element = self.joined(&elements)?;
        // Elements without parts have one type, except null, whichever member they belong to.
        let flat = |ty: &&Type| ty.is_bool() || ty.is_number() || ty.is_string();
        let alike = element.is_any() && elements.iter().all(flat) && !all(Type::is_set);
        if alike || !element.has(Flags::ANY) {
            make(element)
        } else {
            any()
        }
    }
}

/// Converts a result of [`Hcl::value`] to an instance of a type. `plain` is the same type without
/// optional attributes.
fn shaped(value: &Value, ty: &Type, plain: &Type) -> Result<Value> {
    if ty.is_any() {
        return Ok(value.clone());
    }
    if value.is_marked() {
        return Ok(shaped(value.unmarked(), ty, plain)?.with_marks(&value.marks()));
    }
    if value.is_null() {
        return Ok(Value::null(plain.clone()));
    }
    let mismatch = || {
        let wanted = ty.friendly_name();
        Error::new(Code::Conversion, format!("{wanted} required"))
            .with_expected(ty)
            .with_found(value.ty())
    };
    let object = value.ty().is_object();
    let parts = value.parts().unwrap_or_default();
    match (ty.kind(), plain.kind()) {
        (Kind::Bool(_) | Kind::Number | Kind::String(_), _) if value.ty() == ty => {
            Ok(value.clone())
        }
        (Kind::List { element, .. }, Kind::List { element: plain, .. })
            if value.ty().is_tuple() =>
        {
            collected(plain, elements(parts, element, plain)?)
        }
        (Kind::Set(element), Kind::Set(plain)) if value.ty().is_tuple() => {
            let elements = elements(parts, element, plain)?;
            let count = elements.len();
            let set = if elements.is_empty() || !plain.has(Flags::ANY) {
                Value::set_of(plain, elements)?
            } else {
                Value::set(elements)?
            };
            if set.unmarked().part_count() == Some(count) {
                Ok(set)
            } else {
                Err(Error::new(
                    Code::Conversion,
                    "a set contains an element twice",
                ))
            }
        }
        (Kind::Map { element, .. }, Kind::Map { element: plain, .. }) if object => {
            let fields = value.ty().fields();
            let entries = (fields.iter().zip(parts)).map(|(field, part)| {
                let key = Value::text(field.name(), true);
                match shaped(part, element, plain) {
                    Ok(part) => Ok((key, part)),
                    Err(error) => Err(error.in_index(field.shared_name().clone())),
                }
            });
            let entries = entries.collect::<Result<Vec<_>>>()?;
            if entries.is_empty() || !plain.has(Flags::ANY) {
                Value::map_of(plain, entries)
            } else {
                Value::map(entries)
            }
        }
        (
            Kind::Tuple { elements, .. },
            Kind::Tuple {
                elements: plain, ..
            },
        ) if value.ty().is_tuple() && parts.len() == elements.len() => {
            let types = elements.iter().zip(plain);
            let parts = parts.iter().zip(types).enumerate();
            let parts = parts.map(|(at, (part, (ty, plain)))| {
                shaped(part, ty, plain).map_err(|error| error.in_index(at))
            });
            Value::tuple(parts.collect::<Result<_>>()?)
        }
        (Kind::Object(want), Kind::Object(plain)) if object => {
            if let Some(field) =
                (value.ty().fields().iter()).find(|field| want.get(field.name()).is_none())
            {
                return Err(
                    Error::new(Code::Conversion, "the type has no such attribute")
                        .in_attribute(field.name())
                        .with_expected(ty)
                        .with_found(value.ty()),
                );
            }
            let fields = want.fields().iter().zip(plain.fields());
            let attributes = fields.map(|(field, plain)| {
                let part = match value.attribute(field.name()) {
                    Some(part) => shaped(part, field.ty(), plain.ty()),
                    None if field.is_optional() => Ok(Value::null(plain.ty().clone())),
                    None => Err(Error::new(Code::Conversion, "attribute is required")
                        .with_expected(field.ty())),
                };
                match part {
                    Ok(part) => Ok((field.shared_name().clone(), part)),
                    Err(error) => Err(error.in_attribute(field.name())),
                }
            });
            Value::object(attributes.collect::<Result<Vec<_>>>()?)
        }
        _ => Err(mismatch()),
    }
}

/// The elements of a sequence, each as an instance of a type.
fn elements(parts: &[Value], ty: &Type, plain: &Type) -> Result<Vec<Value>> {
    let parts = parts.iter().enumerate();
    parts
        .map(|(at, part)| shaped(part, ty, plain).map_err(|error| error.in_index(at)))
        .collect()
}

/// A list of elements. If the element type contains `any`, the elements are unified to one type.
fn collected(element: &Type, elements: Vec<Value>) -> Result<Value> {
    if elements.is_empty() || !element.has(Flags::ANY) {
        Value::list_of(element, elements)
    } else {
        Value::list(elements)
    }
}
