//! The steps of a compilation.
//!
//! The top level is evaluated first, then the definition of the node, the classes of the node
//! classifier, and in rounds all collectors and all defined types that wait. A round handles one
//! level of nesting of defined types. Then relationships and overrides are applied, tags and
//! metaparameters are handed down, and references are checked.

use super::declare::{parse_error, place_of};
use super::definitions::check_definitions;
use super::model::{Catalog, CompileError, CompileOptions, NodeInput, place};
use super::state::{Compiler, Definition, Form, Kind, Origin, Param, Params, Place, Scope, TOP};
use crate::eval::code::NodeMatch;
use crate::eval::environment::{Environment, Level, Unknown};
use crate::eval::interpreter::Interpreter;
use crate::eval::program::Prepared;
use crate::eval::running::Running;
use crate::eval::statement::RESERVED;
use crate::eval::stop::{Eval, Stop};
use crate::hiera::lookup::{Answer, Query, answer};
use crate::mode::Strict;
use crate::values::special::hash;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Source};
use polycty_core::types::{KeyedMap, Str};
use polycty_core::values::Value;
use std::rc::Rc;

/// The number of rounds after which a compilation that still finds resources fails.
const MAX_ROUNDS: u32 = 1000;

/// Parses and validates the manifests of an environment, in the order of their paths.
///
/// # Errors
/// The error of the first manifest with an error.
pub fn parse_manifests(
    sources: impl IntoIterator<Item = Source>,
    environment: &str,
    strict: Strict,
    budget: &Budget,
) -> std::result::Result<Vec<Prepared>, CompileError> {
    let mut all = Vec::new();
    for source in sources {
        let file = source.name.clone();
        let prepared = Prepared::manifest(source, strict, budget)
            .map_err(|error| of_manifest(of_error(error, Some(&file)), environment))?;
        all.push(prepared);
    }
    Ok(all)
}

/// Returns the error of a manifest. Puppet's lexer and grammar raise some errors as texts, which
/// contain the position.
fn of_manifest(error: CompileError, environment: &str) -> CompileError {
    let is_regexp = error.message().ends_with('/') && error.message().contains(": /");
    let place = match error.message() {
        "A quoted string is not valid as a name here" => {
            place(error.file(), error.line(), error.column())
        }
        _ if is_regexp => String::new(),
        _ => return error.of_parsing(environment),
    };
    let message = format!(
        "Could not parse for environment {environment}: {}{place}",
        error.message()
    );
    CompileError::new(error.code(), message)
}

/// Compiles the catalog of a node.
///
/// The environment has the functions, the strictness, the loader of the modules and the logger,
/// which receives notices and warnings. A host provides data ([`crate::Host::lookup`]).
///
/// # Errors
/// Puppet's error with its position; [`Code::Limit`] if the budget is exceeded.
pub fn compile(
    manifests: &[Prepared],
    node: &NodeInput,
    options: &CompileOptions,
    environment: &Environment,
    budget: &Budget,
) -> std::result::Result<Catalog, CompileError> {
    let name = node.name.clone();
    compile_node(manifests, node, options, environment, budget)
        .map_err(|error| error.on_node(&name))
}

/// Compiles the catalog of a node and looks keys up in its top scope, as `puppet lookup --compile`
/// does: interpolations can read the variables of the classes of the node.
///
/// # Errors
/// Those of [`compile`]. An error of the lookup is in the answer.
pub fn compile_and_lookup(
    manifests: &[Prepared],
    node: &NodeInput,
    options: &CompileOptions,
    query: &Query,
    environment: &Environment,
    budget: &Budget,
) -> std::result::Result<Answer, CompileError> {
    let answered = with_compiled(
        manifests,
        node,
        options,
        environment,
        budget,
        |interpreter| answer(interpreter, query),
    );
    answered.map_err(|error| error.on_node(&node.name))
}

fn compile_node(
    manifests: &[Prepared],
    node: &NodeInput,
    options: &CompileOptions,
    environment: &Environment,
    budget: &Budget,
) -> std::result::Result<Catalog, CompileError> {
    with_compiled(
        manifests,
        node,
        options,
        environment,
        budget,
        |interpreter| {
            let compiler = interpreter.compiler.take();
            compiler.map_or_else(Catalog::default, |compiler| compiler.into_catalog())
        },
    )
}

/// Runs a function on the interpreter that has compiled a node.
fn with_compiled<T>(
    manifests: &[Prepared],
    node: &NodeInput,
    options: &CompileOptions,
    environment: &Environment,
    budget: &Budget,
    run: impl FnOnce(&mut Interpreter<'_>) -> T,
) -> std::result::Result<T, CompileError> {
    let empty;
    let (first, rest) = match manifests {
        [first, rest @ ..] => (first, rest),
        [] => {
            let source = Source::new("", "");
            empty = Prepared::manifest(source, Strict::Error, budget)
                .map_err(|error| of_error(error, None))?;
            (&empty, &[][..])
        }
    };
    let mut options = options.clone();
    if options.environment.is_empty() {
        options.environment = "production".into();
    }
    check_definitions(manifests)?;
    let mut interpreter = Interpreter::new(first.unit(), environment, budget);
    let mut compiler = Compiler::new(node.clone(), options);
    compiler.others = rest
        .iter()
        .map(|other| Rc::new(Running::new(other.unit().clone())))
        .collect();
    for other in &compiler.others {
        compiler.defined.add(other);
    }
    interpreter.compiler = Some(Box::new(compiler));
    let done = interpreter.compile_all();
    interpreter.retained = 0;
    done?;
    Ok(run(&mut interpreter))
}

impl Interpreter<'_> {
    fn compile_all(&mut self) -> std::result::Result<(), CompileError> {
        let mut texts = vec![self.main.clone()];
        texts.extend(self.compiling().others.iter().cloned());
        for text in &texts {
            self.check_metaparameters(text).map_err(of_stop)?;
        }
        self.prepare_top().map_err(of_stop)?;
        self.evaluate_top().map_err(of_stop)?;
        self.evaluate_node().map_err(of_stop)?;
        self.evaluate_classifier().map_err(of_stop)?;
        self.evaluate_rounds()?;
        self.finish_resources().map_err(of_stop)?;
        self.check_unevaluated().map_err(of_stop)?;
        self.check_references().map_err(of_stop)
    }

    /// Sets the variables of the top level and adds the resources that every catalog has.
    fn prepare_top(&mut self) -> Eval<()> {
        let compiler = self.compiling();
        let node = compiler.node.clone();
        let options = compiler.options.clone();
        for (class, _) in &node.classes {
            let name = class.to_lowercase();
            if !super::tags::is_tag(&name) {
                return Err(parse_error(
                    format!("Invalid tag '{name}'"),
                    &Place::default(),
                ));
            }
            let compiler = self.compiling();
            compiler.classes.push(class.clone());
            compiler.tags.add(&name);
        }
        let mut top: KeyedMap<Str, Value> = KeyedMap::default();
        for (name, value) in &node.parameters {
            if &**name != "environment" {
                top.insert(name.clone(), value.clone());
            }
        }
        let facts = match &node.facts {
            Some(facts) => facts.clone(),
            None => hash([])?,
        };
        for (key, value) in self
            .budget
            .charged(facts.as_ordered_map().map_or(&[][..], |map| map.entries()))?
        {
            let Some(name) = key.as_str() else {
                continue;
            };
            match top.get(name) {
                Some(known) => {
                    let (known, fact) = (
                        crate::eval::host_text::host_text(known, self.budget)?.into_string(),
                        crate::eval::host_text::host_text(value, self.budget)?.into_string(),
                    );
                    let message = format!(
                        "The node parameter '{name}' for node '{}' was already set to '{known}'. \
                         It could not be set to '{fact}'",
                        node.name
                    );
                    self.log(Level::Warning, &message)?;
                }
                None => {
                    top.insert(name.into(), value.clone());
                }
            }
        }
        let mut server = Vec::new();
        if let Some(map) = node.server_facts.as_ref().and_then(Value::as_ordered_map) {
            for (key, value) in map.entries() {
                server.push((key.clone(), value.clone()));
                if let Some(name) = key.as_str() {
                    top.entry(name.into()).or_insert_with(|| value.clone());
                }
            }
        }
        for name in RESERVED {
            if top.contains_key(name) {
                return Err(parse_error(
                    format!("Attempt to assign to a reserved variable name: '{name}'"),
                    &Place::default(),
                ));
            }
        }
        let environment = Value::string(&options.environment);
        if !server.is_empty()
            && !server
                .iter()
                .any(|(key, _)| key.as_str() == Some("environment"))
        {
            server.push((Value::string("environment"), environment.clone()));
        }
        top.insert("environment".into(), environment);
        let trusted = match &node.trusted {
            Some(trusted) => trusted.clone(),
            None => hash([])?,
        };
        top.insert("trusted".into(), trusted);
        top.insert("server_facts".into(), hash(server)?);
        top.insert("facts".into(), facts);
        top.insert("title".into(), Value::string("main"));
        top.insert("name".into(), Value::string("main"));
        top.insert("module_name".into(), Value::string(""));
        top.insert("caller_module_name".into(), Value::string(""));
        let strict = match self.environment.strictness() {
            Strict::Off => "off",
            Strict::Warning => "warning",
            Strict::Error => "error",
        };
        let refused = self.environment.unknown() == Unknown::Refused;
        for (name, value) in [
            ("environment", Value::string(&options.environment)),
            ("strict", Value::string(strict)),
            ("strict_variables", Value::bool(refused)),
        ] {
            top.insert(format!("settings::{name}").as_str().into(), value);
        }
        for (name, value) in &options.settings {
            top.insert(format!("settings::{name}").as_str().into(), value.clone());
        }
        self.compiling().top = top;
        let stage = self.add_top(Kind::Stage, "Stage", "main")?;
        let settings = self.add_top(Kind::Class, "Class", "Settings")?;
        let main = self.add_top(Kind::Class, "Class", "main")?;
        self.enter_class_name("settings");
        let compiler = self.compiling();
        compiler.scopes.push(Scope {
            parent: None,
            depth: 0,
            origin: Origin::Main,
            resource: main,
            defaults: KeyedMap::default(),
            variables: None,
            module: None,
        });
        compiler.current = TOP;
        compiler.add_edge(stage, settings);
        compiler.add_edge(stage, main);
        Ok(())
    }

    /// Evaluates the top level of all manifests.
    fn evaluate_top(&mut self) -> Eval<()> {
        let main = self.main.clone();
        self.eval(&main, main.body)?;
        for other in self.compiling().others.clone() {
            let frame = self.frames.len() as u32;
            let number = other.frames.len() as u32 - 1;
            self.compiling().live_top = Some(frame);
            let set = self.within_frame(&other, number, frame, |interpreter| {
                interpreter.matched = None;
                interpreter.eval(&other, other.body)?;
                Ok(interpreter.frame_variables(interpreter.frame))
            })?;
            let compiler = self.compiling();
            compiler.live_top = None;
            compiler.top.extend(set);
        }
        Ok(())
    }

    /// Evaluates the definition of the node, if the manifests define nodes.
    fn evaluate_node(&mut self) -> Eval<()> {
        let mut texts = vec![self.main.clone()];
        texts.extend(self.compiling().others.iter().cloned());
        if texts.iter().all(|text| text.nodes.is_empty()) {
            return Ok(());
        }
        let name = self.compiling().node.name.to_lowercase();
        let mut found = None;
        'names: for text in &texts {
            for (number, node) in text.nodes.iter().enumerate() {
                for wanted in self.budget.each(&node.matches) {
                    let wanted = wanted?;
                    if let NodeMatch::Name(known) = wanted
                        && known.to_lowercase() == name
                    {
                        found = Some((text.clone(), number, Str::from(name.as_str())));
                        break 'names;
                    }
                }
            }
        }
        if found.is_none() {
            let value = Value::string(&name);
            'regexps: for text in &texts {
                for (number, node) in text.nodes.iter().enumerate() {
                    for wanted in &node.matches {
                        if let NodeMatch::Regexp(source) = wanted
                            && self.match_text(source, &value)?
                        {
                            let title = regexp_title(source);
                            found = Some((text.clone(), number, title.as_str().into()));
                            break 'regexps;
                        }
                    }
                }
            }
        }
        if found.is_none() {
            found = texts.iter().find_map(|text| {
                let mut nodes = text.nodes.iter();
                let number = nodes.position(|node| {
                    (node.matches.iter()).any(|name| matches!(name, NodeMatch::Default))
                })?;
                Some((text.clone(), number, "default".into()))
            });
        }
        let Some((text, number, title)) = found else {
            let name = self.compiling().node.name.clone();
            return Err(parse_error(
                format!("Could not find node statement with name 'default' or '{name}'"),
                &Place::default(),
            ));
        };
        let mut resource = self.new_resource(
            (Kind::Node, Definition::Node(text, number)),
            ("Node".into(), title.clone()),
            Params::default(),
            Form::default(),
            Place::default(),
        )?;
        resource.origin = Origin::Node(title);
        self.compiling().tags.merge(&resource.tags);
        let id = self.add_resource(resource)?;
        self.evaluate_resource(id)
    }

    /// Declares the classes of the node classifier, which are evaluated with the defined types.
    fn evaluate_classifier(&mut self) -> Eval<()> {
        let compiler = self.compiling();
        let classes = compiler.node.classes.clone();
        compiler.current = compiler.node_scope.unwrap_or(TOP);
        let with: Vec<_> = classes
            .iter()
            .filter(|(_, params)| params_of(params).is_some())
            .collect();
        let without: Vec<_> = classes
            .iter()
            .filter(|(_, params)| params_of(params).is_none())
            .collect();
        let node = self.compiling().node.name.clone();
        for list in [&with, &without] {
            for (class, _) in list {
                let name = class.strip_prefix("::").unwrap_or(class).to_lowercase();
                if self.find_class(&name)?.is_none() {
                    return Err(parse_error(
                        format!("Could not find class {class} for {node}"),
                        &Place::default(),
                    ));
                }
            }
            for (class, params) in list {
                let name = class.strip_prefix("::").unwrap_or(class).to_lowercase();
                let Some(values) = params_of(params) else {
                    self.ensure_class(&name)?;
                    continue;
                };
                let mut all = Params::default();
                for (key, value) in values {
                    all.set(Param {
                        name: key.as_str().unwrap_or_default().into(),
                        value: value.clone(),
                        origin: Origin::Class(name.as_str().into()),
                        place: Place::default(),
                        adds: false,
                    });
                }
                self.add_class(&name, Some(&all), Place::default())?;
            }
        }
        self.compiling().current = TOP;
        Ok(())
    }

    /// Evaluates collectors and defined types until no more are found.
    fn evaluate_rounds(&mut self) -> std::result::Result<(), CompileError> {
        let mut rounds = 0;
        loop {
            let mut found = self.run_collectors().map_err(of_stop)?;
            found |= self.run_waiting()?;
            if !found {
                return Ok(());
            }
            rounds += 1;
            if rounds > MAX_ROUNDS {
                return Err(CompileError::new(
                    Code::Diagnostics,
                    format!(
                        "Somehow looped more than {MAX_ROUNDS} times while evaluating host catalog"
                    ),
                ));
            }
        }
    }

    /// Evaluates the defined types and classes that wait, without those that they declare.
    fn run_waiting(&mut self) -> std::result::Result<bool, CompileError> {
        let waiting = std::mem::take(&mut self.compiling().waiting);
        let mut virtual_ones = Vec::new();
        let mut ready = Vec::new();
        for id in self
            .budget
            .charged(waiting)
            .map_err(|error| of_stop(error.into()))?
        {
            let resource = &self.compiling().resources[id];
            if resource.evaluated {
                continue;
            }
            if resource.form.is_virtual {
                virtual_ones.push(id);
            } else {
                ready.push(id);
            }
        }
        for id in &ready {
            self.evaluate_resource(*id).map_err(|stop| {
                let place = self.compiling().resources[*id].place.clone();
                of_lazy(*stop, &place)
            })?;
        }
        let compiler = self.compiling();
        let new = std::mem::take(&mut compiler.waiting);
        virtual_ones.extend(new);
        compiler.waiting = virtual_ones;
        Ok(!ready.is_empty())
    }
}

/// Returns the parameters of a class of the classifier, if it has some.
fn params_of(params: &Option<Value>) -> Option<&[(Value, Value)]> {
    let map = params.as_ref()?.as_ordered_map()?;
    (!map.entries().is_empty()).then(|| map.entries())
}

/// Returns the title of a node that is defined by a regular expression.
pub(super) fn regexp_title(source: &str) -> String {
    let lower = source.to_lowercase();
    let kept = lower
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.'));
    let kept: String = kept.collect();
    format!("__node_regexp__{}", kept.trim_start_matches('.'))
}

/// Returns the error of a stop outside of all functions.
#[expect(clippy::boxed_local, reason = "evaluations return boxed stops")]
pub(crate) fn of_stop(stop: Box<Stop>) -> CompileError {
    match *stop {
        Stop::Reported(report) => {
            let Some(location) = report.location else {
                return CompileError::new(report.code, report.message)
                    .mentioning(report.place)
                    .named(report.name);
            };
            let at = location.running.tree.place(location.byte);
            let file = place_of(&location.running, location.byte).file;
            CompileError::new(report.code, report.message)
                .at(file, Some(at.line), Some(at.column))
                .named(report.name)
        }
        Stop::Raised(error) | Stop::Unread(error) => of_error(error, None),
        Stop::TooEarly(what) => CompileError::new(Code::Diagnostics, what),
        Stop::Next(_, location) => illegal("next", &location),
        Stop::Return(_, location) => illegal("return", &location),
        Stop::Break(location) => illegal("break", &location),
    }
}

fn illegal(name: &str, location: &crate::eval::stop::Location) -> CompileError {
    let place = place_of(&location.running, location.byte);
    CompileError::new(
        Code::Diagnostics,
        format!(
            "{name}() from context where this is illegal{}",
            place.text()
        ),
    )
}

/// Returns the error of a resource that is evaluated after its declaration.
fn of_lazy(stop: Stop, declared: &Place) -> CompileError {
    let ends = crate::eval::stop::ends_the_operation(&stop);
    if let Stop::Break(location) = &stop {
        let place = place_of(&location.running, location.byte);
        return CompileError::new(
            Code::Diagnostics,
            "Evaluation Error: Error while evaluating an Object, break() from context where this \
             is illegal",
        )
        .at(place.file, place.line, None);
    }
    let inner = of_stop(Box::new(stop));
    if ends {
        return inner;
    }
    let message = format!(
        "Evaluation Error: Error while evaluating a Resource Statement, {}{}",
        inner.message(),
        place(inner.file(), inner.line(), inner.column())
    );
    CompileError::new(inner.code(), message)
        .at(declared.file.clone(), declared.line, None)
        .named(inner.name())
}

/// Returns the error of a text that cannot be parsed, with the position of its first diagnostic.
fn of_error(error: Error, file: Option<&Str>) -> CompileError {
    let diagnostics = error.diagnostics();
    let Some(first) = diagnostics.first() else {
        return CompileError::new(error.code(), error.message()).at(
            file.filter(|file| !file.is_empty()).cloned(),
            None,
            None,
        );
    };
    let source = first.source.as_ref().or(error.source());
    let file = match source {
        Some(source) if !source.name.is_empty() => Some(source.name.clone()),
        _ => file.filter(|file| !file.is_empty()).cloned(),
    };
    let errors = diagnostics
        .iter()
        .filter(|found| found.severity == polycty_core::source::Severity::Error);
    let errors: Vec<String> = errors.map(|found| found.summary.clone()).collect();
    if let [_, _, ..] = &*errors {
        return CompileError::new(error.code(), error.message())
            .at(file, None, None)
            .with_logged(errors);
    }
    let message = match errors.first() {
        Some(message) => message.clone(),
        None => error.message().to_owned(),
    };
    match first.subject {
        // Puppet does not record the end of the text.
        Some(_) if message == "Syntax error at end of input" => {
            CompileError::new(error.code(), message).at(file, None, None)
        }
        Some(range) => CompileError::new(error.code(), message).at(
            file,
            Some(range.start.line),
            Some(range.start.column),
        ),
        None => CompileError::new(error.code(), message).at(file, None, None),
    }
}
