//! Generates the C headers into the build's output folder, and nowhere else, and sets the soname of
//! the shared object.
//!
//! Without the feature `ffi` there is nothing to generate, and cbindgen is not compiled.

#[cfg(feature = "ffi")]
#[path = "build/headers.rs"]
mod headers;

use std::error::Error;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    println!("cargo::rerun-if-changed=build.rs");
    // Never set. It hides a layout from cbindgen, so that a handle stays opaque.
    println!("cargo::rustc-check-cfg=cfg(cbindgen)");
    #[cfg(feature = "ffi")]
    c_abi()?;
    Ok(())
}

#[cfg(feature = "ffi")]
fn c_abi() -> Outcome<()> {
    use std::path::{Path, PathBuf};
    use std::{env, fs};

    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=cbindgen.toml");
    println!("cargo::rerun-if-changed=src/ffi");

    // The soname changes when the ABI does, so that a program loads what it was linked for.
    let soname = format!(
        "libpolycty.so.{}",
        abi_version(Path::new("src/ffi/base/version.rs"))?
    );
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,{soname}");
    }

    let headers = PathBuf::from(env::var("OUT_DIR")?).join("include");
    let _ = fs::remove_dir_all(&headers);
    fs::create_dir_all(headers.join("polycty"))?;
    for (name, text) in headers::generate(Path::new("src/ffi"))? {
        fs::write(headers.join(name), text)?;
    }
    // For the tests: the headers, the soname, and the target of C compilers.
    println!("cargo::rustc-env=POLYCTY_HEADERS={}", headers.display());
    println!("cargo::rustc-env=POLYCTY_SONAME={soname}");
    println!("cargo::rustc-env=POLYCTY_TARGET={}", env::var("TARGET")?);
    Ok(())
}

/// Reads the number of PCTY_ABI_VERSION from its source.
#[cfg(feature = "ffi")]
fn abi_version(source: &std::path::Path) -> Outcome<u32> {
    let source = std::fs::read_to_string(source)?;
    let number = source
        .lines()
        .find_map(|line| line.strip_prefix("pub const PCTY_ABI_VERSION: u32 = "))
        .ok_or("the ABI has no version")?;
    Ok(number.trim_end_matches(';').parse()?)
}
