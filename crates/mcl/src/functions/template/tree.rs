//! Trees of templates, and the text of their parts in messages.

use polycty_core::text::Quoted;
use std::fmt::{self, Write};

/// An action, or the text between actions.
#[derive(Debug)]
pub(super) enum Node<'t> {
    Text(&'t str),
    Action(Pipe<'t>),
    If(Branch<'t>),
    With(Branch<'t>),
    Range(Branch<'t>),
    Call(TemplateCall<'t>),
    Break,
    Continue,
}

/// A block with an alternative.
#[derive(Debug)]
pub(super) struct Branch<'t> {
    pub(super) pipe: Pipe<'t>,
    pub(super) list: Vec<Node<'t>>,
    pub(super) other: Vec<Node<'t>>,
}

/// `{{template "name" pipeline}}`.
#[derive(Debug)]
pub(super) struct TemplateCall<'t> {
    pub(super) at: usize,
    pub(super) name: String,
    pub(super) pipe: Option<Pipe<'t>>,
}

/// A pipeline: each command takes the value of the previous one.
#[derive(Debug, Default)]
pub(super) struct Pipe<'t> {
    pub(super) at: usize,
    /// Whether existing variables are assigned instead of declared.
    pub(super) assigns: bool,
    pub(super) variables: Vec<&'t str>,
    pub(super) commands: Vec<Command<'t>>,
}

/// A term, or a function with its arguments.
#[derive(Debug)]
pub(super) struct Command<'t> {
    pub(super) at: usize,
    pub(super) terms: Vec<Term<'t>>,
}

#[derive(Debug)]
pub(super) struct Term<'t> {
    pub(super) at: usize,
    pub(super) kind: TermKind<'t>,
}

#[derive(Debug)]
pub(super) enum TermKind<'t> {
    Identifier(&'t str),
    /// Names without their dots.
    Field(Vec<&'t str>),
    /// A name with its dollar sign, and fields.
    Variable(&'t str, Vec<&'t str>),
    Dot,
    Nil,
    Bool(bool),
    Number(Number<'t>),
    /// The source text and its value.
    Text(&'t str, String),
    Pipe(Pipe<'t>),
    /// Fields of a term that is not a field itself.
    Chain(Box<Term<'t>>, Vec<&'t str>),
}

/// A number with all its possible values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number<'t> {
    pub(super) text: &'t str,
    pub(super) int: Option<i64>,
    pub(super) float: Option<f64>,
    /// Whether it has a point or an exponent.
    pub(super) is_float: bool,
}

/// A node that messages refer to.
pub(super) trait Located: fmt::Display {
    /// Returns the position in the text.
    fn at(&self) -> usize;
}

macro_rules! located {
    ($($ty:ident)*) => {$(
        impl Located for $ty<'_> {
            fn at(&self) -> usize {
                self.at
            }
        }
    )*};
}

located!(TemplateCall Pipe Command Term);

fn write_fields(fields: &[&str], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    fields.iter().try_for_each(|field| write!(f, ".{field}"))
}

impl fmt::Display for Term<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            TermKind::Identifier(name) => f.write_str(name),
            TermKind::Field(fields) => write_fields(fields, f),
            TermKind::Variable(name, fields) => {
                f.write_str(name)?;
                write_fields(fields, f)
            }
            TermKind::Dot => f.write_char('.'),
            TermKind::Nil => f.write_str("nil"),
            TermKind::Bool(flag) => write!(f, "{flag}"),
            TermKind::Number(number) => f.write_str(number.text),
            TermKind::Text(written, _) => f.write_str(written),
            TermKind::Pipe(pipe) => write!(f, "({pipe})"),
            TermKind::Chain(term, fields) => {
                write!(f, "{term}")?;
                write_fields(fields, f)
            }
        }
    }
}

impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, term) in self.terms.iter().enumerate() {
            f.write_str(if at > 0 { " " } else { "" })?;
            write!(f, "{term}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Pipe<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.variables.is_empty() {
            f.write_str(&self.variables.join(", "))?;
            f.write_str(if self.assigns { " = " } else { " := " })?;
        }
        for (at, command) in self.commands.iter().enumerate() {
            f.write_str(if at > 0 { " | " } else { "" })?;
            write!(f, "{command}")?;
        }
        Ok(())
    }
}

impl fmt::Display for TemplateCall<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{{template {}", Quoted(&self.name))?;
        if let Some(pipe) = &self.pipe {
            write!(f, " {pipe}")?;
        }
        f.write_str("}}")
    }
}
