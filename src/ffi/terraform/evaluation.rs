//! Terraform: the evaluation of a module with inputs.
//!
//! Variables are converted to their types, with all diagnostics at once, and their validation rules
//! are checked. Local values and outputs are evaluated in the order of their dependencies. Values
//! that are known only to a plan are unknown: resources, data sources and other modules.

use super::inputs::pcty_terraform_inputs;
use super::module::{
    PCTY_TERRAFORM_LOCAL, PCTY_TERRAFORM_OUTPUT, PCTY_TERRAFORM_VARIABLE,
    pcty_terraform_declaration_kind, pcty_terraform_module,
};
use crate::dialect::terraform::module::{Evaluation, Inventory, Module};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::diagnosed::make_diagnosed;
use crate::ffi::guard::{Handle, handle, make_charged, need, owned, quiet, text};
use crate::ffi::reentry::within;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Result};
use crate::types::Str;
use crate::values::Value;
use std::collections::HashMap;
use std::mem::MaybeUninit;
use std::ptr;

/// The values of a module with some inputs. It never changes; any number of threads may use it at
/// once.
///
/// ```c
/// // Returns whether a module has no errors with the inputs; prints the diagnostics if it has.
/// static bool checked(const pcty_terraform_module *module, const pcty_terraform_inputs *inputs) {
///     pcty_terraform_evaluation *found = NULL;
///     pcty_error *error = NULL;
///     if (pcty_terraform_module_evaluate(module, inputs, &found, NULL, &error) != PCTY_OK) {
///         pcty_string *text = pcty_error_format(error, PCTY_NOTATION_TEXT);
///         fprintf(stderr, "%s\n", pcty_string_cstr(text));
///         pcty_string_free(text);
///         pcty_error_free(error);
///         return false;
///     }
///     const pcty_value *url =
///         pcty_terraform_evaluation_get(found, PCTY_STR("url"), PCTY_TERRAFORM_OUTPUT);
///     printf("%d\n", url != NULL && pcty_value_has(url, PCTY_VALUE_WHOLLY_KNOWN));
///     pcty_terraform_evaluation_free(found);
///     return true;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_terraform_evaluation(Evaluated);

handle!(pcty_terraform_evaluation, Evaluated);

/// Values, and the position of each by its name.
pub struct Evaluated {
    module: Module,
    found: Evaluation,
    variables: HashMap<Str, usize>,
    locals: HashMap<Str, usize>,
    outputs: HashMap<Str, usize>,
}

// The header allows any number of threads to use these at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Evaluated>();
};

impl Evaluated {
    fn new(module: &Module, found: Evaluation) -> Evaluated {
        let all: &Inventory = module.inventory();
        Evaluated {
            variables: names(&all.variables, |variable| &variable.name),
            locals: names(&all.locals, |local| &local.name),
            outputs: names(&all.outputs, |output| &output.name),
            module: module.clone(),
            found,
        }
    }
}

fn names<T>(list: &[T], name: impl Fn(&T) -> &Str) -> HashMap<Str, usize> {
    let all = list.iter().enumerate();
    all.map(|(at, item)| (name(item).clone(), at)).collect()
}

fn evaluated(
    module: Option<&pcty_terraform_module>,
    inputs: Option<&pcty_terraform_inputs>,
) -> Result<Evaluated> {
    // A callback may free the module, and change or free the inputs.
    let module = need(module, "module")?.0.module.clone();
    let inputs = &need(inputs, "inputs")?.0;
    let (given, options) = (inputs.given.clone(), inputs.options());
    let found = within(|budget| module.evaluate(&given, &options, budget))?;
    Ok(Evaluated::new(&module, found))
}

/// Evaluates a module with inputs. If the module was parsed with errors, only the values of its
/// variables are evaluated.
///
/// Returns: the evaluation; with `diagnostics`, an expression that has an error, and each value
/// that depends on it, is unknown.
/// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error.
/// Ownership: the caller owns `*out` and `*diagnostics`; `*out` is independent of the module and
/// the inputs.
/// NULL: `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_module_evaluate(
    module: Option<&pcty_terraform_module>,
    inputs: Option<&pcty_terraform_inputs>,
    out: Option<&mut MaybeUninit<*mut pcty_terraform_evaluation>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, |mode| {
        let made = evaluated(module, inputs)?;
        let diagnostics = made.found.diagnostics.clone();
        mode.settle(Code::Diagnostics, made, diagnostics)
    })
}

owned! {
    /// Frees an evaluation.
    fn pcty_terraform_evaluation_free(evaluation: pcty_terraform_evaluation);
}

/// Returns the value of a declaration by its name and kind: PCTY_TERRAFORM_VARIABLE,
/// PCTY_TERRAFORM_LOCAL or PCTY_TERRAFORM_OUTPUT. The value of a variable has the type of the
/// variable. A variable or an output is marked `sensitive` or `ephemeral` if it is declared so.
///
/// Ownership: owned by `evaluation` and valid while it lives.
/// NULL: returns NULL. Also returns NULL for a name that is not declared, for a value that has an
/// error or depends on one, and for a different `kind`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_evaluation_get(
    evaluation: Option<&pcty_terraform_evaluation>,
    name: pcty_str,
    kind: pcty_terraform_declaration_kind,
) -> *const pcty_value {
    quiet(ptr::null(), || {
        let value = evaluation.and_then(|pcty_terraform_evaluation(all)| {
            let (names, values): (_, &[Option<Value>]) = match kind {
                PCTY_TERRAFORM_VARIABLE => (&all.variables, &all.found.variables),
                PCTY_TERRAFORM_LOCAL => (&all.locals, &all.found.locals),
                PCTY_TERRAFORM_OUTPUT => (&all.outputs, &all.found.outputs),
                _ => return None,
            };
            let at = names.get(text(&name, "name").ok()?)?;
            values.get(*at)?.as_ref()
        });
        value.map_or(ptr::null(), pcty_value::borrowed)
    })
}

/// Returns the number of outputs that the module declares.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_evaluation_output_count(
    evaluation: Option<&pcty_terraform_evaluation>,
) -> usize {
    quiet(0, || {
        evaluation.map_or(0, |it| it.0.module.inventory().outputs.len())
    })
}

/// Returns the name of the output at a position, from 0, in the order of the declarations.
///
/// Ownership: owned by `evaluation` and valid while it lives.
/// NULL: returns no text. Also returns no text past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_evaluation_output_name_at(
    evaluation: Option<&pcty_terraform_evaluation>,
    index: usize,
) -> pcty_str {
    quiet(pcty_str::NONE, || {
        let output = evaluation.and_then(|it| it.0.module.inventory().outputs.get(index));
        output.map_or(pcty_str::NONE, |output| pcty_str::borrowed(&output.name))
    })
}

/// Formats all values as one JSON object: `valid`, `variables`, `locals` and `outputs` by their
/// names, and `diagnostics`. A value is an object with its `type` and its `value`. A value that is
/// sensitive, ephemeral or unknown has `sensitive`, `ephemeral` or `unknown` in place of `value`.
///
/// Errors: none, except for NULL and PCTY_ERROR_LIMIT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_evaluation_to_json(
    evaluation: Option<&pcty_terraform_evaluation>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let evaluated = &need(evaluation, "evaluation")?.0;
        let json = evaluated.found.to_json(&evaluated.module, budget)?;
        Ok(OwnedText::new(json))
    })
}
