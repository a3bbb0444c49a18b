use crate::{Environment, Prepared, Strict, evaluate, format_value};
use polycty_core::calls::Budget;
use polycty_core::source::Source;

/// Returns the text of the value of an expression, or its error.
fn evaluated(text: &str) -> String {
    let budget = Budget::new();
    let program = Prepared::manifest(Source::new("", text), Strict::Error, &budget).unwrap();
    match evaluate(&program, &Environment::new().stdlib(), &budget) {
        Ok(value) => format_value(&value),
        Err(error) => format!("! {}", error.message()),
    }
}

#[test]
fn functions_have_the_results_of_the_module() {
    for (text, value) in [
        ("pick(undef, '', 'a', 'b')", "'a'"),
        ("pick(false)", "false"),
        (
            "pick(undef, '')",
            "! Evaluation Error: Error while evaluating a Function Call, pick(): must receive at \
             least one non empty value",
        ),
        ("stdlib::pick(1)", "1"),
        ("pick_default(undef, '')", "''"),
        ("pick_default('', 'x', 'y')", "'x'"),
        ("delete_undef_values(['a', undef, ''])", "['a', '']"),
        ("delete_undef_values({a => undef, b => 1})", "{'b' => 1}"),
        ("any2array()", "[]"),
        ("any2array('')", "[]"),
        ("any2array('a')", "['a']"),
        ("any2array(['a'])", "['a']"),
        ("any2array({a => 1, b => 2})", "['a', 1, 'b', 2]"),
        ("any2array(1, 2)", "[1, 2]"),
        ("prefix(['a', 'b'], 'p')", "['pa', 'pb']"),
        ("prefix({a => 1}, 'p')", "{'pa' => 1}"),
        ("suffix(['a', 1], 's')", "['as', '1s']"),
        (
            "merge({a => 1, b => 1}, '', {b => 2})",
            "{'a' => 1, 'b' => 2}",
        ),
        (
            "deep_merge({a => {b => 1, c => 1}}, {a => {c => 2}, d => 3})",
            "{'a' => {'b' => 1, 'c' => 2}, 'd' => 3}",
        ),
        ("member(['a', 'b'], 'a')", "true"),
        ("member(['a', 'b'], ['a', 'c'])", "false"),
        ("has_key({a => undef}, 'a')", "true"),
        ("has_key({a => 1}, 'b')", "false"),
        ("concat(['1'], '2', ['3'])", "['1', '2', '3']"),
        ("union(['a', 'b'], ['b', 'c'])", "['a', 'b', 'c']"),
        ("difference(['a', 'b', 'a'], ['b'])", "['a', 'a']"),
        ("intersection(['a', 'b', 'a'], ['a'])", "['a']"),
        ("delete(['a', 'b', 'a'], 'a')", "['b']"),
        ("delete({a => 1, b => 2}, ['a'])", "{'b' => 2}"),
        ("delete('abracadabra', 'bra')", "'acada'"),
        ("str2bool('Yes')", "true"),
        ("str2bool('0')", "false"),
        ("bool2str(true)", "'true'"),
        ("bool2str(false, 'yes', 'no')", "'no'"),
        ("is_string('a')", "true"),
        ("is_string('1')", "false"),
        ("is_integer('-5')", "true"),
        ("is_integer('05')", "false"),
        ("is_integer(1.5)", "false"),
        ("is_float('1.5')", "true"),
        ("is_float(1)", "false"),
        ("is_numeric('1e3')", "true"),
        ("is_numeric('x')", "false"),
        ("is_bool('true')", "false"),
        ("is_absolute_path('C:/x')", "true"),
        ("is_absolute_path('x/y')", "false"),
        ("is_ip_address('10.0.0.0/8')", "true"),
        ("is_ipv4_address('::1')", "false"),
        ("is_ipv6_address('::1')", "true"),
        ("is_mac_address('00:11:22:aa:bb:CC')", "true"),
        ("is_mac_address('00:11:22:aa:bb')", "false"),
        ("is_domain_name('a.example.com.')", "true"),
        ("is_domain_name('1.2.3.4')", "false"),
        ("validate_array([], [1])", "undef"),
        (
            "validate_bool('true')",
            "! Evaluation Error: Error while evaluating a Function Call, \"true\" is not a \
             boolean.  It looks to be a String",
        ),
    ] {
        assert_eq!(evaluated(text), value, "{text}");
    }
}

#[test]
fn the_set_is_optional_and_definitions_have_precedence() {
    let budget = Budget::new();
    let program = Prepared::manifest(Source::new("", "pick(1)"), Strict::Error, &budget).unwrap();
    let error = evaluate(&program, &Environment::new(), &budget).unwrap_err();
    assert_eq!(
        error.message(),
        "Evaluation Error: Unknown function: 'pick'."
    );
    assert_eq!(evaluated("function pick($x) { $x + 1 } pick(1)"), "2");
    assert_eq!(evaluated("call('pick', '', 2)"), "2");
}
