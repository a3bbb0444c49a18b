//! The recursion guard: recursive aliases on both sides of a check.
//!
//! Puppet records the recursive aliases that it has entered: those of targets while it is inside
//! them, those of sources permanently. Targets count as recursive from the second entry of an alias
//! until the first recorded one is left, sources from the second occurrence of an alias. While both
//! sides are recursive, every pair under a recursive target counts as true. The records are shared
//! by everything below the alias where they began, except the content of an Optional, which has new
//! ones.
//!
//! This accepts slightly more than the types promise: a source that names an alias twice, side by
//! side, also counts as recursive. Puppet has the same result.

use crate::rules::assignable::{Check, Identity};

/// The records of one path.
#[derive(Default)]
pub(crate) struct Guard {
    targets: Noted,
    sources: Noted,
    target_recurs: bool,
    source_recurs: bool,
}

/// A set of identities; the first few need no allocation.
#[derive(Default)]
struct Noted {
    first: [Option<Identity>; 2],
    more: Vec<Identity>,
}

impl Noted {
    #[inline]
    fn contains(&self, identity: Identity) -> bool {
        self.first.contains(&Some(identity)) || self.more.contains(&identity)
    }

    #[inline]
    fn add(&mut self, identity: Identity) {
        match self.first.iter_mut().find(|slot| slot.is_none()) {
            Some(slot) => *slot = Some(identity),
            None => self.more.push(identity),
        }
    }

    #[inline]
    fn remove(&mut self, identity: Identity) {
        for slot in &mut self.first {
            if *slot == Some(identity) {
                *slot = None;
            }
        }
        self.more.retain(|noted| *noted != identity);
    }
}

impl Check<'_> {
    /// Whether recursion has been found on both sides.
    pub(crate) fn is_recursive_on_both(&self) -> bool {
        self.guard
            .as_ref()
            .is_some_and(|guard| guard.target_recurs && guard.source_recurs)
    }

    /// Runs a part with records; they are dropped at the end if they begin here.
    pub(crate) fn guarded(&mut self, part: impl FnOnce(&mut Self) -> bool) -> bool {
        if self.guard.is_some() {
            return part(self);
        }
        self.guard = Some(Guard::default());
        let answer = part(self);
        self.guard = None;
        answer
    }

    /// Runs a part with new records.
    pub(crate) fn unguarded(&mut self, part: impl FnOnce(&mut Self) -> bool) -> bool {
        let Some(guard) = self.guard.take() else {
            return part(self);
        };
        let answer = part(self);
        self.guard = Some(guard);
        answer
    }

    /// Runs a part inside a recursive target.
    pub(crate) fn within_target(
        &mut self,
        target: Identity,
        part: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        let Some(guard) = &mut self.guard else {
            return part(self);
        };
        if guard.target_recurs {
            return part(self);
        }
        if guard.targets.contains(target) {
            guard.target_recurs = true;
            return part(self);
        }
        guard.targets.add(target);
        let answer = part(self);
        if let Some(guard) = &mut self.guard {
            guard.target_recurs = false;
            guard.targets.remove(target);
        }
        answer
    }

    /// Records a recursive source; returns whether both sides are then recursive.
    pub(crate) fn adds_source(&mut self, source: Identity) -> bool {
        if let Some(guard) = &mut self.guard
            && !guard.source_recurs
        {
            if guard.sources.contains(source) {
                guard.source_recurs = true;
            } else {
                guard.sources.add(source);
            }
        }
        self.is_recursive_on_both()
    }
}
