//! The recursion guard: when has a recursive alias been met on both sides?
//!
//! Puppet notes the recursive aliases that it has entered: those of targets while
//! it is inside them, those of sources for good. It counts the targets as
//! recursive from the moment when one is entered again until the first that was
//! noted is left, and the sources from the moment when one is met again. While
//! both are recursive every pair under a recursive target counts as true. The
//! notes are shared by all that lies below the alias where they were begun, but
//! for the content of an Optional, which begins anew.
//!
//! That accepts a little more than the types promise: a source that names an
//! alias twice, side by side, counts as recursive too. It is what Puppet answers.

use crate::rules::assignable::{Check, Identity};

/// The notes along one path.
#[derive(Default)]
pub(crate) struct Guard {
    targets: Noted,
    sources: Noted,
    target_recurs: bool,
    source_recurs: bool,
}

/// Identities, of which the first few need no allocation.
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
        match self.first.iter_mut().find(|place| place.is_none()) {
            Some(place) => *place = Some(identity),
            None => self.more.push(identity),
        }
    }

    #[inline]
    fn remove(&mut self, identity: Identity) {
        for place in &mut self.first {
            if *place == Some(identity) {
                *place = None;
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

    /// Runs a part that takes notes, which end here if they begin here.
    pub(crate) fn guarded(&mut self, part: impl FnOnce(&mut Self) -> bool) -> bool {
        if self.guard.is_some() {
            return part(self);
        }
        self.guard = Some(Guard::default());
        let answer = part(self);
        self.guard = None;
        answer
    }

    /// Runs a part that begins anew.
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

    /// Notes a recursive source; whether recursion is then found on both sides.
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
