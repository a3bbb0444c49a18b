//! Gives the shared object its soname, and tells the tests what they compile C for.

use std::env;
use std::error::Error;
use std::fs;

/// Where the ABI's version stands.
const VERSION: &str = "src/ffi/base/version.rs";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={VERSION}");
    // Never set: hides a layout from cbindgen, which keeps a handle opaque.
    println!("cargo::rustc-check-cfg=cfg(cbindgen)");

    // The soname changes when the ABI does, so that a program loads what it was linked for.
    let soname = format!("libpolycty.so.{}", abi_version()?);
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,{soname}");
    }
    // For the tests: what the loader looks for, and what to compile C for.
    println!("cargo::rustc-env=POLYCTY_SONAME={soname}");
    println!("cargo::rustc-env=POLYCTY_TARGET={}", env::var("TARGET")?);
    Ok(())
}

/// The number that the source gives PCTY_ABI_VERSION.
fn abi_version() -> Result<u32, Box<dyn Error>> {
    let source = fs::read_to_string(VERSION)?;
    let number = source
        .lines()
        .find_map(|line| line.strip_prefix("pub const PCTY_ABI_VERSION: u32 = "))
        .ok_or("the ABI has no version")?;
    Ok(number.trim_end_matches(';').parse()?)
}
