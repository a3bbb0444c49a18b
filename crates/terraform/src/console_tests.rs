//! Answers of `terraform console` 1.11 to expressions, each as its `jsonencode` prints it.

use super::Host;
use super::tests::text;

/// Checks expressions against the JSON text of their values, or against the detail of their error.
fn agree(cases: &[(&str, &str)]) {
    for (expression, expected) in cases {
        let found = text(&format!("jsonencode({expression})"), &Host::default(), &[]);
        assert_eq!(found, *expected, "{expression}");
    }
}

#[test]
fn sets_of_compound_elements_have_the_order_of_their_keys() {
    agree(&[
        ("toset([[100],[20],[3]])", "[[100],[20],[3]]"),
        // Ten digits of a number are in a key; of equal keys the first element that was added is
        // the first one.
        (
            "toset([{id=123456789012},{id=123456789011},{id=3}])",
            r#"[{"id":123456789012},{"id":123456789011},{"id":3}]"#,
        ),
        (
            "setunion([[12345678902],[2]],[[12345678901],[12345678902]])",
            "[[12345678902],[12345678901],[2]]",
        ),
        (
            "setintersection([[12345678902],[12345678901]],[[12345678901],[12345678902]])",
            "[[12345678902],[12345678901]]",
        ),
        (
            "toset([{id=123456789012},{id=123456789011}]) == toset([{id=123456789011},{id=123456789012}])",
            "true",
        ),
        (
            r#"toset([["a"],["a b"],["a!"],["a\""],["a\n"],["é"],["a\\"],["\u0001"],["\u200b"]])"#,
            "[[\"\u{200b}\"],[\"\\u0001\"],[\"a b\"],[\"a!\"],[\"a\"],[\"a\\\"\"],[\"a\\\\\"],[\"a\\n\"],[\"é\"]]",
        ),
        (
            "toset([[1],[1,2],[],[null],[-1],[0.5],[1.5],[10000000000],[9999999999],[1e-5],[0.0001],[12345678901.5]])",
            "[[-1],[0.0001],[0.5],[12345678901.5],[1.5],[1,2],[1],[10000000000],[0.00001],[9999999999],[],[null]]",
        ),
        (
            "toset([[0.1],[0.12345678905],[0.12345678915],[0.123456789],[100.5]])",
            "[[0.12345678915],[0.12345678905],[0.123456789],[0.1],[100.5]]",
        ),
        (
            "toset([tomap({}),tomap({a=1}),tomap({a=1,b=2}),tomap({b=1})])",
            r#"[{"a":1,"b":2},{"a":1},{"b":1},{}]"#,
        ),
        (
            "toset([toset([3,20]),toset([100]),toset([])])",
            "[[100],[3,20],[]]",
        ),
        (
            r#"setproduct(toset([3,20,100]),toset(["a","a b"]))"#,
            r#"[[100,"a b"],[100,"a"],[20,"a b"],[20,"a"],[3,"a b"],[3,"a"]]"#,
        ),
        ("toset([[true],[false],[null]])", "[[false],[true],[null]]"),
        ("toset([null,\"b\",\"a\"])", r#"["a","b",null]"#),
    ]);
}

#[test]
fn lists_of_unknown_type_unify_with_other_lists() {
    agree(&[
        ("concat(tolist([]),tolist([{a=1}]))", r#"[{"a":1}]"#),
        ("concat(tolist([{a=1}]),tolist([]))", r#"[{"a":1}]"#),
        (
            r#"concat(tolist([]),tolist([["a"]]),tolist([["b"]]))"#,
            r#"[["a"],["b"]]"#,
        ),
        (r#"concat(tolist([]),tolist([toset(["b"])]))"#, r#"[["b"]]"#),
        (
            r#"concat(tolist([null]),tolist([["b"]]))"#,
            r#"[null,["b"]]"#,
        ),
        (
            r#"concat(tolist([]),tolist([["a"]]),tolist([[1]]))"#,
            "Call to function \"concat\" failed: all list elements must have the same type.",
        ),
    ]);
}

/// In the console these fail with the text of a panic.
#[test]
fn arguments_after_a_null_are_checked() {
    let incompatible = |function: &str| {
        format!(
            "Call to function \"{function}\" failed: given sets must all have compatible element types."
        )
    };
    agree(&[
        (
            r#"merge(null,["a","b"])"#,
            "Call to function \"merge\" failed: arguments must be maps or objects, got \"tuple\".",
        ),
        (
            "merge(null,toset([1]))",
            "Call to function \"merge\" failed: arguments must be maps or objects, got \"set of number\".",
        ),
        (r#"merge(null,toset(["a"]))"#, r#"{"a":"a"}"#),
        ("merge(null,{a=1},null)", r#"{"a":1}"#),
        (r#"setunion([null],[["a"]])"#, &incompatible("setunion")),
        (
            r#"setintersection([null],[["a"]])"#,
            &incompatible("setintersection"),
        ),
        (
            r#"setsubtract([["a"]],[null])"#,
            &incompatible("setsubtract"),
        ),
        ("setunion([null],[1])", "[1,null]"),
        ("setunion([null],[null])", "[null]"),
        (r#"setunion([],[["a"]])"#, r#"[["a"]]"#),
    ]);
}

#[test]
fn elements_of_lists_are_counted_from_the_end() {
    agree(&[
        ("element(tolist([1,2,3]),-1)", "3"),
        ("element(tolist([1,2,3]),-3)", "1"),
        ("element(tolist([1,2,3]),-4)", "3"),
        ("element([1,2],-2)", "1"),
    ]);
}

#[test]
fn zero_keeps_its_sign_where_cty_keeps_it() {
    agree(&[
        (r#""x${-0}""#, r#""x-0""#),
        (r#""x${0 * -1}""#, r#""x-0""#),
        (r#"{"x${-0}" = 1}"#, r#"{"x-0":1}"#),
        ("{(-0)=1}", r#"{"-0":1}"#),
        ("tostring(-0)", r#""-0""#),
        ("floor(-0)", "0"),
        ("ceil(-0)", "0"),
        ("ceil(-0.5)", "0"),
        ("-0", "-0"),
        ("-0 - 0", "-0"),
        ("tolist([1])[-0]", "1"),
        (r#""x${pow(2,60)}""#, r#""x1152921504606847000""#),
        (
            "1e3 % (1/0)",
            "Error during operation: can't use modulo with zero and infinity.",
        ),
        (
            "(1/0) % 3",
            "Error during operation: can't use modulo with zero and infinity.",
        ),
    ]);
}

#[test]
fn networks_outside_their_addresses_are_refused() {
    agree(&[
        (
            r#"cidrsubnets("::ffff:10.0.0.0/96", 4)"#,
            "Invalid value for \"newbits\" parameter: not enough remaining address space for a subnet with a prefix of 100 bits after <nil>.",
        ),
        (r#"cidrsubnets("::ffff:10.0.0.0/96")"#, "[]"),
        (
            r#"cidrsubnets("::ffff:0.0.0.0/90", 4)"#,
            r#"["::ffc0:0:0/94"]"#,
        ),
        (
            r#"cidrsubnet("::ffff:10.0.0.0/96", 4, 1)"#,
            r#""16.0.0.0/4""#,
        ),
        (r#"cidrsubnet("10.0.0.0/8", -1, 2)"#, r#""14.0.0.0/7""#),
        // Terraform panics.
        (
            r#"cidrsubnet("::/0", -1, 2)"#,
            "Call to function \"cidrsubnet\" failed: the number is past the last address of 128 \
             bits.",
        ),
    ]);
}

#[test]
fn nulls_inside_arguments_are_named() {
    agree(&[
        (
            "transpose({a=null})",
            "Call to function \"transpose\" failed: input must not contain null list.",
        ),
        (
            "transpose({a=[null]})",
            "Call to function \"transpose\" failed: input list must not contain null string.",
        ),
        (
            r#"zipmap(["a",null],[1,2])"#,
            "Call to function \"zipmap\" failed: keys list has null value at index 1.",
        ),
        // Terraform panics.
        (
            "zipmap([null],tolist([1]))",
            "Call to function \"zipmap\" failed: keys list has null value at index 0.",
        ),
    ]);
}

#[test]
fn the_attributes_of_marked_objects_are_not_named() {
    agree(&[
        (
            r#"transpose(sensitive({hunter2="x"}))"#,
            "Invalid value for \"values\" parameter: map of list of string required.",
        ),
        (
            r#"transpose({hunter2="x"})"#,
            "Invalid value for \"values\" parameter: element \"hunter2\": list of string required, but have string.",
        ),
        (
            "true ? sensitive({hunter2={}}) : {hunter2=[]}",
            "The true and false result expressions must have consistent types. At least one deeply-nested attribute or element is not compatible across both the 'true' and the 'false' value.",
        ),
        (
            "true ? {x=sensitive({hunter2={}})} : {x={hunter2=[]}}",
            "The true and false result expressions must have consistent types. At least one deeply-nested attribute or element is not compatible across both the 'true' and the 'false' value.",
        ),
        (
            "true ? {a={}} : {a=[]}",
            "The true and false result expressions must have consistent types. Type mismatch for object attribute \"a\": The 'true' value is object, but the 'false' value is tuple.",
        ),
    ]);
}
