//! The parts of the library that a build contains: headers, exports, and the errors of the rest.
//!
//! These tests run for each set of features. The other programs of this folder need all of them.

#[path = "../abi/c_support/mod.rs"]
#[allow(dead_code, reason = "the tests of the whole ABI use the rest")]
mod c_support;

use c_support::{Linked, build, libraries, present, root, scratch, succeed};
use polycty::dialect::{DialectId, is_built_in};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Each feature, and whether this build contains it.
const FEATURES: [(&str, bool); 8] = [
    ("hcl", true),
    ("pcl", cfg!(feature = "pcl")),
    ("terraform", cfg!(feature = "terraform")),
    ("puppet", cfg!(feature = "puppet")),
    ("mcl", cfg!(feature = "mcl")),
    ("translate", cfg!(feature = "translate")),
    ("schema", cfg!(feature = "schema")),
    ("services", cfg!(feature = "services")),
];

/// Installs the headers of this build's features into a folder.
fn staged(name: &str) -> PathBuf {
    let folder = scratch(name);
    let features = FEATURES.iter().filter(|feature| feature.1);
    succeed(
        Command::new(root().join("packaging/headers"))
            .arg(&folder)
            .args(features.map(|feature| feature.0)),
    );
    folder
}

/// The functions that the headers declare once the preprocessor has read them.
fn declared(headers: &Path) -> BTreeSet<String> {
    let source = headers.join("all.c");
    std::fs::write(
        &source,
        "#include <polycty.h>\n#include <polycty/bindings.h>\n",
    )
    .expect("the folder is writable");
    let output = succeed(Command::new("cc").arg("-E").arg("-P").args([
        "-I".as_ref(),
        headers.as_os_str(),
        source.as_os_str(),
    ]));
    let text = String::from_utf8(output.stdout).expect("headers are UTF-8");
    text.match_indices("pcty_")
        .filter_map(|(start, _)| {
            let before = text[..start].chars().next_back();
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            if before.is_some_and(|c| is_name(c) || c == '(') {
                return None;
            }
            let name: String = text[start..].chars().take_while(|c| is_name(*c)).collect();
            text[start + name.len()..].starts_with('(').then_some(name)
        })
        .collect()
}

#[test]
fn the_library_exports_the_functions_of_its_headers() {
    let object = libraries().join("libpolycty.so");
    let output = succeed(
        Command::new("nm")
            .args(["-D", "--defined-only"])
            .arg(object),
    );
    let text = String::from_utf8(output.stdout).expect("symbols are text");
    let exported: BTreeSet<String> = text
        .lines()
        .filter_map(|line| line.rsplit(' ').next())
        .map(str::to_owned)
        .collect();
    let declared = declared(&staged("feature-headers"));
    assert_eq!(
        exported.difference(&declared).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "exports without a declaration"
    );
    assert_eq!(
        declared.difference(&exported).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "declarations without an export"
    );
}

#[test]
fn a_header_is_installed_with_its_language() {
    let folder = staged("feature-files");
    for (feature, header) in [
        ("pcl", "pcl.h"),
        ("pcl", "pcl.hpp"),
        ("terraform", "terraform.h"),
        ("terraform", "terraform.hpp"),
        ("puppet", "puppet.h"),
        ("puppet", "puppet.hpp"),
        ("puppet", "puppet_language.h"),
        ("puppet", "puppet_catalog.hpp"),
        ("puppet", "puppet_language.hpp"),
        ("mcl", "mcl.h"),
        ("mcl", "mcl.hpp"),
        ("mcl", "mcl_language.h"),
        ("mcl", "mcl_language.hpp"),
        ("mcl", "mcl_runtime.hpp"),
        ("translate", "translate.h"),
        ("translate", "translate.hpp"),
        ("pcl", "detail/enumerations_pcl.hpp"),
        ("terraform", "detail/enumerations_terraform.hpp"),
        ("puppet", "detail/enumerations_puppet_language.hpp"),
        ("mcl", "detail/enumerations_mcl.hpp"),
        ("translate", "detail/enumerations_translate.hpp"),
        ("schema", "schema.h"),
        ("schema", "schema.hpp"),
        ("services", "services.h"),
        ("services", "services.hpp"),
        ("hcl", "hcl_write.hpp"),
        ("hcl", "mapping.hpp"),
    ] {
        let is_there = folder.join("polycty").join(header).is_file();
        let is_wanted = FEATURES.contains(&(feature, true));
        assert_eq!(is_there, is_wanted, "{header}");
    }
}

/// Whether the headers compile as C++, with the classes.
#[test]
fn the_headers_compile_as_cpp() {
    let folder = staged("feature-cpp");
    let source = folder.join("all.cpp");
    std::fs::write(&source, "#include <polycty.hpp>\n").expect("the folder is writable");
    for compiler in ["g++", "clang++"] {
        if present(compiler) {
            succeed(
                Command::new(compiler)
                    .args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"])
                    .args(["-I".as_ref(), folder.as_os_str(), source.as_os_str()]),
            );
        }
    }
}

/// A C program checks each feature, and uses a dialect that may be missing.
#[test]
fn a_program_learns_what_the_library_contains() {
    let folder = scratch("feature-program");
    let source = folder.join("features.c");
    let mut text = String::from(
        "#include <assert.h>\n#include <polycty.h>\n#include <string.h>\n\nint main(void) {\n",
    );
    for (feature, is_there) in FEATURES {
        let constant = feature.to_uppercase();
        text.push_str(&format!(
            "    assert(pcty_has(PCTY_FEATURE_{constant}) == {is_there});\n"
        ));
    }
    text.push_str("    assert(!pcty_has(0) && !pcty_has(99));\n");
    for (id, constant, ty) in [
        (DialectId::Hcl, "HCL", "list(string)"),
        (DialectId::Pcl, "PCL", "list(string)"),
        (DialectId::Puppet, "PUPPET", "Array[String]"),
        (DialectId::Mcl, "MCL", "[]str"),
    ] {
        let status = if is_built_in(id) {
            "PCTY_OK"
        } else {
            "PCTY_ERROR_UNSUPPORTED"
        };
        text.push_str(&format!(
            "    {{\n        pcty_type *type = NULL;\n        pcty_error *error = NULL;\n        \
             pcty_status status = pcty_type_parse(PCTY_STR(\"{ty}\"), PCTY_DIALECT_{constant}, &type, &error);\n        \
             assert(status == {status});\n"
        ));
        if !is_built_in(id) {
            let message = format!("this build of polycty does not contain {}", id.name());
            text.push_str(&format!(
                "        pcty_str message = pcty_error_message(error);\n        \
                 assert(message.len == {} && memcmp(message.data, \"{message}\", message.len) == 0);\n",
                message.len()
            ));
        }
        text.push_str("        pcty_type_free(type);\n        pcty_error_free(error);\n    }\n");
    }
    text.push_str("    return 0;\n}\n");
    std::fs::write(&source, text).expect("the folder is writable");
    for linked in [Linked::Static, Linked::Shared] {
        succeed(&mut Command::new(build(&source, linked)));
    }
}
