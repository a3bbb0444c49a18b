//! What programs are given: files, functions, variables, and kinds of resources.
//!
//! Nothing of it is the language's; a host has it in tables or answers when it is asked.

use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use rustc_hash::FxHashMap;
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

    /// Whether it can have a type that fits its signature.
    ///
    /// # Errors
    /// Why not.
    fn check(&self, ty: &Type) -> Result<()>;

    /// Whether it may be called while the program is compiled.
    fn speculates(&self) -> bool;

    /// Calls it while the program is compiled.
    ///
    /// # Errors
    /// Its own: then what it gives is not known.
    fn call(&self, arguments: &[Value], budget: &Budget) -> Result<Value>;
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

/// A kind of resource.
#[derive(Clone, Debug, Default)]
pub struct ResourceKind {
    /// Its fields.
    pub fields: FxHashMap<Str, ResourceField>,
    /// What it sends, if it sends at all.
    pub sends: Option<FxHashMap<Str, ResourceField>>,
    /// Whether it receives.
    pub receives: bool,
}

/// A field of a resource, or what one sends.
#[derive(Clone, Debug)]
pub struct ResourceField {
    /// Its type.
    pub ty: Type,
    /// The name of the type that it is stored as.
    pub storage: Str,
}

/// The kinds of resources that there are.
#[derive(Clone, Debug, Default)]
pub struct ResourceKinds(pub FxHashMap<Str, ResourceKind>);

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
