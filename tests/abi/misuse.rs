//! Programs that misuse the headers, and that compilers therefore warn about or refuse.

use crate::c_support::{left_out, present, root, scratch};
use std::fs;
use std::process::Command;

/// The ways to compile a program: compiler, language and standard.
const WAYS: [[&str; 3]; 10] = [
    ["gcc", "c", "c99"],
    ["gcc", "c", "c17"],
    ["gcc", "c", "c2x"],
    ["clang", "c", "c99"],
    ["clang", "c", "c17"],
    ["clang", "c", "c2x"],
    ["g++", "c++", "c++11"],
    ["g++", "c++", "c++17"],
    ["clang++", "c++", "c++11"],
    ["clang++", "c++", "c++17"],
];

/// Returns whether a compiler accepts the text after an include of the headers, and its output.
fn compile(name: &str, [compiler, language, standard]: [&str; 3], text: &str) -> (bool, String) {
    let source = scratch(&format!("misuse-{name}")).join("program.c");
    fs::write(&source, format!("#include <polycty.h>\n{text}")).expect("the folder is writable");
    let output = Command::new(compiler)
        .args(["-x", language, &format!("-std={standard}")])
        // Only with code generation does gcc find statuses that are ignored.
        .args(["-Wall", "-Wextra", "-c", "-o", "/dev/null", "-I"])
        .arg(root().join("include"))
        .arg(&source)
        .output()
        .expect("the compiler starts");
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.success(), printed)
}

/// Checks that each compiler accepts one program without a warning, and reports the misuse in the
/// other one: in C by a warning, in C++ by a warning or, if `refused` is set, by an error.
fn each_compiler_reports(name: &str, good: &str, misuse: &str, warning: &str, refused: bool) {
    for way in WAYS {
        if !present(way[0]) {
            left_out("the misuse of headers", way[0]);
            continue;
        }
        let context = format!("{name}, {way:?}");
        let (compiles, printed) = compile(name, way, good);
        assert!(compiles && printed.is_empty(), "{context}: {printed}");
        let (compiles, printed) = compile(name, way, misuse);
        if refused && way[1] == "c++" {
            assert!(
                !compiles && printed.contains("error:"),
                "{context} compiles"
            );
        } else {
            assert!(
                compiles && printed.contains(warning),
                "{context}: {printed}"
            );
        }
    }
}

#[test]
fn a_status_that_is_ignored_warns() {
    let leave = |call: &str| {
        format!(
            "void leave(const pcty_budget *budget);\n\
             void leave(const pcty_budget *budget) {{\n    {call};\n}}\n"
        )
    };
    each_compiler_reports(
        "status",
        &leave("PCTY_IGNORE(pcty_budget_leave(budget, NULL))"),
        &leave("pcty_budget_leave(budget, NULL)"),
        "-Wunused-result",
        false,
    );
}

/// Checks a program with a constant of the right enumeration and with one of another enumeration.
fn constants(name: &str, program: &str, right: &str, wrong: &str) {
    let (good, misuse) = (
        program.replace("CONSTANT", right),
        program.replace("CONSTANT", wrong),
    );
    each_compiler_reports(name, &good, &misuse, "-Wenum-conversion", true);
}

#[test]
fn an_argument_of_another_enumeration_is_reported() {
    let program = "bool same(const pcty_type *a, const pcty_type *b);\n\
                   bool same(const pcty_type *a, const pcty_type *b) {\n    \
                   bool equal = false;\n    \
                   return pcty_type_equivalent(a, b, CONSTANT, &equal, NULL) == PCTY_OK && equal;\n\
                   }\n";
    constants("argument", program, "PCTY_DIALECT_HCL", "PCTY_KIND_STRING");
}

#[test]
fn a_member_of_another_enumeration_is_reported() {
    let program = "void set(pcty_function_type *parts);\n\
                   void set(pcty_function_type *parts) {\n    parts->parameters = CONSTANT;\n}\n";
    constants(
        "member",
        program,
        "PCTY_PARAMETERS_ANY",
        "PCTY_CASE_IGNORED",
    );
}

#[test]
fn an_output_of_another_enumeration_is_reported() {
    let program = "void look(const pcty_value *value);\n\
                   void look(const pcty_value *value) {\n    \
                   pcty_state state = pcty_value_state(value);\n    \
                   if (state == PCTY_STATE_KNOWN) {\n        state = CONSTANT;\n    }\n    \
                   (void)state;\n}\n";
    constants("output", program, "PCTY_STATE_NULL", "PCTY_KIND_STRING");
}

#[test]
fn a_result_of_another_enumeration_is_reported() {
    let program = "pcty_status fail(void *data);\n\
                   pcty_status fail(void *data) {\n    (void)data;\n    return CONSTANT;\n}\n";
    constants(
        "result",
        program,
        "PCTY_ERROR_CALLBACK",
        "PCTY_SEVERITY_ERROR",
    );
}

/// Flags are numbers, so that they can be or-ed together.
#[test]
fn flags_are_numbers() {
    let program = "pcty_parameter_flags both(void);\npcty_parameter_flags both(void) {\n    \
                   return PCTY_PARAMETER_ALLOW_NULL | PCTY_PARAMETER_ALLOW_UNKNOWN;\n}\n";
    for way in WAYS.into_iter().filter(|way| present(way[0])) {
        let (compiles, printed) = compile("flags", way, program);
        assert!(compiles && printed.is_empty(), "{way:?}: {printed}");
    }
}

/// A width of less than 32 bits does not compile, since the library reads 32 bits.
#[test]
fn short_enumerations_are_refused() {
    for compiler in ["gcc", "clang"].into_iter().filter(|name| present(name)) {
        let source = scratch("misuse-short").join("program.c");
        fs::write(&source, "#include <polycty.h>\n").expect("the folder is writable");
        let output = Command::new(compiler)
            .args(["-std=c99", "-fshort-enums", "-fsyntax-only", "-I"])
            .arg(root().join("include"))
            .arg(&source)
            .output()
            .expect("the compiler starts");
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && printed.contains("PCTY_ENUMERATIONS_HAVE_32_BITS"));
    }
}
