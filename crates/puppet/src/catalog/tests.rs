//! Compilations of small manifests; the expected catalogs and messages are Puppet's.

use super::{Catalog, CompileError, CompileOptions, NodeInput, compile, parse_manifests};
use crate::{Environment, Strict};
use polycty_core::calls::Budget;
use polycty_core::source::Source;

fn compiled(text: &str) -> Result<Catalog, CompileError> {
    compiled_in(text, &Environment::new())
}

fn compiled_in(text: &str, environment: &Environment) -> Result<Catalog, CompileError> {
    let budget = Budget::new();
    let source = Source::new("site.pp", text);
    let manifests = parse_manifests([source], "e", Strict::Error, &budget)?;
    let node = NodeInput {
        name: "web.example.com".into(),
        ..NodeInput::default()
    };
    let options = CompileOptions::default();
    compile(&manifests, &node, &options, environment, &budget)
}

/// The references and messages of the resources after those that every catalog has.
pub(crate) fn answer(text: &str) -> String {
    match compiled(text) {
        Ok(catalog) => {
            let resources = catalog.resources.iter().skip(3).map(|resource| {
                let message = resource.parameter("message");
                let message = message.map(crate::format_value).unwrap_or_default();
                format!("{}{message}", resource.reference())
            });
            resources.collect::<Vec<_>>().join(" ")
        }
        Err(error) => format!("! {}", error.full()),
    }
}

#[test]
fn defined_types_are_evaluated_one_level_at_a_time() {
    let text = "define a { b { \"b-${title}\": } } define b { notify { $title: } } \
                a { ['x', 'y']: } notify { 'z': }";
    assert_eq!(
        answer(text),
        "A[x] A[y] Notify[z] B[b-x] B[b-y] Notify[b-x] Notify[b-y]"
    );
}

#[test]
fn classes_bind_parameters_and_inherit_variables() {
    let text = "class p($v = 'v') { notify { 'p': message => 'p' } } \
                class k(String $w = \"${v}-k\") inherits p { Notify['p'] { message => $w } } \
                include k";
    assert_eq!(answer(text), "Class[P] Class[K] Notify[p]'v-k'");
    assert_eq!(
        answer("class k(Integer $x) { }\nclass { 'k': x => 'a' }"),
        "! Evaluation Error: Error while evaluating a Resource Statement, Class[K]: parameter 'x' \
         expects an Integer value, got String (file: site.pp, line: 2, column: 1) on node \
         web.example.com"
    );
}

#[test]
fn collectors_realize_and_override() {
    let text =
        "@notify { 'a': tag => 't' } @notify { 'b': } Notify <| tag == 't' |> { message => 1 }";
    assert_eq!(answer(text), "Notify[a]1");
    assert_eq!(
        answer("realize Notify['a']"),
        "! Failed to realize virtual resources Notify[a] on node web.example.com"
    );
}

#[test]
fn overrides_of_collectors_include_the_defaults_of_their_scope() {
    let text = "notify { 'a': } @notify { 'c': } Notify <| title == 'c' |> { withpath => true } \
                Notify { message => 'd' }";
    assert_eq!(answer(text), "Notify[a] Notify[c]'d'");
}

#[test]
fn a_class_inherits_the_right_of_a_collector_to_override() {
    let text = "class p { Notify <| title == 'b' |> { withpath => true } } \
                class k inherits p { Notify['a'] { message => 'k' } } \
                include k notify { ['a', 'b']: }";
    assert_eq!(answer(text), "Class[P] Class[K] Notify[a]'k' Notify[b]");
}

#[test]
fn errors_in_defined_types_have_the_place_of_the_declaration() {
    assert_eq!(
        answer("define d {\n  fail('x')\n}\nd { 'a': }"),
        "! Evaluation Error: Error while evaluating a Resource Statement, Evaluation Error: Error \
         while evaluating a Function Call, x (file: site.pp, line: 2, column: 3) (file: site.pp, \
         line: 4) on node web.example.com"
    );
    assert_eq!(
        answer("notify { 'a': }\nnotify { 'a': }"),
        "! Evaluation Error: Error while evaluating a Resource Statement, Duplicate declaration: \
         Notify[a] is already declared at (file: site.pp, line: 1); cannot redeclare (file: \
         site.pp, line: 2) (file: site.pp, line: 2, column: 1) on node web.example.com"
    );
}

#[test]
fn relationships_refer_to_declared_resources() {
    assert_eq!(
        answer("notify { 'a': } -> Notify['b']"),
        "! Could not find resource 'Notify[b]' for relationship from 'Notify[a]' on node \
         web.example.com"
    );
    assert_eq!(
        answer("Notify['x'] <~ Notify <| title == 'none' |>"),
        "! Could not find resource 'Notify['x']' for relationship on 'Notify[x]' on node \
         web.example.com"
    );
    let catalog = compiled("notify { 'a': } ~> notify { 'b': }").unwrap();
    let notified = catalog.resources[3].parameter("notify").unwrap();
    assert_eq!(crate::format_value(notified), "['Notify[b]']");
}

#[test]
fn a_node_definition_is_chosen_by_name() {
    let text = "node /^web/ { notify { 'regexp': } } node 'web.example.com' { notify { 'n': } }";
    assert_eq!(answer(text), "Node[web.example.com] Notify[n]");
    assert_eq!(
        answer("node 'db' { }"),
        "! Could not find node statement with name 'default' or 'web.example.com' on node \
         web.example.com"
    );
}

#[test]
fn chains_continue_after_collectors_without_resources() {
    let catalog =
        compiled("notify { 'a': } -> Notify <| title == 'x' |> -> notify { 'b': }").unwrap();
    let before = catalog.resources[3].parameter("before").unwrap();
    assert_eq!(crate::format_value(before), "['Notify[b]']");
}

#[test]
fn functions_declare_resources_at_the_top_level() {
    let catalog = compiled("function f() { notify { 'n': } }\nclass k { f() }\ninclude k").unwrap();
    let target = catalog.edges.iter().find(|edge| edge.target == 4).unwrap();
    let source = &catalog.resources[target.source as usize];
    assert_eq!(source.reference(), "Class[main]");
}

#[test]
fn containers_hand_down_metaparameters_and_tags() {
    let text = "define d { notify { 'n': } } d { 'a': noop => true, tag => 't' }";
    let catalog = compiled(text).unwrap();
    let notify = &catalog.resources[4];
    assert!(notify.parameter("noop").is_some());
    for tag in ["class", "d", "a", "t", "n", "notify"] {
        assert!(notify.tags.iter().any(|known| **known == *tag), "{tag}");
    }
}

#[test]
fn values_of_catalogs_have_the_texts_of_puppet() {
    let log = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let kept = log.clone();
    let environment = Environment::new().logger(move |_, message| {
        kept.lock().unwrap().push(message.to_owned());
        Ok(())
    });
    let text = "notice(Notify <| |>)\ncomponent { 'x::y': }\nnotice(defined(Class['x::y']))";
    let catalog = compiled_in(text, &environment).unwrap();
    assert_eq!(*log.lock().unwrap(), ["Catalog-Collector[Notify]", "true"]);
    assert_eq!(catalog.resources[3].reference(), "Class[X::Y]");
    assert!(catalog.edges.iter().all(|edge| edge.target != 3));
}

#[test]
fn deferred_parameters_need_a_known_function() {
    let class = "class k($p) { } class { 'k': p => Deferred('";
    let error = answer(&format!("{class}none') }}"));
    assert!(
        error.contains("Class[K]: parameter 'p' is deferred to the unknown function 'none'"),
        "{error}"
    );
    let known = format!("function f() {{ 1 }} {class}f') }}");
    assert_eq!(answer(&known), "Class[K]");
    assert_eq!(answer(&format!("{class}md5', ['a']) }}")), "Class[K]");
}

#[test]
fn overrides_need_a_descendant() {
    let text = "class p { notify { 'a': message => 'p' } }\n\
                class k inherits p { Notify['a'] { message => 'k' } }\n\
                class l inherits p { Notify['a'] { message => 'l' } }\ninclude k, l";
    let answer = answer(text);
    assert!(
        answer.starts_with("! Parameter 'message' is already set on Notify[a] by k at"),
        "{answer}"
    );
    assert_eq!(
        self::answer("notify { 'a': }\nclass k { Notify['a'] { message => 1 } }\ninclude k"),
        "! Only subclasses can override parameters (file: site.pp, line: 2) on node \
         web.example.com"
    );
}

#[test]
fn definitions_are_checked_in_the_order_of_the_text() {
    assert_eq!(
        answer("class x { }\nnode x { }"),
        "! Class 'x' is already defined (file: site.pp, line: 1); cannot be redefined as a node \
         (file: site.pp, line: 2) on node web.example.com"
    );
    assert_eq!(
        answer("define d($noop) { }"),
        "! noop is a metaparameter; please choose another parameter name in the d definition on \
         node web.example.com"
    );
}

#[test]
fn endless_and_deep_compilations_fail() {
    let error = answer("define d { d { \"${title}x\": } } d { 'a': }");
    assert!(
        error.starts_with("! Somehow looped more than 1000 times"),
        "{error}"
    );
    let mut text = String::from("include c0 ");
    for number in 0..200 {
        text.push_str(&format!("class c{number} {{ include c{} }} ", number + 1));
    }
    let error = compiled(&text).unwrap_err();
    assert_eq!(error.code(), polycty_core::source::Code::Limit);
    let error = answer("class a inherits b { } class b inherits a { } include a");
    assert!(error.contains("inherits from itself"), "{error}");
}

#[test]
fn the_memory_of_resources_is_bounded() {
    let budget = Budget::new().limit_bytes(4 << 20);
    let text = "Integer[1, 100000].each |$i| { notify { \"n${i}\": } }";
    let manifests = parse_manifests([Source::new("", text)], "e", Strict::Error, &budget).unwrap();
    let error = compile(
        &manifests,
        &NodeInput::default(),
        &CompileOptions::default(),
        &Environment::new(),
        &budget,
    )
    .unwrap_err();
    assert_eq!(error.code(), polycty_core::source::Code::Limit);
}

#[test]
fn compilations_of_many_resources_are_linear() {
    // Each program must compile within a budget that is linear in its resources.
    const COUNT: u64 = 4_000;
    for body in [
        "file { \"/a/${i}\": mode => '0644' }",
        "@notify { \"n${i}\": } realize(Notify[\"n${i}\"])",
        "@notify { \"n${i}\": } Notify <| title == \"n${i}\" |>",
        "@notify { \"n${i}\": tag => \"t${i}\" } Notify <| tag == \"t${i}\" |>",
        "create_resources(notify, { \"n${i}\" => { message => $i } })",
        "notify { \"a${i}\": } -> notify { \"b${i}\": } -> Notify['last']",
        "d { \"d${i}\": x => $i }",
        "Notify[\"n${i}\"] { message => $i } notify { \"n${i}\": }",
        "contain \"c${i}\"",
    ] {
        let classes: String = (1..=COUNT)
            .map(|at| format!("class c{at} {{ }} "))
            .collect();
        let text = format!(
            "{classes}define d($x) {{ notify {{ $title: message => $x }} }}\n\
             notify {{ 'last': }}\nInteger[1, {COUNT}].each |$i| {{ {body} }}"
        );
        let parsing = Budget::new();
        let manifests = parse_manifests([Source::new("", text)], "e", Strict::Error, &parsing);
        let budget = Budget::new()
            .limit_steps(120 * COUNT)
            .limit_bytes(4_500 * COUNT);
        let (node, options) = (NodeInput::default(), CompileOptions::default());
        let environment = Environment::new();
        let catalog = compile(&manifests.unwrap(), &node, &options, &environment, &budget);
        let catalog = catalog.unwrap_or_else(|error| panic!("{body}: {}", error.full()));
        assert!(catalog.resources.len() as u64 > COUNT, "{body}");
    }
}
