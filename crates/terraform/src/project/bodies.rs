//! Bodies: arguments and blocks of calls, resources and providers.

use super::schemas::{Attribute as AttributeOf, Block, NestedBlock, Nesting, Optional};
use crate::module::inventory::ModuleCall;
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Result};
use polycty_core::types::{Field, Flags, Str, Type};
use polycty_hcl::body::{Attribute, AttributeSchema, Body, Schema};
use polycty_hcl::decode::{Count, Presence, Spec};

/// The arguments of a body, and the diagnostics.
pub(crate) struct Arguments {
    pub(crate) content: Vec<Attribute>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The body of a call, with those of override files.
pub(crate) fn of_call(call: &ModuleCall) -> Body {
    Body::overridden(call.arguments.clone(), call.overridden.iter().cloned())
}

/// The arguments of a call by the variables of the module.
pub(crate) fn arguments_of(call: &ModuleCall, schema: &Schema, budget: &Budget) -> Arguments {
    let found = of_call(call).content_within(schema, budget);
    Arguments {
        content: found.content.attributes,
        diagnostics: found.diagnostics,
    }
}

/// The argument of a name in a call.
pub(crate) fn argument(
    call: &ModuleCall,
    name: &Str,
    budget: &Budget,
) -> Result<Option<Attribute>> {
    let schema = Schema {
        attributes: vec![AttributeSchema {
            name: name.clone(),
            required: false,
        }],
        blocks: Vec::new(),
    };
    let (found, _) = of_call(call).partial_content_within(&schema, budget);
    budget.finish()?;
    Ok(found.content.attributes.into_iter().next())
}

/// The spec that decodes a body.
pub(crate) fn spec(block: &Block, body: &Body, budget: &Budget) -> Result<Spec> {
    let may_be_blocks = !block.is_modern();
    spec_of(block, Some(body), may_be_blocks, budget)
}

fn spec_of(
    block: &Block,
    body: Option<&Body>,
    may_be_blocks: bool,
    budget: &Budget,
) -> Result<Spec> {
    let mut parts: Vec<(Str, Spec)> = Vec::new();
    for attribute in budget.charged(&block.attributes)? {
        let part = match blocks_instead(attribute, body, may_be_blocks, budget)? {
            Some(spec) => spec,
            None => attribute_spec(attribute)?,
        };
        parts.push((attribute.name.clone(), part));
    }
    for nested in &block.blocks {
        if block.attribute(&nested.name).is_none() {
            let inner = inner_body(body, &nested.name, budget)?;
            let spec = spec_of(&nested.block, inner.as_ref(), may_be_blocks, budget)?;
            parts.push((nested.name.clone(), nested_spec(nested, spec)?));
        }
    }
    Spec::object(parts)
}

fn attribute_spec(attribute: &AttributeOf) -> Result<Spec> {
    let ty = match &attribute.nested {
        Some(nested) => nested.ty(Optional::AsDeclared)?,
        None => attribute.ty.clone(),
    };
    let presence = if attribute.required {
        Presence::Required
    } else {
        Presence::Optional
    };
    Ok(Spec::attribute(attribute.name.clone(), ty, presence))
}

fn nested_spec(nested: &NestedBlock, spec: Spec) -> Result<Spec> {
    let name = nested.name.clone();
    let count = Count {
        min: nested.min,
        max: (nested.max > 0).then_some(nested.max),
    };
    let is_dynamic = spec.implied_type().has(Flags::ANY);
    match nested.nesting {
        Nesting::Single | Nesting::Group => {
            let presence = match nested.min {
                1 => Presence::Required,
                _ => Presence::Optional,
            };
            let block = Spec::block(name, spec, presence)?;
            match nested.nesting {
                Nesting::Group => Spec::default(block, Spec::literal(nested.block.empty()?)),
                _ => Ok(block),
            }
        }
        Nesting::List if is_dynamic => Spec::block_tuple(name, spec, count),
        Nesting::List => Spec::block_list(name, spec, count),
        Nesting::Set => Spec::block_set(name, spec, count),
        Nesting::Map => {
            if is_dynamic {
                Spec::block_object(name, vec!["key".into()], spec)
            } else {
                Spec::block_map(name, vec!["key".into()], spec)
            }
        }
    }
}

/// The bodies of the blocks of a type in a body, merged, if there are any.
fn inner_body(body: Option<&Body>, name: &str, budget: &Budget) -> Result<Option<Body>> {
    let Some(body) = body else {
        return Ok(None);
    };
    let mut found = Vec::new();
    for item in body.items_within(budget)? {
        for block in item.blocks() {
            if &*block.block_type == name {
                found.push(block.body.clone());
            } else if &*block.block_type == "dynamic"
                && block.labels.first().is_some_and(|label| &**label == name)
            {
                for inner in block.body.items_within(budget)? {
                    let contents = inner.blocks().iter();
                    let contents = contents.filter(|block| &*block.block_type == "content");
                    found.extend(contents.map(|block| block.body.clone()));
                }
            }
        }
    }
    Ok((!found.is_empty()).then(|| Body::merged(found)))
}

/// The spec of an attribute that a body has as blocks, none if it has not.
fn blocks_instead(
    attribute: &AttributeOf,
    body: Option<&Body>,
    may_be_blocks: bool,
    budget: &Budget,
) -> Result<Option<Spec>> {
    let ty = &attribute.ty;
    let object = ty.element().filter(|element| element.is_object());
    let Some(object) = object.filter(|_| may_be_blocks && (ty.is_list() || ty.is_set())) else {
        return Ok(None);
    };
    let is_json_attribute = match body {
        Some(body) => match body
            .items_within(budget)?
            .into_iter()
            .find(|item| item.name() == &*attribute.name)
        {
            Some(polycty_hcl::body::Item::Either(..)) => return Ok(None),
            _ => false,
        },
        None => false,
    };
    let Some(inner) = inner_body(body, &attribute.name, budget)? else {
        return Ok(None);
    };
    if is_json_attribute {
        return Ok(None);
    }
    let nested = as_block(object);
    let spec = spec_of(&nested, Some(&inner), true, budget)?;
    let count = Count::default();
    let name = attribute.name.clone();
    Ok(Some(if ty.is_set() {
        Spec::block_set(name, spec, count)?
    } else if spec.implied_type().has(Flags::ANY) {
        Spec::block_tuple(name, spec, count)?
    } else {
        Spec::block_list(name, spec, count)?
    }))
}

/// The schema of blocks that stand for objects of a type: every attribute is optional.
fn as_block(object: &Type) -> Block {
    let fields = object.fields().iter();
    let attribute = |field: &Field| AttributeOf {
        name: field.shared_name().clone(),
        ty: field.ty().clone(),
        nested: None,
        required: false,
        optional: true,
        computed: false,
        sensitive: false,
        write_only: false,
        deprecated: None,
        description: "".into(),
    };
    Block {
        attributes: fields.map(attribute).collect(),
        ..Block::default()
    }
}
