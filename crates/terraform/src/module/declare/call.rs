//! Calls of other modules, and configurations of providers.

use super::super::inventory::{
    Declared, ModuleCall, PassedProvider, ProviderConfig, ProviderName, Repetition,
};
use super::super::release::Release;
use super::super::sink::Location;
use super::Reader;
use super::argument::{
    depends_on, is_name, name_place, quoted, repetition, schema, text, text_of, value_place,
    with_enabled,
};
use super::resource::reserved;
use super::settings::not_normalized;
use super::version::is_constraint;
use crate::module::files::FileRole;
use polycty_core::source::{Diagnostic, Reporter, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{KeyedMap, Str};
use polycty_hcl::body::{Attribute, Block, Content, Schema};
use std::sync::LazyLock;

impl Reader<'_, '_> {
    pub(crate) fn call(&mut self, block: &Block) -> Result<ModuleCall> {
        static PRIMARY: LazyLock<Schema> = LazyLock::new(|| call_schema("source!", &[]));
        static OVERRIDE: LazyLock<Schema> = LazyLock::new(|| call_schema("source", &[]));
        const NEWER: [&str; 1] = ["ignore_nested_deprecations"];
        static NEW: LazyLock<Schema> = LazyLock::new(|| call_schema("source!", &NEWER));
        static NEW_OVERRIDE: LazyLock<Schema> = LazyLock::new(|| call_schema("source", &NEWER));
        let is_tofu = self.sink.release.is_tofu();
        let ignores = self.sink.release >= Release::V1_15;
        let schema: &Schema = match (self.role, ignores) {
            (FileRole::Primary, false) => &PRIMARY,
            (FileRole::Override, false) => &OVERRIDE,
            (FileRole::Primary, true) => &NEW,
            (FileRole::Override, true) => &NEW_OVERRIDE,
        };
        let (found, rest) = block.body.partial_content_within(schema, self.sink.budget);
        self.sink.report_all(found.diagnostics)?;
        let content = found.content;
        self.check_name(block, 0, "Invalid module instance name")?;
        let (mut source, mut version) = (None, None);
        // Since Terraform 1.15 and in OpenTofu, these expressions are evaluated while modules are
        // loaded.
        if !ignores && !is_tofu {
            source = text(&content, "source", self.sink)?;
            version = match content.attribute("version") {
                Some(attribute) => self.call_version(attribute)?,
                None => None,
            };
        } else {
            // A literal needs no evaluation.
            let literal = |name: &str| {
                let expr = &content.attribute(name)?.expr;
                quoted(expr).map(Str::from)
            };
            source = literal("source").or(source);
            version = literal("version").or(version);
        }
        let mut repetition = repetition(&content, self.sink)?;
        let depends_on = depends_on(&content, self.sink)?;
        let ignores_nested_deprecations = self.ignores_nested(&content)?;
        let providers = match content.attribute("providers") {
            Some(attribute) => self.passed_providers(attribute)?,
            None => Vec::new(),
        };
        let mut escaped = None::<Location>;
        let mut overridden = Vec::new();
        let mut enabled = None;
        for inner in &content.blocks {
            let place = Location::new(&inner.source, inner.type_range);
            if is_tofu && &*inner.block_type == "lifecycle" {
                enabled = self.call_lifecycle(inner)?;
                continue;
            }
            if &*inner.block_type != "_" {
                self.sink
                    .report(reserved(&place, &inner.block_type, "module"))?;
                continue;
            }
            match &escaped {
                Some(before) => self.sink.report(second_escape(&place, before, "module"))?,
                None => {
                    escaped = Some(place);
                    overridden.push(inner.body.clone());
                }
            }
        }
        if is_tofu {
            let what = "module instances";
            with_enabled(&mut repetition, &content, enabled.as_ref(), what, self.sink)?;
        }
        Ok(ModuleCall {
            name: block.labels[0].clone(),
            declared: Declared::new(block),
            source,
            version,
            repetition,
            depends_on,
            source_argument: content.attribute("source").cloned(),
            version_argument: content.attribute("version").cloned(),
            providers,
            ignores_nested_deprecations,
            arguments: rest,
            overridden,
        })
    }

    /// Reads the `lifecycle` block of a call in OpenTofu. Returns its argument `enabled`.
    fn call_lifecycle(&mut self, block: &Block) -> Result<Option<Attribute>> {
        static LIFECYCLE: LazyLock<Schema> = LazyLock::new(|| schema(&["enabled"], &[]));
        let found = block.body.content_within(&LIFECYCLE, self.sink.budget);
        self.sink.report_all(found.diagnostics)?;
        Ok(found.content.attribute("enabled").cloned())
    }

    /// Reads the constraint on the version of a module.
    fn call_version(&mut self, attribute: &Attribute) -> Result<Option<Str>> {
        let version = text_of(attribute, self.sink)?;
        if version.as_ref().is_some_and(|text| !is_constraint(text)) {
            self.sink.report(value_place(attribute).error(
                "Invalid version constraint",
                "This string does not use correct version constraint syntax.",
            ))?;
        }
        Ok(version)
    }

    /// Reads the argument that ignores deprecations in the module, which must be a literal.
    fn ignores_nested(&mut self, content: &Content) -> Result<bool> {
        let Some(attribute) = content.attribute("ignore_nested_deprecations") else {
            return Ok(false);
        };
        let evaluated = attribute.expr.evaluate_within(None, self.sink.budget);
        let place = value_place(attribute);
        let value = &evaluated.value;
        if evaluated.has_errors() || value.is_null() || !value.is_known() {
            self.sink.report(place.error(
                "Invalid value for ignore_nested_deprecations",
                "The value for ignore_nested_deprecations must be a static boolean (true or false).",
            ))?;
            return Ok(false);
        }
        if let Some(value) = value.as_bool() {
            return Ok(value);
        }
        self.sink.report(place.error(
            "Invalid type for ignore_nested_deprecations",
            format!("The value for ignore_nested_deprecations must be a boolean (true or false), but the given value has type {}.", value.ty().friendly_name()),
        ))?;
        Ok(false)
    }

    /// Reads the provider configurations that a call passes.
    pub(crate) fn passed_providers(
        &mut self,
        attribute: &Attribute,
    ) -> Result<Vec<PassedProvider>> {
        let Some(pairs) = attribute.expr.as_map() else {
            let place = Location::new(&attribute.source, attribute.expr.start_range());
            self.sink.report(
                place.error("Invalid expression", "A static map expression is required."),
            )?;
            return Ok(Vec::new());
        };
        let mut found: Vec<PassedProvider> = Vec::new();
        let mut numbers: KeyedMap<ProviderName, usize> = KeyedMap::default();
        for (key, value) in self.sink.budget.charged(pairs)? {
            let source = &attribute.source;
            let in_child = self.provider_reference(&key, source, "providers")?;
            let in_parent = self.provider_reference(&value, source, "providers")?;
            let (Some((in_child, of_child)), Some((in_parent, of_parent))) = (in_child, in_parent)
            else {
                continue;
            };
            let child_place = of_child.place;
            if let Some(&before) = numbers.get(&in_child) {
                let before: &PassedProvider = &found[before];
                let detail = format!(
                    "A provider configuration was already passed to {in_child} at {}. Each child provider configuration can be assigned only once.",
                    before.child_place
                );
                self.sink
                    .report(child_place.error("Duplicate provider address", detail))?;
                continue;
            }
            numbers.insert(in_child.clone(), found.len());
            found.push(PassedProvider {
                in_child,
                child_place,
                child_key: of_child.key,
                in_parent,
                parent_place: of_parent.place,
                parent_key: of_parent.key,
            });
        }
        Ok(found)
    }

    /// Reads a provider configuration. Returns `None` if its name is not a valid name of a
    /// provider.
    pub(crate) fn provider(&mut self, block: &Block) -> Result<Option<ProviderConfig>> {
        static PROVIDER: LazyLock<Schema> = LazyLock::new(|| {
            let arguments = [
                "version",
                "alias",
                "count",
                "depends_on",
                "for_each",
                "source",
            ];
            let blocks: [(&str, &[&str]); 3] = [("_", &[]), ("lifecycle", &[]), ("locals", &[])];
            schema(&arguments, &blocks)
        });
        let budget = self.sink.budget;
        let (found, rest) = block.body.partial_content_within(&PROVIDER, budget);
        self.sink.report_all(found.diagnostics)?;
        let content = found.content;
        let name = &block.labels[0];
        if let Some(detail) = not_normalized(name) {
            let place = Location::new(&block.source, block.def_range);
            self.sink
                .report(place.error("Invalid provider local name", detail))?;
            return Ok(None);
        }
        let alias = text(&content, "alias", self.sink)?;
        if content.attribute("alias").is_some()
            && alias.as_ref().is_none_or(|alias| !is_name(alias))
        {
            self.sink.report(Reporter::Terraform.error(
                "Invalid provider configuration alias",
                format!("An alias must be a valid name. {}", super::NAME),
            ))?;
        }
        for attribute in &content.attributes {
            match &*attribute.name {
                "alias" => {}
                "version" => {
                    let place = Location::new(&attribute.source, attribute.expr.range());
                    self.sink.report(place.warning(
                        "Version constraints inside provider configuration blocks are deprecated",
                        "Terraform 0.13 and earlier allowed provider version constraints inside the provider configuration block, but that is now deprecated and will be removed in a future version of Terraform. To silence this warning, move the provider version constraint into the required_providers block.",
                    ))?;
                }
                "for_each" if self.sink.release.is_tofu() => {
                    if alias.is_none() {
                        let place = Location::new(&attribute.source, attribute.range);
                        self.sink.report(place.error(
                            "Alias required when using \"for_each\"",
                            "The for_each argument is allowed only for provider configurations with an alias.",
                        ))?;
                    }
                }
                other => {
                    self.sink.report(name_place(attribute).error(
                        "Reserved argument name in provider block",
                        format!("The provider argument name {} is reserved for use by Terraform in a future version.", Quoted(other)),
                    ))?;
                }
            }
        }
        let mut escaped = None::<Location>;
        let mut overridden = Vec::new();
        for inner in &content.blocks {
            let place = Location::new(&inner.source, inner.type_range);
            if &*inner.block_type != "_" {
                self.sink
                    .report(reserved(&place, &inner.block_type, "provider"))?;
                continue;
            }
            match &escaped {
                Some(before) => self
                    .sink
                    .report(second_escape(&place, before, "provider"))?,
                None => {
                    escaped = Some(place);
                    overridden.push(inner.body.clone());
                }
            }
        }
        let repetition = match content.attribute("for_each") {
            Some(attribute) if self.sink.release.is_tofu() => {
                Repetition::ForEach(attribute.expr.clone())
            }
            _ => Repetition::Single,
        };
        Ok(Some(ProviderConfig {
            name: name.clone(),
            alias,
            declared: Declared::new(block),
            repetition,
            arguments: rest,
            overridden,
        }))
    }
}

/// The diagnostic of a second `_` block.
pub(crate) fn second_escape(place: &Location, before: &Location, of: &str) -> Diagnostic {
    place.error(
        "Duplicate escaping block",
        format!("The special block type \"_\" can be used to force particular arguments to be interpreted as {} rather than as meta-arguments, but each {of} block can have only one such block. The first escaping block was at {before}.", match of {
            "module" => "module input variables",
            "provider" => "provider-specific",
            _ => "resource-type-specific",
        }),
    )
}

fn call_schema(source: &str, newer: &[&str]) -> Schema {
    let mut arguments = vec![
        source,
        "version",
        "count",
        "for_each",
        "depends_on",
        "providers",
    ];
    arguments.extend(newer);
    let blocks: [(&str, &[&str]); 4] = [
        ("_", &[]),
        ("lifecycle", &[]),
        ("locals", &[]),
        ("provider", &["type"]),
    ];
    schema(&arguments, &blocks)
}

/// Returns whether a name is a valid name of a provider: letters, digits and inner dashes.
pub(crate) fn is_provider_name(name: &str) -> bool {
    let inside = |c: char| c == '-' || c.is_alphanumeric();
    !name.is_empty() && name.chars().all(inside) && !name.starts_with('-') && !name.ends_with('-')
}
