//! Which variables and functions may an expression use?
//!
//! Scopes nest: what an inner one does not have is looked up further out. A scope
//! without variables differs from one that has none of them: where no scope at all
//! has variables, an expression may not use any, and is told so.

use crate::calls::Function;
use crate::source::{Code, Error, Result};
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::collections::HashMap;
use std::sync::Arc;

/// The deepest nesting of scopes.
pub const MAX_SCOPES: u32 = 256;

/// Variables and functions, and the scope around.
///
/// Cheap to clone: a clone shares everything until one of the two changes.
///
/// ```
/// use polycty_core::source::Position;
/// use polycty_hcl::{Scope, evaluate, syntax};
/// use polycty_core::values::Value;
/// let mut scope = Scope::new();
/// scope.set_variable("name", Value::string("world"));
/// let text = b"\"hello ${name}\"";
/// let parsed = syntax::parse_expression(text, "example.hcl", Position::START);
/// let answer = evaluate(&parsed.expression(), Some(&scope));
/// assert_eq!(answer.value.as_str(), Some("hello world"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scope(Arc<Frame>);

#[derive(Clone, Debug, Default)]
struct Frame {
    variables: Option<HashMap<Str, Value>>,
    functions: Option<HashMap<Str, Function>>,
    parent: Option<Scope>,
    depth: u32,
    max_steps: Option<u64>,
}

impl Scope {
    /// A scope that allows neither variables nor functions until it has some.
    #[must_use]
    pub fn new() -> Scope {
        Scope::default()
    }

    /// A scope within this one.
    ///
    /// # Errors
    /// [`Code::Limit`] beyond [`MAX_SCOPES`].
    pub fn child(&self) -> Result<Scope> {
        if self.0.depth >= MAX_SCOPES {
            return Err(Error::new(Code::Limit, "too many scopes within each other"));
        }
        Ok(Scope(Arc::new(Frame {
            depth: self.0.depth + 1,
            parent: Some(self.clone()),
            ..Frame::default()
        })))
    }

    /// The variables and functions of this scope alone, within another scope.
    #[must_use]
    pub(in super::super) fn around(&self, outer: &Scope) -> Scope {
        Scope(Arc::new(Frame {
            variables: self.0.variables.clone(),
            functions: self.0.functions.clone(),
            parent: Some(outer.clone()),
            depth: outer.0.depth + 1,
            max_steps: self.0.max_steps,
        }))
    }

    /// The scope around.
    #[must_use]
    pub fn parent(&self) -> Option<&Scope> {
        self.0.parent.as_ref()
    }

    /// Allows variables, even if there are none.
    pub fn allow_variables(&mut self) {
        Arc::make_mut(&mut self.0).variables.get_or_insert_default();
    }

    /// Allows functions, even if there are none.
    pub fn allow_functions(&mut self) {
        Arc::make_mut(&mut self.0).functions.get_or_insert_default();
    }

    /// Defines a variable, in place of an earlier one of that name.
    pub fn set_variable(&mut self, name: impl Into<Str>, value: Value) {
        let frame = Arc::make_mut(&mut self.0);
        let variables = frame.variables.get_or_insert_default();
        variables.insert(name.into(), value);
    }

    /// Defines a function, in place of an earlier one of that name. A name may have
    /// parts with `::` between them.
    pub fn set_function(&mut self, name: impl Into<Str>, function: Function) {
        let frame = Arc::make_mut(&mut self.0);
        let functions = frame.functions.get_or_insert_default();
        functions.insert(name.into(), function);
    }

    /// How many steps one evaluation in this scope may take, in place of
    /// [`MAX_STEPS`](super::MAX_STEPS).
    pub fn limit_steps(&mut self, steps: u64) {
        Arc::make_mut(&mut self.0).max_steps = Some(steps);
    }

    /// How many steps one evaluation in this scope may take, as this scope or the
    /// nearest one around says it.
    #[must_use]
    pub fn step_limit(&self) -> u64 {
        self.frames()
            .find_map(|frame| frame.max_steps)
            .unwrap_or(super::MAX_STEPS)
    }

    /// The variable of a name, here or further out.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&Value> {
        self.frames()
            .find_map(|frame| frame.variables.as_ref()?.get(name))
    }

    /// The function of a name, here or further out.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.frames()
            .find_map(|frame| frame.functions.as_ref()?.get(name))
    }

    /// Whether variables may be used at all.
    #[must_use]
    pub fn has_variables(&self) -> bool {
        self.frames().any(|frame| frame.variables.is_some())
    }

    /// Whether functions may be used at all.
    #[must_use]
    pub fn has_functions(&self) -> bool {
        self.frames().any(|frame| frame.functions.is_some())
    }

    /// The names of the variables of this scope itself, in no order.
    pub fn own_variable_names(&self) -> impl Iterator<Item = &str> {
        let variables = self.0.variables.as_ref();
        variables
            .into_iter()
            .flat_map(|variables| variables.keys().map(|name| &**name))
    }

    /// The names of all functions, from the inside out, in no order within a scope.
    pub fn function_names(&self) -> impl Iterator<Item = &str> {
        self.frames()
            .filter_map(|frame| frame.functions.as_ref())
            .flat_map(|functions| functions.keys().map(|name| &**name))
    }

    fn frames(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(Some(&*self.0), |frame| {
            frame.parent.as_ref().map(|parent| &*parent.0)
        })
    }
}
