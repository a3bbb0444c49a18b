//! Containment of ranges.

use crate::types::nominal::{self, Name};
use polycty_core::types::{FloatRange, IntegerRange, Kind, NominalParam, Scalar, SizeRange, Type};

/// Whether `want` contains every integer of `have`.
pub(crate) fn integers(have: &IntegerRange, want: &IntegerRange) -> bool {
    let from = match (&want.min, &have.min) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(want), Some(have)) => want <= have,
    };
    from && match (&want.max, &have.max) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(want), Some(have)) => want >= have,
    }
}

/// Whether `want` contains every double of `have`.
pub(crate) fn floats(have: &FloatRange, want: &FloatRange) -> bool {
    let low = |range: &FloatRange| range.min.unwrap_or(f64::NEG_INFINITY);
    let high = |range: &FloatRange| range.max.unwrap_or(f64::INFINITY);
    low(want) <= low(have) && high(want) >= high(have)
}

/// Whether `want` contains every size of `have`.
#[inline]
pub(crate) fn within(have: SizeRange, want: Option<SizeRange>) -> bool {
    let Some(want) = want else {
        return true;
    };
    want.min <= have.min
        && match (want.max, have.max) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(want), Some(have)) => want >= have,
        }
}

/// Returns the size in the parameters of a Collection.
#[inline]
pub(crate) fn of_params(params: &[NominalParam]) -> Option<SizeRange> {
    let bound = |at: usize| match params.get(at) {
        Some(NominalParam::Scalar(Scalar::Integer(size))) => size.to_u64(),
        _ => None,
    };
    (!params.is_empty()).then(|| SizeRange {
        min: bound(0).unwrap_or(0),
        max: bound(1),
    })
}

/// Returns the sizes of a type of arrays or hashes. A tuple without a size has exactly one element
/// per type, even if there are none; a struct includes optional entries in the maximum.
pub(crate) fn collection(ty: &Type) -> Option<SizeRange> {
    Some(match ty.kind() {
        Kind::List { size, .. } | Kind::Map { size, .. } => size.unwrap_or(SizeRange::UNLIMITED),
        Kind::Tuple { elements, size } => size.unwrap_or(SizeRange::exactly(elements.len() as u64)),
        Kind::Object(object) => SizeRange::exactly(object.len() as u64),
        _ => match nominal::view(ty) {
            Some((Name::Collection, params)) => of_params(params).unwrap_or(SizeRange::UNLIMITED),
            _ => return None,
        },
    })
}
