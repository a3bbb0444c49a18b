//! Schemas: the schema of the data of a Puppet class.

use super::documents::Of;
use super::pair::{Pair, pcty_schema_pair};
use crate::dialect::DialectId;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{make, text};
use crate::ffi::puppet_language::environment::pcty_puppet_environment;
use crate::ffi::puppet_language::manifest::{
    in_environment, manifest_or_nothing, pcty_puppet_manifest,
};
use crate::ffi::reentry::within;
use crate::schema::{Question, export_class};
use std::mem::MaybeUninit;

/// Returns the schema of the data of a Puppet class: an object of its parameters, with the defaults
/// that are literals. If the manifest defines the class, the schema has the descriptions of its
/// documentation comment: the complete text, and the text of each `@param`. The type is the Struct
/// of the parameters. The class is searched for as in `pcty_puppet_manifest_class_parameters`.
///
/// Errors: PCTY_ERROR_NOT_FOUND if the class is not defined; PCTY_ERROR_INVALID_ARGUMENT for a
/// template; the errors of parsing a type and of callbacks; PCTY_ERROR_INVALID_UTF8.
/// Ownership: `*out` is owned by the caller; the arguments remain owned by the caller.
/// NULL: `manifest` (the loader then finds the class), `environment` (the class then refers only to
/// the language itself) and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_export_class(
    manifest: Option<&pcty_puppet_manifest>,
    class_name: pcty_str,
    environment: Option<&pcty_puppet_environment>,
    out: Option<&mut MaybeUninit<*mut pcty_schema_pair>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let class = text(&class_name, "class_name")?;
        let program = manifest_or_nothing(manifest)?;
        in_environment(environment, |environment| {
            within(|budget| {
                let (ty, made) = export_class(&program, class, environment, budget)?;
                let of = Of::Type(ty.clone(), DialectId::Puppet, Question::IsValue);
                Ok(Pair::exported(ty, made, of))
            })
        })
    })
}
