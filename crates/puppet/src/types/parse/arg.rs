//! Arguments: the parameters of a type, and the value of a whole text.
//!
//! Types are built from the inside out by a [`Types`]. Everything else keeps its written form until
//! its meaning is determined.

use crate::syntax::text_error::TextError;
use polycty_core::number::Integer;
use polycty_core::types::Type;
use std::borrow::Cow;

/// A type, or a literal whose meaning is not determined yet.
#[derive(Clone, Debug)]
pub(crate) struct Arg<'s> {
    pub what: What<'s>,
    pub start: usize,
    pub end: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum What<'s> {
    Undef,
    Default,
    Bool(bool),
    Integer(i64),
    BigInteger(Box<Integer>),
    Float(f64),
    /// A string or a bare word.
    Text(Cow<'s, str>),
    Regexp(Cow<'s, str>),
    Type(Type),
    /// The types of a name with several titles.
    Types(Box<[Type]>),
    List(Box<[Arg<'s>]>),
    Hash(Box<[(Arg<'s>, Arg<'s>)]>),
    /// A call of a type with arguments.
    Call(Box<(Type, Box<[Arg<'s>]>)>),
    /// A method call: the receiver, the name and the arguments.
    Method(Box<(Arg<'s>, &'s str, Box<[Arg<'s>]>)>),
    /// An expression that is neither a type nor a literal.
    Other,
}

/// A type expression: its name, start and end in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expression<'s> {
    pub text: &'s str,
    pub name: &'s str,
    pub start: usize,
    pub end: usize,
}

impl Arg<'_> {
    /// The text of a string or a bare word.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.what {
            What::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl Expression<'_> {
    #[cold]
    pub(crate) fn invalid(self) -> TextError {
        invalid(self.text, self.start, self.end)
    }
}

/// The error for a text that is not a type.
#[cold]
pub(crate) fn invalid(text: &str, start: usize, end: usize) -> TextError {
    let expression = text.get(start..end).unwrap_or_default();
    TextError::argument(
        start,
        format!("The expression <{expression}> is not a valid type specification."),
    )
}

/// The kind of result that the caller expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// One type, without calls.
    Type,
    /// One type or several, without calls.
    Types,
    /// A value: types may be called with arguments.
    Value,
}

/// Builds types from names, and values from literals.
pub(crate) trait Types {
    /// Returns the type of a name without parameters.
    fn bare(&self, name: &str, at: usize) -> Result<Type, TextError>;

    /// Returns the result of a name with at least one parameter.
    fn parametrised<'s>(
        &self,
        expression: Expression<'s>,
        goal: Goal,
        params: &mut [Arg<'s>],
    ) -> Result<What<'s>, TextError>;

    /// Checks the source of a regular expression at a byte. `options` is the position of a name
    /// directly after it, if present.
    fn regexp<'s>(
        &self,
        source: Cow<'s, str>,
        at: usize,
        options: Option<usize>,
    ) -> Result<Cow<'s, str>, TextError>;

    /// The levels of the enclosing evaluation.
    fn levels(&self) -> u32;

    /// Returns an error that replaces the grammar's error at a byte.
    fn refused(&self, text: &str, at: usize) -> Option<TextError>;
}
