//! Constructors of types in Puppet's normal form.
//!
//! An enumeration is sorted by code points without duplicates. Patterns contain each expression
//! once. A Variant is flat and without duplicates, and a Variant of one member is that member. A
//! collection that must be empty drops its element type.

use crate::scalars::semver;
use crate::types::nominal::{self, Name};
use polycty_core::sort::sort;
use polycty_core::types::{
    FuncType, Kind, NominalParam, Scalar, SizeRange, Str, StringConstraint, Type, TypeError, Visit,
};
use std::collections::HashSet;
use std::sync::LazyLock;

macro_rules! bare_types {
    ($($(#[$doc:meta])* $name:ident = $made:expr;)*) => {
        $(
            $(#[$doc])*
            #[must_use]
            pub fn $name() -> &'static Type {
                static TYPE: LazyLock<Type> =
                    LazyLock::new(|| $made.unwrap_or_else(|_| Type::any().clone()));
                &TYPE
            }
        )*
    };
}

bare_types! {
    /// `Array`, which is `Array[Any]`.
    array_any = Type::list(Type::any().clone());
    /// `Hash`, which is `Hash[Any, Any]`.
    hash_any = Type::map_of(Type::any().clone(), Type::any().clone(), None);
    /// `Tuple` without types.
    tuple_any = Type::tuple([]);
    /// `Struct` without elements.
    struct_any = Type::object([]);
    /// `Callable` without parameters.
    callable_any = Type::func(FuncType::default());
}

const EMPTY: Option<SizeRange> = Some(SizeRange::exactly(0));

/// `Array[element, size]`.
///
/// # Errors
/// If the type nests too deep or grows too large.
pub fn array(element: Type, size: Option<SizeRange>) -> Result<Type, TypeError> {
    match size {
        None => Type::list(element),
        EMPTY => Type::sized_list(nominal::unit().clone(), SizeRange::exactly(0)),
        Some(size) => Type::sized_list(element, size),
    }
}

/// `Hash[key, value, size]`.
///
/// # Errors
/// If the type nests too deep or grows too large.
pub fn hash(key: Type, value: Type, size: Option<SizeRange>) -> Result<Type, TypeError> {
    if size == EMPTY {
        let unit = nominal::unit();
        return Type::map_of(unit.clone(), unit.clone(), size);
    }
    Type::map_of(key, value, size)
}

/// The type of one string.
///
/// # Errors
/// None in practice.
pub fn literal_string(text: &str) -> Result<Type, TypeError> {
    Type::literal(Type::string().clone(), Scalar::String(text.into()))
}

/// `Enum[values]`; bare if there are none.
///
/// # Errors
/// None in practice.
pub fn enumeration(mut values: Vec<Str>, ignore_case: bool) -> Result<Type, TypeError> {
    if values.is_empty() {
        return Ok(Type::string_enumeration_any().clone());
    }
    if !values.is_sorted_by(|a, b| a < b) {
        sort(&mut values);
        values.dedup();
    }
    Type::string_constraint(StringConstraint::Enumeration {
        values: values.into(),
        ignore_case,
    })
}

/// `Pattern[sources]`; bare if there are none.
///
/// # Errors
/// None in practice.
pub fn patterns(mut sources: Vec<Str>) -> Result<Type, TypeError> {
    if sources.is_empty() {
        return Ok(Type::string_patterns_any().clone());
    }
    if sources.len() > 1 {
        let mut seen: HashSet<Str> = HashSet::with_capacity(sources.len());
        sources.retain(|source| seen.insert(source.clone()));
    }
    Type::string_constraint(StringConstraint::Patterns(sources.into()))
}

/// `Variant[members]`; bare if there are none.
///
/// # Errors
/// If the type nests too deep or grows too large.
pub fn variant(members: Vec<Type>) -> Result<Type, TypeError> {
    let nested = |ty: &Type| matches!(ty.kind(), Kind::Union(_));
    let mut flat = if members.iter().any(nested) {
        let mut flat = Vec::with_capacity(members.len() + 4);
        for member in members {
            match member.kind() {
                Kind::Union(inner) => flat.extend(inner.iter().cloned()),
                _ => flat.push(member),
            }
        }
        flat
    } else {
        members
    };
    remove_duplicates(&mut flat);
    match flat.len() {
        0 => Ok(Type::union_any().clone()),
        1 => Ok(flat.swap_remove(0)),
        _ => Type::union(flat),
    }
}

/// Removes members that equal an earlier one by Puppet's own equality.
fn remove_duplicates(members: &mut Vec<Type>) {
    if members.len() <= 16 {
        let mut kept: usize = 0;
        for at in 0..members.len() {
            if !members[..kept].iter().any(|have| same(have, &members[at])) {
                members.swap(kept, at);
                kept += 1;
            }
        }
        members.truncate(kept);
    } else {
        // Members that are equal but written differently are rare; they are kept.
        let mut seen: HashSet<Type> = HashSet::with_capacity(members.len());
        members.retain(|member| has_time_bounds(member) || seen.insert(member.clone()));
    }
}

fn same(a: &Type, b: &Type) -> bool {
    if a == b {
        return a.is_same_node(b) || !has_time_bounds(a);
    }
    match (nominal::view(a), nominal::view(b)) {
        (Some((Name::SemVer, a)), Some((Name::SemVer, b))) if !a.is_empty() && !b.is_empty() => {
            semver::same_ranges(a, b)
        }
        (Some((Name::Resource, a)), Some((Name::Resource, b))) => match (a, b) {
            ([a_name, a_title @ ..], [b_name, b_title @ ..]) => {
                let folded = |name: &NominalParam| name.as_text().map(|n| n.to_ascii_lowercase());
                folded(a_name) == folded(b_name) && a_title == b_title
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether the type contains a bound of a time; Puppet compares such types by identity.
fn has_time_bounds(ty: &Type) -> bool {
    let mut found = false;
    ty.walk(&mut |_, part| {
        found |= matches!(
            nominal::view(part),
            Some((Name::Timespan | Name::Timestamp, [_, ..]))
        );
        if found { Visit::Stop } else { Visit::Into }
    });
    found
}
