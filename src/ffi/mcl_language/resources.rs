//! mcl's language: resource graphs.
//!
//! A program evaluates to a graph: resources with a kind, a name, fields and meta parameters, and
//! edges that order two resources. A host may also build a graph by calls, with a builder. The same
//! rules apply to both:
//!
//! - duplicates are merged or rejected,
//! - edges from one resource to another are combined into one,
//! - a field receives from at most one sender,
//! - kinds add their automatic edges,
//! - there are no cycles.
//!
//! `pcty_puppet_catalog_graph` returns the graph of a Puppet catalog. `pcty_mcl_difference_new`
//! compares two graphs. A struct with an `_INIT` macro begins with its size.

use super::graph::{PCTY_MCL_GRAPH_GRAPHVIZ, PCTY_MCL_GRAPH_TEXT, pcty_mcl_graph_format};
use crate::dialect::mcl::resources::{Change, Difference, Resource, ResourceGraph, ResourceRef};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{
    Handle, answer, fill, handle, make, need, owned, quiet, text, write_found,
};
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error};
use crate::types::Str;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::{Arc, OnceLock};

/// A graph of resources. It never changes; any number of threads may use it at once.
///
/// ```c
/// // Prints all resources in the order of their edges.
/// static void apply_all(const pcty_mcl_resources *resources) {
///     pcty_mcl_resources_data all;
///     pcty_mcl_resources_info(resources, &all);
///     for (size_t i = 0; i < all.count; i++) {
///         const pcty_mcl_resource *resource = pcty_mcl_resources_in_order_at(resources, i);
///         pcty_mcl_resource_data data;
///         pcty_mcl_resource_info(resource, &data);
///         printf("%.*s[%.*s]\n", (int)data.kind.len, data.kind.data, (int)data.name.len,
///                data.name.data);
///     }
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_mcl_resources(pub(in crate::ffi) Arc<Resources>);

handle!(pcty_mcl_resources, Arc<Resources>);

/// A resource of a graph, borrowed from the graph or passed to a callback. It never changes; any
/// number of threads may use it at once.
///
/// ```c
/// // Returns the text of a field; the empty text if the field is not set.
/// static pcty_str text_of(const pcty_mcl_resource *resource, pcty_str field) {
///     pcty_str text = {NULL, 0};
///     const pcty_value *value = pcty_mcl_resource_field_get(resource, field);
///     if (value != NULL) {
///         must(pcty_value_as_string(value, &text, NULL));
///     }
///     return text;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_mcl_resource(Resource);

handle!(pcty_mcl_resource, Resource);

/// The data of a resource.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_resource_data {
    /// The kind.
    pub kind: pcty_str,
    /// The name.
    pub name: pcty_str,
    /// The file of the declaration; empty if it is not known, as in a program of mcl.
    pub file: pcty_str,
    /// The line of the declaration, from 1; 0 if it is not known.
    pub line: u32,
    /// Whether the resource is hidden: it exists only for other resources, and is not applied.
    pub is_hidden: bool,
    /// The number of fields that have a value: `pcty_mcl_resource_field_at`.
    pub field_count: usize,
    /// The number of hosts that may collect the exported resource: `pcty_mcl_resource_export_at`.
    pub export_count: usize,
}

/// A field of a resource that has a value.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_field_value {
    /// The name.
    pub name: pcty_str,
    /// The value.
    pub value: *const pcty_value,
}

/// The difference between two graphs. It never changes; any number of threads may use it at once.
///
/// ```c
/// // Prints the changes: removed resources first, then added and changed ones.
/// static void keep_up(const pcty_mcl_resources *before, const pcty_mcl_resources *after) {
///     pcty_mcl_difference *difference = NULL;
///     must(pcty_mcl_difference_new(before, after, &difference, NULL));
///     pcty_mcl_difference_data all;
///     pcty_mcl_difference_info(difference, &all);
///     for (size_t i = 0; i < all.change_count; i++) {
///         pcty_mcl_change change = PCTY_MCL_CHANGE_INIT;
///         must(pcty_mcl_difference_at(difference, i, &change, NULL));
///         pcty_mcl_resource_data data;
///         pcty_mcl_resource_info(change.after ? change.after : change.before, &data);
///         printf("%c %.*s\n", " +-~"[change.kind], (int)data.name.len, data.name.data);
///     }
///     pcty_mcl_difference_free(difference);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_mcl_difference(Difference);

handle!(pcty_mcl_difference, Difference);

/// A graph, and an order in which its resources can be applied.
#[derive(Debug)]
pub struct Resources {
    pub(super) graph: Arc<ResourceGraph>,
    order: OnceLock<Vec<u32>>,
}

// The header documents that any number of threads may use these types at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Resources>();
    any_thread::<Difference>();
};

impl Resources {
    pub(in crate::ffi) fn new(graph: Arc<ResourceGraph>) -> Arc<Resources> {
        Arc::new(Resources {
            graph,
            order: OnceLock::new(),
        })
    }

    fn at(&self, index: usize) -> *const pcty_mcl_resource {
        let resource = self.graph.resources().get(index);
        resource.map_or(ptr::null(), |resource| {
            pcty_mcl_resource::borrowed(resource)
        })
    }
}

/// The properties of an edge: the sum of any PCTY_MCL_EDGE_* flags. Every edge also orders its
/// resources.
pub type pcty_mcl_edge_flags = u32;

/// The second resource is refreshed when the first has changed.
pub const PCTY_MCL_EDGE_NOTIFY: pcty_mcl_edge_flags = 1;
/// The edge was added automatically by a kind.
pub const PCTY_MCL_EDGE_AUTOMATIC: pcty_mcl_edge_flags = 2;

/// An edge of a resource graph. Start from PCTY_MCL_RESOURCE_EDGE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_resource_edge {
    /// The size of this struct.
    pub struct_size: u32,
    /// The properties of the edge.
    pub flags: pcty_mcl_edge_flags,
    /// The position of the resource that comes first.
    pub from: usize,
    /// The position of the resource that comes second.
    pub to: usize,
}

/// A field that receives a value from a different resource. Start from PCTY_MCL_RECEIVE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_receive {
    /// The size of this struct.
    pub struct_size: u32,
    /// The position of the resource that sends.
    pub from: usize,
    /// The name of the sent value in the sender's kind.
    pub sent: pcty_str,
    /// The position of the resource that receives.
    pub to: usize,
    /// The field that receives the value.
    pub field: pcty_str,
}

/// The kind of a change.
pub type pcty_mcl_change_kind = u32;

/// Only in the second graph.
pub const PCTY_MCL_CHANGE_ADDED: pcty_mcl_change_kind = 1;
/// Only in the first graph.
pub const PCTY_MCL_CHANGE_REMOVED: pcty_mcl_change_kind = 2;
/// In both graphs, and not equal.
pub const PCTY_MCL_CHANGE_CHANGED: pcty_mcl_change_kind = 3;

/// A change of a resource. Start from PCTY_MCL_CHANGE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_change {
    /// The size of this struct.
    pub struct_size: u32,
    /// The kind of the change.
    pub kind: pcty_mcl_change_kind,
    /// The resource in the first graph; NULL if it was added.
    pub before: *const pcty_mcl_resource,
    /// The resource in the second graph; NULL if it was removed.
    pub after: *const pcty_mcl_resource,
    /// The number of fields that differ in a resource that is in both graphs.
    pub field_count: usize,
    /// The number of meta parameters that differ in such a resource.
    pub meta_count: usize,
}

/// A change of an edge, or of a field that receives a value. Start from PCTY_MCL_EDGE_CHANGE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_edge_change {
    /// The size of this struct.
    pub struct_size: u32,
    /// Whether it was added or removed. An edge whose notification flag has changed is both removed
    /// and added.
    pub kind: pcty_mcl_change_kind,
    /// The properties of the edge: PCTY_MCL_EDGE_NOTIFY or 0.
    pub flags: pcty_mcl_edge_flags,
    /// The kind of the resource that comes first, or that sends.
    pub from_kind: pcty_str,
    /// The name of that resource.
    pub from_name: pcty_str,
    /// The name of the sent value; empty for an edge.
    pub sent: pcty_str,
    /// The kind of the resource that comes second, or that receives.
    pub to_kind: pcty_str,
    /// The name of that resource.
    pub to_name: pcty_str,
    /// The field that receives the value; empty for an edge.
    pub field: pcty_str,
}

#[cold]
pub(super) fn past_the_end() -> Error {
    Error::new(Code::NotFound, "`index` is past the end")
}

/// Creates a graph without resources.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resources_empty() -> *mut pcty_mcl_resources {
    quiet(ptr::null_mut(), || {
        pcty_mcl_resources::own(Resources::new(Arc::default()))
    })
}

owned! {
    /// Returns a new handle of the same graph. Only a reference count changes.
    fn pcty_mcl_resources_clone(resources: &pcty_mcl_resources);
    /// Frees a graph.
    fn pcty_mcl_resources_free(resources: pcty_mcl_resources);
}

/// The size of a graph of resources.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_resources_data {
    /// The number of resources: `pcty_mcl_resources_at`.
    pub count: usize,
    /// The number of edges, at most one for each ordered pair of resources:
    /// `pcty_mcl_resources_edge_at`.
    pub edge_count: usize,
    /// The number of fields that receive values from other resources:
    /// `pcty_mcl_resources_receive_at`.
    pub receive_count: usize,
}

/// Writes the numbers of resources, edges and receiving fields of a graph.
///
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resources_info(
    resources: Option<&pcty_mcl_resources>,
    out: Option<&mut MaybeUninit<pcty_mcl_resources_data>>,
) -> bool {
    quiet(false, || {
        let data = resources.map(|resources| pcty_mcl_resources_data {
            count: resources.0.graph.resources().len(),
            edge_count: resources.0.graph.edges().len(),
            receive_count: resources.0.graph.receives().len(),
        });
        write_found(data, out)
    })
}

/// Returns the resource at a position. The visible resources come first, in the order of the
/// program, then the hidden ones.
///
/// Returns: NULL past the end.
/// Ownership: the result is borrowed, and valid while `resources` or any other graph that contains
/// the resource lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resources_at(
    resources: Option<&pcty_mcl_resources>,
    index: usize,
) -> *const pcty_mcl_resource {
    quiet(ptr::null(), || {
        resources.map_or(ptr::null(), |resources| resources.0.at(index))
    })
}

/// Returns the resource at a position in the order of the edges: the first resource of an edge
/// precedes the second. Resources that no edge orders keep the order of `pcty_mcl_resources_at`.
///
/// Returns: NULL past the end.
/// Ownership: as `pcty_mcl_resources_at`.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resources_in_order_at(
    resources: Option<&pcty_mcl_resources>,
    index: usize,
) -> *const pcty_mcl_resource {
    quiet(ptr::null(), || {
        let Some(resources) = resources else {
            return ptr::null();
        };
        let order = resources.0.order.get_or_init(|| resources.0.graph.order());
        let at = order.get(index);
        at.map_or(ptr::null(), |at| resources.0.at(*at as usize))
    })
}

/// Returns the position of the visible resource with this kind and name, or of the first hidden one
/// if none is visible.
///
/// Errors: PCTY_ERROR_NOT_FOUND if there is no such resource; PCTY_ERROR_INVALID_UTF8.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resources_get(
    resources: Option<&pcty_mcl_resources>,
    kind: pcty_str,
    name: pcty_str,
    out: Option<&mut MaybeUninit<usize>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let graph = &need(resources, "resources")?.0.graph;
        let (kind, name) = (text(&kind, "kind")?, text(&name, "name")?);
        graph
            .find(kind, name)
            .ok_or_else(|| Error::new(Code::NotFound, format!("there is no {kind}[{name}]")))
    })
}

/// Writes the edge at a position.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_resources_edge_at(
    resources: Option<&pcty_mcl_resources>,
    index: usize,
    out: *mut pcty_mcl_resource_edge,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let graph = &need(resources, "resources")?.0.graph;
        let edge = graph.edges().get(index).ok_or_else(past_the_end)?;
        let flag = |given, flag| if given { flag } else { 0 };
        Ok(pcty_mcl_resource_edge {
            struct_size,
            flags: flag(edge.notify, PCTY_MCL_EDGE_NOTIFY)
                | flag(edge.automatic, PCTY_MCL_EDGE_AUTOMATIC),
            from: edge.from,
            to: edge.to,
        })
    };
    // SAFETY: by the header's contract `out` is NULL or such a struct.
    unsafe { fill(out, error, body) }
}

/// Writes the receiving field at a position.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: the texts in `*out` are owned by `resources` and valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_resources_receive_at(
    resources: Option<&pcty_mcl_resources>,
    index: usize,
    out: *mut pcty_mcl_receive,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let graph = &need(resources, "resources")?.0.graph;
        let receive = graph.receives().get(index).ok_or_else(past_the_end)?;
        Ok(pcty_mcl_receive {
            struct_size,
            from: receive.from,
            sent: pcty_str::borrowed(&receive.sent),
            to: receive.to,
            field: pcty_str::borrowed(&receive.field),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or such a struct.
    unsafe { fill(out, error, body) }
}

/// Formats a graph of resources. PCTY_MCL_GRAPH_TEXT writes a line `Vertex: KIND[NAME]` for each
/// resource, then a line `Edge: A -> B # A -> B` for each edge.
///
/// NULL: returns NULL if `resources` is NULL, and for a format without a constant.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resources_to_text(
    resources: Option<&pcty_mcl_resources>,
    format: pcty_mcl_graph_format,
) -> *mut pcty_string {
    match format {
        PCTY_MCL_GRAPH_TEXT => rendered(resources, ResourceGraph::to_string),
        PCTY_MCL_GRAPH_GRAPHVIZ => rendered(resources, ResourceGraph::graphviz),
        _ => ptr::null_mut(),
    }
}

fn rendered(
    resources: Option<&pcty_mcl_resources>,
    show: impl FnOnce(&ResourceGraph) -> String,
) -> *mut pcty_string {
    quiet(ptr::null_mut(), || {
        resources.map_or(ptr::null_mut(), |resources| {
            pcty_string::own(OwnedText::new(show(&resources.0.graph)))
        })
    })
}

/// Writes the data of a resource.
///
/// Ownership: the texts in `*out` are owned by `resource` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resource_info(
    resource: Option<&pcty_mcl_resource>,
    out: Option<&mut MaybeUninit<pcty_mcl_resource_data>>,
) -> bool {
    quiet(false, || {
        let data = resource.map(|pcty_mcl_resource(resource)| pcty_mcl_resource_data {
            kind: pcty_str::borrowed(resource.kind()),
            name: pcty_str::borrowed(resource.name()),
            file: match resource.position() {
                Some((file, _)) => pcty_str::borrowed(file),
                None => pcty_str::NONE,
            },
            line: resource.position().map_or(0, |(_, line)| line),
            is_hidden: resource.meta.hidden,
            field_count: resource.fields().len(),
            export_count: resource.meta.export.len(),
        });
        write_found(data, out)
    })
}

/// Writes the field at a position among the fields that have a value, in the order of the kind.
///
/// Returns: false past the end.
/// Ownership: the name and the value in `*out` are owned by `resource` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resource_field_at(
    resource: Option<&pcty_mcl_resource>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_mcl_field_value>>,
) -> bool {
    quiet(false, || {
        let field = resource.and_then(|resource| resource.0.fields().get(index));
        let field = field.map(|(name, value)| pcty_mcl_field_value {
            name: pcty_str::borrowed(name),
            value: pcty_value::borrowed(value),
        });
        write_found(field, out)
    })
}

/// Returns the value of a field by its name.
///
/// Returns: NULL if the field is not set.
/// Ownership: the result is owned by `resource` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resource_field_get(
    resource: Option<&pcty_mcl_resource>,
    name: pcty_str,
) -> *const pcty_value {
    quiet(ptr::null(), || {
        let name = text(&name, "name").ok();
        let field = resource.and_then(|resource| resource.0.field(name?));
        field.map_or(ptr::null(), pcty_value::borrowed)
    })
}

/// Returns the value of a meta parameter by its name, in lower case as in `Meta:retryreset`. If it
/// is not set, the result is the default.
///
/// Errors: PCTY_ERROR_NOT_FOUND for an unknown meta parameter; PCTY_ERROR_INVALID_UTF8.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resource_meta_get(
    resource: Option<&pcty_mcl_resource>,
    name: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let meta = &need(resource, "resource")?.0.meta;
        let name = text(&name, "name")?;
        meta.get(name).ok_or_else(|| {
            Error::new(
                Code::NotFound,
                format!("there is no meta parameter `{name}`"),
            )
        })
    })
}

/// Returns a host that may collect the exported resource, by its position. `*` means all hosts.
///
/// Returns: an empty text past the end.
/// Ownership: the result is owned by `resource` and valid while it lives.
/// NULL: returns an empty text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resource_export_at(
    resource: Option<&pcty_mcl_resource>,
    index: usize,
) -> pcty_str {
    quiet(pcty_str::NONE, || {
        let host = resource.and_then(|resource| resource.0.meta.export.get(index));
        host.map_or(pcty_str::NONE, |host| pcty_str::borrowed(host))
    })
}

/// Computes the difference between two graphs. Resources that both graphs share are compared in
/// constant time.
///
/// Errors: none except for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_difference_new(
    before: Option<&pcty_mcl_resources>,
    after: Option<&pcty_mcl_resources>,
    out: Option<&mut MaybeUninit<*mut pcty_mcl_difference>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let before = &need(before, "before")?.0.graph;
        let after = &need(after, "after")?.0.graph;
        Ok(before.difference(after))
    })
}

owned! {
    /// Frees a difference.
    fn pcty_mcl_difference_free(difference: pcty_mcl_difference);
}

/// The size of a difference.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_difference_data {
    /// Whether the two graphs are equal.
    pub is_empty: bool,
    /// The number of resources that were removed, added or changed: `pcty_mcl_difference_at`.
    pub change_count: usize,
    /// The number of edges, and of fields that receive a value, that were removed or added:
    /// `pcty_mcl_difference_edge_at`.
    pub edge_count: usize,
}

/// Writes the numbers of changes in a difference.
///
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_difference_info(
    difference: Option<&pcty_mcl_difference>,
    out: Option<&mut MaybeUninit<pcty_mcl_difference_data>>,
) -> bool {
    quiet(false, || {
        let data = difference.map(|difference| pcty_mcl_difference_data {
            is_empty: difference.0.is_empty(),
            change_count: difference.0.removed.len()
                + difference.0.added.len()
                + difference.0.changed.len(),
            edge_count: edge_changes(&difference.0).count(),
        });
        write_found(data, out)
    })
}

/// Writes the change of a resource at a position. The removed resources come first, then the added
/// ones, then the changed ones.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: the resources in `*out` are owned by `difference` and valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_difference_at(
    difference: Option<&pcty_mcl_difference>,
    index: usize,
    out: *mut pcty_mcl_change,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let found = &need(difference, "difference")?.0;
        let mut change = pcty_mcl_change {
            struct_size,
            kind: PCTY_MCL_CHANGE_REMOVED,
            before: ptr::null(),
            after: ptr::null(),
            field_count: 0,
            meta_count: 0,
        };
        let added = index.wrapping_sub(found.removed.len());
        if let Some(resource) = found.removed.get(index) {
            change.before = pcty_mcl_resource::borrowed(resource);
        } else if let Some(resource) = found.added.get(added) {
            change.kind = PCTY_MCL_CHANGE_ADDED;
            change.after = pcty_mcl_resource::borrowed(resource);
        } else {
            let changed = changed_at(found, index).ok_or_else(past_the_end)?;
            change.kind = PCTY_MCL_CHANGE_CHANGED;
            change.before = pcty_mcl_resource::borrowed(&changed.before);
            change.after = pcty_mcl_resource::borrowed(&changed.after);
            change.field_count = changed.fields.len();
            change.meta_count = changed.meta.len();
        }
        Ok(change)
    };
    // SAFETY: by the header's contract `out` is NULL or such a struct.
    unsafe { fill(out, error, body) }
}

/// Returns the changed resource at a position among all changes of resources.
fn changed_at(found: &Difference, index: usize) -> Option<&Change> {
    let before = found.removed.len() + found.added.len();
    found.changed.get(index.checked_sub(before)?)
}

/// Returns the name of a field that was changed, set or unset, by its position among those of the
/// resource at `index`.
///
/// Returns: an empty text past the end.
/// Ownership: the result is owned by `difference` and valid while it lives.
/// NULL: returns an empty text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_difference_field_at(
    difference: Option<&pcty_mcl_difference>,
    index: usize,
    field: usize,
) -> pcty_str {
    quiet(pcty_str::NONE, || {
        let changed = difference.and_then(|difference| changed_at(&difference.0, index));
        let field = changed.and_then(|changed| changed.fields.get(field));
        field.map_or(pcty_str::NONE, |field| pcty_str::borrowed(field))
    })
}

/// Returns the name of a changed meta parameter, by its position among those of the resource at
/// `index`.
///
/// Returns: an empty text past the end.
/// Ownership: the result has static lifetime; do not free it.
/// NULL: returns an empty text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_difference_meta_at(
    difference: Option<&pcty_mcl_difference>,
    index: usize,
    meta: usize,
) -> pcty_str {
    quiet(pcty_str::NONE, || {
        let changed = difference.and_then(|difference| changed_at(&difference.0, index));
        let name = changed.and_then(|changed| changed.meta.get(meta));
        name.map_or(pcty_str::NONE, |name| pcty_str::borrowed(name))
    })
}

/// Writes the change of an edge, or of a field that receives a value, at a position. The removed
/// ones come first.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: the texts in `*out` are owned by `difference` and valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_difference_edge_at(
    difference: Option<&pcty_mcl_difference>,
    index: usize,
    out: *mut pcty_mcl_edge_change,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let found = &need(difference, "difference")?.0;
        let change = edge_changes(found).nth(index).ok_or_else(past_the_end)?;
        Ok(pcty_mcl_edge_change {
            struct_size,
            ..change
        })
    };
    // SAFETY: by the header's contract `out` is NULL or such a struct.
    unsafe { fill(out, error, body) }
}

/// Returns all changes of edges. The lists are slices, so `nth` skips each list in constant time.
fn edge_changes(found: &Difference) -> impl Iterator<Item = pcty_mcl_edge_change> + '_ {
    let removed = edges(&found.edges_removed, PCTY_MCL_CHANGE_REMOVED);
    let added = edges(&found.edges_added, PCTY_MCL_CHANGE_ADDED);
    removed
        .chain(receives(&found.receives_removed, PCTY_MCL_CHANGE_REMOVED))
        .chain(added)
        .chain(receives(&found.receives_added, PCTY_MCL_CHANGE_ADDED))
}

fn edges(
    all: &[(ResourceRef, ResourceRef, bool)],
    kind: pcty_mcl_change_kind,
) -> impl Iterator<Item = pcty_mcl_edge_change> + '_ {
    all.iter()
        .map(move |(from, to, notify)| pcty_mcl_edge_change {
            flags: if *notify { PCTY_MCL_EDGE_NOTIFY } else { 0 },
            ..edge_change(kind, from, to)
        })
}

fn receives(
    all: &[(ResourceRef, Str, ResourceRef, Str)],
    kind: pcty_mcl_change_kind,
) -> impl Iterator<Item = pcty_mcl_edge_change> + '_ {
    all.iter()
        .map(move |(from, sent, to, field)| pcty_mcl_edge_change {
            sent: pcty_str::borrowed(sent),
            field: pcty_str::borrowed(field),
            ..edge_change(kind, from, to)
        })
}

fn edge_change(
    kind: pcty_mcl_change_kind,
    from: &ResourceRef,
    to: &ResourceRef,
) -> pcty_mcl_edge_change {
    pcty_mcl_edge_change {
        struct_size: 0,
        kind,
        flags: 0,
        from_kind: pcty_str::borrowed(&from.kind),
        from_name: pcty_str::borrowed(&from.name),
        sent: pcty_str::NONE,
        to_kind: pcty_str::borrowed(&to.kind),
        to_name: pcty_str::borrowed(&to.name),
        field: pcty_str::NONE,
    }
}

/// Formats a difference with one line for each change: `+` before an added resource or edge, `-`
/// before a removed one, and `~` before a changed resource, with its fields.
///
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_difference_to_text(
    difference: Option<&pcty_mcl_difference>,
) -> *mut pcty_string {
    quiet(ptr::null_mut(), || {
        difference.map_or(ptr::null_mut(), |difference| {
            pcty_string::own(OwnedText::new(difference.0.to_string()))
        })
    })
}
