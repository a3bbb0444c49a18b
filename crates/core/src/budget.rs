//! Budgets: limits on the steps, bytes, levels and time of an operation.
//!
//! A [`Budget`] counts the resources of one operation and of all operations that it starts: an
//! evaluation borrows it and passes it to the functions that it calls, and these to the expressions
//! that they evaluate. Its counters are cells, so that a shared reference is enough to charge it,
//! from one thread at a time. Another thread can only cancel the operation, with a [`Cancel`].
//!
//! Each operation defines its steps; a step is bounded work. Bytes are the memory that is held at
//! the same time. The cancel flag and the clock are checked every [`CHECK_INTERVAL`] steps, so that
//! charging a step is an addition and a comparison.
//!
//! If no budget is set, [`Budget::standard`] applies, which is safe for servers that process small
//! hostile texts. [`Limits`] describe other limits; [`Budget::bounded`] applies them.
//!
//! ```
//! use polycty_core::calls::{Budget, Cancel, BudgetError};
//! let cancel = Cancel::new();
//! let budget = Budget::new().limit_steps(10).cancelled_by(&cancel);
//! assert_eq!(budget.charge(4), Ok(()));
//! {
//!     let _part = budget.at_most(5);
//!     assert_eq!(budget.charge(6), Err(BudgetError::Steps(5)));
//! }
//! cancel.raise();
//! assert_eq!(budget.check(), Err(BudgetError::Cancelled));
//! ```

mod each;
mod held;
mod left;
mod list;
pub mod measured;
mod order;
mod text;
mod worklist;

pub use each::Each;
pub use held::HeldBytes;
pub use list::Table;
pub use text::GrowingText;
pub use worklist::Worklist;

use crate::source::{Code, Error};
use measured::Baseline;
use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The number of steps between two checks of the flag and the clock.
pub const CHECK_INTERVAL: u64 = 1024;

/// The steps before the clock of the default deadline starts.
pub const FIRST_CHECK: u64 = 1 << 13;

/// The time limit of [`Budget::standard`].
pub const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// A flag that any thread may raise to end the operations whose budgets have it. A raised flag
/// stays raised. A clone is the same flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Creates a flag that is not raised.
    #[must_use]
    #[inline]
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Ends the operations that have the flag, at their next check of it.
    #[inline]
    pub fn raise(&self) {
        // The flag publishes no other data, so no ordering is needed.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    #[must_use]
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of steps.
    pub steps: u64,
    /// The maximum number of bytes that may be held at the same time.
    pub bytes: u64,
    /// The maximum duration; unlimited if `None`. An operation that ends by its time limit may end
    /// at a different step on a different machine.
    pub time: Option<Duration>,
}

impl Limits {
    /// About a second of work and 256 MiB on any machine, without a time limit.
    /// [`Budget::standard`] has a time limit in addition.
    pub const STANDARD: Limits = Limits {
        steps: 1 << 24,
        bytes: 1 << 28,
        time: None,
    };
}

/// The reason why an operation must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BudgetError {
    /// The operation exceeded this number of steps.
    Steps(u64),
    /// The operation would exceed this number of bytes.
    Bytes(u64),
    /// The time limit is exceeded.
    Time,
    /// Expressions or functions are nested too deep.
    Levels,
    /// The flag was raised, or a callback ended the operation ([`Budget::end`]).
    Cancelled,
}

impl From<BudgetError> for Error {
    #[cold]
    fn from(spent: BudgetError) -> Error {
        match spent {
            BudgetError::Steps(most) => {
                let message = format!("the operation takes more than {most} steps");
                Error::new(Code::Limit, message)
            }
            BudgetError::Bytes(most) => {
                let message = format!("the operation needs more than {most} bytes");
                Error::new(Code::Limit, message)
            }
            BudgetError::Time => {
                Error::new(Code::Limit, "the time limit of the operation is exceeded")
            }
            BudgetError::Levels => {
                let message = "expressions and the functions that they call are nested too deep";
                Error::new(Code::Limit, message)
            }
            BudgetError::Cancelled => Error::new(Code::Cancelled, "the operation was cancelled"),
        }
    }
}

/// The limits and the counters of an operation.
#[derive(Debug)]
pub struct Budget {
    steps: Cell<u64>,
    /// The number of steps after which the next check is made.
    check_after: Cell<u64>,
    limit: Cell<StepLimit>,
    levels: Cell<u32>,
    bytes: Cell<u64>,
    max_bytes: u64,
    /// The bytes that may be held without a further look: the maximum after the first charge.
    free_bytes: Cell<u64>,
    /// The memory of the thread at the first charge of bytes or the first check.
    baseline: Cell<Baseline>,
    /// The refusal of the operation, other than for steps and time.
    refused: Cell<Refused>,
    /// The state of the default deadline.
    default_time: Cell<DefaultTime>,
    /// Whether the levels include those of the operation around.
    shared: bool,
    /// Fields that few operations need, in one allocation, since a budget is created for every
    /// call.
    rest: OnceCell<Box<RareFields>>,
}

/// A refusal of the operation. It persists even if the error is handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refused {
    Nothing,
    Bytes,
    Levels,
    /// A callback ended the operation.
    Everything,
}

/// The deadline of a budget without explicit limits. Its clock starts at the first check, so that
/// short operations never read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DefaultTime {
    None,
    NotStarted,
    Ends(Instant),
}

/// The fields of a budget that few operations need.
#[derive(Debug, Default)]
struct RareFields {
    watch: Option<Arc<Watch>>,
    /// The error that a callback ended the operation with.
    ended: RefCell<Option<Error>>,
    /// The value of [`Budget::remember`].
    memory: RefCell<Option<Box<dyn Any + Send>>>,
}

/// A snapshot of a budget, for an operation that shares the budget but cannot borrow it.
#[derive(Clone, Debug)]
pub struct Share {
    steps: u64,
    /// The steps of the budget when the snapshot was taken.
    before: u64,
    limit: StepLimit,
    levels: u32,
    bytes: u64,
    max_bytes: u64,
    baseline: Baseline,
    /// The memory of the thread when the snapshot was taken.
    memory: Baseline,
    default_time: DefaultTime,
    watch: Option<Arc<Watch>>,
}

impl Share {
    /// The levels around the operation.
    #[must_use]
    #[inline]
    pub fn levels(&self) -> u32 {
        self.levels
    }

    /// Returns the share with different levels.
    #[must_use]
    #[inline]
    pub fn at_level(self, levels: u32) -> Share {
        Share { levels, ..self }
    }

    /// Counts a step, and checks the limit of steps, the clock and the flags.
    ///
    /// # Errors
    /// The limit that is exceeded, or the cancellation.
    pub fn charge_one(&mut self) -> Result<(), BudgetError> {
        self.steps = self.steps.saturating_add(1);
        if self.steps > self.limit.until {
            return Err(BudgetError::Steps(self.limit.most));
        }
        self.watch.as_ref().map_or(Ok(()), |watch| watch.check())
    }

    /// Counts the steps of a budget that was created from this share.
    #[inline]
    pub fn count(&mut self, budget: &Budget) {
        self.steps = self.steps.max(budget.steps());
    }
}

/// The step count at which the limit is reached, and the allowed number for messages.
#[derive(Clone, Copy, Debug)]
struct StepLimit {
    until: u64,
    most: u64,
}

/// The conditions that end an operation from outside.
#[derive(Clone, Debug, Default)]
struct Watch {
    deadline: Option<Instant>,
    cancels: Vec<Cancel>,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::new()
    }
}

impl Budget {
    /// Creates a budget that counts but has no limits.
    #[must_use]
    #[inline]
    pub const fn new() -> Budget {
        Budget {
            steps: Cell::new(0),
            check_after: Cell::new(u64::MAX),
            limit: Cell::new(StepLimit {
                until: u64::MAX,
                most: u64::MAX,
            }),
            levels: Cell::new(0),
            bytes: Cell::new(0),
            max_bytes: u64::MAX,
            free_bytes: Cell::new(0),
            baseline: Cell::new(Baseline::NONE),
            refused: Cell::new(Refused::Nothing),
            default_time: Cell::new(DefaultTime::None),
            shared: false,
            rest: OnceCell::new(),
        }
    }

    /// Returns the default budget: [`Limits::STANDARD`], and `DEFAULT_TIME` counted after the first
    /// `FIRST_CHECK` steps.
    #[must_use]
    #[inline]
    pub const fn standard() -> Budget {
        let most = Limits::STANDARD.steps;
        let mut budget = Budget::new();
        budget.limit = Cell::new(StepLimit { until: most, most });
        budget.check_after = Cell::new(FIRST_CHECK);
        budget.default_time = Cell::new(DefaultTime::NotStarted);
        budget.max_bytes = Limits::STANDARD.bytes;
        budget
    }

    /// Creates a budget that continues from a share.
    #[must_use]
    #[inline]
    pub fn of(share: Share) -> Budget {
        let budget = Budget {
            steps: Cell::new(share.steps),
            check_after: Cell::new(share.limit.until),
            limit: Cell::new(share.limit),
            levels: Cell::new(share.levels),
            bytes: Cell::new(share.bytes),
            max_bytes: share.max_bytes,
            free_bytes: Cell::new(0),
            baseline: Cell::new(share.baseline),
            refused: Cell::new(Refused::Nothing),
            default_time: Cell::new(share.default_time),
            shared: true,
            rest: OnceCell::new(),
        };
        budget.check_after.set(budget.next_check());
        match share.watch {
            None => budget,
            Some(watch) => budget.watched_by(watch),
        }
    }

    /// Returns a snapshot of the budget.
    #[must_use]
    #[inline]
    pub fn share(&self) -> Share {
        Share {
            steps: self.steps.get(),
            before: self.steps.get(),
            limit: self.limit.get(),
            levels: self.levels.get(),
            bytes: self.bytes.get(),
            max_bytes: self.max_bytes,
            baseline: self.baseline.get(),
            memory: self.baseline.get().renewed(),
            default_time: self.default_time.get(),
            watch: self.watch().cloned(),
        }
    }

    /// Adds the steps that were counted on a share of this budget to its own, and checks the clock
    /// and the flag at the next step. The bytes of the other operation belong to its result; the
    /// owner of the result counts them. What the thread has allocated meanwhile is not compared with
    /// the limit: it may be the host's, and another thread may free it.
    #[inline]
    pub fn take_back(&self, share: &Share) {
        let taken = share.steps - share.before;
        self.steps.set(self.steps.get().saturating_add(taken));
        self.baseline.set(self.baseline.get().without(share.memory));
        if self.watch().is_some() {
            self.check_after.set(self.steps.get());
        }
    }

    /// Whether the budget continues from a share, so that its levels include those around.
    #[must_use]
    #[inline]
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// Lowers the limits: counted from now on, and never above the existing limits.
    #[must_use]
    pub fn bounded(mut self, limits: Limits) -> Budget {
        let limit = self.limit.get();
        let until = self.steps.get().saturating_add(limits.steps);
        if until < limit.until {
            let most = limits.steps;
            self.limit.set(StepLimit { until, most });
        }
        let held = self.bytes.get().saturating_add(limits.bytes);
        self.max_bytes = self.max_bytes.min(held);
        self.free_bytes.set(0);
        // A time limit that the clock cannot represent means no limit.
        if let Some(end) = limits
            .time
            .and_then(|time| Instant::now().checked_add(time))
        {
            self.watching(|watch| {
                let deadline = watch.deadline.map_or(end, |before| before.min(end));
                watch.deadline = Some(deadline);
            });
        }
        self.check_after.set(self.next_check());
        self
    }

    /// Sets the maximum number of steps.
    #[must_use]
    #[inline]
    pub fn limit_steps(mut self, most: u64) -> Budget {
        self.limit = Cell::new(StepLimit { until: most, most });
        self.check_after = Cell::new(self.next_check());
        self
    }

    /// Sets the maximum number of bytes held at the same time.
    #[must_use]
    #[inline]
    pub fn limit_bytes(mut self, most: u64) -> Budget {
        self.max_bytes = most;
        self.free_bytes.set(0);
        self.check_after = Cell::new(self.next_check());
        self
    }

    /// Sets a deadline.
    #[must_use]
    #[inline]
    pub fn until(mut self, deadline: Instant) -> Budget {
        self.watching(|watch| watch.deadline = Some(deadline));
        self
    }

    /// Ends the operation when a flag is raised, in addition to the existing flags.
    #[must_use]
    #[inline]
    pub fn cancelled_by(mut self, cancel: &Cancel) -> Budget {
        self.watching(|watch| watch.cancels.push(cancel.clone()));
        self
    }

    /// Counts steps.
    ///
    /// # Errors
    /// The limit that is exceeded. The steps are counted anyway, so that later charges fail, too.
    #[inline]
    pub fn charge(&self, steps: u64) -> Result<(), BudgetError> {
        let taken = self.steps.get().saturating_add(steps);
        self.steps.set(taken);
        if taken <= self.check_after.get() {
            return Ok(());
        }
        self.check()
    }

    /// Checks all limits but the bytes now. For operations that wait, or whose steps have very
    /// different durations.
    ///
    /// # Errors
    /// The limit that is exceeded.
    #[cold]
    pub fn check(&self) -> Result<(), BudgetError> {
        let refused = self.refused.get();
        if matches!(refused, Refused::Levels | Refused::Everything) {
            return self.check_refused();
        }
        let limit = self.limit.get();
        if self.steps.get() > limit.until {
            return Err(BudgetError::Steps(limit.most));
        }
        if let Some(watch) = self.watch() {
            watch.check()?;
        }
        self.check_default_time()?;
        self.check_memory()?;
        self.check_after.set(self.next_check());
        Ok(())
    }

    /// Compares the memory of the thread with the limit on bytes, if its allocator reports it.
    fn check_memory(&self) -> Result<(), BudgetError> {
        if self.baseline.get().is_none() {
            self.baseline.set(Baseline::now());
        } else if self.baseline.get().is_exceeded(self.max_bytes) {
            self.refuse_bytes();
            return Err(BudgetError::Bytes(self.max_bytes));
        }
        Ok(())
    }

    /// Starts the clock of the default deadline, or checks it.
    fn check_default_time(&self) -> Result<(), BudgetError> {
        match self.default_time.get() {
            DefaultTime::None => Ok(()),
            DefaultTime::NotStarted => {
                let end = Instant::now().checked_add(DEFAULT_TIME);
                let started = end.map_or(DefaultTime::None, DefaultTime::Ends);
                self.default_time.set(started);
                Ok(())
            }
            DefaultTime::Ends(end) if Instant::now() >= end => Err(BudgetError::Time),
            DefaultTime::Ends(_) => Ok(()),
        }
    }

    #[cold]
    fn check_refused(&self) -> Result<(), BudgetError> {
        match self.refused.get() {
            Refused::Nothing => Ok(()),
            Refused::Bytes => Err(BudgetError::Bytes(self.max_bytes)),
            Refused::Levels => Err(BudgetError::Levels),
            Refused::Everything => Err(BudgetError::Cancelled),
        }
    }

    /// Ends the operation: every later charge fails, and so does [`Budget::finish`], even if the
    /// language that called the callback handles its error. The first error is kept.
    #[cold]
    pub fn end(&self, error: &Error) {
        let rest = self.rest.get_or_init(Box::default);
        rest.ended.borrow_mut().get_or_insert_with(|| error.clone());
        self.refused.set(Refused::Everything);
        self.check_after.set(0);
    }

    /// The error that the operation was ended with ([`Budget::end`]).
    #[must_use]
    #[inline]
    pub fn ended(&self) -> Option<Error> {
        match self.refused.get() {
            Refused::Everything => self.rest.get()?.ended.borrow().clone(),
            _ => None,
        }
    }

    /// Ends the operation because its parts are nested too deep, as [`Budget::end`] does.
    #[cold]
    pub fn end_too_deep(&self) {
        if self.refused.get() != Refused::Everything {
            self.refused.set(Refused::Levels);
            self.check_after.set(0);
        }
    }

    /// Checks whether a limit was exceeded at any time. It must be called before a result is
    /// returned, since the result of an operation that exceeded a limit may be incomplete.
    ///
    /// # Errors
    /// The limit that is exceeded.
    #[inline]
    pub fn finish(&self) -> Result<(), BudgetError> {
        if self.refused.get() != Refused::Nothing {
            return self.check_refused();
        }
        let clock = matches!(self.default_time.get(), DefaultTime::Ends(_));
        if !clock && self.rest.get().is_none() && self.steps.get() <= self.limit.get().until {
            return Ok(());
        }
        self.check()
    }

    /// Whether [`Budget::finish`] succeeds without a check and there are no fields to drop.
    #[must_use]
    #[inline]
    pub fn ends_plainly(&self) -> bool {
        let clock = matches!(self.default_time.get(), DefaultTime::Ends(_));
        let plain = self.rest.get().is_none() && self.refused.get() == Refused::Nothing;
        plain && !clock && self.steps.get() <= self.limit.get().until
    }

    /// Counts bytes that are held from now on.
    ///
    /// # Errors
    /// [`BudgetError::Bytes`]. The bytes are then not counted and must not be allocated.
    #[inline]
    pub fn hold(&self, bytes: u64) -> Result<(), BudgetError> {
        let held = self.bytes.get().saturating_add(bytes);
        if held > self.free_bytes.get() && !self.may_hold(held) {
            return Err(BudgetError::Bytes(self.max_bytes));
        }
        self.bytes.set(held);
        Ok(())
    }

    /// Begins to compare the memory of the thread at the first charge, and refuses bytes above the
    /// maximum. It is not inlined, because evaluators that hold bytes are recursive and need a small
    /// stack frame.
    #[cold]
    #[inline(never)]
    fn may_hold(&self, held: u64) -> bool {
        if held > self.max_bytes {
            self.refuse_bytes();
            return false;
        }
        if self.baseline.get().is_none() {
            self.baseline.set(Baseline::now());
        }
        self.free_bytes.set(self.max_bytes);
        true
    }

    /// Refuses the operation because of its bytes.
    #[cold]
    fn refuse_bytes(&self) {
        if self.refused.get() == Refused::Nothing {
            self.refused.set(Refused::Bytes);
        }
    }

    /// Counts bytes that are no longer held.
    #[inline]
    pub fn release(&self, bytes: u64) {
        self.bytes.set(self.bytes.get().saturating_sub(bytes));
    }

    /// Calls `work` with a value that lives as long as the operation, such as a cache of compiled
    /// patterns. There is one such value: a different type replaces it. Calls within `work` start
    /// from a default value.
    pub fn remember<M: Any + Send + Default, T>(&self, work: impl FnOnce(&mut M) -> T) -> T {
        let place = &self.rest.get_or_init(Box::default).memory;
        let known = place.take().and_then(|known| known.downcast().ok());
        let mut memory: Box<M> = known.unwrap_or_default();
        let made = work(&mut memory);
        place.replace(Some(memory));
        made
    }

    /// The number of steps so far.
    #[must_use]
    #[inline]
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// The bytes held now.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> u64 {
        self.bytes.get()
    }

    /// The nesting depth of the operations, in levels of recursion as they count them; 0 outside of
    /// any operation.
    #[must_use]
    #[inline]
    pub fn levels(&self) -> u32 {
        self.levels.get()
    }

    /// Starts a part of the operation that may take at most `steps` steps, within the existing
    /// limit. The existing limit applies again when the returned guard is dropped.
    #[must_use]
    #[inline]
    pub fn at_most(&self, steps: u64) -> Part<'_> {
        let part = self.part();
        let until = self.steps.get().saturating_add(steps);
        if until < part.limit.until {
            let most = steps;
            self.limit.set(StepLimit { until, most });
            self.check_after.set(until.min(part.check_after));
        }
        part
    }

    /// Sets the levels for operations that start from now on. The previous levels are restored when
    /// the returned guard is dropped.
    #[must_use]
    #[inline]
    pub fn at_level(&self, levels: u32) -> Part<'_> {
        let part = self.part();
        self.levels.set(levels);
        part
    }

    #[inline]
    fn part(&self) -> Part<'_> {
        Part {
            budget: self,
            limit: self.limit.get(),
            check_after: self.check_after.get(),
            levels: self.levels.get(),
        }
    }

    /// The conditions that end the operation from outside.
    #[inline]
    fn watch(&self) -> Option<&Arc<Watch>> {
        self.rest.get()?.watch.as_ref()
    }

    /// Returns the budget with only these outside conditions.
    #[cold]
    fn watched_by(self, watch: Arc<Watch>) -> Budget {
        let rest = RareFields {
            watch: Some(watch),
            ..RareFields::default()
        };
        let budget = Budget {
            rest: OnceCell::from(Box::new(rest)),
            ..self
        };
        budget.check_after.set(budget.next_check());
        budget
    }

    /// Changes the outside conditions. Budgets that continue from its shares keep the old ones.
    fn watching(&mut self, change: impl FnOnce(&mut Watch)) {
        let mut rest = self.rest.take().unwrap_or_default();
        change(Arc::make_mut(rest.watch.get_or_insert_default()));
        self.rest = OnceCell::from(rest);
        self.check_after.set(self.next_check());
    }

    fn next_check(&self) -> u64 {
        let until = self.limit.get().until;
        let after = match (self.watch(), self.default_time.get()) {
            (Some(_), _) | (None, DefaultTime::Ends(_)) => CHECK_INTERVAL,
            (None, DefaultTime::NotStarted) => FIRST_CHECK,
            (None, DefaultTime::None) if self.max_bytes == u64::MAX => return until,
            (None, DefaultTime::None) => CHECK_INTERVAL,
        };
        until.min(self.steps.get().saturating_add(after))
    }
}

impl Watch {
    fn check(&self) -> Result<(), BudgetError> {
        if self.cancels.iter().any(Cancel::is_raised) {
            return Err(BudgetError::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(BudgetError::Time),
            _ => Ok(()),
        }
    }
}

/// A part of an operation with its own limit or levels, until it is dropped.
#[derive(Debug)]
pub struct Part<'a> {
    budget: &'a Budget,
    limit: StepLimit,
    check_after: u64,
    levels: u32,
}

impl Drop for Part<'_> {
    /// Ends the part, also after a panic.
    #[inline]
    fn drop(&mut self) {
        self.budget.limit.set(self.limit);
        // The part may have asked for a check at the next step, which still has to be made.
        let sooner = self.check_after.min(self.budget.check_after.get());
        self.budget.check_after.set(sooner);
        self.budget.levels.set(self.levels);
    }
}

#[cfg(test)]
mod tests;
