//! Tests of limits and of secrets in messages.

use super::{Evaluated, Scope, convert_function, evaluate, evaluate_within};
use crate::functions::{standard_function, standard_functions};
use crate::syntax::parse_expression;
use crate::write::{Style, format};
use polycty_core::calls::{Budget, Cancel};
use polycty_core::number::Number;
use polycty_core::source::{Code, Diagnostic, Error, MAX_DIAGNOSTICS, Position};
use polycty_core::types::Type;
use polycty_core::values::{BoundKind, Value};

fn scope() -> Scope {
    let mut scope = Scope::new();
    for standard in standard_functions() {
        let function = standard.function().clone();
        scope.set_function(standard.name(), function).unwrap();
    }
    scope.set_function("try", super::try_function()).unwrap();
    scope.set_function("can", super::can_function()).unwrap();
    scope
        .set_variable("empty", Value::object([]).unwrap())
        .unwrap();
    let text = || Value::string("hush");
    scope.set_variable("secret", text().mark("m")).unwrap();
    let list = Value::list(vec![text(), text()]).unwrap().mark("m");
    scope.set_variable("secrets", list).unwrap();
    scope
}

fn run(text: &str, budget: &Budget) -> Evaluated {
    let parsed = parse_expression(text.as_bytes(), "f", Position::START);
    assert!(parsed.diagnostics.is_empty(), "{text}");
    evaluate_within(&parsed.expression(), Some(&scope()), budget)
}

#[test]
fn numbers_that_are_compared_or_negated_cost_what_they_are_long() {
    let taken = |text: &str| {
        // The size of 100,000 decimal digits.
        let wide = |int: i64| Number::small(int, 400_000);
        let wide = |int: i64| Value::from_number(wide(int).div(&wide(3)).unwrap());
        let mut scope = Scope::new();
        for name in ["absolute", "int", "ceil", "floor"] {
            let function = standard_function(name).unwrap().function().clone();
            scope.set_function(name, function).unwrap();
        }
        scope.set_variable("a", wide(7)).unwrap();
        scope.set_variable("b", wide(8)).unwrap();
        let parsed = parse_expression(text.as_bytes(), "f", Position::START);
        let budget = Budget::standard();
        let found = evaluate_within(&parsed.expression(), Some(&scope), &budget);
        assert!(found.diagnostics.is_empty(), "{text}");
        (budget.steps(), budget.bytes())
    };
    for text in ["a < b", "a <= b", "a > b", "a >= b", "a == b", "a != b"] {
        let (steps, charged) = taken(text);
        assert!(
            steps < 4_000 && charged < 1_000,
            "{text}: {steps}, {charged}"
        );
    }
    for text in ["-a", "absolute(a)", "int(a)", "ceil(a)", "floor(a)"] {
        let (steps, charged) = taken(text);
        assert!((2_000..8_000).contains(&steps), "{text}: {steps}");
        assert!(charged < 200_000, "{text}: {charged}");
    }
    assert!(taken("-a").1 > 40_000);
    assert!(taken("a * b").0 > 50_000);
}

/// Steps into a variable borrow the intermediate values; steps into other expressions create them.
#[test]
fn an_element_that_is_lent_is_the_one_that_is_made() {
    let object = |name: &str| Value::object([("y".into(), Value::string(name))]).unwrap();
    let list = Value::list(vec![object("a"), object("b")]).unwrap();
    let number = Type::list(Type::number().clone()).unwrap();
    let values = [
        list.clone(),
        list.mark("m"),
        Value::list(vec![object("a").mark("m"), object("b")]).unwrap(),
        Value::tuple(vec![object("a"), Value::null(Type::any().clone())]).unwrap(),
        Value::tuple(vec![Value::dynamic(), Value::from_i64(1)]).unwrap(),
        Value::set(vec![object("a")]).unwrap(),
        Value::map([
            (Value::string("0"), object("a")),
            (Value::string("k"), object("b")),
        ])
        .unwrap(),
        Value::object([("k".into(), object("a"))]).unwrap(),
        Value::null(number.clone()),
        Value::unknown(number),
        Value::dynamic(),
        Value::string("text"),
    ];
    for value in values {
        let mut scope = Scope::new();
        let root = Value::object([("x".into(), value.clone())]).unwrap();
        scope.set_variable("a", root).unwrap();
        scope.set_variable("x", value).unwrap();
        for key in [
            "0",
            "1",
            "2",
            "0.5",
            "1e3",
            "\"0\"",
            "\"1\"",
            "\"k\"",
            "9999999999999999999",
        ] {
            for rest in ["", ".y", "[0]", ".y[0]"] {
                let [lent, made, again] = ["a.x", "(a.x)", "x"].map(|source| {
                    let text = format!("{source}[{key}]{rest}");
                    let parsed = parse_expression(text.as_bytes(), "f", Position::START);
                    let found = evaluate(&parsed.expression(), Some(&scope));
                    let told = |found: &Diagnostic| (found.summary.clone(), found.detail.clone());
                    let told: Vec<_> = found.diagnostics.iter().map(told).collect();
                    (format!("{:?}", found.value), told)
                });
                assert_eq!(lent, made, "[{key}]{rest}");
                assert_eq!(lent, again, "[{key}]{rest}");
            }
        }
    }
}

#[test]
fn a_splat_of_splats_makes_a_list_of_one_type() {
    let service = |hosts: Value| Value::object([("hosts".into(), hosts)]).unwrap();
    let text = Type::string();
    let services = |last| {
        let parts = vec![service(Value::string("a")), service(last)];
        Value::list(parts).unwrap()
    };
    let diagnostics = |services: Value| {
        let mut scope = Scope::new();
        scope.set_variable("services", services).unwrap();
        let parsed = parse_expression(b"services[*].hosts[*]", "f", Position::START);
        let found = evaluate(&parsed.expression(), Some(&scope));
        let diagnostics = found.diagnostics.iter();
        let diagnostics: Vec<String> = diagnostics.map(|found| found.summary.to_string()).collect();
        (found.value, diagnostics)
    };
    let (value, failures) = diagnostics(services(Value::string("b")));
    assert_eq!((value.part_count(), failures.len()), (Some(2), 0));
    // A splat of null is an empty tuple.
    let (value, failures) = diagnostics(services(Value::null(text.clone())));
    assert_eq!(failures, ["Invalid nested splat expressions"]);
    assert!(!value.is_known());
}

/// Attribute names that become values are charged like other texts.
#[test]
fn names_that_are_copied_cost_what_they_are_long() {
    let taken = |body: &str| {
        let mut scope = scope();
        let long = "k".repeat(16_000);
        let object = Value::object([(long.as_str().into(), Value::bool(true))]).unwrap();
        scope.set_variable("m", object).unwrap();
        scope.set_variable("t", Value::string(&long)).unwrap();
        let map = Value::map([(Value::string(&long), Value::bool(true))]).unwrap();
        scope.set_variable("map", map).unwrap();
        let text = format!("[for i in range(10): {body}]");
        let parsed = parse_expression(text.as_bytes(), "f", Position::START);
        let budget = Budget::standard();
        let found = evaluate_within(&parsed.expression(), Some(&scope), &budget);
        assert!(found.diagnostics.is_empty(), "{text}");
        (budget.steps(), budget.bytes())
    };
    for body in ["[for k, v in m: k]", "{for k, v in m: v => k}", "keys(m)"] {
        let (steps, charged) = taken(body);
        assert!((10_000..15_000).contains(&steps), "{body}: {steps}");
        assert!((160_000..200_000).contains(&charged), "{body}: {charged}");
    }
    // Both the type and the value contain the name.
    for body in ["merge(map, {a = 1})", "zipmap([t], [1])"] {
        let (steps, charged) = taken(body);
        assert!(steps >= 20_000, "{body}: {steps}");
        assert!(charged >= 320_000, "{body}: {charged}");
    }
    // An existing value is shared and compared.
    for body in ["merge(map, map)", "merge(m, m)"] {
        let (steps, charged) = taken(body);
        assert!(steps >= 10_000, "{body}: {steps}");
        assert!(charged < 50_000, "{body}: {charged}");
    }
    let (steps, charged) = taken("[for v in m: v]");
    assert!(steps < 1_000 && charged < 10_000, "{steps}, {charged}");
}

/// Keys are compared with existing keys and hashed over their whole length, and so are texts that
/// are searched for in others.
#[test]
fn what_is_looked_for_costs_what_it_is_long() {
    let ran = |body: &str, budget: &Budget| {
        let mut scope = scope();
        let long = "k".repeat(16_000);
        let part = || Value::bool(true);
        let object = Value::object([(long.as_str().into(), part())]).unwrap();
        scope.set_variable("m", object).unwrap();
        let map = Value::map([(Value::string(&long), part())]).unwrap();
        scope.set_variable("map", map).unwrap();
        scope.set_variable("t", Value::nfc_string(&long)).unwrap();
        let text = format!("[for i in range(10): {body}]");
        let parsed = parse_expression(text.as_bytes(), "f", Position::START);
        evaluate_within(&parsed.expression(), Some(&scope), budget)
    };
    for body in [
        "m[t]",
        "map[t]",
        "lookup(m, t, i)",
        "lookup(map, t, true)",
        "hasindex(map, t)",
        "index(map, t)",
        "{(t) = i}",
        "{for j in [i]: t => j}",
        "{for j in [i]: t => j...}",
        "trimprefix(t, t)",
        "trimsuffix(t, t)",
        "split(t, \"a\")",
        "replace(\"a\", t, \"\")",
    ] {
        let budget = Budget::standard();
        let found = ran(body, &budget);
        assert!(found.diagnostics.is_empty(), "{body}");
        let steps = budget.steps();
        assert!((10_000..25_000).contains(&steps), "{body}: {steps}");
        let few = Budget::new().limit_steps(9_000);
        assert_eq!(code(&ran(body, &few)), Code::Limit, "{body}");
    }
}

/// The code of the error that ended an evaluation.
fn code(evaluated: &Evaluated) -> Code {
    let found = evaluated.diagnostics.clone();
    Error::from_diagnostics(Code::Diagnostics, found).code()
}

/// A list of `count` lists of `count` elements.
fn loops(count: usize, element: &str) -> String {
    format!("[for a in range({count}): [for b in range({count}): {element}]]")
}

#[test]
fn a_loop_without_end_ends_by_its_steps_with_the_code_of_a_limit() {
    for element in [
        "1",
        "[b]",
        "{x = b}",
        "\"${a}${b}\"",
        "upper(\"a\")",
        "empty.x",
        "zz",
    ] {
        let budget = Budget::new().limit_steps(20_000);
        let ended = run(&loops(1024, element), &budget);
        assert_eq!(code(&ended), Code::Limit, "{element}");
        assert!(ended.diagnostics.len() <= MAX_DIAGNOSTICS + 1, "{element}");
        // There is no partial result.
        assert!(!ended.value.is_known() && ended.value.ty() == Type::any());
        assert!(budget.steps() < 21_000, "{element}");
    }
}

#[test]
fn a_container_ends_where_its_bytes_do() {
    let text =
        |count: usize| format!("join(\"\", [for i in range({count}): \"0123456789abcdefgh\"])");
    for element in [
        "1".to_owned(),
        "[b]".into(),
        "{x = b}".into(),
        "empty.x".into(),
        text(100),
    ] {
        let budget = Budget::new().limit_bytes(100_000);
        let ended = run(&loops(100, &element), &budget);
        assert_eq!(code(&ended), Code::Limit, "{element}");
        assert!(budget.bytes() <= 100_000);
    }
    // The keys of objects and the text of templates are charged, too.
    for text in [
        "{for i in range(80): \"${i}${format(\"%2000s\", \"a\")}\" => i}".to_owned(),
        format!("[for s in [{}]: \"${{s}}${{s}}${{s}}\"]", text(1000)),
    ] {
        let budget = Budget::new().limit_bytes(50_000);
        assert_eq!(code(&run(&text, &budget)), Code::Limit, "{text}");
    }
}

#[test]
fn what_is_counted_grows_as_what_is_done() {
    let elements = [
        "1",
        "[b, a]",
        "{x = b}",
        "\"${a}-${b}\"",
        "empty.x",
        "can(empty.x)",
        "upper(format(\"%5d\", b))",
        "regex(\"[a-z]+\", \"some text\")",
        "jsondecode(\"[1, 2]\")",
    ];
    for element in elements {
        let counted = |count: usize| {
            let budget = Budget::new();
            run(&loops(count, element), &budget);
            (budget.steps() as f64, budget.bytes() as f64)
        };
        let (small, large) = (counted(16), counted(64));
        let steps = large.0 / small.0;
        assert!((8.0..24.0).contains(&steps), "{element}: {steps}");
        let bytes = large.1 / small.1;
        // The number of diagnostics that are kept is limited.
        assert!(bytes < 24.0, "{element}: {bytes}");
    }
}

#[test]
fn a_value_without_parts_gives_back_what_was_made_for_it() {
    let budget = Budget::new();
    let sum = run(
        "length([for a in range(1000): format(\"%50d\", a)])",
        &budget,
    );
    assert_eq!(sum.value, Value::from_i64(1000));
    assert!(budget.bytes() < 1000, "{}", budget.bytes());
}

#[test]
fn nothing_goes_on_after_the_end() {
    for text in [
        format!("can({})", loops(1024, "1")),
        format!("try({}, 1)", loops(1024, "1")),
        format!("true ? 1 : {}", loops(1024, "1")),
        format!("true || {}", loops(1024, "1")),
        format!("{}[*].x", loops(1024, "1")),
        format!("[for x in {}: x]", loops(1024, "1")),
    ] {
        let budget = Budget::new().limit_steps(5_000);
        assert_eq!(code(&run(&text, &budget)), Code::Limit, "{text}");
        let budget = Budget::new().limit_bytes(5_000);
        assert_eq!(code(&run(&text, &budget)), Code::Limit, "{text}");
    }
}

#[test]
fn a_host_that_cancels_is_told_so() {
    let cancel = Cancel::new();
    cancel.raise();
    let budget = Budget::new().cancelled_by(&cancel);
    let ended = run(&loops(1024, "can(empty.x)"), &budget);
    assert_eq!(code(&ended), Code::Cancelled);
    assert!(!ended.value.is_known());
}

/// Parses, formats, analyzes, evaluates and drops chains of 10,000 conditionals.
#[test]
fn a_chain_of_conditionals_does_not_nest() {
    const LINKS: usize = 10_000;
    let check = || {
        let links: String = (0..LINKS)
            .map(|at| format!("length(list) == {at} ? \"r{at}\" : "))
            .collect();
        for (last, expected) in [
            ("upper(\"x\")", Value::string("X")),
            ("length(list) < 0 ? 1 : 2", Value::string("2")),
        ] {
            let text = format!("{links}{last}");
            let file = format!("a = {text}\n");
            for style in [Style::Layout, Style::Terraform] {
                let budget = Budget::standard();
                let formatted = format(file.as_bytes(), "f", style, None, &budget);
                assert_eq!(formatted.unwrap(), file);
            }
            let parsed = parse_expression(text.as_bytes(), "f", Position::START);
            assert!(parsed.diagnostics.is_empty());
            let variables = parsed.tree.variables(parsed.root).len();
            assert!(variables >= LINKS, "{variables}");
            let mut calls = 0;
            parsed.tree.each_call(parsed.root, &mut |_| calls += 1);
            assert_eq!(calls, LINKS + 1);
            let mut scope = scope();
            let list = Value::list(vec![Value::bool(true); LINKS]).unwrap();
            scope.set_variable("list", list).unwrap();
            let budget = Budget::standard();
            let found = evaluate_within(&parsed.expression(), Some(&scope), &budget);
            assert!(found.diagnostics.is_empty());
            assert_eq!(found.value, expected);
        }
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    thread.spawn(check).unwrap().join().unwrap();
}

#[test]
fn nesting_is_a_limit_too() {
    let deep = format!("{}1{}", "(".repeat(10_000), ")".repeat(10_000));
    let parsed = parse_expression(deep.as_bytes(), "f", Position::START);
    let error = Error::from_diagnostics(Code::Syntax, parsed.diagnostics);
    assert_eq!(error.code(), Code::Limit);
}

#[test]
fn diagnostics_that_are_dropped_are_given_back() {
    let budget = Budget::new();
    let found = run(&loops(40, "true ? b : empty.x"), &budget);
    assert!(found.diagnostics.is_empty());
    let without = Budget::new();
    run(&loops(40, "true ? b : a"), &without);
    assert_eq!(budget.bytes(), without.bytes());
}

/// The messages about a secret, in a scope that conceals it and in one that shows it.
fn diagnostics(text: &str) -> [String; 2] {
    let parsed = parse_expression(text.as_bytes(), "f", Position::START);
    let diagnostics = |scope: &Scope| {
        let found = evaluate(&parsed.expression(), Some(scope)).diagnostics;
        assert!(!found.is_empty(), "{text}");
        format!("{found:?}")
    };
    let mut shows = scope();
    shows.show_mark("m");
    [diagnostics(&scope()), diagnostics(&shows)]
}

#[test]
fn no_message_shows_a_part_of_a_marked_value() {
    for text in [
        "tonumber(secret)",
        "tobool(secret)",
        "parseint(secret, 10)",
        "timeadd(secret, \"1h\")",
        "timeadd(\"2020-01-01T00:00:00Z\", secret)",
        "formatdate(secret, \"2020-01-01T00:00:00Z\")",
        "jsondecode(secret)",
        "regex(\"(${secret}\", \"a\")",
        "csvdecode(\"${secret},${secret}\\n\")",
        "{for s in [secret, secret]: s => 1}",
        "{for s in secrets: s => 1}",
        "[for s in secrets: tonumber(s)]",
        "secrets[*].tonumber",
        "[for s in secrets: try(tonumber(s), parseint(s, 10))]",
        "format(\"%d\", secret)",
        "secret + 1",
        "\"a${[secret]}\"",
        "secrets[secret]",
        "{(secret) = 1}[\"b\"]",
    ] {
        let [hidden, _] = diagnostics(text);
        assert!(!hidden.contains("hush"), "{text}: {hidden}");
    }
    for text in [
        "tonumber(secret)",
        "{for s in secrets: s => 1}",
        "[for s in secrets: tonumber(s)]",
    ] {
        let [_, shown] = diagnostics(text);
        assert!(shown.contains("hush"), "{text}: {shown}");
    }
}

proptest::proptest! {
    /// JSON strings without sequences are not parsed as templates.
    #[test]
    fn a_template_without_sequences_is_its_text(text in "([$%]|\\PC|[\u{0}-\u{1f}\u{feff}\u{301}{}\"\\\\])*") {
        proptest::prop_assume!(!text.contains("${") && !text.contains("%{") && !text.starts_with('\u{feff}'));
        let parsed = crate::syntax::parse_template(text.as_bytes(), "t", Position::START);
        proptest::prop_assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let found = super::Expr::Native(parsed.expression()).evaluate(Some(&Scope::new()));
        proptest::prop_assert_eq!(found.value, Value::nfc_string(&text));
    }
}

#[test]
fn convert_is_called_as_other_functions_are() {
    let text = Value::string("a").mark("inner");
    let object = Value::object([("a".into(), text)]).unwrap();
    let unknown = Value::unknown(Type::number().clone());
    let above = Value::from_i64(30);
    let above = unknown
        .refine()
        .not_null()
        .at_least(&above, BoundKind::Inclusive);
    let mut scope = Scope::new();
    scope.set_function("convert", convert_function()).unwrap();
    scope.set_variable("object", object).unwrap();
    scope.set_variable("above", above.build().unwrap()).unwrap();
    let run = |text: &str| {
        let parsed = parse_expression(text.as_bytes(), "f", Position::START);
        evaluate(&parsed.expression(), Some(&scope))
    };
    // Refinements of an argument are lost, and its marks are moved to the result.
    let compared = run("convert(above, number) > 20").value;
    assert!(!compared.is_known());
    let converted = run("convert(object, map(string))").value;
    assert!(converted.is_marked());
    assert!(!converted.unmarked().contains_marked());
    // Required attributes are checked first, then the optional ones.
    let missing = |text: &str| run(text).diagnostics[0].detail.clone();
    assert_eq!(
        missing("convert({}, object({a = string, b = optional(string)}))"),
        "Invalid value for \"value\" parameter: attribute \"a\" is required."
    );
    assert_eq!(
        missing("convert({a = 1}, object({a = string, b = optional(string)}))"),
        "Invalid value for \"value\" parameter: attribute \"b\" is required."
    );
}

#[test]
fn an_unknown_condition_of_a_tuple_is_not_looked_at() {
    let mut scope = Scope::new();
    let object = Type::object(Vec::<polycty_core::types::Field>::new()).unwrap();
    scope.set_variable("u", Value::unknown(object)).unwrap();
    let run = |text: &str| {
        let parsed = parse_expression(text.as_bytes(), "f", Position::START);
        evaluate(&parsed.expression(), Some(&scope))
    };
    let tuple = run("[for r in [u] : 1 if r]");
    assert!(tuple.diagnostics.is_empty());
    assert_eq!(tuple.value, Value::dynamic());
    let object = run("{for r in [u] : \"a\" => 1 if r}");
    assert_eq!(object.diagnostics[0].summary, "Invalid 'for' condition");
}

#[test]
fn flatten_keeps_the_mark_of_an_unknown_element() {
    let mut scope = scope();
    scope.set_variable("u", Value::dynamic().mark("m")).unwrap();
    let element = Value::unknown(Type::string().clone());
    let map = Value::map([(Value::string("a"), element)]).unwrap();
    scope.set_variable("map", map).unwrap();
    let run = |text: &str| {
        let parsed = parse_expression(text.as_bytes(), "f", Position::START);
        evaluate(&parsed.expression(), Some(&scope))
    };
    assert_eq!(run("flatten([u, 1])").value, Value::dynamic().mark("m"));
    assert_eq!(
        run("flatten(map)").diagnostics[0].detail,
        "Call to function \"flatten\" failed: can only flatten lists, sets and tuples."
    );
}

/// HCL's library compares the sign of the index, and minus zero has no negative sign.
#[test]
fn minus_zero_is_an_index_like_zero() {
    let detail = |text: &str| run(text, &Budget::new()).diagnostics[0].detail.clone();
    let no_element = "The given key does not identify an element in this collection value";
    for text in ["[][-0]", "flatten([])[-0]", "[][0 * -1]", "[][0]"] {
        assert_eq!(
            detail(text),
            format!("{no_element}: the collection has no elements."),
            "{text}"
        );
    }
    assert_eq!(
        detail("[][-1]"),
        format!("{no_element}: a negative number is not a valid index for a sequence.")
    );
    assert_eq!(run("[1][-0]", &Budget::new()).value, Value::from_i64(1));
}
