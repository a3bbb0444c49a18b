//! Functions of maps and objects.
//!
//! The result for a map is a list or a map, and the result for an object is a tuple or an object.
//! Entries are in the byte order of their keys.

use super::define::{
    any, convert, copies_name, holds_elements, list_of_strings, looks_at_name, made,
    makes_elements, never_null, refused, string, strings, wrong,
};
use crate::functions::{Function, ReturnType};
use polycty_core::calls::{Allow, Budget, Call};
use polycty_core::source::{Error, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{Field, Str, Type};
use polycty_core::values::{ElementKey, MarkSet, Value, sort_entries};
use std::collections::BTreeMap;

standard! {
    /// Returns the keys of a map or the attribute names of an object, in ascending order.
    KEYS: keys(mapping) [Elements] = |about| Function::new(
        never_null(about.parameter(
            any("inputMap", "The map or object.").allow(Allow::UNKNOWN | Allow::MARKED),
        )),
        ReturnType::found(|args| {
            let ty = args[0].ty();
            if ty.is_map() {
                return Ok(list_of_strings().clone());
            }
            let Some(object) = ty.as_object() else {
                return Err(refused("must have map or object type").with_argument(0));
            };
            Ok(Type::tuple(vec![Type::string().clone(); object.len()])?)
        }),
        |args, call| {
            let ty = call.returns;
            let mapping = args[0].unmarked();
            holds_elements(mapping.part_count().unwrap_or_default(), call)?;
            let keys: Vec<Value> = if let Some(object) = mapping.ty().as_object() {
                let names = object.sorted_fields().map(|field| made(field.name(), call));
                names.collect::<Result<_>>()?
            } else if let Some(entries) = mapping.entries() {
                entries.iter().map(|entry| entry.key().clone()).collect()
            } else {
                return Ok(Value::unknown(ty.clone()).with_marks(&args[0].marks()));
            };
            Ok(Value::sequence(ty.clone(), keys)?.with_marks(&args[0].marks()))
        },
    );
    /// Returns the elements of a map or the attribute values of an object, in ascending order of
    /// their keys.
    VALUES: values(mapping) [Elements] = |about| Function::new(
        never_null(about.parameter(any("mapping", "The map or object.").allow(Allow::MARKED))),
        ReturnType::found(|args| {
            let ty = args[0].ty();
            if let (true, Some(element)) = (ty.is_map(), ty.element()) {
                return Ok(Type::list(element.clone())?);
            }
            let Some(object) = ty.as_object() else {
                return Err(refused("values() requires a map as the first argument"));
            };
            let types: Vec<Type> =
                object.sorted_fields().map(|field| field.ty().clone()).collect();
            Ok(Type::tuple(types)?)
        }),
        |args, call| {
            let ty = call.returns;
            let mapping = args[0].unmarked();
            holds_elements(mapping.part_count().unwrap_or_default(), call)?;
            let parts: Vec<Value> = match (mapping.ty().as_object(), mapping.entries()) {
                (Some(object), _) => object
                    .sorted_fields()
                    .filter_map(|field| mapping.attribute(field.name()).cloned())
                    .collect(),
                (None, entries) => {
                    let entries = entries.ok_or_else(|| wrong(mapping))?;
                    entries.iter().map(|entry| entry.value().clone()).collect()
                }
            };
            Ok(Value::sequence(ty.clone(), parts)?.with_marks(&args[0].marks()))
        },
    );
    /// Returns the element of a map or the attribute of an object with a key, or a default if there
    /// is none.
    LOOKUP: lookup(mapping, key, default) [Key] = |about| Function::new(
        about
            .parameter(any("inputMap", "The map or object.").allow(Allow::MARKED))
            .parameter(string("key", "The key to look up.").allow(Allow::MARKED))
            .parameter(
                any("default", "The result if there is no such key.").allow(Allow::MARKED),
            ),
        ReturnType::found_within(lookup_type),
        |args, call| {
            let marks = args[0].marks().union(&args[1].marks());
            let (mapping, key) = (args[0].unmarked(), super::define::text(args[1])?);
            if !mapping.is_wholly_known() {
                return Ok(Value::unknown(call.returns.clone()).with_marks(&marks));
            }
            let found = mapping.attribute(key).or_else(|| mapping.element(key));
            let result = match found {
                Some(found) => found.clone(),
                None => convert(args[2], call.returns, call.budget)?,
            };
            Ok(result.with_marks(&marks))
        },
    );
    /// Merges maps and objects into one. If several have the same key, the last one is used.
    MERGE: merge(; maps) [Own] = |about| Function::new(
        never_null(about.variadic(
            any("maps", "The maps and objects to merge.")
                .allow(Allow::NULL | Allow::DYNAMIC | Allow::MARKED),
        )),
        ReturnType::found_within(merged_type),
        merged,
    );
    /// Returns a map or an object from a list of keys and a list or tuple of values of the same
    /// length.
    ZIPMAP: zipmap(keys, values) [Own] = |about| Function::new(
        never_null(
            about
                .parameter(strings("keys", "The keys.").allow(Allow::MARKED))
                .parameter(
                    any("values", "The values, in the order of their keys.").allow(Allow::MARKED),
                ),
        ),
        ReturnType::found_within(zipped_type),
        zipped,
    );
}

fn lookup_type(args: &[&Value], budget: &Budget) -> Result<Type> {
    let ty = args[0].ty();
    if let Some(object) = ty.as_object() {
        let Some(key) = args[1].as_str() else {
            return Ok(Type::any().clone());
        };
        return Ok(match (object.get(key), args[0].unmarked().attribute(key)) {
            (Some(_), Some(value)) => value.ty().clone(),
            (Some(field), None) => field.ty().clone(),
            (None, _) => args[2].ty().clone(),
        });
    }
    match ty.element() {
        Some(element) if ty.is_map() => {
            convert(args[2], element, budget).map_err(|error| {
                if error.code().is_refusal() {
                    return error;
                }
                refused("the default value must have the same type as the map elements")
                    .with_argument(2)
            })?;
            Ok(element.clone())
        }
        _ => Err(refused("lookup() requires a map as the first argument").with_argument(0)),
    }
}

fn merged_type(args: &[&Value], budget: &Budget) -> Result<Type> {
    let Some(first) = args.first() else {
        return Ok(Type::object(Vec::new())?);
    };
    let mut same = true;
    let mut known = true;
    for arg in args {
        let ty = arg.ty();
        if ty.is_any() {
            return Ok(Type::any().clone());
        }
        if !ty.is_map() && !ty.is_object() {
            return Err(not_mergeable(ty));
        }
        for field in ty.fields() {
            looks_at_name(field.name(), budget)?;
        }
        known &= arg.is_known() || ty.is_object();
        same &= ty == first.ty();
    }
    // If all objects are null, the result has no attributes.
    if same && (first.ty().is_map() || !args.iter().all(|arg| arg.is_null())) {
        return Ok(first.ty().clone());
    }
    if !known {
        return Ok(Type::any().clone());
    }
    let mut attributes: BTreeMap<Str, Type> = BTreeMap::new();
    for arg in args.iter().filter(|arg| !arg.is_null()) {
        for field in arg.ty().fields() {
            attributes.insert(field.shared_name().clone(), field.ty().clone());
        }
        let element = arg.ty().element().unwrap_or(Type::any());
        for entry in arg.unmarked().entries().unwrap_or_default() {
            copies_name(entry.key_str(), budget)?;
            attributes.insert(entry.key_str().into(), element.clone());
        }
    }
    let fields: Vec<Field> = attributes
        .into_iter()
        .map(|(name, ty)| Field::new(name, ty))
        .collect();
    Ok(Type::object(fields)?)
}

fn not_mergeable(ty: &Type) -> Error {
    let found = ty.friendly_name();
    let message = format!("arguments must be maps or objects, got {}", Quoted(&found));
    refused(message)
}

fn merged(args: &[&Value], call: &Call<'_>) -> Result<Value> {
    let ty = call.returns;
    let count = |arg: &&Value| arg.unmarked().part_count().unwrap_or_default();
    makes_elements(4 * args.iter().map(count).sum::<usize>(), call)?;
    let marks = MarkSet::union_of(args.iter().map(|arg| arg.marks()).collect());
    let given = args.iter().filter(|arg| !arg.is_null());
    let result = if ty.is_map() {
        let entries = given.flat_map(|arg| arg.unmarked().entries().unwrap_or_default());
        // Comparisons of keys are charged; short keys that are stored inline cost nothing.
        let keys = entries.clone().map(|entry| entry.key().size() - 1);
        call.budget.charge(keys.map(u64::from).sum())?;
        let pairs = entries.map(|entry| (entry.key().clone(), entry.value().clone()));
        Value::map_with_type(ty.clone(), sort_entries(pairs)?.into_iter())?
    } else {
        let mut attributes: Vec<(Str, Value)> = Vec::new();
        for arg in given {
            for (key, value) in arg.unmarked().elements()? {
                let name = match key {
                    ElementKey::Attribute(field) => {
                        looks_at_name(field.name(), call.budget)?;
                        field.shared_name().clone()
                    }
                    key => {
                        // Types are not compared if one of them is unknown, for example the type of
                        // a null.
                        let key = key.to_value();
                        let Some(name) = key.as_str() else {
                            return Err(not_mergeable(arg.ty()));
                        };
                        copies_name(name, call.budget)?;
                        name.into()
                    }
                };
                attributes.push((name, value.clone()));
            }
        }
        Value::object(attributes)?
    };
    Ok(result.with_marks(&marks))
}

fn zipped_type(args: &[&Value], budget: &Budget) -> Result<Type> {
    let values = args[1].ty();
    if let (true, Some(element)) = (values.is_list(), values.element()) {
        return Ok(Type::map(element.clone())?);
    }
    let Some(types) = values.elements() else {
        return Err(refused("values argument must be a list or tuple value"));
    };
    let Some(keys) = args[0]
        .unmarked()
        .parts()
        .filter(|_| args[0].is_wholly_known())
    else {
        return Ok(Type::any().clone());
    };
    same_number(keys, types.len())?;
    let mut attributes: BTreeMap<Str, Type> = BTreeMap::new();
    for (at, (key, ty)) in keys.iter().zip(types).enumerate() {
        let name = key.as_str().ok_or_else(|| null_key(at))?;
        copies_name(name, budget)?;
        attributes.insert(name.into(), ty.clone());
    }
    let fields: Vec<Field> = attributes
        .into_iter()
        .map(|(name, ty)| Field::new(name, ty))
        .collect();
    Ok(Type::object(fields)?)
}

fn zipped(args: &[&Value], call: &Call<'_>) -> Result<Value> {
    let ty = call.returns;
    let mut marks = vec![args[0].marks(), args[1].marks()];
    let (keys, values) = (args[0].unmarked(), args[1].unmarked());
    // An unknown key may be equal to any key, so its value is unknown, too.
    if !keys.is_wholly_known() || !values.is_known() {
        return Ok(Value::unknown(ty.clone()).with_marks(&MarkSet::union_of(marks)));
    }
    let keys = keys.parts().ok_or_else(|| wrong(keys))?;
    let values = values.parts().ok_or_else(|| wrong(values))?;
    same_number(keys, values.len())?;
    makes_elements(2 * keys.len(), call)?;
    let mut pairs = Vec::with_capacity(keys.len());
    for (at, (key, value)) in keys.iter().zip(values).enumerate() {
        let name = key.as_str().ok_or_else(|| null_key(at))?;
        if ty.is_map() {
            looks_at_name(name, call.budget)?
        } else {
            copies_name(name, call.budget)?
        }
        marks.push(key.marks());
        pairs.push((key.unmarked().clone(), value.clone()));
    }
    let result = if ty.is_map() {
        Value::map_with_type(ty.clone(), sort_entries(pairs)?.into_iter())?
    } else {
        Value::object(
            pairs
                .into_iter()
                .map(|(key, value)| (key.as_str().unwrap_or_default().into(), value)),
        )?
    };
    Ok(result.with_marks(&MarkSet::union_of(marks)))
}

#[cold]
fn null_key(at: usize) -> Error {
    refused(format!("keys list has null value at index {at}"))
}

fn same_number(keys: &[Value], values: usize) -> Result<()> {
    if keys.len() == values {
        return Ok(());
    }
    Err(refused(format!(
        "number of keys ({}) does not match number of values ({values})",
        keys.len()
    )))
}
