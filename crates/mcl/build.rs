//! Makes the tables of the parser of its grammar.

#[path = "src/syntax/lalr.rs"]
mod lalr;

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grammar = "src/syntax/mcl.grammar";
    println!("cargo:rerun-if-changed={grammar}");
    println!("cargo:rerun-if-changed=src/syntax/lalr.rs");
    let tables = lalr::rust(&std::fs::read_to_string(grammar)?)?;
    let folder = std::env::var_os("OUT_DIR").ok_or("no OUT_DIR")?;
    std::fs::write(Path::new(&folder).join("tables.rs"), tables)?;
    Ok(())
}
