//! Lookup options: how the values of keys are merged and converted.
//!
//! The options are data of the key `lookup_options` in all layers. An option of the exact key has
//! precedence over those of patterns, which begin with `^`; among these the first match counts.

use super::Session;
use super::config::{Place, entry};
use super::explain::Scope;
use super::failure::{Failure, Outcome, lookup_error, runtime_error};
use super::hierarchy::{Resolved, Which};
use super::invocation::Invocation;
use super::key::{Key, LOOKUP_OPTIONS};
use super::strategy::{Kind, Strategy};
use crate::eval::coercion::to_string_within;
use crate::eval::function::Arguments;
use crate::eval::stop::ends_the_operation;
use crate::scalars::pattern;
use crate::values::special::{array, array_elements, undef};
use polycty_core::calls::Budget;
use polycty_core::types::{KeyedMap, Str};
use polycty_core::values::Value;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

/// The place of options in an explanation.
enum Source {
    Environment,
    Module,
}

/// The options of keys.
#[derive(Debug)]
pub(super) struct LookupOptions {
    value: Value,
    patterns: Vec<KeyPattern>,
    /// The positions of the patterns that keys match.
    matched: Mutex<KeyedMap<Str, Option<usize>>>,
}

/// The maximum number of keys whose patterns are known. The table is cleared beyond it.
const MATCHED_KEYS: usize = 4096;

/// The maximum length of such a key.
const MATCHED_BYTES: usize = 256;

/// The options of a module, or of keys without a module.
pub(super) type KnownOptions = Option<Arc<LookupOptions>>;

/// The options of the keys that match a pattern.
#[derive(Debug)]
struct KeyPattern {
    source: Str,
    /// A text that a key that matches contains, at the beginning of a line.
    prefix: Str,
    options: Value,
}

impl LookupOptions {
    fn new(value: Value) -> LookupOptions {
        let entries = value.as_ordered_map().map_or(&[][..], |map| map.entries());
        let patterns = entries.iter().filter_map(|(key, options)| {
            let source = key.as_str().filter(|source| source.starts_with('^'))?;
            Some(KeyPattern {
                source: source.into(),
                prefix: prefix_of(source).into(),
                options: options.clone(),
            })
        });
        LookupOptions {
            patterns: patterns.collect(),
            value,
            matched: Mutex::default(),
        }
    }

    /// Returns the position of the first pattern that a key matches.
    fn matching(&self, key: &Str, budget: &Budget) -> Outcome<Option<usize>> {
        let known = || self.matched.lock().unwrap_or_else(PoisonError::into_inner);
        budget.charge(1)?;
        if let Some(found) = known().get(key) {
            return Ok(*found);
        }
        let mut found = None;
        for item in budget.each(self.patterns.iter().enumerate()) {
            let (at, pattern) = item?;
            if pattern.may_match(key) && pattern::is_match(&pattern.source, key, budget)? {
                found = Some(at);
                break;
            }
        }
        if key.len() <= MATCHED_BYTES {
            budget.hold(64 + key.len() as u64)?;
            let mut known = known();
            if known.len() >= MATCHED_KEYS {
                known.clear();
            }
            known.insert(key.clone(), found);
        }
        Ok(found)
    }
}

impl KeyPattern {
    /// Whether a key may match.
    fn may_match(&self, key: &str) -> bool {
        key.starts_with(&*self.prefix) || key.contains('\n') && key.contains(&*self.prefix)
    }
}

/// Returns the letters after the `^` of a pattern that each match contains.
fn prefix_of(pattern: &str) -> &str {
    let text = pattern.strip_prefix('^').unwrap_or(pattern);
    if text.contains('|') {
        return "";
    }
    let is_literal = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':');
    let end = text.bytes().position(|byte| !is_literal(byte));
    let end = match end {
        // A quantifier applies to the last letter.
        Some(end) if matches!(text.as_bytes()[end], b'?' | b'*' | b'{') => end.saturating_sub(1),
        Some(end) => end,
        None => text.len(),
    };
    text.get(..end).unwrap_or_default()
}

impl Session<'_, '_> {
    /// Returns the options of a key, or `None`.
    pub(super) fn options_for(
        &mut self,
        key: &Key,
        invocation: &mut Invocation,
    ) -> Outcome<Option<Value>> {
        let known = self.state.options.borrow().get(&key.module).cloned();
        let options = match known {
            Some(known) => known,
            None => {
                let options = self.retrieve_options(key.module.clone(), invocation)?;
                self.keep_options(key.module.clone(), options.clone())?;
                options
            }
        };
        let found = self.option_of(options.as_deref(), &key.root)?;
        match &found {
            // Ruby reads an option from a text, too, which has none.
            Some(found) if found.as_ordered_map().is_none() && found.as_str().is_none() => {
                match found.as_bool() {
                    Some(false) => Ok(None),
                    _ => Err(runtime_error(format!(
                        "the lookup_options of key '{}' are not a hash",
                        key.root
                    ))),
                }
            }
            _ => Ok(found),
        }
    }

    fn keep_options(&mut self, module: Option<Str>, options: KnownOptions) -> Outcome<()> {
        self.interpreter.budget.charge(1)?;
        self.state.options.borrow_mut().insert(module, options);
        Ok(())
    }

    /// Prepares options that the evaluation keeps.
    fn prepared(&mut self, options: Option<Value>) -> Outcome<KnownOptions> {
        let Some(options) = options else {
            return Ok(None);
        };
        self.retain(&options)?;
        let count = options.as_ordered_map().map_or(0, |map| map.len()) as u64;
        self.interpreter.budget.charge(1 + count)?;
        let made = LookupOptions::new(options);
        let texts = made.patterns.iter().map(|pattern| pattern.source.len());
        let bytes = size_of_val(&*made.patterns) + 2 * texts.sum::<usize>();
        self.interpreter.budget.hold(bytes as u64)?;
        Ok(Some(Arc::new(made)))
    }

    /// Returns the entry of a root key among options.
    fn option_of(&mut self, options: Option<&LookupOptions>, root: &Str) -> Outcome<Option<Value>> {
        let Some(options) = options else {
            return Ok(None);
        };
        if !root.starts_with('^')
            && let Some(map) = options.value.as_ordered_map()
            && let Some(found) = map.get_text(root).filter(|found| !found.is_null())
        {
            return Ok(Some(found.clone()));
        }
        if options.patterns.is_empty() {
            return Ok(None);
        }
        let found = options.matching(root, self.interpreter.budget)?;
        let found = found.and_then(|at| options.patterns.get(at));
        Ok(found.map(|pattern| pattern.options.clone()))
    }

    fn retrieve_options(
        &mut self,
        module: Option<Str>,
        invocation: &mut Invocation,
    ) -> Outcome<KnownOptions> {
        let strategy = Strategy::plain(Kind::Hash);
        let mut meta = self.invocation(None, None, None);
        meta.is_global_only = invocation.is_global_only;
        let of_module = invocation.module.clone();
        self.looking_up(&mut meta, Key::options(), of_module, |session, meta| {
            session.explained(
                meta,
                || Scope::Top(LOOKUP_OPTIONS.into()),
                |session, meta| {
                    if meta.is_global_only {
                        return session.global_options(meta, &strategy);
                    }
                    let options = session.environment_options(meta, &strategy)?;
                    let Some(module) = module else {
                        return Ok(options);
                    };
                    // The options of keys without a module are known then, too.
                    let is_known = session.state.options.borrow().contains_key(&None);
                    if !is_known {
                        session.keep_options(None, options.clone())?;
                    }
                    let of_module =
                        session.layer_options(Place::Module, meta, &strategy, Some(&module))?;
                    let (Some(options), Some(of_module)) = (&options, &of_module) else {
                        return Ok(options.or(of_module));
                    };
                    let values = (&options.value, &of_module.value);
                    let merged = session.merged_options(values, &module, meta, &strategy)?;
                    session.prepared(Some(merged))
                },
            )
        })
    }

    fn merged_options(
        &mut self,
        (options, of_module): (&Value, &Value),
        module: &str,
        meta: &mut Invocation,
        strategy: &Strategy,
    ) -> Outcome<Value> {
        let sources = [Source::Environment, Source::Module];
        self.merged(strategy, &sources, meta, |session, meta, source| {
            let (name, value) = match source {
                Source::Environment => ("Global and Environment".to_owned(), options),
                Source::Module => (format!("Module {module}"), of_module),
            };
            session.explained(
                meta,
                || Scope::Named(name),
                |session, meta| {
                    session.report_found(meta, LOOKUP_OPTIONS, value)?;
                    Ok(value.clone())
                },
            )
        })
    }

    /// The options of the global layer.
    fn global_options(
        &mut self,
        meta: &mut Invocation,
        strategy: &Strategy,
    ) -> Outcome<KnownOptions> {
        if let Some(known) = &*self.state.global_options.borrow() {
            return Ok(known.clone());
        }
        let options = self.layer_options(Place::Global, meta, strategy, None)?;
        *self.state.global_options.borrow_mut() = Some(options.clone());
        Ok(options)
    }

    /// The options of a layer. Evaluations share them with the hierarchies of the layer if they
    /// contain no expressions.
    fn layer_options(
        &mut self,
        place: Place,
        meta: &mut Invocation,
        strategy: &Strategy,
        module: Option<&str>,
    ) -> Outcome<KnownOptions> {
        let shared = self.shared_hierarchies(place, meta);
        if let Some(resolved) = &shared
            && let Some(known) = resolved.hierarchies.options.get()
        {
            self.interpreter.budget.charge(1)?;
            return Ok(known.clone());
        }
        let options = match self.search_layer(place, Key::options(), meta, strategy) {
            Err(Failure::NotFound) => None,
            found => self.validated(found?, module)?,
        };
        let options = self.prepared(options)?;
        if let Some(resolved) = &shared
            && resolved.is_constant(&Key::options().root_value)
        {
            let _ = resolved.hierarchies.options.set(options.clone());
        }
        Ok(options)
    }

    /// The hierarchies of a layer that evaluations share, unless the search is explained. An error
    /// is left to the search.
    fn shared_hierarchies(&mut self, place: Place, meta: &mut Invocation) -> Option<Rc<Resolved>> {
        if meta.explainer.is_some() {
            return None;
        }
        let layer = match place {
            Place::Global => None,
            Place::Environment => self.environment_layer().ok()?,
            Place::Module => {
                let module = meta.module.clone()?;
                self.module_layer(&module).ok()?
            }
        }?;
        let config = self.config(&layer).ok()?;
        config.known.as_ref()?;
        self.current(&layer, meta).ok()
    }

    /// The options of the global layer and the environment.
    fn environment_options(
        &mut self,
        meta: &mut Invocation,
        strategy: &Strategy,
    ) -> Outcome<KnownOptions> {
        if let Some(known) = &*self.state.environment_options.borrow() {
            return Ok(known.clone());
        }
        let global = self.global_options(meta, strategy)?;
        let own = self.layer_options(Place::Environment, meta, strategy, None)?;
        let options = match (global, own) {
            (Some(global), Some(own)) => {
                let merged = self.merge_two(strategy, &global.value, &own.value)?;
                self.prepared(Some(merged))?
            }
            (global, own) => global.or(own),
        };
        *self.state.environment_options.borrow_mut() = Some(options.clone());
        Ok(options)
    }

    /// Checks the form of options. Those of a module may concern only its keys.
    fn validated(&mut self, options: Value, module: Option<&str>) -> Outcome<Option<Value>> {
        if options.is_null() {
            return Ok(None);
        }
        let Some(map) = options.as_ordered_map() else {
            return Err(lookup_error("value of lookup_options must be a hash"));
        };
        let Some(module) = module else {
            return Ok(Some(options));
        };
        let prefix = format!("{module}::");
        for (key, _) in self.interpreter.budget.charged(map.entries())? {
            let key = super::inspect::text_of(key);
            match key.strip_prefix('^') {
                Some(pattern) if !pattern.starts_with(&prefix) => {
                    return Err(lookup_error(format!(
                        "all lookup_options patterns must match a key starting with module name \
                         '{module}'"
                    )));
                }
                None if !key.starts_with(&prefix) => {
                    return Err(lookup_error(format!(
                        "all lookup_options keys must start with module name '{module}'"
                    )));
                }
                _ => {}
            }
        }
        Ok(Some(options))
    }

    /// Searches the default hierarchy of the module of a key.
    pub(super) fn search_default(
        &mut self,
        key: &Key,
        invocation: &mut Invocation,
    ) -> Outcome<Value> {
        let Some(module) = invocation.module.clone() else {
            return Err(Failure::NotFound);
        };
        let Some(layer) = self.module_layer(&module)? else {
            return Err(Failure::NotFound);
        };
        if self.config(&layer)?.get("default_hierarchy").is_none() {
            return Err(Failure::NotFound);
        }
        let title = format!("Searching default_hierarchy of module \"{module}\"");
        self.explained(
            invocation,
            || Scope::Named(title),
            |session, invocation| {
                let known = session.state.default_options.borrow().get(&module).cloned();
                let options = match known {
                    Some(options) => options,
                    None => {
                        let strategy = Strategy::plain(Kind::Hash);
                        let mut meta = session.invocation(None, None, None);
                        let options_key = Key::options();
                        let options = session.looking_up(
                            &mut meta,
                            options_key,
                            Some(module.clone()),
                            |session, meta| {
                                let title = format!("Searching for \"{LOOKUP_OPTIONS}\"");
                                session.explained(
                                    meta,
                                    || Scope::Named(title),
                                    |session, meta| {
                                        let found = session.search_in(
                                            &layer,
                                            options_key,
                                            meta,
                                            &strategy,
                                            Which::Default,
                                        );
                                        match found {
                                            Err(Failure::NotFound) => Ok(None),
                                            found => session.validated(found?, Some(&module)),
                                        }
                                    },
                                )
                            },
                        )?;
                        let options = session.prepared(options)?;
                        let mut all = session.state.default_options.borrow_mut();
                        all.insert(module.clone(), options.clone());
                        options
                    }
                };
                let own = session.option_of(options.as_deref(), &key.root)?;
                let merge = own.as_ref().and_then(|own| entry(own, "merge")).cloned();
                let strategy = session.strategy(merge.as_ref())?;
                let title = format!("Searching for \"{}\"", key.text);
                session.explained(
                    invocation,
                    || Scope::Named(title),
                    |session, invocation| {
                        session.search_in(&layer, key, invocation, &strategy, Which::Default)
                    },
                )
            },
        )
    }

    /// Converts a found value as the option `convert_to` requires.
    pub(super) fn convert(
        &mut self,
        key: &Key,
        options: Option<&Value>,
        value: Value,
        invocation: &mut Invocation,
    ) -> Outcome<Value> {
        let Some(wanted) = options.and_then(|options| entry(options, "convert_to")) else {
            return Ok(value);
        };
        let alone = std::slice::from_ref(wanted);
        let mut wanted: Vec<Value> = array_elements(wanted).unwrap_or(alone).to_vec();
        let (key, first) = (&key.text, wanted.first().cloned());
        if let Some(text) = first.as_ref().and_then(Value::as_str) {
            let ty = match self.interpreter.read_type(text) {
                Ok(ty) => ty,
                Err(stop) if ends_the_operation(&stop) => return Err(stop.into()),
                Err(stop) => {
                    return Err(lookup_error(format!(
                        "Invalid data type in lookup_options for key '{key}' could not parse \
                         '{text}', error: '{}",
                        Failure::Stop(stop).message().unwrap_or_default()
                    )));
                }
            };
            wanted[0] = self.interpreter.type_value(ty)?;
        }
        let mut values = wanted.clone();
        if values.is_empty() {
            values.push(undef());
        }
        values.insert(1, value);
        let code = self.interpreter.main.clone();
        let arguments = Arguments {
            values: &values,
            which: 0,
            block: None,
            code: &code,
            position: 0,
        };
        let made = match self.interpreter.call_by_name("new", arguments) {
            Ok(made) => made.unwrap_or_else(undef),
            Err(stop) if ends_the_operation(&stop) => return Err(stop.into()),
            Err(stop) => {
                return Err(lookup_error(format!(
                    "The convert_to lookup_option for key '{key}' raised error: {}",
                    Failure::Stop(stop).message().unwrap_or_default()
                )));
            }
        };
        if invocation.explainer.is_some() {
            let wanted = array(wanted)?;
            let interpreter = &self.interpreter;
            let text = to_string_within(&wanted, interpreter.mode, interpreter.budget)?;
            self.report_text(invocation, || {
                format!("Applying convert_to lookup_option with arguments {text}")
            })?;
        }
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::{KeyPattern, prefix_of};
    use polycty_core::values::Value;

    #[test]
    fn patterns_are_compared_with_keys_that_begin_with_their_first_letters() {
        for (source, key, may) in [
            ("^profile::.*$", "profile::a", true),
            ("^profile::.*$", "m::a", false),
            ("^profile::.*$", "a\nprofile::a", true),
            ("^ab?c", "ac", true),
            ("^ab{0}c", "ac", true),
            ("^ab+c", "ac", false),
            ("^ab|c", "c", true),
            ("^(?i)ab", "AB", true),
            ("^.", "", true),
        ] {
            let pattern = KeyPattern {
                source: source.into(),
                prefix: prefix_of(source).into(),
                options: Value::bool(true),
            };
            assert_eq!(pattern.may_match(key), may, "{source} {key}");
        }
    }
}
