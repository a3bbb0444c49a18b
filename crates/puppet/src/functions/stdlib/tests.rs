use crate::catalog::{EnvironmentFolder, NodeInput, compile, parse_manifests};
use crate::hiera::MemoryFiles;
use crate::{Environment, Prepared, Strict, evaluate, format_value};
use polycty_core::calls::Budget;
use polycty_core::source::Source;

/// Returns the text of the value of an expression, or its error.
fn evaluated(text: &str) -> String {
    let budget = Budget::new();
    let program = Prepared::manifest(Source::new("", text), Strict::Error, &budget).unwrap();
    match evaluate(&program, &Environment::new().stdlib(), &budget) {
        Ok(value) => format_value(&value),
        Err(error) => format!("! {}", error.message()),
    }
}

#[test]
fn functions_have_the_results_of_the_module() {
    for (text, value) in [
        ("pick(undef, '', 'a', 'b')", "'a'"),
        ("pick(false)", "false"),
        (
            "pick(undef, '')",
            "! Evaluation Error: Error while evaluating a Function Call, pick(): must receive at \
             least one non empty value",
        ),
        ("stdlib::pick(1)", "1"),
        ("pick_default(undef, '')", "''"),
        ("pick_default('', 'x', 'y')", "'x'"),
        ("delete_undef_values(['a', undef, ''])", "['a', '']"),
        ("delete_undef_values({a => undef, b => 1})", "{'b' => 1}"),
        ("any2array()", "[]"),
        ("any2array('')", "[]"),
        ("any2array('a')", "['a']"),
        ("any2array(['a'])", "['a']"),
        ("any2array({a => 1, b => 2})", "['a', 1, 'b', 2]"),
        ("any2array(1, 2)", "[1, 2]"),
        ("prefix(['a', 'b'], 'p')", "['pa', 'pb']"),
        ("prefix({a => 1}, 'p')", "{'pa' => 1}"),
        ("suffix(['a', 1], 's')", "['as', '1s']"),
        (
            "merge({a => 1, b => 1}, '', {b => 2})",
            "{'a' => 1, 'b' => 2}",
        ),
        (
            "deep_merge({a => {b => 1, c => 1}}, {a => {c => 2}, d => 3})",
            "{'a' => {'b' => 1, 'c' => 2}, 'd' => 3}",
        ),
        ("member(['a', 'b'], 'a')", "true"),
        ("member(['a', 'b'], ['a', 'c'])", "false"),
        ("has_key({a => undef}, 'a')", "true"),
        ("has_key({a => 1}, 'b')", "false"),
        ("concat(['1'], '2', ['3'])", "['1', '2', '3']"),
        ("union(['a', 'b'], ['b', 'c'])", "['a', 'b', 'c']"),
        ("difference(['a', 'b', 'a'], ['b'])", "['a', 'a']"),
        ("intersection(['a', 'b', 'a'], ['a'])", "['a']"),
        ("delete(['a', 'b', 'a'], 'a')", "['b']"),
        ("delete({a => 1, b => 2}, ['a'])", "{'b' => 2}"),
        ("delete('abracadabra', 'bra')", "'acada'"),
        ("str2bool('Yes')", "true"),
        ("str2bool('0')", "false"),
        ("bool2str(true)", "'true'"),
        ("bool2str(false, 'yes', 'no')", "'no'"),
        ("is_string('a')", "true"),
        ("is_string('1')", "false"),
        ("is_integer('-5')", "true"),
        ("is_integer('05')", "false"),
        ("is_integer(1.5)", "false"),
        ("is_float('1.5')", "true"),
        ("is_float(1)", "false"),
        ("is_numeric('1e3')", "true"),
        ("is_numeric('x')", "false"),
        ("is_bool('true')", "false"),
        ("is_absolute_path('C:/x')", "true"),
        ("is_absolute_path('x/y')", "false"),
        ("is_ip_address('10.0.0.0/8')", "true"),
        ("is_ipv4_address('::1')", "false"),
        ("is_ipv6_address('::1')", "true"),
        ("is_mac_address('00:11:22:aa:bb:CC')", "true"),
        ("is_mac_address('00:11:22:aa:bb')", "false"),
        ("is_domain_name('a.example.com.')", "true"),
        ("is_domain_name('1.2.3.4')", "false"),
        ("validate_array([], [1])", "undef"),
        (
            "validate_bool('true')",
            "! Evaluation Error: Error while evaluating a Function Call, \"true\" is not a \
             boolean.  It looks to be a String",
        ),
    ] {
        assert_eq!(evaluated(text), value, "{text}");
    }
}

#[test]
fn the_set_is_optional_and_definitions_have_precedence() {
    let budget = Budget::new();
    let program = Prepared::manifest(Source::new("", "pick(1)"), Strict::Error, &budget).unwrap();
    let error = evaluate(&program, &Environment::new(), &budget).unwrap_err();
    assert_eq!(
        error.message(),
        "Evaluation Error: Unknown function: 'pick'."
    );
    assert_eq!(evaluated("function pick($x) { $x + 1 } pick(1)"), "2");
    assert_eq!(evaluated("call('pick', '', 2)"), "2");
}

/// Returns the resources of a manifest with their lines and parameters, or the error.
fn compiled(manifest: &str) -> Vec<String> {
    let files = MemoryFiles::new([
        ("/e/manifests/site.pp", manifest),
        (
            "/e/modules/m/manifests/init.pp",
            "class m { include m::own }",
        ),
        (
            "/e/modules/m/manifests/own.pp",
            "class m::own { assert_private() notify { 'own': } }",
        ),
    ]);
    let folder = EnvironmentFolder::new(files, "e", "/e").unwrap();
    let budget = Budget::new();
    let manifests = folder.manifests().unwrap();
    let manifests = parse_manifests(manifests, "e", Strict::Error, &budget).unwrap();
    let environment = folder.environment(Environment::new().stdlib());
    let node = NodeInput {
        name: "n".into(),
        ..NodeInput::default()
    };
    match compile(&manifests, &node, &folder.options(), &environment, &budget) {
        Ok(catalog) => catalog
            .resources
            .iter()
            .filter(|resource| !matches!(&*resource.resource_type, "Class" | "Stage"))
            .map(|resource| {
                let parameters = resource.parameters.iter();
                let parameters: Vec<String> = parameters
                    .map(|(name, value)| format!(" {name}={}", format_value(value)))
                    .collect();
                let line = resource.line.unwrap_or_default();
                format!("{}:{line}{}", resource.reference(), parameters.concat())
            })
            .collect(),
        Err(error) => vec![format!("! {error}")],
    }
}

#[test]
fn resources_are_declared_once_at_the_call() {
    let texts = compiled(
        "package { 'a': ensure => 'installed' }\n\
         ensure_packages(['a', 'b'])\n\
         ensure_packages({'c' => {ensure => absent}}, {provider => 'x'})\n\
         ensure_packages('b', {ensure => present})\n\
         ensure_resource('user', ['u', 'v'], {ensure => present})\n\
         ensure_resource('user', 'u', {ensure => present})\n\
         ensure_resources('notify', {'n' => {message => 'm'}, 'o' => {}}, {withpath => true})\n\
         notice(defined_with_params(User['u'], {ensure => present}))\n\
         notify { getparam(User['u'], 'ensure'): }",
    );
    assert_eq!(
        texts,
        [
            "Package[a]:1 ensure='installed'",
            "Package[b]:2 ensure='installed'",
            "Package[c]:3 provider='x' ensure='absent'",
            "User[u]:5 ensure='present'",
            "User[v]:5 ensure='present'",
            "Notify[n]:7 withpath=true message='m'",
            "Notify[o]:7 withpath=true",
            "Notify[present]:9",
        ]
    );
    assert_eq!(
        compiled("user { 'u': uid => 1 }\nensure_resource('user', 'u', {uid => 2})"),
        [
            "! Evaluation Error: Error while evaluating a Function Call, Duplicate declaration: \
             User[u] is already declared at (file: /e/manifests/site.pp, line: 1); cannot \
             redeclare (file: /e/manifests/site.pp, line: 2) (file: /e/manifests/site.pp, line: \
             2, column: 1) on node n"
        ]
    );
}

#[test]
fn a_private_class_is_declared_by_its_module_alone() {
    assert_eq!(compiled("include m"), ["Notify[own]:1"]);
    assert_eq!(
        compiled("include m::own"),
        [
            "! Evaluation Error: Error while evaluating a Function Call, Class m::own is private \
             (file: /e/modules/m/manifests/own.pp, line: 1, column: 16) on node n"
        ]
    );
}
