//! Solutions: the results of a solver.
//!
//! All data of a solution, its types and its conflicts are owned by the solution and valid while it
//! lives. A solution stays valid after its solver is freed.

use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, answer, handle, need, owned, quiet, write_found};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::types::parts::{pcty_type_step, step};
use crate::inference::{
    Ambiguity, Annotation, Conflict, Expr, InvariantId, Mismatch, Rule, Solution, Undecided,
};
use crate::source::{Code, Error};
use std::mem::MaybeUninit;
use std::ptr;

/// The result of a solver. Immutable; any number of threads may use it at once.
///
/// ```c
/// static void print_missing(const pcty_infer_solution *solution) {
///     pcty_infer_annotation annotation;
///     for (size_t i = 0; pcty_infer_solution_annotation_at(solution, i, &annotation); i++) {
///         printf("annotate expression %u\n", (unsigned)annotation.expression);
///     }
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_infer_solution(Found);

handle!(pcty_infer_solution, Found);

/// Two types that cannot be equal, and the invariants that require them to be equal. Borrowed from a
/// solution. Immutable; any number of threads may use it at once.
///
/// ```c
/// static void print_chain(const pcty_infer_conflict *conflict) {
///     pcty_infer_conflict_data data;
///     if (!pcty_infer_conflict_info(conflict, &data)) {
///         return;
///     }
///     printf("%.*s, by", (int)data.reason.len, data.reason.data);
///     for (size_t i = 0; i < data.chain_count; i++) {
///         printf(" %u", (unsigned)pcty_infer_conflict_chain_at(conflict, i));
///     }
///     printf("\n");
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_infer_conflict(Evidence);

handle!(pcty_infer_conflict, Evidence);

/// The content of a solution handle.
pub struct Found {
    outcome: Solution,
    /// The conflict itself, and then one for each refuted alternative.
    evidence: Vec<Evidence>,
}

/// The content of a conflict handle.
pub struct Evidence {
    mismatch: Mismatch,
    chain: Vec<InvariantId>,
    alternative: usize,
}

impl Found {
    pub(crate) fn new(outcome: Solution) -> Found {
        let mut evidence = Vec::new();
        if let Solution::Conflict(conflict) = &outcome {
            evidence.push(Evidence {
                mismatch: conflict.mismatch.clone(),
                chain: conflict.chain.clone(),
                alternative: 0,
            });
            evidence.extend(conflict.refuted.iter().map(|refutation| Evidence {
                mismatch: refutation.mismatch.clone(),
                chain: refutation.chain.clone(),
                alternative: refutation.alternative,
            }));
        }
        Found { outcome, evidence }
    }

    fn ambiguity(&self) -> Option<&Ambiguity> {
        match &self.outcome {
            Solution::Ambiguous(ambiguity) => Some(ambiguity),
            _ => None,
        }
    }

    fn annotation(&self, index: usize) -> Option<&Annotation> {
        self.ambiguity()?.settled_by.get(index)
    }

    fn conflict(&self) -> Option<&Conflict> {
        match &self.outcome {
            Solution::Conflict(conflict) => Some(conflict),
            _ => None,
        }
    }

    fn undecided(&self) -> Option<&Undecided> {
        match &self.outcome {
            Solution::Undecided(undecided) => Some(undecided),
            _ => None,
        }
    }
}

/// The kind of a solution.
pub type pcty_infer_result = u32;

/// No solution; the value in zeroed data.
pub const PCTY_INFER_MISSING: pcty_infer_result = 0;
/// Every expression has one type.
pub const PCTY_INFER_SOLVED: pcty_infer_result = 1;
/// Some expressions may have several types.
pub const PCTY_INFER_AMBIGUOUS: pcty_infer_result = 2;
/// The invariants cannot all hold.
pub const PCTY_INFER_CONFLICT: pcty_infer_result = 3;
/// The budget of the search was exceeded.
pub const PCTY_INFER_UNDECIDED: pcty_infer_result = 4;

/// The reason of a conflict between two types.
pub type pcty_infer_rule = u32;

/// No conflict; the value in zeroed data.
pub const PCTY_INFER_RULE_MISSING: pcty_infer_rule = 0;
/// The types are of different kinds.
pub const PCTY_INFER_RULE_CONSTRUCTOR: pcty_infer_rule = 1;
/// The types are of one kind and differ in a detail: bounds, sizes, values, names.
pub const PCTY_INFER_RULE_DETAIL: pcty_infer_rule = 2;
/// Tuples, unions or nominal types have different numbers of parts.
pub const PCTY_INFER_RULE_PART_COUNT: pcty_infer_rule = 3;
/// Objects have different numbers of fields.
pub const PCTY_INFER_RULE_FIELD_COUNT: pcty_infer_rule = 4;
/// Objects have different fields, or the same fields in a different order.
pub const PCTY_INFER_RULE_FIELD_NAMES: pcty_infer_rule = 5;
/// Functions take different numbers of arguments.
pub const PCTY_INFER_RULE_PARAMETER_COUNT: pcty_infer_rule = 6;
/// A type would contain itself.
pub const PCTY_INFER_RULE_OCCURS: pcty_infer_rule = 7;
/// The callback of a signature rejects a call.
pub const PCTY_INFER_RULE_REPORTED: pcty_infer_rule = 8;
/// An invariant applies to a type that has already been generalized.
pub const PCTY_INFER_RULE_GENERALIZED: pcty_infer_rule = 9;

/// A number that is not the number of any invariant.
pub const PCTY_INFER_NO_INVARIANT: u32 = u32::MAX;

/// The data of a solution.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_infer_solution_data {
    /// The kind of the solution.
    pub kind: pcty_infer_result,
    /// The first of two invariants that cannot both hold: the source of the conflict's left type.
    /// PCTY_INFER_NO_INVARIANT unless `kind` is PCTY_INFER_CONFLICT.
    pub first: u32,
    /// The second invariant: the source of the conflict's right type.
    pub second: u32,
    /// The conflict. NULL unless `kind` is PCTY_INFER_CONFLICT.
    pub conflict: *const pcty_infer_conflict,
    /// The error of a signature's callback if it is the conflict; otherwise NULL.
    pub reported: *const pcty_error,
    /// The number of expressions that are not determined: `pcty_infer_solution_undetermined_at`.
    pub undetermined_count: usize,
    /// The number of annotations that would determine all expressions:
    /// `pcty_infer_solution_annotation_at`.
    pub annotation_count: usize,
    /// The number of alternatives if the conflict is that all of them are refuted:
    /// `pcty_infer_solution_refutation_at`.
    pub refutation_count: usize,
    /// The number of invariants that were not decided when the budget was exceeded:
    /// `pcty_infer_solution_remaining_at`.
    pub remaining_count: usize,
}

/// An expression that is not determined.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_infer_undetermined {
    /// The expression.
    pub expression: u64,
    /// The known part of its type, with variables for the unknown parts.
    pub ty: *const pcty_type,
}

/// An expression whose annotation would help to determine all expressions.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_infer_annotation {
    /// The expression.
    pub expression: u64,
    /// The known part of its type, with variables for the unknown parts.
    pub ty: *const pcty_type,
    /// The number of types that the remaining alternatives allow:
    /// `pcty_infer_solution_candidate_at`. If there are many, only some are listed; 0 if no
    /// alternative restricts the expression.
    pub candidate_count: usize,
}

/// An invariant that was not decided.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_infer_remaining {
    /// The number of the invariant.
    pub invariant: u32,
    /// The number of its alternatives that are not refuted: `pcty_infer_solution_alternative_at`.
    pub alternative_count: usize,
}

/// The data of a conflict.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_infer_conflict_data {
    /// The reason of the conflict.
    pub rule: pcty_infer_rule,
    /// The reason as text with static lifetime.
    pub reason: pcty_str,
    /// The first of the two types.
    pub left: *const pcty_type,
    /// The second of the two types.
    pub right: *const pcty_type,
    /// The number of steps from the two types of the last invariant to `left` and `right`:
    /// `pcty_infer_conflict_step_at`.
    pub step_count: usize,
    /// The number of invariants that require the two types to be equal:
    /// `pcty_infer_conflict_chain_at`.
    pub chain_count: usize,
    /// The position of the alternative that is refuted, for a refutation; otherwise 0.
    pub alternative: usize,
}

fn result(outcome: &Solution) -> pcty_infer_result {
    match outcome {
        Solution::Solved(_) => PCTY_INFER_SOLVED,
        Solution::Ambiguous(_) => PCTY_INFER_AMBIGUOUS,
        Solution::Conflict(_) => PCTY_INFER_CONFLICT,
        Solution::Undecided(_) => PCTY_INFER_UNDECIDED,
    }
}

fn rule(rule: Rule) -> pcty_infer_rule {
    match rule {
        Rule::Constructor => PCTY_INFER_RULE_CONSTRUCTOR,
        Rule::Detail => PCTY_INFER_RULE_DETAIL,
        Rule::PartCount => PCTY_INFER_RULE_PART_COUNT,
        Rule::FieldCount => PCTY_INFER_RULE_FIELD_COUNT,
        Rule::FieldNames => PCTY_INFER_RULE_FIELD_NAMES,
        Rule::ParameterCount => PCTY_INFER_RULE_PARAMETER_COUNT,
        Rule::Occurs => PCTY_INFER_RULE_OCCURS,
        Rule::Reported => PCTY_INFER_RULE_REPORTED,
        Rule::Generalized => PCTY_INFER_RULE_GENERALIZED,
    }
}

fn number(id: Option<InvariantId>) -> u32 {
    id.map_or(PCTY_INFER_NO_INVARIANT, |id| id.0)
}

owned! {
    /// Frees a solution.
    fn pcty_infer_solution_free(solution: pcty_infer_solution);
}

/// Writes the data of a solution.
///
/// Ownership: the pointers in `*out` are owned by `solution` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_info(
    solution: Option<&pcty_infer_solution>,
    out: Option<&mut MaybeUninit<pcty_infer_solution_data>>,
) -> bool {
    quiet(false, || {
        let data = solution.map(|solution| {
            let found = &solution.0;
            let (ambiguity, conflict) = (found.ambiguity(), found.conflict());
            let reported = conflict.and_then(|conflict| conflict.reported.as_ref());
            pcty_infer_solution_data {
                kind: result(&found.outcome),
                first: number(conflict.map(|conflict| conflict.first)),
                second: number(conflict.map(|conflict| conflict.second)),
                conflict: (found.evidence.first())
                    .map_or(ptr::null(), pcty_infer_conflict::borrowed),
                reported: reported.map_or(ptr::null(), pcty_error::borrowed),
                undetermined_count: ambiguity.map_or(0, |found| found.undetermined.len()),
                annotation_count: ambiguity.map_or(0, |found| found.settled_by.len()),
                refutation_count: found.evidence.len().saturating_sub(1),
                remaining_count: found.undecided().map_or(0, |found| found.remaining.len()),
            }
        });
        write_found(data, out)
    })
}

/// Returns the type of an expression, for a solution of kind PCTY_INFER_SOLVED.
///
/// Errors: PCTY_ERROR_NOT_FOUND for an expression that no invariant names; PCTY_ERROR_LIMIT for a
/// type that would be too deep or too large; PCTY_ERROR_UNKNOWN for a solution of a different kind.
/// Ownership: `*out` is owned by `solution` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_type(
    solution: Option<&pcty_infer_solution>,
    expression: u64,
    out: Option<&mut MaybeUninit<*const pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let Solution::Solved(types) = &need(solution, "solution")?.0.outcome else {
            return Err(Error::new(Code::Unknown, "there is no solution"));
        };
        let found = types
            .get(Expr(expression))
            .ok_or_else(|| unknown_expr(expression))?;
        Ok(pcty_type::borrowed(found?))
    })
}

/// Returns the error for an expression that no invariant names.
pub(crate) fn unknown_expr(expression: u64) -> Error {
    let message = format!("no invariant refers to the expression {expression}");
    Error::new(Code::NotFound, message)
}

/// Writes an expression that is not determined, by its position.
///
/// Returns: false past the end.
/// Ownership: `out->type` is owned by `solution` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_undetermined_at(
    solution: Option<&pcty_infer_solution>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_infer_undetermined>>,
) -> bool {
    quiet(false, || {
        let ambiguity = solution.and_then(|solution| solution.0.ambiguity());
        let open = ambiguity.and_then(|ambiguity| ambiguity.undetermined.get(index));
        let open = open.map(|(expr, ty)| pcty_infer_undetermined {
            expression: expr.0,
            ty: pcty_type::borrowed(ty),
        });
        write_found(open, out)
    })
}

/// Writes an expression to annotate, by its position.
///
/// Returns: false past the end.
/// Ownership: `out->type` is owned by `solution` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_annotation_at(
    solution: Option<&pcty_infer_solution>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_infer_annotation>>,
) -> bool {
    quiet(false, || {
        let annotation = solution.and_then(|solution| solution.0.annotation(index));
        let annotation = annotation.map(|annotation| pcty_infer_annotation {
            expression: annotation.expr.0,
            ty: pcty_type::borrowed(&annotation.known),
            candidate_count: annotation.candidates.len(),
        });
        write_found(annotation, out)
    })
}

/// Returns a type that an expression to annotate may have, by its position.
///
/// Returns: NULL past the end.
/// Ownership: the result is owned by `solution` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_candidate_at(
    solution: Option<&pcty_infer_solution>,
    index: usize,
    candidate: usize,
) -> *const pcty_type {
    quiet(ptr::null(), || {
        let annotation = solution.and_then(|solution| solution.0.annotation(index));
        let candidates = annotation.map(|annotation| &annotation.candidates);
        candidates
            .and_then(|candidates| candidates.get(candidate))
            .map_or(ptr::null(), pcty_type::borrowed)
    })
}

/// Returns the conflict that refutes an alternative, by its position.
///
/// Returns: NULL past the end.
/// Ownership: the result is owned by `solution` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_refutation_at(
    solution: Option<&pcty_infer_solution>,
    index: usize,
) -> *const pcty_infer_conflict {
    quiet(ptr::null(), || {
        let at = index.checked_add(1);
        solution
            .and_then(|solution| solution.0.evidence.get(at?))
            .map_or(ptr::null(), pcty_infer_conflict::borrowed)
    })
}

/// Writes an invariant that was not decided, by its position.
///
/// Returns: false past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_remaining_at(
    solution: Option<&pcty_infer_solution>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_infer_remaining>>,
) -> bool {
    quiet(false, || {
        let undecided = solution.and_then(|solution| solution.0.undecided());
        let remaining = undecided.and_then(|undecided| undecided.remaining.get(index));
        let remaining = remaining.map(|(id, alternatives)| pcty_infer_remaining {
            invariant: id.0,
            alternative_count: alternatives.len(),
        });
        write_found(remaining, out)
    })
}

/// Returns the position, among all alternatives of an invariant, of one that is not refuted.
///
/// Returns: SIZE_MAX past the end.
/// NULL: returns SIZE_MAX.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_alternative_at(
    solution: Option<&pcty_infer_solution>,
    index: usize,
    alternative: usize,
) -> usize {
    quiet(usize::MAX, || {
        let undecided = solution.and_then(|solution| solution.0.undecided());
        let remaining = undecided.and_then(|undecided| undecided.remaining.get(index));
        remaining
            .and_then(|(_, alternatives)| alternatives.get(alternative).copied())
            .unwrap_or(usize::MAX)
    })
}

/// Writes the data of a conflict.
///
/// Ownership: `out->reason` has static lifetime; the types in `*out` are owned by the solution and
/// valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_conflict_info(
    conflict: Option<&pcty_infer_conflict>,
    out: Option<&mut MaybeUninit<pcty_infer_conflict_data>>,
) -> bool {
    quiet(false, || {
        let data = conflict.map(|conflict| {
            let Evidence {
                mismatch,
                chain,
                alternative,
            } = &conflict.0;
            pcty_infer_conflict_data {
                rule: rule(mismatch.rule),
                reason: pcty_str::borrowed(mismatch.rule.reason()),
                left: pcty_type::borrowed(&mismatch.left),
                right: pcty_type::borrowed(&mismatch.right),
                step_count: mismatch.path.len(),
                chain_count: chain.len(),
                alternative: *alternative,
            }
        });
        write_found(data, out)
    })
}

/// Writes a step to the types that conflict, by its position, from the outside in.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end.
/// Ownership: `out->name` is owned by the solution and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_conflict_step_at(
    conflict: Option<&pcty_infer_conflict>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_type_step>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let path = &need(conflict, "conflict")?.0.mismatch.path;
        let found = path.get(index).ok_or_else(|| {
            Error::new(Code::NotFound, format!("there is no step at index {index}"))
        })?;
        Ok(step(found))
    })
}

/// Returns one of the invariants that require the two types to be equal, by its position in the
/// order from the left type to the right one.
///
/// Returns: PCTY_INFER_NO_INVARIANT past the end.
/// NULL: returns PCTY_INFER_NO_INVARIANT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_conflict_chain_at(
    conflict: Option<&pcty_infer_conflict>,
    index: usize,
) -> u32 {
    quiet(PCTY_INFER_NO_INVARIANT, || {
        number(conflict.and_then(|conflict| conflict.0.chain.get(index).copied()))
    })
}
