//! The model of the C ABI as JSON, for generators of bindings.
//!
//! `include/polycty.json` contains the declarations of the headers: handles, enumerations, structs,
//! callbacks and functions with their contracts, in the order of the headers. It is generated from
//! the generated headers; `make header` writes it.

use crate::c_support::header::{Prototype, data, declared, headers, prototypes};
use crate::c_support::root;
use serde_json::{Map, Value, json};
use std::{env, fs};

/// The sections of a contract after the summary, in their order.
const SECTIONS: [&str; 5] = ["Returns", "Errors", "Ownership", "NULL", "Threads"];

/// A comment as one paragraph a section.
fn contract(comment: &str) -> Map<String, Value> {
    let mut parts: Vec<(String, String)> = vec![("summary".to_owned(), String::new())];
    for line in comment.lines().take_while(|line| !line.starts_with("```")) {
        let section = line
            .split_once(": ")
            .filter(|(name, _)| SECTIONS.contains(name));
        let text = match section {
            Some((name, text)) => {
                parts.push((name.to_lowercase(), String::new()));
                text
            }
            None => line,
        };
        let (_, part) = parts.last_mut().expect("there is a summary");
        if !part.is_empty() && !text.is_empty() {
            part.push(' ');
        }
        part.push_str(text);
    }
    parts.retain(|(_, text)| !text.is_empty());
    parts
        .into_iter()
        .map(|(name, text)| (name, Value::String(text)))
        .collect()
}

/// The pointers that may be NULL: those that the contract names in backquotes.
fn nullable(contract: &Map<String, Value>) -> Vec<&str> {
    let text = contract
        .get("null")
        .and_then(Value::as_str)
        .unwrap_or_default();
    text.split('`').skip(1).step_by(2).collect()
}

/// The direction of a parameter.
fn direction(ty: &str, name: &str, handles: &[String]) -> &'static str {
    let target = ty.strip_suffix('*').map(str::trim);
    match target {
        Some("pcty_error *") if name == "error" => "error",
        Some(target) if !ty.starts_with("const ") && !handles.contains(&target.to_owned()) => {
            match target {
                "void" | "uint8_t" => "in",
                _ => "out",
            }
        }
        _ => "in",
    }
}

fn function(prototype: Prototype, handles: &[String]) -> Value {
    let contract = contract(&prototype.comment);
    let nullable = nullable(&contract);
    let parameters: Vec<Value> = prototype
        .params
        .iter()
        .map(|(ty, name)| {
            let mut parameter = json!({
                "name": name,
                "type": ty,
                "direction": direction(ty, name, handles),
            });
            if ty.ends_with('*') {
                parameter["nullable"] = json!(nullable.contains(&name.as_str()));
            }
            parameter
        })
        .collect();
    json!({
        "name": prototype.name,
        "result": prototype.result,
        "parameters": parameters,
        "contract": contract,
    })
}

/// The declarations of plain data, by their kinds.
#[derive(Default)]
struct Declarations {
    handles: Vec<Value>,
    enumerations: Vec<Value>,
    flags: Vec<Value>,
    structs: Vec<Value>,
    callbacks: Vec<Value>,
}

/// Takes the comment that was gathered as one text.
fn taken(comment: &mut String) -> String {
    contract(&std::mem::take(comment))
        .remove("summary")
        .and_then(|text| text.as_str().map(str::to_owned))
        .unwrap_or_default()
}

impl Declarations {
    fn read(text: &str) -> Declarations {
        let mut found = Declarations::default();
        let mut comment = String::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if let Some(text) = line.strip_prefix("//") {
                comment.push_str(text.trim());
                comment.push('\n');
            } else if let Some(rest) = line.strip_prefix("typedef enum ") {
                let name = rest.split(' ').next().unwrap_or_default();
                let about = taken(&mut comment);
                let values = members(&mut lines, |line| {
                    let (name, number) = line.split_once(" = ")?;
                    Some(json!({ "name": name, "value": number.parse::<u32>().ok()? }))
                });
                found
                    .enumerations
                    .push(json!({ "name": name, "summary": about, "values": values.1 }));
            } else if line == "typedef struct {" {
                let about = taken(&mut comment);
                let (name, members) = members(&mut lines, |line| {
                    let (ty, name) = declared(line);
                    Some(json!({ "name": name, "type": ty }))
                });
                let mut one = json!({ "name": name, "summary": about, "members": members });
                if let Some(initializer) = initializer(text, &name) {
                    one["initializer"] = json!(initializer);
                }
                found.structs.push(one);
            } else if let Some(rest) = line.strip_prefix("typedef struct ") {
                let name = rest.split(' ').next().unwrap_or_default();
                found
                    .handles
                    .push(json!({ "name": name, "summary": taken(&mut comment) }));
            } else if let Some(rest) = line.strip_prefix("typedef ") {
                let mut whole = rest.to_owned();
                while !whole.ends_with(';') {
                    whole.push_str(lines.next().expect("a declaration ends").trim());
                }
                found.other(whole.trim_end_matches(';'), taken(&mut comment));
            } else if let Some((name, value)) = flag(line) {
                let flag = json!({ "name": name, "value": value, "summary": taken(&mut comment) });
                if let Some(values) = found
                    .flags
                    .last_mut()
                    .and_then(|last| last["values"].as_array_mut())
                {
                    values.push(flag);
                }
            } else {
                comment.clear();
            }
        }
        found
    }

    /// A callback, or a set of flags.
    fn other(&mut self, declaration: &str, about: String) {
        let Some((result, rest)) = declaration.split_once("(*") else {
            let (ty, name) = declared(declaration);
            self.flags
                .push(json!({ "name": name, "type": ty, "summary": about, "values": [] }));
            return;
        };
        let (name, parameters) = rest.split_once(")(").expect("a callback has parameters");
        let parameters = parameters
            .trim_end_matches(')')
            .split(',')
            .map(|parameter| {
                let (ty, name) = declared(parameter);
                json!({ "name": name, "type": ty })
            });
        self.callbacks.push(json!({
            "name": name,
            "result": result.trim(),
            "parameters": parameters.collect::<Vec<_>>(),
            "summary": about,
        }));
    }
}

/// The members of an enumeration or a struct up to its end, each with its comment, and the name at
/// the end.
fn members<'a>(
    lines: &mut impl Iterator<Item = &'a str>,
    member: impl Fn(&str) -> Option<Value>,
) -> (String, Vec<Value>) {
    let (mut found, mut comment) = (Vec::new(), String::new());
    for line in lines {
        if let Some(name) = line.strip_prefix("} ") {
            return (name.trim_end_matches(';').to_owned(), found);
        }
        let line = line.trim();
        if let Some(text) = line.strip_prefix("//") {
            comment.push_str(text.trim());
            comment.push('\n');
        } else if let Some(mut one) = member(line.trim_end_matches([',', ';'])) {
            one["summary"] = json!(taken(&mut comment));
            found.push(one);
        }
    }
    (String::new(), found)
}

/// The macro that initializes a struct, if there is one.
fn initializer(text: &str, name: &str) -> Option<String> {
    let name = format!("{}_INIT", name.to_uppercase());
    let defined = format!("#define {name} ");
    let mut lines = text.lines();
    lines.any(|line| line.starts_with(&defined)).then_some(name)
}

/// A flag or another number that is a macro.
fn flag(line: &str) -> Option<(&str, u64)> {
    let (name, value) = line.strip_prefix("#define ")?.split_once(' ')?;
    let value = value.trim_matches(['(', ')']);
    let number = match value.split_once(" << ") {
        Some((one, by)) => one.parse::<u64>().ok()? << by.parse::<u32>().ok()?,
        None => value.parse().ok()?,
    };
    name.starts_with("PCTY_").then_some((name, number))
}

/// The cargo feature of a header, as `polycty.h` includes it.
fn feature(umbrella: &str, header: &str) -> Option<String> {
    let mut needed = None;
    for line in umbrella.lines() {
        if let Some(name) = line.strip_prefix("#ifdef PCTY_HAS_") {
            needed = Some(name.to_lowercase());
        } else if line == "#endif" {
            needed = None;
        } else if line == format!("#include \"{header}\"") {
            return needed;
        }
    }
    None
}

/// The model of the headers that the build made.
pub fn model() -> Value {
    let all = headers();
    let umbrella = &all[0].1;
    let parts: Vec<(&String, Declarations, Vec<Prototype>)> = all[1..]
        .iter()
        .map(|(name, text)| (name, Declarations::read(&data(text)), prototypes(text)))
        .collect();
    let handles: Vec<String> = parts
        .iter()
        .flat_map(|(_, declarations, _)| &declarations.handles)
        .filter_map(|handle| handle["name"].as_str().map(str::to_owned))
        .collect();
    let families: Vec<Value> = parts
        .into_iter()
        .map(|(name, data, functions)| {
            let functions = functions.into_iter().map(|one| function(one, &handles));
            json!({
                "header": name,
                "feature": feature(umbrella, name),
                "handles": data.handles,
                "enumerations": data.enumerations,
                "flags": data.flags,
                "structs": data.structs,
                "callbacks": data.callbacks,
                "functions": functions.collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({ "format": 1, "headers": families })
}

#[test]
fn the_committed_model_is_that_of_the_headers() {
    let mut text = serde_json::to_string_pretty(&model()).expect("it is JSON");
    text.push('\n');
    let file = root().join("include/polycty.json");
    if env::var_os("UPDATE_HEADER").is_some() {
        fs::write(&file, &text).expect("the folder is writable");
    }
    let committed = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        committed == text,
        "include/polycty.json is not that of the headers; run `make header`"
    );
}

/// The model has every fact of the headers: as many functions and handles as the text declares.
#[test]
fn the_model_leaves_nothing_out() {
    let model = model();
    let families = model["headers"].as_array().expect("there are headers");
    let count = |kind: &str| -> usize {
        let of = |family: &Value| family[kind].as_array().map_or(0, Vec::len);
        families.iter().map(of).sum()
    };
    let text: String = headers().into_iter().map(|(_, text)| text).collect();
    let starts = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(count("enumerations"), starts("typedef enum "));
    assert_eq!(count("structs"), starts("typedef struct {"));
    assert_eq!(count("handles"), starts("typedef struct pcty_"));
    assert_eq!(count("flags") + count("callbacks"), {
        let all = starts("typedef ");
        all - starts("typedef enum ") - starts("typedef struct")
    });
    assert_eq!(count("functions"), prototypes(&text).len());
    let find = |name: &str| {
        let functions = families
            .iter()
            .filter_map(|family| family["functions"].as_array());
        let mut functions = functions.flatten();
        functions
            .find(|one| one["name"] == name)
            .expect("it is declared")
    };
    let parse = find("pcty_type_parse");
    let parameters = parse["parameters"].as_array().expect("it has parameters");
    let directions: Vec<_> = parameters
        .iter()
        .map(|one| one["direction"].as_str())
        .collect();
    assert_eq!(
        directions,
        [Some("in"), Some("in"), Some("out"), Some("error")]
    );
    assert_eq!(parameters[3]["nullable"], true);
    assert_eq!(parameters[2]["nullable"], false);
}

/// The functions of the model, each with the name of its header.
fn functions(model: &Value) -> Vec<(&str, &Value)> {
    let headers = model["headers"].as_array().expect("there are headers");
    let all = headers.iter().flat_map(|header| {
        let name = header["header"].as_str().expect("it has a name");
        let functions = header["functions"].as_array().expect("a list");
        functions.iter().map(move |function| (name, function))
    });
    all.collect()
}

#[test]
fn there_are_at_most_780_functions_for_hosts() {
    let model = model();
    let all = functions(&model).into_iter();
    let count = all
        .filter(|(header, _)| *header != "polycty/bindings.h")
        .count();
    assert!(
        count <= 780,
        "the headers declare {count} functions; merge some"
    );
}

/// A function that creates a string returns it if it cannot fail, and otherwise returns a status.
/// A name that ends in `_text` alone is that of a borrowed text or of an input.
#[test]
fn functions_that_create_a_string_return_it_or_a_status_if_they_can_fail() {
    let model = model();
    let (mut created, mut wrong) = (0, Vec::new());
    for (_, function) in functions(&model) {
        let name = function["name"].as_str().expect("it has a name");
        let parameters = function["parameters"].as_array().expect("a list");
        let has = |direction: &str, ty: &str| {
            let mut all = parameters.iter();
            all.any(|one| one["direction"] == direction && (ty.is_empty() || one["type"] == ty))
        };
        let errors = function["contract"]["errors"].as_str();
        let returns = function["result"] == "pcty_string *";
        let writes = has("out", "pcty_string **");
        let creates = ["_to_text", "_to_json", "_format"]
            .iter()
            .any(|end| name.ends_with(end));
        created += usize::from(creates);
        let is_right = match (returns, writes) {
            (true, false) => errors.is_none() && !has("error", "") && !has("out", ""),
            (false, true) => {
                function["result"] == "pcty_status" && errors.is_some() && has("error", "")
            }
            (found, _) => found == creates,
        };
        let is_owned = returns || writes;
        let is_named = !is_owned
            || !name.ends_with("_text")
            || ["_to_text", "_as_text"]
                .iter()
                .any(|end| name.ends_with(end));
        if !is_right || !is_named {
            wrong.push(name);
        }
    }
    assert!(created > 20);
    assert!(wrong.is_empty(), "{wrong:#?}");
}
