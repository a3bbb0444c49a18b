//! The order of a set's elements (go-cty `cty/set_internals.go`).
//!
//! Known elements are before unknown ones, and nulls are last. Bools, numbers and strings are
//! ordered by value. All other elements are ordered by the bytes of a key: a number is written with
//! ten significant digits, a string is quoted as Go's `%q` quotes it, and a container is its parts
//! between brackets. Elements with equal keys keep their insertion order.
//!
//! Keys are compared part by part and never written out, so the order needs no memory. One rule
//! differs: `-0` has the key of `0`, because both are one element here.

use super::order::{equivalent, total_cmp};
use super::{CapsuleValue, Entry, Repr, Value};
use crate::number::{Decimal, Number, Operand, digits_of};
use crate::text::Quoted;
use crate::types::{Keyed, KeyedMap};
use std::cmp::Ordering;
use std::collections::HashSet;

/// Compares two unmarked elements of one set. The result is `Equal` for elements that keep their
/// insertion order.
#[inline]
pub fn set_cmp(a: &Value, b: &Value) -> Ordering {
    match (&a.0, &b.0) {
        (Repr::Short(a), Repr::Short(b)) => a.cmp_text(b),
        (Repr::SmallNumber { int: a, .. }, Repr::SmallNumber { int: b, .. }) => a.cmp(b),
        _ => cmp_any(a, b),
    }
}

fn cmp_any(a: &Value, b: &Value) -> Ordering {
    let states = ElementState::of(a).cmp(&ElementState::of(b));
    if states != Ordering::Equal {
        return states;
    }
    match (&a.0, &b.0) {
        (Repr::Unknown(_) | Repr::Refined(_) | Repr::Null(_), _) => a.ty().cmp(b.ty()),
        _ if has_key(a) && has_key(b) => cmp_keys(a, b),
        _ => total_cmp(a, b),
    }
}

/// Sorts a set's elements and drops those that equal an earlier one.
pub(super) fn sort_distinct(parts: &mut Vec<Value>) {
    parts.sort_by(set_cmp);
    let mut kept = 0;
    let mut at = 0;
    while at < parts.len() {
        let run = parts[at..].iter().skip(1);
        let alike = run.take_while(|part| set_cmp(&parts[at], part) == Ordering::Equal);
        let end = at + 1 + alike.count();
        kept = keep_distinct(parts, kept, at..end);
        at = end;
    }
    parts.truncate(kept);
}

/// The longest run of elements with one key that is searched linearly.
const SHORT_RUN: usize = 8;

/// Moves the distinct elements of a run to `kept`, and returns the end of those that are kept.
/// Unknown elements equal no other element, so all of them are kept.
fn keep_distinct(parts: &mut [Value], mut kept: usize, run: std::ops::Range<usize>) -> usize {
    let start = kept;
    let mut seen = Seen::default();
    for at in run {
        let doubled = at > start
            && parts[at].is_wholly_known()
            && (kept > start && equivalent(&parts[start], &parts[at])
                || kept > start + 1 && seen.has(&parts[start..kept], &parts[at]));
        if !doubled {
            parts.swap(kept, at);
            kept += 1;
        }
    }
    kept
}

/// The elements of a run that are kept, by their hashes once there are many.
#[derive(Default)]
struct Seen {
    index: HashSet<Value, Keyed>,
    indexed: usize,
}

impl Seen {
    fn has(&mut self, kept: &[Value], value: &Value) -> bool {
        if kept.len() <= SHORT_RUN {
            return kept.iter().any(|have| equivalent(have, value));
        }
        let fresh = kept[self.indexed..].iter();
        self.index
            .extend(fresh.filter(|part| part.is_wholly_known()).cloned());
        self.indexed = kept.len();
        self.index.contains(value)
    }
}

/// The elements of a set, to look many values up.
pub(super) struct Members<'a> {
    all: &'a [Value],
    index: Option<HashSet<&'a Value, Keyed>>,
}

impl<'a> Members<'a> {
    pub(super) fn of(all: &'a [Value]) -> Members<'a> {
        let known = all.iter().filter(|part| part.is_wholly_known());
        let index = (all.len() > SHORT_RUN).then(|| known.collect());
        Members { all, index }
    }

    /// Whether an unmarked value is certainly one of the elements.
    pub(super) fn has(&self, value: &Value) -> bool {
        match &self.index {
            Some(index) => value.is_wholly_known() && index.contains(value),
            None => self.all.iter().any(|have| equivalent(have, value)),
        }
    }
}

/// Whether two runs of elements without a mark have the same members, in any order.
#[cold]
#[inline(never)]
pub(super) fn same_members(a: &[Value], b: &[Value]) -> bool {
    let mut counts: KeyedMap<&Value, usize> = KeyedMap::default();
    for part in a {
        *counts.entry(part).or_default() += 1;
    }
    a.len() == b.len()
        && b.iter().all(|part| match counts.get_mut(part) {
            Some(count @ 1..) => {
                *count -= 1;
                true
            }
            _ => false,
        })
}

/// The total order of two sets' elements: by the order of sets, then by length, then by all
/// elements in their total order. It does not depend on insertion order.
pub(super) fn cmp_sets(a: &[Value], b: &[Value]) -> Ordering {
    let mut pairs = a.iter().zip(b).skip_while(|(a, b)| a == b);
    let by_key = pairs
        .find_map(|(a, b)| Some(set_cmp(a, b)).filter(|order| order.is_ne()))
        .unwrap_or_else(|| a.len().cmp(&b.len()));
    by_key.then_with(|| {
        if a == b {
            return Ordering::Equal;
        }
        let (mut a, mut b): (Vec<_>, Vec<_>) = (a.iter().collect(), b.iter().collect());
        a.sort_by(|a, b| total_cmp(a, b));
        b.sort_by(|a, b| total_cmp(a, b));
        let mut orders = a.into_iter().zip(b).map(|(a, b)| total_cmp(a, b));
        orders
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    })
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum ElementState {
    Known,
    Unknown,
    Null,
}

impl ElementState {
    fn of(value: &Value) -> ElementState {
        match value.0 {
            Repr::Unknown(_) | Repr::Refined(_) => ElementState::Unknown,
            Repr::Null(_) => ElementState::Null,
            _ => ElementState::Known,
        }
    }
}

/// Whether elements like this one are ordered by their keys.
fn has_key(value: &Value) -> bool {
    matches!(
        value.0,
        Repr::Sequence(..)
            | Repr::Set(..)
            | Repr::Object(..)
            | Repr::Map(..)
            | Repr::Row(..)
            | Repr::MapRow(..)
            | Repr::Capsule(_)
    )
}

/// The order of the keys of two values of one type, each followed by `;`.
pub(super) fn cmp_keys(a: &Value, b: &Value) -> Ordering {
    let (a, b) = (a.unmarked(), b.unmarked());
    match (&a.0, &b.0) {
        (Repr::SmallNumber { int: a, .. }, Repr::SmallNumber { int: b, .. }) if a == b => {
            Ordering::Equal
        }
        (Repr::Short(_) | Repr::Long(_), Repr::Short(_) | Repr::Long(_)) => cmp_quoted(
            a.as_str().unwrap_or_default(),
            b.as_str().unwrap_or_default(),
        ),
        (
            Repr::SmallNumber { .. } | Repr::BigNumber(_),
            Repr::SmallNumber { .. } | Repr::BigNumber(_),
        ) => cmp_numbers(a, b),
        (Repr::Bool(a), Repr::Bool(b)) => a.cmp(b),
        (Repr::Map(..) | Repr::MapRow(..), Repr::Map(..) | Repr::MapRow(..)) => cmp_entries(
            a.entries().unwrap_or_default(),
            b.entries().unwrap_or_default(),
        ),
        (
            Repr::Sequence(..) | Repr::Set(..) | Repr::Object(..) | Repr::Row(..),
            Repr::Sequence(..) | Repr::Set(..) | Repr::Object(..) | Repr::Row(..),
        ) => cmp_parts(a, b),
        (Repr::Capsule(a), Repr::Capsule(b)) => data_hash(a).cmp(&data_hash(b)),
        _ => first_byte(a).cmp(&first_byte(b)).then_with(|| {
            if ElementState::of(a) == ElementState::Known
                && ElementState::of(b) == ElementState::Known
            {
                total_cmp(a, b)
            } else {
                Ordering::Equal
            }
        }),
    }
}

fn cmp_parts(a: &Value, b: &Value) -> Ordering {
    let closing = if a.ty().is_tuple() || a.ty().is_object() {
        b'>'
    } else {
        b']'
    };
    let (a, b) = (a.parts().unwrap_or_default(), b.parts().unwrap_or_default());
    if std::ptr::eq(a, b) {
        return Ordering::Equal;
    }
    let mut orders = a.iter().zip(b).map(|(a, b)| cmp_keys(a, b));
    orders.find(|order| order.is_ne()).unwrap_or_else(|| {
        let next = |parts: &[Value], other: &[Value]| match parts.get(other.len()) {
            Some(part) => first_byte(part),
            None => closing,
        };
        next(a, b).cmp(&next(b, a))
    })
}

fn cmp_entries(a: &[Entry], b: &[Entry]) -> Ordering {
    if std::ptr::eq(a, b) {
        return Ordering::Equal;
    }
    let mut orders = a
        .iter()
        .zip(b)
        .map(|(a, b)| cmp_keys(a.key(), b.key()).then_with(|| cmp_keys(a.value(), b.value())));
    // The closing brace comes after the quote that begins a key.
    orders
        .find(|order| order.is_ne())
        .unwrap_or_else(|| b.len().cmp(&a.len()))
}

fn data_hash(capsule: &CapsuleValue) -> Option<u64> {
    let ty = capsule.ty.as_capsule()?;
    Some(ty.data_hash(&capsule.data))
}

/// The first byte of a key.
fn first_byte(value: &Value) -> u8 {
    let value = value.unmarked();
    match &value.0 {
        Repr::Unknown(_) | Repr::Refined(_) => b'?',
        Repr::Null(_) => b'~',
        Repr::Bool(true) => b'T',
        Repr::Bool(false) => b'F',
        Repr::Short(_) | Repr::Long(_) => b'"',
        Repr::SmallNumber { .. } | Repr::BigNumber(_) => NumberKey::of(value).bytes()[0],
        Repr::Map(..) | Repr::MapRow(..) => b'{',
        Repr::Object(..) => b'<',
        Repr::Sequence(..) | Repr::Set(..) | Repr::Row(..) => {
            if value.ty().is_tuple() || value.ty().is_object() {
                b'<'
            } else {
                b'['
            }
        }
        // The first byte of a guillemet; values of other languages have no keys.
        _ => 0xc2,
    }
}

/// The order of two texts as Go's `%q` writes them. No quoted character is a prefix of another.
#[expect(clippy::string_slice, reason = "the start is moved back to a boundary")]
fn cmp_quoted(a: &str, b: &str) -> Ordering {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    if same == a.len() && same == b.len() {
        return Ordering::Equal;
    }
    let mut start = same;
    while !a.is_char_boundary(start) || !b.is_char_boundary(start) {
        start -= 1;
    }
    let is_plain = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let (a, b) = (a[start..].chars().next(), b[start..].chars().next());
    if is_plain(a) && is_plain(b) {
        return a.cmp(&b);
    }
    let quoted = |c: Option<char>| {
        let text = c.map_or_else(String::new, String::from);
        Quoted(&text).to_string()
    };
    quoted(a).cmp(&quoted(b))
}

fn cmp_numbers(a: &Value, b: &Value) -> Ordering {
    if let (Repr::SmallNumber { int: a, .. }, Repr::SmallNumber { int: b, .. }) = (&a.0, &b.0)
        && let (Some(a), Some(b)) = (LongInteger::of(*a), LongInteger::of(*b))
    {
        return a.cmp_text(&b);
    }
    NumberKey::of(a).bytes().cmp(NumberKey::of(b).bytes())
}

/// An integer of more than ten digits, rounded half to even to ten of them.
struct LongInteger {
    negative: bool,
    /// The ten digits.
    kept: u64,
    /// The power of ten of the first digit: two digits, as a 64-bit integer has at most 19.
    exponent: u32,
}

impl LongInteger {
    /// `None` for integers of up to ten digits, which are written out.
    fn of(int: i64) -> Option<LongInteger> {
        let magnitude = int.unsigned_abs();
        if magnitude < NumberKey::LONG {
            return None;
        }
        let mut exponent = magnitude.ilog10();
        let unit = 10u64.pow(exponent + 1 - NumberKey::DIGITS as u32);
        let (mut kept, rest) = (magnitude / unit, magnitude % unit);
        let above = rest.cmp(&(unit - rest));
        if above.is_gt() || above.is_eq() && kept % 2 == 1 {
            kept += 1;
        }
        if kept == NumberKey::LONG {
            kept /= 10;
            exponent += 1;
        }
        Some(LongInteger {
            negative: int < 0,
            kept,
            exponent,
        })
    }

    /// The order of the texts, such as `1.5e+12`, without writing them.
    fn cmp_text(&self, other: &LongInteger) -> Ordering {
        // The minus sign comes before all digits.
        let signs = other.negative.cmp(&self.negative);
        let digits = self.kept.cmp(&other.kept);
        signs.then_with(|| match digits {
            Ordering::Equal => self.exponent.cmp(&other.exponent),
            _ => {
                let (less, more) = (self.kept.min(other.kept), self.kept.max(other.kept));
                let (mut start, mut unit) = (less, 1);
                while start % 10 == 0 {
                    (start, unit) = (start / 10, unit * 10);
                }
                // The text that ends first continues with `e`, which is greater than the point and
                // all digits.
                if more / unit == start {
                    digits.reverse()
                } else {
                    digits
                }
            }
        })
    }
}

/// The text of a number with ten significant digits, as Go's `Text('g', 10)` writes it, and `;`.
struct NumberKey {
    text: [u8; NumberKey::LEN],
    len: usize,
}

impl NumberKey {
    /// A sign, digits with a point or zeros, an exponent, and the end.
    const LEN: usize = 40;
    const DIGITS: i64 = 10;
    /// The least integer of more than ten digits.
    const LONG: u64 = 10_000_000_000;
    /// The largest exponent and precision, in bits, of a number that is written out exactly.
    const WIDEST: u64 = 1 << 13;

    fn of(value: &Value) -> NumberKey {
        let mut key = NumberKey {
            text: [0; NumberKey::LEN],
            len: 0,
        };
        match value.0 {
            Repr::SmallNumber { int, .. } if int.unsigned_abs() < NumberKey::LONG => {
                if int < 0 {
                    key.push(b"-");
                }
                key.push(digits_of(int.unsigned_abs(), &mut [0; 20]).as_bytes());
            }
            Repr::SmallNumber { int, .. } => {
                if let Some(long) = LongInteger::of(int) {
                    key.push_long(&long);
                }
            }
            _ => key.push_number(&value.as_number().unwrap_or(Number::ZERO)),
        }
        key.push(b";");
        key
    }

    fn bytes(&self) -> &[u8] {
        &self.text[..self.len]
    }

    fn push(&mut self, bytes: &[u8]) {
        let end = (self.len + bytes.len()).min(NumberKey::LEN);
        self.text[self.len..end].copy_from_slice(&bytes[..end - self.len]);
        self.len = end;
    }

    /// The text of an integer of more than ten digits.
    fn push_long(&mut self, long: &LongInteger) {
        let mut buffer = [0; 20];
        let digits = digits_of(long.kept, &mut buffer)
            .trim_end_matches('0')
            .as_bytes();
        if long.negative {
            self.push(b"-");
        }
        self.push(&digits[..1]);
        if digits.len() > 1 {
            self.push(b".");
            self.push(&digits[1..]);
        }
        self.push(b"e+");
        self.push(digits_of(u64::from(long.exponent), &mut [0; 20]).as_bytes());
    }

    fn push_number(&mut self, number: &Number) {
        if number.is_infinite() {
            return self.push(if number.is_negative() {
                b"-Inf"
            } else {
                b"+Inf"
            });
        }
        if number.is_zero() {
            return self.push(b"0");
        }
        if number.is_negative() {
            self.push(b"-");
        }
        let Some(Decimal { digits, point }) = ten_digits(number) else {
            // Computing its digits would take too long; such numbers keep their insertion order.
            return self.push(b"1e+9999");
        };
        let count = digits.len() as i64;
        let exponent = point - 1;
        let most = if NumberKey::DIGITS > count && count >= point {
            count
        } else {
            NumberKey::DIGITS
        };
        if exponent < -4 || exponent >= most {
            self.push(&digits[..1]);
            if count > 1 {
                self.push(b".");
                self.push(&digits[1..]);
            }
            self.push(if exponent < 0 { b"e-" } else { b"e+" });
            let mut buffer = [0; 20];
            let exponent = digits_of(exponent.unsigned_abs(), &mut buffer);
            if exponent.len() < 2 {
                self.push(b"0");
            }
            return self.push(exponent.as_bytes());
        }
        let whole = point.max(0) as usize;
        if whole == 0 {
            self.push(b"0");
        }
        self.push(&digits[..whole.min(digits.len())]);
        (digits.len()..whole).for_each(|_| self.push(b"0"));
        if digits.len() > whole {
            self.push(b".");
            (point..0).for_each(|_| self.push(b"0"));
            self.push(&digits[whole..]);
        }
    }
}

/// The first ten digits of a finite number that is not zero, rounded half to even.
fn ten_digits(number: &Number) -> Option<Decimal> {
    if let Some(digits) = digits_by_double(number) {
        return Some(digits);
    }
    let number = if u64::from(number.precision()) > NumberKey::WIDEST {
        &number.with_precision(NumberKey::WIDEST as u32)
    } else {
        number
    };
    let wide = match number.magnitude() {
        Operand::Finite(_, exponent) => exponent.unsigned_abs() > 2 * NumberKey::WIDEST,
        _ => false,
    };
    if wide {
        return None;
    }
    let digits = number.exact_decimal().ok()?;
    Some(digits.rounded(NumberKey::DIGITS))
}

/// The digits of the nearest double, or `None` if the number is so close to the middle between two
/// texts that the double may be rounded to the other one.
fn digits_by_double(number: &Number) -> Option<Decimal> {
    /// The number of digits of a double that are certain.
    const CERTAIN: usize = 15;
    let double = number.to_f64().0.abs();
    if !(1e-300..1e300).contains(&double) {
        return None;
    }
    let text = format!("{double:.*e}", CERTAIN - 1);
    let (mantissa, exponent) = text.split_once('e')?;
    let digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).collect();
    let rest = digits.get(NumberKey::DIGITS as usize..)?;
    if matches!(rest, b"49999" | b"50000" | b"50001") {
        return None;
    }
    let decimal = Decimal::new(digits, exponent.parse::<i64>().ok()? + 1);
    Some(decimal.rounded(NumberKey::DIGITS))
}

#[cfg(test)]
mod tests {
    use super::{LongInteger, NumberKey};
    use crate::number::Number;
    use crate::values::Value;

    #[test]
    fn long_integers_have_the_order_of_their_texts() {
        let mut all = vec![
            i64::MAX,
            i64::MIN,
            99_999_999_999,
            12_345_678_905,
            12_345_678_915,
        ];
        for power in 10..=17 {
            let unit = 10i64.pow(power);
            for times in [1, 2, 5, 9] {
                all.extend([
                    times * unit,
                    times * unit + unit / 2,
                    times * unit + unit / 20 + 1,
                ]);
            }
        }
        all.extend(all.clone().iter().map(|int| int.wrapping_neg()));
        let key = |int: i64| NumberKey::of(&Value::from_i64(int));
        for a in &all {
            for b in &all {
                let order = LongInteger::of(*a)
                    .unwrap()
                    .cmp_text(&LongInteger::of(*b).unwrap());
                assert_eq!(order, key(*a).bytes().cmp(key(*b).bytes()), "{a} {b}");
            }
        }
    }

    #[test]
    fn numbers_have_the_ten_digit_text_of_go() {
        let keys = [
            ("0", "0"),
            ("-1", "-1"),
            ("100", "100"),
            ("9999999999", "9999999999"),
            ("10000000000", "1e+10"),
            ("99999999995", "1e+11"),
            ("-12345678905", "-1.23456789e+10"),
            ("12345678915", "1.234567892e+10"),
            ("123456789012", "1.23456789e+11"),
            ("0.5", "0.5"),
            ("0.0001", "0.0001"),
            ("0.00001", "1e-05"),
            ("-0.00012345678915", "-0.0001234567891"),
            ("1234567.25", "1234567.25"),
            ("12345678905e-3", "12345678.91"),
            ("12345678904.5", "1.23456789e+10"),
            ("1.234567891e15", "1.234567891e+15"),
            ("1e-300", "1e-300"),
            ("1e400", "1e+400"),
        ];
        for (text, expected) in keys {
            let number = Number::parse(text).unwrap();
            let key = NumberKey::of(&Value::from_number(number));
            assert_eq!(key.bytes(), format!("{expected};").as_bytes(), "{text}");
        }
        let infinity = Value::from_number(Number::negative_infinity());
        assert_eq!(NumberKey::of(&infinity).bytes(), b"-Inf;");
    }
}
