//! Relations: comparison of two sides by the documents that they accept, with a witness.
//!
//! A side is a type of a language or the variables of a module, each with a question, or a schema.
//! A *proof* that two sides are related follows from the derivation of one from the other, where a
//! position without a note is exact, or from a structural proof of inclusion. A *witness* is a
//! document that one side accepts and the other refuses. It is constructed from both sides and
//! checked against both before it is returned. A result needs both: `Wider` means that inclusion
//! is proven and that there is a witness of the difference. If neither a proof nor a witness is
//! found, the inclusion is `Unknown`.

use crate::document::Document;
use crate::evaluate::Validity;
#[cfg(feature = "terraform")]
use crate::export::export_module;
use crate::export::{Details, Exported, export};
use crate::fits::{Question, fits};
use crate::inclusion::{Gap, gaps};
use crate::model::Schema;
use crate::notes::{MAX_NOTES, Mismatch, Note};
use crate::test_documents::{Focus, Parents, in_order, ranked, small, test_documents};
#[cfg(feature = "terraform")]
use crate::variables::Variables;
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::source::{Code, Result};
use polycty_core::types::Type;
use polycty_dialects::dialect;
use polycty_translate::translate_within;
use std::rc::Rc;

/// The maximum number of positions where a witness is searched.
const MAX_PLACES: usize = 64;

/// The maximum number of steps of all searches for witnesses.
const SEARCH: u64 = 1 << 23;

/// The maximum number of steps of a proof of inclusion. A proof that needs more is not known.
const PROOF: u64 = 1 << 22;

/// A side of a comparison.
#[derive(Clone, Copy, Debug)]
pub enum Side<'a> {
    /// The documents that satisfy a question about a type of a language.
    Type(&'a Type, DialectId, Question),
    /// The documents that the variables of a module accept.
    #[cfg(feature = "terraform")]
    Variables(&'a Variables, Question),
    /// The documents that a schema accepts.
    Schema(&'a Schema),
}

/// The relation of the second side to the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
// Exhaustive: these are all relations between two sets of documents.
pub enum Inclusion {
    /// Both sides accept the same documents.
    Exact = 1,
    /// The second side accepts all documents of the first, and more.
    Wider = 2,
    /// The second side accepts only documents of the first, and not all.
    Narrower = 3,
    /// Each side accepts documents that the other refuses.
    Unlike = 4,
    /// The relation could not be decided.
    Unknown = 5,
}

/// An inclusion, with the documents that show it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Relation {
    /// The relation of the second side to the first.
    pub inclusion: Inclusion,
    /// A document that the second side accepts and the first refuses.
    pub more: Option<Document>,
    /// A document that the first side accepts and the second refuses.
    pub less: Option<Document>,
}

/// The inclusions that are proven before a search for witnesses.
#[derive(Clone, Copy, Debug)]
struct Proven {
    /// The second side accepts all documents of the first.
    all: bool,
    /// The first side accepts all documents of the second.
    only: bool,
}

impl Proven {
    /// The inclusions that follow from notes. None follow if some notes may have been omitted.
    fn by(notes: &[Note]) -> Proven {
        let all = |mismatch| {
            notes.len() < MAX_NOTES && notes.iter().all(|note| note.mismatch == mismatch)
        };
        Proven {
            all: all(Mismatch::Wider),
            only: all(Mismatch::Narrower),
        }
    }
}

impl Side<'_> {
    /// Whether the side accepts a document.
    ///
    /// # Errors
    /// As [`fits`].
    pub fn takes(&self, document: &Document, budget: &Budget) -> Result<Validity> {
        match self {
            Side::Type(ty, language, question) => fits(document, ty, *language, *question, budget),
            #[cfg(feature = "terraform")]
            Side::Variables(variables, question) => variables.takes(document, *question, budget),
            Side::Schema(schema) => schema.validate(document, budget),
        }
    }

    /// Whether two sides are the same object.
    fn is(self, other: Side<'_>) -> bool {
        match (self, other) {
            (Side::Type(a, language, question), Side::Type(b, same, asked)) => {
                a == b && language == same && question == asked
            }
            (Side::Schema(a), Side::Schema(b)) => a.is(b),
            #[cfg(feature = "terraform")]
            (Side::Variables(a, question), Side::Variables(b, asked)) => {
                std::ptr::eq(a, b) && question == asked
            }
            _ => false,
        }
    }
}

/// The witnesses of a difference between two sides that were found so far.
struct Witnesses<'a> {
    first: Side<'a>,
    second: Side<'a>,
    more: Option<Document>,
    less: Option<Document>,
    /// The parents of the nodes of the schemas that were searched.
    parents: Vec<(Schema, Rc<Parents>)>,
}

impl Witnesses<'_> {
    /// The parents of the nodes of a schema, which are computed once.
    fn parents_of(&mut self, schema: &Schema, budget: &Budget) -> Result<Rc<Parents>> {
        let mut known = self.parents.iter();
        if let Some((_, parents)) = known.find(|(known, _)| known.is(schema)) {
            return Ok(parents.clone());
        }
        let parents = Rc::new(Parents::of(schema, budget)?);
        self.parents.push((schema.clone(), parents.clone()));
        Ok(parents)
    }

    fn look(&mut self, documents: &[Document], proven: Proven, budget: &Budget) -> Result<()> {
        for document in documents {
            if (self.more.is_some() || proven.only) && (self.less.is_some() || proven.all) {
                return Ok(());
            }
            let first = self.first.takes(document, budget)?;
            if first == Validity::Unknown {
                continue;
            }
            let second = self.second.takes(document, budget)?;
            match (first, second) {
                (Validity::Invalid, Validity::Valid) => {
                    self.more.get_or_insert_with(|| document.clone());
                }
                (Validity::Valid, Validity::Invalid) => {
                    self.less.get_or_insert_with(|| document.clone());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Searches for witnesses at the position of a note.
    fn look_at(
        &mut self,
        schema: &Schema,
        note: &Note,
        proven: Proven,
        search: &Search<'_>,
    ) -> Result<()> {
        let Some(node) = note.node else {
            return Ok(());
        };
        search.aside(|| {
            let focus = Focus {
                node,
                hints: &note.hints,
                parents: &*self.parents_of(schema, search.budget)?,
            };
            let documents = test_documents(schema, Some(focus), search.budget)?;
            self.look(&documents, proven, search.budget)
        })
    }

    /// Searches for witnesses at a position where a proof of inclusion failed.
    fn look_into(
        &mut self,
        [larger, smaller]: [&Schema; 2],
        gap: Gap,
        proven: Proven,
        search: &Search<'_>,
    ) -> Result<()> {
        search.aside(|| {
            let focus = Focus {
                node: gap.smaller,
                hints: &small(larger, gap.larger, search.budget)?,
                parents: &*self.parents_of(smaller, search.budget)?,
            };
            let documents = test_documents(smaller, Some(focus), search.budget)?;
            self.look(&documents, proven, search.budget)
        })
    }

    fn relation(self, proven: Proven) -> Relation {
        let inclusion = match (proven.all, proven.only, &self.more, &self.less) {
            (true, true, ..) => Inclusion::Exact,
            (_, _, Some(_), Some(_)) => Inclusion::Unlike,
            (true, _, Some(_), None) => Inclusion::Wider,
            (_, true, None, Some(_)) => Inclusion::Narrower,
            _ => Inclusion::Unknown,
        };
        Relation {
            inclusion,
            more: self.more,
            less: self.less,
        }
    }
}

/// Compares a result with its source. The notes must list all positions that are not exact, as
/// positions of `schema`.
pub(crate) fn judge(
    first: Side<'_>,
    second: Side<'_>,
    schema: &Schema,
    notes: &[Note],
    budget: &Budget,
) -> Result<Relation> {
    let proven = Proven::by(notes);
    let mut found = Witnesses {
        first,
        second,
        more: None,
        less: None,
        parents: Vec::new(),
    };
    let search = Search::new(budget);
    for note in notes.iter().take(MAX_PLACES) {
        found.look_at(schema, note, proven, &search)?;
    }
    if !(proven.all && proven.only) {
        search.within(|| found.look(&test_documents(schema, None, budget)?, proven, budget))?;
    }
    Ok(found.relation(proven))
}

impl Exported {
    /// Compares the schema with its source: the type or the variables.
    ///
    /// # Errors
    /// - As [`export`].
    /// - [`Code::Limit`] if the budget is exceeded.
    pub fn relation(&self, of: Side<'_>, budget: &Budget) -> Result<Relation> {
        let made = Side::Schema(&self.schema);
        judge(of, made, &self.schema, &self.notes, budget)
    }
}

/// Compares two sides.
///
/// # Errors
/// - As [`export`].
/// - [`Code::Limit`] if the budget is exceeded.
pub fn relation(first: Side<'_>, second: Side<'_>, budget: &Budget) -> Result<Relation> {
    let [a, b] = [first, second].map(|side| SideSchema::of(side, budget));
    let (a, b) = (a?, b?);
    if first.is(second) {
        return Ok(Relation {
            inclusion: Inclusion::Exact,
            more: None,
            less: None,
        });
    }
    let missing = |larger: &SideSchema<'_>, smaller: &SideSchema<'_>| -> Result<Option<Vec<Gap>>> {
        let mut found = Some(Vec::new());
        if smaller.is_within && larger.is_around {
            ended(budget, PROOF, || {
                found = gaps(larger.schema(), smaller.schema(), budget)?;
                Ok(())
            })?;
        }
        Ok(found)
    };
    let (less, more) = (missing(&b, &a)?, missing(&a, &b)?);
    let mut proven = Proven {
        all: less.is_none(),
        only: more.is_none(),
    };
    // The assignability rules of a language prove more than the schemas.
    if let (Side::Type(a, language, question), Side::Type(b, same, asked)) = (first, second)
        && language == same
        && question == Question::IsValue
        && asked == question
        && language != DialectId::Hcl
    {
        proven.all |= dialect(language).assignable(a, b, budget)?;
        proven.only |= dialect(language).assignable(b, a, budget)?;
    }
    let gaps = [less, more].map(Option::unwrap_or_default);
    let search = Search::new(budget);
    witnessed([first, second], [&a, &b], gaps, proven, &search)
}

/// Searches for witnesses of a difference between two sides. `less` and `more` are the gaps in the
/// proofs that the second side includes the first, and that the first includes the second.
fn witnessed(
    [first, second]: [Side<'_>; 2],
    [a, b]: [&SideSchema<'_>; 2],
    [less, more]: [Vec<Gap>; 2],
    proven: Proven,
    search: &Search<'_>,
) -> Result<Relation> {
    let mut found = Witnesses {
        first,
        second,
        more: None,
        less: None,
        parents: Vec::new(),
    };
    if proven.all && proven.only {
        return Ok(found.relation(proven));
    }
    for side in [a, b] {
        for note in side.notes().iter().take(MAX_PLACES) {
            found.look_at(side.schema(), note, proven, search)?;
        }
    }
    for gap in less {
        found.look_into([b.schema(), a.schema()], gap, proven, search)?;
    }
    for gap in more {
        found.look_into([a.schema(), b.schema()], gap, proven, search)?;
    }
    let mut general = Vec::new();
    for side in [a, b] {
        search.within(|| {
            general.extend(ranked(side.schema(), None, search.budget)?);
            Ok(())
        })?;
    }
    let general = in_order(general);
    search.within(|| found.look(&general, proven, search.budget))?;
    Ok(found.relation(proven))
}

/// The step limit of a search for witnesses. An exceeded limit ends the search without an error.
struct Search<'a> {
    budget: &'a Budget,
    since: u64,
}

impl<'a> Search<'a> {
    fn new(budget: &'a Budget) -> Search<'a> {
        Search {
            budget,
            since: budget.steps(),
        }
    }

    /// Runs a search and releases the memory of everything except a witness.
    fn aside(&self, look: impl FnOnce() -> Result<()>) -> Result<()> {
        let before = self.budget.bytes();
        let looked = self.within(look);
        let made = self.budget.bytes().saturating_sub(before);
        self.budget.release(made);
        looked
    }

    fn within(&self, look: impl FnOnce() -> Result<()>) -> Result<()> {
        let left = SEARCH.saturating_sub(self.budget.steps() - self.since);
        ended(self.budget, left.min(SEARCH / 4), look)
    }
}

/// Runs work that may stop after a number of steps without an error.
fn ended(budget: &Budget, steps: u64, work: impl FnOnce() -> Result<()>) -> Result<()> {
    let part = budget.at_most(steps);
    let done = work();
    drop(part);
    match done {
        Err(error) if error.code() == Code::Limit => Ok(budget.finish()?),
        done => done,
    }
}

/// The schema that represents a side in a comparison.
struct SideSchema<'a> {
    origin: Origin<'a>,
    /// Whether the schema accepts all documents of the side.
    is_within: bool,
    /// Whether the side accepts all documents of the schema.
    is_around: bool,
}

enum Origin<'a> {
    Made(Exported),
    Given(&'a Schema),
}

impl<'a> SideSchema<'a> {
    fn of(side: Side<'a>, budget: &Budget) -> Result<SideSchema<'a>> {
        Ok(match side {
            Side::Schema(schema) => SideSchema {
                origin: Origin::Given(schema),
                is_within: true,
                is_around: true,
            },
            Side::Type(ty, language, question) => {
                let details = &Details::default();
                SideSchema::made(export(ty, language, question, details, budget)?)
            }
            #[cfg(feature = "terraform")]
            Side::Variables(variables, question) => {
                SideSchema::made(export_module(variables.module(), question, budget)?.1)
            }
        })
    }

    fn made(made: Exported) -> SideSchema<'a> {
        let proven = Proven::by(&made.notes);
        SideSchema {
            is_within: proven.all,
            is_around: proven.only,
            origin: Origin::Made(made),
        }
    }

    fn schema(&self) -> &Schema {
        match &self.origin {
            Origin::Made(made) => &made.schema,
            Origin::Given(schema) => schema,
        }
    }

    fn notes(&self) -> &[Note] {
        match &self.origin {
            Origin::Made(made) => &made.notes,
            Origin::Given(_) => &[],
        }
    }
}

/// Returns a document that shows a difference between a type and its translation into a different
/// language: a value of one that is not a value of the other. Returns `None` if the translation is
/// exact or no such document was found.
///
/// # Errors
/// - As [`translate_within`] and [`export`].
/// - [`Code::Limit`] if the budget is exceeded.
pub fn translation_witness(
    ty: &Type,
    from: DialectId,
    to: DialectId,
    budget: &Budget,
) -> Result<Option<Document>> {
    let translation = translate_within(ty, from, to, budget)?;
    if translation.fit == polycty_translate::Fit::Exact {
        return Ok(None);
    }
    let sides = [
        Side::Type(ty, from, Question::IsValue),
        Side::Type(&translation.ty, to, Question::IsValue),
    ];
    let wider = translation.fit == polycty_translate::Fit::Wider;
    let proven = Proven {
        all: wider,
        only: !wider,
    };
    let found = shown(sides, proven, budget)?;
    Ok(if wider { found.more } else { found.less })
}

/// Returns a document that is a value of one type of a language and not of the other, which shows
/// why the one is not assignable to the other. Returns `None` if it is assignable or no such
/// document was found.
///
/// # Errors
/// - As [`export`].
/// - [`Code::Limit`] if the budget is exceeded.
pub fn assignability_witness(
    source: &Type,
    target: &Type,
    language: DialectId,
    budget: &Budget,
) -> Result<Option<Document>> {
    if dialect(language).assignable(source, target, budget)? {
        return Ok(None);
    }
    let sides = [source, target].map(|ty| Side::Type(ty, language, Question::IsValue));
    let proven = Proven {
        all: false,
        only: true,
    };
    Ok(shown(sides, proven, budget)?.less)
}

/// Searches for witnesses of two sides, except in a direction that is `proven`.
fn shown(sides: [Side<'_>; 2], proven: Proven, budget: &Budget) -> Result<Relation> {
    let [a, b] = sides.map(|side| SideSchema::of(side, budget));
    let (a, b) = (a?, b?);
    let search = Search::new(budget);
    let mut found = [Vec::new(), Vec::new()];
    search.within(|| {
        let pair = if proven.only { [&b, &a] } else { [&a, &b] };
        let [larger, smaller] = pair.map(SideSchema::schema);
        found[usize::from(!proven.only)] = gaps(larger, smaller, budget)?.unwrap_or_default();
        Ok(())
    })?;
    witnessed(sides, [&a, &b], found, proven, &search)
}
