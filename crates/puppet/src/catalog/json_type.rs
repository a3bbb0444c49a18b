//! Types in the JSON form of a catalog: the attributes of Puppet's type objects, without those that
//! have their default value.

use super::json::Writer;
use crate::types::nominal::{self, Name, is_unit};
use crate::types::undef::accepts_undef;
use crate::values::param::value_of;
use polycty_core::source::Result;
use polycty_core::types::{Field, Kind, NominalParam, Scalar, SizeRange, StringConstraint, Type};
use std::fmt::{Display, Write};

/// Appends a type. A type whose attributes have no JSON form is a reference to its text.
pub(super) fn write_type(json: &mut Writer<'_>, ty: &Type) -> Result<()> {
    match ty.kind() {
        Kind::Any => bare(json, "Any"),
        Kind::None => bare(json, "Undef"),
        Kind::Number => bare(json, "Numeric"),
        Kind::Bool(None) => bare(json, "Boolean"),
        Kind::Bool(Some(flag)) => {
            open(json, "Boolean")?;
            json.key("value")?;
            json.out.push_str(if *flag { "true" } else { "false" })?;
            close(json)
        }
        Kind::Integer(range) => {
            open(json, "Integer")?;
            bound(json, "from", range.min.as_ref())?;
            bound(json, "to", range.max.as_ref())?;
            close(json)
        }
        Kind::Float(range) => {
            open(json, "Float")?;
            for (key, limit) in [("from", range.min), ("to", range.max)] {
                if let Some(limit) = limit {
                    json.key(key)?;
                    json.scalar(&Scalar::Double(limit))?;
                }
            }
            close(json)
        }
        Kind::String(constraint) => string(json, constraint),
        Kind::Literal { value, .. } => {
            open(json, "String")?;
            json.key("size_type_or_value")?;
            json.scalar(value)?;
            close(json)
        }
        Kind::List { element, size } => {
            open(json, "Array")?;
            content(json, "element_type", element)?;
            sized(json, *size)?;
            close(json)
        }
        Kind::Map { key, element, size } => {
            open(json, "Hash")?;
            content(json, "key_type", key)?;
            content(json, "value_type", element)?;
            sized(json, *size)?;
            close(json)
        }
        Kind::Tuple { elements, size } => {
            open(json, "Tuple")?;
            types(json, elements)?;
            sized(json, *size)?;
            close(json)
        }
        Kind::Object(object) => structure(json, object.fields()),
        Kind::Union(members) => {
            open(json, "Variant")?;
            types(json, members)?;
            close(json)
        }
        Kind::Optional(inner) => around(json, "Optional", Some(inner)),
        Kind::NotUndef(inner) => around(json, "NotUndef", Some(inner)),
        Kind::Meta(inner) => around(json, "Type", inner.as_ref()),
        Kind::Nominal(_) => match nominal::view(ty) {
            Some((name, params)) => nominal_type(json, ty, name, params),
            None => json.type_reference(ty),
        },
        _ => json.type_reference(ty),
    }
}

fn nominal_type(
    json: &mut Writer<'_>,
    ty: &Type,
    name: Name,
    params: &[NominalParam],
) -> Result<()> {
    match (name, params) {
        (Name::Object | Name::Error | Name::Deferred | Name::Pcore | Name::TypeSet, []) => {
            json.type_reference(ty)
        }
        (_, []) => bare(json, name.text()),
        (Name::Iterable | Name::Iterator | Name::Sensitive, [NominalParam::Type(inner)]) => {
            around(json, name.text(), Some(inner))
        }
        (
            Name::Regexp,
            [NominalParam::Regexp(source) | NominalParam::Scalar(Scalar::String(source))],
        ) => {
            open(json, "Regexp")?;
            json.key("pattern")?;
            json.text(source)?;
            close(json)
        }
        (Name::Init, [NominalParam::Type(inner), arguments @ ..]) => {
            open(json, "Init")?;
            json.key("type")?;
            json.ty(inner)?;
            if !arguments.is_empty() {
                json.key("init_args")?;
                json.out.push('[')?;
                for argument in arguments {
                    json.separate()?;
                    json.value(&value_of(argument)?)?;
                }
                json.out.push(']')?;
            }
            close(json)
        }
        (Name::Object, [definition @ NominalParam::Map(_)]) => {
            open(json, "Object")?;
            json.key("_pcore_init_hash")?;
            json.value(&value_of(definition)?)?;
            close(json)
        }
        _ => json.type_reference(ty),
    }
}

fn open(json: &mut Writer<'_>, name: &str) -> Result<()> {
    json.open(&format!("Pcore::{name}Type"))
}

fn close(json: &mut Writer<'_>) -> Result<()> {
    json.out.push('}')?;
    Ok(())
}

fn bare(json: &mut Writer<'_>, name: &str) -> Result<()> {
    open(json, name)?;
    close(json)
}

fn bound(json: &mut Writer<'_>, key: &str, limit: Option<&impl Display>) -> Result<()> {
    if let Some(limit) = limit {
        json.key(key)?;
        let _ = json.out.write(|out| write!(out, "{limit}"))?;
    }
    Ok(())
}

/// Appends the size of a collection or a string as the type of its lengths.
fn range(json: &mut Writer<'_>, size: SizeRange) -> Result<()> {
    open(json, "Integer")?;
    bound(json, "from", Some(&size.min))?;
    bound(json, "to", size.max.as_ref())?;
    close(json)
}

fn sized(json: &mut Writer<'_>, size: Option<SizeRange>) -> Result<()> {
    match size {
        Some(size) => {
            json.key("size_type")?;
            range(json, size)
        }
        None => Ok(()),
    }
}

/// Appends the type of elements, which is Any by default.
fn content(json: &mut Writer<'_>, key: &str, ty: &Type) -> Result<()> {
    if ty.is_any() {
        return Ok(());
    }
    json.key(key)?;
    json.ty(ty)
}

fn around(json: &mut Writer<'_>, name: &str, inner: Option<&Type>) -> Result<()> {
    open(json, name)?;
    if let Some(inner) = inner.filter(|inner| !is_unit(inner) && !inner.is_any()) {
        json.key("type")?;
        json.ty(inner)?;
    }
    close(json)
}

fn types(json: &mut Writer<'_>, types: &[Type]) -> Result<()> {
    json.key("types")?;
    json.out.push('[')?;
    for ty in types {
        json.separate()?;
        json.ty(ty)?;
    }
    json.out.push(']')?;
    Ok(())
}

fn string(json: &mut Writer<'_>, constraint: &StringConstraint) -> Result<()> {
    match constraint {
        StringConstraint::Plain => bare(json, "String"),
        StringConstraint::Length(size) => {
            open(json, "String")?;
            json.key("size_type_or_value")?;
            range(json, *size)?;
            close(json)
        }
        StringConstraint::Enumeration {
            values,
            ignore_case,
        } => {
            open(json, "Enum")?;
            json.key("values")?;
            json.out.push('[')?;
            for value in values.iter() {
                json.separate()?;
                json.text(value)?;
            }
            json.out.push(']')?;
            if *ignore_case {
                json.key("case_insensitive")?;
                json.out.push_str("true")?;
            }
            close(json)
        }
        StringConstraint::Patterns(sources) => {
            open(json, "Pattern")?;
            json.key("patterns")?;
            json.out.push('[')?;
            for source in sources.iter() {
                json.separate()?;
                open(json, "Regexp")?;
                json.key("pattern")?;
                json.text(source)?;
                close(json)?;
            }
            json.out.push(']')?;
            close(json)
        }
    }
}

fn structure(json: &mut Writer<'_>, fields: &[Field]) -> Result<()> {
    open(json, "Struct")?;
    json.key("elements")?;
    json.out.push('[')?;
    for field in fields {
        json.separate()?;
        json.open("Pcore::StructElement")?;
        json.key("key_type")?;
        let wrapper = match (field.is_optional(), accepts_undef(field.ty())) {
            (true, false) => Some("Optional"),
            (false, true) => Some("NotUndef"),
            _ => None,
        };
        if let Some(wrapper) = wrapper {
            open(json, wrapper)?;
            json.key("type")?;
        }
        open(json, "String")?;
        json.key("size_type_or_value")?;
        json.text(field.name())?;
        close(json)?;
        if wrapper.is_some() {
            close(json)?;
        }
        json.key("value_type")?;
        json.ty(field.ty())?;
        close(json)?;
    }
    json.out.push(']')?;
    close(json)
}
