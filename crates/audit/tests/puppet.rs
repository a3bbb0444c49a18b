//! Probes of Puppet's functions, catalogs and lookups.
//!
//! The table does not contain signatures, so each function is called with one to three arguments of
//! each shape, and with a lambda. Calls that Puppet rejects are measured, too. The functions of the
//! set `stdlib` are called in the same way, and the functions that need a catalog also in a
//! compilation.

use crate::content::Collections;
use crate::probe::{Ended, Probe, Work};
use crate::shapes::{SHAPES, Shape};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Source};
use polycty_puppet::catalog::{CompileOptions, JsonOptions, NodeInput, compile, parse_manifests};
use polycty_puppet::hiera::{Explain, Hiera, MemoryFiles, Query, lookup};
use polycty_puppet::{
    Environment, Prepared, Strict, array, evaluate, function_names, hash, stdlib_function_names,
};

/// The text after the name in a call, with the large argument `$a` and a small one `$b`.
const FORMS: [(&str, &str); 7] = [
    ("argument-0", "($a)"),
    ("argument-0-of-2", "($a, $b)"),
    ("argument-1", "($b, $a)"),
    ("both", "($a, $a)"),
    ("expanded", "(*$a)"),
    ("lambda", "($a) |$x| { $x }"),
    ("lambda-of-2", "($a) |$x, $y| { $x }"),
];

pub fn probes() -> impl Iterator<Item = Probe> {
    let catalog: Vec<&str> = sorted(function_names().chain(stdlib_function_names()))
        .into_iter()
        .filter(|name| needs_catalog(name))
        .collect();
    functions("puppet", sorted(function_names()), call)
        .chain(functions(
            "puppet/stdlib",
            sorted(stdlib_function_names()),
            call,
        ))
        .chain(functions("puppet/catalog", catalog, call_in_catalog))
        .chain(programs())
        .chain(lookups())
}

fn sorted<'n>(names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names
}

type Call = fn(&str, Shape, usize) -> Option<Work>;

fn functions(
    area: &'static str,
    names: Vec<&'static str>,
    call: Call,
) -> impl Iterator<Item = Probe> {
    names.into_iter().flat_map(move |name| {
        SHAPES.iter().flat_map(move |shape| {
            FORMS.iter().map(move |(form, arguments)| {
                let full = format!("{area}/{name}:{}/{form}", shape.name);
                let text = format!("{name}{arguments}");
                let shape = *shape;
                Probe::new(full, shape.n, move |n| call(&text, shape, n))
            })
        })
    })
}

/// Whether a function fails outside of a compilation because there is no catalog.
fn needs_catalog(name: &str) -> bool {
    ["('a')", "('a', {})", "('a', {}, {})", "()"]
        .iter()
        .any(|arguments| {
            let source = Source::new("audit.pp", format!("{name}{arguments}"));
            let program = Prepared::manifest(source, Strict::Error, &Budget::new());
            let environment = Environment::new().stdlib();
            let value =
                program.and_then(|program| evaluate(&program, &environment, &Budget::new()));
            value.is_err_and(|error| error.code() == Code::Unsupported)
        })
}

fn call(text: &str, shape: Shape, n: usize) -> Option<Work> {
    let large = COLLECTIONS.content(&(shape.make)(n))?;
    let small = COLLECTIONS.content(&(shape.make)(3))?;
    let environment = Environment::new().stdlib().variable("a", large).ok()?;
    let environment = environment.variable("b", small).ok()?;
    let source = Source::new("audit.pp", text);
    let program = Prepared::manifest(source, Strict::Error, &Budget::new()).ok()?;
    Some(Box::new(move |budget| {
        let value = evaluate(&program, &environment, budget);
        drop(value);
        Ended::by(budget.finish().is_err())
    }))
}

/// A call in a catalog with a class, a defined type and a virtual resource; the arguments are facts.
fn call_in_catalog(text: &str, shape: Shape, n: usize) -> Option<Work> {
    let large = COLLECTIONS.content(&(shape.make)(n))?;
    let small = COLLECTIONS.content(&(shape.make)(3))?;
    let facts = [("a", large), ("b", small)];
    let facts = facts.map(|(name, value)| (polycty_core::values::Value::string(name), value));
    compiled(
        &format!("class k {{ }} define d($x = 1) {{ }} @notify {{ 'v': }}\n{text}"),
        Some(hash(facts).ok()?),
    )
}

/// The compilation of a manifest and the use of its catalog.
fn compiled(text: &str, facts: Option<polycty_core::values::Value>) -> Option<Work> {
    let sources = [Source::new("site.pp", text)];
    let manifests = parse_manifests(sources, "e", Strict::Error, &Budget::new()).ok()?;
    let mut node = NodeInput::named("web.example.com").ok()?;
    node.facts = facts;
    let environment = Environment::new().stdlib();
    Some(Box::new(move |budget| {
        let options = CompileOptions::default();
        let catalog = compile(&manifests, &node, &options, &environment, budget);
        if let Ok(catalog) = catalog {
            drop(catalog.to_json(&JsonOptions::default(), budget));
            if let Ok(graph) = catalog.relationships(budget) {
                drop(graph.cycles(budget));
            }
            drop(catalog.diff(&catalog, budget));
        }
        Ended::by(budget.finish().is_err())
    }))
}

/// A name, the first size, and the text of a manifest of a size.
type Program = (&'static str, usize, fn(usize) -> String);

const PROGRAMS: &[Program] = &[
    ("resources", 1 << 8, |n| {
        format!("Integer[1, {n}].each |$i| {{ file {{ \"/a/${{i}}\": mode => '0644' }} }}")
    }),
    ("titles", 1 << 8, |n| {
        format!(
            "$all = Integer[1, {n}].map |$i| {{ \"n${{i}}\" }} notify {{ $all: message => 'm' }}"
        )
    }),
    ("attributes", 1 << 8, |n| {
        let all: Vec<String> = (0..n).map(|at| format!("$p{at} = {at}")).collect();
        format!(
            "define d({}) {{ }} d {{ 'a': }} d {{ 'b': p1 => 2 }}",
            all.join(", ")
        )
    }),
    ("nested-defines", 1 << 5, |n| {
        format!(
            "define d($n) {{ if $n > 0 {{ d {{ \"d${{n}}\": n => $n - 1 }} }} }} d {{ 'd': n => {n} }}"
        )
    }),
    ("tags", 1 << 7, |n| {
        format!(
            "class k {{ Integer[1, {n}].each |$i| {{ tag(\"t${{i}}\") }} notify {{ ['a', 'b']: }} }} include k"
        )
    }),
    ("collectors", 1 << 6, |n| {
        format!(
            "Integer[1, {n}].each |$i| {{ @notify {{ \"n${{i}}\": loglevel => \"l${{i}}\" }} \
             Notify <| loglevel == \"l${{i}}\" and title != 'x' |> {{ message => 'm' }} }}"
        )
    }),
    ("collectors-without-index", 1 << 5, |n| {
        format!(
            "Integer[1, {n}].each |$i| {{ @notify {{ \"n${{i}}\": }} Notify <| title != \"n${{i}}\" |> }}"
        )
    }),
    ("additions", 1 << 6, |n| {
        let adds = "Notify['a'] { message +> 'x' }";
        let classes: Vec<String> = (1..n)
            .map(|at| format!("class k{at} inherits k{} {{ {adds} }}", at - 1))
            .collect();
        format!(
            "class k0 {{ notify {{ 'a': message => 'm' }} }} {} include k{}",
            classes.join(" "),
            n - 1
        )
    }),
    ("relationships", 1 << 7, |n| {
        format!(
            "notify {{ 'n0': }} Integer[1, {n}].each |$i| {{ $j = $i - 1 \
             Notify[\"n${{j}}\"] -> notify {{ \"n${{i}}\": }} }}"
        )
    }),
    ("cycle", 1 << 7, |n| {
        format!(
            "Integer[0, {n} - 1].each |$i| {{ $j = ($i + 1) % {n} \
             notify {{ \"n${{i}}\": before => Notify[\"n${{j}}\"] }} }}"
        )
    }),
    ("defaults", 1 << 5, |n| {
        let body = (0..n).fold("notify { 'z': }".to_owned(), |inner, at| {
            format!("Notify {{ loglevel => 'l{at}' }} {inner}")
        });
        body.replacen("Notify { loglevel", "Notify { message", n.saturating_sub(1))
    }),
    ("overrides", 1 << 7, |n| {
        format!(
            "class p {{ Integer[1, {n}].each |$i| {{ notify {{ \"n${{i}}\": }} }} }} \
             class k inherits p {{ Integer[1, {n}].each |$i| {{ Notify[\"n${{i}}\"] {{ message => 'k' }} }} }} \
             include k"
        )
    }),
    ("references", 1 << 7, |n| {
        format!(
            "$all = Integer[1, {n}].map |$i| {{ \"n${{i}}\" }} notify {{ $all: }} \
             notify {{ 'z': require => Notify[$all] }}"
        )
    }),
];

fn programs() -> impl Iterator<Item = Probe> {
    PROGRAMS.iter().map(|(name, n, make)| {
        Probe::new(format!("puppet/compile:{name}"), *n, move |n| {
            compiled(&make(n), None)
        })
    })
}

/// A name, the first size, and the files of the data and the expression for a size.
type Data = (
    &'static str,
    usize,
    fn(usize) -> (Vec<(String, String)>, String),
);

fn file(path: &str, text: impl Into<String>) -> (String, String) {
    (path.to_owned(), text.into())
}

/// A configuration with these entries in the environment.
fn config(entries: &str) -> (String, String) {
    file(
        "/e/hiera.yaml",
        format!("version: 5\nhierarchy:\n{entries}"),
    )
}

const ONE: &str = "  - {name: a, path: a.yaml}\n";
const TWO: &str = "  - {name: a, paths: [a.yaml, b.yaml]}\n";

fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(line).collect()
}

const LOOKUPS: &[Data] = &[
    ("keys", 1 << 8, |n| {
        let data = lines(n, |at| format!("k{at}: '%{{trusted.certname}}'\n"));
        let all = format!("Integer[0, {n} - 1].map |$i| {{ lookup(\"k${{i}}\") }}");
        (vec![config(ONE), file("/e/data/a.yaml", data)], all)
    }),
    ("paths", 1 << 6, |n| {
        let paths = lines(n, |at| {
            format!("  - {{name: n{at}, path: '%{{a}}/p{at}.yaml'}}\n")
        });
        (vec![config(&paths)], "lookup('k', undef, undef, 1)".into())
    }),
    ("globs", 1 << 6, |n| {
        let mut files = vec![config("  - {name: a, glob: '*/*.yaml'}\n")];
        files.extend((0..n).map(|at| file(&format!("/e/data/d{at}/x.yaml"), format!("k: {at}"))));
        (files, "lookup('k', undef, 'unique')".into())
    }),
    ("expressions", 1 << 7, |n| {
        let data = format!("k: '{}'\nx: y\n", "%{lookup('x')}".repeat(n));
        (
            vec![config(ONE), file("/e/data/a.yaml", data)],
            "lookup('k')".into(),
        )
    }),
    ("doubled", 8, |n| {
        let data = lines(n, |at| {
            format!(
                "k{}: \"%{{lookup('k{at}')}}%{{lookup('k{at}')}}\"\n",
                at + 1
            )
        });
        let files = vec![
            config(ONE),
            file("/e/data/a.yaml", format!("k0: xy\n{data}")),
        ];
        (files, format!("lookup('k{n}')"))
    }),
    ("loop", 1 << 4, |n| {
        let data = lines(n, |at| {
            format!("k{at}: \"%{{lookup('k{}')}}\"\n", (at + 1) % n)
        });
        (
            vec![config(ONE), file("/e/data/a.yaml", data)],
            "lookup('k0')".into(),
        )
    }),
    ("unique", 1 << 8, |n| {
        merged(n, "unique", |at| format!("  - e{at}\n"))
    }),
    ("hash", 1 << 8, |n| {
        merged(n, "hash", |at| format!("  e{at}: 1\n"))
    }),
    ("deep", 1 << 8, |n| {
        merged(n, "deep", |at| format!("  e{at}: [{at}, x]\n"))
    }),
    ("deep-arrays", 1 << 8, |n| {
        merged(n, "deep", |at| format!("  - e{at}\n"))
    }),
    ("knockouts", 1 << 8, |n| {
        let (mut files, _) = merged(n, "deep", |at| format!("  - e{at}\n"));
        files[1].1 = files[1].1.replace("- e", "- --e");
        let strategy = "{strategy => deep, knockout_prefix => '--', sort_merged_arrays => true}";
        (
            files,
            format!("lookup({{name => 'k', merge => {strategy}}})"),
        )
    }),
    ("options", 1 << 7, |n| {
        let options = lines(n, |at| format!("  '^k{at}x.*$': {{merge: deep}}\n"));
        let data = format!("lookup_options:\n{options}k9: 1\n");
        (
            vec![config(ONE), file("/e/data/a.yaml", data)],
            "lookup('k9')".into(),
        )
    }),
    ("digging", 1 << 4, |n| {
        let data = format!("k: {}1{}\n", "{a: ".repeat(n), "}".repeat(n));
        (
            vec![config(ONE), file("/e/data/a.yaml", data)],
            format!("lookup('k{}')", ".a".repeat(n)),
        )
    }),
    ("mapped-paths", 1 << 6, |n| {
        let files = vec![config(
            "  - {name: a, mapped_paths: [list, x, 'd/%{x}.yaml']}\n",
        )];
        let list = format!("$list = Integer[1, {n}].map |$i| {{ \"l${{i}}\" }}\n");
        (files, format!("{list}lookup('k', undef, undef, 1)"))
    }),
    ("modules", 1 << 5, |n| {
        let mut files = vec![config(ONE)];
        for at in 0..n {
            let path = format!("/e/modules/m{at}/hiera.yaml");
            files.push((path, format!("version: 5\nhierarchy:\n{ONE}")));
            let path = format!("/e/modules/m{at}/data/a.yaml");
            files.push((path, format!("m{at}::k: {at}\n")));
        }
        (
            files,
            format!("Integer[0, {n} - 1].map |$i| {{ lookup(\"m${{i}}::k\") }}"),
        )
    }),
];

/// Two files with a key of n parts, and its lookup with a strategy.
fn merged(
    n: usize,
    strategy: &str,
    part: impl Fn(usize) -> String,
) -> (Vec<(String, String)>, String) {
    let files = vec![
        config(TWO),
        file("/e/data/a.yaml", format!("k:\n{}", lines(n, &part))),
        file(
            "/e/data/b.yaml",
            format!("k:\n{}", lines(n, |at| part(at + n / 2))),
        ),
    ];
    (files, format!("lookup('k', undef, '{strategy}')"))
}

fn lookups() -> impl Iterator<Item = Probe> {
    LOOKUPS.iter().flat_map(|(name, n, make)| {
        [(Explain::Nothing, "lookup"), (Explain::Data, "explain")].map(|(explain, verb)| {
            Probe::new(format!("puppet/{verb}:{name}"), *n, move |n| {
                let (files, expression) = make(n);
                let hiera = Hiera::new(MemoryFiles::new(files));
                let hiera = hiera.environment("production", "/e").modules("/e/modules");
                let environment = Environment::new().hiera(hiera);
                let source = Source::new("audit.pp", expression);
                let program = Prepared::manifest(source, Strict::Off, &Budget::new()).ok()?;
                let query = Query {
                    names: vec!["k".into()],
                    explain,
                    ..Query::default()
                };
                Some(Box::new(move |budget| {
                    match explain {
                        Explain::Nothing => drop(evaluate(&program, &environment, budget)),
                        _ => drop(lookup(&program, &query, &environment, budget)),
                    }
                    Ended::by(budget.finish().is_err())
                }))
            })
        })
    })
}

/// Arrays and hashes.
const COLLECTIONS: Collections = Collections {
    list: |parts| array(parts).ok(),
    map: |entries| hash(entries).ok(),
};
