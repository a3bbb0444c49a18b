//! Annotations: which one is kept beside a value?
//!
//! An annotation is of one value and not of its equals, so a value is known by where it is held,
//! and stays there as long as it is annotated. A type is known by what it is, for the language has
//! each once.

use crate::values::special::{Special, array_elements};
use polycty_core::types::{IdMap, Type};
use polycty_core::values::Value;

/// The annotations of an evaluation: by what is annotated and the type of the annotation, the value
/// that is annotated, and the annotation.
#[derive(Debug, Default)]
pub(crate) struct Annotations(IdMap<(Annotated, Type), (Value, Value)>);

/// Which value is annotated.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Annotated {
    Type(Type),
    /// What is held there.
    At(usize),
}

/// A value that can be told from its equals, and a type of annotations.
fn key(value: &Value, ty: &Type) -> Option<(Annotated, Type)> {
    let annotated = if let Some(ty) = value.as_type() {
        Annotated::Type(ty.clone())
    } else if let Some(special) = Special::of(value) {
        // There is one `default`, which nobody holds.
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
    /// The annotation of a type that a value has.
    pub(crate) fn get(&self, value: &Value, ty: &Type) -> Option<&Value> {
        self.0.get(&key(value, ty)?).map(|(_, kept)| kept)
    }

    /// Annotates a value, in the place of what it has; false for one that cannot be told from its
    /// equals.
    pub(crate) fn keep(&mut self, value: &Value, ty: &Type, annotation: Value) -> bool {
        let Some(key) = key(value, ty) else {
            return false;
        };
        self.0.insert(key, (value.clone(), annotation));
        true
    }

    /// Takes an annotation from a value.
    pub(crate) fn take(&mut self, value: &Value, ty: &Type) -> Option<Value> {
        self.0.remove(&key(value, ty)?).map(|(_, kept)| kept)
    }
}
