//! The search of the parts of a document by their paths.
//!
//! A reader of a format reports the nodes of a document in their order. The paths that lead into a
//! container are grouped by their next step once, so the time does not depend on the product of
//! paths and nodes.

use crate::calls::Budget;
use crate::source::{DocumentStep, Path, Result, Span};
use crate::values::nfc;
use std::collections::HashMap;

/// The source location of a part of a document, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartSpan {
    /// The span of the part's name, if the path ends in one.
    pub key: Option<Span>,
    /// The span of the part, or of the smallest part that contains it.
    pub value: Span,
    /// Whether `value` is the part itself.
    pub is_exact: bool,
}

/// The bytes charged for a path.
const PATH_BYTES: u64 = 200;

/// The paths of a search, and the location of each so far.
pub(super) struct Search<'p> {
    paths: &'p [&'p Path],
    budget: &'p Budget,
    found: Vec<PartSpan>,
    /// The number of steps to the location of each path.
    depths: Vec<usize>,
    /// The containers around the next node.
    open: Vec<Level<'p>>,
    /// The paths through the next node, and the span of its name.
    next: Vec<usize>,
    key: Option<Span>,
}

/// A container that is open.
struct Level<'p> {
    start: usize,
    /// The paths that lead to the container or into it.
    through: Vec<usize>,
    inner: HashMap<DocumentStep<'p>, Vec<usize>>,
    /// The number of elements so far.
    count: usize,
}

impl<'p> Search<'p> {
    /// Begins a search in a document of some bytes.
    pub(super) fn new(
        paths: &'p [&'p Path],
        length: usize,
        budget: &'p Budget,
    ) -> Result<Search<'p>> {
        budget.parts(paths.len() as u64, PATH_BYTES)?;
        let whole = PartSpan {
            key: None,
            value: Span::new(0, length),
            is_exact: false,
        };
        Ok(Search {
            paths,
            budget,
            found: vec![whole; paths.len()],
            depths: vec![0; paths.len()],
            open: Vec::new(),
            next: (0..paths.len()).collect(),
            key: None,
        })
    }

    /// Whether a path leads to the next node or into it.
    pub(super) fn is_wanted(&self) -> bool {
        !self.next.is_empty()
    }

    /// Reports the name of the next node. A name may occur several times, so its paths are charged.
    pub(super) fn name(&mut self, name: &str, span: Span) -> Result<()> {
        self.nameless();
        self.key = Some(span);
        if let Some(level) = self.open.last()
            && !level.inner.is_empty()
            && let Some(through) = level.inner.get(&DocumentStep::Name(&nfc(name)))
        {
            self.budget.charge(through.len() as u64)?;
            self.next.extend(through);
        }
        Ok(())
    }

    /// Reports that no path leads to the next node, such as the value of a merge key.
    pub(super) fn nameless(&mut self) {
        self.next.clear();
        self.key = None;
    }

    /// Reports that the next node is an element.
    pub(super) fn element(&mut self) -> Result<()> {
        self.nameless();
        if let Some(level) = self.open.last_mut() {
            if let Some(through) = level.inner.get(&DocumentStep::Position(level.count)) {
                self.budget.charge(through.len() as u64)?;
                self.next.extend(through);
            }
            level.count += 1;
        }
        Ok(())
    }

    /// Reports a scalar, or a container into which no path leads.
    pub(super) fn leaf(&mut self, span: Span) {
        let depth = self.open.len();
        for at in std::mem::take(&mut self.next) {
            self.locate(at, depth, span);
        }
    }

    /// Reports the beginning of a container.
    pub(super) fn begin(&mut self, start: usize) {
        let depth = self.open.len();
        let through = std::mem::take(&mut self.next);
        let mut inner: HashMap<DocumentStep<'p>, Vec<usize>> = HashMap::new();
        for &at in &through {
            self.locate(at, depth, Span::at(start));
            if let Some(step) = self.paths[at].get(depth) {
                inner.entry(DocumentStep::of(step)).or_default().push(at);
            }
        }
        self.open.push(Level {
            start,
            through,
            inner,
            count: 0,
        });
    }

    /// Reports the end of the innermost container.
    pub(super) fn end(&mut self, end: usize) {
        let Some(level) = self.open.pop() else { return };
        let depth = self.open.len();
        for at in level.through {
            if self.depths[at] == depth {
                self.found[at].value = Span::new(level.start, end);
            }
        }
        self.next.clear();
    }

    fn locate(&mut self, at: usize, depth: usize, value: Span) {
        let is_exact = self.paths[at].len() == depth;
        self.depths[at] = depth;
        self.found[at] = PartSpan {
            key: self.key.filter(|_| is_exact),
            value,
            is_exact,
        };
    }

    pub(super) fn found(self) -> Vec<PartSpan> {
        self.found
    }
}
