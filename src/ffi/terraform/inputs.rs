//! Terraform: the inputs of an evaluation.
//!
//! Inputs are values for the variables of a module, from files, command lines, environments or the
//! program (the last value of a variable applies), the services of its functions, and its paths.

use super::functions::pcty_terraform_host;
use crate::dialect::terraform::Host;
use crate::dialect::terraform::module::{Given, Options, Strictness, TextFrom, Unset};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::diagnosed::source;
use crate::ffi::guard::{Handle, handle, need, owned, quiet, run, text, unnamed, versioned};
use crate::ffi::values::value::pcty_value;
use crate::source::Result;
use crate::types::Str;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::OnceLock;

/// The inputs of an evaluation. New inputs are empty. Only one thread at a time may change them;
/// while no thread changes them, any number may evaluate with them.
///
/// ```c
/// static pcty_terraform_inputs *inputs_of(pcty_str file, pcty_str values, pcty_error **error) {
///     pcty_terraform_inputs *inputs = pcty_terraform_inputs_new();
///     pcty_terraform_options options = PCTY_TERRAFORM_OPTIONS_INIT;
///     options.unset = PCTY_TERRAFORM_UNSET_ERROR;
///     if (pcty_terraform_inputs_set_options(inputs, &options, error) != PCTY_OK ||
///         pcty_terraform_inputs_add_file(inputs, values, file, error) != PCTY_OK ||
///         pcty_terraform_inputs_set_text(inputs, PCTY_STR("replicas"), PCTY_STR("3"),
///                                        PCTY_TERRAFORM_FROM_COMMAND_LINE, error) != PCTY_OK) {
///         pcty_terraform_inputs_free(inputs);
///         inputs = NULL;
///     }
///     return inputs;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_terraform_inputs(pub(crate) Inputs);

handle!(pcty_terraform_inputs, Inputs);

/// Values, and the options of an evaluation.
pub struct Inputs {
    pub(crate) given: Given,
    host: Host,
    pub(crate) unset: Unset,
    paths: [Option<Str>; 3],
    workspace: Str,
    /// The functions of the host, created at the first use.
    functions: OnceLock<Options>,
}

impl Inputs {
    /// Returns the options of an evaluation.
    pub(crate) fn options(&self) -> Options {
        let functions = self.functions.get_or_init(|| Options::new(&self.host));
        let mut options = functions.clone();
        let [module, root, here] = &self.paths;
        options.unset = self.unset;
        options.strictness = Strictness::Parts;
        options.module_path.clone_from(module);
        options.root_path.clone_from(root);
        if here.is_some() {
            options.working_directory.clone_from(here);
        }
        options.workspace = self.workspace.clone();
        options
    }
}

/// The source of a text that is the value of a variable.
pub type pcty_terraform_text_from = u32;

/// A command line. A value for an undeclared variable is an error.
pub const PCTY_TERRAFORM_FROM_COMMAND_LINE: pcty_terraform_text_from = 1;
/// An environment, which is shared with other programs. A value for an undeclared variable is
/// ignored.
pub const PCTY_TERRAFORM_FROM_ENVIRONMENT: pcty_terraform_text_from = 2;

/// The value of a variable that has no default and no input.
pub type pcty_terraform_unset = u32;

/// In options: the current setting is kept.
pub const PCTY_TERRAFORM_UNSET_KEPT: pcty_terraform_unset = 0;
/// An unknown value of the variable's type. This is the initial setting, for modules that other
/// modules call.
pub const PCTY_TERRAFORM_UNSET_UNKNOWN: pcty_terraform_unset = 1;
/// An error, as in a plan of Terraform.
pub const PCTY_TERRAFORM_UNSET_ERROR: pcty_terraform_unset = 2;

/// Options of an evaluation. Start from PCTY_TERRAFORM_OPTIONS_INIT.
#[repr(C)]
pub struct pcty_terraform_options {
    /// The size of this struct.
    pub struct_size: u32,
    /// The value of a variable that has no default and no input; initially
    /// PCTY_TERRAFORM_UNSET_UNKNOWN.
    pub unset: pcty_terraform_unset,
    /// The host of the functions: files, the clock and random numbers. Its working directory is
    /// `path.cwd` unless `working_directory` is set.
    pub host: *const pcty_terraform_host,
    /// `path.module`: the module's folder, relative to the working directory. A path that is not
    /// set is unknown.
    pub module_path: pcty_str,
    /// `path.root`: the folder of the module that no other module calls.
    pub root_path: pcty_str,
    /// `path.cwd`: the working directory, an absolute path.
    pub working_directory: pcty_str,
    /// `terraform.workspace`; initially `default`.
    pub workspace: pcty_str,
}

/// Creates empty inputs.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_inputs_new() -> *mut pcty_terraform_inputs {
    quiet(ptr::null_mut(), || {
        pcty_terraform_inputs::own(Inputs {
            given: Given::default(),
            host: Host::default(),
            unset: Unset::Unknown,
            paths: [None, None, None],
            workspace: "default".into(),
            functions: OnceLock::new(),
        })
    })
}

owned! {
    /// Frees inputs.
    fn pcty_terraform_inputs_free(inputs: pcty_terraform_inputs);
}

/// Sets the value of a variable. It replaces an earlier value. A value for an undeclared variable
/// is a warning.
///
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `inputs`; the caller still owns the value.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_inputs_set_value(
    inputs: Option<&mut pcty_terraform_inputs>,
    name: pcty_str,
    value: Option<&pcty_value>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let inputs = &mut need(inputs, "inputs")?.0;
        let value = need(value, "value")?.0.clone();
        inputs.given.value(text(&name, "name")?, value);
        Ok(())
    })
}

/// Sets the value of a variable as a text. It replaces an earlier value. If the variable is a
/// string, a number or a bool, or has no declared type, the text is the value itself; otherwise it
/// is an expression for the value.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT if `from` is not one of the
/// constants.
/// Ownership: changes `inputs`; the text is copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_inputs_set_text(
    inputs: Option<&mut pcty_terraform_inputs>,
    name: pcty_str,
    value_text: pcty_str,
    from: pcty_terraform_text_from,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let inputs = &mut need(inputs, "inputs")?.0;
        let from = match from {
            PCTY_TERRAFORM_FROM_COMMAND_LINE => TextFrom::CommandLine,
            PCTY_TERRAFORM_FROM_ENVIRONMENT => TextFrom::Environment,
            other => return Err(unnamed("from", other)),
        };
        let (name, value) = (text(&name, "name")?, text(&value_text, "value_text")?);
        inputs.given.text(name, value, from);
        Ok(())
    })
}

/// Adds the values of a file. They replace earlier values of the same variables. The file has
/// arguments in native syntax, a JSON object if its name ends in `.json`, or a YAML mapping if it
/// ends in `.yaml` or `.yml`. Errors in the text are reported by the evaluation of a module.
///
/// Errors: PCTY_ERROR_INVALID_UTF8 for `file`.
/// Ownership: changes `inputs`; the text is copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_inputs_add_file(
    inputs: Option<&mut pcty_terraform_inputs>,
    source_text: pcty_str,
    file: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let inputs = &mut need(inputs, "inputs")?.0;
        let (name, bytes) = (text(&file, "file")?, source(&source_text)?);
        inputs.given.file(name, bytes);
        Ok(())
    })
}

/// Adds the values of a JSON object, by the names of variables. They replace earlier values of the
/// same variables. Errors in the text are reported by the evaluation of a module, at `file`.
///
/// Errors: PCTY_ERROR_INVALID_UTF8 for `file`.
/// Ownership: changes `inputs`; the text is copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_inputs_add_json(
    inputs: Option<&mut pcty_terraform_inputs>,
    source_text: pcty_str,
    file: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let inputs = &mut need(inputs, "inputs")?.0;
        let (name, bytes) = (text(&file, "file")?, source(&source_text)?);
        inputs.given.json(name, bytes);
        Ok(())
    })
}

/// Sets options of the evaluation. A member that has the value of PCTY_TERRAFORM_OPTIONS_INIT does
/// not change its option.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT if `unset` is not one of the
/// constants, and for a wrong `struct_size`.
/// Ownership: changes `inputs`; texts are copied; the caller still owns the host, and later changes
/// of it have no effect.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_terraform_inputs_set_options(
    inputs: Option<&mut pcty_terraform_inputs>,
    options: *const pcty_terraform_options,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let inputs = &mut need(inputs, "inputs")?.0;
        // SAFETY: by the header's contract `options` is NULL or has the size in its `struct_size`.
        let given = unsafe { versioned(options, "options") }?;
        let unset = match given.unset {
            PCTY_TERRAFORM_UNSET_KEPT => inputs.unset,
            PCTY_TERRAFORM_UNSET_UNKNOWN => Unset::Unknown,
            PCTY_TERRAFORM_UNSET_ERROR => Unset::Error,
            other => return Err(unnamed("options->unset", other)),
        };
        let [module, root, here] = [
            set(&given.module_path, "options->module_path")?,
            set(&given.root_path, "options->root_path")?,
            set(&given.working_directory, "options->working_directory")?,
        ];
        let workspace = set(&given.workspace, "options->workspace")?;
        inputs.unset = unset;
        for (path, given) in inputs.paths.iter_mut().zip([module, root, here]) {
            if given.is_some() {
                *path = given;
            }
        }
        if let Some(workspace) = workspace {
            inputs.workspace = workspace;
        }
        // SAFETY: by the header's contract the host is NULL or valid.
        if let Some(host) = unsafe { given.host.as_ref() } {
            inputs.host = host.0.host.clone();
            inputs.functions = OnceLock::new();
        }
        Ok(())
    })
}

/// Returns a text of the options, if it is set.
fn set(given: &pcty_str, name: &str) -> Result<Option<Str>> {
    if given.is_none() {
        return Ok(None);
    }
    Ok(Some(text(given, name)?.into()))
}
