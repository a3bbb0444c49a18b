//! The host: who answers what functions ask of the world?
//!
//! [`Host`] has a question for each thing that the language alone cannot know; whoever has no
//! answer says so, as [`NoHost`] does. Functions of the host's own are [`HostFunction`]s:
//! signatures in Puppet's notation, and what they do.

use crate::eval::call::Block;
use crate::eval::dispatch::{Dispatch, read_dispatches};
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::Stop;
use crate::types::alias::Aliases;
use crate::values::support::refuse_unsupported;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::fmt;

/// What `lookup` asks for.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// The keys, of which the first that has a value counts.
    pub names: Vec<String>,
    /// The type that the value has to be of.
    pub ty: Option<Type>,
    /// How values of several levels merge: a name, or a hash with `strategy`.
    pub merge: Option<Value>,
    /// Further options, as a hash.
    pub options: Option<Value>,
}

/// What functions ask of the world. Whatever is not answered is an error that says so.
pub trait Host: Send + Sync {
    /// The value of a key in the host's data, if there is one.
    ///
    /// # Errors
    /// Whatever ends the evaluation.
    fn lookup(&self, lookup: &Lookup) -> Result<Option<Value>> {
        Err(absent(&format!(
            "looking up '{}'",
            lookup.names.join("', '")
        )))
    }

    /// The path of the first of these files that there is.
    ///
    /// # Errors
    /// Whatever ends the evaluation.
    fn find_file(&self, names: &[&str]) -> Result<Option<String>> {
        Err(absent(&format!(
            "finding the file '{}'",
            names.join("', '")
        )))
    }

    /// The content of a file.
    ///
    /// # Errors
    /// Whatever ends the evaluation.
    fn read_file(&self, name: &str) -> Result<Option<Vec<u8>>> {
        Err(absent(&format!("reading the file '{name}'")))
    }

    /// What a command writes.
    ///
    /// # Errors
    /// Whatever ends the evaluation.
    fn generate(&self, command: &[&str]) -> Result<String> {
        Err(absent(&format!("running '{}'", command.join(" "))))
    }

    /// Whether there is a resource type, a class or a defined type of this name.
    ///
    /// # Errors
    /// Whatever ends the evaluation.
    fn is_defined(&self, name: &str) -> Result<bool> {
        let _ = name;
        Ok(false)
    }

    /// What a function of the catalog gives: `include`, `contain`, `require`, `realize`,
    /// `create_resources`, `tag`, `tagged`.
    ///
    /// # Errors
    /// Whatever ends the evaluation.
    fn catalog(&self, function: &str, arguments: &[Value]) -> Result<Value> {
        let _ = arguments;
        Err(Error::new(
            Code::Unsupported,
            format!(
                "The catalog operation '{function}' is only available when compiling a catalog"
            ),
        ))
    }
}

/// A host that has nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {}

#[cold]
pub(crate) fn absent(what: &str) -> Error {
    Error::new(Code::Unsupported, format!("{what} needs a host that can"))
}

/// What a function of the host does.
type Implementation = dyn Fn(&[Value], &mut HostCall<'_, '_>) -> Result<Value> + Send + Sync;

/// A function of the host.
pub struct HostFunction {
    name: Box<str>,
    dispatches: Vec<Dispatch>,
    implementation: Box<Implementation>,
}

impl fmt::Debug for HostFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HostFunction").field(&self.name).finish()
    }
}

impl HostFunction {
    /// A function by its name, its signatures and what it does. A signature is written as
    /// Puppet's messages write it: `String[1] name, Any value?, Callable[1, 1] block?`, a `?`
    /// behind what may be left away, a `*` behind what may come any number of times; the
    /// first that a call fits is taken. Without any, every call fits.
    ///
    /// The arguments that the function is given fit one of the signatures.
    ///
    /// # Errors
    /// For a signature that cannot be read.
    pub fn new(
        name: &str,
        signatures: &[&str],
        aliases: &Aliases,
        implementation: impl Fn(&[Value], &mut HostCall<'_, '_>) -> Result<Value>
        + Send
        + Sync
        + 'static,
    ) -> Result<HostFunction> {
        Ok(HostFunction {
            name: name.into(),
            dispatches: read_dispatches(signatures, aliases)?,
            implementation: Box::new(implementation),
        })
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn dispatches(&self) -> &[Dispatch] {
        &self.dispatches
    }

    pub(crate) fn run(&self, arguments: &[Value], call: &mut HostCall<'_, '_>) -> Result<Value> {
        let value = (self.implementation)(arguments, call)?;
        refuse_unsupported(&value)?;
        Ok(value)
    }
}

/// The call that a function of the host answers.
pub struct HostCall<'c, 'e> {
    pub(crate) interpreter: &'c mut Interpreter<'e>,
    pub(crate) block: Option<Block<'c>>,
    /// What a block that was called stopped with, which the call goes on with.
    pub(crate) stopped: Option<Box<Stop>>,
}

impl fmt::Debug for HostCall<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostCall")
            .field("has_block", &self.has_block())
            .finish_non_exhaustive()
    }
}

impl<'e> HostCall<'_, 'e> {
    /// What the operation may take.
    #[must_use]
    pub fn budget(&self) -> &'e Budget {
        self.interpreter.budget
    }

    /// Whether the call has a block.
    #[must_use]
    pub fn has_block(&self) -> bool {
        self.block.is_some()
    }

    /// Calls the block.
    ///
    /// # Errors
    /// What the block says, which the function has to pass on: whatever it gives instead is
    /// not looked at. [`Code::InvalidArgument`] without a block.
    pub fn call_block(&mut self, arguments: &[Value]) -> Result<Value> {
        let Some(block) = self.block else {
            return Err(Error::new(Code::InvalidArgument, "the call has no block"));
        };
        self.interpreter
            .call_block(block, arguments)
            .map_err(|stop| {
                self.stopped = Some(stop);
                Error::new(Code::Callback, "the block has stopped")
            })
    }
}
