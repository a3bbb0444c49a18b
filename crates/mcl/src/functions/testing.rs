//! The modules `test` and `example`, for tests of programs.

use super::call::{Call, int, refused};
use super::define::{Cost, Function, Outcome, Topic};
use super::instance::Memory;
use super::parse::parse_int;
use crate::values::build::sorted_map;
use polycty_core::values::Value;

/// The result of functions that may have only one vertex.
const GREETING: &str = "hello";

/// The period of alternating functions in milliseconds.
const FLIPS: u32 = 1000;

pub(super) static TABLE: &[Function] = &[
    Function::remembering(
        "test.fastcount",
        "func() int",
        Cost::Constant,
        |memory, _| {
            memory.calls += 1;
            Ok(int(memory.calls as i64 - 1))
        },
    )
    .follows(Topic::Milliseconds(0)),
    Function::remembering(
        "test.forloop",
        "func() []str",
        Cost::Constant,
        |memory, call| call.texts([turned(memory)]),
    )
    .follows(Topic::Milliseconds(FLIPS)),
    Function::remembering(
        "test.forkvloop",
        "func() map{str: str}",
        Cost::Constant,
        |memory, call| {
            let entry = (Value::string("foo"), Value::string(other(memory)));
            Ok(sorted_map(call.returns(), vec![entry])?)
        },
    )
    .follows(Topic::Milliseconds(FLIPS)),
    Function::remembering("test.one_instance_a", "func() str", Cost::Constant, once).alone(),
    Function::remembering("test.one_instance_b", "func() str", Cost::Constant, once).alone(),
    Function::remembering("test.one_instance_c", "func() str", Cost::Constant, once).alone(),
    Function::remembering("test.one_instance_d", "func() str", Cost::Constant, once).alone(),
    Function::remembering("test.one_instance_e", "func() str", Cost::Constant, once).alone(),
    Function::remembering("test.one_instance_f", "func() str", Cost::Constant, once).alone(),
    Function::remembering("test.one_instance_g", "func() str", Cost::Constant, once).alone(),
    Function::remembering("test.one_instance_h", "func() str", Cost::Constant, once).alone(),
    Function::remembering(
        "test.one_stream",
        "func(count int) str",
        Cost::Constant,
        |memory, call| {
            memory.calls += 1;
            if memory.calls > 1 {
                return Err(refused("the function must have only one value"));
            }
            let count = usize::try_from(call.int(0)).unwrap_or(0);
            Ok(Value::string(&call.repeated("x", count, 0)?))
        },
    )
    .impure(),
    Function::pure("test.slow_string", "func() str", Cost::Constant, |call| {
        call.text(GREETING)
    })
    .impure(),
    Function::pure("example.answer", "func() int", Cost::Constant, |_| {
        Ok(int(42))
    }),
    Function::pure(
        "example.errorbool",
        "func(a bool) str",
        Cost::Constant,
        |call| {
            if call.bool(0) {
                Err(refused("we errored on request"))
            } else {
                call.text("set input to true to generate an error")
            }
        },
    )
    .impure(),
    Function::remembering(
        "example.flipflop",
        "func() bool",
        Cost::Constant,
        |memory, _| {
            memory.calls += 1;
            Ok(Value::bool(memory.calls % 2 == 0))
        },
    )
    .follows(Topic::Milliseconds(FLIPS)),
    Function::pure(
        "example.int2str",
        "func(a int) str",
        Cost::Constant,
        |call| call.text(&call.int(0).to_string()),
    ),
    Function::pure("example.str2int", "func(a str) int", Cost::Linear, |call| {
        Ok(int(parse_int(call.str(0)).unwrap_or(0)))
    }),
    Function::pure(
        "example.plus",
        "func(y str, z str) str",
        Cost::Linear,
        |call| call.text(&[call.str(0), call.str(1)].concat()),
    ),
    Function::asked(
        "example.vumeter",
        "func(symbol str, multiplier int, peak float) str",
        Cost::Linear,
    )
    .follows(Topic::Host),
    Function::pure(
        "example/nested.hello",
        "func() str",
        Cost::Constant,
        |call| call.text("Hello!"),
    ),
];

/// Returns one word for the first call and a different one later.
fn turned(memory: &mut Memory) -> &'static str {
    memory.calls += 1;
    if memory.calls == 1 { "foo" } else { "bar" }
}

/// Returns one word for the first call and a different one later.
fn other(memory: &mut Memory) -> &'static str {
    memory.calls += 1;
    if memory.calls == 1 { "bar" } else { "baz" }
}

/// Returns a text; a second call is an error.
fn once(memory: &mut Memory, call: &Call<'_>) -> Outcome {
    memory.calls += 1;
    if memory.calls > 1 {
        return Err(refused("should not get called twice"));
    }
    call.text(GREETING)
}
