//! Facts: the constraints of several nodes on one document.

use crate::document::Document;
use crate::model::{Node, NodeId, Types};
use crate::numeral::Numeral;
use crate::pattern::Pattern;
use polycty_core::types::{KeyedMap, SizeRange, Str};

/// The constraints of several nodes on one document, with one of their alternatives chosen.
pub(crate) struct Facts<'a> {
    pub(crate) types: Types,
    pub(crate) values: Vec<&'a Document>,
    pub(crate) ends: Vec<&'a Numeral>,
    pub(crate) steps: Vec<&'a Numeral>,
    pub(crate) lengths: Vec<SizeRange>,
    pub(crate) patterns: Vec<&'a Pattern>,
    pub(crate) prefix: Vec<Vec<NodeId>>,
    pub(crate) items: Vec<NodeId>,
    pub(crate) contains: Vec<NodeId>,
    pub(crate) counts: Vec<SizeRange>,
    pub(crate) sizes: Vec<SizeRange>,
    pub(crate) properties: Vec<(&'a Str, Vec<NodeId>)>,
    pub(crate) named: KeyedMap<&'a Str, usize>,
    pub(crate) by_pattern: Vec<(&'a Pattern, NodeId)>,
    pub(crate) additional: Vec<NodeId>,
    pub(crate) names: Vec<NodeId>,
    pub(crate) required: Vec<&'a Str>,
    /// Members that require others, and their names.
    pub(crate) together: Vec<(&'a Str, &'a [Str])>,
    pub(crate) nodes: Vec<NodeId>,
    pub(crate) choices: usize,
}

impl<'a> Facts<'a> {
    pub(crate) fn add(&mut self, id: NodeId, node: &'a Node) {
        self.nodes.push(id);
        self.types = self.types & node.types;
        self.values.extend(node.values.iter().flatten());
        self.ends.extend(
            node.minimum
                .iter()
                .chain(&node.maximum)
                .map(|bound| &bound.at),
        );
        self.steps.extend(&node.multiple_of);
        if node.length != SizeRange::UNLIMITED {
            self.lengths.push(node.length);
        }
        self.patterns.extend(&node.pattern);
        for (at, part) in node.prefix.iter().enumerate() {
            if self.prefix.len() <= at {
                self.prefix.push(Vec::new());
            }
            self.prefix[at].push(*part);
        }
        self.items.extend(node.items);
        self.contains.extend(node.contains.map(|(part, _)| part));
        self.counts.push(node.count);
        if let Some((_, count)) = node.contains {
            self.counts.push(SizeRange {
                min: count.min,
                max: None,
            });
        }
        self.sizes.push(node.size);
        for (name, part) in &node.properties {
            let at = *self.named.entry(name).or_insert(self.properties.len());
            if at == self.properties.len() {
                self.properties.push((name, Vec::new()));
            }
            self.properties[at].1.push(*part);
        }
        self.by_pattern
            .extend(node.patterns.iter().map(|(pattern, part)| (pattern, *part)));
        self.additional.extend(node.additional);
        self.names.extend(node.names);
        self.required.extend(&node.required);
        let needs = node.needs.iter();
        self.together
            .extend(needs.map(|(name, needed)| (name, &**needed)));
    }
}
