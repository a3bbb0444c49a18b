//! Tests of the protocol; the vectors cover the table of its rules.

use super::{Function, ReturnType};
use polycty_core::calls::{Allow, Budget, Call, Output, Parameter, Signature};
use polycty_core::number::Number;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Field, Type};
use polycty_core::values::{Bound, Detail, Refinement, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn number() -> Type {
    Type::number().clone()
}

fn string() -> Type {
    Type::string().clone()
}

/// Returns the sum of its arguments; panics if one is not a number.
fn sum(signature: Signature) -> Function {
    Function::new(signature, number(), |args, _| {
        let mut sum = Number::from_i64(0);
        for arg in args {
            sum = sum.add(&arg.as_number().expect("a number"))?;
        }
        Ok(Value::from_number(sum))
    })
}

fn binary(allow: Allow) -> Signature {
    Signature::new()
        .parameter(Parameter::new("a", number()).allow(allow))
        .parameter(Parameter::new("b", number()).allow(allow))
}

fn one() -> Value {
    Value::from_i64(1)
}

#[test]
fn the_number_of_arguments_is_checked() {
    let fixed = sum(binary(Allow::NONE));
    let error = fixed.call(&[&one()]).unwrap_err();
    assert_eq!(error.code(), Code::InvalidArgument);
    assert_eq!(
        error.message(),
        "wrong number of arguments (2 required; 1 given)"
    );
    assert_eq!(fixed.return_type(&[]).unwrap_err().argument(), None);

    let open = sum(binary(Allow::NONE).variadic(Parameter::new("more", number())));
    assert_eq!(
        open.call(&[&one()]).unwrap_err().message(),
        "wrong number of arguments (at least 2 required; 1 given)"
    );
    assert_eq!(
        open.call(&[&one(), &one(), &one()]).unwrap(),
        Value::from_i64(3)
    );
}

#[test]
fn marks_go_around_the_function() {
    let list = Type::list(number()).unwrap();
    let first = Function::new(
        Signature::new().parameter(Parameter::new("list", list)),
        number(),
        |args, _| {
            assert!(!args[0].contains_marked());
            Ok(args[0].parts().unwrap_or_default()[0].clone())
        },
    );
    let inner = Value::list(vec![one().mark("in")]).unwrap().mark("out");
    assert_eq!(first.call(&[&inner]).unwrap(), one().mark("in").mark("out"));
}

#[test]
fn a_function_that_takes_marks_sees_them_and_nothing_is_added() {
    let seen = Function::new(
        Signature::new().parameter(Parameter::new("a", number()).allow(Allow::MARKED)),
        Type::bool().clone(),
        |args, _| Ok(Value::bool(args[0].is_marked())),
    );
    assert_eq!(seen.call(&[&one().mark("m")]).unwrap(), Value::bool(true));
}

#[test]
fn an_unknown_argument_makes_an_unknown_result_with_all_marks() {
    let add = sum(binary(Allow::NONE).refine_result(Refinement::NOT_NULL));
    let result = add
        .call(&[&Value::unknown(number()), &one().mark("m")])
        .unwrap();
    assert_eq!(result.refinement(), Some(&Refinement::NOT_NULL));
    assert!(result.marks().contains("m"));
}

#[test]
fn an_untyped_argument_ends_the_call_before_the_callbacks() {
    let called = Arc::new(AtomicUsize::new(0));
    let count = called.clone();
    let rule = ReturnType::found(move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        Ok(string())
    });
    let signature = Signature::new()
        .parameter(Parameter::new("a", number()).allow(Allow::NULL))
        .parameter(Parameter::new("b", number()).allow(Allow::DYNAMIC))
        .refine_result(Refinement::NOT_NULL);
    let function = Function::new(signature, rule, |_, _| Ok(Value::string("")));

    let untyped = function.call(&[&Value::dynamic(), &Value::null(string())]);
    assert_eq!(untyped.unwrap(), Value::dynamic());
    assert_eq!(
        function
            .return_type(&[Type::any().clone(), number()])
            .unwrap(),
        *Type::any()
    );
    assert_eq!(called.load(Ordering::Relaxed), 0);

    let typed = function.call(&[&one(), &Value::dynamic()]).unwrap();
    assert_eq!(typed.ty(), Type::string());
    assert_eq!(typed.refinement(), Some(&Refinement::NOT_NULL));
    assert_eq!(called.load(Ordering::Relaxed), 1);
}

#[test]
fn an_argument_that_does_not_conform_is_told_with_its_path() {
    let wanted = Type::object([Field::new("port", number())]).unwrap();
    let function = Function::new(
        Signature::new()
            .parameter(Parameter::new("a", Type::any().clone()))
            .parameter(Parameter::new("b", wanted)),
        number(),
        |_, _| Ok(one()),
    );
    let given = Value::object([("port".into(), Value::string("x"))]).unwrap();
    let error = function.call(&[&one(), &given]).unwrap_err();
    assert_eq!(error.code(), Code::Type);
    assert_eq!(error.argument(), Some(1));
    assert_eq!(
        error.to_string(),
        ".port: number required, but received string"
    );
}

#[test]
fn a_list_of_anything_takes_a_list_of_something() {
    let list = Type::list(Type::any().clone()).unwrap();
    let length = Function::new(
        Signature::new().parameter(Parameter::new("list", list)),
        number(),
        |args, _| Ok(Value::from_u64(args[0].part_count().unwrap_or(0) as u64)),
    );
    let list = Value::list(vec![Value::string("a"), Value::string("b")]).unwrap();
    assert_eq!(length.call(&[&list]).unwrap(), Value::from_i64(2));
}

#[test]
fn callbacks_that_break_their_contract_are_errors() {
    let plain = |implementation: fn(&[&Value], &Call<'_>) -> Result<Value>, promise: Refinement| {
        Function::new(
            Signature::new().refine_result(promise),
            string(),
            implementation,
        )
        .call(&[])
        .map_err(|error| (error.code(), error.message().to_owned()))
    };
    let misbehaved = |message: &str| Err((Code::Misbehaved, message.to_owned()));
    assert_eq!(
        plain(|_, _| Ok(one()), Refinement::NONE),
        misbehaved(
            "the function returned a value that does not conform to its return type: \
             string required, but received number"
        )
    );
    assert_eq!(
        plain(
            |_, _| std::panic::resume_unwind(Box::new("oh")),
            Refinement::NONE
        ),
        misbehaved("the function panicked: oh")
    );
    let null = plain(
        |_, call| Ok(Value::null(call.returns.clone())),
        Refinement::NOT_NULL,
    );
    assert_eq!(null.unwrap_err().0, Code::Misbehaved);
    let x = Refinement {
        not_null: true,
        detail: Detail::Prefix("x".into()),
    };
    let other = plain(|_, _| Ok(Value::string("y")), x.clone());
    assert_eq!(other.unwrap_err().0, Code::Misbehaved);
    assert_eq!(
        plain(|_, _| Ok(Value::string("xy")), x),
        Ok(Value::string("xy"))
    );
}

#[test]
fn every_kind_of_promise_narrows_and_checks() {
    let list = Type::list(number()).unwrap();
    let bound = |value| {
        Some(Bound {
            value: Number::from_i64(value),
            inclusive: true,
        })
    };
    let range = Detail::Number {
        min: bound(2),
        max: bound(5),
    };
    let length = Detail::Length {
        min: 2,
        max: Some(3),
    };
    let lists = |length| Value::list(vec![one(); length]).unwrap();
    let samples = [
        (range, number(), Value::from_i64(5), Value::from_i64(6)),
        (length, list, lists(3), lists(4)),
    ];
    for (detail, ty, within, outside) in samples {
        let promise = Refinement {
            not_null: true,
            detail,
        };
        let signature = Signature::new()
            .parameter(Parameter::new("a", ty.clone()))
            .refine_result(promise.clone());
        let same = Function::new(signature, ty.clone(), |args, _| Ok(args[0].clone()));
        let unknown = same.call(&[&Value::unknown(ty)]).unwrap();
        assert_eq!(unknown.refinement(), Some(&promise));
        assert_eq!(same.call(&[&within]).unwrap(), within);
        let error = same.call(&[&outside]).unwrap_err();
        assert_eq!(error.code(), Code::Misbehaved);
    }
}

#[test]
fn what_a_function_reports_reaches_the_caller() {
    let function = Function::new(Signature::new(), number(), |_, _| -> Result<Value> {
        Err(Error::new(Code::Callback, "no")
            .in_attribute("a")
            .with_argument(3))
    });
    let error = function.call(&[]).unwrap_err();
    assert_eq!((error.code(), error.argument()), (Code::Callback, Some(3)));
    assert_eq!(error.to_string(), ".a: no");
}

#[test]
fn descriptions_are_replaced_and_the_variadic_one_may_stay() {
    let signature = binary(Allow::NONE).variadic(Parameter::new("c", number()).describe("C"));
    let old = sum(signature);
    let new = old.with_new_descriptions("adds", &["A", "B"]).unwrap();
    let parameters = new.signature().parameters();
    let descriptions: Vec<&str> = parameters.map(|found| found.description).collect();
    assert_eq!(descriptions, ["A", "B", "C"]);
    assert_eq!(new.signature().description(), "adds");
    assert_eq!(new.call(&[&one(), &one()]).unwrap(), Value::from_i64(2));
    assert_eq!(old.signature().positional(0).unwrap().description, "");
    assert_eq!(
        old.with_new_descriptions("", &["A"]).unwrap_err().message(),
        "wrong number of parameter descriptions (2 or 3 required; 1 given)"
    );
}

#[test]
fn an_unpredictable_function_checks_and_promises_only() {
    let add = sum(binary(Allow::NONE).refine_result(Refinement::NOT_NULL)).unpredictable();
    let result = add.call(&[&one(), &one()]).unwrap();
    assert_eq!(result.ty(), Type::number());
    assert_eq!(result.refinement(), Some(&Refinement::NOT_NULL));
    assert_eq!(
        add.call(&[&one(), &Value::string("")])
            .unwrap_err()
            .argument(),
        Some(1)
    );
}

#[test]
fn a_box_reaches_a_caller_who_wants_one() {
    let list = Value::list(vec![one()]).unwrap();
    for value in [one(), list] {
        let made = Arc::new(AtomicUsize::new(0));
        let address = made.clone();
        let result = value.clone();
        let function = Function::new(Signature::new(), value.ty().clone(), move |_, _| {
            let boxed = Box::new(result.clone());
            address.store(std::ptr::from_ref(&*boxed).addr(), Ordering::Relaxed);
            Ok(boxed)
        });
        let boxed = function
            .call_within(&[], &Budget::new())
            .unwrap()
            .into_boxed();
        assert_eq!(*boxed, value);
        assert_eq!(
            std::ptr::from_ref(&*boxed).addr(),
            made.load(Ordering::Relaxed)
        );
        assert_eq!(function.call(&[]).unwrap(), value);
    }
}

#[test]
fn a_function_is_shared_between_threads() {
    let add = sum(binary(Allow::NONE));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| assert_eq!(add.call(&[&one(), &one()]).unwrap(), Value::from_i64(2)));
        }
    });
}

/// Values of all representations.
fn samples() -> Vec<Value> {
    let list = Value::list(vec![one(), Value::from_i64(2)]).unwrap();
    let deep = Value::tuple(vec![one().mark("deep")]).unwrap();
    let mut samples = vec![
        one(),
        Value::bool(true),
        Value::string("x"),
        Value::from_double(0.5),
        list.clone(),
        Value::list(vec![Value::unknown(number())]).unwrap(),
        Value::tuple(vec![list]).unwrap(),
        Value::null(number()),
        Value::null(Type::any().clone()),
        Value::dynamic(),
        Value::unknown(number()),
        Value::refined(string(), Refinement::NOT_NULL),
        deep,
    ];
    let marked: Vec<Value> = samples.iter().map(|value| value.mark("top")).collect();
    samples.extend(marked);
    samples
}

/// Functions with one parameter that return their argument, for many types and all combinations of
/// allowed values.
fn identities(promise: &Refinement) -> Vec<Function> {
    let list = |element| Type::list(element).unwrap();
    let types = [
        Type::any().clone(),
        number(),
        string(),
        Type::bool().clone(),
        list(Type::any().clone()),
        list(number()),
    ];
    let mut functions = Vec::new();
    for ty in types {
        for allow in (0..16).filter_map(Allow::from_bits) {
            let parameter = Parameter::new("a", ty.clone()).allow(allow);
            let signature = Signature::new().refine_result(promise.clone());
            let variadic = signature.clone().variadic(parameter.clone());
            for signature in [signature.parameter(parameter), variadic] {
                let same = |args: &[&Value], _: &Call<'_>| Ok(args[0].clone());
                let found = ReturnType::found(|args| Ok(args[0].ty().clone()));
                functions.push(Function::new(signature.clone(), ty.clone(), same));
                functions.push(Function::new(signature, found, same));
            }
        }
    }
    functions
}

fn outcome(result: Result<Value>) -> Result<Value, (Code, String, Option<usize>)> {
    result.map_err(|error| (error.code(), error.to_string(), error.argument()))
}

#[test]
fn the_short_way_ends_where_the_long_one_does() {
    let prefix = Refinement {
        not_null: false,
        detail: Detail::Prefix("x".into()),
    };
    for promise in [Refinement::NONE, Refinement::NOT_NULL, prefix] {
        for function in identities(&promise) {
            for value in samples() {
                let args = [&value];
                let long = function.0.call_with_care(&args, &Budget::new());
                assert_eq!(
                    outcome(function.call(&args)),
                    outcome(long.map(Output::into_value)),
                    "{function:?} of {args:?}"
                );
            }
        }
    }
}

#[test]
fn a_function_that_takes_no_marks_cannot_tell_them() {
    for function in identities(&Refinement::NOT_NULL) {
        if function
            .signature()
            .parameter_at(0)
            .is_some_and(|p| p.allows.contains(Allow::MARKED))
        {
            continue;
        }
        for value in samples() {
            let (bare, marks) = value.unmark_deep();
            let bare = outcome(function.call(&[&bare])).map(|result| result.with_marks(&marks));
            assert_eq!(outcome(function.call(&[&value])), bare, "{function:?}");
        }
    }
}
