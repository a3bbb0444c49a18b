//! Providers: their source addresses, and the configurations that resources use.

use super::tree::ModuleNode;
use crate::module::inventory::{Inventory, ProviderConfig, ProviderName};
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::Str;
use polycty_hcl::body::{Body, Schema};
use std::collections::{HashMap, HashSet};

/// The host of addresses that name none.
const DEFAULT_HOST: &str = "registry.terraform.io";

/// The source address of a provider: `registry.terraform.io/hashicorp/aws`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ProviderType(pub(crate) String);

impl ProviderType {
    /// The provider that a local name without a declaration stands for.
    pub(crate) fn implied(name: &str) -> ProviderType {
        ProviderType(match name {
            "terraform" => "terraform.io/builtin/terraform".to_owned(),
            name => format!("{DEFAULT_HOST}/hashicorp/{name}"),
        })
    }

    fn of_source(source: &str) -> ProviderType {
        let lower = source.to_lowercase();
        ProviderType(match lower.matches('/').count() {
            0 => format!("{DEFAULT_HOST}/hashicorp/{lower}"),
            1 => format!("{DEFAULT_HOST}/{lower}"),
            _ => lower,
        })
    }

    /// The address as messages show it, without the default host.
    pub(crate) fn shown(&self) -> &str {
        let rest = self.0.strip_prefix(DEFAULT_HOST);
        rest.and_then(|rest| rest.strip_prefix('/'))
            .unwrap_or(&self.0)
    }

    /// Whether a name without a declaration can stand for it.
    pub(crate) fn is_default(&self) -> bool {
        self.shown().starts_with("hashicorp/")
    }
}

/// The provider that a local name stands for in a module.
pub(crate) fn provider_type(inventory: &Inventory, name: &str) -> ProviderType {
    match inventory.settings.requirement(name) {
        Some(required) => match &required.source {
            Some(source) => ProviderType::of_source(source),
            None => ProviderType::implied_by_requirement(name),
        },
        None => ProviderType::implied(name),
    }
}

impl ProviderType {
    fn implied_by_requirement(name: &str) -> ProviderType {
        match name {
            "terraform" => ProviderType::implied(name),
            name => ProviderType::of_source(name),
        }
    }
}

/// The local name that the type of a resource implies.
pub(crate) fn implied_name(resource_type: &str) -> &str {
    resource_type.split('_').next().unwrap_or(resource_type)
}

/// Whether a configuration of a provider has no argument and no block of its own. One that override
/// files change counts as empty, since Terraform finds nothing unexpected in such a body.
pub(crate) fn is_empty(config: &ProviderConfig, budget: &Budget) -> bool {
    let body = Body::overridden(config.arguments.clone(), config.overridden.iter().cloned());
    let found = body.content_within(&Schema::default(), budget);
    found.diagnostics.is_empty()
}

/// The key of a configuration: the module, the provider and the alias.
type Key = (usize, ProviderType, Option<Str>);

/// The configuration that a resource uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Configuration {
    /// A block: the module and its number.
    Block(usize, usize),
    /// No block: the configuration is empty.
    Empty(ProviderType),
}

/// The configurations of all modules.
#[derive(Debug, Default)]
pub(crate) struct Configurations {
    found: HashMap<Key, Configuration>,
}

/// An address of a configuration as messages print it.
pub(crate) fn address(module: &ModuleNode, provider: &ProviderType, alias: Option<&str>) -> String {
    let alias = alias.map_or(String::new(), |alias| format!(".{alias}"));
    module.within(&format!("provider[\"{}\"]{alias}", provider.0))
}

impl Configurations {
    /// Finds the configurations of all modules, parents first.
    ///
    /// # Errors
    /// The inner error is the address of a configuration that a call passes and that does not
    /// exist.
    pub(crate) fn find(
        modules: &[ModuleNode],
        budget: &Budget,
    ) -> Result<std::result::Result<Configurations, String>> {
        let mut all = Configurations::default();
        for (at, module) in modules.iter().enumerate() {
            let inventory = module.module.inventory();
            if at == 0 {
                for required in budget.charged(&inventory.settings.required_providers)? {
                    let ty = provider_type(inventory, &required.name);
                    let key = (0, ty.clone(), None);
                    all.found.insert(key, Configuration::Empty(ty));
                }
            }
            let mut proxies: HashSet<Key> = HashSet::new();
            let configs = inventory.providers.iter().enumerate();
            for (number, config) in budget.charged_holding(200, configs)? {
                let ty = provider_type(inventory, &config.name);
                let key = (at, ty, config.alias.clone());
                if at != 0 && is_empty(config, budget) {
                    proxies.insert(key.clone());
                }
                all.found.insert(key, Configuration::Block(at, number));
            }
            let Some((parent, call)) = module.parent else {
                continue;
            };
            for passed in &modules[parent].module.inventory().calls[call].providers {
                let ty = provider_type(inventory, &passed.in_child.name);
                let outer = (parent, ty.clone(), passed.in_parent.alias.clone());
                let Some(target) = all.found.get(&outer).cloned() else {
                    let alias = passed.in_parent.alias.as_deref();
                    return Ok(Err(address(&modules[parent], &ty, alias)));
                };
                let inner = (at, ty, passed.in_child.alias.clone());
                if !all.found.contains_key(&inner) || proxies.contains(&inner) {
                    all.found.insert(inner, target);
                }
            }
        }
        Ok(Ok(all))
    }

    /// The configuration that a name stands for in a module, none if there is none. Those without
    /// an alias are inherited, and there is always an empty one.
    pub(crate) fn get(
        &self,
        modules: &[ModuleNode],
        module: usize,
        name: &ProviderName,
    ) -> Option<Configuration> {
        let ty = provider_type(modules[module].module.inventory(), &name.name);
        let mut at = module;
        loop {
            let key = (at, ty.clone(), name.alias.clone());
            if let Some(found) = self.found.get(&key) {
                return Some(found.clone());
            }
            match modules[at].parent {
                Some((parent, _)) if name.alias.is_none() => at = parent,
                None if name.alias.is_none() => return Some(Configuration::Empty(ty)),
                _ => return None,
            }
        }
    }
}

/// The sentence about objects whose configuration is missing.
pub(crate) fn not_present(object: &str, configuration: &str) -> String {
    format!(
        "To work with {object} its original provider configuration at {configuration} is required, but it has been removed. This occurs when a provider configuration is removed while objects created by that provider still exist in the state. Re-add the provider configuration to destroy {object}, after which you can remove the provider configuration again."
    )
}

/// The providers that a module requires.
pub(crate) fn required(inventory: &Inventory) -> Vec<ProviderType> {
    let mut found: Vec<ProviderType> = Vec::new();
    let mut add = |name: &str| {
        let provider = provider_type(inventory, name);
        if !found.contains(&provider) {
            found.push(provider);
        }
    };
    for required in &inventory.settings.required_providers {
        add(&required.name);
    }
    for resource in &inventory.resources {
        match &resource.provider {
            Some((name, _)) => add(name),
            None => add(implied_name(&resource.resource_type)),
        }
    }
    for action in &inventory.actions {
        match &action.provider {
            Some(provider) => add(&provider.name),
            None => add(implied_name(&action.action_type)),
        }
    }
    for config in &inventory.providers {
        add(&config.name);
    }
    for provider in inventory
        .lists
        .iter()
        .filter_map(|list| list.provider.as_ref())
    {
        add(&provider.name);
    }
    found
}
