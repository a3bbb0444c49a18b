//! Reading schemas from documents, by the keywords of each draft.
//!
//! Subschemas are read when they are first referred to, each once by its document and position,
//! from a work list. Cyclic references therefore terminate, and nothing recurses. The host provides
//! documents that a reference leads to outside of the schema's own document; nothing is fetched.

use crate::document::{Document, pointer_step};
use crate::model::{Bound, Condition, MAX_NODES, Node, NodeId, Schema, Types};
use crate::numeral::Numeral;
use crate::pattern::Pattern;
use crate::uri;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{IdMap, IdSet, KeyedMap, SizeRange, Str};
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// The maximum number of documents of a schema.
const MAX_DOCUMENTS: usize = 256;

/// The bytes charged for a subschema.
const NODE: u64 = 1024;

/// Up to this number, the members of an object are searched linearly; otherwise they are indexed.
const FEW: usize = 8;

/// The bytes charged for an indexed member.
const MEMBER: u64 = 48;

/// A draft of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
#[non_exhaustive]
pub enum Draft {
    /// Draft 4.
    Draft4 = 1,
    /// Schema objects of OpenAPI 3.0: draft 4 with some additional keywords.
    OpenApi30 = 2,
    /// Draft 6.
    Draft6 = 3,
    /// Draft 7.
    Draft7 = 4,
    /// 2019-09.
    Draft201909 = 5,
    /// 2020-12, also used by OpenAPI 3.1.
    Draft202012 = 6,
}

impl Draft {
    /// The draft that a document declares in `$schema` or `openapi`.
    #[must_use]
    pub fn declared_by(document: &Document) -> Option<Draft> {
        if let Some(version) = document.get("openapi").and_then(Document::as_str) {
            return Some(if version.starts_with("3.0") {
                Draft::OpenApi30
            } else {
                Draft::Draft202012
            });
        }
        let named = document.get("$schema")?.as_str()?;
        Some(match () {
            () if named.contains("draft-04") => Draft::Draft4,
            () if named.contains("draft-06") => Draft::Draft6,
            () if named.contains("draft-07") => Draft::Draft7,
            () if named.contains("2019-09") => Draft::Draft201909,
            () if named.contains("2020-12") || named.contains("oas/3.1") => Draft::Draft202012,
            () => return None,
        })
    }

    /// Whether keywords next to `$ref` are ignored.
    fn reference_excludes_siblings(self) -> bool {
        self <= Draft::Draft7
    }

    fn id_keyword(self) -> &'static str {
        match self {
            Draft::Draft4 | Draft::OpenApi30 => "id",
            _ => "$id",
        }
    }
}

/// Returns the document at an address without a fragment, or `None` if it is unknown.
pub type Retrieve<'a> = &'a dyn Fn(&str) -> Result<Option<Document>>;

/// Options of reading a schema.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// The draft of documents that declare none.
    pub draft: Draft,
    /// The position of the schema in the document, as a JSON pointer.
    pub pointer: &'a str,
    /// The address of the document.
    pub address: &'a str,
    /// Returns documents at other addresses.
    pub retrieve: Option<Retrieve<'a>>,
}

impl Default for Reading<'_> {
    fn default() -> Self {
        Reading {
            draft: Draft::Draft202012,
            pointer: "",
            address: "",
            retrieve: None,
        }
    }
}

impl Schema {
    /// Reads a schema from a document.
    ///
    /// # Errors
    /// - [`Code::Syntax`] with the position of a keyword whose value has the wrong form.
    /// - [`Code::NotFound`] for a reference without a target.
    /// - [`Code::Limit`] for more than `MAX_NODES` subschemas, or if the budget is exceeded.
    /// - Errors of the host's callback.
    pub fn read(document: &Document, reading: Reading<'_>, budget: &Budget) -> Result<Schema> {
        let mut reader = Reader {
            reading,
            budget,
            documents: Vec::new(),
            members: IdMap::default(),
            resources: KeyedMap::default(),
            known: KeyedMap::default(),
            locations: Vec::new(),
            dynamic: false,
        };
        budget.parts(document.size(), 64)?;
        let main = reader.add(reading.address, Rc::new(document.clone()), reading.draft)?;
        let root = reader.node_at(main, reading.pointer.to_owned())?;
        let mut nodes = Vec::new();
        while nodes.len() < reader.locations.len() {
            let node = reader.read(nodes.len())?;
            nodes.push(node);
        }
        let mut definitions: Vec<(Str, NodeId)> = Vec::new();
        let mut defined: IdSet<NodeId> = IdSet::default();
        for node in budget.charged(&nodes)? {
            if let Some(target) = node.reference
                && defined.insert(target)
            {
                let place = &nodes[target.0 as usize].place;
                let name = place.rsplit('/').next().unwrap_or_default();
                definitions.push((name.into(), target));
            }
        }
        Ok(Schema::new(nodes, root, definitions))
    }

    /// Reads a schema from a text.
    ///
    /// # Errors
    /// As [`Schema::read`] and [`Document::parse`].
    pub fn parse(text: &str, reading: Reading<'_>, budget: &Budget) -> Result<Schema> {
        Schema::read(&Document::parse(text, budget)?, reading, budget)
    }
}

/// A document, with its draft and address.
struct Known {
    root: Rc<Document>,
    draft: Draft,
    address: Str,
}

/// The position of a subschema.
#[derive(Clone)]
struct Location {
    document: usize,
    pointer: String,
    /// The address that its references are resolved against.
    base: Str,
}

struct Reader<'a> {
    reading: Reading<'a>,
    budget: &'a Budget,
    documents: Vec<Known>,
    /// The indices of the members of large objects, by their addresses in memory. The documents
    /// that contain them are not moved.
    members: IdMap<*const Document, KeyedMap<Str, usize>>,
    /// By address and anchor: the document and position.
    resources: KeyedMap<String, (usize, String)>,
    known: KeyedMap<(usize, String), NodeId>,
    locations: Vec<Location>,
    /// Whether there is a dynamic anchor.
    dynamic: bool,
}

impl Reader<'_> {
    /// Adds a document and all addresses and anchors that it defines.
    fn add(&mut self, address: &str, root: Rc<Document>, draft: Draft) -> Result<usize> {
        if self.documents.len() >= MAX_DOCUMENTS {
            let why = "the schema consists of too many documents";
            return Err(Error::new(Code::Limit, why));
        }
        let draft = Draft::declared_by(&root).unwrap_or(draft);
        let at = self.documents.len();
        let address = address.split('#').next().unwrap_or_default();
        self.documents.push(Known {
            root: root.clone(),
            draft,
            address: address.into(),
        });
        (self.resources).insert(address.to_owned(), (at, String::new()));
        self.addresses(&root, at, draft, address, &mut String::new())?;
        Ok(at)
    }

    /// The recursion is bounded by the nesting of documents.
    fn addresses(
        &mut self,
        part: &Document,
        document: usize,
        draft: Draft,
        base: &str,
        pointer: &mut String,
    ) -> Result<()> {
        self.budget.charge(1)?;
        match part {
            Document::Object(members) => {
                let member = |name| part.get(name);
                let base = own_base(
                    base,
                    draft,
                    member(draft.id_keyword()),
                    member("$ref").is_some(),
                );
                let text = |name| part.get(name).and_then(Document::as_str);
                if let Some(id) = text(draft.id_keyword()) {
                    let (address, anchor) = uri::resolve("", &base);
                    debug_assert!(anchor.is_empty());
                    self.budget.hold((address.len() + pointer.len()) as u64)?;
                    // Before 2019-09, an id that is only a fragment is an anchor.
                    match id.strip_prefix('#').filter(|_| draft <= Draft::Draft7) {
                        Some(anchor) => {
                            let name = format!("{address}#{anchor}");
                            self.resources.insert(name, (document, pointer.clone()));
                        }
                        None => {
                            self.resources.insert(address, (document, pointer.clone()));
                        }
                    }
                }
                self.dynamic |= text("$dynamicAnchor").is_some()
                    || matches!(part.get("$recursiveAnchor"), Some(Document::Bool(true)));
                for anchor in [text("$anchor"), text("$dynamicAnchor")]
                    .into_iter()
                    .flatten()
                {
                    self.budget.hold((base.len() + pointer.len()) as u64)?;
                    let name = format!("{base}#{anchor}");
                    self.resources.insert(name, (document, pointer.clone()));
                }
                for (name, member) in members {
                    // The values of these keywords are data.
                    if matches!(
                        &**name,
                        "enum" | "const" | "default" | "examples" | "example"
                    ) {
                        continue;
                    }
                    let length = pointer.len();
                    pointer.push_str(&pointer_step(name));
                    self.addresses(member, document, draft, &base, pointer)?;
                    pointer.truncate(length);
                }
            }
            Document::Array(elements) => {
                for (at, element) in elements.iter().enumerate() {
                    let length = pointer.len();
                    pointer.push_str(&format!("/{at}"));
                    self.addresses(element, document, draft, base, pointer)?;
                    pointer.truncate(length);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The address that references are resolved against in an inner subschema on the path to a
    /// position.
    fn base_in(&mut self, part: &Document, draft: Draft, base: &str) -> Result<String> {
        let id = self.member(part, draft.id_keyword())?;
        let refers = self.member(part, "$ref")?.is_some();
        Ok(own_base(base, draft, id, refers))
    }

    /// The node of a position, which is added to the work list if it is new.
    fn node_at(&mut self, document: usize, pointer: String) -> Result<NodeId> {
        if let Some(known) = self.known.get(&(document, pointer.clone())) {
            return Ok(*known);
        }
        let known = &self.documents[document];
        let (root, draft) = (known.root.clone(), known.draft);
        let mut base = known.address.to_string();
        let mut part = &*root;
        let mut steps = pointer.split('/');
        if steps.next() != Some("") {
            return Err(self.nowhere(&pointer));
        }
        // A position may be inside of subschemas with their own addresses.
        base = self.base_in(part, draft, &base)?;
        for step in steps {
            let next = self.step(part, step)?;
            part = next.ok_or_else(|| self.nowhere(&pointer))?;
            base = self.base_in(part, draft, &base)?;
        }
        if self.locations.len() >= MAX_NODES {
            let why = format!("the schema has more than {MAX_NODES} subschemas");
            return Err(Error::new(Code::Limit, why));
        }
        self.budget.hold(NODE + 2 * pointer.len() as u64)?;
        let id = NodeId(self.locations.len() as u32);
        self.locations.push(Location {
            document,
            pointer: pointer.clone(),
            base: base.into(),
        });
        self.known.insert((document, pointer), id);
        Ok(id)
    }

    /// The part of a document that a step of a JSON pointer selects.
    fn step<'d>(&mut self, part: &'d Document, step: &str) -> Result<Option<&'d Document>> {
        self.budget.charge(1)?;
        if let Document::Array(elements) = part {
            return Ok(step.parse().ok().and_then(|at: usize| elements.get(at)));
        }
        if step.contains('~') {
            self.member(part, &step.replace("~1", "/").replace("~0", "~"))
        } else {
            self.member(part, step)
        }
    }

    /// The member of an object. Large objects are indexed, because many of their members may be
    /// requested.
    fn member<'d>(&mut self, part: &'d Document, name: &str) -> Result<Option<&'d Document>> {
        let members = match part {
            Document::Object(members) if members.len() > FEW => members,
            other => return Ok(other.get(name)),
        };
        let by_name = match self.members.entry(std::ptr::from_ref(part)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                self.budget.parts(members.len() as u64, MEMBER)?;
                let names = members.iter().zip(0..);
                place.insert(names.map(|((name, _), at)| (name.clone(), at)).collect())
            }
        };
        Ok(by_name.get(name).map(|at| &members[*at].1))
    }

    /// The part of a document that a JSON pointer selects.
    fn part<'d>(&mut self, root: &'d Document, pointer: &str) -> Result<&'d Document> {
        let mut part = root;
        for step in pointer.split('/').skip(1) {
            let next = self.step(part, step)?;
            part = next.ok_or_else(|| self.nowhere(pointer))?;
        }
        Ok(part)
    }

    #[cold]
    fn nowhere(&self, reference: &str) -> Error {
        let message = format!("the reference {reference:?} has no target");
        Error::new(Code::NotFound, message)
    }

    /// The node of a reference.
    fn target(&mut self, base: &str, reference: &str) -> Result<NodeId> {
        let (address, fragment) = uri::resolve(base, reference);
        let (document, pointer) = match self.resources.get(&address) {
            Some((document, pointer)) => (*document, pointer.clone()),
            None => {
                let retrieve = self.reading.retrieve;
                let found = retrieve.map(|retrieve| retrieve(&address)).transpose()?;
                let Some(found) = found.flatten() else {
                    let message = format!("the document {address:?} is unknown");
                    return Err(Error::new(Code::NotFound, message));
                };
                self.budget.parts(found.size(), 64)?;
                let draft = self.reading.draft;
                (self.add(&address, Rc::new(found), draft)?, String::new())
            }
        };
        if fragment.is_empty() || fragment.starts_with('/') {
            return self.node_at(document, pointer + &fragment);
        }
        match self.resources.get(&format!("{address}#{fragment}")) {
            Some((document, pointer)) => {
                let (document, pointer) = (*document, pointer.clone());
                self.node_at(document, pointer)
            }
            None => Err(self.nowhere(reference)),
        }
    }

    fn read(&mut self, at: usize) -> Result<Node> {
        self.budget.charge(4)?;
        let location = self.locations[at].clone();
        let known = &self.documents[location.document];
        let (root, draft) = (known.root.clone(), known.draft);
        let mut node = Node::open(match location.document {
            0 => location.pointer.as_str().into(),
            _ => format!("{}#{}", known.address, location.pointer).into(),
        });
        let part = self.part(&root, &location.pointer)?;
        let members = match part {
            Document::Bool(true) => return Ok(node),
            Document::Bool(false) => {
                node.types = Types::NONE;
                return Ok(node);
            }
            Document::Object(members) => members,
            _ => {
                return Err(syntax_error(
                    &node.place,
                    "an object or a boolean is required",
                ));
            }
        };
        let mut keywords = Keywords {
            reader: self,
            node,
            part,
            location: &location,
            draft,
        };
        if draft.reference_excludes_siblings() && part.get("$ref").is_some() {
            keywords.reference("$ref")?;
            return Ok(keywords.node);
        }
        for (name, value) in keywords.reader.budget.charged(members)? {
            keywords.keyword(name, value)?;
        }
        Ok(keywords.node)
    }
}

/// The address that references in a subschema are resolved against, by its own address and whether
/// it is a reference.
fn own_base(base: &str, draft: Draft, id: Option<&Document>, refers: bool) -> String {
    let alone = draft.reference_excludes_siblings() && refers;
    match id.and_then(Document::as_str) {
        Some(id) if !alone && !id.starts_with('#') => uri::resolve(base, id).0,
        _ => base.to_owned(),
    }
}

#[cold]
fn syntax_error(place: &str, what: &str) -> Error {
    Error::new(Code::Syntax, format!("at {place:?}: {what}"))
}

/// A subschema whose keywords are being read.
struct Keywords<'r, 'a> {
    reader: &'r mut Reader<'a>,
    node: Node,
    part: &'r Document,
    location: &'r Location,
    draft: Draft,
}

impl Keywords<'_, '_> {
    fn error(&self, name: &str, what: &str) -> Error {
        syntax_error(&format!("{}{}", self.node.place, pointer_step(name)), what)
    }

    fn child(&mut self, steps: &[&str]) -> Result<NodeId> {
        let steps: String = steps.iter().map(|step| pointer_step(step)).collect();
        let pointer = format!("{}{steps}", self.location.pointer);
        self.reader.node_at(self.location.document, pointer)
    }

    fn children(&mut self, name: &str, value: &Document) -> Result<Vec<NodeId>> {
        let Some(elements) = value.as_array() else {
            return Err(self.error(name, "a list of schemas is required"));
        };
        let each = 0..elements.len();
        each.map(|at| self.child(&[name, &at.to_string()]))
            .collect()
    }

    fn members(&mut self, name: &str, value: &Document) -> Result<Vec<(Str, NodeId)>> {
        let Some(members) = value.as_object() else {
            return Err(self.error(name, "an object of schemas is required"));
        };
        let each = members.iter();
        each.map(|(key, _)| Ok((key.clone(), self.child(&[name, key])?)))
            .collect()
    }

    fn texts(&self, name: &str, value: &Document) -> Result<Vec<Str>> {
        let texts = value.as_array().map(|elements| {
            let mut texts = elements.iter().map(|element| element.as_str().cloned());
            texts.by_ref().collect::<Option<Vec<Str>>>()
        });
        (texts.flatten()).ok_or_else(|| self.error(name, "a list of strings is required"))
    }

    fn count(&self, name: &str, value: &Document) -> Result<u64> {
        let whole = match value {
            Document::Number(number) => number.to_integer(),
            _ => None,
        };
        match whole {
            Some(whole) if whole.signum() >= 0 => Ok(whole.to_u64().unwrap_or(u64::MAX)),
            _ => Err(self.error(name, "a whole number that is not negative is required")),
        }
    }

    fn flag(&self, name: &str) -> bool {
        matches!(self.part.get(name), Some(Document::Bool(true)))
    }

    fn reference(&mut self, name: &str) -> Result<()> {
        let Some(text) = self.part.get(name).and_then(Document::as_str) else {
            return Err(self.error(name, "a string is required"));
        };
        let target = self.reader.target(&self.location.base, text)?;
        match self.node.reference {
            None => self.node.reference = Some(target),
            Some(_) => self.node.all.push(target),
        }
        Ok(())
    }

    fn dynamic_reference(&mut self, name: &Str) -> Result<()> {
        if self.reader.dynamic {
            self.node.opaque.push(name.clone());
            return Ok(());
        }
        self.reference(name)
    }

    fn bound(&self, name: &str, value: &Document, exclusive: bool) -> Result<Bound> {
        match value {
            Document::Number(at) => Ok(Bound {
                at: at.clone(),
                exclusive,
            }),
            _ => Err(self.error(name, "a number is required")),
        }
    }

    fn keyword(&mut self, name: &Str, value: &Document) -> Result<()> {
        let draft = self.draft;
        let old = draft <= Draft::OpenApi30;
        match &**name {
            "$ref" => self.reference("$ref")?,
            // Without a dynamic anchor, a dynamic reference is an ordinary one.
            "$dynamicRef" if draft >= Draft::Draft202012 => self.dynamic_reference(name)?,
            "$recursiveRef" if draft == Draft::Draft201909 => self.dynamic_reference(name)?,
            "type" => self.types(value)?,
            "enum" => match value.as_array() {
                Some(values) => {
                    self.reader.budget.hold(value.size() * 64)?;
                    self.node.values.push(values.to_vec());
                }
                None => return Err(self.error(name, "a list is required")),
            },
            "const" if !old => self.node.values.push(vec![value.clone()]),
            "minimum" => {
                let exclusive = old && self.flag("exclusiveMinimum");
                let bound = self.bound(name, value, exclusive)?;
                self.node.minimum.push(bound);
            }
            "maximum" => {
                let exclusive = old && self.flag("exclusiveMaximum");
                let bound = self.bound(name, value, exclusive)?;
                self.node.maximum.push(bound);
            }
            "exclusiveMinimum" if !old => {
                let bound = self.bound(name, value, true)?;
                self.node.minimum.push(bound);
            }
            "exclusiveMaximum" if !old => {
                let bound = self.bound(name, value, true)?;
                self.node.maximum.push(bound);
            }
            "multipleOf" => match value {
                Document::Number(number) if *number > Numeral::from_i64(0) => {
                    self.node.multiple_of = Some(number.clone());
                }
                _ => return Err(self.error(name, "a number above zero is required")),
            },
            "minLength" => self.node.length.min = self.count(name, value)?,
            "maxLength" => self.node.length.max = Some(self.count(name, value)?),
            "pattern" => match value.as_str() {
                Some(text) => {
                    let pattern = Pattern::new(text.clone(), self.reader.budget)?;
                    self.node.pattern = Some(pattern);
                }
                None => return Err(self.error(name, "a string is required")),
            },
            "format" => self.node.format = value.as_str().cloned(),
            "prefixItems" if draft >= Draft::Draft202012 => {
                self.node.prefix = self.children(name, value)?;
            }
            "items" if draft < Draft::Draft202012 && value.as_array().is_some() => {
                self.node.prefix = self.children(name, value)?;
            }
            "items" => self.node.items = Some(self.child(&["items"])?),
            // The keyword only applies to elements after a list of schemas.
            "additionalItems"
                if draft < Draft::Draft202012
                    && (self.part.get("items")).is_some_and(|items| items.as_array().is_some()) =>
            {
                self.node.items = Some(self.child(&["additionalItems"])?);
            }
            "contains" if draft >= Draft::Draft6 => {
                let mut count = SizeRange { min: 1, max: None };
                if draft >= Draft::Draft201909 {
                    if let Some(min) = self.part.get("minContains") {
                        count.min = self.count("minContains", min)?;
                    }
                    if let Some(max) = self.part.get("maxContains") {
                        count.max = Some(self.count("maxContains", max)?);
                    }
                }
                self.node.contains = Some((self.child(&["contains"])?, count));
            }
            "minItems" => self.node.count.min = self.count(name, value)?,
            "maxItems" => self.node.count.max = Some(self.count(name, value)?),
            "uniqueItems" => self.node.unique = *value == Document::Bool(true),
            "properties" => self.node.properties = self.members(name, value)?,
            "patternProperties" if draft != Draft::OpenApi30 => {
                for (key, id) in self.members(name, value)? {
                    let pattern = Pattern::new(key, self.reader.budget)?;
                    self.node.patterns.push((pattern, id));
                }
            }
            "additionalProperties" => {
                self.node.additional = Some(self.child(&["additionalProperties"])?);
            }
            "propertyNames" if draft >= Draft::Draft6 => {
                self.node.names = Some(self.child(&["propertyNames"])?);
            }
            "required" if draft != Draft::Draft4 || value.as_array().is_some() => {
                self.node.required = self.texts(name, value)?;
            }
            "minProperties" => self.node.size.min = self.count(name, value)?,
            "maxProperties" => self.node.size.max = Some(self.count(name, value)?),
            "dependentRequired" if draft >= Draft::Draft201909 => self.dependencies(name, value)?,
            "dependentSchemas" if draft >= Draft::Draft201909 => self.dependencies(name, value)?,
            // Validators of later drafts also support it.
            "dependencies" if draft != Draft::OpenApi30 => self.dependencies(name, value)?,
            "allOf" => {
                let all = self.children(name, value)?;
                self.node.all.extend(all);
            }
            "anyOf" => self.node.any = self.children(name, value)?,
            "oneOf" => self.node.one = self.children(name, value)?,
            "not" => self.node.not = Some(self.child(&["not"])?),
            "if" if draft >= Draft::Draft7 => {
                let branch = |keywords: &mut Self, name: &str| match keywords.part.get(name) {
                    Some(_) => keywords.child(&[name]).map(Some),
                    None => Ok(None),
                };
                let condition = Condition {
                    when: self.child(&["if"])?,
                    then: branch(self, "then")?,
                    otherwise: branch(self, "else")?,
                };
                if condition.then.is_some() || condition.otherwise.is_some() {
                    self.node.condition = Some(condition);
                }
            }
            "unevaluatedProperties" | "unevaluatedItems" if draft >= Draft::Draft201909 => {
                self.unevaluated(name, value)?;
            }
            "title" => self.node.title = value.as_str().cloned(),
            "description" => self.node.description = value.as_str().cloned(),
            "default" => self.node.default = Some(value.clone()),
            _ => {}
        }
        Ok(())
    }

    fn types(&mut self, value: &Document) -> Result<()> {
        let named = |value: &Document| value.as_str().and_then(|name| Types::named(name));
        let types = match value {
            Document::Array(names) => names
                .iter()
                .map(named)
                .try_fold(Types::NONE, |all, one| one.map(|one| all | one)),
            one => named(one),
        };
        let Some(mut types) = types else {
            return Err(self.error(
                "type",
                "the name of a type or a list of such names is required",
            ));
        };
        if self.draft == Draft::OpenApi30 && self.flag("nullable") {
            types = types | Types::NULL;
        }
        self.node.types = types;
        Ok(())
    }

    fn dependencies(&mut self, name: &str, value: &Document) -> Result<()> {
        let Some(members) = value.as_object() else {
            return Err(self.error(name, "an object is required"));
        };
        for (key, value) in members {
            if value.as_array().is_some() {
                let needed = self.texts(name, value)?;
                self.node.needs.push((key.clone(), needed));
            } else {
                let node = self.child(&[name, key])?;
                self.node.dependent.push((key.clone(), node));
            }
        }
        Ok(())
    }

    /// Reads `unevaluatedProperties` and `unevaluatedItems`. Without keywords that apply other
    /// subschemas to the same document, they are equivalent to keywords for additional members and
    /// elements.
    fn unevaluated(&mut self, name: &Str, value: &Document) -> Result<()> {
        let applicators = [
            "$ref",
            "$dynamicRef",
            "$recursiveRef",
            "allOf",
            "anyOf",
            "oneOf",
            "not",
            "if",
            "dependentSchemas",
        ];
        let alone = !applicators.iter().any(|name| self.part.get(name).is_some());
        match &**name {
            _ if *value == Document::Bool(true) => {}
            "unevaluatedProperties" if alone => {
                if self.part.get("additionalProperties").is_none() {
                    self.node.additional = Some(self.child(&[name])?);
                }
            }
            "unevaluatedItems" if alone && self.part.get("contains").is_none() => {
                let rest = match self.part.get("items") {
                    Some(items) if items.as_array().is_some() => "additionalItems",
                    _ => "items",
                };
                if self.part.get(rest).is_none() {
                    self.node.items = Some(self.child(&[name])?);
                }
            }
            _ => self.node.opaque.push(name.clone()),
        }
        Ok(())
    }
}
