//! The command `lint`.

use super::run;
use std::path::{Path, PathBuf};

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    let inner = path.parent().expect("it has a folder");
    std::fs::create_dir_all(inner).expect("the folder is writable");
    std::fs::write(path, text).expect("the folder is writable");
}

/// An empty folder of a repository with files.
fn project(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    write(&folder, ".git/HEAD", "");
    for (name, text) in files {
        write(&folder, name, text);
    }
    folder
}

/// The status and the messages of `lint` for a path below a folder.
fn checked(folder: &Path, path: &str) -> (Option<i32>, String) {
    let root = folder.to_str().expect("paths of tests are UTF-8");
    let output = run(&["lint", &format!("{root}/{path}")], "");
    assert!(output.stderr.is_empty());
    let text = String::from_utf8(output.stdout).expect("messages are UTF-8");
    (output.status.code(), text.replace(root, "ROOT"))
}

#[test]
fn terraform_modules_are_checked() {
    let files = [
        (
            "app/main.tf",
            "module \"net\" {\n  source = \"../net\"\n  cidr   = \"a\"\n  none   = 1\n}\n",
        ),
        (
            "app/out.tf",
            "output \"id\" {\n  value = module.net.id\n}\n",
        ),
        ("app/x.tfvars", "zone = 1\n"),
        (
            "net/main.tf",
            "variable \"cidr\" {\n  type = string\n}\noutput \"id\" {\n  value = var.cidr\n}\n",
        ),
        (
            "gone/b.tf",
            "module \"gone\" {\n  source = \"../none\"\n}\n",
        ),
        ("gone/a.tf", "locals {}\n"),
    ];
    let folder = project("lint-terraform", &files);
    assert_eq!(checked(&folder, "net"), (Some(0), String::new()));
    // The called module is outside of the folder that is checked.
    for path in ["app", "app/main.tf"] {
        let (status, text) = checked(&folder, path);
        assert_eq!(status, Some(1));
        let expected = "error: Unsupported argument\n  on ROOT/app/main.tf line 4, column 3:";
        assert!(text.starts_with(expected), "{text}");
        assert_eq!(text.matches("error:").count(), 1, "{text}");
    }
    let (status, text) = checked(&folder, "app/x.tfvars");
    assert_eq!(status, Some(0));
    assert!(
        text.starts_with("warning: Value for undeclared variable"),
        "{text}"
    );
    let (_, text) = checked(&folder, "gone");
    let expected = "error: Unreadable module directory\n  on ROOT/gone/b.tf line 1, column 1:";
    assert!(text.starts_with(expected), "{text}");
    assert_eq!(
        text.matches("Unreadable module directory").count(),
        1,
        "{text}"
    );
}

#[test]
fn puppet_modules_and_data_are_checked() {
    let files = [
        ("environment.conf", "modulepath = site\n"),
        (
            "site/web/manifests/init.pp",
            "class web (\n  Web::Port $port = 80,\n) {\n  $more = web::twice($port)\n}\n",
        ),
        (
            "site/web/functions/twice.pp",
            "function web::twice(Integer $n) >> Integer {\n  $n * 2\n}\n",
        ),
        (
            "site/web/types/port.pp",
            "type Web::Port = Integer[1, 65535]\n",
        ),
        (
            "site/web/templates/bad.epp",
            "<%- | Integer $n | -%>\n<%= $n + %>\n",
        ),
        (
            "manifests/site.pp",
            "node default {\n  class { 'web':\n    prot => 80,\n  }\n}\n",
        ),
        ("data/common.yaml", "web::port: 0\nweb::pasword: hunter2\n"),
    ];
    let folder = project("lint-puppet", &files);
    // The type and the function are outside of the folder that is checked.
    for path in ["site/web/manifests", "site/web/manifests/init.pp"] {
        assert_eq!(checked(&folder, path), (Some(0), String::new()));
    }
    for (path, expected) in [
        (
            "site/web",
            "error: Syntax error at '%>'\n  on ROOT/site/web/templates/bad.epp line 2, column 10:",
        ),
        (
            "manifests",
            "error: class web: no parameter named 'prot'\n  on ROOT/manifests/site.pp line 3, column 5:",
        ),
        (
            "data/common.yaml",
            "error: class web: parameter 'port' expects a Web::Port = Integer[1, 65535] value, got Integer[0, 0]\n  on ROOT/data/common.yaml line 1, column 12:",
        ),
    ] {
        let (status, text) = checked(&folder, path);
        assert_eq!(status, Some(1), "{path}");
        assert!(text.starts_with(expected), "{text}");
        assert_eq!(text.matches("error:").count(), 1, "{text}");
        assert!(!text.contains("hunter2"), "{text}");
    }
}

#[test]
fn files_of_all_languages_are_checked() {
    let folder = project("lint", &[]);
    let write = |name: &str, text: &str| write(&folder, name, text);
    write("good.mcl", "$a = 1\n");
    write("a/bad.mcl", "import \"../good.mcl\"\n$b = $good.none\n");
    write("a/.hidden/bad.mcl", "$b = (\n");
    write("p/Pulumi.yaml", "name: p\n");
    write("p/main.pp", "b = none\n");
    write("q/Pulumi.yaml", "name: q\n");
    write("q/main.pp", "a = 1\nc = [\nb = none\na = 2\n");
    let root = folder.to_str().expect("paths of tests are UTF-8");
    let lint = |arguments: &[&str]| {
        let output = run(&[&["lint"], arguments].concat(), "");
        let text = String::from_utf8(output.stdout).expect("messages are UTF-8");
        (output.status.code(), text.replace(root, "ROOT"))
    };
    let (status, text) = lint(&[root]);
    assert_eq!(status, Some(1));
    assert!(
        text.contains("on ROOT/a/bad.mcl line 2, column 6"),
        "{text}"
    );
    assert!(
        text.contains("on ROOT/p/main.pp line 1, column 5"),
        "{text}"
    );
    // The errors after a damaged statement have their positions, too.
    for at in ["line 3, column 5", "line 4, column 1"] {
        assert!(text.contains(&format!("on ROOT/q/main.pp {at}")), "{text}");
    }
    assert!(
        !text.contains("hidden") && !text.contains("on ROOT/good.mcl"),
        "{text}"
    );
    let good = format!("{root}/good.mcl");
    assert_eq!(lint(&[&good]), (Some(0), String::new()));
    let (status, json) = lint(&["--diagnostics", "json", &format!("{root}/p")]);
    assert_eq!(status, Some(1));
    assert!(json.contains("\"ROOT/p/main.pp\""), "{json}");
    let (status, sarif) = lint(&["--diagnostics", "sarif", &good]);
    assert_eq!(status, Some(0));
    assert!(sarif.contains("\"version\":\"2.1.0\"") || sarif.contains("\"version\": \"2.1.0\""));
    let (status, json) = lint(&["--diagnostics", "json", &good]);
    assert_eq!((status, &*json), (Some(0), "{\"diagnostics\":[]}\n"));
    let absent = run(&["lint", "none.mcl"], "");
    assert_eq!(absent.status.code(), Some(1));
    assert!(absent.stdout.is_empty());
    let text = String::from_utf8(absent.stderr).expect("messages are UTF-8");
    assert!(text.contains("none.mcl"), "{text}");
}

#[test]
fn options_name_schemas_modules_and_facts() {
    let files = [
        (
            "app/main.mcl",
            "import \"https://example.com/lib/\"\nfile \"/a\" {\n\tmod => $lib.x,\n}\n",
        ),
        (
            "app/a.pp",
            "class a {\n  include m\n  class { 'm':\n    other => 1,\n  }\n}\n",
        ),
        ("app/main.tf", "resource \"x_y\" \"z\" {\n  b = 1\n}\n"),
    ];
    let folder = project("lint-options", &files);
    let others = [
        (
            "modules/m/manifests/init.pp",
            "class m (Integer $port) {\n}\n",
        ),
        ("mcl/example.com/lib/metadata.yaml", "main: \"main.mcl\"\n"),
        ("mcl/example.com/lib/main.mcl", "$x = \"0644\"\n"),
        (
            "kinds.json",
            "[{\"kind\": \"file\", \"fields\": [{\"lang\": \"mode\", \"type\": \"str\"}]}]",
        ),
        ("facts.json", "{\"os\": {}}"),
        (
            "schemas.json",
            "{\"format_version\": \"1.0\", \"provider_schemas\": {\"registry.terraform.io/hashicorp/x\": \
             {\"resource_schemas\": {\"x_y\": {\"version\": 0, \"block\": {\"attributes\": \
             {\"a\": {\"type\": \"string\", \"optional\": true}}}}}}}}",
        ),
    ];
    let aside = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lint-options-aside");
    for (name, text) in others {
        write(&aside, name, text);
    }
    let of = |name: &str| aside.join(name).to_string_lossy().into_owned();
    let root = folder.to_str().expect("paths of tests are UTF-8");
    let output = run(
        &[
            "lint",
            &format!("{root}/app"),
            "--modules",
            &of("modules"),
            "--facts",
            &of("facts.json"),
            "--kinds",
            &of("kinds.json"),
            "--mcl-modules",
            &of("mcl"),
            "--schemas",
            &of("schemas.json"),
        ],
        "",
    );
    let text = String::from_utf8(output.stdout).expect("messages are UTF-8");
    for expected in ["other", "field `mod` does not exist", "\"b\""] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let bad = run(&["lint", root, "--facts", &of("schemas.json/none")], "");
    assert_eq!(bad.status.code(), Some(1));
    let bad = run(&["lint", root, "--schemas", &of("kinds.json")], "");
    let text = String::from_utf8(bad.stderr).expect("messages are UTF-8");
    assert!(text.contains("--schemas: "), "{text}");
}

#[test]
fn diagnostics_are_in_the_order_of_the_text() {
    let text = "variable \"a\" {\n  type = strin\n  none = 1\n}\n\nlocals {\n  b = var.c\n  d = upper()\n}\n";
    let folder = project("lint-order", &[("main.tf", text), ("notes.txt", "")]);
    let root = folder.to_str().expect("paths of tests are UTF-8");
    let output = run(&["lint", root], "");
    let found = String::from_utf8(output.stdout).expect("messages are UTF-8");
    let lines = found.split("main.tf line ").skip(1).map(|rest| {
        let number = rest.split(',').next().unwrap_or_default();
        number.parse::<u32>().expect("a number")
    });
    assert!(lines.clone().count() > 2 && lines.is_sorted(), "{found}");
    assert!(output.stderr.is_empty());
    let output = run(&["lint", &format!("{root}/notes.txt")], "");
    let found = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert!(found.ends_with("notes.txt: no known language; it is not checked\n"));
}

#[test]
fn warnings_fail_on_request() {
    let folder = project(
        "lint-warnings",
        &[("main.tf", ""), ("x.tfvars", "zone = 1\n")],
    );
    let root = folder.to_str().expect("paths of tests are UTF-8");
    for (arguments, status) in [
        (&["lint", root][..], 0),
        (&["lint", "--deny-warnings", root], 1),
    ] {
        let output = run(arguments, "");
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.starts_with("warning: "), "{text}");
    }
}

#[test]
fn the_version_and_the_product_of_terraform_are_options() {
    let main = "variable \"name\" {\n  default = \"a\"\n}\n\nmodule \"m\" {\n  source = \"./${var.name}\"\n}\n";
    let folder = project("lint-product", &[("main.tf", main), ("a/main.tf", "")]);
    let root = folder.to_str().expect("paths of tests are UTF-8");
    let lint = |arguments: &[&str]| {
        let output = run(&[&["lint", root], arguments].concat(), "");
        String::from_utf8([output.stdout, output.stderr].concat()).expect("messages are UTF-8")
    };
    for (arguments, expected) in [
        (&[][..], "error: Unknown module source"),
        (
            &["--terraform-version", "1.12"],
            "error: Variables not allowed",
        ),
        (&["--dialect", "opentofu"], ""),
    ] {
        let text = lint(arguments);
        assert!(text.contains(expected), "{arguments:?}: {text}");
        assert_eq!(text.is_empty(), expected.is_empty(), "{text}");
    }
    let output = run(&["lint", root, "--terraform-version", "0.1"], "");
    assert_eq!(output.status.code(), Some(2));
    write(&folder, "more.tofu", "");
    assert_eq!(lint(&[]), "");
    let text = lint(&["--dialect", "terraform"]);
    assert!(text.starts_with("error: Unknown module source"), "{text}");
}

#[test]
fn a_specification_checks_hcl_files() {
    let specification =
        "object {\n  attr \"port\" {\n    type     = number\n    required = true\n  }\n}\n";
    let files = [
        ("web.service.hcl", "prot = 1\n"),
        ("other.hcl", "prot = 1\n"),
        ("service.spec.hcl", specification),
    ];
    let folder = project("lint-specification", &files);
    let root = folder.to_str().expect("paths of tests are UTF-8");
    let lint = |spec: &str| {
        let output = run(&["lint", "--spec", spec, root], "");
        let text = [output.stdout, output.stderr].concat();
        String::from_utf8(text).expect("messages are UTF-8")
    };
    let text = lint(&format!(".service.hcl={root}/service.spec.hcl"));
    assert!(text.contains("web.service.hcl line 1"), "{text}");
    assert!(text.contains("Did you mean \"port\"?"), "{text}");
    assert_eq!(text.matches("error:").count(), 2, "{text}");
    let text = lint(&format!(".service.hcl={root}/other.hcl"));
    assert!(text.contains("--spec: "), "{text}");
    assert!(lint("none").contains("expected `END=FILE`"));
}

#[test]
fn no_command_prints_a_line_of_values_that_may_be_secret() {
    let files = [
        (
            "main.tf",
            "variable \"n\" {\n  type = number\n}\nvariable \"password\" {\n  sensitive = true\n}\n",
        ),
        (
            "terraform.tfvars.json",
            "{\"n\": \"x\", \"password\": \"hunter2\"}\n",
        ),
        ("broken.auto.tfvars", "password = \"hunter2\" x\n"),
        (
            "twice.auto.tfvars.json",
            "{\"password\": \"hunter2\", \"password\": \"hunter2\"}\n",
        ),
    ];
    let folder = project("values-that-may-be-secret", &files);
    let folder = folder.to_str().expect("paths of tests are UTF-8");
    let broken = &*format!("{folder}/broken.auto.tfvars");
    let twice = &*format!("{folder}/twice.auto.tfvars.json");
    let commands: [&[&str]; 6] = [
        &["lint", folder],
        &["fmt", "--check", broken],
        &["tf", "json", broken],
        &["tf", "hcl", twice],
        &["tf", "rename", "var.password", "secret", folder],
        &["tf", "check", folder],
    ];
    for command in commands {
        let output = run(command, "");
        assert_eq!(output.status.code(), Some(1), "{command:?}");
        let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
        text.push_str(&String::from_utf8_lossy(&output.stdout));
        assert!(text.contains("tfvars"), "{command:?}: {text}");
        assert!(!text.contains("hunter2"), "{command:?}: {text}");
    }
    let yaml = format!("--var-file={folder}/values.yaml");
    let output = run(&["tf", "rename", "var.n", "m", folder, &yaml], "");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        text.contains("names in files of YAML are not changed"),
        "{text}"
    );
}
