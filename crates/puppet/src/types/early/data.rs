//! Types of the early specification that the current language does not have.
//!
//! Its Data and Literal (one group), the meaning of Array, Hash and String without parameters, and
//! the names of all its types.

use crate::types::nominal::{self, Name};
use polycty_core::types::{Group, Kind, SizeRange, Str, StringConstraint, Type, TypeError};
use std::sync::LazyLock;

/// The maximum length of a string: the greatest signed 32-bit integer.
const LONGEST: u64 = (1 << 31) - 1;

/// The types of the specification that the current language does not have.
pub(crate) struct EarlyTypes {
    pub(crate) string: Type,
    pub(crate) data: Type,
    pub(crate) literal: Type,
    pub(crate) array: Type,
    pub(crate) hash: Type,
}

pub(crate) static EARLY: LazyLock<EarlyTypes> = LazyLock::new(|| {
    make().unwrap_or_else(|_| {
        let any = Type::any().clone();
        EarlyTypes {
            string: any.clone(),
            data: any.clone(),
            literal: any.clone(),
            array: any.clone(),
            hash: any,
        }
    })
});

fn make() -> Result<EarlyTypes, TypeError> {
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
    Ok(EarlyTypes {
        array: Type::list(data.clone())?,
        hash: Type::map_of(literal.clone(), data.clone(), None)?,
        string,
        data,
        literal,
    })
}

/// Whether this is the key of a reference to the specification's own Data or Literal.
pub(crate) fn is_own(key: (u64, u32)) -> bool {
    matches!(EARLY.data.kind(), Kind::Reference(reference) if reference.key().0 == key.0)
}

/// The names of the specification's types, including its platform types.
const NAMES: [&str; 22] = [
    "Object",
    "Undef",
    "Data",
    "Literal",
    "Numeric",
    "Integer",
    "Float",
    "String",
    "Boolean",
    "Pattern",
    "Collection",
    "Array",
    "Hash",
    "Type",
    "CatalogEntry",
    "Resource",
    "Class",
    "Node",
    "Stage",
    "Ruby",
    "Jvm",
    "Go",
];

/// Whether a name does not refer to a resource type.
pub(crate) fn is_name(name: &str) -> bool {
    name == "C" || NAMES.contains(&name)
}
