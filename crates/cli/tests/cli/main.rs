//! Outputs and exit statuses of the command line tool.

mod format;
mod lint;
mod mcl;
mod schema;
mod terraform;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_polycty"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool is built");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A tool that fails early does not read its input.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the tool ends")
}

/// Runs a command that must succeed, and returns its output.
fn succeed(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {stderr}");
    String::from_utf8(output.stdout)
        .unwrap()
        .trim_end()
        .to_owned()
}

/// Runs a command that must fail, and returns its messages.
fn fail(arguments: &[&str], input: &str, status: i32) -> String {
    let output = run(arguments, input);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The resource kinds of an mcl host that has only notes.
const NOTES: &str = r#"{"kind": "note", "fields": [{"lang": "text", "type": "str"}]}"#;

#[test]
fn expressions_are_evaluated() {
    for (arguments, wanted) in [
        (&["eval", "1 + 2"][..], "3"),
        (
            &["eval", "upper(\"${a}-b\")", "--var", "a=\"x\""],
            "\"X-B\"",
        ),
        (
            &[
                "eval",
                "[for x in b: x * a]",
                "--var",
                "a=2",
                "--var",
                "b=[a, 3]",
            ],
            "[4,6]",
        ),
        (
            &["eval", "--syntax", "template", "a%{ if true }b%{ endif }"],
            "\"ab\"",
        ),
        (
            &["eval", "--syntax", "json", "{\"a\": \"${1 + 1}\"}"],
            "{\"a\":2}",
        ),
        (
            &["eval", "--type", "{a = [1, true]}"],
            "object({a=tuple([number,bool])})",
        ),
        (
            &[
                "eval",
                "--type",
                "--functions",
                "terraform",
                "[csvdecode(sensitive(\"hunter2\\n1\")), sensitive(1)]",
            ],
            "tuple([any,number])",
        ),
        (&["eval", "try(nothing.at.all, \"else\")"], "\"else\""),
        (
            &["eval", "--functions", "terraform", "length(\"abc\")"],
            "3",
        ),
        (
            &[
                "eval",
                "--functions=terraform",
                "--root",
                env!("CARGO_MANIFEST_DIR"),
                "[fileexists(\"Cargo.toml\"), length(uuid()) == length(core::uuid())]",
            ],
            "[true,true]",
        ),
    ] {
        assert_eq!(succeed(arguments, ""), wanted, "{arguments:?}");
    }
    assert_eq!(succeed(&["eval", "--file", "-"], "max(1, 5, 3)"), "5");
    let stderr = fail(&["eval", "1 +\n  nothing"], "", 1);
    for part in [
        "Unknown variable",
        "expression",
        "line 2, column 3",
        "  nothing",
        "^^^^^^^",
    ] {
        assert!(stderr.contains(part), "{stderr}");
    }
    let stderr = fail(&["--diagnostics", "json", "eval", "nothing"], "", 1);
    let stderr: serde_json::Value = serde_json::from_str(&stderr).unwrap();
    assert_eq!(stderr["diagnostics"][0]["summary"], "Unknown variable");
    assert!(fail(&["eval"], "", 2).contains("Usage"));
    assert!(fail(&["eval", "--file", "/missing"], "", 1).contains("/missing"));
}

#[test]
fn documents_are_converted() {
    let ty = "list(object({ name = string, port = optional(number, 80) }))";
    let document = r#"[{"name": 1}, {"name": "b", "port": "8080"}]"#;
    assert_eq!(
        succeed(&["convert", ty], document),
        r#"[{"name":"1","port":80},{"name":"b","port":8080}]"#
    );
    let stderr = fail(&["convert", ty], r#"[{"name": "a", "port": "x"}]"#, 1);
    assert!(
        stderr.contains("[0].port") && stderr.contains("a number is required"),
        "{stderr}"
    );
    let stderr = fail(&["convert", "lst(string)"], "[]", 1);
    assert!(stderr.contains("not a valid type constructor"), "{stderr}");
}

#[test]
fn all_errors_of_a_document_have_positions() {
    let ty = "list(object({ name = string, port = optional(number, 80) }))";
    let document = "[{\"name\": [], \"prot\": 1},\n {\"name\": \"b\", \"port\": \"x\"}]";
    let stderr = fail(&["convert", ty], document, 1);
    for part in [
        "input line 1, column 11",
        "[0].name: string required, but have tuple.",
        "input line 1, column 15",
        "[0].prot: the type has no attribute \"prot\"; did you mean \"port\"?",
        "input line 2, column 24",
        "[1].port: a number is required",
    ] {
        assert!(stderr.contains(part), "{part}: {stderr}");
    }
    assert_eq!(stderr.matches("error: ").count(), 2, "{stderr}");
    assert_eq!(stderr.matches("warning: ").count(), 1, "{stderr}");
    // A missing attribute is often the one that another name was written for.
    let stderr = fail(
        &["convert", "object({ name = string })"],
        "{\"nmae\": 1}",
        1,
    );
    for part in [
        "error: Unsuitable value",
        "attribute \"name\" is required",
        "did you mean \"name\"?",
    ] {
        assert!(stderr.contains(part), "{part}: {stderr}");
    }
    // An error of the whole document has no part to point to.
    let stderr = fail(&["convert", "number"], "[]", 1);
    assert!(
        stderr.contains("number required, but have tuple"),
        "{stderr}"
    );
}

#[test]
fn variables_are_read_from_yaml() {
    let folder = std::env::temp_dir().join(format!("polycty-vars-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder is writable");
    let file = folder.join("vars.yaml");
    let name = file.to_string_lossy();
    std::fs::write(&file, "a: [1, 0x10]\nb: ${x}\n").expect("the folder is writable");
    assert_eq!(
        succeed(&["eval", "--vars", &name, "[a[1] + 1, b]"], ""),
        r#"[17,"${x}"]"#
    );
    std::fs::write(&file, "[1]\n").expect("the folder is writable");
    let stderr = fail(&["eval", "--vars", &name, "1"], "", 1);
    assert!(
        stderr.contains("expected an object of variables"),
        "{stderr}"
    );
    std::fs::write(&file, "type: array\nitems: {type: string}\n").expect("the folder is writable");
    let schema = ["schema", "import", "--to", "hcl", "--open", "maps", &name];
    assert!(run(&schema, "").stdout.starts_with(b"list(string)"));
    std::fs::remove_dir_all(&folder).expect("the folder is writable");
}

#[test]
fn documents_in_yaml_are_converted_and_have_positions() {
    let ty = "object({ name = string, ports = optional(list(number), [80]) })";
    let yaml = ["convert", "--format", "yaml", ty];
    assert_eq!(
        succeed(&yaml, "name: yes\nports: [0x50, '8080']\n"),
        r#"{"name":"yes","ports":[80,8080]}"#
    );
    let document = "# c\nname: &n [a]\nprots: *n\nports:\n  - 1\n  - many\n";
    let stderr = fail(&yaml, document, 1);
    for part in [
        "input line 2, column 7",
        ".name: string required, but have tuple.",
        "input line 3, column 1",
        "did you mean \"ports\"?",
        "input line 6, column 5",
        ".ports[1]: a number is required.",
    ] {
        assert!(stderr.contains(part), "{part}: {stderr}");
    }
    // Errors of the text have a position, too.
    for (format, text, part) in [
        ("yaml", "name: a\nname: b\n", "input line 2, column 1"),
        ("json", "{\"name\":\n  a}", "input line 2, column 3"),
    ] {
        let stderr = fail(&["convert", "--format", format, ty], text, 1);
        assert!(stderr.contains(part), "{part}: {stderr}");
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("data.yaml");
    std::fs::write(&path, "name: [\n").unwrap();
    let stderr = fail(&["convert", ty, &path.display().to_string()], "", 1);
    assert!(stderr.contains("data.yaml line 2, column 1"), "{stderr}");
}

#[test]
fn undeclared_attributes_of_a_document_are_warnings_and_with_strict_errors() {
    let ty = "object({ name = string })";
    let document = r#"{"name": "a", "nmae": 1}"#;
    let output = run(&["convert", ty], document);
    assert!(output.status.success());
    assert_eq!(output.stdout, b"{\"name\":\"a\"}\n");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains("warning: Unexpected attribute")
            && stderr.contains("input line 1, column 15"),
        "{stderr}"
    );
    let output = run(&["convert", "--strict", ty], document);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("error: Unexpected attribute"), "{stderr}");
    assert_eq!(
        succeed(&["convert", "--strict", ty], r#"{"name": 1}"#),
        r#"{"name":"1"}"#
    );
}

#[test]
fn types_are_read_and_translated() {
    for (arguments, wanted) in [
        (&["type", "map( list(string) )"][..], "map(list(string))"),
        (&["type", "--json", "set(any)"], "[\"set\",\"dynamic\"]"),
        (
            &["type", "--from", "puppet", "Array[String, 1, default]"],
            "Array[String, 1]",
        ),
        (
            &[
                "type",
                "--from",
                "puppet",
                "--to",
                "hcl",
                "Optional[String]",
            ],
            "string",
        ),
        (
            &["type", "--from", "hcl", "--to", "pcl", "map(string)"],
            "union(map(union(none, string)), none)",
        ),
    ] {
        assert_eq!(succeed(arguments, ""), wanted, "{arguments:?}");
    }
    let output = run(
        &["type", "--from", "puppet", "--to", "hcl", "Integer[1, 5]"],
        "",
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "number");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("wider"));
}

#[test]
fn errors_of_types_are_reported_once_in_every_dialect() {
    for (dialect, text, expected) in [
        (
            "pcl",
            "list(",
            "error: expected a type, found the end
  on type line 1, column 6:
      1 | list(
        |      ^
",
        ),
        (
            "puppet",
            "Array[",
            "error: Syntax error at end of input
  on type line 1, column 7:
      1 | Array[
        |       ^
",
        ),
        (
            "mcl",
            "map{str: string}",
            "error: there is no type `string`
  on type line 1, column 10:
      1 | map{str: string}
        |          ^^^^^^
",
        ),
    ] {
        assert_eq!(fail(&["type", "--from", dialect, text], "", 1), expected);
    }
    let stderr = fail(&["type", "--from", "hcl", "list("], "", 1);
    let [error, place, rest @ ..] = &stderr.lines().collect::<Vec<_>>()[..] else {
        panic!("{stderr}");
    };
    assert!(error.starts_with("error: "), "{stderr}");
    assert!(place.starts_with("  on type line 1, column "), "{stderr}");
    assert_eq!(
        (rest[0], stderr.matches("error: ").count()),
        ("      1 | list(", 1)
    );
}

#[test]
fn files_are_decoded_by_a_specification() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli");
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let spec = write(
        "spec.hcl",
        "object {\n  attr \"region\" {\n    type = string\n  }\n  block_map \"service\" {\n    labels = [\"name\"]\n    object {\n      attr \"port\" {\n        type = number\n      }\n    }\n  }\n}\n",
    );
    let first = write(
        "a.hcl",
        "function \"twice\" {\n  params = [n]\n  result = n * 2\n}\nregion = upper(name)\nservice \"web\" {\n  port = twice(40)\n}\n",
    );
    let second = write(
        "b.hcl",
        "dynamic \"service\" {\n  for_each = [1, 2]\n  labels = [\"s${service.value}\"]\n  content {\n    port = 8000 + service.value\n  }\n}\n",
    );
    let third = write(
        "c.json",
        "{\"service\": {\"json\": {\"port\": \"${1 + 1}\"}}}",
    );
    let mut arguments = vec!["decode", "--spec", &spec, "--var", "name=\"eu\""];
    arguments.extend([&*first, &*second, &*third]);
    let decoded: serde_json::Value = serde_json::from_str(&succeed(&arguments, "")).unwrap();
    let wanted = serde_json::json!({"region": "EU", "service": {
        "web": {"port": 80}, "s1": {"port": 8001}, "s2": {"port": 8002}, "json": {"port": 2}}});
    assert_eq!(decoded, wanted);
    assert_eq!(
        succeed(&["decode", "--spec", &spec, "--implied-type"], ""),
        "object({region=string,service=map(object({port=number}))})"
    );
    let stderr = fail(&["decode", "--spec", &spec], "regio = 1\n", 1);
    assert!(stderr.contains("Did you mean \"region\"?"), "{stderr}");
}

/// The commands in the README succeed, and print the results in their comments.
#[test]
fn the_pages_show_the_output_of_commands() {
    let root = &Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = ["docs/reference/cli.md", "docs/how-to/validate-tfvars.md"]
        .map(|page| std::fs::read_to_string(root.join(page)).expect("the page exists"));
    let blocks = pages.iter().flat_map(|page| page.split("```sh\n").skip(1));
    let commands = blocks.filter_map(|block| Some(block.split_once("```")?.0));
    let commands: Vec<&str> = commands.flat_map(str::lines).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("commands-of-pages");
    // Files of earlier runs must not affect the commands.
    let _ = std::fs::remove_dir_all(&folder);
    for inner in ["infrastructure", "modules/ntp/manifests"] {
        std::fs::create_dir_all(folder.join(inner)).expect("the target folder is writable");
    }
    for (name, text) in [
        ("service.json", "{}"),
        (
            "service.spec.hcl",
            "attr {\n  name = \"n\"\n  type = list(number)\n}\n",
        ),
        ("main.hcl", "n=[1]\n"),
        ("more.json", "{}"),
        ("site.pp", "class site { }\n"),
        ("modules/ntp/manifests/init.pp", "class ntp { }\n"),
        ("facts.json", "{}"),
        ("old.json", "{}"),
        ("new.json", "{}"),
        (
            "infrastructure/main.tf",
            "variable \"region\" {\n type = string\n}\n",
        ),
        ("prod.tfvars", "region = \"eu\"\n"),
        ("prod.yaml", "region: eu\n"),
        ("kinds.json", NOTES),
        ("site.mcl", "note \"a\" {\n\ttext => \"b\",\n}\n"),
    ] {
        std::fs::write(folder.join(name), text).expect("the folder is writable");
    }
    let tool = Path::new(env!("CARGO_BIN_EXE_polycty"));
    let mut path = tool
        .parent()
        .expect("it has a folder")
        .as_os_str()
        .to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut answers = 0;
    for line in commands {
        let (command, comment) = line.split_once(" # ").unwrap_or((line, ""));
        let output = Command::new("sh")
            .args(["-ec", command])
            .current_dir(&folder)
            .env("PATH", &path)
            .output()
            .expect("there is a shell");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {stderr}");
        let printed = String::from_utf8_lossy(&output.stdout);
        // The fit is printed to standard error.
        if let Some((printed_to, fit)) = comment.split_once(", ") {
            assert_eq!(
                (printed.trim(), stderr.starts_with(fit)),
                (printed_to, true)
            );
            answers += 1;
        } else if comment.starts_with('"') {
            assert_eq!(printed.trim(), comment);
            answers += 1;
        } else {
            assert!(!printed.is_empty(), "{command} prints nothing");
        }
    }
    assert_eq!(answers, 3);
}

#[test]
fn a_manifest_is_outlined() {
    let manifest =
        "# Runs it.\nclass a(Integer $port = 80) {\n  file { \"/${port}\": ensure => file }\n}\n";
    let outline = succeed(&["puppet", "outline", "-"], manifest);
    let outline: serde_json::Value = serde_json::from_str(&outline).unwrap();
    let class = &outline["definitions"][0];
    assert_eq!(class["name"], "a");
    assert_eq!(class["documentation"], "Runs it.");
    assert_eq!(class["params"][0]["type"], "Integer");
    assert_eq!(
        outline["resources"][0]["bodies"][0]["title"],
        "\"/${port}\""
    );
    assert_eq!(outline["variables"]["port"], serde_json::json!([[3, 14]]));
}

#[test]
fn errors_of_all_manifests_are_reported() {
    let folder = std::env::temp_dir().join(format!("polycty-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let (good_one, template) = (file("a.pp", "notice 1"), file("b.epp", "<%= $x %>"));
    let (syntax, several) = (file("c.pp", "$x = )"), file("d.pp", "$A = $B"));
    assert_eq!(
        succeed(&["puppet", "validate", &good_one, &template], ""),
        "no errors in 2 files"
    );
    let message = fail(&["puppet", "validate", &syntax, &several], "", 1);
    assert!(message.contains("Syntax error at ')'"), "{message}");
    assert!(
        message.contains("The given name 'A'") && message.contains("The given name 'B'"),
        "{message}"
    );
    // Below the folder of the modules, the path of a file determines the names that it may define.
    let manifests = folder.join("m/manifests");
    std::fs::create_dir_all(&manifests).unwrap();
    let located = file("m/manifests/a.pp", "class m::b {}\nnotice(1)");
    assert_eq!(succeed(&["puppet", "validate", &located], ""), "no errors");
    let modules = folder.join("x/..").display().to_string();
    let message = fail(
        &["puppet", "validate", "--modules", &modules, &located],
        "",
        1,
    );
    assert!(
        message.contains("The name 'm::b' is unacceptable in file"),
        "{message}"
    );
    assert!(
        message.contains("unacceptable as a top level construct"),
        "{message}"
    );
    let outside = ["puppet", "validate", "--modules", &modules, &good_one];
    assert!(fail(&outside, "", 1).contains("top level construct"));
    let elsewhere = manifests.display().to_string();
    let outside = ["puppet", "validate", "--modules", &elsewhere, &good_one];
    assert_eq!(succeed(&outside, ""), "no errors");
    // A missing file does not suppress the errors of other files.
    let missing = folder.join("missing.pp").display().to_string();
    let message = fail(&["puppet", "validate", &missing, &syntax], "", 1);
    assert!(
        message.contains(&missing) && message.contains("Syntax error at ')'"),
        "{message}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn puppets_programs_run_and_its_classes_check_data() {
    let endless = "Integer[1, 1000000000000].map |$x| { $x }";
    let stderr = fail(&["puppet", "eval", endless], "", 1);
    assert!(stderr.contains("the operation "), "{stderr}");
    let text = "notice('hi') [1, 2].map |$x| { $x * 2 }";
    let output = run(&["puppet", "eval", text], "");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), "[2, 4]");
    assert_eq!(
        String::from_utf8_lossy(&output.stderr).trim_end(),
        "notice: hi"
    );
    let secret = succeed(&["puppet", "eval", "[1, Sensitive('hush')]"], "");
    assert_eq!(secret, "[1, #<Sensitive [value redacted]>]");
    let message = fail(&["puppet", "eval", "1 + 'a'"], "", 1);
    assert!(
        message.contains("The value 'a' cannot be converted to Numeric."),
        "{message}"
    );
    let modules = std::env::temp_dir().join(format!("polycty-modules-{}", std::process::id()));
    for (file, text) in [
        (
            "web/manifests/init.pp",
            "class web(Web::Port $port, String $label = \"p${port}\") { }",
        ),
        ("web/types/port.pp", "type Web::Port = Integer[1, 65535]"),
        (
            "web/functions/twice.pp",
            "function web::twice($x) { $x + $x }",
        ),
    ] {
        let path = modules.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let folder = modules.to_str().unwrap();
    let check = ["puppet", "check-data", "web", "--modules", folder];
    assert_eq!(
        succeed(&check, "{\"web::port\": 80}"),
        "{'port' => 80, 'label' => 'p80'}"
    );
    let message = fail(&check, "{\"web::port\": 0, \"web::nope\": 1}", 1);
    assert!(
        message.contains("has no parameter named 'nope'"),
        "{message}"
    );
    assert!(message.contains("parameter 'port' expects"), "{message}");
    // The first position is that of the value, the second that of the key.
    let yaml = modules.join("data.yaml").display().to_string();
    std::fs::write(&yaml, "web::port: 0\nweb::nope: 1\nlabel: [1]\n").unwrap();
    let check_yaml = ["puppet", "check-data", "web", &yaml, "--modules", folder];
    let message = fail(&check_yaml, "", 1);
    for part in [
        "data.yaml line 1, column 12",
        "data.yaml line 2, column 1",
        "data.yaml line 3, column 8",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
    std::fs::write(&yaml, "web::port: 0o120\nlabel: yes\n").unwrap();
    let message = fail(&check_yaml, "", 1);
    assert!(message.contains("got Boolean"), "{message}");
    let twice = ["puppet", "eval", "--modules", folder, "web::twice(4)"];
    assert_eq!(succeed(&twice, ""), "8");
    let data = modules.join("data.json").display().to_string();
    std::fs::write(&data, "{\"web::port\":").unwrap();
    let message = fail(
        &["puppet", "check-data", "web", &data, "--modules", folder],
        "",
        1,
    );
    assert!(message.contains(&format!("{data}: ")), "{message}");
    let missing = modules.join("missing").display().to_string();
    let message = fail(
        &["puppet", "eval", "--modules", &missing, "Web::Port"],
        "",
        1,
    );
    assert!(message.contains(&missing), "{message}");
    std::fs::remove_dir_all(modules).unwrap();
}

#[test]
fn keys_are_looked_up_in_hiera() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hiera");
    let _ = std::fs::remove_dir_all(&folder);
    for (file, text) in [
        (
            "hiera.yaml",
            "version: 5\nhierarchy:\n  - {name: node, path: \"%{trusted.certname}.yaml\"}\n  \
             - {name: os, path: \"%{facts.os}.yaml\"}\n  - {name: shell, path: ../../x.yaml}\n",
        ),
        ("data/web.example.com.yaml", "ports: [443]\nsecret: s3\n"),
        (
            "data/Debian.yaml",
            "ports: [80]\nlookup_options: {secret: {convert_to: Sensitive}}\n",
        ),
        ("modules/web/hiera.yaml", "version: 5\n"),
        ("modules/web/data/common.yaml", "web::port: 80\n"),
        (
            "modules/web/manifests/init.pp",
            "class web(Integer $port, String $user) { }",
        ),
        ("../x.yaml", "outside: 1\n"),
        ("facts.json", "{\"os\": \"Debian\"}"),
    ] {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let (environment, facts) = (folder.display().to_string(), folder.join("facts.json"));
    let facts = facts.display().to_string();
    let of = |more: &[&str]| -> Vec<String> {
        let first = [
            "puppet",
            "lookup",
            "--environment",
            &environment,
            "--facts",
            &facts,
        ];
        let node = ["--node", "web.example.com"];
        let all = first.iter().chain(&node).chain(more);
        all.map(|text| (*text).to_owned()).collect()
    };
    let found = |more: &[&str]| {
        let all = of(more);
        succeed(&all.iter().map(String::as_str).collect::<Vec<_>>(), "")
    };
    let refused = |more: &[&str]| {
        let all = of(more);
        fail(&all.iter().map(String::as_str).collect::<Vec<_>>(), "", 1)
    };
    assert_eq!(found(&["ports"]), "[443]");
    assert_eq!(found(&["ports", "--merge", "unique"]), "[443, 80]");
    let sorted = ["ports", "--merge", "deep", "--sort-merged-arrays"];
    assert_eq!(found(&sorted), "[80, 443]");
    assert_eq!(found(&["ports", "--type", "Array[Integer]"]), "[443]");
    assert_eq!(found(&["none", "--default", "d"]), "'d'");
    assert_eq!(found(&["web::port"]), "80");
    assert!(refused(&["none"]).contains("did not find a value for the name 'none'"));
    assert!(refused(&["ports", "--type", "String"]).contains("expects a String value"));
    // A file outside of the environment is not read.
    assert!(refused(&["outside"]).contains("did not find a value"));
    for secret in [found(&["secret"]), found(&["secret", "--explain"])] {
        assert!(!secret.contains("s3"), "{secret}");
    }
    let explained = found(&["ports", "--explain"]);
    assert!(
        explained.contains("Hierarchy entry \"node\""),
        "{explained}"
    );
    assert!(
        explained.contains("Found key: \"ports\" value: ["),
        "{explained}"
    );
    let options = found(&["ports", "--explain-options"]);
    assert!(
        options.starts_with("Environment Data Provider"),
        "{options}"
    );
    let modules = folder.join("modules").display().to_string();
    let check = ["puppet", "check-data", "web", "--modules", &modules];
    assert_eq!(
        succeed(&check, "{\"web::user\": \"w\"}"),
        "{'port' => 80, 'user' => 'w'}"
    );
    assert!(fail(&check, "{}", 1).contains("expects a value for parameter 'user'"));
}

/// Links in a module's folder are followed, also out of the folder. A broken link is reported.
#[cfg(unix)]
#[test]
fn files_of_a_module_may_be_links() {
    use std::os::unix::fs::symlink;
    let outer = Path::new(env!("CARGO_TARGET_TMPDIR")).join("linked");
    let _ = std::fs::remove_dir_all(&outer);
    let folder = outer.join("module");
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| std::fs::write(outer.join(name), text).unwrap();
    write("common.tf", "variable \"r\" {\n  type = number\n}\n");
    write("module/main.tf", "output \"o\" {\n  value = var.r + 1\n}\n");
    write("values.tfvars", "r = \"x\"\n");
    symlink("../common.tf", folder.join("common.tf")).unwrap();
    let path = folder.to_str().unwrap();
    assert_eq!(succeed(&["tf", "check", path, "-var", "r=1"], ""), "o = 2");
    symlink("../values.tfvars", folder.join("terraform.tfvars")).unwrap();
    let message = fail(&["tf", "check", path], "", 1);
    assert!(
        message.contains("Invalid value for input variable"),
        "{message}"
    );
    symlink("missing", folder.join("dangling.tf")).unwrap();
    let message = fail(&["tf", "inspect", path], "", 1);
    let wanted = "dangling.tf: no such file or directory";
    assert!(message.contains(wanted), "{message}");
    std::fs::remove_dir_all(outer).unwrap();
}

/// Paths in a module are relative to its folder, not to the current folder.
#[test]
fn paths_of_a_module_begin_at_its_folder() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pathed");
    std::fs::create_dir_all(&folder).unwrap();
    let main =
        "output \"o\" {\n  value = [path.module, path.root, file(\"${path.module}/motd\")]\n}\n";
    std::fs::write(folder.join("main.tf"), main).unwrap();
    std::fs::write(folder.join("motd"), "hello").unwrap();
    let message = succeed(&["tf", "check", folder.to_str().unwrap()], "");
    assert_eq!(message, "o = [\".\", \".\", \"hello\"]");
}

#[test]
fn arguments_for_sensitive_variables_are_not_shown() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("terraform-secrets");
    std::fs::create_dir_all(folder.join("m")).unwrap();
    let called = "variable \"key\" {\n  type = number\n  sensitive = true\n}\n";
    std::fs::write(folder.join("m/main.tf"), called).unwrap();
    let path = folder.to_str().unwrap();
    for argument in ["\"hunter2${var.none}\"", "tonumber(\"hunter2\")"] {
        let main = format!("module \"m\" {{\n  source = \"./m\"\n  key = {argument}\n}}\n");
        std::fs::write(folder.join("main.tf"), main).unwrap();
        for format in ["text", "json", "sarif"] {
            let message = fail(&["tf", "check", path, "--diagnostics", format], "", 1);
            assert!(message.contains("main.tf"), "{message}");
            assert!(!message.contains("hunter2"), "{message}");
        }
    }
}
