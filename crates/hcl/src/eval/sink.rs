//! Diagnostics of an evaluation, and the decision whether it continues.
//!
//! Each evaluation has a [`DiagnosticSink`]: the diagnostics, which are charged to the budget when they
//! are added, and the diagnostic that ended the operation, if any. After that, evaluation stops,
//! and the result is unknown as a whole, because a partial value would be wrong.

use super::Evaluated;
use polycty_core::calls::{Budget, BudgetError, cost};
use polycty_core::source::{Code, Diagnostic, Diagnostics, Error, Range, Reporter};
use polycty_core::values::Value;

/// The steps to report one diagnostic: its text, and the search for names to suggest.
const REPORT_STEPS: u64 = 40;

/// The diagnostics of an operation and its budget.
pub(crate) struct DiagnosticSink<'a> {
    pub(crate) budget: &'a Budget,
    found: Diagnostics,
    /// The diagnostic that ended the operation.
    refusal: Option<Box<Diagnostic>>,
}

impl<'a> DiagnosticSink<'a> {
    pub(crate) fn new(budget: &'a Budget) -> DiagnosticSink<'a> {
        DiagnosticSink {
            budget,
            found: Diagnostics::default(),
            refusal: None,
        }
    }

    /// Whether the operation has ended early.
    #[inline]
    pub(crate) fn ended(&self) -> bool {
        self.refusal.is_some()
    }

    /// The number of diagnostics, used as a position by the methods below.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.found.count()
    }

    /// Whether errors were reported after a position.
    #[inline]
    pub(crate) fn failed_since(&self, place: usize) -> bool {
        self.ended() || self.found.failed_since(place)
    }

    /// Whether errors were reported between two positions.
    #[cold]
    pub(crate) fn failed_before(&self, place: usize, end: usize) -> bool {
        self.ended() || self.found.failed_between(place, end)
    }

    /// Adds a diagnostic.
    #[cold]
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        if self.ended() {
            return;
        }
        let range = diagnostic.subject;
        let spent = self.budget.charge(REPORT_STEPS).err();
        let memory = diagnostic.memory() as u64;
        // A diagnostic beyond the limit is charged only until here.
        match spent.or_else(|| self.budget.hold(memory).err()) {
            Some(spent) => self.end_at(spent, range),
            None if !self.found.push(diagnostic) => self.budget.release(memory),
            None => {}
        }
    }

    /// Returns the known name that is nearest to a given name, or `None` if no further diagnostic
    /// will be kept.
    #[cold]
    pub(crate) fn suggest<'n>(
        &self,
        given: &str,
        known: impl Iterator<Item = &'n str>,
    ) -> Option<&'n str> {
        if self.found.is_full() {
            None
        } else {
            cost::suggest(given, known, self.budget)
        }
    }

    /// Adds the diagnostics of a part of the operation, which has already charged them to the same
    /// budget.
    pub(crate) fn report_all(&mut self, diagnostics: Vec<Diagnostic>) {
        for diagnostic in diagnostics {
            let memory = diagnostic.memory() as u64;
            if diagnostic.is_refusal() && self.budget.finish().is_err() {
                self.refusal.get_or_insert_with(|| Box::new(diagnostic));
            } else if !self.found.push(diagnostic) {
                self.budget.release(memory);
            }
        }
    }

    /// Removes and returns the diagnostics after a position.
    #[inline]
    pub(crate) fn split_off(&mut self, place: usize) -> Diagnostics {
        self.found.split_off(place)
    }

    /// Adds diagnostics that were removed.
    #[inline]
    pub(crate) fn put_back(&mut self, diagnostics: Diagnostics) {
        self.found.append(diagnostics);
    }

    /// Releases the memory of diagnostics that were removed.
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

    /// Drops the diagnostics after a position.
    #[inline]
    pub(crate) fn forget_since(&mut self, place: usize) {
        if place < self.count() {
            let forgotten = self.split_off(place);
            self.forget(&forgotten);
        }
    }

    /// The diagnostics after a position, to be completed.
    pub(crate) fn since_mut(&mut self, place: usize) -> &mut [Diagnostic] {
        self.found.since_mut(place)
    }

    /// Charges bytes before they are allocated. If the budget is exceeded, ends the operation at a
    /// range and returns `false`.
    #[inline]
    #[must_use]
    pub(crate) fn hold(&mut self, bytes: usize, at: impl Into<Range>) -> bool {
        match self.budget.hold(bytes as u64) {
            Ok(()) => true,
            Err(spent) => self.over(spent, at.into()),
        }
    }

    /// Charges steps before they are executed, as [`DiagnosticSink::hold`] charges bytes.
    #[inline]
    #[must_use]
    pub(crate) fn work(&mut self, steps: usize, at: impl Into<Range>) -> bool {
        match self.budget.charge(steps as u64) {
            Ok(()) => true,
            Err(spent) => self.over(spent, at.into()),
        }
    }

    #[cold]
    fn over(&mut self, spent: BudgetError, at: Range) -> bool {
        self.end_at(spent, Some(at));
        false
    }

    /// Ends the operation if the budget is exceeded. Called after the failure of a part that has
    /// the same budget.
    pub(crate) fn end_if_spent(&mut self, at: Range) {
        if let Err(spent) = self.budget.finish() {
            self.end_at(spent, Some(at));
        }
    }

    fn end_at(&mut self, spent: BudgetError, at: Option<Range>) {
        let detail = match spent {
            BudgetError::Steps(most) => {
                format!("This expression takes more than {most} steps to evaluate.")
            }
            spent => Error::from(spent).sentence(),
        };
        self.end(Error::from(spent).code(), detail, at);
    }

    /// Ends the operation with a code and a text.
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

    /// Returns the diagnostics. The one that ended the operation is the last.
    pub(crate) fn into_vec(self) -> Vec<Diagnostic> {
        let mut diagnostics = self.found.into_vec();
        if let Some(refusal) = self.refusal {
            diagnostics.push(*refusal);
        }
        diagnostics
    }

    /// Returns the value of the whole expression with the diagnostics.
    pub(crate) fn finish(self, value: Value) -> Evaluated {
        let value = if self.ended() {
            Value::dynamic()
        } else {
            value
        };
        let diagnostics = self.into_vec();
        Evaluated { value, diagnostics }
    }
}

/// Returns the code of the diagnostic for an error: the code of a refusal, or
/// [`Code::Diagnostics`].
pub(crate) fn code_of(error: &Error) -> Code {
    if error.code().is_refusal() {
        error.code()
    } else {
        Code::Diagnostics
    }
}
