//! Do programs of mcl go wrong, or become a graph, as the reference's do?
//!
//! A program is an archive of files and what comes of it: a class of errors with its texts and the
//! log, or a graph. What needs a program to run is for later.

use super::mcl_tree::{corpus, files};
use super::vectors::same;
use super::{Case, Plan, Verdict};
use polycty::calls::Budget;
use polycty::dialect::mcl::functions::{Core, NoHost};
use polycty::dialect::mcl::host::{Files, Host};
use polycty::dialect::mcl::resources::{ResourceField, ResourceKind, ResourceKinds, Trait};
use polycty::dialect::mcl::scope::program::{NodeId, NodeKind};
use polycty::dialect::mcl::{self, CompileError};
use polycty::types::{Str, VariableScope};
use polycty::values::Value;
use serde_json::Value as Json;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The part of the table that is answered here.
pub fn plan(case: &Case) -> Plan {
    let suite = case.0["suite"].as_str().unwrap_or_default();
    let stage = case.0["stage"].as_str();
    match (suite, stage) {
        ("TestAstFunc1", _) => Plan::Run(program),
        ("TestAstFunc2", Some("errStream" | "errInterpret")) => Plan::Later,
        ("TestAstFunc2", _) => Plan::Run(program),
        _ => Plan::Later,
    }
}

struct Archive(HashMap<String, String>);

impl Files for Archive {
    fn read(&self, path: &str) -> Option<Str> {
        self.0
            .get(path.trim_start_matches('/'))
            .map(|text| text.as_str().into())
    }
}

/// The kinds of resources of the reference.
pub fn kinds() -> &'static ResourceKinds {
    static KINDS: OnceLock<ResourceKinds> = OnceLock::new();
    KINDS.get_or_init(|| {
        let text = std::fs::read_to_string(corpus().join("mcl/resources.jsonl"));
        let lines = text.unwrap_or_default();
        let kinds = lines.lines().map(|line| {
            let json: Json = serde_json::from_str(line).unwrap_or_default();
            let fields = |key: &str| {
                let fields = json[key].as_array().into_iter().flatten();
                fields.filter_map(field).collect()
            };
            let has = |name: &str| {
                let traits = json["traits"].as_array().into_iter().flatten();
                traits.filter_map(Json::as_str).any(|found| found == name)
            };
            let traits = json["traits"].as_array().into_iter().flatten();
            let kind = ResourceKind {
                fields: fields("fields"),
                sends: has("sendable").then(|| fields("sends")),
                traits: traits
                    .filter_map(|name| Trait::of(name.as_str()?))
                    .collect(),
                behaviour: None,
            };
            (json["kind"].as_str().unwrap_or_default().into(), kind)
        });
        ResourceKinds(kinds.collect())
    })
}

fn field(json: &Json) -> Option<ResourceField> {
    Some(ResourceField {
        name: json["lang"].as_str()?.into(),
        stored: json["name"].as_str()?.into(),
        ty: mcl::parse_type(json["type"].as_str()?, VariableScope::new()).ok()?,
        storage: json["storage"].as_str()?.into(),
    })
}

/// What the programs of the reference are given besides the core.
fn core() -> Core {
    Core::new(Arc::new(NoHost))
        .variable("purpleidea", Value::string("hello world!"))
        .variable("hostname", Value::string(""))
}

/// Compiles a program up to the graph of its functions.
fn compile(archive: &Archive) -> Result<String, Box<CompileError>> {
    let host = Host {
        files: archive,
        library: &core(),
        kinds: kinds(),
    };
    let budget = Budget::standard();
    let entry = match archive.0.contains_key("metadata.yaml") {
        true => "/",
        false => "/main.mcl",
    };
    let program = mcl::scope::build(host, entry, &budget)?;
    let typed = mcl::typing::unify(program, host, &budget)?;
    Ok(mcl::graph::graph(&typed, &budget)?.to_string())
}

/// The types that a program's expressions have, by where they stand in its tree.
pub fn unified(case: &Case) -> Verdict {
    let code = case.0["code"].as_str().ok_or("no code")?;
    let archive = Archive(HashMap::from([("main.mcl".to_owned(), code.to_owned())]));
    let host = Host {
        files: &archive,
        library: &core(),
        kinds: kinds(),
    };
    let budget = Budget::standard();
    let program = mcl::scope::build(host, "/main.mcl", &budget);
    let typed = program.and_then(|program| mcl::typing::unify(program, host, &budget));
    if case.0["fail"].as_bool() == Some(true) {
        let Err(failure) = typed else {
            return Err("wanted a failure".into());
        };
        return match case.0["error_prefix"].as_str() {
            Some(prefix) => same("prefix", &true, &failure.to_string().starts_with(prefix)),
            None => Ok(()),
        };
    }
    let typed = typed.map_err(|failure| failure.to_string())?;
    let tree = case.0["ast"].clone();
    for wanted in case.0["types"].as_array().ok_or("no types")? {
        let path = wanted["path"].as_str().ok_or("no path")?;
        let pointer = format!(
            "/{}",
            path.replace('[', "/").replace("]", "").replace('.', "/")
        );
        let node = tree.pointer(&pointer).ok_or("no such node")?;
        // A node is found again by its kind, which these few programs have each once, and by its
        // value where they have not.
        let wanted = wanted["type"].as_str().ok_or("no type")?;
        let of_type = |id: &NodeId| {
            let ty = typed.ty(*id).and_then(|ty| mcl::format_type(ty).ok());
            ty.as_deref() == Some(wanted)
        };
        let kind = node["node"].as_str().unwrap_or_default();
        let ids = (0..typed.program.len()).filter_map(|at| typed.program.id(at));
        let same_kind = |id: &NodeId| match &typed.program[*id].kind {
            NodeKind::Const(_) => matches!(kind, "ExprBool" | "ExprStr" | "ExprInt" | "ExprFloat"),
            NodeKind::Call(call) => {
                kind == "ExprCall" && node["Name"].as_str() == call.name.as_deref()
            }
            NodeKind::Struct(_) => kind == "ExprStruct",
            _ => false,
        };
        if !ids.filter(same_kind).any(|id| of_type(&id)) {
            return Err(format!("nothing at {path} is {wanted}"));
        }
    }
    Ok(())
}

fn program(case: &Case) -> Verdict {
    let file = case.0["file"].as_str().ok_or("no file")?;
    let text = std::fs::read_to_string(corpus().join("mcl").join(file));
    let mut archive = Archive(files(&text.map_err(|error| error.to_string())?));
    let output = archive.0.remove("OUTPUT").ok_or("no output")?;
    let compiled = compile(&archive);
    match (case.0["stage"].as_str(), compiled) {
        (Some(stage), Err(failure)) => {
            same("stage", stage, failure.stage.class())
                .map_err(|how| format!("{how}: {failure}"))?;
            let text = failure.to_string();
            let accept = case.0["accept"].as_array().ok_or("nothing to accept")?;
            if !accept
                .iter()
                .any(|accepted| accepted.as_str() == Some(&text))
            {
                return Err(format!("wanted {accept:?}, got {text:?}"));
            }
            match case.0["log"].as_str() {
                Some(log) if !failure.log().contains(log.trim_end()) => {
                    Err(format!("wanted the log {log:?}, got {:?}", failure.log()))
                }
                _ => Ok(()),
            }
        }
        (Some(stage), Ok(_)) => Err(format!("wanted {stage}, compiled")),
        (None, Err(failure)) => Err(format!("{}: {failure}", failure.stage.class())),
        (None, Ok(graph)) => {
            if case.0["suite"] != "TestAstFunc1" {
                return Ok(());
            }
            let sorted = |text: &str| {
                let mut lines: Vec<String> = text.trim().lines().map(str::to_owned).collect();
                lines.retain(|line| line != "# empty!" && !line.is_empty());
                lines.sort();
                lines
            };
            let (wanted, got) = (sorted(&output), sorted(&graph));
            let missing: Vec<&String> = wanted.iter().filter(|line| !got.contains(line)).collect();
            let added: Vec<&String> = got.iter().filter(|line| !wanted.contains(line)).collect();
            match wanted == got {
                true => Ok(()),
                false => Err(format!("missing {missing:?}, added {added:?}")),
            }
        }
    }
}
