//! Relations: do two sides take the same documents, and which one tells them apart?
//!
//! A side is a type of a language or the variables of a module, by a question, or a schema. What is *proven* of two sides
//! comes from how one was made of the other: a place without a note is exact. What is *shown* is
//! a witness: a document that one side takes and the other refuses, made from what the sides say
//! and put to both before it is handed out. A verdict needs both: wider is what was only widened,
//! and shown to be; what can be neither proven nor shown is unknown.

use crate::candidates::{Focus, candidates, weight};
use crate::document::Document;
use crate::evaluate::Validity;
use crate::export::{Details, Exported, export, export_module};
use crate::fits::{Question, fits};
use crate::inclusion::includes;
use crate::model::Schema;
use crate::notes::{MAX_NOTES, Misfit, Note};
use crate::variables::Variables;
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::source::{Code, Result};
use polycty_core::types::Type;
use polycty_translate::{dialect, translate_within};

/// The most places that a witness is looked for at.
const MAX_PLACES: usize = 64;

/// The most steps that looking for witnesses takes in all.
const SEARCH: u64 = 1 << 23;

/// What is compared.
#[derive(Clone, Copy, Debug)]
pub enum Side<'a> {
    /// The documents that answer a question about a type of a language.
    Type(&'a Type, DialectId, Question),
    /// The documents that the variables of a module take.
    Variables(&'a Variables, Question),
    /// The documents that a schema lets through.
    Schema(&'a Schema),
}

/// How the second side stands to the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
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
            Side::Variables(variables, question) => variables.takes(document, *question, budget),
            Side::Schema(schema) => schema.validate(document, budget),
        }
    }
}

/// Documents that tell two sides apart, as far as they were found.
struct Witnesses<'a> {
    first: Side<'a>,
    second: Side<'a>,
    more: Option<Document>,
    less: Option<Document>,
}

impl Witnesses<'_> {
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
        let hints = &note.hints;
        let held = search.budget.bytes();
        let looked = search.within(|| {
            let focus = Some(Focus { node, hints });
            let documents = candidates(schema, focus, search.budget)?;
            self.look(&documents, proven, search.budget)
        });
        // None but a witness is kept.
        (search.budget).release(search.budget.bytes().saturating_sub(held));
        looked
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
    let mut proven = Proven {
        all: a.is_within && b.is_around && includes(b.schema(), a.schema(), budget)?,
        only: b.is_within && a.is_around && includes(a.schema(), b.schema(), budget)?,
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
    witnessed(first, second, &a, &b, proven, budget)
}

fn witnessed(
    first: Side<'_>,
    second: Side<'_>,
    a: &Sketch<'_>,
    b: &Sketch<'_>,
    proven: Proven,
    budget: &Budget,
) -> Result<Relation> {
    let mut found = Witnesses {
        first,
        second,
        more: None,
        less: None,
    };
    let search = Search::new(budget);
    let mut general = Vec::new();
    for sketch in [a, b] {
        if proven.all && proven.only {
            break;
        }
        for note in sketch.notes().iter().take(MAX_PLACES) {
            found.look_at(sketch.schema(), note, proven, &search)?;
        }
        search.within(|| {
            general.extend(candidates(sketch.schema(), None, budget)?);
            Ok(())
        })?;
    }
    general.sort_by_cached_key(weight);
    search.within(|| found.look(&general, proven, budget))?;
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

    fn within(&self, look: impl FnOnce() -> Result<()>) -> Result<()> {
        let left = SEARCH.saturating_sub(self.budget.steps() - self.since);
        let part = self.budget.at_most(left.min(SEARCH / 8));
        let done = look();
        drop(part);
        match done {
            Err(error) if error.code() == Code::Limit => Ok(self.budget.finish()?),
            done => done,
        }
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
    let first = Side::Type(ty, from, Question::IsValue);
    let second = Side::Type(&translation.ty, to, Question::IsValue);
    let (a, b) = (Sketch::of(first, budget)?, Sketch::of(second, budget)?);
    let wider = translation.fit == polycty_translate::Fit::Wider;
    let proven = Proven {
        all: wider,
        only: !wider,
    };
    let found = witnessed(first, second, &a, &b, proven, budget)?;
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
    let first = Side::Type(source, language, Question::IsValue);
    let second = Side::Type(target, language, Question::IsValue);
    let (a, b) = (Sketch::of(first, budget)?, Sketch::of(second, budget)?);
    let proven = Proven {
        all: false,
        only: true,
    };
    Ok(witnessed(first, second, &a, &b, proven, budget)?.less)
}
