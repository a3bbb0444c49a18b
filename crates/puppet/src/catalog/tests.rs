//! Compilations of small manifests; the expected catalogs and messages are Puppet's.

use super::{Catalog, CompileError, CompileOptions, NodeInput, compile, parse_manifests};
use crate::{Environment, Strict};
use polycty_core::calls::Budget;
use polycty_core::source::Source;

fn compiled(text: &str) -> Result<Catalog, CompileError> {
    let budget = Budget::standard();
    let source = Source::new("site.pp", text);
    let manifests = parse_manifests([source], "e", Strict::Error, &budget)?;
    let node = NodeInput {
        name: "web.example.com".into(),
        ..NodeInput::default()
    };
    let options = CompileOptions::default();
    compile(&manifests, &node, &options, &Environment::new(), &budget)
}

/// The references and messages of the resources after those that every catalog has.
fn answer(text: &str) -> String {
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
