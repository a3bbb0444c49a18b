//! Writing schemas: 2020-12, independent of the draft that a schema was read from.
//!
//! The members of a subschema have a fixed order, annotations first and definitions last, so that a
//! schema always has the same text.

use crate::document::{Document, pointer_step};
use crate::model::{Bound, Node, NodeId, Schema, Types};
use crate::numeral::Numeral;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{IdMap, KeyedSet, SizeRange, Str};

/// The URI of the 2020-12 draft.
pub const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The maximum nesting of subschemas.
const MAX_DEPTH: u32 = 140;

/// Whether a written schema names its draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Heading {
    /// With `$schema`.
    Dialect,
    /// As a part of another document.
    None,
}

impl Schema {
    /// Returns the schema as a document, in 2020-12.
    ///
    /// # Errors
    /// [`Code::Limit`] for too deeply nested subschemas, or if the budget is exceeded.
    pub fn to_document(&self, heading: Heading, budget: &Budget) -> Result<Document> {
        let mut names: IdMap<NodeId, String> = IdMap::default();
        let mut taken: KeyedSet<Str> = KeyedSet::default();
        let mut definitions = Vec::new();
        for (name, id) in self.definitions() {
            if *id == self.root() {
                names.insert(*id, "#".to_owned());
                continue;
            }
            let mut free = name.clone();
            let mut turn = 1;
            while !taken.insert(free.clone()) {
                budget.charge(1)?;
                turn += 1;
                free = format!("{name}_{turn}").into();
            }
            let name = free;
            names.insert(*id, format!("#/$defs{}", pointer_step(&name)));
            definitions.push((name, *id));
        }
        let writing = Writing {
            schema: self,
            names,
            budget,
        };
        let root = writing.node(self.root(), MAX_DEPTH)?;
        let mut members = match heading {
            Heading::Dialect => vec![("$schema".into(), Document::string(DIALECT))],
            Heading::None => Vec::new(),
        };
        match root {
            Document::Object(all) => members.extend(all),
            Document::Bool(true) => {}
            root if members.is_empty() && definitions.is_empty() => return Ok(root),
            _ => members.push(("not".into(), Document::Object(Vec::new()))),
        }
        if !definitions.is_empty() {
            let each = definitions.into_iter();
            let each = each.map(|(name, id)| Ok((name, writing.node(id, MAX_DEPTH)?)));
            let all = each.collect::<Result<_>>()?;
            members.push(("$defs".into(), Document::Object(all)));
        }
        Ok(Document::Object(members))
    }
}

struct Writing<'a> {
    schema: &'a Schema,
    /// The references to nodes.
    names: IdMap<NodeId, String>,
    budget: &'a Budget,
}

type Members = Vec<(Str, Document)>;

fn push(members: &mut Members, name: &str, value: Option<Document>) {
    if let Some(value) = value {
        members.push((name.into(), value));
    }
}

impl Writing<'_> {
    fn node(&self, id: NodeId, depth: u32) -> Result<Document> {
        self.budget.parts(4, 64)?;
        let Some(depth) = depth.checked_sub(1) else {
            return Err(Error::new(
                Code::Limit,
                "the schema is nested too deep to be written",
            ));
        };
        let node = self.schema.node(id);
        let mut members = Members::new();
        let text = |text: &Option<Str>| text.clone().map(Document::String);
        push(&mut members, "title", text(&node.title));
        push(&mut members, "description", text(&node.description));
        if node.types == Types::NONE {
            if members.is_empty() {
                return Ok(Document::Bool(false));
            }
            push(&mut members, "not", Some(Document::Object(Vec::new())));
            return Ok(Document::Object(members));
        }
        let target = node.reference.and_then(|target| self.names.get(&target));
        push(
            &mut members,
            "$ref",
            target.map(|name| Document::string(name.as_str())),
        );
        self.kinds(node, &mut members);
        self.scalars(node, &mut members);
        self.array(node, &mut members, depth)?;
        self.object(node, &mut members, depth)?;
        self.applicators(node, &mut members, depth)?;
        push(&mut members, "default", node.default.clone());
        Ok(if members.is_empty() {
            Document::Bool(true)
        } else {
            Document::Object(members)
        })
    }

    fn nodes(&self, ids: &[NodeId], depth: u32) -> Result<Option<Document>> {
        let nodes = ids.iter().map(|id| self.node(*id, depth));
        let nodes = nodes.collect::<Result<Vec<_>>>()?;
        Ok((!nodes.is_empty()).then_some(Document::Array(nodes)))
    }

    fn one(&self, id: Option<NodeId>, depth: u32) -> Result<Option<Document>> {
        id.map(|id| self.node(id, depth)).transpose()
    }

    fn kinds(&self, node: &Node, members: &mut Members) {
        let listed = node.values.first();
        // The values determine the kinds.
        let is_said = listed
            .is_some_and(|values| (values.iter()).all(|value| node.types.has(Types::of(value))));
        if node.types != Types::ALL && !is_said {
            let names = [
                (Types::ARRAY, "array"),
                (Types::BOOL, "boolean"),
                (Types::INTEGER, "integer"),
                (Types::NUMBER, "number"),
                (Types::OBJECT, "object"),
                (Types::STRING, "string"),
                (Types::NULL, "null"),
            ];
            let named = names.into_iter().filter(|(kind, _)| {
                node.types.has(*kind)
                    && !(*kind == Types::INTEGER && node.types.has(Types::FRACTION))
            });
            let mut named: Vec<Document> = named.map(|(_, name)| Document::string(name)).collect();
            let kinds = match named.len() {
                1 => named.remove(0),
                _ => Document::Array(named),
            };
            push(members, "type", Some(kinds));
        }
        match node.values.first() {
            Some(values) if values.len() == 1 => push(members, "const", Some(values[0].clone())),
            Some(values) => push(members, "enum", Some(Document::Array(values.clone()))),
            None => {}
        }
    }

    fn scalars(&self, node: &Node, members: &mut Members) {
        let lowest = |bounds: &[Bound], exclusive| {
            let ends = bounds.iter().filter(|bound| bound.exclusive == exclusive);
            ends.map(|bound| bound.at.clone()).collect::<Vec<Numeral>>()
        };
        let number = |number: Option<Numeral>| number.map(Document::Number);
        let low = |exclusive| number(lowest(&node.minimum, exclusive).into_iter().max());
        let high = |exclusive| number(lowest(&node.maximum, exclusive).into_iter().min());
        push(members, "minimum", low(false));
        push(members, "exclusiveMinimum", low(true));
        push(members, "maximum", high(false));
        push(members, "exclusiveMaximum", high(true));
        push(
            members,
            "multipleOf",
            node.multiple_of.clone().map(Document::Number),
        );
        sizes(members, ["minLength", "maxLength"], node.length);
        let pattern = node.pattern.as_ref();
        push(
            members,
            "pattern",
            pattern.map(|one| Document::String(one.source().clone())),
        );
        push(members, "format", node.format.clone().map(Document::String));
    }

    fn array(&self, node: &Node, members: &mut Members, depth: u32) -> Result<()> {
        push(members, "prefixItems", self.nodes(&node.prefix, depth)?);
        push(members, "items", self.one(node.items, depth)?);
        if let Some((contains, count)) = node.contains {
            push(members, "contains", self.one(Some(contains), depth)?);
            if count != (SizeRange { min: 1, max: None }) {
                let min = Document::whole(i64::try_from(count.min).unwrap_or(i64::MAX));
                push(members, "minContains", Some(min));
                sizes(
                    members,
                    ["minContains", "maxContains"],
                    SizeRange { min: 0, ..count },
                );
            }
        }
        sizes(members, ["minItems", "maxItems"], node.count);
        push(
            members,
            "uniqueItems",
            node.unique.then_some(Document::Bool(true)),
        );
        Ok(())
    }

    fn object(&self, node: &Node, members: &mut Members, depth: u32) -> Result<()> {
        let all = |parts: &mut dyn Iterator<Item = (Str, NodeId)>| -> Result<Option<Document>> {
            let parts = parts.map(|(name, id)| Ok((name, self.node(id, depth)?)));
            let parts = parts.collect::<Result<Vec<_>>>()?;
            Ok((!parts.is_empty()).then_some(Document::Object(parts)))
        };
        let list = |names: &[Str]| {
            let names = names.iter().cloned().map(Document::String);
            Document::Array(names.collect())
        };
        push(
            members,
            "properties",
            all(&mut node.properties.iter().cloned())?,
        );
        let patterns = node.patterns.iter();
        let mut patterns = patterns.map(|(pattern, id)| (pattern.source().clone(), *id));
        push(members, "patternProperties", all(&mut patterns)?);
        push(
            members,
            "additionalProperties",
            self.one(node.additional, depth)?,
        );
        push(members, "propertyNames", self.one(node.names, depth)?);
        push(
            members,
            "required",
            (!node.required.is_empty()).then(|| list(&node.required)),
        );
        sizes(members, ["minProperties", "maxProperties"], node.size);
        if !node.needs.is_empty() {
            let needs = node.needs.iter();
            let needs = needs
                .map(|(name, needed)| (name.clone(), list(needed)))
                .collect();
            push(members, "dependentRequired", Some(Document::Object(needs)));
        }
        push(
            members,
            "dependentSchemas",
            all(&mut node.dependent.iter().cloned())?,
        );
        Ok(())
    }

    fn applicators(&self, node: &Node, members: &mut Members, depth: u32) -> Result<()> {
        let mut all = match self.nodes(&node.all, depth)? {
            Some(Document::Array(all)) => all,
            _ => Vec::new(),
        };
        // Each list of values after the first becomes a subschema.
        for values in node.values.iter().skip(1) {
            all.push(crate::document::object([(
                "enum",
                Document::Array(values.clone()),
            )]));
        }
        push(
            members,
            "allOf",
            (!all.is_empty()).then_some(Document::Array(all)),
        );
        push(members, "anyOf", self.nodes(&node.any, depth)?);
        push(members, "oneOf", self.nodes(&node.one, depth)?);
        push(members, "not", self.one(node.not, depth)?);
        if let Some(condition) = &node.condition {
            push(members, "if", self.one(Some(condition.when), depth)?);
            push(members, "then", self.one(condition.then, depth)?);
            push(members, "else", self.one(condition.otherwise, depth)?);
        }
        Ok(())
    }
}

fn sizes(members: &mut Members, [min, max]: [&str; 2], range: SizeRange) {
    let whole = |count: u64| Document::whole(i64::try_from(count).unwrap_or(i64::MAX));
    push(members, min, (range.min > 0).then(|| whole(range.min)));
    push(members, max, range.max.map(whole));
}
