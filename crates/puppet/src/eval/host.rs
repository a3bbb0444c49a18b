//! The host: the interface to the world outside the language.
//!
//! [`Host`] has a method for each fact that the language alone does not have. Each default
//! implementation returns an error, as [`NoHost`] does. Functions of the host are
//! [`HostFunction`]s: signatures in Puppet's notation, and an implementation.

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

/// The arguments of `lookup`.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// The keys; the first one with a value counts.
    pub names: Vec<String>,
    /// The expected type of the value.
    pub ty: Option<Type>,
    /// The merge behavior for values of several levels: a name, or a hash with `strategy`.
    pub merge: Option<Value>,
    /// Further options, as a hash.
    pub options: Option<Value>,
}

/// The requests of functions to the host. A request that is not implemented is an error.
pub trait Host: Send + Sync {
    /// Returns the value of a key in the host's data, or `None`.
    ///
    /// # Errors
    /// Any error ends the evaluation.
    fn lookup(&self, lookup: &Lookup) -> Result<Option<Value>> {
        Err(absent(&format!(
            "looking up '{}'",
            lookup.names.join("', '")
        )))
    }

    /// Returns the path of the first of these files that exists.
    ///
    /// # Errors
    /// Any error ends the evaluation.
    fn find_file(&self, names: &[&str]) -> Result<Option<String>> {
        Err(absent(&format!(
            "finding the file '{}'",
            names.join("', '")
        )))
    }

    /// Returns the content of a file.
    ///
    /// # Errors
    /// Any error ends the evaluation.
    fn read_file(&self, name: &str) -> Result<Option<Vec<u8>>> {
        Err(absent(&format!("reading the file '{name}'")))
    }

    /// Returns the output of a command.
    ///
    /// # Errors
    /// Any error ends the evaluation.
    fn generate(&self, command: &[&str]) -> Result<String> {
        Err(absent(&format!("running '{}'", command.join(" "))))
    }

    /// Whether there is a resource type, a class or a defined type with this name.
    ///
    /// # Errors
    /// Any error ends the evaluation.
    fn is_defined(&self, name: &str) -> Result<bool> {
        let _ = name;
        Ok(false)
    }

    /// Calls a function of the catalog: `include`, `contain`, `require`, `realize`,
    /// `create_resources`, `tag`, `tagged`.
    ///
    /// # Errors
    /// Any error ends the evaluation.
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

/// A host that implements no request.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {}

#[cold]
pub(crate) fn absent(what: &str) -> Error {
    Error::new(
        Code::Unsupported,
        format!("the host does not support {what}"),
    )
}

/// The implementation of a host function.
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
    /// Creates a function from its name, its signatures and its implementation. A signature is
    /// written as Puppet's messages write it: `String[1] name, Any value?, Callable[1, 1] block?`,
    /// with a `?` after an optional parameter and a `*` after a repeated one. A call uses the first
    /// signature that it matches. Without signatures, every call matches.
    ///
    /// The arguments passed to the implementation match one of the signatures.
    ///
    /// # Errors
    /// If a signature cannot be parsed.
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

/// The call that a host function executes.
pub struct HostCall<'c, 'e> {
    pub(crate) interpreter: &'c mut Interpreter<'e>,
    pub(crate) block: Option<Block<'c>>,
    /// The result of a block that stopped, which continues after the call.
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
    /// The budget of the operation.
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
    /// - The error of the block, which the function must return; any other result is ignored.
    /// - [`Code::InvalidArgument`] if there is no block.
    pub fn call_block(&mut self, arguments: &[Value]) -> Result<Value> {
        let Some(block) = self.block else {
            return Err(Error::new(Code::InvalidArgument, "the call has no block"));
        };
        self.interpreter
            .call_block(block, arguments)
            .map_err(|stop| {
                self.stopped = Some(stop);
                Error::new(Code::Callback, "the block did not return a value")
            })
    }
}
