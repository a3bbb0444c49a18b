//! Schemas: the schema of the data of a class of Puppet.

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

/// The schema of the data that a class of Puppet takes: an object of its parameters, with the
/// defaults that are literals, and, of a class that the manifest itself defines, what stands above
/// it: of the whole, and behind `@param` of each. The type is the struct of the parameters. Where
/// the class is looked for is as for `pcty_puppet_manifest_class_parameters`.
///
/// Ownership: `*out` is the caller's; everything else stays the caller's.
/// Errors: PCTY_ERROR_NOT_FOUND where nothing defines the class; PCTY_ERROR_INVALID_ARGUMENT for a
/// template; whatever reading a type or a callback says; PCTY_ERROR_INVALID_UTF8.
/// NULL: `manifest` (then the loader has the class), `environment` (then there is the language
/// alone) and `error` may be.
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
