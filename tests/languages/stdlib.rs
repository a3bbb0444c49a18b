//! Properties of every function of the standard library, for any arguments.
//!
//! No call panics: failures are errors of the function. A result has the type that was predicted
//! for the arguments, no refinement excludes a possible value, and calls with unknown arguments
//! return everything that is certain.

use crate::support::{Dynamic, Extras, typed_value, value};
use polycty::calls::ParameterRef;
use polycty::dialect::hcl::functions::{Standard, standard_functions};
use polycty::source::Code;
use polycty::values::Value;
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// An argument that usually fits its parameter.
fn argument(parameter: ParameterRef<'_>) -> BoxedStrategy<Value> {
    let anything = prop_oneof![
        typed_value(Dynamic::Allowed, Extras::All),
        typed_value(Dynamic::Never, Extras::Nulls),
    ];
    let anything = anything.prop_map(|(_, value)| value);
    let ty = parameter.ty.clone();
    if ty.is_any() || ty.is_capsule() {
        return anything.boxed();
    }
    let fitting = match ty.element() {
        Some(element) if element.is_any() => {
            let list = ty.is_list();
            let make = move |value: Value| {
                let parts = vec![value.clone(), value];
                if list {
                    Value::list(parts).unwrap()
                } else {
                    Value::set(parts).unwrap()
                }
            };
            anything.clone().prop_map(make).boxed()
        }
        _ => value(&ty, Extras::All),
    };
    let small = (-3i64..70).prop_map(Value::from_i64);
    let pattern = "[%.*()a-c\\[\\]{}0-9vsd+?|\\\\-]{0,6}".prop_map(|text| Value::string(&text));
    match &ty {
        _ if ty.is_number() => prop_oneof![4 => small, 2 => fitting, 1 => anything].boxed(),
        _ if ty.is_string() => prop_oneof![4 => fitting, 3 => pattern, 1 => anything].boxed(),
        _ => prop_oneof![6 => fitting, 1 => anything].boxed(),
    }
}

fn call() -> impl Strategy<Value = (&'static Standard, Vec<Value>)> {
    (0..standard_functions().len(), 0usize..4).prop_flat_map(|(at, further)| {
        let standard = standard_functions()[at];
        let signature = standard.function().signature();
        let positional = signature.positional_parameters().map(argument);
        let variadic = signature.variadic_parameter().into_iter();
        let variadic =
            variadic.flat_map(|parameter| (0..further).map(move |_| argument(parameter)));
        let arguments: Vec<_> = positional.chain(variadic).collect();
        (Just(standard), arguments)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_call_ends_in_a_value_of_the_promised_type_or_an_error((standard, args) in call()) {
        let args: Vec<&Value> = args.iter().collect();
        let promised = standard.function().return_type_for_values(&args);
        match (standard.call(&args), promised) {
            (Ok(result), Ok(promised)) => {
                prop_assert!(result.ty().conforms_to(&promised));
            }
            (Ok(_), Err(error)) => prop_assert!(false, "{:?}: no type: {error}", standard),
            (Err(error), _) => prop_assert!(
                !matches!(error.code(), Code::Misbehaved | Code::Internal),
                "{standard:?}: {error}"
            ),
        }
    }

    /// A result for unknown arguments includes the results for all values that they may become.
    #[test]
    fn an_unknown_result_includes_the_known_one((standard, args) in call()) {
        let bare: Vec<Value> = args.iter().map(|arg| arg.unmark_deep().0).collect();
        let known: Vec<&Value> = bare.iter().collect();
        // A null object adds no attributes to a merge; an unknown one may.
        prop_assume!(!known.iter().any(|arg| arg.is_null()));
        let unknown: Vec<Value> = known.iter().map(|arg| Value::unknown(arg.ty().clone())).collect();
        if let (Ok(after), Ok(before)) = (
            standard.call(&known),
            standard.call(&unknown.iter().collect::<Vec<_>>()),
        ) {
            // The bounds of an unbounded number are infinities, which are not numbers.
            prop_assume!(!after.as_number().is_some_and(|number| number.is_infinite()));
            let includes = before.unmarked().range_includes(after.unmarked()).unwrap();
            prop_assert_ne!(includes.as_bool(), Some(false), "{:?}: {:?}", before, after);
        }
    }
}

#[test]
fn nothing_takes_the_square_of_its_input() {
    let start = Instant::now();
    let count = 1 << 17;
    let text = Value::string(&"ab\u{e9}\n".repeat(count));
    let words: Vec<Value> = (0..count)
        .map(|at| Value::string(&format!("k{at}")))
        .collect();
    let list = Value::list(words).unwrap();
    let maps: Vec<Value> = (0..2000)
        .map(|at| Value::map([(Value::string(&format!("k{at}")), Value::bool(true))]).unwrap())
        .collect();
    let nested = Value::list(vec![list.clone(), list.clone()]).unwrap();
    let number = Value::from_i64;
    let string = |text: &str| Value::string(text);
    let call = |name: &str, args: &[&Value]| {
        let standard = polycty::dialect::hcl::functions::standard_function(name).expect(name);
        let result = standard.call(args);
        println!("{name}: {:?}", start.elapsed());
        result.unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    for name in ["upper", "title", "reverse", "strlen", "chomp", "jsonencode"] {
        call(name, &[&text]);
    }
    call("trim", &[&text, &text]);
    call("substr", &[&text, &number(-5), &number(3)]);
    call("split", &[&string("b"), &text]);
    call("replace", &[&text, &string("a"), &string("b")]);
    call("regexall", &[&string("[a-c]+"), &text]);
    call("regexreplace", &[&text, &string("(a)"), &string("$1$1")]);
    call("format", &[&string("%9q"), &text]);
    call("formatlist", &[&string("<%q>"), &list]);
    call("join", &[&string(","), &list]);
    for name in ["sort", "distinct", "compact", "reverselist", "toset"] {
        call(name, &[&list]);
    }
    call("flatten", &[&nested]);
    call("chunklist", &[&list, &number(3)]);
    call("zipmap", &[&list, &list]);
    let set = call("toset", &[&list]);
    for name in [
        "setunion",
        "setintersection",
        "setsubtract",
        "setsymmetricdifference",
    ] {
        call(name, &[&set, &set]);
    }
    call("merge", &maps.iter().collect::<Vec<_>>());
    call("concat", &[&nested; 8]);
    let rows = string(&format!("a,b\n{}", "\"x\"\"y\",z\n".repeat(count / 2)));
    call("csvdecode", &[&rows]);
    let pattern = string(&"(?i)[a-z]".repeat(2000));
    call("regexall", &[&pattern, &string("abc")]);
    assert!(start.elapsed() < Duration::from_secs(60));
    let deep = "[".repeat(1 << 20);
    assert!(polycty::dialect::hcl::functions::jsondecode(&string(&deep)).is_err());
}
