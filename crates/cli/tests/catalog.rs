//! Commands of Puppet's catalogs, with the control repository of the examples.
#![cfg(feature = "puppet")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/data/control-repository")
}

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polycty"));
    command.current_dir(repository()).args(arguments);
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs the tool and returns its output.
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    text(&output.stdout)
}

/// Compiles a node of the repository.
fn compiled(node: &str, more: &[&str]) -> String {
    let name = format!("{node}.example.com");
    let facts = format!("facts/{name}.json");
    let mut arguments = vec!["puppet", "compile", "--node", &name, "--facts", &facts];
    arguments.extend(["--hiera", "global/hiera.yaml", "--check-cycles"]);
    arguments.extend(more);
    printed(&arguments)
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn each_node_has_the_resources_of_its_role() {
    for (node, wanted, unwanted) in [
        (
            "web1",
            &[
                "Class[Profile::Web]",
                "Package[curl]",
                "Webserver::Site[shop]",
                "owner => 'www-data'",
                "listen 8080;",
                "web1.example.com: noc@example.com",
            ][..],
            "postgresql",
        ),
        ("web2", &["owner => 'nginx'", "root /srv/www;"], "shop"),
        (
            "db1",
            &["User[postgres]", "password => (sensitive)"],
            "nginx",
        ),
        (
            "host1",
            &["Package[chrony]", "classes: settings, default, role::base"],
            "nginx",
        ),
    ] {
        let catalog = compiled(node, &[]);
        for text in wanted {
            assert!(catalog.contains(text), "{node}: {text} is not in {catalog}");
        }
        assert!(
            !catalog.contains(unwanted),
            "{node}: {unwanted} is in {catalog}"
        );
    }
}

#[test]
fn a_difference_names_values_and_positions_without_secrets() {
    let folder = scratch("catalog-diff");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let old = compiled("db1", &["--json", "--secrets"]);
    assert!(old.contains("not-a-real-password"));
    assert!(!compiled("db1", &["--json"]).contains("not-a-real-password"));
    let new = old
        .replace("not-a-real-password", "also-not-a-password")
        .replace("noc@example.com", "new@example.com");
    fs::write(file("old.json"), &old).unwrap();
    fs::write(file("new.json"), new).unwrap();
    let difference = printed(&[
        "puppet",
        "catalog",
        "diff",
        &file("old.json"),
        &file("new.json"),
    ]);
    assert!(!difference.contains("password\""), "{difference}");
    let root = fs::canonicalize(repository()).unwrap();
    let root = root.display();
    assert_eq!(
        difference,
        format!(
            "~ Class[Profile::Base]\n    \
             - contact => \"noc@example.com\"\n    + contact => \"new@example.com\"\n\
             ~ File[/etc/motd] {root}/site/profile/manifests/base.pp:8\n    \
             - content => \"db1.example.com: noc@example.com\\n\"\n    \
             + content => \"db1.example.com: new@example.com\\n\"\n\
             ~ Class[Profile::Database]\n    \
             - password => (sensitive)\n    + password => (sensitive)\n\
             ~ User[postgres] {root}/site/profile/manifests/database.pp:7\n    \
             - password => (sensitive)\n    + password => (sensitive)\n"
        )
    );
    let same = printed(&[
        "puppet",
        "catalog",
        "diff",
        &file("old.json"),
        &file("old.json"),
    ]);
    assert_eq!(same, "no differences\n");
    let json = printed(&[
        "puppet",
        "catalog",
        "diff",
        "--json",
        &file("old.json"),
        &file("new.json"),
    ]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        json["changed"][3]["parameters"]["password"]["new"]["__ptype"],
        "Sensitive"
    );
}

#[test]
fn errors_have_the_file_and_the_line() {
    let folder = scratch("catalog-errors");
    fs::create_dir_all(folder.join("manifests")).unwrap();
    let manifest = folder.join("manifests/site.pp");
    let at = folder.to_str().unwrap();
    let failed = |text: &str, more: &[&str]| {
        fs::write(&manifest, text).unwrap();
        let mut arguments = vec!["puppet", "compile", "--node", "n", "--environment", at];
        arguments.extend(more);
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(1));
        self::text(&output.stderr)
    };
    let shown = fs::canonicalize(&folder).unwrap().join("manifests/site.pp");
    let shown = shown.display();
    for (program, message) in [
        (
            "notify { 'a': }\nnotify { 'a': }",
            format!(
                "Duplicate declaration: Notify[a] is already declared at (file: {shown}, line: 1)"
            ),
        ),
        ("notify {", "Syntax error at end of input".to_owned()),
        (
            "nosuch('x')",
            format!("Unknown function: 'nosuch'.\n  on {shown} line 1, column 1:"),
        ),
        (
            "file { '/a': source => 'x', nope => 1 }",
            format!("no parameter named 'nope' (file: {shown}, line: 1) on File[/a]"),
        ),
    ] {
        let found = failed(program, &[]);
        assert!(found.contains(&message), "{message} is not in {found}");
    }
    let cycle = failed(
        "notify { 'a': require => Notify['b'] } notify { 'b': require => Notify['a'] }",
        &["--check-cycles"],
    );
    assert!(
        cycle.contains("dependency cycle: (Notify[a] => Notify[b] => Notify[a])\n  on "),
        "{cycle}"
    );
    fs::write(folder.join("facts.json"), "[]").unwrap();
    let facts = folder.join("facts.json");
    let found = failed("", &["--facts", facts.to_str().unwrap()]);
    assert!(found.contains("facts.json: expected an object"), "{found}");
}

#[test]
fn a_node_classifier_sets_classes_variables_and_the_environment() {
    let folder = scratch("catalog-enc");
    fs::create_dir_all(folder.join("manifests")).unwrap();
    let manifest = "class web(Integer $port) { notify { \"${port} ${::role} ${environment}\": } }\n\
                    class motd { notify { 'motd': } }\n";
    fs::write(folder.join("manifests/site.pp"), manifest).unwrap();
    fs::write(folder.join("facts.json"), r#"{"role": "of the facts"}"#).unwrap();
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let compile = |text: &str| {
        fs::write(file("enc"), text).unwrap();
        let (environment, facts, enc) = (file(""), file("facts.json"), file("enc"));
        run(&[
            "puppet",
            "compile",
            "--node",
            "n",
            "--environment",
            &environment,
            "--facts",
            &facts,
            "--enc",
            &enc,
            "--json",
        ])
    };
    for document in [
        "---\nclasses:\n  web:\n    port: 80\n  motd:\nparameters:\n  role: classified\nenvironment: test\n",
        r#"{"classes": {"web": {"port": 80}, "motd": null}, "parameters": {"role": "classified"}, "environment": "test"}"#,
    ] {
        let output = compile(document);
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(json["environment"], "test");
        let resources = json["resources"].as_array().unwrap().iter();
        let titles: Vec<&str> = resources
            .filter(|resource| resource["type"] == "Notify")
            .map(|resource| resource["title"].as_str().unwrap())
            .collect();
        assert_eq!(titles, ["80 classified test", "motd"], "{document}");
    }
    for (document, message) in [
        ("classes: [", "enc: the node classifier: "),
        (
            "classes: 1",
            "enc: the node classifier: expected classes to be an array or an object",
        ),
        ("classes: [nosuch]", "Could not find class nosuch for n"),
    ] {
        let output = compile(document);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{document}");
        assert!(errors.contains(message), "{document}: {errors}");
    }
}

#[test]
fn files_outside_of_the_environment_are_not_read() {
    let outer = scratch("catalog-outside");
    let folder = outer.join("environment");
    fs::create_dir_all(folder.join("manifests")).unwrap();
    let secret = outer.join("secret.txt");
    fs::write(&secret, "outside").unwrap();
    let program = format!("notify {{ file('{}'): }}", secret.display());
    fs::write(folder.join("manifests/site.pp"), program).unwrap();
    let at = folder.to_str().unwrap();
    let output = run(&["puppet", "compile", "--node", "n", "--environment", at]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!text(&output.stderr).contains("outside\n"));
    assert!(!text(&output.stdout).contains("outside"));
}
