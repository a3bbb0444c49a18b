//! Any bytes as an expression, a template, a JSON expression or a body, evaluated in a scope with
//! all kinds of values: no panic, and evaluation terminates.
use polycty::dialect::hcl::body::{Body, parse_config, parse_json_config};
use polycty::dialect::hcl::decode::{read_functions, read_spec};
use polycty::dialect::hcl::syntax::json::parse_json;
use polycty::dialect::hcl::syntax::{parse_expression, parse_template};
use polycty::dialect::hcl::{
    Scope, can_function, convert_function, evaluate, functions, try_function,
};
use polycty::source::Position;
use polycty::types::Type;
use polycty::values::Value;
use std::sync::LazyLock;

static SCOPE: LazyLock<Scope> = LazyLock::new(|| {
    let mut scope = Scope::new();
    for function in functions::standard_functions() {
        scope
            .set_function(function.name(), function.function().clone())
            .expect("an identifier");
    }
    scope
        .set_function("try", try_function())
        .expect("an identifier");
    scope
        .set_function("can", can_function())
        .expect("an identifier");
    scope
        .set_function("convert", convert_function())
        .expect("an identifier");
    let numbers = (0..4).map(Value::from_i64).collect();
    scope
        .set_variable("l", Value::list(numbers).expect("one type"))
        .expect("an identifier");
    scope
        .set_variable("s", Value::string("text"))
        .expect("an identifier");
    scope
        .set_variable("m", Value::string("marked").mark("m"))
        .expect("an identifier");
    scope
        .set_variable("u", Value::unknown(Type::string().clone()))
        .expect("an identifier");
    scope
        .set_variable("d", Value::dynamic())
        .expect("an identifier");
    scope.limit_steps(20_000);
    scope
});

fn body(body: &Body) {
    let found = body.just_attributes();
    for attribute in found.content {
        let _ = attribute.expr.evaluate(Some(&SCOPE));
        let _ = attribute.expr.variables();
    }
    let functions = read_functions(body, "function", |_| Some(SCOPE.clone()));
    let document = read_spec(&functions.rest);
    let expanded = body.expand_dynamic(Some(&SCOPE));
    let _ = document.spec.decode(&expanded, Some(&SCOPE));
}

/// Runs one input.
pub fn run(input: &[u8]) {
    let Some((kind, text)) = input.split_first() else {
        return;
    };
    let scope = Some(&*SCOPE);
    match kind % 5 {
        0 => drop(evaluate(
            &parse_expression(text, "", Position::START).expression(),
            scope,
        )),
        1 => drop(evaluate(
            &parse_template(text, "", Position::START).expression(),
            scope,
        )),
        2 => drop(parse_json(text, "").expression.evaluate(scope)),
        3 => body(&parse_config(text, "").body),
        _ => body(&parse_json_config(text, "").body),
    }
}
