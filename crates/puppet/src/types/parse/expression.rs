//! Parameters of a type: a type, a size, a bound, or an error.

use crate::syntax::text_error::TextError;
use crate::types::normal_form;
use crate::types::parse::arg::{Arg, Expression, What};
use polycty_core::number::Integer;
use polycty_core::types::{IntegerRange, Kind, SizeRange, Type, TypeError};

impl<'s> Expression<'s> {
    /// Rejects other numbers of parameters.
    pub(crate) fn arity(
        self,
        name: &str,
        least: usize,
        most: usize,
        wanted: &str,
        count: usize,
    ) -> Result<(), TextError> {
        if (least..=most).contains(&count) {
            Ok(())
        } else {
            Err(wrong_count(self.start, name, wanted, count))
        }
    }

    pub(crate) fn made<T>(self, made: Result<T, TypeError>) -> Result<T, TextError> {
        made.map_err(|error| TextError::of_type(self.start, error))
    }

    /// Returns the type in a parameter; anything else is an error.
    #[inline]
    pub(crate) fn take_type(self, param: &mut Arg<'s>) -> Result<Type, TextError> {
        match std::mem::replace(&mut param.what, What::Undef) {
            What::Type(ty) => Ok(ty),
            _ => Err(self.invalid()),
        }
    }

    /// Returns the type in a parameter, or the literal type of a string.
    pub(crate) fn type_or_text(self, param: &mut Arg<'s>) -> Result<Type, TextError> {
        match std::mem::replace(&mut param.what, What::Undef) {
            What::Type(ty) => Ok(ty),
            What::Text(text) => self.made(normal_form::literal_string(&text)),
            _ => Err(self.invalid()),
        }
    }

    /// Returns a size from one integer type, or from one or two bounds.
    pub(crate) fn size(self, params: &[Arg<'s>]) -> Result<SizeRange, TextError> {
        let (from, to) = match params {
            [
                Arg {
                    what: What::Type(ty),
                    ..
                },
            ] => match ty.kind() {
                Kind::Integer(IntegerRange { min, max }) => (min.clone(), max.clone()),
                _ => return Err(self.invalid()),
            },
            [from] => (self.bound(from)?, None),
            [from, to] => (self.bound(from)?, self.bound(to)?),
            _ => return Err(self.invalid()),
        };
        if let (Some(from), Some(to)) = (&from, &to)
            && from > to
        {
            return Err(reversed(self.start, from, to));
        }
        let cut = |bound: &Integer| match bound.signum() {
            -1 | 0 => Some(0),
            _ => bound.to_u64(),
        };
        // A lower bound beyond 64 bits is clamped: no collection has that size.
        Ok(SizeRange {
            min: from.as_ref().map_or(Some(0), cut).unwrap_or(u64::MAX),
            max: to.as_ref().and_then(cut),
        })
    }

    /// Returns an integer, or `None` for `default`.
    #[inline]
    pub(crate) fn bound(self, param: &Arg<'s>) -> Result<Option<Integer>, TextError> {
        match &param.what {
            What::Integer(value) => Ok(Some(Integer::from(*value))),
            What::BigInteger(value) => Ok(Some((**value).clone())),
            What::Default => Ok(None),
            _ => Err(self.invalid()),
        }
    }
}

/// Whether a parameter can be the bound of a size.
pub(crate) fn is_bound(param: &Arg<'_>) -> bool {
    matches!(
        param.what,
        What::Integer(_) | What::BigInteger(_) | What::Default
    )
}

/// Splits the bounds of a size from the end of the parameters.
pub(crate) fn trailing_size<'a, 's>(
    params: &'a mut [Arg<'s>],
) -> (&'a mut [Arg<'s>], &'a mut [Arg<'s>]) {
    let bounds = params
        .iter()
        .rev()
        .take(2)
        .take_while(|param| is_bound(param))
        .count();
    params.split_at_mut(params.len() - bounds)
}

#[cold]
pub(crate) fn wrong_count(at: usize, name: &str, wanted: &str, count: usize) -> TextError {
    TextError::argument(
        at,
        format!(
            "Invalid number of type parameters specified: {name} requires {wanted}, {count} provided"
        ),
    )
}

#[cold]
pub(crate) fn not_parametrised(at: usize, name: &str) -> TextError {
    TextError::argument(at, format!("Not a parameterized type <{name}>"))
}

#[cold]
pub(crate) fn reversed(
    at: usize,
    from: &dyn std::fmt::Display,
    to: &dyn std::fmt::Display,
) -> TextError {
    // Puppet's message lacks the parenthesis, too.
    TextError::argument(
        at,
        format!("'from' must be less or equal to 'to'. Got ({from}, {to}"),
    )
}
