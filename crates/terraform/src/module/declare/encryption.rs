//! The `encryption` block of OpenTofu: its structure, as OpenTofu decodes it when it loads a module.
//!
//! Key providers and methods have bodies of their own, which are not checked. A module has one block
//! in its primary files, and each override file can have one, which is merged into it: its `state`,
//! `plan` and `remote_state_data_sources` blocks are merged argument by argument.

use super::super::files::FileRole;
use super::super::inventory::Settings;
use super::super::sink::{DiagnosticSink, Location};
use super::Reader;
use super::argument::{of_type, schema, truth};
use polycty_core::source::Result;
use polycty_hcl::body::{Block, Content, Schema};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The bytes charged for a name that must be unique in the block.
const NAME_BYTES: u64 = 200;

static ENCRYPTION: LazyLock<Schema> = LazyLock::new(|| {
    let blocks: [(&str, &[&str]); 5] = [
        ("key_provider", &["type", "name"]),
        ("method", &["type", "name"]),
        ("state", &[]),
        ("plan", &[]),
        ("remote_state_data_sources", &[]),
    ];
    schema(&[], &blocks)
});

static ENFORCED: LazyLock<Schema> =
    LazyLock::new(|| schema(&["enforced", "method"], &[("fallback", &[])]));

static TARGET: LazyLock<Schema> = LazyLock::new(|| schema(&["method"], &[("fallback", &[])]));

static REMOTE: LazyLock<Schema> = LazyLock::new(|| {
    let blocks: [(&str, &[&str]); 2] = [("default", &[]), ("remote_state_data_source", &["name"])];
    schema(&[], &blocks)
});

impl Reader<'_, '_> {
    /// Reads an `encryption` block. One with errors does not count as the block of its module.
    pub(super) fn encryption(&mut self, block: &Block, into: &mut Settings) -> Result<()> {
        let before = self.sink.count();
        let place = Location::new(&block.source, block.def_range);
        let content = decoded(block, &ENCRYPTION, self.sink)?;
        for name in ["state", "plan"] {
            if let Some(target) = only(&content, name, self.sink)? {
                target_of(target, &ENFORCED, self.sink)?;
            }
        }
        let mut sources = Vec::new();
        if let Some(remote) = only(&content, "remote_state_data_sources", self.sink)? {
            let remote = decoded(remote, &REMOTE, self.sink)?;
            if let Some(target) = only(&remote, "default", self.sink)? {
                target_of(target, &TARGET, self.sink)?;
            }
            for target in of_type(&remote.blocks, "remote_state_data_source") {
                target_of(target, &TARGET, self.sink)?;
                sources.push(target.clone());
            }
        }
        // The names are checked if everything could be decoded.
        if self.sink.failed_since(before) {
            return Ok(());
        }
        for (block_type, what) in [
            ("key_provider", "key provider"),
            ("method", "encryption method"),
        ] {
            let all: Vec<&Block> = of_type(&content.blocks, block_type).collect();
            unique(&all, block_type, &place, self.sink)?;
            for one in all {
                for (label, part) in one.labels.iter().zip(["type", "name"]) {
                    let is_sound = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
                    if !label.is_empty() && label.chars().all(is_sound) {
                        continue;
                    }
                    self.sink.report(place.error(
                        format!("The provided {what} {part} is invalid"),
                        format!("The supplied {what} {part} ({label}) does not match the required form of ^([a-zA-Z_0-9-]+)$."),
                    ))?;
                }
            }
        }
        unique(
            &sources.iter().collect::<Vec<_>>(),
            "remote_data_source",
            &place,
            self.sink,
        )?;
        if self.sink.failed_since(before) {
            return Ok(());
        }
        match &into.encryption {
            Some(before) => self
                .sink
                .report(second_encryption(&place, before, self.role)),
            None => {
                into.encryption = Some(place);
                Ok(())
            }
        }
    }
}

/// The diagnostic of a second `encryption` block in a module, or in an override file.
pub(crate) fn second_encryption(
    place: &Location,
    before: &Location,
    role: FileRole,
) -> polycty_core::source::Diagnostic {
    let whole = match role {
        FileRole::Primary => "A module",
        FileRole::Override => "Each override file",
    };
    place.error(
        "Duplicate encryption configuration",
        format!("{whole} may have only one encryption configuration. Encryption was previously configured at {before}."),
    )
}

/// The content of a block by its schema.
fn decoded(block: &Block, schema: &Schema, sink: &mut DiagnosticSink<'_>) -> Result<Content> {
    let found = block.body.content_within(schema, sink.budget);
    sink.report_all(found.diagnostics)?;
    Ok(found.content)
}

/// The block of a type that may occur once. A second one is reported, and then none is returned.
fn only<'c>(
    content: &'c Content,
    block_type: &'c str,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Option<&'c Block>> {
    let mut blocks = of_type(&content.blocks, block_type);
    let first = blocks.next();
    let (Some(before), Some(second)) = (first, blocks.next()) else {
        return Ok(first);
    };
    let before = Location::new(&before.source, before.def_range);
    sink.report(Location::new(&second.source, second.def_range).error(
        format!("Duplicate {block_type} block"),
        format!("Only one {block_type} block is allowed. Another was defined at {before}."),
    ))?;
    Ok(None)
}

/// Checks a target and its fallbacks.
fn target_of(block: &Block, schema: &Schema, sink: &mut DiagnosticSink<'_>) -> Result<()> {
    let mut content = decoded(block, schema, sink)?;
    truth(&content, "enforced", sink)?;
    while let Some(fallback) = only(&content, "fallback", sink)? {
        content = decoded(fallback, &TARGET, sink)?;
    }
    Ok(())
}

/// Reports each block whose labels another block has.
fn unique(
    blocks: &[&Block],
    what: &str,
    place: &Location,
    sink: &mut DiagnosticSink<'_>,
) -> Result<()> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let name = |block: &Block| block.labels.join(".");
    for block in blocks {
        sink.budget.hold(NAME_BYTES)?;
        *counts.entry(name(block)).or_default() += 1;
    }
    for name in blocks.iter().map(|block| name(block)) {
        if counts.get(&name).is_some_and(|count| *count > 1) {
            sink.report(place.error(
                format!("Duplicate {what}"),
                format!("Found multiple instances of {what}.{name}"),
            ))?;
        }
    }
    Ok(())
}
