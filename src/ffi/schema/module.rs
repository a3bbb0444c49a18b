//! Schemas: the documents of the variables of a Terraform module.

use super::documents::{
    Documents, Of, pcty_schema_documents, pcty_schema_documents_question, question_of,
};
use super::pair::{Pair, pcty_schema_pair};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{make, make_charged, need};
use crate::ffi::terraform::module::pcty_terraform_module;
use crate::schema::{Variables, export_module};
use std::mem::MaybeUninit;

/// Creates the set of documents that a Terraform module accepts for its variables in a
/// `.tfvars.json` file: either the values of the variables' types without other names, or all
/// documents that Terraform accepts. The validation rules of the variables are also evaluated; a
/// rule that needs a file or the clock is considered to pass.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a question without a constant.
/// Ownership: `*out` is owned by the caller; `module` remains owned by the caller.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_documents_of_module(
    module: Option<&pcty_terraform_module>,
    question: pcty_schema_documents_question,
    out: Option<&mut MaybeUninit<*mut pcty_schema_documents>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let variables = Variables::of(&need(module, "module")?.0.module);
        let question = question_of(question)?;
        Ok(Documents(Of::Variables(Box::new(variables), question)))
    })
}

/// Returns the schema of the documents that a Terraform module accepts for its variables, with the
/// descriptions, and with the defaults of variables that are neither sensitive nor ephemeral. The
/// type is HCL's object of the variables; a variable with a default is an optional attribute. Of
/// the validation rules, the schema has those that a schema can express, such as bounds of a number.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a question without a constant; PCTY_ERROR_LIMIT for
/// types of too many parts.
/// Ownership: `*out` is owned by the caller; `module` remains owned by the caller.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_export_module(
    module: Option<&pcty_terraform_module>,
    question: pcty_schema_documents_question,
    out: Option<&mut MaybeUninit<*mut pcty_schema_pair>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let module = &need(module, "module")?.0.module;
        let question = question_of(question)?;
        let (ty, made) = export_module(module, question, budget)?;
        let of = Of::Variables(Box::new(Variables::of(module)), question);
        Ok(Pair::exported(ty, made, of))
    })
}
