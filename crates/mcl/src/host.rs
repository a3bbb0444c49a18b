//! The host: the files, functions, variables and kinds of resources that programs are given.
//!
//! Nothing of it is the language's; a host has it in tables or answers when it is asked.

use crate::resources::ResourceKinds;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use polycty_engine::{Failure, Sender};
use std::fmt;
use std::sync::Arc;

/// A function that is not written in the language.
pub trait Function: Send + Sync {
    /// The name that it is known by within its module, as messages have it.
    fn name(&self) -> &str;

    /// What the graph calls it when it has this type.
    fn title(&self, ty: &Type) -> String;

    /// The name that an argument has before the signature is known.
    ///
    /// # Errors
    /// There is no such argument.
    fn argument(&self, index: usize) -> Result<Str>;

    /// Its signature, with variables for what is open: each call has its own.
    ///
    /// # Errors
    /// What is wrong with a call of which this is known.
    fn signature(&self, call: &KnownCall<'_>) -> Result<Type>;

    /// Whether its signature depends on what is known of the call. Then a known argument whose value
    /// is of another type than the program states is an error of the call, else of the argument.
    fn infers(&self) -> bool {
        true
    }

    /// Whether it can have a type that fits its signature, in a call of whose arguments these are
    /// known; of a function that is a value none are.
    ///
    /// # Errors
    /// Why not.
    fn check(&self, ty: &Type, values: &[Option<Value>]) -> Result<()>;

    /// Whether it may be called while the program is compiled.
    fn speculates(&self) -> bool;

    /// Calls it: while the program is compiled, if it speculates, and then what it gives is not
    /// known where it fails; and when it runs, unless it has [`Function::instance`].
    ///
    /// # Errors
    /// Its own, which `<|>` recovers from where they are catchable.
    fn call(&self, arguments: &[Value], budget: &Budget) -> std::result::Result<Value, Failure>;

    /// Whether its answer changes by itself: it is told then who waits for that.
    fn streams(&self) -> bool {
        false
    }

    /// Begins to announce through the sender when it would answer otherwise to these arguments;
    /// comes before the first call at a place, and again when the arguments are others, which
    /// ends what was begun before for the same sender.
    ///
    /// # Errors
    /// Its own.
    fn subscribe(&self, arguments: &[Value], sender: &Sender) -> std::result::Result<(), Failure> {
        let _ = (arguments, sender);
        Ok(())
    }

    /// Ends what was begun for the sender.
    fn unsubscribe(&self, sender: &Sender) {
        let _ = sender;
    }

    /// How it changes the graph around it, if it is no function of values alone.
    fn form(&self) -> Option<Form> {
        None
    }

    /// What stands at a place of the graph for it, if it remembers something there.
    fn instance(&self, placed: &Placed<'_>) -> Option<Box<dyn polycty_engine::Function>> {
        let _ = placed;
        None
    }
}

/// How a function changes the graph around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// `iter.map`: one application an element, and a list of their results.
    Map,
    /// `iter.filter`: one application an element, and a list of the elements for which it is
    /// true.
    Filter,
    /// `iter.reduce`: each application is given the result of the one before.
    Reduce,
    /// `iter.zip`: one application a pair, and a list of their results.
    Zip,
}

/// Where a function stands in the graph.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The type that was solved for it.
    pub ty: &'a Type,
    /// The folder of the file that calls it, with its final slash.
    pub base: &'a Arc<str>,
    /// What its vertex is known by.
    pub tag: u64,
}

/// What is known of a call before types are found.
#[derive(Debug)]
pub struct KnownCall<'a> {
    /// The types of the arguments, with variables for what is open.
    pub types: &'a [Type],
    /// The arguments that are known.
    pub values: &'a [Option<Value>],
    /// The type of the result, perhaps a variable.
    pub result: &'a Type,
}

/// The functions and variables that are there without being written, and the modules of the
/// system.
pub trait Library {
    /// The function of a name: of a module's as `module.name`.
    fn function(&self, name: &str) -> Option<Arc<dyn Function>>;

    /// Whether a module has functions.
    fn has_module(&self, module: &str) -> bool;

    /// The variables of a module; without a name those that are always there.
    fn variables(&self, module: &str) -> Vec<(Str, Value)>;

    /// The files of the language that a module has, by their names.
    fn sources(&self, module: &str) -> Vec<(Str, Str)>;
}

/// Where the files of a program are.
pub trait Files {
    /// The text of a file by its absolute path; none where there is none.
    fn read(&self, path: &str) -> Option<Str>;
}

/// What a program is compiled with.
#[derive(Clone, Copy)]
pub struct Host<'a> {
    /// Its files.
    pub files: &'a dyn Files,
    /// What is there without being written.
    pub library: &'a dyn Library,
    /// The kinds of its resources.
    pub kinds: &'a ResourceKinds,
}

/// What a program is given, for as long as it lives: files, functions and variables, kinds.
#[derive(Clone)]
pub struct Environment {
    /// Its files.
    pub files: Arc<dyn Files + Send + Sync>,
    /// What is there without being written.
    pub library: Arc<dyn Library + Send + Sync>,
    /// The kinds of its resources.
    pub kinds: Arc<ResourceKinds>,
}

impl Environment {
    /// What the stages are given.
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
