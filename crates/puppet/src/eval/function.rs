//! Built-in functions and the arguments of a call.
//!
//! A function has signatures, and a call uses the first one that its arguments fit. If there is
//! none, the error lists the mismatch for each signature. Functions of Puppet's 3.x API have a
//! number of arguments instead.

use crate::eval::call::Block;
use crate::eval::coercion::to_string_within;
use crate::eval::cost::{Cost, Makes};
use crate::eval::dispatch::{Dispatch, read_dispatches};
use crate::eval::interpreter::Interpreter;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Location, Stop, mistyped, raised};
use crate::rules::assignable::assignable;
use crate::rules::convert::class_of;
use crate::rules::explain::{Signature, describe_call};
use crate::rules::infer::detailed::detailed_type;
use crate::rules::instance::instance;
use crate::types::alias::Aliases;
use crate::types::{nominal, normal_form};
use crate::values::special::{Special, array, array_elements, hash};
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{FuncParam, SizeRange, Type};
use polycty_core::values::Value;
use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;
use std::sync::OnceLock;

/// A function of the language.
pub(crate) struct Function {
    pub(crate) entry: &'static Entry,
    dispatches: OnceLock<Vec<Dispatch>>,
}

/// The implementation of a function.
pub(crate) type Run = fn(&mut Interpreter<'_>, Arguments<'_>) -> Eval<Value>;

/// Returns the function of the language with a name.
pub(crate) type Find = fn(&str) -> Option<&'static Function>;

/// A function in the table of its family.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    /// The steps of a call and the memory of its result.
    pub(crate) cost: Cost,
    pub(crate) makes: Makes,
    pub(crate) takes: Takes,
    pub(crate) run: Run,
}

/// The arguments that a function takes.
pub(crate) enum Takes {
    /// The first matching signature counts; the aliases are those used in the signatures.
    Signatures(
        &'static [(&'static str, &'static str)],
        &'static [&'static str],
    ),
    /// The first matching signature counts; the function returns the error if there is none.
    Checked(
        &'static [&'static str],
        fn(&[Value], Option<Block<'_>>) -> Option<Cow<'static, str>>,
    ),
    /// A fixed number of arguments of any type.
    Exactly(usize),
    /// A minimum number of arguments of any type.
    AtLeast(usize),
}

impl Entry {
    pub(crate) const fn new(
        name: &'static str,
        cost: Cost,
        makes: Makes,
        signatures: &'static [&'static str],
        run: Run,
    ) -> Entry {
        Entry {
            name,
            cost,
            makes,
            takes: Takes::Signatures(&[], signatures),
            run,
        }
    }

    pub(crate) const fn legacy(
        name: &'static str,
        cost: Cost,
        makes: Makes,
        takes: Takes,
        run: Run,
    ) -> Entry {
        Entry {
            name,
            cost,
            makes,
            takes,
            run,
        }
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Function").field(&self.entry.name).finish()
    }
}

/// The arguments of a call, which match a signature of the function.
#[derive(Clone, Copy)]
pub(crate) struct Arguments<'a> {
    pub(crate) values: &'a [Value],
    /// The index of the matching signature.
    pub(crate) which: usize,
    pub(crate) block: Option<Block<'a>>,
    /// The text of the call, and the position in it.
    pub(crate) code: &'a Rc<Running>,
    pub(crate) position: u32,
}

impl<'a> Arguments<'a> {
    /// Returns the block, for a signature that requires one.
    pub(crate) fn block(&self) -> Eval<Block<'a>> {
        self.block.ok_or_else(|| raised("expects a block"))
    }

    /// Returns the argument at a position, if present.
    pub(crate) fn get(&self, at: usize) -> Option<&'a Value> {
        self.values.get(at)
    }

    /// Returns the text of a string argument.
    pub(crate) fn text(&self, at: usize) -> &'a str {
        self.get(at).and_then(Value::as_str).unwrap_or_default()
    }

    pub(crate) fn location(&self) -> Location {
        Location::new(self.code, self.position)
    }
}

/// Calls a function of the language: charges the call, selects the signature, and counts the
/// memory of the result.
#[inline(never)]
pub(crate) fn call_own(
    interpreter: &mut Interpreter<'_>,
    function: &'static Function,
    args: &[Value],
    block: Option<Block<'_>>,
    (code, position): (&Rc<Running>, u32),
) -> Eval<Value> {
    let entry = function.entry;
    entry.cost.charge(args, interpreter.budget)?;
    let which = dispatch(interpreter, function, args, block)?;
    let old = function.old_arguments(interpreter, args)?;
    let arguments = Arguments {
        values: old.as_deref().unwrap_or(args),
        which,
        block,
        code,
        position,
    };
    let value = (entry.run)(interpreter, arguments)?;
    entry.makes.hold(&value, interpreter.budget)?;
    Ok(value)
}

/// Returns the index of the signature of a language function that a call matches.
fn dispatch(
    interpreter: &mut Interpreter<'_>,
    function: &'static Function,
    args: &[Value],
    block: Option<Block<'_>>,
) -> Eval<usize> {
    let name = function.entry.name;
    match &function.entry.takes {
        Takes::Exactly(count) if args.len() != *count => Err(mistyped(format!(
            "{name}(): Wrong number of arguments given ({} for {count})",
            args.len()
        ))),
        Takes::AtLeast(count) if args.len() < *count => Err(mistyped(format!(
            "{name}(): Wrong number of arguments given ({} for minimum {count})",
            args.len()
        ))),
        Takes::Exactly(_) | Takes::AtLeast(_) => Ok(0),
        Takes::Signatures(aliases, texts) => {
            let dispatches = function.read(aliases, texts);
            select(interpreter, name, dispatches, args, block)
        }
        Takes::Checked(texts, check) => {
            let dispatches = function.read(&[], texts);
            if let Some(which) = fitting(interpreter, dispatches, args, block)? {
                return Ok(which);
            }
            match check(args, block) {
                Some(message) => Err(mistyped(format!("'{name}' {message}"))),
                None => Err(unfit(interpreter, name, dispatches, args, block)?),
            }
        }
    }
}

impl Function {
    pub(crate) fn new(entry: &'static Entry) -> Function {
        Function {
            entry,
            dispatches: OnceLock::new(),
        }
    }

    /// Returns the arguments as the 3.x API passes them, or `None` if they are unchanged: values of
    /// types that it does not support become strings, and so does undef, except within other
    /// values.
    pub(crate) fn old_arguments(
        &self,
        interpreter: &Interpreter<'_>,
        args: &[Value],
    ) -> Eval<Option<Box<[Value]>>> {
        if !matches!(self.entry.takes, Takes::Exactly(_) | Takes::AtLeast(_)) {
            return Ok(None);
        }
        let mut changed: Option<Box<[Value]>> = None;
        for (at, arg) in args.iter().enumerate() {
            let old = if arg.is_null() {
                Some(Value::string(""))
            } else {
                old_value(interpreter, arg)?
            };
            if let Some(old) = old {
                changed.get_or_insert_with(|| args.into())[at] = old;
            }
        }
        Ok(changed)
    }
}

/// Returns the replacement of a value for a 3.x function, or `None` if the value is unchanged.
fn old_value(interpreter: &Interpreter<'_>, value: &Value) -> Eval<Option<Value>> {
    if let Some(elements) = array_elements(value) {
        let mut changed: Option<Vec<Value>> = None;
        for (at, element) in interpreter.budget.charged(elements)?.enumerate() {
            if let Some(old) = old_value(interpreter, element)? {
                if changed.is_none() {
                    interpreter.hold_elements(elements.len())?;
                }
                changed.get_or_insert_with(|| elements.to_vec())[at] = old;
            }
        }
        return Ok(changed.map(array).transpose()?);
    }
    if let Some(map) = value.as_ordered_map() {
        let mut changed: Option<Vec<(Value, Value)>> = None;
        for (at, (key, element)) in interpreter.budget.charged(map.entries())?.enumerate() {
            let old = (
                old_value(interpreter, key)?,
                old_value(interpreter, element)?,
            );
            if let (None, None) = old {
                continue;
            }
            let entry = (
                old.0.unwrap_or_else(|| key.clone()),
                old.1.unwrap_or_else(|| element.clone()),
            );
            if changed.is_none() {
                interpreter.hold_elements(2 * map.len())?;
            }
            changed.get_or_insert_with(|| map.entries().to_vec())[at] = entry;
        }
        return Ok(changed.map(hash).transpose()?);
    }
    match Special::of(value) {
        Some(Special::Iterator(_)) => Err(raised("Use of an Iterator is not supported here")),
        Some(
            Special::Regexp(_)
            | Special::SemVer(_)
            | Special::SemVerRange(_)
            | Special::Binary(_)
            | Special::Timespan(_)
            | Special::Timestamp(_),
        ) => {
            let text = to_string_within(value, interpreter.mode, interpreter.budget)?;
            interpreter.hold_text(text.len())?;
            Ok(Some(Value::string(&text)))
        }
        _ => Ok(None),
    }
}

/// The error of a 3.x function that expects a string.
#[cold]
pub(crate) fn no_text(value: &Value) -> Box<Stop> {
    let class = class_in_words(value);
    raised(format!("no implicit conversion of {class} into String"))
}

/// The class of a value in the messages of Ruby's conversions; nil, true and false are named by
/// their value.
pub(crate) fn class_in_words(value: &Value) -> String {
    match value.as_bool() {
        Some(flag) => flag.to_string(),
        None if value.is_null() => "nil".into(),
        None => class_of(value),
    }
}

impl Function {
    /// Returns the signatures, which are parsed at the first use.
    fn read(&self, aliases: &[(&str, &str)], texts: &[&str]) -> &[Dispatch] {
        self.dispatches.get_or_init(|| {
            let aliases = Aliases::define(aliases.iter().copied()).unwrap_or_default();
            read_dispatches(texts, &aliases).unwrap_or_default()
        })
    }
}

/// Returns the mismatch of a call without a block, or `None` if a signature matches. Functions that
/// return their own errors are not checked.
pub(crate) fn mismatch(
    function: &'static Function,
    args: &[Value],
    budget: &Budget,
) -> Result<Option<String>> {
    let name = function.entry.name;
    let count = args.len();
    let (aliases, texts) = match &function.entry.takes {
        Takes::Exactly(expected) if count != *expected => {
            return Ok(Some(format!(
                "{name}(): Wrong number of arguments given ({count} for {expected})"
            )));
        }
        Takes::AtLeast(least) if count < *least => {
            return Ok(Some(format!(
                "{name}(): Wrong number of arguments given ({count} for minimum {least})"
            )));
        }
        Takes::Exactly(_) | Takes::AtLeast(_) | Takes::Checked(..) => return Ok(None),
        Takes::Signatures(aliases, texts) => (*aliases, *texts),
    };
    let dispatches = function.read(aliases, texts);
    for dispatch in dispatches {
        budget.charge(1 + count as u64)?;
        let needs_block = dispatch.block().is_some_and(|block| !block.optional);
        if needs_block || !dispatch.size.contains(count as u64) {
            continue;
        }
        let params = dispatch.params();
        let mut fits = true;
        for (at, arg) in args.iter().enumerate() {
            if let Some(FuncParam { ty, .. }) = params.get(at).or(params.last()) {
                fits = fits && (ty.is_any() || instance(arg, ty, budget)?);
            }
        }
        if fits {
            return Ok(None);
        }
    }
    let types = args.iter().map(|arg| detailed_type(arg, budget));
    let types: Vec<Type> = types.collect::<Result<_>>()?;
    let arguments = match types.is_empty() {
        true => normal_form::array(nominal::unit().clone(), Some(SizeRange::exactly(0)))?,
        false => Type::tuple(types)?,
    };
    let signatures: Vec<Signature<'_>> = dispatches.iter().map(Dispatch::signature).collect();
    describe_call(name, &signatures, &arguments, budget).map(Some)
}

/// Whether a call matches the signature.
fn fits(
    dispatch: &Dispatch,
    interpreter: &mut Interpreter<'_>,
    args: &[Value],
    block: Option<Block<'_>>,
) -> Eval<bool> {
    if !dispatch.size.contains(args.len() as u64) {
        return Ok(false);
    }
    let fits = match (dispatch.block(), block) {
        (None, given) => given.is_none(),
        (Some(param), None) => param.optional,
        (Some(param), Some(block)) => match dispatch.block_size {
            Some(size) => {
                let (least, most) = block.arity();
                // The block must accept every possible number of arguments.
                least as u64 <= size.min
                    && most.is_none_or(|most| size.max.is_some_and(|given| given <= most as u64))
            }
            None => {
                let own = interpreter.block_type(block)?;
                assignable(&own, &param.ty, interpreter.budget)?
            }
        },
    };
    if !fits {
        return Ok(false);
    }
    let params = dispatch.params();
    for (at, arg) in args.iter().enumerate() {
        let Some(FuncParam { ty, .. }) = params.get(at).or(params.last()) else {
            break;
        };
        if !ty.is_any() && !instance(arg, ty, interpreter.budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the index of the first signature that a call matches.
fn fitting(
    interpreter: &mut Interpreter<'_>,
    dispatches: &[Dispatch],
    args: &[Value],
    block: Option<Block<'_>>,
) -> Eval<Option<usize>> {
    for (at, dispatch) in dispatches.iter().enumerate() {
        if fits(dispatch, interpreter, args, block)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Returns the index of the signature that a call matches, or the error.
pub(crate) fn select(
    interpreter: &mut Interpreter<'_>,
    name: &str,
    dispatches: &[Dispatch],
    args: &[Value],
    block: Option<Block<'_>>,
) -> Eval<usize> {
    match fitting(interpreter, dispatches, args, block)? {
        Some(which) => Ok(which),
        None => Err(unfit(interpreter, name, dispatches, args, block)?),
    }
}

/// The error for a call that matches no signature.
#[cold]
fn unfit(
    interpreter: &mut Interpreter<'_>,
    name: &str,
    dispatches: &[Dispatch],
    args: &[Value],
    block: Option<Block<'_>>,
) -> Eval<Box<Stop>> {
    let signatures: Vec<Signature<'_>> = dispatches.iter().map(Dispatch::signature).collect();
    let arguments = interpreter.arguments_type(args, block)?;
    Ok(mistyped(describe_call(
        name,
        &signatures,
        &arguments,
        interpreter.budget,
    )?))
}
