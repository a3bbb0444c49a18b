//! Calls of other modules, and configurations of providers.

use super::super::findings::Place;
use super::super::inventory::{Declared, ModuleCall, ProviderConfig};
use super::Reader;
use super::argument::{
    depends_on, is_name, name_place, repetition, schema, text, text_of, value_place,
};
use super::resource::reserved;
use super::version::is_constraint;
use crate::module::files::FileRole;
use polycty_core::source::Result;
use polycty_core::text::Quoted;
use polycty_hcl::body::{Block, Schema};
use std::sync::LazyLock;

impl Reader<'_, '_> {
    pub(super) fn call(&mut self, block: &Block) -> Result<ModuleCall> {
        static PRIMARY: LazyLock<Schema> = LazyLock::new(|| call_schema("source!"));
        static OVERRIDE: LazyLock<Schema> = LazyLock::new(|| call_schema("source"));
        let schema: &Schema = match self.role {
            FileRole::Primary => &PRIMARY,
            FileRole::Override => &OVERRIDE,
        };
        let (found, rest) = block
            .body
            .partial_content_within(schema, self.findings.budget);
        self.findings.tell_all(found.diagnostics)?;
        let content = found.content;
        self.check_name(block, 0, "Invalid module instance name")?;
        let source = text(&content, "source", self.findings)?;
        let version = match content.attribute("version") {
            Some(attribute) => {
                let version = text_of(attribute, self.findings)?;
                if version.as_ref().is_some_and(|text| !is_constraint(text)) {
                    self.findings.tell(value_place(attribute).error(
                        "Invalid version constraint",
                        "This string does not use correct version constraint syntax.",
                    ))?;
                }
                version
            }
            None => None,
        };
        let repetition = repetition(&content, self.findings)?;
        let depends_on = depends_on(&content, self.findings)?;
        if let Some(providers) = content.attribute("providers")
            && providers.expr.as_map().is_none()
        {
            let place = Place::new(&providers.source, providers.expr.start_range());
            self.findings
                .tell(place.error("Invalid expression", "A static map expression is required."))?;
        }
        for inner in &content.blocks {
            let place = Place::new(&inner.source, inner.type_range);
            self.findings
                .tell(reserved(&place, &inner.block_type, "module"))?;
        }
        Ok(ModuleCall {
            name: block.labels[0].clone(),
            declared: Declared::new(block),
            source,
            version,
            repetition,
            depends_on,
            arguments: rest,
            overridden: Vec::new(),
        })
    }

    /// The configuration of a provider; none under a name that no provider can have.
    pub(super) fn provider(&mut self, block: &Block) -> Result<Option<ProviderConfig>> {
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
        let budget = self.findings.budget;
        let (found, rest) = block.body.partial_content_within(&PROVIDER, budget);
        self.findings.tell_all(found.diagnostics)?;
        let content = found.content;
        let name = &block.labels[0];
        if !is_provider_name(name) {
            let place = Place::new(&block.source, block.def_range);
            self.findings.tell(place.error(
                "Invalid provider local name",
                format!("{name} is an invalid provider local name: must contain only letters, digits, and dashes, and may not use leading or trailing dashes"),
            ))?;
            return Ok(None);
        }
        let alias = text(&content, "alias", self.findings)?;
        if let Some(attribute) = content.attribute("alias")
            && alias.as_ref().is_some_and(|alias| !is_name(alias))
        {
            self.findings.tell(value_place(attribute).error(
                "Invalid provider configuration alias",
                format!("An alias must be a valid name. {}", super::NAME),
            ))?;
        }
        for attribute in &content.attributes {
            match &*attribute.name {
                "alias" => {}
                "version" => {
                    let place = Place::new(&attribute.source, attribute.expr.range());
                    self.findings.tell(place.warning(
                        "Version constraints inside provider configuration blocks are deprecated",
                        "Terraform 0.13 and earlier allowed provider version constraints inside the provider configuration block, but that is now deprecated and will be removed in a future version of Terraform. To silence this warning, move the provider version constraint into the required_providers block.",
                    ))?;
                }
                other => {
                    self.findings.tell(name_place(attribute).error(
                        "Reserved argument name in provider block",
                        format!("The provider argument name {} is reserved for use by Terraform in a future version.", Quoted(other)),
                    ))?;
                }
            }
        }
        for inner in &content.blocks {
            let place = Place::new(&inner.source, inner.type_range);
            self.findings
                .tell(reserved(&place, &inner.block_type, "provider"))?;
        }
        Ok(Some(ProviderConfig {
            name: name.clone(),
            alias,
            declared: Declared::new(block),
            arguments: rest,
        }))
    }
}

fn call_schema(source: &str) -> Schema {
    let arguments = [
        source,
        "version",
        "count",
        "for_each",
        "depends_on",
        "providers",
    ];
    let blocks: [(&str, &[&str]); 4] = [
        ("_", &[]),
        ("lifecycle", &[]),
        ("locals", &[]),
        ("provider", &["type"]),
    ];
    schema(&arguments, &blocks)
}

/// Whether a provider may be called so: letters, digits and dashes within.
pub(super) fn is_provider_name(name: &str) -> bool {
    let inside = |c: char| c == '-' || c.is_alphanumeric();
    !name.is_empty() && name.chars().all(inside) && !name.starts_with('-') && !name.ends_with('-')
}
