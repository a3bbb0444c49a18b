//! Early unification: the common type of two types.
//!
//! The result is the type that accepts the other. Otherwise the algebra of resources and classes
//! applies, arrays have the common type of their elements, and ranges the smallest range that
//! contains both. The remaining pairs have the lowest type of the specification's own hierarchy
//! that accepts both.

use crate::rules::early::assignable::assignable;
use crate::rules::unify::hull_of_integers;
use crate::types::early::data::EARLY;
use crate::types::nominal::{self, Name};
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{Kind, NominalParam, Type};

/// Returns the common type of two types.
///
/// # Errors
/// As [`assignable`].
pub(crate) fn common_type(a: &Type, b: &Type, budget: &Budget) -> Result<Type> {
    // Every type accepts undef, but Undef accepts no other type.
    if a.is_same_node(b) || assignable(b, a, budget)? {
        return Ok(a.clone());
    }
    if assignable(a, b, budget)? {
        return Ok(b.clone());
    }
    match (ascending(a).kind(), ascending(b).kind()) {
        (
            Kind::List {
                element: a,
                size: None,
            },
            Kind::List {
                element: b,
                size: None,
            },
        ) => return Ok(Type::list(common_type(a, b, budget)?)?),
        (
            Kind::Map {
                key: a_key,
                element: a,
                size: None,
            },
            Kind::Map {
                key: b_key,
                element: b,
                size: None,
            },
        ) => {
            let (key, element) = (
                common_type(a_key, b_key, budget)?,
                common_type(a, b, budget)?,
            );
            return Ok(Type::map_of(key, element, None)?);
        }
        (Kind::Integer(a), Kind::Integer(b)) => {
            return Ok(Type::integer_range(hull_of_integers(a, b))?);
        }
        (Kind::Meta(Some(a)), Kind::Meta(Some(b))) => {
            return Ok(Type::meta(common_type(a, b, budget)?)?);
        }
        (Kind::Nominal(_), Kind::Nominal(_)) => match (nominal::view(a), nominal::view(b)) {
            (Some((Name::Resource, [a, ..])), Some((Name::Resource, [b, ..])))
                if is_one_name(a, b) =>
            {
                return Ok(nominal::with(Name::Resource, [a.clone()])?);
            }
            (Some((kind, _)), Some((other, _)))
                if kind == other
                    && matches!(
                        kind,
                        Name::Resource | Name::Class | Name::Node | Name::Stage | Name::Regexp
                    ) =>
            {
                return Ok(nominal::bare(kind).clone());
            }
            _ => {}
        },
        _ => {}
    }
    let hierarchy = [
        Type::number(),
        &EARLY.literal,
        &EARLY.data,
        nominal::bare(Name::Collection),
        nominal::bare(Name::CatalogEntry),
    ];
    for above in hierarchy {
        if assignable(a, above, budget)? && assignable(b, above, budget)? {
            return Ok(above.clone());
        }
    }
    Ok(Type::any().clone())
}

/// Returns the common type of many types, folded from the left; Undef if there are none.
///
/// # Errors
/// As [`assignable`].
pub(crate) fn common_type_of<'a>(
    types: impl IntoIterator<Item = &'a Type>,
    budget: &Budget,
) -> Result<Type> {
    let mut found = Type::none().clone();
    for ty in types {
        if !found.is_any() && found != *ty {
            found = common_type(&found, ty, budget)?;
        }
    }
    Ok(found)
}

/// Returns a descending range as a set of integers.
fn ascending(ty: &Type) -> &Type {
    match nominal::view(ty) {
        Some((Name::Descending, [NominalParam::Type(range)])) => range,
        _ => ty,
    }
}

/// Whether two resource types have the same name, ignoring case.
fn is_one_name(a: &NominalParam, b: &NominalParam) -> bool {
    matches!((a.as_text(), b.as_text()), (Some(a), Some(b)) if a.eq_ignore_ascii_case(b))
}
