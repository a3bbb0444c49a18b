//! Calls: lookup of the function, choice of the signature, parameters.
//!
//! A lambda runs in its own frame and can read the frame of the enclosing text. A function can read
//! the variables of the program and none of its caller. Arguments are checked against the parameter
//! types and never converted.

use crate::depth::{
    BODY_LEVELS, CALL_LEVELS, CALLER_LEVELS, DEFAULT_LEVELS, NAMED_LEVELS, TYPE_LEVELS,
};
use crate::eval::code::{Call, Callee, Expr, ExprId, Form, Lambda, Parameter, ParameterKind};
use crate::eval::function::{Arguments, call_own, select};
use crate::eval::host::HostCall;
use crate::eval::interpreter::{ELEMENTS_A_STEP, Frame, Interpreter};
use crate::eval::memory::counted_array;
use crate::eval::object::{self, Member};
use crate::eval::running::Running;
use crate::eval::statement::RESERVED;
use crate::eval::stop::{Eval, Location, Stop, mistyped, of_host, raised};
use crate::rules::explain::{Signature, describe_call, message};
use crate::rules::infer::detailed::detailed_type;
use crate::types::format::short_name;
use crate::types::nominal;
use crate::values::special::{Special, array, array_elements, undef};
use polycty_core::source::Code;
use polycty_core::types::{FuncParam, FuncParams, FuncType, Kind, SizeRange, Type};
use polycty_core::values::Value;
use std::rc::Rc;

/// The lambda of a call, and the frame of the enclosing text.
#[derive(Clone, Copy)]
pub(crate) struct Block<'c> {
    pub(crate) code: &'c Rc<Running>,
    pub(crate) lambda: &'c Lambda,
    pub(crate) frame: u32,
}

impl Block<'_> {
    /// The minimum and maximum number of arguments.
    pub(crate) fn arity(&self) -> (usize, Option<usize>) {
        self.lambda.arity()
    }
}

impl Lambda {
    fn arity(&self) -> (usize, Option<usize>) {
        let needed = |parameter: &&Parameter| {
            parameter.kind == ParameterKind::One && parameter.default.is_none()
        };
        let least = self.parameters.iter().filter(needed).count();
        let rest = self.rest().is_some();
        (least, (!rest).then_some(self.parameters.len()))
    }

    /// Whether its type does not depend on the evaluation.
    fn has_one_type(&self, code: &Running) -> bool {
        let types = self.parameters.iter().filter_map(|parameter| parameter.ty);
        types.chain(self.returns).all(|ty| {
            matches!(
                code.code[ty],
                Expr::Constant(_) | Expr::Kept(..) | Expr::TypeName(_)
            )
        })
    }

    /// The parameter that takes all further arguments.
    fn rest(&self) -> Option<&Parameter> {
        let last = self.parameters.last()?;
        (last.kind == ParameterKind::Rest).then_some(last)
    }
}

/// The variables of a frame that are created and dropped per step.
const SLOTS_A_STEP: usize = 32;

/// The construct whose code runs.
#[derive(Clone, Copy)]
enum Runner<'n> {
    Lambda,
    Function(&'n str),
}

impl<'n> Runner<'n> {
    fn name(self) -> &'n str {
        match self {
            Runner::Lambda => "lambda",
            Runner::Function(name) => name,
        }
    }
}

/// Rejects a parameter with the name of a variable that only the compiler sets.
pub(crate) fn refuse_reserved(name: &str) -> Eval<()> {
    match RESERVED.contains(&name) {
        true => Err(raised(format!(
            "Attempt to assign to a reserved variable name: '{name}'"
        ))),
        false => Ok(()),
    }
}

impl Interpreter<'_> {
    /// Evaluates a call.
    #[inline(never)]
    pub(crate) fn call(&mut self, code: &Rc<Running>, id: ExprId, call: &Call) -> Eval<Value> {
        self.level += CALL_LEVELS;
        let value = match self.arguments(code, call) {
            Ok(args) => self.callee(code, id, call, &args),
            Err(stop) => Err(stop),
        };
        self.level -= CALL_LEVELS;
        value
    }

    /// Evaluates the arguments of a call.
    #[inline]
    fn arguments(&mut self, code: &Rc<Running>, call: &Call) -> Eval<Vec<Value>> {
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            if let Expr::Splat(inner) = &code.code[*arg] {
                let value = self.eval(code, *inner)?;
                self.unfold(value, &mut args)?;
            } else {
                args.push(self.eval(code, *arg)?);
            }
        }
        Ok(args)
    }

    #[inline(never)]
    fn callee(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        call: &Call,
        args: &[Value],
    ) -> Eval<Value> {
        self.fits(args)?;
        let block = call.block.as_ref().map(|lambda| Block {
            code,
            lambda,
            frame: self.frame as u32,
        });
        if call.form == Form::Method
            && let [receiver, arguments @ ..] = args
            && let Some(value) = self.context_method(receiver, &call.name, arguments, block)?
        {
            return Ok(value);
        }
        if call.form == Form::Method
            && let Some(receiver) = args.first()
            && let Some(found) = member(receiver, &call.name, args.len() - 1)?
        {
            if found.as_str().is_some() {
                self.budget
                    .charge(u64::from(found.size()) / ELEMENTS_A_STEP)?;
                self.hold_shallow(&found)?;
            }
            return Ok(found);
        }
        if self.environment.has_functions()
            && !matches!(call.callee, Callee::Here(_))
            && let Some(value) = self.call_hosts(&call.name, args, block)?
        {
            return Ok(value);
        }
        match &call.callee {
            Callee::Own(function) => {
                call_own(self, function, args, block, (code, code.position(id)))
            }
            Callee::Here(number) => {
                let code = code.clone();
                self.call_defined(&code, *number, args, block)
            }
            Callee::Named => match self.call_named(&call.name, args, block)? {
                Some(value) => Ok(value),
                None => self.call_stdlib(code, id, &call.name, args, block),
            },
        }
    }

    /// Calls a function by name, of the program, the host or the language.
    pub(crate) fn call_by_name(
        &mut self,
        name: &str,
        arguments: Arguments<'_>,
    ) -> Eval<Option<Value>> {
        self.level += CALLER_LEVELS + CALL_LEVELS;
        let called = self.find_and_call(name, arguments);
        self.level -= CALLER_LEVELS + CALL_LEVELS;
        called
    }

    fn find_and_call(&mut self, name: &str, arguments: Arguments<'_>) -> Eval<Option<Value>> {
        let Arguments { values, block, .. } = arguments;
        self.fits(values)?;
        if self.environment.has_functions()
            && let Some(value) = self.call_hosts(name, values, block)?
        {
            return Ok(Some(value));
        }
        if let Some(function) = (self.main.find)(name) {
            let at = (arguments.code, arguments.position);
            return call_own(self, function, values, block, at).map(Some);
        }
        if let Some(value) = self.call_named(name, values, block)? {
            return Ok(Some(value));
        }
        match self.environment.find_stdlib(name) {
            Some(function) => {
                let at = (arguments.code, arguments.position);
                call_own(self, function, values, block, at).map(Some)
            }
            None => Ok(None),
        }
    }

    /// Calls a function of the set of stdlib. It has a frame of its own, because the caller's is part
    /// of every level of a recursion.
    #[inline(never)]
    fn call_stdlib(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        name: &str,
        args: &[Value],
        block: Option<Block<'_>>,
    ) -> Eval<Value> {
        let position = code.position(id);
        match self.environment.find_stdlib(name) {
            Some(function) => call_own(self, function, args, block, (code, position)),
            None => {
                let message = format!("Unknown function: '{name}'.");
                Err(Location::new(code, position).fail(Code::NotFound, message))
            }
        }
    }

    /// Calls a function of the host, if the host has one with this name.
    fn call_hosts(
        &mut self,
        name: &str,
        args: &[Value],
        block: Option<Block<'_>>,
    ) -> Eval<Option<Value>> {
        let Some(function) = self.environment.find_function(name) else {
            return Ok(None);
        };
        let function = function.clone();
        if !function.dispatches().is_empty() {
            select(self, name, function.dispatches(), args, block)?;
        }
        let budget = self.budget;
        // The levels that the host uses are added to those of this call.
        let _part = budget.at_level(self.level);
        let mut call = HostCall {
            interpreter: self,
            block,
            stopped: None,
        };
        let value = polycty_core::calls::guard(|| function.run(args, &mut call));
        match call.stopped {
            Some(stop) => Err(stop),
            None => {
                let value = value.map_err(of_host)?;
                // Only the size of the host's result is known.
                self.hold_whole(&value)?;
                Ok(Some(value))
            }
        }
    }

    /// Calls a function that is defined in a text.
    fn call_named(
        &mut self,
        name: &str,
        args: &[Value],
        block: Option<Block<'_>>,
    ) -> Eval<Option<Value>> {
        let Some((code, number)) = self.defined_function(name)? else {
            return Ok(None);
        };
        self.level += NAMED_LEVELS;
        let value = self.call_defined(&code, number, args, block);
        self.level -= NAMED_LEVELS;
        value.map(Some)
    }

    #[inline(never)]
    fn call_defined(
        &mut self,
        code: &Rc<Running>,
        number: u32,
        args: &[Value],
        block: Option<Block<'_>>,
    ) -> Eval<Value> {
        let defined = &code.functions[number as usize];
        let lambda = &defined.lambda;
        let frame = self.frames.len() as u32;
        let scope = self.enter_top_scope();
        let value = self.within_frame(code, lambda.frame, frame, |interpreter| {
            interpreter.matched = None;
            interpreter.check_call(code, lambda, &defined.name, args, block)?;
            interpreter.run(code, lambda, args, Runner::Function(&defined.name))
        });
        self.leave_top_scope(scope);
        value
    }

    /// Checks the arguments of a function against its parameters.
    #[inline(never)]
    fn check_call(
        &mut self,
        code: &Rc<Running>,
        lambda: &Lambda,
        name: &str,
        args: &[Value],
        block: Option<Block<'_>>,
    ) -> Eval<()> {
        let (least, most) = lambda.arity();
        let mut fits =
            block.is_none() && args.len() >= least && most.is_none_or(|most| args.len() <= most);
        let last = lambda.parameters.len().saturating_sub(1);
        for (at, arg) in args.iter().enumerate() {
            if !fits {
                break;
            }
            let parameter = &lambda.parameters[at.min(last)];
            if let Some(ty) = self.argument_type(code, parameter)? {
                fits = self.is_instance(arg, &ty)?;
            }
        }
        if fits {
            return Ok(());
        }
        let ty = self.lambda_type(code, lambda)?;
        Err(self.rejected(name, &ty, args, block)?)
    }

    /// The error of a function from a text that rejects its arguments.
    #[cold]
    fn rejected(
        &mut self,
        name: &str,
        ty: &Type,
        args: &[Value],
        block: Option<Block<'_>>,
    ) -> Eval<Box<Stop>> {
        let Kind::Func(func) = ty.kind() else {
            return Ok(raised(format!("'{name}' cannot be called")));
        };
        let arguments = self.arguments_type(args, block)?;
        let signature = Signature {
            func,
            block_name: "block",
        };
        Ok(mistyped(describe_call(
            name,
            &[signature],
            &arguments,
            self.budget,
        )?))
    }

    /// The types of the arguments, with the type of the block last.
    pub(crate) fn arguments_type(
        &mut self,
        args: &[Value],
        block: Option<Block<'_>>,
    ) -> Eval<Type> {
        if args.is_empty() && block.is_none() {
            let unit = nominal::unit().clone();
            let size = Some(SizeRange::exactly(0));
            return Ok(crate::types::normal_form::array(unit, size)?);
        }
        let mut types = Vec::with_capacity(args.len() + 1);
        for arg in args {
            types.push(detailed_type(arg, self.budget)?);
        }
        if let Some(block) = block {
            types.push(self.block_type(block)?);
        }
        Ok(Type::tuple(types)?)
    }

    /// Calls the block of a call. The argument of `next` is its value.
    #[inline]
    pub(crate) fn call_block(&mut self, block: Block<'_>, args: &[Value]) -> Eval<Value> {
        let mark = self.mark();
        let value = self.run_block(block, args)?;
        self.settle(mark, &value);
        Ok(value)
    }

    /// Calls the block of a call for a caller that settles the memory of its result.
    pub(crate) fn run_block(&mut self, block: Block<'_>, args: &[Value]) -> Eval<Value> {
        self.within_frame(block.code, block.lambda.frame, block.frame, |interpreter| {
            interpreter.level += CALLER_LEVELS;
            interpreter.run(block.code, block.lambda, args, Runner::Lambda)
        })
    }

    /// Calls the block of a call for a result that the caller does not keep.
    pub(crate) fn ask_block<T>(
        &mut self,
        block: Block<'_>,
        args: &[Value],
        look: impl FnOnce(&Self, &Value) -> T,
    ) -> Eval<T> {
        let mark = self.mark();
        let value = self.run_block(block, args)?;
        let answer = look(self, &value);
        drop(value);
        self.forget(mark);
        Ok(answer)
    }

    /// Whether the block of a call returns a true value.
    pub(crate) fn block_holds(&mut self, block: Block<'_>, args: &[Value]) -> Eval<bool> {
        self.ask_block(block, args, |interpreter, answer| interpreter.truth(answer))
    }

    /// Calls a function in a new frame.
    pub(crate) fn within_frame<T>(
        &mut self,
        code: &Rc<Running>,
        number: u32,
        outer: u32,
        run: impl FnOnce(&mut Self) -> Eval<T>,
    ) -> Eval<T> {
        let saved = (self.frame, self.matched.clone(), self.level);
        let base = self.slots.len();
        let slots = code.frames[number as usize].len();
        if slots >= SLOTS_A_STEP {
            self.budget.charge((slots / SLOTS_A_STEP) as u64)?;
        }
        self.slots.resize(base + slots, None);
        self.frame = self.frames.len();
        self.frames.push(Frame {
            code: code.clone(),
            number,
            base: base as u32,
            outer,
            class: None,
        });
        self.level += BODY_LEVELS;
        let pinned = std::mem::take(&mut self.pinned);
        let done = run(self);
        self.frames.pop();
        self.slots.truncate(base);
        self.retained -= std::mem::replace(&mut self.pinned, pinned);
        (self.frame, self.matched, self.level) = saved;
        done
    }

    /// Binds the parameters, runs the body and checks the result.
    #[inline(never)]
    fn run(
        &mut self,
        code: &Rc<Running>,
        lambda: &Lambda,
        args: &[Value],
        runner: Runner<'_>,
    ) -> Eval<Value> {
        self.bind(code, lambda, args, runner)?;
        let value = match self.eval(code, lambda.body) {
            Ok(value) => value,
            Err(stop) => match (*stop, runner) {
                (Stop::Next(value, _), _) => value,
                // As in Puppet, the value of `return` is not checked.
                (Stop::Return(value, _), Runner::Function(_)) => return Ok(value),
                (stop, _) => return Err(Box::new(stop)),
            },
        };
        if let Some(returns) = lambda.returns {
            let ty = self.around(|interpreter| interpreter.type_of(code, returns))?;
            if !self.is_instance(&value, &ty)? {
                let found = detailed_type(&value, self.budget)?;
                let subject = format!("value returned from {} has wrong type,", runner.name());
                return Err(mistyped(message(&subject, &found, &ty, self.budget)?));
            }
        }
        Ok(value)
    }

    /// Binds the parameters to values.
    #[inline(never)]
    fn bind(
        &mut self,
        code: &Rc<Running>,
        lambda: &Lambda,
        args: &[Value],
        runner: Runner<'_>,
    ) -> Eval<()> {
        let base = self.frames[self.frame].base;
        let mut optional = false;
        let mut typed = false;
        for (at, parameter) in lambda.parameters.iter().enumerate() {
            typed |= parameter.ty.is_some();
            if self.compiler.is_some() {
                refuse_reserved(&parameter.name)?;
            }
            let location = || Location::new(code, parameter.at);
            let value = match parameter.kind {
                ParameterKind::Rest => {
                    let rest = args.get(at..).unwrap_or_default();
                    match (parameter.default, rest) {
                        (Some(default), []) => self.rest_default(code, default, runner)?,
                        (Some(default), [only]) if only.is_null() => {
                            self.rest_default(code, default, runner)?
                        }
                        (_, rest) => {
                            self.budget.charge(rest.len() as u64 / ELEMENTS_A_STEP)?;
                            counted_array(rest.to_vec(), self.budget)?
                        }
                    }
                }
                ParameterKind::One => {
                    if optional && parameter.default.is_none() {
                        let message = format!(
                            "Parameter ${} is required but appears after optional parameters",
                            parameter.name
                        );
                        return Err(location().fail(Code::Diagnostics, message));
                    }
                    optional |= parameter.default.is_some();
                    match (args.get(at), parameter.default) {
                        (Some(value), _) => value.clone(),
                        (None, Some(default)) => {
                            self.default_value(code, default, runner.name())?
                        }
                        (None, None) => {
                            let message = format!(
                                "Parameter ${} is required but no value was given",
                                parameter.name
                            );
                            return Err(location().fail(Code::Diagnostics, message));
                        }
                    }
                }
            };
            self.slots[(base + parameter.slot) as usize] = Some(value);
        }
        if typed {
            self.check_bound(code, lambda, base, runner)
        } else {
            Ok(())
        }
    }

    /// Returns the value of a default; its matches do not affect the caller.
    pub(crate) fn default_value(
        &mut self,
        code: &Rc<Running>,
        default: ExprId,
        whose: &str,
    ) -> Eval<Value> {
        let matched = self.matched.clone();
        self.level += DEFAULT_LEVELS;
        let value = self.eval(code, default);
        self.level -= DEFAULT_LEVELS;
        self.matched = matched;
        value.map_err(|stop| match *stop {
            Stop::TooEarly(what) => raised(format!("{whose}: {what}")),
            stop => Box::new(stop),
        })
    }

    fn rest_default(
        &mut self,
        code: &Rc<Running>,
        default: ExprId,
        runner: Runner<'_>,
    ) -> Eval<Value> {
        let value = self.default_value(code, default, runner.name())?;
        match array_elements(&value) {
            Some(_) => Ok(value),
            None => Ok(array(vec![value])?),
        }
    }

    /// Checks the values of parameters against their types.
    #[inline(never)]
    fn check_bound(
        &mut self,
        code: &Rc<Running>,
        lambda: &Lambda,
        base: u32,
        runner: Runner<'_>,
    ) -> Eval<()> {
        let mut fits = true;
        for parameter in &lambda.parameters {
            let ty = self.around(|interpreter| interpreter.argument_type(code, parameter))?;
            let Some(ty) = ty else {
                continue;
            };
            let Some(value) = self.slots[(base + parameter.slot) as usize].clone() else {
                continue;
            };
            fits = match parameter.kind {
                ParameterKind::One => self.is_instance(&value, &ty)?,
                ParameterKind::Rest => {
                    let mut all = true;
                    for value in array_elements(&value).unwrap_or_default() {
                        all = all && self.is_instance(value, &ty)?;
                    }
                    all && self.fits_number(code, parameter, &value)?
                }
            };
            if !fits {
                break;
            }
        }
        if fits {
            return Ok(());
        }
        let mut args = Vec::with_capacity(lambda.parameters.len());
        for parameter in &lambda.parameters {
            let value = self.slots[(base + parameter.slot) as usize].clone();
            let value = value.unwrap_or_else(undef);
            match parameter.kind {
                ParameterKind::One => args.push(value),
                ParameterKind::Rest => {
                    args.extend_from_slice(array_elements(&value).unwrap_or_default());
                }
            }
        }
        let ty = self.around(|interpreter| interpreter.lambda_type(code, lambda))?;
        Err(self.rejected(runner.name(), &ty, &args, None)?)
    }

    /// Whether the number of further arguments fits the type of the parameter.
    fn fits_number(
        &mut self,
        code: &Rc<Running>,
        parameter: &Parameter,
        value: &Value,
    ) -> Eval<bool> {
        let Some(ty) = parameter.ty else {
            return Ok(true);
        };
        let ty = self.around(|interpreter| interpreter.type_of(code, ty))?;
        let count = array_elements(value).unwrap_or_default().len() as u64;
        Ok(match ty.kind() {
            Kind::List {
                size: Some(size), ..
            } => size.contains(count),
            _ => true,
        })
    }

    /// The type of each argument of a parameter.
    fn argument_type(&mut self, code: &Rc<Running>, parameter: &Parameter) -> Eval<Option<Type>> {
        let Some(ty) = parameter.ty else {
            return Ok(None);
        };
        let ty = self.type_of(code, ty)?;
        Ok(Some(match (parameter.kind, ty.kind()) {
            (ParameterKind::Rest, Kind::List { element, .. }) => element.clone(),
            _ => ty,
        }))
    }

    /// Evaluates an expression that must be a type.
    pub(crate) fn type_of(&mut self, code: &Rc<Running>, expr: ExprId) -> Eval<Type> {
        if let Expr::Kept(number, _) = &code.code[expr]
            && let Some(ty) = code.kept(*number)
        {
            return Ok(ty);
        }
        self.level += TYPE_LEVELS;
        let value = self.eval(code, expr);
        self.level -= TYPE_LEVELS;
        let value = value?;
        match value.as_type() {
            Some(ty) => Ok(ty.clone()),
            None => Err(raised(format!(
                "{} is not a type",
                crate::values::format::format_redacted(&value)
            ))),
        }
    }

    /// Calls a function in the enclosing frame of the current one, which the types of parameters
    /// can read; a function is its own enclosing frame.
    #[inline]
    fn around<T>(&mut self, what: impl FnOnce(&mut Self) -> Eval<T>) -> Eval<T> {
        let outer = self.frames[self.frame].outer;
        self.within(outer, what)
    }

    /// Calls a function in a frame.
    #[inline]
    fn within<T>(&mut self, frame: u32, what: impl FnOnce(&mut Self) -> Eval<T>) -> Eval<T> {
        let inner = std::mem::replace(&mut self.frame, frame as usize);
        let done = what(self);
        self.frame = inner;
        done
    }

    /// The type of the block of a call.
    pub(crate) fn block_type(&mut self, block: Block<'_>) -> Eval<Type> {
        self.within(block.frame, |interpreter| {
            interpreter.lambda_type(block.code, block.lambda)
        })
    }

    /// The type of a lambda, or of a function that a text defines.
    fn lambda_type(&mut self, code: &Rc<Running>, lambda: &Lambda) -> Eval<Type> {
        if let Some(ty) = code.kept(lambda.kept) {
            return Ok(ty);
        }
        let mut positional = Vec::with_capacity(lambda.parameters.len());
        let mut size = SizeRange {
            min: lambda.arity().0 as u64,
            max: lambda.arity().1.map(|most| most as u64),
        };
        for parameter in &lambda.parameters {
            let ty = match self.argument_type(code, parameter)? {
                Some(ty) => ty,
                None => Type::any().clone(),
            };
            if let (ParameterKind::Rest, Some(whole)) = (parameter.kind, parameter.ty)
                && let Kind::List {
                    size: Some(range), ..
                } = self.type_of(code, whole)?.kind()
            {
                size.min += range.min;
                size.max = range.max.map(|most| positional.len() as u64 + most);
            }
            positional.push(FuncParam {
                name: Some(parameter.name.clone()),
                ty,
            });
        }
        let exact = size == SizeRange::exactly(positional.len() as u64) && size.min > 0;
        let result = match lambda.returns {
            Some(returns) => Some(self.type_of(code, returns)?).filter(|ty| !ty.is_any()),
            None => None,
        };
        let ty = Type::func(FuncType {
            params: Some(FuncParams {
                positional: positional.into(),
                variadic: None,
                size: (!exact).then_some(size),
            }),
            block: None,
            result,
        })?;
        if lambda.has_one_type(code) {
            code.keep(lambda.kept, &ty);
        }
        Ok(ty)
    }
}

/// Returns the attribute of an object or the component of a URI that a method names.
fn member(receiver: &Value, name: &str, args: usize) -> Eval<Option<Value>> {
    let refuse = |what: String| match args {
        0 => Ok(()),
        args => Err(mistyped(format!(
            "'{what}' expects no arguments, got {args}"
        ))),
    };
    match Special::of(receiver) {
        Some(Special::Object(ty, attributes)) => {
            let called = || format!("{}[{name}]", short_name(ty));
            match object::member(ty, attributes, name)? {
                Some(Member::Attribute(value)) => {
                    refuse(format!("attribute {}", called()))?;
                    Ok(Some(value))
                }
                Some(Member::Unimplemented(what)) => Err(raised(format!(
                    "no method is implemented for {what} {}",
                    called()
                ))),
                None => Ok(None),
            }
        }
        Some(Special::Uri(components)) => {
            const NAMES: [&str; 8] = [
                "scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque",
            ];
            if !NAMES.contains(&name) {
                return Ok(None);
            }
            refuse(format!("attribute URI[{name}]"))?;
            let mut parts = components.entries().filter(|(known, _)| *known == name);
            let text = match name {
                "port" => components.port_or_own(),
                _ => parts.next().map(|(_, text)| text),
            };
            Ok(Some(match text {
                Some(text) if name == "port" => match text.parse::<i64>() {
                    Ok(port) => Value::from_integer(port.into()),
                    Err(_) => Value::string(text),
                },
                Some(text) => Value::string(text),
                None => undef(),
            }))
        }
        _ => Ok(None),
    }
}
