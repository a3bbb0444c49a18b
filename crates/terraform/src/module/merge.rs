//! One module from several files: duplicate declarations and override files.
//!
//! An argument of an override file replaces the same argument of the declaration; all other
//! arguments keep their values. An override file adds no declarations, except in `terraform`
//! blocks.

use super::declare::{
    fitted, second_backend, second_cloud, second_encryption, second_requirements,
};
use super::files::FileRole;
use super::inventory::{
    Change, ChangeKind, Dependency, Inventory, Local, ModuleCall, Output, ProviderConfig,
    Repetition, Resource, ResourceMode, Settings, Variable,
};
use super::release::Release;
use super::sink::{DiagnosticSink, Location};
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Position, Range, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{KeyedMap, Str};
use polycty_core::values::Value;
use std::collections::hash_map::Entry;
use std::hash::Hash;

/// The index of each name of a kind in its list.
pub(crate) type Index<K> = KeyedMap<K, usize>;

/// The indices of declared objects in the lists of an inventory, by name.
#[derive(Debug, Default)]
pub(crate) struct Places {
    pub(crate) variables: Index<Str>,
    pub(crate) locals: Index<Str>,
    /// By their addresses.
    pub(crate) resources: Index<Str>,
    pub(crate) calls: Index<Str>,
    pub(crate) outputs: Index<Str>,
    pub(crate) providers: Index<(Str, Option<Str>)>,
    /// By their addresses.
    pub(crate) actions: Index<Str>,
    /// By their addresses.
    pub(crate) lists: Index<Str>,
}

/// The declarations so far, by name.
#[derive(Default)]
pub(crate) struct Merged {
    pub(crate) whole: Inventory,
    pub(crate) places: Places,
    checks: Index<Str>,
    /// The first import of each address in the list of changes.
    imports: Index<Str>,
}

/// Adds a declaration. If its name is already declared, returns it with the earlier declaration.
fn add<'l, K: Eq + Hash, T>(
    names: &mut Index<K>,
    list: &'l mut Vec<T>,
    key: K,
    item: T,
) -> Option<(T, &'l T)> {
    match names.entry(key) {
        Entry::Occupied(taken) => Some((item, &list[*taken.get()])),
        Entry::Vacant(free) => {
            free.insert(list.len());
            list.push(item);
            None
        }
    }
}

/// Adds the declarations of a file. `twice` is called with each declaration whose name is already
/// declared, and with the earlier one.
fn extend<K: Eq + Hash, T>(
    names: &mut Index<K>,
    list: &mut Vec<T>,
    items: Vec<T>,
    key: impl Fn(&T) -> K,
    mut twice: impl FnMut(T, &T) -> Result<()>,
) -> Result<()> {
    names.reserve(items.len());
    if list.is_empty() {
        // The list of the first file is used as it is unless it contains duplicates.
        let mut all = items.iter().enumerate();
        if all.all(|(at, item)| names.insert(key(item), at).is_none()) {
            *list = items;
            return Ok(());
        }
        names.clear();
    }
    list.reserve(items.len());
    for item in items {
        if let Some((second, before)) = add(names, list, key(&item), item) {
            twice(second, before)?;
        }
    }
    Ok(())
}

impl Merged {
    /// Adds the declarations of a primary file.
    pub(crate) fn append(&mut self, file: Inventory, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        let whole = &mut self.whole;
        whole.hidden.extend(file.hidden);
        append_settings(&mut whole.settings, file.settings, sink)?;
        let places = &mut self.places;
        extend(
            &mut places.providers,
            &mut whole.providers,
            file.providers,
            |provider| (provider.name.clone(), provider.alias.clone()),
            |second, before| sink.report(second_provider(&second.declared.place, before)),
        )?;
        extend(
            &mut places.variables,
            &mut whole.variables,
            file.variables,
            |variable| variable.name.clone(),
            |second, before| {
                let before = &before.declared.place;
                sink.report(second.declared.place.error(
                    "Duplicate variable declaration",
                    format!("A variable named {} was already declared at {before}. Variable names must be unique within a module.", Quoted(&second.name)),
                ))?;
                whole.dropped.push(second);
                Ok(())
            },
        )?;
        extend(
            &mut places.locals,
            &mut whole.locals,
            file.locals,
            |local| local.name.clone(),
            |second, before| {
                let before = &before.place;
                sink.report(second.place.error(
                    "Duplicate local value definition",
                    format!("A local value named {} was already defined at {before}. Local value names must be unique within a module.", Quoted(&second.name)),
                ))
            },
        )?;
        extend(
            &mut places.outputs,
            &mut whole.outputs,
            file.outputs,
            |output| output.name.clone(),
            |second, before| {
                let before = &before.declared.place;
                sink.report(second.declared.place.error(
                    "Duplicate output definition",
                    format!("An output named {} was already defined at {before}. Output names must be unique within a module.", Quoted(&second.name)),
                ))
            },
        )?;
        extend(
            &mut places.calls,
            &mut whole.calls,
            file.calls,
            |call| call.name.clone(),
            |second, before| {
                let before = &before.declared.place;
                sink.report(second.declared.place.error(
                    "Duplicate module call",
                    format!("A module call named {} was already defined at {before}. Module calls must have unique names within a module.", Quoted(&second.name)),
                ))
            },
        )?;
        extend(
            &mut places.resources,
            &mut whole.resources,
            file.resources,
            |resource| resource.address().into(),
            |second, before| sink.report(second_resource(&second, before)),
        )?;
        extend(
            &mut self.checks,
            &mut whole.checks,
            file.checks,
            |check| check.name.clone(),
            |second, before| {
                let before = &before.declared.place;
                sink.report(second.declared.place.error(
                    format!("Duplicate check {} configuration", Quoted(&second.name)),
                    format!("A check block named {} was already declared at {before}. Check blocks must be unique within each module.", Quoted(&second.name)),
                ))
            },
        )?;
        extend(
            &mut places.actions,
            &mut whole.actions,
            file.actions,
            |action| action.address().into(),
            |second, before| {
                let before = &before.declared.place;
                sink.report(second.declared.place.error(
                    format!("Duplicate action {} configuration", Quoted(&second.action_type)),
                    format!("An action named {} was already declared at {before}. Resource names must be unique per type in each module.", Quoted(&second.name)),
                ))
            },
        )?;
        extend(
            &mut places.lists,
            &mut whole.lists,
            file.lists,
            |list| list.address().into(),
            |second, before| {
                let (ty, before) = (&second.list_type, &before.declared.place);
                sink.report(second.declared.place.error(
                    format!("Duplicate list {} configuration", Quoted(ty)),
                    format!("A {ty} list named {} was already declared at {before}. List names must be unique per type in each module.", Quoted(&second.name)),
                ))
            },
        )?;
        for change in file.changes {
            if change.kind == ChangeKind::Import
                && let Some(to) = &change.from
            {
                match self.imports.entry(to.clone()) {
                    Entry::Occupied(first) => {
                        second_import(&change, to, &whole.changes[*first.get()], sink)?;
                    }
                    Entry::Vacant(free) => {
                        free.insert(whole.changes.len());
                    }
                }
            }
            whole.changes.push(change);
        }
        Ok(())
    }

    /// Applies an override file.
    pub(crate) fn change(&mut self, file: Inventory, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        let whole = &mut self.whole;
        whole.hidden.extend(file.hidden);
        change_settings(&mut whole.settings, file.settings, sink.budget)?;
        for provider in file.providers {
            let key = (provider.name.clone(), provider.alias.clone());
            match self.places.providers.get(&key) {
                Some(&at) => {
                    let base = &mut whole.providers[at];
                    base.declared.change(provider.declared);
                    base.overridden.push(provider.arguments);
                }
                None => match &provider.alias {
                    Some(alias) => sink.report(no_provider(&provider, alias))?,
                    None => {
                        self.places.providers.insert(key, whole.providers.len());
                        whole.providers.push(provider);
                    }
                },
            }
        }
        for variable in file.variables {
            match self.places.variables.get(&variable.name) {
                Some(&at) => change_variable(&mut whole.variables[at], variable, sink)?,
                None => {
                    let (place, name) = (&variable.declared.place, &variable.name);
                    sink.report(no_base(
                        place,
                        "variable declaration",
                        "variable",
                        name,
                        "a variable that was already declared",
                    ))?;
                    whole.dropped.push(variable);
                }
            }
        }
        for local in file.locals {
            match self.places.locals.get(&local.name) {
                Some(&at) => change_local(&mut whole.locals[at], local),
                None => {
                    let (place, name) = (&local.place, &local.name);
                    sink.report(no_base(
                        place,
                        "local value definition",
                        "local value",
                        name,
                        "a local value that was already defined",
                    ))?;
                }
            }
        }
        for output in file.outputs {
            match self.places.outputs.get(&output.name) {
                Some(&at) => {
                    not_overridden(&output.depends_on, sink)?;
                    change_output(&mut whole.outputs[at], output, sink.release);
                }
                None => {
                    let (place, name) = (&output.declared.place, &output.name);
                    sink.report(no_base(
                        place,
                        "output definition",
                        "output",
                        name,
                        "an output that was already defined",
                    ))?;
                }
            }
        }
        for call in file.calls {
            match self.places.calls.get(&call.name) {
                Some(&at) => {
                    not_overridden(&call.depends_on, sink)?;
                    change_call(&mut whole.calls[at], call);
                }
                None => {
                    let (place, name) = (&call.declared.place, &call.name);
                    sink.report(place.error(
                        "Missing module call to override",
                        format!("There is no module call named {}. An override file can only override a module call that was defined in a primary configuration file.", Quoted(name)),
                    ))?;
                }
            }
        }
        for resource in file.resources {
            let key: Str = resource.address().into();
            match self.places.resources.get(&key) {
                Some(&at) => {
                    not_overridden(&resource.depends_on, sink)?;
                    change_resource(&mut whole.resources[at], resource, sink.release);
                }
                None => {
                    let (what, block) = match resource.mode {
                        ResourceMode::Managed => ("resource", "resource"),
                        ResourceMode::Data => ("data resource", "data"),
                        ResourceMode::Ephemeral => continue,
                    };
                    sink.report(resource.declared.place.error(
                        format!("Missing {what} to override"),
                        format!("There is no {} {what} named {}. An override file can only override a {block} block defined in a primary configuration file.", resource.resource_type, Quoted(&resource.name)),
                    ))?;
                }
            }
        }
        for action in file.actions {
            let key: Str = action.address().into();
            match self.places.actions.get(&key) {
                Some(&at) => {
                    let base = &mut whole.actions[at];
                    change_repetition(&mut base.repetition, action.repetition);
                    base.provider = action.provider.or(base.provider.take());
                    base.config.extend(action.config);
                }
                None => sink.report(action.declared.place.error(
                    "Missing resource to override",
                    format!("There is no action named {}. An override file can only override a resource block defined in a primary configuration file.", Quoted(&action.name)),
                ))?,
            }
        }
        for check in file.checks {
            sink.report(check.declared.place.error(
                "Can't override check blocks",
                "Override files cannot override check blocks.",
            ))?;
        }
        for change in file.changes {
            let what = match change.kind {
                ChangeKind::Moved => "Records of moved objects",
                ChangeKind::Import => "Import blocks",
                ChangeKind::Removed => continue,
            };
            sink.report(change.declared.place.error(
                format!("Cannot override '{}' blocks", change.kind.keyword()),
                format!("{what} can appear only in normal files, not in override files."),
            ))?;
        }
        Ok(())
    }
}

fn append_settings(base: &mut Settings, by: Settings, sink: &mut DiagnosticSink<'_>) -> Result<()> {
    base.required_versions.extend(by.required_versions);
    base.version_places.extend(by.version_places);
    if let Some(place) = by.providers_place {
        match &base.providers_place {
            Some(before) => sink.report(second_requirements(&place, before))?,
            None => {
                base.providers_place = Some(place);
                base.required_providers = by.required_providers;
                base.requirements = by.requirements;
            }
        }
    }
    if let Some(backend) = by.backend {
        match &base.backend {
            Some(before) => sink.report(second_backend(
                &backend.declared.place,
                before,
                sink.release,
                FileRole::Primary,
            ))?,
            None => base.backend = Some(backend),
        }
    }
    if let Some(cloud) = by.cloud {
        match &base.cloud {
            Some(before) => {
                let is_tofu = sink.release.is_tofu();
                sink.report(second_cloud(&cloud.place, before, is_tofu))?;
            }
            None => base.cloud = Some(cloud),
        }
    }
    if let Some(place) = by.encryption {
        match &base.encryption {
            Some(before) => sink.report(second_encryption(&place, before, FileRole::Primary))?,
            None => base.encryption = Some(place),
        }
    }
    Ok(())
}

/// Reports a module with both a `backend` and a `cloud` block.
pub(crate) fn check_backends(settings: &Settings, sink: &mut DiagnosticSink<'_>) -> Result<()> {
    let (Some(cloud), Some(backend)) = (&settings.cloud, &settings.backend) else {
        return Ok(());
    };
    let place = &backend.declared.place;
    if sink.release.is_tofu() {
        return sink.report(place.error(
            "Both a backend and a cloud configuration are present",
            format!("A module may declare either one 'cloud' block configuring a cloud backend OR one 'backend' block configuring a state backend. A cloud backend is configured at {}; a backend is configured at {place}. Remove the backend block to configure a cloud backend.", cloud.place),
        ));
    }
    if sink.release >= Release::V1_13 {
        return sink.report(place.error(
            "Conflicting 'cloud' and 'backend' configuration blocks are present",
            format!("A module may declare either one 'cloud' block OR one 'backend' block for configuring state storage. The 'cloud' block is configured at {}; a 'backend' is configured at {place}. Remove the 'backend' block to configure HCP Terraform or Terraform Enterprise.", cloud.place),
        ));
    }
    sink.report(place.error(
        "Both a backend and cloud configuration are present",
        format!("A module may declare either one 'cloud' block OR one 'backend' block configuring a state backend. The 'cloud' block is configured at {}; a backend is configured at {place}. Remove the backend block to configure HCP Terraform or Terraform Enteprise.", cloud.place),
    ))
}

fn change_settings(base: &mut Settings, by: Settings, budget: &Budget) -> Result<()> {
    if !by.required_versions.is_empty() {
        base.required_versions = by.required_versions;
        base.version_places = by.version_places;
    }
    for requirement in by.required_providers {
        budget.charge(1)?;
        match base.requirements.get(&requirement.name) {
            Some(&at) => base.required_providers[at] = requirement,
            None => base.require(requirement),
        }
    }
    // The later block determines where state is stored.
    if by.backend.is_some() {
        (base.backend, base.cloud) = (by.backend, None);
    }
    if by.cloud.is_some() {
        (base.cloud, base.backend) = (by.cloud, None);
    }
    // OpenTofu merges the blocks.
    base.encryption = base.encryption.take().or(by.encryption);
    Ok(())
}

fn change_variable(base: &mut Variable, by: Variable, sink: &mut DiagnosticSink<'_>) -> Result<()> {
    let retyped = by.constraint.is_some();
    let place = by.declared.place.clone();
    base.declared.change(by.declared);
    base.description = by.description.or(base.description.take());
    base.constraint = by.constraint.or(base.constraint.take());
    base.sensitive = by.sensitive.or(base.sensitive);
    base.ephemeral = by.ephemeral.or(base.ephemeral);
    base.nullable = by.nullable.or(base.nullable);
    base.constant = by.constant.or(base.constant);
    let redefaulted = by.default.is_some();
    base.default = by.default.or(base.default.take());
    if let (Some(default), Some(constraint), true) =
        (&base.default, &base.constraint, retyped || redefaulted)
    {
        match fitted(default, constraint, sink) {
            Ok(fit) => base.default = Some(fit),
            Err(error) if error.code().is_refusal() => return Err(error),
            Err(error) => {
                let why = match (retyped, redefaulted) {
                    (true, false) => {
                        "Overriding this variable's type constraint has made its default value invalid"
                    }
                    _ => {
                        "The overridden default value for this variable is not compatible with the variable's type constraint"
                    }
                };
                sink.report(place.error(
                    "Invalid default value for variable",
                    format!("{why}: {}.", sink.reason(&error)),
                ))?;
            }
        }
    }
    let is_null = base.default.as_ref().is_some_and(Value::is_null);
    if is_null && !base.is_nullable() && sink.release >= Release::V1_12 {
        sink.report(place.error(
            "Invalid default value for variable",
            "A null default value is not valid when nullable=false.",
        ))?;
    }
    Ok(())
}

/// Reports a second import of a resource.
fn second_import(
    import: &Change,
    to: &str,
    first: &Change,
    sink: &mut DiagnosticSink<'_>,
) -> Result<()> {
    if import
        .import
        .as_ref()
        .is_some_and(|import| import.for_each.is_some())
    {
        return Ok(());
    }
    sink.report(import.declared.place.error(
        format!("Duplicate import configuration for {}", Quoted(to)),
        format!("An import block for the resource {} was already declared at {}. A resource can have only one import block.", Quoted(to), first.declared.place),
    ))
}

/// Reports `depends_on` in an override file.
fn not_overridden(depends_on: &[Dependency], sink: &mut DiagnosticSink<'_>) -> Result<()> {
    let Some(first) = depends_on
        .first()
        .filter(|_| sink.release >= Release::V1_12)
    else {
        return Ok(());
    };
    let range = first.on.range().unwrap_or(Range {
        start: Position::START,
        end: Position::START,
    });
    sink.report(Location::new(&first.source, range).error(
        "Unsupported override",
        "The depends_on argument may not be overridden.",
    ))
}

fn change_local(base: &mut Local, by: Local) {
    base.value = by.value;
    base.place = by.place;
}

fn change_output(base: &mut Output, by: Output, release: Release) {
    base.declared.change(by.declared);
    base.value = by.value.or(base.value.take());
    base.description = by.description.or(base.description.take());
    base.sensitive = by.sensitive.or(base.sensitive);
    base.ephemeral = by.ephemeral.or(base.ephemeral);
    base.constraint = by.constraint.or(base.constraint.take());
    if !by.depends_on.is_empty() {
        base.depends_on = by.depends_on;
    }
    // Since Terraform 1.12, the rules of the base are kept.
    let keeps = release >= Release::V1_12;
    if !by.preconditions.is_empty() && !keeps {
        base.preconditions = by.preconditions;
    }
}

fn change_repetition(base: &mut Repetition, by: Repetition) {
    if !matches!(by, Repetition::Single) {
        *base = by;
    }
}

fn change_call(base: &mut ModuleCall, by: ModuleCall) {
    if by.source_argument.is_some() {
        base.source_argument = by.source_argument;
        base.version_argument = by.version_argument.clone();
    } else if by.version_argument.is_some() {
        base.version_argument = by.version_argument;
    }
    if !by.providers.is_empty() {
        base.providers = by.providers;
    }
    if by.source.is_some() {
        // The version of the base does not apply to a different source.
        (base.source, base.version) = (by.source, by.version);
    } else {
        base.version = by.version.or(base.version.take());
    }
    change_repetition(&mut base.repetition, by.repetition);
    base.overridden.push(by.arguments);
    base.overridden.extend(by.overridden);
    base.declared.change(by.declared);
}

fn change_resource(base: &mut Resource, by: Resource, release: Release) {
    change_repetition(&mut base.repetition, by.repetition);
    if by.provider.is_some() {
        base.provider = by.provider;
        base.provider_reference = by.provider_reference;
    }
    if !by.provisioners.is_empty() {
        base.provisioners = by.provisioners;
        base.provisioner_blocks = by.provisioner_blocks;
    }
    // Since Terraform 1.12, the rules of the base are kept.
    let keeps = release >= Release::V1_12;
    if !by.preconditions.is_empty() && !keeps {
        base.preconditions = by.preconditions;
    }
    if !by.postconditions.is_empty() && !keeps {
        base.postconditions = by.postconditions;
    }
    if !by.inner.is_empty() {
        base.inner = by.inner;
    }
    base.connection = by.connection.or(base.connection.take());
    if !by.triggers.is_empty() {
        base.triggers = by.triggers;
    }
    base.overridden.push(by.arguments);
    base.declared.change(by.declared);
}

fn second_provider(place: &Location, before: &ProviderConfig) -> Diagnostic {
    let (name, at) = (Quoted(&before.name), &before.declared.place);
    let detail = match &before.alias {
        Some(alias) => format!(
            "A provider configuration for {name} with alias {} was already given at {at}. Each configuration for the same provider must have a distinct alias.",
            Quoted(alias)
        ),
        None => format!(
            "A default (non-aliased) provider configuration for {name} was already given at {at}. If multiple configurations are required, set the \"alias\" argument for alternative configurations."
        ),
    };
    place.error("Duplicate provider configuration", detail)
}

/// The diagnostic of an override of a provider configuration with an alias that is not declared.
/// The configuration without an alias needs no declaration.
fn no_provider(provider: &ProviderConfig, alias: &str) -> Diagnostic {
    provider.declared.place.error(
        "Missing base provider configuration for override",
        format!(
            "There is no {} provider configuration with the alias {}. An override file can only override an aliased provider configuration that was already defined in a primary configuration file.",
            provider.name,
            Quoted(alias)
        ),
    )
}

fn no_base(place: &Location, base: &str, kind: &str, name: &str, can: &str) -> Diagnostic {
    place.error(
        format!("Missing base {base} to override"),
        format!(
            "There is no {kind} named {}. An override file can only override {can} in a primary configuration file.",
            Quoted(name)
        ),
    )
}

fn second_resource(repeated: &Resource, before: &Resource) -> Diagnostic {
    let (ty, name) = (&repeated.resource_type, Quoted(&repeated.name));
    let (summary, kind) = match repeated.mode {
        ResourceMode::Managed => (
            format!("Duplicate resource {} configuration", Quoted(ty)),
            "resource",
        ),
        ResourceMode::Data => (
            format!("Duplicate data {} configuration", Quoted(ty)),
            "data resource",
        ),
        ResourceMode::Ephemeral => (
            format!("Duplicate ephemeral {} configuration", Quoted(ty)),
            "ephemeral resource",
        ),
    };
    repeated.declared.place.error(
        summary,
        format!(
            "A {ty} {kind} named {name} was already declared at {}. Resource names must be unique per type in each module.",
            before.declared.place
        ),
    )
}
