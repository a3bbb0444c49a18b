//! The solver's results, by cases.

use polycty::calls::Budget;
use polycty::inference::{
    Callee, Expr, Invariant, InvariantId, Rule, Solution, Solver, StandardSolver,
};
use polycty::source::{Code, Error};
use polycty::types::{FuncParam, FuncParams, FuncType, MAX_DEPTH, Type, TypeError, VariableScope};

const X: Expr = Expr(10);
const Y: Expr = Expr(20);
const Z: Expr = Expr(30);
const F: Expr = Expr(40);

fn int() -> Type {
    Type::integer().clone()
}

fn str() -> Type {
    Type::string().clone()
}

fn float() -> Type {
    Type::float().clone()
}

fn list(of: Type) -> Type {
    Type::list(of).unwrap()
}

fn func(parameters: &[Type], result: Type) -> Type {
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
    .unwrap()
}

fn solver(invariants: impl IntoIterator<Item = Invariant>) -> StandardSolver {
    let mut solver = StandardSolver::new();
    for invariant in invariants {
        solver.add(invariant).unwrap();
    }
    solver
}

/// `+` over integers, floats and strings.
fn plus(result: Expr, a: Expr, b: Expr) -> Invariant {
    let alternatives = [int(), float(), str()].map(|ty| {
        let signature = func(&[ty.clone(), ty.clone()], ty);
        vec![Invariant::Apply {
            result,
            arguments: [a, b].into(),
            callee: Callee::new(signature).unwrap(),
        }]
    });
    Invariant::any(alternatives).unwrap()
}

fn types(outcome: Solution, exprs: &[Expr]) -> Vec<Type> {
    match outcome {
        Solution::Solved(types) => exprs
            .iter()
            .map(|expr| types.get(*expr).unwrap().unwrap().clone())
            .collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn calls_carry_types_from_arguments_to_results() {
    let mut solver = solver([
        Invariant::Call {
            result: Z,
            function: F,
            arguments: [X, Y].into(),
        },
        Invariant::Type(Y, str()),
        Invariant::Equal(X, Z),
    ]);
    let x = solver.variable(X);
    solver
        .add(Invariant::Type(F, func(&[list(int()), str()], x)))
        .unwrap();
    let wanted = [list(int()), list(int())];
    assert_eq!(
        types(solver.solve(&Budget::standard()).unwrap(), &[X, Z]),
        wanted
    );
}

#[test]
fn overloads_are_chosen_when_one_is_left() {
    let mut solver = solver([plus(Z, X, Y), plus(F, Z, Z)]);
    let Solution::Ambiguous(ambiguity) = solver.solve(&Budget::standard()).unwrap() else {
        panic!()
    };
    let named: Vec<Expr> = ambiguity
        .undetermined
        .iter()
        .map(|(expr, _)| *expr)
        .collect();
    assert_eq!(named, [X, Y, Z, F]);
    assert_eq!(ambiguity.settled_by.len(), 1);
    assert_eq!(ambiguity.settled_by[0].candidates, [int(), float(), str()]);
    solver.add(Invariant::Type(Y, float())).unwrap();
    assert_eq!(
        types(solver.solve(&Budget::standard()).unwrap(), &[X, Y, Z, F]),
        vec![float(); 4]
    );
}

#[test]
fn a_search_decides_what_propagation_cannot() {
    let both = |a: Type, b: Type| vec![Invariant::Type(X, a), Invariant::Type(Y, b)];
    let mut solver = solver([
        Invariant::any([both(int(), str()), both(str(), int()), both(int(), int())]).unwrap(),
        Invariant::any([both(int(), int()), both(str(), str()), both(float(), str())]).unwrap(),
    ]);
    assert_eq!(
        types(solver.solve(&Budget::standard()).unwrap(), &[X, Y]),
        [int(), int()]
    );
}

#[test]
fn a_conflict_names_both_sides_and_the_way() {
    let mut solver = solver([
        Invariant::Type(X, list(int())),
        Invariant::Equal(X, Y),
        Invariant::Type(F, float()),
        Invariant::Equal(Y, Z),
        Invariant::Type(Z, list(str())),
    ]);
    let Solution::Conflict(conflict) = solver.solve(&Budget::standard()).unwrap() else {
        panic!()
    };
    assert_eq!(conflict.mismatch.rule, Rule::Constructor);
    let ends = [conflict.first, conflict.second].map(|id| id.0);
    assert!(ends == [0, 4] || ends == [4, 0], "{ends:?}");
    let mut chain: Vec<u32> = conflict.chain.iter().map(|id| id.0).collect();
    chain.sort_unstable();
    assert_eq!(chain, [0, 1, 3, 4]);
    // The type does not change.
    solver.add(Invariant::Type(X, float())).unwrap();
    assert!(matches!(
        solver.solve(&Budget::standard()).unwrap(),
        Solution::Conflict(_)
    ));
}

#[test]
fn a_conflict_says_why_each_alternative_fails() {
    let mut solver = solver([
        Invariant::Type(X, int()),
        plus(Z, X, Y),
        Invariant::Type(Y, str()),
    ]);
    let Solution::Conflict(conflict) = solver.solve(&Budget::standard()).unwrap() else {
        panic!()
    };
    let rules: Vec<Rule> = conflict.refuted.iter().map(|r| r.mismatch.rule).collect();
    assert_eq!(rules, [Rule::Constructor; 3]);
    assert!([conflict.first, conflict.second].contains(&InvariantId(1)));
    let blamed: Vec<&[InvariantId]> = conflict.refuted.iter().map(|r| &*r.chain).collect();
    assert!(blamed[0].contains(&InvariantId(2)) && blamed[2].contains(&InvariantId(0)));
}

#[test]
fn a_conflict_that_only_the_search_finds() {
    let both = |a: Type, b: Type| vec![Invariant::Type(X, a), Invariant::Type(Y, b)];
    let mut solver = solver([
        Invariant::any([both(int(), str()), both(str(), int())]).unwrap(),
        Invariant::any([both(int(), int()), both(str(), str())]).unwrap(),
    ]);
    assert!(matches!(
        solver.solve(&Budget::standard()).unwrap(),
        Solution::Conflict(_)
    ));
}

#[test]
fn no_type_contains_itself() {
    let mut solver = StandardSolver::new();
    let y = solver.variable(Y);
    solver.add(Invariant::Type(X, list(y))).unwrap();
    solver.add(Invariant::Equal(X, Y)).unwrap();
    let Solution::Conflict(conflict) = solver.solve(&Budget::standard()).unwrap() else {
        panic!()
    };
    assert_eq!(conflict.mismatch.rule, Rule::Occurs);
    assert_eq!(conflict.chain.len(), 2);
}

#[test]
fn a_budget_ends_the_search() {
    // Every alternative requires that two of its expressions differ. With more expressions than
    // types there is no solution, although no alternative is excluded by itself.
    let names = [int(), float(), str(), Type::bool().clone()];
    let mut invariants = Vec::new();
    let exprs: Vec<Expr> = (0..8).map(Expr).collect();
    for (at, one) in exprs.iter().enumerate() {
        for other in &exprs[..at] {
            let differ = names.iter().flat_map(|a| {
                let others = names.iter().filter(move |b| *b != a);
                others.map(move |b| {
                    vec![
                        Invariant::Type(*one, a.clone()),
                        Invariant::Type(*other, b.clone()),
                    ]
                })
            });
            invariants.push(Invariant::any(differ.collect::<Vec<_>>()).unwrap());
        }
    }
    let mut solver = solver(invariants);
    solver.limit_steps(50);
    let Solution::Undecided(undecided) = solver.solve(&Budget::standard()).unwrap() else {
        panic!()
    };
    assert_eq!(undecided.budget, 50);
    assert_eq!(undecided.remaining.len(), 28);
    assert_eq!(undecided.remaining[0].1.len(), 12);
    solver.limit_steps(1_000_000);
    assert!(matches!(
        solver.solve(&Budget::standard()).unwrap(),
        Solution::Conflict(_)
    ));
}

#[test]
fn definitions_are_generalised_and_instantiated() {
    let mut solver = StandardSolver::new();
    let outer = solver.variable(Z);
    solver.enter();
    let (parameter, extra) = (solver.variable(X), solver.fresh());
    let ty = func(&[parameter.clone(), outer.clone(), extra], parameter);
    solver.add(Invariant::Type(F, ty)).unwrap();
    let schemes = solver.leave(&[F], &Budget::standard()).unwrap();
    assert_eq!(schemes[0].quantified().len(), 2);
    for (at, ty) in [(1, int()), (2, list(str()))] {
        let (instance, result) = (Expr(100 + at), Expr(200 + at));
        let argument = Expr(300 + at);
        solver
            .add(Invariant::Instance(instance, schemes[0].clone()))
            .unwrap();
        solver.add(Invariant::Type(argument, ty)).unwrap();
        solver
            .add(Invariant::Call {
                result,
                function: instance,
                arguments: [argument, Z, argument].into(),
            })
            .unwrap();
    }
    solver.add(Invariant::Type(Z, float())).unwrap();
    assert_eq!(
        types(
            solver.solve(&Budget::standard()).unwrap(),
            &[Expr(201), Expr(202)]
        ),
        [int(), list(str())]
    );
    // A generalized expression accepts no more invariants.
    solver.add(Invariant::Type(X, int())).unwrap();
    let Solution::Conflict(conflict) = solver.solve(&Budget::standard()).unwrap() else {
        panic!()
    };
    assert_eq!(conflict.mismatch.rule, Rule::Generalized);
}

#[test]
fn what_waits_is_not_generalised() {
    let mut solver = StandardSolver::new();
    solver.enter();
    let (x, y) = (solver.variable(X), solver.variable(Y));
    let of = func(&[x.clone(), y], x);
    solver.add(Invariant::Type(F, of)).unwrap();
    let none = Expr(1);
    solver.add(plus(none, X, X)).unwrap();
    let schemes = solver.leave(&[F], &Budget::standard()).unwrap();
    assert_eq!(schemes[0].quantified().len(), 1);
    solver.add(Invariant::Type(X, str())).unwrap();
    assert_eq!(
        types(solver.solve(&Budget::standard()).unwrap(), &[none]),
        [str()]
    );
}

#[test]
fn a_rule_builds_a_signature_when_it_knows_enough() {
    // Returns the element of a list, or the value of a map. It needs the type of the container.
    let lookup = Callee::built(|call| {
        let [container, _] = &call.arguments[..] else {
            return Err(Error::new(
                Code::InvalidArgument,
                "two arguments are needed",
            ));
        };
        let key = match container {
            ty if ty.is_list() => int(),
            ty if ty.is_map() => ty.key().unwrap().clone(),
            ty if matches!(ty.kind(), polycty::types::Kind::Variable { .. }) => return Ok(None),
            _ => return Err(Error::new(Code::Type, "nothing can be looked up in this")),
        };
        let element = container.element().unwrap().clone();
        Ok(Some(func(&[container.clone(), key], element)))
    });
    let apply = |arguments: &[Expr]| Invariant::Apply {
        result: Z,
        arguments: arguments.into(),
        callee: lookup.clone(),
    };
    let mut known_later = solver([apply(&[X, Y])]);
    assert!(matches!(
        known_later.solve(&Budget::standard()).unwrap(),
        Solution::Ambiguous(_)
    ));
    let element = known_later.fresh();
    known_later.add(Invariant::Type(X, list(element))).unwrap();
    known_later.add(Invariant::Type(Z, str())).unwrap();
    assert_eq!(
        types(known_later.solve(&Budget::standard()).unwrap(), &[X, Y]),
        [list(str()), int()]
    );
    let mut refused = solver([Invariant::Type(X, float()), apply(&[X, Y])]);
    let Solution::Conflict(conflict) = refused.solve(&Budget::standard()).unwrap() else {
        panic!()
    };
    let message = conflict
        .reported
        .as_ref()
        .map(|error| error.message().to_owned());
    assert_eq!(message.as_deref(), Some("nothing can be looked up in this"));
    assert_eq!(
        (conflict.first, conflict.mismatch.rule),
        (InvariantId(1), Rule::Reported)
    );
    // The signature is checked again when the function is called.
    let checked = lookup.check(&[list(str()), int()]).unwrap();
    assert_eq!(checked, func(&[list(str()), int()], str()));
    let mismatch = lookup.check(&[list(str()), str()]).unwrap_err();
    assert_eq!(
        (mismatch.code(), mismatch.argument()),
        (Code::Type, Some(1))
    );
    assert_eq!(
        (mismatch.expected(), mismatch.found()),
        (Some(&int()), Some(&str()))
    );
}

#[test]
fn signatures_are_checked_when_called() {
    use polycty::dialect::hcl::functions::Function;
    use polycty::values::Value;
    let scope = VariableScope::new();
    let element = Type::variable(scope, 0);
    let parameters = [("list", list(element.clone())), ("element", element)];
    let callee = Callee::of(&parameters, Type::bool().clone()).unwrap();
    let function = Function::checked(
        &callee,
        |value, _| Ok(value.ty().clone()),
        |_, call| {
            assert_eq!(call.returns, Type::bool());
            Ok(Value::bool(true))
        },
    );
    assert_eq!(function.signature().positional(1).unwrap().name, "element");
    let texts = Value::list(vec![Value::string("a")]).unwrap();
    let (text, truth) = (Value::string("b"), Value::bool(false));
    assert_eq!(function.call(&[&texts, &text]).unwrap(), Value::bool(true));
    let error = function.call(&[&texts, &truth]).unwrap_err();
    assert_eq!((error.code(), error.argument()), (Code::Type, Some(1)));
}

#[test]
fn long_chains_and_deep_types_are_no_trouble() {
    const N: u64 = 100_000;
    let mut solver = StandardSolver::new();
    for at in 0..N {
        solver
            .add(Invariant::Equal(Expr(at), Expr(at + 1)))
            .unwrap();
    }
    solver.add(Invariant::Type(Expr(N / 2), str())).unwrap();
    assert_eq!(
        types(
            solver.solve(&Budget::standard()).unwrap(),
            &[Expr(0), Expr(N)]
        ),
        [str(), str()]
    );
    let mut solver = StandardSolver::new();
    solver.add(Invariant::Type(Expr(0), str())).unwrap();
    for at in 0..N {
        let inner = solver.variable(Expr(at));
        let ty = func(&[str()], inner);
        solver.add(Invariant::Type(Expr(at + 1), ty)).unwrap();
    }
    let Solution::Solved(found) = solver.solve(&Budget::standard()).unwrap() else {
        panic!()
    };
    let deepest = u64::from(MAX_DEPTH) - 1;
    assert_eq!(
        found.get(Expr(deepest)).unwrap().unwrap().depth(),
        MAX_DEPTH
    );
    assert_eq!(found.get(Expr(N)), Some(Err(TypeError::TooDeep)));
    solver.add(Invariant::Equal(Expr(N), Expr(0))).unwrap();
    let Solution::Conflict(conflict) = solver.solve(&Budget::standard()).unwrap() else {
        panic!()
    };
    assert!(conflict.chain.len() <= N as usize + 2);
}

#[test]
fn alternatives_are_bounded() {
    assert_eq!(
        Invariant::any([]).unwrap_err().code(),
        Code::InvalidArgument
    );
    // Each doubles the one before.
    let mut all = vec![Invariant::Equal(X, Y)];
    let error = loop {
        match Invariant::any([all.clone(), all.clone()]) {
            Ok(invariant) => all = vec![invariant],
            Err(error) => break error,
        }
    };
    assert_eq!(error.code(), Code::Limit);
    let mut all = vec![Invariant::Equal(X, Y)];
    for _ in 0..polycty::inference::MAX_ALTERNATIVE_NESTING {
        all = vec![Invariant::any([all]).unwrap()];
    }
    assert_eq!(
        Invariant::any([all.clone()]).unwrap_err().code(),
        Code::Limit
    );
    let mut solver = solver(all);
    assert!(matches!(
        solver.solve(&Budget::standard()).unwrap(),
        Solution::Ambiguous(_)
    ));
    solver.add(Invariant::Type(X, str())).unwrap();
    assert_eq!(
        types(solver.solve(&Budget::standard()).unwrap(), &[Y]),
        [str()]
    );
}

#[test]
fn conflicts_at_the_end_of_long_ways_are_explained() {
    const N: u64 = 20_000;
    // Two towers of functions that differ in their foundations.
    let mut solver = StandardSolver::new();
    for (tower, foundation) in [(0, str()), (1, float())] {
        solver
            .add(Invariant::Type(Expr(tower), foundation))
            .unwrap();
        for at in 0..N {
            let inner = solver.variable(Expr(2 * at + tower));
            let outer = Expr(2 * (at + 1) + tower);
            solver
                .add(Invariant::Type(outer, func(&[int()], inner)))
                .unwrap();
        }
    }
    solver
        .add(Invariant::Equal(Expr(2 * N), Expr(2 * N + 1)))
        .unwrap();
    let Solution::Conflict(conflict) = solver.solve(&Budget::standard()).unwrap() else {
        panic!()
    };
    assert_eq!(conflict.mismatch.path.len() as u64, N);
    assert_eq!(conflict.chain.len() as u64, 2 * N + 3);
    // A chain of equal lists, whose elements are therefore equal, except the last one.
    let mut solver = StandardSolver::new();
    let element = |at: u64| Expr(10 * N + at);
    for at in 0..N {
        let inner = solver.variable(element(at));
        solver.add(Invariant::Type(Expr(at), list(inner))).unwrap();
        solver
            .add(Invariant::Equal(Expr(at), Expr(at + 1)))
            .unwrap();
    }
    solver.add(Invariant::Type(element(0), str())).unwrap();
    solver
        .add(Invariant::Type(element(N - 1), float()))
        .unwrap();
    let Solution::Conflict(conflict) = solver.solve(&Budget::standard()).unwrap() else {
        panic!()
    };
    let ends = [conflict.first.0, conflict.second.0].map(u64::from);
    assert!(ends.contains(&(2 * N)) && ends.contains(&(2 * N + 1)));
}
