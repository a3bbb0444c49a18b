//! Prepared texts and their evaluation.

use crate::eval::annotations::Annotations;
use crate::eval::code::Unit;
use crate::eval::environment::Environment;
use crate::eval::interpreter::{Frame, Interpreter};
use crate::eval::load::Loaded;
use crate::eval::running::Running;
use crate::eval::stop::Eval;
use crate::eval::template::Output;
use crate::mode::Mode;
use crate::syntax::tree::Program;
use crate::values::special::Special;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Diagnostic, Result};
use polycty_core::types::{IdMap, KeyedMap, KeyedSet};
use polycty_core::values::Value;
use std::rc::Rc;
use std::sync::Arc;

/// A text that has been parsed, validated and lowered. It can be run any number of times, by any
/// number of threads. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Prepared(pub(crate) Arc<Unit>);

impl Prepared {
    /// The warnings of the validation.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.0.warnings
    }

    /// The syntax tree of the text.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.0.tree
    }

    /// The version of the language in which the text is written.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.0.mode
    }

    pub(crate) fn unit(&self) -> &Arc<Unit> {
        &self.0
    }
}

/// Runs a program and returns the value of its last statement.
///
/// Every expression is a step of the budget, which also holds the memory of values.
///
/// # Errors
/// Those of Puppet, with its messages and the position in the text; [`Code::Limit`] if the budget
/// is exceeded or a value grows too large, and [`Code::Cancelled`].
pub fn evaluate(program: &Prepared, environment: &Environment, budget: &Budget) -> Result<Value> {
    if let Some(message) = &program.0.redefinition {
        return Err(polycty_core::source::Error::new(
            Code::Diagnostics,
            message.as_str(),
        ));
    }
    let mut interpreter = Interpreter::new(program.unit(), environment, budget);
    let code = interpreter.main.clone();
    let mark = interpreter.mark();
    let done = interpreter.eval(&code, code.body);
    // Variables and tables end with the evaluation.
    interpreter.retained = 0;
    if let Ok(value) = &done {
        interpreter.settle(mark, value);
    }
    done.map_err(|stop| stop.into_error())
}

impl<'e> Interpreter<'e> {
    pub(crate) fn new(
        unit: &Arc<Unit>,
        environment: &'e Environment,
        budget: &'e Budget,
    ) -> Interpreter<'e> {
        let main = Rc::new(Running::new(unit.clone()));
        let top = Frame {
            code: main.clone(),
            number: unit.frames.len() as u32 - 1,
            base: 0,
            outer: 0,
            class: None,
        };
        Interpreter {
            environment,
            budget,
            mode: unit.mode,
            slots: vec![None; unit.top.len()],
            frames: vec![top],
            frame: 0,
            main,
            matched: None,
            level: budget.levels(),
            consumed: IdMap::default(),
            annotations: Annotations::default(),
            warned: KeyedSet::default(),
            loaded: Loaded::new(environment),
            declared: KeyedMap::default(),
            output: Output::default(),
            given: Vec::new(),
            classes: KeyedMap::default(),
            compiler: None,
            class_data: None,
            evaluating_classes: 0,
            hiera: None,
            retained: 0,
            pinned: 0,
        }
    }

    /// Returns a variable by name, as visible in the current text: of the enclosing frames, the
    /// program, or the host.
    ///
    /// The search is linear in the number of variables of the frames.
    pub(crate) fn variable_by_name(&self, name: &str) -> Eval<Option<Value>> {
        const NAMES_A_STEP: usize = 16;
        let names = self.slots.len() / NAMES_A_STEP;
        self.budget
            .charge((names + self.frames.len() / NAMES_A_STEP) as u64)?;
        Ok(self.variable_from(self.frame, name).cloned())
    }

    /// Returns a variable that the current text does not have: of the enclosing text, if any, the
    /// program, or the host.
    pub(crate) fn beyond(&self, name: &str) -> Option<&Value> {
        let mut at = self.frame;
        loop {
            let frame = &self.frames[at];
            let outer = frame.outer as usize;
            if let Some(value) = self.given_to_template(at, name) {
                return Some(value);
            }
            if outer == at {
                return self.class_or_global(at, name);
            }
            if !Rc::ptr_eq(&self.frames[outer].code, &frame.code) {
                return self.variable_from(outer, name);
            }
            at = outer;
        }
    }

    /// Returns a variable by name, as visible in the text of a frame.
    fn variable_from(&self, mut at: usize, name: &str) -> Option<&Value> {
        loop {
            let frame = &self.frames[at];
            let names = &frame.code.frames[frame.number as usize];
            let slot = names.iter().position(|known| **known == *name);
            if let Some(value) =
                slot.and_then(|slot| self.slots[frame.base as usize + slot].as_ref())
            {
                return Some(value);
            }
            if let Some(value) = self.given_to_template(at, name) {
                return Some(value);
            }
            // The frames of the program and of a function are their own enclosing frame.
            if frame.outer as usize == at {
                return self.class_or_global(at, name);
            }
            at = frame.outer as usize;
        }
    }

    /// Returns a variable that the outermost frame does not have: of its class and the class's
    /// ancestors, the program, or the host.
    fn class_or_global(&self, at: usize, name: &str) -> Option<&Value> {
        if let Some(scope) = &self.frames[at].class {
            if let Some(own) = scope.own_name(name) {
                return self.variable_from(at, own);
            }
            let found = |scope| self.own_variable(scope, name);
            if let Some(value) = scope.enclosing().find_map(found) {
                return Some(value);
            }
        }
        self.global(name)
    }

    /// Marks an iterator as exhausted; returns whether it already was.
    pub(crate) fn uses_up(&mut self, value: &Value) -> Eval<bool> {
        let Some(Special::Iterator(sequence)) = Special::of(value) else {
            return Ok(false);
        };
        let identity = std::ptr::from_ref(&**sequence) as usize;
        if self.consumed.contains_key(&identity) {
            return Ok(true);
        }
        // The table keeps it alive, so that its address is not reused.
        let mark = self.mark();
        self.hold_whole(value)?;
        self.retain(mark);
        self.consumed.insert(identity, value.clone());
        Ok(false)
    }
}
