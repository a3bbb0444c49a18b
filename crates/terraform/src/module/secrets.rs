//! Lines of source texts that contain values of sensitive variables: no diagnostic shows them.
//!
//! Such values are defaults in declarations, arguments of calls, and arguments of files of values.
//! A diagnostic that refers to one of their lines has a source that may contain secrets. If a file
//! cannot be parsed, all lines of a variable that may be sensitive are such lines.

use super::declare::BLOCKS;
use super::files::{ModuleFile, Notation};
use super::inventory::{Inventory, Variable};
use super::read::Module;
use super::sink::{Location, WITHHELD};
use polycty_core::calls::Budget;
use polycty_core::sort::sort_by;
use polycty_core::source::{Diagnostic, Position, Range, Result};
use polycty_core::types::Str;
use polycty_hcl::body::{Attribute, AttributeSchema, Body, Item, Schema};
use std::collections::{HashMap, HashSet};

/// The lines of a file that contain values of sensitive variables.
pub(crate) struct HiddenLines {
    /// First and last lines, in order and without overlaps.
    spans: Vec<(u32, u32)>,
}

impl HiddenLines {
    pub(crate) fn of(ranges: impl Iterator<Item = Range>) -> HiddenLines {
        let mut all: Vec<(u32, u32)> = ranges
            .map(|range| (range.start.line, range.end.line))
            .collect();
        sort_by(&mut all, Ord::cmp);
        let mut spans: Vec<(u32, u32)> = Vec::with_capacity(all.len());
        for (first, last) in all {
            match spans.last_mut() {
                Some(before) if first <= before.1 => before.1 = before.1.max(last),
                _ => spans.push((first, last)),
            }
        }
        HiddenLines { spans }
    }

    /// Returns whether a line of the range is hidden.
    pub(crate) fn overlap(&self, range: Range) -> bool {
        let next = self
            .spans
            .partition_point(|(_, last)| *last < range.start.line);
        self.spans
            .get(next)
            .is_some_and(|(first, _)| *first <= range.end.line)
    }
}

/// The ranges of values of sensitive variables, by the names of files.
#[derive(Default)]
pub(crate) struct SecretLines {
    ranges: HashMap<Str, Vec<Range>>,
}

/// Returns the ranges of variables that may be sensitive in a text that could not be parsed.
///
/// In native syntax, such a range begins at a line whose first word is `variable`, and ends before
/// the next line that begins with the type of a block. In JSON syntax, it is the whole text.
pub(crate) fn of_broken_text(text: &str, notation: Notation) -> Vec<Range> {
    let mut found = Vec::new();
    let mut open = None::<Range>;
    let mut is_secret = false;
    let mut byte = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let begins = notation == Notation::Native && begins_block(line);
        if begins || number == 0 {
            found.extend(open.take().filter(|_| is_secret));
            is_secret = false;
        }
        let position = |column: u32, byte: usize| Position {
            line: u32::try_from(number + 1).unwrap_or(u32::MAX),
            column,
            byte,
        };
        let starts = notation == Notation::Json || line.trim_start().starts_with("variable");
        if open.is_none() && starts {
            let start = position(1, byte);
            open = Some(Range { start, end: start });
        }
        byte += line.len();
        if let Some(open) = &mut open {
            open.end = position(u32::MAX, byte);
            is_secret |= ["sensitive", "ephemeral"]
                .iter()
                .any(|word| may_be_set(line, word));
        }
    }
    found.extend(open.filter(|_| is_secret));
    found
}

/// Returns whether a line begins with the type of a block of a file.
fn begins_block(line: &str) -> bool {
    let word = line
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next();
    word.is_some_and(|word| BLOCKS.iter().any(|(block_type, _)| *block_type == word))
}

/// Returns whether an argument of a line may have a different value from `false`.
fn may_be_set(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let after = line.get(at + name.len()..).unwrap_or_default();
        let value = after.trim_start_matches(['"', ' ', '\t', '=', ':']);
        !value.starts_with("false")
    })
}

/// Returns whether the values of a variable are secrets. In a module that was read with errors, a
/// variable may be sensitive although the argument that makes it so could not be read.
pub(crate) fn is_secret(variable: &Variable, is_sound: bool, budget: &Budget) -> Result<bool> {
    if variable.is_sensitive() || variable.is_ephemeral() {
        return Ok(true);
    }
    Ok(!is_sound
        && (variable.declared.argument("sensitive", budget)?.is_some()
            || variable.declared.argument("ephemeral", budget)?.is_some()))
}

/// The names of the variables of a module, to find their values in test files.
pub(crate) struct SecretNames<'m> {
    secret: HashSet<&'m str>,
    open: HashSet<&'m str>,
}

impl<'m> SecretNames<'m> {
    pub(crate) fn of(module: &'m Module, budget: &Budget) -> Result<SecretNames<'m>> {
        let mut names = SecretNames {
            secret: HashSet::new(),
            open: HashSet::new(),
        };
        for variable in budget.charged(&module.inventory().variables)? {
            let is_secret = is_secret(variable, module.is_sound(), budget)?;
            let list = match is_secret {
                true => &mut names.secret,
                false => &mut names.open,
            };
            list.insert(&variable.name);
        }
        Ok(names)
    }

    /// Whether a test file may contain secrets: values for the module, or for a different module that
    /// a run calls.
    pub(crate) fn may_be_in(&self, file: &ModuleFile) -> bool {
        !self.secret.is_empty() || String::from_utf8_lossy(&file.text).contains("module")
    }

    /// Returns the arguments in a test file that may be values of sensitive variables, at any depth
    /// and in blocks of any type, because a block with an error is not decoded: arguments with the
    /// names of such variables, and in `variables` blocks also those with names that are not
    /// declared, if a value may be a secret. In a run of a different module, all values may be.
    pub(crate) fn arguments_of(&self, body: &Body, budget: &Budget) -> Result<Vec<Attribute>> {
        #[derive(Clone, Copy)]
        struct Place {
            in_variables: bool,
            in_other_module: bool,
        }
        let mut found = Vec::new();
        let mut misspelled = Vec::new();
        let mut may_be_misspelled = !self.secret.is_empty();
        let place = Place {
            in_variables: false,
            in_other_module: false,
        };
        let mut open = vec![(body.clone(), place)];
        while let Some((body, mut place)) = open.pop() {
            let items = body.items_within(budget)?;
            let calls = |item: &Item| item.name() == "module" && !item.blocks().is_empty();
            if items.iter().any(calls) {
                place.in_other_module = true;
                may_be_misspelled = true;
            }
            for item in budget.charged(&items)? {
                for block in item.blocks() {
                    let inner = Place {
                        in_variables: place.in_variables || item.name() == "variables",
                        ..place
                    };
                    open.push((block.body.clone(), inner));
                }
                let Some(argument) = item.attribute() else {
                    continue;
                };
                let name = &*argument.name;
                let is_of_other = place.in_variables && place.in_other_module;
                if is_of_other || self.secret.contains(name) {
                    found.push(argument.clone());
                } else if place.in_variables && !self.open.contains(name) {
                    misspelled.push(argument.clone());
                }
            }
        }
        if may_be_misspelled {
            found.append(&mut misspelled);
        }
        Ok(found)
    }
}

impl SecretLines {
    /// Adds the defaults of the variables of a module.
    pub(crate) fn add_defaults(
        &mut self,
        inventory: &Inventory,
        is_sound: bool,
        budget: &Budget,
    ) -> Result<()> {
        for (name, range) in &inventory.hidden {
            self.ranges.entry(name.clone()).or_default().push(*range);
        }
        for variable in budget.charged(&inventory.variables)? {
            if !is_secret(variable, is_sound, budget)? {
                continue;
            }
            let declared = &variable.declared;
            for body in [declared.body()].into_iter().chain(declared.overrides()) {
                if let Some(default) = default_of(body, budget)? {
                    self.add(&default);
                }
            }
        }
        for variable in budget.charged(&inventory.dropped)? {
            if let Some(default) = default_of(variable.declared.body(), budget)? {
                self.add(&default);
            }
        }
        Ok(())
    }

    /// Adds an argument whose value is a secret.
    pub(crate) fn add(&mut self, argument: &Attribute) {
        let value = argument.expr.range();
        let ranges = self.ranges.entry(argument.source.name.clone()).or_default();
        ranges.extend([argument.range, value]);
    }

    /// Marks the sources of diagnostics that refer to one of the lines, and removes details that
    /// quote a value.
    pub(crate) fn hide(self, diagnostics: &mut [Diagnostic]) {
        if self.ranges.is_empty() {
            return;
        }
        let files = self.into_files();
        for diagnostic in diagnostics {
            let Some(source) = &mut diagnostic.source else {
                continue;
            };
            let Some(hidden) = files.get(&source.name) else {
                continue;
            };
            let ranges = [diagnostic.subject, diagnostic.context];
            let shown = ranges.into_iter().flatten().reduce(|a, b| Range {
                start: a.start.min(b.start),
                end: a.end.max(b.end),
            });
            if shown.is_some_and(|range| hidden.overlap(range)) {
                source.has_secrets = true;
                if std::mem::take(&mut diagnostic.quotes) {
                    diagnostic.detail = WITHHELD.to_owned();
                }
            }
        }
    }

    fn into_files(self) -> HashMap<Str, HiddenLines> {
        let files = self.ranges.into_iter();
        files
            .map(|(name, ranges)| (name, HiddenLines::of(ranges.into_iter())))
            .collect()
    }

    /// As [`SecretLines::hide`], for locations that become diagnostics later.
    pub(crate) fn hide_locations<'l>(self, locations: impl Iterator<Item = &'l mut Location>) {
        let files = self.into_files();
        for location in locations {
            let hidden = files.get(&location.source.name);
            location.source.has_secrets |=
                hidden.is_some_and(|hidden| hidden.overlap(location.range));
        }
    }
}

fn default_of(body: &Body, budget: &Budget) -> Result<Option<Attribute>> {
    let schema = Schema {
        attributes: vec![AttributeSchema {
            name: "default".into(),
            required: false,
        }],
        blocks: Vec::new(),
    };
    let (mut found, _) = body.partial_content_within(&schema, budget);
    budget.finish()?;
    Ok(found.content.attributes.pop())
}
