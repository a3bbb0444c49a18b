//! Import of arrays and objects: types of elements and members.

use super::parts::{Item, Part};
use super::view::{both, reason};
use super::{OpenObjects, Reason, Walk};
use crate::document::{Document, object};
use crate::evaluate::Validity;
use crate::model::{Node, NodeId, Types};
use crate::notes::Mismatch;
use crate::pattern::Pattern;
use polycty_core::dialect::DialectId;
use polycty_core::source::Result;
use polycty_core::types::{KeyedSet, SizeRange, Str};
use polycty_translate::semantic::{Alike, Attribute, Keys, Presence, SemanticType};

/// The maximum number of leading elements with their own types.
const MAX_PLACES: u64 = 256;

const CONTAINS: &str = "a type cannot express how many elements match";
const PLACES: &str = "the elements of an array of variable length have one type";
const SIZE: &str = "a set has no range of sizes";
const MEMBERS: &str = "an object has no range of sizes";
const NAMES: &str = "the type does not limit the names";
const TOGETHER: &str = "the type does not express which members are required together";
const NEEDED: &str = "a map cannot express which members are required";
const EXTRA: &str = "only the named members are accepted";
const LOOSE: &str = "a map has one type for all members";
const LINES: &str = "names with several lines are treated as other names";
const TWICE: &str = "an element may be repeated";

/// Expressions that match every name.
const EVERYTHING: [&str; 5] = ["", ".*", "^.*", ".*$", "^"];

/// An expression that is meant to match every name, but does not match names with a line break.
const LINE: &str = "^.*$";

impl Walk<'_> {
    fn node_of(&self, item: &Item) -> &Node {
        self.schema.node(item.node)
    }

    pub(super) fn is_nothing(&self, nodes: &[NodeId]) -> Result<bool> {
        let items: Vec<Item> = (nodes.iter())
            .map(|node| Item {
                node: *node,
                taken: 0,
            })
            .collect();
        Ok(!nodes.is_empty() && self.types(&self.flattened(&items)?) == Types::NONE)
    }

    pub(super) fn arrays(
        &mut self,
        items: &[Item],
        own: &mut Vec<Reason>,
    ) -> Result<SemanticType<Part>> {
        let first = items[0].node;
        let mut count = SizeRange::UNLIMITED;
        let mut places = 0;
        let mut unique = false;
        for item in items {
            let node = self.node_of(item);
            count = both(count, node.count);
            places = places.max(node.prefix.len());
            unique |= node.unique;
            if node
                .contains
                .is_some_and(|(_, count)| count.min > 0 || count.max.is_some())
            {
                own.push(reason(item.node, CONTAINS, Mismatch::Wider));
            }
            if let Some(rest) = node.items
                && self.is_nothing(&[rest])?
            {
                let most = node.prefix.len() as u64;
                count.max = Some(count.max.map_or(most, |max| max.min(most)));
            }
        }
        if count.max.is_some_and(|max| max < count.min) {
            let Some(reason) = self.nothing(first) else {
                return Ok(SemanticType::Union(Vec::new()));
            };
            own.push(reason);
            count.max = Some(count.min);
        }
        let at = |walk: &Self, at: usize| -> Vec<NodeId> {
            let nodes = items.iter().map(|item| walk.node_of(item));
            nodes
                .filter_map(|node| node.prefix.get(at).copied().or(node.items))
                .collect()
        };
        let rest: Vec<NodeId> = items
            .iter()
            .filter_map(|item| self.node_of(item).items)
            .collect();
        let sized = (count != SizeRange::UNLIMITED).then_some(count);
        if places == 0 {
            let element = Part::all(&rest, first);
            let repeats = unique && count.max.is_none_or(|max| max > 1);
            if repeats && matches!(self.language, DialectId::Puppet | DialectId::Mcl) {
                // The type that represents a set has sizes. If it has none, the mapping reports
                // that.
                let hints = vec![Document::Array(vec![Document::Null, Document::Null])];
                own.push(Reason {
                    hints,
                    ..reason(first, TWICE, Mismatch::Wider)
                });
            } else if repeats {
                if sized.is_some() {
                    own.push(reason(first, SIZE, Mismatch::Wider));
                }
                return Ok(SemanticType::Set {
                    element,
                    alike: Alike::Free,
                });
            }
            let none = count.max == Some(0);
            return Ok(if none {
                SemanticType::Tuple(Vec::new())
            } else {
                SemanticType::List {
                    element,
                    size: sized,
                    alike: Alike::Free,
                }
            });
        }
        if unique {
            let hints = vec![Document::Array(vec![Document::Null, Document::Null])];
            own.push(Reason {
                hints,
                ..reason(first, TWICE, Mismatch::Wider)
            });
        }
        if count.max == Some(count.min) && count.min <= MAX_PLACES {
            let each = 0..count.min as usize;
            return Ok(SemanticType::Tuple(
                each.map(|place| Part::all(&at(self, place), first))
                    .collect(),
            ));
        }
        let reached = count.max.map_or(places, |max| {
            places.min(usize::try_from(max).unwrap_or(usize::MAX))
        });
        let mut elements: Vec<Part> = Vec::new();
        let mut known: KeyedSet<Part> = KeyedSet::default();
        let behind = count.max.is_none_or(|max| max > places as u64);
        for place in 0..reached + usize::from(behind) {
            self.budget.charge(items.len() as u64)?;
            let part = if place < reached {
                Part::all(&at(self, place), first)
            } else {
                Part::all(&rest, first)
            };
            if known.insert(part.clone()) {
                elements.push(part);
            }
        }
        if elements.len() > 1 {
            own.push(reason(first, PLACES, Mismatch::Wider));
        }
        Ok(SemanticType::List {
            element: self.either(elements, first),
            size: sized,
            alike: Alike::Free,
        })
    }

    /// A part that is any one of several parts.
    fn either(&self, mut parts: Vec<Part>, node: NodeId) -> Part {
        if parts.len() == 1 {
            return parts.remove(0);
        }
        let open = parts.iter().any(|part| matches!(part, Part::Anything(_)));
        if open || parts.is_empty() {
            Part::Anything(node)
        } else {
            Part::Either(parts.into())
        }
    }

    pub(super) fn objects(
        &mut self,
        items: &[Item],
        own: &mut Vec<Reason>,
    ) -> Result<SemanticType<Part>> {
        let first = items[0].node;
        let mut size = SizeRange::UNLIMITED;
        let mut names: Vec<Str> = Vec::new();
        let mut seen: KeyedSet<Str> = KeyedSet::default();
        let mut required: KeyedSet<Str> = KeyedSet::default();
        let mut rest: Vec<NodeId> = Vec::new();
        let mut patterned: Vec<NodeId> = Vec::new();
        for item in items {
            let node = self.schema.node(item.node);
            self.budget
                .charge((node.properties.len() + node.required.len()) as u64)?;
            size = both(size, node.size);
            let properties = node.properties.iter().map(|(name, _)| name);
            for name in properties.chain(&node.required) {
                if seen.insert(name.clone()) {
                    names.push(name.clone());
                }
            }
            required.extend(node.required.iter().cloned());
            if !node.needs.is_empty() {
                own.push(reason(item.node, TOGETHER, Mismatch::Wider));
            }
            let is_open = |pattern: &Pattern| {
                let source = &**pattern.source();
                source == LINE || EVERYTHING.contains(&source)
            };
            if !node.patterns.iter().any(|(pattern, _)| is_open(pattern)) {
                rest.extend(node.additional);
                patterned.extend(node.patterns.iter().map(|(_, part)| *part));
                continue;
            }
            for (pattern, part) in &node.patterns {
                if !is_open(pattern) {
                    own.push(reason(*part, NAMES, Mismatch::Wider));
                    continue;
                }
                rest.push(*part);
                if &**pattern.source() == LINE {
                    own.push(self.lines(item.node)?);
                }
            }
        }
        if size.max.is_some_and(|max| max < size.min) {
            let Some(reason) = self.nothing(first) else {
                return Ok(SemanticType::Union(Vec::new()));
            };
            own.push(reason);
            size.max = Some(size.min);
        }
        let closed = self.is_nothing(&rest)?;
        let is_map = names.is_empty() && !(closed && patterned.is_empty());
        let keys = if is_map && self.language == DialectId::Puppet {
            self.keys(items, closed, patterned.is_empty())?
        } else {
            None
        };
        if keys.is_none() {
            let named = items.iter().filter_map(|item| self.node_of(item).names);
            own.extend(named.map(|names| reason(names, NAMES, Mismatch::Wider)));
        }
        if is_map {
            // Several expressions may match one name, and each has its own type.
            if !patterned.is_empty() && (keys.is_none() || patterned.len() > 1) {
                own.push(reason(first, NAMES, Mismatch::Wider));
            }
            let mut parts: Vec<Part> = Vec::new();
            if !closed {
                parts.push(Part::all(&rest, first));
            }
            // A member with a matching name has the type of the pattern or of the other members.
            parts.extend(patterned.iter().map(|part| Part::of(*part)));
            let element = self.either(parts, first);
            let size = (size != SizeRange::UNLIMITED).then_some(size);
            return Ok(match keys {
                Some(key) => SemanticType::Table { key, element, size },
                None => SemanticType::Map {
                    keys: Keys::STRINGS,
                    element,
                    size,
                    alike: Alike::Free,
                },
            });
        }
        let mut attributes: Vec<Attribute<Part>> = Vec::new();
        for name in names {
            let part = self.member(items, &name, own)?;
            let presence = if required.contains(&name) {
                Presence::Required
            } else {
                Presence::Optional
            };
            if self.is_nothing(&part)? {
                match presence {
                    Presence::Required => own.extend(self.nothing(first)),
                    // An optional member that accepts no value is equivalent to no member.
                    _ if closed => continue,
                    _ => {}
                }
            }
            attributes.push(Attribute {
                part: Part::all(&part, first),
                name,
                presence,
            });
        }
        if closed && patterned.is_empty() || self.open == OpenObjects::Closed {
            let most = attributes.len() as u64;
            let least = required.len() as u64;
            if size.min > least || size.max.is_some_and(|max| max < most) {
                own.push(reason(first, MEMBERS, Mismatch::Wider));
            }
            if !(closed && patterned.is_empty()) {
                own.push(reason(first, EXTRA, Mismatch::Narrower));
            }
            return Ok(SemanticType::Object(attributes));
        }
        let mut parts: Vec<Part> = attributes.into_iter().map(|one| one.part).collect();
        if !closed {
            parts.push(Part::all(&rest, first));
        }
        parts.extend(patterned.iter().map(|part| Part::of(*part)));
        own.push(reason(first, LOOSE, Mismatch::Wider));
        if !required.is_empty() {
            own.push(reason(first, NEEDED, Mismatch::Wider));
        }
        Ok(SemanticType::Map {
            keys: Keys::STRINGS,
            element: self.either(parts, first),
            size: (size != SizeRange::UNLIMITED).then_some(size),
            alike: Alike::Free,
        })
    }

    /// Returns the type of names if exactly one subschema determines it: by the patterns of a
    /// closed object, or by `propertyNames`.
    fn keys(&self, items: &[Item], closed: bool, unpatterned: bool) -> Result<Option<Part>> {
        let says = |item: &&Item| {
            let node = self.node_of(item);
            node.names.is_some() || !node.patterns.is_empty() || node.additional.is_some()
        };
        let mut saying = items.iter().filter(says);
        let (Some(item), None) = (saying.next(), saying.next()) else {
            return Ok(None);
        };
        let node = self.node_of(item);
        match (node.names, unpatterned, closed) {
            (Some(names), true, false) => self.texts_of(names),
            (None, false, true) => {
                let mut expressions: Vec<Str> = Vec::new();
                for (pattern, _) in &node.patterns {
                    self.budget.charge(pattern.source().len() as u64 * 2)?;
                    match pattern.to_ruby() {
                        Some(text) => expressions.push(text.into()),
                        None => return Ok(None),
                    }
                }
                Ok(Some(Part::Names(expressions.into(), item.node)))
            }
            _ => Ok(None),
        }
    }

    /// Returns the strings that a subschema without alternatives accepts.
    fn texts_of(&self, node: NodeId) -> Result<Option<Part>> {
        let items = self.flattened(&[Item { node, taken: 0 }])?;
        let hidden = |item: &Item| {
            let node = self.node_of(item);
            self.branching(*item).is_some() || node.not.is_some() || !node.opaque.is_empty()
        };
        if items.iter().any(hidden) || !self.types(&items).has(Types::STRING) {
            return Ok(None);
        }
        let mut listing = (items.iter()).flat_map(|item| self.node_of(item).values.first());
        let Some(values) = listing.next() else {
            return Ok(Some(Part::Kind(items.into(), Types::STRING)));
        };
        let mut texts: Vec<Str> = Vec::new();
        for value in values {
            let Some(text) = value.as_str() else { continue };
            match self.takes(&[node], value)? {
                Validity::Valid => texts.push(text.clone()),
                Validity::Invalid => {}
                Validity::Unknown => return Ok(None),
            }
        }
        Ok((!texts.is_empty()).then(|| Part::Texts(texts.into(), node)))
    }

    /// Returns the reason why a pattern that does not match line breaks does not cover all names:
    /// the values of the remaining names follow `additionalProperties`.
    fn lines(&self, node: NodeId) -> Result<Reason> {
        let mismatch = match self.schema.node(node).additional {
            None => Mismatch::Narrower,
            Some(rest) if self.is_nothing(&[rest])? => Mismatch::Wider,
            Some(_) => Mismatch::Either,
        };
        let kinds = [
            Document::Null,
            Document::Bool(true),
            Document::whole(1),
            Document::string("a"),
            Document::Array(Vec::new()),
            Document::Object(Vec::new()),
        ];
        let hints = kinds.map(|value| object([("\n", value)]));
        Ok(Reason {
            hints: hints.to_vec(),
            ..reason(node, LINES, mismatch)
        })
    }

    /// Returns the subschemas of a member.
    pub(super) fn member(
        &self,
        items: &[Item],
        name: &Str,
        own: &mut Vec<Reason>,
    ) -> Result<Vec<NodeId>> {
        let mut parts = Vec::new();
        for item in items {
            let node = self.node_of(item);
            self.budget.charge(1)?;
            let property = node.property(name);
            let mut found = property.is_some();
            parts.extend(property);
            for (pattern, part) in &node.patterns {
                match pattern.is_match(name, self.budget)? {
                    Some(true) => {
                        found = true;
                        parts.push(*part);
                    }
                    Some(false) => {}
                    None => {
                        found = true;
                        own.push(reason(*part, NAMES, Mismatch::Wider));
                    }
                }
            }
            if !found {
                parts.extend(node.additional);
            }
        }
        Ok(parts)
    }
}
