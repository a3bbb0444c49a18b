//! What does the command line tool print, and how does it end?

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
    // A tool that fails early reads nothing.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the tool ends")
}

/// What a good command prints.
fn good(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {stderr}");
    String::from_utf8(output.stdout)
        .unwrap()
        .trim_end()
        .to_owned()
}

/// What a bad command tells.
fn bad(arguments: &[&str], input: &str, status: i32) -> String {
    let output = run(arguments, input);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

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
        assert_eq!(good(arguments, ""), wanted, "{arguments:?}");
    }
    assert_eq!(good(&["eval", "--file", "-"], "max(1, 5, 3)"), "5");
    let stderr = bad(&["eval", "1 +\n  nothing"], "", 1);
    for part in [
        "Unknown variable",
        "expression",
        "line 2, column 3",
        "  nothing",
        "^^^^^^^",
    ] {
        assert!(stderr.contains(part), "{stderr}");
    }
    let stderr = bad(&["--diagnostics", "json", "eval", "nothing"], "", 1);
    let stderr: serde_json::Value = serde_json::from_str(&stderr).unwrap();
    assert_eq!(stderr["diagnostics"][0]["summary"], "Unknown variable");
    assert!(bad(&["eval"], "", 2).contains("Usage"));
    assert!(bad(&["eval", "--file", "/nowhere"], "", 1).contains("/nowhere"));
}

#[test]
fn documents_are_converted() {
    let ty = "list(object({ name = string, port = optional(number, 80) }))";
    let document = r#"[{"name": 1}, {"name": "b", "port": "8080"}]"#;
    assert_eq!(
        good(&["convert", ty], document),
        r#"[{"name":"1","port":80},{"name":"b","port":8080}]"#
    );
    let stderr = bad(&["convert", ty], r#"[{"name": "a", "port": "x"}]"#, 1);
    assert!(
        stderr.contains("[0].port") && stderr.contains("a number is required"),
        "{stderr}"
    );
    let stderr = bad(&["convert", "lst(string)"], "[]", 1);
    assert!(stderr.contains("not a valid type constructor"), "{stderr}");
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
        assert_eq!(good(arguments, ""), wanted, "{arguments:?}");
    }
    let output = run(
        &["type", "--from", "puppet", "--to", "hcl", "Integer[1, 5]"],
        "",
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "number");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("wider"));
}

#[test]
fn faults_of_types_are_told_once_in_every_dialect() {
    for (dialect, text, expected) in [
        (
            "pcl",
            "list(",
            "error: a type is required, not the end
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
        assert_eq!(bad(&["type", "--from", dialect, text], "", 1), expected);
    }
    let stderr = bad(&["type", "--from", "hcl", "list("], "", 1);
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
    let decoded: serde_json::Value = serde_json::from_str(&good(&arguments, "")).unwrap();
    let wanted = serde_json::json!({"region": "EU", "service": {
        "web": {"port": 80}, "s1": {"port": 8001}, "s2": {"port": 8002}, "json": {"port": 2}}});
    assert_eq!(decoded, wanted);
    assert_eq!(
        good(&["decode", "--spec", &spec, "--implied-type"], ""),
        "object({region=string,service=map(object({port=number}))})"
    );
    let stderr = bad(&["decode", "--spec", &spec], "regio = 1\n", 1);
    assert!(stderr.contains("Did you mean \"region\"?"), "{stderr}");
}

/// The commands of the README work as they stand there, and the comments say what they print.
#[test]
fn the_readme_shows_what_the_commands_print() {
    let root = &Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("there is a README");
    let (_, section) = readme
        .split_once("## From the command line")
        .expect("it shows the tool");
    let (_, commands) = section.split_once("```sh\n").expect("by commands");
    let (commands, _) = commands.split_once("```").expect("a block ends");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme-commands");
    // Anew each time: a command may stand on what an earlier version of this test left.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("infrastructure")).expect("the target folder is writable");
    for (name, text) in [
        ("service.json", "{}"),
        (
            "service.spec.hcl",
            "attr {\n  name = \"n\"\n  type = list(number)\n}\n",
        ),
        ("main.hcl", "n = [1]\n"),
        ("more.json", "{}"),
        ("site.pp", "class site { }\n"),
        (
            "infrastructure/main.tf",
            "variable \"region\" {\n type = string\n}\n",
        ),
        ("prod.tfvars", "region = \"eu\"\n"),
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
    for line in commands.lines() {
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
        // The type comes with how well it fits, which goes to the other output.
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
    let outline = good(&["puppet", "outline", "-"], manifest);
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
fn what_is_wrong_with_manifests_is_told_of_all_of_them() {
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
        good(&["puppet", "validate", &good_one, &template], ""),
        "no errors in 2 files"
    );
    let told = bad(&["puppet", "validate", &syntax, &several], "", 1);
    assert!(told.contains("Syntax error at ')'"), "{told}");
    assert!(
        told.contains("The given name 'A'") && told.contains("The given name 'B'"),
        "{told}"
    );
    // A file that is not there does not keep the others from being told of.
    let missing = folder.join("missing.pp").display().to_string();
    let told = bad(&["puppet", "validate", &missing, &syntax], "", 1);
    assert!(
        told.contains(&missing) && told.contains("Syntax error at ')'"),
        "{told}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn puppets_programs_run_and_its_classes_check_data() {
    let endless = "Integer[1, 1000000000000].map |$x| { $x }";
    let stderr = bad(&["puppet", "eval", endless], "", 1);
    assert!(stderr.contains("the operation "), "{stderr}");
    let text = "notice('hi') [1, 2].map |$x| { $x * 2 }";
    let output = run(&["puppet", "eval", text], "");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), "[2, 4]");
    assert_eq!(
        String::from_utf8_lossy(&output.stderr).trim_end(),
        "notice: hi"
    );
    let secret = good(&["puppet", "eval", "[1, Sensitive('hush')]"], "");
    assert_eq!(secret, "[1, #<Sensitive [value redacted]>]");
    let message = bad(&["puppet", "eval", "1 + 'a'"], "", 1);
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
        good(&check, "{\"web::port\": 80}"),
        "{'port' => 80, 'label' => 'p80'}"
    );
    let message = bad(&check, "{\"web::port\": 0, \"web::nope\": 1}", 1);
    assert!(
        message.contains("has no parameter named 'nope'"),
        "{message}"
    );
    assert!(message.contains("parameter 'port' expects"), "{message}");
    let twice = ["puppet", "eval", "--modules", folder, "web::twice(4)"];
    assert_eq!(good(&twice, ""), "8");
    let data = modules.join("data.json").display().to_string();
    std::fs::write(&data, "{\"web::port\":").unwrap();
    let message = bad(
        &["puppet", "check-data", "web", &data, "--modules", folder],
        "",
        1,
    );
    assert!(message.contains(&format!("{data}: ")), "{message}");
    let nowhere = modules.join("nowhere").display().to_string();
    let message = bad(
        &["puppet", "eval", "--modules", &nowhere, "Web::Port"],
        "",
        1,
    );
    assert!(message.contains(&nowhere), "{message}");
    std::fs::remove_dir_all(modules).unwrap();
}

/// The kinds of a host of mcl that has notes alone.
const NOTES: &str = r#"{"kind": "note", "fields": [{"lang": "text", "type": "str"}]}"#;

/// What one needs to run programs of mcl, in a folder of its own.
fn mcl_folder(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("kinds.json"), NOTES).unwrap();
    folder
}

#[test]
fn programs_of_mcl_are_checked_and_shown() {
    let folder = mcl_folder("mcl-check");
    let kinds = format!("--kinds={}", folder.join("kinds.json").display());
    let program = "note \"a\" {\n\ttext => \"b\" + $hostname,\n}\n";
    assert_eq!(good(&["mcl", "check", &kinds, "-"], program), "no errors");
    let graph = good(&["mcl", "graph", &kinds, "--hostname", "web1"], program);
    assert!(graph.contains("Edge: const: str(\"web1\") -> _operator # b"));
    let dot = good(&["mcl", "graph", &kinds, "--dot"], program);
    assert!(dot.starts_with("digraph {"));
    assert_eq!(
        good(&["mcl", "run", &kinds, "--hostname", "web1"], program),
        "Vertex: note[a]\nField: note[a].text = \"bweb1\"",
    );
    for command in ["run", "graph"] {
        let output = run(&["mcl", command], "$x = 1\n");
        assert!(output.status.success() && output.stdout.is_empty());
    }
    let refused = bad(&["mcl", "check", "--diagnostics", "json"], program, 1);
    assert!(refused.contains("\"stage\":\"errUnify\""), "{refused}");
    assert!(
        refused.contains("no resource kind `note` available"),
        "{refused}"
    );
    let refused = bad(&["mcl", "check", &kinds], "note [\n", 1);
    assert!(refused.contains("/input.mcl line 1"), "{refused}");
    std::fs::write(folder.join("wrong.json"), "[{\"kind\": 3}]").unwrap();
    let wrong = format!("--kinds={}", folder.join("wrong.json").display());
    let refused = bad(&["mcl", "check", &wrong], program, 1);
    assert!(refused.contains("[0].kind: "), "{refused}");
}

#[test]
fn programs_of_mcl_follow_files() {
    let folder = mcl_folder("mcl-watch");
    let kinds = format!("--kinds={}", folder.join("kinds.json").display());
    let input = folder.join("input");
    std::fs::write(&input, "one").unwrap();
    let program = folder.join("main.mcl");
    let text = format!(
        "import \"os\"\nnote \"a\" {{\n\ttext => os.readfile(\"{}\") <|> \"none\",\n}}\n",
        input.display(),
    );
    std::fs::write(&program, text).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_polycty"))
        .args(["mcl", "run", "--watch", "--graphs=2", &kinds])
        .arg(&program)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the tool is built");
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    assert_eq!(lines.next().unwrap().unwrap(), "+ note[a]");
    std::fs::remove_file(&input).unwrap();
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert!(rest.contains(&"~ note[a]: text".to_owned()), "{rest:?}");
    assert!(child.wait().unwrap().success());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn programs_of_mcl_outlive_their_faults_while_they_are_watched() {
    let folder = mcl_folder("mcl-faults");
    let module = folder.join("modules/example.com/web");
    std::fs::create_dir_all(module.join("files")).unwrap();
    std::fs::write(
        module.join("metadata.yaml"),
        "main: main.mcl\nfiles: files/\n",
    )
    .unwrap();
    let class = module.join("main.mcl");
    std::fs::write(&class, "class note1 {\n\tnote \"one\" {}\n}\n").unwrap();
    let program = folder.join("main.mcl");
    let text = "import \"git://example.com/web\"\ninclude web.note1\n";
    std::fs::write(&program, text).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_polycty"))
        .args(["mcl", "run", "--watch", "--graphs=2"])
        .arg(format!("--kinds={}", folder.join("kinds.json").display()))
        .arg(format!("--modules={}", folder.join("modules").display()))
        .arg(&program)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool is built");
    let lines = |out| std::io::BufRead::lines(std::io::BufReader::new(out));
    let mut out = lines(Box::new(child.stdout.take().unwrap()) as Box<dyn std::io::Read>);
    let mut told = lines(Box::new(child.stderr.take().unwrap()) as Box<dyn std::io::Read>);
    assert_eq!(out.next().unwrap().unwrap(), "+ note[one]");
    // A file of a module, which is broken for a moment.
    std::fs::write(&class, "class note1 {\n").unwrap();
    let fault = told.next().unwrap().unwrap();
    assert!(fault.contains("syntax error"), "{fault}");
    let read = "import \"deploy\"\nclass note1 {\n\tnote \"two\" {\n\t\ttext => \
                deploy.readfile(\"/files/x.txt\"),\n\t}\n}\n";
    std::fs::write(module.join("files/x.txt"), "x").unwrap();
    std::fs::write(&class, read).unwrap();
    let rest: Vec<String> = out.map(Result::unwrap).collect();
    assert!(rest.contains(&"+ note[two]".to_owned()), "{rest:?}");
    assert!(child.wait().unwrap().success());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn programs_of_mcl_from_standard_input_import_from_the_current_folder() {
    let folder = mcl_folder("mcl-input");
    std::fs::write(
        folder.join("more.mcl"),
        "class more {\n\tnote \"a\" {}\n}\n",
    )
    .unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_polycty"))
        .args(["mcl", "run", "--kinds=kinds.json", "-"])
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the tool is built");
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, b"import \"more.mcl\"\ninclude more.more\n").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "Vertex: note[a]\n"
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn programs_of_mcl_stay_within_their_folder() {
    let folder = mcl_folder("mcl-within");
    let inside = folder.join("site/files");
    std::fs::create_dir_all(&inside).unwrap();
    std::fs::write(inside.join("x"), "inside").unwrap();
    std::fs::write(folder.join("outside.mcl"), "$x = \"outside\"\n").unwrap();
    std::fs::write(folder.join("site/inside.mcl"), "$x = \"inside\"\n").unwrap();
    let link = folder.join("site/link.mcl");
    #[cfg(unix)]
    if !link.exists() {
        std::os::unix::fs::symlink(folder.join("outside.mcl"), &link).unwrap();
    }
    let kinds = format!("--kinds={}", folder.join("kinds.json").display());
    let program = folder.join("site/main.mcl");
    let tell = |text: &str| {
        let text = format!("import \"deploy\"\n{text}\n");
        std::fs::write(&program, text).unwrap();
        run(&["mcl", "run", &kinds, program.to_str().unwrap()], "")
    };
    let read = |path: &str| {
        tell(&format!(
            "note \"a\" {{\n\ttext => deploy.readfileabs(\"{path}\"),\n}}"
        ))
    };
    // An absolute path is one of the folder, and `..` ends at it.
    for path in ["/files/x", "/../../files/x"] {
        let output = read(path);
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(shown.contains("text = \"inside\""), "{path}: {shown}");
    }
    for path in ["/etc/hostname", "/link.mcl", "/../outside.mcl"] {
        let output = read(path);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("file does not exist"), "{path}: {error}");
        // Places name the files of the machine.
        assert!(error.contains(program.to_str().unwrap()), "{error}");
    }
    let output = tell("import \"link.mcl\"\nnote \"${link.x}\" {}");
    assert!(!output.status.success());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn programs_of_mcl_run_in_a_world() {
    let folder = mcl_folder("mcl-world");
    let kinds = format!("--kinds={}", folder.join("kinds.json").display());
    let file = folder.join("world.json");
    let world = format!("--world={}", file.display());
    let program = "import \"os\"\nimport \"sys\"\nimport \"world\"\n\
        note \"${hostname}\" {\n\ttext => os.family() + sys.hostname() + sys.getenv(\"A\"),\n}\n\
        note [\"b\", \"c\"] {\n\ttext => $purpleidea + world.getval(\"k\")->value,\n}\n\
        note world.schedule(\"s\") {}\n";
    let answers = r#"{"hostname": "web1", "environment": {"A": "!"}, "answers": [
        {"function": "os.family", "value": "redhat"},
        {"function": "sys.hostname", "value": "other"},
        {"function": "world.getval", "arguments": ["j"], "value": {"value": "no", "exists": true}},
        {"function": "world.getval", "arguments": ["k"], "value": {"value": "yes", "exists": true}},
        {"function": "world.schedule", "value": ["h1", "h2"]}]}"#;
    std::fs::write(&file, answers).unwrap();
    let shown = good(&["mcl", "run", &kinds, &world], program);
    assert_eq!(
        shown,
        "Vertex: note[web1]\nVertex: note[b]\nVertex: note[c]\nVertex: note[h1]\n\
         Vertex: note[h2]\nField: note[web1].text = \"redhatother!\"\n\
         Field: note[b].text = \"hello world!yes\"\nField: note[c].text = \"hello world!yes\""
    );
    for (answers, wanted) in [
        ("[1]", "world.json: the document: expected an object"),
        ("{\"host\": 1}", "the document: there is no member `host`"),
        (
            "{\"answers\": [{\"function\": \"os.none\", \"value\": 1}]}",
            "answers[0]: there is no function `os.none`",
        ),
        (
            "{\"answers\": [{\"function\": \"os.family\"}]}",
            "answers[0]: `value` is missing",
        ),
        (
            "{\"answers\": [{\"function\": \"os.family\", \"value\": 1}]}",
            "the answer of os.family: type doesn't match str",
        ),
    ] {
        std::fs::write(&file, answers).unwrap();
        let refused = bad(&["mcl", "run", &kinds, &world], program, 1);
        assert!(refused.contains(wanted), "{refused}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn programs_of_mcl_have_limits() {
    let folder = mcl_folder("mcl-limits");
    let kinds = format!("--kinds={}", folder.join("kinds.json").display());
    let program = "note \"a\" {\n\ttext => \"b\",\n}\n";
    for (limit, wanted) in [
        ("--max-steps=30", "more than 30 steps"),
        ("--max-bytes=1000", "more than 1000 bytes"),
        ("--timeout=0", "the time for the operation is over"),
    ] {
        let refused = bad(&["mcl", "check", &kinds, limit], program, 1);
        assert!(refused.contains(wanted), "{refused}");
    }
    good(
        &["mcl", "check", &kinds, "--max-steps=1000", "--timeout=60"],
        program,
    );
    std::fs::remove_dir_all(folder).unwrap();
}

/// A folder of its own for a test, removed in the end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("polycty-{name}-{}", std::process::id()));
        std::fs::create_dir_all(path.join("inner/.hidden")).expect("a folder");
        Folder(path)
    }

    fn write(&self, file: &str, text: &str) -> String {
        let path = self.0.join(file);
        std::fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.join(file)).expect("the file")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn files_are_laid_out() {
    let folder = Folder::new("fmt");
    let path = folder.0.to_string_lossy().into_owned();
    let main = folder.write("main.tf", "a=\"${b}\"\nlong=1\n");
    folder.write("other.hcl", "b x {}\n");
    folder.write("inner/more.hcl", "a=1\n");
    folder.write("inner/.hidden/not.hcl", "a=1\n");
    folder.write("text.txt", "a=1\n");
    let checked = run(&["fmt", "--check", "-r", &path], "");
    assert_eq!(checked.status.code(), Some(1));
    let listed = String::from_utf8(checked.stdout).unwrap();
    assert_eq!(listed.lines().count(), 2, "{listed}");
    let told = String::from_utf8(checked.stderr).unwrap();
    assert!(told.contains("2 files are not formatted"), "{told}");
    assert_eq!(good(&["fmt", &path], ""), main);
    assert_eq!(folder.read("main.tf"), "a    = b\nlong = 1\n");
    assert_eq!(folder.read("other.hcl"), "b x {}\n");
    assert_eq!(folder.read("inner/more.hcl"), "a=1\n");
    assert!(good(&["fmt", "-r", &path], "").ends_with("more.hcl"));
    assert_eq!(folder.read("inner/more.hcl"), "a = 1\n");
    assert_eq!(folder.read("inner/.hidden/not.hcl"), "a=1\n");
    assert_eq!(good(&["fmt", "--check", "-r", &path], ""), "");
    let broken = folder.write("broken.tf", "a = \n");
    assert!(bad(&["fmt", &path], "", 1).contains(&broken));
}

#[test]
fn a_bad_file_leaves_the_others_alone() {
    let folder = Folder::new("fmt-bad");
    let path = folder.0.to_string_lossy().into_owned();
    let broken = folder.write("a.tf", "a = \n");
    std::fs::write(folder.0.join("b.tf"), b"a = \"\xff\xfe\"\n").unwrap();
    folder.write("c.tf", "a=1\n");
    let missing = format!("{path}/missing.tf");
    std::os::unix::fs::symlink("nowhere", folder.0.join("d.tf")).unwrap();
    folder.write("e.tf", "a=1\n");
    let done = run(&["fmt", &missing, &path], "");
    assert_eq!(done.status.code(), Some(1));
    let told = String::from_utf8(done.stderr).unwrap();
    for name in [&broken, &missing, "b.tf", "d.tf"] {
        assert!(told.contains(name), "{name}: {told}");
    }
    let listed = String::from_utf8(done.stdout).unwrap();
    assert_eq!(listed.lines().count(), 2, "{listed}");
    assert_eq!(folder.read("c.tf") + &folder.read("e.tf"), "a = 1\na = 1\n");
    let told = bad(&["fmt", &missing], "", 1);
    assert!(told.contains("missing.tf"), "{told}");
}

#[test]
fn hidden_files_are_left_alone() {
    let folder = Folder::new("fmt-hidden");
    let path = folder.0.to_string_lossy().into_owned();
    let hidden = folder.write(".h.tf", "a=1\n");
    folder.write(".terraform.lock.hcl", "a=1\n");
    folder.write("inner/.w.tf", "a=1\n");
    std::fs::create_dir(folder.0.join("old~")).unwrap();
    folder.write("old~/x.tf", "a=1\n");
    let shown = folder.write("b~.tf", "a=1\n");
    assert_eq!(good(&["fmt", "-r", &path], ""), shown);
    assert_eq!(folder.read(".terraform.lock.hcl"), "a=1\n");
    assert_eq!(good(&["fmt", &hidden], ""), hidden);
    assert_eq!(folder.read(".h.tf"), "a = 1\n");
}

#[test]
fn standard_input_is_laid_out() {
    assert_eq!(good(&["fmt"], "b x{ a=\"${c}\" }"), "b \"x\" { a = c }");
    let layout = &["fmt", "--style", "layout", "-"];
    assert_eq!(good(layout, "b x{ a=\"${c}\" }"), "b x { a = \"${c}\" }");
    // A last line without an end gets one, as from `terraform fmt -`.
    for (text, expected) in [
        ("a=1", "a = 1\n"),
        ("a=1\n", "a = 1\n"),
        ("a = 1\t", "a = 1 \n"),
    ] {
        assert_eq!(run(&["fmt", "-"], text).stdout, expected.as_bytes());
    }
    assert_eq!(good(&["fmt", "--check"], "a = 1\n"), "");
    assert!(bad(&["fmt"], "a = \n", 1).contains("Invalid expression"));
}

#[test]
fn what_formatting_changes_is_shown() {
    let before: String = (0..30)
        .map(|line| format!("\na{line} = {line}\n"))
        .collect();
    let before = before.replace("a3 =", "a3=").replace("a20 =", "a20=") + "b = \"${\nx\n}\"\nc=1";
    let shown = good(&["fmt", "--diff"], &before);
    let wanted = "--- -\n+++ -\n@@ -5,7 +5,7 @@\n \n a2 = 2\n \n-a3= 3\n+a3 = 3\n \n a4 = 4\n \n";
    assert!(shown.starts_with(wanted), "{shown}");
    let wanted = "@@ -58,7 +58,5 @@\n a28 = 28\n \n a29 = 29\n-b = \"${\n-x\n-}\"\n-c=1\n\\ No newline at end of file\n+b   = x\n+c   = 1\n\\ No newline at end of file";
    assert!(shown.ends_with(wanted), "{shown}");
    assert_eq!(good(&["fmt", "--diff"], "a = 1\n"), "");
}

#[test]
fn types_become_schemas_and_schemas_types() {
    let schema = good(
        &[
            "schema",
            "export",
            "--from",
            "puppet",
            "--compact",
            "Array[Integer[1], 1]",
        ],
        "",
    );
    assert_eq!(
        schema,
        r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"array","items":{"type":"integer","minimum":1},"minItems":1}"#
    );
    assert_eq!(
        good(&["schema", "import", "--to", "puppet"], &schema),
        "Array[Integer[1], 1]"
    );
    let lossy = run(&["schema", "import", "--to", "hcl"], &schema);
    assert_eq!(
        String::from_utf8_lossy(&lossy.stdout).trim_end(),
        "list(number)"
    );
    let told = String::from_utf8_lossy(&lossy.stderr).into_owned();
    assert!(
        told.starts_with("wider\n  the type takes null\n  #: null is"),
        "{told}"
    );
    let object =
        r#"{"properties":{"a":{"type":"string"}},"type":"object","additionalProperties":false}"#;
    assert_eq!(
        good(&["schema", "import", "--to", "hcl"], object),
        "object({a=optional(string)})"
    );
}

#[test]
fn a_class_becomes_a_schema() {
    let manifest = std::env::temp_dir().join(format!("polycty-schema-{}.pp", std::process::id()));
    std::fs::write(&manifest, "class ntp(Integer $port = 123) { }").unwrap();
    let path = manifest.to_str().unwrap();
    let schema = good(
        &[
            "schema",
            "export",
            "--class",
            "--manifest",
            path,
            "--compact",
            "ntp",
        ],
        "",
    );
    std::fs::remove_file(&manifest).unwrap();
    assert_eq!(
        schema,
        r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"ntp","type":"object","properties":{"port":{"type":"integer","default":123}},"additionalProperties":false}"#
    );
}

#[test]
fn two_sides_are_compared() {
    assert_eq!(
        good(
            &["schema", "diff", "puppet:Integer", "puppet:Integer[1]"],
            ""
        ),
        "{\n  \"verdict\": \"narrower\",\n  \"less\": 0\n}"
    );
    let told = bad(&["schema", "diff", "no such file", "hcl:string"], "", 1);
    assert!(told.contains("no such file"), "{told}");
}

#[test]
fn a_module_becomes_a_schema_and_is_compared() {
    let folder = std::env::temp_dir().join(format!("polycty-module-{}", std::process::id()));
    let versions = [
        ("old", "variable \"size\" {\n  type = number\n}\n"),
        (
            "new",
            "variable \"size\" {\n  type = number\n  default = 1\n}\n",
        ),
    ];
    let [old, new] = versions.map(|(name, text)| {
        let path = folder.join(name);
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("main.tf"), text).unwrap();
        path.to_str().unwrap().to_owned()
    });
    assert_eq!(
        good(
            &[
                "schema",
                "export",
                "--tf",
                &new,
                "--question",
                "values",
                "--compact"
            ],
            ""
        ),
        r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"size":{"type":["number","null"],"default":1}},"additionalProperties":false}"#
    );
    let (old, new) = (format!("tf:{old}"), format!("tf:{new}"));
    assert_eq!(
        good(&["schema", "diff", &old, &new], ""),
        "{\n  \"verdict\": \"wider\",\n  \"more\": {}\n}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A module's files are those that its folder says, wherever links lead; one that leads nowhere is
/// told.
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
    assert_eq!(good(&["tf", "check", path, "-var", "r=1"], ""), "o = 2");
    symlink("../values.tfvars", folder.join("terraform.tfvars")).unwrap();
    let told = bad(&["tf", "check", path], "", 1);
    assert!(told.contains("Invalid value for input variable"), "{told}");
    symlink("nowhere", folder.join("dangling.tf")).unwrap();
    let told = bad(&["tf", "inspect", path], "", 1);
    let wanted = "dangling.tf: no such file or directory";
    assert!(told.contains(wanted), "{told}");
    std::fs::remove_dir_all(outer).unwrap();
}

/// Paths of a module are those from its folder, wherever the tool is started.
#[test]
fn paths_of_a_module_begin_at_its_folder() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pathed");
    std::fs::create_dir_all(&folder).unwrap();
    let main =
        "output \"o\" {\n  value = [path.module, path.root, file(\"${path.module}/motd\")]\n}\n";
    std::fs::write(folder.join("main.tf"), main).unwrap();
    std::fs::write(folder.join("motd"), "hello").unwrap();
    let told = good(&["tf", "check", folder.to_str().unwrap()], "");
    assert_eq!(told, "o = [\".\", \".\", \"hello\"]");
}
