//! mcl's language: kinds of resources.
//!
//! A kind has fields with types, may send values to other resources, and has traits. It is defined
//! by JSON or by calls. Callbacks define the behavior of its resources:
//!
//! - whether a resource is valid,
//! - whether two resources with the same name are equal,
//! - how two resources with the same name are merged,
//! - after which resources a resource is automatically ordered,
//! - the fields of a resource that was exported by a different host and that a program collects.
//!
//! As JSON, kinds are an array, or a sequence of objects, for example in a file with one object per
//! line:
//!
//! ```json
//! [{"kind": "dir", "traits": ["edgeable", "recvable"],
//!   "fields": [{"lang": "mode", "type": "str"},
//!              {"lang": "owner", "type": "int", "name": "Owner", "storage": "*uint32"}],
//!   "sends": [{"lang": "path", "type": "str"}]}]
//! ```
//!
//! The members of a field are:
//!
//! - `lang`: the name of the field in the language.
//! - `type`: the type in the notation of the language; `variant` accepts any value.
//! - `name`: the name under which the field is stored, if it differs.
//! - `storage`: the Go type as which the field is stored, if it differs from the default for the
//!   language's type (`bool`, `string`, `int64`, `float64`, `[]string`, and so on). An integer must
//!   fit. `*` marks a field that may be unset, which differs from zero.
//!
//! A sent value must be stored as the same type as the field that receives it, unless that field is
//! a `variant`. Fields with the type `func` or `unrepresentable` are ignored; mgmt's list uses
//! these types for fields that programs cannot set.
//!
//! The traits are `sendable` (it sends, also if `sends` is missing), `recvable` (its fields
//! receive), `refreshable`, `groupable`, `edgeable` (it has automatic edges), `reversible`,
//! `exportable`, and `compatible` (two resources with the same name that are not equal are merged).
//! `base` and `graphqueryable` have no effect.

use super::host::pcty_mcl_host;
use super::resources::pcty_mcl_resource;
use crate::dialect::mcl::resources::{
    Behavior, FieldTable, Resource, ResourceField, ResourceKind, ResourceKinds, ResourceRef, Trait,
    field_type,
};
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::{PCTY_ERROR_UNSUPPORTED, pcty_status};
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{
    Handle, finished, handle, invalid, need, quiet, run, run_charged, slice, text, versioned,
    versioned_slice,
};
use crate::ffi::reentry::untold;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error, Result};
use crate::types::Str;
use crate::values::Value;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// A resource under construction. It is created by the caller for a builder
/// (`pcty_mcl_resource_builder_new`), or borrowed by a callback that merges two resources or
/// collects one. One thread at a time.
///
/// ```c
/// // Merges two packages with the same name: the first, with the version of the second.
/// static pcty_status merge_versions(void *user_data, const pcty_mcl_resource *first,
///                                   const pcty_mcl_resource *second, pcty_mcl_resource_builder *builder,
///                                   pcty_error **error) {
///     const pcty_value *version = pcty_mcl_resource_field_get(second, PCTY_STR("version"));
///     (void)user_data, (void)first; // `builder` is a copy of `first`
///     return version == NULL ? PCTY_OK
///                            : pcty_mcl_resource_builder_set_field(builder, PCTY_STR("version"), version, error);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_mcl_resource_builder(pub(super) BuiltResource);

handle!(pcty_mcl_resource_builder, BuiltResource);

/// A resource, and the kinds that define its fields.
pub struct BuiltResource {
    pub(super) resource: Resource,
    pub(super) kinds: Arc<ResourceKinds>,
}

/// The resources after which a resource is automatically ordered. It is borrowed by the callback
/// that fills it, and may only be used on the callback's thread.
///
/// ```c
/// // Orders a file after the directory that contains it.
/// static void after_parent(void *user_data, const pcty_mcl_resource *file,
///                          pcty_mcl_dependencies *dependencies) {
///     const pcty_str kind = PCTY_STR_INIT("dir");
///     pcty_mcl_resource_data data;
///     pcty_mcl_resource_info(file, &data);
///     pcty_str parent = data.name;
///     (void)user_data;
///     while (parent.len > 0 && parent.data[parent.len - 1] != '/') {
///         parent.len--;
///     }
///     must(pcty_mcl_dependencies_add(dependencies, &kind, &parent, 1, NULL));
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_mcl_dependencies(Vec<Vec<ResourceRef>>);

handle!(pcty_mcl_dependencies, Vec<Vec<ResourceRef>>);

/// The traits of a kind: the sum of any PCTY_MCL_TRAIT_* flags.
pub type pcty_mcl_trait_flags = u32;

/// It sends, also if `sends` is empty.
pub const PCTY_MCL_TRAIT_SENDS: pcty_mcl_trait_flags = 1;
/// Its fields receive values from other resources.
pub const PCTY_MCL_TRAIT_RECEIVES: pcty_mcl_trait_flags = 2;
/// It is refreshed when a resource that notifies it has changed.
pub const PCTY_MCL_TRAIT_REFRESHES: pcty_mcl_trait_flags = 4;
/// Several resources may be applied as one.
pub const PCTY_MCL_TRAIT_GROUPS: pcty_mcl_trait_flags = 8;
/// It has automatic edges.
pub const PCTY_MCL_TRAIT_HAS_EDGES: pcty_mcl_trait_flags = 16;
/// Its effect is reverted when it is removed.
pub const PCTY_MCL_TRAIT_REVERSES: pcty_mcl_trait_flags = 32;
/// Other hosts may collect it.
pub const PCTY_MCL_TRAIT_EXPORTS: pcty_mcl_trait_flags = 64;
/// Two resources with the same name that are not equal may be merged.
pub const PCTY_MCL_TRAIT_MERGES: pcty_mcl_trait_flags = 128;

/// A field of a kind, or a value that it sends. Start from PCTY_MCL_FIELD_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_field {
    /// The size of this struct; equal in all elements of an array.
    pub struct_size: u32,
    /// The name in the language.
    pub name: pcty_str,
    /// The type in the notation of the language; `variant` accepts any value.
    pub notation: pcty_str,
    /// The name under which it is stored; empty if it is the same.
    pub stored: pcty_str,
    /// The Go type as which it is stored; empty for the default of its type.
    pub storage: pcty_str,
}

/// Checks whether a resource is valid. It is not called for hidden resources. The resource is
/// borrowed during the call. If the resource is not valid, the callback stores a new error with the
/// reason in `*error` and returns its code.
pub type pcty_mcl_validate = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        resource: *const pcty_mcl_resource,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Compares two resources with the same name, which are borrowed during the call. The callback
/// returns one of:
///
/// - PCTY_OK if they are equal;
/// - PCTY_ERROR_UNSUPPORTED without an error to apply the default rule (equal if all their fields
///   are equal);
/// - the code of a new error that describes the difference.
pub type pcty_mcl_compare = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        first: *const pcty_mcl_resource,
        second: *const pcty_mcl_resource,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Merges two resources with the same name, of a kind that merges. All three handles are borrowed
/// during the call. `builder` is a copy of the first resource; the callback adds the settings of the
/// second. If the two conflict, the callback stores a new error in `*error` and returns its code.
pub type pcty_mcl_merge = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        first: *const pcty_mcl_resource,
        second: *const pcty_mcl_resource,
        builder: *mut pcty_mcl_resource_builder,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Reports the resources after which a resource is automatically ordered. Both handles are borrowed
/// during the call.
pub type pcty_mcl_after = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        resource: *const pcty_mcl_resource,
        dependencies: *mut pcty_mcl_dependencies,
    ),
>;

/// Sets the fields of a resource of a different host, which a program collects. `data` is the data
/// that the host exported, from the answer to the query `_collect`; it and `builder` are borrowed
/// during the call. Settings in the program override the fields set in `builder`. If the data is
/// invalid, the callback stores a new error in `*error` and returns its code.
pub type pcty_mcl_collect = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        data: pcty_str,
        builder: *mut pcty_mcl_resource_builder,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// A kind of resource. Start from PCTY_MCL_KIND_INIT. If the host runs programs on several threads,
/// they may call the callbacks concurrently.
#[repr(C)]
pub struct pcty_mcl_kind {
    /// The size of this struct.
    pub struct_size: u32,
    /// The traits of the kind.
    pub traits: pcty_mcl_trait_flags,
    /// The name, such as `http:server`.
    pub name: pcty_str,
    /// The fields.
    pub fields: *const pcty_mcl_field,
    /// The number of fields.
    pub field_count: usize,
    /// The values that its resources send.
    pub sends: *const pcty_mcl_field,
    /// The number of sent values.
    pub send_count: usize,
    /// Checks whether a resource is valid; NULL if all are.
    pub validate: pcty_mcl_validate,
    /// Compares two resources; NULL for the default rule.
    pub compare: pcty_mcl_compare,
    /// Merges two resources; NULL if they cannot be merged.
    pub merge: pcty_mcl_merge,
    /// Reports automatic dependencies of a resource; NULL if it has none.
    pub after: pcty_mcl_after,
    /// Sets the fields of a collected resource; NULL if only resources without data can be
    /// collected.
    pub collect: pcty_mcl_collect,
    /// The first argument of the callbacks.
    pub user_data: *mut c_void,
    /// Releases `user_data` when the last owner of the kind is freed; may be NULL.
    pub destroy: pcty_destroy,
}

/// Adds the kinds of a JSON document. Each replaces an earlier kind of the same name. Callbacks can
/// be added with `pcty_mcl_host_set_kind_callbacks`.
///
/// Errors: PCTY_ERROR_SYNTAX for a text that is not JSON, PCTY_ERROR_TYPE for a document that is
/// not a schema of kinds, with the path and the byte; in both cases no kind is added.
/// PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `host`; the text is copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_host_add_kinds(
    host: Option<&mut pcty_mcl_host>,
    json: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run_charged(error, |budget| {
        let host = &mut need(host, "host")?.0;
        let json = text(&json, "json")?;
        Arc::make_mut(&mut host.kinds).add_schema(json.as_bytes(), budget)
    })
}

/// Adds a kind. It replaces an earlier kind of the same name.
///
/// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE for an invalid field type;
/// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`, a kind or field without a name, and a
/// trait without a constant; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `host`; all data that `kind` points to is copied. The library takes ownership
/// of `kind->user_data`, also on failure, unless `struct_size` is wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_host_add_kind(
    host: Option<&mut pcty_mcl_host>,
    kind: *const pcty_mcl_kind,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // The data is taken before the first operation that can fail, so that it is always released.
    // SAFETY: by the header's contract `kind` is NULL or valid.
    let owned = unsafe { adopt(kind) };
    run(error, move || {
        let owned = owned?;
        // SAFETY: `kind` was read and is not NULL. `owned` outlives the borrow, because its release
        // may also release the struct.
        let kind = unsafe { &*kind };
        let host = &mut need(host, "host")?.0;
        let name: Str = named(&kind.name, "kind->name")?.into();
        // SAFETY: by the header's contract the arrays have the lengths in the struct.
        let mut made = unsafe { kind_of(kind) }?;
        made.behavior = behavior(kind, &name, &made, &owned);
        Arc::make_mut(&mut host.kinds).0.insert(name, made);
        Ok(())
    })
}

/// Sets the callbacks of an existing kind. Only the name and the callbacks of `kind` are used.
///
/// Errors: PCTY_ERROR_NOT_FOUND if the kind does not exist; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `host`; the library takes ownership of `kind->user_data`, also on failure,
/// unless `struct_size` is wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_host_set_kind_callbacks(
    host: Option<&mut pcty_mcl_host>,
    kind: *const pcty_mcl_kind,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // The data is taken before the first operation that can fail, so that it is always released.
    // SAFETY: by the header's contract `kind` is NULL or valid.
    let owned = unsafe { adopt(kind) };
    run(error, move || {
        let owned = owned?;
        // SAFETY: `kind` was read and is not NULL. `owned` outlives the borrow, because its release
        // may also release the struct.
        let kind = unsafe { &*kind };
        let host = &mut need(host, "host")?.0;
        let name: Str = named(&kind.name, "kind->name")?.into();
        host.kinds.find(&name)?;
        if let Some(found) = Arc::make_mut(&mut host.kinds).0.get_mut(&name) {
            found.behavior = behavior(kind, &name, found, &owned);
        }
        Ok(())
    })
}

/// Takes ownership of the user data of a kind.
///
/// # Safety
/// `kind` is NULL or valid.
unsafe fn adopt(kind: *const pcty_mcl_kind) -> Result<Arc<Owned>> {
    quiet(Err(invalid("`kind` cannot be read")), || {
        // SAFETY: this function has the same contract.
        let kind = unsafe { versioned(kind, "kind") }?;
        Ok(Arc::new(Owned::new(kind.user_data, kind.destroy)))
    })
}

const TRAITS: [(pcty_mcl_trait_flags, Trait); 7] = [
    (PCTY_MCL_TRAIT_RECEIVES, Trait::Receives),
    (PCTY_MCL_TRAIT_REFRESHES, Trait::Refreshes),
    (PCTY_MCL_TRAIT_GROUPS, Trait::Groups),
    (PCTY_MCL_TRAIT_HAS_EDGES, Trait::HasEdges),
    (PCTY_MCL_TRAIT_REVERSES, Trait::Reverses),
    (PCTY_MCL_TRAIT_EXPORTS, Trait::Exports),
    (PCTY_MCL_TRAIT_MERGES, Trait::Merges),
];

/// Creates a kind without its name and callbacks.
///
/// # Safety
/// Its arrays are NULL or have the lengths in the struct.
unsafe fn kind_of(kind: &pcty_mcl_kind) -> Result<ResourceKind> {
    let known = TRAITS.iter().map(|(flag, _)| flag);
    if kind.traits & !known.fold(PCTY_MCL_TRAIT_SENDS, |all, flag| all | flag) != 0 {
        return Err(invalid("`kind->traits` has an unknown trait"));
    }
    let has = |flag: pcty_mcl_trait_flags| kind.traits & flag != 0;
    // SAFETY: this function has the same contract.
    let (own, sent) = unsafe {
        (
            fields(kind.fields, kind.field_count, "kind->fields")?,
            fields(kind.sends, kind.send_count, "kind->sends")?,
        )
    };
    let is_sender = kind.send_count > 0 || has(PCTY_MCL_TRAIT_SENDS);
    let traits = TRAITS.into_iter().filter(|(flag, _)| has(*flag));
    Ok(ResourceKind {
        fields: own,
        sends: is_sender.then_some(sent),
        traits: traits.map(|(_, what)| what).collect(),
        behavior: None,
    })
}

/// # Safety
/// `data` is NULL or has `count` fields.
unsafe fn fields(data: *const pcty_mcl_field, count: usize, name: &str) -> Result<FieldTable> {
    // SAFETY: this function has the same contract.
    let given = unsafe { versioned_slice(data, count, name) }?;
    let field = |field: &pcty_mcl_field| {
        let some = |text: &'_ str| (!text.is_empty()).then(|| text.to_owned());
        let stored = some(text(&field.stored, "field.stored")?);
        let storage = some(text(&field.storage, "field.storage")?);
        let ty = field_type(text(&field.notation, "field.notation")?)?;
        let name = named(&field.name, "field.name")?;
        Ok(ResourceField::new(
            name,
            ty,
            stored.as_deref(),
            storage.as_deref(),
        ))
    };
    let made = given.into_iter().enumerate();
    made.map(|(at, given)| field(given).map_err(|error: Error| error.in_index(at)))
        .collect()
}

/// Returns a text that must not be empty.
fn named<'a>(given: &'a pcty_str, name: &str) -> Result<&'a str> {
    match text(given, name)? {
        "" => Err(invalid(format!("`{name}` is empty"))),
        text => Ok(text),
    }
}

/// Returns the behavior defined by the callbacks of a kind, if any is set.
fn behavior(
    given: &pcty_mcl_kind,
    name: &Str,
    kind: &ResourceKind,
    owned: &Arc<Owned>,
) -> Option<Arc<dyn Behavior>> {
    let (validate, compare) = (given.validate, given.compare);
    let (merge, after, collect) = (given.merge, given.after, given.collect);
    let says_something = validate.is_some() || compare.is_some() || merge.is_some();
    if !says_something && after.is_none() && collect.is_none() {
        return None;
    }
    let own = ResourceKind {
        behavior: None,
        ..kind.clone()
    };
    Some(Arc::new(HostBehavior {
        validate,
        compare,
        merge,
        after,
        collect,
        owned: owned.clone(),
        name: name.clone(),
        kinds: Arc::new(ResourceKinds([(name.clone(), own)].into_iter().collect())),
    }))
}

/// The behavior of a kind defined by the callbacks of a host.
struct HostBehavior {
    validate: pcty_mcl_validate,
    compare: pcty_mcl_compare,
    merge: pcty_mcl_merge,
    after: pcty_mcl_after,
    collect: pcty_mcl_collect,
    owned: Arc<Owned>,
    name: Str,
    /// The kind without callbacks, for merged and collected resources.
    kinds: Arc<ResourceKinds>,
}

impl Behavior for HostBehavior {
    fn validate(&self, resource: &Resource) -> Result<()> {
        let Some(validate) = self.validate else {
            return Ok(());
        };
        let resource = pcty_mcl_resource::borrowed(resource);
        // SAFETY: the host registered the callback with this data; the resource outlives the call.
        completed(|error| unsafe { validate(self.owned.data, resource, error) })
    }

    fn compare(&self, first: &Resource, second: &Resource) -> Option<Result<()>> {
        let compare = self.compare?;
        let (first, second) = (
            pcty_mcl_resource::borrowed(first),
            pcty_mcl_resource::borrowed(second),
        );
        let mut error = ptr::null_mut();
        let compared = untold(|| {
            // SAFETY: the host registered the callback with this data; both outlive the call.
            match unsafe { compare(self.owned.data, first, second, &raw mut error) } {
                PCTY_ERROR_UNSUPPORTED if error.is_null() => Ok(None),
                // SAFETY: the callback stores NULL or an error that it owns.
                status => unsafe { finished(status, error) }.map(Some),
            }
        });
        compared.transpose()
    }

    fn merge(&self, first: &Resource, second: &Resource) -> Result<Resource> {
        let Some(merge) = self.merge else {
            return Err(Error::new(
                Code::Unsupported,
                "the kind does not implement merging",
            ));
        };
        let borrowed = (
            pcty_mcl_resource::borrowed(first),
            pcty_mcl_resource::borrowed(second),
        );
        self.build_resource(first.clone(), |builder, error| {
            // SAFETY: the host registered the callback with this data; all three outlive the call.
            unsafe { merge(self.owned.data, borrowed.0, borrowed.1, builder, error) }
        })
    }

    fn collect(&self, data: &str) -> Result<Vec<(Str, Value)>> {
        let Some(collect) = self.collect else {
            return Err(Error::new(
                Code::Unsupported,
                "the kind does not implement collecting",
            ));
        };
        let collected = Resource::new(&self.kinds, &self.name, "")?;
        let collected = self.build_resource(collected, |builder, error| {
            // SAFETY: the host registered the callback with this data; both outlive the call.
            unsafe { collect(self.owned.data, pcty_str::borrowed(data), builder, error) }
        })?;
        Ok(collected.fields().to_vec())
    }

    fn comes_after(&self, resource: &Resource) -> Vec<Vec<ResourceRef>> {
        let Some(after) = self.after else {
            return Vec::new();
        };
        let mut dependencies: Vec<Vec<ResourceRef>> = Vec::new();
        // A handle is its `Inner` in memory.
        let borrowed = ptr::from_mut(&mut dependencies).cast::<pcty_mcl_dependencies>();
        let resource = pcty_mcl_resource::borrowed(resource);
        let called = untold(|| {
            // SAFETY: the host registered the callback with this data; both outlive the call, and
            // until then the dependencies are only accessed through this pointer.
            unsafe { after(self.owned.data, resource, borrowed) };
            Ok(())
        });
        match called {
            Ok(()) => dependencies,
            // The error is reported by the call that runs this callback.
            Err(_) => Vec::new(),
        }
    }
}

impl HostBehavior {
    /// Returns `resource` as changed by a callback that borrows it as a resource builder.
    fn build_resource(
        &self,
        resource: Resource,
        callback: impl FnOnce(*mut pcty_mcl_resource_builder, *mut *mut pcty_error) -> pcty_status,
    ) -> Result<Resource> {
        let kinds = self.kinds.clone();
        let mut builder = BuiltResource { resource, kinds };
        // A handle is its `Inner` in memory; until the callback returns, the resource builder is
        // only accessed through this pointer.
        let borrowed = ptr::from_mut(&mut builder).cast::<pcty_mcl_resource_builder>();
        completed(|error| callback(borrowed, error))?;
        Ok(builder.resource)
    }
}

/// Calls a callback without output, and returns its error.
fn completed(callback: impl FnOnce(*mut *mut pcty_error) -> pcty_status) -> Result<()> {
    untold(|| {
        let mut error = ptr::null_mut();
        let status = callback(&raw mut error);
        // SAFETY: the callback stores NULL or an error that it owns.
        unsafe { finished(status, error) }
    })
}

/// Sets a field. It replaces an earlier value.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a field that the kind does not have, PCTY_ERROR_UNSUPPORTED for
/// a value that mcl cannot represent, PCTY_ERROR_TYPE for a value of a different type,
/// PCTY_ERROR_VALUE for a value that cannot be stored; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `builder`; `value` remains owned by the caller.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resource_builder_set_field(
    builder: Option<&mut pcty_mcl_resource_builder>,
    name: pcty_str,
    value: Option<&pcty_value>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let builder = &mut need(builder, "builder")?.0;
        let (name, value) = (text(&name, "name")?, need(value, "value")?.0.clone());
        builder.resource.set(&builder.kinds, name, value)
    })
}

/// Removes the value of a field. It has no effect if the field is not set.
///
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `builder`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resource_builder_unset_field(
    builder: Option<&mut pcty_mcl_resource_builder>,
    name: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let builder = &mut need(builder, "builder")?.0;
        builder.resource.unset(text(&name, "name")?);
        Ok(())
    })
}

/// Sets a meta parameter by its name in lower case, such as `hidden`. The value is an int for
/// `retry`, `delay`, `timeout`, `poll` and `burst`, a float for `limit`, a list of texts for `sema`
/// and `export`, and a bool for all others.
///
/// Errors: PCTY_ERROR_NOT_FOUND for an unknown meta parameter, PCTY_ERROR_TYPE for a value of a
/// different type, PCTY_ERROR_VALUE for a value out of range; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `builder`; `value` remains owned by the caller.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resource_builder_set_meta(
    builder: Option<&mut pcty_mcl_resource_builder>,
    name: pcty_str,
    value: Option<&pcty_value>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let builder = &mut need(builder, "builder")?.0;
        let (name, value) = (text(&name, "name")?, &need(value, "value")?.0);
        builder.resource.meta.set(name, value)
    })
}

/// Adds a dependency: the resource is ordered after the first of the listed resources that is in
/// the graph.
///
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `dependencies`; the texts are copied.
/// NULL: `kinds` and `names` (if `count` is 0) and `error` may be NULL.
/// Threads: the thread of the callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_dependencies_add(
    dependencies: Option<&mut pcty_mcl_dependencies>,
    kinds: *const pcty_str,
    names: *const pcty_str,
    count: usize,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let dependencies = &mut need(dependencies, "dependencies")?.0;
        // SAFETY: by the header's contract both arrays have `count` elements.
        let (kinds, names) =
            unsafe { (slice(kinds, count, "kinds")?, slice(names, count, "names")?) };
        let pairs = kinds.iter().zip(names).map(|(kind, name)| {
            Ok(ResourceRef {
                kind: text(kind, "kinds")?.into(),
                name: text(name, "names")?.into(),
            })
        });
        dependencies.push(pairs.collect::<Result<_>>()?);
        Ok(())
    })
}
