//! Generation of operations of the fuzzer of the C ABI from the model.
//!
//! `fuzz/src/calls/model.rs` has an operation for each function that the operations written by hand
//! do not call, if its signature determines the call: handles, texts, numbers, constants, arrays
//! and callbacks that the fuzzer can draw, and outputs that it can keep. `make header` writes the
//! file. `LEFT_OUT` has the other functions with the reasons.

use crate::c_support::{left_out, present, root, scratch, succeed};
use crate::model::model;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// The functions that no operation calls, by the reason.
const LEFT_OUT: &[(&str, &[&str])] = &[
    (
        "the target needs a program that it calls back, with its own contract",
        &[
            "pcty_infer_signature_built",
            "pcty_infer_signature_function",
            "pcty_pcl_type_scope_set_generic_function",
            "pcty_puppet_environment_set_answer",
            "pcty_puppet_environment_add_function",
            "pcty_puppet_environment_set_loader",
            "pcty_puppet_environment_set_logger",
            "pcty_value_transform",
            "pcty_value_walk",
        ],
    ),
    (
        "it is only valid inside of a callback",
        &["pcty_puppet_call_block", "pcty_puppet_call_has_block"],
    ),
    (
        "it takes a struct that refers to other handles",
        &["pcty_infer_invariants_add", "pcty_puppet_call_mismatch"],
    ),
    (
        "it fills a struct that has no size, with an error or for several parts",
        &[
            "pcty_document_locate",
            "pcty_hcl_stdlib_as_bytes",
            "pcty_infer_conflict_step_at",
            "pcty_infer_solution_type",
            "pcty_pcl_node_conversion",
            "pcty_puppet_value_bytes",
            "pcty_puppet_value_time",
            "pcty_value_column_summaries",
            "pcty_value_part_summaries",
            "pcty_value_summary",
        ],
    ),
    (
        "it takes or returns a pointer of the host",
        &["pcty_str_from_cstr", "pcty_type_annotation_at"],
    ),
    (
        "it needs a running Ruby",
        &["pcty_value_from_ruby", "pcty_value_to_ruby"],
    ),
];

/// The sources of the fuzzer that are written by hand, as one text.
fn by_hand() -> String {
    let mut text = String::new();
    for entry in fs::read_dir(root().join("fuzz/src/calls")).expect("the fuzzer is there") {
        let path = entry.expect("the folder is readable").path();
        if path.file_name().is_some_and(|name| name != "model.rs") {
            text.push_str(&fs::read_to_string(path).expect("it is text"));
        }
    }
    text
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .collect()
}

/// The module of each public item of the layer, such as `puppet::values` of `pcty_puppet_time`.
fn modules(folder: &Path, prefix: &str, found: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("the layer is there") {
        let path = entry.expect("the folder is readable").path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let module = if prefix.is_empty() {
            stem.to_string()
        } else {
            format!("{prefix}::{stem}")
        };
        if path.is_dir() {
            modules(&path, &module, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("it is text");
            // Exports, and those of `owned!`.
            let is_export =
                |line: &&str| line.starts_with("pub ") || line.starts_with("    fn pcty_");
            for line in text.lines().filter(is_export) {
                let name = line
                    .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                    .find(|word| word.starts_with("pcty_"));
                if let Some(name) = name {
                    found
                        .entry(name.to_owned())
                        .or_insert_with(|| module.clone());
                }
            }
        }
    }
}

fn text<'a>(of: &'a Value, member: &str) -> &'a str {
    of[member].as_str().unwrap_or_default()
}

/// The data that the fuzzer can draw and keep.
struct Fuzzer<'a> {
    /// The words of the sources that are written by hand.
    hand: BTreeSet<&'a str>,
    /// The handles that have slots.
    handles: BTreeSet<String>,
    /// The types of callbacks that it implements.
    callbacks: BTreeSet<String>,
    enumerations: BTreeSet<String>,
    structs: BTreeMap<String, &'a Value>,
}

/// A call as source text, or the reason why there is none.
type Call = Result<String, String>;

impl Fuzzer<'_> {
    /// Whether an output of this type is kept as it is.
    fn keeps(&self, ty: &str) -> bool {
        match ty.strip_suffix(" *") {
            Some(handle) => self.handles.contains(handle),
            None => {
                self.enumerations.contains(ty)
                    || [
                        "bool", "size_t", "uint32_t", "uint64_t", "int32_t", "int64_t",
                    ]
                    .contains(&ty)
            }
        }
    }

    /// Whether a struct of this type is read.
    fn reads(&self, ty: &str) -> bool {
        self.structs.contains_key(ty)
    }

    /// The element of an array argument, if the type is one.
    fn element(&self, ty: &str) -> Option<String> {
        if let Some(handle) = ty.strip_suffix(" *const *") {
            let handle = handle.trim_start_matches("const ");
            return self
                .handles
                .contains(handle)
                .then(|| format!("*const {handle}"));
        }
        match ty {
            "const pcty_str *" => Some("pcty_str".to_owned()),
            "const uint64_t *" => Some("u64".to_owned()),
            "const uint8_t *" => Some("u8".to_owned()),
            _ => None,
        }
    }

    fn draws(&self, ty: &str) -> bool {
        let handle = ty.trim_start_matches("const ").strip_suffix(" *");
        match handle {
            Some("void") => ty == "void *",
            Some(handle) => self.handles.contains(handle) || handle.ends_with("_options"),
            None => {
                let plain = [
                    "pcty_str", "bool", "size_t", "uint32_t", "uint64_t", "int64_t",
                ];
                self.enumerations.contains(ty)
                    || self.callbacks.contains(ty)
                    || ty == "pcty_destroy"
                    || plain.contains(&ty)
            }
        }
    }

    /// The operation that calls a function.
    fn call(&self, function: &Value) -> Call {
        let name = text(function, "name");
        let parameters = function["parameters"]
            .as_array()
            .expect("it has parameters");
        let (mut drawn, mut arrays, mut passed) = (Vec::new(), Vec::new(), Vec::new());
        let (mut outputs, mut fails) = (Vec::new(), false);
        for parameter in parameters {
            let ty = text(parameter, "type");
            let argument = match text(parameter, "name") {
                "type" => "ty",
                other => other,
            };
            match text(parameter, "direction") {
                "error" => fails = true,
                "out" => outputs.push((ty.strip_suffix('*').unwrap_or(ty).trim(), parameter)),
                _ if self.element(ty).is_some() => {
                    let element = self.element(ty).unwrap_or_default();
                    arrays.push((argument, element));
                    passed.push(format!("array(&{argument})"));
                }
                _ if argument == "count" && !arrays.is_empty() => passed.push("count".to_owned()),
                _ if self.draws(ty) => {
                    drawn.push(argument);
                    passed.push(argument.to_owned());
                }
                _ => return Err(format!("it takes a `{ty}`")),
            }
        }
        let result = text(function, "result");
        let form = match (result, outputs.as_slice()) {
            ("pcty_status", _) if !fails => return Err("it has a status and no error".to_owned()),
            ("pcty_status", []) => "run",
            ("pcty_status", [(ty, out)]) if self.keeps(ty) => match out["nullable"] {
                Value::Bool(true) => "relative",
                _ => "make",
            },
            ("pcty_status", [(ty, _)]) if self.reads(ty) && self.sized(ty) => "record",
            ("pcty_status", [(first, _), (second, _)])
                if self.keeps(first) && self.keeps(second) =>
            {
                "both"
            }
            ("bool", [(ty, _)]) if self.reads(ty) && !self.sized(ty) => "found",
            ("void" | "double" | "pcty_status", [_, ..]) => {
                return Err("its outputs are not kept".to_owned());
            }
            (result, []) => {
                let handle = result.trim_start_matches("const ").strip_suffix(" *");
                let kept = handle.is_some_and(|handle| self.handles.contains(handle));
                let plain = ["void", "pcty_str", "pcty_range"];
                if !kept && !self.keeps(result) && !plain.contains(&result) {
                    return Err(format!("it returns a `{result}`"));
                }
                "give"
            }
            _ => return Err("its outputs are not kept".to_owned()),
        };
        if arrays.is_empty() {
            return Ok(format!("{form}!({name}({}))", drawn.join(", ")));
        }
        let mut out = String::from("|m| {\n");
        for argument in drawn {
            let _ = writeln!(out, "let {argument} = Draw::draw(m);");
        }
        let lengths: Vec<String> = arrays
            .iter()
            .map(|(array, element)| {
                let _ = writeln!(out, "let {array}: Vec<{element}> = Draw::draw(m);");
                format!("{array}.len()")
            })
            .collect();
        let least = lengths
            .into_iter()
            .reduce(|all, one| format!("{all}.min({one})"));
        let _ = writeln!(out, "let count = {};", least.unwrap_or_default());
        let passed = passed.join(", ");
        let _ = match form {
            "run" => writeln!(out, "m.run(|error| unsafe {{ {name}({passed}, error) }});"),
            "make" => writeln!(
                out,
                "m.made(|out, error| unsafe {{ {name}({passed}, out, error) }});"
            ),
            "give" => writeln!(
                out,
                "let given = unsafe {{ {name}({passed}) }};\nGive::give(given, m);"
            ),
            _ => return Err("it takes an array and has other outputs".to_owned()),
        };
        out.push('}');
        Ok(out)
    }

    /// Whether the first member of a struct is its size.
    fn sized(&self, ty: &str) -> bool {
        let members = self
            .structs
            .get(ty)
            .and_then(|one| one["members"].as_array());
        members.is_some_and(|members| text(&members[0], "name") == "struct_size")
    }

    /// The reading of a struct that an operation fills.
    fn reading(&self, ty: &str) -> String {
        let mut read = String::new();
        let members = self.structs[ty]["members"]
            .as_array()
            .expect("it has members");
        for member in members {
            let name = match text(member, "name") {
                "type" => "ty",
                other => other,
            };
            match text(member, "type") {
                "pcty_str" => read.push_str(&format!("touch(self.{name});\n")),
                "const pcty_type *" | "const pcty_value *" | "const pcty_error *"
                | "const pcty_path *" => {
                    read.push_str(&format!("self.{name}.give(m);\n"));
                }
                _ => {}
            }
        }
        let machine = if read.contains("(m)") { "m" } else { "_" };
        format!(
            "impl Give for {ty} {{\nfn give(self, {machine}: &mut Machine) {{\n{read}}}\n}}\n\n"
        )
    }
}

/// The text of the file before rustfmt, and the functions without an operation, with the reasons.
fn written() -> (String, BTreeMap<String, String>) {
    let model = model();
    let headers = model["headers"].as_array().expect("there are headers");
    let all = |kind: &'static str| {
        headers
            .iter()
            .filter_map(move |header| header[kind].as_array())
            .flatten()
    };
    let hand = by_hand();
    let names = |kind| all(kind).map(|one| text(one, "name").to_owned());
    let fuzzer = Fuzzer {
        hand: words(&hand),
        handles: names("handles")
            .filter(|name| {
                let slots = [
                    format!(": {name},"),
                    format!(": {name};"),
                    format!("    {name}: |"),
                ];
                slots.iter().any(|slot| hand.contains(slot))
            })
            .collect(),
        callbacks: names("callbacks")
            .filter(|name| hand.contains(&format!("\n    {name}: ")))
            .collect(),
        enumerations: names("enumerations").chain(names("flags")).collect(),
        structs: all("structs")
            .map(|one| (text(one, "name").to_owned(), one))
            .collect(),
    };
    let mut places = BTreeMap::new();
    modules(&root().join("src/ffi"), "", &mut places);
    let (mut calls, mut unsupported) = (String::new(), BTreeMap::new());
    let (mut used, mut read) = (BTreeSet::new(), BTreeSet::new());
    for header in headers {
        let mut family = String::new();
        for function in header["functions"].as_array().into_iter().flatten() {
            let name = text(function, "name");
            if fuzzer.hand.contains(name) || name.ends_with("_free") {
                continue;
            }
            match fuzzer.call(function) {
                Err(reason) => {
                    unsupported.insert(name.to_owned(), reason);
                }
                Ok(call) => {
                    let _ = writeln!(family, "{call},");
                    used.insert(name.to_owned());
                    if call.starts_with("found") || call.starts_with("record") {
                        let outputs = function["parameters"].as_array().into_iter().flatten();
                        let out = outputs.filter(|one| text(one, "direction") == "out");
                        read.extend(
                            out.map(|one| {
                                text(one, "type").trim_end_matches([' ', '*']).to_owned()
                            }),
                        );
                    }
                }
            }
        }
        if !family.is_empty() {
            let _ = writeln!(calls, "// -- {}", text(header, "header"));
            calls.push_str(&family);
        }
    }
    let mut readings = String::new();
    for ty in read.iter().filter(|ty| !fuzzer.hand.contains(ty.as_str())) {
        readings.push_str(&fuzzer.reading(ty));
        used.insert(ty.clone());
    }
    let mut imports: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in &used {
        let module = places
            .get(name)
            .unwrap_or_else(|| panic!("no module has {name}"));
        imports.entry(module).or_default().push(name);
    }
    let imports: String = imports
        .iter()
        .map(|(module, names)| format!("use polycty::ffi::{module}::{{{}}};\n", names.join(", ")))
        .collect();
    let text = format!(
        "//! Operations that follow from the model of the C ABI, include/polycty.json. Generated by\n\
         //! tests/abi/operations.rs; not to be edited.\n\n\
         #![allow(\n    clippy::undocumented_unsafe_blocks,\n    unused_unsafe,\n    \
         reason = \"one contract for all: handles are NULL or live, arrays as long as is said\"\n)]\n\n\
         use super::nouns::{{Draw, Give, both, found, give, make, record, run}};\nuse super::*;\n{imports}\n\
         /// The operations by opcode.\npub(super) const OPS: &[Op] = &[\n{calls}];\n\n{readings}"
    );
    (text, unsupported)
}

#[test]
fn the_committed_operations_are_those_of_the_model() {
    if !present("rustfmt") {
        return left_out("the generated operations of the fuzzer", "rustfmt");
    }
    let (text, unsupported) = written();
    let formatted = scratch("operations").join("model.rs");
    fs::write(&formatted, text).expect("the folder is writable");
    succeed(
        Command::new("rustfmt")
            .args(["--edition", "2024"])
            .arg(&formatted),
    );
    let text = fs::read_to_string(&formatted).expect("it is there");
    let file = root().join("fuzz/src/calls/model.rs");
    if env::var_os("UPDATE_HEADER").is_some() {
        fs::write(&file, &text).expect("the folder is writable");
    }
    assert!(
        fs::read_to_string(&file).unwrap_or_default() == text,
        "fuzz/src/calls/model.rs is not that of the model; run `make header`"
    );
    let listed: BTreeSet<&str> = LEFT_OUT
        .iter()
        .flat_map(|(_, names)| *names)
        .copied()
        .collect();
    for (name, reason) in &unsupported {
        assert!(
            listed.contains(name.as_str()),
            "{name} has no operation: {reason}"
        );
    }
    assert_eq!(
        listed.len(),
        unsupported.len(),
        "a function of the list has an operation"
    );
}
