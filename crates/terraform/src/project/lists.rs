//! List resources of query files.

use super::providers::provider_type;
use super::schemas::SchemaKind;
use super::scope::place_of;
use super::walk::{Site, Walk};
use crate::module::inventory::ListResource;
use crate::module::sink::DiagnosticSink;
use polycty_core::source::Result;
use polycty_core::text::Quoted;
use polycty_core::types::Type;

impl Walk<'_> {
    /// Checks a list resource of the root module.
    pub(crate) fn list(&self, list: &ListResource, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        let (Some(schemas), Some(provider)) = (&self.project.options.schemas, &list.provider)
        else {
            return Ok(());
        };
        let inventory = self.modules()[0].module.inventory();
        let ty = provider_type(inventory, &provider.name);
        let kind = SchemaKind::List;
        let found = schemas.schema(&ty.0, kind, &list.list_type, sink.budget)?;
        let Some(schema) = found else {
            return sink.report(list.type_place.error(
                "Invalid list resource",
                format!(
                    "The provider {} does not support list resource {}.",
                    ty.shown(),
                    Quoted(&list.list_type)
                ),
            ));
        };
        let site = Site::new(0, 0, &list.declared.place);
        let instances = self.instances(&list.repetition, &site, sink)?;
        for one in instances.unwrap_or_default() {
            let site = Site::new(0, 0, &list.declared.place).with_repetition(one.repetition);
            let before = sink.count();
            let block = &schema.block;
            let needs_config = block.attributes.iter().any(|attribute| attribute.required)
                || block.blocks.iter().any(|nested| nested.min > 0);
            match &list.config {
                Some(config) => {
                    self.decode(&schema, config, &site, sink)?;
                }
                None if needs_config => sink.report(list.missing_place.error(
                    "Missing config block",
                    "A block of type \"config\" is required here.",
                ))?,
                None => {}
            }
            if !sink.failed_since(before) {
                self.list_arguments(list, &site, sink)?;
            }
        }
        Ok(())
    }

    /// Checks `limit` and `include_resource`.
    fn list_arguments(
        &self,
        list: &ListResource,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        if let Some(limit) = &list.limit
            && let Some(value) = self.value_as(limit, Type::number(), site, sink)?
        {
            let place = place_of(limit, site);
            let value = value.unmarked();
            const UNSUITABLE: &str = "The given \"limit\" argument value is unsuitable:";
            if value.is_null() {
                sink.report(place.error(
                    "Invalid \"limit\" argument",
                    "The given \"limit\" argument value is null. A number is required.",
                ))?;
            } else if let Some(number) = value.as_number() {
                let wrong = match number.to_i64() {
                    Some(0..) => None,
                    Some(_) => Some("must be greater than or equal to zero"),
                    None => Some(
                        "value must be a whole number, between -9223372036854775808 and 9223372036854775807",
                    ),
                };
                if let Some(wrong) = wrong {
                    let detail = format!("{UNSUITABLE} {wrong}.");
                    sink.report(place.error("Invalid limit argument", detail))?;
                }
            }
        }
        if let Some(include) = &list.include_resource
            && let Some(value) = self.value_as(include, Type::bool(), site, sink)?
            && value.is_null()
        {
            sink.report(place_of(include, site).error(
                "Invalid \"include_resource\" argument",
                "The given \"include_resource\" argument value is null. A bool is required.",
            ))?;
        }
        Ok(())
    }
}
