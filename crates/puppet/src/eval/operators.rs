//! Operators on two values.
//!
//! Operators of arrays, hashes, URIs and binary data are tried first. Otherwise both operands
//! become numbers, the left one first; times are handled like numbers. An error about an operand
//! has the position of the operand, any other error that of the operator.

use crate::eval::arithmetic::{Operator, arithmetic};
use crate::eval::code::ExprId;
use crate::eval::coercion::numeric_text;
use crate::eval::compare::{ordered, same_exactly, values_equal};
use crate::eval::environment::Level;
use crate::eval::host_text::host_text;
use crate::eval::interpreter::Interpreter;
use crate::eval::memory::{Elements, counted_array};
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Location, Stop, raised};
use crate::mode::Mode;
use crate::mode::Strict;
use crate::scalars::time::SECOND;
use crate::scalars::uri::Components;
use crate::syntax::tree::BinaryOp;
use crate::types::nominal::{self, Name};
use crate::values::format::format_redacted;
use crate::values::label::of_value;
use crate::values::special::{Special, array, array_elements, hash};
use crate::words::{a_an, capital_a_an};
use polycty_core::calls::{Budget, HeldBytes, Worklist};
use polycty_core::source::{Code, Error};
use polycty_core::types::KeyedSet;
use polycty_core::values::Value;
use std::rc::Rc;

/// The size of a hash entry with its index entry, in elements.
const ENTRY_ELEMENTS: usize = 6;

/// The elements, entries or parts of the operands that an operator handles per step.
const PARTS_A_STEP: u64 = 4;
const NODES_A_STEP: u64 = 8;

/// The positions of an operation: left operand, operator, right operand.
pub(crate) type Positions = (u32, u32, u32);

impl Interpreter<'_> {
    /// Applies an operator to two values.
    #[inline(never)]
    pub(crate) fn operate(
        &mut self,
        code: &Rc<Running>,
        operator: BinaryOp,
        (left, right): (Value, Value),
        positions: Positions,
    ) -> Eval<Value> {
        self.fits([&left, &right])?;
        self.charge_operands(operator, &left, &right)?;
        let answer = |answer: bool| Ok(Value::bool(answer));
        match operator {
            BinaryOp::Equal => answer(values_equal(&left, &right, self.mode, self.budget)?),
            BinaryOp::NotEqual => answer(!values_equal(&left, &right, self.mode, self.budget)?),
            BinaryOp::Less
            | BinaryOp::LessOrEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterOrEqual => {
                match ordered(operator, &left, &right, self.mode, self.budget)? {
                    Ok(holds) => answer(holds),
                    Err(message) => {
                        let location = Location::new(code, positions.1);
                        Err(location.fail(Code::Diagnostics, message))
                    }
                }
            }
            BinaryOp::In => answer(self.is_in(&left, &right)?),
            BinaryOp::Match => answer(self.is_match(code, &left, &right, positions)?),
            BinaryOp::NotMatch => answer(!self.is_match(code, &left, &right, positions)?),
            BinaryOp::Add => self.calculate(code, Operator::Add, left, right, positions),
            BinaryOp::Subtract => self.calculate(code, Operator::Subtract, left, right, positions),
            BinaryOp::Multiply => self.calculate(code, Operator::Multiply, left, right, positions),
            BinaryOp::Divide => self.calculate(code, Operator::Divide, left, right, positions),
            BinaryOp::Modulo => self.calculate(code, Operator::Modulo, left, right, positions),
            BinaryOp::ShiftLeft => {
                self.calculate(code, Operator::ShiftLeft, left, right, positions)
            }
            BinaryOp::ShiftRight => {
                self.calculate(code, Operator::ShiftRight, left, right, positions)
            }
            BinaryOp::Before | BinaryOp::Notifies | BinaryOp::After | BinaryOp::NotifiedBy
                if self.compiler.is_some() =>
            {
                self.relate_resources(code, operator, left, right, positions.1)
            }
            BinaryOp::Before | BinaryOp::Notifies | BinaryOp::After | BinaryOp::NotifiedBy => {
                self.relate(code, left, right, positions.1)
            }
            // The right operand has already been evaluated if necessary.
            BinaryOp::And | BinaryOp::Or => Ok(right),
        }
    }

    /// Charges an operator by the sizes of its operands. Operators that compare values are charged
    /// by the comparison, `in` and matches by the search.
    #[inline]
    fn charge_operands(&self, operator: BinaryOp, left: &Value, right: &Value) -> Eval<()> {
        if left.is_in_place() && right.is_in_place() {
            return Ok(());
        }
        self.charge_large_operands(operator, left, right)
    }

    #[inline(never)]
    fn charge_large_operands(&self, operator: BinaryOp, left: &Value, right: &Value) -> Eval<()> {
        let sizes = || u64::from(left.size()) + u64::from(right.size());
        let elements = |value: &Value| match value.as_ordered_map() {
            Some(map) => 4 * map.len() as u64,
            None => value.part_count().unwrap_or_default() as u64,
        };
        let steps = match operator {
            // An element is hashed, and compared with others that have the same hash.
            BinaryOp::Subtract => sizes(),
            BinaryOp::Add | BinaryOp::ShiftLeft => {
                let text = match (Special::of(left), left.as_str()) {
                    (None, None) => 0,
                    _ => sizes() / NODES_A_STEP,
                };
                text + (elements(left) + elements(right)) / PARTS_A_STEP
            }
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo | BinaryOp::ShiftRight => {
                sizes() / NODES_A_STEP
            }
            BinaryOp::In | BinaryOp::Match | BinaryOp::NotMatch => {
                u64::from(left.size()) / PARTS_A_STEP
            }
            BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessOrEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterOrEqual => match (left.as_type(), right.as_type()) {
                (Some(left), Some(right)) => {
                    (u64::from(left.size()) + u64::from(right.size())) / NODES_A_STEP
                }
                _ => 0,
            },
            _ => 0,
        };
        Ok(self.budget.charge(steps)?)
    }

    #[inline(never)]
    fn calculate(
        &mut self,
        code: &Rc<Running>,
        operator: Operator,
        left: Value,
        right: Value,
        positions: Positions,
    ) -> Eval<Value> {
        if let Some(made) = self.of_containers(code, operator, &left, &right, positions)? {
            return Ok(made);
        }
        let left = self.numeric_or_version(code, left, positions.0)?;
        let right = self.numeric_or_version(code, right, positions.2)?;
        if is_version(&left) {
            let message = format!("Operator '{operator}' is not applicable to a Semver.");
            return Err(Location::new(code, positions.0).fail(Code::Type, message));
        }
        if is_version(&right) {
            return Err(refused_version(code, operator, &left, positions));
        }
        if is_time(&left) || is_time(&right) {
            return self.of_times(code, operator, &left, &right, positions);
        }
        arithmetic(operator, &left, &right, self.mode).map_err(|error| {
            let message = error.message();
            let at = if message == "Division by 0" {
                positions.2
            } else if message.starts_with("A '") {
                positions.1
            } else {
                positions.0
            };
            match error.code() {
                Code::Arithmetic => Location::new(code, at).fail(Code::Arithmetic, message),
                _ => error.into(),
            }
        })
    }

    #[inline(never)]
    pub(crate) fn negate(&mut self, code: &Rc<Running>, id: ExprId, inner: ExprId) -> Eval<Value> {
        let value = self.eval(code, inner)?;
        let number = self.numeric_or_version(code, value, code.position(id))?;
        if is_version(&number) {
            return Err(raised(NO_FLOAT));
        }
        if let Some(integer) = number.as_integer() {
            return Ok(Value::from_integer(integer.neg()));
        }
        match (Special::of(&number), number.as_double()) {
            (Some(Special::Timespan(nanos)), _) => {
                Ok(Special::Timespan(nanos.saturating_neg()).into_value()?)
            }
            (_, Some(float)) => Ok(Value::from_double(-float)),
            _ => Err(raised(format!(
                "Operator '-' is not applicable to {}.",
                a_an(&of_value(&number))
            ))),
        }
    }

    /// Converts an operand to a number; a version passes this step.
    fn numeric_or_version(&mut self, code: &Rc<Running>, value: Value, at: u32) -> Eval<Value> {
        if self.mode == Mode::Current && is_version(&value) {
            Ok(value)
        } else {
            self.numeric(code, value, at)
        }
    }

    /// Converts a value to a number; a time is unchanged.
    pub(crate) fn numeric(&mut self, code: &Rc<Running>, value: Value, at: u32) -> Eval<Value> {
        if value.as_small_whole().is_some()
            || value.as_double().is_some()
            || value.as_integer().is_some()
            || is_time(&value)
        {
            return Ok(value);
        }
        let fail = |message: String| Err(Location::new(code, at).fail(Code::Conversion, message));
        if let Some(text) = value.as_str() {
            let number = match text.strip_prefix("::") {
                Some(rest) => numeric_text(rest)?,
                None => numeric_text(text)?,
            };
            if let Some(number) = number {
                let message = format!(
                    "The string '{text}' was automatically coerced to the numerical value {}",
                    format_redacted(&number)
                );
                match (self.mode, self.environment.strictness()) {
                    (Mode::Current, Strict::Error) => return fail(message),
                    (Mode::Current, Strict::Warning) => self.log(Level::Warning, &message)?,
                    (Mode::Current, Strict::Off) | (Mode::Early, _) => {}
                }
                return Ok(number);
            }
        }
        fail(format!(
            "The value '{}' cannot be converted to Numeric.",
            &*host_text(&value, self.budget)?
        ))
    }

    /// Applies `+`, `-` and `<<` to operands that are not numbers.
    #[inline(never)]
    fn of_containers(
        &mut self,
        code: &Rc<Running>,
        operator: Operator,
        left: &Value,
        right: &Value,
        positions: Positions,
    ) -> Eval<Option<Value>> {
        if let Some(parts) = array_elements(left) {
            let added = match operator {
                Operator::Add | Operator::Subtract => {
                    // An entry of a hash becomes an array of two elements.
                    let entries = right.as_ordered_map().map_or(0, |map| map.len());
                    self.hold_elements(7 * entries)?;
                    elements_or_self(right)?
                }
                Operator::ShiftLeft => vec![right.clone()],
                _ => return Ok(None),
            };
            if operator == Operator::Subtract {
                let mut table = HeldBytes::new(self.budget);
                self.hold_table(&mut table, added.len())?;
                let kept = without(parts, &added, self.budget)?;
                return counted_array(kept, self.budget).map(Some);
            }
            let mut all = Elements::with_capacity(parts.len() + added.len(), self.budget)?;
            all.extend_from_slice(parts)?;
            all.extend_from_slice(&added)?;
            return all.into_array().map(Some);
        }
        if let Some(map) = left.as_ordered_map() {
            let made = match operator {
                Operator::Add => {
                    let added = pairs_of(right)?;
                    self.hold_elements(ENTRY_ELEMENTS * (map.len() + added.len()) + 8)?;
                    hash(map.entries().iter().cloned().chain(added))?
                }
                Operator::Subtract => {
                    let gone = match (right.as_ordered_map(), array_elements(right)) {
                        (Some(other), _) => {
                            other.entries().iter().map(|(key, _)| key.clone()).collect()
                        }
                        (None, Some(keys)) => keys.to_vec(),
                        (None, None) => vec![right.clone()],
                    };
                    let mut table = HeldBytes::new(self.budget);
                    self.hold_table(&mut table, gone.len())?;
                    let gone: KeyedSet<Hashed> = gone.into_iter().map(Hashed).collect();
                    let entries = map.entries().iter();
                    self.hold_elements(ENTRY_ELEMENTS * map.len() + 8)?;
                    hash(
                        entries
                            .filter(|(key, _)| !gone.contains(&Hashed(key.clone())))
                            .cloned(),
                    )?
                }
                Operator::ShiftLeft => {
                    let message = "Operator '<<' is not applicable to a Hash.";
                    return Err(Location::new(code, positions.0).fail(Code::Type, message));
                }
                _ => return Ok(None),
            };
            return Ok(Some(made));
        }
        match (operator, Special::of(left)) {
            (Operator::Add, Some(Special::Uri(base))) => {
                let reference = match (right.as_str(), Special::of(right)) {
                    (Some(text), _) => Components::parse_reference(text),
                    (_, Some(Special::Uri(other))) => Some((**other).clone()),
                    _ => return Err(raised("An URI can only be merged with an URI or String")),
                };
                let Some(reference) = reference else {
                    return Err(raised(format!(
                        "bad URI(is not URI?): {}",
                        format_redacted(right)
                    )));
                };
                let made = Special::Uri(Box::new(base.resolve(&reference))).into_value()?;
                self.hold_shallow(&made)?;
                Ok(Some(made))
            }
            (Operator::Add, Some(Special::Binary(bytes))) => {
                let Some(Special::Binary(more)) = Special::of(right) else {
                    return Err(raised("Can only append Binary to a Binary"));
                };
                self.hold_text(bytes.len() + more.len())?;
                let all = [&**bytes, &**more].concat();
                Ok(Some(Special::Binary(all.into()).into_value()?))
            }
            _ => Ok(None),
        }
    }

    #[inline(never)]
    fn of_times(
        &mut self,
        code: &Rc<Running>,
        operator: Operator,
        left: &Value,
        right: &Value,
        positions: Positions,
    ) -> Eval<Value> {
        let not_applicable = |when: &str| -> Box<Stop> {
            Location::new(code, positions.0).fail(
                Code::Type,
                format!(
                    "Operator '{operator}' is not applicable to {}{when}.",
                    a_an(&of_value(left))
                ),
            )
        };
        let side_label = a_an(&of_value(right));
        let when = || not_applicable(&format!(" when right side is {side_label}"));
        if operator == Operator::Modulo {
            if left.as_double().is_some() {
                return Err(not_applicable(""));
            }
            if right.as_double().is_some() {
                return Err(when());
            }
        }
        let (mut left, mut right) = (left.clone(), right.clone());
        if is_time(&right) && !is_time(&left) {
            let span = matches!(Special::of(&right), Some(Special::Timespan(_)));
            match operator {
                Operator::Add => std::mem::swap(&mut left, &mut right),
                Operator::Multiply if span => std::mem::swap(&mut left, &mut right),
                Operator::Subtract if span => {
                    left = Special::Timespan(nanos_of(&left).unwrap_or_default()).into_value()?;
                }
                _ => return Err(when()),
            }
        }
        match time_operation(operator, &left, &right) {
            Some(made) => made.map_err(|stop| match &*stop {
                Stop::Raised(error) if error.message() == "Division by 0" => {
                    Location::new(code, positions.2).fail(Code::Arithmetic, "Division by 0")
                }
                _ => stop,
            }),
            None => Err(not_applicable("")),
        }
    }

    /// Evaluates `A -> B`. Only a catalog stores relationships; here the expression only has a
    /// value.
    #[inline(never)]
    fn relate(&mut self, code: &Rc<Running>, left: Value, right: Value, at: u32) -> Eval<Value> {
        let left = self.catalog_types(code, left, at)?;
        let right = self.catalog_types(code, right, at)?;
        Ok(array(if right.is_empty() { left } else { right })?)
    }

    /// Returns the catalog types that an operand of a relationship refers to.
    fn catalog_types(&mut self, code: &Rc<Running>, value: Value, at: u32) -> Eval<Vec<Value>> {
        let mut all = Vec::new();
        let mut seen = KeyedSet::default();
        let mut table = HeldBytes::new(self.budget);
        let mut left = Worklist::of(self.budget, [value])?;
        while let Some(value) = left.next()? {
            if let Some(parts) = array_elements(&value) {
                left.extend(parts.iter().rev().cloned())?;
                continue;
            }
            let value = match value.as_str() {
                Some(text) => Value::from_type(self.read_catalog_type(text)?)?,
                None => value,
            };
            if let Some((Name::Class, [])) = value.as_type().and_then(nominal::view) {
                return Err(raised(
                    "No title provided and \"class\" is not a valid resource reference",
                ));
            }
            let known = value
                .as_type()
                .is_some_and(crate::eval::specialize::is_catalog_type);
            if !known {
                let message = format!(
                    "Illegal relationship operand, can not form a relationship with {}. A Catalog \
                     type is required.",
                    a_an(&of_value(&value))
                );
                return Err(Location::new(code, at).fail(Code::Type, message));
            }
            if seen.insert(Hashed(value.clone())) {
                self.hold_table(&mut table, 1)?;
                all.push(value);
            }
        }
        Ok(all)
    }
}

/// A key of a hash in a set.
#[derive(PartialEq)]
pub(crate) struct Hashed(pub(crate) Value);

impl Eq for Hashed {}

impl std::hash::Hash for Hashed {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

fn is_time(value: &Value) -> bool {
    matches!(
        Special::of(value),
        Some(Special::Timespan(_) | Special::Timestamp(_))
    )
}

/// Returns the elements of an array, the entries of a hash as pairs, or the value alone.
fn elements_or_self(value: &Value) -> Eval<Vec<Value>> {
    if let Some(parts) = array_elements(value) {
        return Ok(parts.to_vec());
    }
    match value.as_ordered_map() {
        Some(map) => pairs(map.entries()),
        None => Ok(vec![value.clone()]),
    }
}

/// Returns the entries of a hash as pairs.
pub(crate) fn pairs(entries: &[(Value, Value)]) -> Eval<Vec<Value>> {
    let pair = |(key, value): &(Value, Value)| Ok(array(vec![key.clone(), value.clone()])?);
    entries.iter().map(pair).collect()
}

/// Returns the entries that a value adds to a hash.
fn pairs_of(value: &Value) -> Eval<Vec<(Value, Value)>> {
    if let Some(map) = value.as_ordered_map() {
        return Ok(map.entries().to_vec());
    }
    let Some(parts) = array_elements(value) else {
        return Err(raised("Can only append Array or Hash to a Hash"));
    };
    if parts.iter().all(|part| array_elements(part).is_some()) {
        let pair = |(at, part): (usize, &Value)| match array_elements(part).unwrap_or_default() {
            [key, value] => Ok((key.clone(), value.clone())),
            other => Err(raised(format!(
                "wrong array length at {at} (expected 2, was {})",
                other.len()
            ))),
        };
        return parts.iter().enumerate().map(pair).collect();
    }
    if let [only] = parts
        && let Some(map) = only.as_ordered_map()
    {
        return Ok(map.entries().to_vec());
    }
    if parts.len() % 2 == 1 {
        return Err(raised("odd number of arguments for Hash"));
    }
    let pair = |pair: &[Value]| (pair[0].clone(), pair[1].clone());
    Ok(parts.chunks_exact(2).map(pair).collect())
}

/// Whether a value is among others: strings are compared exactly, numbers by value.
fn is_among<'v>(
    value: &Value,
    others: impl IntoIterator<Item = &'v Value>,
    budget: &Budget,
) -> Eval<bool> {
    for other in others {
        if same_exactly(value, other, budget)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the elements that equal none of `gone`: strings are compared exactly, numbers by value.
fn without(parts: &[Value], gone: &[Value], budget: &Budget) -> Eval<Vec<Value>> {
    const FEW: usize = 8;
    if gone.len() <= FEW {
        let mut kept = Vec::new();
        for part in parts {
            if !is_among(part, gone, budget)? {
                kept.push(part.clone());
            }
        }
        return Ok(kept);
    }
    let mut keys = KeyedSet::default();
    let mut others = Vec::new();
    for value in gone {
        match key_of(value) {
            Some(key) => drop(keys.insert(key)),
            None => others.push(value),
        }
    }
    let mut kept = Vec::new();
    for part in parts {
        let key = key_of(part);
        let is_keyed = key.is_some_and(|key| keys.contains(&key));
        // Values whose equality is not that of a key are compared one by one.
        let is_other = !is_keyed && !others.is_empty() && {
            budget.charge(others.len() as u64)?;
            is_among(part, others.iter().copied(), budget)?
        };
        if !is_keyed && !is_other {
            kept.push(part.clone());
        }
    }
    Ok(kept)
}

/// Returns a key that is the same for values that are equal for an array's `-`, for simple values
/// only: strings and small numbers. Whole numbers have the same key as integers and floats.
fn key_of(value: &Value) -> Option<Hashed> {
    const EXACT: f64 = (1u64 << 53) as f64;
    if value.as_str().is_some() || value.is_null() || value.as_bool().is_some() {
        return Some(Hashed(value.clone()));
    }
    if let Some(float) = value.as_double() {
        let whole = float.trunc() == float && float.abs() < EXACT;
        return match (whole, float.is_nan()) {
            (true, _) => Some(Hashed(Value::from_integer((float as i64).into()))),
            (false, false) if float.abs() < EXACT => Some(Hashed(value.clone())),
            _ => None,
        };
    }
    let integer = value.as_small_whole()?;
    ((integer.unsigned_abs() as f64) < EXACT).then(|| Hashed(value.clone()))
}

/// Returns the nanoseconds of a number of seconds or of a time.
fn nanos_of(value: &Value) -> Option<i128> {
    if let Some(Special::Timespan(nanos) | Special::Timestamp(nanos)) = Special::of(value) {
        return Some(*nanos);
    }
    match (value.as_integer(), value.as_double()) {
        (Some(integer), _) => integer.to_i128()?.checked_mul(SECOND),
        (None, Some(float)) => {
            let nanos = (float * SECOND as f64).trunc();
            nanos.is_finite().then_some(nanos as i128)
        }
        (None, None) => None,
    }
}

/// Applies an operator to a time and a second operand; `None` if the time does not support the
/// operator.
fn time_operation(operator: Operator, left: &Value, right: &Value) -> Option<Eval<Value>> {
    let number = is_number(right);
    let kind = Special::of(right);
    let span = |nanos: Option<i128>| match nanos {
        Some(nanos) => Ok(Special::Timespan(nanos).into_value()?),
        None => Err(out_of_range()),
    };
    let stamp = |nanos: Option<i128>| match nanos {
        Some(nanos) => Ok(Special::Timestamp(nanos).into_value()?),
        None => Err(out_of_range()),
    };
    let refuse = |how: &str, what: &str| {
        Err(raised(format!(
            "{} {how} {what}",
            capital_a_an(&of_value(right))
        )))
    };
    let given = nanos_of(right);
    let sum = |nanos: i128| given.and_then(|given| nanos.checked_add(given));
    let difference = |nanos: i128| given.and_then(|given| nanos.checked_sub(given));
    let of_stamp = matches!(kind, Some(Special::Timestamp(_)));
    let of_span = matches!(kind, Some(Special::Timespan(_)));
    Some(match (Special::of(left)?, operator) {
        (Special::Timespan(nanos), Operator::Add) if of_stamp => stamp(sum(*nanos)),
        (Special::Timespan(nanos), Operator::Add) if of_span || number => span(sum(*nanos)),
        (Special::Timespan(_), Operator::Add) => refuse("cannot be added to", "a Timespan"),
        (Special::Timespan(nanos), Operator::Subtract) if of_span || number => {
            span(difference(*nanos))
        }
        (Special::Timespan(_), Operator::Subtract) => {
            refuse("cannot be subtracted from", "a Timespan")
        }
        (Special::Timespan(nanos), Operator::Multiply) if number => {
            span(match right.as_integer() {
                Some(times) => times.to_i128().and_then(|times| nanos.checked_mul(times)),
                None => scaled(*nanos, |nanos, by| nanos * by, right),
            })
        }
        (Special::Timespan(_), Operator::Multiply) => {
            refuse("cannot be multiplied by", "a Timespan")
        }
        (Special::Timespan(nanos), Operator::Divide) => match (kind, right.as_integer()) {
            (Some(Special::Timespan(other)), _) => {
                Ok(Value::from_double(*nanos as f64 / *other as f64))
            }
            (_, Some(by)) if by.is_zero() => Err(raised("Division by 0")),
            (_, Some(by)) => span(by.to_i128().map(|by| floor_div(*nanos, by))),
            (None, None) if number => span(scaled(*nanos, |nanos, by| nanos / by, right)),
            _ => Err(raised(format!(
                "A Timespan cannot be divided by {}",
                a_an(&of_value(right))
            ))),
        },
        (Special::Timespan(nanos), Operator::Modulo) => match right.as_integer() {
            Some(by) if by.is_zero() => Err(raised("Division by 0")),
            Some(by) => {
                let seconds = polycty_core::number::Integer::from(floor_div(*nanos, SECOND));
                seconds
                    .rem_floor(&by)
                    .map(Value::from_integer)
                    .map_err(|error| Error::from(error).into())
            }
            None => Err(raised(format!(
                "Can not do modulus on a Timespan using a {}",
                a_an(&of_value(right))
            ))),
        },
        (Special::Timestamp(nanos), Operator::Add) if of_span || number => stamp(sum(*nanos)),
        (Special::Timestamp(_), Operator::Add) => refuse("cannot be added to", "a Timestamp"),
        (Special::Timestamp(nanos), Operator::Subtract) if of_stamp => span(difference(*nanos)),
        (Special::Timestamp(nanos), Operator::Subtract) if of_span || number => {
            stamp(difference(*nanos))
        }
        (Special::Timestamp(_), Operator::Subtract) => {
            refuse("cannot be subtracted from", "a Timestamp")
        }
        _ => return None,
    })
}

fn is_number(value: &Value) -> bool {
    value.as_integer().is_some() || value.as_double().is_some()
}

fn scaled(nanos: i128, by: fn(f64, f64) -> f64, factor: &Value) -> Option<i128> {
    let made = by(nanos as f64, factor.as_double()?);
    made.is_finite().then_some(made as i128)
}

fn floor_div(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) {
        quotient - 1
    } else {
        quotient
    }
}

#[cold]
fn out_of_range() -> Box<Stop> {
    raised("The result is outside the range of times")
}
/// Ruby's error for converting a version to a float.
const NO_FLOAT: &str = "can't convert SemanticPuppet::Version into Float";

fn is_version(value: &Value) -> bool {
    matches!(Special::of(value), Some(Special::SemVer(_)))
}

/// The error for a version as the right operand.
#[cold]
fn refused_version(
    code: &Rc<Running>,
    operator: Operator,
    left: &Value,
    positions: Positions,
) -> Box<Stop> {
    let time = match Special::of(left) {
        Some(Special::Timespan(_)) => Some("Timespan"),
        Some(Special::Timestamp(_)) => Some("Timestamp"),
        _ => None,
    };
    let why = match (time, operator) {
        (Some(time), Operator::Add) => format!("A Version cannot be added to a {time}"),
        (Some(time), Operator::Subtract) => {
            format!("A Version cannot be subtracted from a {time}")
        }
        // Puppet's message names the timestamp.
        (Some("Timespan"), Operator::Multiply) => {
            "A Timestamp cannot be multiplied by a Version".to_owned()
        }
        (Some("Timespan"), Operator::Divide) => {
            "A Timespan cannot be divided by a Version".to_owned()
        }
        (Some(_), _) | (None, Operator::ShiftLeft | Operator::ShiftRight) => {
            let message = format!(
                "Operator '{operator}' is not applicable to {}.",
                a_an(&of_value(left))
            );
            return Location::new(code, positions.0).fail(Code::Type, message);
        }
        (None, Operator::Modulo) if left.as_double().is_some() => {
            let message = "Operator '%' is not applicable to a Float.";
            return Location::new(code, positions.0).fail(Code::Type, message);
        }
        (None, _) => NO_FLOAT.to_owned(),
    };
    raised(why)
}
