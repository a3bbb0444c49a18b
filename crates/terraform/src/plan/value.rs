//! Values of a plan with their masks.
//!
//! A mask has the form of the value: it is `true` where a part is unknown or sensitive. The value
//! omits unknown attributes. A part of a mask that the value does not have marks the smallest part
//! around it, so no mark is lost. The marks of the schema are added to those of the mask.

use super::wrong;
use crate::project::{Json, Nesting, SchemaAttribute, SchemaBlock, named};
use crate::sensitive::SENSITIVE;
use polycty_core::calls::Budget;
use polycty_core::codec::json;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Field, Str, Type};
use polycty_core::values::{MarkSet, Value};
use polycty_hcl::functions::define::convert;
use std::collections::BTreeMap;

/// The most levels of a value.
const MAX_DEPTH: usize = 100;

/// The bytes of a part of a value.
const PART: u64 = 64;

/// The masks of a value.
#[derive(Clone, Copy, Default)]
pub(super) struct Masks<'t> {
    pub(super) unknown: Option<Json<'t>>,
    pub(super) sensitive: Option<Json<'t>>,
}

/// The parts of a mask by their names and positions.
struct Parts<'t> {
    members: BTreeMap<Str, Json<'t>>,
    elements: Vec<Json<'t>>,
}

impl<'t> Parts<'t> {
    fn of(json: Option<Json<'t>>, budget: &Budget) -> Result<Parts<'t>> {
        let (members, elements) = match json {
            Some(json) => (json.members(budget)?, json.elements(budget)?),
            None => (Vec::new(), Vec::new()),
        };
        Ok(Parts {
            members: members.into_iter().collect(),
            elements,
        })
    }
}

/// The marks of a value whose parts are not known: that of any part is that of the whole.
pub(super) fn marks_of(sensitive: Option<Json<'_>>, budget: &Budget) -> Result<MarkSet> {
    Ok(match sensitive {
        Some(json) if json.has_true(budget)? => MarkSet::one(SENSITIVE),
        _ => MarkSet::EMPTY,
    })
}

/// The value of a JSON text: objects and tuples, with unknown and marked parts.
pub(super) fn value_of(
    given: Option<Json<'_>>,
    masks: Masks<'_>,
    budget: &Budget,
) -> Result<Value> {
    at_depth(given, masks, 0, budget)
}

fn at_depth(
    given: Option<Json<'_>>,
    masks: Masks<'_>,
    depth: usize,
    budget: &Budget,
) -> Result<Value> {
    if depth > MAX_DEPTH {
        let message = "the value of a plan is nested too deeply";
        return Err(Error::new(Code::Limit, message));
    }
    budget.parts(1, PART)?;
    if masks.unknown.is_some_and(Json::is_true) {
        return Ok(Value::dynamic().with_marks(&marks_of(masks.sensitive, budget)?));
    }
    let text = given.map_or("null", Json::text);
    let unknown = Parts::of(masks.unknown, budget)?;
    // A mask of an object or an array may have parts although the value has none.
    let is_object = text.starts_with('{') || (text == "null" && !unknown.members.is_empty());
    let is_array = text.starts_with('[') || (text == "null" && !unknown.elements.is_empty());
    let form = masks.sensitive.map_or("", Json::text);
    let (marks, sensitive) = match form.as_bytes().first() {
        Some(b'{') if is_object => (MarkSet::EMPTY, Parts::of(masks.sensitive, budget)?),
        Some(b'[') if is_array => (MarkSet::EMPTY, Parts::of(masks.sensitive, budget)?),
        _ => (marks_of(masks.sensitive, budget)?, Parts::of(None, budget)?),
    };
    let value = if is_object {
        let mut members: BTreeMap<Str, Option<Json<'_>>> = BTreeMap::new();
        if let Some(given) = given {
            let given = given.members(budget)?.into_iter();
            members.extend(given.map(|(name, value)| (name, Some(value))));
        }
        for name in unknown.members.keys() {
            members.entry(name.clone()).or_insert(None);
        }
        for (name, mask) in &sensitive.members {
            if !members.contains_key(name) && mask.has_true(budget)? {
                members.insert(name.clone(), None);
            }
        }
        let mut parts = Vec::with_capacity(members.len());
        for (name, given) in members {
            let masks = Masks {
                unknown: unknown.members.get(&name).copied(),
                sensitive: sensitive.members.get(&name).copied(),
            };
            parts.push((name, at_depth(given, masks, depth + 1, budget)?));
        }
        Value::object(parts)?
    } else if is_array {
        let given = match given {
            Some(given) => given.elements(budget)?,
            None => Vec::new(),
        };
        let count = given.len().max(unknown.elements.len());
        let mut parts = Vec::with_capacity(count);
        for at in 0..count {
            let masks = Masks {
                unknown: unknown.elements.get(at).copied(),
                sensitive: sensitive.elements.get(at).copied(),
            };
            parts.push(at_depth(given.get(at).copied(), masks, depth + 1, budget)?);
        }
        let mut value = Value::tuple(parts)?;
        for mask in sensitive.elements.iter().skip(count) {
            value = value.with_marks(&marks_of(Some(*mask), budget)?);
        }
        value
    } else {
        if text == "null" {
            return Ok(Value::null(Type::any().clone()).with_marks(&marks));
        }
        let text = text.as_bytes();
        let scalar = json::implied_type_within(text, budget)
            .and_then(|ty| json::decode_within(text, &ty, budget));
        // The message of the decoder may quote the value, which may be a secret.
        scalar.map_err(|error| match error.code().is_refusal() {
            true => error,
            false => wrong("a value is not valid JSON"),
        })?
    };
    Ok(value.with_marks(&marks))
}

/// Marks the sensitive attributes of a schema in a value of the schema.
pub(super) fn marked_by(value: Value, block: &SchemaBlock, budget: &Budget) -> Result<Value> {
    if !block.has_sensitive() {
        return Ok(value);
    }
    mark_body(value, &block.attributes, Some(block), budget)
}

fn mark_body(
    value: Value,
    attributes: &[SchemaAttribute],
    block: Option<&SchemaBlock>,
    budget: &Budget,
) -> Result<Value> {
    let (bare, marks) = value.unmark();
    if !bare.is_known() || bare.is_null() || !bare.ty().is_object() {
        return Ok(value);
    }
    let mut parts = Vec::with_capacity(bare.ty().fields().len());
    for field in budget.charged_holding(PART, bare.ty().fields())? {
        let name = field.shared_name();
        let Some(part) = bare.attribute(name).cloned() else {
            continue;
        };
        let attribute = named(attributes, name, |one| &one.name);
        let nested = block.and_then(|block| block.nested(name));
        let part = match (attribute, nested) {
            (Some(attribute), _) if attribute.sensitive => part.mark(SENSITIVE),
            (Some(attribute), _) => match &attribute.nested {
                Some(nested) => each_body(part, nested.nesting, &|part| {
                    mark_body(part, &nested.attributes, None, budget)
                })?,
                None => part,
            },
            (None, Some(nested)) => each_body(part, nested.nesting, &|part| {
                mark_body(part, &nested.block.attributes, Some(&nested.block), budget)
            })?,
            (None, None) => part,
        };
        parts.push((name.clone(), part));
    }
    Ok(Value::object(parts)?.with_marks(&marks))
}

/// Changes the objects of blocks or of a nested type.
fn each_body(
    value: Value,
    nesting: Nesting,
    change: &dyn Fn(Value) -> Result<Value>,
) -> Result<Value> {
    let (bare, marks) = value.unmark();
    if !bare.is_known() || bare.is_null() {
        return Ok(value);
    }
    let changed = match nesting {
        Nesting::Single | Nesting::Group => return change(value),
        Nesting::List | Nesting::Set if bare.ty().is_tuple() => {
            let parts = bare.parts().unwrap_or_default().iter();
            let parts: Result<Vec<Value>> = parts.map(|part| change(part.clone())).collect();
            Value::tuple(parts?)?
        }
        Nesting::Map if bare.ty().is_object() => {
            let fields = bare.ty().fields().iter();
            let parts = fields
                .filter_map(|field| Some((field.shared_name(), bare.attribute(field.name())?)))
                .map(|(name, part)| Ok((name.clone(), change(part.clone())?)));
            Value::object(parts.collect::<Result<Vec<_>>>()?)?
        }
        _ => return Ok(value),
    };
    Ok(changed.with_marks(&marks))
}

/// The value with a type, or without it and the reason why it does not have the type.
pub(super) fn typed(
    value: Value,
    ty: Option<&Type>,
    budget: &Budget,
) -> Result<(Value, Option<String>)> {
    let Some(ty) = ty else {
        return Ok((value, None));
    };
    let wanted = all_optional(ty, 0, budget)?;
    match convert(&value, &wanted, budget) {
        Ok(value) => Ok((value, None)),
        Err(error) if error.code().is_refusal() => Err(error),
        Err(error) => {
            let reason = if value.contains_marked() {
                "the value does not have the type of the schema".to_owned()
            } else {
                error.message().to_owned()
            };
            Ok((value, Some(reason)))
        }
    }
}

/// The type with all attributes optional: a missing one is null.
fn all_optional(ty: &Type, depth: usize, budget: &Budget) -> Result<Type> {
    budget.charge(1)?;
    if depth > MAX_DEPTH {
        return Ok(ty.clone());
    }
    let inner = |ty: &Type| all_optional(ty, depth + 1, budget);
    if ty.is_object() {
        let mut fields = Vec::new();
        for field in ty.fields() {
            let name = field.shared_name().clone();
            fields.push(Field::optional(name, inner(field.ty())?));
        }
        return Ok(Type::object(fields)?);
    }
    let Some(element) = ty.element() else {
        return Ok(ty.clone());
    };
    let element = inner(element)?;
    Ok(match ty {
        ty if ty.is_list() => Type::list(element)?,
        ty if ty.is_set() => Type::set(element)?,
        ty if ty.is_map() => Type::map(element)?,
        ty => ty.clone(),
    })
}
