//! Functions of collections: sizes, parts, order, access by path.

use crate::eval::coercion::bounded;
use crate::eval::compare::{both_looked_at, looked_at, numbers};
use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry, Takes};
use crate::eval::host_text::{HostText, hold_quoted, inspected_value};
use crate::eval::interpreter::Interpreter;
use crate::eval::memory::{ELEMENT_BYTES, Elements, counted_array};
use crate::eval::operators::Hashed;
use crate::eval::stop::{Eval, Stop, raised};
use crate::functions::iteration::Items;
use crate::rules::convert::class_of;
use crate::rules::explain::message;
use crate::rules::infer::detailed::detailed_type;
use crate::rules::infer::infer;
use crate::types::format::type_text;
use crate::types::nominal::{self, Name};
use crate::values::special::{Special, array, array_elements, hash, undef};
use polycty_core::calls::{Budget, HeldBytes};
use polycty_core::number::Integer;
use polycty_core::types::{KeyedMap, KeyedSet, Str, Type};
use polycty_core::values::Value;
use std::cmp::Ordering;
use std::collections::hash_map;
use std::fmt::Write;

pub(super) const TABLE: &[Entry] = &[
    Entry::new(
        "length",
        Cost::Texts,
        Makes::Nothing,
        &["Collection arg", "String arg", "Binary arg"],
        length,
    ),
    Entry::new(
        "size",
        Cost::Texts,
        Makes::Nothing,
        &["Variant[Collection, String, Binary] arg"],
        length,
    ),
    Entry::new(
        "empty",
        Cost::Constant,
        Makes::Nothing,
        &[
            "Collection coll",
            "Sensitive[String] str",
            "String str",
            "Numeric num",
            "Binary bin",
            "Undef x",
        ],
        empty,
    ),
    Entry::new("keys", Cost::Elements, Makes::Own, &["Hash hsh"], keys),
    Entry::new("values", Cost::Elements, Makes::Own, &["Hash hsh"], values),
    Entry::new("flatten", Cost::Linear, Makes::Own, &["Any args*"], flatten),
    Entry::new(
        "join",
        Cost::Linear,
        Makes::Own,
        &["Array arg, String delimiter?"],
        join,
    ),
    Entry::new(
        "sort",
        Cost::Own,
        Makes::Own,
        &[
            "String string_value, Callable[2, 2] block?",
            "Array array_value, Callable[2, 2] block?",
        ],
        sort,
    ),
    Entry::new(
        "unique",
        Cost::Own,
        Makes::Own,
        &[
            "String string, Callable[String] block?",
            "Hash hash, Callable[Any] block?",
            "Array array, Callable[Any] block?",
            "Iterable iterable, Callable[Any] block?",
        ],
        unique,
    ),
    Entry::new(
        "dig",
        Cost::Key,
        Makes::Nothing,
        &["Optional[Collection] data, Any arg*"],
        dig,
    ),
    Entry::new(
        "get",
        Cost::Key,
        Makes::Own,
        &["Any value, String dotted_string, Any default_value?, Callable[1, 1] block?"],
        get,
    ),
    Entry {
        name: "getvar",
        cost: Cost::Linear,
        makes: Makes::Own,
        takes: Takes::Checked(
            &[
                r"Pattern[/\A(?:::)?(?:[a-z]\w*::)*[a-z_]\w*(?:\.|\Z)/] get_string, Any default_value?, Callable[1, 1] block?",
            ],
            |args, _| {
                let text = args.first().and_then(Value::as_str);
                let whole = text.filter(|_| args.len() <= 2);
                whole.map(|_| "The given string does not start with a valid variable name".into())
            },
        ),
        run: getvar,
    },
];

fn count(count: usize) -> Value {
    Value::from_integer((count as i64).into())
}

fn length(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = &arguments.values[0];
    if let Some(text) = value.as_str() {
        return Ok(count(text.chars().count()));
    }
    if let Some(Special::Binary(bytes)) = Special::of(value) {
        return Ok(count(bytes.len()));
    }
    let parts = value.as_ordered_map().map(|map| map.len());
    Ok(count(parts.or(value.part_count()).unwrap_or(0)))
}

fn empty(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = match Special::of(&arguments.values[0]) {
        Some(Special::Sensitive(content)) => content,
        _ => &arguments.values[0],
    };
    if value.as_integer().is_some() || value.as_double().is_some() {
        interpreter.warn_once("Calling function empty() with Numeric value is deprecated.")?;
        return Ok(Value::bool(false));
    }
    Ok(Value::bool(match (value.as_str(), Special::of(value)) {
        (Some(text), _) => text.is_empty(),
        (_, Some(Special::Binary(bytes))) => bytes.is_empty(),
        _ if value.is_null() => true,
        _ => match value.as_ordered_map() {
            Some(map) => map.is_empty(),
            None => value.part_count() == Some(0),
        },
    }))
}

fn keys(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let entries = entries(&arguments.values[0]);
    let mut made = Elements::with_capacity(entries.len(), interpreter.budget)?;
    entries
        .iter()
        .try_for_each(|(key, _)| made.push(key.clone()))?;
    made.into_array()
}

fn values(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let entries = entries(&arguments.values[0]);
    let mut made = Elements::with_capacity(entries.len(), interpreter.budget)?;
    entries
        .iter()
        .try_for_each(|(_, value)| made.push(value.clone()))?;
    made.into_array()
}

fn entries(value: &Value) -> &[(Value, Value)] {
    value.as_ordered_map().map_or(&[], |map| map.entries())
}

/// Visits the elements of arrays at any depth.
fn flat(values: &[Value], visit: &mut dyn FnMut(&Value) -> Eval<()>) -> Eval<()> {
    for value in values {
        match array_elements(value) {
            // Values nest no deeper than types.
            Some(parts) => flat(parts, visit)?,
            None => visit(value)?,
        }
    }
    Ok(())
}

fn flatten(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let mut all = Elements::new(interpreter.budget);
    flat(arguments.values, &mut |value| all.push(value.clone()))?;
    all.into_array()
}

/// Visits the items between which `join` inserts delimiters: the elements of arrays at any depth,
/// and `None` for an empty array.
fn joined(values: &[Value], visit: &mut dyn FnMut(Option<&Value>) -> Eval<()>) -> Eval<()> {
    for value in values {
        match array_elements(value) {
            Some([]) => visit(None)?,
            Some(parts) => joined(parts, visit)?,
            None => visit(Some(value))?,
        }
    }
    Ok(())
}

fn join(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let delimiter = arguments.text(1);
    let mut text = HostText::new(interpreter.budget);
    let mut first = true;
    joined(&arguments.values[..1], &mut |value| {
        if !std::mem::take(&mut first) {
            text.push_str(delimiter)?;
        }
        value.map_or(Ok(()), |value| text.push(value))
    })?;
    let value = Value::string(&text);
    interpreter.hold_shallow(&value)?;
    Ok(value)
}

/// Compares two values as Ruby does; `None` if they have no order.
fn ruby_order(left: &Value, right: &Value) -> Option<Ordering> {
    if let (Some(left), Some(right)) = (left.as_str(), right.as_str()) {
        return Some(left.as_bytes().cmp(right.as_bytes()));
    }
    if let (Some(left), Some(right)) = (array_elements(left), array_elements(right)) {
        for (left, right) in left.iter().zip(right) {
            match ruby_order(left, right)? {
                Ordering::Equal => {}
                order => return Some(order),
            }
        }
        return Some(left.len().cmp(&right.len()));
    }
    match (Special::of(left), Special::of(right)) {
        (Some(Special::SemVer(left)), Some(Special::SemVer(right))) => {
            return Some(left.precedence(right));
        }
        (None | Some(Special::Timespan(_) | Special::Timestamp(_)), _) => {}
        _ => return (left == right).then_some(Ordering::Equal),
    }
    match numbers(left, right) {
        Some(order) => order,
        None => (left == right).then_some(Ordering::Equal),
    }
}

/// The description of a value in Ruby's error for a failed comparison.
fn compared(value: &Value) -> String {
    match (value.as_integer(), value.as_double()) {
        (Some(integer), _) => integer.to_string(),
        (None, Some(float)) => crate::scalars::text::float_text(float),
        (None, None) if value.is_null() => "nil".into(),
        (None, None) => match value.as_bool() {
            Some(flag) => flag.to_string(),
            None => class_of(value),
        },
    }
}

fn sort(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = &arguments.values[0];
    let characters;
    let parts = match value.as_str() {
        Some(text) => {
            interpreter.budget.charge(text.len() as u64 / 4)?;
            interpreter.hold_elements(text.chars().count())?;
            characters = text
                .chars()
                .map(|c| Value::string(c.encode_utf8(&mut [0; 4])))
                .collect::<Vec<_>>();
            &characters[..]
        }
        None => array_elements(value).unwrap_or_default(),
    };
    interpreter.budget.charge(1 + parts.len() as u64 / 4)?;
    // The copy, and the halves during the merge.
    let mut memory = HeldBytes::new(interpreter.budget);
    memory.hold(2 * parts.len() as u64 * ELEMENT_BYTES)?;
    let mut sorted = parts.to_vec();
    // The sort recurses into halves.
    let levels = parts.len().checked_ilog2().map_or(0, |halves| halves + 1);
    interpreter.level += levels;
    let mut failed: Option<Box<Stop>> = None;
    let mut order = |left: &Value, right: &Value| -> Ordering {
        if failed.is_some() {
            return Ordering::Equal;
        }
        match one_order(interpreter, arguments, left, right) {
            Ok(order) => order,
            Err(stop) => {
                failed = Some(stop);
                Ordering::Equal
            }
        }
    };
    merge_sort(&mut sorted, &mut order);
    interpreter.level -= levels;
    if let Some(stop) = failed {
        return Err(stop);
    }
    if value.as_str().is_some() {
        let text: String = sorted.iter().filter_map(Value::as_str).collect();
        let value = Value::string(&text);
        interpreter.hold_shallow(&value)?;
        return Ok(value);
    }
    counted_array(sorted, interpreter.budget)
}

/// Compares two elements by the block, or by the language's order.
fn one_order(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments<'_>,
    left: &Value,
    right: &Value,
) -> Eval<Ordering> {
    interpreter.budget.charge(1)?;
    let Some(block) = arguments.block else {
        both_looked_at(left, right, interpreter.budget)?;
        return ruby_order(left, right).ok_or_else(|| {
            raised(format!(
                "comparison of {} with {} failed",
                class_of(left),
                compared_class(right)
            ))
        });
    };
    interpreter.ask_block(block, &[left.clone(), right.clone()], |_, answer| {
        let zero = Value::from_integer(0i64.into());
        match numbers(answer, &zero) {
            Some(Some(order)) => Ok(order),
            _ => Err(raised(format!(
                "comparison of {} with 0 failed",
                class_of(answer)
            ))),
        }
    })?
}

/// The description of the second operand in Ruby's error: a class, or for simple values the value
/// itself.
fn compared_class(value: &Value) -> String {
    match value.as_str() {
        Some(_) => "String".into(),
        None => compared(value),
    }
}

/// A stable merge sort that tolerates an inconsistent order, for which the standard library's sort
/// may panic.
fn merge_sort(parts: &mut [Value], order: &mut dyn FnMut(&Value, &Value) -> Ordering) {
    let length = parts.len();
    if length < 2 {
        return;
    }
    let middle = length / 2;
    merge_sort(&mut parts[..middle], order);
    merge_sort(&mut parts[middle..], order);
    if order(&parts[middle - 1], &parts[middle]).is_le() {
        return;
    }
    if length == 2 {
        parts.swap(0, 1);
        return;
    }
    let (left, right) = (parts[..middle].to_vec(), parts[middle..].to_vec());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    for slot in parts {
        let takes_left = match (left.peek(), right.peek()) {
            (Some(left), Some(right)) => order(left, right).is_le(),
            (left, _) => left.is_some(),
        };
        let next = if takes_left {
            left.next()
        } else {
            right.next()
        };
        if let Some(next) = next {
            *slot = next;
        }
    }
}

/// The steps for a group of a hash's values.
const GROUP_STEPS: u64 = 3;

fn unique(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    interpreter.in_large_frame(|interpreter| distinct(interpreter, arguments))
}

fn distinct(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = &arguments.values[0];
    if let Some(map) = value.as_ordered_map() {
        let mut table = HeldBytes::new(interpreter.budget);
        let mut indices: KeyedMap<Hashed, usize> = KeyedMap::default();
        let mut groups: Vec<(Vec<Value>, Vec<Value>)> = Vec::new();
        let mut seen: KeyedSet<(usize, Hashed)> = KeyedSet::default();
        for (key, element) in map.entries() {
            // A group has an initial capacity of four elements of either kind and several
            // allocations.
            interpreter
                .budget
                .charge(GROUP_STEPS + u64::from(element.size()))?;
            interpreter.hold_table(&mut table, 8)?;
            let by = match arguments.block {
                Some(block) => interpreter.call_block(block, std::slice::from_ref(element))?,
                None => element.clone(),
            };
            interpreter.budget.charge(u64::from(by.size() - 1))?;
            let at = *indices.entry(Hashed(by)).or_insert_with(|| {
                groups.push(Default::default());
                groups.len() - 1
            });
            let (keys, values) = &mut groups[at];
            keys.push(key.clone());
            if seen.insert((at, Hashed(element.clone()))) {
                values.push(element.clone());
            }
        }
        let mut entries = Vec::with_capacity(groups.len());
        for (keys, values) in groups {
            let keys = counted_array(keys, interpreter.budget)?;
            entries.push((keys, counted_array(values, interpreter.budget)?));
        }
        let made = hash(entries)?;
        interpreter.hold_shallow(&made)?;
        return Ok(made);
    }
    let mut table = HeldBytes::new(interpreter.budget);
    let mut seen: KeyedMap<Hashed, ()> = KeyedMap::default();
    let mut kept = Elements::new(interpreter.budget);
    let mut items = Items::of(value)?;
    while let Some(item) = items.counted(interpreter.budget)? {
        let by = match arguments.block {
            Some(block) => interpreter.call_block(block, std::slice::from_ref(&item))?,
            None => item.clone(),
        };
        // The value is hashed and compared with one of the same hash.
        interpreter.budget.charge(u64::from(by.size() - 1))?;
        if let hash_map::Entry::Vacant(entry) = seen.entry(Hashed(by)) {
            interpreter.hold_table(&mut table, 1)?;
            entry.insert(());
            kept.push(item)?;
        }
    }
    drop(seen);
    if value.as_str().is_some() {
        let text: String = kept.values().iter().filter_map(Value::as_str).collect();
        let value = Value::string(&text);
        interpreter.hold_shallow(&value)?;
        return Ok(value);
    }
    kept.into_array()
}

/// The reason why a path cannot be followed.
struct PathError {
    walked: Vec<Value>,
    /// The type of the value at that point, or of the index.
    found: Type,
    is_index: bool,
}

impl PathError {
    fn message(&self, budget: &Budget) -> Eval<String> {
        let mut message = String::from(if self.is_index {
            "The given data requires an Integer index at ["
        } else {
            "The given data does not contain a Collection at ["
        });
        let mut memory = HeldBytes::new(budget);
        for (at, step) in self.walked.iter().enumerate() {
            if at > 0 {
                message.push_str(", ");
            }
            match step.as_str() {
                Some(text) => {
                    hold_quoted(text, &mut memory)?;
                    let _ = write!(message, "{text:?}");
                }
                None => message.push_str(&inspected_value(step, budget)?),
            }
            bounded(message.len())?;
        }
        let _ = write!(message, "], got '{}'", type_text(&self.found));
        Ok(message)
    }
}

/// Returns the value at a path.
fn walk(data: &Value, path: &[Value], budget: &Budget) -> Eval<Result<Value, PathError>> {
    let mut value = data.clone();
    for (at, step) in path.iter().enumerate() {
        if value.is_null() || step.is_null() {
            return Ok(Ok(undef()));
        }
        let dead = |found: &Value, is_index: bool| -> Eval<Result<Value, PathError>> {
            let found = infer(found, budget)?;
            let walked = path[..if is_index { at + 1 } else { at }].to_vec();
            Ok(Err(PathError {
                walked,
                found,
                is_index,
            }))
        };
        let next = if let Some(map) = value.as_ordered_map() {
            looked_at(step, budget)?;
            map.get(step).cloned()
        } else if let Some(parts) = array_elements(&value) {
            match step.as_small_whole() {
                Some(index) => crate::eval::access::element(parts, index).cloned(),
                None => return dead(step, true),
            }
        } else {
            return dead(&value, false);
        };
        value = next.unwrap_or_else(undef);
    }
    Ok(Ok(value))
}

fn dig(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    match walk(
        &arguments.values[0],
        &arguments.values[1..],
        interpreter.budget,
    )? {
        Ok(value) => Ok(value),
        Err(dead) => Err(raised(dead.message(interpreter.budget)?)),
    }
}

/// Returns the steps of a dotted text.
#[expect(
    clippy::string_slice,
    reason = "offsets come from `find`, `len` and `len_utf8`"
)]
fn steps(text: &str) -> Eval<Vec<Value>> {
    let syntax = || raised("Syntax error in dotted-navigation string");
    let mut steps = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (step, after) = match rest.chars().next() {
            Some(quote @ ('\'' | '"')) => {
                let end = rest[1..].find(quote).ok_or_else(syntax)?;
                (Value::string(&rest[1..=end]), &rest[end + 2..])
            }
            _ => {
                let end = rest.find('.').unwrap_or(rest.len());
                let word = &rest[..end];
                if word.is_empty() || word.contains(['\'', '"']) {
                    return Err(syntax());
                }
                let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
                let number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
                let step = match Integer::parse(word.trim_start_matches('+')) {
                    Ok(index) if number => Value::from_integer(index),
                    _ => Value::string(word),
                };
                (step, &rest[end..])
            }
        };
        steps.push(step);
        rest = match after.strip_prefix('.') {
            Some("") => return Err(syntax()),
            Some(after) => after,
            None if after.is_empty() => after,
            None => return Err(syntax()),
        };
    }
    Ok(steps)
}

/// Returns the value at a path, or the default of the call.
fn got(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments<'_>,
    value: &Value,
    path: &str,
) -> Eval<Value> {
    // A step has the size of a value and its text.
    let mut memory = HeldBytes::new(interpreter.budget);
    memory.hold(path.len() as u64 * 2 * ELEMENT_BYTES)?;
    let steps = steps(path)?;
    let instead = || arguments.get(arguments.values.len().max(1) - 1);
    let given = match arguments.values.len() {
        3 => instead(),
        _ => None,
    };
    if steps.is_empty() {
        return Ok(match (value.is_null(), given) {
            (true, Some(default)) => default.clone(),
            _ => value.clone(),
        });
    }
    if value.is_null() {
        return Ok(given.cloned().unwrap_or_else(undef));
    }
    let collection = array_elements(value).is_some() || value.as_ordered_map().is_some();
    if !collection {
        let found = detailed_type(value, interpreter.budget)?;
        let wanted = Type::optional(nominal::bare(Name::Collection).clone())?;
        let subject = "'dig' parameter 'data'";
        return Err(raised(message(
            subject,
            &found,
            &wanted,
            interpreter.budget,
        )?));
    }
    match walk(value, &steps, interpreter.budget)? {
        Ok(found) if found.is_null() => Ok(given.cloned().unwrap_or_else(undef)),
        Ok(found) => Ok(found),
        Err(dead) => match arguments.block {
            None => Err(raised(dead.message(interpreter.budget)?)),
            Some(block) => {
                let error = path_error_value(interpreter, &dead)?;
                interpreter.call_block(block, &[error])
            }
        },
    }
}

/// Returns the error that is passed to a block.
fn path_error_value(interpreter: &Interpreter<'_>, dead: &PathError) -> Eval<Value> {
    let (code, kind) = if dead.is_index {
        ("EXPECTED_INTEGER_INDEX", "index_type")
    } else {
        ("EXPECTED_COLLECTION", "value_type")
    };
    let details = hash([
        (Value::string("walked_path"), array(dead.walked.clone())?),
        (Value::string(kind), Value::from_type(dead.found.clone())?),
    ])?;
    let message = dead.message(interpreter.budget)?;
    let attributes: Box<[(Str, Value)]> = Box::new([
        ("msg".into(), Value::string(&message)),
        ("kind".into(), Value::string("SLICE_ERROR")),
        ("details".into(), details),
        ("issue_code".into(), Value::string(code)),
    ]);
    let ty = nominal::bare(Name::Error).clone();
    let value = Special::Object(ty, attributes).into_value()?;
    interpreter.hold_whole(&value)?;
    Ok(value)
}

fn get(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    got(
        interpreter,
        arguments,
        &arguments.values[0],
        arguments.text(1),
    )
}

fn getvar(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let text = arguments.text(0);
    let (name, path) = text.split_once('.').unwrap_or((text, ""));
    let shifted: Vec<Value> = std::iter::once(undef())
        .chain(arguments.values.iter().cloned())
        .collect();
    let arguments = Arguments {
        values: &shifted,
        ..arguments
    };
    let value = interpreter.variable_by_name(name)?;
    got(interpreter, arguments, &value.unwrap_or_else(undef), path)
}
