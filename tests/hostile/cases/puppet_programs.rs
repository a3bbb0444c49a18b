//! Puppet's language: evaluating programs.
//!
//! Programs whose work grows with their text, and programs of few lines with much work: loops, recursion,
//! texts and numbers that double.

use crate::case::{Cases, Growth, Text, colliding, nested, numbered, repeated};
use crate::expected::{LIMIT, OK, always, limit_from};
use crate::host::{Answer, answer, make, text};
use polycty::ffi::base::status::*;
use polycty::ffi::puppet::notation::*;
use polycty::ffi::puppet_language::environment::*;
use polycty::ffi::puppet_language::manifest::*;

/// Programs whose work grows with their text.
const PROGRAMS: &[Text] = &[
    ("colliding-variables", 2_000, |n| {
        numbered(|at| format!("${} = 1", colliding(at)), "\n", n)
    }),
    ("colliding-elements", 1_000, |n| {
        let all = numbered(|at| format!("'{}'", colliding(at)), ",", n);
        format!("$a = [{all}]\n$b = $a - $a\n$c = $a.unique\n$d = $a.group_by |$x| {{ $x }}")
    }),
    ("colliding-hashes", 1_000, |n| {
        let all = numbered(|at| format!("{{'{}' => 1}}", colliding(at)), ",", n);
        format!("$a = [{all}]\n$b = $a.unique\n$c = $a.group_by |$x| {{ $x }}")
    }),
    ("colliding-regexps", 500, |n| {
        let all = numbered(|at| format!("/{}/", colliding(at)), ",", n);
        format!("$a = [{all}]\n$b = $a.unique\n$c = $a.group_by |$x| {{ $x }}")
    }),
    ("colliding-functions", 500, |n| {
        numbered(
            |at| format!("function {}() {{ 1 }}", colliding(at)),
            "\n",
            n,
        )
    }),
    ("colliding-attributes", 500, |n| {
        let all = numbered(|at| format!("{} => 1", colliding(at)), ",", n);
        format!("notify {{ a: {all} }}")
    }),
    ("statements", 2_000, |n| repeated("md5('a')", "\n", n)),
    ("assignments", 2_000, |n| {
        numbered(|at| format!("$a{at} = {at}"), "\n", n) + "\n1"
    }),
    ("operators", 3_000, |n| repeated("1", " + ", n)),
    ("chain-of-variables", 1_000, |n| {
        "$a0 = [1]\n".to_owned() + &numbered(|at| format!("$a{} = $a{at}", at + 1), "\n", n) + "\n1"
    }),
    ("array", 5_000, |n| format!("[{}]", repeated("1", ",", n))),
    ("hash", 3_000, |n| {
        format!("{{{}}}", numbered(|at| format!("'k{at}' => {at}"), ",", n))
    }),
    ("interpolation", 2_000, |n| {
        format!("$b = 'x' \"{}\"", "${b}y".repeat(n))
    }),
    ("range-each", 3_000, |n| {
        format!("Integer[1, {n}].each |$x| {{ $y = [$x] }}")
    }),
    ("range-map", 3_000, |n| {
        format!("Integer[1, {n}].map |$x| {{ $x * 2 }}")
    }),
    ("range-reduce", 3_000, |n| {
        format!("Integer[1, {n}].reduce([0]) |$s, $x| {{ [$s[0] + $x] }}")
    }),
    ("range-filter", 3_000, |n| {
        format!("Integer[1, {n}].filter |$x| {{ $x % 2 == 0 }}")
    }),
    ("range-group", 1_000, |n| {
        format!("Array(Integer[1, {n}]).group_by |$x| {{ $x % 3 }}")
    }),
    ("range-slice", 3_000, |n| {
        format!("Integer[1, {n}].slice(7)")
    }),
    ("range-join", 3_000, |n| {
        format!("Array(Integer[1, {n}]).join(',')")
    }),
    ("range-unique", 3_000, |n| {
        format!("unique(Array(Integer[1, {n}]))")
    }),
    ("range-sort", 3_000, |n| {
        format!("sort(Array(Integer[1, {n}]))")
    }),
    ("range-flatten", 3_000, |n| {
        format!("flatten(Array(Integer[1, {n}]), [[[1]]])")
    }),
    ("range-minus", 3_000, |n| {
        format!("Array(Integer[1, {n}]) - Array(Integer[1, {n}])")
    }),
    ("range-in", 3_000, |n| {
        format!("0 in Array(Integer[1, {n}])")
    }),
    ("range-equal", 3_000, |n| {
        format!("Array(Integer[1, {n}]) == Array(Integer[1, {n}])")
    }),
    ("range-type", 1_000, |n| {
        format!("type(Array(Integer[1, {n}]))")
    }),
    ("range-text", 3_000, |n| {
        format!("$a = Array(Integer[1, {n}]) \"${{a}}\"")
    }),
    ("range-to-string", 3_000, |n| {
        format!("String(Array(Integer[1, {n}]))")
    }),
    ("range-hash", 1_000, |n| {
        format!("Hash(Array(Integer[1, {n}]).map |$x| {{ [$x, $x] }})")
    }),
    ("tree", 1_000, |n| {
        format!("Integer[1, {n}].map |$x| {{ [$x, [$x]] }}.tree_each |$x| {{ $x }}")
    }),
    ("selector", 2_000, |n| {
        format!(
            "-1 ? {{ {}, default => 0 }}",
            numbered(|at| format!("{at} => 1"), ",", n)
        )
    }),
    ("functions", 500, |n| {
        numbered(|at| format!("function f{at}() {{ {at} }}"), "\n", n)
            + "\n"
            + &numbered(|at| format!("f{at}()"), " + ", n)
    }),
    ("aliases", 300, |n| {
        numbered(
            |at| format!("type A{at} = Variant[Integer, A{}]", at + 1),
            "\n",
            n,
        ) + &format!("\ntype A{n} = Integer\n1 =~ A0")
    }),
    ("aliases-apart", 1_000, |n| {
        numbered(|at| format!("type A{at} = Integer[{at}, {at}]"), "\n", n)
            + &format!("\n[{}].length", numbered(|at| format!("A{at}"), ",", n))
    }),
    ("aliases-apart-in-a-struct", 500, |n| {
        numbered(|at| format!("type A{at} = Integer[{at}, {at}]"), "\n", n)
            + &format!(
                "\nStruct[{{ a => Variant[{}] }}]",
                numbered(|at| format!("A{at}"), ",", n)
            )
    }),
    ("match-of-aliases", 5_000, |n| {
        numbered(
            |at| format!("type A{at} = Variant[Pattern[/a/], A{}]", at + 1),
            "\n",
            n,
        ) + &format!("\ntype A{n} = Pattern[/b/]\n'c'.match(A0)")
    }),
    ("aliases-of-the-one-before", 1_000, |n| {
        numbered(
            |at| format!("type A{} = Variant[Integer, A{at}]", at + 1),
            "\n",
            n,
        ) + &format!(
            "\ntype A0 = String\n[{}].length",
            numbered(|at| format!("A{at}"), ",", n)
        )
    }),
    ("sprintf", 2_000, |n| {
        format!("sprintf('{}', {})", "%d ".repeat(n), repeated("1", ",", n))
    }),
    ("split", 5_000, |n| {
        format!("split('{}', ',')", "a,".repeat(n))
    }),
    ("regsubst", 5_000, |n| {
        format!("regsubst('{}', 'a', 'bb', 'G')", "a".repeat(n))
    }),
    ("match", 5_000, |n| {
        format!("'{}' =~ /^(a|b)*$/", "ab".repeat(n))
    }),
    ("backtracking", 10, |n| {
        format!("'{}' =~ /^(a+)+$/", "a".repeat(n) + "b")
    }),
    ("inline-epp", 1_000, |n| {
        format!("inline_epp('{}')", "<%= 1 %>".repeat(n))
    }),
    ("inline-epp-given", 500, |n| {
        format!(
            "inline_epp('{}', {{ {} }})",
            numbered(|at| format!("<%= $x{at} %>"), "", n),
            numbered(|at| format!("x{at} => {at}"), ",", n)
        )
    }),
    ("iterators-used-up", 500, |n| {
        format!("Integer[1, {n}].map |$x| {{ [$x].step(1).map |$y| {{ $y }} }}")
    }),
    ("parameters-of-object-types", 200, |n| {
        format!(
            "$p = Object[{{name => 'P', type_parameters => {{a => Any}}, attributes => {{a => Any}}}}] \
             $p[{{ a => [{}] }}] == $p[{{ a => [{}] }}]",
            "Timespan(1), ".repeat(n),
            "Timespan(1), ".repeat(n)
        )
    }),
    ("resources", 500, |n| {
        numbered(|at| format!("notify {{ 'a{at}': }}"), "\n", n)
    }),
    ("titles", 500, |n| {
        format!(
            "notify {{ [{}]: }}",
            numbered(|at| format!("'a{at}'"), ",", n)
        )
    }),
];

/// Programs of few lines with much work.
const GREEDY: &[Text] = &[
    ("splatted-attributes", 250, |n| {
        let bodies = numbered(|at| format!("'a{at}': * => $h"), "; ", n);
        format!("$h = Hash(Integer[1, 1000].map |$i| {{ [\"k$i\", $i] }}) notify {{ {bodies} }}")
    }),
    ("formats-of-shared-types", 25, |n| {
        let shared = numbered(
            |at| format!("$t{0} = Tuple[$t{at}, $t{at}]", at + 1),
            "\n",
            16,
        );
        let formats = numbered(
            |at| format!("Variant[Integer[{at}, {at}], $t16] => '%s'"),
            ",",
            n,
        );
        format!("$t0 = Integer\n{shared}\nString.new('x', {{ {formats} }})")
    }),
    ("text-doubles", 10, |n| {
        doubling("'xxxxxxxxxxxxxxxx'", "\"${@}${@}\"", n)
    }),
    ("array-doubles", 6, |n| {
        doubling("[1, 2, 3, 4]", "$@ + $@", n)
    }),
    ("array-in-array-doubles", 10, |n| {
        doubling("[1]", "[$@, $@]", n)
    }),
    ("array-text-doubles", 10, |n| {
        doubling("[1]", "[$@, $@]", n) + " \"${r}\""
    }),
    ("array-format-doubles", 10, |n| {
        doubling("[1]", "[$@, $@]", n) + " String($r)"
    }),
    ("array-flatten-doubles", 10, |n| {
        doubling("[1]", "[$@, $@]", n) + " flatten($r)"
    }),
    ("array-type-doubles", 10, |n| {
        doubling("[1]", "[$@, $@]", n) + " type($r)"
    }),
    ("array-equal-doubles", 10, |n| {
        doubling("[1]", "[$@, $@]", n) + " $r == $r"
    }),
    ("array-join-doubles", 10, |n| {
        doubling("[1]", "[$@, $@]", n) + " join($r)"
    }),
    ("array-tree-doubles", 10, |n| {
        doubling("[1]", "[$@, $@]", n) + " $r.tree_each |$x| { $x }"
    }),
    ("hash-doubles", 10, |n| {
        doubling("{1 => 2}", "{$@ => $@}", n)
    }),
    ("type-doubles", 10, |n| {
        doubling("Integer", "Tuple[$@, $@]", n)
    }),
    ("type-text-doubles", 10, |n| {
        doubling("Integer", "Tuple[$@, $@]", n) + " \"${r}\""
    }),
    ("number-squares", 1, |n| doubling("3", "$@ * $@", n)),
    ("number-strings", 10, |n| {
        doubling("'9'", "\"${@}${@}\"", n) + " Integer($r)"
    }),
    ("binary-doubles", 10, |n| {
        doubling("Binary('aaaaaaaa', '%s')", "$@ + $@", n)
    }),
    ("big-range", 2, |n| {
        format!("Integer[1, 1{}].each |$x| {{ }}", "0".repeat(n))
    }),
    ("big-range-array", 2, |n| {
        format!("Array(Integer[1, 1{}])", "0".repeat(n))
    }),
    ("big-width", 2, |n| {
        format!("sprintf('%1{}d', 1)", "0".repeat(n))
    }),
    ("big-slice", 1, |n| {
        format!("[1].slice(1{}) |$a, $b = 1| {{ $b }}", "0".repeat(n))
    }),
    ("big-slices", 2, |n| {
        format!("Integer[1, {n}].each |$i| {{ [1].slice(1000000) |*$a| {{ $a }} }}")
    }),
    ("big-precision", 2, |n| {
        format!("sprintf('%.1{}f', 1.5)", "0".repeat(n))
    }),
    ("big-format", 2, |n| {
        format!("String(1, '%1{}d')", "0".repeat(n))
    }),
    ("loops-in-loops", 2, |n| {
        nested("Integer[1, 30].each |$x| { ", "1", "}", n)
    }),
    ("recursion", 25, |n| {
        format!("function f($n) {{ if $n == 0 {{ 0 }} else {{ f($n - 1) }} }} f({n})")
    }),
    ("recursion-without-end", 20, |n| {
        let function = |at| format!("function f{at}($n) {{ f{}($n + 1) }}", (at + 1) % n);
        numbered(function, "\n", n) + "\nf0(1)"
    }),
    ("recursion-of-two", 5, |n| {
        format!("function f($n) {{ if $n < 2 {{ 1 }} else {{ f($n - 1) + f($n - 2) }} }} f({n})")
    }),
    ("recursion-in-lambdas", 10, |n| {
        format!(
            "function f($n) {{ [$n].map |$x| {{ if $x == 0 {{ 0 }} else {{ f($x - 1) }} }} }} f({n})"
        )
    }),
    ("recursion-in-text", 10, |n| {
        format!("function f($n) {{ if $n == 0 {{ '' }} else {{ \"${{f($n - 1)}}x\" }} }} f({n})")
    }),
    ("recursion-in-arguments", 10, |n| {
        format!("function f($n, $d = $n ? {{ 0 => 0, default => f($n - 1) }}) {{ [$d] }} f({n})")
    }),
    ("recursion-in-templates", 2, |n| {
        format!(
            "function f($n) {{ inline_epp('<%= if $n > 0 {{ f($n - 1) }} %>', {{ n => $n }}) }} f({n})"
        )
    }),
    ("recursion-in-sort", 5, |n| {
        format!(
            "function f($n) {{ sort([2, 1]) |$a, $b| {{ if $n > 0 {{ f($n - 1) }} compare($a, $b) }} }} f({n})"
        )
    }),
    ("recursion-in-hashes", 10, |n| {
        format!(
            "function f($n) {{ if $n == 0 {{ {{}} }} else {{ {{ 'a' => f($n - 1) }} }} }} f({n})"
        )
    }),
    ("recursion-under-arrays", 20, |n| {
        recursion_under("[", "]", n)
    }),
    ("recursion-under-hashes", 20, |n| {
        recursion_under("{a => ", "}", n)
    }),
    ("recursion-under-arguments", 20, |n| {
        recursion_under("max(", ")", n)
    }),
    ("recursion-under-constructors", 20, |n| {
        recursion_under("Sensitive(", ")", n)
    }),
    ("recursion-under-types", 20, |n| {
        recursion_under("Array[", "]", n)
    }),
    ("recursion-under-structs", 20, |n| {
        recursion_under("Struct[{a => ", "}]", n)
    }),
    ("recursion-under-ifs", 20, |n| {
        recursion_under("if true { ", " }", n)
    }),
    ("recursion-under-conditions", 10, |n| {
        recursion_under("if (", ") { }", n)
    }),
    ("recursion-under-selectors", 20, |n| {
        recursion_under("1 ? { 1 => ", " }", n)
    }),
    ("recursion-under-selected", 10, |n| {
        recursion_under("1 ? { (", ") => 1 }", n)
    }),
    ("recursion-under-cases", 20, |n| {
        recursion_under("case 1 { 1: { ", " } }", n)
    }),
    ("recursion-under-operators", 20, |n| {
        recursion_under("(1 + ", ")", n)
    }),
    ("recursion-under-minus", 20, |n| {
        recursion_under("- ", "", n)
    }),
    ("recursion-under-accesses", 20, |n| {
        recursion_under("[1][", "]", n)
    }),
    ("recursion-under-texts", 8, |n| {
        recursion_under("\"x${", "}\"", n)
    }),
    ("recursion-under-lambdas", 10, |n| {
        recursion_under("{a => 1}.filter |$k, $v| { ", " }", n)
    }),
    ("recursion-under-trees", 10, |n| {
        recursion_under("[1].tree_each |$x| { ", " }", n)
    }),
    ("recursion-with-deep-text", 10, |n| {
        recursion_with("String($x)", n)
    }),
    ("recursion-with-deep-type", 10, |n| {
        recursion_with("type($x)", n)
    }),
    ("recursion-with-deep-mismatch", 10, |n| {
        recursion_with("assert_type(Array[Integer], $x) |$a, $b| { 1 }", n)
    }),
    ("recursion-with-deep-match", 10, |n| {
        recursion_with("$x =~ Array[Array[Array]]", n)
    }),
    ("recursion-with-deep-template", 5, |n| {
        let template = nested("[", "1", "]", 120);
        recursion_with(&format!("inline_epp('<% {template} %>')"), n)
    }),
    ("recursion-with-deep-notation", 3, |n| {
        let notation = nested("Array[", "Integer", "]", 100);
        recursion_with(&format!("Type('{notation}')"), n)
    }),
    ("recursion-with-sorting", 1, |n| {
        format!(
            "function f($n) {{ sort(Array(Integer[1, 100])) |$a, $b| {{ if $n > 0 {{ f($n - 1) }} \
             compare($a, $b) }} }} f({n})"
        )
    }),
    ("unique-range", 2, |n| {
        format!("Integer[1, 1{}].unique", "0".repeat(n))
    }),
    ("unique-by", 1, |n| {
        format!("Integer[1, 1{}].unique |$x| {{ $x }}", "0".repeat(n))
    }),
    ("unique-hash", 10_000, |n| {
        format!("Hash(Array(Integer[1, {}])).unique |$x| {{ 1 }}", 2 * n)
    }),
    ("group-range", 1, |n| {
        format!(
            "Integer[1, 1{}].map |$x| {{ $x }}.group_by |$x| {{ $x }}",
            "0".repeat(n)
        )
    }),
    ("minus-range", 10_000, |n| {
        format!("Array(Integer[1, {n}]) - Array(Integer[1, {n}])")
    }),
    ("call-of-call", 10, |n| {
        format!("function f($n) {{ if $n > 0 {{ call('f', $n - 1) }} }} f({n})")
    }),
    ("recursive-alias", 25, |n| {
        format!(
            "type T = Variant[Integer, Array[T]] {} =~ T",
            nested("[", "1", "]", n)
        )
    }),
    ("cyclic-alias", 10, |n| {
        numbered(|at| format!("type A{at} = A{}", (at + 1) % n), "\n", n) + "\n1 =~ A0"
    }),
    ("deep-expression", 50, |n| {
        nested("[1].map |$x| { ", "1", "}", n)
    }),
    ("deep-ifs", 50, |n| nested("if true { ", "1", "}", n)),
    ("deep-selectors", 50, |n| nested("1 ? { 1 => ", "1", "}", n)),
    ("deep-cases", 50, |n| {
        nested("case 1 { 1: { ", "1", "} }", n)
    }),
    ("deep-calls", 50, |n| nested("md5(", "'a'", ")", n)),
    ("deep-interpolations", 50, |n| {
        nested("\"${(", "1", ")}\"", n)
    }),
    ("deep-methods", 50, |n| {
        format!("'a'{}", ".upcase".repeat(n))
    }),
    ("deep-arrays", 50, |n| nested("[", "1", "]", n)),
    ("deep-hashes", 50, |n| nested("{a => ", "1", "}", n)),
    ("deep-accesses", 50, |n| {
        format!("$a = [0] {}", nested("$a[", "0", "]", n))
    }),
    ("deep-negations", 50, |n| "!".repeat(n) + "true"),
    ("deep-types", 50, |n| nested("Array[", "Integer", "]", n)),
    ("deep-with", 50, |n| nested("with(1) |$x| { ", "$x", "}", n)),
    ("relations", 2_000, |n| {
        format!("$a = Integer[1, {n}].map |$i| {{ File[\"x$i\"] }} $a -> File[b]")
    }),
    ("defined-classes", 1_000, |n| {
        let classes = numbered(|at| format!("class c{at} {{ }}"), "\n", n);
        format!("{classes}\nInteger[1, {n}].map |$i| {{ defined(\"c${{i}}\") }}")
    }),
    ("defined-functions", 1_000, |n| {
        let functions = numbered(|at| format!("function c{at}() {{ 1 }}"), "\n", n);
        format!("{functions}\nInteger[1, {n}].map |$i| {{ defined(\"c${{i}}\") }}")
    }),
];

/// A function that calls itself without an end, inside of n pairs of brackets.
fn recursion_under(open: &str, close: &str, n: usize) -> String {
    let body = nested(open, "f($n + 1)", close, n.min(60));
    format!("function f($n) {{ {body} }} f(0)")
}

/// A function that calls itself n times and evaluates an expression with a deep value each time.
fn recursion_with(work: &str, n: usize) -> String {
    format!(
        "function f($n, $x) {{ $y = {work} if $n > 0 {{ f($n - 1, $x) }} }} \
         $x = Integer[1, 100].reduce(1) |$a, $i| {{ [$a] }} f({n}, $x)"
    )
}

/// `$r`, the last of n variables. Each contains the one before twice; `@` is the name of that one.
fn doubling(first: &str, step: &str, n: usize) -> String {
    let next = |at| format!("$a{} = {}", at + 1, step.replace('@', &format!("a{at}")));
    format!("$a0 = {first}\n{}\n$r = $a{n}\n", numbered(next, "\n", n))
}

/// Programs of the early specification, whose integers have no limit of 64 bits.
const EARLY: &[Text] = &[
    ("number-squares", 10, |n| doubling("3", "$@ * $@", n)),
    ("digits", 2_000, |n| "9".repeat(n)),
    ("shift", 4, |n| format!("1 << 1{}", "0".repeat(n))),
    ("strings", 1_000, |n| format!("'{}' + 1", "9".repeat(n))),
    ("titles", 1_000, |n| {
        format!("File[{}]", numbered(|at| format!("'a{at}'"), ",", n))
    }),
];

/// The rows of [`GREEDY`] that call functions without an end.
const ENDLESS: &str = "recursion-without-end recursion-under-arrays recursion-under-hashes \
    recursion-under-arguments recursion-under-constructors recursion-under-types \
    recursion-under-structs recursion-under-ifs recursion-under-conditions \
    recursion-under-selectors recursion-under-selected recursion-under-cases \
    recursion-under-operators recursion-under-minus recursion-under-accesses \
    recursion-under-texts recursion-under-lambdas recursion-under-trees";

pub fn add(cases: &mut Cases) {
    cases.add_texts("puppet/evaluate", PROGRAMS, |program| {
        evaluated(program, PCTY_PUPPET_CURRENT)
    });
    let texts = cases.add_growing_texts("puppet/greedy", Growth::Budgeted, GREEDY, |program| {
        evaluated(program, PCTY_PUPPET_CURRENT)
    });
    texts
        .except(LIMIT, ENDLESS)
        // The type is not resolved.
        .except(always(PCTY_ERROR_TYPE), "cyclic-alias")
        // Integers have 64 bits.
        .except(OK.then(8, PCTY_ERROR_ARITHMETIC), "number-squares")
        .except(
            OK.then(4, PCTY_ERROR_DIAGNOSTICS),
            "big-width big-precision",
        )
        .except(OK.then(4, PCTY_ERROR_CONVERSION), "big-format")
        .except(
            limit_from(2),
            "array-tree-doubles array-type-doubles number-strings",
        )
        // Each format is compared with each, and their types are trees of 2^17 nodes that share parts.
        .except(limit_from(4), "formats-of-shared-types")
        .except(
            limit_from(4),
            "text-doubles array-doubles array-in-array-doubles array-text-doubles \
             array-format-doubles array-flatten-doubles array-equal-doubles \
             array-join-doubles hash-doubles type-doubles type-text-doubles binary-doubles \
             big-range big-range-array loops-in-loops unique-range recursion-with-sorting",
        )
        .except(
            limit_from(8),
            "splatted-attributes big-slices recursion recursion-of-two \
             unique-by group-range recursive-alias big-slice recursion-in-lambdas \
             call-of-call recursion-with-deep-text recursion-with-deep-type \
             recursion-with-deep-mismatch recursion-with-deep-match recursion-with-deep-notation",
        )
        // Texts nest at most 256 levels, values and interpolations 128.
        .except(
            limit_from(4),
            "deep-expression deep-calls deep-interpolations deep-arrays deep-hashes deep-types \
             deep-with deep-accesses",
        )
        .except(
            limit_from(8),
            "deep-ifs deep-selectors deep-cases deep-methods deep-negations",
        );
    let texts = cases.add_growing_texts("puppet/early", Growth::Budgeted, EARLY, |program| {
        evaluated(program, PCTY_PUPPET_EARLY)
    });
    // Integers have at most 524,288 bits.
    texts.except(OK.then(2, PCTY_ERROR_ARITHMETIC), "number-squares shift");
}

/// Runs a program that may declare resources, and writes its value.
pub(super) fn evaluated(source: &str, mode: pcty_puppet_mode) -> Answer {
    let file = text("site.pp");
    let program = make(|out, error| {
        let strict = PCTY_PUPPET_STRICT_ERROR;
        pcty_puppet_manifest_parse(
            text(source),
            file,
            PCTY_PUPPET_MANIFEST,
            strict,
            mode,
            out,
            error,
        )
    })?;
    let mut environment =
        crate::host::owned(pcty_puppet_environment_new()).expect("an environment");
    answer((), |_, error| {
        let options = pcty_puppet_environment_options {
            struct_size: size_of::<pcty_puppet_environment_options>() as u32,
            strictness: 0,
            unknown_variables: 0,
            resources: PCTY_PUPPET_RESOURCES_REFERENCED,
            aliases: std::ptr::null(),
            time: std::ptr::null(),
        };
        // SAFETY: the options are complete.
        unsafe {
            pcty_puppet_environment_set_options(Some(&mut environment), &raw const options, error)
        }
    })?;
    let value = make(|out, error| {
        pcty_puppet_manifest_evaluate(Some(&program), Some(&environment), out, error)
    })?;
    make(|out, error| pcty_puppet_value_format(Some(&value), out, error)).map(drop)
}
