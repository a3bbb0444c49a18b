//! Any list of invariants, in any order and solved at any time: no panic, the search terminates,
//! and the result is the same if all invariants are added at once.
use crate::grammar::Bytes;
use crate::{SMALL, budget};
use polycty::inference::{Callee, Expr, Invariant, Scheme, Solution, Solver, StandardSolver};
use polycty::types::{FuncParam, FuncParams, FuncType, Type, VariableScope};

fn expr(bytes: &mut Bytes) -> Expr {
    Expr(u64::from(bytes.byte() % 8))
}

fn ty(bytes: &mut Bytes, scope: VariableScope, depth: u8) -> Type {
    let choice = if depth == 0 {
        bytes.byte() % 4
    } else {
        bytes.byte() % 8
    };
    match choice {
        0 => Type::bool().clone(),
        1 => Type::string().clone(),
        2 | 3 => Type::variable(scope, u32::from(bytes.byte() % 4)),
        4 | 5 => Type::list(ty(bytes, scope, depth - 1)).unwrap(),
        6 => {
            let parts = [ty(bytes, scope, depth - 1), ty(bytes, scope, depth - 1)];
            Type::tuple(parts).unwrap()
        }
        _ => function(ty(bytes, scope, depth - 1), ty(bytes, scope, depth - 1)),
    }
}

fn function(parameter: Type, result: Type) -> Type {
    let positional = [FuncParam {
        name: None,
        ty: parameter,
    }];
    Type::func(FuncType {
        params: Some(FuncParams {
            positional: positional.into(),
            ..FuncParams::default()
        }),
        block: None,
        result: Some(result),
    })
    .unwrap()
}

fn invariant(bytes: &mut Bytes, scope: VariableScope, depth: u8) -> Invariant {
    match bytes.byte() % if depth == 0 { 5 } else { 7 } {
        0 => Invariant::Type(expr(bytes), ty(bytes, scope, 3)),
        1 => Invariant::Equal(expr(bytes), expr(bytes)),
        2 => Invariant::Call {
            result: expr(bytes),
            function: expr(bytes),
            arguments: [expr(bytes)].into(),
        },
        3 => Invariant::Apply {
            result: expr(bytes),
            arguments: [expr(bytes)].into(),
            callee: Callee::new(function(ty(bytes, scope, 2), ty(bytes, scope, 2))).unwrap(),
        },
        4 => Invariant::Instance(expr(bytes), Scheme::closed(ty(bytes, scope, 3))),
        _ => {
            let lists = (0..1 + bytes.byte() % 3).map(|_| {
                let count = bytes.byte() % 3;
                (0..count)
                    .map(|_| invariant(bytes, scope, depth - 1))
                    .collect()
            });
            Invariant::any(lists.collect::<Vec<_>>()).unwrap()
        }
    }
}

fn types(outcome: &Solution) -> Option<Vec<(Expr, Type)>> {
    match outcome {
        Solution::Solved(types) => {
            let known = types.iter().map(|(expr, ty)| (expr, ty.unwrap().clone()));
            let mut known: Vec<_> = known.collect();
            known.sort();
            Some(known)
        }
        _ => None,
    }
}

/// Runs one input.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data.iter());
    let scope = VariableScope::new();
    let mut step_by_step = StandardSolver::new();
    let mut said = Vec::new();
    while !bytes.0.as_slice().is_empty() && said.len() < 64 {
        let invariant = invariant(&mut bytes, scope, 2);
        step_by_step.add(invariant.clone()).unwrap();
        said.push(invariant);
        if bytes.byte().is_multiple_of(4) {
            step_by_step.limit_steps(1000);
            step_by_step.solve(&budget()).expect(SMALL);
        }
    }
    // In reverse order, and at once.
    let mut at_once = StandardSolver::new();
    for invariant in said.into_iter().rev() {
        at_once.add(invariant).unwrap();
    }
    let outcomes = [step_by_step, at_once].map(|mut solver| {
        solver.limit_steps(2000);
        solver.solve(&budget()).expect(SMALL)
    });
    let conflict = |outcome: &Solution| matches!(outcome, Solution::Conflict(_));
    let undecided = |outcome: &Solution| matches!(outcome, Solution::Undecided(_));
    if !outcomes.iter().any(undecided) {
        assert_eq!(conflict(&outcomes[0]), conflict(&outcomes[1]));
        if let [Some(one), Some(other)] = outcomes.each_ref().map(types) {
            assert_eq!(one, other);
        }
    }
}
