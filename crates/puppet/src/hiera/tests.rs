//! Tests of lookups: each names files, a key, and the value or the error.

use super::key::Key;
use super::{Answer, DataFiles, Explain, FileKind, Hiera, MemoryFiles, Query, Session, lookup};
use crate::eval::interpreter::Interpreter;
use crate::mode::Strict;
use crate::values::format::format_value;
use crate::{Environment, HostFunction, Prepared, class_parameters, evaluate, hash, read_json};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Result, Source};
use std::rc::Rc;

const TWO_FILES: &str =
    "version: 5\nhierarchy:\n  - {name: a, path: a.yaml}\n  - {name: b, path: b.yaml}\n";

fn environment(files: &[(&str, &str)]) -> Environment {
    let files = MemoryFiles::new(files.iter().copied());
    let texts = files.clone();
    let hiera = Hiera::new(files)
        .global("/g/hiera.yaml")
        .environment("production", "/e")
        .modules("/e/modules");
    let facts = read_json(r#"{"os": {"name": "Debian"}}"#).unwrap();
    Environment::new()
        .hiera(hiera)
        .loader(move |kind, name| {
            let path = match kind.file(name) {
                Some(_) if !name.contains("::") && kind.folder() == "functions" => {
                    format!("/e/functions/{name}.pp")
                }
                Some(path) => format!("/e/modules/{path}"),
                None => return Ok(None),
            };
            let text = texts.read(&path)?;
            let text = text.map(|text| String::from_utf8_lossy(&text).into_owned());
            Ok(text.map(|text| Source::new(path.as_str(), text)))
        })
        .variable("facts", facts)
        .unwrap()
}

fn asked(environment: &Environment, key: &str, explain: Explain, budget: &Budget) -> Answer {
    let program = Prepared::manifest(Source::new("", ""), Strict::Error, budget).unwrap();
    let query = Query {
        names: vec![key.to_owned()],
        explain,
        ..Query::default()
    };
    lookup(&program, &query, environment, budget)
}

/// The value of a key, or `!` and the error.
fn found(files: &[(&str, &str)], key: &str) -> String {
    let answer = asked(&environment(files), key, Explain::Nothing, &Budget::new());
    match answer.value {
        Ok(value) => format_value(&value),
        Err(error) => format!("! {}", error.message()),
    }
}

#[test]
fn layers_are_searched_in_order_and_merged() {
    let files = [
        (
            "/g/data/common.yaml",
            "k: global\nlookup_options: {l: {merge: unique}}\nl: g\n",
        ),
        ("/e/hiera.yaml", TWO_FILES),
        ("/e/data/a.yaml", "l: [a]\nm::x: env\n"),
        (
            "/e/data/b.yaml",
            "k: b\nl: [a, b]\nos: \"%{facts.os.name}\"\n",
        ),
        ("/e/modules/m/hiera.yaml", "version: 5\n"),
        (
            "/e/modules/m/data/common.yaml",
            "m::x: module\nm::y: module\n",
        ),
    ];
    for (key, value) in [
        ("k", "'global'"),
        ("l", "['g', 'a', 'b']"),
        ("os", "'Debian'"),
        ("m::x", "'env'"),
        ("m::y", "'module'"),
        (
            "n::y",
            "! Function lookup() did not find a value for the name 'n::y'",
        ),
    ] {
        assert_eq!(found(&files, key), value, "{key}");
    }
}

#[test]
fn a_function_of_the_host_is_a_backend() {
    let backend = HostFunction::new("vault", &[], &crate::Aliases::default(), |_, _| {
        read_json(r#"{"k": "from vault"}"#)
    });
    let files = [(
        "/e/hiera.yaml",
        "version: 5\nhierarchy:\n  - {name: v, data_hash: vault}\n",
    )];
    let with = environment(&files).function(backend.unwrap());
    let answer = asked(&with, "k", Explain::Nothing, &Budget::new());
    assert_eq!(format_value(&answer.value.unwrap()), "'from vault'");
    let missing = "! Unable to find 'data_hash' function named 'vault'";
    assert_eq!(found(&files, "k"), missing);
}

#[test]
fn an_error_in_a_configuration_has_its_file_line_and_name() {
    let text = "version: 5\nhierarchy:\n  - name: A\n    path: a\n  - name: A\n    path: b\n";
    let environment = environment(&[("/e/hiera.yaml", text)]);
    let answer = asked(&environment, "k", Explain::Nothing, &Budget::new());
    let error = answer.value.unwrap_err();
    let diagnostic = &error.diagnostics()[0];
    assert_eq!(
        diagnostic.name.as_deref(),
        Some("HIERA_HIERARCHY_NAME_MULTIPLY_DEFINED")
    );
    assert_eq!(&*diagnostic.source.as_ref().unwrap().name, "/e/hiera.yaml");
    assert_eq!(diagnostic.subject.unwrap().start.line, 5);
}

#[test]
fn the_explanation_does_not_show_secrets() {
    let files = [
        ("/e/hiera.yaml", TWO_FILES),
        (
            "/e/data/a.yaml",
            "lookup_options: {k: {convert_to: Sensitive}}\nk: hush\n",
        ),
    ];
    let environment = environment(&files);
    let answer = asked(&environment, "k", Explain::Data, &Budget::new());
    let text = answer.explanation.unwrap();
    assert!(
        text.contains("Found key: \"k\" value: #<Sensitive"),
        "{text}"
    );
    assert!(!text.contains("hush"), "{text}");
}

#[test]
fn the_parameters_of_a_class_have_the_data_of_its_module() {
    let environment = environment(&[
        ("/e/modules/m/hiera.yaml", "version: 5\n"),
        (
            "/e/modules/m/data/common.yaml",
            "m::a: 1\nm::b: ~\nm::c: ~\n",
        ),
        (
            "/e/modules/m/manifests/init.pp",
            "class m(Integer $a, String $b = 'own', Optional[String] $c, $d = lookup('m::a')) { }",
        ),
    ]);
    let budget = Budget::new();
    let program = Prepared::manifest(Source::new("", ""), Strict::Error, &budget).unwrap();
    let of = |data| class_parameters(&program, "m", &data, &environment, &budget).unwrap();
    let values = of(hash([]).unwrap());
    assert_eq!(
        format_value(&values),
        "{'a' => 1, 'b' => 'own', 'c' => undef, 'd' => 1}"
    );
    let given = read_json(r#"{"m::a": 5}"#).unwrap();
    assert!(format_value(&of(given)).starts_with("{'a' => 5"));
}

#[test]
fn a_program_calls_the_functions_of_hiera() {
    let files = [
        ("/e/hiera.yaml", TWO_FILES),
        ("/e/data/a.yaml", "h: {x: 1}\n"),
        ("/e/data/b.yaml", "h: {y: 2}\n"),
    ];
    let environment = environment(&files);
    let budget = Budget::new();
    for (text, value) in [
        ("lookup('h')", "{'x' => 1}"),
        ("lookup('h', Hash, 'hash')", "{'y' => 2, 'x' => 1}"),
        ("hiera_hash('h')", "{'y' => 2, 'x' => 1}"),
        ("lookup('none', undef, undef, 3)", "3"),
        ("lookup('none') |$name| { \"no ${name}\" }", "'no none'"),
    ] {
        let program = Prepared::manifest(Source::new("", text), Strict::Error, &budget).unwrap();
        let found = evaluate(&program, &environment, &budget).unwrap();
        assert_eq!(format_value(&found), value, "{text}");
    }
}

/// The stack of a debug build, in which frames are eight times as large as in an optimized one.
const STACK: usize = 8 * (256 << 10);

#[test]
fn chains_and_loops_of_lookups_end() {
    let chain: String = (0..100)
        .map(|at| format!("k{at}: \"%{{lookup('k{}')}}\"\n", at + 1))
        .collect();
    let run = move || {
        let files = [
            ("/e/hiera.yaml", TWO_FILES),
            ("/e/data/a.yaml", &*chain),
            (
                "/e/data/b.yaml",
                "a: \"%{lookup('b')}\"\nb: \"%{lookup('a')}\"\n",
            ),
        ];
        let answer = asked(&environment(&files), "k0", Explain::Data, &Budget::new());
        assert_eq!(answer.value.unwrap_err().code(), Code::Limit);
        assert_eq!(found(&files, "k90"), "''");
        assert_eq!(
            found(&files, "a"),
            "! Lookup of key 'a' failed: Recursive lookup detected in [a, b]"
        );
    };
    let stack = std::env::var("HIERA_STACK")
        .ok()
        .and_then(|text| text.parse().ok());
    let thread = std::thread::Builder::new().stack_size(stack.unwrap_or(STACK));
    thread.spawn(run).unwrap().join().unwrap();
}

#[test]
fn configurations_are_freed_with_the_evaluation() {
    let files = MemoryFiles::new([
        (
            "/e/hiera.yaml",
            "version: 5\nhierarchy: [{name: a, path: a.yaml}]",
        ),
        ("/e/data/a.yaml", "k: 1"),
    ]);
    let hiera = Hiera::new(files).environment("production", "/e");
    let environment = Environment::new().hiera(hiera);
    let budget = Budget::new();
    let nothing = Prepared::manifest(Source::new("", ""), Strict::Error, &budget).unwrap();
    let mut interpreter = Interpreter::new(nothing.unit(), &environment, &budget);
    let config = {
        let mut session = Session::of(&mut interpreter).unwrap();
        let mut invocation = session.invocation(None, None, None);
        assert!(
            session
                .search(&Key::new("k").unwrap(), &mut invocation, None)
                .is_ok()
        );
        let layer = session.environment_layer().ok().flatten().unwrap();
        let config = session.config(&layer).ok().unwrap();
        assert!(config.resolved.borrow().is_some());
        Rc::downgrade(&config)
    };
    assert!(config.upgrade().is_some());
    drop(interpreter);
    assert!(config.upgrade().is_none());
}

/// Files of which only those below a folder can be seen, as those of a host.
struct Below(MemoryFiles, &'static str);

impl DataFiles for Below {
    fn kind(&self, path: &str) -> Result<Option<FileKind>> {
        match path.starts_with(self.1) {
            true => self.0.kind(path),
            false => Ok(None),
        }
    }

    fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        self.0.read(path)
    }

    fn list(&self, folder: &str) -> Result<Vec<String>> {
        match folder.starts_with(self.1) {
            true => self.0.list(folder),
            false => Ok(Vec::new()),
        }
    }
}

#[test]
fn globs_match_below_folders_that_cannot_be_seen() {
    let files = MemoryFiles::new([
        (
            "/srv/e/hiera.yaml",
            "version: 5\nhierarchy: [{name: g, glob: 'g/*.yaml'}]\n",
        ),
        ("/srv/e/data/g/a.yaml", "k: 1\n"),
    ]);
    let hiera = Hiera::new(Below(files, "/srv/e")).environment("production", "/srv/e");
    let environment = Environment::new().hiera(hiera);
    let answer = asked(&environment, "k", Explain::Nothing, &Budget::new());
    assert_eq!(format_value(&answer.value.unwrap()), "1");
}
