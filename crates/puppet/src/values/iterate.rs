//! Iteration of types.
//!
//! The elements of a range of integers are its integers in ascending order (for an early descending
//! range in descending order), those of an enumeration its strings in order, and those of an alias
//! the elements of its definition. No other type can be iterated, nor can a range without bounds.
//! Values are created one by one, so that a long range costs nothing in advance.

use crate::types::format::short_name;
use crate::types::nominal::{self, Name};
use crate::values::row::Row;
use crate::values::special::{Pace, Special};
use polycty_core::number::Integer;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{
    IntegerRange, Kind, MAX_DEPTH, NominalParam, Str, StringConstraint, Type,
};
use polycty_core::values::Value;
use std::iter::FusedIterator;
use std::ops::Range;

/// Returns an iterator over the values of a type.
///
/// # Errors
/// [`Code::Unsupported`] for a type that cannot be iterated, and for a range of integers without a
/// lower or an upper bound.
pub fn iterate(ty: &Type) -> Result<TypeValues> {
    let mut resolved = ty.clone();
    let mut descends = false;
    // Aliases may be nested, but not cyclic.
    for _ in 0..MAX_DEPTH {
        match resolved.kind() {
            Kind::Reference(reference) => resolved = reference.unfold()?,
            Kind::Integer(IntegerRange {
                min: Some(min),
                max: Some(max),
            }) => {
                let values = match (min.to_i64(), max.to_i64()) {
                    (Some(min), Some(max)) => Values::Small(min..=max),
                    _ => Values::Large(Some((min.clone(), max.clone()))),
                };
                return Ok(TypeValues { values, descends });
            }
            Kind::String(StringConstraint::Enumeration { values, .. }) => {
                let values = Values::Strings(Vec::from(values.clone()).into_iter());
                return Ok(TypeValues { values, descends });
            }
            _ => match nominal::view(&resolved) {
                Some((Name::Descending, [NominalParam::Type(range), ..])) => {
                    descends = true;
                    resolved = range.clone();
                }
                _ => break,
            },
        }
    }
    let message = format!("expects an Iterable value, got Type[{}]", short_name(ty));
    Err(Error::new(Code::Unsupported, message).with_found(ty))
}

/// Returns the elements of a value as a row of integers, if they are one.
///
/// # Errors
/// As [`iterate`].
pub(crate) fn row_of(value: &Value) -> Result<Option<Row>> {
    if let Some(Special::Iterator(sequence)) = Special::of(value) {
        return Ok(sequence.row);
    }
    if let Some(ty) = value.as_type() {
        return Ok(iterate(ty)?.row());
    }
    Ok(value
        .as_small_whole()
        .and_then(|count| Row::between(0, count - 1)))
}

/// Returns the number of elements, for a value whose elements are counted during the iteration.
///
/// # Errors
/// As [`iterate`].
pub(crate) fn counted(value: &Value) -> Result<Option<u64>> {
    if let Some(Special::Iterator(sequence)) = Special::of(value)
        && sequence.row.is_none()
        && sequence.pace == Pace::Counted
    {
        return Ok(Some(sequence.items.len() as u64));
    }
    Ok(row_of(value)?.map(Row::count))
}

/// An iterator over the values of a type.
#[derive(Clone, Debug)]
pub struct TypeValues {
    values: Values,
    /// Whether the iteration starts at the last value of the source.
    descends: bool,
}

impl TypeValues {
    /// Returns the values as ascending small integers, if they are such.
    pub(crate) fn ascending(&self) -> Option<Range<i64>> {
        match &self.values {
            Values::Small(range) if !self.descends => {
                Some(*range.start()..range.end().checked_add(1)?)
            }
            _ => None,
        }
    }

    /// Returns the values as a row of integers, if they are one.
    #[must_use]
    pub fn row(&self) -> Option<Row> {
        let Values::Small(range) = &self.values else {
            return None;
        };
        let row = Row::between(*range.start(), *range.end())?;
        Some(if self.descends { row.reversed() } else { row })
    }
}

#[derive(Clone, Debug)]
enum Values {
    Small(std::ops::RangeInclusive<i64>),
    /// The next and the last integer.
    Large(Option<(Integer, Integer)>),
    Strings(std::vec::IntoIter<Str>),
}

impl Values {
    fn first(&mut self) -> Option<Value> {
        match self {
            Values::Small(range) => range.next().map(|at| Value::from_integer(at.into())),
            Values::Strings(values) => values.next().map(|text| Value::string(&text)),
            Values::Large(rest) => {
                let (next, last) = rest.take()?;
                if next < last
                    && let Ok(after) = next.add(&Integer::from(1i64))
                {
                    *rest = Some((after, last));
                }
                Some(Value::from_integer(next))
            }
        }
    }

    fn last(&mut self) -> Option<Value> {
        match self {
            Values::Small(range) => range.next_back().map(|at| Value::from_integer(at.into())),
            Values::Strings(values) => values.next_back().map(|text| Value::string(&text)),
            Values::Large(rest) => {
                let (next, last) = rest.take()?;
                if next < last
                    && let Ok(before) = last.sub(&Integer::from(1i64))
                {
                    *rest = Some((next, before));
                }
                Some(Value::from_integer(last))
            }
        }
    }
}

impl Iterator for TypeValues {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        if self.descends {
            self.values.last()
        } else {
            self.values.first()
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.values {
            Values::Small(range) => range.size_hint(),
            Values::Strings(values) => values.size_hint(),
            Values::Large(rest) => (usize::from(rest.is_some()), None),
        }
    }
}

impl DoubleEndedIterator for TypeValues {
    /// Iterates from the end, for `reverse_each`.
    fn next_back(&mut self) -> Option<Value> {
        if self.descends {
            self.values.first()
        } else {
            self.values.last()
        }
    }
}

impl FusedIterator for TypeValues {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::Mode;
    use crate::types::alias::Aliases;
    use crate::types::parse::parse_type;
    use crate::values::format::format_value;

    fn texts(ty: &str, aliases: &[(&str, &str)]) -> std::result::Result<Vec<String>, String> {
        let aliases = Aliases::define(aliases.iter().copied()).unwrap();
        let ty = parse_type(ty, &aliases, Mode::Current).unwrap();
        match iterate(&ty) {
            Ok(values) => Ok(values.map(|value| format_value(&value)).collect()),
            Err(error) => Err(error.message().to_owned()),
        }
    }

    #[test]
    fn ranges_and_enumerations_give_their_values() {
        assert_eq!(texts("Integer[-1, 2]", &[]).unwrap(), ["-1", "0", "1", "2"]);
        assert_eq!(texts("Integer[7, 7]", &[]).unwrap(), ["7"]);
        assert_eq!(texts("Enum['b', 'a']", &[]).unwrap(), ["'a'", "'b'"]);
        assert!(texts("Enum", &[]).unwrap().is_empty());
        let aliases = [("Port", "Small"), ("Small", "Integer[1, 2]")];
        assert_eq!(texts("Port", &aliases).unwrap(), ["1", "2"]);
    }

    #[test]
    fn what_has_no_end_is_refused() {
        for (ty, message) in [
            ("Integer[1]", "expects an Iterable value, got Type[Integer]"),
            (
                "Integer[default, 1]",
                "expects an Iterable value, got Type[Integer]",
            ),
            ("String", "expects an Iterable value, got Type[String]"),
            (
                "Float[1.0, 2.0]",
                "expects an Iterable value, got Type[Float]",
            ),
        ] {
            assert_eq!(texts(ty, &[]).unwrap_err(), message);
        }
    }

    #[test]
    fn long_ranges_are_gone_through_from_both_ends() {
        let huge = "Integer[-9223372036854775808, 9223372036854775807]";
        let ty = parse_type(huge, &Aliases::default(), Mode::Current).unwrap();
        let mut values = iterate(&ty).unwrap();
        assert_eq!(
            format_value(&values.next().unwrap()),
            "-9223372036854775808"
        );
        assert_eq!(
            format_value(&values.next_back().unwrap()),
            "9223372036854775807"
        );
        let min = Integer::parse("9223372036854775806").unwrap();
        let max = Integer::parse("9223372036854775809").unwrap();
        let range = IntegerRange {
            min: Some(min),
            max: Some(max),
        };
        let ty = Type::integer_range(range).unwrap();
        let mut forth: Vec<String> = iterate(&ty).unwrap().map(|v| format_value(&v)).collect();
        let back: Vec<String> = iterate(&ty)
            .unwrap()
            .rev()
            .map(|v| format_value(&v))
            .collect();
        assert_eq!(forth.len(), 4);
        forth.reverse();
        assert_eq!(forth, back);
    }
}
