//! The tree of modules of a project.
//!
//! The root module is read first. Then, call by call, the source address is evaluated, the called
//! module is read, and the names of the arguments are compared with its variables. The values of
//! variables with `const` are known meanwhile; everything else is unknown, apart from the local
//! values that follow from them. The queue has no recursion; the depth of calls is bounded.

use super::early::Failures;
use super::inputs::RootValues;
use super::source::SourceAddress;
use super::{LoadedProject, MissingModule, ModuleRequest, ModuleSources, Project, ProjectOptions};
use crate::host::Files;
use crate::module::address::{Address, Subject};
use crate::module::declare::{fitted, is_constraint};
use crate::module::inventory::ModuleCall;
use crate::module::rules::{RuleOf, check};
use crate::module::sink::{DiagnosticSink, Location};
use crate::module::{Module, Release};
use crate::path::{clean, joined};
use crate::sensitive::{EPHEMERAL, SENSITIVE};
use polycty_core::calls::{Budget, Worklist};
use polycty_core::source::{Code, Diagnostic, Error, Reporter, Result};
use polycty_core::types::{Str, Type};
use polycty_core::values::{MarkSet, Value};
use polycty_hcl::Scope;
use polycty_hcl::body::{Attribute, AttributeSchema, Schema};
use polycty_hcl::eval::Expr;
use polycty_hcl::functions::define::convert;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// The most levels of calls.
pub(crate) const MAX_DEPTH: usize = 64;

/// The most modules in a project.
const MAX_MODULES: usize = 20_000;

/// The bytes of a module in the tree.
const MODULE: u64 = 1_000;

/// A module of the tree.
#[derive(Clone, Debug)]
pub(crate) struct ModuleNode {
    /// The names of the calls that lead to it.
    pub(crate) path: Vec<Str>,
    /// Its directory, relative to the root module.
    pub(crate) directory: String,
    pub(crate) module: Module,
    /// The calling module and the number of the call in its inventory.
    pub(crate) parent: Option<(usize, usize)>,
    /// By call, the called module; none if it could not be read or is elsewhere.
    pub(crate) children: Vec<Option<usize>>,
    /// The values of variables that are known while modules are loaded.
    constants: Vec<Option<Value>>,
    /// The address in `source`, as messages print it.
    pub(crate) source: String,
}

impl ModuleNode {
    /// The module as messages name it: `the root module` or `module.a.module.b`.
    pub(crate) fn label(&self) -> String {
        if self.path.is_empty() {
            "the root module".to_owned()
        } else {
            self.address()
        }
    }

    /// The address without instance keys, empty for the root module.
    pub(crate) fn address(&self) -> String {
        let names: Vec<String> = self
            .path
            .iter()
            .map(|name| format!("module.{name}"))
            .collect();
        names.join(".")
    }

    /// The address of something in the module.
    pub(crate) fn within(&self, inner: &str) -> String {
        if self.path.is_empty() {
            inner.to_owned()
        } else {
            format!("{}.{inner}", self.address())
        }
    }
}

/// Reads the modules of a project.
pub(super) struct Loader<'l> {
    pub(super) files: &'l dyn Files,
    pub(super) sources: &'l dyn ModuleSources,
    pub(super) options: &'l ProjectOptions,
    pub(super) functions: Scope,
    pub(super) sink: DiagnosticSink<'l>,
    pub(super) modules: Vec<ModuleNode>,
    /// Why variables have no value in early evaluation.
    pub(super) failures: Failures,
    read: HashMap<String, (Module, Vec<Diagnostic>)>,
    names: Vec<Str>,
    missing: Vec<MissingModule>,
    /// Whether the calls of modules with errors are followed.
    pub(super) follows_all: bool,
}

impl<'l> Loader<'l> {
    pub(super) fn new(
        files: &'l dyn Files,
        sources: &'l dyn ModuleSources,
        options: &'l ProjectOptions,
        functions: Scope,
        budget: &'l Budget,
    ) -> Loader<'l> {
        Loader {
            files,
            sources,
            options,
            functions,
            sink: DiagnosticSink::new(options.release, budget),
            modules: Vec::new(),
            failures: Failures::new(),
            read: HashMap::new(),
            names: Vec::new(),
            missing: Vec::new(),
            follows_all: false,
        }
    }

    /// Reads all modules, beginning with the root module in a directory.
    pub(super) fn load(mut self, root: &str, given: RootValues<'_>) -> Result<LoadedProject> {
        let directory = clean(root);
        let module = self.module(&directory)?;
        let is_sound = module.is_sound();
        let given = given.of(&module, self.options.release, self.sink.budget)?;
        let constants = if self.options.release.is_tofu() {
            self.early_root(&module, &given)?
        } else {
            self.root_constants(&module, &given)?
        };
        let calls = module.inventory().calls.len();
        self.modules.push(ModuleNode {
            path: Vec::new(),
            directory,
            module,
            parent: None,
            children: vec![None; calls],
            constants,
            source: String::new(),
        });
        if is_sound && self.options.release.is_tofu() {
            self.early_backend()?;
        } else if is_sound {
            let declared = |_: &Str| None;
            self.check_constants(0, &declared)?;
        }
        let mut queue: VecDeque<(usize, usize)> = (0..calls).map(|call| (0, call)).collect();
        if !self.follows_all && (!is_sound || self.sink.failed_since(0)) {
            queue.clear();
        }
        while let Some((parent, call)) = queue.pop_front() {
            self.sink.budget.charge(1)?;
            if let Some(child) = self.call(parent, call)? {
                self.modules[parent].children[call] = Some(child);
                let calls = self.modules[child].module.inventory().calls.len();
                queue.extend((0..calls).map(|call| (child, call)));
            }
        }
        if self.follows_all || !self.sink.failed_since(0) {
            super::links::check(&self.modules, &mut self.sink)?;
        }
        let has_errors = self.sink.failed_since(0);
        let budget = self.sink.budget;
        let mut diagnostics = self.sink.into_vec();
        super::secrets::hide(&self.modules, &mut diagnostics, &mut self.missing, budget)?;
        let project = Project {
            modules: self.modules.into(),
            files: self.names.into(),
            options: self.options.clone(),
            functions: self.functions,
            is_loaded: !has_errors,
        };
        Ok(LoadedProject {
            project,
            diagnostics,
            missing: self.missing,
        })
    }

    /// The module in a directory.
    fn module(&mut self, directory: &str) -> Result<Module> {
        if let Some((module, diagnostics)) = self.read.get(directory) {
            let (module, diagnostics) = (module.clone(), diagnostics.clone());
            for diagnostic in diagnostics {
                self.sink.report(diagnostic)?;
            }
            return Ok(module);
        }
        let is_root = self.modules.is_empty();
        let read_folder = if self.options.queries && is_root {
            crate::module::read_folder_with_queries
        } else {
            crate::module::read_folder_as
        };
        let dialect = self.options.release.dialect();
        let files = read_folder(self.files, directory, dialect, self.sink.budget)?;
        for file in &files {
            let name: Str = self.sink.budget.copy(&file.name)?;
            self.sink.budget.push(&mut self.names, name)?;
        }
        let read = Module::read_as(&files, self.options.release, self.sink.budget)?;
        let mut repeated = read.diagnostics.clone();
        for diagnostic in read.diagnostics {
            self.sink.report(diagnostic)?;
        }
        // Errors of the syntax are only reported when a file is read for the first time.
        if !repeated.is_empty() {
            let syntax = crate::module::syntax_errors(&files, self.sink.budget);
            repeated.retain(|found| {
                let same = |other: &Diagnostic| {
                    (other.subject, &other.summary) == (found.subject, &found.summary)
                };
                !syntax.iter().any(same)
            });
        }
        let entry = (read.module.clone(), repeated);
        self.read.insert(directory.to_owned(), entry);
        Ok(read.module)
    }

    /// The constants of the root module.
    fn root_constants(
        &mut self,
        module: &Module,
        given: &BTreeMap<Str, Value>,
    ) -> Result<Vec<Option<Value>>> {
        let mut found = Vec::new();
        for variable in &module.inventory().variables {
            let mut value = None;
            if variable.constant == Some(true) {
                value = match given.get(&variable.name) {
                    None => variable.default.clone(),
                    Some(given) => match &variable.constraint {
                        Some(constraint) => fitted(given, constraint, &mut self.sink).ok(),
                        None => Some(given.clone()),
                    },
                };
            }
            found.push(value);
        }
        Ok(found)
    }

    /// Reads the module that a call is of, none if that is not possible.
    fn call(&mut self, parent: usize, at: usize) -> Result<Option<usize>> {
        let module = self.modules[parent].module.clone();
        let call = &module.inventory().calls[at];
        let Some((source, version)) = self.source(parent, call)? else {
            return Ok(None);
        };
        let place = call
            .source_argument
            .as_ref()
            .map_or_else(|| call.declared.place.clone(), place_of_value);
        let address = match SourceAddress::parse(&source, version.is_some()) {
            Ok(address) => address,
            Err((summary, detail)) => {
                self.sink.report(place.error(summary, detail))?;
                return Ok(None);
            }
        };
        let directory = match &address {
            SourceAddress::Local(path) => clean(&joined(&self.modules[parent].directory, path)),
            SourceAddress::Registry(source) | SourceAddress::Remote(source) => {
                let mut names = self.modules[parent].path.clone();
                names.push(call.name.clone());
                let request = ModuleRequest {
                    key: &names.join("."),
                    source,
                    version: version.as_deref(),
                };
                match self.sources.directory(&request, self.sink.budget)? {
                    Some(directory) => clean(&directory),
                    None => {
                        let address = self.modules[parent].within(&format!("module.{}", call.name));
                        self.sink.budget.hold(MODULE)?;
                        self.missing.push(MissingModule {
                            address,
                            source: source.as_str().into(),
                            place: call.declared.place.clone(),
                        });
                        return Ok(None);
                    }
                }
            }
        };
        let depth = self.modules[parent].path.len() + 1;
        if depth > MAX_DEPTH || self.modules.len() >= MAX_MODULES {
            self.sink.report(call.declared.place.error(
                "Too many module calls",
                format!(
                    "Module calls may be nested at most {MAX_DEPTH} levels deep, and a \
                         project may have at most {MAX_MODULES} modules."
                ),
            ))?;
            return Ok(None);
        }
        self.sink.budget.hold(MODULE)?;
        let before = self.sink.count();
        let child = match self.module(&directory) {
            Ok(child) => child,
            Err(error) if error.code() == Code::NotFound => {
                self.sink.report(unreadable(call, &directory, &error))?;
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let mut path = self.modules[parent].path.clone();
        path.push(call.name.clone());
        let is_tofu = self.options.release.is_tofu();
        let constants = if is_tofu {
            self.early_arguments(parent, call, &child, self.modules.len())?
        } else if self.options.release >= Release::V1_15 {
            self.arguments(parent, call, &child)?
        } else {
            vec![None; child.inventory().variables.len()]
        };
        // Errors of the call or the module hide those of the modules that it calls itself.
        let is_sound = self.follows_all || !self.sink.failed_since(before);
        let calls = child.inventory().calls.len();
        self.modules.push(ModuleNode {
            path,
            directory,
            module: child,
            parent: Some((parent, at)),
            children: vec![None; calls],
            constants,
            source: source.to_string(),
        });
        if is_sound && !is_tofu {
            let last = self.modules.len() - 1;
            let budget = self.sink.budget;
            let given = |name: &Str| {
                let found = super::bodies::argument(call, name, budget);
                found
                    .ok()
                    .flatten()
                    .map(|argument| place_of_value(&argument))
            };
            self.check_constants(last, &given)?;
        }
        if !is_sound {
            // Its own calls are not followed.
            let last = self.modules.len() - 1;
            self.modules[parent].children[at] = Some(last);
            return Ok(None);
        }
        Ok(Some(self.modules.len() - 1))
    }

    /// Compares the arguments of a call with the variables of the module. Returns the values of its
    /// constants.
    fn arguments(
        &mut self,
        parent: usize,
        call: &ModuleCall,
        child: &Module,
    ) -> Result<Vec<Option<Value>>> {
        let variables = &child.inventory().variables;
        let attributes = variables.iter().map(|variable| AttributeSchema {
            name: variable.name.clone(),
            required: variable.constant == Some(true) && variable.is_required(),
        });
        let schema = Schema {
            attributes: attributes.collect(),
            blocks: Vec::new(),
        };
        let found = super::bodies::arguments_of(call, &schema, self.sink.budget);
        self.sink.report_all(found.diagnostics)?;
        let mut constants = Vec::new();
        for variable in variables {
            let mut value = None;
            if variable.constant == Some(true) {
                let argument = found
                    .content
                    .iter()
                    .find(|given| given.name == variable.name);
                value = match argument {
                    None => variable.default.clone(),
                    Some(argument) => self.constant(parent, argument)?,
                };
                if let (Some(given), Some(constraint)) = (&value, &variable.constraint) {
                    value = fitted(given, constraint, &mut self.sink).ok();
                }
            }
            constants.push(value);
        }
        Ok(constants)
    }

    /// Checks the rules of the constants of a module. `given` returns the place of the value of a
    /// variable, if a call has one.
    fn check_constants(
        &mut self,
        module: usize,
        given: &dyn Fn(&Str) -> Option<Location>,
    ) -> Result<()> {
        let node = &self.modules[module];
        let variables = node.module.inventory().variables.iter();
        let mut parts = Vec::new();
        for (variable, value) in variables.clone().zip(&node.constants) {
            let value = value.clone().unwrap_or_else(Value::dynamic);
            parts.push((variable.name.clone(), value));
        }
        let mut scope = self.functions.child()?;
        scope.set_variable("var", Value::object(parts)?)?;
        for (variable, value) in variables.zip(&node.constants) {
            if value.is_none() {
                continue;
            }
            let place = &variable.declared.place;
            let of = RuleOf::Variable {
                at: Some(given(&variable.name).unwrap_or_else(|| place.clone())),
                marks: MarkSet::EMPTY,
                skips_unknown: false,
            };
            for rule in &variable.validations {
                let mut evaluate = |expr: &Expr, sink: &mut DiagnosticSink<'_>| {
                    let evaluated = expr.evaluate_within(Some(&scope), sink.budget);
                    let sound = !evaluated.has_errors();
                    // Errors of the expressions are reported when the project is validated.
                    Ok(sound.then_some(evaluated.value))
                };
                check(rule, &of, &mut evaluate, &mut self.sink)?;
            }
        }
        Ok(())
    }

    /// The value of an argument for a constant.
    fn constant(&mut self, parent: usize, argument: &Attribute) -> Result<Option<Value>> {
        let before = self.sink.count();
        let value = self.value(parent, &argument.expr)?;
        if self.sink.failed_since(before) {
            return Ok(None);
        }
        match value {
            Some(value) if value.is_wholly_known() => Ok(Some(value)),
            _ => {
                self.sink.report(place_of_value(argument).error(
                    "Const variables must be known",
                    "Only a constant value can be passed into a constant module variable.",
                ))?;
                Ok(None)
            }
        }
    }

    /// The source address and the version constraint of a call, none if they have errors.
    fn source(&mut self, parent: usize, call: &ModuleCall) -> Result<Option<(Str, Option<Str>)>> {
        if self.options.release < Release::V1_15 && !self.options.release.is_tofu() {
            let source = call.source.clone();
            return Ok(source.map(|source| (source, call.version.clone())));
        }
        let before = self.sink.count();
        let version = match &call.version_argument {
            Some(argument) => self.text(parent, call, argument, "version")?,
            None => None,
        };
        if let (Some(version), Some(argument)) = (&version, &call.version_argument)
            && !is_constraint(version)
        {
            self.sink.report(place_of_value(argument).error(
                "Invalid version constraint",
                "This string does not use correct version constraint syntax.",
            ))?;
        }
        let source = match &call.source_argument {
            Some(argument) => self.text(parent, call, argument, "source")?,
            None => None,
        };
        if self.sink.failed_since(before) {
            return Ok(None);
        }
        Ok(source.map(|source| (source, version)))
    }

    /// The text of `source` or `version`, none if it is null or has errors.
    fn text(
        &mut self,
        parent: usize,
        call: &ModuleCall,
        argument: &Attribute,
        word: &str,
    ) -> Result<Option<Str>> {
        if self.options.release.is_tofu() {
            return self.early_text(parent, call, argument, word);
        }
        let place = place_of_value(argument);
        for reference in argument.expr.variables() {
            let Ok(address) = Address::of(&reference, self.options.release) else {
                continue;
            };
            let is_allowed = matches!(address.subject, Subject::Variable(_) | Subject::Local(_))
                || (word == "source" && matches!(address.subject, Subject::Path(_)));
            if !is_allowed {
                let place = Location::new(&argument.source, address.range);
                self.sink.report(place.error(
                    format!("Invalid module {word}"),
                    format!("The module {word} can only reference constant input variables and local values."),
                ))?;
                return Ok(None);
            }
        }
        let Some(value) = self.value(parent, &argument.expr)? else {
            return Ok(None);
        };
        let marks = value.unmark_deep().1;
        if marks.contains(SENSITIVE) || marks.contains(EPHEMERAL) {
            self.sink.report(place.error(
                format!("Unknown module {word}"),
                format!("The module {word} cannot be derived from a sensitive or ephemeral value."),
            ))?;
            return Ok(None);
        }
        let value = match convert(value.unmarked(), Type::string(), self.sink.budget) {
            Ok(value) => value,
            Err(error) if error.code().is_refusal() => return Err(error),
            Err(error) => {
                let why = self.sink.reason(&error).into_owned();
                self.sink.report(place.error(
                    "Incorrect value type",
                    format!("Invalid expression value: {why}."),
                ))?;
                return Ok(None);
            }
        };
        if value.is_null() {
            if word == "source" {
                self.sink.report(place.error(
                    "Unsuitable module source",
                    "Unsuitable value: null value is not allowed.",
                ))?;
            }
            return Ok(None);
        }
        match value.as_str() {
            Some(text) => Ok(Some(text.into())),
            None => {
                self.sink.report(place.error(
                    format!("Unknown module {word}"),
                    "Only literal values and const variables can be evaluated during init.",
                ))?;
                Ok(None)
            }
        }
    }

    /// The value of an expression while modules are loaded, none if it has errors.
    fn value(&mut self, module: usize, expr: &Expr) -> Result<Option<Value>> {
        let places = self.modules[module].module.places.clone();
        for reference in expr.variables() {
            let Ok(address) = Address::of(&reference, self.options.release) else {
                continue;
            };
            if let (Subject::Module(name), Some(source)) = (&address.subject, expr.source())
                && !places.calls.contains_key(name)
            {
                let path = self.modules[module].within(&format!("module.{name}"));
                self.sink
                    .report(Location::new(source, address.range).error(
                        "Reference to undeclared module",
                        format!("The configuration contains no {path}."),
                    ))?;
                return Ok(None);
            }
        }
        let locals = self.locals(module, expr)?;
        self.value_with(module, expr, &locals)
    }

    /// The local values that an expression needs, each after those that it needs itself.
    fn locals(&mut self, module: usize, expr: &Expr) -> Result<BTreeMap<usize, Value>> {
        let node = self.modules[module].module.clone();
        let mut done: BTreeMap<usize, Value> = BTreeMap::new();
        let release = self.options.release;
        let needs = |expr: &Expr| -> Vec<usize> {
            let references = expr.variables().into_iter();
            let locals = references.filter_map(|reference| {
                match Address::of(&reference, release).ok()?.subject {
                    Subject::Local(name) => node.places.locals.get(&name).copied(),
                    _ => None,
                }
            });
            locals.collect()
        };
        let first = needs(expr).into_iter().map(|at| (at, false));
        let mut open = Worklist::of(self.sink.budget, first)?;
        let mut seen: Vec<usize> = Vec::new();
        while let Some((at, is_ready)) = open.next()? {
            if done.contains_key(&at) {
                continue;
            }
            let local = &node.inventory().locals[at];
            if is_ready {
                let evaluated = self.value_with(module, &local.value, &done)?;
                done.insert(at, evaluated.unwrap_or_else(Value::dynamic));
                continue;
            }
            if seen.contains(&at) {
                // A circle is reported when the project is validated.
                done.insert(at, Value::dynamic());
                continue;
            }
            seen.push(at);
            open.push((at, true))?;
            open.extend(needs(&local.value).into_iter().map(|at| (at, false)))?;
        }
        Ok(done)
    }

    pub(super) fn value_with(
        &mut self,
        module: usize,
        expr: &Expr,
        locals: &BTreeMap<usize, Value>,
    ) -> Result<Option<Value>> {
        let node = &self.modules[module];
        let inventory = node.module.inventory();
        let mut objects: BTreeMap<Str, BTreeMap<Str, Value>> = BTreeMap::new();
        let mut others: Vec<Str> = Vec::new();
        for reference in self.sink.budget.charged(expr.variables())? {
            let Some(root) = reference.root().cloned() else {
                continue;
            };
            let known = match Address::of(&reference, self.options.release) {
                Ok(address) => match address.subject {
                    Subject::Variable(name) => {
                        let at = node.module.places.variables.get(&name).copied();
                        let value = at.map_or_else(Value::dynamic, |at| {
                            node.constants[at].clone().unwrap_or_else(Value::dynamic)
                        });
                        Some((name, value))
                    }
                    Subject::Local(name) => {
                        let at = node.module.places.locals.get(&name);
                        let value = at.and_then(|at| locals.get(at).cloned());
                        Some((name, value.unwrap_or_else(Value::dynamic)))
                    }
                    Subject::Path(name) => {
                        let value = match &*name {
                            "module" => Value::nfc_string(&node.directory),
                            "root" => Value::nfc_string(&self.modules[0].directory),
                            _ => Value::unknown(Type::string().clone()),
                        };
                        Some((name, value))
                    }
                    Subject::Terraform(name) if self.options.release.is_tofu() => {
                        let workspace = self.options.workspace.as_deref();
                        Some((name, Value::nfc_string(workspace.unwrap_or("default"))))
                    }
                    _ => None,
                },
                Err(_) => None,
            };
            match known {
                Some((name, value)) => {
                    objects.entry(root).or_default().insert(name, value);
                }
                None => others.push(root),
            }
        }
        debug_assert!(inventory.locals.len() >= locals.len());
        let mut scope = self.functions.child()?;
        for (name, parts) in objects {
            scope.set_variable(name, Value::object(parts)?)?;
        }
        for name in others {
            if scope.variable(&name).is_none() {
                scope.set_variable(name, Value::dynamic())?;
            }
        }
        let evaluated = expr.evaluate_within(Some(&scope), self.sink.budget);
        Ok(self
            .sink
            .report_all(evaluated.diagnostics)?
            .then_some(evaluated.value))
    }
}

pub(super) fn place_of_value(attribute: &Attribute) -> Location {
    Location::new(&attribute.source, attribute.expr.range())
}

fn unreadable(call: &ModuleCall, directory: &str, error: &Error) -> Diagnostic {
    let place = &call.declared.place;
    let detail = format!(
        "The directory {directory} could not be read for module {} at {}:{}: {}.",
        polycty_core::text::Quoted(&call.name),
        place.source.name,
        place.range.start.line,
        error.message()
    );
    Reporter::Terraform.error("Unreadable module directory", detail)
}
