//! Puppet's costs: functions, operators, constructors and patterns in loops without an end.
//!
//! Each row is the body of a loop over ten million integers, `$j`, and variables whose size is n. A loop
//! has a sixteenth of the default steps, so it has to end within a sixteenth of three seconds, and with
//! less memory than its limit on bytes allows. Only then it counts as ended by the limit.
//!
//! - texts: `t`, `w` with characters of three bytes, `c` of commas, `d` of digits, `f` a format with n
//!   directives;
//! - `l`, an array of integers, `s` of texts, `a` of arrays, `h`, a hash, `b`, bytes, `v`, the type of `a`,
//!   `n`, a variant.

use crate::case::{Cases, Growth, ready};
use crate::deadline;
use crate::expected::{Expected, LIMIT, OK, limit_from};
use crate::host::{Answer, explain, timed};
use crate::measure::{Taken, measured};
use polycty::calls::{Budget, Limits};
use polycty::dialect::puppet::{Definitions, Environment, Prepared, Strict, evaluate};
use polycty::ffi::base::status::*;
use polycty::source::{Code, Source};
use std::time::Duration;

/// Calls, operators and accesses whose results are dropped: the steps end the loop.
const DROPPED: &[(&str, &str)] = &[
    // Operators and accesses.
    ("minus", "$l - $l"),
    ("minus-one", "$l - 1"),
    ("minus-texts", "$s - $s"),
    ("minus-hash", "$h - $h"),
    ("minus-arrays", "$a - $a"),
    ("plus", "$l + $l"),
    ("plus-hash", "$h + $h"),
    ("plus-hash-to-array", "$l + $h"),
    ("append", "$l << 1"),
    ("append-bytes", "$b + $b"),
    ("in-array", "-1 in $l"),
    ("in-texts", "'x' in $s"),
    ("in-hash", "$t in $h"),
    ("in-text", "'b' in $t"),
    ("in-wide-text", "'b' in $w"),
    ("in-regexp", "/b/ in $s"),
    ("in-type", "Float in $l"),
    ("equal", "$l == $l"),
    ("equal-texts", "\"${t}a\" == \"${t}b\""),
    ("equal-hashes", "$h == $h"),
    ("less", "$t < $t"),
    ("slice", "$l[1, 900]"),
    ("slice-to-end", "$l[1, -2]"),
    ("slice-of-text", "$t[1, -2]"),
    ("slice-of-wide-text", "$w[1, -2]"),
    ("slice-of-bytes", "$b[1, -2]"),
    ("keys-of-hash", "$h[*$s]"),
    ("interpolation", "\"${t}${t}\""),
    ("interpolation-of-array", "\"${l}\""),
    ("interpolation-of-hash", "\"${h}\""),
    ("splat", "[*$l]"),
    ("splat-hash", "[*$h]"),
    ("hash-with-long-key", "{ $t => 1 }"),
    ("instance-of-enum", "'x' =~ Enum[*$s]"),
    ("instance-of-length", "$w =~ String[1, 5]"),
    ("instance-of-array", "$l =~ Array[Integer]"),
    ("case-of-array", "case $l { [1, 2]: { 1 } $l: { 2 } }"),
    ("selector-of-text", "$t ? { 'x' => 1, default => 2 }"),
    // Types.
    ("enum", "Enum[*$s]"),
    ("enum-greater", "Enum[*$s] > Enum[*$s]"),
    ("enum-at-least", "$e >= $g"),
    ("enum-of-cases", "Enum[*$s, true] >= Enum[*$s, true]"),
    ("enum-equal", "$e == $g"),
    ("pattern-equal", "Pattern[*$s] == Pattern[*$s.reverse_each]"),
    ("variant", "Variant[*($l.map |$x| { Integer[$x, $x] })]"),
    ("tuple", "Tuple[*($l.map |$x| { Integer })]"),
    (
        "struct",
        "Struct[$h.map |$k, $v| { [$k, Integer] }.convert_to(Hash)]",
    ),
    ("resources", "File[*$s]"),
    ("resources-of-array", "File[$s]"),
    ("classes", "Class[$s.map |$x| { 'a' }]"),
    ("type", "type($l)"),
    ("type-of-hash", "type($h)"),
    ("type-of-text", "type($t)"),
    ("assert-type", "assert_type(Array[Integer], $l)"),
    ("tuple-of-wide", "Tuple[Data, $v]"),
    ("array-of-wide", "Array[$v]"),
    ("iterable-of-wide", "Iterable[Iterable[$v]]"),
    ("variant-of-wide", "Variant[Integer, $v]"),
    ("struct-of-wide", "Struct[{ a => $v }]"),
    ("type-of-wide", "type([$v])"),
    ("sensitive-of-wide", "Sensitive[$v]"),
    ("init-of-wide", "Init[$v]"),
    ("object-of-wide", "Object[{ attributes => { a => $v } }]"),
    ("generalized-of-wide", "type($v, 'generalized')"),
    ("variant-of-variant", "Variant[$n, Integer]"),
    ("variant-of-variants", "Variant[$n, $n]"),
    ("optional-of-variant", "NotUndef[Optional[$n]]"),
    ("sensitive-of-variant", "Sensitive[$n]"),
    ("callable-of-variant", "Callable[[$n], $n]"),
    ("type-in-text", "assert_type(\"Enum['${t}']\", $t)"),
    // Constructors.
    ("regexp", "Regexp($t)"),
    ("regexp-escaped", "Regexp($c, true)"),
    ("string", "String($l)"),
    ("string-of-text", "String($t)"),
    ("string-of-hash", "String($h)"),
    ("string-with-format", "String($l, '%#p')"),
    (
        "string-with-separator",
        "String($s, { Array => { format => '%(a', separator => $t } })",
    ),
    (
        "string-of-hash-with-separator",
        "String($h, { Hash => { format => '%(h', separator => $t, separator2 => $t } })",
    ),
    ("array-of-text", "Array($t, true)"),
    ("array-of-range", "Array(Integer[1, 1000])"),
    ("array-of-hash", "Array($h)"),
    ("array-of-bytes", "Array($b)"),
    ("hash", "Hash($a)"),
    ("bytes", "Binary($t, '%s')"),
    ("bytes-of-base64", "Binary($t, '%r')"),
    ("uri", "URI(\"http://a/${t}\")"),
    ("path-of-uri", "$u.path"),
    ("uri-plus", "$u + 'b'"),
    ("version-range", "SemVerRange(\">=1.0.${j}\")"),
    ("convert-to", "$l.convert_to(String)"),
    ("sensitive", "Sensitive($l).unwrap"),
    ("error", "Error($t)"),
    ("deferred", "Deferred('join', [$s]).call"),
    // Functions.
    ("annotate", "annotate(Annotation, $l)"),
    ("any", "$l.any |$x| { false }"),
    ("all", "$l.all |$x| { true }"),
    ("camelcase", "camelcase($t)"),
    ("capitalize", "capitalize($t)"),
    ("capitalize-all", "capitalize($s)"),
    ("chomp", "chomp($t)"),
    ("chop", "chop($t)"),
    ("compare", "compare(\"${t}a\", \"${t}b\")"),
    ("dig", "$h.dig($t)"),
    ("digest", "sha256($t)"),
    ("downcase", "downcase($t)"),
    ("downcase-all", "downcase($h)"),
    ("each", "$l.each |$x| { $x }"),
    ("empty", "empty($l)"),
    ("filter", "$l.filter |$x| { true }"),
    ("filter-hash", "$h.filter |$k, $v| { true }"),
    ("flatten", "flatten($l, $l)"),
    ("flatten-arrays", "flatten($a)"),
    ("get", "get($h, $d)"),
    ("getvar", "getvar($t, 1)"),
    ("group-by", "$l.group_by |$x| { $x }"),
    ("group-by-arrays", "$a.group_by |$x| { $x }"),
    ("index", "$l.index(-1)"),
    ("index-of-text", "$t.index('b')"),
    ("index-by", "$l.index |$x| { false }"),
    ("inline-epp", "inline_epp($t)"),
    ("join", "join($l, ',')"),
    ("join-texts", "join($s, ',')"),
    ("keys", "keys($h)"),
    ("length", "length($t)"),
    ("length-of-array", "length($l)"),
    ("lstrip", "lstrip($t)"),
    ("map", "$l.map |$x| { $x }"),
    ("map-hash", "$h.map |$e| { $e }"),
    ("match", "match($t, /(a*)b/)"),
    ("match-all", "match($s, /k(.*)/)"),
    ("max", "max(*$l)"),
    ("max-texts", "max($s)"),
    ("md5", "md5($t)"),
    ("min", "min($l)"),
    ("notice", "notice($l)"),
    ("partition", "$l.partition |$x| { $x > 3 }"),
    ("reduce", "$l.reduce |$x, $y| { $x + $y }"),
    ("regsubst", "regsubst($t, 'a', 'bb', 'G')"),
    ("regsubst-all", "regsubst($s, 'k', 'x', 'G')"),
    ("reverse-each", "$l.reverse_each |$x| { $x }"),
    ("reverse-each-of-text", "Array($t.reverse_each)"),
    ("rstrip", "rstrip($t)"),
    ("scanf", "scanf($t, 'k%d')"),
    ("scanf-set", "scanf($t, '%[a-z]')"),
    ("scanf-text", "scanf($t, '%s')"),
    ("scanf-digits", "scanf($d, '%d')"),
    ("scanf-format", "scanf($d, $f)"),
    ("shellquote", "shellquote($s)"),
    ("size", "size($w)"),
    ("slice-function", "$l.slice(3)"),
    ("sort", "sort($l)"),
    ("sort-texts", "sort($s)"),
    ("sort-text", "sort($t)"),
    ("sort-by", "sort($l) |$x, $y| { compare($y, $x) }"),
    ("split", "split($c, ',')"),
    ("split-blank", "split($c, ' ')"),
    ("split-all", "split($t, '')"),
    ("sprintf", "sprintf('%s', $t)"),
    ("sprintf-array", "sprintf('%s', $l)"),
    ("sprintf-many", "sprintf($f, *$l)"),
    ("sprintf-wide", "sprintf('%10000s', 'a')"),
    ("step", "Array($l.step(2))"),
    ("strftime", "strftime(Timestamp(0), $c)"),
    ("strftime-wide", "strftime(Timestamp(0), '%100000Y')"),
    ("strftime-wide-span", "strftime(Timespan(5), '%100000D')"),
    ("string-wide", "String(5, '%100000d')"),
    ("string-wide-of-undef", "String(undef, '%100000s')"),
    ("sprintf-precision", "sprintf('%.100000f', 1.5)"),
    ("strip", "strip($t)"),
    ("tree-each", "$a.tree_each |$x| { $x }"),
    ("tree-each-listed", "$a.tree_each"),
    ("unique", "unique($l)"),
    ("unique-texts", "unique($s)"),
    ("unique-hash", "unique($h)"),
    ("unique-text", "unique($t)"),
    ("upcase", "upcase($t)"),
    ("upcase-wide", "upcase($w)"),
    ("upcase-all", "upcase($s)"),
    ("values", "values($h)"),
    ("versioncmp", "versioncmp($d, \"${d}1\")"),
    ("with", "with(*$l) |*$x| { $x }"),
    ("with-array", "with($l) |$x| { $x }"),
    // Regular expressions.
    ("counted-repetitions", "$t =~ /(a{0,100}){0,100}b/"),
    ("counted-repetitions-captured", "$t =~ /((a{0,50}){0,50})$/"),
    (
        "sets-of-states",
        "$x =~ /(?:[0-7][0-9a-f]{22}|[0-3][0-9a-f]{22})z/",
    ),
    ("look-ahead", "$t =~ /(?=a*b)c/"),
    ("look-ahead-negated", "$t =~ /(?!a*b)c/"),
    ("look-behind", "$t =~ /(?<=a)b/"),
    ("atomic-group", "$t =~ /(?>a*)b/"),
    ("possessive", "$t =~ /a++b/"),
    ("end-of-text", "$t =~ /a+b\\Z/"),
    ("anchored", "$t =~ /\\Aa+b\\Z/"),
    ("back-reference", "$t =~ /(a*)\\1b/"),
    ("alternatives", "$t =~ /(a|aa)+b/"),
    ("nested-groups", "$t =~ /((((((a*)*)*)*)*)*)b/"),
    ("pattern-type", "$t =~ Pattern[/(a{0,100}){0,100}b/]"),
    (
        "regsubst-states",
        "regsubst($t, '(a{0,30}){0,30}b', 'x', 'G')",
    ),
    ("split-states", "split($t, '(a{0,30}){0,30}b')"),
];

/// Results that are kept in an array: the bytes end the loop, or the steps.
const KEPT: &[(&str, &str)] = &[
    ("hash", "{}"),
    ("hash-of-one", "{ a => $j }"),
    ("array", "[]"),
    ("array-of-one", "[$j]"),
    ("arrays", "[[[$j]]]"),
    ("text", "\"abcdefghijklmnopqrstuvwxyz${j}\""),
    ("long-text", "\"${t}\""),
    ("integer-type", "Integer[1, $j]"),
    ("string-type", "String[1, $j]"),
    ("struct", "Struct[{ a => Integer[1, $j] }]"),
    ("tuple", "Tuple[Integer, Integer[1, $j]]"),
    ("pattern", "Pattern[\"a${j}\"]"),
    ("enum", "Enum[\"a${j}\"]"),
    ("enum-of-many", "Enum[*$s]"),
    ("type", "type([$j])"),
    ("type-of-hash", "type({ a => $j })"),
    ("type-of-text", "type(\"a${j}\")"),
    ("type-of-uri", "type(URI(\"http://a/${j}\"))"),
    ("resource", "File[\"a${j}\"]"),
    ("resources", "File[*$s]"),
    ("class", "Class[\"a${j}\"]"),
    ("callable", "Callable[Integer[1, $j]]"),
    (
        "object",
        "Object[{ name => \"A${j}\", attributes => { a => Integer } }]",
    ),
    ("optional", "Optional[Integer[1, $j]]"),
    ("variant", "Variant[Integer[1, $j], String]"),
    ("array-type", "Array[Integer[1, $j]]"),
    ("hash-type", "Hash[String, Integer[1, $j]]"),
    ("meta-type", "Type[Integer[1, $j]]"),
    ("sensitive-type", "Sensitive[Enum[*$s]]"),
    ("sensitive-of-variant", "Sensitive[$n]"),
    ("variant-of-variant", "Variant[$n, Integer[1, $j]]"),
    ("generalized", "type($n, 'generalized')"),
    ("named-type", "Integer"),
    ("alias", "Numeric"),
    ("iterator-type", "Iterator[Integer[0, $j]]"),
    ("runtime", "Runtime['ruby', \"A${j}\"]"),
    (
        "type-set",
        "TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', types => { \"A${j}\" => Integer } }]",
    ),
    ("uri", "URI(\"http://a/${j}\")"),
    ("regexp", "Regexp(\"a${j}\")"),
    ("version", "SemVer(\"1.2.${j}\")"),
    ("version-range", "SemVerRange(\">=1.0.${j}\")"),
    ("sensitive", "Sensitive($j)"),
    ("timespan", "Timespan($j)"),
    ("timestamp", "Timestamp($j)"),
    ("bytes", "Binary('YWJj')"),
    ("error", "Error(\"abc${j}\")"),
    ("deferred", "Deferred('abc', [$j])"),
    ("iterator", "[1, 2].reverse_each"),
    ("step", "[$j, 2].step(1)"),
    ("array-of-range", "Array(Integer[1, 1000])"),
    ("sum", "$l + $l"),
    ("append", "$l << 1"),
    ("slice", "$l[1, -2]"),
    ("slice-of-text", "$t[1, -2]"),
    ("split", "split($c, ',')"),
    ("match", "match($t, /((((a*))))/)"),
    ("group", "$t =~ /(a*)/; $1"),
    ("keys", "keys($h)"),
    ("values", "values($h)"),
    ("flatten", "flatten($l)"),
    ("filter", "$l.filter |$x| { true }"),
    ("filter-hash", "$h.filter |$k, $v| { true }"),
    ("map-hash", "$h.map |$e| { $e }"),
    ("group-by", "$l.group_by |$x| { $x % 2 }"),
    ("partition", "$l.partition |$x| { true }"),
    ("slices", "$l.slice(2)"),
    ("sort", "sort($l)"),
    ("unique", "unique($l)"),
    ("upcase", "upcase($t)"),
    ("upcase-all", "upcase($s)"),
    ("chop", "chop($t)"),
    ("join", "join($l, ',')"),
    ("sprintf", "sprintf('%s%s', $t, $t)"),
    ("regsubst", "regsubst($t, 'a', 'bb', 'G')"),
    ("scanf", "scanf($d, '%s')"),
    ("inline-epp", "inline_epp('<%= $t %>', { t => $t })"),
    ("tree-each", "$a.tree_each"),
    ("from-host", "host_text()"),
];

/// Programs that use up iterators, which stay until the evaluation ends.
const USED_UP: &[(&str, &str)] = &[
    ("tree-each", "tree_each($h).map |$x| { 1 }"),
    ("tree-each-of-arrays", "tree_each([[$l]]).map |$x| { 1 }"),
    (
        "reverse-each",
        "[$l << $j, \"a${j}\"].reverse_each.map |$x| { 1 }",
    ),
    ("step", "[$l << $j, { a => $j }].step(1).map |$x| { 1 }"),
];

/// Programs whose results are dropped: each is within the limit on bytes, all of them are not.
const RELEASED: &[(&str, &str)] = &[
    ("assigned", "$z = $l << 1"),
    ("assigned-hash", "$z = $h + { x => 1 }"),
    ("assigned-text", "$z = \"${t}${t}\""),
    ("assigned-types", "$z = Enum[*$s]"),
    ("mapped", "$l.map |$x| { [$x] }"),
    ("filtered", "$l.filter |$x| { [$x] }"),
    ("reduced", "$l.reduce([]) |$m, $x| { [$m[0], $x] }"),
    ("sorted", "sort($l)"),
    ("split", "split($c, ' ')"),
    ("resources", "File[*$s]"),
    ("rendered", "inline_epp('<%= $t %>', { t => $t })"),
    ("called", "with($l + $l) |$x| { $x }"),
    ("from-host", "host_text()"),
];

/// Programs whose own iteration takes the memory.
const TREES: &[(&str, &str)] = &[
    (
        "tree-each-of-itself",
        "$a.tree_each.tree_each.tree_each.tree_each.tree_each.tree_each.tree_each.tree_each.map |$x| { $x }",
    ),
    (
        "tree-each-of-small",
        "[[1, 2, 3, 4], 2, 3].tree_each.tree_each.tree_each.tree_each.tree_each.tree_each.tree_each.tree_each.map |$x| { $x }",
    ),
];

/// The text of a definition by its number.
type Definition = fn(usize) -> String;

/// Definitions that each refer to the next one, in separate texts.
const LOADED: &[(&str, Definition)] = &[
    ("bodies", |at| {
        format!("function m::f{at}($x) {{ m::f{}($x) }}", at + 1)
    }),
    ("defaults", |at| {
        format!("function m::f{at}($x, $y = m::f{}($x)) {{ $y }}", at + 1)
    }),
    ("return-types", |at| {
        format!(
            "function m::f{at}($x) >> Integer[m::f{}(1), 9] {{ 1 }}",
            at + 1
        )
    }),
    ("parameter-types", |at| {
        format!(
            "function m::f{at}(Integer[m::f{}(1), 9] $x) {{ 1 }}",
            at + 1
        )
    }),
    ("lambdas", |at| {
        format!(
            "function m::f{at}($x) {{ [$x].map |$y| {{ m::f{}($y) }} }}",
            at + 1
        )
    }),
    ("texts", |at| {
        format!("function m::f{at}($x) {{ \"a${{m::f{}($x)}}\" }}", at + 1)
    }),
    ("calls", |at| {
        format!("function m::f{at}($x) {{ call('m::f{}', $x) }}", at + 1)
    }),
    ("sorts", |at| {
        format!(
            "function m::f{at}($x) {{ sort([2, 1]) |$a, $b| {{ m::f{}($x) 0 }} }}",
            at + 1
        )
    }),
    ("templates", |at| {
        format!(
            "function m::f{at}($x) {{ inline_epp('<%= m::f{}(1) %>') }}",
            at + 1
        )
    }),
];

/// The default steps divided by 16, with a small limit on bytes.
const STEPS: u64 = Limits::STANDARD.steps / 16;
const BYTES: u64 = 32 << 20;

/// The CPU time of these steps: a sixteenth of three seconds, and twice that on a busy machine.
const TIME: Duration = Duration::from_millis(if cfg!(debug_assertions) { 20_000 } else { 400 });

/// The memory of a loop, in percent of its limit on bytes, and the memory that it has in any case.
const PERCENT: u64 = 125;
const LITTLE: u64 = 4 << 20;

/// The limits of a run.
#[derive(Clone, Copy)]
struct Terms {
    limits: Limits,
    /// The most CPU time.
    time: Duration,
    growth: Growth,
}

const LOOP: Terms = Terms {
    limits: Limits {
        steps: STEPS,
        bytes: BYTES,
        time: None,
    },
    time: TIME,
    growth: Growth::Budgeted,
};

/// With a deadline alone, as a service has one.
const DEADLINE: Terms = Terms {
    limits: Limits {
        steps: u64::MAX,
        bytes: 8 * BYTES,
        time: Some(Duration::from_millis(250)),
    },
    time: Duration::from_millis(if cfg!(debug_assertions) { 5_000 } else { 750 }),
    growth: Growth::Budgeted,
};

/// A program that defines the variables and runs a loop.
fn program(n: usize, body: &str) -> String {
    format!(
        "$t = '{}' $w = '{}' $c = '{}' $d = '{}' $f = '{}'
         $l = Array(Integer[1, {n}])
         $s = $l.map |$x| {{ \"k${{x}}\" }}
         $a = $l.map |$x| {{ [\"k${{x}}\", $x] }}
         $h = Hash($a)
         $b = Binary($t, '%s')
         $u = URI(\"http://a/${{t}}\")
         $e = Enum[*$s]
         $g = Enum[*Array($s.reverse_each)]
         $x = ($s.map |$y| {{ md5($y) }}).join('')
         {}
         {body}",
        "a".repeat(n),
        "\u{2c65}".repeat(n),
        ", ".repeat(n),
        "7".repeat(n),
        "%d".repeat(n),
        // These types are as large as ten other variables.
        match body {
            _ if body.contains("$v") => "$v = type($a)",
            _ if body.contains("$n") => {
                "$n = Variant[*($l.map |$x| { Struct[{ \"a${x}\" => Integer }] })]"
            }
            _ => "",
        },
    )
}

/// An environment with a function of the host and a loader of texts.
fn environment(text: Option<fn(usize) -> String>, end: usize) -> Environment {
    let made = polycty::dialect::puppet::HostFunction::new(
        "host_text",
        &[],
        &polycty::dialect::puppet::Aliases::default(),
        |_, _| Ok(polycty::values::Value::string(&"a".repeat(1 << 16))),
    );
    let environment = Environment::new().function(made.expect("a function"));
    let Some(text) = text else {
        return environment;
    };
    environment.loader(move |kind, name| {
        let number = name
            .strip_prefix("m::f")
            .and_then(|number| number.parse().ok());
        Ok(match (kind, number) {
            (Definitions::Function, Some(at)) if at < end => Some(Source::new("f.pp", text(at))),
            (Definitions::Function, Some(_)) => {
                Some(Source::new("f.pp", format!("function {name}($x) {{ 1 }}")))
            }
            _ => None,
        })
    })
}

/// Evaluates a program. One that takes more than its terms ends with an internal error.
fn within(program: &Prepared, environment: &Environment, terms: Terms) -> Answer {
    let (answer, taken) = measured(|| {
        let budget = if deadline::is_set() {
            deadline::budget()
        } else {
            Budget::new().bounded(terms.limits)
        };
        timed(|| {
            let value = evaluate(program, environment, &budget)?;
            budget.finish()?;
            drop(value);
            Ok::<(), polycty::source::Error>(())
        })
    });
    if deadline::is_set() {
        return answer.map_err(|_| PCTY_ERROR_LIMIT);
    }
    let Taken { peak, time, .. } = taken;
    let most = terms.limits.bytes / 100 * PERCENT + LITTLE;
    if peak as u64 > most {
        explain(format!("{peak} bytes of {}", terms.limits.bytes));
        return Err(PCTY_ERROR_INTERNAL);
    }
    if time > terms.time {
        explain(format!("{time:?}, more than {:?}", terms.time));
        return Err(PCTY_ERROR_INTERNAL);
    }
    answer.map_err(|error| {
        explain(error.message().to_owned());
        match error.code() {
            Code::Limit => PCTY_ERROR_LIMIT,
            Code::Conversion => PCTY_ERROR_CONVERSION,
            Code::NotFound => PCTY_ERROR_NOT_FOUND,
            _ => PCTY_ERROR_DIAGNOSTICS,
        }
    })
}

/// Adds a case whose text is made by `make` from a size and the row's text.
fn add_row(
    cases: &mut Cases,
    name: String,
    n: usize,
    (make, terms): (impl Fn(usize) -> String + Send + 'static, Terms),
    expected: Expected,
) {
    let case = cases.add_growing(name, n, terms.growth, move |n| {
        let text = make(n);
        ready(move || {
            let source = Source::new("site.pp", text);
            let program = Prepared::manifest(source, Strict::Error, &Budget::standard())
                .map_err(|_| PCTY_ERROR_SYNTAX)?;
            within(&program, &environment(None, 0), terms)
        })
    });
    case.expect(expected);
}

pub fn add(cases: &mut Cases) {
    let endless = |kind: &'static str, body: &'static str| {
        move |n| program(n, &format!("Integer[1, 10000000].{kind} |$j| {{ {body} }}"))
    };
    for &(name, body) in DROPPED {
        let row = (endless("each", body), LOOP);
        add_row(cases, format!("puppet/cost/{name}"), 1_000, row, LIMIT);
        let row = (endless("each", body), DEADLINE);
        add_row(cases, format!("puppet/deadline/{name}"), 20_000, row, LIMIT);
    }
    for &(name, body) in KEPT {
        let row = (endless("map", body), LOOP);
        add_row(cases, format!("puppet/memory/{name}"), 500, row, LIMIT);
    }
    for &(name, body) in USED_UP {
        let terms = Terms {
            limits: Limits {
                bytes: BYTES / 8,
                ..LOOP.limits
            },
            growth: Growth::Ended,
            ..LOOP
        };
        let row = (endless("each", body), terms);
        add_row(cases, format!("puppet/used-up/{name}"), 2, row, LIMIT);
    }
    for &(name, body) in TREES {
        let row = (move |n| program(n, body), LOOP);
        add_row(cases, format!("puppet/memory/{name}"), 500, row, LIMIT);
    }
    for &(name, body) in RELEASED {
        let loops = move |n| program(1_000, &format!("Integer[1, {n}].each |$j| {{ {body} }}"));
        let terms = Terms {
            limits: Limits {
                steps: 16 * STEPS,
                bytes: 4 << 20,
                time: None,
            },
            time: 16 * TIME,
            ..LOOP
        };
        add_row(
            cases,
            format!("puppet/released/{name}"),
            100,
            (loops, terms),
            OK,
        );
    }
    for &(name, text) in LOADED {
        let case = cases.add_growing(
            format!("puppet/loaded/{name}"),
            // The type of a parameter is evaluated twice, so the steps double with each function.
            if name == "parameter-types" { 3 } else { 15 },
            Growth::Budgeted,
            move |n| {
                let source = Source::new("site.pp", format!("m::f0(1) # {}", " ".repeat(100 * n)));
                let program = Prepared::manifest(source, Strict::Error, &Budget::standard())
                    .map_err(|_| PCTY_ERROR_SYNTAX)?;
                let environment = environment(Some(text), n);
                ready(move || within(&program, &environment, LOOP))
            },
        );
        // 108 bodies fit the stack; lambdas, blocks and templates take more of it.
        case.expect(match name {
            "lambdas" | "sorts" | "templates" => limit_from(4),
            _ => limit_from(8),
        });
        // A loader that invents names has no last one.
        let case = cases.add_growing(
            format!("puppet/loaded-without-end/{name}"),
            1,
            Growth::Budgeted,
            move |n| {
                let source =
                    Source::new("site.pp", format!("m::f{n}(1) # {}", " ".repeat(100 * n)));
                let program = Prepared::manifest(source, Strict::Error, &Budget::standard())
                    .map_err(|_| PCTY_ERROR_SYNTAX)?;
                let environment = environment(Some(text), usize::MAX);
                ready(move || within(&program, &environment, LOOP))
            },
        );
        case.expect(LIMIT);
    }
}
