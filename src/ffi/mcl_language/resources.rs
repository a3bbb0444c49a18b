//! mcl's language: resource graphs.
//!
//! What a program asks for: resources with a kind, a name, fields and meta parameters, and edges
//! that say which of two comes first. A host may also make one by calls, with a builder, and the
//! same rules hold for it: duplicates are merged or refused, edges of a pair are one, what a field
//! receives has one sender, kinds add their automatic edges, and there is no circle. Two graphs
//! have a difference. A struct with an `_INIT` macro begins with its size.

use super::graph::{PCTY_MCL_GRAPH_GRAPHVIZ, PCTY_MCL_GRAPH_TEXT, pcty_mcl_graph_format};
use crate::dialect::mcl::resources::{Change, Difference, Resource, ResourceGraph, ResourceRef};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{
    Handle, answer, fill, handle, make, need, quiet, release, text, write_found,
};
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error};
use crate::types::Str;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::{Arc, OnceLock};

/// A graph of resources. Never changes; any number of threads may use it at once.
///
/// ```c
/// // Applies all resources, what others wait for first.
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
pub struct pcty_mcl_resources(pub(super) Arc<Resources>);

handle!(pcty_mcl_resources, Arc<Resources>);

/// A resource of a graph; it is lent, by the graph or to a callback. It never changes; any number
/// of threads may use it at once.
///
/// ```c
/// // The text of a field; the empty one where nothing is said.
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
    /// Whether the resource is hidden: only for other resources, and not worked on.
    pub is_hidden: bool,
    /// The number of fields that have a value: `pcty_mcl_resource_field_at`.
    pub field_count: usize,
    /// The number of hosts to which the resource is exported: `pcty_mcl_resource_export_at`.
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

/// What of a graph is another in the one after it. Never changes; any number of threads may use
/// it at once.
///
/// ```c
/// // Removes what is gone, then makes what is new or another.
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

/// A graph, and the order in which it can be worked on.
#[derive(Debug)]
pub struct Resources {
    pub(super) graph: Arc<ResourceGraph>,
    order: OnceLock<Vec<u32>>,
}

// What the header says of threads: any number may use these at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Resources>();
    any_thread::<Difference>();
};

impl Resources {
    pub(super) fn new(graph: Arc<ResourceGraph>) -> Arc<Resources> {
        Arc::new(Resources {
            graph,
            order: OnceLock::new(),
        })
    }

    fn at(&self, index: usize) -> *const pcty_mcl_resource {
        let resource = self.graph.resources().get(index);
        resource.map_or(ptr::null(), |resource| pcty_mcl_resource::lend(resource))
    }
}

/// What an edge is besides an order: any of PCTY_MCL_EDGE_*, added up.
pub type pcty_mcl_edge_flags = u32;

/// The second resource is refreshed when the first has changed.
pub const PCTY_MCL_EDGE_NOTIFY: pcty_mcl_edge_flags = 1;
/// A kind made it by itself.
pub const PCTY_MCL_EDGE_AUTOMATIC: pcty_mcl_edge_flags = 2;

/// An edge of a resource graph. Start from PCTY_MCL_RESOURCE_EDGE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_resource_edge {
    /// The size of this struct.
    pub struct_size: u32,
    /// What it is besides an order.
    pub flags: pcty_mcl_edge_flags,
    /// The position of the resource that comes first.
    pub from: usize,
    /// The position of the one that comes second.
    pub to: usize,
}

/// A field that receives what another resource sends. Start from PCTY_MCL_RECEIVE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_receive {
    /// The size of this struct.
    pub struct_size: u32,
    /// The position of the resource that sends.
    pub from: usize,
    /// What it sends, by the name that its kind has for it.
    pub sent: pcty_str,
    /// The position of the resource that receives.
    pub to: usize,
    /// The field that receives it.
    pub field: pcty_str,
}

/// What has become of something.
pub type pcty_mcl_change_kind = u32;

/// It is only in the second graph.
pub const PCTY_MCL_CHANGE_ADDED: pcty_mcl_change_kind = 1;
/// It is only in the first graph.
pub const PCTY_MCL_CHANGE_REMOVED: pcty_mcl_change_kind = 2;
/// It is in both, and not the same.
pub const PCTY_MCL_CHANGE_CHANGED: pcty_mcl_change_kind = 3;

/// What has become of a resource. Start from PCTY_MCL_CHANGE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_change {
    /// The size of this struct.
    pub struct_size: u32,
    /// What it is.
    pub kind: pcty_mcl_change_kind,
    /// The resource of the first graph; NULL for one that was added.
    pub before: *const pcty_mcl_resource,
    /// The resource of the second graph; NULL for one that was removed.
    pub after: *const pcty_mcl_resource,
    /// How many fields of a resource that is in both are others.
    pub field_count: usize,
    /// How many meta parameters of one are others.
    pub meta_count: usize,
}

/// What has become of an edge, or of what a field receives. Start from
/// PCTY_MCL_EDGE_CHANGE_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_edge_change {
    /// The size of this struct.
    pub struct_size: u32,
    /// Whether it was added or removed; one that notifies now and did not before is both.
    pub kind: pcty_mcl_change_kind,
    /// What the edge is besides an order: PCTY_MCL_EDGE_NOTIFY or nothing.
    pub flags: pcty_mcl_edge_flags,
    /// The kind of the resource that comes first, or sends.
    pub from_kind: pcty_str,
    /// Its name.
    pub from_name: pcty_str,
    /// What it sends; no text for an edge.
    pub sent: pcty_str,
    /// The kind of the resource that comes second, or receives.
    pub to_kind: pcty_str,
    /// Its name.
    pub to_name: pcty_str,
    /// The field that receives; no text for an edge.
    pub field: pcty_str,
}

#[cold]
pub(super) fn past_the_end() -> Error {
    Error::new(Code::NotFound, "there is nothing at `index`")
}

/// A graph without resources.
///
/// Ownership: the result is the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resources_empty() -> *mut pcty_mcl_resources {
    quiet(ptr::null_mut(), || {
        pcty_mcl_resources::own(Resources::new(Arc::default()))
    })
}

/// Another handle of the same graph; only a reference is counted.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resources_clone(
    resources: Option<&pcty_mcl_resources>,
) -> *mut pcty_mcl_resources {
    quiet(ptr::null_mut(), || {
        resources.map_or(ptr::null_mut(), |resources| {
            pcty_mcl_resources::own(resources.0.clone())
        })
    })
}

/// Frees a graph. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resources_free(resources: Option<Box<pcty_mcl_resources>>) {
    release(resources)
}

/// The numbers of a graph of resources.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_resources_data {
    /// The number of resources: `pcty_mcl_resources_at`.
    pub count: usize,
    /// The number of edges, at most one from a resource to another one: `pcty_mcl_resources_edge_at`.
    pub edge_count: usize,
    /// The number of fields that receive what another resource sends: `pcty_mcl_resources_receive_at`.
    pub receive_count: usize,
}

/// Writes the numbers of resources, edges and receiving fields of a graph.
///
/// Returns: false if `resources` is NULL.
/// Ownership: `*out` is plain data.
/// NULL: returns false if `resources` is; `out` may be.
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

/// A resource by its position: first those that are worked on, in the order of the program, then
/// the hidden ones.
///
/// Ownership: lent as long as the graph, and as long as another graph that has it. NULL: gives
/// NULL, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resources_at(
    resources: Option<&pcty_mcl_resources>,
    index: usize,
) -> *const pcty_mcl_resource {
    quiet(ptr::null(), || {
        resources.map_or(ptr::null(), |resources| resources.0.at(index))
    })
}

/// A resource by its position in an order in which whatever comes first by an edge stands before
/// what comes second; what no edge orders stays in the order of the positions.
///
/// Ownership: as `pcty_mcl_resources_at`. NULL: gives NULL, as does a position past the end.
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

/// The position of a resource: of the visible one of this kind and name, else of the first hidden
/// one.
///
/// Ownership: makes nothing.
/// Errors: PCTY_ERROR_NOT_FOUND where there is none; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
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

/// An edge by its position.
///
/// Ownership: makes nothing.
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// NULL: `error` may be.
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

/// A field that receives something, by its position.
///
/// Ownership: what `*out` refers to is lent as long as the graph.
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// NULL: `error` may be.
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
            sent: pcty_str::lend(&receive.sent),
            to: receive.to,
            field: pcty_str::lend(&receive.field),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or such a struct.
    unsafe { fill(out, error, body) }
}

/// Formats a graph of resources. As text it has a line `Vertex: KIND[NAME]` for each resource, then a
/// line `Edge: A -> B # A -> B` for each edge.
///
/// Ownership: the result is the caller's.
/// NULL: returns NULL if `resources` is, and for a format without a constant.
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
/// Returns: whether there is a resource.
/// Ownership: the texts in `*out` are owned by `resource` and valid while it lives.
/// NULL: returns false if `resource` is; `out` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resource_info(
    resource: Option<&pcty_mcl_resource>,
    out: Option<&mut MaybeUninit<pcty_mcl_resource_data>>,
) -> bool {
    quiet(false, || {
        let data = resource.map(|pcty_mcl_resource(resource)| pcty_mcl_resource_data {
            kind: pcty_str::lend(resource.kind()),
            name: pcty_str::lend(resource.name()),
            is_hidden: resource.meta.hidden,
            field_count: resource.fields().len(),
            export_count: resource.meta.export.len(),
        });
        write_found(data, out)
    })
}

/// Writes a field that has a value, by its position in the order of the kind.
///
/// Returns: false past the end.
/// Ownership: the name and the value in `*out` are owned by `resource` and valid while it lives.
/// NULL: returns false if `resource` is; `out` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resource_field_at(
    resource: Option<&pcty_mcl_resource>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_mcl_field_value>>,
) -> bool {
    quiet(false, || {
        let field = resource.and_then(|resource| resource.0.fields().get(index));
        let field = field.map(|(name, value)| pcty_mcl_field_value {
            name: pcty_str::lend(name),
            value: pcty_value::lend(value),
        });
        write_found(field, out)
    })
}

/// The value of a field by its name.
///
/// Ownership: lent as long as the resource. NULL: gives NULL, as does a field of which nothing is
/// said.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resource_field_get(
    resource: Option<&pcty_mcl_resource>,
    name: pcty_str,
) -> *const pcty_value {
    quiet(ptr::null(), || {
        let name = text(&name, "name").ok();
        let field = resource.and_then(|resource| resource.0.field(name?));
        field.map_or(ptr::null(), pcty_value::lend)
    })
}

/// The value of a meta parameter by its name, in lower case as in `Meta:retryreset`; of one of which
/// nothing is said, the value that it has then.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_NOT_FOUND for a name that no meta parameter has; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
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

/// A host that the resource is exported to, by its position; `*` stands for all.
///
/// Ownership: lent as long as the resource. NULL: gives no text, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resource_export_at(
    resource: Option<&pcty_mcl_resource>,
    index: usize,
) -> pcty_str {
    quiet(pcty_str::NONE, || {
        let host = resource.and_then(|resource| resource.0.meta.export.get(index));
        host.map_or(pcty_str::NONE, |host| pcty_str::lend(host))
    })
}

/// What of a graph is another in the one after it. Resources that are the same in both cost next
/// to nothing.
///
/// Ownership: `*out` is the caller's.
/// Errors: none but NULL.
/// NULL: `error` may be.
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

/// Frees a difference. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_difference_free(difference: Option<Box<pcty_mcl_difference>>) {
    release(difference)
}

/// The numbers of a difference.
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
/// Returns: false if `difference` is NULL.
/// Ownership: `*out` is plain data.
/// NULL: returns false if `difference` is; `out` may be.
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

/// What has become of a resource, by its position: first those that were removed, then those that
/// were added, then those that are others.
///
/// Ownership: the resources are lent as long as the difference.
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// NULL: `error` may be.
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
            change.before = pcty_mcl_resource::lend(resource);
        } else if let Some(resource) = found.added.get(added) {
            change.kind = PCTY_MCL_CHANGE_ADDED;
            change.after = pcty_mcl_resource::lend(resource);
        } else {
            let changed = changed_at(found, index).ok_or_else(past_the_end)?;
            change.kind = PCTY_MCL_CHANGE_CHANGED;
            change.before = pcty_mcl_resource::lend(&changed.before);
            change.after = pcty_mcl_resource::lend(&changed.after);
            change.field_count = changed.fields.len();
            change.meta_count = changed.meta.len();
        }
        Ok(change)
    };
    // SAFETY: by the header's contract `out` is NULL or such a struct.
    unsafe { fill(out, error, body) }
}

/// The resource that is another, by its position among all.
fn changed_at(found: &Difference, index: usize) -> Option<&Change> {
    let before = found.removed.len() + found.added.len();
    found.changed.get(index.checked_sub(before)?)
}

/// The name of a field that is another, is said no more or said now, by its position among those
/// of the resource at `index`.
///
/// Ownership: lent as long as the difference. NULL: gives no text, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_difference_field_at(
    difference: Option<&pcty_mcl_difference>,
    index: usize,
    field: usize,
) -> pcty_str {
    quiet(pcty_str::NONE, || {
        let changed = difference.and_then(|difference| changed_at(&difference.0, index));
        let field = changed.and_then(|changed| changed.fields.get(field));
        field.map_or(pcty_str::NONE, |field| pcty_str::lend(field))
    })
}

/// The name of a meta parameter that is another, by its position among those of the resource at
/// `index`.
///
/// Ownership: lent for ever. NULL: gives no text, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_difference_meta_at(
    difference: Option<&pcty_mcl_difference>,
    index: usize,
    meta: usize,
) -> pcty_str {
    quiet(pcty_str::NONE, || {
        let changed = difference.and_then(|difference| changed_at(&difference.0, index));
        let name = changed.and_then(|changed| changed.meta.get(meta));
        name.map_or(pcty_str::NONE, |name| pcty_str::lend(name))
    })
}

/// What has become of an edge, or of what a field receives, by its position: first what was
/// removed.
///
/// Ownership: what `*out` refers to is lent as long as the difference.
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// NULL: `error` may be.
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

/// All that has become of edges. Each list is of slices, so that `nth` goes over none of them one
/// by one.
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
            sent: pcty_str::lend(sent),
            field: pcty_str::lend(field),
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
        from_kind: pcty_str::lend(&from.kind),
        from_name: pcty_str::lend(&from.name),
        sent: pcty_str::NONE,
        to_kind: pcty_str::lend(&to.kind),
        to_name: pcty_str::lend(&to.name),
        field: pcty_str::NONE,
    }
}

/// The difference as text, a line each: `+` before what was added, `-` before what was removed, and
/// `~` before what is another, with its fields.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
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
