//! Budgets: limits on the steps, bytes, levels and time of an operation.
//!
//! A [`Budget`] counts what one operation takes, whatever it starts in its turn included: it
//! is lent to an evaluation, by that to the functions it calls, by those to the expressions
//! that they evaluate. Its counters are cells, so that whoever has it by reference can charge
//! it, one thread at a time; another thread reaches it by the [`Cancel`] alone.
//!
//! Steps are what the operation itself calls one, each of them bounded work. Bytes are what
//! is held at once. The flag and the clock are looked at every [`LOOK_EVERY`] steps, so that
//! to charge a step is an addition and a comparison.
//!
//! Who says nothing gets [`Budget::standard`], which a service survives that is given one small
//! hostile text; [`Limits`] are how somebody says it, [`Budget::bounded`] puts them in place.
//!
//! ```
//! use polycty_core::calls::{Budget, Cancel, Spent};
//! let cancel = Cancel::new();
//! let budget = Budget::new().limit_steps(10).cancelled_by(&cancel);
//! assert_eq!(budget.charge(4), Ok(()));
//! {
//!     let _part = budget.at_most(5);
//!     assert_eq!(budget.charge(6), Err(Spent::Steps(5)));
//! }
//! cancel.raise();
//! assert_eq!(budget.check(), Err(Spent::Cancelled));
//! ```

mod held;
mod left;

pub use held::Held;

use crate::source::{Code, Error};
use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How many steps go by before the flag and the clock are looked at again.
pub const LOOK_EVERY: u64 = 1024;

/// The steps before the clock of the default deadline starts.
pub const FIRST_LOOK: u64 = 1 << 13;

/// The time of an operation within [`Budget::standard`].
pub const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// A flag that any thread may raise to end the operations whose budgets know it. Once raised
/// it stays so. A clone is the same flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not raised.
    #[must_use]
    #[inline]
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Ends the operations that know the flag, at their next look at it.
    #[inline]
    pub fn raise(&self) {
        // Nothing else is told by it, so there is nothing to order.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was raised.
    #[must_use]
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What an operation may take, as it is said before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most steps.
    pub steps: u64,
    /// The most bytes that it may hold at once.
    pub bytes: u64,
    /// How long it may last; none for as long as it takes. The clock does not run the same
    /// everywhere, so what ends by it ends elsewhere on another machine.
    pub time: Option<Duration>,
}

impl Limits {
    /// About a second of work and 256 MiB on any machine, without a limit of time.
    /// [`Budget::standard`] has one in addition.
    pub const STANDARD: Limits = Limits {
        steps: 1 << 24,
        bytes: 1 << 28,
        time: None,
    };
}

/// Why an operation may not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spent {
    /// It has taken more than this many steps.
    Steps(u64),
    /// It would hold more than this many bytes.
    Bytes(u64),
    /// Its time is over.
    Time,
    /// Its expressions or functions are nested too deep.
    Levels,
    /// Its flag was raised, or a callback has ended it ([`Budget::end`]).
    Cancelled,
}

impl From<Spent> for Error {
    #[cold]
    fn from(spent: Spent) -> Error {
        match spent {
            Spent::Steps(most) => {
                let message = format!("the operation takes more than {most} steps");
                Error::new(Code::Limit, message)
            }
            Spent::Bytes(most) => {
                let message = format!("the operation needs more than {most} bytes");
                Error::new(Code::Limit, message)
            }
            Spent::Time => Error::new(Code::Limit, "the time for the operation is over"),
            Spent::Levels => {
                let message = "expressions and the functions that they call are nested too deep";
                Error::new(Code::Limit, message)
            }
            Spent::Cancelled => Error::new(Code::Cancelled, "the operation was cancelled"),
        }
    }
}

/// What an operation may take, and has taken.
#[derive(Debug)]
pub struct Budget {
    steps: Cell<u64>,
    /// The steps after which there is something to look at.
    look_after: Cell<u64>,
    limit: Cell<StepLimit>,
    levels: Cell<u32>,
    bytes: Cell<u64>,
    max_bytes: u64,
    /// What the operation was refused, other than steps and time.
    refused: Cell<Refused>,
    /// The default deadline, if there is one.
    default_time: Cell<DefaultTime>,
    /// Whether the levels around are among its own.
    shared: bool,
    /// What few operations need: one pointer, so that a budget is made and dropped at every call.
    rest: OnceCell<Box<Rest>>,
}

/// What an operation was refused: it stays refused, whatever handles the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refused {
    Nothing,
    Bytes,
    Levels,
    /// A callback has ended the operation.
    Everything,
}

/// The deadline of a budget that nobody limited. Its clock starts at the first check, so that short
/// operations never read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DefaultTime {
    None,
    NotStarted,
    Ends(Instant),
}

/// What few operations need of their budget.
#[derive(Debug, Default)]
struct Rest {
    watch: Option<Arc<Watch>>,
    /// The error with which a callback has ended the operation.
    ended: RefCell<Option<Error>>,
    /// What [`Budget::remember`] was given.
    memory: RefCell<Option<Box<dyn Any + Send>>>,
}

/// A budget as it stands, for an operation that counts with another one and cannot be lent its
/// budget.
#[derive(Clone, Debug)]
pub struct Share {
    steps: u64,
    /// The steps that the budget had taken when it was shared.
    before: u64,
    limit: StepLimit,
    levels: u32,
    bytes: u64,
    max_bytes: u64,
    default_time: DefaultTime,
    watch: Option<Arc<Watch>>,
}

impl Share {
    /// The levels that lie around the operation.
    #[must_use]
    #[inline]
    pub fn levels(&self) -> u32 {
        self.levels
    }

    /// The same at other levels.
    #[must_use]
    #[inline]
    pub fn at_level(self, levels: u32) -> Share {
        Share { levels, ..self }
    }

    /// Counts a step, and checks the limit of steps, the clock and the flags.
    ///
    /// # Errors
    /// The limit that is exceeded, or the cancellation.
    pub fn charge_one(&mut self) -> Result<(), Spent> {
        self.steps = self.steps.saturating_add(1);
        if self.steps > self.limit.until {
            return Err(Spent::Steps(self.limit.most));
        }
        self.watch.as_ref().map_or(Ok(()), |watch| watch.check())
    }

    /// Counts the steps of a budget that went on from it.
    #[inline]
    pub fn count(&mut self, budget: &Budget) {
        self.steps = self.steps.max(budget.steps());
    }
}

/// Where the steps end, and how many they are as they were allowed.
#[derive(Clone, Copy, Debug)]
struct StepLimit {
    until: u64,
    most: u64,
}

/// What ends an operation from outside.
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
    /// A budget without an end, which counts all the same.
    #[must_use]
    #[inline]
    pub const fn new() -> Budget {
        Budget {
            steps: Cell::new(0),
            look_after: Cell::new(u64::MAX),
            limit: Cell::new(StepLimit {
                until: u64::MAX,
                most: u64::MAX,
            }),
            levels: Cell::new(0),
            bytes: Cell::new(0),
            max_bytes: u64::MAX,
            refused: Cell::new(Refused::Nothing),
            default_time: Cell::new(DefaultTime::None),
            shared: false,
            rest: OnceCell::new(),
        }
    }

    /// The default budget: [`Limits::STANDARD`], and [`DEFAULT_TIME`] from the first
    /// [`FIRST_LOOK`] steps on.
    #[must_use]
    #[inline]
    pub const fn standard() -> Budget {
        let most = Limits::STANDARD.steps;
        let mut budget = Budget::new();
        budget.limit = Cell::new(StepLimit { until: most, most });
        budget.look_after = Cell::new(FIRST_LOOK);
        budget.default_time = Cell::new(DefaultTime::NotStarted);
        budget.max_bytes = Limits::STANDARD.bytes;
        budget
    }

    /// A budget that goes on from a share.
    #[must_use]
    #[inline]
    pub fn of(share: Share) -> Budget {
        let budget = Budget {
            steps: Cell::new(share.steps),
            look_after: Cell::new(share.limit.until),
            limit: Cell::new(share.limit),
            levels: Cell::new(share.levels),
            bytes: Cell::new(share.bytes),
            max_bytes: share.max_bytes,
            refused: Cell::new(Refused::Nothing),
            default_time: Cell::new(share.default_time),
            shared: true,
            rest: OnceCell::new(),
        };
        budget.look_after.set(budget.next_look());
        match share.watch {
            None => budget,
            Some(watch) => budget.watched_by(watch),
        }
    }

    /// It as it stands now.
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
            default_time: self.default_time.get(),
            watch: self.watch().cloned(),
        }
    }

    /// Counts the steps that were taken from a share of this budget, besides those that it took
    /// itself meanwhile, and looks at the clock and the flag again at the next one. What the other
    /// operation held is its result's by now, which whoever keeps it counts.
    #[inline]
    pub fn take_back(&self, share: &Share) {
        let taken = share.steps - share.before;
        self.steps.set(self.steps.get().saturating_add(taken));
        if self.watch().is_some() {
            self.look_after.set(self.steps.get());
        }
    }

    /// Whether it goes on from a share, so that the levels around are among its own.
    #[must_use]
    #[inline]
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// Allows no more than limits say from here on, and no more than it did.
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
        // A time that no clock reaches is none.
        if let Some(end) = limits
            .time
            .and_then(|time| Instant::now().checked_add(time))
        {
            self.watching(|watch| {
                let deadline = watch.deadline.map_or(end, |before| before.min(end));
                watch.deadline = Some(deadline);
            });
        }
        self.look_after.set(self.next_look());
        self
    }

    /// Allows so many steps.
    #[must_use]
    #[inline]
    pub fn limit_steps(mut self, most: u64) -> Budget {
        self.limit = Cell::new(StepLimit { until: most, most });
        self.look_after = Cell::new(self.next_look());
        self
    }

    /// Allows so many bytes to be held at once.
    #[must_use]
    #[inline]
    pub fn limit_bytes(mut self, most: u64) -> Budget {
        self.max_bytes = most;
        self
    }

    /// Ends the operation at a point in time.
    #[must_use]
    #[inline]
    pub fn until(mut self, deadline: Instant) -> Budget {
        self.watching(|watch| watch.deadline = Some(deadline));
        self
    }

    /// Ends the operation when a flag is raised, besides the flags that it knows already.
    #[must_use]
    #[inline]
    pub fn cancelled_by(mut self, cancel: &Cancel) -> Budget {
        self.watching(|watch| watch.cancels.push(cancel.clone()));
        self
    }

    /// Counts steps.
    ///
    /// # Errors
    /// What is spent; the steps are counted all the same, so that it stays spent.
    #[inline]
    pub fn charge(&self, steps: u64) -> Result<(), Spent> {
        let taken = self.steps.get().saturating_add(steps);
        self.steps.set(taken);
        if taken <= self.look_after.get() {
            return Ok(());
        }
        self.check()
    }

    /// Looks at everything but the bytes now: for where an operation waits, or takes steps
    /// of very different lengths.
    ///
    /// # Errors
    /// What is spent.
    #[cold]
    pub fn check(&self) -> Result<(), Spent> {
        let refused = self.refused.get();
        if matches!(refused, Refused::Levels | Refused::Everything) {
            return self.check_refused();
        }
        let limit = self.limit.get();
        if self.steps.get() > limit.until {
            return Err(Spent::Steps(limit.most));
        }
        if let Some(watch) = self.watch() {
            watch.check()?;
        }
        self.check_default_time()?;
        self.look_after.set(self.next_look());
        Ok(())
    }

    /// Starts the clock of the default deadline, or compares it.
    fn check_default_time(&self) -> Result<(), Spent> {
        match self.default_time.get() {
            DefaultTime::None => Ok(()),
            DefaultTime::NotStarted => {
                let end = Instant::now().checked_add(DEFAULT_TIME);
                let started = end.map_or(DefaultTime::None, DefaultTime::Ends);
                self.default_time.set(started);
                Ok(())
            }
            DefaultTime::Ends(end) if Instant::now() >= end => Err(Spent::Time),
            DefaultTime::Ends(_) => Ok(()),
        }
    }

    #[cold]
    fn check_refused(&self) -> Result<(), Spent> {
        match self.refused.get() {
            Refused::Nothing => Ok(()),
            Refused::Bytes => Err(Spent::Bytes(self.max_bytes)),
            Refused::Levels => Err(Spent::Levels),
            Refused::Everything => Err(Spent::Cancelled),
        }
    }

    /// Ends the operation: every later charge fails, and so does [`Budget::finish`], even if the
    /// language that called the callback handles its error. The first error counts.
    #[cold]
    pub fn end(&self, error: &Error) {
        let rest = self.rest.get_or_init(Box::default);
        rest.ended.borrow_mut().get_or_insert_with(|| error.clone());
        self.refused.set(Refused::Everything);
        self.look_after.set(0);
    }

    /// The error with which the operation was ended ([`Budget::end`]).
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
            self.look_after.set(0);
        }
    }

    /// Whether the operation was refused anything, or would be now: what is to be asked before
    /// its result is given out, since a result may be half of what it was to be.
    ///
    /// # Errors
    /// What is spent.
    #[inline]
    pub fn finish(&self) -> Result<(), Spent> {
        if self.refused.get() != Refused::Nothing {
            return self.check_refused();
        }
        let clock = matches!(self.default_time.get(), DefaultTime::Ends(_));
        if !clock && self.rest.get().is_none() && self.steps.get() <= self.limit.get().until {
            return Ok(());
        }
        self.check()
    }

    /// Whether it ends with nothing to tell ([`Budget::finish`]) and nothing to drop.
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
    /// [`Spent::Bytes`], and then they are not counted: they must not be taken.
    #[inline]
    pub fn hold(&self, bytes: u64) -> Result<(), Spent> {
        let held = self.bytes.get().saturating_add(bytes);
        if held > self.max_bytes {
            if self.refused.get() == Refused::Nothing {
                self.refused.set(Refused::Bytes);
            }
            return Err(Spent::Bytes(self.max_bytes));
        }
        self.bytes.set(held);
        Ok(())
    }

    /// Counts bytes that are held no more.
    #[inline]
    pub fn release(&self, bytes: u64) {
        self.bytes.set(self.bytes.get().saturating_sub(bytes));
    }

    /// Lends what the operation remembers for those who work in it, such as patterns that are
    /// compiled once. It has room for one thing: another type takes the place of the one before,
    /// and within `work` there is nothing to remember.
    pub fn remember<M: Any + Send + Default, T>(&self, work: impl FnOnce(&mut M) -> T) -> T {
        let place = &self.rest.get_or_init(Box::default).memory;
        let known = place.take().and_then(|known| known.downcast().ok());
        let mut memory: Box<M> = known.unwrap_or_default();
        let made = work(&mut memory);
        place.replace(Some(memory));
        made
    }

    /// The steps taken so far.
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

    /// How deep the operations lie within each other, in levels of recursion as they count
    /// them themselves; 0 outside of any.
    #[must_use]
    #[inline]
    pub fn levels(&self) -> u32 {
        self.levels.get()
    }

    /// Lets an operation begin that may take at most so many steps, and no more than are
    /// left. It ends, and the limit from before holds again, when what this gives is dropped.
    #[must_use]
    #[inline]
    pub fn at_most(&self, steps: u64) -> Part<'_> {
        let part = self.part();
        let until = self.steps.get().saturating_add(steps);
        if until < part.limit.until {
            let most = steps;
            self.limit.set(StepLimit { until, most });
            self.look_after.set(until.min(part.look_after));
        }
        part
    }

    /// Lets operations begin at this many levels; those from before are restored when what
    /// this gives is dropped.
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
            look_after: self.look_after.get(),
            levels: self.levels.get(),
        }
    }

    /// What ends it from outside.
    #[inline]
    fn watch(&self) -> Option<&Arc<Watch>> {
        self.rest.get()?.watch.as_ref()
    }

    /// It, ended from outside by this alone.
    #[cold]
    fn watched_by(self, watch: Arc<Watch>) -> Budget {
        let rest = Rest {
            watch: Some(watch),
            ..Rest::default()
        };
        let budget = Budget {
            rest: OnceCell::from(Box::new(rest)),
            ..self
        };
        budget.look_after.set(budget.next_look());
        budget
    }

    /// Changes what ends it from outside: those that go on from its shares keep theirs.
    fn watching(&mut self, change: impl FnOnce(&mut Watch)) {
        let mut rest = self.rest.take().unwrap_or_default();
        change(Arc::make_mut(rest.watch.get_or_insert_default()));
        self.rest = OnceCell::from(rest);
        self.look_after.set(self.next_look());
    }

    fn next_look(&self) -> u64 {
        let until = self.limit.get().until;
        let after = match (self.watch(), self.default_time.get()) {
            (Some(_), _) | (None, DefaultTime::Ends(_)) => LOOK_EVERY,
            (None, DefaultTime::NotStarted) => FIRST_LOOK,
            (None, DefaultTime::None) => return until,
        };
        until.min(self.steps.get().saturating_add(after))
    }
}

impl Watch {
    fn check(&self) -> Result<(), Spent> {
        if self.cancels.iter().any(Cancel::is_raised) {
            return Err(Spent::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Spent::Time),
            _ => Ok(()),
        }
    }
}

/// A part of an operation, under a limit or at a level of its own, until it is dropped.
#[derive(Debug)]
pub struct Part<'a> {
    budget: &'a Budget,
    limit: StepLimit,
    look_after: u64,
    levels: u32,
}

impl Drop for Part<'_> {
    /// A panic ends the part, too.
    #[inline]
    fn drop(&mut self) {
        self.budget.limit.set(self.limit);
        // The part may have asked for a check at the next step, which still has to be made.
        let sooner = self.look_after.min(self.budget.look_after.get());
        self.budget.look_after.set(sooner);
        self.budget.levels.set(self.levels);
    }
}

#[cfg(test)]
mod tests;
