//! Commands of Terraform that change or convert files.

use super::{fail, run, succeed};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A new folder with some files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

const MAIN: &str = "variable \"a\" {}\nmodule \"m\" {\n  source = \"./m\"\n  size   = var.a\n}\noutput \"o\" {\n  value = values(module.m)[0]\n}\n";

#[test]
fn a_rename_is_previewed_and_written() {
    let files = [
        ("main.tf", MAIN),
        (
            "m/main.tf",
            "variable \"size\" {}\noutput \"id\" {\n  value = var.size\n}\n",
        ),
        ("env/prod.tfvars", "# all\na = \"hush\"\n"),
    ];
    let folder = folder("renamed", &files);
    let path = folder.to_str().unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let values = folder.join("env/prod.tfvars");
    let arguments = [
        "tf",
        "rename",
        "var.a",
        "region",
        path,
        "--var-file",
        values.to_str().unwrap(),
    ];
    let preview = succeed(&arguments, "");
    for line in [
        "-variable \"a\" {}",
        "+variable \"region\" {}",
        "+  size   = var.region",
    ] {
        assert!(preview.lines().any(|found| found == line), "{preview}");
    }
    // Values may be secrets: only the names are printed.
    assert!(preview.contains("prod.tfvars:2: a -> region"), "{preview}");
    assert!(!preview.contains("hush"), "{preview}");
    assert_eq!(read("main.tf"), MAIN);
    let written = succeed(&[&arguments[..], &["--write"]].concat(), "");
    assert_eq!(written.lines().count(), 2, "{written}");
    assert_eq!(
        read("main.tf"),
        MAIN.replace("\"a\"", "\"region\"")
            .replace("var.a", "var.region")
    );
    assert_eq!(read("env/prod.tfvars"), "# all\nregion = \"hush\"\n");
    let output = run(&["tf", "rename", "module.m.output.id", "key", path], "");
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(warning.contains("Indirect access to outputs"), "{warning}");
    assert!(output.status.success());
    let message = fail(&["tf", "rename", "module.m", "n.o", path], "", 1);
    assert!(
        message.contains("expected the address of a module call"),
        "{message}"
    );
    let moved = succeed(&["tf", "rename", "module.m", "n", path], "");
    assert!(moved.contains("+  from = module.m"), "{moved}");
    let plain = succeed(&["tf", "rename", "module.m", "n", path, "--no-moved"], "");
    assert!(!plain.contains("moved"), "{plain}");
}

/// Runs `terraform validate`; `None` if Terraform is not installed.
fn is_valid(folder: &Path) -> Option<bool> {
    let mut command = Command::new("terraform");
    let command = command.args(["validate", "-json"]).current_dir(folder);
    let output = command.env("CHECKPOINT_DISABLE", "1").output().ok()?;
    Some(output.status.success())
}

/// The converted file has every argument that Terraform does not evaluate.
#[test]
fn converted_files_mean_the_same() {
    let text = include_str!("../notation.tf");
    let folder = folder(
        "converted",
        &[("native/main.tf", text), ("json/main.tf", text)],
    );
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let written = succeed(&["tf", "json", &path("json/main.tf"), "--write"], "");
    assert_eq!(written, path("json/main.tf.json"));
    let message = fail(&["tf", "json", &path("json/main.tf"), "--write"], "", 1);
    assert!(message.contains("exists"), "{message}");
    std::fs::remove_file(path("json/main.tf")).unwrap();
    std::fs::create_dir(path("back")).unwrap();
    let back = succeed(&["tf", "hcl", &path("json/main.tf.json")], "");
    std::fs::write(path("back/main.tf"), back).unwrap();
    let outputs = succeed(&["tf", "check", &path("native")], "");
    assert!(
        outputs.contains("u = \"%%{x} $${y} \\\"q\\\"\\n\""),
        "{outputs}"
    );
    for name in ["json", "back"] {
        let found = succeed(&["tf", "check", &path(name)], "");
        assert_eq!(found, outputs, "{name}");
        assert_ne!(is_valid(&folder.join(name)), Some(false), "{name}");
    }
}

/// A valid module of the tests of diagnostics is valid for Terraform in JSON syntax, too.
#[test]
fn converted_modules_are_valid_for_terraform() {
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules");
    for module in std::fs::read_dir(modules).unwrap() {
        let module = module.unwrap().path();
        let name = module.file_name().unwrap().to_str().unwrap();
        let files: Vec<PathBuf> = std::fs::read_dir(&module)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        // Modules that are called would have to be installed.
        if files.iter().any(|file| file.is_dir()) {
            continue;
        }
        let copied = folder(&format!("valid-{name}"), &[("empty.tf", "")]);
        for file in &files {
            std::fs::copy(file, copied.join(file.file_name().unwrap())).unwrap();
        }
        if is_valid(&copied) != Some(true) {
            continue;
        }
        for file in files {
            let file = copied.join(file.file_name().unwrap());
            if file.extension().is_some_and(|extension| extension == "tf") {
                succeed(&["tf", "json", file.to_str().unwrap(), "--write"], "");
                std::fs::remove_file(file).unwrap();
            }
        }
        assert_eq!(is_valid(&copied), Some(true), "{name}");
    }
}

#[test]
fn blocks_of_providers_need_schemas() {
    let json = r#"{"resource": {"x_y": {"a": {"b": [{"c": 1}], "timeouts": {"create": "1m"}}}}}"#;
    let schemas = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/a/x": {"resource_schemas": {"x_y": {"version": 0, "block": {"block_types": {"b": {"nesting_mode": "list", "block": {"attributes": {"c": {"type": "number", "optional": true}}}}}}}}}}}"#;
    let folder = folder(
        "blocks",
        &[("main.tf.json", json), ("schemas.json", schemas)],
    );
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let output = run(&["tf", "hcl", &path("main.tf.json")], "");
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(
        warning.contains("\"b\" is written as an argument"),
        "{warning}"
    );
    let text = String::from_utf8(output.stdout).unwrap();
    let wanted = "resource \"x_y\" \"a\" {\n  b = [{\n    c = 1\n  }]\n\n  timeouts {\n    create = \"1m\"\n  }\n}\n";
    assert_eq!(text, wanted);
    let arguments = [
        "tf",
        "hcl",
        &path("main.tf.json"),
        "--schemas",
        &path("schemas.json"),
    ];
    let wanted = "resource \"x_y\" \"a\" {\n  b {\n    c = 1\n  }\n\n  timeouts {\n    create = \"1m\"\n  }\n}";
    assert_eq!(succeed(&arguments, ""), wanted);
}

#[test]
fn a_module_is_documented() {
    let text = "variable \"a\" {\n  description = \"Ours.\"\n  type = object({\n    b = string\n    c = number\n  })\n}\noutput \"o\" {\n  value = var.a.c\n}\n";
    let folder = folder("documented", &[("main.tf", text)]);
    let path = folder.to_str().unwrap();
    let ty = "object({ b = string, c = number })";
    let inspected = succeed(&["tf", "inspect", path], "");
    assert!(
        inspected.contains(&format!("variable a: {ty}")),
        "{inspected}"
    );
    let document = succeed(&["tf", "doc", path], "");
    assert!(
        document.contains(&format!("| `a` | Ours. | `{ty}` | required |")),
        "{document}"
    );
    assert!(document.ends_with("| `o` |  | `number` |"), "{document}");
    let json = succeed(&["tf", "doc", path, "--json"], "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["inputs"][0]["type"], ty);
    let cty = r#"["object",{"b":"string","c":"number"}]"#;
    assert_eq!(json["inputs"][0]["cty_type"].to_string(), cty);
    assert_eq!(json["schema"]["required"][0], "a");
    let values = succeed(&["tf", "skeleton", path], "");
    assert!(
        values.ends_with("a = {\n  b = \"\"\n  c = 0\n}"),
        "{values}"
    );
    std::fs::write(folder.join("terraform.tfvars"), values).unwrap();
    assert_eq!(succeed(&["tf", "check", path], ""), "o = 0");
}

#[test]
fn a_declaration_is_moved_to_a_file() {
    let text = "# ours\nvariable \"a\" {}\n\noutput \"o\" {\n  value = 1\n}\n";
    let folder = folder("relocated", &[("main.tf", text)]);
    let path = folder.to_str().unwrap();
    let preview = succeed(&["tf", "move", "var.a", "vars.tf", path], "");
    for line in [
        "-# ours",
        "+# ours",
        "-variable \"a\" {}",
        "+variable \"a\" {}",
    ] {
        assert!(preview.lines().any(|found| found == line), "{preview}");
    }
    assert!(!folder.join("vars.tf").exists());
    succeed(&["tf", "move", "var.a", "vars.tf", path, "--write"], "");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("vars.tf"), "# ours\nvariable \"a\" {}\n");
    assert_eq!(read("main.tf"), "output \"o\" {\n  value = 1\n}\n");
    let message = fail(&["tf", "move", "var.a", "vars.tf", path], "", 1);
    assert!(message.contains("already declared in vars.tf"), "{message}");
}

const NETWORK: &str = "variable \"zones\" {
  type = map(object({ name = string, public = optional(bool, false) }))
}
module \"a\" {
  source = \"./m\"
  port   = { number = 80, nmae = \"http\" }
}
";
const PORT: &str = "variable \"port\" {
  type = object({ number = number, name = optional(string) })
}
";

#[test]
fn undeclared_attributes_are_warnings_and_with_strict_errors() {
    let folder = folder(
        "strictness",
        &[
            ("main.tf", NETWORK),
            ("m/main.tf", PORT),
            (
                "terraform.tfvars",
                "zones = {\n  b = { name = \"south\", pubilc = true }\n}\n",
            ),
        ],
    );
    let path = folder.to_str().unwrap();
    let values = format!("{path}/terraform.tfvars line 2, column 25");
    let call = format!("{path}/main.tf line 6, column 27");
    let wanted = [
        &*values,
        "var.zones.b.pubilc: the type has no attribute \"pubilc\"; did you mean \"public\"?",
        &*call,
        "module.a.var.port.nmae: the type has no attribute \"nmae\"; did you mean \"name\"?",
    ];
    let output = run(&["tf", "check", path], "");
    let warnings = String::from_utf8(output.stderr).unwrap();
    for part in wanted {
        assert!(warnings.contains(part), "{part}: {warnings}");
    }
    assert!(output.status.success());
    assert_eq!(warnings.matches("warning: Unexpected").count(), 2);
    let errors = fail(&["tf", "check", path, "--strict"], "", 1);
    for part in wanted {
        assert!(errors.contains(part), "{part}: {errors}");
    }
    assert_eq!(errors.matches("error: Unexpected").count(), 2);
}

#[test]
fn each_error_of_a_file_of_values_points_into_the_file() {
    let json = "{\n  \"zones\": {\n    \"a\": {\"name\": [], \"public\": true},\n    \"b\": {\"public\": 3}\n  }\n}\n";
    let native = "zones = {\n  a = { name = [], public = true }\n  b = { public = 3 }\n}\n";
    let folder = folder(
        "errors-of-values",
        &[
            ("main.tf", NETWORK),
            ("m/main.tf", PORT),
            ("x.json", json),
            ("x.tfvars", native),
        ],
    );
    let path = folder.to_str().unwrap();
    let of = |name: &str| {
        let file = folder.join(name);
        let file = file.to_str().unwrap();
        let arguments = ["--diagnostics", "json", "tf", "check", path];
        let stderr = fail(&[&arguments[..], &["-var-file", file]].concat(), "", 1);
        let found: serde_json::Value = serde_json::from_str(&stderr).unwrap();
        let all = found["diagnostics"].as_array().unwrap().clone();
        let parts = all.into_iter().filter(|one| one["file"] == file);
        let line = |one: serde_json::Value| {
            let start = &one["subject"]["start"];
            format!(
                "{}:{} {}",
                start[0],
                start[1],
                one["detail"].as_str().unwrap()
            )
        };
        parts.map(line).collect::<Vec<String>>()
    };
    let details = [
        "var.zones.a.name: string required, but have tuple.",
        "var.zones.b: attribute \"name\" is required.",
        "var.zones.b.public: bool required, but have number.",
    ];
    for (name, places) in [
        ("x.json", ["3:19", "4:10", "4:21"]),
        ("x.tfvars", ["2:16", "3:7", "3:18"]),
    ] {
        let found = of(name);
        let wanted: Vec<String> = places
            .iter()
            .zip(details)
            .map(|(place, detail)| format!("{place} {detail}"))
            .collect();
        // Terraform's own diagnostic comes first.
        assert!(found[0].contains("The given value is not suitable for var.zones"));
        assert_eq!(found[1..], wanted);
    }
}
