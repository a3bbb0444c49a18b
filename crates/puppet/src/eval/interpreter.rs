//! The evaluator of expressions.
//!
//! One evaluator runs one program, with whatever it calls and loads. Variables stand in
//! frames, one for the program and one for each call; a lambda's frame knows that of the text
//! around it, a function's only the program's. What an expression does is a method of its
//! own, in the file of that name; here is which.
//!
//! Every expression is a step of the budget, and what it makes is held by it. Depth is
//! bounded ([`crate::depth`]), the recursion of functions included; what an expression does
//! is kept out of line, so that each level takes little of the stack.

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
use crate::eval::stop::{Eval, Place, Report, Stop, is_the_operations, limit};
use crate::eval::template::{Given, Output};
use crate::mode::{Mode, Strict};
use crate::scalars::pattern::Groups;
use crate::syntax::tree::BinaryOp;
use crate::values::special::{Special, array, array_elements, hash, undef};
use polycty_core::calls::{Budget, Held};
use polycty_core::source::Code;
use polycty_core::types::{IdMap, KeyedMap, KeyedSet, MAX_DEPTH, Str, Type};
use polycty_core::values::Value;
use std::rc::Rc;

/// How many values' bytes a table takes for each that it tells apart, at the most: while it grows
/// it stands twice, half full.
const TABLE_ELEMENTS: usize = 4;

/// The elements of an array that are copied in a step.
pub(crate) const ELEMENTS_A_STEP: u64 = 4;

/// The bytes of a text that are copied in a step.
pub(crate) const TEXT_STEP: u64 = 64;

/// The state of one evaluation.
pub(crate) struct Interpreter<'e> {
    pub(crate) environment: &'e Environment,
    pub(crate) budget: &'e Budget,
    /// Whose rules hold.
    pub(crate) mode: Mode,
    /// The program, whose variables functions see.
    pub(crate) main: Rc<Running>,
    /// The variables of all frames.
    pub(crate) slots: Vec<Option<Value>>,
    pub(crate) frames: Vec<Frame>,
    /// The frame of the text that runs.
    pub(crate) frame: usize,
    /// What was matched last.
    pub(crate) matched: Option<Rc<Matched>>,
    pub(crate) level: u32,
    /// Iterators that have been gone through, by where they are, which they keep.
    pub(crate) consumed: IdMap<usize, Value>,
    /// What is kept beside values.
    pub(crate) annotations: Annotations,
    /// What has been warned of once.
    pub(crate) warned: KeyedSet<String>,
    pub(crate) loaded: Loaded,
    /// The resources that have been declared, by their references, with their attributes.
    pub(crate) declared: KeyedMap<String, KeyedMap<Str, Value>>,
    /// What the template writes that runs.
    pub(crate) output: Output,
    /// What templates are given that name no parameters, innermost last.
    pub(crate) given: Vec<Given>,
    /// The classes that have been evaluated for their variables, by name.
    pub(crate) classes: KeyedMap<Str, Rc<ClassScope>>,
    /// The data that classes get.
    pub(crate) class_data: Option<Value>,
    /// How many classes are being evaluated for their variables.
    pub(crate) evaluating_classes: u32,
    /// The bytes of variables and tables ([`crate::eval::memory`]).
    pub(crate) retained: u64,
    /// Those of the variables of the frame.
    pub(crate) pinned: u64,
}

/// The variables of a call.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The text, and which of its frames this is.
    pub(crate) code: Rc<Running>,
    pub(crate) number: u32,
    /// Where they begin.
    pub(crate) base: u32,
    /// The frame of the text around; that of a function is its own.
    pub(crate) outer: u32,
    /// What a class inherits, for the frame of its parameters and its body.
    pub(crate) class: Option<Rc<ClassScope>>,
}

/// What an expression matched: the text, and where its groups stand.
#[derive(Debug)]
pub(crate) struct Matched {
    pub(crate) text: Value,
    pub(crate) groups: Groups,
}

impl Interpreter<'_> {
    /// The value of an expression.
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

    /// Looks at the value of an expression; what the text says is not copied for that.
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

    /// Runs a function that calls blocks from a large frame.
    pub(crate) fn in_large_frame(
        &mut self,
        run: impl FnOnce(&mut Self) -> Eval<Value>,
    ) -> Eval<Value> {
        self.level += LARGE_FRAME_LEVELS;
        let value = run(self);
        self.level -= LARGE_FRAME_LEVELS;
        value
    }

    /// The value of an expression that has parts.
    fn deeper(&mut self, code: &Rc<Running>, id: ExprId, expr: &Expr) -> Eval<Value> {
        if self.level + EXPR_LEVELS > MAX_LEVELS {
            return Err(reported(too_deep(), code, code.place(id), String::new));
        }
        self.level += EXPR_LEVELS;
        let mark = self.mark();
        let value = self.of_kind(code, id, expr);
        self.level -= EXPR_LEVELS;
        match value {
            Ok(value) => {
                self.settle(mark, &value);
                Ok(value)
            }
            Err(stop) => Err(reported(stop, code, code.place(id), || {
                label::of_expr(expr)
            })),
        }
    }

    /// Refuses values that nest too deep for what goes over them here.
    #[inline]
    pub(crate) fn fits<'v>(&self, values: impl IntoIterator<Item = &'v Value>) -> Eval<()> {
        let room = nests_within(self.level);
        match room >= MAX_DEPTH || values.into_iter().all(|value| nests(value) <= room) {
            true => Ok(()),
            false => Err(too_deep()),
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
                let places = (code.outside(*left), code.place(id));
                self.binary(code, *operator, value, *right, places)
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

    /// Operators of one precedence, from left to right.
    #[inline(never)]
    fn chain(&mut self, code: &Rc<Running>, first: ExprId, links: &[Link]) -> Eval<Value> {
        let mut value = self.eval(code, first)?;
        let mut place = code.outside(first);
        for link in links {
            self.budget.charge(1)?;
            let places = (place, link.at);
            value = self
                .binary(code, link.operator, value, link.right, places)
                .map_err(|stop| {
                    reported(stop, code, link.at, || label::of_operator(link.operator))
                })?;
            place = link.at;
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

    /// Statements, of which the last gives the value.
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

    /// The value of a variable, if it has one.
    #[inline]
    pub(crate) fn find(&self, variable: &Variable) -> Option<&Value> {
        for slot in &variable.places {
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

    /// What stands in a place of the frame so many lambdas further out.
    #[inline]
    fn outward(&self, hops: u32, slot: u32) -> Option<&Value> {
        let mut frame = &self.frames[self.frame];
        for _ in 0..hops {
            frame = &self.frames[frame.outer as usize];
        }
        self.slots[(frame.base + slot) as usize].as_ref()
    }

    /// A parameter that a default asks for: those that are given by name are there before.
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

    /// A variable of the program that runs or of the host, by its name.
    pub(crate) fn global(&self, name: &str) -> Option<&Value> {
        let short = name.strip_prefix("::").unwrap_or(name);
        let own = self.main.top.get(short);
        own.and_then(|slot| self.slots[*slot as usize].as_ref())
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
            Unknown::Refused => Err(Place::new(code, code.place(id)).fail(Code::NotFound, message)),
            Unknown::Undef => {
                if self.environment.strictness() != Strict::Off {
                    self.log(Level::Warning, &message)?;
                }
                Ok(undef())
            }
        }
    }

    /// Whether a condition takes a value for true.
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

    /// A part of what was matched last.
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

    /// Tells the host something.
    pub(crate) fn log(&self, level: Level, message: &str) -> Eval<()> {
        self.environment.log(level, message)
    }

    /// Warns of something, once.
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

    /// Holds what a number of elements takes.
    #[inline]
    pub(crate) fn hold_elements(&self, count: usize) -> Eval<()> {
        let bytes = (count as u64).saturating_mul(size_of::<Value>() as u64);
        Ok(self.budget.hold(bytes)?)
    }

    /// Holds what a table takes that tells so many values apart, in what counts for it.
    #[inline]
    pub(crate) fn hold_table(&self, table: &mut Held<'_>, values: usize) -> Eval<()> {
        Ok(table.hold((values * TABLE_ELEMENTS * size_of::<Value>()) as u64)?)
    }

    /// An operator between a value and an expression; the places are those of what stands to
    /// the left and of the operator.
    #[inline]
    fn binary(
        &mut self,
        code: &Rc<Running>,
        operator: BinaryOp,
        left: Value,
        right: ExprId,
        places: (u32, u32),
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
        let places = (places.0, places.1, code.outside(right));
        self.operate(code, operator, (left, value), places)
    }
}

/// How deep a value nests, or the type that it is.
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

/// An integer of 64 bits.
#[inline]
fn small(value: &Value) -> Option<i64> {
    value.as_small_whole()
}

/// What an operator makes of two small integers, if that is one of 64 bits or a Boolean.
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

/// What went wrong below the language, told by the expression that has a name for it.
#[cold]
pub(crate) fn reported(
    stop: Box<Stop>,
    code: &Rc<Running>,
    byte: u32,
    label: impl FnOnce() -> String,
) -> Box<Stop> {
    match *stop {
        Stop::Raised(error) => {
            let place = Place::new(code, byte);
            if is_the_operations(error.code()) {
                return Box::new(Stop::Reported(Report {
                    code: error.code(),
                    message: error.message().to_owned(),
                    place: Some(place),
                }));
            }
            let message = format!("Error while evaluating {}, {}", label(), error.message());
            place.fail(error.code(), message)
        }
        _ => stop,
    }
}

impl Interpreter<'_> {
    /// Adds what a value unfolds to.
    pub(crate) fn unfold(&mut self, value: Value, into: &mut Vec<Value>) -> Eval<()> {
        if value.is_null() {
            return Ok(());
        }
        if let Some(parts) = array_elements(&value) {
            self.budget.charge(parts.len() as u64 / ELEMENTS_A_STEP)?;
            self.hold_elements(parts.len())?;
            into.extend_from_slice(parts);
        } else if let Some(map) = value.as_ordered_map() {
            self.budget.charge(map.len() as u64)?;
            self.hold_elements(map.len() * 7)?;
            for (key, element) in map.entries() {
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

    /// Refuses a text that grows too long.
    pub(crate) fn hold_text(&self, bytes: usize) -> Eval<()> {
        /// The longest text that an expression makes.
        const MAX_TEXT: usize = 1 << 26;
        if bytes > MAX_TEXT {
            return Err(limit(format!("the text is longer than {MAX_TEXT} bytes")));
        }
        Ok(self.budget.hold(bytes as u64)?)
    }
}
