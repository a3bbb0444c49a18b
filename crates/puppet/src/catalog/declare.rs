//! Resource expressions: declaration of resources, their titles, attributes and uniqueness.

use super::relate::catalog_type_name;
use super::state::{Definition, Form, Kind, Origin, Param, Params, Place, Resource, ResourceId};
use super::tags::{Tags, is_tag};
use crate::eval::code::{Attribute, CaseValue, ExprId, Resource as ResourceExpr};
use crate::eval::environment::Level;
use crate::eval::host_text::host_text;
use crate::eval::interpreter::Interpreter;
use crate::eval::memory::whole;
use crate::eval::resource::DEFAULT_TITLE;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Location, Report, Stop, raised};
use crate::rules::infer::infer_general;
use crate::scalars::inspect::inspected;
use crate::syntax::tree::{AttributeOp, ResourceForm};
use crate::types::format::type_text;
use crate::types::nominal::{self, Name};
use crate::types::resources;
use crate::values::special::{array, array_elements};
use polycty_core::calls::Worklist;
use polycty_core::source::Code;
use polycty_core::types::{KeyedSet, NominalParam, Str};
use polycty_core::values::Value;
use std::rc::Rc;

/// The bytes of a resource without its parameters and tags: the resource, its entries in the tables
/// and its edge.
const RESOURCE_BYTES: u64 = 800;

/// The bytes of a parameter without its value.
const PARAM_BYTES: u64 = 160;

/// The bytes of a tag.
pub(crate) const TAG_BYTES: u64 = 40;

/// The error with a file and a line that Puppet raises without further position.
#[cold]
pub(crate) fn parse_error(message: impl Into<String>, place: &Place) -> Box<Stop> {
    named_error(None, message, place)
}

/// The error for a reference to a resource that the catalog does not have.
#[cold]
pub(crate) fn missing_resource(message: impl Into<String>, place: &Place) -> Box<Stop> {
    named_error(Some("missing-resource"), message, place)
}

#[cold]
fn named_error(name: Option<&'static str>, message: impl Into<String>, place: &Place) -> Box<Stop> {
    let mut message = message.into();
    message.push_str(&place.text());
    Box::new(Stop::Reported(Report {
        code: Code::Diagnostics,
        message,
        location: None,
        place: place.clone(),
        name,
        cause: None,
    }))
}

/// Returns the file and the line of a byte of a text.
pub(crate) fn place_of(code: &Rc<Running>, byte: u32) -> Place {
    let file = code.tree.source().name.clone();
    Place {
        file: (!file.is_empty()).then_some(file),
        line: Some(code.tree.place(byte).line),
    }
}

impl Interpreter<'_> {
    /// Evaluates a resource expression.
    #[inline(never)]
    pub(crate) fn declare(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        resource: &ResourceExpr,
    ) -> Eval<Value> {
        let ty = self.eval(code, resource.ty)?;
        let name = self.resource_type_name(code, resource.ty, &ty)?;
        let position = code.position(id);
        let form = Form {
            is_virtual: resource.form != ResourceForm::Regular,
            exported: resource.form == ResourceForm::Exported,
        };
        if form.exported && self.compiling().options.exported.is_none() {
            self.log(
                Level::Warning,
                "You cannot collect exported resources without storeconfigs being set; the \
                 export is ignored",
            )?;
        }
        let mark = self.mark();
        let mut defaults: Option<Params> = None;
        let mut bodies = Vec::with_capacity(resource.bodies.len());
        let mut used: KeyedSet<String> = KeyedSet::default();
        for body in &resource.bodies {
            match body.title {
                CaseValue::Default => {
                    if defaults.is_some() {
                        return Err(Location::new(code, position).fail(
                            Code::Diagnostics,
                            "The title 'default' has already been used in this resource \
                             expression",
                        ));
                    }
                    defaults = Some(self.attributes(code, position, &body.attributes)?);
                }
                CaseValue::Value(title) => {
                    let titles = self.titles(code, position, title, &mut used)?;
                    let params = self.attributes(code, position, &body.attributes)?;
                    if used.contains(DEFAULT_TITLE) {
                        used.remove(DEFAULT_TITLE);
                        defaults = Some(params.clone());
                    }
                    bodies.push((titles, params));
                }
            }
        }
        let place = place_of(code, position);
        let mut made = Vec::new();
        for (titles, own) in bodies {
            let params = match &defaults {
                Some(defaults) => {
                    let mut all = defaults.clone();
                    own.iter().for_each(|param| all.set(param.clone()));
                    all
                }
                None => own,
            };
            self.create_resources(&name, titles, &params, form, &place, &mut made)?;
        }
        self.retain(mark);
        Ok(array(made)?)
    }

    /// Evaluates the attributes of a body, an override or a collector. A repeated attribute is an
    /// error with the position of the statement.
    pub(crate) fn attributes(
        &mut self,
        code: &Rc<Running>,
        statement: u32,
        attributes: &[Attribute],
    ) -> Eval<Params> {
        let mut params = Params::default();
        for attribute in attributes {
            let value = self.eval(code, attribute.value)?;
            let place = place_of(code, attribute.at);
            let origin = self.compiling().origin();
            let mut set = |name: Str, value: Value| {
                if params.get(&name).is_some() {
                    let message = format!("The attribute '{name}' has already been set");
                    return Err(Location::new(code, statement).fail(Code::Diagnostics, message));
                }
                params.set(Param {
                    name,
                    value,
                    origin: origin.clone(),
                    place: place.clone(),
                    adds: attribute.operator == AttributeOp::Append,
                });
                Ok(())
            };
            if attribute.operator != AttributeOp::Splat {
                set(attribute.name.clone(), value)?;
                continue;
            }
            let Some(map) = value.as_ordered_map() else {
                let found = type_text(&infer_general(&value, self.budget)?);
                let message = format!("Expected value of type Hash, got {found}");
                return Err(
                    Location::new(code, code.outside(attribute.value)).fail(Code::Type, message)
                );
            };
            for (key, value) in self.budget.charged(map.entries())? {
                set(key.as_str().unwrap_or_default().into(), value.clone())?;
            }
        }
        Ok(params)
    }

    /// Declares a resource for each title; appends the references.
    pub(crate) fn create_resources(
        &mut self,
        name: &str,
        titles: Vec<String>,
        params: &Params,
        form: Form,
        place: &Place,
        made: &mut Vec<Value>,
    ) -> Eval<()> {
        if name == "class" {
            let mut names = Vec::with_capacity(titles.len());
            for title in titles {
                let name = title.strip_prefix("::").unwrap_or(&title).to_lowercase();
                if self.find_class(&name)?.is_none() {
                    return Err(raised(format!("Could not find declared class {title}")));
                }
                names.push(name);
            }
            for name in names {
                self.declare_class(&name, params, place)?;
                let ty = nominal::with(Name::Class, [NominalParam::text(&*name)])?;
                made.push(self.type_value(ty)?);
            }
            return Ok(());
        }
        let Some(definition) = self.find_type(name)? else {
            return Err(raised(format!("Unknown resource type: '{name}'")));
        };
        let kind = match (&definition, name) {
            (_, "stage") => Kind::Stage,
            (Definition::BuiltIn(_), _) => Kind::BuiltIn,
            _ => Kind::Defined,
        };
        let type_name: Str = catalog_type_name(name).into();
        for title in titles {
            let title: Str = match &*type_name {
                "Class" => resources::capitalised(&title).into(),
                _ => title.into(),
            };
            let made_resource = self.new_resource(
                (kind, definition.clone()),
                (type_name.clone(), title.clone()),
                params.clone(),
                form,
                place.clone(),
            )?;
            self.add_resource(made_resource)?;
            let ty = resources::resource(type_name.clone(), Some(NominalParam::text(title)))?;
            made.push(self.type_value(ty)?);
        }
        Ok(())
    }

    /// Creates a resource of the current scope, with the defaults that are in force and its own
    /// tags.
    pub(crate) fn new_resource(
        &mut self,
        (kind, definition): (Kind, Definition),
        (type_name, title): (Str, Str),
        params: Params,
        form: Form,
        place: Place,
    ) -> Eval<Resource> {
        let compiler = self.compiling();
        let scope = compiler.current;
        let defaults = compiler.defaults(scope, &type_name);
        let origin = compiler.origin();
        let steps = compiler.search_steps(scope) + (params.len() + defaults.len()) as u64;
        self.budget.charge(steps)?;
        let mut resource = Resource {
            kind,
            definition,
            type_name,
            title,
            params,
            tags: Tags::default(),
            place,
            form,
            evaluated: false,
            has_scope_tags: false,
            declared: true,
            origin,
            scope,
            sensitive: Vec::new(),
            from_title: Vec::new(),
            exported_by: None,
        };
        for default in defaults.iter() {
            if resource.params.get(&default.name).is_none() {
                resource.params.set(default.clone());
            }
        }
        let tag = resource.params.get("tag").map(|param| param.value.clone());
        if let Some(tag) = tag {
            self.tag_resource(&mut resource, &tag)?;
        }
        resource.tags.add(&resource.type_name.to_lowercase());
        let title = resource.title.to_lowercase();
        if is_tag(&title) && !(resource.kind == Kind::Class && &*resource.title == "main") {
            resource.tags.add(&title);
        }
        Ok(resource)
    }

    /// Adds the tags of a value: a text, or arrays of them.
    pub(crate) fn tag_resource(&mut self, resource: &mut Resource, value: &Value) -> Eval<()> {
        for tag in self.tag_texts(value)? {
            if !is_tag(&tag) {
                return Err(parse_error(format!("Invalid tag '{tag}'"), &resource.place));
            }
            resource.tags.add(&tag);
        }
        Ok(())
    }

    /// Returns the lowercase texts of tags.
    pub(crate) fn tag_texts(&mut self, value: &Value) -> Eval<Vec<String>> {
        let mut texts = Vec::new();
        let mut left = Worklist::of(self.budget, [value.clone()])?;
        while let Some(value) = left.next()? {
            if let Some(parts) = array_elements(&value) {
                left.extend(parts.iter().rev().cloned())?;
            } else if !value.is_null() {
                let text = host_text(&value, self.budget)?.into_string();
                texts.push(text.to_lowercase());
            }
        }
        Ok(texts)
    }

    /// Adds a resource to the catalog.
    pub(crate) fn add_resource(&mut self, resource: Resource) -> Eval<ResourceId> {
        let key = resource.reference();
        let values = resource.params.iter().map(|param| whole(&param.value));
        let bytes = RESOURCE_BYTES
            + 4 * key.len() as u64
            + values.sum::<u64>()
            + PARAM_BYTES * resource.params.len() as u64
            + TAG_BYTES * resource.tags.len() as u64;
        self.keep_bytes(bytes)?;
        let aliases = self.aliases_of(&resource)?;
        let compiler = self.compiling();
        if let Some(existing) = compiler.table.get(&key) {
            let at = match compiler.resources[*existing].place.text() {
                text if text.is_empty() => text,
                text => format!(" at{text}"),
            };
            return Err(raised(format!(
                "Duplicate declaration: {key} is already declared{at}; cannot redeclare{}",
                resource.place.text()
            )));
        }
        let id = compiler.resources.len();
        compiler.table.insert(key, id);
        for alias in aliases {
            match compiler.table.get(&alias.key) {
                Some(existing) if *existing == id => {}
                Some(existing) => {
                    let at = match resource.place.text() {
                        text if text.is_empty() => text,
                        text => format!(" at{text}"),
                    };
                    return Err(raised(format!(
                        "Cannot alias {} to {}{at}; resource {} already declared{}",
                        resource.reference(),
                        alias.shown,
                        alias.shown_key,
                        compiler.resources[*existing].place.text()
                    )));
                }
                None => {
                    compiler.table.insert(alias.key, id);
                }
            }
        }
        let kind = resource.kind;
        let has_stage = kind != Kind::Class && resource.is_set("stage");
        let reference = has_stage.then(|| resource.reference());
        let container = compiler.container();
        let type_name = resource.type_name.clone();
        let is_class = *type_name == *"Class";
        compiler.by_type.entry(type_name).or_default().push(id);
        compiler.resources.push(resource);
        compiler.note_change(id);
        if let Some(reference) = reference {
            return Err(raised(format!(
                "Only classes can set 'stage'; normal resources like {reference} cannot change \
                 run stage"
            )));
        }
        match kind {
            Kind::Stage => {}
            Kind::Class => compiler.waiting.push(id),
            // The stage of a class contains it.
            Kind::BuiltIn if is_class => {}
            _ => {
                compiler.add_edge(container, id);
            }
        }
        if kind == Kind::Defined {
            compiler.waiting.push(id);
        }
        Ok(id)
    }

    /// Returns the further keys under which a resource is found: its `alias` and the values of its
    /// key attributes.
    fn aliases_of(&mut self, resource: &Resource) -> Eval<Vec<Alias>> {
        let mut aliases = Vec::new();
        let type_name = &resource.type_name;
        if let Some(param) = resource.params.get("alias") {
            for name in self.texts_of(&param.value)? {
                aliases.push(Alias {
                    key: format!("{type_name}[{name}]"),
                    shown: inspected(&name),
                    shown_key: format!("[{}, {}]", inspected(type_name), inspected(&name)),
                });
            }
        }
        let Some(values) = self.unique_values(resource)? else {
            return Ok(aliases);
        };
        let shown = values.iter().map(|value| match value {
            Some(value) => inspected(value),
            None => "nil".to_owned(),
        });
        let shown = shown.collect::<Vec<_>>().join(", ");
        aliases.push(Alias {
            key: alias_key(type_name, &values),
            shown_key: format!("[{}, {shown}]", inspected(type_name)),
            shown: format!("[{shown}]"),
        });
        Ok(aliases)
    }

    /// Returns the texts of a value or of the elements of an array at any depth.
    fn texts_of(&mut self, value: &Value) -> Eval<Vec<String>> {
        let mut texts = Vec::new();
        let mut left = Worklist::of(self.budget, [value.clone()])?;
        while let Some(value) = left.next()? {
            if let Some(parts) = array_elements(&value) {
                left.extend(parts.iter().rev().cloned())?;
            } else if !value.is_null() {
                texts.push(host_text(&value, self.budget)?.into_string());
            }
        }
        Ok(texts)
    }

    /// Holds bytes until the compilation ends.
    pub(crate) fn keep_bytes(&mut self, bytes: u64) -> Eval<()> {
        let mark = self.mark();
        self.budget.hold(bytes)?;
        self.retain(mark);
        Ok(())
    }
}

/// A further key of a resource, as it is stored and as messages show it.
struct Alias {
    key: String,
    shown: String,
    shown_key: String,
}

/// Returns the key of the values of several key attributes.
pub(crate) fn alias_key(type_name: &str, values: &[Option<String>]) -> String {
    let texts: Vec<&str> = values
        .iter()
        .map(|value| value.as_deref().unwrap_or("\u{1}"))
        .collect();
    format!("{type_name}[{}]", texts.join("\0"))
}

/// Returns the origin of the code of a resource.
pub(crate) fn origin_of(resource: &Resource) -> Origin {
    let name: Str = match resource.title.to_lowercase() {
        name if resource.kind == Kind::Class => name.as_str().into(),
        _ => resource.title.clone(),
    };
    match resource.kind {
        Kind::Class => Origin::Class(name),
        Kind::Node => Origin::Node(name),
        _ => Origin::Defined(resource.type_name.to_lowercase().as_str().into()),
    }
}
