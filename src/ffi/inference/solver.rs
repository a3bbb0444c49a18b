//! Solvers: inference of the types of a program's expressions.
//!
//! The host chooses a number for each expression. It adds invariants of the types of expressions to
//! lists, and adds the lists to a solver. It may solve at any time, add more invariants, and solve
//! again.

use super::outcome::{Found, pcty_infer_solution, unknown_expr};
use super::signature::{pcty_infer_scheme, pcty_infer_signature};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{
    Handle, answer, changed, clones, handle, invalid, make, need, need_pointer, null, owned, quiet,
    run, slice, unnamed, versioned, write_found,
};
use crate::ffi::reentry::{change, within};
use crate::ffi::types::constructors::pcty_type;
use crate::inference::{Expr, Invariant, Scheme, Solver, StandardSolver};
use crate::source::Result;
use std::cell::RefCell;
use std::mem::MaybeUninit;
use std::ptr;
use std::rc::Rc;

/// A list of invariants. One thread at a time.
///
/// ```c
/// static pcty_infer_invariants *either(uint64_t expression, const pcty_type *one, const pcty_type *other) {
///     pcty_infer_invariants *alternatives[2], *all = pcty_infer_invariants_new();
///     alternatives[0] = pcty_infer_invariants_new();
///     alternatives[1] = pcty_infer_invariants_new();
///     pcty_infer_invariant invariant = PCTY_INFER_INVARIANT_INIT;
///     invariant.expression = expression;
///     invariant.type = one;
///     must(pcty_infer_invariants_add(alternatives[0], &invariant, NULL));
///     invariant.type = other;
///     must(pcty_infer_invariants_add(alternatives[1], &invariant, NULL));
///     invariant.kind = PCTY_INFER_INVARIANT_ANY;
///     invariant.alternatives = (const pcty_infer_invariants *const *)alternatives;
///     invariant.count = 2;
///     must(pcty_infer_invariants_add(all, &invariant, NULL));
///     pcty_infer_invariants_free(alternatives[0]);
///     pcty_infer_invariants_free(alternatives[1]);
///     return all;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_infer_invariants(Vec<Invariant>);

handle!(pcty_infer_invariants, Vec<Invariant>);

/// Finds the types of expressions. One thread at a time.
///
/// ```c
/// static void solve(const pcty_infer_invariants *invariants) {
///     uint32_t first;
///     pcty_infer_solution *solution = NULL;
///     pcty_infer_solution_data data;
///     pcty_infer_solver *solver = pcty_infer_solver_new();
///     if (pcty_infer_solver_add(solver, invariants, &first, NULL) == PCTY_OK &&
///         pcty_infer_solver_solve(solver, &solution, NULL) == PCTY_OK &&
///         pcty_infer_solution_info(solution, &data) && data.kind == PCTY_INFER_CONFLICT) {
///         printf("number %u cannot hold\n", (unsigned)data.first);
///     }
///     pcty_infer_solution_free(solution);
///     pcty_infer_solver_free(solver);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_infer_solver(Rc<RefCell<StandardSolver>>);

handle!(pcty_infer_solver, Rc<RefCell<StandardSolver>>);

/// A list of schemes. It never changes; any number of threads may use it at once.
///
/// ```c
/// static pcty_infer_scheme *generalise(pcty_infer_solver *solver, uint64_t expression) {
///     pcty_infer_scheme_list *schemes = NULL;
///     pcty_infer_scheme *scheme = NULL;
///     if (pcty_infer_solver_leave(solver, &expression, 1, &schemes, NULL) == PCTY_OK) {
///         scheme = pcty_infer_scheme_clone(pcty_infer_scheme_list_at(schemes, 0));
///     }
///     pcty_infer_scheme_list_free(schemes);
///     return scheme;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_infer_scheme_list(Vec<Scheme>);

handle!(pcty_infer_scheme_list, Vec<Scheme>);

/// Creates a list without invariants.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_invariants_new() -> *mut pcty_infer_invariants {
    quiet(ptr::null_mut(), || pcty_infer_invariants::own(Vec::new()))
}

owned! {
    /// Frees a list of invariants.
    fn pcty_infer_invariants_free(invariants: pcty_infer_invariants);
}

/// Returns the number of invariants in a list.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_invariants_count(invariants: Option<&pcty_infer_invariants>) -> usize {
    quiet(0, || invariants.map_or(0, |invariants| invariants.0.len()))
}

/// Removes all invariants from a list.
///
/// NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_invariants_clear(invariants: Option<&mut pcty_infer_invariants>) {
    quiet((), || {
        if let Some(invariants) = invariants {
            change(|| invariants.0.clear());
        }
    });
}

/// The kind of an invariant.
pub type pcty_infer_invariant_kind = u32;

/// The expression `expression` has the type `type`. Invariants share the variables of their types.
pub const PCTY_INFER_INVARIANT_TYPE: pcty_infer_invariant_kind = 1;
/// The expressions `expression` and `other` have equal types.
pub const PCTY_INFER_INVARIANT_EQUAL: pcty_infer_invariant_kind = 2;
/// The call of the expression `other` with `arguments` is the expression `expression`.
pub const PCTY_INFER_INVARIANT_CALL: pcty_infer_invariant_kind = 3;
/// The call of a function with `signature` with `arguments` is the expression `expression`.
pub const PCTY_INFER_INVARIANT_APPLY: pcty_infer_invariant_kind = 4;
/// The type of the expression `expression` is an instance of `scheme`.
pub const PCTY_INFER_INVARIANT_INSTANCE: pcty_infer_invariant_kind = 5;
/// At least one of `alternatives` holds: all invariants of one of the lists.
pub const PCTY_INFER_INVARIANT_ANY: pcty_infer_invariant_kind = 6;

/// An invariant. Members that its kind does not name are ignored. Start from
/// PCTY_INFER_INVARIANT_INIT.
#[repr(C)]
pub struct pcty_infer_invariant {
    /// The size of this struct.
    pub struct_size: u32,
    /// The kind of the invariant.
    pub kind: pcty_infer_invariant_kind,
    /// The expression that the invariant is about.
    pub expression: u64,
    /// A second expression.
    pub other: u64,
    /// The type of the expression.
    pub ty: *const pcty_type,
    /// The scheme of the expression's type.
    pub scheme: *const pcty_infer_scheme,
    /// The signature of the function that is called.
    pub signature: *const pcty_infer_signature,
    /// The arguments of a call; may be NULL if `count` is 0.
    pub arguments: *const u64,
    /// The alternatives; may be NULL if `count` is 0.
    pub alternatives: *const *const pcty_infer_invariants,
    /// The number of arguments or alternatives.
    pub count: usize,
}

/// Adds an invariant to the list.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a kind without a constant, for no alternatives and for a
/// wrong `struct_size`; PCTY_ERROR_LIMIT for alternatives that are nested more than 32 levels deep
/// or have more than 2^20 parts.
/// Ownership: the members of `invariant` remain owned by the caller; expressions and alternatives
/// are copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_infer_invariants_add(
    invariants: *mut pcty_infer_invariants,
    invariant: *const pcty_infer_invariant,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        need_pointer(invariants, "invariants")?;
        // SAFETY: by the header's contract `invariant` is NULL or has its `struct_size`.
        let data = unsafe { versioned(invariant, "invariant") }?;
        // SAFETY: by the header's contract its members are NULL or valid.
        let made = unsafe { invariant_of(data) }?;
        // SAFETY: by the header's contract `invariants` is valid and not in use elsewhere; if it is
        // one of the alternatives, it was copied.
        unsafe { changed(invariants, "invariants", |list| list.push(made)) }
    })
}

/// # Safety
/// The struct's pointers keep the header's contract.
unsafe fn invariant_of(data: &pcty_infer_invariant) -> Result<Invariant> {
    let expression = Expr(data.expression);
    // SAFETY: by this function's contract the array has `count` elements.
    let arguments = || unsafe { expressions(data.arguments, data.count) };
    Ok(match data.kind {
        PCTY_INFER_INVARIANT_TYPE => {
            // SAFETY: by this function's contract it is NULL or valid.
            let ty = need(unsafe { data.ty.as_ref() }, "invariant->type")?;
            Invariant::Type(expression, ty.0.clone())
        }
        PCTY_INFER_INVARIANT_EQUAL => Invariant::Equal(expression, Expr(data.other)),
        PCTY_INFER_INVARIANT_CALL => Invariant::Call {
            result: expression,
            function: Expr(data.other),
            arguments: arguments()?.into(),
        },
        PCTY_INFER_INVARIANT_APPLY => Invariant::Apply {
            result: expression,
            arguments: arguments()?.into(),
            // SAFETY: by this function's contract it is NULL or valid.
            callee: need(unsafe { data.signature.as_ref() }, "invariant->signature")?
                .0
                .clone(),
        },
        PCTY_INFER_INVARIANT_INSTANCE => {
            // SAFETY: by this function's contract it is NULL or valid.
            let scheme = need(unsafe { data.scheme.as_ref() }, "invariant->scheme")?;
            Invariant::Instance(expression, scheme.0.clone())
        }
        PCTY_INFER_INVARIANT_ANY => {
            let (lists, count) = (data.alternatives, data.count);
            // SAFETY: by this function's contract the array has `count` elements.
            Invariant::any(unsafe { clones(lists, count, "invariant->alternatives") }?)?
        }
        other => return Err(unnamed("invariant->kind", other)),
    })
}

/// # Safety
/// `data` is NULL or points to `count` numbers.
unsafe fn expressions(data: *const u64, count: usize) -> Result<Vec<Expr>> {
    // SAFETY: this function has the same contract.
    let numbers = unsafe { slice(data, count, "arguments") }?;
    Ok(numbers.iter().map(|number| Expr(*number)).collect())
}

/// Creates a solver without invariants.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_solver_new() -> *mut pcty_infer_solver {
    quiet(ptr::null_mut(), || {
        pcty_infer_solver::own(Rc::new(RefCell::new(StandardSolver::new())))
    })
}

owned! {
    /// Frees a solver.
    fn pcty_infer_solver_free(solver: pcty_infer_solver);
}

/// Runs `work` with the solver, unless the solver is in use. A solver in use means that one of its
/// callbacks made the call.
///
/// # Safety
/// `solver` is NULL or valid.
unsafe fn idle<T>(
    solver: *mut pcty_infer_solver,
    work: impl FnOnce(&mut StandardSolver) -> Result<T>,
) -> Result<T> {
    // SAFETY: this function has the same contract; only shared references are made.
    let solver = need(unsafe { solver.as_ref() }, "solver")?;
    // A callback may free the solver. Only the thread that uses the handle has this reference.
    let solver = solver.0.clone();
    match solver.try_borrow_mut() {
        Ok(mut solver) => work(&mut solver),
        Err(_) => Err(invalid(
            "the solver is in use by the call that runs this callback",
        )),
    }
}

/// The settings and the size of a solver.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_infer_solver_data {
    /// The number of alternatives that one call of `pcty_infer_solver_solve` may try.
    pub step_limit: u64,
    /// The number of invariants, which is the number of the next one.
    pub invariant_count: u32,
}

/// Writes the settings and the size of a solver.
///
/// Returns: false if `solver` is NULL, or in use by the call that runs this callback.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_infer_solver_info(
    solver: *const pcty_infer_solver,
    out: Option<&mut MaybeUninit<pcty_infer_solver_data>>,
) -> bool {
    quiet(false, || {
        let data = |solver: &mut StandardSolver| {
            Ok(pcty_infer_solver_data {
                step_limit: solver.step_limit(),
                invariant_count: solver.next_id().0,
            })
        };
        // SAFETY: by the header's contract `solver` is NULL or valid.
        write_found(unsafe { idle(solver.cast_mut(), data) }.ok(), out)
    })
}

/// Sets the number of alternatives that one call of `pcty_infer_solver_solve` may try. The default
/// is 100000.
///
/// NULL: no-op.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_infer_solver_set_step_limit(
    solver: *mut pcty_infer_solver,
    steps: u64,
) {
    quiet((), || {
        // SAFETY: by the header's contract `solver` is NULL or valid.
        let _ = unsafe {
            idle(solver, |solver| {
                solver.limit_steps(steps);
                Ok(())
            })
        };
    });
}

/// Returns the variable of the type of an expression, for use in types.
///
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_infer_solver_variable(
    solver: *mut pcty_infer_solver,
    expression: u64,
) -> *mut pcty_type {
    quiet(ptr::null_mut(), || {
        // SAFETY: by the header's contract `solver` is NULL or valid.
        let made = unsafe { idle(solver, |solver| Ok(solver.variable(Expr(expression)))) };
        made.map_or(ptr::null_mut(), pcty_type::own)
    })
}

/// Returns a new variable that is not used anywhere.
///
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_infer_solver_fresh(solver: *mut pcty_infer_solver) -> *mut pcty_type {
    quiet(ptr::null_mut(), || {
        // SAFETY: by the header's contract `solver` is NULL or valid.
        let made = unsafe { idle(solver, |solver| Ok(solver.fresh())) };
        made.map_or(ptr::null_mut(), pcty_type::own)
    })
}

/// Adds all invariants of a list. They are numbered from 0 in the order in which they are added,
/// and solutions refer to them by these numbers. `*first` is set to the number of the first
/// invariant of the list, or to the next number if the list is empty.
///
/// Errors: PCTY_ERROR_LIMIT for too many invariants. Invariants that cannot hold are not an error
/// of this function: `pcty_infer_solver_solve` reports them.
/// Ownership: the list remains owned by the caller.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_infer_solver_add(
    solver: *mut pcty_infer_solver,
    invariants: Option<&pcty_infer_invariants>,
    first: Option<&mut MaybeUninit<u32>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    if first.is_none() {
        return run(error, || Err(null("first")));
    }
    answer(first, error, || {
        let add = |solver: &mut StandardSolver| {
            let list = &need(invariants, "invariants")?.0;
            let first = solver.next_id();
            for invariant in list {
                solver.add(invariant.clone())?;
            }
            Ok(first.0)
        };
        // SAFETY: by the header's contract `solver` is NULL or valid.
        unsafe { idle(solver, add) }
    })
}

/// Returns the currently known type of an expression, with variables for the unknown parts.
///
/// Errors: PCTY_ERROR_NOT_FOUND for an expression that no invariant names; PCTY_ERROR_LIMIT for a
/// type that would be too deep or too large.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_infer_solver_known(
    solver: *mut pcty_infer_solver,
    expression: u64,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let known = |solver: &mut StandardSolver| {
            let known = solver.known(Expr(expression));
            Ok(known.ok_or_else(|| unknown_expr(expression))??)
        };
        // SAFETY: by the header's contract `solver` is NULL or valid.
        unsafe { idle(solver, known) }
    })
}

/// Begins a definition. All expressions and variables that are first used from now on belong to it.
///
/// NULL: no-op.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_infer_solver_enter(solver: *mut pcty_infer_solver) {
    quiet((), || {
        // SAFETY: by the header's contract `solver` is NULL or valid.
        let _ = unsafe {
            idle(solver, |solver| {
                solver.enter();
                Ok(())
            })
        };
    });
}

/// Ends the innermost definition, and generalizes the types of the given expressions over the
/// variables that belong to it. Variables that undecided alternatives or signatures use are not
/// generalized. No more invariants may be added about generalized types.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT if no definition was begun; PCTY_ERROR_LIMIT for a type that
/// would be too deep or too large; PCTY_ERROR_TYPE if the invariants cannot all hold, which
/// `pcty_infer_solver_solve` explains. The definition ends also in case of an error.
/// Ownership: `*out` is owned by the caller: a scheme for each expression, in order.
/// NULL: `expressions` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_infer_solver_leave(
    solver: *mut pcty_infer_solver,
    expressions: *const u64,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_infer_scheme_list>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `expressions` has `count` elements.
        let numbers = unsafe { slice(expressions, count, "expressions") }?;
        let expressions: Vec<Expr> = numbers.iter().map(|number| Expr(*number)).collect();
        // SAFETY: by the header's contract `solver` is NULL or valid.
        unsafe {
            idle(solver, |solver| {
                within(|budget| solver.leave(&expressions, budget))
            })
        }
    })
}

/// Returns the scheme at a position, from 0.
///
/// Returns: NULL past the end.
/// Ownership: the result is owned by `list` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_scheme_list_at(
    list: Option<&pcty_infer_scheme_list>,
    index: usize,
) -> *const pcty_infer_scheme {
    quiet(ptr::null(), || {
        list.and_then(|list| list.0.get(index))
            .map_or(ptr::null(), pcty_infer_scheme::borrowed)
    })
}

owned! {
    /// Frees a list of schemes.
    fn pcty_infer_scheme_list_free(list: pcty_infer_scheme_list);
}

/// Infers the types of all expressions, or reports why this is not possible. It may be called
/// again, with or without new invariants.
///
/// Errors: none except for NULL. A conflict is a solution, not an error.
/// Ownership: `*out` is owned by the caller, and stays valid after the solver is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_infer_solver_solve(
    solver: *mut pcty_infer_solver,
    out: Option<&mut MaybeUninit<*mut pcty_infer_solution>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `solver` is NULL or valid.
        unsafe {
            idle(solver, |solver| {
                within(|budget| solver.solve(budget)).map(Found::new)
            })
        }
    })
}
