//! Functions that change or read the catalog.

use super::declare::place_of;
use super::state::{Form, Param, Params, Place};
use super::tags::is_tag;
use crate::eval::function::Arguments;
use crate::eval::interpreter::{Interpreter, TEXT_STEP};
use crate::eval::memory::whole;
use crate::eval::stop::{Eval, raised};
use crate::types::nominal::{self, Name};
use crate::values::special::{array, array_elements, undef};
use polycty_core::calls::{HeldBytes, Worklist};
use polycty_core::types::{NominalParam, Str};
use polycty_core::values::Value;

/// The bytes of an edge in a list and in a set.
const EDGE_BYTES: u64 = 72;

/// The copies of a name while a function runs.
const NAME_COPIES: u64 = 6;

impl Interpreter<'_> {
    /// Calls a function of the catalog.
    pub(crate) fn catalog_function(&mut self, name: &str, arguments: Arguments<'_>) -> Eval<Value> {
        if arguments.values.is_empty() && matches!(name, "realize" | "tag" | "tagged") {
            return Err(raised(format!(
                "{name}(): Wrong number of arguments given (0 for minimum 1)"
            )));
        }
        // The names are copied, changed to lowercase, and quoted in messages.
        let mut memory = HeldBytes::new(self.budget);
        if name != "create_resources" {
            let bytes: u64 = arguments.values.iter().map(whole).sum();
            self.budget.charge(bytes / TEXT_STEP)?;
            memory.hold(NAME_COPIES * bytes)?;
            if name == "tag" {
                self.keep_bytes(bytes)?;
            }
        }
        match name {
            "include" => self.include(arguments.values),
            "contain" => self.contain(arguments.values),
            "require" => self.require(arguments.values),
            "realize" => self.realize(arguments.values).map(|()| undef()),
            "create_resources" => self.create_resources_function(arguments),
            "tag" => self.tag_scope(arguments).map(|()| undef()),
            "tagged" => self.is_tagged(arguments.values),
            _ => Ok(undef()),
        }
    }

    /// Evaluates classes; returns their references.
    pub(crate) fn include(&mut self, values: &[Value]) -> Eval<Value> {
        let names = self.class_names(values)?;
        self.evaluate_classes(&names)?;
        self.class_references(&names)
    }

    fn contain(&mut self, values: &[Value]) -> Eval<Value> {
        let names = self.class_names(values)?;
        let container = self.compiling().container();
        for id in self.evaluate_classes(&names)? {
            if self.compiling().add_edge(container, id) {
                self.keep_bytes(EDGE_BYTES)?;
            }
        }
        self.class_references(&names)
    }

    fn require(&mut self, values: &[Value]) -> Eval<Value> {
        let names = self.class_names(values)?;
        self.evaluate_classes(&names)?;
        let container = self.compiling().container();
        let references = self.class_references(&names)?;
        for reference in array_elements(&references).unwrap_or_default() {
            self.append_reference(container, "require", reference.clone())?;
        }
        Ok(references)
    }

    fn class_references(&mut self, names: &[String]) -> Eval<Value> {
        let mut made = Vec::with_capacity(names.len());
        for name in names {
            let name = name.strip_prefix("::").unwrap_or(name);
            let ty = nominal::with(Name::Class, [NominalParam::text(name)])?;
            made.push(self.type_value(ty)?);
        }
        Ok(array(made)?)
    }

    /// Returns the absolute lowercase names of classes.
    fn class_names(&mut self, values: &[Value]) -> Eval<Vec<String>> {
        let mut names = Vec::new();
        let mut left = Worklist::of(self.budget, values.iter().rev().cloned())?;
        while let Some(value) = left.next()? {
            if let Some(parts) = array_elements(&value) {
                left.extend(parts.iter().rev().cloned())?;
                continue;
            }
            if value.is_null() {
                return Err(raised("Cannot use undef as a class name"));
            }
            let name = match (value.as_str(), value.as_type().and_then(nominal::view)) {
                (Some(""), _) => return Err(raised("Cannot use empty string as a class name")),
                (Some(name), _) => name.to_owned(),
                (_, Some((Name::Class, [name]))) => {
                    name.as_text().map_or("", |name| name).to_owned()
                }
                (_, Some((Name::Class, []))) => {
                    return Err(raised("Cannot use an unspecific Class[] Type"));
                }
                (_, Some((Name::Resource, []))) => {
                    return Err(raised(
                        "Cannot use an unspecific Resource[] where a Resource['class', name] is \
                         expected",
                    ));
                }
                (_, Some((Name::Resource, [name, ..]))) => {
                    return Err(raised(format!(
                        "Cannot use a Resource[{}] where a Resource['class', name] is expected",
                        name.as_text().map_or("", |name| name)
                    )));
                }
                _ => {
                    return Err(raised(format!(
                        "Cannot use {} as a class name",
                        crate::values::label::of_value(&value)
                    )));
                }
            };
            let name = name.to_lowercase();
            names.push(match name.starts_with("::") {
                true => name,
                false => format!("::{name}"),
            });
        }
        Ok(names)
    }

    fn create_resources_function(&mut self, arguments: Arguments<'_>) -> Eval<Value> {
        let given = arguments.text(0);
        let form = Form {
            is_virtual: given.starts_with('@'),
            exported: given.starts_with("@@"),
        };
        let name = given.trim_start_matches('@').to_lowercase();
        let Some(instances) = arguments.get(1).and_then(Value::as_ordered_map) else {
            return Err(raised("create_resources(): second argument must be a hash"));
        };
        let defaults = match arguments.get(2) {
            None => None,
            Some(value) => match value.as_ordered_map() {
                Some(map) => Some(map),
                None => {
                    return Err(raised(
                        "create_resources(): third argument, if provided, must be a hash",
                    ));
                }
            },
        };
        let place = place_of(arguments.code, arguments.position);
        let origin = self.compiling().origin();
        for (title, own) in self.budget.charged(instances.entries())? {
            let mut params = Params::default();
            let maps = defaults.into_iter().chain(own.as_ordered_map());
            for (key, value) in maps.flat_map(|map| map.entries()) {
                let name: Str = key.as_str().unwrap_or_default().into();
                if &*name == "title" {
                    return Err(raised("params should not contain title"));
                }
                params.set(Param {
                    name,
                    value: value.clone(),
                    origin: origin.clone(),
                    // Puppet gives these attributes no position.
                    place: Place::default(),
                    adds: false,
                });
            }
            let titles: Vec<String> = match array_elements(title) {
                Some(parts) => parts
                    .iter()
                    .filter_map(|part| part.as_str().map(str::to_owned))
                    .collect(),
                None => vec![crate::eval::host_text::host_text(title, self.budget)?.into_string()],
            };
            let mut made = Vec::new();
            self.create_resources(&name, titles, &params, form, &place, &mut made)?;
        }
        Ok(undef())
    }

    /// Adds tags to the resource of the current scope.
    fn tag_scope(&mut self, arguments: Arguments<'_>) -> Eval<()> {
        for value in arguments.values {
            for tag in self.tag_texts(value)? {
                if !is_tag(&tag) {
                    return Err(raised(format!("Invalid tag '{tag}'")));
                }
                let compiler = self.compiling();
                let container = compiler.container();
                compiler.resources[container].tags.add(&tag);
                compiler.note_change(container);
            }
        }
        Ok(())
    }

    /// Whether the catalog or the resource of the current scope has all of these tags.
    fn is_tagged(&mut self, values: &[Value]) -> Eval<Value> {
        for value in values {
            // The text of an array is not a tag.
            if array_elements(value).is_some() {
                return Ok(Value::bool(false));
            }
            let tags = self.tag_texts(value)?;
            let compiler = self.compiling();
            let container = compiler.container();
            let known = tags.iter().any(|tag| compiler.tags.contains(tag))
                || compiler.tagged(container, &tags);
            if !known {
                return Ok(Value::bool(false));
            }
        }
        Ok(Value::bool(true))
    }

    /// Whether a class is evaluated or declared, or a resource is declared.
    pub(crate) fn is_in_catalog(&mut self, reference: &polycty_core::types::Type) -> Eval<bool> {
        match super::relate::reference_of(reference) {
            Some(reference) => Ok(self.find_resource(&reference)?.is_some()),
            None => Ok(false),
        }
    }
}
