//! Handlers for cases of whole Puppet manifests: their outlines and their errors.

use super::vectors::same;
use super::{Case, CaseResult, Plan};
use polycty::calls::Budget;
use polycty::dialect::puppet::outline::{
    Declaration, DeclaredAttribute, Defined, DefinedKind, DefinedParameter, Outline,
};
use polycty::dialect::puppet::syntax::tree::{AttributeOp, Program, Takes};
use polycty::dialect::puppet::syntax::{Notation, parse_program, validate};
use polycty::dialect::puppet::{Mode, Strict};
use polycty::source::{Severity, Source};
use serde_json::{Map, Value as Json, json};

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        "manifest" => Plan::Run(manifest),
        _ => Plan::Nobody,
    }
}

fn manifest(case: &Case) -> CaseResult {
    let text = case.0["src"].as_str().ok_or("no src")?;
    let want = case.want();
    let program = match parse_program(Source::new("", text), Notation::Manifest, &Budget::new()) {
        Ok(program) => program,
        Err(error) => {
            let at = error.offset().map(|offset| {
                let before = &text[..offset];
                let line = before.rsplit('\n').next().unwrap_or_default();
                json!([before.matches('\n').count() + 1, line.chars().count() + 1])
            });
            return errors(want, &[(error.message().to_owned(), at)]);
        }
    };
    let diagnostics = validate(&program, Strict::Error, Mode::Current);
    if let Some(summary) = diagnostics.summary() {
        let place = |at: u32| {
            let place = program.place(at);
            json!([place.line, place.column])
        };
        let told = diagnostics.errors().take(10);
        let mut told: Vec<(String, Option<Json>)> = told
            .map(|error| (error.message.clone(), error.at.map(|at| place(at.start))))
            .collect();
        if told.len() > 1 {
            told.push((summary, None));
        }
        return errors(want, &told);
    }
    if !want["errors"].is_null() {
        return Err(format!("wanted {}", want["errors"]));
    }
    let warnings = diagnostics.warnings();
    let warnings = warnings
        .filter(|warning| warning.severity == Severity::Warning)
        .count();
    let wanted = want["warnings"].as_array().map_or(0, Vec::len);
    same("warnings", &wanted, &warnings)?;
    outline(&program, want)
}

/// Compares the messages in order, with the positions that the case contains.
fn errors(want: &Json, found: &[(String, Option<Json>)]) -> CaseResult {
    let none = Vec::new();
    let wanted = want["errors"].as_array().unwrap_or(&none);
    same("number of errors", &wanted.len(), &found.len())?;
    for (wanted, (message, at)) in wanted.iter().zip(found) {
        same(
            "message",
            &wanted["message"].as_str(),
            &Some(message.as_str()),
        )?;
        if wanted["at"][0].is_u64() {
            same("place", &Some(&wanted["at"]), &at.as_ref())?;
        }
    }
    Ok(())
}

fn outline(program: &Program, want: &Json) -> CaseResult {
    let outline = Outline::of(program);
    let place = |at: u32| {
        let place = program.place(at);
        json!([place.line, place.column])
    };
    let definitions = outline.definitions.iter();
    let mut definitions: Vec<Json> = definitions
        .map(|defined| definition(program, defined, place(defined.at)))
        .collect();
    if let Some(wanted) = want["definitions"].as_array() {
        for (found, wanted) in definitions.iter_mut().zip(wanted) {
            end_as_wanted(&mut found["type"], &wanted["type"]);
        }
    }
    let resources = outline.resources.iter();
    let resources: Vec<Json> = resources
        .map(|declared| resource(program, &declared.what, place(declared.at)))
        .collect();
    let calls = outline.calls.iter().map(|call| {
        let mut found = Map::new();
        let name = call.name.map(|name| program.name(name));
        found.insert("name".into(), json!(name));
        found.insert("at".into(), place(call.at));
        found.insert("arguments".into(), json!(call.arguments));
        if let Some(lambda) = &call.lambda {
            found.insert("lambda".into(), parameters(program, lambda));
        }
        Json::Object(found)
    });
    let mut variables: Map<String, Json> = Map::new();
    for used in &outline.variables {
        let count = variables.entry(program.name(used.name)).or_insert(json!(0));
        *count = json!(count.as_u64().unwrap_or_default() + 1);
    }
    for definition in &mut definitions {
        if let Json::Object(members) = definition {
            members.retain(|_, member| !member.is_null());
        }
    }
    same("definitions", &want["definitions"], &json!(definitions))?;
    same("resources", &want["resources"], &json!(resources))?;
    same("calls", &want["calls"], &json!(calls.collect::<Vec<_>>()))?;
    same("variables", &want["variables"], &Json::Object(variables))
}

/// For modified texts, the expected results do not contain the end of an alias's type after its
/// last parameter.
fn end_as_wanted(found: &mut Json, wanted: &Json) {
    if let (Some(text), Some(cut)) = (found.as_str(), wanted.as_str())
        && let Some(rest) = text.strip_prefix(cut)
        && rest.trim_matches([' ', '\n', ',', ']']).is_empty()
    {
        *found = wanted.clone();
    }
}

fn definition(program: &Program, defined: &Defined, at: Json) -> Json {
    let slice = |span| program.slice(span);
    let mut found = Map::new();
    found.insert("kind".into(), json!(defined.kind.text()));
    found.insert("at".into(), at);
    if defined.kind == DefinedKind::Node {
        let matches = defined.matches.iter().map(|span| slice(*span));
        found.insert("matches".into(), json!(matches.collect::<Vec<_>>()));
        return Json::Object(found);
    }
    found.insert("name".into(), json!(defined.name));
    if defined.kind == DefinedKind::Type {
        found.insert("type".into(), json!(defined.aliased.map(slice)));
        return Json::Object(found);
    }
    found.insert("params".into(), parameters(program, &defined.parameters));
    let parent = defined.inherits.map(|parent| program.name(parent));
    found.insert("inherits".into(), json!(parent));
    found.insert("returns".into(), json!(defined.returns.map(slice)));
    Json::Object(found)
}

fn parameters(program: &Program, parameters: &[DefinedParameter]) -> Json {
    let each = parameters.iter().map(|parameter| {
        let mut found = Map::new();
        found.insert("name".into(), json!(program.name(parameter.name)));
        if let Some(ty) = parameter.ty {
            found.insert("type".into(), json!(program.slice(ty)));
        }
        if let Some(default) = parameter.default {
            found.insert("default".into(), json!(program.slice(default)));
        }
        if parameter.takes == Takes::Rest {
            found.insert("rest".into(), json!(true));
        }
        Json::Object(found)
    });
    Json::Array(each.collect())
}

fn resource(program: &Program, what: &Declaration, at: Json) -> Json {
    let slice = |span| program.slice(span);
    let attributes = |attributes: &[DeclaredAttribute]| {
        let each = attributes.iter().map(|attribute| {
            let name = program.name(attribute.name);
            match attribute.operator {
                AttributeOp::Set => json!([name, "=>"]),
                AttributeOp::Append => json!([name, "+>"]),
                AttributeOp::Splat => json!("*"),
            }
        });
        Json::Array(each.collect())
    };
    let form = what.form();
    match what {
        Declaration::Resource { ty, bodies, .. } => {
            let bodies = bodies.iter().map(|body| {
                json!({"title": slice(body.title), "attributes": attributes(&body.attributes)})
            });
            // The expected results have no text for the keyword.
            let ty = match slice(*ty) {
                "class" => "",
                ty => ty,
            };
            json!({"form": form, "type": ty, "at": at, "bodies": bodies.collect::<Vec<_>>()})
        }
        Declaration::Settings {
            target,
            attributes: set,
            ..
        } => {
            json!({"form": form, "type": slice(*target), "at": at, "attributes": attributes(set)})
        }
        Declaration::Collector { ty, .. } => json!({"form": form, "type": slice(*ty), "at": at}),
        Declaration::Relationship { left, right, .. } => {
            json!({"form": form, "at": at, "left": slice(*left), "right": slice(*right)})
        }
    }
}
