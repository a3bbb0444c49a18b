//! Checks of tuple and object constructors.
//!
//! An object whose keys are all known has a property for each key, with the last of equal keys.
//! With any other key, the type is a map. The object is deferred like its keys; its values may be
//! deferred on their own.

use super::{Binder, Outcome, deferred_like};
use crate::types::format::line;
use crate::types::normal_form;
use polycty_core::types::{Str, Type};
use polycty_hcl::syntax::{ExprId, List, ObjectItem};
use std::collections::BTreeMap;

impl Binder<'_> {
    pub(super) fn tuple(&mut self, parts: List<ExprId>) -> Outcome {
        let tree = self.tree;
        Ok(Type::tuple(self.each(&tree[parts]))?)
    }

    /// Checks several expressions. This is a loop because the frames of iterators would add to the
    /// stack of each level.
    pub(super) fn each(&mut self, parts: &[ExprId]) -> Vec<Type> {
        let mut types = Vec::with_capacity(parts.len());
        for part in parts {
            types.push(self.bind(*part));
        }
        types
    }

    pub(super) fn object(&mut self, items: List<ObjectItem>) -> Outcome {
        let tree = self.tree;
        let items = &tree[items];
        let mut keys = Vec::with_capacity(items.len());
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            keys.push(match item.literal_key {
                Some(_) => None,
                None => Some(self.bind(item.key)),
            });
            values.push(self.bind(item.value));
        }
        self.object_of(items, &keys, &values)
    }

    /// Returns the type of an object whose parts have been checked. It is a separate function so
    /// that nested objects need little stack.
    #[inline(never)]
    fn object_of(
        &mut self,
        items: &[ObjectItem],
        keys: &[Option<Type>],
        values: &[Type],
    ) -> Outcome {
        let mut properties: Option<BTreeMap<Str, Type>> = Some(BTreeMap::new());
        for ((item, key), value) in items.iter().zip(keys).zip(values) {
            let span = self.span(item.key);
            if let Some(key) = key
                && self.refusal(key, Type::string(), span)?.is_some()
            {
                let summary = format!(
                    "object keys must be strings: cannot assign expression of type {} to location of type string",
                    line(key)
                );
                self.error("invalid-key", span, summary);
            }
            let name = self.known_key(item);
            match (&mut properties, name) {
                (Some(known), Some(name)) => {
                    known.insert(name, value.clone());
                }
                _ => properties = None,
            }
        }
        let plain = match properties {
            Some(properties) => normal_form::object(properties)?,
            None => {
                let values: Vec<&Type> = values.iter().collect();
                Type::map(self.common(&values)?)?
            }
        };
        deferred_like(plain, keys.iter().flatten())
    }

    /// Returns the key of an item if it is known without values.
    fn known_key(&self, item: &ObjectItem) -> Option<Str> {
        if let Some(name) = item.literal_key {
            return Some(self.tree.text(name).into());
        }
        if let Some(text) = self.string_literal(item.key) {
            return Some(text.as_ref().into());
        }
        let value = self.literal_value(item.key)?;
        match (value.as_bool(), value.as_number()) {
            _ if value.is_null() => None,
            (Some(value), _) => Some(value.to_string().into()),
            (None, Some(number)) => Some(number.to_string().into()),
            (None, None) => None,
        }
    }
}
