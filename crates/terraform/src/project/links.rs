//! Configurations of providers between modules: what calls pass, and what modules declare.

use super::providers::{ProviderType, implied_name, is_empty, provider_type};
use super::tree::ModuleNode;
use crate::module::Release;
use crate::module::inventory::{
    ChangeKind, PassedProvider, ProviderConfig, ProviderName, ProviderReference, Repetition,
    ResourceMode,
};
use crate::module::sink::{DiagnosticSink, Location};
use polycty_core::sort::{sort, sort_by, sort_by_key};
use polycty_core::source::Result;
use polycty_core::text::Quoted;
use polycty_core::types::{KeyedMap, Str};
use polycty_hcl::eval::Expr;
use polycty_hcl::syntax::{Kind, Token, Tokens};
use std::collections::BTreeMap;

/// Checks the configurations of all modules.
pub(crate) fn check(modules: &[ModuleNode], sink: &mut DiagnosticSink<'_>) -> Result<()> {
    // The argument of the nearest call that forbids configurations within modules.
    let mut forbidden: Vec<Option<Location>> = vec![None; modules.len()];
    for (at, module) in sink.budget.charged(modules.iter().enumerate())? {
        if let Some((parent, call)) = module.parent {
            let call = &modules[parent].module.inventory().calls[call];
            let of_expr = |expr: &polycty_hcl::eval::Expr| {
                let source = expr.source().unwrap_or(&call.declared.place.source);
                Location::new(source, expr.range())
            };
            let own = match call.repetition.expr() {
                Some(expr) => Some(of_expr(expr)),
                None => call.depends_on.first().map(|on| {
                    let range = on.on.range().unwrap_or(call.declared.place.range);
                    Location::new(&on.source, range)
                }),
            };
            forbidden[at] = own.or_else(|| forbidden[parent].clone());
        }
        let links = Links::of(modules, at, sink);
        links.duplicates(sink)?;
        links.calls(sink)?;
        if sink.release.is_tofu() {
            links.instances(sink)?;
        }
        if module.parent.is_some() {
            ignored_settings(module, sink)?;
        }
        if module.parent.is_some() {
            links.child(forbidden[at].as_ref(), sink)?;
        }
    }
    Ok(())
}

/// Reports what called modules cannot have, and settings without effect in them.
fn ignored_settings(module: &ModuleNode, sink: &mut DiagnosticSink<'_>) -> Result<()> {
    if sink.release < Release::V1_16 {
        let changes = module.module.inventory().changes.iter();
        for import in changes.filter(|change| change.kind == ChangeKind::Import) {
            sink.report(import.declared.place.error(
                "Invalid import configuration",
                format!("An import block was detected in {}. Import blocks are only allowed in the root module.", Quoted(&module.address())),
            ))?;
        }
    }
    let settings = &module.module.inventory().settings;
    if let Some(backend) = &settings.backend {
        sink.report(backend.declared.place.warning(
            "Backend configuration ignored",
            "Any selected backend applies to the entire configuration, so Terraform expects backend configurations only in the root module.\n\nThis is a warning rather than an error because it's sometimes convenient to temporarily call a root module as a child module for testing purposes, but this backend configuration block will have no effect.",
        ))?;
    }
    if let Some(cloud) = &settings.cloud {
        sink.report(cloud.place.warning(
            "Cloud configuration ignored",
            "A cloud configuration block applies to the entire configuration, so Terraform expects 'cloud' blocks to only be in the root module.\n\nThis is a warning rather than an error because it's sometimes convenient to temporarily call a root module as a child module for testing purposes, but this cloud configuration block will have no effect.",
        ))?;
    }
    Ok(())
}

/// The declarations of a module about providers.
struct Links<'m> {
    modules: &'m [ModuleNode],
    at: usize,
    passed: BTreeMap<String, &'m PassedProvider>,
    configured: BTreeMap<String, Location>,
    empty: BTreeMap<String, (ProviderName, Location)>,
    aliases: BTreeMap<String, ProviderType>,
    names: BTreeMap<Str, ProviderType>,
}

impl<'m> Links<'m> {
    fn of(modules: &'m [ModuleNode], at: usize, sink: &DiagnosticSink<'_>) -> Links<'m> {
        let inventory = modules[at].module.inventory();
        let mut links = Links {
            modules,
            at,
            passed: BTreeMap::new(),
            configured: BTreeMap::new(),
            empty: BTreeMap::new(),
            aliases: BTreeMap::new(),
            names: BTreeMap::new(),
        };
        for config in &inventory.providers {
            let named = ProviderName {
                name: config.name.clone(),
                alias: config.alias.clone(),
            };
            let place = config.declared.place.clone();
            if is_empty(config, sink.budget) {
                links.empty.insert(named.to_string(), (named, place));
            } else {
                links.configured.insert(named.to_string(), place);
            }
        }
        for required in &inventory.settings.required_providers {
            let ty = provider_type(inventory, &required.name);
            links.names.insert(required.name.clone(), ty.clone());
            for alias in &required.aliases {
                links.aliases.insert(alias.to_string(), ty.clone());
            }
        }
        if let Some((parent, call)) = modules[at].parent {
            for passed in &modules[parent].module.inventory().calls[call].providers {
                links.passed.insert(passed.in_child.to_string(), passed);
            }
        }
        links
    }

    fn module_text(&self) -> String {
        self.modules[self.at].label()
    }

    fn parent_text(&self) -> String {
        match self.modules[self.at].parent {
            Some((parent, _)) => self.modules[parent].label(),
            None => "the root module".to_owned(),
        }
    }

    /// Warns of providers under two names.
    fn duplicates(&self, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        const SUMMARY: &str = "Duplicate required provider";
        let inventory = self.modules[self.at].module.inventory();
        let mut seen: KeyedMap<&ProviderType, &Str> = KeyedMap::default();
        // The configurations whose names have no requirement, by the provider that they imply.
        let mut implied: KeyedMap<ProviderType, Vec<&Str>> = KeyedMap::default();
        for config in &inventory.providers {
            sink.budget.charge(1)?;
            if !self.names.contains_key(&config.name) {
                let of_type = implied.entry(ProviderType::implied(&config.name));
                of_type.or_default().push(&config.name);
            }
        }
        let mut required: Vec<_> = inventory.settings.required_providers.iter().collect();
        sort_by(&mut required, |a, b| a.name.cmp(&b.name));
        for required in required {
            let Some(ty) = self.names.get(&required.name) else {
                continue;
            };
            if let Some(before) = seen.get(ty) {
                sink.report(required.place.warning(
                    SUMMARY,
                    format!("Provider {} with the local name {} was previously required as {}. A provider can only be required once within required_providers.", ty.shown(), Quoted(&required.name), Quoted(before)),
                ))?;
                continue;
            }
            seen.insert(ty, &required.name);
            for name in implied.get(ty).into_iter().flatten() {
                sink.report(required.place.warning(
                    SUMMARY,
                    format!("Provider {} with the local name {} was implicitly required via a configuration block as {}. The provider configuration block name must match the name used in required_providers.", ty.shown(), Quoted(&required.name), Quoted(name)),
                ))?;
            }
        }
        let mut others: KeyedMap<&ProviderType, Vec<&Str>> = KeyedMap::default();
        for (other, ty) in &self.names {
            others.entry(ty).or_default().push(other);
        }
        for resource in &inventory.resources {
            let name = implied_name(&resource.resource_type);
            if resource.provider.is_some() || self.names.contains_key(name) {
                continue;
            }
            let implied = ProviderType::implied(name);
            for other in others.get(&implied).into_iter().flatten() {
                sink.report(resource.declared.place.warning(
                    SUMMARY,
                    format!("Provider {} was implicitly required via resource {}, but listed in required_providers as {}. Either the local name in required_providers must match the resource name, or the {} provider must be assigned within the resource block.", Quoted(&implied.0), Quoted(&resource.address()), Quoted(other), Quoted(other)),
                ))?;
            }
        }
        Ok(())
    }

    /// Warns of names that calls within the module pass and that have no declaration.
    fn calls(&self, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        let module = &self.modules[self.at];
        let text = self.module_text();
        for passed in module
            .module
            .inventory()
            .calls
            .iter()
            .flat_map(|call| &call.providers)
        {
            if passed.in_parent.alias.is_some() {
                continue;
            }
            let name = &passed.in_parent.name;
            let ty = ProviderType::implied(name);
            let is_configured = self.configured.contains_key(&**name);
            if !is_configured && !self.names.contains_key(name) {
                sink.report(passed.parent_place.warning(
                    "Reference to undefined provider",
                    format!("There is no explicit declaration for local provider name {} in {text}, so Terraform is assuming you mean to pass a configuration for provider {}.\n\nTo clarify your intent and silence this warning, add to {text} a required_providers entry named {} with source = {}, or a different source address if appropriate.", Quoted(name), Quoted(ty.shown()), Quoted(name), Quoted(ty.shown())),
                ))?;
                continue;
            }
            if let Some((parent, call)) = module.parent
                && !is_configured
                && !self.passed.contains_key(&**name)
            {
                let call = &self.modules[parent].module.inventory().calls[call];
                sink.report(call.declared.place.warning(
                    "Missing required provider configuration",
                    format!("The configuration for {text} expects to inherit a configuration for provider {} with local name {}, but {} doesn't pass a configuration under that name.\n\nTo satisfy this requirement, add an entry for {} to the \"providers\" argument in the module {} block.", ty.shown(), Quoted(name), self.parent_text(), Quoted(name), Quoted(&call.name)),
                ))?;
            }
        }
        Ok(())
    }

    /// Checks the keys of instances of provider configurations, which OpenTofu supports.
    fn instances(&self, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        let module = &self.modules[self.at];
        let inventory = module.module.inventory();
        let of = |named: &ProviderName| {
            let key = (named.name.clone(), named.alias.clone());
            let at = module.module.places.providers.get(&key)?;
            Some(&inventory.providers[*at])
        };
        for call in &inventory.calls {
            for passed in &call.providers {
                if let Some(key) = &passed.child_key {
                    sink.report(key.error(
                        "Invalid module provider configuration",
                        "Instance keys are not allowed on the left side of a provider configuration assignment.",
                    ))?;
                }
                let config = of(&passed.in_parent);
                let reference = ProviderReference {
                    place: passed.parent_place.clone(),
                    key: passed.parent_key.clone(),
                };
                instance("module", &passed.in_parent, &reference, config, sink)?;
                if reference.key.is_some() {
                    let address = module.within(&format!("module.{}", call.name));
                    same_instances("module", &address, &call.repetition, config, sink)?;
                }
            }
        }
        for resource in &inventory.resources {
            let (Some((name, alias)), Some(reference)) =
                (&resource.provider, &resource.provider_reference)
            else {
                continue;
            };
            let named = ProviderName {
                name: name.clone(),
                alias: alias.clone(),
            };
            let config = of(&named);
            instance("resource", &named, reference, config, sink)?;
            if reference.key.is_some() && resource.mode == ResourceMode::Managed {
                let address = module.within(&resource.address());
                same_instances("resource", &address, &resource.repetition, config, sink)?;
            }
        }
        Ok(())
    }

    /// Checks the configurations that a module is passed and needs.
    fn child(&self, forbidden: Option<&Location>, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        let module = &self.modules[self.at];
        let Some((parent, call)) = module.parent else {
            return Ok(());
        };
        let call = &self.modules[parent].module.inventory().calls[call];
        let (text, parent_text) = (self.module_text(), self.parent_text());
        if let (Some(place), false) = (forbidden, self.configured.is_empty()) {
            sink.report(place.error(
                "Module is incompatible with count, for_each, and depends_on",
                format!("The module at {text} is a legacy module which contains its own local provider configurations, and so calls to it may not use the count, for_each, or depends_on arguments.\n\nIf you also control the module {}, consider updating this module to instead expect provider configurations to be passed by its caller.", Quoted(&module.source)),
            ))?;
        }
        for name in self.configured.keys() {
            if let Some(passed) = self.passed.get(name) {
                sink.report(passed.child_place.error(
                    "Cannot override provider configuration",
                    format!("The configuration of {text} has its own local configuration for {name}, and so it cannot accept an overridden configuration provided by {parent_text}."),
                ))?;
            }
        }
        for (name, ty) in &self.aliases {
            if self.configured.contains_key(name) || self.passed.contains_key(name) {
                continue;
            }
            sink.report(call.declared.place.error(
                "Missing required provider configuration",
                format!("The child module requires an additional configuration for provider {}, with the local name {}.\n\nRefer to the module's documentation to understand the intended purpose of this additional provider configuration, and then add an entry for {name} in the \"providers\" meta-argument in the module block to choose which provider configuration the module should use for that purpose.", ty.shown(), Quoted(name)),
            ))?;
        }
        for (name, passed) in &self.passed {
            self.passed(name, passed, parent, sink)?;
        }
        self.redundant(sink)
    }

    /// Checks a configuration that is passed.
    fn passed(
        &self,
        name: &str,
        passed: &PassedProvider,
        parent: usize,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let (text, parent_text) = (self.module_text(), self.parent_text());
        let inner = &passed.in_child.name;
        let local = self.names.get(name);
        let alias = self.aliases.get(name);
        let ty = alias
            .or(self.names.get(inner))
            .cloned()
            .unwrap_or_else(|| ProviderType::implied(inner));
        if local.is_none() && alias.is_none() && !self.empty.contains_key(name) {
            const SUMMARY: &str = "Reference to undefined provider";
            let shown = Quoted(ty.shown());
            let diagnostic = if ty.is_default() {
                passed.child_place.warning(
                    SUMMARY,
                    format!("There is no explicit declaration for local provider name {} in {text}, so Terraform is assuming you mean to pass a configuration for {shown}.\n\nIf you also control the child module, add a required_providers entry named {} with the source address {shown}.", Quoted(name), Quoted(name)),
                )
            } else {
                passed.child_place.error(
                    SUMMARY,
                    format!("The child module does not declare any provider requirement with the local name {}.\n\nIf you also control the child module, you can add a required_providers entry named {} with the source address {shown} to accept this provider configuration.", Quoted(name), Quoted(name)),
                )
            };
            sink.report(diagnostic)?;
        }
        let outer = &passed.in_parent.name;
        let parent_ty = provider_type(self.modules[parent].module.inventory(), outer);
        let settings = &self.modules[parent].module.inventory().settings;
        let is_undeclared =
            settings.providers_place.is_some() && settings.requirement(outer).is_none();
        if parent_ty == ty || is_undeclared {
            return Ok(());
        }
        const MISMATCH: &str = "Provider type mismatch";
        sink.budget.charge(self.names.len() as u64 / 16)?;
        let other = self.names.iter().find(|(_, other)| **other == parent_ty);
        let diagnostic = match other {
            Some((other, _)) => passed.child_place.error(
                MISMATCH,
                format!("The assigned configuration is for provider {}, but local name {} in {parent_text} represents {}.\n\nTo pass this configuration to the child module, use the local name {} instead.", Quoted(parent_ty.shown()), Quoted(inner), Quoted(ty.shown()), Quoted(other)),
            ),
            None => passed.parent_place.error(
                MISMATCH,
                format!("The local name {} in {parent_text} represents provider {}, but {} in {text} represents {}.\n\nEach provider has its own distinct configuration schema and provider types, so this module's {} can be assigned only a configuration for {}, which is not required by {text}.", Quoted(outer), Quoted(parent_ty.shown()), Quoted(inner), Quoted(ty.shown()), Quoted(inner), ty.shown()),
            ),
        };
        sink.report(diagnostic)
    }

    /// Warns of empty blocks, once for each provider.
    fn redundant(&self, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        let mut by_name: BTreeMap<&Str, Vec<&(ProviderName, Location)>> = BTreeMap::new();
        for empty in self.empty.values() {
            by_name.entry(&empty.0.name).or_default().push(empty);
        }
        let inventory = self.modules[self.at].module.inventory();
        for (name, mut blocks) in by_name {
            sort_by_key(&mut blocks, |(_, place)| {
                (place.source.name.to_string(), place.range.start.byte)
            });
            let ty = provider_type(inventory, name);
            let aliases: Vec<&ProviderName> = blocks
                .iter()
                .map(|(named, _)| named)
                .filter(|named| named.alias.is_some())
                .collect();
            let mut entry = format!("    {name} = {{\n      source = {}\n", Quoted(ty.shown()));
            if !aliases.is_empty() {
                let mut aliases: Vec<String> = aliases.iter().map(ToString::to_string).collect();
                sort(&mut aliases);
                entry.push_str("      configuration_aliases = [\n");
                for alias in aliases {
                    entry.push_str(&format!("        {alias},\n"));
                }
                entry.push_str("      ]\n");
            }
            entry.push_str("    }");
            sink.report(blocks[0].1.warning(
                "Redundant empty provider block",
                format!("Earlier versions of Terraform used empty provider blocks (\"proxy provider configurations\") for child modules to declare their need to be passed a provider configuration by their callers. That approach was ambiguous and is now deprecated.\n\nIf you control this module, you can migrate to the new declaration syntax by removing all of the empty provider {} blocks and then adding or updating an entry like the following to the required_providers block of {}:\n{entry}", Quoted(name), self.module_text()),
            ))?;
        }
        Ok(())
    }
}

/// Checks that a reference to a provider configuration has the key of an instance if and only if the
/// configuration has `for_each`.
fn instance(
    block_type: &str,
    named: &ProviderName,
    reference: &ProviderReference,
    config: Option<&ProviderConfig>,
    sink: &mut DiagnosticSink<'_>,
) -> Result<()> {
    let has_instances =
        config.is_some_and(|config| matches!(config.repetition, Repetition::ForEach(_)));
    let (place, detail) = match &reference.key {
        Some(key) if !has_instances => {
            let detail = match (config, &named.alias) {
                (None, Some(alias)) => format!(
                    "This module doesn't declare a provider {} block with alias = {}, which is required for use with for_each",
                    Quoted(&named.name),
                    Quoted(alias)
                ),
                _ => format!(
                    "The provider configuration {named} does not use for_each, so a reference to it must not have an instance key."
                ),
            };
            (key, detail)
        }
        None if has_instances => {
            let of_module = match block_type {
                "module" => {
                    " Passing a collection of provider instances into a child module is not allowed."
                }
                _ => "",
            };
            let detail = format!(
                "A reference to a provider configuration which uses for_each requires an instance key.{of_module}"
            );
            (&reference.place, detail)
        }
        _ => return Ok(()),
    };
    sink.report(place.error(
        format!("Invalid {block_type} provider configuration"),
        detail,
    ))
}

/// Warns if the instances of an object and of its provider have the same `for_each`: if an instance
/// is removed, its provider does not exist any more.
fn same_instances(
    block_type: &str,
    address: &str,
    repetition: &Repetition,
    config: Option<&ProviderConfig>,
    sink: &mut DiagnosticSink<'_>,
) -> Result<()> {
    let (Repetition::ForEach(own), Some(config)) = (repetition, config) else {
        return Ok(());
    };
    let Repetition::ForEach(other) = &config.repetition else {
        return Ok(());
    };
    let is_constant = own.variables().is_empty() || other.variables().is_empty();
    if is_constant || words(own, sink)? != words(other, sink)? {
        return Ok(());
    }
    let source = own.source().unwrap_or(&config.declared.place.source);
    sink.report(Location::new(source, own.range()).warning(
        format!("Provider configuration for_each matches {block_type}"),
        format!("This provider configuration uses the same for_each expression as a {block_type}, which means that subsequent removal of elements from this collection would cause a planning error.\n\nOpenTofu relies on a provider instance to destroy resource instances that are associated with it, and so the provider instance must outlive all of its resource instances by at least one plan/apply round. For removal of instances to succeed in future you must structure the configuration so that the provider block's for_each expression can produce a superset of the instances of the resources associated with the provider configuration. Refer to the OpenTofu documentation for specific suggestions.\n\nTo destroy this object before removing the provider configuration, consider first performing a targeted destroy:\n    tofu apply -destroy -target={address}"),
    ))
}

/// The tokens of an expression without blanks and comments.
fn words(expr: &Expr, sink: &DiagnosticSink<'_>) -> Result<Vec<String>> {
    let text = expr.text().unwrap_or_default();
    sink.budget.hold(2 * text.len() as u64)?;
    let tokens = Tokens::read(text.as_bytes(), sink.budget)?;
    let is_word = |token: &&Token| {
        use Kind::{Blank, Comment, End, Newline};
        !matches!(token.kind, Blank | Comment | End | Newline)
    };
    let words = tokens.list().iter().filter(is_word);
    let text = |token: &Token| String::from_utf8_lossy(tokens.bytes(*token)).into_owned();
    Ok(words.map(text).collect())
}
