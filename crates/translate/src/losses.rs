//! Losses: what does a part of a type become in another notation, and what keeps it from being
//! the same?
//!
//! Reasons are kept as a graph beside the types, as shared as these, and are written out with
//! their paths only at the end. What a reason is, is for those to say who look for them.

use super::fit::MAX_NOTES;
use super::meaning::{Mapping, Null, NullMisfit, TargetPart};
use polycty_core::calls::Budget;
use polycty_core::source::{Path, PathStep, Result};
use polycty_core::types::{Type, TypeError};
use std::rc::Rc;

/// A part in the target's types, with reasons of some kind.
#[derive(Clone)]
pub struct Part<W> {
    /// The type.
    pub ty: Type,
    /// The type, null aside.
    pub bare: Type,
    /// Whether the source has null among its values.
    pub null: Null,
    /// How the target differs in this.
    pub null_misfit: Option<NullMisfit>,
    /// Whether it stands for null alone.
    pub is_null: bool,
    /// Whether the target has data, null aside, that the source has not.
    pub loose: bool,
    /// Whether the source has instances that the target has not.
    pub lost: bool,
    /// Why, if it is not exact.
    pub reasons: Option<Rc<Reasons<W>>>,
}

impl<W> Part<W> {
    /// The part in a place where nothing else brings null along, with the reason that a misfit
    /// of null is.
    #[must_use]
    pub fn settled(mut self, reason: impl FnOnce(NullMisfit) -> W) -> Part<W> {
        if let Some(misfit) = self.null_misfit {
            match misfit {
                NullMisfit::Added(_) => self.loose = true,
                NullMisfit::Lacking(_) => self.lost = true,
            }
            self.reasons = Reasons::of([reason(misfit)], self.reasons.map(|below| (None, below)));
        }
        self
    }

    /// The part with null among its values or not.
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

    /// What the target's mapping is told of it.
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

/// Why a part is not exact, and its parts are not.
pub struct Reasons<W> {
    own: Vec<W>,
    below: Vec<(Option<PathStep>, Rc<Reasons<W>>)>,
}

impl<W> Reasons<W> {
    /// The reasons of a part itself, and of its parts with the steps that lead there; none where
    /// there are neither.
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

    /// What there is to say of each reason and the path to it, from the outside in, for the first
    /// [`MAX_NOTES`] of them.
    ///
    /// # Errors
    /// What is spent.
    pub fn notes<N>(&self, budget: &Budget, note: impl Fn(&W, Path) -> N) -> Result<Vec<N>> {
        let mut notes = Vec::new();
        self.write(&mut Vec::new(), &mut notes, budget, &note)?;
        Ok(notes)
    }

    /// Each branch ends in a reason, so that the limit bounds the time as well.
    fn write<N>(
        &self,
        path: &mut Vec<PathStep>,
        notes: &mut Vec<N>,
        budget: &Budget,
        note: &impl Fn(&W, Path) -> N,
    ) -> Result<()> {
        for reason in &self.own {
            if notes.len() < MAX_NOTES {
                budget.charge(1)?;
                budget.hold((size_of::<N>() + size_of_val(&**path)) as u64)?;
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
