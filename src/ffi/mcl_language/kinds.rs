//! mcl's language: kinds of resources.
//!
//! A kind has fields with types, may send values that others receive, and has traits. It is told
//! as JSON or by calls; callbacks may say more of its resources: whether one can be as it is, when
//! two of one name are the same, what two of one name become together, what one comes after by
//! itself, and what one of another host is that a program collects.
//!
//! As JSON, kinds are an array, or one after another as in a file with one a line:
//!
//! ```json
//! [{"kind": "dir", "traits": ["edgeable", "recvable"],
//!   "fields": [{"lang": "mode", "type": "str"},
//!              {"lang": "owner", "type": "int", "name": "Owner", "storage": "*uint32"}],
//!   "sends": [{"lang": "path", "type": "str"}]}]
//! ```
//!
//! A field has the name that the language has for it (`lang`) and its `type`, as the language
//! writes types (`variant` takes any value); if it is stored under another name, that `name`; and
//! if it is stored as another type than the language's own (`bool`, `string`, `int64`, `float64`,
//! `[]string`, and so on), that `storage`, in Go's words: an integer has to fit, and `*` says that
//! the field may be unset, which is another thing than zero. What is sent has to be stored as the
//! same type as the field that receives it, where that is no `variant`. A field whose type is `func`
//! or `unrepresentable`, as the reference's list has those that no program can say, is left out.
//!
//! The traits are `sendable` (it sends, also where `sends` is missing), `recvable` (its fields
//! receive), `refreshable`, `groupable`, `edgeable` (it has automatic edges), `reversible`,
//! `exportable`, and `compatible` (two of one name that are not the same are merged); `base` and
//! `graphqueryable` say nothing here.

use super::host::pcty_mcl_host;
use super::resources::pcty_mcl_resource;
use crate::dialect::mcl::resources::{
    Behaviour, FieldTable, Resource, ResourceField, ResourceKind, ResourceKinds, ResourceRef,
    Trait, field_type,
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

/// A resource that is being made: by the caller, for a builder (`pcty_mcl_resource_builder_new`), or by a
/// callback that merges two or collects one, to which it is lent. It belongs to one thread at a time.
///
/// ```c
/// // What two packages of one name become: the first, in the second's version.
/// static pcty_status merge_versions(void *user_data, const pcty_mcl_resource *first,
///                                   const pcty_mcl_resource *second, pcty_mcl_resource_builder *draft,
///                                   pcty_error **error) {
///     const pcty_value *version = pcty_mcl_resource_field_get(second, PCTY_STR("version"));
///     (void)user_data, (void)first; // the draft is a copy of it
///     return version == NULL ? PCTY_OK
///                            : pcty_mcl_resource_builder_set_field(draft, PCTY_STR("version"), version, error);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_mcl_resource_builder(pub(super) Drafted);

handle!(pcty_mcl_resource_builder, Drafted);

/// A resource, and the kinds by which its fields are told.
pub struct Drafted {
    pub(super) resource: Resource,
    pub(super) kinds: Arc<ResourceKinds>,
}

/// What a resource comes after by itself; it is lent to the callback that says it.
///
/// ```c
/// // A file comes after the directory that it is in.
/// static void after_parent(void *user_data, const pcty_mcl_resource *file,
///                          pcty_mcl_dependencies *wishes) {
///     const pcty_str kind = PCTY_STR_INIT("dir");
///     pcty_mcl_resource_data data;
///     pcty_mcl_resource_info(file, &data);
///     pcty_str parent = data.name;
///     (void)user_data;
///     while (parent.len > 0 && parent.data[parent.len - 1] != '/') {
///         parent.len--;
///     }
///     must(pcty_mcl_dependencies_add(wishes, &kind, &parent, 1, NULL));
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_mcl_dependencies(Vec<Vec<ResourceRef>>);

handle!(pcty_mcl_dependencies, Vec<Vec<ResourceRef>>);

/// What resources of a kind can do: any of PCTY_MCL_TRAIT_*, added up.
pub type pcty_mcl_trait_flags = u32;

/// It sends, also where `sends` names nothing.
pub const PCTY_MCL_TRAIT_SENDS: pcty_mcl_trait_flags = 1;
/// Its fields receive what others send.
pub const PCTY_MCL_TRAIT_RECEIVES: pcty_mcl_trait_flags = 2;
/// It is refreshed when what it listens to has changed.
pub const PCTY_MCL_TRAIT_REFRESHES: pcty_mcl_trait_flags = 4;
/// Several may be done as one.
pub const PCTY_MCL_TRAIT_GROUPS: pcty_mcl_trait_flags = 8;
/// It has automatic edges.
pub const PCTY_MCL_TRAIT_HAS_EDGES: pcty_mcl_trait_flags = 16;
/// What was done is undone when it is gone.
pub const PCTY_MCL_TRAIT_REVERSES: pcty_mcl_trait_flags = 32;
/// Other hosts may collect it.
pub const PCTY_MCL_TRAIT_EXPORTS: pcty_mcl_trait_flags = 64;
/// Two of one name that are not the same may be merged.
pub const PCTY_MCL_TRAIT_MERGES: pcty_mcl_trait_flags = 128;

/// A field of a kind, or something that it sends. Start from PCTY_MCL_FIELD_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_mcl_field {
    /// The size of this struct; the same in each element of an array.
    pub struct_size: u32,
    /// The name that the language has for it.
    pub name: pcty_str,
    /// Its type, as the language writes types; `variant` takes any value.
    pub notation: pcty_str,
    /// The name that it is stored under; empty for the same.
    pub stored: pcty_str,
    /// The type that it is stored as, in Go's words; empty for what fits its type.
    pub storage: pcty_str,
}

/// Says whether a resource, which is lent, can be as it is; hidden ones are not asked about. Where
/// it cannot, it puts an error of its own that says why into `*error` and returns its code.
pub type pcty_mcl_validate = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        resource: *const pcty_mcl_resource,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Says whether two resources of one name, which are lent, are the same: PCTY_OK where they are,
/// PCTY_ERROR_UNSUPPORTED without an error where the rule of other kinds is to hold (all their
/// fields are), and else an error of its own that says what differs, and its code.
pub type pcty_mcl_compare = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        first: *const pcty_mcl_resource,
        second: *const pcty_mcl_resource,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Makes one resource of two of one name, of a kind that merges. All three are lent; the draft is a
/// copy of the first, to which it adds what the second says. Where they do not fit together, it
/// puts an error of its own into `*error` and returns its code.
pub type pcty_mcl_merge = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        first: *const pcty_mcl_resource,
        second: *const pcty_mcl_resource,
        draft: *mut pcty_mcl_resource_builder,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Says what a resource comes after by itself. Both are lent.
pub type pcty_mcl_after = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        resource: *const pcty_mcl_resource,
        wishes: *mut pcty_mcl_dependencies,
    ),
>;

/// Says what a resource of another host is, which `collect` takes: `data` is what that host has
/// exported, as the world answers it (`_collect`), and lent. It sets fields in the draft, which is
/// lent, too; what the program says of the resource comes over them. Where the data is wrong, it puts
/// an error of its own into `*error` and returns its code.
pub type pcty_mcl_collect = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        data: pcty_str,
        draft: *mut pcty_mcl_resource_builder,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// A kind of resource. Start from PCTY_MCL_KIND_INIT. The callbacks may be called by several threads
/// at once, if the host runs programs in several.
#[repr(C)]
pub struct pcty_mcl_kind {
    /// The size of this struct.
    pub struct_size: u32,
    /// What its resources can do.
    pub traits: pcty_mcl_trait_flags,
    /// The name, such as `http:server`.
    pub name: pcty_str,
    /// The fields.
    pub fields: *const pcty_mcl_field,
    /// How many there are.
    pub field_count: usize,
    /// What it sends.
    pub sends: *const pcty_mcl_field,
    /// How many there are.
    pub send_count: usize,
    /// Whether a resource can be as it is; NULL where all can.
    pub validate: pcty_mcl_validate,
    /// Whether two resources are the same; NULL for the rule of other kinds.
    pub compare: pcty_mcl_compare,
    /// What two resources become; NULL where they cannot be merged.
    pub merge: pcty_mcl_merge,
    /// What a resource comes after by itself; NULL for nothing.
    pub after: pcty_mcl_after,
    /// What a resource of another host is; NULL where only one without data can be collected.
    pub collect: pcty_mcl_collect,
    /// What the callbacks get first.
    pub user_data: *mut c_void,
    /// Releases `user_data` with the last that has the kind; may be NULL.
    pub destroy: pcty_destroy,
}

/// Adds the kinds of a JSON document, each in place of an earlier one of that name. What callbacks
/// say of one can be added with `pcty_mcl_host_set_kind_callbacks`.
///
/// Ownership: changes `host`; the text is copied.
/// Errors: PCTY_ERROR_SYNTAX for what is no JSON, PCTY_ERROR_TYPE for what is no schema, with the
/// path and the byte: then nothing is added; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
/// Threads: one at a time.
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

/// Adds a kind, in place of an earlier one of that name.
///
/// Ownership: changes `host`; what `kind` points to is copied. `kind->user_data` is the library's
/// from here on, also on failure, save where `struct_size` is wrong.
/// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE for a type that no field has;
/// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`, a kind or field without a name, and a
/// trait that has no constant; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_host_add_kind(
    host: Option<&mut pcty_mcl_host>,
    kind: *const pcty_mcl_kind,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // Taken before anything can fail, so that it is always released.
    // SAFETY: by the header's contract `kind` is NULL or valid.
    let owned = unsafe { adopt(kind) };
    run(error, move || {
        let owned = owned?;
        // SAFETY: it was read, and is not NULL. The host's data outlives the borrow: releasing it
        // may release the struct too.
        let kind = unsafe { &*kind };
        let host = &mut need(host, "host")?.0;
        let name: Str = named(&kind.name, "kind->name")?.into();
        // SAFETY: by the header's contract there are as many fields as the struct says.
        let mut made = unsafe { kind_of(kind) }?;
        made.behaviour = behaviour(kind, &name, &made, &owned);
        Arc::make_mut(&mut host.kinds).0.insert(name, made);
        Ok(())
    })
}

/// Gives a kind that there is callbacks: those of `kind`, and nothing else of it but its name.
///
/// Ownership: changes `host`; `kind->user_data` is the library's from here on, also on failure,
/// save where `struct_size` is wrong.
/// Errors: PCTY_ERROR_NOT_FOUND where there is no such kind; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_host_set_kind_callbacks(
    host: Option<&mut pcty_mcl_host>,
    kind: *const pcty_mcl_kind,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // Taken before anything can fail, so that it is always released.
    // SAFETY: by the header's contract `kind` is NULL or valid.
    let owned = unsafe { adopt(kind) };
    run(error, move || {
        let owned = owned?;
        // SAFETY: it was read, and is not NULL. The host's data outlives the borrow: releasing it
        // may release the struct too.
        let kind = unsafe { &*kind };
        let host = &mut need(host, "host")?.0;
        let name: Str = named(&kind.name, "kind->name")?.into();
        host.kinds.find(&name)?;
        if let Some(found) = Arc::make_mut(&mut host.kinds).0.get_mut(&name) {
            found.behaviour = behaviour(kind, &name, found, &owned);
        }
        Ok(())
    })
}

/// What a host gave with a kind.
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

/// A kind without its name and callbacks.
///
/// # Safety
/// Its arrays are NULL or have as many elements as it says.
unsafe fn kind_of(kind: &pcty_mcl_kind) -> Result<ResourceKind> {
    let known = TRAITS.iter().map(|(flag, _)| flag);
    if kind.traits & !known.fold(PCTY_MCL_TRAIT_SENDS, |all, flag| all | flag) != 0 {
        return Err(invalid("`kind->traits` has a trait without a constant"));
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
        behaviour: None,
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

/// A text that may not be empty.
fn named<'a>(given: &'a pcty_str, name: &str) -> Result<&'a str> {
    match text(given, name)? {
        "" => Err(invalid(format!("`{name}` is empty"))),
        text => Ok(text),
    }
}

/// What the callbacks of a kind say, if there are any.
fn behaviour(
    given: &pcty_mcl_kind,
    name: &Str,
    kind: &ResourceKind,
    owned: &Arc<Owned>,
) -> Option<Arc<dyn Behaviour>> {
    let (validate, compare) = (given.validate, given.compare);
    let (merge, after, collect) = (given.merge, given.after, given.collect);
    let says_something = validate.is_some() || compare.is_some() || merge.is_some();
    if !says_something && after.is_none() && collect.is_none() {
        return None;
    }
    let own = ResourceKind {
        behaviour: None,
        ..kind.clone()
    };
    Some(Arc::new(HostBehaviour {
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

/// What a host tells of the resources of a kind.
struct HostBehaviour {
    validate: pcty_mcl_validate,
    compare: pcty_mcl_compare,
    merge: pcty_mcl_merge,
    after: pcty_mcl_after,
    collect: pcty_mcl_collect,
    owned: Arc<Owned>,
    name: Str,
    /// The kind alone, for what is merged and collected.
    kinds: Arc<ResourceKinds>,
}

impl Behaviour for HostBehaviour {
    fn validate(&self, resource: &Resource) -> Result<()> {
        let Some(validate) = self.validate else {
            return Ok(());
        };
        let resource = pcty_mcl_resource::lend(resource);
        // SAFETY: the host gave the callback for this data; the resource outlives the call.
        completed(|error| unsafe { validate(self.owned.data, resource, error) })
    }

    fn compare(&self, first: &Resource, second: &Resource) -> Option<Result<()>> {
        let compare = self.compare?;
        let (first, second) = (
            pcty_mcl_resource::lend(first),
            pcty_mcl_resource::lend(second),
        );
        let mut error = ptr::null_mut();
        let compared = untold(|| {
            // SAFETY: the host gave the callback for this data; both outlive the call.
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
            return Err(Error::new(Code::Unsupported, "the kind says not how"));
        };
        let lent = (
            pcty_mcl_resource::lend(first),
            pcty_mcl_resource::lend(second),
        );
        self.drafted(first.clone(), |draft, error| {
            // SAFETY: the host gave the callback for this data; all three outlive the call.
            unsafe { merge(self.owned.data, lent.0, lent.1, draft, error) }
        })
    }

    fn collect(&self, data: &str) -> Result<Vec<(Str, Value)>> {
        let Some(collect) = self.collect else {
            return Err(Error::new(
                Code::Unsupported,
                "the kind says not how it is collected",
            ));
        };
        let collected = Resource::new(&self.kinds, &self.name, "")?;
        let collected = self.drafted(collected, |draft, error| {
            // SAFETY: the host gave the callback for this data; both outlive the call.
            unsafe { collect(self.owned.data, pcty_str::lend(data), draft, error) }
        })?;
        Ok(collected.fields().to_vec())
    }

    fn comes_after(&self, resource: &Resource) -> Vec<Vec<ResourceRef>> {
        let Some(after) = self.after else {
            return Vec::new();
        };
        let mut wishes: Vec<Vec<ResourceRef>> = Vec::new();
        // A handle is its `Inner` in memory.
        let lent = ptr::from_mut(&mut wishes).cast::<pcty_mcl_dependencies>();
        let resource = pcty_mcl_resource::lend(resource);
        let called = untold(|| {
            // SAFETY: the host gave the callback for this data; both outlive the call, and the
            // wishes are reached through this pointer alone until then.
            unsafe { after(self.owned.data, resource, lent) };
            Ok(())
        });
        match called {
            Ok(()) => wishes,
            // The call that runs this fails.
            Err(_) => Vec::new(),
        }
    }
}

impl HostBehaviour {
    /// What a callback makes of a resource that is lent to it as a draft.
    fn drafted(
        &self,
        resource: Resource,
        callback: impl FnOnce(*mut pcty_mcl_resource_builder, *mut *mut pcty_error) -> pcty_status,
    ) -> Result<Resource> {
        let kinds = self.kinds.clone();
        let mut draft = Drafted { resource, kinds };
        // A handle is its `Inner` in memory; until the callback has returned the draft is reached
        // through this pointer alone.
        let lent = ptr::from_mut(&mut draft).cast::<pcty_mcl_resource_builder>();
        completed(|error| callback(lent, error))?;
        Ok(draft.resource)
    }
}

/// Calls a callback that has no output, and returns its error.
fn completed(callback: impl FnOnce(*mut *mut pcty_error) -> pcty_status) -> Result<()> {
    untold(|| {
        let mut error = ptr::null_mut();
        let status = callback(&raw mut error);
        // SAFETY: the callback stores NULL or an error that it owns.
        unsafe { finished(status, error) }
    })
}

/// Says a field, in place of what was said of it before.
///
/// Ownership: changes `draft`; `value` stays the caller's.
/// Errors: PCTY_ERROR_NOT_FOUND for a field that the kind has not, PCTY_ERROR_UNSUPPORTED for a value
/// that mcl has not, PCTY_ERROR_TYPE for one of another type, PCTY_ERROR_VALUE for one
/// that cannot be stored; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resource_builder_set_field(
    draft: Option<&mut pcty_mcl_resource_builder>,
    name: pcty_str,
    value: Option<&pcty_value>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let draft = &mut need(draft, "draft")?.0;
        let (name, value) = (text(&name, "name")?, need(value, "value")?.0.clone());
        draft.resource.set(&draft.kinds, name, value)
    })
}

/// Takes back what was said of a field; nothing happens where nothing was.
///
/// Ownership: changes `draft`.
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resource_builder_unset_field(
    draft: Option<&mut pcty_mcl_resource_builder>,
    name: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let draft = &mut need(draft, "draft")?.0;
        draft.resource.unset(text(&name, "name")?);
        Ok(())
    })
}

/// Sets a meta parameter by its name in lower case, such as `hidden`: a bool for most, an int for
/// `retry`, `delay`, `timeout`, `poll` and `burst`, a float for `limit`, and a list of texts for
/// `sema` and `export`.
///
/// Ownership: changes `draft`; `value` stays the caller's.
/// Errors: PCTY_ERROR_NOT_FOUND for a name that no meta parameter has, PCTY_ERROR_TYPE for a value
/// of another type, PCTY_ERROR_VALUE for one out of range; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_resource_builder_set_meta(
    draft: Option<&mut pcty_mcl_resource_builder>,
    name: pcty_str,
    value: Option<&pcty_value>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let draft = &mut need(draft, "draft")?.0;
        let (name, value) = (text(&name, "name")?, &need(value, "value")?.0);
        draft.resource.meta.set(name, value)
    })
}

/// Says that the resource comes after one of several others: the first of them that the graph has.
///
/// Ownership: changes `wishes`; the texts are copied.
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// NULL: `kinds` and `names` (if `count` is 0) and `error` may be.
/// Threads: that of the callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_dependencies_add(
    wishes: Option<&mut pcty_mcl_dependencies>,
    kinds: *const pcty_str,
    names: *const pcty_str,
    count: usize,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let wishes = &mut need(wishes, "wishes")?.0;
        // SAFETY: by the header's contract the arrays have as many elements as the call says.
        let (kinds, names) =
            unsafe { (slice(kinds, count, "kinds")?, slice(names, count, "names")?) };
        let pairs = kinds.iter().zip(names).map(|(kind, name)| {
            Ok(ResourceRef {
                kind: text(kind, "kinds")?.into(),
                name: text(name, "names")?.into(),
            })
        });
        wishes.push(pairs.collect::<Result<_>>()?);
        Ok(())
    })
}
