//! Compilation of catalogs.
//!
//! - [`model`]: the catalog, the inputs of a compilation, and its error

pub mod model;

pub use model::{
    Catalog, CatalogResource, CompileError, CompileOptions, Edge, ExportedQuery, ExportedResource,
    ExportedStore, NodeInput, ResourceKind,
};
