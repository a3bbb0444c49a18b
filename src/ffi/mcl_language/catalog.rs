//! Puppet: the resource graph of a catalog.

use super::resources::{Resources, pcty_mcl_resources};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{make_charged, need};
use crate::ffi::puppet_language::catalog::pcty_puppet_catalog;
use std::mem::MaybeUninit;
use std::sync::Arc;

/// Returns the graph of the agent that applies a catalog, for the functions that read the graphs of
/// mcl. The kind of a resource is its type, the name is its title, and the fields are its
/// parameters. The first resources are those of the catalog, at the same positions; virtual ones are
/// hidden. A hidden resource `Whit` follows for the end of each container: the contents of a class,
/// a node, a stage or a defined type are between the container and this resource. The edges are the
/// relationships and the containment; automatic ones are those that the types imply.
///
/// Errors: PCTY_ERROR_DIAGNOSTICS with a diagnostic for each cycle; PCTY_ERROR_NOT_FOUND for a
/// relationship with a resource that the agent does not have; PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`, which does not depend on `catalog`. A secret value is a
/// Sensitive value.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_catalog_graph(
    catalog: Option<&pcty_puppet_catalog>,
    out: Option<&mut MaybeUninit<*mut pcty_mcl_resources>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let graph = need(catalog, "catalog")?.0.graph(budget)?;
        Ok(Resources::new(Arc::new(graph)))
    })
}
