//! mcl's language: resource graphs that a host builds by calls.
//!
//! A host can be a front end itself. It creates resources with `pcty_mcl_resource_builder` and adds
//! them, and edges between them, to a `pcty_mcl_builder`. The rules are those of programs: the same
//! merging, automatic edges and differences apply.
//!
//! A graph contains the content that the builder had when the call to build it began. Additions by
//! a kind's callbacks during that call take effect in the next call.

use super::host::pcty_mcl_host;
use super::kinds::{BuiltResource, pcty_mcl_resource_builder};
use super::resources::{PCTY_MCL_EDGE_NOTIFY, Resources, pcty_mcl_edge_flags, pcty_mcl_resources};
use crate::dialect::mcl::resources::{EdgeSpec, Resource, ResourceKinds, ResourceRef, Sent, build};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{
    Handle, changed, handle, invalid, make, need, owned, quiet, run, text, versioned,
};
use crate::ffi::reentry::within;
use crate::source::Result;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// The resources and edges of a graph under construction. One thread at a time.
///
/// ```c
/// // Builds a graph of a directory, and of a file that is ordered after it.
/// static pcty_mcl_resources *two(const pcty_mcl_host *host, pcty_error **error) {
///     pcty_mcl_resources *resources = NULL;
///     pcty_mcl_builder *builder = pcty_mcl_builder_new(host);
///     pcty_mcl_resource_builder *dir = NULL, *file = NULL;
///     pcty_str outer = PCTY_STR("/tmp/a/"), inner = PCTY_STR("/tmp/a/b");
///     pcty_mcl_edge_spec edge = PCTY_MCL_EDGE_SPEC_INIT;
///     edge.from_kind = PCTY_STR("dir");
///     edge.from_name = outer;
///     edge.to_kind = PCTY_STR("file");
///     edge.to_name = inner;
///     if (pcty_mcl_resource_builder_new(host, PCTY_STR("dir"), outer, &dir, error) == PCTY_OK &&
///         pcty_mcl_resource_builder_new(host, PCTY_STR("file"), inner, &file, error) == PCTY_OK &&
///         pcty_mcl_builder_add(builder, dir, error) == PCTY_OK &&
///         pcty_mcl_builder_add(builder, file, error) == PCTY_OK &&
///         pcty_mcl_builder_add_edge(builder, &edge, error) == PCTY_OK) {
///         PCTY_IGNORE(pcty_mcl_builder_build(builder, &resources, error));
///     }
///     pcty_mcl_resource_builder_free(file);
///     pcty_mcl_resource_builder_free(dir);
///     pcty_mcl_builder_free(builder);
///     return resources;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_mcl_builder(Building);

handle!(pcty_mcl_builder, Building);

/// The resources and edges added so far.
pub struct Building {
    kinds: Arc<ResourceKinds>,
    /// Shared with the call that builds a graph from them, because its callbacks may add to the
    /// builder.
    resources: Arc<Vec<Arc<Resource>>>,
    edges: Arc<Vec<EdgeSpec>>,
}

/// Creates a resource builder without fields, for a kind that the host has at the time of the call.
///
/// Errors: PCTY_ERROR_NOT_FOUND if the host has no such kind; PCTY_ERROR_INVALID_UTF8.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resource_builder_new(
    host: Option<&pcty_mcl_host>,
    kind: pcty_str,
    name: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_mcl_resource_builder>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let kinds = &need(host, "host")?.0.kinds;
        let (kind, name) = (text(&kind, "kind")?, text(&name, "name")?);
        Ok(BuiltResource {
            resource: Resource::new(kinds, &kind.into(), name)?,
            kinds: kinds.clone(),
        })
    })
}

owned! {
    /// Frees a resource builder that the caller owns.
    fn pcty_mcl_resource_builder_free(builder: pcty_mcl_resource_builder);
}

/// Creates a builder without resources, with the kinds that the host has at the time of the call.
///
/// NULL: `host` may be NULL; the builder then has no kinds.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_builder_new(host: Option<&pcty_mcl_host>) -> *mut pcty_mcl_builder {
    quiet(ptr::null_mut(), || {
        pcty_mcl_builder::own(Building {
            kinds: host.map_or_else(Arc::default, |host| host.0.kinds.clone()),
            resources: Arc::default(),
            edges: Arc::default(),
        })
    })
}

owned! {
    /// Frees a builder. Graphs built with it stay valid.
    fn pcty_mcl_builder_free(builder: pcty_mcl_builder);
}

/// Adds a resource with the current content of `resource`.
///
/// Errors: PCTY_ERROR_VALUE if the meta parameters or the kind reject the resource. For a resource
/// builder of a different host: PCTY_ERROR_NOT_FOUND for a kind or a field that is missing in the
/// kinds of `builder`, PCTY_ERROR_TYPE and PCTY_ERROR_VALUE for a value that its field cannot
/// store. The error of a callback of the kind.
/// Ownership: changes `builder`; `resource` remains owned by the caller.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_builder_add(
    builder: *mut pcty_mcl_builder,
    resource: *const pcty_mcl_resource_builder,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        // SAFETY: by the header's contract both are NULL or valid. Neither is accessed while a
        // callback runs, because callbacks may change them.
        let (known, given) = unsafe { (builder.as_ref(), resource.as_ref()) };
        let known = need(known, "builder")?.0.kinds.clone();
        let BuiltResource { resource, kinds } = &need(given, "resource")?.0;
        let resource = if Arc::ptr_eq(kinds, &known) {
            resource.clone()
        } else {
            resource.under(&known)?
        };
        within(|_| resource.validate(&known))?;
        let add = |building: &mut Building| {
            Arc::make_mut(&mut building.resources).push(Arc::new(resource));
        };
        // SAFETY: as before, and the added resource does not refer to data of the builder.
        unsafe { changed(builder, "builder", add) }
    })
}

/// An edge for `pcty_mcl_builder_add_edge`. Start from PCTY_MCL_EDGE_SPEC_INIT.
#[repr(C)]
pub struct pcty_mcl_edge_spec {
    /// The size of this struct.
    pub struct_size: u32,
    /// PCTY_MCL_EDGE_NOTIFY or 0.
    pub flags: pcty_mcl_edge_flags,
    /// The kind of the resource that is ordered first.
    pub from_kind: pcty_str,
    /// The name of this resource.
    pub from_name: pcty_str,
    /// The kind of the resource that is ordered after it.
    pub to_kind: pcty_str,
    /// The name of this resource.
    pub to_name: pcty_str,
    /// The value of the first resource that the edge sends; empty if it sends none.
    pub sent: pcty_str,
    /// The field of the second resource that receives the value.
    pub field: pcty_str,
}

/// Adds an edge that orders one resource before another, and sends a value from the first to a field
/// of the second if `sent` is set.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for other flags, for PCTY_MCL_EDGE_NOTIFY on an edge that
/// sends a value, for only one of `sent` and `field`, and for a wrong `struct_size`;
/// PCTY_ERROR_INVALID_UTF8. The existence of the resources, and whether the value can be sent, is
/// checked when the graph is built.
/// Ownership: changes `builder`; the texts are copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_builder_add_edge(
    builder: Option<&mut pcty_mcl_builder>,
    edge: *const pcty_mcl_edge_spec,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let builder = &mut need(builder, "builder")?.0;
        // SAFETY: by the header's contract `edge` is NULL or has its stated size.
        let edge = unsafe { versioned(edge, "edge") }?;
        if edge.flags & !PCTY_MCL_EDGE_NOTIFY != 0 {
            return Err(invalid(
                "`edge->flags` may contain only PCTY_MCL_EDGE_NOTIFY",
            ));
        }
        let notify = edge.flags & PCTY_MCL_EDGE_NOTIFY != 0;
        let (key, field) = (
            text(&edge.sent, "edge->sent")?,
            text(&edge.field, "edge->field")?,
        );
        let sent = match (key.is_empty(), field.is_empty()) {
            (true, true) => None,
            (false, false) if notify => {
                return Err(invalid("an edge that sends a value cannot notify"));
            }
            (false, false) => Some(Sent {
                key: key.into(),
                field: field.into(),
            }),
            _ => {
                return Err(invalid(
                    "`edge->sent` and `edge->field` must be set together",
                ));
            }
        };
        let [from, to] = [
            (
                &edge.from_kind,
                "edge->from_kind",
                &edge.from_name,
                "edge->from_name",
            ),
            (
                &edge.to_kind,
                "edge->to_kind",
                &edge.to_name,
                "edge->to_name",
            ),
        ]
        .map(|(kind, kind_name, name, name_name)| reference(kind, kind_name, name, name_name));
        Arc::make_mut(&mut builder.edges).push(EdgeSpec {
            from: from?,
            to: to?,
            notify,
            sent,
        });
        Ok(())
    })
}

fn reference(
    kind: &pcty_str,
    kind_name: &str,
    name: &pcty_str,
    name_name: &str,
) -> Result<ResourceRef> {
    Ok(ResourceRef {
        kind: text(kind, kind_name)?.into(),
        name: text(name, name_name)?.into(),
    })
}

/// Builds a graph of all resources and edges in `builder`. The builder keeps its content and can be
/// extended afterwards.
///
/// Errors: PCTY_ERROR_VALUE for duplicates that are not equal and cannot be merged, for a field
/// that receives twice, and for cycles; PCTY_ERROR_NOT_FOUND for an edge to a resource that is not
/// in the graph; PCTY_ERROR_LIMIT and PCTY_ERROR_CANCELLED, also if a callback of a kind returns
/// one of them. Other errors of callbacks become part of the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_builder_build(
    builder: *const pcty_mcl_builder,
    out: Option<&mut MaybeUninit<*mut pcty_mcl_resources>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `builder` is NULL or valid. It is not accessed while a
        // callback runs, because callbacks may change it.
        let given = &need(unsafe { builder.as_ref() }, "builder")?.0;
        let kinds = given.kinds.clone();
        let (resources, edges) = (given.resources.clone(), given.edges.clone());
        within(|budget| {
            let built = build(&kinds, &resources, &edges, budget);
            let graph = built.map_err(|refused| refused.error)?;
            Ok(Resources::new(Arc::new(graph)))
        })
    })
}
