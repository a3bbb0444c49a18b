//! Invocations: the state of one lookup, which the lookups of its interpolations share in part.

use super::Session;
use super::explain::{Explains, Shared};
use super::failure::{Failure, Outcome, lookup_error};
use super::key::Key;
use super::template::{Reference, Root};
use crate::depth::MAX_LEVELS;
use crate::eval::interpreter::too_deep;
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::cell::{Cell, RefCell};
use std::num::NonZeroU64;
use std::rc::Rc;
use std::sync::Arc;

/// The levels of a nested lookup.
pub(super) const LOOKUP_LEVELS: u32 = 24;

/// The names that are being looked up, outermost first. An invocation removes the names that it
/// added before it returns to the one around it, which shares them.
type Names = Rc<RefCell<Vec<Str>>>;

/// A variable in a configuration, with its value when the hierarchy was created.
#[derive(Clone, Debug)]
pub(super) struct Interpolated {
    pub(super) reference: Arc<Reference>,
    /// The value of the variable, before the path into it.
    pub(super) whole: Value,
    pub(super) value: Value,
    /// Whether the value is a text without expressions.
    pub(super) is_final: bool,
    /// The moment when the variable last had this value.
    pub(super) seen: Cell<Option<NonZeroU64>>,
}

impl Interpolated {
    /// The name of the variable.
    pub(super) fn root(&self) -> &str {
        match &self.reference.root {
            Root::Name(root) => root,
            _ => "",
        }
    }
}

/// The state of a lookup.
#[derive(Debug)]
pub(super) struct Invocation {
    /// Values that take precedence over the data, by name.
    pub(super) overrides: Option<Value>,
    /// Values for names that the data does not contain.
    pub(super) defaults: Option<Value>,
    pub(super) explainer: Option<Shared>,
    /// The module whose data is searched.
    pub(super) module: Option<Str>,
    /// The key of the lookup.
    pub(super) top_key: Str,
    names: Names,
    /// Whether only the global layer is searched.
    pub(super) is_global_only: bool,
    /// The variables that were read, for the resolution of a configuration.
    pub(super) collected: Option<Vec<Rc<Interpolated>>>,
}

/// The current lookup, which the lookups of functions continue.
#[derive(Clone, Debug)]
pub(super) struct Current {
    names: Names,
    explainer: Option<Shared>,
}

impl Invocation {
    pub(super) fn is_options_only(&self) -> bool {
        self.explainer
            .as_ref()
            .is_some_and(|explainer| explainer.borrow().what == Explains::Options)
    }

    /// Records that the resolution of a configuration depends on a variable.
    pub(super) fn collect(&mut self, read: &Rc<Interpolated>) {
        if let Some(collected) = &mut self.collected
            && !collected
                .iter()
                .any(|known| known.reference.key == read.reference.key)
        {
            collected.push(read.clone());
        }
    }

    /// Whether a name is being looked up.
    pub(super) fn is_open(&self, prefix: &str, name: &str) -> bool {
        let names = self.names.borrow();
        names
            .iter()
            .any(|known| known.strip_prefix(prefix) == Some(name))
    }

    /// Whether no variable of an interpolation is being read.
    pub(super) fn is_outermost(&self) -> bool {
        let names = self.names.borrow();
        !names.iter().any(|known| known.starts_with("scope:"))
    }

    /// The number of names that are being looked up.
    pub(super) fn open_names(&self) -> u64 {
        self.names.borrow().len() as u64
    }

    /// An invocation for an interpolation of a value.
    pub(super) fn nested(&self) -> Invocation {
        Invocation {
            overrides: self.overrides.clone(),
            defaults: self.defaults.clone(),
            explainer: self.explainer.clone(),
            module: self.module.clone(),
            top_key: self.top_key.clone(),
            names: self.names.clone(),
            is_global_only: self.is_global_only,
            collected: None,
        }
    }
}

impl<'e> Session<'_, 'e> {
    /// Creates an invocation. Within another lookup it continues that one.
    pub(super) fn invocation(
        &self,
        overrides: Option<Value>,
        defaults: Option<Value>,
        explainer: Option<Shared>,
    ) -> Invocation {
        let current = self.state.current.borrow();
        let (names, explainer) = match &*current {
            Some(current) => (current.names.clone(), current.explainer.clone()),
            None => (Names::default(), explainer),
        };
        Invocation {
            overrides,
            defaults,
            explainer,
            module: None,
            top_key: Str::default(),
            names,
            is_global_only: false,
            collected: None,
        }
    }

    /// Runs a lookup of a key as the current one.
    pub(super) fn looking_up<T>(
        &mut self,
        invocation: &mut Invocation,
        key: &Key,
        module: Option<Str>,
        run: impl FnOnce(&mut Self, &mut Invocation) -> Outcome<T>,
    ) -> Outcome<T> {
        invocation.top_key = key.text.clone();
        invocation.module = module;
        let current = Current {
            names: invocation.names.clone(),
            explainer: invocation.explainer.clone(),
        };
        let saved = self.state.current.borrow_mut().replace(current);
        let done = self.deeper(LOOKUP_LEVELS, |session| run(session, invocation));
        *self.state.current.borrow_mut() = saved;
        done
    }

    /// Runs a part of a lookup that uses levels of the evaluation.
    pub(super) fn deeper<T>(
        &mut self,
        levels: u32,
        run: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        if self.interpreter.level + levels > MAX_LEVELS {
            return Err(too_deep().into());
        }
        self.interpreter.level += levels;
        let done = run(self);
        self.interpreter.level -= levels;
        done
    }

    /// Runs the search for a name, which must not occur within itself.
    pub(super) fn check<T>(
        &mut self,
        invocation: &mut Invocation,
        name: &Str,
        run: impl FnOnce(&mut Self, &mut Invocation) -> Outcome<T>,
    ) -> Outcome<T> {
        let names = invocation.names.clone();
        self.interpreter
            .budget
            .charge(1 + names.borrow().len() as u64 / 4)?;
        if names.borrow().iter().any(|known| known == name) {
            let listed: Vec<String> = names.borrow().iter().map(Str::to_string).collect();
            return Err(lookup_error(format!(
                "Recursive lookup detected in [{}]",
                listed.join(", ")
            )));
        }
        names.borrow_mut().push(name.clone());
        let done = run(self, invocation);
        names.borrow_mut().pop();
        done.map_err(Failure::checked)
    }
}
