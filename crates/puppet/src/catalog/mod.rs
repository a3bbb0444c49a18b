//! Compilation of catalogs.
//!
//! - [`diff`]: the difference of two catalogs
//! - [`json`]: the JSON form of a catalog
//! - [`model`]: the catalog, the inputs of a compilation, and its error
//! - [`mod@compile`]: the steps of a compilation
//! - `state`: the resources, scopes and pending work of a compilation
//! - `classes`: classes, defined types and nodes
//! - `definitions`: checks of definitions
//! - `declare`: resource expressions
//! - `overrides`: defaults and overrides
//! - `collect`: collectors and `realize`
//! - `relate`: references and relationships
//! - `functions`: functions such as `include`
//! - `folder`, `open`: the folder of an environment
//! - `finish`: checks at the end, and the conversion to a catalog
//! - `tags`, `index`, `types`: tags, the index of collectors, and resource types
//! - [`relationships`]: the graph of an agent

mod autorequire;
mod classes;
mod classifier;
mod collect;
mod compile;
mod cycles;
mod declare;
mod definitions;
pub mod diff;
mod finish;
mod folder;
mod functions;
pub mod index;
mod json;
mod json_type;
pub mod model;
mod open;
mod overrides;
mod read;
mod relate;
pub mod relationships;
pub(crate) mod state;
mod tags;
mod types;

#[cfg(test)]
mod tests;

pub use compile::{compile, compile_and_lookup, parse_manifests};
pub use diff::CatalogDiff;
pub use folder::EnvironmentFolder;
pub use json::{JsonOptions, Secrets};
pub use model::{
    Catalog, CatalogResource, CompileError, CompileOptions, Edge, ExportedQuery, ExportedResource,
    ExportedStore, NodeInput, ResourceKind, ResourceTypeSource,
};
pub use open::FolderPaths;
pub(crate) use relate::collector_text;
pub use relationships::RelationshipGraph;
