//! Puppet's language: reading, validating and outlining manifests and templates.
//!
//! Texts that nest, and texts that are long, in each notation.

use crate::case::{Cases, Growth, Text, colliding, nested, numbered, ready, repeated};
use crate::expected::{LIMIT, always, limit_from};
use crate::host::{Answer, make, text};
use polycty::ffi::base::status::*;
use polycty::ffi::puppet::notation::PCTY_PUPPET_CURRENT;
use polycty::ffi::puppet::values::*;
use polycty::ffi::puppet_language::environment::PCTY_PUPPET_STRICT_ERROR;
use polycty::ffi::puppet_language::manifest::*;
use polycty::ffi::puppet_language::outline::*;

/// Manifests.
const MANIFESTS: &[Text] = &[
    // Nested, and never closed.
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
    // Nested and closed.
    ("deep-arrays", 25, |n| nested("[", "1", "]", n)),
    ("deep-ifs", 10, |n| nested("if true { ", "f()", "}", n)),
    ("deep-lambdas", 10, |n| nested("f() |$x| { ", "g()", "}", n)),
    ("deep-interpolations", 10, |n| {
        nested("\"${f(", "1", ")}\"", n)
    }),
    ("deep-selectors", 10, |n| {
        nested("$a ? { 1 => ", "1", "}", n)
    }),
    // Long.
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
    ("methods", 30, |n| format!("$a{}", ".f".repeat(n))),
    ("accesses", 30, |n| format!("$a{}", "[1]".repeat(n))),
    ("keys", 3_000, |n| {
        format!("f({{ {} }})", numbered(|at| format!("k{at} => 1"), ",", n))
    }),
    ("one-key", 3_000, |n| {
        format!("f({{ {} }})", repeated("k => 1", ",", n))
    }),
    ("hash-keys-of-arrays", 60, |n| {
        format!("f({{ {} => 1 }})", nested("[", "1", "]", n))
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
        format!("$a = @({0})\nx\n{0}\n", "A".repeat(n))
    }),
    ("heredoc-json", 2_000, |n| {
        format!("f(@(A:json))\n[{}]\nA\n", repeated("1", ",", n))
    }),
    ("heredoc-open-json", 2_000, |n| {
        format!("f(@(A:json))\n{}\nA\n", "[".repeat(n))
    }),
    ("heredoc-pp", 1_000, |n| {
        format!("f(@(A:pp))\n{}A\n", "f([1])\n".repeat(n))
    }),
    ("heredoc-open-pp", 1_000, |n| {
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
    ("slashes", 10_000, |n| {
        format!("f({})", repeated("/ /", ",", n))
    }),
    ("quotes", 10_000, |n| {
        format!("f({})", repeated("''", ",", n))
    }),
    ("comments", 10_000, |n| "# x\n".repeat(n)),
    ("documentation", 5_000, |n| {
        format!("{}class a {{ }}", "# x\n".repeat(n))
    }),
    ("failures", 10_000, |n| "] ".repeat(n)),
    ("idle", 3_000, |n| "if a { 1 2 } ".repeat(n)),
];

/// The left side of each relationship is the whole chain before it.
const CHAINS: &[Text] = &[("relations", 1_000, |n| repeated("A['x']", " -> ", n))];

/// Templates.
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

pub fn add(cases: &mut Cases) {
    let syntax = always(PCTY_ERROR_SYNTAX);
    let texts = cases.add_texts("puppet/manifest", MANIFESTS, |manifest| {
        looked_at(manifest, PCTY_PUPPET_MANIFEST)
    });
    texts
        // Texts nest at most 256 levels, interpolations 128.
        .except(
            LIMIT,
            "open-arrays open-hashes open-parentheses open-blocks open-unless open-cases \
             open-selectors open-calls open-lambdas open-classes open-defines open-nodes \
             open-resources open-accesses open-collectors open-queries open-interpolations \
             open-comments minus not splat types-in-types",
        )
        .except(limit_from(8), "hash-keys-of-arrays")
        .except(
            syntax,
            "open-heredocs heredoc-open-json heredoc-open-pp regexp-classes failures",
        )
        // Declared twice.
        .except(syntax, "one-parameter one-key")
        // Numbers out of range.
        .except(syntax, "float")
        .except(syntax.then(8, PCTY_ERROR_LIMIT), "digits hexadecimal")
        // Statements without an effect.
        .except(syntax, "idle");
    let texts = cases.add_growing_texts("puppet/manifest", Growth::Square, CHAINS, |manifest| {
        looked_at(manifest, PCTY_PUPPET_MANIFEST)
    });
    texts.expect(limit_from(8));
    let texts = cases.add_texts("puppet/template", TEMPLATES, |template| {
        looked_at(template, PCTY_PUPPET_TEMPLATE)
    });
    texts.except(syntax, "open").except(LIMIT, "open-blocks");
    let texts = cases.add_texts("puppet/render", TEMPLATES, |template| {
        let template = read(template, PCTY_PUPPET_TEMPLATE)?;
        make(|out, error| pcty_puppet_manifest_render(Some(&template), None, None, out, error))
            .map(drop)
    });
    texts.except(syntax, "open").except(LIMIT, "open-blocks");
    // No value has the type of its parameter.
    let data = cases.add("puppet/parameters/data", 2_000, |n| {
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
    data.expect(always(PCTY_ERROR_TYPE));
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
    // Each key is matched against each pattern.
    cases.add_growing("puppet/parameters/patterns", 50, Growth::Square, |n| {
        let of = |at| format!("\"^b{at}$\": {{\"convert_to\": \"Integer\"}}");
        let values = numbered(|at| format!("\"a::p{at}\": \"{at}\""), ",", n);
        let data = format!(
            "{{\"lookup_options\": {{{}}}, {values}}}",
            numbered(of, ",", n)
        );
        let class = numbered(|at| format!("String $p{at}"), ",", n);
        checked(format!("class a({class}) {{ }}"), data)
    });
}

fn read(source: &str, syntax: pcty_puppet_syntax) -> Answer<Box<pcty_puppet_manifest>> {
    let file = text("site.pp");
    make(|out, error| {
        let strict = PCTY_PUPPET_STRICT_ERROR;
        pcty_puppet_manifest_parse(
            text(source),
            file,
            syntax,
            strict,
            PCTY_PUPPET_CURRENT,
            out,
            error,
        )
    })
}

/// Reads, validates and outlines a text.
fn looked_at(source: &str, syntax: pcty_puppet_syntax) -> Answer {
    let manifest = read(source, syntax)?;
    let outline = make(|out, error| pcty_puppet_outline_new(Some(&manifest), out, error))?;
    make(|out, error| pcty_puppet_outline_to_json(Some(&outline), out, error)).map(drop)
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
