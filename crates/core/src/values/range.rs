//! Ranges of values: the possible results of an unknown value.
//!
//! The range of an unknown value is its refinement. The range of a known value contains only that
//! value, as far as a refinement can express it.

use super::operands::{bare_number, maybe_bool};
use super::{Bound, Detail, Repr, Value};
use crate::number::Number;
use crate::source::{Code, Error, Result};
use crate::types::Type;

/// Whether a value may be null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Nullness {
    /// Unknown.
    #[default]
    Maybe,
    /// The value is not null.
    Never,
    /// The value is null.
    Always,
}

/// The known constraints on a value.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueRange {
    ty: Type,
    null: Nullness,
    detail: Detail,
}

impl ValueRange {
    /// The type of the value, as far as it is known.
    #[must_use]
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// Whether the value may be null.
    #[must_use]
    pub fn null(&self) -> Nullness {
        self.null
    }

    /// The lower bound of a number; exclusive negative infinity if it has no bound. `None` if the
    /// value is not a number.
    #[must_use]
    pub fn number_min(&self) -> Option<Bound> {
        self.number_bounds().map(|(min, _)| min)
    }

    /// The upper bound of a number; exclusive infinity if it has no bound. `None` if the value is
    /// not a number.
    #[must_use]
    pub fn number_max(&self) -> Option<Bound> {
        self.number_bounds().map(|(_, max)| max)
    }

    /// The known prefix of a string; empty if none is known. `None` if the value is not a string.
    #[must_use]
    pub fn string_prefix(&self) -> Option<&str> {
        match &self.detail {
            Detail::Prefix(prefix) => Some(prefix),
            _ => self.ty.is_string().then_some(""),
        }
    }

    /// The minimum length of a collection. `None` if the value is not a collection.
    #[must_use]
    pub fn length_min(&self) -> Option<u64> {
        match &self.detail {
            Detail::Length { min, .. } => Some(*min),
            _ => self.ty.is_collection().then_some(0),
        }
    }

    /// The maximum length of a collection, if it has one.
    #[must_use]
    pub fn length_max(&self) -> Option<u64> {
        match &self.detail {
            Detail::Length { max, .. } => *max,
            _ => None,
        }
    }

    /// Returns whether a value is in this range: a bool with the value's marks, unknown if that is
    /// not determined.
    #[must_use]
    pub fn includes(&self, value: &Value) -> Value {
        maybe_bool(self.includes_bare(value.unmarked())).with_marks(&value.marks())
    }

    /// [`ValueRange::includes`] for a value without its own marks.
    pub(super) fn includes_bare(&self, value: &Value) -> Option<bool> {
        match self.null {
            Nullness::Always => return Some(value.is_null()),
            Nullness::Never if value.is_null() => return Some(false),
            Nullness::Maybe if value.is_null() => return Some(true),
            _ => {}
        }
        if !value.ty().conforms_to(&self.ty) {
            return Some(false);
        }
        let outside = match &self.detail {
            Detail::Nothing => false,
            Detail::Prefix(prefix) => value
                .as_str_bytes()
                .is_some_and(|text| !text.starts_with(prefix.as_bytes())),
            Detail::Length { min, max } => match length_interval(value) {
                Some((low, high)) => {
                    high.is_some_and(|high| high < *min) || max.is_some_and(|max| low > max)
                }
                None => false,
            },
            Detail::Number { .. } => self.excludes_number(value),
        };
        if outside { Some(false) } else { None }
    }

    fn number_bounds(&self) -> Option<(Bound, Bound)> {
        if !self.ty.is_number() {
            return None;
        }
        let (min, max) = match &self.detail {
            Detail::Number { min, max } => (min.clone(), max.clone()),
            _ => (None, None),
        };
        let open = |value| Bound {
            value,
            inclusive: false,
        };
        Some((
            min.unwrap_or_else(|| open(Number::negative_infinity())),
            max.unwrap_or_else(|| open(Number::infinity())),
        ))
    }

    fn excludes_number(&self, value: &Value) -> bool {
        let Some((min, max)) = self.number_bounds() else {
            return false;
        };
        if let Some(number) = bare_number(value) {
            return number < min.value
                || (!min.inclusive && number == min.value)
                || number > max.value
                || (!max.inclusive && number == max.value);
        }
        number_interval(value).is_some_and(|(low, high)| high < min.value || low > max.value)
    }
}

impl Value {
    /// Returns the range of this value.
    ///
    /// # Errors
    /// [`Code::Marked`] for a value with its own marks; remove them first.
    pub fn range(&self) -> Result<ValueRange> {
        let ty = self.ty().clone();
        let (null, detail) = match &self.0 {
            Repr::Marked(_) => {
                return Err(Error::new(
                    Code::Marked,
                    "value is marked, so must be unmarked first",
                ));
            }
            Repr::Null(_) => (Nullness::Always, Detail::Nothing),
            Repr::Unknown(_) => (Nullness::Maybe, Detail::Nothing),
            Repr::Refined(refined) => {
                let null = if refined.refinement.not_null {
                    Nullness::Never
                } else {
                    Nullness::Maybe
                };
                // A refined number always has bounds, at least the exclusive infinities.
                let detail = match &refined.refinement.detail {
                    Detail::Nothing if ty.is_number() => Detail::Number {
                        min: None,
                        max: None,
                    },
                    detail => detail.clone(),
                };
                (null, detail)
            }
            _ => (Nullness::Never, self.known_detail()),
        };
        Ok(ValueRange { ty, null, detail })
    }

    /// Returns whether `value` is in the range of this value.
    ///
    /// # Errors
    /// [`Code::Marked`] for a value with its own marks.
    pub fn range_includes(&self, value: &Value) -> Result<Value> {
        Ok(self.range()?.includes(value))
    }

    fn known_detail(&self) -> Detail {
        if let Some(text) = self.as_str() {
            return Detail::Prefix(text.into());
        }
        if let Some(value) = bare_number(self) {
            let bound = Some(Bound {
                value,
                inclusive: true,
            });
            return Detail::Number {
                min: bound.clone(),
                max: bound,
            };
        }
        if !self.ty().is_collection() {
            return Detail::Nothing;
        }
        match length_interval(self) {
            Some((low, Some(high))) if low == high => Detail::Length {
                min: low,
                max: Some(low),
            },
            _ => Detail::Length { min: 0, max: None },
        }
    }
}

/// Returns the interval of an unmarked number, including infinities; `None` for a value of a
/// different type or of the type `any`.
pub(super) fn number_interval(value: &Value) -> Option<(Number, Number)> {
    if let Some(number) = bare_number(value) {
        return Some((number.clone(), number));
    }
    if !value.ty().is_number() {
        return None;
    }
    let (min, max) = match value.refinement().map(|refinement| &refinement.detail) {
        Some(Detail::Number { min, max }) => (min.as_ref(), max.as_ref()),
        _ => (None, None),
    };
    let end = |bound: Option<&Bound>, open: fn() -> Number| {
        bound.map_or_else(open, |bound| bound.value.clone())
    };
    Some((
        end(min, Number::negative_infinity),
        end(max, Number::infinity),
    ))
}

/// Returns the interval of the length of a collection. Unknown elements of a set may be equal, so
/// the length of a set is certain only without unknown elements or with one element. `None` for a
/// null or a value that is not a collection.
pub(super) fn length_interval(value: &Value) -> Option<(u64, Option<u64>)> {
    if !value.ty().is_collection() {
        return None;
    }
    if let Some(refinement) = value.refinement() {
        return Some(match refinement.detail {
            Detail::Length { min, max } => (min, max),
            _ => (0, None),
        });
    }
    let count = value.part_count()? as u64;
    let certain = !value.ty().is_set() || count == 1 || value.is_wholly_known();
    Some((if certain { count } else { 1 }, Some(count)))
}
