//! Compatibility of the ABI: a program that was linked against the recorded ABI works with this
//! one.
//!
//! `include/polycty.abi` records the properties that such a program relies on, one on each line:
//! functions and callbacks with the types of their parameters, the values of constants, the sizes
//! and offsets of plain data. It is generated from the header, with the layout from the C compiler.
//! A new property is an addition: only the record must be renewed. A removed or changed property
//! breaks the ABI and requires a new PCTY_ABI_VERSION. A struct that begins with its size may grow
//! at its end.

use crate::c_support::header::{data, declared, prototypes, text as header};
use crate::c_support::{left_out, root, scratch, succeed};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};

const HEAD: &str = "\
# The ABI of polycty, a fact a line, for 64-bit systems. Made from the headers: `make header`
# adds what is new; `make abi` takes what broke, once PCTY_ABI_VERSION has risen.
";

/// The properties, by kind and name.
type Facts = BTreeMap<String, String>;

/// The facts of a record.
fn facts(record: &str) -> Facts {
    record
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let end = line
                .match_indices(' ')
                .nth(1)
                .map_or(line.len(), |(at, _)| at);
            (line[..end].to_owned(), line[end..].trim().to_owned())
        })
        .collect()
}

/// The differences between two records.
#[derive(Debug, Default, PartialEq)]
struct Changes {
    additions: Vec<String>,
    breaks: Vec<String>,
}

fn changes(old: &Facts, new: &Facts) -> Changes {
    let mut changes = Changes::default();
    for (name, was) in old {
        match new.get(name) {
            None => changes.breaks.push(format!("{name} is gone: {was}")),
            Some(is) if is == was || name == "abi version" => {}
            Some(is) if grown(name, was, is, old) => {
                changes
                    .additions
                    .push(format!("{name} grew: {was}, now {is}"));
            }
            Some(is) => changes
                .breaks
                .push(format!("{name} was {was}, and is {is}")),
        }
    }
    for (name, is) in new.iter().filter(|(name, _)| !old.contains_key(*name)) {
        if squeezed_in(name, is, old) {
            changes
                .breaks
                .push(format!("{name} changes a struct that callers know"))
        } else {
            changes.additions.push(format!("{name} {is}"))
        }
    }
    changes
}

/// The number that follows a word of a fact.
fn number(fact: &str, word: &str) -> Option<u64> {
    let mut words = fact.split(' ').skip_while(|found| *found != word);
    words.nth(1)?.parse().ok()
}

/// Whether a struct contains its size, so that it may grow at its end.
fn tells_its_size(name: &str, facts: &Facts) -> bool {
    facts
        .get(&format!("member {name}.struct_size"))
        .is_some_and(|member| number(member, "offset") == Some(0))
}

fn grown(name: &str, was: &str, is: &str, old: &Facts) -> bool {
    name.strip_prefix("struct ").is_some_and(|name| {
        tells_its_size(name, old)
            && number(was, "align") == number(is, "align")
            && number(was, "size") < number(is, "size")
    })
}

/// Whether a new member is at an offset where an older caller's struct has a different member, or
/// ends.
fn squeezed_in(name: &str, is: &str, old: &Facts) -> bool {
    let Some((name, _)) = name
        .strip_prefix("member ")
        .and_then(|member| member.split_once('.'))
    else {
        return false;
    };
    let Some(before) = old.get(&format!("struct {name}")) else {
        return false;
    };
    !tells_its_size(name, old) || number(is, "offset") < number(before, "size")
}

/// The record of the header that the build made.
fn record() -> &'static str {
    static RECORD: OnceLock<String> = OnceLock::new();
    RECORD.get_or_init(made)
}

fn made() -> String {
    let header = header();
    let data = data(&header);
    let mut record = HEAD.to_owned();
    let mut members: Option<Vec<(String, String)>> = None;
    let mut enumeration = false;
    let mut structs = Vec::new();
    let mut lines = data.lines().filter(|line| !line.trim().starts_with("//"));
    while let Some(line) = lines.next() {
        let line = line.trim_end();
        if line == "typedef struct {" {
            members = Some(Vec::new());
        } else if let Some(name) = line.strip_prefix("} ").filter(|_| members.is_some()) {
            let name = name.trim_end_matches(';').to_owned();
            structs.push((name, members.take().unwrap_or_default()));
        } else if let Some(members) = &mut members {
            members.push(declared(line.trim_end_matches(';')));
        } else if let Some(name) = line.strip_prefix("typedef enum ") {
            let name = name.split(' ').next().unwrap_or_default();
            let _ = writeln!(record, "type {name} enum");
            enumeration = true;
        } else if enumeration {
            let constant = line.trim().trim_end_matches(',').split_once(" = ");
            enumeration = constant.is_some();
            if let Some((constant, number)) = constant {
                let _ = writeln!(record, "constant {constant} {number}");
            }
        } else if let Some(declaration) = line.strip_prefix("typedef ") {
            let mut declaration = declaration.to_owned();
            while !declaration.ends_with(';') {
                declaration.push_str(lines.next().expect("a declaration ends").trim());
            }
            record.push_str(&named(declaration.trim_end_matches(';')));
        } else if let Some(definition) = line.strip_prefix("#define PCTY_") {
            record.push_str(&constant(definition));
        }
    }
    record.push_str(&layouts(&structs));
    for function in prototypes(&header) {
        let mut types: Vec<String> = function.params.into_iter().map(|(ty, _)| ty).collect();
        if types.is_empty() {
            types.push("void".to_owned());
        }
        let _ = writeln!(
            record,
            "function {} {} ({})",
            function.name,
            function.result,
            types.join(", ")
        );
    }
    record
}

/// The declaration in a `typedef`: a handle, an alias of a type, or a callback.
fn named(declaration: &str) -> String {
    if let Some(handle) = declaration.strip_prefix("struct ") {
        let (name, _) = handle.split_once(' ').expect("a handle has a name");
        return format!("handle {name}\n");
    }
    let Some((result, rest)) = declaration.split_once("(*") else {
        let (ty, name) = declared(declaration);
        return format!("type {name} {ty}\n");
    };
    let (name, params) = rest.split_once(")(").expect("a callback has parameters");
    let params: Vec<String> = params
        .trim_end_matches(')')
        .split(',')
        .map(|param| declared(param).0)
        .collect();
    format!(
        "callback {name} {} ({})\n",
        result.trim(),
        params.join(", ")
    )
}

/// The value of a macro, if it is a number that programs compile in.
fn constant(definition: &str) -> String {
    match definition.split_once(' ') {
        Some(("ABI_VERSION", number)) => format!("abi version {number}\n"),
        Some((name, number))
            if !name.starts_with("VERSION_")
                && !name.contains('(')
                && !name.ends_with("_INIT")
                && !["MUST_USE", "ENUM"].contains(&name) =>
        {
            format!("constant PCTY_{name} {number}\n")
        }
        _ => String::new(),
    }
}

/// The layout of structs according to the C compiler.
fn layouts(structs: &[(String, Vec<(String, String)>)]) -> String {
    let mut program = "#include <polycty.h>\n#include <polycty/bindings.h>\n#include <stdio.h>\n#include <stdalign.h>\n\
                       int main(void) {\n"
        .to_owned();
    for (name, members) in structs {
        let _ = writeln!(
            program,
            "printf(\"struct {name} size %zu align %zu\\n\", sizeof({name}), alignof({name}));"
        );
        for (ty, member) in members {
            let _ = writeln!(
                program,
                "printf(\"member {name}.{member} offset %zu size %zu type {ty}\\n\", \
                 offsetof({name}, {member}), sizeof((({name} *)0)->{member}));"
            );
        }
    }
    program.push_str("return 0;\n}\n");
    let folder = scratch("abi");
    let (source, layout) = (folder.join("layout.c"), folder.join("layout"));
    fs::write(&source, program).expect("the folder is writable");
    succeed(
        Command::new("cc")
            .args(["-std=c11", "-I"])
            .arg(root().join("include"))
            .arg(&source)
            .arg("-o")
            .arg(&layout),
    );
    String::from_utf8(succeed(&mut Command::new(&layout)).stdout).expect("it prints ASCII")
}

/// `UPDATE_ABI` renews the record: `additions` if nothing broke, `all` also if the version was
/// increased, `unreleased` in any case.
#[test]
fn the_abi_is_the_recorded_one() {
    if !cfg!(target_pointer_width = "64") {
        return left_out("the record of the ABI", "64-bit pointer");
    }
    let file = root().join("include/polycty.abi");
    let written = fs::read_to_string(&file).unwrap_or_default();
    let made = record();
    let (old, new) = (facts(&written), facts(made));
    let changes = changes(&old, &new);
    let version = |facts: &Facts| -> Option<u32> { facts.get("abi version")?.parse().ok() };
    let risen = version(&old) < version(&new);
    let update = env::var("UPDATE_ABI").unwrap_or_default();
    let allowed = match update.as_str() {
        "additions" => changes.breaks.is_empty(),
        "all" => changes.breaks.is_empty() || risen,
        "unreleased" => true,
        _ => false,
    };
    if allowed {
        fs::write(&file, made).expect("the record can be written");
        return;
    }
    assert!(
        changes.breaks.is_empty() || risen,
        "the ABI breaks: programs that are linked against it would no longer work.\n  {}\n\
         Mend that, or raise PCTY_ABI_VERSION in src/ffi/base/version.rs and run `make abi`\n\
         (`make abi UNRELEASED=1` where no release ever had it).",
        changes.breaks.join("\n  ")
    );
    assert!(
        written == made,
        "include/polycty.abi is not up to date, which is fine: nothing broke that the version \
         does not say; run `make {}`.\n  {}",
        if risen { "abi" } else { "header" },
        changes.additions.join("\n  ")
    );
}

#[test]
fn an_addition_is_told_from_a_break() {
    let old = "\
        abi version 3\n\
        constant PCTY_A 1\n\
        struct pcty_fixed size 16 align 8\n\
        member pcty_fixed.a offset 0 size 8 type size_t\n\
        struct pcty_open size 16 align 8\n\
        member pcty_open.struct_size offset 0 size 4 type uint32_t\n\
        member pcty_open.a offset 8 size 8 type size_t\n\
        function pcty_f int (void)\n";
    let without = |start: &str| -> String {
        let lines = old.lines().filter(|line| !line.starts_with(start));
        lines.map(|line| format!("{line}\n")).collect()
    };
    for (new, additions, breaks) in [
        (old.to_owned(), 0, 0),
        (format!("{old}constant PCTY_B 2\n"), 1, 0),
        (format!("{old}function pcty_g int (void)\n"), 1, 0),
        (without("function"), 0, 1),
        (without("member pcty_open.a"), 0, 1),
        (old.replace("PCTY_A 1", "PCTY_A 2"), 0, 1),
        (old.replace("(void)", "(size_t)"), 0, 1),
        (old.replace("type size_t", "type uint64_t"), 0, 2),
        (
            old.replace("pcty_fixed size 16", "pcty_fixed size 24"),
            0,
            1,
        ),
        (old.replace("pcty_open size 16", "pcty_open size 8"), 0, 1),
        (old.replace("pcty_open size 16", "pcty_open size 24"), 1, 0),
        (old.replace("version 3", "version 4"), 0, 0),
        // A struct with a size may only grow at its end.
        (
            format!("{old}member pcty_open.b offset 16 size 8 type size_t\n")
                .replace("pcty_open size 16", "pcty_open size 24"),
            2,
            0,
        ),
        (
            format!("{old}member pcty_open.b offset 4 size 4 type uint32_t\n"),
            0,
            1,
        ),
        (
            format!("{old}member pcty_fixed.b offset 8 size 8 type size_t\n"),
            0,
            1,
        ),
    ] {
        let found = changes(&facts(old), &facts(&new));
        let counts = (found.additions.len(), found.breaks.len());
        assert_eq!(counts, (additions, breaks), "{found:?}");
    }
}

/// The complete record is derived from the header, not only the new parts: every function has a
/// line, and the layouts are those that the C program reports.
#[test]
fn the_record_says_all_that_the_header_does() {
    let (header, facts) = (header(), facts(record()));
    let count = |start: &str| facts.keys().filter(|name| name.starts_with(start)).count();
    assert_eq!(count("function "), prototypes(&header).len());
    assert_eq!(count("struct "), header.matches("typedef struct {").count());
    assert_eq!(
        count("handle "),
        header.matches("\ntypedef struct pcty_").count()
    );
    assert_eq!(count("callback "), header.matches("(*pcty_").count());
    assert_eq!(
        count("type "),
        header.matches("\ntypedef uint32_t ").count()
            + header.matches("\ntypedef enum ").count()
            + header.matches("\ntypedef uint64_t pcty_").count()
    );
    assert!(count("constant ") > 100 && count("member ") > 50);
}
