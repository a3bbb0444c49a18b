//! HCL: traversals.
//!
//! A traversal is a variable and constant steps into it, such as `network.subnets[0].id`.
//! Traversals are the references of an expression, and are known before it is evaluated.

use super::expression::{pcty_hcl_expression, refused};
use crate::calls::Budget;
use crate::dialect::hcl::eval::Expr;
use crate::dialect::hcl::syntax::{Traversal, TraversalStepKind, parse_traversal_within};
use crate::ffi::base::error::{pcty_error, pcty_position, pcty_range, position};
use crate::ffi::base::path::pcty_path;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::diagnosed::{make_diagnosed_charged, source};
use crate::ffi::guard::{Handle, handle, make_charged, need, owned, quiet, text, write_found};
use crate::source::{Code, Diagnostic, Path, PathStep, Range, Result, Source};
use std::mem::MaybeUninit;
use std::ptr;

/// Traversals in order. It never changes; any number of threads may use it at once.
///
/// ```c
/// static void print_variables(const pcty_hcl_expression *expression) {
///     pcty_hcl_traversals *found = pcty_hcl_expression_variables(expression);
///     pcty_hcl_traversal each;
///     for (size_t i = 0; pcty_hcl_traversals_at(found, i, &each); i++) {
///         pcty_str name = pcty_path_step_name_at(each.path, 0);
///         printf("%.*s in line %u\n", (int)name.len, name.data, (unsigned)each.range.start.line);
///     }
///     pcty_hcl_traversals_free(found);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_traversals(pub(crate) Traversals);

handle!(pcty_hcl_traversals, Traversals);

/// A traversal.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_traversal {
    /// The steps: the first is into an attribute with the name of the variable, the others are into
    /// the variable.
    pub path: *const pcty_path,
    /// The range from the first step to the last.
    pub range: pcty_range,
    /// The name of the text that the traversal is in; no text if there is none.
    pub file: pcty_str,
}

/// The path and the range of each traversal.
pub struct Traversals(Vec<Found>);

struct Found {
    path: Path,
    steps: Vec<Range>,
    source: Option<Source>,
}

impl Traversals {
    /// Creates the list of the traversals of one text.
    pub(crate) fn new(found: Vec<Traversal>, source: Option<&Source>) -> Traversals {
        let each = found.into_iter();
        Traversals::in_sources(each.map(|traversal| (traversal, source.cloned())))
    }

    /// Creates a list of traversals, each with the text that contains it.
    pub(crate) fn in_sources(
        found: impl IntoIterator<Item = (Traversal, Option<Source>)>,
    ) -> Traversals {
        let each = found.into_iter().map(|(traversal, source)| Found {
            path: path_of(&traversal),
            steps: traversal.steps.iter().map(|step| step.range).collect(),
            source,
        });
        Traversals(each.collect())
    }
}

/// Returns the steps of a traversal; the first is into an attribute with the name of the variable.
fn path_of(traversal: &Traversal) -> Path {
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

/// Parses a text as a traversal, and returns the diagnostics.
fn read(
    file: &pcty_str,
    source_text: &pcty_str,
    start: Option<&pcty_position>,
    budget: &Budget,
) -> Result<(Traversals, Vec<Diagnostic>)> {
    let (name, bytes) = (text(file, "file")?, source(source_text)?);
    let parsed = parse_traversal_within(bytes, name, position(start, "start")?, budget);
    let found = Traversals::new(vec![parsed.root], Some(parsed.tree.source()));
    Ok((found, parsed.diagnostics))
}

/// Returns the variables that an expression refers to, in the order of the text, with the constant
/// steps into them.
///
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expression_variables(
    expression: Option<&pcty_hcl_expression>,
) -> *mut pcty_hcl_traversals {
    quiet(ptr::null_mut(), || {
        expression.map_or(ptr::null_mut(), |expression| {
            let expression = &expression.0;
            let found = Traversals::new(expression.variables(), expression.source());
            pcty_hcl_traversals::own(found)
        })
    })
}

fn absolute(expression: &Expr, budget: &Budget) -> Result<Traversal> {
    let read = expression.absolute_traversal_within(budget);
    budget.finish()?;
    read.map_err(|failure| refused(*failure))
}

/// Writes an expression as a variable and constant steps into it, without evaluating it. The first
/// step of the path is into an attribute with the name of the variable, so the path is also valid
/// as a relative path into any value with such an attribute. `pcty_hcl_traversals_of` also returns
/// the range of each step.
///
/// Errors: PCTY_ERROR_DIAGNOSTICS for any other expression.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expression_traversal(
    expression: Option<&pcty_hcl_expression>,
    out: Option<&mut MaybeUninit<*mut pcty_path>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let expression = &need(expression, "expression")?.0;
        Ok(path_of(&absolute(expression, budget)?))
    })
}

/// Parses a text that is one traversal, without splats and calculations. `file` is the name of the
/// text in diagnostics. If the text is a part of a larger one, `start` is the position of its first
/// byte, and all positions count from there.
///
/// Returns: a list of one traversal; with `diagnostics`, the steps before the first error.
/// Errors: PCTY_ERROR_SYNTAX if `diagnostics` is NULL and one of the diagnostics is an error;
/// PCTY_ERROR_INVALID_UTF8 for `file`; PCTY_ERROR_INVALID_ARGUMENT for a line or column of 0.
/// Ownership: the caller owns `*out` and `*diagnostics`; the text is copied.
/// NULL: `start` (the text is the whole), `diagnostics` and `error` may be NULL. `*diagnostics` is
/// NULL if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_traversals_parse(
    source_text: pcty_str,
    file: pcty_str,
    start: Option<&pcty_position>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_traversals>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed_charged(out, diagnostics, error, |mode, budget| {
        let (found, diagnostics) = read(&file, &source_text, start, budget)?;
        mode.settle(Code::Syntax, found, diagnostics)
    })
}

/// Writes an expression that is one traversal, without evaluating it, as a list of one. In JSON the
/// expression is a string that holds a traversal.
///
/// Errors: PCTY_ERROR_DIAGNOSTICS for any other expression.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_traversals_of(
    expression: Option<&pcty_hcl_expression>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_traversals>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let expression = &need(expression, "expression")?.0;
        let traversal = absolute(expression, budget)?;
        Ok(Traversals::new(vec![traversal], expression.source()))
    })
}

/// Returns the constant steps of an expression of the form PCTY_HCL_FORM_TRAVERSAL or
/// PCTY_HCL_FORM_RELATIVE_TRAVERSAL, as a list of one traversal. For PCTY_HCL_FORM_TRAVERSAL it is
/// the whole expression. For PCTY_HCL_FORM_RELATIVE_TRAVERSAL its path starts from the value of the
/// expression's source.
///
/// NULL: returns NULL. Also returns NULL for an expression of a different form.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expression_steps(
    expression: Option<&pcty_hcl_expression>,
) -> *mut pcty_hcl_traversals {
    quiet(ptr::null_mut(), || {
        let steps = expression.and_then(|expression| Some((expression, expression.0.steps()?)));
        steps.map_or(ptr::null_mut(), |(expression, steps)| {
            let found = Traversals::new(vec![steps], expression.0.source());
            pcty_hcl_traversals::own(found)
        })
    })
}

/// Returns the number of traversals.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_traversals_count(traversals: Option<&pcty_hcl_traversals>) -> usize {
    quiet(0, || {
        traversals.map_or(0, |traversals| traversals.0.0.len())
    })
}

/// Writes the traversal at a position, from 0.
///
/// Returns: false past the end.
/// Ownership: the path and the text in `*out` are owned by `traversals` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_traversals_at(
    traversals: Option<&pcty_hcl_traversals>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_hcl_traversal>>,
) -> bool {
    quiet(false, || {
        let found = at(traversals, index).map(|found| {
            let (first, last) = (found.steps.first(), found.steps.last());
            let range = first.zip(last).map(|(first, last)| Range {
                start: first.start,
                end: last.end,
            });
            let source = found.source.as_ref();
            pcty_hcl_traversal {
                path: pcty_path::borrowed(&found.path),
                range: pcty_range::of(range),
                file: source.map_or(pcty_str::NONE, |source| pcty_str::borrowed(&source.name)),
            }
        });
        write_found(found, out)
    })
}

/// Returns the range of a step, from 0, of the traversal at a position, with its dot or brackets.
/// The first step is the variable. There is one range for each step of the path.
///
/// NULL: returns the start of a text. Also returns it for a position or step past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_traversals_step_range_at(
    traversals: Option<&pcty_hcl_traversals>,
    index: usize,
    step: usize,
) -> pcty_range {
    quiet(pcty_range::of(None), || {
        let found = at(traversals, index).and_then(|found| found.steps.get(step));
        pcty_range::of(found.copied())
    })
}

owned! {
    /// Frees traversals.
    fn pcty_hcl_traversals_free(traversals: pcty_hcl_traversals);
}
