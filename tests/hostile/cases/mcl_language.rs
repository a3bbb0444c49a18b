//! mcl's language: compiling and running whole programs.
//!
//! Programs that nest and programs that are long, and programs of a few lines with much work: loops over
//! large lists, classes and functions that double, templates, products of edges, and values that change in
//! each second.

use crate::case::{Cases, Growth, Text, colliding, nested, numbered, ready, repeated};
use crate::expected::{LIMIT, OK, always, limit_from};
use crate::host::{Answer, answer, make, owned, run, text};
use polycty::ffi::base::status::*;
use polycty::ffi::mcl_language::graph::PCTY_MCL_GRAPH_TEXT;
use polycty::ffi::mcl_language::host::*;
use polycty::ffi::mcl_language::kinds::*;
use polycty::ffi::mcl_language::program::*;
use polycty::ffi::mcl_language::resources::*;
use polycty::ffi::mcl_language::runtime::*;

/// The kinds of resources.
const KINDS: &str = r#"{"kind": "t", "traits": ["recvable", "sendable"], "fields": [
    {"lang": "x", "type": "int"}, {"lang": "s", "type": "str"}, {"lang": "l", "type": "[]int"}],
    "sends": [{"lang": "s", "type": "str"}]}"#;

/// The modules that all programs import.
const IMPORTS: &str =
    "import \"fmt\"\nimport \"iter\"\nimport \"golang\"\nimport \"datetime\"\nimport \"math\"\n";

/// Programs whose work grows with the text, or with a number in it.
const LINEAR: &[Text] = &[
    ("open-lists", 5_000, |n| format!("$a = {}", "[".repeat(n))),
    ("open-fors", 5_000, |n| "for $i, $v in [1] {\n".repeat(n)),
    ("deep-fors", 25, |n| {
        nested("for $i, $v in [1] {\n", "t \"a\" {}\n", "}\n", n)
    }),
    ("deep-ifs", 25, |n| {
        nested("if true {\n", "t \"a\" {}\n", "}\n", n)
    }),
    ("deep-functions", 25, |n| {
        format!("$f = {}\n", nested("func($x) { ", "$x", " }", n))
    }),
    ("deep-excepts", 25, |n| {
        format!("$a = {}\n", nested("(", "1", " <|> 2)", n))
    }),
    ("resources", 500, |n| {
        numbered(|at| format!("t \"a{at}\" {{ x => {at}, }}\n"), "", n)
    }),
    ("one-resource", 500, |n| {
        repeated("t \"a\" { x => 1, }\n", "", n)
    }),
    ("binds", 500, |n| {
        let chain = numbered(|at| format!("$a{} = $a{at} + 1\n", at + 1), "", n);
        format!("$a0 = 1\n{chain}t \"a\" {{ x => $a{n}, }}\n")
    }),
    ("colliding-variables", 1_000, |n| {
        numbered(|at| format!("${} = 1\n", colliding(at)), "", n)
    }),
    ("colliding-functions", 1_000, |n| {
        numbered(
            |at| format!("func {}() {{\n\t1\n}}\n", colliding(at)),
            "",
            n,
        )
    }),
    ("colliding-classes", 1_000, |n| {
        numbered(
            |at| {
                format!(
                    "class {0} {{\n\tt \"{0}\" {{}}\n}}\ninclude {0}\n",
                    colliding(at)
                )
            },
            "",
            n,
        )
    }),
    ("colliding-resources", 500, |n| {
        numbered(|at| format!("t \"{}\" {{}}\n", colliding(at)), "", n)
    }),
    ("colliding-fields", 500, |n| {
        let fields = numbered(|at| format!("{} => 1", colliding(at)), ", ", n);
        let pairs = numbered(|at| format!("\"{}\" => 1", colliding(at)), ", ", n);
        format!("$a = struct{{{fields}}}\n$b = {{{pairs}}}\n")
    }),
    ("colliding-templates", 300, |n| {
        let all = numbered(
            |at| {
                format!(
                    "{{{{define \\\"{0}\\\"}}}}x{{{{end}}}}{{{{template \\\"{0}\\\"}}}}",
                    colliding(at)
                )
            },
            "",
            n,
        );
        format!("$a = golang.template(\"{all}\", 1)\nt \"a\" {{ s => $a, }}\n")
    }),
    ("ifs", 300, |n| {
        numbered(
            |at| format!("if datetime.now() > 1 {{\n\tt \"a{at}\" {{}}\n}}\n"),
            "",
            n,
        )
    }),
    ("classes-in-classes", 12, |n| {
        let chain = numbered(
            |at| format!("class c{at} {{\n\tinclude c{}\n}}\n", at + 1),
            "",
            n,
        );
        format!("{chain}class c{n} {{\n\tt \"a\" {{}}\n}}\ninclude c0\n")
    }),
    ("functions-in-functions", 100, |n| {
        let chain = numbered(
            |at| format!("func f{at}($x) {{ f{}($x) }}\n", at + 1),
            "",
            n,
        );
        format!("{chain}func f{n}($x) {{ $x }}\nt \"a\" {{ x => f0(1), }}\n")
    }),
    ("closures-in-closures", 100, |n| {
        let chain = numbered(
            |at| format!("$f{} = func($x) {{ $f{at}($x) + 1 }}\n", at + 1),
            "",
            n,
        );
        format!("$f0 = func($x) {{ $x }}\n{chain}t \"a\" {{ x => $f{n}(1), }}\n")
    }),
    ("for", 500, |n| {
        format!(
            "for $i, $v in iter.range({n}) {{\n\tt [fmt.printf(\"%d\", $i)] {{ x => $v, }}\n}}\n"
        )
    }),
    ("map", 500, |n| {
        format!("t \"a\" {{ l => iter.map(iter.range({n}), func($x) {{ $x + 1 }}), }}\n")
    }),
    ("filter", 500, |n| {
        format!("t \"a\" {{ l => iter.filter(iter.range({n}), func($x) {{ $x > 3 }}), }}\n")
    }),
    ("reduce", 500, |n| {
        format!("t \"a\" {{ x => iter.reduce(iter.range({n}), func($x, $y) {{ $x + $y }}), }}\n")
    }),
    ("ring", 300, |n| {
        let ring = numbered(|at| format!("T[\"a{at}\"]"), " -> ", n);
        let all = numbered(|at| format!("t \"a{at}\" {{}}\n"), "", n);
        format!("{all}{ring} -> T[\"a0\"]\n")
    }),
    ("receives", 300, |n| {
        let all = numbered(|at| format!("t \"a{at}\" {{}}\n"), "", n + 1);
        let sent = |at| format!("T[\"a{at}\"].s -> T[\"a{}\"].s\n", at + 1);
        format!("{all}{}", numbered(sent, "", n))
    }),
    ("interpolations", 1_000, |n| {
        format!("$a = \"x\"\nt \"a\" {{ s => \"{}\", }}\n", "${a}".repeat(n))
    }),
    ("functions-that-double-uncalled", 100, |n| {
        let function = |at| format!("func p{}($x) {{ p{at}(p{at}($x)) }}\n", at + 1);
        format!("func p0($x) {{ $x }}\n{}", numbered(function, "", n))
    }),
    ("template", 500, |n| {
        format!(
            "t \"a\" {{ s => golang.template(\"{{{{ range . }}}}x{{{{ end }}}}\", iter.range({n})), }}\n"
        )
    }),
    ("template-text", 2_000, |n| {
        format!(
            "t \"a\" {{ s => golang.template(\"{}\", 1), }}\n",
            "{{ if . }}x{{ end }}".repeat(n)
        )
    }),
    ("deep-template", 20, |n| {
        format!(
            "t \"a\" {{ s => golang.template(\"{}\", 1), }}\n",
            nested("{{ if . }}", "x", "{{ end }}", n)
        )
    }),
];

/// Calls that traverse a long text `$t`, in a loop that needs more work than the budget permits.
/// The text differs in each iteration. The numbers are the iterations of the first size, and the
/// multiple of these that reaches the limit.
const LONG_TEXTS: &[(&str, usize, usize, &str)] = &[
    ("equal-fold", 100, 8, "strings.equal_fold($t, $u)"),
    ("path-dir", 100, 8, "path.dir($u)"),
    ("can-backquote", 200, 4, "strconv.can_backquote($u)"),
    ("cidr-error", 100, 4, "net.cidr_to_ip($u) <|> \"none\""),
    (
        "cidr-first-error",
        100,
        4,
        "net.cidr_to_first($u) <|> \"none\"",
    ),
    ("macfmt-error", 100, 4, "net.macfmt($u) <|> \"none\""),
    (
        "hostport-error",
        100,
        4,
        "net.split_hostport($u) <|> struct{host => \"\", port => \"\"}",
    ),
    ("str-to-int-error", 100, 4, "convert.str_to_int($u) <|> 1"),
    ("printf-quoted", 100, 8, "fmt.printf(\"%q%d\", $t, $i)"),
];

/// Programs of little text with much work.
const BUDGETED: &[Text] = &[
    ("large-range", 2_500, |n| {
        format!("t \"a\" {{ l => iter.range({n}000), }}\n")
    }),
    ("for-in-for", 25, |n| {
        format!(
            "for $i, $v in iter.range({n}) {{\n\tfor $j, $w in iter.range({n}) {{\n\t\tt [\"a\"] \
             {{}}\n\t}}\n}}\n"
        )
    }),
    ("classes-that-double", 3, |n| {
        let chain = numbered(
            |at| {
                format!(
                    "class c{at} {{\n\tinclude c{0}\n\tinclude c{0}\n}}\n",
                    at + 1
                )
            },
            "",
            n,
        );
        format!("{chain}class c{n} {{\n\tt \"a\" {{}}\n}}\ninclude c0\n")
    }),
    ("functions-that-double", 2, |n| {
        let chain = numbered(
            |at| format!("func f{at}($x) {{ f{0}($x) + f{0}($x) }}\n", at + 1),
            "",
            n,
        );
        format!("{chain}func f{n}($x) {{ $x }}\nt \"a\" {{ x => f0(1), }}\n")
    }),
    ("closures-that-double", 4, |n| {
        let chain = numbered(
            |at| format!("$f{0} = func($x) {{ $f{at}($f{at}($x)) }}\n", at + 1),
            "",
            n,
        );
        format!("$f0 = func($x) {{ $x }}\n{chain}t \"a\" {{ x => $f{n}(datetime.now()), }}\n")
    }),
    ("texts-that-double", 8, |n| {
        let chain = numbered(|at| format!("$a{} = $a{at} + $a{at}\n", at + 1), "", n);
        format!("$a0 = fmt.printf(\"%d\", datetime.now())\n{chain}t \"a\" {{ s => $a{n}, }}\n")
    }),
    ("classes-of-themselves", 20, |n| {
        let class = |at| format!("class c{at} {{\n\tinclude c{}\n}}\n", (at + 1) % n);
        format!("{}include c0\n", numbered(class, "", n))
    }),
    ("functions-of-themselves", 20, |n| {
        let function = |at| format!("func f{at}($x) {{ f{}($x) }}\n", (at + 1) % n);
        format!("{}t \"a\" {{ x => f0(1), }}\n", numbered(function, "", n))
    }),
    ("templates-of-themselves", 20, |n| {
        let call = |at: usize| format!("{{{{ template \\\"t{}\\\" }}}}", at % n);
        let define = |at: usize| {
            let next = call(at + 1);
            format!("{{{{ define \\\"t{at}\\\" }}}}x{next}{next}{{{{ end }}}}")
        };
        let all = numbered(define, "", n);
        format!(
            "t \"a\" {{ s => golang.template(\"{all}{}\", 1), }}\n",
            call(0)
        )
    }),
    ("template-of-ranges", 10, |n| {
        format!(
            "t \"a\" {{ s => golang.template(\"{}x{}\", iter.range({n})), }}\n",
            "{{ range $ }}".repeat(4),
            "{{ end }}".repeat(4)
        )
    }),
    ("many-numbers", 500, |n| {
        format!(
            "t \"a\" {{ s => fmt.printf(\"{}\", {}), }}\n",
            "%d".repeat(n),
            repeated("1", ", ", n)
        )
    }),
    ("hidden-edges", 50, |n| {
        format!(
            "for $i, $v in iter.range({n}) {{\n\tt \"a\" {{ x => $i, Meta:hidden => true, }}\n\tt \
             \"b\" {{ x => $i, Meta:hidden => true, }}\n\tT[\"a\"] -> T[\"b\"]\n}}\n"
        )
    }),
    ("edges-of-lists", 50, |n| {
        let names = |of: &str| numbered(|at| format!("\"{of}{at}\""), ", ", n);
        let (a, b) = (names("a"), names("b"));
        format!("$a = [{a}]\n$b = [{b}]\nt $a {{}}\nt $b {{}}\nT[$a] -> T[$b]\n")
    }),
];

/// Programs whose values change in each second: a name, the number of seconds, and the program.
const SECONDS: &[(&str, usize, &str)] = &[
    (
        "a-list-that-grows",
        50,
        "for $i, $v in iter.range(datetime.now()) {\n\tt [fmt.printf(\"%d\", $i)] { x => $v, }\n}\n",
    ),
    (
        "branches-that-turn",
        500,
        "if math.mod(datetime.now(), 2) == 0 {\n\tfor $i, $v in [1, 2, 3] {\n\t\tt [\"a\"] { x => 1, \
         }\n\t}\n} else {\n\tt \"b\" { x => iter.reduce(iter.range(4), func($x, $y) { $x + $y }), }\n}\n",
    ),
    (
        "functions-that-turn",
        500,
        "$f = if math.mod(datetime.now(), 2) == 0 { func($x) { $x + 1 } } else { func($x) { $x - 1 } \
         }\nt \"a\" { x => $f(3), }\n",
    ),
];

pub fn add(cases: &mut Cases) {
    let syntax = always(PCTY_ERROR_SYNTAX);
    let texts = cases.add_texts("mcl/run", LINEAR, |program| ran(program, 2));
    texts
        // The text ends too early.
        .except(syntax, "open-lists open-fors")
        // Programs nest at most 256 levels, functions 512, and templates 100.
        .except(limit_from(4), "deep-fors deep-ifs")
        .except(
            limit_from(8),
            "deep-functions deep-excepts deep-template classes-in-classes functions-in-functions",
        )
        // The graph has a cycle.
        .except(always(PCTY_ERROR_VALUE), "ring");
    let texts = cases.add_growing_texts("mcl/run", Growth::Budgeted, BUDGETED, |program| {
        ran(program, 2)
    });
    texts
        .except(syntax, "classes-of-themselves functions-of-themselves")
        // The templates never end.
        .except(LIMIT, "templates-of-themselves")
        .except(
            limit_from(8),
            "large-range classes-that-double functions-that-double closures-that-double \
             template-of-ranges hidden-edges",
        )
        .except(limit_from(4), "texts-that-double");
    for &(name, turns, limit, call) in LONG_TEXTS {
        // A text of 200,000 bytes, and n more in each turn: thousands of turns reach the limit.
        let case = cases.add_growing(
            format!("mcl/run/long-{name}"),
            turns,
            Growth::Budgeted,
            move |n| ready(move || ran(&long_texts(call, n), 2)),
        );
        case.expect(limit_from(limit).unoptimized(OK));
    }
    cases
        .add_growing("mcl/run/equal-lists", 500, Growth::Budgeted, |n| {
            let list = |name: &str, format: &str| {
                format!(
                    "${name} = iter.map(iter.range({n}), func($i) {{ fmt.printf(\"{format}%d\", \
                     {}, $i) }})\n",
                    "\"abcdefghijklmnop\""
                )
            };
            let (a, b) = (list("a", "%s"), list("b", "%s"));
            let program = format!(
                "{a}{b}$m = iter.map(iter.range({n}), func($i) {{ $a == $b }})\nt \"a\" {{ x => \
                 len($m), }}\n"
            );
            ready(move || ran(&program, 2))
        })
        .expect(OK);
    cases
        .add_growing("mcl/run/struct-lookups", 100, Growth::Square, |n| {
            let fields = numbered(|at| format!("k{at} => {at}"), ", ", n);
            let reads = |at| format!("t \"a{at}\" {{ x => $s->k{at}, }}\n");
            let program = format!("$s = struct{{{fields}}}\n{}", numbered(reads, "", n));
            ready(move || ran(&program, 2))
        })
        .expect(OK);
    for &(name, n, program) in SECONDS {
        // In each second, a list that grows by one element is made again.
        cases.add_growing(format!("mcl/run/{name}"), n, Growth::Square, move |n| {
            ready(move || ran(program, n))
        });
    }
}

/// A program that makes a call for a text of 200,000 bytes in each of n turns.
fn long_texts(call: &str, n: usize) -> String {
    let imports = "import \"net\"\nimport \"convert\"\nimport \"golang/strings\"\nimport \
                   \"golang/strconv\"\nimport \"golang/path\"\n";
    let text = "ab\\\"/".repeat(40_000);
    format!(
        "{imports}$t = \"{text}\"\n$l = iter.map(iter.range({n}), func($i) {{\n\tfunc($u) {{ {call} \
         }}(fmt.printf(\"%s%d\", $t, $i))\n}})\nt \"a\" {{ x => len($l), }}\n"
    )
}

/// Compiles a program and runs it for a number of seconds.
pub fn ran(program: &str, seconds: usize) -> Answer {
    let mut host = owned(pcty_mcl_host_new()).expect("a host");
    run(|error| pcty_mcl_host_add_kinds(Some(&mut host), text(KINDS), error))?;
    let program = format!("{IMPORTS}{program}");
    // SAFETY: the texts and the handle outlive the call.
    let program = make(|out, error| unsafe {
        let (program, file) = (text(&program), text("main.mcl"));
        pcty_mcl_program_compile_text(program, file, &raw const *host, out, error)
    })?;
    let mut runtime = make(|out, error| pcty_mcl_runtime_start(Some(&program), 0, out, error))?;
    for second in 1..=seconds {
        let runtime = &raw mut *runtime;
        // SAFETY: the handle outlives the calls.
        unsafe { pcty_mcl_runtime_set_time(runtime, 1000 * second as i64) };
        // SAFETY: as before.
        answer(0, |out, error| unsafe {
            pcty_mcl_runtime_step(runtime, out, error)
        })?;
    }
    // SAFETY: as before.
    let resources =
        make(|out, error| unsafe { pcty_mcl_runtime_resources(&raw const *runtime, out, error) })?;
    drop(owned(pcty_mcl_resources_to_text(
        Some(&resources),
        PCTY_MCL_GRAPH_TEXT,
    )));
    Ok(())
}
