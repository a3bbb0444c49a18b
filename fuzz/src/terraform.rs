//! Terraform: its functions with arguments of every kind, and modules of any bytes.
//!
//! No call panics, and none exceeds its budget. A module has no values that depend on an error, and
//! no output shows a sensitive value.
use polycty::calls::{Budget, Limits};
use polycty::dialect::hcl::{Scope, evaluate, syntax::parse_expression};
use polycty::dialect::terraform::module::{Given, Module, ModuleFile, Options, TextFrom};
use polycty::dialect::terraform::{Host, define};
use polycty::source::Position;
use polycty::types::Type;
use polycty::values::Value;
use std::sync::LazyLock;

/// The text that no diagnostic may contain.
const SECRET: &str = "hunter2";

static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let functions = polycty::dialect::terraform::functions(&Host::default());
    let names = functions.into_iter().map(|(name, _)| name.to_string());
    names.filter(|name| !name.contains("::")).collect()
});

static SCOPE: LazyLock<Scope> = LazyLock::new(|| {
    let mut scope = Scope::new();
    define(&mut scope, &Host::default()).expect("names of functions");
    for (name, value) in [
        ("s", Value::string("text")),
        ("m", Value::string(SECRET).mark("sensitive")),
        ("u", Value::unknown(Type::string().clone())),
        ("d", Value::dynamic()),
        (
            "l",
            Value::list((0..4).map(Value::from_i64).collect()).expect("one type"),
        ),
    ] {
        scope.set_variable(name, value).expect("an identifier");
    }
    scope.limit_steps(20_000);
    scope
});

/// The first byte selects a function, the rest is the text between its parentheses.
pub fn functions(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else {
        return;
    };
    let name = &NAMES[usize::from(*first) % NAMES.len()];
    let text = [name.as_bytes(), b"(", rest, b")"].concat();
    let parsed = parse_expression(&text, "f", Position::START);
    let found = evaluate(&parsed.expression(), Some(&SCOPE));
    for told in &found.diagnostics {
        assert!(!told.detail.contains(SECRET), "{}", told.detail);
    }
}

/// A file of a module, with a secret for a variable with the name `s`.
pub fn module(data: &[u8]) {
    let json = data.first() == Some(&b'{');
    let file = ModuleFile {
        name: if json { "main.tf.json" } else { "main.tf" }.to_owned(),
        text: data.to_vec(),
    };
    let secret = ModuleFile {
        name: "secret.tf".to_owned(),
        text: b"variable \"s\" {\n  type = string\n  sensitive = true\n}\n".to_vec(),
    };
    let limits = Limits {
        steps: 200_000,
        ..Limits::STANDARD
    };
    let budget = Budget::new().bounded(limits);
    let Ok(read) = Module::read(&[file, secret], &budget) else {
        return;
    };
    let mut given = Given::default();
    given.value("s", Value::string(SECRET));
    given.text("v", "1", TextFrom::CommandLine);
    given.file("f.tfvars", data);
    let Ok(found) = read.module.evaluate(&given, &Options::default(), &budget) else {
        return;
    };
    let json = read.module.to_json(&budget).unwrap_or_default();
    assert!(!json.contains(SECRET) || data.windows(7).any(|part| part == SECRET.as_bytes()));
    let inventory = read.module.inventory();
    assert_eq!(found.outputs.len(), inventory.outputs.len());
    for told in &found.diagnostics {
        let own = data.windows(7).any(|part| part == SECRET.as_bytes());
        assert!(own || !told.detail.contains(SECRET), "{}", told.detail);
    }
}
