//! Schemas: the documents of the variables of a module of Terraform.

use super::documents::{Documents, Of, pcty_documents, pcty_documents_question, question_of};
use super::pair::{Pair, pcty_schema_pair};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{make, make_charged, need};
use crate::ffi::terraform::module::pcty_terraform_module;
use crate::schema::{Variables, export_module};
use std::mem::MaybeUninit;

/// The documents that a module of Terraform takes for its variables, as a `.tfvars.json` file:
/// those of the variables' types as they stand, under no other names, or all that Terraform
/// accepts. The variables' rules are asked as well; what they ask of files and of the clock
/// nothing breaks.
///
/// Ownership: `*out` is the caller's; `module` stays the caller's.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a question without a constant.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_documents_of_module(
    module: Option<&pcty_terraform_module>,
    question: pcty_documents_question,
    out: Option<&mut MaybeUninit<*mut pcty_documents>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let variables = Variables::of(&need(module, "module")?.0.module);
        let question = question_of(question)?;
        Ok(Documents(Of::Variables(Box::new(variables), question)))
    })
}

/// The schema of the documents that a module of Terraform takes for its variables, with their
/// descriptions, and with the defaults of those that are neither sensitive nor ephemeral. The type
/// is the object of the variables, in HCL, in which those that have a default are optional. What
/// variables ask by rules no schema says.
///
/// Ownership: `*out` is the caller's; `module` stays the caller's.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a question without a constant; PCTY_ERROR_LIMIT for
/// types of too many parts.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_export_module(
    module: Option<&pcty_terraform_module>,
    question: pcty_documents_question,
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
