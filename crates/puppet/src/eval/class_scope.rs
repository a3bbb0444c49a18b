//! Scopes of classes: the variables that a class reads from its parent.
//!
//! Without a catalog, classes are evaluated for their variables only. The parent of a class is
//! evaluated before the class: its parameters with the data and their defaults, then its body.
//! Resources in the body are references to their declarations, and `include`, `contain` and
//! `require` evaluate the named classes.
//!
//! An error in a parent is stored in its scope. It is reported only if a variable is read that the
//! scope does not have, because the caller asks about the data and not about the parent.

use crate::depth::MAX_LEVELS;
use crate::eval::code::{Class, ClassKind};
use crate::eval::interpreter::Interpreter;
use crate::eval::parameters::{Bound, Keys};
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Stop, ends_the_operation, limit};
use crate::rules::explain::{Missing, validate_parameters};
use crate::types::nominal::{self, Name};
use crate::types::resources;
use crate::values::special::{array_elements, hash};
use polycty_core::source::{Code, Error};
use polycty_core::types::{KeyedMap, Str};
use polycty_core::values::Value;
use std::cell::{Cell, OnceCell};
use std::rc::Rc;

/// The levels that the evaluation of a class counts as, for parsing a text and checking data.
const CLASS_LEVELS: u32 = 40;

/// The size of a variable in a scope, in values, in addition to its name.
const VARIABLE_ELEMENTS: usize = 3;

/// The variables of a class, a defined type or a node.
#[derive(Debug)]
pub(crate) struct ClassScope {
    name: Str,
    variables: KeyedMap<Str, Value>,
    parent: Option<Rc<ClassScope>>,
    /// The scope of the node in whose code a class without a parent was declared.
    node: Option<Rc<ClassScope>>,
    /// The frame of the body during its evaluation.
    live: Cell<Option<u32>>,
    /// The variables of the body after its evaluation.
    body: OnceCell<KeyedMap<Str, Value>>,
    /// The error that ended the evaluation of the class.
    failure: Option<Error>,
}

impl ClassScope {
    pub(crate) fn new(
        name: Str,
        variables: KeyedMap<Str, Value>,
        parent: Option<Rc<ClassScope>>,
        node: Option<Rc<ClassScope>>,
    ) -> ClassScope {
        ClassScope {
            name,
            variables,
            parent,
            node,
            live: Cell::new(None),
            body: OnceCell::new(),
            failure: None,
        }
    }

    fn failed(name: &str, failure: Error) -> Rc<ClassScope> {
        Rc::new(ClassScope {
            failure: Some(failure),
            ..ClassScope::new(name.into(), KeyedMap::default(), None, None)
        })
    }

    /// Records that the body is evaluated in a frame.
    pub(crate) fn begin(&self, frame: u32) {
        self.live.set(Some(frame));
    }

    /// Stores the variables of the body after its evaluation.
    pub(crate) fn finish(&self, variables: KeyedMap<Str, Value>) {
        self.live.set(None);
        // The body of a scope is evaluated once.
        let _ = self.body.set(variables);
    }

    /// This scope and the scopes of its ancestors.
    pub(crate) fn chain(&self) -> impl Iterator<Item = &ClassScope> {
        std::iter::successors(Some(self), |scope| scope.parent.as_deref())
    }

    /// The scopes that an unqualified variable is looked up in before the top level.
    pub(crate) fn enclosing(&self) -> impl Iterator<Item = &ClassScope> {
        std::iter::successors(Some(self), |scope| {
            scope.parent.as_deref().or(scope.node.as_deref())
        })
    }

    /// Returns the name of a variable without the prefix of this class, if it has that prefix.
    pub(crate) fn own_name<'n>(&self, name: &'n str) -> Option<&'n str> {
        let name = name.strip_prefix("::").unwrap_or(name);
        let (class, variable) = name.rsplit_once("::")?;
        (class == &*self.name).then_some(variable)
    }
}

impl Interpreter<'_> {
    /// Returns the scope in which the parameters of a class are evaluated: variables that every
    /// class has, and those of its parent.
    pub(crate) fn class_scope(
        &mut self,
        code: &Rc<Running>,
        class: &Class,
        data: &Value,
    ) -> Eval<Option<Rc<ClassScope>>> {
        let ClassKind::Class { parent } = &class.kind else {
            return Ok(None);
        };
        let name = class.name.strip_prefix("::").unwrap_or(&class.name);
        let parent = match parent {
            Some(parent) => Some(self.evaluated_class(parent, data)?),
            None => None,
        };
        let variables = self.variables_of_every_class(code, name);
        Ok(Some(Rc::new(ClassScope::new(
            name.into(),
            variables,
            parent,
            None,
        ))))
    }

    /// `$title`, `$name`, and, for a class that was loaded from a module, `$module_name`.
    fn variables_of_every_class(&self, code: &Rc<Running>, name: &str) -> KeyedMap<Str, Value> {
        let mut variables = KeyedMap::default();
        variables.insert("title".into(), Value::string(name));
        variables.insert("name".into(), Value::string(name));
        if !Rc::ptr_eq(code, &self.main) {
            let module = name.split("::").next().unwrap_or_default();
            variables.insert("module_name".into(), Value::string(module));
        }
        variables
    }

    /// Returns the scope of a class, evaluating the class if necessary.
    fn evaluated_class(&mut self, name: &str, data: &Value) -> Eval<Rc<ClassScope>> {
        let name = name.strip_prefix("::").unwrap_or(name).to_lowercase();
        if let Some(scope) = self.classes.get(&*name) {
            return Ok(scope.clone());
        }
        if self.level + CLASS_LEVELS > MAX_LEVELS {
            return Err(limit(format!(
                "the evaluation is more than {MAX_LEVELS} levels deep"
            )));
        }
        let key = Str::from(name.as_str());
        let mark = self.mark();
        self.hold_elements(VARIABLE_ELEMENTS)?;
        self.budget.hold(name.len() as u64)?;
        let recursion = Error::new(
            Code::Diagnostics,
            format!("the class '{name}' depends on itself"),
        );
        let unfinished = ClassScope::failed(&name, recursion);
        self.classes.insert(key.clone(), unfinished);
        self.level += CLASS_LEVELS;
        self.evaluating_classes += 1;
        let scope = self.evaluate_class(&name, data);
        self.evaluating_classes -= 1;
        self.level -= CLASS_LEVELS;
        let scope = match scope {
            Ok(scope) => Rc::new(scope),
            Err(stop) if ends_the_operation(&stop) => return Err(stop),
            Err(stop) => ClassScope::failed(&name, stop.into_error()),
        };
        self.classes.insert(key, scope.clone());
        self.retain(mark);
        Ok(scope)
    }

    fn evaluate_class(&mut self, name: &str, data: &Value) -> Eval<ClassScope> {
        let code = self.defined_class(name)?;
        let Some((code, class)) = (code.as_ref()).and_then(|code| Some((code, code.class(name)?)))
        else {
            let message = format!("Could not find class {name}");
            return Err(Box::new(Stop::Raised(Error::new(Code::NotFound, message))));
        };
        let lambda = &class.lambda;
        let subject = format!("Class[{}]", resources::capitalised(name));
        let given = self.given(code, name, data, Keys::OfClass)?;
        let values = hash(given.values)?;
        let frame = self.frames.len() as u32;
        self.within_frame(code, lambda.frame, frame, |interpreter| {
            interpreter.matched = None;
            let mut around = None;
            let mut run = || -> Eval<()> {
                let params = interpreter.parameters_type(code, lambda, &given.unfit)?;
                around = interpreter.class_scope(code, class, data)?;
                interpreter.enter_class(around.clone());
                let Bound { all, failed } =
                    interpreter.with_defaults(code, lambda, &values, &subject)?;
                let all = hash(all)?;
                let budget = interpreter.budget;
                validate_parameters(&subject, &params, &all, Missing::Refused, budget)?;
                if let Some(stop) = failed {
                    return Err(stop);
                }
                interpreter.eval(code, lambda.body).map(|_| ())
            };
            let failure = match run() {
                Err(stop) if ends_the_operation(&stop) => return Err(stop),
                Err(stop) if matches!(*stop, Stop::Return(..)) => None,
                Err(stop) => Some(stop.into_error()),
                Ok(()) => None,
            };
            let mut variables = interpreter.variables_of_every_class(code, name);
            let base = interpreter.frames[interpreter.frame].base as usize;
            let names = &code.frames[lambda.frame as usize];
            interpreter.hold_elements(VARIABLE_ELEMENTS * names.len())?;
            for (slot, name) in names.iter().enumerate() {
                if let Some(value) = &interpreter.slots[base + slot] {
                    variables.insert(name.clone(), value.clone());
                }
            }
            let parent = around.as_ref().and_then(|around| around.parent.clone());
            Ok(ClassScope {
                failure,
                ..ClassScope::new(name.into(), variables, parent, None)
            })
        })
    }

    /// Makes the current frame that of a class.
    pub(crate) fn enter_class(&mut self, scope: Option<Rc<ClassScope>>) {
        let frame = self.frame;
        self.frames[frame].class = scope;
    }

    /// Evaluates the classes that `include`, `contain` or `require` names in a class.
    pub(crate) fn evaluate_included(&mut self, named: &[Value]) -> Eval<()> {
        let data = hash([])?;
        for value in self.budget.charged(named)? {
            let single = std::slice::from_ref(value);
            for value in array_elements(value).unwrap_or(single) {
                let class = value.as_type().and_then(nominal::view);
                let name = match (value.as_str(), class) {
                    (Some(name), _) => name,
                    (_, Some((Name::Class, [name]))) => name.as_text().map_or("", |name| name),
                    _ => continue,
                };
                let data = self.class_data.clone().unwrap_or_else(|| data.clone());
                self.evaluated_class(name, &data)?;
            }
        }
        Ok(())
    }

    /// Returns a variable of an evaluated class, by its qualified name without a leading `::`.
    pub(crate) fn class_variable(&self, name: &str) -> Option<&Value> {
        if self.classes.is_empty() {
            return None;
        }
        let (class, variable) = name.rsplit_once("::")?;
        let mut scopes = self.classes.get(class)?.chain();
        scopes.find_map(|scope| self.own_variable(scope, variable))
    }

    /// Returns a variable that a scope itself has.
    pub(crate) fn own_variable<'a>(
        &'a self,
        scope: &'a ClassScope,
        name: &str,
    ) -> Option<&'a Value> {
        if let Some(value) = scope.variables.get(name) {
            return Some(value);
        }
        if let Some(variables) = scope.body.get() {
            return variables.get(name);
        }
        self.frame_variable(scope.live.get()?, name)
    }

    /// Returns a variable of a frame by name.
    pub(crate) fn frame_variable(&self, frame: u32, name: &str) -> Option<&Value> {
        let frame = self.frames.get(frame as usize)?;
        let names = &frame.code.frames[frame.number as usize];
        let slot = names.iter().position(|known| **known == *name)?;
        self.slots[frame.base as usize + slot].as_ref()
    }

    /// Returns the variables that a frame has set.
    pub(crate) fn frame_variables(&self, frame: usize) -> KeyedMap<Str, Value> {
        let frame = &self.frames[frame];
        let names = &frame.code.frames[frame.number as usize];
        let named = names.iter().enumerate().filter_map(|(slot, name)| {
            let value = self.slots[frame.base as usize + slot].clone()?;
            Some((name.clone(), value))
        });
        named.collect()
    }

    /// Returns the error of the class that would define a variable.
    pub(crate) fn class_failure(&self, name: &str) -> Option<Error> {
        let name = name.strip_prefix("::").unwrap_or(name);
        if let Some((class, _)) = name.rsplit_once("::") {
            let scope = self.classes.get(class)?;
            return scope.chain().find_map(|scope| scope.failure.clone());
        }
        let mut at = self.frame;
        while self.frames[at].outer as usize != at {
            at = self.frames[at].outer as usize;
        }
        let scope = self.frames[at].class.as_ref()?;
        scope.chain().find_map(|scope| scope.failure.clone())
    }
}
