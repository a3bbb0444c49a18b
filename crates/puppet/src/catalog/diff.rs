//! The difference of two catalogs of a node.
//!
//! Resources are the same if their type and title are. A changed parameter has both values, and a
//! resource both positions, so that a review finds the reason of a change. Secret values are
//! compared and never written: a changed secret is reported without its values.

use super::json::value_to_json;
use super::model::{Catalog, CatalogResource};
use crate::values::special::{Special, array_elements};
use polycty_core::calls::{Budget, Worklist};
use polycty_core::source::Result;
use polycty_core::text::json::{Escaping, write_string};
use polycty_core::types::{KeyedMap, KeyedSet, Str};
use polycty_core::values::Value;
use std::fmt::Write;

/// The memory of a resource in an index, in bytes.
const ENTRY_BYTES: u64 = 64;

/// The difference of two catalogs, in the order of their resources.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CatalogDiff {
    /// The resources of the new catalog that the old one does not have.
    pub added: Vec<ResourceRef>,
    /// The resources of the old catalog that the new one does not have.
    pub removed: Vec<ResourceRef>,
    /// The resources of both that have different parameters, containers or flags.
    pub changed: Vec<ResourceChange>,
    /// The names of classes that only the new catalog has.
    pub added_classes: Vec<Str>,
    /// The names of classes that only the old catalog has.
    pub removed_classes: Vec<Str>,
}

/// A resource of one of the catalogs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResourceRef {
    /// The reference, such as `File[/a]`.
    pub reference: Str,
    /// The position of the declaration.
    pub place: Place,
    /// The parameters, without secrets.
    pub parameters: Vec<(Str, Shown)>,
}

/// The position of a declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: Option<Str>,
    /// The line, from 1.
    pub line: Option<u32>,
}

/// A resource of both catalogs that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceChange {
    /// The reference.
    pub reference: Str,
    /// The position of the declaration in the old catalog.
    pub old_place: Place,
    /// The position of the declaration in the new catalog.
    pub new_place: Place,
    /// The changed parameters, in the order of the old resource, then of the new one.
    pub parameters: Vec<ParameterChange>,
    /// The containers in both catalogs, if they differ.
    pub containers: Option<(Vec<Str>, Vec<Str>)>,
    /// Whether the resource is exported in the old and in the new catalog, if that differs.
    pub exported: Option<(bool, bool)>,
}

/// A parameter with different values.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterChange {
    /// The name.
    pub name: Str,
    /// The old value; `None` if the old resource does not have the parameter.
    pub old: Option<Shown>,
    /// The new value; `None` if the new resource does not have the parameter.
    pub new: Option<Shown>,
}

/// A value of a parameter for output.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    /// The value, as the JSON of a catalog. It contains no secret.
    Json(Str),
    /// A value that is secret, or that contains a secret.
    Secret,
}

impl Catalog {
    /// Returns the difference from this catalog to a newer one.
    ///
    /// # Errors
    /// - As [`Catalog::to_json`], for values of differing parameters.
    /// - [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn diff(&self, new: &Catalog, budget: &Budget) -> Result<CatalogDiff> {
        let (old_side, new_side) = (Side::new(self, budget)?, Side::new(new, budget)?);
        let mut diff = CatalogDiff {
            added_classes: only_in(&new.classes, &self.classes),
            removed_classes: only_in(&self.classes, &new.classes),
            ..CatalogDiff::default()
        };
        for old in budget.charged(&self.resources)? {
            match new_side.find(old) {
                None => diff.removed.push(described(old, budget)?),
                Some(other) => {
                    diff.changed
                        .extend(changed(&old_side, old, &new_side, other, budget)?);
                }
            }
        }
        for resource in budget.charged(&new.resources)? {
            if old_side.find(resource).is_none() {
                diff.added.push(described(resource, budget)?);
            }
        }
        Ok(diff)
    }
}

/// A catalog with its resources and their containers by reference.
struct Side<'c> {
    resources: KeyedMap<(&'c str, &'c str), (usize, &'c CatalogResource)>,
    containers: Vec<Vec<Str>>,
}

impl<'c> Side<'c> {
    fn new(catalog: &'c Catalog, budget: &Budget) -> Result<Side<'c>> {
        let mut resources = KeyedMap::default();
        let listed = catalog.resources.iter().enumerate();
        for (at, resource) in budget.charged_holding(ENTRY_BYTES, listed)? {
            resources.insert(key(resource), (at, resource));
        }
        let mut containers = vec![Vec::new(); catalog.resources.len()];
        for edge in budget.charged(&catalog.edges)? {
            let source = catalog.resources.get(edge.source as usize);
            let contained = containers.get_mut(edge.target as usize);
            if let (Some(source), Some(contained)) = (source, contained) {
                let reference = source.reference();
                budget.push_owning(contained, reference.len(), Str::from(reference))?;
            }
        }
        Ok(Side {
            resources,
            containers,
        })
    }

    fn find(&self, resource: &CatalogResource) -> Option<&'c CatalogResource> {
        self.resources.get(&key(resource)).map(|(_, found)| *found)
    }

    fn containers(&self, resource: &CatalogResource) -> &[Str] {
        let found = self.resources.get(&key(resource));
        found.map_or(&[], |(at, _)| &self.containers[*at])
    }
}

fn key(resource: &CatalogResource) -> (&str, &str) {
    (&resource.resource_type, &resource.title)
}

fn only_in(these: &[Str], others: &[Str]) -> Vec<Str> {
    let others: KeyedSet<&Str> = others.iter().collect();
    let mut seen = KeyedSet::default();
    let only = these.iter().filter(|name| !others.contains(name));
    only.filter(|name| seen.insert(*name)).cloned().collect()
}

fn place(resource: &CatalogResource) -> Place {
    Place {
        file: resource.file.clone(),
        line: resource.line,
    }
}

fn described(resource: &CatalogResource, budget: &Budget) -> Result<ResourceRef> {
    let index = Parameters::new(resource);
    let parameters = resource.parameters.iter();
    let parameters = parameters.map(|(name, value)| {
        let shown = shown(value, index.is_sensitive(name), budget)?;
        Ok((name.clone(), shown))
    });
    Ok(ResourceRef {
        reference: resource.reference().into(),
        place: place(resource),
        parameters: parameters.collect::<Result<_>>()?,
    })
}

/// The parameters of a resource by name.
struct Parameters<'c> {
    values: KeyedMap<&'c str, &'c Value>,
    sensitive: KeyedSet<&'c str>,
}

impl<'c> Parameters<'c> {
    fn new(resource: &'c CatalogResource) -> Parameters<'c> {
        let all = resource.parameters.iter();
        Parameters {
            values: all.map(|(name, value)| (&**name, value)).collect(),
            sensitive: resource.sensitive.iter().map(|name| &**name).collect(),
        }
    }

    fn is_sensitive(&self, name: &str) -> bool {
        self.sensitive.contains(name)
    }
}

fn changed(
    old_side: &Side<'_>,
    old: &CatalogResource,
    new_side: &Side<'_>,
    new: &CatalogResource,
    budget: &Budget,
) -> Result<Option<ResourceChange>> {
    let (before, after) = (Parameters::new(old), Parameters::new(new));
    let mut parameters = Vec::new();
    for (name, value) in budget.charged(&old.parameters)? {
        let other = after.values.get(&**name).copied();
        let secret = before.is_sensitive(name);
        let was_kept = other.is_some_and(|other| other == value);
        if was_kept && secret == after.is_sensitive(name) {
            continue;
        }
        // A value is not written if it was or has become secret.
        let hidden = secret || after.is_sensitive(name);
        let old = shown(value, hidden, budget)?;
        let new = match other {
            Some(other) => Some(shown(other, hidden, budget)?),
            None => None,
        };
        // A reference is a string in a catalog that was read from JSON.
        let is_written_alike = old != Shown::Secret && new.as_ref() == Some(&old);
        if !is_written_alike {
            parameters.push(ParameterChange {
                name: name.clone(),
                old: Some(old),
                new,
            });
        }
    }
    for (name, value) in budget.charged(&new.parameters)? {
        if !before.values.contains_key(&**name) {
            parameters.push(ParameterChange {
                name: name.clone(),
                old: None,
                new: Some(shown(value, after.is_sensitive(name), budget)?),
            });
        }
    }
    let (old_containers, new_containers) = (old_side.containers(old), new_side.containers(new));
    let containers = (old_containers != new_containers)
        .then(|| (old_containers.to_vec(), new_containers.to_vec()));
    let exported = (old.exported != new.exported).then_some((old.exported, new.exported));
    if parameters.is_empty() && containers.is_none() && exported.is_none() {
        return Ok(None);
    }
    Ok(Some(ResourceChange {
        reference: old.reference().into(),
        old_place: place(old),
        new_place: place(new),
        parameters,
        containers,
        exported,
    }))
}

/// Returns a value for output.
fn shown(value: &Value, is_secret: bool, budget: &Budget) -> Result<Shown> {
    if is_secret || has_secret(value, budget)? {
        return Ok(Shown::Secret);
    }
    Ok(Shown::Json(value_to_json(value, budget)?.into()))
}

/// Whether a value is or contains a sensitive value.
fn has_secret(value: &Value, budget: &Budget) -> Result<bool> {
    let mut left = Worklist::of(budget, [value])?;
    while let Some(value) = left.next()? {
        if let Some(elements) = array_elements(value) {
            left.extend(elements)?;
        } else if let Some(map) = value.as_ordered_map() {
            left.extend(map.entries().iter().flat_map(|(key, value)| [key, value]))?;
        } else {
            match Special::of(value) {
                Some(Special::Sensitive(_)) => return Ok(true),
                Some(Special::Object(_, attributes)) => {
                    left.extend(attributes.iter().map(|(_, value)| value))?;
                }
                Some(Special::Iterator(sequence)) => left.extend(&sequence.items)?,
                _ => {}
            }
        }
    }
    Ok(false)
}

impl CatalogDiff {
    /// Whether the catalogs are equal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.removed.is_empty()
            && self.changed.is_empty()
            && self.added_classes.is_empty()
            && self.removed_classes.is_empty()
    }

    /// Returns the difference as text: a line for each resource (`+` added, `-` removed, `~`
    /// changed) and for each parameter; empty if the catalogs are equal.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for class in &self.removed_classes {
            let _ = writeln!(out, "- class {class}");
        }
        for class in &self.added_classes {
            let _ = writeln!(out, "+ class {class}");
        }
        for (sign, resources) in [('-', &self.removed), ('+', &self.added)] {
            for resource in resources {
                let place = resource.place.text();
                let _ = writeln!(out, "{sign} {}{place}", resource.reference);
                for (name, value) in &resource.parameters {
                    let _ = writeln!(out, "    {sign} {name} => {}", value.text());
                }
            }
        }
        for change in &self.changed {
            let (old, new) = (change.old_place.text(), change.new_place.text());
            let _ = match old == new {
                true => writeln!(out, "~ {}{new}", change.reference),
                false => writeln!(out, "~ {}{old} =>{new}", change.reference),
            };
            for parameter in &change.parameters {
                for (sign, value) in [('-', &parameter.old), ('+', &parameter.new)] {
                    if let Some(value) = value {
                        let _ = writeln!(out, "    {sign} {} => {}", parameter.name, value.text());
                    }
                }
            }
            if let Some((old, new)) = &change.containers {
                let list = |containers: &[Str]| containers.join(", ");
                let _ = writeln!(out, "    - in {}\n    + in {}", list(old), list(new));
            }
            if let Some((old, new)) = change.exported {
                let _ = writeln!(out, "    - exported: {old}\n    + exported: {new}");
            }
        }
        out
    }

    /// Returns the difference as a JSON object with `added`, `removed`, `changed`, `added_classes`
    /// and `removed_classes`. A secret value is `{"__ptype": "Sensitive"}`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::from("{");
        for (name, resources) in [("added", &self.added), ("removed", &self.removed)] {
            member(&mut out, name);
            list(&mut out, resources, |out, resource| {
                out.push('{');
                member(out, "reference");
                text(out, &resource.reference);
                resource.place.write(out, "file", "line");
                member(out, "parameters");
                out.push('{');
                for (name, value) in &resource.parameters {
                    member(out, name);
                    out.push_str(value.json());
                }
                out.push_str("}}");
            });
        }
        member(&mut out, "changed");
        list(&mut out, &self.changed, ResourceChange::write);
        for (name, classes) in [
            ("added_classes", &self.added_classes),
            ("removed_classes", &self.removed_classes),
        ] {
            member(&mut out, name);
            list(&mut out, classes, |out, class| text(out, class));
        }
        out.push('}');
        out
    }
}

impl ResourceChange {
    fn write(out: &mut String, change: &ResourceChange) {
        out.push('{');
        member(out, "reference");
        text(out, &change.reference);
        change.old_place.write(out, "old_file", "old_line");
        change.new_place.write(out, "new_file", "new_line");
        member(out, "parameters");
        out.push('{');
        for parameter in &change.parameters {
            member(out, &parameter.name);
            out.push('{');
            for (name, value) in [("old", &parameter.old), ("new", &parameter.new)] {
                if let Some(value) = value {
                    member(out, name);
                    out.push_str(value.json());
                }
            }
            out.push('}');
        }
        out.push('}');
        if let Some((old, new)) = &change.containers {
            for (name, containers) in [("old_containers", old), ("new_containers", new)] {
                member(out, name);
                list(out, containers, |out, container| text(out, container));
            }
        }
        if let Some((old, new)) = change.exported {
            for (name, flag) in [("old_exported", old), ("new_exported", new)] {
                member(out, name);
                out.push_str(if flag { "true" } else { "false" });
            }
        }
        out.push('}');
    }
}

impl Shown {
    fn text(&self) -> &str {
        match self {
            Shown::Json(json) => json,
            Shown::Secret => "(sensitive)",
        }
    }

    fn json(&self) -> &str {
        match self {
            Shown::Json(json) => json,
            Shown::Secret => r#"{"__ptype":"Sensitive"}"#,
        }
    }
}

impl Place {
    /// Returns the position with a leading blank; empty without a file.
    fn text(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!(" {file}:{line}"),
            (Some(file), None) => format!(" {file}"),
            _ => String::new(),
        }
    }

    fn write(&self, out: &mut String, file_key: &str, line_key: &str) {
        if let Some(file) = &self.file {
            member(out, file_key);
            text(out, file);
        }
        if let Some(line) = self.line {
            member(out, line_key);
            let _ = write!(out, "{line}");
        }
    }
}

fn text(out: &mut String, text: &str) {
    write_string(text.as_bytes(), Escaping::Needed, out);
}

/// Appends the key of a member, after a comma unless it is the first.
fn member(out: &mut String, key: &str) {
    if !out.ends_with('{') {
        out.push(',');
    }
    text(out, key);
    out.push(':');
}

fn list<T>(out: &mut String, elements: &[T], mut write: impl FnMut(&mut String, &T)) {
    out.push('[');
    for (at, element) in elements.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write(out, element);
    }
    out.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = r#"{"classes":["a","b"],"resources":[
        {"type":"Class","title":"A","kind":"unknown"},
        {"type":"File","title":"/a","file":"/e/a.pp","line":1,"parameters":{"mode":"0600","owner":"root","content":"old secret"},"sensitive_parameters":["content"]},
        {"type":"User","title":"u","file":"/e/a.pp","line":2,"parameters":{"password":"x"},"sensitive_parameters":["password"]},
        {"type":"Notify","title":"same","parameters":{"message":[1,{"a":null}]}},
        {"type":"Notify","title":"moved"}],
        "edges":[{"source":"Class[A]","target":"File[/a]"}]}"#;

    const NEW: &str = r#"{"classes":["a","c"],"resources":[
        {"type":"Class","title":"A","kind":"unknown"},
        {"type":"File","title":"/a","file":"/e/b.pp","line":9,"parameters":{"mode":"0644","content":"new secret","group":"wheel"},"sensitive_parameters":["content"]},
        {"type":"Notify","title":"same","parameters":{"message":[1,{"a":null}]}},
        {"type":"Notify","title":"moved","exported":true},
        {"type":"Notify","title":"n","file":"/e/b.pp","line":4,"parameters":{"message":[{"__ptype":"Sensitive","__pvalue":"nested secret"}],"loglevel":"err"}}],
        "edges":[{"source":"Class[A]","target":"File[/a]"},{"source":"Class[A]","target":"Notify[moved]"}]}"#;

    fn diff(old: &str, new: &str) -> CatalogDiff {
        let budget = Budget::new();
        let old = Catalog::from_json(old, &budget).unwrap();
        let new = Catalog::from_json(new, &budget).unwrap();
        old.diff(&new, &budget).unwrap()
    }

    #[test]
    fn a_difference_has_values_and_positions_without_secrets() {
        let diff = diff(OLD, NEW);
        assert_eq!(
            diff.to_text(),
            "- class b\n\
             + class c\n\
             - User[u] /e/a.pp:2\n    - password => (sensitive)\n\
             + Notify[n] /e/b.pp:4\n    + message => (sensitive)\n    + loglevel => \"err\"\n\
             ~ File[/a] /e/a.pp:1 => /e/b.pp:9\n    - mode => \"0600\"\n    + mode => \"0644\"\n    \
             - owner => \"root\"\n    - content => (sensitive)\n    + content => (sensitive)\n    \
             + group => \"wheel\"\n\
             ~ Notify[moved]\n    - in \n    + in Class[A]\n    - exported: false\n    + exported: true\n"
        );
        let json = diff.to_json();
        assert_eq!(
            json,
            r#"{"added":[{"reference":"Notify[n]","file":"/e/b.pp","line":4,"parameters":{"message":{"__ptype":"Sensitive"},"loglevel":"err"}}],"removed":[{"reference":"User[u]","file":"/e/a.pp","line":2,"parameters":{"password":{"__ptype":"Sensitive"}}}],"changed":[{"reference":"File[/a]","old_file":"/e/a.pp","old_line":1,"new_file":"/e/b.pp","new_line":9,"parameters":{"mode":{"old":"0600","new":"0644"},"owner":{"old":"root"},"content":{"old":{"__ptype":"Sensitive"},"new":{"__ptype":"Sensitive"}},"group":{"new":"wheel"}}},{"reference":"Notify[moved]","parameters":{},"old_containers":[],"new_containers":["Class[A]"],"old_exported":false,"new_exported":true}],"added_classes":["c"],"removed_classes":["b"]}"#
        );
        assert!(!json.contains("secret") && !format!("{diff:?}").contains("secret"));
    }

    #[test]
    fn a_value_that_becomes_secret_is_not_written() {
        let resource = |sensitive: &str| {
            format!(
                r#"{{"resources":[{{"type":"N","title":"a","parameters":{{"m":"s"}}{sensitive}}}]}}"#
            )
        };
        let secret = resource(r#","sensitive_parameters":["m"]"#);
        assert_eq!(
            diff(&resource(""), &secret).to_text(),
            "~ N[a]\n    - m => (sensitive)\n    + m => (sensitive)\n"
        );
    }

    #[test]
    fn a_catalog_equals_its_json() {
        use crate::catalog::{CompileOptions, JsonOptions, NodeInput, compile, parse_manifests};
        use crate::{Environment, Strict};
        use polycty_core::source::Source;

        let budget = Budget::new();
        let text = "notify { 'a': require => Notify['b'] } notify { 'b': message => 1 }";
        let source = Source::new("site.pp", text);
        let manifests = parse_manifests([source], "e", Strict::Error, &budget).unwrap();
        let (node, options) = (NodeInput::default(), CompileOptions::default());
        let compiled = compile(&manifests, &node, &options, &Environment::new(), &budget).unwrap();
        let json = compiled.to_json(&JsonOptions::default(), &budget).unwrap();
        let parsed = Catalog::from_json(&json, &budget).unwrap();
        assert_eq!(compiled.diff(&parsed, &budget).unwrap().to_text(), "");
        let other = Catalog::from_json(
            &json.replace("\"require\":\"Notify[b]\"", "\"require\":\"Notify[a]\""),
            &budget,
        )
        .unwrap();
        assert!(
            compiled
                .diff(&other, &budget)
                .unwrap()
                .to_text()
                .contains("    - require => \"Notify[b]\"\n    + require => \"Notify[a]\"\n")
        );
    }

    #[test]
    fn equal_catalogs_have_no_difference() {
        let same = diff(OLD, OLD);
        assert!(same.is_empty());
        assert_eq!(same.to_text(), "");
    }
}
