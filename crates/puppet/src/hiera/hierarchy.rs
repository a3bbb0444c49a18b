//! The hierarchy of a configuration: its entries as providers with resolved locations.
//!
//! The hierarchy is resolved when it is first needed, and again when the value of a variable that
//! it uses has changed.

use super::Session;
use super::config::{Config, Layer, Place, entry, text, texts};
use super::failure::{Failure, Outcome};
use super::files::joined;
use super::interpolation::Methods;
use super::invocation::{Interpolated, Invocation};
use super::key::{Piece, Segment};
use super::plan::{PlannedEntry, PlannedLocations};
use super::provider::{FunctionKind, Provider};
use crate::values::special::{array_elements, hash, undef};
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::rc::Rc;

/// The providers of a configuration.
pub(super) struct Resolved {
    main: Rc<[Rc<Provider>]>,
    default: Rc<[Rc<Provider>]>,
    /// The variables that the locations use.
    variables: Vec<Rc<Interpolated>>,
}

/// The providers of a hierarchy, in order.
type Providers = Vec<Rc<Provider>>;

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
    ) -> Outcome<Rc<[Rc<Provider>]>> {
        let config = self.config(layer)?;
        let chosen = |resolved: &Resolved| match which {
            Which::Main => resolved.main.clone(),
            Which::Default => resolved.default.clone(),
        };
        let known = config.resolved.borrow_mut().take();
        if let Some(known) = known {
            let explainer = invocation.explainer.take();
            let is_stable = self.is_stable(&known.variables, invocation);
            invocation.explainer = explainer;
            if is_stable? {
                let providers = chosen(&known);
                *config.resolved.borrow_mut() = Some(known);
                return Ok(providers);
            }
            self.report_text(invocation, || {
                "Hiera configuration recreated due to change of scope variables used in \
                 interpolation expressions"
                    .into()
            })?;
        }
        let resolved = self.resolved(layer, &config)?;
        let providers = chosen(&resolved);
        *config.resolved.borrow_mut() = Some(resolved);
        Ok(providers)
    }

    /// Whether the variables have the values that they had before.
    fn is_stable(
        &mut self,
        variables: &[Rc<Interpolated>],
        invocation: &mut Invocation,
    ) -> Outcome<bool> {
        for known in variables {
            self.interpreter.budget.charge(1)?;
            let mut value = self.variable(&known.root)?.unwrap_or_else(undef);
            if same_map(&value, &known.whole) {
                continue;
            }
            if !value.is_null() && !known.segments.is_empty() {
                let pieces: Vec<Piece<'_>> = known.segments.iter().map(Segment::piece).collect();
                let found = self.sub_lookup(&known.key, invocation, &pieces, value);
                value = match found {
                    Err(Failure::NotFound) => undef(),
                    found => found?,
                };
            }
            if value != known.value {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn resolved(&mut self, layer: &Rc<Layer>, config: &Rc<Config>) -> Outcome<Resolved> {
        let mut invocation = self.invocation(None, None, None);
        invocation.explainer = None;
        invocation.collected = Some(Vec::new());
        let was_lenient = self.state.is_lenient.replace(true);
        let created = self.created(layer, config, &mut invocation);
        self.state.is_lenient.set(was_lenient);
        let (main, default) = created?;
        Ok(Resolved {
            main: main.into(),
            default: default.into(),
            variables: invocation.collected.unwrap_or_default(),
        })
    }

    fn created(
        &mut self,
        layer: &Rc<Layer>,
        config: &Rc<Config>,
        invocation: &mut Invocation,
    ) -> Outcome<(Providers, Providers)> {
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
    ) -> Outcome<Providers> {
        let is_default = config.path.is_none();
        let mut providers = Vec::with_capacity(entries.len());
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
            let made = Provider::new(
                name, found.kind, function, options, locations, layer, config,
            );
            self.interpreter
                .budget
                .hold(size_of::<Provider>() as u64 * 2)?;
            providers.push(Rc::new(made));
        }
        Ok(providers)
    }

    fn create_4(
        &mut self,
        layer: &Rc<Layer>,
        config: &Rc<Config>,
        invocation: &mut Invocation,
    ) -> Outcome<Vec<Rc<Provider>>> {
        let default = config
            .get("datadir")
            .and_then(Value::as_str)
            .unwrap_or("data");
        let mut providers: Vec<Rc<Provider>> = Vec::new();
        let entries = config.get("hierarchy").and_then(array_elements);
        for found in entries.unwrap_or_default() {
            self.interpreter.budget.charge(4)?;
            let name = text(found, "name").unwrap_or_default();
            once(config, &providers, name)?;
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
            let made = Provider::new(
                name.into(),
                kind,
                function,
                options,
                locations,
                layer,
                config,
            );
            providers.push(Rc::new(made));
        }
        Ok(providers)
    }

    fn create_3(
        &mut self,
        layer: &Rc<Layer>,
        config: &Rc<Config>,
        invocation: &mut Invocation,
    ) -> Outcome<Vec<Rc<Provider>>> {
        /// The folder of the data if the configuration names none.
        const FOLDER: &str = "/etc/puppetlabs/code/environments/%{::environment}/hieradata";
        debug_assert_eq!(layer.place, Place::Global);
        let mut providers: Vec<Rc<Provider>> = Vec::new();
        let hierarchy = config.get("hierarchy").map(strings).unwrap_or_default();
        for backend in config.get("backends").map(texts).unwrap_or_default() {
            if providers.iter().any(|known| known.has_name(&backend)) {
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
            let made = Provider::new(name, kind, function, options, locations, layer, config);
            providers.push(Rc::new(made));
        }
        Ok(providers)
    }
}

/// Whether two values are the same allocation of a hash.
pub(super) fn same_map(value: &Value, other: &Value) -> bool {
    match (value.as_ordered_map(), other.as_ordered_map()) {
        (Some(value), Some(other)) => std::ptr::eq(value, other),
        _ => false,
    }
}

/// The texts of an array, or the one text.
pub(super) fn strings(value: &Value) -> Vec<Str> {
    let texts = texts(value).into_iter();
    texts.map(|text| text.as_str().into()).collect()
}

/// Checks that no earlier entry has a name.
fn once(config: &Config, providers: &[Rc<Provider>], name: &str) -> Outcome<()> {
    if providers.iter().any(|known| known.has_name(name)) {
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
