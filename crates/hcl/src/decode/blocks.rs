//! Specs of blocks: the value of one block or of several.
//!
//! The elements of a list or set are converted to one type. If the number of blocks is unknown,
//! because a `dynamic` block iterates over an unknown collection, the value of all blocks of that
//! type is unknown.

use super::lookup::{ItemLookup, set_location};
use super::run::Decoder;
use super::spec::{Keyed, LabelledBlocks, ManyBlocks, OneBlock, Presence, Sequence, Spec};
use crate::body::{Block, range_text};
use crate::eval::{ELEMENT, code_of};
use crate::rules::unify;
use polycty_core::dialect::Safety;
use polycty_core::source::{Position, Range, Reporter, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{Str, Type};
use polycty_core::values::{Value, nfc};
use std::collections::BTreeMap;
use std::fmt::Write;

impl Decoder<'_> {
    /// Decodes the content of a block. The first `skipped` labels are not for it.
    fn nested(&mut self, block: &Block, skipped: usize, nested: &Spec) -> Value {
        let before = self.sink.count();
        let (found, rest) = nested.ask(&block.body, self.sink.budget);
        self.sink.report_all(found.diagnostics);
        let labels = block.labels.get(skipped..).unwrap_or_default();
        let ranges = block.label_ranges.get(skipped..).unwrap_or_default();
        let lookup = ItemLookup::new(&found.content, labels, ranges).with_rest(rest.as_ref());
        let value = self.value(nested, &lookup);
        self.add_source(&block.body, before);
        value.with_marks(&block.body.marks())
    }

    pub(super) fn one_block(
        &mut self,
        spec: &Spec,
        wanted: &OneBlock,
        lookup: &ItemLookup<'_>,
    ) -> Value {
        let [block, others @ ..] = lookup.blocks(&wanted.block_type) else {
            if wanted.presence == Presence::Required {
                self.missing_block(&wanted.block_type, lookup);
            }
            return spec.null();
        };
        if let [other, ..] = others {
            self.second_block(block, other);
        }
        self.nested(block, 0, &wanted.nested)
    }

    #[cold]
    pub(super) fn missing_block(&mut self, block_type: &str, lookup: &ItemLookup<'_>) {
        let diagnostic = Reporter::Hcl.error(
            format!("Missing {block_type} block"),
            format!("A block of type {} is required here.", Quoted(block_type)),
        );
        self.sink.report(
            (diagnostic.with_name("missing-block")).with_subject(lookup.content.missing_item),
        );
    }

    #[cold]
    pub(super) fn second_block(&mut self, first: &Block, other: &Block) {
        let block_type = &*first.block_type;
        let detail = format!(
            "Only one block of type {} is allowed. Previous definition was at {}.",
            Quoted(block_type),
            range_text(&first.source, first.def_range)
        );
        self.told_again(other, detail);
    }

    pub(super) fn many_blocks(
        &mut self,
        spec: &Spec,
        wanted: &ManyBlocks,
        lookup: &ItemLookup<'_>,
    ) -> Value {
        let blocks = lookup.blocks(&wanted.block_type);
        if !(self.sink).hold(blocks.len() * ELEMENT, lookup.content.missing_item) {
            return Value::dynamic();
        }
        let mut elements = Vec::with_capacity(blocks.len());
        for block in blocks {
            let element = self.nested(block, 0, &wanted.nested);
            if block.body.is_unknown() {
                return spec.unknown().with_marks(&block.body.marks());
            }
            elements.push(element);
        }
        self.check_count(wanted, blocks, lookup);
        let made = match wanted.sequence {
            Sequence::Tuple => Value::tuple(elements),
            _ if elements.is_empty() => {
                let element = element_type(spec);
                match wanted.sequence {
                    Sequence::Set => Value::set_of(&element, elements),
                    _ => Value::list_of(&element, elements),
                }
            }
            _ => {
                let Some(elements) = self.of_one_type(elements, wanted, blocks) else {
                    return Value::dynamic();
                };
                match wanted.sequence {
                    Sequence::Set => Value::set(elements),
                    _ => Value::list(elements),
                }
            }
        };
        self.made(made, spec, lookup)
    }

    fn check_count(&mut self, wanted: &ManyBlocks, blocks: &[&Block], lookup: &ItemLookup<'_>) {
        let block_type = &*wanted.block_type;
        let quoted = Quoted(block_type);
        let min = wanted.count.min;
        if blocks.len() < min {
            let diagnostic = Reporter::Hcl.error(
                format!("Insufficient {block_type} blocks"),
                format!("At least {min} {quoted} blocks are required."),
            );
            self.sink.report(
                (diagnostic.with_name("insufficient-blocks"))
                    .with_subject(lookup.content.missing_item),
            );
            return;
        }
        let Some(max) = wanted.count.max else {
            return;
        };
        if let Some(extra) = blocks.get(max) {
            let mut diagnostic = Reporter::Hcl
                .error(
                    format!("Too many {block_type} blocks"),
                    format!("No more than {max} {quoted} blocks are allowed"),
                )
                .with_name("too-many-blocks");
            let location = wanted.nested.location_in_block(extra, 0, self.sink.budget);
            set_location(&mut diagnostic, location);
            self.sink.report(diagnostic);
        }
    }

    /// Converts elements to their common type, if there is one.
    fn of_one_type(
        &mut self,
        elements: Vec<Value>,
        wanted: &ManyBlocks,
        blocks: &[&Block],
    ) -> Option<Vec<Value>> {
        if !wanted.nested.is_dynamic() {
            return Some(elements);
        }
        let at = blocks.first().map_or(EMPTY, |block| block.def_range);
        let size = |value: &Value| value.ty().size() as usize;
        if !(self.sink).work(elements.iter().map(size).sum(), at) {
            return None;
        }
        let budget = self.sink.budget;
        let types: Vec<Type> = elements.iter().map(|value| value.ty().clone()).collect();
        let inconsistent = |detail: String, at: usize| {
            let summary = format!(
                "Unconsistent argument types in {} blocks",
                wanted.block_type
            );
            let mut diagnostic = Reporter::Hcl.error(summary, detail);
            let location = wanted.nested.location_in_block(blocks[at], 0, budget);
            set_location(&mut diagnostic, location);
            diagnostic
        };
        let Some(unified) = unify(&types, Safety::Unsafe) else {
            let detail = "Corresponding attributes in all blocks of this type must be the same.";
            self.sink.report(inconsistent(detail.to_owned(), 0));
            return None;
        };
        let mut converted = Vec::with_capacity(elements.len());
        for (at, (element, converter)) in elements.into_iter().zip(unified.converters).enumerate() {
            match converter.map(|converter| converter.apply(&element, budget)) {
                None => converted.push(element),
                Some(Ok(element)) => converted.push(element),
                Some(Err(error)) => {
                    let detail = format!(
                        "Block with index {at} has inconsistent argument types: {}.",
                        error.message()
                    );
                    let diagnostic = inconsistent(detail, at).with_code(code_of(&error));
                    self.sink.report(diagnostic);
                    self.sink.end_if_spent(blocks[at].def_range);
                    return None;
                }
            }
        }
        Some(converted)
    }

    pub(super) fn labelled_blocks(
        &mut self,
        spec: &Spec,
        wanted: &LabelledBlocks,
        lookup: &ItemLookup<'_>,
    ) -> Value {
        if wanted.keyed == Keyed::Map && spec.is_dynamic() {
            let diagnostic = Reporter::Hcl.error(
                "Invalid block_map spec",
                "A block_map spec may not contain attributes with type 'any'.",
            );
            self.sink
                .report(diagnostic.with_subject(lookup.content.missing_item));
            return Value::dynamic();
        }
        let mut root = BTreeMap::new();
        for block in lookup.blocks(&wanted.block_type) {
            if block.body.is_unknown() {
                return spec.unknown().with_marks(&block.body.marks());
            }
            let count = wanted.labels.len();
            let keys = block.labels.iter().map(|label| ENTRY + label.len());
            if !(self.sink).hold(keys.take(count).sum(), block.def_range) {
                return Value::dynamic();
            }
            let value = self.nested(block, count, &wanted.nested);
            let labels = block.labels.get(..count).unwrap_or_default();
            if !insert(&mut root, labels, value) {
                self.labels_again(block);
            }
        }
        let made = match wanted.keyed {
            Keyed::Map if root.is_empty() => {
                let nested = wanted.nested.implied_type();
                nested
                    .without_optional_fields()
                    .map_err(Into::into)
                    .and_then(|element| Value::map_of(&element, []))
            }
            keyed => collect(root, keyed),
        };
        self.made(made, spec, lookup)
    }

    #[cold]
    fn labels_again(&mut self, block: &Block) {
        let block_type = &*block.block_type;
        let mut labels = String::new();
        if self.conceals(&block.body.marks()) {
            labels.push_str(" with these labels");
        } else {
            for label in &block.labels {
                let _ = write!(labels, " {}", Quoted(label));
            }
        }
        let detail = format!(
            "A block for {block_type}{labels} was already defined. The {block_type} labels must be unique."
        );
        self.told_again(block, detail);
    }

    #[cold]
    fn told_again(&mut self, block: &Block, detail: String) {
        let summary = format!("Duplicate {} block", block.block_type);
        let mut diagnostic = Reporter::Hcl
            .error(summary, detail)
            .with_name("duplicate-block")
            .with_subject(block.def_range);
        diagnostic.quotes = true;
        diagnostic.source = Some(block.source.clone());
        self.sink.report(diagnostic);
    }
}

/// The size of an entry of a label table, without the label.
const ENTRY: usize = 100;

const EMPTY: Range = Range {
    start: Position::START,
    end: Position::START,
};

/// The entry of a label: the value of a block, or the entries of further labels.
enum Entry {
    Value(Value),
    Inner(BTreeMap<Str, Entry>),
}

/// Inserts a value for some labels. Returns `false` if there is one already.
fn insert(entries: &mut BTreeMap<Str, Entry>, labels: &[Str], value: Value) -> bool {
    let Some((first, rest)) = labels.split_first() else {
        return false;
    };
    let key: Str = nfc(first).into();
    if rest.is_empty() {
        if entries.contains_key(&key) {
            return false;
        }
        entries.insert(key, Entry::Value(value));
        return true;
    }
    let inner = entries
        .entry(key)
        .or_insert_with(|| Entry::Inner(BTreeMap::new()));
    match inner {
        Entry::Inner(inner) => insert(inner, rest, value),
        Entry::Value(_) => false,
    }
}

fn collect(entries: BTreeMap<Str, Entry>, keyed: Keyed) -> Result<Value> {
    let mut parts = Vec::with_capacity(entries.len());
    for (key, entry) in entries {
        let value = match entry {
            Entry::Value(value) => value,
            Entry::Inner(inner) => collect(inner, keyed)?,
        };
        parts.push((key, value));
    }
    match keyed {
        Keyed::Object => Value::object(parts),
        Keyed::Map => {
            let keyed = |(key, value): (Str, Value)| (Value::nfc_string(&key), value);
            Value::map(parts.into_iter().map(keyed))
        }
    }
}

/// The element type of an empty list or set.
fn element_type(spec: &Spec) -> Type {
    let element = spec.implied_type().element().unwrap_or(Type::any());
    element
        .without_optional_fields()
        .unwrap_or_else(|_| element.clone())
}
