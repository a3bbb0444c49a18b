//! Do programs of mcl go wrong, or become a graph, as the reference's do?
//!
//! A program is an archive of files and what comes of it: a class of errors with its texts and the
//! log, or a graph: of functions before it runs, or of resources after its first step.

use super::mcl_run::{Archive, compile, environment, run};
use super::mcl_tree::{corpus, files};
use super::vectors::same;
use super::{Case, Plan, Verdict};
use polycty::calls::Budget;
use polycty::dialect::mcl::scope::program::{NodeId, NodeKind};
use polycty::dialect::mcl::{self, CompileError};
use std::collections::HashMap;
use std::sync::Arc;

/// The part of the table that is answered here.
pub fn plan(case: &Case) -> Plan {
    match case.0["suite"].as_str().unwrap_or_default() {
        "TestAstFunc1" | "TestAstFunc2" => Plan::Run(program),
        _ => Plan::Later,
    }
}

/// What comes of a program: the text of the graph that its suite looks at.
fn outcome(case: &Case, archive: Archive) -> Result<String, Box<CompileError>> {
    let program = compile(&Arc::new(archive), "")?;
    match case.0["suite"].as_str() {
        Some("TestAstFunc1") => Ok(program.graph().to_string()),
        _ => Ok(run(&program)?.to_string()),
    }
}

/// The types that a program's expressions have, by where they stand in its tree.
pub fn unified(case: &Case) -> Verdict {
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
    let compiled = outcome(case, archive);
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
