//! Refinement of unknown values.
//!
//! A [`RefinementBuilder`] collects constraints and checks each one against the known value, the
//! previous constraints and the type. If only one value remains, the result is this value: null;
//! the number between equal inclusive bounds; the empty collection; the list of that number of
//! unknown elements, or the set of one. The unknown value of the type `any` accepts all constraints
//! and stays unchanged, since they cannot be checked.

use super::prefix::safe_prefix;
use super::range::{Nullness, length_interval, number_interval};
use super::{Bound, Detail, MarkSet, Refinement, Value, nfc};
use crate::number::Number;
use crate::source::{Code, Error, Result};
use crate::types::Type;
use std::cmp::Ordering;

/// The maximum length of a list of unknown elements that replaces an unknown list of known length.
/// Longer lists stay one unknown value with a length, so that a few bytes of input cannot allocate
/// unbounded memory.
pub const COLLAPSE_LIMIT: u64 = 1 << 16;

/// Whether a bound includes its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundKind {
    /// The value is included.
    Inclusive,
    /// The value is excluded.
    Exclusive,
}

/// Collects refinements for one value; see [`Value::refine`].
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until it is built"]
pub struct RefinementBuilder {
    value: Value,
    marks: MarkSet,
    null: Nullness,
    constraint: Constraint,
    failure: Option<Error>,
}

/// The constraints so far, by the kind of the type.
#[derive(Clone, Debug)]
enum Constraint {
    /// An unknown of the type `any` has no constraints.
    Ignored,
    /// Only nullness.
    Nullness,
    Prefix(String),
    Number {
        min: Option<Bound>,
        max: Option<Bound>,
    },
    Length {
        min: u64,
        max: Option<u64>,
    },
}

impl Value {
    /// Starts a refinement of this value. Its marks are kept.
    ///
    /// ```
    /// # use polycty_core::{types::Type, values::Value};
    /// let name = Value::unknown(Type::string().clone())
    ///     .refine()
    ///     .not_null()
    ///     .prefix("https://")
    ///     .build()
    ///     .unwrap();
    /// assert_eq!(name.range().unwrap().string_prefix(), Some("https://"));
    /// ```
    pub fn refine(&self) -> RefinementBuilder {
        let (value, marks) = self.unmark();
        let ty = value.ty();
        let refinement = value.refinement();
        let mut null = match refinement {
            Some(refinement) if refinement.not_null => Nullness::Never,
            _ => Nullness::Maybe,
        };
        let constraint = match refinement.map(|refinement| &refinement.detail) {
            Some(_) if ty.is_any() => Constraint::Ignored,
            Some(Detail::Prefix(prefix)) => Constraint::Prefix(prefix.to_string()),
            Some(Detail::Number { min, max }) => Constraint::Number {
                min: min.clone(),
                max: max.clone(),
            },
            Some(Detail::Length { min, max }) => Constraint::Length {
                min: *min,
                max: *max,
            },
            _ if ty.is_string() => Constraint::Prefix(String::new()),
            _ if ty.is_number() => Constraint::Number {
                min: None,
                max: None,
            },
            _ if ty.is_collection() => Constraint::Length { min: 0, max: None },
            _ => {
                if ty.is_any() {
                    null = Nullness::Always;
                }
                Constraint::Nullness
            }
        };
        RefinementBuilder {
            value,
            marks,
            null,
            constraint,
            failure: None,
        }
    }

    /// Refines the value as not null.
    ///
    /// # Errors
    /// [`Code::Null`] for a null.
    pub fn refine_not_null(&self) -> Result<Value> {
        if self.is_known() && !self.is_null() {
            return Ok(self.clone());
        }
        self.refine().not_null().build()
    }
}

impl RefinementBuilder {
    /// Constrains the value to be not null.
    pub fn not_null(self) -> RefinementBuilder {
        self.step(|builder| {
            if builder.value.is_null() || builder.null == Nullness::Always {
                return Err(Error::new(Code::Null, "refining null value as non-null"));
            }
            builder.null = Nullness::Never;
            Ok(())
        })
    }

    /// Constrains the value to be null.
    pub fn null(self) -> RefinementBuilder {
        self.step(|builder| {
            let known = builder.value.is_known() && !builder.value.is_null();
            if known || builder.null == Nullness::Never {
                return Err(conflict("refining non-null value as null"));
            }
            builder.null = Nullness::Always;
            Ok(())
        })
    }

    /// Sets a lower bound of the number. An unknown bound has no effect.
    pub fn at_least(self, bound: &Value, kind: BoundKind) -> RefinementBuilder {
        self.number_bound(bound, kind, End::Min)
    }

    /// Sets an upper bound of the number. An unknown bound has no effect.
    pub fn at_most(self, bound: &Value, kind: BoundKind) -> RefinementBuilder {
        self.number_bound(bound, kind, End::Max)
    }

    /// Sets the minimum length of a list, set or map.
    pub fn length_at_least(self, length: u64) -> RefinementBuilder {
        self.length_bound(length, End::Min)
    }

    /// Sets the maximum length of a list, set or map.
    pub fn length_at_most(self, length: u64) -> RefinementBuilder {
        self.length_bound(length, End::Max)
    }

    /// Sets a prefix of the string, whatever follows: characters at the end that following text
    /// could change are removed.
    pub fn prefix(self, prefix: &str) -> RefinementBuilder {
        self.prefix_full(safe_prefix(&nfc(prefix)))
    }

    /// Sets exactly this prefix of the string. The following text must not combine with its last
    /// character.
    pub fn prefix_full(self, prefix: &str) -> RefinementBuilder {
        self.step(|builder| {
            let Constraint::Prefix(have) = &mut builder.constraint else {
                return Err(not_for(&builder.value, "string prefix"));
            };
            let prefix = nfc(prefix);
            let overlaps = |text: &[u8]| {
                let length = text.len().min(prefix.len());
                text[..length] == prefix.as_bytes()[..length]
            };
            if builder
                .value
                .as_str_bytes()
                .is_some_and(|text| !overlaps(text))
            {
                return Err(conflict("refined prefix is inconsistent with known value"));
            }
            if !overlaps(have.as_bytes()) {
                return Err(conflict(
                    "refined prefix is inconsistent with previous refined prefix",
                ));
            }
            if prefix.len() > have.len() {
                *have = prefix.into_owned();
            }
            Ok(())
        })
    }

    /// Records an error as a failed step would, unless there is one already. For hosts whose
    /// callback reports an error instead of steps.
    pub fn fail(mut self, failure: Error) -> RefinementBuilder {
        self.failure.get_or_insert(failure);
        self
    }

    /// The error of the first step that failed.
    #[must_use]
    pub fn failure(&self) -> Option<&Error> {
        self.failure.as_ref()
    }

    /// Returns the refined value.
    ///
    /// # Errors
    /// The error of the first step that failed: [`Code::InvalidArgument`] for a constraint that
    /// contradicts the value or a previous constraint, [`Code::Type`] for a constraint that does
    /// not apply to the type, [`Code::Null`] for a null that is constrained to be not null.
    pub fn build(self) -> Result<Value> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let value = if self.value.is_known() || matches!(self.constraint, Constraint::Ignored) {
            self.value
        } else {
            match self.null {
                Nullness::Always => Value::null(self.value.ty().clone()),
                null => collapse(self.value.ty(), null == Nullness::Never, self.constraint)?,
            }
        };
        Ok(value.with_marks(&self.marks))
    }

    fn step(
        mut self,
        apply: impl FnOnce(&mut RefinementBuilder) -> Result<()>,
    ) -> RefinementBuilder {
        if self.failure.is_none() && !matches!(self.constraint, Constraint::Ignored) {
            self.failure = apply(&mut self).err();
        }
        self
    }

    fn number_bound(self, bound: &Value, kind: BoundKind, end: End) -> RefinementBuilder {
        self.step(|builder| {
            let Constraint::Number { min, max } = &mut builder.constraint else {
                return Err(not_for(&builder.value, "numeric bounds"));
            };
            if !bound.is_known() {
                return Ok(());
            }
            if bound.is_null() {
                return Err(Error::new(
                    Code::Null,
                    format!("number range {} bound must not be null", end.name()),
                ));
            }
            if bound.is_marked() {
                return Err(Error::new(
                    Code::Marked,
                    "value is marked, so must be unmarked first",
                ));
            }
            let Some(number) = bound.as_number() else {
                return Err(Error::new(Code::Type, "a number is required")
                    .with_expected(Type::number())
                    .with_found(bound.ty()));
            };
            let Some((low, high)) = number_interval(&builder.value) else {
                return Err(not_for(&builder.value, "numeric bounds"));
            };
            if builder.value.is_null() {
                return Err(Error::new(Code::Null, "refining the range of a null"));
            }
            // The order of the bound and the far end of the known range: beyond it the range would
            // be empty.
            let far = end.inward(number.cmp(end.opposite(&low, &high)));
            let empty = far == Ordering::Greater
                || (far == Ordering::Equal
                    && kind == BoundKind::Exclusive
                    && builder.value.is_known());
            if empty {
                return Err(conflict("the bound is outside of the value's range"));
            }
            let have = match end {
                End::Min => &mut *min,
                End::Max => &mut *max,
            };
            if let Some(have) = have {
                let inward = end.inward(number.cmp(&have.value));
                let tighter = if kind == BoundKind::Inclusive && !have.inclusive {
                    inward == Ordering::Greater
                } else {
                    inward != Ordering::Less
                };
                if !tighter {
                    return Ok(());
                }
            }
            // An infinite bound at its own end has no effect.
            if number != end.infinity() {
                *have = Some(Bound {
                    value: number,
                    inclusive: kind == BoundKind::Inclusive,
                });
            }
            match (min, max) {
                (Some(min), Some(max))
                    if min.value > max.value
                        || (min.value == max.value && min.inclusive != max.inclusive) =>
                {
                    Err(conflict("number lower bound is greater than upper bound"))
                }
                _ => Ok(()),
            }
        })
    }

    fn length_bound(self, length: u64, end: End) -> RefinementBuilder {
        self.step(|builder| {
            let Constraint::Length { min, max } = &mut builder.constraint else {
                return Err(not_for(&builder.value, "collection length bounds"));
            };
            if builder.value.is_known() {
                let Some((low, high)) = length_interval(&builder.value) else {
                    return Err(Error::new(Code::Null, "refining the length of a null"));
                };
                let outside = match end {
                    End::Min => high.is_some_and(|high| length > high),
                    End::Max => length < low,
                };
                if outside {
                    return Err(conflict("the bound is outside of the collection's length"));
                }
            }
            match end {
                End::Min => *min = length.max(*min),
                // cty has no larger lengths and ignores this bound.
                End::Max if length >= i64::MAX as u64 => {}
                End::Max => *max = Some(max.map_or(length, |max| length.min(max))),
            }
            if max.is_some_and(|max| max < *min) {
                return Err(conflict(
                    "collection length upper bound is less than lower bound",
                ));
            }
            Ok(())
        })
    }
}

/// The end of a range that a bound belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Min,
    Max,
}

impl End {
    fn name(self) -> &'static str {
        match self {
            End::Min => "lower",
            End::Max => "upper",
        }
    }

    /// An order relative to this end: greater is further inward.
    fn inward(self, order: Ordering) -> Ordering {
        match self {
            End::Min => order,
            End::Max => order.reverse(),
        }
    }

    fn opposite<'a>(self, low: &'a Number, high: &'a Number) -> &'a Number {
        match self {
            End::Min => high,
            End::Max => low,
        }
    }

    fn infinity(self) -> Number {
        match self {
            End::Min => Number::negative_infinity(),
            End::Max => Number::infinity(),
        }
    }
}

/// Returns the only remaining value, or the refined unknown.
fn collapse(ty: &Type, not_null: bool, constraint: Constraint) -> Result<Value> {
    let detail = match constraint {
        Constraint::Ignored | Constraint::Nullness => Detail::Nothing,
        Constraint::Prefix(prefix) if prefix.is_empty() => Detail::Nothing,
        Constraint::Prefix(prefix) => Detail::Prefix(prefix.into()),
        Constraint::Number {
            min: None,
            max: None,
        } => Detail::Nothing,
        Constraint::Number {
            min: Some(min),
            max: Some(max),
        } if not_null && min.inclusive && max.inclusive && min.value == max.value => {
            return Ok(Value::from_number(min.value));
        }
        Constraint::Number { min, max } => Detail::Number { min, max },
        Constraint::Length { min: 0, max: None } => Detail::Nothing,
        Constraint::Length { min, max } => {
            if not_null
                && max == Some(min)
                && let Some(value) = of_length(ty, min)?
            {
                return Ok(value);
            }
            Detail::Length { min, max }
        }
    };
    Ok(Value::refined(ty.clone(), Refinement { not_null, detail }))
}

/// Returns the only collection of a length, if it can be constructed.
fn of_length(ty: &Type, length: u64) -> Result<Option<Value>> {
    let Some(element) = ty.element() else {
        return Ok(None);
    };
    let unknowns = || vec![Value::unknown(element.clone()); length as usize];
    Ok(match length {
        0 if ty.is_map() => Some(Value::map_with_type(ty.clone(), std::iter::empty())?),
        0 if ty.is_set() => Some(Value::set_with_type(ty.clone(), Vec::new())?),
        1 if ty.is_set() => Some(Value::set_with_type(ty.clone(), unknowns())?),
        0..=COLLAPSE_LIMIT if ty.is_list() => Some(Value::sequence(ty.clone(), unknowns())?),
        _ => None,
    })
}

#[cold]
fn not_for(value: &Value, what: &str) -> Error {
    Error::new(
        Code::Type,
        format!("cannot refine {what} for a value of this type"),
    )
    .with_found(value.ty())
}

#[cold]
fn conflict(message: &str) -> Error {
    Error::new(Code::InvalidArgument, message)
}
