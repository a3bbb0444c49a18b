//! PCL's mapping: semantic types and values of PCL, and the nearest PCL type to a semantic type.
//!
//! PCL describes data more exactly than HCL: null has its own type, and there are unions, constants
//! and integers. Only PCL has deferred values (PCL: eventual). A plain value is accepted where a
//! deferred one is, so `output(T)` has all the data of `T`. Deferred values must be resolved before
//! translation.
//!
//! The same data can have several types: 1 is an int and a number, a sequence is a list or a tuple,
//! entries are a map or an object, and an identifier is a string. A property whose type has null is
//! optional, and is null if it is missing.

use super::cty;
use super::pcl_value::{self, holds_null};
use super::semantic::{
    Alike, Attribute, Beyond, Keys, Mapping, Nearest, Null, NullMismatch, Parts, Presence,
    SemanticType, SemanticValue, TargetPart, View, Wholes, double_of,
};
use polycty_core::calls::Budget;
use polycty_core::number::Integer;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{
    FloatRange, IdSet, IntegerRange, ObjectType, Scalar, SizeRange, StringConstraint, Type,
    TypeError, Visit,
};
use polycty_core::values::Value;
use polycty_pcl::{DeferredValue, PclType, constant, enumeration, object, optional, shape, union};

/// PCL's mapping.
pub(super) struct Pcl;

const EVENTUAL: &str = "only PCL has deferred values: resolve them first";
const UNLIKE: &str = "the values of dynamic may have different types";
const NORMAL: &str = "strings of PCL must be in normal form C";

impl Mapping for Pcl {
    fn view(&self, ty: &Type) -> Result<View> {
        let data = |meaning| Ok(View::data(meaning, Null::Excluded));
        match shape(ty) {
            PclType::Dynamic => Ok(beyond(SemanticType::Top, Null::Admitted, EVENTUAL, LOST)),
            PclType::None => Ok(View::data(SemanticType::Null, Null::Admitted)),
            PclType::Bool => data(SemanticType::Bool(None)),
            PclType::Int => data(SemanticType::Integer(IntegerRange::default())),
            PclType::Number => data(SemanticType::Number(Wholes::Numbers)),
            PclType::String | PclType::Id => data(SemanticType::String(StringConstraint::Plain)),
            PclType::Opaque(_) => Ok(beyond(
                SemanticType::Top,
                Null::Excluded,
                "only the host can interpret an opaque type",
                (true, true),
            )),
            PclType::List(element) => data(SemanticType::List {
                element: element.clone(),
                size: None,
                alike: Alike::Free,
            }),
            PclType::Set(element) => {
                let meaning = SemanticType::Set {
                    element: element.clone(),
                    alike: Alike::Free,
                };
                if distinguishes_numbers(element) {
                    Ok(beyond(
                        meaning,
                        Null::Excluded,
                        "only PCL distinguishes an int and a number of the same value in a set",
                        LOST,
                    ))
                } else {
                    data(meaning)
                }
            }
            PclType::Map(element) => data(SemanticType::Map {
                keys: Keys::STRINGS,
                element: element.clone(),
                size: None,
                alike: Alike::Free,
            }),
            PclType::Tuple(elements) => data(SemanticType::Tuple(elements.to_vec())),
            PclType::Object(object) => data(SemanticType::Object(attributes(object))),
            PclType::Union(members) => data(SemanticType::Union(gathered(members)?)),
            PclType::Promise(inner) | PclType::Output(inner) => {
                Ok(View::Besides(plain(inner).clone(), EVENTUAL))
            }
            PclType::Const(ty, None) => {
                if ty == Type::none() {
                    Ok(View::data(SemanticType::Null, Null::Admitted))
                } else {
                    // Null does not convert to a type without null.
                    Ok(beyond(
                        SemanticType::Null,
                        Null::Admitted,
                        "a null constant of a type without null has no values",
                        (true, false),
                    ))
                }
            }
            PclType::Const(_, Some(value)) => view_constant(ty, value),
            PclType::Enum { ty, values, .. } => view_enum(ty, values),
            PclType::Recursive(reference) => Ok(View::Alias(reference.clone())),
            PclType::Foreign => Err(foreign(ty)),
        }
    }

    fn nearest(&self, meaning: SemanticType<TargetPart<'_>>) -> Result<Nearest, TypeError> {
        Ok(match meaning {
            SemanticType::Top | SemanticType::Anything => {
                dynamic("dynamic also includes deferred values, which only PCL has")
            }
            SemanticType::Null => Nearest::exact(Type::none().clone()),
            SemanticType::Bool(None) => Nearest::exact(Type::bool().clone()),
            SemanticType::Bool(Some(value)) => {
                Nearest::exact(constant(Type::bool(), Some(Scalar::Bool(value)))?)
            }
            SemanticType::Number(_) => Nearest::exact(Type::number().clone()),
            SemanticType::Integer(range) => nearest_int(&range)?,
            SemanticType::Float(range) => nearest_number(&range)?,
            SemanticType::String(constraint) => nearest_string(&constraint)?,
            SemanticType::Text(text) => {
                if cty::is_normal(&text) {
                    Nearest::exact(constant(Type::string(), Some(Scalar::String(text)))?)
                } else {
                    Nearest::loose(Type::string().clone(), NORMAL)
                }
            }
            SemanticType::List {
                element,
                size,
                alike,
            } => match cty::positions(element.ty, size) {
                Some(elements) => Nearest::exact(Type::tuple(elements)?),
                None => {
                    let mut nearest = collection(Type::list(element.ty.clone())?, alike);
                    if sized(size) {
                        nearest.loose.push("list has no range of sizes");
                    }
                    nearest
                }
            },
            SemanticType::Set { element, alike } => {
                collection(Type::set(element.ty.clone())?, alike)
            }
            SemanticType::Map {
                keys,
                element,
                size,
                alike,
            } => {
                let mut nearest = collection(Type::map(element.ty.clone())?, alike);
                if sized(size) {
                    nearest.loose.push("map has no range of sizes");
                }
                if !keys.all_strings {
                    nearest.loose.push("any string may be a key of a map");
                }
                if keys.others {
                    nearest.lost.push("the keys of a map must be strings");
                }
                nearest
            }
            SemanticType::Table { .. } => Nearest {
                lost: vec!["the keys of a map must be strings"],
                ..dynamic("a map with other keys is replaced by dynamic")
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
        Ok(match null {
            Null::Admitted if holds_null(ty) => (ty.clone(), None),
            Null::Admitted => (optional(ty.clone())?, None),
            Null::Excluded if ty == Type::none() => (Type::union_any().clone(), None),
            Null::Excluded if holds_null(ty) => {
                let added = NullMismatch::Added("dynamic includes null");
                (ty.clone(), Some(added))
            }
            Null::Excluded => (ty.clone(), None),
        })
    }

    fn datum<'a>(&self, value: &'a Value) -> Result<SemanticValue<&'a Value>> {
        if DeferredValue::of(value).is_some() {
            let message = "cannot translate a deferred value: resolve it first";
            return Err(Error::new(Code::Unsupported, message).with_found(value.ty()));
        }
        if let Some(integer) = value.as_integer() {
            return Ok(SemanticValue::Integer(integer));
        }
        let ty = value.ty();
        if ty.is_set()
            && ty.element().is_some_and(distinguishes_numbers)
            && !pcl_value::is_set_in_one_kind(value)?
        {
            return Err(Error::new(
                Code::Unsupported,
                "only PCL distinguishes an int and a number of the same value in a set",
            )
            .with_found(ty));
        }
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
            SemanticValue::Null => Ok(Value::null(Type::none().clone())),
            SemanticValue::Bool(bool) => Ok(Value::bool(bool)),
            SemanticValue::Number(number) => Ok(Value::from_number(number)),
            SemanticValue::Integer(integer) => Ok(Value::from_integer(integer)),
            // Provisional: an integral number is an int only if it was not a double.
            SemanticValue::Float(double) => cty::number(double).map(|_| Value::from_double(double)),
            SemanticValue::Text(text) => cty::normal(&text),
            SemanticValue::Sequence(parts) => Value::tuple(parts),
            SemanticValue::Entries(entries) => cty::object(entries),
        }
    }

    fn settled(&self, provisional: Value) -> Result<Value> {
        pcl_value::settle(&provisional)
    }

    fn instance_of(&self, value: &Value, ty: &Type, budget: &Budget) -> Result<Value> {
        pcl_value::shaped(value, ty, budget)
    }
}

/// The flags `loose` and `lost` of a type with instances that are not data.
const LOST: (bool, bool) = (false, true);

fn beyond(meaning: SemanticType<Type>, null: Null, why: &'static str, how: (bool, bool)) -> View {
    let (loose, lost) = how;
    View::SemanticType {
        meaning,
        null,
        beyond: Some(Beyond { why, loose, lost }),
    }
}

#[cold]
fn foreign(ty: &Type) -> Error {
    let message = format!("{} is not a type of PCL", ty.friendly_name());
    Error::new(Code::Unsupported, message).with_found(ty)
}

/// `dynamic` for a semantic type that PCL cannot express.
fn dynamic(why: &'static str) -> Nearest {
    Nearest::dropped(Type::any().clone(), why)
}

/// The type of a deferred value after resolution.
fn plain(ty: &Type) -> &Type {
    let mut ty = ty;
    while let PclType::Promise(inner) | PclType::Output(inner) = shape(ty) {
        ty = inner;
    }
    ty
}

/// Returns whether a set with these elements may contain an int and a number of the same value.
fn distinguishes_numbers(ty: &Type) -> bool {
    let (mut open, mut whole, mut number) = (false, false, false);
    ty.walk(&mut |_, part| {
        match shape(part) {
            PclType::Dynamic | PclType::Recursive(_) => {
                (open, whole, number) = (true, true, true);
                return Visit::Stop;
            }
            PclType::Union(_) => open = true,
            PclType::Const(ty, _) | PclType::Enum { ty, .. } => {
                whole |= ty == Type::integer();
                number |= ty == Type::number();
            }
            PclType::Int => whole = true,
            PclType::Number => number = true,
            _ => {}
        }
        Visit::Into
    });
    open && whole && number
}

fn attributes(object: &ObjectType) -> Vec<Attribute<Type>> {
    (object.sorted_fields())
        .map(|field| Attribute {
            name: field.shared_name().clone(),
            part: field.ty().clone(),
            presence: if holds_null(field.ty()) {
                Presence::OptionalAsNull
            } else {
                Presence::Required
            },
        })
        .collect()
}

/// The members of a union, with constant strings combined, and combinations of other
/// members.
fn gathered(members: &[Type]) -> Result<Vec<Type>> {
    let text = |member: &Type| match shape(member) {
        PclType::Const(_, Some(text @ Scalar::String(_))) => Some(text.clone()),
        _ => None,
    };
    let bool = |member: &Type| match shape(member) {
        PclType::Const(_, Some(Scalar::Bool(value))) => Some(*value),
        _ => None,
    };
    let texts: Vec<Scalar> = members.iter().filter_map(text).collect();
    let mut all: Vec<Type> = members.to_vec();
    if texts.len() > 1 {
        all.retain(|member| text(member).is_none());
        all.push(enumeration("", Type::string(), texts)?);
    }
    if [true, false]
        .map(Some)
        .iter()
        .all(|wanted| members.iter().any(|has| bool(has) == *wanted))
    {
        all.push(Type::bool().clone());
    }
    Ok(all)
}

fn view_constant(ty: &Type, value: &Scalar) -> Result<View> {
    let data = |meaning| Ok(View::data(meaning, Null::Excluded));
    let one = |integer: Integer| {
        SemanticType::Integer(IntegerRange {
            min: Some(integer.clone()),
            max: Some(integer),
        })
    };
    match value {
        Scalar::Bool(value) => data(SemanticType::Bool(Some(*value))),
        Scalar::String(text) => data(SemanticType::Text(text.clone())),
        Scalar::Integer(integer) => data(one(integer.clone())),
        Scalar::Number(number) => match (number.to_integer(), double_of(number)) {
            (Some(integer), _) => data(one(integer)),
            (None, Some(double)) => {
                let range = FloatRange {
                    min: Some(double),
                    max: Some(double),
                };
                // Of the numbers that are equal to this double in other dialects, only one is read
                // back.
                if cty::number(double)?.as_number().as_ref() == Some(number) {
                    data(SemanticType::Float(range))
                } else {
                    Ok(beyond(
                        SemanticType::Float(range),
                        Null::Excluded,
                        "the double also represents other numbers",
                        (true, false),
                    ))
                }
            }
            (None, None) => Ok(beyond(
                SemanticType::Number(Wholes::Numbers),
                Null::Excluded,
                "the constant is one of the numbers",
                (true, false),
            )),
        },
        Scalar::Double(_) => Err(foreign(ty)),
    }
}

fn view_enum(ty: &Type, values: &[Scalar]) -> Result<View> {
    let text = |value: &Scalar| match value {
        Scalar::String(text) => Some(text.clone()),
        _ => None,
    };
    let texts: Option<Vec<_>> = values.iter().map(text).collect();
    let meaning = match texts {
        Some(values) => SemanticType::String(StringConstraint::Enumeration {
            values: values.into(),
            ignore_case: false,
        }),
        None => {
            let members = values.iter().map(|value| constant(ty, Some(value.clone())));
            SemanticType::Union(gathered(&members.collect::<Result<Vec<_>, _>>()?)?)
        }
    };
    Ok(View::data(meaning, Null::Excluded))
}

fn sized(size: Option<SizeRange>) -> bool {
    size.is_some_and(|size| size != SizeRange::UNLIMITED)
}

/// A collection whose elements do not have to share a type for `dynamic`.
fn collection(ty: Type, alike: Alike) -> Nearest {
    match alike {
        Alike::Free => Nearest::exact(ty),
        Alike::Required => Nearest::loose(ty, UNLIKE),
    }
}

fn nearest_int(range: &IntegerRange) -> Result<Nearest, TypeError> {
    let IntegerRange { min, max } = range;
    Ok(match (min, max) {
        (None, None) => Nearest::exact(Type::integer().clone()),
        (Some(min), Some(max)) if min == max => Nearest::exact(constant(
            Type::integer(),
            Some(Scalar::Integer(min.clone())),
        )?),
        _ => Nearest::loose(Type::integer().clone(), "int has no bounds"),
    })
}

fn nearest_number(range: &FloatRange) -> Result<Nearest, TypeError> {
    let one = range
        .min
        .filter(|min| range.max == Some(*min) && min.fract() != 0.0);
    let number = one.and_then(|one| cty::number(one).ok()?.as_number());
    Ok(match number {
        Some(number) => Nearest::exact(constant(Type::number(), Some(Scalar::Number(number)))?),
        None => Nearest::loose(
            Type::number().clone(),
            if *range == FloatRange::default() {
                "number includes whole numbers"
            } else {
                "number has no bounds and includes whole numbers"
            },
        ),
    })
}

fn nearest_string(constraint: &StringConstraint) -> Result<Nearest, TypeError> {
    let string = Type::string().clone();
    Ok(match constraint {
        StringConstraint::Plain => Nearest::exact(string),
        StringConstraint::Length(size) if *size == SizeRange::UNLIMITED => Nearest::exact(string),
        StringConstraint::Length(_) => Nearest::loose(string, "string has no range of lengths"),
        StringConstraint::Enumeration {
            ignore_case: true, ..
        } => Nearest::loose(string, "string also includes strings that differ in case"),
        StringConstraint::Enumeration { values, .. } if values.is_empty() => {
            Nearest::loose(string, "string includes all strings")
        }
        StringConstraint::Enumeration { values, .. } => {
            if !values.iter().all(|text| cty::is_normal(text)) {
                return Ok(Nearest::loose(string, NORMAL));
            }
            let members = values.iter();
            let members = members.map(|text| constant(&string, Some(Scalar::String(text.clone()))));
            Nearest::exact(union(members.collect::<Result<Vec<_>, _>>()?)?)
        }
        StringConstraint::Patterns(patterns) if patterns.is_empty() => Nearest::exact(string),
        StringConstraint::Patterns(_) => Nearest::loose(string, "string has no patterns"),
    })
}

/// An object whose optional attributes are exactly those that may be null.
fn nearest_object(attributes: &[Attribute<TargetPart<'_>>]) -> Result<Nearest, TypeError> {
    if !(attributes.iter()).all(|attribute| cty::is_normal(&attribute.name)) {
        return Ok(dynamic(
            "property names must be in normal form C: replaced by dynamic",
        ));
    }
    let mut loose = Vec::new();
    let mut because = |why| {
        if !loose.contains(&why) {
            loose.push(why);
        }
    };
    let mut properties = Vec::with_capacity(attributes.len());
    for attribute in attributes {
        let mut ty = attribute.part.ty.clone();
        match (attribute.presence, holds_null(&ty)) {
            (Presence::Required, true) => {
                because("a property that may be null may also be missing")
            }
            (Presence::Optional | Presence::OptionalAsNull, false) => {
                because("a property that may be missing may also be null");
                ty = optional(ty)?;
            }
            _ => {}
        }
        properties.push((attribute.name.clone(), ty));
    }
    Ok(Nearest {
        loose,
        ..Nearest::exact(object(properties)?)
    })
}

/// A union of the members. `dynamic` and `number` replace the members that they include.
fn nearest_union(members: &[TargetPart<'_>]) -> Result<Nearest, TypeError> {
    let members = || members.iter().filter(|member| !member.is_null);
    let bare: IdSet<&Type> = members().map(|member| member.bare).collect();
    let full = members().filter(|member| !member.loose);
    let full: IdSet<&Type> = full.map(|member| member.bare).collect();
    let wider = |among: &IdSet<&Type>, ty: &Type| {
        !ty.is_any() && among.contains(Type::any())
            || ty == Type::integer() && among.contains(Type::number())
    };
    // The additional data of one member may be data of a different member.
    let covered = |member: &TargetPart<'_>| {
        !member.loose || full.contains(member.bare) || wider(&full, member.bare)
    };
    let kept = members().map(|member| member.bare);
    let kept = kept.filter(|ty| !wider(&bare, ty)).cloned();
    Ok(Nearest {
        parts: if members().all(covered) {
            Parts::Dropped
        } else {
            Parts::Kept
        },
        ..Nearest::exact(union(kept)?)
    })
}
