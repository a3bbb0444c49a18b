//! Annotations of values.
//!
//! An annotation belongs to one value and not to equal values. A value is therefore identified by
//! its address and is kept alive as long as it is annotated. A type is identified by equality,
//! because the language has each type once.

use crate::values::special::{Special, array_elements};
use polycty_core::types::{IdMap, Type};
use polycty_core::values::Value;

/// The annotations of an evaluation. The key is the annotated value and the type of the annotation;
/// the entry is the value and the annotation.
#[derive(Debug, Default)]
pub(crate) struct Annotations(IdMap<(Annotated, Type), (Value, Value)>);

/// The identity of an annotated value.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Annotated {
    Type(Type),
    /// The address of the value's parts.
    At(usize),
}

/// Returns the key for a type of annotations, if the value has an identity.
fn key(value: &Value, ty: &Type) -> Option<(Annotated, Type)> {
    let annotated = if let Some(ty) = value.as_type() {
        Annotated::Type(ty.clone())
    } else if let Some(special) = Special::of(value) {
        // There is one `default`, which has no allocation.
        if matches!(special, Special::Default) {
            return None;
        }
        Annotated::At(std::ptr::from_ref(special) as usize)
    } else if let Some(map) = value.as_ordered_map() {
        Annotated::At(std::ptr::from_ref(map) as usize)
    } else {
        Annotated::At(array_elements(value)?.first().map(std::ptr::from_ref)? as usize)
    };
    Some((annotated, ty.clone()))
}

impl Annotations {
    /// Returns the annotation of the given type.
    pub(crate) fn get(&self, value: &Value, ty: &Type) -> Option<&Value> {
        self.0.get(&key(value, ty)?).map(|(_, kept)| kept)
    }

    /// Adds or replaces an annotation; returns `false` for a value without an identity.
    pub(crate) fn keep(&mut self, value: &Value, ty: &Type, annotation: Value) -> bool {
        let Some(key) = key(value, ty) else {
            return false;
        };
        self.0.insert(key, (value.clone(), annotation));
        true
    }

    /// Removes an annotation.
    pub(crate) fn take(&mut self, value: &Value, ty: &Type) -> Option<Value> {
        self.0.remove(&key(value, ty)?).map(|(_, kept)| kept)
    }
}
