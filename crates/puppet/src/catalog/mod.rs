//! Compilation of catalogs.
//!
//! - [`json`]: the JSON form of a catalog
//! - [`model`]: the catalog, the inputs of a compilation, and its error

pub mod json;
mod json_type;
pub mod model;

pub use json::JsonOptions;
pub use model::{
    Catalog, CatalogResource, CompileError, CompileOptions, Edge, ExportedQuery, ExportedResource,
    ExportedStore, NodeInput, ResourceKind,
};
