//! Handlers for cases of Terraform's functions.
//!
//! Each case is an expression with the result of Terraform: the type as its console prints it and
//! the value as JSON, or the error. The files that some cases read are next to the vectors, and
//! paths are relative to that folder.

use super::vectors::same;
use super::{Case, CaseResult, Plan};
use polycty::calls::Budget;
use polycty::dialect::hcl::syntax::parse_expression;
use polycty::dialect::hcl::{Evaluated, Scope, evaluate};
use polycty::dialect::terraform::module::{Given, Module, ModuleFile, Options};
use polycty::dialect::terraform::{self, Folder, Host, SENSITIVE};
use polycty::number::Number;
use polycty::source::{Position, Severity};
use polycty::types::Type;
use polycty::values::Value;
use serde_json::Value as Json;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The folder of the vectors, which `main` sets.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Sets the folder of Terraform's vectors.
pub fn in_folder(corpus: &Path) {
    let _ = FOLDER.set(corpus.join("terraform"));
}

/// The handlers of this file. The reader of whole modules checks the objects of references.
pub fn plan(case: &Case) -> Plan {
    match case.want()["error"]["summary"].as_str() {
        Some("Invalid reference" | "Reference to undeclared local value") => {
            Plan::Run(run_in_module)
        }
        _ => Plan::Run(run),
    }
}

/// Evaluates an expression as the value of an output.
fn run_in_module(case: &Case) -> CaseResult {
    let text = case.0["expr"].as_str().unwrap_or_default();
    let file = ModuleFile {
        name: "main.tf".to_owned(),
        text: format!("output \"answer\" {{\n  value = {text}\n}}\n").into_bytes(),
    };
    let budget = Budget::standard();
    let read = Module::read(&[file], &budget).map_err(|error| error.to_string())?;
    let module = read.module;
    let found = module.evaluate(&Given::default(), &Options::default(), &budget);
    let found = found.map_err(|error| error.to_string())?;
    let mut diagnostics = read.diagnostics;
    diagnostics.extend(found.diagnostics);
    let value = found.outputs.into_iter().next().flatten();
    let value = value.unwrap_or_else(Value::dynamic);
    check(case, &Evaluated { value, diagnostics })
}

fn run(case: &Case) -> CaseResult {
    let evaluated = answer(case.0["expr"].as_str().unwrap_or_default())?;
    check(case, &evaluated)
}

/// Evaluates an expression with all functions.
fn answer(text: &str) -> Result<Evaluated, String> {
    let folder = FOLDER.get().ok_or("no folder")?;
    let mut scope = Scope::new();
    let object = |name: &str, text: &str| Value::object([(name.into(), Value::string(text))]);
    let path = object("module", ".").map_err(|error| error.to_string())?;
    let workspace = object("workspace", "default").map_err(|error| error.to_string())?;
    let done = scope
        .set_variable("path", path)
        .and_then(|()| scope.set_variable("terraform", workspace))
        .and_then(|()| terraform::define(&mut scope, &host(folder)?));
    done.map_err(|error| error.to_string())?;
    let parsed = parse_expression(text.as_bytes(), "<console-input>", Position::START);
    Ok(if parsed.diagnostics.is_empty() {
        evaluate(&parsed.expression(), Some(&scope))
    } else {
        Evaluated {
            value: Value::dynamic(),
            diagnostics: parsed.diagnostics,
        }
    })
}

/// A host with files, a constant clock and consecutive numbers.
fn host(folder: &Path) -> polycty::source::Result<Host> {
    let files = Folder::new(folder)?;
    Ok(Host {
        working_directory: Some(files.root().to_string_lossy().into_owned().into()),
        files: Some(Arc::new(files)),
        home: Some("/home/user".into()),
        clock: Some(Arc::new(|_| Ok(1_700_000_000))),
        plan_time: Some(1_700_000_000),
        random: Some(Arc::new(|bytes, _| {
            bytes
                .iter_mut()
                .zip(1..)
                .for_each(|(byte, count)| *byte = count);
            Ok(())
        })),
    })
}

/// Compares a result with that of a case.
fn check(case: &Case, got: &Evaluated) -> CaseResult {
    let want = case.want();
    let errors = || {
        got.diagnostics
            .iter()
            .filter(|found| found.severity == Severity::Error)
    };
    if let Some(error) = want.get("error") {
        let first = errors()
            .next()
            .ok_or_else(|| format!("wanted {error}, got {:?}", got.value))?;
        same(
            "summary",
            &error["summary"].as_str(),
            &Some(&*first.summary),
        )?;
        let told = compact(&first.detail);
        return match (error["detail"].as_str(), error["detail_prefix"].as_str()) {
            (Some(detail), _) => same("detail", &compact(detail), &told),
            (None, Some(prefix)) if told.starts_with(&compact(prefix)) => Ok(()),
            (None, prefix) => Err(format!("detail: wanted {prefix:?}, got {told:?}")),
        };
    }
    if let Some(first) = errors().next() {
        return Err(format!(
            "wanted {want}, got {}: {}",
            first.summary, first.detail
        ));
    }
    let sensitive = got.value.marks().contains(SENSITIVE);
    same("sensitive", &(case.0["sensitive"] == true), &sensitive)?;
    let inside = !sensitive && got.value.contains_marked();
    same(
        "sensitive inside",
        &(case.0["sensitive_inside"] == true),
        &inside,
    )?;
    let (value, _) = got.value.unmark_deep();
    if let Some(ty) = want["type"].as_str() {
        same("type", ty, &console_type(value.ty(), 0))?;
    }
    if let Some(wanted) = want.get("json") {
        return if case.0["compare"] == "gunzip" {
            same("text", &unzipped(wanted)?, &unzipped(&to_json(&value)?)?)
        } else {
            same_json(wanted, &to_json(&value)?)
        };
    }
    if want["unknown"] == true {
        return same("known", &false, &value.is_known());
    }
    if let Some(shape) = case.0["shape"].as_str() {
        let pattern = regex::Regex::new(shape).map_err(|error| error.to_string())?;
        let text = value.as_str().unwrap_or_default();
        return same("shape", &true, &pattern.is_match(text))
            .map_err(|how| format!("{how}: {text}"));
    }
    match want["console"].as_str() {
        Some(text) => {
            let number = value.as_number().ok_or("not a number")?;
            let shown = match number.is_infinite() {
                true if number.is_negative() => "-Inf".to_owned(),
                true => "+Inf".to_owned(),
                false => number.to_string(),
            };
            same("console", text, &shown)
        }
        None => Err("nothing to compare with".into()),
    }
}

/// Normalizes a text to single spaces, and to the texts of later versions of cty without their
/// additions.
fn compact(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.replace("of any single type required", "of dynamic required");
    let Some(at) = text.find(" required, but have ") else {
        return text;
    };
    let behind = at + " required".len();
    let end = text[behind..]
        .find('.')
        .map_or(text.len(), |end| behind + end);
    format!("{}{}", &text[..behind], &text[end..])
}

fn to_json(value: &Value) -> Result<Json, String> {
    let text =
        polycty::dialect::hcl::to_json(value, value.ty()).map_err(|error| error.to_string())?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

/// Compares JSON, with numbers by value.
fn same_json(wanted: &Json, got: &Json) -> CaseResult {
    let differ = || Err(format!("value: wanted {wanted}, got {got}"));
    match (wanted, got) {
        (Json::Number(a), Json::Number(b)) => {
            let parsed = [a, b].map(|number| Number::parse(&number.to_string()).ok());
            if parsed[0] == parsed[1] {
                Ok(())
            } else {
                differ()
            }
        }
        (Json::Array(a), Json::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).try_for_each(|(a, b)| same_json(a, b))
        }
        (Json::Object(a), Json::Object(b)) if a.len() == b.len() => {
            a.iter().try_for_each(|(key, a)| match b.get(key) {
                Some(b) => same_json(a, b),
                None => differ(),
            })
        }
        (a, b) if a == b => Ok(()),
        _ => differ(),
    }
}

/// The text of compressed bytes in Base64.
fn unzipped(json: &Json) -> Result<String, String> {
    let expression = format!("textdecodebase64({json}, \"ISO-8859-1\")");
    let bytes = answer(&expression)?.value;
    let bytes: Vec<u8> = bytes
        .as_str()
        .unwrap_or_default()
        .chars()
        .map(|c| c as u8)
        .collect();
    let mut text = String::new();
    let mut decoder = flate2::read::GzDecoder::new(&*bytes);
    std::io::Read::read_to_string(&mut decoder, &mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

/// A type as Terraform's console writes it.
fn console_type(ty: &Type, depth: usize) -> String {
    let indent = "    ".repeat(depth + 1);
    let end = "    ".repeat(depth);
    let nested = |inner: &Type| console_type(inner, depth + 1);
    let element = |name: &str| {
        let inner = ty.element().unwrap_or(Type::any());
        if inner.is_object() || inner.is_tuple() {
            format!("{name}(\n{indent}{},\n{end})", nested(inner))
        } else {
            format!("{name}({})", console_type(inner, depth))
        }
    };
    match ty {
        ty if ty.is_list() => element("list"),
        ty if ty.is_set() => element("set"),
        ty if ty.is_map() => element("map"),
        ty if ty.is_tuple() => {
            let parts = ty.elements().unwrap_or_default();
            if parts.is_empty() {
                return "tuple([])".to_owned();
            }
            let mut text = "tuple([\n".to_owned();
            for part in parts {
                let _ = writeln!(text, "{indent}{},", nested(part));
            }
            format!("{text}{end}])")
        }
        ty if ty.is_object() => {
            let fields = ty.fields();
            if fields.is_empty() {
                return "object({})".to_owned();
            }
            let mut text = "object({\n".to_owned();
            for field in fields {
                let _ = writeln!(text, "{indent}{}: {},", field.name(), nested(field.ty()));
            }
            format!("{text}{end}}})")
        }
        ty => ty.friendly_name().to_string(),
    }
}
