//! Cases about whole Terraform projects.
//!
//! Each case is the files of a project, the schemas of its providers and what Terraform 1.17 reports
//! when it validates and plans the project. Severities, summaries, details, files and ranges of
//! diagnostics are compared as sorted lists, types and values of outputs as JSON. Refinements of
//! unknown values, marks and the context of diagnostics are not compared.

use super::{Case, CaseResult};
use polycty::calls::Budget;
use polycty::dialect::hcl::evaluate;
use polycty::dialect::hcl::syntax::parse_expression;
use polycty::dialect::terraform::project::{Computed, LocalOnly, Project, ProjectOptions, Schemas};
use polycty::dialect::terraform::{Entry, FileError, FileKind, Files, Host};
use polycty::number::Number;
use polycty::source::{Diagnostic, Position};
use polycty::types::{Str, Type};
use polycty::values::Value;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// The folder of the vectors, which `main` sets.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Sets where the vectors are.
pub fn in_folder(corpus: &Path) {
    let _ = FOLDER.set(corpus.join("terraform-projects"));
}

/// The files of a case.
struct Texts(BTreeMap<String, String>);

impl Files for Texts {
    fn read(&self, path: &str, _: &Budget) -> Result<Vec<u8>, FileError> {
        let path = path.trim_start_matches("./");
        self.0
            .get(path)
            .map(|text| text.clone().into_bytes())
            .ok_or(FileError::NotFound)
    }

    fn kind(&self, path: &str, _: &Budget) -> Result<FileKind, FileError> {
        let path = path.trim_start_matches("./");
        if self.0.contains_key(path) {
            Ok(FileKind::File)
        } else if self.0.keys().any(|file| is_within(file, path)) {
            Ok(FileKind::Folder)
        } else {
            Err(FileError::NotFound)
        }
    }

    fn list(&self, path: &str, _: &Budget) -> Result<Vec<Entry>, FileError> {
        let mut found: BTreeMap<String, FileKind> = BTreeMap::new();
        for file in self.0.keys() {
            if !is_within(file, path) {
                continue;
            }
            let rest = match path {
                "." => file,
                _ => &file[path.len() + 1..],
            };
            match rest.split_once('/') {
                Some((folder, _)) => found.insert(folder.to_owned(), FileKind::Folder),
                None => found.insert(rest.to_owned(), FileKind::File),
            };
        }
        if found.is_empty() {
            return Err(FileError::NotFound);
        }
        Ok(found
            .into_iter()
            .map(|(name, kind)| Entry { name, kind })
            .collect())
    }
}

fn is_within(file: &str, folder: &str) -> bool {
    folder == "."
        || file
            .strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/'))
}

/// The schemas of a name; those of no provider if there is none.
fn schemas(name: Option<&str>) -> Result<Schemas, String> {
    static READ: OnceLock<Mutex<HashMap<String, Schemas>>> = OnceLock::new();
    let Some(name) = name else {
        return Ok(Schemas::default());
    };
    let read = READ.get_or_init(Mutex::default);
    let mut read = read.lock().map_err(|error| error.to_string())?;
    if let Some(found) = read.get(name) {
        return Ok(found.clone());
    }
    let folder = FOLDER.get().ok_or("no folder")?;
    let path = folder.join(format!("schemas/{name}.json"));
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let found = Schemas::read(&text, &Budget::standard()).map_err(|error| error.to_string())?;
    read.insert(name.to_owned(), found.clone());
    Ok(found)
}

/// Answers a case and compares.
pub fn run(case: &Case) -> CaseResult {
    let mut texts = BTreeMap::new();
    for (path, text) in case.0["files"].as_object().ok_or("no files")? {
        texts.insert(path.clone(), text.as_str().unwrap_or_default().to_owned());
    }
    let mut given: BTreeMap<Str, Value> = BTreeMap::new();
    for (name, text) in case.0["variables"].as_object().into_iter().flatten() {
        let text = text.as_str().unwrap_or_default();
        let parsed = parse_expression(text.as_bytes(), "", Position::START);
        let value = evaluate(&parsed.expression(), None).value;
        given.insert(name.as_str().into(), value);
    }
    let files = Arc::new(Texts(texts));
    let mut options = ProjectOptions {
        schemas: Some(schemas(case.0["schemas"].as_str())?),
        ..ProjectOptions::default()
    };
    // As the stand-in for providers in the reference has it.
    options.computed = Computed::NotOptional;
    options.queries = true;
    options.host = Host {
        files: Some(files.clone()),
        clock: Some(Arc::new(|_| Ok(1_700_000_000))),
        ..Host::default()
    };
    let budget = Budget::standard();
    let loaded = Project::load(&*files, ".", &given, &LocalOnly, &options, &budget)
        .map_err(|error| error.to_string())?;
    let expect = &case.0["expect"];
    let mut diagnostics = loaded.diagnostics;
    let project = loaded.project;
    let mut stage = "load";
    if project.is_loaded() {
        stage = "validate";
        let found = project
            .validate(&budget)
            .map_err(|error| error.to_string())?;
        same_in_an_editor(&project, &found)?;
        diagnostics.extend(found);
    }
    let has_errors = |all: &[Diagnostic]| all.iter().any(|it| it.severity.name() == "error");
    let is_planned = !has_errors(&diagnostics) && expect.get("plan_skipped").is_none();
    if is_planned {
        stage = "plan";
    }
    same_diagnostics("", &expect["diagnostics"], &diagnostics)?;
    if expect["stage"] != stage {
        return Err(format!("stage: wanted {}, got {stage}", expect["stage"]));
    }
    if !is_planned {
        return Ok(());
    }
    let planned = project
        .plan(&given, &budget)
        .map_err(|error| error.to_string())?;
    same_diagnostics("plan ", &expect["plan_diagnostics"], &planned.diagnostics)?;
    let mut outputs: [BTreeMap<String, &Value>; 2] = Default::default();
    for output in &planned.outputs {
        let at = usize::from(output.address != *output.name);
        outputs[at].insert(output.address.clone(), &output.value);
    }
    same_outputs(&expect["outputs"], &outputs[0])?;
    same_outputs(&expect["module_outputs"], &outputs[1])
}

/// Compares the diagnostics of an editor with Terraform's. It has all of them, except those of
/// variables that are only missing because of an error in another reference. It has no other ones
/// if Terraform has no errors.
fn same_in_an_editor(project: &Project, found: &[Diagnostic]) -> CaseResult {
    let all = project.validate_all(&Budget::standard());
    let mut all: Vec<Told> = all
        .map_err(|error| error.to_string())?
        .iter()
        .map(told)
        .collect();
    for one in found.iter().map(told) {
        match all.iter().position(|other| *other == one) {
            Some(at) => drop(all.swap_remove(at)),
            None if one.5 == "Unknown variable" => {}
            None => return Err(format!("in an editor: no {}", show(&one))),
        }
    }
    let has_errors = found.iter().any(|one| one.severity.name() == "error");
    match all.first() {
        Some(one) if !has_errors => Err(format!("in an editor: {}", show(one))),
        _ => Ok(()),
    }
}

/// The compared parts of a diagnostic.
type Told = (bool, bool, usize, String, Option<[u64; 6]>, String, String);

fn told(found: &Diagnostic) -> Told {
    let place = |at: Position| [u64::from(at.line), u64::from(at.column), at.byte as u64];
    let source = found.source.as_ref().filter(|_| found.subject.is_some());
    let file = source.map_or(String::new(), |source| source.name.to_string());
    let range = source.and(found.subject).map(|range| {
        let ([a, b, c], [d, e, f]) = (place(range.start), place(range.end));
        [a, b, c, d, e, f]
    });
    (
        found.severity.name() == "error",
        range.is_some(),
        file.matches('/').count(),
        file,
        range,
        found.summary.clone(),
        found.detail.clone(),
    )
}

fn wanted(json: &Json) -> Told {
    let file = json["file"].as_str().unwrap_or_default().to_owned();
    let range = json["range"].as_array().map(|ends| {
        let number = |end: usize, at: usize| ends[end][at].as_u64().unwrap_or_default();
        [
            number(0, 0),
            number(0, 1),
            number(0, 2),
            number(1, 0),
            number(1, 1),
            number(1, 2),
        ]
    });
    let text = |key: &str| json[key].as_str().unwrap_or_default().to_owned();
    (
        json["severity"] == "error",
        range.is_some(),
        file.matches('/').count(),
        file,
        range,
        text("summary"),
        // The version of the reference is a snapshot before the release.
        text("detail").replace("1.17.0-dev", "1.17.0"),
    )
}

fn show(told: &Told) -> String {
    let (is_error, _, _, file, range, summary, detail) = told;
    let severity = if *is_error { "E" } else { "W" };
    let place = range.map_or(String::new(), |[a, b, _, c, d, _]| {
        format!(" @{file}:{a},{b}-{c},{d}")
    });
    format!("{severity} {summary}: {detail}{place}")
}

fn same_diagnostics(stage: &str, want: &Json, got: &[Diagnostic]) -> CaseResult {
    let mut want: Vec<Told> = want.as_array().into_iter().flatten().map(wanted).collect();
    let mut got: Vec<Told> = got.iter().map(told).collect();
    want.sort();
    got.sort();
    if want == got {
        return Ok(());
    }
    let (mut missing, mut extra) = (want.clone(), got.clone());
    for told in &want {
        if let Some(at) = extra.iter().position(|other| other == told) {
            extra.remove(at);
            missing.retain_first(told);
        }
    }
    let list = |all: &[Told]| all.iter().map(show).collect::<Vec<_>>().join(" | ");
    Err(format!(
        "{stage}wanted {}; got {}",
        list(&missing),
        list(&extra)
    ))
}

trait RetainFirst {
    /// Removes the first element that equals one.
    fn retain_first(&mut self, told: &Told);
}

impl RetainFirst for Vec<Told> {
    fn retain_first(&mut self, told: &Told) {
        if let Some(at) = self.iter().position(|other| other == told) {
            self.remove(at);
        }
    }
}

fn same_outputs(want: &Json, got: &BTreeMap<String, &Value>) -> CaseResult {
    let empty = serde_json::Map::new();
    let want = want.as_object().unwrap_or(&empty);
    for (name, wanted) in want {
        let value = got
            .get(name)
            .ok_or_else(|| format!("no output {name}, wanted {wanted}"))?;
        let (value, _) = value.unmark_deep();
        let ty = type_json(value.ty());
        if wanted["type"] != ty {
            return Err(format!(
                "type of {name}: wanted {}, got {ty}",
                wanted["type"]
            ));
        }
        let shown = value_json(&value);
        if !same_value(&wanted["value"], &shown) {
            return Err(format!(
                "value of {name}: wanted {}, got {shown}",
                wanted["value"]
            ));
        }
    }
    match got.keys().find(|name| !want.contains_key(*name)) {
        Some(name) => Err(format!(
            "output {name}: not wanted, got {}",
            value_json(&got[name].unmark_deep().0)
        )),
        None => Ok(()),
    }
}

/// A type in cty's JSON notation.
fn type_json(ty: &Type) -> Json {
    let element = || type_json(ty.element().unwrap_or(Type::any()));
    match ty {
        _ if ty.is_string() => json!("string"),
        _ if ty.is_number() => json!("number"),
        _ if ty.is_bool() => json!("bool"),
        _ if ty.is_list() => json!(["list", element()]),
        _ if ty.is_set() => json!(["set", element()]),
        _ if ty.is_map() => json!(["map", element()]),
        _ if ty.is_tuple() => {
            let elements = ty.elements().unwrap_or_default().iter();
            json!(["tuple", elements.map(type_json).collect::<Vec<_>>()])
        }
        _ if ty.is_object() => {
            let fields = ty.fields().iter();
            let fields = fields.map(|field| (field.name().to_owned(), type_json(field.ty())));
            json!(["object", fields.collect::<serde_json::Map<_, _>>()])
        }
        _ => json!("dynamic"),
    }
}

/// A value as the vectors write it, without refinements.
fn value_json(value: &Value) -> Json {
    if !value.is_known() {
        return json!({"$unknown": type_json(value.ty())});
    }
    if value.is_null() {
        return Json::Null;
    }
    let ty = value.ty();
    if let Some(text) = value.as_str() {
        return json!(text);
    }
    if let Some(is) = value.as_bool() {
        return json!(is);
    }
    if let Some(number) = value.as_number() {
        return match number.is_infinite() {
            true if number.is_negative() => json!({"$number": "-Inf"}),
            true => json!({"$number": "+Inf"}),
            false => serde_json::from_str(&number.to_string()).unwrap_or(Json::Null),
        };
    }
    if ty.is_map() {
        let entries = value.entries().unwrap_or_default().iter();
        let entries = entries.map(|entry| (entry.key_str().to_owned(), value_json(entry.value())));
        return Json::Object(entries.collect());
    }
    let parts = value.parts().unwrap_or_default();
    if ty.is_object() {
        let fields = ty.fields().iter().zip(parts);
        let fields = fields.map(|(field, part)| (field.name().to_owned(), value_json(part)));
        return Json::Object(fields.collect());
    }
    Json::Array(parts.iter().map(value_json).collect())
}

/// Whether two values are equal, numbers by value, and unknown ones by their types.
fn same_value(want: &Json, got: &Json) -> bool {
    match (want, got) {
        (Json::Number(a), Json::Number(b)) => {
            Number::parse(&a.to_string()).ok() == Number::parse(&b.to_string()).ok()
        }
        (Json::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b))
        }
        (Json::Object(a), Json::Object(b)) => match (a.get("$unknown"), b.get("$unknown")) {
            (Some(a), Some(b)) => a == b,
            (None, None) => {
                let same =
                    |(key, a): (&String, &Json)| b.get(key).is_some_and(|b| same_value(a, b));
                a.len() == b.len() && a.iter().all(same)
            }
            _ => false,
        },
        (a, b) => a == b,
    }
}
