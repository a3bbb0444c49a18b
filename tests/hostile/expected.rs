//! Expected statuses: how a case ends at each of its sizes.
//!
//! A status holds for a size of input, not for a build. The inputs of an unoptimized build are smaller,
//! so it reaches a change of status later, or never. A difference beyond that is stated with
//! [`Expected::unoptimized`].

use polycty::ffi::base::status::{PCTY_ERROR_LIMIT, PCTY_OK, pcty_status};

/// The statuses of a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    statuses: Statuses,
    unoptimized: Option<Statuses>,
}

/// A status, and a different one from a multiple of the first size on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Statuses {
    first: pcty_status,
    then: Option<(usize, pcty_status)>,
}

/// Success at all sizes.
pub const OK: Expected = always(PCTY_OK);

/// A limit at all sizes.
pub const LIMIT: Expected = always(PCTY_ERROR_LIMIT);

/// One status at all sizes.
pub const fn always(status: pcty_status) -> Expected {
    Expected {
        statuses: Statuses {
            first: status,
            then: None,
        },
        unoptimized: None,
    }
}

/// Success below `times` the first size, a limit from there on.
pub const fn limit_from(times: usize) -> Expected {
    OK.then(times, PCTY_ERROR_LIMIT)
}

impl Expected {
    /// Another status from `times` the first size on.
    pub const fn then(self, times: usize, status: pcty_status) -> Expected {
        let statuses = Statuses {
            first: self.statuses.first,
            then: Some((times, status)),
        };
        Expected {
            statuses,
            unoptimized: None,
        }
    }

    /// Other statuses in an unoptimized build, whose first size is smaller.
    pub const fn unoptimized(self, other: Expected) -> Expected {
        Expected {
            statuses: self.statuses,
            unoptimized: Some(other.statuses),
        }
    }

    /// The status at `times` the first size of this build, `first`; `n` is that of an optimized one.
    pub fn at(self, n: usize, first: usize, times: usize) -> pcty_status {
        let size = first * times;
        let (statuses, n) = match self.unoptimized {
            Some(other) if cfg!(debug_assertions) => (other, first),
            _ => (self.statuses, n),
        };
        match statuses.then {
            Some((from, status)) if size >= from * n => status,
            _ => statuses.first,
        }
    }
}
