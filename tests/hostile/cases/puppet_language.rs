//! Puppet's language: reading, validating and outlining whole texts, and evaluating them.
//!
//! Everything that nests and everything that goes on, in each notation; and programs of a line or
//! two that ask for much: loops, recursion, texts and numbers that double.

use crate::case::{Cases, Growth, Text, colliding, nested, numbered, ready, repeated};
use crate::host::{Answer, answer, make, text};
use polycty::ffi::puppet::notation::*;
use polycty::ffi::puppet::values::*;
use polycty::ffi::puppet_language::environment::*;
use polycty::ffi::puppet_language::manifest::*;
use polycty::ffi::puppet_language::outline::*;

/// Texts of manifests: read, validated and outlined.
const MANIFESTS: &[Text] = &[
    // What nests, and never closes.
    ("open-arrays", 20_000, |n| "[".repeat(n)),
    ("open-hashes", 20_000, |n| "{a=>".repeat(n)),
    ("open-parentheses", 20_000, |n| "(".repeat(n)),
    ("open-blocks", 10_000, |n| "if true {".repeat(n)),
    ("open-unless", 10_000, |n| "unless $a {".repeat(n)),
    ("open-cases", 10_000, |n| "case $a { 1: {".repeat(n)),
    ("open-selectors", 10_000, |n| "$a ? { 1 =>".repeat(n)),
    ("open-calls", 10_000, |n| "f(".repeat(n)),
    ("open-lambdas", 10_000, |n| "f() |$x| {".repeat(n)),
    ("open-classes", 10_000, |n| "class a {".repeat(n)),
    ("open-defines", 10_000, |n| "define a($x = {".repeat(n)),
    ("open-nodes", 10_000, |n| "node a {".repeat(n)),
    ("open-resources", 10_000, |n| "file { a: b => [".repeat(n)),
    ("open-accesses", 10_000, |n| "$a[".repeat(n)),
    ("open-collectors", 10_000, |n| "A <| ".repeat(n)),
    ("open-queries", 10_000, |n| {
        format!("A <| {}", "(".repeat(n))
    }),
    ("open-interpolations", 10_000, |n| "\"${".repeat(n)),
    ("open-heredocs", 5_000, |n| "@(A)".repeat(n)),
    ("open-comments", 20_000, |n| "/*".repeat(n)),
    ("minus", 20_000, |n| format!("{}1", "-".repeat(n))),
    ("not", 20_000, |n| format!("{}1", "!".repeat(n))),
    ("splat", 20_000, |n| format!("{}1", "*".repeat(n))),
    ("types-in-types", 10_000, |n| "Array[".repeat(n)),
    // What nests, and closes.
    ("deep-arrays", 25, |n| nested("[", "1", "]", n)),
    ("deep-ifs", 10, |n| nested("if true { ", "f()", "}", n)),
    ("deep-lambdas", 10, |n| nested("f() |$x| { ", "g()", "}", n)),
    ("deep-interpolations", 10, |n| {
        nested("\"${f(", "1", ")}\"", n)
    }),
    ("deep-selectors", 10, |n| {
        nested("$a ? { 1 => ", "1", "}", n)
    }),
    // What goes on.
    ("statements", 3_000, |n| repeated("f(1)", "\n", n)),
    ("assignments", 3_000, |n| {
        numbered(|at| format!("$a{at} = {at}"), "\n", n)
    }),
    ("colliding-variables", 2_000, |n| {
        numbered(|at| format!("${} = 1", colliding(at)), "\n", n)
    }),
    ("colliding-parameters", 1_000, |n| {
        let all = numbered(|at| format!("${} = 1", colliding(at)), ",", n);
        format!("class a({all}) {{ }}")
    }),
    ("colliding-keys", 1_000, |n| {
        let all = numbered(|at| format!("'{}' => 1", colliding(at)), ",", n);
        format!("$a = {{{all}}}")
    }),
    ("one-variable", 3_000, |n| repeated("f($a)", "\n", n)),
    ("operators", 5_000, |n| {
        format!("$a = {}", repeated("1", " + ", n))
    }),
    ("comparisons", 5_000, |n| {
        format!("$a = {}", repeated("1", " == ", n))
    }),
    ("elsifs", 2_000, |n| {
        format!("if $a {{ }} {}", "elsif $b { } ".repeat(n))
    }),
    ("options", 2_000, |n| {
        format!(
            "case $a {{ {} }}",
            numbered(|at| format!("{at}: {{ }}"), "\n", n)
        )
    }),
    ("attributes", 2_000, |n| {
        format!(
            "file {{ a: {} }}",
            numbered(|at| format!("k{at} => 1"), ",", n)
        )
    }),
    ("bodies", 2_000, |n| {
        format!(
            "file {{ {} }}",
            numbered(|at| format!("a{at}: b => 1"), ";", n)
        )
    }),
    ("parameters", 2_000, |n| {
        format!(
            "class a({}) {{ }}",
            numbered(|at| format!("$p{at} = 1"), ",", n)
        )
    }),
    ("one-parameter", 2_000, |n| {
        format!("class a({}) {{ }}", repeated("$p", ",", n))
    }),
    ("lambda-parameters", 2_000, |n| {
        format!("f() |{}| {{ }}", numbered(|at| format!("$p{at}"), ",", n))
    }),
    ("classes", 1_000, |n| {
        numbered(|at| format!("class a{at} {{ }}"), "\n", n)
    }),
    ("functions", 1_000, |n| {
        numbered(|at| format!("function f{at}() {{ f{at}() }}"), "\n", n)
    }),
    ("aliases", 1_000, |n| {
        numbered(|at| format!("type A{at} = A{}", at + 1), "\n", n)
    }),
    ("one-alias", 1_000, |n| {
        repeated("type A = Integer", "\n", n)
    }),
    ("methods", 3_000, |n| format!("$a{}", ".f".repeat(n))),
    ("accesses", 3_000, |n| format!("$a{}", "[1]".repeat(n))),
    ("keys", 3_000, |n| {
        format!("f({{ {} }})", numbered(|at| format!("k{at} => 1"), ",", n))
    }),
    ("one-key", 3_000, |n| {
        format!("f({{ {} }})", repeated("k => 1", ",", n))
    }),
    ("hash-keys-of-hashes", 200, |n| {
        format!("f({{ {} => 1 }})", nested("[", "1", "]", n.min(400)))
    }),
    ("interpolations", 3_000, |n| {
        format!("$a = \"{}\"", "$b x ".repeat(n))
    }),
    ("expressions-in-text", 3_000, |n| {
        format!("$a = \"{}\"", "${b} ".repeat(n))
    }),
    ("heredocs", 1_000, |n| {
        format!("{}\n{}", repeated("f(@(A))", " ", n), "A\n".repeat(n))
    }),
    ("heredoc-lines", 5_000, |n| {
        format!("$a = @(END)\n{}END\n", "line\n".repeat(n))
    }),
    ("heredoc-margin", 5_000, |n| {
        format!("$a = @(END)\n{}  | END\n", "  line\n".repeat(n))
    }),
    ("heredoc-escapes", 5_000, |n| {
        format!("$a = @(\"END\"/)\n{}END\n", "\\n$x\\t".repeat(n))
    }),
    ("heredoc-tag", 5_000, |n| {
        format!("$a = @({})\nx\n", "A".repeat(n))
    }),
    ("heredoc-json", 2_000, |n| {
        format!("f(@(A:json))\n{}\nA\n", "[".repeat(n))
    }),
    ("heredoc-pp", 1_000, |n| {
        format!("f(@(A:pp))\n{}\nA\n", "f([".repeat(n))
    }),
    ("digits", 20_000, |n| format!("$a = {}", "9".repeat(n))),
    ("hexadecimal", 20_000, |n| {
        format!("$a = 0x{}", "f".repeat(n))
    }),
    ("float", 20_000, |n| format!("$a = {}.5e-3", "9".repeat(n))),
    ("name", 20_000, |n| "a".repeat(n)),
    ("qualified-name", 10_000, |n| repeated("a", "::", n)),
    ("qualified-type", 10_000, |n| repeated("A", "::", n)),
    ("regexp", 20_000, |n| {
        format!("$a =~ /{}/", "(a|b)*".repeat(n))
    }),
    ("regexp-classes", 20_000, |n| {
        format!("$a =~ /{}/", "[".repeat(n))
    }),
    ("slashes", 20_000, |n| "/ ".repeat(n)),
    ("quotes", 20_000, |n| "' ".repeat(n)),
    ("comments", 10_000, |n| "# x\n".repeat(n)),
    ("documentation", 5_000, |n| {
        format!("{}class a {{ }}", "# x\n".repeat(n))
    }),
    ("faults", 10_000, |n| "] ".repeat(n)),
    ("idle", 3_000, |n| "if a { 1 2 } ".repeat(n)),
];

/// Each relationship's left side is all before it.
const CHAINS: &[Text] = &[("relations", 1_000, |n| repeated("A['x']", " -> ", n))];

/// Texts of templates, likewise.
const TEMPLATES: &[Text] = &[
    ("text", 20_000, |n| "x\n".repeat(n)),
    ("open", 10_000, |n| "<%".repeat(n)),
    ("expressions", 2_000, |n| "<%= 1 -%>\n".repeat(n)),
    ("open-blocks", 5_000, |n| "<% if true { %>".repeat(n)),
    ("deep-blocks", 10, |n| {
        nested("<% if true { %>", "x", "<% } %>", n)
    }),
    ("comments", 5_000, |n| "<%# x %>".repeat(n)),
    ("percents", 10_000, |n| "<%%".repeat(n)),
    ("parameters", 2_000, |n| {
        format!(
            "<%- | {} | -%>",
            numbered(|at| format!("$p{at} = 1"), ",", n)
        )
    }),
];

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
        format!("Integer[1, {n}].each |$x| {{ $y = $x }}")
    }),
    ("range-map", 3_000, |n| {
        format!("Integer[1, {n}].map |$x| {{ $x * 2 }}")
    }),
    ("range-reduce", 3_000, |n| {
        format!("Integer[1, {n}].reduce(0) |$s, $x| {{ $s + $x }}")
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

/// Programs of a line that ask for much, as often as the size says.
const GREEDY: &[Text] = &[
    ("splatted-attributes", 1_000, |n| {
        let bodies = numbered(|at| format!("'a{at}': * => $h"), "; ", n);
        format!("$h = Hash(Integer[1, 1000].map |$i| {{ [\"k$i\", $i] }}) notify {{ {bodies} }}")
    }),
    ("formats-of-shared-types", 100, |n| {
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
        doubling("'xxxxxxxxxxxxxxxx'", "\"${a}${a}\"", n)
    }),
    ("array-doubles", 10, |n| {
        doubling("[1, 2, 3, 4]", "$a + $a", n)
    }),
    ("array-in-array-doubles", 10, |n| {
        doubling("[1]", "[$a, $a]", n)
    }),
    ("array-text-doubles", 10, |n| {
        doubling("[1]", "[$a, $a]", n) + " \"${r}\""
    }),
    ("array-format-doubles", 10, |n| {
        doubling("[1]", "[$a, $a]", n) + " String($r)"
    }),
    ("array-flatten-doubles", 10, |n| {
        doubling("[1]", "[$a, $a]", n) + " flatten($r)"
    }),
    ("array-type-doubles", 10, |n| {
        doubling("[1]", "[$a, $a]", n) + " type($r)"
    }),
    ("array-equal-doubles", 10, |n| {
        doubling("[1]", "[$a, $a]", n) + " $r == $r"
    }),
    ("array-join-doubles", 10, |n| {
        doubling("[1]", "[$a, $a]", n) + " join($r)"
    }),
    ("array-tree-doubles", 10, |n| {
        doubling("[1]", "[$a, $a]", n) + " $r.tree_each |$x| { $x }"
    }),
    ("hash-doubles", 10, |n| {
        doubling("{1 => 2}", "{$a => $a}", n)
    }),
    ("type-doubles", 10, |n| {
        doubling("Integer", "Tuple[$a, $a]", n)
    }),
    ("type-text-doubles", 10, |n| {
        doubling("Integer", "Tuple[$a, $a]", n) + " \"${r}\""
    }),
    ("number-squares", 10, |n| doubling("3", "$a * $a", n)),
    ("number-strings", 10, |n| {
        doubling("'9'", "\"${a}${a}\"", n) + " Integer($r)"
    }),
    ("binary-doubles", 10, |n| {
        doubling("Binary('aaaaaaaa', '%s')", "$a + $a", n)
    }),
    ("big-range", 10, |n| {
        format!("Integer[1, 1{}].each |$x| {{ }}", "0".repeat(n))
    }),
    ("big-range-array", 10, |n| {
        format!("Array(Integer[1, 1{}])", "0".repeat(n))
    }),
    ("big-width", 3, |n| {
        format!("sprintf('%1{}d', 1)", "0".repeat(n))
    }),
    ("big-slice", 3, |n| {
        format!(
            "[1].slice(1{}) |$a, $b = 1| {{ $b }}",
            "0".repeat(n.min(18))
        )
    }),
    ("big-slices", 8, |n| {
        format!("Integer[1, {n}].each |$i| {{ [1].slice(20000000) |*$a| {{ $a }} }}")
    }),
    ("big-precision", 3, |n| {
        format!("sprintf('%.1{}f', 1.5)", "0".repeat(n))
    }),
    ("big-format", 3, |n| {
        format!("String(1, '%1{}d')", "0".repeat(n))
    }),
    ("loops-in-loops", 2, |n| {
        nested("Integer[1, 50].each |$x| { ", "1", "}", n.min(8))
    }),
    ("recursion", 100, |n| {
        format!("function f($n) {{ if $n == 0 {{ 0 }} else {{ f($n - 1) }} }} f({n})")
    }),
    ("recursion-without-end", 100, |n| {
        format!("function f($n) {{ f($n + 1) }} f({n})")
    }),
    ("recursion-of-two", 5, |n| {
        format!("function f($n) {{ if $n < 2 {{ 1 }} else {{ f($n - 1) + f($n - 2) }} }} f({n})")
    }),
    ("recursion-in-lambdas", 100, |n| {
        format!(
            "function f($n) {{ [$n].map |$x| {{ if $x == 0 {{ 0 }} else {{ f($x - 1) }} }} }} f({n})"
        )
    }),
    ("recursion-in-text", 100, |n| {
        format!("function f($n) {{ if $n == 0 {{ '' }} else {{ \"${{f($n - 1)}}x\" }} }} f({n})")
    }),
    ("recursion-in-arguments", 100, |n| {
        format!("function f($n, $d = $n ? {{ 0 => 0, default => f($n - 1) }}) {{ [$d] }} f({n})")
    }),
    ("recursion-in-templates", 50, |n| {
        format!(
            "function f($n) {{ inline_epp('<%= if $n > 0 {{ f($n - 1) }} %>', {{ n => $n }}) }} f({n})"
        )
    }),
    ("recursion-in-sort", 50, |n| {
        format!(
            "function f($n) {{ sort([2, 1]) |$a, $b| {{ if $n > 0 {{ f($n - 1) }} compare($a, $b) }} }} f({n})"
        )
    }),
    ("recursion-in-hashes", 100, |n| {
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
    ("recursion-with-deep-text", 100, |n| {
        recursion_with("String($x)", n)
    }),
    ("recursion-with-deep-type", 100, |n| {
        recursion_with("type($x)", n)
    }),
    ("recursion-with-deep-mismatch", 100, |n| {
        recursion_with("assert_type(Array[Integer], $x) |$a, $b| { 1 }", n)
    }),
    ("recursion-with-deep-match", 100, |n| {
        recursion_with("$x =~ Array[Array[Array]]", n)
    }),
    ("recursion-with-deep-template", 100, |n| {
        let template = nested("[", "1", "]", 120);
        recursion_with(&format!("inline_epp('<% {template} %>')"), n)
    }),
    ("recursion-with-deep-notation", 100, |n| {
        let notation = nested("Array[", "Integer", "]", 100);
        recursion_with(&format!("Type('{notation}')"), n)
    }),
    ("recursion-with-sorting", 5, |n| {
        format!(
            "function f($n) {{ sort(Array(Integer[1, 1000])) |$a, $b| {{ f($n + 1) }} }} f({n})"
        )
    }),
    ("unique-range", 10, |n| {
        format!("Integer[1, 1{}].unique", "0".repeat(n))
    }),
    ("unique-by", 2, |n| {
        format!("Integer[1, 1{}].unique |$x| {{ $x }}", "0".repeat(n))
    }),
    ("unique-hash", 100_000, |n| {
        format!("Hash(Array(Integer[1, {}])).unique |$x| {{ 1 }}", 2 * n)
    }),
    ("group-range", 2, |n| {
        format!(
            "Integer[1, 1{}].map |$x| {{ $x }}.group_by |$x| {{ $x }}",
            "0".repeat(n)
        )
    }),
    ("minus-range", 100_000, |n| {
        format!("Array(Integer[1, {n}]) - Array(Integer[1, {n}])")
    }),
    ("call-of-call", 100, |n| {
        format!("function f($n) {{ if $n > 0 {{ call('f', $n - 1) }} }} f({n})")
    }),
    ("recursive-alias", 100, |n| {
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
        format!("$a = 'a' {}", nested("$a[", "0", "]", n))
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
    ("deep-resources", 20, |n| {
        nested("notify { 'a': x => ", "1", "}", n)
    }),
];

/// A function that calls itself without end, inside of something so many times.
fn recursion_under(open: &str, close: &str, n: usize) -> String {
    let body = nested(open, "f($n + 1)", close, n.min(60));
    format!("function f($n) {{ {body} }} f(0)")
}

/// A function that calls itself so many times and does something with a deep value each time.
fn recursion_with(work: &str, n: usize) -> String {
    format!(
        "function f($n, $x) {{ $y = {work} if $n > 0 {{ f($n - 1, $x) }} }} \
         $x = Integer[1, 100].reduce(1) |$a, $i| {{ [$a] }} f({n}, $x)"
    )
}

/// `$r`, made of a value by putting it into something n times, each of two of the time before.
fn doubling(first: &str, step: &str, n: usize) -> String {
    format!("$r = Integer[1, {n}].reduce({first}) |$a, $i| {{ {step} }}")
}

/// Programs of the early specification, which knows no end of integers.
const EARLY: &[Text] = &[
    ("number-squares", 10, |n| doubling("3", "$a * $a", n)),
    ("digits", 2_000, |n| "9".repeat(n)),
    ("shift", 5, |n| format!("1 << 1{}", "0".repeat(n))),
    ("strings", 1_000, |n| format!("'{}' + 1", "9".repeat(n))),
    ("titles", 1_000, |n| {
        format!("File[{}]", numbered(|at| format!("'a{at}'"), ",", n))
    }),
];

pub fn add(cases: &mut Cases) {
    cases.add_texts("puppet/manifest", MANIFESTS, |manifest| {
        looked_at(manifest, PCTY_PUPPET_MANIFEST)
    });
    cases.add_growing_texts("puppet/manifest", Growth::Square, CHAINS, |manifest| {
        looked_at(manifest, PCTY_PUPPET_MANIFEST)
    });
    cases.add_texts("puppet/template", TEMPLATES, |template| {
        looked_at(template, PCTY_PUPPET_TEMPLATE)
    });
    cases.add_texts("puppet/evaluate", PROGRAMS, |program| {
        evaluated(program, PCTY_PUPPET_CURRENT)
    });
    cases.add_growing_texts("puppet/greedy", Growth::Budgeted, GREEDY, |program| {
        evaluated(program, PCTY_PUPPET_CURRENT)
    });
    cases.add_growing_texts("puppet/early", Growth::Budgeted, EARLY, |program| {
        evaluated(program, PCTY_PUPPET_EARLY)
    });
    cases.add_texts("puppet/render", TEMPLATES, |template| {
        let template = read(template, PCTY_PUPPET_TEMPLATE)?;
        make(|out, error| pcty_puppet_manifest_render(Some(&template), None, None, out, error))
            .map(drop)
    });
    cases.add("puppet/parameters/data", 2_000, |n| {
        let class = format!(
            "class a({}) {{ }}",
            numbered(|at| format!("Integer $p{at} = 1"), ",", n)
        );
        let data = format!(
            "{{{}}}",
            numbered(|at| format!("\"a::p{at}\": \"x\""), ",", n)
        );
        checked(class, data)
    });
    cases.add("puppet/parameters/options", 1_000, |n| {
        let class = format!(
            "class a({}) {{ }}",
            numbered(|at| format!("Integer $p{at} = 1"), ",", n)
        );
        let of = |at| format!("\"a::p{at}\": {{\"convert_to\": \"Integer\"}}");
        let values = numbered(|at| format!("\"a::p{at}\": \"{at}\""), ",", n);
        checked(
            class,
            format!(
                "{{\"lookup_options\": {{{}}}, {values}}}",
                numbered(of, ",", n)
            ),
        )
    });
    // Each key is held against each pattern.
    cases.add_growing("puppet/parameters/patterns", 50, Growth::Square, |n| {
        let of = |at| format!("\"^b{at}$\": {{\"convert_to\": \"Integer\"}}");
        let values = numbered(|at| format!("\"a::p{at}\": \"{at}\""), ",", n);
        let data = format!(
            "{{\"lookup_options\": {{{}}}, {values}}}",
            numbered(of, ",", n)
        );
        checked("class a { }".to_owned(), data)
    });
}

fn read(source: &str, syntax: pcty_puppet_syntax) -> Answer<Box<pcty_puppet_manifest>> {
    let file = text("site.pp");
    make(|out, error| {
        let strict = PCTY_PUPPET_STRICT_ERROR;
        pcty_puppet_manifest_parse(text(source), file, syntax, strict, out, error)
    })
}

/// Reads a text, and says what is in it.
fn looked_at(source: &str, syntax: pcty_puppet_syntax) -> Answer {
    let manifest = read(source, syntax)?;
    let outline = make(|out, error| pcty_puppet_outline_new(Some(&manifest), out, error))?;
    make(|out, error| pcty_puppet_outline_json(Some(&outline), out, error)).map(drop)
}

/// Runs a program that may declare resources, and writes what it is worth.
pub(super) fn evaluated(source: &str, mode: pcty_puppet_mode) -> Answer {
    let file = text("site.pp");
    let program = make(|out, error| {
        let strict = PCTY_PUPPET_STRICT_ERROR;
        pcty_puppet_manifest_parse_in(text(source), file, strict, mode, out, error)
    })?;
    let mut environment =
        crate::host::owned(pcty_puppet_environment_new()).expect("an environment");
    answer((), |_, error| {
        let resources = PCTY_PUPPET_RESOURCES_REFERENCED;
        pcty_puppet_environment_set_resources(Some(&mut environment), resources, error)
    })?;
    let value = make(|out, error| {
        pcty_puppet_manifest_evaluate(Some(&program), Some(&environment), out, error)
    })?;
    make(|out, error| pcty_puppet_value_format(Some(&value), out, error)).map(drop)
}

/// Checks data against a class.
fn checked(class: String, data: String) -> Answer<crate::case::Work> {
    ready(move || {
        let manifest = read(&class, PCTY_PUPPET_MANIFEST)?;
        let data = make(|out, error| pcty_puppet_value_from_json(text(&data), out, error))?;
        make(|out, error| {
            let (class, data) = (text("a"), Some(&*data));
            pcty_puppet_manifest_class_parameters(Some(&manifest), class, data, None, out, error)
        })
        .map(drop)
    })
}
