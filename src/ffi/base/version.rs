//! Versions: does the library fit the header?

use super::text::pcty_str;
use crate::ffi::panics::peek;

/// The version of the library as text, such as "0.1.0".
///
/// Ownership: lent for ever.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_version() -> pcty_str {
    peek(pcty_str::NONE, || pcty_str::lend(env!("CARGO_PKG_VERSION")))
}

/// The version of the ABI that the library speaks. A program works with every
/// library whose number is that of the header it was compiled with,
/// PCTY_ABI_VERSION.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_abi_version() -> u32 {
    peek(0, || PCTY_ABI_VERSION)
}

/// The version of the ABI: it changes when what was compiled against an older header
/// would no longer work.
pub const PCTY_ABI_VERSION: u32 = 0;
