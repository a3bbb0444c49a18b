//! Terraform: projects, that is a root module and the modules that it calls.
//!
//! A project is read from the files of a host, validated as by `terraform validate` after
//! `terraform init`, and planned on an empty state. Providers, credentials and a network are not
//! needed. The schemas of providers are the output of `terraform providers schema -json`.

use super::functions::{Services, pcty_terraform_host};
use super::inputs::pcty_terraform_inputs;
use super::module::{Listed, pcty_terraform_module};
use crate::calls::Budget;
use crate::dialect::terraform::module::{Dialect, Given, Location, Release, Strictness, Unset};
use crate::dialect::terraform::project::{
    LoadedProject, Manifest, MissingModule, ModuleRequest, ModuleSources, Planned, Project,
    ProjectOptions, Schemas,
};
use crate::ffi::base::error::{pcty_error, pcty_range};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::diagnosed::make_diagnosed;
use crate::ffi::guard::{
    Handle, fill, handle, make, make_charged, need, owned, quiet, text, unnamed, versioned,
    write_found,
};
use crate::ffi::reentry::within;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Diagnostic, Error, Result};
use crate::types::Str;
use crate::values::Value;
use std::collections::HashMap;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// The schemas of providers. They never change; any number of threads may use them at once.
///
/// ```c
/// // `text` is the output of `terraform providers schema -json`.
/// static void print_providers(pcty_str text) {
///     pcty_terraform_schemas *schemas = NULL;
///     must(pcty_terraform_schemas_parse(text, &schemas, NULL));
///     for (size_t i = 0; i < pcty_terraform_schemas_provider_count(schemas); i++) {
///         pcty_str source = pcty_terraform_schemas_provider_at(schemas, i);
///         printf(PCTY_FMT "\n", PCTY_ARG(source));
///     }
///     pcty_terraform_schemas_free(schemas);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_terraform_schemas(ListedSchemas);

handle!(pcty_terraform_schemas, ListedSchemas);

impl pcty_terraform_schemas {
    pub(super) fn schemas(&self) -> &Schemas {
        &self.0.schemas
    }
}

/// Schemas, and the sources of their providers.
#[derive(Clone)]
pub struct ListedSchemas {
    schemas: Schemas,
    providers: Arc<[Str]>,
}

/// A root module and the modules that it calls. It never changes; any number of threads may use it
/// at once.
///
/// ```c
/// // Returns whether a project has no errors; prints its diagnostics.
/// static bool is_valid(pcty_str folder, pcty_error **error) {
///     pcty_terraform_host *host = pcty_terraform_host_new();
///     pcty_terraform_project *project = NULL;
///     pcty_terraform_outputs *found = NULL;
///     pcty_terraform_project_options options = PCTY_TERRAFORM_PROJECT_OPTIONS_INIT;
///     options.version = PCTY_STR("1.13");
///     bool valid = pcty_terraform_host_set_root(host, folder, error) == PCTY_OK &&
///                  pcty_terraform_project_open(host, PCTY_STR("."), &options, &project, NULL,
///                                              error) == PCTY_OK &&
///                  pcty_terraform_project_validate(project, &found, NULL, error) == PCTY_OK;
///     pcty_terraform_outputs_free(found);
///     pcty_terraform_project_free(project);
///     pcty_terraform_host_free(host);
///     return valid;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_terraform_project(Opened);

handle!(pcty_terraform_project, Opened);

/// A project, and the data of its modules for the C structs.
#[derive(Clone)]
pub struct Opened {
    project: Project,
    modules: Arc<[Described]>,
    /// The positions of the modules by their addresses.
    positions: Arc<HashMap<Str, usize>>,
}

/// A module of a project, or a call of one that is not available.
struct Described {
    address: Str,
    source: Str,
    directory: Option<Str>,
    call: Option<Location>,
}

/// The outputs of the modules of a project, from a validation or a plan. They never change; any
/// number of threads may use them at once.
///
/// ```c
/// // Prints `module.network.output.ids: list(string)` and so on.
/// static void print_outputs(const pcty_terraform_outputs *outputs) {
///     for (size_t i = 0; i < pcty_terraform_outputs_count(outputs); i++) {
///         pcty_terraform_output_info found = PCTY_TERRAFORM_OUTPUT_INFO_INIT;
///         pcty_string *type = NULL;
///         must(pcty_terraform_outputs_at(outputs, i, &found, NULL));
///         must(pcty_type_format(pcty_value_type(found.value), PCTY_DIALECT_HCL, &type, NULL));
///         printf(PCTY_FMT ": %s\n", PCTY_ARG(found.address), pcty_string_cstr(type));
///         pcty_string_free(type);
///     }
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_terraform_outputs(Outputs);

handle!(pcty_terraform_outputs, Outputs);

/// Outputs, with their values as they are returned and their positions by their addresses.
pub struct Outputs {
    planned: Planned,
    values: Vec<Value>,
    positions: HashMap<Str, usize>,
}

// The header allows any number of threads to use these at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<ListedSchemas>();
    any_thread::<Opened>();
    any_thread::<Outputs>();
};

/// The program whose language applies to a project.
pub type pcty_terraform_dialect = u32;

/// OpenTofu if no version of Terraform is set and the folder of the root module has a file that only
/// OpenTofu reads, such as `main.tofu`; otherwise Terraform.
pub const PCTY_TERRAFORM_DIALECT_DETECTED: pcty_terraform_dialect = 0;
/// Terraform.
pub const PCTY_TERRAFORM_DIALECT_TERRAFORM: pcty_terraform_dialect = 1;
/// OpenTofu 1.13.
pub const PCTY_TERRAFORM_DIALECT_OPENTOFU: pcty_terraform_dialect = 2;

/// The diagnostics about the values of variables and the arguments of module calls that are reported
/// in addition to those of Terraform.
pub type pcty_terraform_strictness = u32;

/// Each part of a value that does not convert is an error with its path.
pub const PCTY_TERRAFORM_STRICTNESS_PARTS: pcty_terraform_strictness = 0;
/// Attributes that an object type does not declare are warnings, too.
pub const PCTY_TERRAFORM_STRICTNESS_WARNINGS: pcty_terraform_strictness = 1;
/// Both are errors.
pub const PCTY_TERRAFORM_STRICTNESS_ERRORS: pcty_terraform_strictness = 2;
/// None.
pub const PCTY_TERRAFORM_STRICTNESS_NONE: pcty_terraform_strictness = 3;

/// Options of a project. Start from PCTY_TERRAFORM_PROJECT_OPTIONS_INIT.
#[repr(C)]
pub struct pcty_terraform_project_options {
    /// The size of this struct.
    pub struct_size: u32,
    /// Whether query files (`.tfquery.hcl`) of the root module are checked, too.
    pub has_queries: bool,
    /// The version of Terraform whose rules apply, such as `1.13`: 1.11 to 1.17. If it is not set,
    /// the newest.
    pub version: pcty_str,
    /// The schemas of the providers. If it is NULL, checks that depend on a schema are left out.
    pub schemas: *const pcty_terraform_schemas,
    /// The values of root variables with `const`, which module sources may refer to. If it is NULL,
    /// they have their defaults.
    pub inputs: *const pcty_terraform_inputs,
    /// `terraform.workspace`. If it is not set, `default`.
    pub workspace: pcty_str,
    /// The text of the manifest of installed modules. If it is not set, it is read from
    /// `.terraform/modules/modules.json` in the folder of the root module, where `terraform init`
    /// writes it.
    pub manifest: pcty_str,
    /// The language; PCTY_TERRAFORM_DIALECT_DETECTED initially. OpenTofu has no version.
    pub dialect: pcty_terraform_dialect,
    /// The additional diagnostics; PCTY_TERRAFORM_STRICTNESS_PARTS initially.
    pub strictness: pcty_terraform_strictness,
}

/// A module of a project. Start from PCTY_TERRAFORM_MODULE_INFO_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_terraform_module_info {
    /// The size of this struct.
    pub struct_size: u32,
    /// Whether the module could be found and read. If not, its outputs are unknown.
    pub is_available: bool,
    /// The address of the call, such as `module.network.module.subnets`; empty for the root module.
    pub address: pcty_str,
    /// The source address of the call; empty for the root module.
    pub source: pcty_str,
    /// The directory, relative to the root of the files; no text if the module is not available.
    pub directory: pcty_str,
    /// The name of the file that contains the call; no text for the root module.
    pub file: pcty_str,
    /// The range of the header of the call.
    pub range: pcty_range,
}

/// An output of a module. Start from PCTY_TERRAFORM_OUTPUT_INFO_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_terraform_output_info {
    /// The size of this struct.
    pub struct_size: u32,
    /// The name.
    pub name: pcty_str,
    /// The address of the instance of the module, such as `module.network[0]`; empty for the root
    /// module. A validation has one instance of each module, without a key.
    pub module: pcty_str,
    /// The address: `module.network[0].output.ids`; the name alone for the root module.
    pub address: pcty_str,
    /// The value. It is unknown if it depends on values that are not known; its type is the
    /// inferred type, `any` if no type can be inferred. It is marked `sensitive` or `ephemeral` if
    /// it is declared so or depends on such values.
    pub value: *const pcty_value,
}

/// Parses the schemas of providers, which `terraform providers schema -json` writes. The schema of a
/// resource type is only read when a project uses it.
///
/// Errors: PCTY_ERROR_SYNTAX if the text is not such a document; PCTY_ERROR_INVALID_UTF8;
/// PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`; the text is copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_schemas_parse(
    json: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_terraform_schemas>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let schemas = Schemas::read(text(&json, "json")?, budget)?;
        let providers = schemas.providers().map(Str::from).collect();
        Ok(ListedSchemas { schemas, providers })
    })
}

owned! {
    /// Returns a new handle of the same schemas.
    fn pcty_terraform_schemas_clone(schemas: &pcty_terraform_schemas);
    /// Frees schemas.
    fn pcty_terraform_schemas_free(schemas: pcty_terraform_schemas);
}

/// Returns the number of providers that have schemas.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_schemas_provider_count(
    schemas: Option<&pcty_terraform_schemas>,
) -> usize {
    quiet(0, || schemas.map_or(0, |it| it.0.providers.len()))
}

/// Returns the source address of the provider at a position, in the order of the addresses, such as
/// `registry.terraform.io/hashicorp/aws`.
///
/// Ownership: owned by `schemas` and valid while they live.
/// NULL: returns no text. Also returns no text past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_schemas_provider_at(
    schemas: Option<&pcty_terraform_schemas>,
    index: usize,
) -> pcty_str {
    quiet(pcty_str::NONE, || {
        let source = schemas.and_then(|it| it.0.providers.get(index));
        source.map_or(pcty_str::NONE, |source| pcty_str::borrowed(source))
    })
}

/// The arguments of an opening, copied: a callback may change or free the handles.
struct Opening {
    services: Services,
    options: ProjectOptions,
    given: Given,
    manifest: Option<Str>,
}

/// # Safety
/// `options` is NULL or has the size in its `struct_size`, and its handles are NULL or valid.
unsafe fn opening(
    host: Option<&pcty_terraform_host>,
    options: *const pcty_terraform_project_options,
) -> Result<Opening> {
    let services = need(host, "host")?.0.clone();
    let mut opening = Opening {
        options: ProjectOptions {
            host: services.host.clone(),
            ..ProjectOptions::default()
        },
        services,
        given: Given::default(),
        manifest: None,
    };
    if options.is_null() {
        return Ok(opening);
    }
    // SAFETY: this function has the same contract.
    let given = unsafe { versioned(options, "options") }?;
    let set = |member: &pcty_str, name| -> Result<Option<Str>> {
        if member.is_none() {
            return Ok(None);
        }
        Ok(Some(text(member, name)?.into()))
    };
    if let Some(version) = set(&given.version, "options->version")? {
        opening.options.release = Release::parse(&version).ok_or_else(|| {
            let message = format!("expected a version from 1.11 to 1.17, found {version}");
            Error::new(Code::Unsupported, message)
        })?;
        opening.options.dialect = Some(Dialect::Terraform);
    }
    match given.dialect {
        PCTY_TERRAFORM_DIALECT_DETECTED => {}
        PCTY_TERRAFORM_DIALECT_TERRAFORM => opening.options.dialect = Some(Dialect::Terraform),
        PCTY_TERRAFORM_DIALECT_OPENTOFU if given.version.is_none() => {
            opening.options.dialect = Some(Dialect::OpenTofu);
        }
        PCTY_TERRAFORM_DIALECT_OPENTOFU => {
            let message = "options->version is a version of Terraform, and the dialect is OpenTofu";
            return Err(Error::new(Code::Unsupported, message));
        }
        other => return Err(unnamed("options->dialect", other)),
    }
    opening.options.strictness = match given.strictness {
        PCTY_TERRAFORM_STRICTNESS_NONE => Strictness::Terraform,
        PCTY_TERRAFORM_STRICTNESS_PARTS => Strictness::Parts,
        PCTY_TERRAFORM_STRICTNESS_WARNINGS => Strictness::Warnings,
        PCTY_TERRAFORM_STRICTNESS_ERRORS => Strictness::Errors,
        other => return Err(unnamed("options->strictness", other)),
    };
    opening.options.queries = given.has_queries;
    opening.options.workspace = set(&given.workspace, "options->workspace")?;
    opening.manifest = set(&given.manifest, "options->manifest")?;
    // SAFETY: this function has the same contract.
    if let Some(schemas) = unsafe { given.schemas.as_ref() } {
        opening.options.schemas = Some(schemas.0.schemas.clone());
    }
    // SAFETY: this function has the same contract.
    if let Some(inputs) = unsafe { given.inputs.as_ref() } {
        opening.given = inputs.0.given.clone();
    }
    Ok(opening)
}

/// The modules that a callback finds, and those that are installed.
struct Installed {
    found: Option<Arc<dyn ModuleSources>>,
    manifest: Manifest,
}

impl ModuleSources for Installed {
    fn directory(&self, request: &ModuleRequest<'_>, budget: &Budget) -> Result<Option<String>> {
        if let Some(found) = &self.found
            && let Some(directory) = found.directory(request, budget)?
        {
            return Ok(Some(directory));
        }
        ModuleSources::directory(&self.manifest, request, budget)
    }
}

impl Opening {
    fn load(self, folder: &str, budget: &Budget) -> Result<LoadedProject> {
        let files = self.services.host.files;
        let files = files.ok_or_else(|| Error::new(Code::Unsupported, "the host has no files"))?;
        let manifest = match self.manifest {
            Some(text) => Manifest::read(&text, budget)?.within(folder),
            None => Manifest::open(&*files, folder, budget)?,
        };
        let sources = Installed {
            found: self.services.modules,
            manifest,
        };
        let (given, options) = (&self.given, &self.options);
        Project::load_with(&*files, folder, given, &sources, options, budget)
    }
}

impl Opened {
    fn new(project: Project, missing: Vec<MissingModule>) -> Opened {
        let mut modules: Vec<Described> = project
            .modules()
            .map(|module| Described {
                address: module.address.as_str().into(),
                source: module.source.into(),
                directory: Some(module.directory.into()),
                call: module.call.cloned(),
            })
            .collect();
        modules.extend(missing.into_iter().map(|module| Described {
            address: module.address.as_str().into(),
            source: module.source,
            directory: None,
            call: Some(module.place),
        }));
        let positions = modules.iter().enumerate();
        let positions = positions.map(|(at, module)| (module.address.clone(), at));
        Opened {
            positions: Arc::new(positions.collect()),
            modules: modules.into(),
            project,
        }
    }
}

/// Reads a project: the root module in a folder of the host's files, and the modules that it calls.
/// Modules that are not local are those that the callback of the host finds, and those in the
/// manifest of installed modules. A module that is not available is a warning. Functions have the
/// services of the host.
///
/// Returns: the project; with `diagnostics`, as much of it as can be read.
/// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
/// PCTY_ERROR_NOT_FOUND if there is no such folder; PCTY_ERROR_UNSUPPORTED for a host without files,
/// for a version that is not one of those of the options, and for a version with OpenTofu;
/// PCTY_ERROR_SYNTAX for a manifest that cannot be read; PCTY_ERROR_INVALID_UTF8;
/// PCTY_ERROR_INVALID_ARGUMENT for a number that is not one of the constants, and for a wrong
/// `struct_size`; PCTY_ERROR_LIMIT; the error of a callback.
/// Ownership: the caller owns `*out` and `*diagnostics`; the caller still owns the host and the
/// handles in the options, and later changes of them have no effect.
/// NULL: `options` (the defaults apply), `diagnostics` and `error` may be NULL. `*diagnostics` is
/// NULL if there are none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_terraform_project_open(
    host: Option<&pcty_terraform_host>,
    folder: pcty_str,
    options: *const pcty_terraform_project_options,
    out: Option<&mut MaybeUninit<*mut pcty_terraform_project>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, |mode| {
        // SAFETY: by the header's contract.
        let opening = unsafe { opening(host, options) }?;
        // A callback may change or free the text of the folder.
        let folder = text(&folder, "folder")?.to_owned();
        let loaded = within(|budget| opening.load(&folder, budget))?;
        let mut diagnostics = loaded.diagnostics;
        diagnostics.extend(loaded.missing.iter().map(MissingModule::warning));
        let opened = Opened::new(loaded.project, loaded.missing);
        mode.settle(Code::Diagnostics, opened, diagnostics)
    })
}

owned! {
    /// Returns a new handle of the same project.
    fn pcty_terraform_project_clone(project: &pcty_terraform_project);
    /// Frees a project.
    fn pcty_terraform_project_free(project: pcty_terraform_project);
}

/// The size of a project.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_terraform_project_data {
    /// The number of modules, with the root module and the calls of modules that are not available:
    /// `pcty_terraform_project_module_at`.
    pub module_count: usize,
    /// The number of files that the modules consist of: `pcty_terraform_project_file_at`.
    pub file_count: usize,
}

/// Writes the numbers of modules and files of a project.
///
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_project_info(
    project: Option<&pcty_terraform_project>,
    out: Option<&mut MaybeUninit<pcty_terraform_project_data>>,
) -> bool {
    quiet(false, || {
        let data = project.map(|it| pcty_terraform_project_data {
            module_count: it.0.modules.len(),
            file_count: it.0.project.files().len(),
        });
        write_found(data, out)
    })
}

/// Writes the module at a position: the root module first, each module after the one that calls it,
/// then the calls of modules that are not available.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: the texts in `*out` are owned by `project` and valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_terraform_project_module_at(
    project: Option<&pcty_terraform_project>,
    index: usize,
    out: *mut pcty_terraform_module_info,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let filled = |struct_size| {
        let modules = &need(project, "project")?.0.modules;
        let module = modules.get(index).ok_or_else(|| {
            let message = format!("there is no module number {index}");
            Error::new(Code::NotFound, message)
        })?;
        let call = module.call.as_ref();
        let directory = module.directory.as_deref();
        Ok(pcty_terraform_module_info {
            struct_size,
            is_available: directory.is_some(),
            address: pcty_str::borrowed(&module.address),
            source: pcty_str::borrowed(&module.source),
            directory: directory.map_or(pcty_str::NONE, pcty_str::borrowed),
            file: call.map_or(pcty_str::NONE, |call| pcty_str::borrowed(&call.source.name)),
            range: pcty_range::of(call.map(|call| call.range)),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has the size in its `struct_size`.
    unsafe { fill(out, error, filled) }
}

/// Returns the declarations of a module by its address, which is empty for the root module.
///
/// Errors: PCTY_ERROR_NOT_FOUND for an address without a module, and for a module that is not
/// available; PCTY_ERROR_INVALID_UTF8.
/// Ownership: the caller owns `*out`, which is independent of the project.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_project_module_get(
    project: Option<&pcty_terraform_project>,
    name: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_terraform_module>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let opened = &need(project, "project")?.0;
        let name = text(&name, "name")?;
        let at = opened.positions.get(name);
        let found = at.and_then(|&at| opened.project.modules().nth(at));
        let found = found.ok_or_else(|| {
            let message = format!("there is no module {name} that could be read");
            Error::new(Code::NotFound, message)
        })?;
        Ok(Listed::new(found.module.clone()))
    })
}

/// Returns the path of the file at a position, in the order in which they were read. It is relative
/// to the root of the host's files, as in diagnostics.
///
/// Ownership: owned by `project` and valid while it lives.
/// NULL: returns no text. Also returns no text past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_project_file_at(
    project: Option<&pcty_terraform_project>,
    index: usize,
) -> pcty_str {
    quiet(pcty_str::NONE, || {
        let file = project.and_then(|it| it.0.project.files().get(index));
        file.map_or(pcty_str::NONE, |file| pcty_str::borrowed(file))
    })
}

impl Outputs {
    fn new(planned: Planned) -> Outputs {
        let all = planned.outputs.iter();
        let positions = all.enumerate();
        let positions = positions.map(|(at, output)| (output.address.as_str().into(), at));
        Outputs {
            positions: positions.collect(),
            values: planned
                .outputs
                .iter()
                .map(|output| output.marked())
                .collect(),
            planned,
        }
    }
}

/// Returns the outputs of a run of a project, and its diagnostics.
fn outputs(
    project: Option<&pcty_terraform_project>,
    run: impl FnOnce(&Project, &Budget) -> Result<Planned>,
) -> Result<(Outputs, Vec<Diagnostic>)> {
    // A callback may free the project.
    let project = need(project, "project")?.0.project.clone();
    let planned = within(|budget| run(&project, budget))?;
    let diagnostics = planned.diagnostics.clone();
    Ok((Outputs::new(planned), diagnostics))
}

/// Checks a project as `terraform validate` does: without values for the variables of the root
/// module, which are unknown. If the project was read with errors, nothing is checked, and there are
/// no outputs.
///
/// Returns: the outputs of all modules, with their inferred types; an output that has an error or
/// depends on one is missing.
/// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
/// PCTY_ERROR_LIMIT; the error of a callback.
/// Ownership: the caller owns `*out` and `*diagnostics`; `*out` is independent of the project.
/// NULL: `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_project_validate(
    project: Option<&pcty_terraform_project>,
    out: Option<&mut MaybeUninit<*mut pcty_terraform_outputs>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, |mode| {
        let (made, diagnostics) = outputs(project, |project, budget| {
            if project.is_loaded() {
                project.infer(budget)
            } else {
                Ok(Planned::default())
            }
        })?;
        mode.settle(Code::Diagnostics, made, diagnostics)
    })
}

/// Evaluates a project with inputs for the variables of the root module, on an empty state. `count`
/// and `for_each` give instances of modules; attributes that only a provider can set are unknown. A
/// plan does not repeat all checks of `pcty_terraform_project_validate`. Only the values and the
/// option `unset` of the inputs apply. If an input has an error, or the project was read with
/// errors, only the inputs are checked.
///
/// Returns: the outputs of all instances of modules; an output that has an error or depends on one
/// is missing.
/// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
/// PCTY_ERROR_LIMIT; the error of a callback.
/// Ownership: the caller owns `*out` and `*diagnostics`; `*out` is independent of the project and
/// the inputs.
/// NULL: `inputs` (there are no values), `diagnostics` and `error` may be NULL. `*diagnostics` is
/// NULL if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_project_plan(
    project: Option<&pcty_terraform_project>,
    inputs: Option<&pcty_terraform_inputs>,
    out: Option<&mut MaybeUninit<*mut pcty_terraform_outputs>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, |mode| {
        // A callback may change or free the inputs.
        let (given, unset) = match inputs {
            Some(inputs) => (inputs.0.given.clone(), inputs.0.unset),
            None => (Given::default(), Unset::Unknown),
        };
        let (made, diagnostics) = outputs(project, |project, budget| {
            project.plan_with(&given, unset, budget)
        })?;
        mode.settle(Code::Diagnostics, made, diagnostics)
    })
}

owned! {
    /// Frees outputs.
    fn pcty_terraform_outputs_free(outputs: pcty_terraform_outputs);
}

/// Returns the number of outputs.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_outputs_count(outputs: Option<&pcty_terraform_outputs>) -> usize {
    quiet(0, || outputs.map_or(0, |it| it.0.values.len()))
}

/// Writes the output at a position, in the order of the evaluation: an output after those that it
/// depends on.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: the texts and the value in `*out` are owned by `outputs` and valid while they live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_terraform_outputs_at(
    outputs: Option<&pcty_terraform_outputs>,
    index: usize,
    out: *mut pcty_terraform_output_info,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let filled = |struct_size| {
        let all = &need(outputs, "outputs")?.0;
        let found = all.planned.outputs.get(index).zip(all.values.get(index));
        let (output, value) = found.ok_or_else(|| {
            let message = format!("there is no output number {index}");
            Error::new(Code::NotFound, message)
        })?;
        Ok(pcty_terraform_output_info {
            struct_size,
            name: pcty_str::borrowed(&output.name),
            module: pcty_str::borrowed(&output.module),
            address: pcty_str::borrowed(&output.address),
            value: pcty_value::borrowed(value),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has the size in its `struct_size`.
    unsafe { fill(out, error, filled) }
}

/// Returns the value of an output by its address: the name of an output of the root module, or
/// `module.network[0].output.ids`.
///
/// Ownership: owned by `outputs` and valid while they live.
/// NULL: returns NULL. Also returns NULL for an output that does not exist, has an error or depends
/// on one.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_outputs_get(
    outputs: Option<&pcty_terraform_outputs>,
    name: pcty_str,
) -> *const pcty_value {
    quiet(ptr::null(), || {
        let value = outputs.and_then(|pcty_terraform_outputs(all)| {
            let at = all.positions.get(text(&name, "name").ok()?)?;
            all.values.get(*at)
        });
        value.map_or(ptr::null(), pcty_value::borrowed)
    })
}

/// Formats outputs as one JSON object: `valid`, `outputs` by their addresses, and `diagnostics`. An
/// output is an object with its `module`, `name`, `type` and `value`. A value that is sensitive,
/// ephemeral or unknown has `sensitive`, `ephemeral` or `unknown` in place of `value`.
///
/// Errors: none, except for NULL and PCTY_ERROR_LIMIT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_outputs_to_json(
    outputs: Option<&pcty_terraform_outputs>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let json = need(outputs, "outputs")?.0.planned.to_json(budget)?;
        Ok(OwnedText::new(json))
    })
}
