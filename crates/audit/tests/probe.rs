//! Probes: work on an input of any size.

use polycty_core::calls::Budget;

/// Whether the work was ended by the limit of its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It succeeded, or failed for a different reason.
    Itself,
    Limit,
}

impl Ended {
    /// Converts from whether a limit was reported.
    pub fn by(limit: bool) -> Ended {
        if limit { Ended::Limit } else { Ended::Itself }
    }
}

/// Work on a prepared input. It can be repeated.
pub type Work = Box<dyn Fn(&Budget) -> Ended>;

/// A name and work of any size.
pub struct Probe {
    /// Language, function or form, and shape.
    pub name: String,
    /// The first size.
    pub n: usize,
    /// Creates the input of a size; `None` if there is none.
    pub prepare: Box<dyn Fn(usize) -> Option<Work>>,
}

impl Probe {
    pub fn new(
        name: impl Into<String>,
        n: usize,
        prepare: impl Fn(usize) -> Option<Work> + 'static,
    ) -> Probe {
        Probe {
            name: name.into(),
            n,
            prepare: Box::new(prepare),
        }
    }

    /// The name without the shape.
    pub fn subject(&self) -> &str {
        self.name.split(':').next().unwrap_or_default()
    }
}
