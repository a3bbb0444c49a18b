//! Who answers the cases of HCL's information-model extensions?
//!
//! The format is that of `tests/conformance/hclext/README.md`. Types are compared as the
//! dialect does, so the labels of recursive types do not matter.

use super::{Case, Plan, Verdict};
use polycty::dialect::pcl::{self, Eventuals};
use polycty::types::Type;
use serde_json::Value as Json;

type Read<T> = Result<T, String>;

/// The part of the table that is answered here.
pub fn plan(file: &str, case: &Case) -> Plan {
    match (file, case.op()) {
        ("hclext/normalize.jsonl", "normalize") => Plan::Run(normalize),
        _ => Plan::Later,
    }
}

fn shown(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn read_type(json: &Json) -> Read<Type> {
    pcl::decode_type(&json.to_string()).map_err(shown)
}

/// A type as it is, with the constructors evaluated inside out.
fn build(json: &Json) -> Read<Type> {
    let Some(parts) = json.as_array() else {
        return read_type(json);
    };
    let inner = &parts[1];
    let several = || -> Read<Vec<Type>> {
        let types = inner.as_array().ok_or("no list of types")?;
        types.iter().map(build).collect()
    };
    match parts[0].as_str().unwrap_or_default() {
        "list" => Type::list(build(inner)?),
        "set" => Type::set(build(inner)?),
        "map" => Type::map(build(inner)?),
        "promise" => pcl::promise(build(inner)?),
        "output" => pcl::output(build(inner)?),
        "optional" => pcl::optional(build(inner)?),
        "input" => pcl::input(&build(inner)?),
        "resolve_outputs" => pcl::resolve(&build(inner)?, Eventuals::All),
        "resolve_promises" => pcl::resolve(&build(inner)?, Eventuals::Promises),
        "tuple" => Type::tuple(several()?),
        "union" => pcl::union(several()?),
        "object" => {
            let mut properties = Vec::new();
            for (name, ty) in inner.as_object().ok_or("no properties")? {
                properties.push((name.as_str().into(), build(ty)?));
            }
            pcl::object(properties)
        }
        _ => return read_type(json),
    }
    .map_err(shown)
}

fn same_type(want: &Json, got: &Type) -> Verdict {
    if !pcl::equal(&read_type(want)?, got) {
        return Err(format!("wanted {want}, got {}", pcl::line(got)));
    }
    Ok(())
}

fn same_text(what: &str, want: &Json, got: &str) -> Verdict {
    match want.as_str() {
        Some(want) if want != got => Err(format!("{what}: wanted {want:?}, got {got:?}")),
        _ => Ok(()),
    }
}

/// The type itself, its text and display, and both notations there and back.
fn normalize(case: &Case) -> Verdict {
    let ty = build(&case.0["build"])?;
    let want = case.want();
    same_type(&want["type"], &ty)?;
    same_text(
        "string",
        &want["string"],
        &pcl::format_type(&ty).map_err(shown)?,
    )?;
    let columns = case.0["columns"].as_u64().unwrap_or(pcl::COLUMNS as u64) as usize;
    same_text(
        "pretty",
        &want["pretty"],
        &pcl::display_columns(&ty, columns),
    )?;
    let encoded: Json =
        serde_json::from_str(&pcl::encode_type(&ty).map_err(shown)?).map_err(shown)?;
    if encoded != want["type"] {
        return Err(format!("encoded as {encoded}, wanted {}", want["type"]));
    }
    Ok(())
}
