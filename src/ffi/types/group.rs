//! Variable scopes and groups: unification variables and recursive types.

use super::constructors::{pcty_type, strs};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{Handle, clones, handle, invalid, make, need, owned, quiet};
use crate::source::{Code, Error, Result};
use crate::types::{Flags, Group, Kind, Reference, Type, VariableScope};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// A scope of unification variables. Two scopes never share a variable. One thread at a time.
///
/// ```c
/// static pcty_type *list_of_something(pcty_variable_scope *scope) {
///     pcty_type *variable = pcty_variable_scope_fresh(scope), *list = NULL;
///     must(pcty_type_list(variable, NULL, &list, NULL));
///     pcty_type_free(variable);
///     return list;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_variable_scope(Counter);

handle!(pcty_variable_scope, Counter);

#[cfg(feature = "mcl")]
impl pcty_variable_scope {
    /// Returns the scope that the variables belong to.
    pub(crate) fn variables(&self) -> VariableScope {
        self.0.scope
    }
}

/// A scope and the number of its next variable.
pub struct Counter {
    scope: VariableScope,
    next: u32,
}

/// A set of mutually recursive type definitions. Never changes; any number of threads may
/// use it at once.
///
/// ```c
/// // A tree is a list of trees.
/// static pcty_type *tree_type(void) {
///     pcty_variable_scope *scope = pcty_variable_scope_new();
///     pcty_type *tree = pcty_variable_scope_get(scope, 0); // refers to definition 0
///     pcty_type *trees = NULL, *reference = NULL;
///     must(pcty_type_list(tree, NULL, &trees, NULL));
///     const pcty_str names[] = {PCTY_STR_INIT("Tree")};
///     const pcty_type *definitions[] = {trees};
///     pcty_group *group = NULL;
///     if (pcty_group_new(scope, names, definitions, 1, &group, NULL) == PCTY_OK) {
///         must(pcty_group_reference_at(group, 0, &reference, NULL));
///     }
///     pcty_group_free(group);
///     pcty_type_free(trees);
///     pcty_type_free(tree);
///     pcty_variable_scope_free(scope);
///     return reference; // keeps the group alive
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_group(Arc<Group>);

handle!(pcty_group, Arc<Group>);

/// Creates a scope that shares its identity with no other.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_variable_scope_new() -> *mut pcty_variable_scope {
    quiet(ptr::null_mut(), || {
        pcty_variable_scope::own(Counter {
            scope: VariableScope::new(),
            next: 0,
        })
    })
}

owned! {
    /// Frees a scope; its variables remain valid.
    fn pcty_variable_scope_free(scope: pcty_variable_scope);
}

/// Returns the number that identifies the scope in this process.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_variable_scope_identity(scope: Option<&pcty_variable_scope>) -> u64 {
    quiet(0, || scope.map_or(0, |scope| scope.0.scope.identity()))
}

/// Returns the variable with a number.
///
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_variable_scope_get(
    scope: Option<&pcty_variable_scope>,
    id: u32,
) -> *mut pcty_type {
    quiet(ptr::null_mut(), || {
        scope.map_or(ptr::null_mut(), |scope| {
            pcty_type::own(Type::variable(scope.0.scope, id))
        })
    })
}

/// Returns the next variable that this function has not yet returned for this scope; numbers start
/// at 0.
///
/// Returns: NULL if all numbers of the scope are used.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_variable_scope_fresh(
    scope: Option<&mut pcty_variable_scope>,
) -> *mut pcty_type {
    quiet(ptr::null_mut(), || {
        let Some(scope) = scope else {
            return ptr::null_mut();
        };
        let Some(next) = scope.0.next.checked_add(1) else {
            return ptr::null_mut();
        };
        let fresh = Type::variable(scope.0.scope, scope.0.next);
        scope.0.next = next;
        pcty_type::own(fresh)
    })
}

/// Creates a group of definitions, each with its name. Inside them, variable number i of `scope`
/// refers to definition number i.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for no
/// definitions, a variable without a definition, and a definition that consists only of a cycle of
/// variables.
/// Ownership: the caller owns `*out`; names are copied.
/// NULL: `names`, `definitions` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_group_new(
    scope: Option<&pcty_variable_scope>,
    names: *const pcty_str,
    definitions: *const *const pcty_type,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_group>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let scope = need(scope, "scope")?.0.scope;
        // SAFETY: by the header's contract `names` has `count` elements.
        let names = unsafe { strs(names, count, "names") }?;
        // SAFETY: by the header's contract `definitions` has `count` elements.
        let definitions = unsafe { clones(definitions, count, "definitions") }?;
        define(scope, names, &definitions)
    })
}

fn define(
    scope: VariableScope,
    names: Box<[crate::types::Str]>,
    definitions: &[Type],
) -> Result<Arc<Group>> {
    let mut stray = None;
    let group = Group::define(names, |members| {
        let resolve = |definition: &Type| {
            definition.replace(&mut |part| match part.kind() {
                _ if !part.has(Flags::VARIABLE) => Ok(Some(part.clone())),
                Kind::Variable { scope: own, id } if *own == scope => {
                    match members.get(*id as usize) {
                        Some(member) => Ok(Some(member.reference())),
                        None => {
                            stray = Some(*id);
                            Ok(None)
                        }
                    }
                }
                _ => Ok(None),
            })
        };
        definitions.iter().map(resolve).collect()
    })?;
    match stray {
        Some(id) => Err(invalid(format!("variable {id} has no definition"))),
        None => Ok(group),
    }
}

owned! {
    /// Creates another handle of the same group; only a reference is counted.
    fn pcty_group_clone(group: &pcty_group);
    /// Frees a group; references to its definitions keep it alive.
    fn pcty_group_free(group: pcty_group);
}

/// Returns the number of definitions.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_group_count(group: Option<&pcty_group>) -> usize {
    quiet(0, || group.map_or(0, |group| group.0.len()))
}

/// Returns the type that refers to a definition by its position, from 0.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end.
/// Ownership: the caller owns `*out`, which keeps the group alive.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_group_reference_at(
    group: Option<&pcty_group>,
    index: usize,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let group = &need(group, "group")?.0;
        group
            .reference(index)
            .map_err(|error| Error::from(error).with_code(Code::NotFound))
    })
}

fn reference(ty: Option<&pcty_type>) -> Result<&Reference> {
    match need(ty, "type")?.0.kind() {
        Kind::Reference(reference) => Ok(reference),
        _ => Err(Error::new(Code::Type, "the type is not a reference")),
    }
}

/// Returns the definition that a reference refers to; references inside it keep the group alive.
///
/// Errors: PCTY_ERROR_TYPE for other types; PCTY_ERROR_INVALID_ARGUMENT if the group was freed,
/// which is only possible for references borrowed from inside it.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_unfold(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || Ok(reference(ty)?.unfold()?))
}

/// Returns the name of the definition that a reference refers to.
///
/// Errors: those of `pcty_type_unfold`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_reference_name(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let name = reference(ty)?
            .name()
            .ok_or(crate::types::TypeError::ReleasedGroup)?;
        Ok(OwnedText::new(name.to_string()))
    })
}
