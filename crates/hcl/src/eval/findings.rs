//! Diagnostics of an evaluation, and the decision whether it continues.
//!
//! Whatever evaluates keeps a [`Findings`]: the diagnostics, charged to the budget as they
//! come, and what has ended the operation, if anything has. Then there is nothing to look for
//! any more, and the result is unknown as a whole: half of a value is none.

use super::Evaluated;
use polycty_core::calls::{Budget, Spent, cost};
use polycty_core::source::{Code, Diagnostic, Diagnostics, Error, Range, Reporter};
use polycty_core::values::Value;

/// The steps that telling one diagnostic takes: its words, and the names to suggest.
const TELLING: u64 = 40;

/// What an operation finds, out of its budget.
pub(crate) struct Findings<'a> {
    pub(crate) budget: &'a Budget,
    found: Diagnostics,
    /// What ended the operation.
    refusal: Option<Box<Diagnostic>>,
}

impl<'a> Findings<'a> {
    pub(crate) fn new(budget: &'a Budget) -> Findings<'a> {
        Findings {
            budget,
            found: Diagnostics::default(),
            refusal: None,
        }
    }

    /// Whether the operation is over, before its end.
    #[inline]
    pub(crate) fn ended(&self) -> bool {
        self.refusal.is_some()
    }

    /// A place among the diagnostics, for the questions below.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.found.count()
    }

    /// Whether something went wrong since a place.
    #[inline]
    pub(crate) fn failed_since(&self, place: usize) -> bool {
        self.ended() || self.found.failed_since(place)
    }

    /// Whether something went wrong since a place, before another one.
    #[cold]
    pub(crate) fn failed_before(&self, place: usize, end: usize) -> bool {
        self.ended() || self.found.failed_between(place, end)
    }

    /// Adds a diagnostic.
    #[cold]
    pub(crate) fn tell(&mut self, diagnostic: Diagnostic) {
        if self.ended() {
            return;
        }
        let range = diagnostic.subject;
        let spent = self.budget.charge(TELLING).err();
        let memory = diagnostic.memory() as u64;
        // What is past the limit of diagnostics is held only until here.
        match spent.or_else(|| self.budget.hold(memory).err()) {
            Some(spent) => self.end_at(spent, range),
            None if !self.found.push(diagnostic) => self.budget.release(memory),
            None => {}
        }
    }

    /// The known name that is nearest to a given one, for a diagnostic, if another one is kept.
    #[cold]
    pub(crate) fn suggest<'n>(
        &self,
        given: &str,
        known: impl Iterator<Item = &'n str>,
    ) -> Option<&'n str> {
        match self.found.is_full() {
            true => None,
            false => cost::suggest(given, known, self.budget),
        }
    }

    /// Adds what a part of the operation with the same budget has told, which has charged it.
    pub(crate) fn tell_all(&mut self, diagnostics: Vec<Diagnostic>) {
        for diagnostic in diagnostics {
            let memory = diagnostic.memory() as u64;
            if diagnostic.is_refusal() && self.budget.finish().is_err() {
                self.refusal.get_or_insert_with(|| Box::new(diagnostic));
            } else if !self.found.push(diagnostic) {
                self.budget.release(memory);
            }
        }
    }

    /// Takes those since a place away from the others.
    #[inline]
    pub(crate) fn split_off(&mut self, place: usize) -> Diagnostics {
        self.found.split_off(place)
    }

    /// Puts back what was taken away.
    #[inline]
    pub(crate) fn put_back(&mut self, diagnostics: Diagnostics) {
        self.found.append(diagnostics);
    }

    /// Drops what was taken away.
    #[inline]
    pub(crate) fn forget(&mut self, diagnostics: &Diagnostics) {
        if diagnostics.count() > 0 {
            self.forget_some(diagnostics);
        }
    }

    #[cold]
    fn forget_some(&mut self, diagnostics: &Diagnostics) {
        let memory = diagnostics.since(0).iter().map(Diagnostic::memory);
        self.budget.release(memory.sum::<usize>() as u64);
    }

    /// Drops those since a place.
    #[inline]
    pub(crate) fn forget_since(&mut self, place: usize) {
        if place < self.count() {
            let forgotten = self.split_off(place);
            self.forget(&forgotten);
        }
    }

    /// Those since a place, to be told what they are about.
    pub(crate) fn since_mut(&mut self, place: usize) -> &mut [Diagnostic] {
        self.found.since_mut(place)
    }

    /// Counts bytes before they are taken, and says whether they may be; where not, the
    /// operation is over at that place.
    #[inline]
    #[must_use]
    pub(crate) fn hold(&mut self, bytes: usize, at: impl Into<Range>) -> bool {
        match self.budget.hold(bytes as u64) {
            Ok(()) => true,
            Err(spent) => self.over(spent, at.into()),
        }
    }

    /// Counts steps before they are made, as [`Findings::hold`] does bytes.
    #[inline]
    #[must_use]
    pub(crate) fn work(&mut self, steps: usize, at: impl Into<Range>) -> bool {
        match self.budget.charge(steps as u64) {
            Ok(()) => true,
            Err(spent) => self.over(spent, at.into()),
        }
    }

    #[cold]
    fn over(&mut self, spent: Spent, at: Range) -> bool {
        self.end_at(spent, Some(at));
        false
    }

    /// Ends the operation where the budget is spent, if it is: to be asked after the failure of
    /// a part that has the same budget.
    pub(crate) fn end_if_spent(&mut self, at: Range) {
        if let Err(spent) = self.budget.finish() {
            self.end_at(spent, Some(at));
        }
    }

    fn end_at(&mut self, spent: Spent, at: Option<Range>) {
        let detail = match spent {
            Spent::Steps(most) => {
                format!("This expression takes more than {most} steps to evaluate.")
            }
            spent => Error::from(spent).sentence(),
        };
        self.end(Error::from(spent).code(), detail, at);
    }

    /// Ends the operation, in words of its own.
    #[cold]
    pub(crate) fn end(&mut self, code: Code, detail: impl Into<String>, at: Option<Range>) {
        if self.ended() {
            return;
        }
        let summary = match code {
            Code::Cancelled => "Evaluation cancelled",
            _ => "Evaluation limit reached",
        };
        let mut refusal = Reporter::Hcl.error(summary, detail).with_code(code);
        refusal.subject = at;
        self.refusal = Some(Box::new(refusal));
    }

    /// What was found; that which ended the operation comes last.
    pub(crate) fn into_vec(self) -> Vec<Diagnostic> {
        let mut diagnostics = self.found.into_vec();
        if let Some(refusal) = self.refusal {
            diagnostics.push(*refusal);
        }
        diagnostics
    }

    /// The value of the whole with what was found.
    pub(crate) fn finish(self, value: Value) -> Evaluated {
        let value = match self.ended() {
            true => Value::dynamic(),
            false => value,
        };
        let diagnostics = self.into_vec();
        Evaluated { value, diagnostics }
    }
}

/// The code of the diagnostic that tells an error: a refusal's is its own.
pub(crate) fn code_of(error: &Error) -> Code {
    match error.code().is_refusal() {
        true => error.code(),
        false => Code::Diagnostics,
    }
}
