//! Tests of programs in C++ that must not compile: assignment through views, and results that a
//! temporary owns.

use crate::c_support::header::cpp_headers;
use crate::c_support::{left_out, present, root, scratch};
use std::fs;
use std::process::Command;

const HEAD: &str = "#include <polycty.hpp>\nusing namespace polycty;\nValue make();\n\
                    Type make_type();\nhcl::Content content();\n";

/// Each wrong program, and the right one next to it.
const PROGRAMS: [(&str, &str); 15] = [
    (
        "void find(ValueRef &out); void f() { Value v; find(v); }",
        "void find(ValueRef &out); void f() { ValueRef v = ValueRef(Value()); find(v); }",
    ),
    (
        "void f(TypeRef t) { Type owner; static_cast<TypeRef &>(owner) = t; }",
        "void f(TypeRef t) { Type owner; owner = t; }",
    ),
    (
        "void f(TypeRef t) { Type owner; static_cast<TypeMethods &>(owner) = t; }",
        "void f(TypeRef t) { TypeRef view = Type::string(); view = t; }",
    ),
    (
        "void f() { for (auto e : make().elements()) { (void)e; } }",
        "void f() { Value v = make(); for (auto e : v.elements()) { (void)e; } }",
    ),
    (
        "void f() { for (auto e : make()[\"a\"].elements()) { (void)e; } }",
        "void f() { Value v = make()[\"a\"]; for (auto e : v.elements()) { (void)e; } }",
    ),
    (
        "ValueRef *f() { static auto a = make()[0]; return &a; }",
        "Value *f() { static auto a = make()[0]; return &a; }",
    ),
    (
        "std::optional<ValueRef> *f() { static auto a = make().attribute(\"a\"); return &a; }",
        "std::optional<Value> *f() { static auto a = make().attribute(\"a\"); return &a; }",
    ),
    (
        "std::string_view *f() { static auto s = make().as_string(); return &s; }",
        "std::string *f() { static auto s = make().as_string(); return &s; }",
    ),
    (
        "TypeRef *f() { static auto t = make().type(); return &t; }",
        "Type *f() { static auto t = make().type(); return &t; }",
    ),
    (
        "void f() { for (auto field : make_type().fields()) { (void)field; } }",
        "void f() { Type t = make_type(); for (auto field : t.fields()) { (void)field; } }",
    ),
    (
        "MarksRef *f() { static auto m = make().marks(); return &m; }",
        "Marks *f() { static auto m = make().marks(); return &m; }",
    ),
    (
        "auto f() { return content().attribute(\"a\")->name(); }",
        "auto f(const hcl::Content &c) { return c.attribute(\"a\")->name(); }",
    ),
    (
        "auto f() { return hcl::File(\"a = 1\", \"f\").body(); }",
        "auto f(hcl::File &file) { return file.body(); }",
    ),
    (
        "void f() { for (auto v : puppet::parts(make())) { (void)v; } }",
        "void f(ValueRef value) { for (auto v : puppet::parts(value)) { (void)v; } }",
    ),
    (
        "auto f(const Capsule<int> &c) { return &c.get(c.make(1)); }",
        "auto f(const Capsule<int> &c, ValueRef v) { return &c.get(v); }",
    ),
];

/// Whether a compiler accepts a program after the declarations that all of them share.
fn compiles(compiler: &str, program: &str) -> bool {
    let source = scratch("cpp-safety").join("program.cpp");
    fs::write(&source, format!("{HEAD}{program}\n")).expect("the folder is writable");
    let mut command = Command::new(compiler);
    command.args(["-x", "c++", "-std=c++17", "-fsyntax-only", "-w", "-I"]);
    command.arg(root().join("include")).arg(&source);
    let output = command.output().expect("the compiler starts");
    output.status.success()
}

#[test]
fn what_is_borrowed_from_a_temporary_or_assigned_through_a_view_does_not_compile() {
    let Some(compiler) = ["clang++", "g++"].into_iter().find(|name| present(name)) else {
        return left_out("programs in C++ that must not compile", "clang++");
    };
    // All the right ones together, each in a namespace of its own.
    let right: String = (0..)
        .zip(PROGRAMS)
        .map(|(number, (_, right))| format!("namespace right_{number} {{ {right} }}\n"))
        .collect();
    assert!(compiles(compiler, &right), "{right}");
    for (wrong, _) in PROGRAMS {
        assert!(!compiles(compiler, wrong), "it compiles: {wrong}");
    }
}

/// The classes of a header that own a handle, with their public members.
fn owners(text: &str) -> Vec<(&str, &str)> {
    let mut owners = Vec::new();
    for part in text.split("\nclass ").skip(1) {
        let (Some((head, rest)), Some(name)) =
            (part.split_once('{'), part.split_whitespace().next())
        else {
            continue;
        };
        if head.contains("Owned<") || head.contains("Shared<") || name == "Error" {
            let body = rest.split("\n};\n").next().unwrap_or_default();
            owners.push((name, body.split("  private:").next().unwrap_or_default()));
        }
    }
    owners
}

/// The result of a const method that temporaries may call too, if a line declares one.
fn result_for_temporaries(line: &str) -> Option<&str> {
    let declared = line.strip_prefix("    ")?;
    let starts = declared.starts_with(|c: char| c.is_alphabetic());
    let (signature, after) = declared.split_once(") const")?;
    let is_static = signature.starts_with("static ") || signature.starts_with("return ");
    if !starts || is_static || after.starts_with(" &") {
        return None;
    }
    let (result, _) = signature.split_once('(')?;
    let (result, _) = result.rsplit_once(' ')?;
    Some(result)
}

/// A method whose result an owner keeps alive is only for named owners. Temporaries have an
/// overload that returns an owned result, or none.
#[test]
fn an_owner_lends_nothing_to_a_temporary() {
    let borrowed = ["string_view", "Range<", "Span<", "Ref>"];
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for name in cpp_headers() {
        let text = fs::read_to_string(root().join("include/polycty").join(&name));
        let text = text.expect("the header is there");
        for (class, members) in owners(&text) {
            for line in members.lines() {
                seen += 1;
                let Some(result) = result_for_temporaries(line) else {
                    continue;
                };
                if result.ends_with("Ref") || borrowed.iter().any(|word| result.contains(word)) {
                    wrong.push(format!("{name}: {class}: {}", line.trim()));
                }
            }
        }
    }
    assert!(seen > 500, "the headers have no owners");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
