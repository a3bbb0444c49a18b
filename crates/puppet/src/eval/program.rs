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

/// A text that has been read, checked and prepared to be run any number of times, by any
/// number of threads. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Prepared(pub(crate) Arc<Unit>);

impl Prepared {
    /// What was noticed and does not keep it from running.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.0.warnings
    }

    /// The tree of the text.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.0.tree
    }

    /// Which language the text is written in.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.0.mode
    }

    pub(crate) fn unit(&self) -> &Arc<Unit> {
        &self.0
    }
}

/// Runs a program: the value of its last statement.
///
/// Every expression is a step of the budget, and what is made is held by it.
///
/// # Errors
/// With Puppet's messages and the place in the text; [`Code::Limit`] and [`Code::Cancelled`]
/// when the budget is spent or what is made grows too large.
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
    // Variables and tables go with the evaluation.
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
            loaded: Loaded::default(),
            declared: KeyedMap::default(),
            output: Output::default(),
            given: Vec::new(),
            classes: KeyedMap::default(),
            class_data: None,
            evaluating_classes: 0,
            retained: 0,
            pinned: 0,
        }
    }

    /// A variable by its name, as the text that runs sees it: of the frames around it, of the
    /// program, of the host.
    ///
    /// The names of the frames are compared one by one; there are as many as variables.
    pub(crate) fn variable_by_name(&self, name: &str) -> Eval<Option<Value>> {
        const NAMES_A_STEP: usize = 16;
        let names = self.slots.len() / NAMES_A_STEP;
        self.budget
            .charge((names + self.frames.len() / NAMES_A_STEP) as u64)?;
        Ok(self.variable_from(self.frame, name).cloned())
    }

    /// A variable that the text which runs does not have: of the text around it, if there is one,
    /// of the program, of the host.
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

    /// A variable by its name, as the text of a frame sees it.
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
            // The program's and a function's are their own.
            if frame.outer as usize == at {
                return self.class_or_global(at, name);
            }
            at = frame.outer as usize;
        }
    }

    /// A variable that the outermost frame does not have: of the class that it belongs to and of
    /// those that it inherits from, of the program, of the host.
    fn class_or_global(&self, at: usize, name: &str) -> Option<&Value> {
        if let Some(scope) = &self.frames[at].class {
            if let Some(own) = scope.own_name(name) {
                return self.variable_from(at, own);
            }
            if let Some(value) = scope.find(name) {
                return Some(value);
            }
        }
        self.global(name)
    }

    /// Whether an iterator has been used up before; it is from now on.
    pub(crate) fn uses_up(&mut self, value: &Value) -> Eval<bool> {
        let Some(Special::Iterator(sequence)) = Special::of(value) else {
            return Ok(false);
        };
        let identity = std::ptr::from_ref(&**sequence) as usize;
        if self.consumed.contains_key(&identity) {
            return Ok(true);
        }
        // It stays in the table, so that its identity remains its own.
        let mark = self.mark();
        self.hold_whole(value)?;
        self.retain(mark);
        self.consumed.insert(identity, value.clone());
        Ok(false)
    }
}
