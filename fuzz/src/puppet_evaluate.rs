//! Puppet's programs and templates: evaluation does not panic, terminates, has the same result each
//! time, and reports positions within the text.
use polycty::calls::Budget;
use polycty::dialect::puppet::{
    Aliases, Definitions, Environment, HostFunction, Mode, Prepared, Resources, Strict, Unknown,
    class_parameters, evaluate, format_value, hash, render,
};
use polycty::source::{Error, Result, Source};
use polycty::values::Value;
use std::sync::LazyLock;

static ENVIRONMENT: LazyLock<Environment> = LazyLock::new(|| {
    let twice = HostFunction::new(
        "twice",
        &["Any value, Callable[1, 1] block?"],
        &Aliases::default(),
        |args, call| {
            if call.has_block() {
                call.call_block(args)?;
                call.call_block(args)
            } else {
                Ok(args[0].clone())
            }
        },
    );
    Environment::new()
        .function(twice.expect("a signature"))
        .variable("v", Value::string("text"))
        .expect("a value of Puppet's")
        .strict(Strict::Off)
        .unknown_variables(Unknown::Undef)
        .resources(Resources::Referenced)
        .time(86_400_000_000_000)
        .loader(|kind, name| {
            let text = match (kind, name) {
                (Definitions::Type, "m::t") => "type M::T = Variant[Integer, Array[M::T]]",
                (Definitions::Function, "m::f") => "function m::f($x) { [$x, m::f($x)] }",
                (Definitions::Class, "m") => "class m(M::T $t, $u = [$t]) { }",
                (Definitions::Template, "m/e.epp") => "<%- | $x = 1 | -%>\nx<%= $x %>",
                _ => return Ok(None),
            };
            Ok(Some(Source::new(name, text)))
        })
});

fn budget() -> Budget {
    Budget::new().limit_steps(20_000).limit_bytes(4 << 20)
}

/// Checks that the positions of an error are within the text, if it is about the text.
fn placed(text: &str, error: &Error) -> String {
    for diagnostic in error.diagnostics() {
        let own = diagnostic.source.as_ref().is_none_or(|of| *of.name == *"");
        if let (true, Some(range)) = (own, diagnostic.subject) {
            // A text within the text has its own positions, and is shorter.
            assert!(range.start.byte <= text.len() + 1, "{error}");
        }
    }
    error.to_string()
}

/// Checks that a result is the same twice.
fn twice<T>(text: &str, run: impl Fn() -> Result<T>, written: impl Fn(T) -> String) {
    let answer = || match run() {
        Ok(value) => written(value),
        Err(error) => placed(text, &error),
    };
    assert_eq!(answer(), answer());
}

/// Runs one input.
pub fn run(text: &str) {
    for mode in [Mode::Current, Mode::Early] {
        let source = Source::new("", text);
        match Prepared::manifest_in(source, mode, Strict::Warning, &budget()) {
            Ok(program) => {
                let run = || evaluate(&program, &ENVIRONMENT, &budget());
                twice(text, run, |value| format_value(&value));
                let data = [(Value::string("m::t"), Value::from_integer(1i64.into()))];
                let data = hash(data).expect("a hash");
                let check = || class_parameters(&program, "m", &data, &ENVIRONMENT, &budget());
                twice(text, check, |all| format_value(&all));
            }
            Err(error) => drop(placed(text, &error)),
        }
    }
    let template = Prepared::template(Source::new("", text), Strict::Warning, &budget());
    if let Ok(template) = template {
        let run = || render(&template, None, &ENVIRONMENT, &budget());
        twice(text, run, |written| written);
    }
}
