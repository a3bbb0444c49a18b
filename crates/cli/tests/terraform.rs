//! Diagnostics of `polycty tf`, compared with those of Terraform.
//!
//! Each folder in `modules` is checked by the tool and, if it is installed, by Terraform without
//! network access. The prefix of the folder's name selects the command of Terraform and the
//! comparison:
//!
//! - `validate-…`: the diagnostics equal those of `terraform validate`, except for errors of
//!   defaults, which validation ignores
//! - `within-…`: the diagnostics include those of `terraform validate`, which stops earlier
//! - `plan-…`: the diagnostics equal those of `terraform plan` with the arguments in the file
//!   `arguments`. A file `main-of` names the folder whose `main.tf` is also used.
//! - `console-…`: the local values equal those of `terraform console`
//!
//! Columns are counted as in Terraform. Suggestions are removed from the texts, because Terraform
//! selects one of several names arbitrarily. A diagnostic of Terraform that names no file is
//! ignored: it follows from a different diagnostic.

#[path = "terraform/generated.rs"]
mod generated;

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Severity, position, summary and detail.
type Comparable = (String, String, String, String);

fn terraform(folder: &Path) -> Command {
    let mut command = Command::new("terraform");
    let quiet = [("CHECKPOINT_DISABLE", "1"), ("TF_IN_AUTOMATION", "1")];
    command.current_dir(folder).envs(quiet);
    command.stderr(Stdio::null());
    command
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let copied = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &copied);
        } else {
            fs::copy(&path, copied).unwrap();
        }
    }
}

/// Copies a module to a folder where Terraform may write, and installs the modules that it calls.
fn copied(module: &Path) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(module.file_name().unwrap());
    let _ = fs::remove_dir_all(&folder);
    copy(module, &folder);
    if fs::read_dir(module)
        .unwrap()
        .any(|entry| entry.unwrap().path().is_dir())
    {
        let status = terraform(&folder).arg("get").stdout(Stdio::null()).status();
        assert!(status.unwrap().success(), "{module:?}");
    }
    if let Ok(other) = fs::read_to_string(module.join("main-of")) {
        let main = module.with_file_name(other.trim()).join("main.tf");
        fs::copy(main, folder.join("main.tf")).unwrap();
    }
    folder
}

/// The text of a detail without the parts that depend on the order of names.
fn words(detail: &str) -> String {
    let mut detail = detail.to_owned();
    while let Some(from) = detail.find(" Did you mean \"") {
        let rest = &detail[from + " Did you mean \"".len()..];
        let Some(length) = rest.find("\"?") else {
            break;
        };
        let to = detail.len() - rest.len() + length + 2;
        detail.replace_range(from..to, "");
    }
    detail.replace(
        " This variable can be declared with a variable \"x\" {} block.",
        "",
    )
}

/// The summary, independent of the order of nodes in a cycle.
fn summary(text: &str) -> String {
    match text.strip_prefix("Cycle: ") {
        Some(circle) => {
            let mut parts: Vec<&str> = circle.split(", ").collect();
            parts.sort_unstable();
            format!("Cycle: {}", parts.join(", "))
        }
        None => text.to_owned(),
    }
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// Converts a diagnostic of Terraform.
fn theirs(found: &Value) -> Comparable {
    let place = match &found["range"] {
        Value::Null => String::new(),
        // An error without a position that Terraform reports next to the one with it.
        range if text(range, "filename").is_empty() => String::new(),
        range => {
            let (start, end) = (&range["start"], &range["end"]);
            format!(
                "{}:{},{}-{},{}",
                text(range, "filename"),
                start["line"],
                start["column"],
                end["line"],
                end["column"]
            )
        }
    };
    (
        text(found, "severity").to_owned(),
        place,
        summary(text(found, "summary")),
        words(text(found, "detail")),
    )
}

/// Converts a diagnostic of the tool.
fn ours(found: &Value) -> Comparable {
    let place = match &found["subject"] {
        Value::Null => String::new(),
        range => {
            let (start, end) = (&range["start"], &range["end"]);
            // Terraform extends an empty range by one character.
            let width = u64::from(start == end);
            let column = end[1].as_u64().unwrap() + width;
            format!(
                "{}:{},{}-{},{column}",
                text(found, "file"),
                start[0],
                start[1],
                end[0]
            )
        }
    };
    (
        text(found, "severity").to_owned(),
        place,
        summary(text(found, "summary")),
        words(text(found, "detail")),
    )
}

fn checked(folder: &Path, arguments: &[String]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_polycty"))
        .current_dir(folder)
        .args(["tf", "check", "--json", "--terraform-version", "1.11"])
        .args(arguments)
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    serde_json::from_str(printed.trim()).unwrap_or_else(|_| panic!("{folder:?}: {stderr}"))
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

fn validated(folder: &Path) -> BTreeSet<Comparable> {
    let output = terraform(folder)
        .args(["validate", "-json"])
        .output()
        .unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    list(&answer["diagnostics"]).iter().map(theirs).collect()
}

fn planned(folder: &Path, arguments: &[String]) -> BTreeSet<Comparable> {
    let output = terraform(folder)
        .args(["plan", "-input=false", "-json"])
        .args(arguments)
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let messages = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let found = messages.filter(|message: &Value| message["type"] == "diagnostic");
    found
        .map(|message| theirs(&message["diagnostic"]))
        .collect()
}

/// The local values in the console, as JSON.
fn console(folder: &Path, names: &[&str]) -> Value {
    let parts: Vec<String> = names.iter().map(|name| format!("local.{name}")).collect();
    let mut child = terraform(folder)
        .arg("console")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "jsonencode([{}])", parts.join(", ")).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let inner: String = serde_json::from_str(printed.trim()).unwrap();
    serde_json::from_str(&inner).unwrap()
}

/// Returns whether a diagnostic is about a rule that a default violates, which validation does not
/// check.
fn is_about_a_default(own: &Comparable) -> bool {
    matches!(
        &*own.2,
        "Invalid value for variable"
            | "Check block assertion failed"
            | "Module output value precondition failed"
            | "Resource precondition failed"
            | "Invalid condition result"
    )
}

/// Whether a diagnostic is one of those that Terraform does not report.
fn is_additional(found: &Value) -> bool {
    let codes = ["hcl.unexpected-attribute", "hcl.unsuitable-part-of-a-value"];
    codes.contains(&text(found, "code"))
}

#[test]
fn diagnostics_of_modules_agree_with_terraform() {
    if Command::new("terraform").arg("version").output().is_err() {
        eprintln!("skipped: terraform is not installed");
        return;
    }
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules");
    let mut wrong = Vec::new();
    let mut compared = 0;
    for module in fs::read_dir(modules).unwrap() {
        let module = module.unwrap().path();
        let name = module.file_name().unwrap().to_string_lossy().into_owned();
        let folder = copied(&module);
        let arguments = fs::read_to_string(folder.join("arguments")).unwrap_or_default();
        let arguments: Vec<String> = arguments.lines().map(str::to_owned).collect();
        let found = checked(&folder, &arguments);
        let all = list(&found["diagnostics"]);
        let reported = all.iter().filter(|found| !is_additional(found));
        let mut own: BTreeSet<Comparable> = reported.map(ours).collect();
        let how = name.split('-').next().unwrap();
        let theirs = match how {
            "plan" => planned(&folder, &arguments),
            "console" => {
                let locals = found["locals"].as_object().unwrap();
                let names: Vec<&str> = locals.keys().map(String::as_str).collect();
                let values: Vec<Value> = locals.values().map(|v| v["value"].clone()).collect();
                let theirs = console(&folder, &names);
                if theirs != Value::from(values.clone()) {
                    wrong.push(format!("{name}: {theirs}\nis not {}", Value::from(values)));
                }
                BTreeSet::new()
            }
            _ => validated(&folder),
        };
        if how == "validate" {
            own.retain(|found| theirs.contains(found) || !is_about_a_default(found));
        }
        if how == "within" {
            own.retain(|found| theirs.contains(found));
        }
        wrong.extend(
            theirs
                .difference(&own)
                .map(|own| format!("{name}: missing {own:?}")),
        );
        wrong.extend(
            own.difference(&theirs)
                .map(|own| format!("{name}: additional {own:?}")),
        );
        compared += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 30, "{compared} modules");
}

#[test]
fn the_inventory_is_printed_even_if_the_module_has_errors() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("unsound-inventory");
    std::fs::create_dir_all(&folder).unwrap();
    let text =
        "variable \"a\" {\n  type = string\n  wrong = 1\n}\noutput \"b\" {\n  value = 1\n}\n";
    std::fs::write(folder.join("main.tf"), text).unwrap();
    for options in [&[][..], &["--json"]] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_polycty"))
            .args(["tf", "inspect"])
            .arg(&folder)
            .args(options)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        let (out, errors) = (
            String::from_utf8(output.stdout),
            String::from_utf8(output.stderr),
        );
        let (out, errors) = (out.unwrap(), errors.unwrap());
        let expected = match options {
            [] => ["variable a: string", "output b"],
            _ => [r#""variables":[{"name":"a""#, r#""outputs":[{"name":"b""#],
        };
        for part in expected {
            assert!(out.contains(part), "{part}: {out}");
        }
        assert!(errors.contains("Unsupported argument"), "{errors}");
    }
}

#[test]
fn values_of_sensitive_variables_are_not_printed() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("sensitive-values");
    std::fs::create_dir_all(&folder).unwrap();
    let module = "variable \"m\" {\n  type = map(string)\n  sensitive = true\n  default = {}\n}\nvariable \"n\" {\n  type = number\n  default = 1\n}\n";
    std::fs::write(folder.join("main.tf"), module).unwrap();
    let values = r#"{"m": {"hunter2": "hunter2"}, "n": "x"}"#;
    let file = folder.join("values.json");
    std::fs::write(&file, values).unwrap();
    let file = file.to_str().unwrap();
    let cases = [
        (vec!["--var-file", file], None),
        (vec![], Some("{hunter2=")),
        (vec!["--var", "m={hunter2="], None),
    ];
    for (options, environment) in cases {
        for format in [&[][..], &["--json"]] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_polycty"));
            command.args(["tf", "check"]).arg(&folder);
            command.args(&options).args(format);
            command.envs(environment.map(|text| ("TF_VAR_m", text)));
            let output = command.output().unwrap();
            assert_eq!(output.status.code(), Some(1));
            let all = [output.stdout, output.stderr].concat();
            let all = String::from_utf8(all).unwrap();
            assert!(!all.contains("hunter2"), "{all}");
            assert_eq!(
                format.is_empty(),
                all.contains("(source code not available)"),
                "{all}"
            );
        }
    }
}

#[test]
fn sarif_results_have_locations_and_a_check_without_results_an_empty_log() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("sarif");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(
        folder.join("vars.tf"),
        "variable \"n\" {\n  type = number\n}\n",
    )
    .unwrap();
    let log = |arguments: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_polycty"))
            .args(["tf", "check", "--diagnostics", "sarif"])
            .arg(&folder)
            .args(arguments)
            .output()
            .unwrap();
        let log: Value = serde_json::from_slice(&output.stderr).unwrap();
        (output.status.code(), log["runs"][0]["results"].clone())
    };
    assert_eq!(log(&["-var", "n=1"]), (Some(0), Value::Array(Vec::new())));
    let (status, results) = log(&["-var", "n=1", "-var", "m=1"]);
    let location = &results[0]["locations"][0]["physicalLocation"];
    let file = location["artifactLocation"]["uri"].as_str().unwrap();
    assert_eq!(status, Some(1));
    assert!(file.ends_with("sarif/vars.tf"), "{results}");
    assert_eq!(location["region"]["startLine"], 1);
    // A file that is missing is an error of the command line, without diagnostics.
    let (status, results) = log(&["-var-file", "missing.tfvars"]);
    assert_eq!(status, Some(1));
    assert!(
        results[0]["locations"][0]["physicalLocation"].is_object(),
        "{results}"
    );
}

#[test]
fn an_error_of_a_module_in_another_folder_is_reported_once() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("reported-once");
    std::fs::create_dir_all(folder.join("infra/child")).unwrap();
    let module =
        "variable \"a\" {}\nvariable \"a\" {}\nmodule \"c\" {\n  source = \"./child\"\n}\n";
    std::fs::write(folder.join("infra/main.tf"), module).unwrap();
    std::fs::write(folder.join("infra/child/main.tf"), "output \"o\" {\n").unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_polycty"))
        .current_dir(&folder)
        .args(["tf", "check", "--json", "infra"])
        .output()
        .unwrap();
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let found = list(&found["diagnostics"]);
    let duplicate = "Duplicate variable declaration";
    let duplicates: Vec<&Value> = found
        .iter()
        .filter(|one| one["summary"] == duplicate)
        .collect();
    assert_eq!(duplicates.len(), 1, "{found:?}");
    assert_eq!(duplicates[0]["file"], "infra/main.tf");
}

/// The exit code and the output of `polycty tf` in a folder with the given files.
fn tf(folder: &str, files: &[(&str, &str)], arguments: &[&str]) -> (Option<i32>, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_polycty"))
        .current_dir(&folder)
        .arg("tf")
        .args(arguments)
        .output()
        .unwrap();
    let all = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(all).unwrap())
}

#[test]
fn the_dialect_follows_from_the_files_or_the_option() {
    let files = [
        ("main.tf", "output \"x\" {\n  value = 1\n}\n"),
        (
            "main.tofu",
            "output \"x\" {\n  value = convert(urldecode(\"a+b\"), string)\n}\n",
        ),
    ];
    let check = |arguments: &[&str]| tf("dialect", &files, arguments);
    assert_eq!(check(&["check"]), (Some(0), "x = \"a b\"\n".into()));
    let terraform = check(&["check", "--dialect", "terraform"]);
    assert_eq!(terraform, (Some(0), "x = 1\n".into()));
    let versioned = check(&["check", "--terraform-version", "1.12"]);
    assert_eq!(versioned, (Some(0), "x = 1\n".into()));
    let both = [
        "check",
        "--terraform-version",
        "1.12",
        "--dialect",
        "opentofu",
    ];
    assert_eq!(check(&both).0, Some(1));
    let (code, renamed) = check(&["rename", "output.x", "y"]);
    assert_eq!(code, Some(0));
    // The file of each dialect is renamed.
    assert_eq!(renamed.matches("+output \"y\" {").count(), 2, "{renamed}");
}

#[test]
fn a_folder_without_configuration_files_is_an_error() {
    for (files, arguments) in [
        (&[("a.txt", "")][..], &["check"][..]),
        (&[("a.tofu", "")], &["check", "--dialect", "terraform"]),
        (&[("a.txt", "")], &["doc"]),
    ] {
        let (code, printed) = tf("without-files", files, arguments);
        assert_eq!(code, Some(1));
        assert!(
            printed.contains("the folder contains no configuration files"),
            "{printed}"
        );
    }
}

#[test]
fn functions_of_the_selected_version_are_available() {
    let files = [(
        "main.tf",
        "output \"x\" {\n  value = convert(1, string)\n}\n",
    )];
    let (code, printed) = tf("convert", &files, &["check"]);
    assert_eq!((code, &*printed), (Some(0), "x = \"1\"\n"));
    let (code, printed) = tf("convert", &files, &["check", "--terraform-version", "1.14"]);
    assert_eq!(code, Some(1));
    assert!(printed.contains("Invalid reference"), "{printed}");
}

#[test]
fn changes_of_a_plan_are_printed_with_their_types() {
    let schemas = r#"{"provider_schemas": {"p": {"resource_schemas": {"x": {"block": {"attributes": {
        "id": {"type": "string", "computed": true}, "n": {"type": "number", "optional": true},
        "key": {"type": "string", "optional": true}, "zones": {"type": ["set", "string"], "optional": true}}}}}}}}"#;
    let plan = r#"{"format_version": "1.2", "resource_changes": [
        {"address": "x.a", "mode": "managed", "type": "x", "name": "a", "provider_name": "p", "change": {
          "actions": ["update"], "before": {"id": "1", "n": 1, "key": "hunter1", "zones": ["a"]},
          "after": {"n": 2, "key": "hunter2", "zones": ["b"]}, "after_unknown": {"id": true},
          "before_sensitive": {"key": true}, "after_sensitive": {"key": true}}},
        {"address": "x.same", "mode": "managed", "type": "x", "name": "same", "provider_name": "p", "change": {
          "actions": ["no-op"], "before": {}, "after": {}}}],
      "output_changes": {"o": {"actions": ["create"], "before": null, "after": true}}}"#;
    let files = [("plan.json", plan), ("schemas.json", schemas)];
    let arguments = ["plan", "plan.json", "--schemas", "schemas.json"];
    let (code, printed) = tf("plan-json", &files, &arguments);
    assert_eq!(code, Some(0), "{printed}");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "update x.a");
    assert!(lines.contains(&"  n (number): 1 -> 2"), "{printed}");
    assert!(lines.contains(&"create output o (bool): true"), "{printed}");
    assert!(printed.contains("  id (string): \"1\" -> "), "{printed}");
    assert!(printed.contains("  zones (set(string)): "), "{printed}");
    assert!(printed.contains("  key (string): "), "{printed}");
    assert!(
        !printed.contains("hunter") && !printed.contains("x.same"),
        "{printed}"
    );
}

#[test]
fn no_sensitive_part_of_a_plan_is_printed() {
    let plan = r#"{"format_version": "1.2", "resource_changes": [
        {"address": "x.a", "mode": "managed", "type": "x", "name": "a", "provider_name": "p", "change": {
          "actions": ["update"], "before": {"hunter1": 1}, "after": {"n": "hunter2", "m": {"hunter3": 1}},
          "before_sensitive": false, "after_sensitive": true}},
        {"address": "x.b", "mode": "managed", "type": "x", "name": "b", "provider_name": "p", "change": {
          "actions": ["create"], "before": null, "after": {"n": {"hunter4": "hunter5"}, "l": [{"k": "hunter6"}]},
          "after_sensitive": {"n": true, "l": [{"k": true}]}}}],
      "output_changes": {"o": {"actions": ["create"], "before": null, "after": {"hunter7": 1},
        "before_sensitive": true, "after_sensitive": true}}}"#;
    let arguments = ["plan", "plan.json"];
    let (code, printed) = tf("plan-secrets", &[("plan.json", plan)], &arguments);
    assert_eq!(code, Some(0), "{printed}");
    assert!(!printed.contains("hunter"), "{printed}");
    assert_eq!(printed.matches("sensitive").count(), 4, "{printed}");
    let state = r#"{"format_version": "1.0", "values": {
        "outputs": {"o": {"sensitive": true, "type": ["object", {"a": "string"}], "value": {"a": "hunter1"}}},
        "root_module": {"resources": [{"address": "x.a", "mode": "managed", "type": "x", "name": "a",
          "provider_name": "p", "values": {"n": ["hunter2"]}, "sensitive_values": {"n": [true]}}]}}}"#;
    let (code, printed) = tf("plan-secrets", &[("plan.json", state)], &arguments);
    assert_eq!(code, Some(0), "{printed}");
    assert!(
        printed.contains("output o = ") && !printed.contains("hunter"),
        "{printed}"
    );
}

#[test]
fn test_files_are_checked_as_by_terraform_validate() {
    let text = "run \"a\" {\n  command = destroy\n  assert {\n    condition = 1\n  }\n}\nmock_provider \"aws\" {\n  wrong = 1\n  mock_data \"q\" {\n    override_during = x\n  }\n}\noverride_data {}\nrun \"a\" {\n  module {\n    source = \"github.com/a/b\"\n  }\n  plan_options {\n    mode = refresh-only\n    refresh = false\n  }\n}\nbogus {}\n";
    let files = [
        ("main.tf", "variable \"v\" {}\n"),
        ("tests/a.tftest.hcl", text),
    ];
    let (code, _) = tf("test-files", &files, &["check"]);
    assert_eq!(code, Some(1));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("test-files");
    let found = checked(&folder, &[]);
    let ours: BTreeSet<Comparable> = list(&found["diagnostics"]).iter().map(ours).collect();
    assert_eq!(ours.len(), 10, "{ours:#?}");
    if terraform(&folder).arg("version").output().is_ok() {
        assert_eq!(ours, validated(&folder));
    }
}
