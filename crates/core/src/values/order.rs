//! Identity, order and hashing of values.
//!
//! `==` is exact: it compares the type, state, refinement, marks at each level and content (cty
//! `RawEquals`); numbers are compared numerically. [`total_cmp`] is a structural total order. It
//! equals cty's order for bools, numbers and strings, and has known values before unknown values
//! before nulls. Hashing agrees with both.

use super::refinement::{Detail, Refinement};
use super::set_order::{cmp_sets, same_members, set_cmp};
use super::{Entry, Repr, Value};
use crate::number::Number;
use crate::types::{Field, KeyedHasher, Kind, StringConstraint, Type, keyed_hasher};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

impl PartialEq for Value {
    #[inline]
    fn eq(&self, other: &Value) -> bool {
        match (&self.0, &other.0) {
            // The usual keys of maps.
            (Repr::Short(a), Repr::Short(b)) => a.same_text(b),
            _ => same_value(self, other),
        }
    }
}

fn same_value(a: &Value, b: &Value) -> bool {
    match (&a.0, &b.0) {
        (Repr::Sequence(_, a), Repr::Sequence(_, b))
        | (Repr::Set(_, a), Repr::Set(_, b))
        | (Repr::Object(_, a), Repr::Object(_, b)) => {
            let (ty, other_ty) = (&a.header.header, &b.header.header);
            std::ptr::eq(&a.header, &b.header)
                || (ty == other_ty && same_parts(ty, &a.slice, &b.slice))
        }
        (Repr::Map(_, a), Repr::Map(_, b)) => {
            let (ty, other_ty) = (&a.header.header, &b.header.header);
            std::ptr::eq(&a.header, &b.header)
                || (ty == other_ty && same_entries(ty, &a.slice, &b.slice))
        }
        (Repr::Null(a), Repr::Null(b)) | (Repr::Unknown(a), Repr::Unknown(b)) => a == b,
        (Repr::Refined(a), Repr::Refined(b)) => a.ty == b.ty && a.refinement == b.refinement,
        (Repr::Capsule(a), Repr::Capsule(b)) => {
            a.ty == b.ty
                && a.ty
                    .as_capsule()
                    .is_some_and(|ty| ty.data_equals(&a.data, &b.data))
        }
        (Repr::Extension(a), Repr::Extension(b)) => {
            a.0.ty() == b.0.ty() && a.0.compare(&*b.0) == Ordering::Equal
        }
        (Repr::Marked(a), Repr::Marked(b)) => a.marks == b.marks && a.value == b.value,
        (Repr::Row(..) | Repr::MapRow(..), _) | (_, Repr::Row(..) | Repr::MapRow(..)) => {
            a.ty() == b.ty() && same_rows(a.ty(), a, b)
        }
        _ => same_scalar(a, b),
    }
}

impl Eq for Value {}

/// Equality of bools, numbers and strings; anything else differs.
#[inline]
fn same_scalar(a: &Value, b: &Value) -> bool {
    match (&a.0, &b.0) {
        (Repr::Short(a), Repr::Short(b)) => a.same_text(b),
        (Repr::Long(a), Repr::Long(b)) => a.text == b.text,
        (Repr::SmallNumber { int: a, .. }, Repr::SmallNumber { int: b, .. }) => a == b,
        (Repr::BigNumber(a), Repr::BigNumber(b)) => a.equals(b),
        // Negative zero equals a number of the other form.
        (Repr::BigNumber(_), Repr::SmallNumber { .. })
        | (Repr::SmallNumber { .. }, Repr::BigNumber(_)) => a.as_number() == b.as_number(),
        (Repr::Bool(a), Repr::Bool(b)) => a == b,
        (Repr::SmallInteger(a), Repr::SmallInteger(b)) => a == b,
        (Repr::BigInteger(a), Repr::BigInteger(b)) => a == b,
        (Repr::Double(a), Repr::Double(b)) => a.total_cmp(b) == Ordering::Equal,
        _ => false,
    }
}

/// Compares the contents of two values of one type, without comparing types of parts that the type
/// determines.
#[inline]
pub(super) fn same_content(ty: &Type, a: &Value, b: &Value) -> bool {
    match (&a.0, &b.0) {
        (Repr::Null(_), Repr::Null(_)) | (Repr::Unknown(_), Repr::Unknown(_)) => true,
        (Repr::Sequence(_, a), Repr::Sequence(_, b))
        | (Repr::Set(_, a), Repr::Set(_, b))
        | (Repr::Object(_, a), Repr::Object(_, b)) => {
            std::ptr::eq(&a.header, &b.header) || same_parts(ty, &a.slice, &b.slice)
        }
        (Repr::Map(_, a), Repr::Map(_, b)) => {
            std::ptr::eq(&a.header, &b.header) || same_entries(ty, &a.slice, &b.slice)
        }
        (Repr::Short(_) | Repr::Long(_) | Repr::SmallNumber { .. } | Repr::Bool(_), _) => {
            same_scalar(a, b)
        }
        (Repr::Row(..) | Repr::MapRow(..), _) | (_, Repr::Row(..) | Repr::MapRow(..)) => {
            same_rows(ty, a, b)
        }
        _ => a == b,
    }
}

/// Compares the parts of two values of one type; one of them is a row.
#[inline(never)]
fn same_rows(ty: &Type, a: &Value, b: &Value) -> bool {
    match (&a.0, &b.0) {
        // The next two arms would suffice. The values of two documents are usually both rows, and
        // comparing them directly takes 10 % less time.
        (Repr::Row(row, a), Repr::Row(other, b)) => {
            let (a, b) = (a.row(*row), b.row(*other));
            std::ptr::eq(a, b) || same_parts(ty, a, b)
        }
        (Repr::MapRow(row, a), Repr::MapRow(other, b)) => {
            let (a, b) = (a.row(*row), b.row(*other));
            std::ptr::eq(a, b) || same_entries(ty, a, b)
        }
        (
            Repr::Row(..) | Repr::Sequence(..) | Repr::Object(..),
            Repr::Row(..) | Repr::Sequence(..) | Repr::Object(..),
        ) => {
            let (a, b) = (a.parts().unwrap_or_default(), b.parts().unwrap_or_default());
            std::ptr::eq(a, b) || same_parts(ty, a, b)
        }
        (Repr::Map(..) | Repr::MapRow(..), Repr::Map(..) | Repr::MapRow(..)) => {
            let a = a.entries().unwrap_or_default();
            let b = b.entries().unwrap_or_default();
            std::ptr::eq(a, b) || same_entries(ty, a, b)
        }
        _ => false,
    }
}

/// Compares the parts of two sequences, sets or objects of one type.
fn same_parts(ty: &Type, a: &[Value], b: &[Value]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut pairs = a.iter().zip(b);
    match ty.kind() {
        Kind::List { element, .. } if determines_parts(element) => {
            pairs.all(|(a, b)| same_content(element, a, b))
        }
        // Elements that are equal in the order of sets may be in any order.
        Kind::Set(element) => {
            let same = |(a, b): (&Value, &Value)| {
                if determines_parts(element) {
                    same_content(element, a, b)
                } else {
                    a == b
                }
            };
            match a.iter().zip(b).position(|pair| !same(pair)) {
                None => true,
                Some(at) if set_cmp(&a[at], &b[at]).is_ne() => false,
                Some(at) => same_members(&a[at..], &b[at..]),
            }
        }
        Kind::Tuple {
            elements,
            size: None,
        } => pairs.zip(elements).all(|((a, b), element)| {
            if determines_parts(element) {
                same_content(element, a, b)
            } else {
                a == b
            }
        }),
        Kind::Object(object) => pairs.zip(object.fields()).all(|((a, b), field)| {
            if determines_parts(field.ty()) {
                same_content(field.ty(), a, b)
            } else {
                a == b
            }
        }),
        _ => a == b,
    }
}

fn same_entries(ty: &Type, a: &[Entry], b: &[Entry]) -> bool {
    match ty.kind() {
        Kind::Map { element, .. } if determines_parts(element) => {
            a.len() == b.len()
                && a.iter().zip(b).all(|(a, b)| {
                    same_scalar(a.key(), b.key()) && same_content(element, a.value(), b.value())
                })
        }
        _ => a == b,
    }
}

/// Whether every value of a type has exactly this type.
#[inline]
fn determines_parts(ty: &Type) -> bool {
    matches!(
        ty.kind(),
        Kind::Bool(None)
            | Kind::Number
            | Kind::String(StringConstraint::Plain)
            | Kind::List { size: None, .. }
            | Kind::Set(_)
            | Kind::Map { size: None, .. }
            | Kind::Tuple { size: None, .. }
            | Kind::Object(_)
    )
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(hash_value(self));
    }
}

/// A hash that agrees with `==`.
pub(crate) fn hash_value(value: &Value) -> u64 {
    let mut state = keyed_hasher();
    hash_into(value, &mut state);
    state.finish()
}

fn hash_into(value: &Value, state: &mut KeyedHasher) {
    match &value.0 {
        Repr::Null(ty) => (0u8, ty).hash(state),
        Repr::Unknown(ty) => (1u8, ty).hash(state),
        Repr::Refined(refined) => (2u8, &refined.ty, &refined.refinement).hash(state),
        Repr::Bool(b) => b.hash(state),
        Repr::SmallNumber { .. } | Repr::BigNumber(_) => value.as_number().hash(state),
        Repr::SmallInteger(_) | Repr::BigInteger(_) => value.as_integer().hash(state),
        Repr::Double(d) => d.to_bits().hash(state),
        Repr::Short(text) => text.as_bytes().hash(state),
        Repr::Long(text) => text.text.as_bytes().hash(state),
        // Elements that are equal in the order of sets may be in any order.
        Repr::Set(_, parts) => {
            let hashes = parts.slice.iter().map(hash_value);
            parts.header.header.hash(state);
            hashes.fold(0, u64::wrapping_add).hash(state);
        }
        Repr::Sequence(_, parts) | Repr::Object(_, parts) => {
            parts.header.header.hash(state);
            parts.slice.iter().for_each(|part| hash_into(part, state));
        }
        Repr::Row(at, table) => {
            table.ty().hash(state);
            table
                .row(*at)
                .iter()
                .for_each(|part| hash_into(part, state));
        }
        Repr::Map(..) | Repr::MapRow(..) => {
            value.ty().hash(state);
            for entry in value.entries().unwrap_or_default() {
                hash_into(entry.key(), state);
                hash_into(entry.value(), state);
            }
        }
        Repr::Capsule(capsule) => {
            if let Some(ty) = capsule.ty.as_capsule() {
                (ty.identity(), ty.data_hash(&capsule.data)).hash(state);
            }
        }
        Repr::Extension(extension) => extension.0.hash_code().hash(state),
        Repr::Marked(marked) => {
            marked.marks.hash(state);
            hash_into(&marked.value, state);
        }
    }
}

/// The rank of the state, which is compared before the content: knowns, unknowns, nulls.
fn state_rank(value: &Value) -> u8 {
    match value.0 {
        Repr::Unknown(_) | Repr::Refined(_) => 1,
        Repr::Null(_) => 2,
        _ => 0,
    }
}

/// The total order of values.
///
/// Unmarked content is compared first, and marks only if it is equal. Values of different types are
/// in the order of their types. Sequences, objects and maps (as lists of entries) are compared part
/// by part, then by length; sets are compared by their own order of elements first. Capsules are
/// compared by the hash of their data, so data that is equal for the host is equal here.
#[inline]
pub fn total_cmp(a: &Value, b: &Value) -> Ordering {
    match (&a.0, &b.0) {
        (Repr::Short(a), Repr::Short(b)) => a.cmp_text(b),
        (Repr::SmallNumber { int: a, .. }, Repr::SmallNumber { int: b, .. }) => a.cmp(b),
        _ => cmp_any(a, b),
    }
}

/// Compares values that are not both of the most frequent kinds.
fn cmp_any(a: &Value, b: &Value) -> Ordering {
    if a.is_marked() || b.is_marked() {
        return total_cmp(a.unmarked(), b.unmarked()).then_with(|| a.marks().cmp(&b.marks()));
    }
    let states = state_rank(a).cmp(&state_rank(b));
    if states != Ordering::Equal {
        return states;
    }
    match (&a.0, &b.0) {
        (Repr::Bool(a), Repr::Bool(b)) => a.cmp(b),
        (
            Repr::SmallNumber { .. } | Repr::BigNumber(_),
            Repr::SmallNumber { .. } | Repr::BigNumber(_),
        ) => a.as_number().cmp(&b.as_number()),
        (
            Repr::SmallInteger(_) | Repr::BigInteger(_),
            Repr::SmallInteger(_) | Repr::BigInteger(_),
        ) => a.as_integer().cmp(&b.as_integer()),
        (Repr::Double(a), Repr::Double(b)) => a.total_cmp(b),
        (Repr::Short(_) | Repr::Long(_), Repr::Short(_) | Repr::Long(_)) => {
            a.as_str_bytes().cmp(&b.as_str_bytes())
        }
        (Repr::Set(_, x), Repr::Set(_, y)) => x
            .header
            .header
            .cmp(&y.header.header)
            .then_with(|| cmp_sets(&x.slice, &y.slice)),
        (Repr::Sequence(_, x), Repr::Sequence(_, y)) | (Repr::Object(_, x), Repr::Object(_, y)) => {
            x.header
                .header
                .cmp(&y.header.header)
                .then_with(|| cmp_all(&x.slice, &y.slice, total_cmp))
        }
        (
            Repr::Row(..) | Repr::Sequence(..) | Repr::Object(..),
            Repr::Row(..) | Repr::Sequence(..) | Repr::Object(..),
        ) => a.ty().cmp(b.ty()).then_with(|| {
            let (a, b) = (a.parts().unwrap_or_default(), b.parts().unwrap_or_default());
            cmp_all(a, b, total_cmp)
        }),
        (Repr::Map(..) | Repr::MapRow(..), Repr::Map(..) | Repr::MapRow(..)) => {
            a.ty().cmp(b.ty()).then_with(|| {
                let (a, b) = (
                    a.entries().unwrap_or_default(),
                    b.entries().unwrap_or_default(),
                );
                cmp_all(a, b, cmp_entry)
            })
        }
        (Repr::Capsule(x), Repr::Capsule(y)) => x.ty.cmp(&y.ty).then_with(|| {
            let hash = |capsule: &super::CapsuleValue| {
                capsule
                    .ty
                    .as_capsule()
                    .map(|ty| ty.data_hash(&capsule.data))
            };
            hash(x).cmp(&hash(y))
        }),
        (Repr::Extension(x), Repr::Extension(y)) => {
            x.0.ty().cmp(y.0.ty()).then_with(|| x.0.compare(&*y.0))
        }
        (Repr::Refined(x), Repr::Refined(y)) => {
            x.ty.cmp(&y.ty)
                .then_with(|| cmp_refinement(&x.refinement, &y.refinement))
        }
        (Repr::Unknown(_), Repr::Refined(_)) => a.ty().cmp(b.ty()).then(Ordering::Less),
        (Repr::Refined(_), Repr::Unknown(_)) => a.ty().cmp(b.ty()).then(Ordering::Greater),
        _ => a.ty().cmp(b.ty()),
    }
}

fn cmp_all<T>(a: &[T], b: &[T], cmp: impl Fn(&T, &T) -> Ordering) -> Ordering {
    for (x, y) in a.iter().zip(b) {
        let order = cmp(x, y);
        if order != Ordering::Equal {
            return order;
        }
    }
    a.len().cmp(&b.len())
}

fn cmp_entry(a: &Entry, b: &Entry) -> Ordering {
    total_cmp(a.key(), b.key()).then_with(|| total_cmp(a.value(), b.value()))
}

fn cmp_refinement(a: &Refinement, b: &Refinement) -> Ordering {
    let bound = |bound: &Option<super::Bound>| -> Option<(Number, bool)> {
        bound.as_ref().map(|b| (b.value.clone(), b.inclusive))
    };
    let rank = |detail: &Detail| match detail {
        Detail::Nothing => 0,
        Detail::Prefix(_) => 1,
        Detail::Number { .. } => 2,
        Detail::Length { .. } => 3,
    };
    a.not_null
        .cmp(&b.not_null)
        .then_with(|| match (&a.detail, &b.detail) {
            (Detail::Prefix(a), Detail::Prefix(b)) => a.cmp(b),
            (Detail::Number { min: a, max: a2 }, Detail::Number { min: b, max: b2 }) => {
                (bound(a), bound(a2)).cmp(&(bound(b), bound(b2)))
            }
            (Detail::Length { min: a, max: a2 }, Detail::Length { min: b, max: b2 }) => {
                (a, a2).cmp(&(b, b2))
            }
            (a, b) => rank(a).cmp(&rank(b)),
        })
}

/// Whether two unmarked values of one type are the same element of a set: they are equal and wholly
/// known, so that cty's `Equals` is certainly true.
pub(crate) fn equivalent(a: &Value, b: &Value) -> bool {
    a.is_wholly_known() && b.is_wholly_known() && a == b
}

impl fmt::Debug for Value {
    /// A rendering for debugging: the content, with the type if the content does not determine it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Null(ty) => write!(f, "null({ty:?})"),
            Repr::Unknown(ty) => write!(f, "unknown({ty:?})"),
            Repr::Refined(refined) => {
                write!(f, "unknown({:?}, {:?})", refined.ty, refined.refinement)
            }
            Repr::Bool(b) => b.fmt(f),
            Repr::SmallNumber { .. } | Repr::BigNumber(_) => self
                .as_number()
                .map_or(Ok(()), |number| write!(f, "{number}")),
            Repr::SmallInteger(_) | Repr::BigInteger(_) => self
                .as_integer()
                .map_or(Ok(()), |integer| write!(f, "{integer}i")),
            Repr::Double(d) => write!(f, "{d}f"),
            Repr::Short(_) | Repr::Long(_) => self.as_str().unwrap_or_default().fmt(f),
            Repr::Sequence(_, parts) => f.debug_list().entries(&parts.slice).finish(),
            Repr::Set(_, parts) => f.debug_set().entries(&parts.slice).finish(),
            Repr::Row(at, table) if table.ty().is_tuple() => {
                f.debug_list().entries(table.row(*at)).finish()
            }
            Repr::Object(..) | Repr::Row(..) => {
                let names = self.ty().fields().iter().map(Field::name);
                let parts = self.parts().unwrap_or_default();
                f.debug_map().entries(names.zip(parts)).finish()
            }
            Repr::Map(..) | Repr::MapRow(..) => {
                let entries = self.entries().unwrap_or_default();
                let entries = entries.iter().map(|entry| (entry.key(), entry.value()));
                f.debug_map().entries(entries).finish()
            }
            Repr::Capsule(capsule) => write!(f, "capsule({:?})", capsule.ty),
            Repr::Extension(extension) => f.write_str(&extension.0.text()),
            Repr::Marked(marked) => {
                write!(f, "{:?}.mark{:?}", marked.value, marked.marks.as_slice())
            }
        }
    }
}
