//! Steps of references into resources, checked by the schemas before anything is evaluated.

use super::schemas::{Block, NestedBlock, Nesting};
use super::walk::{Site, Walk};
use crate::module::address::{Address, Subject};
use crate::module::inventory::address;
use crate::module::references::replaced_step;
use crate::module::sink::{DiagnosticSink, Location};
use polycty_core::calls::cost;
use polycty_core::source::{Diagnostic, Result, Source, did_you_mean};
use polycty_core::text::Quoted;
use polycty_core::values::Value;
use polycty_hcl::eval::{get_attribute, index};
use polycty_hcl::syntax::{Traversal, TraversalStep, TraversalStepKind, is_identifier};

impl Walk<'_> {
    /// Checks the steps of a reference to a resource by the schema.
    pub(crate) fn check_static(
        &self,
        traversal: &Traversal,
        reference: &Address,
        source: Option<&Source>,
        site: &Site<'_>,
        sink: &DiagnosticSink<'_>,
    ) -> Result<std::result::Result<(), Box<Diagnostic>>> {
        let unwritten = crate::module::references::unwritten();
        let source = source.unwrap_or(unwritten);
        let (mode, resource_type, name) = match &reference.subject {
            Subject::Resource {
                mode,
                resource_type,
                name,
            } => (*mode, resource_type, name),
            Subject::Itself | Subject::Caller => {
                let Some(schema) = &site.own_schema else {
                    return Ok(Ok(()));
                };
                let rest = traversal.steps.get(1..).unwrap_or_default();
                return Ok(check_steps(&schema.block, rest, source, sink));
            }
            Subject::List { .. } => return Ok(check_list(traversal, source)),
            Subject::Action { .. } => {
                let place = Location::new(source, reference.range);
                return Ok(Err(Box::new(place.error(
                    "Invalid reference",
                    "Actions can not be referenced in this context. They can only be referenced from within a resource's lifecycle actions list.",
                ))));
            }
            _ => return Ok(Ok(())),
        };
        let node = &self.modules()[site.module];
        let label = address(mode, resource_type, name);
        let Some(&at) = node.module.places.resources.get(&*label) else {
            return Ok(Ok(()));
        };
        let resource = &node.module.inventory().resources[at];
        if resource.of_check.is_some() && resource.of_check.as_ref() != site.check {
            let place = Location::new(source, reference.range);
            return Ok(Err(Box::new(place.error(
                "Reference to scoped resource",
                format!(
                    "The referenced data resource {} {} is not available from this context.",
                    Quoted(resource_type),
                    Quoted(name)
                ),
            ))));
        }
        let Some(schema) = self.resource_schema(site.module, resource, sink)? else {
            return Ok(Ok(()));
        };
        let has_word = matches!(
            traversal.root().map(|root| &**root),
            Some("data" | "resource" | "ephemeral")
        );
        let mut start = if has_word { 3 } else { 2 };
        let is_index = |at: usize| {
            let step = traversal.steps.get(at);
            step.is_some_and(|step| matches!(step.kind, TraversalStepKind::Index(_)))
        };
        if is_index(start) {
            start += 1;
        }
        let rest = traversal.steps.get(start..).unwrap_or_default();
        if let [first, ..] = rest
            && matches!(&first.kind, TraversalStepKind::Attr(name) if &**name == "count")
            && schema.block.attribute("count").is_none()
            && schema.block.nested("count").is_none()
        {
            let place = Location::new(source, reference.range);
            return Ok(Err(Box::new(place.error(
                "Invalid resource count attribute",
                format!("The special \"count\" attribute is no longer supported after Terraform v0.12. Instead, use length({label}) to count resource instances."),
            ))));
        }
        Ok(check_steps(&schema.block, rest, source, sink))
    }
}

/// Checks the first steps into a list resource: `data[0].state` or `data[0].identity`.
fn check_list(traversal: &Traversal, source: &Source) -> std::result::Result<(), Box<Diagnostic>> {
    let steps = traversal.steps.get(3..).unwrap_or_default();
    let attr = |at: usize, names: &[&str]| match steps.get(at).map(|step| &step.kind) {
        None => true,
        Some(TraversalStepKind::Attr(name)) => names.contains(&&**name),
        Some(_) => false,
    };
    let is_index = match steps.get(1).map(|step| &step.kind) {
        None => true,
        Some(kind) => matches!(kind, TraversalStepKind::Index(_)),
    };
    let detail = if !attr(0, &["data"]) {
        "The first step in the traversal for a list resource must be an attribute \"data\"."
    } else if !is_index {
        "The second step in the traversal for a list resource must be an index."
    } else if !attr(2, &["state", "identity"]) {
        "The third step in the traversal for a list resource must be an attribute \"state\" or \"identity\"."
    } else {
        return Ok(());
    };
    let Some(range) = traversal.range() else {
        return Ok(());
    };
    let place = Location::new(source, range);
    Err(Box::new(
        place.error("Invalid list resource traversal", detail),
    ))
}

/// Checks steps into a value of a schema.
pub(crate) fn check_steps(
    block: &Block,
    steps: &[TraversalStep],
    source: &Source,
    sink: &DiagnosticSink<'_>,
) -> std::result::Result<(), Box<Diagnostic>> {
    let [next, after @ ..] = steps else {
        return Ok(());
    };
    let place = Location::new(source, next.range);
    let name = match &next.kind {
        TraversalStepKind::Attr(name) | TraversalStepKind::Root(name) => name,
        TraversalStepKind::Index(key) => {
            let detail = match key.as_str().filter(|name| is_identifier(name)) {
                Some(name) => format!(
                    "Only attribute access is allowed here. Did you mean to access attribute {} using the dot operator?",
                    Quoted(name)
                ),
                None => "Only attribute access is allowed here, using the dot operator.".to_owned(),
            };
            return Err(Box::new(place.error("Invalid index operation", detail)));
        }
    };
    if let Some(attribute) = block.attribute(name) {
        let mut value = Value::unknown(attribute.ty.clone());
        for step in after {
            let stepped = match &step.kind {
                TraversalStepKind::Attr(name) | TraversalStepKind::Root(name) => {
                    get_attribute(&value, name, step.range)
                }
                TraversalStepKind::Index(key) => index(&value, key, step.range),
            };
            value = stepped.map_err(|diagnostic| {
                let mut diagnostic = *diagnostic;
                diagnostic.source = Some(source.clone());
                Box::new(diagnostic)
            })?;
        }
        return Ok(());
    }
    if let Some(nested) = block.nested(name) {
        return check_nested(nested, after, source, sink);
    }
    let attributes = block.attributes.iter().map(|attribute| &*attribute.name);
    let known = attributes.chain(block.blocks.iter().map(|nested| &*nested.name));
    // Terraform takes the first name in order that is near enough, not the nearest.
    let is_near =
        |known: &&str| cost::suggest(name, std::iter::once(*known), sink.budget).is_some();
    let meant = known.filter(is_near).min();
    let mut diagnostic = place.error(
        "Unsupported attribute",
        format!(
            "This object has no argument, nested block, or exported attribute named {}.{}",
            Quoted(name),
            did_you_mean(meant)
        ),
    );
    if let Some(meant) = meant {
        diagnostic = diagnostic.with_edit(replaced_step(next, meant));
    }
    Err(Box::new(diagnostic))
}

fn check_nested(
    nested: &NestedBlock,
    steps: &[TraversalStep],
    source: &Source,
    sink: &DiagnosticSink<'_>,
) -> std::result::Result<(), Box<Diagnostic>> {
    let [next, after @ ..] = steps else {
        return Ok(());
    };
    let place = Location::new(source, next.range);
    let name = &nested.name;
    match nested.nesting {
        Nesting::Single | Nesting::Group => check_steps(&nested.block, steps, source, sink),
        Nesting::Set => Err(Box::new(place.error(
            "Cannot index a set value",
            format!("Block type {} is represented by a set of objects, and set elements do not have addressable keys. To find elements matching specific criteria, use a \"for\" expression with an \"if\" clause.", Quoted(name)),
        ))),
        Nesting::List if matches!(next.kind, TraversalStepKind::Index(_)) => {
            check_steps(&nested.block, after, source, sink)
        }
        Nesting::List => Err(Box::new(place.error(
            "Invalid operation",
            format!("Block type {} is represented by a list of objects, so it must be indexed using a numeric key, like .{name}[0].", Quoted(name)),
        ))),
        Nesting::Map => check_steps(&nested.block, after, source, sink),
    }
}
