//! Puppet's language: manifests and templates.
//!
//! A text is parsed, checked and prepared once, and can then be evaluated any number of times. Each
//! expression is charged to the budget of the call as a step. Errors have the messages of Puppet
//! and the location in the text as a diagnostic.

use super::environment::{pcty_puppet_environment, pcty_puppet_strictness, strict_of};
use crate::calls::Budget;
use crate::dialect::puppet::{
    Environment, Mode, Prepared, Strict, class_parameters, evaluate, render,
};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{
    Handle, handle, invalid, make, make_charged, need, owned, quiet, text, unnamed, write_found,
};
use crate::ffi::puppet::notation::{mode_of, pcty_puppet_mode, supported};
use crate::ffi::reentry::within;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error, Result, Source};
use crate::values::Value;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// A text that has been parsed, checked and prepared: a manifest, an expression, or a template. It
/// never changes; any number of threads may use it at once.
///
/// ```c
/// // Prints the value of a program, or the error and its location.
/// static void run(pcty_str program, const pcty_puppet_environment *environment) {
///     pcty_puppet_manifest *manifest = NULL;
///     pcty_value *value = NULL;
///     pcty_string *text = NULL;
///     pcty_error *error = NULL;
///     pcty_status status = pcty_puppet_manifest_parse(program, PCTY_STR("site.pp"),
///                                                     PCTY_PUPPET_MANIFEST,
///                                                     PCTY_PUPPET_STRICT_ERROR,
///                                                     PCTY_PUPPET_CURRENT, &manifest, &error);
///     if (status == PCTY_OK) {
///         status = pcty_puppet_manifest_evaluate(manifest, environment, &value, &error);
///     }
///     if (status == PCTY_OK) {
///         status = pcty_puppet_value_format(value, &text, &error);
///     }
///     if (status != PCTY_OK) {
///         text = pcty_error_format(error, PCTY_NOTATION_TEXT); // includes the line of the error
///     }
///     puts(pcty_string_cstr(text));
///     pcty_string_free(text);
///     pcty_error_free(error);
///     pcty_value_free(value);
///     pcty_puppet_manifest_free(manifest);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_puppet_manifest(pub(super) Arc<Text>);

handle!(pcty_puppet_manifest, Arc<Text>);

/// A prepared text.
pub struct Text {
    pub(super) prepared: Prepared,
    pub(super) strict: Strict,
    syntax: pcty_puppet_syntax,
    /// The warnings about the text, if any.
    warnings: Option<Error>,
}

// The header documents that any number of threads may use this type at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Text>();
    any_thread::<Environment>();
};

/// The syntax of a text.
pub type pcty_puppet_syntax = u32;

/// A manifest, or an expression.
pub const PCTY_PUPPET_MANIFEST: pcty_puppet_syntax = 1;
/// A template: text with code between `<%` and `%>` (EPP).
pub const PCTY_PUPPET_TEMPLATE: pcty_puppet_syntax = 2;

fn prepared(
    source: Source,
    syntax: pcty_puppet_syntax,
    mode: Mode,
    strict: Strict,
    budget: &Budget,
) -> Result<Arc<Text>> {
    let prepared = match syntax {
        PCTY_PUPPET_MANIFEST => Prepared::manifest_in(source, mode, strict, budget)?,
        PCTY_PUPPET_TEMPLATE if mode == Mode::Early => {
            let message = "the early mode does not support templates";
            return Err(Error::new(Code::Unsupported, message));
        }
        PCTY_PUPPET_TEMPLATE => Prepared::template(source, strict, budget)?,
        other => return Err(unnamed("syntax", other)),
    };
    let warnings = (!prepared.warnings().is_empty()).then(|| {
        Error::from_diagnostics(Code::Syntax, prepared.warnings().to_vec())
            .with_source(prepared.program().source().clone())
    });
    Ok(Arc::new(Text {
        prepared,
        strict,
        syntax,
        warnings,
    }))
}

/// Parses and prepares a text. `file` is the name of the text in diagnostics. `strictness` is the
/// treatment of probable errors in the text. In the early mode the names of types, conversions,
/// comparisons and integers follow the early specification, also when the manifest is evaluated.
///
/// Errors: PCTY_ERROR_SYNTAX with Puppet's message and a diagnostic for each error, at most ten;
/// PCTY_ERROR_LIMIT for a text that is nested too deep; PCTY_ERROR_INVALID_UTF8;
/// PCTY_ERROR_UNSUPPORTED for a syntax other than PCTY_PUPPET_MANIFEST in the early mode;
/// PCTY_ERROR_INVALID_ARGUMENT for a syntax, strictness or mode without a constant.
/// Ownership: `*out` is owned by the caller; the text is copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_manifest_parse(
    source_text: pcty_str,
    file: pcty_str,
    syntax: pcty_puppet_syntax,
    strictness: pcty_puppet_strictness,
    mode: pcty_puppet_mode,
    out: Option<&mut MaybeUninit<*mut pcty_puppet_manifest>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let (name, source_text) = (text(&file, "file")?, text(&source_text, "source_text")?);
        let (mode, strict) = (mode_of(mode, "mode")?, strict_of(strictness)?);
        let source = Source::new(name, source_text);
        prepared(source, syntax, mode, strict, budget)
    })
}

owned! {
    /// Returns a new handle of the same text. Only a reference count changes.
    fn pcty_puppet_manifest_clone(manifest: &pcty_puppet_manifest);
    /// Frees a text. Outlines of the text stay valid.
    fn pcty_puppet_manifest_free(manifest: pcty_puppet_manifest);
}

/// The data of a manifest.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_manifest_data {
    /// The name of the text in errors.
    pub file: pcty_str,
    /// The warnings about the text: an error whose diagnostics are warnings, or NULL if there are none.
    pub warnings: *const pcty_error,
}

/// Writes the name of a text and the warnings about it.
///
/// Ownership: the name and the warnings in `*out` are owned by `manifest` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_manifest_info(
    manifest: Option<&pcty_puppet_manifest>,
    out: Option<&mut MaybeUninit<pcty_puppet_manifest_data>>,
) -> bool {
    quiet(false, || {
        let data = manifest.map(|manifest| pcty_puppet_manifest_data {
            file: pcty_str::borrowed(&manifest.0.prepared.program().source().name),
            warnings: (manifest.0.warnings.as_ref()).map_or(ptr::null(), pcty_error::borrowed),
        });
        write_found(data, out)
    })
}

/// Evaluates a manifest. The result is the value of its last statement.
///
/// Errors: all with Puppet's message and the location in the text as a diagnostic. PCTY_ERROR_TYPE
/// for a value of a wrong type, such as the arguments of a call; PCTY_ERROR_NOT_FOUND, _CONVERSION,
/// _ARITHMETIC and _UNSUPPORTED according to their names; PCTY_ERROR_SYNTAX for a text that is
/// loaded; PCTY_ERROR_DIAGNOSTICS for `fail` and all other errors of a program; the error of a
/// callback; PCTY_ERROR_INVALID_ARGUMENT for a template.
/// NULL: `environment` (then only the language itself is available) and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_manifest_evaluate(
    manifest: Option<&pcty_puppet_manifest>,
    environment: Option<&pcty_puppet_environment>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let text = of_syntax(
            manifest,
            PCTY_PUPPET_MANIFEST,
            "expected a manifest, found a template",
        )?;
        in_environment(environment, |environment| {
            within(|budget| evaluate(&text.prepared, environment, budget))
        })
    })
}

/// Renders a template to text, including the content of Sensitive values. The parameters are a Hash
/// by their names. If the template declares no parameters, they become its variables.
///
/// Errors: as `pcty_puppet_manifest_evaluate`; PCTY_ERROR_TYPE for parameters that are missing,
/// unknown or of a different type than declared, or not a Hash; PCTY_ERROR_UNSUPPORTED, with the
/// path, for marks and unknown values; PCTY_ERROR_INVALID_ARGUMENT for a manifest.
/// NULL: `parameters` (then there are none), `environment` (then only the language itself is
/// available) and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_manifest_render(
    manifest: Option<&pcty_puppet_manifest>,
    parameters: Option<&pcty_value>,
    environment: Option<&pcty_puppet_environment>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let text = of_syntax(
            manifest,
            PCTY_PUPPET_TEMPLATE,
            "expected a template, found a manifest",
        )?;
        // A callback may free the parameters.
        let parameters = parameters.map(|given| given.0.clone());
        in_environment(environment, |environment| {
            within(|budget| {
                let parameters = parameters.as_ref();
                let parameters = parameters.map(|given| hash(given, "parameters", budget));
                let parameters = parameters.transpose()?;
                let written = render(&text.prepared, parameters, environment, budget)?;
                Ok(OwnedText::new(written))
            })
        })
    })
}

/// Checks data against a class, and returns the values of all its parameters as a Hash by their
/// names. Parameters that are not in the data have their defaults, which are evaluated in order.
///
/// The class, and the aliases that it uses, are searched for in `manifest`, if present, and with
/// the loader of `environment`. Keys of the data are names of parameters, or names with the prefix
/// of the class and `::`, as in Hiera; keys of other classes are ignored. The `convert_to` entries
/// under `lookup_options` in the data, for a key or a pattern of keys, are applied first.
///
/// Errors: PCTY_ERROR_TYPE with a diagnostic for each mismatch, with the message of Puppet for a
/// rejected declaration of the class, and for data that is not a Hash; PCTY_ERROR_NOT_FOUND if the
/// class is not defined; PCTY_ERROR_INVALID_ARGUMENT for a template; PCTY_ERROR_UNSUPPORTED, with
/// the path, for marks and unknown values; the errors of evaluating a default and of callbacks;
/// PCTY_ERROR_INVALID_UTF8.
/// NULL: `manifest` (then the loader finds the class), `environment` (then only the language itself
/// is available) and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_manifest_class_parameters(
    manifest: Option<&pcty_puppet_manifest>,
    class_name: pcty_str,
    data: Option<&pcty_value>,
    environment: Option<&pcty_puppet_environment>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let class = text(&class_name, "class_name")?;
        // A callback may free the data.
        let data = need(data, "data")?.0.clone();
        let program = manifest_or_nothing(manifest)?;
        in_environment(environment, |environment| {
            within(|budget| {
                let data = hash(&data, "data", budget)?;
                class_parameters(&program, class, data, environment, budget)
            })
        })
    })
}

/// Returns the program of a manifest that may define a class; without a manifest, a program without
/// classes.
pub(crate) fn manifest_or_nothing(manifest: Option<&pcty_puppet_manifest>) -> Result<Prepared> {
    match manifest {
        Some(_) => {
            let text = of_syntax(
                manifest,
                PCTY_PUPPET_MANIFEST,
                "expected a manifest, found a template",
            )?;
            Ok(text.prepared.clone())
        }
        None => Prepared::manifest(Source::new("", ""), Strict::Error, &Budget::standard()),
    }
}

/// Returns the text, which must have this syntax.
fn of_syntax(
    manifest: Option<&pcty_puppet_manifest>,
    syntax: pcty_puppet_syntax,
    otherwise: &str,
) -> Result<Arc<Text>> {
    // A callback may free the manifest.
    let text = need(manifest, "manifest")?.0.clone();
    if text.syntax == syntax {
        Ok(text)
    } else {
        Err(invalid(format!(
            "`manifest` has the wrong syntax: {otherwise}"
        )))
    }
}

/// Returns a Hash whose content Puppet can represent.
fn hash<'v>(value: &'v Value, name: &str, budget: &Budget) -> Result<&'v Value> {
    let given = supported(value, budget)?;
    match given.as_ordered_map() {
        Some(_) => Ok(value),
        None => {
            Err(Error::new(Code::Type, format!("`{name}` is not a Hash")).with_found(given.ty()))
        }
    }
}

/// Evaluates in the environment of the host, or in the default one.
pub(crate) fn in_environment<T>(
    environment: Option<&pcty_puppet_environment>,
    run: impl FnOnce(&Environment) -> Result<T>,
) -> Result<T> {
    match environment {
        // A callback may change or free the environment, so the evaluation uses its own copy.
        Some(environment) => run(&environment.0.environment.clone()),
        None => run(&Environment::new()),
    }
}
