//! References and relationships.

use super::declare::{alias_key, missing_resource, parse_error};
use super::state::{Operand, Param, Place, Reference, Relationship, ResourceId};
use crate::eval::host_text::host_text;
use crate::eval::interpreter::Interpreter;
use crate::eval::memory::whole;
use crate::eval::operators::Hashed;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Location, raised};
use crate::syntax::tree::BinaryOp;
use crate::types::format::type_text;
use crate::types::nominal::{self, Name};
use crate::types::resources;
use crate::values::label::of_value;
use crate::values::special::{array, array_elements};
use crate::words::a_an;
use polycty_core::calls::Worklist;
use polycty_core::source::Code;
use polycty_core::types::{KeyedMap, KeyedSet, NominalParam, Str, Type};
use polycty_core::values::Value;
use std::rc::Rc;

/// The type of the references to collectors; no program can name it.
const COLLECTOR: &str = "\0collector";

/// The bytes of a relationship.
const RELATIONSHIP_BYTES: u64 = 160;

/// The bytes of the text of a reference, without its characters.
const REFERENCE_BYTES: u64 = 64;

/// The parameters that relate resources, in Puppet's order of definition.
pub(crate) const RELATIONS: [&str; 4] = ["require", "subscribe", "before", "notify"];

/// Returns the reference of a type, such as `File['/a']` or `Class['a']`.
pub(crate) fn reference_of(ty: &Type) -> Option<Reference> {
    match nominal::view(ty)? {
        (Name::Resource, [name, title]) => {
            let type_name = catalog_type_name(name.as_text()?);
            let title = title.as_text()?;
            Some(reference(&type_name, title))
        }
        (Name::Class, [name]) => Some(Reference {
            type_name: "Class".into(),
            title: resources::capitalised(name.as_text()?).as_str().into(),
        }),
        _ => None,
    }
}

/// Returns the name of a resource type in a catalog, from its lowercase name. The type that Puppet
/// has for containers stands for classes.
pub(crate) fn catalog_type_name(name: &str) -> String {
    match name.strip_prefix("::").unwrap_or(name) {
        name if name.eq_ignore_ascii_case("component") => "Class".to_owned(),
        name => resources::capitalised(name),
    }
}

/// Returns a reference; the title of a class is capitalized.
fn reference(type_name: &str, title: &str) -> Reference {
    let title: Str = if type_name == "Class" {
        let title = title.strip_prefix("::").unwrap_or(title);
        resources::capitalised(title).as_str().into()
    } else {
        title.into()
    };
    Reference {
        type_name: type_name.into(),
        title,
    }
}

/// Parses the text of a reference, such as `File[/a]`.
pub(crate) fn parse_reference(text: &str) -> Option<Reference> {
    let (name, title) = text.strip_suffix(']')?.split_once('[')?;
    if name.is_empty() || title.is_empty() || name.contains(']') {
        return None;
    }
    Some(reference(&catalog_type_name(name), title))
}

/// Returns the reference to a collector. Its title is the number of the collector and, after a
/// blank, its text.
pub(crate) fn collector_value(number: usize, text: &str) -> Eval<Value> {
    let title = NominalParam::text(format!("{number} {text}"));
    Ok(Value::from_type(resources::resource(
        COLLECTOR.into(),
        Some(title),
    )?)?)
}

/// Returns the reference of a type without a title, whose title is empty.
fn untitled_reference(value: &Value) -> Option<Reference> {
    match nominal::view(value.as_type()?)? {
        (Name::Resource, [name]) => Some(Reference {
            type_name: resources::capitalised(name.as_text()?).as_str().into(),
            title: Str::default(),
        }),
        _ => None,
    }
}

/// Returns the number and the text of the collector that a value refers to.
fn collector(ty: &Type) -> Option<(&str, &str)> {
    match nominal::view(ty)? {
        (Name::Resource, [name, title]) if **name.as_text()? == *COLLECTOR => {
            title.as_text()?.split_once(' ')
        }
        _ => None,
    }
}

fn collector_of(value: &Value) -> Option<usize> {
    let (number, _) = collector(value.as_type()?)?;
    number.parse().ok()
}

/// Returns the text of a value that refers to a collector.
pub(crate) fn collector_text(ty: &Type) -> Option<&str> {
    collector(ty).map(|(_, text)| text)
}

/// Returns the error for a text that is not a reference.
fn no_title(text: &str) -> String {
    format!(
        "No title provided and {} is not a valid resource reference",
        crate::scalars::inspect::inspected(text)
    )
}

impl Interpreter<'_> {
    /// Returns the resource with a reference, an alias or the values of key attributes.
    pub(crate) fn find_resource(&mut self, reference: &Reference) -> Eval<Option<ResourceId>> {
        self.budget.charge(1)?;
        let compiler = self.compiling();
        if reference.type_name.as_ref() == "Class" && reference.title.as_ref() == "main" {
            return Ok(None);
        }
        if let Some(id) = compiler.table.get(&reference.text()) {
            return Ok(Some(*id));
        }
        let Some(values) = self.reference_values(reference)? else {
            return Ok(None);
        };
        let key = alias_key(&reference.type_name, &values);
        Ok(self.compiling().table.get(&key).copied())
    }

    /// Evaluates `A -> B` and the other arrows: the relationship is applied after all declarations.
    #[inline(never)]
    pub(crate) fn relate_resources(
        &mut self,
        code: &Rc<Running>,
        operator: BinaryOp,
        left: Value,
        right: Value,
        at: u32,
    ) -> Eval<Value> {
        let left = self.operands(code, left, at)?;
        let right = self.operands(code, right, at)?;
        let (sources, targets) = match operator {
            BinaryOp::After | BinaryOp::NotifiedBy => (&right, &left),
            _ => (&left, &right),
        };
        let attribute = match operator {
            BinaryOp::Before | BinaryOp::After => "before",
            _ => "notify",
        };
        for (source, _) in sources {
            for (target, _) in self.budget.charged(targets)? {
                self.keep_bytes(RELATIONSHIP_BYTES)?;
                self.compiling().relationships.push(Relationship {
                    source: source.clone(),
                    target: target.clone(),
                    attribute,
                });
            }
        }
        for (operand, _) in &right {
            if let Operand::Collector(number) = operand {
                let shown =
                    |value: &Value| Some(type_text(value.as_type()?).to_string().as_str().into());
                let before = left.iter();
                let before = before.map(|(operand, value)| (operand.clone(), shown(value)));
                let before = before.collect();
                self.compiling().before_collector.insert(*number, before);
            }
        }
        let result = if right.is_empty() { left } else { right };
        let values = result.into_iter().map(|(_, value)| value);
        Ok(array(values.collect::<Vec<_>>())?)
    }

    /// Returns the operands of a relationship without duplicates.
    fn operands(
        &mut self,
        code: &Rc<Running>,
        value: Value,
        at: u32,
    ) -> Eval<Vec<(Operand, Value)>> {
        let mut all = Vec::new();
        let mut seen = KeyedSet::default();
        let mut left = Worklist::of(self.budget, [value])?;
        while let Some(value) = left.next()? {
            if let Some(parts) = array_elements(&value) {
                left.extend(parts.iter().rev().cloned())?;
                continue;
            }
            if let Some(number) = collector_of(&value) {
                all.push((Operand::Collector(number), value));
                continue;
            }
            let operand = match value.as_str() {
                Some(text) => match parse_reference(text) {
                    Some(reference) => Some(reference),
                    None => return Err(raised(no_title(text))),
                },
                None => value.as_type().and_then(reference_of),
            };
            let operand = operand.or_else(|| untitled_reference(&value));
            let Some(operand) = operand else {
                if let Some((Name::Class, [])) = value.as_type().and_then(nominal::view) {
                    return Err(raised(no_title("class")));
                }
                let message = format!(
                    "Illegal relationship operand, can not form a relationship with {}. A Catalog \
                     type is required.",
                    a_an(&of_value(&value))
                );
                return Err(Location::new(code, at).fail(Code::Type, message));
            };
            if seen.insert(Hashed(value.clone())) {
                all.push((Operand::Resource(operand), value));
            }
        }
        Ok(all)
    }

    /// Applies the relationships of arrows to the parameters of their sources.
    pub(crate) fn apply_relationships(&mut self) -> Eval<()> {
        let relationships = std::mem::take(&mut self.compiling().relationships);
        let mut added: KeyedMap<(ResourceId, &'static str), usize> = KeyedMap::default();
        let mut lists: Vec<(ResourceId, &'static str, Vec<Value>)> = Vec::new();
        for relationship in &relationships {
            let attribute = relationship.attribute;
            for source in &self.sources(&relationship.source)? {
                for target in self.budget.charged(self.related(&relationship.target))? {
                    let id = self.related_source(source, &target)?;
                    let text = target.text();
                    self.keep_bytes(REFERENCE_BYTES + text.len() as u64)?;
                    let at = *added.entry((id, attribute)).or_insert(lists.len());
                    if at == lists.len() {
                        lists.push((id, attribute, Vec::new()));
                    }
                    lists[at].2.push(Value::string(&text));
                }
            }
        }
        for (id, attribute, targets) in lists {
            self.add_targets(id, attribute, targets)?;
        }
        Ok(())
    }

    /// Returns the sources of a relationship. The operands to the left of a collector replace it
    /// if it has found no resource, so that a chain continues. Messages show the types of these, not
    /// their references.
    fn sources(&mut self, operand: &Operand) -> Eval<Vec<(Reference, Option<Str>)>> {
        let mut all = Vec::new();
        let mut seen: KeyedSet<usize> = KeyedSet::default();
        let mut left = Worklist::of(self.budget, [(operand.clone(), None)])?;
        while let Some((operand, shown)) = left.next()? {
            let found = self.related(&operand);
            if let (true, Operand::Collector(number)) = (found.is_empty(), &operand)
                && seen.insert(*number)
            {
                let before = self.compiling().before_collector.get(number);
                left.extend(before.into_iter().flatten().rev().cloned())?;
            }
            let shown = shown.filter(|_| matches!(operand, Operand::Resource(_)));
            all.extend(found.into_iter().map(|found| (found, shown.clone())));
        }
        Ok(all)
    }

    fn related(&mut self, operand: &Operand) -> Vec<Reference> {
        match operand {
            Operand::Resource(reference) => vec![reference.clone()],
            Operand::Collector(number) => {
                let compiler = self.compiling();
                let found = compiler.collectors[*number].found.iter();
                let found = found.map(|id| {
                    let resource = &compiler.resources[*id];
                    Reference {
                        type_name: resource.type_name.clone(),
                        title: resource.title.clone(),
                    }
                });
                found.collect()
            }
        }
    }

    /// Returns the source of a relationship.
    ///
    /// # Errors
    /// If the source or the target does not exist.
    fn related_source(
        &mut self,
        (source, shown): &(Reference, Option<Str>),
        target: &Reference,
    ) -> Eval<ResourceId> {
        let text = || match shown {
            Some(shown) => shown.to_string(),
            None => source.text(),
        };
        for reference in [source, target] {
            if reference.title.is_empty() {
                return Err(parse_error(no_title(&reference.text()), &Place::default()));
            }
        }
        let Some(id) = self.find_resource(source)? else {
            return Err(raised(format!(
                "Could not find resource '{}' for relationship on '{}'",
                text(),
                target.text()
            )));
        };
        if self.find_resource(target)?.is_none() {
            return Err(raised(format!(
                "Could not find resource '{}' for relationship from '{}'",
                target.text(),
                text()
            )));
        }
        Ok(id)
    }

    /// Adds the targets of relationships to a parameter of their source.
    fn add_targets(
        &mut self,
        id: ResourceId,
        attribute: &'static str,
        targets: Vec<Value>,
    ) -> Eval<()> {
        let resource = &mut self.compiling().resources[id];
        let origin = resource.origin.clone();
        let (mut values, place) = match resource.params.get(attribute) {
            Some(param) => match array_elements(&param.value) {
                Some(parts) => (parts.to_vec(), param.place.clone()),
                None if param.value.is_null() => (Vec::new(), Place::default()),
                None => (vec![param.value.clone()], Place::default()),
            },
            None => (Vec::new(), Place::default()),
        };
        values.extend(targets);
        self.budget.charge(values.len() as u64 / 4)?;
        let param = Param {
            name: attribute.into(),
            value: array(values)?,
            origin,
            place,
            adds: false,
        };
        self.compiling().set_param(id, param);
        Ok(())
    }

    /// Checks that the resources exist that parameters refer to.
    pub(crate) fn check_references(&mut self) -> Eval<()> {
        for id in 0..self.compiling().resources.len() {
            let resource = &self.compiling().resources[id];
            if resource.form.is_virtual {
                continue;
            }
            let related: Vec<Param> = resource
                .params
                .iter()
                .filter(|param| RELATIONS.contains(&&*param.name))
                .cloned()
                .collect();
            let sensitive = resource.sensitive.clone();
            for param in related {
                let written = sensitive.contains(&param.name);
                self.check_reference(&param, written)?;
            }
        }
        Ok(())
    }

    /// Checks the references of a parameter; `written` is whether a reference is compared by the
    /// text of its type, as in a secret, which Puppet does not convert.
    fn check_reference(&mut self, param: &Param, written: bool) -> Eval<()> {
        let mut left = Worklist::of(self.budget, [param.value.clone()])?;
        while let Some(value) = left.next()? {
            if let Some(parts) = array_elements(&value) {
                left.extend(parts.iter().rev().cloned())?;
                continue;
            }
            if value.is_null() {
                continue;
            }
            let known = value.as_type().and_then(reference_of).filter(|_| !written);
            let reference = match known {
                Some(reference) => reference,
                None => {
                    let text = match untitled_reference(&value) {
                        Some(reference) => reference.text(),
                        None => host_text(&value, self.budget)?.into_string(),
                    };
                    let Some(reference) = parse_reference(&text) else {
                        return Err(parse_error(no_title(&text), &param.place));
                    };
                    reference
                }
            };
            if self.find_resource(&reference)?.is_none() {
                let text = match value.as_str() {
                    Some(text) => text.to_owned(),
                    None => reference.text(),
                };
                return Err(missing_resource(
                    format!(
                        "Could not find resource '{text}' in parameter '{}'",
                        param.name
                    ),
                    &param.place,
                ));
            }
        }
        Ok(())
    }

    /// Appends a reference to a parameter, as `require` does.
    pub(crate) fn append_reference(
        &mut self,
        id: ResourceId,
        attribute: &'static str,
        value: Value,
    ) -> Eval<()> {
        let resource = &self.compiling().resources[id];
        let origin = resource.origin.clone();
        let mut values = Vec::new();
        let mut left = vec![resource.value(attribute)];
        while let Some(value) = left.pop() {
            match array_elements(&value) {
                Some(parts) => left.extend(parts.iter().rev().cloned()),
                None if value.is_null() => {}
                None => values.push(value),
            }
        }
        self.budget.charge(values.len() as u64)?;
        let bytes = 64 + whole(&value);
        values.push(value);
        self.keep_bytes(bytes)?;
        let param = Param {
            name: attribute.into(),
            value: array(values)?,
            origin,
            place: Place::default(),
            adds: false,
        };
        self.compiling().set_param(id, param);
        Ok(())
    }
}
