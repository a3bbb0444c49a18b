//! Generates the C header into the build's output folder, and nowhere else, and
//! gives the shared object its soname.
//!
//! cbindgen looks at one file of `src/ffi` at a time, in the order of the modules
//! in `src/ffi/mod.rs` and in each of its folders, once for each layer of the header: the handles, the plain
//! data, the functions. So the header reads types before verbs and in sections,
//! each under the head comment of its file.

use cbindgen::{Builder, Config, ItemType};
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=cbindgen.toml");
    println!("cargo::rerun-if-changed=src/ffi");
    // Never set: hides a layout from cbindgen, which keeps a handle opaque.
    println!("cargo::rustc-check-cfg=cfg(cbindgen)");

    // The soname changes when the ABI does, so that a program loads what it was linked for.
    let soname = format!(
        "libpolycty.so.{}",
        abi_version(Path::new("src/ffi/base/version.rs"))?
    );
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,{soname}");
    }

    let header = PathBuf::from(env::var("OUT_DIR")?).join("polycty.h");
    fs::write(&header, generate(Path::new("src/ffi"))?)?;
    // For the tests: where the header is, what the loader looks for, and what to compile C for.
    println!("cargo::rustc-env=POLYCTY_HEADER={}", header.display());
    println!("cargo::rustc-env=POLYCTY_SONAME={soname}");
    println!("cargo::rustc-env=POLYCTY_TARGET={}", env::var("TARGET")?);
    Ok(())
}

/// The number that the source gives PCTY_ABI_VERSION.
fn abi_version(source: &Path) -> Outcome<u32> {
    let source = fs::read_to_string(source)?;
    let number = source
        .lines()
        .find_map(|line| line.strip_prefix("pub const PCTY_ABI_VERSION: u32 = "))
        .ok_or("the ABI has no version")?;
    Ok(number.trim_end_matches(';').parse()?)
}

fn generate(folder: &Path) -> Outcome<String> {
    let mut files = Vec::new();
    for family in modules(&fs::read_to_string(folder.join("mod.rs"))?) {
        let family = folder.join(family);
        let declared = fs::read_to_string(family.join("mod.rs"))?;
        files.extend(modules(&declared).map(|name| family.join(format!("{name}.rs"))));
    }
    let config = Config::from_file("cbindgen.toml")?;
    let mut out = fs::read_to_string(folder.join("header/begin.h"))?;
    for part in ["MAJOR", "MINOR", "PATCH"] {
        let number = env::var(format!("CARGO_PKG_VERSION_{part}"))?;
        writeln!(out, "#define PCTY_VERSION_{part} {number}")?;
    }
    banner(&mut out, "THE HANDLES")?;
    for file in &files {
        out.push_str(&layer(&config, file, &[ItemType::OpaqueItems])?);
    }
    banner(&mut out, "THE PLAIN DATA")?;
    for file in &files {
        let data = layer(
            &config,
            file,
            &[ItemType::Constants, ItemType::Structs, ItemType::Typedefs],
        )?;
        if !data.is_empty() {
            let source = fs::read_to_string(file)?;
            let title = source.lines().next().unwrap_or_default();
            writeln!(out, "\n// --- {}", title.trim_start_matches("//! "))?;
            out.push_str(&in_source_order(&data, &source));
        }
    }
    out.push_str(&fs::read_to_string(folder.join("header/macros.h"))?);
    banner(&mut out, "THE FUNCTIONS")?;
    out.push_str("#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
    for file in &files {
        let functions = layer(&config, file, &[ItemType::Functions])?;
        if !functions.is_empty() {
            section(&mut out, &fs::read_to_string(file)?)?;
            out.push_str(&functions);
        }
    }
    out.push_str("\n#ifdef __cplusplus\n} // extern \"C\"\n#endif\n\n#endif // POLYCTY_H\n");
    Ok(with_words_of_c(&out))
}

/// What Rust has to call `ty` is a `type` to C.
fn with_words_of_c(header: &str) -> String {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::with_capacity(header.len());
    let mut rest = header;
    while let Some(at) = rest.find("ty") {
        let (before, after) = (&rest[..at], &rest[at + 2..]);
        let alone = !before.ends_with(is_name) && !after.starts_with(is_name);
        out.push_str(before);
        out.push_str(if alone { "type" } else { "ty" });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The names of the modules, in the order in which they are declared.
fn modules(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let name = line.strip_prefix("pub mod ")?;
        name.strip_suffix(';')
    })
}

/// What cbindgen makes of these kinds of items in one file.
fn layer(config: &Config, file: &Path, kinds: &[ItemType]) -> Outcome<String> {
    let mut config = config.clone();
    config.export.item_types = kinds.to_vec();
    let mut text = Vec::new();
    Builder::new()
        .with_config(config)
        .with_src(file)
        .generate()?
        .write(&mut text);
    let text = String::from_utf8(text)?;
    Ok(match text.trim_matches('\n') {
        "" => String::new(),
        text => format!("\n{text}\n"),
    })
}

/// Plain data in the order of the source, the constants of an enumeration right
/// under it: cbindgen puts all constants together.
fn in_source_order(data: &str, source: &str) -> String {
    let mut blocks: Vec<&str> = data
        .split("\n\n")
        .map(|block| block.trim_matches('\n'))
        .collect();
    let mut out = String::new();
    let mut enumerated = false;
    for line in source.lines() {
        let declared = ["pub const ", "pub type ", "pub struct "]
            .iter()
            .find_map(|start| line.strip_prefix(start));
        let Some(declared) = declared else { continue };
        let name = declared
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
            .unwrap_or_default();
        let forms = [
            format!("#define {name} "),
            format!("typedef uint32_t {name};"),
            format!("}} {name};"),
            format!("(*{name})("),
        ];
        if let Some(at) = blocks
            .iter()
            .position(|block| forms.iter().any(|form| block.contains(form)))
        {
            let block = blocks.remove(at);
            let constant = block.contains("#define ");
            if !(constant && enumerated) {
                out.push('\n');
            }
            enumerated = block.contains("typedef uint32_t ") || (constant && enumerated);
            out.push_str(block);
            out.push('\n');
        }
    }
    for rest in blocks.iter().filter(|block| !block.is_empty()) {
        out.push_str(&format!("\n{rest}\n"));
    }
    out
}

const RULE: &str = "============================================================================";

fn banner(out: &mut String, title: &str) -> Outcome<()> {
    writeln!(out, "\n// {RULE}\n// {title}\n// {RULE}")?;
    Ok(())
}

/// The head comment of a file as the head of its section.
fn section(out: &mut String, source: &str) -> Outcome<()> {
    writeln!(out, "\n// {}", "-".repeat(RULE.len()))?;
    for line in source.lines().map_while(|line| line.strip_prefix("//!")) {
        writeln!(out, "//{line}")?;
    }
    writeln!(out, "// {}", "-".repeat(RULE.len()))?;
    Ok(())
}
