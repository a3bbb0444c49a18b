//! The hierarchy of a configuration: its entries as providers with resolved locations.
//!
//! The hierarchy is resolved when it is first needed, and again when the value of a variable that
//! it uses has changed. If the files do not change, evaluations share the resolved hierarchies.

use super::Session;
use super::config::{Config, Layer, Place, entry, text, texts};
use super::failure::{Failure, Outcome};
use super::files::joined;
use super::interpolation::Methods;
use super::invocation::{Interpolated, Invocation};
use super::options::KnownOptions;
use super::plan::{PlannedEntry, PlannedLocations};
use super::provider::{Entry, FunctionKind, Provider};
use super::resolutions::is_simple;
use super::template::Reference;
use crate::values::special::{array_elements, hash, undef};
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

/// The entries of the hierarchies of a configuration, which evaluations share.
pub(super) struct Hierarchies {
    main: Entries,
    default: Entries,
    /// The options of the main hierarchy, if all evaluations find the same ones.
    pub(super) options: OnceLock<KnownOptions>,
}

/// The entries of a hierarchy, in order.
type Entries = Vec<Arc<Entry>>;

/// The providers of a configuration.
pub(super) struct Resolved {
    pub(super) hierarchies: Arc<Hierarchies>,
    main: Rc<[Provider]>,
    default: Rc<[Provider]>,
    /// The variables that the locations use.
    variables: Vec<Rc<Interpolated>>,
    /// One expression of each variable.
    roots: Vec<Rc<Interpolated>>,
}

impl Resolved {
    /// Whether all evaluations with these hierarchies find the same value for a key, without
    /// expressions. The main hierarchy has been searched for it.
    pub(super) fn is_constant(&self, key: &Value) -> bool {
        self.main.iter().all(|provider| provider.is_constant(key))
    }
}

impl Hierarchies {
    /// The bytes of the entries.
    pub(super) fn bytes(&self) -> usize {
        let entries = self.main.iter().chain(&self.default);
        entries.map(|entry| entry.bytes()).sum()
    }
}

/// A hierarchy of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Main,
    /// The default hierarchy of a module.
    Default,
}

impl Session<'_, '_> {
    /// Returns the providers of a layer.
    pub(super) fn providers(
        &mut self,
        layer: &Rc<Layer>,
        invocation: &mut Invocation,
        which: Which,
    ) -> Outcome<Rc<[Provider]>> {
        let resolved = self.current(layer, invocation)?;
        Ok(match which {
            Which::Main => resolved.main.clone(),
            Which::Default => resolved.default.clone(),
        })
    }

    /// Returns the resolved hierarchies of a layer.
    pub(super) fn current(
        &mut self,
        layer: &Rc<Layer>,
        invocation: &mut Invocation,
    ) -> Outcome<Rc<Resolved>> {
        let config = self.config(layer)?;
        let known = config.resolved.borrow().clone();
        if let Some(known) = known {
            let explainer = invocation.explainer.take();
            let is_stable = self.is_stable(&known, invocation);
            invocation.explainer = explainer;
            if is_stable? {
                return Ok(known);
            }
            self.report_text(invocation, || {
                "Hiera configuration recreated due to change of scope variables used in \
                 interpolation expressions"
                    .into()
            })?;
        }
        let resolved = Rc::new(self.resolved(layer, &config)?);
        *config.resolved.borrow_mut() = Some(resolved.clone());
        Ok(resolved)
    }

    /// Whether the variables have the values that they had before.
    fn is_stable(&mut self, resolved: &Resolved, invocation: &mut Invocation) -> Outcome<bool> {
        let mut is_same = true;
        for known in self.interpreter.budget.charged(&resolved.roots)? {
            is_same = is_same && self.is_same(known)?;
        }
        if is_same {
            return Ok(true);
        }
        for known in self.interpreter.budget.charged(&resolved.variables)? {
            if self.is_same(known)? {
                continue;
            }
            let whole = self.variable(known.root())?.unwrap_or_else(undef);
            if self.value_in(&known.reference, &whole, invocation)? != known.value {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Resolves the hierarchies of a layer, or finds those of an earlier evaluation whose variables
    /// had the same values.
    fn resolved(&mut self, layer: &Rc<Layer>, config: &Rc<Config>) -> Outcome<Resolved> {
        let mut invocation = self.invocation(None, None, None);
        invocation.explainer = None;
        let was_lenient = self.state.is_lenient.replace(true);
        let found = self.hierarchies(layer, config, &mut invocation);
        self.state.is_lenient.set(was_lenient);
        let hierarchies = found?;
        let of_scope =
            |read: &Rc<Interpolated>| read.value.is_null() || !read.reference.key.starts_with("::");
        let mut variables = invocation.collected.unwrap_or_default();
        variables.retain(of_scope);
        let mut roots: Vec<Rc<Interpolated>> = Vec::with_capacity(variables.len());
        for read in &variables {
            let is_known = |known: &Rc<Interpolated>| {
                known.root() == read.root() && same_whole(&known.whole, &read.whole)
            };
            if !roots.iter().any(is_known) {
                roots.push(read.clone());
            }
        }
        let count = hierarchies.main.len() + hierarchies.default.len();
        self.interpreter.budget.charge(1 + count as u64)?;
        let bytes = (count * size_of::<Provider>()) as u64;
        self.interpreter.budget.hold(bytes)?;
        let environment = self.interpreter.environment;
        let providers = |entries: &Entries| {
            let entries = entries.iter();
            entries
                .map(|entry| Provider::new(entry, config, environment))
                .collect()
        };
        Ok(Resolved {
            main: providers(&hierarchies.main),
            default: providers(&hierarchies.default),
            variables,
            roots,
            hierarchies,
        })
    }

    fn hierarchies(
        &mut self,
        layer: &Rc<Layer>,
        config: &Rc<Config>,
        invocation: &mut Invocation,
    ) -> Outcome<Arc<Hierarchies>> {
        invocation.collected = Some(Vec::new());
        if let Some(known) = &config.known
            && let Some(references) = known.references()
            && let Some(values) = self.simple_values(&references, invocation)?
        {
            self.interpreter.budget.charge(1 + values.len() as u64)?;
            if let Some(hierarchies) = known.hierarchies(&values) {
                return Ok(hierarchies);
            }
        }
        invocation.collected = Some(Vec::new());
        let (main, default) = self.created(layer, config, invocation)?;
        let hierarchies = Arc::new(Hierarchies {
            main,
            default,
            options: OnceLock::new(),
        });
        if let Some(known) = &config.known
            && let Some(resolutions) = self.state.files().resolutions()
        {
            let reads = invocation.collected.as_deref().unwrap_or_default();
            known.add(resolutions, reads, &hierarchies);
        }
        Ok(hierarchies)
    }

    /// Returns the values of variables, or `None` if they cannot be compared with those of other
    /// evaluations. An error is left to the resolution of the hierarchies.
    fn simple_values(
        &mut self,
        references: &[Arc<Reference>],
        invocation: &mut Invocation,
    ) -> Outcome<Option<Vec<Value>>> {
        let mut values = Vec::with_capacity(references.len());
        for reference in references {
            match self.scope_value(reference, &reference.key, invocation) {
                Ok(value) if is_simple(&value) => values.push(value),
                Err(Failure::Stop(stop)) => return Err(Failure::Stop(stop)),
                _ => return Ok(None),
            }
        }
        Ok(Some(values))
    }

    fn created(
        &mut self,
        layer: &Rc<Layer>,
        config: &Rc<Config>,
        invocation: &mut Invocation,
    ) -> Outcome<(Entries, Entries)> {
        match config.version {
            3 => Ok((self.create_3(layer, config, invocation)?, Vec::new())),
            4 => Ok((self.create_4(layer, config, invocation)?, Vec::new())),
            _ => {
                let plan = config.plan()?;
                let main = self.create_5(layer, config, &plan.main, invocation)?;
                let default = self.create_5(layer, config, &plan.default, invocation)?;
                Ok((main, default))
            }
        }
    }

    fn create_5(
        &mut self,
        layer: &Rc<Layer>,
        config: &Rc<Config>,
        entries: &[PlannedEntry],
        invocation: &mut Invocation,
    ) -> Outcome<Entries> {
        let is_default = config.path.is_none();
        let mut made = Vec::with_capacity(entries.len());
        for found in entries {
            self.interpreter.budget.charge(4)?;
            let folder = self.configured_text(&found.folder, invocation)?;
            let locations = match &found.locations {
                Some(PlannedLocations::Paths(paths)) => {
                    Some(self.paths(&folder, paths, invocation, (is_default, ""))?)
                }
                Some(PlannedLocations::Globs(globs)) => {
                    Some(self.globs(&folder, globs, invocation)?)
                }
                Some(PlannedLocations::Uris(uris)) => Some(self.uris(uris, invocation)?),
                Some(PlannedLocations::Mapped(mapped)) => {
                    Some(self.mapped_paths(&folder, mapped, invocation)?)
                }
                None => None,
            };
            if is_default && locations.as_ref().is_some_and(Vec::is_empty) {
                continue;
            }
            let options = self.interpolate(&found.options, invocation, Methods::Refused)?;
            let (name, function) = (found.name.clone(), found.function.clone());
            let entry = Entry::new(name, found.kind, function, options, locations, layer);
            let budget = self.interpreter.budget;
            budget.push_owning(&mut made, entry.bytes(), Arc::new(entry))?;
        }
        Ok(made)
    }

    fn create_4(
        &mut self,
        layer: &Rc<Layer>,
        config: &Rc<Config>,
        invocation: &mut Invocation,
    ) -> Outcome<Entries> {
        let default = config
            .get("datadir")
            .and_then(Value::as_str)
            .unwrap_or("data");
        let mut made: Entries = Vec::new();
        let entries = config.get("hierarchy").and_then(array_elements);
        for found in entries.unwrap_or_default() {
            self.interpreter.budget.charge(4)?;
            let name = text(found, "name").unwrap_or_default();
            once(config, &made, name)?;
            let paths = match (entry(found, "paths"), text(found, "path")) {
                (Some(paths), _) => strings(paths),
                (None, path) => vec![path.unwrap_or(name).into()],
            };
            let folder = joined(&config.root, text(found, "datadir").unwrap_or(default));
            let backend = text(found, "backend").unwrap_or_default();
            if !matches!(backend, "json" | "yaml") {
                return Err(config.fail(
                    "HIERA_NO_PROVIDER_FOR_BACKEND",
                    format!("No data provider is registered for backend '{backend}'"),
                    config.line_of("backend", Some(backend), 1, false),
                ));
            }
            let how = (config.path.is_none(), &*format!(".{backend}"));
            let locations = self.paths(&folder, &paths, invocation, how)?;
            let function = format!("{backend}_data").as_str().into();
            let kind = FunctionKind::DataHash;
            let (options, locations) = (hash([])?, Some(locations));
            let entry = Entry::new(name.into(), kind, function, options, locations, layer);
            made.push(Arc::new(entry));
        }
        Ok(made)
    }

    fn create_3(
        &mut self,
        layer: &Rc<Layer>,
        config: &Rc<Config>,
        invocation: &mut Invocation,
    ) -> Outcome<Entries> {
        /// The folder of the data if the configuration names none.
        const FOLDER: &str = "/etc/puppetlabs/code/environments/%{::environment}/hieradata";
        debug_assert_eq!(layer.place, Place::Global);
        let mut made: Entries = Vec::new();
        let hierarchy = config.get("hierarchy").map(strings).unwrap_or_default();
        for backend in config.get("backends").map(texts).unwrap_or_default() {
            if made.iter().any(|known| known.has_name(&backend)) {
                let message = format!("Backend '{backend}' is defined more than once.");
                return Err(config.fail("HIERA_BACKEND_MULTIPLY_DEFINED", message, None));
            }
            let own = config.get(&backend).cloned();
            let own = match &own {
                Some(own) => self.interpolate(own, invocation, Methods::Refused)?,
                None => hash([])?,
            };
            let folder = match text(&own, "datadir") {
                Some(folder) => folder.to_owned(),
                None => self.configured_text(FOLDER, invocation)?,
            };
            let extension = text(&own, "extension").unwrap_or(&backend).to_owned();
            let how = (config.path.is_none(), &*format!(".{extension}"));
            let locations = self.paths(&folder, &hierarchy, invocation, how)?;
            let (kind, function) = match &*backend {
                "json" | "yaml" => (FunctionKind::DataHash, format!("{backend}_data")),
                _ => (FunctionKind::Backend, backend.clone()),
            };
            let (options, locations) = (hash([])?, Some(locations));
            let (name, function) = (backend.as_str().into(), function.as_str().into());
            let entry = Entry::new(name, kind, function, options, locations, layer);
            made.push(Arc::new(entry));
        }
        Ok(made)
    }
}

/// Whether two values are the same allocation of a hash.
fn same_map(value: &Value, other: &Value) -> bool {
    match (value.as_ordered_map(), other.as_ordered_map()) {
        (Some(value), Some(other)) => std::ptr::eq(value, other),
        _ => false,
    }
}

/// Whether two values are the same allocation of a hash, or the same text.
pub(super) fn same_whole(value: &Value, other: &Value) -> bool {
    match other.as_str_bytes() {
        Some(text) => value.as_str_bytes() == Some(text),
        None => same_map(value, other),
    }
}

/// The texts of an array, or the one text.
pub(super) fn strings(value: &Value) -> Vec<Str> {
    let texts = texts(value).into_iter();
    texts.map(|text| text.as_str().into()).collect()
}

/// Checks that no earlier entry has a name.
fn once(config: &Config, entries: &[Arc<Entry>], name: &str) -> Outcome<()> {
    if entries.iter().any(|known| known.has_name(name)) {
        return Err(duplicate(config, name));
    }
    Ok(())
}

/// The error of two entries with the same name.
pub(super) fn duplicate(config: &Config, name: &str) -> Failure {
    let line_from = |first| config.line_of("name", Some(name), first, false);
    let first = line_from(1);
    let (first, line) = match first.and_then(|first| line_from(first + 1)) {
        Some(line) => (first, Some(line)),
        None => (None, first),
    };
    let mut message = format!("Hierarchy name '{name}' defined more than once.");
    if let Some(first) = first {
        message.push_str(&format!(" First defined at (line: {first})"));
    }
    config.fail("HIERA_HIERARCHY_NAME_MULTIPLY_DEFINED", message, line)
}
