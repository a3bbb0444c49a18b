//! Outcomes: what a solver has found.

use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, answer, handle, need, quiet, release};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::types::parts::{pcty_type_step, step};
use crate::inference::{
    Ambiguity, Annotation, Clash, Conflict, Expr, InvariantId, Outcome, Rule, Undecided,
};
use crate::source::{Code, Error};
use crate::types::Type;
use std::mem::MaybeUninit;
use std::ptr;

/// What a solver has found. Never changes; any number of threads may use it at once.
///
/// ```c
/// static void print_missing(const pcty_infer_solution *outcome) {
///     for (size_t i = 0; i < pcty_infer_solution_annotation_count(outcome); i++) {
///         printf("say the type of expression %u\n",
///                (unsigned)pcty_infer_solution_annotation_expression_at(outcome, i));
///     }
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_infer_solution(Found);

handle!(pcty_infer_solution, Found);

/// Two types that cannot be equal, and the invariants that say that they are. It is lent by an
/// outcome.
///
/// ```c
/// static void print_chain(const pcty_infer_conflict *clash) {
///     pcty_str reason = pcty_infer_conflict_reason(clash);
///     printf("%.*s, by", (int)reason.len, reason.data);
///     for (size_t i = 0; i < pcty_infer_conflict_chain_count(clash); i++) {
///         printf(" %u", (unsigned)pcty_infer_conflict_chain_at(clash, i));
///     }
///     printf("\n");
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_infer_conflict(Evidence);

handle!(pcty_infer_conflict, Evidence);

/// What a handle of an outcome stands for.
pub struct Found {
    outcome: Outcome,
    /// The conflict's own clash, and then one for each alternative.
    evidence: Vec<Evidence>,
}

/// What a handle of a clash stands for.
pub struct Evidence {
    clash: Clash,
    chain: Vec<InvariantId>,
    alternative: usize,
}

impl Found {
    pub(crate) fn new(outcome: Outcome) -> Found {
        let mut evidence = Vec::new();
        if let Outcome::Conflict(conflict) = &outcome {
            evidence.push(Evidence {
                clash: conflict.clash.clone(),
                chain: conflict.chain.clone(),
                alternative: 0,
            });
            evidence.extend(conflict.refuted.iter().map(|refutation| Evidence {
                clash: refutation.clash.clone(),
                chain: refutation.chain.clone(),
                alternative: refutation.alternative,
            }));
        }
        Found { outcome, evidence }
    }

    fn ambiguity(&self) -> Option<&Ambiguity> {
        match &self.outcome {
            Outcome::Ambiguous(ambiguity) => Some(ambiguity),
            _ => None,
        }
    }

    fn annotation(&self, index: usize) -> Option<&Annotation> {
        self.ambiguity()?.settled_by.get(index)
    }

    fn conflict(&self) -> Option<&Conflict> {
        match &self.outcome {
            Outcome::Conflict(conflict) => Some(conflict),
            _ => None,
        }
    }

    fn undecided(&self) -> Option<&Undecided> {
        match &self.outcome {
            Outcome::Undecided(undecided) => Some(undecided),
            _ => None,
        }
    }
}

/// How solving ended.
pub type pcty_infer_result = u32;

/// There is no outcome: NULL was given.
pub const PCTY_INFER_MISSING: pcty_infer_result = 0;
/// Every expression has one type.
pub const PCTY_INFER_SOLVED: pcty_infer_result = 1;
/// Some expressions may have several types.
pub const PCTY_INFER_AMBIGUOUS: pcty_infer_result = 2;
/// The invariants cannot all hold.
pub const PCTY_INFER_CONFLICT: pcty_infer_result = 3;
/// The budget of the search ended first.
pub const PCTY_INFER_UNDECIDED: pcty_infer_result = 4;

/// Why two types cannot be equal.
pub type pcty_infer_rule = u32;

/// There is no clash: NULL was given.
pub const PCTY_INFER_RULE_MISSING: pcty_infer_rule = 0;
/// The types are of different kinds.
pub const PCTY_INFER_RULE_CONSTRUCTOR: pcty_infer_rule = 1;
/// The types are of one kind and differ in a detail: bounds, sizes, values, names.
pub const PCTY_INFER_RULE_DETAIL: pcty_infer_rule = 2;
/// Tuples, unions or nominal types have different numbers of parts.
pub const PCTY_INFER_RULE_PART_COUNT: pcty_infer_rule = 3;
/// Objects have different numbers of fields.
pub const PCTY_INFER_RULE_FIELD_COUNT: pcty_infer_rule = 4;
/// Objects have other fields, or in another order.
pub const PCTY_INFER_RULE_FIELD_NAMES: pcty_infer_rule = 5;
/// Functions take different numbers of arguments.
pub const PCTY_INFER_RULE_PARAMETER_COUNT: pcty_infer_rule = 6;
/// A type would contain itself.
pub const PCTY_INFER_RULE_OCCURS: pcty_infer_rule = 7;
/// A signature's callback refuses a call.
pub const PCTY_INFER_RULE_REPORTED: pcty_infer_rule = 8;
/// Something is said of what has been generalised.
pub const PCTY_INFER_RULE_GENERALIZED: pcty_infer_rule = 9;

/// The number that no invariant has.
pub const PCTY_INFER_NO_INVARIANT: u32 = u32::MAX;

fn number(id: Option<InvariantId>) -> u32 {
    id.map_or(PCTY_INFER_NO_INVARIANT, |id| id.0)
}

fn lent(ty: Option<&Type>) -> *const pcty_type {
    ty.map_or(ptr::null(), pcty_type::lend)
}

/// Frees an outcome. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_free(outcome: Option<Box<pcty_infer_solution>>) {
    release(outcome)
}

/// How solving ended. NULL: gives PCTY_INFER_MISSING.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_kind(
    outcome: Option<&pcty_infer_solution>,
) -> pcty_infer_result {
    quiet(PCTY_INFER_MISSING, || {
        outcome.map_or(PCTY_INFER_MISSING, |found| match found.0.outcome {
            Outcome::Solved(_) => PCTY_INFER_SOLVED,
            Outcome::Ambiguous(_) => PCTY_INFER_AMBIGUOUS,
            Outcome::Conflict(_) => PCTY_INFER_CONFLICT,
            Outcome::Undecided(_) => PCTY_INFER_UNDECIDED,
        })
    })
}

/// The type of an expression, where all have been found.
///
/// Ownership: `*out` is lent as long as the outcome.
/// Errors: PCTY_ERROR_NOT_FOUND for an expression that no invariant names;
/// PCTY_ERROR_LIMIT for a type that would be too deep or too large; PCTY_ERROR_UNKNOWN for an
/// outcome other than PCTY_INFER_SOLVED.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_type(
    outcome: Option<&pcty_infer_solution>,
    expr: u64,
    out: Option<&mut MaybeUninit<*const pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let Outcome::Solved(types) = &need(outcome, "outcome")?.0.outcome else {
            return Err(Error::new(Code::Unknown, "there is no solution"));
        };
        let found = types.get(Expr(expr)).ok_or_else(|| unknown_expr(expr))?;
        Ok(pcty_type::lend(found?))
    })
}

/// The error for an expression that no invariant names.
pub(crate) fn unknown_expr(expr: u64) -> Error {
    let message = format!("no invariant names the expression {expr}");
    Error::new(Code::NotFound, message)
}

/// The number of expressions that are not determined. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_undetermined_count(
    outcome: Option<&pcty_infer_solution>,
) -> usize {
    quiet(0, || {
        let ambiguity = outcome.and_then(|found| found.0.ambiguity());
        ambiguity.map_or(0, |ambiguity| ambiguity.undetermined.len())
    })
}

/// An expression that is not determined. NULL: gives 0, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_undetermined_expression_at(
    outcome: Option<&pcty_infer_solution>,
    index: usize,
) -> u64 {
    quiet(0, || {
        let ambiguity = outcome.and_then(|found| found.0.ambiguity());
        let open = ambiguity.and_then(|ambiguity| ambiguity.undetermined.get(index));
        open.map_or(0, |(expr, _)| expr.0)
    })
}

/// What is known of the type of an expression that is not determined, with variables for
/// what is not.
///
/// Ownership: lent as long as the outcome. NULL: gives NULL, as does a position past the
/// end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_undetermined_type_at(
    outcome: Option<&pcty_infer_solution>,
    index: usize,
) -> *const pcty_type {
    quiet(ptr::null(), || {
        let ambiguity = outcome.and_then(|found| found.0.ambiguity());
        let open = ambiguity.and_then(|ambiguity| ambiguity.undetermined.get(index));
        lent(open.map(|(_, ty)| ty))
    })
}

/// The number of annotations that would determine all expressions. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_annotation_count(
    outcome: Option<&pcty_infer_solution>,
) -> usize {
    quiet(0, || {
        let ambiguity = outcome.and_then(|found| found.0.ambiguity());
        ambiguity.map_or(0, |ambiguity| ambiguity.settled_by.len())
    })
}

/// An expression to annotate. NULL: gives 0, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_annotation_expression_at(
    outcome: Option<&pcty_infer_solution>,
    index: usize,
) -> u64 {
    quiet(0, || {
        let annotation = outcome.and_then(|found| found.0.annotation(index));
        annotation.map_or(0, |annotation| annotation.expr.0)
    })
}

/// What is known of the type of an expression to annotate.
///
/// Ownership: lent as long as the outcome. NULL: gives NULL, as does a position past the
/// end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_annotation_type_at(
    outcome: Option<&pcty_infer_solution>,
    index: usize,
) -> *const pcty_type {
    quiet(ptr::null(), || {
        let annotation = outcome.and_then(|found| found.0.annotation(index));
        lent(annotation.map(|annotation| &annotation.known))
    })
}

/// The number of types that an expression to annotate may have by the alternatives left:
/// some of them where there are many, none where no alternatives restrict it. NULL: gives
/// 0, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_candidate_count_at(
    outcome: Option<&pcty_infer_solution>,
    index: usize,
) -> usize {
    quiet(0, || {
        let annotation = outcome.and_then(|found| found.0.annotation(index));
        annotation.map_or(0, |annotation| annotation.candidates.len())
    })
}

/// A type that an expression to annotate may have.
///
/// Ownership: lent as long as the outcome. NULL: gives NULL, as does a position past the
/// end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_candidate_at(
    outcome: Option<&pcty_infer_solution>,
    index: usize,
    candidate: usize,
) -> *const pcty_type {
    quiet(ptr::null(), || {
        let annotation = outcome.and_then(|found| found.0.annotation(index));
        lent(annotation.and_then(|annotation| annotation.candidates.get(candidate)))
    })
}

/// One of two invariants that cannot both hold: the left type of the clash comes from it.
/// NULL: gives PCTY_INFER_NO_INVARIANT, as does an outcome other than PCTY_INFER_CONFLICT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_first(outcome: Option<&pcty_infer_solution>) -> u32 {
    quiet(PCTY_INFER_NO_INVARIANT, || {
        let conflict = outcome.and_then(|found| found.0.conflict());
        number(conflict.map(|conflict| conflict.first))
    })
}

/// The other of two invariants that cannot both hold: the right type of the clash comes
/// from it. NULL: gives PCTY_INFER_NO_INVARIANT, as does an outcome other than
/// PCTY_INFER_CONFLICT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_second(outcome: Option<&pcty_infer_solution>) -> u32 {
    quiet(PCTY_INFER_NO_INVARIANT, || {
        let conflict = outcome.and_then(|found| found.0.conflict());
        number(conflict.map(|conflict| conflict.second))
    })
}

/// The clash of a conflict.
///
/// Ownership: lent as long as the outcome. NULL: gives NULL, as does an outcome other than
/// PCTY_INFER_CONFLICT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_conflict(
    outcome: Option<&pcty_infer_solution>,
) -> *const pcty_infer_conflict {
    quiet(ptr::null(), || {
        let evidence = outcome.and_then(|found| found.0.evidence.first());
        evidence.map_or(ptr::null(), pcty_infer_conflict::lend)
    })
}

/// The error that a signature's callback reported, where the conflict is that.
///
/// Ownership: lent as long as the outcome. NULL: gives NULL, as does any other outcome.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_reported(
    outcome: Option<&pcty_infer_solution>,
) -> *const pcty_error {
    quiet(ptr::null(), || {
        let conflict = outcome.and_then(|found| found.0.conflict());
        conflict
            .and_then(|conflict| conflict.reported.as_ref())
            .map_or(ptr::null(), pcty_error::lend)
    })
}

/// The number of alternatives that are all refuted, where the conflict is that. NULL: gives
/// 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_refutation_count(
    outcome: Option<&pcty_infer_solution>,
) -> usize {
    quiet(0, || {
        outcome.map_or(0, |found| found.0.evidence.len().saturating_sub(1))
    })
}

/// Why an alternative cannot hold.
///
/// Ownership: lent as long as the outcome. NULL: gives NULL, as does a position past the
/// end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_refutation_at(
    outcome: Option<&pcty_infer_solution>,
    index: usize,
) -> *const pcty_infer_conflict {
    quiet(ptr::null(), || {
        let at = index.checked_add(1);
        outcome
            .and_then(|found| found.0.evidence.get(at?))
            .map_or(ptr::null(), pcty_infer_conflict::lend)
    })
}

/// The number of invariants that were not decided when the budget ended. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_remaining_count(
    outcome: Option<&pcty_infer_solution>,
) -> usize {
    quiet(0, || {
        let undecided = outcome.and_then(|found| found.0.undecided());
        undecided.map_or(0, |undecided| undecided.remaining.len())
    })
}

/// An invariant that was not decided. NULL: gives PCTY_INFER_NO_INVARIANT, as does a position past
/// the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_remaining_at(
    outcome: Option<&pcty_infer_solution>,
    index: usize,
) -> u32 {
    quiet(PCTY_INFER_NO_INVARIANT, || {
        let undecided = outcome.and_then(|found| found.0.undecided());
        let remaining = undecided.and_then(|undecided| undecided.remaining.get(index));
        number(remaining.map(|(id, _)| *id))
    })
}

/// The number of alternatives that an invariant has left. NULL: gives 0, as does a position
/// past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_alternative_count_at(
    outcome: Option<&pcty_infer_solution>,
    index: usize,
) -> usize {
    quiet(0, || {
        let undecided = outcome.and_then(|found| found.0.undecided());
        let remaining = undecided.and_then(|undecided| undecided.remaining.get(index));
        remaining.map_or(0, |(_, alternatives)| alternatives.len())
    })
}

/// An alternative that an invariant has left: its position among all of them. NULL: gives
/// SIZE_MAX, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solution_alternative_at(
    outcome: Option<&pcty_infer_solution>,
    index: usize,
    alternative: usize,
) -> usize {
    quiet(usize::MAX, || {
        let undecided = outcome.and_then(|found| found.0.undecided());
        let remaining = undecided.and_then(|undecided| undecided.remaining.get(index));
        remaining
            .and_then(|(_, alternatives)| alternatives.get(alternative).copied())
            .unwrap_or(usize::MAX)
    })
}

/// Why the two types of a clash cannot be equal. NULL: gives PCTY_INFER_RULE_MISSING.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_conflict_rule(clash: Option<&pcty_infer_conflict>) -> pcty_infer_rule {
    quiet(PCTY_INFER_RULE_MISSING, || {
        clash.map_or(PCTY_INFER_RULE_MISSING, |clash| match clash.0.clash.rule {
            Rule::Constructor => PCTY_INFER_RULE_CONSTRUCTOR,
            Rule::Detail => PCTY_INFER_RULE_DETAIL,
            Rule::PartCount => PCTY_INFER_RULE_PART_COUNT,
            Rule::FieldCount => PCTY_INFER_RULE_FIELD_COUNT,
            Rule::FieldNames => PCTY_INFER_RULE_FIELD_NAMES,
            Rule::ParameterCount => PCTY_INFER_RULE_PARAMETER_COUNT,
            Rule::Occurs => PCTY_INFER_RULE_OCCURS,
            Rule::Reported => PCTY_INFER_RULE_REPORTED,
            Rule::Generalised => PCTY_INFER_RULE_GENERALIZED,
        })
    })
}

/// The same in words.
///
/// Ownership: lent for ever. NULL: gives no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_conflict_reason(clash: Option<&pcty_infer_conflict>) -> pcty_str {
    quiet(pcty_str::NONE, || {
        clash.map_or(pcty_str::NONE, |clash| {
            pcty_str::lend(clash.0.clash.rule.reason())
        })
    })
}

/// One of the two types of a clash.
///
/// Ownership: lent as long as the outcome. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_conflict_left(
    clash: Option<&pcty_infer_conflict>,
) -> *const pcty_type {
    quiet(ptr::null(), || lent(clash.map(|clash| &clash.0.clash.left)))
}

/// The other type of a clash.
///
/// Ownership: lent as long as the outcome. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_conflict_right(
    clash: Option<&pcty_infer_conflict>,
) -> *const pcty_type {
    quiet(ptr::null(), || {
        lent(clash.map(|clash| &clash.0.clash.right))
    })
}

/// The number of steps from the two types that the last invariant speaks of to those that
/// clash. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_conflict_step_count(clash: Option<&pcty_infer_conflict>) -> usize {
    quiet(0, || clash.map_or(0, |clash| clash.0.clash.path.len()))
}

/// A step to the types that clash, from the outside in.
///
/// Ownership: `*out` has a name that is lent as long as the outcome.
/// Errors: PCTY_ERROR_NOT_FOUND past the end.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_conflict_step_at(
    clash: Option<&pcty_infer_conflict>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_type_step>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let path = &need(clash, "clash")?.0.clash.path;
        let found = path.get(index).ok_or_else(|| {
            Error::new(Code::NotFound, format!("there is no step number {index}"))
        })?;
        Ok(step(found))
    })
}

/// The number of invariants that say that the two types are equal. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_conflict_chain_count(clash: Option<&pcty_infer_conflict>) -> usize {
    quiet(0, || clash.map_or(0, |clash| clash.0.chain.len()))
}

/// An invariant of those that say that the two types are equal, from the one to the other.
/// NULL: gives PCTY_INFER_NO_INVARIANT, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_conflict_chain_at(
    clash: Option<&pcty_infer_conflict>,
    index: usize,
) -> u32 {
    quiet(PCTY_INFER_NO_INVARIANT, || {
        number(clash.and_then(|clash| clash.0.chain.get(index).copied()))
    })
}

/// Which alternative it is that cannot hold, for the clash of a refutation. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_conflict_alternative(clash: Option<&pcty_infer_conflict>) -> usize {
    quiet(0, || clash.map_or(0, |clash| clash.0.alternative))
}
