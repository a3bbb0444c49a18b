//! What do PCL's types and values mean, and how does PCL say a meaning?
//!
//! PCL says data more exactly than HCL: null has a type of its own, there are unions,
//! constants and whole numbers. What only PCL has are eventual values. Where one may
//! stand a plain value may as well, so that `output(T)` has all the data of `T`; the
//! eventual values themselves have to be resolved before they are translated.
//!
//! The same data may be of several types: 1 is an int and a number, a sequence is a list
//! or a tuple, entries are a map or an object, an identifier is a string. A property
//! whose type has null may be missing, and is null then.

use super::cty;
use super::meaning::{
    Alike, Attribute, Beyond, Datum, Keys, Meaning, Null, NullMisfit, Parts, Presence, Said,
    Spoken, Tongue, View, Wholes, double_of,
};
use crate::diagnostic::{Code, Error, Result};
use crate::dialect::pcl::{Eventual, Shape, constant, enumeration, object, optional, shape, union};
use crate::number::{Integer, Number};
use crate::types::{
    FloatRange, IntegerRange, Kind, ObjectType, Scalar, SizeRange, StringConstraint, Type,
    TypeError, Visit,
};
use crate::values::{Value, sort_entries};
use rustc_hash::{FxHashMap, FxHashSet};

/// PCL's table.
pub(super) struct Pcl;

/// How deep types are gone into where they lead from one to the other without a part of
/// a value in between, and values beside them.
const DEPTH_MAX: usize = 512;

const EVENTUAL: &str = "only PCL has eventual values, which have to be resolved first";
const UNLIKE: &str = "what dynamic stands for need not be alike";
const NORMAL: &str = "strings of PCL are in normal form C";

impl Tongue for Pcl {
    fn view(&self, ty: &Type) -> Result<View> {
        let data = |meaning| Ok(View::data(meaning, Null::Excluded));
        match shape(ty) {
            Shape::Dynamic => Ok(beyond(Meaning::Top, Null::Admitted, EVENTUAL, LOST)),
            Shape::None => Ok(View::data(Meaning::Null, Null::Admitted)),
            Shape::Bool => data(Meaning::Bool(None)),
            Shape::Int => data(Meaning::Integer(IntegerRange::default())),
            Shape::Number => data(Meaning::Number(Wholes::Numbers)),
            Shape::String | Shape::Id => data(Meaning::String(StringConstraint::Plain)),
            Shape::Opaque(_) => Ok(beyond(
                Meaning::Top,
                Null::Excluded,
                "only the host knows what an opaque type holds",
                (true, true),
            )),
            Shape::List(element) => data(Meaning::List {
                element: element.clone(),
                size: None,
                alike: Alike::Free,
            }),
            Shape::Set(element) => {
                let meaning = Meaning::Set {
                    element: element.clone(),
                    alike: Alike::Free,
                };
                match tells_numbers_apart(element) {
                    true => Ok(beyond(
                        meaning,
                        Null::Excluded,
                        "only in PCL the int and the number of one value are two elements",
                        LOST,
                    )),
                    false => data(meaning),
                }
            }
            Shape::Map(element) => data(Meaning::Map {
                keys: Keys::STRINGS,
                element: element.clone(),
                size: None,
                alike: Alike::Free,
            }),
            Shape::Tuple(elements) => data(Meaning::Tuple(elements.to_vec())),
            Shape::Object(object) => data(Meaning::Object(attributes(object))),
            Shape::Union(members) => data(Meaning::Union(gathered(members)?)),
            Shape::Promise(inner) | Shape::Output(inner) => {
                Ok(View::Besides(plain(inner).clone(), EVENTUAL))
            }
            Shape::Const(ty, None) => match ty == Type::none() {
                true => Ok(View::data(Meaning::Null, Null::Admitted)),
                // Null does not convert to a type that has none.
                false => Ok(beyond(
                    Meaning::Null,
                    Null::Admitted,
                    "no value is a null constant of a type without null",
                    (true, false),
                )),
            },
            Shape::Const(_, Some(value)) => view_constant(ty, value),
            Shape::Enum { ty, values, .. } => view_enum(ty, values),
            Shape::Recursive(reference) => Ok(View::Alias(reference.clone())),
            Shape::Foreign => Err(foreign(ty)),
        }
    }

    fn say(&self, meaning: Meaning<Spoken<'_>>) -> Result<Said, TypeError> {
        Ok(match meaning {
            Meaning::Top | Meaning::Anything => {
                dynamic("dynamic has eventual values, which only PCL has, too")
            }
            Meaning::Null => Said::exact(Type::none().clone()),
            Meaning::Bool(None) => Said::exact(Type::bool().clone()),
            Meaning::Bool(Some(value)) => {
                Said::exact(constant(Type::bool(), Some(Scalar::Bool(value)))?)
            }
            Meaning::Number(_) => Said::exact(Type::number().clone()),
            Meaning::Integer(range) => say_int(&range)?,
            Meaning::Float(range) => say_number(&range)?,
            Meaning::String(constraint) => say_string(&constraint)?,
            Meaning::Text(text) => match cty::is_normal(&text) {
                true => Said::exact(constant(Type::string(), Some(Scalar::String(text)))?),
                false => Said::loose(Type::string().clone(), NORMAL),
            },
            Meaning::List {
                element,
                size,
                alike,
            } => match cty::positions(element.ty, size) {
                Some(elements) => Said::exact(Type::tuple(elements)?),
                None => {
                    let mut said = collection(Type::list(element.ty.clone())?, alike);
                    if sized(size) {
                        said.loose.push("list has no range of sizes");
                    }
                    said
                }
            },
            Meaning::Set { element, alike } => collection(Type::set(element.ty.clone())?, alike),
            Meaning::Map {
                keys,
                element,
                size,
                alike,
            } => {
                let mut said = collection(Type::map(element.ty.clone())?, alike);
                if sized(size) {
                    said.loose.push("map has no range of sizes");
                }
                if !keys.all_strings {
                    said.loose.push("any string may be a key of a map");
                }
                if keys.others {
                    said.lost.push("only strings are keys of a map");
                }
                said
            }
            Meaning::Table { .. } => Said {
                lost: vec!["only strings are keys of a map"],
                ..dynamic("dynamic stands for a map of other keys")
            },
            Meaning::Tuple(elements) => {
                let elements: Vec<Type> = elements.iter().map(|part| part.ty.clone()).collect();
                Said::exact(Type::tuple(elements)?)
            }
            Meaning::Object(attributes) => say_object(&attributes)?,
            Meaning::Union(members) => say_union(&members)?,
        })
    }

    fn with_null(&self, ty: &Type, null: Null) -> Result<(Type, Option<NullMisfit>), TypeError> {
        Ok(match null {
            Null::Admitted if holds_null(ty) => (ty.clone(), None),
            Null::Admitted => (optional(ty.clone())?, None),
            Null::Excluded if ty == Type::none() => (Type::union_any().clone(), None),
            Null::Excluded if holds_null(ty) => {
                let added = NullMisfit::Added("null is a value of dynamic");
                (ty.clone(), Some(added))
            }
            Null::Excluded => (ty.clone(), None),
        })
    }

    fn datum<'a>(&self, value: &'a Value) -> Result<Datum<&'a Value>> {
        if Eventual::of(value).is_some() {
            let message = "an eventual value is not translated: it has to be resolved first";
            return Err(Error::new(Code::Unsupported, message).with_found(value.ty()));
        }
        if let Some(integer) = value.as_integer() {
            return Ok(Datum::Integer(integer));
        }
        if value.ty().element().is_some_and(tells_numbers_apart) && value.ty().is_set() {
            let parts = value.parts().unwrap_or_default();
            let numbers = parts.iter().map(of_one_kind).collect::<Result<Vec<_>>>()?;
            let distinct = Value::set_with_type(Type::set(Type::any().clone())?, numbers)?;
            if distinct.part_count() != Some(parts.len()) {
                return Err(Error::new(
                    Code::Unsupported,
                    "the int and the number of one value are two elements of a set in PCL only",
                )
                .with_found(value.ty()));
            }
        }
        cty::datum(value)
    }

    fn has_marks(&self) -> bool {
        true
    }

    fn has_other_keys(&self) -> bool {
        false
    }

    fn value(&self, datum: Datum<Value>) -> Result<Value> {
        match datum {
            Datum::Null => Ok(Value::null(Type::none().clone())),
            Datum::Bool(bool) => Ok(Value::bool(bool)),
            Datum::Number(number) => Ok(Value::from_number(number)),
            Datum::Integer(integer) => Ok(Value::from_integer(integer)),
            // Kept as a draft: a number that is whole is an int only where it was no double.
            Datum::Float(double) => cty::number(double).map(|_| Value::from_double(double)),
            Datum::Text(text) => cty::normal(&text),
            Datum::Sequence(parts) => Value::tuple(parts),
            Datum::Entries(entries) => cty::object(entries),
        }
    }

    fn settled(&self, draft: Value) -> Result<Value> {
        settle(&draft)
    }

    fn instance_of(&self, value: &Value, ty: &Type) -> Result<Value> {
        Shaping::default().shaped(value, ty)
    }
}

/// Whether there is further data, and whether there is what is no data.
const LOST: (bool, bool) = (false, true);

fn beyond(meaning: Meaning<Type>, null: Null, why: &'static str, how: (bool, bool)) -> View {
    let (loose, lost) = how;
    View::Said {
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

/// `dynamic` in place of what PCL cannot say.
fn dynamic(why: &'static str) -> Said {
    Said::dropped(Type::any().clone(), why)
}

/// What an eventual value will be.
fn plain(ty: &Type) -> &Type {
    let mut ty = ty;
    while let Shape::Promise(inner) | Shape::Output(inner) = shape(ty) {
        ty = inner;
    }
    ty
}

/// Whether null is among the values of a type.
fn holds_null(ty: &Type) -> bool {
    let mut seen: FxHashSet<(u64, u32)> = FxHashSet::default();
    let mut waiting = vec![ty.clone()];
    while let Some(next) = waiting.pop() {
        match shape(&next) {
            Shape::Dynamic | Shape::None => return true,
            Shape::Const(ty, None) if ty == Type::none() => return true,
            Shape::Union(members) => waiting.extend(members.iter().cloned()),
            Shape::Promise(inner) | Shape::Output(inner) => waiting.push(inner.clone()),
            Shape::Recursive(reference) if seen.insert(reference.key()) => {
                waiting.extend(reference.unfold().ok());
            }
            _ => {}
        }
    }
    false
}

/// Whether there may be an int and a number of the same value in a set of such elements.
fn tells_numbers_apart(ty: &Type) -> bool {
    let (mut open, mut whole, mut number) = (false, false, false);
    ty.walk(&mut |_, part| {
        match shape(part) {
            Shape::Dynamic | Shape::Recursive(_) => {
                (open, whole, number) = (true, true, true);
                return Visit::Stop;
            }
            Shape::Union(_) => open = true,
            Shape::Int => whole = true,
            Shape::Number => number = true,
            _ => {}
        }
        Visit::Into
    });
    open && whole && number
}

/// A value in which there is one kind of numbers, of null, and of containers.
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
    match value.ty().is_object() {
        true => {
            let names = value.ty().fields().iter();
            Value::object(names.map(|field| field.shared_name().clone()).zip(parts))
        }
        false => Value::tuple(parts),
    }
}

fn attributes(object: &ObjectType) -> Vec<Attribute<Type>> {
    (object.sorted_fields())
        .map(|field| Attribute {
            name: field.shared_name().clone(),
            part: field.ty().clone(),
            presence: match holds_null(field.ty()) {
                true => Presence::OptionalAsNull,
                false => Presence::Required,
            },
        })
        .collect()
}

/// The members of a union, with the constant strings in one, and what some have in sum.
fn gathered(members: &[Type]) -> Result<Vec<Type>> {
    let text = |member: &Type| match shape(member) {
        Shape::Const(_, Some(text @ Scalar::String(_))) => Some(text.clone()),
        _ => None,
    };
    let bool = |member: &Type| match shape(member) {
        Shape::Const(_, Some(Scalar::Bool(value))) => Some(*value),
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
        Meaning::Integer(IntegerRange {
            min: Some(integer.clone()),
            max: Some(integer),
        })
    };
    match value {
        Scalar::Bool(value) => data(Meaning::Bool(Some(*value))),
        Scalar::String(text) => data(Meaning::Text(text.clone())),
        Scalar::Integer(integer) => data(one(integer.clone())),
        Scalar::Number(number) => match (number.to_integer(), double_of(number)) {
            (Some(integer), _) => data(one(integer)),
            (None, Some(double)) => {
                let range = FloatRange {
                    min: Some(double),
                    max: Some(double),
                };
                // Of several numbers that are this double to others, one is read back.
                match cty::number(double)?.as_number().as_ref() == Some(number) {
                    true => data(Meaning::Float(range)),
                    false => Ok(beyond(
                        Meaning::Float(range),
                        Null::Excluded,
                        "the double stands for other numbers, too",
                        (true, false),
                    )),
                }
            }
            (None, None) => Ok(beyond(
                Meaning::Number(Wholes::Numbers),
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
        Some(values) => Meaning::String(StringConstraint::Enumeration {
            values: values.into(),
            ignore_case: false,
        }),
        None => {
            let members = values.iter().map(|value| constant(ty, Some(value.clone())));
            Meaning::Union(gathered(&members.collect::<Result<Vec<_>, _>>()?)?)
        }
    };
    Ok(View::data(meaning, Null::Excluded))
}

fn sized(size: Option<SizeRange>) -> bool {
    size.is_some_and(|size| size != SizeRange::UNLIMITED)
}

/// A collection, whose elements need not share a type that `dynamic` stands for.
fn collection(ty: Type, alike: Alike) -> Said {
    match alike {
        Alike::Free => Said::exact(ty),
        Alike::Required => Said::loose(ty, UNLIKE),
    }
}

fn say_int(range: &IntegerRange) -> Result<Said, TypeError> {
    let IntegerRange { min, max } = range;
    Ok(match (min, max) {
        (None, None) => Said::exact(Type::integer().clone()),
        (Some(min), Some(max)) if min == max => Said::exact(constant(
            Type::integer(),
            Some(Scalar::Integer(min.clone())),
        )?),
        _ => Said::loose(Type::integer().clone(), "int has no bounds"),
    })
}

fn say_number(range: &FloatRange) -> Result<Said, TypeError> {
    let one = range
        .min
        .filter(|min| range.max == Some(*min) && min.fract() != 0.0);
    let number = one.and_then(|one| cty::number(one).ok()?.as_number());
    Ok(match number {
        Some(number) => Said::exact(constant(Type::number(), Some(Scalar::Number(number)))?),
        None => Said::loose(
            Type::number().clone(),
            match *range == FloatRange::default() {
                true => "number holds whole numbers too",
                false => "number has no bounds and holds whole numbers too",
            },
        ),
    })
}

fn say_string(constraint: &StringConstraint) -> Result<Said, TypeError> {
    let string = Type::string().clone();
    Ok(match constraint {
        StringConstraint::Plain => Said::exact(string),
        StringConstraint::Length(size) if *size == SizeRange::UNLIMITED => Said::exact(string),
        StringConstraint::Length(_) => Said::loose(string, "string has no range of lengths"),
        StringConstraint::Enumeration {
            ignore_case: true, ..
        } => Said::loose(string, "string stands for what differs in case"),
        StringConstraint::Enumeration { values, .. } if values.is_empty() => {
            Said::loose(string, "string stands for all strings")
        }
        StringConstraint::Enumeration { values, .. } => {
            if !values.iter().all(|text| cty::is_normal(text)) {
                return Ok(Said::loose(string, NORMAL));
            }
            let members = values.iter();
            let members = members.map(|text| constant(&string, Some(Scalar::String(text.clone()))));
            Said::exact(union(members.collect::<Result<Vec<_>, _>>()?)?)
        }
        StringConstraint::Patterns(patterns) if patterns.is_empty() => Said::exact(string),
        StringConstraint::Patterns(_) => Said::loose(string, "string has no patterns"),
    })
}

/// An object, in which just what may be null may be missing.
fn say_object(attributes: &[Attribute<Spoken<'_>>]) -> Result<Said, TypeError> {
    if !(attributes.iter()).all(|attribute| cty::is_normal(&attribute.name)) {
        return Ok(dynamic(
            "names of properties are in normal form C: dynamic stands for the whole",
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
            (Presence::Required, true) => because("a property that may be null may be missing"),
            (Presence::Optional | Presence::OptionalAsNull, false) => {
                because("a property that may be missing may be null");
                ty = optional(ty)?;
            }
            _ => {}
        }
        properties.push((attribute.name.clone(), ty));
    }
    Ok(Said {
        loose,
        ..Said::exact(object(properties)?)
    })
}

/// A union of the members; `dynamic` and `number` stand for what they have room for.
fn say_union(members: &[Spoken<'_>]) -> Result<Said, TypeError> {
    let members = || members.iter().filter(|member| !member.is_null);
    let said: FxHashSet<&Type> = members().map(|member| member.bare).collect();
    let full = members().filter(|member| !member.loose);
    let full: FxHashSet<&Type> = full.map(|member| member.bare).collect();
    let wider = |among: &FxHashSet<&Type>, ty: &Type| {
        !ty.is_any() && among.contains(Type::any())
            || ty == Type::integer() && among.contains(Type::number())
    };
    // What one member has besides, another one may have by right.
    let covered = |member: &Spoken<'_>| {
        !member.loose || full.contains(member.bare) || wider(&full, member.bare)
    };
    let kept = members().map(|member| member.bare);
    let kept = kept.filter(|ty| !wider(&said, ty)).cloned();
    Ok(Said {
        parts: match members().all(covered) {
            true => Parts::Dropped,
            false => Parts::Kept,
        },
        ..Said::exact(union(kept)?)
    })
}

/// The value that a draft is where nothing is said of its type: doubles are numbers.
fn settle(draft: &Value) -> Result<Value> {
    if draft.is_marked() {
        return Ok(settle(draft.unmarked())?.with_marks(&draft.marks()));
    }
    if let Some(double) = draft.as_double() {
        return cty::number(double);
    }
    let Some(parts) = draft.parts().filter(|_| holds_double(draft.ty())) else {
        return Ok(draft.clone());
    };
    let parts = parts.iter().map(settle).collect::<Result<Vec<_>>>()?;
    match draft.ty().is_object() {
        true => {
            let names = draft.ty().fields().iter();
            Value::object(names.map(|field| field.shared_name().clone()).zip(parts))
        }
        false => Value::tuple(parts),
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

/// What [`Pcl::value`] gave, on its way into a type.
#[derive(Default)]
struct Shaping {
    /// What parts of the value are of unions, by the addresses of both, so that each
    /// pair is looked at once. The value and the types live as long as this.
    members: FxHashMap<(usize, usize), Option<Value>>,
    /// The definitions of recursive types, the same each time.
    unfolded: FxHashMap<(u64, u32), Type>,
    depth: usize,
}

impl Shaping {
    fn shaped(&mut self, value: &Value, ty: &Type) -> Result<Value> {
        if value.is_marked() {
            let plain = self.shaped(value.unmarked(), ty)?;
            return Ok(plain.with_marks(&value.marks()));
        }
        if matches!(
            shape(ty),
            Shape::Recursive(_) | Shape::Promise(_) | Shape::Output(_)
        ) {
            let head = self.head(ty)?;
            return self.within(value, &head);
        }
        self.within(value, ty)
    }

    /// The type that an eventual or recursive one leads to.
    fn head(&mut self, ty: &Type) -> Result<Type> {
        let mut head = ty.clone();
        for _ in 0..DEPTH_MAX {
            let next = match shape(&head) {
                Shape::Promise(inner) | Shape::Output(inner) => inner.clone(),
                Shape::Recursive(reference) => match self.unfolded.get(&reference.key()) {
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
            Shape::Dynamic => settle(value),
            Shape::Union(members) => self.member(value, ty, members),
            _ if value.is_null() => match holds_null(ty) {
                true => Ok(value.clone()),
                false => Err(mismatch(value, ty)),
            },
            Shape::Tuple(_) | Shape::List(_) | Shape::Set(_) | Shape::Object(_) | Shape::Map(_) => {
                self.container(value, ty)
            }
            _ => flat(value, ty).ok_or_else(|| mismatch(value, ty)),
        };
        self.depth -= 1;
        shaped
    }

    /// The value as one of a member: of the one that is its own type, else the first.
    fn member(&mut self, value: &Value, ty: &Type, members: &[Type]) -> Result<Value> {
        let pair = (std::ptr::from_ref(value).addr(), ty.address());
        if let Some(known) = self.members.get(&pair) {
            return known.clone().ok_or_else(|| mismatch(value, ty));
        }
        // A pair that leads to itself fits no member by that.
        self.members.insert(pair, None);
        let own = members.iter().filter(|member| *member == value.ty());
        let others = members.iter().filter(|member| *member != value.ty());
        let mut found = None;
        for member in own.chain(others) {
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
            Shape::List(element) if sequence => {
                let types = std::iter::repeat(element);
                Value::sequence(ty.clone(), self.elements(parts, types)?)
            }
            Shape::Set(element) if sequence => {
                let elements = self.elements(parts, std::iter::repeat(element))?;
                let set = Value::set_with_type(ty.clone(), elements)?;
                match set.unmarked().part_count() == Some(parts.len()) {
                    true => Ok(set),
                    false => Err(Error::new(
                        Code::Conversion,
                        "an element of a set comes twice",
                    )),
                }
            }
            Shape::Tuple(elements) if sequence && elements.len() == parts.len() => {
                Value::sequence(ty.clone(), self.elements(parts, elements.iter())?)
            }
            Shape::Map(element) if entries => {
                let mut entries = Vec::with_capacity(parts.len());
                for (field, part) in fields.iter().zip(parts) {
                    let part = self.shaped(part, element);
                    let part = part.map_err(|error| error.in_index(field.shared_name().clone()))?;
                    entries.push((Value::text(field.name(), true), part));
                }
                Value::map_with_type(ty.clone(), sort_entries(entries)?.into_iter())
            }
            Shape::Object(object) if entries => {
                if let Some(field) = fields
                    .iter()
                    .find(|field| object.get(field.name()).is_none())
                {
                    return Err(
                        Error::new(Code::Conversion, "the type has no such attribute")
                            .in_attribute(field.name())
                            .with_wanted(ty)
                            .with_found(value.ty()),
                    );
                }
                let mut parts = Vec::with_capacity(object.len());
                for field in object.fields() {
                    let part = match value.attribute(field.name()) {
                        Some(part) => self.shaped(part, field.ty()),
                        None if holds_null(field.ty()) => Ok(Value::null(Type::none().clone())),
                        None => Err(Error::new(Code::Conversion, "attribute is required")
                            .with_wanted(field.ty())),
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

/// A value of a type without parts.
fn flat(value: &Value, ty: &Type) -> Option<Value> {
    match shape(ty) {
        Shape::Bool => value.as_bool().map(Value::bool),
        Shape::String | Shape::Id => value.as_str_bytes().map(|_| value.clone()),
        Shape::Int => {
            let whole = || value.as_number()?.to_integer();
            value.as_integer().or_else(whole).map(Value::from_integer)
        }
        Shape::Number => match value.as_double() {
            Some(double) => cty::number(double).ok(),
            None => numeric(value).map(Value::from_number),
        },
        Shape::Const(_, wanted) => named(value, wanted?),
        Shape::Enum { values, .. } => values.iter().find_map(|wanted| named(value, wanted)),
        _ => None,
    }
}

fn numeric(value: &Value) -> Option<Number> {
    let integer = || Some(Number::from_integer(&value.as_integer()?));
    value.as_number().or_else(integer)
}

/// The value that a type names, if the other one says the same.
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
        format!("the value or its type nests more than {DEPTH_MAX} levels deep"),
    )
}

/// Says only the outermost level: members of unions fail in great number.
#[cold]
fn mismatch(value: &Value, ty: &Type) -> Error {
    let why = match shape(ty) {
        Shape::None => "null required",
        Shape::Bool => "bool required",
        Shape::Int => "int required",
        Shape::Number => "number required",
        Shape::String | Shape::Id => "string required",
        Shape::List(_) => "list required",
        Shape::Set(_) => "set required",
        Shape::Map(_) => "map required",
        Shape::Tuple(_) => "tuple of this length required",
        Shape::Object(_) => "object required",
        Shape::Union(_) => "a value of a member of the union required",
        Shape::Const(..) => "the constant required",
        Shape::Enum { .. } => "a value of the enumeration required",
        _ => "no value of another language is of this type",
    };
    Error::new(Code::Conversion, why)
        .with_wanted(ty)
        .with_found(value.ty())
}
