//! Instance checks: whether a value is of a type.
//!
//! The rule of the type decides, one `match` arm per constructor. Only Iterable with an element
//! type, and values without a literal, use the type of the value. A recursive alias that is reached
//! again with the same value is not an instance. The names of a Struct's elements are strings for
//! which the assignability of types calls this module; both use one [`Check`].

use crate::rules::assignable::{self, Check, Identity, InitForm, Row, character, strings};
use crate::rules::infer::infer;
use crate::rules::type_tags::{TypeTag, may_accept, may_hold};
use crate::scalars::uri::{self, Components};
use crate::types::alias::definition;
use crate::types::format::short_name;
use crate::types::nominal::{self, Name, content};
use crate::types::{data, object};
use crate::values::param::param_of;
use crate::values::special::{Special, array_elements};
use crate::values::support::refuse_unsupported;
use polycty_core::calls::Budget;
use polycty_core::number::Integer;
use polycty_core::source::Result;
use polycty_core::types::{
    Kind, NominalParam, NominalType, ObjectType, Scalar, SizeRange, StringConstraint, Type,
};
use polycty_core::values::Value;

/// Whether a value is an instance of a type (the language's `=~`).
///
/// # Errors
/// [`Code::Unsupported`](polycty_core::source::Code::Unsupported) with its path for a mark or an
/// unknown value, which Puppet does not have; otherwise as
/// [`assignable`](crate::rules::assignable::assignable).
pub fn instance(value: &Value, ty: &Type, budget: &Budget) -> Result<bool> {
    refuse_unsupported(value)?;
    let tag = TypeTag::of_value(value);
    if !may_hold(ty, tag) {
        return Ok(false);
    }
    let mut check = Check::new(budget);
    let answer = check.holds_as((value, tag), ty);
    check.finish(answer)
}

/// Returns the result of [`instance`] if the type tags determine it, without a step.
#[must_use]
#[inline]
pub fn quick_instance(value: &Value, ty: &Type) -> Option<bool> {
    if value.is_plain() && !may_hold(ty, TypeTag::of_value(value)) {
        Some(false)
    } else {
        None
    }
}

/// The bytes of a text whose characters are counted per step.
const COUNTED_BYTES: u64 = 256;

impl Check<'_> {
    /// Whether a string is an instance of a type.
    pub(crate) fn holds_text(&mut self, text: &str, ty: &Type) -> bool {
        match ty.kind() {
            Kind::Any | Kind::String(StringConstraint::Plain) => true,
            _ => self.holds_made(&Value::string(text), ty),
        }
    }

    /// Whether a temporary value is an instance of a type.
    fn holds_made(&mut self, value: &Value, ty: &Type) -> bool {
        self.passing += 1;
        let answer = self.inside(value, ty);
        self.passing -= 1;
        answer
    }

    /// Whether a value is an instance of a type, one level deeper.
    #[inline]
    pub(crate) fn inside(&mut self, value: &Value, ty: &Type) -> bool {
        self.inside_as((value, TypeTag::of_value(value)), ty)
    }

    #[inline]
    fn inside_as(&mut self, value: (&Value, TypeTag), ty: &Type) -> bool {
        if !self.enter() {
            return false;
        }
        let answer = self.holds_as(value, ty);
        self.leave();
        answer
    }

    /// Whether a value with this tag is an instance of a type.
    fn holds_as(&mut self, (value, value_tag): (&Value, TypeTag), ty: &Type) -> bool {
        if !may_hold(ty, value_tag) {
            return false;
        }
        match ty.kind() {
            Kind::Any => true,
            Kind::None => value.is_null(),
            Kind::Bool(want) => value
                .as_bool()
                .is_some_and(|have| want.is_none_or(|want| want == have)),
            Kind::Number => match value.as_double() {
                Some(double) => !double.is_nan(),
                None => value.as_integer().is_some(),
            },
            Kind::Integer(want) => value.as_integer().is_some_and(|have| {
                want.min.as_ref().is_none_or(|min| *min <= have)
                    && want.max.as_ref().is_none_or(|max| have <= *max)
            }),
            Kind::Float(want) => value.as_double().is_some_and(|have| {
                have >= want.min.unwrap_or(f64::NEG_INFINITY)
                    && have <= want.max.unwrap_or(f64::INFINITY)
            }),
            Kind::String(StringConstraint::Plain) => value.as_str_bytes().is_some(),
            Kind::String(constraint) => match value.as_str() {
                Some(text) => self.text(text, constraint),
                None => false,
            },
            Kind::Literal {
                value: Scalar::String(want),
                ..
            } => value.as_str() == Some(&**want),
            Kind::List { element, size } => array_elements(value).is_some_and(|parts| {
                has(*size, parts.len())
                    && (element.is_any() || parts.iter().all(|part| self.inside(part, element)))
            }),
            Kind::Map { key, element, size } => value.as_ordered_map().is_some_and(|map| {
                let mut entries = map.entries().iter();
                has(*size, map.len())
                    && (key.is_any() || entries.clone().all(|(have, _)| self.inside(have, key)))
                    && (element.is_any() || entries.all(|(_, have)| self.inside(have, element)))
            }),
            Kind::Tuple { elements, size } => array_elements(value)
                .is_some_and(|parts| self.tuple_of(parts, Row::Types(elements), *size)),
            Kind::Object(object) => self.struct_of(value, object),
            Kind::Func(_) => {
                matches!(value.ty().kind(), Kind::Func(_)) && self.deeper(value.ty(), ty)
            }
            Kind::Union(members) => members
                .iter()
                .any(|member| self.inside_as((value, value_tag), member)),
            Kind::Optional(content) => {
                value_tag == TypeTag::Undef
                    || (!nominal::is_unit(content) && self.inside_as((value, value_tag), content))
            }
            Kind::NotUndef(content) => {
                value_tag != TypeTag::Undef && self.inside_as((value, value_tag), content)
            }
            Kind::Meta(want) => value
                .as_type()
                .is_some_and(|have| want.as_ref().is_none_or(|want| self.deeper(have, want))),
            Kind::Reference(_) => self.unfolded_value(value, ty),
            Kind::Nominal(found) => match nominal::name_of(found) {
                Some(name) => {
                    (TypeTag::of(ty) != TypeTag::Foreign
                        || TypeTag::by_name(ty).may_hold(value_tag))
                        && self.nominal_value(value, ty, name, found)
                }
                None => false,
            },
            // Puppet has no type for any other constructor.
            _ => false,
        }
    }

    fn text(&mut self, text: &str, constraint: &StringConstraint) -> bool {
        match constraint {
            StringConstraint::Plain => true,
            StringConstraint::Length(size) => {
                // A character has at most four bytes.
                let bytes = text.len() as u64;
                if let Err(error) = self.budget.charge(bytes / COUNTED_BYTES) {
                    return self.fail(error.into());
                }
                bytes >= size.min
                    && size.max.is_none_or(|max| bytes / 4 <= max)
                    && size.contains(strings::length(text))
            }
            StringConstraint::Enumeration {
                values,
                ignore_case,
            } => self.is_listed(values, *ignore_case, text),
            StringConstraint::Patterns(sources) => {
                sources.is_empty() || self.matches(sources, text)
            }
        }
    }

    fn tuple_of(&mut self, parts: &[Value], elements: Row<'_>, size: Option<SizeRange>) -> bool {
        let fits = match size {
            Some(size) => size.contains(parts.len() as u64),
            None => elements.len() == 0 || elements.len() == parts.len(),
        };
        fits && parts.iter().enumerate().all(|(at, part)| {
            let element = elements.at(at);
            element.is_none_or(|element| self.inside(part, element))
        })
    }

    fn struct_of(&mut self, value: &Value, object: &ObjectType) -> bool {
        let Some(map) = value.as_ordered_map() else {
            return false;
        };
        if map.len() > object.len() {
            return false;
        }
        let mut matched = 0;
        for (at, field) in object.fields().iter().enumerate() {
            let found = match map.entries().get(at) {
                // Usually the order is the same.
                Some((key, value)) if key.as_str() == Some(field.name()) => Some(value),
                _ if map.len() <= 8 => map
                    .entries()
                    .iter()
                    .find(|(key, _)| key.as_str() == Some(field.name()))
                    .map(|(_, value)| value),
                _ => map.get(&Value::string(field.name())),
            };
            match found {
                None if field.is_optional() => {}
                Some(value) if self.inside(value, field.ty()) => matched += 1,
                _ => return false,
            }
        }
        matched == map.len()
    }

    /// Whether a value is an instance of a reference's definition.
    fn unfolded_value(&mut self, value: &Value, ty: &Type) -> bool {
        let identity = Identity::of(ty);
        let pair = (std::ptr::from_ref(value) as usize, identity);
        let Kind::Reference(reference) = ty.kind() else {
            return false;
        };
        if !reference.is_recursive() {
            let answer = reference.with_definition(|definition| self.inside(value, definition));
            return answer.unwrap_or(false);
        }
        let remember = self.passing == 0 && self.is_long();
        if remember && let Some(known) = self.rest().known_values.get(&pair) {
            return *known;
        }
        // A recursive check of the same pair is false.
        if self.rest().open_values.contains(&pair) {
            return false;
        }
        self.rest().open_values.push(pair);
        let answer = self.guarded(|check| {
            check.within_target(identity, |check| {
                !check.is_recursive_on_both()
                    && reference
                        .with_definition(|definition| check.inside(value, definition))
                        .unwrap_or(false)
            })
        });
        self.rest().open_values.pop();
        if remember {
            self.rest().known_values.insert(pair, answer);
        }
        answer
    }

    /// Applies the rules of the types that only Puppet has.
    fn nominal_value(
        &mut self,
        value: &Value,
        ty: &Type,
        name: Name,
        nominal: &NominalType,
    ) -> bool {
        let params = &*nominal.params;
        match name {
            Name::Unit => true,
            Name::Default => matches!(Special::of(value), Some(Special::Default)),
            // All values that the tags allow.
            Name::Scalar | Name::ScalarData => true,
            Name::Collection => {
                let size = assignable::size_of_params(params);
                match (array_elements(value), value.as_ordered_map()) {
                    (Some(parts), _) => has(size, parts.len()),
                    (_, Some(map)) => has(size, map.len()),
                    _ => false,
                }
            }
            Name::Iterable => self.iterable_value(value, params),
            Name::Iterator => match (Special::of(value), params) {
                (Some(Special::Iterator(_)), []) => true,
                (Some(Special::Iterator(sequence)), [NominalParam::Type(want), ..]) => {
                    self.deeper(&sequence.element, want)
                }
                _ => false,
            },
            Name::Sensitive => match Special::of(value) {
                Some(Special::Sensitive(hidden)) => self.inside(hidden, content(params)),
                _ => false,
            },
            Name::Regexp => match Special::of(value) {
                Some(Special::Regexp(source)) => params
                    .first()
                    .is_none_or(|want| want.as_text() == Some(source)),
                _ => false,
            },
            Name::SemVer => matches!(Special::of(value), Some(Special::SemVer(version))
                if assignable::has_version(params, version)),
            Name::SemVerRange => matches!(Special::of(value), Some(Special::SemVerRange(_))),
            Name::Timespan => matches!(Special::of(value), Some(Special::Timespan(nanos))
                if in_time(params, *nanos)),
            Name::Timestamp => matches!(Special::of(value), Some(Special::Timestamp(nanos))
                if in_time(params, *nanos)),
            Name::Binary => matches!(Special::of(value), Some(Special::Binary(_))),
            Name::Uri => match Special::of(value) {
                Some(Special::Uri(components)) => match params {
                    [NominalParam::Map(want), ..] => want.iter().all(|(name, want)| {
                        let name = name.as_text().map_or("", |name| name);
                        assignable::matches(self, &component(components, name), want)
                    }),
                    _ => true,
                },
                _ => false,
            },
            // Catalog entries are not values; a type that names one is a type.
            Name::CatalogEntry
            | Name::Resource
            | Name::Class
            | Name::Node
            | Name::Stage
            | Name::Runtime => false,
            Name::Descending => self.inside(value, content(params)),
            Name::Init => self.init_value(value, params),
            Name::Object | Name::Error | Name::Deferred | Name::Pcore => {
                self.object_value(value, ty, name, params)
            }
            Name::TypeSet => value
                .as_type()
                .is_some_and(|ty| nominal::is(ty, Name::TypeSet)),
            Name::TypeReference | Name::TypeAlias => false,
        }
    }

    fn iterable_value(&mut self, value: &Value, params: &[NominalParam]) -> bool {
        match params {
            [NominalParam::Type(want), ..] if !self.deeper(Type::any(), want) => {
                if !may_give(value, want) {
                    return false;
                }
                // All characters have the same type.
                if value.as_str_bytes().is_some() {
                    return self.deeper(character(), want);
                }
                if value.as_integer().is_some() {
                    return self.deeper(Type::integer(), want);
                }
                match infer(value, self.budget.budget()) {
                    Ok(have) => {
                        let have = self.keep(have);
                        self.iterable(&have, params)
                    }
                    Err(error) => self.fail(error),
                }
            }
            _ => {
                value.as_str().is_some()
                    || array_elements(value).is_some()
                    || value.as_ordered_map().is_some()
                    || value.as_integer().is_some_and(|times| times.signum() >= 0)
                    || matches!(Special::of(value), Some(Special::Iterator(_)))
                    || value.as_type().is_some_and(is_iterable_type)
            }
        }
    }

    fn init_value(&mut self, value: &Value, params: &[NominalParam]) -> bool {
        match self.made_from(params) {
            None => false,
            Some(InitForm::Rich) => self.inside(value, data::rich_data()),
            Some(InitForm::Of(ty, constructor)) => {
                self.inside(value, ty)
                    || constructor.single().any(|want| self.inside(value, want))
                    || constructor.lists().any(|list| {
                        array_elements(value).is_some_and(|parts| {
                            self.tuple_of(parts, Row::Params(list.positional()), Some(list.size()))
                        })
                    })
                    || (constructor.has_optional_single()
                        && constructor.lists().any(|list| {
                            list.size().contains(1)
                                && list.first().is_some_and(|want| self.inside(value, want))
                        }))
            }
            Some(InitForm::With(ty, first)) => {
                self.inside(value, ty) || first.iter().any(|want| self.inside(value, want))
            }
        }
    }

    /// Objects are checked by their type; types are objects of the types that describe them.
    fn object_value(
        &mut self,
        value: &Value,
        ty: &Type,
        name: Name,
        params: &[NominalParam],
    ) -> bool {
        if let Some(inner) = value.as_type() {
            if name == Name::Object && params.is_empty() {
                return true;
            }
            let kind = match inner.kind() {
                Kind::Reference(_) => "TypeAlias".to_owned(),
                _ => short_name(inner),
            };
            let described = [NominalParam::text(format!("Pcore::{kind}Type"))];
            return match nominal::with(Name::Pcore, described) {
                Ok(described) => {
                    let described = self.keep(described);
                    self.deeper(&described, ty)
                }
                Err(error) => self.fail(error.into()),
            };
        }
        let Some(Special::Object(have, attributes)) = Special::of(value) else {
            return false;
        };
        if let Some((base, values)) = object::without_parameters(ty) {
            let (base, names) = (self.keep(base), object::type_parameters(ty));
            return self.deeper(have, &base)
                && values.iter().zip(&names).all(|(want, (name, _))| {
                    let found = attributes.iter().find(|(known, _)| known == name);
                    match (want, found) {
                        (NominalParam::Default, _) => true,
                        (want, None) => object::value_by_default(have, name)
                            .is_some_and(|have| assignable::matches(self, &have, want)),
                        (NominalParam::Type(want), Some((_, value))) => self.inside(value, want),
                        (want, Some((_, value))) => param_of(value)
                            .is_some_and(|have| assignable::matches(self, &have, want)),
                    }
                });
        }
        if name != Name::Error {
            return self.deeper(have, ty);
        }
        nominal::is(have, Name::Error)
            && params
                .iter()
                .zip(["kind", "issue_code"])
                .all(|(want, attribute)| {
                    let found = attributes.iter().find(|(name, _)| **name == *attribute);
                    let have = match found.and_then(|(_, value)| value.as_str()) {
                        Some(text) => NominalParam::text(text),
                        None => NominalParam::Undef,
                    };
                    *want == NominalParam::Default || assignable::matches(self, &have, want)
                })
    }
}

/// Whether the elements of a value may be instances of a type, by their tags: the common type must
/// accept each element, so some elements suffice. Undef is ignored.
fn may_give(value: &Value, want: &Type) -> bool {
    /// The maximum number of checked elements, which is less than a step.
    const SOME: usize = 8;
    if let Some(parts) = array_elements(value) {
        let mut some = parts.iter().filter(|part| !part.is_null()).take(SOME);
        return some.all(|part| may_accept(want, TypeTag::of_value(part)));
    }
    if let Some(map) = value.as_ordered_map() {
        // An entry is a tuple of two.
        let fits = |size: SizeRange| size.contains(2);
        return map.is_empty()
            || (may_accept(want, TypeTag::Tuple) && want.size_range().is_none_or(fits));
    }
    if value.as_str_bytes().is_some() {
        return may_accept(want, TypeTag::String);
    }
    if value.as_integer().is_some() {
        return may_accept(want, TypeTag::Integer);
    }
    true
}

/// Returns a component of a URI: the port as a number, by default that of the scheme, and a path
/// that may be empty.
fn component(components: &Components, name: &str) -> NominalParam {
    let mut entries = components.entries();
    let stated = entries
        .find(|(found, _)| *found == name)
        .map(|(_, text)| text);
    match (name, stated) {
        ("port", stated) => {
            let port = stated.or_else(|| uri::own_port(&components.scheme));
            match port.and_then(|port| Integer::parse(port).ok()) {
                Some(port) => NominalParam::Scalar(Scalar::Integer(port)),
                None => NominalParam::Undef,
            }
        }
        (_, Some(text)) => NominalParam::text(text),
        ("path", None) if components.opaque.is_none() => NominalParam::text(""),
        _ => NominalParam::Undef,
    }
}

fn has(size: Option<SizeRange>, count: usize) -> bool {
    size.is_none_or(|size| size.contains(count as u64))
}

fn in_time(params: &[NominalParam], nanos: i128) -> bool {
    let (from, to) = nominal::time_bounds(params);
    from.is_none_or(|from| from <= nanos) && to.is_none_or(|to| nanos <= to)
}

/// Whether a type as a value can be iterated, following aliases.
fn is_iterable_type(ty: &Type) -> bool {
    let mut at = ty.clone();
    for _ in 0..64 {
        if !matches!(at.kind(), Kind::Reference(_)) {
            return assignable::is_iterable_type(&at);
        }
        let Some((group, index)) = definition(&at) else {
            return false;
        };
        match group.definition(index) {
            Some(definition) => at = definition.clone(),
            None => return false,
        }
    }
    false
}
