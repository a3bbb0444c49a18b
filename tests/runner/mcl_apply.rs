//! A minimal resource engine for the tests of mgmt: it applies resources in order, passes sent
//! values to receivers, and groups resources.
//!
//! Only commands in the tests themselves have effects outside of the engine.

use super::mcl_run::kinds;
use polycty::dialect::mcl::resources::{Resource, ResourceGraph};
use polycty::values::Value;
use std::collections::BTreeMap;

/// The lines of a graph after its resources have been applied: vertices, edges, fields, groups.
pub fn apply(graph: &ResourceGraph) -> Result<Vec<String>, String> {
    let mut resources: Vec<Resource> = graph
        .resources()
        .iter()
        .map(|resource| (**resource).clone())
        .collect();
    for at in order(graph)? {
        for receive in graph.receives().iter().filter(|receive| receive.to == at) {
            if let Some(value) = sent(&resources[receive.from], &receive.sent)? {
                let set = resources[at].set(kinds(), &receive.field, value);
                set.map_err(|error| error.to_string())?;
            }
        }
    }
    let parents = groups(graph, &resources);
    let mut lines = Vec::new();
    for (at, resource) in resources.iter().enumerate() {
        let prefix = match parents[at] {
            Some(parent) => format!("Group: {}: ", resources[parent]),
            None => String::new(),
        };
        lines.push(format!("{prefix}Vertex: {resource}"));
        for line in resource.lines(kinds()) {
            // The stored value has an additional field, which the language does not see.
            let line = match line.strip_suffix('}') {
                Some(open) if line.contains(".MixedStruct = ") => {
                    format!("{open}; somePrivatefield: \"\"}}")
                }
                _ => line,
            };
            lines.push(format!("{prefix}{line}"));
        }
    }
    for edge in graph.edges() {
        let end = |at: usize| &resources[parents[at].unwrap_or(at)];
        let (from, to) = (end(edge.from), end(edge.to));
        lines.push(format!("Edge: {from} -> {to} # {}", graph.edge_name(edge)));
    }
    Ok(lines)
}

/// The resources, each after those that it depends on.
fn order(graph: &ResourceGraph) -> Result<Vec<usize>, String> {
    let mut done = Vec::new();
    let mut left: Vec<usize> = (0..graph.resources().len()).collect();
    while !left.is_empty() {
        let waits = |at: &usize| {
            let mut edges = graph.edges().iter();
            edges.any(|edge| edge.to == *at && left.contains(&edge.from))
        };
        let ready: Vec<usize> = left.iter().copied().filter(|at| !waits(at)).collect();
        if ready.is_empty() {
            return Err("a circle of resources".to_owned());
        }
        left.retain(|at| !ready.contains(at));
        done.extend(ready);
    }
    Ok(done)
}

/// The value that a resource sends.
fn sent(resource: &Resource, key: &str) -> Result<Option<Value>, String> {
    Ok(match (&**resource.kind(), key) {
        ("test", "hello") => resource.field("sendvalue").cloned(),
        ("test", "answer") => Some(Value::from_integer(42i64.into())),
        ("value", "any") => resource.field("any").cloned(),
        ("exec", "stdout" | "stderr" | "output") => {
            let text = |field| resource.field(field).and_then(Value::as_str);
            let shell = text("shell").unwrap_or("/bin/sh");
            let mut command = std::process::Command::new(shell);
            let done = command
                .args(["-c", text("cmd").unwrap_or_default()])
                .output();
            let done = done.map_err(|error| error.to_string())?;
            let said = match key {
                "stdout" => done.stdout,
                "stderr" => done.stderr,
                _ => [done.stdout, done.stderr].concat(),
            };
            Some(Value::string(&String::from_utf8_lossy(&said)))
        }
        _ => {
            return Err(format!("{resource} sends {key} only where it really runs"));
        }
    })
}

/// For each resource, the resource that it is grouped with: the first by name of its kind, unless
/// one depends on the other.
fn groups(graph: &ResourceGraph, resources: &[Resource]) -> Vec<Option<usize>> {
    let count = resources.len();
    let mut reaches = vec![vec![false; count]; count];
    for edge in graph.edges() {
        reaches[edge.from][edge.to] = true;
    }
    for via in 0..count {
        for from in 0..count {
            for to in 0..count {
                reaches[from][to] |= reaches[from][via] && reaches[via][to];
            }
        }
    }
    let groups = |resource: &Resource| {
        let always = resource.field("alwaysgroup").and_then(Value::as_bool) == Some(true);
        resource.meta.autogroup && (&**resource.kind() == "print" || always)
    };
    let mut members: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (at, resource) in resources
        .iter()
        .enumerate()
        .filter(|(_, resource)| groups(resource))
    {
        members.insert((resource.kind(), resource.name()), at);
    }
    let mut parents = vec![None; count];
    let mut leaders: Vec<usize> = Vec::new();
    for at in members.into_values() {
        let apart = |leader: &&usize| {
            resources[**leader].kind() == resources[at].kind()
                && !reaches[**leader][at]
                && !reaches[at][**leader]
        };
        match leaders.iter().find(apart) {
            Some(leader) => parents[at] = Some(*leader),
            None => leaders.push(at),
        }
    }
    parents
}
