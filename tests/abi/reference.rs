//! The reference of the headers builds without a warning and is complete.

use crate::c_support::header::{prototypes, text as header};
use crate::c_support::{left_out, present, root, scratch, succeed};
use std::fs;
use std::process::Command;

#[test]
fn the_reference_has_every_function_and_class() {
    if !present("doxygen") {
        return left_out("the reference of the headers", "doxygen");
    }
    let folder = scratch("reference");
    succeed(Command::new(root().join("docs/doxygen/build")).arg(&folder));
    let index = fs::read_to_string(folder.join("polycty.tag")).expect("doxygen wrote an index");
    for function in prototypes(&header()) {
        let entry = format!("<name>{}</name>", function.name);
        assert!(index.contains(&entry), "{} is missing", function.name);
    }
    for class in [
        "Value",
        "Type",
        "Error",
        "Function",
        "hcl::Body",
        "puppet::Aliases",
    ] {
        let entry = format!("<name>polycty::{class}</name>");
        assert!(index.contains(&entry), "{class} is missing");
    }
    assert!(
        !index.contains("polycty::detail"),
        "details are no part of it"
    );
}
