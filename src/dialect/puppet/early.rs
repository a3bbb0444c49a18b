//! Which types does the early specification say?
//!
//! Its names and defaults over today's types: `Object` is the top, `Pattern` the
//! type of a regular expression, an array holds Data and a hash Literals and
//! Data, `Integer[5]` is exactly 5 and a range may descend, and a name that is
//! no type of the specification is a type of resources. A descending range is
//! the same set of integers; the direction, which only iteration would show, is
//! not kept.

use super::build::{Expression, resource, text_of};
use super::build_nominal;
use super::fault::Fault;
use super::nominal::{self, Name};
use super::normal;
use super::parser::{Arg, What};
use super::resources;
use crate::number::Integer;
use crate::types::{
    Group, IntegerRange, NominalParam, SizeRange, Str, StringConstraint, Type, TypeError,
};
use std::sync::LazyLock;

/// The longest string: the greatest signed integer of 32 bits.
const LONGEST: u64 = (1 << 31) - 1;

struct Early {
    string: Type,
    data: Type,
    literal: Type,
    array: Type,
    hash: Type,
}

static EARLY: LazyLock<Early> = LazyLock::new(|| {
    make().unwrap_or_else(|_| {
        let any = Type::any().clone();
        Early {
            string: any.clone(),
            data: any.clone(),
            literal: any.clone(),
            array: any.clone(),
            hash: any,
        }
    })
});

fn make() -> Result<Early, TypeError> {
    let string = Type::string_constraint(StringConstraint::Length(SizeRange {
        min: 0,
        max: Some(LONGEST),
    }))?;
    let names: [Str; 2] = ["Data".into(), "Literal".into()];
    let group = Group::define(names, |members| {
        let (data, literal) = (members[0].reference(), members[1].reference());
        Ok(vec![
            Type::union([
                literal.clone(),
                Type::list(data.clone())?,
                Type::map_of(literal, data, None)?,
            ])?,
            Type::union([
                Type::number().clone(),
                string.clone(),
                Type::bool().clone(),
                nominal::bare(Name::Regexp).clone(),
            ])?,
        ])
    })?;
    let (data, literal) = (group.reference(0)?, group.reference(1)?);
    Ok(Early {
        array: Type::list(data.clone())?,
        hash: Type::map_of(literal.clone(), data.clone(), None)?,
        string,
        data,
        literal,
    })
}

/// The type that a name says without parameters.
pub(super) fn bare(name: &str, at: usize) -> Result<Type, Fault> {
    Ok(match name {
        "Object" => Type::any(),
        "Undef" => Type::none(),
        "Data" => &EARLY.data,
        "Literal" => &EARLY.literal,
        "Numeric" => Type::number(),
        "Integer" => Type::integer(),
        "Float" => Type::float(),
        "String" => &EARLY.string,
        "Boolean" => Type::bool(),
        "Pattern" => nominal::bare(Name::Regexp),
        "Collection" => nominal::bare(Name::Collection),
        "Array" => &EARLY.array,
        "Hash" => &EARLY.hash,
        "Type" => Type::meta_any(),
        "CatalogEntry" => nominal::bare(Name::CatalogEntry),
        "Resource" => nominal::bare(Name::Resource),
        "Class" => nominal::bare(Name::Class),
        "Ruby" => {
            return Err(Fault::argument(
                at,
                "Ruby requires the name of a type of the platform",
            ));
        }
        "Jvm" | "C" | "Go" => return Err(reserved(name, at)),
        other => {
            let name = resources::capitalised(other);
            return resource(name.into(), None).map_err(|error| Fault::of_type(at, error));
        }
    }
    .clone())
}

#[cold]
fn reserved(name: &str, at: usize) -> Fault {
    Fault::argument(at, format!("the name of the platform {name} is reserved"))
}

/// The type that a name says with these parameters, of which there is at least
/// one.
pub(super) fn parametrised<'s>(
    said: Expression<'s>,
    name: &str,
    params: &mut [Arg<'s>],
) -> Result<Type, Fault> {
    let count = params.len();
    match name {
        "Integer" => {
            said.arity(name, 1, 2, "1 or 2", count)?;
            integer(said, params)
        }
        "Pattern" => {
            said.arity(name, 1, 1, "1", count)?;
            match &params[0].what {
                What::Text(source) | What::Regexp(source) => {
                    let source = without_anchors(source);
                    let source = build_nominal::regexp(said, &source)?;
                    said.made(nominal::with(Name::Regexp, [NominalParam::text(source)]))
                }
                _ => Err(said.invalid()),
            }
        }
        "Array" => {
            said.arity(name, 1, 1, "1", count)?;
            let element = said.take_type(&mut params[0])?;
            said.made(normal::array(element, None))
        }
        "Hash" => {
            said.arity(name, 1, 2, "1 or 2", count)?;
            let first = said.take_type(&mut params[0])?;
            let (key, element) = match params.get_mut(1) {
                Some(second) => (first, said.take_type(second)?),
                None => (EARLY.literal.clone(), first),
            };
            said.made(normal::hash(key, element, None))
        }
        "Ruby" => {
            said.arity(name, 1, 1, "1", count)?;
            let class = text_of(&params[0]).ok_or_else(|| said.invalid())?;
            said.made(nominal::with(
                Name::Runtime,
                [
                    NominalParam::text("ruby"),
                    NominalParam::text(class.as_ref()),
                ],
            ))
        }
        "Type" => {
            said.arity(name, 1, 1, "1", count)?;
            let inner = said.take_type(&mut params[0])?;
            said.made(Type::meta(inner))
        }
        "Resource" => build_nominal::parametrised(said, Name::Resource, params),
        "Class" => build_nominal::parametrised(said, Name::Class, params),
        "Jvm" | "C" | "Go" => Err(reserved(name, said.start)),
        "Object" | "Undef" | "Data" | "Literal" | "Numeric" | "Float" | "String" | "Boolean"
        | "Collection" | "CatalogEntry" => Err(super::build::not_parametrised(said.start, name)),
        other => {
            let name = resources::capitalised(other);
            said.arity(&name, 1, 1, "1", count)?;
            let title = text_of(&params[0]).ok_or_else(|| said.invalid())?;
            let title = NominalParam::text(title.as_ref());
            said.made(resource(name.into(), Some(title)))
        }
    }
}

fn integer(said: Expression<'_>, params: &[Arg<'_>]) -> Result<Type, Fault> {
    let bound = |param: &Arg<'_>| -> Result<Option<Integer>, Fault> {
        match &param.what {
            What::Integer(value) => Ok(Some((*value).into())),
            What::BigInteger(value) => Ok(Some((**value).clone())),
            What::Default => Ok(None),
            _ => Err(said.invalid()),
        }
    };
    let from = bound(&params[0])?;
    let to = match params.get(1) {
        Some(to) => bound(to)?,
        None => from.clone(),
    };
    let (min, max) = match (from, to) {
        (Some(from), Some(to)) if from > to => (Some(to), Some(from)),
        ends => ends,
    };
    said.made(Type::integer_range(IntegerRange { min, max }))
}

/// A regular expression without the anchors that the specification removes.
fn without_anchors(source: &str) -> String {
    let mut kept = String::with_capacity(source.len());
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            kept.push(c);
            continue;
        }
        match chars.next() {
            Some('A' | 'Z') => {}
            Some(escaped) => {
                kept.push(c);
                kept.push(escaped);
            }
            None => kept.push(c),
        }
    }
    kept
}
