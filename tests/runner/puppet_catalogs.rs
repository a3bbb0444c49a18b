//! Handlers for cases of Puppet's catalogs.
//!
//! The files of a case are in memory, under the names that Puppet reports: `/e` is the root of the
//! environment, `/g` that of the global layer. `CASE=id` prints the program, the expected result
//! and the result of that case.

use super::vectors::same;
use super::{Case, CaseResult, Plan};
use crate::puppet_environment::{Log, environment, in_each_folder, strictness};
use polycty::calls::Budget;
use polycty::dialect::puppet::catalog::relationships::Events;
use polycty::dialect::puppet::catalog::{
    Catalog, CompileError, CompileOptions, EnvironmentFolder, ExportedQuery, ExportedResource,
    ExportedStore, JsonOptions, NodeInput, compile, parse_manifests,
};
use polycty::dialect::puppet::read_json;
use polycty::source::Result as Answer;
use polycty::types::Str;
use polycty::values::Value;
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.0["expect"].is_object() {
        true => Plan::Run(catalog),
        false => Plan::Nobody,
    }
}

fn catalog(case: &Case) -> CaseResult {
    in_each_folder(case, catalog_in)
}

fn catalog_in(case: &Case, folder: &EnvironmentFolder) -> CaseResult {
    let want = &case.0["expect"];
    let log = Log::default();
    let found = compiled(case, folder, &log);
    if std::env::var("CASE").is_ok_and(|id| id == case.id()) {
        show(case, &found, &log);
    }
    match (&found, want.get("error")) {
        (Ok(found), None) => agrees(found, &want["catalog"])?,
        (Err(error), Some(want)) => fails(error, want)?,
        (Ok(_), Some(error)) => return Err(format!("wanted the error {}", error["full"])),
        (Err(error), None) => return Err(format!("wanted a catalog, got {}", error.full())),
    }
    log.agrees(want)
}

/// Compiles the catalog of a case.
fn compiled(case: &Case, folder: &EnvironmentFolder, log: &Log) -> Result<Catalog, CompileError> {
    let budget = Budget::standard();
    let ordered =
        read_json(&case.1).map_err(|error| CompileError::new(error.code(), error.message()))?;
    let case = &case.0;
    let strict = strictness(case);
    let name = case["node"].as_str().unwrap_or("n.example.com");
    let fail = |error: polycty::source::Error| CompileError::new(error.code(), error.message());
    let node = node(case, &ordered, name).map_err(fail)?;
    let exported = member(&ordered, "exported").cloned();
    let options = CompileOptions {
        exported: exported
            .map(|resources| -> Arc<dyn ExportedStore> { Arc::new(Store(resources)) }),
        ..folder.options()
    };
    let manifests = folder.manifests().map_err(fail)?;
    let manifests =
        parse_manifests(manifests, "e", strict, &budget).map_err(|error| error.on_node(name))?;
    let environment = environment(case, folder, log);
    compile(&manifests, &node, &options, &environment, &budget)
}

/// Returns the element of a hash with a key.
fn member<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    let mut entries = value.as_ordered_map()?.entries().iter();
    let found = entries.find(|(name, _)| name.as_str() == Some(key));
    found.map(|(_, value)| value)
}

/// Returns the entries of a hash in their order.
fn entries(value: Option<&Value>) -> Vec<(Str, Value)> {
    let map = value.and_then(Value::as_ordered_map);
    let entries = map.map(|map| map.entries()).unwrap_or_default().iter();
    entries
        .filter_map(|(key, value)| Some((key.as_str()?.into(), value.clone())))
        .collect()
}

/// Returns the elements of an array.
fn elements(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::parts).unwrap_or_default()
}

/// Returns the node of a case; `ordered` is the case with its keys in order.
pub fn node(case: &Json, ordered: &Value, name: &str) -> Answer<NodeInput> {
    let (host, domain) = match name.split_once('.') {
        Some((host, domain)) => (host, json!(domain)),
        None => (name, Json::Null),
    };
    let mut trusted = json!({
        "authenticated": "local", "certname": name, "domain": domain, "extensions": {},
        "hostname": host, "external": {},
    });
    for (key, value) in case["trusted"].as_object().into_iter().flatten() {
        trusted[key] = value.clone();
    }
    let enc = member(ordered, "enc");
    let of_enc = |key| enc.and_then(|enc| member(enc, key));
    let classes = of_enc("classes");
    let named = elements(classes).iter().filter_map(Value::as_str);
    let named = named.map(|class| (class.into(), None));
    let declared = entries(classes).into_iter();
    let declared = declared.map(|(class, parameters)| (class, Some(parameters)));
    Ok(NodeInput {
        name: name.to_lowercase().into(),
        facts: member(ordered, "facts").cloned(),
        trusted: Some(read_json(&trusted.to_string())?),
        server_facts: member(ordered, "server_facts").cloned(),
        parameters: entries(of_enc("parameters")),
        classes: named.chain(declared).collect(),
        ..NodeInput::default()
    })
}

/// The exported resources of other nodes.
struct Store(Value);

impl ExportedStore for Store {
    fn find(
        &self,
        resource_type: &str,
        query: Option<&ExportedQuery>,
        _node: &str,
    ) -> Answer<Vec<ExportedResource>> {
        let text = |resource: &Value, key: &str| -> Str {
            let found = member(resource, key).and_then(Value::as_str);
            found.unwrap_or_default().into()
        };
        let found = elements(Some(&self.0)).iter().filter(|resource| {
            *text(resource, "type") == *resource_type
                && query.is_none_or(|query| matches(resource, query))
        });
        let exported = found.map(|resource| ExportedResource {
            resource_type: resource_type.into(),
            title: text(resource, "title"),
            parameters: entries(member(resource, "parameters")),
            tags: elements(member(resource, "tags"))
                .iter()
                .filter_map(|tag| Some(tag.as_str()?.into()))
                .collect(),
            node: text(resource, "node"),
        });
        Ok(exported.collect())
    }
}

/// Whether an exported resource matches a query: tags include the parameter `tag`, the type and the
/// title.
fn matches(resource: &Value, query: &ExportedQuery) -> bool {
    let is = |name: &str, wanted: &Value| {
        let found = match name {
            "title" => member(resource, "title"),
            _ => member(resource, "parameters").and_then(|all| member(all, name)),
        };
        found == Some(wanted)
    };
    match query {
        ExportedQuery::Equal(name, wanted) if **name == *"tag" => {
            let wanted = wanted.as_str().unwrap_or_default().to_lowercase();
            let set = member(resource, "parameters").and_then(|all| member(all, "tag"));
            let set = set.map_or(&[][..], |tag| {
                tag.parts().unwrap_or(std::slice::from_ref(tag))
            });
            let own = [member(resource, "type"), member(resource, "title")];
            let tags = elements(member(resource, "tags")).iter().chain(set);
            let mut tags = tags
                .chain(own.into_iter().flatten())
                .filter_map(Value::as_str);
            tags.any(|tag| tag.to_lowercase() == wanted)
        }
        ExportedQuery::Equal(name, wanted) => is(name, wanted),
        ExportedQuery::NotEqual(name, wanted) => !is(name, wanted),
        ExportedQuery::And(a, b) => matches(resource, a) && matches(resource, b),
        ExportedQuery::Or(a, b) => matches(resource, a) || matches(resource, b),
    }
}

/// Returns the resources of a catalog as the vectors write them.
fn resources(catalog: &Catalog) -> Result<Vec<Json>, String> {
    let budget = Budget::standard();
    let all = catalog.resources.iter().map(|resource| {
        let text = resource
            .to_json(&budget)
            .map_err(|error| error.to_string())?;
        let mut json: Json = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        if !resource.exported
            && let Some(members) = json.as_object_mut()
        {
            members.remove("exported");
        }
        if resource.is_virtual {
            json["virtual"] = json!(true);
        }
        sort(&mut json["tags"]);
        Ok(json)
    });
    all.collect()
}

fn sort(list: &mut Json) {
    if let Some(list) = list.as_array_mut() {
        list.sort_by_key(Json::to_string);
    }
}

/// Returns JSON with its floating-point numbers in one spelling.
fn normal(json: &Json) -> Json {
    match json {
        Json::Number(number) if number.to_string().contains(['.', 'e', 'E']) => {
            json!(number.as_f64())
        }
        Json::Array(elements) => elements.iter().map(normal).collect(),
        Json::Object(members) => members
            .iter()
            .map(|(key, value)| (key.clone(), normal(value)))
            .collect(),
        other => other.clone(),
    }
}

fn edges(catalog: &Catalog) -> Vec<Json> {
    let reference = |at: u32| catalog.resources[at as usize].reference();
    let all = catalog.edges.iter();
    all.map(|edge| json!([reference(edge.source), reference(edge.target)]))
        .collect()
}

fn reference(resource: &Json) -> String {
    let text = |key: &str| resource[key].as_str().unwrap_or_default();
    format!("{}[{}]", text("type"), text("title"))
}

fn agrees(found: &Catalog, want: &Json) -> CaseResult {
    let list = |key: &str| want[key].as_array().cloned().unwrap_or_default();
    let classes: Vec<Json> = found.classes.iter().map(|class| json!(**class)).collect();
    ordered("classes", &list("classes"), &classes)?;
    let (wanted, found_resources) = (list("resources"), resources(found)?);
    let wanted: Vec<Json> = wanted.iter().map(normal).collect();
    let found_resources: Vec<Json> = found_resources.iter().map(normal).collect();
    for resource in &wanted {
        let name = reference(resource);
        let Some(other) = found_resources
            .iter()
            .find(|other| reference(other) == name)
        else {
            return Err(format!("{name} is missing"));
        };
        same(&name, resource, other)?;
    }
    ordered("resources", &wanted, &found_resources)?;
    ordered("edges", &list("edges"), &edges(found))?;
    if want.get("relationships").is_some() || want.get("ral_error").is_some() {
        graph(found, want)?;
    }
    if let Some(want) = want.get("json") {
        let text = found.to_json(&JsonOptions::default(), &Budget::standard());
        let text = text.map_err(|error| error.to_string())?;
        let mut json: Json = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        sort(&mut json["tags"]);
        let resources = json["resources"].as_array_mut().into_iter().flatten();
        resources.for_each(|resource| sort(&mut resource["tags"]));
        same("JSON", &normal(want), &normal(&json))?;
    }
    Ok(())
}

/// Compares lists; a difference of the order alone is reported as such.
fn ordered(what: &str, want: &[Json], found: &[Json]) -> CaseResult {
    if want == found {
        return Ok(());
    }
    let sorted = |list: &[Json]| {
        let mut texts: Vec<String> = list.iter().map(Json::to_string).collect();
        texts.sort();
        texts
    };
    let (wanted, sorted) = (sorted(want), sorted(found));
    if wanted == sorted {
        let at = want.iter().zip(found).position(|(a, b)| a != b);
        return Err(format!("{what}: only the order differs, from {at:?}"));
    }
    let missing: Vec<_> = wanted.iter().filter(|one| !sorted.contains(one)).collect();
    let extra: Vec<_> = sorted.iter().filter(|one| !wanted.contains(one)).collect();
    Err(format!("{what}: missing {missing:?}, added {extra:?}"))
}

/// Compares the graph of the agent.
fn graph(found: &Catalog, want: &Json) -> CaseResult {
    let budget = Budget::standard();
    let graph = match (found.relationships(&budget), want["ral_error"].as_str()) {
        (Ok(graph), None) => graph,
        (Err(error), Some(message)) => return same("graph", message, error.message()),
        (Ok(_), Some(message)) => return Err(format!("wanted the graph's error {message}")),
        (Err(error), None) => return Err(format!("wanted a graph, got {error}")),
    };
    let name = |at: u32| &*graph.vertices()[at as usize].reference;
    let mut relationships: Vec<Json> = graph
        .relationships()
        .iter()
        .map(|edge| {
            let callback = match edge.events {
                Events::Refresh => "refresh",
                Events::Order | Events::Implied => "",
            };
            let events = edge.events.to_string();
            json!([name(edge.source), name(edge.target), events, callback])
        })
        .collect();
    relationships.sort_by_key(Json::to_string);
    let list = |key: &str| {
        let mut list = want[key].as_array().cloned().unwrap_or_default();
        list.sort_by_key(Json::to_string);
        list
    };
    ordered("relationships", &list("relationships"), &relationships)?;
    let cycles = graph.cycles(&budget).map_err(|error| error.to_string())?;
    let mut cycles: Vec<Json> = cycles
        .iter()
        .map(|cycle| {
            let mut members: Vec<&str> = cycle.members.iter().map(|at| name(*at)).collect();
            members.sort_unstable();
            json!(members)
        })
        .collect();
    cycles.sort_by_key(Json::to_string);
    ordered("cycles", &list("cycles"), &cycles)
}

pub fn fails(error: &CompileError, want: &Json) -> CaseResult {
    if want["ruby"] == true {
        return Ok(());
    }
    // Generated cases have the full text alone.
    if let Some(message) = want["message"].as_str() {
        if !is_message(message, error.message()) {
            return same("message", message, error.message());
        }
        let number = |key: &str| want[key].as_u64().map(|number| number as u32);
        same("file", &want["file"].as_str(), &error.file())?;
        same("line", &number("line"), &error.line())?;
        same("column", &number("column"), &error.column())?;
    }
    let full = want["full"].as_str().unwrap_or_default();
    if !is_message(full, &error.full()) {
        return same("full text", full, &error.full());
    }
    if want["message"].is_null() {
        return Ok(());
    }
    let logged = want["logged"].as_array().into_iter().flatten();
    let logged: Vec<&str> = logged.filter_map(Json::as_str).collect();
    let found: Vec<&str> = error.logged().iter().map(String::as_str).collect();
    same("logged errors", &logged, &found)
}

/// Whether a message is the wanted one. The texts of Ruby's objects match any text, and the texts
/// of the parsers of JSON and YAML are not compared.
fn is_message(want: &str, found: &str) -> bool {
    const OBJECT: &str = "#<Puppet::Resource::Type:0x*>";
    if let Some((before, _)) = want.split_once("Unable to parse (")
        && let Some(rest) = want.strip_prefix(before)
        && let Some((file, _)) = rest.split_once("): ")
    {
        return found.starts_with(&format!("{before}{file}): "));
    }
    match want.split_once(OBJECT) {
        Some((before, after)) => {
            let after = after.rsplit(OBJECT).next().unwrap_or(after);
            found.starts_with(before) && found.ends_with(after)
        }
        None => want == found,
    }
}

/// Prints the program, the expected result and the result of a case.
fn show(case: &Case, found: &Result<Catalog, CompileError>, log: &Log) {
    let mut program = case.0.clone();
    let want = program.as_object_mut().and_then(|all| all.remove("expect"));
    for (name, text) in program["files"].as_object().into_iter().flatten() {
        println!("--- {name}\n{}", text.as_str().unwrap_or_default());
    }
    println!("--- code\n{}", program["code"].as_str().unwrap_or_default());
    if let Some(all) = program.as_object_mut() {
        all.retain(|key, _| key != "files" && key != "code");
    }
    println!("--- case\n{program:#}");
    println!("--- expected\n{:#}", want.unwrap_or_default());
    let mut shown = Map::new();
    match found {
        Ok(catalog) => {
            let classes: Vec<&str> = catalog.classes.iter().map(|class| &**class).collect();
            shown.insert("classes".into(), json!(classes));
            shown.insert("resources".into(), json!(resources(catalog)));
            shown.insert("edges".into(), json!(edges(catalog)));
        }
        Err(error) => {
            shown.insert("error".into(), json!(error.full()));
        }
    }
    println!("--- found\n{:#}", Json::Object(shown));
    println!("--- log\n{:?}", log.messages());
}
