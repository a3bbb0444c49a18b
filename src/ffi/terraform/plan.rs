//! Terraform: plans and states in the JSON form of `terraform show -json`, as typed values.
//!
//! With the schemas of the providers, the values of resources have the types of their schemas, and
//! attributes that only the apply determines are unknown. Sensitive parts are marked `sensitive`.

use super::module::{
    PCTY_TERRAFORM_DATA, PCTY_TERRAFORM_EPHEMERAL, PCTY_TERRAFORM_OUTPUT, PCTY_TERRAFORM_RESOURCE,
    PCTY_TERRAFORM_VARIABLE, pcty_terraform_declaration_kind,
};
use super::project::pcty_terraform_schemas;
use crate::dialect::terraform::module::ResourceMode;
use crate::dialect::terraform::plan::{Action, Change, Plan, ResourceAddress, State};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, fill, handle, make_charged, need, owned, quiet, text, unnamed};
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error, Result};
use crate::types::Str;
use crate::values::Value;
use std::mem::MaybeUninit;
use std::ptr;

/// A plan or a state. It never changes; any number of threads may use it at once.
///
/// ```c
/// // Prints the addresses of the resources that a plan replaces. `text` is the output of
/// // `terraform show -json`, and `schemas` may be NULL.
/// static void print_replaced(pcty_str text, const pcty_terraform_schemas *schemas) {
///     pcty_terraform_plan *plan = NULL;
///     must(pcty_terraform_plan_parse(text, schemas, &plan, NULL));
///     for (size_t i = 0; i < pcty_terraform_plan_count(plan, PCTY_TERRAFORM_PLAN_CHANGES); i++) {
///         pcty_terraform_plan_item found = PCTY_TERRAFORM_PLAN_ITEM_INIT;
///         must(pcty_terraform_plan_at(plan, i, PCTY_TERRAFORM_PLAN_CHANGES, &found, NULL));
///         if (found.action == PCTY_TERRAFORM_ACTION_DESTROY_THEN_CREATE)
///             printf(PCTY_FMT "\n", PCTY_ARG(found.address));
///     }
///     pcty_terraform_plan_free(plan);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_terraform_plan(Items);

handle!(pcty_terraform_plan, Items);

/// The items of each part of a plan.
#[derive(Default)]
pub struct Items {
    changes: Vec<Item>,
    drift: Vec<Item>,
    planned: Vec<Item>,
    prior: Vec<Item>,
    variables: Vec<Item>,
}

struct Item {
    kind: pcty_terraform_declaration_kind,
    action: pcty_terraform_action,
    /// The address; that of an output or a variable is its name.
    address: Str,
    resource: Option<ResourceAddress>,
    previous_address: Option<Str>,
    mismatch: Option<String>,
    before: Option<Value>,
    after: Value,
}

// The header allows any number of threads to use a plan at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Items>();
};

/// A part of a plan or of a state.
pub type pcty_terraform_plan_part = u32;

/// The changes of resources and outputs; none in a state.
pub const PCTY_TERRAFORM_PLAN_CHANGES: pcty_terraform_plan_part = 1;
/// The changes of resources outside of Terraform that the plan found.
pub const PCTY_TERRAFORM_PLAN_DRIFT: pcty_terraform_plan_part = 2;
/// The resources and outputs after the plan, where an attribute that only the apply determines is
/// null; none in a state.
pub const PCTY_TERRAFORM_PLAN_PLANNED: pcty_terraform_plan_part = 3;
/// The resources and outputs before the plan, or of the state.
pub const PCTY_TERRAFORM_PLAN_PRIOR: pcty_terraform_plan_part = 4;
/// The variables of the root module; none in a state.
pub const PCTY_TERRAFORM_PLAN_VARIABLES: pcty_terraform_plan_part = 5;

/// The action of a change in a plan.
pub type pcty_terraform_action = u32;

/// The item is not a change.
pub const PCTY_TERRAFORM_ACTION_NONE: pcty_terraform_action = 0;
/// Nothing changes.
pub const PCTY_TERRAFORM_ACTION_NO_OP: pcty_terraform_action = 1;
/// A new object.
pub const PCTY_TERRAFORM_ACTION_CREATE: pcty_terraform_action = 2;
/// A data source that is read.
pub const PCTY_TERRAFORM_ACTION_READ: pcty_terraform_action = 3;
/// An object that is changed in place.
pub const PCTY_TERRAFORM_ACTION_UPDATE: pcty_terraform_action = 4;
/// An object that is destroyed.
pub const PCTY_TERRAFORM_ACTION_DESTROY: pcty_terraform_action = 5;
/// An object that is destroyed and then created again.
pub const PCTY_TERRAFORM_ACTION_DESTROY_THEN_CREATE: pcty_terraform_action = 6;
/// A new object, and then the old one is destroyed.
pub const PCTY_TERRAFORM_ACTION_CREATE_THEN_DESTROY: pcty_terraform_action = 7;
/// An object that is removed from the state and not destroyed.
pub const PCTY_TERRAFORM_ACTION_FORGET: pcty_terraform_action = 8;
/// A new object, and the old one is removed from the state and not destroyed.
pub const PCTY_TERRAFORM_ACTION_CREATE_THEN_FORGET: pcty_terraform_action = 9;

/// An item of a part of a plan. Start from PCTY_TERRAFORM_PLAN_ITEM_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_terraform_plan_item {
    /// The size of this struct.
    pub struct_size: u32,
    /// PCTY_TERRAFORM_RESOURCE, PCTY_TERRAFORM_DATA, PCTY_TERRAFORM_EPHEMERAL,
    /// PCTY_TERRAFORM_OUTPUT or PCTY_TERRAFORM_VARIABLE.
    pub kind: pcty_terraform_declaration_kind,
    /// The action of a change; PCTY_TERRAFORM_ACTION_NONE in other parts.
    pub action: pcty_terraform_action,
    /// The address of an instance of a resource, such as `module.a["k"].aws_instance.web[0]`; the
    /// name of an output or a variable.
    pub address: pcty_str,
    /// The address before the change, if the object is moved; otherwise no text.
    pub previous_address: pcty_str,
    /// The type of a resource; otherwise no text.
    pub resource_type: pcty_str,
    /// The name.
    pub name: pcty_str,
    /// The source address of the provider of a resource; otherwise no text.
    pub provider: pcty_str,
    /// Why a value does not have the type of the schema; no text if it has it or there is no schema.
    pub mismatch: pcty_str,
    /// The value before a change, null for a new object; NULL in other parts.
    pub before: *const pcty_value,
    /// The value; after a change, unknown as far as only the apply determines it, and null for an
    /// object that is destroyed.
    pub after: *const pcty_value,
}

fn action(action: Action) -> pcty_terraform_action {
    match action {
        Action::NoOp => PCTY_TERRAFORM_ACTION_NO_OP,
        Action::Create => PCTY_TERRAFORM_ACTION_CREATE,
        Action::Read => PCTY_TERRAFORM_ACTION_READ,
        Action::Update => PCTY_TERRAFORM_ACTION_UPDATE,
        Action::Delete => PCTY_TERRAFORM_ACTION_DESTROY,
        Action::DeleteThenCreate => PCTY_TERRAFORM_ACTION_DESTROY_THEN_CREATE,
        Action::CreateThenDelete => PCTY_TERRAFORM_ACTION_CREATE_THEN_DESTROY,
        Action::Forget => PCTY_TERRAFORM_ACTION_FORGET,
        Action::CreateThenForget => PCTY_TERRAFORM_ACTION_CREATE_THEN_FORGET,
        // The enumeration may grow; a reader of this version has no such action.
        _ => PCTY_TERRAFORM_ACTION_NONE,
    }
}

impl Item {
    fn named(kind: pcty_terraform_declaration_kind, name: Str, after: Value) -> Item {
        Item {
            kind,
            action: PCTY_TERRAFORM_ACTION_NONE,
            address: name,
            resource: None,
            previous_address: None,
            mismatch: None,
            before: None,
            after,
        }
    }

    fn resource(resource: ResourceAddress, after: Value, mismatch: Option<String>) -> Item {
        let kind = match resource.mode {
            ResourceMode::Data => PCTY_TERRAFORM_DATA,
            ResourceMode::Ephemeral => PCTY_TERRAFORM_EPHEMERAL,
            _ => PCTY_TERRAFORM_RESOURCE,
        };
        Item {
            mismatch,
            resource: Some(resource.clone()),
            ..Item::named(kind, resource.address, after)
        }
    }

    fn changed(self, action: pcty_terraform_action, before: Value) -> Item {
        Item {
            action,
            before: Some(before),
            ..self
        }
    }
}

impl Items {
    fn new(plan: Plan) -> Items {
        let changes = |all: Vec<crate::dialect::terraform::plan::ResourceChange>| {
            all.into_iter()
                .map(|one| {
                    let Change { before, after, .. } = one.change;
                    let item = Item::resource(one.resource, after, one.mismatch);
                    Item {
                        previous_address: one.previous_address,
                        ..item.changed(action(one.action), before)
                    }
                })
                .collect::<Vec<_>>()
        };
        let state = |state: Option<State>| {
            let state = state.unwrap_or_default();
            let resources = state.resources.into_iter();
            let resources =
                resources.map(|one| Item::resource(one.resource, one.value, one.mismatch));
            let outputs = state.outputs.into_iter();
            let outputs =
                outputs.map(|(name, value)| Item::named(PCTY_TERRAFORM_OUTPUT, name, value));
            resources.chain(outputs).collect()
        };
        let outputs = plan.output_changes.into_iter();
        let outputs = outputs.map(|(name, of, Change { before, after, .. })| {
            Item::named(PCTY_TERRAFORM_OUTPUT, name, after).changed(action(of), before)
        });
        let variables = plan.variables.into_iter();
        let mut items = Items {
            changes: changes(plan.resource_changes),
            drift: changes(plan.resource_drift),
            planned: state(plan.planned_values),
            prior: state(plan.prior_state),
            variables: variables
                .map(|(name, value)| Item::named(PCTY_TERRAFORM_VARIABLE, name, value))
                .collect(),
        };
        items.changes.extend(outputs);
        items
    }

    fn part(&self, part: pcty_terraform_plan_part) -> Option<&[Item]> {
        Some(match part {
            PCTY_TERRAFORM_PLAN_CHANGES => &self.changes,
            PCTY_TERRAFORM_PLAN_DRIFT => &self.drift,
            PCTY_TERRAFORM_PLAN_PLANNED => &self.planned,
            PCTY_TERRAFORM_PLAN_PRIOR => &self.prior,
            PCTY_TERRAFORM_PLAN_VARIABLES => &self.variables,
            _ => return None,
        })
    }
}

/// Parses a plan or a state, which `terraform show -json` writes. `schemas` are those of its
/// providers; without them, values are objects and tuples as the text has them.
///
/// Errors: PCTY_ERROR_SYNTAX if the text is not such a document; PCTY_ERROR_UNSUPPORTED for a format
/// version other than 0.x and 1.x; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`, which is independent of `schemas`.
/// NULL: `schemas` and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_plan_parse(
    json: pcty_str,
    schemas: Option<&pcty_terraform_schemas>,
    out: Option<&mut MaybeUninit<*mut pcty_terraform_plan>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let schemas = schemas.map(pcty_terraform_schemas::schemas);
        let plan = Plan::read(text(&json, "json")?, schemas, budget)?;
        Ok(Items::new(plan))
    })
}

owned! {
    /// Frees a plan.
    fn pcty_terraform_plan_free(plan: pcty_terraform_plan);
}

/// Returns the number of items of a part; 0 for a part without a constant.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_plan_count(
    plan: Option<&pcty_terraform_plan>,
    part: pcty_terraform_plan_part,
) -> usize {
    quiet(0, || {
        let items = plan.and_then(|plan| plan.0.part(part));
        items.map_or(0, <[Item]>::len)
    })
}

/// Writes the item of a part at a position: resources in the order of the text, then outputs.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a part without a
/// constant and for a wrong `struct_size`.
/// Ownership: the texts and the values in `*out` are owned by `plan` and valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_terraform_plan_at(
    plan: Option<&pcty_terraform_plan>,
    index: usize,
    part: pcty_terraform_plan_part,
    out: *mut pcty_terraform_plan_item,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let filled = |struct_size| -> Result<pcty_terraform_plan_item> {
        let items = need(plan, "plan")?.0.part(part);
        let items = items.ok_or_else(|| unnamed("part", part))?;
        let item = items.get(index).ok_or_else(|| {
            Error::new(
                Code::NotFound,
                format!("the part has no item number {index}"),
            )
        })?;
        let or_none = |text: Option<&str>| text.map_or(pcty_str::NONE, pcty_str::borrowed);
        let resource = item.resource.as_ref();
        let name = resource.map_or(&item.address, |resource| &resource.name);
        Ok(pcty_terraform_plan_item {
            struct_size,
            kind: item.kind,
            action: item.action,
            address: pcty_str::borrowed(&item.address),
            previous_address: or_none(item.previous_address.as_deref()),
            resource_type: or_none(resource.map(|resource| &*resource.resource_type)),
            name: pcty_str::borrowed(name),
            provider: or_none(resource.map(|resource| &*resource.provider)),
            mismatch: or_none(item.mismatch.as_deref()),
            before: item
                .before
                .as_ref()
                .map_or(ptr::null(), pcty_value::borrowed),
            after: pcty_value::borrowed(&item.after),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has the size in its `struct_size`.
    unsafe { fill(out, error, filled) }
}
