//! The unifier and the solver.

use crate::case::{Cases, Growth, ready};
use crate::expected::limit_from;
use crate::host::{Answer, make, owned, run};
use polycty::ffi::inference::outcome::pcty_infer_solution;
use polycty::ffi::inference::solver::*;
use polycty::ffi::inference::unifier::*;
use polycty::ffi::types::constructors::*;

pub fn add(cases: &mut Cases) {
    cases.add("inference/unifier/chain", 2_000, |n| {
        ready(move || {
            let mut unifier = owned(pcty_infer_unifier_new()).expect("a unifier");
            let mut last = owned(pcty_infer_unifier_fresh(Some(&mut unifier))).expect("a variable");
            for _ in 0..n {
                let next = owned(pcty_infer_unifier_fresh(Some(&mut unifier))).expect("a variable");
                run(|error| {
                    pcty_infer_unifier_unify(Some(&mut unifier), Some(&last), Some(&next), error)
                })?;
                last = next;
            }
            make(|out, error| {
                pcty_infer_unifier_resolve(Some(&mut unifier), Some(&last), out, error)
            })
            .map(drop)
        })
    });
    // Each is twice the next one: 2^n leaves.
    let doubled = cases.add_growing("inference/unifier/doubled", 6, Growth::Budgeted, |n| {
        ready(move || {
            let mut unifier = owned(pcty_infer_unifier_new()).expect("a unifier");
            let first = owned(pcty_infer_unifier_fresh(Some(&mut unifier))).expect("a variable");
            let mut last = owned(pcty_type_clone(Some(&first))).expect("a variable");
            for _ in 0..n {
                let next = owned(pcty_infer_unifier_fresh(Some(&mut unifier))).expect("a variable");
                let twice = [&raw const *next, &raw const *next];
                // SAFETY: two pointers to a handle that lives.
                let pair = make(|out, error| unsafe {
                    pcty_type_tuple(twice.as_ptr(), 2, None, out, error)
                })?;
                run(|error| {
                    pcty_infer_unifier_unify(Some(&mut unifier), Some(&last), Some(&pair), error)
                })?;
                last = next;
            }
            make(|out, error| {
                pcty_infer_unifier_resolve(Some(&mut unifier), Some(&first), out, error)
            })
            .map(drop)
        })
    });
    doubled.expect(limit_from(4));
    cases.add("inference/solver/equalities", 2_000, |n| {
        ready(move || {
            solve(|invariants| {
                (0..n as u64).try_for_each(|at| {
                    let one = pcty_infer_invariant {
                        other: at + 1,
                        ..invariant(PCTY_INFER_INVARIANT_EQUAL, at)
                    };
                    // SAFETY: the list lives, and the invariant is complete.
                    run(|error| unsafe {
                        pcty_infer_invariants_add(&raw mut *invariants, &raw const one, error)
                    })
                })
            })
        })
    });
    cases.add("inference/solver/alternatives", 200, |n| {
        ready(move || {
            solve(|invariants| {
                (0..n as u64).try_for_each(|at| {
                    let either = [pcty_type_string(), pcty_type_bool()].map(|ty| {
                        let mut one = owned(pcty_infer_invariants_new()).expect("invariants");
                        let typed = pcty_infer_invariant {
                            ty,
                            ..invariant(PCTY_INFER_INVARIANT_TYPE, at)
                        };
                        // SAFETY: the list lives, and the type has static lifetime.
                        let added = run(|error| unsafe {
                            pcty_infer_invariants_add(&raw mut *one, &raw const typed, error)
                        });
                        added.map(|()| one)
                    });
                    let [one, other] = either;
                    let lists = [&raw const *one?, &raw const *other?];
                    let any = pcty_infer_invariant {
                        alternatives: lists.as_ptr(),
                        count: 2,
                        ..invariant(PCTY_INFER_INVARIANT_ANY, 0)
                    };
                    // SAFETY: two pointers to handles that live.
                    run(|error| unsafe {
                        pcty_infer_invariants_add(&raw mut *invariants, &raw const any, error)
                    })
                })
            })
        })
    });
}

/// An invariant without pointers.
fn invariant(kind: u32, expr: u64) -> pcty_infer_invariant {
    pcty_infer_invariant {
        struct_size: size_of::<pcty_infer_invariant>() as u32,
        kind,
        expression: expr,
        other: 0,
        ty: std::ptr::null(),
        scheme: std::ptr::null(),
        signature: std::ptr::null(),
        arguments: std::ptr::null(),
        alternatives: std::ptr::null(),
        count: 0,
    }
}

/// Solves the invariants that a callback states.
fn solve(say: impl FnOnce(&mut pcty_infer_invariants) -> Answer) -> Answer {
    let mut invariants = owned(pcty_infer_invariants_new()).expect("invariants");
    say(&mut invariants)?;
    let mut solver = owned(pcty_infer_solver_new()).expect("a solver");
    let at = &raw mut *solver;
    let mut first = std::mem::MaybeUninit::uninit();
    // SAFETY: the solver lives.
    run(|error| unsafe { pcty_infer_solver_add(at, Some(&invariants), Some(&mut first), error) })?;
    // SAFETY: the solver lives.
    make::<pcty_infer_solution>(|out, error| unsafe { pcty_infer_solver_solve(at, out, error) })
        .map(drop)
}
