//! Growth of the solver's time with its input, and the cost of overloads.
//!
//! Each workload is built and solved at n and at 10 n, interleaved, and the median of the ratios is
//! printed next to the times: 10 is linear. The last line compares calls of a function with three
//! overloads to calls of a function without overloads.

use polycty::calls::Budget;
use polycty::inference::{Callee, Expr, Invariant, Solution, Solver, StandardSolver, Unifier};
use polycty::types::{FuncParam, FuncParams, FuncType, Type};
use std::hint::black_box;
use std::time::Instant;

const N: u64 = 10_000;
const ROUNDS: usize = 3;

/// A workload of a given size.
type Workload = fn(u64);

const WORKLOADS: [(&str, Workload); 10] = [
    ("chain", chain),
    ("chain, the middle last", middle_last),
    ("balanced tree", tree),
    ("deep function types", deep),
    ("deep, from the outside in", deep_outside_in),
    ("unifier, checked at the end", deep_unifier),
    ("monomorphic calls", |n| calls(n, 1)),
    ("overloaded calls", |n| calls(n, 3)),
    ("overloaded calls in a row", calls_in_a_row),
    ("ambiguous calls", ambiguous),
];

fn main() {
    // Runs one workload once, for tools that count instructions: `cargo bench --bench inference --
    // chain 10000`
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    if let [name, n] = &arguments[..] {
        let workload = WORKLOADS.iter().find(|(other, _)| other == name);
        let (_, workload) = workload.expect("there is such a workload");
        return workload(n.parse().expect("a number"));
    }
    println!(
        "{:<28} {:>9} {:>12} {:>12} {:>14}",
        "inference", "n", "n", "10 n", "10 n : n"
    );
    for (name, workload) in WORKLOADS {
        growth(name, workload);
    }
    let ratios = (0..ROUNDS).map(|_| time(|| calls(N, 3)) / time(|| calls(N, 1)));
    let ratio = median(ratios.collect());
    println!("{N} overloaded calls take {ratio:.1} times as long as monomorphic ones");
}

fn growth(name: &str, workload: Workload) {
    let mut small = Vec::new();
    let mut large = Vec::new();
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let (one, ten) = (time(|| workload(N)), time(|| workload(10 * N)));
        small.push(one);
        large.push(ten);
        ratios.push(ten / one);
    }
    println!(
        "{name:<28} {N:>9} {:>9.2} ms {:>9.2} ms {:>14.1}",
        median(small) * 1e3,
        median(large) * 1e3,
        median(ratios)
    );
}

fn time(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64()
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

fn say(solver: &mut StandardSolver, invariant: Invariant) {
    solver.add(invariant).expect("there is room");
}

fn solved(mut solver: StandardSolver) {
    let outcome = solver.solve(&Budget::standard()).unwrap();
    assert!(matches!(outcome, Solution::Solved(_)));
    black_box(outcome);
}

fn chain(n: u64) {
    let mut solver = StandardSolver::new();
    say(&mut solver, Invariant::Type(Expr(0), Type::bool().clone()));
    for at in 0..n {
        say(&mut solver, Invariant::Equal(Expr(at), Expr(at + 1)));
    }
    solved(solver);
}

/// Two halves that are joined when both are long.
fn middle_last(n: u64) {
    let mut solver = StandardSolver::new();
    for at in (0..n / 2).rev() {
        say(&mut solver, Invariant::Equal(Expr(at), Expr(at + 1)));
        say(
            &mut solver,
            Invariant::Equal(Expr(n - at), Expr(n - at + 1)),
        );
    }
    say(&mut solver, Invariant::Equal(Expr(n / 2), Expr(n / 2 + 1)));
    say(&mut solver, Invariant::Type(Expr(0), Type::bool().clone()));
    solved(solver);
}

/// Pairs, pairs of pairs, and so on.
fn tree(n: u64) {
    let mut solver = StandardSolver::new();
    say(&mut solver, Invariant::Type(Expr(0), Type::bool().clone()));
    let mut step = 1;
    while step < n {
        for at in (0..n - step).step_by(2 * step as usize) {
            say(&mut solver, Invariant::Equal(Expr(at), Expr(at + step)));
        }
        step *= 2;
    }
    solved(solver);
}

fn function(parameters: &[Type], result: Type) -> Type {
    let positional = parameters.iter().map(|ty| FuncParam {
        name: None,
        ty: ty.clone(),
    });
    Type::func(FuncType {
        params: Some(FuncParams {
            positional: positional.collect(),
            ..FuncParams::default()
        }),
        block: None,
        result: Some(result),
    })
    .expect("a type")
}

fn nest(solver: &mut StandardSolver, at: u64) {
    let inner = solver.variable(Expr(at));
    let ty = function(&[Type::string().clone()], inner);
    say(solver, Invariant::Type(Expr(at + 1), ty));
}

fn deep(n: u64) {
    let mut solver = StandardSolver::new();
    say(&mut solver, Invariant::Type(Expr(0), Type::bool().clone()));
    (0..n).for_each(|at| nest(&mut solver, at));
    solved(solver);
}

fn deep_outside_in(n: u64) {
    let mut solver = StandardSolver::new();
    (0..n).rev().for_each(|at| nest(&mut solver, at));
    say(&mut solver, Invariant::Type(Expr(0), Type::bool().clone()));
    solved(solver);
}

/// Two of these types, which then are equal.
fn deep_unifier(n: u64) {
    let mut unifier = Unifier::new();
    let first = [unifier.fresh(), unifier.fresh()];
    let mut last = first.clone();
    for _ in 0..n {
        for side in &mut last {
            let next = unifier.fresh();
            let ty = function(&[Type::string().clone()], side.clone());
            unifier.equate(&next, &ty).expect("nothing clashes");
            *side = next;
        }
    }
    unifier.equate(&last[0], &last[1]).expect("nothing clashes");
    unifier.check().expect("nothing contains itself");
    unifier
        .unify(&first[0], Type::bool())
        .expect("nothing clashes");
    assert_eq!(unifier.resolve(&first[1]).as_ref(), Ok(Type::bool()));
}

/// Calls of `a + b`, with a number of overloads.
fn overloads(count: usize) -> Vec<Callee> {
    let operands = [Type::number(), Type::string(), Type::float()];
    operands[..count]
        .iter()
        .map(|&ty| Callee::new(function(&[ty.clone(), ty.clone()], ty.clone())))
        .collect::<Result<_, _>>()
        .expect("signatures")
}

fn call(solver: &mut StandardSolver, overloads: &[Callee], result: u64, arguments: [u64; 2]) {
    let mut alternatives = overloads.iter().map(|signature| Invariant::Apply {
        result: Expr(result),
        arguments: arguments.map(Expr).into(),
        callee: signature.clone(),
    });
    let invariant = if overloads.len() == 1 {
        alternatives.next().expect("there is one")
    } else {
        let alternatives: Vec<_> = alternatives.map(|invariant| vec![invariant]).collect();
        Invariant::any(alternatives).expect("there are alternatives")
    };
    say(solver, invariant);
}

fn calls(n: u64, count: usize) {
    let overloads = overloads(count);
    let mut solver = StandardSolver::new();
    for at in 0..n {
        say(
            &mut solver,
            Invariant::Type(Expr(3 * at), Type::number().clone()),
        );
        call(&mut solver, &overloads, 3 * at + 2, [3 * at, 3 * at + 1]);
    }
    solved(solver);
}

/// Each call takes the result of the next one, and only the last argument is known.
fn calls_in_a_row(n: u64) {
    let overloads = overloads(3);
    let mut solver = StandardSolver::new();
    for at in 0..n {
        call(&mut solver, &overloads, at, [at + 1, at + 1]);
    }
    say(
        &mut solver,
        Invariant::Type(Expr(n), Type::string().clone()),
    );
    solved(solver);
}

/// Independent calls with unknown types.
fn ambiguous(n: u64) {
    let overloads = overloads(3);
    let mut solver = StandardSolver::new();
    solver.limit_steps(u64::MAX);
    for at in 0..n {
        call(&mut solver, &overloads, 3 * at, [3 * at + 1, 3 * at + 2]);
    }
    let Solution::Ambiguous(ambiguity) = solver.solve(&Budget::standard()).unwrap() else {
        panic!("nothing is known");
    };
    assert_eq!(ambiguity.settled_by.len() as u64, n);
}
