//! Tests of the headers: they match the library, and every compiler accepts them.

use crate::c_support::header::{
    HEADERS, Prototype, cpp_headers, headers, prototypes, text as header,
};
use crate::c_support::{SONAME, left_out, libraries, present, root, scratch, succeed};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// `make header` sets the variable to copy the headers that the build made.
#[test]
fn the_committed_headers_are_the_generated_ones() {
    let committed = root().join("include");
    if env::var_os("UPDATE_HEADER").is_some() {
        for file in c_headers(&committed.join("polycty")) {
            fs::remove_file(committed.join("polycty").join(file)).expect("the folder is writable");
        }
        for (name, text) in headers() {
            fs::write(committed.join(name), text).expect("the folder is writable");
        }
    }
    let mut names = BTreeSet::new();
    for (name, text) in headers() {
        let committed = fs::read_to_string(committed.join(&name)).unwrap_or_default();
        assert!(
            committed == text,
            "include/{name} is not what the build generates; run `make header`"
        );
        names.insert(name);
    }
    for folder in [
        committed.join("polycty"),
        Path::new(HEADERS).join("polycty"),
    ] {
        for name in c_headers(&folder) {
            let name = format!("polycty/{name}");
            assert!(names.contains(&name), "no family has the header {name}");
        }
    }
}

/// The names of the headers for C in a folder.
fn c_headers(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("the headers are there");
    files
        .map(|file| file.expect("the folder is readable").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".h"))
        .collect()
}

/// The tests of Ruby check its own shims.
#[test]
fn the_generated_files_of_go_are_those_of_the_model() {
    if !present("go") {
        return left_out("the shims of Go", "go");
    }
    let mut generator = Command::new("go");
    generator.args(["run", "./tools", "--check"]);
    succeed(generator.current_dir(root().join("bindings/go")));
}

/// Each header alone, and all of them together.
#[test]
fn every_standard_and_compiler_takes_each_header_without_a_warning() {
    let folder = scratch("header");
    let mut compiled = 0;
    for (name, _) in headers() {
        let source = folder.join(name.replace('/', "_")).with_extension("c");
        let constant = match name.as_str() {
            "polycty/features.h" => "PCTY_HAS_HCL",
            _ => "PCTY_OK",
        };
        let text = format!(
            "#include <{name}>\n#include <{name}>\nint included(void);\n\
             int included(void) {{ return (int){constant}; }}\n"
        );
        fs::write(&source, text).expect("the folder is writable");
        for (compilers, language, standards) in [
            (["gcc", "clang"], "c", ["c99", "c11", "c17"].as_slice()),
            (["g++", "clang++"], "c++", &["c++11", "c++17"]),
        ] {
            for compiler in compilers.into_iter().filter(|name| present(name)) {
                for standard in standards {
                    succeed(&mut check(compiler, language, standard, &source));
                    compiled += 1;
                }
            }
        }
    }
    assert!(
        compiled >= 5 * headers().len(),
        "there are no compilers for C and C++"
    );
}

fn check(compiler: &str, language: &str, standard: &str, source: &Path) -> Command {
    let mut command = Command::new(compiler);
    command
        .args(["-x", language, &format!("-std={standard}")])
        .args(["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"])
        .arg("-I")
        .arg(root().join("include"))
        .arg(source);
    command.args(["-Wconversion", "-Wsign-conversion", "-Wshadow"]);
    if language == "c" {
        command.arg("-Wstrict-prototypes");
    }
    command
}

/// In addition to the headers of this library that precede them.
#[test]
fn the_headers_include_only_three_headers() {
    let mut others = BTreeSet::new();
    let mut before = vec![String::new()];
    for (name, text) in headers().into_iter().skip(1) {
        let included = text
            .lines()
            .filter_map(|line| line.strip_prefix("#include "));
        for header in included {
            match header.strip_prefix('"') {
                Some(own) => assert!(before.contains(&own.replace('"', "")), "{name}: {header}"),
                None => {
                    others.insert(header.to_owned());
                }
            }
        }
        before.push(name.replace("polycty/", ""));
    }
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    assert_eq!(others, ["<stdbool.h>", "<stddef.h>", "<stdint.h>"]);
}

/// The head of `polycty.h` names each header and each section of it, in their order.
#[test]
fn the_table_of_contents_has_every_section() {
    let all = headers();
    let mut contents = all[0].1.as_str();
    for (name, text) in &all[1..] {
        let note = match name.as_str() {
            "polycty/bindings.h" => " (on its own)",
            _ => "",
        };
        let mut entries = vec![format!("// {name}{note}\n")];
        let mut lines = text.lines();
        while lines.any(|line| line.starts_with("// ------")) {
            let title = lines.next().unwrap_or_default();
            entries.push(title.replace("// ", "//   - ") + "\n");
            lines.find(|line| line.starts_with("// ------"));
        }
        let has_sections = entries.len() > 1 || name == "polycty/features.h";
        assert!(has_sections, "{name} has no section");
        for entry in entries {
            let (_, rest) = contents
                .split_once(&entry)
                .unwrap_or_else(|| panic!("the contents lack {entry}"));
            contents = rest;
        }
    }
}

/// The blocks of a language between two lines of three backquotes, in a text whose
/// lines begin with a prefix.
fn blocks(text: &str, prefix: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}");
    let mut blocks = Vec::new();
    let mut current: Option<String> = None;
    for line in text.lines() {
        let text = line.strip_prefix(prefix).unwrap_or_default();
        let text = match prefix {
            "" => text,
            _ => text.strip_prefix(' ').unwrap_or(text),
        };
        match (&mut current, text) {
            (None, text) if text == fence => current = Some(String::new()),
            (Some(_), "```") => blocks.extend(current.take()),
            (Some(code), text) => {
                code.push_str(text);
                code.push('\n');
            }
            _ => {}
        }
    }
    blocks
}

/// Compiles examples, one after the other, as one source.
fn compile(name: &str, includes: &str, examples: &[String], ways: &[[&str; 3]]) {
    let source = includes.to_owned() + &examples.concat();
    let folder = scratch(name);
    for [compiler, language, standard] in ways.iter().filter(|[name, ..]| present(name)) {
        let path = folder.join(format!("examples.{language}"));
        fs::write(&path, &source).expect("the folder is writable");
        let mut command = check(compiler, language, standard, &path);
        // An example is a function that nothing calls.
        succeed(command.arg("-Wno-unused-function"));
    }
}

const C_INCLUDES: &str = "#include <polycty.h>\n#include <polycty/bindings.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
                          #include <string.h>\n\
                          static inline void must(pcty_status status) {\n\
                          if (status != PCTY_OK) abort();\n}\n";
const CPP_INCLUDES: &str =
    "#include <polycty/mapping.hpp>\n#include <polycty.hpp>\n#include <iostream>\n#include <map>\n";
const C_WAYS: [[&str; 3]; 2] = [["gcc", "c", "c99"], ["g++", "c++", "c++17"]];
const CPP_WAYS: [[&str; 3]; 2] = [["g++", "c++", "c++17"], ["clang++", "c++", "c++20"]];

#[test]
fn the_examples_of_the_header_compile() {
    let header = header();
    let examples = blocks(&header, "//", "c");
    let handles = header.matches("\ntypedef struct pcty_").count();
    assert_eq!(examples.len(), handles, "each handle has one example");
    compile("examples", C_INCLUDES, &examples, &C_WAYS);
}

#[test]
fn the_examples_of_the_rules_compile() {
    let rules = file("docs/explanation/ownership.md");
    for (language, includes, ways) in [("c", C_INCLUDES, C_WAYS), ("cpp", CPP_INCLUDES, CPP_WAYS)] {
        let examples = blocks(&rules, "", language);
        assert!(!examples.is_empty());
        compile(&format!("rules-{language}"), includes, &examples, &ways);
    }
}

/// A class of the wrapper begins at the margin, outside of its details.
#[test]
fn the_examples_of_the_wrapper_compile() {
    for path in wrappers() {
        examples_of_classes_compile(&path);
    }
}

fn examples_of_classes_compile(path: &str) {
    let wrapper = file(path);
    let mut inside_details = false;
    let mut classes = 0;
    for line in wrapper.lines() {
        match line {
            "namespace detail {" => inside_details = true,
            "} // namespace detail" => inside_details = false,
            _ => {}
        }
        let class = line.starts_with("class ")
            || (line.starts_with("template <") && line.contains("> class "));
        classes += usize::from(class && !line.ends_with(';') && !inside_details);
    }
    let examples = blocks(&wrapper, "//", "cpp");
    assert_eq!(examples.len(), classes, "each class has one example");
    let name = format!("{}-examples", path.replace('/', "-"));
    if classes > 0 {
        compile(&name, CPP_INCLUDES, &examples, &CPP_WAYS);
    }
}

/// A program may include the header of one topic alone. Those in `detail` are parts of others.
#[test]
fn every_header_of_the_wrapper_compiles_alone() {
    let folder = scratch("wrapper-alone");
    let mut compiled = 0;
    for name in cpp_headers().filter(|name| !name.starts_with("detail/")) {
        let source = folder.join(&name).with_extension("cpp");
        let text = format!("#include <polycty/{name}>\n#include <polycty/{name}>\n");
        fs::write(&source, text).expect("the folder is writable");
        for [compiler, standard] in [["g++", "c++17"], ["clang++", "c++20"]] {
            if present(compiler) {
                let mut command = check(compiler, "c++", standard, &source);
                succeed(command.args(["-Wold-style-cast", "-Wnon-virtual-dtor"]));
                compiled += 1;
            }
        }
    }
    assert!(compiled >= 20, "no compilers for C++ were found");
}

/// The condition of a header for C++ in `polycty.hpp` is that of the header for C.
#[test]
fn the_wrapper_includes_every_header_under_the_condition_of_its_language() {
    let mut conditions = BTreeMap::new();
    for text in [header(), file("include/polycty.hpp")] {
        let mut condition = "";
        for line in text.lines() {
            match line.split_once(' ') {
                Some(("#ifdef", name)) => condition = name,
                Some(("#include", name)) if name.starts_with("\"polycty/") => {
                    let name = name.trim_matches('"').replace("polycty/", "");
                    conditions.insert(name, condition.to_owned());
                }
                _ if line == "#endif" => condition = "",
                _ => {}
            }
        }
    }
    for name in cpp_headers() {
        if name.starts_with("detail/") || name.starts_with("mapping") {
            continue;
        }
        let condition = conditions.get(&name);
        assert!(condition.is_some(), "polycty.hpp does not include {name}");
        // `mcl_runtime.hpp` and `puppet_catalog.hpp` have no header for C of their own names.
        let language = name
            .replace("_runtime", "_language")
            .replace("_catalog", "_language")
            .replace(".hpp", ".h");
        if let Some(of_c) = conditions.get(&language) {
            assert_eq!(condition, Some(of_c), "{name}");
        }
    }
}

/// The wrapper consists of templates, which are only compiled as far as a program uses them. The
/// test therefore compiles the programs of the tests and the examples.
#[test]
fn every_standard_and_compiler_takes_the_wrapper_without_a_warning() {
    let twice = scratch("wrapper").join("include.cpp");
    let text = "#include <polycty/mapping.hpp>\n#include <polycty.hpp>\n\
                #include <polycty/mapping.hpp>\n#include <polycty.hpp>\n\
                int included();\nint included() { return polycty::abi_version() == 0; }\n";
    fs::write(&twice, text).expect("the folder is writable");
    // Templates take long to compile, so not every program is compiled in every way.
    let every_way = [
        ["g++", "c++17"],
        ["g++", "c++20"],
        ["clang++", "c++17"],
        ["clang++", "c++20"],
    ];
    let mut compiled = 0;
    let mut compile = |source: &Path, ways: &[[&str; 2]]| {
        for [compiler, standard] in ways.iter().filter(|[compiler, _]| present(compiler)) {
            let mut command = check(compiler, "c++", standard, source);
            if source.starts_with(root().join("c-tests")) {
                command.arg("-I").arg(root().join("c-tests"));
                // `CHECK(!"why")` is the tests' way to fail.
                command.arg("-Wno-string-conversion");
            } else {
                // The shared part of the tests is C, with C casts.
                command.args(["-Wold-style-cast", "-Wnon-virtual-dtor"]);
            }
            succeed(&mut command);
            compiled += 1;
        }
    };
    compile(&twice, &every_way);
    for program in programs("examples/cpp") {
        compile(&program, &every_way);
    }
    for program in programs("c-tests") {
        compile(&program, &every_way[1..3]);
    }
    assert!(compiled >= 5, "no compilers for C++ were found");
    if !present("clang++") {
        left_out("the wrapper with another compiler", "clang++");
    }
    for path in wrappers() {
        let macros = file(&path).matches("#define ").count();
        assert_eq!(macros, 1, "only the guard of {path} is a macro");
    }
}

/// The sources in C++ of a folder.
fn programs(folder: &str) -> Vec<PathBuf> {
    fs::read_dir(root().join(folder))
        .expect("there are programs")
        .map(|entry| entry.expect("the folder is readable").path())
        .filter(|path| path.extension().is_some_and(|end| end == "cpp"))
        .collect()
}

#[test]
fn the_wrapper_says_that_it_needs_exceptions() {
    let source = scratch("no-exceptions").join("include.cpp");
    fs::write(&source, "#include <polycty.hpp>\n").expect("the folder is writable");
    let output = check("c++", "c++", "c++17", &source)
        .arg("-fno-exceptions")
        .output()
        .expect("there is a C++ compiler");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success());
    assert!(stderr.contains("without them use polycty.h"), "{stderr}");
}

#[test]
fn the_wrapper_leaves_no_function_out() {
    // A copy of text is a std::string, which has the text with a zero at its end, and views have `==`.
    let not_needed = ["pcty_string_new", "pcty_string_cstr", "pcty_str_equal"];
    let for_bindings = prototypes(&headers().pop().expect("there are headers").1);
    let for_bindings: Vec<String> = for_bindings.into_iter().map(|one| one.name).collect();
    let wrapper = wrapper();
    let words: BTreeSet<&str> = wrapper
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    let missing: Vec<String> = prototypes(&header())
        .into_iter()
        .map(|prototype| prototype.name)
        .filter(|name| !words.contains(name.as_str()) && !not_needed.contains(&name.as_str()))
        .filter(|name| !for_bindings.contains(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

fn file(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("the file is there")
}

/// The headers for C++, relative to the root.
fn wrappers() -> Vec<String> {
    let mut paths = vec!["include/polycty.hpp".to_owned()];
    paths.extend(cpp_headers().map(|name| format!("include/polycty/{name}")));
    paths
}

/// The text of the headers for C++ that `polycty.hpp` includes.
fn wrapper() -> String {
    let paths = wrappers().into_iter();
    let included = paths.filter(|path| !path.contains("/mapping"));
    included.map(|path| file(&path)).collect()
}

#[test]
fn the_shared_object_exports_what_the_header_declares_and_nothing_else() {
    let object = libraries().join("libpolycty.so");
    let names = succeed(
        Command::new("nm")
            .args(["-D", "--defined-only"])
            .arg(&object),
    );
    let exported: BTreeSet<String> = String::from_utf8_lossy(&names.stdout)
        .lines()
        .filter_map(|line| line.split_whitespace().nth(2).map(str::to_owned))
        .collect();
    let declared: BTreeSet<String> = prototypes(&header())
        .into_iter()
        .map(|prototype| prototype.name)
        .collect();
    assert_eq!(exported, declared);
    assert!(declared.iter().all(|name| name.starts_with("pcty_")));
}

#[test]
fn the_shared_object_has_a_soname() {
    let object = libraries().join("libpolycty.so");
    let dynamic = succeed(Command::new("readelf").arg("-d").arg(&object));
    let dynamic = String::from_utf8_lossy(&dynamic.stdout).into_owned();
    let soname = format!("[{SONAME}]");
    assert!(
        dynamic
            .lines()
            .any(|line| line.contains("SONAME") && line.contains(&soname)),
        "{dynamic}"
    );
}

#[test]
fn the_version_macros_are_the_versions_of_the_package() {
    let header = header();
    for (part, number) in [
        ("MAJOR", env!("CARGO_PKG_VERSION_MAJOR")),
        ("MINOR", env!("CARGO_PKG_VERSION_MINOR")),
        ("PATCH", env!("CARGO_PKG_VERSION_PATCH")),
    ] {
        let line = format!("\n#define PCTY_VERSION_{part} {number}\n");
        assert!(header.contains(&line), "{line}");
    }
}

/// Every comment describes the function, the ownership, the errors and the meaning of NULL.
#[test]
fn every_function_says_its_contract() {
    let mut silent = Vec::new();
    for function in prototypes(&header()) {
        let mut needed = Vec::new();
        let pointers = function.params.iter().any(|(ty, _)| ty.ends_with('*'));
        if pointers {
            needed.push("NULL:");
        }
        let fallible = function
            .params
            .last()
            .is_some_and(|(ty, _)| ty == "pcty_error **");
        if fallible {
            needed.push("Errors:");
        }
        let gives = |ty: &str| ty.ends_with('*') || ty == "pcty_str";
        if gives(&function.result) || fallible {
            needed.push("Ownership:");
        }
        for word in needed {
            if !function.comment.contains(word) {
                silent.push(format!("{} has no \"{word}\"", function.name));
            }
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

/// The parts of a call in the order that the head of the header defines.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Place {
    /// The subject of the call.
    Operand,
    /// The dialect whose rules apply.
    Rules,
    Option,
    /// The mode of Puppet, an additional parameter of the functions that end in `_in`.
    Mode,
    Callback,
    Output,
    Error,
}

fn place(header: &str, ty: &str, name: &str) -> Place {
    let declared = |form: &str| header.contains(&form.replace("NAME", ty));
    let target = ty.strip_suffix('*').map(str::trim);
    let lent = ty.starts_with("const ") && !ty.ends_with("**");
    let handle = target.is_some_and(|to| header.contains(&format!("\ntypedef struct {to} {to};")));
    match (ty, name) {
        ("pcty_error **", "error") => Place::Error,
        ("pcty_dialect" | "pcty_hcl_syntax" | "pcty_data_format", _) => Place::Rules,
        ("pcty_puppet_mode", _) => Place::Mode,
        // An error is made of a status.
        ("pcty_status", _) => Place::Operand,
        ("bool", "inclusive" | "required") => Place::Option,
        ("void *", _) => Place::Callback,
        _ if declared("(*NAME)(") => Place::Callback,
        _ if declared("\ntypedef uint32_t NAME;") => Place::Option,
        _ if declared("\ntypedef enum NAME ") => Place::Option,
        _ if ty.ends_with("_options *") => Place::Option,
        _ if target.is_some() && !lent && !handle => {
            if ty.ends_with("*const *") {
                Place::Operand
            } else {
                Place::Output
            }
        }
        _ => Place::Operand,
    }
}

/// `polycty.h` contains the rule.
#[test]
fn arguments_come_in_one_order() {
    let header = header();
    let before = [
        ("source", "target"),
        ("found", "wanted"),
        ("actual", "expected"),
        ("from", "to"),
        ("value", "type"),
        ("given", "parameters"),
        ("source_text", "file"),
        ("source", "file"),
        ("file", "start"),
        ("user_data", "destroy"),
        ("data", "destroy"),
        ("arguments", "result"),
        ("signature", "arguments"),
        ("block_type", "scope"),
        ("nested", "labels"),
        ("nested", "min"),
        ("name", "parameters"),
    ];
    // A constructor: its source follows the type.
    let of_a_type = ["pcty_pcl_type_const", "pcty_type_literal"];
    let mut wrong = Vec::new();
    for function in prototypes(&header) {
        let places: Vec<Place> = function
            .params
            .iter()
            .map(|(ty, name)| place(&header, ty, name))
            .collect();
        // A buffer's length follows it.
        let ordered = places.is_sorted_by(|a, b| a <= b) || function.name == "pcty_value_as_bytes";
        // Applies to the operands. An error that is changed is not the target of a source.
        let at = |wanted: &str| {
            function
                .params
                .iter()
                .zip(&places)
                .position(|((ty, name), place)| {
                    name == wanted && *place <= Place::Callback && ty != "pcty_error *"
                })
        };
        let swapped = before
            .iter()
            .any(|(first, second)| match (at(first), at(second)) {
                (Some(first), Some(second)) => first > second,
                _ => false,
            });
        // `out` begins the outputs, and `diagnostics` ends them.
        let outputs: Vec<&str> = (function.params.iter().zip(&places))
            .filter(|(_, place)| **place == Place::Output)
            .map(|((_, name), _)| name.as_str())
            .collect();
        let stands = |name, at: Option<usize>| {
            let found = outputs.iter().position(|output| *output == name);
            found.is_none() || found == at
        };
        let outputs_ordered =
            stands("out", Some(0)) && stands("diagnostics", outputs.len().checked_sub(1));
        if !ordered || !outputs_ordered || (swapped && !of_a_type.contains(&function.name.as_str()))
        {
            wrong.push(format!("{}: {:?}", function.name, function.params));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every handle documents which threads may use it, or that it is borrowed and follows the rules of
/// its owner.
#[test]
fn every_handle_says_who_may_use_it() {
    let header = header();
    let mut silent = Vec::new();
    let mut comment = String::new();
    for line in header.lines() {
        match line.strip_prefix("//") {
            Some(text) => comment.push_str(text),
            None => {
                let handle = line.strip_prefix("typedef struct pcty_");
                let says = comment.contains("thread") || comment.contains("lent");
                silent.extend(handle.filter(|_| !says));
                comment.clear();
            }
        }
    }
    assert!(silent.is_empty(), "{silent:?}");
}

/// `_at` takes a position, `_get` a name or a key, and nothing else takes them.
#[test]
fn an_element_is_asked_for_in_one_way() {
    // Functions that create from a position, or describe one.
    let others = [
        "pcty_path_append_index",
        "pcty_hcl_spec_block_label",
        "pcty_hcl_file_label_to_text",
    ];
    let mut wrong = Vec::new();
    for Prototype { name, params, .. } in prototypes(&header()) {
        let position = params
            .iter()
            .any(|(ty, name)| ty == "size_t" && name == "index");
        let key = params
            .iter()
            .any(|(_, name)| name == "name" || name == "key");
        let well = match () {
            () if name.ends_with("_at") => position,
            () if name.ends_with("_get") => key || params.iter().any(|(_, name)| name == "id"),
            () => !position || others.contains(&name.as_str()),
        };
        if !well {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Each export runs inside a function that catches panics, or a helper that does.
#[test]
fn every_export_is_guarded() {
    const GUARDS: [&str; 22] = [
        "quiet(",
        "peek(",
        "make(",
        "answer(",
        "run(",
        "make_charged(",
        "answer_charged(",
        "run_charged(",
        "release(", // of guard.rs
        "build(",
        "rendered(",
        "shared(",
        "fresh(",
        "of_type(",
        "combined(",
        "derived(",
        "make_diagnosed(",
        "make_diagnosed_charged(",
        "fill(",
        "give(",
        "assignable_charged(", // of dialect.rs; a type summary is not sufficient
        "is_instance_charged(",
    ];
    let mut exports = 0;
    for path in sources(&root().join("src/ffi")) {
        let source = fs::read_to_string(&path).expect("sources are text");
        for export in source.split("\n#[unsafe(no_mangle)]\n").skip(1) {
            let body = export.split("\n}\n").next().unwrap_or_default();
            assert!(GUARDS.iter().any(|guard| body.contains(guard)), "{body}");
            exports += 1;
        }
        // `owned!` exports functions whose bodies are `cloned` and `release` of guard.rs.
        let owned = source.split("\nowned! {\n").skip(1);
        exports += owned
            .filter_map(|owned| owned.split_once("\n}\n"))
            .flat_map(|(functions, _)| functions.lines())
            .filter(|line| line.starts_with("    fn "))
            .count();
    }
    assert_eq!(exports, prototypes(&header()).len());
}

/// The sources in Rust of a folder and of those inside it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder is readable").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}
