//! Parsing of the JSON form of a catalog, as [`Catalog::to_json`] and Puppet write it.
//!
//! Rich data becomes values of the language, except for types and unknown objects, which remain
//! hashes. References remain texts. The version and the identifiers of the document are ignored.

use super::json::{TYPE_KEY, VALUE_KEY};
use super::model::{Catalog, CatalogResource, Edge, ResourceKind};
use crate::mode::Mode;
use crate::rules::convert::new_instance;
use crate::types::alias::Aliases;
use crate::types::parse::parse_type;
use crate::values::json::read_json;
use crate::values::special::{Special, array, array_elements, hash};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{KeyedMap, Str};
use polycty_core::values::{OrderedMap, Value};

/// The bytes of memory per byte of a document.
const TEXT_BYTES: u64 = 8;

impl Catalog {
    /// Returns the catalog of a JSON document.
    ///
    /// # Errors
    /// - [`Code::Syntax`] for a text that is not JSON.
    /// - [`Code::Value`] for a document that is not a catalog.
    /// - [`Code::Limit`] if the budget is exceeded.
    pub fn from_json(text: &str, budget: &Budget) -> Result<Catalog> {
        budget.parts(text.len() as u64, TEXT_BYTES)?;
        let document = read_json(text)?;
        let Some(document) = document.as_ordered_map() else {
            return Err(wrong("the document", "an object"));
        };
        let mut catalog = Catalog {
            node: text_of(document, "name")?,
            environment: text_of(document, "environment")?,
            classes: texts_of(document, "classes")?,
            tags: texts_of(document, "tags")?,
            ..Catalog::default()
        };
        let reader = Reader { budget };
        for resource in list_of(document, "resources")? {
            catalog.resources.push(reader.resource(resource)?);
        }
        let numbers = (0u32..).zip(&catalog.resources);
        let numbers: KeyedMap<String, u32> = numbers
            .map(|(at, resource)| (resource.reference(), at))
            .collect();
        for edge in list_of(document, "edges")? {
            let Some(edge) = edge.as_ordered_map() else {
                return Err(wrong("an edge", "an object"));
            };
            let end = |key| {
                let reference = text_of(edge, key)?;
                numbers.get(&*reference).copied().ok_or_else(|| {
                    let message = format!("an edge names {reference}, which is not a resource");
                    Error::new(Code::Value, message)
                })
            };
            catalog.edges.push(Edge {
                source: end("source")?,
                target: end("target")?,
            });
        }
        Ok(catalog)
    }
}

#[cold]
fn wrong(what: &str, expected: &str) -> Error {
    let message = format!("not a catalog: expected {what} to be {expected}");
    Error::new(Code::Value, message)
}

fn member<'m>(map: &'m OrderedMap, key: &str) -> Option<&'m Value> {
    let mut entries = map.entries().iter();
    let found = entries.find(|(name, _)| name.as_str() == Some(key));
    found
        .map(|(_, value)| value)
        .filter(|value| !value.is_null())
}

fn text_of(map: &OrderedMap, key: &str) -> Result<Str> {
    match member(map, key) {
        None => Ok(Str::default()),
        Some(value) => match value.as_str() {
            Some(text) => Ok(text.into()),
            None => Err(wrong(key, "a string")),
        },
    }
}

fn list_of<'m>(map: &'m OrderedMap, key: &str) -> Result<&'m [Value]> {
    match member(map, key) {
        None => Ok(&[]),
        Some(value) => array_elements(value).ok_or_else(|| wrong(key, "an array")),
    }
}

fn texts_of(map: &OrderedMap, key: &str) -> Result<Vec<Str>> {
    let list = list_of(map, key)?.iter();
    list.map(|value| match value.as_str() {
        Some(text) => Ok(text.into()),
        None => Err(wrong(key, "an array of strings")),
    })
    .collect()
}

struct Reader<'b> {
    budget: &'b Budget,
}

impl Reader<'_> {
    fn resource(&self, value: &Value) -> Result<CatalogResource> {
        let Some(map) = value.as_ordered_map() else {
            return Err(wrong("a resource", "an object"));
        };
        let flag = |key| member(map, key).and_then(Value::as_bool) == Some(true);
        let line = member(map, "line").and_then(|line| line.as_integer()?.to_i64());
        let parameters = match member(map, "parameters") {
            None => Vec::new(),
            Some(value) => {
                let Some(map) = value.as_ordered_map() else {
                    return Err(wrong("parameters", "an object"));
                };
                let entries = map.entries().iter();
                let parameter = |(name, value): &(Value, Value)| {
                    Ok((name.as_str().unwrap_or_default().into(), self.value(value)?))
                };
                entries.map(parameter).collect::<Result<_>>()?
            }
        };
        let resource_type = text_of(map, "type")?;
        let kind = member(map, "kind").and_then(Value::as_str);
        Ok(CatalogResource {
            title: text_of(map, "title")?,
            tags: texts_of(map, "tags")?,
            file: Some(text_of(map, "file")?).filter(|file| !file.is_empty()),
            line: line.and_then(|line| u32::try_from(line).ok()),
            kind: kind.map_or_else(|| kind_of(&resource_type), kind_named),
            exported: flag("exported"),
            is_virtual: flag("virtual"),
            parameters,
            sensitive: texts_of(map, "sensitive_parameters")?,
            resource_type,
        })
    }

    /// Returns the value that rich data represents. Loops instead of iterators keep the stack small,
    /// because values nest.
    fn value(&self, value: &Value) -> Result<Value> {
        self.budget.charge(1)?;
        if let Some(elements) = array_elements(value) {
            return self.elements(elements);
        }
        match value.as_ordered_map() {
            Some(map) => self.map(map),
            None => Ok(value.clone()),
        }
    }

    #[inline(never)]
    fn elements(&self, elements: &[Value]) -> Result<Value> {
        let mut read = Vec::with_capacity(elements.len());
        for element in elements {
            read.push(self.value(element)?);
        }
        array(read)
    }

    #[inline(never)]
    fn map(&self, map: &OrderedMap) -> Result<Value> {
        if let Some(name) = member(map, TYPE_KEY).and_then(Value::as_str)
            && let Some(own) = self.rich(name, map)?
        {
            return Ok(own);
        }
        let mut read = Vec::with_capacity(map.len());
        for (key, value) in map.entries() {
            read.push((key.clone(), self.value(value)?));
        }
        hash(read)
    }

    /// Returns the value of a type that JSON does not have, or `None` for an unknown type.
    #[inline(never)]
    fn rich(&self, name: &str, map: &OrderedMap) -> Result<Option<Value>> {
        let content = member(map, VALUE_KEY);
        match (name, content) {
            ("Default", _) => Special::Default.into_value().map(Some),
            ("Sensitive", Some(content)) => {
                let content = self.value(content)?;
                Special::Sensitive(content).into_value().map(Some)
            }
            ("Regexp", Some(source)) => match source.as_str() {
                Some(source) => Special::Regexp(source.into()).into_value().map(Some),
                None => Ok(None),
            },
            ("Hash", Some(flat)) => match array_elements(flat) {
                Some(flat) => self.pairs(flat).map(Some),
                None => Ok(None),
            },
            (
                "Binary" | "SemVer" | "SemVerRange" | "Timespan" | "Timestamp" | "URI",
                Some(text),
            ) => self.instance(name, std::slice::from_ref(text)).map(Some),
            ("Deferred", _) => self.deferred(map),
            _ => Ok(None),
        }
    }

    fn pairs(&self, flat: &[Value]) -> Result<Value> {
        let (pairs, _) = flat.as_chunks::<2>();
        let mut read = Vec::with_capacity(pairs.len());
        for [key, value] in pairs {
            read.push((self.value(key)?, self.value(value)?));
        }
        hash(read)
    }

    fn deferred(&self, map: &OrderedMap) -> Result<Option<Value>> {
        let Some(name) = member(map, "name") else {
            return Ok(None);
        };
        let mut arguments = vec![name.clone()];
        if let Some(list) = member(map, "arguments") {
            arguments.push(self.value(list)?);
        }
        self.instance("Deferred", &arguments).map(Some)
    }

    fn instance(&self, name: &str, arguments: &[Value]) -> Result<Value> {
        let ty = parse_type(name, &Aliases::default(), Mode::Current)?;
        new_instance(&ty, arguments, self.budget)
    }
}

fn kind_named(name: &str) -> ResourceKind {
    match name {
        "compilable_type" => ResourceKind::Compilable,
        "defined_type" => ResourceKind::Defined,
        "class" => ResourceKind::Class,
        _ => ResourceKind::Unknown,
    }
}

/// Returns the kind of a resource in a document of an earlier version, which has no kinds.
fn kind_of(resource_type: &str) -> ResourceKind {
    match resource_type {
        "Class" | "Node" => ResourceKind::Unknown,
        name if crate::resource_types::built_in(&name.to_lowercase()).is_some() => {
            ResourceKind::Compilable
        }
        _ => ResourceKind::Defined,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::json::JsonOptions;

    /// A catalog with a value of each kind that JSON does not have.
    const CATALOG: &str = r#"{"tags":["k"],"name":"n","version":0,"code_id":null,"catalog_uuid":"00000000-0000-0000-0000-000000000000","catalog_format":2,"environment":"e","resources":[{"type":"Class","title":"K","tags":["class","k"],"exported":false,"kind":"unknown"},{"type":"Notify","title":"a","tags":[],"file":"/e/site.pp","line":3,"exported":true,"kind":"compilable_type","parameters":{"message":"s","list":[1,2.5,null,true,{"__ptype":"Default"},{"__ptype":"Sensitive","__pvalue":"s"},{"__ptype":"Regexp","__pvalue":"re"}],"hash":{"__ptype":"Hash","__pvalue":[1,{"a":"b"}]},"times":[{"__ptype":"Timespan","__pvalue":"0-00:01:30.0"},{"__ptype":"Timestamp","__pvalue":"2020-01-02T03:04:05.000000000 UTC"}],"others":[{"__ptype":"SemVer","__pvalue":"1.0.0-rc1+b"},{"__ptype":"Binary","__pvalue":"aGk="},{"__ptype":"Deferred","name":"f","arguments":["x"]}]},"sensitive_parameters":["message"]}],"edges":[{"source":"Class[K]","target":"Notify[a]"}],"classes":["k"]}"#;

    #[test]
    fn documents_are_read_as_they_are_written() {
        let budget = Budget::new();
        let catalog = Catalog::from_json(CATALOG, &budget).unwrap();
        let json = catalog.to_json(&JsonOptions::default(), &budget).unwrap();
        assert_eq!(json, CATALOG);
    }

    #[test]
    fn the_deepest_values_need_little_stack() {
        const LEVELS: usize = polycty_core::types::MAX_DEPTH as usize - 6;
        let value = format!(
            "{}1{}",
            r#"[{"a":"#.repeat(LEVELS / 2),
            "}]".repeat(LEVELS / 2)
        );
        let text =
            format!(r#"{{"resources":[{{"type":"N","title":"a","parameters":{{"p":{value}}}}}]}}"#);
        let run = move || {
            let budget = Budget::new();
            let catalog = Catalog::from_json(&text, &budget).unwrap();
            let json = catalog.to_json(&JsonOptions::default(), &budget).unwrap();
            assert!(json.contains(&value));
            assert!(catalog.diff(&catalog, &budget).unwrap().is_empty());
        };
        let thread = std::thread::Builder::new().stack_size(256 << 10);
        thread.spawn(run).unwrap().join().unwrap();
    }

    #[test]
    fn other_documents_are_errors() {
        for (text, message) in [
            ("[]", "not a catalog: expected the document to be an object"),
            (
                r#"{"resources": 1}"#,
                "not a catalog: expected resources to be an array",
            ),
            (
                r#"{"edges": [{"source": "A[b]", "target": "A[b]"}]}"#,
                "an edge names A[b], which is not a resource",
            ),
        ] {
            let error = Catalog::from_json(text, &Budget::new()).unwrap_err();
            assert_eq!((error.code(), error.message()), (Code::Value, message));
        }
    }
}
