//! Values of resources in a plan on an empty state.

use super::Computed;
use super::schemas::{Attribute, Block, Nested, Nesting, named};
use crate::sensitive::SENSITIVE;
use polycty_core::source::Result;
use polycty_core::types::Str;
use polycty_core::values::Value;

/// A value with the types of a schema: attributes that were written as blocks become lists of the
/// declared objects.
pub(crate) fn fit(block: &Block, value: &Value) -> Result<Value> {
    let (bare, marks) = value.unmark();
    if !bare.is_known() || bare.is_null() || !bare.ty().is_object() {
        return Ok(value.clone());
    }
    let mut parts: Vec<(Str, Value)> = Vec::new();
    let fields = bare.ty().fields();
    for (field, part) in fields.iter().zip(bare.parts().unwrap_or_default()) {
        let name = field.shared_name();
        let part = match block.attribute(name) {
            Some(attribute) if !attribute.ty.is_any() => {
                polycty_hcl::convert(part, &attribute.ty).unwrap_or_else(|_| part.clone())
            }
            _ => part.clone(),
        };
        parts.push((name.clone(), part));
    }
    Ok(Value::object(parts)?.with_marks(&marks))
}

/// How the values of a plan on an empty state are made of those of a configuration.
pub(crate) struct Planning {
    pub(crate) computed: Computed,
}

impl Planning {
    /// The value of a body: computed attributes that are not set are unknown, write-only ones are
    /// null, and sensitive ones are marked. Elements of sets are not changed.
    pub(crate) fn block(&self, block: &Block, value: &Value) -> Result<Value> {
        object(value, &mut |name, part| {
            if let Some(attribute) = block.attribute(name) {
                return self.attribute(attribute, part);
            }
            match block.nested(name) {
                Some(nested) if nested.nesting != Nesting::Set => {
                    each(nested.nesting, part, &mut |part| {
                        self.block(&nested.block, part)
                    })
                }
                _ => Ok(part.clone()),
            }
        })
    }

    fn attribute(&self, attribute: &Attribute, value: &Value) -> Result<Value> {
        if attribute.write_only {
            return Ok(Value::null(value.ty().clone()));
        }
        let is_unknown = attribute.computed
            && value.is_null()
            && (self.computed == Computed::All || !attribute.optional);
        let mut planned = match &attribute.nested {
            _ if is_unknown => Value::unknown(attribute.ty.clone()).with_marks(&value.marks()),
            Some(nested) if nested.nesting != Nesting::Set => self.nested(nested, value)?,
            _ => value.clone(),
        };
        if attribute.sensitive {
            planned = planned.mark(SENSITIVE);
        }
        Ok(planned)
    }

    fn nested(&self, nested: &Nested, value: &Value) -> Result<Value> {
        each(nested.nesting, value, &mut |part| {
            object(part, &mut |name, part| {
                let attributes = &nested.attributes;
                match named(attributes, name, |attribute| &attribute.name) {
                    Some(attribute) => self.attribute(attribute, part),
                    None => Ok(part.clone()),
                }
            })
        })
    }
}

/// An object with its parts changed, if it is known.
fn object(value: &Value, change: &mut dyn FnMut(&Str, &Value) -> Result<Value>) -> Result<Value> {
    let (bare, marks) = value.unmark();
    if !bare.is_known() || bare.is_null() || !bare.ty().is_object() {
        return Ok(value.clone());
    }
    let mut parts: Vec<(Str, Value)> = Vec::new();
    let fields = bare.ty().fields().iter();
    for (field, part) in fields.zip(bare.parts().unwrap_or_default()) {
        let name = field.shared_name();
        parts.push((name.clone(), change(name, part)?));
    }
    Ok(Value::object(parts)?.with_marks(&marks))
}

/// A value with each object of a nesting changed.
fn each(
    nesting: Nesting,
    value: &Value,
    change: &mut dyn FnMut(&Value) -> Result<Value>,
) -> Result<Value> {
    if matches!(nesting, Nesting::Single | Nesting::Group) {
        return change(value);
    }
    let (bare, marks) = value.unmark();
    if !bare.is_known() || bare.is_null() {
        return Ok(value.clone());
    }
    let ty = bare.ty();
    if ty.is_map() {
        let mut entries = Vec::new();
        for entry in bare.entries().unwrap_or_default() {
            entries.push((entry.key().clone(), change(entry.value())?));
        }
        if entries.is_empty() {
            return Ok(value.clone());
        }
        return Ok(Value::map(entries)?.with_marks(&marks));
    }
    let parts: Result<Vec<Value>> = bare
        .parts()
        .unwrap_or_default()
        .iter()
        .map(change)
        .collect();
    let parts = parts?;
    if parts.is_empty() {
        return Ok(value.clone());
    }
    let changed = if ty.is_object() {
        let names = ty.fields().iter().map(|field| field.shared_name().clone());
        Value::object(names.zip(parts).collect::<Vec<_>>())?
    } else if ty.is_list() {
        Value::list(parts)?
    } else if ty.is_set() {
        Value::set(parts)?
    } else {
        Value::tuple(parts)?
    };
    Ok(changed.with_marks(&marks))
}
