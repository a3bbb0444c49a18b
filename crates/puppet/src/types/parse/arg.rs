//! Arguments: what stands between the brackets of a type, and what a whole text denotes.
//!
//! Types are made from the inside out, by a [`Types`]; everything else is kept as it is written
//! until someone says what it should be.

use crate::syntax::fault::Fault;
use polycty_core::number::Integer;
use polycty_core::types::Type;
use std::borrow::Cow;

/// A type, or a literal that has not been asked yet what it stands for.
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
    /// The types that a name says for several titles.
    Types(Box<[Type]>),
    List(Box<[Arg<'s>]>),
    Hash(Box<[(Arg<'s>, Arg<'s>)]>),
    /// A type that is called with arguments.
    Call(Box<(Type, Box<[Arg<'s>]>)>),
    /// A value and the name of the method that is called on it.
    Method(Box<(Arg<'s>, &'s str, Box<[Arg<'s>]>)>),
    /// An expression that is neither a type nor a literal.
    Other,
}

/// One type expression in its text: its name, and where it starts and ends.
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
    pub(crate) fn invalid(self) -> Fault {
        invalid(self.text, self.start, self.end)
    }
}

/// The text does not say a type.
#[cold]
pub(crate) fn invalid(text: &str, start: usize, end: usize) -> Fault {
    let expression = text.get(start..end).unwrap_or_default();
    Fault::argument(
        start,
        format!("The expression <{expression}> is not a valid type specification."),
    )
}

/// What the caller wants to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// A type: nothing is called.
    Type,
    /// One type or several: nothing is called.
    Types,
    /// A value: types may be called with arguments.
    Value,
}

/// Who makes what the names of types and the literals of expressions say.
pub(crate) trait Types {
    /// The type that a name says without parameters.
    fn bare(&self, name: &str, at: usize) -> Result<Type, Fault>;

    /// What a name says with these parameters, of which there is at least one.
    fn parametrised<'s>(
        &self,
        expression: Expression<'s>,
        goal: Goal,
        params: &mut [Arg<'s>],
    ) -> Result<What<'s>, Fault>;

    /// The source of a regular expression that stands at a byte; `options` is where a
    /// name stands right behind it.
    fn regexp<'s>(
        &self,
        source: Cow<'s, str>,
        at: usize,
        options: Option<usize>,
    ) -> Result<Cow<'s, str>, Fault>;

    /// The levels of the evaluation that lie around.
    fn levels(&self) -> u32;

    /// What else than the grammar's own words is said of a text that it refuses at a byte.
    fn refused(&self, text: &str, at: usize) -> Option<Fault>;
}
