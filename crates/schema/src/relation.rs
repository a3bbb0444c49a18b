//! Relations: whether two sides accept the same documents, and a document that tells them apart.
//!
//! A side is a type of a language or the variables of a module, by a question, or a schema. What is *proven* of two sides
//! comes from how one was made of the other: a place without a note is exact. What is *shown* is
//! a witness: a document that one side takes and the other refuses, made from what the sides say
//! and put to both before it is handed out. A verdict needs both: wider is what was only widened,
//! and shown to be; what can be neither proven nor shown is unknown.

use crate::candidates::{Focus, Parents, candidates, in_order, ranked, small};
use crate::document::Document;
use crate::evaluate::Validity;
#[cfg(feature = "terraform")]
use crate::export::export_module;
use crate::export::{Details, Exported, export};
use crate::fits::{Question, fits};
use crate::inclusion::{Gap, gaps};
use crate::model::Schema;
use crate::notes::{MAX_NOTES, Misfit, Note};
#[cfg(feature = "terraform")]
use crate::variables::Variables;
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::source::{Code, Result};
use polycty_core::types::Type;
use polycty_dialects::dialect;
use polycty_translate::translate_within;
use std::rc::Rc;

/// The most places that a witness is looked for at.
const MAX_PLACES: usize = 64;

/// The most steps that looking for witnesses takes in all.
const SEARCH: u64 = 1 << 23;

/// The most steps that a proof of inclusion takes: what is not proven by then is not known.
const PROOF: u64 = 1 << 22;

/// What is compared.
#[derive(Clone, Copy, Debug)]
pub enum Side<'a> {
    /// The documents that answer a question about a type of a language.
    Type(&'a Type, DialectId, Question),
    /// The documents that the variables of a module take.
    #[cfg(feature = "terraform")]
    Variables(&'a Variables, Question),
    /// The documents that a schema lets through.
    Schema(&'a Schema),
}

/// How the second side stands to the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
// Exhaustive: these are all relations between two sets of documents.
pub enum Verdict {
    /// Both take the same documents.
    Exact = 1,
    /// It takes all that the first takes, and more.
    Wider = 2,
    /// It takes only what the first takes, and less.
    Narrower = 3,
    /// Each takes what the other refuses.
    Unlike = 4,
    /// It could not be decided.
    Unknown = 5,
}

/// A verdict, with documents that show it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Relation {
    /// How the second side stands to the first.
    pub verdict: Verdict,
    /// A document that the second side takes and the first refuses.
    pub more: Option<Document>,
    /// A document that the first side takes and the second refuses.
    pub less: Option<Document>,
}

/// What is known of inclusion before anything is shown.
#[derive(Clone, Copy, Debug)]
struct Proven {
    /// The second side takes all that the first takes.
    all: bool,
    /// The first side takes all that the second takes.
    only: bool,
}

impl Proven {
    /// What follows from notes; nothing where some of them may have been left out.
    fn by(notes: &[Note]) -> Proven {
        let all =
            |misfit| notes.len() < MAX_NOTES && notes.iter().all(|note| note.misfit == misfit);
        Proven {
            all: all(Misfit::Wider),
            only: all(Misfit::Narrower),
        }
    }
}

impl Side<'_> {
    /// Whether the side takes a document.
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

    /// Whether it is the very same side.
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

/// Documents that tell two sides apart, as far as they were found.
struct Witnesses<'a> {
    first: Side<'a>,
    second: Side<'a>,
    more: Option<Document>,
    less: Option<Document>,
    /// The parents of the nodes of the schemas that were searched.
    parents: Vec<(Schema, Rc<Parents>)>,
}

impl Witnesses<'_> {
    /// The parents of the nodes of a schema, which are found once.
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

    /// What may tell the sides apart at the place of a note.
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
            let documents = candidates(schema, Some(focus), search.budget)?;
            self.look(&documents, proven, search.budget)
        })
    }

    /// What may tell the sides apart where inclusion was not proven.
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
            let documents = candidates(smaller, Some(focus), search.budget)?;
            self.look(&documents, proven, search.budget)
        })
    }

    fn relation(self, proven: Proven) -> Relation {
        let verdict = match (proven.all, proven.only, &self.more, &self.less) {
            (true, true, ..) => Verdict::Exact,
            (_, _, Some(_), Some(_)) => Verdict::Unlike,
            (true, _, Some(_), None) => Verdict::Wider,
            (_, true, None, Some(_)) => Verdict::Narrower,
            _ => Verdict::Unknown,
        };
        Relation {
            verdict,
            more: self.more,
            less: self.less,
        }
    }
}

/// How what was made stands to what it was made of, where notes say all places that are not
/// exact, and these are places of a schema.
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
        search.within(|| found.look(&candidates(schema, None, budget)?, proven, budget))?;
    }
    Ok(found.relation(proven))
}

impl Exported {
    /// How the schema stands to what it was made of: the type or the variables.
    ///
    /// # Errors
    /// As [`export`]; what is spent.
    pub fn relation(&self, of: Side<'_>, budget: &Budget) -> Result<Relation> {
        let made = Side::Schema(&self.schema);
        judge(of, made, &self.schema, &self.notes, budget)
    }
}

/// How two sides stand to each other.
///
/// # Errors
/// As [`export`]; what is spent.
pub fn relation(first: Side<'_>, second: Side<'_>, budget: &Budget) -> Result<Relation> {
    let [a, b] = [first, second].map(|side| Sketch::of(side, budget));
    let (a, b) = (a?, b?);
    if first.is(second) {
        return Ok(Relation {
            verdict: Verdict::Exact,
            more: None,
            less: None,
        });
    }
    let missing = |larger: &Sketch<'_>, smaller: &Sketch<'_>| -> Result<Option<Vec<Gap>>> {
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
    // Of one language its own rules know more.
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

/// What is shown of two sides that are drawn, beside what is proven of them; the gaps are where
/// the second does not include the first, and the other way round.
fn witnessed(
    [first, second]: [Side<'_>; 2],
    [a, b]: [&Sketch<'_>; 2],
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
    for sketch in [a, b] {
        for note in sketch.notes().iter().take(MAX_PLACES) {
            found.look_at(sketch.schema(), note, proven, search)?;
        }
    }
    for gap in less {
        found.look_into([b.schema(), a.schema()], gap, proven, search)?;
    }
    for gap in more {
        found.look_into([a.schema(), b.schema()], gap, proven, search)?;
    }
    let mut general = Vec::new();
    for sketch in [a, b] {
        search.within(|| {
            general.extend(ranked(sketch.schema(), None, search.budget)?);
            Ok(())
        })?;
    }
    let general = in_order(general);
    search.within(|| found.look(&general, proven, search.budget))?;
    Ok(found.relation(proven))
}

/// What looking for witnesses may take: where it ends nothing was found, and no more.
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

    /// Of what is made none but a witness is kept.
    fn aside(&self, look: impl FnOnce() -> Result<()>) -> Result<()> {
        let held = self.budget.bytes();
        let looked = self.within(look);
        let made = self.budget.bytes().saturating_sub(held);
        self.budget.release(made);
        looked
    }

    fn within(&self, look: impl FnOnce() -> Result<()>) -> Result<()> {
        let left = SEARCH.saturating_sub(self.budget.steps() - self.since);
        ended(self.budget, left.min(SEARCH / 4), look)
    }
}

/// Work that may end before it is done, by so many steps.
fn ended(budget: &Budget, steps: u64, work: impl FnOnce() -> Result<()>) -> Result<()> {
    let part = budget.at_most(steps);
    let done = work();
    drop(part);
    match done {
        Err(error) if error.code() == Code::Limit => Ok(budget.finish()?),
        done => done,
    }
}

/// A schema that stands for a side while it is compared.
struct Sketch<'a> {
    drawn: Drawn<'a>,
    /// Whether the schema has all documents of the side.
    is_within: bool,
    /// Whether the side has all documents of the schema.
    is_around: bool,
}

enum Drawn<'a> {
    Made(Exported),
    Given(&'a Schema),
}

impl<'a> Sketch<'a> {
    fn of(side: Side<'a>, budget: &Budget) -> Result<Sketch<'a>> {
        Ok(match side {
            Side::Schema(schema) => Sketch {
                drawn: Drawn::Given(schema),
                is_within: true,
                is_around: true,
            },
            Side::Type(ty, language, question) => {
                let details = &Details::default();
                Sketch::made(export(ty, language, question, details, budget)?)
            }
            #[cfg(feature = "terraform")]
            Side::Variables(variables, question) => {
                Sketch::made(export_module(variables.module(), question, budget)?.1)
            }
        })
    }

    fn made(made: Exported) -> Sketch<'a> {
        let proven = Proven::by(&made.notes);
        Sketch {
            is_within: proven.all,
            is_around: proven.only,
            drawn: Drawn::Made(made),
        }
    }

    fn schema(&self) -> &Schema {
        match &self.drawn {
            Drawn::Made(made) => &made.schema,
            Drawn::Given(schema) => schema,
        }
    }

    fn notes(&self) -> &[Note] {
        match &self.drawn {
            Drawn::Made(made) => &made.notes,
            Drawn::Given(_) => &[],
        }
    }
}

/// A document that shows how a type's translation into another language differs from it: one that
/// a value of the translation is written as and no value of the type, or the other way round.
/// None for an exact translation, and where none was found.
///
/// # Errors
/// As [`translate_within`] and [`export`]; what is spent.
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

/// A document that a value of one type of a language is written as and no value of another one:
/// why the one is not assignable to the other. None where it is, and where none was found.
///
/// # Errors
/// As [`export`]; what is spent.
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

/// What is shown of two sides, of which one is known to have no more than the other, or all.
fn shown(sides: [Side<'_>; 2], proven: Proven, budget: &Budget) -> Result<Relation> {
    let [a, b] = sides.map(|side| Sketch::of(side, budget));
    let (a, b) = (a?, b?);
    let search = Search::new(budget);
    let mut found = [Vec::new(), Vec::new()];
    search.within(|| {
        let pair = if proven.only { [&b, &a] } else { [&a, &b] };
        let [larger, smaller] = pair.map(Sketch::schema);
        found[usize::from(!proven.only)] = gaps(larger, smaller, budget)?.unwrap_or_default();
        Ok(())
    })?;
    witnessed(sides, [&a, &b], found, proven, &search)
}
