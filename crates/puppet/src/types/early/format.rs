//! Formatting of types in the notation of the early specification.
//!
//! It uses the specification's names and omits defaults: `Array` for an array of Data, `Hash[V]` if
//! the keys are Literals. A range of integers has both bounds unless they are equal, because
//! `Integer[5]` means exactly 5. Types without a notation in the specification are rejected,
//! because the current notation would mean a resource type.

use crate::scalars::regexp_text;
use crate::scalars::text::push_quoted;
use crate::types::data;
use crate::types::early::data::{EARLY, is_name, is_own};
use crate::types::format::format_type;
use crate::types::nominal::{self, Name};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{IntegerRange, Kind, NominalParam, StringConstraint, Type};
use std::fmt::Write;

/// Returns the early text of a type.
///
/// # Errors
/// [`Code::Unsupported`] for a type that the specification cannot express.
pub(crate) fn text(ty: &Type) -> Result<String> {
    let mut out = String::with_capacity(32);
    push(&mut out, ty)?;
    Ok(out)
}

fn push(out: &mut String, ty: &Type) -> Result<()> {
    let name = match ty.kind() {
        Kind::Any => "Object",
        Kind::None => "Undef",
        Kind::Bool(None) => "Boolean",
        Kind::Number => "Numeric",
        Kind::Integer(range) => {
            push_integers(out, range, Direction::Up);
            return Ok(());
        }
        Kind::Float(range) if range.min.is_none() && range.max.is_none() => "Float",
        Kind::String(StringConstraint::Plain) => "String",
        Kind::String(_) if *ty == EARLY.string => "String",
        Kind::List { size: None, .. } if *ty == EARLY.array => "Array",
        Kind::List {
            element,
            size: None,
        } => return push_of(out, "Array", &[element]),
        Kind::Map { size: None, .. } if *ty == EARLY.hash => "Hash",
        Kind::Map {
            key,
            element,
            size: None,
        } if *key == EARLY.literal => return push_of(out, "Hash", &[element]),
        Kind::Map {
            key,
            element,
            size: None,
        } => return push_of(out, "Hash", &[key, element]),
        Kind::Meta(None) => "Type",
        Kind::Meta(Some(inner)) => return push_of(out, "Type", &[inner]),
        Kind::Reference(reference) => match reference.name() {
            // A name that the host defines is written as the name, unless the specification uses it
            // for one of its types.
            Some(name)
                if is_own(reference.key())
                    || !(data::is_built_in(reference.key()) || is_name(&name)) =>
            {
                out.push_str(&name);
                return Ok(());
            }
            _ => return Err(unsayable(ty)),
        },
        Kind::Nominal(_) => return push_nominal(out, ty),
        _ => return Err(unsayable(ty)),
    };
    out.push_str(name);
    Ok(())
}

fn push_of(out: &mut String, name: &str, params: &[&Type]) -> Result<()> {
    out.push_str(name);
    out.push('[');
    for (at, param) in params.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        push(out, param)?;
    }
    out.push(']');
    Ok(())
}

#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Up,
    Down,
}

fn push_integers(out: &mut String, range: &IntegerRange, direction: Direction) {
    out.push_str("Integer");
    let (from, to) = match direction {
        Direction::Up => (&range.min, &range.max),
        Direction::Down => (&range.max, &range.min),
    };
    // Writing to a string does not fail.
    let _ = match (from, to) {
        (None, None) => Ok(()),
        (Some(from), Some(to)) if from == to => write!(out, "[{from}]"),
        (Some(from), Some(to)) => write!(out, "[{from}, {to}]"),
        (Some(from), None) => write!(out, "[{from}, default]"),
        (None, Some(to)) => write!(out, "[default, {to}]"),
    };
}

fn push_nominal(out: &mut String, ty: &Type) -> Result<()> {
    let Some((name, params)) = nominal::view(ty) else {
        return Err(unsayable(ty));
    };
    match (name, params) {
        (Name::Regexp, []) => out.push_str("Pattern"),
        (Name::Regexp, [source]) => {
            out.push_str("Pattern[");
            regexp_text::push_delimited(out, source.as_text().ok_or_else(|| unsayable(ty))?);
            out.push(']');
        }
        (
            Name::Collection
            | Name::CatalogEntry
            | Name::Resource
            | Name::Class
            | Name::Node
            | Name::Stage,
            [],
        ) => out.push_str(name.text()),
        (Name::Descending, [NominalParam::Type(range)]) => match range.kind() {
            Kind::Integer(range) => push_integers(out, range, Direction::Down),
            _ => return Err(unsayable(ty)),
        },
        (Name::Resource, [resource, title @ ..]) => {
            let resource = resource.as_text().ok_or_else(|| unsayable(ty))?;
            // Some resource types have the name of a different type.
            let hidden = is_name(resource);
            if hidden {
                out.push_str("Resource[");
                push_quoted(out, resource);
            } else {
                out.push_str(resource);
            }
            if let [title] = title {
                out.push_str(if hidden { ", " } else { "[" });
                push_quoted(out, title.as_text().ok_or_else(|| unsayable(ty))?);
            }
            if hidden || !title.is_empty() {
                out.push(']');
            }
        }
        (Name::Class, [class]) => {
            let class = class.as_text().ok_or_else(|| unsayable(ty))?;
            let is_name = class.starts_with(|c: char| c.is_ascii_lowercase())
                && class
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b":_".contains(&b));
            if is_name {
                let _ = write!(out, "Class[{class}]");
            } else {
                push_titled(out, "Class", class)
            }
        }
        (Name::Node | Name::Stage, [title]) => {
            let title = title.as_text().ok_or_else(|| unsayable(ty))?;
            push_titled(out, name.text(), title);
        }
        (Name::Runtime, [runtime, class]) => match (runtime.as_text(), class.as_text()) {
            (Some(runtime), Some(class)) if **runtime == *"ruby" => {
                push_titled(out, "Ruby", class);
            }
            _ => return Err(unsayable(ty)),
        },
        _ => return Err(unsayable(ty)),
    }
    Ok(())
}

fn push_titled(out: &mut String, name: &str, title: &str) {
    out.push_str(name);
    out.push('[');
    push_quoted(out, title);
    out.push(']');
}

#[cold]
fn unsayable(ty: &Type) -> Error {
    let today = format_type(ty, Default::default());
    Error::new(
        Code::Unsupported,
        format!("the early specification has no notation for the type {today}"),
    )
    .with_found(ty)
}
