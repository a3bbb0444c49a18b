//! Services of editors whose answer is a product of two parts of a text: names, comments, calls and
//! completions that contain one another.

use super::services::{add_texts, alone, asked};
use crate::case::{Cases, Growth, Text, numbered, ready, repeated};
use crate::expected::{OK, always, limit_from};
use polycty::ffi::base::status::PCTY_ERROR_LIMIT;
use std::collections::BTreeMap;

const TERRAFORM: &[Text] = &[
    ("typed-name", 20_000, |n| {
        let all = numbered(|at| format!("variable \"v{at}\" {{}}"), "\n", 800);
        let name = "v".repeat(n);
        format!("{all}\noutput \"o\" {{\n  value = var.{name}|\n}}\n")
    }),
    ("comments-in-a-line", 4_000, |n| {
        format!("locals {{ {} }}\n|", repeated("/* */", " ", n))
    }),
    ("large-locals", 40, |n| {
        let members = numbered(|at| format!("a{at} = {at}"), ", ", n);
        let locals = numbered(|at| format!("  l{} = local.l{at}", at + 1), "\n", n);
        format!("locals {{\n  l0 = {{ {members} }}\n{locals}\n}}\n|")
    }),
];

const PUPPET: &[Text] = &[
    ("used-variables", 1_000, |n| {
        let all = numbered(|at| format!("  $v{at} = {at}"), "\n", n);
        let last = n - 1;
        let uses = repeated(&format!("$v{last}"), ", ", n);
        format!("class c {{\n{all}\n  notice($|v0, {uses})\n}}\n")
    }),
    ("deep-lineage", 300, |n| {
        let all = numbered(
            |at| format!("class c{} inherits c{at} {{ }}", at + 1),
            "\n",
            n,
        );
        let uses = repeated("$unknown_name", ", ", n);
        format!("class c0 {{ }}\n{all}\nclass d inherits c{n} {{ notice({uses}) }}\n|")
    }),
    ("parameters-of-a-call", 1_000, |n| {
        let all = numbered(|at| format!("$p{at}"), ", ", n);
        format!("function f({all}) {{ 1 }}\n$x = f(|1)\n")
    }),
    ("documented-parameters", 500, |n| {
        let texts = numbered(|at| format!("# @param p{at} Text."), "\n", n);
        let all = numbered(|at| format!("$p{at}"), ", ", n);
        format!("{texts}\nfunction f({all}) {{ 1 }}\n$x = f(|1)\n")
    }),
    ("calls-and-parameters", 500, |n| {
        let all = numbered(|at| format!("$p{at} = 1"), ", ", n);
        let calls = repeated("f(1, 2)", "\n", n);
        format!("function f({all}) {{ 1 }}\n{calls}\n|")
    }),
    ("attributes-and-parameters", 500, |n| {
        let parameters = numbered(|at| format!("Integer $p{at}"), ", ", n);
        let set = numbered(|at| format!("  p{at} => {at},"), "\n", n);
        format!("define d({parameters}) {{ }}\nd {{ 'a':\n{set}\n|\n}}\n")
    }),
    ("missing-parameters", 50, |n| {
        let parameters = numbered(|at| format!("Integer $p{at}"), ", ", n);
        let all = numbered(|at| format!("d {{ 'a{at}': }}"), "\n", n);
        format!("define d({parameters}) {{ }}\n{all}\n|")
    }),
    ("long-missing-parameter", 10_000, |n| {
        let name = "p".repeat(n);
        format!("define d(Integer $a, Integer ${name}) {{ }}\nd {{ 'a': }}\n|d\n")
    }),
    ("unknown-attributes", 500, |n| {
        let set = numbered(|at| format!("  x{at} => {at},"), "\n", n);
        format!("define d($p = 1) {{ }}\nd {{ '|a':\n{set}\n}}\n")
    }),
    ("long-type-name", 1_000, |n| {
        let bodies = numbered(|at| format!("'t{at}': a => 1"), "; ", 500);
        format!("{} {{ {bodies} }}\n|", "d".repeat(10 * n))
    }),
    ("long-class-name", 1_000, |n| {
        let inner = numbered(|at| format!("class c{at} {{ }}"), "\n", 500);
        format!("class {} {{\n{inner}\n}}\n|", "c".repeat(n))
    }),
    ("long-qualifier", 1_000, |n| {
        let name = "c".repeat(n);
        let all = numbered(|at| format!("  $v{at} = {at}"), "\n", 500);
        format!("class {name} {{\n{all}\n}}\n$x = ${name}::|\n")
    }),
    ("definitions-in-a-line", 1_000, |n| {
        numbered(|at| format!("class c{at} {{ }}"), " ", n) + "\n|"
    }),
    ("declarations-of-a-variable", 1_000, |n| {
        format!(
            "class c {{\n{}\n  notice($|v)\n}}\n",
            "  $v = $v\n".repeat(n)
        )
    }),
    ("brackets-in-a-line", 2_000, |n| {
        format!("$a = {}{}|\n", "[".repeat(n), "]".repeat(n))
    }),
    ("enumerations-in-a-text", 500, |n| {
        let text = "Enum[".repeat(n);
        format!("define d(Pattern['{text}'] $p) {{ }}\nd {{ 'a': p => |x }}\n")
    }),
];

const MCL: &[Text] = &[
    ("brackets-in-a-line", 2_000, |n| {
        format!("$a = {}{}|\n", "[".repeat(n), "]".repeat(n))
    }),
    ("same-parameter", 200, |n| {
        numbered(|at| format!("func f{at}($x) {{ $x }}"), "\n", n) + "\n$|w = 1\n"
    }),
    ("open-parentheses-and-calls", 1_000, |n| {
        let calls = repeated("f(1)", ", ", n);
        format!("$a = [{calls},]\n$b = {}|", "(".repeat(n))
    }),
    ("damaged-statements", 100, |n| {
        numbered(
            |at| format!("class v{at}($a) {{ include v{}($a) }}", at + 1),
            "\n",
            n,
        ) + "\n|"
    }),
    ("large-types", 30, |n| {
        let members = numbered(|at| format!("a{at} => {at}"), ", ", n);
        let all = numbered(|at| format!("$v{} = $v{at}", at + 1), "\n", n);
        format!("$v0 = struct{{{members},}}\n{all}\n$w = $|v0\n")
    }),
    ("parameters-of-a-call", 500, |n| {
        let all = numbered(|at| format!("$p{at}"), ", ", n);
        format!("func f({all}) {{ 1 }}\n$x = f(|1)\n")
    }),
];

/// Keys of data that no parameter has, and a manifest with as many uses.
fn unknown_keys(n: usize) -> (String, BTreeMap<String, String>) {
    let keys = numbered(|at| format!("c::k{at}: 1"), "\n", n);
    let uses = numbered(|at| format!("  notice($v{at})"), "\n", n);
    let manifest = format!("class c {{\n{uses}\n}}\n");
    let files = [
        (
            "/w/metadata.json".to_owned(),
            "{\"name\": \"a-c\"}".to_owned(),
        ),
        ("/w/manifests/init.pp".to_owned(), manifest),
    ];
    (keys + "\n|", files.into())
}

/// The parameters of a class with a long name as keys of data.
fn long_keys(n: usize) -> (String, BTreeMap<String, String>) {
    let name = "c".repeat(10 * n);
    let parameters = numbered(|at| format!("$p{at}"), ", ", 500);
    let manifest = format!("class {name}({parameters}) {{ }}\n");
    let files = [("/w/manifests/init.pp".to_owned(), manifest)];
    ("|".to_owned(), files.into())
}

/// A case with a document and other files.
type Files = (
    &'static str,
    usize,
    &'static str,
    fn(usize) -> (String, BTreeMap<String, String>),
);

const FILES: &[Files] = &[
    (
        "data/unknown-keys",
        500,
        "/w/data/common.yaml",
        unknown_keys,
    ),
    ("data/long-keys", 1_000, "/w/data/common.yaml", long_keys),
];

pub fn add(cases: &mut Cases) {
    add_texts(cases, "terraform", TERRAFORM, alone("/w/main.tf"));
    add_texts(cases, "puppet", PUPPET, alone("/w/manifests/init.pp"))
        .except(limit_from(8), "deep-lineage");
    add_texts(cases, "mcl", MCL, alone("/w/main.mcl"));
    // The bytes of the declarations end it, at the latest.
    let long = cases.add_growing("services/mcl/long-text", 200_000, Growth::Ended, |n| {
        let text = format!("{}|", repeated("$a = 1\n", "", n));
        ready(move || asked("/w/main.mcl", &text, BTreeMap::new()))
    });
    long.expect(always(PCTY_ERROR_LIMIT));
    for (name, n, path, make) in FILES {
        let prepare = move |n| {
            let (text, files) = make(n);
            ready(move || asked(path, &text, files))
        };
        let name = format!("services/{name}");
        cases.add(name, *n, prepare).expect(OK);
    }
}
