//! The interface to the host: files, functions, variables and kinds of resources for programs.
//!
//! None of these belong to the language. The host keeps them in tables or computes them on request.

use crate::resources::ResourceKinds;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use polycty_engine::{Failure, Sender};
use std::fmt;
use std::sync::Arc;

/// A function that is implemented outside the language.
pub trait Function: Send + Sync {
    /// The name of the function within its module, as messages write it.
    fn name(&self) -> &str;

    /// Returns the label of the function's vertex in the graph for the type `ty`.
    fn title(&self, ty: &Type) -> String;

    /// Returns the name of an argument before the signature is known.
    ///
    /// # Errors
    /// The error of the implementation if there is no such argument.
    fn argument(&self, index: usize) -> Result<Str>;

    /// Returns the signature. Open types are variables, which are fresh for each call.
    ///
    /// # Errors
    /// The error of the implementation if the call is not valid.
    fn signature(&self, call: &KnownCall<'_>) -> Result<Type>;

    /// Returns whether the signature depends on the known parts of the call. If so, a known
    /// argument whose value has a different type from the one in the program is an error of the
    /// call, otherwise an error of the argument.
    fn infers(&self) -> bool {
        true
    }

    /// Checks a type that fits the signature, with the known values of the arguments. For a
    /// function that is used as a value, no argument is known.
    ///
    /// # Errors
    /// The error of the implementation if the function cannot have this type.
    fn check(&self, ty: &Type, values: &[Option<Value>]) -> Result<()>;

    /// Returns whether the function may be called during compilation.
    fn speculates(&self) -> bool;

    /// Calls the function. A function that speculates is also called during compilation; if that
    /// call fails, its result is unknown. Functions with a [`Function::instance`] are not called at
    /// run time.
    ///
    /// # Errors
    /// The failure of the implementation. The operator `<|>` recovers from failures that are
    /// catchable.
    fn call(&self, arguments: &[Value], budget: &Budget) -> std::result::Result<Value, Failure>;

    /// Returns whether the result changes on its own. If so, [`Function::subscribe`] is called.
    fn streams(&self) -> bool {
        false
    }

    /// Subscribes the sender to changes of the result for these arguments. It is called before the
    /// first call of a vertex and again when the arguments change; a new subscription of a sender
    /// replaces the previous one.
    ///
    /// # Errors
    /// The failure of the implementation.
    fn subscribe(&self, arguments: &[Value], sender: &Sender) -> std::result::Result<(), Failure> {
        let _ = (arguments, sender);
        Ok(())
    }

    /// Ends the subscription of the sender.
    fn unsubscribe(&self, sender: &Sender) {
        let _ = sender;
    }

    /// Returns how the function changes the graph around it, or `None` for a function on values.
    fn form(&self) -> Option<Form> {
        None
    }

    /// Returns the engine function for a vertex, or `None` if the function keeps no state there.
    fn instance(&self, placed: &Placed<'_>) -> Option<Box<dyn polycty_engine::Function>> {
        let _ = placed;
        None
    }
}

/// The change that a function makes to the graph around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// `iter.map`: one application per element, and a list of the results.
    Map,
    /// `iter.filter`: one application per element, and a list of the elements whose result is true.
    Filter,
    /// `iter.reduce`: each application takes the result of the previous one.
    Reduce,
    /// `iter.zip`: one application per pair, and a list of the results.
    Zip,
}

/// The position of a function in the graph.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The inferred type of the function.
    pub ty: &'a Type,
    /// The folder of the calling file, with a final slash.
    pub base: &'a Arc<str>,
    /// The identifier of the vertex.
    pub tag: u64,
}

/// The parts of a call that are known before type inference ends.
#[derive(Debug)]
pub struct KnownCall<'a> {
    /// The types of the arguments. Open types are variables.
    pub types: &'a [Type],
    /// The values of the known arguments.
    pub values: &'a [Option<Value>],
    /// The type of the result, possibly a variable.
    pub result: &'a Type,
}

/// The built-in functions and variables, and the system's modules.
pub trait Library {
    /// Returns a function by its name; functions of modules are named `module.name`.
    fn function(&self, name: &str) -> Option<Arc<dyn Function>>;

    /// Returns whether a module has functions.
    fn has_module(&self, module: &str) -> bool;

    /// Returns the variables of a module. An empty name selects the global variables.
    fn variables(&self, module: &str) -> Vec<(Str, Value)>;

    /// Returns the mcl source files of a module with their names.
    fn sources(&self, module: &str) -> Vec<(Str, Str)>;
}

/// Access to the files of a program.
pub trait Files {
    /// Returns the text of a file by its absolute path, or `None` if there is no such file.
    fn read(&self, path: &str) -> Option<Str>;
}

/// The environment of a compilation, borrowed from an [`Environment`].
#[derive(Clone, Copy)]
pub struct Host<'a> {
    /// The files.
    pub files: &'a dyn Files,
    /// The built-in functions and variables.
    pub library: &'a dyn Library,
    /// The kinds of resources.
    pub kinds: &'a ResourceKinds,
}

/// The environment of a program during its whole life: files, functions and variables, kinds.
#[derive(Clone)]
pub struct Environment {
    /// The files.
    pub files: Arc<dyn Files + Send + Sync>,
    /// The built-in functions and variables.
    pub library: Arc<dyn Library + Send + Sync>,
    /// The kinds of resources.
    pub kinds: Arc<ResourceKinds>,
}

impl Environment {
    /// Borrows the environment for the stages of the compilation.
    #[must_use]
    pub fn host(&self) -> Host<'_> {
        Host {
            files: &*self.files,
            library: &*self.library,
            kinds: &self.kinds,
        }
    }
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment")
            .field("kinds", &self.kinds)
            .finish_non_exhaustive()
    }
}
