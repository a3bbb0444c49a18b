//! Names: what does each name of a program stand for?
//!
//! - `validate`: what can be checked of a part alone, before names are looked up
//! - `program`: what comes out, a [`Program`]: a graph of nodes in which names are resolved and
//!   what is used in several ways is there several times
//! - `frame`: what names stand for in a place
//! - `reference`: which names a statement needs, and which it makes
//! - `order`: in which order the statements of a block are looked at
//! - `import`: what the text of an import names; `module`: where modules are, and what they say of
//!   themselves
//! - `build`: statements; `expr`: expressions; `load`: what other files define
//!
//! A bind is one node however often it is used. A function of a statement is copied for each call,
//! a class for each include: each copy may have types of its own.

mod build;
mod expr;
mod frame;
pub mod import;
mod load;
pub mod module;
mod order;
pub mod program;
mod reference;
mod validate;

pub use build::build;
pub use program::Program;

/// How deep a program may nest, copies of functions and classes and imports included; a statement
/// counts four levels, an expression one.
pub const MAX_LEVELS: u32 = 256;
