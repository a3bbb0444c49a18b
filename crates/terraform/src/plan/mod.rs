//! Plans and states in the JSON form of `terraform show -json`, as typed values.
//!
//! The JSON form has no types, except for outputs. With the schemas of the providers
//! ([`Schemas`]), the values of resources have the types of their schemas: a set is a set, and an
//! attribute that only the apply determines is unknown and has its type. Sensitive parts are marked.
//! Without a schema, objects and tuples are returned.
//!
//! - [`Plan`]: the document; `value`: one value with its masks
//!
//! ```
//! use polycty_core::calls::Budget;
//! use polycty_terraform::plan::{Action, Plan};
//! let text = r#"{"format_version": "1.2", "resource_changes": [{
//!   "address": "x.a", "mode": "managed", "type": "x", "name": "a", "provider_name": "p",
//!   "change": {"actions": ["create"], "before": null, "after": {"n": 1}, "after_unknown": {"id": true}}
//! }]}"#;
//! let plan = Plan::read(text, None, &Budget::standard()).unwrap();
//! let change = &plan.resource_changes[0];
//! assert_eq!(change.action, Action::Create);
//! assert!(!change.change.after.attribute("id").unwrap().is_known());
//! ```

mod value;

use crate::module::ResourceMode;
use crate::project::{Json, Schema, SchemaKind, Schemas, read_type};
use crate::sensitive::SENSITIVE;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use value::{Masks, marked_by, marks_of, typed, value_of};

/// The most levels of child modules.
const MAX_DEPTH: usize = 64;

/// The bytes of a resource or an output.
const ENTRY: u64 = 400;

/// The action of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// No change.
    NoOp,
    /// A new object.
    Create,
    /// A data source that is read.
    Read,
    /// An object that is changed in place.
    Update,
    /// An object that is destroyed.
    Delete,
    /// An object that is destroyed and then created again.
    DeleteThenCreate,
    /// A new object, and then the old one is destroyed.
    CreateThenDelete,
    /// An object that is removed from the state and not destroyed.
    Forget,
    /// A new object, and the old one is removed from the state and not destroyed.
    CreateThenForget,
}

impl Action {
    fn of(words: &[Str]) -> Option<Action> {
        let words: Vec<&str> = words.iter().map(|word| &**word).collect();
        Some(match &words[..] {
            ["no-op"] => Action::NoOp,
            ["create"] => Action::Create,
            ["read"] => Action::Read,
            ["update"] => Action::Update,
            ["delete"] => Action::Delete,
            ["delete", "create"] => Action::DeleteThenCreate,
            ["create", "delete"] => Action::CreateThenDelete,
            ["forget"] => Action::Forget,
            ["create", "forget"] => Action::CreateThenForget,
            _ => return None,
        })
    }

    /// The name of the action, such as `create`; `replace` for both orders of a replacement.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Action::NoOp => "no-op",
            Action::Create => "create",
            Action::Read => "read",
            Action::Update => "update",
            Action::Delete => "delete",
            Action::DeleteThenCreate | Action::CreateThenDelete => "replace",
            Action::Forget => "forget",
            Action::CreateThenForget => "replace and forget",
        }
    }
}

/// A value before and after a change.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Change {
    /// The value before; null for a new object.
    pub before: Value,
    /// The value after, unknown as far as only the apply determines it; null for an object that is
    /// destroyed.
    pub after: Value,
}

/// A change of an instance of a resource.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ResourceChange {
    /// The instance.
    pub resource: ResourceAddress,
    /// The address before, if the object is moved.
    pub previous_address: Option<Str>,
    /// The action.
    pub action: Action,
    /// The values.
    pub change: Change,
    /// Why the values do not have the type of the schema; `None` if they have it or there is no
    /// schema.
    pub mismatch: Option<String>,
}

/// The address of an instance of a resource, and its parts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ResourceAddress {
    /// The address, such as `module.a["k"].aws_instance.web[0]`.
    pub address: Str,
    /// The kind.
    pub mode: ResourceMode,
    /// The type.
    pub resource_type: Str,
    /// The name.
    pub name: Str,
    /// The source address of the provider.
    pub provider: Str,
}

/// An instance of a resource in a state or in the result of a plan.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ResourceState {
    /// The instance.
    pub resource: ResourceAddress,
    /// Its value. In the result of a plan, an attribute that only the apply determines is null.
    pub value: Value,
    /// As [`ResourceChange::mismatch`].
    pub mismatch: Option<String>,
}

/// The outputs of the root module and all resources.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct State {
    /// The outputs by their names.
    pub outputs: Vec<(Str, Value)>,
    /// The resources of all modules.
    pub resources: Vec<ResourceState>,
}

/// A plan or a state.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// The version of the form, such as `1.2`.
    pub format_version: Str,
    /// The version of Terraform or OpenTofu.
    pub terraform_version: Option<Str>,
    /// The values of the variables of the root module.
    pub variables: Vec<(Str, Value)>,
    /// The changes of resources; none in a state.
    pub resource_changes: Vec<ResourceChange>,
    /// The changes outside of Terraform that the plan found.
    pub resource_drift: Vec<ResourceChange>,
    /// The changes of outputs; none in a state.
    pub output_changes: Vec<(Str, Action, Change)>,
    /// The result of a plan; none in a state.
    pub planned_values: Option<State>,
    /// The state before a plan, or the state itself.
    pub prior_state: Option<State>,
}

impl Plan {
    /// Reads the output of `terraform show -json` for a plan or a state.
    ///
    /// # Errors
    /// - [`Code::Syntax`] if the text is not such a document.
    /// - [`Code::Unsupported`] if its format version is not 0.x or 1.x.
    /// - [`Code::Limit`] if the budget is exceeded.
    pub fn read(text: &str, schemas: Option<&Schemas>, budget: &Budget) -> Result<Plan> {
        // The parts are read without a check of the whole text.
        budget.charge((text.len() / 16) as u64)?;
        let reader = Reader { schemas, budget };
        reader.plan(Json::of(text))
    }
}

/// Reads a document.
struct Reader<'r> {
    schemas: Option<&'r Schemas>,
    budget: &'r Budget,
}

fn wrong(what: &str) -> Error {
    Error::new(Code::Syntax, format!("not a plan or a state: {what}"))
}

impl<'r> Reader<'r> {
    fn member<'t>(&self, json: Json<'t>, name: &str) -> Result<Option<Json<'t>>> {
        json.member(name, self.budget)
    }

    fn text(&self, json: Json<'_>, name: &str) -> Result<Str> {
        let text = self.member(json, name)?.and_then(Json::as_str);
        text.ok_or_else(|| wrong(&format!("{name} is missing")))
    }

    fn plan(&self, json: Json<'_>) -> Result<Plan> {
        let version = self.text(json, "format_version")?;
        if !matches!(version.split('.').next(), Some("0" | "1")) {
            let message = format!("the format version {version} of the plan is not supported");
            return Err(Error::new(Code::Unsupported, message));
        }
        let planned = self.member(json, "planned_values")?;
        let planned_values = planned.map(|state| self.state(state)).transpose()?;
        let prior = match self.member(json, "prior_state")? {
            Some(prior) => self.member(prior, "values")?,
            None => self.member(json, "values")?,
        };
        let mut variables = Vec::new();
        if let Some(all) = self.member(json, "variables")? {
            let secrets = self.sensitive_variables(json)?;
            for (name, variable) in all.members(self.budget)? {
                let value = self.member(variable, "value")?;
                let mut value = value_of(value, Masks::default(), self.budget)?;
                if secrets.contains(&name) {
                    value = value.mark(SENSITIVE);
                }
                variables.push((name, value));
            }
        }
        let mut output_changes = Vec::new();
        if let Some(all) = self.member(json, "output_changes")? {
            let outputs = planned_values.iter().flat_map(|state| &state.outputs);
            let types: HashMap<&str, &Type> =
                outputs.map(|(name, value)| (&**name, value.ty())).collect();
            for (name, change) in self
                .budget
                .charged_holding(ENTRY, all.members(self.budget)?)?
            {
                let ty = types.get(&*name).copied();
                let (action, change, _) = self.change(change, ty, None)?;
                output_changes.push((name, action, change));
            }
        }
        Ok(Plan {
            format_version: version,
            terraform_version: self
                .member(json, "terraform_version")?
                .and_then(Json::as_str),
            variables,
            resource_changes: self.changes(json, "resource_changes")?,
            resource_drift: self.changes(json, "resource_drift")?,
            output_changes,
            planned_values,
            prior_state: prior.map(|state| self.state(state)).transpose()?,
        })
    }

    /// The names of the sensitive variables of the root module.
    fn sensitive_variables(&self, json: Json<'_>) -> Result<HashSet<Str>> {
        let mut found = HashSet::new();
        let mut part = Some(json);
        for name in ["configuration", "root_module", "variables"] {
            part = part.map_or(Ok(None), |part| self.member(part, name))?;
        }
        for (name, variable) in part.map_or(Ok(Vec::new()), |all| all.members(self.budget))? {
            if self
                .member(variable, "sensitive")?
                .is_some_and(Json::is_true)
            {
                found.insert(name);
            }
        }
        Ok(found)
    }

    fn changes(&self, json: Json<'_>, name: &str) -> Result<Vec<ResourceChange>> {
        let Some(all) = self.member(json, name)? else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for one in self
            .budget
            .charged_holding(ENTRY, all.elements(self.budget)?)?
        {
            let resource = self.address(one)?;
            let schema = self.schema(&resource)?;
            let ty = schema.as_ref().map(|schema| &schema.implied);
            let change = self.member(one, "change")?;
            let change = change.ok_or_else(|| wrong("change is missing"))?;
            let (action, change, mismatch) = self.change(change, ty, schema.as_deref())?;
            found.push(ResourceChange {
                previous_address: self.member(one, "previous_address")?.and_then(Json::as_str),
                resource,
                action,
                change,
                mismatch,
            });
        }
        Ok(found)
    }

    fn address(&self, json: Json<'_>) -> Result<ResourceAddress> {
        let mode = match &*self.text(json, "mode")? {
            "managed" => ResourceMode::Managed,
            "data" => ResourceMode::Data,
            "ephemeral" => ResourceMode::Ephemeral,
            other => return Err(wrong(&format!("the mode {other} is not known"))),
        };
        Ok(ResourceAddress {
            address: self.text(json, "address")?,
            mode,
            resource_type: self.text(json, "type")?,
            name: self.text(json, "name")?,
            provider: self.text(json, "provider_name")?,
        })
    }

    /// The schema of a resource, if there is one.
    fn schema(&self, resource: &ResourceAddress) -> Result<Option<Arc<Schema>>> {
        let Some(schemas) = self.schemas else {
            return Ok(None);
        };
        let kind = match resource.mode {
            ResourceMode::Managed => SchemaKind::Managed,
            ResourceMode::Data => SchemaKind::Data,
            ResourceMode::Ephemeral => SchemaKind::Ephemeral,
        };
        let name = &resource.resource_type;
        schemas.schema(&resource.provider, kind, name, self.budget)
    }

    fn change(
        &self,
        json: Json<'_>,
        ty: Option<&Type>,
        schema: Option<&Schema>,
    ) -> Result<(Action, Change, Option<String>)> {
        let words = self.member(json, "actions")?;
        let words = words.ok_or_else(|| wrong("actions are missing"))?;
        let words = words.elements(self.budget)?;
        let words: Vec<Str> = words.iter().filter_map(|word| word.as_str()).collect();
        let action = Action::of(&words).ok_or_else(|| wrong("the actions are not known"))?;
        let before = Masks {
            unknown: None,
            sensitive: self.member(json, "before_sensitive")?,
        };
        let after = Masks {
            unknown: self.member(json, "after_unknown")?,
            sensitive: self.member(json, "after_sensitive")?,
        };
        let before = value_of(self.member(json, "before")?, before, self.budget)?;
        let after = value_of(self.member(json, "after")?, after, self.budget)?;
        let (before, one) = typed(self.marked(before, schema)?, ty, self.budget)?;
        let (after, other) = typed(self.marked(after, schema)?, ty, self.budget)?;
        Ok((action, Change { before, after }, other.or(one)))
    }

    /// The value with the marks of its schema.
    fn marked(&self, value: Value, schema: Option<&Schema>) -> Result<Value> {
        match schema {
            Some(schema) => marked_by(value, &schema.block, self.budget),
            None => Ok(value),
        }
    }

    fn state(&self, json: Json<'_>) -> Result<State> {
        let mut state = State::default();
        if let Some(outputs) = self.member(json, "outputs")? {
            for (name, output) in self
                .budget
                .charged_holding(ENTRY, outputs.members(self.budget)?)?
            {
                let ty = self.member(output, "type")?;
                let ty = ty.map(|ty| read_type(ty, 0, self.budget)).transpose()?;
                let masks = Masks {
                    unknown: None,
                    sensitive: self.member(output, "sensitive")?,
                };
                // An output that only the apply determines has a type and no value.
                let value = match (self.member(output, "value")?, &ty) {
                    (None, _) => {
                        Value::dynamic().with_marks(&marks_of(masks.sensitive, self.budget)?)
                    }
                    (value, _) => value_of(value, masks, self.budget)?,
                };
                state
                    .outputs
                    .push((name, typed(value, ty.as_ref(), self.budget)?.0));
            }
        }
        let mut open: Vec<(Json<'_>, usize)> = Vec::new();
        open.extend(self.member(json, "root_module")?.map(|root| (root, 0)));
        while let Some((module, depth)) = open.pop() {
            if depth > MAX_DEPTH {
                return Err(wrong("modules are nested too deeply"));
            }
            if let Some(resources) = self.member(module, "resources")? {
                for one in self
                    .budget
                    .charged_holding(ENTRY, resources.elements(self.budget)?)?
                {
                    let resource = self.address(one)?;
                    let masks = Masks {
                        unknown: None,
                        sensitive: self.member(one, "sensitive_values")?,
                    };
                    let value = value_of(self.member(one, "values")?, masks, self.budget)?;
                    let schema = self.schema(&resource)?;
                    let value = self.marked(value, schema.as_deref())?;
                    let ty = schema.as_ref().map(|schema| &schema.implied);
                    let (value, mismatch) = typed(value, ty, self.budget)?;
                    state.resources.push(ResourceState {
                        resource,
                        value,
                        mismatch,
                    });
                }
            }
            if let Some(children) = self.member(module, "child_modules")? {
                let children = children.elements(self.budget)?;
                open.extend(children.into_iter().rev().map(|child| (child, depth + 1)));
            }
        }
        Ok(state)
    }
}

#[cfg(test)]
mod tests;
