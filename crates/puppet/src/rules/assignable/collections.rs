//! Assignability of arrays, hashes, tuples and structs.
//!
//! A tuple is an array with a type for each element, a struct a hash with a type for each entry.
//! They are compared with the general types by their sizes and by each part.

use crate::rules::assignable::{Check, sizes};
use polycty_core::types::{Field, Flags, FuncParam, FuncParams, Kind, ObjectType, SizeRange, Type};

/// Types by position, of a tuple or of parameters.
#[derive(Clone, Copy)]
pub(crate) enum Row<'a> {
    Types(&'a [Type]),
    Params(&'a [FuncParam]),
}

impl<'a> Row<'a> {
    pub(crate) fn of_params(params: &'a FuncParams) -> (Row<'a>, Option<SizeRange>) {
        (Row::Params(&params.positional), params.size)
    }

    pub(crate) fn len(self) -> usize {
        match self {
            Row::Types(types) => types.len(),
            Row::Params(params) => params.len(),
        }
    }

    pub(crate) fn get(self, at: usize) -> Option<&'a Type> {
        match self {
            Row::Types(types) => types.get(at),
            Row::Params(params) => params.get(at).map(|param| &param.ty),
        }
    }

    /// Returns the type at a position; the last one repeats.
    pub(crate) fn at(self, at: usize) -> Option<&'a Type> {
        self.get(at.min(self.len().checked_sub(1)?))
    }

    /// Returns the sizes; without a size, the number of types, or any number if there are no types.
    fn sizes(self, size: Option<SizeRange>) -> SizeRange {
        match (size, self.len()) {
            (Some(size), _) => size,
            (None, 0) => SizeRange::UNLIMITED,
            (None, len) => SizeRange::exactly(len as u64),
        }
    }
}

impl Check<'_> {
    /// `Array[element, size]`.
    pub(crate) fn array(&mut self, source: &Type, element: &Type, size: Option<SizeRange>) -> bool {
        if !sizes::collection(source).is_some_and(|have| sizes::within(have, size)) {
            return false;
        }
        match source.kind() {
            Kind::List { element: have, .. } => self.deeper(have, element),
            Kind::Tuple { elements, .. } => elements.iter().all(|have| self.deeper(have, element)),
            _ => false,
        }
    }

    /// `Hash[key, element, size]`.
    pub(crate) fn hash(
        &mut self,
        source: &Type,
        (key, element): (&Type, &Type),
        size: Option<SizeRange>,
    ) -> bool {
        let fits = sizes::collection(source).is_some_and(|have| sizes::within(have, size));
        match source.kind() {
            // Recursive aliases are recorded before Puppet compares the sizes.
            Kind::Map {
                key: have_key,
                element: have,
                ..
            } if fits || source.has(Flags::REFERENCE) => {
                self.deeper(have_key, key) && self.deeper(have, element) && fits
            }
            Kind::Object(_) if !fits => false,
            Kind::Object(object) => object.fields().iter().all(|field| {
                self.holds_text(field.name(), key) && self.deeper(field.ty(), element)
            }),
            _ => false,
        }
    }

    /// `Tuple[elements, size]`.
    pub(crate) fn tuple(
        &mut self,
        source: &Type,
        (want, size): (Row<'_>, Option<SizeRange>),
    ) -> bool {
        match source.kind() {
            Kind::Tuple {
                elements,
                size: have,
            } => self.rows((Row::Types(elements), *have), (want, size)),
            Kind::List {
                element,
                size: have,
            } => {
                let have = have.unwrap_or(SizeRange::UNLIMITED);
                let looked_at = have
                    .max
                    .map_or(want.len(), |max| want.len().min(max as usize));
                sizes::within(have, Some(want.sizes(size)))
                    && (0..looked_at)
                        .all(|at| want.get(at).is_some_and(|want| self.deeper(element, want)))
            }
            _ => false,
        }
    }

    /// Whether a row of types with a size accepts a different row.
    pub(crate) fn rows(
        &mut self,
        (have, have_size): (Row<'_>, Option<SizeRange>),
        (want, want_size): (Row<'_>, Option<SizeRange>),
    ) -> bool {
        let size = want.sizes(want_size);
        if !sizes::within(have.sizes(have_size), Some(size)) {
            return false;
        }
        if want.len() > 0 && have.len() == 0 {
            return size.min == 0;
        }
        want.len() == 0
            || (0..have.len()).all(|at| match (want.at(at), have.get(at)) {
                (Some(want), Some(have)) => self.deeper(have, want),
                _ => false,
            })
    }

    /// `Struct[object]`.
    pub(crate) fn structure(&mut self, source: &Type, object: &ObjectType) -> bool {
        match source.kind() {
            Kind::Object(have) => self.structs(have, object),
            Kind::Map { key, element, size } => {
                let required = object.fields().iter().filter(|field| !field.is_optional());
                let size = size.unwrap_or(SizeRange::UNLIMITED);
                let wanted = SizeRange {
                    min: required.clone().count() as u64,
                    max: Some(object.len() as u64),
                };
                let fits = sizes::within(size, Some(wanted));
                // There is no hash whose names could be compared.
                let parts = |check: &mut Check<'_>| {
                    required
                        .clone()
                        .all(|field| check.deeper(element, field.ty()))
                        && (wanted.min == 0
                            || check.unguarded(|check| check.deeper(key, Type::string())))
                };
                // Recursive aliases are recorded before Puppet compares the sizes.
                if fits {
                    parts(self)
                } else {
                    if source.has(Flags::REFERENCE) {
                        parts(self);
                    }
                    false
                }
            }
            _ => false,
        }
    }

    fn structs(&mut self, have: &ObjectType, want: &ObjectType) -> bool {
        let mut matched = 0;
        for (at, field) in want.fields().iter().enumerate() {
            let found = match have.fields().get(at) {
                // Usually the order is the same.
                Some(same) if same.name() == field.name() => Some(same),
                _ => have.get(field.name()),
            };
            match found {
                None if field.is_optional() => {}
                None => return false,
                Some(found) if keys(found, field) && self.deeper(found.ty(), field.ty()) => {
                    matched += 1;
                }
                Some(_) => return false,
            }
        }
        matched == have.len()
    }
}

/// Whether the key of `want` accepts the key of `have`, which has the same name.
fn keys(have: &Field, want: &Field) -> bool {
    want.is_optional() || !have.is_optional()
}
