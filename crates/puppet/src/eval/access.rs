//! Access: `a[b]` for values that are not types.
//!
//! A negative index of an array counts from the end. An index with a count returns a slice; a
//! negative count is the last position from the end. A string returns characters and binary data
//! bytes by the same rules. A hash returns the value of a key.

use crate::eval::code::{Expr, ExprId};
use crate::eval::coercion::numeric_text;
use crate::eval::compare::looked_at;
use crate::eval::interpreter::{ELEMENTS_A_STEP, Interpreter, TEXT_STEP};
use crate::eval::memory::counted_array;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Location};
use crate::rules::infer::infer_general;
use crate::types::format::type_text;
use crate::values::label::of_value;
use crate::values::special::{Special, array_elements, undef};
use crate::words::a_an;
use polycty_core::calls::{Budget, HeldBytes};
use polycty_core::source::Code;
use polycty_core::values::Value;
use std::rc::Rc;

/// The bytes of a text whose characters are counted per step.
const CHARACTERS_A_STEP: u64 = 16;

impl Interpreter<'_> {
    #[inline(never)]
    pub(crate) fn access(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        target: ExprId,
        keys: &[ExprId],
    ) -> Eval<Value> {
        let value = self.eval(code, target)?;
        if let ([key], Some(parts)) = (keys, array_elements(&value)) {
            // Fast path for a single key, without a list of keys.
            let key_value = self.eval(code, *key)?;
            if let Some(at) = key_value.as_small_whole() {
                return Ok(element(parts, at).cloned().unwrap_or_else(undef));
            }
            return self.access_by(code, id, &value, vec![(key_value, code.outside(*key))]);
        }
        if let ([key], Some(map)) = (keys, value.as_ordered_map())
            && !matches!(code.code[*key], Expr::Splat(_))
        {
            return self.look(code, *key, |interpreter, key| {
                looked_at(key, interpreter.budget)?;
                Ok(map.get(key).cloned().unwrap_or_else(undef))
            });
        }
        let mut all = Vec::with_capacity(keys.len());
        for key in keys {
            let position = code.outside(*key);
            if let Expr::Splat(inner) = &code.code[*key] {
                let inner = self.eval(code, *inner)?;
                let mut items = Vec::new();
                self.unfold(inner, &mut items)?;
                all.extend(items.into_iter().map(|item| (item, position)));
            } else {
                all.push((self.eval(code, *key)?, position));
            }
        }
        self.access_by(code, id, &value, all)
    }

    #[inline(never)]
    fn access_by(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        value: &Value,
        keys: Vec<(Value, u32)>,
    ) -> Eval<Value> {
        if let Some(ty) = value.as_type() {
            return self.specialize(code, id, ty, keys);
        }
        if let Some(map) = value.as_ordered_map() {
            for (key, _) in &keys {
                looked_at(key, self.budget)?;
            }
            return match &*keys {
                [(key, _)] => Ok(map.get(key).cloned().unwrap_or_else(undef)),
                keys => {
                    let found = keys.iter().filter_map(|(key, _)| map.get(key));
                    let found: Vec<Value> = found.filter(|v| !v.is_null()).cloned().collect();
                    counted_array(found, self.budget)
                }
            };
        }
        let fail = |at: u32, message: String| Location::new(code, at).fail(Code::Type, message);
        let what = if array_elements(value).is_some() {
            What::Array
        } else if value.as_str().is_some() {
            What::String
        } else if matches!(Special::of(value), Some(Special::Binary(_))) {
            What::Binary
        } else {
            let message = format!(
                "Operator '[]' is not applicable to {}.",
                a_an(&of_value(value))
            );
            return Err(fail(code.position(id), message));
        };
        let keys = flattened(keys);
        if keys.is_empty() || keys.len() > 2 {
            let name = match what {
                What::Array => "Array",
                What::String => "String",
                What::Binary => "Binary",
            };
            let message = format!(
                "{name} supports [] with one or two arguments. Got {}",
                keys.len()
            );
            return Err(fail(code.position(id), message));
        }
        let mut numbers = [0i64; 2];
        for (number, (key, at)) in numbers.iter_mut().zip(&keys) {
            *number = match what {
                What::Array => self.index(code, key, *at)?,
                What::String | What::Binary => {
                    position(key, self.budget).map_err(|message| fail(*at, message))?
                }
            };
        }
        let range = match keys.len() {
            1 => None,
            _ => Some((numbers[0], numbers[1])),
        };
        match what {
            What::Array => {
                let parts = array_elements(value).unwrap_or_default();
                Ok(match range {
                    None => element(parts, numbers[0]).cloned().unwrap_or_else(undef),
                    Some((from, count)) => {
                        let part = slice(parts, from, count);
                        self.budget
                            .charge(1 + part.len() as u64 / ELEMENTS_A_STEP)?;
                        counted_array(part.to_vec(), self.budget)?
                    }
                })
            }
            What::String => {
                let text = value.as_str().unwrap_or_default();
                if text.is_ascii() {
                    let part = picked(text.as_bytes(), range, numbers[0]);
                    self.budget.charge(part.len() as u64 / TEXT_STEP)?;
                    let part = Value::string(std::str::from_utf8(part).unwrap_or_default());
                    self.hold_shallow(&part)?;
                    return Ok(part);
                }
                self.budget.charge(text.len() as u64 / CHARACTERS_A_STEP)?;
                let mut memory = HeldBytes::new(self.budget);
                memory.hold((text.len() * size_of::<char>()) as u64)?;
                let chars: Vec<char> = text.chars().collect();
                let part: String = picked(&chars, range, numbers[0]).iter().collect();
                let part = Value::string(&part);
                self.hold_shallow(&part)?;
                Ok(part)
            }
            What::Binary => {
                let Some(Special::Binary(bytes)) = Special::of(value) else {
                    return Ok(undef());
                };
                let part = picked(bytes, range, numbers[0]);
                self.budget.charge(part.len() as u64 / TEXT_STEP)?;
                let part = Special::Binary(part.into()).into_value()?;
                self.hold_shallow(&part)?;
                Ok(part)
            }
        }
    }

    /// Returns the index of an array for a key.
    fn index(&mut self, code: &Rc<Running>, key: &Value, at: u32) -> Eval<i64> {
        let number = self.numeric(code, key.clone(), at)?;
        match number.as_small_whole() {
            Some(index) => Ok(index),
            None => {
                let kind = match number.as_integer() {
                    // No array is that long.
                    Some(integer) => return Ok(i64::MAX * i64::from(integer.signum())),
                    None => of_value(&number),
                };
                let message = format!("An Array[] cannot use {kind} where Integer is expected");
                Err(Location::new(code, at).fail(Code::Type, message))
            }
        }
    }
}

#[derive(Clone, Copy)]
enum What {
    Array,
    String,
    Binary,
}

/// Returns the keys, with those in arrays flattened.
pub(crate) fn flattened(keys: Vec<(Value, u32)>) -> Vec<(Value, u32)> {
    if keys.iter().all(|(key, _)| array_elements(key).is_none()) {
        return keys;
    }
    let mut all = Vec::with_capacity(keys.len());
    let mut left: Vec<(Value, u32)> = keys.into_iter().rev().collect();
    while let Some((key, at)) = left.pop() {
        match array_elements(&key) {
            Some(parts) => left.extend(parts.iter().rev().map(|part| (part.clone(), at))),
            None => all.push((key, at)),
        }
    }
    all
}

/// Returns the position of a character: an integer, or a string with an integer.
fn position(key: &Value, budget: &Budget) -> Result<i64, String> {
    if let Some(at) = key.as_small_whole() {
        return Ok(at);
    }
    let number_in_text = key
        .as_str()
        .and_then(|text| numeric_text(text).ok().flatten());
    if let Some(at) = number_in_text.and_then(|number| number.as_small_whole()) {
        return Ok(at);
    }
    let kind = infer_general(key, budget).map_or_else(|_| of_value(key), |ty| type_text(&ty));
    Err(format!(
        "A substring operation does not accept {} as a character index. Expected an Integer",
        a_an(&kind)
    ))
}

/// Returns an element; a negative index counts from the end.
pub(crate) fn element<T>(parts: &[T], at: i64) -> Option<&T> {
    let at = if at < 0 {
        usize::try_from(at.checked_add_unsigned(parts.len() as u64)?).ok()?
    } else {
        usize::try_from(at).ok()?
    };
    parts.get(at)
}

/// Returns `count` elements from a position; a negative count is the last position from the end.
fn slice<T>(parts: &[T], from: i64, count: i64) -> &[T] {
    let length = parts.len() as i128;
    let (mut from, mut count) = (i128::from(from), i128::from(count));
    if count < 0 {
        // The slice includes that position.
        let start = if from < 0 { from + length } else { from };
        count = length + count - start + 1;
        if from < 0 {
            from = start;
        }
    } else if from < 0 {
        from += length;
    }
    if from < 0 {
        count += from;
        from = 0;
    }
    if count <= 0 || from >= length {
        return &[];
    }
    &parts[from as usize..(from + count).min(length) as usize]
}

fn picked<T>(parts: &[T], range: Option<(i64, i64)>, at: i64) -> &[T] {
    match range {
        Some((from, count)) => slice(parts, from, count),
        None => element(parts, at).map_or(&[], std::slice::from_ref),
    }
}
