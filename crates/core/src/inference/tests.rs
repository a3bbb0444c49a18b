//! Tests of the unifier.

use super::{Expr, Invariant, Rule, Solution, Solver, StandardSolver, Unifier};
use crate::calls::Budget;
use crate::source::Code;
use crate::types::{
    Field, FuncParam, FuncParams, FuncType, MAX_DEPTH, PartStep, Type, TypeError, VariableScope,
};

struct Fixture {
    scope: VariableScope,
    unifier: Unifier,
}

fn fixture() -> Fixture {
    Fixture {
        scope: VariableScope::new(),
        unifier: Unifier::new(),
    }
}

impl Fixture {
    fn var(&self, id: u32) -> Type {
        Type::variable(self.scope, id)
    }
}

fn list(of: Type) -> Type {
    Type::list(of).unwrap()
}

fn func(params: &[(&str, Type)], result: Type) -> Type {
    let positional = params
        .iter()
        .map(|(name, ty)| FuncParam {
            name: (!name.is_empty()).then(|| (*name).into()),
            ty: ty.clone(),
        })
        .collect();
    Type::func(FuncType {
        params: Some(FuncParams {
            positional,
            ..FuncParams::default()
        }),
        block: None,
        result: Some(result),
    })
    .unwrap()
}

fn object(fields: &[(&str, Type)]) -> Type {
    let fields: Vec<Field> = fields
        .iter()
        .map(|(name, ty)| Field::new(*name, ty.clone()))
        .collect();
    Type::object(fields).unwrap()
}

#[test]
fn variables_take_the_types_that_they_meet() {
    let mut f = fixture();
    let (int, str) = (Type::integer(), Type::string());
    let left = func(&[("", f.var(1)), ("b", int.clone())], list(f.var(1)));
    let right = func(&[("x", str.clone()), ("y", f.var(2))], f.var(3));
    f.unifier.unify(&left, &right).unwrap();
    let expected = func(&[("", str.clone()), ("b", int.clone())], list(str.clone()));
    assert_eq!(f.unifier.resolve(&left).unwrap(), expected);
    assert_eq!(f.unifier.resolve(&f.var(3)).unwrap(), list(str.clone()));
    assert_eq!(f.unifier.resolve(&f.var(9)).unwrap(), f.var(9));
}

#[test]
fn a_mismatch_has_the_rule_the_path_and_both_sides() {
    let f = fixture();
    let (int, str) = (Type::integer().clone(), Type::string().clone());
    let cases = [
        (int.clone(), str.clone(), Rule::Constructor, vec![]),
        (
            object(&[("a", int.clone()), ("b", list(int.clone()))]),
            object(&[("a", int.clone()), ("b", list(str.clone()))]),
            Rule::Constructor,
            vec![PartStep::Field("b".into()), PartStep::Element],
        ),
        (
            object(&[("a", int.clone())]),
            object(&[]),
            Rule::FieldCount,
            vec![],
        ),
        (
            list(object(&[("a", int.clone()), ("b", int.clone())])),
            list(object(&[("b", int.clone()), ("a", int.clone())])),
            Rule::FieldNames,
            vec![PartStep::Element],
        ),
        (
            func(&[("a", int.clone())], str.clone()),
            func(&[], str.clone()),
            Rule::ParameterCount,
            vec![],
        ),
        (
            func(&[("a", f.var(1))], f.var(1)),
            func(&[("a", int.clone())], str.clone()),
            Rule::Constructor,
            vec![PartStep::Result],
        ),
        (
            Type::tuple([int.clone()]).unwrap(),
            Type::tuple([]).unwrap(),
            Rule::PartCount,
            vec![],
        ),
        (
            Type::bool_value(true),
            Type::bool().clone(),
            Rule::Detail,
            vec![],
        ),
    ];
    for (left, right, rule, path) in cases {
        let mut unifier = Unifier::new();
        let mismatch = unifier.unify(&left, &right).unwrap_err();
        assert_eq!(
            (mismatch.rule, mismatch.path),
            (rule, path),
            "{left:?} {right:?}"
        );
        // The failed equation has no effect.
        assert_eq!(unifier.resolve(&f.var(1)).unwrap(), f.var(1));
    }
}

#[test]
fn the_value_of_a_variable_is_on_the_left() {
    let mut f = fixture();
    let (int, str) = (Type::integer(), Type::string());
    f.unifier.unify(&f.var(1), int).unwrap();
    for (left, right) in [(f.var(1), str.clone()), (str.clone(), f.var(1))] {
        let mismatch = f.unifier.unify(&left, &right).unwrap_err();
        assert_eq!((&mismatch.left, &mismatch.right), (int, str));
    }
}

#[test]
fn no_type_contains_itself() {
    let mut f = fixture();
    let mismatch = f.unifier.unify(&f.var(1), &list(f.var(1))).unwrap_err();
    assert_eq!(mismatch.rule, Rule::Occurs);
    assert_eq!(mismatch.path, [PartStep::Element]);
    assert_eq!((mismatch.left, mismatch.right), (f.var(1), list(f.var(1))));
    f.unifier.unify(&f.var(1), &f.var(1)).unwrap();
    // Through other variables, only the equation that closes the cycle fails.
    f.unifier.unify(&f.var(1), &list(f.var(2))).unwrap();
    f.unifier.unify(&f.var(2), &list(f.var(3))).unwrap();
    let mismatch = f.unifier.unify(&f.var(3), &f.var(1)).unwrap_err();
    assert_eq!((mismatch.rule, mismatch.path.len()), (Rule::Occurs, 2));
    f.unifier.unify(&f.var(3), Type::bool()).unwrap();
    let found = f.unifier.resolve(&f.var(1)).unwrap();
    assert_eq!(found, list(list(Type::bool().clone())));
    // With a deferred check.
    let mut unifier = Unifier::new();
    unifier.equate(&f.var(1), &list(f.var(2))).unwrap();
    unifier.equate(&list(f.var(1)), &f.var(2)).unwrap();
    assert_eq!(unifier.resolve(&f.var(1)), Err(TypeError::TooDeep));
    assert_eq!(unifier.check().unwrap_err().rule, Rule::Occurs);
}

#[test]
fn a_type_past_the_limits_does_not_affect_others() {
    let mut unifier = Unifier::new();
    let variables: Vec<Type> = (0..1000).map(|_| unifier.fresh()).collect();
    for pair in variables.windows(2) {
        unifier.unify(&pair[1], &list(pair[0].clone())).unwrap();
    }
    unifier.unify(&variables[0], Type::bool()).unwrap();
    let deepest = MAX_DEPTH as usize - 1;
    assert_eq!(
        unifier.resolve(&variables[deepest]).map(|ty| ty.depth()),
        Ok(MAX_DEPTH)
    );
    assert_eq!(
        unifier.resolve(&variables[deepest + 1]),
        Err(TypeError::TooDeep)
    );
    // A type that is doubled 40 times would have 2^40 leaves.
    let mut unifier = Unifier::new();
    let variables: Vec<Type> = (0..40).map(|_| unifier.fresh()).collect();
    for pair in variables.windows(2) {
        let both = Type::tuple([pair[0].clone(), pair[0].clone()]).unwrap();
        unifier.unify(&pair[1], &both).unwrap();
    }
    assert_eq!(unifier.resolve(&variables[39]), Err(TypeError::TooLarge));
}

#[test]
fn a_failed_equation_is_reverted() {
    let mut f = fixture();
    f.unifier.unify(&f.var(1), &f.var(2)).unwrap();
    let left = Type::tuple([f.var(2), f.var(3), Type::bool().clone()]).unwrap();
    let right = Type::tuple([list(f.var(4)), f.var(4), Type::number().clone()]).unwrap();
    f.unifier.unify(&left, &right).unwrap_err();
    for id in [3, 4] {
        assert_eq!(f.unifier.resolve(&f.var(id)).unwrap(), f.var(id));
    }
    assert_eq!(f.unifier.resolve(&f.var(2)).unwrap(), f.var(1));
    f.unifier.unify(&f.var(1), Type::bool()).unwrap();
    assert_eq!(f.unifier.resolve(&f.var(2)).unwrap(), *Type::bool());
}

#[test]
fn instances_share_no_variable() {
    let mut f = fixture();
    let scheme = func(&[("a", f.var(1)), ("b", f.var(2))], f.var(1));
    let one = f.unifier.instantiate(&scheme);
    let other = f.unifier.instantiate(&scheme);
    let int = Type::integer().clone();
    let wanted = func(&[("", int.clone()), ("", int.clone())], int.clone());
    f.unifier.unify(&one, &wanted).unwrap();
    assert_ne!(
        f.unifier.resolve(&other).unwrap(),
        f.unifier.resolve(&one).unwrap()
    );
    assert_eq!(f.unifier.resolve(&scheme).unwrap(), scheme);
}

#[test]
fn solving_resumes_after_an_exceeded_budget() {
    let mut solver = StandardSolver::new();
    let either = |x: u64| {
        let (bool, string) = (Type::bool().clone(), Type::string().clone());
        let list = |ty| vec![Invariant::Type(Expr(x), ty)];
        Invariant::any([list(bool), list(string)]).unwrap()
    };
    for x in 0..50 {
        solver.add(either(x)).unwrap();
    }
    let error = solver.solve(&Budget::new().limit_steps(7)).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
    for x in 0..50 {
        solver
            .add(Invariant::Type(Expr(x), Type::bool().clone()))
            .unwrap();
    }
    let Ok(Solution::Solved(types)) = solver.solve(&Budget::standard()) else {
        panic!("all is known");
    };
    assert_eq!(types.get(Expr(49)), Some(Ok(Type::bool())));
}
