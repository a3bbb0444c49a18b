//! Versions and features of the library.

use super::text::pcty_str;
use crate::ffi::panics::quiet;

/// Returns the version of the library as text, such as "0.1.0".
///
/// Ownership: static lifetime; do not free.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_version() -> pcty_str {
    quiet(pcty_str::NONE, || {
        pcty_str::borrowed(env!("CARGO_PKG_VERSION"))
    })
}

/// Returns the version of the library's ABI. A program works with every library whose number equals
/// the PCTY_ABI_VERSION of the header that it was compiled with.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_abi_version() -> u32 {
    quiet(0, || PCTY_ABI_VERSION)
}

/// The version of the ABI. It changes when a program that was compiled with an older header would
/// no longer work.
pub const PCTY_ABI_VERSION: u32 = 0;

/// A part of the library that a build may leave out. `polycty/features.h` defines PCTY_HAS_HCL,
/// PCTY_HAS_PCL and so on for the parts of the installed library.
pub type pcty_feature = u32;

/// HCL: types, values, functions, expressions, bodies, and editing. Every build contains it.
pub const PCTY_FEATURE_HCL: pcty_feature = 1;
/// HCL's information-model extensions.
pub const PCTY_FEATURE_PCL: pcty_feature = 2;
/// Terraform's functions and modules.
pub const PCTY_FEATURE_TERRAFORM: pcty_feature = 3;
/// Puppet's types and language.
pub const PCTY_FEATURE_PUPPET: pcty_feature = 4;
/// mgmt's mcl.
pub const PCTY_FEATURE_MCL: pcty_feature = 5;
/// Translation of types and values between dialects.
pub const PCTY_FEATURE_TRANSLATE: pcty_feature = 6;
/// JSON Schema.
pub const PCTY_FEATURE_SCHEMA: pcty_feature = 7;
/// Language services for editors.
pub const PCTY_FEATURE_SERVICES: pcty_feature = 8;

/// Returns whether the library was built with a feature; false for a number without a constant.
///
/// Operations of a dialect that was left out fail with PCTY_ERROR_UNSUPPORTED.
#[allow(clippy::match_like_matches_macro, reason = "a row for each feature")]
#[unsafe(no_mangle)]
pub extern "C" fn pcty_has(feature: pcty_feature) -> bool {
    quiet(false, || match feature {
        PCTY_FEATURE_HCL => true,
        PCTY_FEATURE_PCL => cfg!(feature = "pcl"),
        PCTY_FEATURE_TERRAFORM => cfg!(feature = "terraform"),
        PCTY_FEATURE_PUPPET => cfg!(feature = "puppet"),
        PCTY_FEATURE_MCL => cfg!(feature = "mcl"),
        PCTY_FEATURE_TRANSLATE => cfg!(feature = "translate"),
        PCTY_FEATURE_SCHEMA => cfg!(feature = "schema"),
        PCTY_FEATURE_SERVICES => cfg!(feature = "services"),
        _ => false,
    })
}
