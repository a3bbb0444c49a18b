//! Providers: the entries of a hierarchy, whose functions return the data.
//!
//! - `data_hash` returns all data of a location; the values are interpolated here.
//! - `lookup_key` returns the value of a root key.
//! - `data_dig` returns the value of a key with its path.

use super::Session;
use super::config::{Config, Layer};
use super::context::Context;
use super::data::{Document, Format};
use super::explain::Scope;
use super::failure::{Failure, Outcome, lookup_error, puppet_error, runtime_error};
use super::interpolation::Methods;
use super::invocation::Invocation;
use super::key::{Key, LOOKUP_OPTIONS};
use super::locations::{Location, LocationKind};
use super::strategy::{Strategy, parsed};
use super::template::ValueTemplate;
use crate::eval::environment::Environment;
use crate::eval::function::Arguments;
use crate::rules::assignable::assignable;
use crate::rules::explain::message;
use crate::rules::infer::detailed::detailed_type;
use crate::types::format::{short_name, type_text};
use crate::types::nominal::{self, Name};
use crate::values::special::{Special, array, array_elements, hash};
use polycty_core::types::{KeyedMap, Str, Type};
use polycty_core::values::Value;
use std::cell::{Cell, OnceCell};
use std::ops::Deref;
use std::rc::Rc;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

/// The kind of a provider's function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FunctionKind {
    DataHash,
    LookupKey,
    DataDig,
    /// A backend of Hiera 3, which does not exist here.
    Backend,
}

impl FunctionKind {
    pub(super) fn of_key(key: &str) -> FunctionKind {
        match key {
            "lookup_key" => FunctionKind::LookupKey,
            "data_dig" => FunctionKind::DataDig,
            "hiera3_backend" => FunctionKind::Backend,
            _ => FunctionKind::DataHash,
        }
    }

    fn name(self) -> &'static str {
        match self {
            FunctionKind::DataHash => "data_hash",
            FunctionKind::LookupKey => "lookup_key",
            FunctionKind::DataDig => "data_dig",
            FunctionKind::Backend => "hiera3_backend",
        }
    }
}

/// An entry of a hierarchy with resolved locations.
pub(super) struct Entry {
    name: Str,
    kind: FunctionKind,
    function: Str,
    options: Value,
    slots: Box<[Slot]>,
    layer_module: Option<Str>,
    /// The format of the files, if the function takes only their paths.
    format: Option<Format>,
}

/// A location.
struct Slot {
    number: usize,
    location: Option<Location>,
    /// The data of the file, if the files do not change.
    document: OnceLock<Arc<Document>>,
    /// The values of the document that depend on variables alone, by position and by the values of
    /// the variables. `C2.lookup` of `benches/run catalogs` measures the table.
    rendered: Mutex<KeyedMap<(usize, Vec<Value>), Value>>,
}

/// An entry of a hierarchy in one evaluation.
pub(super) struct Provider {
    entry: Arc<Entry>,
    /// The states of the function by the number of the location.
    contexts: OnceCell<Box<[OnceCell<Rc<Context>>]>>,
    config: Rc<Config>,
    /// Whether the function was found.
    is_loaded: Cell<bool>,
    /// Whether the host has a function of the same name.
    is_hosts: bool,
}

impl Deref for Provider {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        &self.entry
    }
}

impl Provider {
    pub(super) fn new(
        entry: &Arc<Entry>,
        config: &Rc<Config>,
        environment: &Environment,
    ) -> Provider {
        Provider {
            entry: entry.clone(),
            contexts: OnceCell::new(),
            config: config.clone(),
            is_loaded: Cell::new(false),
            is_hosts: environment.find_function(&entry.function).is_some(),
        }
    }

    /// The format of the files, if only the library reads them.
    fn own_format(&self) -> Option<Format> {
        self.format.filter(|_| !self.is_hosts)
    }

    /// Whether all evaluations find the same value for a key, without expressions. The locations
    /// have been searched for it.
    pub(super) fn is_constant(&self, key: &Value) -> bool {
        let is_constant = |slot: &Slot| {
            let exists = |location: &Location| location.exists;
            let Some(document) = slot.document.get() else {
                return !slot.location.as_ref().is_some_and(exists);
            };
            let found = document.get(key);
            found.is_none_or(|(_, _, template)| matches!(template.get(), Some(None)))
        };
        self.own_format().is_some() && self.slots.iter().all(is_constant)
    }
}

impl Entry {
    pub(super) fn new(
        name: Str,
        kind: FunctionKind,
        function: Str,
        options: Value,
        locations: Option<Vec<Location>>,
        layer: &Layer,
    ) -> Entry {
        let slot = |(number, location)| Slot {
            number,
            location,
            document: OnceLock::new(),
            rendered: Mutex::default(),
        };
        let slots: Box<[Slot]> = match locations {
            Some(locations) if kind != FunctionKind::Backend || !locations.is_empty() => {
                let locations = locations.into_iter().map(Some);
                locations.enumerate().map(slot).collect()
            }
            _ => [slot((0, None))].into(),
        };
        let mut locations = slots.iter().filter_map(|slot| slot.location.as_ref());
        let has_paths = locations.all(|location| location.kind == LocationKind::Path)
            && slots.iter().all(|slot| slot.location.is_some());
        let has_no_options = options.as_ordered_map().is_some_and(|map| map.is_empty());
        let format = match Format::of_function(&function) {
            Some(format @ (Format::Yaml | Format::Json)) => Some(format),
            _ => None,
        };
        Entry {
            format: format
                .filter(|_| kind == FunctionKind::DataHash && has_paths && has_no_options),
            name,
            kind,
            function,
            options,
            slots,
            layer_module: layer.module.clone(),
        }
    }

    pub(super) fn has_name(&self, name: &str) -> bool {
        *self.name == *name
    }

    /// The bytes of the entry and its locations.
    pub(super) fn bytes(&self) -> usize {
        let locations = self.slots.iter().filter_map(|slot| slot.location.as_ref());
        let texts = locations.map(|location| location.place.len() + location.original.len());
        2 * size_of::<Entry>() + size_of_val(&*self.slots) + texts.sum::<usize>()
    }

    /// The beginning of a message about the value of a function.
    fn subject(&self, what: &str, location: Option<&Location>) -> String {
        let kind = self.kind.name();
        let place = match location {
            Some(location) => format!(", when using location '{}',", location.place),
            None => String::new(),
        };
        format!(
            "{what} returned from {kind} function '{}'{place}",
            self.function
        )
    }

    /// The options of a call, with the location.
    fn options_at(&self, location: Option<&Location>) -> Outcome<Value> {
        let Some(location) = location else {
            return Ok(self.options.clone());
        };
        let key = match location.kind {
            LocationKind::Path => "path",
            LocationKind::Uri => "uri",
        };
        let map = self.options.as_ordered_map();
        let mut entries = map.map(|map| map.entries().to_vec()).unwrap_or_default();
        entries.push((Value::string(key), Value::string(&location.place)));
        Ok(hash(entries)?)
    }
}

impl Session<'_, '_> {
    /// Searches the locations of a provider.
    pub(super) fn search_provider(
        &mut self,
        provider: &Provider,
        key: &Key,
        invocation: &mut Invocation,
        strategy: &Strategy,
    ) -> Outcome<Value> {
        self.explained(
            invocation,
            || Scope::Entry(format!("Hierarchy entry \"{}\"", provider.name)),
            |session, invocation| {
                session.merged(
                    strategy,
                    &provider.slots,
                    invocation,
                    |session, invocation, slot| {
                        session.at_location(provider, slot, key, invocation)
                    },
                )
            },
        )
    }

    fn at_location(
        &mut self,
        provider: &Provider,
        slot: &Slot,
        key: &Key,
        invocation: &mut Invocation,
    ) -> Outcome<Value> {
        self.interpreter.budget.charge(2)?;
        let Some(location) = &slot.location else {
            return self.value_at(provider, slot, key, invocation);
        };
        let scope = || {
            let (place, original) = (location.place.clone(), location.original.to_string());
            match location.kind {
                LocationKind::Path => Scope::Path {
                    path: place,
                    original,
                },
                LocationKind::Uri => Scope::Uri {
                    uri: place,
                    original,
                },
            }
        };
        self.explained(invocation, scope, |session, invocation| {
            if !location.exists {
                return Err(session.report_no_location(invocation)?);
            }
            session.value_at(provider, slot, key, invocation)
        })
    }

    fn value_at(
        &mut self,
        provider: &Provider,
        slot: &Slot,
        key: &Key,
        invocation: &mut Invocation,
    ) -> Outcome<Value> {
        let location = slot.location.as_ref();
        match provider.kind {
            FunctionKind::DataHash => {
                let own;
                let document = match slot.document.get() {
                    Some(document) if !provider.is_hosts => document,
                    _ => {
                        own = self.data_hash(provider, slot, invocation)?;
                        &own
                    }
                };
                let Some((at, value, template)) = document.get(&key.root_value) else {
                    return Err(self.report_not_found(invocation, &key.root)?);
                };
                let template = match template.get() {
                    Some(template) => template,
                    None => {
                        self.validate_value(value, || {
                            let what = format!("Value for key '{}', in hash", key.root);
                            provider.subject(&what, location)
                        })?;
                        let made = self.template(value)?;
                        template.get_or_init(|| made.map(ValueTemplate::new))
                    }
                };
                let value = match template {
                    None => value.clone(),
                    Some(template) => self.rendered(slot, (at, value), template, invocation)?,
                };
                self.report_found(invocation, &key.root, &value)?;
                Ok(value)
            }
            FunctionKind::LookupKey => {
                let name = &key.root_value;
                let value = self.cached_call(provider, slot, name, name, invocation)?;
                self.validate_value(&value, || {
                    let what = format!("Value for key '{}',", key.root);
                    provider.subject(&what, location)
                })?;
                self.report_found(invocation, &key.root, &value)?;
                Ok(value)
            }
            FunctionKind::DataDig => {
                let mut segments = vec![key.root_value.clone()];
                segments.extend(key.segments.iter().map(super::key::Segment::value));
                let segments = array(segments)?;
                let name = Value::string(&key.text);
                let value = self.cached_call(provider, slot, &name, &segments, invocation)?;
                self.validate_value(&value, || {
                    let what = format!("Value for key '{}',", key.text);
                    provider.subject(&what, location)
                })?;
                self.report_found(invocation, &key.text, &value)?;
                key.undig(value)
            }
            FunctionKind::Backend => {
                let name = &provider.function;
                self.report_text(invocation, || {
                    let file = name.to_lowercase();
                    format!(
                        "Unable to load backend '{name}': cannot load such file -- \
                         hiera/backend/{file}_backend"
                    )
                })?;
                Err(Failure::NotFound)
            }
        }
    }

    /// Returns a value with the values of its expressions. Evaluations share those that depend on
    /// variables alone, if the files do not change.
    fn rendered(
        &mut self,
        slot: &Slot,
        (at, value): (usize, &Value),
        known: &ValueTemplate,
        invocation: &mut Invocation,
    ) -> Outcome<Value> {
        let template = &known.template;
        let Some(references) = &known.references else {
            return self.render(value, template, invocation, Methods::Allowed);
        };
        let is_shared = slot.document.get().is_some() && invocation.is_outermost();
        let Some(values) = (match is_shared {
            true => self.final_values(references, invocation)?,
            false => None,
        }) else {
            return self.render(value, template, invocation, Methods::Allowed);
        };
        let table = || slot.rendered.lock().unwrap_or_else(PoisonError::into_inner);
        self.interpreter.budget.charge(2 + values.len() as u64)?;
        let key = (at, values);
        if let Some(made) = table().get(&key) {
            return Ok(made.clone());
        }
        let made = self.render(value, template, invocation, Methods::Allowed)?;
        let parts = made.size() as usize + 4 * key.1.len();
        let resolutions = self.state.files().resolutions();
        if resolutions.is_some_and(|all| all.count(64 * parts)) {
            table().insert(key, made.clone());
        }
        Ok(made)
    }

    /// Returns the value of a function for a key. It is called once for each key.
    fn cached_call(
        &mut self,
        provider: &Provider,
        slot: &Slot,
        name: &Value,
        argument: &Value,
        invocation: &mut Invocation,
    ) -> Outcome<Value> {
        let context = self.context_of(provider, slot)?;
        if let Some(value) = context.known.borrow().get(name) {
            return Ok(value.clone());
        }
        let options = provider.options_at(slot.location.as_ref())?;
        let arguments = vec![argument.clone(), options];
        match self.call_data(provider, &context, arguments, invocation) {
            Err(Failure::NotFound) => {
                let text = name.as_str().unwrap_or_default();
                Err(self.report_not_found(invocation, text)?)
            }
            value => {
                let value = value?;
                self.retain(&value)?;
                context
                    .known
                    .borrow_mut()
                    .insert(name.clone(), value.clone());
                Ok(value)
            }
        }
    }

    /// Returns the data of a location, which is read once.
    fn data_hash(
        &mut self,
        provider: &Provider,
        slot: &Slot,
        invocation: &mut Invocation,
    ) -> Outcome<Arc<Document>> {
        let context = self.context_of(provider, slot)?;
        if let Some(data) = &*context.data.borrow() {
            return Ok(data.clone());
        }
        static HASH: LazyLock<Type> = LazyLock::new(|| parsed("Hash"));
        let location = slot.location.as_ref();
        let read = self.called_data_hash(provider, &context, location, invocation)?;
        let subject = || provider.subject("Value", location);
        let value = &read.value;
        if value.as_ordered_map().is_none() {
            self.assert(&format!("{} has wrong type,", subject()), &HASH, value)?;
        }
        let data = match &provider.layer_module {
            Some(module) => match self.of_module(module, value, subject)? {
                Some(kept) => Arc::new(Document::new(kept)),
                None => read.clone(),
            },
            None => read.clone(),
        };
        // An empty document of YAML is reported by each evaluation.
        if Arc::ptr_eq(&data, &read)
            && provider.own_format().is_some()
            && value.as_ordered_map().is_some_and(|map| !map.is_empty())
            && let Some(resolutions) = self.state.files().resolutions()
            && resolutions.count(64 * value.size() as usize)
        {
            let _ = slot.document.set(data.clone());
        }
        self.retain(&data.value)?;
        *context.data.borrow_mut() = Some(data.clone());
        Ok(data)
    }

    /// Removes the keys that do not belong to a module, with a warning for each. Returns `None` if
    /// there are none.
    fn of_module(
        &mut self,
        module: &str,
        data: &Value,
        subject: impl Fn() -> String,
    ) -> Outcome<Option<Value>> {
        let Some(map) = data.as_ordered_map() else {
            return Ok(None);
        };
        self.interpreter.budget.charge(map.len() as u64)?;
        let belongs = |key: &Value| {
            let text = key.as_str().unwrap_or_default();
            let rest = text.strip_prefix(module);
            text == LOOKUP_OPTIONS || rest.is_some_and(|rest| rest.starts_with("::"))
        };
        if map.entries().iter().all(|(key, _)| belongs(key)) {
            return Ok(None);
        }
        let entries = map.entries().iter();
        let kept: Vec<(Value, Value)> = entries.filter(|(key, _)| belongs(key)).cloned().collect();
        for (key, _) in map.entries().iter().filter(|(key, _)| !belongs(key)) {
            self.warn(&format!(
                "Module '{module}': {} must use keys qualified with the name of the module; got {}",
                subject(),
                super::inspect::text_of(key)
            ))?;
        }
        self.hold_parts(4 * kept.len())?;
        Ok(Some(hash(kept)?))
    }

    /// Counts a value that the tables keep until the evaluation ends.
    pub(super) fn retain(&mut self, value: &Value) -> Outcome<()> {
        let mark = self.interpreter.mark();
        self.interpreter.hold_whole(value)?;
        self.interpreter.retain(mark);
        Ok(())
    }

    fn context_of(&mut self, provider: &Provider, slot: &Slot) -> Outcome<Rc<Context>> {
        let contexts = provider.contexts.get();
        let known = contexts.and_then(|contexts| contexts.get(slot.number)?.get());
        if let Some(context) = known {
            return Ok(context.clone());
        }
        self.load_function(provider)?;
        let count = provider.slots.len();
        let bytes = size_of::<Context>() + size_of::<OnceCell<Rc<Context>>>() * count;
        self.interpreter.budget.hold(bytes as u64)?;
        let cells = || std::iter::repeat_with(OnceCell::new).take(count).collect();
        let context = Rc::new(Context::new(provider.layer_module.clone()));
        Ok(
            match provider.contexts.get_or_init(cells).get(slot.number) {
                Some(cell) => cell.get_or_init(|| context).clone(),
                None => context,
            },
        )
    }

    /// Checks that the function of a provider exists and returns data.
    fn load_function(&mut self, provider: &Provider) -> Outcome<()> {
        if provider.is_loaded.get() {
            return Ok(());
        }
        let name = &*provider.function;
        if let Some((module, _)) = name.split_once("::")
            && module != "environment"
            && self.module_folder(module)?.is_none()
        {
            return Err(runtime_error(format!(
                "Unable to find '{}' function named '{name}': there is no module '{module}'",
                provider.kind.name()
            )));
        }
        let environment = self.interpreter.environment;
        let is_built_in = environment.find_function(name).is_some()
            || (self.interpreter.main.find)(name).is_some();
        if !is_built_in {
            match self.interpreter.defined_function(name)? {
                None => {
                    return Err(provider.config.fail(
                        "HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND",
                        format!(
                            "Unable to find '{}' function named '{name}'",
                            provider.kind.name()
                        ),
                        None,
                    ));
                }
                Some((code, number)) => {
                    if let Some(ty) = code.functions[number as usize].lambda.returns {
                        let ty = self.interpreter.type_of(&code, ty)?;
                        self.check_result_type(provider, &ty)?;
                    }
                }
            }
        }
        provider.is_loaded.set(true);
        Ok(())
    }

    fn check_result_type(&mut self, provider: &Provider, ty: &Type) -> Outcome<()> {
        static DATA_HASH: LazyLock<Type> = LazyLock::new(|| parsed("Hash[RichDataKey, RichData]"));
        static DATA: LazyLock<Type> = LazyLock::new(|| parsed("RichData"));
        let trusted = match provider.kind {
            FunctionKind::DataHash => &*DATA_HASH,
            _ => &*DATA,
        };
        let budget = self.interpreter.budget;
        if assignable(ty, trusted, budget)? {
            return Ok(());
        }
        let subject = format!(
            "Return type of '{}' function named '{}' is incorrect,",
            provider.kind.name(),
            provider.function
        );
        if provider.kind == FunctionKind::DataHash {
            // Puppet writes the expected type with its parameters.
            return Err(puppet_error(format!(
                "{subject} expects a Hash[RichDataKey, RichData] value, got {}",
                short_name(ty)
            )));
        }
        Err(puppet_error(message(&subject, ty, trusted, budget)?))
    }

    /// Calls the `data_hash` function of a provider.
    fn called_data_hash(
        &mut self,
        provider: &Provider,
        context: &Rc<Context>,
        location: Option<&Location>,
        invocation: &mut Invocation,
    ) -> Outcome<Arc<Document>> {
        // The usual function takes only the path.
        if let (Some(format), Some(location)) = (provider.own_format(), location) {
            return self.file_data_hash(format, &location.place);
        }
        let options = provider.options_at(location)?;
        let value = self.call_data(provider, context, vec![options], invocation)?;
        let document = Document::new(value);
        self.interpreter.budget.hold(document.own_bytes())?;
        Ok(Arc::new(document))
    }

    /// Calls the function of a provider.
    fn call_data(
        &mut self,
        provider: &Provider,
        context: &Rc<Context>,
        mut arguments: Vec<Value>,
        invocation: &mut Invocation,
    ) -> Outcome<Value> {
        let name = &*provider.function;
        let is_hosts = provider.is_hosts;
        if !is_hosts && let Some(format) = Format::of_function(name) {
            return self.read_data(format, name, &arguments);
        }
        if !is_hosts && name == "eyaml_lookup_key" {
            return Err(lookup_error(
                "Function Load Error for function 'eyaml_lookup_key': Lookup using eyaml \
                 lookup_key function is only supported when the hiera_eyaml library is present",
            ));
        }
        arguments.push(self.open_context(context, invocation)?);
        let code = self.interpreter.main.clone();
        let called = self.interpreter.call_by_name(
            name,
            Arguments {
                values: &arguments,
                which: 0,
                block: None,
                code: &code,
                position: 0,
            },
        );
        self.close_context();
        // The function may have read variables in a scope of its own.
        self.state.advance();
        match called {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Err(runtime_error(format!("Unknown function: '{name}'."))),
            Err(stop) => Err(self.caught(stop)),
        }
    }

    /// Checks that a value is one that data can have.
    fn validate_value(&mut self, value: &Value, subject: impl FnOnce() -> String) -> Outcome<()> {
        self.interpreter.fits([value])?;
        self.interpreter
            .budget
            .charge(1 + u64::from(value.size()) / 4)?;
        if is_data(value) {
            return Ok(());
        }
        let ty = detailed_type(value, self.interpreter.budget)?;
        let found = match nominal::view(&ty) {
            Some((Name::Runtime, _)) => type_text(&ty).to_string(),
            _ => short_name(&ty).to_string(),
        };
        Err(puppet_error(format!(
            "{} has wrong type, expects Puppet::LookupValue, got {found}",
            subject()
        )))
    }
}

/// Whether a value is an instance of the type of data.
fn is_data(value: &Value) -> bool {
    if value.as_str_bytes().is_some() {
        return true;
    }
    if let Some(elements) = array_elements(value) {
        return elements.iter().all(is_data);
    }
    if let Some(map) = value.as_ordered_map() {
        return map.entries().iter().all(|(key, value)| {
            let is_key = key.as_str_bytes().is_some()
                || key.as_integer().is_some()
                || key.as_double().is_some();
            is_key && is_data(value)
        });
    }
    match Special::of(value) {
        None => true,
        Some(special) => !matches!(
            special,
            Special::Default | Special::Uri(_) | Special::Iterator(_) | Special::Object(..)
        ),
    }
}
