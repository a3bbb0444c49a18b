//! Tests of hosts, loading, templates and limits, which the vectors do not cover.

mod limits;
mod memory;
mod resources;
mod type_sets;

use crate::eval::environment::{Definitions, Environment, Level, Resources, Unknown};
use crate::eval::host::{Host, HostFunction, Lookup};
use crate::eval::program::{Prepared, evaluate};
use crate::mode::{Mode, Strict};
use crate::types::alias::Aliases;
use crate::values::format::format_value;
use crate::values::special::hash;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result, Source};
use polycty_core::values::Value;
use std::sync::{Arc, Mutex};

fn run(text: &str, environment: &Environment, budget: &Budget) -> Result<Value> {
    let program = Prepared::manifest(Source::new("", text), Strict::Error, budget)?;
    evaluate(&program, environment, budget)
}

pub(super) fn answer_in(text: &str, environment: &Environment) -> String {
    match run(text, environment, &Budget::new()) {
        Ok(value) => format_value(&value),
        Err(error) => {
            let at = error.diagnostics().first().and_then(|d| d.subject);
            let at = at.map(|range| format!(" at {}:{}", range.start.line, range.start.column));
            format!("! {}{}", error.message(), at.unwrap_or_default())
        }
    }
}

fn answer(text: &str) -> String {
    answer_in(text, &Environment::new())
}

pub(super) fn agree(environment: &Environment, cases: &[(&str, &str)]) {
    for (text, wanted) in cases {
        assert_eq!(answer_in(text, environment), *wanted, "{text}");
    }
}

/// An error of the program has its own code, different from those of invalid arguments.
#[test]
fn codes_say_who_is_wrong() {
    let code = |text: &str| {
        run(text, &Environment::new(), &Budget::new())
            .unwrap_err()
            .code()
    };
    assert_eq!(code("fail('x')"), Code::Diagnostics);
    assert_eq!(code("$a = 1 $a = 2"), Code::Diagnostics);
    assert_eq!(code("next()"), Code::Diagnostics);
    for mistyped in [
        "abs('x', 1)",
        "upcase(1, 2)",
        "function f($x) { } f()",
        "md5()",
    ] {
        assert_eq!(code(mistyped), Code::Type, "{mistyped}");
    }
    // The same holds for a text that is not a valid type.
    for wrong in [
        "assert_type('Integer[5,1]', 1)",
        "type T = Integer[41,3] 1 =~ T",
        "type T = Foo[$5] 1 =~ T",
        "type T = Object[{attributes => {y => {}}}] T",
        "type T = TypeReference['a'] T",
        "Type('Array[1, 2, 3, 4]')",
    ] {
        assert_eq!(code(wrong), Code::Diagnostics, "{wrong}");
    }
    let early = Prepared::manifest_in(
        Source::new("", "$a = Ruby['Jvm'] $a['x']"),
        Mode::Early,
        Strict::Error,
        &Budget::new(),
    );
    let early = early.and_then(|text| evaluate(&text, &Environment::new(), &Budget::new()));
    assert_eq!(early.unwrap_err().code(), Code::Type);
    assert_eq!(code("1E3100"), Code::Syntax);
    // A host may use this code itself.
    let says = HostFunction::new("says", &[], &Aliases::default(), |_, _| {
        Err(Error::new(Code::InvalidArgument, "no"))
    });
    let environment = Environment::new().function(says.unwrap());
    let error = run("says()", &environment, &Budget::new()).unwrap_err();
    assert_eq!(error.code(), Code::InvalidArgument);
    assert_eq!(code("$a"), Code::NotFound);
    assert_eq!(code("'a' =~ /[/"), Code::Syntax);
}

#[test]
fn recursion_has_an_end_wherever_it_stands() {
    let deep = |text: &str| {
        let error = run(text, &Environment::new(), &Budget::standard()).unwrap_err();
        assert_eq!(error.code(), Code::Limit, "{text}: {error}");
        assert_eq!(
            error.message(),
            "the evaluation is more than 1280 levels deep"
        );
    };
    let nested = |open: &str, close: &str| format!("{}f(1){}", open.repeat(4), close.repeat(4));
    for (open, close) in [
        ("max(", ")"),
        ("Sensitive(", ")"),
        ("Array[", "]"),
        ("[", "]"),
        ("{a => ", "}"),
        ("if true { ", " }"),
        ("[1].map |$x| { ", " }"),
    ] {
        deep(&format!(
            "function f($n) {{ {} }} f(0)",
            nested(open, close)
        ));
    }
    // The traversal of a deep value needs levels, too; a flat value succeeds at a level where a
    // deep one fails.
    let within = |of: &str| {
        format!(
            "function f($n, $x) {{ if $n > 0 {{ f($n - 1, $x) }} else {{ String($x).length }} }} \
             f(80, Integer[1, {of}].reduce(1) |$a, $i| {{ [$a] }})"
        )
    };
    deep(&within("100"));
    let flat = run(&within("10"), &Environment::new(), &Budget::standard());
    assert_eq!(flat.unwrap().as_small_whole(), Some(21));
    // A failing argument releases the memory of its call.
    let failing: String = (0..400)
        .map(|at| format!("$p{at} = max(fail('x')),"))
        .collect();
    let class = format!("class a({failing}) {{ }}");
    let program = Prepared::manifest_in(
        Source::new("", class.as_str()),
        Mode::Current,
        Strict::Error,
        &Budget::new(),
    );
    let data = hash([]).unwrap();
    let checked = crate::class_parameters(
        &program.unwrap(),
        "a",
        &data,
        &Environment::new(),
        &Budget::new(),
    );
    assert_eq!(checked.unwrap_err().code(), Code::Diagnostics);
}

#[test]
fn what_is_loaded_has_places_of_its_own() {
    let environment = Environment::new().loader(|kind, name| {
        let text = match (kind, name) {
            (Definitions::Function, "m::f") => "function m::f( { 1 }",
            (Definitions::Function, "m::g") => "function m::g() {\n  1 + 'a'\n}",
            (Definitions::Type, "m::t") => "type M::T = Integer[",
            _ => return Ok(None),
        };
        Ok(Some(Source::new(format!("{name}.pp"), text)))
    });
    for (text, wanted) in [
        ("[1].map |$x| { m::f() }", "m::f.pp:1: Syntax error at '{'"),
        ("1 =~ M::T", "m::t.pp:1: Syntax error at end of input"),
        (
            "m::g()",
            "m::g.pp:2: Evaluation Error: The value 'a' cannot be converted to Numeric.",
        ),
    ] {
        let error = run(text, &environment, &Budget::new()).unwrap_err();
        let reported = &error.diagnostics()[0];
        let (file, at) = (reported.source.as_ref().unwrap(), reported.subject.unwrap());
        let found = format!("{}:{}: {}", file.name, at.start.line, reported.summary);
        assert_eq!(found, wanted, "{text}");
    }
}

#[test]
fn object_types_have_parameters() {
    let define = "type P = Object[{type_parameters => {a => String, b => Optional[Integer]}, \
                  attributes => {a => String, b => Integer}}] type Q = P \
                  {type_parameters => {c => Integer}, attributes => {c => Integer}} ";
    for (text, wanted) in [
        (
            "[P['x'], P['x', 3], P[{b => 3}], P[default, 3], P['a', 1, 2], Q['x', 1]]",
            "[P['x'], P['x', 3], P[default, 3], P[default, 3], P['a', 1], Q[{'a' => 'x', 'b' => 1}]]",
        ),
        (
            "$p = P('x', 3) [$p =~ P['X'], $p =~ P['y'], $p =~ P['x', 4], $p =~ P[default, 3], $p =~ P]",
            "[true, false, false, true, true]",
        ),
        (
            "[P['x'] < P, P['x'] == P['x'], P['x'] < P['x'], P['x', 3] < P['x'], P['x'] < P['x', 3]]",
            "[true, true, false, true, false]",
        ),
        (
            "[Q('x', 1, 2) =~ Q['x'], Q('x', 1, 2) =~ P['x'], Q['x'] < P['x'], Q['x'] < P]",
            "[true, true, true, true]",
        ),
        ("type(P('x', 3))", "P['x', 3]"),
        ("P['x']('x', 3)", "P({'a' => 'x', 'b' => 3})"),
        (
            "P['x']('y', 3)",
            "! Evaluation Error: Error while evaluating a Function Call, Converted value from \
             P['x'].new() has wrong type, expects a P['x'] value, got P['y', 3]",
        ),
        (
            "P[1]",
            "! Evaluation Error: Error while evaluating a '[]' expression, type_parameter P[a] has \
             wrong type, expects a value of type Undef or String, got Integer",
        ),
        (
            "P[{q => 1}]",
            "! Evaluation Error: Error while evaluating a '[]' expression, 'q' is not a known type \
             parameter for P-Type",
        ),
        (
            "P[default]",
            "! Evaluation Error: Error while evaluating a '[]' expression, The P-Type cannot be \
             parameterized using an empty parameter list",
        ),
        (
            "P['x']['y']",
            "! Evaluation Error: Operator '[]' is not applicable to a P['x']-Type.",
        ),
    ] {
        let found = match run(
            &format!("{define}{text}"),
            &Environment::new(),
            &Budget::new(),
        ) {
            Ok(value) => format_value(&value),
            Err(error) => format!("! {}", error.message()),
        };
        assert_eq!(found, wanted, "{text}");
    }
}

/// `$p` has parameters of any type.
fn agree_of_parameters(cases: &[(&str, &str)]) {
    for (text, wanted) in cases {
        let define = "$p = Object[{name => 'P', type_parameters => {a => Any, b => Any}, \
                      attributes => {a => Any, b => {type => Any, value => 0}}}] ";
        assert_eq!(answer(&format!("{define}{text}")), *wanted, "{text}");
    }
}

#[test]
fn parameters_of_object_types_are_values_of_any_kind() {
    agree_of_parameters(&[
        ("$p['x', Timespan(5)] == $p['x']", "false"),
        ("$p.new('x', Timespan(9)) =~ $p['x', Timespan(5)]", "false"),
        ("$p.new('x', Timespan(5)) =~ $p['x', Timespan(5)]", "true"),
        (
            "[$p.new(1) =~ $p[1, 0], $p.new(1) =~ $p[1, 2]]",
            "[true, false]",
        ),
        ("$p[Timespan(5)]", "P['0-00:00:05.0']"),
        ("$p[{b => [SemVer('1.2.3')]}]", "P[{'b' => ['1.2.3']}]"),
        (
            "type($p.new([Timespan(5), {a => 1}]))",
            "P[['0-00:00:05.0', {'a' => 1}], 0]",
        ),
        (
            "[SemVer('1.2.3'), SemVerRange('1.x'), SemVerRange('2.x')].map |$v| { \
             $p.new('1.2.3') =~ $p[$v] }",
            "[true, true, false]",
        ),
        (
            "[Sensitive(1), Binary('YWJj'), URI('http://a/b'), Timestamp(5), default].map |$v| { \
             [$p.new(1, $v) =~ $p[1, $v], $p.new(1, 2) =~ $p[1, $v], $p[1, $v] == $p[1, $v]] }",
            "[[true, false, true], [true, false, true], [true, false, true], [true, false, true], \
             [true, true, true]]",
        ),
        // A hash that the first parameter accepts is the value of that parameter.
        ("$p[{a => {b => 1}}]", "P[{'a' => {'b' => 1}}]"),
        (
            "$p.new(1, {a => [1, 2]}) =~ $p[1, {a => [1, Integer[3]]}]",
            "false",
        ),
        (
            "$p.new(1, {a => [1, 'B'], c => 2}) =~ $p[1, {a => [default, /B/]}]",
            "true",
        ),
        // Matches are those of the options of a case.
        (
            "[$p.new(3.0) =~ $p[3], $p[1] == $p[1.0], $p.new('A') =~ $p['a']]",
            "[true, true, true]",
        ),
        (
            "[$p.new(Integer) =~ $p[Numeric], $p[Integer] <= $p[Numeric]]",
            "[false, true]",
        ),
        (
            "$p[$p.new(3)]",
            "! Evaluation Error: Error while evaluating a '[]' expression, An Object cannot be a \
             parameter of a type at 1:127",
        ),
    ]);
    let define = "$q = Object[{name => 'Q', type_parameters => {a => Integer, b => Any, c => Any}, \
                  attributes => {a => Any}}] ";
    assert_eq!(
        answer(&format!(
            "{define}[$q[1, default, 3], $q[{{a => default, b => [2]}}], $q[{{a => 1}}]]"
        )),
        "[Q[{'a' => 1, 'c' => 3}], Q[{'b' => [2]}], Q[{'a' => 1}]]"
    );
}

#[test]
fn an_array_loses_what_is_equal() {
    agree(
        &Environment::new(),
        &[
            ("[1, 1.0, '1', 2, undef, true] - 1", "['1', 2, undef, true]"),
            ("[1, 2.5, 3] - [2.5, 3.0]", "[1]"),
            (
                "[[1, 'a'], ['A'], {a => 1}] - [[1.0, 'a'], [{a => 1.0}]]",
                "[['A'], {'a' => 1}]",
            ),
            (
                "[Integer, 'Integer', default] - [Integer]",
                "['Integer', default]",
            ),
            ("[Timespan(60), 60, 61] - [Timespan(60)]", "[61]"),
            // An iterator is equal only to itself.
            (
                "$a = [1, 2].step(2) [$a == $a, [$a] == [$a], $a == [1, 2].step(2), $a in [$a]]",
                "[true, true, false, true]",
            ),
            ("[1, 2].step(2) in [[1, 2].step(2)]", "false"),
            (
                "type T = Object[{attributes => {y => {type => Integer, value => {}}}}] T",
                "! Evaluation Error: Error while evaluating a Type-Name, attribute T[y] value has \
                 wrong type, expects an Integer value, got Hash at 1:72",
            ),
            // An element of an array is matched like an option, and `default` matches anything.
            (
                "['a' in [default], 1 in [default], 'a' in {default => 1}]",
                "[true, false, true]",
            ),
            ("{a => 1} + [{b => 2}]", "{'a' => 1, 'b' => 2}"),
        ],
    );
}

#[test]
fn functions_of_the_old_kind_take_texts_and_no_iterators() {
    let reported = |what: &str| {
        format!("! Evaluation Error: Error while evaluating a Function Call, {what} at 1:1")
    };
    let no_text = |class: &str| reported(&format!("no implicit conversion of {class} into String"));
    let iterator = reported("Use of an Iterator is not supported here");
    agree(
        &Environment::new(),
        &[
            (
                "[sprintf(undef), sprintf(/a/), sprintf(Timespan(1))]",
                "['', '/a/', '0-00:00:01.0']",
            ),
            ("sprintf(1)", &no_text("Integer")),
            ("sprintf({})", &no_text("Hash")),
            ("sprintf(true)", &no_text("true")),
            ("sprintf(URI('http://a'))", &no_text("URI::HTTP")),
            ("md5([1])", &no_text("Array")),
            ("sprintf('%s', [1].step(1))", &iterator),
            ("sprintf('%s', [{a => [1].step(1)}])", &iterator),
        ],
    );
}

#[test]
fn types_of_parameters_see_what_is_around_and_no_parameter() {
    let define = "function f($a, $b, Integer[$b] $c) >> Integer[$a] { $c } ";
    agree(
        &Environment::new(),
        &[
            (
                &format!("{define}f(1, 2, 3)"),
                "! Evaluation Error: Unknown variable: 'b'. at 1:28",
            ),
            (
                &format!("{define}$a = 0 $b = 4 with(9) |$b| {{ f(1, 2, 5) }}"),
                "5",
            ),
            (
                "$a = 3 with(1, 2) |$a, Integer[$a] $b| { $b }",
                "! Evaluation Error: Error while evaluating a Function Call, block parameter 'b' expects an \
                 Integer[3] value, got Integer[2, 2] at 1:8",
            ),
            (
                "[[1, 1], [2, 2], [3, 2]].map |$p| { with($p[1]) |Integer[$p[0]] $x| { $x } }",
                "! Evaluation Error: Error while evaluating a Function Call, block parameter 'x' expects an \
                 Integer[3] value, got Integer[2, 2] at 1:37",
            ),
            (
                "with(1, 2, 3) |$a, $b, $c| >> Integer[$c] { 3 }",
                "! Evaluation Error: Unknown variable: 'c'. at 1:39",
            ),
            (
                "inline_epp('<%- | $a, Integer[$a] $b | -%>', {a => 1, b => 1})",
                "! Evaluation Error: Unknown variable: 'a'. at 1:19",
            ),
        ],
    );
}

#[test]
fn defaults_see_the_parameters_before_them() {
    let early = "default expression for $x tries to illegally access not yet evaluated $y";
    let reported = |who: &str, at: &str| {
        format!(
            "! Evaluation Error: Error while evaluating a Function Call, {who}: {early} at {at}"
        )
    };
    agree(
        &Environment::new(),
        &[
            ("with(1) |$x, $y = $x + 1| { [$x, $y] }", "[1, 2]"),
            (
                "with() |$x = $y, $y = 1| { $x }",
                &reported("lambda", "1:1"),
            ),
            (
                "with() |$x = [1].map |$z| { $y }, $y = 1| { $x }",
                &reported("lambda", "1:1"),
            ),
            (
                "function f($x = $y, $y = 1) { $x } f()",
                &reported("f", "1:36"),
            ),
            ("'abc' =~ /(b)/ with() |$x = 'z' =~ /(z)/| { $1 }", "'b'"),
        ],
    );
}

#[test]
fn frames_know_what_is_around_them() {
    agree(
        &Environment::new(),
        &[
            ("$a = 1 [1].map |$x| { $a + $x }", "[2]"),
            (
                "$a = 1 [1].map |$x| { $b = $a $a = 5 [$b, $a] }",
                "[[1, 5]]",
            ),
            ("$a = 1 function f() { $a } f()", "1"),
            (
                "$a = 1 function f() { with(2) |$x| { [$a, $x] } } f()",
                "[1, 2]",
            ),
            (
                "function f() { $b } with(1) |$b| { f() }",
                "! Evaluation Error: Unknown variable: 'b'. at 1:16",
            ),
            ("with(1) |$a, $b = $a + 1| { $b }", "2"),
            ("function f(Integer *$n) { $n } f(1, 2)", "[1, 2]"),
            (
                "function f($n) { [1, 2].each |$x| { return($x + $n) } } f(5)",
                "6",
            ),
            ("[$a, [$b]] = [1, [2]] [$b, $a]", "[2, 1]"),
            (
                "[1].map |$x| { [2].map |$y| { [getvar('x'), getvar('y'), getvar('z')] } }",
                "[[[1, 2, undef]]]",
            ),
            (
                "$z = 3 [1].map |$x| { with(2, 3, 4) |$p, $q, $r| { $r } getvar('z') }",
                "[3]",
            ),
            (
                "'ab' =~ /(b)/ [1].map |$x| { 'x' =~ /(x)/ $1 } + [$1]",
                "['x', 'b']",
            ),
        ],
    );
}

#[test]
fn what_a_text_defines_is_found_by_its_name() {
    let names = ["m", "c", "z", "a", "k", "c::d", "b"];
    let classes = names.map(|name| format!("class {name} {{ }} "));
    let functions = names.map(|name| format!("function f{name}() {{ '{name}' }} "));
    let text = format!("{} {}", classes.concat(), functions.concat());
    for name in names {
        let asks = format!("{text} [defined('{name}'), defined('x{name}'), f{name}()]");
        assert_eq!(answer(&asks), format!("[true, false, '{name}']"));
    }
}

#[test]
fn definitions_are_loaded_when_they_are_named() {
    let environment = Environment::new().loader(|kind, name| {
        let text = match (kind, name) {
            (Definitions::Type, "a::tree") => "type A::Tree = Hash[String, A::Node]",
            (Definitions::Type, "a::node") => "type A::Node = Variant[Integer, A::Tree]",
            (Definitions::Type, "s") => {
                "type S = TypeSet[{pcore_version => '1.0.0', version => '1.0.0', types => {Port => \
                 Integer[1, 65535], Ports => Array[Port], Host => {attributes => {ports => Ports, \
                 of => A::Tree}}}}]"
            }
            (Definitions::Type, "a::wrong") => "type A::Other = Integer",
            (Definitions::Type, "a::empty") => "",
            (Definitions::Function, "a::twice") => {
                "function a::twice(Integer $x) >> Integer { a::once($x) + a::once($x) + $zero }"
            }
            (Definitions::Function, "a::once") => "function a::once($x) { $x }",
            (Definitions::Template, "a/b.epp") => "<%- | $x | -%>\n<%= $x %>!\n",
            _ => return Ok(None),
        };
        Ok(Some(Source::new(format!("{name}.pp"), text)))
    });
    agree(
        &environment,
        &[
            ("$t = {a => {b => 1}} $t =~ A::Tree", "true"),
            ("{a => {b => 1}} =~ ::A::Tree", "true"),
            (
                "type B = Array[::A::Tree] [[{a => 1}] =~ B, [1] =~ B, assert_type('::B', [])]",
                "[true, false, []]",
            ),
            ("{a => {b => 'x'}} ? { A::Tree => 1, default => 2 }", "2"),
            ("$zero = 0 a::twice(4)", "8"),
            (
                "[[1] =~ S::Ports, [0] =~ S::Ports, S::Port]",
                "[true, false, S::Port]",
            ),
            ("S::Host([80], {a => 1}).ports", "[80]"),
            (
                "1 =~ S::Nope",
                "! Evaluation Error: Resource type not found: S::Nope at 1:6",
            ),
            (
                "1 =~ S::Port::Nope",
                "! Evaluation Error: Resource type not found: S::Port::Nope at 1:6",
            ),
            ("epp('a/b.epp', {x => 1})", "\"1!\\n\""),
            (
                "1 =~ A::Wrong",
                "! Evaluation Error: Error while evaluating a Type-Name, The code loaded from \
                 a::wrong.pp produced type with the wrong name, expected 'A::Wrong', actual \
                 'A::Other' at 1:6",
            ),
            (
                "1 =~ A::Empty",
                "! Evaluation Error: Error while evaluating a Type-Name, The code loaded from \
                 a::empty.pp does not define the type 'A::Empty' - it is empty at 1:6",
            ),
            (
                "a::none()",
                "! Evaluation Error: Unknown function: 'a::none'. at 1:1",
            ),
        ],
    );
}

struct Data;

impl Host for Data {
    fn lookup(&self, lookup: &Lookup) -> Result<Option<Value>> {
        Ok((lookup.names == ["a::b"]).then(|| Value::string("found")))
    }

    fn is_defined(&self, name: &str) -> Result<bool> {
        Ok(name.eq_ignore_ascii_case("Cron"))
    }
}

#[test]
fn hosts_answer_what_the_language_cannot_know() {
    let twice = HostFunction::new(
        "twice",
        &["String[1] text, Integer count?, Callable[1, 1] block?"],
        &Aliases::default(),
        |arguments, call| {
            let text = Value::string(&arguments[0].as_str().unwrap_or_default().repeat(2));
            if call.has_block() {
                call.call_block(&[text])
            } else {
                Ok(text)
            }
        },
    );
    let fails = HostFunction::new("fails", &[], &Aliases::default(), |_, _| {
        Err(Error::new(Code::Callback, "the host is tired"))
    });
    let environment = Environment::new()
        .function(twice.unwrap())
        .function(fails.unwrap())
        .host(Data);
    agree(
        &environment,
        &[
            ("twice('ab')", "'abab'"),
            ("twice('ab') |$x| { \"<${x}>\" }", "'<abab>'"),
            ("[1, 2].each |$n| { twice('a') |$x| { break() } }", "[1, 2]"),
            (
                "twice('')",
                "! Evaluation Error: Error while evaluating a Function Call, 'twice' parameter \
                 'text' expects a String[1] value, got String at 1:1",
            ),
            ("fails()", "! the host is tired at 1:1"),
            ("lookup('a::b')", "'found'"),
            ("lookup('x', Integer, undef, 3)", "3"),
            (
                "lookup('a::b', Integer)",
                "! Evaluation Error: Error while evaluating a Function Call, Found value has \
                 wrong type, expects an Integer value, got String at 1:1",
            ),
            (
                "lookup('x')",
                "! Evaluation Error: Error while evaluating a Function Call, Function lookup() did \
                 not find a value for the name 'x' at 1:1",
            ),
            ("Cron['a']", "Cron['a']"),
        ],
    );
}

#[test]
fn strictness_decides_on_what_is_probably_wrong() {
    let log: Arc<Mutex<Vec<String>>> = Arc::default();
    let kept = log.clone();
    let lax = Environment::new()
        .strict(Strict::Warning)
        .unknown_variables(Unknown::Undef)
        .logger(move |level, message| {
            assert_eq!(level, Level::Warning);
            kept.lock().unwrap().push(message.to_owned());
            Ok(())
        });
    assert_eq!(answer_in("['1' + 1, $nope]", &lax), "[2, undef]");
    let reported = std::mem::take(&mut *log.lock().unwrap());
    assert_eq!(
        reported,
        [
            "The string '1' was automatically coerced to the numerical value 1",
            "Unknown variable: 'nope'."
        ]
    );
    let off = lax.strict(Strict::Off);
    assert_eq!(answer_in("['1' + 1, $nope]", &off), "[2, undef]");
    assert!(log.lock().unwrap().is_empty());
}

#[test]
fn resources_need_a_catalog_or_a_host_that_does_not() {
    let text = "file { ['/a', '/b']: mode => '0644' }";
    assert_eq!(
        answer(text),
        "! A Resource Statement is only available when compiling a catalog at 1:1"
    );
    agree(
        &Environment::new().resources(Resources::Referenced),
        &[
            (text, "[File['/a'], File['/b']]"),
            ("file { '/a': mode => '0644' } File['/a'][mode]", "'0644'"),
            (
                "file { undef: }",
                "! Evaluation Error: Missing title. The title expression resulted in undef at 1:8",
            ),
            (
                "foo { 'a': }",
                "! Evaluation Error: Error while evaluating a Resource Statement, Unknown resource \
                 type: 'foo' at 1:1",
            ),
            ("File { mode => 1 }", "File"),
        ],
    );
}

#[test]
fn what_attributes_are_copied_from_counts() {
    const COUNT: i64 = 10_000;
    let entry = |at| (Value::string(&format!("k{at}")), Value::bool(true));
    let attributes = hash((0..COUNT).map(entry).collect::<Vec<_>>()).unwrap();
    let environment = Environment::new()
        .resources(Resources::Referenced)
        .variable("h", attributes)
        .unwrap();
    for text in ["notify { default: * => $h; }", "Notify['a'] { * => $h }"] {
        let budget = Budget::new();
        run(text, &environment, &budget).unwrap();
        assert!(budget.steps() >= COUNT as u64, "{text}");
        let little = Budget::new().limit_bytes(100_000);
        let error = run(text, &environment, &little).unwrap_err();
        assert_eq!(error.code(), Code::Limit, "{text}");
    }
}

#[test]
fn variables_of_the_host_have_neither_marks_nor_unknowns() {
    let marked = Value::string("x").mark("secret");
    let error = Environment::new().variable("x", marked).unwrap_err();
    assert_eq!(error.code(), Code::Unsupported);
    let environment = Environment::new()
        .variable("::a::b", Value::bool(true))
        .unwrap();
    assert_eq!(answer_in("[$a::b, $::a::b]", &environment), "[true, true]");
}
