//! Puppet's functions, over arguments of any size.
//!
//! A row is an expression over variables whose size is n:
//!
//! - texts: `t`, `c` of commas, `d` of digits, `f` a format with n directives, `p` numbers with dots,
//!   `q` names with dots, `u` names with underscores;
//! - `l`, an array of integers, `s`, an array of texts, and `h`, a hash.

use super::puppet_programs::evaluated;
use crate::case::{Cases, Growth, ready, repeated};
use crate::expected::{Expected, OK, always};
use polycty::dialect::puppet::function_names;
use polycty::ffi::base::status::*;
use polycty::ffi::puppet::notation::PCTY_PUPPET_CURRENT;

/// Function, first size, expression.
const CALLS: &[(&str, usize, &str)] = &[
    ("abs", 5_000, "$l.map |$x| { abs($x) }"),
    ("alert", 5_000, "alert($s)"),
    ("all", 5_000, "all($l) |$x| { $x > 0 }"),
    (
        "annotate",
        2_000,
        "$l.each |$x| { annotate(Annotation, [$x], {}) }",
    ),
    ("any", 5_000, "any($l) |$x| { $x < 0 }"),
    ("assert_type", 2_000, "assert_type(Array[Integer], $l)"),
    ("binary_file", 20_000, "binary_file($t)"),
    ("break", 2_000, "$l.map |$x| { [1].each |$y| { break() } }"),
    ("call", 2_000, "call('flatten', $l, $s)"),
    ("camelcase", 20_000, "camelcase($u)"),
    ("capitalize", 5_000, "capitalize($s)"),
    ("ceiling", 5_000, "$l.map |$x| { ceiling($x) }"),
    ("chomp", 5_000, "chomp($s)"),
    ("chop", 5_000, "chop($s)"),
    ("compare", 20_000, "compare($t, $d)"),
    ("contain", 5_000, "contain($s)"),
    (
        "convert_to",
        5_000,
        "convert_to($l.map |$x| { [$x, $x] }, Hash)",
    ),
    ("create_resources", 2_000, "create_resources('notify', $h)"),
    ("crit", 5_000, "crit($s)"),
    ("debug", 5_000, "debug($s)"),
    ("defined", 5_000, "defined($t)"),
    ("dig", 2_000, "dig({ a => $l }, 'a', 0)"),
    ("digest", 20_000, "digest($t)"),
    ("downcase", 5_000, "downcase($s)"),
    ("each", 5_000, "$h.each |$k, $v| { $v }"),
    ("emerg", 5_000, "emerg($s)"),
    ("empty", 5_000, "empty($l)"),
    ("epp", 5_000, "epp($t)"),
    ("err", 5_000, "err($s)"),
    ("eyaml_lookup_key", 5_000, "eyaml_lookup_key($t, $h)"),
    ("fail", 5_000, "fail($s)"),
    ("file", 20_000, "file($t)"),
    ("filter", 5_000, "$h.filter |$k, $v| { $v > 3 }"),
    ("find_file", 5_000, "find_file($s)"),
    ("find_template", 5_000, "find_template($s)"),
    ("flatten", 5_000, "flatten($l, $s)"),
    ("floor", 5_000, "$l.map |$x| { floor($x) }"),
    ("fqdn_rand", 5_000, "fqdn_rand(10, $t)"),
    ("generate", 5_000, "generate('/bin/true', $t)"),
    ("get", 5_000, "get($h, $q, 1)"),
    ("getvar", 5_000, "getvar($q, 1)"),
    ("group_by", 5_000, "$l.group_by |$x| { $x }"),
    ("hiera", 5_000, "hiera($t)"),
    ("hiera_array", 5_000, "hiera_array($t)"),
    ("hiera_hash", 5_000, "hiera_hash($t)"),
    ("hiera_include", 5_000, "hiera_include($t)"),
    ("hocon_data", 5_000, "hocon_data($h)"),
    ("import", 5_000, "import($t)"),
    ("include", 5_000, "include($s)"),
    ("index", 5_000, "index($l, -1)"),
    ("info", 5_000, "info($s)"),
    ("inline_epp", 2_000, "inline_epp($t, $h)"),
    ("inline_template", 5_000, "inline_template($t)"),
    ("join", 5_000, "join($s, ',')"),
    ("json_data", 5_000, "json_data($h)"),
    ("keys", 5_000, "keys($h)"),
    ("length", 20_000, "length($t)"),
    ("lest", 5_000, "$l.map |$x| { undef.lest || { $x } }"),
    ("lookup", 5_000, "lookup($s)"),
    ("lstrip", 5_000, "lstrip($s)"),
    ("map", 5_000, "$h.map |$k, $v| { [$v, $k] }"),
    ("match", 5_000, "match($s, /k(.*)/)"),
    ("max", 5_000, "max($l)"),
    ("md5", 20_000, "md5($t)"),
    ("min", 5_000, "min($l)"),
    ("module_directory", 5_000, "module_directory($s)"),
    ("new", 5_000, "new(String, $l)"),
    ("next", 5_000, "$l.map |$x| { next($x) }"),
    ("notice", 5_000, "notice($s)"),
    ("partition", 5_000, "$l.partition |$x| { $x > 3 }"),
    ("realize", 5_000, "realize($t)"),
    ("reduce", 5_000, "$l.reduce |$a, $b| { $a + $b }"),
    ("regsubst", 5_000, "regsubst($s, 'k', 'x', 'G')"),
    ("require", 5_000, "require($s)"),
    (
        "return",
        2_000,
        "function r($l) { $l.map |$x| { return($x) } } r($l)",
    ),
    ("reverse_each", 5_000, "$l.reverse_each |$x| { $x }"),
    ("round", 5_000, "$l.map |$x| { round($x) }"),
    ("rstrip", 5_000, "rstrip($s)"),
    ("scanf", 2_000, "scanf($d, $f)"),
    ("sha1", 20_000, "sha1($t)"),
    ("sha256", 20_000, "sha256($t)"),
    ("shellquote", 5_000, "shellquote($s)"),
    ("size", 5_000, "size($h)"),
    ("slice", 5_000, "$h.slice(2) |$x| { $x }"),
    ("sort", 5_000, "sort($s) |$a, $b| { compare($b, $a) }"),
    ("split", 5_000, "split($c, /,/)"),
    ("sprintf", 5_000, "sprintf($f, *$l)"),
    ("step", 5_000, "Array($l.step(2))"),
    ("strftime", 1_000, "strftime(Timestamp(0), $f)"),
    ("strip", 5_000, "strip($s)"),
    ("tag", 5_000, "tag($s)"),
    ("tagged", 5_000, "tagged($t)"),
    ("template", 5_000, "template($t)"),
    ("then", 5_000, "$l.map |$x| { $x.then |$y| { $y } }"),
    ("tree_each", 5_000, "$l.tree_each |$x| { $x }"),
    ("type", 2_000, "type($h)"),
    ("unique", 5_000, "unique($h)"),
    ("unwrap", 5_000, "unwrap(Sensitive($l))"),
    ("upcase", 5_000, "upcase($s)"),
    ("values", 5_000, "values($h)"),
    ("versioncmp", 20_000, "versioncmp($p, $d)"),
    ("warning", 5_000, "warning($s)"),
    ("with", 5_000, "with(*$l) |*$x| { $x }"),
    ("yaml_data", 5_000, "yaml_data($h)"),
];

/// The functions without a row.
pub fn uncovered() -> impl Iterator<Item = &'static str> {
    function_names().filter(|name| CALLS.iter().all(|(row, ..)| row != name))
}

/// A program that defines the variables of an expression and evaluates it.
fn program(n: usize, expression: &str) -> String {
    format!(
        "$t = '{}' $c = '{}' $d = '{}' $f = '{}' $p = '{}' $q = '{}' $u = '{}'
         $l = Array(Integer[1, {n}])
         $s = $l.map |$x| {{ \"k${{x}} \" }}
         $h = Hash($l.map |$x| {{ [\"k${{x}}\", $x] }})
         {expression}",
        "a".repeat(n),
        ",".repeat(n),
        "7".repeat(n),
        "%d".repeat(n),
        repeated("1", ".", n),
        repeated("b", ".", n),
        repeated("a", "_", n),
    )
}

pub fn add(cases: &mut Cases) {
    for &(name, n, expression) in CALLS {
        let case = cases.add_growing(
            format!("puppet/function/{name}"),
            n,
            Growth::Linear,
            move |n| {
                let program = program(n, expression);
                ready(move || evaluated(&program, PCTY_PUPPET_CURRENT))
            },
        );
        case.expect(expected(name));
    }
}

/// The status of a function's call.
fn expected(name: &str) -> Expected {
    match name {
        // The function asks the host, and there is none.
        "binary_file" | "file" | "find_file" | "find_template" | "generate" | "hiera"
        | "hiera_array" | "hiera_hash" | "hiera_include" | "lookup" | "module_directory" => {
            always(PCTY_ERROR_UNSUPPORTED)
        }
        // The function compiles a catalog.
        "contain" | "create_resources" | "include" | "realize" | "require" | "tag" | "tagged" => {
            always(PCTY_ERROR_UNSUPPORTED)
        }
        // Puppet has removed it.
        "import" => always(PCTY_ERROR_UNSUPPORTED),
        // There are no templates, no facts, and no keys.
        "epp" | "template" | "inline_template" | "fqdn_rand" | "eyaml_lookup_key" => {
            always(PCTY_ERROR_DIAGNOSTICS)
        }
        // The message is the argument.
        "fail" => always(PCTY_ERROR_DIAGNOSTICS),
        // Only `lookup` has the context that these need.
        "hocon_data" | "json_data" | "yaml_data" => always(PCTY_ERROR_TYPE),
        _ => OK,
    }
}
