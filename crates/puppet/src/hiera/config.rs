//! Configurations: `hiera.yaml` of a layer, its versions and its errors.

use super::Session;
use super::failure::{Failure, Outcome, Problem, puppet_error};
use super::hierarchy::Resolved;
use super::plan::Plan;
use super::resolutions::KnownLayer;
use super::strategy::parsed;
use crate::eval::environment::Level;
use crate::mode::Strict;
use crate::values::special::{array, array_elements, hash, undef};
use polycty_core::number::Integer;
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use std::cell::{OnceCell, RefCell};
use std::fmt;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

/// The name of the file.
const FILE: &str = "hiera.yaml";

/// The keys that name a function.
pub(super) const FUNCTION_KEYS: [&str; 4] =
    ["data_hash", "lookup_key", "data_dig", "hiera3_backend"];

/// The keys that name locations.
pub(super) const LOCATION_KEYS: [&str; 7] = [
    "path",
    "paths",
    "glob",
    "globs",
    "uri",
    "uris",
    "mapped_paths",
];

/// A layer of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    Global,
    Environment,
    Module,
}

/// A layer with its configuration.
pub(super) struct Layer {
    pub(super) place: Place,
    pub(super) module: Option<Str>,
    /// The folder of the configuration.
    pub(super) root: Str,
    /// The path of the configuration, also if there is no file.
    path: Str,
    config: RefCell<Option<Rc<Config>>>,
}

/// A configuration.
pub(super) struct Config {
    pub(super) version: u32,
    /// The path, unless the configuration is the default one.
    pub(super) path: Option<Str>,
    pub(super) root: Str,
    text: Str,
    /// The validated content.
    content: Value,
    plan: OnceCell<Arc<Plan>>,
    /// The layer that evaluations share, if the files do not change.
    pub(super) known: Option<Arc<KnownLayer>>,
    pub(super) resolved: RefCell<Option<Rc<Resolved>>>,
}

/// A valid configuration of version 5, which all evaluations of an environment share.
pub(crate) struct KnownConfig {
    text: Str,
    content: Value,
    plan: Arc<Plan>,
}

impl KnownConfig {
    pub(super) fn text_bytes(&self) -> usize {
        self.text.len()
    }
}

impl fmt::Debug for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layer")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

/// The providers of a hierarchy refer to their configuration, which refers to the providers.
impl Drop for Layer {
    fn drop(&mut self) {
        if let Some(config) = self.config.take() {
            config.resolved.take();
        }
    }
}

impl Layer {
    pub(super) fn new(place: Place, module: Option<Str>, path: String) -> Layer {
        let root = path.rsplit_once('/').map_or("", |(root, _)| root);
        Layer {
            place,
            module,
            root: root.into(),
            path: path.as_str().into(),
            config: RefCell::default(),
        }
    }

    /// A layer whose configuration is in a folder.
    pub(super) fn in_folder(place: Place, module: Option<Str>, folder: &str) -> Layer {
        Layer::new(
            place,
            module,
            format!("{}/{FILE}", folder.trim_end_matches('/')),
        )
    }

    /// A layer that evaluations share.
    pub(super) fn known(known: &Arc<KnownLayer>, place: Place, module: Option<Str>) -> Layer {
        let layer = Layer {
            place,
            module,
            root: known.root.clone(),
            path: known.path.clone(),
            config: RefCell::default(),
        };
        *layer.config.borrow_mut() = Some(Rc::new(Config::known(known)));
        layer
    }

    /// The layer that evaluations share, once the configuration was read.
    pub(super) fn shared(&self) -> Option<Arc<KnownLayer>> {
        self.config.borrow().as_ref()?.known.clone()
    }

    pub(super) fn path(&self) -> &Str {
        &self.path
    }

    pub(super) fn name(&self) -> String {
        let place = match self.place {
            Place::Global => "Global",
            Place::Environment => "Environment",
            Place::Module => "Module",
        };
        let module = match &self.module {
            Some(module) => format!("\"{module}\" "),
            None => String::new(),
        };
        match &*self.config.borrow() {
            Some(config) => format!(
                "{place} {module}Data Provider (hiera configuration version {})",
                config.version
            ),
            None => format!("{place} {module}Data Provider"),
        }
    }

    pub(super) fn config_path(&self) -> Option<Str> {
        self.config.borrow().as_ref()?.path.clone()
    }
}

impl Config {
    /// The error of a named kind in the configuration.
    #[cold]
    pub(super) fn fail(
        &self,
        issue: &'static str,
        message: impl Into<String>,
        line: Option<u32>,
    ) -> Failure {
        Failure::Lookup(Box::new(Problem {
            message: message.into(),
            issue: Some(issue),
            file: self.path.as_ref().map(Str::to_string),
            line,
        }))
    }

    /// Returns the first line, from `first` on, with a key and a value. Comments do not count. The
    /// key follows white space, or begins a line if `may_begin`.
    pub(super) fn line_of(
        &self,
        key: &str,
        value: Option<&str>,
        first: u32,
        may_begin: bool,
    ) -> Option<u32> {
        let lines = self.text.lines().zip(1..);
        let mut lines = lines.filter(|(_, number)| *number >= first);
        let found = lines.find(|(line, _)| line_has(without_comment(line), key, value, may_begin));
        found.map(|(_, number)| number)
    }

    pub(super) fn get(&self, key: &str) -> Option<&Value> {
        entry(&self.content, key)
    }

    /// The configuration of a layer without content.
    fn empty(layer: &Layer) -> Config {
        Config {
            version: 5,
            path: None,
            root: layer.root.clone(),
            text: Str::default(),
            content: undef(),
            plan: OnceCell::new(),
            known: None,
            resolved: RefCell::default(),
        }
    }

    /// The configuration of a layer that evaluations share.
    fn known(known: &Arc<KnownLayer>) -> Config {
        Config {
            version: 5,
            path: Some(known.path.clone()),
            root: known.root.clone(),
            text: known.config.text.clone(),
            content: known.config.content.clone(),
            plan: known.config.plan.clone().into(),
            known: Some(known.clone()),
            resolved: RefCell::default(),
        }
    }

    /// The entries of the hierarchies.
    pub(super) fn plan(&self) -> Outcome<Arc<Plan>> {
        if let Some(plan) = self.plan.get() {
            return Ok(plan.clone());
        }
        let plan = Arc::new(Plan::of(self)?);
        Ok(self.plan.get_or_init(|| plan).clone())
    }
}

/// Returns the value of a key that is not null.
pub(super) fn entry<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    let found = value.as_ordered_map()?.get_text(key)?;
    (!found.is_null()).then_some(found)
}

/// Whether a hash has a key.
fn has(value: &Value, key: &str) -> bool {
    let map = value.as_ordered_map();
    map.is_some_and(|map| map.get_text(key).is_some())
}

pub(super) fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    entry(value, key)?.as_str()
}

/// The texts of an array, or the one text.
pub(super) fn texts(value: &Value) -> Vec<String> {
    let one = std::slice::from_ref(value);
    let elements = array_elements(value).unwrap_or(one);
    elements
        .iter()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}

fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (c, quote) {
            ('"' | '\'', None) => quote = Some(c),
            ('"' | '\'', Some(open)) if open == c => quote = None,
            ('#', _) => return line.get(..at).unwrap_or(line),
            _ => {}
        }
    }
    line
}

fn line_has(line: &str, key: &str, value: Option<&str>, may_begin: bool) -> bool {
    line.match_indices(key).any(|(at, _)| {
        let before = line.get(..at).unwrap_or_default();
        let after = line.get(at + key.len()..).unwrap_or_default();
        let follows = match before.chars().next_back() {
            None => may_begin,
            Some(c) => c.is_ascii_whitespace(),
        };
        let Some(after) = after.strip_prefix(':').filter(|_| follows) else {
            return false;
        };
        let Some(value) = value else {
            return true;
        };
        let after = after.trim_start().trim_start_matches(['\'', '"']);
        after.strip_prefix(value).is_some_and(|rest| {
            let next = rest.chars().next();
            next.is_none_or(|c| !(c.is_ascii_alphanumeric() || c == '_'))
        })
    })
}

/// The type of a hierarchy of version 5.
const HIERARCHY: &str = "Array[Struct[{
    name => String[1],
    Optional[options] => Hash[Pattern[/\\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\\z/], Data],
    Optional[data_hash] => String[1],
    Optional[lookup_key] => String[1],
    Optional[hiera3_backend] => String[1],
    Optional[v4_data_hash] => String[1],
    Optional[data_dig] => String[1],
    Optional[path] => String[1],
    Optional[paths] => Array[String[1], 1],
    Optional[glob] => String[1],
    Optional[globs] => Array[String[1], 1],
    Optional[uri] => String[1],
    Optional[uris] => Array[String[1], 1],
    Optional[mapped_paths] => Array[String[1], 3, 3],
    Optional[datadir] => String[1]
}]]";

static VERSION_5: LazyLock<Type> = LazyLock::new(|| {
    parsed(&format!(
        "Struct[{{
            version => Integer[5, 5],
            Optional[defaults] => Struct[{{
                Optional[data_hash] => String[1],
                Optional[lookup_key] => String[1],
                Optional[data_dig] => String[1],
                Optional[datadir] => String[1],
                Optional[options] => \
         Hash[Pattern[/\\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\\z/], Data]
            }}],
            Optional[hierarchy] => {HIERARCHY},
            Optional[plan_hierarchy] => {HIERARCHY},
            Optional[default_hierarchy] => {HIERARCHY}
        }}]"
    ))
});

static VERSION_4: LazyLock<Type> = LazyLock::new(|| {
    parsed(
        "Struct[{
            version => Integer[4, 4],
            Optional[datadir] => String[1],
            Optional[hierarchy] => Array[Struct[{
                backend => String[1],
                name => String[1],
                Optional[datadir] => String[1],
                Optional[path] => String[1],
                Optional[paths] => Array[String[1]]
            }]]
        }]",
    )
});

/// The type of a configuration of version 3 with the keys of its backends.
fn version_3(backends: &[String]) -> Type {
    let mut keys = String::new();
    for backend in backends {
        keys.push_str(&format!(
            ", Optional[{}] => Hash[String[1], Any]",
            super::inspect::inspect(&Value::string(backend))
        ));
    }
    parsed(&format!(
        "Struct[{{
            Optional[version] => Integer[3, 3],
            Optional[backends] => Variant[String[1], Array[String[1]]],
            Optional[logger] => String[1],
            Optional[merge_behavior] => Enum['deep', 'deeper', 'native'],
            Optional[deep_merge_options] => Hash[String[1], Variant[String, Boolean]],
            Optional[hierarchy] => Variant[String[1], Array[String[1]]]{keys}
        }}]"
    ))
}

/// A hash with further entries for keys that it lacks or that are null.
fn with_defaults(content: &Value, defaults: Vec<(&str, Value)>) -> Outcome<Value> {
    let map = content.as_ordered_map();
    let mut entries = map.map(|map| map.entries().to_vec()).unwrap_or_default();
    for (key, value) in defaults {
        if entry(content, key).is_none() {
            entries.push((Value::string(key), value));
        }
    }
    Ok(hash(entries)?)
}

fn object(entries: Vec<(&str, Value)>) -> Outcome<Value> {
    let entries = entries.into_iter();
    Ok(hash(
        entries.map(|(key, value)| (Value::string(key), value)),
    )?)
}

fn strings(texts: &[&str]) -> Outcome<Value> {
    Ok(array(
        texts.iter().map(|text| Value::string(text)).collect(),
    )?)
}

/// The version that a value names, as Ruby's `to_i` reads it.
fn version_of(value: Option<&Value>) -> i64 {
    let Some(value) = value else {
        return 3;
    };
    if let Some(text) = value.as_str() {
        let text = text.trim_start();
        let end = text
            .char_indices()
            .find(|(at, c)| !(c.is_ascii_digit() || *at == 0 && matches!(c, '+' | '-')));
        let digits = text.get(..end.map_or(text.len(), |(at, _)| at));
        return digits.and_then(|digits| digits.parse().ok()).unwrap_or(0);
    }
    value
        .as_small_whole()
        .or_else(|| value.as_double().map(|double| double as i64))
        .unwrap_or(0)
}

impl Session<'_, '_> {
    /// Returns the configuration of a layer.
    pub(super) fn config(&mut self, layer: &Layer) -> Outcome<Rc<Config>> {
        if let Some(config) = &*layer.config.borrow() {
            return Ok(config.clone());
        }
        let config = Rc::new(self.read_config(layer)?);
        match layer.place {
            Place::Global if config.version == 4 => {
                return Err(config.fail(
                    "HIERA_UNSUPPORTED_VERSION_IN_GLOBAL",
                    "hiera.yaml version 4 cannot be used in the global layer",
                    None,
                ));
            }
            Place::Environment | Place::Module if config.version == 3 => {
                let place = match layer.place {
                    Place::Module => "a module",
                    _ => "an environment",
                };
                return Err(config.fail(
                    "HIERA_VERSION_3_NOT_GLOBAL",
                    format!("hiera.yaml version 3 cannot be used in {place}"),
                    None,
                ));
            }
            _ => {}
        }
        *layer.config.borrow_mut() = Some(config.clone());
        Ok(config)
    }

    fn read_config(&mut self, layer: &Layer) -> Outcome<Config> {
        let path = layer.path().clone();
        let mut config = Config::empty(layer);
        let state = self.state.clone();
        let resolutions = state.files().resolutions();
        if let Some(known) = resolutions.and_then(|all| all.layer(layer.place, &path)) {
            self.interpreter.budget.charge(4)?;
            return Ok(Config::known(&known));
        }
        let mut bytes = None;
        if self.state.files().kind(&path)?.is_some() {
            let read = self.file_bytes(&path)?;
            let interpreter = &*self.interpreter;
            let parsed = interpreter.environment.parsed();
            if let Some(known) = parsed.config(layer.place, &path, &read, interpreter.budget)? {
                config.path = Some(path);
                config.text = known.text.clone();
                config.content = known.content.clone();
                config.plan = known.plan.clone().into();
                config.known = resolutions.and_then(|all| all.add_layer(layer, &known));
                return Ok(config);
            }
            config.text = self.text_of_bytes(&path, &read)?.into();
            bytes = Some(read);
            let content = match self.cached_yaml(&path)? {
                Ok(document) => document.value.clone(),
                Err(message) => return Err(puppet_error(message)),
            };
            config.path = Some(path.clone());
            config.content = if content.as_ordered_map().is_some() {
                content
            } else {
                if self.state.reported.borrow_mut().insert(path.to_string()) {
                    self.warn(&format!(
                        "{path}: File exists but does not contain a valid YAML hash. Falling back \
                         to Hiera version 3 default config"
                    ))?;
                }
                object(Vec::new())?
            };
        }
        if config.path.is_none() {
            let version = Value::from_integer(Integer::from(5i64));
            config.content = object(vec![("version", version)])?;
        }
        let version = version_of(config.get("version"));
        match version {
            3..=5 => config.version = version as u32,
            other => {
                return Err(config.fail(
                    "HIERA_UNSUPPORTED_VERSION",
                    format!("This runtime does not support hiera.yaml version {other}"),
                    None,
                ));
            }
        }
        self.validate(&mut config, layer)?;
        if let (5, Some(bytes), Ok(plan)) = (config.version, bytes, Plan::of(&config)) {
            let known = Arc::new(KnownConfig {
                text: config.text.clone(),
                content: config.content.clone(),
                plan: Arc::new(plan),
            });
            let parsed = self.interpreter.environment.parsed();
            parsed.add_config((layer.place, &path), &bytes, &known);
            config.plan = known.plan.clone().into();
            config.known = resolutions.and_then(|all| all.add_layer(layer, &known));
        }
        Ok(config)
    }

    pub(super) fn warn(&self, message: &str) -> Outcome<()> {
        Ok(self.interpreter.log(Level::Warning, message)?)
    }

    fn deprecated(&mut self, path: &str, version: u32) -> Outcome<()> {
        if self.interpreter.environment.strictness() == Strict::Off {
            return Ok(());
        }
        Ok(self.interpreter.warn_once(&format!(
            "{path}: Use of 'hiera.yaml' version {version} is deprecated. It should be converted \
             to version 5\n   (file: {path})"
        ))?)
    }

    fn validate(&mut self, config: &mut Config, layer: &Layer) -> Outcome<()> {
        let path = config.path.clone().unwrap_or_default();
        let subject = format!("The Lookup Configuration at '{path}' has wrong type,");
        match config.version {
            3 => {
                self.deprecated(&path, 3)?;
                config.content = with_defaults(
                    &config.content,
                    vec![
                        ("version", Value::from_integer(Integer::from(3i64))),
                        ("backends", strings(&["yaml"])?),
                        (
                            "hierarchy",
                            strings(&["nodes/%{::trusted.certname}", "common"])?,
                        ),
                        ("merge_behavior", Value::string("native")),
                        ("deep_merge_options", object(Vec::new())?),
                    ],
                )?;
                let backends = config.get("backends").map(texts).unwrap_or_default();
                self.assert(&subject, &version_3(&backends), &config.content)
            }
            4 => {
                self.deprecated(&path, 4)?;
                let common = object(vec![
                    ("name", Value::string("common")),
                    ("backend", Value::string("yaml")),
                ])?;
                config.content = with_defaults(
                    &config.content,
                    vec![
                        ("datadir", Value::string("data")),
                        ("hierarchy", array(vec![common])?),
                    ],
                )?;
                self.assert(&subject, &VERSION_4, &config.content)
            }
            _ => {
                let common = object(vec![
                    ("name", Value::string("Common")),
                    ("path", Value::string("common.yaml")),
                ])?;
                let defaults = object(vec![
                    ("datadir", Value::string("data")),
                    ("data_hash", Value::string("yaml_data")),
                ])?;
                config.content = with_defaults(
                    &config.content,
                    vec![("defaults", defaults), ("hierarchy", array(vec![common])?)],
                )?;
                self.assert(&subject, &VERSION_5, &config.content)?;
                validate_5(config, layer)
            }
        }
    }
}

/// Checks the rules of version 5 that its type does not express.
fn validate_5(config: &Config, layer: &Layer) -> Outcome<()> {
    let defaults = config.get("defaults");
    if let Some(defaults) = defaults {
        if FUNCTION_KEYS
            .iter()
            .filter(|key| has(defaults, key))
            .count()
            > 1
        {
            return Err(config.fail(
                "HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS_IN_DEFAULT",
                "Only one of data_hash, lookup_key, data_dig, or hiera3_backend can be defined in \
                 defaults",
                None,
            ));
        }
        if let Some(key) = reserved(defaults) {
            return Err(config.fail(
                "HIERA_DEFAULT_OPTION_RESERVED_BY_PUPPET",
                format!("Option key '{key}' used in defaults is reserved by Puppet"),
                None,
            ));
        }
    }
    for hierarchy in ["hierarchy", "plan_hierarchy", "default_hierarchy"] {
        let Some(entries) = config.get(hierarchy) else {
            continue;
        };
        if hierarchy == "default_hierarchy" && layer.place != Place::Module {
            return Err(config.fail(
                "HIERA_DEFAULT_HIERARCHY_NOT_IN_MODULE",
                "'default_hierarchy' is only allowed in the module layer",
                config.line_of("default_hierarchy", None, 1, true),
            ));
        }
        for entry in array_elements(entries).unwrap_or_default() {
            validate_entry(config, layer, entry, defaults)?;
        }
    }
    Ok(())
}

fn reserved(value: &Value) -> Option<&'static str> {
    let options = entry(value, "options")?;
    ["path", "uri"].into_iter().find(|key| has(options, key))
}

fn validate_entry(
    config: &Config,
    layer: &Layer,
    found: &Value,
    defaults: Option<&Value>,
) -> Outcome<()> {
    let name = text(found, "name").unwrap_or_default();
    let functions = FUNCTION_KEYS.iter().chain(&["v4_data_hash"]);
    match functions.filter(|key| has(found, key)).count() {
        0 => {
            let given =
                defaults.is_some_and(|defaults| FUNCTION_KEYS.iter().any(|key| has(defaults, key)));
            if !given {
                return Err(config.fail(
                    "HIERA_MISSING_DATA_PROVIDER_FUNCTION",
                    format!(
                        "One of data_hash, lookup_key, data_dig, or hiera3_backend must be \
                         defined in hierarchy '{name}'"
                    ),
                    None,
                ));
            }
        }
        1 => {}
        _ => {
            return Err(config.fail(
                "HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS",
                format!(
                    "Only one of data_hash, lookup_key, data_dig, or hiera3_backend can be \
                     defined in hierarchy '{name}'"
                ),
                None,
            ));
        }
    }
    if let Some(backend) = text(found, "hiera3_backend") {
        if layer.place != Place::Global {
            return Err(config.fail(
                "HIERA_V3_BACKEND_NOT_GLOBAL",
                "'hiera3_backend' is only allowed in the global layer",
                config.line_of("hiera3_backend", None, 1, false),
            ));
        }
        if matches!(backend, "json" | "yaml") {
            return Err(config.fail(
                "HIERA_V3_BACKEND_REPLACED_BY_DATA_HASH",
                format!(
                    "Use \"data_hash: {backend}_data\" instead of \"hiera3_backend: {backend}\""
                ),
                config.line_of("hiera3_backend", Some(backend), 1, false),
            ));
        }
    }
    if LOCATION_KEYS.iter().filter(|key| has(found, key)).count() > 1 {
        return Err(config.fail(
            "HIERA_MULTIPLE_LOCATION_SPECS",
            format!(
                "Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined \
                 in hierarchy '{name}'"
            ),
            None,
        ));
    }
    if let Some(key) = reserved(found) {
        return Err(config.fail(
            "HIERA_OPTION_RESERVED_BY_PUPPET",
            format!("Option key '{key}' used in hierarchy '{name}' is reserved by Puppet"),
            None,
        ));
    }
    Ok(())
}
