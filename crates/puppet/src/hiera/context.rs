//! The context that a data function receives, with its methods and its cache.

use super::data::Document;
use super::failure::{Failure, Outcome};
use super::interpolation::Methods;
use super::invocation::Invocation;
use super::strategy::parsed;
use super::{Session, Thrown};
use crate::eval::call::Block;
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, Stop, mistyped, raised};
use crate::types::nominal::{self, Name};
use crate::values::special::{Special, array, hash, undef};
use polycty_core::source::{Code, Error};
use polycty_core::types::{KeyedMap, NominalParam, Scalar, Str, Type};
use polycty_core::values::Value;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

/// The name of the type.
pub(super) const TYPE_NAME: &str = "Puppet::LookupContext";

/// The attribute with the number of the context, which no program can name.
const NUMBER: &str = " number";

/// The type of contexts.
pub(super) fn context_type() -> &'static Type {
    static TYPE: LazyLock<Type> =
        LazyLock::new(|| parsed("Object[{name => 'Puppet::LookupContext'}]"));
    &TYPE
}

/// Returns a symbol of Ruby. Data cannot contain it.
pub(super) fn symbol(name: &str) -> Outcome<Value> {
    static TYPE: LazyLock<Option<Type>> = LazyLock::new(|| {
        let text = |text: &str| NominalParam::Scalar(Scalar::String(text.into()));
        nominal::with(Name::Runtime, vec![text("ruby"), text("Symbol")]).ok()
    });
    let ty = TYPE.clone().unwrap_or_else(|| Type::any().clone());
    let name = ("name".into(), Value::string(name));
    Ok(Special::Object(ty, vec![name].into()).into_value()?)
}

/// Returns the text of a symbol.
pub(crate) fn symbol_text(value: &Value) -> Option<&str> {
    match Special::of(value)? {
        Special::Object(ty, attributes)
            if matches!(nominal::view(ty), Some((Name::Runtime, _))) =>
        {
            attributes.first()?.1.as_str()
        }
        _ => None,
    }
}

/// The state of a function for one location.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) module: Option<Str>,
    /// The data of a `data_hash` function.
    pub(super) data: RefCell<Option<Arc<Document>>>,
    /// The values of other functions, by key.
    pub(super) known: RefCell<KeyedMap<Value, Value>>,
    /// The cache of the function, as a hash.
    cache: RefCell<Option<Value>>,
}

/// A call of a data function.
#[derive(Debug)]
pub(super) struct OpenCall {
    context: Rc<Context>,
    invocation: Invocation,
}

impl Context {
    pub(super) fn new(module: Option<Str>) -> Context {
        Context {
            module,
            data: RefCell::default(),
            known: RefCell::default(),
            cache: RefCell::default(),
        }
    }

    fn cached(&self) -> Result<Value, Error> {
        match &*self.cache.borrow() {
            Some(cache) => Ok(cache.clone()),
            None => hash([]),
        }
    }
}

impl Session<'_, '_> {
    /// Begins a call of a function, and returns the value of its context.
    pub(super) fn open_context(
        &mut self,
        context: &Rc<Context>,
        invocation: &Invocation,
    ) -> Outcome<Value> {
        let mut calls = self.state.calls.borrow_mut();
        let number = Value::from_integer((calls.len() as i64).into());
        calls.push(OpenCall {
            context: context.clone(),
            invocation: invocation.nested(),
        });
        let attributes = vec![(NUMBER.into(), number)];
        Ok(Special::Object(context_type().clone(), attributes.into()).into_value()?)
    }

    pub(super) fn close_context(&mut self) {
        self.state.calls.borrow_mut().pop();
    }

    /// Returns the failure for a stop of a called function.
    pub(super) fn caught(&mut self, stop: Box<Stop>) -> Failure {
        if let Stop::Unread(_) = &*stop {
            match self.state.thrown.take() {
                Some(Thrown::NotFound) => return Failure::NotFound,
                Some(Thrown::Lookup(problem)) => return Failure::Lookup(problem),
                None => {}
            }
        }
        Failure::Stop(stop)
    }

    /// Returns the stop for a failure.
    pub(super) fn thrown(&mut self, failure: Failure) -> Box<Stop> {
        match failure {
            Failure::NotFound => {
                *self.state.thrown.borrow_mut() = Some(Thrown::NotFound);
                let error = Error::new(Code::NotFound, "uncaught throw :no_such_key");
                Box::new(Stop::Unread(error))
            }
            Failure::Lookup(problem) => {
                let error = problem.clone().into_error();
                *self.state.thrown.borrow_mut() = Some(Thrown::Lookup(problem));
                Box::new(Stop::Unread(error))
            }
            Failure::Puppet(error) | Failure::Runtime(error) => Box::new(Stop::Raised(error)),
            Failure::Stop(stop) => stop,
        }
    }
}

/// Returns the number of a context.
fn number_of(value: &Value) -> Option<usize> {
    let Some(Special::Object(_, attributes)) = Special::of(value) else {
        return None;
    };
    let (_, number) = attributes.iter().find(|(name, _)| **name == *NUMBER)?;
    usize::try_from(number.as_small_whole()?).ok()
}

impl Interpreter<'_> {
    /// Calls a method of a context, if the receiver is one.
    #[inline(never)]
    pub(crate) fn context_method(
        &mut self,
        receiver: &Value,
        name: &str,
        arguments: &[Value],
        block: Option<Block<'_>>,
    ) -> Eval<Option<Value>> {
        let Some(number) = number_of(receiver) else {
            return Ok(None);
        };
        let Some(mut session) = Session::of(self) else {
            return Ok(None);
        };
        session.method(number, name, arguments, block)
    }
}

impl Session<'_, '_> {
    fn method(
        &mut self,
        number: usize,
        name: &str,
        arguments: &[Value],
        block: Option<Block<'_>>,
    ) -> Eval<Option<Value>> {
        let expected = match name {
            "cache" => 2,
            "interpolate" | "cache_all" | "cache_has_key" | "cached_value" | "cached_file_data" => {
                1
            }
            "not_found" | "explain" | "cached_entries" | "environment_name" | "module_name" => 0,
            _ => return Ok(None),
        };
        if arguments.len() != expected {
            let s = if expected == 1 { "" } else { "s" };
            return Err(mistyped(format!(
                "'{name}' expects {expected} argument{s}, got {}",
                arguments.len()
            )));
        }
        let (context, invocation) = {
            let calls = self.state.calls.borrow();
            let Some(call) = calls.get(number) else {
                return Err(raised("the call of the data function has ended"));
            };
            (call.context.clone(), call.invocation.nested())
        };
        let mut invocation = invocation;
        let first = arguments.first().cloned().unwrap_or_else(undef);
        let value = match name {
            "not_found" => return Err(self.thrown(Failure::NotFound)),
            "interpolate" => {
                let done = self.interpolate(&first, &mut invocation, Methods::Allowed);
                done.map_err(|failure| self.thrown(failure))?
            }
            "environment_name" => {
                let name = self.state.hiera.environment_name().to_owned();
                symbol(&name).map_err(|failure| self.thrown(failure))?
            }
            "module_name" => context.module.as_deref().map_or_else(undef, Value::string),
            "explain" => {
                if invocation.explainer.is_some() {
                    let block = block.ok_or_else(|| raised("'explain' expects a block"))?;
                    let text = self.interpreter.call_block(block, &[])?;
                    let text = super::inspect::text_of(&text);
                    let told = self.report_text(&invocation, || text);
                    told.map_err(|failure| self.thrown(failure))?;
                }
                undef()
            }
            "cache" => {
                let value = arguments.get(1).cloned().unwrap_or_else(undef);
                self.add_to_cache(&context, vec![(first, value.clone())])?;
                value
            }
            "cache_all" => {
                let entries = first.as_ordered_map().map(|map| map.entries().to_vec());
                let entries = entries
                    .ok_or_else(|| mistyped("'cache_all' parameter 'hash' expects a Hash value"))?;
                self.add_to_cache(&context, entries)?;
                undef()
            }
            "cache_has_key" => {
                let cache = context.cached()?;
                let map = cache.as_ordered_map();
                Value::bool(map.is_some_and(|map| map.get(&first).is_some()))
            }
            "cached_value" => {
                let cache = context.cached()?;
                let found = cache.as_ordered_map().and_then(|map| map.get(&first));
                found.cloned().unwrap_or_else(undef)
            }
            "cached_entries" => self.entries_of(&context, block)?,
            _ => self.file_data(first.as_str().unwrap_or_default(), block)?,
        };
        Ok(Some(value))
    }

    fn add_to_cache(&mut self, context: &Context, added: Vec<(Value, Value)>) -> Eval<()> {
        let cache = context.cached()?;
        let map = cache.as_ordered_map();
        let mut entries = map.map(|map| map.entries().to_vec()).unwrap_or_default();
        self.interpreter
            .budget
            .charge((entries.len() + added.len()) as u64)?;
        let mark = self.interpreter.mark();
        for (key, value) in &added {
            self.interpreter.hold_whole(key)?;
            self.interpreter.hold_whole(value)?;
        }
        entries.extend(added);
        let cache = hash(entries)?;
        self.interpreter.hold_shallow(&cache)?;
        self.interpreter.retain(mark);
        *context.cache.borrow_mut() = Some(cache);
        Ok(())
    }

    /// The entries of the cache, or the calls of a block for each of them.
    fn entries_of(&mut self, context: &Context, block: Option<Block<'_>>) -> Eval<Value> {
        let cache = context.cached()?;
        let entries = cache.as_ordered_map().map_or(&[][..], |map| map.entries());
        let pair = |(key, value): &(Value, Value)| array(vec![key.clone(), value.clone()]);
        let Some(block) = block else {
            let pairs: Result<Vec<Value>, Error> = entries.iter().map(pair).collect();
            let pairs = array(pairs?)?;
            self.interpreter.hold_whole(&pairs)?;
            return Ok(pairs);
        };
        let takes_two = block.arity().1 == Some(2);
        for entry in self.interpreter.budget.charged(entries)? {
            if takes_two {
                let both = [entry.0.clone(), entry.1.clone()];
                self.interpreter.call_block(block, &both)?;
            } else {
                self.interpreter.call_block(block, &[pair(entry)?])?;
            }
        }
        Ok(undef())
    }

    /// The text of a file, or the value of a block for it.
    fn file_data(&mut self, path: &str, block: Option<Block<'_>>) -> Eval<Value> {
        let bytes = self.file_bytes(path);
        let bytes = bytes.map_err(|failure| self.thrown(failure))?;
        let text = self.text_of_bytes(path, &bytes);
        let text = text.map_err(|failure| self.thrown(failure))?;
        self.interpreter.hold_copy(text)?;
        let text = Value::string(text);
        match block {
            Some(block) => self.interpreter.call_block(block, &[text]),
            None => Ok(text),
        }
    }
}
