//! Lookup options: how the values of keys are merged and converted.
//!
//! The options are data of the key `lookup_options` in all layers. An option of the exact key has
//! precedence over those of patterns, which begin with `^`; among these the first match counts.

use super::Session;
use super::config::{Place, entry};
use super::explain::Scope;
use super::failure::{Failure, Outcome, lookup_error, runtime_error};
use super::hierarchy::Which;
use super::invocation::Invocation;
use super::key::{Key, LOOKUP_OPTIONS};
use super::strategy::{Kind, Strategy};
use crate::eval::coercion::to_string_within;
use crate::eval::function::Arguments;
use crate::eval::stop::ends_the_operation;
use crate::scalars::pattern;
use crate::values::special::{array, array_elements, undef};
use polycty_core::types::Str;
use polycty_core::values::Value;

/// The place of options in an explanation.
enum Source {
    Environment,
    Module,
}

/// Whether a pattern that begins with `^` may match a key: the key contains the letters after it.
fn may_match(pattern: &str, key: &str) -> bool {
    let text = pattern.strip_prefix('^').unwrap_or(pattern);
    let is_literal = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':');
    let end = text.bytes().position(|byte| !is_literal(byte));
    let end = match end {
        // A quantifier applies to the last letter.
        Some(end) if matches!(text.as_bytes()[end], b'?' | b'*' | b'{') => end.saturating_sub(1),
        Some(end) => end,
        None => text.len(),
    };
    let prefix = text.get(..end).unwrap_or_default();
    text.contains('|') || key.contains(prefix)
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
        let found = self.option_of(options.as_ref(), &key.root)?;
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

    fn keep_options(&mut self, module: Option<Str>, options: Option<Value>) -> Outcome<()> {
        if let Some(options) = &options {
            self.retain(options)?;
        }
        self.state.options.borrow_mut().insert(module, options);
        Ok(())
    }

    /// Returns the entry of a root key among options.
    fn option_of(&mut self, options: Option<&Value>, root: &str) -> Outcome<Option<Value>> {
        let Some(map) = options.and_then(Value::as_ordered_map) else {
            return Ok(None);
        };
        if !root.starts_with('^')
            && let Some(found) = map.get_text(root).filter(|found| !found.is_null())
        {
            return Ok(Some(found.clone()));
        }
        for (key, value) in map.entries() {
            let Some(source) = key.as_str().filter(|source| source.starts_with('^')) else {
                continue;
            };
            self.interpreter.budget.charge(1)?;
            if !may_match(source, root) {
                continue;
            }
            if pattern::is_match(&Str::from(source), root, self.interpreter.budget)? {
                return Ok(Some(value.clone()));
            }
        }
        Ok(None)
    }

    fn retrieve_options(
        &mut self,
        module: Option<Str>,
        invocation: &mut Invocation,
    ) -> Outcome<Option<Value>> {
        let strategy = Strategy::plain(Kind::Hash);
        let mut meta = self.invocation(None, None, None);
        meta.is_global_only = invocation.is_global_only;
        let of_module = invocation.module.clone();
        self.looking_up(&mut meta, &Key::options(), of_module, |session, meta| {
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
                    let found =
                        session.search_layer(Place::Module, &Key::options(), meta, &strategy);
                    let of_module = match found {
                        Err(Failure::NotFound) => return Ok(options),
                        found => found?,
                    };
                    let of_module = session.validated(of_module, Some(&module))?;
                    session.merged_options(options, of_module, &module, meta, &strategy)
                },
            )
        })
    }

    fn merged_options(
        &mut self,
        options: Option<Value>,
        of_module: Option<Value>,
        module: &str,
        meta: &mut Invocation,
        strategy: &Strategy,
    ) -> Outcome<Option<Value>> {
        let (Some(options), Some(of_module)) = (&options, &of_module) else {
            return Ok(options.or(of_module));
        };
        let sources = [Source::Environment, Source::Module];
        let merged = self.merged(strategy, &sources, meta, |session, meta, source| {
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
        })?;
        Ok(Some(merged))
    }

    /// The options of the global layer.
    fn global_options(
        &mut self,
        meta: &mut Invocation,
        strategy: &Strategy,
    ) -> Outcome<Option<Value>> {
        if let Some(known) = &*self.state.global_options.borrow() {
            return Ok(known.clone());
        }
        let options = self.layer_options(Place::Global, meta, strategy)?;
        *self.state.global_options.borrow_mut() = Some(options.clone());
        Ok(options)
    }

    fn layer_options(
        &mut self,
        place: Place,
        meta: &mut Invocation,
        strategy: &Strategy,
    ) -> Outcome<Option<Value>> {
        match self.search_layer(place, &Key::options(), meta, strategy) {
            Err(Failure::NotFound) => Ok(None),
            found => self.validated(found?, None),
        }
    }

    /// The options of the global layer and the environment.
    fn environment_options(
        &mut self,
        meta: &mut Invocation,
        strategy: &Strategy,
    ) -> Outcome<Option<Value>> {
        if let Some(known) = &*self.state.environment_options.borrow() {
            return Ok(known.clone());
        }
        let global = self.global_options(meta, strategy)?;
        let own = self.layer_options(Place::Environment, meta, strategy)?;
        let options = match (global, own) {
            (Some(global), Some(own)) => Some(self.merge_two(strategy, &global, &own)?),
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
        for (key, _) in map.entries() {
            self.interpreter.budget.charge(1)?;
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
                            &options_key,
                            Some(module.clone()),
                            |session, meta| {
                                let title = format!("Searching for \"{LOOKUP_OPTIONS}\"");
                                session.explained(
                                    meta,
                                    || Scope::Named(title),
                                    |session, meta| {
                                        let found = session.search_in(
                                            &layer,
                                            &options_key,
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
                        if let Some(options) = &options {
                            session.retain(options)?;
                        }
                        let mut all = session.state.default_options.borrow_mut();
                        all.insert(module.clone(), options.clone());
                        options
                    }
                };
                let own = session.option_of(options.as_ref(), &key.root)?;
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
    use super::may_match;

    #[test]
    fn patterns_are_compared_with_keys_that_contain_their_first_letters() {
        for (pattern, key, may) in [
            ("^profile::.*$", "profile::a", true),
            ("^profile::.*$", "m::a", false),
            ("^ab?c", "ac", true),
            ("^ab{0}c", "ac", true),
            ("^ab+c", "ac", false),
            ("^ab|c", "c", true),
            ("^(?i)ab", "AB", true),
            ("^.", "", true),
        ] {
            assert_eq!(may_match(pattern, key), may, "{pattern} {key}");
        }
    }
}
