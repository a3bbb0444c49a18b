//! Test documents that may distinguish a schema from a type or a different schema.
//!
//! They are constructed from the schema: a small document that it accepts, and variations that may
//! change the result: the ends of ranges and the numbers next to them, members that are missing or
//! added, elements that occur twice, and the same in every part. The caller may specify a position
//! and suspected documents for it. Then only the parts on the path to this position are varied. No
//! property of the documents is guaranteed: a search for a witness checks both sides.

use crate::document::Document;
use crate::evaluate::Validity;
use crate::facts::Facts;
use crate::model::{NodeId, Schema, Types};
use crate::numeral::Numeral;
use polycty_core::calls::Budget;
use polycty_core::sort::sort_by_key;
use polycty_core::source::Result;
use polycty_core::types::{IdMap, IdSet, KeyedMap, KeyedSet, Str};
use std::cell::Cell;
use std::iter;
use std::rc::Rc;

/// The maximum number of test documents of one schema, and of variants of a part.
const MAX_DOCUMENTS: usize = 3000;
const MAX_VARIANTS: usize = 160;

/// The maximum depth of parts of test documents, and of documents for a part of the other schema.
const MAX_DEPTH: u32 = 16;
const MAX_SMALL_DEPTH: u32 = 4;

/// The maximum number of choices among alternatives that are tried.
const MAX_CHOICES: usize = 6;

/// The maximum length of an array or string that is constructed to exceed a bound.
const MAX_LENGTH: u64 = 300;

/// The bytes charged for a part of a document with its name.
const PART: u64 = 64;

/// The bytes charged for a list of nodes and the documents cached for it, without their parts.
const KNOWN: u64 = 192;

/// The limit on the parts of all copies of documents.
const MAX_COPIED: u64 = 1 << 19;

/// The bytes of a node in a set and a list.
const PARENT: u64 = 24;

/// The maximum number of members of an object that are varied.
const MAX_MEMBERS: usize = 64;

/// A position to vary, and suspected documents for it.
pub(crate) struct Focus<'a> {
    pub(crate) node: NodeId,
    pub(crate) hints: &'a [Document],
    pub(crate) parents: &'a Parents,
}

/// The maximum number of documents for a part of the other schema.
const MAX_SMALL: usize = 48;

/// A test document with its rank.
pub(crate) struct Ranked {
    rank: usize,
    document: Document,
}

/// Returns the test documents of a schema, the smallest first.
///
/// # Errors
/// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub(crate) fn test_documents(
    schema: &Schema,
    focus: Option<Focus<'_>>,
    budget: &Budget,
) -> Result<Vec<Document>> {
    Ok(in_order(ranked(schema, focus, budget)?))
}

/// Sorts test documents by rank.
pub(crate) fn in_order(mut all: Vec<Ranked>) -> Vec<Document> {
    sort_by_key(&mut all, |one| one.rank);
    all.into_iter().map(|one| one.document).collect()
}

/// Returns the test documents of a schema with their ranks, in no order. Small documents have a
/// lower rank than large ones, and a document that the schema accepts has a lower rank than the
/// variations of the same size.
///
/// # Errors
/// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub(crate) fn ranked(
    schema: &Schema,
    focus: Option<Focus<'_>>,
    budget: &Budget,
) -> Result<Vec<Ranked>> {
    let mut making = Making::of(schema, focus, budget)?;
    let root = [schema.root()];
    let found = making.variants(&root, MAX_DEPTH, MAX_DOCUMENTS)?;
    // An accepted document is the first one.
    let let_through = usize::from(making.minimal.get(&root[..]).is_some_and(Option::is_some));
    drop(making);
    // There is no other owner, so the documents are moved.
    let found = Rc::try_unwrap(found).unwrap_or_else(|found| found.to_vec());
    let ranked = found.into_iter().enumerate().map(|(at, document)| Ranked {
        rank: if at < let_through {
            weight(&document) / 2
        } else {
            weight(&document)
        },
        document,
    });
    Ok(ranked.collect())
}

/// Returns small documents for a part of a schema, accepted and not accepted ones.
///
/// # Errors
/// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub(crate) fn small(schema: &Schema, part: NodeId, budget: &Budget) -> Result<Vec<Document>> {
    let mut making = Making::of(schema, None, budget)?;
    let found = making.variants(&[part], MAX_SMALL_DEPTH, MAX_VARIANTS)?;
    drop(making);
    let documents = Rc::try_unwrap(found).unwrap_or_else(|found| found.to_vec());
    // Each document is weighed once, not for each comparison.
    let mut weighed: Vec<(usize, Document)> = documents
        .into_iter()
        .map(|document| (weight(&document), document))
        .collect();
    budget.sort_by_key(&mut weighed, |(weight, _)| *weight)?;
    let lightest = weighed.into_iter().take(MAX_SMALL);
    Ok(lightest.map(|(_, document)| document).collect())
}

/// The approximate size of a document as text.
fn weight(document: &Document) -> usize {
    match document {
        Document::Null => 1,
        Document::Bool(_) => 2,
        Document::Number(number) => 2 + number.to_string().len(),
        Document::String(text) => 3 + text.len(),
        Document::Array(elements) => 2 + elements.iter().map(weight).sum::<usize>(),
        Document::Object(members) => {
            let members = members.iter();
            2 + members
                .map(|(name, member)| 3 + name.len() + weight(member))
                .sum::<usize>()
        }
    }
}

/// For each node of a schema, the nodes that have it as a part.
pub(crate) struct Parents {
    /// The start of each part's nodes in the list, and the length of the list.
    starts: Box<[u32]>,
    nodes: Box<[NodeId]>,
}

impl Parents {
    /// Computes the parents of all nodes of a schema.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub(crate) fn of(schema: &Schema, budget: &Budget) -> Result<Parents> {
        let count = schema.ids().count();
        budget.parts(count as u64 + 1, size_of::<u32>() as u64)?;
        let mut starts = vec![0u32; count + 1];
        for id in schema.ids() {
            for part in schema.node(id).parts() {
                starts[part.0 as usize] += 1;
            }
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        budget.hold(u64::from(end) * size_of::<NodeId>() as u64)?;
        let mut nodes = vec![NodeId(0); end as usize];
        for id in schema.ids() {
            for part in schema.node(id).parts() {
                let start = &mut starts[part.0 as usize];
                *start -= 1;
                nodes[*start as usize] = id;
            }
        }
        Ok(Parents {
            starts: starts.into(),
            nodes: nodes.into(),
        })
    }

    /// The nodes that have a node as a part.
    fn of_part(&self, part: NodeId) -> &[NodeId] {
        let at = part.0 as usize;
        &self.nodes[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The nodes that lead to a node.
    fn leading_to(&self, target: NodeId, budget: &Budget) -> Result<IdSet<NodeId>> {
        let mut found = IdSet::default();
        let mut open = vec![target];
        while let Some(id) = open.pop() {
            if found.insert(id) {
                let parents = self.of_part(id);
                budget.parts(1 + parents.len() as u64, PARENT)?;
                open.extend(parents);
            }
        }
        Ok(found)
    }
}

struct Making<'a> {
    schema: &'a Schema,
    budget: &'a Budget,
    /// The number of parts of documents that may still be copied.
    copies_left: Cell<u64>,
    focus: Option<Focus<'a>>,
    toward: Option<IdSet<NodeId>>,
    minimal: IdMap<Vec<NodeId>, Option<Document>>,
    /// The variants of lists of nodes. Shared and recursive parts are varied once.
    varied: IdMap<Vec<NodeId>, Rc<Vec<Document>>>,
}

/// The number of parts of an array of elements.
fn parts(elements: &[Document]) -> u64 {
    1 + elements.iter().map(Document::size).sum::<u64>()
}

fn cap(count: u64) -> Option<usize> {
    (count <= MAX_LENGTH).then_some(count as usize)
}

impl<'a> Making<'a> {
    fn of(schema: &'a Schema, focus: Option<Focus<'a>>, budget: &'a Budget) -> Result<Making<'a>> {
        let toward = match &focus {
            Some(focus) => Some(focus.parents.leading_to(focus.node, budget)?),
            None => None,
        };
        Ok(Making {
            schema,
            budget,
            copies_left: Cell::new(MAX_COPIED),
            focus,
            toward,
            minimal: IdMap::default(),
            varied: IdMap::default(),
        })
    }

    /// The constraints of nodes, with the alternatives of a number chosen.
    fn facts(&self, ids: &[NodeId], choice: usize) -> Result<Facts<'a>> {
        let mut facts = Facts {
            types: Types::ALL,
            values: Vec::new(),
            ends: Vec::new(),
            steps: Vec::new(),
            lengths: Vec::new(),
            patterns: Vec::new(),
            prefix: Vec::new(),
            items: Vec::new(),
            contains: Vec::new(),
            counts: Vec::new(),
            sizes: Vec::new(),
            properties: Vec::new(),
            named: KeyedMap::default(),
            by_pattern: Vec::new(),
            additional: Vec::new(),
            names: Vec::new(),
            required: Vec::new(),
            together: Vec::new(),
            nodes: Vec::new(),
            choices: 1,
        };
        let mut open: Vec<NodeId> = ids.to_vec();
        let mut seen: IdSet<NodeId> = IdSet::default();
        while let Some(id) = open.pop() {
            if !seen.insert(id) || seen.len() > 256 {
                continue;
            }
            self.budget.charge(2)?;
            let node = self.schema.node(id);
            facts.add(id, node);
            let dependent = node.dependent.iter();
            facts
                .together
                .extend(dependent.map(|(name, part)| (name, &*self.schema.node(*part).required)));
            open.extend(node.reference.iter().chain(&node.all));
            for list in [&node.any, &node.one] {
                if !list.is_empty() {
                    facts.choices = facts.choices.max(list.len());
                    open.push(list[choice % list.len()]);
                }
            }
            if let Some(condition) = &node.condition {
                facts.choices = facts.choices.max(2);
                match choice % 2 {
                    0 => open.extend([Some(condition.when), condition.then].into_iter().flatten()),
                    _ => open.extend(condition.otherwise),
                }
            }
        }
        Ok(facts)
    }

    fn is_valid(&self, ids: &[NodeId], document: &Document) -> Result<bool> {
        for id in ids {
            if self.schema.validate_at(*id, document, self.budget)? != Validity::Valid {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns a small document that all nodes accept, if one is found.
    fn minimal(&mut self, ids: &[NodeId], depth: u32) -> Result<Option<Document>> {
        if let Some(known) = self.minimal.get(ids) {
            return match known {
                Some(known) if self.may_copy(known.size())? => Ok(Some(known.clone())),
                _ => Ok(None),
            };
        }
        let Some(depth) = depth.checked_sub(1) else {
            return Ok(None);
        };
        self.budget.charge(8)?;
        self.budget.hold(KNOWN + size_of_val(ids) as u64)?;
        // A recursive reference to the same nodes finds no document.
        self.minimal.insert(ids.to_vec(), None);
        let mut found = None;
        let mut choices = 1;
        let mut choice = 0;
        while found.is_none() && choice < choices.min(MAX_CHOICES) {
            let facts = self.facts(ids, choice)?;
            choices = facts.choices;
            choice += 1;
            let mut tries: Vec<Document> = Vec::new();
            tries.extend(facts.values.iter().map(|value| (*value).clone()));
            self.scalars(&facts, &mut tries)?;
            for document in tries {
                if facts.types.meets(Types::of(&document)) && self.is_valid(ids, &document)? {
                    found = Some(document);
                    break;
                }
            }
            if found.is_none() && facts.types.has(Types::ARRAY) {
                let least = facts
                    .counts
                    .iter()
                    .map(|count| count.min)
                    .max()
                    .unwrap_or(0);
                let base = self.array(&facts, least, depth)?;
                let base = base.map(Document::Array);
                if let Some(base) = base
                    && self.is_valid(ids, &base)?
                {
                    found = Some(base);
                }
            }
            if found.is_none() && facts.types.has(Types::OBJECT) {
                let base = self.object(&facts, depth)?.map(Document::Object);
                if let Some(base) = base
                    && self.is_valid(ids, &base)?
                {
                    found = Some(base);
                }
            }
        }
        if let Some(document) = &found
            && !self.may_copy(document.size())?
        {
            return Ok(None);
        }
        self.minimal.insert(ids.to_vec(), found.clone());
        Ok(found)
    }

    /// Adds documents without parts, at the bounds of the constraints.
    fn scalars(&self, facts: &Facts<'_>, out: &mut Vec<Document>) -> Result<()> {
        out.extend([Document::Null, Document::Bool(true), Document::Bool(false)]);
        let one = Numeral::from_i64(1);
        let half = Numeral::from_f64(0.5);
        let mut numbers: Vec<Numeral> = [0, 1, -1, 3].map(Numeral::from_i64).to_vec();
        numbers.extend(half.clone());
        for end in facts.ends.iter().take(8) {
            numbers.push((*end).clone());
            numbers.extend(end.plus(&one));
            numbers.extend(end.plus(&one.negated()));
            if let Some(half) = &half {
                numbers.extend(end.plus(half));
                numbers.extend(end.plus(&half.negated()));
            }
        }
        for step in facts.steps.iter().take(4) {
            numbers.push((*step).clone());
            numbers.extend(step.plus(step));
            numbers.extend(step.plus(&one));
        }
        numbers.push(Numeral::from_i64((1 << 53) + 1));
        numbers.extend(Numeral::from_f64(1e20));
        out.extend(numbers.into_iter().map(Document::Number));
        for text in ["", "a", "0", "1", "true", "ab", "no such text"] {
            out.push(Document::string(text));
        }
        for length in facts.lengths.iter().take(4) {
            let ends = [
                length.min.saturating_sub(1),
                length.min,
                length.min.saturating_add(1),
            ];
            let most = length.max.map(|max| [max, max.saturating_add(1)]);
            for count in ends.into_iter().chain(most.into_iter().flatten()) {
                if let Some(count) = cap(count) {
                    self.budget.charge(count as u64)?;
                    out.push(Document::string(format!("{:a<count$}", "")));
                }
            }
        }
        for pattern in facts.patterns.iter().take(4) {
            for text in pattern.samples(6, self.budget)? {
                out.push(Document::string(format!("{text}\n")));
                out.push(Document::string(format!("-{text}-")));
                out.push(Document::String(text));
            }
        }
        for value in facts.values.iter().take(8) {
            out.push((*value).clone());
            if let Document::String(text) = value {
                out.push(Document::string(text.to_uppercase()));
                out.push(Document::string(format!("{text}x")));
            }
        }
        Ok(())
    }

    /// Constructs an array of `count` small elements.
    fn array(
        &mut self,
        facts: &Facts<'_>,
        count: u64,
        depth: u32,
    ) -> Result<Option<Vec<Document>>> {
        let Some(count) = cap(count) else {
            return Ok(None);
        };
        let mut elements = Vec::with_capacity(count);
        for at in 0..count {
            let mut ids = self.element(facts, at);
            if at == 0 {
                ids.extend(&facts.contains);
            }
            match self.minimal(&ids, depth)? {
                Some(Document::Null) if at > 0 && ids.is_empty() => {
                    elements.push(Document::whole(at as i64));
                }
                // Elements of a set must differ: a part that is easy to change is changed.
                Some(element) if elements.contains(&element) => {
                    elements.push(self.other(&ids, &elements)?.unwrap_or(element));
                }
                Some(element) => elements.push(element),
                None => return Ok(None),
            }
        }
        Ok(Some(elements))
    }

    /// Returns a document without parts that the nodes accept and that is not among the known ones.
    fn other(&self, ids: &[NodeId], known: &[Document]) -> Result<Option<Document>> {
        let mut tries = Vec::new();
        self.scalars(&self.facts(ids, 0)?, &mut tries)?;
        self.budget.charge((tries.len() * known.len()) as u64)?;
        for document in tries {
            if !known.contains(&document) && self.is_valid(ids, &document)? {
                return Ok(Some(document));
            }
        }
        Ok(None)
    }

    fn element(&self, facts: &Facts<'_>, at: usize) -> Vec<NodeId> {
        match facts.prefix.get(at) {
            Some(ids) => ids.clone(),
            None => facts.items.clone(),
        }
    }

    /// The subschemas of a member.
    fn member(&self, facts: &Facts<'_>, name: &Str) -> Result<Vec<NodeId>> {
        let mut ids = match facts.named.get(name) {
            Some(at) => facts.properties[*at].1.clone(),
            None => Vec::new(),
        };
        for (pattern, id) in &facts.by_pattern {
            if pattern.is_match(name, self.budget)? == Some(true) {
                ids.push(*id);
            }
        }
        if ids.is_empty() {
            ids.extend(&facts.additional);
        }
        Ok(ids)
    }

    /// Constructs an object with its required members.
    fn object(&mut self, facts: &Facts<'_>, depth: u32) -> Result<Option<Vec<(Str, Document)>>> {
        let mut members: Vec<(Str, Document)> = Vec::new();
        let mut present: KeyedSet<Str> = KeyedSet::default();
        for name in &facts.required {
            self.budget.charge(2)?;
            if !present.insert((*name).clone()) {
                continue;
            }
            self.budget.hold(PART)?;
            let ids = self.member(facts, name)?;
            match self.minimal(&ids, depth)? {
                Some(member) => members.push(((*name).clone(), member)),
                None => return Ok(None),
            }
        }
        let least = facts.sizes.iter().map(|size| size.min).max().unwrap_or(0);
        let Some(least) = cap(least) else {
            return Ok(None);
        };
        let mut spare = self.spare_names(facts, least)?.into_iter();
        while members.len() < least {
            let Some(name) = spare.next() else {
                return Ok(None);
            };
            if present.contains(&name) {
                continue;
            }
            let ids = self.member(facts, &name)?;
            if let Some(member) = self.minimal(&ids, depth)? {
                present.insert(name.clone());
                members.push((name, member));
            }
        }
        Ok(Some(members))
    }

    /// Counts a copy of a document with a number of parts. Returns `false` if the limit is
    /// exceeded.
    fn may_copy(&self, parts: u64) -> Result<bool> {
        let Some(copies_left) = self.copies_left.get().checked_sub(parts) else {
            return Ok(false);
        };
        self.copies_left.set(copies_left);
        self.budget.parts(parts, PART)?;
        Ok(true)
    }

    /// Names for additional members: those in the schema, and others.
    fn spare_names(&mut self, facts: &Facts<'_>, most: usize) -> Result<Vec<Str>> {
        let mut names: Vec<Str> = Vec::new();
        for (name, _) in facts.properties.iter().take(most) {
            names.push((*name).clone());
        }
        for (pattern, _) in facts.by_pattern.iter().take(4) {
            names.extend(pattern.samples(3, self.budget)?);
        }
        for id in facts.names.clone() {
            let found = self.facts(&[id], 0)?;
            for value in &found.values {
                names.extend(value.as_str().cloned());
            }
            for pattern in &found.patterns {
                names.extend(pattern.samples(4, self.budget)?);
            }
        }
        for at in 0..most {
            names.push(format!("x{at}").into());
        }
        Ok(names)
    }

    /// Whether a position is varied.
    fn is_varied(&self, ids: &[NodeId]) -> bool {
        match &self.toward {
            Some(toward) => ids.iter().any(|id| toward.contains(id)),
            None => true,
        }
    }

    /// Returns documents for some nodes, accepted and not accepted ones.
    fn variants(&mut self, ids: &[NodeId], depth: u32, most: usize) -> Result<Rc<Vec<Document>>> {
        if let Some(known) = self.varied.get(ids) {
            return Ok(known.clone());
        }
        let Some(depth) = depth.checked_sub(1) else {
            return Ok(Rc::default());
        };
        self.budget.charge(16)?;
        self.budget.hold(KNOWN + size_of_val(ids) as u64)?;
        // The parts of a document leave some of the limit for the document itself.
        let kept = self.copies_left.get() / 4;
        self.copies_left.set(self.copies_left.get() - kept);
        let mut out: Vec<Document> = Vec::new();
        // A recursive reference to the same nodes finds no document.
        self.varied.insert(ids.to_vec(), Rc::default());
        out.extend(self.minimal(ids, depth)?);
        let mut choices = 1;
        let mut choice = 0;
        while choice < choices.min(MAX_CHOICES) && out.len() < most {
            let facts = self.facts(ids, choice)?;
            choices = facts.choices;
            choice += 1;
            if let Some(focus) = &self.focus
                && facts.nodes.contains(&focus.node)
            {
                for hint in focus.hints {
                    if self.may_copy(hint.size())? {
                        out.push(hint.clone());
                    }
                }
            }
            let before = out.len();
            self.scalars(&facts, &mut out)?;
            self.budget.hold((out.len() - before) as u64 * PART)?;
            self.arrays(&facts, depth, most, &mut out)?;
            self.objects(&facts, depth, most, &mut out)?;
        }
        out.truncate(most);
        out.shrink_to_fit();
        self.copies_left.set(self.copies_left.get() + kept);
        let found = Rc::new(out);
        self.varied.insert(ids.to_vec(), found.clone());
        Ok(found)
    }

    fn arrays(
        &mut self,
        facts: &Facts<'_>,
        depth: u32,
        most: usize,
        out: &mut Vec<Document>,
    ) -> Result<()> {
        out.push(Document::Array(Vec::new()));
        out.push(Document::Array(vec![
            Document::Bool(true),
            Document::string("a"),
        ]));
        if !facts.types.meets(Types::ARRAY) {
            return Ok(());
        }
        let least = facts
            .counts
            .iter()
            .map(|count| count.min)
            .max()
            .unwrap_or(0);
        let last = facts.prefix.len() as u64;
        let mut counts = vec![
            least,
            least.saturating_sub(1),
            least.saturating_add(1),
            last,
            last + 1,
        ];
        for count in &facts.counts {
            counts.extend(
                count
                    .max
                    .iter()
                    .flat_map(|max| [*max, max.saturating_add(1)]),
            );
        }
        polycty_core::sort::sort(&mut counts);
        counts.dedup();
        for count in counts {
            if let Some(elements) = self.array(facts, count, depth)? {
                if let [first, ..] = &*elements
                    && self.may_copy(2 * first.size())?
                {
                    let twice = vec![first.clone(), first.clone()];
                    out.push(Document::Array(twice));
                }
                out.push(Document::Array(elements));
            }
        }
        let Some(base) = self.array(facts, least.max(last).max(1), depth)? else {
            return Ok(());
        };
        let size = parts(&base);
        for at in 0..base.len().min(last as usize + 1) {
            let ids = self.element(facts, at);
            if !self.is_varied(&ids) && !ids.is_empty() {
                continue;
            }
            for variant in self.variants(&ids, depth, MAX_VARIANTS)?.iter() {
                if out.len() >= most || !self.may_copy(size + variant.size())? {
                    return Ok(());
                }
                let mut elements = base.clone();
                elements[at] = variant.clone();
                out.push(Document::Array(elements));
            }
        }
        Ok(())
    }

    fn objects(
        &mut self,
        facts: &Facts<'_>,
        depth: u32,
        most: usize,
        out: &mut Vec<Document>,
    ) -> Result<()> {
        out.push(Document::Object(Vec::new()));
        let stranger = crate::document::object([("no such name", Document::Bool(true))]);
        out.push(stranger);
        if !facts.types.meets(Types::OBJECT) {
            return Ok(());
        }
        let Some(base) = self.object(facts, depth)? else {
            return Ok(());
        };
        let size = 1 + base.iter().map(|(_, part)| part.size()).sum::<u64>();
        // On the path to a position, only the parts that lead there are varied.
        let focal = (self.focus.as_ref()).is_none_or(|focus| facts.nodes.contains(&focus.node));
        let most_less = if focal { MAX_MEMBERS } else { 0 };
        for at in 0..base.len().min(most_less) {
            if !self.may_copy(size)? {
                break;
            }
            let mut less = base.clone();
            less.remove(at);
            out.push(Document::Object(less));
        }
        let with = |name: &Str, member: Document| {
            let mut members = base.clone();
            match members.iter_mut().find(|(known, _)| known == name) {
                Some((_, known)) => *known = member,
                None => members.push((name.clone(), member)),
            }
            Document::Object(members)
        };
        for (name, member) in [("no such name", Document::Bool(true)), ("", Document::Null)] {
            if focal && self.may_copy(size)? {
                out.push(with(&name.into(), member));
            }
        }
        let mut names: Vec<Str> = Vec::new();
        for name in self.spare_names(facts, 2)? {
            names.push(name);
        }
        let properties = facts.properties.iter();
        let properties = properties.filter(|(_, ids)| self.toward.is_none() || self.is_varied(ids));
        names.extend(
            properties
                .take(MAX_MEMBERS)
                .map(|(name, _)| (*name).clone()),
        );
        names.extend(facts.required.iter().map(|name| (*name).clone()));
        let together = facts.together.iter().take(MAX_MEMBERS);
        names.extend(together.clone().map(|(name, _)| (*name).clone()));
        let mut seen: KeyedSet<Str> = KeyedSet::default();
        'names: for name in names {
            let ids = self.member(facts, &name)?;
            if !seen.insert(name.clone()) || !self.is_varied(&ids) && !ids.is_empty() {
                continue;
            }
            for variant in self.variants(&ids, depth, MAX_VARIANTS)?.iter() {
                if out.len() >= most || !self.may_copy(size + variant.size())? {
                    break 'names;
                }
                out.push(with(&name, variant.clone()));
            }
        }
        'groups: for (name, needed) in together {
            if out.len() >= most || !self.may_copy(size + needed.len() as u64)? {
                break;
            }
            let mut members = base.clone();
            let mut present: KeyedSet<Str> = members.iter().map(|(name, _)| name.clone()).collect();
            for name in iter::once(*name).chain(*needed) {
                if present.insert(name.clone()) {
                    let ids = self.member(facts, name)?;
                    let Some(member) = self.minimal(&ids, depth)? else {
                        continue 'groups;
                    };
                    members.push((name.clone(), member));
                }
            }
            out.push(Document::Object(members));
        }
        out.push(Document::Object(base));
        Ok(())
    }
}
