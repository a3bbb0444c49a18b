//! The end of a compilation: pending overrides, tags, secrets, checks, inherited metaparameters,
//! and the conversion to a catalog.

use super::declare::{TAG_BYTES, missing_resource, parse_error};
use super::model::{Catalog, CatalogResource, Edge, ResourceKind};
use super::relate::RELATIONS;
use super::state::{Compiler, Definition, Kind, Param, Place, Resource, ResourceId};
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, raised};
use crate::resource_types::is_metaparameter;
use crate::rules::explain::{Missing, validate_parameters};
use crate::values::special::{Special, array, array_elements, hash};
use polycty_core::sort::sort_by;
use polycty_core::types::KeyedSet;
use polycty_core::values::Value;
use std::collections::VecDeque;

/// The metaparameters that a container hands down to its content, in Puppet's order of
/// definition.
const INHERITED: [&str; 7] = [
    "noop", "schedule", "audit", "loglevel", "alias", "tag", "stage",
];

impl Interpreter<'_> {
    /// Merges the pending overrides and finishes each resource in the order of the catalog.
    pub(crate) fn finish_resources(&mut self) -> Eval<()> {
        self.apply_relationships()?;
        for id in self.budget.charged(0..self.compiling().resources.len())? {
            let resource = &self.compiling().resources[id];
            if matches!(resource.definition, Definition::Top) {
                continue;
            }
            self.merge_pending(id)?;
            self.finish_resource(id)?;
        }
        self.hand_down()
    }

    fn merge_pending(&mut self, id: ResourceId) -> Eval<()> {
        let compiler = self.compiling();
        if compiler.overrides.is_empty() {
            return Ok(());
        }
        let reference = compiler.resources[id].reference();
        let pending = compiler.overrides.remove(&reference).unwrap_or_default();
        for overrides in pending {
            self.merge(id, &overrides)?;
        }
        Ok(())
    }

    /// Adds the tags of the resource in whose scope a resource was declared.
    pub(crate) fn add_scope_tags(&mut self, id: ResourceId) -> Eval<()> {
        let compiler = self.compiling();
        let resource = &mut compiler.resources[id];
        if std::mem::replace(&mut resource.has_scope_tags, true) {
            return Ok(());
        }
        let around = compiler.scopes[resource.scope].resource;
        self.pass_tags(around, id)
    }

    /// Adds the tags of a resource to those of a different one.
    fn pass_tags(&mut self, source: ResourceId, target: ResourceId) -> Eval<()> {
        if source == target {
            return Ok(());
        }
        let compiler = self.compiling();
        let tags = std::mem::take(&mut compiler.resources[source].tags);
        let new = compiler.resources[target].tags.merge(&tags);
        let count = tags.len() as u64;
        compiler.resources[source].tags = tags;
        if new > 0 {
            compiler.note_change(target);
            self.keep_bytes(TAG_BYTES * new as u64)?;
        }
        Ok(self.budget.charge(count / 4)?)
    }

    fn finish_resource(&mut self, id: ResourceId) -> Eval<()> {
        self.add_scope_tags(id)?;
        let resource = &mut self.compiling().resources[id];
        for param in resource.params.iter_mut() {
            if let Some(Special::Sensitive(value)) = Special::of(&param.value) {
                let value = value.clone();
                param.value = value;
                resource.sensitive.push(param.name.clone());
            }
        }
        match resource.definition.clone() {
            Definition::Code(code, number) => {
                let class = &code.classes[number];
                // The body of an evaluated resource has checked its parameters.
                if resource.evaluated {
                    return Ok(());
                }
                let (subject, mut given) = (resource.reference(), Vec::new());
                for param in resource.params.iter() {
                    let mut declared = class.lambda.parameters.iter();
                    let name = &*param.name;
                    // Few names are those of metaparameters, so that few are searched.
                    if !(is_metaparameter(name) || name == "name")
                        || declared.any(|parameter| *parameter.name == *name)
                    {
                        given.push((Value::string(name), param.value.clone()));
                    }
                }
                let frame = self.frames.len() as u32;
                let params =
                    self.within_frame(&code, class.lambda.frame, frame, |interpreter| {
                        interpreter.parameters_type(&code, &class.lambda, &[])
                    })?;
                validate_parameters(
                    &subject,
                    &params,
                    &hash(given)?,
                    Missing::Refused,
                    self.budget,
                )?;
                Ok(())
            }
            Definition::BuiltIn(_) => {
                let (definition, title) = (resource.definition.clone(), resource.title.clone());
                let mut names = resource.params.iter().map(|param| &param.name);
                if let Some(name) = names.find(|name| !definition.accepts(name)) {
                    let message = format!(
                        "no parameter named '{name}'{} on {}",
                        resource.place.text(),
                        resource.reference()
                    );
                    return Err(parse_error(message, &resource.place));
                }
                let count = resource.params.len() as u64;
                self.budget.charge(count)?;
                self.set_title_attributes(id, &definition, &title)
            }
            Definition::Node(..) | Definition::Top => Ok(()),
        }
    }

    /// Adds the attributes that the title of a resource sets, except for a name that is the title.
    fn set_title_attributes(
        &mut self,
        id: ResourceId,
        definition: &Definition,
        title: &str,
    ) -> Eval<()> {
        let from_title = self.title_attributes(definition, title)?;
        let resource = &mut self.compiling().resources[id];
        for (name, value) in from_title {
            let is_title = value == title && definition.name_attribute() == Some(&*name);
            if !is_title && resource.params.get(&name).is_none() {
                resource.from_title.push((name, Value::string(&value)));
            }
        }
        Ok(())
    }

    /// Hands metaparameters and tags down the containment, from the class of the top level.
    fn hand_down(&mut self) -> Eval<()> {
        let compiler = self.compiling();
        let mut targets: Vec<Vec<ResourceId>> = vec![Vec::new(); compiler.resources.len()];
        for (source, target) in &compiler.edges {
            targets[*source].push(*target);
        }
        let Some(main) = compiler.table.get("Class[main]").copied() else {
            return Ok(());
        };
        let mut queue = VecDeque::from([main]);
        let mut seen: KeyedSet<ResourceId> = KeyedSet::default();
        // The values that a container passes on, which are those that were set when the walk
        // reached it.
        let mut passed: Vec<Option<Vec<Param>>> = vec![None; targets.len()];
        while let Some(source) = queue.pop_front() {
            if !self.budget.insert(&mut seen, 0, source, ())? {
                continue;
            }
            let data = match passed[source].take() {
                Some(data) => data,
                None => inherited(&self.compiling().resources[source]),
            };
            for target in &targets[source] {
                for param in self.budget.charged(&data)? {
                    if !self.compiling().resources[*target].is_set(&param.name) {
                        let origin = self.compiling().resources[*target].origin.clone();
                        let param = Param {
                            origin,
                            place: Place::default(),
                            ..param.clone()
                        };
                        self.set_parameter(*target, param)?;
                    }
                }
                if !data.is_empty() {
                    let own = inherited(&self.compiling().resources[*target]);
                    passed[*target] = Some(own);
                }
                self.pass_tags(source, *target)?;
                queue.push_back(*target);
            }
        }
        Ok(())
    }

    /// Reports overrides and references of `realize` whose resources do not exist.
    pub(crate) fn check_unevaluated(&mut self) -> Eval<()> {
        let compiler = self.compiling();
        let pending = &compiler.overrides;
        let missing: Vec<String> = compiler
            .override_order
            .iter()
            .map(super::state::Reference::text)
            .filter(|text| pending.contains_key(text))
            .collect();
        if !missing.is_empty() {
            return Err(missing_resource(
                format!(
                    "Could not find resource(s) {} for overriding",
                    missing.join(", ")
                ),
                &Place::default(),
            ));
        }
        let mut missing = Vec::new();
        for collector in &compiler.collectors {
            if let super::state::Collects::Named(references) = &collector.collects {
                missing.extend(references.iter().map(super::state::Reference::text));
            }
        }
        if missing.is_empty() {
            Ok(())
        } else {
            Err(raised(format!(
                "Failed to realize virtual resources {}",
                missing.join(", ")
            )))
        }
    }
}

/// The metaparameters of a resource that its content inherits.
fn inherited(resource: &Resource) -> Vec<Param> {
    let set = INHERITED.iter().filter_map(|name| {
        let param = resource.params.get(name)?;
        (!param.value.is_null()).then(|| param.clone())
    });
    set.collect()
}

impl Compiler {
    /// Converts the compilation to a catalog: without virtual resources that are not exported, and
    /// with their edges removed.
    pub(crate) fn into_catalog(self) -> Catalog {
        let mut numbers: Vec<Option<u32>> = Vec::with_capacity(self.resources.len());
        let mut resources = Vec::with_capacity(self.resources.len());
        for resource in self.resources {
            if resource.form.is_virtual && !resource.form.exported {
                numbers.push(None);
                continue;
            }
            numbers.push(Some(resources.len() as u32));
            resources.push(converted(resource));
        }
        let edges = self.edges.iter().filter_map(|(source, target)| {
            Some(Edge {
                source: numbers[*source]?,
                target: numbers[*target]?,
            })
        });
        // Puppet lists the edges by their targets.
        let mut edges: Vec<Edge> = edges.collect();
        sort_by(&mut edges, |a: &Edge, b| a.target.cmp(&b.target));
        Catalog {
            node: self.node.name,
            environment: self.options.environment,
            classes: self.classes,
            tags: self.tags.into_list(),
            edges,
            resources,
        }
    }
}

fn converted(resource: Resource) -> CatalogResource {
    let name_attribute = resource.definition.name_attribute();
    let mut parameters = resource.from_title;
    parameters.reserve_exact(resource.params.len());
    for param in resource.params.into_list() {
        let is_title = resource.kind != Kind::Class
            && name_attribute == Some(&*param.name)
            && param.value.as_str() == Some(&*resource.title);
        if !param.value.is_null() && !is_title {
            let value = match array_elements(&param.value) {
                Some(_) if RELATIONS.contains(&&*param.name) => flat(&param.value),
                _ => param.value,
            };
            parameters.push((param.name, value));
        }
    }
    CatalogResource {
        kind: match (resource.kind, resource.declared) {
            (Kind::Class, true) => ResourceKind::Class,
            (Kind::Class | Kind::Node, _) => ResourceKind::Unknown,
            (Kind::Defined, _) => ResourceKind::Defined,
            (Kind::Stage | Kind::BuiltIn, _) => ResourceKind::Compilable,
        },
        resource_type: resource.type_name,
        title: resource.title,
        tags: resource.tags.into_list(),
        file: resource.place.file,
        line: resource.place.line,
        exported: resource.form.exported,
        is_virtual: resource.form.is_virtual,
        parameters,
        sensitive: resource.sensitive,
    }
}

/// Returns the references of a relation in one array, without `undef`.
fn flat(value: &Value) -> Value {
    let mut values = Vec::new();
    let mut left = vec![value.clone()];
    while let Some(value) = left.pop() {
        match array_elements(&value) {
            Some(parts) => left.extend(parts.iter().rev().cloned()),
            None if value.is_null() => {}
            None => values.push(value),
        }
    }
    array(values).unwrap_or_else(|_| value.clone())
}
