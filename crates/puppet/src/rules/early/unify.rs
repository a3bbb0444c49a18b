//! Early unification: what have two types in common?
//!
//! Of two types the one that accepts the other; else what the algebra of
//! resources and classes says, arrays of arrays' common elements, ranges the
//! range around both; what is left goes to the lowest type of the specification's
//! own hierarchy that accepts both.

use crate::rules::early::assignable::assignable;
use crate::rules::unify::hull_of_integers;
use crate::types::early::data::EARLY;
use crate::types::nominal::{self, Name};
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{Kind, NominalParam, Type};

/// The common type of two types.
///
/// # Errors
/// As [`assignable`].
pub(crate) fn common_type(a: &Type, b: &Type, budget: &Budget) -> Result<Type> {
    // Undef goes where the other type is expected, and not the other way round.
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

/// The common type of many, folded from the left; of none it is Undef.
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

/// A descending range as the set of integers that it is.
fn ascending(ty: &Type) -> &Type {
    match nominal::view(ty) {
        Some((Name::Descending, [NominalParam::Type(range)])) => range,
        _ => ty,
    }
}

/// Whether two types of resources have one name, in whichever case of letters.
fn is_one_name(a: &NominalParam, b: &NominalParam) -> bool {
    matches!((a.as_text(), b.as_text()), (Some(a), Some(b)) if a.eq_ignore_ascii_case(b))
}
