//! Puppet's mapping: semantic types and values of Puppet, and the nearest Puppet type to a semantic
//! type.
//!
//! Puppet describes all data exactly, and null explicitly: `Optional[T]`. Its own kinds of values
//! (versions, times, expressions, types and so on) are not data. The top type here is Data, not
//! Any, because Data has exactly the values that all other languages have. Any is used only if
//! entries may have other keys than strings.

use super::semantic::{
    Alike, Attribute, Beyond, Keys, Mapping, Nearest, Null, NullMismatch, Presence, SemanticType,
    SemanticValue, TargetPart, View, Wholes, double_of,
};
use polycty_core::calls::Budget;
use polycty_core::number::Number;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{
    Field, Kind, NominalParam, Scalar, SizeRange, StringConstraint, Type, TypeError,
};
use polycty_core::values::Value;
use polycty_puppet::nominal::{self, Name};
use polycty_puppet::{
    Detail, accepts_undef, array, data, format_type, hash, instance, normal_form, short_name, undef,
};

/// Puppet's mapping.
pub(super) struct Puppet;

/// The maximum number of parts of the type of a hash's keys that are visited.
const KEY_PARTS_MAX: u32 = 1000;

/// The maximum number of positions of a Tuple that are written.
const POSITIONS_MAX: u64 = 1 << 10;

const EMPTY: Option<SizeRange> = Some(SizeRange::exactly(0));

const NOT_DATA: &str = "the type has values that only Puppet has";

impl Mapping for Puppet {
    fn view(&self, ty: &Type) -> Result<View> {
        let data = |meaning| Ok(View::data(meaning, Null::Excluded));
        match ty.kind() {
            Kind::Any => Ok(more_than_data(SemanticType::Top, Null::Admitted)),
            Kind::None => Ok(View::data(SemanticType::Null, Null::Admitted)),
            Kind::Bool(value) => data(SemanticType::Bool(*value)),
            Kind::Number => data(SemanticType::Number(Wholes::Integers)),
            Kind::Integer(range) => data(SemanticType::Integer(range.clone())),
            Kind::Float(range) => data(SemanticType::Float(*range)),
            Kind::String(constraint) => data(SemanticType::String(constraint.clone())),
            Kind::Literal {
                value: Scalar::String(text),
                ..
            } => data(SemanticType::Text(text.clone())),
            // The element types of an empty collection have no effect.
            Kind::List { size: EMPTY, .. } => data(SemanticType::Tuple(Vec::new())),
            Kind::Map { size: EMPTY, .. } => data(SemanticType::Object(Vec::new())),
            Kind::List { element, size } => data(SemanticType::List {
                element: element.clone(),
                size: *size,
                alike: Alike::Free,
            }),
            Kind::Map { key, element, size } => Ok(view_hash(key, element, *size)),
            Kind::Tuple { elements, size } => view_tuple(elements, *size),
            Kind::Object(object) => data(SemanticType::Object(
                (object.fields().iter())
                    .map(|field| Attribute {
                        name: field.shared_name().clone(),
                        part: field.ty().clone(),
                        presence: if field.is_optional() {
                            Presence::Optional
                        } else {
                            Presence::Required
                        },
                    })
                    .collect(),
            )),
            Kind::Union(members) => data(SemanticType::Union(with_sums(members))),
            Kind::Optional(inner) if nominal::is_unit(inner) => {
                Ok(View::data(SemanticType::Null, Null::Admitted))
            }
            Kind::Optional(inner) => Ok(View::With(inner.clone(), Null::Admitted)),
            Kind::NotUndef(inner) => Ok(View::With(inner.clone(), Null::Excluded)),
            Kind::Reference(reference) => match () {
                () if ty == data::data() => Ok(View::data(SemanticType::Top, Null::Admitted)),
                () if ty == data::rich_data() => {
                    Ok(more_than_data(SemanticType::Top, Null::Admitted))
                }
                () => Ok(View::Alias(reference.clone())),
            },
            Kind::Func(_) | Kind::Meta(_) => Ok(no_data()),
            Kind::Nominal(_) => match nominal::view(ty) {
                // The order of integers is not visible in other languages.
                Some((Name::Descending, [NominalParam::Type(range)])) => {
                    Ok(View::With(range.clone(), Null::Excluded))
                }
                Some((name, _)) => Ok(view_nominal(name)),
                None => Err(foreign(ty)),
            },
            _ => Err(foreign(ty)),
        }
    }

    fn nearest(&self, meaning: SemanticType<TargetPart<'_>>) -> Result<Nearest, TypeError> {
        Ok(match meaning {
            SemanticType::Top => Nearest::exact(data::data().clone()),
            SemanticType::Anything => Nearest::exact(Type::any().clone()),
            SemanticType::Null => Nearest::exact(Type::none().clone()),
            SemanticType::Bool(None) => Nearest::exact(Type::bool().clone()),
            SemanticType::Bool(Some(value)) => Nearest::exact(Type::bool_value(value)),
            SemanticType::Number(_) => Nearest::exact(Type::number().clone()),
            SemanticType::Integer(range) => Nearest::exact(Type::integer_range(range)?),
            SemanticType::Float(range) => Nearest::exact(Type::float_range(range)?),
            SemanticType::String(StringConstraint::Enumeration {
                values,
                ignore_case,
            }) => Nearest::exact(normal_form::enumeration(values.into(), ignore_case)?),
            SemanticType::String(StringConstraint::Patterns(patterns)) => {
                Nearest::exact(normal_form::patterns(patterns.into())?)
            }
            SemanticType::String(constraint) => {
                Nearest::exact(Type::string_constraint(constraint)?)
            }
            // There is no separate notation for the type of one string.
            SemanticType::Text(text) => {
                Nearest::exact(normal_form::enumeration([text].into(), false)?)
            }
            SemanticType::List {
                element,
                size,
                alike,
            } => {
                let ty = normal_form::array(element.ty.clone(), size)?;
                match alike {
                    Alike::Free => Nearest::exact(ty),
                    Alike::Required => {
                        Nearest::loose(ty, "the elements of an Array may have different types")
                    }
                }
            }
            SemanticType::Set { element, .. } => Nearest::loose(
                normal_form::array(element.ty.clone(), None)?,
                "an Array can repeat elements and has an order",
            ),
            SemanticType::Map {
                keys,
                element,
                size,
                alike,
            } => nearest_hash(keys, element, size, alike)?,
            SemanticType::Table { key, element, size } => {
                Nearest::exact(normal_form::hash(key.ty.clone(), element.ty.clone(), size)?)
            }
            SemanticType::Tuple(elements) if elements.is_empty() => {
                Nearest::exact(normal_form::array(nominal::unit().clone(), EMPTY)?)
            }
            SemanticType::Tuple(elements) => {
                let elements: Vec<Type> = elements.iter().map(|part| part.ty.clone()).collect();
                Nearest::exact(Type::tuple(elements)?)
            }
            SemanticType::Object(attributes) => nearest_struct(&attributes)?,
            SemanticType::Union(members) => {
                let members = members.iter().filter(|member| !member.is_null);
                let members = members.map(|member| member.bare.clone()).collect();
                Nearest::exact(normal_form::variant(one_enumeration(members)?)?)
            }
        })
    }

    fn with_null(&self, ty: &Type, null: Null) -> Result<(Type, Option<NullMismatch>), TypeError> {
        let ty = match (null, accepts_undef(ty)) {
            // With a union without members, null is the only value.
            (Null::Admitted, false) if ty == Type::union_any() => Type::none().clone(),
            (Null::Admitted, false) => Type::optional(ty.clone())?,
            (Null::Excluded, true) => Type::not_undef(ty.clone())?,
            _ => ty.clone(),
        };
        Ok((ty, None))
    }

    fn datum<'a>(&self, value: &'a Value) -> Result<SemanticValue<&'a Value>> {
        if !value.is_known() {
            return Err(Error::new(
                Code::Unsupported,
                "Puppet has no unknown values",
            ));
        }
        if value.is_null() {
            return Ok(SemanticValue::Null);
        }
        if value.as_str_bytes().is_some() {
            return Ok(SemanticValue::Text(value.clone()));
        }
        if let Some(bool) = value.as_bool() {
            return Ok(SemanticValue::Bool(bool));
        }
        if let Some(integer) = value.as_integer() {
            return Ok(SemanticValue::Integer(integer));
        }
        if let Some(double) = value.as_double() {
            return a_number(double).map(SemanticValue::Float);
        }
        if let Some(map) = value.as_ordered_map() {
            let entries = map.entries().iter();
            return Ok(SemanticValue::Entries(
                entries.map(|(key, value)| (key.clone(), value)).collect(),
            ));
        }
        match (value.parts(), value.ty().kind()) {
            (Some(parts), Kind::List { .. } | Kind::Tuple { .. }) => {
                Ok(SemanticValue::Sequence(parts.iter().collect()))
            }
            // The value is not shown, because it may be secret.
            _ => Err(Error::new(
                Code::Unsupported,
                format!(
                    "no other language has values of the type {}",
                    short_name(value.ty())
                ),
            )
            .with_found(value.ty())),
        }
    }

    fn has_other_keys(&self) -> bool {
        true
    }

    fn value(&self, datum: SemanticValue<Value>) -> Result<Value> {
        match datum {
            SemanticValue::Null => Ok(undef()),
            SemanticValue::Bool(bool) => Ok(Value::bool(bool)),
            SemanticValue::Number(number) => numeric(&number),
            SemanticValue::Integer(integer) => Ok(Value::from_integer(integer)),
            SemanticValue::Float(double) => a_number(double).map(Value::from_double),
            SemanticValue::Text(text) => Ok(text),
            SemanticValue::Sequence(parts) => array(parts),
            SemanticValue::Entries(entries) => hash(entries),
        }
    }

    fn instance_of(&self, value: &Value, ty: &Type, budget: &Budget) -> Result<Value> {
        if instance(value, ty, budget)? {
            return Ok(value.clone());
        }
        let wanted = format_type(ty, Detail::Canonical);
        Err(Error::new(
            Code::Conversion,
            format!("expected an instance of {wanted}"),
        )
        .with_expected(ty)
        .with_found(value.ty()))
    }
}

#[cold]
fn foreign(ty: &Type) -> Error {
    let message = format!("{} is not a type of Puppet", ty.friendly_name());
    Error::new(Code::Unsupported, message).with_found(ty)
}

/// The semantic type of a type with values that are not data.
fn more_than_data(meaning: SemanticType<Type>, null: Null) -> View {
    View::SemanticType {
        meaning,
        null,
        beyond: Some(Beyond {
            why: NOT_DATA,
            loose: false,
            lost: true,
        }),
    }
}

/// A type that shares no data with other languages, or less than it seems to.
fn no_data() -> View {
    View::SemanticType {
        meaning: SemanticType::Top,
        null: Null::Excluded,
        beyond: Some(Beyond {
            why: NOT_DATA,
            loose: true,
            lost: true,
        }),
    }
}

fn view_nominal(name: Name) -> View {
    let scalars = || {
        SemanticType::Union(vec![
            Type::string().clone(),
            Type::number().clone(),
            Type::bool().clone(),
        ])
    };
    let collections = || {
        SemanticType::Union(vec![
            normal_form::array_any().clone(),
            normal_form::hash_any().clone(),
        ])
    };
    match name {
        // The element of an empty collection accepts everything.
        Name::Unit => more_than_data(SemanticType::Top, Null::Admitted),
        Name::ScalarData => View::data(scalars(), Null::Excluded),
        Name::Scalar => more_than_data(scalars(), Null::Excluded),
        Name::Collection => View::SemanticType {
            meaning: collections(),
            null: Null::Excluded,
            beyond: Some(Beyond {
                why: NOT_DATA,
                loose: true,
                lost: true,
            }),
        },
        _ => no_data(),
    }
}

fn view_hash(key: &Type, element: &Type, size: Option<SizeRange>) -> View {
    let mut keys = Keys {
        all_strings: false,
        others: false,
    };
    let mut strings = false;
    look_at_keys(key, &mut KEY_PARTS_MAX.clone(), &mut keys, &mut strings);
    if !strings {
        return View::data(
            SemanticType::Table {
                key: key.clone(),
                element: element.clone(),
                size,
            },
            Null::Excluded,
        );
    }
    View::data(
        SemanticType::Map {
            keys,
            element: element.clone(),
            size,
            alike: Alike::Free,
        },
        Null::Excluded,
    )
}

/// Collects the kinds of keys of a type. `strings` is set if some keys are strings.
fn look_at_keys(ty: &Type, left: &mut u32, keys: &mut Keys, strings: &mut bool) {
    if *left == 0 {
        (keys.others, *strings) = (true, true);
        return;
    }
    *left -= 1;
    let all = |keys: &mut Keys, strings: &mut bool| {
        (keys.all_strings, *strings) = (true, true);
    };
    match ty.kind() {
        Kind::Any => {
            all(keys, strings);
            keys.others = true;
        }
        Kind::String(StringConstraint::Plain) => all(keys, strings),
        Kind::String(StringConstraint::Length(size)) if *size == SizeRange::UNLIMITED => {
            all(keys, strings);
        }
        Kind::String(StringConstraint::Patterns(patterns)) if patterns.is_empty() => {
            all(keys, strings);
        }
        Kind::String(_) | Kind::Literal { .. } => *strings = true,
        Kind::Union(members) => {
            for member in members {
                look_at_keys(member, left, keys, strings);
            }
        }
        Kind::Optional(inner) => {
            keys.others = true;
            if !nominal::is_unit(inner) {
                look_at_keys(inner, left, keys, strings);
            }
        }
        Kind::NotUndef(inner) => look_at_keys(inner, left, keys, strings),
        Kind::Reference(reference) if !reference.is_recursive() => {
            let found = reference
                .with_definition(|definition| look_at_keys(definition, left, keys, strings));
            keys.others |= found.is_none();
        }
        Kind::Reference(_) if ty == data::data() || ty == data::rich_data() => {
            all(keys, strings);
            keys.others = true;
        }
        // The type may contain strings and other values.
        Kind::Reference(_) => (keys.others, *strings) = (true, true),
        _ => {
            keys.others = true;
            match nominal::view(ty) {
                Some((Name::Unit | Name::Scalar | Name::ScalarData, _)) => all(keys, strings),
                Some((Name::Init | Name::Iterable, _)) => *strings = true,
                _ => {}
            }
        }
    }
}

/// A Tuple of a fixed length is a tuple; any other is a sequence of any of its types.
fn view_tuple(elements: &[Type], size: Option<SizeRange>) -> Result<View> {
    let list = |element: Type| SemanticType::List {
        element,
        size,
        alike: Alike::Free,
    };
    let data = |meaning| Ok(View::data(meaning, Null::Excluded));
    let Some(last) = elements.last() else {
        return data(list(Type::any().clone()));
    };
    let count = match size {
        None => Some(elements.len() as u64),
        Some(SizeRange { min, max }) if max == Some(min) && min <= POSITIONS_MAX => Some(min),
        Some(_) => None,
    };
    if let Some(count) = count {
        let at = |at: u64| elements.get(at as usize).unwrap_or(last).clone();
        return data(SemanticType::Tuple((0..count).map(at).collect()));
    }
    // Positions after the maximum size do not occur.
    let reached = size.and_then(|size| size.max).unwrap_or(u64::MAX);
    let reached = elements
        .len()
        .min(usize::try_from(reached).unwrap_or(usize::MAX));
    let mut types = elements[..reached].to_vec();
    types.dedup();
    if let [one] = &*types {
        return data(list(one.clone()));
    }
    Ok(View::SemanticType {
        meaning: list(normal_form::variant(types)?),
        null: Null::Excluded,
        beyond: Some(Beyond {
            why: "the positions of a Tuple of variable length have different types",
            loose: true,
            lost: false,
        }),
    })
}

/// The members, and combinations of some of them.
fn with_sums(members: &[Type]) -> Vec<Type> {
    let mut all = members.to_vec();
    let has = |ty: &Type| members.contains(ty);
    if has(Type::integer()) && has(Type::float()) {
        all.push(Type::number().clone());
    }
    if has(&Type::bool_value(true)) && has(&Type::bool_value(false)) {
        all.push(Type::bool().clone());
    }
    all
}

/// Moves the listed strings of all members of a Variant into the first that lists some. An `Enum`
/// is assignable only if one member accepts all of its strings.
fn one_enumeration(mut members: Vec<Type>) -> Result<Vec<Type>, TypeError> {
    let listed = |ty: &Type| match ty.kind() {
        Kind::String(StringConstraint::Enumeration {
            values,
            ignore_case: false,
        }) if !values.is_empty() => Some(values.clone()),
        _ => None,
    };
    let lists: Vec<_> = members.iter().filter_map(listed).collect();
    if lists.len() < 2 {
        return Ok(members);
    }
    let all = lists.iter().flat_map(|values| values.iter().cloned());
    let mut all = Some(normal_form::enumeration(all.collect(), false)?);
    members.retain_mut(|member| match listed(member) {
        Some(_) => all.take().is_some_and(|all| {
            *member = all;
            true
        }),
        None => true,
    });
    Ok(members)
}

fn nearest_hash(
    keys: Keys,
    element: TargetPart<'_>,
    size: Option<SizeRange>,
    alike: Alike,
) -> Result<Nearest, TypeError> {
    let ty = normal_form::hash(Type::string().clone(), element.ty.clone(), size)?;
    let mut nearest = Nearest::exact(ty);
    if alike == Alike::Required {
        nearest
            .loose
            .push("the elements of a Hash may have different types");
    }
    if !keys.all_strings {
        nearest.loose.push("any string may be a key of the Hash");
    }
    if keys.others {
        nearest.lost.push("only strings are keys of the Hash");
    }
    Ok(nearest)
}

fn nearest_struct(attributes: &[Attribute<TargetPart<'_>>]) -> Result<Nearest, TypeError> {
    if attributes.is_empty() {
        let unit = nominal::unit();
        return Ok(Nearest::exact(normal_form::hash(
            unit.clone(),
            unit.clone(),
            EMPTY,
        )?));
    }
    if attributes.iter().any(|attribute| attribute.name.is_empty()) {
        let parts = attributes.iter().map(|attribute| attribute.part.ty.clone());
        let element = normal_form::variant(parts.collect())?;
        return Ok(Nearest::dropped(
            normal_form::hash(Type::string().clone(), element, None)?,
            "a Struct has no empty key: replaced by a Hash",
        ));
    }
    let fields: Vec<Field> = (attributes.iter())
        .map(|attribute| attribute.field(attribute.part.ty.clone()))
        .collect();
    Ok(Nearest::exact(Type::object(fields)?))
}

/// NaN is not an instance of any Puppet type.
fn a_number(double: f64) -> Result<f64> {
    if double.is_nan() {
        Err(Error::new(Code::Unsupported, "no type of Puppet has NaN"))
    } else {
        Ok(double)
    }
}

/// An integral number as an Integer, any other as its double.
fn numeric(number: &Number) -> Result<Value> {
    if let Some(integer) = number.to_integer() {
        return Ok(Value::from_integer(integer));
    }
    double_of(number).map(Value::from_double).ok_or_else(|| {
        Error::new(
            Code::Unsupported,
            "the number is neither an Integer nor a Float",
        )
    })
}
