//! The nested blocks of schemas, by the type of a resource or the name of a provider.

use super::schemas::{Block, Nesting, SchemaKind, Schemas};
use crate::notation::{ProviderBlock, ProviderBlocks};
use polycty_core::calls::Budget;
use polycty_core::source::Result;

/// Returns the nested blocks of a block of a file with a label. The first provider that defines the
/// type applies; `None` if none does.
pub(crate) fn blocks_of(
    schemas: &Schemas,
    block_type: &str,
    label: &str,
    budget: &Budget,
) -> Result<Option<ProviderBlocks>> {
    let kind = match block_type {
        "resource" => SchemaKind::Managed,
        "data" => SchemaKind::Data,
        "ephemeral" => SchemaKind::Ephemeral,
        "provider" => SchemaKind::Provider,
        "action" => SchemaKind::Action,
        "list" => SchemaKind::List,
        _ => return Ok(None),
    };
    for source in budget.each(schemas.providers()) {
        let source = source?;
        let is_it = match kind {
            SchemaKind::Provider => source.rsplit('/').next() == Some(label),
            _ => schemas.has(source, kind, label),
        };
        if is_it && let Some(schema) = schemas.schema(source, kind, label, budget)? {
            let blocks = nested(&schema.block, budget)?;
            // The arguments of actions and list resources are in a block of their own.
            return Ok(Some(match kind {
                SchemaKind::Action | SchemaKind::List => ProviderBlocks(vec![ProviderBlock {
                    name: "config".to_owned(),
                    labels: 0,
                    inner: blocks,
                }]),
                _ => blocks,
            }));
        }
    }
    Ok(None)
}

/// The recursion is as deep as the schema nests, which is limited.
fn nested(block: &Block, budget: &Budget) -> Result<ProviderBlocks> {
    let blocks = budget.charged_holding(100, &block.blocks)?;
    let blocks: Result<Vec<_>> = blocks
        .map(|one| {
            Ok(ProviderBlock {
                name: one.name.to_string(),
                labels: usize::from(one.nesting == Nesting::Map),
                inner: nested(&one.block, budget)?,
            })
        })
        .collect();
    Ok(ProviderBlocks(blocks?))
}
