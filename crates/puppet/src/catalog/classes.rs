//! Classes, defined types and nodes: lookup of the definition, parameters, evaluation of the body.

use super::declare::{origin_of, parse_error, place_of};
use super::state::{
    Compiler, Definition, Form, Kind, Origin, Param, Params, Place, Resource, ResourceId, Scope,
    ScopeId, TOP,
};
use crate::depth::MAX_LEVELS;
use crate::eval::class_scope::ClassScope;
use crate::eval::code::{Class, ClassKind, ExprId, Lambda, Parameter};
use crate::eval::environment::Definitions;
use crate::eval::host::Lookup;
use crate::eval::interpreter::{Interpreter, too_deep};
use crate::eval::memory::whole;
use crate::eval::parameters::Bound;
use crate::eval::running::Running;
use crate::eval::statement::RESERVED;
use crate::eval::stop::{Eval, Location, Stop, of_host, raised};
use crate::resource_types::is_metaparameter;
use crate::rules::explain::{Missing, deferred_function, validate_parameters};
use crate::types::nominal::{self, Name};
use crate::types::resources;
use crate::values::label::of_value;
use crate::values::special::hash;
use polycty_core::source::Code;
use polycty_core::types::{KeyedMap, KeyedSet, Str};
use polycty_core::values::Value;
use std::rc::Rc;

/// The levels that the evaluation of a class counts as.
const CLASS_LEVELS: u32 = 16;

/// The bytes of a scope without its variables.
const SCOPE_BYTES: u64 = 400;

/// The bytes of a variable in a scope without its value.
const VARIABLE_BYTES: u64 = 96;

impl Interpreter<'_> {
    /// The state of the compilation.
    pub(crate) fn compiling(&mut self) -> &mut Compiler {
        self.compiler
            .get_or_insert_with(|| Box::new(Compiler::new(Default::default(), Default::default())))
    }

    /// Makes the top level the current scope; functions declare resources there.
    pub(crate) fn enter_top_scope(&mut self) -> ScopeId {
        match self.compiler.as_deref_mut() {
            Some(compiler) => std::mem::replace(&mut compiler.current, TOP),
            None => TOP,
        }
    }

    /// Makes the scope of the caller the current scope again.
    pub(crate) fn leave_top_scope(&mut self, scope: ScopeId) {
        if let Some(compiler) = self.compiler.as_deref_mut() {
            compiler.current = scope;
        }
    }

    /// Returns a variable of the top level that the first manifest does not have.
    pub(crate) fn compiled_variable(&self, name: &str) -> Option<&Value> {
        let compiler = self.compiler.as_deref()?;
        if let Some(frame) = compiler.live_top
            && let Some(value) = self.frame_variable(frame, name)
        {
            return Some(value);
        }
        if let Some(value) = compiler.top.get(name) {
            return Some(value);
        }
        let (class, variable) = name.rsplit_once("::")?;
        let scope = *compiler.class_scopes.get(class)?;
        let scope = compiler.scopes[scope].variables.as_ref()?;
        let mut scopes = scope.chain();
        scopes.find_map(|scope| self.own_variable(scope, variable))
    }

    /// Whether a text is a manifest of the environment and not of a module.
    fn is_top_manifest(&self, code: &Rc<Running>) -> bool {
        let compiler = self.compiler.as_deref();
        Rc::ptr_eq(code, &self.main)
            || compiler.is_some_and(|compiler| {
                let address = Rc::as_ptr(code) as usize;
                compiler.defined.texts.contains(&address)
            })
    }

    /// Returns the text that defines a class or a defined type, by its lowercase name: a manifest
    /// of the environment, or the file of a module for the name or for a namespace around it.
    pub(crate) fn compiled_class(&mut self, name: &str) -> Eval<Option<Rc<Running>>> {
        if self.main.class(name).is_some() {
            return Ok(Some(self.main.clone()));
        }
        if let Some(found) = self.compiling().defined.classes.get(name) {
            return Ok(Some(found.clone()));
        }
        let mut file = name;
        loop {
            if let Some(code) = self.loaded(Definitions::Class, file)?
                && code.class(name).is_some()
            {
                return Ok(Some(code));
            }
            match file.rsplit_once("::") {
                Some((around, _)) => file = around,
                None => return Ok(None),
            }
        }
    }

    pub(crate) fn find_code(&mut self, name: &str) -> Eval<Option<(Rc<Running>, usize)>> {
        if name.is_empty() {
            return Ok(None);
        }
        let Some(code) = self.defined_class(name)? else {
            return Ok(None);
        };
        let number = code.class_number(name);
        Ok(number.map(|number| (code, number)))
    }

    /// Returns the definition of a class, by its lowercase name.
    pub(crate) fn find_class(&mut self, name: &str) -> Eval<Option<(Rc<Running>, usize)>> {
        let found = self.find_code(name)?;
        Ok(found.filter(|(code, at)| matches!(code.classes[*at].kind, ClassKind::Class { .. })))
    }

    /// Declares a class like a resource and evaluates it.
    pub(crate) fn declare_class(
        &mut self,
        name: &str,
        params: &Params,
        place: &Place,
    ) -> Eval<ResourceId> {
        let id = self.add_class(name, Some(params), place.clone())?;
        self.evaluate_resource(id)?;
        Ok(id)
    }

    /// Adds a class that is only named to the catalog, unless it is there.
    pub(crate) fn ensure_class(&mut self, name: &str) -> Eval<ResourceId> {
        let key = format!("Class[{}]", resources::capitalised(name));
        if let Some(id) = self.compiling().table.get(&key) {
            return Ok(*id);
        }
        self.add_class(name, None, Place::default())
    }

    pub(crate) fn add_class(
        &mut self,
        name: &str,
        params: Option<&Params>,
        place: Place,
    ) -> Eval<ResourceId> {
        let Some((code, number)) = self.find_class(name)? else {
            return Err(raised(format!("Could not find class {name}")));
        };
        let title: Str = resources::capitalised(name).as_str().into();
        let mut resource = self.new_resource(
            (Kind::Class, Definition::Code(code.clone(), number)),
            ("Class".into(), title),
            params.cloned().unwrap_or_default(),
            Form::default(),
            place,
        )?;
        resource.declared = params.is_some() && resource.place.line.is_some();
        if params.is_none() {
            resource.origin = Origin::Class(name.into());
        }
        self.ensure_parents(name)?;
        let compiler = self.compiling();
        compiler.tags.merge(&resource.tags);
        self.add_resource(resource)
    }

    /// Adds the ancestors of a class to the catalog, the outermost first.
    fn ensure_parents(&mut self, name: &str) -> Eval<()> {
        let mut chain: Vec<Str> = Vec::new();
        let mut seen: KeyedSet<Str> = KeyedSet::default();
        let mut at: Str = name.into();
        loop {
            if !self.budget.insert(&mut seen, 0, at.clone(), ())? {
                return Err(raised(format!("the class '{at}' inherits from itself")));
            }
            let Some((code, number)) = self.find_class(&at)? else {
                break;
            };
            let class = &code.classes[number];
            let ClassKind::Class {
                parent: Some(parent),
            } = &class.kind
            else {
                break;
            };
            let parent: Str = parent
                .strip_prefix("::")
                .unwrap_or(parent)
                .to_lowercase()
                .as_str()
                .into();
            if self.find_class(&parent)?.is_none() {
                let environment = self.compiling().options.environment.clone();
                return Err(parse_error(
                    format!(
                        "Could not find parent resource type '::{parent}' of type hostclass in \
                         {environment}"
                    ),
                    &place_of(&code, class.at),
                ));
            }
            self.compiling().parents.insert(at.clone(), parent.clone());
            let key = format!("Class[{}]", resources::capitalised(&parent));
            if self.compiling().table.contains_key(&key) {
                break;
            }
            chain.push(parent.clone());
            at = parent;
        }
        for parent in chain.iter().rev() {
            self.ensure_class(parent)?;
        }
        Ok(())
    }

    /// Evaluates the classes with these names, which are added to the catalog first. Returns their
    /// resources, those that were evaluated before first.
    pub(crate) fn evaluate_classes(&mut self, names: &[String]) -> Eval<Vec<ResourceId>> {
        let mut short = Vec::with_capacity(names.len());
        for name in self.budget.charged(names)? {
            let bare = name.strip_prefix("::").unwrap_or(name);
            if self.find_class(bare)?.is_none() {
                let node = self.compiling().node.name.clone();
                return Err(raised(format!("Could not find class {name} for {node}")));
            }
            short.push(bare);
        }
        let (mut old, mut new) = (Vec::new(), Vec::new());
        for name in short {
            let compiler = self.compiling();
            match compiler.class_scopes.get(name) {
                Some(scope) => old.push(compiler.scopes[*scope].resource),
                None => new.push(self.ensure_class(name)?),
            }
        }
        for id in &new {
            self.evaluate_resource(*id)?;
        }
        old.extend(new);
        Ok(old)
    }

    /// Evaluates a class, a node or a defined type, once.
    pub(crate) fn evaluate_resource(&mut self, id: ResourceId) -> Eval<()> {
        let resource = &mut self.compiling().resources[id];
        if std::mem::replace(&mut resource.evaluated, true) {
            return Ok(());
        }
        if self.level + CLASS_LEVELS > MAX_LEVELS {
            return Err(too_deep());
        }
        self.level += CLASS_LEVELS;
        let done = self.evaluate_now(id);
        self.level -= CLASS_LEVELS;
        done
    }

    fn evaluate_now(&mut self, id: ResourceId) -> Eval<()> {
        self.add_scope_tags(id)?;
        let resource = &self.compiling().resources[id];
        let (definition, declared_in) = (resource.definition.clone(), resource.scope);
        let origin = origin_of(resource);
        let mut parent = declared_in;
        if let Origin::Class(name) = &origin
            && let Some(class) = self.compiling().parents.get(name).cloned()
        {
            let key = format!("Class[{}]", resources::capitalised(&class));
            if let Some(resource) = self.compiling().table.get(&key).copied() {
                self.evaluate_resource(resource)?;
            }
            let Some(scope) = self.compiling().class_scopes.get(&class) else {
                return Err(raised(format!("Could not find scope for {class}")));
            };
            parent = *scope;
        }
        match &origin {
            Origin::Class(name) | Origin::Node(name) => self.enter_class_name(name),
            _ => {}
        }
        match definition {
            Definition::Code(code, number) => {
                let class = &code.classes[number];
                self.run_body(id, &code, &class.lambda, Some(class), origin, parent)
            }
            Definition::Node(code, number) => {
                let lambda = &code.nodes[number].lambda;
                self.run_body(id, &code, lambda, None, origin, parent)
            }
            Definition::BuiltIn(_) | Definition::Top => Ok(()),
        }
    }

    /// Adds the name of a class or a node to the catalog.
    pub(crate) fn enter_class_name(&mut self, name: &str) {
        let compiler = self.compiling();
        compiler.classes.push(name.into());
        compiler.tags.add(name);
    }

    /// Adds the edge from the stage of a class.
    fn add_to_stage(&mut self, id: ResourceId) -> Eval<()> {
        let compiler = self.compiling();
        let resource = &compiler.resources[id];
        let around = compiler.scopes[resource.scope].resource;
        let stage = match resource.value("stage") {
            own if !own.is_null() => own,
            _ => compiler.resources[around].value("stage"),
        };
        let reference = resource.reference();
        let own = resource.value("stage");
        let name = if stage.is_null() {
            "main".to_owned()
        } else {
            self.reference_title(&stage)?
        };
        let compiler = self.compiling();
        let Some(found) = compiler.table.get(&format!("Stage[{name}]")).copied() else {
            let stage = if own.is_null() {
                "main".to_owned()
            } else {
                name
            };
            return Err(raised(format!(
                "Could not find stage {stage} specified by {reference}"
            )));
        };
        if own.is_null() && name != "main" {
            let origin = compiler.resources[id].origin.clone();
            let param = Param {
                name: "stage".into(),
                value: Value::string(&name),
                origin,
                place: Place::default(),
                adds: false,
            };
            compiler.set_param(id, param);
        }
        compiler.add_edge(found, id);
        Ok(())
    }

    /// Returns the title of a reference, or the text of a value.
    fn reference_title(&mut self, value: &Value) -> Eval<String> {
        if let Some((Name::Resource, [_, title])) = value.as_type().and_then(nominal::view) {
            return Ok(title.as_text().map_or("", |title| title).to_owned());
        }
        Ok(crate::eval::host_text::host_text(value, self.budget)?.into_string())
    }

    /// Evaluates the parameters and the body of a class, a defined type or a node in a new scope.
    fn run_body(
        &mut self,
        id: ResourceId,
        code: &Rc<Running>,
        lambda: &Lambda,
        class: Option<&Class>,
        origin: Origin,
        parent: ScopeId,
    ) -> Eval<()> {
        let is_class = matches!(origin, Origin::Class(_));
        let module = match (&origin, self.is_top_manifest(code)) {
            (Origin::Class(name) | Origin::Defined(name), false) => {
                name.split("::").next().map(Str::from)
            }
            _ => None,
        };
        let steps = self.compiling().search_steps(parent);
        self.budget.charge(steps)?;
        let compiler = self.compiling();
        let resource = &compiler.resources[id];
        let mut variables: KeyedMap<Str, Value> = KeyedMap::default();
        let title = match &origin {
            Origin::Class(name) | Origin::Node(name) => Value::string(name),
            _ => Value::string(&resource.title),
        };
        let name = match resource.value("name") {
            name if !name.is_null() && !is_class => name,
            _ => title.clone(),
        };
        variables.insert("title".into(), title);
        variables.insert("name".into(), name);
        let caller = compiler.scopes[parent].module.as_deref();
        let caller = Value::string(caller.unwrap_or_default());
        variables.insert("caller_module_name".into(), caller);
        let own = Value::string(module.as_deref().unwrap_or_default());
        variables.insert("module_name".into(), own);
        let declares = |name: &str| {
            let mut parameters = lambda.parameters.iter();
            parameters.any(|parameter| *parameter.name == *name)
        };
        for param in resource.params.iter() {
            if is_metaparameter(&param.name) && !declares(&param.name) {
                variables.insert(param.name.clone(), param.value.clone());
            }
        }
        let parent_variables = compiler.scopes[parent].variables.clone();
        let inherits = match &origin {
            Origin::Class(name) => compiler.parents.contains_key(name),
            _ => false,
        };
        let around = compiler.enclosing_node(resource.scope);
        let scope_name = match &origin {
            Origin::Class(name) => name.clone(),
            _ => Str::default(),
        };
        let variables = Rc::new(ClassScope::new(
            scope_name,
            variables,
            if inherits { parent_variables } else { None },
            around,
        ));
        let scope = compiler.scopes.len();
        compiler.scopes.push(Scope {
            parent: Some(parent),
            depth: compiler.scopes[parent].depth + 1,
            origin: origin.clone(),
            resource: id,
            defaults: KeyedMap::default(),
            variables: Some(variables.clone()),
            module,
        });
        match &origin {
            Origin::Class(name) => {
                compiler.class_scopes.insert(name.clone(), scope);
            }
            Origin::Node(_) => compiler.node_scope = Some(scope),
            _ => {}
        }
        let before = std::mem::replace(&mut compiler.current, scope);
        self.keep_bytes(SCOPE_BYTES)?;
        let matched = match &origin {
            Origin::Node(_) => self.matched.take(),
            _ => None,
        };
        let frame = self.frames.len() as u32;
        let (done, set) = self.within_frame(code, lambda.frame, frame, |interpreter| {
            interpreter.matched = matched;
            variables.begin(frame);
            interpreter.enter_class(Some(variables.clone()));
            let mut bound = interpreter.bind_parameters(id, code, lambda, class);
            if is_class && bound.is_ok() {
                bound = interpreter.add_to_stage(id);
            }
            let done =
                bound.and_then(|()| interpreter.run_statements(code, lambda.body, class.is_some()));
            Ok((done, interpreter.frame_variables(interpreter.frame)))
        })?;
        let bytes = set
            .values()
            .map(|value| VARIABLE_BYTES + whole(value))
            .sum();
        variables.finish(set);
        self.compiling().current = before;
        done?;
        self.keep_bytes(bytes)
    }

    fn run_statements(&mut self, code: &Rc<Running>, body: ExprId, returns: bool) -> Eval<()> {
        match self.eval(code, body) {
            Ok(_) => Ok(()),
            Err(stop) => match *stop {
                Stop::Return(..) if returns => Ok(()),
                Stop::Next(..) if returns => Ok(()),
                stop => Err(Box::new(stop)),
            },
        }
    }

    /// Binds the parameters of a class or a defined type: given values, data, defaults.
    fn bind_parameters(
        &mut self,
        id: ResourceId,
        code: &Rc<Running>,
        lambda: &Lambda,
        class: Option<&Class>,
    ) -> Eval<()> {
        let Some(class) = class else {
            return Ok(());
        };
        for parameter in &lambda.parameters {
            if RESERVED.contains(&&*parameter.name) {
                return Err(parse_error(
                    format!(
                        "Attempt to assign to a reserved variable name: '{}'",
                        parameter.name
                    ),
                    &place_of(code, class.at),
                ));
            }
        }
        let is_class = matches!(class.kind, ClassKind::Class { .. });
        if is_class {
            self.bind_data(id, lambda, &class.name)?;
        }
        let resource = &self.compiling().resources[id];
        let subject = resource.reference();
        let mut declared: KeyedSet<&str> = KeyedSet::default();
        declared.extend(lambda.parameters.iter().map(|parameter| &*parameter.name));
        let mut given = Vec::with_capacity(resource.params.len());
        for param in resource.params.iter() {
            let name = &*param.name;
            if declared.contains(name) || !(is_metaparameter(name) || name == "name") {
                given.push((Value::string(name), param.value.clone()));
            }
        }
        let given_values = hash(given.clone())?;
        let Bound { all, failed } = self.with_defaults(code, lambda, &given_values, &subject)?;
        if let Some(stop) = failed {
            return Err(stop);
        }
        // The positions of given values that a default replaces.
        let unset = given.iter().enumerate();
        let unset = unset.filter(|(_, (_, value))| value.is_null());
        let unset: KeyedMap<Str, usize> = unset
            .filter_map(|(at, (name, _))| Some((name.as_str()?.into(), at)))
            .collect();
        let mut checked = given;
        // The bound values are in the order of the parameters.
        let mut parameters = lambda.parameters.iter();
        for (name, value) in &all {
            let is_named = |one: &&Parameter| name.as_str() == Some(&*one.name);
            let Some(parameter) = parameters.find(is_named) else {
                break;
            };
            let resource = &mut self.compiling().resources[id];
            if !resource.is_set(&parameter.name) && parameter.default.is_some() {
                let origin = resource.origin.clone();
                let param = Param {
                    name: parameter.name.clone(),
                    value: value.clone(),
                    origin,
                    place: Place::default(),
                    adds: false,
                };
                let bytes = VARIABLE_BYTES + whole(value);
                self.keep_bytes(bytes)?;
                self.set_parameter(id, param)?;
                match unset.get(&parameter.name) {
                    Some(at) => checked[*at].1 = value.clone(),
                    None => checked.push((name.clone(), value.clone())),
                }
            }
        }
        for (name, value) in &checked {
            self.check_deferred(&subject, name, value)?;
        }
        let params = self.parameters_type(code, lambda, &[])?;
        let checked = hash(checked)?;
        validate_parameters(&subject, &params, &checked, Missing::Refused, self.budget)?;
        Ok(())
    }

    /// Rejects a deferred call of an unknown function: Puppet reads the type of its result.
    fn check_deferred(&mut self, subject: &str, parameter: &Value, value: &Value) -> Eval<()> {
        let Some(function) = deferred_function(value) else {
            return Ok(());
        };
        if self.knows_function(function)? {
            return Ok(());
        }
        let parameter = parameter.as_str().unwrap_or_default();
        Err(raised(format!(
            "{subject}: parameter '{parameter}' is deferred to the unknown function '{function}'"
        )))
    }

    /// Sets the parameters of a class that the data of the host has.
    fn bind_data(&mut self, id: ResourceId, lambda: &Lambda, class: &str) -> Eval<()> {
        for parameter in &lambda.parameters {
            if self.compiling().resources[id].is_set(&parameter.name) {
                continue;
            }
            let Some(value) = self.class_value(class, &parameter.name)? else {
                continue;
            };
            if value.is_null() && parameter.default.is_some() {
                continue;
            }
            let bytes = VARIABLE_BYTES + whole(&value);
            self.keep_bytes(bytes)?;
            let origin = self.compiling().resources[id].origin.clone();
            let param = Param {
                name: parameter.name.clone(),
                value,
                origin,
                place: Place::default(),
                adds: false,
            };
            self.compiling().set_param(id, param);
        }
        Ok(())
    }

    /// Returns the value that the data has for a parameter of a class.
    fn class_value(&mut self, class: &str, parameter: &str) -> Eval<Option<Value>> {
        let key = format!("{class}::{parameter}");
        if self.environment.hiera_files().is_some() {
            return self.lookup_data(&key, None);
        }
        let lookup = Lookup {
            names: vec![key],
            ty: None,
            merge: None,
            options: None,
        };
        match self.environment.asked().lookup(&lookup) {
            Err(error) if error.code() == Code::Unsupported => Ok(None),
            found => found.map_err(of_host),
        }
    }

    /// Returns the lowercase name of a resource type from the value of a type expression.
    pub(crate) fn resource_type_name(
        &mut self,
        code: &Rc<Running>,
        ty: ExprId,
        value: &Value,
    ) -> Eval<String> {
        Ok(
            match (value.as_str(), value.as_type().and_then(nominal::view)) {
                (Some(name), _) => name.to_lowercase(),
                (_, Some((Name::Resource, [name]))) => {
                    name.as_text().map_or("", |name| name).to_lowercase()
                }
                (_, Some((Name::Class, []))) => "class".to_owned(),
                _ => {
                    let message = format!(
                        "Illegal Resource Type expression, expected result to be a type name, or \
                         untitled Resource, got {}",
                        of_value(value)
                    );
                    return Err(Location::new(code, code.position(ty)).fail(Code::Type, message));
                }
            },
        )
    }

    /// Adds the class of the top level or of the settings, or the main stage.
    pub(crate) fn add_top(&mut self, kind: Kind, type_name: &str, title: &str) -> Eval<ResourceId> {
        let mut resource = Resource {
            kind,
            definition: Definition::Top,
            type_name: type_name.into(),
            title: title.into(),
            params: Params::default(),
            tags: Default::default(),
            place: Place::default(),
            form: Form::default(),
            evaluated: true,
            has_scope_tags: true,
            declared: false,
            origin: Origin::Main,
            scope: TOP,
            sensitive: Vec::new(),
            from_title: Vec::new(),
            exported_by: None,
        };
        resource.tags.add(&type_name.to_lowercase());
        if title == "main" {
            resource.params.set(Param {
                name: "name".into(),
                value: Value::string("main"),
                origin: Origin::Main,
                place: Place::default(),
                adds: false,
            });
        } else {
            resource.tags.add(&title.to_lowercase());
        }
        let compiler = self.compiling();
        let id = compiler.resources.len();
        compiler.table.insert(resource.reference(), id);
        let known = compiler.by_type.entry(type_name.into()).or_default();
        known.push(id);
        compiler.resources.push(resource);
        compiler.note_change(id);
        Ok(id)
    }
}

impl Compiler {
    /// Returns the variables of the node under which a scope was made.
    fn enclosing_node(&self, scope: ScopeId) -> Option<Rc<ClassScope>> {
        let node = self.node_scope?;
        let mut at = Some(scope);
        while let Some(scope) = at {
            if scope == node {
                return self.scopes[node].variables.clone();
            }
            at = self.scopes[scope].parent;
        }
        None
    }
}
