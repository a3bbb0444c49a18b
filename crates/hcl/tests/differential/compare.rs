//! Comparison of two answers to one expression.

use polycty_core::number::Number;
use polycty_core::source::Diagnostic;
use polycty_core::types::{Field, Type};
use polycty_core::values::{Entry, MarkSet, Value};
use polycty_hcl::Evaluated;
use serde_json::{Map, Value as Json, json};

/// The summary of a diagnostic, and the start and end of its range in bytes.
pub type Reported = (String, u64, u64);

/// The result of an expression.
pub struct Answer {
    /// The diagnostics in the order of the report.
    pub failures: Vec<Reported>,
    pub ty: Json,
    pub value: Json,
    /// Whether the other library panicked.
    pub panicked: bool,
}

impl Answer {
    pub fn theirs(case: &Json) -> Answer {
        let failure = |failure: &Json| -> Reported {
            (
                failure[0].as_str().unwrap().to_owned(),
                failure[1].as_u64().unwrap(),
                failure[2].as_u64().unwrap(),
            )
        };
        let failures = case["failures"].as_array();
        Answer {
            failures: failures.map_or_else(Vec::new, |all| all.iter().map(failure).collect()),
            ty: case["value"]["type"].clone(),
            value: case["value"]["value"].clone(),
            panicked: case["panic"] == true,
        }
    }

    pub fn ours(found: &Evaluated) -> Answer {
        let failure = |failure: &Diagnostic| -> Reported {
            let range = failure.subject.expect("a place");
            let (start, end) = (range.start.byte as u64, range.end.byte as u64);
            (failure.summary.to_string(), start, end)
        };
        Answer {
            failures: found.diagnostics.iter().map(failure).collect(),
            ty: written_type(found.value.ty()),
            value: written(&found.value),
            panicked: false,
        }
    }

    pub fn failed(&self) -> bool {
        !self.failures.is_empty()
    }
}

/// Returns a description of the difference between two answers, or `None` if they agree, apart from
/// refinements.
pub fn difference(theirs: &Answer, ours: &Answer) -> Option<String> {
    if theirs.panicked {
        return Some("a panic".to_owned());
    }
    if theirs.failures != ours.failures {
        return Some(format!(
            "{:?}\n  is here {:?}",
            theirs.failures, ours.failures
        ));
    }
    // The value of an expression that fails is not compared.
    if theirs.failed() || finer(&theirs.value, &ours.value) {
        return None;
    }
    Some(format!(
        "{} {}\n  is here {} {}",
        theirs.ty, theirs.value, ours.ty, ours.value
    ))
}

/// Whether our value equals theirs, or is more specific where theirs is unknown.
pub fn finer(theirs: &Json, ours: &Json) -> bool {
    let (theirs, their_marks) = unmarked(theirs);
    let (ours, our_marks) = unmarked(ours);
    if is_unknown(theirs) {
        // A known value may have the same marks on nested parts.
        let mut all = our_marks.to_vec();
        marks_within(ours, &mut all);
        return their_marks.iter().all(|mark| all.contains(mark));
    }
    if their_marks != our_marks {
        return false;
    }
    match (theirs, ours) {
        (Json::Array(theirs), Json::Array(ours)) => {
            theirs.len() == ours.len() && theirs.iter().zip(ours).all(|(a, b)| finer(a, b))
        }
        (Json::Object(theirs), Json::Object(ours)) => {
            let same = |(key, part)| ours.get(key).is_some_and(|other| finer(part, other));
            theirs.len() == ours.len() && theirs.iter().all(same)
        }
        (theirs, ours) => theirs == ours,
    }
}

/// Returns a value without its outer marks, and these marks.
pub fn unmarked(value: &Json) -> (&Json, &[Json]) {
    match value.get("$").and_then(|inner| inner.get("marks")) {
        Some(Json::Array(marks)) => (&value["$"]["value"], marks),
        _ => (value, &[]),
    }
}

fn marks_within(value: &Json, all: &mut Vec<Json>) {
    let (bare, marks) = unmarked(value);
    all.extend_from_slice(marks);
    match bare {
        Json::Array(parts) => parts.iter().for_each(|part| marks_within(part, all)),
        Json::Object(parts) => parts.values().for_each(|part| marks_within(part, all)),
        _ => {}
    }
}

/// Returns a value without marks.
pub fn bare(value: &Json) -> Json {
    match unmarked(value).0 {
        Json::Array(parts) => parts.iter().map(bare).collect(),
        inner if is_unknown(inner) => inner.clone(),
        Json::Object(parts) => {
            let parts = parts.iter().map(|(name, part)| (name.clone(), bare(part)));
            Json::Object(parts.collect())
        }
        inner => inner.clone(),
    }
}

/// Whether all marks of one value are among those of the other.
pub fn covers(theirs: &Json, ours: &Json) -> bool {
    let (mut their_marks, mut our_marks) = (Vec::new(), Vec::new());
    marks_within(theirs, &mut their_marks);
    marks_within(ours, &mut our_marks);
    their_marks.iter().all(|mark| our_marks.contains(mark))
}

pub fn is_unknown(value: &Json) -> bool {
    value.get("$").is_some_and(|inner| inner["unknown"] == true)
}

/// Returns a value in the notation of the other program, without refinements.
pub fn written(value: &Value) -> Json {
    if value.is_marked() {
        let marks = value.marks();
        let marks: Vec<&str> = marks.as_slice().iter().map(|mark| &**mark).collect();
        return json!({"$": {"marks": marks, "value": written(value.unmarked())}});
    }
    if !value.is_known() {
        return json!({"$": {"unknown": true}});
    }
    if value.is_null() {
        return Json::Null;
    }
    if let Some(number) = value.as_number() {
        // The other program writes infinity as `Inf`.
        return number.to_string().replace("Infinity", "Inf").into();
    }
    if let Some(text) = value.as_str() {
        return text.into();
    }
    if let Some(truth) = value.as_bool() {
        return truth.into();
    }
    if let Some(entries) = value.entries() {
        let part = |entry: &Entry| {
            (
                entry.key().as_str().unwrap_or_default().to_owned(),
                written(entry.value()),
            )
        };
        return Json::Object(entries.iter().map(part).collect());
    }
    let parts = value.parts().unwrap_or_default();
    if value.ty().is_object() {
        let names = value.ty().fields().iter();
        let names = names.map(|field| field.name().to_owned());
        return Json::Object(names.zip(parts.iter().map(written)).collect::<Map<_, _>>());
    }
    parts.iter().map(written).collect()
}

fn written_type(ty: &Type) -> Json {
    let of = |name: &str| json!([name, written_type(ty.element().expect("an element type"))]);
    match ty {
        _ if ty.is_any() => "dynamic".into(),
        _ if ty.is_bool() => "bool".into(),
        _ if ty.is_number() => "number".into(),
        _ if ty.is_string() => "string".into(),
        _ if ty.is_list() => of("list"),
        _ if ty.is_set() => of("set"),
        _ if ty.is_map() => of("map"),
        _ if ty.is_object() => {
            let field = |field: &Field| (field.name().to_owned(), written_type(field.ty()));
            let fields = ty.fields().iter().map(field);
            json!(["object", Json::Object(fields.collect())])
        }
        _ => {
            let elements = ty.elements().unwrap_or_default();
            json!(["tuple", elements.iter().map(written_type).collect::<Json>()])
        }
    }
}

pub fn read_type(ty: &Json) -> Type {
    match ty.as_str() {
        Some("bool") => return Type::bool().clone(),
        Some("number") => return Type::number().clone(),
        Some("string") => return Type::string().clone(),
        Some("dynamic") => return Type::any().clone(),
        _ => {}
    }
    let of = &ty[1];
    let made = match ty[0].as_str() {
        Some("list") => Type::list(read_type(of)),
        Some("set") => Type::set(read_type(of)),
        Some("map") => Type::map(read_type(of)),
        Some("tuple") => {
            let parts = of.as_array().unwrap().iter().map(read_type);
            Type::tuple(parts.collect::<Vec<_>>())
        }
        _ => {
            let fields = of.as_object().unwrap().iter();
            let fields = fields.map(|(name, ty)| Field::new(name.as_str(), read_type(ty)));
            Type::object(fields.collect::<Vec<_>>())
        }
    };
    made.expect("a type")
}

/// Parses a value written by the other program.
pub fn read_value(given: &Json) -> Value {
    read_part(&read_type(&given["type"]), &given["value"])
}

fn read_part(ty: &Type, json: &Json) -> Value {
    let (bare, marks) = unmarked(json);
    if !marks.is_empty() {
        let marks = marks.iter().map(|mark| mark.as_str().unwrap().into());
        return read_part(ty, bare).with_marks(&marks.collect::<MarkSet>());
    }
    if is_unknown(json) {
        return Value::unknown(ty.clone());
    }
    match json {
        Json::Null => Value::null(ty.clone()),
        Json::Bool(truth) => Value::bool(*truth),
        Json::String(text) if ty.is_number() => Value::from_number(Number::parse(text).unwrap()),
        Json::String(text) => Value::string(text),
        Json::Array(parts) => {
            let of = |at: usize| {
                ty.elements()
                    .map_or_else(|| ty.element(), |all| all.get(at))
            };
            let parts = parts.iter().enumerate();
            let parts = parts.map(|(at, part)| read_part(of(at).unwrap(), part));
            let parts: Vec<Value> = parts.collect();
            match ty.element() {
                Some(of) if ty.is_set() => Value::set_of(of, parts),
                Some(of) => Value::list_of(of, parts),
                None => Value::tuple(parts),
            }
            .expect("a value")
        }
        Json::Object(parts) => match ty.element() {
            Some(of) => {
                let entry =
                    |(key, part): (&String, &Json)| (Value::string(key), read_part(of, part));
                Value::map_of(of, parts.iter().map(entry)).expect("a map")
            }
            None => {
                let part = |(name, part): (&String, &Json)| {
                    let ty = ty.field(name).expect("an attribute").ty();
                    (name.as_str().into(), read_part(ty, part))
                };
                Value::object(parts.iter().map(part).collect::<Vec<_>>()).expect("an object")
            }
        },
        Json::Number(_) => unreachable!("numbers are texts"),
    }
}
