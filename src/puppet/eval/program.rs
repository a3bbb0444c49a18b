//! Programs: how is a text prepared, and run?

use crate::eval::code::Unit;
use crate::eval::coercion::text_of_bytes;
use crate::eval::environment::Environment;
use crate::eval::interpreter::{Frame, Interpreter};
use crate::eval::load::{Loaded, prepare};
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Stop, raised};
use crate::mode::{Mode, Strict};
use crate::rules::explain::{Missing, validate_parameters};
use crate::syntax::Notation;
use crate::syntax::tree::Program;
use crate::values::special::{Special, hash, undef};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Diagnostic, Result, Source};
use polycty_core::types::{Field, Type};
use polycty_core::values::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

/// A text that has been read, checked and prepared to be run any number of times, by any
/// number of threads. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Prepared(Arc<Unit>);

impl Prepared {
    /// Prepares a manifest, or an expression.
    ///
    /// # Errors
    /// With Puppet's messages for what does not follow the grammar or what the validator
    /// refuses; [`Code::Limit`] for what nests too deep or takes too many steps.
    pub fn manifest(source: Source, strict: Strict, budget: &Budget) -> Result<Prepared> {
        Prepared::manifest_in(source, Mode::Current, strict, budget)
    }

    /// Prepares a manifest, or an expression, of today's language or of the early
    /// specification's.
    ///
    /// # Errors
    /// As [`Prepared::manifest`].
    pub fn manifest_in(
        source: Source,
        mode: Mode,
        strict: Strict,
        budget: &Budget,
    ) -> Result<Prepared> {
        let unit = prepare(source, Notation::Manifest, strict, mode, budget)?;
        Ok(Prepared(Arc::new(unit)))
    }

    /// Prepares a template: text with code between `<%` and `%>`.
    ///
    /// # Errors
    /// As [`Prepared::manifest`].
    pub fn template(source: Source, strict: Strict, budget: &Budget) -> Result<Prepared> {
        let unit = prepare(source, Notation::Template, strict, Mode::Current, budget)?;
        Ok(Prepared(Arc::new(unit)))
    }

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
    let done = interpreter.eval(&code, code.body);
    done.map_err(|stop| stop.into_error())
}

/// Runs a template: the text that it writes. The parameters are a hash of values by their
/// names.
///
/// # Errors
/// As [`evaluate`], and for parameters that are missing, unknown, or of another type than the
/// template says.
pub fn render(
    template: &Prepared,
    parameters: Option<&Value>,
    environment: &Environment,
    budget: &Budget,
) -> Result<String> {
    let mut interpreter = Interpreter::new(template.unit(), environment, budget);
    let code = interpreter.main.clone();
    let done = interpreter.run_template(&code, parameters, Sees::Globals);
    done.map_err(|stop| stop.into_error())
}

/// Which variables a template sees besides its own.
#[derive(Clone, Copy)]
pub(crate) enum Sees {
    /// Those of the program and of the host.
    Globals,
    /// Those of the text that it stands in, too.
    Caller,
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
            consumed: Vec::new(),
            warned: FxHashSet::default(),
            loaded: Loaded::default(),
            declared: FxHashMap::default(),
            output: Vec::new(),
        }
    }

    /// A variable by its name, as the text that runs sees it: of the frames around it, of the
    /// program, of the host.
    pub(crate) fn variable_by_name(&self, name: &str) -> Option<Value> {
        self.variable_from(self.frame, name).cloned()
    }

    /// A variable that the text which runs does not have: of the text around it, if there is one,
    /// of the program, of the host.
    pub(crate) fn beyond(&self, name: &str) -> Option<&Value> {
        let mut at = self.frame;
        loop {
            let frame = &self.frames[at];
            let outer = frame.outer as usize;
            if outer == at {
                return self.global(name);
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
            // The program's and a function's are their own.
            if frame.outer as usize == at {
                return self.global(name);
            }
            at = frame.outer as usize;
        }
    }

    /// Whether an iterator has been used up before; it is from now on.
    pub(crate) fn uses_up(&mut self, value: &Value) -> bool {
        let Some(Special::Iterator(sequence)) = Special::of(value) else {
            return false;
        };
        let is_same = |other: &Value| match Special::of(other) {
            Some(Special::Iterator(other)) => std::ptr::eq(&**sequence, &**other),
            _ => false,
        };
        if self.consumed.iter().any(is_same) {
            return true;
        }
        self.consumed.push(value.clone());
        false
    }

    /// What a template writes with these parameters.
    pub(crate) fn run_template(
        &mut self,
        code: &Rc<Running>,
        given: Option<&Value>,
        sees: Sees,
    ) -> Eval<String> {
        let before = std::mem::take(&mut self.output);
        let outer = match sees {
            Sees::Globals => self.frames.len() as u32,
            Sees::Caller => self.frame as u32,
        };
        let done = self.template_frame(code, given, outer);
        let text = text_of_bytes(std::mem::replace(&mut self.output, before));
        match done {
            Ok(()) => Ok(text),
            Err(stop) => match *stop {
                // It may end early, and has written what it has.
                Stop::Return(..) => Ok(text),
                stop => Err(Box::new(stop)),
            },
        }
    }

    fn template_frame(
        &mut self,
        code: &Rc<Running>,
        given: Option<&Value>,
        outer: u32,
    ) -> Eval<()> {
        let entries = given.and_then(Value::as_ordered_map);
        let entries = entries.map_or(&[][..], |map| map.entries());
        let Some(lambda) = &code.template else {
            // Whatever is given is a variable.
            return self.within_frame(code, code.frames.len() as u32 - 1, outer, |interpreter| {
                interpreter.matched = None;
                let base = interpreter.frames[interpreter.frame].base;
                for (key, value) in entries {
                    let slot = code.top.get(key.as_str().unwrap_or_default());
                    if let Some(slot) = slot {
                        interpreter.slots[(base + slot) as usize] = Some(value.clone());
                    }
                }
                interpreter.eval(code, code.body).map(|_| ())
            });
        };
        let mut fields = Vec::with_capacity(lambda.parameters.len());
        for parameter in &lambda.parameters {
            let ty = match parameter.ty {
                Some(ty) => self.type_of(code, ty)?,
                None => Type::any().clone(),
            };
            fields.push(match parameter.default {
                Some(_) => Field::optional(parameter.name.clone(), ty),
                None => Field::new(parameter.name.clone(), ty),
            });
        }
        let params = Type::object(fields)?;
        let all = hash(entries.iter().cloned())?;
        validate_parameters(
            "Function epp()",
            &params,
            &all,
            Missing::Refused,
            self.budget,
        )
        .map_err(|error| raised(error.message().to_owned()))?;
        self.within_frame(code, lambda.frame, outer, |interpreter| {
            interpreter.matched = None;
            let base = interpreter.frames[interpreter.frame].base;
            for parameter in &lambda.parameters {
                let name = Value::string(&parameter.name);
                let given = all.as_ordered_map().and_then(|map| map.get(&name)).cloned();
                let value = match (given, parameter.default) {
                    (Some(value), _) => value,
                    (None, Some(default)) => interpreter.eval(code, default)?,
                    (None, None) => undef(),
                };
                interpreter.slots[(base + parameter.slot) as usize] = Some(value);
            }
            interpreter.eval(code, lambda.body).map(|_| ())
        })
    }
}
