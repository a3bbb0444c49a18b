//! HCL: traversals.
//!
//! A variable and the constant steps into it, as in `network.subnets[0].id`: what an
//! expression refers to, known before it is evaluated.

use super::error::pcty_range;
use super::guard::{Handle, handle, peek};
use super::path::pcty_path;
use super::string::pcty_str;
use crate::diagnostic::{Path, PathStep, Range, Source};
use crate::dialect::hcl::syntax::{Traversal, TraversalStepKind};
use std::ptr;

/// Traversals in order. Never changes; any number of threads may use it at once.
///
/// ```c
/// static void print_variables(const pcty_hcl_expression *expression) {
///     pcty_hcl_traversals *found = pcty_hcl_expression_variables(expression);
///     for (size_t i = 0; i < pcty_hcl_traversals_count(found); i++) {
///         pcty_range range = pcty_hcl_traversals_range(found, i);
///         pcty_str name = pcty_path_step_name(pcty_hcl_traversals_path(found, i), 0);
///         printf("%.*s in line %u\n", (int)name.len, name.data, (unsigned)range.start.line);
///     }
///     pcty_hcl_traversals_free(found);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_traversals(pub(super) Traversals);

handle!(pcty_hcl_traversals, Traversals);

/// Where each traversal leads, and where it stands.
pub struct Traversals(Vec<Found>);

struct Found {
    path: Path,
    range: Option<Range>,
    source: Option<Source>,
}

impl Traversals {
    /// The traversals of one text.
    pub(super) fn new(found: Vec<Traversal>, source: Option<&Source>) -> Traversals {
        let each = found.into_iter();
        Traversals::in_sources(each.map(|traversal| (traversal, source.cloned())))
    }

    /// Traversals, each with the text that it stands in.
    pub(super) fn in_sources(
        found: impl IntoIterator<Item = (Traversal, Option<Source>)>,
    ) -> Traversals {
        let each = found.into_iter().map(|(traversal, source)| Found {
            path: path_of(&traversal),
            range: traversal.range(),
            source,
        });
        Traversals(each.collect())
    }
}

/// The steps of a traversal; the first is into an attribute of the variable's name.
pub(super) fn path_of(traversal: &Traversal) -> Path {
    let step = |kind: &TraversalStepKind| match kind {
        TraversalStepKind::Root(name) | TraversalStepKind::Attr(name) => {
            PathStep::Attr(name.clone())
        }
        TraversalStepKind::Index(key) => PathStep::Index(key.to_key()),
    };
    traversal.steps.iter().map(|at| step(&at.kind)).collect()
}

fn at(traversals: Option<&pcty_hcl_traversals>, index: usize) -> Option<&Found> {
    traversals.and_then(|traversals| traversals.0.0.get(index))
}

/// The number of traversals. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_traversals_count(traversals: Option<&pcty_hcl_traversals>) -> usize {
    peek(0, || {
        traversals.map_or(0, |traversals| traversals.0.0.len())
    })
}

/// Where the traversal at a position, from 0, leads: first into an attribute of the
/// variable's name, then the steps into the variable.
///
/// Ownership: lent as long as the traversals. NULL: gives NULL, as does a position past the
/// end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_traversals_path(
    traversals: Option<&pcty_hcl_traversals>,
    index: usize,
) -> *const pcty_path {
    peek(ptr::null(), || {
        at(traversals, index).map_or(ptr::null(), |found| pcty_path::lend(&found.path))
    })
}

/// Where the traversal at a position stands, from its first step to its last. NULL: gives
/// the start of a text, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_traversals_range(
    traversals: Option<&pcty_hcl_traversals>,
    index: usize,
) -> pcty_range {
    peek(pcty_range::of(None), || {
        pcty_range::of(at(traversals, index).and_then(|found| found.range))
    })
}

/// What the text is called that the traversal at a position stands in.
///
/// Ownership: lent as long as the traversals. NULL: gives no text, as does a position past
/// the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_traversals_file(
    traversals: Option<&pcty_hcl_traversals>,
    index: usize,
) -> pcty_str {
    peek(pcty_str::NONE, || {
        at(traversals, index)
            .and_then(|found| found.source.as_ref())
            .map_or(pcty_str::NONE, |source| pcty_str::lend(&source.name))
    })
}

/// Frees traversals. NULL: no-op.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_traversals_free(traversals: *mut pcty_hcl_traversals) {
    // SAFETY: by the header's contract NULL, or owned by the caller.
    unsafe { pcty_hcl_traversals::release(traversals) }
}
