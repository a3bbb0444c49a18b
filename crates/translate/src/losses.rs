//! Losses: translated parts of a type, with the reasons why they are not exact.
//!
//! The reasons form a graph next to the types, with the same shared nodes, and are expanded to a
//! list with paths only at the end. The type of a reason is a parameter.

use super::fit::MAX_NOTES;
use super::semantic::{Mapping, Null, NullMismatch, TargetPart};
use polycty_core::calls::Budget;
use polycty_core::source::{Path, PathStep, Result};
use polycty_core::types::{Type, TypeError};
use std::rc::Rc;

/// A translated part, with reasons.
#[derive(Clone)]
pub struct Part<W> {
    /// The type.
    pub ty: Type,
    /// The type without null.
    pub bare: Type,
    /// Whether null is a value of the source type.
    pub null: Null,
    /// How the target type differs in this.
    pub null_misfit: Option<NullMismatch>,
    /// Whether null is its only value.
    pub is_null: bool,
    /// Whether the target has data, other than null, that the source does not have.
    pub loose: bool,
    /// Whether the source has instances that the target does not have.
    pub lost: bool,
    /// The reasons, if it is not exact.
    pub reasons: Option<Rc<Reasons<W>>>,
}

impl<W> Part<W> {
    /// Settles whether null is a value, in a position where no other part adds null. `reason`
    /// converts a mismatch of null.
    #[must_use]
    pub fn settled(mut self, reason: impl FnOnce(NullMismatch) -> W) -> Part<W> {
        if let Some(mismatch) = self.null_misfit {
            match mismatch {
                NullMismatch::Added(_) => self.loose = true,
                NullMismatch::Lacking(_) => self.lost = true,
            }
            self.reasons = Reasons::of([reason(mismatch)], self.reasons.map(|below| (None, below)));
        }
        self
    }

    /// Adds or removes null.
    ///
    /// # Errors
    /// As [`Mapping::with_null`].
    pub fn with_null(self, target: &dyn Mapping, null: Null) -> Result<Part<W>, TypeError> {
        let (ty, null_misfit) = target.with_null(&self.bare, null)?;
        Ok(Part {
            ty,
            null,
            null_misfit,
            ..self
        })
    }

    /// The information about the part that the target's mapping needs.
    #[must_use]
    pub fn target_part(&self) -> TargetPart<'_> {
        TargetPart {
            ty: &self.ty,
            bare: &self.bare,
            is_null: self.is_null,
            loose: self.loose,
        }
    }
}

/// The reasons of a part itself, and those of its parts.
pub struct Reasons<W> {
    own: Vec<W>,
    below: Vec<(Option<PathStep>, Rc<Reasons<W>>)>,
}

impl<W> Reasons<W> {
    /// Combines the reasons of a part itself with those of its parts and the path steps to these.
    /// Returns `None` if there are no reasons.
    #[must_use]
    pub fn of(
        own: impl IntoIterator<Item = W>,
        below: impl IntoIterator<Item = (Option<PathStep>, Rc<Reasons<W>>)>,
    ) -> Option<Rc<Reasons<W>>> {
        let reasons = Reasons {
            own: own.into_iter().collect(),
            below: below.into_iter().collect(),
        };
        let none = reasons.own.is_empty() && reasons.below.is_empty();
        (!none).then(|| Rc::new(reasons))
    }

    /// Converts the first [`MAX_NOTES`] reasons with their paths, from the outside in.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn notes<N>(&self, budget: &Budget, note: impl Fn(&W, Path) -> N) -> Result<Vec<N>> {
        let mut notes = Vec::new();
        self.write(&mut Vec::new(), &mut notes, budget, &note)?;
        Ok(notes)
    }

    /// Each branch ends in a reason, so the limit also bounds the time.
    fn write<N>(
        &self,
        path: &mut Vec<PathStep>,
        notes: &mut Vec<N>,
        budget: &Budget,
        note: &impl Fn(&W, Path) -> N,
    ) -> Result<()> {
        for reason in &self.own {
            if notes.len() < MAX_NOTES {
                budget.parts(1, (size_of::<N>() + size_of_val(&**path)) as u64)?;
                notes.push(note(reason, path.iter().cloned().collect()));
            }
        }
        for (step, below) in &self.below {
            if notes.len() >= MAX_NOTES {
                break;
            }
            path.extend(step.clone());
            below.write(path, notes, budget, note)?;
            path.truncate(path.len() - usize::from(step.is_some()));
        }
        Ok(())
    }
}
