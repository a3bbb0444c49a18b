//! The functions of HCL's standard library, over arguments of any size.
//!
//! A row is an expression over variables whose size is n:
//!
//! - texts: `t`, `c` of combining characters, `lines`, `d` of digits, `f` a format with n directives,
//!   `csv`, `json`, `time`, and the pattern `dashes`;
//! - `num`, a number of n digits, and `b`, bytes;
//! - lists: `l` of texts, `ln` of numbers, `ll` of lists, `sets` of sets, and `objects`, a tuple of objects;
//! - `s` and `r`, sets that overlap, `m`, a map, `o`, an object.

use super::codecs::value_of_json;
use super::hcl::{parse, scope};
use crate::case::{Cases, Growth, numbered, ready, repeated};
use crate::expected::{OK, always, limit_from};
use crate::host::{Answer, make, run, text};
use polycty::ffi::base::status::PCTY_ERROR_DIAGNOSTICS;
use polycty::ffi::functions::stdlib::pcty_hcl_stdlib_bytes;
use polycty::ffi::hcl::expression::{PCTY_HCL_NATIVE, pcty_hcl_expression_evaluate};
use polycty::ffi::hcl::scope::{pcty_hcl_scope, pcty_hcl_scope_set_variable};
use polycty::ffi::values::value::*;

/// Function, first size, expression.
const CALLS: &[(&str, usize, &str)] = &[
    ("absolute", 5_000, "absolute(num)"),
    ("add", 5_000, "add(num, num)"),
    ("and", 5_000, "[for x in l: and(true, x == \"\")]"),
    ("assertnotnull", 5_000, "assertnotnull(l)"),
    ("byteslen", 50_000, "byteslen(b)"),
    ("bytesslice", 50_000, "bytesslice(b, 1, 2)"),
    ("ceil", 5_000, "ceil(num)"),
    ("chomp", 50_000, "chomp(lines)"),
    ("chunklist", 5_000, "chunklist(l, 1)"),
    ("coalesce", 2_000, "coalesce(l...)"),
    ("coalescelist", 2_000, "coalescelist(ll...)"),
    ("compact", 5_000, "compact(l)"),
    ("concat", 2_000, "concat(ll...)"),
    ("contains", 5_000, "contains(l, \"\")"),
    ("csvdecode", 5_000, "csvdecode(csv)"),
    ("distinct", 5_000, "distinct(l)"),
    ("divide", 5_000, "divide(num, 7)"),
    ("element", 5_000, "element(l, 1000000007)"),
    ("equal", 5_000, "equal(l, l)"),
    ("flatten", 2_000, "flatten([ll, ll])"),
    ("floor", 5_000, "floor(num)"),
    ("format", 1_000, "format(f, l...)"),
    (
        "formatdate",
        5_000,
        "formatdate(time, \"2020-01-01T00:00:00Z\")",
    ),
    ("formatlist", 2_000, "formatlist(\"%s-%s\", l, l)"),
    ("greaterthan", 5_000, "greaterthan(num, num)"),
    (
        "greaterthanorequalto",
        5_000,
        "greaterthanorequalto(num, num)",
    ),
    ("hasindex", 5_000, "hasindex(m, \"k\")"),
    ("indent", 5_000, "indent(2, lines)"),
    ("index", 5_000, "index(m, \"k1\")"),
    ("int", 5_000, "int(num)"),
    ("join", 2_000, "join(t, l)"),
    ("jsondecode", 5_000, "jsondecode(json)"),
    ("jsonencode", 5_000, "jsonencode(o)"),
    ("keys", 5_000, "keys(o)"),
    ("length", 50_000, "length(l)"),
    ("lessthan", 5_000, "lessthan(num, num)"),
    ("lessthanorequalto", 5_000, "lessthanorequalto(num, num)"),
    ("log", 5_000, "[for x in ln: log(x + 1, 10)]"),
    ("lookup", 5_000, "lookup(m, \"k\", \"\")"),
    ("lower", 20_000, "lower(c)"),
    ("max", 2_000, "max(ln...)"),
    ("merge", 500, "merge(objects...)"),
    ("min", 2_000, "min(ln...)"),
    ("modulo", 5_000, "modulo(num, 7)"),
    ("multiply", 5_000, "multiply(num, num)"),
    ("negate", 5_000, "negate(num)"),
    ("not", 5_000, "[for x in l: not(x == \"\")]"),
    ("notequal", 5_000, "notequal(l, l)"),
    ("or", 5_000, "[for x in l: or(true, x == \"\")]"),
    ("parseint", 2_000, "parseint(d, 10)"),
    ("pow", 500, "[for x in ln: pow(x, 3)]"),
    ("range", 100, "range(length(l))"),
    ("regex", 20_000, "regex(\"(a)+$\", t)"),
    ("regexall", 10_000, "regexall(\"a\", t)"),
    ("regexreplace", 10_000, "regexreplace(t, \"a\", \"bb\")"),
    ("replace", 20_000, "replace(t, \"a\", \"bb\")"),
    ("reverse", 20_000, "reverse(c)"),
    ("reverselist", 5_000, "reverselist(l)"),
    ("sethaselement", 5_000, "sethaselement(s, \"\")"),
    ("setintersection", 5_000, "setintersection(s, r)"),
    ("setproduct", 200, "setproduct(l, [1, 2, 3, 4])"),
    ("setsubtract", 5_000, "setsubtract(s, r)"),
    (
        "setsymmetricdifference",
        5_000,
        "setsymmetricdifference(s, r)",
    ),
    ("setunion", 5_000, "setunion(s, r)"),
    ("signum", 5_000, "[for x in ln: signum(x)]"),
    ("slice", 5_000, "slice(l, 1, length(l))"),
    ("sort", 5_000, "sort(l)"),
    ("split", 10_000, "split(\"a\", t)"),
    ("strlen", 20_000, "strlen(c)"),
    ("substr", 20_000, "substr(c, 1, -1)"),
    ("subtract", 5_000, "subtract(num, 1)"),
    (
        "timeadd",
        5_000,
        "timeadd(\"2020-01-01T00:00:00Z\", \"${join(\"\", [for x in l: \"1s\"])}\")",
    ),
    ("title", 20_000, "title(t)"),
    (
        "tobool",
        5_000,
        "[for x in l: tobool(x == \"\" ? \"true\" : \"false\")]",
    ),
    ("tolist", 5_000, "tolist(s)"),
    ("tomap", 5_000, "tomap(o)"),
    ("tonumber", 5_000, "tonumber(d)"),
    ("toset", 5_000, "toset(l)"),
    ("tostring", 5_000, "tostring(num)"),
    ("trim", 20_000, "trim(t, \"a\")"),
    ("trimprefix", 20_000, "trimprefix(t, t)"),
    ("trimspace", 20_000, "trimspace(lines)"),
    ("trimsuffix", 20_000, "trimsuffix(t, t)"),
    ("upper", 20_000, "upper(c)"),
    ("values", 5_000, "values(o)"),
    ("zipmap", 5_000, "zipmap(l, l)"),
];

/// Other calls: name, first size, expression.
const MORE: &[(&str, usize, &str)] = &[
    ("arguments-of-setunion", 1_000, "setunion(sets...)"),
    (
        "arguments-of-setintersection",
        1_000,
        "setintersection(sets...)",
    ),
    (
        "arguments-of-setsymmetricdifference",
        1_000,
        "setsymmetricdifference(sets...)",
    ),
    ("arguments-of-setproduct", 100, "setproduct(sets...)"),
    ("product-of-texts", 100, "setproduct([t], l)"),
    ("merge-of-maps", 500, "merge([for x in l: m]...)"),
    ("trim-of-many", 2_000, "trim(t, join(\"\", l))"),
    ("replace-nothing", 4_000, "replace(t, \"\", t)"),
    ("replace-by-much", 1_000, "replace(t, \"a\", t)"),
    ("indent-by-much", 500, "indent(length(l), lines)"),
    (
        "join-of-joins",
        500,
        "join(t, [for x in l: join(t, [x, x])])",
    ),
    ("format-width", 500, "format(\"%65000s\", join(\"\", l))"),
    ("format-widths", 500, "formatlist(\"%9999s\", l)"),
    ("format-verbs", 2_000, "format(\"%#v\", o)"),
    ("long-pattern", 20_000, "regexall(t, \"a\")"),
    ("pattern-of-groups", 20, "regexall(\"(${dashes})\", \"a\")"),
    (
        "compiled-again-and-again",
        8,
        "[for x in l: regexall(\"(?i)[\\\\pL\\\\pN]{10}${x}\", \"a\")]",
    ),
    ("lookahead-pattern", 2_000, "regexreplace(t, \"a*b\", \"\")"),
    (
        "distinct-of-objects",
        1_000,
        "distinct([for x in l: {a = x, b = [x]}])",
    ),
    (
        "contains-of-objects",
        1_000,
        "contains([for x in l: {a = x}], {a = \"\"})",
    ),
    (
        "flatten-deep",
        10,
        "flatten([for x in ll: [for y in ll: x]])",
    ),
    ("jsondecode-deep", 15, "[for x in l: jsondecode(nest)]"),
    (
        "jsonencode-again",
        6,
        "jsonencode(jsonencode(jsonencode(json)))",
    ),
    ("csv-one-line", 5_000, "csvdecode(join(\",\", l))"),
    ("zipmap-one-key", 2_000, "zipmap([for x in l: \"a\"], l)"),
    ("tonumber-of-text", 10_000, "tonumber(t)"),
    ("timeadd-of-text", 10_000, "timeadd(t, t)"),
    ("parseint-base", 2_000, "parseint(d, 62)"),
    ("power-of-power", 500, "[for x in ln: pow(pow(x, 2), 3)]"),
    ("chunks", 2_000, "[for x in chunklist(l, 3): x[0]]"),
    (
        "name-as-variable",
        5_000,
        "[for x in [{(t) = 1}]: length([for y in l: [for k, v in x: k]])]",
    ),
    (
        "name-as-key",
        5_000,
        "[for x in [{(t) = 1}]: length([for y in l: keys(x)])]",
    ),
    (
        "name-of-merged",
        5_000,
        "[for x in [tomap({(t) = 1})]: length([for y in l: merge(x, {a = 1})])]",
    ),
    (
        "name-looked-up",
        5_000,
        "[for x in [{(t) = 1}]: length([for y in l: x[t]])]",
    ),
    ("name-gathered", 5_000, "{for y in l: t => y...}"),
    (
        "text-in-a-message",
        2_000,
        "length([for y in l: can(formatdate(\"Y\", t))])",
    ),
];

pub fn add(cases: &mut Cases) {
    for (kind, table) in [("call", CALLS), ("more", MORE)] {
        for &(name, n, expression) in table {
            // The result has n times n parts.
            let growth = match name {
                "join" | "join-of-joins" | "replace-by-much" | "replace-nothing"
                | "indent-by-much" | "merge-of-maps" | "product-of-texts" | "flatten-deep"
                | "trim-of-many" | "jsonencode-again" | "name-as-variable" | "name-as-key"
                | "name-of-merged" | "name-looked-up" | "name-gathered" | "text-in-a-message"
                // Division and conversion of numbers of n digits.
                | "jsondecode-deep" | "divide" | "modulo" | "multiply" | "parseint" | "tostring" => {
                    Growth::Square
                }
                _ => Growth::Linear,
            };
            let expected = match name {
                // The result is larger than a text or a call may be.
                "join" => limit_from(8),
                "text-in-a-message" | "merge-of-maps" | "replace-nothing" | "long-pattern" => {
                    limit_from(4)
                }
                "compiled-again-and-again"
                | "name-as-variable"
                | "name-as-key"
                | "name-looked-up"
                | "name-gathered" => limit_from(4),
                "name-of-merged" => limit_from(2),
                // The text is shown in the message.
                "tonumber-of-text" | "timeadd-of-text" => always(PCTY_ERROR_DIAGNOSTICS),
                _ => OK,
            };
            let case = cases.add_growing(format!("hcl/{kind}/{name}"), n, growth, move |n| {
                let scope = variables(n, expression)?;
                let expression = parse(expression, PCTY_HCL_NATIVE)?;
                ready(move || {
                    make(|out, error| {
                        pcty_hcl_expression_evaluate(
                            Some(&expression),
                            Some(&scope),
                            out,
                            None,
                            error,
                        )
                    })
                    .map(drop)
                })
            });
            case.expect(expected);
        }
    }
}

/// The functions without a row.
pub fn uncovered() -> impl Iterator<Item = &'static str> {
    let all = polycty::dialect::hcl::functions::standard_functions();
    let names = all.iter().map(|standard| standard.name());
    names.filter(|name| CALLS.iter().all(|(row, ..)| row != name))
}

/// A scope with the variables that an expression names.
fn variables(n: usize, expression: &str) -> Answer<Box<pcty_hcl_scope>> {
    let mut scope = scope()?;
    let quoted = |text: String| format!("\"{text}\"");
    let list = |item: &dyn Fn(usize) -> String| format!("[{}]", numbered(item, ",", n));
    let jsons: [(&str, &dyn Fn() -> String); 19] = [
        ("t", &|| quoted("a".repeat(n))),
        ("c", &|| quoted("e\u{301}".repeat(n))),
        ("lines", &|| quoted("a\\n".repeat(n))),
        ("d", &|| quoted("7".repeat(n))),
        ("num", &|| quoted("7".repeat(n))),
        ("f", &|| quoted("%s".repeat(n))),
        ("csv", &|| quoted(format!("a,b\\n{}", "1,2\\n".repeat(n)))),
        ("json", &|| quoted(format!("[{}]", repeated("1", ",", n)))),
        ("nest", &|| {
            quoted(format!("{}{}", "[".repeat(n), "]".repeat(n)))
        }),
        ("time", &|| quoted("YYYY-MM-".repeat(n))),
        ("dashes", &|| quoted("(a|b)".repeat(n))),
        ("l", &|| list(&|at| format!("\"k{at}\""))),
        ("ln", &|| list(&|at| at.to_string())),
        ("ll", &|| list(&|at| format!("[\"k{at}\"]"))),
        ("objects", &|| list(&|at| format!("{{\"k{at}\":1}}"))),
        ("o", &|| {
            format!("{{{}}}", numbered(|at| format!("\"k{at}\":\"v\""), ",", n))
        }),
        ("s", &|| list(&|at| format!("\"k{at}\""))),
        ("r", &|| list(&|at| format!("\"k{}\"", 2 * at))),
        ("m", &|| {
            format!("{{{}}}", numbered(|at| format!("\"k{at}\":\"v\""), ",", n))
        }),
    ];
    for (name, json) in jsons {
        if names(expression, name) {
            set(&mut scope, name, &*value_of_json(&json())?)?;
        }
    }
    // Collections: JSON implies tuples and objects.
    for (name, converted) in [
        ("l", "tolist(l)"),
        ("ln", "tolist(ln)"),
        ("ll", "tolist([for x in ll: tolist(x)])"),
        ("s", "toset(s)"),
        ("r", "toset(r)"),
        ("m", "tomap(m)"),
    ] {
        if names(expression, name) {
            replace(&mut scope, name, converted)?;
        }
    }
    // Functions of numbers are called with whole numbers of n digits; JSON has numbers of 512 bits.
    if names(expression, "num") {
        replace(&mut scope, "num", "parseint(num, 10)")?;
    }
    if names(expression, "sets") {
        let sets = value_of_json(&list(&|at| format!("[\"k{at}\"]")))?;
        set(&mut scope, "sets", &sets)?;
        replace(&mut scope, "sets", "[for x in sets: toset(x)]")?;
    }
    if names(expression, "b") {
        let bytes = vec![7u8; n];
        // SAFETY: as many bytes as stated.
        let value =
            make(|out, error| unsafe { pcty_hcl_stdlib_bytes(bytes.as_ptr(), n, out, error) })?;
        set(&mut scope, "b", &value)?;
    }
    Ok(scope)
}

/// Whether an expression names a variable.
fn names(expression: &str, name: &str) -> bool {
    let mut words = expression.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| word == name)
}

fn set(scope: &mut pcty_hcl_scope, name: &str, value: &pcty_value) -> Answer {
    // SAFETY: both handles live.
    run(|error| unsafe { pcty_hcl_scope_set_variable(scope, text(name), value, error) })
}

fn replace(scope: &mut pcty_hcl_scope, name: &str, expression: &str) -> Answer {
    let expression = parse(expression, PCTY_HCL_NATIVE)?;
    let value = make(|out, error| {
        pcty_hcl_expression_evaluate(Some(&expression), Some(scope), out, None, error)
    })?;
    set(scope, name, &value)
}
