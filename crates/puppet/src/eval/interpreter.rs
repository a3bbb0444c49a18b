//! The evaluator of expressions.
//!
//! One evaluator runs one program, with all functions that it calls and texts that it loads.
//! Variables are in frames, one for the program and one for each call. A lambda's frame refers to
//! that of the enclosing text, a function's frame only to the program's. The evaluation of each
//! kind of expression is a method in the file of that name; this file contains the dispatch.
//!
//! Every expression is a step of the budget, which also holds the memory of its result. Depth is
//! bounded ([`crate::depth`]), including the recursion of functions. The evaluation of each kind of
//! expression is not inlined, so that each level uses little of the stack.

use crate::catalog::state::Compiler;
use crate::depth::{EXPR_LEVELS, LARGE_FRAME_LEVELS, MAX_LEVELS, nests_within};
use crate::eval::annotations::Annotations;
use crate::eval::class_scope::ClassScope;
use crate::eval::code::{Early, Expr, ExprId, Link, Pair, Slot, Variable};
use crate::eval::compare::looked_at;
use crate::eval::environment::{Environment, Level, Unknown};
use crate::eval::label;
use crate::eval::load::Loaded;
use crate::eval::memory::counted_array;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Location, Report, Stop, is_the_operations, limit};
use crate::eval::template::{Output, TemplateVariables};
use crate::hiera;
use crate::mode::{Mode, Strict};
use crate::scalars::pattern::Groups;
use crate::syntax::tree::BinaryOp;
use crate::values::special::{Special, array, array_elements, hash, undef};
use polycty_core::calls::{Budget, HeldBytes};
use polycty_core::source::Code;
use polycty_core::types::{IdMap, KeyedMap, KeyedSet, MAX_DEPTH, Str, Type};
use polycty_core::values::Value;
use std::rc::Rc;

/// The maximum size of a table entry, in values: while the table grows, it exists twice and is half
/// full.
const TABLE_ELEMENTS: usize = 4;

/// The elements of an array that are copied per step.
pub(crate) const ELEMENTS_A_STEP: u64 = 4;

/// The bytes of a text that are copied per step.
pub(crate) const TEXT_STEP: u64 = 64;

/// The state of one evaluation.
pub(crate) struct Interpreter<'e> {
    pub(crate) environment: &'e Environment,
    pub(crate) budget: &'e Budget,
    /// The version of the language.
    pub(crate) mode: Mode,
    /// The program, whose variables functions can read.
    pub(crate) main: Rc<Running>,
    /// The variables of all frames.
    pub(crate) slots: Vec<Option<Value>>,
    pub(crate) frames: Vec<Frame>,
    /// The current frame.
    pub(crate) frame: usize,
    /// The last match.
    pub(crate) matched: Option<Rc<Matched>>,
    pub(crate) level: u32,
    /// The exhausted iterators by address; the entries keep them alive.
    pub(crate) consumed: IdMap<usize, Value>,
    /// The annotations of values.
    pub(crate) annotations: Annotations,
    /// The warnings that are logged only once.
    pub(crate) warned: KeyedSet<String>,
    pub(crate) loaded: Loaded,
    /// The declared resources by reference, with their attributes.
    pub(crate) declared: KeyedMap<String, KeyedMap<Str, Value>>,
    /// The output of the current template.
    pub(crate) output: Output,
    /// The variables of templates that declare no parameters, innermost last.
    pub(crate) given: Vec<TemplateVariables>,
    /// The scopes of the evaluated classes, by name.
    pub(crate) classes: KeyedMap<Str, Rc<ClassScope>>,
    /// The state of the compilation of a catalog.
    pub(crate) compiler: Option<Box<Compiler>>,
    /// The data for classes.
    pub(crate) class_data: Option<Value>,
    /// The number of classes that are being evaluated.
    pub(crate) evaluating_classes: u32,
    /// The state of Hiera, once it was used.
    pub(crate) hiera: Option<Rc<hiera::State>>,
    /// The bytes of variables and tables ([`crate::eval::memory`]).
    pub(crate) retained: u64,
    /// The bytes of the current frame's variables.
    pub(crate) pinned: u64,
}

/// The variables of a call.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The text, and the index of the frame in it.
    pub(crate) code: Rc<Running>,
    pub(crate) number: u32,
    /// The index of the first variable.
    pub(crate) base: u32,
    /// The frame of the enclosing text; a function's frame refers to itself.
    pub(crate) outer: u32,
    /// The inherited scope, for the frame of a class's parameters and body.
    pub(crate) class: Option<Rc<ClassScope>>,
}

/// The match of a regular expression: the text and the positions of the groups.
#[derive(Debug)]
pub(crate) struct Matched {
    pub(crate) text: Value,
    pub(crate) groups: Groups,
}

impl Interpreter<'_> {
    /// Evaluates an expression.
    #[inline]
    pub(crate) fn eval(&mut self, code: &Rc<Running>, id: ExprId) -> Eval<Value> {
        self.budget.charge(1)?;
        match &code.code[id] {
            Expr::Constant(value) => Ok(value.clone()),
            Expr::Variable(number) => {
                let variable = &code.variables[*number as usize];
                match self.find(variable) {
                    Some(value) => Ok(value.clone()),
                    None => self.unknown_variable(code, id, variable),
                }
            }
            Expr::Matched(number) => self.matched_part(*number),
            expr => self.deeper(code, id, expr),
        }
    }

    /// Passes the value of an expression to a function; a constant is not cloned for that.
    #[inline]
    pub(crate) fn look<T>(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        look: impl FnOnce(&mut Self, &Value) -> Eval<T>,
    ) -> Eval<T> {
        if let Expr::Constant(value) = &code.code[id] {
            self.budget.charge(1)?;
            return look(self, value);
        }
        let value = self.eval(code, id)?;
        look(self, &value)
    }

    /// Calls a function that calls blocks and has a large stack frame.
    pub(crate) fn in_large_frame(
        &mut self,
        run: impl FnOnce(&mut Self) -> Eval<Value>,
    ) -> Eval<Value> {
        self.level += LARGE_FRAME_LEVELS;
        let value = run(self);
        self.level -= LARGE_FRAME_LEVELS;
        value
    }

    /// Evaluates an expression with parts.
    fn deeper(&mut self, code: &Rc<Running>, id: ExprId, expr: &Expr) -> Eval<Value> {
        if self.level + EXPR_LEVELS > MAX_LEVELS {
            return Err(reported(too_deep(), code, code.position(id), String::new));
        }
        self.level += EXPR_LEVELS;
        let mark = self.mark();
        let value = self.of_kind(code, id, expr);
        self.level -= EXPR_LEVELS;
        match value {
            Ok(value) => {
                self.settle_large(mark, &value);
                Ok(value)
            }
            Err(stop) => Err(reported(stop, code, code.position(id), || {
                label::of_expr(expr)
            })),
        }
    }

    /// Rejects values that nest too deep for a recursive traversal at this level.
    #[inline]
    pub(crate) fn fits<'v>(&self, values: impl IntoIterator<Item = &'v Value>) -> Eval<()> {
        let deepest = nests_within(self.level);
        if deepest >= MAX_DEPTH || values.into_iter().all(|value| nests(value) <= deepest) {
            Ok(())
        } else {
            Err(too_deep())
        }
    }

    fn of_kind(&mut self, code: &Rc<Running>, id: ExprId, expr: &Expr) -> Eval<Value> {
        match expr {
            Expr::Constant(value) => Ok(value.clone()),
            Expr::Variable(_) | Expr::Matched(_) => self.eval(code, id),
            Expr::Early(early) => self.early(code, early),
            Expr::TypeName(name) => self.type_name(code, id, name),
            Expr::Kept(number, expr) => self.kept(code, *number, *expr),
            Expr::Array(items) => self.array(code, items),
            Expr::Hash(pairs) => self.hash(code, pairs),
            Expr::Text(parts) => self.text(code, parts),
            Expr::Checked(text, syntax) => self.checked(code, id, *text, syntax),
            Expr::Splat(inner) => self.splat(code, *inner),
            Expr::Not(inner) => {
                let value = self.eval(code, *inner)?;
                Ok(Value::bool(!self.truth(&value)))
            }
            Expr::Negate(inner) => self.negate(code, id, *inner),
            Expr::Binary(operator, left, right) => {
                let value = self.eval(code, *left)?;
                let positions = (code.outside(*left), code.position(id));
                self.binary(code, *operator, value, *right, positions)
            }
            Expr::Chain(first, links) => self.chain(code, *first, links),
            Expr::Access(target, keys) => self.access(code, id, *target, keys),
            Expr::Call(call) => self.call(code, id, call),
            Expr::Assign(target, value) => self.assign(code, id, *target, *value),
            Expr::Destructure(targets, value) => self.destructure(code, id, targets, *value),
            Expr::If(conditional) => self.conditional(code, conditional),
            Expr::Case(case) => self.case(code, case),
            Expr::Selector(case) => self.selector(code, case),
            Expr::Block(statements) => self.block(code, statements),
            Expr::Render(inner) => self.render(code, *inner),
            Expr::Resource(resource) if self.compiler.is_some() => self.declare(code, id, resource),
            Expr::Settings(settings) if self.compiler.is_some() => {
                self.apply_settings(code, id, settings)
            }
            Expr::Collector(collector) if self.compiler.is_some() => {
                self.collect(code, id, collector)
            }
            Expr::Resource(resource) => self.resource(code, id, resource),
            Expr::Settings(settings) => self.settings(code, id, settings),
            Expr::Collector(collector) => self.collector(code, id, collector),
            Expr::Catalog(label) => {
                self.needs_catalog(code, id, label)?;
                Ok(undef())
            }
        }
    }

    #[inline(never)]
    fn splat(&mut self, code: &Rc<Running>, inner: ExprId) -> Eval<Value> {
        let value = self.eval(code, inner)?;
        let mut items = Vec::new();
        self.unfold(value, &mut items)?;
        counted_array(items, self.budget)
    }

    /// Evaluates operators of one precedence, from left to right.
    #[inline(never)]
    fn chain(&mut self, code: &Rc<Running>, first: ExprId, links: &[Link]) -> Eval<Value> {
        let mut value = self.eval(code, first)?;
        let mut operand = code.outside(first);
        for link in self.budget.charged(links)? {
            let positions = (operand, link.at);
            value = self
                .binary(code, link.operator, value, link.right, positions)
                .map_err(|stop| {
                    reported(stop, code, link.at, || label::of_operator(link.operator))
                })?;
            operand = link.at;
        }
        Ok(value)
    }

    #[inline(never)]
    fn array(&mut self, code: &Rc<Running>, items: &[ExprId]) -> Eval<Value> {
        let mut made = Vec::with_capacity(items.len());
        for item in items {
            if let Expr::Splat(inner) = &code.code[*item] {
                let value = self.eval(code, *inner)?;
                self.unfold(value, &mut made)?;
            } else {
                made.push(self.eval(code, *item)?);
            }
        }
        counted_array(made, self.budget)
    }

    #[inline(never)]
    fn hash(&mut self, code: &Rc<Running>, pairs: &[Pair]) -> Eval<Value> {
        let mut made = Vec::with_capacity(pairs.len());
        for pair in pairs {
            let key = self.eval(code, pair.key)?;
            looked_at(&key, self.budget)?;
            made.push((key, self.eval(code, pair.value)?));
        }
        let value = hash(made)?;
        self.hold_shallow(&value)?;
        Ok(value)
    }

    /// Evaluates statements; the value is that of the last one.
    #[inline(never)]
    fn block(&mut self, code: &Rc<Running>, statements: &[ExprId]) -> Eval<Value> {
        let Some((last, others)) = statements.split_last() else {
            return Ok(undef());
        };
        for statement in others {
            self.eval(code, *statement)?;
        }
        self.eval(code, *last)
    }

    /// Returns the value of a variable, if it has one.
    #[inline]
    pub(crate) fn find(&self, variable: &Variable) -> Option<&Value> {
        for slot in &variable.slots {
            let found = match *slot {
                Slot::Outward(hops, slot) => self.outward(hops, slot),
                Slot::Global => self.beyond(&variable.name),
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Returns the value of a slot of the frame a number of lambdas outward.
    #[inline]
    fn outward(&self, hops: u32, slot: u32) -> Option<&Value> {
        let mut frame = &self.frames[self.frame];
        for _ in 0..hops {
            frame = &self.frames[frame.outer as usize];
        }
        self.slots[(frame.base + slot) as usize].as_ref()
    }

    /// Evaluates a parameter in a default. Parameters that are passed by name are already bound.
    #[inline(never)]
    fn early(&self, code: &Rc<Running>, early: &Early) -> Eval<Value> {
        match self.outward(early.hops, early.slot) {
            Some(value) => Ok(value.clone()),
            None => Err(Box::new(Stop::TooEarly(format!(
                "default expression for ${} tries to illegally access not yet evaluated ${}",
                code.tree.name(early.of),
                code.tree.name(early.name)
            )))),
        }
    }

    /// Returns a variable of the program or the host by name.
    pub(crate) fn global(&self, name: &str) -> Option<&Value> {
        let short = name.strip_prefix("::").unwrap_or(name);
        let own = self.main.top.get(short);
        own.and_then(|slot| self.slots[*slot as usize].as_ref())
            .or_else(|| self.compiled_variable(short))
            .or_else(|| self.environment.find_variable(short))
            .or_else(|| self.class_variable(short))
    }

    #[cold]
    fn unknown_variable(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        variable: &Variable,
    ) -> Eval<Value> {
        let name = &variable.name;
        if let Some(failure) = self.class_failure(name) {
            return Err(Box::new(Stop::Unread(failure)));
        }
        if matches!(&**name, "module_name" | "caller_module_name") {
            return Ok(undef());
        }
        let message = format!("Unknown variable: '{name}'.");
        match self.environment.unknown() {
            Unknown::Refused => {
                Err(Location::new(code, code.position(id)).fail(Code::NotFound, message))
            }
            Unknown::Undef => {
                if self.environment.strictness() != Strict::Off {
                    self.log(Level::Warning, &message)?;
                }
                Ok(undef())
            }
        }
    }

    /// Whether a value is true in a condition.
    #[inline]
    pub(crate) fn truth(&self, value: &Value) -> bool {
        !value.is_null()
            && value.as_bool() != Some(false)
            && (self.mode == Mode::Current || value.as_str() != Some(""))
    }

    /// Whether a condition holds.
    #[inline]
    pub(crate) fn holds(&mut self, code: &Rc<Running>, condition: ExprId) -> Eval<bool> {
        let value = self.eval(code, condition)?;
        Ok(self.truth(&value))
    }

    /// Whether a value is an instance of a type.
    #[inline]
    pub(crate) fn is_instance(&self, value: &Value, ty: &Type) -> Eval<bool> {
        self.fits([value])?;
        if ty.depth() > nests_within(self.level) {
            return Err(too_deep());
        }
        Ok(self.mode.instance(value, ty, self.budget)?)
    }

    /// Returns a group of the last match.
    pub(crate) fn matched_part(&self, number: u32) -> Eval<Value> {
        let part = self.matched.as_ref().and_then(|matched| {
            let range = matched.groups.get(number as usize)?.clone()?;
            matched.text.as_str()?.get(range)
        });
        let Some(part) = part else {
            return Ok(undef());
        };
        self.budget.charge(part.len() as u64 / TEXT_STEP)?;
        let value = Value::string(part);
        self.hold_shallow(&value)?;
        Ok(value)
    }

    /// Passes a message to the host's log.
    pub(crate) fn log(&self, level: Level, message: &str) -> Eval<()> {
        self.environment.log(level, message)
    }

    /// Logs a warning once.
    pub(crate) fn warn_once(&mut self, message: &str) -> Eval<()> {
        if self.environment.strictness() == Strict::Off || self.warned.contains(message) {
            return Ok(());
        }
        self.warned.insert(message.to_owned());
        self.log(Level::Warning, message)
    }

    /// Charges and counts the copy of a text.
    #[inline]
    pub(crate) fn hold_copy(&self, text: &str) -> Eval<()> {
        self.budget.charge(text.len() as u64 / TEXT_STEP)?;
        Ok(self.budget.hold(text.len() as u64)?)
    }

    /// Holds the memory of a number of elements.
    #[inline]
    pub(crate) fn hold_elements(&self, count: usize) -> Eval<()> {
        let bytes = (count as u64).saturating_mul(size_of::<Value>() as u64);
        Ok(self.budget.hold(bytes)?)
    }

    /// Holds the memory of a hash table for this number of values.
    #[inline]
    pub(crate) fn hold_table(&self, table: &mut HeldBytes<'_>, values: usize) -> Eval<()> {
        Ok(table.hold((values * TABLE_ELEMENTS * size_of::<Value>()) as u64)?)
    }

    /// Applies an operator to a value and an expression. The positions are those of the left
    /// operand and of the operator.
    #[inline]
    fn binary(
        &mut self,
        code: &Rc<Running>,
        operator: BinaryOp,
        left: Value,
        right: ExprId,
        positions: (u32, u32),
    ) -> Eval<Value> {
        match operator {
            BinaryOp::And => {
                let holds = self.truth(&left) && self.holds(code, right)?;
                return Ok(Value::bool(holds));
            }
            BinaryOp::Or => {
                let holds = self.truth(&left) || self.holds(code, right)?;
                return Ok(Value::bool(holds));
            }
            _ => {}
        }
        let value = self.eval(code, right)?;
        if let (Some(left), Some(right)) = (small(&left), small(&value))
            && let Some(value) = of_small(operator, left, right)
        {
            return Ok(value);
        }
        let positions = (positions.0, positions.1, code.outside(right));
        self.operate(code, operator, (left, value), positions)
    }
}

/// The nesting of a value, or of the type that it is.
fn nests(value: &Value) -> u32 {
    let ty = value.as_type().map_or(0, Type::depth);
    value.facts().depth().max(ty)
}

#[cold]
pub(crate) fn too_deep() -> Box<Stop> {
    limit(format!(
        "the evaluation is more than {MAX_LEVELS} levels deep"
    ))
}

/// Returns a 64-bit integer.
#[inline]
fn small(value: &Value) -> Option<i64> {
    value.as_small_whole()
}

/// Applies an operator to two small integers, if the result is a 64-bit integer or a boolean.
#[inline]
fn of_small(operator: BinaryOp, left: i64, right: i64) -> Option<Value> {
    let integer = |made: Option<i64>| made.map(|made| Value::from_integer(made.into()));
    match operator {
        BinaryOp::Add => integer(left.checked_add(right)),
        BinaryOp::Subtract => integer(left.checked_sub(right)),
        BinaryOp::Multiply => integer(left.checked_mul(right)),
        BinaryOp::Modulo => match left.checked_rem(right)? {
            0 => integer(Some(0)),
            rest if (rest < 0) != (right < 0) => integer(Some(rest + right)),
            rest => integer(Some(rest)),
        },
        BinaryOp::Equal => Some(Value::bool(left == right)),
        BinaryOp::NotEqual => Some(Value::bool(left != right)),
        BinaryOp::Less => Some(Value::bool(left < right)),
        BinaryOp::LessOrEqual => Some(Value::bool(left <= right)),
        BinaryOp::Greater => Some(Value::bool(left > right)),
        BinaryOp::GreaterOrEqual => Some(Value::bool(left >= right)),
        _ => None,
    }
}

/// Adds the position to an error from below the language; the first expression with a name for it
/// calls this.
#[cold]
pub(crate) fn reported(
    stop: Box<Stop>,
    code: &Rc<Running>,
    byte: u32,
    label: impl FnOnce() -> String,
) -> Box<Stop> {
    match *stop {
        Stop::Raised(error) => {
            let location = Location::new(code, byte);
            if is_the_operations(error.code()) {
                return Report::at(location, error.code(), error.message().to_owned());
            }
            let message = format!("Error while evaluating {}, {}", label(), error.message());
            let mut stop = location.fail(error.code(), message);
            if let Stop::Reported(report) = &mut *stop {
                report.cause = (!error.diagnostics().is_empty()).then_some(error);
            }
            stop
        }
        _ => stop,
    }
}

impl Interpreter<'_> {
    /// Appends the values that a splat unfolds to.
    pub(crate) fn unfold(&mut self, value: Value, into: &mut Vec<Value>) -> Eval<()> {
        if value.is_null() {
            return Ok(());
        }
        if let Some(parts) = array_elements(&value) {
            self.budget.charge(parts.len() as u64 / ELEMENTS_A_STEP)?;
            self.hold_elements(parts.len())?;
            into.extend_from_slice(parts);
        } else if let Some(map) = value.as_ordered_map() {
            self.hold_elements(map.len() * 7)?;
            for (key, element) in self.budget.charged(map.entries())? {
                into.push(array(vec![key.clone(), element.clone()])?);
            }
        } else if let Some(Special::Iterator(sequence)) = Special::of(&value) {
            self.budget
                .charge(sequence.items.len() as u64 / ELEMENTS_A_STEP)?;
            self.hold_elements(sequence.items.len())?;
            into.extend_from_slice(&sequence.all(self.budget)?);
        } else {
            into.push(value);
        }
        Ok(())
    }

    /// Checks the length of a text that an expression produces.
    pub(crate) fn check_text(bytes: usize) -> Eval<()> {
        const MAX_STRING_BYTES: usize = 1 << 26;
        if bytes > MAX_STRING_BYTES {
            return Err(limit(format!(
                "the text is longer than {MAX_STRING_BYTES} bytes"
            )));
        }
        Ok(())
    }

    /// Rejects a text that grows too long.
    pub(crate) fn hold_text(&self, bytes: usize) -> Eval<()> {
        Self::check_text(bytes)?;
        Ok(self.budget.hold(bytes as u64)?)
    }
}
