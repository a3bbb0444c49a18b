//! The functions of the language: what can be called by name, and what are the arguments?
//!
//! A function has signatures, written as Puppet's messages write them; a call takes the first
//! that its arguments fit, and is told what each of them rejects when none does. Functions of
//! the old kind have none, but a number of arguments. What each does stands in the file of
//! its family.

mod annotate;
mod catalog;
mod collection;
mod control;
mod digest;
mod host;
mod iteration;
mod iterator;
mod number;
mod pattern;
mod sprintf;
mod string;
mod template;
mod time;
mod tree;
mod types;
mod value;

use crate::eval::call::Block;
use crate::eval::coercion::to_string;
use crate::eval::interpreter::Interpreter;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Place, Stop, mistyped, raised};
use crate::mode::Mode;
use crate::rules::assignable::assignable;
use crate::rules::convert::class_of;
use crate::rules::explain;
use crate::rules::instance::instance;
use crate::types::alias::Aliases;
use crate::types::nominal;
use crate::types::parse::parse_type;
use crate::values::special::{Special, array, array_elements, hash};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{BlockParam, FuncParam, FuncParams, FuncType, Kind, SizeRange, Type};
use polycty_core::values::Value;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;
use std::sync::{LazyLock, OnceLock};

/// A function of the language.
pub(crate) struct Function {
    entry: &'static Entry,
    signatures: OnceLock<Vec<Signature>>,
    pub(crate) run: Run,
}

/// What a function does.
pub(crate) type Run = fn(&mut Interpreter<'_>, Arguments<'_>) -> Eval<Value>;

/// A function as its family has it in its table.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) takes: Takes,
    pub(crate) run: Run,
}

/// What a function takes.
pub(crate) enum Takes {
    /// The first signature that fits; the aliases are those that they name.
    Signatures(
        &'static [(&'static str, &'static str)],
        &'static [&'static str],
    ),
    /// The first signature that fits, and what the function itself says of a call that fits none.
    Checked(
        &'static [&'static str],
        fn(&[Value], Option<Block<'_>>) -> Option<Cow<'static, str>>,
    ),
    /// So many arguments of any kind.
    Exactly(usize),
    /// At least so many.
    AtLeast(usize),
}

impl Entry {
    pub(crate) const fn new(
        name: &'static str,
        signatures: &'static [&'static str],
        run: Run,
    ) -> Entry {
        Entry {
            name,
            takes: Takes::Signatures(&[], signatures),
            run,
        }
    }

    pub(crate) const fn legacy(name: &'static str, takes: Takes, run: Run) -> Entry {
        Entry { name, takes, run }
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Function").field(&self.entry.name).finish()
    }
}

/// The arguments of a call, which fit the function.
#[derive(Clone, Copy)]
pub(crate) struct Arguments<'a> {
    pub(crate) values: &'a [Value],
    /// Which signature they fit.
    pub(crate) which: usize,
    pub(crate) block: Option<Block<'a>>,
    /// Where the call stands.
    pub(crate) code: &'a Rc<Running>,
    pub(crate) place: u32,
}

impl<'a> Arguments<'a> {
    /// The block, where the signature demands one.
    pub(crate) fn block(&self) -> Eval<Block<'a>> {
        self.block.ok_or_else(|| raised("expects a block"))
    }

    /// An argument, if there is one at the position.
    pub(crate) fn get(&self, at: usize) -> Option<&'a Value> {
        self.values.get(at)
    }

    /// The text of an argument that is one.
    pub(crate) fn text(&self, at: usize) -> &'a str {
        self.get(at).and_then(Value::as_str).unwrap_or_default()
    }

    pub(crate) fn place(&self) -> Place {
        Place::new(self.code, self.place)
    }
}

static TABLE: LazyLock<FxHashMap<&'static str, Function>> = LazyLock::new(|| {
    let families: [&'static [Entry]; 17] = [
        annotate::TABLE,
        catalog::TABLE,
        collection::TABLE,
        control::TABLE,
        digest::TABLE,
        host::TABLE,
        iteration::TABLE,
        iterator::TABLE,
        number::TABLE,
        pattern::TABLE,
        sprintf::TABLE,
        string::TABLE,
        template::TABLE,
        time::TABLE,
        tree::TABLE,
        types::TABLE,
        value::TABLE,
    ];
    let function = |entry: &'static Entry| Function {
        entry,
        signatures: OnceLock::new(),
        run: entry.run,
    };
    let entries = families.into_iter().flatten();
    entries.map(|entry| (entry.name, function(entry))).collect()
});

/// The function of a name that the language brings.
pub(crate) fn find(name: &str) -> Option<&'static Function> {
    TABLE.get(name)
}

/// The names of all functions that the language brings, in no order.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.keys().copied()
}

/// One way to call a function.
#[derive(Debug)]
pub(crate) struct Signature {
    func: FuncType,
    types: Box<[Type]>,
    size: SizeRange,
    block: Accepts,
    block_name: Box<str>,
}

/// Which blocks a signature takes.
#[derive(Debug)]
enum Accepts {
    None,
    Optional(Type, Option<SizeRange>),
    Required(Type, Option<SizeRange>),
}

impl Signature {
    /// Reads a signature.
    fn read(text: &str, aliases: &Aliases) -> Result<Signature> {
        let mut positional: Vec<FuncParam> = Vec::new();
        let (mut least, mut most) = (0u64, Some(0u64));
        let mut block = Accepts::None;
        let mut block_name: Box<str> = "block".into();
        for part in parts(text) {
            let Some((ty, name)) = part.rsplit_once(' ') else {
                let message = format!("'{part}' has no name");
                return Err(Error::new(Code::Syntax, message));
            };
            let ty = parse_type(ty.trim(), aliases, Mode::Current)?;
            let bare = name.trim_end_matches(['?', '*', '+']);
            let mark = &name[bare.len()..];
            let definition = match ty.kind() {
                Kind::Reference(reference) => reference.unfold()?,
                _ => ty.clone(),
            };
            if let Kind::Func(func) = definition.kind()
                && bare.ends_with("block")
            {
                let size = arity_only(func);
                block_name = bare.into();
                block = match mark {
                    "?" => Accepts::Optional(ty, size),
                    _ => Accepts::Required(ty, size),
                };
                continue;
            }
            match mark {
                "?" => most = most.map(|most| most + 1),
                "*" => most = None,
                "+" => (least, most) = (least + 1, None),
                _ => (least, most) = (least + 1, most.map(|most| most + 1)),
            }
            positional.push(FuncParam {
                name: Some(bare.into()),
                ty,
            });
        }
        let size = SizeRange {
            min: least,
            max: most,
        };
        let exact = least > 0 && most == Some(least);
        let types = positional.iter().map(|param| param.ty.clone()).collect();
        let func = FuncType {
            params: Some(FuncParams {
                positional: positional.into(),
                variadic: None,
                size: (!exact).then_some(size),
            }),
            block: match &block {
                Accepts::None => None,
                Accepts::Optional(ty, _) => Some(BlockParam {
                    ty: ty.clone(),
                    optional: true,
                }),
                Accepts::Required(ty, _) => Some(BlockParam {
                    ty: ty.clone(),
                    optional: false,
                }),
            },
            result: None,
        };
        Ok(Signature {
            func,
            types,
            size,
            block,
            block_name,
        })
    }

    /// Whether a call fits.
    fn fits(
        &self,
        interpreter: &mut Interpreter<'_>,
        args: &[Value],
        block: Option<Block<'_>>,
    ) -> Eval<bool> {
        if !self.size.contains(args.len() as u64) {
            return Ok(false);
        }
        let fits = match (&self.block, block) {
            (Accepts::None, Some(_)) | (Accepts::Required(..), None) => false,
            (Accepts::None | Accepts::Optional(..), None) => true,
            (Accepts::Optional(ty, size) | Accepts::Required(ty, size), Some(block)) => {
                match size {
                    Some(size) => {
                        let (least, most) = block.arity();
                        // It has to take every number that the signature may give.
                        least as u64 <= size.min
                            && most.is_none_or(|most| {
                                size.max.is_some_and(|given| given <= most as u64)
                            })
                    }
                    None => {
                        let own = interpreter.block_type(block)?;
                        assignable(&own, ty, interpreter.budget)?
                    }
                }
            }
        };
        if !fits {
            return Ok(false);
        }
        for (at, arg) in args.iter().enumerate() {
            let Some(ty) = self.types.get(at).or(self.types.last()) else {
                break;
            };
            if !ty.is_any() && !instance(arg, ty, interpreter.budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The number of arguments of a callable that says nothing of their types; nothing for one
/// that does. One that says no number takes any block.
fn arity_only(func: &FuncType) -> Option<SizeRange> {
    let Some(params) = &func.params else {
        return Some(SizeRange {
            min: u64::MAX,
            max: Some(0),
        });
    };
    if params
        .positional
        .iter()
        .any(|param| !nominal::is_unit(&param.ty))
        || func.result.is_some()
    {
        return None;
    }
    let count = params.positional.len() as u64;
    Some(params.size.unwrap_or(SizeRange::exactly(count)))
}

/// The parts of a list, at the commas that stand in no brackets.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0usize, 0usize);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() {
        parts.push(last);
    }
    parts
}

/// Signatures from their notation.
pub(crate) fn read_signatures(texts: &[&str], aliases: &Aliases) -> Result<Vec<Signature>> {
    texts
        .iter()
        .map(|text| Signature::read(text, aliases))
        .collect()
}

/// Which signature of a function of the language a call fits.
pub(crate) fn dispatch(
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
            let signatures = function.read(aliases, texts);
            mismatch(interpreter, name, signatures, args, block)
        }
        Takes::Checked(texts, check) => {
            let signatures = function.read(&[], texts);
            if let Some(which) = fitting(interpreter, signatures, args, block)? {
                return Ok(which);
            }
            match check(args, block) {
                Some(message) => Err(mistyped(format!("'{name}' {message}"))),
                None => mismatch(interpreter, name, signatures, args, block),
            }
        }
    }
}

impl Function {
    /// The arguments as a function of the old kind has them, where they are not as they were
    /// given: values of the kinds that it does not know are texts, and so is undef, but not within
    /// others.
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
            let old = match arg.is_null() {
                true => Some(Value::string("")),
                false => old_value(interpreter, arg)?,
            };
            if let Some(old) = old {
                changed.get_or_insert_with(|| args.into())[at] = old;
            }
        }
        Ok(changed)
    }
}

/// What a function of the old kind gets for a value, unless it is the value itself.
fn old_value(interpreter: &Interpreter<'_>, value: &Value) -> Eval<Option<Value>> {
    if let Some(elements) = array_elements(value) {
        interpreter.budget.charge(elements.len() as u64)?;
        let mut changed: Option<Vec<Value>> = None;
        for (at, element) in elements.iter().enumerate() {
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
        interpreter.budget.charge(map.len() as u64)?;
        let mut changed: Option<Vec<(Value, Value)>> = None;
        for (at, (key, element)) in map.entries().iter().enumerate() {
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
            let text = to_string(value, interpreter.mode)?;
            interpreter.hold_text(text.len())?;
            Ok(Some(Value::string(&text)))
        }
        _ => Ok(None),
    }
}

/// That a function of the old kind wants a text.
#[cold]
fn no_text(value: &Value) -> Box<Stop> {
    let class = class_in_words(value);
    raised(format!("no implicit conversion of {class} into String"))
}

/// The class of a value, as Ruby's conversions call it: what is the only one of its class by itself.
fn class_in_words(value: &Value) -> String {
    match value.as_bool() {
        Some(flag) => flag.to_string(),
        None if value.is_null() => "nil".into(),
        None => class_of(value),
    }
}

impl Function {
    /// The signatures, which are read when they are needed first.
    fn read(&self, aliases: &[(&str, &str)], texts: &[&str]) -> &[Signature] {
        self.signatures.get_or_init(|| {
            let aliases = Aliases::define(aliases.iter().copied()).unwrap_or_default();
            read_signatures(texts, &aliases).unwrap_or_default()
        })
    }
}

/// The first of the signatures that a call fits.
fn fitting(
    interpreter: &mut Interpreter<'_>,
    signatures: &[Signature],
    args: &[Value],
    block: Option<Block<'_>>,
) -> Eval<Option<usize>> {
    for (at, signature) in signatures.iter().enumerate() {
        if signature.fits(interpreter, args, block)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Which of the signatures a call fits, or why none.
pub(crate) fn mismatch(
    interpreter: &mut Interpreter<'_>,
    name: &str,
    signatures: &[Signature],
    args: &[Value],
    block: Option<Block<'_>>,
) -> Eval<usize> {
    if let Some(which) = fitting(interpreter, signatures, args, block)? {
        return Ok(which);
    }
    let described: Vec<explain::Signature<'_>> = signatures
        .iter()
        .map(|signature| explain::Signature {
            func: &signature.func,
            block_name: &signature.block_name,
        })
        .collect();
    let arguments = interpreter.arguments_type(args, block)?;
    Err(mistyped(explain::describe_call(
        name,
        &described,
        &arguments,
        interpreter.budget,
    )?))
}

#[cfg(test)]
mod tests;
