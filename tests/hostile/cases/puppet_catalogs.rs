//! Puppet's catalogs: compiling programs, their JSON form, the graph of the agent and its cycles.
//!
//! The largest programs declare 100,000 resources, tags or relationships.

use crate::case::{Cases, Growth, Text, colliding, nested, numbered};
use crate::deadline;
use crate::expected::{always, limit_from};
use crate::host::{Answer, explain, timed};
use polycty::dialect::puppet::catalog::{
    CompileError, EnvironmentFolder, JsonOptions, NodeInput, compile, parse_manifests,
};
use polycty::dialect::puppet::hiera::MemoryFiles;
use polycty::dialect::puppet::{Environment, Strict};
use polycty::ffi::base::status::*;
use polycty::source::{Code, Error};

/// The resources of an eighth of the largest programs.
const MANY: usize = 12_500;

/// Returns a loop over n numbers.
fn each(n: usize, body: &str) -> String {
    format!("Integer[1, {n}].each |$i| {{ {body} }}")
}

/// Programs whose work grows with the number of their resources.
const LINEAR: &[Text] = &[
    ("resources", MANY, |n| {
        each(n, "file { \"/a/${i}\": mode => '0644' }")
    }),
    ("titles", MANY, |n| {
        format!("$a = Integer[1, {n}].map |$i| {{ \"n${{i}}\" }}\nnotify {{ $a: message => 'm' }}")
    }),
    ("colliding-titles", 2_000, |n| {
        numbered(|at| format!("notify {{ '{}': }}", colliding(at)), "\n", n)
    }),
    ("create-resources", MANY, |n| {
        format!(
            "$a = Hash(Integer[1, {n}].map |$i| {{ [\"n${{i}}\", {{ message => $i }}] }})\n\
             create_resources(notify, $a)"
        )
    }),
    ("defines", MANY / 2, |n| {
        let define = "define d(Integer $x, $y = $x) { notify { $title: message => $y } }\n";
        define.to_owned() + &each(n, "d { \"d${i}\": x => $i }")
    }),
    ("realized", MANY, |n| {
        each(n, "@notify { \"n${i}\": } realize(Notify[\"n${i}\"])")
    }),
    ("realized-later", MANY, |n| {
        each(n, "realize(Notify[\"n${i}\"])") + &each(n, "@notify { \"n${i}\": }")
    }),
    ("collector", MANY, |n| {
        let collector = "\nNotify <| tag == 't' and title != 'n1' |> { message => 'm' }";
        each(n, "@notify { \"n${i}\": tag => 't' }") + collector
    }),
    ("collectors-by-tag", 4_000, |n| {
        each(
            n,
            "@notify { \"n${i}\": tag => \"t${i}\" } Notify <| tag == \"t${i}\" |>",
        )
    }),
    ("collectors-by-parameter", 4_000, |n| {
        each(
            n,
            "@notify { \"n${i}\": message => $i } Notify <| message == $i |>",
        )
    }),
    ("collectors-by-title", 4_000, |n| {
        each(n, "@notify { \"n${i}\": } Notify <| title == \"n${i}\" |>")
    }),
    ("tags-of-a-resource", MANY, |n| {
        format!("notify {{ 'a': tag => Integer[1, {n}].map |$i| {{ \"t${{i}}\" }} }}")
    }),
    ("colliding-tags", 2_000, |n| {
        let all = numbered(|at| format!("'{}'", colliding(at)), ", ", n);
        format!("notify {{ 'a': tag => [{all}] }}")
    }),
    ("tags-of-a-class", MANY, |n| {
        format!("class k {{ {} }}\ninclude k", each(n, "tag(\"t${i}\")"))
    }),
    ("chain-of-relationships", MANY, |n| {
        let body = "$j = $i - 1 Notify[\"n${j}\"] -> notify { \"n${i}\": }";
        "notify { 'n0': }\n".to_owned() + &each(n, body)
    }),
    ("cycle-of-relationships", MANY, |n| {
        let body = "$j = $i - 1 Notify[\"n${j}\"] -> notify { \"n${i}\": }";
        let cycle = format!("notify {{ 'n0': require => Notify['n{n}'] }}\n");
        cycle + &each(n, body)
    }),
    ("cycles", MANY / 2, |n| {
        each(
            n,
            "notify { \"a${i}\": before => Notify[\"b${i}\"] } \
                 notify { \"b${i}\": before => Notify[\"a${i}\"] }",
        )
    }),
    ("related-collectors", MANY, |n| {
        let chain = "\nnotify { 'a': } -> Notify <| title != 'a' and title != 'b' |> \
                     -> notify { 'b': }";
        each(n, "notify { \"n${i}\": }") + chain
    }),
    ("overrides", MANY / 2, |n| {
        let (own, other) = (
            each(n, "notify { \"n${i}\": }"),
            each(n, "Notify[\"n${i}\"] { message => 'k' }"),
        );
        format!("class p {{ {own} }}\nclass k inherits p {{ {other} }}\ninclude k")
    }),
    ("overrides-before", MANY / 2, |n| {
        let (before, after) = (
            each(n, "Notify[\"n${i}\"] { message => 'k' }"),
            each(n, "notify { \"n${i}\": }"),
        );
        format!("{before}\n{after}")
    }),
    ("stages", 2_000, |n| {
        let all = numbered(|at| format!("class c{at} {{ }}"), "\n", n + 1);
        let body = "$j = $i - 1 $s = $j ? { 0 => 'main', default => \"s${j}\" } \
                    stage { \"s${i}\": require => Stage[$s] } \
                    class { \"c${i}\": stage => \"s${i}\" }";
        format!("{all}\n{}", each(n, body))
    }),
    ("classes", 2_000, |n| {
        let all = numbered(|at| format!("class c{at} {{ }}"), "\n", n + 1);
        format!("{all}\n{}", each(n, "contain \"c${i}\""))
    }),
    ("parameters", 1_000, |n| {
        let all = numbered(|at| format!("$p{at} = 1"), ", ", n);
        format!("define d({all}) {{ }}\nd {{ 'a': }}")
    }),
    ("given-parameters", 1_000, |n| {
        let (all, given) = (
            numbered(|at| format!("$p{at}"), ", ", n),
            numbered(|at| format!("p{at} => 1"), ", ", n),
        );
        format!("define d({all}) {{ }}\nd {{ 'a': {given} }}")
    }),
    ("defaults", 1_000, |n| {
        let all = numbered(|at| format!("D {{ p{at} => 1 }}"), "\n", n);
        let own = numbered(|at| format!("$p{at} = 2"), ", ", n);
        format!("define d({own}) {{ }}\n{all}\nd {{ 'a': }}")
    }),
    ("nodes", 2_000, |n| {
        numbered(|at| format!("node 'n{at}' {{ }}"), "\n", n) + "\nnode default { }"
    }),
    ("endless-defines", 2, |n| {
        // The titles are not tags, which each level would inherit.
        let titles = numbered(|at| format!("'/a{at}'"), ", ", n);
        format!("define d {{ d {{ \"${{title}}x\": }} }}\nd {{ [{titles}]: }}")
    }),
];

/// Programs whose work is a product of two of their parts.
const SQUARE: &[Text] = &[
    // A collector is evaluated in each round.
    ("collectors-that-declare", 100, |n| {
        format!(
            "define d($n) {{ if $n > 0 {{ $m = $n - 1 @d {{ \"d${{m}}\": n => $m }} \
             D <| title == \"d${{m}}\" |> }} }}\nd {{ 'a': n => {n} }}"
        )
    }),
    ("nested-files", 100, |n| {
        format!(
            "$all = Integer[1, {n}].reduce(['']) |$all, $i| {{ $all + \"${{all[-1]}}/a\" }}\n\
             $all[1, -1].each |$path| {{ file {{ $path: }} }}"
        )
    }),
    ("nested-defines", 100, |n| {
        format!(
            "define d($n) {{ notify {{ $title: }} if $n > 0 {{ $m = $n - 1 d {{ \"d${{m}}\": \
             n => $m }} }} }}\nNotify <| tag == 'a' |>\nd {{ 'a': n => {n} }}"
        )
    }),
];

/// Programs of few lines with much work.
const GREEDY: &[Text] = &[
    ("doubling-defines", 5, |n| {
        let all = numbered(
            |at| {
                format!(
                    "define d{at} {{ d{0} {{ [\"${{title}}a\", \"${{title}}b\"]: }} }}",
                    at + 1
                )
            },
            "\n",
            n,
        );
        format!("{all}\ndefine d{n} {{ }}\nd0 {{ 'a': }}")
    }),
    ("doubling-collectors", 5, |n| {
        let all = numbered(
            |at| {
                format!(
                    "define d{at} {{ @d{0} {{ [\"${{title}}a\", \"${{title}}b\"]: }} D{0} <| |> }}",
                    at + 1
                )
            },
            "\n",
            n,
        );
        format!("{all}\ndefine d{n} {{ }}\nd0 {{ 'a': }}")
    }),
    ("tags-of-contents", 125, |n| {
        let contents = each(n, "notify { \"n${i}\": }");
        format!(
            "class k {{ {} {contents} }}\ninclude k",
            each(n, "tag(\"t${i}\")")
        )
    }),
    ("product-of-relationships", 150, |n| {
        format!(
            "$a = Integer[1, {n}].map |$i| {{ \"a${{i}}\" }}\n\
             $b = Integer[1, {n}].map |$i| {{ \"b${{i}}\" }}\n\
             notify {{ $a: }} -> notify {{ $b: }}"
        )
    }),
    ("required-classes", 1_000, |n| {
        let all = numbered(|at| format!("class c{at} {{ }}"), "\n", n + 1);
        format!("{all}\n{}", each(n, "require \"c${i}\""))
    }),
    ("deep-contain", 10, |n| {
        let all = numbered(
            |at| format!("class c{at} {{ contain c{} }}", at + 1),
            "\n",
            n,
        );
        format!("{all}\nclass c{n} {{ }}\ninclude c0")
    }),
    ("ring-of-required-classes", 10, |n| {
        let all = numbered(
            |at| format!("class c{at} {{ require c{} }}", (at + 1) % n),
            "\n",
            n,
        );
        format!("{all}\ninclude c0")
    }),
    ("deep-inheritance", 10, |n| {
        let all = numbered(
            |at| {
                format!(
                    "class c{} inherits c{at} {{ notify {{ 'n{at}': }} }}",
                    at + 1
                )
            },
            "\n",
            n,
        );
        format!("class c0 {{ }}\n{all}\ninclude c{n}")
    }),
    // References that are kept until the end.
    ("realized-lists", 2_000, |n| {
        let virtual_ones = each(n, "@notify { \"n${i}\": }");
        let list = format!("$r = Integer[1, {n}].map |$i| {{ \"Notify[n${{i}}]\" }}");
        format!("{virtual_ones}\n{list}\n{}", each(100, "realize(*$r)"))
    }),
    ("deep-values", 40, |n| {
        format!("notify {{ 'a': message => {} }}", nested("[", "1", "]", n))
    }),
];

/// Data in which a class parameter is interpolated.
const DATA: &[Text] = &[
    ("loop-through-a-default", 2, |n| {
        let ring = |at: usize| format!("k{at}: \"%{{lookup('k{}')}}\"", (at + 1) % n);
        format!("{}\nk::a: \"%{{lookup('k0')}}\"", numbered(ring, "\n", n))
    }),
    ("doubling-through-a-default", 5, |n| {
        let doubled =
            |at: usize| format!("k{at}: \"%{{lookup('k{0}')}}%{{lookup('k{0}')}}\"", at + 1);
        format!("{}\nk{n}: x", numbered(doubled, "\n", n))
    }),
    ("many-keys", 2_000, |n| {
        numbered(|at| format!("k{at}: v{at}"), "\n", n)
    }),
];

/// The status of an error.
fn status(code: Code, message: &str) -> pcty_status {
    explain(message.chars().take(160).collect());
    match code {
        Code::Limit => PCTY_ERROR_LIMIT,
        Code::Internal => PCTY_ERROR_INTERNAL,
        _ => PCTY_ERROR_DIAGNOSTICS,
    }
}

fn of_error(error: Error) -> pcty_status {
    status(error.code(), error.message())
}

fn of_compilation(error: CompileError) -> pcty_status {
    status(error.code(), error.message())
}

/// Compiles the catalog of an environment and uses all of it.
fn used(files: MemoryFiles) -> Answer {
    let budget = deadline::budget();
    let folder = EnvironmentFolder::new(files, "e", "/e").map_err(of_error)?;
    let sources = folder.manifests().map_err(of_error)?;
    let manifests = timed(|| parse_manifests(sources, "e", Strict::Error, &budget));
    let manifests = manifests.map_err(of_compilation)?;
    let node = NodeInput::named("n.example.com").map_err(of_error)?;
    let environment = folder.environment(Environment::new());
    let options = folder.options();
    let catalog = timed(|| compile(&manifests, &node, &options, &environment, &budget));
    let catalog = catalog.map_err(of_compilation)?;
    // Each of the three operations of a host has its own budget.
    let json = timed(|| catalog.to_json(&JsonOptions::default(), &deadline::budget()));
    drop(json.map_err(of_error)?);
    let budget = deadline::budget();
    let graph = timed(|| catalog.relationships(&budget)).map_err(of_error)?;
    for cycle in timed(|| graph.cycles(&budget)).map_err(of_error)? {
        drop(timed(|| graph.cycle_text(&cycle)));
    }
    Ok(())
}

fn compiled(text: &str) -> Answer {
    used(MemoryFiles::new([("/e/manifests/site.pp", text)]))
}

/// Compiles a class whose parameters have data and defaults that look the data up.
fn with_data(document: &str) -> Answer {
    used(MemoryFiles::new([
        (
            "/e/manifests/site.pp",
            "class k($a = lookup('k0'), $b = lookup('k1', String, 'first', $a)) { \
             notify { 'n': message => \"${a} ${b}\" } }\ninclude k",
        ),
        (
            "/e/hiera.yaml",
            "version: 5\nhierarchy: [{name: a, path: a.yaml}]\n",
        ),
        ("/e/data/a.yaml", document),
    ]))
}

pub fn add(cases: &mut Cases) {
    cases
        .add_texts("puppet/catalog", LINEAR, compiled)
        .except(always(PCTY_ERROR_DIAGNOSTICS), "endless-defines");
    cases.add_growing_texts("puppet/catalog", Growth::Square, SQUARE, compiled);
    let greedy =
        cases.add_growing_texts("puppet/catalog-greedy", Growth::Budgeted, GREEDY, compiled);
    greedy
        .except(
            limit_from(4),
            "doubling-defines doubling-collectors deep-values",
        )
        .except(
            limit_from(8),
            "product-of-relationships required-classes deep-contain ring-of-required-classes \
             deep-inheritance",
        );
    let data = cases.add_growing_texts("puppet/catalog-data", Growth::Budgeted, DATA, with_data);
    data.except(always(PCTY_ERROR_DIAGNOSTICS), "loop-through-a-default")
        .except(limit_from(4), "doubling-through-a-default");
}
