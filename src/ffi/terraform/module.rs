//! Terraform: parsing a module, and its declarations.
//!
//! A module is parsed as by Terraform: native and JSON syntax, override files, in the order of the
//! file names. All declarations have ranges. Functions fill a struct for the declaration at a
//! position; the first member of the struct is its size.

use super::functions::pcty_terraform_host;
use crate::dialect::hcl::body::Attribute;
use crate::dialect::hcl::eval::Expr;
use crate::dialect::terraform::module::{
    ChangeKind, Declared, Inventory, Location, Module, ModuleFile, ReadModule, ResourceMode,
    read_folder,
};
use crate::ffi::base::error::{pcty_error, pcty_range};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::diagnosed::{Mode, make_diagnosed};
use crate::ffi::guard::{
    Handle, fill, handle, make_charged, need, owned, quiet, slice, text, unnamed,
};
use crate::ffi::hcl::expression::pcty_hcl_expression;
use crate::ffi::reentry::within;
use crate::ffi::types::constructors::{pcty_type, strs};
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error, Result};
use std::mem::MaybeUninit;
use std::ptr;

/// A parsed module. It never changes; any number of threads may use it at once.
///
/// ```c
/// // Prints `var.region: string, required` and so on.
/// static void print_module_variables(const pcty_terraform_module *module) {
///     size_t count = pcty_terraform_module_declaration_count(module, PCTY_TERRAFORM_VARIABLE);
///     for (size_t i = 0; i < count; i++) {
///         pcty_terraform_variable_info found = PCTY_TERRAFORM_VARIABLE_INFO_INIT;
///         pcty_string *type = NULL;
///         must(pcty_terraform_module_variable_at(module, i, &found, NULL));
///         must(pcty_type_format(found.type, PCTY_DIALECT_HCL, &type, NULL));
///         printf("var.%.*s: %s%s\n", (int)found.name.len, found.name.data,
///                pcty_string_cstr(type), found.is_required ? ", required" : "");
///         pcty_string_free(type);
///     }
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_terraform_module(pub(crate) Listed);

handle!(pcty_terraform_module, Listed);

/// A module, and the positions of its resources and changes of each kind in their lists.
#[derive(Clone)]
pub struct Listed {
    pub(crate) module: Module,
    resources: [Box<[usize]>; 3],
    changes: [Box<[usize]>; 3],
}

// The header allows any number of threads to use these at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Listed>();
};

impl Listed {
    pub(crate) fn new(module: Module) -> Listed {
        let all = module.inventory();
        let modes = [
            ResourceMode::Managed,
            ResourceMode::Data,
            ResourceMode::Ephemeral,
        ];
        let kinds = [ChangeKind::Moved, ChangeKind::Import, ChangeKind::Removed];
        let of = |mode: ResourceMode| positions(&all.resources, |resource| resource.mode == mode);
        let changes = |kind| positions(&all.changes, |change| change.kind == kind);
        Listed {
            resources: modes.map(of),
            changes: kinds.map(changes),
            module,
        }
    }
}

fn positions<T>(list: &[T], is: impl Fn(&T) -> bool) -> Box<[usize]> {
    let found = list.iter().enumerate().filter(|(_, item)| is(item));
    found.map(|(at, _)| at).collect()
}

/// The kind of a declaration of a module.
pub type pcty_terraform_declaration_kind = u32;

/// A variable. The functions for variables return more data of it.
pub const PCTY_TERRAFORM_VARIABLE: pcty_terraform_declaration_kind = 1;
/// A local value. Its argument is `value`.
pub const PCTY_TERRAFORM_LOCAL: pcty_terraform_declaration_kind = 2;
/// An output.
pub const PCTY_TERRAFORM_OUTPUT: pcty_terraform_declaration_kind = 3;
/// A resource that the module manages. The label is its type.
pub const PCTY_TERRAFORM_RESOURCE: pcty_terraform_declaration_kind = 4;
/// A data source that the module reads. The label is its type.
pub const PCTY_TERRAFORM_DATA: pcty_terraform_declaration_kind = 5;
/// An ephemeral resource. The label is its type.
pub const PCTY_TERRAFORM_EPHEMERAL: pcty_terraform_declaration_kind = 6;
/// A call of another module. The target is its source.
pub const PCTY_TERRAFORM_MODULE_CALL: pcty_terraform_declaration_kind = 7;
/// A configuration of a provider. The label is its alias.
pub const PCTY_TERRAFORM_PROVIDER: pcty_terraform_declaration_kind = 8;
/// A provider that the module requires. The label is its source address, the target its version
/// constraint. It has no arguments.
pub const PCTY_TERRAFORM_REQUIRED_PROVIDER: pcty_terraform_declaration_kind = 9;
/// A version constraint for Terraform, which is the name. It has no arguments.
pub const PCTY_TERRAFORM_REQUIRED_VERSION: pcty_terraform_declaration_kind = 10;
/// The storage of the state. The name is the type of the backend, or `cloud`.
pub const PCTY_TERRAFORM_BACKEND: pcty_terraform_declaration_kind = 11;
/// A `moved` block. The name is `from` as it is written, the target `to`.
pub const PCTY_TERRAFORM_MOVED: pcty_terraform_declaration_kind = 12;
/// An `import` block. The name is `to` as it is written, the target `id`.
pub const PCTY_TERRAFORM_IMPORT: pcty_terraform_declaration_kind = 13;
/// A `removed` block. The name is `from` as it is written.
pub const PCTY_TERRAFORM_REMOVED: pcty_terraform_declaration_kind = 14;
/// A `check` block.
pub const PCTY_TERRAFORM_CHECK: pcty_terraform_declaration_kind = 15;

/// A declaration. Start from PCTY_TERRAFORM_DECLARATION_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_terraform_declaration {
    /// The size of this struct.
    pub struct_size: u32,
    /// The kind of the declaration.
    pub kind: pcty_terraform_declaration_kind,
    /// The name.
    pub name: pcty_str,
    /// The label, which the kind defines; no text for other kinds.
    pub label: pcty_str,
    /// The target, which the kind defines; no text for other kinds.
    pub target: pcty_str,
    /// The name of the file that contains the declaration.
    pub file: pcty_str,
    /// The range of the header; for a local value, the range of the whole argument.
    pub range: pcty_range,
}

/// A variable. Start from PCTY_TERRAFORM_VARIABLE_INFO_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_terraform_variable_info {
    /// The size of this struct.
    pub struct_size: u32,
    /// Whether the variable has no default, so that a value is required.
    pub is_required: bool,
    /// Whether the value may be null.
    pub is_nullable: bool,
    /// Whether the value must not be shown.
    pub is_sensitive: bool,
    /// Whether the value exists only during a run.
    pub is_ephemeral: bool,
    /// The name.
    pub name: pcty_str,
    /// The description; no text if there is none.
    pub description: pcty_str,
    /// The type of the values, with optional attributes; `any` if no type is declared.
    pub r#type: *const pcty_type,
    /// The default; NULL if there is none.
    pub default_value: *const pcty_value,
    /// The number of validation rules.
    pub validation_count: usize,
    /// The name of the file that contains the declaration.
    pub file: pcty_str,
    /// The range of the header.
    pub range: pcty_range,
}

/// Copies the files of a module from arrays of the program.
///
/// # Safety
/// Each array is NULL or has `count` texts.
unsafe fn files(
    names: *const pcty_str,
    texts: *const pcty_str,
    count: usize,
) -> Result<Vec<ModuleFile>> {
    // SAFETY: this function has the same contract.
    let names = unsafe { strs(names, count, "names") }?;
    // SAFETY: this function has the same contract.
    let texts = unsafe { slice(texts, count, "texts") }?;
    names
        .iter()
        .zip(texts)
        .map(|(name, text)| {
            Ok(ModuleFile {
                name: name.to_string(),
                text: text.bytes("texts")?.to_vec(),
            })
        })
        .collect()
}

/// Reads the files of a module from the files of a host.
fn files_of(host: Option<&pcty_terraform_host>, folder: &pcty_str) -> Result<Vec<ModuleFile>> {
    // A callback may change or free the host.
    let files = need(host, "host")?.0.host.files.clone();
    let folder = text(folder, "folder")?;
    let files = files.ok_or_else(|| Error::new(Code::Unsupported, "the host has no files"))?;
    within(|budget| read_folder(&*files, folder, budget))
}

fn read(files: &[ModuleFile]) -> Result<ReadModule> {
    within(|budget| Module::read(files, budget))
}

fn read_listed(mode: Mode, files: Result<Vec<ModuleFile>>) -> Result<(Listed, Option<Error>)> {
    let found = read(&files?)?;
    let (module, error) = mode.settle(Code::Diagnostics, found.module, found.diagnostics)?;
    Ok((Listed::new(module), error))
}

/// Parses a module from files of the program, in any order. The last part of a name determines the
/// kind of the file, as in Terraform: `main.tf`, `main.tf.json`, `override.tf`. A file that is not
/// part of a module is ignored. A byte of a text that is not UTF-8 is a diagnostic.
///
/// Returns: the module; with `diagnostics`, as much of it as can be parsed.
/// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
/// PCTY_ERROR_INVALID_UTF8 for a name.
/// Ownership: the caller owns `*out` and `*diagnostics`; names and texts are copied.
/// NULL: `names` and `texts` (if `count` is 0), `diagnostics` and `error` may be NULL.
/// `*diagnostics` is NULL if there are none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_terraform_module_parse(
    names: *const pcty_str,
    texts: *const pcty_str,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_terraform_module>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, |mode| {
        // SAFETY: by the header's contract both arrays have `count` elements.
        read_listed(mode, unsafe { files(names, texts, count) })
    })
}

/// Parses a module from a folder of a host's files: those below its root, or those of its
/// callbacks. `folder` is a path as in the arguments of functions; `.` is the root itself.
/// Diagnostics name files by the path of the folder and their names, or by their names alone if the
/// folder is `.`. A file of the module is an error if it is a symbolic link out of the root or a
/// broken link.
///
/// Returns: the module; with `diagnostics`, as much of it as can be parsed.
/// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
/// PCTY_ERROR_NOT_FOUND if there is no such folder, or if a file of it cannot be read;
/// PCTY_ERROR_UNSUPPORTED for a host without files; PCTY_ERROR_INVALID_UTF8; the error of a
/// callback.
/// Ownership: the caller owns `*out` and `*diagnostics`.
/// NULL: `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_module_open(
    host: Option<&pcty_terraform_host>,
    folder: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_terraform_module>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, |mode| {
        read_listed(mode, files_of(host, &folder))
    })
}

owned! {
    /// Returns a new handle of the same module.
    fn pcty_terraform_module_clone(module: &pcty_terraform_module);
    /// Frees a module.
    fn pcty_terraform_module_free(module: pcty_terraform_module);
}

/// Formats the declarations as one JSON object: `variables`, `locals`, `outputs`, `resources` of
/// all modes, `module_calls`, `providers`, `required_providers`, `required_versions`, `backend`,
/// `cloud`, `changes` (`moved`, `import` and `removed` blocks) and `checks`, with ranges, types,
/// rules and expressions as texts.
///
/// Errors: none, except for NULL and PCTY_ERROR_LIMIT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_module_to_json(
    module: Option<&pcty_terraform_module>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let json = need(module, "module")?.0.module.to_json(budget)?;
        Ok(OwnedText::new(json))
    })
}

/// The data of a declaration for the C structs.
struct Found<'m> {
    name: &'m str,
    label: Option<&'m str>,
    target: Option<&'m str>,
    place: &'m Location,
    declared: Option<&'m Declared>,
    /// The value of a declaration without arguments.
    value: Option<&'m Expr>,
}

impl<'m> Found<'m> {
    fn new(name: &'m str, declared: &'m Declared) -> Found<'m> {
        Found {
            name,
            label: None,
            target: None,
            place: &declared.place,
            declared: Some(declared),
            value: None,
        }
    }
}

/// The list of a module that contains the declarations of a kind.
#[derive(Clone, Copy)]
enum List {
    Variables,
    Locals,
    Outputs,
    Resources(usize),
    Calls,
    Providers,
    RequiredProviders,
    RequiredVersions,
    Backends,
    Changes(usize),
    Checks,
}

fn list_of(kind: pcty_terraform_declaration_kind) -> Option<List> {
    Some(match kind {
        PCTY_TERRAFORM_VARIABLE => List::Variables,
        PCTY_TERRAFORM_LOCAL => List::Locals,
        PCTY_TERRAFORM_OUTPUT => List::Outputs,
        PCTY_TERRAFORM_RESOURCE => List::Resources(0),
        PCTY_TERRAFORM_DATA => List::Resources(1),
        PCTY_TERRAFORM_EPHEMERAL => List::Resources(2),
        PCTY_TERRAFORM_MODULE_CALL => List::Calls,
        PCTY_TERRAFORM_PROVIDER => List::Providers,
        PCTY_TERRAFORM_REQUIRED_PROVIDER => List::RequiredProviders,
        PCTY_TERRAFORM_REQUIRED_VERSION => List::RequiredVersions,
        PCTY_TERRAFORM_BACKEND => List::Backends,
        PCTY_TERRAFORM_MOVED => List::Changes(0),
        PCTY_TERRAFORM_IMPORT => List::Changes(1),
        PCTY_TERRAFORM_REMOVED => List::Changes(2),
        PCTY_TERRAFORM_CHECK => List::Checks,
        _ => return None,
    })
}

fn count(listed: &Listed, list: List) -> usize {
    let all = listed.module.inventory();
    match list {
        List::Variables => all.variables.len(),
        List::Locals => all.locals.len(),
        List::Outputs => all.outputs.len(),
        List::Resources(mode) => listed.resources[mode].len(),
        List::Calls => all.calls.len(),
        List::Providers => all.providers.len(),
        List::RequiredProviders => all.settings.required_providers.len(),
        List::RequiredVersions => all.settings.required_versions.len(),
        List::Backends => backends(all).count(),
        List::Changes(kind) => listed.changes[kind].len(),
        List::Checks => all.checks.len(),
    }
}

/// Returns the backend and the `cloud` block.
fn backends(all: &Inventory) -> impl Iterator<Item = Found<'_>> {
    let backend = all.settings.backend.iter();
    let backend = backend.map(|backend| Found::new(&backend.backend_type, &backend.declared));
    let cloud = all.settings.cloud.iter();
    backend.chain(cloud.map(|cloud| Found::new("cloud", cloud)))
}

fn found(listed: &Listed, list: List, index: usize) -> Option<Found<'_>> {
    let all = listed.module.inventory();
    Some(match list {
        List::Variables => {
            let variable = all.variables.get(index)?;
            Found::new(&variable.name, &variable.declared)
        }
        List::Locals => {
            let local = all.locals.get(index)?;
            Found {
                name: &local.name,
                label: None,
                target: None,
                place: &local.place,
                declared: None,
                value: Some(&local.value),
            }
        }
        List::Outputs => {
            let output = all.outputs.get(index)?;
            Found::new(&output.name, &output.declared)
        }
        List::Resources(mode) => {
            let resource = &all.resources[*listed.resources[mode].get(index)?];
            let mut found = Found::new(&resource.name, &resource.declared);
            found.label = Some(&resource.resource_type);
            found
        }
        List::Calls => {
            let call = all.calls.get(index)?;
            let mut found = Found::new(&call.name, &call.declared);
            found.target = call.source.as_deref();
            found
        }
        List::Providers => {
            let provider = all.providers.get(index)?;
            let mut found = Found::new(&provider.name, &provider.declared);
            found.label = provider.alias.as_deref();
            found
        }
        List::RequiredProviders => {
            let required = all.settings.required_providers.get(index)?;
            Found {
                name: &required.name,
                label: required.source.as_deref(),
                target: required.version.as_deref(),
                place: &required.place,
                declared: None,
                value: None,
            }
        }
        List::RequiredVersions => {
            let (version, place) = all.settings.required_versions.get(index)?;
            Found {
                name: version,
                label: None,
                target: None,
                place,
                declared: None,
                value: None,
            }
        }
        List::Backends => backends(all).nth(index)?,
        List::Changes(kind) => {
            let change = &all.changes[*listed.changes[kind].get(index)?];
            let mut found =
                Found::new(change.from.as_deref().unwrap_or_default(), &change.declared);
            found.target = change.to.as_deref();
            found
        }
        List::Checks => {
            let check = all.checks.get(index)?;
            Found::new(&check.name, &check.declared)
        }
    })
}

/// Returns the declaration of a kind at a position.
fn declared(
    module: Option<&pcty_terraform_module>,
    kind: pcty_terraform_declaration_kind,
    index: usize,
) -> Result<Found<'_>> {
    let listed = &need(module, "module")?.0;
    let list = list_of(kind).ok_or_else(|| unnamed("kind", kind))?;
    found(listed, list, index).ok_or_else(|| {
        let message = format!("there is no declaration at index {index} of the kind {kind}");
        Error::new(Code::NotFound, message)
    })
}

/// Returns the number of declarations of a kind.
///
/// NULL: returns 0. Also returns 0 for a kind that is not one of the constants.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_module_declaration_count(
    module: Option<&pcty_terraform_module>,
    kind: pcty_terraform_declaration_kind,
) -> usize {
    quiet(0, || match (module, list_of(kind)) {
        (Some(module), Some(list)) => count(&module.0, list),
        _ => 0,
    })
}

fn some(text: Option<&str>) -> pcty_str {
    text.map_or(pcty_str::NONE, pcty_str::borrowed)
}

/// Writes the declaration of a kind at a position, in the order of the files.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`, and if `kind` is not one of the constants.
/// Ownership: the texts in `*out` are owned by `module` and valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_terraform_module_declaration_at(
    module: Option<&pcty_terraform_module>,
    index: usize,
    kind: pcty_terraform_declaration_kind,
    out: *mut pcty_terraform_declaration,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let filled = |struct_size| {
        let found = declared(module, kind, index)?;
        Ok(pcty_terraform_declaration {
            struct_size,
            kind,
            name: pcty_str::borrowed(found.name),
            label: some(found.label),
            target: some(found.target),
            file: pcty_str::borrowed(&found.place.source.name),
            range: pcty_range::of(Some(found.place.range)),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has the size in its `struct_size`.
    unsafe { fill(out, error, filled) }
}

/// Writes the variable at a position, in the order of the files.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: the texts and pointers in `*out` are owned by `module` and valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_terraform_module_variable_at(
    module: Option<&pcty_terraform_module>,
    index: usize,
    out: *mut pcty_terraform_variable_info,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let filled = |struct_size| {
        let listed = &need(module, "module")?.0;
        let variables = &listed.module.inventory().variables;
        let variable = variables.get(index).ok_or_else(|| {
            let message = format!("there is no variable at index {index}");
            Error::new(Code::NotFound, message)
        })?;
        let place = &variable.declared.place;
        Ok(pcty_terraform_variable_info {
            struct_size,
            is_required: variable.is_required(),
            is_nullable: variable.is_nullable(),
            is_sensitive: variable.is_sensitive(),
            is_ephemeral: variable.is_ephemeral(),
            name: pcty_str::borrowed(&variable.name),
            description: some(variable.description.as_deref()),
            r#type: pcty_type::borrowed(variable.ty()),
            default_value: (variable.default.as_ref()).map_or(ptr::null(), pcty_value::borrowed),
            validation_count: variable.validations.len(),
            file: pcty_str::borrowed(&place.source.name),
            range: pcty_range::of(Some(place.range)),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has the size in its `struct_size`.
    unsafe { fill(out, error, filled) }
}

/// Writes the expression of an argument of the declaration of a kind at a position. If several
/// files set the argument, the last one applies.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end, and for an argument that the declaration does not
/// have; PCTY_ERROR_INVALID_ARGUMENT if `kind` is not one of the constants;
/// PCTY_ERROR_INVALID_UTF8.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_module_argument_at(
    module: Option<&pcty_terraform_module>,
    index: usize,
    name: pcty_str,
    kind: pcty_terraform_declaration_kind,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_expression>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let found = declared(module, kind, index)?;
        let name = text(&name, "name")?;
        let argument: Option<Attribute> = match found.declared {
            Some(declared) => declared.argument(name, budget)?,
            None => None,
        };
        let value = found.value.filter(|_| name == "value").cloned();
        argument
            .map(|argument| argument.expr)
            .or(value)
            .ok_or_else(|| Error::new(Code::NotFound, format!("there is no argument {name}")))
    })
}
