//! Query files (Terraform 1.14): list resources, with variables, local values and providers.

use super::super::files::{FileRole, ModuleFile, Secrets, parsed};
use super::super::inventory::{Declared, Inventory, ListResource};
use super::super::sink::{DiagnosticSink, Location};
use super::Reader;
use super::argument::{of_type, repetition, schema};
use polycty_core::source::Result;
use polycty_core::types::KeyedMap;
use polycty_hcl::body::{Block, Schema};
use std::sync::LazyLock;

/// Reads the declarations of a query file.
pub(crate) fn query(file: &ModuleFile, sink: &mut DiagnosticSink<'_>) -> Result<Inventory> {
    static QUERY: LazyLock<Schema> = LazyLock::new(|| {
        let blocks: [(&str, &[&str]); 4] = [
            ("provider", &["name"]),
            ("variable", &["name"]),
            ("locals", &[]),
            ("list", &["type", "name"]),
        ];
        schema(&[], &blocks)
    });
    let parsed = parsed(file, Secrets::None, sink.budget);
    sink.report_parsed(parsed.diagnostics)?;
    let found = parsed.body.content_within(&QUERY, sink.budget);
    sink.report_all(found.diagnostics)?;
    let mut reader = Reader {
        sink,
        role: FileRole::Primary,
        types: KeyedMap::default(),
    };
    let mut inventory = Inventory::default();
    let mut first: KeyedMap<String, usize> = KeyedMap::default();
    let blocks = &found.content.blocks;
    for block in reader
        .sink
        .budget
        .charged_holding(super::DECLARATION, blocks)?
    {
        match &*block.block_type {
            "list" => {
                let list = reader.list(block)?;
                let number = inventory.lists.len();
                let first = *first.entry(list.address()).or_insert(number);
                if let Some(before) = inventory.lists.get(first) {
                    let (ty, name) = (&list.list_type, &list.name);
                    let detail = format!(
                        "This query file already has a list block named {ty}.{name} defined at {}.",
                        before.declared.place
                    );
                    let place = &list.declared.place;
                    let diagnostic = place.error("Duplicate \"list\" block names", detail);
                    reader.sink.report(diagnostic)?;
                }
                inventory.lists.push(list);
            }
            _ => reader.block(block, &mut inventory)?,
        }
    }
    Ok(inventory)
}

impl Reader<'_, '_> {
    fn list(&mut self, block: &Block) -> Result<ListResource> {
        static LIST: LazyLock<Schema> = LazyLock::new(|| {
            let arguments = ["provider", "count", "for_each", "include_resource", "limit"];
            schema(&arguments, &[("config", &[])])
        });
        let found = block.body.content_within(&LIST, self.sink.budget);
        self.sink.report_all(found.diagnostics)?;
        let content = found.content;
        self.check_name(block, 0, "Invalid list type name")?;
        self.check_name(block, 1, "Invalid list name")?;
        let provider = match content.attribute("provider") {
            Some(attribute) => {
                self.provider_reference(&attribute.expr, &attribute.source, "provider")?
            }
            None => {
                let place = Location::new(&block.source, block.def_range);
                self.sink.report(place.error(
                    "Missing \"provider\" attribute",
                    "You must specify a provider attribute when defining a list block.",
                ))?;
                None
            }
        };
        let mut config = None;
        for inner in of_type(&content.blocks, "config") {
            if config.is_none() {
                config = Some(inner.body.clone());
                continue;
            }
            let place = Location::new(&inner.source, inner.def_range);
            self.sink.report(place.error(
                "Duplicate config block",
                "A list block must contain only one nested \"config\" block.",
            ))?;
        }
        let expr = |name: &str| {
            content
                .attribute(name)
                .map(|attribute| attribute.expr.clone())
        };
        Ok(ListResource {
            list_type: block.labels[0].clone(),
            name: block.labels[1].clone(),
            declared: Declared::new(block),
            type_place: Location::new(&block.source, block.label_ranges[0]),
            missing_place: Location::new(&block.source, content.missing_item),
            provider: provider.map(|(name, _)| name),
            repetition: repetition(&content, self.sink)?,
            limit: expr("limit"),
            include_resource: expr("include_resource"),
            config,
        })
    }
}
