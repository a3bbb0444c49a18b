//! Evaluation: validation of documents by schemas.
//!
//! The result has three values. It is unknown if it depends on a keyword that is not evaluated here
//! or on a pattern that the engine cannot run. Formats have no effect, as in the drafts.

use crate::document::{Document, text_weight};
use crate::model::{Node, NodeId, Schema, Types};
use crate::pattern::Pattern;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{KeyedSet, SizeRange, Str};

/// The maximum depth of subschemas that apply to one document. Beyond it, for example in a cycle of
/// references that does not consume a part of the document, the result is unknown.
const MAX_CALLS: u32 = 256;

/// The result of validating a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Validity {
    /// The schema accepts the document.
    Valid = 1,
    /// The schema refuses the document.
    Invalid = 2,
    /// The result depends on constraints that are not evaluated here.
    Unknown = 3,
}

use Validity::{Invalid, Unknown, Valid};

impl Validity {
    /// Converts a bool.
    #[must_use]
    pub fn of(holds: bool) -> Validity {
        if holds { Valid } else { Invalid }
    }

    fn maybe(holds: Option<bool>) -> Validity {
        holds.map_or(Unknown, Validity::of)
    }

    /// The conjunction.
    #[must_use]
    pub fn and(self, other: Validity) -> Validity {
        match (self, other) {
            (Invalid, _) | (_, Invalid) => Invalid,
            (Valid, Valid) => Valid,
            _ => Unknown,
        }
    }

    /// The disjunction.
    #[must_use]
    pub fn or(self, other: Validity) -> Validity {
        self.not().and(other.not()).not()
    }

    /// The negation.
    #[expect(clippy::should_implement_trait, reason = "the logic has three values")]
    #[must_use]
    pub fn not(self) -> Validity {
        match self {
            Valid => Invalid,
            Invalid => Valid,
            Unknown => Unknown,
        }
    }
}

impl Schema {
    /// Returns whether the schema accepts a document.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn validate(&self, document: &Document, budget: &Budget) -> Result<Validity> {
        self.validate_at(self.root(), document, budget)
    }

    /// Returns whether a subschema accepts a document.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn validate_at(
        &self,
        node: NodeId,
        document: &Document,
        budget: &Budget,
    ) -> Result<Validity> {
        let evaluation = Evaluation {
            schema: self,
            budget,
        };
        evaluation.node(node, document, MAX_CALLS)
    }
}

struct Evaluation<'a> {
    schema: &'a Schema,
    budget: &'a Budget,
}

/// Adds a condition to a conjunction, and returns `Invalid` as soon as one is not met.
macro_rules! hold {
    ($all:ident, $validity:expr) => {
        match $all.and($validity) {
            Invalid => return Ok(Invalid),
            validity => $all = validity,
        }
    };
}

impl Evaluation<'_> {
    fn node(&self, id: NodeId, document: &Document, calls: u32) -> Result<Validity> {
        self.budget.charge(1)?;
        let Some(calls) = calls.checked_sub(1) else {
            return Ok(Unknown);
        };
        let node = self.schema.node(id);
        if !node.types.meets(Types::of(document)) {
            return Ok(Invalid);
        }
        let mut all = Valid;
        if !node.values.is_empty() {
            hold!(all, Validity::of(node.lists(document, self.budget)?));
        }
        hold!(
            all,
            match document {
                Document::Number(_) => self.number(node, document),
                Document::String(text) => self.string(node, text)?,
                Document::Array(elements) => self.array(node, elements, calls)?,
                Document::Object(members) => self.object(node, document, members, calls)?,
                Document::Null | Document::Bool(_) => Valid,
            }
        );
        for part in node.reference.iter().chain(&node.all) {
            hold!(all, self.node(*part, document, calls)?);
        }
        if !node.any.is_empty() {
            let mut any = Invalid;
            for part in &node.any {
                any = any.or(self.node(*part, document, calls)?);
                if any == Valid {
                    break;
                }
            }
            hold!(all, any);
        }
        if !node.one.is_empty() {
            let (mut valid, mut unknown) = (0, 0);
            for part in &node.one {
                match self.node(*part, document, calls)? {
                    Valid => valid += 1,
                    Unknown => unknown += 1,
                    Invalid => {}
                }
                if valid > 1 {
                    break;
                }
            }
            hold!(
                all,
                match (valid, unknown) {
                    (1, 0) => Valid,
                    (0, 0) | (2.., _) => Invalid,
                    _ => Unknown,
                }
            );
        }
        if let Some(not) = node.not {
            hold!(all, self.node(not, document, calls)?.not());
        }
        if let Some(condition) = &node.condition {
            let branch = |branch: Option<NodeId>| match branch {
                Some(branch) => self.node(branch, document, calls),
                None => Ok(Valid),
            };
            hold!(
                all,
                match self.node(condition.when, document, calls)? {
                    Valid => branch(condition.then)?,
                    Invalid => branch(condition.otherwise)?,
                    Unknown => match (branch(condition.then)?, branch(condition.otherwise)?) {
                        (Valid, Valid) => Valid,
                        (Invalid, Invalid) => Invalid,
                        _ => Unknown,
                    },
                }
            );
        }
        if !node.opaque.is_empty() {
            hold!(all, Unknown);
        }
        Ok(all)
    }

    fn number(&self, node: &Node, document: &Document) -> Validity {
        let Document::Number(number) = document else {
            return Valid;
        };
        let mut bounds = (node
            .minimum
            .iter()
            .map(|bound| (number.cmp(&bound.at), bound)))
        .chain(
            node.maximum
                .iter()
                .map(|bound| (bound.at.cmp(number), bound)),
        );
        if bounds.any(|(order, bound)| order.is_lt() || order.is_eq() && bound.exclusive) {
            return Invalid;
        }
        match &node.multiple_of {
            Some(step) => Validity::maybe(number.is_multiple_of(step)),
            None => Valid,
        }
    }

    fn string(&self, node: &Node, text: &Str) -> Result<Validity> {
        if node.length != SizeRange::UNLIMITED {
            self.budget.charge(text_weight(text))?;
            if !node.length.contains(text.chars().count() as u64) {
                return Ok(Invalid);
            }
        }
        match &node.pattern {
            Some(pattern) => self.matches(pattern, text),
            None => Ok(Valid),
        }
    }

    fn matches(&self, pattern: &Pattern, text: &str) -> Result<Validity> {
        Ok(Validity::maybe(pattern.is_match(text, self.budget)?))
    }

    fn array(&self, node: &Node, elements: &[Document], calls: u32) -> Result<Validity> {
        if !node.count.contains(elements.len() as u64) {
            return Ok(Invalid);
        }
        let mut all = Valid;
        for (at, element) in elements.iter().enumerate() {
            if let Some(part) = node.prefix.get(at).copied().or(node.items) {
                hold!(all, self.node(part, element, calls)?);
            }
        }
        if node.unique && elements.len() > 1 {
            // Each element is traversed for its hash, and once more if a different element is
            // equal.
            let weight = elements.iter().map(Document::weight).sum::<u64>();
            self.budget.charge(weight * 2)?;
            let mut known: KeyedSet<&Document> = KeyedSet::default();
            let once = elements.iter().all(|element| known.insert(element));
            hold!(all, Validity::of(once));
        }
        if let Some((part, count)) = node.contains {
            let (mut valid, mut unknown) = (0, 0);
            for element in elements {
                match self.node(part, element, calls)? {
                    Valid => valid += 1,
                    Unknown => unknown += 1,
                    Invalid => {}
                }
            }
            let most = valid + unknown;
            hold!(
                all,
                match (count.contains(valid), count.contains(most)) {
                    (true, true) => Valid,
                    (false, false)
                        if most < count.min || count.max.is_some_and(|max| valid > max) =>
                    {
                        Invalid
                    }
                    _ => Unknown,
                }
            );
        }
        Ok(all)
    }

    fn object(
        &self,
        node: &Node,
        document: &Document,
        members: &[(Str, Document)],
        calls: u32,
    ) -> Result<Validity> {
        if !node.size.contains(members.len() as u64) {
            return Ok(Invalid);
        }
        self.charge_names(node, members)?;
        let asks =
            !(node.required.is_empty() && node.needs.is_empty() && node.dependent.is_empty());
        let given: Option<KeyedSet<&Str>> =
            (asks && members.len() > 8).then(|| members.iter().map(|(name, _)| name).collect());
        let has = |wanted: &Str| match &given {
            Some(given) => given.contains(wanted),
            None => members.iter().any(|(name, _)| name == wanted),
        };
        if !node.required.iter().all(has) {
            return Ok(Invalid);
        }
        let mut needed = node.needs.iter().filter(|(name, _)| has(name));
        if !needed.all(|(_, others)| others.iter().all(has)) {
            return Ok(Invalid);
        }
        let mut all = Valid;
        if !(node.properties.is_empty() && node.patterns.is_empty())
            || node.additional.is_some()
            || node.names.is_some()
        {
            for (name, member) in members {
                hold!(all, self.member(node, name, member, calls)?);
            }
        }
        for (name, part) in &node.dependent {
            if has(name) {
                hold!(all, self.node(*part, document, calls)?);
            }
        }
        Ok(all)
    }

    /// Charges the lookup of the names of a node, all of which may be hashed, and of the members,
    /// which are hashed once for each keyword.
    fn charge_names(&self, node: &Node, members: &[(Str, Document)]) -> Result<()> {
        let step = |name: &Str| 1 + text_weight(name);
        let needed = |others: &[Str]| others.iter().map(step).sum::<u64>();
        let needs = (node.needs.iter()).map(|(name, others)| step(name) + needed(others));
        let dependent = node.dependent.iter().map(|(name, _)| step(name));
        let asked = needed(&node.required) + needs.sum::<u64>() + dependent.sum::<u64>();
        let mut given = members.len() as u64 / 8;
        if asked > 0 || !node.properties.is_empty() {
            let names = members.iter().map(|(name, _)| text_weight(name));
            given += 2 * names.sum::<u64>();
        }
        Ok(self.budget.charge(asked + given)?)
    }

    fn member(&self, node: &Node, name: &Str, member: &Document, calls: u32) -> Result<Validity> {
        let mut all = Valid;
        let own = node.property(name);
        let mut additional = own.is_none();
        if let Some(part) = own {
            hold!(all, self.node(part, member, calls)?);
        }
        let mut unsure = false;
        for (pattern, part) in &node.patterns {
            match self.matches(pattern, name)? {
                Valid => {
                    additional = false;
                    hold!(all, self.node(*part, member, calls)?);
                }
                Invalid => {}
                Unknown => {
                    unsure = true;
                    let valid = self.node(*part, member, calls)?;
                    hold!(all, if valid == Valid { Valid } else { Unknown });
                }
            }
        }
        if let Some(part) = node.additional.filter(|_| additional) {
            let valid = self.node(part, member, calls)?;
            hold!(
                all,
                if unsure && valid != Valid {
                    Unknown
                } else {
                    valid
                }
            );
        }
        if let Some(part) = node.names {
            let name = Document::String(name.clone());
            hold!(all, self.node(part, &name, calls)?);
        }
        Ok(all)
    }
}
