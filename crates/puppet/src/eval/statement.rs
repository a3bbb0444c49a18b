//! Conditionals and assignments.
//!
//! The match of a condition is visible in its branches only. A variable is set once in its frame.

use crate::eval::code::{Case, CaseValue, Conditional, ExprId, Target, Targets, Test};
use crate::eval::host_text::host_text;
use crate::eval::interpreter::Interpreter;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Location, Stop, raised};
use crate::types::nominal::{self, Name};
use crate::values::special::{array_elements, undef};
use polycty_core::source::Code;
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::rc::Rc;

impl Interpreter<'_> {
    #[inline(never)]
    pub(crate) fn conditional(
        &mut self,
        code: &Rc<Running>,
        conditional: &Conditional,
    ) -> Eval<Value> {
        let matched = self.matched.clone();
        let mut value = undef();
        for (test, then) in &conditional.branches {
            let taken = match *test {
                Test::If(test) => self.holds(code, test)?,
                Test::Unless(test) => !self.holds(code, test)?,
                Test::Else => true,
            };
            if taken {
                value = self.eval(code, *then)?;
                break;
            }
        }
        self.matched = matched;
        Ok(value)
    }

    #[inline(never)]
    pub(crate) fn case(&mut self, code: &Rc<Running>, case: &Case) -> Eval<Value> {
        let matched = self.matched.clone();
        let value = self.eval(code, case.value)?;
        let value = match self.option(code, case, &value)? {
            Some(then) => self.eval(code, then)?,
            None => undef(),
        };
        self.matched = matched;
        Ok(value)
    }

    #[inline(never)]
    pub(crate) fn selector(&mut self, code: &Rc<Running>, case: &Case) -> Eval<Value> {
        let matched = self.matched.clone();
        let value = self.eval(code, case.value)?;
        let Some(then) = self.option(code, case, &value)? else {
            let message = format!(
                "No matching entry for selector parameter with value '{}'",
                &*host_text(&value, self.budget)?
            );
            let location = Location::new(code, code.outside(case.value));
            return Err(location.fail(Code::NotFound, message));
        };
        let value = self.eval(code, then)?;
        self.matched = matched;
        Ok(value)
    }

    /// Returns the body of the first option that a value matches, or of the default.
    fn option(&mut self, code: &Rc<Running>, case: &Case, value: &Value) -> Eval<Option<ExprId>> {
        let mut default = None;
        for option in &case.options {
            for wanted in &option.values {
                let CaseValue::Value(wanted) = *wanted else {
                    default = Some(option.then);
                    continue;
                };
                if self.matches_expr(code, value, wanted)? {
                    return Ok(Some(option.then));
                }
            }
        }
        Ok(default)
    }

    #[inline(never)]
    pub(crate) fn assign(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        target: Target,
        value: ExprId,
    ) -> Eval<Value> {
        let mark = self.mark();
        let value = self.eval(code, value)?;
        self.pin(mark);
        self.set(code, target, code.position(id), value.clone())?;
        Ok(value)
    }

    /// Sets a variable of the frame.
    fn set(&mut self, code: &Rc<Running>, target: Target, at: u32, value: Value) -> Eval<()> {
        if self.compiler.is_some() {
            self.check_assignment(code, code.tree.name(target.name), at)?;
        }
        let base = self.frames[self.frame].base;
        let slot = &mut self.slots[(base + target.slot) as usize];
        let name = code.tree.name(target.name);
        if slot.is_some() || RESERVED.contains(&name) {
            return Err(refused(code, name, at));
        }
        *slot = Some(value);
        Ok(())
    }

    /// Rejects an assignment to a variable that the compiler has set.
    fn check_assignment(&self, code: &Rc<Running>, name: &str, at: u32) -> Eval<()> {
        let frame = &self.frames[self.frame];
        let fail = |message: String| Err(Location::new(code, at).fail(Code::Diagnostics, message));
        let is_top = frame.number as usize + 1 == frame.code.frames.len();
        if RESERVED.contains(&name) {
            return match is_top {
                true => fail(format!(
                    "Attempt to assign to a reserved variable name: '${name}'"
                )),
                false => Err(raised(format!(
                    "Attempt to assign to a reserved variable name: '{name}'"
                ))),
            };
        }
        let known = match &frame.class {
            Some(scope) => self.own_variable(scope, name).is_some(),
            None => is_top && self.compiled_variable(name).is_some(),
        };
        match (known, name) {
            (false, _) => Ok(()),
            (true, "title" | "name") => fail(format!(
                "Cannot reassign built in (or already assigned) variable '${name}'"
            )),
            (true, _) => fail(format!("Cannot reassign variable '${name}'")),
        }
    }

    #[inline(never)]
    pub(crate) fn destructure(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        targets: &Targets,
        value: ExprId,
    ) -> Eval<Value> {
        let mark = self.mark();
        let from = code.outside(value);
        let value = self.eval(code, value)?;
        self.pin(mark);
        if let (Targets::Several(targets), Some(class)) = (targets, value.as_type())
            && let Some((Name::Class, [_])) = nominal::view(class)
            && self.compiler.is_some()
        {
            self.spread_class(code, (code.position(id), from), targets, class)?;
            return Ok(value);
        }
        self.spread(code, code.position(id), targets, &value)?;
        Ok(value)
    }

    /// Assigns parameters of a class to the variables with their names. The positions are those of
    /// the assignment and of the class.
    fn spread_class(
        &mut self,
        code: &Rc<Running>,
        (at, from): (u32, u32),
        targets: &[Targets],
        class: &Type,
    ) -> Eval<()> {
        for target in targets {
            let Targets::One(target) = target else {
                continue;
            };
            let value = self.compiled_attribute(class, code.tree.name(target.name));
            let value = value.map_err(|stop| match *stop {
                Stop::Raised(error) if error.code() == Code::Type => {
                    Location::new(code, from).fail(error.code(), error.message())
                }
                stop => Box::new(stop),
            })?;
            self.set(code, *target, at, value)?;
        }
        Ok(())
    }

    fn spread(
        &mut self,
        code: &Rc<Running>,
        at: u32,
        targets: &Targets,
        value: &Value,
    ) -> Eval<()> {
        let targets = match targets {
            Targets::One(target) => return self.set(code, *target, at, value.clone()),
            Targets::Several(targets) => targets,
        };
        let fail = |message: String| Err(Location::new(code, at).fail(Code::Diagnostics, message));
        if let Some(map) = value.as_ordered_map() {
            for target in targets {
                let Targets::One(target) = target else {
                    continue;
                };
                let name = code.tree.name(target.name);
                let Some(value) = map.get(&Value::string(name)) else {
                    return fail(format!(
                        "No value for required key '{name}' in assignment to variables from hash"
                    ));
                };
                self.set(code, *target, at, value.clone())?;
            }
            return Ok(());
        }
        let single = std::slice::from_ref(value);
        let values = array_elements(value).unwrap_or(single);
        if values.len() != targets.len() {
            return fail(format!(
                "Mismatched number of assignable entries and values, expected {}, got {}",
                targets.len(),
                values.len()
            ));
        }
        for (target, value) in targets.iter().zip(values) {
            self.spread(code, at, target, value)?;
        }
        Ok(())
    }
}

/// The variables that only the language sets.
pub(crate) const RESERVED: [&str; 3] = ["facts", "trusted", "server_facts"];

/// The error for a variable that may not be set, or not again.
#[cold]
fn refused(code: &Rc<Running>, name: &str, at: u32) -> Box<Stop> {
    let message = match name {
        "facts" | "trusted" => {
            return raised(format!(
                "Attempt to assign to a reserved variable name: '{name}'"
            ));
        }
        "server_facts" => format!("Attempt to assign to a reserved variable name: '${name}'"),
        _ => format!("Cannot reassign variable '${name}'"),
    };
    Location::new(code, at).fail(Code::Diagnostics, message)
}
