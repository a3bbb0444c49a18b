//! Calls in nested loops whose cost is that of their arguments: expansion, texts that are not in
//! normal form C, encodings that search tables, random bytes, messages that quote an argument.
//!
//! Each expression runs in a loop of 2^20. Its input has n elements or characters, so all of them
//! must reach the limit, and the suite checks the time that it takes.

use super::hcl::{evaluate, with_functions};
use super::terraform::module;
use crate::case::{Cases, Growth, numbered, ready};
use crate::expected::LIMIT;

/// A call inside of two loops. `l` is a list of n numbers, `s` a list of n lists of a text, `o` a
/// list of n objects, and `c` a text of n characters with combining marks.
fn looped(n: usize, call: &str) -> String {
    let numbers = numbered(|at| at.to_string(), ",", n);
    let lists = numbered(|at| format!("[\"k{at}\"]"), ",", n);
    let objects = numbered(|at| format!("{{k{at}=1}}"), ",", n);
    let marks = "x\u{301}".repeat(n);
    let loops = format!("[for i in range(1024): [for j in range(1024): {call}]]");
    let uses = |name: &str| call.contains(name);
    match () {
        () if uses("(l...)") => format!("[for l in [[{numbers}]]: {loops}]"),
        () if uses("s...") => format!("[for s in [[{lists}]]: {loops}]"),
        () if uses("(o...)") => format!("[for o in [[{objects}]]: {loops}]"),
        () => format!("[for c in [\"{marks}\"]: {loops}]"),
    }
}

/// Calls of the standard library.
const CALLS: &[(&str, &str)] = &[
    ("max", "max(l...)"),
    ("min", "min(l...)"),
    ("concat", "concat(s...)"),
    ("merge", "merge(o...)"),
    ("setunion", "setunion(s...)"),
    ("setintersection", "setintersection(s...)"),
    ("coalesce", "coalesce(l...)"),
    ("coalescelist", "coalescelist(s...)"),
    ("join", "join(\",\", s...)"),
    ("template", "\"${c}${c}\""),
    ("upper", "upper(c)"),
    ("split", "split(\"x\", c)"),
    ("reverse", "reverse(c)"),
    ("substr", "substr(c, 1, 1)"),
    ("lookup", "lookup({}, c, 1)"),
    ("tonumber", "tonumber(c) == 1"),
];

/// Calls of Terraform's functions.
const TERRAFORM: &[(&str, &str)] = &[
    ("try", "try(l...)"),
    ("setproduct-that-fails", "try(setproduct(s...), 1)"),
    ("lookup-that-fails", "can(lookup({}, c))"),
    (
        "encode-big5",
        "can(textencodebase64(\"\u{4e2d}${c}\", \"big5\"))",
    ),
    (
        "encode-gbk",
        "can(textencodebase64(\"\u{4e2d}${c}\", \"gbk\"))",
    ),
    (
        "encode-euc-kr",
        "can(textencodebase64(\"\u{4e2d}${c}\", \"euc-kr\"))",
    ),
    (
        "encode-shift-jis",
        "can(textencodebase64(\"\u{4e2d}${c}\", \"shift_jis\"))",
    ),
    ("uuid", "\"${uuid()}${length(c)}\""),
    ("bcrypt", "bcrypt(substr(c, 0, 8))"),
    ("startswith", "startswith(c, c)"),
];

pub fn add(cases: &mut Cases) {
    for &(name, call) in CALLS {
        let name = format!("hcl/calls-in-loops/{name}");
        let case = cases.add_growing(name, 1_000, Growth::Budgeted, move |n| {
            let text = looped(n, call);
            ready(move || evaluate(&text))
        });
        case.expect(LIMIT);
    }
    let case = cases.add_growing(
        "hcl/calls-in-loops/variadic",
        1_000,
        Growth::Budgeted,
        |n| {
            let functions = "function \"f\" {\nparams = []\nvariadic_param = rest\nresult = 1\n}\n";
            let text = looped(n, "f(l...)");
            ready(move || with_functions(functions, &text))
        },
    );
    case.expect(LIMIT);
    for &(name, call) in TERRAFORM {
        let name = format!("terraform/calls-in-loops/{name}");
        let case = cases.add_growing(name, 1_000, Growth::Budgeted, move |n| {
            let text = looped(n, call);
            let text = format!("output \"o\" {{\n  value = {text}\n}}\n");
            ready(move || module(&text))
        });
        case.expect(LIMIT);
    }
}
