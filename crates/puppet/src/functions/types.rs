//! Functions of types and instances: `type`, `assert_type`, `new`, `convert_to`, `unwrap`, `call`.

use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry};
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, raised};
use crate::nominal::{self, Name};
use crate::rules::convert::new_instance_at;
use crate::rules::explain::message;
use crate::rules::infer::detailed::detailed_type;
use crate::values::special::{Special, array_elements, undef};
use polycty_core::types::Type;
use polycty_core::values::Value;

pub(super) const TABLE: &[Entry] = &[
    Entry::new(
        "type",
        Cost::Linear,
        Makes::Whole,
        &[
            "Any value, Enum[detailed] inference_method?",
            "Any value, Enum[reduced] inference_method",
            "Any value, Enum[generalized] inference_method",
        ],
        r#type,
    ),
    Entry::new(
        "assert_type",
        Cost::Copying,
        Makes::Nothing,
        &[
            "Type type, Any value, Callable[Type, Type] block?",
            "String type_string, Any value, Callable[Type, Type] block?",
        ],
        assert_type,
    ),
    Entry::new(
        "new",
        Cost::Linear,
        Makes::Own,
        &["Type type, Any args*, Callable block?"],
        new,
    ),
    Entry::new(
        "convert_to",
        Cost::Linear,
        Makes::Own,
        &["Any value, Type type, Any args*, Callable[1, 1] block?"],
        convert_to,
    ),
    Entry::new(
        "unwrap",
        Cost::Constant,
        Makes::Nothing,
        &["Sensitive arg, Callable block?", "Any arg, Callable block?"],
        unwrap,
    ),
    Entry::new(
        "call",
        Cost::Texts,
        Makes::Nothing,
        &[
            "String function_name, Any arguments*, Callable block?",
            "Deferred deferred",
        ],
        call,
    ),
];

/// The steps of a call of a constructor.
const NEW_STEPS: u64 = 4;

fn r#type(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = &arguments.values[0];
    let ty = match arguments.which {
        0 => interpreter.mode.infer_detailed(value, interpreter.budget)?,
        1 => interpreter.mode.infer(value, interpreter.budget)?,
        _ => interpreter.mode.infer_general(value, interpreter.budget)?,
    };
    Ok(Value::from_type(ty)?)
}

fn assert_type(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let wanted = match arguments.values[0].as_type() {
        Some(ty) => ty.clone(),
        None => interpreter.read_type(arguments.text(0))?,
    };
    let value = &arguments.values[1];
    if interpreter.is_instance(value, &wanted)? {
        return Ok(value.clone());
    }
    let found = detailed_type(value, interpreter.budget)?;
    match arguments.block {
        Some(block) => {
            let types = [Value::from_type(wanted)?, Value::from_type(found)?];
            interpreter.call_block(block, &types)
        }
        None => Err(raised(message(
            "assert_type():",
            &found,
            &wanted,
            interpreter.budget,
        )?)),
    }
}

/// Creates a value with the constructor of a type.
fn made(
    interpreter: &mut Interpreter<'_>,
    ty: &Type,
    args: &[Value],
    arguments: &Arguments<'_>,
) -> Eval<Value> {
    interpreter.budget.charge(NEW_STEPS)?;
    if let ([only], Some(_)) = (args, arguments.block)
        && !nominal::is(ty, Name::Init)
        && interpreter.is_instance(only, ty)?
    {
        // The block is called for new values only.
        return Ok(only.clone());
    }
    let value = {
        let _inside = interpreter.budget.at_level(interpreter.level);
        new_instance_at(interpreter.environment.now(), ty, args, interpreter.budget)?
    };
    interpreter.hold_whole(&value)?;
    match arguments.block {
        Some(block) => interpreter.call_block(block, &[value]),
        None => Ok(value),
    }
}

fn new(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let Some(ty) = arguments.values[0].as_type() else {
        return Ok(undef());
    };
    made(interpreter, ty, &arguments.values[1..], &arguments)
}

fn convert_to(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let Some(ty) = arguments.values[1].as_type() else {
        return Ok(undef());
    };
    let mut args = vec![arguments.values[0].clone()];
    args.extend_from_slice(&arguments.values[2..]);
    made(interpreter, ty, &args, &arguments)
}

fn unwrap(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = match Special::of(&arguments.values[0]) {
        Some(Special::Sensitive(content)) => content,
        _ => &arguments.values[0],
    };
    match arguments.block {
        Some(block) => interpreter.call_block(block, std::slice::from_ref(value)),
        None => Ok(value.clone()),
    }
}

fn call(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let (name, args) = match Special::of(&arguments.values[0]) {
        Some(Special::Object(_, attributes)) => {
            let part = |name: &str| {
                let mut found = attributes.iter().filter(|(known, _)| **known == *name);
                found.next().map(|(_, value)| value)
            };
            let name = part("name").and_then(Value::as_str).unwrap_or_default();
            let args = part("arguments")
                .and_then(array_elements)
                .unwrap_or_default();
            (name, args)
        }
        _ => (arguments.text(0), &arguments.values[1..]),
    };
    if let Some(name) = name.strip_prefix('$') {
        let value = interpreter.variable_by_name(name)?;
        let value = value.unwrap_or_else(undef);
        if args.is_empty() {
            return Ok(value);
        }
        let values: Vec<Value> = std::iter::once(value).chain(args.iter().cloned()).collect();
        let arguments = Arguments {
            values: &values,
            ..arguments
        };
        return Ok(interpreter
            .call_by_name("dig", arguments)?
            .unwrap_or_else(undef));
    }
    let arguments = Arguments {
        values: args,
        ..arguments
    };
    match interpreter.call_by_name(name, arguments)? {
        Some(value) => Ok(value),
        None => Err(raised(format!("Unknown function '{name}'"))),
    }
}
