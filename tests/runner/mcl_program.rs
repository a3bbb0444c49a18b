//! Handlers for cases of whole mcl programs.
//!
//! A program is an archive of files and its expected result: a class of errors with its texts and
//! the log, or a graph: of functions before the program runs, or of resources after its first step.

use super::mcl_apply::apply;
use super::mcl_run::{Archive, compile, environment, kinds, run};
use super::mcl_tree::{corpus, files};
use super::vectors::same;
use super::{Case, CaseResult, Plan};
use polycty::calls::Budget;
use polycty::dialect::mcl::resources::Resource;
use polycty::dialect::mcl::scope::program::{NodeId, NodeKind};
use polycty::dialect::mcl::{self, CompileError};
use polycty::types::Str;
use polycty::values::Value;
use serde_json::Value as Json;
use std::collections::HashMap;
use std::sync::Arc;

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.0["suite"].as_str().unwrap_or_default() {
        // The program needs an HTTP server and requests to it.
        "TestAstFunc3" if needs(case, "res:http:server") => Plan::Later,
        "TestAstFunc1" | "TestAstFunc2" | "TestAstFunc3" => Plan::Run(program),
        _ => Plan::Nobody,
    }
}

fn needs(case: &Case, what: &str) -> bool {
    let needs = case.0["needs"].as_array().into_iter().flatten();
    needs.filter_map(Json::as_str).any(|need| need == what)
}

/// The result of a program: the lines of the graph that its suite compares.
fn outcome(case: &Case, archive: Archive) -> Result<Vec<String>, Failed> {
    let suite = case.0["suite"].as_str().unwrap_or_default();
    let hostname = if suite == "TestAstFunc3" {
        "localhost"
    } else {
        ""
    };
    let program = compile(&Arc::new(archive), hostname)?;
    let lines = |text: String| text.lines().map(str::to_owned).collect();
    match suite {
        "TestAstFunc1" => Ok(lines(program.graph().to_string())),
        "TestAstFunc2" => Ok(lines(run(&program)?.to_string())),
        _ => apply(&*run(&program)?).map_err(Failed::Applied),
    }
}

/// The reason why a program has no result.
enum Failed {
    Program(Box<CompileError>),
    /// An operation that the tests' own resource engine does not support.
    Applied(String),
}

impl From<Box<CompileError>> for Failed {
    fn from(failure: Box<CompileError>) -> Failed {
        Failed::Program(failure)
    }
}

/// The resources of a program, with some of their fields, and their edges.
pub fn interpreted(case: &Case) -> CaseResult {
    let code = case.0["code"].as_str().ok_or("no code")?;
    let archive = Archive(HashMap::from([("main.mcl".to_owned(), code.to_owned())]));
    let ran = compile(&Arc::new(archive), "").and_then(|program| run(&program));
    if case.0["fail"].as_bool() == Some(true) {
        return match ran {
            Err(_) => Ok(()),
            Ok(graph) => Err(format!("wanted a failure, got {graph}")),
        };
    }
    let graph = ran.map_err(|failure| failure.to_string())?;
    let wanted = case.0["resources"].as_array().ok_or("no resources")?;
    same("count", &wanted.len(), &graph.resources().len())?;
    for resource in wanted {
        let name = |key: &str| resource[key].as_str().unwrap_or_default();
        let found = graph.find(name("kind"), name("name"));
        let found = found.ok_or_else(|| format!("{resource} is not there"))?;
        for (field, wanted) in resource["fields"].as_object().into_iter().flatten() {
            let value = graph.resources()[found].field(field);
            let got = value.ok_or_else(|| format!("{field} is not said"))?;
            let wanted = match wanted {
                Json::String(text) => Value::string(text),
                Json::Bool(flag) => Value::bool(*flag),
                Json::Number(number) => match number.as_i64() {
                    Some(int) => Value::from_integer(int.into()),
                    None => Value::from_double(number.as_f64().unwrap_or_default()),
                },
                other => return Err(format!("{field} is {other}")),
            };
            same(field, &wanted, got)?;
        }
    }
    let wanted = case.0["edges"].as_array().into_iter().flatten();
    let mut wanted: Vec<String> = wanted.filter_map(Json::as_str).map(str::to_owned).collect();
    let edges = graph.edges().iter();
    let mut edges: Vec<String> = edges.map(|edge| graph.edge_name(edge)).collect();
    wanted.sort();
    edges.sort();
    same("edges", &wanted, &edges)
}

/// Checks that a kind of resource can be created, and that its fields have the expected types.
pub fn kind(case: &Case) -> CaseResult {
    let name: Str = case.0["kind"].as_str().ok_or("no kind")?.into();
    let resource = Resource::new(kinds(), &name, "n").map_err(|error| error.to_string())?;
    let known = kinds().find(&name).map_err(|error| error.to_string())?;
    for field in case.0["fields"].as_array().into_iter().flatten() {
        let text = |key: &str| field[key].as_str().unwrap_or_default();
        // Types that the language cannot express have no field.
        if matches!(text("type"), "unrepresentable" | "func") {
            continue;
        }
        let found = known.fields.get(text("lang"));
        let found = found.ok_or_else(|| format!("no field {field}"))?;
        let ty = mcl::format_type(&found.ty).map_err(|error| error.to_string())?;
        same(text("lang"), text("type"), &*ty)?;
        if let Ok(zero) = mcl::zero(&found.ty) {
            let mut resource = resource.clone();
            let set = resource.set(kinds(), text("lang"), zero);
            set.map_err(|error| error.to_string())?;
            // Only a field that may be unset is printed when it is set.
            let shown = !resource.lines(kinds()).is_empty();
            same("shown", &found.may_be_unset(), &shown)?;
        }
    }
    Ok(())
}

/// The types of a program's expressions, by their position in its tree.
pub fn unified(case: &Case) -> CaseResult {
    let code = case.0["code"].as_str().ok_or("no code")?;
    let archive = Archive(HashMap::from([("main.mcl".to_owned(), code.to_owned())]));
    let environment = environment(&Arc::new(archive), "");
    let (host, budget) = (environment.host(), Budget::standard());
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
        // A node is identified by its kind, which occurs only once in most of these programs, or
        // else by its value.
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

fn program(case: &Case) -> CaseResult {
    let file = case.0["file"].as_str().ok_or("no file")?;
    let text = std::fs::read_to_string(corpus().join("mcl").join(file));
    let mut archive = Archive(files(&text.map_err(|error| error.to_string())?));
    let output = archive.0.remove("OUTPUT").ok_or("no output")?;
    let compiled = match outcome(case, archive) {
        Ok(lines) => Ok(lines),
        Err(Failed::Program(failure)) => Err(failure),
        Err(Failed::Applied(why)) => return Err(why),
    };
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
                // The log of the third suite contains that of a resource engine.
                Some(log)
                    if case.0["suite"] != "TestAstFunc3"
                        && !failure.log().contains(log.trim_end()) =>
                {
                    Err(format!("wanted the log {log:?}, got {:?}", failure.log()))
                }
                _ => Ok(()),
            }
        }
        (Some(stage), Ok(_)) => Err(format!("wanted {stage}, compiled")),
        (None, Err(failure)) => Err(format!("{}: {failure}", failure.stage.class())),
        (None, Ok(graph)) => {
            let mut wanted: Vec<String> = output.trim().lines().map(str::to_owned).collect();
            wanted.retain(|line| line != "# empty!" && !line.is_empty());
            wanted.sort();
            let mut got = graph;
            got.sort();
            let missing: Vec<&String> = wanted.iter().filter(|line| !got.contains(line)).collect();
            let added: Vec<&String> = got.iter().filter(|line| !wanted.contains(line)).collect();
            if wanted == got {
                Ok(())
            } else {
                Err(format!("missing {missing:?}, added {added:?}"))
            }
        }
    }
}
