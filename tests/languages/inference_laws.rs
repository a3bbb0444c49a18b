//! The laws of unification and of the solver, against a naive solver that tries every
//! combination of alternatives with textbook substitution.

use polycty::calls::Budget;
use polycty::inference::{
    Callee, Expr, Invariant, Rule, Solution, Solver, StandardSolver, Unifier,
};
use polycty::types::{FuncParam, FuncParams, FuncType, Kind, Type, VariableScope};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// A type of the naive solver.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Naive {
    Leaf(u8),
    Variable(u32),
    List(Box<Naive>),
    Pair(Box<Naive>, Box<Naive>),
    Function(Box<Naive>, Box<Naive>),
}

use Naive::*;

fn to_type(scope: VariableScope, ty: &Naive) -> Type {
    match ty {
        Leaf(0) => Type::bool().clone(),
        Leaf(1) => Type::string().clone(),
        Leaf(_) => Type::number().clone(),
        Variable(id) => Type::variable(scope, *id),
        List(of) => Type::list(to_type(scope, of)).unwrap(),
        Pair(a, b) => Type::tuple([to_type(scope, a), to_type(scope, b)]).unwrap(),
        Function(a, b) => function(to_type(scope, a), to_type(scope, b)),
    }
}

fn function(parameter: Type, result: Type) -> Type {
    let parameter = FuncParam {
        name: None,
        ty: parameter,
    };
    Type::func(FuncType {
        params: Some(FuncParams {
            positional: [parameter].into(),
            ..FuncParams::default()
        }),
        block: None,
        result: Some(result),
    })
    .unwrap()
}

/// A substitution, applied by writing types out.
#[derive(Clone, Default)]
struct Substitution(BTreeMap<u32, Naive>);

impl Substitution {
    fn apply(&self, ty: &Naive) -> Naive {
        match ty {
            Leaf(_) => ty.clone(),
            Variable(id) => match self.0.get(id) {
                Some(value) => self.apply(value),
                None => ty.clone(),
            },
            List(of) => List(self.apply(of).into()),
            Pair(a, b) => Pair(self.apply(a).into(), self.apply(b).into()),
            Function(a, b) => Function(self.apply(a).into(), self.apply(b).into()),
        }
    }

    fn unify(&mut self, a: &Naive, b: &Naive) -> bool {
        match (self.apply(a), self.apply(b)) {
            (a, b) if a == b => true,
            (Variable(id), ty) | (ty, Variable(id)) => {
                !occurs(id, &ty) && self.0.insert(id, ty).is_none()
            }
            (List(a), List(b)) => self.unify(&a, &b),
            (Pair(a, x), Pair(b, y)) | (Function(a, x), Function(b, y)) => {
                self.unify(&a, &b) && self.unify(&x, &y)
            }
            _ => false,
        }
    }
}

fn occurs(id: u32, ty: &Naive) -> bool {
    match ty {
        Leaf(_) => false,
        Variable(other) => *other == id,
        List(of) => occurs(id, of),
        Pair(a, b) | Function(a, b) => occurs(id, a) || occurs(id, b),
    }
}

fn is_ground(ty: &Naive) -> bool {
    match ty {
        Leaf(_) => true,
        Variable(_) => false,
        List(of) => is_ground(of),
        Pair(a, b) | Function(a, b) => is_ground(a) && is_ground(b),
    }
}

/// An invariant of the naive solver, over expressions and variables by number.
#[derive(Clone, Debug)]
enum Claim {
    Type(u8, Naive),
    Equal(u8, u8),
    Call(u8, u8, u8),
    Apply(u8, u8, Naive, Naive),
    Any(Vec<Vec<Claim>>),
}

fn expr(number: u8) -> Expr {
    Expr(u64::from(number))
}

/// The variable that is an expression's type.
fn of(number: u8) -> Naive {
    Variable(1000 + u32::from(number))
}

fn to_invariant(scope: VariableScope, claim: &Claim) -> Invariant {
    match claim {
        Claim::Type(e, ty) => Invariant::Type(expr(*e), to_type(scope, ty)),
        Claim::Equal(a, b) => Invariant::Equal(expr(*a), expr(*b)),
        Claim::Call(result, function, argument) => Invariant::Call {
            result: expr(*result),
            function: expr(*function),
            arguments: [expr(*argument)].into(),
        },
        Claim::Apply(result, argument, parameter, given) => {
            let ty = function(to_type(scope, parameter), to_type(scope, given));
            Invariant::Apply {
                result: expr(*result),
                arguments: [expr(*argument)].into(),
                callee: Callee::new(ty).unwrap(),
            }
        }
        Claim::Any(lists) => {
            let lists: Vec<Vec<Invariant>> = lists
                .iter()
                .map(|list| {
                    list.iter()
                        .map(|claim| to_invariant(scope, claim))
                        .collect()
                })
                .collect();
            Invariant::any(lists).unwrap()
        }
    }
}

/// The expressions that the claim contains.
fn named(claim: &Claim, into: &mut BTreeSet<u8>) {
    match claim {
        Claim::Type(e, _) => into.extend([*e]),
        Claim::Equal(a, b) => into.extend([*a, *b]),
        Claim::Call(a, b, c) => into.extend([*a, *b, *c]),
        Claim::Apply(a, b, ..) => into.extend([*a, *b]),
        Claim::Any(lists) => lists.iter().flatten().for_each(|claim| named(claim, into)),
    }
}

/// Every set of equations that must hold, one for each combination of alternatives.
fn worlds(all: &[Claim], fresh: &mut u32) -> Vec<Vec<(Naive, Naive)>> {
    let mut worlds = vec![Vec::new()];
    for claim in all {
        let ways: Vec<Vec<(Naive, Naive)>> = match claim {
            Claim::Type(e, ty) => vec![vec![(of(*e), ty.clone())]],
            Claim::Equal(a, b) => vec![vec![(of(*a), of(*b))]],
            Claim::Call(result, function, argument) => {
                let ty = Function(of(*argument).into(), of(*result).into());
                vec![vec![(of(*function), ty)]]
            }
            Claim::Apply(result, argument, parameter, given) => {
                *fresh += 100;
                let renamed = |ty| rename(ty, *fresh);
                vec![vec![
                    (of(*argument), renamed(parameter)),
                    (of(*result), renamed(given)),
                ]]
            }
            Claim::Any(lists) => lists
                .iter()
                .flat_map(|list| self::worlds(list, fresh))
                .collect(),
        };
        worlds = worlds
            .iter()
            .flat_map(|world| ways.iter().map(|way| [&world[..], way].concat()))
            .collect();
    }
    worlds
}

/// The number of these sets.
fn combinations(all: &[Claim]) -> usize {
    all.iter().fold(1, |combinations, claim| match claim {
        Claim::Any(lists) => {
            let ways = lists.iter().map(|list| self::combinations(list)).sum();
            combinations.saturating_mul(ways)
        }
        _ => combinations,
    })
}

fn rename(ty: &Naive, by: u32) -> Naive {
    match ty {
        Leaf(_) => ty.clone(),
        Variable(id) => Variable(id + by),
        List(of) => List(rename(of, by).into()),
        Pair(a, b) => Pair(rename(a, by).into(), rename(b, by).into()),
        Function(a, b) => Function(rename(a, by).into(), rename(b, by).into()),
    }
}

/// The expected result: the types that are determined, or a conflict.
#[derive(Debug, PartialEq)]
enum Answer {
    Solved(BTreeMap<u64, Type>),
    Ambiguous(BTreeSet<u64>),
    Conflict,
    Undecided,
}

/// The result, and the number of solutions.
fn naive(all: &[Claim], scope: VariableScope) -> (Answer, usize) {
    let mut exprs = BTreeSet::new();
    all.iter().for_each(|claim| named(claim, &mut exprs));
    let mut solutions: BTreeSet<Vec<Naive>> = BTreeSet::new();
    for world in worlds(all, &mut 10_000) {
        let mut substitution = Substitution::default();
        if world.iter().all(|(a, b)| substitution.unify(a, b)) {
            solutions.insert(exprs.iter().map(|e| substitution.apply(&of(*e))).collect());
        }
    }
    let Some(first) = solutions.first() else {
        return (Answer::Conflict, 0);
    };
    let mut types = BTreeMap::new();
    let mut open = BTreeSet::new();
    for (at, e) in exprs.iter().enumerate() {
        let agreed = is_ground(&first[at]) && solutions.iter().all(|s| s[at] == first[at]);
        if agreed {
            types.insert(u64::from(*e), to_type(scope, &first[at]));
        } else {
            open.insert(u64::from(*e));
        }
    }
    let answer = if open.is_empty() {
        Answer::Solved(types)
    } else {
        Answer::Ambiguous(open)
    };
    (answer, solutions.len())
}

fn answer(outcome: &Solution) -> Answer {
    match outcome {
        Solution::Solved(types) => Answer::Solved(
            types
                .iter()
                .map(|(expr, ty)| (expr.0, ty.unwrap().clone()))
                .collect(),
        ),
        Solution::Ambiguous(ambiguity) => {
            let open = ambiguity.undetermined.iter();
            Answer::Ambiguous(open.map(|(expr, _)| expr.0).collect())
        }
        Solution::Conflict(_) => Answer::Conflict,
        Solution::Undecided(_) => Answer::Undecided,
    }
}

fn solver(all: &[Claim], scope: VariableScope) -> StandardSolver {
    let mut solver = StandardSolver::new();
    for claim in all {
        solver.add(to_invariant(scope, claim)).unwrap();
    }
    solver
}

fn types() -> impl Strategy<Value = Naive> {
    let leaf = prop_oneof![
        (0u8..3).prop_map(Leaf),
        (0u8..3).prop_map(Leaf),
        (0u32..4).prop_map(Variable),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|of| List(of.into())),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Pair(a.into(), b.into())),
            (inner.clone(), inner).prop_map(|(a, b)| Function(a.into(), b.into())),
        ]
    })
}

fn claim() -> impl Strategy<Value = Claim> {
    let e = || 0u8..5;
    let plain = prop_oneof![
        3 => (e(), types()).prop_map(|(e, ty)| Claim::Type(e, ty)),
        2 => (e(), e()).prop_map(|(a, b)| Claim::Equal(a, b)),
        1 => (e(), e(), e()).prop_map(|(a, b, c)| Claim::Call(a, b, c)),
        2 => (e(), e(), types(), types()).prop_map(|(a, b, p, r)| Claim::Apply(a, b, p, r)),
    ];
    plain.prop_recursive(2, 8, 3, |inner| {
        let list = prop::collection::vec(inner, 0..3);
        prop::collection::vec(list, 1..4).prop_map(Claim::Any)
    })
}

fn problems(at_most: usize) -> impl Strategy<Value = Vec<Claim>> {
    prop::collection::vec(claim(), 1..at_most)
        .prop_filter("too many combinations", |all| combinations(all) <= 100)
}

/// Whether two lists of types are equal up to renaming of variables.
fn renamed(one: &[Type], other: &[Type]) -> bool {
    let (mut there, mut back) = (BTreeMap::new(), BTreeMap::new());
    one.iter()
        .zip(other)
        .all(|(a, b)| same(a, b, &mut there, &mut back))
}

fn same(
    a: &Type,
    b: &Type,
    there: &mut BTreeMap<Type, Type>,
    back: &mut BTreeMap<Type, Type>,
) -> bool {
    if let (Kind::Variable { .. }, Kind::Variable { .. }) = (a.kind(), b.kind()) {
        let forth = there.entry(a.clone()).or_insert_with(|| b.clone());
        let forth = *forth == *b;
        return forth && *back.entry(b.clone()).or_insert_with(|| a.clone()) == *a;
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    a.each_part(&mut |part| left.push(part.clone()));
    b.each_part(&mut |part| right.push(part.clone()));
    std::mem::discriminant(a.kind()) == std::mem::discriminant(b.kind())
        && left.len() == right.len()
        && (!left.is_empty() || a == b)
        && left
            .iter()
            .zip(&right)
            .all(|(a, b)| same(a, b, there, back))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn a_unifier_makes_both_sides_equal_and_is_most_general(
        pairs in prop::collection::vec((types(), types()), 1..5)
    ) {
        let scope = VariableScope::new();
        let mut unifier = Unifier::new();
        let mut substitution = Substitution::default();
        for (a, b) in &pairs {
            let mut attempt = substitution.clone();
            let holds = attempt.unify(a, b);
            let (left, right) = (to_type(scope, a), to_type(scope, b));
            match unifier.unify(&left, &right) {
                Ok(()) => {
                    prop_assert!(holds);
                    substitution = attempt;
                    let sides = [unifier.resolve(&left).unwrap(), unifier.resolve(&right).unwrap()];
                    prop_assert_eq!(&sides[0], &sides[1]);
                }
                Err(mismatch) => {
                    prop_assert!(!holds);
                    prop_assert!(mismatch.rule != Rule::Occurs || !mismatch.path.is_empty());
                }
            }
            // The result for every variable is that of the naive solver, up to renaming. So it is
            // most general, and not too general.
            let variables = (0..4).map(Variable);
            let (mut ours, mut naive) = (Vec::new(), Vec::new());
            for variable in variables {
                ours.push(unifier.resolve(&to_type(scope, &variable)).unwrap());
                naive.push(to_type(scope, &substitution.apply(&variable)));
            }
            prop_assert!(renamed(&ours, &naive), "{ours:?} {naive:?}");
        }
    }

    #[test]
    fn equations_put_off_are_those_checked_at_once(
        pairs in prop::collection::vec((types(), types()), 1..5)
    ) {
        let scope = VariableScope::new();
        let pairs: Vec<(Type, Type)> =
            pairs.iter().map(|(a, b)| (to_type(scope, a), to_type(scope, b))).collect();
        let (mut at_once, mut put_off) = (Unifier::new(), Unifier::new());
        let one = pairs.iter().try_for_each(|(a, b)| at_once.unify(a, b));
        let other = pairs.iter().try_for_each(|(a, b)| put_off.equate(a, b));
        prop_assert_eq!(one.is_ok(), other.and_then(|()| put_off.check()).is_ok());
    }

    #[test]
    fn the_answer_is_the_naive_solvers(all in problems(7)) {
        let scope = VariableScope::new();
        let (wanted, solutions) = naive(&all, scope);
        prop_assume!(solutions < 16);
        prop_assert_eq!(answer(&solver(&all, scope).solve(&Budget::standard()).unwrap()), wanted);
    }

    #[test]
    fn the_order_does_not_matter(
        all in problems(7).prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle()))
    ) {
        let scope = VariableScope::new();
        let (one, other) = all;
        prop_assume!(naive(&one, scope).1 < 16);
        let one = answer(&solver(&one, scope).solve(&Budget::standard()).unwrap());
        prop_assert_eq!(answer(&solver(&other, scope).solve(&Budget::standard()).unwrap()), one);
    }

    #[test]
    fn solving_step_by_step_is_solving_at_once(all in problems(7)) {
        let scope = VariableScope::new();
        prop_assume!(naive(&all, scope).1 < 16);
        let mut steps = StandardSolver::new();
        for claim in &all {
            steps.add(to_invariant(scope, claim)).unwrap();
            steps.solve(&Budget::standard()).unwrap();
        }
        let mut whole = solver(&all, scope);
        let last = answer(&whole.solve(&Budget::standard()).unwrap());
        prop_assert_eq!(answer(&steps.solve(&Budget::standard()).unwrap()), last);
        // Solving again changes nothing.
        let again = [format!("{:?}", whole.solve(&Budget::standard()).unwrap()), format!("{:?}", whole.solve(&Budget::standard()).unwrap())];
        prop_assert_eq!(&again[0], &again[1]);
    }

    #[test]
    fn a_chain_is_a_conflict_by_itself(all in problems(12)) {
        let scope = VariableScope::new();
        let plain: Vec<Claim> = all.into_iter().filter(|s| !matches!(s, Claim::Any(_))).collect();
        if let Solution::Conflict(conflict) = solver(&plain, scope).solve(&Budget::standard()).unwrap() {
            let chain: Vec<Claim> =
                conflict.chain.iter().map(|id| plain[id.0 as usize].clone()).collect();
            prop_assert_eq!(naive(&chain, scope).0, Answer::Conflict);
            for end in [conflict.first, conflict.second] {
                prop_assert!(conflict.chain.contains(&end));
            }
        }
    }

    #[test]
    fn annotations_settle_what_is_ambiguous(all in problems(6)) {
        let scope = VariableScope::new();
        prop_assume!(naive(&all, scope).1 < 16);
        let mut solver = solver(&all, scope);
        if let Solution::Ambiguous(ambiguity) = solver.solve(&Budget::standard()).unwrap() {
            prop_assert!(!ambiguity.settled_by.is_empty());
            // A type of the candidates, with a new type for each open part.
            for annotation in &ambiguity.settled_by {
                let ty = annotation.candidates.first().unwrap_or(&annotation.known);
                let ty = ty.replace(&mut |part| Ok(match part.kind() {
                    Kind::Variable { .. } => Some(Type::bool().clone()),
                    _ => None,
                })).unwrap();
                solver.add(Invariant::Type(annotation.expr, ty)).unwrap();
            }
            let after = solver.solve(&Budget::standard()).unwrap();
            prop_assert!(!matches!(after, Solution::Ambiguous(_)), "{ambiguity:?} {after:?}");
        }
    }
}
