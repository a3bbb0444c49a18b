//! Unification of mcl types.
//!
//! [`unify`] finds the most general substitution that makes two types equal. Structs must have the
//! same fields in the same order. Names of arguments are ignored.

use crate::rules::explain::explain;
use crate::types::view::require_mcl;
use polycty_core::inference::{Mismatch, Rule, Unifier};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;

/// Returns the most general substitution that makes two types equal.
///
/// # Errors
/// [`Code::Type`] with the path to the first parts that cannot be equal, and both types;
/// [`Code::Unsupported`] for a type that mcl does not have.
///
/// ```
/// use polycty_mcl::{format_type, parse_type, unify};
/// use polycty_core::types::VariableScope;
/// let scope = VariableScope::new();
/// let ty = |text| parse_type(text, scope).unwrap();
/// let mut substitution = unify(&ty("func(?1, []?2) ?2"), &ty("func(int, ?3) str"))?;
/// let result = substitution.resolve(&ty("map{?1: ?3}"))?;
/// assert_eq!(format_type(&result)?, "map{int: []str}");
/// let error = unify(&ty("map{str: ?1}"), &ty("map{str: []?1}")).err().unwrap();
/// assert_eq!(error.message(), "directly in the same set");
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
pub fn unify(a: &Type, b: &Type) -> Result<Unifier> {
    require_mcl(a)?;
    require_mcl(b)?;
    let mut unifier = Unifier::new();
    match unifier.unify(a, b) {
        Ok(()) => Ok(unifier),
        Err(mismatch) => Err(explain(&first_conflict(a, b, *mismatch), a, b)),
    }
}

/// Returns the conflict that mgmt reports. mgmt checks whether a type would contain itself at each
/// variable, so that error precedes later conflicts.
fn first_conflict(a: &Type, b: &Type, mismatch: Mismatch) -> Mismatch {
    let mut until_clash = Unifier::new();
    if mismatch.rule != Rule::Occurs
        && until_clash.equate(a, b).is_err()
        && let Err(occurs) = until_clash.check()
    {
        return *occurs;
    }
    mismatch
}

/// Returns the type that several types become under the most general substitution that makes all of
/// them equal, and the substitution.
///
/// # Errors
/// The errors of [`unify`]; [`Code::InvalidArgument`] if there are no types.
pub fn unify_all(types: &[&Type]) -> Result<(Type, Unifier)> {
    let Some((first, rest)) = types.split_first() else {
        return Err(Error::new(Code::InvalidArgument, "no types to unify"));
    };
    require_mcl(first)?;
    let mut unifier = Unifier::new();
    for ty in rest {
        require_mcl(ty)?;
        unifier
            .unify(first, ty)
            .map_err(|mismatch| explain(&mismatch, first, ty))?;
    }
    let ty = unifier.resolve(first)?;
    Ok((ty, unifier))
}
