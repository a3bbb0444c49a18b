//! Templates of mcl, and formats of `printf`: no panic, and the result is a text or an error with
//! its position, unless a limit is exceeded.

use polycty::calls::Budget;
use polycty::dialect::mcl::functions::{Call, NoHost, find, print};
use polycty::dialect::mcl::{Fields, decode_json, parse_type};
use polycty::types::VariableScope;
use polycty::values::Value;
use std::sync::LazyLock;

/// The variables of templates.
static VARS: LazyLock<Value> = LazyLock::new(|| {
    let ty = "struct{s str; n int; f float; b bool; l []str; m map{str: int}; t []struct{x int}}";
    let ty = parse_type(ty, VariableScope::new()).expect("a type");
    let json = br#"{"s": "a<b", "n": -3, "f": 2.5, "b": true, "l": ["x", "y"], "m": {"k": 1}, "t": [{"x": 1}]}"#;
    decode_json(json, &ty, Fields::Exact).expect("a value of it")
});

/// Runs one input.
pub fn run(text: &str) {
    let template = Value::string(text);
    let function = find("golang.template").expect("a core function");
    let arguments = [template, VARS.clone()];
    let ty = function
        .solved(&arguments)
        .expect("a text and a value of any type");
    let arguments: Vec<&Value> = arguments.iter().collect();
    let budget = Budget::standard().limit_steps(1 << 16);
    let call = Call::new(&arguments, &ty, "/", &NoHost, &budget);
    if let Err(failure) = function.call(&call) {
        let (code, message) = (failure.error.code(), failure.error.message());
        let placed = message.contains(": template: template:");
        assert!(code.is_refusal() || placed, "{message}");
    }
    let budget = Budget::standard().limit_steps(1 << 16);
    if let Ok(printed) = print(text, &[&VARS, &VARS], &budget) {
        assert!(printed.len() as u64 <= budget.bytes());
    }
}
