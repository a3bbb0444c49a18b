//! Checks of a project before the walk.

use super::builtin;
use super::nodes::{Item, Nodes};
use super::providers::{
    Configuration, address, implied_name, not_present, provider_type, required,
};
use super::schemas::SchemaKind;
use super::walk::{Phase, Walk};
use crate::module::declare::accepts;
use crate::module::inventory::{ProviderName, Resource};
use crate::module::sink::{DiagnosticSink, Location};
use polycty_core::calls::Budget;
use polycty_core::source::{Position, Range, Reporter, Result, Source};
use polycty_core::text::Quoted;
use polycty_hcl::body::{AttributeSchema, Schema};
use std::collections::HashSet;
use std::sync::LazyLock;

/// The provisioners that Terraform has itself.
const PROVISIONERS: [&str; 3] = ["file", "local-exec", "remote-exec"];

/// The name of the configuration that a resource uses.
pub(crate) fn configuration_of(resource: &Resource) -> ProviderName {
    match &resource.provider {
        Some((name, alias)) => ProviderName {
            name: name.clone(),
            alias: alias.clone(),
        },
        None => ProviderName {
            name: implied_name(&resource.resource_type).into(),
            alias: None,
        },
    }
}

/// The place of missing parts of a body without a text, as Terraform reports it.
fn nowhere() -> Location {
    static EMPTY: LazyLock<Source> = LazyLock::new(|| Source::new("<empty>", ""));
    let zero = Position {
        line: 0,
        column: 0,
        byte: 0,
    };
    let range = Range {
        start: zero,
        end: zero,
    };
    Location::new(&EMPTY, range)
}

impl Walk<'_> {
    /// Checks the version of Terraform and whether providers and provisioners are there. Returns
    /// whether there are no errors.
    pub(crate) fn check_requirements(&self, sink: &mut DiagnosticSink<'_>) -> Result<bool> {
        if self.phase == Phase::Plan {
            return Ok(true);
        }
        let before = sink.count();
        let version = self.release().version();
        for module in self.modules() {
            let settings = &module.module.inventory().settings;
            for ((constraint, _), place) in settings
                .required_versions
                .iter()
                .zip(&settings.version_places)
            {
                if accepts(constraint, version) {
                    continue;
                }
                let subject = match module.parent {
                    None => "This configuration does".to_owned(),
                    Some(_) => format!("Module {} (from {}) does", module.address(), module.source),
                };
                sink.report(place.error(
                    "Unsupported Terraform Core version",
                    format!("{subject} not support Terraform version {version}.0. To proceed, either choose another supported Terraform version or update this version constraint. Version constraints are normally set for good reason, so updating the constraint may lead to other errors or unexpected behavior."),
                ))?;
            }
        }
        if sink.failed_since(before) && !self.keeps_going {
            return Ok(false);
        }
        if let Some(schemas) = &self.project.options.schemas {
            let mut missing: Vec<String> = Vec::new();
            for module in self.modules() {
                for required in required(module.module.inventory()) {
                    let source = required.0;
                    let is_known = source == builtin::SOURCE || schemas.has_provider(&source);
                    if !is_known && !missing.contains(&source) {
                        missing.push(source);
                    }
                }
            }
            for source in missing {
                sink.report(Reporter::Terraform.error(
                    "Missing required provider",
                    format!("This configuration requires provider {source}, but that provider isn't available. You may be able to install it automatically by running:\n  terraform init"),
                ))?;
            }
        }
        let mut unknown: Vec<String> = Vec::new();
        for module in self.modules() {
            for resource in &module.module.inventory().resources {
                for name in &resource.provisioners {
                    if !PROVISIONERS.contains(&&**name) && !unknown.contains(&name.to_string()) {
                        unknown.push(name.to_string());
                    }
                }
            }
        }
        for name in unknown {
            sink.report(Reporter::Terraform.error(
                "Missing required provisioner plugin",
                format!("This configuration requires provisioner plugin {}, which isn't available. If you're intending to use an external provisioner plugin, you must install it manually into one of the plugin search directories before running Terraform.", Quoted(&name)),
            ))?;
        }
        Ok(!sink.failed_since(before))
    }

    /// Checks that calls have the arguments that modules require. Returns whether they have.
    pub(crate) fn check_calls(&self, sink: &mut DiagnosticSink<'_>) -> Result<bool> {
        let before = sink.count();
        for module in self.modules() {
            let Some((parent, call)) = module.parent else {
                continue;
            };
            let call = &self.modules()[parent].module.inventory().calls[call];
            let variables = module.module.inventory().variables.iter();
            let attributes = variables.map(|variable| AttributeSchema {
                name: variable.name.clone(),
                required: variable.is_required(),
            });
            let schema = Schema {
                attributes: attributes.collect(),
                blocks: Vec::new(),
            };
            let found = super::bodies::arguments_of(call, &schema, sink.budget);
            sink.report_all(found.diagnostics)?;
        }
        Ok(!sink.failed_since(before))
    }

    /// Checks that each resource has a configuration of its provider.
    pub(crate) fn check_consumers(&self, sink: &mut DiagnosticSink<'_>) -> Result<bool> {
        let before = sink.count();
        for (at, module) in self.modules().iter().enumerate() {
            let inventory = module.module.inventory();
            let resources = inventory.resources.iter();
            let resources =
                resources.map(|resource| (configuration_of(resource), resource.address()));
            let actions = inventory.actions.iter().map(|action| {
                let implied = || ProviderName {
                    name: implied_name(&action.action_type).into(),
                    alias: None,
                };
                (
                    action.provider.clone().unwrap_or_else(implied),
                    action.address(),
                )
            });
            for item in sink.budget.each(resources.chain(actions)) {
                let (named, object) = item?;
                if self
                    .configurations
                    .get(self.modules(), at, &named)
                    .is_some()
                {
                    continue;
                }
                let ty = provider_type(inventory, &named.name);
                let configuration = address(module, &ty, named.alias.as_deref());
                sink.report(Reporter::Terraform.error(
                    "Provider configuration not present",
                    not_present(&module.within(&object), &configuration),
                ))?;
            }
        }
        if self.phase == Phase::Plan && !sink.failed_since(before) {
            self.check_implied(sink)?;
        }
        Ok(!sink.failed_since(before))
    }

    /// Checks that providers without a configuration need none.
    fn check_implied(&self, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        let Some(schemas) = &self.project.options.schemas else {
            return Ok(());
        };
        let mut used: Vec<String> = Vec::new();
        for (at, module) in self.modules().iter().enumerate() {
            let inventory = module.module.inventory();
            let resources = (0..inventory.resources.len()).map(Item::Resource);
            for item in resources.chain((0..inventory.actions.len()).map(Item::Action)) {
                if let Some(Configuration::Empty(ty)) = self.configuration(at, item)
                    && !used.contains(&ty.0)
                {
                    used.push(ty.0);
                }
            }
        }
        for source in used {
            let schema = schemas.schema(&source, SchemaKind::Provider, "", sink.budget)?;
            let Some(schema) = schema else {
                continue;
            };
            let before = sink.count();
            for attribute in schema.block.attributes.iter().filter(|it| it.required) {
                sink.report(Reporter::Terraform.error(
                    "Missing required argument",
                    format!(
                        "The argument {} is required, but was not set.",
                        Quoted(&attribute.name)
                    ),
                ))?;
            }
            for nested in schema.block.blocks.iter().filter(|nested| nested.min > 0) {
                let name = &nested.name;
                let insufficient = nowhere().error(
                    format!("Insufficient {name} blocks"),
                    format!(
                        "At least {} {} blocks are required.",
                        nested.min,
                        Quoted(name)
                    ),
                );
                sink.report(insufficient.with_name("insufficient-blocks"))?;
            }
            if sink.failed_since(before) {
                sink.report(Reporter::Terraform.error(
                    "Invalid provider configuration",
                    format!("Provider {} requires explicit configuration. Add a provider block to the root module and configure the provider's required arguments as described in the provider documentation.\n", Quoted(&source)),
                ))?;
            }
        }
        Ok(())
    }

    /// The configuration that a resource or an action uses.
    fn configuration(&self, module: usize, item: Item) -> Option<Configuration> {
        let inventory = self.modules()[module].module.inventory();
        let named = match item {
            Item::Resource(at) => configuration_of(&inventory.resources[at]),
            Item::Action(at) => {
                let action = &inventory.actions[at];
                action.provider.clone().unwrap_or_else(|| ProviderName {
                    name: implied_name(&action.action_type).into(),
                    alias: None,
                })
            }
            _ => return None,
        };
        self.configurations.get(self.modules(), module, &named)
    }

    /// The node of the configuration of a provider that a node uses.
    pub(crate) fn configuration_node(
        &self,
        nodes: &Nodes,
        module: usize,
        item: Item,
    ) -> Option<usize> {
        match self.configuration(module, item)? {
            Configuration::Block(module, at) => Some(nodes.number(module, Item::Provider(at))),
            Configuration::Empty(_) => None,
        }
    }

    /// Whether something uses a configuration.
    pub(crate) fn is_used(&self, module: usize, at: usize, budget: &Budget) -> Result<bool> {
        if let Some(used) = self.used.get() {
            return Ok(used.contains(&(module, at)));
        }
        let mut used = HashSet::new();
        let mut add = |configuration| {
            if let Some(Configuration::Block(module, at)) = configuration {
                used.insert((module, at));
            }
        };
        for list in &self.modules()[0].module.inventory().lists {
            budget.charge(1)?;
            if let Some(named) = &list.provider {
                add(self.configurations.get(self.modules(), 0, named));
            }
        }
        for (other, node) in self.modules().iter().enumerate() {
            let inventory = node.module.inventory();
            let resources = (0..inventory.resources.len()).map(Item::Resource);
            for item in resources.chain((0..inventory.actions.len()).map(Item::Action)) {
                budget.charge(1)?;
                add(self.configuration(other, item));
            }
        }
        let used = self.used.get_or_init(|| used);
        Ok(used.contains(&(module, at)))
    }
}
