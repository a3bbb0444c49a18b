//! Name resolution.
//!
//! - `validate`: checks of a tree before names are resolved
//! - `program`: the result, a [`Program`]: a graph of nodes without unresolved names, with a copy
//!   of each definition that is used in several ways
//! - `frame`: the names that are defined in a scope
//! - `reference`: the names that a statement uses and defines
//! - `order`: the order in which the statements of a block are resolved
//! - `import`: the text of an import; `module`: metadata and folders of modules
//! - `build`: statements; `expr`: expressions; `load`: imported files
//!
//! A bind is one node, however often it is used. A function definition is copied for each call, and
//! a class for each include, so that the types of each copy may differ.

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

/// The maximum nesting of a program, including copies of functions and classes and imports. A
/// statement counts four levels, an expression one.
pub const MAX_LEVELS: u32 = 256;
