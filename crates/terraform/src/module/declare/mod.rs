//! Declarations in a file of a module.
//!
//! The file and each of its blocks are decoded by their schemas. Content that no schema contains is
//! reported, and reading continues. Arguments that Terraform itself needs are evaluated here,
//! without variables; all others are evaluated later.

mod action;
mod argument;
mod call;
mod change;
mod encryption;
mod language;
mod named;
mod query;
mod resource;
mod settings;
mod test_file;
mod version;

use super::files::{FileRole, ModuleFile, Secrets, notation_of, parsed};
use super::inventory::{Check, Declared, Inventory};
use super::release::Release;
use super::secrets::of_broken_text;
use super::sink::{DiagnosticSink, Location};
use argument::{is_name, of_type, rule, schema};
pub(crate) use encryption::second_encryption;
pub(crate) use named::{constant, fitted};
use polycty_core::source::Result;
use polycty_core::types::{KeyedMap, Str};
use polycty_hcl::TypeExpression;
use polycty_hcl::body::{Block, Schema};
pub(crate) use query::query;
pub(crate) use settings::{second_backend, second_cloud, second_requirements};
use std::sync::LazyLock;
pub(crate) use test_file::test_file;
pub(crate) use version::{accepts, is_constraint};

/// The detail of a diagnostic about an invalid name.
const NAME: &str = "A name must start with a letter or underscore and may contain only letters, digits, underscores, and dashes.";

/// The bytes charged for a declaration, in addition to its text.
const DECLARATION: u64 = 400;

/// The bytes charged for a cached type, in addition to its text and the type itself.
const TYPE: u64 = 100;

static FILE: LazyLock<Schema> = LazyLock::new(|| schema(&[], &BLOCKS[1..15]));

/// The schema of files since Terraform 1.14.
static SINCE_1_14: LazyLock<Schema> = LazyLock::new(|| schema(&[], &BLOCKS[..15]));

/// The schema of files of OpenTofu.
static OF_TOFU: LazyLock<Schema> = LazyLock::new(|| schema(&[], &BLOCKS[1..]));

/// The block types of a file, with the names of their labels.
pub(crate) const BLOCKS: [(&str, &[&str]); 16] = [
    ("action", &["type", "name"]),
    ("terraform", &[]),
    ("required_providers", &[]),
    ("provider", &["name"]),
    ("variable", &["name"]),
    ("locals", &[]),
    ("output", &["name"]),
    ("module", &["name"]),
    ("resource", &["type", "name"]),
    ("data", &["type", "name"]),
    ("ephemeral", &["type", "name"]),
    ("moved", &[]),
    ("import", &[]),
    ("check", &["name"]),
    ("removed", &[]),
    ("language", &[]),
];

/// Reads the declarations of files.
pub(crate) struct Reader<'t, 'b> {
    pub(crate) sink: &'t mut DiagnosticSink<'b>,
    /// The role of the current file. Declarations in override files may omit required arguments.
    role: FileRole,
    /// The types of variables that were read, by their texts.
    types: KeyedMap<Str, TypeExpression>,
}

/// Returns the declarations of one file.
pub(crate) fn declarations(
    file: &ModuleFile,
    role: FileRole,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Inventory> {
    let parsed = parsed(file, Secrets::None, sink.budget);
    let mut hidden = Vec::new();
    if !sink.report_parsed(parsed.diagnostics)? {
        sink.budget.charge(file.text.len() as u64 / 16)?;
        let name: Str = file.name.as_str().into();
        let text = String::from_utf8_lossy(&file.text);
        let ranges = of_broken_text(&text, notation_of(&file.name));
        let ranges = ranges.into_iter().map(|range| (name.clone(), range));
        sink.budget.extend(&mut hidden, ranges)?;
    }
    let schema: &Schema = if sink.release.is_tofu() {
        &OF_TOFU
    } else if sink.release >= Release::V1_14 {
        &SINCE_1_14
    } else {
        &FILE
    };
    let found = parsed.body.content_within(schema, sink.budget);
    // Terraform also reads these blocks for the required version and for experiments.
    if sink.release >= Release::V1_12 {
        let labels = "Extraneous label for terraform";
        let repeated = found
            .diagnostics
            .iter()
            .filter(|found| found.summary == labels);
        for diagnostic in repeated.cloned().collect::<Vec<_>>() {
            sink.report(diagnostic.clone())?;
            sink.report(diagnostic)?;
        }
    }
    sink.report_all(found.diagnostics)?;
    let blocks = &found.content.blocks;
    let mut reader = Reader {
        sink,
        role,
        types: KeyedMap::default(),
    };
    let mut inventory = Inventory {
        variables: Vec::with_capacity(of_type(blocks, "variable").count()),
        outputs: Vec::with_capacity(of_type(blocks, "output").count()),
        resources: Vec::with_capacity(of_type(blocks, "resource").count()),
        hidden,
        ..Inventory::default()
    };
    for block in reader.sink.budget.charged_holding(DECLARATION, blocks)? {
        reader.block(block, &mut inventory)?;
    }
    Ok(inventory)
}

impl Reader<'_, '_> {
    fn block(&mut self, block: &Block, into: &mut Inventory) -> Result<()> {
        match &*block.block_type {
            "terraform" => self.settings(block, &mut into.settings),
            "required_providers" => {
                let place = Location::new(&block.source, block.def_range);
                self.sink.report(place.error(
                    "Invalid required_providers block",
                    "A \"required_providers\" block must be nested inside a \"terraform\" block.",
                ))
            }
            "provider" => {
                into.providers.extend(self.provider(block)?);
                Ok(())
            }
            "variable" => {
                into.variables.push(self.variable(block)?);
                Ok(())
            }
            "locals" => self.locals(block, &mut into.locals),
            "output" => {
                into.outputs.push(self.output(block)?);
                Ok(())
            }
            "module" => {
                into.calls.push(self.call(block)?);
                Ok(())
            }
            "resource" | "data" | "ephemeral" => {
                into.resources.push(self.resource(block)?);
                Ok(())
            }
            "check" if self.role == FileRole::Override && self.sink.release >= Release::V1_12 => {
                into.checks.push(Check {
                    name: block.labels[0].clone(),
                    declared: Declared::new(block),
                    asserts: Vec::new(),
                });
                Ok(())
            }
            "check" => self.check(block, into),
            "language" => self.language(block, &mut into.settings),
            "action" => {
                into.actions.push(self.action(block)?);
                Ok(())
            }
            _ => {
                into.changes.push(self.change(block)?);
                Ok(())
            }
        }
    }

    /// Reports a label that is not a valid name.
    fn check_name(&mut self, block: &Block, label: usize, summary: &str) -> Result<()> {
        if is_name(&block.labels[label]) {
            return Ok(());
        }
        let place = Location::new(&block.source, block.label_ranges[label]);
        self.sink.report(place.error(summary, NAME))
    }

    /// Reports arguments that data resources within checks cannot have.
    fn check_scoped(&mut self, block: &Block) -> Result<()> {
        let repeats = Declared::new(block);
        for name in ["count", "for_each"] {
            if let Some(attribute) = repeats.argument(name, self.sink.budget)? {
                self.sink.report(argument::name_place(&attribute).error(
                    format!("Invalid \"{name}\" attribute"),
                    "The \"count\" and \"for_each\" meta-arguments are not supported within nested data blocks.",
                ))?;
            }
        }
        Ok(())
    }

    fn check(&mut self, block: &Block, into: &mut Inventory) -> Result<()> {
        static CHECK: LazyLock<Schema> =
            LazyLock::new(|| schema(&[], &[("data", &["type", "name"]), ("assert", &[])]));
        let found = block.body.content_within(&CHECK, self.sink.budget);
        self.sink.report_all(found.diagnostics)?;
        self.check_name(block, 0, "Invalid check block name")?;
        let mut data = None;
        for inner in of_type(&found.content.blocks, "data") {
            if data.replace(inner).is_none() {
                let mut resource = self.resource(inner)?;
                resource.of_check = Some(block.labels[0].clone());
                if self.sink.release >= Release::V1_12 {
                    self.check_scoped(inner)?;
                }
                into.resources.push(resource);
            } else {
                let place = Location::new(&inner.source, inner.def_range);
                self.sink.report(place.error(
                    "Multiple data resource blocks",
                    "This check block already has a data resource.",
                ))?;
            }
        }
        let place = Location::new(&block.source, block.def_range);
        let mut asserts = Vec::new();
        let mut sound = 0;
        for assert in of_type(&found.content.blocks, "assert") {
            let before = self.sink.count();
            asserts.extend(rule(assert, self.sink)?);
            if !self.sink.failed_since(before) {
                sound += 1;
            }
        }
        if sound == 0 {
            self.sink.report(place.error(
                "Zero assert blocks",
                "Check blocks must have at least one assert block.",
            ))?;
        }
        into.checks.push(Check {
            name: block.labels[0].clone(),
            declared: Declared::new(block),
            asserts,
        });
        Ok(())
    }
}
