//! Addresses: the objects that references in expressions refer to.
//!
//! The first steps of a reference are the address: `var.x`, `data.aws_ami.x`, `module.m["k"].id`.
//! The steps after them select a part of the object's value.

use super::inventory::{ResourceMode, address};
use super::release::Release;
use polycty_core::source::{Position, Range};
use polycty_core::text::Quoted;
use polycty_core::types::Str;
use polycty_core::values::Value;
use polycty_hcl::syntax::{Traversal, TraversalStep, TraversalStepKind};

/// The object of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Variable(Str),
    Local(Str),
    Resource {
        mode: ResourceMode,
        resource_type: Str,
        name: Str,
    },
    Action {
        action_type: Str,
        name: Str,
    },
    List {
        list_type: Str,
        name: Str,
    },
    Module(Str),
    Path(Str),
    Terraform(Str),
    Each(Str),
    Count(Str),
    Itself,
    /// The resource that triggers an action.
    Caller,
}

impl Subject {
    /// The address of the resource in expressions, if the subject is a resource.
    pub(crate) fn resource_address(&self) -> Option<String> {
        match self {
            Subject::Resource {
                mode,
                resource_type,
                name,
            } => Some(address(*mode, resource_type, name)),
            _ => None,
        }
    }
}

/// The address in a reference.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    pub(crate) subject: Subject,
    /// The range of the steps of the address, including an instance key.
    pub(crate) range: Range,
    /// The key that selects one of several instances.
    pub(crate) key: Option<Value>,
    /// Whether the next step selects an attribute of the subject's value.
    pub(crate) goes_on: bool,
    /// The range of a second key that follows the instance key.
    pub(crate) second_key: Option<Range>,
}

/// The error of a reference without a valid address.
pub(crate) struct NoAddress {
    pub(crate) summary: &'static str,
    pub(crate) detail: String,
    pub(crate) range: Range,
}

/// The range of an error without a position.
const NOWHERE: Range = Range {
    start: Position::START,
    end: Position::START,
};

fn invalid(range: Range, detail: impl Into<String>) -> NoAddress {
    NoAddress {
        summary: "Invalid reference",
        detail: detail.into(),
        range,
    }
}

/// The name of a step, or `None` if the step is an index.
fn name_of(step: &TraversalStep) -> Option<&Str> {
    match &step.kind {
        TraversalStepKind::Root(name) | TraversalStepKind::Attr(name) => Some(name),
        TraversalStepKind::Index(_) => None,
    }
}

/// The key of a step, or `None` if the step is not an index.
fn key_of(step: &TraversalStep) -> Option<Value> {
    match &step.kind {
        TraversalStepKind::Index(key) => Some(key.clone()),
        _ => None,
    }
}

fn from_to(start: &TraversalStep, end: &TraversalStep) -> Range {
    Range {
        start: start.range.start,
        end: end.range.end,
    }
}

impl Address {
    /// Returns the address of a reference that begins with a variable.
    pub(crate) fn of(traversal: &Traversal, release: Release) -> Result<Address, NoAddress> {
        let steps = &*traversal.steps;
        let [root, rest @ ..] = steps else {
            let detail = "A reference begins with a name.";
            return Err(invalid(NOWHERE, detail));
        };
        let word = name_of(root).map_or("", |name| &**name);
        match word {
            "var" => attribute(root, rest, Subject::Variable),
            "local" => attribute(root, rest, Subject::Local),
            "path" => attribute(root, rest, Subject::Path),
            "terraform" => attribute(root, rest, Subject::Terraform),
            "tofu" if release.is_tofu() => attribute(root, rest, Subject::Terraform),
            "each" => attribute(root, rest, Subject::Each),
            "count" => attribute(root, rest, Subject::Count),
            "caller" if release >= Release::V1_16 => Ok(Address {
                subject: Subject::Caller,
                range: root.range,
                key: None,
                goes_on: !rest.is_empty(),
                second_key: None,
            }),
            "self" => Ok(Address {
                subject: Subject::Itself,
                range: root.range,
                key: None,
                goes_on: !rest.is_empty(),
                second_key: None,
            }),
            "module" => module(root, rest),
            "action" if release >= Release::V1_14 => action(root, steps),
            "list" if release >= Release::V1_14 => list(root, steps),
            "data" => qualified(
                steps,
                ResourceMode::Data,
                "the data source type and the resource name",
            ),
            "resource" => qualified(
                steps,
                ResourceMode::Managed,
                "the resource type and the resource name",
            ),
            "ephemeral" => qualified(
                steps,
                ResourceMode::Ephemeral,
                "the ephemeral resource type and the resource name",
            ),
            "template" | "lazy" | "arg" => Err(NoAddress {
                summary: "Reserved symbol name",
                detail: format!(
                    "The symbol name {} is reserved for use in a future Terraform version. If you are using a provider that already uses this as a resource type name, add the prefix \"resource.\" to force interpretation as a resource type name.",
                    Quoted(word)
                ),
                range: root.range,
            }),
            _ => resource(root, steps, ResourceMode::Managed),
        }
    }
}

/// An attribute of a built-in object, such as `var.x`.
fn attribute(
    root: &TraversalStep,
    rest: &[TraversalStep],
    subject: fn(Str) -> Subject,
) -> Result<Address, NoAddress> {
    let (step, rest) = attribute_step(root, rest)?;
    Ok(Address {
        subject: subject(name_of(step).cloned().unwrap_or_default()),
        range: from_to(root, step),
        key: None,
        goes_on: !rest.is_empty(),
        second_key: None,
    })
}

/// Returns the attribute after a root name that has no value of its own.
fn attribute_step<'s>(
    root: &TraversalStep,
    rest: &'s [TraversalStep],
) -> Result<(&'s TraversalStep, &'s [TraversalStep]), NoAddress> {
    let word = Quoted(name_of(root).map_or("", |name| &**name));
    match rest {
        [] => Err(invalid(
            root.range,
            format!(
                "The {word} object cannot be accessed directly. Instead, access one of its attributes."
            ),
        )),
        [step, ..] if name_of(step).is_none() => Err(invalid(
            step.range,
            format!("The {word} object does not support this operation."),
        )),
        [step, rest @ ..] => Ok((step, rest)),
    }
}

/// A module call, optionally with a key, and one of its outputs.
fn module(root: &TraversalStep, rest: &[TraversalStep]) -> Result<Address, NoAddress> {
    let (name, rest) = attribute_step(root, rest)?;
    let (key, rest) = match rest {
        [key, rest @ ..] if name_of(key).is_none() => (Some(key), rest),
        rest => (None, rest),
    };
    if let (Some(_), Some(step)) = (key, rest.first())
        && name_of(step).is_none()
    {
        return Err(invalid(
            step.range,
            "Module instance objects do not support this operation.",
        ));
    }
    let output = rest.first().filter(|step| name_of(step).is_some());
    let end = output.or(key).unwrap_or(name);
    Ok(Address {
        subject: Subject::Module(name_of(name).cloned().unwrap_or_default()),
        range: from_to(root, end),
        key: key.and_then(key_of),
        goes_on: output.is_some(),
        second_key: None,
    })
}

/// A resource after a keyword for its mode.
fn qualified(
    steps: &[TraversalStep],
    mode: ResourceMode,
    what: &str,
) -> Result<Address, NoAddress> {
    let [root, rest @ ..] = steps else {
        return Err(invalid(NOWHERE, what));
    };
    if rest.len() < 2 {
        let word = Quoted(name_of(root).map_or("", |name| &**name));
        let whole = from_to(root, rest.last().unwrap_or(root));
        let detail = format!("The {word} object must be followed by two attribute names: {what}.");
        return Err(invalid(whole, detail));
    }
    resource(root, rest, mode)
}

/// An action, after the keyword.
fn action(root: &TraversalStep, steps: &[TraversalStep]) -> Result<Address, NoAddress> {
    const WHAT: &str = "the action type and the action name";
    let address = qualified(steps, ResourceMode::Managed, WHAT)?;
    let subject = match address.subject {
        Subject::Resource {
            resource_type,
            name,
            ..
        } => Subject::Action {
            action_type: resource_type,
            name,
        },
        _ => return Err(invalid(root.range, WHAT)),
    };
    Ok(Address { subject, ..address })
}

/// A list resource of a query, after the keyword.
fn list(root: &TraversalStep, steps: &[TraversalStep]) -> Result<Address, NoAddress> {
    const WHAT: &str = "the list resource type and the list resource name";
    let address = qualified(steps, ResourceMode::Managed, WHAT)?;
    let subject = match address.subject {
        Subject::Resource {
            resource_type,
            name,
            ..
        } => Subject::List {
            list_type: resource_type,
            name,
        },
        _ => return Err(invalid(root.range, WHAT)),
    };
    Ok(Address { subject, ..address })
}

/// A resource: a type, a name, and optionally an instance key.
fn resource(
    root: &TraversalStep,
    steps: &[TraversalStep],
    mode: ResourceMode,
) -> Result<Address, NoAddress> {
    let what = match mode {
        ResourceMode::Managed => "resource type",
        ResourceMode::Data => "data source",
        ResourceMode::Ephemeral => "ephemeral resource type",
    };
    let unnamed = |range| {
        invalid(
            range,
            format!(
                "A reference to a {what} must be followed by at least one attribute access, specifying the resource name."
            ),
        )
    };
    let [ty, rest @ ..] = steps else {
        return Err(unnamed(root.range));
    };
    let Some(resource_type) = name_of(ty) else {
        let word = Quoted(mode.keyword());
        return Err(invalid(
            ty.range,
            format!("The {word} object does not support this operation."),
        ));
    };
    let [named, rest @ ..] = rest else {
        return Err(unnamed(ty.range));
    };
    let Some(name) = name_of(named) else {
        return Err(unnamed(named.range));
    };
    let (key, rest) = match rest {
        [key, rest @ ..] if name_of(key).is_none() => (Some(key), rest),
        rest => (None, rest),
    };
    Ok(Address {
        subject: Subject::Resource {
            mode,
            resource_type: resource_type.clone(),
            name: name.clone(),
        },
        range: from_to(root, key.unwrap_or(named)),
        key: key.and_then(key_of),
        goes_on: rest.first().is_some_and(|step| name_of(step).is_some()),
        second_key: key
            .and(rest.first())
            .filter(|step| name_of(step).is_none())
            .map(|step| step.range),
    })
}
