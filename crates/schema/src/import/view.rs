//! Views: the semantic types of parts of a schema.

use super::parts::{Branching, Item, Listed, Part};
use super::{Reason, Walk};
use crate::document::{Document, text_weight};
use crate::evaluate::Validity;
use crate::model::{Bound, NodeId, Types};
use crate::notes::Mismatch;
use crate::numeral::Numeral;
use crate::pattern::{self, Pattern};
use polycty_core::calls::HeldBytes;
use polycty_core::dialect::DialectId;
use polycty_core::number::Integer;
use polycty_core::source::Result;
use polycty_core::types::{FloatRange, IntegerRange, KeyedSet, SizeRange, Str, StringConstraint};
use polycty_translate::semantic::{Attribute, Null, Presence, SemanticType, Wholes};
use std::rc::Rc;

/// The maximum number of alternatives of a part, including those around it.
const MAX_ALTERNATIVES: usize = 128;

const MANY: &str = "the schema has too many alternatives: the type does not express them";
const REQUIREMENTS: &str = "the type does not express which members are required together";
const EXCLUSIVE: &str = "the type does not express that only one alternative may match";
const CONDITION: &str = "the type does not express the condition, only its consequences";
const NOT: &str = "the type does not express what is excluded";
const OPAQUE: &str = "a keyword is not evaluated";
const STEP: &str = "a type cannot express multiples of a number";
const ENDS: &str = "the type includes the ends of the range";
const BOUNDS: &str = "numbers have no bounds";
const ROUNDED: &str = "an end of the range is not a double";
const VALUE_ROUNDED: &str = "the value is not a double";
const FAR: &str = "an end of the range is outside the integers of the type";
const VALUE_FAR: &str = "the value is outside the integers of the type";
const PATTERN: &str = "Puppet cannot express the regular expression";
const LENGTH: &str = "the lengths are too large for a regular expression";
const FRACTIONS: &str = "the numbers include integers";
const NOTHING: &str = "the schema accepts no value, and no type has no values";
const UNSURE: &str =
    "whether a listed value is accepted depends on keywords that are not evaluated";

/// The semantic type of a part.
pub(super) struct Seen {
    pub(super) meaning: SemanticType<Part>,
    pub(super) null: Null,
}

impl Seen {
    pub(super) fn of(meaning: SemanticType<Part>) -> Seen {
        Seen {
            meaning,
            null: Null::Excluded,
        }
    }
}

pub(super) fn reason(node: NodeId, why: &'static str, mismatch: Mismatch) -> Reason {
    Reason {
        node,
        why,
        mismatch,
        hints: Vec::new(),
    }
}

impl Walk<'_> {
    pub(super) fn view(
        &mut self,
        part: &Part,
        node: NodeId,
        own: &mut Vec<Reason>,
    ) -> Result<Seen> {
        Ok(match part {
            Part::Nodes(items) => {
                let items = self.flattened(items)?;
                match self.branches(&items, own)? {
                    Ok(members) => Seen::of(SemanticType::Union(members)),
                    Err(items) => self.kinds(items, node, own)?,
                }
            }
            Part::Kind(items, kind) => self.kind(items, *kind, own)?,
            Part::Wholes(items) => Seen::of(self.wholes(items, own)),
            Part::Fractions(items) => Seen::of(self.fractions(items, own)),
            Part::Texts(texts, _) => {
                Seen::of(SemanticType::String(StringConstraint::Enumeration {
                    values: texts.iter().cloned().collect(),
                    ignore_case: false,
                }))
            }
            Part::Names(patterns, _) => Seen::of(SemanticType::String(StringConstraint::Patterns(
                patterns.iter().cloned().collect(),
            ))),
            Part::Either(parts) => Seen::of(SemanticType::Union(parts.to_vec())),
            Part::Value(value, _) => self.listed(&value.document, node, own)?,
            Part::Anything(_) => Seen {
                meaning: SemanticType::Top,
                null: Null::Admitted,
            },
        })
    }

    /// The reason that is reported if no document is accepted. Puppet and PCL have a type for this,
    /// a union without members.
    pub(super) fn nothing(&self, node: NodeId) -> Option<Reason> {
        let has = matches!(self.language, DialectId::Pcl | DialectId::Puppet);
        (!has).then(|| reason(node, NOTHING, Mismatch::Wider))
    }

    /// Expands the first keyword with alternatives. If there is none, returns the items as the
    /// inner error.
    fn branches(
        &mut self,
        items: &[Item],
        own: &mut Vec<Reason>,
    ) -> Result<std::result::Result<Vec<Part>, Vec<Item>>> {
        let mut items = items.to_vec();
        loop {
            let next = items
                .iter()
                .position(|item| self.branching(*item).is_some());
            let Some(at) = next else {
                return Ok(Err(items));
            };
            let item = items[at];
            let branching = self.branching(item);
            items[at].taken += 1;
            let node = self.schema.node(item.node);
            let branches: Vec<Vec<NodeId>> = match (branching, &node.condition) {
                (Some(Branching::Any), _) => node.any.iter().map(|one| vec![*one]).collect(),
                (Some(Branching::One), _) => node.one.iter().map(|one| vec![*one]).collect(),
                (_, Some(condition)) => {
                    let then = condition.then.into_iter();
                    let when = std::iter::once(condition.when);
                    vec![
                        when.chain(then).collect(),
                        condition.otherwise.into_iter().collect(),
                    ]
                }
                (_, None) => continue,
            };
            let mut members: Vec<Part> = Vec::new();
            for branch in &branches {
                let mut all = items.clone();
                all.extend(branch.iter().map(|node| Item {
                    node: *node,
                    taken: 0,
                }));
                let flat = self.flattened(&all)?;
                if self.types(&flat) != Types::NONE {
                    members.push(Part::Nodes(flat.into()));
                }
            }
            let names_only = |node: &NodeId| {
                let node = self.schema.node(*node);
                node.types.has(Types::OBJECT)
                    && node.values.is_empty()
                    && node.properties.is_empty()
                    && node.items.is_none()
                    && node.patterns.is_empty()
                    && node.additional.is_none()
                    && node.reference.is_none()
                    && node.any.is_empty()
                    && node.one.is_empty()
                    && node.all.is_empty()
            };
            let unions = matches!(self.language, DialectId::Pcl | DialectId::Puppet);
            if members.len() > 1 && !unions && branches.iter().flatten().all(names_only) {
                own.push(reason(item.node, REQUIREMENTS, Mismatch::Wider));
                continue;
            }
            if self.alternatives.saturating_mul(members.len()) > MAX_ALTERNATIVES {
                own.push(reason(item.node, MANY, Mismatch::Wider));
                continue;
            }
            match branching {
                Some(Branching::One) if !self.are_apart(&branches, &items)? => {
                    own.push(reason(item.node, EXCLUSIVE, Mismatch::Wider));
                }
                Some(Branching::Condition) => {
                    own.push(reason(item.node, CONDITION, Mismatch::Wider));
                }
                _ => {}
            }
            if members.is_empty() {
                own.extend(self.nothing(item.node));
            }
            return Ok(Ok(members));
        }
    }

    /// Returns whether no document is accepted by two alternatives.
    fn are_apart(&self, branches: &[Vec<NodeId>], around: &[Item]) -> Result<bool> {
        let around = self.types(&self.flattened(around)?);
        let mut flat: Vec<Vec<Item>> = Vec::new();
        for branch in branches {
            let items = branch.iter().map(|node| Item {
                node: *node,
                taken: 0,
            });
            flat.push(self.flattened(&items.collect::<Vec<_>>())?);
        }
        let objects =
            |items: &Vec<Item>| (around & self.types(items)) | Types::OBJECT == Types::OBJECT;
        if flat.iter().all(objects) && self.differ_by_member(&flat)? {
            return Ok(true);
        }
        self.budget.charge((flat.len() * flat.len()) as u64)?;
        for (at, a) in flat.iter().enumerate() {
            for b in &flat[at + 1..] {
                let kinds = around & self.types(a) & self.types(b);
                if kinds == Types::NONE {
                    continue;
                }
                if self.listed_apart(a, b)? || self.listed_apart(b, a)? {
                    continue;
                }
                if kinds == Types::OBJECT
                    && (self.members_apart(a, b)? || self.members_apart(b, a)?)
                {
                    continue;
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether all objects require one member with disjoint lists of strings, as in most
    /// discriminated unions. Then no pairwise comparison is necessary.
    fn differ_by_member(&self, flat: &[Vec<Item>]) -> Result<bool> {
        const TRIED: usize = 4;
        /// The bytes charged for a string in the set of known strings.
        const ENTRY: u64 = 16;
        let first = flat.iter().flatten().take(1);
        let names = first.flat_map(|item| &self.schema.node(item.node).required);
        for name in names.take(TRIED) {
            let mut known: KeyedSet<&Str> = KeyedSet::default();
            let mut memory = HeldBytes::new(self.budget);
            let mut is_distinct = true;
            for items in flat {
                let texts = self.texts_needed(items, name)?;
                memory.hold(texts.map_or(0, <[Document]>::len) as u64 * ENTRY)?;
                is_distinct = texts.is_some_and(|texts| {
                    let mut texts = texts.iter().map(Document::as_str);
                    texts.all(|text| text.is_some_and(|text| known.insert(text)))
                });
                if !is_distinct {
                    break;
                }
            }
            if is_distinct {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The list of values for a required member. The strings in it are traversed once.
    fn texts_needed(&self, items: &[Item], name: &Str) -> Result<Option<&[Document]>> {
        let mut needed = false;
        let mut parts: Vec<Item> = Vec::new();
        for item in items {
            let node = self.schema.node(item.node);
            self.budget.charge(1 + node.required.len() as u64 / 8)?;
            needed |= node.required.contains(name);
            parts.extend(node.property(name).map(|node| Item { node, taken: 0 }));
        }
        if !needed || parts.is_empty() {
            return Ok(None);
        }
        let parts = self.flattened(&parts)?;
        let listing = (parts.iter()).find_map(|item| self.schema.node(item.node).values.first());
        let texts = listing.into_iter().flatten().filter_map(Document::as_str);
        let steps = texts.map(|text| 1 + text_weight(text));
        self.budget.charge(steps.sum())?;
        Ok(listing.map(Vec::as_slice))
    }

    /// Returns whether one side lists its values and the other refuses each.
    fn listed_apart(&self, a: &[Item], b: &[Item]) -> Result<bool> {
        let listing = a
            .iter()
            .find_map(|item| self.schema.node(item.node).values.first());
        let Some(values) = listing else {
            return Ok(false);
        };
        let nodes: Vec<NodeId> = b.iter().map(|item| item.node).collect();
        for value in values {
            if self.takes(&nodes, value)? != Validity::Invalid {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether a member that one side requires cannot be a member of the other: the values
    /// or kinds of both are disjoint, or the other side accepts no value.
    fn members_apart(&self, a: &[Item], b: &[Item]) -> Result<bool> {
        let needs = |items: &[Item], name: &Str| {
            (items.iter()).any(|item| self.schema.node(item.node).required.contains(name))
        };
        let part = |items: &[Item], name: &Str| -> Vec<NodeId> {
            let nodes = items.iter().map(|item| self.schema.node(item.node));
            nodes.filter_map(|node| node.property(name)).collect()
        };
        for item in a {
            for name in &self.schema.node(item.node).required {
                let others = b
                    .iter()
                    .map(|item| self.schema.node(item.node).required.len());
                self.budget.charge(2 + others.sum::<usize>() as u64 / 8)?;
                let there = self.member(b, name, &mut Vec::new())?;
                if self.is_nothing(&there)? {
                    return Ok(true);
                }
                if !needs(b, name) {
                    continue;
                }
                let (left, right) = (part(a, name), part(b, name));
                if left.is_empty() || right.is_empty() {
                    continue;
                }
                let items = |nodes: &[NodeId]| -> Vec<Item> {
                    let nodes = nodes.iter();
                    nodes
                        .map(|node| Item {
                            node: *node,
                            taken: 0,
                        })
                        .collect()
                };
                let (left, right) = (
                    self.flattened(&items(&left))?,
                    self.flattened(&items(&right))?,
                );
                if (self.types(&left) & self.types(&right)) == Types::NONE
                    || self.listed_apart(&left, &right)?
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Determines the type of a part without alternatives, by the kinds of JSON values.
    fn kinds(&mut self, items: Vec<Item>, node: NodeId, own: &mut Vec<Reason>) -> Result<Seen> {
        let nodes = || items.iter().map(|item| self.schema.node(item.node));
        let listing = nodes().filter_map(|node| node.values.first());
        if let Some(values) = listing.min_by_key(|values| values.len()) {
            return self.values(values, &items, node, own);
        }
        for (item, schema) in items.iter().zip(nodes()) {
            if let Some(not) = schema.not
                && !self.schema.node(not).is_plain()
            {
                own.push(reason(not, NOT, Mismatch::Wider));
            }
            if !schema.opaque.is_empty() {
                own.push(reason(item.node, OPAQUE, Mismatch::Wider));
            }
            if !schema.dependent.is_empty() {
                own.push(reason(item.node, REQUIREMENTS, Mismatch::Wider));
            }
        }
        let types = self.types(&items);
        let null = if types.has(Types::NULL) {
            Null::Admitted
        } else {
            Null::Excluded
        };
        let kinds: Vec<Types> = (Types::EACH.into_iter().skip(1))
            .map(|kind| kind & types)
            .filter(|kind| *kind != Types::NONE)
            .collect();
        let plain = |kind: Types| nodes().all(|node| node.is_plain_for(kind));
        let whole = types | Types::NULL == Types::ALL;
        if whole && Types::EACH.into_iter().all(plain) {
            return Ok(Seen {
                meaning: SemanticType::Top,
                null,
            });
        }
        let items: Rc<[Item]> = items.into();
        Ok(match *kinds {
            [] if null == Null::Admitted => Seen {
                meaning: SemanticType::Null,
                null,
            },
            [] => {
                own.extend(self.nothing(node));
                Seen::of(SemanticType::Union(Vec::new()))
            }
            [kind] => Seen {
                null,
                ..self.kind(&items, kind, own)?
            },
            _ => Seen {
                meaning: SemanticType::Union(
                    kinds
                        .into_iter()
                        .map(|kind| Part::Kind(items.clone(), kind))
                        .collect(),
                ),
                null,
            },
        })
    }

    /// The listed values that all other constraints accept.
    fn values(
        &mut self,
        values: &[Document],
        items: &[Item],
        node: NodeId,
        own: &mut Vec<Reason>,
    ) -> Result<Seen> {
        let nodes: Vec<NodeId> = items.iter().map(|item| item.node).collect();
        let mut null = Null::Excluded;
        let mut texts: Vec<Str> = Vec::new();
        let mut parts: Vec<Part> = Vec::new();
        let (mut known_texts, mut known) = (KeyedSet::default(), KeyedSet::default());
        let mut unsure = false;
        for value in values {
            match self.takes(&nodes, value)? {
                Validity::Invalid => continue,
                Validity::Valid => {}
                Validity::Unknown => unsure = true,
            }
            match value {
                Document::Null => null = Null::Admitted,
                Document::String(text) => {
                    self.budget.charge(1 + text_weight(text))?;
                    if known_texts.insert(text) {
                        texts.push(text.clone());
                    }
                }
                value => {
                    self.budget.charge(value.weight())?;
                    let part = Part::Value(Listed::new(value.clone()), node);
                    if known.insert(part.clone()) {
                        parts.push(part);
                    }
                }
            }
        }
        if unsure {
            own.push(reason(node, UNSURE, Mismatch::Wider));
        }
        match &*texts {
            [] => {}
            [one] => {
                let value = Document::String(one.clone());
                parts.insert(0, Part::Value(Listed::new(value), node));
            }
            _ => parts.insert(0, Part::Texts(texts.into(), node)),
        }
        let both = |parts: &[Part]| {
            let is = |part: &Part| matches!(part, Part::Value(value, _) if matches!(*value.document, Document::Bool(_)));
            parts.len() == 2 && parts.iter().all(is)
        };
        Ok(match &*parts {
            [] if null == Null::Admitted => Seen {
                meaning: SemanticType::Null,
                null,
            },
            [] => {
                own.extend(self.nothing(node));
                Seen::of(SemanticType::Union(Vec::new()))
            }
            [one] => {
                let one = one.clone();
                let seen = self.view(&one, node, own)?;
                Seen { null, ..seen }
            }
            all if both(all) => Seen {
                meaning: SemanticType::Bool(None),
                null,
            },
            _ => Seen {
                meaning: SemanticType::Union(parts),
                null,
            },
        })
    }

    /// Determines the type of documents of one kind.
    fn kind(&mut self, items: &Rc<[Item]>, kind: Types, own: &mut Vec<Reason>) -> Result<Seen> {
        let meaning = match kind {
            Types::BOOL => SemanticType::Bool(None),
            Types::STRING => self.strings(items, own)?,
            Types::ARRAY => self.arrays(items, own)?,
            Types::OBJECT => self.objects(items, own)?,
            Types::INTEGER => {
                self.steps(items, own);
                self.wholes(items, own)
            }
            _ => {
                if kind == Types::FRACTION {
                    own.push(reason(items[0].node, FRACTIONS, Mismatch::Wider));
                }
                self.steps(items, own);
                self.numbers(items, own)
            }
        };
        Ok(Seen::of(meaning))
    }

    fn steps(&self, items: &[Item], own: &mut Vec<Reason>) {
        let one = Numeral::from_i64(1);
        for item in items {
            let step = &self.schema.node(item.node).multiple_of;
            if step
                .as_ref()
                .is_some_and(|step| one.is_multiple_of(step) != Some(true) || !step.is_whole())
            {
                own.push(reason(item.node, STEP, Mismatch::Wider));
            }
        }
    }

    fn numbers(&mut self, items: &Rc<[Item]>, own: &mut Vec<Reason>) -> SemanticType<Part> {
        let bounded = items.iter().find(|item| {
            let node = self.schema.node(item.node);
            !node.minimum.is_empty() || !node.maximum.is_empty()
        });
        match (bounded, self.language) {
            (None, _) => SemanticType::Number(Wholes::Numbers),
            // Only Puppet's numbers have bounds, separate ones for Integer and Float.
            (Some(_), DialectId::Puppet) => SemanticType::Union(vec![
                Part::Wholes(items.clone()),
                Part::Fractions(items.clone()),
            ]),
            (Some(item), _) => {
                own.push(reason(item.node, BOUNDS, Mismatch::Wider));
                SemanticType::Number(Wholes::Numbers)
            }
        }
    }

    /// The integers within the bounds.
    fn wholes(&self, items: &[Item], own: &mut Vec<Reason>) -> SemanticType<Part> {
        let one = Integer::from(1i64);
        let low = |bound: &Bound| {
            let at = bound.at.ceiling()?;
            if bound.exclusive && bound.at.is_whole() {
                at.add(&one).ok()
            } else {
                Some(at)
            }
        };
        let high = |bound: &Bound| {
            let at = bound.at.floor()?;
            if bound.exclusive && bound.at.is_whole() {
                at.sub(&one).ok()
            } else {
                Some(at)
            }
        };
        let mut range = IntegerRange::default();
        for item in items {
            let node = self.schema.node(item.node);
            for bound in &node.minimum {
                match low(bound) {
                    Some(at) => range.min = Some(range.min.map_or(at.clone(), |min| min.max(at))),
                    None => own.push(reason(item.node, FAR, Mismatch::Wider)),
                }
            }
            for bound in &node.maximum {
                match high(bound) {
                    Some(at) => range.max = Some(range.max.map_or(at.clone(), |max| max.min(at))),
                    None => own.push(reason(item.node, FAR, Mismatch::Wider)),
                }
            }
        }
        if let (Some(min), Some(max)) = (&range.min, &range.max)
            && min > max
        {
            let Some(reason) = self.nothing(items[0].node) else {
                return SemanticType::Union(Vec::new());
            };
            own.push(reason);
            range.min.clone_from(&range.max);
        }
        SemanticType::Integer(range)
    }

    /// The doubles within the bounds.
    fn fractions(&self, items: &[Item], own: &mut Vec<Reason>) -> SemanticType<Part> {
        let mut range = FloatRange::default();
        for item in items {
            let node = self.schema.node(item.node);
            for (bound, is_low) in (node.minimum.iter().map(|bound| (bound, true)))
                .chain(node.maximum.iter().map(|bound| (bound, false)))
            {
                let double = bound.at.to_f64();
                if Numeral::from_f64(double).as_ref() != Some(&bound.at) {
                    own.push(reason(item.node, ROUNDED, Mismatch::Either));
                    if !double.is_finite() {
                        continue;
                    }
                }
                if bound.exclusive {
                    own.push(reason(item.node, ENDS, Mismatch::Wider));
                }
                if is_low {
                    range.min = Some(range.min.map_or(double, |min| min.max(double)))
                } else {
                    range.max = Some(range.max.map_or(double, |max| max.min(double)))
                }
            }
        }
        if let (Some(min), Some(max)) = (range.min, range.max)
            && min > max
        {
            let Some(reason) = self.nothing(items[0].node) else {
                return SemanticType::Union(Vec::new());
            };
            own.push(reason);
            range.min = range.max;
        }
        SemanticType::Float(range)
    }

    fn strings(&mut self, items: &[Item], own: &mut Vec<Reason>) -> Result<SemanticType<Part>> {
        let mut length = SizeRange::UNLIMITED;
        let mut patterns: Vec<(NodeId, &Pattern)> = Vec::new();
        for item in items {
            let node = self.schema.node(item.node);
            length = both(length, node.length);
            if let Some(pattern) = &node.pattern
                && !patterns.iter().any(|(_, known)| *known == pattern)
            {
                patterns.push((item.node, pattern));
            }
        }
        if length.max.is_some_and(|max| max < length.min) {
            let Some(reason) = self.nothing(items[0].node) else {
                return Ok(SemanticType::Union(Vec::new()));
            };
            own.push(reason);
            length.max = Some(length.min);
        }
        if patterns.is_empty() {
            return Ok(SemanticType::String(if length == SizeRange::UNLIMITED {
                StringConstraint::Plain
            } else {
                StringConstraint::Length(length)
            }));
        }
        if self.language != DialectId::Puppet {
            // The mapping reports that it has no patterns.
            let sources = patterns.iter().map(|(_, pattern)| pattern.source().clone());
            return Ok(SemanticType::String(StringConstraint::Patterns(
                sources.collect(),
            )));
        }
        let mut written: Vec<&Pattern> = Vec::new();
        for (node, pattern) in patterns {
            self.budget.charge(pattern.source().len() as u64 * 2)?;
            match pattern.to_ruby() {
                Some(_) => written.push(pattern),
                None => own.push(reason(node, PATTERN, Mismatch::Wider)),
            }
        }
        // All patterns must match, but Puppet's `Pattern` requires only one of its expressions to
        // match.
        let all = |length| pattern::all_in_ruby(&written, length).filter(|_| !written.is_empty());
        let joined = all(length);
        if joined.is_none() && !written.is_empty() {
            own.push(reason(items[0].node, LENGTH, Mismatch::Wider));
        }
        let Some(joined) = joined.or_else(|| all(SizeRange::UNLIMITED)) else {
            return Ok(SemanticType::String(if length == SizeRange::UNLIMITED {
                StringConstraint::Plain
            } else {
                StringConstraint::Length(length)
            }));
        };
        let patterns = [joined.into()].into();
        Ok(SemanticType::String(StringConstraint::Patterns(patterns)))
    }

    /// The semantic type of one document.
    fn listed(&self, value: &Document, node: NodeId, own: &mut Vec<Reason>) -> Result<Seen> {
        // Its parts are copied and hashed as a whole.
        self.budget.charge(value.weight())?;
        let part = |value: &Document| Part::Value(Listed::new(value.clone()), node);
        Ok(Seen::of(match value {
            Document::Null => {
                return Ok(Seen {
                    meaning: SemanticType::Null,
                    null: Null::Admitted,
                });
            }
            Document::Bool(value) => SemanticType::Bool(Some(*value)),
            Document::String(text) => SemanticType::Text(text.clone()),
            Document::Number(number) if number.is_whole() => {
                let whole = number.to_integer();
                if whole.is_none() {
                    own.push(reason(node, VALUE_FAR, Mismatch::Wider));
                }
                SemanticType::Integer(IntegerRange {
                    min: whole.clone(),
                    max: whole,
                })
            }
            Document::Number(number) => {
                let double = number.to_f64();
                if Numeral::from_f64(double).as_ref() != Some(number) {
                    own.push(reason(node, VALUE_ROUNDED, Mismatch::Either));
                }
                SemanticType::Float(FloatRange {
                    min: Some(double),
                    max: Some(double),
                })
            }
            Document::Array(elements) => SemanticType::Tuple(elements.iter().map(part).collect()),
            Document::Object(members) => SemanticType::Object(
                (members.iter())
                    .map(|(name, value)| Attribute {
                        name: name.clone(),
                        part: part(value),
                        presence: Presence::Required,
                    })
                    .collect(),
            ),
        }))
    }
}

/// The intersection of two ranges.
pub(super) fn both(a: SizeRange, b: SizeRange) -> SizeRange {
    SizeRange {
        min: a.min.max(b.min),
        max: match (a.max, b.max) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        },
    }
}
