//! Deadlines: work that would take seconds or hours, with a time limit alone.
//!
//! Each case has 250 ms, any number of steps, and the default bytes. It has to end by the deadline, and
//! within half a second of CPU time. Only then it counts as ended by the limit. The cases are
//! expressions of HCL, outputs of Terraform, and programs of mcl that loop over one function.
//! The cases of Puppet are in [`super::puppet_costs`].

use super::hcl::{parse, scope};
use super::mcl_language::ran;
use super::terraform::module;
use crate::case::{Cases, Growth, ready};
use crate::expected::LIMIT;
use crate::host::{Answer, explain, last_message, make, run};
use crate::measure::measured;
use polycty::ffi::base::budget::*;
use polycty::ffi::base::status::{PCTY_ERROR_INTERNAL, PCTY_ERROR_LIMIT};
use polycty::ffi::hcl::expression::{PCTY_HCL_NATIVE, pcty_hcl_expression_evaluate};
use std::time::Duration;

/// The time limit of a call, in microseconds.
const MICROSECONDS: u64 = 250_000;

/// The CPU time after which a call has to have ended; an unoptimized build gets more.
const MOST: Duration = Duration::from_millis(if cfg!(debug_assertions) { 3_000 } else { 500 });

/// A name, a value that is bound to `v`, and an expression of it that is evaluated 2^20 times.
const HCL: &[(&str, &str, &str)] = &[
    (
        "max",
        "flatten([for i in range(N): range(1000)])",
        "max(v...)",
    ),
    (
        "min",
        "flatten([for i in range(N): range(1000)])",
        "min(v...)",
    ),
    ("concat", "[for i in range(N * 100): [i]]", "concat(v...)"),
    (
        "merge",
        "[for i in range(N * 100): {\"k${i}\" = i}]",
        "merge(v...)",
    ),
    (
        "setproduct-that-fails",
        "[for i in range(N * 20): [1, 2]]",
        "try(setproduct(v...), 1)",
    ),
    ("setproduct", "range(N * 40)", "setproduct(v, v)"),
    (
        "setunion",
        "[for i in range(N * 100): [i]]",
        "setunion(v...)",
    ),
    (
        "setintersection",
        "[for i in range(N * 100): range(100)]",
        "setintersection(v...)",
    ),
    (
        "coalesce",
        "[for i in range(N * 100): null]",
        "try(coalesce(v...), 1)",
    ),
    (
        "template-of-marks",
        "join(\"\", [for i in range(N * 100): \"x\\u0323\\u0301\"])",
        "\"${v}${v}\"",
    ),
    (
        "template-of-cluster",
        "\"a${join(\"\", [for i in range(N * 100): \"\\u0323\\u0301\"])}\"",
        "\"${v}${v}\"",
    ),
    (
        "upper",
        "join(\"\", [for i in range(N * 100): \"\\u01f0\"])",
        "upper(v)",
    ),
    (
        "strrev",
        "join(\"\", [for i in range(N * 100): \"e\\u0301\"])",
        "strrev(v)",
    ),
    (
        "format",
        "join(\"\", [for i in range(N * 100): \"\\u00e9\"])",
        "format(\"%q\", v)",
    ),
    (
        "join",
        "[for i in range(N * 100): \"k${i}\"]",
        "join(\",\", v)",
    ),
    ("sort", "[for i in range(N * 100): \"k${i}\"]", "sort(v)"),
    (
        "distinct",
        "[for i in range(N * 100): \"k${i}\"]",
        "distinct(v)",
    ),
    (
        "jsonencode",
        "[for i in range(N * 100): {a = i}]",
        "jsonencode(v)",
    ),
    (
        "jsondecode",
        "jsonencode([for i in range(N * 100): {a = i}])",
        "jsondecode(v)",
    ),
    ("equal", "[for i in range(N * 100): [i]]", "v == v"),
    (
        "conditional",
        "[for i in range(N * 100): [i]]",
        "false ? v : tolist([])",
    ),
    ("splat", "[for i in range(N * 100): {a = i}]", "v[*].a"),
    (
        "regexp",
        "join(\"\", [for i in range(N * 100): \"a\"])",
        "try(regex(\"a*b\", v), 1)",
    ),
];

/// The same with functions of Terraform, in an output.
const TERRAFORM: &[(&str, &str, &str)] = &[
    (
        "textencodebase64",
        "join(\"\", [for i in range(N * 100): \"\\u6f22\"])",
        "textencodebase64(v, \"big5\")",
    ),
    (
        "textdecodebase64",
        "textencodebase64(join(\"\", [for i in range(N * 100): \"\\u6f22\"]), \"big5\")",
        "textdecodebase64(v, \"big5\")",
    ),
    (
        "max",
        "flatten([for i in range(N): range(1000)])",
        "max(v...)",
    ),
    (
        "setproduct-that-fails",
        "[for i in range(N * 20): [1, 2]]",
        "try(setproduct(v...), 1)",
    ),
    (
        "template-of-marks",
        "join(\"\", [for i in range(N * 100): \"x\\u0323\\u0301\"])",
        "\"${v}${v}\"",
    ),
    (
        "sha512",
        "join(\"\", [for i in range(N * 100): \"abcdef\"])",
        "sha512(v)",
    ),
    (
        "base64gzip",
        "join(\"\", [for i in range(N * 100): \"abcdef\"])",
        "base64gzip(v)",
    ),
    (
        "yamlencode",
        "[for i in range(N * 100): {a = i}]",
        "yamlencode(v)",
    ),
    (
        "yamldecode",
        "yamlencode([for i in range(N * 20): {a = i}])",
        "yamldecode(v)",
    ),
    (
        "csvdecode",
        "join(\"\\n\", [for i in range(N * 100): \"a,b\"])",
        "csvdecode(v)",
    ),
    (
        "transpose",
        "{for i in range(N * 100): \"k${i}\" => [\"a\"]}",
        "transpose(v)",
    ),
    (
        "cidrsubnets",
        "[for i in range(N * 20): 8]",
        "try(cidrsubnets(\"fd00::/8\", v...), 1)",
    ),
    ("uuid", "1", "uuid()"),
];

/// Statements before the loop that bind `$v`, and an expression of it, in mcl.
const MCL: &[(&str, &str, &str)] = &[
    ("to_upper", TEXT, "golang.strings.to_upper($u)"),
    ("equal_fold", TEXT, "golang.strings.equal_fold($u, $v)"),
    ("can_backquote", TEXT, "golang.strconv.can_backquote($u)"),
    ("path-dir", TEXT, "golang.path.dir($u)"),
    ("printf", TEXT, "fmt.printf(\"%q\", $u)"),
    ("split", TEXT, "strings.split($u, \"b\")"),
    (
        "replace-all",
        TEXT,
        "golang.strings.replace_all($u, \"b\", \"cd\")",
    ),
    ("concat", TEXT, "$u + $v"),
    ("equal-lists", LIST, "$u == $v"),
    ("equal-structs", LIST, "struct{a => $u} == struct{a => $v}"),
    ("map", LIST, "len(iter.map($u, func($x) { $x + 1 }))"),
    ("failures", TEXT, "convert.str_to_int($u) <|> 1"),
];

/// A text of 40,000 bytes a size.
const TEXT: &str = "$v = \"TEXT\"\n";

/// A list of 10,000 numbers a size.
const LIST: &str = "$v = iter.range(N0000)\n";

/// Does work within the time limit. If it ends otherwise, or late, the error is internal.
fn within(work: impl FnOnce() -> Answer) -> Answer {
    let limits = pcty_limits {
        struct_size: size_of::<pcty_limits>() as u32,
        steps: u64::MAX,
        bytes: 1 << 28,
        microseconds: MICROSECONDS,
    };
    // SAFETY: the limits are as large as they state.
    let budget = make(|out, error| unsafe { pcty_budget_new(&raw const limits, out, error) })?;
    run(|error| pcty_budget_enter(Some(&budget), error))?;
    let (answer, taken) = measured(work);
    let message = last_message();
    run(|error| pcty_budget_leave(Some(&budget), error))?;
    explain(message.clone());
    if taken.time > MOST {
        explain(format!("{:?}, more than {MOST:?}", taken.time));
        return Err(PCTY_ERROR_INTERNAL);
    }
    if answer == Err(PCTY_ERROR_LIMIT) && !message.contains("time") {
        return Err(PCTY_ERROR_INTERNAL);
    }
    answer
}

/// Adds a case that ends by the deadline at all sizes.
fn add_case(
    cases: &mut Cases,
    name: String,
    n: usize,
    make: impl Fn(usize) -> String + Send + 'static,
    work: fn(&str) -> Answer,
) {
    let case = cases.add_growing(name, n, Growth::Ended, move |n| {
        let text = make(n);
        ready(move || within(|| work(&text)))
    });
    case.expect(LIMIT);
}

fn looped(value: &str, body: &str, n: usize) -> String {
    let value = value.replace('N', &n.to_string());
    format!(
        "[for v in [{value}]: [for i in range(1024): length([for j in range(1024): length([{body}])])]]"
    )
}

fn evaluated(expression: &str) -> Answer {
    let scope = scope()?;
    let expression = parse(expression, PCTY_HCL_NATIVE)?;
    make(|out, error| {
        pcty_hcl_expression_evaluate(Some(&expression), Some(&scope), out, None, error)
    })
    .map(drop)
}

/// A program of mcl that evaluates an expression 1,000,000 times.
fn mcl_looped(bound: &str, body: &str, n: usize) -> String {
    let bound = bound.replace('N', &n.to_string());
    let bound = bound.replace("TEXT", &"aBc/".repeat(10_000 * n));
    let imports = "import \"convert\"\nimport \"strings\"\nimport \"golang/strings\" as gostrings\n\
                   import \"golang/strconv\"\nimport \"golang/path\"\n";
    let body = body
        .replace("golang.strings", "gostrings")
        .replace("golang.", "");
    format!(
        "{imports}{bound}$l = iter.map(iter.range(1000), func($i) {{\n\tlen(iter.map(iter.range(1000), \
         func($j) {{\n\t\tfunc($u) {{ {body} }}($v)\n\t}}))\n}})\nt \"a\" {{ x => len($l), }}\n"
    )
}

pub fn add(cases: &mut Cases) {
    for &(name, bound, body) in MCL {
        let name = format!("mcl/deadline/{name}");
        let text = move |n| mcl_looped(bound, body, n);
        add_case(cases, name, 1, text, |program| ran(program, 1));
    }
    for &(name, value, body) in HCL {
        let name = format!("hcl/deadline/{name}");
        add_case(cases, name, 1, move |n| looped(value, body, n), evaluated);
    }
    for &(name, value, body) in TERRAFORM {
        let name = format!("terraform/deadline/{name}");
        let text = move |n| {
            format!(
                "output \"a\" {{\n  value = {}\n}}\n",
                looped(value, body, n)
            )
        };
        add_case(cases, name, 1, text, module);
    }
}
