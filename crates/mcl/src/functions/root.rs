//! The root functions, which need no import.

use super::call::{Call, catchable, fatal, int, refused};
use super::define::{
    Cost, Function, Known, Names, Outcome, Topic, did_not_match, is_open, no_type, one_of,
    parameters, read,
};
use super::instance::Memory;
use crate::host::KnownCall;
use crate::types::format::format_type;
use crate::types::view::MclType;
use crate::values::access::{list_element, map_element, shape_of, struct_field};
use crate::values::format::write_within;
use crate::values::order::value_cmp;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{FuncParam, FuncParams, FuncType, Type, VariableScope};
use polycty_core::values::Value;
use std::cmp::Ordering;
use std::fmt::Write;

pub(super) static TABLE: &[Function] = &[
    Function::pure("len", "func(?1) int", Cost::Constant, len).checked(has_length),
    Function::pure(
        "contains",
        "func(needle ?1, haystack []?1) bool",
        Cost::Linear,
        contains,
    ),
    Function::pure("concat", "func(a str, b str) str", Cost::Linear, concat),
    Function::pure(
        "list_lookup",
        "func(list []?1, index int) ?1",
        Cost::Key,
        list_lookup,
    ),
    Function::pure(
        "map_lookup",
        "func(map map{?1: ?2}, key ?1) ?2",
        Cost::Key,
        map_lookup,
    ),
    Function::pure("panic", "func(x ?1) bool", Cost::Linear, panic)
        .checked(is_message)
        .impure(),
    Function::pure(
        "panic_debug",
        "func(x bool, err str) bool",
        Cost::Linear,
        panic_debug,
    )
    .impure(),
    Function::remembering("random1", "func(length int) str", Cost::Constant, random1),
    Function::remembering(
        "history",
        "func(value ?1, index int) ?1",
        Cost::Linear,
        history,
    )
    .follows(Topic::Answered),
    Function::pure("_lookup", "", Cost::Key, lookup)
        .inferred(&["listormap", "indexorkey"], Names::None, a_lookup)
        .checked(is_container),
    Function::pure("_struct_lookup", "", Cost::Key, struct_lookup)
        .inferred(&["struct", "field"], Names::None, a_field)
        .checked(is_struct),
    Function::pure(
        "_struct_lookup_optional",
        "",
        Cost::Key,
        struct_lookup_optional,
    )
    .inferred(
        &["struct", "field", "optional"],
        Names::None,
        an_optional_field,
    )
    .checked(is_struct),
    Function::asked(
        "_collect",
        "func(kind str, names ?1) []struct{name str; host str; data str}",
        Cost::Linear,
    )
    .checked(are_names)
    .follows(Topic::Host),
];

fn has_length(solved: &Type) -> Result<()> {
    match MclType::of(&first(solved)?) {
        Some(MclType::Str | MclType::List(_) | MclType::Map(..)) => Ok(()),
        _ => Err(did_not_match()),
    }
}

/// Returns the type of the first argument.
fn first(solved: &Type) -> Result<Type> {
    let first = parameters(solved).first();
    first
        .map(|param| param.ty.clone())
        .ok_or_else(did_not_match)
}

fn len(call: &Call<'_>) -> Outcome {
    let value = call.value(0)?;
    let length = match shape_of(value) {
        Some(MclType::Str) => call.str(0).len(),
        Some(MclType::List(_)) => call.list(0).len(),
        // Maps with string keys and maps with other keys have different representations.
        Some(MclType::Map(..)) => match value.as_ordered_map() {
            Some(map) => map.len(),
            None => value.part_count().unwrap_or_default(),
        },
        shape => {
            let kind = shape.map_or("unknown", MclType::kind_name);
            return Err(refused(format!("unsupported kind: {kind}")));
        }
    };
    Ok(int(length as i64))
}

fn contains(call: &Call<'_>) -> Outcome {
    let needle = call.value(0)?;
    let haystack = call.value(1)?;
    call.budget
        .charge(u64::from(haystack.facts().size()) / 16)?;
    let mut elements = call.list(1).iter();
    Ok(Value::bool(elements.any(|element| {
        value_cmp(element, needle) == Ordering::Equal
    })))
}

fn concat(call: &Call<'_>) -> Outcome {
    call.text(&[call.str(0), call.str(1)].concat())
}

/// Returns an element of a list, for all lookup functions.
pub(super) fn list_lookup(call: &Call<'_>) -> Outcome {
    let (list, index) = (call.value(0)?, call.int(1));
    if let Some(element) = list_element(list, index) {
        return Ok(element.clone());
    }
    if index < 0 {
        return Err(catchable(format!("list index negative, got: {index}")));
    }
    let length = call.list(0).len();
    let mut shown = String::new();
    write_within(list, &mut shown, call.budget)?;
    call.charge_text(shown.len())?;
    Err(catchable(format!(
        "list index not present, got: {index}, len is: {length}, in: {shown}"
    )))
}

/// Returns the value of a key in a map, for all lookup functions.
pub(super) fn map_lookup(call: &Call<'_>) -> Outcome {
    let (map, key) = (call.value(0)?, call.value(1)?);
    if let Some(value) = map_element(map, key) {
        return Ok(value.clone());
    }
    let mut message = String::from("map key not present, want: ");
    write_within(key, &mut message, call.budget)?;
    message.push_str(" in ");
    write_within(map, &mut message, call.budget)?;
    call.charge_text(message.len())?;
    Err(catchable(message))
}

fn is_message(solved: &Type) -> Result<()> {
    one_of(solved, &["func(bool) bool", "func(str) bool"])
}

fn panic(call: &Call<'_>) -> Outcome {
    let value = call.value(0)?;
    if value.as_bool() == Some(true) {
        return Err(refused("bool panic occurred"));
    }
    match value.as_str() {
        Some("") | None => Ok(Value::bool(false)),
        Some(text) => Err(refused(format!("str panic occurred: {text}"))),
    }
}

fn panic_debug(call: &Call<'_>) -> Outcome {
    if call.bool(0) {
        Err(refused(call.str(1)))
    } else {
        Ok(Value::bool(false))
    }
}

/// The characters of a random text.
const ALPHABET: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

fn random1(memory: &mut Memory, call: &Call<'_>) -> Outcome {
    let length = call.value(0)?;
    if let Some((before, text)) = &memory.last
        && before == length
    {
        return Ok(text.clone());
    }
    let Ok(count) = usize::try_from(call.int(0)) else {
        return Err(refused("the length of a random string is negative"));
    };
    call.charge_text(count)?;
    let mut text = String::with_capacity(count);
    while text.len() < count {
        // A random number has 10 characters of 6 bits.
        let mut bits = call.host.random()?;
        for _ in 0..10.min(count - text.len()) {
            text.push(char::from(ALPHABET[(bits & 63) as usize]));
            bits >>= 6;
        }
    }
    let text = Value::string(&text);
    memory.last = Some((length.clone(), text.clone()));
    Ok(text)
}

/// The maximum number of past values that are kept.
const MAX_PAST: usize = 1 << 16;

fn history(memory: &mut Memory, call: &Call<'_>) -> Outcome {
    let (value, index) = (call.value(0)?, call.int(1));
    if index < 0 {
        return Err(refused("can't use a negative index of history"));
    }
    let now = call.host.now()?;
    if memory.past.back().is_none_or(|(_, last)| last != value) {
        if memory.past.len() >= MAX_PAST {
            let message = format!("history keeps {MAX_PAST} values at most");
            return Err(fatal(Code::Limit, message));
        }
        memory.past.push_back((now, value.clone()));
    }
    // The last value that was current at that time is the result.
    let then = now.saturating_sub(index);
    while memory.past.get(1).is_some_and(|(since, _)| *since <= then) {
        memory.past.pop_front();
    }
    if let Some((since, _)) = memory.past.get(1) {
        call.lasts
            .set(u64::try_from(since.saturating_sub(then)).ok());
    }
    let oldest = memory.past.front();
    Ok(oldest.map_or_else(|| value.clone(), |(_, value)| value.clone()))
}

/// The types of `a[b]`.
const LIST: &str = "func(listormap []?1, indexorkey int) ?1";
const MAP: &str = "func(listormap map{?1: ?2}, indexorkey ?1) ?2";

/// Infers the type of `a[b]`: a list or map lookup by the first argument; a map lookup if the
/// second argument is known and not an `int`; otherwise open.
fn a_lookup(known: &KnownCall<'_>) -> Result<Type> {
    if known.count() != 2 {
        return Err(no_type("function must have 2 args"));
    }
    let container = known.ty(0).and_then(MclType::of);
    let index = known.ty(1).and_then(MclType::of);
    match (container, index) {
        (Some(MclType::List(_)), _) => read(LIST),
        (Some(MclType::Map(..)), _) => read(MAP),
        (Some(container), _) if !matches!(container, MclType::Variable(..)) => Err(no_container()),
        (_, Some(MclType::Int | MclType::Variable(..)) | None) => {
            read("func(listormap ?1, indexorkey ?2) ?3")
        }
        (_, Some(_)) => read(MAP),
    }
}

/// Returns the error for a lookup in a value that is neither a list nor a map.
#[cold]
fn no_container() -> Error {
    no_type(NO_CONTAINER)
}

const NO_CONTAINER: &str = "we must lookup from either a list or a map";

fn is_container(solved: &Type) -> Result<()> {
    match MclType::of(&first(solved)?) {
        Some(MclType::List(_) | MclType::Map(..)) => Ok(()),
        _ => Err(no_container()),
    }
}

fn lookup(call: &Call<'_>) -> Outcome {
    match shape_of(call.value(0)?) {
        Some(MclType::List(_)) => list_lookup(call),
        Some(MclType::Map(..)) => map_lookup(call),
        _ => Err(refused(NO_CONTAINER)),
    }
}

/// Returns the name of the field of a lookup, which must be known.
fn field_name<'a>(known: &KnownCall<'a>, count: usize) -> Result<&'a str> {
    if known.count() != count {
        return Err(no_type(format!("function must have {count} args")));
    }
    let name = known.values[1].as_ref().and_then(Value::as_str);
    match name {
        None => Err(no_type("function field name must be a str")),
        Some("") => Err(no_type("function must not have an empty field name")),
        Some(name) => Ok(name),
    }
}

/// Returns the type of a field if the type of the struct is known.
fn field_type<'a>(known: &'a KnownCall<'_>, name: &str) -> Option<&'a Type> {
    let fields = known.ty(0)?.fields();
    let field = fields.iter().find(|field| field.name() == name)?;
    Some(field.ty())
}

fn a_field(known: &KnownCall<'_>) -> Result<Type> {
    let name = field_name(known, 2)?;
    let scope = VariableScope::new();
    let container = closed(known.ty(0), scope, 0);
    let result = closed(field_type(known, name), scope, 1);
    let params = [("struct", container), ("field", Type::string().clone())];
    signature(params, result)
}

fn an_optional_field(known: &KnownCall<'_>) -> Result<Type> {
    let name = field_name(known, 3)?;
    let scope = VariableScope::new();
    let container = closed(known.ty(0), scope, 0);
    let result = closed(field_type(known, name).or(known.ty(2)), scope, 1);
    let params = [
        ("struct", container),
        ("field", Type::string().clone()),
        ("optional", result.clone()),
    ];
    signature(params, result)
}

/// Returns the type if it has no variables, otherwise a variable. The type is shared, so its size
/// does not matter.
fn closed(ty: Option<&Type>, scope: VariableScope, id: u32) -> Type {
    match ty {
        Some(ty) if !is_open(Some(ty)) => ty.clone(),
        _ => Type::variable(scope, id),
    }
}

fn signature<const N: usize>(params: [(&str, Type); N], result: Type) -> Result<Type> {
    let params = params.map(|(name, ty)| FuncParam {
        name: Some(name.into()),
        ty,
    });
    Ok(Type::func(FuncType {
        params: Some(FuncParams {
            positional: params.into(),
            ..FuncParams::default()
        }),
        result: Some(result),
        ..FuncType::default()
    })?)
}

fn is_struct(solved: &Type) -> Result<()> {
    let first = first(solved)?;
    match MclType::of(&first) {
        Some(MclType::Struct(_)) => Ok(()),
        shape => {
            let mut message = String::from("first arg must be of kind struct, got: ");
            let _ = match shape {
                Some(shape) => message.write_str(shape.kind_name()),
                None => message.write_str(&format_type(&first)?),
            };
            Err(no_type(message))
        }
    }
}

fn struct_lookup(call: &Call<'_>) -> Outcome {
    let name = call.str(1);
    match struct_field(call.value(0)?, name) {
        Some(value) => Ok(value.clone()),
        None => Err(refused(format!(
            "could not lookup field: `{name}` in struct"
        ))),
    }
}

fn struct_lookup_optional(call: &Call<'_>) -> Outcome {
    let found = struct_field(call.value(0)?, call.str(1));
    found.map_or_else(|| call.value(2).cloned(), |value| Ok(value.clone()))
}

fn are_names(solved: &Type) -> Result<()> {
    let names = parameters(solved).get(1).map(|param| param.ty.clone());
    let names = names.ok_or_else(did_not_match)?;
    one_of(&names, &["str", "[]str", "[]struct{name str; host str}"])
}
