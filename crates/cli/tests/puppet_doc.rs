//! The reference of a module of Puppet.
#![cfg(feature = "puppet")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polycty"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    command.current_dir(root).args(["puppet", "doc"]);
    command.args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_module_has_a_reference_of_its_definitions() {
    let output = run(&["examples/data/control-repository/modules/webserver"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let reference = text(&output.stdout);
    for part in [
        "# Reference\n",
        "### Classes\n\n* [`webserver`](#webserver): A web server whose sites are resources of webserver::site.\n",
        "### Defined types\n\n* [`webserver::site`](#webserver--site): One site of the web server.\n",
        "### Data types\n\n* [`Webserver::Port`](#Webserver--Port)",
        "##### <a name=\"-webserver--site--root\"></a>`root`\n\nData type: `String[1]`\n\nDefault value: `\"/srv/${title}\"`\n",
    ] {
        assert!(reference.contains(part), "{part}\nis not in\n{reference}");
    }
    let warnings = text(&output.stderr);
    assert!(
        warnings.contains(
            "warning: examples/data/control-repository/modules/webserver/manifests/site.pp:2: define webserver::site: parameter \"port\" has no @param"
        ),
        "{warnings}"
    );
}

#[test]
fn manifests_below_the_folders_of_a_module_are_read() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("puppet-doc");
    let _ = fs::remove_dir_all(&folder);
    let at = folder.to_str().unwrap().to_owned();
    for (file, program) in [
        ("manifests/a/b.pp", "# @summary B\nclass m::a::b { }"),
        ("functions/f.pp", "# F.\nfunction m::f() { 1 }"),
        (
            "plans/p.pp",
            "# @summary P\nplan m::p($a = apply('t') { }) { run_task('x', $a) }",
        ),
        ("manifests/notes.txt", "not a manifest"),
    ] {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, program).unwrap();
    }
    let output = run(&[&at]);
    assert!(text(&output.stderr).ends_with("parameter \"a\" has no @param\n"));
    let reference = text(&output.stdout);
    assert!(reference.contains("### Plans\n\n* [`m::p`](#m--p): P\n"));
    assert!(reference.contains("* [`m::a::b`](#m--a--b): B\n"));
    assert!(reference.contains("#### `m::f()`\n\nF.\n"));

    let file = format!("{at}/functions/f.pp");
    let output = run(&[&file]);
    assert!(!text(&output.stdout).contains("m::a::b"));
    fs::write(&file, "function {").unwrap();
    let output = run(&[&at]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("Syntax error"));
    let plans = format!("{at}/plans");
    let output = run(&[&plans]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("expected manifests in `manifests`"));
}

#[test]
fn defaults_of_parameters_that_may_be_secret_are_masked() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("puppet-doc-secrets");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("manifests")).unwrap();
    let program = "class m(\n  Variant[String, Sensitive[String]] $a = 'hunter2',\n  \
                   Optional[Sensitive] $b = undef,\n  Sensitive $c = Sensitive('hunter3'),\n  \
                   String $d = 'shown',\n) { }\n";
    let file = folder.join("manifests/init.pp");
    fs::write(&file, program).unwrap();
    let (folder, file) = (folder.to_str().unwrap(), file.to_str().unwrap());
    let doc = text(&run(&[folder]).stdout);
    let outline = Command::new(env!("CARGO_BIN_EXE_polycty"))
        .args(["puppet", "outline", file])
        .output()
        .unwrap();
    let outline = text(&outline.stdout);
    for shown in [&doc, &outline] {
        assert!(!shown.contains("hunter"), "{shown}");
        for part in ["'*******'", "undef", "Sensitive('*******')", "'shown'"] {
            assert!(shown.contains(part), "{part}\nis not in\n{shown}");
        }
    }
}
