//! Commands of mcl.

use super::{NOTES, fail, run, succeed};
use std::path::Path;
use std::process::{Command, Stdio};

/// Creates a folder with the files that mcl programs need.
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
    assert_eq!(
        succeed(&["mcl", "check", &kinds, "-"], program),
        "no errors"
    );
    let graph = succeed(&["mcl", "graph", &kinds, "--hostname", "web1"], program);
    assert!(graph.contains("Edge: const: str(\"web1\") -> _operator # b"));
    let dot = succeed(&["mcl", "graph", &kinds, "--dot"], program);
    assert!(dot.starts_with("digraph {"));
    assert_eq!(
        succeed(&["mcl", "run", &kinds, "--hostname", "web1"], program),
        "Vertex: note[a]\nField: note[a].text = \"bweb1\"",
    );
    for command in ["run", "graph"] {
        let output = run(&["mcl", command], "$x = 1\n");
        assert!(output.status.success() && output.stdout.is_empty());
    }
    let refused = fail(&["mcl", "check", "--diagnostics", "json"], program, 1);
    assert!(refused.contains("\"stage\":\"errUnify\""), "{refused}");
    assert!(
        refused.contains("no resource kind `note` available"),
        "{refused}"
    );
    let refused = fail(&["mcl", "check", &kinds], "note [\n", 1);
    assert!(refused.contains("/input.mcl line 1"), "{refused}");
    std::fs::write(folder.join("wrong.json"), "[{\"kind\": 3}]").unwrap();
    let wrong = format!("--kinds={}", folder.join("wrong.json").display());
    let refused = fail(&["mcl", "check", &wrong], program, 1);
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
fn watched_mcl_programs_survive_errors() {
    let folder = mcl_folder("mcl-failures");
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
    let mut messages = lines(Box::new(child.stderr.take().unwrap()) as Box<dyn std::io::Read>);
    assert_eq!(out.next().unwrap().unwrap(), "+ note[one]");
    // A module file that contains a syntax error temporarily.
    std::fs::write(&class, "class note1 {\n").unwrap();
    let message = messages.next().unwrap().unwrap();
    assert!(message.contains("syntax error"), "{message}");
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
    // An absolute path is relative to the folder, and `..` does not lead above it.
    for path in ["/files/x", "/../../files/x"] {
        let output = read(path);
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(shown.contains("text = \"inside\""), "{path}: {shown}");
    }
    for path in ["/etc/hostname", "/link.mcl", "/../outside.mcl"] {
        let output = read(path);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("file does not exist"), "{path}: {error}");
        // Positions name the files of the machine.
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
    let shown = succeed(&["mcl", "run", &kinds, &world], program);
    assert_eq!(
        shown,
        "Vertex: note[web1]\nVertex: note[b]\nVertex: note[c]\nVertex: note[h1]\n\
         Vertex: note[h2]\nField: note[web1].text = \"redhatother!\"\n\
         Field: note[b].text = \"hello world!yes\"\nField: note[c].text = \"hello world!yes\""
    );
    for (answers, wanted) in [
        ("[1]", "world.json: the document: expected an object"),
        ("{\"host\": 1}", "the document: unknown member `host`"),
        (
            "{\"answers\": [{\"function\": \"os.none\", \"value\": 1}]}",
            "answers[0]: unknown function `os.none`",
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
        let refused = fail(&["mcl", "run", &kinds, &world], program, 1);
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
        ("--timeout=0", "the time limit of the operation is exceeded"),
    ] {
        let refused = fail(&["mcl", "check", &kinds, limit], program, 1);
        assert!(refused.contains(wanted), "{refused}");
    }
    succeed(
        &["mcl", "check", &kinds, "--max-steps=1000", "--timeout=60"],
        program,
    );
    std::fs::remove_dir_all(folder).unwrap();
}
